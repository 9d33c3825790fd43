//! Settings that hosts have saved under a name hold settings and nobody’s data.

use trigon::ids::{ChannelId, GuildId, UserId};
use trigon::people::People;
use trigon::season::Seasons;
use trigon::store::transfer;

use super::*;

/// Returns the terms of a match that names people, a channel and roles.
fn named() -> Terms {
    let terms =
        Terms { co_hosts: vec![UserId(HOST.0 + 1)], spectators: Some(ChannelId(7)), graces: 2, ..seven() };
    terms.with("rounds", Value::Number(3))
}

async fn refused(hall: &Hall, name: &str, game: &Match) -> Denied {
    match hall.matches.save_template(HOST, name, game).await {
        Err(MatchError::Denied(denied)) => denied,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_template_has_the_settings_and_nobody_in_them() {
    let hall = Hall::new().await;
    let game = hall.load(hall.create(named()).await).await;
    let (saved, replaced) = hall.matches.save_template(HOST, " Friday\n Evening ", &game).await.unwrap();
    assert_eq!((&*saved.name, replaced), ("Friday Evening", None));
    let template = hall.matches.template(GUILD, "friday EVENING").await.unwrap();
    assert_eq!(template, saved);
    assert_eq!(template.terms, Terms { co_hosts: Vec::new(), spectators: None, ..named() });
    assert_eq!((&*template.game, template.saved_by), ("triforce-building", Some(HOST)));
    assert!(
        hall.matches.templates(GuildId(GUILD.0 + 1)).await.unwrap().is_empty(),
        "another server has its own"
    );

    // The same name is the same template.
    let other = hall.load(hall.create(seven()).await).await;
    let (_, replaced) =
        hall.matches.save_template(UserId(HOST.0 + 1), "FRIDAY evening", &other).await.unwrap();
    assert_eq!(replaced, Some(saved));
    let all = hall.matches.templates(GUILD).await.unwrap();
    assert_eq!((all.len(), &*all[0].name, &all[0].terms), (1, "FRIDAY evening", &seven()));

    hall.matches.delete_template(GUILD, "Friday evening").await.unwrap();
    let gone = hall.matches.delete_template(GUILD, "Friday evening").await;
    assert!(matches!(gone, Err(MatchError::Denied(Denied::NoTemplate(_)))), "{gone:?}");
}

#[tokio::test]
async fn there_is_room_for_twenty_five_names_and_each_can_be_read() {
    let hall = Hall::new().await;
    let game = hall.load(hall.create(seven()).await).await;
    for n in 1..=25 {
        hall.matches.save_template(HOST, &format!("Evening {n}"), &game).await.unwrap();
    }
    assert_eq!(refused(&hall, "One more", &game).await, Denied::TooManyTemplates { most: 25 });
    hall.matches.save_template(HOST, "evening 7", &game).await.unwrap();
    for name in ["", "\u{200b}", &"x".repeat(61)] {
        assert_eq!(refused(&hall, name, &game).await, Denied::TemplateName, "{name}");
    }
    hall.matches.delete_template(GUILD, "🎲").await.unwrap_err();
    hall.matches.delete_template(GUILD, "evening 1").await.unwrap();
    hall.matches.save_template(HOST, "🎲", &game).await.unwrap();
    assert_eq!(hall.matches.template(GUILD, "🎲").await.unwrap().name, "🎲");
    assert_eq!(hall.matches.templates(GUILD).await.unwrap().len(), 25);
}

#[tokio::test]
async fn templates_go_along_to_another_database_and_forget_who_saved_them() {
    let hall = Hall::new().await;
    let game = hall.load(hall.create(named()).await).await;
    hall.matches.save_template(UserId(HOST.0 + 9), "Evening", &game).await.unwrap();
    let people = People::new(Seasons::new(hall.matches.clone()));
    let file = String::from_utf8(people.file(UserId(HOST.0 + 9)).await.unwrap()).unwrap();
    assert!(file.contains("\"Evening\""), "{file}");
    people.forget(UserId(HOST.0 + 9)).await.unwrap();
    let template = hall.matches.template(GUILD, "Evening").await.unwrap();
    assert_eq!(template.saved_by, None);

    let other = Database::sqlite();
    transfer(hall.database.url(), other.url(), "a test", &mut |_, _| {}).await.unwrap();
    let copy = Matches::new(Store::open(other.url()).await.unwrap(), hall.clock.clone());
    assert_eq!(copy.template(GUILD, "evening").await.unwrap(), template);
    copy.store().close().await;
}
