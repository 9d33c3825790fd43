//! Games of turns: from the sign-up to the end.

use futures_util::future::join_all;
use serde_json::Value;
use trigon::games::{Seat, Skill};
use trigon::ids::MatchId;
use trigon::matches::{Control, EntryContent, Status};
use trigon::matches::{Match, OfferKind};
use trigon::sandbox::{Id, OptionValue, Person, SeenMessage};

use crate::announcements::words;
use crate::scene::{Scene, WAIT_TIMEOUT, press};

/// Returns the newest message in a channel that everybody sees and that has something to press.
fn newest(scene: &Scene, channel: Id) -> SeenMessage {
    let messages = scene.ada.view(channel);
    let with_buttons = |message: &SeenMessage| !message.components.is_empty();
    messages.into_iter().rev().find(with_buttons).expect("nothing to press")
}

impl Scene {
    async fn load(&self, id: MatchId) -> std::sync::Arc<Match> {
        self.matches.load(id).await.unwrap()
    }

    /// Opens a match that is about to begin: the first players have joined.
    async fn signed_up(&self, game: &str, players: usize, more: &[(&str, OptionValue)]) -> MatchId {
        let mut options = vec![("game", OptionValue::from(game)), ("thread", false.into())];
        options.extend_from_slice(more);
        let made = self.ask(&self.players[0], "play new", &options).await;
        assert!(made.content.contains("You’ve created"), "{}", made.content);
        self.settled().await;
        let id: MatchId = made.content.split('#').nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
        let row = self.load(id).await;
        let channel = Id(row.channel_id.snowflake());
        for player in &self.players[1..players] {
            let sign_up = newest(self, channel);
            let seen = self.press(player, &sign_up, ":join").await;
            assert!(seen.content.contains(&player.mention()), "{}", seen.content);
        }
        id
    }

    /// Does the same, and starts it.
    pub(crate) async fn started(&self, game: &str, players: usize, more: &[(&str, OptionValue)]) -> MatchId {
        let id = self.signed_up(game, players, more).await;
        let channel = Id(self.load(id).await.channel_id.snowflake());
        let seen = self.press(&self.players[1], &newest(self, channel), ":start").await;
        assert!(seen.content.contains("started") && seen.components.is_empty(), "{}", seen.content);
        assert_eq!(self.load(id).await.status, Status::Running);
        // A turn begins when it can be seen.
        self.settled().await;
        id
    }

    /// Returns a player who is to act, and one who is not.
    fn asked(&self, game: &Match) -> (&Person, &Person) {
        let asked = game.to_act()[0].seat;
        let other = Seat::all(game.players.len()).find(|seat| *seat != asked).unwrap();
        (self.in_seat(game, asked), self.in_seat(game, other))
    }
}

/// Plays a whole match with `/move`, picking each action from what comes up while typing; `luck` leads to a short
/// match.
async fn by_commands(name: &str, players: usize, luck: u64) {
    let scene = Scene::set().await;
    let id = scene.started(name, players, &[]).await;
    let mut rng = fastrand::Rng::with_seed(luck);
    for number in 0..1_000 {
        let game = scene.load(id).await;
        let Some(decision) = game.to_act().first().copied() else { break };
        let person = scene.in_seat(&game, decision.seat);
        let legal = game.playing().unwrap().legal(decision.seat);
        let sight = game.playing().unwrap().sight(decision.seat).unwrap();
        let aim = sight.decide(Skill::USUAL, rng.u64(..)).unwrap().action;
        // With nothing typed, as many choices come up as Discord shows; typed in full, the intended one comes first.
        if number % 10 == 0 {
            let choices = person.autocomplete(scene.hall, "move", &[], "action", "").await.unwrap();
            assert_eq!(choices.len(), legal.len().min(25));
            let (more, actions): (Vec<_>, Vec<_>) =
                choices.iter().partition(|choice| choice.value.as_str().unwrap().starts_with('…'));
            assert!(actions.iter().all(|choice| legal.iter().any(|action| choice.value == action.as_str())));
            assert_eq!(more.len(), usize::from(legal.len() > 25));
            // What is left out is counted, and picking that line plays nothing.
            if let Some(more) = more.first() {
                let said = format!("… and {} more: type on to see them", legal.len() - 24);
                assert_eq!(more.name, said);
                let picked = more.value.as_str().unwrap();
                let told = scene.ask(person, "move", &[("action", picked.into())]).await;
                assert!(told.content.contains("Type on, and the list"), "{}", told.content);
                assert_eq!(scene.load(id).await.seq(), game.seq());
            }
        }
        let choices = person.autocomplete(scene.hall, "move", &[], "action", &aim).await.unwrap();
        assert_eq!(choices[0].value, aim.as_str());
        let picked = choices[0].value.as_str().unwrap();
        let told = scene.ask(person, "move", &[("action", picked.into())]).await;
        assert!(told.content.contains(&format!("#{id}")), "{}", told.content);
        assert_eq!(scene.load(id).await.seq(), game.seq() + 1);
    }
    let game = scene.load(id).await;
    assert_eq!(game.status, Status::Over, "{name} goes on after {}", game.seq());
    assert!(game.result().is_some());
    let told = scene.ask(&scene.players[0], "history", &[]).await;
    assert!(told.content.contains(&format!("{}. ", game.seq())) && told.files.len() == 1, "{}", told.content);
    scene.settled().await;
    let end = newest(&scene, scene.hall);
    assert!(end.content.contains("· the end\n"), "{}", end.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn triangoli_is_played_by_commands() {
    by_commands("triangoli", 2, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn trice_is_played_by_commands() {
    by_commands("Trice", 3, 35).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn triluminary_is_played_by_commands() {
    by_commands("triluminary", 2, 9).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn triforce_is_played_by_commands() {
    by_commands("triforce", 3, 6).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_typed_out_of_turn_is_refused_by_the_game_in_whose_notation_it_is() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    let id = scene.started("trice", 3, &[]).await;
    let game = scene.load(id).await;
    let asked = game.to_act()[0].seat;
    let waiting = game.seated().map(|(seat, _)| seat).find(|seat| *seat != asked).unwrap();
    let (who, typed) = (scene.in_seat(&game, waiting), game.session.as_ref().unwrap().legal(asked).remove(0));
    for answer in [scene.ask(who, "move", &[("action", (&*typed).into())]).await, scene.dm(who, &typed).await]
    {
        assert!(answer.content.contains("not your turn"), "{typed}: {}", answer.content);
        assert!(!answer.content.contains("path"), "{typed}: {}", answer.content);
    }
    // A path goes to the match that waits for one.
    assert!(scene.dm(who, "-").await.content.contains("your path is **stay**"));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_up_shows_who_is_in() {
    let scene = Scene::set().await;
    let (bob, cleo) = (&scene.players[0], &scene.players[1]);
    let id = scene.signed_up("triforce", 2, &[("title", "Dusk".into()), ("clock", 24.into())]).await;
    let sign_up = newest(&scene, scene.hall);
    assert!(sign_up.content.contains("Dusk") && sign_up.content.contains(&format!("Match {id}")));
    assert!(sign_up.content.contains("24 hours") && sign_up.content.contains("4 seats left"));
    assert!(sign_up.pings.is_empty());
    // With two players, nobody can start it.
    assert_eq!(sign_up.parts().nth(2).unwrap()["disabled"], true);
    let again = scene.press(cleo, &sign_up, ":join").await;
    assert!(again.ephemeral && again.content.contains("already"), "{}", again.content);
    let seen = scene.press(bob, &sign_up, ":leave").await;
    assert!(
        !seen.content.contains(&bob.mention()) && seen.content.contains("5 seats left"),
        "{}",
        seen.content
    );
    for player in [bob, &scene.players[2]] {
        scene.press(player, &newest(&scene, scene.hall), ":join").await;
    }
    let outsider = &scene.players[5];
    let refused = scene.press(outsider, &newest(&scene, scene.hall), ":start").await;
    assert!(refused.ephemeral && refused.content.contains("not in match"), "{}", refused.content);
    scene.press(cleo, &newest(&scene, scene.hall), ":start").await;
    assert_eq!(scene.load(id).await.players.len(), 3);
    let me = scene.ask(bob, "me", &[]).await;
    assert!(me.content.contains("Seat: "), "{}", me.content);
    let list = scene.ask(bob, "matches", &[]).await;
    assert!(list.content.contains("Dusk"), "{}", list.content);
    let rules = scene.ask(bob, "rules", &[]).await;
    assert!(rules.content.starts_with("**Triforce**"), "{}", rules.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_between_those_who_are_named_starts_by_itself_in_its_thread() {
    let scene = Scene::set().await;
    let (bob, cleo, dan) = (&scene.players[0], &scene.players[1], &scene.players[2]);
    let options = [
        ("game", OptionValue::from("Triangoli")),
        ("opponent", OptionValue::Id(cleo.id())),
        // In a thread, unless it is to be played here.
        ("title", "A thread of its own".into()),
    ];
    let made = scene.ask(bob, "play new", &options).await;
    assert!(made.content.contains("starts by itself"), "{}", made.content);
    scene.settled().await;
    let game = scene.load(MatchId(1)).await;
    let thread = Id(game.channel_id.snowflake());
    assert_ne!(thread, scene.hall);
    let sign_up = newest(&scene, thread);
    assert_eq!(sign_up.pings, [cleo.id()]);
    let refused = scene.press(dan, &sign_up, ":join").await;
    assert!(refused.ephemeral && refused.content.contains("kept for others"), "{}", refused.content);
    let seen = scene.press(cleo, &sign_up, ":join").await;
    assert!(seen.content.contains("started") && seen.components.is_empty(), "{}", seen.content);
    assert_eq!(scene.load(MatchId(1)).await.status, Status::Running);
    // A match that cannot be played is refused before a thread is opened.
    let options = [
        ("game", OptionValue::from("trice")),
        ("opponent", OptionValue::Id(cleo.id())),
        ("thread", true.into()),
    ];
    let refused = scene.ask(bob, "play new", &options).await;
    assert!(refused.content.contains("3 players"), "{}", refused.content);
    let options = [("game", OptionValue::from("triangoli")), ("opponent", OptionValue::Id(bob.id()))];
    let refused = scene.ask(bob, "play new", &options).await;
    assert!(!refused.content.contains("created"), "{}", refused.content);
    let refused = scene.ask(bob, "play new", &[("game", "chess".into())]).await;
    assert!(refused.content.contains("Triluminary"), "{}", refused.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_resignation_ends_the_match_and_a_rematch_passes_the_seats_on() {
    let scene = Scene::set().await;
    let id = scene.started("triangoli", 2, &[]).await;
    let first = scene.load(id).await;
    let (asked, other) = scene.asked(&first);
    let refused = scene.ask(other, "rematch", &[("match", id.0.into())]).await;
    assert!(refused.content.contains("still going on"), "{}", refused.content);
    let careful = scene.ask(other, "resign", &[("confirm", false.into())]).await;
    assert!(careful.content.contains("confirm"), "{}", careful.content);
    let told = scene.ask(other, "resign", &[("confirm", true.into())]).await;
    assert!(told.content.contains("resigned"), "{}", told.content);
    scene.settled().await;
    let over = scene.load(id).await;
    assert_eq!(over.status, Status::Over);
    // The end links to the message that carried the hash of the seed before anything was drawn.
    let hash = over.record().unwrap().commitment.unwrap();
    let with_hash = |message: &SeenMessage| message.content.contains(&hash);
    let post = scene.ada.view(scene.hall).into_iter().find(with_hash).unwrap();
    let link = format!("https://discord.com/channels/{}/{}/{}", scene.guild.id().0, scene.hall.0, post.id.0);
    let end = newest(&scene, scene.hall);
    let told = words(&end);
    assert!(told.contains(&link) && !told.contains(&hash), "{told}");
    let fair = scene.press(other, &end, ":fair-play").await.content;
    assert!(fair.contains(&link) && fair.contains("--commitment"), "{fair}");
    assert!(fair.contains("Nor does it prove") && !fair.contains(&hash), "{fair}");
    let offered = scene.ask(asked, "rematch", &[]).await;
    assert!(offered.content.contains("as soon as"), "{}", offered.content);
    scene.settled().await;
    let again = scene.ask(other, "rematch", &[]).await;
    assert!(again.content.contains("has begun"), "{}", again.content);
    let second = scene.load(MatchId(id.0 + 1)).await;
    assert_eq!(second.status, Status::Running);
    assert_eq!(second.players[0].user_id, first.players[1].user_id);
    let replay = scene.ask(other, "replay", &[("match", id.0.into())]).await;
    assert_eq!(replay.files[0].filename, "replay.gif");
    // Someone who asks many times at once gets one at a time, and is told so.
    let this = [("match", id.0.into())];
    let many = join_all((0..12).map(|_| scene.ask(other, "replay", &this))).await;
    let (shown, told): (Vec<_>, Vec<_>) = many.iter().partition(|answer| !answer.files.is_empty());
    assert!(!shown.is_empty());
    assert!(told.iter().all(|answer| answer.content.contains("still drawing the last replay")), "{told:?}");
    let again = scene.ask(other, "replay", &[("match", id.0.into())]).await;
    assert_eq!(again.files[0].filename, "replay.gif");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn draws_and_takebacks_are_offered_and_answered() {
    let scene = Scene::set().await;
    let id = scene.started("triangoli", 2, &[]).await;
    let game = scene.load(id).await;
    let (asked, other) = scene.asked(&game);
    let nothing = scene.ask(asked, "takeback", &[]).await;
    assert!(nothing.content.contains("nothing of yours"), "{}", nothing.content);
    let action = game.playing().unwrap().legal(game.to_act()[0].seat).remove(0);
    scene.ask(asked, "move", &[("action", action.as_str().into())]).await;
    scene.ask(asked, "takeback", &[]).await;
    assert_eq!(scene.load(id).await.offer().unwrap().kind, OfferKind::Takeback);
    let told = scene.ask(other, "takeback", &[("what", 1.into())]).await;
    assert!(told.content.contains("takeback"), "{}", told.content);
    let back = scene.load(id).await;
    assert!(back.offer().is_none() && back.to_act()[0] == game.to_act()[0]);
    scene.ask(other, "draw", &[]).await;
    let told = scene.ask(asked, "draw", &[("what", 2.into())]).await;
    assert!(told.content.contains("declined"), "{}", told.content);
    scene.ask(other, "draw", &[]).await;
    scene.quiet().await;
    // The board again, at the end of the channel, leaves the offer as it is.
    let offer =
        other.view(scene.hall).into_iter().rev().find(|post| post.content.contains("offers a draw")).unwrap();
    scene.ask(other, "board", &[]).await;
    scene.quiet().await;
    assert!(other.message(offer.id).unwrap().button("Accept").is_some());
    let own = scene.ask(other, "draw", &[("what", 1.into())]).await;
    assert!(own.content.contains("your own"), "{}", own.content);
    scene.ask(asked, "draw", &[]).await;
    assert_eq!(scene.load(id).await.status, Status::Over);
    let history = scene.ask(asked, "history", &[("match", id.0.into())]).await;
    assert!(
        history.content.contains("taken back") && history.content.contains("offers a draw"),
        "{}",
        history.content
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mis_tap_is_taken_back_freely_until_dice_or_another_player_come_between() {
    let scene = Scene::set().await;
    let id = scene.started("trice", 3, &[]).await;
    scene.settled().await;
    let game = scene.load(id).await;
    let (asked, other) = scene.asked(&game);
    let act = async |wanted: &dyn Fn(&str) -> bool| {
        let legal = scene.load(id).await.session.as_ref().unwrap().legal(game.to_act()[0].seat);
        let action = legal.into_iter().find(|action| wanted(action)).unwrap();
        scene.ask(asked, "move", &[("action", action.into())]).await;
        scene.settled().await;
    };
    let seat = game.to_act()[0].seat;
    act(&|action| action == "roll").await;
    let rolled = scene.load(id).await;
    assert!(!rolled.takes_back_freely(seat), "everyone has seen the dice");
    assert!(!newest(&scene, scene.hall).custom_ids().iter().any(|id| id.contains("take-back")));
    act(&|action| action != "end" && action != "roll").await;
    let acted = scene.load(id).await;
    assert!(acted.takes_back_freely(seat));
    let shown = newest(&scene, scene.hall);
    let refused = scene.press(other, &shown, ":take-back").await;
    assert!(!refused.content.contains("You’ve taken back"), "{}", refused.content);
    let answer = scene.press(asked, &shown, ":take-back").await;
    assert!(answer.content.contains("You’ve taken back your last action"), "{}", answer.content);
    scene.settled().await;
    let now = scene.load(id).await;
    let state = |game: &Match| game.session.as_ref().unwrap().state_json();
    assert_eq!(state(&now), state(&rolled));
    assert_eq!(now.deadline, acted.deadline, "without more time");
    assert!(newest(&scene, scene.hall).content.contains("taken back"));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_are_asked_about_a_takeback_read_which_dice_would_fall_again() {
    let scene = Scene::set().await;
    let id = scene.started("trice", 3, &[]).await;
    let game = scene.load(id).await;
    let (asked, other) = scene.asked(&game);
    let act = async |action: &str| scene.ask(asked, "move", &[("action", action.into())]).await;
    act("roll").await;
    let rolled = scene.load(id).await.log.last().unwrap().draws.clone();
    assert_eq!(rolled.len(), 3);
    let dice = rolled.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    let again = format!("🎲 If it’s taken back, the same dice fall the same way again: {dice}.");

    scene.ask(asked, "takeback", &[]).await;
    scene.settled().await;
    let offer = newest(&scene, scene.hall);
    assert!(offer.content.ends_with(&format!("do you agree?\n{again}")), "{}", offer.content);
    let own = scene.ask(other, "me", &[]).await;
    assert!(own.content.contains(&again), "{}", own.content);
    scene.ask(other, "takeback", &[("what", 2.into())]).await;

    // Nothing was rolled in what would be taken back, but it is another player's turn.
    act("free S").await;
    act("end").await;
    scene.ask(asked, "takeback", &[]).await;
    scene.settled().await;
    let offer = newest(&scene, scene.hall);
    assert!(offer.content.ends_with("do you agree?"), "{}", offer.content);
    // Nor would a draw take anything back.
    scene.ask(other, "takeback", &[("what", 2.into())]).await;
    scene.ask(asked, "draw", &[]).await;
    scene.settled().await;
    assert!(!newest(&scene, scene.hall).content.contains('🎲'));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_claimed_when_its_time_has_run_out() {
    let scene = Scene::set().await;
    let id = scene.started("triangoli", 2, &[("clock", 1.into())]).await;
    let game = scene.load(id).await;
    let (asked, other) = scene.asked(&game);
    let early = scene.ask(other, "claim", &[]).await;
    assert!(early.content.contains("has run out"), "{}", early.content);
    let nudged = scene.ask(other, "nudge", &[]).await;
    assert!(nudged.content.contains(&asked.name()), "{}", nudged.content);
    let again = scene.ask(other, "nudge", &[]).await;
    assert!(again.content.contains("within the last hour"), "{}", again.content);
    scene.clock.set(game.deadline.unwrap());
    let ran_out = async {
        while scene.load(id).await.timed_out().is_none() {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(WAIT_TIMEOUT, ran_out).await.unwrap();
    let own = scene.ask(asked, "claim", &[]).await;
    assert!(own.content.contains("your own time"), "{}", own.content);
    let told = scene.ask(other, "claim", &[]).await;
    assert!(told.content.contains("claimed"), "{}", told.content);
    assert_eq!(scene.load(id).await.status, Status::Over);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_in_the_middle_of_a_decision_changes_nothing() {
    let mut scene = Scene::set().await;
    let id = scene.started("triangoli", 2, &[]).await;
    scene.settled().await;
    let game = scene.load(id).await;
    let asked = scene.asked(&game).0.clone();
    let board = newest(&scene, scene.hall);
    let begun = scene.press(&asked, &board, ":go:").await;
    scene.settled().await;
    scene.stop_bot().await;
    scene.start_bot().await;
    scene.settled().await;
    let done = asked.click(board.id, &press(&begun, ":do:")).unwrap().message().await.unwrap();
    assert_eq!(scene.load(id).await.seq(), game.seq() + 1, "{}", done.content);
    scene.settled().await;
    // The buttons of the finished turn are gone, and those of the next are there.
    assert!(asked.message(board.id).unwrap().components.is_empty());
    assert_ne!(newest(&scene, scene.hall).id, board.id);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_presses_at_once_one_is_done_and_one_is_told() {
    let scene = Scene::set().await;
    let id = scene.started("triangoli", 2, &[]).await;
    scene.settled().await;
    let game = scene.load(id).await;
    let asked = scene.asked(&game).0;
    let board = newest(&scene, scene.hall);
    let begun = scene.press(asked, &board, ":go:").await;
    let confirm = press(&begun, ":do:");
    let (one, other) = (asked.click(board.id, &confirm).unwrap(), asked.click(board.id, &confirm).unwrap());
    let answers = [one.message().await.unwrap(), other.message().await.unwrap()];
    assert_eq!(scene.load(id).await.seq(), game.seq() + 1);
    let told: Vec<&SeenMessage> = answers.iter().filter(|answer| answer.ephemeral).collect();
    assert_eq!(told.len(), 1, "{answers:?}");
    // Which of the two it says depends on whether the bot looks before or after the first has taken effect.
    let says = |words| told[0].content.contains(words);
    assert!(says("nothing was done") || says("nothing has changed"), "{}", told[0].content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_board_comes_to_the_end_of_the_channel_and_offers_have_buttons() {
    let scene = Scene::set().await;
    let id = scene.started("triangoli", 2, &[]).await;
    scene.settled().await;
    let game = scene.load(id).await;
    let (asked, other) = scene.asked(&game);
    let first = newest(&scene, scene.hall);
    scene.ask(other, "board", &[]).await;
    scene.settled().await;
    let again = newest(&scene, scene.hall);
    assert_ne!(again.id, first.id);
    assert!(again.content.contains(&asked.mention()), "{}", again.content);
    assert!(again.pings.is_empty() && again.files.len() == 1);
    let superseded = asked.message(first.id).unwrap();
    assert!(superseded.components.is_empty() && superseded.files.is_empty());
    assert_eq!(superseded.content.lines().count(), 2, "{}", superseded.content);
    assert!(superseded.content.contains("continues below"), "{}", superseded.content);
    // Two matches in one channel are told apart.
    let second = scene.started("triluminary", 2, &[]).await;
    scene.settled().await;
    let which = scene.ask(asked, "draw", &[]).await;
    assert!(which.content.contains("Which one"), "{}", which.content);
    let pick = which.custom_ids()[0].to_owned();
    let options = which.component(&pick).unwrap()["options"].as_array().unwrap().clone();
    let is_meant = |option: &&Value| option["label"].as_str().unwrap().contains("Triangoli");
    let value = options.iter().find(is_meant).unwrap()["value"].as_str().unwrap();
    asked.select(which.id, &pick, &[value]).unwrap().message().await.unwrap();
    scene.settled().await;
    let offer = newest(&scene, scene.hall);
    assert_eq!(offer.pings, [other.id()]);
    let refused = scene.press(asked, &offer, ":accept").await;
    assert!(refused.content.contains("your own"), "{}", refused.content);
    scene.press(other, &offer, ":accept").await;
    scene.settled().await;
    let ended = scene.load(id).await;
    assert_eq!(ended.status, Status::Over);
    // Discord may deliver a press twice, so its effect is recorded with it.
    let accepted =
        ended.log.iter().find(|entry| entry.what == EntryContent::Control(Control::Accept)).unwrap();
    assert!(accepted.request.is_some());
    assert_eq!(scene.load(second).await.status, Status::Running);
    let end = newest(&scene, scene.hall);
    assert!(end.content.contains(&format!("#{id} ")), "{}", end.content);
    let replay = other.click(end.id, &press(&end, ":replay")).unwrap().followups(1).await.unwrap();
    assert_eq!(replay[0].files[0].filename, "replay.gif");
    let again = scene.press(other, &end, ":rematch").await;
    assert!(again.content.contains("as soon as"), "{}", again.content);
    scene.settled().await;
    let sign_up = newest(&scene, scene.hall);
    assert_eq!(sign_up.pings, [asked.id()]);
    assert!(sign_up.content.contains("rematch of match"), "{}", sign_up.content);
    let begun = scene.press(asked, &sign_up, ":join").await;
    assert!(begun.content.contains("started"), "{}", begun.content);
    scene.end().await;
}
