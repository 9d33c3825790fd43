//! A match of Triforce Building, hosted and played on the page.

use serde_json::json;

use super::browser::Driver;
use super::page::Page;
use super::rehearsal::Rehearsal;

/// Plays from the first command to round 1, with twelve computed players and the host in the thirteenth seat.
pub(crate) async fn begin(page: &Page) {
    start(page, &[]).await;
    page.go_to("Trigon").await;
    page.reads("round 1 of 10").await;
}

/// Does the same with further options of the command, and stays in the channel.
async fn start(page: &Page, options: &[(&str, &str)]) {
    page.begin("/host create").await;
    page.option("title", "Friday", false).await;
    page.option("sign_up", "True", false).await;
    for (name, value) in options {
        page.option(name, value, false).await;
    }
    page.send().await;
    page.press("Join").await;
    page.press("Join all the same").await;
    page.tap("#extend", "Rehearsal").await;
    page.tap("#desk .button", "Add simulated players").await;
    page.reads("13 of 13").await;
    page.begin("/host start").await;
    page.send().await;
    page.reads("Round 1 begins").await;
    page.until("document.querySelector('#time').innerText.includes('Skip to')").await;
    page.tap("#time button", "Skip to").await;
}

/// Chooses an option of an action of the desk.
async fn choose(page: &Page, field: &str, value: &str) {
    page.run(&format!("document.querySelector('#desk-{field}').value = '{value}'"), vec![]).await;
}

/// Lets something happen to a computed player, and waits until the desk says so.
async fn happens(page: &Page, what: &str, said: &str) {
    choose(page, "incident-what", what).await;
    page.tap("#desk .button", "Let it happen").await;
    page.until(&format!("document.querySelector('#desk').innerText.includes('{said}')")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_plays_a_season_with_twelve_computed_players() {
    let Some(driver) = Driver::start().await else { return };
    let rehearsal = Rehearsal::start("ada,bob");
    let page = Page::open(&driver, &rehearsal, "ada").await;
    begin(&page).await;
    // With the arrow pad: from a cell at the edge, it is always possible to go left or right.
    let arrow = page.run(
        "return [...document.querySelectorAll('#messages .button')].filter((b) => !b.disabled && /^[←→] [LR]$/.test(b.textContent)).at(-1).textContent",
        vec![],
    );
    let arrow = arrow.await.as_str().unwrap().to_owned();
    page.press(&arrow).await;
    page.press("Submit").await;
    page.reads("✅ Your path").await;
    // By typing, which replaces the path. `-` is always legal.
    page.say("-").await;
    page.reads("Stored: your path is stay").await;
    // With a command in the server.
    page.go_to("hall").await;
    page.begin("/move").await;
    page.option("action", "-", false).await;
    page.send().await;
    page.reads("Only you can see this").await;
    // The host looks at what nobody else may see, and says so first.
    page.tap("#desk .button", "Show secrets").await;
    page.until("document.querySelector('dialog').innerText.includes('Players must not see this')").await;
    page.tap("dialog .button.danger", "Show secrets").await;
    page.until("document.querySelector('dialog.large img')?.naturalWidth > 100").await;
    page.tap("dialog .close", "").await;
    // The match is played to the end, and the page follows it.
    page.tap("#desk .button", "Play to the end").await;
    page.reads("Final standings").await;
    page.until("[...document.querySelectorAll('#messages .picture img')].at(-1)?.naturalWidth > 100").await;
    page.press("Replay").await;
    page.until("[...document.querySelectorAll('#messages .picture img')].some((img) => img.src.endsWith('.gif') && img.naturalWidth > 100)").await;
    // The saved transcript has what this person saw.
    let transcript = page.saved("Save a transcript").await;
    assert!(transcript.contains("Final standings") && transcript.contains("## @Trigon"), "{transcript}");
    page.is_clean().await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vote_is_pressed_in_direct_messages_and_counted_in_public() {
    let Some(driver) = Driver::start().await else { return };
    let rehearsal = Rehearsal::start("ada");
    let page = Page::open(&driver, &rehearsal, "ada").await;
    // After a single round, nine of thirteen hold a token and vote.
    start(&page, &[("rounds", "1")]).await;
    page.go_to("Trigon").await;
    page.reads("round 1 of 1").await;
    page.tap("#desk .button", "Play this round").await;
    page.reads("Your vote: none yet.").await;
    let label = "[...document.querySelectorAll('#messages .button')].at(-1).textContent";
    let candidate = page.run(&format!("return {label}"), vec![]).await;
    let candidate = candidate.as_str().unwrap();
    page.press(candidate).await;
    // A player who thinks longer than all the others casts the last vote, which ends the match.
    let (counted, last) =
        (format!("Your vote: {candidate}"), format!("Your vote, {candidate}, was the last one"));
    page.reads_any(&[&counted, &last]).await;
    page.go_to("hall").await;
    assert!(!page.messages().await.contains("Your vote"));
    page.tap("#desk .button", "Play to the end").await;
    page.reads("Final standings").await;
    page.reads("The votes: ").await;
    page.is_clean().await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_happens_to_people_can_be_rehearsed() {
    let Some(driver) = Driver::start().await else { return };
    let rehearsal = Rehearsal::start("ada,bob");
    let page = Page::open(&driver, &rehearsal, "ada").await;
    begin(&page).await;
    for (what, told) in [("travels", "uses /away, and the bot answers"), ("misses", "will not answer")] {
        happens(&page, what, told).await;
    }
    // A host who plays may only do so with everyone's consent, which computed players give.
    page.go_to("hall").await;
    page.begin("/host extend").await;
    page.option("hours", "12", false).await;
    page.send().await;
    page.press("Ask the players").await;
    page.reads("has moved the deadline. It is now").await;
    happens(&page, "leaves", "uses /leave, and the bot answers").await;
    // Whoever has left is named once the round ends.
    page.tap("#desk .button", "Play this round").await;
    page.reads("has left the match").await;
    page.is_clean().await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_tabs_as_two_people_never_see_each_others_secrets() {
    let Some(driver) = Driver::start().await else { return };
    let rehearsal = Rehearsal::start("ada,bob");
    let ada = Page::open(&driver, &rehearsal, "ada").await;
    begin(&ada).await;
    let bob = Page::open(&driver, &rehearsal, "bob").await;
    ada.say("-").await;
    ada.reads("Stored: your path is stay").await;
    let letter = ada.run(
        "return [...document.querySelector('#messages').textContent.matchAll(/Letter (\\w)/g)].at(-1)[1]",
        vec![],
    );
    let letter = letter.await.as_str().unwrap().to_owned();
    for place in ["hall", "Trigon"] {
        bob.go_to(place).await;
        let text = bob.messages().await;
        assert!(!text.contains(&format!("Letter {letter}")), "{text}");
        assert!(!text.contains("Stored"), "{text}");
    }
    // Nor does the interface tell them, whatever they ask for.
    let (ada_id, bob_id) = (rehearsal.person("ada").await, rehearsal.person("bob").await);
    let view = rehearsal.get(&format!("view?as={ada_id}")).await;
    let direct = view["channels"].as_array().unwrap().iter().find(|channel| channel["type"] == 1).unwrap();
    let channel = direct["id"].as_str().unwrap();
    let refused = rehearsal.get(&format!("messages?as={bob_id}&channel={channel}")).await;
    assert_eq!(refused, json!({ "error": "There is no such channel." }));
    ada.close().await;
    bob.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn computed_players_play_two_matches_at_once_to_their_ends() {
    let Some(driver) = Driver::start().await else { return };
    let rehearsal = Rehearsal::start("ada");
    let page = Page::open(&driver, &rehearsal, "ada").await;
    page.tap("#extend", "Rehearsal").await;
    page.find("#desk-players-last_seat").await;
    choose(&page, "players-last_seat", "taken").await;
    page.tap("#desk .button", "Add simulated players").await;
    for title in ["Friday", "Sunday"] {
        // Typed in one line, the options are filled in.
        page.say(&format!("/host create title: {title} players:7 rounds:2 pregame_hours:0 sign_up: true"))
            .await;
        page.send().await;
        page.reads(&format!("{title} · sign-up")).await;
        page.reads(&format!("I’ve created #{} {title}", if title == "Friday" { 1 } else { 2 })).await;
    }
    page.until("document.querySelector('#messages').textContent.split('Players (7 of 7)').length === 3")
        .await;
    for number in [1, 2] {
        page.say(&format!("/host start match:{number}")).await;
        page.send().await;
    }
    page.tap("#desk .button", "Play to the end").await;
    page.until("document.querySelector('#messages').textContent.split('Final standings').length === 3").await;
    page.is_clean().await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_screen_of_a_sign_up_on_a_phone_shows_what_it_is_who_is_in_and_join() {
    let Some(driver) = Driver::start().await else { return };
    let rehearsal = Rehearsal::start("ada,bob");
    let page = Page::open(&driver, &rehearsal, "bob").await;
    page.resize(390, 844).await;
    let (host, channel) = (rehearsal.person("ada").await, rehearsal.channel("ada").await);
    let options = json!({ "title": "Friday", "sign_up": true });
    let body = json!({ "user": host, "channel": channel, "command": "host create", "options": options });
    let (status, answer) = rehearsal.post("slash", &body).await;
    assert_eq!(status, 200, "{answer}");
    page.reads("13 seats left").await;
    // A line of a message is a text node, which has a place on the screen as a range.
    let line = |text: &str| {
        format!(
            "(() => {{ const texts = document.createTreeWalker(document.querySelector('#messages'), NodeFilter.SHOW_TEXT); \
             const range = document.createRange(); let found = null; \
             while (texts.nextNode()) if (texts.currentNode.textContent.includes('{text}')) found = texts.currentNode; \
             return found && (range.selectNode(found), range); }})()"
        )
    };
    for text in ["Friday · sign-up", "You walk in secret", "Triforce Building", "13 seats left"] {
        page.is_on_screen(&line(text)).await;
    }
    page.is_on_screen(
        "[...document.querySelectorAll('#messages .button')].find((b) => b.textContent === 'Join')",
    )
    .await;
    page.is_on_screen("document.querySelector('#messages .picture img')").await;
    page.is_clean().await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_path_that_is_refused_on_a_phone_is_answered_where_the_thumb_is() {
    let Some(driver) = Driver::start().await else { return };
    let rehearsal = Rehearsal::start("ada");
    let page = Page::open(&driver, &rehearsal, "ada").await;
    begin(&page).await;
    // The desk would cover the buttons.
    page.tap("#extend", "Rehearsal").await;
    page.resize(390, 844).await;
    page.press("↑ U").await;
    page.reads("Draft: U ").await;
    page.press("↑ U").await;
    page.reads("Draft: UU ").await;
    // From no triangle, two steps lead up.
    page.press("Submit: UU").await;
    let button = |label: &str| {
        format!(
            "[...document.querySelectorAll('#messages .button')].findLast((b) => b.textContent.startsWith('{label}'))"
        )
    };
    page.reads("leads nowhere").await;
    page.is_on_screen(&button("✗ Step ")).await;
    page.is_on_screen(&button("Submit")).await;
    page.is_clean().await;
    page.close().await;
}
