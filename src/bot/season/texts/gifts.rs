//! The sentences about gifts.

use super::pieces::{amount, name_of, title};
use crate::ui::escape;
use crate::ui::limits::BUTTON_LABEL;
use crate::ui::words::uncapitalized;
use trigon_engine::season::{Gift, Season};

pub(in crate::season) const NOTHING_TO_GIVE: &str = "Nothing in this season can be given.";

pub(in crate::season) const DECLINE: &str = "Decline";

fn gift_of(season: &Season, gift: &Gift) -> String {
    amount(season, &gift.counter, gift.amount)
}

fn label(text: &str) -> String {
    escape::plain(text, BUTTON_LABEL)
}

pub(in crate::season) fn accept(season: &Season, gift: &Gift) -> String {
    let counter = season.counter(&gift.counter).map_or(&*gift.counter, |it| &it.label);
    label(&format!("Accept {} {}", gift.amount, uncapitalized(counter)))
}

pub(in crate::season) fn take_back(season: &Season, gift: &Gift) -> String {
    let to = season.member(gift.to).map_or("", |member| &member.name);
    label(&format!("Take back the offer to {to}"))
}

pub(in crate::season) fn offered(season: &Season, gift: &Gift, is_told: bool) -> String {
    let to = name_of(season, gift.to);
    let asked =
        if is_told { "I’ve asked them in a direct message." } else { "`/season book` shows it to them." };
    format!("You offer {to} {}. It is theirs once they accept. {asked}", gift_of(season, gift))
}

pub(in crate::season) fn offered_to_you(season: &Season, gift: &Gift) -> String {
    format!("🎁 {} offers you {} in {}.", name_of(season, gift.from), gift_of(season, gift), title(season))
}

pub(in crate::season) fn gift_answered(season: &Season, gift: &Gift, accept: bool, is_own: bool) -> String {
    let (what, from, to) = (gift_of(season, gift), name_of(season, gift.from), name_of(season, gift.to));
    match (is_own, accept) {
        (true, _) => format!("You’ve taken back your offer of {what} to {to}."),
        (false, true) => format!("You’ve accepted {what} from {from}."),
        (false, false) => format!("You’ve declined {what} from {from}."),
    }
}

pub(in crate::season) fn gift_news(season: &Season, gift: &Gift, accept: bool, is_own: bool) -> String {
    let (what, from, to) = (gift_of(season, gift), name_of(season, gift.from), name_of(season, gift.to));
    let season = title(season);
    match (is_own, accept) {
        (true, _) => format!("{from} has taken back the offer of {what} in {season}."),
        (false, true) => format!("🎁 {to} has accepted your {what} in {season}."),
        (false, false) => format!("{to} has declined your {what} in {season}."),
    }
}
