//! The legal actions that come up while somebody types one.

use crate::discord::ui::limits::SUGGESTIONS;
use crate::matches::Match;

/// Returns what a user can do now, as far as it fits what was typed.
pub fn completions(game: &Match, user_id: i64, typed: &str) -> Vec<String> {
    let (Some(seat), Ok(session)) = (game.seat_of(user_id), game.playing()) else { return Vec::new() };
    if game.to_act().iter().all(|decision| decision.seat != seat) {
        return Vec::new();
    }
    fitting(session.legal(seat), typed)
}

/// Returns the actions that begin with the typed text, then those that contain it. If there are too many, each kind of
/// action is shown once before any is shown again.
fn fitting(legal: Vec<String>, typed: &str) -> Vec<String> {
    let typed = typed.trim().to_lowercase();
    let fits = legal.into_iter().filter_map(|action| {
        let at = action.to_lowercase().find(&typed)?;
        Some((at > 0, action))
    });
    let mut fits: Vec<(bool, String)> = fits.collect();
    if fits.len() > SUGGESTIONS {
        let kinds: Vec<String> = fits.iter().map(|(_, action)| kind(action, &typed)).collect();
        let rank = |i: usize| kinds[..i].iter().filter(|other| **other == kinds[i]).count();
        let mut ranked: Vec<(bool, usize, String)> =
            fits.into_iter().enumerate().map(|(i, (later, action))| (later, rank(i), action)).collect();
        ranked.sort();
        return ranked.into_iter().map(|(_, _, action)| action).take(SUGGESTIONS).collect();
    }
    fits.sort();
    fits.into_iter().map(|(_, action)| action).collect()
}

/// Returns what distinguishes actions first: the first word that is not wholly typed yet.
fn kind(action: &str, typed: &str) -> String {
    let known = if action.to_lowercase().starts_with(typed) { typed.len() } else { 0 };
    let end = action.char_indices().skip_while(|(i, c)| *i < known || *c != ' ').map(|(i, _)| i).next();
    action.get(..end.unwrap_or(action.len())).unwrap_or(action).to_owned()
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

    #[test]
    fn what_begins_so_comes_first() {
        let all = ["end", "fight d3", "move d3", "Xmove"].map(str::to_owned).to_vec();
        assert_eq!(fitting(all.clone(), "move"), ["move d3", "Xmove"]);
        assert_eq!(fitting(all.clone(), " D3 "), ["fight d3", "move d3"]);
        assert_eq!(fitting(all.clone(), "").len(), 4);
        assert!(fitting(all, "z").is_empty());
    }

    #[test]
    fn each_kind_is_shown_where_there_is_too_much() {
        let shown = fitting(legal(), "");
        assert_eq!(shown.len(), 25);
        assert_eq!(shown[..3], ["end", "place a1", "take b1 a1"]);
        let shown = fitting(legal(), "take");
        assert_eq!(shown.len(), 25);
        assert!(shown.iter().all(|action| action.starts_with("take ")));
        assert_eq!(fitting(legal(), "a1").len(), 25);
    }
}
