//! Checks that no log contains a secret, and that no process has panicked.

use trigon::sandbox::Clock;

use super::{Evidence, Verdict};

impl Evidence<'_> {
    pub(super) fn check_secrets(&self, logs: &[String], verdict: &mut Verdict) {
        let mut secrets = vec![("the token", self.bed.sandbox.token())];
        for game in &self.tables.games {
            secrets.push(("a seed", game.seed.clone()));
            let actions = game.log.iter().filter(|entry| {
                game.is_rounds() && entry.is_action && entry.actor != "clock" && entry.actor != "host"
            });
            secrets.extend(actions.map(|entry| ("an action", entry.action.clone())));
        }
        secrets.sort();
        secrets.dedup();
        let now = self.bed.clock.now();
        for line in logs.iter().flat_map(|log| log.lines()) {
            verdict.count("lines of logs", 1);
            let ends = |rest: &str| !rest.starts_with(|next: char| next.is_alphanumeric());
            for (what, secret) in &secrets {
                if line.match_indices(secret.as_str()).any(|(at, _)| ends(&line[at + secret.len()..])) {
                    verdict.wrong(now, format!("a log contains {what}"));
                }
            }
            if line.contains("panicked at") {
                verdict.wrong(now, format!("a process panicked: {line}"));
            }
        }
    }
}
