//! Posts with buttons, which [`face`](super::face) keeps up to date: the pregame, proposals, offers, and seats that change hands or
//! can be claimed.

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, CreateActionRow};

use super::frame::{about, note};
use super::texts;
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

/// Returns the text of the announcement of the pregame: the line that says when play begins or that it has begun, and the roster.
fn roster_post(game: &Match, beginning: String, checking_in: Option<String>) -> Text {
    let title = words::headline(&escape::title(&game.title), words::PREGAME);
    Text {
        head: vec![title, beginning, texts::roster_heading(game)],
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

/// Asks a person to take over a seat and, unless the player has `agreed`, its player to hand it over. Returns `None` if nobody is
/// asked for it any more.
pub(super) fn handover(game: &Match, seat: Seat, user: UserId, agreed: bool) -> Option<Announcement> {
    let open = game.handover(seat).filter(|handover| handover.user == user)?;
    let player = game.player(seat)?;
    let request = SeatRequest { seat: seat.number().into(), number: Some(open.number) };
    let take = button(game, ComponentAction::TakeSeat(request), texts::TAKE_SEAT, ButtonStyle::Success);
    let agree = button(game, ComponentAction::HandOver(request), texts::HAND_OVER, ButtonStyle::Primary);
    let keep = button(game, ComponentAction::KeepSeat(request), texts::KEEP_SEAT, ButtonStyle::Secondary);
    // A computed player is always willing.
    let take = Some(take).filter(|_| Computed::of(user).is_none());
    let buttons = [take, (!agreed).then_some(agree), Some(keep)].into_iter().flatten().collect();
    let name = seat_name(game, seat);
    // As it was when it was announced: the player may have agreed since.
    let mut announced = open.clone();
    announced.agreed = agreed;
    let text = match (open.until, open.back) {
        (Some(until), _) => texts::offered_seat(game, &name, user, until),
        (None, Some(back)) => texts::lent(game, &name, player.user_id, &announced, back),
        (None, None) => texts::handover(game, &name, player.user_id, &announced),
    };
    let pings = [Some(user), (!agreed).then_some(player.user_id)].into_iter().flatten().collect();
    Some(Announcement { rows: vec![CreateActionRow::Buttons(buttons)], pings, ..note(game, text) })
}

/// Returns a proposal of a host, with who has agreed so far and the buttons for it.
pub(super) fn proposal(game: &Match, open: &OpenProposal) -> Announcement {
    let voters = game.voters();
    let users = |seats: &[Seat]| -> Vec<UserId> {
        seats.iter().filter_map(|seat| game.player(*seat)).map(|player| player.user_id).collect()
    };
    let (agreed, missing): (Vec<Seat>, Vec<Seat>) =
        voters.iter().copied().partition(|seat| open.agreed.contains(seat));
    let (agreed, missing) = (users(&agreed), users(&missing));
    let rows = vec![CreateActionRow::Buttons(vec![
        button(game, ComponentAction::Consent(open.number), texts::CONSENT, ButtonStyle::Success),
        button(game, ComponentAction::Object(open.number), texts::OBJECT, ButtonStyle::Secondary),
    ])];
    let line = texts::proposed(game, open, &agreed, &missing);
    Announcement { rows, pings: missing, ..note(game, line) }
}

/// Returns what remains of the message with a proposal that is settled, because all have `agreed` or because somebody does not.
pub(super) fn proposal_over(game: &Match, proposal: &OpenProposal, agreed: bool) -> Announcement {
    note(game, texts::proposal_over(game, proposal, agreed))
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
    let line = texts::offered(kind, &seat_name(game, seat), dice_again(game), &pings);
    Some(Announcement { rows, pings, ..about(game, line) })
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
