//! Saving a rehearsal as a file, and opening it.

use serde_json::json;

use super::browser::Driver;
use super::page::Page;
use super::rehearsal::Rehearsal;
use super::season::begin;

#[tokio::test(flavor = "multi_thread")]
async fn a_saved_rehearsal_is_opened_in_the_middle_of_a_round_and_played_on() {
    let Some(driver) = Driver::start().await else { return };
    let rehearsal = Rehearsal::start("ada,bob");
    let page = Page::open(&driver, &rehearsal, "ada").await;
    begin(&page).await;
    page.say("-").await;
    page.reads("Stored: your path is stay").await;
    let saved = page.saved("Save the rehearsal").await;
    // In the meantime, the match comes to its end.
    page.go_to("hall").await;
    page.tap("#desk .button", "Play to the end").await;
    page.reads("Final standings").await;
    // On the page, for everyone who is looking.
    let bob = Page::open(&driver, &rehearsal, "bob").await;
    bob.reads("Final standings").await;
    let folder = std::env::temp_dir().join(format!("trigon-page-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("rehearsal.json");
    std::fs::write(&file, &saved).unwrap();
    let field = page.client.find(fantoccini::Locator::Css("input[type=file]")).await.unwrap();
    field.send_keys(file.to_str().unwrap()).await.unwrap();
    let is_back = "!document.querySelector('#messages').textContent.includes('Final standings')";
    page.until(is_back).await;
    bob.until(is_back).await;
    bob.close().await;
    play_on(&page).await;
    page.close().await;
    drop(rehearsal);
    // And from the command line, with a page that begins there.
    let rehearsal = Rehearsal::start_with(&["--open", file.to_str().unwrap()]);
    let page = Page::open(&driver, &rehearsal, "ada").await;
    play_on(&page).await;
    // A file of another kind changes nothing.
    std::fs::write(&file, r#"{"format": "trigon-record/1"}"#).unwrap();
    let field = page.client.find(fantoccini::Locator::Css("input[type=file]")).await.unwrap();
    field.send_keys(file.to_str().unwrap()).await.unwrap();
    page.until("document.querySelector('#notice').textContent.includes('This is not a saved sandbox')").await;
    let broken = json!({ "database": "AAAA", "players": [] });
    let mut document: serde_json::Value = serde_json::from_str(&saved).unwrap();
    document["extension"] = broken;
    let (status, answer) = rehearsal.post("open", &document).await;
    assert_eq!(status, 400, "{answer}");
    assert!(answer["error"].as_str().unwrap().starts_with("The saved matches cannot be read: "), "{answer}");
    page.reads("Round 2").await;
    page.is_clean().await;
    page.close().await;
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Plays from the middle of round 1, in which the path has been sent, into the next one.
async fn play_on(page: &Page) {
    page.go_to("Trigon").await;
    page.reads("Stored: your path is stay").await;
    page.go_to("hall").await;
    page.reads("Round 1 begins").await;
    if page.run("return document.querySelector('#desk').hidden", vec![]).await == json!(true) {
        page.tap("#extend", "Rehearsal").await;
    }
    page.tap("#desk .button", "Play this round").await;
    page.reads("Round 2").await;
    page.go_to("Trigon").await;
    page.reads("You stayed in round 1.").await;
    page.go_to("hall").await;
}
