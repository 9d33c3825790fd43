//! Random matches: what people, hosts and time do to a match next. The tests decide where: on a fold in memory, in a store,
//! or on the embedded Discord.
#![allow(dead_code, reason = "no test program needs everything")]

use super::{
    Act, Bank, By, Command, HOUR, Info, Level, Limits, Match, Millis, Move, OfferKind, Proposal, Registry,
    Seat, Terms, UserId, Value, Values,
};

/// One thing that somebody does, or that time does: what, who, and a detail.
pub(crate) type Step = (u8, u8, u16);

/// Those who take part in a match without a seat.
pub(crate) struct Cast {
    pub(crate) host: UserId,
    /// People who may come to play, with their names.
    pub(crate) others: Vec<(UserId, String)>,
    /// The number of levels of computed players, from the lowest.
    pub(crate) levels: usize,
}

/// What is done.
#[derive(Debug)]
pub(crate) enum Deed {
    /// Somebody asks something of the match.
    Order(UserId, Command),
    /// Somebody plans the next actions of everybody, and then somebody else may take the first of them.
    Plan { user: UserId, seat: Seat, plan: Vec<(Seat, Move)>, first: Option<(UserId, Move)> },
    /// Time passes.
    Wait(Millis),
    /// The program is not running for a while.
    Away(Millis),
    /// The program starts again.
    Restart,
}

/// Returns what people ask of the match if somebody makes a plan, and `first` says who plays what next.
pub(crate) fn planned(
    user: UserId,
    plan: Vec<(Seat, Move)>,
    first: Option<(UserId, Move)>,
) -> impl Iterator<Item = (UserId, Command)> {
    let actions = plan.into_iter().map(|(_, action)| action).collect();
    let first = first.map(|(user, action)| (user, Command::Act(Act::new(action))));
    std::iter::once((user, Command::Ahead(actions))).chain(first)
}

/// Returns random terms of one of the usual games.
pub(crate) fn terms(game: &str, detail: u16) -> Terms {
    terms_of(Registry::standard().get(game).unwrap().info(), detail)
}

pub(crate) fn terms_of(info: &'static Info, detail: u16) -> Terms {
    let usual = Terms::usual(info);
    let flag = |bit: u32| detail >> bit & 1 == 1;
    if !info.is_hosted() {
        let seats = *info.players.first().unwrap();
        let limits = flag(2).then_some(Limits { phase_hours: 10, match_hours: 30, shorten: flag(3) });
        let weekends = flag(1).then(|| "Europe/Berlin".parse().unwrap());
        let autopilot = flag(4).then_some(2);
        let terms = Terms { players: seats, limits, weekends, autopilot, ..usual };
        if flag(0) {
            return Terms { bank: Some(Bank { hours: 20, add: 5, most: 30 }), ..terms };
        }
        return terms.limited(info.times[0].key, 12);
    }
    let terms = Terms {
        players: if info.players.contains(&7) { 7 } else { *info.players.first().unwrap() },
        pregame_hours: 0,
        strikes: if flag(0) { 2 } else { 0 },
        graces: u8::from(flag(1)),
        early: flag(2),
        least_hours: 3,
        limits: flag(4).then_some(Limits { phase_hours: 10, match_hours: 30, shorten: false }),
        autopilot: flag(5).then_some(2),
        calendar: flag(3).then(|| "mon-sat 19:30 Europe/Berlin".parse().unwrap()),
        ..usual
    };
    let has_boards = info.options.iter().any(|option| option.key == "board");
    if has_boards { terms.with("board", Value::Text("triangle:5".to_owned())) } else { terms }
}

/// Returns what a step does to a match. Most of what random people try is refused.
pub(crate) fn deeds(game: &Match, cast: &Cast, now: Millis, (what, who, detail): Step) -> Vec<Deed> {
    let seat = Seat::at(usize::from(detail) % game.players.len());
    let user = somebody(game, cast, who);
    let (other, name) = cast.others[usize::from(detail) % cast.others.len()].clone();
    let player = game.players[seat.index(game.players.len()).unwrap()].user_id;
    let host = |command| vec![Deed::Order(cast.host, command)];
    let hand_over = |user: UserId, name: String, back_in: Option<Millis>, has_left: bool| {
        let (since, reason) = (None, None);
        vec![Deed::Order(
            cast.host,
            Command::Handover { player, user, name, back_in, has_left, since, reason },
        )]
    };
    let order = |user: UserId, command| vec![Deed::Order(user, command)];
    match what % 37 {
        35 | 36 => vec![Deed::Restart],
        0..=7 => {
            let asked = game.to_act();
            let asked = asked.get(usize::from(who) % asked.len().max(1));
            asked.and_then(|asked| act(game, asked.seat, detail)).into_iter().collect()
        }
        28 => {
            // Everyone answers and is ready.
            let mut all = Vec::new();
            for asked in game.to_act() {
                all.extend(act(game, asked.seat, detail));
                let user = game.player(asked.seat).unwrap().user_id;
                all.push(Deed::Order(user, Command::Ready { ready: true, pad: None }));
            }
            all.push(Deed::Wait(HOUR / 4 * Millis::from(detail % 40)));
            all
        }
        8 | 9 => vec![Deed::Wait(HOUR * Millis::from(detail % 30))],
        10 => vec![Deed::Away(HOUR / 4 * Millis::from(detail % 360))],
        11 if detail % 2 == 0 && game.has_turns() => plan(game, seat, detail).into_iter().collect(),
        11 if detail % 2 == 0 => {
            let Some(session) = &game.session else { return Vec::new() };
            let legal = session.legal(seat);
            let at = |n: u16| legal.get(usize::from(detail / 2 + n) % legal.len().max(1));
            let texts: Vec<String> = (0..detail % 5).filter_map(|n| at(n * 7).cloned()).collect();
            let answers = texts.iter().map(|text| session.parse(text).unwrap()).collect();
            order(player, Command::Ahead(answers))
        }
        11 => order(user, Command::Ready { ready: detail % 4 > 0, pad: None }),
        29 => host(Command::Propose(match detail % 4 {
            0 => Proposal::Extend(HOUR * (Millis::from(detail % 60) - 20)),
            1 => Proposal::EndPhase,
            2 => Proposal::Pause,
            _ => Proposal::Undo,
        })),
        30 | 31 => {
            let Some(open) = game.proposal() else { return Vec::new() };
            let undecided = game.voters().into_iter().filter(|seat| !open.agreed.contains(seat));
            let consent = || Command::Consent { number: open.number, agree: detail % 20 > 0 };
            let users = undecided.filter_map(|seat| game.player(seat)).map(|player| player.user_id);
            let mut all: Vec<Deed> = users.map(|user| Deed::Order(user, consent())).collect();
            if detail % 3 == 0 {
                all.extend(host(Command::Withdraw(open.number)));
            }
            all
        }
        32 if detail % 3 == 0 => {
            let is_away = game.seated().filter(|(seat, _)| game.away(*seat, now).is_some());
            order(is_away.last().map_or(user, |(_, player)| player.user_id), Command::Back)
        }
        32 => {
            let (after, time) = (HOUR * Millis::from(detail % 7), HOUR * Millis::from(detail % 80));
            order(user, Command::Away { after, time })
        }
        33 => {
            let mut fields = Values::default();
            fields.set("priority", Value::Number(i64::from(detail % 9)));
            host(Command::Correct { user, fields, reason: "A slip.".to_owned() })
        }
        34 => {
            let computed = game.another_computed(Level::ALL[usize::from(detail) % cast.levels]);
            hand_over(computed.user_id(), computed.name(), None, detail % 2 == 0)
        }
        12 => order(user, Command::Leave),
        13 => host(Command::Unseat { user: player, reason: None }),
        14 => hand_over(other, name, None, false),
        15 => hand_over(other, name, Some(HOUR * Millis::from(detail % 40)), true),
        16..=18 => {
            let asked = Seat::all(game.players.len()).find_map(|seat| game.handover(seat));
            let (user, seat) = asked.map_or((user, seat), |asked| (asked.user, asked.seat));
            order(user, Command::AnswerHandover { seat, number: None, accept: detail % 4 > 0 })
        }
        19 => order(user, Command::AnswerHandover { seat, number: None, accept: detail % 2 == 0 }),
        20 => {
            let known = cast.others.iter().find(|(known, _)| *known == user);
            let name = known.map_or_else(|| format!("New {user}"), |(_, name)| name.clone());
            order(user, Command::StandBy { name, since: None })
        }
        21 => order(user, Command::StandDown),
        22 => {
            let time = HOUR * Millis::from(detail % 60);
            order(user, Command::Lend { user: other, name, time, since: None })
        }
        23 => {
            let lent = Seat::all(game.players.len()).find_map(|seat| game.loan(seat));
            order(lent.map_or(user, |lent| lent.owner), Command::Return)
        }
        24 if game.paused().is_some() => host(Command::Resume),
        24 => host(Command::Pause),
        25 if detail % 3 == 0 => host(Command::Rewind(game.question)),
        25 => host(Command::Extend(i64::from(detail % 20) - 8)),
        26 if game.has_turns() => order(player, Command::Offer(offered(detail))),
        27 if game.has_turns() => {
            let kind = game.offer().map_or(offered(detail), |offer| offer.kind);
            let user = game.unanswered().first().and_then(|seat| game.player(*seat));
            let user = user.map_or(player, |player| player.user_id);
            order(user, Command::Answer { kind, number: None, accept: detail % 3 > 0 })
        }
        _ => host(Command::EndPhase),
    }
}

fn offered(detail: u16) -> OfferKind {
    if detail.is_multiple_of(2) { OfferKind::Takeback } else { OfferKind::Draw }
}

/// Returns a player, or somebody who may come to play.
pub(crate) fn somebody(game: &Match, cast: &Cast, detail: u8) -> UserId {
    let players = game.players.iter().map(|player| player.user_id);
    let known: Vec<UserId> = players.chain(cast.others.iter().map(|(user, _)| *user)).collect();
    known[usize::from(detail) % known.len()]
}

/// Returns what a seat plays, if it can play anything.
pub(crate) fn act(game: &Match, seat: Seat, detail: u16) -> Option<Deed> {
    let session = game.session.as_ref()?;
    let legal = session.legal(seat);
    let action = session.parse(legal.get(usize::from(detail) % legal.len().max(1))?).unwrap();
    Some(Deed::Order(game.player(seat).unwrap().user_id, Command::Act(Act::new(action))))
}

/// Plans the next actions of everybody.
fn plan(game: &Match, seat: Seat, detail: u16) -> Option<Deed> {
    let mut session = game.session.clone()?;
    let mut plan = Vec::new();
    for n in 0..=detail % 5 {
        let Some(asked) = session.to_act().first().copied() else { break };
        let legal = session.legal(asked.seat);
        let Some(text) = legal.get(usize::from(detail / 3 + n) % legal.len().max(1)) else { break };
        let action = session.parse(text).unwrap();
        session.make(By::Seat(asked.seat), &action).unwrap();
        plan.push((asked.seat, action));
    }
    let user_of = |seat: Seat| game.player(seat).unwrap().user_id;
    let first = plan.first().filter(|(first, _)| *first != seat && !detail.is_multiple_of(4));
    let first = first.map(|(first, action)| (user_of(*first), action.clone()));
    Some(Deed::Plan { user: user_of(seat), seat, plan, first })
}
