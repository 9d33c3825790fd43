//! The sentences about answers left for the next rounds, and plans for the next turns.

use super::question::described;
use crate::ui::escape;
use crate::ui::words::{heading, seat_name, small};
use trigon_engine::matches::{Match, PlannedAction};
use trigon_rules::games::Seat;

/// Labels the button that opens the form for answers to the next rounds.
pub(in crate::play) const NEXT_ROUNDS: &str = "Next rounds…";

/// The title of the form for answers to the next rounds, in plain text.
pub(in crate::play) fn ahead_title(game: &Match) -> String {
    format!("The next rounds of match {}", game.id)
}

/// Says above the field of that form what to write.
pub(in crate::play) const AHEAD_LABEL: &str = "One answer a round, such as URD, -, UL";

/// Says in the empty field from which round on it counts.
pub(in crate::play) const AHEAD_PLACEHOLDER: &str =
    "From the next round on, or as in 4-6: URD. Leave it empty to take all back.";

/// Says for which round an answer is due in a list of answers for the next rounds.
pub(in crate::play) fn not_that_round(wanted: u32, due: u32) -> String {
    format!(
        "What you write next is for round {due}, and not for round {wanted}: leave no round out, and begin with the next one. Write - to stay."
    )
}

/// Says what a player has left for the next rounds.
pub(in crate::play) fn left_ahead(game: &Match, seat: Seat) -> String {
    match ahead(game, seat) {
        Some(plan) if game.has_turns() => format!(
            "{plan}\n{}",
            small(&format!(
                "I play your actions as soon as everything before them has been played just so. Otherwise, I drop the plan and tell you. \
                 Only you can see it. `ahead none` drops it now. {}",
                heading(game)
            ))
        ),
        None if game.has_turns() => format!(
            "{}: you have planned nothing. To plan, use `/ahead` with what you expect to be played next and your own action after it, with \
             semicolons in between, such as `THEIRS; YOURS`, in the notation of the game.",
            heading(game)
        ),
        Some(left) => format!(
            "{left}\n{}",
            small(&format!(
                "Each is entered when its round begins, and you can still change it then. If it isn’t possible by then, I enter the answer that changes nothing, and tell you. `ahead none` takes all of it back. {}",
                heading(game)
            ))
        ),
        None => format!(
            "{}: nothing is left for the rounds after this one. To leave something, send me `ahead`, followed by an answer for each \
             of the next rounds, with commas in between.",
            heading(game)
        ),
    }
}

/// Lists what a player has left for the next rounds, if anything.
pub(crate) fn ahead(game: &Match, seat: Seat) -> Option<String> {
    let session = game.session.as_deref()?;
    if game.has_turns() {
        let line = |PlannedAction { seat: by, action }: PlannedAction| {
            let who = match by {
                Some(by) if by == seat => "you: ".to_owned(),
                Some(by) => format!("{}: ", seat_name(game, by)),
                None => String::new(),
            };
            format!("{who}`{action}`")
        };
        let plan: Vec<String> = game.planned_actions(seat).into_iter().map(line).collect();
        return (!plan.is_empty()).then(|| format!("Planned: {}.", plan.join(", then ")));
    }
    let described = |text: &String| match session.parse(text) {
        Ok(action) => described(session, &action),
        Err(_) => format!("**{}**", escape::text(text)),
    };
    let left: Vec<String> = game.ahead(seat).iter().map(described).collect();
    (!left.is_empty()).then(|| format!("Left for the next rounds: {}.", left.join(", then ")))
}

/// Tells a player that what they left has been entered.
pub(crate) const AHEAD_GIVEN: &str = "I’ve entered what you left for this round. You can still change it.";

/// Tells a player that what they left is not possible.
pub(crate) const AHEAD_ILLEGAL: &str = "What you left for this round isn’t possible any more. I’ve entered what you see below instead: it counts as an answer, and \
     you can change it.";
