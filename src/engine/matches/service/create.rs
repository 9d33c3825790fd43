//! Creating matches: from terms, with an empty roster or with the creator seated, and the sign-up that follows a match of every week.

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
use crate::store::{DueRow, NewMessage, NextMatch, Status, Target};
use trigon_clock::Millis;
use trigon_rules::games::{Info, Values};

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
        let may_start =
            created.status == Status::Signup && created.beacon.is_none() && created.terms.starts.is_none();
        let has_computed = created.players.iter().any(|player| player.computed().is_some());
        if is_full && may_start && has_computed {
            return Ok(self.ask(created.id, creator, Command::Start).await?.game);
        }
        Ok(created)
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

    /// Creates a match with these people seated, by their names. A rematch is announced later, by its first change.
    pub(super) async fn create_with(
        &self,
        creator: UserId,
        new: NewMatch,
        seated: &[(UserId, String)],
        announcement: Announcement,
    ) -> Result<Arc<Match>, MatchError> {
        let game = self.games().get(&new.game).ok_or_else(|| Denied::NoGame(new.game.clone()))?;
        self.check(&new.game, &new.terms)?;
        if seated.len() > usize::from(new.terms.players) {
            let (id, players, found) = (MatchId(0), new.terms.players, seated.len());
            return Err(Denied::RosterTooLong { id, players, found }.into());
        }
        self.check_may_invite(creator, &new.terms).await?;
        let (seed, now) = (self.seed()?, self.clock().now());
        let closes = new.terms.beacon_hours.map(|hours| now + Millis::from(hours) * HOUR);
        let beacon = closes.map(Beacon::after);
        let version = i64::from(game.info().version);
        let row = rows::new_row(&new, version, creator, &seed, beacon.as_ref(), now)?;
        let starts = new.terms.starts.map(|start| Timer { at: start.at, kind: TimerKind::Start });
        let timers = closes.map(|at| Timer { at, kind: TimerKind::Beacon }).into_iter().chain(starts);
        let due: Vec<DueRow> = timers.map(|timer| rows::due(row.id, &timer)).collect();
        let players = first_players(seated, game.info());
        let messages = match announcement {
            Announcement::Now => announcing_rows(new.channel_id)?,
            Announcement::Later => Vec::new(),
        };
        let row = self.store().create_match(&row, &rows::seats(&players)?, &due, &messages).await?;
        tracing::info!(id = row.id.0, game = row.game, "match created");
        self.wake_up().notify_waiters();
        self.load(row.id).await
    }

    /// Checks that somebody may invite others once more, who are mentioned: invitations to matches that have not begun count for a
    /// day.
    async fn check_may_invite(&self, user: UserId, terms: &Terms) -> Result<(), MatchError> {
        let invites_others = |terms: &Terms| {
            terms.invited.iter().any(|invited| *invited != user && Computed::of(*invited).is_none())
        };
        if !invites_others(terms) {
            return Ok(());
        }
        let mut in_vain = 0;
        for id in self.store().created_by(user, self.clock().now() - daily_limits::DAY).await? {
            // A match that cannot be read has not mentioned anybody lately.
            let Ok(game) = self.load(id).await else { continue };
            let has_begun = game.log.iter().any(|entry| entry.control() == Some(&Control::Begin));
            in_vain += usize::from(!has_begun && invites_others(&game.terms));
        }
        if in_vain < daily_limits::MAX_INVITATIONS {
            return Ok(());
        }
        let (what, times) =
            ("You can invite others to matches that don’t begin", daily_limits::MAX_INVITATIONS);
        Err(Denied::TooOften { what, times }.into())
    }

    /// Returns the sign-up for a week later if this change starts a match of every week. It is stored with the start, so there is one
    /// for each.
    pub(super) fn next_week(
        &self,
        before: &Match,
        after: &Match,
    ) -> Result<Option<NextMatch>, InternalError> {
        let starts = before.status == Status::Signup
            && matches!(after.status, Status::Pregame | Status::Running | Status::Over);
        let Some(planned) = before.terms.starts.filter(|planned| starts && planned.weekly) else {
            return Ok(None);
        };
        let now = self.clock().now();
        let start = planned.a_week_later(now);
        let new = NewMatch {
            game: before.info().name.to_owned(),
            guild_id: before.guild_id,
            channel_id: before.channel_id,
            title: before.title.clone(),
            terms: Terms { starts: Some(start), ..before.terms.of_another_match() },
        };
        let version = i64::from(before.info().version);
        let row = rows::new_row(&new, version, before.host_id, &self.seed()?, None, now)?;
        let due = vec![rows::due(row.id, &Timer { at: start.at, kind: TimerKind::Start })];
        Ok(Some(NextMatch { row, due, messages: announcing_rows(new.channel_id)? }))
    }
}

/// Returns the players of a new match in the order of their seats, with the default values of the game’s roster fields.
fn first_players(seated: &[(UserId, String)], info: &Info) -> Vec<Player> {
    let fields = Values::defaults(info.fields.iter().map(|field| &field.spec));
    let player = |(joined, (user_id, name)): (u32, &(UserId, String))| Player {
        user_id: *user_id,
        name: name.clone(),
        fields: fields.clone(),
        joined,
        checked_in: Computed::of(*user_id).is_some(),
        ..Player::default()
    };
    (1..).zip(seated).map(player).collect()
}

/// Returns the messages that announce a new match: what people look for comes first.
pub(super) fn announcing_messages(channel_id: ChannelId) -> [Addressed; 2] {
    let to = Target::Channel(channel_id);
    [Notice::Created, Notice::Committed].map(|notice| Addressed { to, notice, seq: 0 })
}

/// Returns the messages that announce a new match, for the store.
fn announcing_rows(channel_id: ChannelId) -> Result<Vec<NewMessage>, InternalError> {
    announcing_messages(channel_id).iter().map(rows::message).collect()
}
