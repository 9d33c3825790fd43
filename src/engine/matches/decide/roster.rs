//! The roster before play begins: joining, leaving, and what hosts enter.

use super::beacon::check_roster_open;
use super::change::Change;
use super::command::RosterEntry;
use super::draft::Draft;
use crate::ids::UserId;
use crate::matches::model::computed::Computed;
use crate::matches::model::control::Control;
use crate::matches::model::denied::Denied;
use crate::matches::model::game_match::{AddedWord, Match, Player};
use crate::matches::model::notice::Notice;
use crate::matches::model::terms::Limits;
use crate::store::Status;
use trigon_rules::games::{Level, Value, Values, Word};

pub(super) fn join(mut draft: Draft<'_>, name: &str) -> Result<Change, Denied> {
    let (before, id) = (draft.before, draft.before.id);
    let user = draft.user.ok_or(Denied::NoSeat(id))?;
    if !before.terms.open_signup {
        return Err(Denied::NoSignup(id));
    }
    if before.seat_of(user).is_some() {
        return Err(Denied::AlreadySeated(id));
    }
    if before.players.len() >= usize::from(before.terms.players) {
        return Err(Denied::Full { id, players: before.terms.players });
    }
    if !before.terms.may_join(user) {
        return Err(Denied::KeptForOthers(id));
    }
    check_signing_up(before)?;
    let mut players = before.players.clone();
    players.push(newcomer(before, user, name));
    // In a rematch, the computed players sit down with the first person who does.
    let kept = before.terms.invited.iter().filter_map(|user| Computed::of(*user));
    for computed in kept.filter(|computed| before.seat_of(computed.user_id()).is_none()) {
        players.push(newcomer(before, computed.user_id(), &computed.name()));
    }
    draft.set_players(players)?;
    // The match starts once all players with reserved seats have joined, unless it waits for a beacon or
    // a time.
    let kept = &before.terms.invited;
    let waits = before.beacon.is_some() || before.terms.starts.is_some();
    if !waits && !kept.is_empty() && draft.after.players.len() == kept.len() {
        draft.start()?;
    }
    Ok(draft.finish())
}

pub(super) fn leave(mut draft: Draft<'_>) -> Result<Change, Denied> {
    let before = draft.before;
    let user = draft.user.filter(|user| before.seat_of(*user).is_some() || before.lends(*user).is_some());
    let user = user.ok_or(Denied::NoSeat(before.id))?;
    if before.status == Status::Running {
        return super::leaving::leave(draft, user);
    }
    check_signing_up(before)?;
    draft.remove(user)?;
    Ok(draft.finish())
}

/// Checks that players can still join and leave. Hosts can change the roster until the first phase begins.
pub(super) fn check_signing_up(game: &Match) -> Result<(), Denied> {
    if game.status == Status::Signup { Ok(()) } else { Err(Denied::RosterFixed(game.id)) }
}

pub(super) fn seat(mut draft: Draft<'_>, entry: &RosterEntry) -> Result<Change, Denied> {
    let mut players = draft.before.players.clone();
    if let Some(player) = players.iter_mut().find(|player| player.user_id == entry.user_id) {
        if entry.renames {
            player.name.clone_from(&entry.name);
        }
        player.fields.extend(&entry.fields);
    } else {
        players.push(listed(draft.before, entry));
    }
    draft.set_players(players)?;
    Ok(draft.finish())
}

/// Gives a player a place in a ranking. Its holder gets the one that the player had, or none.
pub(super) fn swap(mut draft: Draft<'_>, user: UserId, key: &str, place: i64) -> Result<Change, Denied> {
    let mut players = draft.before.players.clone();
    let at = players.iter().position(|player| player.user_id == user).ok_or(Denied::NotOnRoster(user))?;
    let is_rank = draft.before.info().fields.iter().any(|field| field.is_rank && field.spec.key == key);
    let holder = players.iter().position(|player| player.fields.number(key) == Some(place));
    let holder = holder.filter(|holder| is_rank && *holder != at).ok_or(Denied::NothingCorrected)?;
    match players[at].fields.get(key).cloned() {
        Some(before) => players[holder].fields.set(key, before),
        None => players[holder].fields.unset(key),
    }
    players[at].fields.set(key, Value::Number(place));
    draft.set_players(players)?;
    Ok(draft.finish())
}

pub(super) fn unseat(mut draft: Draft<'_>, user: UserId, reason: Option<&str>) -> Result<Change, Denied> {
    if draft.before.seems_held(user).is_none() {
        return Err(Denied::NotOnRoster(user));
    }
    if draft.before.status == Status::Running {
        return super::leaving::take_out(draft, user, reason);
    }
    draft.remove(user)?;
    Ok(draft.finish())
}

pub(super) fn replace(mut draft: Draft<'_>, entries: &[RosterEntry]) -> Result<Change, Denied> {
    let players = entries.iter().map(|entry| listed(draft.before, entry)).collect();
    draft.set_players(players)?;
    Ok(draft.finish())
}

pub(super) fn open_signup(
    mut draft: Draft<'_>,
    open: bool,
    offer_hours: Option<u32>,
) -> Result<Change, Denied> {
    check_signing_up(draft.before)?;
    let terms = &mut draft.after.terms;
    terms.open_signup = open;
    terms.offer_hours = offer_hours.or(terms.offer_hours);
    terms.check(&*draft.before.game)?;
    Ok(draft.finish())
}

pub(super) fn limit(mut draft: Draft<'_>, limits: Option<Limits>) -> Result<Change, Denied> {
    check_signing_up(draft.before)?;
    if limits == draft.before.terms.limits {
        return Err(Denied::AlreadyDone);
    }
    draft.after.terms.limits = limits;
    // Others have joined under other terms.
    if !draft.before.players.is_empty() {
        draft.before.check_may_limit(draft.now)?;
        draft.note_as_host(Control::Limit)?;
        draft.tell_channel(Notice::Limits);
    }
    Ok(draft.finish())
}

pub(super) fn autopilot(mut draft: Draft<'_>, level: Option<Level>) -> Result<Change, Denied> {
    let before = draft.before;
    check_signing_up(before)?;
    let level = level.map(Level::number);
    if level == before.terms.autopilot {
        return Err(Denied::AlreadyDone);
    }
    draft.after.terms.autopilot = level;
    draft.after.terms.check(&*before.game)?;
    // Others have joined under other terms.
    if !before.players.is_empty() {
        draft.tell_channel(Notice::Autopilot);
    }
    Ok(draft.finish())
}

pub(super) fn add_word(mut draft: Draft<'_>, word: &Word) -> Result<Change, Denied> {
    let before = draft.before;
    let user = draft.user.ok_or(Denied::NoSeat(before.id))?;
    before.check_may_add_word(user)?;
    check_roster_open(before, draft.now)?;
    draft.after.words.push(AddedWord { user, word: word.clone() });
    // What was set up with other draws is set up again.
    if draft.after.setup.is_some() {
        draft.set_up()?;
    }
    draft.tell_channel(Notice::WordAdded { user, word: word.clone(), number: draft.after.words.len() });
    Ok(draft.finish())
}

fn newcomer(game: &Match, user_id: UserId, name: &str) -> Player {
    let fields = Values::defaults(game.info().fields.iter().map(|field| &field.spec));
    // Nobody has to find out whether messages reach a computed player.
    let checked_in = Computed::of(user_id).is_some();
    Player { user_id, name: name.to_owned(), fields, checked_in, ..Player::default() }
}

fn listed(game: &Match, entry: &RosterEntry) -> Player {
    let mut player = newcomer(game, entry.user_id, &entry.name);
    if let Some(known) = game.players.iter().find(|known| known.user_id == entry.user_id) {
        (player.checked_in, player.dm_closed) = (known.checked_in, known.dm_closed);
    }
    player.fields.extend(&entry.fields);
    player
}

impl Draft<'_> {
    /// Fits the roster to another number of seats: alternates move up into new ones.
    pub(super) fn resize(&mut self) -> Result<(), Denied> {
        let before = self.before;
        let mut players = before.players.clone();
        self.move_up(&mut players, |next| newcomer(before, next.user, &next.name));
        self.set_players(players)
    }

    /// Takes a player off the roster; the first alternate moves up.
    fn remove(&mut self, user: UserId) -> Result<(), Denied> {
        let before = self.before;
        let mut players = before.players.clone();
        players.retain(|player| player.user_id != user);
        self.move_up(&mut players, |next| newcomer(before, next.user, &next.name));
        self.set_players(players)
    }

    /// Replaces the roster, as long as the first phase has not begun. After the start, the channel is told what has
    /// changed, and without enough players, the setup is dropped.
    fn set_players(&mut self, mut players: Vec<Player>) -> Result<(), Denied> {
        let (id, seats) = (self.before.id, self.after.terms.players);
        if !matches!(self.before.status, Status::Signup | Status::Pregame) {
            return Err(Denied::RosterFixed(id));
        }
        check_roster_open(self.before, self.now)?;
        // What a host writes is for the players concerned alone.
        self.after.terms.brought.clear();
        if players.len() > usize::from(seats) {
            return Err(Denied::RosterTooLong { id, players: seats, found: players.len() });
        }
        for (i, player) in players.iter().enumerate() {
            if players[..i].iter().any(|other| other.user_id == player.user_id) {
                return Err(Denied::Twice(player.user_id));
            }
        }
        for field in self.before.info().fields.iter().filter(|field| field.is_rank) {
            let (key, label) = (field.spec.key, field.spec.label);
            let mut taken: Vec<(i64, UserId)> = Vec::new();
            for player in &players {
                let (Some(place), user) = (player.fields.number(key), player.user_id) else { continue };
                if !(1..=i64::from(seats)).contains(&place) {
                    return Err(Denied::Place { label, place, players: seats });
                }
                if let Some((_, other)) = taken.iter().find(|(known, _)| *known == place) {
                    return Err(Denied::PlaceTaken { label, key, place, users: [*other, user] });
                }
                taken.push((place, user));
            }
        }
        for (place, player) in (1..).zip(&mut players) {
            player.joined = place;
        }
        self.after.players = players;
        self.roster = true;
        self.strike_off()?;
        if self.before.status == Status::Pregame { self.rearrange() } else { Ok(()) }
    }

    /// Derives the consequences of a roster change between the start and the first phase.
    fn rearrange(&mut self) -> Result<(), Denied> {
        if self.enough() == Ok(()) {
            self.set_up()?;
        } else {
            // To replace a player, a host first removes one: play begins as announced if all seats are taken by then.
            (self.after.setup, self.after.start_hash) = (None, None);
        }
        let (before, after) = (&self.before.players, &self.after.players);
        let among = |players: &[Player], user: UserId| players.iter().any(|player| player.user_id == user);
        let users = |players: &[Player], others: &[Player]| -> Vec<UserId> {
            let users = players.iter().map(|player| player.user_id);
            users.filter(|user| !among(others, *user)).collect()
        };
        let (joined, left) = (users(after, before), users(before, after));
        // The order counts, too: what is drawn for a player depends on the seat.
        let is_reordered = joined.is_empty() && left.is_empty();
        let is_changed = |(place, player): &(usize, &Player)| {
            let known = before.iter().position(|known| known.user_id == player.user_id);
            known.is_some_and(|known| {
                let line = &before[known];
                (&line.name, &line.fields) != (&player.name, &player.fields)
                    || is_reordered && known != *place
            })
        };
        let changed = after.iter().enumerate().filter(is_changed);
        let changed: Vec<UserId> = changed.map(|(_, player)| player.user_id).collect();
        if joined.is_empty() && left.is_empty() && changed.is_empty() {
            return Ok(());
        }
        let users = [&joined[..], &left, &changed].concat();
        let quiet = self.before.mentioned_enough(&users, self.now);
        self.note_as_host(Control::Roster { users })?;
        self.tell_channel(Notice::Roster { joined, left, changed, quiet });
        if let Some(open) = self.before.proposal() {
            self.tell_channel(Notice::NotAgreed { what: open.what, seat: None });
        }
        Ok(())
    }
}
