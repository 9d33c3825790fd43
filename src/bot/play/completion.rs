//! The legal actions suggested while a player types.

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
    fitting(session.listed(seat), typed)
}

/// An action, ordered by how early it is suggested.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Ranked<'a> {
    /// Whether the typed text is not at its beginning.
    is_later: bool,
    /// How many actions of its kind come before it.
    nth_of_kind: usize,
    action: &'a str,
}

/// Returns the actions that match the typed text: first those that begin with it, then those that contain it. If there
/// are too many to show, every kind of action is shown once before any is shown twice, and one place is left to say so.
fn fitting(legal: Vec<String>, typed: &str) -> Completions {
    let typed = typed.trim().to_lowercase();
    let later = |action: &str| Some(action.to_lowercase().find(&typed)? > 0);
    let mut fits: Vec<(bool, String)> =
        legal.into_iter().filter_map(|action| Some((later(&action)?, action))).collect();
    if fits.len() <= SUGGESTIONS {
        fits.sort();
        return Completions { actions: fits.into_iter().map(|(_, action)| action).collect(), more: 0 };
    }
    let shown_at_most = SUGGESTIONS - 1;
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let mut ranked: Vec<Ranked<'_>> = Vec::with_capacity(fits.len());
    for (is_later, action) in &fits {
        let known = if *is_later { 0 } else { typed.len() };
        let of_kind = counts.entry(kind(action, known)).or_default();
        ranked.push(Ranked { is_later: *is_later, nth_of_kind: *of_kind, action });
        *of_kind += 1;
    }
    // There can be thousands, so only those that are shown are sorted.
    ranked.select_nth_unstable(shown_at_most - 1);
    ranked.truncate(shown_at_most);
    ranked.sort_unstable();
    let actions = ranked.into_iter().map(|ranked| ranked.action.to_owned()).collect();
    Completions { actions, more: fits.len() - shown_at_most }
}

/// Returns the kind of an action: its beginning up to the end of the word in which the typed text ends.
fn kind(action: &str, known: usize) -> &str {
    let end = action.get(known..).and_then(|rest| rest.find(' ')).map(|at| known + at);
    action.get(..end.unwrap_or(action.len())).unwrap_or(action)
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
        let Completions { actions, more } = fitting(legal, typed);
        assert_eq!(more, 0);
        actions
    }

    #[test]
    fn what_begins_so_comes_first() {
        let all = ["end", "fight d3", "move d3", "Xmove"].map(str::to_owned).to_vec();
        assert_eq!(shown(all.clone(), "move"), ["move d3", "Xmove"]);
        assert_eq!(shown(all.clone(), " D3 "), ["fight d3", "move d3"]);
        assert_eq!(shown(all.clone(), "").len(), 4);
        assert!(shown(all, "z").is_empty());
    }

    #[test]
    fn where_there_is_too_much_each_kind_is_shown_and_the_rest_is_counted() {
        let Completions { actions, more } = fitting(legal(), "");
        assert_eq!((actions.len(), more), (24, 71 - 24));
        assert_eq!(actions[..3], ["end", "place a1", "take b1 a1"]);
        let Completions { actions, more } = fitting(legal(), "take");
        assert_eq!((actions.len(), more), (24, 6));
        assert!(actions.iter().all(|action| action.starts_with("take ")));
        assert_eq!(fitting(legal(), "a1").actions.len(), 24);
    }
}
