//! Fixing the roster, at once or at a planned time; seating the players; and beginning play.

use super::change::Change;
use super::draft::Draft;
use crate::matches::model::control::Control;
use crate::matches::model::denied::Denied;
use crate::matches::model::notice::Notice;
use crate::matches::model::planned_start::PlannedStart;
use crate::matches::model::role::Role;
use crate::matches::model::rules_change::state_hash;
use crate::matches::model::terms::HOUR;
use crate::matches::model::timer::{Timer, TimerKind};
use crate::store::Status;
use trigon_clock::Millis;
use trigon_rules::games::{By, Draws, Seed, Value, counts};

/// Starts the match because a host or, in games of turns, a player asks for it.
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

/// Starts the match at the time that its host has chosen. Without enough players, the sign-up stays open and the hosts decide; a
/// match that is played every week is put off for a week.
pub(super) fn ring(mut draft: Draft<'_>) -> Result<Change, Denied> {
    let planned = draft.before.terms.starts.ok_or(Denied::AlreadyDone)?;
    if Draft::new_like(&draft).start().is_ok() {
        draft.start()?;
        return Ok(draft.finish());
    }
    let next = planned.weekly.then(|| planned.a_week_later(draft.now));
    draft.set_planned_start(next);
    draft.tell_channel(Notice::NotEnough { next: next.map(|next| next.at) });
    Ok(draft.finish())
}

impl Draft<'_> {
    /// Fixes the roster. Play begins at once or after the pregame.
    pub(super) fn start(&mut self) -> Result<(), Denied> {
        let id = self.before.id;
        if self.before.status != Status::Signup {
            return Err(Denied::AlreadyStarted(id));
        }
        self.check_enough_players()?;
        self.set_planned_start(None);
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
    pub(super) fn check_enough_players(&self) -> Result<(), Denied> {
        let (id, found, most) = (self.before.id, self.after.players.len(), self.after.terms.players);
        let is_hosted = self.after.info().is_hosted();
        let possible = self.after.info().players.iter().copied();
        let needed: Vec<u8> = possible.filter(|n| if is_hosted { *n == most } else { *n <= most }).collect();
        if needed.iter().any(|players| usize::from(*players) == found) {
            return Ok(());
        }
        Err(Denied::Players { id, needed: counts(&needed), found })
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

    /// Sets when the match starts by itself.
    pub(super) fn set_planned_start(&mut self, start: Option<PlannedStart>) {
        self.after.terms.starts = start;
        self.after.set_timer(TimerKind::Start, start.map(|start| start.at));
    }

    /// Makes the setup of the match from its roster.
    pub(super) fn set_up(&mut self) -> Result<(), Denied> {
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

    /// Assigns the remaining places in a ranking to players without one, the highest first, in seat order.
    fn fill_ranks(&mut self) {
        let players = self.after.players.len() as i64;
        for field in self.after.info().fields.iter().filter(|field| field.is_rank) {
            let key = field.spec.key;
            let mut free: Vec<i64> = (1..=players).collect();
            free.retain(|place| {
                self.after.players.iter().all(|other| other.fields.number(key) != Some(*place))
            });
            for player in self.after.players.iter_mut().filter(|player| player.fields.number(key).is_none()) {
                player.fields.set(key, Value::Number(free.pop().unwrap_or(0)));
            }
        }
    }

    /// Begins play: at the start, after the pregame, or when a host ends that early.
    pub(super) fn begin(&mut self) -> Result<(), Denied> {
        self.check_enough_players()?;
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

    /// Reopens the roster because there were not enough players when play was to begin.
    pub(super) fn reopen(&mut self) {
        self.after.status = Status::Signup;
        self.after.set_timers(Vec::new());
        self.tell_channel(Notice::Reopened);
    }
}

/// Draws the seating: for each seat, its player's one-based place in the order of joining. The draws of the match
/// itself are left untouched.
pub(crate) fn seating(seed: &Seed, players: usize) -> Vec<u64> {
    let mut joined: Vec<u64> = (1..=players as u64).collect();
    Draws::new(&seed.derive("seating")).shuffle(&mut joined);
    joined
}
