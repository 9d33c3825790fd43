//! The page for everyone: axe-core on every view, in both schemes and both sizes.
//!
//! axe-core comes from npm (`.ci/run` fetches it) and is found at `TRIGON_AXE`, or in
//! `target/axe-core/package/axe.min.js`.

use fantoccini::Client;
use serde_json::{Value, json};

use super::browser::Driver;
use super::page::Page;
use super::rehearsal::Rehearsal;

/// Returns the source of axe-core, if it is there.
fn axe() -> Option<String> {
    let path = std::env::var("TRIGON_AXE").unwrap_or_else(|_| {
        concat!(env!("CARGO_MANIFEST_DIR"), "/target/axe-core/package/axe.min.js").to_owned()
    });
    let script = std::fs::read_to_string(&path).ok();
    if script.is_none() {
        println!("skipped: axe-core is not at {path}");
    }
    script
}

/// Returns the serious findings.
async fn findings(client: &Client, axe: &str) -> Vec<String> {
    client.execute(axe, vec![]).await.unwrap();
    let run = "const done = arguments[0]; axe.run(document, { resultTypes: ['violations'] }).then((found) => done(found.violations))";
    let found = client.execute_async(run, vec![]).await.unwrap();
    let is_serious =
        |finding: &&Value| ["serious", "critical"].iter().any(|impact| finding["impact"] == *impact);
    let word = |finding: &Value| {
        let nodes =
            finding["nodes"].as_array().unwrap().iter().map(|node| node["html"].as_str().unwrap_or_default());
        format!("{}: {}", finding["id"], nodes.collect::<Vec<_>>().join("\n    "))
    };
    found.as_array().unwrap().iter().filter(is_serious).map(word).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn axe_finds_nothing_serious_on_any_view() {
    let (Some(driver), Some(axe)) = (Driver::start().await, axe()) else { return };
    let rehearsal = Rehearsal::start("ada,bob");
    let page = Page::open(&driver, &rehearsal, "ada").await;
    page.begin("/play new").await;
    page.option("game", "Triangoli", false).await;
    page.option("thread", "False", false).await;
    let mut wrong = check(&page, &axe, "a command").await;
    page.send().await;
    page.tap("#extend", "Rehearsal").await;
    page.tap("#desk .button", "Add simulated players").await;
    page.press("Start").await;
    page.until("document.querySelector('#messages .picture img')?.naturalWidth > 100").await;
    wrong.extend(check(&page, &axe, "a match, and the desk").await);
    page.tap("#desk .button", "Show secrets").await;
    wrong.extend(check(&page, &axe, "a warning").await);
    page.tap("dialog .button.danger", "Show secrets").await;
    page.until("document.querySelector('dialog.large img')?.naturalWidth > 100").await;
    wrong.extend(check(&page, &axe, "secrets").await);
    page.tap("dialog .close", "").await;
    page.tap("#watch", "The bot").await;
    page.until("document.querySelectorAll('#bot .requests li').length > 3").await;
    page.run("for (const part of document.querySelectorAll('details')) part.open = true", vec![]).await;
    wrong.extend(check(&page, &axe, "the bot").await);
    page.find("#text").await.send_keys("/").await.unwrap();
    page.until("!document.querySelector('#commands').hidden").await;
    wrong.extend(check(&page, &axe, "the list of commands").await);
    page.run("document.querySelector('#messages .picture').click()", vec![]).await;
    page.until("document.querySelector('dialog') !== null").await;
    wrong.extend(check(&page, &axe, "a large picture").await);
    page.run("document.querySelector('dialog').close(); document.querySelector('#menu').click()", vec![])
        .await;
    wrong.extend(check(&page, &axe, "the channels").await);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn axe_finds_nothing_serious_in_a_form() {
    let (Some(driver), Some(axe)) = (Driver::start().await, axe()) else { return };
    let rehearsal = Rehearsal::start("ada");
    let page = Page::open(&driver, &rehearsal, "ada").await;
    page.roster_form().await;
    let wrong = check(&page, &axe, "a form").await;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    page.close().await;
}

/// Checks a view in both schemes and both sizes.
async fn check(page: &Page, axe: &str, view: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for (width, height) in [(1400, 900), (375, 800)] {
        page.resize(width, height).await;
        let widest = page.run("return document.documentElement.scrollWidth", vec![]).await;
        if widest.as_u64().unwrap() > u64::from(width) {
            wrong.push(format!("{view}: {widest} pixels wide, of {width}"));
        }
        for scheme in ["dark", "light"] {
            page.run("document.documentElement.style.colorScheme = arguments[0]", vec![json!(scheme)]).await;
            let found = findings(&page.client, axe).await;
            wrong.extend(found.into_iter().map(|finding| format!("{view}, {scheme}, {width}: {finding}")));
        }
    }
    page.resize(1400, 900).await;
    wrong
}
