//! Discord's error codes, and what a refusal with one of them may cost.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The bot's list of Discord's codes: a word for what each means, the code, and Discord's words.
const CODE_LIST: &str = include_str!("../../src/bot/codes/discord.txt");

/// What a refusal may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cost {
    /// Nothing but time: it may pass, or nobody knows the code.
    Time,
    /// Nothing but time, for what is worth waiting for until somebody mends it.
    Mending,
    /// The picture, and the message if the rest of it is refused as well.
    Picture,
    /// Everything written to that person.
    Person,
    /// The request.
    Request,
}

static CODES: LazyLock<BTreeMap<u32, Cost>> = LazyLock::new(|| {
    let read = |line: &str| {
        let mut words = line.split_whitespace();
        let cost = match words.next()? {
            "again" => Cost::Time,
            "mend" => Cost::Mending,
            "smaller" => Cost::Picture,
            "person" => Cost::Person,
            "final" => Cost::Request,
            _ => return None,
        };
        Some((words.next()?.parse().ok()?, cost))
    };
    CODE_LIST.lines().filter_map(read).collect()
});

/// Returns all listed codes.
pub(crate) fn listed() -> Vec<u32> {
    CODES.keys().copied().collect()
}

/// Returns what a refusal with a code may cost.
pub(crate) fn cost(code: u32) -> Cost {
    CODES.get(&code).copied().unwrap_or(Cost::Time)
}

/// Returns whether Discord never shows what it refuses to show with a code.
pub(crate) fn ends_reading(code: u32) -> bool {
    cost(code) != Cost::Time
}

/// Returns whether a message may be given up because Discord refuses it with a code.
pub(crate) fn ends_writing(code: u32) -> bool {
    !matches!(cost(code), Cost::Time | Cost::Mending)
}

/// Returns the codes that say that a person cannot be reached.
pub(crate) fn of_people() -> Vec<u32> {
    CODES.iter().filter(|(_, cost)| **cost == Cost::Person).map(|(code, _)| *code).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_list_calls_final_may_cost_more_than_time() {
        assert!(listed().len() > 240);
        let costs = [10_062, 50_035, 50_007, 50_013, 40_333, 77_777].map(cost);
        assert_eq!(
            costs,
            [Cost::Request, Cost::Picture, Cost::Person, Cost::Mending, Cost::Time, Cost::Time]
        );
        assert_eq!(of_people(), [10_007, 10_013, 40_007, 50_007, 50_033, 50_278]);
    }
}
