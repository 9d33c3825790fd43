//! [`AnySession`]: a match of any game, without type parameters.

use std::any::Any;

use super::computed::Skill;
use super::forced::Forced;
use super::steps::{Choices, Move};
use super::thinking::AnySight;
use super::{
    By, Decision, Finals, Info, Names, Narration, Observation, Outcome, Particulars, Phase, Prompt, Refusal,
    Rolled, Seat, Seed, Story, Viewer,
};

/// A match of any game, with actions as text and states as JSON. Most methods mirror those of [`Game`](super::Game).
pub trait AnySession: Send + Sync {
    // The match

    /// Returns the static description of the game.
    fn info(&self) -> &'static Info;

    /// Returns the features specific to the game.
    fn particulars(&self) -> &'static Particulars;

    /// Returns the number of seats.
    fn seats(&self) -> usize;

    /// Returns the names of the seats.
    fn names(&self) -> &Names;

    /// Changes the names of the seats.
    fn rename(&mut self, names: Names);

    /// Returns whether matches with this setup draw random numbers.
    fn needs_seed(&self) -> bool;

    /// Makes a match that has just begun follow this version of the rules, if it is still known. With `None`, as in a
    /// record that was written by hand, whatever any known version allows is allowed.
    fn follow(&mut self, version: Option<i64>);

    // Playing

    /// Parses an action in the notation of the game, which need not be canonical.
    ///
    /// # Errors
    /// Returns an error if the text is not an action of this game.
    fn parse(&self, action: &str) -> Result<Move, Refusal>;

    /// Reads an action as the player of a seat might [write](super::Game::typed) it, or returns `None` if the text does not
    /// look like an action at all.
    ///
    /// # Errors
    /// Returns an error if the text was clearly meant as an action but is not one.
    fn read(&self, seat: Seat, text: &str) -> Option<Result<Move, Refusal>>;

    /// Reads an action from a text that could be [chat just as well](super::Game::unsure), which a player has to confirm; or returns
    /// `None`.
    fn unsure(&self, text: &str) -> Option<Move>;

    /// Makes a move.
    ///
    /// # Errors
    /// Returns an error, and leaves the session unchanged, if the rules do not allow the move.
    fn make(&mut self, by: By, action: &Move) -> Result<Vec<Narration>, Refusal>;

    /// Plays one entry of a record. If seats can resign, the entry `resign 2` by the host is a
    /// [resignation](Self::resign).
    ///
    /// # Errors
    /// Returns an error, and leaves the session unchanged, if the text is not an action or the rules do not allow it.
    fn apply(&mut self, by: By, action: &str) -> Result<Vec<Narration>, Refusal>;

    /// Makes a seat resign. If only one other seat remains, it wins; otherwise the match continues without the seat.
    ///
    /// # Errors
    /// Returns an error if there is no such seat, if it has already resigned, if the game does not allow it, or if the
    /// match is over.
    fn resign(&mut self, seat: Seat) -> Result<Vec<Narration>, Refusal>;

    /// Returns whether a seat has resigned.
    fn has_resigned(&self, seat: Seat) -> bool;

    /// Returns what was drawn since the last call, for the record.
    fn take_draws(&mut self) -> Vec<u64>;

    /// Returns what seats rolled for themselves in the last entry.
    fn rolled(&self) -> &[Rolled];

    // What the match is waiting for

    /// Returns the current phase.
    fn phase(&self) -> Phase<Move>;

    /// Returns who is asked to act.
    fn to_act(&self) -> Vec<Decision>;

    /// Returns how to ask a player for a decision.
    fn prompt(&self, decision: &Decision) -> Prompt;

    /// Returns all legal actions of a seat in canonical notation, sorted by their bytes.
    fn legal(&self, seat: Seat) -> Vec<String>;

    /// Returns the legal actions that a seat may be shown, in canonical notation, sorted by their bytes: all except
    /// those that it has to [try](super::Game::blind).
    fn listed(&self, seat: Seat) -> Vec<String>;

    /// Returns what a seat can choose after the steps with these keys, or `None` if no action that it may play or
    /// [try](super::Game::blind) begins with them.
    fn choices(&self, seat: Seat, keys: &[String]) -> Option<Choices>;

    /// Returns the keys that lead to an action, or `None` if it is not legal.
    fn keys(&self, seat: Seat, action: &Move) -> Option<Vec<String>>;

    /// Returns the answer that a seat has given and can still replace, if any.
    fn answer(&self, seat: Seat) -> Option<Move>;

    /// Returns the answer of a seat that changes nothing, if the present question has one.
    fn neutral(&self, seat: Seat) -> Option<Move>;

    /// Describes an action briefly for the player who chose it.
    fn describe(&self, action: &Move) -> String;

    /// Returns a hint on how a draft can continue.
    fn hint(&self, seat: Seat, draft: &[String]) -> Option<String>;

    // What has come of it

    /// Returns what a seat has of the roster fields that the match leaves it with.
    fn held(&self, seat: Seat) -> Finals;

    /// Returns what a seat has spent of those fields so far.
    fn spent(&self, seat: Seat) -> Finals;

    /// Returns how the match ended, or `None` if it is not over.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns the canonical state in JSON, with its keys in the order of the record format.
    fn state_json(&self) -> String;

    /// Returns what a viewer may know about the state, in JSON: the canonical state if that is everything, and otherwise its
    /// keys with `null` for what is secret. Returns `None` if the game has secrets and does not say which.
    fn seen_json(&self, viewer: Viewer) -> Option<String>;

    /// Returns what a viewer may know about the current state.
    fn observe(&self, viewer: Viewer) -> Box<dyn Observation>;

    /// Tells a viewer what happened between an earlier state of the same match and this one, or returns `None` if the sentences of
    /// the events tell it.
    fn story(&self, before: &dyn AnySession, viewer: Viewer) -> Option<Story>;

    /// Tells in a few sentences how a match went that has ended by its rules. `positions` are all its positions, oldest first.
    fn chronicle(&self, positions: &[Box<dyn AnySession>]) -> Vec<String>;

    // Thinking ahead

    /// Returns what a computed seat gets to decide from, or `None` if the seat is not asked to act.
    fn sight(&self, seat: Seat) -> Option<Box<dyn AnySight>>;

    /// Returns what computed seats decide in the current phase, each by what it sees, in the order of their entries.
    fn plan(&self, skill: Skill, rng: &mut fastrand::Rng) -> Vec<(Seat, String)>;

    /// Returns a win that the seat whose turn it is can bring about before anybody else acts, or `None` if there is none, if
    /// players have secrets, or if it is not found within some number of tried actions.
    fn forced_win(&self, most: u32) -> Option<Forced>;

    /// Returns a copy that draws from another seed, for showing what could be played: what it draws says nothing about
    /// what this session will draw.
    fn supposed(&self, seed: &Seed) -> Box<dyn AnySession>;

    /// Returns a session that a viewer [cannot tell](super::Game::reshuffle) from this one, for trying out what could be played:
    /// neither what others know alone nor what this session will draw goes into it.
    fn reshuffled(&self, viewer: Viewer, seed: u64) -> Box<dyn AnySession>;

    /// Returns a copy, for trying out actions.
    fn boxed(&self) -> Box<dyn AnySession>;

    /// Returns whether two sessions have the same state, including secrets, and will make the same draws.
    fn is_same_as(&self, other: &dyn AnySession) -> bool;

    /// Returns the session as [`Any`], which [`is_same_as`](Self::is_same_as) needs.
    fn as_any(&self) -> &dyn Any;
}

impl Clone for Box<dyn AnySession> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}
