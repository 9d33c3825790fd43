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

/// The people who may have written, and the matches of which that cannot be read.
pub(in crate::gateway) struct Senders {
    pub(in crate::gateway) people: BTreeMap<UserId, Sender>,
    pub(super) unread: BTreeSet<MatchId>,
}

/// Somebody who may have written.
pub(in crate::gateway) struct Sender {
    /// Their matches, as far as they are looked at.
    pub(super) plays_in: Vec<MatchId>,
    /// The place of the first of these among all matches that are looked at.
    pub(super) place: usize,
    /// When the match began; the earliest of several.
    pub(super) since: Millis,
    /// When its current question was asked; the earliest of several.
    pub(super) asked: Millis,
    /// When the answer to a private question is due; the earliest of several. `None` if there is no such question, so
    /// that no channel is worth opening.
    pub(super) due: Option<Millis>,
}

/// Returns the players of some matches, with those whose substitutes’ time is over; and the matches that cannot be read. Players who
/// are asked nothing, or in public, also want an answer to what they have written, as do those whose round has ended since.
pub(in crate::gateway) async fn senders(bot: &Bot, matches: &[MatchId]) -> Senders {
    let (mut people, mut unread, now) = (BTreeMap::new(), BTreeSet::new(), bot.matches.clock().now());
    let mut games = pin!(read(bot, matches).zip(stream::iter(matches)).enumerate());
    while let Some((place, (game, match_id))) = games.next().await {
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                // The others need not wait for it.
                tracing::error!(id = match_id.0, %error, "cannot read which users’ direct messages were missed");
                unread.insert(*match_id);
                continue;
            }
        };
        let Some(begun) = game.log.first().map(|entry| entry.at) else { continue };
        // What people have written before they had their seats was not meant for the match.
        let players = game.players.iter().filter(|player| player.computed().is_none());
        let players = players.map(|player| (player.user_id, game.seated_since(player.user_id)));
        let back = game.ended_loans(now).map(|lent| (lent.owner, Some(lent.back)));
        for (user, since) in players.chain(back) {
            let since = since.map_or(begun, |since| since.max(begun));
            let asked = game.asked_since();
            let first = Sender { plays_in: Vec::new(), place, since, asked, due: None };
            let sender: &mut Sender = people.entry(user).or_insert(first);
            sender.since = since.min(sender.since);
            sender.asked = asked.min(sender.asked);
            if !sender.plays_in.contains(match_id) {
                sender.plays_in.push(*match_id);
            }
        }
        let due = game.deadline.unwrap_or(Millis::MAX);
        for seat in game.asked_in_private() {
            let owner = game.ended_loans(now).find(|lent| lent.seat == seat).map(|lent| lent.owner);
            for user in game.player(seat).map(|player| player.user_id).into_iter().chain(owner) {
                if let Some(sender) = people.get_mut(&user) {
                    sender.due = Some(sender.due.map_or(due, |before| before.min(due)));
                }
            }
        }
    }
    Senders { people, unread }
}

/// Returns people in the order in which their messages are fetched: those whose answers are due first come first, so that at
/// Discord’s limit they wait for nobody whose answer is due later. If deadlines are waiting, they have been given in that order.
pub(super) fn in_order(people: BTreeMap<UserId, Sender>, is_urgent: bool) -> Vec<(UserId, Sender)> {
    let mut people: Vec<_> = people.into_iter().collect();
    people.sort_by_key(|(_, sender)| {
        let due = sender.due.unwrap_or(Millis::MAX);
        if is_urgent { (sender.place, due) } else { (0, due) }
    });
    people
}

/// Loads some matches, several at a time. There may be thousands, so they are not kept.
pub(in crate::gateway) fn read(
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
