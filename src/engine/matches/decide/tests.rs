//! Random matches: whatever people and the clock do, in whatever order, a match follows from its log and keeps what everyone was
//! promised. Each file beside has tests of one subject on the same [`Table`].
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails may panic")]

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use random::{Cast, Deed, Step, terms};

use super::change::Change;
use super::decide;
use crate::ids::{ChannelId, GuildId, MatchId, UserId};
use crate::matches::decide::command::{Act, Command, RosterEntry};
use crate::matches::decide::rights::{Actor, Person};
use crate::matches::model::bank::Bank;
use crate::matches::model::beacon::Beacon;
use crate::matches::model::computed::Computed;
use crate::matches::model::control::Control;
use crate::matches::model::denied::Denied;
use crate::matches::model::game_match::Match;
use crate::matches::model::notice::Notice;
use crate::matches::model::proposal::{OfferKind, Proposal};
use crate::matches::model::reachability::Reachability;
use crate::matches::model::rules_change::state_hash;
use crate::matches::model::terms::{HOUR, Limits, NewMatch, Terms};
use crate::matches::model::timer::{Timer, TimerKind};
use crate::matches::service::rows;
use crate::store::{Status, StoredMatch, Target};
use trigon_clock::Millis;
use trigon_rules::games::{By, Info, Level, Move, Registry, Seat, Seed, Value, Values};

mod deeds;
mod limits;
mod mentions;
#[path = "../../../../tests/random/mod.rs"]
mod random;
mod rights;
mod sign_ups;
mod terms;

const HOST: UserId = UserId(30);
const NOON: Millis = 1_800_000_000_000;

/// A match as the store has it, and as it was decided.
struct Table {
    games: Registry,
    stored: StoredMatch,
    game: Match,
    now: Millis,
    /// The hash of the state with which the phase of each question last began.
    began: BTreeMap<u32, String>,
    /// The phases that have ended, by question.
    ended: BTreeSet<(u32, u32)>,
    /// The match when the phase of each question last began.
    then: BTreeMap<u32, Match>,
    /// When the phase ends, as everyone was last told.
    promised: Option<Millis>,
    /// Since when the program was not running, until now.
    away: Option<Millis>,
}

/// The host, and those who may come to play.
fn cast() -> Cast {
    Cast {
        host: HOST,
        others: (201..=206).map(|user| (UserId(user), format!("New {user}"))).collect(),
        levels: 6,
    }
}

impl Table {
    /// Opens a sign-up.
    fn announce(game: &str, terms: Terms, now: Millis) -> Self {
        let games = Registry::standard();
        let new = NewMatch {
            game: game.to_owned(),
            guild_id: GuildId(10),
            channel_id: ChannelId(20),
            title: "Random".to_owned(),
            terms,
        };
        let version = games.get(game).unwrap().info().version.into();
        let beacon = new.terms.beacon_hours.map(|hours| Beacon::after(now + HOUR * Millis::from(hours)));
        let mut row = rows::new_row(&new, version, HOST, &Seed::from([7; 32]), beacon.as_ref(), now).unwrap();
        row.id = MatchId(1);
        let timer = |beacon: Beacon| Timer { at: beacon.closes, kind: TimerKind::Beacon };
        let due = beacon.map(|beacon| rows::due(MatchId(1), &timer(beacon))).into_iter().collect();
        let stored = StoredMatch { row, seats: Vec::new(), log: Vec::new(), due };
        let game = rows::read(&games, stored.clone()).unwrap();
        Self {
            games,
            stored,
            game,
            now,
            began: BTreeMap::new(),
            ended: BTreeSet::new(),
            then: BTreeMap::new(),
            promised: None,
            away: None,
        }
    }

    fn open(game: &str, detail: u16) -> Self {
        Self::open_with(game, terms(game, detail))
    }

    /// Opens a sign-up, fills it and begins.
    fn open_with(game: &str, terms: Terms) -> Self {
        let people = 1..=i64::from(terms.players);
        let mut table = Self::announce(game, terms, NOON);
        let info = table.game.info();
        if info.is_hosted() {
            let line = |n: i64| {
                let mut fields = Values::default();
                fields.set("priority", Value::Number(n));
                fields.set("garnets", Value::Number(2));
                RosterEntry { user_id: UserId(100 + n), name: format!("Player {n}"), renames: true, fields }
            };
            table.give(HOST, Command::Roster(people.map(line).collect())).unwrap();
            table.give(HOST, Command::Start).unwrap();
        } else {
            for n in people {
                table.give(UserId(100 + n), Command::Join(format!("Player {n}"))).unwrap();
            }
            table.give(UserId(101), Command::Start).unwrap();
        }
        table
    }

    #[expect(clippy::needless_pass_by_value, reason = "commands are made for one use")]
    fn give(&mut self, user: UserId, command: Command) -> Result<(), Denied> {
        let person = Person { user_id: user, guild_id: Some(GuildId(10)), guild_host: false, request: None };
        self.give_as(&Actor::Person(person), &command)
    }

    /// Decides a command, checks the change, and stores it.
    fn give_as(&mut self, actor: &Actor, command: &Command) -> Result<(), Denied> {
        let decision = decide(&self.game, actor, command, self.now)?;
        self.check(actor, command, &decision);
        let change = rows::change(&self.game, &decision).unwrap();
        self.stored.row = change.row;
        self.stored.row.version += 1;
        self.stored.seats = change.seats.unwrap_or_else(|| self.stored.seats.clone());
        self.stored.log.extend(change.entries);
        self.stored.due = change.due.unwrap_or_else(|| self.stored.due.clone());
        let (before, entries) = (self.game.question, self.game.log.len());
        self.game = decision.after;
        self.game.version += 1;
        let question = self.game.question;
        let is_correction = |event: &Control| matches!(event, Control::Correct { .. });
        let corrects =
            self.game.log[entries..].iter().any(|entry| entry.control().is_some_and(is_correction));
        if question.number > before.number || self.began.is_empty() || corrects {
            self.began.extend(self.state().map(|state| (question.number, state)));
            self.then.insert(question.number, self.game.clone());
        }
        Ok(())
    }

    /// Checks what must hold after any change.
    fn check(&mut self, actor: &Actor, command: &Command, decision: &Change) {
        let (is_of_rounds, after) = (!self.game.has_turns(), &decision.after);
        Self::check_people(decision);
        self.check_authors(actor, decision);
        if is_of_rounds && self.game.status == Status::Running {
            self.check_phases(decision);
            self.check_silence(command, decision);
        }
        self.check_bank(decision);
        if is_of_rounds && after.status == Status::Running {
            self.check_promised_end(actor, command, decision);
        }
        self.check_turn(decision);
        Self::check_timers(decision);
    }

    /// Checks that nobody has two seats, and that nobody writes to a computed player.
    fn check_people(decision: &Change) {
        let after = &decision.after;
        let holders: Vec<UserId> =
            after.players.iter().filter(|player| !player.vacant).map(|player| player.user_id).collect();
        let distinct: BTreeSet<UserId> = holders.iter().copied().collect();
        assert_eq!(holders.len(), distinct.len(), "nobody has two seats");
        for message in &decision.messages {
            let is_nobody = matches!(message.to, Target::User(user) if Computed::of(user).is_some());
            assert!(!is_nobody, "nobody writes to a computed player: {message:?}");
        }
        let can_be_asked = after.status == Status::Running || !after.is_going_on();
        assert!(can_be_asked || after.effective.handovers.is_empty());
    }

    /// Checks that computed seats answer in time, and that only who has a seat acts for it, or has left something in advance.
    fn check_authors(&self, actor: &Actor, decision: &Change) {
        let before = &self.game;
        let new = &decision.after.log[before.log.len()..];
        for entry in new {
            if let Some(Control::Missed { seats, .. }) = entry.control() {
                let is_late = |seat: &Seat| before.computed(*seat).is_some() && actor == &Actor::Clock;
                assert!(!seats.iter().any(is_late), "computed seats answer in time");
            }
        }
        for entry in new.iter().filter(|entry| entry.action().is_some()) {
            if let By::Seat(seat) = entry.by {
                let is_own = matches!(actor, Actor::Person(by) if before.seat_of(by.user_id) == Some(seat));
                let left = !before.ahead(seat).is_empty() && !before.is_vacant(seat);
                assert!(is_own || left, "a tenure acts in its time only");
            }
        }
    }

    /// Checks that rounds end one after the other, each once, and that deadlines lie on the calendar.
    fn check_phases(&mut self, decision: &Change) {
        let (before, after) = (self.game.question, decision.after.question);
        assert!(after.number <= before.number + 1, "one phase at a time");
        if let (Some(calendar), Some(deadline)) = (decision.after.terms.calendar, decision.after.deadline)
            && before != after
        {
            assert_eq!(calendar.next(deadline), deadline, "every deadline lies on the grid");
            assert!(deadline >= self.now + 2 * HOUR, "and leaves time");
        }
        if before.number < after.number {
            let is_new = self.ended.insert((before.number, before.undos));
            assert!(is_new, "no phase ends twice");
        }
    }

    /// Checks that what players keep secret tells nobody anything, not even by a time.
    fn check_silence(&self, command: &Command, decision: &Change) {
        let (before, after) = (&self.game, &decision.after);
        let is_secret = matches!(
            command,
            Command::Act(_)
                | Command::Ready { .. }
                | Command::Ahead(_)
                | Command::Away { .. }
                | Command::Back
        );
        if is_secret && before.question == after.question {
            assert_eq!(decision.messages, []);
            assert_eq!(before.deadline, after.deadline);
        }
        for message in &decision.messages {
            let others = matches!(message.to, Target::Channel(_));
            let is_secret = matches!(message.notice, Notice::Personal { .. } | Notice::Late { .. });
            assert!(!(others && is_secret), "{message:?}");
        }
    }

    /// Checks that a turn begins with what is banked.
    fn check_bank(&self, decision: &Change) {
        let after = &decision.after;
        let (Some(bank), Some(seat), Some(deadline)) = (after.terms.bank, after.on_turn(), after.deadline)
        else {
            return;
        };
        if self.game.question == after.question {
            return;
        }
        let left = after.bank(seat).unwrap();
        assert_eq!(after.standstill().counted(self.now..deadline), left, "a turn begins with what is banked");
        assert!(left <= HOUR * Millis::from(bank.most), "{left}");
    }

    /// Checks that there is at most one deadline, and that a stopped clock does nothing but start again.
    fn check_timers(decision: &Change) {
        let after = &decision.after;
        let deadlines = after.timers.iter().filter(|timer| timer.kind == TimerKind::Deadline).count();
        assert!(deadlines <= 1);
        if after.clock_runs() {
            return;
        }
        let is_free = |timer: &Timer| match timer.kind {
            TimerKind::Beacon | TimerKind::Start => after.status == Status::Signup,
            kind => matches!(kind, TimerKind::Unpause | TimerKind::Think | TimerKind::Return),
        };
        assert!(after.timers.iter().all(is_free), "a stopped clock does nothing but start again");
    }

    /// Checks that a turn only gets more time by what hosts do, what all agree to, and what the bot owes: somebody who plays
    /// for a player who is away has no more than was left, and somebody who takes over no more than a player who begins.
    fn check_turn(&self, decision: &Change) {
        let (before, after) = (&self.game, &decision.after);
        let is_same = before.question == after.question && before.on_turn() == after.on_turn();
        let (Some(seat), Some(_), Some(_), true) =
            (after.on_turn(), before.deadline, after.deadline, is_same)
        else {
            return;
        };
        let new = after.log[before.log.len()..].iter().filter_map(|entry| entry.control());
        let takes_over = |event: &Control| matches!(event, Control::Take(it) if it.seat == seat && it.back.is_none() && !it.returns);
        let moves = |event: &Control| matches!(event, Control::Extend(_) | Control::Resume);
        let (is_new, is_moved) = (new.clone().any(takes_over), new.clone().any(moves));
        let full = after.terms.bank.map_or(12, |bank| Millis::from(bank.hours)) * HOUR;
        let left = |game: &Match| game.time_left(self.now).unwrap();
        let most = left(before).max(if is_new { full } else { 0 });
        assert!(is_moved || left(after) <= most, "{} h of {} h", left(after) / HOUR, most / HOUR);
    }

    /// Notes when a phase ends as everyone reads it, and checks that it does.
    fn check_promised_end(&mut self, actor: &Actor, command: &Command, decision: &Change) {
        if let (Actor::Clock, Command::Ring(timer) | Command::RingWith { timer, .. }) = (actor, command)
            && decision.after.question.number > self.game.question.number
        {
            assert_eq!(Some(timer.at), self.promised, "a phase ends when everyone was told that it would");
        }
        for message in decision.messages.iter().filter(|message| matches!(message.to, Target::Channel(_))) {
            self.promised = match message.notice {
                Notice::EndsEarly { at } => Some(at),
                Notice::GoesOn { deadline }
                | Notice::Extended { deadline }
                | Notice::Resumed { deadline }
                | Notice::Grace { deadline } => Some(deadline),
                Notice::News { deadline, .. } => deadline,
                Notice::Paused { .. } => None,
                _ => self.promised,
            };
        }
        assert_eq!(decision.after.closes_at(), self.promised, "what everyone was told last holds");
    }

    /// Checks that after an undo, nothing differs from a match in which what was undone never happened, but for what people have
    /// said since about themselves.
    fn check_undone(&self) {
        let (game, then) = (&self.game, &self.then[&self.game.question.number]);
        assert_eq!(self.began.get(&game.question.number), self.state().as_ref(), "the state of then");
        let (now, before) = (&game.effective, &then.effective);
        assert_eq!(now.attendance.missed, before.attendance.missed);
        assert_eq!(
            (&now.attendance.graces, &now.attendance.absent),
            (&before.attendance.graces, &before.attendance.absent)
        );
        assert_eq!((&now.offer, &now.proposal, now.attendance.early), (&None, &None, None));
        for (seat, player) in game.seated() {
            let was = then.player(seat).unwrap();
            if was.user_id == player.user_id && Computed::of(player.user_id).is_none() {
                assert_eq!(game.strikes(seat), then.strikes(seat));
            }
            let tenure = game.tenure(seat).filter(|tenure| tenure.stands_in);
            if let Some(tenure) = tenure.filter(|_| then.computed(seat).is_none()) {
                let has_left = game.was_left(seat) || then.is_free(seat);
                assert!(has_left, "nobody stands in because of what was undone: {tenure:?}");
            }
        }
        for offer in now.handovers.iter().filter(|asked| asked.until.is_some()) {
            assert!(game.is_free(offer.seat), "no seat is offered because of what was undone");
        }
    }

    /// Goes on with what is stored, as after a restart.
    fn restart(&mut self) {
        self.read_again();
        self.game = rows::read(&self.games, self.stored.clone()).unwrap();
    }

    /// Does everything that is due until a later time, as the scheduler does.
    fn wait(&mut self, time: Millis) {
        let until = self.now + time;
        for _ in 0..100 {
            let Some(timer) = self.game.timers.iter().copied().find(|timer| timer.at <= until) else { break };
            self.now = self.now.max(timer.at);
            if matches!(timer.kind, TimerKind::Deadline | TimerKind::Early) && !self.game.has_turns() {
                self.think();
            }
            if !self.game.timers.contains(&timer) {
                continue;
            }
            let away = self.away.is_some_and(|from| (from..self.now).contains(&timer.at));
            let reachability = Reachability { away, ..Reachability::default() };
            match self.give_as(&Actor::Clock, &Command::RingWith { timer, reachability }) {
                Ok(()) => {}
                Err(denied) => panic!("the clock was refused: {denied}"),
            }
            assert!(!self.game.timers.contains(&timer), "a timer that has been handled is gone: {timer:?}");
            if timer.kind == TimerKind::Think {
                self.think();
            }
        }
        self.now = until;
    }

    /// Lets the computed seats answer what they are asked now.
    fn think(&mut self) {
        for seat in self.game.thinking() {
            let (question, session) = (self.game.question, self.game.session.as_ref().unwrap());
            let legal = session.legal(seat);
            let at = self.game.thought_seed(seat) as usize % legal.len();
            let actions = vec![session.parse(&legal[at]).unwrap()];
            let user = self.game.player(seat).unwrap().user_id;
            let think = Command::Think { question, actions };
            match self.give(user, think) {
                Ok(()) | Err(Denied::Stale) => {}
                Err(denied) => panic!("a computed seat was refused: {denied}"),
            }
            if self.game.has_turns() {
                return;
            }
        }
    }

    fn state(&self) -> Option<String> {
        self.game.session.as_ref().map(|session| state_hash(&**session))
    }

    fn user(&self, detail: u8) -> UserId {
        random::somebody(&self.game, &cast(), detail)
    }

    fn act(&mut self, seat: Seat, detail: u16) -> Result<(), Denied> {
        match random::act(&self.game, seat, detail) {
            Some(Deed::Order(user, command)) => self.give(user, command),
            _ => Ok(()),
        }
    }

    /// Takes a step.
    fn step(&mut self, step: Step) {
        let seen = self.state();
        let deeds = random::deeds(&self.game, &cast(), self.now, step);
        let is_single = deeds.len() == 1;
        for deed in deeds {
            let is_refused = self.attempt(deed).is_err();
            if is_refused && is_single {
                assert_eq!(seen, self.state(), "a refusal changes nothing");
            }
        }
    }

    /// Tries one thing. Most of what random people try is refused.
    fn attempt(&mut self, deed: Deed) -> Result<(), Denied> {
        match deed {
            Deed::Restart => self.restart(),
            Deed::Wait(time) => self.wait(time),
            Deed::Away(time) => self.be_away(time),
            Deed::Plan { user, seat, plan, first } => self.plan(user, seat, &plan, first),
            Deed::Order(user, command) => {
                let is_undo = matches!(command, Command::Rewind(_));
                self.give(user, command)?;
                if is_undo {
                    self.check_undone();
                }
            }
        }
        Ok(())
    }

    /// Lets time pass while the program is not running.
    fn be_away(&mut self, time: Millis) {
        let from = self.now;
        self.now += time;
        self.restart();
        match self.give_as(&Actor::Clock, &Command::MakeUp { from, to: self.now }) {
            Ok(()) | Err(Denied::AlreadyDone | Denied::NotBegun(_)) => {}
            Err(denied) => panic!("time is not given back: {denied}"),
        }
        self.away = Some(from);
        self.wait(0);
        self.away = None;
    }

    /// Plans the next actions of everybody, and has the first of them played.
    fn plan(&mut self, user: UserId, seat: Seat, plan: &[(Seat, Move)], first: Option<(UserId, Move)>) {
        let actions = plan.iter().map(|(_, action)| action.clone()).collect();
        if self.give(user, Command::Ahead(actions)).is_err() {
            return;
        }
        let before = self.game.question.number;
        let Some((user, action)) = first else { return };
        if self.give(user, Command::Act(Act::new(action))).is_ok() && plan.len() > 1 {
            let played = self.game.question.number - before;
            let own = plan[1..].iter().take_while(|(by, _)| *by == seat).count();
            assert!(played as usize > own, "what was planned is played at once: {plan:?}");
        }
    }

    /// Checks that another process reads the match as it was decided.
    fn read_again(&self) {
        let mut read = rows::read(&self.games, self.stored.clone()).unwrap();
        let state = |game: &Match| game.session.as_ref().map(|session| state_hash(&**session));
        assert_eq!(state(&read), state(&self.game));
        assert_eq!(read.effective, self.game.effective);
        assert_eq!(read.players, self.game.players);
        assert_eq!((read.question, read.closed_at), (self.game.question, self.game.closed_at));
        assert_eq!((read.deadline, &read.timers), (self.game.deadline, &self.game.timers));
        assert_eq!((&read.told, &read.began), (&self.game.told, &self.game.began));
        assert_eq!((&read.closed, read.phase), (&self.game.closed, self.game.phase));
        assert_eq!((&read.setup, &read.start_hash), (&self.game.setup, &self.game.start_hash));
        assert_eq!((read.history(), read.names()), (self.game.history(), self.game.names()));
        assert_eq!((read.status, &read.terms), (self.game.status, &self.game.terms));
        read.recall_vacancies();
        assert_eq!(read.players, self.game.players, "who has left follows from the log, too");
        for seat in Seat::all(self.game.players.len()) {
            assert_eq!(read.strikes(seat), self.game.strikes(seat));
        }
    }
}

/// Plays random matches, in which every one of these events has to occur; more of them with `TRIGON_SEQUENCES`.
fn play(game: &str, usual: u32, events: &[&str]) {
    let seen = RefCell::new(BTreeMap::new());
    let cases = std::env::var("TRIGON_SEQUENCES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let steps = prop::collection::vec(any::<Step>(), 1..60);
    // Always the same ones, so that a failure is never a surprise.
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let played = TestRunner::new_with_rng(config, rng).run(&(any::<u16>(), steps), |(detail, steps)| {
        let mut table = Table::open(game, detail);
        for step in steps {
            table.step(step);
            if !table.game.is_going_on() {
                break;
            }
        }
        table.read_again();
        for event in table.game.log.iter().filter_map(|entry| entry.control()) {
            let text = serde_json::to_string(event).unwrap();
            let kind = text.split('"').nth(1).unwrap_or_default().to_owned();
            *seen.borrow_mut().entry(kind).or_insert(0) += 1;
        }
        let acted = |seat| {
            table.game.log.iter().filter(|it| it.by == By::Seat(seat) && it.action().is_some()).count()
        };
        let computed =
            Seat::all(table.game.players.len()).filter(|seat| table.game.computed(*seat).is_some());
        let acts: usize = computed.map(acted).sum();
        *seen.borrow_mut().entry("computed".to_owned()).or_insert(0) += acts;
        Ok(())
    });
    if let Err(error) = played {
        panic!("{error}");
    }
    let seen = seen.into_inner();
    for event in events {
        assert!(seen.get(*event).is_some_and(|times| *times > 0), "{event} never happens: {seen:?}");
    }
}

#[test]
fn random_matches_of_rounds_follow_from_their_logs() {
    let events = [
        "missed",
        "grace",
        "absent",
        "ready",
        "early",
        "stand-by",
        "stand-down",
        "handover",
        "take",
        "refuse",
        "vacate",
        "vacant",
        "pause",
        "resume",
        "extend",
        "rewind",
        "propose",
        "consent",
        "object",
        "away",
        "back",
        "correct",
        "computed",
        "prolong",
    ];
    play("triforce-building", 200, &events);
}

#[test]
fn random_matches_of_turns_follow_from_their_logs() {
    let events = [
        "take", "offer", "accept", "undo", "time-out", "banked", "away", "back", "ahead", "consent",
        "computed", "stand-by", "vacate", "vacant", "resign",
    ];
    play("triangoli", 250, &events);
}
