//! What a player alone sees of a round, in sentences: their walk, their power, and what a triforce or the vote means for them.

use super::super::observation::OwnPlayer;
use super::super::state::{Made, Player, Stage, State};
use super::super::{Action, prompt};
use super::RoundReport;
use crate::games::phrase::counted;
use crate::games::story::wording;
use crate::games::{Seat, Story};

/// Explains garnets when they can first be spent.
const SPENDS: &str =
    "Where triforces compete, high priorities win. From now on, a garnet puts you on top for a round.";

/// Said to those with a token when the vote begins.
const NOW_VOTES: &str = "You now help to choose the elimination candidate.";

impl RoundReport<'_> {
    /// Tells the player of a seat what happened, given their own player then and now.
    pub(super) fn for_seat(&self, seat: Seat, then: &OwnPlayer, now: &OwnPlayer) -> Option<Story> {
        let made = self.made().iter().find(|made| made.seats.contains(&seat));
        let events = self.events_of(seat, made, then, now);
        Story::of(events, self.small_print_of(made.is_some(), then, now))
    }

    /// Says what happened to the player of a seat, who may be one of those who made a triforce.
    fn events_of(&self, seat: Seat, made: Option<&Made>, then: &OwnPlayer, now: &OwnPlayer) -> Vec<String> {
        let player = &now.player;
        match (made, self.after.phase) {
            (Some(made), _) => self.departure_of(seat, made, then, now),
            (None, Stage::Over) => self.end_of(seat, player),
            (None, Stage::Vote) => {
                let power = has_lit_up(then, now).then(|| "⚡ You are powered.".to_owned());
                power.into_iter().chain(vote_of(now)).collect()
            }
            (None, Stage::Round) if has_lit_up(then, now) => {
                let told = ["⚡ You are powered.", "⚡ A line lights you up: you are powered."];
                let next = "You stay powered. Next, make a triforce: stand with two other powered players around one cell.";
                vec![wording(self.round, told).to_owned(), next.to_owned()]
            }
            (None, Stage::Round) if then.on_board => vec![self.walk_of(then, Some(player.powered))],
            (None, Stage::Round) => Vec::new(),
        }
    }

    /// Says what else the round did to a player, and what the next one begins with.
    fn small_print_of(&self, has_left: bool, then: &OwnPlayer, now: &OwnPlayer) -> Vec<String> {
        let (mut small, player) = (Vec::new(), &now.player);
        if self.before.phase == Stage::Round && then.on_board {
            // Otherwise the headline says it.
            let has_other_headline = has_left || self.after.phase != Stage::Round || has_lit_up(then, now);
            small.extend(has_other_headline.then(|| self.walk_of(then, None)));
            small.extend(self.spending_of(then, player));
        }
        if self.after.phase == Stage::Round && now.on_board {
            small.push(format!("Your priority in round {} is {}.", self.after.round, player.priority));
            small.extend(self.news_of_no_power());
            small.extend(self.fall());
            // A round that is played again has the same number.
            if self.after.round == State::FIRST_FALL && player.garnets > 0 {
                small.push(SPENDS.to_owned());
            }
        }
        small
    }

    /// Tells a player with whom they have left the board, what that brings, and what comes next.
    fn departure_of(&self, seat: Seat, made: &Made, then: &OwnPlayer, now: &OwnPlayer) -> Vec<String> {
        let others: Vec<Seat> = made.seats.iter().copied().filter(|other| *other != seat).collect();
        let with = self.names.list(&others);
        let (gained, balance) = (gained(then, now), now.player.garnets);
        let garnets = counted(gained, "garnet");
        let both = now.player.powered && !then.player.powered;
        let why = if both { ", because you lit up and made a triforce in one round" } else { "" };
        if !now.player.token {
            let ec = self.after.ec.map(|ec| format!(" {} is the elimination candidate.", self.names.get(ec)));
            return vec![
                format!("🔺 You made the last triforce, with {with}."),
                format!(
                    "It brings no token, but {garnets}{why}; you now have {balance}.{}",
                    ec.unwrap_or_default()
                ),
            ];
        }
        let mut told = vec![
            format!("🔺 You are safe, with {with}."),
            format!("You leave the board with a token and {garnets}{why}; you now have {balance}."),
        ];
        if self.after.phase == Stage::Round {
            told.push("You walk no more. If the rounds end without the last triforce, you vote.".to_owned());
        }
        told.extend((self.after.phase == Stage::Vote).then(|| NOW_VOTES.to_owned()));
        told.extend(self.after.ec.map(|ec| format!("{} is the elimination candidate.", self.names.get(ec))));
        told
    }

    /// Tells a player what the end means for them.
    fn end_of(&self, seat: Seat, player: &Player) -> Vec<String> {
        if self.after.ec == Some(seat) {
            return vec!["🎯 You are the elimination candidate.".to_owned()];
        }
        let own = if player.token {
            "🔺 You are safe, with a token."
        } else {
            "You have come through without a token."
        };
        let others =
            self.after.ec.map(|ec| format!("🎯 {} is the elimination candidate.", self.names.get(ec)));
        [own.to_owned()].into_iter().chain(others).collect()
    }

    /// Says which path a player walked, and perhaps whether they are powered.
    fn walk_of(&self, then: &OwnPlayer, powered: Option<bool>) -> String {
        // Where nobody needs to be powered, it makes no difference.
        let powered = match powered.filter(|_| !self.after.needs_no_power()) {
            Some(true) => " You are still powered.",
            Some(false) => " You are not powered yet.",
            None => "",
        };
        match then.player.path {
            None => format!("💤 No path arrived from you in round {}, so you stayed.{powered}", self.round),
            Some(path) if path.steps().is_empty() => {
                format!("👣 You stayed in round {}.{powered}", self.round)
            }
            Some(path) => {
                let path = prompt::describe(Action::Move(path), self.names);
                format!("👣 You walked {path} in round {}.{powered}", self.round)
            }
        }
    }

    /// Says that a garnet was spent.
    fn spending_of(&self, then: &OwnPlayer, player: &Player) -> Option<String> {
        let left = counted(player.garnets, "garnet");
        then.player.spend.then(|| format!("You spent a garnet for round {}, and have {left}.", self.round))
    }
}

/// Returns whether a player was powered in between.
fn has_lit_up(then: &OwnPlayer, now: &OwnPlayer) -> bool {
    now.player.powered && !then.player.powered
}

/// Returns the garnets that a round has brought a player, without the one that they spent.
fn gained(then: &OwnPlayer, now: &OwnPlayer) -> i64 {
    let spent = i64::from(then.player.spend);
    now.player.garnets.saturating_sub(then.player.garnets).saturating_add(spent)
}

/// Tells a player what the vote means for them.
fn vote_of(now: &OwnPlayer) -> Vec<String> {
    let balance = now.player.garnets;
    match (now.player.token, now.on_board) {
        (true, true) => vec![
            "🪙 You are safe: your priority brings you a token.".to_owned(),
            format!("You were still on the board, so you lose 1 garnet and have {balance}. {NOW_VOTES}"),
        ],
        (true, false) => vec![format!("🗳️ The rounds are over. {NOW_VOTES}")],
        (false, _) => vec![
            "🎯 You have no token, so the elimination candidate may be you.".to_owned(),
            format!("You were still on the board, so you lose 1 garnet and have {balance}."),
            "Those with a token now vote in secret.".to_owned(),
        ],
    }
}
