//! The roster and the start.

use super::beacon::is_open;
use super::draft::Draft;
use super::propose::Details;
use crate::ids::UserId;
use crate::matches::decide::command::{Change, RosterEntry};
use crate::matches::model::computed::Computed;
use crate::matches::model::error::Denied;
use crate::matches::model::game_match::{AddedWord, Match, Player};
use crate::matches::model::log::{Control, Correction, Proposal};
use crate::matches::model::notice::Notice;
use crate::matches::model::role::Role;
use crate::matches::model::rules::state_hash;
use crate::matches::model::terms::{HOUR, Limits};
use crate::matches::model::timer::{Timer, TimerKind};
use crate::store::Status;
use trigon_clock::Millis;
use trigon_rules::games::{By, Draws, Level, Seed, Value, Values, Word, counts, phrase};

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
    is_signing_up(before)?;
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
        return super::seats::leave(draft, user);
    }
    is_signing_up(before)?;
    draft.remove(user)?;
    Ok(draft.finish())
}

/// Checks that players can still join and leave. Hosts can change the roster until the first phase begins.
pub(super) fn is_signing_up(game: &Match) -> Result<(), Denied> {
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
        return super::seats::take_out(draft, user, reason);
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
    is_signing_up(draft.before)?;
    let terms = &mut draft.after.terms;
    terms.open_signup = open;
    terms.offer_hours = offer_hours.or(terms.offer_hours);
    terms.check(&*draft.before.game)?;
    Ok(draft.finish())
}

pub(super) fn limit(mut draft: Draft<'_>, limits: Option<Limits>) -> Result<Change, Denied> {
    is_signing_up(draft.before)?;
    if limits == draft.before.terms.limits {
        return Err(Denied::AlreadyDone);
    }
    draft.after.terms.limits = limits;
    // Others have joined under other terms.
    if !draft.before.players.is_empty() {
        draft.before.may_limit(draft.now)?;
        draft.note_as_host(Control::Limit)?;
        draft.tell_channel(Notice::Limits);
    }
    Ok(draft.finish())
}

pub(super) fn autopilot(mut draft: Draft<'_>, level: Option<Level>) -> Result<Change, Denied> {
    let before = draft.before;
    is_signing_up(before)?;
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
    before.may_add_word(user)?;
    is_open(before, draft.now)?;
    draft.after.words.push(AddedWord { user, word: word.clone() });
    // What was set up with other draws is set up again.
    if draft.after.setup.is_some() {
        draft.set_up()?;
    }
    draft.tell_channel(Notice::WordAdded { user, word: word.clone(), number: draft.after.words.len() });
    Ok(draft.finish())
}

pub(super) fn start(mut draft: Draft<'_>) -> Result<Change, Denied> {
    if draft.before.beacon.is_some() && draft.before.status == Status::Signup {
        return Err(Denied::StartsByItself(draft.before.id));
    }
    // Others count on the time; a host may have a reason not to.
    if draft.before.terms.starts.is_some() && draft.role == Role::Player {
        return Err(Denied::StartsAsPlanned(draft.before.id));
    }
    draft.start()?;
    Ok(draft.finish())
}

/// Corrects values of a player's line, or asks all players whether to, once a phase has ended, if the host plays, or if the
/// first phase would last longer than hosts may let it. As the values may change what everyone was asked on, all answers are
/// asked for again.
pub(super) fn correct(
    mut draft: Draft<'_>,
    user: UserId,
    fields: &Values,
    reason: &str,
) -> Result<Change, Denied> {
    let before = draft.before;
    before.playing()?;
    if before.has_turns() {
        return Err(Denied::TooLateToCorrect(before.id));
    }
    before.may_begin_again(draft.now)?;
    let may_alone = || before.may_take_back(&before.taken_by_beginning_again(draft.now), draft.now).is_ok();
    if before.question.number == 0 && !draft.role.has_a_stake() && may_alone() {
        draft.correct(user, fields, reason)?;
        return Ok(draft.finish());
    }
    let what = Draft::new_like(&draft).set_values(user, fields)?;
    let correction = Correction { user, fields: fields.clone(), what, reason: reason.to_owned() };
    draft.ask_all(Proposal::Correct, Details { correction: Some(&correction), removal: None })
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

/// Draws the seating: for each seat, its player's one-based place in the order of joining. The draws of the match
/// itself are left untouched.
pub(crate) fn seating(seed: &Seed, players: usize) -> Vec<u64> {
    let mut joined: Vec<u64> = (1..=players as u64).collect();
    Draws::new(&seed.derive("seating")).shuffle(&mut joined);
    joined
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
        is_open(self.before, self.now)?;
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

    /// Reopens the roster because there were not enough players when play was to begin.
    pub(super) fn reopen(&mut self) {
        self.after.status = Status::Signup;
        self.after.set_timers(Vec::new());
        self.tell_channel(Notice::Reopened);
    }

    /// Fixes the roster. Play begins at once or after the pregame.
    pub(super) fn start(&mut self) -> Result<(), Denied> {
        let id = self.before.id;
        if self.before.status != Status::Signup {
            return Err(Denied::AlreadyStarted(id));
        }
        self.enough()?;
        self.plan(None);
        self.order_players();
        self.set_up()?;
        self.note_by(self.starter(), Control::Start)?;
        if self.after.terms.pregame_hours == 0 {
            return self.begin();
        }
        let begins = self.now + Millis::from(self.after.terms.pregame_hours) * HOUR;
        self.after.status = Status::Pregame;
        self.after.set_timers(vec![Timer { at: begins, kind: TimerKind::Deadline }]);
        self.tell_channel(Notice::Pregame { begins });
        Ok(())
    }

    /// Checks that the match has the right number of players.
    fn enough(&self) -> Result<(), Denied> {
        let (id, found, most) = (self.before.id, self.after.players.len(), self.after.terms.players);
        let is_hosted = self.after.info().is_hosted();
        let possible = self.after.info().players.iter().copied();
        let enough: Vec<u8> = possible.filter(|n| if is_hosted { *n == most } else { *n <= most }).collect();
        if enough.iter().any(|players| usize::from(*players) == found) {
            return Ok(());
        }
        Err(Denied::Players { id, needed: counts(&enough), found })
    }

    /// Makes the setup of the match from its roster.
    fn set_up(&mut self) -> Result<(), Denied> {
        self.fill_ranks();
        self.roster = true;
        let begun = self.after.make_setup().and_then(|setup| {
            let (session, _) = self.after.game.begin(&setup, Some(self.after.drawn_from()), None)?;
            Ok((setup, session))
        });
        let (setup, session) = begun.map_err(Denied::Setup)?;
        self.after.setup = Some(setup);
        self.after.start_hash = Some(state_hash(&*session));
        self.after.rules_version = i64::from(self.after.info().version);
        Ok(())
    }

    /// Returns the author of the start, by their seat after the players have been seated.
    fn starter(&self) -> By {
        match self.by {
            By::Seat(_) => self.user.and_then(|user| self.after.seat_of(user)).map_or(By::Host, By::Seat),
            by => by,
        }
    }

    /// Seats the players: in turn-based games, in the order drawn from the seed or that of the rematch; otherwise, in
    /// roster order.
    fn order_players(&mut self) {
        if self.after.info().is_hosted() {
            return;
        }
        let invited = &self.after.terms.invited;
        if self.after.terms.rematch_of.is_some() {
            self.after.players.sort_by_key(|player| invited.iter().position(|user| *user == player.user_id));
            return;
        }
        let order = seating(&self.after.drawn_from(), self.after.players.len());
        let at = |place: &u64| self.after.players.get(*place as usize - 1).cloned();
        self.after.players = order.iter().filter_map(at).collect();
    }

    /// Assigns the remaining places in a ranking to players without one, the highest first, in seat order.
    fn fill_ranks(&mut self) {
        let players = self.after.players.len() as i64;
        for field in self.after.info().fields.iter().filter(|field| field.is_rank) {
            let key = field.spec.key;
            let mut left: Vec<i64> = (1..=players).collect();
            left.retain(|place| {
                self.after.players.iter().all(|other| other.fields.number(key) != Some(*place))
            });
            for player in self.after.players.iter_mut().filter(|player| player.fields.number(key).is_none()) {
                player.fields.set(key, Value::Number(left.pop().unwrap_or(0)));
            }
        }
    }

    /// Corrects values of a player's line, and begins the match again.
    pub(super) fn correct(&mut self, user: UserId, fields: &Values, reason: &str) -> Result<(), Denied> {
        let seat = self.before.seated().find(|(_, player)| player.user_id == user).map(|(seat, _)| seat);
        let seat = seat.ok_or(Denied::NotOnRoster(user))?;
        let what = self.set_values(user, fields)?;
        self.set_up()?;
        let took = if self.agreed { Vec::new() } else { self.before.taken_by_beginning_again(self.now) };
        let (reason, was) = (reason.to_owned(), self.before.uncorrected());
        self.note_as_host(Control::Correct { seat, what, reason, took, was })?;
        self.begin_again(0)
    }

    /// Sets values of a player's line, and says which.
    fn set_values(&mut self, user: UserId, fields: &Values) -> Result<String, Denied> {
        let before = self.before;
        self.after.terms.brought.clear();
        let at = before.players.iter().position(|player| player.user_id == user);
        let at = at.ok_or(Denied::NotOnRoster(user))?;
        let players = &mut self.after.players;
        let mut what = Vec::new();
        for field in before.info().fields {
            let (key, label) = (field.spec.key, field.spec.label.to_lowercase());
            let Some(wanted) = fields.get(key) else { continue };
            let known = players[at].fields.get(key).cloned();
            if known.as_ref() == Some(wanted) {
                continue;
            }
            let holds = |player: &Player| field.is_rank && player.fields.get(key) == Some(wanted);
            let holder = players.iter().position(holds);
            players[at].fields.set(key, wanted.clone());
            // A place in a ranking is swapped with its holder.
            let mut line = format!("{label} of {}", before.players[at].name);
            if let Some((holder, known)) = holder.zip(known) {
                players[holder].fields.set(key, known);
                line = format!("{line}, swapped with {}", before.players[holder].name);
            }
            if field.is_rank {
                let places = players.len() as i64;
                let place = players[at].fields.number(key).unwrap_or(0);
                if !(1..=places).contains(&place) {
                    return Err(Denied::Place {
                        label: field.spec.label,
                        place,
                        players: before.terms.players,
                    });
                }
            }
            what.push(line);
        }
        if what.is_empty() { Err(Denied::NothingCorrected) } else { Ok(phrase::all_of(&what)) }
    }

    /// Begins play.
    pub(super) fn begin(&mut self) -> Result<(), Denied> {
        self.enough()?;
        let names = self.after.names();
        let setup = self.after.setup.clone().unwrap_or_default();
        let begun = self.after.game.begin(&setup, Some(self.after.drawn_from()), Some(names));
        let (mut session, began) = begun.map_err(Denied::Setup)?;
        session.follow(Some(self.after.rules_version));
        session.take_draws();
        (self.after.session, self.after.began) = (Some(session), began);
        self.after.status = Status::Running;
        let by =
            if self.before.status == Status::Pregame && self.by != By::Clock { By::Host } else { By::Clock };
        self.note_by(by, Control::Begin)?;
        self.go_on(None)
    }
}
