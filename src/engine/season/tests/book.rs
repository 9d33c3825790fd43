//! Corrections, results, gifts and what is taken back.

use super::*;
use crate::ids::{GuildId, MatchId, RequestId, UserId};

#[test]
fn a_balance_is_the_sum_of_its_entries() {
    let mut table = Table::with(&["Ann", "Ben"]);
    table.correct(1, 3).unwrap();
    table.correct(1, -1).unwrap();
    table.correct(2, -4).unwrap();
    assert_eq!(table.garnets(), [2, -4], "garnets may be owed");
    assert_eq!(table.amounts("priority"), [0, 0]);
    let told = table.host(SeasonCommand::Reverse { entry: 1, reason: "wrong".to_owned() }).unwrap();
    assert_eq!(told, [SeasonEvent::Corrected(vec![4])]);
    assert_eq!(table.garnets(), [-1, -4]);
    for (entry, denied) in [
        (1, SeasonDenied::Reversed(1)),
        (4, SeasonDenied::IsReversal(4)),
        (9, SeasonDenied::NoEntry(9)),
        (i64::MIN, SeasonDenied::NoEntry(i64::MIN)),
    ] {
        assert_eq!(
            table.host(SeasonCommand::Reverse { entry, reason: "no".to_owned() }).unwrap_err(),
            denied
        );
    }
}

#[test]
fn the_same_request_is_booked_once() {
    let mut table = Table::with(&["Ann", "Ben"]);
    let (actor, command) = (requesting(HOST, RequestId(77)), correction(1, "garnets", 2));
    table.give(&actor, &command).unwrap();
    assert_eq!(table.give(&actor, &command).unwrap_err(), SeasonDenied::AlreadyDone);
    assert_eq!(table.garnets(), [2, 0]);
    table.give(&requesting(HOST, RequestId(78)), &command).unwrap();
    assert_eq!(table.garnets(), [4, 0]);
}

#[test]
fn limits_are_kept_to_the_last_unit() {
    let mut table = Table::with(&["Ann"]);
    let opals = Counter {
        key: "opals".to_owned(),
        label: "Opals".to_owned(),
        start: 2,
        floor: Some(0),
        ..Counter::usual().remove(0)
    };
    table.host(SeasonCommand::Counter(opals.clone())).unwrap();
    assert_eq!(
        table.host(SeasonCommand::Counter(opals.clone())).unwrap_err(),
        SeasonDenied::CounterTaken("Opals".into())
    );
    table.host(correction(1, "opals", -2)).unwrap();
    let denied = table.host(correction(1, "opals", -1)).unwrap_err();
    assert_eq!(denied.to_string(), "Ann would have fewer Opals than the least, which is 0.");
    for (delta, is_possible) in [
        (i64::MAX, false),
        (i64::MIN, false),
        (MAX_AMOUNT + 1, false),
        (0, false),
        (MAX_AMOUNT, true),
        (1, false),
        (-MAX_AMOUNT, true),
        (-MAX_AMOUNT, true),
        (-1, false),
    ] {
        let done = table.correct(1, delta);
        assert_eq!(done.is_ok(), is_possible, "{delta}: {done:?}");
    }
    assert_eq!(table.garnets(), [-MAX_AMOUNT]);
    let below = Counter { key: "x".to_owned(), label: "X".to_owned(), start: -1, ..opals.clone() };
    assert!(matches!(
        table.host(SeasonCommand::Counter(below)).unwrap_err(),
        SeasonDenied::StartBelowFloor { .. }
    ));
    let huge = Counter { key: "x".to_owned(), label: "X".to_owned(), start: i64::MAX, ..opals };
    assert_eq!(table.host(SeasonCommand::Counter(huge)).unwrap_err(), SeasonDenied::BadAmount);
}

#[test]
fn what_was_taken_back_cannot_pass_a_limit_either() {
    let mut table = Table::with(&["Ann"]);
    let floored = Counter {
        key: "opals".to_owned(),
        label: "Opals".to_owned(),
        floor: Some(0),
        ..Counter::usual().remove(0)
    };
    table.host(SeasonCommand::Counter(floored)).unwrap();
    table.host(correction(1, "opals", 3)).unwrap();
    table.host(correction(1, "opals", -3)).unwrap();
    let reverse = |entry| SeasonCommand::Reverse { entry, reason: "wrong".to_owned() };
    assert!(matches!(table.host(reverse(1)).unwrap_err(), SeasonDenied::BelowFloor { .. }));
    table.host(reverse(2)).unwrap();
    table.host(reverse(1)).unwrap();
    assert_eq!(table.amounts("opals"), [0]);
}

#[test]
fn the_same_result_is_booked_once_until_all_of_it_was_taken_back() {
    let mut table = Table::with(&["Ann", "Ben", "Cleo"]);
    let lines = vec![line(1, 3, &["token"]), line(2, -1, &[])];
    table.host(result("Episode of trains", lines.clone(), true)).unwrap();
    assert_eq!(table.garnets(), [3, -1, 0]);
    let mut turned = lines.clone();
    turned.reverse();
    for same in [lines.clone(), turned] {
        let again = table.host(result("Episode of trains", same, false)).unwrap_err();
        assert_eq!(again, SeasonDenied::Booked(1));
    }
    assert_eq!(table.season.episodes.len(), 1);
    table.host(result("Another one", lines.clone(), true)).unwrap();
    assert_eq!((table.garnets(), table.season.episodes.len()), (vec![6, -2, 0], 2));
    for entry in 1..=3 {
        table.host(SeasonCommand::Reverse { entry, reason: "wrong sheet".to_owned() }).unwrap();
    }
    assert_eq!(table.garnets(), [3, -1, 0]);
    table.host(result("Episode of trains", lines.clone(), true)).unwrap();
    assert_eq!(table.garnets(), [6, -2, 0]);
    assert_eq!(table.host(result("Episode of trains", lines, true)).unwrap_err(), SeasonDenied::Booked(3));
}

#[test]
fn results_of_a_planned_episode_come_in_parts() {
    let mut table = Table::with(&["Ann", "Ben"]);
    table.host(plan("Chess", EpisodeKind::Main, Stakes::Keep)).unwrap();
    assert_eq!(table.host(SeasonCommand::Close(1)).unwrap_err(), SeasonDenied::NotBegun(1));
    let part = |lines| SeasonCommand::Result { target: ResultTarget::Planned(1), lines, close: false };
    table.host(part(vec![line(1, 1, &[])])).unwrap();
    table.host(part(vec![line(2, 1, &[])])).unwrap();
    assert_eq!(table.host(part(vec![line(2, 1, &[])])).unwrap_err(), SeasonDenied::Booked(1));
    let twice = table.host(part(vec![line(2, 2, &[]), line(2, 3, &[])])).unwrap_err();
    assert_eq!(twice, SeasonDenied::Twice("Ben".to_owned()));
    assert_eq!(table.host(part(Vec::new())).unwrap_err(), SeasonDenied::EmptyList);
    assert_eq!(table.host(part(vec![line(9, 1, &[])])).unwrap_err(), SeasonDenied::NoMember(9));
    table.host(SeasonCommand::Close(1)).unwrap();
    assert_eq!(table.host(SeasonCommand::Close(1)).unwrap_err(), SeasonDenied::AlreadyDone);
    assert_eq!(table.host(part(vec![line(1, 5, &[])])).unwrap_err(), SeasonDenied::Closed(1));
    assert_eq!(table.garnets(), [1, 1]);
}

#[test]
fn a_gift_needs_to_be_accepted_and_is_given_once() {
    let mut table = Table::with(&["Ann", "Ben", "Cleo"]);
    let give = |to, amount| SeasonCommand::Give { to, counter: "garnets".to_owned(), amount };
    let answer = |gift, accept| SeasonCommand::AnswerGift { gift, accept };
    assert_eq!(table.ask(UserId(101), give(2, 2)).unwrap(), [SeasonEvent::Offered(1)]);
    assert_eq!(table.garnets(), [0, 0, 0]);
    assert_eq!(table.ask(UserId(103), answer(1, true)).unwrap_err(), SeasonDenied::NotYourGift);
    assert_eq!(table.ask(UserId(101), answer(1, true)).unwrap_err(), SeasonDenied::NotYourGift);
    table.ask(UserId(102), answer(1, true)).unwrap();
    assert_eq!(table.garnets(), [-2, 2, 0]);
    assert_eq!(table.ask(UserId(102), answer(1, true)).unwrap_err(), SeasonDenied::NoGift);
    table.give(&requesting(UserId(101), RequestId(9)), &give(3, 1)).unwrap();
    assert_eq!(
        table.give(&requesting(UserId(101), RequestId(9)), &give(3, 1)).unwrap_err(),
        SeasonDenied::AlreadyDone
    );
    let told = table.ask(UserId(101), answer(2, false)).unwrap();
    assert_eq!(told, [SeasonEvent::Declined { from: 1, to: 3, withdrawn: true }]);
    for (command, denied) in [
        (give(1, 1), SeasonDenied::ToYourself),
        (give(2, 0), SeasonDenied::GiftAmount),
        (give(2, i64::MAX), SeasonDenied::BadAmount),
        (give(9, 1), SeasonDenied::NoMember(9)),
    ] {
        assert_eq!(table.ask(UserId(101), command).unwrap_err(), denied);
    }
    assert_eq!(table.host(give(2, 1)).unwrap_err(), SeasonDenied::NotInCast);
    let denied = table.ask(UserId(500), give(2, 1)).unwrap_err();
    assert_eq!(denied.to_string(), "You are not in the cast of this season.");
    let priority = SeasonCommand::Give { to: 2, counter: "priority".to_owned(), amount: 1 };
    assert_eq!(
        table.ask(UserId(101), priority).unwrap_err(),
        SeasonDenied::CannotBeGiven("Priority".to_owned())
    );
    table.host(SeasonCommand::Status { member: 3, status: MemberStatus::Left }).unwrap();
    assert_eq!(
        table.ask(UserId(101), give(3, 1)).unwrap_err(),
        SeasonDenied::CannotAccept("Cleo".to_owned())
    );
}

#[test]
fn what_is_promised_cannot_be_promised_again() {
    let mut table = Table::with(&["Ann", "Ben"]);
    let opals = Counter {
        key: "opals".to_owned(),
        label: "Opals".to_owned(),
        start: 3,
        floor: Some(0),
        ..Counter::usual().remove(0)
    };
    table.host(SeasonCommand::Counter(opals)).unwrap();
    let give = |amount| SeasonCommand::Give { to: 2, counter: "opals".to_owned(), amount };
    table.ask(UserId(101), give(2)).unwrap();
    assert!(matches!(table.ask(UserId(101), give(2)).unwrap_err(), SeasonDenied::BelowFloor { .. }));
    table.ask(UserId(101), give(1)).unwrap();
    table.host(correction(1, "opals", -2)).unwrap();
    // The other learns only that it cannot be given.
    let lapsed = table.ask(UserId(102), SeasonCommand::AnswerGift { gift: 1, accept: true }).unwrap_err();
    assert_eq!(lapsed, SeasonDenied::GiftLapsed);
    table.ask(UserId(102), SeasonCommand::AnswerGift { gift: 2, accept: true }).unwrap();
    assert_eq!(table.amounts("opals"), [0, 4]);
}

#[test]
fn a_cast_has_everybody_once() {
    let mut table = Table::with(&["Ann", "Ben"]);
    let newcomer = |user, name: &str| Newcomer { user, name: name.to_owned(), is_alternate: false };
    for (list, denied) in [
        (vec![], SeasonDenied::EmptyList),
        (vec![newcomer(None, "Cleo"), newcomer(None, "CLEO")], SeasonDenied::Twice("CLEO".to_owned())),
        (
            vec![newcomer(Some(UserId(7)), "Cleo"), newcomer(Some(UserId(7)), "Dora")],
            SeasonDenied::Twice("Dora".to_owned()),
        ),
        (vec![newcomer(Some(UserId(101)), "Cleo")], SeasonDenied::InCast("Cleo".to_owned())),
        (vec![newcomer(None, "ann")], SeasonDenied::NameTaken("ann".to_owned())),
        (vec![newcomer(None, "\u{200b}")], SeasonDenied::Length { what: "A name", most: 32, found: 0 }),
    ] {
        assert_eq!(table.host(SeasonCommand::Cast(list)).unwrap_err(), denied);
    }
    let many: Vec<Newcomer> = (0..10_000).map(|n| newcomer(None, &format!("P{n}"))).collect();
    assert_eq!(table.host(SeasonCommand::Cast(many)).unwrap_err(), SeasonDenied::CastFull(10_002));
    // A place in the cast passes to somebody else, with everything in it.
    table.correct(1, 5).unwrap();
    let take = |user, name: &str| SeasonCommand::TakeOver { member: 1, user, name: name.to_owned() };
    assert_eq!(table.host(take(UserId(102), "Ben")).unwrap_err(), SeasonDenied::NameTaken("Ben".to_owned()));
    assert_eq!(table.host(take(UserId(102), "Bea")).unwrap_err(), SeasonDenied::InCast("Ben".to_owned()));
    table.host(take(UserId(200), "Dora")).unwrap();
    let member = table.season.member_of(UserId(200)).unwrap();
    assert_eq!((member.number, member.earlier[0].name.as_str()), (1, "Ann"));
    assert_eq!(table.garnets(), [5, 0]);
    assert!(table.season.member_of(UserId(101)).is_none());
}

#[test]
fn after_the_end_the_book_no_longer_changes() {
    let mut table = Table::with(&["Ann", "Ben"]);
    table.host(result("One", vec![line(1, 1, &[])], false)).unwrap();
    assert_eq!(table.host(SeasonCommand::End).unwrap_err(), SeasonDenied::StillOpen(1));
    table.host(SeasonCommand::Close(1)).unwrap();
    assert_eq!(table.host(SeasonCommand::End).unwrap(), [SeasonEvent::Ended]);
    assert_eq!(table.correct(1, 1).unwrap_err(), SeasonDenied::Ended);
    assert_eq!(table.host(SeasonCommand::End).unwrap_err(), SeasonDenied::Ended);
}

#[test]
fn everybody_may_do_what_the_table_says() {
    let mut table = Table::with(&["Ann", "Ben", "Cleo"]);
    table.host(SeasonCommand::CoHost { user: UserId(101), hosts: true }).unwrap();
    table.host(plan("Here", EpisodeKind::Main, Stakes::Keep)).unwrap();
    let season = |bound: bool| {
        let mut table = Table { season: table.season.clone(), now: NOON };
        if bound {
            table.program(bind(1, MatchId(7), &[1, 2])).unwrap();
        }
        table.season
    };
    let server_host = Actor::Person(Person { guild_host: true, ..person(UserId(600)) });
    let elsewhere =
        Actor::Person(Person { guild_id: Some(GuildId(GUILD.0 + 1)), guild_host: true, ..person(HOST) });
    let by = |user| Actor::Person(person(user));
    for (actor, bound, role) in [
        (by(HOST), true, SeasonRole::Host),
        (by(UserId(101)), false, SeasonRole::Host),
        (server_host, true, SeasonRole::Host),
        (by(UserId(101)), true, SeasonRole::PlayingHost),
        (by(UserId(102)), true, SeasonRole::Member),
        (by(UserId(103)), true, SeasonRole::Member),
        (by(UserId(500)), true, SeasonRole::Stranger),
        (Actor::Clock, true, SeasonRole::Program),
        (elsewhere, false, SeasonRole::Elsewhere),
    ] {
        let season = season(bound);
        assert_eq!(season.role(&actor), role);
        for (power, roles) in SEASON_RIGHTS {
            assert_eq!(season.check_power(&actor, power).is_ok(), roles[role as usize], "{power:?} {role:?}");
        }
        let sees_all = season.viewer(&actor) == SeasonViewer::Hosts;
        assert_eq!(sees_all, matches!(role, SeasonRole::Host | SeasonRole::Program));
    }
}

#[test]
fn a_refusal_is_one_line_without_gaps() {
    let source = include_str!("../error.rs");
    let sentences = source.lines().filter(|line| line.trim_start().starts_with(['"', '#'])).map(str::trim);
    for sentence in sentences {
        assert!(!sentence.contains("  "), "{sentence}");
    }
}
