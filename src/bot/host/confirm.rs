//! Confirming what ends a phase or a match for good, with a button that means exactly what was shown.

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, CreateActionRow};

use super::texts;
use crate::ui::{Answer, Bot, ComponentAction, CustomId, Failure, Prefix, UnknownId, button};
use trigon_engine::matches::{
    Command, Denied, FullView, HOUR, Match, MatchError, Millis, Person, Power, Proposal, Status,
};

/// Asks whether to end the pregame or the phase now, or whether to ask the players if no host can end it alone.
pub(super) async fn ask_to_end(bot: &Bot, person: &Person, game: &Match) -> Result<Answer, Failure> {
    let may = person.may(Power::Hurry, game);
    let is_on = matches!(game.status, Status::Pregame | Status::Running);
    // Whether somebody is missing is what only those learn who may look.
    let sees = game.status == Status::Running && may.is_ok() && person.may(Power::Secrets, game).is_ok();
    let look = if sees { Some(bot.matches.look(game.id, person).await?) } else { None };
    let game = look.as_ref().map_or(game, FullView::game);
    if is_on && (may.is_err() || game.check_may_end_phase(person.role(game)).is_err()) {
        return ask_to_propose(person, game, Proposal::EndPhase);
    }
    may?;
    let action = match game.status {
        Status::Signup => return Err(Denied::NotStarted(game.id).into()),
        Status::Pregame => ComponentAction::Begin,
        _ => {
            game.playing()?.phase().clock_action().ok_or(Denied::NotTimed(game.id))?;
            ComponentAction::EndPhase
        }
    };
    Ok(Answer::new(texts::end_now(game, look.as_ref())).rows(buttons(game, action, &texts::end_button(game))))
}

/// Asks whether to undo the last phase that has ended, and says what that would take back.
pub(super) fn ask_to_undo(person: &Person, game: &Match, now: Millis) -> Result<Answer, Failure> {
    if person.role(game).has_a_stake() {
        return ask_to_propose(person, game, Proposal::Undo);
    }
    person.may(Power::Hurry, game)?;
    let rewound = game.rewind_preview()?;
    if game.check_may_undo(now).is_err() {
        return ask_to_propose(person, game, Proposal::Undo);
    }
    let rows = buttons(game, ComponentAction::Undo, &texts::undo_button(&rewound));
    Ok(Answer::new(texts::undo_now(game, &rewound)).rows(rows))
}

/// Asks a host whether to ask all players for what no host can do alone.
pub(super) fn ask_to_propose(person: &Person, game: &Match, what: Proposal) -> Result<Answer, Failure> {
    person.may(Power::Time, game)?;
    game.check_not_ended()?;
    game.check_takes_proposals()?;
    match what {
        Proposal::EndPhase if game.status == Status::Pregame => {}
        Proposal::EndPhase => drop(game.playing()?.phase().clock_action().ok_or(Denied::NotTimed(game.id))?),
        Proposal::Undo => drop(game.rewind_preview()?),
        // A correction is proposed with its values, by a command, and so is what concerns a person.
        Proposal::Extend(_)
        | Proposal::Pause
        | Proposal::Correct
        | Proposal::CoHost(_)
        | Proposal::TakeOut(_)
        | Proposal::HandOver(_) => {}
    }
    let keys = proposal_keys(what).ok_or_else(|| Failure::denied(UnknownId::Component.to_string()))?;
    let ask = button(game, ComponentAction::Propose(keys), texts::ASK_ALL, ButtonStyle::Primary);
    let no = button(game, ComponentAction::Back, "Back", ButtonStyle::Secondary);
    Ok(Answer::new(texts::ask_all(game, what)).rows(vec![CreateActionRow::Buttons(vec![ask, no])]))
}

/// Asks whether to end a match without a result, and says what becomes of it.
pub(super) fn ask_to_cancel(person: &Person, game: &Match) -> Result<Answer, Failure> {
    person.may(Power::Cancel, game)?;
    game.check_not_ended()?;
    let rows = buttons(game, ComponentAction::Cancel, texts::CANCEL);
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

/// Does what a host asks for, or offers to ask the players if no host can do it alone.
pub(super) async fn give_or_propose(
    bot: &Bot,
    person: &Person,
    game: &Match,
    command: Command,
    proposal: Proposal,
    words: fn(&Match) -> String,
) -> Result<Answer, Failure> {
    let takes_consent = command.power() == Power::Hurry && person.may(Power::Hurry, game).is_err();
    if takes_consent {
        return ask_to_propose(person, game, proposal);
    }
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

/// The words for proposals in identifiers.
const EXTEND: &str = "extend";
const END: &str = "end";
const PAUSE: &str = "pause";
const UNDO: &str = "undo";

/// Returns how an identifier carries a proposal, or `None` if a button cannot make it.
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
fn buttons(game: &Match, action: ComponentAction, label: &str) -> Vec<CreateActionRow> {
    let yes = button(game, action, label, ButtonStyle::Danger);
    let no = button(game, ComponentAction::Back, "Back", ButtonStyle::Secondary);
    vec![CreateActionRow::Buttons(vec![yes, no])]
}

/// Carries out what has been confirmed, unless the situation has changed since.
pub(crate) async fn press(
    bot: &Bot,
    person: &Person,
    game: &Match,
    custom_id: &CustomId,
) -> Result<Answer, Failure> {
    let is_asked = match custom_id.action {
        ComponentAction::Begin => game.status == Status::Pregame,
        ComponentAction::Propose(_) if game.status == Status::Pregame => true,
        // Whatever has happened since, it is the same match.
        ComponentAction::Cancel => game.is_going_on(),
        _ => game.status == Status::Running && game.question == custom_id.question,
    };
    let is_repeated = person.request.is_some_and(|request| game.has_done(request.id));
    let command = match &custom_id.action {
        _ if is_repeated => return Ok(texts::resolved(game).into()),
        ComponentAction::Back => return Ok(texts::unchanged(game).into()),
        _ if !is_asked => return Ok(texts::no_longer(game).into()),
        ComponentAction::Cancel => return cancel(bot, person, game).await,
        ComponentAction::Undo => Command::Rewind(custom_id.question),
        ComponentAction::Propose(keys) => {
            let unknown = || Failure::denied(UnknownId::Component.to_string());
            let what = proposal_of(keys).ok_or_else(unknown)?;
            bot.matches.ask(game.id, person, Command::Propose(what)).await?;
            return Ok(done_with_warning(bot, game, texts::asked_all(game, what)).await);
        }
        _ => Command::EndPhase,
    };
    let what = if matches!(command, Command::Rewind(_)) { Proposal::Undo } else { Proposal::EndPhase };
    let done = match bot.matches.ask(game.id, person, command).await {
        // In the meantime, that has become more than hosts may do alone.
        Err(MatchError::Denied(Denied::NeedsConsent(_))) => return ask_to_propose(person, game, what),
        done => done?,
    };
    Ok(done_with_warning(bot, &done.game, texts::resolved(&done.game)).await)
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
