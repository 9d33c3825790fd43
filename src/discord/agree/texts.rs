//! What players read when they resign, claim, nudge, offer or ask for a rematch.

use super::deed::Deed;
use crate::discord::ui::words::{seat_name, title};
use crate::games::Seat;
use crate::matches::{Match, OfferKind, Status};

pub(super) fn done(game: &Match, deed: Deed, own: bool) -> String {
    let title = title(game);
    match deed {
        Deed::Resign => format!("You have resigned from {title}."),
        Deed::Claim | Deed::Nudge => format!("Done in {title}."),
        Deed::Offer(OfferKind::Draw) => format!("You offer a draw in {title}. The others are asked."),
        Deed::Offer(OfferKind::Takeback) => {
            format!("You ask to take your last action in {title} back. The others are asked.")
        }
        Deed::Accept(OfferKind::Draw) => format!("You agree to a draw in {title}."),
        Deed::Accept(OfferKind::Takeback) => format!("You agree to the takeback in {title}."),
        Deed::Decline(_) if own => format!("You have withdrawn your offer in {title}."),
        Deed::Decline(OfferKind::Draw) => format!("You have declined the draw in {title}."),
        Deed::Decline(OfferKind::Takeback) => format!("You have declined the takeback in {title}."),
    }
}

pub(super) fn claimed(game: &Match, seat: Option<Seat>) -> String {
    let whose = seat.map(|seat| format!(" of **{}**", seat_name(game, seat))).unwrap_or_default();
    format!("You have claimed the seat{whose} in {}.", title(game))
}

pub(super) fn nudged(game: &Match, seat: Seat) -> String {
    format!("I ask **{}** to go on in {}.", seat_name(game, seat), title(game))
}

pub(super) fn not_resigned() -> String {
    "You play on: to resign, set `confirm` to True.".to_owned()
}

pub(in crate::discord) fn rematch(game: &Match) -> String {
    let title = title(game);
    if game.status == Status::Running {
        return format!("{title} has begun in <#{}>.", game.channel_id);
    }
    format!("You are in {title}. It starts in <#{}> as soon as the others have joined.", game.channel_id)
}
