//! A match in turns, played with buttons by two people in two tabs.

use serde_json::json;

use super::browser::Driver;
use super::page::{ENTER, Page};
use super::rehearsal::Rehearsal;

/// The first button of the newest message that can be pressed.
const FIRST: &str =
    "[...document.querySelectorAll('#messages article:last-of-type .row .button')].find((b) => !b.disabled)";

/// Begins a match of Triangoli.
async fn begin(ada: &Page, bob: &Page) {
    ada.begin("/play new").await;
    // The bot completes the name.
    ada.option("game", "Triangoli", false).await;
    ada.option("thread", "False", false).await;
    ada.send().await;
    bob.press("Join").await;
    ada.press("Start").await;
    ada.reads("choose a starting").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_begin_triangoli_with_buttons() {
    let Some(driver) = Driver::start().await else { return };
    let rehearsal = Rehearsal::start("ada,bob");
    let ada = Page::open(&driver, &rehearsal, "ada").await;
    let bob = Page::open(&driver, &rehearsal, "bob").await;
    begin(&ada, &bob).await;
    // The player whose turn it is presses something; the other one sees the result.
    let is_adas = ada.messages().await.contains("@ada, choose");
    let (mover, watcher) = if is_adas { (&ada, &bob) } else { (&bob, &ada) };
    mover.until(FIRST).await;
    let before = watcher.messages().await;
    mover.run(&format!("{FIRST}.click()"), vec![]).await;
    let before = json!(before);
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
    page.tab("Add simulated players", false).await;
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

/// Presses a button of what a person is asked: to confirm if possible, or one that depends on the choices alone, so that the
/// match is always the same.
const PLAY: &str = "const asks = [...document.querySelectorAll('#messages article')].filter((m) => m.querySelector('.row .button') && !m.textContent.includes('Only you')).pop();
    const can = [...(asks?.querySelectorAll('.row .button') ?? [])].filter((b) => !b.disabled && !/Undo|Take back|Legend|Rules/.test(b.textContent));
    (can.find((b) => b.textContent.includes('Confirm')) ?? can[can.length >> 2])?.click()";

/// Checks that the newest picture is loaded and not wider than the page.
const PICTURE: &str = "(() => { const picture = [...document.querySelectorAll('#messages img')].pop();
    return picture?.naturalWidth > 0 && picture.getBoundingClientRect().right <= window.innerWidth; })()";

#[tokio::test(flavor = "multi_thread")]
async fn somebody_practises_looks_back_at_a_match_and_solves_a_puzzle_from_it() {
    let Some(driver) = Driver::start().await else { return };
    let rehearsal = Rehearsal::start("ada,bob");
    let page = Page::open(&driver, &rehearsal, "ada").await;
    page.begin("/play new").await;
    page.option("game", "Triangoli", false).await;
    page.option("thread", "False", false).await;
    page.option("computers", "1", false).await;
    page.send().await;
    page.run(
        "const speed = [...document.querySelectorAll('select')].find((s) => s.textContent.includes('× 60')); \
         speed.value = '60'; speed.dispatchEvent(new Event('change', { bubbles: true }))",
        vec![],
    )
    .await;
    page.reads("@ada, ").await;
    page.begin("/hint").await;
    page.send().await;
    page.reads("what I’d do in your place").await;
    page.press("What if").await;
    page.press("What would the computer do?").await;
    page.reads("As ada, I’d do this").await;
    let mut turns = 0;
    while !page.messages().await.contains("· the end") {
        assert!(turns < 400, "{}", page.messages().await);
        page.run(PLAY, vec![]).await;
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        turns += 1;
    }
    page.client.set_window_size(390, 844).await.unwrap();
    page.begin("/review").await;
    page.send().await;
    page.reads("A look back at").await;
    page.until(PICTURE).await;
    page.begin("/puzzle").await;
    page.send().await;
    page.reads("How?").await;
    page.until(PICTURE).await;
    page.press("Show the solution").await;
    page.reads("That’s how").await;
    page.until(PICTURE).await;
    page.is_clean().await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_press_out_of_turn_is_answered_on_the_screen_of_a_phone_in_every_game_of_turns() {
    let Some(driver) = Driver::start().await else { return };
    let rehearsal = Rehearsal::start("ada,bob,cleo");
    let page = Page::open(&driver, &rehearsal, "ada").await;
    page.resize(390, 844).await;
    let hall = rehearsal.channel("ada").await;
    let [ada, bob, cleo] = ["ada", "bob", "cleo"].map(|name| rehearsal.person(name));
    let (ada, bob, cleo) = (ada.await, bob.await, cleo.await);
    let answers = "[...document.querySelectorAll('#messages article')].filter((m) => m.textContent.includes('It’s not your turn'))";
    let newest = "document.querySelector('#messages article:last-of-type')?.dataset.id";
    for (number, (game, players)) in
        (1..).zip([("triangoli", 2), ("triluminary", 2), ("trice", 3), ("triforce", 3)])
    {
        let mut options = json!({ "game": game, "thread": false, "opponent": bob });
        if players == 3 {
            options["opponent2"] = json!(cleo);
        }
        let body = json!({ "user": ada, "channel": hall, "command": "play new", "options": options });
        let (status, answer) = rehearsal.post("slash", &body).await;
        assert_eq!(status, 200, "{answer}");
        for who in &["bob", "cleo"][..players - 1] {
            rehearsal.press(who, &hall, number, ":join").await;
        }
        let (asked, _) = rehearsal.offered(&hall, number, ":legend").await;
        // Somebody who plays and whose turn it is not.
        let is_adas = asked["content"].as_str().unwrap().contains(&format!("<@{ada}>, "));
        let watcher = if is_adas { &bob } else { &ada };
        page.run("location.hash = arguments[0]", vec![json!(format!("as={watcher}"))]).await;
        // What somebody else has read does not count.
        page.until(&format!("document.querySelector('#who')?.value === {}", json!(watcher))).await;
        page.until(&format!("{newest} === {}", asked["id"])).await;
        page.until(FIRST).await;
        let before = page.run(&format!("return {answers}.length"), vec![]).await;
        page.run(&format!("{FIRST}.click()"), vec![]).await;
        page.until(&format!("{answers}.length > {before}")).await;
        page.is_on_screen(&format!("{answers}.at(-1)?.querySelector('.text')")).await;
    }
    page.is_clean().await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_right_click_on_a_message_or_a_name_offers_what_the_bot_knows_of_it() {
    let Some(driver) = Driver::start().await else { return };
    let rehearsal = Rehearsal::start("ada,bob");
    let ada = Page::open(&driver, &rehearsal, "ada").await;
    let bob = Page::open(&driver, &rehearsal, "bob").await;
    begin(&ada, &bob).await;
    let menu = |at: &str| {
        format!(
            "(() => {{ const all = document.querySelectorAll('#messages {at}'); all[all.length - 1].dispatchEvent( \
             new MouseEvent('contextmenu', {{ bubbles: true, cancelable: true, clientX: 380, clientY: 800 }})); }})()"
        )
    };
    bob.run(&menu(".mention[data-user]"), vec![]).await;
    bob.until("document.querySelector('.menu') !== null").await;
    bob.tap("[role=menuitem]", "Who is this in the match?").await;
    bob.reads("plays as").await;
    ada.run(&menu("article .picture"), vec![]).await;
    ada.until("document.querySelector('.menu') !== null").await;
    ada.tap("[role=menuitem]", "What happened here?").await;
    ada.reads("Nothing has happened since").await;
    ada.until("document.querySelector('.menu') === null").await;
    // The keyboard goes into the menu, and Escape leads back.
    ada.run("[...document.querySelectorAll('#messages article .picture')].at(-1).focus()", vec![]).await;
    ada.run(&menu("article .picture"), vec![]).await;
    ada.until("document.activeElement.getAttribute('role') === 'menuitem'").await;
    ada.keys("\u{e00c}").await;
    ada.until("document.activeElement.className === 'picture'").await;
    ada.is_clean().await;
    bob.is_clean().await;
    ada.close().await;
    bob.close().await;
}
