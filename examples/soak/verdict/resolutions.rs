//! Checks the messages about each resolution: one in the channel, and one to each player who is or was asked.

use std::collections::{BTreeMap, BTreeSet};

use trigon::games::{Audience, Seat};

use super::{Evidence, Verdict};
use crate::action_request::{ActionRequest, RequestMethod};
use crate::reader::building::{Building, Phase};
use crate::reader::rows::{Entry, Game, Message};
use crate::reader::toy_game::ToyGame;

impl Evidence<'_> {
    pub(super) fn check_resolutions(&self, verdict: &mut Verdict) {
        for game in &self.tables.games {
            let mut unclaimed: BTreeMap<i64, Vec<&Message>> = BTreeMap::new();
            for message in self.tables.outbox.iter().filter(|message| message.match_id == Some(game.id)) {
                if message.kind == "news" || message.kind == "personal" {
                    unclaimed.entry(message.seq).or_default().push(message);
                }
            }
            if game.is_building() {
                self.check_building(game, &mut unclaimed, verdict);
            } else if game.is_rounds() {
                self.check_toy(game, &mut unclaimed, verdict);
            } else {
                self.check_turns(game, &mut unclaimed, verdict);
            }
            for message in unclaimed.values().flatten() {
                verdict.wrong(message.enqueued_at, format!("{} is about nothing new", message.what()));
            }
        }
    }

    /// Takes the messages about an entry, and checks to whom they went.
    fn claim_messages<'m>(
        &self,
        game: &Game,
        entry: &Entry,
        users: &BTreeSet<i64>,
        unclaimed: &mut BTreeMap<i64, Vec<&'m Message>>,
        verdict: &mut Verdict,
    ) -> Vec<&'m Message> {
        let messages = unclaimed.remove(&entry.seq).unwrap_or_default();
        let mut news = 0;
        let mut personal: BTreeMap<i64, usize> = users.iter().map(|user| (*user, 0)).collect();
        for message in &messages {
            if message.kind == "news" && self.is_to_channel_of(message, game) {
                news += 1;
            } else {
                *personal.entry(message.target.1).or_default() += 1;
            }
        }
        verdict.count("resolutions told in the channel", news);
        verdict.count("resolutions told to a player", personal.values().sum());
        let what = format!("match {}, entry {} ({})", game.id, entry.seq, entry.actor);
        if news != 1 {
            verdict.wrong(entry.at, format!("{what}: {news} messages in the channel instead of one"));
        }
        for (user, count) in personal {
            let wanted = usize::from(users.contains(&user));
            if count != wanted {
                let seat = game.seat_of(user).map_or(0, |seat| seat.seat);
                verdict.wrong(
                    entry.at,
                    format!("{what}: {count} messages to the player of seat {seat} instead of {wanted}"),
                );
            }
        }
        messages
    }

    /// Checks that in games of turns, every action and every end is announced in the channel.
    fn check_turns(&self, game: &Game, unclaimed: &mut BTreeMap<i64, Vec<&Message>>, verdict: &mut Verdict) {
        for (i, entry) in game.log.iter().enumerate() {
            let has_messages =
                |entry: &Entry| unclaimed.get(&entry.seq).is_some_and(|messages| !messages.is_empty());
            let tells = entry.is_action || matches!(&*entry.action, r#""begin""# | r#""resign""#);
            let later = &game.log[i + 1..];
            let next = later.iter().position(|entry| entry.is_action);
            // Those whose channel is deleted in the middle of their turn may run out of time, resign, or be replaced, and what is
            // told then shows what they did before.
            let is_same_turn = |next: usize| {
                let actor = &later[next].actor;
                *actor == entry.actor || actor == "clock" || later[..next].iter().any(has_messages)
            };
            let goes_on = next.is_none_or(is_same_turn);
            if tells && !has_messages(entry) && goes_on && self.was_pressed_in_public(entry) {
                verdict.count("actions within a turn that the message that was pressed has shown", 1);
            } else if tells {
                self.claim_messages(game, entry, &BTreeSet::new(), unclaimed, verdict);
            }
        }
    }

    fn was_pressed_in_public(&self, entry: &Entry) -> bool {
        let is_meant = |asked: &&ActionRequest| entry.request == Some(asked.request.0 as i64);
        let asked = self.asked.iter().find(is_meant);
        asked.is_some_and(|asked| matches!(asked.method, RequestMethod::PublicPress(..)))
    }

    /// Checks who is told that a phase of the round-based toy game is over, and what is asked next.
    fn check_toy(&self, game: &Game, unclaimed: &mut BTreeMap<i64, Vec<&Message>>, verdict: &mut Verdict) {
        let mut toy: Option<ToyGame> = None;
        for entry in &game.log {
            let begins = entry.action == r#""begin""# && !entry.is_action;
            if begins {
                toy = ToyGame::begin(game);
            }
            let Some(toy) = toy.as_mut().filter(|_| begins || entry.is_action) else { continue };
            let before = if begins { Vec::new() } else { toy.asked() };
            let mut private = Vec::new();
            if entry.is_action {
                match toy.play(&entry.actor, &entry.action) {
                    Ok(narrations) => private = narrations,
                    Err(what) => {
                        verdict.wrong(entry.at, format!("match {}, entry {}: {what}", game.id, entry.seq));
                        return;
                    }
                }
            }
            if !begins && !entry.ends_phase {
                continue;
            }
            let asked = toy.asked();
            let reads_privately = |i: &usize| {
                let seat = Seat::at(*i);
                seat.to_string() != entry.actor
                    && private.iter().any(|narration| narration.audience == Audience::Seat(seat))
            };
            // If the channel asks the next question, that tells the others enough.
            let is_public = asked.is_empty() && !toy.is_over();
            let mut concerned = [before, asked].concat();
            concerned.extend((0..game.seats.len()).filter(|_| toy.is_over()));
            concerned.retain(|i| !is_public || reads_privately(i));
            let users = concerned.iter().filter_map(|i| Some(game.seats.get(*i)?.user)).collect();
            self.claim_messages(game, entry, &users, unclaimed, verdict);
            verdict.count("phases of other games that ended", usize::from(!begins));
        }
        check_status(game, toy.is_some_and(|toy| toy.is_over()), verdict);
    }

    /// Checks who is told that a round of Triforce Building is over, and what they read.
    fn check_building(
        &self,
        game: &Game,
        unclaimed: &mut BTreeMap<i64, Vec<&Message>>,
        verdict: &mut Verdict,
    ) {
        let mut building: Option<Building> = None;
        for entry in &game.log {
            let begins = entry.action == r#""begin""# && !entry.is_action;
            if begins {
                building = Building::begin(game);
                if building.is_none() {
                    verdict.wrong(entry.at, format!("the setup of match {} cannot be read", game.id));
                    return;
                }
            }
            let Some(building) = &mut building else { continue };
            if !begins && !entry.is_action {
                continue;
            }
            let (phase, before) = (building.phase, building.asked());
            if entry.is_action
                && let Err(what) = building.play(&entry.actor, &entry.action)
            {
                verdict.wrong(entry.at, format!("match {}, entry {}: {what}", game.id, entry.seq));
                return;
            }
            if phase == building.phase && !begins {
                continue;
            }
            let is_over = building.phase == Phase::Over;
            let mut concerned = [before, building.asked()].concat();
            concerned.extend((0..building.players.len()).filter(|_| is_over));
            let users = concerned.iter().filter_map(|i| Some(game.seats.get(*i)?.user)).collect();
            let messages = self.claim_messages(game, entry, &users, unclaimed, verdict);
            verdict.count("rounds resolved", usize::from(!begins));
            verdict.count("rounds ended by the clock", usize::from(entry.actor == "clock" && !begins));
            for message in messages {
                if let Some((_, post)) = self.post(message)
                    && let Err(sentence) = building.check_message(game, message, begins, phase, &post.content)
                {
                    verdict.wrong(post.at, format!("{}: {sentence}", message.what()));
                }
            }
        }
        check_status(game, building.is_some_and(|building| building.phase == Phase::Over), verdict);
    }
}

/// Checks that a match is stored as over if its log says so, and only then.
fn check_status(game: &Game, is_over: bool, verdict: &mut Verdict) {
    if is_over != (game.status == "over") {
        let by_log = if is_over { "over" } else { "not over" };
        verdict.wrong(game.created_at, format!("match {} is {by_log} by its log", game.id));
    }
}
