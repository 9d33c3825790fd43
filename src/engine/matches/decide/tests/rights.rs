//! Who may give which command, cell by cell: also those who have lent a seat, play for somebody, stand by, or have no seat any
//! more.

use super::*;
use crate::matches::onlookers::Readers;

/// Returns someone in each role, in the order of the columns.
fn people() -> Vec<(&'static str, Actor)> {
    let person = |user_id| Person { user_id, guild_id: Some(10), guild_host: false, request: None };
    let hosts = |user_id| Person { guild_host: true, ..person(user_id) };
    let actor = |person| Actor::Person(person);
    vec![
        ("player", actor(person(101))),
        ("host", actor(person(HOST))),
        ("player who hosts the server", actor(hosts(106))),
        ("host of the server", actor(hosts(98))),
        ("stranger", actor(person(99))),
        ("clock", Actor::Clock),
        ("host from another server", actor(Person { guild_id: Some(11), ..person(HOST) })),
        ("has lent a seat", actor(person(102))),
        ("plays for a time", actor(person(201))),
        ("alternate", actor(person(202))),
        ("was replaced", actor(person(103))),
        ("has left in secret", actor(person(104))),
        ("a computed player fills in", actor(person(105))),
    ]
}

/// A match of rounds in which all of them are.
fn match_with_everyone() -> Table {
    let usual = terms("triforce-building", 0);
    let limits = Some(Limits { shorten: true, ..Limits::USUAL });
    let terms = Terms { strikes: 1, autopilot: Some(1), early: true, limits, ..usual };
    let mut table = Table::open_with("triforce-building", terms);
    for seat in [1, 2, 3, 4, 6, 7].map(Seat::new) {
        table.act(seat, 0).unwrap();
    }
    table.wait(24 * HOUR);
    assert!(table.game.is_on_autopilot(Seat::new(5)));
    let name = || "New".to_owned();
    let handover = Command::Handover {
        player: 103,
        user: 203,
        name: name(),
        back_in: None,
        has_left: false,
        since: None,
    };
    table.give(HOST, handover).unwrap();
    let third = Command::AnswerHandover { seat: Seat::new(3), accept: true };
    table.give(103, third.clone()).unwrap();
    table.give(203, third).unwrap();
    table.give(102, Command::Lend { user: 201, name: name(), time: 9 * HOUR, since: None }).unwrap();
    table.give(201, Command::AnswerHandover { seat: Seat::new(2), accept: true }).unwrap();
    table.give(202, Command::StandBy { name: name(), since: None }).unwrap();
    table.give(104, Command::Leave).unwrap();
    table
}

/// Returns whether a command was not refused because of who gave it.
fn is_theirs(done: &Result<Decision, Denied>) -> bool {
    !matches!(
        done,
        Err(Denied::NotAllowed { .. }
            | Denied::NoSeat(_)
            | Denied::NotAsked(_)
            | Denied::NotLent(_)
            | Denied::NoAlternate(_)
            | Denied::HeldASeat(_)
            | Denied::HostsIt(_)
            | Denied::AlreadySeated(_)
            | Denied::AlreadyAlternate(_)
            | Denied::Lent
            | Denied::NeedsConsent(_))
    )
}

#[test]
fn every_command_is_for_those_whom_the_table_says() {
    let table = match_with_everyone();
    let game = &table.game;
    let session = game.session.as_ref().unwrap();
    let stay = session.parse("move -").unwrap();
    let name = || "New".to_owned();
    let line = |user_id| RosterEntry { user_id, name: name(), renames: false, fields: Values::default() };
    let mut priority = Values::default();
    priority.set("priority", Value::Number(1));
    let timer = game.timers[0];
    let rows: Vec<(&str, Command)> = vec![
        ("leave", Command::Leave),
        ("stand by", Command::StandBy { name: name(), since: None }),
        ("stand down", Command::StandDown),
        ("take a free seat", Command::AnswerHandover { seat: Seat::new(5), accept: true }),
        ("come back", Command::Return),
        ("lend", Command::Lend { user: 206, name: name(), time: 5 * HOUR, since: None }),
        ("act", Command::Act(Act::new(stay.clone()))),
        ("ready", Command::Ready { ready: true, pad: None }),
        ("ahead", Command::Ahead(vec![stay.clone()])),
        ("away", Command::Away { after: HOUR, time: 5 * HOUR }),
        ("seat", Command::Seat(line(206))),
        ("unseat", Command::Unseat(107)),
        (
            "replace",
            Command::Handover {
                player: 107,
                user: 206,
                name: name(),
                back_in: None,
                has_left: false,
                since: None,
            },
        ),
        ("correct", Command::Correct { user: 101, fields: priority, reason: "A slip.".to_owned() }),
        ("extend", Command::Extend(5)),
        ("shorten", Command::Extend(-5)),
        ("pause", Command::Pause),
        ("propose", Command::Propose(Proposal::Pause)),
        ("remind", Command::Remind),
        ("end the phase", Command::EndPhase),
        ("undo", Command::Rewind(game.question)),
        ("co-host", Command::CoHost { user: 98, hosts: true }),
        ("look", Command::Look),
        ("onlookers", Command::Spectators(Some(9))),
        ("roles", Command::Roles(None)),
        ("event", Command::Event(true)),
        ("quiet hours", Command::Quiet(None)),
        ("repost", Command::Repost),
        ("ring", Command::Ring(timer)),
        ("read by", Command::Onlookers { readers: Readers::Only(Vec::new()), checked: Vec::new() }),
        ("cancel", Command::Cancel),
        ("publish", Command::Publish),
    ];
    let mut found = String::new();
    for (name, command) in &rows {
        let theirs = |(_, actor): (&str, Actor)| is_theirs(&decide(game, &actor, command, table.now));
        let cells: String = people().into_iter().map(|who| if theirs(who) { 'Y' } else { '·' }).collect();
        found.push_str(&format!("{name:18}{cells}\n"));
    }
    assert_eq!(found, CELLS, "\n{found}");
}

/// A row for each command, and a column for each of the [`people`], in their order: `Y` if the command is not refused because
/// of who gives it.
const CELLS: &str = "\
leave             Y·Y····YY····
stand by          ···YY········
stand down        ·········Y···
take a free seat  ·········Y···
come back         ·······Y····Y
lend              Y·Y··········
act               Y·Y·····Y····
ready             Y·Y·····Y····
ahead             Y·Y·····Y····
away              Y·Y·····Y····
seat              ·YYY·········
unseat            ·YYY·········
replace           ·YYY·········
correct           ·YYY·········
extend            ·Y·Y·········
shorten           ·Y·Y·········
pause             ·Y·Y·········
propose           ·YYY·········
remind            ·YYY·········
end the phase     ·Y·Y·········
undo              ·Y·Y·········
co-host           ·Y···········
look              ·Y···········
onlookers         ·Y···········
roles             ·YYY·········
event             ·YYY·········
quiet hours       ·YYY·········
repost            YYYYY··YYYYYY
ring              ·····Y·······
read by           ·····Y·······
cancel            ·YYY·········
publish           ·Y···········
";
