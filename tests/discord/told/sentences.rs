//! The sentences with times, values, seats and names, and what has to be true of each.

use std::collections::{BTreeMap, BTreeSet};

use trigon::games::{By, Seat};
use trigon::ids::{MatchId, UserId};
use trigon::matches::{Absence, Computed, Control, Handover, Match, Millis, OfferKind, Proposal, Tenure};

/// What stands at a place of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    /// A time, in seconds.
    Time(Millis),
    /// A person, or a computed player.
    Who(UserId),
    Text(String),
}

/// A match in a moment, and who reads of it: everyone, or one person.
pub(super) struct Moment<'a> {
    pub(super) game: &'a Match,
    pub(super) priorities: &'a Priorities,
    pub(super) reader: Option<UserId>,
    pub(super) now: Millis,
}

/// The priorities that a seat of a match has had in a round: several, if the round was played again.
pub(super) type Priorities = BTreeMap<(MatchId, u8, u32), BTreeSet<String>>;

/// A sentence, and what has to be true of its parts.
pub(super) struct Rule {
    /// `{t}` is a time, `{r}` how far away it is, `{who}` a mention, and `{}` any text.
    pub(super) sentence: &'static str,
    holds: fn(&Moment<'_>, &[Part]) -> bool,
}

const fn rule(sentence: &'static str, holds: fn(&Moment<'_>, &[Part]) -> bool) -> Rule {
    Rule { sentence, holds }
}

/// The sentences, those that say more first.
pub(super) const RULES: &[Rule] = &[
    // The clock.
    rule("Everyone is ready: **{} ends {t}**", |it, part| {
        is_phase(it, &part[0]) && is(&part[1], it.game.ends_early())
    }),
    rule("any more, so {} goes on. It ends {t}.", |it, part| {
        is_phase(it, &part[0]) && it.game.ends_early().is_none() && is(&part[1], it.game.deadline)
    }),
    rule("It starts again by itself {t} at the latest", |it, part| is(&part[0], it.game.pause_ends())),
    rule("it starts by itself {t}", |it, part| is(&part[0], it.game.pause_ends())),
    rule("he new deadline is {t}", |it, part| is(&part[0], it.game.deadline)),
    rule("has moved the deadline. It is now {t}.", |it, part| is(&part[0], it.game.deadline)),
    rule("The deadline is now {t}; it would be {t}.", |it, part| {
        let Some(Proposal::Extend(time)) = it.game.proposal().map(|open| open.what) else { return false };
        is(&part[0], it.game.deadline) && is(&part[1], it.game.deadline.map(|at| at + time))
    }),
    rule("The deadline is {t}.", |it, part| is(&part[0], it.game.deadline)),
    rule("your time runs out {t}.", |it, part| is(&part[0], it.game.deadline)),
    rule("You have until {t}.", |it, part| is(&part[0], it.game.deadline)),
    rule("Ends {t}.", |it, part| is(&part[0], closes(it))),
    rule("ound 1 begins {t}", |it, part| it.game.session.is_none() && is(&part[0], it.game.deadline)),
    rule("ound 1 begins {r}", |it, part| it.game.session.is_none() && is(&part[0], it.game.deadline)),
    rule("the turn ends {r}", |it, part| it.game.has_turns() && is(&part[0], it.game.deadline)),
    rule("{} ends {t}", |it, part| is_phase(it, &part[0]) && is(&part[1], it.game.deadline)),
    rule("waits for you, until {r}", |it, part| is(&part[0], it.game.deadline)),
    // When it was to be sent, which the match does not know.
    rule("Given up, from {r}:", |it, part| matches!(part[0], Part::Time(at) if at <= it.now / 1000)),
    rule(", ends {r}", |it, part| is(&part[0], it.game.deadline)),
    rule("has stopped the clock with {} left.", |it, part| {
        it.game.paused().is_some_and(|left| part[0] == Part::Text(duration(left)))
    }),
    // Players who are away.
    rule("🧳 {} is away from {t} to {t}.", |it, part| {
        seat_named(it, &part[0])
            .and_then(|seat| it.game.away(seat, it.now))
            .is_some_and(|away| lasts(&away, part))
    }),
    rule("You’re away from {t} to {t}.", |it, part| {
        let away = own_seat(it).and_then(|seat| it.game.away(seat, it.now));
        away.is_some_and(|away| is(&part[0], Some(away.from)) && is(&part[1], Some(away.to)))
    }),
    rule("🧳 {} is back, so", |it, part| {
        seat_named(it, &part[0]).is_some_and(|seat| it.game.away(seat, it.now).is_none())
    }),
    // Seats that change hands.
    rule("The seat of **{}** is free. {who}, you’re{}Please answer by {t};", |it, part| {
        asked(it, &part[0]).is_some_and(|asked| part[1] == Part::Who(asked.user) && is(&part[3], asked.until))
    }),
    rule("{who}: would you play for **{}** until {t}?", |it, part| {
        asked(it, &part[1]).is_some_and(|asked| part[0] == Part::Who(asked.user) && is(&part[2], asked.back))
    }),
    rule("{who}: would you take over the seat of **{}** in", |it, part| {
        asked(it, &part[1]).is_some_and(|asked| part[0] == Part::Who(asked.user) && asked.back.is_none())
    }),
    rule("send nothing by {t}, I take that as a yes", |it, part| {
        let mut all = Seat::all(it.game.players.len()).filter_map(|seat| it.game.handover(seat));
        all.any(|asked| is(&part[0], asked.asked_until))
    }),
    rule("🔁 **{}** ({who}) plays for **{}** until {t}.", |it, part| {
        tenure(it, part).is_some_and(|tenure| is(&part[3], tenure.back))
    }),
    rule("🔁 **{}** ({who}) plays for **{}** from now on", |it, part| {
        tenure(it, part).is_some_and(|tenure| tenure.back.is_none() && !tenure.returns)
    }),
    rule("🔁 **{}** ({who}) is back and plays on after **{}**.", |it, part| {
        tenure(it, part).is_some_and(|tenure| tenure.returns)
    }),
    rule("🤖 **{}** plays for **{}** from now on", |it, part| {
        let takes = |tenure: &&Tenure| Computed::of(tenure.user).is_some();
        tenure_of(it, &part[0], &part[1]).is_some_and(|tenure| takes(&tenure))
    }),
    rule("You play for **{}** until {t}.", |it, part| {
        let lent = own_seat(it).and_then(|seat| it.game.loan(seat));
        lent.is_some_and(|lent| part[0] == Part::Text(lent.name.clone()) && is(&part[1], Some(lent.back)))
    }),
    rule("The seat of **{}** is free, and there is no alternate", |it, part| {
        seat_named(it, &part[0]).is_some() && it.game.alternates().is_empty()
    }),
    rule("The seat of **{}**", |it, part| seat_named(it, &part[0]).is_some()),
    rule("{who} does not take over the seat of **{}**.", |it, part| {
        seat_named(it, &part[1]).is_some()
            && asked(it, &part[1]).is_none_or(|asked| part[0] != Part::Who(asked.user))
    }),
    rule("**{}** keeps the seat.", |it, part| {
        seat_named(it, &part[0]).is_some() && asked(it, &part[0]).is_none()
    }),
    // What players do together.
    rule("🤝 {} offers a draw.", |it, part| offers(it, &part[0], OfferKind::Draw)),
    rule("🤝 {} asks to undo", |it, part| offers(it, &part[0], OfferKind::Takeback)),
    rule("🤝 {} agrees to", |it, part| is_last(it, &part[0], |event| *event == Control::Accept)),
    rule("🏳️ {} resigns.", |it, part| {
        seat_named(it, &part[0]).is_some_and(|seat| it.game.resigned(seat))
    }),
    rule("🗳️ {} does not agree", |it, part| {
        is_last(it, &part[0], |event| *event == Control::Object) && it.game.proposal().is_none()
    }),
    // What a reader has.
    rule("Round {}: your priority is {}; ", |it, part| {
        let seat = own_seat(it).map_or(0, Seat::number);
        let known =
            text(&part[0]).parse().ok().and_then(|round: u32| it.priorities.get(&(it.game.id, seat, round)));
        known.is_some_and(|known| known.contains(text(&part[1])))
    }),
    rule("your priority is {}.", |it, part| text(&part[0]).contains(';') || has(it, "Priority", &part[0])),
    rule("New balance: {}.", |it, part| has(it, "Garnets", &part[0])),
    rule("This can’t happen again for you", |it, _| {
        own_seat(it).is_some_and(|seat| it.game.graces_left(seat) == 0)
    }),
    rule("in a row, your seat will be offered", |it, _| {
        own_seat(it).is_some_and(|seat| it.game.strikes(seat) > 0)
    }),
    // The list of those who are away.
    rule("(away; back {r})", |it, part| {
        let mut all = Seat::all(it.game.players.len()).filter_map(|seat| it.game.away(seat, it.now));
        all.any(|away| is(&part[0], Some(away.to)))
    }),
    rule("(away from {t} until {t})", |it, part| {
        let mut all = Seat::all(it.game.players.len()).filter_map(|seat| it.game.away(seat, it.now));
        all.any(|away| is(&part[0], Some(away.from)) && is(&part[1], Some(away.to)))
    }),
];

fn is(part: &Part, at: Option<Millis>) -> bool {
    at.is_some_and(|at| *part == Part::Time(at.div_euclid(1_000)))
}

/// Returns when the phase ends, as far as everybody knows.
fn closes(it: &Moment<'_>) -> Option<Millis> {
    it.game.ends_early().or(it.game.deadline)
}

fn text(part: &Part) -> &str {
    match part {
        Part::Text(text) => text,
        _ => "",
    }
}

/// Returns whether a text ends with the title of the present phase.
fn is_phase(it: &Moment<'_>, part: &Part) -> bool {
    let Some(session) = &it.game.session else { return false };
    text(part).trim_start_matches("**").to_lowercase().ends_with(&session.phase().title.to_lowercase())
}

fn seat_named(it: &Moment<'_>, part: &Part) -> Option<Seat> {
    let names = it.game.names();
    Seat::all(it.game.players.len()).find(|seat| names.get(*seat) == text(part).trim_matches('*'))
}

fn own_seat(it: &Moment<'_>) -> Option<Seat> {
    it.game.seat_of(it.reader?)
}

fn lasts(away: &Absence, part: &[Part]) -> bool {
    is(&part[1], Some(away.from)) && is(&part[2], Some(away.to))
}

fn asked<'a>(it: &Moment<'a>, name: &Part) -> Option<&'a Handover> {
    it.game.handover(seat_named(it, name)?)
}

/// Returns the newest tenure of a person with a name after another one.
fn tenure<'a>(it: &Moment<'a>, part: &[Part]) -> Option<&'a Tenure> {
    tenure_of(it, &part[0], &part[2]).filter(|tenure| part[1] == Part::Who(tenure.user))
}

fn tenure_of<'a>(it: &Moment<'a>, name: &Part, before: &Part) -> Option<&'a Tenure> {
    let is_it = |tenure: &&&Tenure| tenure.name == text(name) && tenure.before_name == text(before);
    let newest = Seat::all(it.game.players.len()).filter_map(|seat| it.game.tenure(seat)).collect::<Vec<_>>();
    newest.iter().find(is_it).copied()
}

fn offers(it: &Moment<'_>, name: &Part, kind: OfferKind) -> bool {
    it.game.offer().is_some_and(|offer| offer.kind == kind && seat_named(it, name) == Some(offer.by))
}

/// Returns whether the last control event of a seat with a name is of a kind.
fn is_last(it: &Moment<'_>, name: &Part, kind: fn(&Control) -> bool) -> bool {
    let Some(seat) = seat_named(it, name) else { return false };
    let mut own = it.game.log.iter().rev().filter(|entry| entry.by == By::Seat(seat));
    own.find_map(|entry| entry.control()).is_some_and(kind)
}

fn has(it: &Moment<'_>, label: &str, value: &Part) -> bool {
    let facts = own_seat(it).map(|seat| it.game.facts(seat)).unwrap_or_default();
    // Those who have left the board have no priority any more.
    facts.iter().find(|fact| fact.label == label).is_none_or(|fact| fact.value == text(value))
}

/// Formats a length of time as messages do.
fn duration(length: Millis) -> String {
    let minutes = length / 60_000;
    match (minutes / 60, minutes % 60) {
        (0, minutes) => format!("{minutes} min"),
        (hours, 0) => format!("{hours} h"),
        (hours, minutes) => format!("{hours} h {minutes} min"),
    }
}

/// Takes a number and an ending off the beginning of a text.
fn number<'a>(text: &'a str, start: &str, end: &str) -> Option<(i64, &'a str)> {
    let rest = text.strip_prefix(start)?;
    let (number, rest) = rest.split_once(end)?;
    Some((number.parse().ok()?, rest))
}

/// Takes what a placeholder stands for off the beginning of a text.
pub(super) fn taken<'a>(text: &'a str, kind: &str) -> Option<(Part, &'a str)> {
    match kind {
        "t" => {
            let (at, rest) = number(text, "<t:", ":f> (")?;
            let (again, rest) = number(rest, "<t:", ":R>)")?;
            (at == again).then_some((Part::Time(at), rest))
        }
        "r" => number(text, "<t:", ":R>").map(|(at, rest)| (Part::Time(at), rest)),
        _ => number(text, "<@", ">").map(|(user, rest)| (Part::Who(UserId(user)), rest)),
    }
}

/// Finds a sentence in a line. Returns its parts, and the places of the line at which it has times.
fn found(line: &str, sentence: &str) -> Option<(Vec<Part>, Vec<usize>)> {
    let mut pieces = sentence.split(['{', '}']);
    let first = pieces.next().unwrap_or_default();
    let rest: Vec<&str> = pieces.collect();
    let begins = line.match_indices(first).map(|(at, _)| at + first.len());
    let begins: Vec<usize> = if first.is_empty() { places(line, &rest) } else { begins.collect() };
    begins.into_iter().find_map(|from| {
        let (mut parts, mut times, mut text) = (Vec::new(), Vec::new(), &line[from..]);
        for pair in rest.chunks(2) {
            let (kind, literal) = (pair[0], pair.get(1).copied().unwrap_or_default());
            if kind.is_empty() {
                let (before, after) = text.split_once(literal)?;
                parts.push(Part::Text(before.to_owned()));
                text = after;
                continue;
            }
            if kind != "who" {
                times.push(line.len() - text.len());
            }
            let (part, after) = taken(text, kind)?;
            parts.push(part);
            text = after.strip_prefix(literal)?;
        }
        Some((parts, times))
    })
}

/// Returns where a sentence that begins with a placeholder may begin.
fn places(line: &str, rest: &[&str]) -> Vec<usize> {
    match rest.first() {
        Some(&"who") => line.match_indices("<@").map(|(at, _)| at).collect(),
        _ => vec![0],
    }
}

/// Holds what somebody reads against the moments in which it may have been written. Returns what is wrong.
pub(super) fn measured(line: &str, moments: &[Moment<'_>], met: &mut [usize]) -> Vec<String> {
    let line = &line.replace('\\', "");
    let mut wrong = Vec::new();
    let mut times: Vec<(usize, bool)> = Vec::new();
    for (at, _) in line.match_indices("<t:") {
        // Each time is followed by how far away it is.
        if !line[..at].ends_with(" (") || !line[..at - 2].ends_with(":f>") {
            times.push((at, false));
        }
    }
    for (rule, met) in RULES.iter().zip(met) {
        let Some((parts, places)) = found(line, rule.sentence) else { continue };
        let is_new = |place: &usize| times.iter().any(|(at, done)| at == place && !done);
        if !places.iter().all(is_new) {
            continue;
        }
        *met += 1;
        for (_, done) in times.iter_mut().filter(|(at, _)| places.contains(at)) {
            *done = true;
        }
        if !moments.iter().any(|moment| (rule.holds)(moment, &parts)) {
            wrong.push(format!("{:?} does not hold: {parts:?}", rule.sentence));
        }
    }
    if times.iter().any(|(_, done)| !done) {
        wrong.push("it is not known which time that is".to_owned());
    }
    wrong.extend(other_values(line, moments));
    wrong
}

/// Returns the values of a reader that are not those of the match.
fn other_values(line: &str, moments: &[Moment<'_>]) -> Vec<String> {
    let mut wrong = Vec::new();
    for segment in line.split(" · ") {
        let Some((label, value)) = segment.strip_suffix("**").and_then(|it| it.split_once(" **")) else {
            continue;
        };
        let facts = |it: &Moment<'_>| own_seat(it).map(|seat| it.game.facts(seat)).unwrap_or_default();
        let with_label = |it: &Moment<'_>| facts(it).into_iter().find(|fact| fact.label == label);
        let mut other = None;
        let is_so = moments.iter().rev().filter_map(with_label).any(|fact| {
            let is_so = fact.value.replace('\\', "") == value;
            other = other.take().or(Some(fact.value));
            is_so
        });
        if let Some(other) = other.filter(|_| !is_so) {
            wrong.push(format!("{label} is not {value}, but {other:?}"));
        }
    }
    wrong
}
