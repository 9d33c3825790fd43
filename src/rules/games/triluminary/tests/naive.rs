//! A second implementation of the rules, as plain as possible, to check the engine against.

use std::collections::{BTreeMap, BTreeSet};

use super::super::State;
use crate::games::Size;

const LENGTHS: [i8; 7] = [4, 5, 6, 7, 6, 5, 4];
const WAYS: [&str; 6] = ["N", "NE", "SE", "S", "SW", "NW"];

/// How a match ended.
#[derive(Debug, Clone, Copy)]
enum End {
    /// With a win of this seat, as text.
    Won(char),
    Draw,
}

/// A match as text: spaces by name, pyramids as `*S` and `1M^NE`.
#[derive(Debug, Clone)]
pub(super) struct Naive {
    board: BTreeMap<String, String>,
    /// Spaces whose pyramid was pushed this turn.
    pushed: BTreeSet<String>,
    supply: BTreeMap<String, u8>,
    captured: BTreeMap<String, u8>,
    turn: char,
    placing: Option<(char, char)>,
    choosing: bool,
    end: Option<End>,
}

/// Returns the next space, as the rules describe it.
fn next(space: &str, way: &str) -> Option<String> {
    let column = space.as_bytes()[0] as i8 - b'a' as i8;
    let number = space[1..].parse::<i8>().unwrap();
    let (column, number) = match way {
        "N" => (column, number + 1),
        "S" => (column, number - 1),
        // From a to d, the columns get longer; from d to g, they get shorter.
        "NE" => (column + 1, if column < 3 { number + 1 } else { number }),
        "SE" => (column + 1, if column < 3 { number } else { number - 1 }),
        // The reverse of NE and SE from the space on the left.
        "SW" => (column - 1, if column <= 3 { number - 1 } else { number }),
        _ => (column - 1, if column <= 3 { number } else { number + 1 }),
    };
    let on_board = (0..7).contains(&column) && (1..=LENGTHS[column as usize]).contains(&number);
    on_board.then(|| format!("{}{number}", char::from(b'a' + column as u8)))
}

fn reverse(way: &str) -> &'static str {
    WAYS[(WAYS.iter().position(|w| *w == way).unwrap() + 3) % 6]
}

pub(super) fn spaces() -> Vec<String> {
    let column = |(c, &length): (usize, &i8)| -> Vec<String> {
        (1..=length).map(|n| format!("{}{n}", char::from(b'a' + c as u8))).collect()
    };
    LENGTHS.iter().enumerate().flat_map(column).collect()
}

impl Naive {
    /// Returns the same position at the start of a turn.
    pub(super) fn at(state: &State) -> Self {
        let (mut supply, mut captured) = (BTreeMap::new(), BTreeMap::new());
        for owner in ['*', '1', '2'] {
            for size in ['S', 'M', 'L'] {
                let n = match owner {
                    '*' => state.influence(),
                    owner => state.supply(crate::games::Seat::new(owner as u8 - b'0')),
                };
                supply.insert(format!("{owner}{size}"), n[Size::of_letter(size).unwrap()]);
                if owner != '*' {
                    let n = state.captured(crate::games::Seat::new(owner as u8 - b'0'));
                    captured.insert(format!("{owner}{size}"), n[Size::of_letter(size).unwrap()]);
                }
            }
        }
        Self {
            board: state.pyramids().map(|(hex, pyramid)| (hex.to_string(), pyramid.to_string())).collect(),
            pushed: BTreeSet::new(),
            supply,
            captured,
            turn: if state.turn().number() == 1 { '1' } else { '2' },
            placing: None,
            choosing: false,
            end: None,
        }
    }

    /// Makes room on a space. Returns `false` if that would push an influence pyramid off the board.
    fn shove(&mut self, space: &str, way: &str) -> bool {
        let Some(pyramid) = self.board.get(space).cloned() else { return true };
        match next(space, way) {
            None if pyramid.starts_with('*') => return false,
            None => *self.supply.get_mut(&pyramid[..2]).unwrap() += 1,
            Some(next) => {
                if !self.shove(&next, way) {
                    return false;
                }
                self.board.insert(next.clone(), pyramid);
                self.pushed.insert(next);
            }
        }
        self.board.remove(space);
        self.pushed.remove(space);
        true
    }

    /// Plays a push such as `La1NE2^S`, with the piece that it turns, if any: `La1NE2^S b3^N`.
    fn push(&mut self, action: &str) -> Option<()> {
        let (push, turning) =
            action.split_once(' ').map_or((action, None), |(push, turning)| (push, Some(turning)));
        let (path, points) = push.split_once('^')?;
        let (size, entry) = (&path[..1], &path[1..3]);
        let (way, distance) = path[3..].split_at(path.len() - 4);
        let distance: usize = distance.parse().ok()?;
        let most = ["S", "M", "L"].iter().position(|s| *s == size)? + 1;
        let piece = format!("{}{size}", self.turn);
        if next(entry, reverse(way)).is_some() || !(1..=most).contains(&distance) || self.supply[&piece] == 0
        {
            return None;
        }
        let mut at = entry.to_owned();
        for step in 0..distance {
            if step > 0 {
                let next = next(&at, way)?;
                if !self.shove(&next, way) {
                    return None;
                }
                let own = self.board.remove(&at)?;
                self.board.insert(next.clone(), own);
                at = next;
            } else {
                if !self.shove(&at, way) {
                    return None;
                }
                self.board.insert(at.clone(), format!("{piece}^{points}"));
            }
        }
        *self.supply.get_mut(&piece).unwrap() -= 1;
        if let Some(turning) = turning {
            let (space, points) = turning.split_once('^')?;
            let pyramid = self.board.get_mut(space).filter(|p| p.starts_with(self.turn))?;
            if !self.pushed.contains(space) || pyramid.ends_with(&format!("^{points}")) {
                return None;
            }
            *pyramid = format!("{}^{points}", &pyramid[..2]);
        }
        self.pushed.clear();
        Some(())
    }

    /// Returns the space that a piece points at.
    fn aim(&self, space: &str) -> Option<String> {
        let way = self.board[space].split_once('^')?.1;
        let mut at = next(space, way)?;
        while !self.board.contains_key(&at) {
            at = next(&at, way)?;
        }
        Some(at)
    }

    /// Returns all chains, found backwards from the influence pyramids. The first piece comes first and the target
    /// last.
    fn chains(&self) -> Vec<Vec<String>> {
        let aims: Vec<(&String, Option<String>)> = self.board.keys().map(|at| (at, self.aim(at))).collect();
        let mut chains = Vec::new();
        for target in self.board.keys().filter(|at| self.board[*at].starts_with('*')) {
            for owner in ['1', '2'] {
                let mut open = vec![vec![target.clone()]];
                while let Some(chain) = open.pop() {
                    let before = aims.iter().filter(|(at, aim)| {
                        aim.as_ref() == Some(&chain[0]) && self.board[*at].starts_with(owner)
                    });
                    let longer: Vec<Vec<String>> =
                        before.map(|(at, _)| [vec![(*at).clone()], chain.clone()].concat()).collect();
                    // A chain has at least four pieces and the target.
                    if longer.is_empty() && chain.len() >= 5 {
                        chains.push(chain);
                    }
                    open.extend(longer);
                }
            }
        }
        chains.sort();
        chains
    }

    fn capture(&mut self, chain: &[String]) {
        let owner = self.board[&chain[0]].chars().next().unwrap();
        let (target, pieces) = chain.split_last().unwrap();
        let size = self.board.remove(target).unwrap().chars().nth(1).unwrap();
        for space in pieces {
            let piece = self.board.remove(space).unwrap();
            *self.supply.get_mut(&piece[..2]).unwrap() += 1;
        }
        *self.captured.get_mut(&format!("{owner}{size}")).unwrap() += 1;
        // Three pyramids each of two castes win.
        let castes = ['S', 'M', 'L'].iter().filter(|s| self.captured[&format!("{owner}{s}")] > 2).count();
        if castes > 1 {
            self.end = Some(End::Won(owner));
        } else if self.supply[&format!("*{size}")] > 0 {
            self.placing = Some((if owner == '1' { '2' } else { '1' }, size));
        }
    }

    fn settle(&mut self) {
        self.choosing = false;
        while self.end.is_none() && self.placing.is_none() {
            match &self.chains()[..] {
                [] => return self.pass_on(),
                [chain] => self.capture(chain),
                _ => {
                    self.choosing = true;
                    return;
                }
            }
        }
    }

    fn pass_on(&mut self) {
        let can_push = |naive: &Self| {
            ['S', 'M', 'L'].iter().any(|size| naive.supply[&format!("{}{size}", naive.turn)] > 0)
                && spaces().iter().any(|entry| {
                    let outside = |way: &&&str| next(entry, reverse(way)).is_none();
                    WAYS.iter().filter(outside).any(|way| naive.clone().shove(entry, way))
                })
        };
        for _ in 0..2 {
            self.turn = if self.turn == '1' { '2' } else { '1' };
            if can_push(self) {
                return;
            }
        }
        // It is still the turn of the player who has just played.
        self.end = Some(End::Draw);
    }

    /// Returns the position after an action, or `None` if the rules do not allow it.
    pub(super) fn play(&self, action: &str) -> Option<Self> {
        if self.end.is_some() {
            return None;
        }
        let mut after = self.clone();
        if let Some((_, size)) = self.placing {
            let space = action.strip_prefix("place ")?;
            if self.board.contains_key(space) {
                return None;
            }
            *after.supply.get_mut(&format!("*{size}")).unwrap() -= 1;
            after.board.insert(space.to_owned(), format!("*{size}"));
            after.placing = None;
        } else if self.choosing {
            let (target, first) = action.strip_prefix("capture ")?.split_once(" from ")?;
            let chains = self.chains();
            let chain = chains.iter().find(|chain| chain[0] == first && chain.last().unwrap() == target)?;
            after.capture(chain);
        } else {
            if action.starts_with(['c', 'p']) {
                return None;
            }
            after.push(action)?;
        }
        after.settle();
        Some(after)
    }

    /// Returns the canonical state.
    pub(super) fn json(&self) -> serde_json::Value {
        let count = |counts: &BTreeMap<String, u8>, owner: char| {
            let n = |size: char| counts[&format!("{owner}{size}")];
            serde_json::json!({"S": n('S'), "M": n('M'), "L": n('L')})
        };
        let (phase, to_act) = match (self.end, self.placing, self.choosing) {
            (Some(_), ..) => ("over", None),
            (_, Some((seat, _)), _) => ("place", Some(seat)),
            (.., true) => ("capture", Some(self.turn)),
            _ => ("push", Some(self.turn)),
        };
        let winner = self.end.map(|end| match end {
            End::Won(owner) => serde_json::json!(owner.to_digit(10)),
            End::Draw => serde_json::json!("draw"),
        });
        serde_json::json!({
            "phase": phase,
            "to_act": to_act.and_then(|seat| seat.to_digit(10)).into_iter().collect::<Vec<_>>(),
            "board": self.board,
            "supply": [count(&self.supply, '1'), count(&self.supply, '2')],
            "influence": count(&self.supply, '*'),
            "captured": [count(&self.captured, '1'), count(&self.captured, '2')],
            "winner": winner,
        })
    }

    /// Returns everything that could be written without turning a piece, legal or not.
    pub(super) fn writings() -> Vec<String> {
        let spaces = spaces();
        let mut texts: Vec<String> = spaces.iter().map(|space| format!("place {space}")).collect();
        for a in &spaces {
            texts.extend(spaces.iter().map(|b| format!("capture {a} from {b}")));
            for size in ["S", "M", "L"] {
                for way in WAYS {
                    for distance in 0..=4 {
                        texts.extend(WAYS.map(|points| format!("{size}{a}{way}{distance}^{points}")));
                    }
                }
            }
        }
        texts
    }
}
