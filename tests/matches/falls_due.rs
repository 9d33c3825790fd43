//! What falls due while the bot is away, in one table: every time that decides something, every way of being away, and everything
//! that people may send.
//!
//! [`expected`] says what is expected of each cell, and [`left_out`] which cells there are none of.

use std::time::Duration;

use trigon::ids::{MatchId, RequestId, UserId};
use trigon::matches::{Bank, Clock as _};
use trigon::store::{Process, back_up, restore};

use super::*;

const MINUTE: Millis = 60_000;
const SECOND: Millis = 1_000;

/// What somebody has until a time for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Due {
    /// To answer until the deadline of a round.
    Deadline,
    /// To answer until a round ends early, as announced.
    Early,
    /// To answer as a substitute until the player is back.
    Return,
    /// To take a seat that is offered.
    Offer,
    /// To answer until a deadline that moves once for those who are late.
    Grace,
    /// To answer until a deadline with which a seat is lost.
    Strikes,
    /// To answer while the clock stands still, until it starts again by itself.
    Pause,
    /// To act until others may claim the win.
    Claim,
    /// To act with time from a bank.
    Bank,
}

/// How the bot is away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Absence {
    /// It goes and comes back before the time.
    Before,
    /// It goes before the time and comes back after it.
    Across,
    /// It goes after the time.
    After,
    /// It runs, but nothing comes over the gateway: what was sent has to be fetched.
    Gateway,
    /// The process that hears players goes, and two others go on.
    Process,
    /// It was removed from the server before anybody was asked.
    Removed,
    /// A backup from before the time is restored after it.
    Restored,
}

/// What is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sent {
    Nothing,
    /// Before the time.
    InTime,
    /// After what the time was at first, while the bot is away.
    Meanwhile,
    /// After the time.
    Late,
}

const ALL_DUE: [Due; 9] = [
    Due::Deadline,
    Due::Early,
    Due::Return,
    Due::Offer,
    Due::Grace,
    Due::Strikes,
    Due::Pause,
    Due::Claim,
    Due::Bank,
];
const ALL_ABSENCES: [Absence; 7] = [
    Absence::Before,
    Absence::Across,
    Absence::After,
    Absence::Gateway,
    Absence::Process,
    Absence::Removed,
    Absence::Restored,
];
const ALL_SENT: [Sent; 4] = [Sent::Nothing, Sent::InTime, Sent::Meanwhile, Sent::Late];

/// What becomes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Expected {
    /// Whether what was sent counts.
    counts: bool,
    /// Whether it is held against somebody that they have sent nothing in time.
    is_held: bool,
    /// By how much later the time is.
    later: Millis,
}

/// Returns why a cell makes no sense, if it does not.
fn left_out(what: Due, away: Absence, sent: Sent) -> Option<&'static str> {
    let is_away_then = matches!(away, Absence::Across | Absence::Restored);
    match (what, sent) {
        (Due::Bank, Sent::Late) if away == Absence::Removed => {
            Some("nobody acts a second late who cannot see whose turn it is")
        }
        (_, Sent::Meanwhile) if !is_away_then => Some("nothing is sent while the bot is away if it is there"),
        (Due::Pause, Sent::Late | Sent::Meanwhile) => Some("after a pause, the round goes on"),
        _ => None,
    }
}

/// Returns what is expected of a cell.
fn expected(what: Due, away: Absence, sent: Sent) -> Expected {
    // Rounds end at their deadlines. Those who are asked for a seat or for a turn get their time back.
    let gives_back = matches!(what, Due::Offer | Due::Claim | Due::Bank);
    let is_away_then = matches!(away, Absence::Across | Absence::Restored);
    let later = match away {
        // A round has as much time left as when it was paused.
        Absence::Across if what == Due::Pause => 3 * HOUR,
        Absence::Restored if what == Due::Pause => HOUR,
        _ if !gives_back => 0,
        // For how long the bot was away before the time, and what was left when it came back.
        Absence::Before => 2 * HOUR,
        Absence::Across => 4 * HOUR,
        Absence::Restored => 3 * HOUR,
        Absence::After | Absence::Gateway | Absence::Process | Absence::Removed => 0,
    };
    let counts = match sent {
        Sent::InTime => true,
        Sent::Meanwhile => gives_back,
        // By the time it arrives, everybody has more time.
        Sent::Late => what == Due::Grace && matches!(away, Absence::Gateway | Absence::Process),
        Sent::Nothing => false,
    };
    // Nobody is blamed for a time at which the bot was away, or for what they were never asked.
    let could_know = (gives_back || !is_away_then) && away != Absence::Removed;
    let may_be_held = !matches!(what, Due::Return | Due::Pause);
    let is_in_time = counts && sent != Sent::Late;
    Expected { counts, is_held: may_be_held && !is_in_time && could_know, later }
}

/// Messages that arrive only when they are asked for.
#[derive(Default)]
struct Mail {
    waiting: Mutex<Vec<(Person, MatchId, Command)>>,
    to: Mutex<Option<Matches>>,
}

impl Mail {
    /// Brings everything that was sent so far.
    async fn deliver(&self) {
        let to = self.to.lock().unwrap().clone().unwrap();
        let now = to.clock().now();
        let is_sent = |person: &Person| person.request.is_some_and(|request| request.sent_at <= now);
        let sent: Vec<_> = self.waiting.lock().unwrap().extract_if(.., |letter| is_sent(&letter.0)).collect();
        for (person, id, command) in sent {
            // Refused if it comes too late.
            let _ = denied(to.ask(id, &person, command).await);
        }
    }
}

impl LastCall for Mail {
    fn call<'a>(
        &'a self,
        _: &'a [MatchId],
        _: &'a (dyn Fn(MatchId) + Send + Sync),
    ) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>> {
        Box::pin(self.deliver())
    }

    fn wait_until_stored<'a>(&'a self, _: &'a [MatchId]) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>> {
        Box::pin(async {})
    }
}

/// A match in which something falls due.
struct DueMatch {
    hall: Hall,
    mail: Arc<Mail>,
    id: MatchId,
    /// When it is due at first.
    due: Millis,
    /// Who can send something, and what.
    user: UserId,
    command: Command,
    what: Due,
    /// What was opened, to be closed at the end.
    opened: Mutex<Vec<Store>>,
}

impl Due {
    /// Opens a match in which this falls due.
    async fn open(self) -> DueMatch {
        let hall = Hall::new().await;
        let terms = Terms { limits: None, ..seven() };
        let (id, user) = match self {
            Self::Deadline => (hall.running(terms).await, UserId(107)),
            Self::Grace => (hall.running(Terms { graces: 1, ..terms }).await, UserId(107)),
            Self::Strikes => {
                let id = hall.running(Terms { strikes: 1, ..terms }).await;
                hall.answer_all(id).await;
                hall.stands_by(id, UserId(201)).await;
                hall.at(24).await;
                (id, UserId(107))
            }
            Self::Early => {
                let id =
                    hall.running(Terms { early: true, least_hours: 6, early_minutes: 30, ..terms }).await;
                hall.answer_all_but(id, 7).await;
                hall.at(24).await;
                (id, UserId(107))
            }
            Self::Return => {
                let id = hall.running(terms).await;
                let lend =
                    Command::Lend { user: UserId(203), name: "New".to_owned(), time: 10 * HOUR, since: None };
                hall.matches.ask(id, &person(UserId(103)), lend).await.unwrap();
                hall.takes(id, UserId(203), 3).await;
                (id, UserId(203))
            }
            Self::Offer => {
                let id = hall.running(Terms { offer_hours: Some(6), ..terms }).await;
                hall.stands_by(id, UserId(201)).await;
                hall.matches.ask(id, &person(UserId(105)), Command::Leave).await.unwrap();
                hall.at(24).await;
                (id, UserId(201))
            }
            Self::Pause => {
                let id = hall.running(terms).await;
                hall.at(1).await;
                hall.matches.ask(id, &host(), Command::Pause).await.unwrap();
                (id, UserId(107))
            }
            Self::Claim | Self::Bank => {
                let usual = Terms::usual(Registry::standard().get("triangoli").unwrap().info());
                let bank = (self == Self::Bank).then_some(Bank { hours: 20, add: 5, most: 60 });
                let terms = Terms { players: 2, bank, ..usual };
                let terms = if bank.is_some() { terms } else { terms.limited("turn", 20) };
                let id = hall.turns_with("triangoli", 2, terms).await;
                let seat = hall.asked(id).await;
                (id, hall.user(id, seat.number()).await)
            }
        };
        if matches!(self, Self::Deadline | Self::Early | Self::Grace | Self::Strikes) {
            hall.answer_all_but(id, 7).await;
        }
        if self == Self::Early {
            hall.announces_early_end(id).await;
        }
        let command = self.command(&hall, id).await;
        let opened = Mutex::new(vec![hall.matches.store().clone()]);
        let mut due_match =
            DueMatch { hall, mail: Arc::default(), id, due: 0, user, command, what: self, opened };
        due_match.due = due_match.due_now().await.unwrap();
        due_match
    }

    /// Returns what somebody may send.
    async fn command(self, hall: &Hall, id: MatchId) -> Command {
        match self {
            Self::Offer => accept_seat(Seat::new(5)),
            Self::Claim | Self::Bank => {
                let game = hall.load(id).await;
                let action = game.session.as_ref().unwrap().legal(game.to_act()[0].seat)[0].clone();
                hall.typed(id, &action).await
            }
            _ => hall.typed(id, "move -").await,
        }
    }
}

impl Hall {
    /// Lets six players be ready, and waits until the early end of the round is announced.
    async fn announces_early_end(&self, id: MatchId) {
        for seat in 1..=6 {
            let ready = Command::Ready { ready: true, pad: None };
            self.matches.ask(id, &person(UserId(100 + seat)), ready).await.unwrap();
        }
        let told = self.matches.store().due_of(id).await.unwrap();
        let told = told.iter().find(|row| row.kind == "early").unwrap().at;
        self.clock.set(told);
        self.matches.handle_due().await.unwrap();
    }

    /// Lets somebody become an alternate.
    async fn stands_by(&self, id: MatchId, user: UserId) {
        let stand_by = Command::StandBy { name: format!("New {user}"), since: None };
        self.matches.ask(id, &person(user), stand_by).await.unwrap();
    }

    /// Lets somebody take a seat that is offered.
    async fn takes(&self, id: MatchId, user: UserId, seat: u8) {
        let take = accept_seat(Seat::new(seat));
        self.matches.ask(id, &person(user), take).await.unwrap();
    }
}

impl DueMatch {
    /// Returns the seat of the person who can send something, or that they can take.
    fn seat(&self) -> Seat {
        match self.what {
            Due::Return => Seat::new(3),
            Due::Offer => Seat::new(5),
            Due::Claim | Due::Bank => Seat::new((self.user.0 - 100) as u8),
            _ => Seat::new(7),
        }
    }

    /// Returns when it is due as things stand.
    async fn due_now(&self) -> Option<Millis> {
        let game = self.hall.load(self.id).await;
        match self.what {
            Due::Early => game.ends_early(),
            Due::Return => game.loan(self.seat()).map(|lent| lent.back),
            Due::Offer => game.handover(self.seat()).and_then(|asked| asked.until),
            Due::Pause => game.pause_ends(),
            _ => game.deadline,
        }
    }

    /// Lets something be sent at a time. It arrives when it is asked for.
    fn sends(&self, at: Millis) {
        let request = Request { id: RequestId(at), sent_at: at, written_at: at, direct: None, replaces: 0 };
        let person = Person { request: Some(request), ..person(self.user) };
        self.mail.waiting.lock().unwrap().push((person, self.id, self.command.clone()));
    }

    /// Returns a new process on a database, or one among others.
    async fn process(&self, database: &Database, among_others: Option<&str>) -> Matches {
        let mut store = Store::open(database.url()).await.unwrap();
        if let Some(name) = among_others {
            store = store.with_process(Process::among_others(name, name == "0"));
        }
        let matches =
            Matches::new(store, self.hall.clock.clone()).with_seeds(Arc::new(|| Ok(Seed::from([7; 32]))));
        let matches = matches.with_grace(Duration::from_secs(3)).with_last_call(self.mail.clone());
        *self.mail.to.lock().unwrap() = Some(matches.clone());
        self.opened.lock().unwrap().push(matches.store().clone());
        matches
    }

    /// Starts the bot again, as it was left.
    async fn starts(&mut self) {
        self.hall.matches = self.process(&self.hall.database, None).await;
        self.hall.matches.come_back().await.unwrap();
        self.hall.matches.handle_due().await.unwrap();
        // What no time has waited for.
        self.mail.deliver().await;
    }

    /// Moves the clock, and does what is due.
    async fn at(&self, at: Millis) {
        self.hall.clock.set(at);
        self.hall.matches.handle_due().await.unwrap();
    }

    /// Lets the time pass with the bot there, and everything arrive at once.
    async fn passes(&self, due: Millis, sent: Sent) {
        self.hall.clock.set(due + SECOND);
        // The move of a player whose time is up still counts until somebody claims the win.
        if sent == Sent::Late && self.what != Due::Claim {
            self.sends(due + SECOND);
            self.mail.deliver().await;
        }
        self.at(due + 3 * SECOND).await;
    }

    /// Stops the program at one time and starts it at another.
    async fn is_away(&mut self, from: Millis, to: Millis) {
        self.hall.matches.store().note_presence(from).await.unwrap();
        self.hall.clock.set(to);
        self.starts().await;
    }

    /// Lets the time come while the bot is away, and sends what is sent.
    async fn plays_out(&mut self, away: Absence, sent: Sent) {
        let due = self.due;
        self.hall.matches = self.process(&self.hall.database, None).await;
        match away {
            Absence::Removed => {
                // Discord takes nothing for anybody.
                let store = self.hall.matches.store();
                for row in store.deliverable(i64::MAX, 100).await.unwrap() {
                    let refused = DeliveryOutcome::Retry(NOON, "HTTP 403".to_owned());
                    store.mark(row.id, NOON, &refused).await.unwrap();
                }
            }
            _ => drop(self.hall.told().await),
        }
        let in_time = match away {
            Absence::Before => due - 2 * HOUR,
            Absence::Across => due - 30 * MINUTE,
            Absence::Restored => due - HOUR,
            _ => due - 30 * SECOND,
        };
        if sent == Sent::InTime {
            self.sends(in_time);
        }
        if sent == Sent::Meanwhile {
            self.sends(due + 30 * MINUTE);
        }
        let is_late_meanwhile = sent == Sent::Late && expected(self.what, away, Sent::Nothing).later == 0;
        match away {
            Absence::Before => {
                self.is_away(due - 3 * HOUR, due - HOUR).await;
            }
            Absence::Across => {
                if is_late_meanwhile {
                    self.sends(due + HOUR);
                }
                self.is_away(due - HOUR, due + 3 * HOUR).await;
            }
            Absence::After => {
                self.hall.clock.set(in_time + SECOND);
                self.mail.deliver().await;
                self.passes(due, sent).await;
                self.is_away(due + HOUR, due + 3 * HOUR).await;
            }
            Absence::Gateway => {
                // The scheduler asks for it as soon as the time has come, and again at its end.
                if sent == Sent::Late && self.what != Due::Claim {
                    self.sends(due + SECOND);
                }
                self.at(due).await;
                self.at(due + 3 * SECOND).await;
                self.mail.deliver().await;
            }
            Absence::Process => self.loses_a_process(due, sent).await,
            Absence::Removed => {
                self.hall.clock.set(in_time + SECOND);
                self.mail.deliver().await;
                self.passes(due, sent).await;
            }
            Absence::Restored => self.is_restored(due, is_late_meanwhile).await,
        }
    }

    /// A backup from before the time is restored after it. If `is_late`, something is sent in between, after the time.
    async fn is_restored(&mut self, due: Millis, is_late: bool) {
        self.hall.matches.store().note_presence(due - 2 * HOUR).await.unwrap();
        let file = database::folder().join("backup.db");
        back_up(self.hall.database.url(), &file, &mut |_, _| {}).await.unwrap();
        // What happens from now on is lost, but people have sent what they have sent.
        let letters = self.mail.waiting.lock().unwrap().clone();
        self.at(due - HOUR + MINUTE).await;
        self.mail.deliver().await;
        self.at(due + 3 * SECOND).await;
        *self.mail.waiting.lock().unwrap() = letters;
        if is_late {
            self.sends(due + 30 * MINUTE);
        }
        let database = Database::chosen().await;
        restore(&file, database.url(), "trigon restore", &mut |_, _| {}).await.unwrap();
        self.hall.database = database;
        self.hall.clock.set(due + HOUR);
        self.starts().await;
    }

    /// The process that hears players is gone, and two others go on. It is back later.
    async fn loses_a_process(&mut self, due: Millis, sent: Sent) {
        let mut processes = Vec::new();
        for name in ["0", "1", "2"] {
            let process = self.process(&self.hall.database, Some(name)).await;
            process.store().beat(true).await.unwrap();
            processes.push(process);
        }
        // Those that are alive have said so lately, on the clock of the test; the first is not.
        let alive = format!("UPDATE processes SET alive_until = {} WHERE name <> '0'", due + 10 * HOUR);
        self.hall.database.run(&alive).await;
        self.hall
            .database
            .run("UPDATE processes SET alive_until = 1, hears_directs = 0 WHERE name = '0'")
            .await;
        if sent == Sent::Late && self.what != Due::Claim {
            self.sends(due + SECOND);
        }
        for at in [due, due + 3 * SECOND, due + 3 * SECOND] {
            self.hall.clock.set(at);
            for process in &processes[1..] {
                process.handle_due().await.unwrap();
            }
        }
        self.mail.deliver().await;
        let back = self.process(&self.hall.database, Some("0")).await;
        back.come_back().await.unwrap();
        self.hall.matches = back;
    }

    /// Closes what was opened: a server has only so many connections.
    async fn ends(self) {
        *self.mail.to.lock().unwrap() = None;
        let opened = self.opened.lock().unwrap().clone();
        for store in opened {
            store.close().await;
        }
    }

    /// Returns whether what was sent counts, and whether it is held against somebody that nothing was sent in time.
    async fn outcome(&self) -> (bool, bool) {
        let (game, seat) = (self.hall.load(self.id).await, self.seat());
        let acted = game.log.iter().any(|entry| entry.by == By::Seat(seat) && entry.action().is_some());
        // In these, the seat has answered the question before, or has missed it.
        let question = u32::from(matches!(self.what, Due::Early | Due::Strikes));
        let missed = game.log.iter().any(|entry| match entry.control() {
            Some(Control::Missed { question: of, seats }) => *of == question && seats.contains(&seat),
            _ => false,
        });
        let answered = || {
            let answers: Vec<_> = game
                .log
                .iter()
                .filter(|entry| entry.by == By::Seat(seat) && entry.action().is_some())
                .collect();
            answers.len() > usize::from(self.what == Due::Strikes)
        };
        match self.what {
            Due::Deadline | Due::Early => (answered(), missed),
            Due::Strikes => (answered(), game.strikes(seat) > 0 && game.handover(seat).is_some()),
            Due::Grace => (answered(), game.graces_left(seat) == 0),
            Due::Return | Due::Pause => (acted, false),
            Due::Offer => {
                let waits = game.alternates().iter().any(|known| known.user == self.user);
                let has_it = game.seat_of(self.user) == Some(seat);
                (has_it, !has_it && !waits)
            }
            Due::Claim => {
                let other = person(if self.user == UserId(101) { UserId(102) } else { UserId(101) });
                let claimed = self.hall.matches.ask(self.id, &other, Command::Claim).await.is_ok();
                self.mail.deliver().await;
                (acted, claimed)
            }
            Due::Bank => {
                let left = game.bank(seat).unwrap();
                (acted && left > 5 * HOUR, game.timed_out() == Some(seat) || acted && left == 5 * HOUR)
            }
        }
    }
}

/// Plays a cell, and returns how it differs from what is [`expected`].
async fn difference(what: Due, away: Absence, sent: Sent) -> Option<String> {
    let expected = expected(what, away, sent);
    let mut due_match = what.open().await;
    let difference = due_match.difference(away, sent, expected).await;
    due_match.ends().await;
    difference
}

impl DueMatch {
    /// Plays out, and returns how it differs from what is expected.
    async fn difference(&mut self, away: Absence, sent: Sent, expected: Expected) -> Option<String> {
        self.plays_out(away, sent).await;
        let due = self.due + expected.later;
        let is_over = matches!(away, Absence::After | Absence::Gateway | Absence::Process | Absence::Removed);
        let is_settled = expected.counts && sent != Sent::Nothing;
        if !is_over {
            if !is_settled && let Some(moved) = self.moved_otherwise(due, sent).await {
                return Some(moved);
            }
            let then = self.hall.clock.now().max(due);
            self.at(then + 3 * SECOND).await;
        }
        if self.what == Due::Pause
            && let Some(left) = self.left_otherwise(due).await
        {
            return Some(left);
        }
        if self.what == Due::Claim && sent == Sent::Late {
            self.sends(self.hall.clock.now());
        }
        let (counts, is_held) = self.outcome().await;
        let is = Expected { counts, is_held, ..expected };
        (is != expected).then(|| format!("{is:?}, not {expected:?}"))
    }

    /// If the time has not come yet, returns how it differs from when it should be, and otherwise lets it pass. The end of a
    /// pause has no time of its own to look at.
    async fn moved_otherwise(&self, due: Millis, sent: Sent) -> Option<String> {
        if self.what == Due::Pause || self.hall.clock.now() >= due {
            return None;
        }
        let now = self.due_now().await;
        if now != Some(due) {
            let (moved, later) = (now.map(|at| (at - self.due) / MINUTE), (due - self.due) / MINUTE);
            return Some(format!("it is later by {moved:?} minutes, not {later}"));
        }
        self.passes(due, sent).await;
        None
    }

    /// Lets the clock run again after a pause, and returns whether the round has another time left than before it.
    async fn left_otherwise(&self, due: Millis) -> Option<String> {
        self.at((due + 3 * SECOND).max(self.hall.clock.now())).await;
        self.mail.deliver().await;
        let deadline = self.hall.load(self.id).await.deadline;
        let left = deadline.map(|at| (at - due) / MINUTE);
        (deadline != Some(due + 23 * HOUR)).then(|| format!("{left:?} minutes are left after the pause"))
    }
}

/// Unless others are asked for, the same cells are played each time: one of this many.
const SAMPLE_INTERVAL: usize = 5;

/// Returns the cells to play: all, those with a name that is asked for, or always the same sample.
fn cells() -> Vec<(Due, Absence, Sent)> {
    let chosen = std::env::var("TRIGON_CELLS").ok();
    let of = |what| ALL_ABSENCES.into_iter().flat_map(move |away| ALL_SENT.map(|sent| (what, away, sent)));
    let all =
        ALL_DUE.into_iter().flat_map(of).filter(|&(what, away, sent)| left_out(what, away, sent).is_none());
    let is_chosen = |&(number, (what, away, sent)): &(usize, (Due, Absence, Sent))| match chosen.as_deref() {
        None => number.is_multiple_of(SAMPLE_INTERVAL),
        Some("all") => true,
        Some(name) => format!("{what:?} × {away:?} × {sent:?}").contains(name),
    };
    (1..).zip(all).filter(is_chosen).map(|(_, cell)| cell).collect()
}

#[tokio::test]
async fn what_falls_due_while_the_bot_is_away_counts_as_it_was_sent() {
    let (mut wrong, cells) = (Vec::new(), cells());
    for &(what, away, sent) in &cells {
        if let Some(difference) = difference(what, away, sent).await {
            wrong.push(format!("{what:?} × {away:?} × {sent:?}: {difference}"));
        }
    }
    assert!(!cells.is_empty(), "no cell is called so");
    assert!(wrong.is_empty(), "{} of {} cells:\n{}", wrong.len(), cells.len(), wrong.join("\n"));
}
