//! Who is a host, what hosts may do, and what they may not see.

use super::*;

#[tokio::test]
async fn hosts_are_the_creator_and_the_hosts_of_the_matchs_own_server() {
    let hall = Hall::new().await;
    let id = hall.seated(seven()).await;
    let game = hall.load(id).await;
    let guild_host = Person { user_id: 98, guild_id: Some(GUILD), guild_host: true };
    assert!(host().may_host(&game).is_ok());
    assert!(Person { guild_id: None, ..host() }.may_host(&game).is_ok(), "also from a direct message");
    assert!(guild_host.may_host(&game).is_ok());
    for other in [
        person(98),
        Person { guild_id: Some(GUILD + 1), ..guild_host },
        Person { guild_id: None, ..guild_host },
        person(101),
    ] {
        assert!(sentence(other.may_host(&game)).contains("not yours to host"), "{other:?}");
    }
}

#[tokio::test]
async fn a_host_who_plays_sees_nothing_that_only_hosts_see_until_the_end() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let playing = Person { user_id: 101, guild_id: Some(GUILD), guild_host: true };
    let game = hall.load(id).await;
    assert!(playing.may_host(&game).is_ok());
    assert!(sentence(playing.may_see_all(&game)).contains("You play in match"));
    assert!(host().may_see_all(&game).is_ok());
    hall.matches.cancel(id, &host()).await.unwrap();
    assert!(playing.may_see_all(&hall.load(id).await).is_ok());
}

#[tokio::test]
async fn a_host_may_resolve_now_and_the_next_round_has_its_whole_time() {
    let hall = Hall::new().await;
    let id = hall.seated(seven()).await;
    assert!(sentence(hall.matches.resolve(id, &host()).await).contains("/host start"));
    hall.matches.start(id, &host()).await.unwrap();
    hall.matches.resolve(id, &host()).await.unwrap();
    assert_eq!(hall.round(id).await, 1);
    hall.at(3).await;
    assert!(sentence(hall.matches.resolve(id, &person(101)).await).contains("not yours to host"));
    hall.matches.resolve(id, &host()).await.unwrap();
    let game = hall.load(id).await;
    assert_eq!((round(&**game.session.as_ref().unwrap()), game.deadline), (Some(2), Some(NOON + 27 * HOUR)));
    assert_eq!(game.log.last().unwrap().actor, "host");
}

#[tokio::test]
async fn a_cancelled_match_waits_for_nothing_and_takes_nothing() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    assert!(sentence(hall.matches.cancel(id, &person(99)).await).contains("not yours to host"));
    hall.matches.cancel(id, &host()).await.unwrap();
    hall.told().await;
    hall.at(48).await;
    assert_eq!(hall.reached().await, (vec![], 0));
    assert!(sentence(hall.act(id, 1, "move -").await).contains("over"));
    for change in [
        hall.matches.cancel(id, &host()).await,
        hall.matches.pause(id, &host()).await,
        hall.matches.extend(id, &host(), 1).await,
        hall.matches.resolve(id, &host()).await,
        hall.matches.start(id, &host()).await,
    ] {
        denied(change).unwrap_err();
    }
}

#[tokio::test]
async fn closed_direct_messages_are_told_once_in_the_channel_and_known_to_the_host() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    hall.told().await;
    let seat = Seat::new(4);
    let reminder = Notice::Reminder { seat, deadline: NOON };
    hall.matches.dm_failed(id, 104, &reminder).await.unwrap();
    assert_eq!(hall.told().await, [], "only those who have not answered are reminded");
    let personal = Notice::Personal { seat, deadline: None };
    for _ in 0..2 {
        hall.matches.dm_failed(id, 104, &personal).await.unwrap();
    }
    hall.matches.dm_arrived(&hall.load(id).await, 104, &reminder).await.unwrap();
    assert_eq!(hall.told().await, [(Target::Channel(CHANNEL), Notice::DmClosed { user_id: 104 })]);
    let closed: Vec<i64> =
        hall.load(id).await.seats.iter().filter(|seat| seat.dm_closed).map(|seat| seat.seat).collect();
    assert_eq!(closed, [4]);
    hall.matches.dm_arrived(&hall.load(id).await, 104, &personal).await.unwrap();
    assert!(!hall.load(id).await.seats[3].dm_closed);
    hall.matches.dm_failed(id, 104, &personal).await.unwrap();
    assert!(hall.load(id).await.seats[3].dm_closed);
    assert_eq!(hall.told().await, [], "once in a match");
}

#[tokio::test]
async fn there_is_no_match_of_an_unknown_number() {
    let hall = Hall::new().await;
    assert!(sentence(hall.matches.load(5).await.map(|_| ())).contains("There is no match 5"));
    assert!(sentence(hall.matches.resolve(5, &host()).await).contains("There is no match 5"));
}

#[tokio::test]
async fn matches_are_found_by_their_players_while_they_go_on() {
    let hall = Hall::new().await;
    let (one, two) = (hall.running(seven()).await, hall.running(seven()).await);
    let ids = |rows: Vec<trigon::store::MatchRow>| rows.iter().map(|row| row.id).collect::<Vec<_>>();
    let mut found = ids(hall.matches.played_by(101).await.unwrap());
    found.sort_unstable();
    assert_eq!(found, [one, two]);
    hall.matches.cancel(one, &host()).await.unwrap();
    assert_eq!(ids(hall.matches.played_by(101).await.unwrap()), [two]);
    assert_eq!(ids(hall.matches.played_by(1).await.unwrap()), Vec::<i64>::new());
}
