//! A second implementation in texts, written for plainness only, to hold the first against.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::*;

type Stacks = BTreeMap<String, Vec<String>>;

/// A match in texts. Supplies are not kept: they are what is not on the board.
#[derive(Clone)]
pub(super) struct Naive {
    players: usize,
    stacks: Stacks,
    before: Stacks,
    phase: &'static str,
    turn: usize,
    left: usize,
    contested: Option<String>,
    taken: [Option<usize>; 2],
    winner: Option<usize>,
}

fn names() -> Vec<String> {
    (0..5).flat_map(|row| (0..=row).map(move |i| format!("{}{}", (b'a' + row) as char, i + 1))).collect()
}

fn coordinates(name: &str) -> (i32, i32) {
    let bytes = name.as_bytes();
    (i32::from(bytes[0] - b'a'), i32::from(bytes[1] - b'1'))
}

fn beside(a: &str, b: &str) -> bool {
    let ((r, c), (s, d)) = (coordinates(a), coordinates(b));
    [(0, 1), (0, -1), (1, 0), (1, 1), (-1, 0), (-1, -1)].contains(&(s - r, d - c))
}

fn owner(piece: &str) -> Option<usize> {
    piece[..1].parse().ok()
}

impl Naive {
    pub(super) fn new(players: usize) -> Self {
        Self {
            players,
            stacks: names().into_iter().map(|name| (name, Vec::new())).collect(),
            before: names().into_iter().map(|name| (name, Vec::new())).collect(),
            phase: "actions",
            turn: 1,
            left: 3,
            contested: None,
            taken: [None, None],
            winner: None,
        }
    }

    /// The same position as a state, at the start of a turn.
    pub(super) fn of(state: &State) -> Self {
        let mut naive = Self::new(state.players());
        naive.turn = state.turn.number().into();
        for place in Place::all() {
            let stack = state.stack(place).pieces().iter().map(ToString::to_string).collect();
            naive.stacks.insert(place.to_string(), stack);
        }
        naive.before = naive.stacks.clone();
        naive
    }

    fn left_of(&self, kind: &str, size: &str) -> usize {
        let wanted = format!("{kind}{size}");
        5 - self.stacks.values().flatten().filter(|piece| **piece == wanted).count()
    }

    fn takes(&self, place: &str, size: &str) -> bool {
        match self.stacks[place].last() {
            Some(top) => &top[1..] != size,
            None => {
                let (r, c) = coordinates(place);
                ["S", "M", "L"][((r + c) % 3) as usize] == size
            }
        }
    }

    /// Where a piece can go: what is beside the start or beside what is found, until nothing is added.
    fn ways(&self, from: &str, size: &str) -> Vec<String> {
        let mut found = vec![from.to_owned()];
        let mut i = 0;
        while i < found.len() {
            for next in names() {
                if beside(&found[i], &next) && !found.contains(&next) && self.takes(&next, size) {
                    found.push(next);
                }
            }
            i += 1;
        }
        found.split_off(1)
    }

    fn lowest(&self, place: &str) -> Option<usize> {
        self.stacks[place].iter().find_map(|piece| owner(piece))
    }

    fn uppermost(&self, place: &str) -> Option<usize> {
        self.stacks[place].iter().rev().find_map(|piece| owner(piece))
    }

    fn fights(&self, place: &str) -> bool {
        self.stacks[place].len() >= 4 && self.lowest(place).is_some() && {
            let mut owners: Vec<usize> = self.stacks[place].iter().filter_map(|p| owner(p)).collect();
            owners.sort_unstable();
            owners.dedup();
            owners.len() >= 2
        }
    }

    /// Placements and moves on the board as it stands.
    fn moves(&self, seat: usize) -> Vec<String> {
        let home = ["a1", "e1", "e5", "c1", "c3", "e3"][seat - 1];
        let mut actions = Vec::new();
        for size in ["S", "M", "L"] {
            if self.left_of(&seat.to_string(), size) > 0 && self.takes(home, size) {
                actions.push(format!("+{size}"));
            }
        }
        for from in names() {
            let Some(top) = self.stacks[&from].last().filter(|top| owner(top) == Some(seat)) else {
                continue;
            };
            actions.extend(self.ways(&from, &top[1..]).iter().map(|to| format!("{from}>{to}")));
        }
        actions
    }

    fn after(&self, seat: usize, action: &str) -> Stacks {
        let mut stacks = self.stacks.clone();
        if let Some(size) = action.strip_prefix('+') {
            let home = ["a1", "e1", "e5", "c1", "c3", "e3"][seat - 1];
            stacks.get_mut(home).unwrap().push(format!("{seat}{size}"));
        } else if let Some((from, to)) = action.split_once('>') {
            let piece = stacks.get_mut(from).unwrap().pop().unwrap();
            stacks.get_mut(to).unwrap().push(piece);
        }
        stacks
    }

    fn asked(&self) -> Option<usize> {
        match self.phase {
            "actions" | "fight" => Some(self.turn),
            "sword" => self.uppermost(self.contested.as_deref().unwrap()),
            "shield" => self.lowest(self.contested.as_deref().unwrap()),
            _ => None,
        }
    }

    fn sizes(&self, seat: usize, kind: &str) -> Vec<&'static str> {
        let stack = &self.stacks[self.contested.as_deref().unwrap()];
        let mine = |size: &&str| stack.contains(&format!("{seat}{size}"));
        ["S", "M", "L"].into_iter().filter(mine).filter(|size| self.left_of(kind, size) > 0).collect()
    }

    fn holds(&self, kind: char) -> bool {
        self.stacks[self.contested.as_deref().unwrap()].iter().any(|piece| piece.starts_with(kind))
    }

    fn own(&self, seat: usize) -> usize {
        let stack = &self.stacks[self.contested.as_deref().unwrap()];
        stack.iter().filter(|piece| owner(piece) == Some(seat)).count()
    }

    /// Who uses the sword, who the shield.
    fn users(&self) -> (Option<usize>, Option<usize>) {
        let at = self.contested.as_deref().unwrap();
        let mut sword = None;
        let mut shield = None;
        if self.holds('X') {
            sword = if self.taken[0].is_some() { self.taken[0] } else { self.uppermost(at) };
        }
        if self.holds('O') {
            shield = if self.taken[1].is_some() { self.taken[1] } else { self.lowest(at) };
        }
        if sword == shield {
            sword = None;
        }
        (sword, shield)
    }

    fn sword_offer(&self) -> Vec<&'static str> {
        let at = self.contested.as_deref().unwrap();
        let seat = self.uppermost(at).unwrap();
        let both_ends = self.lowest(at) == Some(seat);
        if self.holds('X') || self.own(seat) < 2 || both_ends && self.holds('O') {
            return Vec::new();
        }
        self.sizes(seat, "X")
    }

    fn shield_offer(&self) -> Vec<&'static str> {
        let seat = self.lowest(self.contested.as_deref().unwrap()).unwrap();
        if self.holds('O') || self.own(seat) < 2 || self.users().0 == Some(seat) {
            return Vec::new();
        }
        self.sizes(seat, "O")
    }

    pub(super) fn legal(&self) -> Vec<String> {
        let offer = |verb: &str, sizes: Vec<&str>| {
            let taken = sizes.into_iter().map(|size| format!("{verb} {size}"));
            std::iter::once("no".to_owned()).chain(taken).collect()
        };
        let mut legal: Vec<String> = match self.phase {
            "actions" => {
                let mut legal = self.moves(self.turn);
                if self.left == 1 {
                    legal.retain(|action| self.after(self.turn, action) != self.before);
                }
                if self.left < 3 && self.stacks != self.before {
                    legal.push("end".to_owned());
                }
                legal
            }
            "fight" => names().into_iter().filter(|p| self.fights(p)).map(|p| format!("fight {p}")).collect(),
            "sword" => offer("sword", self.sword_offer()),
            "shield" => offer("shield", self.shield_offer()),
            _ => Vec::new(),
        };
        legal.sort_unstable();
        legal
    }

    pub(super) fn apply(&mut self, action: &str, draws: &mut Draws) {
        let seat = self.asked().unwrap();
        match (self.phase, action.split_once(' ')) {
            ("actions", _) => {
                self.stacks = self.after(seat, action);
                self.left = if action == "end" { 0 } else { self.left - 1 };
                if self.left == 0 {
                    self.on(draws);
                }
            }
            ("fight", Some((_, place))) => self.open(place.to_owned(), draws),
            ("sword", Some((_, size))) => {
                let stack = self.stacks.get_mut(self.contested.as_ref().unwrap()).unwrap();
                let i = (0..stack.len()).rev().find(|&i| stack[i] == format!("{seat}{size}")).unwrap();
                stack[i] = format!("X{size}");
                self.taken[0] = Some(seat);
                self.shield(draws);
            }
            ("sword", None) => self.shield(draws),
            ("shield", Some((_, size))) => {
                let stack = self.stacks.get_mut(self.contested.as_ref().unwrap()).unwrap();
                let i = (0..stack.len()).find(|&i| stack[i] == format!("{seat}{size}")).unwrap();
                stack[i] = format!("O{size}");
                self.taken[1] = Some(seat);
                self.dice(draws);
            }
            _ => self.dice(draws),
        }
    }

    fn on(&mut self, draws: &mut Draws) {
        let mut fights: Vec<String> = names().into_iter().filter(|place| self.fights(place)).collect();
        match fights.len() {
            0 => self.next_turn(),
            1 => self.open(fights.remove(0), draws),
            _ => self.phase = "fight",
        }
    }

    fn open(&mut self, place: String, draws: &mut Draws) {
        self.contested = Some(place);
        self.taken = [None, None];
        if self.sword_offer().is_empty() { self.shield(draws) } else { self.phase = "sword" }
    }

    fn shield(&mut self, draws: &mut Draws) {
        if self.shield_offer().is_empty() { self.dice(draws) } else { self.phase = "shield" }
    }

    fn dice(&mut self, draws: &mut Draws) {
        let (sword, shield) = self.users();
        let mut totals = Vec::new();
        for seat in (1..=self.players).filter(|&seat| self.own(seat) > 0) {
            let mut total = draws.die(if shield == Some(seat) { 20 } else { 12 });
            if sword == Some(seat) {
                total += draws.die(12);
            }
            totals.push((total, seat));
        }
        let least = totals.iter().min().unwrap().0;
        let mut losers: Vec<usize> = totals.iter().filter(|t| t.0 == least).map(|t| t.1).collect();
        if losers.len() > 1 && losers.iter().any(|&loser| shield == Some(loser)) {
            losers.retain(|&loser| shield == Some(loser));
        } else if losers.len() > 1 {
            losers.retain(|&loser| sword != Some(loser));
        }
        let place = self.contested.clone().unwrap();
        let stack = self.stacks.get_mut(&place).unwrap();
        for loser in losers {
            let first = if sword == Some(loser) {
                "X".to_owned()
            } else if shield == Some(loser) {
                "O".to_owned()
            } else {
                loser.to_string()
            };
            let i = stack.iter().position(|piece| piece.starts_with(&first)).unwrap();
            stack.remove(i);
        }
        self.contested = None;
        if self.fights(&place) { self.open(place, draws) } else { self.on(draws) }
    }

    fn pinned(&self) -> Vec<usize> {
        (1..=self.players).filter(|&seat| self.moves(seat).is_empty()).collect()
    }

    fn next_turn(&mut self) {
        let pinned = self.pinned();
        if pinned.len() + 1 >= self.players {
            let free = (1..=self.players).find(|seat| !pinned.contains(seat));
            return self.over(free.unwrap_or(self.turn));
        }
        let mut seat = self.turn;
        loop {
            seat = seat % self.players + 1;
            let lowest = names().iter().filter(|place| self.lowest(place) == Some(seat)).count();
            if lowest + self.players >= 11 {
                return self.over(seat);
            }
            if !pinned.contains(&seat) {
                break;
            }
        }
        self.turn = seat;
        self.phase = "actions";
        self.left = 3;
        self.before = self.stacks.clone();
    }

    fn over(&mut self, winner: usize) {
        self.phase = "over";
        self.left = 0;
        self.winner = Some(winner);
    }

    pub(super) fn state(&self) -> Value {
        let stock = |kind: &str| json!({"S": self.left_of(kind, "S"), "M": self.left_of(kind, "M"), "L": self.left_of(kind, "L")});
        let stacks: Stacks = self
            .stacks
            .iter()
            .filter(|(_, stack)| !stack.is_empty())
            .map(|(p, s)| (p.clone(), s.clone()))
            .collect();
        json!({
            "phase": self.phase,
            "to_act": self.asked().into_iter().collect::<Vec<usize>>(),
            "turn": self.turn,
            "actions_left": self.left,
            "contested": self.contested,
            "stacks": stacks,
            "supply": (1..=self.players).map(|seat| stock(&seat.to_string())).collect::<Vec<Value>>(),
            "swords": stock("X"),
            "shields": stock("O"),
            "pinned": self.pinned(),
            "winner": self.winner,
        })
    }
}
