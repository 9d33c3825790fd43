//! A channel for onlookers, which nobody who plays can read.

use std::time::Duration;

use trigon::sandbox::{Id, NewPerson, Permissions, Person, SeenMessage};

use crate::scene::{Scene, why};

const VIEW: Permissions = Permissions::VIEW_CHANNEL;

impl Scene {
    /// Creates a channel that only members with a role can read, and the bot.
    pub(crate) fn lounge(&self) -> (Id, Id) {
        let (lounge, role) =
            (self.guild.create_channel("lounge"), self.guild.create_role("Fans", Permissions::NONE));
        // The role of everyone has the number of the server.
        self.guild.overwrite_role(lounge, self.guild.id(), Permissions::NONE, VIEW);
        self.guild.overwrite_role(lounge, role, VIEW, Permissions::NONE);
        self.guild.overwrite_member(lounge, self.sandbox.bot_id(), VIEW, Permissions::NONE);
        self.guild.overwrite_member(lounge, self.ada.id(), VIEW, Permissions::NONE);
        (lounge, role)
    }

    fn member(&self, name: &str) -> Person {
        let member = self.sandbox.create_person(NewPerson::named(name));
        self.guild.add_member(&member);
        member
    }

    fn fan(&self, name: &str, role: Id) -> Person {
        let fan = self.member(name);
        self.guild.give_role(&fan, role);
        fan
    }
}

/// Returns what everyone sees in the lounge, to a fan.
fn in_lounge(fan: &Person, lounge: Id) -> Vec<SeenMessage> {
    fan.view(lounge).into_iter().filter(|post| !post.ephemeral).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn onlookers_see_everything_where_nobody_who_plays_can_read_it() {
    let scene = Scene::set().await;
    scene.begin("Show").await;
    scene.settled().await;
    let (lounge, role) = scene.lounge();
    let fan = scene.fan("vera", role);
    let bob = &scene.players[0];
    let option = [("channel", lounge.into())];
    let here = scene.ask(&scene.ada, "host spectators", &[("channel", scene.hall.into())]).await;
    assert!(
        here.content.contains("(because everyone can)") && here.content.contains("can read it"),
        "{}",
        here.content
    );
    scene.guild.give_role(bob, role);
    let refused = scene.ask(&scene.ada, "host spectators", &option).await;
    assert!(
        refused.content.contains(&format!("{} (through the role Fans)", bob.mention())),
        "{}",
        refused.content
    );
    scene.guild.take_role(bob, role);
    let done = scene.ask(&scene.ada, "host spectators", &option).await;
    assert!(done.content.contains("After each round of **#1 Show**, I post in <#"), "{}", done.content);
    assert!(done.content.contains("use `/alternate` before this round ends"), "{}", done.content);
    scene.settled().await;
    assert!(scene.newest().content.contains("👀 After each round"), "{}", scene.newest().content);

    scene.dm(bob, "-").await;
    scene.resolve().await;
    scene.settled().await;
    let posts = in_lounge(&fan, lounge);
    let [post] = &posts[..] else { panic!("{posts:?}") };
    for line in
        ["## Show · round 2 of 10", "👀 For onlookers only", "- bob sent **stay**.", "- cleo sent nothing."]
    {
        assert!(post.content.contains(line), "{}", post.content);
    }
    assert_eq!(post.files.len(), 1);
    assert!(!bob.sees(lounge) && post.pings.is_empty());

    // Whoever is let in later is noticed before the next post.
    scene.guild.give_role(bob, role);
    scene.resolve().await;
    scene.settled().await;
    assert_eq!(in_lounge(&fan, lounge).len(), 1);
    let told = scene.ada.dms().pop().unwrap().content;
    assert!(told.contains("what onlookers see") && told.contains("through the role Fans"), "{told}");
    assert!(
        scene.newest().content.contains("round 3"),
        "the match itself goes on: {}",
        scene.newest().content
    );
    scene.guild.take_role(bob, role);

    // Those who can read it take no seat.
    let refused = scene.ask(&fan, "alternate", &[]).await;
    assert!(refused.content.contains("so can’t take a seat"), "{}", refused.content);
    scene.clock.advance(Duration::from_mins(1));
    let fan = scene.fan("walt", role);
    let replace = [("player", bob.id().into()), ("new", fan.id().into()), why()];
    scene.ask(&scene.ada, "host replace", &replace).await;
    scene.settled().await;
    let asked = scene.newest();
    let refused = scene.press(&fan, &asked, ":take-seat").await;
    assert!(refused.content.contains("so can’t take a seat"), "{}", refused.content);
    // While they are asked, nothing is posted either: they might come to play.
    scene.resolve().await;
    scene.settled().await;
    assert_eq!(in_lounge(&fan, lounge).len(), 1);
    scene.press(&fan, &asked, ":keep-seat").await;
    scene.resolve().await;
    scene.settled().await;
    assert_eq!(in_lounge(&fan, lounge).len(), 2);

    let stopped = scene.ask(&scene.ada, "host spectators", &[("stop", true.into())]).await;
    assert!(stopped.content.contains("no longer see"), "{}", stopped.content);
    scene.resolve().await;
    scene.settled().await;
    assert_eq!(in_lounge(&fan, lounge).len(), 2);
    let player = scene.ask(bob, "host spectators", &[("stop", true.into()), ("match", 1.into())]).await;
    assert!(player.content.contains("Only the host"), "{}", player.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_was_let_in_by_name_never_takes_a_seat_and_others_do() {
    let scene = Scene::set().await;
    scene.begin("Names").await;
    let (lounge, role) = scene.lounge();
    let [vera, walt] = ["vera", "walt"].map(|name| scene.member(name));
    scene.guild.overwrite_member(lounge, vera.id(), VIEW, Permissions::NONE);
    // Only people are let in, so it is known who they are.
    scene.guild.overwrite_role(lounge, role, Permissions::NONE, VIEW);
    let done = scene.ask(&scene.ada, "host spectators", &[("channel", lounge.into())]).await;
    assert!(done.content.ends_with("Whoever could read a post can never take a seat."), "{}", done.content);
    scene.resolve().await;
    scene.settled().await;
    assert_eq!(in_lounge(&vera, lounge).len(), 1);

    scene.guild.overwrite_member(lounge, vera.id(), Permissions::NONE, VIEW);
    assert!(!vera.sees(lounge));
    let refused = scene.ask(&vera, "alternate", &[]).await;
    assert_eq!(
        refused.content,
        "You could read what onlookers of this match were told, so you can’t take a seat in it."
    );
    let replace = |new: &Person| [("player", scene.players[0].id().into()), ("new", new.id().into()), why()];
    let refused = scene.ask(&scene.ada, "host replace", &replace(&vera)).await;
    assert_eq!(
        refused.content,
        "That person could read what onlookers of this match were told, and so cannot take a seat in it."
    );
    let asked = scene.ask(&scene.ada, "host replace", &replace(&walt)).await;
    assert!(
        asked.content.contains(&walt.mention()) && asked.content.contains("I’ve asked"),
        "{}",
        asked.content
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn if_discord_does_not_say_who_has_a_role_nobody_who_was_there_takes_a_seat() {
    let scene = Scene::set().await;
    scene.begin("Crowd").await;
    let (lounge, role) = scene.lounge();
    let [vera, walt] = [scene.fan("vera", role), scene.member("walt")];
    let ready = scene.member("xeno");
    scene.ask(&scene.ada, "host spectators", &[("channel", lounge.into())]).await;
    scene.ask(&ready, "alternate", &[]).await;
    scene.resolve().await;
    scene.settled().await;
    scene.guild.take_role(&vera, role);
    for one in [&vera, &walt] {
        let refused = scene.ask(one, "alternate", &[]).await;
        assert_eq!(
            refused.content,
            "You were in this server when onlookers of this match were told what players keep secret. Discord doesn’t tell me \
             who could read that, so only those who were alternates before can still take a seat."
        );
    }
    let replace = |new: &Person| [("player", scene.players[0].id().into()), ("new", new.id().into()), why()];
    let refused = scene.ask(&scene.ada, "host replace", &replace(&vera)).await;
    assert_eq!(
        refused.content,
        "That person was in the server when onlookers were told what players keep secret, and Discord does not say who could \
         read that. Only alternates from before and members who joined the server later can take a seat in this match."
    );
    scene.clock.advance(Duration::from_mins(1));
    let late = scene.member("yuri");
    for one in [&ready, &late] {
        let asked = scene.ask(&scene.ada, "host replace", &replace(one)).await;
        assert!(
            asked.content.contains(&one.mention()) && asked.content.contains("I’ve asked"),
            "{}",
            asked.content
        );
        scene.settled().await;
        scene.press(one, &scene.newest(), ":keep-seat").await;
    }
    // To leave the server and come back does not make one forget.
    scene.guild.remove_member(&vera);
    scene.clock.advance(Duration::from_mins(1));
    scene.guild.add_member(&vera);
    let refused = scene.ask(&vera, "alternate", &[]).await;
    assert!(refused.content.contains("You were in this server when"), "{}", refused.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn if_discord_lists_members_only_those_who_had_the_role_take_no_seat() {
    let scene = Scene::with_members().await;
    scene.begin("List").await;
    let (lounge, role) = scene.lounge();
    let [vera, walt] = [scene.fan("vera", role), scene.member("walt")];
    let done = scene.ask(&scene.ada, "host spectators", &[("channel", lounge.into())]).await;
    assert!(done.content.ends_with("Whoever could read a post can never take a seat."), "{}", done.content);
    scene.resolve().await;
    scene.settled().await;
    scene.guild.take_role(&vera, role);
    let refused = scene.ask(&vera, "alternate", &[]).await;
    assert!(refused.content.contains("You could read what onlookers"), "{}", refused.content);
    let taken = scene.ask(&walt, "alternate", &[]).await;
    assert!(taken.content.contains("You’re an alternate"), "{}", taken.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_lets_a_player_read_is_named_whatever_it_is() {
    let scene = Scene::set().await;
    scene.begin("Doors").await;
    scene.settled().await;
    let (lounge, _) = scene.lounge();
    let (bob, cleo) = (&scene.players[0], &scene.players[1]);
    let admins = scene.guild.create_role("Admins", Permissions::ADMINISTRATOR);
    scene.guild.give_role(bob, admins);
    scene.guild.overwrite_member(lounge, cleo.id(), VIEW, Permissions::NONE);
    let refused = scene.ask(&scene.ada, "host spectators", &[("channel", lounge.into())]).await;
    for who in [
        format!("{} (through the role Admins)", bob.mention()),
        format!("{} (by a permission of their own)", cleo.mention()),
    ] {
        assert!(refused.content.contains(&who), "{}", refused.content);
    }
    assert!(!refused.content.contains(&scene.players[2].mention()), "{}", refused.content);
    let turns = scene.started("triangoli", 2, &[]).await;
    let open = [("channel", lounge.into()), ("match", turns.into())];
    let refused = scene.ask(bob, "host spectators", &open).await;
    assert!(refused.content.contains(&format!("Nothing in match {turns} is secret")), "{}", refused.content);
    scene.end().await;
}
