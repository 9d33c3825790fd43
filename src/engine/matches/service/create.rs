//! Creating matches and rematches, and listing matches without their logs.

use std::sync::Arc;

use super::matches::{Matches, TRIES};
use super::rows;
use crate::ids::{ChannelId, GuildId, MatchId, UserId};
use crate::matches::decide::command::{Addressed, Change, Command, RosterEntry};
use crate::matches::decide::rights::{Actor, Person};
use crate::matches::derive::often;
use crate::matches::model::beacon::Beacon;
use crate::matches::model::computed::Computed;
use crate::matches::model::error::{Denied, InternalError, MatchError};
use crate::matches::model::game_match::{Match, Player};
use crate::matches::model::log::Control;
use crate::matches::model::notice::Notice;
use crate::matches::model::role::Power;
use crate::matches::model::terms::{HOUR, NewMatch, Terms};
use crate::matches::model::timer::{Timer, TimerKind};
use crate::store::{DueRow, Status, StoreError, Summary, Target};
use trigon_clock::Millis;
use trigon_rules::games::{Seat, Values};

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
        self.create_with(host.user_id, new, &[], true).await
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
        let created = self.create_with(creator.user_id, new, &seated, true).await?;
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
        is_told: bool,
    ) -> Result<Arc<Match>, MatchError> {
        let game = self.games().get(&new.game).ok_or_else(|| Denied::NoGame(new.game.clone()))?;
        self.check(&new.game, &new.terms)?;
        self.may_invite(creator, &new.terms).await?;
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
        let messages = if is_told { created } else { Vec::new() };
        let row = self.store().create_match(&row, &rows::seats(&seats)?, &due, &messages).await?;
        tracing::info!(id = row.id.0, game = row.game, "match created");
        self.wake_up().notify_waiters();
        self.load(row.id).await
    }
}

impl Matches {
    /// Checks that somebody may invite others once more, who are mentioned: matches that do not begin count for a day.
    async fn may_invite(&self, user: UserId, terms: &Terms) -> Result<(), MatchError> {
        let invites = |terms: &Terms| {
            terms.invited.iter().any(|invited| *invited != user && Computed::of(*invited).is_none())
        };
        if !invites(terms) {
            return Ok(());
        }
        let mut vain = 0;
        for id in self.store().created_by(user, self.clock().now() - often::DAY).await? {
            // A match that cannot be read has not mentioned anybody lately.
            let Ok(game) = self.load(id).await else { continue };
            let begun = game.log.iter().any(|entry| entry.control() == Some(&Control::Begin));
            vain += usize::from(!begun && invites(&game.terms));
        }
        let (what, times) = ("You can invite others to matches that don’t begin", often::INVITATIONS);
        if vain < times { Ok(()) } else { Err(Denied::TooOften { what, times }.into()) }
    }
}

/// Returns the messages that announce a new match: what people look for comes first.
pub(super) fn created(channel_id: ChannelId) -> [Addressed; 2] {
    let to = Target::Channel(channel_id);
    [Notice::Created, Notice::Committed].map(|notice| Addressed { to, notice, seq: 0 })
}

impl Matches {
    /// Creates a rematch, or joins the existing one: the same players, terms and channel.
    ///
    /// In turn-based games, the seats rotate by one, so that another player begins, and are reserved for the same
    /// players: each confirms by joining, and the match starts once the last one has. Asking for the rematch counts as
    /// joining. In hosted games, a host creates the rematch with the roster of the last match, and starts it as usual.
    ///
    /// # Errors
    /// Fails if the person did not play in the match or, in hosted games, may not host it, if it is still going on, or
    /// if it cannot be played again.
    pub async fn rematch(&self, id: MatchId, person: &Person) -> Result<Arc<Match>, MatchError> {
        for _ in 0..TRIES {
            let old = self.load(id).await?;
            let first = first_step(&old, person)?;
            if let Some(there) = old.rematch {
                let there = self.load(there).await?;
                let is_in = matches!(first, Command::Roster(_)) || there.seat_of(person.user_id).is_some();
                if there.status == Status::Running || is_in && there.is_going_on() {
                    return Ok(there);
                }
                if there.status == Status::Signup {
                    return self.confirm(there.id, person, &first).await;
                }
            }
            // Announced only once it is certain to be the rematch.
            let creator = again_by(&old, person.user_id);
            let new = self.create_with(creator, again(&old, creator), &[], false).await?;
            let mut after = Match::clone(&old);
            after.rematch = Some(new.id);
            let change = Change { after, entries: 0, roster: false, messages: Vec::new(), done: None };
            if self.commit(&old, change).await?.is_some() {
                return self.confirm(new.id, person, &first).await;
            }
            self.discard(new.id).await?;
        }
        Err(InternalError::Busy(id).into())
    }

    /// Takes the first step of a rematch, which announces it.
    async fn confirm(&self, id: MatchId, person: &Person, first: &Command) -> Result<Arc<Match>, MatchError> {
        let done = self.change(id, false, |game| {
            let now = self.clock().now();
            let mut change = crate::matches::decide::decide(game, &Actor::Person(*person), first, now)?;
            if game.players.is_empty() {
                // A match that begins at once has nothing to sign up for. Its hash comes first all the same.
                let begins = change.after.status != Status::Signup;
                let mut first = created(game.channel_id).to_vec();
                first.retain(|told| !begins || told.notice == Notice::Committed);
                change.messages.splice(..0, first);
            }
            Ok(change)
        });
        Ok(done.await?.game)
    }

    /// Cancels a match that was never announced.
    async fn discard(&self, id: MatchId) -> Result<(), MatchError> {
        let ended = self.change(id, true, |game| {
            let mut after = Match::clone(game);
            (after.status, after.ended_at) = (Status::Cancelled, Some(self.clock().now()));
            after.set_timers(Vec::new());
            Ok(Change { after, entries: 0, roster: false, messages: Vec::new(), done: None })
        });
        ended.await.map(drop)
    }
}

/// Returns the first step of a person who may ask for a rematch: players sit down, hosts fill the roster.
fn first_step(old: &Match, person: &Person) -> Result<Command, Denied> {
    if old.setup.is_none() {
        return Err(Denied::NoRematch(old.id));
    }
    if old.info().is_hosted() {
        person.may(Power::Roster, old)?;
    }
    if old.is_going_on() {
        return Err(Denied::GoesOn(old.id));
    }
    if old.info().is_hosted() {
        let line = |player: &Player| {
            let Player { user_id, name, fields, .. } = player.clone();
            RosterEntry { user_id, name, renames: true, fields }
        };
        return Ok(Command::Roster(regulars(old).iter().map(line).collect()));
    }
    let players = regulars(old);
    let player = players.iter().find(|player| player.user_id == person.user_id);
    Ok(Command::Join(player.ok_or(Denied::NoSeat(old.id))?.name.clone()))
}

/// Returns those who would play again: nobody who has left, and players rather than their substitutes or the computed players
/// who had their seats last.
fn regulars(old: &Match) -> Vec<Player> {
    let regular = |(seat, player): (Seat, &Player)| {
        if player.vacant {
            return None;
        }
        let mut player = player.clone();
        match old.tenure(seat) {
            Some(last) if Computed::of(last.user).is_some() && old.was_left(seat) => return None,
            Some(last) if last.back.is_some() || Computed::of(last.user).is_some() => {
                (player.user_id, player.name) = (last.before, last.before_name.clone());
            }
            _ => {}
        }
        Some(player)
    };
    old.seated().filter_map(regular).collect()
}

/// Returns the creator of a rematch. A co-host creates it for the creator of the match, who would otherwise be one host among
/// others.
fn again_by(old: &Match, user: UserId) -> UserId {
    if old.hosts().any(|host| host == user) { old.host_id } else { user }
}

/// Returns the rematch of a match by its creator, with the seats rotated and, if it is hosted, the same hosts.
fn again(old: &Match, creator: UserId) -> NewMatch {
    let is_hosted = old.info().is_hosted();
    let mut co_hosts: Vec<UserId> = old.hosts().filter(|host| is_hosted || *host != old.host_id).collect();
    co_hosts.retain(|host| *host != creator);
    let mut invited = Vec::new();
    if !old.info().is_hosted() {
        let regulars = regulars(old);
        // Seats are kept for all or for nobody: if somebody has left, anybody can take their place.
        let is_whole = regulars.len() == old.players.len();
        invited.extend(regulars.iter().filter(|_| is_whole).map(|player| player.user_id));
        let first = 1.min(invited.len());
        invited.rotate_left(first);
    }
    let terms = Terms {
        players: old.players.len() as u8,
        open_signup: true,
        co_hosts,
        invited,
        rematch_of: Some(old.id),
        ..old.terms.of_another_match()
    };
    NewMatch {
        game: old.info().name.to_owned(),
        guild_id: old.guild_id,
        channel_id: old.channel_id,
        title: old.title.clone(),
        terms,
    }
}

impl Matches {
    /// Returns the unfinished matches in which a person has a seat, oldest first.
    pub async fn played_by(&self, user_id: UserId) -> Result<Vec<Summary>, StoreError> {
        self.store().matches_of(user_id).await
    }

    /// Returns the numbers of the unfinished matches, oldest first.
    pub async fn going_on(&self) -> Result<Vec<MatchId>, StoreError> {
        self.store().unfinished().await
    }

    /// Returns the unfinished matches that a person hosts, oldest first.
    pub async fn hosted_by(&self, user_id: UserId) -> Result<Vec<Summary>, StoreError> {
        self.store().hosted_by(user_id).await
    }

    /// Returns the matches of a server, oldest first: the unfinished ones, or all.
    pub async fn in_guild(&self, guild_id: GuildId, include_ended: bool) -> Result<Vec<Summary>, StoreError> {
        self.store().matches_in(guild_id, include_ended).await
    }

    /// Returns the summary of a match, even if its log cannot be read.
    pub async fn summary(&self, id: MatchId) -> Result<Option<Summary>, StoreError> {
        self.store().summary(id).await
    }

    /// Loads a match that was listed a moment ago, as it was then or later.
    pub async fn load_listed(&self, listed: &Summary) -> Result<Arc<Match>, MatchError> {
        self.load_since(listed.id, listed.version).await
    }
}
