//! A form, faults at a click, and slow answers.

use serde_json::json;

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
    // The announcement of a match fails once, after it was posted in the channel. It is still there exactly once.
    page.tap("#bot .chip", "The gateway's connection breaks").await;
    page.begin("/play new").await;
    page.option("game", "Triangoli", false).await;
    page.option("thread", "False", false).await;
    page.tap("#bot .chip", "500 after the next request was done").await;
    page.send().await;
    page.reads("Triangoli").await;
    page.until("document.querySelector('#bot').innerText.includes('POST')").await;
    // So is the event that caused it, which can be searched for.
    let field = page.find("#bot input[type=search]").await;
    field.send_keys("interaction_create").await.unwrap();
    page.until("[...document.querySelectorAll('#bot .requests li')].filter((row) => !row.hidden).every((row) => row.innerText.includes('event INTERACTION_CREATE'))").await;
    page.until("[...document.querySelectorAll('#bot .requests li')].some((row) => !row.hidden)").await;
    // Refusals are explained.
    page.begin("/host start").await;
    page.send().await;
    page.until("document.querySelectorAll('#bot .requests li').length > 1").await;
    page.is_clean().await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn however_slow_the_answers_a_channel_shows_its_own_messages_only() {
    let Some(driver) = Driver::start().await else { return };
    let rehearsal = Rehearsal::start("ada,bob");
    let page = Page::open(&driver, &rehearsal, "ada").await;
    page.say("only for the hall").await;
    page.reads("only for the hall").await;
    let view = rehearsal.get(&format!("view?as={}", rehearsal.person("ada").await)).await;
    let body = json!({ "guild": view["guilds"][0]["id"], "name": "garden" });
    assert_eq!(rehearsal.post("channel", &body).await.0, 200);
    page.until("document.querySelector('#side').textContent.includes('garden')").await;
    // The earlier a request was made, the later it is answered.
    page.run(
        "const real = window.fetch; let delay = 1200; \
         window.fetch = async (...args) => { \
             delay = Math.max(0, delay - 200); \
             await new Promise((resolve) => setTimeout(resolve, delay)); \
             return real(...args); \
         }; \
         window.seen = 0; \
         window.wrong = 0; \
         const look = () => { \
             const isGarden = document.querySelector('#place').textContent.includes('garden'); \
             const isHall = document.querySelector('#messages').textContent.includes('only for the hall'); \
             if (isGarden) window.seen += 1; \
             if (isGarden && isHall) window.wrong += 1; \
             requestAnimationFrame(look); \
         }; \
         look(); \
         for (const place of ['garden', 'hall', 'garden']) { \
             [...document.querySelectorAll('#side a')].find((link) => link.textContent.includes(place)).click(); \
         }",
        vec![],
    )
    .await;
    page.until("window.seen > 0 && document.querySelector('#messages .beginning') !== null").await;
    assert_eq!(page.run("return window.wrong", vec![]).await, json!(0));
    page.is_clean().await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_option_that_does_not_exist_is_named_before_anything_is_sent() {
    let Some(driver) = Driver::start().await else { return };
    let rehearsal = Rehearsal::start("ada");
    let page = Page::open(&driver, &rehearsal, "ada").await;
    page.say("/host create titel: Cup rounds: 3").await;
    page.until(
        "document.querySelector('form.command .wrong')?.textContent === '/host create has no option titel.'",
    )
    .await;
    page.until("document.querySelector('#option-rounds')?.value === '3'").await;
    page.send().await;
    page.reads("Nobody has joined yet").await;
    assert!(!page.messages().await.contains("titel"), "nothing is posted as a message");
    page.press("Join").await;
    page.press("Join all the same").await;
    page.reads("Players (1 of 13)").await;
    page.press("Add a word").await;
    page.find("dialog.form input").await.send_keys("apple").await.unwrap();
    page.tap("dialog.form button", "Submit").await;
    page.reads("Word 1 for the draws of match 1, from @ada: “apple”").await;
    page.reads("Words from players in the draws: “apple”").await;
    page.is_clean().await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_servers_do_to_members_can_be_tried_out() {
    let Some(driver) = Driver::start().await else { return };
    let rehearsal = Rehearsal::start("ada,bob");
    let page = Page::open(&driver, &rehearsal, "bob").await;
    page.tap("#watch", "The bot").await;
    let try_out = async |label: &str| {
        page.tap("#bot .chip", label).await;
        page.until(&format!("document.body.innerText.includes('{label}.')")).await;
    };
    try_out("Slow mode here: 30 s").await;
    page.say("the first one").await;
    page.reads("the first one").await;
    page.say("too soon").await;
    page.until("document.body.innerText.includes('slow mode is on here')").await;
    try_out("No slow mode here").await;
    try_out("I am timed out for ten minutes").await;
    page.say("not a word").await;
    page.until("document.body.innerText.includes('no permission to write')").await;
    try_out("My time-out ends").await;
    let side = "document.querySelector('#side').textContent.includes('hall')";
    try_out("The server has an outage").await;
    page.until(&format!("!{side}")).await;
    try_out("The server is back").await;
    page.until(side).await;
    page.is_clean().await;
    page.close().await;
}
