//! The rules: what each seat may do, and what each entry changes.

use super::action::{Action, Path};
use super::event::Event;
use super::resolve;
use super::state::{Player, Stage, State};
use crate::games::{By, Decision, Refusal, Seat};
use crate::grid::{Cell, Step};

impl State {
    /// The first round in which garnets can be spent and priorities fall.
    pub(super) const FIRST_FALL: u8 = 3;

    /// Returns who is asked to act: everyone on the board in a round, and every token holder in the vote (R11).
    pub fn to_act(&self) -> Vec<Decision> {
        let decision = |seat, key, answered| Decision { seat, key, answered };
        match self.phase {
            Stage::Round => {
                let players = self.seated().filter(|(_, player)| player.on_board());
                players.map(|(seat, player)| decision(seat, "move", player.path.is_some())).collect()
            }
            Stage::Vote => {
                let holders = self.seated().filter(|(_, player)| player.token);
                holders.map(|(seat, player)| decision(seat, "vote", player.vote.is_some())).collect()
            }
            Stage::Over => Vec::new(),
        }
    }

    /// Returns all legal actions of a seat.
    pub fn legal(&self, seat: Seat) -> Vec<Action> {
        let Some(player) = self.player(seat) else { return Vec::new() };
        match (self.phase, player.cell) {
            (Stage::Round, Some(cell)) => {
                let mut actions: Vec<Action> = self.paths_from(cell).into_iter().map(Action::Move).collect();
                let spends = [Action::Garnet, Action::Ungarnet];
                actions.extend(spends.into_iter().filter(|action| self.check(seat, *action).is_ok()));
                actions
            }
            (Stage::Vote, _) if player.token => self.candidates().map(Action::Vote).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns all paths from a cell that stay on the board, the shortest first.
    fn paths_from(&self, cell: Cell) -> Vec<Path> {
        let mut walks = vec![(Path::STAY, cell)];
        // Each walk is followed by those that go one step further, until paths are full.
        let mut next = 0;
        while let Some(&(path, at)) = walks.get(next) {
            let onward = |step| Some((path.then(step)?, self.board.step(at, step)?));
            walks.extend(Step::ALL.into_iter().filter_map(onward));
            next += 1;
        }
        walks.into_iter().map(|(path, _)| path).collect()
    }

    /// Returns the paths that a seat may try where players keep track of their own cells (R3): all that can be written.
    pub(super) fn blind(&self, seat: Seat) -> Vec<Action> {
        let is_asked = self.player(seat).is_some_and(Player::on_board) && self.phase == Stage::Round;
        if is_asked && !self.reveals_own { Path::all().map(Action::Move).collect() } else { Vec::new() }
    }

    /// Checks whether a seat may do this now.
    fn check(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        let Some(player) = self.player(seat) else {
            let seats = self.players.len();
            return Err(Refusal::not_yours(format!("There is no seat {seat}: the seats are 1 to {seats}.")));
        };
        match (action, self.phase) {
            (_, Stage::Over) => Err(Refusal::over()),
            (Action::Resolve, _) => Err(Refusal::not_yours("Only the clock and the host can resolve.")),
            (Action::Ec(_), _) => Err(Refusal::not_yours("Only the host can name the EC.")),
            (Action::Vote(_), Stage::Round) => Err(Refusal::illegal(
                "There is no vote yet: players vote after the last round, unless the last triforce ends the match first.",
            )),
            (Action::Vote(candidate), Stage::Vote) => {
                if !player.token {
                    return Err(Refusal::not_yours("Only those who hold a token vote."));
                }
                self.check_candidate(candidate)
            }
            (_, Stage::Vote) => Err(Refusal::illegal("The rounds are over; now there is the vote.")),
            (Action::Move(path), Stage::Round) => self.check_path(player, path),
            (Action::Garnet, Stage::Round) => self.check_spend(player),
            (Action::Ungarnet, Stage::Round) => self.check_keep(player),
        }
    }

    /// Checks a path. The refusal names the step that leads nowhere, not the cell (R3).
    fn check_path(&self, player: &Player, path: Path) -> Result<(), Refusal> {
        let Some(cell) = player.cell else { return Err(off_the_board(player.removed_in)) };
        let Err(at) = self.board.walk(cell, path.steps()) else { return Ok(()) };
        let (number, letter) = (at + 1, path.steps()[at].letter());
        let sentence = format!("Step {number} of {path} ({letter}) leads nowhere, so nothing was changed.");
        Err(Refusal::illegal(sentence))
    }

    /// Checks whether a player may decide to spend a garnet.
    fn check_spend(&self, player: &Player) -> Result<(), Refusal> {
        self.check_spending(player)?;
        if player.spend {
            return Err(Refusal::illegal("You are spending a garnet this round already."));
        }
        if player.garnets < 1 {
            return Err(Refusal::illegal(format!(
                "You need at least 1 garnet to spend one; your balance is {}.",
                player.garnets
            )));
        }
        Ok(())
    }

    /// Checks whether a player may take back the decision to spend a garnet.
    fn check_keep(&self, player: &Player) -> Result<(), Refusal> {
        self.check_spending(player)?;
        if player.spend {
            return Ok(());
        }
        Err(Refusal::illegal("You are not spending a garnet this round, so there is nothing to take back."))
    }

    /// Checks that a player is on the board in a round in which garnets are spent.
    fn check_spending(&self, player: &Player) -> Result<(), Refusal> {
        if !player.on_board() {
            return Err(off_the_board(player.removed_in));
        }
        if self.round < Self::FIRST_FALL {
            return Err(Refusal::illegal("No garnet can be spent in rounds 1 and 2."));
        }
        Ok(())
    }

    /// Checks that a seat can be voted for.
    fn check_candidate(&self, candidate: Seat) -> Result<(), Refusal> {
        if self.candidates().any(|seat| seat == candidate) {
            return Ok(());
        }
        let seats: Vec<String> = self.candidates().map(|seat| seat.to_string()).collect();
        Err(Refusal::illegal(format!(
            "Seat {candidate} is no candidate: those without a token are {}.",
            seats.join(", ")
        )))
    }

    /// Plays one entry.
    pub fn apply(&mut self, by: By, action: Action) -> Result<Vec<Event>, Refusal> {
        if self.phase == Stage::Over {
            return Err(Refusal::over());
        }
        match (by, action) {
            (By::Seat(seat), _) => {
                self.check(seat, action)?;
                Ok(self.store(seat, action))
            }
            (By::Clock | By::Host, Action::Resolve) => Ok(match self.phase {
                Stage::Round => resolve::resolve(self),
                _ => resolve::count_votes(self),
            }),
            (By::Host, Action::Ec(_)) if !self.host_names => Err(Refusal::illegal(
                "Nobody names the EC: those who hold a token vote, and resolve counts the votes.",
            )),
            (By::Host, Action::Ec(candidate)) => {
                if self.phase != Stage::Vote {
                    return Err(Refusal::illegal("An EC can be named only while there is a vote."));
                }
                self.check_candidate(candidate)?;
                Ok(vec![Event::Named, resolve::end(self, candidate, false)])
            }
            (By::Clock, Action::Ec(_)) => Err(Refusal::not_yours("Only the host can name the EC.")),
            (By::Clock | By::Host, _) => {
                Err(Refusal::not_yours("That is a player's to do; the host and the clock can resolve."))
            }
            (By::Stranger, _) => {
                Err(Refusal::not_yours("Only seats, the clock and the host act in a match."))
            }
        }
    }

    /// Stores an action that `check` has allowed.
    fn store(&mut self, seat: Seat, action: Action) -> Vec<Event> {
        let Some(player) = seat.index(self.players.len()).map(|i| &mut self.players[i]) else {
            return Vec::new();
        };
        match action {
            Action::Move(path) => {
                player.path = Some(path);
                vec![Event::Submitted { seat, path }]
            }
            Action::Garnet | Action::Ungarnet => {
                player.spend = action == Action::Garnet;
                vec![Event::SpendStored { seat, spend: player.spend }]
            }
            Action::Vote(candidate) => {
                player.vote = Some(candidate);
                let mut events = vec![Event::Voted { seat, candidate }];
                if self.players.iter().all(|player| !player.token || player.vote.is_some()) {
                    events.extend(resolve::count_votes(self));
                }
                events
            }
            Action::Resolve | Action::Ec(_) => Vec::new(),
        }
    }
}

fn off_the_board(removed_in: Option<u8>) -> Refusal {
    Refusal::not_yours(match removed_in {
        Some(round) => format!("You left the board in round {round}, so there is nothing to move or spend."),
        None => "You are not on the board.".to_owned(),
    })
}
