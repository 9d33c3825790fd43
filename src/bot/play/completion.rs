//! [`completions`]: the legal actions suggested while a player types the option of `/move`.

use std::collections::HashMap;

use crate::ui::limits::SUGGESTIONS;
use trigon_engine::ids::UserId;
use trigon_engine::matches::Match;

/// Actions that match a typed text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Completions {
    /// Those that are shown.
    pub actions: Vec<String>,
    /// How many more there are.
    pub more: usize,
}

/// Returns the user's legal actions that match the typed text.
pub fn completions(game: &Match, user_id: UserId, typed: &str) -> Completions {
    let (Some(seat), Ok(session)) = (game.seat_of(user_id), game.playing()) else {
        return Completions::default();
    };
    if game.to_act().iter().all(|decision| decision.seat != seat) {
        return Completions::default();
    }
    suggest(session.listed(seat), typed)
}

/// Returns the actions that match the typed text: first those that begin with it, then those that contain it. If there
/// are too many to show, every kind of action is shown once before any is shown twice, and one place is left to say so.
fn suggest(legal: Vec<String>, typed: &str) -> Completions {
    let typed = typed.trim().to_lowercase();
    let mut found: Vec<FoundAction> =
        legal.into_iter().filter_map(|action| FoundAction::of(action, &typed)).collect();
    if found.len() <= SUGGESTIONS {
        found.sort();
        return Completions { actions: found.into_iter().map(|found| found.action).collect(), more: 0 };
    }
    let max_shown = SUGGESTIONS - 1;
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let mut ranked: Vec<RankedAction<'_>> = Vec::with_capacity(found.len());
    for FoundAction { is_inside, action } in &found {
        let typed_length = if *is_inside { 0 } else { typed.len() };
        let count = counts.entry(kind(action, typed_length)).or_default();
        ranked.push(RankedAction { is_inside: *is_inside, nth_of_kind: *count, action });
        *count += 1;
    }
    // There can be thousands, so only those that are shown are sorted.
    ranked.select_nth_unstable(max_shown - 1);
    ranked.truncate(max_shown);
    ranked.sort_unstable();
    let actions = ranked.into_iter().map(|ranked| ranked.action.to_owned()).collect();
    Completions { actions, more: found.len() - max_shown }
}

/// An action that contains the typed text. The order is that in which few actions are suggested.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct FoundAction {
    /// Whether the typed text is inside the action, rather than at its beginning.
    is_inside: bool,
    action: String,
}

impl FoundAction {
    /// Returns an action if it contains the typed text, which is in lower case.
    fn of(action: String, typed: &str) -> Option<Self> {
        let place = action.to_lowercase().find(typed)?;
        Some(Self { is_inside: place > 0, action })
    }
}

/// One of many actions, in the order in which they are suggested.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct RankedAction<'a> {
    /// Whether the typed text is inside the action, rather than at its beginning.
    is_inside: bool,
    /// How many actions of its kind come before it.
    nth_of_kind: usize,
    action: &'a str,
}

/// Returns the kind of an action: its beginning up to the end of the word in which the typed text ends. `typed_length` is the number
/// of bytes at the beginning of the action that were typed.
fn kind(action: &str, typed_length: usize) -> &str {
    let word_end = action.get(typed_length..).and_then(|rest| rest.find(' ')).map(|at| typed_length + at);
    action.get(..word_end.unwrap_or(action.len())).unwrap_or(action)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn legal() -> Vec<String> {
        let mut legal: Vec<String> = (1..=40).map(|n| format!("place a{n}")).collect();
        legal.extend((1..=30).map(|n| format!("take b{n} a1")));
        legal.push("end".to_owned());
        legal
    }

    fn shown(legal: Vec<String>, typed: &str) -> Vec<String> {
        let Completions { actions, more } = suggest(legal, typed);
        assert_eq!(more, 0);
        actions
    }

    #[test]
    fn actions_that_begin_with_the_text_come_first() {
        let all = ["end", "fight d3", "move d3", "Xmove"].map(str::to_owned).to_vec();
        assert_eq!(shown(all.clone(), "move"), ["move d3", "Xmove"]);
        assert_eq!(shown(all.clone(), " D3 "), ["fight d3", "move d3"]);
        assert_eq!(shown(all.clone(), "").len(), 4);
        assert!(shown(all, "z").is_empty());
    }

    #[test]
    fn of_too_many_actions_each_kind_is_shown_and_the_rest_is_counted() {
        let Completions { actions, more } = suggest(legal(), "");
        assert_eq!((actions.len(), more), (24, 71 - 24));
        assert_eq!(actions[..3], ["end", "place a1", "take b1 a1"]);
        let Completions { actions, more } = suggest(legal(), "take");
        assert_eq!((actions.len(), more), (24, 6));
        assert!(actions.iter().all(|action| action.starts_with("take ")));
        assert_eq!(suggest(legal(), "a1").actions.len(), 24);
    }
}
