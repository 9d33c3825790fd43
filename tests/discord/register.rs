//! Registering the commands: when they differ, and in one scope.

use std::collections::BTreeSet;

use serde_json::json;
use trigon::bot::{Bot, BotConfig, Commands, check};
use trigon::ids::GuildId;
use trigon::sandbox::{Fault, SeenRequest};

use crate::scene::{Scene, WAIT_TIMEOUT};

fn registrations(scene: &Scene, from: usize) -> Vec<SeenRequest> {
    let mut requests = scene.sandbox.requests(from);
    requests.retain(|request| request.method != "GET" && request.path.ends_with("/commands"));
    requests
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_are_registered_once_and_again_when_they_differ() {
    let mut scene = Scene::set().await;
    assert_eq!(registrations(&scene, 0).len(), 1);
    let before = scene.sandbox.requests(0).len();
    scene.stop_bot().await;
    scene.start_bot().await;
    assert_eq!(registrations(&scene, before).len(), 0, "the second start finds what it wants");

    // Somebody else has changed them.
    let path = format!("{}/api/v10/applications/{}/commands", scene.sandbox.url(), scene.sandbox.bot_id());
    let request = reqwest::Client::new().put(path).header("user-agent", "DiscordBot (test, 1)");
    let request = request.header("authorization", format!("Bot {}", scene.sandbox.token()));
    let odd = json!([{ "name": "odd", "description": "d" }]);
    assert_eq!(request.json(&odd).send().await.unwrap().status(), 200);
    scene.stop_bot().await;
    scene.start_bot().await;
    let names = scene.sandbox.registered_commands(None);
    assert!(names.contains(&"host".to_owned()) && !names.contains(&"odd".to_owned()), "{names:?}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_command_is_offered_twice_when_the_scope_changes() {
    let mut scene = Scene::set().await;
    scene.stop_bot().await;
    let (sandbox, guild) = (&scene.sandbox, scene.guild.id());
    let all: BTreeSet<String> = sandbox.registered_commands(None).into_iter().collect();
    assert!(all.contains("host"));
    let config = BotConfig { commands: Commands::InGuilds(vec![guild.0]), ..scene.config() };
    let bot = Bot::start(config.clone(), scene.matches.clone()).await.unwrap();
    assert_eq!(BTreeSet::from_iter(sandbox.registered_commands(Some(guild))), all);
    assert!(sandbox.registered_commands(None).is_empty(), "those for all servers are gone");
    bot.stop().await;

    let before = sandbox.requests(0).len();
    let bot = Bot::start(config, scene.matches.clone()).await.unwrap();
    assert_eq!(registrations(&scene, before).len(), 0, "they are the same in a single server too");
    bot.stop().await;

    let bot = Bot::start(scene.config(), scene.matches.clone()).await.unwrap();
    assert_eq!(BTreeSet::from_iter(sandbox.registered_commands(None)), all);
    let is_clear = || sandbox.registered_commands(Some(guild)).is_empty();
    assert!(sandbox.wait_until(WAIT_TIMEOUT, is_clear).await, "those of the server go soon after");
    bot.stop().await;
    scene.end().await;
}

/// Returns the requests about the commands of single servers, and for the list of all servers.
fn looks(scene: &Scene, from: usize) -> Vec<String> {
    let requests = scene.sandbox.requests(from).into_iter().map(|request| request.path);
    requests.filter(|path| path.contains("/guilds/") || path.ends_with("/users/@me/guilds")).collect()
}

/// Waits until all servers have been checked, which is recorded.
async fn all_looked_at(scene: &Scene) {
    let (store, bot) = (scene.matches.store(), scene.sandbox.bot_id().0.into());
    let looked = async {
        while !store.registrations(bot).await.unwrap().contains(&GuildId(0)) {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(WAIT_TIMEOUT, looked).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_are_looked_at_once_and_not_at_every_start() {
    let mut scene = Scene::set().await;
    for n in 1..20 {
        scene.sandbox.create_guild(&format!("Table {n}"), &scene.ada);
    }
    all_looked_at(&scene).await;
    let before = scene.sandbox.requests(0).len();
    scene.stop_bot().await;
    scene.start_bot().await;
    scene.ask(&scene.ada, "matches", &[]).await;
    assert_eq!(looks(&scene, before), [""; 0], "there is nothing to remove");

    // Somebody has removed the commands for all servers, as a bot does that offers them in single servers only.
    let path = format!("{}/api/v10/applications/{}/commands", scene.sandbox.url(), scene.sandbox.bot_id());
    let request = reqwest::Client::new().put(path).header("user-agent", "DiscordBot (test, 1)");
    let request = request.header("authorization", format!("Bot {}", scene.sandbox.token()));
    assert_eq!(request.json(&json!([])).send().await.unwrap().status(), 200);
    scene.stop_bot().await;
    scene.start_bot().await;
    all_looked_at(&scene).await;
    assert_eq!(looks(&scene, before).len(), 21, "the list, and each of them");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_that_could_not_be_removed_are_removed_at_the_next_start() {
    let mut scene = Scene::set().await;
    all_looked_at(&scene).await;
    scene.stop_bot().await;
    let guild = scene.guild.id();
    let here = BotConfig { commands: Commands::InGuilds(vec![guild.0]), ..scene.config() };
    let bot = Bot::start(here, scene.matches.clone()).await.unwrap();
    bot.stop().await;
    // Discord does not let them be removed, or the bot is stopped before that.
    let away = Fault::Error { status: 403, code: 50_001, after: false };
    scene.sandbox.fail_next(Some("PUT"), "/applications/*/guilds/*/commands", 1, away);
    scene.start_bot().await;
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, || scene.sandbox.faults_pending() == 0).await);
    assert!(!scene.sandbox.registered_commands(Some(guild)).is_empty());
    scene.stop_bot().await;
    scene.start_bot().await;
    let is_clear = || scene.sandbox.registered_commands(Some(guild)).is_empty();
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, is_clear).await);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_command_says_where_it_works() {
    let scene = Scene::set().await;
    let requests = registrations(&scene, 0);
    let commands = requests[0].body.as_array().unwrap();
    for command in commands {
        // Matches are created, moved and counted in servers, and seasons are kept there; everything else works in direct messages as
        // well.
        let is_of_servers =
            ["play", "host", "relocate", "season", "stats"].iter().any(|name| command["name"] == *name);
        let contexts = if is_of_servers { json!([0]) } else { json!([0, 1]) };
        assert_eq!(command["contexts"], contexts, "{}", command["name"]);
        assert_eq!(command["integration_types"], json!([0]), "{}", command["name"]);
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn check_tells_of_each_limit_in_a_line_and_of_doubled_commands() {
    let scene = Scene::set().await;
    // The bot itself looks for old commands in servers once it has started.
    all_looked_at(&scene).await;
    let (http, _proxy) = scene.config().api.connect(&scene.config().token).await.unwrap();
    let findings = check::check(&http).await;
    for wanted in [
        "name: ",
        "requests: ",
        "direct messages: ",
        "old messages: ",
        "commands: no server shows them twice",
    ] {
        let mut found = findings.iter().filter(|finding| finding.good && finding.text.starts_with(wanted));
        assert!(found.next().is_some_and(|finding| !finding.text.contains('\n')), "{wanted}: {findings:#?}");
    }
    // Somebody registers a command in the server as well.
    let (bot, guild) = (scene.sandbox.bot_id(), scene.guild.id());
    let path = format!("{}/api/v10/applications/{bot}/guilds/{guild}/commands", scene.sandbox.url());
    let request = reqwest::Client::new().post(path).header("user-agent", "DiscordBot (test, 1)");
    let request = request.header("authorization", format!("Bot {}", scene.sandbox.token()));
    let response = request.json(&json!({ "name": "host", "description": "d" })).send().await.unwrap();
    assert_eq!(response.status(), 201);
    let findings = check::check(&http).await;
    let doubled = findings.iter().find(|finding| finding.text.starts_with("commands: ")).unwrap();
    assert!(!doubled.good && doubled.text.contains("server Table shows them twice"), "{}", doubled.text);
    assert!(findings.iter().all(|finding| !finding.text.contains(&scene.sandbox.token())));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_pages_for_players_and_hosts_name_commands_that_there_are() {
    let scene = Scene::set().await;
    let sent = registrations(&scene, 0).remove(0).body;
    let options = |of: &serde_json::Value| of["options"].as_array().cloned().unwrap_or_default();
    let named = |all: &[serde_json::Value], name: &str| all.iter().find(|one| one["name"] == name).cloned();
    let commands = sent.as_array().unwrap().clone();
    let pages = [
        include_str!("../../docs/playing.md"),
        include_str!("../../docs/hosting.md"),
        include_str!("../../docs/hosting-more.md"),
    ];
    for page in pages {
        let written = page.split('`').skip(1).step_by(2).filter_map(|code| code.strip_prefix('/'));
        for code in written {
            let mut words = code.split(' ');
            let mut command = named(&commands, words.next().unwrap());
            assert!(command.is_some(), "`/{code}`");
            for word in words {
                let name = word.split(':').next().unwrap();
                let found = command.as_ref().and_then(|command| named(&options(command), name));
                // A subcommand, or a group of them, is followed by its options, an option by its value.
                let is_inner = |option: &serde_json::Value| option["type"].as_i64() <= Some(2);
                let found = found.filter(|option| is_inner(option) || word.contains(':'));
                assert!(found.is_some(), "`/{code}`: there is no {name}");
                command = found.filter(is_inner).or(command);
            }
        }
    }
    scene.end().await;
}
