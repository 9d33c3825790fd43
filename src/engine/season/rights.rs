//! What an actor may do in a season, and see of it.

use super::error::SeasonDenied;
use super::model::Season;
use super::role::{SeasonPower, SeasonRole};
use super::views::SeasonViewer;
use crate::matches::Actor;

impl Season {
    /// Returns an actor's role.
    pub fn role(&self, actor: &Actor) -> SeasonRole {
        let Actor::Person(person) = actor else { return SeasonRole::Program };
        if person.guild_id.is_some_and(|guild| guild != self.guild_id) {
            return SeasonRole::Elsewhere;
        }
        let user = person.user_id;
        let is_named = self.hosts().any(|host| host == user);
        let hosts = is_named || person.guild_host && person.guild_id == Some(self.guild_id);
        let member = self.member_of(user);
        match (hosts, member) {
            (true, Some(member)) if self.is_playing(member.number) => SeasonRole::PlayingHost,
            (true, _) => SeasonRole::Host,
            (false, Some(_)) => SeasonRole::Member,
            (false, None) => SeasonRole::Stranger,
        }
    }

    /// Checks that an actor has a power.
    ///
    /// # Errors
    /// [`SeasonDenied::NotAllowed`] if not.
    pub fn check_power(&self, actor: &Actor, power: SeasonPower) -> Result<(), SeasonDenied> {
        let role = self.role(actor);
        if role.has(power) { Ok(()) } else { Err(SeasonDenied::NotAllowed { power, role }) }
    }

    /// Returns the view of the season that an actor is entitled to.
    pub fn viewer(&self, actor: &Actor) -> SeasonViewer {
        if self.role(actor).has(SeasonPower::Books) {
            return SeasonViewer::Hosts;
        }
        let member = match actor {
            Actor::Person(person) => self.member_of(person.user_id),
            Actor::Clock => None,
        };
        member.map_or(SeasonViewer::Public, |member| SeasonViewer::Member(member.number))
    }
}
