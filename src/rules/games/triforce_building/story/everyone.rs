//! What everyone sees of a round, in sentences: triforces, lines that light up, what is left, and how the match ended.

use super::super::state::{Made, Stage, State};
use super::{NO_POWER, RoundReport};
use crate::games::phrase::{self, counted, number_word, sentence, several};
use crate::games::story::wording;
use crate::games::{Seat, Story};
use crate::grid::{Cell, Reach};

impl RoundReport<'_> {
    /// Tells everyone what happened, or returns `None` if nothing did.
    pub(super) fn for_everyone(&self) -> Option<Story> {
        let mut events = Vec::new();
        match (self.after.phase, self.before.phase) {
            (Stage::Over, _) => {
                events.extend(self.candidate());
                events.extend(self.how_it_ended());
            }
            (Stage::Vote, _) => {
                events.extend(self.triforces());
                events.extend(self.lights());
                events.extend(self.rounds_over());
            }
            (Stage::Round, _) => {
                events.extend(self.triforces());
                events.extend(self.lights());
                if events.is_empty() {
                    events.extend(self.quiet());
                }
                events.extend(self.left());
            }
        }
        Story::of(events, self.small())
    }

    /// Returns the number of triforces that are still to be made.
    fn to_come(&self) -> usize {
        self.after.last_triforce.saturating_sub(self.after.triforces.len())
    }

    fn name(&self, cell: Cell) -> String {
        self.after.board.name(cell).to_string()
    }

    /// Says where a triforce was made.
    fn place(&self, made: &Made) -> String {
        match made.on(&self.after.board) {
            Some(triforce) => format!("around {}", self.name(triforce.centre)),
            None => format!("on {}", phrase::all_of(&made.cells.map(|cell| cell.to_string()))),
        }
    }

    /// Says who has left the board with a triforce.
    fn triforces(&self) -> Vec<String> {
        let is_first = self.before.triforces.is_empty();
        let tell = |(i, made): (usize, &Made)| {
            let (who, place) = (self.names.list(&made.seats), self.place(made));
            let turn = self.round.wrapping_add(i as u8);
            match (is_first && i == 0, turn % 3) {
                (true, 0 | 1) => format!("🔺 The first triforce, {place}: {who} are safe."),
                (true, _) => format!("🔺 {who} are the first to be safe, with a triforce {place}."),
                (false, 0) => format!("🔺 {who} are safe, with a triforce {place}."),
                (false, 1) => format!("🔺 A triforce {place}: {who} are safe."),
                (false, _) => format!("🔺 {who} leave the board safe, with a triforce {place}."),
            }
        };
        self.made().iter().enumerate().map(tell).collect()
    }

    /// Returns the stretches of at least `least` consecutive cells that held players after the walks. The players of a
    /// triforce held its corners until they left.
    fn rows(&self, least: usize) -> Vec<&[Cell]> {
        let board = &self.after.board;
        let mut held = vec![false; board.len()];
        let corners = self.made().iter().filter_map(|made| made.on(board)).flat_map(|made| made.corners);
        for cell in self.after.occupied.iter().map(|(cell, _)| *cell).chain(corners) {
            held[cell.index()] = true;
        }
        let rows = board.strips().flat_map(|strip| strip.chunk_by(|a, b| held[a.index()] == held[b.index()]));
        rows.filter(|row| row.len() >= least && held[row[0].index()]).collect()
    }

    fn ends(&self, row: &[Cell]) -> String {
        match row {
            [first, .., last] => format!("{} to {}", self.name(*first), self.name(*last)),
            _ => String::new(),
        }
    }

    fn was_yellow(&self, cell: Cell) -> bool {
        self.before.occupied.contains(&(cell, true))
    }

    /// Says which lines light up, and which stay lit.
    fn lights(&self) -> Vec<String> {
        let (old, new): (Vec<&[Cell]>, Vec<&[Cell]>) = self
            .rows(State::LINE_LENGTH)
            .into_iter()
            .partition(|row| row.iter().all(|cell| self.was_yellow(*cell)));
        let is_first =
            self.before.triforces.is_empty() && !self.before.occupied.iter().any(|(_, powered)| *powered);
        let told = match new[..] {
            [] => None,
            [row] => {
                let (ends, length) = (self.ends(row), number_word(row.len()));
                Some(match (is_first, self.round % 3) {
                    (true, 0 | 2) => format!("⚡ First light! A line of {length} from {ends} lights up."),
                    (true, _) => format!("⚡ The dark is over: a line of {length} from {ends} lights up."),
                    (false, 0) => format!("⚡ A line of {length} from {ends} lights up."),
                    (false, 1) => {
                        format!("⚡ {} in a row: the line from {ends} lights up.", sentence(&length))
                    }
                    (false, _) => format!("⚡ New light: a line of {length} from {ends}."),
                })
            }
            _ => {
                let count = sentence(&several(new.len(), "line"));
                let all: Vec<String> = new.iter().map(|row| format!("from {}", self.ends(row))).collect();
                let first = if is_first { "First light! " } else { "" };
                Some(format!("⚡ {first}{count} light up: {}.", phrase::all_of(&all)))
            }
        };
        let stays = old.first().filter(|_| new.is_empty() && self.made().is_empty());
        let stays = stays.map(|row| format!("⚡ The line from {} still shines.", self.ends(row)));
        told.into_iter().chain(stays).collect()
    }

    /// Says that nothing has come of a round, and what almost did.
    fn quiet(&self) -> Vec<String> {
        let is_dark =
            self.after.triforces.is_empty() && !self.after.occupied.iter().any(|(_, powered)| *powered);
        let told = match (is_dark, self.round) {
            (true, 1) => "🌑 The first round is over, and it is still dark.",
            (true, round) => wording(
                round,
                [
                    "🌑 Still dark: nobody has formed a line yet.",
                    "🌑 No light yet: no five stand in a row.",
                    "🌑 Another round in the dark.",
                ],
            ),
            (false, round) => wording(
                round,
                [
                    "🌘 A quiet round: no new line, and no triforce.",
                    "🌘 No new light in this round.",
                    "🌘 Nobody leaves the board, and no new line lights up.",
                ],
            ),
        };
        let is_close = |row: &&&[Cell]| !row.iter().all(|cell| self.after.occupied.contains(&(*cell, true)));
        let close = self.rows(State::LINE_LENGTH - 1).iter().find(is_close).map(|row| {
            let (ends, length) = (self.ends(row), sentence(&number_word(row.len())));
            match self.round % 2 {
                0 => format!("{length} in a row from {ends}: one more, and they would have lit up."),
                _ => format!("So close: from {ends}, {} stand in a row.", length.to_lowercase()),
            }
        });
        let is_same = self.before.occupied == self.after.occupied;
        let same = is_same.then(|| "The board looks just as it did before.".to_owned());
        [told.to_owned()].into_iter().chain(close.or(same)).collect()
    }

    /// Says how many players, triforces and rounds are left.
    fn left(&self) -> Vec<String> {
        let left = self.after.left;
        let on_board = sentence(&number_word(left));
        let mut told = Vec::new();
        if !self.made().is_empty() {
            told.push(match self.to_come() {
                1 => format!(
                    "{on_board} are still on the board. One more triforce ends the match, and leaves one of them behind."
                ),
                triforces => format!(
                    "{on_board} are still on the board, and {} are left.",
                    several(triforces, "triforce")
                ),
            });
        }
        match self.after.rounds.saturating_sub(self.round) {
            1 => {
                let missing = several(self.to_come(), "more triforce");
                told.push(format!("⏳ The last round begins. Without {missing}, a vote decides."));
            }
            rounds @ (2 | 3) if self.after.rounds > 3 => {
                told.push(format!("⏳ {} are left.", sentence(&several(rounds.into(), "round"))));
            }
            _ => {}
        }
        told
    }

    /// Says that the rounds are over, and what comes next.
    fn rounds_over(&self) -> Vec<String> {
        let mut told = vec![format!(
            "⌛ The rounds are over. {} are still on the board, and each loses a garnet.",
            sentence(&several(self.after.left, "player"))
        )];
        let by_priority = self.seats_where(|then, now| now.token && !then.token && now.removed_in.is_none());
        match by_priority[..] {
            [] => {}
            [seat] => told.push(format!("🪙 By priority, {} gets a token.", self.names.get(seat))),
            _ => told.push(format!("🪙 By priority, {} get tokens.", self.names.list(&by_priority))),
        }
        let candidates = self.seats_where(|_, now| !now.token);
        told.push(format!(
            "🗳️ Those with a token now vote in secret. The elimination candidate will be {}.",
            self.names.choice(&candidates)
        ));
        told
    }

    /// Names the elimination candidate.
    fn candidate(&self) -> Option<String> {
        let name = self.names.get(self.after.ec?);
        Some(match self.after.votes.first() {
            Some((_, votes)) if *votes > 0 => {
                let all: usize = self.after.votes.iter().map(|(_, votes)| votes).sum();
                let silent = self.seats_where(|_, now| now.token).len().saturating_sub(all);
                let silent = match silent {
                    0 => String::new(),
                    1 => " One player did not vote.".to_owned(),
                    silent => format!(" {} players did not vote.", sentence(&number_word(silent))),
                };
                format!(
                    "🎯 {name} is the elimination candidate, with {votes} of {}.{silent}",
                    counted(all as i64, "vote")
                )
            }
            _ => format!("🎯 {name} is the elimination candidate."),
        })
    }

    /// Says how the match ended.
    fn how_it_ended(&self) -> Vec<String> {
        let mut told = Vec::new();
        let ec = self.after.ec.map(|seat| self.names.get(seat)).unwrap_or_default();
        if let [.., last] = self.made() {
            let others = self.made().len() - 1;
            told.extend(self.triforces().into_iter().take(others));
            let (who, place) = (self.names.list(&last.seats), self.place(last));
            // R6: without it, a triforce of players who are not powered looks like a mistake.
            let left = self.after.left + last.seats.len();
            if self.before.left > left && left == State::LEFT_WITHOUT_POWER {
                told.push(NO_POWER.to_owned());
            }
            told.push(format!("🔺 {who} made the last triforce, {place}. {ec} stayed behind."));
            told.extend(self.near_miss(last));
        }
        let votes: Vec<String> = self
            .after
            .votes
            .iter()
            .map(|(seat, votes)| format!("{} {votes}", self.names.get(*seat)))
            .collect();
        if !votes.is_empty() {
            told.push(format!("🗳️ The votes: {}.", votes.join(", ")));
        }
        match self.after.votes[..] {
            [(_, 0), ..] => told.push(format!("Nobody voted, and {ec} has the lowest priority of these.")),
            [(_, one), (_, other), ..] if one == other => {
                told.push(format!("It is a tie, and {ec} has the lowest priority of those with most votes."));
            }
            _ => {}
        }
        told.push(self.when_triforces_were_made());
        told
    }

    /// Says how close the elimination candidate was to the last triforce, to viewers who see everyone’s cell.
    fn near_miss(&self, last: &Made) -> Option<String> {
        let seat = self.after.ec?;
        let (ec, board) = (self.names.get(seat), &self.after.board);
        let cell = self.after.player(seat)?.cell?;
        let corners = last.on(board)?.corners;
        if corners.contains(&cell) {
            // R4: on each cell, the highest priority counts.
            let stood = |seat: &&Seat| {
                self.after.player(**seat).and_then(|player| self.after.walked_to(player)) == Some(cell)
            };
            let other = self.names.get(*last.seats.iter().find(stood)?);
            return Some(format!(
                "{ec} stood on {}, too, but {other} had the higher priority.",
                self.name(cell)
            ));
        }
        let reach = Reach::new(board, cell);
        match corners.map(|corner| reach.distance(corner)).into_iter().min()? {
            1 => Some(format!("{ec} was one step away from it.")),
            2 => Some(format!("{ec} was two steps away from it.")),
            _ => None,
        }
    }

    fn when_triforces_were_made(&self) -> String {
        let mut rounds: Vec<u8> = self.after.triforces.iter().map(|made| made.round).collect();
        let (made, all) = (rounds.len(), self.after.last_triforce);
        rounds.dedup();
        let unit = if rounds.len() == 1 { "round" } else { "rounds" };
        let rounds = phrase::all_of(&rounds.iter().map(u8::to_string).collect::<Vec<_>>());
        match made {
            0 => "Nobody made a triforce.".to_owned(),
            2 if all == 2 => format!("Both triforces were made, in {unit} {rounds}."),
            1 if all == 1 => format!("The only triforce was made in round {rounds}."),
            _ if made == all => format!("All {} triforces were made, in {unit} {rounds}.", number_word(all)),
            1 => format!("One of {} triforces was made, in round {rounds}.", number_word(all)),
            _ => {
                let made = sentence(&number_word(made));
                format!("{made} of {} triforces were made, in {unit} {rounds}.", number_word(all))
            }
        }
    }

    /// Says what follows by the rules.
    fn small(&self) -> Vec<String> {
        let mut small = Vec::new();
        let out = self.seats_where(|_, now| now.removed_in.is_some());
        if self.after.phase == Stage::Round && !out.is_empty() {
            let in_play = self.seats_where(|_, now| now.removed_in.is_none());
            small.push(format!("Still on the board: {}.", self.names.list(&in_play)));
        }
        small.extend(self.news_of_no_power());
        small.extend(self.fall());
        if self.after.phase == Stage::Vote {
            let voters = self.seats_where(|_, now| now.token);
            small.push(format!("These vote: {}.", self.names.list(&voters)));
            small.push(
                "In a tie, or without votes, the candidate with the lowest priority is chosen.".to_owned(),
            );
        }
        small
    }
}
