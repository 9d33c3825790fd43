//! Who may know what, and when.

use super::*;
use crate::ids::{MatchId, UserId};

#[test]
fn results_are_public_once_their_episode_is_closed() {
    let mut table = Table::with(&["Ann", "Ben"]);
    table.host(result("One", vec![line(1, 3, &["token"])], false)).unwrap();
    let none = vec![("Ann".to_owned(), 0), ("Ben".to_owned(), 0)];
    let three = vec![("Ann".to_owned(), 3), ("Ben".to_owned(), 0)];
    assert_eq!(table.shown(SeasonViewer::Public), none);
    assert_eq!(table.shown(SeasonViewer::Member(1)), none, "the standings are the same for all players");
    assert_eq!(table.shown(SeasonViewer::Hosts), three);
    assert_eq!(table.season.own_book(SeasonViewer::Member(1), 1)[0].1, 3);
    assert_eq!(table.season.own_book(SeasonViewer::Member(2), 1)[0].1, 0);
    assert_eq!(table.season.history(SeasonViewer::Member(2), None), Vec::<&BookEntry>::new());
    table.host(SeasonCommand::Close(1)).unwrap();
    assert_eq!(table.shown(SeasonViewer::Public), three);
    let standings = table.season.standings(SeasonViewer::Public);
    assert_eq!(standings.lines[0].marks, ["token"]);
    assert_eq!(standings.as_of(), "after episode 1: One");
}

#[test]
fn while_a_match_is_played_nothing_public_changes() {
    let mut table = Table::with(&["Ann", "Ben", "Cleo"]);
    table.host(result("One", vec![line(1, 3, &[])], true)).unwrap();
    table.host(plan("Two", EpisodeKind::Main, Stakes::Keep)).unwrap();
    let before = table.shown(SeasonViewer::Public);
    table.program(bind(2, MatchId(7), &[1, 2, 3])).unwrap();
    let frozen = |table: &Table| {
        let public = table.season.export(SeasonViewer::Public);
        let standings = table.season.standings(SeasonViewer::Public);
        let history = table.season.history(SeasonViewer::Public, None).len();
        (standings, public.entries, public.balances, history)
    };
    let then = frozen(&table);
    assert_eq!(then.0.frozen.as_ref().map(|frozen| frozen.episode), Some(2));
    table.correct(2, 9).unwrap();
    table.host(result("A side game", vec![line(3, 4, &["out"])], true)).unwrap();
    table.host(SeasonCommand::Reverse { entry: 1, reason: "wrong".to_owned() }).unwrap();
    assert_eq!(frozen(&table), then, "neither standings, history nor file");
    assert_eq!(table.shown(SeasonViewer::Public), before);
    let hosts = [("Ann".to_owned(), 0), ("Ben".to_owned(), 9), ("Cleo".to_owned(), 4)];
    let shown = table.shown(SeasonViewer::Hosts);
    assert!(hosts.iter().all(|line| shown.contains(line)), "{shown:?}");
    // A player learns what is their own.
    assert_eq!(table.season.own_book(SeasonViewer::Member(2), 2)[0].1, 9);
    let give = SeasonCommand::Give { to: 2, counter: "garnets".to_owned(), amount: 1 };
    assert_eq!(table.ask(UserId(101), give).unwrap_err(), SeasonDenied::NoGiftsNow(2));
    // Once the match is over, everything of other episodes shows.
    table.program(SeasonCommand::Unbind(MatchId(7))).unwrap();
    let now = table.shown(SeasonViewer::Public);
    assert!(hosts.iter().all(|line| now.contains(line)), "{now:?}");
}

#[test]
fn a_host_who_plays_sees_what_every_player_sees() {
    let mut table = Table::with(&["Ann", "Ben"]);
    table.host(SeasonCommand::CoHost { user: UserId(101), hosts: true }).unwrap();
    table.host(plan("One", EpisodeKind::Main, Stakes::Keep)).unwrap();
    let ann = Actor::Person(person(UserId(101)));
    assert_eq!(table.season.viewer(&ann), SeasonViewer::Hosts);
    table.program(bind(1, MatchId(7), &[1, 2])).unwrap();
    assert_eq!(table.season.viewer(&ann), SeasonViewer::Member(1));
    let denied = table.season.check_power(&ann, SeasonPower::Books).unwrap_err();
    assert!(denied.to_string().starts_with("You play in a match"), "{denied}");
}

#[test]
fn a_counter_is_seen_by_those_who_may() {
    let mut table = Table::with(&["Ann", "Ben"]);
    for (key, seen_by) in [("opals", SeenBy::Owner), ("suspicion", SeenBy::Hosts)] {
        let (key, label) = (key.to_owned(), key.to_owned());
        let counter = Counter { key, label, seen_by, ..Counter::usual().remove(0) };
        table.host(SeasonCommand::Counter(counter)).unwrap();
    }
    table.host(correction(1, "opals", 3)).unwrap();
    table.host(correction(1, "suspicion", 5)).unwrap();
    let keys = |viewer, member| {
        let book = table.season.own_book(viewer, member).into_iter();
        book.map(|(counter, _)| counter.key.clone()).collect::<Vec<_>>()
    };
    assert_eq!(keys(SeasonViewer::Public, 1), ["garnets", "priority"]);
    assert_eq!(keys(SeasonViewer::Member(1), 1), ["garnets", "priority", "opals"]);
    assert_eq!(keys(SeasonViewer::Member(2), 1), ["garnets", "priority"]);
    assert_eq!(keys(SeasonViewer::Hosts, 1), ["garnets", "priority", "opals", "suspicion"]);
    let public = String::from_utf8(table.season.export(SeasonViewer::Public).bytes()).unwrap();
    assert!(!public.contains("opals") && !public.contains("suspicion"), "{public}");
    assert!(!public.contains("101"), "nor which account somebody has");
    let give = SeasonCommand::Give { to: 2, counter: "suspicion".to_owned(), amount: 1 };
    assert_eq!(
        table.ask(UserId(101), give).unwrap_err(),
        SeasonDenied::CannotBeGiven("suspicion".to_owned())
    );
}
