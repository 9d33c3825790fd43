//! [`Game`]: what a game implements.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{
    By, Decision, Draws, Entrant, Info, Names, Narration, Observation, Outcome, Phase, Prompt, Refusal, Seat,
    SetupError, Step, Values, Viewer,
};

/// The rules, notation, words and pictures of a game.
///
/// A state is the fold of [`apply`](Self::apply) and [`resign`](Self::resign) over a log; nothing else may enter it.
/// Names in particular do not: a player can be replaced.
pub trait Game: Send + Sync + 'static {
    /// What a match begins with, as records write it.
    type Setup: Serialize + DeserializeOwned + Clone + Send + Sync;
    /// Everything that the rules need. Serialises to the canonical state of records, which leaves out secrets.
    type State: Clone + PartialEq + fmt::Debug + Serialize + Send + Sync;
    /// Something that a seat, the clock or the host does. Parsing is tolerant, printing is canonical, and parsing what
    /// was printed gives the same action.
    type Action: FromStr<Err: fmt::Display> + fmt::Display + Clone + PartialEq + fmt::Debug;
    /// Something that happened.
    type Event: Clone + PartialEq + fmt::Debug;
    /// What a viewer may know of a state.
    type Observation: Observation + PartialEq + fmt::Debug + 'static;

    /// What is known of the game before anyone plays it.
    const INFO: Info;

    /// Returns the setup that follows from the options of a match and its roster.
    ///
    /// # Errors
    /// If the values do not fit together. [`begin`](Self::begin) finds what is left to be found.
    fn setup(options: &Values, roster: &[Entrant<'_>]) -> Result<Self::Setup, SetupError>;

    /// Returns the number of seats of a setup from which a match has begun.
    fn seats(setup: &Self::Setup) -> usize;

    /// Returns the names that a setup gives the seats, if it does.
    fn names(_setup: &Self::Setup) -> Names {
        Names::default()
    }

    /// Returns whether a match from this setup draws anything.
    fn needs_seed(setup: &Self::Setup) -> bool;

    /// Returns the state before the first entry.
    ///
    /// # Errors
    /// If the setup cannot be played.
    fn begin(setup: &Self::Setup, draws: &mut Draws) -> Result<(Self::State, Vec<Self::Event>), SetupError>;

    /// Returns the current phase.
    fn phase(state: &Self::State) -> Phase<Self::Action>;

    /// Returns who is asked to act, in seat order; nobody when the match is over.
    fn to_act(state: &Self::State) -> Vec<Decision>;

    /// Returns every action that [`apply`](Self::apply) accepts from a seat, each once, in any order.
    ///
    /// It may depend only on what that seat can find out by trying.
    fn legal(state: &Self::State, seat: Seat) -> Vec<Self::Action>;

    /// Plays one entry.
    ///
    /// # Errors
    /// If the rules refuse it; the state is then unchanged.
    fn apply(
        state: &mut Self::State,
        by: By,
        action: &Self::Action,
        draws: &mut Draws,
    ) -> Result<Vec<Self::Event>, Refusal>;

    /// Returns the answer that a seat has stored to what it is asked and can still replace.
    fn answer(_state: &Self::State, _seat: Seat) -> Option<Self::Action> {
        None
    }

    /// Retires a seat while two or more play on. Its later decisions are passed automatically. Only called for games
    /// whose seats [can resign](Info::can_resign); that the last seat left has won is not for the game to say.
    ///
    /// # Errors
    /// If the game cannot go on without the seat; the state is then unchanged.
    fn resign(
        _state: &mut Self::State,
        _seat: Seat,
        _draws: &mut Draws,
    ) -> Result<Vec<Self::Event>, Refusal> {
        Err(Refusal::illegal(format!("{} cannot be played on without a seat.", Self::INFO.title)))
    }

    /// Returns how the match ended, or `None` while it goes on.
    fn outcome(state: &Self::State) -> Option<Outcome>;

    /// Returns what a viewer may know.
    fn observe(state: &Self::State, viewer: Viewer) -> Self::Observation;

    /// Returns how a decision is put to its player.
    fn prompt(decision: &Decision) -> Prompt;

    /// Returns the `n`th step of a legal action, from 0, in the order in which a person chooses, or `None` past the end.
    ///
    /// With the layout [`Buttons`](super::Layout::Buttons) the steps of no action are the beginning of another's.
    /// Unless a game says more, an action is one step.
    fn step(_state: &Self::State, action: &Self::Action, n: usize, _names: &Names) -> Option<Step> {
        (n == 0).then(|| {
            let text = action.to_string();
            // Keys are kept short and plain, whatever the notation.
            let key = text.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
            Step::new("Action", key, text)
        })
    }

    /// Returns whether a person confirms the whole action after the last step before it is played.
    fn confirms(_action: &Self::Action) -> bool {
        true
    }

    /// Reads an action as a player writes it without thinking of the notation, or returns `None` if the text does not
    /// look like an action at all. Unless a game says more, only the notation is read.
    ///
    /// # Errors
    /// If the text was clearly meant as an action and is none, in a sentence for the one who wrote it.
    fn typed(text: &str) -> Option<Result<Self::Action, Refusal>> {
        text.trim().parse().ok().map(Ok)
    }

    /// Describes an action briefly for the player who chose it: `ULD (↑ ← ↓)`.
    fn describe(action: &Self::Action, _names: &Names) -> String {
        action.to_string()
    }

    /// Returns a hint about what can follow a draft on a [pad](super::Layout::Pad), such as why a key is disabled.
    fn hint(_state: &Self::State, _seat: Seat, _draft: &[String]) -> Option<String> {
        None
    }

    /// Describes an event, with who may learn of it.
    fn narrate(event: &Self::Event, names: &Names) -> Narration;

    /// Rates a position for a seat: for computed seats, which look one action ahead.
    fn rate(_state: &Self::State, _seat: Seat) -> f32 {
        0.0
    }
}

/// Rates how far a seat is ahead of the best of the others, from a number that each seat has.
pub(super) fn lead(seats: usize, seat: Seat, of: impl Fn(Seat) -> usize) -> f32 {
    let best = Seat::all(seats).filter(|other| *other != seat).map(&of).max();
    of(seat) as f32 - 0.3 * best.unwrap_or_default() as f32
}
