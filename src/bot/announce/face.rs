//! What a message in a channel that shows a match is to show by now: [`DesiredFace`]. It follows from the match and from which
//! messages came after it, and from nothing else: so it is the same whatever was lost or repeated on the way there. The writer of
//! delivery compares it with what Discord was given, and edits the message if the two differ.

use std::fmt::Write as _;

use poise::serenity_prelude::CreateActionRow;

use super::face_key::{self, BEGUN, BELOW, PAST, SENT, STRIPPED, UNDONE};
use super::message::{MatchMessage, finished, message, past, shown_below};
use super::posts::{begun, handover, offered, pregame, proposal, proposal_over, roster_changed, timed_out};
use super::texts;
use crate::lobby::signup;
use crate::ui::Prefix;
use crate::ui::announcement::Announcement;
use crate::ui::limits::MESSAGE;
use crate::ui::words::small;
use trigon_engine::ids::UserId;
use trigon_engine::matches::{
    LiveMessage, LiveMessages, Match, MatchError, NextMessage, Notice, ProposalOutcome, QuestionId, Status,
};
use trigon_rules::games::Seat;

/// What a message that shows a match is to show.
#[derive(Debug)]
pub(crate) struct DesiredFace {
    /// What it shows in short, for comparison with what Discord was last given: see [`face_key`].
    pub(crate) key: String,
    /// The text and the components; `None` if it stays as it was sent.
    pub(crate) content: Option<Content>,
    /// Whether it never changes again.
    pub(crate) is_final: bool,
}

/// The text and the components of a message.
#[derive(Debug)]
pub(crate) struct Content {
    /// The text, or `None` if it stays.
    pub(crate) text: Option<String>,
    pub(crate) rows: Vec<CreateActionRow>,
    pub(crate) picture: Picture,
}

/// What becomes of the picture of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Picture {
    /// It stays.
    Keep,
    /// It is removed.
    Drop,
    /// It shows the match as it is now.
    Now,
}

impl DesiredFace {
    /// Content that may change at any time.
    fn open(text: String, rows: Vec<CreateActionRow>) -> Self {
        let key = face_key::content_hash(&text, &rows);
        let content = Content { text: Some(text), rows, picture: Picture::Keep };
        Self { key, content: Some(content), is_final: false }
    }

    /// Something that never changes again.
    fn last(key: &str, text: Option<String>) -> Self {
        let content = Content { text, rows: Vec::new(), picture: Picture::Keep };
        Self { key: key.to_owned(), content: Some(content), is_final: true }
    }

    /// As it was sent, for now.
    fn as_sent() -> Self {
        Self { key: SENT.to_owned(), content: None, is_final: false }
    }

    /// As it was sent, for good.
    fn as_sent_for_good() -> Self {
        Self { is_final: true, ..Self::as_sent() }
    }

    /// What has lost its buttons, and keeps its text.
    fn stripped() -> Self {
        Self::last(STRIPPED, None)
    }

    /// Adds the steps that have been chosen, if any have, so that they are not lost with a restart.
    fn add_draft(&mut self, question: QuestionId, draft: &Prefix) {
        if !draft.keys().is_empty() {
            face_key::add_draft(&mut self.key, question, draft);
        }
    }

    /// Returns whether this is what Discord was last given. If that is not known, what was `sent` counts.
    pub(crate) fn is_given(&self, given: &str, sent: Option<&str>) -> bool {
        let plain = face_key::without_marks(&self.key);
        given == self.key || given.is_empty() && (self.key == SENT || sent == Some(plain))
    }
}

/// Returns what a message is to show, or `None` if it stays as it is for now. `draft` is what the player who decides in public has
/// chosen so far.
pub(crate) fn desired_face(
    game: &Match,
    face: &LiveMessage,
    draft: Option<&(QuestionId, Prefix)>,
) -> Result<Option<DesiredFace>, MatchError> {
    if game.stopped_by_rules().is_some() {
        // Under the changed rules, it would show something that did not happen.
        return Ok(None);
    }
    if face.channel != game.channel_id {
        // The match has been moved: it is shown, and asks, in the other channel only.
        return Ok(Some(DesiredFace::stripped()));
    }
    Ok(match face.notice {
        Notice::Created => Some(sign_up(game, face)?),
        Notice::Pregame { .. } if game.session.is_some() => {
            Some(DesiredFace::last(BEGUN, Some(begun(&*game.at_first()?).text)))
        }
        Notice::Pregame { begins } => {
            roster_post(game, face, || pregame(game, game.deadline.unwrap_or(begins)))
        }
        Notice::Roster { ref joined, ref left, ref changed, .. } => {
            roster_post(game, face, || roster_changed(game, joined, left, changed))
        }
        Notice::Offered { offer, seat } => {
            let post = |game: &Match| offered(game, offer, seat, face.seq);
            Some(question_post(game, face, post)?)
        }
        Notice::Handover { seat, user, agreed, .. } => {
            let post = |game: &Match| handover(game, seat, user, agreed);
            Some(question_post(game, face, post)?)
        }
        Notice::TimeOut { seat } => Some(claim_post(game, face, seat)),
        Notice::Proposed { number } => Some(proposal_post(game, number)?),
        Notice::News { .. } | Notice::Board => match_message(game, face, draft)?,
        // No other messages are kept up to date.
        _ => Some(DesiredFace::as_sent_for_good()),
    })
}

/// Returns what a post with the roster of the pregame is to show. Only the last one is kept up to date, until play begins.
fn roster_post(game: &Match, face: &LiveMessage, post: impl FnOnce() -> Announcement) -> Option<DesiredFace> {
    if game.status != Status::Pregame {
        return Some(DesiredFace::stripped());
    }
    // A later post says how things are.
    face.is_last_roster.then(|| {
        let shown = post();
        DesiredFace::open(shown.text, shown.rows)
    })
}

/// Returns what a post that asks somebody is to show: it stays until the question is settled, that is, until the same `post` can no
/// longer be made.
fn question_post(
    game: &Match,
    face: &LiveMessage,
    post: impl Fn(&Match) -> Option<Announcement>,
) -> Result<DesiredFace, MatchError> {
    if post(game).is_some() {
        return Ok(DesiredFace::as_sent());
    }
    let as_posted = post(&*game.up_to(face.seq)?);
    Ok(as_posted.map_or_else(DesiredFace::stripped, |asked| settled(&asked.text)))
}

/// Returns what the post is to show below which a seat can be claimed: it loses its button once the player has acted, or once the
/// match is shown again below.
fn claim_post(game: &Match, face: &LiveMessage, seat: Seat) -> DesiredFace {
    let has_next = face.next.is_some_and(|next| next.is_sent);
    if !has_next && timed_out(game, seat).is_some() {
        DesiredFace::as_sent()
    } else {
        DesiredFace::stripped()
    }
}

/// Returns what the post with a host’s proposal is to show: who has agreed so far and, in the end, what came of it.
fn proposal_post(game: &Match, number: u32) -> Result<DesiredFace, MatchError> {
    if let Some(open) = game.proposal().filter(|open| open.number == number) {
        let shown = proposal(game, open);
        return Ok(DesiredFace::open(shown.text, shown.rows));
    }
    Ok(match game.past_proposal(number)? {
        None | Some((_, ProposalOutcome::Lapsed)) => DesiredFace::stripped(),
        Some((settled, outcome)) => {
            let is_agreed = outcome == ProposalOutcome::Agreed;
            DesiredFace::last(PAST, Some(proposal_over(game, &settled, is_agreed).text))
        }
    })
}

/// Returns what a settled question shows: what was asked, and that nobody has to answer.
fn settled(asked: &str) -> DesiredFace {
    DesiredFace::last(PAST, Some(format!("{asked}\n{}", texts::SETTLED)))
}

/// Returns what the sign-up post is to show. Once play has begun, it stays as it was then: a later edit would show that somebody has
/// just left.
fn sign_up(game: &Match, face: &LiveMessage) -> Result<DesiredFace, MatchError> {
    if game.session.is_some() {
        let is_known = face.given == BEGUN;
        let text = if is_known { None } else { Some(signup::announcement(&*game.at_first()?).text) };
        return Ok(DesiredFace::last(BEGUN, text));
    }
    let shown = signup::announcement(game);
    Ok(DesiredFace { is_final: !game.is_going_on(), ..DesiredFace::open(shown.text, shown.rows) })
}

/// Returns what a match message is to show: the newest one asks, and the others only say what happened.
fn match_message(
    game: &Match,
    face: &LiveMessage,
    draft: Option<&(QuestionId, Prefix)>,
) -> Result<Option<DesiredFace>, MatchError> {
    let is_over = !game.is_going_on();
    match face.next {
        // Until the board below has been sent, this message is the newest.
        None | Some(NextMessage { is_board: true, is_sent: false, .. }) if is_over => {
            at_the_end(game, face).map(Some)
        }
        None | Some(NextMessage { is_board: true, is_sent: false, .. }) => newest_message(game, face, draft),
        Some(NextMessage { is_board: true, .. }) => posted_below(game, face).map(Some),
        Some(_) if game.info().has_long_phases() => ended_round(game, face).map(Some),
        Some(next) => {
            let (then, after) = (game.up_to(face.seq)?, game.up_to(next.seq)?);
            // Nobody goes back to a turn, so this is final.
            Ok(Some(DesiredFace::last(PAST, Some(finished(&then, &after)))))
        }
    }
}

/// Returns what the newest match message shows once the match is over.
fn at_the_end(game: &Match, face: &LiveMessage) -> Result<DesiredFace, MatchError> {
    let then = game.up_to(face.seq)?;
    if then.result().is_some() {
        return Ok(DesiredFace::as_sent_for_good());
    }
    Ok(DesiredFace::last(PAST, Some(past(&then).text)))
}

/// Returns what a match message shows whose board was posted again below it.
fn posted_below(game: &Match, face: &LiveMessage) -> Result<DesiredFace, MatchError> {
    let mut wanted = DesiredFace::last(BELOW, None);
    if face.given != wanted.key
        && let Some(content) = &mut wanted.content
    {
        content.text = Some(shown_below(&*game.up_to(face.seq)?));
        content.picture = Picture::Drop;
    }
    Ok(wanted)
}

/// Returns what the message of a round shows that is over. As long as the match goes on, the round may still be undone.
fn ended_round(game: &Match, face: &LiveMessage) -> Result<DesiredFace, MatchError> {
    let key = if game.is_rewound(face.seq) { UNDONE } else { PAST };
    let mut wanted = DesiredFace { is_final: !game.is_going_on(), ..DesiredFace::last(key, None) };
    if face.given != key
        && let Some(content) = &mut wanted.content
    {
        let mut text = past(&*game.up_to(face.seq)?).text;
        let mark = small(texts::TAKEN_BACK);
        if key == UNDONE && text.chars().count() + mark.chars().count() < MESSAGE {
            let _ = write!(text, "\n{mark}");
        }
        content.text = Some(text);
    }
    Ok(wanted)
}

/// Returns what the newest match message is to show while the match goes on.
fn newest_message(
    game: &Match,
    face: &LiveMessage,
    draft: Option<&(QuestionId, Prefix)>,
) -> Result<Option<DesiredFace>, MatchError> {
    let draft = match draft.filter(|(question, _)| *question == game.question) {
        Some((_, draft)) => draft.clone(),
        None => face_key::drafted_steps(&face.given, game.question).unwrap_or_default(),
    };
    let mut then = game.up_to(face.seq)?;
    if then.question != game.question {
        if !game.is_in_phase_of(&then) || game.seems_asked().is_empty() {
            // The next message is on its way.
            return Ok(None);
        }
        return Ok(message(game, &draft, &[]).map(|shown| asks_anew(game, face, shown, &draft)));
    }
    if !then.shows_clock_of(game) {
        then.to_mut().show_clock_of(game);
    }
    let unreachable: &[UserId] = match &face.notice {
        Notice::News { unreachable, .. } => unreachable,
        _ => &[],
    };
    let Some(shown) = message(&then, &draft, unreachable) else { return Ok(None) };
    let mut wanted = DesiredFace::open(shown.text, shown.rows);
    wanted.add_draft(game.question, &draft);
    Ok(Some(wanted))
}

/// Returns what a message shows that asks a further question of the same phase, with the picture of that question.
fn asks_anew(game: &Match, face: &LiveMessage, shown: MatchMessage, draft: &Prefix) -> DesiredFace {
    let mut wanted = DesiredFace::open(shown.text, shown.rows);
    face_key::add_picture(&mut wanted.key, game.question);
    let is_pictured = face_key::pictured_question(&wanted.key) == face_key::pictured_question(&face.given);
    if let Some(content) = &mut wanted.content {
        content.picture = if is_pictured { Picture::Keep } else { Picture::Now };
    }
    wanted.add_draft(game.question, draft);
    wanted
}

/// A message and what it is to show, which may differ from what Discord was given.
#[derive(Debug)]
pub(crate) struct Difference<'a> {
    pub(crate) face: &'a LiveMessage,
    pub(crate) wanted: DesiredFace,
}

/// Returns what the messages of a match are to show, oldest first, without those that stay as they are for now.
pub(crate) fn desired_faces<'a>(
    game: &Match,
    faces: &'a LiveMessages,
    draft: Option<&(QuestionId, Prefix)>,
) -> Result<Vec<Difference<'a>>, MatchError> {
    let mut differences = Vec::new();
    for face in &faces.all {
        if let Some(wanted) = desired_face(game, face, draft)? {
            differences.push(Difference { face, wanted });
        }
    }
    Ok(differences)
}
