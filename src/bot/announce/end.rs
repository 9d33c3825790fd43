//! The end of a match: the result, the last picture, and what becomes public so that anyone can check the match: the
//! record, the seed, and the post with its hash.

use poise::serenity_prelude as serenity;
use serenity::{
    ButtonStyle, CreateActionRow, CreateAttachment, CreateButton, CreateEmbed, CreateEmbedFooter,
};

use super::frame::note_text;
use super::message::heading;
use super::notice_context::NoticeContext;
use super::{story, texts};
use crate::ui::announcement::{Announcement, Text, everybody, picture};
use crate::ui::limits::BUTTONS;
use crate::ui::words::{holders, link, seat_name};
use crate::ui::{Answer, ComponentAction, Failure, button, escape, picture as pictures, words};
use trigon_engine::ids::MessageId;
use trigon_engine::matches::{
    EndReason, InternalError, Match, MatchError, Matches, Notice, Record, RecordedBeacon, Target,
};
use trigon_rules::games::{Seat, Standing, StandingsGroup, Verdict, Viewer};

/// The colour of the standings embed.
const GOLD: u32 = 0x00FF_CB2E;

/// Returns the message that ends a match.
pub(super) async fn end(matches: &Matches, game: &Match) -> Result<Announcement, InternalError> {
    let pings = everybody(game);
    let Ending { headline, mut more, small } = Ending::of(game);
    let Disclosed { files, left_out, proof, chronicle } = disclosed(matches, game).await?;
    more.extend(chronicle);
    // What people look for comes first, the proof last.
    let embed = CreateEmbed::new().colour(GOLD).title(texts::STANDINGS).description(standings(game));
    let embed = embed.footer(CreateEmbedFooter::new(words::match_number(game.id)));
    let undrawn = words::undrawn(game).into_iter();
    let tail = [texts::thanks(&pings)].into_iter().chain(small).chain(undrawn).chain(left_out);
    let tail = tail.chain(proof.iter().map(Proof::in_short)).collect();
    let text = Text { head: vec![last_heading(game), headline], bullets: more, tail };
    let buttons = buttons(game, proof.is_some());
    let rows = buttons.chunks(BUTTONS).map(|row| CreateActionRow::Buttons(row.to_vec())).collect();
    Ok(Announcement { embed: Some(embed), files, rows, pings, ..Announcement::new(text) })
}

/// Returns the first line. In games of rounds, it names the end like any other phase.
fn last_heading(game: &Match) -> String {
    let heading = heading(game);
    if game.has_turns() { texts::at_the_end(&heading) } else { heading }
}

/// Returns the buttons below the end of a match: playing it again, and looking back at it.
fn buttons(game: &Match, has_proof: bool) -> Vec<CreateButton> {
    let secondary = |action, label| button(game, action, label, ButtonStyle::Secondary);
    let mut buttons = vec![
        button(game, ComponentAction::Rematch, texts::REMATCH, ButtonStyle::Primary),
        secondary(ComponentAction::Replay, texts::REPLAY),
    ];
    if game.has_turns() {
        buttons.push(secondary(ComponentAction::Review, texts::REVIEW));
        buttons.push(secondary(ComponentAction::Page(0), texts::WALK));
    } else {
        // Rounds speak for themselves.
        buttons.push(secondary(ComponentAction::Page(0), texts::REVIEW));
    }
    buttons.push(secondary(ComponentAction::Result, texts::SHARE));
    buttons.extend(has_proof.then(|| secondary(ComponentAction::FairPlay, texts::FAIR_PLAY)));
    buttons
}

/// How a match ended, in sentences.
struct Ending {
    headline: String,
    /// What else happened.
    more: Vec<String>,
    /// What follows by the rules.
    small: Vec<String>,
}

impl Ending {
    /// Returns how a match ended: as its game tells it, or who has won.
    fn of(game: &Match) -> Self {
        let by_rules = is_by_rules(game).then(|| story::end_story(game)).flatten();
        if let Some((told, events)) = by_rules {
            let (headline, more) = (story::headline(&told), story::more(&told));
            let small = story::small_print(&told).into_iter().chain(events);
            return Self { headline, more, small: small.collect() };
        }
        let winners = winners(game);
        let wins = |line: &String| winners.iter().any(|seat| *line == story::wins(game, *seat));
        // The headline says who wins.
        let more = story::latest_events(game).into_iter().filter(|line| !wins(line)).collect();
        Self { headline: result(game), more, small: Vec::new() }
    }
}

/// Returns whether the rules ended a match, and not a resignation or an agreement.
pub(super) fn is_by_rules(game: &Match) -> bool {
    game.result().is_some_and(|result| result.how == EndReason::Rules)
}

/// Returns the seats that have won.
pub(super) fn winners(game: &Match) -> Vec<Seat> {
    let standings = game.result().map(|result| result.outcome.standings).unwrap_or_default();
    standings.iter().filter(|standing| standing.verdict == Verdict::Won).map(|won| won.seat).collect()
}

/// Says who has won, and why.
fn result(game: &Match) -> String {
    let Some(result) = game.result() else { return String::new() };
    let reason = escape::text(&result.outcome.reason);
    let names: Vec<String> = winners(game).iter().map(|seat| seat_name(game, *seat)).collect();
    let is_drawn = result.outcome.standings.iter().any(|standing| standing.verdict == Verdict::Drawn);
    texts::result(&names, is_drawn, &reason)
}

/// Lists the final standings of a match, in lines that fit a phone.
pub(super) fn standings(game: &Match) -> String {
    let session = game.session.as_deref().filter(|_| is_by_rules(game));
    let groups = session.map(|session| session.observe(Viewer::Afterwards).groups()).unwrap_or_default();
    if !groups.is_empty() {
        let line =
            |(seat, note): &(Seat, String)| texts::standing("", &holders(game, *seat), &escape::text(note));
        let group = |group: &StandingsGroup| {
            let lines: Vec<String> = group.seats.iter().map(line).collect();
            format!("**{}**\n{}", group.title, lines.join("\n"))
        };
        return groups.iter().map(group).collect::<Vec<_>>().join("\n");
    }
    let has_winner = !winners(game).is_empty();
    let line = |standing: &Standing| {
        let mark = texts::verdict(standing.verdict, has_winner);
        texts::standing(mark, &holders(game, standing.seat), &escape::text(&standing.note))
    };
    let result = game.result();
    let lines = result.iter().flat_map(|result| &result.outcome.standings).map(line);
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the message that tells a player the end of a match whose channel takes no messages.
pub(super) fn in_private(game: &Match) -> Announcement {
    let Ending { headline, .. } = Ending::of(game);
    let head = vec![last_heading(game), headline, standings(game)];
    Announcement::new(Text { head, tail: vec![texts::lost_at_the_end(game.id)], ..Text::default() })
}

/// What shows that nobody has changed the draws of a match.
pub(super) struct Proof {
    seed: String,
    /// The link to the message with the hash.
    post: Option<String>,
    /// The number of words that players have added.
    words: usize,
    beacon: Option<RecordedBeacon>,
}

impl Proof {
    /// Says in one line where the seed is, with the link to its hash.
    fn in_short(&self) -> String {
        words::small(&texts::seed_in_short(self.post.as_deref()))
    }

    /// Returns the instructions for checking the draws.
    pub(super) fn in_full(&self) -> String {
        texts::seed(&self.seed, self.post.as_deref(), self.words, self.beacon.as_ref())
    }
}

/// Tells a person who presses **Fair play** how the draws of a match can be checked, and what that proves: with the seed once it is
/// public, and before that with its hash.
pub(crate) async fn fair_play(matches: &Matches, game: &Match) -> Result<Answer, Failure> {
    let is_seed_public = game.session.is_some() && game.is_disclosed();
    let proof = if is_seed_public { find_proof(matches, game, &game.record()?).await? } else { None };
    let by_hash = || texts::hash_explained(&game.seed().commitment(), game.beacon.as_ref());
    Ok(Answer::new(proof.map_or_else(by_hash, |proof| proof.in_full())))
}

/// What a match discloses to everyone.
pub(super) struct Disclosed {
    /// The last picture, the record, and the replay if one was made.
    pub(super) files: Vec<CreateAttachment>,
    /// A note on what the replay leaves out, if anything.
    pub(super) left_out: Option<String>,
    /// What shows that nobody has changed the draws.
    pub(super) proof: Option<Proof>,
    /// How the match went, in a few sentences.
    pub(super) chronicle: Vec<String>,
}

/// Returns the last picture and the record of a finished match, with instructions for checking its draws. A match with
/// secrets is replayed at once, because everyone has been waiting for that.
pub(super) async fn disclosed(matches: &Matches, game: &Match) -> Result<Disclosed, InternalError> {
    let mut files = picture(game, Viewer::Afterwards).await;
    let (mut proof, mut left_out, mut chronicle) = (None, None, Vec::new());
    if let Some((record, file)) = recorded(game) {
        if is_by_rules(game) {
            chronicle = tell_course(game, &record);
        }
        proof = find_proof(matches, game, &record).await?;
        files.push(file);
        if game.has_secrets() {
            match pictures::studio().replay(game.id, record).await {
                Ok(replay) => {
                    left_out = replay.left_out();
                    files.push(replay.attachment());
                }
                Err(error) => tracing::error!(%error, "a match is shown without a replay"),
            }
        }
    }
    Ok(Disclosed { files, left_out, proof, chronicle })
}

/// Tells how a match went, or nothing if its record cannot be replayed.
fn tell_course(game: &Match, record: &Record) -> Vec<String> {
    let course = record.chronicle().unwrap_or_else(|error| {
        tracing::error!(match_id = game.id.0, %error, "the end is announced without how the match went");
        Vec::new()
    });
    course.iter().map(|sentence| story::plain(sentence)).collect()
}

impl NoticeContext<'_> {
    /// Shows everyone what was secret in a match that a host has published.
    pub(super) async fn published(&self) -> Result<Announcement, MatchError> {
        let now = self.now;
        let mut text = note_text(now.id, &now.title, texts::PUBLISHED.to_owned());
        let Disclosed { files, left_out, proof, .. } = self::disclosed(self.matches, now).await?;
        text.tail.extend(left_out.into_iter().chain(proof.map(|proof| proof.in_full())));
        Ok(Announcement { files, ..Announcement::new(text) })
    }
}

/// Returns the link to the message that carries the hash of the seed and is never edited. Matches created without such
/// a message have the hash in their first message.
async fn hash_link(matches: &Matches, game: &Match) -> Result<Option<String>, InternalError> {
    let carries_hash =
        |notice: &Notice| matches!(notice, Notice::Created | Notice::Pregame { .. } | Notice::News { .. });
    let posted = match matches.first_posted(game.id, |notice| *notice == Notice::Committed).await? {
        Some(posted) => Some(posted),
        None => matches.first_posted(game.id, carries_hash).await?,
    };
    // Zero means that another process sent the message and its Discord ID is unknown.
    Ok(posted.filter(|posted| posted.message_id != MessageId(0)).and_then(|posted| match posted.target {
        Target::Channel(channel) => Some(link(game.guild_id, channel, posted.message_id)),
        Target::User(_) => None,
    }))
}

/// Returns the record of a match and its file, or `None` if it cannot be read; the end is then announced without it.
fn recorded(game: &Match) -> Option<(Record, CreateAttachment)> {
    let record = game.record().and_then(|record| Ok((record.file()?, record)));
    match record {
        Ok((bytes, record)) => Some((record, CreateAttachment::bytes(bytes, "record.json"))),
        Err(error) => {
            tracing::error!(match_id = game.id.0, %error, "the end is announced without the record");
            None
        }
    }
}

/// Returns what shows that nobody has changed the draws, or `None` while the seed is secret.
async fn find_proof(
    matches: &Matches,
    game: &Match,
    record: &Record,
) -> Result<Option<Proof>, InternalError> {
    let Some(seed) = &record.seed else { return Ok(None) };
    let post = hash_link(matches, game).await?;
    let (words, beacon) = (record.words.len(), record.beacon);
    Ok(Some(Proof { seed: seed.reveal(), post, words, beacon }))
}
