//! Metrics for operators: counted where things happen, collected on request.
//!
//! Labels take their values from fixed sets, such as routes or outcomes: never people, servers, channels or matches.

use std::sync::LazyLock;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Metric, Registry};

/// A label with its value.
type Label = (&'static str, String);

/// A counter for each value of a label.
pub struct LabelledCounter {
    label: &'static str,
    family: Family<[Label; 1], Counter>,
}

impl LabelledCounter {
    /// Increments the counter of a label value.
    pub fn count(&self, value: &str) {
        self.family.get_or_create(&[(self.label, value.to_owned())]).inc();
    }
}

/// A gauge whose value may be unknown.
pub struct OptionalGauge(Gauge<f64, AtomicU64>);

impl OptionalGauge {
    /// Sets the value; `None` if it is unknown or there is none.
    pub fn set(&self, value: Option<f64>) {
        self.0.set(value.unwrap_or(f64::NAN));
    }
}

/// A histogram of durations.
pub struct DurationHistogram(Histogram);

impl DurationHistogram {
    /// Records a duration.
    pub fn took(&self, time: Duration) {
        self.0.observe(time.as_secs_f64());
    }
}

/// All metrics.
pub struct Figures {
    registry: Registry,
    /// Requests to Discord, by method and route.
    requests: Family<[Label; 2], Counter>,
    /// Requests refused by Discord because of a rate limit, by scope.
    pub rate_limited: LabelledCounter,
    /// How long requests waited for a rate limit before being sent.
    pub rate_limit_waits: DurationHistogram,
    /// Commands, presses and forms, by kind.
    pub interactions: LabelledCounter,
    /// Interactions that another program answered first.
    pub answered_elsewhere: Counter,
    /// The time from the arrival of an interaction to its first answer.
    pub first_answers: DurationHistogram,
    /// Answered direct messages.
    pub direct_messages: Counter,
    /// Attempts to deliver a message, by outcome.
    pub deliveries: LabelledCounter,
    /// Failed attempts to send a message, by class.
    pub refusals: LabelledCounter,
    /// Discord sessions, by how they began.
    pub sessions: LabelledCounter,
    /// Database errors, by reason.
    pub store_errors: LabelledCounter,
    /// Deadlines and reminders handled.
    pub deadlines: Counter,
    /// How late the last of them was handled.
    pub lateness: OptionalGauge,
    /// Iterations of the scheduler.
    pub scheduler_rounds: Counter,
    /// Iterations of the delivery task.
    pub delivery_rounds: Counter,
    /// Unfinished matches, by status.
    matches: Family<[Label; 1], Gauge>,
    /// Matches whose clock is stuck.
    pub stuck: OptionalGauge,
    /// The time until the next deadline; negative once it has passed.
    pub next_deadline: OptionalGauge,
    /// Messages waiting to be sent.
    pub waiting: OptionalGauge,
    /// How long the oldest of them has been waiting.
    pub oldest: OptionalGauge,
    /// Whether the bot is connected to Discord.
    pub connected: OptionalGauge,
    /// Whether the database can be used.
    pub store_works: OptionalGauge,
    /// How far this machine's clock is ahead of Discord's.
    pub clock_ahead: OptionalGauge,
}

/// Returns the metrics of this program.
pub fn figures() -> &'static Figures {
    static FIGURES: LazyLock<Figures> = LazyLock::new(Figures::new);
    &FIGURES
}

/// A registry of metrics whose names begin with `trigon_`.
struct Register(Registry);

impl Register {
    fn add<M: Metric + Clone>(&mut self, name: &str, help: &str, metric: M) -> M {
        self.0.register(name, help, metric.clone());
        metric
    }

    fn counters(&mut self, name: &str, help: &str, label: &'static str) -> LabelledCounter {
        LabelledCounter { label, family: self.add(name, help, Family::default()) }
    }

    fn level(&mut self, name: &str, help: &str) -> OptionalGauge {
        let level = OptionalGauge(self.add(name, help, Gauge::default()));
        level.set(None);
        level
    }

    /// Adds a histogram whose first bucket ends at `first` seconds.
    fn times(&mut self, name: &str, help: &str, first: f64) -> DurationHistogram {
        DurationHistogram(self.add(name, help, Histogram::new(exponential_buckets(first, 2.0, 14))))
    }
}

impl Figures {
    fn new() -> Self {
        let mut r = Register(Registry::with_prefix("trigon"));
        Self {
            requests: r.add(
                "discord_requests",
                "Requests to Discord, by route and status",
                Family::default(),
            ),
            rate_limited: r.counters("discord_rate_limited", "Refusals because of a rate limit", "scope"),
            rate_limit_waits: r.times(
                "discord_rate_limit_wait_seconds",
                "How long requests waited for a rate limit before they were sent",
                0.001,
            ),
            interactions: r.counters("interactions", "Commands, presses and forms", "kind"),
            answered_elsewhere: r.add(
                "interactions_answered_elsewhere",
                "Interactions that another program with the same token answered first",
                Counter::default(),
            ),
            first_answers: r.times(
                "first_answer_seconds",
                "The time from the arrival of an interaction to its first answer",
                0.001,
            ),
            direct_messages: r.add(
                "direct_messages_answered",
                "Direct messages that were answered",
                Counter::default(),
            ),
            deliveries: r.counters("deliveries", "Attempts to deliver a message, by outcome", "outcome"),
            refusals: r.counters("delivery_refusals", "Failed attempts to send a message, by class", "class"),
            sessions: r.counters("discord_sessions", "Sessions with Discord, by how they began", "began"),
            store_errors: r.counters("store_errors", "Errors of the database, by reason", "reason"),
            deadlines: r.add(
                "deadlines_processed",
                "Deadlines and reminders that were processed",
                Counter::default(),
            ),
            lateness: r.level("deadline_lateness_seconds", "How late the last deadline was processed"),
            scheduler_rounds: r.add(
                "scheduler_rounds",
                "Rounds of the task that meets deadlines",
                Counter::default(),
            ),
            delivery_rounds: r.add(
                "delivery_rounds",
                "Rounds of the task that delivers messages",
                Counter::default(),
            ),
            matches: r.add("matches", "Unfinished matches, by status", Family::default()),
            stuck: r.level("stuck_matches", "Matches whose deadlines cannot be processed"),
            next_deadline: r.level("next_deadline_seconds", "The time until the next deadline"),
            waiting: r.level("messages_waiting", "Messages that wait to be sent"),
            oldest: r.level("oldest_message_seconds", "How long the oldest waiting message has waited"),
            connected: r.level("connected", "Whether the bot is connected to Discord"),
            store_works: r.level("store_works", "Whether the database can be used"),
            clock_ahead: r
                .level("clock_ahead_seconds", "How much the clock of this machine is ahead of Discord's"),
            registry: r.0,
        }
    }

    /// Counts a request to Discord. The route contains no numbers; the status is that of the response, or `none`.
    pub fn request(&self, route: String, status: &str) {
        self.requests.get_or_create(&[("route", route), ("status", status.to_owned())]).inc();
    }

    /// Sets the number of matches in each of the given statuses.
    pub fn set_matches(&self, counts: &[(&'static str, i64)]) {
        for (status, count) in counts {
            self.matches.get_or_create(&[("status", (*status).to_owned())]).set(*count);
        }
    }

    /// Returns all metrics in the Prometheus text format.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_is_in_the_text() {
        let figures = Figures::new();
        figures.request("POST channels/:id/messages".to_owned(), "200");
        figures.request("POST channels/:id/messages".to_owned(), "200");
        figures.store_errors.count("the disk is full");
        figures.first_answers.took(Duration::from_millis(3));
        figures.set_matches(&[("running", 4), ("signup", 0)]);
        figures.lateness.set(Some(0.25));
        let text = figures.text();
        for line in [
            "trigon_discord_requests_total{route=\"POST channels/:id/messages\",status=\"200\"} 2",
            "trigon_store_errors_total{reason=\"the disk is full\"} 1",
            "trigon_first_answer_seconds_bucket{le=\"0.004\"} 1",
            "trigon_first_answer_seconds_count 1",
            "trigon_matches{status=\"running\"} 4",
            "trigon_matches{status=\"signup\"} 0",
            "trigon_deadline_lateness_seconds 0.25",
            "trigon_next_deadline_seconds NaN",
            "trigon_direct_messages_answered_total 0",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}:\n{text}");
        }
        assert!(text.ends_with("# EOF\n"));
    }
}
