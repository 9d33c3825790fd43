//! A match in turns, played with buttons by two people in two tabs.

use super::browser::Driver;
use super::page::Page;
use super::rehearsal::Rehearsal;

#[tokio::test(flavor = "multi_thread")]
async fn two_people_begin_triangoli_with_buttons() {
    let Some(driver) = Driver::start().await else { return };
    let rehearsal = Rehearsal::start("ada,bob");
    let ada = Page::open(&driver, &rehearsal, "ada").await;
    let bob = Page::open(&driver, &rehearsal, "bob").await;
    ada.begin("/play new").await;
    // The bot completes the name.
    ada.option("game", "Triangoli", false).await;
    ada.option("thread", "False", false).await;
    ada.send().await;
    bob.press("Join").await;
    ada.press("Start").await;
    ada.reads("choose a starting").await;
    // Whose turn it is, presses something; the other one sees what came of it.
    let is_adas = ada.messages().await.contains("@ada, choose");
    let (mover, watcher) = if is_adas { (&ada, &bob) } else { (&bob, &ada) };
    let first = "[...document.querySelectorAll('#messages article:last-of-type .row .button')].find((b) => !b.disabled)";
    mover.until(first).await;
    let before = watcher.messages().await;
    mover.run(&format!("{first}.click()"), vec![]).await;
    let before = serde_json::json!(before);
    watcher.until(&format!("document.querySelector('#messages').textContent !== {before}")).await;
    ada.is_clean().await;
    bob.is_clean().await;
    ada.close().await;
    bob.close().await;
}
