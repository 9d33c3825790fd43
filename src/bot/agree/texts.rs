//! The sentences for players who resign, claim, nudge, offer something or ask for a rematch.

use super::deed::Deed;
use crate::ui::words::{seat_name, title};
use trigon_engine::matches::{Match, OfferKind, Status};
use trigon_rules::games::Seat;

pub(super) fn done(game: &Match, deed: Deed, own: bool) -> String {
    let title = title(game);
    match deed {
        Deed::Resign => format!("You’ve resigned from {title}."),
        Deed::Claim | Deed::Nudge => format!("Done in {title}."),
        Deed::Offer(OfferKind::Draw) => format!("You’ve offered a draw in {title}. I’ve asked the others."),
        Deed::Offer(OfferKind::Takeback) => {
            format!("You’ve asked to take back your last action in {title}. I’ve asked the others.")
        }
        Deed::Accept(OfferKind::Draw) => format!("You’ve agreed to a draw in {title}."),
        Deed::Accept(OfferKind::Takeback) => format!("You’ve agreed to the takeback in {title}."),
        Deed::Decline(_) if own => format!("You’ve withdrawn your offer in {title}."),
        Deed::Decline(OfferKind::Draw) => format!("You’ve declined the draw in {title}."),
        Deed::Decline(OfferKind::Takeback) => format!("You’ve declined the takeback in {title}."),
    }
}

pub(super) fn claimed(game: &Match, seat: Option<Seat>) -> String {
    let seat =
        seat.map_or_else(|| "the seat".to_owned(), |seat| format!("**{}**’s seat", seat_name(game, seat)));
    format!("You’ve claimed {seat} in {}.", title(game))
}

pub(super) fn nudged(game: &Match, seat: Seat) -> String {
    format!("I’ve told **{}** that you’re waiting in {}.", seat_name(game, seat), title(game))
}

pub(super) fn not_resigned() -> String {
    "You’re still in the match. To resign, set `confirm` to True.".to_owned()
}

pub(crate) fn rematch(game: &Match) -> String {
    let title = title(game);
    if game.status == Status::Running {
        return format!("{title} has begun in <#{}>.", game.channel_id);
    }
    format!("You’re in {title}. It starts in <#{}> as soon as the others have joined.", game.channel_id)
}
