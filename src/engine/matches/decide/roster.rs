//! The roster before play begins: joining and leaving, what hosts enter, and the words that players add to the draws. Once the
//! match is being played, leaving is decided in `leaving.rs`.

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
use crate::matches::model::pending::Alternate;
use crate::store::Status;
use trigon_rules::games::{Spec, Value, Values, Word};

/// Takes a seat, and starts the match with the last of the players for whom all seats are reserved.
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
    let invited = &before.terms.invited;
    let computed = invited.iter().filter_map(|user| Computed::of(*user));
    for computed in computed.filter(|computed| before.seat_of(computed.user_id()).is_none()) {
        players.push(newcomer(before, computed.user_id(), &computed.name()));
    }
    draft.set_players(players)?;
    // The match starts once all players with reserved seats have joined, unless it waits for a beacon or
    // a time.
    let waits = before.beacon.is_some() || before.terms.starts.is_some();
    if !waits && !invited.is_empty() && draft.after.players.len() == invited.len() {
        draft.start()?;
    }
    Ok(draft.finish())
}

/// Gives up the author’s seat.
pub(super) fn leave(mut draft: Draft<'_>) -> Result<Change, Denied> {
    let before = draft.before;
    let user = draft.user.filter(|user| before.seat_of(*user).is_some() || before.loan_by(*user).is_some());
    let user = user.ok_or(Denied::NoSeat(before.id))?;
    if before.status == Status::Running {
        return super::leaving::leave(draft, user);
    }
    check_signing_up(before)?;
    draft.take_off_roster(user)?;
    Ok(draft.finish())
}

/// Checks that players can still join and leave. Hosts can change the roster until the first phase begins.
pub(super) fn check_signing_up(game: &Match) -> Result<(), Denied> {
    if game.status == Status::Signup { Ok(()) } else { Err(Denied::RosterFixed(game.id)) }
}

/// Gives a person a seat, or updates their roster line.
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

/// Takes a person off the roster or, while the match is being played, out of it.
pub(super) fn unseat(mut draft: Draft<'_>, user: UserId, reason: Option<&str>) -> Result<Change, Denied> {
    if draft.before.seems_held(user).is_none() {
        return Err(Denied::NotOnRoster(user));
    }
    if draft.before.status == Status::Running {
        return super::leaving::take_out(draft, user, reason);
    }
    draft.take_off_roster(user)?;
    Ok(draft.finish())
}

/// Replaces the whole roster.
pub(super) fn replace(mut draft: Draft<'_>, entries: &[RosterEntry]) -> Result<Change, Denied> {
    let players = entries.iter().map(|entry| listed(draft.before, entry)).collect();
    draft.set_players(players)?;
    Ok(draft.finish())
}

/// Adds a player’s word to the draws.
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

/// Returns a player who is new on the roster.
fn newcomer(game: &Match, user_id: UserId, name: &str) -> Player {
    let fields = Values::defaults(game.info().fields.iter().map(|field| &field.spec));
    // Nobody has to find out whether messages reach a computed player.
    let checked_in = Computed::of(user_id).is_some();
    Player { user_id, name: name.to_owned(), fields, checked_in, ..Player::default() }
}

/// Returns the player whom a host has entered. Somebody who was on the roster stays as reachable as they were.
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
        let mut players = self.before.players.clone();
        self.move_up_alternates(&mut players);
        self.set_players(players)
    }

    /// Takes a player off the roster; the first alternate moves up.
    fn take_off_roster(&mut self, user: UserId) -> Result<(), Denied> {
        let mut players = self.before.players.clone();
        players.retain(|player| player.user_id != user);
        self.move_up_alternates(&mut players);
        self.set_players(players)
    }

    /// Lets alternates move up into a roster with free seats, and tells the channel.
    fn move_up_alternates(&mut self, players: &mut Vec<Player>) {
        let before = self.before;
        for Alternate { user, name } in before.alternates() {
            if players.len() >= usize::from(self.after.terms.players) {
                break;
            }
            players.push(newcomer(before, *user, name));
            self.tell_channel(Notice::MovedUp { user: *user });
        }
    }

    /// Takes those who have a seat off the list of alternates.
    fn strike_seated_alternates(&mut self) -> Result<(), Denied> {
        for next in self.before.alternates() {
            if self.after.seat_of(next.user).is_some() {
                self.strike_alternate(next.user)?;
            }
        }
        Ok(())
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
        check_listed_once(&players)?;
        for field in self.before.info().fields.iter().filter(|field| field.is_rank) {
            check_places(&field.spec, &players, seats)?;
        }
        for (place, player) in (1..).zip(&mut players) {
            player.joined = place;
        }
        self.after.players = players;
        self.roster = true;
        self.strike_seated_alternates()?;
        if self.before.status == Status::Pregame { self.settle_roster() } else { Ok(()) }
    }

    /// Derives the consequences of a roster change between the start and the first phase: whether the match can be played, and what
    /// everyone is told.
    fn settle_roster(&mut self) -> Result<(), Denied> {
        if self.check_enough_players() == Ok(()) {
            self.set_up()?;
        } else {
            // To replace a player, a host first removes one: play begins as announced if all seats are taken by then.
            (self.after.setup, self.after.start_hash) = (None, None);
        }
        let RosterDifference { joined, left, changed } =
            RosterDifference::between(&self.before.players, &self.after.players);
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

/// In what a roster differs from the one before.
struct RosterDifference {
    joined: Vec<UserId>,
    left: Vec<UserId>,
    /// Those whose line is another one or, if everybody is the same, whose seat is.
    changed: Vec<UserId>,
}

impl RosterDifference {
    fn between(before: &[Player], after: &[Player]) -> Self {
        let (joined, left) = (missing_in(before, after), missing_in(after, before));
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
        let changed = changed.map(|(_, player)| player.user_id).collect();
        Self { joined, left, changed }
    }
}

/// Returns who is in a roster and not in another one.
fn missing_in(other: &[Player], roster: &[Player]) -> Vec<UserId> {
    let is_in_other = |user: UserId| other.iter().any(|player| player.user_id == user);
    roster.iter().map(|player| player.user_id).filter(|user| !is_in_other(*user)).collect()
}

fn check_listed_once(players: &[Player]) -> Result<(), Denied> {
    let is_again = |place: usize| players[..place].iter().any(|it| it.user_id == players[place].user_id);
    match (0..players.len()).find(|place| is_again(*place)) {
        Some(place) => Err(Denied::Twice(players[place].user_id)),
        None => Ok(()),
    }
}

/// Checks that the places of players in a ranking are between 1 and the number of seats, and that no two have the same one.
fn check_places(field: &Spec, players: &[Player], seats: u8) -> Result<(), Denied> {
    let (key, label) = (field.key, field.label);
    let mut taken: Vec<(i64, UserId)> = Vec::new();
    for player in players {
        let Some(place) = player.fields.number(key) else { continue };
        if !(1..=i64::from(seats)).contains(&place) {
            return Err(Denied::Place { label, place, players: seats });
        }
        if let Some((_, other)) = taken.iter().find(|(known, _)| *known == place) {
            return Err(Denied::PlaceTaken { label, key, place, users: [*other, player.user_id] });
        }
        taken.push((place, player.user_id));
    }
    Ok(())
}
