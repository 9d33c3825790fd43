//! The sentences about what people did, in numbers.

use std::collections::BTreeMap;
use std::fmt::Display;

use crate::ui::words::{bullet, duration, mention, uncapitalized};
use trigon_engine::ids::UserId;
use trigon_engine::matches::{Deeds, HOUR, Millis};
use trigon_rules::games::{FinalKind, Info, phrase};

/// Shows what somebody did in matches that are over, game by game: in all of them, or in the newest ones. Deadlines and times
/// are for that person alone: in rounds, nobody else learns who has not answered.
pub(in crate::info) fn stats(
    whose: UserId,
    is_own: bool,
    games: &[(&Info, Deeds)],
    newest: Option<usize>,
) -> String {
    let which = match newest {
        Some(newest) => format!("of the newest {newest} here that are over"),
        None => "here that are over".to_owned(),
    };
    let whose = if is_own { "You".to_owned() } else { mention(whose) };
    if games.is_empty() {
        let has = if is_own { "have" } else { "has" };
        let seen = if is_own { "" } else { " that you can see" };
        return format!("{whose} {has} played in no matches {which}{seen}.");
    }
    let blocks: Vec<String> = games.iter().map(|it| numbers_of_game(it, is_own)).collect();
    let alone =
        if is_own { "\n-# Only you see how many deadlines you missed and how long you took." } else { "" };
    format!("{whose} · matches {which}\n{}{alone}", blocks.join("\n"))
}

/// Shows what somebody did in the matches of one game.
fn numbers_of_game((info, deeds): &(&Info, Deeds), is_own: bool) -> String {
    let results = positive_amounts([(deeds.won, "won"), (deeds.drawn, "drawn"), (deeds.lost, "lost")]);
    let results = results.map(|results| format!(": {results}")).unwrap_or_default();
    let matches = if deeds.matches == 1 { "match" } else { "matches" };
    let mut lines = vec![format!("**{}** · {} {matches}{results}", info.title, deeds.matches)];
    for last in info.finals {
        let label = uncapitalized(last.label);
        match last.kind {
            FinalKind::Field => {
                let sum = |sums: &BTreeMap<&str, i64>| sums.get(last.key).copied().unwrap_or_default();
                let (earned, spent) = (sum(&deeds.earned), sum(&deeds.spent));
                let amounts = positive_amounts([(earned, "earned"), (-earned, "lost"), (spent, "spent")]);
                lines.extend(amounts.map(|amounts| bullet(&format!("{label}: {amounts}"))));
            }
            FinalKind::Mark => {
                if let Some(times) = deeds.marks.get(last.key) {
                    lines.push(bullet(&format!("{label}: {}", phrase::counted(*times, "time"))));
                }
            }
            FinalKind::Number | FinalKind::Partial => {}
        }
    }
    if is_own {
        if deeds.missed > 0 {
            lines.push(bullet(&format!("{} missed", phrase::counted(deeds.missed, "deadline"))));
        }
        if let Some(time) = deeds.usual_time() {
            lines.push(bullet(&format!("half of your answers came within {}", within(time))));
        }
    }
    lines.join("\n")
}

/// Lists those amounts that are above zero, if any: `2 won, 1 lost`.
fn positive_amounts<N: Display + Default + PartialOrd>(amounts: [(N, &str); 3]) -> Option<String> {
    let positive = amounts.into_iter().filter(|(amount, _)| *amount > N::default());
    let words: Vec<String> = positive.map(|(amount, how)| format!("{amount} {how}")).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

/// Formats the time within which something came.
fn within(time: Millis) -> String {
    if time < HOUR / 60 { "a minute".to_owned() } else { duration(time) }
}

/// Says that somebody keeps their numbers to themselves.
pub(in crate::info) fn stats_hidden(whose: UserId) -> String {
    format!("{} doesn’t show their numbers to others.", mention(whose))
}
