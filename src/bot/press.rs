//! Presses that answer a question: choosing, going back, confirming, and marking an answer as final. `gateway/components.rs` calls
//! this for them.
//!
//! A component that carries the tag of a stored answer belongs to a panel, which only one player sees; one without a
//! tag belongs to the match message, which everyone sees.

use std::sync::Arc;

use poise::serenity_prelude as serenity;
use serenity::{ComponentInteraction, MessageFlags};

use crate::announce::posted;
use crate::play::{ChoiceEffect, only_public, panel, show_panel, texts, typed};
use crate::ui::snowflakes::ToStored;
use crate::ui::{
    Answer, Bot, ComponentAction, CustomId, Failure, Prefix, PressAnswer, Pressed, UnknownId, value,
};
use trigon_engine::ids::{MessageId, RequestId};
use trigon_engine::matches::{Act, AnswerTag, Command, Denied, Match, MatchError, Matches, Person};
use trigon_rules::games::{Move, Narration, Pace, Seat};

/// Handles a press on a panel or on the match message.
pub(crate) async fn press(
    bot: &Bot,
    person: &Person,
    game: Arc<Match>,
    click: &ComponentInteraction,
    custom_id: &CustomId,
) -> Result<PressAnswer, Failure> {
    let seat = typed::require_seat(person, &game)?;
    let is_private = click.guild_id.is_none()
        || click.message.flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL));
    if person.request.is_some_and(|request| game.has_done(request.id)) {
        return Ok(repeated(&game, seat, click, is_private));
    }
    let press = AnswerPress { bot, person, game: &game, seat, click, custom_id };
    match custom_id.shown {
        _ if custom_id.action == ComponentAction::Show => press.show(is_private).await,
        Some(shown) => press.on_panel(shown).await,
        None if is_private => Err(Failure::denied(UnknownId::Component.to_string())),
        None => press.on_match_message().await,
    }
}

/// Marks a player's answer as final, or takes that back, and shows that on the pressed panel.
pub(crate) async fn ready(
    bot: &Bot,
    person: &Person,
    game: &Match,
    click: &ComponentInteraction,
    custom_id: &CustomId,
    ready: bool,
) -> Result<PressAnswer, Failure> {
    let seat = typed::require_seat(person, game)?;
    let is_repeated = person.request.is_some_and(|request| game.has_done(request.id));
    if custom_id.question != game.question && !is_repeated {
        return stale(&bot.matches, game, seat).await.map(PressAnswer::Apart);
    }
    let pad = pressed_pad(click);
    let now = match bot.matches.ask(game.id, person, Command::Ready { ready, pad }).await {
        Ok(done) => done.game,
        // The panel was older, or the button was pressed twice.
        Err(MatchError::Denied(Denied::AlreadyDone)) => bot.matches.load(game.id).await?,
        Err(error) => return Err(error.into()),
    };
    Ok(PressAnswer::InPlace(show_panel(&now, seat)?.keeping(direct_text(click))))
}

/// Answers a press for an earlier question. Nothing changes, and the current question is shown.
pub(crate) async fn stale(matches: &Matches, game: &Match, seat: Seat) -> Result<Answer, Failure> {
    let newest = posted::newest(matches, game).await?;
    let link = newest.map(|newest| newest.link(game));
    let text = match game.info().pace {
        Pace::Turns => texts::stale_turn(game, link.as_deref()),
        Pace::Rounds => texts::stale_round(game, link.as_deref()),
    };
    Ok(match panel(game, seat, None).filter(|_| game.playing().is_ok()) {
        Some(panel) => Answer::from(panel).under(&text),
        None => text.into(),
    })
}

/// Returns a press on a message that shows a match to everyone.
pub(crate) fn pressed(game: &Match, click: &ComponentInteraction) -> Pressed {
    Pressed { match_id: game.id, message_id: click.message.id.stored(), draft: None }
}

/// Answers a press that has already taken effect and that Discord has delivered again.
fn repeated(game: &Match, seat: Seat, click: &ComponentInteraction, is_private: bool) -> PressAnswer {
    if is_private {
        let answer = show_panel(game, seat).unwrap_or_else(|_| {
            let outcome = outcome_of_request(game, seat, click.id.stored());
            outcome.unwrap_or_else(|| texts::done_before(game)).into()
        });
        return PressAnswer::InPlace(answer);
    }
    PressAnswer::Shared(pressed(game, click), None)
}

/// Says what a request has brought, to somebody whose first answer may have been lost. In a game of turns, everyone reads that in the
/// channel.
fn outcome_of_request(game: &Match, seat: Seat, request: RequestId) -> Option<String> {
    let entry = game.log.iter().find(|entry| entry.request == Some(request) && !game.has_turns())?;
    let before = game.up_to(entry.seq - 1).ok()?;
    let action = before.playing().ok()?.parse(entry.action()?).ok()?;
    Some(typed::outcome_text(&before, game, seat, &action, &[]))
}

/// A player's press on something that asks them for an answer.
struct AnswerPress<'a> {
    bot: &'a Bot,
    person: &'a Person,
    /// The match as it was when the press arrived.
    game: &'a Match,
    seat: Seat,
    click: &'a ComponentInteraction,
    custom_id: &'a CustomId,
}

impl AnswerPress<'_> {
    /// Returns whether the pressed component belongs to an earlier question.
    fn is_stale(&self) -> bool {
        self.custom_id.question != self.game.question
    }

    async fn stale(&self) -> Result<Answer, Failure> {
        stale(&self.bot.matches, self.game, self.seat).await
    }

    /// Shows the player the current question, in place of the pressed message if that is private.
    async fn show(&self, is_private: bool) -> Result<PressAnswer, Failure> {
        let (game, seat) = (self.game, self.seat);
        if self.is_stale() {
            return self.stale().await.map(PressAnswer::Apart);
        }
        if game.decision(seat).is_none() && game.info().pace == Pace::Turns {
            return Err(typed::not_your_turn(game));
        }
        let shown = show_panel(game, seat)?;
        Ok(if is_private { PressAnswer::InPlace(shown) } else { PressAnswer::Apart(shown) })
    }

    /// Handles a press on a panel, and replaces the panel with the next question. `shown` is the stored answer that the
    /// panel shows.
    async fn on_panel(&self, shown: AnswerTag) -> Result<PressAnswer, Failure> {
        if self.is_stale() {
            return self.stale().await.map(PressAnswer::Apart);
        }
        let (game, seat) = (self.game, self.seat);
        let session = game.playing()?;
        if game.decision(seat).is_none() {
            return Err(Failure::denied(texts::nothing_asked(game)));
        }
        let effect = ChoiceEffect::of(session, seat, &self.custom_id.action, value(self.click));
        let panel = match effect {
            _ if shown != game.answer_tag(seat) => self.on_outdated_panel(effect),
            Some(ChoiceEffect::ShowDraft(draft)) => {
                self.bot.shared.note_drawn(game.id, self.person.user_id);
                panel_with(game, seat, Some(&draft)).map(|pad| self.keeping_news(pad))
            }
            Some(ChoiceEffect::Play { action, kept_draft }) => {
                self.play_on_panel(action, kept_draft.as_ref(), shown).await
            }
            None => {
                let panel = self.keeping_news(show_panel(game, seat)?);
                Ok(panel.refusing(texts::cannot_be_chosen_now()))
            }
        };
        panel.map(PressAnswer::InPlace)
    }

    /// Answers a press on a panel that shows an older answer than the stored one. Nothing changes, and the panel is replaced.
    fn on_outdated_panel(&self, effect: Option<ChoiceEffect>) -> Result<Answer, Failure> {
        let stored = self.game.playing()?.answer(self.seat);
        match effect {
            // The same button was pressed twice, and its action is stored already.
            Some(ChoiceEffect::Play { action, .. }) if stored.as_ref() == Some(&action) => {
                show_panel(self.game, self.seat)
            }
            _ => self.outdated(self.game),
        }
    }

    /// Plays an action that was chosen on a panel, and returns the panel afterwards.
    async fn play_on_panel(
        &self,
        action: Move,
        kept_draft: Option<&Prefix>,
        shown: AnswerTag,
    ) -> Result<Answer, Failure> {
        let game = self.game;
        let act = Act {
            question: Some(game.question),
            shown: Some(shown),
            pad: pressed_pad(self.click),
            ..Act::new(action.clone())
        };
        match self.bot.matches.ask(game.id, self.person, Command::Act(act)).await {
            Ok(done) => self.panel_after(&done.game, &action, kept_draft, &done.narrations),
            Err(error) => self.panel_despite(error, shown).await,
        }
    }

    /// Returns the panel after an action was played, which took the match to `now`.
    fn panel_after(
        &self,
        now: &Match,
        action: &Move,
        kept_draft: Option<&Prefix>,
        happened: &[Narration],
    ) -> Result<Answer, Failure> {
        let seat = self.seat;
        if now.question == self.game.question {
            // A draft that the action has made impossible is dropped.
            let kept = panel_with(now, seat, kept_draft).or_else(|_| show_panel(now, seat));
            return kept.map(|pad| self.keeping_news(pad));
        }
        let outcome = typed::outcome_text(self.game, now, seat, action, happened);
        Ok(match panel(now, seat, None) {
            // The turn goes on.
            Some(panel) => Answer::from(panel).under(&outcome),
            None => outcome.into(),
        })
    }

    /// Returns the panel after an action was refused, or the error if there is nothing to show.
    async fn panel_despite(&self, error: MatchError, shown: AnswerTag) -> Result<Answer, Failure> {
        let (now, seat) = (self.bot.matches.load(self.game.id).await?, self.seat);
        if now.question != self.game.question {
            return Err(error.into());
        }
        // Another answer was stored in the meantime, for example from a second device.
        if now.answer_tag(seat) != shown {
            return self.outdated(&now);
        }
        let MatchError::Denied(Denied::Refused(refusal)) = error else { return Err(error.into()) };
        // A draft may be complete and still not be legal. It stays on the panel, so that it can be corrected.
        let draft = match &self.custom_id.action {
            ComponentAction::Confirm(draft) => Some(draft),
            _ => None,
        };
        let pad = panel_with(&now, seat, draft).or_else(|_| show_panel(&now, seat))?;
        Ok(self.keeping_news(pad).refusing(&refusal.sentence))
    }

    /// Shows the stored answer, in place of an outdated panel that was pressed.
    fn outdated(&self, now: &Match) -> Result<Answer, Failure> {
        let panel = self.keeping_news(show_panel(now, self.seat)?);
        Ok(panel.under(texts::OLDER).marked(texts::OLDER_IN_SHORT))
    }

    /// Returns a panel with the news of the direct message that it replaces.
    fn keeping_news(&self, panel: Answer) -> Answer {
        panel.keeping(direct_text(self.click))
    }

    /// Handles a press on the match message.
    async fn on_match_message(&self) -> Result<PressAnswer, Failure> {
        let (game, seat) = (self.game, self.seat);
        if self.is_stale() || game.seems_asked().is_empty() {
            return self.on_stale_message().await;
        }
        if game.decision(seat).is_none() {
            return Err(typed::not_your_turn(game));
        }
        let unknown = || Failure::denied(texts::no_such_step());
        let session = game.session.as_deref().filter(|_| only_public(game).is_some());
        let pressed_value = value(self.click);
        let effect = session
            .and_then(|session| ChoiceEffect::of(session, seat, &self.custom_id.action, pressed_value));
        let pressed = pressed(game, self.click);
        match effect.ok_or_else(unknown)? {
            ChoiceEffect::ShowDraft(prefix) => {
                Ok(PressAnswer::Shared(Pressed { draft: Some((game.question, prefix)), ..pressed }, None))
            }
            ChoiceEffect::Play { action, .. } => {
                let message_id = Some(pressed.message_id);
                let act = Act { question: Some(game.question), pressed: message_id, ..Act::new(action) };
                self.bot.matches.ask(game.id, self.person, Command::Act(act)).await?;
                Ok(PressAnswer::Shared(pressed, None))
            }
        }
    }

    /// Answers a press on a match message for an earlier question: nothing changes, and the answer says where the current
    /// question is. If the message missed an update, it is updated now.
    async fn on_stale_message(&self) -> Result<PressAnswer, Failure> {
        let game = self.game;
        let newest = posted::newest(&self.bot.matches, game).await?;
        let is_newest = newest.is_some_and(|newest| newest.message_id == self.click.message.id.stored());
        if game.decision(self.seat).is_some() && is_newest {
            let hint = Answer::new(texts::stale_here());
            return Ok(PressAnswer::Shared(pressed(game, self.click), Some(hint)));
        }
        let link = newest.map(|newest| newest.link(game));
        Ok(PressAnswer::Apart(Answer::new(texts::stale_turn(game, link.as_deref()))))
    }
}

/// Returns the pressed message if it is a direct message, whose pad then shows the answer.
fn pressed_pad(click: &ComponentInteraction) -> Option<MessageId> {
    click.guild_id.is_none().then(|| click.message.id.stored())
}

/// Returns the text of a pressed direct message, which is kept above the panel: its news may say what the player needs later, such as
/// a secret letter. Returns an empty text for a press in a server.
fn direct_text(click: &ComponentInteraction) -> &str {
    if click.guild_id.is_none() { &click.message.content } else { "" }
}

/// Shows a panel with a draft.
///
/// # Errors
/// If no action begins with the draft.
fn panel_with(game: &Match, seat: Seat, draft: Option<&Prefix>) -> Result<Answer, Failure> {
    let panel = panel(game, seat, draft).ok_or_else(|| Failure::denied(texts::no_such_step()))?;
    Ok(panel.into())
}
