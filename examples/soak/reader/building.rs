//! [`Building`]: Triforce Building as described by its rules for players, to compare with what the bot said.

use std::cmp::Reverse;

use serde_json::Value;

use super::draws::Draws;
use super::grid::{Cell, Grid};
use super::rows::{Game, Message};

/// A player.
#[expect(clippy::struct_excessive_bools, reason = "each is a mark of its own")]
pub(crate) struct Player {
    letter: char,
    priority: i64,
    garnets: i64,
    /// `None` once the player has left the board.
    cell: Option<Cell>,
    powered: bool,
    /// Whether the player became powered in the last round.
    is_fresh: bool,
    token: bool,
    path: String,
    spends: bool,
    vote: Option<usize>,
}

/// The current question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    Round(i64),
    Vote,
    Over,
}

/// A match.
pub(crate) struct Building {
    grid: Grid,
    rounds: i64,
    pub(crate) phase: Phase,
    /// In the order of seats.
    pub(crate) players: Vec<Player>,
    /// The corners of the triforces of the last round.
    made: Vec<Vec<Cell>>,
    triforces: usize,
    /// The elimination candidate.
    candidate: Option<usize>,
}

impl Building {
    /// Begins a match.
    pub(crate) fn begin(game: &Game) -> Option<Self> {
        let setup = &game.setup;
        let grid = Grid::read(setup["board"].as_str().unwrap_or("hexagon:3"))?;
        let players = setup["players"].as_array()?;
        let mut draws = Draws::of(&game.seed)?;
        let cells = match setup["placement"].as_array() {
            Some(placement) => placement.iter().map(cell).collect::<Option<Vec<_>>>()?,
            None => {
                let mut border = grid.border();
                draws.shuffle(&mut border);
                border
            }
        };
        let mut letters: Vec<char> = ('A'..='Z').take(players.len()).collect();
        draws.shuffle(&mut letters);
        let player = |((player, letter), cell): ((&Value, char), Cell)| {
            Some(Player {
                letter,
                priority: player["priority"].as_i64()?,
                garnets: player["garnets"].as_i64()?,
                cell: Some(cell),
                powered: false,
                is_fresh: false,
                token: false,
                path: String::new(),
                spends: false,
                vote: None,
            })
        };
        let players = players.iter().zip(letters).zip(cells).map(player).collect::<Option<Vec<_>>>()?;
        let rounds = setup["rounds"].as_i64().unwrap_or(10);
        let phase = Phase::Round(1);
        Some(Self { grid, rounds, phase, players, made: Vec::new(), triforces: 0, candidate: None })
    }

    /// Returns the zero-based places of those who are asked.
    pub(crate) fn asked(&self) -> Vec<usize> {
        let is_asked = |player: &Player| match self.phase {
            Phase::Round(_) => player.cell.is_some(),
            Phase::Vote => player.token,
            Phase::Over => false,
        };
        (0..self.players.len()).filter(|i| is_asked(&self.players[*i])).collect()
    }

    /// Plays an entry, or returns what is wrong with it.
    pub(crate) fn play(&mut self, actor: &str, action: &str) -> Result<(), String> {
        let (word, rest) = action.split_once(' ').unwrap_or((action, ""));
        let seat = actor.parse::<usize>().ok().and_then(|seat| seat.checked_sub(1));
        match (seat, word, self.phase) {
            (None, "resolve", Phase::Round(round)) => self.resolve(round),
            (None, "resolve", Phase::Vote) => self.count(),
            (Some(i), "vote", Phase::Vote) if self.asked().contains(&i) => {
                let candidate = rest.parse::<usize>().ok().and_then(|seat| seat.checked_sub(1));
                let is_one = candidate.and_then(|i| self.players.get(i)).is_some_and(|player| !player.token);
                if !is_one {
                    return Err(format!("a vote for {rest}"));
                }
                self.players[i].vote = candidate;
                if self.players.iter().all(|player| !player.token || player.vote.is_some()) {
                    self.count();
                }
            }
            (Some(i), _, Phase::Round(round)) if self.asked().contains(&i) => match word {
                "move" => {
                    let path = rest.trim_matches('-').to_owned();
                    if path.len() > 3 || self.end_of(i, &path).is_none() {
                        return Err("an impossible path".to_owned());
                    }
                    self.players[i].path = path;
                }
                "garnet" if round >= 3 && self.players[i].garnets > 0 => self.players[i].spends = true,
                "ungarnet" => self.players[i].spends = false,
                _ => return Err("an impossible action".to_owned()),
            },
            _ => return Err("an action of somebody who is not asked for it".to_owned()),
        }
        Ok(())
    }

    fn end_of(&self, i: usize, path: &str) -> Option<Cell> {
        path.chars().try_fold(self.players[i].cell?, |cell, step| self.grid.step(cell, step))
    }

    /// Returns the cell that is between the corners of a triforce.
    fn centre(&self, corners: &[Cell]) -> Option<Cell> {
        let is_between = |cell: &Cell| {
            let neighbours = self.grid.neighbours(*cell);
            corners.iter().all(|corner| neighbours.contains(corner))
        };
        self.grid.cells().into_iter().find(is_between)
    }

    fn on_board(&self) -> Vec<usize> {
        (0..self.players.len()).filter(|i| self.players[*i].cell.is_some()).collect()
    }

    fn resolve(&mut self, round: i64) {
        let count = self.players.len() as i64;
        // Spends: the lowest on the list first.
        let mut spenders: Vec<usize> = self.on_board();
        spenders.retain(|i| self.players[*i].spends);
        spenders.sort_by_key(|i| self.players[*i].priority);
        for i in spenders {
            let own = self.players[i].priority;
            for other in self.on_board() {
                if self.players[other].priority > own {
                    self.players[other].priority -= 1;
                }
            }
            let player = &mut self.players[i];
            (player.priority, player.garnets, player.spends) = (count, player.garnets - 1, false);
        }
        // Everyone walks at once.
        for i in self.on_board() {
            let path = std::mem::take(&mut self.players[i].path);
            self.players[i].cell = self.end_of(i, &path);
        }
        // Everyone on a line becomes powered.
        let taken = |players: &[Player], cell: &Cell| players.iter().any(|player| player.cell == Some(*cell));
        let lines = self.grid.lines().into_iter();
        let lines: Vec<_> = lines.filter(|line| line.iter().all(|cell| taken(&self.players, cell))).collect();
        for player in &mut self.players {
            let is_on = player.cell.is_some_and(|cell| lines.iter().any(|line| line.contains(&cell)));
            player.is_fresh = is_on && !player.powered;
            player.powered |= is_on;
        }
        // Triforces, one after the other.
        let last = (self.players.len() - 1) / 3;
        self.made.clear();
        while self.triforces < last
            && let Some((corners, members)) = self.next_triforce()
        {
            self.triforces += 1;
            for i in members {
                let player = &mut self.players[i];
                player.garnets += match (self.triforces == last, player.is_fresh) {
                    (false, false) => 3,
                    (false, true) => 7,
                    (true, false) => 1,
                    (true, true) => 8,
                };
                player.token = self.triforces < last;
                player.cell = None;
            }
            self.made.push(corners);
        }
        if self.triforces == last {
            self.candidate = self.on_board().first().copied();
            self.phase = Phase::Over;
        } else if round == self.rounds {
            self.end_of_rounds(3 * (last - 1));
        } else {
            self.phase = Phase::Round(round + 1);
            if round + 1 >= 3 {
                for i in self.on_board() {
                    let player = &mut self.players[i];
                    player.priority -= round + 1;
                    while player.priority < 1 {
                        player.priority += count;
                    }
                }
            }
        }
    }

    /// Returns the corners of the triforce that is made next, and who leaves the board with it.
    fn next_triforce(&self) -> Option<(Vec<Cell>, Vec<usize>)> {
        let on_board = self.on_board();
        let counts = |i: &&usize| on_board.len() == 4 || self.players[**i].powered;
        let highest = |cell: &Cell| {
            let there = on_board.iter().filter(counts).filter(|i| self.players[**i].cell == Some(*cell));
            there.max_by_key(|i| self.players[**i].priority).copied()
        };
        let group = |corners: Vec<Cell>| {
            let mut members = corners.iter().map(highest).collect::<Option<Vec<usize>>>()?;
            members.sort_by_key(|i| Reverse(self.players[*i].priority));
            Some((corners, members))
        };
        // The highest sum wins; then the group with the highest player, then with the next highest, and so on. That is
        // the order of the members' priorities, highest first.
        let rank = |members: &[usize]| {
            let priorities: Vec<i64> = members.iter().map(|i| self.players[*i].priority).collect();
            (priorities.iter().sum::<i64>(), priorities)
        };
        let groups = self.grid.triforces().into_iter().filter_map(group);
        groups.max_by_key(|(_, members)| rank(members))
    }

    fn end_of_rounds(&mut self, tokens: usize) {
        let mut left = self.on_board();
        for i in &left {
            self.players[*i].garnets -= 1;
        }
        let given = self.players.iter().filter(|player| player.token).count();
        left.sort_by_key(|i| Reverse(self.players[*i].priority));
        for i in left.into_iter().take(tokens - given) {
            self.players[i].token = true;
        }
        self.phase = Phase::Vote;
    }

    /// Checks that a message says what came of the last entry.
    pub(crate) fn check_message(
        &self,
        game: &Game,
        message: &Message,
        begins: bool,
        before: Phase,
        text: &str,
    ) -> Result<(), String> {
        let check_part = |part: &str, is_there: bool| match (text.contains(part), is_there) {
            (false, true) => Err(format!("it does not say “{part}”")),
            (true, false) => Err(format!("it says “{part}”")),
            _ => Ok(()),
        };
        let was_round = matches!(before, Phase::Round(_)) && !begins;
        if message.kind == "news" {
            let named = text.matches(" around ").count();
            let made = if was_round { self.made.as_slice() } else { &[] };
            if named != made.len() {
                return Err(format!("it tells of {named} triforces instead of {}", made.len()));
            }
            for corners in made {
                let Some((row, number)) = self.centre(corners) else {
                    return Err("the corners of a triforce have no centre".to_owned());
                };
                check_part(&format!(" around {row}-{number}"), true)?;
            }
            if let Some(name) = self.candidate.and_then(|i| game.seats.get(i)).map(|seat| &seat.name) {
                check_part(&format!("{name} stayed behind."), was_round)?;
                check_part(&format!("{name} is the elimination candidate"), true)?;
            }
            return Ok(());
        }
        let player = game.seat_of(message.target.1).and_then(|seat| self.players.get(seat.seat as usize - 1));
        let Some(player) = player else { return Err("it goes to somebody who does not play".to_owned()) };
        if begins {
            check_part(&format!("the cell with the letter {},", player.letter), true)?;
        }
        // Players who leave the board in the same round, or whose match is over, read what that brings instead.
        let lights_up = was_round && player.is_fresh && self.phase != Phase::Over;
        check_part("⚡", lights_up && player.cell.is_some())?;
        check_part(
            "because you lit up and made a triforce in one round",
            lights_up && player.cell.is_none(),
        )?;
        let is_asked = player.cell.is_some() && matches!(self.phase, Phase::Round(_));
        let Phase::Round(round) = self.phase else { return Ok(()) };
        let priority = if begins {
            format!("Round {round}: your priority is {}.", player.priority)
        } else {
            format!("Your priority in round {round} is {}.", player.priority)
        };
        check_part(&priority, is_asked)
    }

    fn count(&mut self) {
        let votes = |i: &usize| self.players.iter().filter(|player| player.vote == Some(*i)).count();
        let candidates = (0..self.players.len()).filter(|i| !self.players[*i].token);
        self.candidate = candidates.max_by_key(|i| (votes(i), Reverse(self.players[*i].priority)));
        self.phase = Phase::Over;
    }
}

fn cell(name: &Value) -> Option<Cell> {
    let (row, number) = name.as_str()?.split_once('-')?;
    Some((row.parse().ok()?, number.parse().ok()?))
}
