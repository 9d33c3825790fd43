//! A form, and faults at a click.

use super::browser::Driver;
use super::page::Page;
use super::rehearsal::Rehearsal;

#[tokio::test(flavor = "multi_thread")]
async fn a_form_says_what_is_wrong_and_then_takes_what_is_right() {
    let Some(driver) = Driver::start().await else { return };
    let rehearsal = Rehearsal::start("ada,bob,cleo,dan");
    let page = Page::open(&driver, &rehearsal, "ada").await;
    let field = page.roster_form().await;
    field.send_keys("nobody knows this line").await.unwrap();
    page.tap("dialog.form button", "Submit").await;
    page.until("document.querySelector('dialog.form') === null").await;
    page.reads("Line 1").await;
    page.is_clean().await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fault_at_a_click_is_shown_and_overcome() {
    let Some(driver) = Driver::start().await else { return };
    let rehearsal = Rehearsal::start("ada");
    let page = Page::open(&driver, &rehearsal, "ada").await;
    page.tap("#watch", "The bot").await;
    page.until("document.querySelector('#bot').innerText.includes('The bot is connected.')").await;
    // The announcement of a match in the channel fails once after it was made: it is there once all the same.
    page.tap("#bot .chip", "The gateway's connection breaks").await;
    page.begin("/play new").await;
    page.option("game", "Triangoli", false).await;
    page.option("thread", "False", false).await;
    page.tap("#bot .chip", "500 after the next request was done").await;
    page.send().await;
    page.reads("Triangoli").await;
    page.until("document.querySelector('#bot').innerText.includes('POST')").await;
    // So is what made it ask, which can be searched for.
    let field = page.find("#bot input[type=search]").await;
    field.send_keys("interaction_create").await.unwrap();
    page.until("[...document.querySelectorAll('#bot .requests li')].filter((row) => !row.hidden).every((row) => row.innerText.includes('event INTERACTION_CREATE'))").await;
    page.until("[...document.querySelectorAll('#bot .requests li')].some((row) => !row.hidden)").await;
    // What was refused is explained.
    page.begin("/host start").await;
    page.send().await;
    page.until("document.querySelectorAll('#bot .requests li').length > 1").await;
    page.is_clean().await;
    page.close().await;
}
