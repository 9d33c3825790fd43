//! [`Person`] and [`Actor`]: who asks, their role in a match, and what they may see.

use super::command::Command;
use crate::ids::{ChannelId, GuildId, RequestId, UserId};
use crate::matches::model::denied::Denied;
use crate::matches::model::game_match::Match;
use crate::matches::model::role::{Power, Role};
use crate::store::Summary;
use trigon_clock::Millis;
use trigon_rules::games::Viewer;

/// The interaction or message that makes a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Request {
    /// Its unique ID.
    pub id: RequestId,
    /// When it was sent. A request sent in time counts, even if it arrives after the deadline.
    pub sent_at: Millis,
    /// When it was first written, if it is a message that has been edited since; otherwise, the same.
    pub written_at: Millis,
    /// The channel in which it was written, if it is a direct message. The reply is stored with the change.
    pub direct: Option<ChannelId>,
    /// The number of messages that it replaces, which the person sent just before for the same purpose.
    pub replaces: usize,
}

/// A person making a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Person {
    /// The person.
    pub user_id: UserId,
    /// The server from which the person asks; `None` for a direct message.
    pub guild_id: Option<GuildId>,
    /// Whether the person has that server's host role or may manage it.
    pub guild_host: bool,
    /// The request, if known.
    pub request: Option<Request>,
}

/// The author of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    /// A person.
    Person(Person),
    /// The clock.
    Clock,
}

impl Actor {
    /// Returns the request, if there is one.
    pub(crate) fn request(&self) -> Option<Request> {
        match self {
            Self::Person(person) => person.request,
            Self::Clock => None,
        }
    }

    /// Returns the actor's role in a match.
    pub fn role(&self, game: &Match) -> Role {
        match self {
            Self::Person(person) => person.role(game),
            Self::Clock => Role::Clock,
        }
    }

    /// Checks that the actor may give a command to a match.
    pub(crate) fn check_command(&self, command: &Command, game: &Match) -> Result<(), Denied> {
        match self {
            Self::Person(person) => match command {
                Command::CoHost { user, hosts: false } => person.check_may_dismiss(*user, game),
                _ => person.check_power(command.power(), game),
            },
            Self::Clock if Role::Clock.has(command.power()) => Ok(()),
            Self::Clock => Err(Denied::NotAllowed { id: game.id, power: command.power(), role: Role::Clock }),
        }
    }
}

impl Person {
    /// Returns the person with this user ID, without a role in any server.
    pub fn user(user_id: UserId) -> Self {
        Self { user_id, guild_id: None, guild_host: false, request: None }
    }

    /// Returns whether this person asks by a direct message.
    pub fn writes_directly(&self) -> bool {
        self.request.is_some_and(|request| request.direct.is_some())
    }

    /// Returns this person's role in a match.
    pub fn role(&self, game: &Match) -> Role {
        let user = self.user_id;
        match (self.hosts(game), game.has_part(user)) {
            _ if self.guild_id.is_some_and(|guild| guild != game.guild_id) => Role::Elsewhere,
            (true, true) => Role::PlayingHost,
            (false, true) => Role::Player,
            (true, false) if game.has_held(user) => Role::FormerlyPlayingHost,
            (true, false) if !self.is_named(game) => Role::Moderator,
            (true, false) if game.is_independent(user) => Role::Host,
            (true, false) => Role::Appointee,
            (false, false) => Role::Stranger,
        }
    }

    /// Returns whether this person created or co-hosts the match.
    fn is_named(&self, game: &Match) -> bool {
        game.hosts().any(|host| host == self.user_id)
    }

    /// Returns whether this person asks from a server of which they are a host.
    fn hosts_server(&self, guild_id: GuildId) -> bool {
        self.guild_host && self.guild_id == Some(guild_id)
    }

    /// Returns whether this person hosts the match: as its creator, a co-host, or a host of its server.
    pub fn hosts(&self, game: &Match) -> bool {
        self.is_named(game) || self.hosts_server(game.guild_id)
    }

    /// Returns whether this person hosts a match, even if the match itself cannot be read.
    pub fn hosts_summary(&self, summary: &Summary) -> bool {
        summary.hosts().any(|host| host == self.user_id) || self.hosts_server(summary.guild_id)
    }

    /// Checks that this person has a power over a match.
    pub fn check_power(&self, power: Power, game: &Match) -> Result<(), Denied> {
        let role = self.role(game);
        let allowed = match (power, role) {
            (Power::Hurry, role) if role.has_a_stake() => game.terms.playing_host,
            // Taking a seat must not give a server's hosts what only the hosts of the match may do.
            (Power::Publish | Power::CoHost, role) if role.has_a_stake() => self.is_named(game),
            // What everyone may see requires no more than `Power::Status`.
            (Power::Secrets, role) if game.is_disclosed() => role.has(Power::Status),
            (Power::Start, Role::Player) => !game.info().is_hosted(),
            _ => role.has(power),
        };
        match (allowed, power) {
            (true, _) => Ok(()),
            (false, Power::Play) if role != Role::Elsewhere => Err(Denied::NoSeat(game.id)),
            (false, power) => Err(Denied::NotAllowed { id: game.id, power, role }),
        }
    }

    /// Checks that this person may dismiss a co-host: the creator of the match and hosts of its server may dismiss any, and
    /// co-hosts only themselves.
    fn check_may_dismiss(&self, user: UserId, game: &Match) -> Result<(), Denied> {
        let is_here = self.role(game) != Role::Elsewhere;
        let may_dismiss_any = self.user_id == game.host_id || self.hosts_server(game.guild_id);
        // Nobody dismisses the creator, which has a reason of its own.
        let is_self_or_creator = user == self.user_id || user == game.host_id;
        if is_here && (may_dismiss_any || self.is_named(game) && is_self_or_creator) {
            return Ok(());
        }
        self.check_power(Power::CoHost, game)?;
        Err(Denied::NotYoursToDismiss(game.id))
    }

    /// Returns the view of a match that this person is entitled to.
    pub fn viewer(&self, game: &Match) -> Viewer {
        match game.seat_of(self.user_id) {
            _ if !game.is_going_on() && game.is_disclosed() => Viewer::Afterwards,
            Some(seat) => Viewer::Seat(seat),
            _ => Viewer::Public,
        }
    }
}
