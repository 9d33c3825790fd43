//! What a message in a channel that shows a match is to show by now. It follows from the match and from which messages came after
//! it, and from nothing else: so it is the same whatever was lost or repeated on the way there.

use std::fmt::Write as _;

use poise::serenity_prelude::CreateActionRow;

use super::face_key::{self, BEGUN, BELOW, PAST, SENT, STRIPPED, UNDONE};
use super::message::{finished, message, past, shown_below};
use super::posts::{begun, handover, offered, pregame, proposal, proposal_over, roster_changed, timed_out};
use super::texts;
use crate::lobby::signup;
use crate::ui::Prefix;
use crate::ui::limits::MESSAGE;
use crate::ui::words::small;
use trigon_engine::ids::UserId;
use trigon_engine::matches::{
    LiveMessage, LiveMessages, Match, MatchError, NextMessage, Notice, ProposalOutcome, QuestionId, Status,
};

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

    /// Returns whether this is what Discord was last given. If that is not known, what was `sent` counts.
    pub(crate) fn is(&self, given: &str, sent: Option<&str>) -> bool {
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
    let strip = || DesiredFace::last(STRIPPED, None);
    let is_open = |open: bool| if open { DesiredFace::as_sent() } else { strip() };
    if face.channel != game.channel_id {
        // The match has been moved: it is shown, and asks, in the other channel only.
        return Ok(Some(strip()));
    }
    Ok(Some(match face.notice {
        Notice::Created => return sign_up(game, face).map(Some),
        Notice::Pregame { .. } if game.session.is_some() => {
            let begun = begun(&*game.at_first()?);
            DesiredFace::last(BEGUN, Some(begun.text))
        }
        Notice::Pregame { begins } if game.status == Status::Pregame && face.is_last_roster => {
            let shown = pregame(game, game.deadline.unwrap_or(begins));
            DesiredFace::open(shown.text, shown.rows)
        }
        Notice::Roster { ref joined, ref left, ref changed, .. }
            if game.status == Status::Pregame && face.is_last_roster =>
        {
            let shown = roster_changed(game, joined, left, changed);
            DesiredFace::open(shown.text, shown.rows)
        }
        // A later one says how things are.
        Notice::Pregame { .. } | Notice::Roster { .. } if game.status == Status::Pregame => return Ok(None),
        Notice::Pregame { .. } | Notice::Roster { .. } => strip(),
        Notice::Offered { offer, seat } if offered(game, offer, seat, face.seq).is_none() => {
            let asked = offered(&*game.up_to(face.seq)?, offer, seat, face.seq);
            asked.map_or_else(strip, |asked| settled(&asked.text))
        }
        Notice::Handover { seat, user, agreed, .. } if handover(game, seat, user, agreed).is_none() => {
            let asked = handover(&*game.up_to(face.seq)?, seat, user, agreed);
            asked.map_or_else(strip, |asked| settled(&asked.text))
        }
        Notice::Offered { .. } | Notice::Handover { .. } => DesiredFace::as_sent(),
        Notice::TimeOut { seat } => {
            let next = face.next.is_some_and(|next| next.is_sent);
            is_open(!next && timed_out(game, seat).is_some())
        }
        Notice::Proposed { number } => match game.proposal().filter(|open| open.number == number) {
            Some(open) => {
                let shown = proposal(game, open);
                DesiredFace::open(shown.text, shown.rows)
            }
            None => match game.past_proposal(number)? {
                None | Some((_, ProposalOutcome::Lapsed)) => strip(),
                Some((open, outcome)) => {
                    let is_agreed = outcome == ProposalOutcome::Agreed;
                    DesiredFace::last(PAST, Some(proposal_over(game, &open, is_agreed).text))
                }
            },
        },
        Notice::News { .. } | Notice::Board => return match_message(game, face, draft),
        // Only those above are kept.
        _ => DesiredFace::as_sent_for_good(),
    }))
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

/// Returns what a match message is to show.
fn match_message(
    game: &Match,
    face: &LiveMessage,
    draft: Option<&(QuestionId, Prefix)>,
) -> Result<Option<DesiredFace>, MatchError> {
    let (is_over, has_rounds) = (!game.is_going_on(), game.info().has_long_phases());
    // A round may still be undone, but nobody goes back to a turn.
    let is_final = !has_rounds || is_over;
    match face.next {
        // Until the same is shown below, it is still open here.
        None | Some(NextMessage { is_board: true, is_sent: false, .. }) if is_over => {
            let then = game.up_to(face.seq)?;
            if then.result().is_some() {
                return Ok(Some(DesiredFace::as_sent_for_good()));
            }
            Ok(Some(DesiredFace::last(PAST, Some(past(&then).text))))
        }
        None | Some(NextMessage { is_board: true, is_sent: false, .. }) => open(game, face, draft),
        Some(NextMessage { is_board: true, .. }) => {
            let mut wanted = DesiredFace::last(BELOW, None);
            if face.given != wanted.key
                && let Some(content) = &mut wanted.content
            {
                content.text = Some(shown_below(&*game.up_to(face.seq)?));
                content.picture = Picture::Drop;
            }
            Ok(Some(wanted))
        }
        Some(_) if has_rounds => {
            let key = if game.is_rewound(face.seq) { UNDONE } else { PAST };
            let mut wanted = DesiredFace { is_final, ..DesiredFace::last(key, None) };
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
            Ok(Some(wanted))
        }
        Some(next) => {
            let (then, after) = (game.up_to(face.seq)?, game.up_to(next.seq)?);
            Ok(Some(DesiredFace::last(PAST, Some(finished(&then, &after)))))
        }
    }
}

/// Returns what the newest match message is to show.
fn open(
    game: &Match,
    face: &LiveMessage,
    draft: Option<&(QuestionId, Prefix)>,
) -> Result<Option<DesiredFace>, MatchError> {
    let mut then = game.up_to(face.seq)?;
    let draft = match draft.filter(|(question, _)| *question == game.question) {
        Some((_, draft)) => draft.clone(),
        None => face_key::drafted_steps(&face.given, game.question).unwrap_or_default(),
    };
    let unreachable: &[UserId] = match &face.notice {
        Notice::News { unreachable, .. } => unreachable,
        _ => &[],
    };
    let is_same = then.question == game.question;
    if !is_same && (!game.is_in_phase_of(&then) || game.seems_asked().is_empty()) {
        // The next one is on its way.
        return Ok(None);
    }
    let shown = if is_same {
        if !then.shows_clock_of(game) {
            then.to_mut().show_clock_of(game);
        }
        message(&then, &draft, unreachable)
    } else {
        message(game, &draft, &[])
    };
    let Some(shown) = shown else { return Ok(None) };
    let mut wanted = DesiredFace::open(shown.text, shown.rows);
    if !is_same {
        face_key::add_picture(&mut wanted.key, game.question);
        if let Some(content) = &mut wanted.content {
            let is_known =
                face_key::pictured_question(&wanted.key) == face_key::pictured_question(&face.given);
            content.picture = if is_known { Picture::Keep } else { Picture::Now };
        }
    }
    if !draft.keys().is_empty() {
        face_key::add_draft(&mut wanted.key, game.question, &draft);
    }
    Ok(Some(wanted))
}

/// A message and what it is to show, if that differs from what Discord was given.
#[derive(Debug)]
pub(crate) struct Difference<'a> {
    pub(crate) face: &'a LiveMessage,
    pub(crate) wanted: DesiredFace,
}

/// Returns what the messages of a match are to show, oldest first.
pub(crate) fn desired_faces<'a>(
    game: &Match,
    faces: &'a LiveMessages,
    draft: Option<&(QuestionId, Prefix)>,
) -> Result<Vec<Difference<'a>>, MatchError> {
    let mut all = Vec::new();
    for face in &faces.all {
        if let Some(wanted) = desired_face(game, face, draft)? {
            all.push(Difference { face, wanted });
        }
    }
    Ok(all)
}
