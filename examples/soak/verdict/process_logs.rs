//! Checks that no log of a process contains a secret, and that no process has panicked.

use trigon::sandbox::Clock;

use super::{Evidence, Verdict};

impl Evidence<'_> {
    pub(super) fn check_process_logs(&self, logs: &[String], verdict: &mut Verdict) {
        let mut secrets = vec![("the token", self.bed.sandbox.token())];
        for game in &self.tables.games {
            secrets.push(("a seed", game.seed.clone()));
            // In games of turns, actions are public.
            if game.is_rounds() {
                let actions = game
                    .log
                    .iter()
                    .filter(|entry| entry.is_action && entry.actor != "clock" && entry.actor != "host");
                secrets.extend(actions.map(|entry| ("an action", entry.action.clone())));
            }
        }
        secrets.sort();
        secrets.dedup();
        let now = self.bed.clock.now();
        // "1-1" is not in "1-12"; before it, anything may stand.
        let is_not_continued = |rest: &str| !rest.starts_with(|next: char| next.is_alphanumeric());
        for line in logs.iter().flat_map(|log| log.lines()) {
            verdict.count("lines of logs", 1);
            for (what, secret) in &secrets {
                let mut found = line.match_indices(secret.as_str());
                if found.any(|(at, _)| is_not_continued(&line[at + secret.len()..])) {
                    verdict.wrong(now, format!("a log contains {what}"));
                }
            }
            if line.contains("panicked at") {
                verdict.wrong(now, format!("a process panicked: {line}"));
            }
        }
    }
}
