//! [`Preset`]: terms that belong together, which hosts choose by a name with the option `ends` of `/host create`.

use poise::serenity_prelude::AutocompleteChoice;

use super::texts;
use crate::ui::Failure;
use trigon_engine::ids::GuildId;
use trigon_engine::matches::{Calendar, Matches, Terms};
use trigon_rules::games::Info;

/// Terms that belong together, by the name under which hosts choose them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Preset {
    /// The times that the sheet with the rules has.
    Sheet,
    /// More time for those who are late, and an early end once everyone is ready.
    Relaxed,
    /// Rounds end every evening.
    Evenings,
    /// Rounds of an hour.
    Quick,
}

/// The hours of a round, and before the first one, in a quick match.
const QUICK_HOURS: u32 = 1;

/// When players of a quick match are reminded, and how long they are warned of an early end, in minutes.
const QUICK_MINUTES: u32 = 15;

impl Preset {
    const ALL: [Self; 4] = [Self::Sheet, Self::Relaxed, Self::Evenings, Self::Quick];

    /// Returns the name by which hosts choose the preset.
    fn name(self) -> &'static str {
        match self {
            Self::Sheet => "as the sheet has it",
            Self::Relaxed => "relaxed",
            Self::Evenings => "evenings",
            Self::Quick => "quick",
        }
    }

    /// Says in a few words what the preset means.
    fn meaning(self) -> &'static str {
        match self {
            Self::Sheet => "24 hours a round, nothing else",
            Self::Relaxed => "more time for those who are late, free seats are offered, early ends",
            Self::Evenings => "every day at 19:00, in the time zone of your last match here",
            Self::Quick => "an hour a round, or less once everyone is ready",
        }
    }

    /// Returns the preset that somebody has named, if it is one.
    pub(super) fn from_name(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.name().eq_ignore_ascii_case(text.trim()))
    }

    /// Suggests the presets whose names contain what somebody has typed.
    pub(super) fn suggestions(typed: &str) -> impl Iterator<Item = AutocompleteChoice> {
        let typed = typed.trim().to_lowercase();
        let matching = Self::ALL.into_iter().filter(move |preset| preset.name().contains(&typed));
        matching.map(|preset| {
            AutocompleteChoice::new(format!("{}: {}", preset.name(), preset.meaning()), preset.name())
        })
    }

    /// Returns terms, such as those of a template, with the times and limits of the preset instead of their own.
    pub(super) fn applied_to(self, terms: Terms, info: &'static Info) -> Terms {
        let Terms {
            hours,
            pregame_hours,
            reminders,
            strikes,
            graces,
            grace_hours,
            early,
            early_minutes,
            least_hours,
            ..
        } = self.terms(Terms::usual(info));
        Terms {
            hours,
            pregame_hours,
            reminders,
            strikes,
            graces,
            grace_hours,
            early,
            early_minutes,
            least_hours,
            calendar: None,
            ..terms
        }
    }

    /// Returns the usual terms, with those of the preset where they differ.
    fn terms(self, usual: Terms) -> Terms {
        match self {
            Self::Sheet | Self::Evenings => usual,
            Self::Relaxed => Terms { graces: 1, strikes: 2, early: true, ..usual },
            Self::Quick => Terms {
                hours: usual.hours.keys().map(|key| (key.clone(), QUICK_HOURS)).collect(),
                pregame_hours: QUICK_HOURS,
                reminders: vec![QUICK_MINUTES],
                early: true,
                early_minutes: QUICK_MINUTES,
                least_hours: 0,
                ..usual
            },
        }
    }

    /// Returns the time of day at which rounds end, if the preset has one: in the evening, in the time zone of the last match in the
    /// server whose rounds ended at a time of day.
    ///
    /// # Errors
    /// If there was no such match.
    pub(super) async fn calendar(
        self,
        matches: &Matches,
        guild: GuildId,
    ) -> Result<Option<Calendar>, Failure> {
        if self != Self::Evenings {
            return Ok(None);
        }
        let last = last_calendar(matches, guild).await?;
        last.map(|last| Some(last.every_evening())).ok_or_else(|| Failure::denied(texts::WHICH_ZONE))
    }
}

/// Returns the times of day at which rounds ended in the last match of a server that had such times, if there was one. The settings
/// suggest times in the same zone.
pub(super) async fn last_calendar(matches: &Matches, guild: GuildId) -> Result<Option<Calendar>, Failure> {
    for row in matches.in_guild(guild, true).await?.iter().rev().take(MAX_MATCHES_SEARCHED) {
        // A match that cannot be read has no zone.
        let Ok(game) = matches.load_listed(row).await else { continue };
        if game.terms.calendar.is_some() {
            return Ok(game.terms.calendar);
        }
    }
    Ok(None)
}

/// The maximum number of matches in which a time zone is looked for, the newest ones.
const MAX_MATCHES_SEARCHED: usize = 30;

#[cfg(test)]
mod tests {
    use super::*;
    use trigon_rules::games::Registry;

    #[test]
    fn each_preset_can_be_played_and_differs_only_where_it_says_so() {
        let games = Registry::standard();
        let game = games.get("triforce-building").unwrap();
        let usual = Terms::usual(game.info());
        for preset in Preset::ALL {
            assert_eq!(Preset::from_name(&preset.name().to_uppercase()), Some(preset));
            assert_eq!(preset.terms(usual.clone()).check(&*game), Ok(()), "{preset:?}");
            let saved = Terms { players: 7, ..Preset::Quick.terms(usual.clone()) };
            let over = preset.applied_to(saved, game.info());
            assert_eq!(over, Terms { players: 7, ..preset.terms(usual.clone()) }, "the players stay");
        }
        assert_eq!(Preset::Sheet.terms(usual.clone()), usual);
        let relaxed = Preset::Relaxed.terms(usual.clone());
        assert_eq!((relaxed.graces, relaxed.strikes, relaxed.early), (1, 2, true));
        assert_eq!(relaxed.hours, usual.hours);
        let quick = Preset::Quick.terms(usual.clone());
        assert!(quick.hours.len() == usual.hours.len() && quick.hours.values().all(|hours| *hours == 1));
    }
}
