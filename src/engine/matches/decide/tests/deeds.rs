//! What people did in a match, in numbers.

use super::*;
use crate::ids::UserId;
use crate::matches::derive::deeds::Deeds;
use trigon_rules::games::Draws;

impl Table {
    fn typed(&mut self, user: UserId, action: &str) {
        let action = self.game.playing().unwrap().parse(action).unwrap();
        self.give(user, Command::Act(Act::new(action))).unwrap();
    }

    /// Returns what everyone did, as another process reads the match.
    fn deeds(&self) -> BTreeMap<UserId, Deeds> {
        let deeds = self.game.deeds().unwrap();
        let read = rows::read(&self.games, self.stored.clone()).unwrap();
        assert_eq!(read.deeds().unwrap(), deeds);
        deeds
    }
}

#[test]
fn in_rounds_each_has_what_they_did_themselves_and_what_others_won_and_paid_for_them() {
    let terms = terms("triforce-building", 0).with("rounds", Value::Number(3));
    let mut table = Table::open_with("triforce-building", terms);
    // Player 1 answers after an hour, and changes that later; player 2 after five, in ten more of which the clock stood still.
    table.wait(HOUR);
    table.typed(UserId(101), "move -");
    table.wait(3 * HOUR);
    let mut paths = table.game.session.as_ref().unwrap().legal(Seat::new(1)).into_iter();
    let other = paths.rfind(|path| path.starts_with("move ") && path != "move -").unwrap();
    table.typed(UserId(101), &other);
    table.give(HOST, Command::Pause).unwrap();
    table.wait(10 * HOUR);
    table.give(HOST, Command::Resume).unwrap();
    table.wait(HOUR);
    table.typed(UserId(102), "move -");
    table.wait(19 * HOUR);
    // Round 2 is missed by everyone, undone, and missed again.
    table.wait(24 * HOUR);
    table.give(HOST, Command::Rewind(table.game.question)).unwrap();
    table.wait(24 * HOUR);
    // In round 3, a friend plays for player 5, and spends a garnet of theirs; player 7 spends one, too.
    let lend = Command::Lend { user: UserId(305), name: "Friend".to_owned(), time: 500 * HOUR, since: None };
    table.give(UserId(105), lend).unwrap();
    table
        .give(UserId(305), Command::AnswerHandover { seat: Seat::new(5), number: None, accept: true })
        .unwrap();
    table.wait(2 * HOUR);
    table.typed(UserId(305), "garnet");
    table.typed(UserId(107), "garnet");
    assert_eq!(table.deeds(), BTreeMap::new(), "while a match is played, nothing of it is counted");
    while table.game.is_going_on() {
        table.wait(24 * HOUR);
    }
    let deeds = table.deeds();
    assert_eq!(
        deeds.keys().copied().collect::<Vec<_>>(),
        [101, 102, 103, 104, 105, 106, 107, 305].map(UserId)
    );
    assert!(deeds.values().all(|deeds| deeds.matches == 1));
    let result = table.game.result().unwrap();
    for standing in &result.outcome.standings {
        let deeds = &deeds[&UserId(100 + i64::from(standing.seat.number()))];
        assert_eq!(deeds.won + deeds.drawn + deeds.lost, 1);
        let of = |amounts: &BTreeMap<&str, i64>| amounts.get("garnets").copied().unwrap_or_default();
        let change = standing.finals.amount("garnets").unwrap().change().unwrap();
        assert_eq!(of(&deeds.earned) - of(&deeds.spent), change, "{}", standing.seat);
        assert_eq!(of(&deeds.spent), i64::from([5, 7].contains(&standing.seat.number())));
        assert!(!deeds.earned.contains_key("priority"), "a place is nothing that is earned");
        let marks: Vec<&str> = deeds.marks.keys().copied().collect();
        assert_eq!(marks, standing.finals.marks().collect::<Vec<_>>());
    }
    let friend = &deeds[&UserId(305)];
    assert_eq!((friend.won + friend.drawn + friend.lost, friend.spent.len(), friend.earned.len()), (0, 0, 0));
    assert_eq!(friend.answers, [2 * HOUR]);
    assert_eq!(
        (&deeds[&UserId(101)].answers[..], &deeds[&UserId(102)].answers[..]),
        (&[HOUR][..], &[5 * HOUR][..])
    );
    assert!(deeds[&UserId(103)].answers.is_empty());
    assert_eq!(deeds[&UserId(105)].missed, 2, "neither what was undone nor what the friend missed");
}

#[test]
fn in_turns_every_turn_is_an_answer() {
    let info = Registry::standard().get("triangoli").unwrap().info();
    let mut table = Table::open_with("triangoli", Terms { players: 2, ..Terms::usual(info) });
    let mut draws = Draws::new(&Seed::from([2; 32]));
    let mut actions = 0;
    while table.game.is_going_on() {
        let session = table.game.session.as_ref().unwrap();
        let seat = session.to_act()[0].seat;
        let mut legal = session.legal(seat);
        draws.shuffle(&mut legal);
        let user = table.game.player(seat).unwrap().user_id;
        table.wait(HOUR);
        table.typed(user, &legal[0]);
        actions += 1;
    }
    let deeds = table.deeds();
    assert_eq!(deeds.values().map(|it| it.answers.len()).sum::<usize>(), actions);
    assert!(deeds.values().all(|it| it.usual_time() == Some(HOUR) && it.missed == 0));
    assert_eq!(deeds.values().map(|it| it.won + it.lost + it.drawn).sum::<u32>(), 2);
}

#[test]
fn of_several_matches_everything_is_added_and_the_time_in_the_middle_counts() {
    let of = |amount: i64, answers: &[Millis]| Deeds {
        matches: 1,
        won: 1,
        earned: BTreeMap::from([("garnets", amount)]),
        marks: BTreeMap::from([("token", 1)]),
        missed: 2,
        answers: answers.to_vec(),
        ..Deeds::default()
    };
    let mut all = of(3, &[9, 1]);
    all.add(&of(-1, &[5, 7]));
    let wanted = Deeds {
        matches: 2,
        won: 2,
        earned: BTreeMap::from([("garnets", 2)]),
        marks: BTreeMap::from([("token", 2)]),
        missed: 4,
        answers: vec![9, 1, 5, 7],
        ..Deeds::default()
    };
    assert_eq!(all, wanted);
    assert_eq!((all.usual_time(), Deeds::default().usual_time()), (Some(7), None));
    all.add(&of(i64::MAX, &[]));
    assert_eq!(all.earned["garnets"], i64::MAX, "nothing overflows");
}
