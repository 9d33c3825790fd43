//! What players do in games of turns, besides acting: see [`Matches`].

use super::error::{Denied, MatchError};
use super::game_match::Match;
use super::lifecycle;
use super::options::Options;
use super::question::{AnswerTag, QuestionId};
use super::rights::Person;
use super::service::{Matches, NewMatch};
use super::signup::{EMPTY, seat_one_more};
use super::talk::OfferKind;
use super::turns::{self, Question};
use crate::games::{Narration, Seat};
use crate::store::{SeatRow, Status, StoreError};

/// How often a rematch is tried when others were faster.
const TRIES: u32 = 8;

/// The seat of somebody who plays.
fn seat_in(game: &Match, user_id: i64) -> Result<Seat, Denied> {
    game.seat_of(user_id).ok_or_else(|| Denied::new(format!("You have no seat in match {}.", game.row.id)))
}

impl Matches {
    /// Creates a match of a game of turns in which its creator sits already.
    ///
    /// # Errors
    /// When the options make no match, or storing fails.
    pub async fn create_seated(
        &self,
        creator: &Person,
        name: &str,
        new: NewMatch,
    ) -> Result<Match, MatchError> {
        let seat = SeatRow { user_id: creator.user_id, name: name.to_owned(), ..EMPTY };
        let messages = [lifecycle::created(new.channel_id)?];
        let row = self.create_with(creator, new, &[seat], &messages).await?;
        self.load(row.id).await
    }

    /// Plays a match again: the same players, options and channel, and the seats passed on by one, so that another
    /// begins. Seats are kept for all of them; each confirms by joining, and with the last the match starts by
    /// itself. Whoever asks has joined. Asking again joins the rematch that there is.
    ///
    /// # Errors
    /// When the person did not play in it, it goes on, or is no game of turns.
    pub async fn rematch(&self, id: i64, user_id: i64) -> Result<Match, MatchError> {
        for _ in 0..TRIES {
            let old = self.load(id).await?;
            let name = rematch_of(&old, user_id)?;
            if let Some(there) = old.options.rematch {
                let there = self.load(there).await?;
                if there.row.status == Status::Running || there.seat_of(user_id).is_some() {
                    return Ok(there);
                }
                if there.row.status == Status::Signup {
                    return self.confirm(there.row.id, user_id, &name).await;
                }
            }
            let asker = Person { user_id, guild_id: None, guild_host: false };
            // Nobody hears of it before it is known to be the one.
            let new = self.create_with(&asker, again(&old), &[], &[]).await?;
            let options = Options { rematch: Some(new.id), ..old.options.clone() };
            let mut change = lifecycle::unchanged(&old);
            change.row.options = Match::stored(&options)?;
            match self.store().commit(&change, self.clock().now()).await {
                Ok(()) => return self.confirm(new.id, user_id, &name).await,
                Err(StoreError::Conflict) => self.discard(new.id).await?,
                Err(error) => return Err(error.into()),
            }
        }
        Err(super::Fault::Busy(id).into())
    }

    /// Seats somebody who wants a rematch. The first to sit down makes it known.
    async fn confirm(&self, id: i64, user_id: i64, name: &str) -> Result<Match, MatchError> {
        self.change(id, |game| {
            let mut change = seat_one_more(game, user_id, name)?;
            change = turns::joined(game, change, self.clock().now())?;
            if game.seats.is_empty() {
                change.messages.push(lifecycle::created(game.row.channel_id)?);
            }
            Ok((change, ()))
        })
        .await?;
        self.load(id).await
    }

    /// Ends a match of which nobody has heard.
    async fn discard(&self, id: i64) -> Result<(), MatchError> {
        self.change(id, |game| {
            let mut change = lifecycle::cancel(game, self.clock().now())?;
            change.messages.clear();
            Ok((change, ()))
        })
        .await
    }

    /// A player's action on a question ([`Match::question`]): refused when the match has moved on.
    ///
    /// # Errors
    /// When the person has no seat, the question is stale or the rules refuse the action.
    pub async fn act_at(
        &self,
        id: i64,
        user_id: i64,
        action: &str,
        question: QuestionId,
    ) -> Result<Vec<Narration>, MatchError> {
        self.act_pressed(id, user_id, action, question, None).await
    }

    /// Stores a player's answer in place of the one that the player was shown: refused when another is stored
    /// meanwhile, so that nothing is overwritten unseen.
    ///
    /// # Errors
    /// Returns an error as [`act_at`](Self::act_at) does, and if the stored answer is not the one that was shown.
    pub async fn act_seeing(
        &self,
        id: i64,
        user_id: i64,
        action: &str,
        question: QuestionId,
        shown: AnswerTag,
    ) -> Result<Vec<Narration>, MatchError> {
        let question = Question { id: Some(question), shown: Some(shown), pressed: None };
        self.act_on(id, user_id, action, question).await
    }

    /// The same by pressing a message in the channel, which then shows by itself what came of it: only when another
    /// turn begins a new message is posted.
    ///
    /// # Errors
    /// As with [`act_at`](Self::act_at).
    pub async fn act_pressed(
        &self,
        id: i64,
        user_id: i64,
        action: &str,
        question: QuestionId,
        message: Option<i64>,
    ) -> Result<Vec<Narration>, MatchError> {
        let question = Question { id: Some(question), shown: None, pressed: message };
        self.act_on(id, user_id, action, question).await
    }

    /// Several actions that were written in one line, such as `+S c1>d3 end`, one after the other and each an entry of
    /// its own. With the first that is refused it stops; what came before stands.
    ///
    /// # Errors
    /// When nothing of it was played.
    pub async fn act_line(
        &self,
        id: i64,
        user_id: i64,
        line: &str,
        question: Option<QuestionId>,
    ) -> Result<Played, MatchError> {
        let game = self.load(id).await?;
        let mut played = Played::default();
        for action in turns::actions_in(game.playing()?, line) {
            let question = question.filter(|_| played.actions == 0);
            match self.act_on(id, user_id, &action, Question { id: question, ..Question::default() }).await {
                Ok(narrations) => {
                    played.actions += 1;
                    played.narrations.extend(narrations);
                }
                Err(MatchError::Denied(denied)) if played.actions > 0 => {
                    played.refused = Some((action, denied));
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(played)
    }

    /// Gives up. The last who has not resigned wins.
    ///
    /// # Errors
    /// When the person does not play in it, or it is no game of turns.
    pub async fn resign(&self, id: i64, user_id: i64) -> Result<(), MatchError> {
        self.change(id, |game| Ok((turns::resign(game, seat_in(game, user_id)?, self.clock().now())?, ())))
            .await
    }

    /// Resigns for the one whose time has run out.
    ///
    /// # Errors
    /// When nobody's time has run out, or it is the own.
    pub async fn claim(&self, id: i64, user_id: i64) -> Result<(), MatchError> {
        self.change(id, |game| Ok((turns::claim(game, seat_in(game, user_id)?, self.clock().now())?, ())))
            .await
    }

    /// Offers a draw, or asks to take the own last action back. A draw that another offers already is agreed to.
    ///
    /// # Errors
    /// When another offer waits for answers, there is nothing to take back, or the person does not play.
    pub async fn offer(&self, id: i64, user_id: i64, kind: OfferKind) -> Result<(), MatchError> {
        self.change(id, |game| {
            Ok((turns::offer(game, seat_in(game, user_id)?, kind, self.clock().now())?, ()))
        })
        .await
    }

    /// Answers an offer of another, or withdraws the own by declining it. `offered` is [`Offer::number`] of the one
    /// that is meant, where a button knows it: an answer to an older offer is refused.
    ///
    /// [`Offer::number`]: super::Offer::number
    ///
    /// # Errors
    /// When there is no such offer, or the person has answered it or does not play.
    pub async fn answer(
        &self,
        id: i64,
        user_id: i64,
        kind: OfferKind,
        accepted: bool,
        offered: Option<u32>,
    ) -> Result<(), MatchError> {
        self.change(id, |game| {
            let seat = seat_in(game, user_id)?;
            Ok((turns::answer(game, seat, kind, accepted, offered, self.clock().now())?, ()))
        })
        .await
    }

    /// Shows the match again at the end of its channel.
    ///
    /// # Errors
    /// When it is not being played.
    pub async fn show_again(&self, id: i64) -> Result<(), MatchError> {
        self.change(id, |game| Ok((turns::show_again(game, self.clock().now())?, ()))).await
    }

    /// Asks whoever is waited for to go on, once an hour; gives who that is.
    ///
    /// # Errors
    /// When nobody else is waited for, was nudged lately, or the person does not play.
    pub async fn nudge_player(&self, id: i64, user_id: i64) -> Result<Seat, MatchError> {
        self.change(id, |game| turns::nudge(game, seat_in(game, user_id)?, self.clock().now())).await
    }
}

/// What became of a line of actions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Played {
    /// How many were played.
    pub actions: usize,
    /// What happened.
    pub narrations: Vec<Narration>,
    /// The first that was refused, and why; what came after it was not looked at.
    pub refused: Option<(String, Denied)>,
}

/// The name of somebody who may ask for a rematch.
fn rematch_of(old: &Match, user_id: i64) -> Result<String, Denied> {
    let id = old.row.id;
    if !old.has_turns() || old.row.setup.is_none() {
        return Err(Denied::new(format!("Match {id} cannot be played again: create a new one.")));
    }
    if old.is_going_on() {
        return Err(Denied::new(format!("Match {id} is still going on.")));
    }
    let seat = old.seats.iter().find(|seat| seat.user_id == user_id);
    let seat = seat.ok_or_else(|| Denied::new(format!("You have no seat in match {id}.")))?;
    Ok(seat.name.clone())
}

/// The same match once more, with the seats passed on.
fn again(old: &Match) -> NewMatch {
    let mut invited: Vec<i64> = old.seats.iter().map(|seat| seat.user_id).collect();
    invited.rotate_left(1.min(old.seats.len()));
    let options = Options {
        players: old.seats.len() as u8,
        invited,
        rematch_of: Some(old.row.id),
        rematch: None,
        joined: Vec::new(),
        nudged: Vec::new(),
        left_when_paused: None,
        ..old.options.clone()
    };
    NewMatch {
        game: old.row.game.clone(),
        guild_id: old.row.guild_id,
        channel_id: old.row.channel_id,
        title: old.row.title.clone(),
        options,
    }
}
