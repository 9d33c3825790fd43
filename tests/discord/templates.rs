//! Templates: settings that hosts save under a name, and matches created with them.

use trigon::ids::MatchId;
use trigon::matches::{Bank, Limits};
use trigon::sandbox::OptionValue;

use crate::scene::Scene;

#[tokio::test(flavor = "multi_thread")]
async fn settings_are_saved_under_a_name_and_used_again() {
    let scene = Scene::set().await;
    let (ada, bob) = (&scene.ada, &scene.players[0]);
    let none = scene.ask(bob, "host template list", &[]).await;
    assert!(none.content.contains("has no templates"), "{}", none.content);
    let options: [(&str, OptionValue); 4] = [
        ("players", 7.into()),
        ("ends", "mon-fri 19:00 UTC".into()),
        ("strikes", 2.into()),
        ("rounds", 4.into()),
    ];
    scene.ask(ada, "host create", &options).await;
    scene.ask(ada, "host limits", &[("extend_hours", 5.into())]).await;
    let refused =
        scene.ask(bob, "host template save", &[("name", "Evenings".into()), ("match", 1.into())]).await;
    assert!(refused.content.starts_with("Only members with"), "{}", refused.content);
    let saved = scene.ask(ada, "host template save", &[("name", "Our *Evenings*".into())]).await;
    assert!(saved.content.starts_with("I’ve saved the settings of **#1 "), "{}", saved.content);
    assert!(saved.content.contains("as the template **Our \\*Evenings\\***. To use it"), "{}", saved.content);
    let again = scene.ask(ada, "host template save", &[("name", "our *evenings*".into())]).await;
    let replaced = format!("It replaces the one of this name that {} had saved.", ada.mention());
    assert!(again.content.contains(&replaced), "{}", again.content);
    let listed = scene.ask(bob, "host template list", &[]).await;
    assert!(
        listed.content.contains("Triforce Building (") && listed.content.contains("19:00"),
        "{}",
        listed.content
    );

    let found = ada.autocomplete(scene.hall, "host create", &[], "template", "EVE").await.unwrap();
    assert_eq!((found.len(), &*found[0].name), (1, "our *evenings*: Triforce Building"));
    let template = || ("template", OptionValue::from("Our *Evenings*"));
    scene.ask(ada, "host create", &[template(), ("title", "Second".into()), ("strikes", 3.into())]).await;
    let (one, two) =
        (scene.matches.load(MatchId(1)).await.unwrap(), scene.matches.load(MatchId(2)).await.unwrap());
    assert_eq!(two.terms, trigon::matches::Terms { strikes: 3, ..one.terms.clone() });
    assert_eq!(two.terms.limits, Some(Limits { phase_hours: 5, ..Limits::USUAL }));
    // What is said about the time stands instead of what is saved about it.
    scene.ask(ada, "host create", &[template(), ("round_hours", 6.into())]).await;
    let three = scene.matches.load(MatchId(3)).await.unwrap();
    assert_eq!((three.terms.calendar, three.terms.hours["round"], three.terms.strikes), (None, 6, 2));
    scene.ask(ada, "host create", &[template(), ("ends", "quick".into())]).await;
    let four = scene.matches.load(MatchId(4)).await.unwrap();
    assert_eq!((four.terms.calendar, four.terms.hours["round"], four.terms.players), (None, 1, 7));

    let refused = scene.ask(ada, "host create", &[("template", "Mornings".into())]).await;
    assert!(refused.content.starts_with("There is no template called **Mornings**"), "{}", refused.content);
    let refused = scene.ask(bob, "host template delete", &[("name", "our evenings".into())]).await;
    assert!(refused.content.starts_with("Only members with"), "{}", refused.content);
    let gone = scene.ask(ada, "host template delete", &[("name", "our *evenings*".into())]).await;
    assert!(gone.content.contains("Matches created with it stay"), "{}", gone.content);
    assert_eq!(scene.matches.load(MatchId(2)).await.unwrap().terms, two.terms);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_template_is_for_its_game_and_leaves_out_who_played() {
    let scene = Scene::set().await;
    let (ada, bob, cleo) = (&scene.ada, &scene.players[0], &scene.players[1]);
    let options: [(&str, OptionValue); 6] = [
        ("game", "Triforce".into()),
        ("opponent", cleo.id().into()),
        ("opponent2", bob.id().into()),
        ("bank", 48.into()),
        ("weekends", "Europe/Berlin".into()),
        ("thread", false.into()),
    ];
    let made = scene.ask(ada, "play new", &options).await;
    assert!(made.content.starts_with("You’ve created"), "{}", made.content);
    scene.ask(ada, "host template save", &[("name", "Duel".into())]).await;
    let with = |more: &[(&'static str, OptionValue)]| {
        let mut options: Vec<(&str, OptionValue)> =
            vec![("game", "Triforce".into()), ("template", "duel".into()), ("thread", false.into())];
        options.extend_from_slice(more);
        options
    };
    // Everyone may create a match of turns.
    let made = scene.ask(bob, "play new", &with(&[])).await;
    assert!(made.content.starts_with("You’ve created"), "{}", made.content);
    let game = scene.matches.load(MatchId(2)).await.unwrap();
    assert_eq!(game.terms.bank, Some(Bank { hours: 48, ..Bank::USUAL }));
    assert!(game.terms.invited.is_empty() && game.terms.weekends.is_some());
    assert!(game.terms.players > 3, "those who were invited count no more");
    scene.ask(bob, "play new", &with(&[("bank_add", 1.into())])).await;
    let bank = scene.matches.load(MatchId(3)).await.unwrap().terms.bank;
    assert_eq!(bank, Some(Bank { hours: 48, add: 1, ..Bank::USUAL }));
    scene.ask(bob, "play new", &with(&[("clock", 12.into())])).await;
    let game = scene.matches.load(MatchId(4)).await.unwrap();
    assert_eq!((game.terms.bank, game.terms.hours["turn"]), (None, 12));

    let other: [(&str, OptionValue); 2] = [("game", "Trice".into()), ("template", "duel".into())];
    let refused = scene.ask(bob, "play new", &other).await;
    assert!(refused.content.contains("is for Triforce, not for Trice"), "{}", refused.content);
    let refused = scene.ask(ada, "host create", &[("template", "Duel".into())]).await;
    assert!(refused.content.contains("create the match with `/play new`"), "{}", refused.content);
    let found = ada.autocomplete(scene.hall, "host create", &[], "template", "").await.unwrap();
    assert!(found.is_empty(), "{found:?}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_a_season_takes_a_template_and_its_cast() {
    let scene = Scene::set().await;
    let ada = &scene.ada;
    let options: [(&str, OptionValue); 3] =
        [("players", 10.into()), ("grace", 1.into()), ("title", "First".into())];
    scene.ask(ada, "host create", &options).await;
    scene.ask(ada, "host template save", &[("name", "Slow".into())]).await;
    let number = scene.seated_with("Second", &[]).await;
    scene.in_a_season(number).await;
    let made =
        scene.ask(ada, "season match", &[("template", "slow".into()), ("title", "Third".into())]).await;
    assert!(made.content.contains("is episode 3 of **Genius**"), "{}", made.content);
    let game = scene.matches.load(MatchId(3)).await.unwrap();
    assert_eq!((game.terms.graces, game.terms.players, game.terms.open_signup), (1, 7, false));
    scene.end().await;
}
