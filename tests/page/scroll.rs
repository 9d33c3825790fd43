//! Long channels.

use serde_json::json;

use super::browser::Driver;
use super::page::Page;
use super::rehearsal::Rehearsal;

#[tokio::test(flavor = "multi_thread")]
async fn a_long_channel_is_read_up_to_its_beginning_and_down_again_with_few_messages_on_the_page() {
    let Some(driver) = Driver::start().await else { return };
    let rehearsal = Rehearsal::start_with(&["--people", "ada,bob", "--no-bot"]);
    let (bob, channel) = (rehearsal.person("bob").await, rehearsal.channel("bob").await);
    let page = Page::open(&driver, &rehearsal, "ada").await;
    for n in 0..600 {
        rehearsal
            .post("say", &json!({ "user": bob, "channel": channel, "text": format!("line {n}.") }))
            .await;
    }
    page.reads("line 599.").await;
    let shown = "document.querySelectorAll('#messages article').length";
    page.until(&format!("{shown} <= 200")).await;
    let list = "const list = document.querySelector('#messages')";
    page.until(&format!(
        "(() => {{ {list}; list.scrollTop = 0; return list.querySelector('.beginning') !== null; }})()"
    ))
    .await;
    page.reads("line 0.").await;
    assert!(page.run(&format!("return {shown}"), vec![]).await.as_i64().unwrap() <= 200);
    // Messages sent meanwhile wait at the end.
    rehearsal.post("say", &json!({ "user": bob, "channel": channel, "text": "the last one" })).await;
    page.until(&format!(
        "(() => {{ {list}; list.scrollTop = list.scrollHeight; return list.textContent.includes('the last one'); }})()"
    ))
    .await;
    let texts = "[...document.querySelectorAll('#messages .text')].map((text) => text.textContent)";
    let texts = page.run(&format!("return {texts}"), vec![]).await;
    let numbers: Vec<u32> = texts
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|text| text.as_str()?.strip_prefix("line ")?.strip_suffix('.')?.parse().ok())
        .collect();
    assert!(numbers.windows(2).all(|pair| pair[0] + 1 == pair[1]), "{numbers:?}");
    assert_eq!(numbers.last(), Some(&599));
    page.is_clean().await;
    page.close().await;
}
