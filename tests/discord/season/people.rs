//! Members who have left the server, and people who are in two seasons.

use trigon::sandbox::Permissions;

use super::*;

fn number(number: i64) -> (&'static str, OptionValue) {
    ("season", number.into())
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_left_the_server_keeps_a_place_and_a_book_until_the_hosts_say_otherwise() {
    let scene = Scene::set().await;
    scene.begin_season().await;
    let (ada, ann, ben) = (&scene.ada, &scene.players[0], &scene.players[1]);
    let preview = scene.results(ada, "First", "Ann: +3 garnets\nBen: +2 garnets").await;
    scene.press(ada, &preview, ":book-and-close:").await;
    scene.guild.remove_member(ben);
    scene.settled().await;

    // Nothing changes by itself.
    let standings = scene.ask(ann, "season standings", &[]).await;
    assert!(standings.content.contains("\n**Ben** 2 · 0 · 0"), "{}", standings.content);
    let (form, modal) = form(&scene, ada, "season cast", &[]).await;
    let shown = modal.fields[0].value.clone();
    assert!(shown.contains(&format!("Ben, {}", ben.mention())), "{shown}");
    let same = filled(&form, &[("lines", &shown)]).await;
    assert!(same.content.starts_with("Nothing has changed."), "{}", same.content);
    let preview = scene.results(ada, "Second", "Ben: +1 garnet, token").await;
    scene.press(ada, &preview, ":book-and-close:").await;
    scene.settled().await;
    assert!(scene.newest().content.contains("🔺 **Ben** has a token."), "{}", scene.newest().content);

    // Whoever offers them something reads that it waits, and can take it back.
    let given = scene.ask(ann, "season give", &[("to", "Ben".into()), ("amount", 1.into())]).await;
    assert!(given.content.contains("It is theirs once they accept"), "{}", given.content);
    let book = scene.ask(ann, "season book", &[]).await;
    assert!(book.button("Take back the offer to Ben").is_some(), "{:?}", book.custom_ids());
    let back = scene.press(ann, &book, book.button("Take back the offer to Ben").unwrap()).await;
    assert!(back.content.contains("taken back your offer of 1 garnet to Ben"), "{}", back.content);
    assert_eq!(scene.amounts("garnets").await[..2], [("Ann".to_owned(), 3), ("Ben".to_owned(), 3)]);

    // Deleting the line says so; the book stays.
    let lines: Vec<&str> = shown.lines().filter(|line| !line.starts_with("Ben")).collect();
    let (form, _) = self::form(&scene, ada, "season cast", &[]).await;
    let cast = filled(&form, &[("lines", &lines.join("\n"))]).await;
    assert!(
        cast.content.contains("– has left") && cast.content.contains("3 members in the game"),
        "{}",
        cast.content
    );
    let book = scene.ask(ada, "season book", &[("member", "Ben".into())]).await;
    assert!(
        book.content.contains("the book of Ben") && book.content.contains("Garnets **3**"),
        "{}",
        book.content
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_seasons_the_one_is_meant_that_is_named_or_that_the_channel_has() {
    let scene = Scene::set().await;
    scene.begin_season().await;
    let (ada, ann) = (&scene.ada, &scene.players[0]);
    let den = scene.guild.create_channel("den");
    scene.ask(ada, "season create", &[("title", "Second".into())]).await;
    // Both have the hall, so somebody has to say which.
    for command in ["season standings", "season book", "season history", "season export"] {
        let asked = scene.ask(ann, command, &[]).await;
        let which = "There are several seasons here: say which one with the option `season`.";
        assert_eq!(asked.content, format!("{which}\n2: Second\n1: Code Red"), "{command}");
    }
    let refused = scene.ask(ada, "season end", &[]).await;
    assert!(refused.content.starts_with("There are several seasons"), "{}", refused.content);
    let suggested = ann.autocomplete(scene.hall, "season book", &[], "season", "code").await.unwrap();
    assert_eq!((suggested.len(), &*suggested[0].name), (1, "Code Red"));
    let moved = scene.ask(ada, "season channel", &[("channel", den.into()), number(2)]).await;
    assert!(moved.content.contains("**Second**"), "{}", moved.content);
    let meant = scene.ask(ann, "season standings", &[]).await;
    assert!(meant.content.starts_with("**Code Red**"), "{}", meant.content);
    let meant = ann.slash(den, "season standings", &[]).unwrap().message().await.unwrap();
    assert!(meant.content.starts_with("**Second**"), "{}", meant.content);
    let other = scene.guild.create_channel("other");
    let asked = ann.slash(other, "season standings", &[]).unwrap().message().await.unwrap();
    assert!(asked.content.starts_with("There are several seasons"), "{}", asked.content);
    // A season that has ended counts only if it is named.
    let end = scene.ask(ada, "season end", &[number(2)]).await;
    scene.press(ada, &end, ":end").await;
    let meant = ann.slash(other, "season standings", &[]).unwrap().message().await.unwrap();
    assert!(meant.content.starts_with("**Code Red**"), "{}", meant.content);
    let named = ann.slash(other, "season standings", &[number(2)]).unwrap().message().await.unwrap();
    assert!(named.content.starts_with("**Second**"), "{}", named.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_in_two_seasons_has_a_book_in_each() {
    let scene = Scene::set().await;
    scene.begin_season().await;
    let (ada, ann, ben) = (&scene.ada, &scene.players[0], &scene.players[1]);
    scene.ask(ada, "season create", &[("title", "Second".into())]).await;
    let (cast, _) = form(&scene, ada, "season cast", &[number(2)]).await;
    filled(&cast, &[("lines", &format!("Anna, {}\nBenno, {}", ann.mention(), ben.mention()))]).await;
    for (season, lines) in [(1, "Ann: +5 garnets\nBen: +1 garnet"), (2, "Anna: +2 garnets")] {
        let (results, modal) = form(&scene, ada, "season result", &[number(season)]).await;
        let first = if season == 1 { "Ann: " } else { "Anna: " };
        assert!(modal.fields[1].value.starts_with(first), "{}", modal.fields[1].value);
        let preview = filled(&results, &[("title", "Opening"), ("lines", lines)]).await;
        scene.press(ada, &preview, ":book-and-close:").await;
    }
    for (season, garnets) in [(1, 5), (2, 2)] {
        let book = scene.ask(ann, "season book", &[number(season)]).await;
        assert!(book.content.contains(&format!("Garnets **{garnets}**")), "{season}: {}", book.content);
    }
    // A gift stays in its season, by the name that people have there.
    let unknown =
        scene.ask(ann, "season give", &[("to", "Benno".into()), ("amount", 2.into()), number(1)]).await;
    assert!(unknown.content.contains("Nobody in the cast is called “Benno”"), "{}", unknown.content);
    scene.ask(ann, "season give", &[("to", "Benno".into()), ("amount", 2.into()), number(2)]).await;
    scene.settled().await;
    let offer = ben.dms().pop().unwrap();
    assert!(
        offer.content.contains("**Anna**")
            || offer.content.contains("Anna offers you 2 garnets in **Second**"),
        "{}",
        offer.content
    );
    let accept = offer.custom_ids()[0].to_owned();
    ben.click(offer.id, &accept).unwrap().message().await.unwrap();
    for (season, who, garnets) in [(1, ann, 5), (2, ann, 0), (1, ben, 1), (2, ben, 2)] {
        let book = scene.ask(who, "season book", &[number(season)]).await;
        assert!(book.content.contains(&format!("Garnets **{garnets}**")), "{season}: {}", book.content);
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everyone_with_a_role_is_added_to_the_cast_if_discord_lists_them() {
    for lists_members in [true, false] {
        let scene = if lists_members { Scene::with_members().await } else { Scene::set().await };
        scene.begin_season().await;
        let (ada, ann, new) = (&scene.ada, &scene.players[0], &scene.players[4]);
        let role = scene.guild.create_role("Playing", Permissions::NONE);
        for person in [ann, new] {
            scene.guild.give_role(person, role);
        }
        let by_role = [("role", role.into())];
        if !lists_members {
            let refused = scene.ask(ada, "season cast", &by_role).await;
            assert!(refused.content.contains("doesn’t tell me who has that role"), "{}", refused.content);
            scene.end().await;
            continue;
        }
        let (form, modal) = form(&scene, ada, "season cast", &by_role).await;
        let lines = modal.fields[0].value.clone();
        assert_eq!(lines.matches(&ann.mention()).count(), 1, "she is in the cast: {lines}");
        assert!(lines.ends_with(&format!("{}, {}", new.name(), new.mention())), "{lines}");
        let cast = filled(&form, &[("lines", &lines)]).await;
        assert!(cast.content.contains("5 members in the game"), "{}", cast.content);
        let again = scene.ask(ada, "season cast", &by_role).await;
        assert_eq!(again.content, "Nobody has that role who isn’t in the cast already.");
        scene.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_roster_shows_nothing_that_is_booked_and_not_published() {
    let scene = Scene::set().await;
    let number = scene.seated_with("Open", &[("pregame_hours", 5.into())]).await;
    scene.in_a_season(number).await;
    let line = format!("{}: +1 garnets", scene.players[6].name());
    let preview = scene.results(&scene.ada, "Second", &line).await;
    scene.press(&scene.ada, &preview, ":book:").await;
    let again = scene.ask(&scene.ada, "season match", &[("match", number.0.into())]).await;
    assert!(again.content.contains("takes along"), "{}", again.content);
    scene.start(number).await;
    scene.settled().await;
    let roster = scene.newest().content;
    assert!(roster.contains("highest first") && !roster.contains("garnets"), "{roster}");
    assert_eq!(scene.matches.load(number).await.unwrap().players[6].fields.number("garnets"), Some(4));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_roster_shows_what_everyone_brings_along_as_far_as_the_standings_do() {
    let scene = Scene::set().await;
    let number = scene.seated_with("Open", &[("pregame_hours", 5.into())]).await;
    scene.in_a_season(number).await;
    scene.start(number).await;
    scene.settled().await;
    let roster = scene.newest().content;
    let first = format!("` 7` **{}** {} · garnets 3", scene.players[6].name(), scene.players[6].mention());
    assert!(roster.contains(&first) && roster.matches(" · garnets 3").count() == 7, "{roster}");

    // What a host writes instead is between them and the player.
    let options =
        [("player", scene.players[6].id().into()), ("garnets", 5.into()), ("match", number.0.into())];
    let seated = scene.ask(&scene.ada, "host seat", &options).await;
    assert!(!seated.content.is_empty());
    scene.settled().await;
    let roster = scene.newest().content;
    assert!(!roster.contains("garnets"), "{roster}");
    scene.end().await;
}
