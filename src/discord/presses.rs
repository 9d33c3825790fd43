//! Buttons, selects and forms: what is pressed is checked like any other input, against the match as it stands.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{
    ComponentInteraction, ComponentInteractionDataKind, CreateInteractionResponse, Http, ModalInteraction,
};

use super::answer::{Answer, PATIENCE};
use super::ask::{Picked, asked, fulfil, seat};
use super::commands::roster;
use super::pad::pad;
use super::person::{id, person};
use super::turns::{deeds, press as flow};
use super::{Bot, CustomId, Failure, Press, texts_commands as texts, which};
use crate::games::Seat;
use crate::games::triforce_building::{Action, Path};
use crate::matches::{Act, AnswerTag, Command, Match, Person};

/// How a press is answered.
pub(super) enum Shown {
    /// Apart, for the one who pressed.
    Apart(Answer),
    /// In place of the message with the button.
    InPlace(Answer),
    /// In place of the message with the button, and a word apart for the one who pressed.
    Both(Answer, Answer),
}

/// Answers a button or a select.
pub(super) async fn press(http: &Http, bot: &Bot, click: &ComponentInteraction) -> Result<(), Failure> {
    let custom_id = click.data.custom_id.parse::<CustomId>();
    // A whole match is drawn as an animation: nobody waits for the first answer so long.
    let is_long = custom_id.as_ref().is_ok_and(|id| id.press == Press::Replay);
    let patience = if is_long { Duration::ZERO } else { PATIENCE };
    let work = async {
        let custom_id = custom_id.map_err(|error| Failure::denied(error.to_string()))?;
        done(http, bot, click, custom_id).await
    };
    let work = async { work.await.unwrap_or_else(|failure| Shown::Apart(failure.told().into())) };
    tokio::pin!(work);
    let Ok(shown) = tokio::time::timeout(patience, &mut work).await else {
        // Nothing is to be seen of this kind of putting off, whichever answer it becomes.
        click.create_response(http, CreateInteractionResponse::Acknowledge).await?;
        let (in_place, apart) = work.await.parts();
        if let Some(answer) = in_place {
            click.edit_response(http, answer.into_edit()).await?;
        }
        if let Some(answer) = apart {
            click.create_followup(http, answer.into_followup()).await?;
        }
        return Ok(());
    };
    match shown.parts() {
        (Some(in_place), apart) => {
            in_place.replace(http, click).await?;
            if let Some(answer) = apart {
                click.create_followup(http, answer.into_followup()).await?;
            }
        }
        (None, Some(answer)) => {
            let response = CreateInteractionResponse::Message(answer.into_response());
            click.create_response(http, response).await?;
        }
        (None, None) => {}
    }
    Ok(())
}

impl Shown {
    /// What goes in place of the message, and what apart.
    fn parts(self) -> (Option<Answer>, Option<Answer>) {
        match self {
            Self::Apart(apart) => (None, Some(apart)),
            Self::InPlace(in_place) => (Some(in_place), None),
            Self::Both(in_place, apart) => (Some(in_place), Some(apart)),
        }
    }
}

/// Does what a press says.
async fn done(
    http: &Http,
    bot: &Bot,
    click: &ComponentInteraction,
    custom_id: CustomId,
) -> Result<Shown, Failure> {
    let matches = &bot.matches;
    let person = person(matches.store(), &click.user, click.guild_id, click.member.as_ref()).await?;
    if custom_id.press == Press::Pick {
        return picked(bot, &person, id(click.channel_id.get()), value(click)).await.map(Shown::InPlace);
    }
    let game = which::known(matches, &person, custom_id.match_id).await?;
    if game.has_turns() {
        if let Press::Choose(_) | Press::Select(..) | Press::Confirm(_) = custom_id.press {
            return flow::press(bot, &person, &game, click, &custom_id).await;
        }
        return deeds::press(http, bot, &person, game, click, custom_id.press).await;
    }
    match custom_id.press {
        Press::Join => {
            let nick = click.member.as_ref().and_then(|member| member.nick.as_deref());
            let name = roster::usual_name(&click.user, nick);
            let done = matches.ask(game.id, &Person::user(person.user_id), Command::Join(name)).await?;
            Ok(Shown::Apart(texts::joined(&done.game).into()))
        }
        Press::Leave => {
            matches.ask(game.id, &Person::user(person.user_id), Command::Leave).await?;
            Ok(Shown::Apart(texts::left(&game).into()))
        }
        press => {
            let seat = seat(&person, &game)?;
            if custom_id.question != game.question {
                return stale(bot, &game, seat).await.map(Shown::Apart);
            }
            let pressed = Pressed { press, shown: custom_id.shown, value: value(click) };
            answered(bot, &person, game, seat, pressed).await.map(Shown::InPlace)
        }
    }
}

/// The value that was picked from a select.
pub(super) fn value(click: &ComponentInteraction) -> Option<&str> {
    match &click.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => values.first().map(String::as_str),
        _ => None,
    }
}

/// A press on something that asks a player.
struct Pressed<'a> {
    press: Press,
    /// The stored answer that was shown with it.
    shown: Option<AnswerTag>,
    /// What was picked from a select.
    value: Option<&'a str>,
}

/// Does what a press for the current question says, and shows what is asked then.
///
/// A press on a pad that is older than the stored answer changes nothing: the pad shows that answer first.
async fn answered(
    bot: &Bot,
    person: &Person,
    game: Arc<Match>,
    seat: Seat,
    pressed: Pressed<'_>,
) -> Result<Answer, Failure> {
    let Pressed { press, shown, value } = pressed;
    if press == Press::Pad {
        return asked(&game, seat);
    }
    let (action, draft) = match press {
        Press::Step(path) | Press::Undo(path) => (None, path),
        Press::Clear => (None, Path::STAY),
        Press::Submit(path) => (Some(Action::Move(path)), path),
        Press::Garnet(true, path) => (Some(Action::Garnet), path),
        Press::Garnet(false, path) => (Some(Action::Ungarnet), path),
        Press::Vote => {
            let candidate = value.and_then(|value| value.parse().ok()).map(Seat::new);
            let candidate = candidate.ok_or_else(|| Failure::denied(texts::no_candidate()))?;
            (Some(Action::Vote(candidate)), Path::STAY)
        }
        // The others belong to no question, or to games of turns.
        _ => return Err(Failure::denied(texts::nothing_asked(&game))),
    };
    let shown = shown.ok_or_else(|| Failure::denied(super::UnknownId.to_string()))?;
    if shown != game.answer_tag(seat) {
        let is_stored = action.is_some() && answer(&game, seat) == action;
        return if is_stored { asked(&game, seat) } else { older(&game, seat) };
    }
    let Some(action) = action else { return drawn(&game, seat, Some(draft)) };
    let (id, user, text) = (game.id, person.user_id, action.to_string());
    let act = Act { question: Some(game.question), shown: Some(shown), ..Act::typed(text) };
    let stored = bot.matches.ask(id, &Person::user(user), Command::Act(act)).await;
    let now = bot.matches.load(id).await?;
    if let Err(error) = stored {
        // Somebody with two hands: another answer was stored between looking and pressing.
        let is_older = now.question == game.question && now.answer_tag(seat) != shown;
        return if is_older { older(&now, seat) } else { Err(error.into()) };
    }
    match action {
        Action::Vote(candidate) if now.playing().is_err() => Ok(texts::vote_counted(&now, candidate).into()),
        Action::Vote(_) => asked(&now, seat),
        _ => drawn(&now, seat, Some(draft)),
    }
}

/// The answer that a seat has stored.
fn answer(game: &Match, seat: Seat) -> Option<Action> {
    game.session.as_ref()?.answer(seat)?.parse().ok()
}

/// What is stored, in place of an older pad that was pressed.
fn older(game: &Match, seat: Seat) -> Result<Answer, Failure> {
    Ok(asked(game, seat)?.under(super::texts::OLDER_PAD))
}

/// The arrow pad, as long as a path is asked for.
fn drawn(game: &Match, seat: Seat, draft: Option<Path>) -> Result<Answer, Failure> {
    let moves =
        game.playing()?.to_act().iter().any(|decision| decision.seat == seat && decision.key == "move");
    if !moves {
        return Err(Failure::denied(texts::nothing_asked(game)));
    }
    let pad = pad(game, seat, draft);
    Ok(Answer::new(pad.text).rows(pad.rows))
}

/// A press for an earlier moment: nothing is done, but what is asked now is shown.
async fn stale(bot: &Bot, game: &Match, seat: Seat) -> Result<Answer, Failure> {
    let channel = game.channel_id;
    let newest = bot.matches.store().sent_message(game.id, r#"{"notice":"update""#).await?;
    let link = newest.filter(|(target, _)| *target == crate::store::Target::Channel(channel));
    let link = link.map(|(_, message)| texts::link(game.guild_id, channel, message));
    let text = texts::stale(game, link.as_deref());
    match asked(game, seat) {
        Ok(now) => Ok(now.under(&text)),
        Err(Failure::Refused(_)) => Ok(text.into()),
        Err(failure) => Err(failure),
    }
}

/// The match that was meant has been picked.
async fn picked(bot: &Bot, person: &Person, channel: i64, value: Option<&str>) -> Result<Answer, Failure> {
    let picked: Option<Picked> = value.and_then(|value| value.parse().ok());
    let picked = picked.ok_or_else(|| Failure::denied(super::UnknownId.to_string()))?;
    let game = which::known(&bot.matches, person, picked.match_id).await?;
    if picked.question != game.question {
        return stale(bot, &game, seat(person, &game)?).await;
    }
    fulfil(&bot.matches, person, channel, &game, &picked.ask).await
}

/// Answers a form.
pub(super) async fn submit(http: &Http, bot: &Bot, modal: &ModalInteraction) -> Result<(), Failure> {
    let work = async { filled_in(http, bot, modal).await.unwrap_or_else(|failure| failure.told().into()) };
    answer_form(http, modal, work).await
}

async fn answer_form(
    http: &Http,
    modal: &ModalInteraction,
    work: impl Future<Output = Answer>,
) -> Result<(), Failure> {
    tokio::pin!(work);
    let Ok(answer) = tokio::time::timeout(PATIENCE, &mut work).await else {
        modal.defer_ephemeral(http).await?;
        modal.edit_response(http, work.await.into_edit()).await?;
        return Ok(());
    };
    let response = CreateInteractionResponse::Message(answer.into_response());
    Ok(modal.create_response(http, response).await?)
}

async fn filled_in(http: &Http, bot: &Bot, modal: &ModalInteraction) -> Result<Answer, Failure> {
    let unknown = || Failure::denied(super::UnknownId.to_string());
    let match_id = roster::form_of(&modal.data.custom_id).ok_or_else(unknown)?;
    let guild = modal.guild_id.ok_or_else(|| Failure::denied(texts::guild_only()))?;
    let person = person(bot.matches.store(), &modal.user, Some(guild), modal.member.as_ref()).await?;
    roster::submitted(http, &bot.matches, &person, guild, match_id, modal).await
}
