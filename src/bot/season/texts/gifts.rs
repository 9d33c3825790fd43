//! The sentences about gifts.

use super::pieces::{amount, name_of, title};
use crate::ui::escape;
use crate::ui::limits::BUTTON_LABEL;
use crate::ui::words::uncapitalized;
use trigon_engine::season::{Gift, Season};

pub(in crate::season) const NOTHING_TO_GIVE: &str = "Nothing in this season can be given.";

pub(in crate::season) const DECLINE: &str = "Decline";

/// What became of a gift.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::season) enum GiftOutcome {
    Accepted,
    Declined,
    /// Its giver has taken the offer back.
    TakenBack,
}

/// Names what is given: `3 garnets`.
fn gift_of(season: &Season, gift: &Gift) -> String {
    amount(season, &gift.counter, gift.amount)
}

/// Returns a text as the label of a button.
fn label(text: &str) -> String {
    escape::plain(text, BUTTON_LABEL)
}

/// Returns the label of the button that accepts a gift.
pub(in crate::season) fn accept(season: &Season, gift: &Gift) -> String {
    let counter = season.counter(&gift.counter).map_or(&*gift.counter, |it| &it.label);
    label(&format!("Accept {} {}", gift.amount, uncapitalized(counter)))
}

/// Returns the label of the button that takes an offer back.
pub(in crate::season) fn take_back(season: &Season, gift: &Gift) -> String {
    let to = season.member(gift.to).map_or("", |member| &member.name);
    label(&format!("Take back the offer to {to}"))
}

/// Tells the giver that a gift is offered, and whether the other was told (`is_told`).
pub(in crate::season) fn offered(season: &Season, gift: &Gift, is_told: bool) -> String {
    let to = name_of(season, gift.to);
    let asked =
        if is_told { "I’ve asked them in a direct message." } else { "`/season book` shows it to them." };
    format!("You offer {to} {}. It is theirs once they accept. {asked}", gift_of(season, gift))
}

/// Tells a member that somebody offers them a gift.
pub(in crate::season) fn offered_to_you(season: &Season, gift: &Gift) -> String {
    format!("🎁 {} offers you {} in {}.", name_of(season, gift.from), gift_of(season, gift), title(season))
}

/// Tells whoever has answered a gift, or taken it back, what became of it.
pub(in crate::season) fn gift_answered(season: &Season, gift: &Gift, outcome: GiftOutcome) -> String {
    let (what, from, to) = (gift_of(season, gift), name_of(season, gift.from), name_of(season, gift.to));
    match outcome {
        GiftOutcome::TakenBack => format!("You’ve taken back your offer of {what} to {to}."),
        GiftOutcome::Accepted => format!("You’ve accepted {what} from {from}."),
        GiftOutcome::Declined => format!("You’ve declined {what} from {from}."),
    }
}

/// Tells the other member what became of a gift.
pub(in crate::season) fn gift_news(season: &Season, gift: &Gift, outcome: GiftOutcome) -> String {
    let (what, from, to) = (gift_of(season, gift), name_of(season, gift.from), name_of(season, gift.to));
    let season = title(season);
    match outcome {
        GiftOutcome::TakenBack => format!("{from} has taken back the offer of {what} in {season}."),
        GiftOutcome::Accepted => format!("🎁 {to} has accepted your {what} in {season}."),
        GiftOutcome::Declined => format!("{to} has declined your {what} in {season}."),
    }
}
