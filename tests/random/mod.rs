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
///
/// What a number stands for stays as it is, so that steps that once failed can be played again.
pub(crate) fn deeds(game: &Match, cast: &Cast, now: Millis, (what, who, detail): Step) -> Vec<Deed> {
    let seat = Seat::at(usize::from(detail) % game.players.len());
    let user = somebody(game, cast, who);
    let player = game.player(seat).unwrap().user_id;
    let situation = Situation { game, cast, now, who, detail, seat, player, user };
    let one = |deed: Deed| vec![deed];
    let as_user = |command| one(Deed::Order(user, command));
    let as_player = |command| one(Deed::Order(player, command));
    let as_host = |command| one(Deed::Order(cast.host, command));
    match what % 37 {
        0..=7 => situation.one_acts().into_iter().collect(),
        8 | 9 => one(Deed::Wait(HOUR * Millis::from(detail % 30))),
        10 => one(Deed::Away(HOUR / 4 * Millis::from(detail % 360))),
        11 if detail % 2 == 1 => as_user(Command::Ready { ready: detail % 4 > 0, pad: None }),
        11 if game.has_turns() => situation.plan().into_iter().collect(),
        11 => situation.answers_ahead().map(as_player).unwrap_or_default(),
        12 => as_user(Command::Leave),
        13 => as_host(Command::Unseat { user: player, reason: None }),
        14 => as_host(situation.hand_over(None, false)),
        15 => as_host(situation.hand_over(Some(HOUR * Millis::from(detail % 40)), true)),
        16..=18 => one(situation.one_answers_handover()),
        19 => as_user(Command::AnswerHandover { seat, number: None, accept: detail % 2 == 0 }),
        20 => as_user(situation.stand_by()),
        21 => as_user(Command::StandDown),
        22 => as_user(situation.lend()),
        23 => one(situation.one_asks_back()),
        24 if game.paused().is_some() => as_host(Command::Resume),
        24 => as_host(Command::Pause),
        25 if detail % 3 == 0 => as_host(Command::Rewind(game.question)),
        25 => as_host(Command::Extend(i64::from(detail % 20) - 8)),
        26 if game.has_turns() => as_player(Command::Offer(offered(detail))),
        27 if game.has_turns() => one(situation.one_answers_offer()),
        28 => situation.all_act_and_are_ready(),
        29 => as_host(Command::Propose(situation.proposal())),
        30 | 31 => situation.all_answer_proposal(),
        32 if detail % 3 == 0 => one(situation.one_is_back()),
        32 => {
            let (after, time) = (HOUR * Millis::from(detail % 7), HOUR * Millis::from(detail % 80));
            as_user(Command::Away { after, time })
        }
        33 => as_host(situation.correct()),
        34 => as_host(situation.hand_over_to_computed()),
        35 | 36 => one(Deed::Restart),
        _ => as_host(Command::EndPhase),
    }
}

/// A match as a step finds it, and whom the step is about.
struct Situation<'a> {
    game: &'a Match,
    cast: &'a Cast,
    now: Millis,
    who: u8,
    detail: u16,
    /// A seat, and who has it.
    seat: Seat,
    player: UserId,
    /// A player, or somebody who may come to play.
    user: UserId,
}

impl Situation<'_> {
    /// One of those who are asked plays.
    fn one_acts(&self) -> Option<Deed> {
        let asked = self.game.to_act();
        let asked = asked.get(usize::from(self.who) % asked.len().max(1))?;
        act(self.game, asked.seat, self.detail)
    }

    /// Everyone plays and is ready, and time passes.
    fn all_act_and_are_ready(&self) -> Vec<Deed> {
        let mut all = Vec::new();
        for asked in self.game.to_act() {
            all.extend(act(self.game, asked.seat, self.detail));
            let user = self.game.player(asked.seat).unwrap().user_id;
            all.push(Deed::Order(user, Command::Ready { ready: true, pad: None }));
        }
        all.push(Deed::Wait(HOUR / 4 * Millis::from(self.detail % 40)));
        all
    }

    /// Plans the next actions of everybody.
    fn plan(&self) -> Option<Deed> {
        let mut session = self.game.session.clone()?;
        let mut plan = Vec::new();
        for n in 0..=self.detail % 5 {
            let Some(asked) = session.to_act().first().copied() else { break };
            let legal = session.legal(asked.seat);
            let Some(text) = legal.get(usize::from(self.detail / 3 + n) % legal.len().max(1)) else { break };
            let action = session.parse(text).unwrap();
            session.make(By::Seat(asked.seat), &action).unwrap();
            plan.push((asked.seat, action));
        }
        let user_of = |seat: Seat| self.game.player(seat).unwrap().user_id;
        let first = plan.first().filter(|(first, _)| *first != self.seat && !self.detail.is_multiple_of(4));
        let first = first.map(|(first, action)| (user_of(*first), action.clone()));
        Some(Deed::Plan { user: self.player, seat: self.seat, plan, first })
    }

    /// Answers that the player gives ahead.
    fn answers_ahead(&self) -> Option<Command> {
        let session = self.game.session.as_ref()?;
        let legal = session.legal(self.seat);
        let at = |n: u16| legal.get(usize::from(self.detail / 2 + n) % legal.len().max(1));
        let texts = (0..self.detail % 5).filter_map(|n| at(n * 7));
        Some(Command::Ahead(texts.map(|text| session.parse(text).unwrap()).collect()))
    }

    /// Somebody who may come to play, with their name.
    fn other(&self) -> (UserId, String) {
        self.cast.others[usize::from(self.detail) % self.cast.others.len()].clone()
    }

    /// The player's seat goes to somebody else.
    fn hand_over(&self, back_in: Option<Millis>, has_left: bool) -> Command {
        self.hand_over_to(self.other(), back_in, has_left)
    }

    /// The player's seat goes to a computed player.
    fn hand_over_to_computed(&self) -> Command {
        let level = Level::ALL[usize::from(self.detail) % self.cast.levels];
        let computed = self.game.another_computed(level);
        self.hand_over_to((computed.user_id(), computed.name()), None, self.detail.is_multiple_of(2))
    }

    fn hand_over_to(
        &self,
        (user, name): (UserId, String),
        back_in: Option<Millis>,
        has_left: bool,
    ) -> Command {
        let (since, reason) = (None, None);
        Command::Handover { player: self.player, user, name, back_in, has_left, since, reason }
    }

    /// Who is offered a seat answers, if anybody is.
    fn one_answers_handover(&self) -> Deed {
        let asked = Seat::all(self.game.players.len()).find_map(|seat| self.game.handover(seat));
        let (user, seat) = asked.map_or((self.user, self.seat), |asked| (asked.user, asked.seat));
        Deed::Order(
            user,
            Command::AnswerHandover { seat, number: None, accept: !self.detail.is_multiple_of(4) },
        )
    }

    fn stand_by(&self) -> Command {
        let known = self.cast.others.iter().find(|(known, _)| *known == self.user);
        let name = known.map_or_else(|| format!("New {}", self.user), |(_, name)| name.clone());
        Command::StandBy { name, since: None }
    }

    fn lend(&self) -> Command {
        let (user, name) = self.other();
        Command::Lend { user, name, time: HOUR * Millis::from(self.detail % 60), since: None }
    }

    /// Who has lent a seat asks for it back, if anybody has.
    fn one_asks_back(&self) -> Deed {
        let lent = Seat::all(self.game.players.len()).find_map(|seat| self.game.loan(seat));
        Deed::Order(lent.map_or(self.user, |lent| lent.owner), Command::Return)
    }

    /// Who has not answered an offer answers, if anybody has not.
    fn one_answers_offer(&self) -> Deed {
        let kind = self.game.offer().map_or(offered(self.detail), |offer| offer.kind);
        let user = self.game.unanswered().first().and_then(|seat| self.game.player(*seat));
        let user = user.map_or(self.player, |player| player.user_id);
        Deed::Order(user, Command::Answer { kind, number: None, accept: !self.detail.is_multiple_of(3) })
    }

    fn proposal(&self) -> Proposal {
        match self.detail % 4 {
            0 => Proposal::Extend(HOUR * (Millis::from(self.detail % 60) - 20)),
            1 => Proposal::EndPhase,
            2 => Proposal::Pause,
            _ => Proposal::Undo,
        }
    }

    /// All who vote on what is proposed do, and then the host may withdraw it.
    fn all_answer_proposal(&self) -> Vec<Deed> {
        let Some(open) = self.game.proposal() else { return Vec::new() };
        let undecided = self.game.voters().into_iter().filter(|seat| !open.agreed.contains(seat));
        let consent = || Command::Consent { number: open.number, agree: !self.detail.is_multiple_of(20) };
        let users = undecided.filter_map(|seat| self.game.player(seat)).map(|player| player.user_id);
        let mut all: Vec<Deed> = users.map(|user| Deed::Order(user, consent())).collect();
        if self.detail.is_multiple_of(3) {
            all.push(Deed::Order(self.cast.host, Command::Withdraw(open.number)));
        }
        all
    }

    /// Who is away is back, if anybody is away.
    fn one_is_back(&self) -> Deed {
        let is_away = self.game.seated().filter(|(seat, _)| self.game.away(*seat, self.now).is_some());
        Deed::Order(is_away.last().map_or(self.user, |(_, player)| player.user_id), Command::Back)
    }

    fn correct(&self) -> Command {
        let mut fields = Values::default();
        fields.set("priority", Value::Number(i64::from(self.detail % 9)));
        Command::Correct { user: self.user, fields, reason: "A slip.".to_owned() }
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
