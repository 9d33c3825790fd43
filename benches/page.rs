//! The rehearsal page in Chromium: how soon it is painted, how soon an event shows, and how smoothly a channel of
//! 10,000 messages scrolls. Does nothing but say so if Chromium or its driver is missing.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a bench that fails may panic"
)]

#[path = "../tests/page/browser.rs"]
mod browser;
#[allow(dead_code, reason = "tests use more of it")]
#[path = "../tests/page/page.rs"]
mod page;
#[allow(dead_code, reason = "tests use more of it")]
#[path = "../tests/page/rehearsal.rs"]
mod rehearsal;

use serde_json::json;

use browser::Driver;
use page::Page;
use rehearsal::Rehearsal;

/// Sends messages as another user and returns how long each took to show, in milliseconds, sorted.
const MEASURE_EVENTS_SCRIPT: &str = "
    const [user, channel, done] = arguments;
    const list = document.querySelector('#messages');
    const shows = (text) => new Promise((resolve) => {
        const observer = new MutationObserver(() => {
            if (!list.lastChild.lastChild.textContent.includes(text)) return;
            observer.disconnect();
            requestAnimationFrame(() => resolve(performance.now()));
        });
        observer.observe(list, { childList: true, subtree: true });
    });
    (async () => {
        const times = [];
        for (let i = 0; i < 50; i += 1) {
            const text = `event ${i} ${Math.random()}`;
            const begin = performance.now();
            const shown = shows(text);
            await fetch('/sandbox/say', { method: 'POST', body: JSON.stringify({ user, channel, text }) });
            times.push(await shown - begin);
        }
        done(times.sort((a, b) => a - b));
    })();
";

/// Scrolls to the top and returns the times between frames in milliseconds, sorted.
const MEASURE_SCROLLING_SCRIPT: &str = "
    const [done] = arguments;
    const list = document.querySelector('#messages');
    const frames = [];
    let last = performance.now();
    const step = (now) => {
        frames.push(now - last);
        last = now;
        list.scrollTop -= 150;
        if (list.querySelector('.beginning') !== null || frames.length > 1500) done(frames.sort((a, b) => a - b));
        else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
";

#[tokio::main]
async fn main() {
    let Some(driver) = Driver::start().await else { return };
    let rehearsal = Rehearsal::start_with(&["--people", "ada,bob", "--no-bot"]);
    let (bob, channel) = (rehearsal.person("bob").await, rehearsal.channel("ada").await);
    for n in 0..10_000 {
        let text = format!("line {n} with **bold** and `code`");
        rehearsal.post("say", &json!({ "user": bob, "channel": channel, "text": text })).await;
    }
    let page = Page::open(&driver, &rehearsal, "ada").await;
    let mut paints = Vec::new();
    for _ in 0..10 {
        page.client.refresh().await.unwrap();
        page.reads("line 9999").await;
        let paint =
            page.run("return performance.getEntriesByName('first-contentful-paint')[0].startTime", vec![]);
        paints.push(paint.await.as_f64().unwrap());
    }
    paints.sort_by(f64::total_cmp);
    print_times("first paint", &paints);
    for (what, script, args) in [
        ("an event, until it shows", MEASURE_EVENTS_SCRIPT, vec![json!(bob), json!(channel)]),
        ("a frame while scrolling", MEASURE_SCROLLING_SCRIPT, vec![]),
    ] {
        let times = page.client.execute_async(script, args).await.unwrap();
        let times: Vec<f64> =
            times.as_array().unwrap().iter().filter_map(serde_json::Value::as_f64).collect();
        print_times(what, &times);
    }
    page.close().await;
}

/// Prints the distribution of sorted times in milliseconds.
fn print_times(what: &str, times: &[f64]) {
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
    println!("{what}: median {:.0} ms, 95 % {:.0} ms, longest {:.0} ms", at(0.5), at(0.95), at(1.0));
}
