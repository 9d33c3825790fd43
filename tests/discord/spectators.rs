//! A channel for onlookers, which nobody who plays can read, and whose readers take no seat.

use std::time::Duration;

use trigon::ids::MatchId;
use trigon::matches::Match;
use trigon::sandbox::{Id, NewPerson, Permissions, Person, SeenMessage};

use crate::scene::{Scene, WAIT_TIMEOUT, why};

const VIEW: Permissions = Permissions::VIEW_CHANNEL;

impl Scene {
    /// Creates a channel that only members with a role can read, and the bot.
    pub(crate) fn lounge(&self) -> (Id, Id) {
        let (lounge, role) = (self.closed(), self.guild.create_role("Fans", Permissions::NONE));
        self.guild.overwrite_role(lounge, role, VIEW, Permissions::NONE);
        (lounge, role)
    }

    /// Creates a channel that only the host can read, and the bot.
    fn closed(&self) -> Id {
        let lounge = self.guild.create_channel("lounge");
        // The role of everyone has the number of the server.
        self.guild.overwrite_role(lounge, self.guild.id(), Permissions::NONE, VIEW);
        self.guild.overwrite_member(lounge, self.sandbox.bot_id(), VIEW, Permissions::NONE);
        self.guild.overwrite_member(lounge, self.ada.id(), VIEW, Permissions::NONE);
        lounge
    }

    /// Lets somebody into a channel by name.
    fn let_in(&self, lounge: Id, who: &Person) {
        self.guild.overwrite_member(lounge, who.id(), VIEW, Permissions::NONE);
    }

    fn take_out(&self, lounge: Id, who: &Person) {
        self.guild.overwrite_member(lounge, who.id(), Permissions::NONE, VIEW);
    }

    /// Posts for onlookers, in a channel that is chosen for that.
    async fn post(&self, lounge: Id) {
        self.ask(&self.ada, "host spectators", &[("channel", lounge.into())]).await;
        self.resolve().await;
        self.settled().await;
        assert_eq!(in_lounge(&self.ada, lounge).len(), 1);
    }

    /// Waits until something about match 1 is known that the bot has to be told by Discord.
    async fn until_known(&self, is_known: impl Fn(&Match) -> bool) {
        let known = async {
            while !is_known(&self.matches.load(MatchId(1)).await.unwrap()) {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(WAIT_TIMEOUT, known).await.unwrap();
    }

    /// Asks a member to take a seat, and expects to be told why they cannot.
    async fn may_not(&self, new: &Person) -> String {
        let options = [("player", self.players[0].id().into()), ("new", new.id().into()), why()];
        let refused = self.ask(&self.ada, "host replace", &options).await.content;
        assert!(!refused.contains("I’ve asked"), "{refused}");
        refused
    }

    /// Asks a member to take a seat, who can.
    async fn takes_over(&self, new: &Person) {
        let options = [("player", self.players[0].id().into()), ("new", new.id().into()), why()];
        let asked = self.ask(&self.ada, "host replace", &options).await.content;
        assert!(asked.contains(&new.mention()) && asked.contains("I’ve asked"), "{asked}");
        self.settled().await;
        self.press(new, &self.newest(), ":keep-seat").await;
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
    assert!(done.content.contains("nobody new can take a seat in this match"), "{}", done.content);
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
    let stopped = scene.ask(&scene.ada, "host spectators", &[("stop", true.into())]).await;
    assert!(stopped.content.contains("no longer see"), "{}", stopped.content);
    scene.resolve().await;
    scene.settled().await;
    assert_eq!(in_lounge(&fan, lounge).len(), 1);
    let player = scene.ask(bob, "host spectators", &[("stop", true.into()), ("match", 1.into())]).await;
    assert!(player.content.contains("Only the host"), "{}", player.content);
    scene.end().await;
}

/// What a person reads who could read a post.
const COULD_READ: &str =
    "You could read what onlookers of this match were told, so you can’t take a seat in it.";

/// What a host reads of them.
const COULD: &str =
    "That person could read what onlookers of this match were told, and so cannot take a seat in it.";

/// What a host reads of somebody who may have had a role.
const MAY_HAVE: &str = "That person may have read what onlookers of this match were told, because Discord does not say who could. \
     So they cannot take a seat in it. A computed player can.";

#[tokio::test(flavor = "multi_thread")]
async fn whoever_was_let_in_by_name_never_takes_a_seat_and_others_do() {
    let scene = Scene::set().await;
    scene.begin("Names").await;
    let lounge = scene.closed();
    let [vera, walt, xeno] = ["vera", "walt", "xeno"].map(|name| scene.member(name));
    scene.let_in(lounge, &vera);
    let done = scene.ask(&scene.ada, "host spectators", &[("channel", lounge.into())]).await;
    let rule = "Nobody who can read a post, at any time, can take a seat.";
    assert!(done.content.ends_with(rule), "{}", done.content);
    let ready = scene.ask(&xeno, "alternate", &[]).await;
    assert!(ready.content.contains("You’re an alternate"), "{}", ready.content);
    scene.resolve().await;
    scene.settled().await;
    assert_eq!(in_lounge(&vera, lounge).len(), 1);

    scene.take_out(lounge, &vera);
    assert!(!vera.sees(lounge));
    assert_eq!(scene.ask(&vera, "alternate", &[]).await.content, COULD_READ);
    assert_eq!(scene.may_not(&vera).await, COULD);
    scene.takes_over(&walt).await;
    scene.takes_over(&xeno).await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_who_is_let_in_for_a_moment_after_a_post_has_read_it() {
    let mut scene = Scene::set().await;
    scene.begin("Moment").await;
    let lounge = scene.closed();
    let [vera, walt, xeno, yuri] = ["vera", "walt", "xeno", "yuri"].map(|name| scene.member(name));
    // What is done before the first post shows nobody anything.
    scene.let_in(lounge, &yuri);
    scene.take_out(lounge, &yuri);
    let ready = scene.ask(&xeno, "alternate", &[]).await;
    assert!(ready.content.contains("You’re an alternate"), "{}", ready.content);
    scene.post(lounge).await;
    for one in [&vera, &xeno] {
        scene.let_in(lounge, one);
        assert_eq!(in_lounge(one, lounge).len(), 1);
        scene.take_out(lounge, one);
        let id = one.id().0.into();
        scene.until_known(|game| game.has_read(id)).await;
    }
    assert_eq!(scene.ask(&vera, "alternate", &[]).await.content, COULD_READ);
    assert_eq!(scene.may_not(&vera).await, COULD);
    assert_eq!(scene.may_not(&xeno).await, COULD, "an alternate, too");
    scene.takes_over(&yuri).await;

    // Also where nothing is posted any more, and after a restart.
    scene.ask(&scene.ada, "host spectators", &[("stop", true.into())]).await;
    scene.stop_bot().await;
    scene.let_in(lounge, &walt);
    scene.start_bot().await;
    let id = walt.id().0.into();
    scene.until_known(|game| game.has_read(id)).await;
    scene.take_out(lounge, &walt);
    assert_eq!(scene.may_not(&walt).await, COULD);
    assert_eq!(scene.ask(&walt, "alternate", &[]).await.content, COULD_READ);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_can_read_it_is_looked_at_once_more_before_a_seat_is_taken() {
    let scene = Scene::set().await;
    scene.begin("Again").await;
    let lounge = scene.closed();
    let [walt, xeno] = ["walt", "xeno"].map(|name| scene.member(name));
    // Somebody who answers is asked for their seat, too.
    let bob = &scene.players[0];
    scene.dm(bob, "-").await;
    scene.post(lounge).await;
    let replace = |new: &Person| [("player", bob.id().into()), ("new", new.id().into()), why()];
    scene.ask(&scene.ada, "host replace", &replace(&walt)).await;
    scene.settled().await;
    let asked = scene.newest();
    // While somebody who may come to play can read it, nothing is posted.
    scene.let_in(lounge, &walt);
    scene.dm(bob, "-").await;
    scene.resolve().await;
    scene.settled().await;
    assert_eq!(in_lounge(&scene.ada, lounge).len(), 1);
    let told = scene.ada.dms().pop().unwrap().content;
    assert!(told.contains("by a permission of their own"), "{told}");
    let refused = scene.press(&walt, &asked, ":take-seat").await;
    assert!(refused.content.contains("so can’t take a seat"), "{}", refused.content);
    scene.take_out(lounge, &walt);
    let refused = scene.press(&walt, &asked, ":take-seat").await;
    assert_eq!(refused.content, COULD);
    scene.press(&scene.ada, &asked, ":keep-seat").await;

    // Somebody who is willing has not taken the seat yet: the player has to agree, and they must not have read it by then.
    scene.ask(&scene.ada, "host replace", &replace(&xeno)).await;
    scene.settled().await;
    let asked = scene.newest();
    scene.press(&xeno, &asked, ":take-seat").await;
    scene.let_in(lounge, &xeno);
    let refused = scene.press(bob, &asked, ":take-seat").await;
    assert!(refused.content.contains(&format!("{} can read", xeno.mention())), "{}", refused.content);
    assert!(scene.matches.load(MatchId(1)).await.unwrap().seat_of(xeno.id().0.into()).is_none());
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn anyone_may_have_had_a_role_that_lets_people_in_so_nobody_new_takes_a_seat() {
    let scene = Scene::set().await;
    scene.begin("Crowd").await;
    let (lounge, role) = scene.lounge();
    let [vera, walt, ready] = [scene.fan("vera", role), scene.member("walt"), scene.member("xeno")];
    let ask = scene.ask(&scene.ada, "host spectators", &[("channel", lounge.into())]).await;
    assert!(ask.content.contains("A role lets people into that channel"), "{}", ask.content);
    scene.ask(&ready, "alternate", &[]).await;
    scene.resolve().await;
    scene.settled().await;
    scene.guild.take_role(&vera, role);
    let refused = scene.ask(&walt, "alternate", &[]).await;
    assert_eq!(
        refused.content,
        "You may have read what onlookers of this match were told: Discord doesn’t tell me who could. So you can’t take a seat in it."
    );
    scene.clock.advance(Duration::from_mins(1));
    let late = scene.member("yuri");
    for one in [&vera, &walt, &ready, &late] {
        assert_eq!(scene.may_not(one).await, MAY_HAVE);
    }
    // A computed player was nowhere.
    let bob = &scene.players[0];
    let options = [("player", bob.id().into()), ("new", scene.sandbox.bot_id().into()), why()];
    let done = scene.ask(&scene.ada, "host replace", &options).await;
    assert!(!done.content.contains("may have read"), "{}", done.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_role_that_lets_people_in_for_a_moment_after_a_post_is_noticed_however_it_does() {
    for what in 0..3 {
        let scene = Scene::set().await;
        scene.begin("Roles").await;
        let lounge = scene.closed();
        let role = scene.guild.create_role("Fans", Permissions::NONE);
        let [walt, ready] = ["walt", "xeno"].map(|name| scene.member(name));
        scene.ask(&ready, "alternate", &[]).await;
        scene.post(lounge).await;
        match what {
            0 => {
                scene.guild.overwrite_role(lounge, role, VIEW, Permissions::NONE);
                scene.guild.overwrite_role(lounge, role, Permissions::NONE, VIEW);
            }
            1 => {
                scene.guild.set_role_permissions(role, Permissions::ADMINISTRATOR);
                scene.guild.set_role_permissions(role, Permissions::NONE);
            }
            _ => {
                let admins = scene.guild.create_role("Admins", Permissions::ADMINISTRATOR);
                scene.guild.delete_role(admins);
            }
        }
        scene.until_known(Match::may_have_been_read).await;
        assert_eq!(scene.may_not(&walt).await, MAY_HAVE);
        if what == 0 {
            assert_eq!(scene.may_not(&ready).await, MAY_HAVE);
        } else {
            // Only administrators make others administrators, and alternates are looked at one by one.
            scene.takes_over(&ready).await;
        }
        scene.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_administrators_can_read_it_alternates_from_before_and_later_members_take_seats() {
    let scene = Scene::set().await;
    scene.begin("Admins").await;
    let lounge = scene.closed();
    let admins = scene.guild.create_role("Admins", Permissions::ADMINISTRATOR);
    let [vera, walt, ready] = [scene.fan("vera", admins), scene.member("walt"), scene.member("xeno")];
    scene.ask(&ready, "alternate", &[]).await;
    let done = scene.ask(&scene.ada, "host spectators", &[("channel", lounge.into())]).await;
    assert!(done.content.contains("use `/alternate` before this round ends"), "{}", done.content);
    scene.resolve().await;
    scene.settled().await;
    scene.guild.take_role(&vera, admins);
    for one in [&vera, &walt] {
        assert_eq!(scene.may_not(one).await, MAY_HAVE);
    }
    scene.clock.advance(Duration::from_mins(1));
    let late = scene.member("yuri");
    for one in [&ready, &late] {
        scene.takes_over(one).await;
    }
    // To leave the server and come back does not make one forget.
    scene.guild.remove_member(&vera);
    scene.clock.advance(Duration::from_mins(1));
    scene.guild.add_member(&vera);
    assert_eq!(scene.may_not(&vera).await, MAY_HAVE);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn if_discord_lists_members_only_administrators_and_those_let_in_by_name_take_no_seat() {
    let scene = Scene::with_members().await;
    scene.begin("List").await;
    let lounge = scene.closed();
    let admins = scene.guild.create_role("Admins", Permissions::ADMINISTRATOR);
    let [vera, walt] = [scene.fan("vera", admins), scene.member("walt")];
    let done = scene.ask(&scene.ada, "host spectators", &[("channel", lounge.into())]).await;
    let rule = "Nobody who can read a post, at any time, can take a seat.";
    assert!(done.content.ends_with(rule), "{}", done.content);
    scene.resolve().await;
    scene.settled().await;
    scene.guild.take_role(&vera, admins);
    assert_eq!(scene.ask(&vera, "alternate", &[]).await.content, COULD_READ);
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
    let open = [("channel", lounge.into()), ("match", turns.0.into())];
    let refused = scene.ask(bob, "host spectators", &open).await;
    assert!(refused.content.contains(&format!("Nothing in match {turns} is secret")), "{}", refused.content);
    scene.end().await;
}
