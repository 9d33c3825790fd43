//! [`Troubles`]: what goes wrong in a match, and the sentences about it for its hosts.

use crate::ui::words;
use crate::ui::words::{needed, relative};
use trigon_engine::matches::{StuckClock, Target, Undelivered};
use trigon_rules::games::phrase;

/// What goes wrong in a match, as `/host status` shows it.
pub(in crate::host) struct Troubles {
    /// The messages that were given up, and those waiting after a failed attempt.
    pub(in crate::host) undelivered: Vec<Undelivered>,
    /// The number of messages waiting because the channel refuses them, and the reason.
    pub(in crate::host) unposted: Option<(i64, String)>,
    /// Why the clock is stuck, if it is.
    pub(in crate::host) stuck_clock: Option<StuckClock>,
    /// Why nothing can be stored, if nothing can.
    pub(in crate::host) store_trouble: Option<&'static str>,
}

impl Troubles {
    /// Puts all problems into words, the most pressing first.
    pub(super) fn lines(&self) -> Vec<String> {
        let unsaved = self.store_trouble.map(|reason| {
            format!("⚠️ **I can’t save anything right now** ({reason}). I keep the direct messages of players until that’s mended, and \
                 refuse buttons and commands.")
        });
        let unposted = self.unposted.iter().map(|(count, reason)| cannot_post(*count, reason));
        let lines = unsaved.into_iter().chain(unposted).chain(self.stuck_clock.iter().map(stuck_clock));
        lines.chain(self.undelivered()).collect()
    }

    /// Lists the messages that have not arrived, grouped by kind.
    fn undelivered(&self) -> Vec<String> {
        let given_up = self.undelivered.iter().filter(|message| message.is_given_up).count();
        let count_given_up = match given_up {
            0 => None,
            1 => Some("-# 1 message could not be delivered.".to_owned()),
            many => Some(format!("-# {many} messages could not be delivered.")),
        };
        let mut groups: Vec<Vec<&Undelivered>> = Vec::new();
        for message in &self.undelivered {
            match groups.iter_mut().find(|group| is_alike(group[0], message)) {
                Some(group) => group.push(message),
                None => groups.push(vec![message]),
            }
        }
        let left_out = groups.len().saturating_sub(MAX_LISTED);
        let more = (left_out > 0)
            .then(|| format!("-# … and {} of messages.", phrase::counted(left_out as i64, "more kind")));
        // The last ones are the most recent.
        let listed = groups.iter().rev().take(MAX_LISTED).rev().map(|group| line_of_group(group));
        count_given_up.into_iter().chain(listed).chain(more).collect()
    }
}

/// The maximum number of kinds of messages listed, and of recipients for each.
const MAX_LISTED: usize = 5;

/// Returns whether two messages are of one kind: what they are, whether they were given up, and why.
fn is_alike(one: &Undelivered, other: &Undelivered) -> bool {
    words::messages_of(&one.what) == words::messages_of(&other.what)
        && one.is_given_up == other.is_given_up
        && one.reason == other.reason
}

/// Describes messages of one kind that have not arrived.
fn line_of_group(group: &[&Undelivered]) -> String {
    let first = group[0];
    let mut to: Vec<String> = Vec::new();
    for message in group {
        let name = match message.to {
            Target::Channel(_) => "the channel".to_owned(),
            Target::User(user) => words::mention(user),
        };
        if !to.contains(&name) {
            to.push(name);
        }
    }
    let others = to.len().saturating_sub(MAX_LISTED);
    to.truncate(MAX_LISTED);
    if others > 0 {
        to.push(format!("{others} more"));
    }
    let since = group.iter().map(|message| message.since).min().unwrap_or(first.since);
    let state = if first.is_given_up { "Given up" } else { "Waiting and tried again" };
    let (what, to, since) = (words::messages_of(&first.what), to.join(", "), relative(since));
    format!("-# {state}, from {since}: {what}, to {to}. Reason: {}.", first.reason)
}

/// Says that messages are waiting because the channel refuses them, and what to do.
pub(in crate::host) fn cannot_post(count: i64, reason: &str) -> String {
    let messages = if count == 1 { "1 message waits" } else { &format!("{count} messages wait") };
    format!("⚠️ **I can’t post in the channel:** {reason}. {messages} until I can.{}", needed(reason))
}

/// Says since when the clock is stuck, why, and when it is tried again.
fn stuck_clock(stuck: &StuckClock) -> String {
    let attempts = match stuck.attempts {
        1 => "one attempt has failed".to_owned(),
        many => format!("{many} attempts have failed"),
    };
    format!(
        "⚠️ **The clock is stuck.** What was due {} could not be done: {attempts}, the last one because of this: {}. \
         The next attempt is {}.",
        relative(stuck.planned),
        stuck.reason,
        relative(stuck.next_attempt)
    )
}
