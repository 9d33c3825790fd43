//! What players do in a running match other than playing: resigning, offers of a draw or a takeback, claims, nudges, and being ready;
//! and playing a match again. The slash commands are in `ask/`, because players can also issue them by picking a match.

use std::fmt;
use std::str::FromStr;

use crate::ui::words::{mention, seat_name, title};
use crate::ui::{Answer, Bot, ComponentAction, Failure, UnknownId};
use trigon_engine::matches::{Command, Denied, Match, MatchError, Matches, OfferKind, Person, Status};
use trigon_rules::games::{Narration, Seat, phrase};

/// A player's command in a running match, other than an action of the game. Its text is what players may type, and what the option
/// for picking a match carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PlayerCommand {
    /// Resign.
    Resign,
    /// Claim a seat whose time has run out.
    Claim,
    /// Nudge the player whose turn it is.
    Nudge,
    /// Mark one's answer as final, or take that back.
    Ready(bool),
    /// Offer a draw or request a takeback.
    Offer(OfferKind),
    /// Accept another player's offer.
    Accept(OfferKind),
    /// Decline another player's offer, or withdraw one's own.
    Decline(OfferKind),
}

impl PlayerCommand {
    /// Returns the command for the engine. `offer` is the number of the offer that is answered, if it is known.
    fn command(self, offer: Option<u32>) -> Command {
        match self {
            Self::Resign => Command::Resign,
            Self::Claim => Command::Claim,
            Self::Nudge => Command::Nudge,
            Self::Ready(ready) => Command::Ready { ready, pad: None },
            Self::Offer(kind) => Command::Offer(kind),
            Self::Accept(kind) => Command::Answer { kind, number: offer, accept: true },
            Self::Decline(kind) => Command::Answer { kind, number: offer, accept: false },
        }
    }
}

impl fmt::Display for PlayerCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // `resign` alone is only asked about.
            Self::Resign => f.write_str("resign for good"),
            Self::Claim => f.write_str("claim"),
            Self::Nudge => f.write_str("nudge"),
            Self::Ready(true) => f.write_str("ready"),
            Self::Ready(false) => f.write_str("not ready"),
            Self::Offer(kind) => write!(f, "offer {kind}"),
            Self::Accept(kind) => write!(f, "accept {kind}"),
            Self::Decline(kind) => write!(f, "decline {kind}"),
        }
    }
}

impl FromStr for PlayerCommand {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let kinds = [OfferKind::Draw, OfferKind::Takeback].into_iter();
        let offers = kinds.flat_map(|kind| [Self::Offer(kind), Self::Accept(kind), Self::Decline(kind)]);
        let others = [Self::Resign, Self::Claim, Self::Nudge, Self::Ready(true), Self::Ready(false)];
        let all = others.into_iter().chain(offers);
        all.into_iter().find(|command| command.to_string() == text).ok_or(())
    }
}

/// Performs a player's command and reports the outcome. The commands in `ask/` come here, and buttons that need no number.
pub(crate) async fn perform(
    command: PlayerCommand,
    matches: &Matches,
    person: &Person,
    game: &Match,
) -> Result<Answer, Failure> {
    let late_seat = game.timed_out();
    let asked_seat = game.to_act().first().map(|decision| decision.seat);
    let is_own_offer = has_offered(person, game);
    let words = |before: &Match, now: &Match, _: &[Narration]| match (command, asked_seat) {
        // The takeback needed nobody’s consent, so it has been made already.
        (PlayerCommand::Offer(OfferKind::Takeback), _) if now.question.undos > before.question.undos => {
            taken_back(game)
        }
        (PlayerCommand::Claim, _) => claimed(game, late_seat),
        (PlayerCommand::Nudge, Some(seat)) => nudged(game, seat),
        _ => done(game, command, is_own_offer),
    };
    let done = matches.ask_telling(game.id, person, command.command(None), &words).await?;
    Ok(Answer::told(words(game, &done.game, &done.narrations), &done))
}

/// Answers an offer, takes an action back or claims a seat.
pub(crate) async fn press(
    bot: &Bot,
    person: &Person,
    game: &Match,
    action: &ComponentAction,
) -> Result<Answer, Failure> {
    let (command, offer) = match *action {
        ComponentAction::Accept(kind, number) => (PlayerCommand::Accept(kind), number),
        ComponentAction::Decline(kind, number) => (PlayerCommand::Decline(kind), number),
        ComponentAction::TakeBack => {
            return perform(PlayerCommand::Offer(OfferKind::Takeback), &bot.matches, person, game).await;
        }
        ComponentAction::Claim => return perform(PlayerCommand::Claim, &bot.matches, person, game).await,
        _ => return Err(Failure::denied(UnknownId::Component.to_string())),
    };
    let is_own_offer = has_offered(person, game);
    bot.matches.ask(game.id, person, command.command(Some(offer))).await?;
    Ok(done(game, command, is_own_offer).into())
}

/// Returns whether the open offer is a person's own.
fn has_offered(person: &Person, game: &Match) -> bool {
    game.offer().is_some_and(|offer| Some(offer.by) == game.seat_of(person.user_id))
}

/// Plays a match again for a person who has played in it or, in hosted games, may host it.
pub(crate) async fn play_again(matches: &Matches, person: &Person, game: &Match) -> Result<Answer, Failure> {
    match matches.rematch(game.id, person).await {
        Ok(new) => Ok(Answer::new(rematch(&new))),
        Err(MatchError::Denied(Denied::NotAllowed { .. })) if game.info().is_hosted() => {
            Err(Failure::denied(no_rematch_for_players(game)))
        }
        Err(error) => Err(error.into()),
    }
}

// Sentences

/// Says what a command has done. `is_own_offer` says whether an offer that was declined was the player’s own.
fn done(game: &Match, command: PlayerCommand, is_own_offer: bool) -> String {
    let title = title(game);
    match command {
        PlayerCommand::Resign => format!("You’ve resigned from {title}."),
        PlayerCommand::Claim | PlayerCommand::Nudge => format!("Done in {title}."),
        PlayerCommand::Ready(true) => {
            format!(
                "You’re ready in {title}. Once everyone is, the time is cut short; I’ll say when it ends. `not ready` or another \
                 answer takes it back."
            )
        }
        PlayerCommand::Ready(false) => {
            format!("You’re not ready in {title} any more. Your answer stays as it is.")
        }
        PlayerCommand::Offer(OfferKind::Draw) => {
            format!("You’ve offered a draw in {title}. I’ve asked in the channel.")
        }
        PlayerCommand::Offer(OfferKind::Takeback) => {
            format!(
                "You’ve asked to take back your last action in {title}. I’ve passed it on in the channel."
            )
        }
        PlayerCommand::Accept(OfferKind::Draw) => format!("You’ve agreed to a draw in {title}."),
        PlayerCommand::Accept(OfferKind::Takeback) => format!("You’ve agreed to the takeback in {title}."),
        PlayerCommand::Decline(_) if is_own_offer => format!("You’ve withdrawn your offer in {title}."),
        PlayerCommand::Decline(OfferKind::Draw) => format!("You’ve declined the draw in {title}."),
        PlayerCommand::Decline(OfferKind::Takeback) => format!("You’ve declined the takeback in {title}."),
    }
}

fn taken_back(game: &Match) -> String {
    format!(
        "You’ve taken back your last action in {}, with whatever came after it. It’s your turn.",
        title(game)
    )
}

pub(crate) fn claimed(game: &Match, seat: Option<Seat>) -> String {
    let seat =
        seat.map_or_else(|| "the seat".to_owned(), |seat| format!("**{}**’s seat", seat_name(game, seat)));
    format!("You’ve claimed {seat} in {}.", title(game))
}

pub(crate) fn nudged(game: &Match, seat: Seat) -> String {
    format!("I’ve told **{}** that you’re waiting in {}.", seat_name(game, seat), title(game))
}

pub(crate) fn really_resign() -> String {
    "Do you really want to resign? You can’t take that back. If you do, send me `resign for good`.".to_owned()
}

pub(crate) fn not_resigned() -> String {
    "You’re still in the match. To resign, set `confirm` to True.".to_owned()
}

/// Says who can play a hosted match again.
fn no_rematch_for_players(game: &Match) -> String {
    let hosts: Vec<String> = game.hosts().map(mention).collect();
    format!("Only a host can start a rematch of {}. You could ask {}.", title(game), phrase::one_of(&hosts))
}

fn rematch(game: &Match) -> String {
    let title = title(game);
    if game.status == Status::Running {
        return format!("{title} has begun in <#{}>.", game.channel_id);
    }
    if game.info().is_hosted() {
        return format!(
            "I’ve created {title} in <#{}> with the same settings and roster ({} of {} seats). Change what is different with \
             `/host seat`, `/host unseat` or `/host roster`; then use `/host start`.",
            game.channel_id,
            game.players.len(),
            game.terms.players
        );
    }
    format!("You’re in {title}. It starts in <#{}> as soon as the others have joined.", game.channel_id)
}
