//! Who may give which command in which stage of a match, and who sees what, cell by cell: also those who have lent a seat, play
//! for somebody, stand by, held a seat, looked at secrets, or were named by a host who plays.
//!
//! The cells are in `rights.txt`, and the tables for people in `docs/trust.md` are made from the same decisions. After a change
//! on purpose, `TRIGON_WRITE=1 cargo test --lib rights` writes both anew: read the difference.

use std::path::Path;

use super::*;
use crate::ids::{ChannelId, GuildId, RoleId, UserId};
use crate::matches::model::onlookers::Readers;
use crate::matches::model::role::{Power, Role};
use trigon_rules::games::Viewer;

fn person(user_id: UserId) -> Person {
    Person { user_id, guild_id: Some(GuildId(10)), guild_host: false, request: None }
}

fn moderator(user_id: UserId) -> Person {
    Person { guild_host: true, ..person(user_id) }
}

/// Returns somebody of each kind, in the order of the columns.
fn people() -> Vec<(&'static str, Actor)> {
    let actor = |person| Actor::Person(person);
    vec![
        ("player", actor(person(UserId(101)))),
        ("host", actor(person(HOST))),
        ("player who hosts the server", actor(moderator(UserId(106)))),
        ("co-host who plays", actor(person(UserId(107)))),
        ("co-host who was replaced", actor(person(UserId(103)))),
        ("co-host who has left in secret", actor(person(UserId(104)))),
        ("co-host named by one who plays", actor(person(UserId(302)))),
        ("host of the server", actor(moderator(UserId(98)))),
        ("host of the server who was replaced", actor(moderator(UserId(103)))),
        ("stranger", actor(person(UserId(99)))),
        ("clock", Actor::Clock),
        ("host from another server", actor(Person { guild_id: Some(GuildId(11)), ..person(HOST) })),
        ("has lent a seat", actor(person(UserId(102)))),
        ("plays for a time", actor(person(UserId(201)))),
        ("alternate", actor(person(UserId(202)))),
        ("a computed player fills in", actor(person(UserId(105)))),
        ("has looked", actor(person(UserId(303)))),
        ("could have read", actor(person(UserId(304)))),
    ]
}

fn rounds() -> Terms {
    let limits = Some(Limits { shorten: true, ..Limits::USUAL });
    let co_hosts = [107, 103, 104, 303].map(UserId).to_vec();
    Terms { strikes: 1, autopilot: Some(1), early: true, limits, co_hosts, ..terms("triforce-building", 0) }
}

/// A match of rounds in which all of them are.
fn match_with_everyone() -> Table {
    let mut table = Table::open_with("triforce-building", rounds());
    table.give(UserId(303), Command::Look).unwrap();
    table.give(HOST, Command::CoHost { user: UserId(303), hosts: false }).unwrap();
    // Earlier versions let a host who plays name another one alone.
    let named = |game: &mut Match| {
        game.terms.co_hosts.push(UserId(302));
        game.note(By::Host, Some(UserId(107)), NOON, Control::CoHost(UserId(302))).unwrap();
    };
    named(&mut table.game);
    let read = Command::Onlookers {
        channel: ChannelId(9),
        readers: Readers::only(vec![UserId(304)]),
        checked: table.game.possible_players(),
    };
    table.give_as(&Actor::Clock, &read).unwrap();
    for seat in [1, 2, 3, 4, 6, 7].map(Seat::new) {
        table.act(seat, 0).unwrap();
    }
    // Round 1 lasts longer, so that somebody can take over from seat 5.
    table.wait(40 * HOUR);
    assert!(table.game.is_on_autopilot(Seat::new(5)) && table.game.question.number == 1);
    let name = || "New".to_owned();
    let handover = Command::Handover {
        player: UserId(103),
        user: UserId(203),
        name: name(),
        back_in: None,
        has_left: false,
        since: None,
        reason: None,
    };
    table.give(HOST, handover).unwrap();
    let third = Command::AnswerHandover { seat: Seat::new(3), number: None, accept: true };
    table.give(UserId(103), third.clone()).unwrap();
    table.give(UserId(203), third).unwrap();
    table
        .give(UserId(102), Command::Lend { user: UserId(201), name: name(), time: 9 * HOUR, since: None })
        .unwrap();
    table
        .give(UserId(201), Command::AnswerHandover { seat: Seat::new(2), number: None, accept: true })
        .unwrap();
    table.give(UserId(202), Command::StandBy { name: name(), since: None }).unwrap();
    table.give(UserId(104), Command::Leave).unwrap();
    table
}

/// Returns the match in each of its stages.
fn stages() -> Vec<(&'static str, Table)> {
    let line = |n: i64| RosterEntry {
        user_id: UserId(100 + n),
        name: format!("Player {n}"),
        ..RosterEntry::default()
    };
    let mut sign_up = Table::announce("triforce-building", rounds(), NOON);
    sign_up.give(HOST, Command::Roster((1..=6).map(line).collect())).unwrap();
    let mut pregame = Table::announce("triforce-building", Terms { pregame_hours: 24, ..rounds() }, NOON);
    pregame.give(HOST, Command::Roster((1..=7).map(line).collect())).unwrap();
    pregame.give(HOST, Command::Start).unwrap();
    let mut cancelled = match_with_everyone();
    cancelled.give(HOST, Command::Cancel).unwrap();
    let mut published = match_with_everyone();
    published.give(HOST, Command::Cancel).unwrap();
    published.give(HOST, Command::Publish).unwrap();
    let mut over = match_with_everyone();
    while over.game.is_going_on() {
        over.give(HOST, Command::EndPhase).unwrap();
    }
    vec![
        ("sign-up", sign_up),
        ("pregame", pregame),
        ("played", match_with_everyone()),
        ("cancelled", cancelled),
        ("published", published),
        ("over", over),
    ]
}

/// Returns one command of each kind.
fn commands(game: &Match) -> Vec<(&'static str, Command)> {
    let name = || "New".to_owned();
    let line = |user_id| RosterEntry { user_id, name: name(), renames: false, fields: Values::default() };
    let mut priority = Values::default();
    priority.set("priority", Value::Number(5));
    let mut rows = vec![
        ("join", Command::Join(name())),
        ("leave", Command::Leave),
        ("stand by", Command::StandBy { name: name(), since: None }),
        ("stand down", Command::StandDown),
        ("take a free seat", Command::AnswerHandover { seat: Seat::new(5), number: None, accept: true }),
        ("come back", Command::Return),
        ("lend", Command::Lend { user: UserId(206), name: name(), time: 5 * HOUR, since: None }),
        ("ready", Command::Ready { ready: true, pad: None }),
        ("away", Command::Away { after: HOUR, time: 5 * HOUR }),
        ("seat", Command::Seat(line(UserId(206)))),
        ("swap", Command::Swap { user: UserId(101), key: "priority".to_owned(), place: 2 }),
        ("unseat", Command::Unseat { user: UserId(101), reason: None }),
        (
            "replace",
            Command::Handover {
                player: UserId(101),
                user: UserId(206),
                name: name(),
                back_in: None,
                has_left: false,
                since: None,
                reason: None,
            },
        ),
        ("start", Command::Start),
        ("correct", Command::Correct { user: UserId(101), fields: priority, reason: "A slip.".to_owned() }),
        ("extend", Command::Extend(5)),
        ("shorten", Command::Extend(-5)),
        ("pause", Command::Pause),
        ("propose", Command::Propose(Proposal::Pause)),
        ("remind", Command::Remind),
        ("end the phase", Command::EndPhase),
        ("undo", Command::Rewind(game.question)),
        ("co-host", Command::CoHost { user: UserId(97), hosts: true }),
        ("dismiss", Command::CoHost { user: UserId(107), hosts: false }),
        ("look", Command::Look),
        ("onlookers", Command::Spectators(Some(ChannelId(9)))),
        (
            "roles",
            Command::Roles(Some(crate::matches::model::server_roles::Roles {
                in_play: Some(RoleId(1)),
                out: None,
            })),
        ),
        ("event", Command::Event(true)),
        ("move", Command::Move(ChannelId(21))),
        ("quiet hours", Command::Quiet(Some("23-8 UTC".parse().unwrap()))),
        ("limits", Command::Limit(None)),
        ("terms", Command::Amend(vec![crate::matches::model::amendment::Amendment::Pregame(5)])),
        ("repost", Command::Repost),
        (
            "read by",
            Command::Onlookers {
                channel: ChannelId(9),
                readers: Readers::only(vec![UserId(5)]),
                checked: game.possible_players(),
            },
        ),
        ("let in", Command::LetIn(Readers::only(vec![UserId(6)]))),
        ("cancel", Command::Cancel),
        ("publish", Command::Publish),
    ];
    if let Some(stay) = game.session.as_ref().and_then(|session| session.parse("move -").ok()) {
        rows.push(("act", Command::Act(Act::new(stay.clone()))));
        rows.push(("ahead", Command::Ahead(vec![stay])));
    }
    rows.extend(game.timers.first().map(|timer| ("ring", Command::Ring(*timer))));
    rows
}

/// How a command ends for somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cell {
    /// It is not theirs to give.
    Refused,
    /// All players are asked.
    Asks,
    /// It is done, or it is refused for another reason than who gave it.
    Theirs,
}

impl Cell {
    fn of(game: &Match, actor: &Actor, command: &Command, now: Millis) -> Self {
        match decide(game, actor, command, now) {
            Ok(done)
                if done.after.proposal() != game.proposal() && !matches!(command, Command::Propose(_)) =>
            {
                Self::Asks
            }
            Err(Denied::NeedsConsent(_)) => Self::Asks,
            Err(
                Denied::NotAllowed { .. }
                | Denied::NoSeat(_)
                | Denied::NotAsked(_)
                | Denied::NotLent(_)
                | Denied::NoAlternate(_)
                | Denied::HeldASeat(_)
                | Denied::HostsIt(_)
                | Denied::HasLooked(_)
                | Denied::TookOut(_)
                | Denied::HasRead(_)
                | Denied::MayHaveRead(_)
                | Denied::NotYoursToDismiss(_)
                | Denied::AlreadySeated(_)
                | Denied::AlreadyAlternate(_)
                | Denied::Lent,
            ) => Self::Refused,
            _ => Self::Theirs,
        }
    }

    fn sign(self) -> char {
        match self {
            Self::Refused => '·',
            Self::Asks => 'a',
            Self::Theirs => 'Y',
        }
    }
}

/// Compares a text with a file, or writes it if that is asked for.
fn assert_file(path: &str, expected: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    if known != expected && std::env::var_os("TRIGON_WRITE").is_some() {
        return std::fs::write(&path, expected).unwrap();
    }
    assert!(known == expected, "{} is not what is decided:\n{expected}", path.display());
}

#[test]
fn every_command_is_for_those_whom_the_table_says_in_every_stage() {
    let mut found =
        String::from("Columns, from the left (Y: theirs, a: all players are asked, ·: refused):\n");
    for (place, (who, _)) in (1..).zip(people()) {
        found.push_str(&format!("{place:2} {who}\n"));
    }
    for (stage, table) in stages() {
        found.push_str(&format!("\n{stage}\n"));
        for (name, command) in commands(&table.game) {
            let cell = |(_, actor)| Cell::of(&table.game, &actor, &command, table.now).sign();
            let cells: String = people().into_iter().map(cell).collect();
            found.push_str(&format!("{name:17} {cells}\n"));
        }
    }
    assert_file("matches/decide/tests/rights.txt", &found);
}

#[test]
fn nobody_who_plays_has_played_or_was_named_by_such_a_person_sees_secrets_before_everybody_may() {
    for (stage, table) in stages() {
        for (who, actor) in people() {
            let Actor::Person(person) = actor else { continue };
            let sees = person.check_power(Power::Secrets, &table.game).is_ok();
            let is_host = person.user_id == HOST && person.guild_id == Some(GuildId(10));
            let has_begun = table.game.session.is_some();
            if !table.game.is_disclosed() && has_begun {
                assert_eq!(sees, is_host, "{who}, {stage}");
            }
            if person.role(&table.game).has_a_stake() {
                assert!(table.game.is_disclosed() || !sees, "{who}, {stage}");
            }
        }
    }
}

/// What somebody sees of a match, in the words of `docs/trust.md`.
fn sight(game: &Match, person: &Person) -> &'static str {
    match person.viewer(game) {
        Viewer::Afterwards => "everything",
        _ if person.check_power(Power::Secrets, game).is_ok()
            && game.session.is_some()
            && !game.is_disclosed() =>
        {
            "everything; the log notes each look"
        }
        Viewer::Seat(_) => "what is public, and their own seat",
        _ => "what is public",
    }
}

#[test]
fn the_tables_for_people_say_what_is_decided() {
    let shown = [
        ("a player", person(UserId(101))),
        ("a host who has never played", person(HOST)),
        ("a host who plays or has played", person(UserId(107))),
        ("a host named by one who plays", person(UserId(302))),
        ("Manage Server or the host role", moderator(UserId(98))),
        ("anybody else", person(UserId(99))),
    ];
    let head = |first: &str| {
        let names: Vec<&str> = shown.iter().map(|(name, _)| *name).collect();
        format!("| {first} | {} |\n|{}\n", names.join(" | "), "---|".repeat(names.len() + 1))
    };
    let labels = [
        ("look", "sees positions, answers and the record"),
        ("onlookers", "chooses the channel for onlookers"),
        ("remind", "reminds those who are silent (in private)"),
        ("extend", "gives more time, within the limits"),
        ("shorten", "shortens a round, if the limits allow it"),
        ("end the phase", "ends a round early, if the limits allow it"),
        ("pause", "stops the clock"),
        ("undo", "undoes a round"),
        ("correct", "corrects the roster once a round has ended"),
        ("unseat", "takes a player out"),
        ("replace", "asks somebody else to take over a seat"),
        ("co-host", "names a host, while a host plays"),
        ("roles", "has roles of the server given to players"),
        ("move", "moves the match to another channel"),
        ("cancel", "cancels the match"),
        ("publish", "publishes a cancelled match"),
    ];
    let stages = stages();
    let of = |stage: &str| &stages.iter().find(|(name, _)| *name == stage).unwrap().1;
    let mut may = head("while the match is being played");
    for (name, label) in labels {
        let table = of(if name == "publish" { "cancelled" } else { "played" });
        let command = commands(&table.game).into_iter().find(|(known, _)| *known == name).unwrap().1;
        let cell = |(_, person): &(&str, Person)| match Cell::of(
            &table.game,
            &Actor::Person(*person),
            &command,
            table.now,
        ) {
            Cell::Refused
                if matches!(command, Command::EndPhase | Command::Extend(_) | Command::Rewind(_)) =>
            {
                // What they may not do alone, hosts can propose.
                let proposes = person.check_power(Power::Time, &table.game).is_ok();
                if proposes { "asks all players" } else { "–" }
            }
            Cell::Refused => "–",
            Cell::Asks => "asks all players",
            Cell::Theirs => "alone",
        };
        let cells: Vec<&str> = shown.iter().map(cell).collect();
        may.push_str(&format!("| {label} | {} |\n", cells.join(" | ")));
    }
    let mut sees = head("when");
    for (stage, label) in [
        ("sign-up", "during the sign-up"),
        ("pregame", "during the pregame"),
        ("played", "while it is played"),
        ("cancelled", "once it is cancelled"),
        ("published", "once a cancelled match is published"),
        ("over", "once it is over"),
    ] {
        let cell = |(_, person): &(&str, Person)| sight(&of(stage).game, person);
        let cells: Vec<&str> = shown.iter().map(cell).collect();
        sees.push_str(&format!("| {label} | {} |\n", cells.join(" | ")));
    }
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/trust.md");
    let mut text = std::fs::read_to_string(page).unwrap();
    for (mark, table) in [("sees", sees), ("may", may)] {
        let (begin, end) = (format!("<!-- {mark} -->\n"), format!("<!-- end of {mark} -->\n"));
        let from = text.find(&begin).unwrap() + begin.len();
        let to = text.find(&end).unwrap();
        text.replace_range(from..to, &table);
    }
    assert_file("../../docs/trust.md", &text);
}

#[test]
fn a_host_named_while_the_roster_is_open_or_with_everyones_consent_is_a_host_like_any_other() {
    let role = |table: &Table, user| person(user).role(&table.game);
    let mut table = Table::announce("triforce-building", rounds(), NOON);
    let line = |n: i64| RosterEntry {
        user_id: UserId(100 + n),
        name: format!("Player {n}"),
        ..RosterEntry::default()
    };
    table.give(HOST, Command::Roster((1..=7).map(line).collect())).unwrap();
    table.give(UserId(107), Command::CoHost { user: UserId(301), hosts: true }).unwrap();
    table.give(HOST, Command::Start).unwrap();
    assert_eq!(role(&table, UserId(301)), Role::Host, "everybody could read it before the roster was fixed");
    // While a host plays, no host can bring in another one alone, whether or not they play themselves.
    for by in [HOST, UserId(107)] {
        table.give(by, Command::CoHost { user: UserId(302), hosts: true }).unwrap();
        assert_eq!(role(&table, UserId(302)), Role::Stranger);
        let number = table.game.proposal().unwrap().number;
        table.give(UserId(101), Command::Consent { number, agree: false }).unwrap();
    }
    table.give(UserId(107), Command::CoHost { user: UserId(302), hosts: true }).unwrap();
    let number = table.game.proposal().unwrap().number;
    for seat in table.game.voters().into_iter().filter(|seat| seat.number() != 7) {
        table.give(UserId(100 + i64::from(seat.number())), Command::Consent { number, agree: true }).unwrap();
    }
    assert_eq!((role(&table, UserId(302)), table.game.proposal()), (Role::Host, None));
    // Whom a host without a stake could have named, the same host may not name alone once somebody who hosts plays.
    assert_eq!(role(&table, UserId(107)), Role::PlayingHost);
}
