//! A match in turns, played with buttons by two people in two tabs.

use super::browser::Driver;
use super::page::{ENTER, Page};
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
    // The player whose turn it is presses something; the other one sees the result.
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

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_begun_and_played_with_the_keyboard_alone() {
    let Some(driver) = Driver::start().await else { return };
    let rehearsal = Rehearsal::start("ada,bob");
    let page = Page::open(&driver, &rehearsal, "ada").await;
    // From the beginning of the page, the first stop leads past everything to the text field.
    page.tab("Skip to writing a message", false).await;
    page.keys(ENTER).await;
    page.keys("/play new").await;
    page.until(
        "document.querySelector('#commands [aria-selected=true] strong')?.textContent === '/play new'",
    )
    .await;
    page.keys(ENTER).await;
    page.keys("Triang").await;
    page.until("document.querySelectorAll('#option-game-list li').length === 1").await;
    // As on Discord, Enter takes the suggestion that continues what was typed.
    page.keys(ENTER).await;
    page.until("document.querySelector('#option-game').value.startsWith('Triangoli')").await;
    page.keys(ENTER).await;
    page.reads("Triangoli").await;
    page.until("document.activeElement.id === 'text'").await;
    // Into the thread through the link in the answer, and on with the buttons in it.
    page.tab("Triangoli", true).await;
    page.keys(ENTER).await;
    page.until("document.querySelector('#place').textContent.includes('Triangoli')").await;
    page.reads("1 of 2").await;
    page.tab("Rehearsal", true).await;
    page.keys(ENTER).await;
    page.tab("Add computed players", false).await;
    page.keys(ENTER).await;
    page.reads("2 of 2").await;
    page.tab("Start", true).await;
    page.keys(ENTER).await;
    page.reads("@ada, choose a starting").await;
    page.tab("c3", true).await;
    page.keys(ENTER).await;
    page.reads("Start on: c3").await;
    page.tab("Confirm", true).await;
    page.keys(ENTER).await;
    page.until("!document.querySelector('#messages').textContent.includes('@ada, choose a starting')").await;
    page.is_clean().await;
    page.close().await;
}
