//! Random hosts: however they go about it, no phase gets more time than its own, what their limits allow, and what all players
//! agreed to.

use super::*;
use crate::matches::model::clock_change::ClockBasis;
use crate::matches::model::role::Role;

const LIMITS: Limits = Limits { phase_hours: 30, match_hours: 70, shorten: false };

fn limited(detail: u16) -> Terms {
    let usual = terms("triforce-building", 0);
    let (calendar, least_hours) = match detail % 4 {
        0 => (Some("every day 21:30 Europe/Berlin"), 12),
        1 => (Some("every day 21:30 Europe/Berlin"), 24),
        _ => (None, 3),
    };
    let calendar = calendar.map(|text| text.parse().unwrap());
    Terms { calendar, least_hours, limits: Some(LIMITS), early: detail & 4 > 0, pause_days: 7, ..usual }
}

/// What an onlooker with a stopwatch notes about each phase.
#[derive(Default)]
struct Watch {
    /// The time that each phase has had.
    had: BTreeMap<u32, Millis>,
    /// What it was given when it began.
    own: BTreeMap<u32, Millis>,
    /// What all players agreed to on top.
    agreed: BTreeMap<u32, Millis>,
    /// How often each kind of command was accepted.
    accepted: BTreeMap<&'static str, usize>,
}

impl Watch {
    /// Lets time pass, from timer to timer.
    fn wait(&mut self, table: &mut Table, time: Millis) {
        let until = table.now + time;
        while table.now < until && table.game.is_going_on() {
            let before = table.game.clone();
            table.wait(0);
            self.note(&before, table);
            let next = table.game.timers.iter().map(|timer| timer.at).filter(|at| *at > table.now).min();
            let (from, before) = (table.now, table.game.clone());
            table.wait(next.map_or(until, |next| next.min(until)) - from);
            let passed = table.now - from;
            *self.had.entry(before.phase).or_default() += passed;
            let basis = before.effective.added.stopped.and_then(|stopped| stopped.basis);
            if basis == Some(ClockBasis::Agreed) {
                *self.agreed.entry(before.phase).or_default() += passed;
            }
            self.note(&before, table);
        }
    }

    /// Notes how much time a phase is given that has just begun.
    fn note(&mut self, before: &Match, table: &Table) {
        let game = &table.game;
        let is_undone = before.question.undos != game.question.undos;
        if (before.phase == game.phase && !self.own.is_empty()) || is_undone {
            return;
        }
        let own = self.own.entry(game.phase).or_default();
        *own = Self::given(table).max(*own);
    }

    fn give(&mut self, table: &mut Table, what: &'static str, command: Command) {
        let before = table.game.clone();
        if table.give(HOST, command).is_ok() {
            *self.accepted.entry(what).or_default() += 1;
            self.note(&before, table);
        }
    }

    /// Asks all players, who agree.
    fn agree(&mut self, table: &mut Table, what: Proposal) {
        if table.give(HOST, Command::Propose(what)).is_err() {
            return;
        }
        let before = table.game.clone();
        let number = before.proposal().unwrap().number;
        for seat in before.voters() {
            let user = before.player(seat).unwrap().user_id;
            table.give(user, Command::Consent { number, agree: true }).unwrap();
        }
        *self.accepted.entry("agreed").or_default() += 1;
        self.book_agreed(&before, what, table);
        self.note(&before, table);
    }

    /// Adds the time that all players have just agreed to. Undoing a phase gives its whole time again, to the phase before, too.
    fn book_agreed(&mut self, before: &Match, what: Proposal, table: &Table) {
        let phases = [Some(before.phase), before.phase.checked_sub(1)];
        for phase in phases.into_iter().flatten() {
            *self.agreed.entry(phase).or_default() += match what {
                Proposal::Extend(time) if phase == before.phase => time,
                Proposal::Undo => self.had.get(&phase).copied().unwrap_or(0),
                _ => 0,
            };
        }
        if what == Proposal::Undo {
            // On a calendar, that may be more than at first.
            *self.agreed.entry(table.game.phase).or_default() += Self::given(table);
        }
    }

    /// Returns the time that the present phase still has.
    fn given(table: &Table) -> Millis {
        table.game.paused().or(table.game.deadline.map(|at| at - table.now)).unwrap_or(0)
    }

    fn step(&mut self, table: &mut Table, (what, who, detail): Step) {
        let hours = HOUR * Millis::from(detail % 40);
        match what % 12 {
            0 | 1 => self.give(table, "extend", Command::Extend(i64::from(detail % 15) + 1)),
            2 | 3 => self.give(table, "pause", Command::Pause),
            4 => self.give(table, "resume", Command::Resume),
            5 => self.give(table, "undo", Command::Rewind(table.game.question)),
            6 => {
                let mut fields = Values::default();
                fields.set("garnets", Value::Number(i64::from(detail % 5)));
                let user = table.user(who % 7);
                self.give(table, "correct", Command::Correct { user, fields, reason: "A slip.".to_owned() });
            }
            7 => {
                for asked in table.game.to_act() {
                    let user = table.game.player(asked.seat).unwrap().user_id;
                    let _ = table.act(asked.seat, detail);
                    let _ = table.give(user, Command::Ready { ready: true, pad: None });
                }
                if detail % 2 == 0 {
                    self.give(table, "end", Command::EndPhase);
                }
            }
            8 if detail % 4 == 0 => self.agree(table, Proposal::Extend(hours + HOUR)),
            8 if detail % 4 == 1 => self.agree(table, Proposal::Pause),
            8 if detail % 4 == 2 => self.agree(table, Proposal::Undo),
            9 => self.wait(table, 1_000),
            _ => self.wait(table, hours),
        }
    }

    fn check(&self, table: &Table) {
        let hours = |hours: u32| Millis::from(hours) * HOUR;
        let mut beyond = 0;
        for (phase, had) in &self.had {
            let own = self.own.get(phase).copied().unwrap_or(0);
            let agreed = self.agreed.get(phase).copied().unwrap_or(0);
            let most = own + hours(LIMITS.phase_hours) + agreed;
            assert!(*had <= most, "phase {phase}: {} h of {} h", had / HOUR, most / HOUR);
            beyond += (had - own - agreed).max(0);
        }
        assert!(beyond <= hours(LIMITS.match_hours), "{} h altogether", beyond / HOUR);
        if let Some(open) = table.game.deadline {
            assert!(open >= table.now, "the clock runs on");
        }
    }
}

#[test]
fn no_phase_gets_more_time_than_its_own_and_what_limits_and_players_allow() {
    let seen = RefCell::new(BTreeMap::new());
    let cases = std::env::var("TRIGON_SEQUENCES").ok().and_then(|text| text.parse().ok()).unwrap_or(150);
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let steps = prop::collection::vec(any::<Step>(), 1..60);
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let played = TestRunner::new_with_rng(config, rng).run(&(any::<u16>(), steps), |(detail, steps)| {
        let mut table = Table::open_with("triforce-building", limited(detail));
        let mut watch = Watch::default();
        watch.note(&table.game.clone(), &table);
        for step in steps {
            watch.step(&mut table, step);
            watch.check(&table);
            if !table.game.is_going_on() {
                break;
            }
        }
        table.read_again();
        for (what, times) in watch.accepted {
            *seen.borrow_mut().entry(what).or_insert(0) += times;
        }
        Ok(())
    });
    if let Err(error) = played {
        panic!("{error}");
    }
    let seen = seen.into_inner();
    for what in ["extend", "pause", "resume", "undo", "correct", "end", "agreed"] {
        assert!(seen.get(what).is_some_and(|times| *times > 20), "{what}: {seen:?}");
    }
}

#[test]
fn in_an_extension_from_before_its_basis_was_noted_the_consent_right_before_it_says_that_all_agreed() {
    let mut table = Table::open_with("triforce-building", limited(2));
    table.give(HOST, Command::Extend(20)).unwrap();
    assert!(matches!(table.give(HOST, Command::Extend(20)), Err(Denied::NeedsConsent(_))));
    // As it was stored.
    let entry = table.stored.log.last_mut().unwrap();
    assert!(entry.action.contains("alone"), "{}", entry.action);
    entry.action = format!(r#"{{"extend":{}}}"#, 20 * HOUR);
    let alone = rows::read(&table.games, table.stored.clone()).unwrap();
    assert!(alone.check_may_move(Role::Host, 20 * HOUR).is_err(), "a host did it");
    let seq = table.stored.log.last().unwrap().seq;
    let mut consent = table.stored.log.last().unwrap().clone();
    consent.action = r#""consent""#.to_owned();
    table.stored.log.last_mut().unwrap().seq += 1;
    consent.seq = seq;
    let mut propose = consent.clone();
    propose.action = format!(r#"{{"propose":{{"question":0,"what":{{"extend":{}}}}}}}"#, 20 * HOUR);
    (consent.actor, consent.user_id) = ("1".to_owned(), None);
    let place = table.stored.log.len() - 1;
    table.stored.log.splice(place..place, [propose, consent]);
    for (seq, entry) in (1..).zip(&mut table.stored.log) {
        entry.seq = seq;
    }
    let agreed = rows::read(&table.games, table.stored).unwrap();
    assert!(agreed.check_may_move(Role::Host, 20 * HOUR).is_ok(), "all agreed");
}
