//! What matches take along, and what they leave everyone with.

use std::collections::BTreeMap;

use crate::ids::{MatchId, UserId};
use trigon_rules::games::{Finals, Registry, Seat, Seed, Verdict};

use super::*;
use crate::matches::{Holder, Settled, SettledSeat, Share};

fn holder(user: UserId) -> Holder {
    Holder { user, name: format!("User {user}") }
}

/// Returns a seat that its first holder has kept.
fn seat(number: u8, user: UserId, garnets: i64, verdict: Verdict, marks: &[&'static str]) -> SettledSeat {
    let finals = marks.iter().fold(Finals::default(), |finals, mark| finals.marked(mark, true));
    SettledSeat {
        seat: Seat::new(number),
        verdict,
        rank: 1,
        finals: finals.changed("garnets", 0, garnets).changed("priority", 1, number),
        note: format!("note {number}"),
        first: Some(holder(user)),
        holder: Some(holder(user)),
        shares: vec![share(user, garnets)],
    }
}

fn share(user: UserId, garnets: i64) -> Share {
    Share { holder: holder(user), gains: BTreeMap::from([("garnets", garnets), ("priority", 1)]) }
}

fn book(match_id: MatchId, seats: Vec<SettledSeat>) -> SeasonCommand {
    let settled = Settled { match_id, at: NOON, ranked: vec!["priority"], seats };
    SeasonCommand::Book { settled: Box::new(settled), record: Some("ab".repeat(32)) }
}

fn bound(names: &[&str], kind: EpisodeKind, stakes: Stakes) -> Table {
    let mut table = Table::with(names);
    table.host(plan("Triforce Building", kind, stakes)).unwrap();
    let all: Vec<MemberNumber> = (1..=names.len() as u32).collect();
    table.program(bind(1, MatchId(7), &all)).unwrap();
    table
}

#[test]
fn a_match_is_booked_once() {
    let mut table = bound(&["Ann", "Ben"], EpisodeKind::Main, Stakes::Keep);
    let won = seat(1, UserId(101), 3, Verdict::Won, &["token", "left"]);
    let lost = seat(2, UserId(102), -2, Verdict::LostAs("elimination candidate"), &["candidate"]);
    let command = book(MatchId(7), vec![won, lost]);
    assert_eq!(table.host(SeasonCommand::Close(1)).unwrap_err(), SeasonDenied::NotOver(1));
    assert!(matches!(table.host(command.clone()).unwrap_err(), SeasonDenied::NotAllowed { .. }));
    table.program(command.clone()).unwrap();
    assert_eq!((table.garnets(), table.amounts("priority")), (vec![3, -2], vec![0, 0]));
    let balances = table.season.balances();
    let marks = |member| balances.marks(member).iter().map(|it| it.mark.clone()).collect::<Vec<_>>();
    assert_eq!((marks(1), marks(2)), (vec!["token".into(), "winner".into()], vec!["candidate".to_owned()]));
    assert_eq!(table.program(command).unwrap_err(), SeasonDenied::AlreadyDone);
    assert_eq!(
        table.program(book(MatchId(8), Vec::new())).unwrap_err(),
        SeasonDenied::MatchNotInSeason(MatchId(8))
    );
    assert_eq!(table.season.entries[0].reason.as_deref(), Some("note 1"));
    table.host(SeasonCommand::Close(1)).unwrap();
}

#[test]
fn each_gets_what_was_gained_while_they_had_the_seat() {
    let mut table = bound(&["Ann", "Ben", "Cleo"], EpisodeKind::Main, Stakes::Keep);
    // Ann left with a loss, and Cleo, who is in the cast, took over.
    let mut first = seat(1, UserId(103), 0, Verdict::Drawn, &["token"]);
    first.shares = vec![share(UserId(101), -2), share(UserId(103), 4)];
    // Ben left, and somebody from outside took over.
    let mut second = seat(2, UserId(900), 0, Verdict::Drawn, &["candidate"]);
    second.shares = vec![share(UserId(102), 1), share(UserId(900), 5)];
    // A computed player had the seat to the end.
    let mut third = seat(3, UserId(0), 0, Verdict::Drawn, &["token"]);
    (third.holder, third.shares) = (None, vec![share(UserId(103), 1)]);
    let told = table.program(book(MatchId(7), vec![first, second, third])).unwrap();
    assert_eq!(table.garnets(), [-2, 1, 5]);
    let SeasonEvent::Booked { outsiders, .. } = &told[0] else { panic!("{told:?}") };
    assert_eq!(outsiders, &["User 900"]);
    assert_eq!(table.season.balances().marks(2), []);
}

#[test]
fn what_was_corrected_in_the_match_is_corrected_in_the_book() {
    let mut table = Table::with(&["Ann", "Ben"]);
    table.correct(1, 2).unwrap();
    table.host(plan("One", EpisodeKind::Main, Stakes::Keep)).unwrap();
    let taken =
        |member, garnets| CarryOver { member, fields: BTreeMap::from([("garnets".to_owned(), garnets)]) };
    let taken = vec![taken(1, 2), taken(2, 0)];
    table.program(SeasonCommand::Bind { episode: 1, match_id: MatchId(7), taken, gifts: false }).unwrap();
    // A correction of the book meanwhile has nothing to do with it.
    table.correct(1, 10).unwrap();
    let mut first = seat(1, UserId(101), 1, Verdict::Drawn, &[]);
    first.finals = Finals::default().changed("garnets", 5, 6);
    let mut second = seat(2, UserId(102), -1, Verdict::Drawn, &[]);
    second.finals = Finals::default().changed("garnets", 0, -1);
    table.program(book(MatchId(7), vec![first, second])).unwrap();
    assert_eq!(table.garnets(), [6 + 10, -1]);
    let reason = table.season.entries[2].reason.clone().unwrap();
    assert_eq!(reason, "corrected in the match: 5 instead of 2; note 1");
}

#[test]
fn a_reason_that_comes_up_again_is_said_once() {
    let mut table = Table::with(&["Ann", "Ben"]);
    table.host(plan("One", EpisodeKind::Main, Stakes::Keep)).unwrap();
    let fields = BTreeMap::from([("garnets".to_owned(), 2)]);
    let taken = vec![CarryOver { member: 1, fields }];
    table.program(SeasonCommand::Bind { episode: 1, match_id: MatchId(7), taken, gifts: false }).unwrap();
    // Two people had the place in the cast, and the seat, before the last one.
    for (user, name) in [(900, "Nora"), (901, "Olga")] {
        let (user, name) = (UserId(user), name.to_owned());
        table.host(SeasonCommand::TakeOver { member: 1, user, name }).unwrap();
    }
    let mut first = seat(1, UserId(101), 0, Verdict::Drawn, &[]);
    first.finals = Finals::default().changed("garnets", 5, 9);
    first.holder = Some(holder(UserId(901)));
    first.shares = vec![share(UserId(101), 1), share(UserId(900), 2), share(UserId(901), 1)];
    table.program(book(MatchId(7), vec![first])).unwrap();
    assert_eq!(table.garnets(), [3 + 4, 0]);
    let reason = table.season.entries[0].reason.clone().unwrap();
    assert_eq!(reason, "corrected in the match: 5 instead of 2; note 1; while they had the seat");
}

#[test]
fn a_newcomer_plays_for_the_place_that_a_host_gives_them() {
    let mut table = bound(&["Ann", "Ben"], EpisodeKind::Main, Stakes::Keep);
    table.host(SeasonCommand::TakeOver { member: 1, user: UserId(900), name: "Nora".to_owned() }).unwrap();
    let mut first = seat(1, UserId(900), 0, Verdict::Drawn, &[]);
    first.shares = vec![share(UserId(101), -2), share(UserId(900), 5)];
    table.program(book(MatchId(7), vec![first])).unwrap();
    assert_eq!(table.garnets(), [3, 0]);
}

#[test]
fn a_match_that_is_cancelled_leaves_nothing() {
    let mut table = bound(&["Ann", "Ben"], EpisodeKind::Main, Stakes::Keep);
    assert_eq!(table.program(SeasonCommand::Unbind(MatchId(7))).unwrap(), [SeasonEvent::Cancelled(1)]);
    assert_eq!(table.season.entries, []);
    assert_eq!(
        table.program(SeasonCommand::Unbind(MatchId(7))).unwrap_err(),
        SeasonDenied::MatchNotInSeason(MatchId(7))
    );
    // The episode can be played again, as another match.
    table.program(bind(1, MatchId(8), &[1, 2])).unwrap();
    table.host(plan("Two", EpisodeKind::Main, Stakes::Keep)).unwrap();
    let taken = table.program(bind(2, MatchId(8), &[1, 2])).unwrap_err();
    assert_eq!(taken, SeasonDenied::MatchTaken { match_id: MatchId(8), episode: 1 });
    assert_eq!(table.program(bind(1, MatchId(9), &[1, 2])).unwrap_err(), SeasonDenied::PlayedHere(1));
    let lines = vec![line(1, 1, &[])];
    let elsewhere = SeasonCommand::Result { target: ResultTarget::Planned(1), lines, close: false };
    assert_eq!(table.host(elsewhere).unwrap_err(), SeasonDenied::PlayedHere(1));
}

#[test]
fn limits_cut_what_a_match_leaves_and_that_is_told() {
    let mut table = Table::with(&["Ann", "Ben"]);
    table.season.counters[0].floor = Some(0);
    table.host(plan("One", EpisodeKind::Main, Stakes::Keep)).unwrap();
    table.program(bind(1, MatchId(7), &[1, 2])).unwrap();
    table.correct(2, MAX_AMOUNT - 1).unwrap();
    let seats =
        vec![seat(1, UserId(101), -3, Verdict::Drawn, &[]), seat(2, UserId(102), 3, Verdict::Drawn, &[])];
    let told = table.program(book(MatchId(7), seats)).unwrap();
    let SeasonEvent::Booked { cut, .. } = &told[0] else { panic!("{told:?}") };
    let cut: Vec<_> = cut.iter().map(|it| (it.member, &*it.counter, it.wanted, it.booked)).collect();
    assert_eq!(cut, [(1, "garnets", -3, 0), (2, "garnets", 3, 1)]);
    assert_eq!(table.garnets(), [0, MAX_AMOUNT]);
}

#[test]
fn priority_is_written_back_as_the_season_has_it() {
    for (write_back, expected) in
        [(WriteBack::Never, [7, -7]), (WriteBack::Changes, [8, -6]), (WriteBack::Ranks, [1, 2])]
    {
        let mut table = bound(&["Ann", "Ben"], EpisodeKind::Main, Stakes::Keep);
        table.host(correction(1, "priority", 7)).unwrap();
        table.host(correction(2, "priority", -7)).unwrap();
        if write_back != WriteBack::Never {
            table.host(SeasonCommand::WriteBack(write_back)).unwrap();
        }
        let seats =
            vec![seat(1, UserId(101), 0, Verdict::Drawn, &[]), seat(2, UserId(102), 0, Verdict::Drawn, &[])];
        table.program(book(MatchId(7), seats)).unwrap();
        assert_eq!(table.amounts("priority"), expected);
    }
}

#[test]
fn the_loser_of_a_death_match_is_out_and_what_they_have_is_at_stake() {
    for (stakes, expected) in [(Stakes::Keep, [1, 5]), (Stakes::Winner, [6, 0]), (Stakes::Vanish, [1, 0])] {
        let mut table = Table::with(&["Ann", "Ben", "Cleo"]);
        table.correct(1, 1).unwrap();
        table.correct(2, 5).unwrap();
        table.host(plan("The end of one", EpisodeKind::Death, stakes)).unwrap();
        assert_eq!(table.program(bind(1, MatchId(7), &[1])).unwrap_err(), SeasonDenied::DeathMatch);
        table.program(bind(1, MatchId(7), &[1, 2])).unwrap();
        let (mut won, mut lost) =
            (seat(1, UserId(101), 0, Verdict::Won, &[]), seat(2, UserId(102), 0, Verdict::Lost, &[]));
        (won.shares, lost.shares) = (Vec::new(), Vec::new());
        let told = table.program(book(MatchId(7), vec![won, lost])).unwrap();
        assert!(told.contains(&SeasonEvent::Out { member: 2, episode: 1 }));
        assert_eq!(table.garnets()[..2], expected);
        let ben = |table: &Table, viewer| table.season.shown_cast(viewer)[1].status;
        assert_eq!(ben(&table, SeasonViewer::Hosts), MemberStatus::Out);
        assert_eq!(ben(&table, SeasonViewer::Public), MemberStatus::In, "until the episode is closed");
        table.host(SeasonCommand::Close(1)).unwrap();
        assert_eq!(ben(&table, SeasonViewer::Public), MemberStatus::Out);
        let out = table.season.entries.iter().find(|it| it.what.mark() == Some("out")).unwrap().number;
        table.host(SeasonCommand::Reverse { entry: out, reason: "a second chance".to_owned() }).unwrap();
        assert_eq!(ben(&table, SeasonViewer::Public), MemberStatus::In);
    }
}

#[test]
fn a_draw_in_a_death_match_puts_nobody_out() {
    let mut table = bound(&["Ann", "Ben"], EpisodeKind::Death, Stakes::Winner);
    let seats =
        vec![seat(1, UserId(101), 1, Verdict::Drawn, &[]), seat(2, UserId(102), 1, Verdict::Drawn, &[])];
    table.program(book(MatchId(7), seats)).unwrap();
    assert_eq!((table.garnets(), table.season.players().count()), (vec![1, 1], 2));
}

#[test]
fn garnets_are_taken_along_as_they_are_and_priority_as_places() {
    let mut table = Table::with(&["Ann", "Ben", "Cleo", "Dora"]);
    for (member, priority) in [(1, -4), (2, 30), (3, 30), (4, 30)] {
        table.host(correction(member, "priority", priority)).unwrap();
    }
    table.correct(3, -2).unwrap();
    let ranked = |member, rank| ResultLine { member, rank: Some(rank), ..ResultLine::default() };
    table.host(result("One", vec![ranked(2, 2), ranked(3, 1), ranked(4, 2), ranked(1, 4)], true)).unwrap();
    let games = Registry::standard();
    let info = games.main();
    let mut orders = std::collections::BTreeSet::new();
    for seed in 0..20 {
        let along = table.season.taken_along(info, &[1, 2, 3, 4], &Seed::from([seed; 32])).unwrap();
        let of = |key: &str| along.taken.iter().map(|taken| taken.fields[key]).collect::<Vec<_>>();
        assert_eq!(of("garnets"), [0, 0, -2, 0]);
        let priority = of("priority");
        assert_eq!((priority[0], priority[2]), (1, 4), "the least is lowest, and Cleo was best last time");
        assert_eq!(along.drawn, [2, 4]);
        orders.insert(priority);
    }
    assert_eq!(orders.len(), 2, "Ben and Dora are drawn: {orders:?}");
    table.correct(1, 10_000).unwrap();
    let unfit = table.season.taken_along(info, &[1], &Seed::from([0; 32])).unwrap_err();
    assert_eq!(
        unfit.to_string(),
        "Ann cannot take Garnets along: Garnets is a whole number from -9999 to 9999."
    );
    let trice = games.get("trice").unwrap();
    let along = table.season.taken_along(trice.info(), &[1, 2], &Seed::from([0; 32])).unwrap();
    assert!(along.taken.iter().all(|taken| taken.fields.is_empty()), "it has no such fields");
}
