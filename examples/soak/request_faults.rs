//! What is ordered of Discord's API: requests that fail, are refused, or overtake each other.

use std::time::Duration;

use trigon::sandbox::Fault;

use crate::codes;
use crate::fault_history::Cause;
use crate::fault_injector::FaultInjector;
use crate::time::ElapsedTime;

/// A kind of request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Route {
    Post,
    Direct,
    Edit,
    Callback,
    FollowUp,
    Opening,
    Thread,
    Role,
    Event,
    Registration,
    Fetch,
}

/// The kinds of requests with their names, and the methods and paths by which they are made.
const ROUTES: [(Route, &str, Paths); 11] = [
    (Route::Post, "posts that met a failure", &[("POST", "/channels/*/messages")]),
    // With the channel of a person.
    (Route::Direct, "direct messages that met a failure", &[("POST", "/channels/")]),
    (Route::Edit, "edits that met a failure", &[("PATCH", "/channels/*/messages/*")]),
    (Route::Callback, "first answers that met a failure", &[("POST", "/interactions/*/*/callback")]),
    (
        Route::FollowUp,
        "further answers that met a failure",
        &[("POST", "/webhooks/**"), ("PATCH", "/webhooks/**")],
    ),
    (
        Route::Opening,
        "channels opened for direct messages that met a failure",
        &[("POST", "/users/@me/channels")],
    ),
    (Route::Thread, "threads that met a failure", &[("POST", "/channels/*/threads")]),
    (
        Route::Role,
        "roles that met a failure",
        &[("PUT", "/guilds/*/members/*/roles/*"), ("DELETE", "/guilds/*/members/*/roles/*")],
    ),
    (
        Route::Event,
        "events that met a failure",
        &[
            ("POST", "/guilds/*/scheduled-events"),
            ("PATCH", "/guilds/*/scheduled-events/*"),
            ("DELETE", "/guilds/*/scheduled-events/*"),
        ],
    ),
    // They are registered once, and compared at each start.
    (
        Route::Registration,
        "registrations that met a failure",
        &[("GET", "/applications/**"), ("PUT", "/applications/**")],
    ),
    (Route::Fetch, "fetches that met a failure", &[("GET", "**")]),
];

type Paths = &'static [(&'static str, &'static str)];

/// The statuses of refusals, and those of a server that fails.
const REFUSAL_STATUSES: [u16; 8] = [400, 403, 404, 405, 409, 410, 422, 451];
const FAILURE_STATUSES: [u16; 6] = [500, 502, 503, 504, 520, 530];

/// The number of orders that may wait for requests before all of them are forgotten.
const MAX_WAITING_FAILURES: usize = 10;

/// How long the bot waits for an answer that never comes, beyond what any failure excuses, in milliseconds.
const STALL_MILLIS: ElapsedTime = 15_000;

/// The longest delay of a request that others overtake, in milliseconds.
const MAX_DELAY_MILLIS: u64 = 1_500;

/// Failures that are ordered.
pub(crate) struct InjectedFailures {
    causes: Vec<Cause>,
    method: Option<&'static str>,
    path: String,
    /// How many requests have met a failure of this method and path once all of these have been met.
    until: u32,
    /// How long the last one takes, in milliseconds.
    lasts: ElapsedTime,
}

/// What a request is refused with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Refusal {
    /// One of the listed codes.
    Listed,
    /// A code that nobody knows.
    Unknown,
    /// Any code, by a server that fails.
    Failing,
}

impl FaultInjector {
    /// Returns how a kind of request is made.
    fn request(&mut self, route: Route) -> (&'static str, String) {
        let paths = ROUTES.iter().find(|(other, ..)| *other == route).map_or(&[][..], |(.., paths)| paths);
        let (method, path) = *self.rng.choice(paths).unwrap_or(&("GET", "**"));
        if route != Route::Direct {
            return (method, path.to_owned());
        }
        let person =
            self.rng.choice(&self.people).map_or_else(|| self.bed.host.clone(), |(_, it)| it.clone());
        (method, format!("{path}{}/messages", person.dm_channel()))
    }

    /// Has the next requests of a kind fail. `causes` says what that may excuse.
    fn inject(
        &mut self,
        method: Option<&'static str>,
        path: String,
        causes: Vec<Cause>,
        faults: &[(u32, Fault)],
        lasts: ElapsedTime,
    ) {
        for cause in &causes {
            self.bed.fault_history.begin(*cause, self.bed.now());
        }
        let mut until = self.bed.sandbox.faults_met(method, &path);
        let same = self.injected.iter().filter(|failures| failures.method == method && failures.path == path);
        until = same.map(|failures| failures.until).max().unwrap_or(0).max(until);
        for (times, fault) in faults {
            self.bed.sandbox.fail_next(method, &path, *times, *fault);
            until += times;
        }
        self.injected.push(InjectedFailures { causes, method, path, until, lasts });
    }

    /// Forgets all orders if too many wait for requests that nobody makes.
    fn make_room(&mut self) {
        if self.injected.len() > MAX_WAITING_FAILURES {
            self.bed.sandbox.clear_faults();
            self.forget_injected();
            self.inject_rare();
        }
    }

    /// Has the next request fail of each kind of which none has failed so far, because those are rare.
    pub(crate) fn inject_rare(&mut self) {
        for ((route, ..), (_, met)) in ROUTES.iter().zip(self.met()) {
            if met > 0 {
                continue;
            }
            let (number, (method, path)) = (self.next_number(), self.request(*route));
            let causes = vec![Cause::Http(Some(*route), number)];
            self.inject(Some(method), path, causes, &[(1, Fault::Status(503))], 0);
        }
    }

    /// Notes that whatever was ordered is over.
    pub(crate) fn forget_injected(&mut self) {
        for failures in std::mem::take(&mut self.injected) {
            self.end_injected(&failures);
        }
    }

    fn end_injected(&self, failures: &InjectedFailures) {
        for cause in &failures.causes {
            self.bed.fault_history.end(*cause, self.bed.now() + failures.lasts);
        }
    }

    /// Forgets what has happened.
    pub(crate) fn forget_spent(&mut self) {
        let sandbox = &self.bed.sandbox;
        let is_spent = |failures: &mut InjectedFailures| {
            sandbox.faults_met(failures.method, &failures.path) >= failures.until
        };
        let spent: Vec<InjectedFailures> = self.injected.extract_if(.., is_spent).collect();
        for failures in &spent {
            self.end_injected(failures);
        }
    }

    fn next_number(&mut self) -> u32 {
        self.injected_count += 1;
        self.injected_count
    }

    /// Disturbs the next requests of a kind.
    pub(crate) fn disturb(&mut self) {
        self.make_room();
        let number = self.next_number();
        let (route, ..) = ROUTES[self.rng.usize(..ROUTES.len())];
        let (method, path) = self.request(route);
        let rng = &mut self.rng;
        let status = *rng.choice(&FAILURE_STATUSES).unwrap_or(&500);
        let millis = rng.u64(200..4_000);
        let slow = Duration::from_millis(millis);
        let is_message = !matches!(route, Route::Role | Route::Event | Route::Thread);
        let mut about = Some(route);
        let (fault, lasts) = match rng.u8(0..12) {
            0 => {
                let global = rng.bool();
                // Then nothing else is sent either.
                about = about.filter(|_| !global);
                (Fault::RateLimited { retry_after: rng.f64() * 2.0, global }, 0)
            }
            1 => (Fault::Status(status), 0),
            2 => (Fault::StatusAfter(status), 0),
            3 => (Fault::Garbage { after: rng.bool() }, 0),
            4 => (Fault::Half, 0),
            5 => (Fault::SlowBefore(slow), millis as ElapsedTime),
            6 => (Fault::SlowAfter(slow), millis as ElapsedTime),
            7 => (Fault::DropBefore, 0),
            8 => (Fault::DropAfter, 0),
            9 => (Fault::StallBefore, STALL_MILLIS),
            10 => (Fault::StallAfter, STALL_MILLIS),
            // Nobody asks again what a server shows once a match is over.
            _ if is_message => (Fault::Stray(slow), millis as ElapsedTime),
            _ => (Fault::DropBefore, 0),
        };
        let times = rng.u32(1..4);
        self.inject(Some(method), path, vec![Cause::Http(about, number)], &[(times, fault)], lasts);
    }

    /// Has the next requests of a kind refused. Each kind gets its turn.
    pub(crate) fn refuse(&mut self, refusal: Refusal) {
        self.make_room();
        let number = self.next_number();
        // They begin with different ones, so that few orders concern many kinds.
        let turn = self.turns.entry(refusal).or_insert(refusal as usize * 4);
        let (route, ..) = ROUTES[*turn % ROUTES.len()];
        *turn += 1;
        let (method, path) = self.request(route);
        if route == Route::Opening {
            // A channel is opened anew only for somebody whose channel is gone.
            let (method, path) = self.request(Route::Direct);
            let gone = Fault::Error { status: 404, code: 10_003, after: false };
            let causes = vec![Cause::Http(Some(Route::Direct), number)];
            self.inject(Some(method), path, causes, &[(1, gone)], 0);
        }
        let mut causes = vec![Cause::Http(Some(route), number)];
        let rng = &mut self.rng;
        let listed = codes::listed();
        let known = *rng.choice(&listed).unwrap_or(&0);
        let unknown = rng.u32(1..1_000_000);
        let unknown = if listed.contains(&unknown) { 999_999 } else { unknown };
        let refused = *rng.choice(&REFUSAL_STATUSES).unwrap_or(&400);
        let fault = match refusal {
            Refusal::Listed => {
                causes.push(Cause::Refusal(route, known, number));
                Fault::Error { status: refused, code: known, after: false }
            }
            Refusal::Unknown => Fault::Error { status: refused, code: unknown, after: rng.bool() },
            Refusal::Failing => {
                let code = if rng.bool() { known } else { unknown };
                Fault::Error {
                    status: *rng.choice(&FAILURE_STATUSES).unwrap_or(&500),
                    code,
                    after: rng.bool(),
                }
            }
        };
        let times = rng.u32(1..4);
        self.inject(Some(method), path, causes, &[(times, fault)], 0);
    }

    /// Has some of the next requests arrive so late that others overtake them, whatever they are.
    pub(crate) fn overtake(&mut self) {
        self.make_room();
        let number = self.next_number();
        let rng = &mut self.rng;
        let mut delays = Vec::new();
        for _ in 0..rng.u32(2..6) {
            delays.push((1, Fault::SlowBefore(Duration::from_millis(rng.u64(100..MAX_DELAY_MILLIS)))));
            delays.push((rng.u32(1..3), Fault::SlowBefore(Duration::ZERO)));
        }
        let causes = vec![Cause::Http(None, number)];
        self.inject(None, "**".to_owned(), causes, &delays, MAX_DELAY_MILLIS as ElapsedTime);
    }

    /// Returns how many requests of each kind have met a failure.
    pub(crate) fn met(&self) -> Vec<(&'static str, u32)> {
        let sandbox = &self.bed.sandbox;
        let people = self.people.iter().map(|(_, person)| person);
        let directs = || people.clone().map(|person| format!("/channels/{}/messages", person.dm_channel()));
        let met = |route, paths: Paths| -> u32 {
            if route == Route::Direct {
                return directs().map(|path| sandbox.faults_met(Some("POST"), &path)).sum();
            }
            paths.iter().map(|(method, path)| sandbox.faults_met(Some(method), path)).sum()
        };
        ROUTES.iter().map(|(route, name, paths)| (*name, met(*route, paths))).collect()
    }
}
