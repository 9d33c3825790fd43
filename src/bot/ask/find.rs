//! The match that is meant by a request: [`find_match`] finds it, and [`ask_which_match`] asks if there are several.
//!
//! A typed text is read by the games of all matches that come into question: somebody who plays in two of them and sends a path
//! means the one whose actions are paths.

use std::collections::BTreeMap;
use std::sync::Arc;

use poise::serenity_prelude as serenity;
use serenity::{CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption};

use super::request::{Ask, Picked};
use crate::agree::PlayerCommand;
use crate::info::texts;
use crate::play::typed::{ParsedMove, read_move};
use crate::ui::limits::{OPTION, OPTIONS};
use crate::ui::lookup::{self, Lookup, Numbered, choice};
use crate::ui::{Answer, ComponentAction, CustomId, Failure};
use trigon_engine::ids::{ChannelId, MatchId};
use trigon_engine::matches::{Match, Matches, Person, QuestionId, Summary};
use trigon_rules::games::{Move, Refusal};

/// What was found for a request.
pub(crate) struct FoundMatch {
    /// The match that is meant, or those among which the person has to choose.
    pub(crate) lookup: Lookup,
    /// A typed text as the game of that match reads it, if it had to be read to find the match.
    pub(crate) parsed: Option<ParsedMove>,
}

impl From<Lookup> for FoundMatch {
    fn from(lookup: Lookup) -> Self {
        Self { lookup, parsed: None }
    }
}

impl FoundMatch {
    fn with_parsed(game: Arc<Match>, parsed: ParsedMove) -> Self {
        Self { lookup: Lookup::One(game), parsed: Some(parsed) }
    }
}

/// Returns the match that is meant by a request, or `None` if it is a text that looks like an action in none of the matches that
/// come into question.
///
/// # Errors
/// If there is no such match, or the typed text is not a valid action.
pub(crate) async fn find_match(
    matches: &Matches,
    person: &Person,
    number: Option<Numbered<'_>>,
    channel: ChannelId,
    ask: &Ask,
) -> Result<Option<FoundMatch>, Failure> {
    let lookup = match ask {
        Ask::Typed(text) => return TextSearch { matches, person, channel, text }.find(number).await,
        Ask::Perform(PlayerCommand::Resign) => lookup::resignable(matches, person, number, channel).await,
        Ask::Perform(PlayerCommand::Ready(_)) | Ask::Show | Ask::Question(_) | Ask::Ahead(_) => {
            lookup::acted_in(matches, person, number, channel).await
        }
        Ask::Perform(_) => lookup::of_turns(matches, person, number, channel).await,
        // Only servers have boards of other people's matches.
        Ask::Board if person.guild_id.is_some() => lookup::seen(matches, person, number, channel).await,
        Ask::Away(..) | Ask::Back | Ask::Me | Ask::Board => {
            lookup::played(matches, person, number, channel).await
        }
    };
    Ok(Some(lookup?.into()))
}

/// The search for the match in which a typed text is meant to act.
struct TextSearch<'a> {
    matches: &'a Matches,
    person: &'a Person,
    channel: ChannelId,
    text: &'a str,
}

impl TextSearch<'_> {
    /// Returns the match, or `None` if the text looks like an action in none of those that come into question.
    async fn find(&self, number: Option<Numbered<'_>>) -> Result<Option<FoundMatch>, Failure> {
        match lookup::acted_in(self.matches, self.person, number, self.channel).await? {
            Lookup::One(game) => self.begin_with(game, number.is_some()).await,
            Lookup::Several(rows) => self.find_among(rows).await,
        }
    }

    /// Returns the text as the game of a match reads it, or `None` if it does not look like an action there.
    fn read_in(&self, game: &Match) -> Option<ParsedMove> {
        read_move(game, game.seat_of(self.person.user_id)?, self.text)
    }

    /// Returns a match that comes into question before all others, unless the person has not named it and the text is an action
    /// only in another one.
    async fn begin_with(&self, game: Arc<Match>, is_named: bool) -> Result<Option<FoundMatch>, Failure> {
        let has_seat = game.seat_of(self.person.user_id).is_some();
        if game.playing().is_err() || is_named && !has_seat {
            // Whatever was typed, the refusal is that the match does not run, or that the person has no seat in it.
            return Ok(Some(Lookup::One(game).into()));
        }
        let parsed = self.read_in(&game);
        let is_certain = is_named || matches!(parsed, Some(Ok(_)));
        if !is_certain && let Some(other) = self.find_elsewhere(&[game.id]).await? {
            return Ok(Some(other));
        }
        Ok(parsed.map(|parsed| FoundMatch::with_parsed(game, parsed)))
    }

    /// Returns the match in which the text is an action, among several that ask the person something. If there is none, it can
    /// be one that asks nothing.
    async fn find_among(&self, rows: Vec<Summary>) -> Result<Option<FoundMatch>, Failure> {
        let asking: Vec<MatchId> = rows.iter().map(|row| row.id).collect();
        let mut readable: Vec<Summary> = Vec::new();
        let mut moves: BTreeMap<MatchId, Move> = BTreeMap::new();
        let mut first_refusal: Option<Refusal> = None;
        for row in rows {
            match self.read_in(&*self.matches.load_listed(&row).await?) {
                Some(Ok(action)) => {
                    moves.insert(row.id, action);
                    readable.push(row);
                }
                Some(Err(refusal)) => first_refusal = first_refusal.or(Some(refusal)),
                None => {}
            }
        }
        if !readable.is_empty() {
            let lookup = lookup::choose_among(self.matches, self.person, readable, self.channel).await?;
            let parsed = match &lookup {
                Lookup::One(game) => moves.remove(&game.id).map(Ok),
                Lookup::Several(_) => None,
            };
            return Ok(Some(FoundMatch { lookup, parsed }));
        }
        if let Some(other) = self.find_elsewhere(&asking).await? {
            return Ok(Some(other));
        }
        first_refusal.map_or(Ok(None), |refusal| Err(refusal.into()))
    }

    /// Returns the only match, apart from those that are `asking`, in which the text is an action. That match says that it is not
    /// the person's turn, whereas one that waits for them would only reject the notation.
    async fn find_elsewhere(&self, asking: &[MatchId]) -> Result<Option<FoundMatch>, Failure> {
        let mut found = Vec::new();
        let played = self.matches.played_by(self.person.user_id).await?;
        for row in played.iter().filter(|row| !asking.contains(&row.id)) {
            let game = self.matches.load_listed(row).await?;
            if let (Ok(_), Some(parsed @ Ok(_))) = (game.playing(), self.read_in(&game)) {
                found.push(FoundMatch::with_parsed(game, parsed));
            }
        }
        Ok(if found.len() == 1 { found.pop() } else { None })
    }
}

/// Asks which of several matches is meant, with a select whose options carry the request.
pub(crate) async fn ask_which_match(
    matches: &Matches,
    person: &Person,
    rows: &[Summary],
    ask: &Ask,
) -> Result<Answer, Failure> {
    let is_direct = person.writes_directly();
    let mut options = Vec::new();
    for row in rows.iter().take(OPTIONS) {
        let game = matches.load_listed(row).await?;
        let value = Picked { match_id: row.id, question: game.question, ask: ask.clone() }.to_string();
        if value.chars().count() > OPTION {
            return Err(Failure::denied(texts::say_which(is_direct)));
        }
        options.push(CreateSelectMenuOption::new(choice(row), value));
    }
    let id = CustomId::new(MatchId(0), QuestionId::default(), ComponentAction::Pick).to_string();
    let select = CreateSelectMenu::new(id, CreateSelectMenuKind::String { options });
    let row = CreateActionRow::SelectMenu(select.placeholder(texts::pick_placeholder()));
    let typed = match ask {
        Ask::Typed(text) => text,
        _ => "me",
    };
    let example = rows.first().filter(|_| is_direct).map(|row| (row.id, typed));
    let left_out = rows.len().saturating_sub(OPTIONS);
    let text = texts::which_match(left_out, ask.may_change_something(), example);
    Ok(Answer::new(text).rows(vec![row]))
}

/// An answer to a question for which only the last of several answers counts. Two of them are equal if the second replaces the
/// first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReplaceableAnswer {
    match_id: MatchId,
    /// The first word of the action's notation.
    word: String,
    /// Whether it was sent before the deadline.
    is_in_time: bool,
}

/// Returns the answer that a text is, or `None` if a later answer would not replace it or it cannot be played. Of several direct
/// messages that were received at once, only the last one of equal answers is then played.
pub(crate) async fn replaceable_answer(
    matches: &Matches,
    person: &Person,
    number: Option<Numbered<'_>>,
    channel: ChannelId,
    text: &str,
) -> Option<ReplaceableAnswer> {
    let found = TextSearch { matches, person, channel, text }.find(number).await;
    let Ok(Some(FoundMatch { lookup: Lookup::One(game), parsed: Some(Ok(action)) })) = found else {
        return None;
    };
    // Where seats act in turn, every action counts.
    let session = game.playing().ok().filter(|_| !game.has_turns())?;
    if session.unsure(text).is_some() {
        return None;
    }
    let seat = game.seat_of(person.user_id)?;
    session.legal(seat).iter().any(|legal| legal == action.text()).then(|| ReplaceableAnswer {
        match_id: game.id,
        word: action.text().split(' ').next().unwrap_or_default().to_owned(),
        is_in_time: person.request.zip(game.deadline).is_none_or(|(request, at)| request.sent_at < at),
    })
}
