//! Confirming what ends a phase or a match for good, with a button that means exactly what was shown.

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, CreateActionRow};

use super::texts;
use crate::ui::{Answer, Bot, ComponentAction, CustomId, Failure, Prefix, UnknownId, button};
use trigon_engine::matches::{Command, Denied, Match, Person, Power, Status};
use trigon_rules::games::{By, HostRuling, Seat};

/// Asks whether to end the pregame or the phase now.
pub(super) fn end(person: &Person, game: &Match) -> Result<Answer, Failure> {
    person.may(Power::Hurry, game)?;
    let action = match game.status {
        Status::Signup => return Err(Denied::NotStarted(game.id).into()),
        Status::Pregame => ComponentAction::Begin,
        _ => {
            game.playing()?.phase().clock_action().ok_or(Denied::NotTimed(game.id))?;
            ComponentAction::EndPhase
        }
    };
    Ok(Answer::new(texts::end_now(game)).rows(buttons(game, action, &texts::end_button(game))))
}

/// Asks whether to undo the last phase that has ended, and says what that would take back.
pub(super) fn undo(person: &Person, game: &Match) -> Result<Answer, Failure> {
    person.may(Power::Hurry, game)?;
    if game.seat_of(person.user_id).is_some() {
        return Err(Denied::UndoWithSeat(game.id).into());
    }
    let rewound = game.rewound()?;
    let rows = buttons(game, ComponentAction::Undo, &texts::undo_button(&rewound));
    Ok(Answer::new(texts::undo_now(game, &rewound)).rows(rows))
}

/// Asks a host to confirm a ruling about a seat.
pub(super) fn rule(
    person: &Person,
    game: &Match,
    ruling: &HostRuling,
    seat: Seat,
) -> Result<Answer, Failure> {
    person.may(Power::Decide, game)?;
    let session = game.playing()?;
    let action = session.parse(&format!("{} {seat}", ruling.name)).map_err(Denied::from)?;
    session.boxed().make(By::Host, &action).map_err(Denied::from)?;
    let keys = Prefix::new(vec![ruling.name.to_owned(), seat.to_string()]);
    let keys = keys.ok_or_else(|| Failure::denied(UnknownId.to_string()))?;
    let rows = buttons(game, ComponentAction::Rule(keys), &texts::rule_button(game, seat));
    Ok(Answer::new(texts::rule_now(game, ruling, seat)).rows(rows))
}

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
        _ => game.status == Status::Running && game.question == custom_id.question,
    };
    let is_repeated = person.request.is_some_and(|request| game.has_done(request.id));
    let command = match &custom_id.action {
        _ if is_repeated => return Ok(texts::resolved(game).into()),
        ComponentAction::Back => return Ok(texts::unchanged(game).into()),
        _ if !is_asked => return Ok(texts::no_longer(game).into()),
        ComponentAction::Rule(keys) => {
            Command::Decide(game.playing()?.parse(&keys.keys().join(" ")).map_err(Denied::from)?)
        }
        ComponentAction::Undo => Command::Rewind(custom_id.question),
        _ => Command::EndPhase,
    };
    let done = bot.matches.ask(game.id, person, command).await?;
    Ok(done_with(bot, &done.game, texts::resolved(&done.game)).await)
}

/// Returns the answer to a host, with a warning if nothing can be posted in the channel of the match, because a direct
/// message about that may not reach the host.
pub(super) async fn done_with(bot: &Bot, game: &Match, text: String) -> Answer {
    match bot.matches.unposted(game.id).await {
        Ok(Some((count, reason))) => format!("{text}\n{}", texts::cannot_post(count, &reason)).into(),
        Ok(None) => text.into(),
        Err(error) => {
            tracing::warn!(id = game.id, %error, "it cannot be read what waits for the channel");
            text.into()
        }
    }
}
