//! The sentences about what a player is asked, and until when.

use crate::ui::escape;
use crate::ui::words::{capitalized, channel, heading, when};
use trigon_engine::ids::{ChannelId, MatchId};
use trigon_engine::matches::{Match, Millis};
use trigon_rules::games::{AnySession, Fact, Move, Prompt, Seat};

/// Joins labelled values: `Priority **5** · Garnets **2**`.
pub(crate) fn facts(facts: &[Fact]) -> String {
    let fact = |fact: &Fact| format!("{} **{}**", fact.label, escape::text(&fact.value));
    facts.iter().map(fact).collect::<Vec<_>>().join(" · ")
}

/// Says when the open question ends.
pub(crate) fn time(game: &Match) -> String {
    match game.ends_early().or(game.deadline) {
        Some(deadline) => ends(deadline),
        None if game.paused().is_some() => CLOCK_STOPPED.to_owned(),
        None => String::new(),
    }
}

/// Says when something ends, by the reader’s clock.
pub(crate) fn ends(deadline: Millis) -> String {
    format!("Ends {}.", when(deadline))
}

/// Stands in the place of a deadline while the clock stands still.
pub(crate) const CLOCK_STOPPED: &str = "The clock is stopped.";

/// Shows the stored answer; without one, `missing` says what that means.
pub(in crate::play) fn stored_answer(
    session: &dyn AnySession,
    prompt: &Prompt,
    answer: Option<&Move>,
    missing: Option<&str>,
) -> String {
    match answer {
        Some(answer) => format!("✅ Your {}: {}.", prompt.noun, described(session, answer)),
        None => format!("Your {}: {}.", prompt.noun, escape::text(missing.unwrap_or("none yet"))),
    }
}

/// Describes an action in bold.
pub(super) fn described(session: &dyn AnySession, action: &Move) -> String {
    format!("**{}**", escape::text(&session.describe(action)))
}

/// Says where the match is played and how to answer without buttons.
pub(crate) fn how_to_answer(game: &Match, seat: Seat, prompt: &Prompt) -> String {
    let place = format!("Match {} in {}", game.id, channel(game.channel_id));
    let typed = prompt.example.map(|usual| {
        let example = example_now(game, seat, usual);
        format!(" · or send me your {}, such as `{example}`", prompt.noun)
    });
    place + &typed.unwrap_or_default()
}

/// Returns an answer that the player could send now: of the answers that may be listed and are as long as the usual example, the one
/// with the most different signs. If there is none, it is the usual example.
pub(crate) fn example_now(game: &Match, seat: Seat, usual: &str) -> String {
    let listed = game.session.as_ref().map(|session| session.listed(seat)).unwrap_or_default();
    let answers = listed.iter().filter_map(|action| action.rsplit(' ').next());
    let different_signs = |answer: &&str| {
        let mut signs: Vec<char> = answer.chars().collect();
        signs.sort_unstable();
        signs.dedup();
        signs.len()
    };
    let example = answers.filter(|answer| answer.len() == usual.len()).max_by_key(different_signs);
    example.unwrap_or(usual).to_owned()
}

/// Labels the button of somebody who will not change their answer.
pub(in crate::play) const READY: &str = "Ready";

/// Labels the button with which somebody takes *Ready* back.
pub(in crate::play) const NOT_READY: &str = "Not ready";

/// Explains *Ready* to somebody who has answered.
pub(in crate::play) const MAY_BE_READY: &str = "If that’s final, press **Ready**: once everyone is, the time is cut short. You can take it back until then.";

/// Explains *Not ready* to somebody who is ready.
pub(in crate::play) const IS_READY: &str =
    "You’re ready. To take that back, press **Not ready** or change your answer.";

/// Says when a phase ends and how the players who are asked can answer; `everyone` if all players are asked.
pub(crate) fn send_answers(game: &Match, phase: &str, noun: &str, everyone: bool) -> String {
    let who = if everyone { "Send" } else { "If you are asked, send" };
    let ends = match game.deadline {
        Some(deadline) => format!("**{}** ", phase_ends(phase, deadline)),
        None if game.paused().is_some() => format!("{CLOCK_STOPPED} "),
        None => String::new(),
    };
    format!("{ends}{who} me your {noun} in a direct message, or press the button below.")
}

/// Says when a phase ends: `Round 3 of 10 ends …`
fn phase_ends(phase: &str, deadline: Millis) -> String {
    format!("{} ends {}.", capitalized(phase), when(deadline))
}

/// Reminds a player who has not answered of the deadline.
pub(crate) fn reminder(noun: &str, phase: &str, deadline: Millis) -> String {
    format!("⏰ **{} You haven’t sent your {noun} yet.**", phase_ends(phase, deadline))
}

/// Says to which match a direct message belongs, and where that is played.
pub(crate) fn more_in(match_id: MatchId, channel_id: ChannelId) -> String {
    format!("Match {match_id} in {}", channel(channel_id))
}

/// Says that nothing is asked, where the match is named already.
pub(crate) const NOTHING_ASKED: &str = "There’s nothing for you to do right now.";

/// Says that nothing is asked of a player in a match.
pub(crate) fn nothing_asked(game: &Match) -> String {
    format!("{}: you have nothing to do right now.", heading(game))
}

/// Says that the question a player wants to answer is not the one being asked.
pub(crate) fn no_question(game: &Match, what: &str) -> String {
    format!("{}: there is no {what} right now. `/move` shows what I’m asking you.", heading(game))
}
