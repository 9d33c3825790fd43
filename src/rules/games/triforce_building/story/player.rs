//! What a player alone sees of a round, in sentences: their walk, their power, and what a triforce or the vote means for them.

use super::super::observation::OwnPlayer;
use super::super::state::{Made, Player, Stage, State};
use super::super::{Action, prompt};
use super::report::RoundReport;
use crate::games::phrase::counted;
use crate::games::story::wording;
use crate::games::{Seat, Story};

impl RoundReport<'_> {
    /// Tells the player of a seat what happened, given their own player then and now.
    pub(super) fn for_seat(&self, seat: Seat, then: &OwnPlayer, now: &OwnPlayer) -> Option<Story> {
        let (mut events, player) = (Vec::new(), &now.player);
        let made = self.made().iter().find(|made| made.seats.contains(&seat));
        let has_lit_up = player.powered && !then.player.powered;
        if let Some(made) = made {
            events.extend(self.has_left(seat, made, then, now));
        } else if self.after.phase == Stage::Over {
            events.extend(self.end_of(seat, player));
        } else if self.after.phase == Stage::Vote {
            events.extend(has_lit_up.then(|| "⚡ You are powered.".to_owned()));
            events.extend(vote_of(now));
        } else if has_lit_up {
            let told = ["⚡ You are powered.", "⚡ A line lights you up: you are powered."];
            events.push(wording(self.round, told).to_owned());
            events.push(
                "You stay powered. Next, make a triforce: stand with two other powered players around one cell."
                    .to_owned(),
            );
        } else if then.on_board {
            events.push(self.walked(then, Some(player.powered)));
        }
        let mut small = Vec::new();
        if self.before.phase == Stage::Round && then.on_board {
            // Otherwise the headline says it.
            let is_told =
                events.first().is_some_and(|first| *first == self.walked(then, Some(player.powered)));
            small.extend((!is_told).then(|| self.walked(then, None)));
            small.extend(self.spent(then, player));
        }
        if self.after.phase == Stage::Round && now.on_board {
            small.push(format!("Your priority in round {} is {}.", self.after.round, player.priority));
            small.extend(self.needs_no_power());
            small.extend(self.fall());
            // A round that is played again has the same number.
            if self.after.round == State::FIRST_FALL && player.garnets > 0 {
                small.push(SPENDS.to_owned());
            }
        }
        Story::of(events, small)
    }

    /// Tells a player with whom they have left the board, what that brings, and what comes next.
    fn has_left(&self, seat: Seat, made: &Made, then: &OwnPlayer, now: &OwnPlayer) -> Vec<String> {
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
        told.extend((self.after.phase == Stage::Vote).then(|| HAS_VOTE.to_owned()));
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
    fn walked(&self, then: &OwnPlayer, powered: Option<bool>) -> String {
        // With four players on the board, it makes no difference.
        let powered = match powered.filter(|_| self.after.left != 4) {
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
    fn spent(&self, then: &OwnPlayer, player: &Player) -> Option<String> {
        let left = counted(player.garnets, "garnet");
        then.player.spend.then(|| format!("You spent a garnet for round {}, and have {left}.", self.round))
    }
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
            format!("You were still on the board, so you lose 1 garnet and have {balance}. {HAS_VOTE}"),
        ],
        (true, false) => vec![format!("🗳️ The rounds are over. {HAS_VOTE}")],
        (false, _) => vec![
            "🎯 You have no token, so the elimination candidate may be you.".to_owned(),
            format!("You were still on the board, so you lose 1 garnet and have {balance}."),
            "Those with a token now vote in secret.".to_owned(),
        ],
    }
}

/// Explains garnets when they can first be spent.
const SPENDS: &str =
    "Where triforces compete, high priorities win. From now on, a garnet puts you on top for a round.";

const HAS_VOTE: &str = "You now help to choose the elimination candidate.";
