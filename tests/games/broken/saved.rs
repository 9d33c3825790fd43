//! Saved sandboxes in which something is missing, of another type or huge.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::runtime::Runtime;
use trigon::rehearsal::Server;
use trigon::sandbox::{Clock as _, RateLimits, RunningClock, Sandbox, SandboxConfig};

use super::{break_value, some_cases};

/// Returns a sandbox with some of everything in it, and its clock.
async fn sandbox() -> (Arc<Sandbox>, Arc<RunningClock>) {
    let clock = Arc::new(RunningClock::default());
    let config =
        SandboxConfig { clock: clock.clone(), limits: RateLimits::off(), ..SandboxConfig::default() };
    let Server { sandbox, hall, people, .. } =
        Server::open(config, ["Table", "hall"], &["ada", "bob"]).await.unwrap();
    let [ada, bob] = [&people[0], &people[1]];
    let said = ada.say(hall, &format!("hello {}", bob.mention())).unwrap();
    bob.reply(said, "hello").unwrap();
    bob.react(said, "👋").unwrap();
    bob.dm("for the bot only").unwrap();
    let thread = ada.start_thread(hall, "aside", false).unwrap();
    bob.say(thread, "here").unwrap();
    (sandbox, clock)
}

#[test]
fn a_broken_save_is_opened_or_refused_in_a_sentence() {
    let runtime = Runtime::new().unwrap();
    let (sandbox, clock) = runtime.block_on(sandbox());
    let whole: Value = serde_json::from_str(&runtime.block_on(sandbox.save()).unwrap()).unwrap();
    let (mut opened, mut refused) = (0_u64, 0_u64);
    some_cases(1_500, |rng| {
        let mut broken = whole.clone();
        for _ in 0..rng.u8(1..4) {
            break_value(rng, &mut broken["sandbox"]);
        }
        if let Err(error) = runtime.block_on(sandbox.open(broken.to_string().as_bytes())) {
            let sentence = error.to_string();
            assert!(sentence.ends_with('.') && !sentence.contains('\n'), "{sentence:?}");
            refused += 1;
            return;
        }
        opened += 1;
        // The sandbox that was opened can be used, as far as it goes.
        clock.advance(Duration::from_hours(24));
        for person in sandbox.people() {
            for guild in sandbox.guilds() {
                for (channel, ..) in guild.channels() {
                    let _ = person.view(channel);
                    let _ = person.say(channel, "hello");
                }
            }
            let _ = person.dms();
        }
        runtime.block_on(sandbox.save()).unwrap();
    });
    assert!(opened > 100 && refused > 100, "{opened} opened, {refused} refused");
}
