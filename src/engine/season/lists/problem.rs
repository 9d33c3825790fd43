//! [`ListProblem`]: what cannot be read in a list that people wrote.

use crate::season::model::MAX_AMOUNT;
use trigon_rules::text::Quoted;

/// Something in a list that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ListProblem {
    /// The list is empty.
    #[error("The list is empty: it has one line for each person, such as `Ann: +3 garnets, token`.")]
    Empty,
    /// The file cannot be read at all.
    #[error("This cannot be read: {0}.")]
    Unreadable(String),
    /// A column of a table, or a key of an object, is unknown.
    #[error("The column {found} is unknown: there are {known}.")]
    Column {
        /// What the file says.
        found: Quoted,
        /// What it could say.
        known: String,
    },
    /// A line has no name.
    #[error("Line {0} has no name: write `Ann: +3 garnets`.")]
    NoName(usize),
    /// Nobody of the cast has this name.
    #[error("Line {line}: nobody in the cast is called {found}.")]
    Unknown {
        /// The line.
        line: usize,
        /// The name.
        found: Quoted,
    },
    /// Somebody is in the list twice.
    #[error("{name} is in lines {first} and {line}: put both into one line.")]
    Twice {
        /// The name.
        name: String,
        /// The first line.
        first: usize,
        /// The second line.
        line: usize,
    },
    /// A part of a line is neither an amount, a mark nor a place.
    #[error(
        "Line {line}: {found} is neither an amount such as `+3 {counter}`, a mark such as `token`, nor `rank 2`."
    )]
    Part {
        /// The line.
        line: usize,
        /// What it says.
        found: Quoted,
        /// The name of a counter.
        counter: String,
    },
    /// An amount is impossible.
    #[error("Line {line}: {found} is no amount: it is a whole number, at most {MAX_AMOUNT} up or down.")]
    Amount {
        /// The line.
        line: usize,
        /// What it says.
        found: Quoted,
    },
    /// A counter is there twice.
    #[error("Line {line} has {counter} twice.")]
    CounterTwice {
        /// The line.
        line: usize,
        /// The counter.
        counter: String,
    },
    /// A place is impossible.
    #[error("Line {line}: {found} is no place: it is a whole number from 1.")]
    Rank {
        /// The line.
        line: usize,
        /// What it says.
        found: Quoted,
    },
    /// A text is too long, or no mark.
    #[error("Line {line}: {sentence}")]
    Text {
        /// The line.
        line: usize,
        /// What is wrong.
        sentence: String,
    },
    /// There are more problems than are named.
    #[error("There are {0} more problems like these.")]
    More(usize),
}
