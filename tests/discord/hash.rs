//! The hash of the seed: in a message that nothing edits, in everyone's first direct message, and the same to the end.

use std::time::Duration;

use trigon::games::{Registry, Word};
use trigon::ids::MatchId;
use trigon::matches::{Record, verify};
use trigon::sandbox::{OptionValue, Response, SeenMessage};

use crate::announcements::words;
use crate::scene::{Scene, WAIT_TIMEOUT, press};
use crate::stage::{CREATED, HASH};

/// Returns the hash in a message.
fn hash(post: &SeenMessage) -> &str {
    let rest = post.content.strip_prefix(HASH).unwrap_or_else(|| panic!("{}", post.content));
    rest.split('`').nth(1).unwrap()
}

impl Scene {
    /// Returns everything in the hall that everyone sees.
    fn public(&self) -> Vec<SeenMessage> {
        self.ada.view(self.hall).into_iter().filter(|message| !message.ephemeral).collect()
    }

    /// Returns the messages in the hall that contain a hash.
    pub(crate) fn hash_posts(&self) -> Vec<SeenMessage> {
        self.public().into_iter().filter(|message| message.content.starts_with(HASH)).collect()
    }

    /// Checks that a message is as it was when it was sent, and that the bot has never asked for anything but reading
    /// it.
    fn assert_untouched(&self, post: &SeenMessage) {
        let now = self.ada.message(post.id).unwrap();
        assert_eq!((&now.content, now.edited), (&post.content, false));
        assert!(now.components.is_empty(), "a press of a button could edit it");
        let path = format!("/channels/{}/messages/{}", post.channel, post.id);
        let requests = self.sandbox.requests(0);
        let touched = requests.iter().filter(|request| request.path == path && request.method != "GET");
        assert_eq!(touched.count(), 0);
    }

    /// Checks that a message with the seed links to the one with the hash, and that the host's record says the same.
    async fn assert_checked(&self, id: MatchId, told: &SeenMessage, post: &SeenMessage) {
        let link = format!("https://discord.com/channels/{}/{}/{}", self.guild.id(), post.channel, post.id);
        let words = words(told);
        assert!(words.contains(&link), "{words}");
        let words = match told.button("Fair play") {
            Some(_) => self.press(&self.ada, told, ":fair-play").await.content,
            None => words,
        };
        assert!(words.contains(&link), "{words}");
        let file = told.files.iter().find(|file| file.filename == "record.json").unwrap();
        let record = Record::read(&file.bytes, &Registry::standard()).unwrap();
        assert!(words.contains(&record.seed.as_ref().unwrap().reveal()), "{words}");
        assert_eq!(record.commitment.as_deref(), Some(hash(post)));
        assert_eq!(verify(&record, Some(&hash(post).parse().unwrap())).unwrap().mismatch(), None);
        let stored = self.matches.load(id).await.unwrap().record().unwrap();
        assert_eq!(stored.commitment.as_deref(), Some(hash(post)));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_match_leaves_the_hash_as_it_was_posted_and_tells_it_to_each_player() {
    let scene = Scene::set().await;
    let options = [
        ("title", OptionValue::from("Hidden Garden")),
        ("players", 7.into()),
        ("rounds", 1.into()),
        ("sign_up", true.into()),
    ];
    scene.ask(&scene.ada, "host create", &options).await;
    scene.settled().await;
    scene.may_shorten(MatchId(1)).await;
    let created = scene.public();
    assert_eq!(created.len(), CREATED);
    let (sign_up, post) = (&created[0], &created[1]);
    let hash = hash(post).to_owned();
    for player in &scene.players {
        player.click(sign_up.id, &press(sign_up, ":join")).unwrap().message().await.unwrap();
    }
    let joined = scene.ada.message(sign_up.id).unwrap();
    assert!(joined.content.contains(&scene.players[6].mention()), "the post above it is edited");

    // One player hears of the match by checking in, the others when round 1 begins.
    scene.ask(&scene.ada, "host start", &[]).await;
    scene.settled().await;
    let (bob, pregame) = (&scene.players[0], scene.public().pop().unwrap());
    scene.press(bob, &pregame, ":check-in").await;
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, || bob.dms().len() == 1).await);
    assert!(bob.dms()[0].content.contains("check-in"), "{}", bob.dms()[0].content);
    scene.clock.advance(Duration::from_hours(24));
    scene.settled_after_deadlines().await;
    for player in &scene.players {
        let first = player.dms().remove(0).content;
        assert!(first.contains(&format!("hash of the secret seed: `{hash}`")), "{first}");
    }
    assert_eq!(bob.dms().len(), 2);

    scene.resolve().await;
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    for asked in game.to_act() {
        let user = game.player(asked.seat).unwrap().user_id;
        let vote = game.playing().unwrap().legal(asked.seat).remove(0);
        scene.matches.act(MatchId(1), user, &vote).await.unwrap();
    }
    scene.quiet().await;
    scene.assert_checked(MatchId(1), &scene.public().pop().unwrap(), post).await;
    let export = scene.ask(&scene.ada, "host export", &[("match", 1.into())]).await;
    let record = Record::read(&export.files[0].bytes, &Registry::standard()).unwrap();
    assert_eq!(record.commitment, Some(hash));
    assert_eq!(scene.hash_posts().len(), 1);
    scene.assert_untouched(post);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn words_are_posted_as_they_come_and_are_in_the_record() {
    let scene = Scene::set().await;
    let options = [("game", OptionValue::from("triangoli")), ("thread", false.into())];
    let (bob, cleo, eve) = (&scene.players[0], &scene.players[1], &scene.players[3]);
    scene.ask(bob, "play new", &options).await;
    scene.settled().await;
    let sign_up = scene.newest();
    scene.press(cleo, &sign_up, ":join").await;
    let refused = scene.press(eve, &sign_up, ":add-word").await;
    assert_eq!(refused.content, "You have no seat in match 1.");

    let form = cleo.click(sign_up.id, &press(&sign_up, ":add-word")).unwrap();
    assert!(matches!(form.response().await.unwrap(), Response::Modal(_)));
    let added = form.submit_modal(&[("word", " blue *cheese* ")]).unwrap().message().await.unwrap();
    assert!(added.content.starts_with(r"“blue \*cheese\*” now goes into every draw"), "{}", added.content);
    scene.settled().await;
    let post = scene.public().pop().unwrap();
    let line = format!(r"-# Word 1 for the draws of match 1, from {}: “blue \*cheese\*”", cleo.mention());
    assert_eq!(post.content, line);
    let sign_up = scene.ada.message(sign_up.id).unwrap();
    assert!(sign_up.content.contains(r"in the draws: “blue \*cheese\*”"), "{}", sign_up.content);
    let again = scene.press(cleo, &sign_up, ":add-word").await;
    assert!(again.content.contains("already added a word"), "{}", again.content);
    let added = scene.ask(bob, "play word", &[("word", "apple".into())]).await;
    assert!(added.content.starts_with("“apple” now goes"), "{}", added.content);
    let long = scene.ask(bob, "play word", &[("word", "  ".into())]).await;
    assert_eq!(long.content, "A word has 1 to 64 characters on one line.");

    scene.press(cleo, &sign_up, ":start").await;
    scene.quiet().await;
    assert!(scene.ada.message(sign_up.id).unwrap().button("Add a word").is_none());
    scene.ask(bob, "resign", &[("confirm", true.into())]).await;
    scene.quiet().await;
    let end = scene.public().pop().unwrap();
    let fair = scene.press(bob, &end, ":fair-play").await.content;
    let parts = [
        "2 words from players went into every draw with it.",
        "run `trigon verify record.json --commitment HASH`",
        "Nor does it prove that players sent these moves",
    ];
    assert!(parts.iter().all(|part| fair.contains(part)), "{fair}");
    let file = end.files.iter().find(|file| file.filename == "record.json").unwrap();
    let record = Record::read(&file.bytes, &Registry::standard()).unwrap();
    assert_eq!(record.words.iter().map(Word::as_str).collect::<Vec<_>>(), ["blue *cheese*", "apple"]);
    assert_eq!(verify(&record, None).unwrap().mismatch(), None);
    scene.assert_untouched(&post);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_match_leaves_it_too() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.quiet().await;
    let post = scene.hash_posts().remove(0);
    scene.resolve().await;
    scene.ask(&scene.ada, "host pause", &[]).await;
    scene.ask(&scene.ada, "host resume", &[]).await;
    let sure = [("match", 1.into()), ("confirm", true.into())];
    scene.ask(&scene.ada, "host cancel", &sure).await;
    scene.quiet().await;
    scene.ask(&scene.ada, "host publish", &sure).await;
    scene.quiet().await;
    scene.assert_checked(MatchId(1), &scene.public().pop().unwrap(), &post).await;
    assert_eq!(scene.hash_posts().len(), 1);
    scene.assert_untouched(&post);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_has_a_seed_of_its_own_and_posts_its_hash() {
    let mut scene = Scene::set().await;
    let first = scene.started("triangoli", 2, &[]).await;
    let second = MatchId(first.0 + 1);
    // From here on, seeds are drawn as they are outside tests.
    scene.crash().await;
    scene.start_bot().await;
    let (bob, cleo) = (scene.players[0].clone(), scene.players[1].clone());
    let mut ends = Vec::new();
    for _ in [first, second] {
        scene.ask(&bob, "resign", &[("confirm", true.into())]).await;
        scene.quiet().await;
        ends.push(scene.public().pop().unwrap());
        if ends.len() == 1 {
            let before = scene.public().len();
            scene.ask(&bob, "rematch", &[]).await;
            scene.quiet().await;
            let created = scene.public().split_off(before);
            assert_eq!(created.len(), CREATED);
            assert!(created[0].button("Join").is_some(), "{}", created[0].content);
            assert!(created[1].content.contains(&format!("Match {second} ")), "{}", created[1].content);
            scene.ask(&cleo, "rematch", &[]).await;
            scene.quiet().await;
        }
    }
    let posts = scene.hash_posts();
    assert_eq!(posts.len(), 2);
    assert_ne!(hash(&posts[0]), hash(&posts[1]));
    for ((id, end), post) in [first, second].into_iter().zip(&ends).zip(&posts) {
        scene.assert_checked(id, end, post).await;
        scene.assert_untouched(post);
    }
    scene.end().await;
}
