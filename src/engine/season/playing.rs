//! Playing a match as an episode: it takes along what its players have in the season.

use super::change::SeasonChange;
use super::command::SeasonCommand;
use super::decide::decide;
use super::error::{SeasonDenied, SeasonError, SeasonFault};
use super::model::Season;
use super::model::episode::{CarryOver, EpisodeKind, Stakes};
use super::model::numbers::{EpisodeNumber, MemberNumber};
use super::role::SeasonPower;
use super::service::{MAX_ATTEMPTS, SeasonOutcome, Seasons, wait_before};
use super::views::SeasonViewer;
use crate::ids::{MatchId, SeasonId};
use crate::matches::{Actor, Command, Denied, Match, Person, Player, RosterEntry, Status};

/// As which episode a match is played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayedAs {
    /// One that is planned, or the one that it is tied to.
    Episode(EpisodeNumber),
    /// A new one, unless it is tied to one.
    New {
        /// The title.
        title: String,
        /// The kind.
        kind: EpisodeKind,
        /// What becomes of what the loser has, in a death match.
        stakes: Stakes,
    },
}

impl Seasons {
    /// Ties a match to a planned episode, or to the one it is tied to, as [`play`](Self::play) does.
    ///
    /// # Errors
    /// As [`play`](Self::play).
    pub async fn bind(
        &self,
        id: SeasonId,
        person: &Person,
        episode: EpisodeNumber,
        match_id: MatchId,
        gifts: bool,
    ) -> Result<SeasonOutcome, SeasonError> {
        self.play(id, person, &PlayedAs::Episode(episode), match_id, None, gifts).await
    }

    /// Has a match take along what its players have in the season, and ties it to an episode, at once: the match has what it took
    /// along if and only if the season knows of it. `roster` fills the match before. Until its play begins, all of that can be done
    /// again, so that it takes along what everyone has then. Players who are not in the cast take along nothing.
    ///
    /// # Errors
    /// Fails if the match has begun, belongs to another season or server, or if the game does not take an amount.
    pub async fn play(
        &self,
        id: SeasonId,
        person: &Person,
        played_as: &PlayedAs,
        match_id: MatchId,
        roster: Option<&[RosterEntry]>,
        gifts: bool,
    ) -> Result<SeasonOutcome, SeasonError> {
        let actor = Actor::Person(*person);
        let _turn = self.queues.wait(id).await;
        for attempt in 0..MAX_ATTEMPTS {
            wait_before(attempt).await;
            let (season, game) = (self.load(id).await?, self.matches.load(match_id).await?);
            season.check_power(&actor, SeasonPower::Keep)?;
            if game.guild_id != season.guild_id {
                return Err(Denied::NoMatch(match_id).into());
            }
            if self.store().season_of(match_id).await?.is_some_and(|row| row.season_id != id) {
                return Err(SeasonDenied::OtherSeason(match_id).into());
            }
            if !matches!(game.status, Status::Signup | Status::Pregame) {
                return Err(SeasonDenied::MatchBegun(match_id).into());
            }
            let Luggage { taken, command } = Luggage::of(&season, &game, roster)?;
            let public_keys = public_keys(&season, &game, &taken);
            let change = self.tie(&season, &actor, played_as, match_id, taken, gifts)?;
            let update = self.update(&season, &change)?;
            let given = self.matches.give_with_season(&game, &actor, command.as_ref(), public_keys, &update);
            if given.await?.is_some() {
                return Ok(self.outcome(change, &update));
            }
        }
        Err(SeasonFault::Busy(id).into())
    }

    /// Decides what changes in a season when a match is tied to an episode.
    fn tie(
        &self,
        season: &Season,
        actor: &Actor,
        played_as: &PlayedAs,
        match_id: MatchId,
        taken: Vec<CarryOver>,
        gifts: bool,
    ) -> Result<SeasonChange, SeasonDenied> {
        let (now, mut after) = (self.now(), season.clone());
        let episode = match (season.episode_of(match_id), played_as) {
            (_, PlayedAs::Episode(episode)) => *episode,
            (Some(known), PlayedAs::New { .. }) => known.number,
            (None, PlayedAs::New { title, kind, stakes }) => {
                let plan = SeasonCommand::Plan { title: title.clone(), kind: *kind, stakes: *stakes };
                after = decide(&after, actor, &plan, now)?.after;
                after.episodes.last().map_or(1, |episode| episode.number)
            }
        };
        decide(&after, &Actor::Clock, &SeasonCommand::Bind { episode, match_id, taken, gifts }, now)
    }
}

/// What a match takes along for the members among its players, or among those of a new roster.
struct Luggage {
    taken: Vec<CarryOver>,
    /// The command that gives it to them, if that changes anything.
    command: Option<Command>,
}

impl Luggage {
    fn of(season: &Season, game: &Match, roster: Option<&[RosterEntry]>) -> Result<Self, SeasonDenied> {
        let entry = |player: &Player| RosterEntry {
            user_id: player.user_id,
            name: player.name.clone(),
            renames: true,
            fields: player.fields.clone(),
        };
        let before: Vec<RosterEntry> = game.players.iter().map(entry).collect();
        let mut after = roster.map_or_else(|| before.clone(), <[RosterEntry]>::to_vec);
        let place = |entry: &RosterEntry| season.member_of(entry.user_id).map(|member| member.number);
        let members: Vec<MemberNumber> = after.iter().filter_map(place).collect();
        // The seed is public after the match, so anyone can repeat the draw.
        let taken = season.taken_along(game.info(), &members, &game.seed().derive("season"))?.taken;
        for entry in after.iter_mut().filter(|_| !taken.is_empty()) {
            clear_counted_ranks(season, game, entry);
            let along = place(entry).and_then(|member| taken.iter().find(|taken| taken.member == member));
            if let Some(along) = along {
                entry.fields.extend(&along.values());
            }
        }
        let command = (after != before).then_some(Command::Roster(after));
        Ok(Self { taken, command })
    }
}

/// Takes the places in rankings that the season counts off a roster line: members get theirs from the season, and the others what
/// is left.
fn clear_counted_ranks(season: &Season, game: &Match, entry: &mut RosterEntry) {
    let ranked = game.info().fields.iter().filter(|field| field.is_rank).map(|field| field.spec.key);
    for key in ranked.filter(|key| season.counter(key).is_some()) {
        entry.fields.unset(key);
    }
}

/// Returns the keys of the fields of which everyone may know what the members take along: it is what the standings show.
fn public_keys(season: &Season, game: &Match, taken: &[CarryOver]) -> Vec<String> {
    let shown = season.standings(SeasonViewer::Public);
    let is_shown = |key: &&str| {
        let Some(place) = shown.counters.iter().position(|counter| counter.key == **key) else {
            return false;
        };
        taken.iter().all(|taken| {
            let line = shown.lines.iter().find(|line| line.member == taken.member);
            line.and_then(|line| line.amounts.get(place)) == taken.fields.get(*key)
        })
    };
    let keys = game.info().fields.iter().filter(|field| !field.is_rank).map(|field| field.spec.key);
    keys.filter(is_shown).map(str::to_owned).collect()
}
