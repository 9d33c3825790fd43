//! [`Draws`]: everything that is drawn, recomputed from the seed as `docs/draws.md` says.

use sha2::{Digest as _, Sha256};

use super::rows::Game;

/// A seed, or something derived from it.
type Key = [u8; 32];

fn seed(text: &str) -> Option<Key> {
    hex::decode(text).ok()?.try_into().ok()
}

/// Returns the hash that is posted before a match.
pub(crate) fn commitment(text: &str) -> Option<String> {
    Some(hex::encode(Sha256::digest(seed(text)?)))
}

/// HMAC-SHA256, from its definition.
fn hmac(key: &Key, message: &[u8]) -> Key {
    let mut block = [0u8; 64];
    block[..32].copy_from_slice(key);
    let inner = Sha256::digest([&block.map(|byte| byte ^ 0x36)[..], message].concat());
    Sha256::digest([&block.map(|byte| byte ^ 0x5c)[..], &inner[..]].concat()).into()
}

/// The draws of a seed, one after the other.
pub(crate) struct Draws {
    key: Key,
    next: u64,
}

impl Draws {
    pub(crate) fn of(text: &str) -> Option<Self> {
        Some(Self { key: seed(text)?, next: 0 })
    }

    /// Returns the draws for the seats.
    fn of_seats(text: &str) -> Option<Self> {
        Some(Self { key: hmac(&seed(text)?, b"seating"), next: 0 })
    }

    fn below(&mut self, n: u64) -> u64 {
        loop {
            let mac = hmac(&self.key, self.next.to_string().as_bytes());
            self.next += 1;
            let mut first = [0; 8];
            first.copy_from_slice(&mac[..8]);
            let drawn = u128::from(u64::from_be_bytes(first));
            let all = 1u128 << 64;
            if drawn < all - all % u128::from(n) {
                return (drawn % u128::from(n)) as u64;
            }
        }
    }

    fn die(&mut self, sides: u64) -> u64 {
        self.below(sides) + 1
    }

    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            let j = self.below(i as u64 + 1) as usize;
            list.swap(i, j);
        }
    }
}

/// Compares what was drawn in a match with what follows from its seed. Returns how many numbers were compared.
pub(crate) fn compare(game: &Game) -> Result<usize, String> {
    let id = game.id;
    let mut draws = Draws::of(&game.seed).ok_or_else(|| format!("match {id} has no seed"))?;
    if game.setup.is_null() {
        return Ok(0);
    }
    let mut compared = if game.is_rounds() { 0 } else { seating(game)? };
    let dice = |text: &str| {
        let (count, sides) = text.split_once('d')?;
        Some((count.parse::<usize>().ok()?, sides.parse::<u64>().ok()?))
    };
    let dice = game.setup["dice"].as_str().and_then(dice);
    let roll = |draws: &mut Draws| match dice {
        Some((count, sides)) => (0..count).map(|_| draws.die(sides)).collect(),
        None => Vec::new(),
    };
    if game.kind == "trice" && game.setup["first"].is_null() {
        let mut highest: Vec<usize> = vec![1, 2, 3];
        while highest.len() > 1 {
            let sums: Vec<u64> = highest.iter().map(|_| roll(&mut draws).iter().sum()).collect();
            let most = sums.iter().max().copied().unwrap_or_default();
            let kept = highest.iter().zip(&sums).filter(|(_, sum)| **sum == most);
            highest = kept.map(|(seat, _)| *seat).collect();
        }
    }
    for entry in &game.log {
        let wrong = |wanted: &[u64]| {
            Err(format!(
                "match {id}, entry {}: {:?} was drawn, but {wanted:?} follows from the seed",
                entry.seq, entry.draws
            ))
        };
        compared += entry.draws.len();
        match &*game.kind {
            "trice" if entry.is_action && entry.action == "roll" => {
                let wanted = roll(&mut draws);
                if wanted != entry.draws {
                    return wrong(&wanted);
                }
            }
            // The rules say whom sword and shield help. Here, each die simply has 12 or 20 sides.
            "triforce" => {
                for drawn in &entry.draws {
                    let at = draws.next;
                    let small = draws.die(12);
                    let after = draws.next;
                    draws.next = at;
                    let large = draws.die(20);
                    if *drawn == small {
                        draws.next = after;
                    } else if *drawn != large {
                        return wrong(&[small, large]);
                    }
                }
            }
            _ if entry.draws.is_empty() => {}
            _ => return wrong(&[]),
        }
    }
    Ok(compared)
}

/// Compares the seats of a match.
fn seating(game: &Game) -> Result<usize, String> {
    let mut joined: Vec<i64> = game.seats.iter().map(|seat| seat.joined).collect();
    joined.sort_unstable();
    if let Some(mut draws) = Draws::of_seats(&game.seed) {
        draws.shuffle(&mut joined);
    }
    if game.seats.iter().map(|seat| seat.joined).ne(joined.iter().copied()) {
        return Err(format!("the seats of match {} do not follow from its seed", game.id));
    }
    Ok(joined.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_those_that_the_page_about_draws_names() {
        let text = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
        let hash = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";
        assert_eq!(commitment(text).as_deref(), Some(hash));
        let mut draws = Draws::of(text).unwrap();
        assert_eq!(draws.below(1 << 60), 0x3a8b_1711_43bc_3fe5 % (1 << 60));
        assert_eq!(draws.below(1 << 60), 0x7761_b1cc_2522_7dfc % (1 << 60));
    }
}
