//! The sentences about the status and the record of a match.

use super::troubles::Troubles;
use crate::lobby::texts::roster;
use crate::ui::words::{heading, summary_title, title, uncapitalized, with_mention};
use crate::ui::{HostAsk, escape, words};
use trigon_engine::matches::{Difference, FullView, Match, Millis, Player, RulesChange, Status, Summary};

/// Lists who has answered, for a host who does not play.
pub(in crate::host) fn host_status(look: &FullView, now: Millis, troubles: &Troubles) -> String {
    let game = look.game();
    let mut lines = vec![heading(game)];
    let to_act = look.asked();
    for (seat, player) in game.seated() {
        let decision = to_act.iter().find(|decision| decision.seat == seat);
        let mark = match decision.map(|decision| decision.answered) {
            Some(true) => "✅",
            Some(false) => "⌛",
            None => "▫️",
        };
        let away = game.away(seat, now).map(|away| words::away(&away, now)).unwrap_or_default();
        lines.push(format!("{mark} {}{away}", player_line(player, player.vacant)));
    }
    let answered = to_act.iter().filter(|decision| decision.answered).count();
    lines.push(format!(
        "-# {answered} of {} have answered (✅ answered, ⌛ not yet, ▫️ not asked)",
        to_act.len()
    ));
    lines.extend(troubles.lines());
    lines.join("\n")
}

/// Describes a match whose roster is still open.
pub(in crate::host) fn status_before(game: &Match, troubles: &Troubles) -> String {
    let lines = [heading(game), roster(game)].into_iter().chain(troubles.lines());
    lines.collect::<Vec<_>>().join("\n")
}

/// Describes a match to a host who may not see who has answered.
pub(in crate::host) fn status_without_secrets(game: &Match, troubles: &Troubles) -> String {
    let players =
        game.seated().map(|(seat, player)| format!("▫️ {}", player_line(player, game.has_left(seat))));
    let note = if game.is_going_on() {
        "-# Who has answered and what players keep secret is only for the match’s creator and co-hosts, if they have never played in it."
    } else {
        "-# What was secret in it is only for the match’s creator and co-hosts, if they didn’t play, until it is published."
    };
    let lines =
        std::iter::once(heading(game)).chain(players).chain([note.to_owned()]).chain(troubles.lines());
    lines.collect::<Vec<_>>().join("\n")
}

/// Names a player, and says whether they have left or get no direct messages.
fn player_line(player: &Player, has_left: bool) -> String {
    let closed = match (has_left, player.dm_closed) {
        (true, _) => " (has left)",
        (false, true) => " (DMs closed)",
        (false, false) => "",
    };
    format!("{}{closed}", with_mention(&escape::name(&player.name), player.user_id))
}

/// Describes a match that cannot be read.
pub(in crate::host) fn status_unreadable(row: &Summary, troubles: &Troubles) -> String {
    let cannot = format!(
        "I can’t read {}: part of its stored data is broken. The bot’s log says which part; its operator can \
         help.",
        summary_title(row)
    );
    std::iter::once(cannot).chain(troubles.lines()).collect::<Vec<_>>().join("\n")
}

/// Tells the host why a match has stopped.
pub(in crate::host) fn stopped(
    game: &Match,
    rules: &RulesChange,
    look: Option<&FullView>,
    troubles: &Troubles,
) -> String {
    let mut lines = vec![heading(game), format!("⛔ {}", game.rules_words(rules))];
    // The number of entries would tell others how often players have answered.
    if let Some((game, broken)) = look.map(FullView::game).zip(rules.broken.as_ref()) {
        let what = match (broken.entry, broken.action) {
            (0, _) => "The start".to_owned(),
            (_, Some(action)) => format!("Action {action}"),
            (entry, None) => format!("Entry {entry} of {}", game.seq()),
        };
        lines.push(match broken.difference {
            Difference::Refused => format!("{what} is not allowed by the new rules."),
            Difference::Draws => format!("The draws for {} are different now.", uncapitalized(&what)),
            Difference::State => format!("{what} leads to a different state now."),
        });
    }
    lines.push(
        "Nobody can act, and no deadline passes. `/host export` sends the record so far to a host who does \
         not play, and `/host cancel` ends the match. An earlier version of me, which knows the old rules, can go on \
         with it, after `/host resume` if it has a clock."
            .to_owned(),
    );
    lines.extend(troubles.lines());
    lines.join("\n")
}

/// Returns what a button below the status says.
pub(in crate::host) fn host_button(game: &Match, ask: HostAsk) -> String {
    match ask {
        HostAsk::Remind => "Remind".to_owned(),
        HostAsk::Pause => "Stop the clock".to_owned(),
        HostAsk::Resume => "Let the clock run".to_owned(),
        // It only asks: what it would bring is said first.
        HostAsk::End if game.status == Status::Pregame => "Begin now …".to_owned(),
        HostAsk::End => "End now …".to_owned(),
        HostAsk::Undo => "Undo …".to_owned(),
    }
}

/// Comes with the record, and says what it contains and for whom it is.
pub(in crate::host) fn exported(look: &FullView) -> String {
    let game = look.game();
    let note = if game.is_going_on() {
        "The record so far: who did what and when, for you to read or to keep. It contains everybody’s secrets, so keep it to \
         yourself. The seed is left out while the match goes on, so `trigon replay`, `explain` and `verify` can’t read the file: \
         export it again when the match has ended."
    } else if game.is_disclosed() {
        "The whole record with the seed. `trigon verify --commitment HASH` checks it against the hash that was posted before the match."
    } else {
        "The whole record with the seed and everybody’s secrets, for you alone. `/host publish` shows it to everyone."
    };
    format!("{}\n{note}", title(game))
}
