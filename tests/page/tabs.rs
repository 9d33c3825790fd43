//! Many tabs of one browser, which opens six connections to a host at most.

use serde_json::json;

use super::browser::Driver;
use super::page::Page;
use super::rehearsal::Rehearsal;

/// The number of tabs: twice as many as a browser opens connections.
const TABS: usize = 12;

#[tokio::test(flavor = "multi_thread")]
async fn twelve_tabs_of_a_browser_show_what_happens_and_can_be_loaded_again() {
    let Some(driver) = Driver::start().await else { return };
    let rehearsal = Rehearsal::start("ada,bob,cleo");
    let page = Page::open(&driver, &rehearsal, "ada").await;
    let mut tabs = vec![page.client.window().await.unwrap()];
    for number in 1..TABS {
        tabs.push(page.client.new_window(true).await.unwrap().handle);
        page.client.switch_to_window(tabs[number].clone()).await.unwrap();
        let person = rehearsal.person(["ada", "bob", "cleo"][number % 3]).await;
        page.client.goto(&format!("{}/#as={person}", rehearsal.url)).await.unwrap();
        page.until("document.querySelector('#messages .beginning, #messages article') !== null").await;
    }
    let say = async |text: &str| {
        let body = json!({
            "user": rehearsal.person("bob").await, "channel": rehearsal.channel("bob").await, "text": text
        });
        let (status, answer) = rehearsal.post("say", &body).await;
        assert_eq!(status, 200, "{answer}");
    };
    say("A first message to all tabs").await;
    for tab in &tabs {
        page.client.switch_to_window(tab.clone()).await.unwrap();
        page.reads("A first message to all tabs").await;
    }
    // Some are loaded again, some are closed, and the others go on.
    for (number, tab) in tabs.iter().enumerate() {
        page.client.switch_to_window(tab.clone()).await.unwrap();
        match number % 3 {
            1 => page.client.refresh().await.unwrap(),
            2 => page.client.close_window().await.unwrap(),
            _ => {}
        }
    }
    say("A second one to those left").await;
    for (_, tab) in tabs.iter().enumerate().filter(|(number, _)| number % 3 != 2) {
        page.client.switch_to_window(tab.clone()).await.unwrap();
        page.reads("A second one to those left").await;
    }
    page.is_clean().await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slash_lists_all_commands() {
    let Some(driver) = Driver::start().await else { return };
    let rehearsal = Rehearsal::start("ada,bob");
    let page = Page::open(&driver, &rehearsal, "ada").await;
    let commands =
        "(await import('/page/api.js')).get('commands', { as: arguments[0], channel: arguments[1] })";
    let args = vec![json!(rehearsal.person("ada").await), json!(rehearsal.channel("ada").await)];
    // Those of context menus are not typed.
    let script = format!(
        "return (async () => {{
            const inner = (c) => (c.options ?? []).filter((o) => o.type === 1 || o.type === 2);
            const count = (c) => inner(c).reduce((sum, o) => sum + count(o), 0) || 1;
            const all = await {commands};
            return all.filter((c) => (c.type ?? 1) === 1).reduce((sum, c) => sum + count(c), 0);
        }})()"
    );
    let count = page.run(&script, args).await.as_u64().unwrap();
    assert!(count > 50, "{count} would all be listed anyway");
    page.find("#text").await.send_keys("/").await.unwrap();
    page.until(&format!("document.querySelectorAll('#commands li').length === {count}")).await;
    page.is_clean().await;
    page.close().await;
}
