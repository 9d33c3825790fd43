//! Sign-up: who gets a seat, and what a roster must be.

use super::*;

#[tokio::test]
async fn members_join_an_open_sign_up_until_the_seats_are_taken() {
    let hall = Hall::new().await;
    let id = hall.create(Options { open_signup: true, ..seven() }).await;
    for n in 1..=7 {
        assert_eq!(hall.matches.join(id, 100 + n, "x").await.unwrap(), n as usize);
    }
    assert!(sentence(hall.matches.join(id, 101, "x").await).contains("already"));
    assert!(sentence(hall.matches.join(id, 108, "x").await).contains("All 7 seats"));
    assert_eq!(hall.matches.leave(id, 103).await.unwrap(), 6);
    assert!(sentence(hall.matches.leave(id, 103).await).contains("no seat"));
    let seats = hall.load(id).await.seats;
    let left: Vec<(i64, i64)> = seats.iter().map(|seat| (seat.seat, seat.user_id)).collect();
    assert_eq!(left, [(1, 101), (2, 102), (3, 104), (4, 105), (5, 106), (6, 107)]);
}

#[tokio::test]
async fn of_two_who_join_at_once_for_the_last_seat_one_gets_it() {
    let hall = Hall::new().await;
    let id = hall.create(Options { open_signup: true, ..seven() }).await;
    for n in 1..=6 {
        hall.matches.join(id, 100 + n, "x").await.unwrap();
    }
    let other = hall.again().await;
    let (one, two) = tokio::join!(hall.matches.join(id, 107, "x"), other.join(id, 108, "x"));
    assert!(one.is_ok() != two.is_ok());
    assert_eq!(hall.load(id).await.seats.len(), 7);
}

#[tokio::test]
async fn a_closed_roster_is_the_hosts_to_fill() {
    let hall = Hall::new().await;
    let id = hall.create(seven()).await;
    assert!(sentence(hall.matches.join(id, 101, "x").await).contains("no open sign-up"));
    let edit = hall.matches.edit_roster(id, &person(99), |_| Ok(())).await;
    assert!(sentence(edit).contains("not yours to host"));
}

#[tokio::test]
async fn a_roster_without_sense_is_refused_whole() {
    let hall = Hall::new().await;
    let id = hall.seated(seven()).await;
    let before = hall.load(id).await.seats;
    for (wrong, reason) in [
        (SeatRow { user_id: 101, ..seat(2) }, "twice"),
        (SeatRow { priority: 1, ..seat(2) }, "given twice"),
        (SeatRow { priority: 8, ..seat(2) }, "not from 1 to 7"),
    ] {
        let edit = |seats: &mut Vec<SeatRow>| {
            seats[1].clone_from(&wrong);
            Ok(())
        };
        assert!(sentence(hall.matches.edit_roster(id, &host(), edit).await).contains(reason));
    }
    let eighth = |seats: &mut Vec<SeatRow>| {
        seats.push(seat(8));
        Ok(())
    };
    assert!(sentence(hall.matches.edit_roster(id, &host(), eighth).await).contains("7 seats"));
    assert_eq!(hall.load(id).await.seats, before);
}

#[tokio::test]
async fn who_has_no_priority_gets_what_is_left_the_highest_first() {
    let hall = Hall::new().await;
    let id = hall.seated(seven()).await;
    let edit = |seats: &mut Vec<SeatRow>| {
        for n in [0, 2, 5] {
            seats[n].priority = 0;
        }
        Ok(())
    };
    hall.matches.edit_roster(id, &host(), edit).await.unwrap();
    hall.matches.start(id, &host()).await.unwrap();
    let seats = hall.load(id).await.seats;
    let priorities: Vec<i64> = seats.iter().map(|seat| seat.priority).collect();
    // Left are 1, 3 and 6.
    assert_eq!(priorities, [6, 2, 3, 4, 5, 1, 7]);
}

#[tokio::test]
async fn a_match_starts_with_all_its_players_and_once() {
    let hall = Hall::new().await;
    let id = hall.create(seven()).await;
    assert!(sentence(hall.matches.start(id, &host()).await).contains("needs 7 players and has 0"));
    let id = hall.seated(seven()).await;
    assert!(sentence(hall.matches.start(id, &person(101)).await).contains("not yours to host"));
    hall.matches.start(id, &host()).await.unwrap();
    assert!(sentence(hall.matches.start(id, &host()).await).contains("started already"));
    let edit = hall.matches.edit_roster(id, &host(), |_| Ok(())).await;
    assert!(sentence(edit).contains("fixed"));
    assert!(sentence(hall.matches.leave(id, 101).await).contains("fixed"));
}

#[tokio::test]
async fn options_that_make_no_match_are_refused() {
    let hall = Hall::new().await;
    for (options, reason) in [
        (Options { players: 12, ..Options::default() }, "7, 10, 13 or 16"),
        (Options { board: "triangle:3".parse().unwrap(), ..Options::default() }, "border cells"),
        (Options { rounds: 0, ..Options::default() }, "rounds"),
        (Options { round_hours: 0, ..Options::default() }, "round lasts 1"),
        (Options { vote_hours: 9999, ..Options::default() }, "vote lasts"),
    ] {
        let new = NewMatch {
            game: "triforce-building".to_owned(),
            guild_id: GUILD,
            channel_id: CHANNEL,
            title: String::new(),
            options,
        };
        assert!(sentence(hall.matches.create(&host(), new).await.map(|_| ())).contains(reason));
    }
}

#[test]
fn a_match_is_on_a_hexagon_of_side_3_unless_its_host_chooses_another_board() {
    assert_eq!(Options::default().board.to_string(), "hexagon:3");
}
