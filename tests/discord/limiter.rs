//! Rate limits: all requests of the bot keep to them, whichever client makes them.

use std::time::Duration;

use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use trigon::bot::limiter::{Limiter, Proxy, Rate};
use trigon::ids::MessageId;
use trigon::matches::Command;
use trigon::rehearsal::{member, seat};
use trigon::sandbox::{Fault, GuildHandle, Id, NewPerson, Quota, RateLimits, Sandbox, SandboxConfig};

use crate::scene::Scene;
use crate::stage::seven;

/// Requests of a bot to a sandbox, through the limiter or past it.
#[derive(Clone)]
struct Line {
    client: reqwest::Client,
    base: String,
    token: String,
    /// The limiter in the program, if requests go through it.
    limiter: Option<Limiter>,
}

impl Line {
    fn to(sandbox: &Sandbox, address: &str) -> Self {
        let client = reqwest::Client::builder().user_agent("DiscordBot (test, 1)").build().unwrap();
        Self {
            client,
            base: format!("{address}/api/v10"),
            token: format!("Bot {}", sandbox.token()),
            limiter: None,
        }
    }

    fn within(self, limiter: &Limiter) -> Self {
        Self { limiter: Some(limiter.clone()), ..self }
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.base)).header("authorization", &self.token)
    }

    async fn post(&self, channel: Id, text: &str) -> (u16, Value) {
        let path = format!("/channels/{channel}/messages");
        self.answered(self.request(Method::POST, &path).json(&json!({ "content": text }))).await
    }

    async fn get(&self, path: &str) -> u16 {
        self.answered(self.request(Method::GET, path)).await.0
    }

    async fn answered(&self, request: RequestBuilder) -> (u16, Value) {
        let Some(limiter) = &self.limiter else { return answered(request).await };
        let request = http::Request::<reqwest::Body>::try_from(request.build().unwrap()).unwrap();
        let response = limiter.send(request).await;
        (response.status().as_u16(), serde_json::from_slice(response.body()).unwrap_or_default())
    }
}

async fn answered(request: RequestBuilder) -> (u16, Value) {
    let response = request.send().await.unwrap();
    (response.status().as_u16(), response.json().await.unwrap_or_default())
}

/// Ten times what Discord allows in a second, so that tests are ten times as fast.
fn limits() -> RateLimits {
    RateLimits { global: Some(Quota::new(500, Duration::from_secs(1))), ..RateLimits::discord() }
}

/// The user agent of the limiter.
const NAME: &str = "DiscordBot (https://example.com, 1)";

/// The requests that the limiter allows itself in a second.
const RATE: Rate = Rate::new(400, 50);

/// Starts a limiter before an address.
async fn started(address: &str) -> Proxy {
    Proxy::start(Limiter::new(address, RATE, NAME).unwrap()).await.unwrap()
}

/// A sandbox with a guild, and a limiter before it for programs that do not limit themselves.
struct Limited {
    sandbox: Sandbox,
    guild: GuildHandle,
    proxy: Proxy,
}

async fn limited(limits: RateLimits) -> Limited {
    let sandbox = Sandbox::start(SandboxConfig { limits, ..SandboxConfig::default() }).await.unwrap();
    let owner = sandbox.create_person(NewPerson::named("ada"));
    let guild = sandbox.create_guild("Table", &owner);
    let proxy = started(&sandbox.url()).await;
    Limited { sandbox, guild, proxy }
}

/// Makes many requests at once in each channel, over each line in turn. Returns how many failed.
async fn storm(lines: &[Line], channels: &[Id]) -> usize {
    let mut requests = JoinSet::new();
    for channel in channels.iter().copied() {
        for (n, line) in (0..8).zip(lines.iter().cycle()) {
            let line = line.clone();
            requests.spawn(async move {
                match n {
                    0..5 => line.post(channel, "x").await.0,
                    5..7 => line.get(&format!("/channels/{channel}/messages")).await,
                    _ => line.get("/users/@me").await,
                }
            });
        }
    }
    requests.join_all().await.into_iter().filter(|status| *status != 200).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_storm_of_requests_meets_no_limit() {
    let other = Quota::new(30, Duration::from_secs(10));
    let Limited { sandbox, guild, proxy } = limited(limits()).await;
    let channels: Vec<Id> = (0..other.count).map(|n| guild.create_channel(&format!("hall-{n}"))).collect();
    let line = Line::to(&sandbox, proxy.address());
    let refused = storm(&[line.clone(), line.within(proxy.limiter())], &channels).await;
    assert_eq!((refused, sandbox.rate_limited()), (0, 0));

    // The same without the limiter.
    let Limited { sandbox, guild, .. } =
        limited(RateLimits { global: Some(Quota::new(100, Duration::from_secs(1))), ..limits() }).await;
    let channels: Vec<Id> = (0..other.count).map(|n| guild.create_channel(&format!("hall-{n}"))).collect();
    assert!(storm(&[Line::to(&sandbox, &sandbox.url())], &channels).await > 0, "it is no storm");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bucket_that_is_empty_is_waited_for() {
    let Limited { sandbox, guild, proxy } = limited(limits()).await;
    let line = Line::to(&sandbox, proxy.address());
    let path = format!("/channels/{}/messages", guild.create_channel("hall"));
    let reads: JoinSet<u16> = (0..8)
        .map(|_| {
            let (line, path) = (line.clone(), path.clone());
            async move { line.get(&path).await }
        })
        .collect();
    assert_eq!(reads.join_all().await, [200; 8], "five a second");
    assert_eq!(sandbox.rate_limited(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_that_announce_while_people_press_meet_no_limit() {
    const MATCHES: usize = 4;
    let scene = Scene::limited(RateLimits::discord()).await;
    let host = member(&scene.ada, &scene.guild, true);
    let mut halls = Vec::new();
    for n in 0..MATCHES {
        let hall = scene.guild.create_channel(&format!("hall-{n}"));
        let title = format!("Match {n}");
        let id = seat(&scene.matches, &host, hall, &title, seven(), &scene.players).await.unwrap();
        halls.push((id, hall));
    }
    for (id, _) in &halls {
        scene.matches.ask(*id, &host, Command::Start).await.unwrap();
    }
    // Nobody gets more than five messages, which is all that Discord accepts in five seconds.
    scene.matches.ask(halls[0].0, &host, Command::Pause).await.unwrap();
    // The clock runs fast, so that direct messages are opened soon, one after the other.
    let clock = scene.clock.clone();
    let ticking = tokio::spawn(async move {
        loop {
            clock.advance(Duration::from_secs(1));
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    });
    // While all of that is being sent, people get their answers.
    for player in &scene.players {
        scene.ask(player, "matches", &[]).await;
    }
    scene.settled().await;
    ticking.abort();
    assert_eq!(scene.sandbox.rate_limited(), 0);
    for (id, hall) in &halls {
        assert!(
            scene
                .matches
                .posted(*id, 100)
                .await
                .unwrap()
                .iter()
                .all(|posted| posted.message_id > MessageId(0))
        );
        let said: Vec<String> = scene.ada.view(*hall).into_iter().map(|message| message.content).collect();
        let at = |word: &str| said.iter().position(|text| text.to_lowercase().contains(word));
        assert!(at("round 1").is_some(), "{said:#?}");
        // Messages to one channel come in order.
        if *hall == halls[0].1 {
            assert!(at("round 1") < at("stopped the clock"), "{said:#?}");
        }
    }
    for player in &scene.players {
        let told = player.dms().into_iter().filter(|message| !message.custom_ids().is_empty()).count();
        assert_eq!(told, MATCHES, "{} is asked once in each match", player.name());
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_global_refusal_everyone_waits_but_answers_to_interactions() {
    let Limited { sandbox, guild, proxy } = limited(RateLimits::off()).await;
    let line = Line::to(&sandbox, proxy.address());
    let hall = guild.create_channel("hall");
    let refusal = Fault::RateLimited { retry_after: 1.0, global: true };
    sandbox.fail_next(Some("GET"), "/users/@me", 1, refusal);
    let first = tokio::spawn({
        let line = line.clone();
        async move { line.get("/users/@me").await }
    });
    assert!(sandbox.wait_until(Duration::from_secs(5), || sandbox.rate_limited() == 1).await);
    // The refusal reaches the limiter a moment later than it is counted.
    while line.get("/gateway/bot").await == 200 && !first.is_finished() && sandbox.requests(0).len() < 3 {
        tokio::task::yield_now().await;
    }
    let posts: JoinSet<(u16, Value)> = (0..20)
        .map(|n| {
            let line = line.clone();
            async move { line.post(hall, &format!("{n}")).await }
        })
        .collect();
    let callback = line.request(Method::POST, "/interactions/1/token/callback").json(&json!({ "type": 6 }));
    assert_eq!(answered(callback).await.0, 404, "there is no such interaction");
    assert!(posts.join_all().await.into_iter().all(|(status, _)| status == 200));
    assert_eq!((first.await.unwrap(), sandbox.rate_limited()), (200, 1), "nobody else is refused");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_limit_is_handed_to_the_client_and_discord_hears_nothing_until_it_is_over() {
    let Limited { sandbox, proxy, .. } = limited(RateLimits::off()).await;
    let line = Line::to(&sandbox, proxy.address());
    sandbox.fail_next(Some("GET"), "/users/@me", 1, Fault::RateLimited { retry_after: 600.0, global: true });
    assert_eq!(line.get("/users/@me").await, 429);
    let heard = sandbox.requests(0).len();
    let (status, body) = answered(line.request(Method::GET, "/gateway/bot")).await;
    assert_eq!((status, &body["global"]), (429, &json!(true)), "as Discord would say it");
    assert!(body["retry_after"].as_f64().unwrap() > 590.0, "{body}");
    assert_eq!(sandbox.requests(0).len(), heard);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_that_does_not_say_for_how_long_is_repeated_more_and_more_slowly() {
    let Limited { sandbox, guild, proxy } = limited(RateLimits::off()).await;
    let line = Line::to(&sandbox, proxy.address()).within(proxy.limiter());
    let halls: Vec<Id> = (0..8).map(|n| guild.create_channel(&format!("hall-{n}"))).collect();
    // As JSON, without `retry_after` and without the header.
    let vague = Fault::Error { status: 429, code: 0, after: false };
    sandbox.fail_next(Some("POST"), "/channels/*/messages", 10_000, vague);
    let posts: JoinSet<(u16, Value)> = halls
        .iter()
        .map(|hall| {
            let (line, hall) = (line.clone(), *hall);
            async move { line.post(hall, "x").await }
        })
        .collect();
    tokio::time::sleep(Duration::from_secs(5)).await;
    let heard = sandbox.requests(0).len();
    assert!(heard <= 8 * 2 + 8, "{heard} requests of eight channels in five seconds");
    sandbox.clear_faults();
    for (status, body) in posts.join_all().await {
        // Some are handed to the client, which is told how long to wait.
        let is_told = status == 429 && body["retry_after"].as_f64().is_some_and(|seconds| seconds > 5.0);
        assert!(status == 200 || is_told, "{status}: {body}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_limit_on_refused_requests_is_never_reached() {
    let invalid = Some(Quota::new(200, Duration::from_mins(10)));
    let Limited { sandbox, guild, .. } = limited(RateLimits { invalid, ..RateLimits::off() }).await;
    let limiter = Limiter::new(&sandbox.url(), Rate::unlimited(), NAME).unwrap().with_max_invalid(180);
    let line = Line::to(&sandbox, &sandbox.url()).within(&limiter);
    let halls: Vec<Id> = (0..8).map(|n| guild.create_channel(&format!("hall-{n}"))).collect();
    let mut refused = 0;
    for (status, code) in [(403, 40_333), (401, 0), (403, 50_013)] {
        sandbox.fail_next(None, "**", 10_000, Fault::Error { status, code, after: false });
        for _ in 0..20 {
            let posts: JoinSet<(u16, Value)> = halls
                .iter()
                .map(|hall| {
                    let (line, hall) = (line.clone(), *hall);
                    async move { line.post(hall, "x").await }
                })
                .collect();
            posts.join_all().await;
        }
        refused += 10_000 - sandbox.faults_pending();
        sandbox.clear_faults();
    }
    assert!((180..200).contains(&refused), "{refused}");
    let heard = sandbox.requests(0).len();
    let (status, body) = line.post(halls[0], "x").await;
    assert_eq!((status, sandbox.requests(0).len()), (429, heard), "nothing more is sent");
    assert!(body["retry_after"].as_f64().unwrap() > 500.0, "{body}");
    // Discord has not banned anybody.
    let direct = Line::to(&sandbox, &sandbox.url());
    assert_eq!(direct.post(halls[0], "x").await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn uploads_of_the_largest_size_pass_and_what_discord_says_comes_back() {
    let Limited { sandbox, guild, proxy } = limited(limits()).await;
    let line = Line::to(&sandbox, proxy.address());
    let path = format!("/channels/{}/messages", guild.create_channel("hall"));
    let file = reqwest::multipart::Part::bytes(vec![b'x'; 10 << 20]).file_name("large.bin");
    let form = reqwest::multipart::Form::new().text("payload_json", "{}").part("files[0]", file);
    let response = line.request(Method::POST, &path).multipart(form).send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["x-ratelimit-remaining"], "4", "delivery reads the headers");
    let body: Value = response.json().await.unwrap();
    assert_eq!(body["attachments"][0]["size"], 10 << 20);
    let (status, body) = answered(line.request(Method::GET, "/channels/1/messages")).await;
    assert_eq!((status, &body["code"]), (404, &json!(10_003)));
}

#[tokio::test]
async fn a_server_that_does_not_answer_is_a_fault_that_may_pass() {
    let Limited { sandbox, .. } = limited(RateLimits::off()).await;
    let proxy = started("http://127.0.0.1:9").await;
    let (status, body) =
        answered(Line::to(&sandbox, proxy.address()).request(Method::GET, "/users/@me")).await;
    assert_eq!((status, body), (502, json!({ "message": "Discord cannot be reached", "code": 0 })));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_on_its_way_arrives_before_the_limiter_stops() {
    let Limited { sandbox, guild, proxy } = limited(RateLimits::off()).await;
    let hall = guild.create_channel("hall");
    sandbox.fail_next(Some("POST"), "/channels/*/messages", 1, Fault::SlowAfter(Duration::from_millis(300)));
    let line = Line::to(&sandbox, proxy.address());
    let post = tokio::spawn(async move { line.post(hall, "last words").await.0 });
    assert!(sandbox.wait_until(Duration::from_secs(5), || !sandbox.requests(0).is_empty()).await);
    proxy.stop(Duration::from_secs(5)).await;
    assert_eq!(post.await.unwrap(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_request_says_whose_it_is() {
    let scene = Scene::set().await;
    // Delivery and serenity both have something to send.
    scene.begin("Code Red").await;
    scene.settled().await;
    let id = scene.sandbox.bot_id();
    let name = format!("DiscordBot (https://discord.com/users/{id}, {}) Trigon", env!("CARGO_PKG_VERSION"));
    let (first, all): (Vec<_>, Vec<_>) =
        scene.sandbox.requests(0).into_iter().partition(|request| request.path.contains("/interactions/"));
    for request in all {
        assert_eq!(request.agent, name, "{} {}", request.method, request.path);
    }
    // First responses go past the limiter, under the name of the library that makes them.
    assert!(!first.is_empty());
    assert!(first.iter().all(|request| request.agent.starts_with("DiscordBot (https://")), "{first:#?}");
    scene.end().await;
}
