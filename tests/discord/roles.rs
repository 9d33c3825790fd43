//! Roles of the server for those who play, kept up to date.

use std::time::Duration;

use trigon::bot::check;
use trigon::ids::MatchId;
use trigon::sandbox::{Fault, Id, NewPerson, Permissions, Person};

use crate::scene::{Scene, why};

/// The roles of a scene: for those in play, and for those who are out.
struct Roles {
    playing: Id,
    out: Id,
}

impl Scene {
    /// Creates two roles, which the bot may give.
    fn roles(&self) -> Roles {
        let role = |name| self.guild.create_role(name, Permissions::NONE);
        let roles = Roles { playing: role("Playing"), out: role("Out") };
        self.let_manage_roles(true);
        roles
    }

    fn let_manage_roles(&self, may: bool) {
        let all = Permissions::DEFAULT;
        let permissions = if may { all | Permissions::MANAGE_ROLES } else { all };
        self.guild.set_role_permissions(self.guild.bot_role().unwrap(), permissions);
    }

    async fn name_roles(&self, roles: &Roles) -> String {
        let options = [("in_play", roles.playing.into()), ("out", roles.out.into())];
        self.ask(&self.ada, "host spectators", &options).await.content
    }

    /// Returns who has a role, by name.
    fn having(&self, role: Id) -> Vec<String> {
        let mut members = self.guild.members();
        members.retain(|member| self.guild.roles_of(member.id()).contains(&role));
        let mut names: Vec<String> = members.iter().map(Person::name).collect();
        names.sort();
        names
    }

    /// Returns the number of requests so far that give a role or take one away.
    fn role_requests(&self) -> usize {
        self.sandbox.requests(0).iter().filter(|request| request.path.contains("/roles/")).count()
    }

    /// Returns what the bot has told the host of roles in private.
    fn warnings(&self) -> Vec<String> {
        let told = self.ada.dms().into_iter().map(|message| message.content);
        told.filter(|text| text.contains('⚠') && text.contains("role")).collect()
    }
}

const ALL: [&str; 7] = ["bob", "cleo", "dan", "eve", "finn", "gus", "hana"];

#[tokio::test(flavor = "multi_thread")]
async fn whoever_plays_has_one_role_and_whoever_played_the_other() {
    let scene = Scene::set().await;
    let roles = scene.roles();
    let stranger = scene.sandbox.create_person(NewPerson::named("zoe"));
    scene.guild.add_member(&stranger);
    scene.guild.give_role(&scene.players[0], roles.out);
    scene.begin("Season").await;
    let answer = scene.name_roles(&roles).await;
    assert_eq!(
        answer,
        format!(
            "From its start, those who hold a seat in **#1 Season** have <@&{}>. Players who have left, were replaced or have \
             resigned, and all of them once it is over, have <@&{}>. I keep that up to date, and tell you if Discord doesn’t let me.",
            roles.playing, roles.out
        )
    );
    scene.settled().await;
    assert_eq!(
        (scene.having(roles.playing), scene.having(roles.out)),
        (ALL.map(String::from).into(), vec![])
    );
    let told = scene.newest();
    assert!(
        told.content.contains(&format!(
            "🎭 Those who hold a seat get <@&{}>, and those who held one get <@&{}>.",
            roles.playing, roles.out
        )),
        "{}",
        told.content
    );
    assert!(told.pings.is_empty());
    assert_eq!(scene.role_requests(), 14);

    // Nothing is asked of Discord again as long as nothing changes.
    scene.dm(&scene.players[0], "-").await;
    scene.resolve().await;
    scene.settled().await;
    assert_eq!(scene.role_requests(), 14);

    // Who leaves keeps the role until everyone learns of it.
    scene.ask(&scene.players[1], "leave", &[("confirm", true.into())]).await;
    scene.settled().await;
    assert_eq!(scene.having(roles.playing), ALL);
    scene.resolve().await;
    scene.settled().await;
    assert_eq!(scene.having(roles.out), ["cleo"]);
    assert_eq!(scene.having(roles.playing), ["bob", "dan", "eve", "finn", "gus", "hana"]);

    // Another person takes a seat.
    let replace = [("player", scene.players[1].id().into()), ("new", stranger.id().into()), why()];
    scene.ask(&scene.ada, "host replace", &replace).await;
    scene.settled().await;
    scene.press(&stranger, &scene.newest(), ":take-seat").await;
    scene.settled().await;
    assert!(scene.having(roles.playing).contains(&"zoe".to_owned()));

    scene.ask(&scene.ada, "host cancel", &[("confirm", true.into())]).await;
    scene.settled().await;
    assert_eq!((scene.having(roles.playing).len(), scene.having(roles.out).len()), (0, 8));
    assert!(scene.warnings().is_empty());
    assert_eq!(scene.matches.store().next_upkeep().await.unwrap(), None);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_names_only_roles_that_the_bot_can_give_and_that_are_theirs_to_give() {
    let scene = Scene::set().await;
    scene.begin("Rights").await;
    scene.settled().await;
    let role = |name| scene.guild.create_role(name, Permissions::NONE);
    let roles = Roles { playing: role("Playing"), out: role("Out") };
    let refused = scene.name_roles(&roles).await;
    assert!(refused.starts_with("I’m missing a permission: give my role *Manage Roles*"), "{refused}");
    scene.let_manage_roles(true);
    scene.guild.move_role(roles.out, true);
    let refused = scene.name_roles(&roles).await;
    assert!(refused.contains(&format!("move my role above <@&{}>", roles.out)), "{refused}");
    scene.guild.move_role(roles.out, false);
    let same = Roles { playing: roles.out, out: roles.out };
    let refused = scene.name_roles(&same).await;
    assert!(refused.contains("need different roles"), "{refused}");
    let everyone = Roles { playing: scene.guild.id(), ..same };
    let refused = scene.name_roles(&everyone).await;
    assert!(refused.starts_with("Everyone has @everyone"), "{refused}");
    let managed = Roles { playing: scene.guild.bot_role().unwrap(), ..same };
    let refused = scene.name_roles(&managed).await;
    assert!(refused.contains("belongs to a bot or a service"), "{refused}");
    let nothing = scene.ask(&scene.ada, "host spectators", &[]).await.content;
    assert!(nothing.contains("name roles with `in_play` and `out`"), "{nothing}");

    // A host who may not give roles cannot have them given either.
    let bob = &scene.players[0];
    scene.ask(&scene.ada, "host cohost", &[("user", bob.id().into())]).await;
    let options = [("in_play", roles.playing.into()), ("match", 1.into())];
    let refused = scene.ask(bob, "host spectators", &options).await.content;
    assert!(refused.contains("you can’t give it yourself"), "{refused}");
    let refused = scene.ask(&scene.players[1], "host spectators", &options).await.content;
    assert!(refused.contains("Only the host"), "{refused}");
    let stewards = scene.guild.create_role("Stewards", Permissions::MANAGE_ROLES);
    scene.guild.give_role(bob, stewards);
    let refused =
        scene.ask(bob, "host spectators", &[("in_play", stewards.into()), ("match", 1.into())]).await;
    assert!(refused.content.contains("you can’t give it yourself"), "{}", refused.content);
    assert_eq!(scene.role_requests(), 0, "nothing has changed");
    let done = scene.ask(bob, "host spectators", &options).await.content;
    assert!(done.contains("those who hold a seat in **#1 Rights** have"), "{done}");
    scene.settled().await;
    assert_eq!(scene.having(roles.playing), ALL);

    let stopped = scene.ask(&scene.ada, "host spectators", &[("no_roles", true.into())]).await.content;
    assert!(stopped.starts_with("Nobody gets a role any more because of **#1 Rights**."), "{stopped}");
    scene.settled().await;
    assert!(scene.having(roles.playing).is_empty());
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_missed_is_made_up_for_and_what_fails_is_tried_again() {
    let mut scene = Scene::set().await;
    let roles = scene.roles();
    scene.begin("Restart").await;
    scene.name_roles(&roles).await;
    scene.settled().await;
    // The bot is away while a player is replaced and the match ends, as far as roles are concerned.
    scene.stop_bot().await;
    let path = "/guilds/*/members/*/roles/*";
    scene.sandbox.fail_next(None, path, 2, Fault::Error { status: 500, code: 0, after: true });
    let host = trigon::rehearsal::member(&scene.ada, &scene.guild, true);
    scene.matches.ask(MatchId(1), &host, trigon::matches::Command::Cancel).await.unwrap();
    scene.crash().await;
    scene.start_bot().await;
    let ended = async {
        while scene.having(roles.out).len() < 7 || !scene.having(roles.playing).is_empty() {
            scene.clock.advance(Duration::from_secs(10));
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(crate::scene::WAIT_TIMEOUT, ended).await.unwrap();
    scene.settled().await;
    assert!(scene.warnings().is_empty());
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_discord_refuses_is_told_once_and_done_when_it_is_mended() {
    let scene = Scene::set().await;
    let roles = scene.roles();
    scene.begin("Trouble").await;
    scene.guild.remove_member(&scene.players[6]);
    scene.name_roles(&roles).await;
    scene.settled().await;
    let warnings = scene.warnings();
    let [gone] = &warnings[..] else { panic!("{warnings:?}") };
    assert!(gone.contains(&format!("{} isn’t in the server any more", scene.players[6].mention())), "{gone}");
    assert_eq!(scene.having(roles.playing).len(), 6);

    // The permission is taken away, and a player is replaced.
    scene.let_manage_roles(false);
    scene.ask(&scene.players[0], "leave", &[("confirm", true.into())]).await;
    for _ in 0..3 {
        scene.resolve().await;
        scene.settled().await;
    }
    let warnings = scene.warnings();
    assert_eq!(warnings.len(), 2, "one for all roles: {warnings:?}");
    assert!(
        warnings[1].contains("(`in_play`) and the role of those who held a seat (`out`). In Server Settings"),
        "{warnings:?}"
    );
    assert!(scene.newest().content.contains("round 4"), "the match goes on: {}", scene.newest().content);
    assert!(scene.role_requests() <= 14 + 4 * 2, "it is rarely tried again: {}", scene.role_requests());
    assert!(scene.having(roles.playing).contains(&"bob".to_owned()));
    scene.let_manage_roles(true);
    scene.name_roles(&roles).await;
    scene.settled().await;
    assert_eq!(scene.having(roles.out), ["bob"]);
    assert!(!scene.having(roles.playing).contains(&"bob".to_owned()));

    // A role is deleted.
    scene.guild.delete_role(roles.out);
    scene.ask(&scene.ada, "host cancel", &[("confirm", true.into())]).await;
    scene.settled().await;
    let last = scene.warnings().pop().unwrap();
    assert!(last.contains("The role of those who held a seat (`out`) doesn’t exist any more"), "{last}");
    assert_eq!((scene.warnings().len(), scene.having(roles.playing).len()), (3, 0));
    scene.end().await;
}

impl Scene {
    /// Returns the number of requests so far that ask for a member.
    fn member_requests(&self) -> usize {
        let requests = self.sandbox.requests(0).into_iter();
        requests.filter(|it| it.method == "GET" && it.path.contains("/members/")).count()
    }

    async fn has_role(&self, person: &Person, role: Id) {
        let has = || self.guild.roles_of(person.id()).contains(&role);
        assert!(self.sandbox.wait_until(crate::scene::WAIT_TIMEOUT, has).await, "{}", person.name());
        self.settled().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_back_to_the_server_has_their_role_again_once_they_are_heard_of() {
    let scene = Scene::set().await;
    let roles = scene.roles();
    scene.begin("Returns").await;
    scene.name_roles(&roles).await;
    scene.settled().await;
    let (bob, cleo, dan) = (&scene.players[0], &scene.players[1], &scene.players[2]);
    for person in [bob, cleo, dan] {
        scene.guild.remove_member(person);
        scene.guild.add_member(person);
    }
    assert_eq!(scene.having(roles.playing).len(), 4);
    // By a direct message, by a command, and by hand.
    scene.dm(bob, "me").await;
    scene.has_role(bob, roles.playing).await;
    scene.ask(cleo, "me", &[]).await;
    scene.has_role(cleo, roles.playing).await;
    assert!(!scene.having(roles.playing).contains(&"dan".to_owned()), "nobody has heard of them");
    // Nothing is asked of Discord that a command shows.
    let (changes, looks) = (scene.role_requests(), scene.member_requests());
    scene.ask(cleo, "me", &[]).await;
    scene.settled().await;
    assert_eq!((scene.role_requests(), scene.member_requests()), (changes, looks));

    // Everyone else, within an hour.
    scene.guild.take_role(&scene.players[3], roles.playing);
    scene.guild.give_role(&scene.players[4], roles.out);
    scene.clock.advance(Duration::from_hours(1));
    scene.has_role(dan, roles.playing).await;
    assert_eq!(
        (scene.having(roles.playing), scene.having(roles.out)),
        (ALL.map(String::from).into(), vec![])
    );
    assert_eq!(scene.member_requests(), looks + 7);
    let changes = scene.role_requests();
    scene.clock.advance(Duration::from_hours(1));
    let compared = || scene.member_requests() == looks + 14;
    assert!(scene.sandbox.wait_until(crate::scene::WAIT_TIMEOUT, compared).await);
    scene.settled().await;
    assert_eq!(scene.role_requests(), changes, "nothing differs");

    // Also once they are out, if they were away at the end.
    scene.guild.remove_member(bob);
    scene.ask(&scene.ada, "host cancel", &[("confirm", true.into())]).await;
    scene.settled().await;
    assert_eq!(scene.having(roles.out).len(), 6);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_in_the_way_of_roles_is_told_in_one_message_and_tried_again_every_hour() {
    let scene = Scene::set().await;
    let roles = scene.roles();
    scene.begin("Hours").await;
    for person in &scene.players[5..] {
        scene.guild.remove_member(person);
    }
    scene.name_roles(&roles).await;
    scene.settled().await;
    let warnings = scene.warnings();
    let [gone] = &warnings[..] else { panic!("{warnings:?}") };
    assert!(scene.players[5..].iter().all(|person| gone.contains(&person.mention())), "{gone}");
    scene.let_manage_roles(false);
    for person in &scene.players[..3] {
        scene.guild.take_role(person, roles.playing);
    }
    for hour in 1..4 {
        let looks = scene.member_requests();
        scene.clock.advance(Duration::from_hours(1));
        let compared = || scene.member_requests() >= looks + 7;
        assert!(scene.sandbox.wait_until(crate::scene::WAIT_TIMEOUT, compared).await, "{hour}");
        scene.settled().await;
        assert_eq!(scene.warnings().len(), 2, "{:#?}", scene.warnings());
    }
    scene.let_manage_roles(true);
    scene.has_role(&scene.players[0], roles.playing).await;
    assert_eq!(scene.having(roles.playing).len(), 5);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_different_looks_find_in_the_way_of_roles_within_an_hour_is_told_in_one_message() {
    let scene = Scene::set().await;
    let roles = scene.roles();
    scene.begin("One message").await;
    scene.guild.remove_member(&scene.players[6]);
    scene.name_roles(&roles).await;
    scene.settled().await;
    assert_eq!(scene.warnings().len(), 1, "the first is told at once: {:#?}", scene.warnings());

    // Ten minutes later, the permission is gone, which shows when somebody has to get a role back.
    scene.clock.advance(Duration::from_mins(10));
    scene.let_manage_roles(false);
    let cleo = &scene.players[1];
    scene.guild.take_role(cleo, roles.playing);
    let before = scene.role_requests();
    scene.ask(cleo, "me", &[]).await;
    let tried = || scene.role_requests() > before;
    assert!(scene.sandbox.wait_until(crate::scene::WAIT_TIMEOUT, tried).await);
    scene.settled().await;
    // Ten minutes after that, a role is deleted, and everybody should have it.
    scene.clock.advance(Duration::from_mins(10));
    scene.guild.delete_role(roles.out);
    scene.ask(&scene.ada, "host cancel", &[("confirm", true.into())]).await;
    scene.settled().await;
    assert_eq!(scene.warnings().len(), 1, "{:#?}", scene.warnings());

    scene.clock.advance(Duration::from_mins(40));
    let told = || scene.warnings().len() > 1;
    assert!(scene.sandbox.wait_until(crate::scene::WAIT_TIMEOUT, told).await);
    scene.settled().await;
    let warnings = scene.warnings();
    assert_eq!(warnings.len(), 2, "{warnings:#?}");
    assert!(warnings[1].contains("(`in_play`)") && warnings[1].contains("(`out`)"), "{}", warnings[1]);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_check_says_whether_roles_can_be_given() {
    let scene = Scene::set().await;
    let http = poise::serenity_prelude::HttpBuilder::new(scene.sandbox.token())
        .proxy(scene.sandbox.url())
        .ratelimiter_disabled(true)
        .build();
    let found = async || {
        let findings = check::check(&http).await;
        assert!(findings.iter().all(|finding| finding.good), "{findings:?}");
        let optional = findings.into_iter().map(|finding| finding.text);
        optional.into_iter().find(|text| text.starts_with("server Table, optional")).unwrap()
    };
    let text = found().await;
    assert!(text.contains("without Manage Roles, hosts cannot have roles given to players"), "{text}");
    scene.let_manage_roles(true);
    let text = found().await;
    assert!(text.contains("Manage Roles is there"), "{text}");
    scene.end().await;
}
