//! Checks the messages about each resolution: one in the channel, and one to each player who is or was asked.

use std::collections::{BTreeMap, BTreeSet};

use trigon::games::{Audience, Seat};

use super::{Evidence, Verdict};
use crate::action_request::{ActionRequest, RequestMethod};
use crate::reader::building::{Building, Phase};
use crate::reader::rows::{Entry, Game, Message};
use crate::reader::toy_game::ToyGame;

impl Evidence<'_> {
    pub(super) fn resolutions(&self, verdict: &mut Verdict) {
        for game in &self.tables.games {
            let mut told: BTreeMap<i64, Vec<&Message>> = BTreeMap::new();
            for message in self.tables.outbox.iter().filter(|message| message.match_id == Some(game.id)) {
                if message.kind == "news" || message.kind == "personal" {
                    told.entry(message.seq).or_default().push(message);
                }
            }
            if game.is_building() {
                self.rounds(game, &mut told, verdict);
            } else if game.is_rounds() {
                self.phases(game, &mut told, verdict);
            } else {
                self.turns(game, &mut told, verdict);
            }
            // The messages that are left are about nothing.
            for message in told.values().flatten() {
                verdict.wrong(message.enqueued_at, format!("{} is about nothing new", message.what()));
            }
        }
    }

    /// Takes the messages about an entry, and checks to whom they went.
    fn told<'m>(
        &self,
        game: &Game,
        entry: &Entry,
        users: &BTreeSet<i64>,
        told: &mut BTreeMap<i64, Vec<&'m Message>>,
        verdict: &mut Verdict,
    ) -> Vec<&'m Message> {
        let messages = told.remove(&entry.seq).unwrap_or_default();
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
        verdict.count("resolutions told to a player", personal.len());
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
    fn turns(&self, game: &Game, told: &mut BTreeMap<i64, Vec<&Message>>, verdict: &mut Verdict) {
        for (i, entry) in game.log.iter().enumerate() {
            let tells = entry.is_action || matches!(&*entry.action, r#""begin""# | r#""resign""#);
            let is_told = told.get(&entry.seq).is_some_and(|messages| !messages.is_empty());
            let later = &game.log[i + 1..];
            let next = later.iter().position(|entry| entry.is_action);
            // Those whose channel is deleted in the middle of their turn may run out of time, resign, or be replaced, and what is
            // told then shows what they did before.
            let is_told_now =
                |entry: &Entry| told.get(&entry.seq).is_some_and(|messages| !messages.is_empty());
            let is_same_turn = |next: usize| {
                let actor = &later[next].actor;
                *actor == entry.actor || actor == "clock" || later[..next].iter().any(is_told_now)
            };
            let goes_on = next.is_none_or(is_same_turn);
            if tells && !is_told && goes_on && self.was_pressed_in_public(entry) {
                verdict.count("actions within a turn that the message that was pressed has shown", 1);
            } else if tells {
                self.told(game, entry, &BTreeSet::new(), told, verdict);
            }
        }
    }

    fn was_pressed_in_public(&self, entry: &Entry) -> bool {
        let is_meant = |asked: &&ActionRequest| entry.request == Some(asked.request.0 as i64);
        let asked = self.asked.iter().find(is_meant);
        asked.is_some_and(|asked| matches!(asked.method, RequestMethod::PublicPress(..)))
    }

    /// Checks who is told that a phase of another round-based game is over, and what is asked next.
    fn phases(&self, game: &Game, told: &mut BTreeMap<i64, Vec<&Message>>, verdict: &mut Verdict) {
        let mut other: Option<ToyGame> = None;
        for entry in &game.log {
            let begins = entry.action == r#""begin""# && !entry.is_action;
            if begins {
                other = ToyGame::begin(game);
            }
            let Some(other) = other.as_mut().filter(|_| begins || entry.is_action) else { continue };
            let before = if begins { Vec::new() } else { other.asked() };
            let mut private = Vec::new();
            if entry.is_action {
                match other.play(&entry.actor, &entry.action) {
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
            let asked = other.asked();
            let is_told = |i: &usize| {
                let seat = Seat::at(*i);
                seat.to_string() != entry.actor
                    && private.iter().any(|told| told.audience == Audience::Seat(seat))
            };
            // If the channel asks the next question, that tells the others enough.
            let is_public = asked.is_empty() && !other.is_over();
            let mut concerned = [before, asked].concat();
            concerned.extend((0..game.seats.len()).filter(|_| other.is_over()));
            concerned.retain(|i| !is_public || is_told(i));
            let users = concerned.iter().filter_map(|i| Some(game.seats.get(*i)?.user)).collect();
            self.told(game, entry, &users, told, verdict);
            verdict.count("phases of other games that ended", usize::from(!begins));
        }
        let over = other.is_some_and(|other| other.is_over());
        if over != (game.status == "over") {
            verdict.wrong(game.created_at, format!("match {} is over or not, unlike its log", game.id));
        }
    }

    fn rounds(&self, game: &Game, told: &mut BTreeMap<i64, Vec<&Message>>, verdict: &mut Verdict) {
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
            let messages = self.told(game, entry, &users, told, verdict);
            verdict.count("rounds resolved", usize::from(!begins));
            verdict.count("rounds ended by the clock", usize::from(entry.actor == "clock" && !begins));
            for message in messages {
                if let Some((_, post)) = self.post(message)
                    && let Err(sentence) = building.says(game, message, begins, phase, &post.content)
                {
                    verdict.wrong(post.at, format!("{}: {sentence}", message.what()));
                }
            }
        }
        let over = building.is_some_and(|building| building.phase == Phase::Over);
        if over != (game.status == "over") {
            verdict.wrong(
                game.created_at,
                format!("match {} is {} by its log", game.id, if over { "over" } else { "not over" }),
            );
        }
    }
}

impl Building {
    /// Compares what a message says with the outcome of the last entry.
    fn says(
        &self,
        game: &Game,
        message: &Message,
        begins: bool,
        before: Phase,
        text: &str,
    ) -> Result<(), String> {
        let wanted = |part: &str, is_there: bool| match (text.contains(part), is_there) {
            (false, true) => Err(format!("it does not say “{part}”")),
            (true, false) => Err(format!("it says “{part}”")),
            _ => Ok(()),
        };
        let was_round = matches!(before, Phase::Round(_)) && !begins;
        if message.kind == "news" {
            let told = text.matches(" around ").count();
            let made = if was_round { self.made.as_slice() } else { &[] };
            if told != made.len() {
                return Err(format!("it tells of {told} triforces instead of {}", made.len()));
            }
            for corners in made {
                let Some((row, number)) = self.centre(corners) else {
                    return Err("the corners of a triforce have no centre".to_owned());
                };
                wanted(&format!(" around {row}-{number}"), true)?;
            }
            if let Some(name) = self.candidate.and_then(|i| game.seats.get(i)).map(|seat| &seat.name) {
                wanted(&format!("{name} stayed behind."), was_round)?;
                wanted(&format!("{name} is the elimination candidate"), true)?;
            }
            return Ok(());
        }
        let player = game.seat_of(message.target.1).and_then(|seat| self.players.get(seat.seat as usize - 1));
        let Some(player) = player else { return Err("it goes to somebody who does not play".to_owned()) };
        if begins {
            wanted(&format!("the cell with the letter {},", player.letter), true)?;
        }
        // Players who leave the board in the same round, or whose match is over, read what that brings instead.
        let lights_up = was_round && player.is_fresh && self.phase != Phase::Over;
        wanted("⚡", lights_up && player.cell.is_some())?;
        wanted("because you lit up and made a triforce in one round", lights_up && player.cell.is_none())?;
        let is_asked = player.cell.is_some() && matches!(self.phase, Phase::Round(_));
        let Phase::Round(round) = self.phase else { return Ok(()) };
        let priority = if begins {
            format!("Round {round}: your priority is {}.", player.priority)
        } else {
            format!("Your priority in round {round} is {}.", player.priority)
        };
        wanted(&priority, is_asked)
    }
}
