//! Random matches: whatever people and the clock do, in whatever order.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails may panic")]

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::decide;
use crate::matches::bank::Bank;
use crate::matches::beacon::Beacon;
use crate::matches::command::{Act, Command, Decision, RosterEntry};
use crate::matches::computed::Computed;
use crate::matches::error::Denied;
use crate::matches::game_match::Match;
use crate::matches::known::Known;
use crate::matches::log::{Control, OfferKind, Proposal};
use crate::matches::notice::Notice;
use crate::matches::rights::{Actor, Person};
use crate::matches::rows;
use crate::matches::rules::state_hash;
use crate::matches::terms::{HOUR, Limits, NewMatch, Terms};
use crate::matches::timer::{Timer, TimerKind};
use crate::store::{Status, Stored, Target};
use trigon_clock::Millis;
use trigon_rules::games::{By, Level, Registry, Seat, Seed, Value, Values};

mod limits;
mod mentions;
mod rights;
mod sign_ups;

const HOST: i64 = 30;
const NOON: Millis = 1_800_000_000_000;

/// One thing that somebody does, or that time does: what, who, and a detail.
type Step = (u8, u8, u16);

/// A match as the store has it, and as it was decided.
struct Table {
    games: Registry,
    stored: Stored,
    game: Match,
    now: Millis,
    /// The state with which the phase of each question last began.
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

fn terms(game: &str, detail: u16) -> Terms {
    let info = Registry::standard().get(game).unwrap().info();
    let usual = Terms::usual(info);
    let flag = |bit: u32| detail >> bit & 1 == 1;
    if !info.is_hosted() {
        let seats = *info.players.first().unwrap();
        let limits = flag(2).then_some(Limits { phase_hours: 10, match_hours: 30, shorten: flag(3) });
        let weekends = flag(1).then(|| "Europe/Berlin".parse().unwrap());
        let autopilot = flag(4).then_some(2);
        let terms = Terms { players: seats, limits, weekends, autopilot, ..usual };
        if flag(0) {
            return Terms { bank: Some(Bank { hours: 20, add: 5, most: 30 }), ..terms };
        }
        return terms.limited(info.times[0].key, 12);
    }
    Terms {
        players: 7,
        pregame_hours: 0,
        strikes: if flag(0) { 2 } else { 0 },
        graces: u8::from(flag(1)),
        early: flag(2),
        least_hours: 3,
        limits: flag(4).then_some(Limits { phase_hours: 10, match_hours: 30, shorten: false }),
        autopilot: flag(5).then_some(2),
        calendar: flag(3).then(|| "mon-sat 19:30 Europe/Berlin".parse().unwrap()),
        ..usual
    }
    .with("board", Value::Text("triangle:5".to_owned()))
}

impl Table {
    /// Opens a sign-up.
    fn announce(game: &str, terms: Terms, now: Millis) -> Self {
        let games = Registry::standard();
        let new = NewMatch {
            game: game.to_owned(),
            guild_id: 10,
            channel_id: 20,
            title: "Random".to_owned(),
            terms,
        };
        let version = games.get(game).unwrap().info().version.into();
        let beacon = new.terms.beacon_hours.map(|hours| Beacon::after(now + HOUR * Millis::from(hours)));
        let mut row = rows::new_row(&new, version, HOST, &Seed::from([7; 32]), beacon.as_ref(), now).unwrap();
        row.id = 1;
        let timer = |beacon: Beacon| Timer { at: beacon.closes, kind: TimerKind::Beacon };
        let due = beacon.map(|beacon| rows::due(1, &timer(beacon))).into_iter().collect();
        let stored = Stored { row, seats: Vec::new(), log: Vec::new(), due };
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
                RosterEntry { user_id: 100 + n, name: format!("Player {n}"), renames: true, fields }
            };
            table.give(HOST, Command::Roster(people.map(line).collect())).unwrap();
            table.give(HOST, Command::Start).unwrap();
        } else {
            for n in people {
                table.give(100 + n, Command::Join(format!("Player {n}"))).unwrap();
            }
            table.give(101, Command::Start).unwrap();
        }
        table
    }

    #[expect(clippy::needless_pass_by_value, reason = "commands are made for one use")]
    fn give(&mut self, user: i64, command: Command) -> Result<(), Denied> {
        let person = Person { user_id: user, guild_id: Some(10), guild_host: false, request: None };
        self.by(&Actor::Person(person), &command)
    }

    /// Decides a command, stores the change, and checks what must hold after any change.
    fn by(&mut self, actor: &Actor, command: &Command) -> Result<(), Denied> {
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

    fn check(&mut self, actor: &Actor, command: &Command, decision: &Decision) {
        let (before, after) = (&self.game, &decision.after);
        let holders: Vec<i64> =
            after.players.iter().filter(|player| !player.vacant).map(|player| player.user_id).collect();
        let distinct: BTreeSet<i64> = holders.iter().copied().collect();
        assert_eq!(holders.len(), distinct.len(), "nobody has two seats");

        for message in &decision.messages {
            let is_nobody = matches!(message.to, Target::User(user) if Computed::of(user).is_some());
            assert!(!is_nobody, "nobody writes to a computed player: {message:?}");
        }

        let new = &after.log[before.log.len()..];
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
        if !before.has_turns() && before.status == Status::Running {
            let questions = (before.question, after.question);
            assert!(questions.1.number <= questions.0.number + 1, "one phase at a time");
            if let (Some(calendar), Some(deadline)) = (after.terms.calendar, after.deadline)
                && questions.0 != questions.1
            {
                assert_eq!(calendar.next(deadline), deadline, "every deadline lies on the grid");
                assert!(deadline >= self.now + 2 * HOUR, "and leaves time");
            }
            if questions.0.number < questions.1.number {
                let is_new = self.ended.insert((questions.0.number, questions.0.undos));
                assert!(is_new, "no phase ends twice");
            }
            // What players keep secret tells nobody anything, not even by a time.
            if matches!(
                command,
                Command::Act(_)
                    | Command::Ready { .. }
                    | Command::Ahead(_)
                    | Command::Away { .. }
                    | Command::Back
            ) && questions.0 == questions.1
            {
                assert_eq!(decision.messages, []);
                assert_eq!(before.deadline, after.deadline);
            }
            for message in &decision.messages {
                let others = matches!(message.to, Target::Channel(_));
                let is_secret = matches!(message.notice, Notice::Personal { .. } | Notice::Late { .. });
                assert!(!(others && is_secret), "{message:?}");
            }
        }
        if let (Some(bank), Some(seat), Some(deadline)) = (after.terms.bank, after.on_turn(), after.deadline)
            && before.question != after.question
        {
            let left = after.bank(seat).unwrap();
            assert_eq!(
                after.standstill().between(self.now, deadline),
                left,
                "a turn begins with what is banked"
            );
            assert!(left <= HOUR * Millis::from(bank.most), "{left}");
        }
        if !before.has_turns() && after.status == Status::Running {
            self.hear(actor, command, decision);
        }
        self.check_turn(decision);
        let deadlines = after.timers.iter().filter(|timer| timer.kind.to_string() == "deadline").count();
        assert!(deadlines <= 1);
        assert!(
            after.status == Status::Running || after.effective.handovers.is_empty() || !after.is_going_on()
        );
        if !after.clock_runs() {
            let is_free = |timer: &Timer| match timer.kind {
                TimerKind::Beacon => after.status == Status::Signup,
                kind => matches!(kind, TimerKind::Unpause | TimerKind::Think | TimerKind::Return),
            };
            assert!(after.timers.iter().all(is_free), "a stopped clock does nothing but start again");
        }
    }

    /// Checks that a turn only gets more time by what hosts do, what all agree to, and what the bot owes: somebody who plays
    /// for a player who is away has no more than was left, and somebody who takes over no more than a player who begins.
    fn check_turn(&self, decision: &Decision) {
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
    fn hear(&mut self, actor: &Actor, command: &Command, decision: &Decision) {
        if let (Actor::Clock, Command::Ring(timer) | Command::RingKnowing { timer, .. }) = (actor, command)
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
            let known = Known { away, ..Known::default() };
            match self.by(&Actor::Clock, &Command::RingKnowing { timer, known }) {
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

    fn user(&self, detail: u8) -> i64 {
        let outsiders = 201..=206;
        let known: Vec<i64> =
            self.game.players.iter().map(|player| player.user_id).chain(outsiders).collect();
        known[usize::from(detail) % known.len()]
    }

    fn seat(&self, detail: u16) -> Seat {
        Seat::at(usize::from(detail) % self.game.players.len())
    }

    fn act(&mut self, seat: Seat, detail: u16) -> Result<(), Denied> {
        let session = self.game.session.as_ref().unwrap();
        let legal = session.legal(seat);
        let Some(action) = legal.get(usize::from(detail) % legal.len().max(1)) else { return Ok(()) };
        let action = session.parse(action).unwrap();
        self.give(self.game.player(seat).unwrap().user_id, Command::Act(Act::new(action)))
    }

    /// Takes a step. Most of what random people try is refused, which must change nothing.
    fn step(&mut self, (what, who, detail): Step) {
        let (user, seat) = (self.user(who), self.seat(detail));
        let other = i64::from(detail % 6) + 201;
        let name = || format!("New {other}");
        let player = self.game.players[seat.index(self.game.players.len()).unwrap()].user_id;
        let seen = self.game.session.as_ref().map(|session| state_hash(&**session));
        let done = match what % 37 {
            35 | 36 => return self.restart(),
            0..=7 => {
                let asked = self.game.to_act();
                let Some(asked) = asked.get(usize::from(who) % asked.len().max(1)) else { return };
                self.act(asked.seat, detail)
            }
            28 => {
                // Everyone answers and is ready.
                for asked in self.game.to_act() {
                    let _ = self.act(asked.seat, detail);
                    let user = self.game.player(asked.seat).unwrap().user_id;
                    let _ = self.give(user, Command::Ready { ready: true, pad: None });
                }
                return self.wait(HOUR / 4 * Millis::from(detail % 40));
            }
            8 | 9 => return self.wait(HOUR * Millis::from(detail % 30)),
            10 => {
                // The program is not running for a while.
                let from = self.now;
                self.now += HOUR / 4 * Millis::from(detail % 360);
                self.restart();
                match self.by(&Actor::Clock, &Command::MakeUp { from, to: self.now }) {
                    Ok(()) | Err(Denied::AlreadyDone | Denied::NotBegun(_)) => {}
                    Err(denied) => panic!("time is not given back: {denied}"),
                }
                self.away = Some(from);
                self.wait(0);
                self.away = None;
                return;
            }
            11 if detail % 2 == 0 => {
                let Some(session) = &self.game.session else { return };
                if self.game.has_turns() {
                    return self.plan(seat, detail);
                }
                let legal = session.legal(seat);
                let at = |n: u16| legal.get(usize::from(detail / 2 + n) % legal.len().max(1));
                let texts: Vec<String> = (0..detail % 5).filter_map(|n| at(n * 7).cloned()).collect();
                let answers = texts.iter().map(|text| session.parse(text).unwrap()).collect();
                self.give(player, Command::Ahead(answers))
            }
            11 => self.give(user, Command::Ready { ready: detail % 4 > 0, pad: None }),
            29 => {
                let what = match detail % 4 {
                    0 => Proposal::Extend(HOUR * (Millis::from(detail % 60) - 20)),
                    1 => Proposal::EndPhase,
                    2 => Proposal::Pause,
                    _ => Proposal::Undo,
                };
                self.give(HOST, Command::Propose(what))
            }
            30 | 31 => {
                let Some(open) = self.game.proposal().cloned() else { return };
                let undecided = self.game.voters().into_iter().filter(|seat| !open.agreed.contains(seat));
                let users: Vec<i64> = undecided
                    .filter_map(|seat| self.game.player(seat))
                    .map(|player| player.user_id)
                    .collect();
                for user in users {
                    let _ = self.give(user, Command::Consent { number: open.number, agree: detail % 20 > 0 });
                }
                if detail % 3 == 0 {
                    let _ = self.give(HOST, Command::Withdraw(open.number));
                }
                return;
            }
            32 if detail % 3 == 0 => {
                let away = self.game.effective.away.last().and_then(|away| self.game.player(away.seat));
                let user = away.map_or(user, |player| player.user_id);
                self.give(user, Command::Back)
            }
            32 => {
                let (after, time) = (HOUR * Millis::from(detail % 7), HOUR * Millis::from(detail % 80));
                self.give(user, Command::Away { after, time })
            }
            33 => {
                let mut fields = Values::default();
                fields.set("priority", Value::Number(i64::from(detail % 9)));
                self.give(HOST, Command::Correct { user, fields, reason: "A slip.".to_owned() })
            }
            34 => {
                let computed = self.game.another_computed(Level::ALL[usize::from(detail % 6)]);
                let (user, name) = (computed.user_id(), computed.name());
                let has_left = detail % 2 == 0;
                self.give(
                    HOST,
                    Command::Handover {
                        player,
                        user,
                        name,
                        back_in: None,
                        has_left,
                        since: None,
                        reason: None,
                    },
                )
            }
            12 => self.give(user, Command::Leave),
            13 => self.give(HOST, Command::Unseat { user: player, reason: None }),
            14 => self.give(
                HOST,
                Command::Handover {
                    player,
                    user: other,
                    name: name(),
                    back_in: None,
                    has_left: false,
                    since: None,
                    reason: None,
                },
            ),
            15 => {
                let back_in = Some(HOUR * Millis::from(detail % 40));
                self.give(
                    HOST,
                    Command::Handover {
                        player,
                        user: other,
                        name: name(),
                        back_in,
                        has_left: true,
                        since: None,
                        reason: None,
                    },
                )
            }
            16..=18 => {
                let asked = self.game.effective.handovers.first().cloned();
                let (user, seat) = asked.map_or((user, seat), |asked| (asked.user, asked.seat));
                self.give(user, Command::AnswerHandover { seat, number: None, accept: detail % 4 > 0 })
            }
            19 => self.give(user, Command::AnswerHandover { seat, number: None, accept: detail % 2 == 0 }),
            20 => self.give(user, Command::StandBy { name: format!("New {user}"), since: None }),
            21 => self.give(user, Command::StandDown),
            22 => self.give(
                user,
                Command::Lend {
                    user: other,
                    name: name(),
                    time: HOUR * Millis::from(detail % 60),
                    since: None,
                },
            ),
            23 => {
                let owner = self.game.effective.lent.first().map_or(user, |lent| lent.owner);
                self.give(owner, Command::Return)
            }
            24 if self.game.paused().is_some() => self.give(HOST, Command::Resume),
            24 => self.give(HOST, Command::Pause),
            25 if detail % 3 == 0 => {
                let done = self.give(HOST, Command::Rewind(self.game.question));
                if done.is_ok() {
                    self.check_undone();
                }
                done
            }
            25 => self.give(HOST, Command::Extend(i64::from(detail % 20) - 8)),
            26 if self.game.has_turns() => {
                let kind = if detail % 2 == 0 { OfferKind::Takeback } else { OfferKind::Draw };
                self.give(player, Command::Offer(kind))
            }
            27 if self.game.has_turns() => {
                let kind = if detail % 2 == 0 { OfferKind::Takeback } else { OfferKind::Draw };
                let kind = self.game.offer().map_or(kind, |offer| offer.kind);
                let user = self.game.unanswered().first().and_then(|seat| self.game.player(*seat));
                let user = user.map_or(player, |player| player.user_id);
                self.give(user, Command::Answer { kind, number: None, accept: detail % 3 > 0 })
            }
            _ => self.give(HOST, Command::EndPhase),
        };
        if done.is_err() {
            let now = self.game.session.as_ref().map(|session| state_hash(&**session));
            assert_eq!(seen, now, "a refusal changes nothing");
        }
    }

    /// Plans the next actions of everybody, and has the first of them played.
    fn plan(&mut self, seat: Seat, detail: u16) {
        let mut session = self.game.session.clone().unwrap();
        let mut plan = Vec::new();
        for n in 0..=detail % 5 {
            let Some(asked) = session.to_act().first().copied() else { break };
            let legal = session.legal(asked.seat);
            let Some(text) = legal.get(usize::from(detail / 3 + n) % legal.len().max(1)) else { break };
            let action = session.parse(text).unwrap();
            session.make(By::Seat(asked.seat), &action).unwrap();
            plan.push((asked.seat, action));
        }
        let actions = plan.iter().map(|(_, action)| action.clone()).collect();
        let user = self.game.player(seat).unwrap().user_id;
        if self.give(user, Command::Ahead(actions)).is_err() {
            return;
        }
        let before = self.game.question.number;
        if let Some((first, action)) =
            plan.first().filter(|(first, _)| *first != seat && !detail.is_multiple_of(4))
        {
            let user = self.game.player(*first).unwrap().user_id;
            if self.give(user, Command::Act(Act::new(action.clone()))).is_ok() && plan.len() > 1 {
                let played = self.game.question.number - before;
                let own = plan[1..].iter().take_while(|(by, _)| *by == seat).count();
                assert!(played as usize > own, "what was planned is played at once: {plan:?}");
            }
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
