//! Creating matches: from terms, with an empty roster or with its creator seated.

use std::sync::Arc;

use super::matches::Matches;
use super::rows;
use crate::ids::{ChannelId, MatchId, UserId};
use crate::matches::decide::change::Addressed;
use crate::matches::decide::command::Command;
use crate::matches::decide::rights::Person;
use crate::matches::derive::daily_limits;
use crate::matches::model::beacon::Beacon;
use crate::matches::model::computed::Computed;
use crate::matches::model::control::Control;
use crate::matches::model::denied::Denied;
use crate::matches::model::error::{InternalError, MatchError};
use crate::matches::model::game_match::{Match, Player};
use crate::matches::model::notice::Notice;
use crate::matches::model::terms::{HOUR, NewMatch, Terms};
use crate::matches::model::timer::{Timer, TimerKind};
use crate::store::{DueRow, Status, Target};
use trigon_clock::Millis;
use trigon_rules::games::Values;

/// When the channel is told of a new match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Announcement {
    /// As it is created.
    Now,
    /// Later, by a change of the match.
    Later,
}

impl Matches {
    /// Checks that a game can be played on some terms.
    pub fn check(&self, game: &str, terms: &Terms) -> Result<(), Denied> {
        terms.check(&*self.games().get(game).ok_or_else(|| Denied::NoGame(game.to_owned()))?)?;
        if terms.beacon_hours.is_some() && self.beacons().is_none() {
            return Err(Denied::NoBeacon);
        }
        Ok(())
    }

    /// Creates a match with an empty roster.
    pub async fn create(&self, host: &Person, new: NewMatch) -> Result<Arc<Match>, MatchError> {
        self.create_with(host.user_id, new, &[], Announcement::Now).await
    }

    /// Creates a match with its creator already seated, and with computed players of these levels beside them. If that fills
    /// all seats, the match starts.
    pub async fn create_seated(
        &self,
        creator: &Person,
        name: &str,
        computed: &[Computed],
        new: NewMatch,
    ) -> Result<Arc<Match>, MatchError> {
        let seated: Vec<(UserId, String)> = std::iter::once((creator.user_id, name.to_owned()))
            .chain(computed.iter().map(|computed| (computed.user_id(), computed.name())))
            .collect();
        let created = self.create_with(creator.user_id, new, &seated, Announcement::Now).await?;
        self.begin_if_full(creator, created).await
    }

    /// Starts a new match that computed players fill. Who created it may start it.
    pub async fn begin_if_full(
        &self,
        creator: &Person,
        created: Arc<Match>,
    ) -> Result<Arc<Match>, MatchError> {
        let is_full = created.players.len() >= usize::from(created.terms.players);
        let is_open =
            created.status == Status::Signup && created.beacon.is_none() && created.terms.starts.is_none();
        if !(is_full && is_open && created.players.iter().any(|player| player.computed().is_some())) {
            return Ok(created);
        }
        Ok(self.ask(created.id, creator, Command::Start).await?.game)
    }

    /// Returns the unfinished matches that a person has created since `at` in one server with the same game, title and terms, oldest
    /// first. The channel may be another one.
    pub async fn created_alike(
        &self,
        creator: UserId,
        new: &NewMatch,
        at: Millis,
    ) -> Result<Vec<Arc<Match>>, MatchError> {
        let mut alike = Vec::new();
        for id in self.store().created_by(creator, at).await.map_err(InternalError::from)? {
            // A match that cannot be read is like no other.
            let Ok(game) = self.load(id).await else { continue };
            let is_alike = (game.info().name, game.guild_id) == (new.game.as_str(), new.guild_id)
                && game.title == new.title
                && game.terms == new.terms;
            if is_alike && game.is_going_on() {
                alike.push(game);
            }
        }
        Ok(alike)
    }

    pub(super) async fn create_with(
        &self,
        creator: UserId,
        new: NewMatch,
        seated: &[(UserId, String)],
        announcement: Announcement,
    ) -> Result<Arc<Match>, MatchError> {
        let game = self.games().get(&new.game).ok_or_else(|| Denied::NoGame(new.game.clone()))?;
        self.check(&new.game, &new.terms)?;
        self.check_may_invite(creator, &new.terms).await?;
        let seed = self.seed()?;
        let (version, now) = (i64::from(game.info().version), self.clock().now());
        let closes = new.terms.beacon_hours.map(|hours| now + Millis::from(hours) * HOUR);
        let beacon = closes.map(Beacon::after);
        let row = rows::new_row(&new, version, creator, &seed, beacon.as_ref(), now)?;
        let starts = new.terms.starts.map(|start| Timer { at: start.at, kind: TimerKind::Start });
        let timers = closes.map(|at| Timer { at, kind: TimerKind::Beacon }).into_iter().chain(starts);
        let due: Vec<DueRow> = timers.map(|timer| rows::due(row.id, &timer)).collect();
        let fields = Values::defaults(game.info().fields.iter().map(|field| &field.spec));
        let player = |(joined, (user_id, name)): (u32, &(UserId, String))| Player {
            user_id: *user_id,
            name: name.clone(),
            fields: fields.clone(),
            joined,
            checked_in: Computed::of(*user_id).is_some(),
            ..Player::default()
        };
        let seats: Vec<Player> = (1..).zip(seated).map(player).collect();
        if seats.len() > usize::from(new.terms.players) {
            let (id, players, found) = (0, new.terms.players, seats.len());
            return Err(Denied::RosterTooLong { id: MatchId(id), players, found }.into());
        }
        let created = created(new.channel_id).iter().map(rows::message).collect::<Result<Vec<_>, _>>()?;
        let messages = match announcement {
            Announcement::Now => created,
            Announcement::Later => Vec::new(),
        };
        let row = self.store().create_match(&row, &rows::seats(&seats)?, &due, &messages).await?;
        tracing::info!(id = row.id.0, game = row.game, "match created");
        self.wake_up().notify_waiters();
        self.load(row.id).await
    }
}

impl Matches {
    /// Checks that somebody may invite others once more, who are mentioned: matches that do not begin count for a day.
    async fn check_may_invite(&self, user: UserId, terms: &Terms) -> Result<(), MatchError> {
        let invites = |terms: &Terms| {
            terms.invited.iter().any(|invited| *invited != user && Computed::of(*invited).is_none())
        };
        if !invites(terms) {
            return Ok(());
        }
        let mut vain = 0;
        for id in self.store().created_by(user, self.clock().now() - daily_limits::DAY).await? {
            // A match that cannot be read has not mentioned anybody lately.
            let Ok(game) = self.load(id).await else { continue };
            let begun = game.log.iter().any(|entry| entry.control() == Some(&Control::Begin));
            vain += usize::from(!begun && invites(&game.terms));
        }
        let (what, times) =
            ("You can invite others to matches that don’t begin", daily_limits::MAX_INVITATIONS);
        if vain < times { Ok(()) } else { Err(Denied::TooOften { what, times }.into()) }
    }
}

/// Returns the messages that announce a new match: what people look for comes first.
pub(super) fn created(channel_id: ChannelId) -> [Addressed; 2] {
    let to = Target::Channel(channel_id);
    [Notice::Created, Notice::Committed].map(|notice| Addressed { to, notice, seq: 0 })
}
