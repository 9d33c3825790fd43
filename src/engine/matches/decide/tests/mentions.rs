//! Whatever somebody does again and again, nobody else is mentioned or written to without end.

use super::*;
use crate::ids::{GuildId, MatchId, UserId};
use crate::matches::decide::command::Act;
use crate::matches::model::amendment::Amendment;
use crate::matches::model::question::QuestionId;

/// How a command can reach other people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// It mentions nobody and writes to nobody, or only to the person who gives it.
    Nobody,
    /// What it does is playing on, which cannot go on without end.
    Progress,
    /// It can be given again and again: see the [`Case`] of this name.
    Bound(&'static str),
}

/// Says how each command can reach others. A new command has to be added here.
fn reach(command: &Command) -> Reach {
    use Reach::{Bound, Nobody, Progress};
    match command {
        // A sign-up is one message, which is edited.
        Command::Join(_)
        | Command::OpenSignup { .. }
        | Command::Autopilot(_)
        | Command::Ahead(_)
        | Command::Repost
        | Command::Look
        // Posts in the channel that mention nobody.
        | Command::Quiet(_)
        | Command::Roles(_)
        | Command::Event(_)
        | Command::Spectators(_)
        | Command::Move(_)
        // A word can be added once, and what the clock does is not up to anybody.
        | Command::AddWord(_)
        | Command::Beacon(_)
        | Command::Onlookers { .. }
        | Command::LetIn(_) => Nobody,
        Command::Start
        | Command::Act(_)
        | Command::Think { .. }
        | Command::Resign
        | Command::Claim
        | Command::Ring(_)
        | Command::RingFor { .. }
        | Command::RingWith { .. }
        | Command::MakeUp { .. }
        | Command::Cancel
        | Command::Publish => Progress,
        Command::Leave | Command::StandBy { .. } | Command::StandDown => Bound("alternates"),
        Command::Seat(_) | Command::Swap { .. } | Command::Unseat { .. } | Command::Roster(_) => Bound("roster"),
        Command::Handover { .. } => Bound("replace"),
        Command::Lend { .. } | Command::Return | Command::AnswerHandover { .. } => Bound("lend"),
        Command::Limit(_) => Bound("limits"),
        Command::Amend(_) => Bound("terms"),
        Command::Offer(_) | Command::Answer { .. } => Bound("offers"),
        Command::Away { .. } | Command::Back => Bound("away"),
        Command::Propose(_) | Command::Consent { .. } | Command::Withdraw(_) => Bound("proposals"),
        Command::Correct { .. } => Bound("corrections"),
        Command::Ready { .. } => Bound("ready"),
        Command::Nudge => Bound("nudge"),
        Command::EndPhase | Command::Rewind(_) => Bound("undo"),
        Command::CoHost { .. } => Bound("co-hosts"),
        Command::Remind => Bound("remind"),
        Command::Pause | Command::Resume | Command::Extend(_) => Bound("clock"),
    }
}

/// Returns whether a message in the channel mentions anybody.
fn mentions(notice: &Notice) -> bool {
    match notice {
        Notice::Roster { joined, left, changed, quiet } => {
            joined.len() + left.len() + changed.len() > quiet.len()
        }
        Notice::Handover { .. }
        | Notice::SeatFree { .. }
        | Notice::CoHost { .. }
        | Notice::MovedUp { .. }
        | Notice::Tenure { .. }
        | Notice::Offered { .. }
        | Notice::Proposed { .. }
        | Notice::Limits
        | Notice::Amended { .. }
        | Notice::News { .. }
        | Notice::Pregame { .. }
        | Notice::TimeOut { .. }
        | Notice::MentionReminder { .. } => true,
        _ => false,
    }
}

/// A match in which things are done again and again.
struct Tries {
    table: Table,
    /// How often the channel was given something that mentions somebody, or each person was written to.
    reached: BTreeMap<Option<UserId>, usize>,
    /// How often something was posted in the channel at all.
    posts: usize,
    done: usize,
}

impl Tries {
    fn of(table: Table) -> Self {
        Self { table, reached: BTreeMap::new(), posts: 0, done: 0 }
    }

    fn rounds() -> Self {
        Self::of(Table::open_with("triforce-building", terms("triforce-building", 0)))
    }

    fn turns() -> Self {
        Self::of(Table::open_with("triangoli", terms("triangoli", 0)))
    }

    fn give(&mut self, user: UserId, command: Command) {
        let person = Person { user_id: user, guild_id: Some(GuildId(10)), guild_host: false, request: None };
        let Ok(decision) = decide(&self.table.game, &Actor::Person(person), &command, self.table.now) else {
            return;
        };
        for message in &decision.messages {
            match message.to {
                Target::Channel(_) => {
                    self.posts += 1;
                    if mentions(&message.notice) {
                        *self.reached.entry(None).or_default() += 1;
                    }
                }
                Target::User(to) if to == user => {}
                Target::User(to) => *self.reached.entry(Some(to)).or_default() += 1,
            }
        }
        self.table.give(user, command).unwrap();
        self.done += 1;
    }

    /// Does something a hundred times within 20 hours.
    fn repeat(mut self, mut what: impl FnMut(&mut Self, i64)) -> Self {
        for n in 0..100 {
            self.table.now += HOUR / 5;
            what(&mut self, n);
        }
        self
    }

    fn most(&self) -> usize {
        self.reached.values().copied().max().unwrap_or(0)
    }
}

fn name() -> String {
    "New".to_owned()
}

fn replace(player: UserId, user: UserId) -> Command {
    Command::Handover {
        player,
        user,
        name: name(),
        back_in: None,
        has_left: false,
        since: None,
        reason: None,
    }
}

/// Something that is done again and again.
struct Case {
    /// The name by which [`reach`] refers to it.
    name: &'static str,
    /// How often others may be mentioned or written to because of it.
    most: usize,
    play: fn() -> Tries,
}

const CASES: [Case; 16] = [
    Case { name: "replace", most: 3, play: replace_again },
    // Who takes a seat is mentioned, and so is who comes back.
    Case { name: "lend", most: 5, play: lend_again },
    Case { name: "alternates", most: 6, play: stand_by_again },
    Case { name: "roster", most: 3, play: rename_again },
    Case { name: "limits", most: 3, play: limit_again },
    Case { name: "terms", most: 6, play: amend_again },
    Case { name: "offers", most: 5, play: offer_again },
    Case { name: "away", most: 0, play: leave_again },
    Case { name: "proposals", most: 6, play: propose_again },
    Case { name: "corrections", most: 6, play: correct_again },
    Case { name: "ready", most: 0, play: be_ready_again },
    Case { name: "nudge", most: 20, play: nudge_again },
    // No more than the rounds of the match, the vote, and those that were undone.
    Case { name: "undo", most: 11 + 2 * 6, play: undo_again },
    Case { name: "co-hosts", most: 10, play: name_hosts_again },
    Case { name: "remind", most: 20, play: remind_again },
    Case { name: "clock", most: 2 * 12, play: change_the_clock_again },
];

fn answer_handover(seat: u8, accept: bool) -> Command {
    Command::AnswerHandover { seat: Seat::new(seat), number: None, accept }
}

fn replace_again() -> Tries {
    Tries::rounds().repeat(|it, n| {
        it.give(HOST, replace(UserId(103), UserId(300 + n)));
        // A host can withdraw a request, and so can the player.
        it.give(if n % 2 == 0 { HOST } else { UserId(103) }, answer_handover(3, false));
    })
}

fn lend_again() -> Tries {
    Tries::rounds().repeat(|it, n| {
        let (owner, user) = (UserId(102), UserId(300 + n));
        it.give(owner, Command::Lend { user, name: name(), time: 5 * HOUR, since: None });
        match n % 3 {
            0 => it.give(owner, answer_handover(2, false)),
            1 => it.give(user, answer_handover(2, false)),
            _ => {
                it.give(user, answer_handover(2, true));
                it.give(owner, Command::Return);
            }
        }
    })
}

fn stand_by_again() -> Tries {
    let mut tries = Tries::rounds();
    tries.give(UserId(107), Command::Leave);
    tries.table.wait(24 * HOUR);
    tries.reached.clear();
    tries.repeat(|it, _| {
        it.give(UserId(301), Command::StandBy { name: name(), since: None });
        it.give(UserId(301), Command::StandDown);
    })
}

fn rename_again() -> Tries {
    let terms = Terms { pregame_hours: 48, ..terms("triforce-building", 0) };
    Tries::of(Table::open_with("triforce-building", terms)).repeat(|it, n| {
        let (name, fields) = (format!("Player {n}"), Values::default());
        let line = RosterEntry { user_id: UserId(101), name, renames: true, fields };
        it.give(HOST, Command::Seat(line));
    })
}

/// Returns a sign-up that somebody has joined.
fn joined_sign_up() -> Tries {
    let terms = Terms { open_signup: true, ..terms("triforce-building", 0) };
    let mut tries = Tries::of(Table::announce("triforce-building", terms, NOON));
    tries.give(UserId(101), Command::Join(name()));
    tries
}

fn limit_again() -> Tries {
    joined_sign_up().repeat(|it, n| {
        let limits = Limits { phase_hours: n as u32, ..Limits::USUAL };
        it.give(HOST, Command::Limit(Some(limits)));
    })
}

fn amend_again() -> Tries {
    joined_sign_up().repeat(|it, n| it.give(HOST, Command::Amend(vec![Amendment::Pregame(n as u32 + 1)])))
}

fn offer_again() -> Tries {
    Tries::turns().repeat(|it, n| {
        let kind = if n % 2 == 0 { OfferKind::Draw } else { OfferKind::Takeback };
        it.give(UserId(101), Command::Offer(kind));
        let by = if n % 3 == 0 { 101 } else { 102 };
        it.give(UserId(by), Command::Answer { kind, number: None, accept: false });
    })
}

fn leave_again() -> Tries {
    Tries::turns().repeat(|it, _| {
        it.give(UserId(101), Command::Away { after: 0, time: HOUR });
        it.give(UserId(101), Command::Back);
    })
}

fn propose_again() -> Tries {
    Tries::rounds().repeat(|it, n| {
        it.give(HOST, Command::Propose(Proposal::Extend(HOUR)));
        let number = it.table.game.proposal().map_or(0, |open| open.number);
        match n % 2 {
            0 => it.give(HOST, Command::Withdraw(number)),
            _ => it.give(UserId(101), Command::Consent { number, agree: false }),
        }
    })
}

fn correct_again() -> Tries {
    Tries::rounds().repeat(|it, n| {
        let mut fields = Values::default();
        fields.set("garnets", Value::Number(n % 5));
        it.give(HOST, Command::Correct { user: UserId(101), fields, reason: "A slip.".to_owned() });
    })
}

fn be_ready_again() -> Tries {
    let terms = Terms { early: true, least_hours: 1, ..terms("triforce-building", 0) };
    let mut tries = Tries::of(Table::open_with("triforce-building", terms));
    for seat in 1..=7 {
        tries.table.act(Seat::new(seat), 0).unwrap();
    }
    tries.repeat(|it, _| {
        it.give(UserId(101), Command::Ready { ready: true, pad: None });
        it.give(UserId(101), Command::Ready { ready: false, pad: None });
    })
}

fn nudge_again() -> Tries {
    Tries::turns().repeat(|it, _| {
        let asked = it.table.game.on_turn().and_then(|seat| it.table.game.player(seat));
        let other = if asked.unwrap().user_id == UserId(101) { 102 } else { 101 };
        it.give(UserId(other), Command::Nudge);
    })
}

fn undo_again() -> Tries {
    Tries::rounds().repeat(|it, n| {
        let undo = Command::Rewind(it.table.game.question);
        it.give(HOST, if n % 2 == 0 { Command::EndPhase } else { undo });
    })
}

fn name_hosts_again() -> Tries {
    Tries::rounds().repeat(|it, n| {
        let user = if n % 2 == 0 { 301 } else { 300 + n };
        it.give(HOST, Command::CoHost { user: UserId(user), hosts: true });
        it.give(HOST, Command::CoHost { user: UserId(user), hosts: false });
    })
}

fn remind_again() -> Tries {
    Tries::rounds().repeat(|it, _| it.give(HOST, Command::Remind))
}

fn change_the_clock_again() -> Tries {
    Tries::rounds().repeat(|it, n| {
        it.give(HOST, Command::Pause);
        it.give(HOST, Command::Resume);
        it.give(HOST, Command::Extend(if n % 2 == 0 { 1 } else { -1 }));
    })
}

#[test]
fn nobody_is_mentioned_or_written_to_again_and_again_by_any_command() {
    let bound = |command: &Command| match reach(command) {
        Reach::Bound(name) => Some(name),
        Reach::Nobody | Reach::Progress => None,
    };
    let bound: BTreeSet<&str> = commands().iter().filter_map(bound).collect();
    assert_eq!(bound, CASES.iter().map(|case| case.name).collect());
    for Case { name, most, play } in CASES {
        let tries = play();
        assert!(tries.done > 0, "{name}: nothing was done");
        assert!(tries.most() <= most, "{name}: {:?}", tries.reached);
        // What a host changes in the roster is always posted, in the end without mentioning anybody.
        assert!(tries.posts <= 60 || name == "roster", "{name}: {} posts", tries.posts);
    }
}

#[test]
fn what_came_to_nothing_is_forgotten_after_a_day_and_what_was_accepted_does_not_count() {
    let mut tries = offer_again();
    assert_eq!(tries.reached[&None], 5);
    tries.table.now += 24 * HOUR;
    tries.give(UserId(101), Command::Offer(OfferKind::Draw));
    assert_eq!(tries.reached[&None], 6);

    let mut tries = Tries::turns();
    for _ in 0..6 {
        let seat = tries.table.game.on_turn().unwrap();
        let user = tries.table.game.player(seat).unwrap().user_id;
        tries.table.act(seat, 0).unwrap();
        let done = tries.done;
        tries.give(user, Command::Offer(OfferKind::Takeback));
        let other = if user == UserId(101) { 102 } else { 101 };
        tries.give(UserId(other), Command::Answer { kind: OfferKind::Takeback, number: None, accept: true });
        assert_eq!(tries.done, done + 2, "what the other agrees to can be done again");
    }
}

#[test]
fn one_person_at_a_time_is_asked_for_a_seat() {
    let mut table = Table::open_with("triforce-building", terms("triforce-building", 0));
    table.give(HOST, replace(UserId(103), UserId(301))).unwrap();
    let twice = Err(Denied::SeatRequested(UserId(301)));
    assert_eq!(table.give(HOST, replace(UserId(103), UserId(302))), twice);
    let lend = Command::Lend { user: UserId(302), name: name(), time: 5 * HOUR, since: None };
    assert_eq!(table.give(UserId(103), lend.clone()), twice);
    let no = Command::AnswerHandover { seat: Seat::new(3), number: None, accept: false };
    assert_eq!(
        table.give(UserId(101), no.clone()),
        Err(Denied::NotAsked(MatchId(1))),
        "it is none of their business"
    );
    table.give(HOST, no).unwrap();
    table.give(UserId(103), lend).unwrap();
}

/// Returns one of each command.
fn commands() -> Vec<Command> {
    let game = Table::open_with("triforce-building", terms("triforce-building", 0)).game;
    let stay = game.session.as_ref().unwrap().parse("move -").unwrap();
    let line = RosterEntry { user_id: UserId(1), name: name(), renames: false, fields: Values::default() };
    let timer = game.timers[0];
    let seat = Seat::new(1);
    vec![
        Command::Leave,
        Command::StandBy { name: name(), since: None },
        Command::StandDown,
        Command::Seat(line),
        Command::Swap { user: UserId(1), key: "priority".to_owned(), place: 2 },
        Command::Unseat { user: UserId(1), reason: None },
        Command::Roster(Vec::new()),
        replace(UserId(1), UserId(2)),
        Command::Lend { user: UserId(1), name: name(), time: HOUR, since: None },
        Command::Return,
        Command::AnswerHandover { seat, number: None, accept: true },
        Command::Limit(None),
        Command::Amend(Vec::new()),
        Command::Offer(OfferKind::Draw),
        Command::Answer { kind: OfferKind::Draw, number: None, accept: true },
        Command::Away { after: 0, time: HOUR },
        Command::Back,
        Command::Propose(Proposal::Pause),
        Command::Consent { number: 1, agree: true },
        Command::Withdraw(1),
        Command::Correct { user: UserId(1), fields: Values::default(), reason: name() },
        Command::Ready { ready: true, pad: None },
        Command::Nudge,
        Command::EndPhase,
        Command::Rewind(QuestionId::default()),
        Command::CoHost { user: UserId(1), hosts: true },
        Command::Remind,
        Command::Pause,
        Command::Resume,
        Command::Extend(1),
        Command::Act(Act::new(stay)),
        Command::Ring(timer),
    ]
}
