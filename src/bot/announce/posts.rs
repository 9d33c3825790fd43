//! Posts with buttons, which [`face`](super::face) keeps up to date: the pregame, proposals, offers, and seats that change hands or
//! can be claimed.

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, CreateActionRow};

use super::frame::{about, note};
use super::{seats, texts};
use crate::lobby::texts::words_of;
use crate::lobby::{check_in, signup};
use crate::ui::announcement::{Announcement, Text, everybody};
use crate::ui::words::{dice_again, seat_name};
use crate::ui::{ComponentAction, SeatRequest, button, escape, words};
use trigon_engine::ids::UserId;
use trigon_engine::matches::{Computed, Match, Millis, OfferKind, OpenProposal, Status};
use trigon_rules::games::Seat;

/// Announces the pregame, with the roster.
pub(super) fn pregame(game: &Match, begins: Millis) -> Announcement {
    let buttons = [check_in::check_in_button(game)].into_iter().chain(signup::word_button(game));
    let rows = vec![CreateActionRow::Buttons(buttons.collect())];
    let checking_in = Some(texts::CHECK_IN.to_owned());
    let text = roster_post(game, texts::roster_fixed(game, begins), checking_in);
    Announcement { rows, pings: everybody(game), ..Announcement::new(text) }
}

/// Returns what remains of the announcement of the pregame once play has begun.
pub(super) fn begun(game: &Match) -> Announcement {
    Announcement::new(roster_post(game, texts::ROSTER_BEGUN.to_owned(), None))
}

fn roster_post(game: &Match, fixed: String, checking_in: Option<String>) -> Text {
    let title = words::headline(&escape::title(&game.title), words::PREGAME);
    Text {
        head: vec![title, fixed, texts::roster_heading(game)],
        bullets: texts::roster(game),
        tail: [checking_in, words_of(game), Some(words::small(&words::match_number(game.id)))]
            .into_iter()
            .flatten()
            .collect(),
    }
}

/// Announces a host's changes to a roster that was final, and what happens next.
pub(super) fn roster_changed(
    game: &Match,
    joined: &[UserId],
    left: &[UserId],
    changed: &[UserId],
) -> Announcement {
    // It is about the pregame, even if the clock is stopped or play has begun by the time it is sent.
    let title = words::headline(&escape::title(&game.title), words::PREGAME);
    let mut head = vec![title, texts::roster_changed(joined, left, changed)];
    let mut bullets = Vec::new();
    let begins = game.deadline.filter(|_| game.status == Status::Pregame);
    match begins {
        Some(begins) if !game.is_set_up() => head.push(texts::begins_if_full(game, begins)),
        Some(begins) => {
            head.extend([texts::still_begins(begins), texts::roster_heading(game)]);
            bullets = texts::roster(game);
        }
        None => {}
    }
    let text = Text { head, bullets, tail: vec![words::small(&words::match_number(game.id))] };
    let rows = begins.map(|_| CreateActionRow::Buttons(vec![check_in::check_in_button(game)]));
    let pings = [joined, left, changed].concat();
    Announcement { rows: rows.into_iter().collect(), pings, ..Announcement::new(text) }
}

/// Asks a person to take over a seat, and its player to agree.
pub(super) fn handover(game: &Match, seat: Seat, user: UserId, agreed: bool) -> Option<Announcement> {
    let asked = game.handover(seat).filter(|handover| handover.user == user)?;
    let player = game.player(seat)?;
    let request = SeatRequest { seat: seat.number().into(), number: Some(asked.number) };
    let take = button(game, ComponentAction::TakeSeat(request), seats::TAKE_SEAT, ButtonStyle::Success);
    let agree = button(game, ComponentAction::HandOver(request), seats::HAND_OVER, ButtonStyle::Primary);
    let keep = button(game, ComponentAction::KeepSeat(request), seats::KEEP_SEAT, ButtonStyle::Secondary);
    // A computed player is always willing.
    let take = Some(take).filter(|_| Computed::of(user).is_none());
    let buttons = [take, (!agreed).then_some(agree), Some(keep)].into_iter().flatten().collect();
    let name = seat_name(game, seat);
    let mut asked = asked.clone();
    asked.agreed = agreed;
    let asked = &asked;
    let text = match (asked.until, asked.back) {
        (Some(until), _) => seats::offered_seat(game, &name, user, until),
        (None, Some(back)) => seats::lent(game, &name, player.user_id, asked, back),
        (None, None) => seats::handover(game, &name, player.user_id, asked),
    };
    let asked = [Some(user), (!agreed).then_some(player.user_id)];
    Some(Announcement {
        rows: vec![CreateActionRow::Buttons(buttons)],
        pings: asked.into_iter().flatten().collect(),
        ..note(game, text)
    })
}

/// Returns a proposal of a host, with who has agreed so far and the buttons for it.
pub(super) fn proposal(game: &Match, open: &OpenProposal) -> Announcement {
    let voters = game.voters();
    let users = |agreed: bool| -> Vec<UserId> {
        let seats = voters.iter().filter(|seat| open.agreed.contains(seat) == agreed);
        seats.filter_map(|seat| game.player(*seat)).map(|player| player.user_id).collect()
    };
    let (agreed, missing) = (users(true), users(false));
    let rows = vec![CreateActionRow::Buttons(vec![
        button(game, ComponentAction::Consent(open.number), texts::CONSENT, ButtonStyle::Success),
        button(game, ComponentAction::Object(open.number), texts::OBJECT, ButtonStyle::Secondary),
    ])];
    let line = texts::proposed(game, open, &agreed, &missing);
    Announcement { rows, pings: missing, ..note(game, line) }
}

/// Returns what remains of the message with a proposal that is settled.
pub(super) fn proposal_over(game: &Match, open: &OpenProposal, agreed: bool) -> Announcement {
    note(game, texts::proposal_over(game, open, agreed))
}

/// Asks the other players to answer an offer, or returns `None` if it is no longer open.
pub(super) fn offered(game: &Match, kind: OfferKind, seat: Seat, seq: i64) -> Option<Announcement> {
    // If the offer has been answered in the meantime, that answer has its own notice.
    let number = game.offer().filter(|offer| offer.seq == seq)?.number;
    let missing = game.unanswered().into_iter().filter_map(|seat| game.player(seat));
    let pings: Vec<UserId> = missing.map(|player| player.user_id).collect();
    let rows = vec![CreateActionRow::Buttons(vec![
        button(game, ComponentAction::Accept(kind, number), texts::ACCEPT, ButtonStyle::Success),
        button(game, ComponentAction::Decline(kind, number), texts::DECLINE, ButtonStyle::Secondary),
    ])];
    let said = about(game, texts::offered(kind, &seat_name(game, seat), dice_again(game), &pings));
    Some(Announcement { rows, pings, ..said })
}

/// Tells a player whose time has run out that the seat can be claimed, or returns `None` once the player has acted.
pub(super) fn timed_out(game: &Match, seat: Seat) -> Option<Announcement> {
    let user = game.player(seat).filter(|_| game.timed_out() == Some(seat))?.user_id;
    if game.is_free(seat) {
        return Some(Announcement { pings: vec![user], ..about(game, texts::timed_out_and_offered(user)) });
    }
    let claim = button(game, ComponentAction::Claim, texts::CLAIM, ButtonStyle::Danger);
    let rows = vec![CreateActionRow::Buttons(vec![claim])];
    Some(Announcement { rows, pings: vec![user], ..about(game, texts::timed_out(user)) })
}
