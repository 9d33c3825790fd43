//! A second implementation on text, written from the rules alone and as simple as possible, to check the first one
//! against.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::*;

type Stacks = BTreeMap<String, Vec<String>>;

/// A match as text. Supplies are not stored, because they are whatever is not on the board.
#[derive(Clone, Default)]
pub(super) struct Naive {
    players: usize,
    stacks: Stacks,
    before: Stacks,
    phase: &'static str,
    turn: usize,
    left: usize,
    contested: Option<String>,
    /// The players who took the sword and the shield in the current fight.
    armed: Option<usize>,
    guarded: Option<usize>,
    /// `SEAT KIND STACK` for each exchange in this turn.
    exchanges: BTreeSet<String>,
    winner: Option<usize>,
}

fn names() -> Vec<String> {
    "a1 b1 b2 c1 c2 c3 d1 d2 d3 d4 e1 e2 e3 e4 e5".split(' ').map(str::to_owned).collect()
}

fn coordinates(name: &str) -> (i32, i32) {
    let bytes = name.as_bytes();
    (i32::from(bytes[0] - b'a'), i32::from(bytes[1] - b'1'))
}

fn beside(a: &str, b: &str) -> bool {
    let ((r, c), (s, d)) = (coordinates(a), coordinates(b));
    [(0, 1), (0, -1), (1, 0), (1, 1), (-1, 0), (-1, -1)].contains(&(s - r, d - c))
}

/// Returns the colour of a piece. Swords (`XM`) and shields (`OL`) have none.
fn owner(piece: &str) -> Option<usize> {
    piece[..1].parse().ok()
}

fn size(piece: &str) -> &str {
    &piece[1..2]
}

impl Naive {
    pub(super) fn new(players: usize) -> Self {
        let bare: Stacks = names().into_iter().map(|name| (name, Vec::new())).collect();
        Self {
            players,
            stacks: bare.clone(),
            before: bare,
            phase: "actions",
            turn: 1,
            left: 3,
            ..Self::default()
        }
    }

    /// Returns the same position as a state, at the start of a turn.
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

    fn home(&self, seat: usize) -> &'static str {
        let homes = match self.players {
            3 => "a1 e5 e1",
            4 => "a1 c3 e5 e1",
            5 => "a1 c3 e5 e3 e1",
            _ => "a1 c3 e5 e3 e1 c1",
        };
        homes.split(' ').nth(seat - 1).unwrap()
    }

    /// Returns how many of the five pyramids of a colour and size are off the board.
    fn supply(&self, colour: &str, wanted: &str) -> usize {
        let is_one = |piece: &&String| piece.starts_with(colour) && size(piece) == wanted;
        5 - self.stacks.values().flatten().filter(is_one).count()
    }

    fn is_destination(&self, place: &str, piece_size: &str) -> bool {
        match self.stacks[place].last() {
            Some(top) => size(top) != piece_size,
            None => {
                let (r, c) = coordinates(place);
                ["S", "M", "L"][((r + c) % 3) as usize] == piece_size
            }
        }
    }

    /// Returns the places where a piece can go, by adding neighbours of those found until nothing is added.
    fn ways(&self, from: &str, piece_size: &str) -> Vec<String> {
        let mut found = vec![from.to_owned()];
        let mut i = 0;
        while i < found.len() {
            for next in names() {
                let is_new = beside(&found[i], &next) && !found.contains(&next);
                if is_new && self.is_destination(&next, piece_size) {
                    found.push(next);
                }
            }
            i += 1;
        }
        found.split_off(1)
    }

    /// Returns the placements and moves on the current board.
    fn actions(&self, seat: usize) -> Vec<String> {
        let mut actions = Vec::new();
        for piece_size in ["S", "M", "L"] {
            let has = self.supply(&seat.to_string(), piece_size) > 0;
            if has && self.is_destination(self.home(seat), piece_size) {
                actions.push(format!("+{piece_size}"));
            }
        }
        for (from, stack) in &self.stacks {
            if let Some(top) = stack.last().filter(|top| owner(top) == Some(seat)) {
                actions.extend(self.ways(from, size(top)).iter().map(|to| format!("{from}>{to}")));
            }
        }
        actions
    }

    fn pinned(&self) -> Vec<usize> {
        (1..=self.players).filter(|&seat| self.actions(seat).is_empty()).collect()
    }

    fn after(&self, seat: usize, action: &str) -> Stacks {
        let mut stacks = self.stacks.clone();
        if let Some(size) = action.strip_prefix('+') {
            stacks.get_mut(self.home(seat)).unwrap().push(format!("{seat}{size}"));
        } else if let Some((from, to)) = action.split_once('>') {
            let piece = stacks.get_mut(from).unwrap().pop().unwrap();
            stacks.get_mut(to).unwrap().push(piece);
        }
        stacks
    }

    /// Returns the colour of each player piece in a stack, from bottom to top.
    fn colours(&self, place: &str) -> Vec<usize> {
        self.stacks[place].iter().filter_map(|piece| owner(piece)).collect()
    }

    /// Returns whether a stack fights (R4): at least four non-white pyramids, and at least two players' colours.
    fn fights(&self, place: &str) -> bool {
        self.stacks[place].len() >= 4 && self.colours(place).iter().collect::<BTreeSet<_>>().len() >= 2
    }

    fn contested(&self) -> &str {
        self.contested.as_deref().unwrap()
    }

    /// Returns the sword (`X`) or the shield (`O`) in the stack that fights.
    fn stands(&self, letter: char) -> Option<&str> {
        self.stacks[self.contested()].iter().find(|piece| piece.starts_with(letter)).map(String::as_str)
    }

    fn attacker(&self) -> usize {
        *self.colours(self.contested()).last().unwrap()
    }

    fn defender(&self) -> usize {
        *self.colours(self.contested()).first().unwrap()
    }

    /// Returns the player whom the shield helps: its taker at first, the owner of the lowest piece in later fights
    /// (R11).
    fn shield_user(&self) -> Option<usize> {
        self.stands('O')?;
        Some(self.guarded.unwrap_or_else(|| self.defender()))
    }

    /// Returns the player whom the sword helps: its taker at first, the owner of the highest piece in later fights
    /// (R11).
    fn sword_user(&self) -> Option<usize> {
        self.stands('X')?;
        let user = self.armed.unwrap_or_else(|| self.attacker());
        if self.shield_user() == Some(user) { None } else { Some(user) }
    }

    /// Returns the heights of a seat's pieces for which there is a sword or a shield of the same size (R6).
    fn heights(&self, seat: usize, kind: &str) -> Vec<usize> {
        let stack = &self.stacks[self.contested()];
        let mine: Vec<usize> = (1..=stack.len()).filter(|&h| owner(&stack[h - 1]) == Some(seat)).collect();
        if mine.len() < 2 {
            return Vec::new();
        }
        mine.into_iter().filter(|&h| self.supply(kind, size(&stack[h - 1])) > 0).collect()
    }

    fn has_taken(&self, seat: usize, kind: &str) -> bool {
        self.exchanges.contains(&format!("{seat} {kind} {}", self.contested()))
    }

    fn sword_offer(&self) -> Vec<usize> {
        let seat = self.attacker();
        let has_both_ends = self.attacker() == self.defender();
        if self.stands('X').is_some()
            || has_both_ends && self.stands('O').is_some()
            || self.has_taken(seat, "O")
        {
            Vec::new()
        } else {
            self.heights(seat, "X")
        }
    }

    fn shield_offer(&self) -> Vec<usize> {
        let seat = self.defender();
        if self.stands('O').is_some() || self.sword_user() == Some(seat) || self.has_taken(seat, "X") {
            Vec::new()
        } else {
            self.heights(seat, "O")
        }
    }

    fn asked(&self) -> Option<usize> {
        match self.phase {
            "actions" | "fight" => Some(self.turn),
            "sword" => Some(self.attacker()),
            "shield" => Some(self.defender()),
            _ => None,
        }
    }

    pub(super) fn legal(&self) -> Vec<String> {
        let offer = |verb: &str, heights: Vec<usize>| {
            let taken = heights.into_iter().map(|height| format!("{verb} {height}"));
            std::iter::once("no".to_owned()).chain(taken).collect()
        };
        let mut legal: Vec<String> = match self.phase {
            "actions" => {
                let mut legal = self.actions(self.turn);
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
                    self.next_fight(draws);
                }
            }
            ("fight", Some((_, place))) => self.open(place.to_owned(), draws),
            ("sword", answer) => {
                if let Some((_, height)) = answer {
                    self.exchange(seat, height, "X");
                    self.armed = Some(seat);
                }
                self.ask_for_a_shield(draws);
            }
            (_, answer) => {
                if let Some((_, height)) = answer {
                    self.exchange(seat, height, "O");
                    self.guarded = Some(seat);
                }
                self.roll(draws);
            }
        }
    }

    fn exchange(&mut self, seat: usize, height: &str, kind: &str) {
        let place = self.contested().to_owned();
        let piece = &mut self.stacks.get_mut(&place).unwrap()[height.parse::<usize>().unwrap() - 1];
        *piece = format!("{kind}{}", size(piece));
        self.exchanges.insert(format!("{seat} {kind} {place}"));
    }

    fn next_fight(&mut self, draws: &mut Draws) {
        let mut fights: Vec<String> = names().into_iter().filter(|place| self.fights(place)).collect();
        match fights.len() {
            0 => self.next_turn(),
            1 => self.open(fights.remove(0), draws),
            _ => self.phase = "fight",
        }
    }

    fn open(&mut self, place: String, draws: &mut Draws) {
        self.contested = Some(place);
        (self.armed, self.guarded) = (None, None);
        if self.sword_offer().is_empty() { self.ask_for_a_shield(draws) } else { self.phase = "sword" }
    }

    fn ask_for_a_shield(&mut self, draws: &mut Draws) {
        if self.shield_offer().is_empty() { self.roll(draws) } else { self.phase = "shield" }
    }

    fn roll(&mut self, draws: &mut Draws) {
        let (sword, shield) = (self.sword_user(), self.shield_user());
        let place = self.contested.clone().unwrap();
        let fighters: BTreeSet<usize> = self.colours(&place).into_iter().collect();
        let mut totals = BTreeMap::new();
        for &seat in &fighters {
            let own = draws.die(if shield == Some(seat) { 20 } else { 12 });
            let black = if sword == Some(seat) { draws.die(12) } else { 0 };
            totals.insert(seat, own + black);
        }
        let least = *totals.values().min().unwrap();
        let tied: Vec<usize> = fighters.into_iter().filter(|seat| totals[seat] == least).collect();
        let losers = match tied.len() {
            1 => tied,
            _ if tied.iter().any(|&seat| shield == Some(seat)) => shield.into_iter().collect(),
            _ => tied.into_iter().filter(|&seat| sword != Some(seat)).collect(),
        };
        for loser in losers {
            let first = if sword == Some(loser) {
                "X".to_owned()
            } else if shield == Some(loser) {
                "O".to_owned()
            } else {
                loser.to_string()
            };
            let stack = self.stacks.get_mut(&place).unwrap();
            let i = stack.iter().position(|piece| piece.starts_with(&first)).unwrap();
            stack.remove(i);
        }
        self.contested = None;
        if self.fights(&place) { self.open(place, draws) } else { self.next_fight(draws) }
    }

    fn next_turn(&mut self) {
        let pinned = self.pinned();
        let free: Vec<usize> = (1..=self.players).filter(|seat| !pinned.contains(seat)).collect();
        match free[..] {
            // R9: every turn would be passed, and territories are counted at its start.
            [] => {
                let round = (0..self.players).map(|i| (self.turn + i) % self.players + 1);
                let winner = round.into_iter().find(|seat| self.held(*seat) >= 11 - self.players);
                return self.over(winner.unwrap_or(self.turn));
            }
            [only] => return self.over(only),
            _ => {}
        }
        let mut seat = self.turn;
        loop {
            seat = seat % self.players + 1;
            if self.held(seat) >= 11 - self.players {
                return self.over(seat);
            }
            if free.contains(&seat) {
                break;
            }
        }
        self.turn = seat;
        self.phase = "actions";
        self.left = 3;
        self.before = self.stacks.clone();
        self.exchanges.clear();
    }

    fn held(&self, seat: usize) -> usize {
        // R8: literally the piece on the white pyramid.
        let bottoms = self.stacks.values().filter_map(|stack| stack.first());
        bottoms.filter(|piece| owner(piece) == Some(seat)).count()
    }

    fn over(&mut self, winner: usize) {
        self.phase = "over";
        self.left = 0;
        self.winner = Some(winner);
    }

    pub(super) fn state(&self) -> Value {
        let stock = |colour: &str| {
            let count = |size| self.supply(colour, size);
            json!({"S": count("S"), "M": count("M"), "L": count("L")})
        };
        let stacks: BTreeMap<_, _> = self.stacks.iter().filter(|(_, stack)| !stack.is_empty()).collect();
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
