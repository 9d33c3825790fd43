//! A notice put into words: what is posted in the channel and what is written to a player.
//!
//! The match is shown as it stood after the entry that the message names. What is asked is only asked while it
//! still is: a message that comes late tells what happened, without buttons for a round that is over.

use std::collections::BTreeSet;

use poise::serenity_prelude as serenity;
use serenity::{
    ButtonStyle, CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateButton, CreateEmbed,
    CreateEmbedFooter, CreateMessage, UserId,
};

use super::ids::{CustomId, Press};
use super::play::{self, personal};
use super::proof::{check_draws, recorded};
use super::texts;
use super::turns::{self, signup};
use super::{escape, picture};
use crate::games::{AnySession, Audience, Viewer};
use crate::matches::{Fault, Match, MatchError, Matches, Millis, Notice, Player, Summary, Target};
use crate::store::OutboxRow;

/// The most characters of a message.
const CONTENT: usize = 2_000;

/// The colour of the standings.
pub(super) const GOLD: u32 = 0x00FF_CB2E;

/// A message ready to be sent.
#[derive(Debug, Default)]
pub(super) struct Announcement {
    /// The text.
    pub(super) text: String,
    /// A box below it.
    pub(super) embed: Option<CreateEmbed>,
    /// What can be pressed.
    pub(super) rows: Vec<CreateActionRow>,
    /// Pictures and files.
    pub(super) files: Vec<CreateAttachment>,
    /// Whom it pings; nobody else, whatever stands in the text.
    pub(super) pings: Vec<i64>,
}

impl Announcement {
    pub(super) fn new(text: Text) -> Self {
        Self { text: text.fitted(), ..Self::default() }
    }

    /// The message without its files.
    pub(super) fn message(&self) -> CreateMessage {
        // Discord refuses a list that names somebody twice.
        let pings: BTreeSet<u64> = self.pings.iter().filter_map(|id| u64::try_from(*id).ok()).collect();
        let pings = pings.into_iter().filter(|id| *id > 0).map(UserId::new);
        let mentions = CreateAllowedMentions::new().users(pings);
        let message = CreateMessage::new().content(&self.text).allowed_mentions(mentions);
        let message = message.embeds(self.embed.iter().cloned().collect());
        if self.rows.is_empty() { message } else { message.components(self.rows.clone()) }
    }
}

/// Lines of which the ones in the middle can be left out when there are too many.
#[derive(Default)]
pub(super) struct Text {
    pub(super) head: Vec<String>,
    pub(super) bullets: Vec<String>,
    pub(super) tail: Vec<String>,
}

impl Text {
    fn fitted(mut self) -> String {
        loop {
            let lines = self.head.iter().chain(&self.bullets).chain(&self.tail);
            let text = lines.filter(|line| !line.is_empty()).cloned().collect::<Vec<_>>().join("\n");
            let longest = (0..self.bullets.len()).max_by_key(|i| self.bullets[*i].len());
            match longest {
                _ if text.chars().count() <= CONTENT => return text,
                Some(longest) => drop(self.bullets.remove(longest)),
                // Nothing of what stands around the bullets is ever so long.
                None => return text.chars().take(CONTENT).collect(),
            }
        }
    }
}

/// What a message says; `None` when there is nothing left to say.
///
/// # Errors
/// When the match cannot be loaded or the notice cannot be read.
pub(super) async fn announce(
    matches: &Matches,
    row: &OutboxRow,
    now: &Match,
) -> Result<Option<Announcement>, MatchError> {
    let id = row.match_id;
    let notice: Notice = serde_json::from_str(&row.message.notice)
        .map_err(|_| Fault::Stored { id, what: "message to be sent" })?;
    let mut then = matches.load_up_to(id, row.message.seq).await?;
    let is_now = same_moment(&then, now);
    if then.stopped().is_some() && shows_match(&notice) {
        // Other rules would show something else than what happened.
        return Ok(None);
    }
    let to_player = matches!(row.message.target, Target::User(_));
    Ok(Some(match notice {
        Notice::Created if now.has_turns() => signup::announcement(now),
        Notice::Created => created(now),
        Notice::Pregame { begins } => {
            pregame(now, now.deadline.filter(|_| now.session.is_none()).unwrap_or(begins))
        }
        Notice::News { deadline, unreachable, .. } if !now.has_turns() => {
            then.deadline = if is_now { now.deadline } else { deadline };
            update(matches, &then, unreachable).await?
        }
        Notice::Personal { seat, .. } if is_now && now.is_going_on() => {
            personal::asked(now, personal::news(&then, seat), seat).await
        }
        // What was asked is over meanwhile; what was told is still the player's to know.
        Notice::Personal { seat, .. } => personal::told(&then, personal::news(&then, seat), seat),
        notice @ (Notice::Reminder { .. } | Notice::DmClosed { .. }) if now.has_turns() => {
            return turns::announce::announce(matches, row, &then, now, &notice).await;
        }
        Notice::Reminder { seat, deadline } => {
            let silent = now.decision(seat).is_some_and(|decision| !decision.answered);
            let deadline = if is_now { now.deadline.unwrap_or(deadline) } else { deadline };
            if !(is_now && silent && now.is_going_on() && matches.clock().now() < deadline) {
                return Ok(None);
            }
            return Ok(personal::reminder(now, seat, deadline));
        }
        Notice::DmClosed { user_id } => {
            Announcement { pings: vec![user_id], ..Announcement::new(note(now, texts::dm_closed(user_id))) }
        }
        Notice::Paused { left } => clock_note(&then, now, to_player, texts::paused(host(&then), left)),
        Notice::Resumed { deadline } => {
            clock_note(&then, now, to_player, texts::resumed(host(&then), deadline))
        }
        Notice::Extended { deadline } => {
            clock_note(&then, now, to_player, texts::extended(host(&then), deadline))
        }
        Notice::Cancelled => {
            let keeps_secrets = now.has_secrets() && now.session.is_some();
            Announcement::new(note(now, texts::cancelled(host(&then), keeps_secrets)))
        }
        Notice::Published => published(matches, now).await?,
        Notice::RulesChanged(rules) => {
            let host = now.host_id;
            let line = texts::rules_changed(host, &now.rules_words(&rules), rules.broken.is_some());
            Announcement { pings: vec![host], ..Announcement::new(note(now, line)) }
        }
        notice => return turns::announce::announce(matches, row, &then, now, &notice).await,
    }))
}

/// Returns the host who made the last entry.
fn host(game: &Match) -> Option<i64> {
    game.log.last().and_then(|entry| entry.host)
}

/// A line about the clock. In the channel it calls those who are asked in public; players who are asked in private get
/// it themselves.
fn clock_note(then: &Match, now: &Match, to_player: bool, line: String) -> Announcement {
    let asked = then.to_act().into_iter().filter_map(|asked| now.player(asked.seat));
    let is_called = !to_player && now.has_turns() && same_moment(then, now);
    let pings = asked.filter(|_| is_called).map(|player| player.user_id).collect();
    Announcement { pings, ..Announcement::new(note(now, line)) }
}

/// Whether a notice shows how the match stands, which only its own rules can tell.
fn shows_match(notice: &Notice) -> bool {
    !matches!(
        notice,
        Notice::Created
            | Notice::Pregame { .. }
            | Notice::DmClosed { .. }
            | Notice::Paused { .. }
            | Notice::Resumed { .. }
            | Notice::Extended { .. }
            | Notice::Cancelled
            | Notice::RulesChanged(_)
    )
}

/// Whether what was asked then is asked still.
pub(super) fn same_moment(then: &Match, now: &Match) -> bool {
    match (&then.session, &now.session) {
        (Some(a), Some(b)) => a.phase().id == b.phase().id && then.question == now.question,
        (None, None) => true,
        _ => false,
    }
}

/// What its host reads of a match whose clock is stuck. The match itself may be what cannot be read.
pub(super) fn clock_stuck(row: &Summary, planned: Millis) -> Announcement {
    let number = texts::small(&texts::match_and_title(row.id, &escape::title(&row.title)));
    let head = vec![texts::clock_stuck(row.host_id, planned), number];
    Announcement { pings: vec![row.host_id], ..Announcement::new(Text { head, ..Text::default() }) }
}

fn headline(game: &Match, moment: &str) -> String {
    texts::headline(&escape::title(&game.title), moment)
}

/// A message of a line, with the match that it is about.
fn note(game: &Match, line: String) -> Text {
    let number = texts::small(&texts::match_and_title(game.id, &escape::title(&game.title)));
    Text { head: vec![line, number], ..Text::default() }
}

fn created(game: &Match) -> Announcement {
    let terms = &game.terms;
    let head = vec![
        headline(game, texts::NEW_MATCH),
        texts::terms(game),
        if terms.open_signup { texts::OPEN_SIGNUP } else { texts::CLOSED_SIGNUP }.to_owned(),
        if terms.playing_host { texts::PLAYING_HOST } else { "" }.to_owned(),
        texts::small(&texts::to_host(game.host_id, &terms.co_hosts)),
        texts::small(&texts::match_and_commitment(game.id, &game.seed().commitment())),
    ];
    let button = |press, label, style| {
        let id = CustomId::new(game.id, game.question, press);
        CreateButton::new(id.to_string()).label(label).style(style)
    };
    let buttons = CreateActionRow::Buttons(vec![
        button(Press::Join, texts::JOIN, ButtonStyle::Success),
        button(Press::Leave, texts::LEAVE, ButtonStyle::Secondary),
    ]);
    let rows = if terms.open_signup { vec![buttons] } else { Vec::new() };
    Announcement { rows, ..Announcement::new(Text { head, ..Text::default() }) }
}

/// The roster, highest priority first, as everybody may know it.
fn roster(game: &Match) -> Vec<String> {
    let place = |player: &Player| player.fields.number("priority").unwrap_or_default();
    let mut players: Vec<_> = game.players.iter().collect();
    players.sort_by_key(|player| std::cmp::Reverse(place(player)));
    let line =
        |player: &&Player| texts::roster_line(place(player), &escape::name(&player.name), player.user_id);
    players.iter().map(line).collect()
}

pub(super) fn everybody(game: &Match) -> Vec<i64> {
    game.players.iter().map(|player| player.user_id).collect()
}

fn pregame(game: &Match, begins: Millis) -> Announcement {
    let text = Text {
        head: vec![headline(game, texts::PREGAME), texts::roster_fixed(begins), texts::PRIORITIES.to_owned()],
        bullets: roster(game),
        tail: vec![texts::small(&texts::match_and_commitment(game.id, &game.seed().commitment()))],
    };
    Announcement { pings: everybody(game), ..Announcement::new(text) }
}

/// A round, the vote or the end, for everyone.
async fn update(matches: &Matches, game: &Match, unreachable: Vec<i64>) -> Result<Announcement, MatchError> {
    let table = game.session.as_deref().ok_or(Fault::Stored { id: game.id, what: "setup" })?;
    let public = game.latest().iter().filter(|told| told.audience == Audience::All);
    let mut text = Text {
        head: vec![headline(game, &play::moment(game))],
        bullets: public.map(|told| texts::bullet(&escape::text(&told.text))).collect(),
        tail: Vec::new(),
    };
    if table.outcome().is_some() {
        return end(matches, game, table, text).await;
    }
    let mut pings = Vec::new();
    if let Some(host) = host(game) {
        text.tail.push(texts::small(&texts::ended_by(host)));
    }
    if game.is_fresh() {
        text.tail.push(texts::LETTERS.to_owned());
        if game.terms.pregame_hours == 0 {
            // No pregame has made the roster public.
            text.tail.push(texts::PRIORITIES.to_owned());
            text.tail.extend(roster(game));
            pings = everybody(game);
        }
    }
    if let Some(deadline) = game.deadline {
        let asked = table.to_act();
        let noun = asked.first().map(|decision| table.prompt(decision).noun);
        let everyone = asked.len() == game.players.len();
        text.tail.extend(
            noun.map(|noun| play::texts::send_answers(&table.phase().title, deadline, noun, everyone)),
        );
    }
    if !unreachable.is_empty() {
        text.tail.push(texts::unreachable(&unreachable));
        pings.extend(unreachable);
    }
    text.tail.push(texts::small(&texts::match_number(game.id)));
    let files = picture(game, Viewer::Public).await;
    Ok(Announcement { files, pings, ..Announcement::new(text) })
}

async fn end(
    matches: &Matches,
    game: &Match,
    table: &dyn AnySession,
    mut text: Text,
) -> Result<Announcement, MatchError> {
    let pings = everybody(game);
    text.tail.push(texts::thanks(&pings));
    let files = disclosed(matches, game, &mut text.tail).await?;
    text.tail.push(texts::small(&texts::match_number(game.id)));
    let outcome = table.outcome();
    let standings = outcome.iter().flat_map(crate::games::Outcome::ranked);
    let line = |(rank, standing): (usize, &crate::games::Standing)| {
        let name = escape::name(&table.names().get(standing.seat));
        texts::standing_line(rank, &name, &escape::text(&standing.note))
    };
    let lines: Vec<String> = standings.map(line).collect();
    let reason = outcome.map(|outcome| outcome.reason).unwrap_or_default();
    let embed = CreateEmbed::new()
        .title(texts::STANDINGS)
        .colour(GOLD)
        .description(lines.join("\n"))
        .footer(CreateEmbedFooter::new(reason));
    Ok(Announcement { embed: Some(embed), files, pings, ..Announcement::new(text) })
}

/// Returns the last picture, the record and the replay of a match that has ended, and adds to some lines how to check its
/// draws.
async fn disclosed(
    matches: &Matches,
    game: &Match,
    lines: &mut Vec<String>,
) -> Result<Vec<CreateAttachment>, Fault> {
    let mut files = picture(game, Viewer::Afterwards).await;
    if let Some((record, file)) = recorded(game) {
        lines.extend(check_draws(matches, game, &record).await?);
        files.push(file);
        match picture::replay(game.id, record).await {
            Ok(replay) => files.push(replay),
            Err(error) => tracing::error!(%error, "a match is shown without a replay"),
        }
    }
    Ok(files)
}

/// A match that was cancelled, with everything that was secret in it.
async fn published(matches: &Matches, game: &Match) -> Result<Announcement, Fault> {
    let mut text = note(game, texts::PUBLISHED.to_owned());
    let files = disclosed(matches, game, &mut text.head).await?;
    Ok(Announcement { files, ..Announcement::new(text) })
}

/// The picture; what there is to say is said without it when it cannot be drawn.
pub(super) async fn picture(game: &Match, viewer: Viewer) -> Vec<CreateAttachment> {
    match picture::attachment(game, viewer).await {
        Ok(picture) => vec![picture],
        Err(error) => {
            tracing::error!(%error, "a message goes without its picture");
            Vec::new()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_bullets_are_left_out_the_longest_first() {
        let text = Text {
            head: vec!["head".to_owned()],
            bullets: vec!["a".repeat(1_000), "b".repeat(1_200), "c".to_owned()],
            tail: vec!["tail".to_owned()],
        };
        assert_eq!(text.fitted(), format!("head\n{}\nc\ntail", "a".repeat(1_000)));
    }

    #[test]
    fn nobody_is_pinged_unless_named() {
        let message = |pings| Announcement { text: "<@1> <@2>".to_owned(), pings, ..Announcement::default() };
        let json = serde_json::to_value(message(vec![2, 2]).message()).unwrap();
        assert_eq!(json["allowed_mentions"]["users"], serde_json::json!(["2"]));
        assert_eq!(json["allowed_mentions"]["parse"], serde_json::json!([]));
        let json = serde_json::to_value(message(Vec::new()).message()).unwrap();
        assert_eq!(json["allowed_mentions"]["parse"], serde_json::json!([]));
        assert!(json["allowed_mentions"]["users"].as_array().is_none_or(Vec::is_empty));
    }
}
