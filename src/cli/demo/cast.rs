//! Who takes part, and how each of them talks to the bot.

use crate::games::Seat;
use crate::games::triforce_building::Path;
use crate::sandbox::{NewPerson, Person};

use super::stage::Stage;

/// How somebody sends a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    /// `ULD`, in a direct message.
    Plain,
    /// `u l d`.
    Spaced,
    /// `U, L, D`.
    Commas,
    /// `↑←↓`.
    Arrows,
    /// The buttons of the arrow pad.
    Pad,
    /// `/move` in a direct message.
    Slash,
    /// Takes no direct messages: `/move` in the server.
    Closed,
    /// Needs the last reminder, and every other round not even that helps.
    Forgetful,
    /// Sends something impossible first.
    Hasty,
    /// Sends something else first.
    Fickle,
}

use Manner::{Arrows, Closed, Commas, Fickle, Forgetful, Hasty, Pad, Plain, Slash, Spaced};

/// The manners of the seats in order; the first seven show the most.
const MANNERS: [Manner; 16] = [
    Plain, Pad, Closed, Forgetful, Slash, Hasty, Arrows, Spaced, Pad, Fickle, Commas, Slash, Plain, Pad,
    Spaced, Plain,
];

/// A player.
#[derive(Debug, Clone)]
pub(super) struct Member {
    pub(super) person: Person,
    pub(super) seat: Seat,
    pub(super) manner: Manner,
}

/// All players in the order of their seats.
pub(super) fn cast(stage: &Stage, players: u8) -> Vec<Member> {
    let names = crate::simulate::roster(players).into_iter().map(|entrant| entrant.name);
    let member = |(name, seat): (String, Seat)| {
        let manner = MANNERS[usize::from(seat.number() - 1) % MANNERS.len()];
        let person = NewPerson { dms_open: manner != Closed, ..NewPerson::named(&name) };
        let person = stage.sandbox.create_person(person);
        stage.guild.add_member(&person);
        Member { person, seat, manner }
    };
    names.zip(Seat::all(usize::from(players))).map(member).collect()
}

impl Manner {
    /// A path as somebody types it.
    pub(super) fn typed(self, path: Path) -> String {
        let letters = path.to_string();
        if path == Path::STAY {
            return if self == Commas { "stay".to_owned() } else { letters };
        }
        let each = |separator: &str| letters.chars().map(String::from).collect::<Vec<_>>().join(separator);
        match self {
            Spaced => each(" ").to_lowercase(),
            Commas => each(", "),
            Arrows => {
                let arrow = |c| match c {
                    'U' => '↑',
                    'L' => '←',
                    'D' => '↓',
                    _ => '→',
                };
                letters.chars().map(arrow).collect()
            }
            _ => letters,
        }
    }
}
