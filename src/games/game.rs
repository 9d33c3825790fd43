//! What a game is to everyone else.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;
use trigon_render::Scene;

use super::{By, Draws, Names, Refusal, Seat, SetupError, Step};

/// What is known of a game before anyone plays it.
#[derive(Debug, PartialEq, Eq)]
pub struct Info {
    /// The name in records, commands and folders: `triforce-building`.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// How many can play, ascending.
    pub players: &'static [u8],
    /// The version of the rules that a stored match keeps.
    pub version: u32,
    /// The rules for players, in Markdown.
    pub rules: &'static str,
}

/// A seat that may or must act, and what it is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decision {
    /// Who is asked.
    pub seat: Seat,
    /// What is asked, in a word: `move`, `vote`, `shield` …
    pub name: &'static str,
    /// Whether play waits for it. A decision that does not is left as it stands when the deadline comes.
    pub required: bool,
    /// Whether an answer is stored already (and may still be replaced).
    pub answered: bool,
}

/// What a clock has to end, if the game has such a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deadline {
    /// A round of simultaneous moves.
    Round,
    /// A vote.
    Vote,
}

/// Who may learn of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// Everyone.
    All,
    /// That seat (and a host who does not play).
    Seat(Seat),
    /// A host who does not play; everyone after the end.
    Host,
}

/// For whom a picture is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Viewer {
    /// Everyone.
    Public,
    /// One player, with what is that player's own.
    Seat(Seat),
    /// The host: everything.
    Host,
    /// Everyone after the end: everything.
    Afterwards,
}

/// A picture's frame: whose eyes it is for, and what the match around the state knows.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// For whom.
    pub viewer: Viewer,
    /// The name of the match.
    pub title: &'a str,
    /// When the next deadline is, ready to be shown.
    pub deadline: Option<&'a str>,
    /// What the seats are called.
    pub names: &'a Names,
}

/// How a match ended for a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Won; in Triforce Building: holds a token.
    Won,
    /// Neither won nor lost.
    Drawn,
    /// Lost.
    Lost,
    /// Triforce Building: the elimination candidate.
    EliminationCandidate,
}

/// A seat's line in the final standings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// Whose.
    pub seat: Seat,
    /// How it ended.
    pub verdict: Verdict,
    /// In numbers or words, what else counts: tokens, garnets, pieces.
    pub note: String,
}

/// How a match ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// One line for each seat, best first.
    pub standings: Vec<Standing>,
    /// Why, in a sentence.
    pub reason: String,
}

/// Something a player may know of the own position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// What it is.
    pub label: &'static str,
    /// Its value.
    pub value: String,
}

/// A game's rules, notation, words and picture.
///
/// A state is the fold of a log over [`apply`](Self::apply) from what [`begin`](Self::begin) gave; nothing
/// else may go into it.
pub trait Game: Send + Sync + 'static {
    /// What a match begins with, as records write it.
    type Setup: Serialize + DeserializeOwned + Clone + Send + Sync;
    /// Everything the rules need. Serialises to the canonical state of records, which leaves out secrets.
    type State: Clone + PartialEq + fmt::Debug + Serialize + Send + Sync;
    /// Something one can do. Parsing is tolerant, printing is canonical, and both are inverse.
    type Action: FromStr<Err: fmt::Display> + fmt::Display + Clone + PartialEq + fmt::Debug;
    /// Something that happened.
    type Event: Clone + PartialEq + fmt::Debug;

    /// What is known of the game.
    const INFO: Info;

    /// Whether the seats act one after the other, so that one of them can resign; not where all act at once and
    /// a clock resolves it.
    const TURNS: bool = true;

    /// The number of seats of a setup; only called with a setup from which a match began.
    fn seats(setup: &Self::Setup) -> usize;

    /// The names that the setup gives the seats, if it does.
    fn names(_setup: &Self::Setup) -> Names {
        Names::default()
    }

    /// Whether a match from this setup draws anything.
    fn needs_seed(setup: &Self::Setup) -> bool;

    /// The state before the first entry.
    ///
    /// # Errors
    /// When the setup cannot be played.
    fn begin(setup: &Self::Setup, draws: &mut Draws) -> Result<(Self::State, Vec<Self::Event>), SetupError>;

    /// Who may or must act, in seat order; empty when the match is over.
    fn to_act(state: &Self::State) -> Vec<Decision>;

    /// Every action that [`apply`](Self::apply) would accept from a seat, each once, in any order.
    fn legal(state: &Self::State, seat: Seat) -> Vec<Self::Action>;

    /// Plays one entry.
    ///
    /// # Errors
    /// When the rules refuse it; the state is then as it was.
    fn apply(
        state: &mut Self::State,
        by: By,
        action: &Self::Action,
        draws: &mut Draws,
    ) -> Result<Vec<Self::Event>, Refusal>;

    /// The part of a legal action that a person chooses at a place, from 0, in the order of choosing; `None` behind
    /// the last. No action's steps are the beginning of another's. Unless a game says more, an action is one step.
    fn step(_state: &Self::State, action: &Self::Action, n: usize) -> Option<Step> {
        (n == 0).then(|| {
            let text = action.to_string();
            // Keys are kept short and plain, whatever the notation.
            let key = text.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
            Step::new("Action", key, text)
        })
    }

    /// Whether a person who has chosen the last step is to confirm the whole action before it is done.
    fn confirms(_action: &Self::Action) -> bool {
        true
    }

    /// Returns the answer that a seat has stored to what it is asked and can still replace.
    fn answer(_state: &Self::State, _seat: Seat) -> Option<Self::Action> {
        None
    }

    /// How it ended; `None` while it goes on.
    fn outcome(state: &Self::State) -> Option<Outcome>;

    /// What the clock has to end next.
    fn deadline(_state: &Self::State) -> Option<Deadline> {
        None
    }

    /// Whether whoever is asked stands at the beginning of a turn, and not in the middle of one.
    fn turn_begins(_state: &Self::State) -> bool {
        true
    }

    /// A seat gives up and two or more play on: from now on what it is asked is passed, by itself. Only asked of
    /// games with [turns](Self::TURNS); that the last who plays has won is not for the game to say.
    ///
    /// # Errors
    /// When the game cannot go on without a seat; the state is then as it was.
    fn resign(
        _state: &mut Self::State,
        _seat: Seat,
        _draws: &mut Draws,
    ) -> Result<Vec<Self::Event>, Refusal> {
        Err(Refusal::illegal(format!("{} cannot be played on without a seat.", Self::INFO.title)))
    }

    /// A name for the moment a picture of this state shows, usable as a file name; `None` when only the
    /// number of the entry tells it.
    fn moment(_state: &Self::State) -> Option<String> {
        None
    }

    /// The round that is being played, in games that have rounds.
    fn round(_state: &Self::State) -> Option<u32> {
        None
    }

    /// What a seat may know of its own position.
    fn facts(_state: &Self::State, _seat: Seat, _names: &Names) -> Vec<Fact> {
        Vec::new()
    }

    /// Where a seat stands, for matches whose host lets players be told (R3 of Triforce Building); `None` where
    /// there is nothing to tell or the board shows it anyway.
    fn place(_state: &Self::State, _seat: Seat) -> Option<String> {
        None
    }

    /// Who may learn of an event.
    fn audience(event: &Self::Event) -> Audience;

    /// An event in a sentence.
    fn words(event: &Self::Event, names: &Names) -> String;

    /// The board in plain text, for terminals: only what everyone may see.
    fn diagram(state: &Self::State, names: &Names) -> String;

    /// The picture of a state, with its alt text as the scene's description.
    fn scene(state: &Self::State, view: &View<'_>) -> Scene;
}
