//! A channel for onlookers, which nobody who plays can read.

use trigon::sandbox::{Id, NewPerson, Permissions, Person, SeenMessage};

use crate::scene::Scene;

const VIEW: Permissions = Permissions::VIEW_CHANNEL;

impl Scene {
    /// Creates a channel that only members with a role can read, and the bot.
    fn lounge(&self) -> (Id, Id) {
        let (lounge, role) =
            (self.guild.create_channel("lounge"), self.guild.create_role("Fans", Permissions::NONE));
        // The role of everyone has the number of the server.
        self.guild.overwrite_role(lounge, self.guild.id(), Permissions::NONE, VIEW);
        self.guild.overwrite_role(lounge, role, VIEW, Permissions::NONE);
        self.guild.overwrite_member(lounge, self.sandbox.bot_id(), VIEW, Permissions::NONE);
        self.guild.overwrite_member(lounge, self.ada.id(), VIEW, Permissions::NONE);
        (lounge, role)
    }

    fn fan(&self, name: &str, role: Id) -> Person {
        let fan = self.sandbox.create_person(NewPerson::named(name));
        self.guild.add_member(&fan);
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
    let replace = [("player", bob.id().into()), ("new", fan.id().into())];
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
