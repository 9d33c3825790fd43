//! [`Senders`]: the people who may have written while the bot was not connected.

use std::collections::{BTreeMap, BTreeSet};
use std::pin::pin;
use std::sync::Arc;

use poise::serenity_prelude as serenity;
use serenity::futures::{Stream, StreamExt as _, stream};

use crate::ui::Bot;
use trigon_engine::ids::{MatchId, UserId};
use trigon_engine::matches::{Match, MatchError, Millis};

/// The number of matches that are loaded at the same time.
const MAX_LOADED: usize = 8;

/// The people who may have written.
pub(in crate::gateway) struct Senders {
    pub(in crate::gateway) people: BTreeMap<UserId, Sender>,
    /// The matches whose players are not among them, because the match cannot be read.
    pub(super) unreadable_matches: BTreeSet<MatchId>,
}

/// Somebody who may have written.
pub(in crate::gateway) struct Sender {
    /// Those of the given matches in which the person plays.
    pub(super) plays_in: Vec<MatchId>,
    /// The place of the first of these among the given matches.
    pub(super) place: usize,
    /// Since when the person has had a seat; the earliest of several matches. What they wrote before was not meant for a match.
    pub(super) since: Millis,
    /// When the current question of a match was asked; the earliest of several.
    pub(super) asked: Millis,
    /// When the answer to a private question is due; the earliest of several. `None` if there is no such question, so
    /// that no channel is worth opening.
    pub(super) due: Option<Millis>,
}

/// Returns the people who may have written in some matches: the players, and those whose substitutes’ time is over. Also players
/// who are asked nothing, who are asked in public, or whose round has ended since want an answer to what they have written.
pub(in crate::gateway) async fn find_senders(bot: &Bot, matches: &[MatchId]) -> Senders {
    let now = bot.matches.clock().now();
    let mut senders = Senders { people: BTreeMap::new(), unreadable_matches: BTreeSet::new() };
    let mut games = pin!(load_matches(bot, matches).zip(stream::iter(matches)).enumerate());
    while let Some((place, (game, match_id))) = games.next().await {
        match game {
            Ok(game) => senders.add_match(&game, place, now),
            Err(error) => {
                // The others need not wait for this match.
                tracing::error!(id = match_id.0, %error, "cannot read which users’ direct messages were missed");
                senders.unreadable_matches.insert(*match_id);
            }
        }
    }
    senders
}

impl Senders {
    /// Adds the people of a match, which stands at a place among the given matches.
    fn add_match(&mut self, game: &Match, place: usize, now: Millis) {
        let Some(begun) = game.log.first().map(|entry| entry.at) else { return };
        let players = game.players.iter().filter(|player| player.computed().is_none());
        for user in players.map(|player| player.user_id) {
            let since = game.seated_since(user).map_or(begun, |since| since.max(begun));
            self.add_person(user, game, place, since);
        }
        for loan in game.ended_loans(now) {
            self.add_person(loan.owner, game, place, loan.back.max(begun));
        }
        self.note_due(game, now);
    }

    fn add_person(&mut self, user: UserId, game: &Match, place: usize, since: Millis) {
        let asked = game.asked_since();
        let new = Sender { plays_in: Vec::new(), place, since, asked, due: None };
        let sender = self.people.entry(user).or_insert(new);
        sender.since = since.min(sender.since);
        sender.asked = asked.min(sender.asked);
        if !sender.plays_in.contains(&game.id) {
            sender.plays_in.push(game.id);
        }
    }

    /// Notes when the answers to private questions of a match are due.
    fn note_due(&mut self, game: &Match, now: Millis) {
        let due = game.deadline.unwrap_or(Millis::MAX);
        for seat in game.asked_in_private() {
            let holder = game.player(seat).map(|player| player.user_id);
            let owner = game.ended_loans(now).find(|loan| loan.seat == seat).map(|loan| loan.owner);
            for user in holder.into_iter().chain(owner) {
                if let Some(sender) = self.people.get_mut(&user) {
                    sender.due = Some(sender.due.map_or(due, |before| before.min(due)));
                }
            }
        }
    }
}

/// Returns people in the order in which their messages are fetched: those whose answers are due first come first, so that at
/// Discord’s limit they wait for nobody whose answer is due later. If deadlines are waiting (`is_urgent`), the given matches are
/// already in that order, and the people of the first match come first.
pub(super) fn in_order(people: BTreeMap<UserId, Sender>, is_urgent: bool) -> Vec<(UserId, Sender)> {
    let mut people: Vec<_> = people.into_iter().collect();
    people.sort_by_key(|(_, sender)| {
        let due = sender.due.unwrap_or(Millis::MAX);
        if is_urgent { (sender.place, due) } else { (0, due) }
    });
    people
}

/// Loads some matches, several at a time. There may be thousands, so they are not all held in memory.
pub(in crate::gateway) fn load_matches(
    bot: &Bot,
    matches: &[MatchId],
) -> impl Stream<Item = Result<Arc<Match>, MatchError>> {
    stream::iter(matches.to_vec()).map(|id| bot.matches.load(id)).buffered(MAX_LOADED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whose_answer_is_due_first_is_fetched_first_whatever_their_match_and_number() {
        let sender =
            |(user, due)| (UserId(user), Sender { plays_in: Vec::new(), place: 0, since: 0, asked: 0, due });
        let people = [(1, None), (2, Some(30)), (3, Some(10)), (4, Some(20)), (5, Some(10))];
        let people = people.into_iter().map(sender).collect();
        let order: Vec<UserId> = in_order(people, false).into_iter().map(|(user, _)| user).collect();
        assert_eq!(order, [3, 5, 4, 2, 1].map(UserId));
    }

    #[test]
    fn at_deadlines_the_people_of_the_first_match_come_first_whatever_else_they_are_asked() {
        let sender = |(user, place, due)| {
            (UserId(user), Sender { plays_in: Vec::new(), place, since: 0, asked: 0, due })
        };
        let people = [(1, 2, Some(10)), (2, 0, None), (3, 1, Some(20)), (4, 0, Some(30))];
        let people = people.into_iter().map(sender).collect();
        let order: Vec<UserId> = in_order(people, true).into_iter().map(|(user, _)| user).collect();
        assert_eq!(order, [4, 2, 3, 1].map(UserId));
    }
}
