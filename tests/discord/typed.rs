//! What people write, as phones, copied text and Markdown make it: normalised wherever it comes in.

use trigon::games::Seat;
use trigon::ids::MatchId;
use trigon::sandbox::Response;
use trigon::text::is_invisible;

use crate::scene::{Scene, WAIT_TIMEOUT};

/// Ways in which people write the path `L`.
const WRITINGS: [&str; 10] = [
    "**L**",
    "||L||",
    "`L`",
    "```\nL\n```",
    "“L”",
    "Ｌ",
    "\u{202e}L\u{202c}",
    "\u{feff}L\u{200b}",
    "move\u{a0}L",
    "⬅\u{fe0f}",
];

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_read_however_it_was_written() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    let bob = &scene.players[0];
    let stored = async || {
        let game = scene.matches.load(MatchId(1)).await.unwrap();
        game.session.as_ref().unwrap().answer(Seat::new(1)).map(|answer| answer.to_string())
    };
    let reachable = |told: &str| !told.contains("is no step") && !told.contains("something you can do");
    for writing in WRITINGS {
        let told = scene.ask(bob, "move", &[("action", writing.into())]).await;
        assert!(reachable(&told.content), "{writing:?}: {}", told.content);
        let left = stored().await;
        let told = scene.dm(bob, "—").await;
        assert_eq!(stored().await.as_deref(), Some("move -"), "{}", told.content);
        let told = scene.dm(bob, writing).await;
        assert!(reachable(&told.content), "{writing:?}: {}", told.content);
        // Where there is no way to the left, both are refused, and the answer stays what it was.
        assert_eq!(stored().await, left.or(Some("move -".to_owned())), "{writing:?}");
    }
    for nothing in ["\u{200b}", "\u{2066}\u{2069}", "``", "\"\""] {
        for told in
            [scene.ask(bob, "move", &[("action", nothing.into())]).await, scene.dm(bob, nothing).await]
        {
            let text = told.content;
            assert!(!text.contains("“”") && !text.contains("“ ”"), "{nothing:?}: {text}");
            assert!(!text.contains(['\u{2066}', '\u{feff}']), "{text}");
        }
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_titles_and_words_have_something_to_see_and_nothing_else() {
    let scene = Scene::set().await;
    let (ada, bob) = (&scene.ada, &scene.players[0]);
    let refused = scene.ask(ada, "host create", &[("title", "\u{200b}\u{3164}\u{2060}".into())]).await;
    assert!(refused.content.contains("title"), "{}", refused.content);
    scene.ask(ada, "host create", &[("title", "\u{202e}Ｆｉｎａｌ\u{200b}".into())]).await;
    assert_eq!(scene.matches.load(MatchId(1)).await.unwrap().title, "Final");
    scene.guild.set_nick(bob, Some("\u{3164}\u{200d}"));
    for (name, stored) in [(None, "bob"), (Some("B\u{200d}o\u{202e}b 🌸"), "Bob 🌸")] {
        let mut options = vec![("player", bob.id().into())];
        options.extend(name.map(|name| ("name", name.into())));
        scene.ask(ada, "host seat", &options).await;
        assert_eq!(scene.matches.load(MatchId(1)).await.unwrap().players[0].name, stored);
    }
    let refused =
        scene.ask(ada, "host seat", &[("player", bob.id().into()), ("name", "\u{2800}".into())]).await;
    assert!(refused.content.contains("name"), "{}", refused.content);
    let word = scene.ask(bob, "play word", &[("word", "\u{200b}\u{feff}".into())]).await;
    assert!(word.content.starts_with("A word has 1 to 64 characters"), "{}", word.content);
    scene.ask(bob, "play word", &[("word", "\u{feff}blue\u{200b} ｃｈｅｅｓｅ".into())]).await;
    assert_eq!(scene.matches.load(MatchId(1)).await.unwrap().words[0].word.as_str(), "blue cheese");
    for (command, option) in [("rules", "game"), ("rules", "section"), ("settings", "quiet")] {
        for text in ["\u{200b}", "\u{202e}x\u{2060}"] {
            let told = scene.ask(bob, command, &[(option, text.into())]).await.content;
            assert!(!told.contains("“”") && !told.contains('\u{202e}'), "{command} {text:?}: {told}");
        }
    }
    let found = scene.ask(bob, "rules", &[("game", "**Ｔｒｉｃｅ**".into())]).await;
    assert!(found.content.contains("Trice"), "{}", found.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_roster_with_any_names_is_taken_back_as_it_was_written() {
    let scene = Scene::set().await;
    let ada = &scene.ada;
    scene.ask(ada, "host create", &[]).await;
    let names = ["@home", "x,@y", "<@123>", "a,", "<@!123456789012345678>, 3, 4", "-", "Ann 🌸"];
    for (player, name) in scene.players.iter().zip(names) {
        scene.ask(ada, "host seat", &[("player", player.id().into()), ("name", name.into())]).await;
    }
    let before = scene.matches.load(MatchId(1)).await.unwrap();
    let form = ada.slash(scene.hall, "host roster", &[]).unwrap();
    let Response::Modal(modal) = form.response().await.unwrap() else { panic!("no form") };
    let told = form.submit_modal(&[("lines", &modal.fields[0].value)]).unwrap().message().await.unwrap();
    let after = scene.matches.load(MatchId(1)).await.unwrap();
    assert_eq!(after.players, before.players, "{}", told.content);
    assert!(after.players.iter().map(|player| &player.name[..]).eq(names));
    assert!(!after.players[6].name.chars().any(is_invisible));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_could_be_laughter_changes_a_stored_answer_only_after_a_press() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    let (bob, cleo) = (&scene.players[0], &scene.players[1]);
    let stored = async |seat| {
        let game = scene.matches.load(MatchId(1)).await.unwrap();
        game.session.as_ref().unwrap().answer(Seat::new(seat)).map(|answer| answer.to_string())
    };
    let legal =
        async |seat| scene.matches.load(MatchId(1)).await.unwrap().playing().unwrap().legal(Seat::new(seat));
    scene.dm(bob, "-").await;
    let asked = scene.dm(bob, "lul").await;
    assert!(
        asked
            .content
            .contains("🤔 Is that chat, or your path? Nothing has changed: your path is still **stay**."),
        "{}",
        asked.content
    );
    assert!(
        asked.content.contains("To change it to **LUL (← ↑ ←)**, press **Submit**."),
        "{}",
        asked.content
    );
    assert_eq!(stored(1).await.as_deref(), Some("move -"));
    scene.press(bob, &asked, ":do:L_U_L").await;
    let is_legal = legal(1).await.contains(&"move LUL".to_owned());
    assert_eq!(stored(1).await.as_deref(), Some(if is_legal { "move LUL" } else { "move -" }));
    scene.dm(bob, "-").await;
    // Nothing is lost of several messages at once.
    let last = (bob.dm("stay").unwrap(), bob.dm("lul").unwrap()).1;
    let asks = || bob.dms().into_iter().any(|dm| dm.id > last && dm.content.contains("🤔"));
    assert!(scene.sandbox.wait_until(WAIT_TIMEOUT, asks).await, "{:#?}", bob.dms());
    scene.settled().await;
    assert_eq!(stored(1).await.as_deref(), Some("move -"));
    // A question is asked about even if nothing is stored; laughter is stored, which can be changed.
    let asked = scene.dm(cleo, "ddd?").await;
    assert!(
        asked.content.contains("Nothing is stored yet. To store **DDD (↓ ↓ ↓)**, press **Submit**."),
        "{}",
        asked.content
    );
    assert_eq!(stored(2).await, None);
    let smiley = scene.dm(cleo, ":D").await;
    assert!(!smiley.content.contains("Stored:") && stored(2).await.is_none(), "{}", smiley.content);
    let command = scene.ask(cleo, "move", &[("action", "lul".into())]).await;
    assert!(!command.content.contains("🤔"), "a command is not chat: {}", command.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_of_servers_that_is_written_as_a_text_says_where_it_works() {
    let scene = Scene::set().await;
    // Whoever plays nowhere is not answered every time.
    scene.begin("Code Red").await;
    let bob = &scene.players[0];
    for (text, command) in [("/play new trice", "play"), (" /Host status", "host"), ("/stats", "stats")] {
        let told = scene.dm(bob, text).await;
        let where_it_works = format!("`/{command}` works in a channel of the server: type it there");
        assert!(told.content.starts_with(&where_it_works), "{text}: {}", told.content);
    }
    // That is so of every command that is registered for servers alone.
    let commands = bob.slash_commands(scene.hall);
    let of_servers =
        |name: &str| !bob.slash_commands(bob.dm_channel()).iter().any(|known| known.name == name);
    for command in commands.iter().filter(|command| of_servers(&command.name)) {
        let told = scene.dm(bob, &format!("/{}", command.name)).await;
        assert!(
            told.content.contains("works in a channel of the server"),
            "{}: {}",
            command.name,
            told.content
        );
    }
    scene.end().await;
}
