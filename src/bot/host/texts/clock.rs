//! The sentences about the clock of a match, and ending or undoing a phase.

use crate::announce::story::phase_in_lines;
use crate::play::phase_title;
use crate::ui::words::{
    START_NOW, bullet, capitalized, heading, newest, seat_name, title, uncapitalized, when,
};
use crate::ui::{escape, words};
use trigon_engine::matches::{FullView, Match, RewindPreview, Status};
use trigon_rules::games::{Audience, Narration, phrase};

/// Confirms that a deadline has moved, and says what moves with it.
pub(in crate::host) fn extended(game: &Match) -> String {
    let later = match game.terms.calendar {
        Some(_) => " Later ones keep their time of day.",
        None if game.info().has_long_phases() => " Everything after it moves by the same amount.",
        None => "",
    };
    format!("Done: {}.{later}", heading(game))
}

/// Confirms that the clock stands still, and says what starts it again.
pub(in crate::host) fn paused(game: &Match) -> String {
    let ends = game.pause_ends().map(|ends| format!(", and it starts by itself {}", when(ends)));
    format!(
        "I’ve stopped the clock of {}. `/host resume` starts it again{}.",
        title(game),
        ends.unwrap_or_default()
    )
}

/// Confirms that the clock runs, with the new deadline.
pub(in crate::host) fn resumed(game: &Match) -> String {
    format!("Done: {}.", heading(game))
}

/// Confirms reminders, without saying whether there were any.
pub(in crate::host) fn reminded(game: &Match) -> String {
    format!(
        "{}: everyone who hasn’t answered gets a reminder, each in private. Nobody learns who.",
        heading(game)
    )
}

/// Asks whether to end the current phase now, and names those who have not answered to somebody who may know.
pub(in crate::host) fn end_now(game: &Match, look: Option<&FullView>) -> String {
    let waits = match game.status {
        Status::Pregame => {
            let missing = game.players.iter().filter(|player| !player.checked_in);
            let missing: Vec<String> = missing.map(|player| escape::name(&player.name)).collect();
            whom_it_waits_for("Not checked in", "Everyone has checked in.", &missing)
        }
        _ => look.map_or_else(String::new, |look| {
            let missing = look.asked().into_iter().filter(|decision| !decision.answered);
            let missing: Vec<String> = missing.map(|decision| seat_name(game, decision.seat)).collect();
            whom_it_waits_for("Not answered", "Everyone has answered.", &missing)
        }),
    };
    format!("{} in {} now? {waits}", capitalized(&ending_of_phase(game)), title(game))
}

/// Lists names after `missing`, or says `nobody` if there are none.
fn whom_it_waits_for(missing: &str, nobody: &str, names: &[String]) -> String {
    if names.is_empty() { nobody.to_owned() } else { format!("{missing}: {}.", names.join(", ")) }
}

/// Labels the button that ends the present phase.
pub(in crate::host) fn end_button(game: &Match) -> String {
    capitalized(&ending_of_phase(game))
}

/// Says what ending the present phase means: `start round 1`, `end round 3 of 10`, `end the vote`.
fn ending_of_phase(game: &Match) -> String {
    if game.status == Status::Pregame { START_NOW.to_owned() } else { format!("end {}", phase_title(game)) }
}

/// Confirms that a phase has ended or was undone, or that a match has begun.
pub(in crate::host) fn resolved(game: &Match) -> String {
    format!("Done. Now: {}. What happened is being posted in the channel.", heading(game))
}

/// Describes what would happen if a phase ended now, to a host who may see everything.
pub(in crate::host) fn simulated(look: &FullView, happened: &[Narration]) -> String {
    let game = look.game();
    let may_read = |told: &&Narration| matches!(told.audience, Audience::All | Audience::Host);
    let told = happened.iter().filter(may_read).map(|told| bullet(&escape::text(&told.text)));
    let mut lines = vec![format!("If {} of {} ended now:", uncapitalized(&phase_title(game)), title(game))];
    lines.extend(newest(told, MAX_TOLD_LENGTH));
    lines.push(words::small("Nothing has changed. The match’s log notes that you have looked."));
    lines.join("\n")
}

/// Asks whether to undo a phase, and lists what everyone was told since it began.
pub(in crate::host) fn undo_now(game: &Match, rewound: &RewindPreview) -> String {
    let RewindPreview { phase, told, asked, .. } = rewound;
    let asked = phrase::counted(*asked as i64, "player");
    let mut lines = vec![format!(
        "Undo {} in {}? {} would be asked again, with the full time, and everybody is told. What has been sent since then no longer \
         counts. `/history` shows that it was undone, and players know what they have learned from it.",
        uncapitalized(phase),
        title(game),
        asked
    )];
    let told = told.iter().map(|line| bullet(&escape::text(line)));
    let story = phase_in_lines(game).into_iter().map(|line| bullet(&line));
    let told = newest(story.chain(told), MAX_TOLD_LENGTH);
    if !told.is_empty() {
        lines.push("This would be taken back:".to_owned());
        lines.extend(told);
    }
    lines.join("\n")
}

/// Labels the button that undoes a phase.
pub(in crate::host) fn undo_button(rewound: &RewindPreview) -> String {
    format!("Undo {}", uncapitalized(&rewound.phase))
}

/// The maximum number of characters about what would happen or be taken back.
const MAX_TOLD_LENGTH: usize = 1_200;

/// Answers a host who does not go through with what a button asked about.
pub(in crate::host) fn unchanged(game: &Match) -> String {
    format!("Nothing has changed: {}.", heading(game))
}

/// Answers a host who confirms something for which it is too late.
pub(in crate::host) fn no_longer(game: &Match) -> String {
    format!("That was over already, so nothing has changed. Now: {}.", heading(game))
}
