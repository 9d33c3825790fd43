//! Who is a host, what hosts may do, and what they may not see.

use super::*;
use trigon::ids::{GuildId, MatchId, UserId};

/// Returns someone in each role in a match that user 101 plays in, in the order of the columns of the table.
fn roles() -> [(Role, Actor); 7] {
    let moderates =
        |user_id| Actor::Person(Person { user_id, guild_id: Some(GUILD), guild_host: true, request: None });
    [
        (Role::Player, Actor::Person(person(UserId(101)))),
        (Role::Host, Actor::Person(host())),
        (Role::PlayingHost, moderates(UserId(101))),
        (Role::Moderator, moderates(UserId(98))),
        (Role::Stranger, Actor::Person(person(UserId(98)))),
        (Role::Clock, Actor::Clock),
        (Role::Elsewhere, Actor::Person(Person { guild_id: Some(GuildId(GUILD.0 + 1)), ..host() })),
    ]
}

/// Returns the people among them: player, host, playing host, moderator, stranger, someone elsewhere.
fn people() -> [Person; 6] {
    let people: Vec<Person> = roles()
        .into_iter()
        .filter_map(|(_, actor)| if let Actor::Person(person) = actor { Some(person) } else { None })
        .collect();
    people.try_into().unwrap()
}

#[tokio::test]
async fn every_cell_of_the_table_of_rights_holds_while_a_match_with_secrets_goes_on() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let game = hall.load(id).await;
    assert_eq!(roles().map(|(_, actor)| actor.role(&game)), roles().map(|(role, _)| role));
    let may = |power| people().map(|person| person.check_power(power, &game).is_ok());
    let (y, n) = (true, false);
    //                                   player host playing moderator stranger elsewhere
    assert_eq!(may(Power::SignUp), [y, y, y, y, y, n]);
    assert_eq!(may(Power::Roster), [n, y, y, y, n, n]);
    assert_eq!(may(Power::Start), [n, y, y, y, n, n]);
    assert_eq!(may(Power::Play), [y, n, y, n, n, n]);
    assert_eq!(may(Power::Watch), [y, y, y, y, y, n]);
    assert_eq!(may(Power::Ring), [n, n, n, n, n, n]);
    assert_eq!(may(Power::Time), [n, y, y, y, n, n]);
    assert_eq!(may(Power::Hurry), [n, y, n, y, n, n]);
    assert_eq!(may(Power::Cancel), [n, y, y, y, n, n]);
    assert_eq!(may(Power::Publish), [n, y, n, n, n, n], "the one who plays did not create it");
    assert_eq!(may(Power::Status), [n, y, y, y, n, n]);
    assert_eq!(may(Power::Secrets), [n, y, n, n, n, n]);
    assert_eq!(may(Power::CoHost), [n, y, n, n, n, n], "the one who plays is no named host");
    assert_eq!(may(Power::Server), [n, y, y, y, n, n]);
    assert_eq!(RIGHTS.len(), 14, "each row is tested");
    // The clock rings and does nothing else.
    let stay = hall.typed(id, "move -").await;
    for command in [Command::Pause, Command::EndPhase, Command::Cancel, stay] {
        denied(hall.matches.give(id, &Actor::Clock, &command).await).unwrap_err();
    }
    assert!(
        Person { guild_id: None, ..host() }.check_power(Power::Hurry, &game).is_ok(),
        "also from a direct message"
    );
    let refused = Person { guild_id: None, ..people()[3] }.check_power(Power::Time, &game);
    assert!(is_not_allowed(refused), "in a direct message nobody has a role in a server");
}

#[tokio::test]
async fn a_host_who_plays_takes_no_time_from_the_others_unless_the_match_said_so() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let playing = people()[2];
    assert!(is_not_allowed(hall.matches.ask(id, &playing, Command::EndPhase).await));
    assert!(is_not_allowed(hall.matches.ask(id, &playing, Command::Extend(-1)).await));
    hall.matches.ask(id, &playing, Command::Extend(1)).await.unwrap();
    hall.matches.ask(id, &playing, Command::Pause).await.unwrap();
    hall.matches.ask(id, &playing, Command::Resume).await.unwrap();
    assert_eq!(hall.round(id).await, 1);
    let id = hall.running(Terms { playing_host: true, ..seven() }).await;
    hall.matches.ask(id, &playing, Command::Extend(-1)).await.unwrap();
    hall.matches.ask(id, &playing, Command::EndPhase).await.unwrap();
    assert_eq!(hall.round(id).await, 2);
}

#[tokio::test]
async fn what_is_secret_is_for_the_host_alone_until_everyone_may_see_it() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    hall.matches.ask(id, &host(), Command::Cancel).await.unwrap();
    let game = hall.load(id).await;
    let may = |game: &Match| people().map(|person| person.check_power(Power::Secrets, game).is_ok());
    assert_eq!(may(&game), [false, true, false, false, false, false]);
    hall.matches.ask(id, &host(), Command::Publish).await.unwrap();
    assert_eq!(may(&*hall.load(id).await), [false, true, true, true, false, false]);
}

/// Returns the people of [`people`], followed by the creator and a co-host of the match, who both play.
fn people_and_hosts_who_play() -> Vec<Person> {
    let here = |user_id| Person { guild_id: Some(GUILD), ..Person::user(user_id) };
    people().into_iter().chain([here(HOST), here(CO_HOST)]).collect()
}

const CO_HOST: UserId = UserId(102);

/// Creates a match of seven in which its creator and a co-host play, with another host who does not, before anything is
/// fixed.
async fn hosted_by_players(hall: &Hall) -> MatchId {
    let id = hall.seated(Terms { co_hosts: vec![CO_HOST, UserId(201)], pregame_hours: 1, ..seven() }).await;
    hall.matches.ask(id, &host(), Command::Unseat { user: UserId(107), reason: None }).await.unwrap();
    hall.matches.ask(id, &host(), Command::Seat(seat_of(HOST))).await.unwrap();
    id
}

/// Returns the line of a player in the roster.
fn seat_of(user_id: UserId) -> RosterEntry {
    RosterEntry { user_id, ..seat(7) }
}

#[tokio::test]
async fn who_holds_a_seat_sees_no_secret_before_everyone_may_in_whatever_state_the_match_is() {
    let hall = Hall::new().await;
    let id = hosted_by_players(&hall).await;
    let (y, n) = (true, false);
    let other_host = Person { guild_id: Some(GUILD), ..Person::user(UserId(201)) };
    let see = |game: &Match| {
        let mut see: Vec<bool> = people_and_hosts_who_play()
            .iter()
            .map(|person| person.check_power(Power::Secrets, game).is_ok())
            .collect();
        // The host's column is for a host who does not play.
        see[1] = other_host.check_power(Power::Secrets, game).is_ok();
        see
    };
    let views = |game: &Match| {
        let viewer = |person: &Person| person.viewer(game);
        people_and_hosts_who_play().iter().map(viewer).filter(|viewer| *viewer == Viewer::Afterwards).count()
    };
    //           player host playing moderator stranger elsewhere creator co-host
    let secret = [n, y, n, n, n, n, n, n];
    let open = [n, y, y, y, n, n, y, y];
    let check = |game: &Match, expected, when: &str| {
        assert_eq!(see(game), expected, "{when}");
        assert_eq!(views(game), if expected == open { 8 } else { 0 }, "{when}");
    };
    check(&*hall.load(id).await, secret, "sign-up");
    hall.matches.ask(id, &host(), Command::Start).await.unwrap();
    check(&*hall.load(id).await, secret, "pregame");
    hall.at(1).await;
    check(&*hall.load(id).await, secret, "round 1");
    hall.matches.ask(id, &host(), Command::Pause).await.unwrap();
    check(&*hall.load(id).await, secret, "paused");
    hall.matches.ask(id, &host(), Command::Cancel).await.unwrap();
    let game = hall.load(id).await;
    check(&game, secret, "cancelled");
    for person in [host(), Person { guild_id: Some(GUILD), ..Person::user(CO_HOST) }] {
        sentence(hall.matches.ask(id, &person, Command::Look).await);
    }
    hall.matches.ask(id, &other_host, Command::Look).await.unwrap();
    let looked = hall.load(id).await;
    assert_eq!(
        (last_event(&looked), looked.log.last().unwrap().host),
        (Some(&Control::Look), Some(UserId(201)))
    );
    assert_eq!(looked.status, Status::Cancelled);
    // A seat does not make a host of the server a host of the match.
    let publishers: Vec<bool> = people_and_hosts_who_play()
        .iter()
        .map(|person| person.check_power(Power::Publish, &game).is_ok())
        .collect();
    assert_eq!(publishers[2..], [n, n, n, n, y, y]);
    hall.matches.ask(id, &host(), Command::Publish).await.unwrap();
    check(&*hall.load(id).await, open, "published");

    // Stopped by changed rules, and cancelled after that.
    let id = hosted_by_players(&hall).await;
    hall.matches.ask(id, &host(), Command::Start).await.unwrap();
    hall.at(2).await;
    hall.act(id, 1, "move -").await.unwrap();
    hall.database.run("UPDATE matches SET rules_version = 0").await;
    hall.database.run("UPDATE match_log SET state_hash = '0123456789abcdef'").await;
    hall.database.run("UPDATE matches SET version = version + 1").await;
    let game = hall.load(id).await;
    assert!(game.stopped_by_rules().is_some());
    check(&game, secret, "stopped");
    hall.matches.ask(id, &host(), Command::Cancel).await.unwrap();
    check(&*hall.load(id).await, secret, "stopped and cancelled");

    // Played to its end.
    let id = hosted_by_players(&hall).await;
    hall.matches.ask(id, &host(), Command::Start).await.unwrap();
    for day in 1..=20 {
        hall.at(24 * day).await;
    }
    assert_eq!(hall.load(id).await.status, Status::Over);
    check(&*hall.load(id).await, open, "over");
}

#[tokio::test]
async fn a_host_may_resolve_now_and_the_next_round_has_its_whole_time() {
    let hall = Hall::new().await;
    let id = hall.seated(seven()).await;
    assert!(sentence(hall.matches.ask(id, &host(), Command::EndPhase).await).contains("hasn’t been started"));
    hall.matches.ask(id, &host(), Command::Start).await.unwrap();
    hall.matches.ask(id, &host(), Command::EndPhase).await.unwrap();
    assert_eq!(hall.round(id).await, 1);
    hall.at(3).await;
    assert!(is_not_allowed(hall.matches.ask(id, &person(UserId(101)), Command::EndPhase).await));
    hall.matches.ask(id, &host(), Command::EndPhase).await.unwrap();
    let game = hall.load(id).await;
    assert_eq!((round(&**game.session.as_ref().unwrap()), game.deadline), (Some(2), Some(NOON + 27 * HOUR)));
    let last = game.log.last().unwrap();
    assert_eq!((last.by, last.host), (trigon::games::By::Host, Some(HOST)));
}

#[tokio::test]
async fn a_cancelled_match_waits_for_nothing_and_takes_nothing() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    assert!(is_not_allowed(hall.matches.ask(id, &person(UserId(99)), Command::Cancel).await));
    hall.matches.ask(id, &host(), Command::Cancel).await.unwrap();
    hall.told().await;
    hall.at(48).await;
    assert_eq!(hall.reached().await, (vec![], 0));
    assert!(sentence(hall.act(id, 1, "move -").await).contains("over"));
    for change in [
        hall.matches.ask(id, &host(), Command::Cancel).await,
        hall.matches.ask(id, &host(), Command::Pause).await,
        hall.matches.ask(id, &host(), Command::Extend(1)).await,
        hall.matches.ask(id, &host(), Command::EndPhase).await,
        hall.matches.ask(id, &host(), Command::Start).await,
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
    let reminder = Notice::Reminder { seat, deadline: NOON, by_host: false, chosen: None };
    hall.matches.dm_failed(id, UserId(104), &reminder).await.unwrap();
    assert_eq!(hall.told().await, [], "only those who have not answered are reminded");
    let personal = Notice::Personal { seat, deadline: None, ahead: None };
    for _ in 0..2 {
        hall.matches.dm_failed(id, UserId(104), &personal).await.unwrap();
    }
    hall.matches.dm_arrived(&*hall.load(id).await, UserId(104), &reminder).await.unwrap();
    assert_eq!(hall.told().await, [(Target::Channel(CHANNEL), Notice::DmClosed { user_id: UserId(104) })]);
    let closed: Vec<UserId> = hall
        .load(id)
        .await
        .players
        .iter()
        .filter(|player| player.dm_closed)
        .map(|player| player.user_id)
        .collect();
    assert_eq!(closed, [UserId(104)]);
    hall.matches.dm_arrived(&*hall.load(id).await, UserId(104), &personal).await.unwrap();
    assert!(!hall.load(id).await.players[3].dm_closed);
    hall.matches.dm_failed(id, UserId(104), &personal).await.unwrap();
    assert!(hall.load(id).await.players[3].dm_closed);
    assert_eq!(hall.told().await, [], "once in a match");
}

#[tokio::test]
async fn there_is_no_match_of_an_unknown_number() {
    let hall = Hall::new().await;
    assert!(sentence(hall.matches.load(MatchId(5)).await.map(|_| ())).contains("There is no match 5"));
    assert!(
        sentence(hall.matches.ask(MatchId(5), &host(), Command::EndPhase).await)
            .contains("There is no match 5")
    );
}

#[tokio::test]
async fn matches_are_found_by_their_players_while_they_go_on() {
    let hall = Hall::new().await;
    let (one, two) = (hall.running(seven()).await, hall.running(seven()).await);
    let ids = |rows: Vec<trigon::matches::Summary>| rows.iter().map(|row| row.id).collect::<Vec<_>>();
    let mut found = ids(hall.matches.played_by(UserId(101)).await.unwrap());
    found.sort_unstable();
    assert_eq!(found, [one, two]);
    hall.matches.ask(one, &host(), Command::Cancel).await.unwrap();
    assert_eq!(ids(hall.matches.played_by(UserId(101)).await.unwrap()), [two]);
    assert_eq!(ids(hall.matches.played_by(UserId(1)).await.unwrap()), []);
}

#[tokio::test]
async fn a_co_host_sees_what_the_host_sees_and_each_look_is_noted() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { co_hosts: vec![UserId(98)], ..seven() }).await;
    let co_host = person(UserId(98));
    assert_eq!(co_host.role(&*hall.load(id).await), Role::Host);
    hall.matches.ask(id, &co_host, Command::Look).await.unwrap();
    let game = hall.load(id).await;
    assert_eq!((last_event(&game), game.log.last().unwrap().host), (Some(&Control::Look), Some(UserId(98))));
    // Nobody else reads about it while the match goes on.
    assert!(game.history().iter().all(|line| line.what != EntryContent::Control(Control::Look)));
    assert!(is_not_allowed(hall.matches.ask(id, &person(UserId(101)), Command::Look).await));
}

#[tokio::test]
async fn co_hosts_are_named_and_dismissed_later_and_never_named_by_moderators() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let co_host = |user, hosts| Command::CoHost { user, hosts };
    let ask =
        async |by: Person, command| denied(hall.matches.ask(id, &by, command).await.map(|done| done.game));
    assert!(person(UserId(31)).check_power(Power::Secrets, &*hall.load(id).await).is_err());
    let moderator = Person { guild_host: true, ..person(UserId(41)) };
    assert!(
        matches!(ask(moderator, co_host(UserId(41), true)).await, Err(Denied::NotAllowed { .. })),
        "not even themselves"
    );
    hall.told().await;
    let game = ask(host(), co_host(UserId(31), true)).await.unwrap();
    assert!(person(UserId(31)).check_power(Power::Secrets, &game).is_ok());
    assert_eq!(
        hall.told().await,
        [(Target::Channel(CHANNEL), Notice::CoHost { user: UserId(31), hosts: true })]
    );
    assert_eq!(hall.matches.hosted_by(UserId(31)).await.unwrap().len(), 1);
    assert_eq!(ask(host(), co_host(UserId(31), true)).await.unwrap_err(), Denied::AlreadyCoHost(UserId(31)));
    assert_eq!(ask(person(UserId(31)), co_host(HOST, false)).await.unwrap_err(), Denied::Created(HOST));
    ask(host(), co_host(UserId(31), false)).await.unwrap();
    let other = hall.other_process().await.load(id).await.unwrap();
    assert!(person(UserId(31)).check_power(Power::Secrets, &other).is_err());
    assert_eq!(ask(host(), co_host(UserId(31), false)).await.unwrap_err(), Denied::NoCoHost(UserId(31)));
}

#[tokio::test]
async fn co_hosts_leave_but_dismiss_nobody_else_and_a_rematch_makes_no_other_creator() {
    let hall = Hall::new().await;
    let playing = Terms { co_hosts: vec![UserId(101), UserId(31), UserId(32)], ..seven() };
    let id = hall.running(playing).await;
    let dismiss = async |id: MatchId, by: Person, user: UserId| {
        let command = Command::CoHost { user, hosts: false };
        denied(hall.matches.ask(id, &by, command).await.map(|_| ()))
    };
    let moderator = Person { guild_host: true, ..person(UserId(41)) };
    let hosts = async |id: MatchId| hall.load(id).await.hosts().collect::<Vec<UserId>>();
    for by in [31, 101] {
        assert_eq!(dismiss(id, person(UserId(by)), UserId(32)).await, Err(Denied::NotYoursToDismiss(id)));
    }
    let elsewhere = Person { guild_id: Some(GuildId(GUILD.0 + 1)), ..host() };
    assert!(matches!(dismiss(id, elsewhere, UserId(32)).await, Err(Denied::NotAllowed { .. })));
    for by in [102, 99] {
        assert!(
            matches!(dismiss(id, person(UserId(by)), UserId(32)).await, Err(Denied::NotAllowed { .. })),
            "{by}"
        );
    }
    assert_eq!(dismiss(id, moderator, HOST).await, Err(Denied::Created(HOST)));
    dismiss(id, person(UserId(32)), UserId(32)).await.unwrap();
    assert_eq!(hosts(id).await, [HOST, UserId(101), UserId(31)]);

    // A co-host who plays creates the rematch for the creator of the match.
    hall.matches.ask(id, &host(), Command::Cancel).await.unwrap();
    let again = hall.matches.rematch(id, &person(UserId(101))).await.unwrap().id;
    assert_eq!(hosts(again).await, [HOST, UserId(101), UserId(31)]);
    assert_eq!(dismiss(again, person(UserId(101)), HOST).await, Err(Denied::Created(HOST)));
    dismiss(again, host(), UserId(31)).await.unwrap();
    dismiss(again, moderator, UserId(101)).await.unwrap();
    assert_eq!(hosts(again).await, [HOST]);

    // A host of the server creates it with the hosts of the match.
    let other = hall.running(seven()).await;
    hall.matches.ask(other, &host(), Command::Cancel).await.unwrap();
    let by_moderator = hall.matches.rematch(other, &moderator).await.unwrap().id;
    assert_eq!(hosts(by_moderator).await, [UserId(41), HOST]);

    // In a match from before, its creator may be a co-host as well.
    let twice = hall.running(Terms { co_hosts: vec![HOST, UserId(31)], ..seven() }).await;
    assert_eq!(hosts(twice).await, [HOST, UserId(31)]);
    let listed = hall.matches.summary(twice).await.unwrap().unwrap();
    assert_eq!(listed.hosts().collect::<Vec<_>>(), [HOST, UserId(31)]);
}

#[tokio::test]
async fn a_host_reminds_those_who_have_not_answered_and_nobody_learns_who() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    hall.act(id, 2, "move -").await.unwrap();
    hall.told().await;
    hall.matches.ask(id, &host(), Command::Remind).await.unwrap();
    assert_eq!(hall.reached().await, (users([1, 3, 4, 5, 6, 7]), 0));
    let again = hall.matches.ask(id, &host(), Command::Remind).await.map(|_| ());
    assert_eq!(denied(again), Err(Denied::RemindedLately(id)));
    hall.at(2).await;
    hall.matches.ask(id, &host(), Command::Remind).await.unwrap();
    assert_eq!(hall.reached().await.0.len(), 6);
}

#[tokio::test]
async fn once_everything_is_public_everyone_reads_when_hosts_looked() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    hall.matches.look(id, &host()).await.unwrap();
    let looks = async || {
        let lines = hall.load(id).await.history();
        lines.iter().filter(|line| line.words.join(" ").contains("looks at what the players keep")).count()
    };
    assert_eq!(looks().await, 0, "until then, it is nobody’s business");
    hall.matches.ask(id, &host(), Command::Cancel).await.unwrap();
    assert_eq!(looks().await, 0);
    hall.matches.ask(id, &host(), Command::Publish).await.unwrap();
    assert_eq!(looks().await, 1);
}
