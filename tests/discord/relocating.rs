//! A match that moves to another channel, and one whose channel is gone.

use std::time::Duration;

use trigon::games::Seat;
use trigon::ids::{ChannelId, MatchId};
use trigon::matches::{Act, Command, Match, Status};
use trigon::sandbox::{Id, Permissions, Person, SeenMessage};

use crate::scene::{Scene, WAIT_TIMEOUT};

impl Scene {
    fn posts(&self, channel: Id) -> Vec<SeenMessage> {
        self.ada.view(channel).into_iter().filter(|message| !message.ephemeral).collect()
    }

    async fn relocate(&self, who: &Person, to: Id, confirms: bool) -> String {
        let options = [("channel", to.into()), ("match", 1.into()), ("confirm", confirms.into())];
        let from = if who.sees(self.hall) { self.hall } else { to };
        let answer = who.slash(from, "relocate", &options).unwrap().message().await.unwrap();
        self.settled().await;
        answer.content
    }

    /// Begins a turn-based match of the first two players in a channel.
    async fn turns(&self, channel: Id) {
        let options = [("game", "triangoli".into()), ("thread", false.into())];
        let made = self.players[0].slash(channel, "play new", &options).unwrap().message().await.unwrap();
        assert!(made.content.contains("You’ve created"), "{}", made.content);
        self.settled().await;
        for what in [":join", ":start"] {
            let mut posts = self.posts(channel).into_iter();
            let post = posts.rfind(|post| !post.custom_ids().is_empty()).unwrap();
            self.press(&self.players[1], &post, what).await;
            self.settled().await;
        }
        assert_eq!(self.matches.load(MatchId(1)).await.unwrap().status, Status::Running);
    }

    /// Has a player act by direct message until it is somebody else's turn. What the channel does not take stays to be posted.
    async fn plays(&self, who: &Person, seat: Seat) {
        let turn = async {
            loop {
                let game = self.matches.load(MatchId(1)).await.unwrap();
                if game.to_act().iter().all(|decision| decision.seat != seat) {
                    return;
                }
                let action = game.playing().unwrap().legal(seat).into_iter().next().unwrap();
                who.dm(&action).unwrap();
                while self.matches.load(MatchId(1)).await.unwrap().seq() == game.seq() {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
            }
        };
        tokio::time::timeout(WAIT_TIMEOUT, turn).await.unwrap();
    }

    fn to_move(&self, game: &Match) -> &Person {
        self.in_seat(game, game.to_act()[0].seat)
    }
}

/// Returns the direct messages that say that a channel takes no messages, or tell what would stand there.
fn lost(person: &Person) -> Vec<SeenMessage> {
    person.dms().into_iter().filter(|dm| dm.content.contains("I can’t post in")).collect()
}

/// Why a channel takes no messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lost {
    /// It is deleted.
    Deleted,
    /// It is a locked thread.
    Locked,
    /// It is a thread that is locked and archived.
    Archived,
    /// The bot may not post there.
    Forbidden,
    /// The bot may not see it.
    Hidden,
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_moves_with_its_board_and_both_channels_say_so() {
    let scene = Scene::set().await;
    let other = scene.guild.create_channel("other");
    scene.begin("Moving").await;
    scene.settled().await;
    let asked = scene.posts(scene.hall).into_iter().rfind(|post| !post.custom_ids().is_empty()).unwrap();
    let refused = scene.relocate(&scene.players[0], other, false).await;
    assert!(refused.contains("host"), "{refused}");
    let refused = scene.relocate(&scene.ada, scene.hall, false).await;
    assert_eq!(refused, "Match 1 is played in that channel already, so nothing has changed.");
    assert!(scene.posts(other).is_empty());

    let answer = scene.relocate(&scene.ada, other, false).await;
    assert!(answer.contains(&format!("**#1 Moving** goes on in <#{other}>.")), "{answer}");
    for channel in [scene.hall, other] {
        let told = scene.posts(channel);
        let told = told.iter().find(|post| post.content.contains("has moved this match")).unwrap();
        assert!(told.content.contains(&format!("from <#{}> to <#{other}>", scene.hall)), "{}", told.content);
        assert!(told.content.contains(&scene.ada.mention()) && told.pings.is_empty());
    }
    let board = scene.posts(other).pop().unwrap();
    assert!(board.content.contains("ound 1") && !board.custom_ids().is_empty(), "{}", board.content);
    assert!(
        scene.ada.message(asked.id).unwrap().custom_ids().is_empty(),
        "nothing is pressed there any more"
    );
    // Everything that follows is posted in the new channel.
    let before = scene.posts(scene.hall).len();
    scene.clock.advance(Duration::from_hours(24));
    scene.settled_after_deadlines().await;
    assert!(scene.posts(other).pop().unwrap().content.contains("ound 2"));
    assert_eq!(scene.posts(scene.hall).len(), before);
    // The history says it.
    let history = scene.ask(&scene.ada, "history", &[("match", 1.into())]).await;
    assert!(history.content.contains("moves the match to another channel"), "{}", history.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_match_opens_to_others_only_if_the_host_says_so_and_never_to_onlookers_posts() {
    let scene = Scene::set().await;
    let view = Permissions::VIEW_CHANNEL;
    let closed = |name: &str| {
        let channel = scene.guild.create_channel(name);
        scene.guild.overwrite_role(channel, scene.guild.id(), Permissions::NONE, view);
        scene.guild.overwrite_role(channel, scene.guild.bot_role().unwrap(), view, Permissions::NONE);
        channel
    };
    let (den, lounge, dark) = (closed("den"), closed("lounge"), closed("dark"));
    scene.guild.overwrite_member(den, scene.players[0].id(), view, Permissions::NONE);
    scene.begin_with("Private", &[("channel", den.into())]).await;
    scene.settled().await;
    let refused = scene.relocate(&scene.ada, scene.hall, false).await;
    assert!(refused.contains("add the option `confirm:True`. Nothing has changed."), "{refused}");
    assert_eq!(scene.matches.load(MatchId(1)).await.unwrap().channel_id, ChannelId(den.0 as i64));
    scene.ask(&scene.ada, "host spectators", &[("channel", lounge.into()), ("match", 1.into())]).await;
    let refused = scene.relocate(&scene.ada, lounge, true).await;
    assert!(refused.contains("onlookers of match 1 read what players keep secret"), "{refused}");
    scene.guild.overwrite_role(dark, scene.guild.bot_role().unwrap(), view, Permissions::SEND_MESSAGES);
    let refused = scene.relocate(&scene.ada, dark, true).await;
    assert!(refused.contains("I’m missing these permissions there: Send Messages"), "{refused}");
    // To fewer people, it moves at once; to more, when that is confirmed.
    let cell = closed("cell");
    assert!(scene.relocate(&scene.ada, cell, false).await.contains("goes on in"));
    assert!(scene.relocate(&scene.ada, scene.hall, true).await.contains("goes on in"));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whose_turn_it_is_reads_it_in_private_while_the_channel_takes_nothing_and_everybody_the_end() {
    for why in [Lost::Deleted, Lost::Locked, Lost::Archived, Lost::Forbidden, Lost::Hidden] {
        let mut scene = Scene::set().await;
        let parent = scene.guild.create_channel("arena");
        let place = match why {
            Lost::Locked | Lost::Archived => scene.players[0].start_thread(parent, "Duel", false).unwrap(),
            _ => parent,
        };
        scene.turns(place).await;
        let deny = |permission| {
            let bot = scene.guild.bot_role().unwrap();
            scene.guild.overwrite_role(place, bot, Permissions::NONE, permission);
        };
        match why {
            Lost::Deleted => scene.guild.delete_channel(place),
            Lost::Locked => scene.guild.lock_thread(place, true),
            Lost::Archived => scene.guild.archive_thread(place, true),
            Lost::Forbidden => deny(Permissions::SEND_MESSAGES),
            Lost::Hidden => deny(Permissions::VIEW_CHANNEL),
        }
        // The next turns begin, and the bot restarts in between.
        for turn in 0..3 {
            let game = scene.matches.load(MatchId(1)).await.unwrap();
            let (seat, mover) = (game.to_act()[0].seat, scene.to_move(&game).clone());
            scene.plays(&mover, seat).await;
            let game = scene.matches.load(MatchId(1)).await.unwrap();
            let next = scene.to_move(&game).clone();
            let told = || lost(&next).iter().any(|dm| !dm.custom_ids().is_empty());
            assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, told).await, "{why:?}, {turn}: {:#?}", next.dms());
            if turn == 1 {
                scene.stop_bot().await;
                scene.start_bot().await;
            }
        }
        if why == Lost::Deleted {
            // A host moves it, and what was yet to be posted comes there.
            let answer = scene.players[0].slash(
                scene.hall,
                "relocate",
                &[("channel", scene.hall.into()), ("match", 1.into())],
            );
            let answer = answer.unwrap().message().await.unwrap().content;
            assert!(answer.contains("I can’t tell who could read"), "{answer}");
            scene.settled().await;
            assert!(!scene.newest().custom_ids().is_empty(), "{}", scene.newest().content);
            let told = (lost(&scene.players[0]).len(), lost(&scene.players[1]).len());
            scene.ask(&scene.players[0], "resign", &[("match", 1.into()), ("confirm", true.into())]).await;
            scene.settled().await;
            assert_eq!((lost(&scene.players[0]).len(), lost(&scene.players[1]).len()), told);
        } else {
            let resigned = scene.players[0].slash(
                scene.hall,
                "resign",
                &[("match", 1.into()), ("confirm", true.into())],
            );
            resigned.unwrap().message().await.unwrap();
            for player in &scene.players[..2] {
                let has_end =
                    || lost(player).iter().any(|dm| dm.content.contains("in the channel of match 1"));
                assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, has_end).await, "{:#?}", player.dms());
            }
        }
        scene.stop_bot().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_edited_any_more_in_a_channel_that_is_gone_once_the_match_has_moved() {
    let mut scene = Scene::set().await;
    let place = scene.guild.create_channel("arena");
    scene.turns(place).await;
    for _ in 0..3 {
        let game = scene.matches.load(MatchId(1)).await.unwrap();
        scene.plays(scene.to_move(&game), game.to_act()[0].seat).await;
        scene.settled().await;
    }
    scene.guild.delete_channel(place);
    let moved = [("channel", scene.hall.into()), ("match", 1.into())];
    scene.players[0].slash(scene.hall, "relocate", &moved).unwrap().message().await.unwrap();
    scene.settled().await;
    let edits = || {
        let path = format!("/channels/{place}/messages/");
        let requests = scene.sandbox.requests(0).into_iter();
        requests.filter(|request| request.method == "PATCH" && request.path.starts_with(&path)).count()
    };
    let before = edits();
    for _ in 0..3 {
        let game = scene.matches.load(MatchId(1)).await.unwrap();
        scene.plays(scene.to_move(&game), game.to_act()[0].seat).await;
        scene.settled().await;
    }
    scene.ask(&scene.players[0], "resign", &[("match", 1.into()), ("confirm", true.into())]).await;
    scene.settled().await;
    // One finds out that the channel is gone, if anything has to change there at all.
    assert!(edits() <= before + 1, "{} edits of what nobody can see", edits() - before);
    scene.stop_bot().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn while_the_bot_is_not_in_the_server_players_are_not_told_that_a_channel_takes_nothing() {
    let mut scene = Scene::set().await;
    scene.turns(scene.hall).await;
    scene.guild.remove_bot();
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    let session = game.playing().unwrap();
    let action = session.legal(game.to_act()[0].seat).into_iter().next().unwrap();
    let act = Act::new(session.parse(&action).unwrap());
    let mover = trigon::rehearsal::member(scene.to_move(&game), &scene.guild, false);
    scene.matches.ask(MatchId(1), &mover, Command::Act(act)).await.unwrap();
    let refused = async || scene.matches.unposted(MatchId(1)).await.unwrap().is_some();
    let waiting = async {
        while !refused().await {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(WAIT_TIMEOUT, waiting).await.unwrap();
    let pending = scene.matches.store().deliverable(i64::MAX, 100).await.unwrap();
    assert!(pending.iter().all(|row| row.kind.word() != "unseen"), "{pending:#?}");
    scene.stop_bot().await;
}
