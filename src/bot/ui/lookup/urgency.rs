//! How urgent matches are for somebody: what waits for their answer comes first.

use std::cmp::Reverse;
use std::collections::HashMap;

use trigon_engine::ids::{MatchId, UserId};
use trigon_engine::matches::{Match, Matches, Millis, Status, Summary};

/// The most matches that are loaded to find out which are urgent; of those that go on, the newest.
const MAX_WEIGHED: usize = 100;

/// Sorts matches by how urgent they are for a person: those that wait for the person's answer, then the others, each by
/// their deadlines, and those without a deadline last, the newest first.
pub(crate) async fn sort_by_urgency(matches: &Matches, user: UserId, rows: &mut [Summary]) {
    if rows.len() < 2 {
        return;
    }
    rows.sort_by_key(|row| (matches!(row.status, Status::Over | Status::Cancelled), Reverse(row.id)));
    let mut keys: HashMap<MatchId, (bool, Millis)> = HashMap::new();
    for row in rows.iter().take(MAX_WEIGHED) {
        // A match that cannot be loaded can be chosen all the same.
        if let Ok(game) = matches.load_listed(row).await {
            keys.insert(row.id, (!waits_for(&game, user), game.deadline.unwrap_or(Millis::MAX)));
        }
    }
    rows.sort_by_key(|row| keys.get(&row.id).copied().unwrap_or((true, Millis::MAX)));
}

/// Returns whether a match waits for an answer that a user has not given yet.
fn waits_for(game: &Match, user: UserId) -> bool {
    let decision = game.seat_of(user).and_then(|seat| game.decision(seat));
    game.playing().is_ok() && decision.is_some_and(|decision| !decision.answered)
}

/// Returns whether a match is asking a user for something.
pub(crate) fn is_asked(game: &Match, user_id: UserId) -> bool {
    game.seat_of(user_id).is_some_and(|seat| game.decision(seat).is_some())
}
