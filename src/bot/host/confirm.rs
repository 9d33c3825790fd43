//! How commands of hosts reach a match: given at once ([`give`]), after a button was pressed that means exactly what was shown
//! ([`ask_to_end`], [`ask_to_undo`], [`ask_to_cancel`], then [`press`]), or proposed to all players, if no host can decide alone
//! ([`ask_to_propose`]).

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, CreateActionRow, CreateButton};

use super::texts;
use crate::ui::{Answer, Bot, ComponentAction, CustomId, Failure, Prefix, UnknownId, button};
use trigon_engine::matches::{
    Command, Denied, FullView, HOUR, Match, MatchError, Millis, Person, Power, Proposal, Status,
};

/// Asks whether to end the pregame or the phase now, or whether to ask the players if no host can end it alone.
pub(super) async fn ask_to_end(bot: &Bot, person: &Person, game: &Match) -> Result<Answer, Failure> {
    let may_hurry = person.check_power(Power::Hurry, game);
    // Only those who may look learn whether somebody is missing.
    let may_look = may_hurry.is_ok() && person.check_power(Power::Secrets, game).is_ok();
    let look = match game.status {
        Status::Running if may_look => Some(bot.matches.look(game.id, person).await?),
        _ => None,
    };
    let game = look.as_ref().map_or(game, FullView::game);
    let has_started = matches!(game.status, Status::Pregame | Status::Running);
    let can_end_alone = may_hurry.is_ok() && game.check_may_end_phase(person.role(game)).is_ok();
    if has_started && !can_end_alone {
        return ask_to_propose(person, game, Proposal::EndPhase);
    }
    may_hurry?;
    let action = match game.status {
        Status::Signup => return Err(Denied::NotStarted(game.id).into()),
        Status::Pregame => ComponentAction::Begin,
        _ => {
            check_clock_can_end_phase(game)?;
            ComponentAction::EndPhase
        }
    };
    let rows = yes_or_back(game, action, &texts::end_button(game));
    Ok(Answer::new(texts::end_now(game, look.as_ref())).rows(rows))
}

/// Checks that the clock can end the present phase: hosts end a phase by playing the clock's action.
fn check_clock_can_end_phase(game: &Match) -> Result<(), Failure> {
    let phase = game.playing()?.phase();
    if phase.clock_action().is_none() {
        return Err(Denied::NotTimed(game.id).into());
    }
    Ok(())
}

/// Asks whether to undo the last phase that has ended, and says what that would take back.
pub(super) fn ask_to_undo(person: &Person, game: &Match, now: Millis) -> Result<Answer, Failure> {
    if person.role(game).has_a_stake() {
        return ask_to_propose(person, game, Proposal::Undo);
    }
    person.check_power(Power::Hurry, game)?;
    let rewound = game.rewind_preview()?;
    if game.check_may_undo(now).is_err() {
        return ask_to_propose(person, game, Proposal::Undo);
    }
    let rows = yes_or_back(game, ComponentAction::Undo, &texts::undo_button(&rewound));
    Ok(Answer::new(texts::undo_now(game, &rewound)).rows(rows))
}

/// Asks a host whether to ask all players for what no host can do alone.
pub(super) fn ask_to_propose(person: &Person, game: &Match, what: Proposal) -> Result<Answer, Failure> {
    person.check_power(Power::Time, game)?;
    game.check_not_ended()?;
    game.check_takes_proposals()?;
    match what {
        Proposal::EndPhase if game.status == Status::Pregame => {}
        Proposal::EndPhase => check_clock_can_end_phase(game)?,
        Proposal::Undo => drop(game.rewind_preview()?),
        // A correction is proposed with its values, by a command, and so is what concerns a person.
        Proposal::Extend(_)
        | Proposal::Pause
        | Proposal::Correct
        | Proposal::CoHost(_)
        | Proposal::TakeOut(_)
        | Proposal::HandOver(_) => {}
    }
    let keys = proposal_keys(what).ok_or_else(unknown_component)?;
    let ask = button(game, ComponentAction::Propose(keys), texts::ASK_PLAYERS, ButtonStyle::Primary);
    let row = CreateActionRow::Buttons(vec![ask, back_button(game)]);
    Ok(Answer::new(texts::needs_agreement(game, what)).rows(vec![row]))
}

/// Asks whether to end a match without a result, and says what becomes of it.
pub(super) fn ask_to_cancel(person: &Person, game: &Match) -> Result<Answer, Failure> {
    person.check_power(Power::Cancel, game)?;
    game.check_not_ended()?;
    let rows = yes_or_back(game, ComponentAction::Cancel, texts::CANCEL);
    Ok(Answer::new(texts::cancel_now(game)).rows(rows))
}

/// Gives a command to a match, and describes its state afterwards.
pub(super) async fn give(
    bot: &Bot,
    person: &Person,
    game: &Match,
    command: Command,
    words: fn(&Match) -> String,
) -> Result<Answer, Failure> {
    let done = bot.matches.ask(game.id, person, command).await?;
    Ok(done_with_warning(bot, &done.game, words(&done.game)).await)
}

/// Gives a command to a match and describes its state afterwards, or offers to propose it to the players if no host can decide alone.
pub(super) async fn give_or_propose(
    bot: &Bot,
    person: &Person,
    game: &Match,
    command: Command,
    proposal: Proposal,
    words: fn(&Match) -> String,
) -> Result<Answer, Failure> {
    let needs_consent = command.power() == Power::Hurry && person.check_power(Power::Hurry, game).is_err();
    if needs_consent {
        return ask_to_propose(person, game, proposal);
    }
    give_unless_consent_is_needed(bot, person, game, command, proposal, words).await
}

/// Gives a command to a match. If it turns out to be more than hosts may do alone, which can depend on what happened in the meantime,
/// offers to propose it to the players.
async fn give_unless_consent_is_needed(
    bot: &Bot,
    person: &Person,
    game: &Match,
    command: Command,
    proposal: Proposal,
    words: fn(&Match) -> String,
) -> Result<Answer, Failure> {
    match bot.matches.ask(game.id, person, command).await {
        Ok(done) => Ok(done_with_warning(bot, &done.game, words(&done.game)).await),
        Err(MatchError::Denied(Denied::NeedsConsent(_))) => ask_to_propose(person, game, proposal),
        Err(error) => Err(error.into()),
    }
}

/// Ends a match without a result.
pub(super) async fn cancel(bot: &Bot, person: &Person, game: &Match) -> Result<Answer, Failure> {
    bot.matches.ask(game.id, person, Command::Cancel).await?;
    Ok(done_with_warning(bot, game, texts::cancelled(game)).await)
}

/// Carries out what has been confirmed, unless the situation has changed since.
pub(crate) async fn press(
    bot: &Bot,
    person: &Person,
    game: &Match,
    custom_id: &CustomId,
) -> Result<Answer, Failure> {
    if person.request.is_some_and(|request| game.has_done(request.id)) {
        return Ok(texts::resolved(game).into());
    }
    if custom_id.action == ComponentAction::Back {
        return Ok(texts::unchanged(game).into());
    }
    if !still_applies(game, custom_id) {
        return Ok(texts::no_longer(game).into());
    }
    match &custom_id.action {
        ComponentAction::Cancel => cancel(bot, person, game).await,
        ComponentAction::Propose(keys) => {
            let what = proposal_of(keys).ok_or_else(unknown_component)?;
            bot.matches.ask(game.id, person, Command::Propose(what)).await?;
            Ok(done_with_warning(bot, game, texts::players_asked(game, what)).await)
        }
        ComponentAction::Undo => {
            let command = Command::Rewind(custom_id.question);
            give_unless_consent_is_needed(bot, person, game, command, Proposal::Undo, texts::resolved).await
        }
        _ => {
            let (command, proposal) = (Command::EndPhase, Proposal::EndPhase);
            give_unless_consent_is_needed(bot, person, game, command, proposal, texts::resolved).await
        }
    }
}

/// Returns whether a button that confirms something still means what it meant when it was shown.
fn still_applies(game: &Match, custom_id: &CustomId) -> bool {
    match custom_id.action {
        ComponentAction::Begin => game.status == Status::Pregame,
        ComponentAction::Propose(_) if game.status == Status::Pregame => true,
        // Whatever has happened since, cancelling it means the same.
        ComponentAction::Cancel => game.is_going_on(),
        _ => game.status == Status::Running && game.question == custom_id.question,
    }
}

/// Answers a host's proposal as a player, or withdraws it as a host. The message with it shows who has agreed.
pub(crate) async fn answer_proposal(
    bot: &Bot,
    person: &Person,
    game: &Match,
    number: u32,
    agree: bool,
) -> Result<(), Failure> {
    let command = match game.seat_of(person.user_id) {
        None if !agree => Command::Withdraw(number),
        _ => Command::Consent { number, agree },
    };
    bot.matches.ask(game.id, person, command).await?;
    Ok(())
}

/// The words for proposals in identifiers of components.
const EXTEND: &str = "extend";
const END: &str = "end";
const PAUSE: &str = "pause";
const UNDO: &str = "undo";

/// Returns a proposal as the identifier of a component carries it, or `None` if a button cannot make it.
fn proposal_keys(what: Proposal) -> Option<Prefix> {
    let keys = match what {
        Proposal::Extend(time) => vec![EXTEND.to_owned(), (time / HOUR).to_string()],
        Proposal::EndPhase => vec![END.to_owned()],
        Proposal::Pause => vec![PAUSE.to_owned()],
        Proposal::Undo => vec![UNDO.to_owned()],
        Proposal::Correct | Proposal::CoHost(_) | Proposal::TakeOut(_) | Proposal::HandOver(_) => {
            return None;
        }
    };
    Prefix::new(keys)
}

/// Reads a proposal from an identifier.
fn proposal_of(keys: &Prefix) -> Option<Proposal> {
    match keys.keys() {
        [word, hours] if word == EXTEND => {
            Some(Proposal::Extend(hours.parse::<i64>().ok()?.saturating_mul(HOUR)))
        }
        [word] if word == END => Some(Proposal::EndPhase),
        [word] if word == PAUSE => Some(Proposal::Pause),
        [word] if word == UNDO => Some(Proposal::Undo),
        _ => None,
    }
}

/// Returns a button that does something for good, and one that goes back.
fn yes_or_back(game: &Match, action: ComponentAction, label: &str) -> Vec<CreateActionRow> {
    let yes = button(game, action, label, ButtonStyle::Danger);
    vec![CreateActionRow::Buttons(vec![yes, back_button(game)])]
}

fn back_button(game: &Match) -> CreateButton {
    button(game, ComponentAction::Back, "Back", ButtonStyle::Secondary)
}

fn unknown_component() -> Failure {
    Failure::denied(UnknownId::Component.to_string())
}

/// Returns the answer to a host, with a warning if nothing can be posted in the channel of the match, because a direct
/// message about that may not reach the host.
pub(super) async fn done_with_warning(bot: &Bot, game: &Match, text: String) -> Answer {
    match bot.matches.unposted(game.id).await {
        Ok(Some((count, reason))) => format!("{text}\n{}", texts::cannot_post(count, &reason)).into(),
        Ok(None) => text.into(),
        Err(error) => {
            tracing::warn!(id = game.id.0, %error, "it cannot be read what waits for the channel");
            text.into()
        }
    }
}
