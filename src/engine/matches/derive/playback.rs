//! [`Playback`]: a match played again entry by entry, with whose the seats are. What people have gained and done is counted by it,
//! in `settled.rs` and `deeds.rs`.

use std::iter::Peekable;

use crate::ids::UserId;
use crate::matches::model::computed::Computed;
use crate::matches::model::control::{Control, Tenure};
use crate::matches::model::error::InternalError;
use crate::matches::model::fold::play;
use crate::matches::model::game_match::Match;
use crate::matches::model::log::LogEntry;
use trigon_rules::games::AnySession;

/// Who gets what a seat gains: the person who has it, or lends it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    /// The person.
    pub user: UserId,
    /// The name.
    pub name: String,
}

/// A match that is played again from its beginning.
pub(super) struct Playback<'a> {
    game: &'a Match,
    /// The game after the entries so far.
    pub(super) session: Box<dyn AnySession>,
    /// Whose the seats are: nobody’s where a computed player has one. A substitute has it for the player who comes back, and
    /// while a seat has no player, it is that of the last one.
    pub(super) holders: Vec<Option<Holder>>,
    entries: std::iter::Enumerate<std::slice::Iter<'a, LogEntry>>,
    /// The indices of the entries that count and are still to come.
    counted: Peekable<std::slice::Iter<'a, usize>>,
}

/// An entry that a [`Playback`] has just passed.
pub(super) struct PlayedEntry<'a> {
    pub(super) entry: &'a LogEntry,
    /// Whether it counts, so that the game has changed by it.
    pub(super) counts: bool,
}

impl<'a> Playback<'a> {
    /// Begins to play a match again.
    ///
    /// # Errors
    /// Fails if its rules refuse the stored setup.
    pub(super) fn begin(game: &'a Match) -> Result<Self, InternalError> {
        let (session, _) = game.begin_again().map_err(|_| game.unreadable("setup"))?;
        let (entries, counted) = (game.log.iter().enumerate(), game.effective.counted.iter().peekable());
        Ok(Self { game, session, holders: game.first_holders(), entries, counted })
    }

    /// Goes on by one entry, or returns `None` after the last one.
    ///
    /// # Errors
    /// Fails if the entry no longer follows from the rules.
    pub(super) fn step(&mut self) -> Result<Option<PlayedEntry<'a>>, InternalError> {
        let Some((place, entry)) = self.entries.next() else { return Ok(None) };
        if let Some(Control::Take(tenure)) = entry.control()
            && let Some(seat) = tenure.seat.index(self.holders.len())
        {
            self.holders[seat] = holder_after(self.holders[seat].take(), tenure);
        }
        let counts = self.counted.next_if(|counted| **counted == place).is_some();
        if counts {
            play(&mut *self.session, entry).map_err(|_| self.game.unreadable("log"))?;
        }
        Ok(Some(PlayedEntry { entry, counts }))
    }
}

impl Match {
    /// Returns whose the seats were first.
    pub(crate) fn first_holders(&self) -> Vec<Option<Holder>> {
        let mut first: Vec<Holder> = self
            .players
            .iter()
            .map(|player| Holder { user: player.user_id, name: player.name.clone() })
            .collect();
        for tenure in self.effective.tenures.iter().rev() {
            if let Some(seat) = tenure.seat.index(first.len()) {
                first[seat] = Holder { user: tenure.before, name: tenure.before_name.clone() };
            }
        }
        let is_person = |holder: &Holder| Computed::of(holder.user).is_none();
        first.into_iter().map(|holder| Some(holder).filter(is_person)).collect()
    }
}

/// Returns whose a seat is once another person has it: a substitute has it for the person who comes back.
fn holder_after(before: Option<Holder>, tenure: &Tenure) -> Option<Holder> {
    if Computed::of(tenure.user).is_some() {
        return None;
    }
    match tenure.back {
        Some(_) => before,
        None => Some(Holder { user: tenure.user, name: tenure.name.clone() }),
    }
}
