//! [`Member`]: the players, and how each of them talks to the bot.

use super::stage::DemoStage;
use crate::games::Seat;
use crate::matches::Match;
use crate::rehearsal::Manner::{self, Arrows, Closed, Commas, Fickle, Hasty, Plain, Slash, Spaced, Tapping};
use crate::rehearsal::{Player, RehearsalError};
use crate::sandbox::NewPerson;
use crate::simulate::names;
use trigon_engine::ids::UserId;

/// The manners of the seats in order. The first seven are the most varied.
const SEAT_MANNERS: [Manner; 16] = [
    Plain, Tapping, Closed, Plain, Slash, Hasty, Arrows, Spaced, Tapping, Fickle, Commas, Slash, Plain,
    Tapping, Spaced, Plain,
];

/// The place of the player who answers only after the last reminder, and in every other phase not at all.
const FORGETFUL_PLACE: usize = 3;

/// A member of the cast.
#[derive(Debug, Clone)]
pub(super) struct Member {
    pub(super) player: Player,
    pub(super) manner: Manner,
    pub(super) is_forgetful: bool,
    /// The rounds in which they are away and do not answer.
    pub(super) away_rounds: Option<std::ops::RangeInclusive<u32>>,
}

/// Creates all players, in the order of joining. Where the channel shows everyone the choices, they tap.
pub(super) fn cast(stage: &DemoStage, players: u8, hosted: bool) -> Vec<Member> {
    let member = |(place, name): (usize, String)| {
        let manner = if hosted { SEAT_MANNERS[place % SEAT_MANNERS.len()] } else { Tapping };
        let player = stage.player(NewPerson { dms_open: manner != Closed, ..NewPerson::named(&name) });
        Member { player, manner, is_forgetful: hosted && place == FORGETFUL_PLACE, away_rounds: None }
    };
    names(players).into_iter().enumerate().map(member).collect()
}

/// Returns the member at a seat.
pub(super) fn in_seat<'a>(
    members: &'a [Member],
    game: &Match,
    seat: Seat,
) -> Result<&'a Member, RehearsalError> {
    let user = game.player(seat).map_or_else(UserId::default, |player| player.user_id);
    let found = members.iter().find(|member| UserId::from(member.player.person.id().0) == user);
    found.ok_or_else(|| RehearsalError::Missing(format!("nobody has seat {seat}")))
}
