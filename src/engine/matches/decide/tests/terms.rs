//! What hosts change before a match starts.

use super::*;
use crate::ids::UserId;
use crate::matches::model::amendment::Amendment;

fn amended(what: Amendment) -> Command {
    Command::Amend(vec![what])
}

/// A sign-up for seven with this many players.
fn sign_up(players: i64) -> Table {
    let terms = Terms { open_signup: true, ..terms("triforce-building", 0) };
    let mut table = Table::announce("triforce-building", terms, NOON);
    for user in 101..101 + players {
        table.give(UserId(user), Command::Join(format!("Player {user}"))).unwrap();
    }
    table
}

#[test]
fn terms_change_together_or_not_at_all() {
    let mut table = sign_up(2);
    let impossible = Amendment::Option { key: "rounds".to_owned(), value: Value::Number(-1) };
    let before = table.game.terms.clone();
    assert!(table.give(HOST, Command::Amend(vec![Amendment::Pregame(5), impossible])).is_err());
    assert!(table.give(HOST, amended(Amendment::Players(8))).is_err(), "no board is for eight");
    assert_eq!(table.game.terms, before);
    assert_eq!(table.give(HOST, amended(Amendment::Pregame(before.pregame_hours))), Err(Denied::AlreadyDone));
    table.give(HOST, Command::Amend(vec![Amendment::Pregame(5), Amendment::Early(true)])).unwrap();
    assert_eq!((table.game.terms.pregame_hours, table.game.terms.early), (5, true));
    table.read_again();
}

#[test]
fn a_match_gets_no_fewer_seats_than_it_has_players() {
    let mut table = sign_up(7);
    table.give(UserId(108), Command::StandBy { name: "Eight".to_owned(), since: None }).unwrap();
    let larger = Command::Amend(vec![
        Amendment::Players(10),
        Amendment::Option { key: "board".to_owned(), value: Value::Text("hexagon:3".to_owned()) },
    ]);
    table.give(HOST, larger).unwrap();
    assert!(table.game.seat_of(UserId(108)).is_some(), "alternates move up");
    let smaller = table.give(HOST, amended(Amendment::Players(7)));
    assert_eq!(smaller, Err(Denied::RosterTooLong { id: table.game.id, players: 7, found: 8 }));
    assert_eq!(table.game.terms.players, 10);
}

#[test]
fn terms_are_fixed_with_the_roster() {
    let terms = Terms { pregame_hours: 24, open_signup: true, ..terms("triforce-building", 0) };
    let mut table = Table::announce("triforce-building", terms, NOON);
    for user in 101..=107 {
        table.give(UserId(user), Command::Join(format!("Player {user}"))).unwrap();
    }
    table.give(HOST, Command::Start).unwrap();
    assert_eq!(
        table.give(HOST, amended(Amendment::Early(true))),
        Err(Denied::RosterFixed(table.game.id)),
        "nobody could leave because of it"
    );
}
