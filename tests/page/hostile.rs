//! Text from people that tries to be something else.

use serde_json::json;

use super::browser::Driver;
use super::page::Page;
use super::rehearsal::Rehearsal;

/// Returns texts that would do something on a careless page.
fn texts() -> Vec<String> {
    let mut texts: Vec<String> = [
        "<img src=x onerror=\"window.hit=1\"> <script>window.hit=1</script>",
        "[press](javascript:window.hit=1) <javascript:window.hit=1>",
        "[x](https://example.org/\" onmouseover=\"window.hit=1)",
        "\u{202e}desrever si siht\u{2066} \u{200b}\u{200b}\u{200d}",
        "```<b>bold</b>``` `<i>` **<u>**",
        "||<svg onload=window.hit=1>||",
        "<t:99999999999999:R> <t:-1:X> <@1> <#2> <@&3> </x:4>",
    ]
    .map(str::to_owned)
    .to_vec();
    for part in ["*", "_", "**a", "||", "`", "> ", "[", "\\", "<@", "\n"] {
        texts.push(part.repeat(2_000 / part.len()).chars().take(1_999).chain(['x']).collect());
    }
    texts
}

#[tokio::test(flavor = "multi_thread")]
async fn text_from_people_changes_nothing_but_its_own_line() {
    let Some(driver) = Driver::start().await else { return };
    let rehearsal = Rehearsal::start_with(&["--people", "ada", "--no-bot"]);
    let name = "<img src=x onerror=window.hit=1>\u{202e}";
    let (status, made) = rehearsal.post("person", &json!({ "name": name })).await;
    assert_eq!(status, 200, "{made}");
    let (ada, eve) = (rehearsal.person("ada").await, made["id"].clone());
    let view = rehearsal.get(&format!("view?as={ada}")).await;
    let guild = view["guilds"][0]["id"].clone();
    assert_eq!(rehearsal.post("join", &json!({ "guild": guild, "user": eve })).await.0, 200);
    let channel = view["channels"].as_array().unwrap().iter().find(|c| c["type"] == 0).unwrap()["id"].clone();
    let page = Page::open(&driver, &rehearsal, "ada").await;
    let texts = texts();
    for text in &texts {
        let said = json!({ "user": eve, "channel": channel, "text": text });
        assert_eq!(rehearsal.post("say", &said).await.0, 200, "{text}");
    }
    // Longer ones are refused, as by Discord's client.
    let long = json!({ "user": eve, "channel": channel, "text": "x".repeat(6_000) });
    assert_eq!(rehearsal.post("say", &long).await.0, 400);
    page.until(&format!("document.querySelectorAll('#messages article').length === {}", texts.len())).await;
    assert_eq!(page.run("return window.hit ?? null", vec![]).await, json!(null));
    let strange = "return document.querySelectorAll('#messages img, #messages script, #messages svg, #messages b, [onerror], [onload], a[href^=\"javascript\"]').length";
    assert_eq!(page.run(strange, vec![]).await, json!(0));
    // A line that changes its text direction leaves the next one as it is.
    let directions =
        "return [...document.querySelectorAll('#messages .text')].every((text) => text.dir === 'auto')";
    assert_eq!(page.run(directions, vec![]).await, json!(true));
    // Everything is still usable.
    page.say("still here").await;
    page.reads("still here").await;
    page.is_clean().await;
    page.close().await;
}

#[tokio::test]
async fn on_another_address_only_the_link_with_the_token_opens_the_page() {
    let rehearsal = Rehearsal::start_with(&["--people", "ada", "--no-bot", "--listen", "0.0.0.0"]);
    let http =
        reqwest::Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let get = |path: String| http.get(format!("{}{path}", rehearsal.url));
    let token = rehearsal.token.clone().unwrap();
    for path in ["/", "/page/app.js", "/sandbox", "/sandbox/people", "/attachments/1/2/x", "/?token=0123"] {
        assert_eq!(get(path.to_owned()).send().await.unwrap().status(), 401, "{path}");
    }
    let opened = get(format!("/?token={token}")).send().await.unwrap();
    assert_eq!((opened.status().as_u16(), opened.headers()["location"].to_str().unwrap()), (303, "/"));
    let cookie = opened.headers()["set-cookie"].to_str().unwrap().to_owned();
    assert!(cookie.ends_with("HttpOnly; SameSite=Strict"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap().to_owned();
    assert_eq!(get("/".to_owned()).header("cookie", &cookie).send().await.unwrap().status(), 200);
    let script = get("/sandbox/people".to_owned()).bearer_auth(&token).send().await.unwrap();
    assert_eq!(script.status(), 200);
    // A page from elsewhere cannot use the cookie, even if a browser sends it.
    let strange =
        get("/sandbox/people".to_owned()).header("cookie", &cookie).header("origin", "http://evil.example");
    assert_eq!(strange.send().await.unwrap().status(), 403);
}

#[tokio::test]
async fn pages_from_elsewhere_cannot_drive_the_sandbox() {
    let rehearsal = Rehearsal::start_with(&["--people", "ada", "--no-bot"]);
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let order = |header: &'static str, value: &'static str| {
        http.post(format!("{}/sandbox/person", rehearsal.url))
            .header(header, value)
            .body("{\"name\":\"x\"}")
            .send()
    };
    for (header, value) in [("origin", "https://evil.example"), ("origin", "null"), ("host", "evil.example")]
    {
        assert_eq!(order(header, value).await.unwrap().status(), 403, "{header}: {value}");
    }
    let page = http.get(format!("{}/", rehearsal.url)).send().await.unwrap();
    let policy = page.headers()["content-security-policy"].to_str().unwrap();
    assert!(policy.starts_with("default-src 'none'; script-src 'self'"), "{policy}");
}
