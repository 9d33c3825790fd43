//! What an actor may do in a season, and see of it.

use super::error::Denied;
use super::model::Season;
use super::role::{Power, Role};
use super::views::Viewer;
use crate::matches::Actor;

impl Season {
    /// Returns an actor's role.
    pub fn role(&self, actor: &Actor) -> Role {
        let Actor::Person(person) = actor else { return Role::Program };
        if person.guild_id.is_some_and(|guild| guild != self.guild_id) {
            return Role::Elsewhere;
        }
        let user = person.user_id;
        let is_named = self.hosts().any(|host| host == user);
        let hosts = is_named || person.guild_host && person.guild_id == Some(self.guild_id);
        let member = self.member_of(user);
        match (hosts, member) {
            (true, Some(member)) if self.is_playing(member.number) => Role::PlayingHost,
            (true, _) => Role::Host,
            (false, Some(_)) => Role::Member,
            (false, None) => Role::Stranger,
        }
    }

    /// Checks that an actor has a power.
    ///
    /// # Errors
    /// [`Denied::NotAllowed`] if not.
    pub fn may(&self, actor: &Actor, power: Power) -> Result<(), Denied> {
        let role = self.role(actor);
        if role.has(power) { Ok(()) } else { Err(Denied::NotAllowed { power, role }) }
    }

    /// Returns the view of the season that an actor is entitled to.
    pub fn viewer(&self, actor: &Actor) -> Viewer {
        if self.role(actor).has(Power::Books) {
            return Viewer::Hosts;
        }
        let member = match actor {
            Actor::Person(person) => self.member_of(person.user_id),
            Actor::Clock => None,
        };
        member.map_or(Viewer::Public, |member| Viewer::Member(member.number))
    }
}
