//! The arrow pad and the vote: what a player is asked in private.

use poise::serenity_prelude::CreateActionRow;
use trigon::bot::play::{Panel, completions, panel};
use trigon::bot::{ComponentAction, CustomId, Prefix};
use trigon::games::triforce_building::Path;
use trigon::games::{Seat, Value};
use trigon::ids::MatchId;
use trigon::matches::{Command, Match, Status};
use trigon::sandbox::{Person, SeenMessage};

use crate::scene::{Scene, press};
use crate::stage::{Stage, seven, state};

fn parts(rows: &[CreateActionRow]) -> Vec<serde_json::Value> {
    let rows = serde_json::to_value(rows).unwrap();
    let parts = rows.as_array().unwrap().iter().flat_map(|row| row["components"].as_array().unwrap().clone());
    parts.collect()
}

/// Returns the panel of a seat that is asked, with the draft as a path.
fn pad(game: &Match, seat: Seat, draft: Option<Path>) -> Panel {
    panel(game, seat, draft.map(prefix).as_ref()).unwrap()
}

fn prefix(path: Path) -> Prefix {
    Prefix::new(path.steps().iter().map(|step| step.letter().to_string()).collect()).unwrap()
}

fn is_off(pad: &Panel, label: &str) -> bool {
    let parts = parts(&pad.rows);
    let part = parts.iter().find(|part| part["label"] == label);
    part.unwrap_or_else(|| panic!("no {label} in {parts:#?}"))["disabled"] == true
}

fn path(text: &str) -> Path {
    text.parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn where_players_are_told_their_cell_only_steps_that_exist_can_be_pressed() {
    let stage = Stage::set().await;
    let own = Value::Text("own".to_owned());
    let id = stage.begun(seven().with("reveal", own)).await;
    let game = stage.load(id).await;
    for seat in Seat::all(7) {
        let legal = game.session.as_ref().unwrap().legal(seat);
        let prefixes = legal.iter().filter_map(|action| action.strip_prefix("move ")).map(path);
        for draft in prefixes {
            let pad = pad(&game, seat, Some(draft));
            for (label, letter) in [("← L", 'L'), ("↑ U", 'U'), ("↓ D", 'D'), ("→ R", 'R')] {
                let onward = draft.steps().len() < Path::MAX && {
                    let onward =
                        if draft == Path::STAY { letter.to_string() } else { format!("{draft}{letter}") };
                    legal.contains(&format!("move {onward}"))
                };
                assert_eq!(is_off(&pad, label), !onward, "{draft} then {letter}");
            }
            let parts = parts(&pad.rows);
            let mut ids: Vec<&str> = parts.iter().map(|part| part["custom_id"].as_str().unwrap()).collect();
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), parts.len(), "ids are unique");
            for part in parts.iter().filter(|part| part["disabled"] != true) {
                let id: CustomId = part["custom_id"].as_str().unwrap().parse().unwrap();
                assert_eq!((id.match_id, id.question), (game.id, game.question));
            }
        }
    }
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_players_keep_track_of_their_cell_every_key_can_be_pressed_and_nothing_names_an_edge() {
    let stage = Stage::set().await;
    let id = stage.begun(seven()).await;
    let game = stage.load(id).await;
    let shown = |seat: Seat, draft: Path| {
        let Panel { text, rows } = pad(&game, seat, Some(draft));
        // Everybody has a different letter.
        let text: Vec<&str> = text.lines().filter(|line| !line.contains("Letter")).collect();
        let keys = parts(&rows).into_iter().map(|part| (part["label"].clone(), part["disabled"].clone()));
        (text.join("\n"), keys.collect::<Vec<_>>())
    };
    for draft in Path::all() {
        let first = pad(&game, Seat::new(1), Some(draft));
        let is_full = draft.steps().len() == Path::MAX;
        for label in ["← L", "↑ U", "↓ D", "→ R"] {
            assert_eq!(is_off(&first, label), is_full, "{draft}");
        }
        assert!(!["△", "▽", "edge"].iter().any(|word| first.text.contains(word)), "{}", first.text);
        for seat in Seat::all(7) {
            assert_eq!(shown(seat, draft), shown(Seat::new(1), draft), "seat {seat}, {draft}");
        }
    }
    for seat in Seat::all(7) {
        let user = game.player(seat).unwrap().user_id;
        assert!(
            completions(&game, user, "").actions.is_empty()
                && completions(&game, user, "move U").actions.is_empty()
        );
    }
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_path_that_does_not_exist_is_refused_on_the_pad_which_keeps_the_draft() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    let bob = &scene.players[0];
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    let legal = game.playing().unwrap().legal(Seat::new(1));
    let gone =
        ["L", "U", "D", "R"].into_iter().find(|step| !legal.contains(&format!("move {step}"))).unwrap();
    let label = [("L", "← L"), ("U", "↑ U"), ("D", "↓ D"), ("R", "→ R")].into_iter();
    let label = label.clone().find(|(letter, _)| *letter == gone).unwrap().1;
    let pad = scene.ask(bob, "move", &[]).await;
    let key = pad.button(label).unwrap().to_owned();
    let drawn = bob.click(pad.id, &key).unwrap().message().await.unwrap();
    let before = stored(&scene).await;
    let refused = click(bob, &drawn, ":do:").await;
    assert!(
        refused.content.contains(&format!("Step 1 of {gone} ({gone}) leads nowhere")),
        "{}",
        refused.content
    );
    assert!(refused.content.contains("not submitted"), "{}", refused.content);
    let mark = refused.parts().next().unwrap();
    assert_eq!(mark["label"], format!("✗ Step 1 of {gone} ({gone}) leads nowhere"), "where the thumb is");
    assert_eq!(mark["disabled"], true);
    assert_eq!(stored(&scene).await, before);
    let undone = emptied(bob, &refused).await;
    assert!(!undone.content.contains("leads nowhere"), "{}", undone.content);
    let path = step(&scene).await;
    assert!(scene.dm(bob, &path).await.content.contains("your path is"));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_pad_shows_what_is_stored_and_what_is_drawn() {
    let stage = Stage::set().await;
    let id = stage.begun(seven()).await;
    let seat = Seat::new(1);
    let fresh = pad(&*stage.load(id).await, seat, None);
    assert!(fresh.text.contains("none yet") && fresh.text.contains("Letter"), "{}", fresh.text);
    assert!(is_off(&fresh, "Undo") && is_off(&fresh, "Clear") && !is_off(&fresh, "Submit: stay"));

    let legal = stage.load(id).await.session.as_ref().unwrap().legal(seat);
    let longest = legal.iter().filter_map(|action| action.strip_prefix("move ")).find(|path| path.len() == 3);
    let longest = path(longest.unwrap());
    let drawn = pad(&*stage.load(id).await, seat, Some(longest));
    assert!(drawn.text.contains(&format!("**{longest} (")) && drawn.text.contains("not submitted"));
    let submit = |pad: &Panel, path: Path| {
        let labels = parts(&pad.rows);
        let labels = labels.iter().filter_map(|part| part["label"].as_str());
        let label = labels.into_iter().find(|label| label.starts_with(&format!("Submit: {path} ("))).unwrap();
        is_off(pad, label)
    };
    assert!(!submit(&drawn, longest) && !is_off(&drawn, "Undo") && !is_off(&drawn, "Clear"));

    let user = stage.players[0].id().0.into();
    stage.matches.act(id, user, &format!("move {longest}")).await.unwrap();
    let stored = pad(&*stage.load(id).await, seat, None);
    assert!(stored.text.contains("✅") && !stored.text.contains("not submitted"), "{}", stored.text);
    assert!(submit(&stored, longest));
    let cleared = pad(&*stage.load(id).await, seat, Some(Path::STAY));
    assert!(cleared.text.contains("not submitted") && !is_off(&cleared, "Submit: stay"));
    assert!(stored.text.chars().count() < 600, "fits on a phone");
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_garnet_can_be_spent_from_round_3_on() {
    let stage = Stage::set().await;
    let id = stage.begun(seven()).await;
    let (seat, user) = (Seat::new(1), stage.players[0].id().0.into());
    let garnet = |pad: &Panel| {
        let parts = parts(&pad.rows);
        let part =
            parts.iter().find(|part| part["label"].as_str().is_some_and(|label| label.contains("garnet")))?;
        let id: CustomId = part["custom_id"].as_str()?.parse().ok()?;
        Some(id.action)
    };
    assert_eq!(garnet(&pad(&*stage.load(id).await, seat, None)), None);
    for _ in 0..2 {
        stage.matches.ask(id, &stage.host(), Command::EndPhase).await.unwrap();
    }
    assert_eq!(
        garnet(&pad(&*stage.load(id).await, seat, None)),
        ComponentAction::also("garnet", Prefix::default())
    );
    stage.matches.act(id, user, "garnet").await.unwrap();
    let spending = pad(&*stage.load(id).await, seat, None);
    assert_eq!(garnet(&spending), ComponentAction::also("ungarnet", Prefix::default()));
    assert!(spending.text.contains("Spending a garnet **yes**"));
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn token_holders_vote_for_those_without_a_token() {
    let stage = Stage::set().await;
    let id = stage.begun(seven().with("rounds", Value::Number(1))).await;
    stage.matches.ask(id, &stage.host(), Command::EndPhase).await.unwrap();
    let game = stage.load(id).await;
    let voter = state(&game).seated().find(|(_, player)| player.token).unwrap().0;
    let candidates: Vec<Seat> = state(&game).candidates().collect();
    let asked = panel(&game, voter, None).unwrap();
    let labels: Vec<String> =
        parts(&asked.rows).iter().map(|part| part["label"].as_str().unwrap().to_owned()).collect();
    assert_eq!(
        labels,
        candidates.iter().map(|seat| game.names().get(*seat).into_owned()).collect::<Vec<_>>()
    );
    assert!(asked.text.contains("elimination candidate") && asked.text.contains("none yet"));
    let user = game.player(voter).unwrap().user_id;
    stage.matches.act(id, user, &format!("vote {}", candidates[1])).await.unwrap();
    let game = stage.load(id).await;
    let stored = panel(&game, voter, None).unwrap();
    assert!(stored.text.contains(&format!("✅ Your vote: **{}**", game.names().get(candidates[1]))));
    // The stored answer is marked: Discord's number for a green button is 3.
    let marked: Vec<bool> = parts(&stored.rows).iter().map(|part| part["style"] == 3).collect();
    assert_eq!(marked, (0..candidates.len()).map(|i| i == 1).collect::<Vec<_>>());
    // Players without a token are asked nothing.
    assert!(panel(&game, candidates[0], None).is_none());
    stage.end().await;
}

/// Returns what is stored for seat 1, and the number of entries.
async fn stored(scene: &Scene) -> (Option<String>, i64) {
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    (game.session.as_ref().unwrap().answer(Seat::new(1)).map(|answer| answer.to_string()), game.seq())
}

/// Returns a path of one step that seat 1 can walk.
async fn step(scene: &Scene) -> String {
    let legal = scene.matches.load(MatchId(1)).await.unwrap().playing().unwrap().legal(Seat::new(1));
    let mut paths = legal.iter().filter_map(|action| action.strip_prefix("move "));
    paths.find(|path| path.len() == 1 && *path != "-").unwrap().to_owned()
}

async fn click(who: &Person, message: &SeenMessage, what: &str) -> SeenMessage {
    let shown = who.click(message.id, &press(message, what)).unwrap().message().await.unwrap();
    assert_eq!(shown.id, message.id, "in place: {}", shown.content);
    shown
}

/// Takes back the only step of the draft.
async fn emptied(who: &Person, message: &SeenMessage) -> SeenMessage {
    let undo = message.button("Undo").unwrap().to_owned();
    who.click(message.id, &undo).unwrap().message().await.unwrap()
}

const OLDER: &str = "nothing has changed";

#[tokio::test(flavor = "multi_thread")]
async fn a_pad_that_is_older_than_the_stored_path_shows_it_before_anything_is_overwritten() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.settled().await;
    let bob = &scene.players[0];
    let path = step(&scene).await;
    // Each of these is pressed on a pad that still says that nothing is stored.
    for what in [":do:", ":go:"] {
        let pad = scene.ask(bob, "move", &[]).await;
        let direct = bob.dms().into_iter().rfind(|message| !message.components.is_empty()).unwrap();
        assert!(direct.content.contains("none yet") && direct.button("Submit: stay").is_some());
        let answer = scene.dm(bob, &path).await;
        assert!(answer.content.contains(&format!("your path is **{path} (")), "{}", answer.content);
        assert!(answer.components.is_empty(), "the answer is no further pad");
        let before = stored(&scene).await;
        assert_eq!(before.0.as_deref(), Some(&*format!("move {path}")));
        if pad.content.contains("none yet") {
            let shown = click(bob, &pad, what).await;
            assert!(shown.content.contains(OLDER), "{what}: {}", shown.content);
            assert!(shown.content.contains(&format!("✅ Your path: **{path} (")), "{}", shown.content);
            assert!(!shown.content.contains("not submitted"), "{}", shown.content);
            assert_eq!(stored(&scene).await, before, "{what}");
        }
        // A press on the message that asked is deliberate, because that shows what it replaces.
        scene.settled().await;
        let shown = bob.message(direct.id).unwrap();
        let cleared = emptied(bob, &shown).await;
        assert!(!cleared.content.contains(OLDER) && cleared.content.contains("not submitted"));
        let sent = click(bob, &cleared, ":do:").await;
        assert!(!sent.content.contains(OLDER) && sent.content.contains("**stay**"), "{}", sent.content);
        assert_eq!(stored(&scene).await, (Some("move -".to_owned()), before.1 + 1));
        // The next round begins with nothing stored.
        scene.resolve().await;
        scene.settled().await;
        assert_eq!(stored(&scene).await.0, None);
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_pads_the_one_that_was_not_pressed_is_the_older_one() {
    let scene = Scene::set().await;
    // Only what can be walked can be pressed.
    scene.begin_with("Code Red", &[("reveal", "own".into())]).await;
    let bob = &scene.players[0];
    let (one, two) = (scene.ask(bob, "move", &[]).await, scene.ask(bob, "move", &[]).await);
    let drawn = click(bob, &one, ":go:").await;
    let drawn_on_two = click(bob, &two, ":go:").await;
    let sent = click(bob, &drawn, ":do:").await;
    let before = stored(&scene).await;
    // Sending the same path once more overwrites nothing, and nothing needs to be said.
    let again = click(bob, &drawn_on_two, ":do:").await;
    assert!(!again.content.contains(OLDER) && again.content.contains("✅"), "{}", again.content);
    assert_eq!(stored(&scene).await, before);
    // Another path on the first pad makes the second one outdated, which still shows the previous path.
    let cleared = emptied(bob, &sent).await;
    click(bob, &cleared, ":do:").await;
    let before = stored(&scene).await;
    assert_eq!(before.0.as_deref(), Some("move -"));
    let shown = click(bob, &again, ":go:").await;
    assert!(shown.content.contains(OLDER) && shown.content.contains("**stay**"), "{}", shown.content);
    assert_eq!(stored(&scene).await, before);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_garnet_is_not_spent_from_a_pad_that_shows_another_path_than_the_stored_one() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    for _ in 0..2 {
        scene.resolve().await;
    }
    let bob = &scene.players[0];
    let pad = scene.ask(bob, "move", &[]).await;
    scene.dm(bob, "-").await;
    let before = stored(&scene).await;
    let shown = click(bob, &pad, ":also-garnet:").await;
    assert!(shown.content.contains(OLDER) && shown.content.contains("**stay**"), "{}", shown.content);
    assert_eq!(stored(&scene).await, before);
    let spent = click(bob, &shown, ":also-garnet:").await;
    assert!(spent.content.contains("Spending a garnet **yes**") && !spent.content.contains(OLDER));
    assert_eq!(stored(&scene).await, (before.0, before.1 + 1));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_to_vote_from_that_is_older_than_the_stored_vote_shows_it_first() {
    let scene = Scene::set().await;
    scene.begin_with("Code Red", &[("rounds", 1.into())]).await;
    scene.resolve().await;
    let hana = &scene.players[6];
    let vote =
        async || scene.matches.load(MatchId(1)).await.unwrap().session.as_ref().unwrap().answer(Seat::new(7));
    let list = scene.ask(hana, "vote", &[]).await;
    scene.dm(hana, "vote 1").await;
    let shown = click(hana, &list, ":do:02").await;
    assert!(shown.content.contains(OLDER), "{}", shown.content);
    assert!(shown.content.contains("✅ Your vote: **bob**"), "{}", shown.content);
    assert_eq!(vote().await.unwrap().text(), "vote 1");
    let changed = click(hana, &shown, ":do:02").await;
    assert!(!changed.content.contains(OLDER) && changed.content.contains("**cleo**"), "{}", changed.content);
    assert_eq!(vote().await.unwrap().text(), "vote 2");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_is_no_second_pad_but_shows_the_current_one() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.settled().await;
    let bob = &scene.players[0];
    let before = bob.dms().len();
    scene.clock.advance(std::time::Duration::from_hours(18));
    scene.quiet().await;
    let dms = bob.dms();
    let [reminder] = &dms[before..] else { panic!("one reminder, not {}", dms.len() - before) };
    assert!(reminder.content.contains("haven’t sent your path yet"), "{}", reminder.content);
    assert!(!reminder.content.contains("Your path"), "it shows nothing that could become old");
    assert_eq!(reminder.custom_ids().len(), 1);
    // A pad that is asked for shows what is stored.
    let path = step(&scene).await;
    scene.dm(bob, &path).await;
    let pad = click(bob, reminder, ":show").await;
    assert!(pad.content.contains(&format!("✅ Your path: **{path} (")), "{}", pad.content);
    let sent = click(bob, &emptied(bob, &pad).await, ":do:").await;
    assert!(!sent.content.contains(OLDER), "{}", sent.content);
    assert_eq!(stored(&scene).await.0.as_deref(), Some("move -"));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_is_named_by_the_reminder_which_submits_it_and_after_the_deadline() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.settled().await;
    let [bob, cleo, dan, ..] = &scene.players[..] else { panic!("seven players") };
    let question =
        |who: &Person| who.dms().into_iter().find(|message| message.content.contains("letter")).unwrap();
    let last = |who: &Person| who.dms().pop().unwrap();
    for (who, key) in [(bob, ":go:L"), (cleo, ":go:R"), (dan, ":go:L")] {
        click(who, &question(who), key).await;
    }
    let path = step(&scene).await;
    let drawn = click(bob, &question(bob), &format!(":go:L_{path}")).await;
    assert!(drawn.content.contains("✏️ Draft: "), "{}", drawn.content);
    emptied(dan, &question(dan)).await;

    // Six hours before the deadline.
    scene.clock.advance(std::time::Duration::from_hours(18));
    scene.quiet().await;
    let reminder = last(bob);
    let named = format!("✏️ You have drafted **L{path} (");
    assert!(reminder.content.contains("⏰ **Round 1 of 10 ends"), "{}", reminder.content);
    assert!(reminder.content.contains(&named), "{}", reminder.content);
    assert!(reminder.content.contains("To send it, press **Submit** below."), "{}", reminder.content);
    for who in [dan, &scene.players[3]] {
        assert!(!last(who).content.contains("drafted"), "an empty pad has no draft: {}", last(who).content);
    }
    assert!(
        last(cleo).content.contains("✏️ You have drafted **R (→)**"),
        "nobody else’s: {}",
        last(cleo).content
    );

    // One press on the reminder submits what it names.
    let legal = scene.matches.load(MatchId(1)).await.unwrap().playing().unwrap().legal(Seat::new(2));
    let submitted = click(cleo, &last(cleo), ":do:R").await;
    let is_legal = legal.contains(&"move R".to_owned());
    assert_eq!(submitted.content.contains("✅ Your path: **R (→)**"), is_legal, "{}", submitted.content);
    scene.dm(cleo, "-").await;

    // What was drawn last counts, wherever: bob opens his choices on the reminder and draws something else.
    let shown = click(bob, &reminder, ":show").await;
    let drawn = click(bob, &shown, ":go:R").await;
    assert!(drawn.content.contains("✏️ Draft: **R (→)**"), "{}", drawn.content);
    scene.resolve().await;
    scene.settled().await;
    let never = "✏️ You had drafted **R (→)**, but not submitted it.";
    let over = "⌛ **Round 1 of 10 is over.** You sent no path.";
    for closed in [question(bob), bob.dms().into_iter().find(|message| message.id == reminder.id).unwrap()] {
        assert!(closed.content.contains(&format!("{over}\n{never}")), "{}", closed.content);
        assert!(closed.custom_ids().is_empty(), "{closed:?}");
    }
    assert!(
        last(bob).content.contains(never) && last(bob).content.contains("round 2"),
        "{}",
        last(bob).content
    );
    for who in [cleo, dan] {
        assert!(who.dms().iter().all(|message| !message.content.contains("You had drafted")));
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_that_is_undone_takes_its_drafts_back_without_a_word() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.resolve().await;
    scene.settled().await;
    let bob = &scene.players[0];
    let asked = bob.dms().pop().unwrap();
    click(bob, &asked, ":go:L").await;
    let undo = scene.ask(&scene.ada, "host undo", &[]).await;
    scene.press(&scene.ada, &undo, ":undo").await;
    scene.settled().await;
    assert!(bob.dms().iter().all(|message| !message.content.contains("drafted")), "{:#?}", bob.dms());
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_shows_on_the_open_pad_whichever_way_it_was_given() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.settled().await;
    let bob = &scene.players[0];
    let pad = || bob.dms().into_iter().find(|message| message.content.contains("letter")).unwrap();
    assert!(pad().content.contains("Your path: none yet"), "{}", pad().content);
    let (told, files) = (pad().content.lines().nth(1).unwrap().to_owned(), pad().files.len());

    scene.dm(bob, "move -").await;
    scene.settled().await;
    assert!(pad().content.contains("✅ Your path: **stay**"), "{}", pad().content);
    assert_eq!((pad().content.lines().nth(1), pad().files.len()), (Some(&told[..]), files), "the news stay");

    let path = step(&scene).await;
    scene.ask(bob, "move", &[("action", path[..].into())]).await;
    scene.settled().await;
    assert!(pad().content.contains(&format!("✅ Your path: **{path} (")), "{}", pad().content);
    let shown = pad().custom_ids().len();
    assert!(shown > 2, "and can be pressed without being shown anew");
    let cleared = scene.press(bob, &pad(), ":go:").await;
    assert!(!cleared.content.contains("older than"), "{}", cleared.content);

    // A panel in the server, which only bob sees.
    let asked = scene.ask(bob, "move", &[]).await;
    let cleared = emptied(bob, &asked).await;
    scene.press(bob, &cleared, ":do:").await;
    scene.settled().await;
    assert!(pad().content.contains("✅ Your path: **stay**"), "{}", pad().content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pads_of_a_round_that_has_ended_say_what_was_sent_and_have_no_buttons() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.settled().await;
    let (bob, cleo) = (&scene.players[0], &scene.players[1]);
    let pad =
        |who: &Person| who.dms().into_iter().find(|message| message.content.contains("letter")).unwrap();
    scene.dm(bob, "move -").await;
    scene.resolve().await;
    scene.settled().await;
    assert!(
        pad(bob).content.contains("✅ **Round 1 of 10 is over.** Your path was **stay**."),
        "{}",
        pad(bob).content
    );
    assert!(
        pad(cleo).content.contains("⌛ **Round 1 of 10 is over.** You sent no path."),
        "{}",
        pad(cleo).content
    );
    for who in [bob, cleo] {
        assert!(pad(who).custom_ids().is_empty() && !pad(who).content.contains("Ends <t:"));
        assert_eq!(pad(who).files.len(), 1, "the picture stays");
        let open = who.dms().into_iter().filter(|message| !message.custom_ids().is_empty()).count();
        assert_eq!(open, 1, "only the new round can be answered");
    }
    scene.ask(&scene.ada, "host cancel", &[("confirm", true.into())]).await;
    scene.settled().await;
    let last = bob.dms().into_iter().rfind(|message| message.content.contains("round 2")).unwrap();
    assert!(
        last.content.contains("The match was cancelled.") && last.custom_ids().is_empty(),
        "{}",
        last.content
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_pads_of_the_last_phase_are_closed_at_the_end() {
    let scene = Scene::set().await;
    scene.begin_with("Code Red", &[("rounds", 1.into())]).await;
    scene.resolve().await;
    scene.resolve().await;
    assert_eq!(scene.matches.load(MatchId(1)).await.unwrap().status, Status::Over);
    for who in &scene.players {
        let open: Vec<SeenMessage> =
            who.dms().into_iter().filter(|message| !message.custom_ids().is_empty()).collect();
        assert!(open.is_empty(), "{open:?}");
        let asked = who.dms().into_iter().any(|message| message.content.contains("**The vote is over.**"));
        let voted = who.dms().into_iter().any(|message| message.content.contains("You sent no vote."));
        assert_eq!(asked, voted);
    }
    let voters = scene.players.iter().filter(|who| {
        who.dms().iter().any(|message| message.content.contains("⌛ **The vote is over.** You sent no vote."))
    });
    assert_eq!(voters.count(), 3, "those with a token");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_pad_in_a_direct_message_keeps_the_news_above_it() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    scene.quiet().await;
    let bob = &scene.players[0];
    let asked = bob.dms().pop().unwrap();
    let letter = |message: &SeenMessage| {
        message.content.lines().find(|line| line.contains("You begin on the cell")).map(str::to_owned)
    };
    let told = letter(&asked).unwrap();
    let pressed = click(bob, &asked, ":go:").await;
    assert_eq!((pressed.id, letter(&pressed)), (asked.id, Some(told.clone())), "{}", pressed.content);
    let path = step(&scene).await;
    scene.dm(bob, &path).await;
    scene.quiet().await;
    assert_eq!(letter(&bob.message(asked.id).unwrap()), Some(told));
    // A panel of one's own begins without news.
    let apart = scene.ask(bob, "move", &[]).await;
    assert_eq!(letter(&click(bob, &apart, ":go:").await), None);

    // So is what the next round begins with, whatever it looks like.
    scene.resolve().await;
    scene.quiet().await;
    let asked = bob.dms().pop().unwrap();
    let news = |message: &SeenMessage| {
        let lines = message.content.lines().skip(1).take_while(|line| !line.contains("Powered **"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let told = news(&asked);
    assert!(told.len() > 1 && told[0].contains("round 1"), "{}", asked.content);
    let pressed = click(bob, &asked, ":go:").await;
    assert_eq!((pressed.id, news(&pressed)), (asked.id, told), "{}", pressed.content);
    scene.end().await;
}
