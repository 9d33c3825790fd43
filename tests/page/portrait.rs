//! The picture of the page that README and the book show.

use super::browser::Driver;
use super::page::Page;
use super::rehearsal::Rehearsal;
use super::season::begin;

/// With `TRIGON_WRITE`, the picture is written anew. It is not compared, because it shows the time and the fonts of the machine.
#[tokio::test(flavor = "multi_thread")]
async fn the_picture_of_the_page_shows_the_board_above_a_draft_and_the_desk() {
    let Some(driver) = Driver::start().await else { return };
    let rehearsal = Rehearsal::start("ada");
    let page = Page::open(&driver, &rehearsal, "ada").await;
    begin(&page).await;
    page.resize(1280, 800).await;
    for step in 1..=2 {
        let keys = "[...document.querySelectorAll('#messages .button')].filter((b) => !b.disabled && /^. [LURD]$/.test(b.textContent.trim()))";
        page.until(&format!("{keys}.length > 0")).await;
        let label = page.run(&format!("return {keys}.at(-1).textContent.trim()"), vec![]).await;
        page.press(label.as_str().unwrap()).await;
        let submit = "[...document.querySelectorAll('#messages .button')].findLast((b) => b.textContent.startsWith('Submit: '))";
        page.until(&format!("/^Submit: [LURD]{{{step}}}\\b/.test({submit}?.textContent)")).await;
        page.is_on_screen(submit).await;
    }
    let board = "[...document.querySelectorAll('#messages .picture img')].at(-1)";
    page.until(&format!("{board}?.naturalWidth > 100")).await;
    page.is_on_screen(board).await;
    page.is_on_screen("document.querySelector('#desk .button')").await;
    let picture = page.client.screenshot().await.unwrap();
    assert!(picture.len() > 20_000, "{} bytes", picture.len());
    if std::env::var_os("TRIGON_WRITE").is_some() {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/rehearsal.png"), picture).unwrap();
    }
    page.is_clean().await;
    page.close().await;
}
