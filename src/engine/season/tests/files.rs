//! Seasons as files, and lists as people write them.

use super::*;
use crate::ids::{MatchId, UserId};

/// Returns a season with some of everything.
fn full() -> Table {
    let mut table = Table::with(&["Ann", "Ben", "Zoë \"Z\""]);
    table.host(result("One", vec![line(1, 3, &["token"]), line(2, -1, &["candidate"])], true)).unwrap();
    table.correct(3, 4).unwrap();
    table.host(SeasonCommand::Reverse { entry: 2, reason: "no token".to_owned() }).unwrap();
    let gift = SeasonCommand::Give { to: 2, counter: "garnets".to_owned(), amount: 1 };
    table.ask(UserId(101), gift).unwrap();
    table.ask(UserId(102), SeasonCommand::AnswerGift { gift: 1, accept: true }).unwrap();
    table.host(result("Two, open", vec![line(1, 5, &[])], false)).unwrap();
    table
}

#[test]
fn a_file_says_how_every_balance_comes_about() {
    let table = full();
    for viewer in [SeasonViewer::Hosts, SeasonViewer::Public, SeasonViewer::Member(1)] {
        let file = table.season.export(viewer);
        assert_eq!(file.problems(), [], "{viewer:?}");
        assert_eq!(SeasonFile::read(&file.bytes()).unwrap(), file);
    }
    let hosts = table.season.export(SeasonViewer::Hosts);
    assert_eq!(hosts.balances["garnets"].values().copied().collect::<Vec<_>>(), [7, 0, 4]);
    assert_eq!(table.season.export(SeasonViewer::Public).balances["garnets"][&1], 2);
}

#[test]
fn a_file_fills_an_empty_season() {
    let table = full();
    let file = table.season.export(SeasonViewer::Hosts);
    let mut other = Table::empty();
    other.host(SeasonCommand::Import(Box::new(file.clone()))).unwrap();
    assert_eq!(other.garnets(), table.garnets());
    assert_eq!(other.season.export(SeasonViewer::Hosts), file);
    assert_eq!(
        other.host(SeasonCommand::Import(Box::new(file.clone()))).unwrap_err(),
        SeasonDenied::NotEmpty
    );
    // What was booked from a source stays booked.
    let lines = vec![line(1, 5, &[])];
    assert!(other.host(result("Two, open", lines, false)).is_err_and(|it| it == SeasonDenied::Booked(2)));
    // Who the members are, hosts say afterwards.
    assert!(other.season.member_of(UserId(101)).is_none());
    other.host(SeasonCommand::TakeOver { member: 1, user: UserId(101), name: "Ann".to_owned() }).unwrap();
    assert_eq!(other.season.member_of(UserId(101)).unwrap().earlier, []);
    let mut wrong = file;
    wrong.balances.get_mut("garnets").unwrap().insert(1, 99);
    let denied = Table::empty().host(SeasonCommand::Import(Box::new(wrong))).unwrap_err();
    assert_eq!(
        denied.to_string(),
        "That file cannot be read into a season: Ann has 7 Garnets by the entries, and 99 by the balances."
    );
}

#[test]
fn a_match_that_was_not_over_leaves_its_episode_to_be_entered() {
    let mut table = full();
    table.host(plan("Triforce", EpisodeKind::Main, Stakes::Keep)).unwrap();
    table.program(bind(3, MatchId(7), &[1, 2])).unwrap();
    let file = table.season.export(SeasonViewer::Hosts);
    assert_eq!(file.episodes[2].game, Some(FileMatch { id: MatchId(7), record_sha256: None }));
    let mut other = Table::empty();
    other.host(SeasonCommand::Import(Box::new(file.clone()))).unwrap();
    let mut imported = other.season.export(SeasonViewer::Hosts);
    assert_eq!(imported.entries, file.entries);
    assert_eq!((imported.episodes[2].state, imported.episodes.remove(2).game), (EpisodeState::Planned, None));
    assert_eq!(imported.episodes, file.episodes[..2]);
    let (target, lines) = (ResultTarget::Planned(3), vec![line(1, 1, &[])]);
    other.host(SeasonCommand::Result { target, lines, close: true }).unwrap();
    assert_eq!(other.garnets(), [8, 0, 4]);
}

/// A change of a file, and its name.
type Tampering = (&'static str, fn(&mut SeasonFile));

#[test]
fn whatever_is_changed_in_a_file_is_found() {
    let file = full().season.export(SeasonViewer::Hosts);
    let changes: [Tampering; 18] = [
        ("delta", |file| file.entries[0].delta = Some(4)),
        ("zero", |file| file.entries[0].delta = Some(0)),
        ("too much", |file| file.entries[0].delta = Some(i64::MIN)),
        ("member", |file| file.entries[0].member = 9),
        ("order", |file| file.entries.swap(0, 1)),
        ("gone", |file| drop(file.entries.remove(0))),
        ("again", |file| {
            let again = FileEntry { seq: 99, ..file.entries[0].clone() };
            file.entries.push(again);
        }),
        ("counter", |file| file.entries[0].counter = Some("rubies".to_owned())),
        ("kind", |file| file.entries[0].mark = Some("token".to_owned())),
        ("episode", |file| file.entries[0].episode = Some(7)),
        ("reversal", |file| file.entries.iter_mut().for_each(|it| it.reverses = it.reverses.map(|_| 1))),
        ("start", |file| file.counters[0].start = 1),
        ("balances", |file| drop(file.balances.remove("garnets"))),
        ("stray", |file| {
            file.balances.entry("garnets".to_owned()).or_default().insert(44, 0);
        }),
        ("name", |file| file.cast[1].name = "ANN".to_owned()),
        ("author", |file| file.entries[0].by = "nobody".to_owned()),
        ("status", |file| {
            file.entries.push(FileEntry {
                seq: 99,
                counter: None,
                delta: None,
                mark: Some("out".to_owned()),
                ..file.entries[0].clone()
            });
        }),
        ("too large", |file| {
            let source = |key: i64| Source { kind: SourceKind::Host, key: key.to_string() };
            // It comes back to what everyone has, and no number can hold what there is in between.
            for n in 0..2_400 {
                let (seq, delta) = (100 + n, Some(if n < 1_200 { MAX_AMOUNT } else { -MAX_AMOUNT }));
                file.entries.push(FileEntry { seq, delta, source: source(n), ..file.entries[0].clone() });
            }
        }),
    ];
    for (what, change) in changes {
        let mut changed = file.clone();
        change(&mut changed);
        let problems = changed.problems();
        assert!(!problems.is_empty(), "{what}");
        assert!(problems.iter().all(|it| !it.to_string().contains('\n')), "{problems:?}");
        assert!(Table::empty().host(SeasonCommand::Import(Box::new(changed))).is_err(), "{what}");
    }
    let mut large = file;
    let source = Source { kind: SourceKind::Host, key: "large".to_owned() };
    large.entries.push(FileEntry { seq: 99, delta: Some(MAX_AMOUNT), source, ..large.entries[0].clone() });
    *large.balances.get_mut("garnets").unwrap().get_mut(&1).unwrap() += MAX_AMOUNT;
    assert_eq!(large.problems(), []);
    let denied = Table::empty().host(SeasonCommand::Import(Box::new(large))).unwrap_err().to_string();
    assert!(denied.contains("Ann has more Garnets, or owes more, than can be counted"), "{denied}");
}

#[test]
fn what_is_no_season_is_refused_in_one_line() {
    for (text, expected) in [
        ("", "not JSON"),
        ("[]", "format: nothing"),
        ("{}", "format: nothing"),
        (r#"{"format": "trigon-record/1"}"#, "format: \"trigon-record/1\""),
        (r#"{"format": "trigon-season/1"}"#, "missing field"),
        (r#"{"format": "trigon-season/1", "title": "x", "counters": [{"key": 3}]}"#, "counters[0].key"),
    ] {
        let error = SeasonFile::read(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(expected) && !error.contains('\n'), "{text}: {error}");
    }
}

#[test]
fn results_are_read_as_people_write_them() {
    let table = Table::with(&["Ann", "Ben", "Cleo"]);
    let expected = vec![
        ResultLine {
            member: 1,
            deltas: vec![("garnets".to_owned(), 3), ("priority".to_owned(), -1)],
            marks: vec!["token".to_owned()],
            rank: Some(1),
            reason: Some("won it".to_owned()),
        },
        ResultLine { member: 2, ..line(2, -2, &["candidate"]) },
        ResultLine { member: 3, ..ResultLine::default() },
    ];
    let lists = [
        (
            ListFormat::Lines,
            "Ann: +3 garnets, Token, −1 priority, rank 1 (won it)\n\nben : -2 Garnets; candidate\nCleo:",
        ),
        (
            ListFormat::Csv,
            "\u{feff}name,garnets,priority,marks,rank,reason\nAnn,3,-1,token,1,\"won it\"\nBen,-2,,candidate,,\nCleo,,,,,\n",
        ),
        (
            ListFormat::Csv,
            "Name;Garnets;Priority;Marks;Rank;Reason\nAnn;+3;-1;token;1;won it\nBen;-2;0;candidate\nCleo",
        ),
        (
            ListFormat::Json,
            r#"[{"name": "Ann", "garnets": 3, "priority": -1, "marks": ["token"], "rank": 1, "reason": "won it"},
                {"name": "Ben", "garnets": -2, "marks": "candidate"}, {"name": "Cleo", "rank": null}]"#,
        ),
    ];
    for (format, text) in lists {
        assert_eq!(ListFormat::of(text), format, "{text}");
        assert_eq!(read_results(&table.season, text, format).unwrap(), expected, "{text}");
    }
    assert_eq!(table.season.form(), "Ann: \nBen: \nCleo: ");
}

#[test]
fn a_list_says_what_is_wrong_in_which_line() {
    let table = Table::with(&["Ann", "Ben"]);
    for (text, expected) in [
        ("", "The list is empty: it has one line for each person, such as `Ann: +3 garnets, token`."),
        ("Ann +3", "Line 1 has no name: write `Ann: +3 garnets`."),
        ("Bob: +3 garnets", "Line 1: nobody in the cast is called “Bob”."),
        ("Ann: +3 garnets\nAnn: +1 garnets", "Ann is in lines 1 and 2: put both into one line."),
        (
            "Ann: tokne",
            "Line 1: “tokne” is neither an amount such as `+3 garnets`, a mark such as `token`, nor `rank 2`.",
        ),
        ("Ann: +3 garnets, 2 garnets", "Line 1 has Garnets twice."),
        ("Ann: rank 0", "Line 1: “0” is no place: it is a whole number from 1."),
        (
            "Ann: 99999999999999999999 garnets",
            "Line 1: “99999999999999999999” is no amount: it is a whole number, at most 9007199254740991 up or down.",
        ),
    ] {
        let problems = read_results(&table.season, text, ListFormat::Lines).unwrap_err();
        assert_eq!(problems[0].to_string(), expected);
    }
    let column = read_results(&table.season, "name,rubies\nAnn,3\n", ListFormat::Csv).unwrap_err();
    assert_eq!(
        column[0].to_string(),
        "The column “rubies” is unknown: there are name, garnets, priority, marks, rank and reason."
    );
    assert!(read_results(&table.season, "[{]", ListFormat::Json).is_err());
}

fn listed(lines: usize, line: impl Fn(usize) -> String) -> String {
    (0..lines).map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn ten_thousand_lines_are_read_or_refused_with_a_few_sentences() {
    let mut table = Table::with(&["Ann", "Ben"]);
    let lines = listed(10_000, |n| format!("P{n}: +1 garnets"));
    let problems = read_results(&table.season, &lines, ListFormat::Lines).unwrap_err();
    assert_eq!(problems.len(), 6);
    assert_eq!(problems[5], ListProblem::More(9_995));
    let csv = format!("name,garnets\n{}", "Ann,1\n".repeat(10_000));
    let problems = read_results(&table.season, &csv, ListFormat::Csv).unwrap_err();
    assert_eq!((problems.len(), &problems[5]), (6, &ListProblem::More(9_994)));
    let names = listed(400, |n| format!("P{n}"));
    table.host(SeasonCommand::Cast(read_cast(&names).unwrap())).unwrap();
    let lines = listed(400, |n| format!("P{n}: +{} garnets, token", n + 1));
    let lines = read_results(&table.season, &lines, ListFormat::Lines).unwrap();
    table.host(result("All", lines, true)).unwrap();
    assert_eq!(table.season.entries.len(), 800);
    // A file of 10,000 entries is read, and checked.
    let mut file = table.season.export(SeasonViewer::Hosts);
    let one = file.entries[0].clone();
    for n in 0..9_200 {
        let source = Source { kind: SourceKind::Host, key: n.to_string() };
        file.entries.push(FileEntry { seq: 801 + n, delta: Some(1), source, ..one.clone() });
    }
    *file.balances.get_mut("garnets").unwrap().get_mut(&one.member).unwrap() += 9_200;
    assert_eq!((file.entries.len(), file.problems()), (10_000, Vec::new()));
    let mut other = Table::empty();
    other.host(SeasonCommand::Import(Box::new(file))).unwrap();
    assert_eq!(other.season.entries.len(), 10_000);
    other.correct(1, 1).unwrap();
    assert_eq!(read_cast(&"Ann\n".repeat(10_000)).unwrap_err().len(), 6);
}

#[test]
fn standings_are_text_and_a_picture() {
    let table = full();
    let standings = table.season.standings(SeasonViewer::Hosts);
    assert_eq!(
        standings.text(),
        "Code Red, after episode 2: Two, open\n\n\
         Name     Garnets  Priority  Status\n\
         Ann            7         0\n\
         Zoë \"Z\"        4         0\n\
         Ben            0         0\n"
    );
    let scene = standings.scene();
    assert!(scene.description.contains("Ann: Garnets 7, Priority 0"), "{}", scene.description);
    assert!(scene.shapes.len() > 10 && scene.height > 200.0);
}
