//! [`Game`]: what a game implements.

use std::fmt;
use std::str::FromStr;

use serde::de::DeserializeOwned;
use serde::{Serialize, Serializer};

use super::computed::{MatchStatistics, Tuning};
use super::{
    By, Decision, Draws, Entrant, Finals, Info, Information, Names, Narration, Observation, Outcome,
    Particulars, Phase, Prompt, Refusal, Rolled, Seat, SetupError, Step, Story, Values, Viewer,
};

/// The rules, notation, words and pictures of a game.
///
/// A state depends only on the setup, the draws and the log: on the calls of [`apply`](Self::apply) and
/// [`resign`](Self::resign) so far. In particular, it holds no names, because players can be replaced.
pub trait Game: Send + Sync + 'static {
    /// The starting conditions of a match, as they appear in records.
    type Setup: Serialize + DeserializeOwned + Clone + Send + Sync;
    /// Everything the rules need to know. It serialises to the canonical state in records, which leaves out secrets.
    type State: Clone + PartialEq + fmt::Debug + Serialize + Send + Sync;
    /// An action of a seat, the clock or the host. Parsing is lenient and printing is canonical: parsing a printed
    /// action returns the same action.
    type Action: FromStr<Err: fmt::Display>
        + fmt::Display
        + Clone
        + PartialEq
        + fmt::Debug
        + Send
        + Sync
        + 'static;
    /// Something that happened.
    type Event: Clone + PartialEq + fmt::Debug;
    /// What a viewer may know about a state.
    type Observation: Observation + PartialEq + fmt::Debug + Send + Sync + 'static;

    /// The static description of the game.
    const INFO: Info;

    /// The features specific to the game.
    const PARTICULARS: Particulars = Particulars::NONE;

    /// How computed seats search in this game.
    const TUNING: Tuning = Tuning::USUAL;

    // Beginning a match

    /// Returns the setup for the options and the roster of a match, if the values are consistent.
    /// [`begin`](Self::begin) makes the remaining checks.
    fn setup(options: &Values, roster: &[Entrant<'_>]) -> Result<Self::Setup, SetupError>;

    /// Returns the number of seats in a match with this setup.
    fn seats(setup: &Self::Setup) -> usize;

    /// Returns the names of the seats, if the setup contains them.
    fn names(_setup: &Self::Setup) -> Names {
        Names::default()
    }

    /// Returns whether a match with this setup draws random numbers.
    fn needs_seed(setup: &Self::Setup) -> bool;

    /// Returns the state before the first entry, if the setup can be played.
    fn begin(setup: &Self::Setup, draws: &mut Draws) -> Result<(Self::State, Vec<Self::Event>), SetupError>;

    /// Makes a match that has just begun follow a version of the rules from [`Info::oldest`](super::Info::oldest) on; `None`
    /// if it is not known, as in a record that was written by hand.
    fn follow(_state: &mut Self::State, _version: Option<u32>) {}

    // Playing

    /// Returns the current phase.
    fn phase(state: &Self::State) -> Phase<Self::Action>;

    /// Returns who is asked to act, in seat order. The list is empty once the match is over.
    fn to_act(state: &Self::State) -> Vec<Decision>;

    /// Returns every action that [`apply`](Self::apply) accepts from a seat, each once, in any order.
    ///
    /// The list may only reveal what that seat could find out by trying.
    fn legal(state: &Self::State, seat: Seat) -> Vec<Self::Action>;

    /// Returns the actions that a seat may try without being shown whether they are legal, because that would reveal
    /// something that the seat has to keep track of itself. They can be chosen step by step, but are never listed.
    fn blind(_state: &Self::State, _seat: Seat) -> Vec<Self::Action> {
        Vec::new()
    }

    /// Applies one entry. If the rules do not allow it, the state stays unchanged.
    fn apply(
        state: &mut Self::State,
        by: By,
        action: &Self::Action,
        draws: &mut Draws,
    ) -> Result<Vec<Self::Event>, Refusal>;

    /// Returns the answer that a seat has given and can still replace, if any.
    fn answer(_state: &Self::State, _seat: Seat) -> Option<Self::Action> {
        None
    }

    /// Returns the answer of a seat that changes nothing, such as staying, if the present question has one. It takes the place
    /// of an answer that was left in advance and is not legal when its phase comes.
    fn neutral(_state: &Self::State, _seat: Seat) -> Option<Self::Action> {
        None
    }

    /// Removes a seat from play while at least two others remain. From then on, the game makes that seat's decisions
    /// itself.
    ///
    /// This is only called for games whose seats [can resign](Info::can_resign). The session, not the game, declares
    /// the last remaining seat the winner.
    ///
    /// # Errors
    /// Returns an error, and leaves the state unchanged, if the game cannot continue without the seat.
    fn resign(
        _state: &mut Self::State,
        _seat: Seat,
        _draws: &mut Draws,
    ) -> Result<Vec<Self::Event>, Refusal> {
        Err(Refusal::illegal(format!("{} cannot be played on without a seat.", Self::INFO.title)))
    }

    // What has come of it

    /// Returns what a seat has of the roster fields that a match [leaves it with](Info::finals), at any time. By default,
    /// there are no such fields.
    fn held(_state: &Self::State, _seat: Seat) -> Finals {
        Finals::default()
    }

    /// Returns what a seat has spent of those fields so far, as numbers. Whatever else a field has lost counts as not earned. By
    /// default, nothing can be spent.
    fn spent(_state: &Self::State, _seat: Seat) -> Finals {
        Finals::default()
    }

    /// Returns how the match ended, or `None` if it is not over.
    fn outcome(state: &Self::State) -> Option<Outcome>;

    // What viewers may know

    /// Returns what a viewer may know about a state.
    fn observe(state: &Self::State, viewer: Viewer) -> Self::Observation;

    /// Returns a state that a viewer cannot tell from this one: whatever the viewer does not know is random, and the rest is the
    /// same. A player knows what [`Viewer::Beside`] sees, and keeps the same legal actions. This is only asked
    /// while the match goes on.
    ///
    /// What is random must not depend on what it takes the place of, so that plans can be tried on it: two states that
    /// the viewer cannot tell apart give the same state for the same random numbers. Put hidden cards in order, say, before
    /// shuffling them.
    ///
    /// By default, nothing is secret. A game with [hidden information](Information::Hidden) that has no function of its
    /// own does not compile.
    fn reshuffle(state: &Self::State, _viewer: Viewer, _rng: &mut fastrand::Rng) -> Self::State {
        const {
            assert!(
                matches!(Self::INFO.information, Information::Open),
                "a game with hidden information needs its own `reshuffle`"
            );
        }
        state.clone()
    }

    // Asking players

    /// Returns how to ask a player for a decision.
    fn prompt(decision: &Decision) -> Prompt;

    /// Returns step `n`, from 0, of a legal action, in the order in which a player chooses the steps, or `None` after
    /// the last step. What the player may know is all that it sees.
    ///
    /// With the layout [`Buttons`](super::Layout::Buttons), the steps of one action must not be a prefix of the steps
    /// of another. By default, an action is a single step.
    fn step(_seen: &Self::Observation, action: &Self::Action, n: usize, _names: &Names) -> Option<Step> {
        (n == 0).then(|| {
            let text = action.to_string();
            // Keys must be short and plain, whatever the notation looks like.
            let key = text.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
            Step::new("Action", key, text)
        })
    }

    /// Returns whether a player must confirm the action after its last step.
    fn confirms(_action: &Self::Action) -> bool {
        true
    }

    /// Reads an action as a player might write it without thinking of the notation, or returns `None` if the text does
    /// not look like an action at all. By default, only the notation is understood.
    ///
    /// # Errors
    /// Returns an error, with a sentence for the author, if the text was clearly meant as an action but is not one.
    fn typed(text: &str) -> Option<Result<Self::Action, Refusal>> {
        text.trim().parse().ok().map(Ok)
    }

    /// Reads an action from a text that could be chat just as well, such as laughter or a question, or returns `None`. It then takes
    /// a press to change an answer.
    fn unsure(_text: &str) -> Option<Self::Action> {
        None
    }

    /// Describes an action briefly for the player who chose it: `ULD (↑ ← ↓)`.
    fn describe(action: &Self::Action, _names: &Names) -> String {
        action.to_string()
    }

    /// Returns a hint on how a draft on a [pad](super::Layout::Pad) can continue, such as why a key is disabled.
    fn hint(_state: &Self::State, _seat: Seat, _draft: &[String]) -> Option<String> {
        None
    }

    // Telling what happened

    /// Describes an event and says who may read the description. Whatever it tells a player stays in what
    /// [`Viewer::Beside`] sees. In a game of turns, an entry that tells a player something alone cannot be taken back,
    /// and everyone can find out that it does.
    fn narrate(event: &Self::Event, names: &Names) -> Narration;

    /// Tells a viewer what happened between two observations of theirs, as people would tell it. By default, it returns `None`,
    /// and the sentences of the events tell it.
    fn story(_before: &Self::Observation, _after: &Self::Observation, _names: &Names) -> Option<Story> {
        None
    }

    /// Tells in a few sentences how a match went, from what everyone may see, once it has ended by its rules, of all its positions,
    /// oldest first. By default, there is nothing to tell.
    fn chronicle(_positions: &[Self::Observation], _names: &Names) -> Vec<String> {
        Vec::new()
    }

    /// Returns what seats rolled for themselves in an event that led to a state, for telling luck from skill after the match.
    /// Only rolls of which a higher one is better belong here.
    fn rolled(_state: &Self::State, _event: &Self::Event) -> Vec<Rolled> {
        Vec::new()
    }

    // Computed seats

    /// Returns what a computed seat does in the current phase, in order, or `None` if the seat searches instead, with
    /// [`imagine`](Self::imagine). Only games of turns can be searched.
    ///
    /// The decision follows from what the seat sees, its legal actions, the effort, as a number of tries, and the random
    /// numbers. Whatever is not legal is left out.
    fn decide(
        _seen: &Self::Observation,
        _seat: Seat,
        _legal: &[Self::Action],
        _tries: u32,
        _rng: &mut fastrand::Rng,
    ) -> Option<Vec<Self::Action>> {
        None
    }

    /// Returns a state that fits what a viewer has seen, for computed seats to think with. Whatever the viewer does not
    /// know is random. By default, it returns `None`, and computed seats act at random.
    fn imagine(_seen: &Self::Observation, _rng: &mut fastrand::Rng) -> Option<Self::State> {
        None
    }

    /// Returns the seat that acts next in a game of turns, or `None` if the match is over.
    fn next(state: &Self::State) -> Option<Seat> {
        Self::to_act(state).first().map(|decision| decision.seat)
    }

    /// Returns the number of seats in a state.
    fn seat_count(_state: &Self::State) -> usize {
        usize::from(Self::INFO.players.first().copied().unwrap_or_default())
    }

    /// Returns the number of legal actions of a seat, and up to `most` of them: all, or a random sample. Computed seats
    /// call it often, so a game with many actions should not list them all.
    fn some_legal(
        state: &Self::State,
        seat: Seat,
        most: usize,
        rng: &mut fastrand::Rng,
    ) -> (usize, Vec<Self::Action>) {
        let mut legal = Self::legal(state, seat);
        let count = legal.len();
        for i in 0..most.min(count) {
            let j = rng.usize(i..count);
            legal.swap(i, j);
        }
        legal.truncate(most);
        (count, legal)
    }

    /// Rates a position for a seat; higher is better. Computed seats estimate positions with it, in units of
    /// [`Tuning::scale`].
    fn rate(_state: &Self::State, _seat: Seat) -> f32 {
        0.0
    }

    /// Returns random decisions of the seats that are asked in the current phase, in the order of their entries. By
    /// default, each takes any legal action.
    fn at_random(state: &Self::State, rng: &mut fastrand::Rng) -> Vec<(Seat, Self::Action)> {
        let any = |decision: Decision| {
            let legal = Self::legal(state, decision.seat);
            Some((decision.seat, rng.choice(legal)?))
        };
        Self::to_act(state).into_iter().filter_map(any).collect()
    }

    /// Returns the roster values of players in practice matches, where they differ from the
    /// [defaults](super::Spec::default).
    fn practice() -> Values {
        Values::default()
    }

    /// Returns empty statistics for simulations, or `None` if the game has none.
    fn statistics() -> Option<Box<dyn MatchStatistics<Self::State>>> {
        None
    }
}

/// A map in a canonical state, given as a function that returns its entries.
pub(super) struct Entries<F>(pub(super) F);

impl<F: Fn() -> I, I: IntoIterator<Item = (K, V)>, K: Serialize, V: Serialize> Serialize for Entries<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map((self.0)())
    }
}
