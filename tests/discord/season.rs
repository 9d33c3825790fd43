//! Seasons as people meet them: the cast, results from elsewhere, the standings, gifts, corrections and files.

use trigon::ids::{MatchId, SeasonId};
use trigon::sandbox::{InteractionHandle, Modal, OptionValue, Person, Response, SeenMessage};
use trigon::season::{Season, SeasonViewer, Seasons};

use crate::scene::{Scene, WAIT_TIMEOUT, press};

mod people;
mod posts;

/// Opens a form, and returns it with what it shows.
async fn form(
    scene: &Scene,
    who: &Person,
    command: &str,
    options: &[(&str, OptionValue)],
) -> (InteractionHandle, Modal) {
    let form = who.slash(scene.hall, command, options).unwrap();
    match form.response().await.unwrap() {
        Response::Modal(modal) => (form, modal),
        other => panic!("{command}: no form, but {other:?}"),
    }
}

async fn filled(form: &InteractionHandle, values: &[(&str, &str)]) -> SeenMessage {
    let answer = form.submit_modal(values).unwrap().message().await.unwrap();
    assert!(answer.ephemeral, "{}", answer.content);
    answer
}

impl Scene {
    async fn season(&self) -> std::sync::Arc<Season> {
        Seasons::new(self.matches.clone()).load(SeasonId(1)).await.unwrap()
    }

    /// Creates a season with Ann, Ben and Cleo, who are the first three players, and Zoe, whom nobody knows.
    async fn begin_season(&self) {
        let options = [("title", "Code Red".into()), ("counters", "Black garnets".into())];
        let made = self.ask(&self.ada, "season create", &options).await;
        assert!(
            made.content
                .starts_with("I’ve created **Code Red**. It counts garnets, priority and black garnets."),
            "{}",
            made.content
        );
        let (form, _) = form(self, &self.ada, "season cast", &[]).await;
        let lines = format!(
            "Ann, {}\nBen, @{}\nCleo, {}\nZoe",
            self.players[0].mention(),
            self.players[1].name(),
            self.players[2].mention()
        );
        let cast = filled(&form, &[("lines", &lines)]).await;
        assert!(cast.content.starts_with("**Code Red**: 4 members in the game.\nAnn <@"), "{}", cast.content);
    }

    /// Sends results, and returns the preview.
    async fn results(&self, who: &Person, title: &str, lines: &str) -> SeenMessage {
        let (form, _) = form(self, who, "season result", &[]).await;
        filled(&form, &[("title", title), ("lines", lines)]).await
    }

    /// Has the host end every phase of a match.
    async fn played_to_the_end(&self, number: i64) {
        let is_over = async || {
            self.matches.load(MatchId(number)).await.unwrap().status == trigon::matches::Status::Over
        };
        for _ in 0..60 {
            if is_over().await {
                return;
            }
            self.resolve().await;
        }
        panic!("match {number} does not end");
    }

    async fn amounts(&self, counter: &str) -> Vec<(String, i64)> {
        let season = self.season().await;
        let balances = season.balances();
        let of = |number| season.balance(&balances, number, counter).unwrap();
        season.cast.iter().map(|member| (member.name.clone(), of(member.number))).collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_result_takes_three_steps_to_new_standings_and_is_booked_once() {
    let scene = Scene::set().await;
    scene.begin_season().await;
    let ada = &scene.ada;
    // One: the command opens a form with the cast.
    let (form, modal) = form(&scene, ada, "season result", &[]).await;
    let values: Vec<&str> = modal.fields.iter().map(|field| &*field.value).collect();
    assert_eq!(values, ["Episode 1", "Ann: \nBen: \nCleo: \nZoe: "]);
    // Two: the form shows what would change.
    let lines = "Ann: +3 garnets, token (won the vote)\nBen: −1 garnet\nCleo:\nZoe: +2 black garnets, out";
    let preview = filled(&form, &[("title", "Death *Island*"), ("lines", lines)]).await;
    assert_eq!(
        preview.content,
        "**Code Red** · episode 1, **Death \\*Island\\***: nothing is booked yet.\n\
         **Ann**: +3 garnets (0 → 3), token, “won the vote”\n\
         **Ben**: −1 garnet (0 → −1)\n\
         **Zoe**: +2 black garnets (0 → 2), out\n\
         -# Nothing for Cleo."
    );
    assert!(scene.season().await.entries.is_empty());
    // Three: one press books and publishes it.
    let before = ada.view(scene.hall).len();
    let button = press(&preview, ":book-and-close:");
    let booked = ada.click(preview.id, &button).unwrap().message().await.unwrap();
    assert!(booked.content.starts_with("I’ve booked episode 1, **Death"), "{}", booked.content);
    assert!(booked.content.contains("after episode 1"), "{}", booked.content);
    assert!(booked.content.contains("\n**Ann** 3 · 0 · 0 – token\n"), "{}", booked.content);
    assert!(booked.content.ends_with("\n**Zoe** 0 · 0 · 2 – out since episode 1"), "{}", booked.content);
    assert_eq!(booked.files.len(), 1);
    assert!(booked.custom_ids().is_empty(), "nothing is left to press");
    scene.settled().await;
    let news = scene.newest();
    assert!(ada.view(scene.hall).len() > before && !news.ephemeral);
    assert_eq!(
        news.content,
        "📖 **Code Red** · episode 1, **Death \\*Island\\*** is over\n\
         🔺 **Ann** has a token.\n🚪 **Zoe** is out.\n\
         **Ann**: +3 garnets, token, “won the vote”\n**Ben**: −1 garnet\n**Zoe**: +2 black garnets, out"
    );
    assert_eq!(news.files.len(), 1);
    // The same again books nothing, whoever sends it.
    let entries = scene.season().await.entries.len();
    assert_eq!(entries, 5);
    let again = scene.results(ada, "Death *Island*", lines).await;
    assert!(again.content.contains("in the book already, as episode 1"), "{}", again.content);
    assert_eq!(scene.season().await.entries.len(), entries);
    let standings = scene.ask(&scene.players[5], "season standings", &[]).await;
    assert!(standings.content.contains("**Ann** 3"), "{}", standings.content);
    assert_eq!(standings.files.len(), 1);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_presses_at_once_book_once() {
    let scene = Scene::set().await;
    scene.begin_season().await;
    let (ada, gus) = (&scene.ada, &scene.players[5]);
    let role = scene.guild.create_role("hosts", trigon::sandbox::Permissions::NONE);
    scene.ask(ada, "host role", &[("role", role.into())]).await;
    scene.guild.give_role(gus, role);
    let lines = "Ann: +3\u{a0}garnets\nBen: rank 1";
    let mine = scene.results(ada, "Island", lines).await;
    let theirs = scene.results(gus, "Island", lines).await;
    let press_on = async |who: &Person, preview: &SeenMessage| {
        who.click(preview.id, &press(preview, ":book-and-close:")).unwrap().message().await.unwrap().content
    };
    let (one, other, twice) =
        tokio::join!(press_on(ada, &mine), press_on(gus, &theirs), press_on(ada, &mine));
    let all = [one, other, twice];
    let booked = all.iter().filter(|text| text.starts_with("I’ve booked")).count();
    assert_eq!(booked, 1, "{all:?}");
    assert_eq!(all.iter().filter(|text| text.contains("in the book already")).count(), 2, "{all:?}");
    assert_eq!(scene.amounts("garnets").await[0].1, 3);
    assert_eq!(scene.season().await.episodes.len(), 1);
    // Somebody else’s preview is nobody else’s to press, and one that is out of date is shown again.
    let old = scene.results(ada, "Second", "Ann: -1 garnet").await;
    let other = scene.results(gus, "Third", "Ben: +1 garnet").await;
    gus.click(other.id, &press(&other, ":book:")).unwrap().message().await.unwrap();
    let again = ada.click(old.id, &press(&old, ":book:")).unwrap().message().await.unwrap();
    assert!(again.content.starts_with("Another episode was added"), "{}", again.content);
    let done = ada.click(again.id, &press(&again, ":book:")).unwrap().message().await.unwrap();
    assert!(
        done.content.starts_with("I’ve booked episode 3, **Second** of **Code Red**. Only hosts"),
        "{}",
        done.content
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_published_is_seen_by_hosts_only_until_it_is() {
    let scene = Scene::set().await;
    scene.begin_season().await;
    let (ada, ann, cleo) = (&scene.ada, &scene.players[0], &scene.players[2]);
    let preview = scene.results(ada, "Island", "Ann: +3 garnets").await;
    ada.click(preview.id, &press(&preview, ":book:")).unwrap().message().await.unwrap();
    let standings = scene.ask(cleo, "season standings", &[]).await;
    assert!(standings.content.contains("before the first episode"), "{}", standings.content);
    assert!(standings.content.contains("**Ann** 0"), "{}", standings.content);
    let own = scene.ask(ann, "season book", &[]).await;
    assert!(own.content.starts_with("**Code Red** · your book\nGarnets **3** · "), "{}", own.content);
    assert!(!own.content.contains('#'), "others could count in numbers: {}", own.content);
    let file = scene.ask(cleo, "season export", &[]).await;
    assert!(!String::from_utf8_lossy(&file.files[0].bytes).contains("\"delta\""));
    let books = scene.ask(ada, "season book", &[("member", "ann".into())]).await;
    assert!(books.content.contains("\n- #1: +3 garnets, episode 1 (<t:"), "{}", books.content);
    // Closing shows everything first.
    let asked = scene.ask(ada, "season close", &[]).await;
    assert!(asked.content.contains("everyone may see it:\n**Ann**: +3 garnets"), "{}", asked.content);
    let closed = scene.press(ada, &asked, ":close:").await;
    assert!(closed.content.starts_with("Everyone may see episode 1, **Island** now."), "{}", closed.content);
    assert!(closed.content.contains("**Ann** 3"), "{}", closed.content);
    let twice = ada.click(asked.id, &press(&asked, ":close:"));
    assert!(twice.is_err() || twice.unwrap().message().await.unwrap().content.contains("already"));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gift_is_given_once_it_is_accepted() {
    let scene = Scene::set().await;
    scene.begin_season().await;
    let (ada, ann, ben) = (&scene.ada, &scene.players[0], &scene.players[1]);
    let preview = scene.results(ada, "Island", "Ann: +3 garnets").await;
    scene.press(ada, &preview, ":book-and-close:").await;
    let give = |to: &str, amount: i64| [("to", to.into()), ("amount", amount.into())];
    let offered = scene.ask(ann, "season give", &give("Ben", 2)).await;
    assert!(offered.content.starts_with("You offer Ben 2 garnets."), "{}", offered.content);
    assert_eq!(scene.amounts("garnets").await[0].1, 3);
    let asked = || ben.dms().into_iter().find(|dm| dm.content.starts_with("🎁 Ann offers you 2 garnets"));
    let asked = scene.sandbox.wait_for(WAIT_TIMEOUT, asked).await.unwrap();
    let accepted = scene.press(ben, &asked, ":accept:").await;
    assert_eq!(accepted.content, "You’ve accepted 2 garnets from Ann.");
    assert_eq!(scene.amounts("garnets").await[..2], [("Ann".to_owned(), 1), ("Ben".to_owned(), 2)]);
    let told = || ann.dms().into_iter().find(|dm| dm.content.contains("Ben has accepted your 2 garnets"));
    assert!(scene.sandbox.wait_for(WAIT_TIMEOUT, told).await.is_some());
    // In the book, it can be declined or taken back, too.
    let offered = scene.ask(ben, "season give", &give("Ann", 1)).await;
    let own = scene.ask(ann, "season book", &[]).await;
    let declined = scene.press(ann, &own, ":decline:").await;
    assert_eq!(declined.content, "You’ve declined 1 garnet from Ben.");
    let late = scene.press(ben, &offered, ":decline:").await;
    assert_eq!(late.content, "That gift has been answered or taken back already.");
    for (who, to, sentence) in [
        (ann, "Ann", "You cannot give something to yourself."),
        (ann, "Zoe", "Zoe cannot accept a gift."),
        (ann, "Nobody", "Nobody in the cast is called “Nobody”."),
        (ada, "Ann", "You are not in the cast of this season."),
    ] {
        let refused = scene.ask(who, "season give", &give(to, 1)).await;
        assert!(refused.content.starts_with(sentence), "{}", refused.content);
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn corrections_and_files_show_what_their_readers_may_know() {
    let scene = Scene::set().await;
    scene.begin_season().await;
    let (ada, ben) = (&scene.ada, &scene.players[1]);
    let csv = b"name,garnets,marks\nAnn,3,token\nBen,-1,\n".to_vec();
    let file = OptionValue::File { filename: "results.csv".to_owned(), bytes: csv };
    let preview = scene.ask(ada, "season result", &[("title", "Island".into()), ("file", file)]).await;
    assert!(preview.content.contains("**Ann**: +3 garnets (0 → 3), token\n"), "{}", preview.content);
    scene.press(ada, &preview, ":book-and-close:").await;
    let options = [
        ("member", "Ann".into()),
        ("counter", "Garnets".into()),
        ("amount", (-1).into()),
        ("reason", "counted *twice*".into()),
        ("episode", 1.into()),
    ];
    let corrected = scene.ask(ada, "season correct", &options).await;
    assert!(corrected.content.starts_with("I’ve booked as #4 for Ann: −1 garnet."), "{}", corrected.content);
    scene.settled().await;
    assert_eq!(
        scene.newest().content,
        "✏️ **Code Red** · episode 1, **Island** · corrected by a host: **Ann** −1 garnet. Reason: “counted \\*twice\\*”"
    );
    assert_eq!(scene.amounts("garnets").await[0].1, 2);
    let reversed =
        scene.ask(ada, "season reverse", &[("entry", 4.into()), ("reason", "it was right".into())]).await;
    assert!(reversed.content.starts_with("I’ve booked as #5 for Ann: +1 garnet."), "{}", reversed.content);
    let again =
        scene.ask(ada, "season reverse", &[("entry", 4.into()), ("reason", "once more".into())]).await;
    assert_eq!(again.content, "Entry 4 has been taken back already.");
    let exported = scene.ask(ben, "season export", &[]).await;
    let file = trigon::season::SeasonFile::read(&exported.files[0].bytes).unwrap();
    assert!(file.problems().is_empty());
    assert_eq!(file.balances["garnets"][&1], 3);
    assert_eq!(file, scene.season().await.export(SeasonViewer::Public));
    let asked = scene.ask(ada, "season end", &[]).await;
    let ended = scene.press(ada, &asked, ":end").await;
    assert!(ended.content.starts_with("**Code Red** has ended."), "{}", ended.content);
    let refused = scene.ask(ada, "season reverse", &[("entry", 1.into()), ("reason", "late".into())]).await;
    assert_eq!(refused.content, "The season has ended, so its book no longer changes.");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_is_read_into_an_empty_season_after_a_look_at_it() {
    let scene = Scene::set().await;
    scene.begin_season().await;
    let (ada, ben) = (&scene.ada, &scene.players[1]);
    let preview = scene.results(ada, "Island", "Ann: +3 garnets, token\nBen: -1 garnet").await;
    scene.press(ada, &preview, ":book-and-close:").await;
    let exported = scene.ask(ada, "season export", &[("season", 1.into())]).await;
    let bytes = exported.files[0].bytes.to_vec();
    let file = |bytes: &[u8]| OptionValue::File { filename: "season.json".to_owned(), bytes: bytes.to_vec() };
    let import = async |who: &Person, bytes: &[u8], season: SeasonId| {
        scene.ask(who, "season import", &[("file", file(bytes)), ("season", season.0.into())]).await
    };
    let full = import(ada, &bytes, SeasonId(1)).await;
    assert_eq!(full.content, "A file can only be read into a season without a cast and without entries.");
    scene.ask(ada, "season create", &[("title", "Copy".into())]).await;
    let refused = import(ben, &bytes, SeasonId(2)).await;
    assert_eq!(refused.content, "Only the hosts of the season can do that.");
    for (bytes, said) in [
        (b"{}".to_vec(), "That file cannot be read into a season: format: nothing"),
        (
            String::from_utf8(bytes.clone()).unwrap().replace("\"delta\": 3", "\"delta\": 4").into_bytes(),
            "That file cannot be read into a season: Ann has 4 Garnets by the entries, and 3 by the balances.",
        ),
    ] {
        let refused = import(ada, &bytes, SeasonId(2)).await;
        assert!(refused.content.starts_with(said) && refused.custom_ids().is_empty(), "{}", refused.content);
    }
    let shown = import(ada, &bytes, SeasonId(2)).await;
    assert_eq!(
        shown.content,
        "**Copy** is empty, and this file adds up: it has **Code Red** with 4 members, 1 episode and 3 entries.\n\
         The season gets the title and the counters of the file. Nothing is read in yet."
    );
    let copy = async || Seasons::new(scene.matches.clone()).load(SeasonId(2)).await.unwrap();
    assert!(copy().await.cast.is_empty());
    let done = scene.press(ada, &shown, ":import:").await;
    assert!(
        done.content.starts_with(
            "I’ve read **Code Red** from the file: 4 members, 1 episode and 3 entries. `/season cast` says who is who."
        ),
        "{}",
        done.content
    );
    assert!(done.content.contains("**Ann** 3") && done.files.len() == 1, "{}", done.content);
    assert_eq!(copy().await.export(SeasonViewer::Hosts), scene.season().await.export(SeasonViewer::Hosts));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_input_and_people_who_do_not_host_change_nothing() {
    let scene = Scene::set().await;
    let (ada, ben, gus) = (&scene.ada, &scene.players[1], &scene.players[5]);
    let none = scene.ask(ada, "season standings", &[]).await;
    assert!(none.content.starts_with("This server has no season."), "{}", none.content);
    let refused = scene.ask(ben, "season create", &[("title", "Mine".into())]).await;
    assert!(refused.content.starts_with("Only members with the host role"), "{}", refused.content);
    scene.begin_season().await;
    let before = scene.season().await;
    let reason = ("reason", OptionValue::from("because"));
    let correct =
        vec![("member", "Ann".into()), ("counter", "garnets".into()), ("amount", 1.into()), reason.clone()];
    for (command, options) in [
        ("season cast", vec![]),
        ("season result", vec![]),
        ("season correct", correct),
        ("season reverse", vec![("entry", 1.into()), reason]),
        ("season end", vec![]),
        ("season book", vec![("member", "Ann".into())]),
    ] {
        let refused = scene.ask(ben, command, &options).await;
        assert_eq!(refused.content, "Only the hosts of the season can do that.", "{command}");
    }
    let refused = scene.ask(gus, "season book", &[]).await;
    assert_eq!(refused.content, "Only members of the cast have a book of their own.");
    let wrong = "Ann: +3 garnets\nNora: +1 garnet\nBen: +1 opal\nCleo: 1.5 garnets\nAnn: token";
    let refused = scene.results(ada, "Island", wrong).await;
    for sentence in [
        "Line 2: nobody in the cast is called “Nora”.",
        "Line 3: “+1 opal” is neither",
        "Line 4:",
        "Ann is in lines 1 and 5",
        "Here is what you typed",
    ] {
        assert!(refused.content.contains(sentence), "{sentence}: {}", refused.content);
    }
    let nothing = scene.results(ada, "Island", &before.form()).await;
    assert!(nothing.content.starts_with("Nobody got anything"), "{}", nothing.content);
    let file = OptionValue::File { filename: "x.csv".to_owned(), bytes: vec![0xff, 0xfe, 0x00] };
    let refused = scene.ask(ada, "season result", &[("file", file)]).await;
    assert!(refused.content.starts_with("That file is not UTF-8 text."), "{}", refused.content);
    let (form, _) = form(&scene, ada, "season cast", &[]).await;
    let refused = filled(&form, &[("lines", "Ann, @ghost\n\nBen, <@123456789012345678>")]).await;
    assert!(refused.content.starts_with("Line 1: there is no member “ghost”"), "{}", refused.content);
    assert!(
        refused.content.contains("\nLine 3: <@123456789012345678> is not in this server."),
        "{}",
        refused.content
    );
    assert_eq!(*scene.season().await, *before);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_form_takes_back_the_cast_that_it_shows_and_whoever_is_deleted_has_left() {
    let scene = Scene::set().await;
    scene.begin_season().await;
    let ada = &scene.ada;
    let (first, shown) = form(&scene, ada, "season cast", &[]).await;
    let same = filled(&first, &[("lines", &shown.fields[0].value)]).await;
    assert!(same.content.starts_with("Nothing has changed. "), "{}", same.content);
    let (second, _) = form(&scene, ada, "season cast", &[]).await;
    let (third, _) = form(&scene, ada, "season cast", &[]).await;
    let dan = scene.players[3].mention();
    filled(&third, &[("lines", &format!("{}\nDan, {dan} (alternate)", shown.fields[0].value))]).await;
    let ann = scene.players[0].mention();
    let zoe = scene.players[4].mention();
    let changed = filled(&second, &[("lines", &format!("Annie, {ann}\nBen\nZoe, {zoe}"))]).await;
    assert!(
        changed.content.contains("Annie <@") && changed.content.contains("Cleo <@"),
        "{}",
        changed.content
    );
    assert!(changed.content.contains(" – has left"), "{}", changed.content);
    // Dan came while the form was open.
    assert!(changed.content.contains(" – alternate"), "{}", changed.content);
    let season = scene.season().await;
    assert_eq!(
        season.named("Ben").unwrap().user,
        Some(scene.players[1].id().0.into()),
        "a name alone changes nobody"
    );
    assert_eq!(season.named("Zoe").unwrap().user, Some(scene.players[4].id().0.into()));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_the_season_takes_along_what_everyone_has_and_freezes_what_is_public() {
    let scene = Scene::set().await;
    let (ada, ann) = (&scene.ada, &scene.players[0]);
    scene.ask(ada, "season create", &[("title", "Code Red".into())]).await;
    let (cast, _) = form(&scene, ada, "season cast", &[]).await;
    let lines: Vec<String> = scene.players.iter().map(|player| player.mention().clone()).collect();
    filled(&cast, &[("lines", &lines.join("\n"))]).await;
    let preview = scene.results(ada, "Island", "bob: +3 garnets\ncleo: -2 garnets, +5 priority").await;
    scene.press(ada, &preview, ":book-and-close:").await;
    let refused = scene.ask(ann, "season match", &[]).await;
    assert_eq!(refused.content, "Only the hosts of the season can do that.");
    let made = scene.ask(ada, "season match", &[("title", "Triforce".into())]).await;
    assert!(made.content.starts_with("**#1 Triforce** is episode 2 of **Code Red**."), "{}", made.content);
    assert!(made.content.contains("It takes along everyone’s priority and garnets."), "{}", made.content);
    let game = scene.matches.load(MatchId(1)).await.unwrap();
    let of = |key| game.players.iter().map(|player| player.fields.number(key).unwrap()).collect::<Vec<_>>();
    assert_eq!(of("garnets"), [3, -2, 0, 0, 0, 0, 0]);
    assert_eq!(of("priority")[1], 7, "the most priority of the season is the highest place");
    // While it is played, nothing that is booked shows, and nobody can give anything.
    let before = scene.ask(ann, "season standings", &[]).await;
    assert!(before.content.contains("\n-# ❄️ Unchanged since <t:"), "{}", before.content);
    assert!(
        before.content.contains("because episode 2, **Triforce** is being played."),
        "{}",
        before.content
    );
    let options = [
        ("member", "bob".into()),
        ("counter", "garnets".into()),
        ("amount", 9.into()),
        ("reason", "a typo".into()),
    ];
    let posts = ada.view(scene.hall).len();
    scene.settled().await;
    let corrected = scene.ask(ada, "season correct", &options).await;
    assert!(corrected.content.starts_with("I’ve booked as #4 for bob: +9 garnets."), "{}", corrected.content);
    let after = scene.ask(&scene.players[1], "season standings", &[]).await;
    assert_eq!(after.content, before.content);
    assert_eq!(after.files[0].bytes, before.files[0].bytes);
    assert!(ada.view(scene.hall).iter().all(|message| !message.content.contains('✏')), "{posts}");
    let refused = scene.ask(ann, "season give", &[("to", "cleo".into()), ("amount", 1.into())]).await;
    assert_eq!(refused.content, "Nothing can be given while the match of episode 2 is played.");
    let refused = scene.ask(ada, "season close", &[]).await;
    assert_eq!(refused.content, "The match of episode 2 is not over yet.");
    // Before it begins, it can take along what has changed.
    let again = scene.ask(ada, "season match", &[("match", 1.into())]).await;
    assert!(again.content.starts_with("**#1 Triforce** is episode 2"), "{}", again.content);
    assert_eq!(scene.matches.load(MatchId(1)).await.unwrap().players[0].fields.number("garnets"), Some(12));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_match_has_left_is_booked_and_two_steps_publish_it() {
    let scene = Scene::set().await;
    let (ada, bob) = (&scene.ada, &scene.players[0]);
    scene.ask(ada, "season create", &[("title", "Code Red".into())]).await;
    let (cast, _) = form(&scene, ada, "season cast", &[]).await;
    let lines: Vec<String> = scene.players.iter().map(|player| player.mention().clone()).collect();
    filled(&cast, &[("lines", &lines.join("\n"))]).await;
    scene.ask(ada, "season match", &[("title", "Triforce".into())]).await;
    scene.may_shorten(MatchId(1)).await;
    scene.ask(ada, "host start", &[("match", 1.into())]).await;
    scene.played_to_the_end(1).await;
    let told = || ada.dms().into_iter().find(|dm| dm.content.starts_with("📖 The match of episode 1"));
    assert!(scene.sandbox.wait_for(WAIT_TIMEOUT, told).await.is_some());
    let entries = scene.season().await.entries.len();
    assert!(entries > 0);
    // Nobody else sees it before it is published.
    let standings = scene.ask(bob, "season standings", &[]).await;
    assert!(standings.content.contains("standings before the first episode"), "{}", standings.content);
    let asked = scene.ask(ada, "season close", &[]).await;
    let closed = scene.press(ada, &asked, ":close:").await;
    assert!(closed.content.contains("standings after episode 1, **Triforce**"), "{}", closed.content);
    scene.settled().await;
    assert!(scene.newest().content.starts_with("📖 **Code Red** · episode 1, **Triforce** is over\n"));
    assert_eq!(scene.season().await.entries.len(), entries);
    assert_eq!(ada.dms().iter().filter(|dm| dm.content.starts_with("📖")).count(), 1);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_loser_of_a_death_match_is_out_and_the_history_tells_why() {
    let scene = Scene::set().await;
    let (ada, ann, ben) = (&scene.ada, &scene.players[0], &scene.players[1]);
    scene.begin_season().await;
    let preview =
        scene.results(ada, "Island", "Ann: +3 garnets, token\nBen: +2 garnets, candidate (the vote)").await;
    scene.press(ada, &preview, ":book-and-close:").await;
    scene.settled().await;
    let news = scene.newest().content;
    let story = "is over\n🔺 **Ann** has a token.\n⚠️ **Ben** is the elimination candidate.\n**Ann**: +3 garnets, token";
    assert!(news.contains(story), "{news}");
    let duel = |a: &str, b: &str, game: &str| {
        // The winner gets what the loser has.
        [("a", a.into()), ("b", b.into()), ("game", game.into()), ("stakes", 1.into())]
    };
    for (a, b, game, why) in [
        ("Ann", "Nobody", "Triangoli", "Nobody in the cast is called “Nobody”."),
        ("Ann", "Ann", "Triangoli", "Ann can’t play against themselves"),
        ("Ann", "Zoe", "Triangoli", "I don’t know who Zoe is"),
        ("Ann", "Ben", "Trice", "3 players"),
        ("Ann", "Ben", "Triforce Building", "I don’t know a game called “Triforce Building”."),
    ] {
        let refused = scene.ask(ada, "season death-match", &duel(a, b, game)).await;
        assert!(refused.content.contains(why), "{why}: {}", refused.content);
    }
    let refused = scene.ask(ann, "season death-match", &duel("Ann", "Ben", "Triangoli")).await;
    assert_eq!(refused.content, "Only the hosts of the season can do that.");
    assert!(
        scene.matches.in_guild(scene.guild.id().0.into(), true).await.unwrap().is_empty(),
        "nothing was created"
    );
    let made = scene.ask(ada, "season death-match", &duel("Ann", "Ben", "Triangoli")).await;
    assert!(made.content.starts_with("**#1 Death match** is episode 2 of **Code Red**."), "{}", made.content);
    scene.ask(ada, "host start", &[("match", 1.into())]).await;
    scene.ask(ben, "resign", &[("match", 1.into()), ("confirm", true.into())]).await;
    let told = || ada.dms().into_iter().find(|dm| dm.content.starts_with("📖 The match of episode 2"));
    assert!(scene.sandbox.wait_for(WAIT_TIMEOUT, told).await.is_some());
    let hidden = scene.ask(ann, "season history", &[]).await;
    assert!(!hidden.content.contains("pisode 2"), "{}", hidden.content);
    let seen = scene.ask(ada, "season history", &[]).await;
    assert!(
        seen.content.contains("__Episode 2, **Death match**__, a death match, not published"),
        "{}",
        seen.content
    );
    let asked = scene.ask(ada, "season close", &[]).await;
    scene.press(ada, &asked, ":close:").await;
    scene.settled().await;
    let news = scene.newest().content;
    assert!(news.contains("🏆 **Ann** wins.\n🚪 **Ben** is out.\n"), "{news}");
    assert_eq!(scene.amounts("garnets").await[..2], [("Ann".to_owned(), 5), ("Ben".to_owned(), 0)]);
    let seen = scene.ask(ann, "season history", &[]).await;
    let [first, second] = ["__Episode 1, **Island**__", "__Episode 2, **Death match**__, a death match ("]
        .map(|head| seen.content.find(head).unwrap_or_else(|| panic!("{head}: {}", seen.content)));
    assert!(first < second, "{}", seen.content);
    let one = scene.ask(ann, "season history", &[("episode", 1.into())]).await;
    assert!(one.content.contains("Island") && !one.content.contains("Death match"), "{}", one.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_news_go_where_hosts_say_or_nowhere() {
    let scene = Scene::set().await;
    scene.begin_season().await;
    let (ada, ann) = (&scene.ada, &scene.players[0]);
    let refused = scene.ask(ann, "season channel", &[]).await;
    assert_eq!(refused.content, "Only the hosts of the season can do that.");
    let none = scene.ask(ada, "season channel", &[]).await;
    assert_eq!(none.content, "The news of **Code Red** are posted nowhere from now on.");
    let preview = scene.results(ada, "Island", "Ann: +3 garnets").await;
    scene.press(ada, &preview, ":book-and-close:").await;
    scene.settled().await;
    assert!(ada.view(scene.hall).iter().all(|message| !message.content.starts_with("📖")));
    let here = scene.ask(ada, "season channel", &[("channel", scene.hall.into())]).await;
    assert!(here.content.starts_with("The news of **Code Red** go to <#"), "{}", here.content);
    let preview = scene.results(ada, "Market", "Ann: +1 garnet").await;
    scene.press(ada, &preview, ":book-and-close:").await;
    scene.settled().await;
    assert!(scene.newest().content.starts_with("📖 **Code Red** · episode 2, **Market** is over"));
    scene.end().await;
}
