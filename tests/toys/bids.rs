//! Bids: everyone bids for a prize in secret, the highest bid that nobody else made wins it. After the last round
//! everyone votes in secret for one more prize. Between two rounds, the winner decides alone and in public what the
//! next prize is worth. The rules are in [`RULES`].

use serde::{Deserialize, Serialize};
use trigon::games::{
    Audience, By, Decision, Draws, Ends, Entrant, Field, Final, FinalKind, Finals, Game, Info, Information,
    Layout, Names, Narration, OptionKind, Outcome, Pace, Phase, Prompt, Refusal, Seat, SetupError, Spec,
    Standing, Step, TimeLimit, Values, Verdict, Viewer, number,
};

use super::counted;
pub(crate) use action::Action;
use action::{COINS, WORTHS};
pub(crate) use seen::Seen;
pub(crate) use state::{Event, State};
use state::{Purse, Reveal, Stage, Stakes};

/// The game.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bids;

/// The setup of a match.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Setup {
    coins: u8,
    rounds: u8,
    reveal: Reveal,
    stakes: Stakes,
    players: Vec<Player>,
}

/// A line of the roster.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Player {
    name: String,
    handicap: u8,
}

impl Game for Bids {
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Observation = Seen;

    const INFO: Info = Info {
        name: "bids",
        title: "Bids",
        summary: "Everyone bids for a prize in secret; the highest bid that nobody else made wins.",
        players: &[2, 3, 4, 5],
        usual_players: 3,
        version: 1,
        oldest: 1,
        rules: RULES,
        pace: Pace::Rounds,
        information: Information::Hidden,
        can_resign: true,
        options: &[
            Spec {
                key: "coins",
                label: "Coins",
                help: "The number of coins with which everyone begins",
                kind: OptionKind::Number(10..=50),
                default: Some("20"),
            },
            Spec {
                key: "rounds",
                label: "Rounds",
                help: "The number of rounds before the vote",
                kind: OptionKind::Number(1..=5),
                default: Some("3"),
            },
            Spec {
                key: "reveal",
                label: "Revealed bids",
                help: "The bids that everyone learns after a round",
                kind: OptionKind::Choice(&[("all", "all bids"), ("winner", "the winning bid")]),
                default: Some("all"),
            },
            Spec {
                key: "stakes",
                label: "Stakes",
                help: "Whether the winner of a round decides what the next prize is worth",
                kind: OptionKind::Choice(&[
                    ("winner", "set by the winner of a round"),
                    ("same", "always the same"),
                ]),
                default: Some("winner"),
            },
        ],
        fields: &[Field {
            spec: Spec {
                key: "handicap",
                label: "Handicap",
                help: "The number of coins that the player begins without",
                kind: OptionKind::Number(0..=9),
                default: Some("0"),
            },
            is_rank: false,
        }],
        finals: &[
            Final { key: "prizes", label: "Prizes", kind: FinalKind::Number },
            Final { key: "coins", label: "Coins", kind: FinalKind::Number },
        ],
        note: |finals| {
            let number = |key| finals.number(key).unwrap_or_default();
            format!("{}, {}", counted(number("prizes"), "prize"), counted(number("coins"), "coin"))
        },
        times: &[
            TimeLimit { key: "round", label: "a round", default: Some(24) },
            TimeLimit { key: "stake", label: "the winner’s decision", default: Some(8) },
            TimeLimit { key: "vote", label: "the vote", default: Some(12) },
        ],
    };

    fn setup(options: &Values, roster: &[Entrant<'_>]) -> Result<Setup, SetupError> {
        let player = |entrant: &Entrant<'_>| {
            Ok(Player { name: entrant.name.to_owned(), handicap: number(entrant.fields, "handicap")? })
        };
        Ok(Setup {
            coins: number(options, "coins")?,
            rounds: number(options, "rounds")?,
            reveal: if options.text("reveal") == Some("winner") { Reveal::Winner } else { Reveal::All },
            stakes: if options.text("stakes") == Some("same") { Stakes::Same } else { Stakes::Winner },
            players: roster.iter().map(player).collect::<Result<_, SetupError>>()?,
        })
    }

    fn seats(setup: &Setup) -> usize {
        setup.players.len()
    }

    fn names(setup: &Setup) -> Names {
        Names::new(setup.players.iter().map(|player| player.name.clone()).collect())
    }

    fn needs_seed(_setup: &Setup) -> bool {
        false
    }

    fn begin(setup: &Setup, _draws: &mut Draws) -> Result<(State, Vec<Event>), SetupError> {
        let seats = setup.players.len();
        if !(2..=5).contains(&seats) || !(1..=5).contains(&setup.rounds) || setup.coins > 50 {
            return Err(SetupError::new("it takes 2 to 5 players, 1 to 5 rounds and at most 50 coins"));
        }
        let purse = |player: &Player| {
            let coins = setup.coins.checked_sub(player.handicap).filter(|coins| *coins > 0);
            let coins = coins.ok_or_else(|| SetupError::new("handicap: a player would have no coins"))?;
            Ok(Purse { coins, prizes: 0, retired: false })
        };
        let state = State {
            phase: Stage::Round,
            round: 1,
            rounds: setup.rounds,
            reveal: setup.reveal,
            stakes: setup.stakes,
            worth: 1,
            chooser: None,
            players: setup.players.iter().map(purse).collect::<Result<_, SetupError>>()?,
            history: Vec::new(),
            answers: vec![None; seats],
        };
        Ok((state, vec![Event::RoundBegan(1)]))
    }

    fn phase(state: &State) -> Phase<Action> {
        let (id, title, ends) = match state.phase {
            Stage::Round => (
                format!("round-{}", state.round),
                format!("round {} of {}", state.round, state.rounds),
                Ends::Clock("round", Action::Resolve),
            ),
            Stage::Stake => (
                format!("stake-{}", state.round),
                format!("the decision before round {}", state.round),
                Ends::Clock("stake", Action::Resolve),
            ),
            Stage::Vote => ("vote".to_owned(), "the vote".to_owned(), Ends::Clock("vote", Action::Resolve)),
            Stage::Over => ("end".to_owned(), "the end".to_owned(), Ends::Over),
        };
        Phase { id, title, ends }
    }

    fn to_act(state: &State) -> Vec<Decision> {
        let key = match state.phase {
            Stage::Round => "bid",
            Stage::Stake => "stake",
            Stage::Vote => "vote",
            Stage::Over => return Vec::new(),
        };
        let decision = |seat| Decision { seat, key, answered: state.answer(seat).is_some() };
        state.asked().map(decision).collect()
    }

    fn legal(state: &State, seat: Seat) -> Vec<Action> {
        let Some(purse) = state.purse(seat).filter(|purse| !purse.retired) else { return Vec::new() };
        match state.phase {
            Stage::Round => (0..=purse.coins).map(Action::Bid).collect(),
            Stage::Stake if state.chooser != Some(seat) => Vec::new(),
            Stage::Stake => WORTHS.map(Action::Stake).into(),
            Stage::Vote => state.active().filter(|other| *other != seat).map(Action::Vote).collect(),
            Stage::Over => Vec::new(),
        }
    }

    fn apply(state: &mut State, by: By, action: &Action, _draws: &mut Draws) -> Result<Vec<Event>, Refusal> {
        let seat = match by {
            By::Clock | By::Host if state.phase == Stage::Over => return Err(Refusal::over()),
            By::Clock | By::Host if *action == Action::Resolve => return Ok(state.close()),
            By::Seat(seat) => seat,
            _ => return Err(Refusal::not_yours("Only a player can bid or vote.")),
        };
        if state.purse(seat).is_none_or(|purse| purse.retired) {
            return Err(Refusal::not_yours("You no longer play."));
        }
        if !Self::legal(state, seat).contains(action) {
            return Err(state.refusal(seat, *action));
        }
        state.answers[usize::from(seat.number()) - 1] = Some(*action);
        let mut events = vec![Event::Answered(seat, *action)];
        events.extend(state.settle());
        Ok(events)
    }

    fn answer(state: &State, seat: Seat) -> Option<Action> {
        state.answer(seat)
    }

    fn resign(state: &mut State, seat: Seat, _draws: &mut Draws) -> Result<Vec<Event>, Refusal> {
        let Some(i) = seat.index(state.players.len()) else {
            return Err(Refusal::not_yours("No such seat."));
        };
        state.players[i].retired = true;
        state.answers[i] = None;
        for answer in &mut state.answers {
            // Nobody can vote for a player who has resigned, so these voters are asked again.
            answer.take_if(|answer| *answer == Action::Vote(seat));
        }
        if state.chooser == Some(seat) {
            return Ok(state.close());
        }
        Ok(state.settle())
    }

    fn outcome(state: &State) -> Option<Outcome> {
        if state.phase != Stage::Over {
            return None;
        }
        let best = state.active().map(|seat| state.score(seat)).max()?;
        let winners = state.active().filter(|seat| state.score(*seat) == best).count();
        let standing = |seat| {
            let (prizes, coins) = state.score(seat);
            let is_best = state.active().any(|active| active == seat) && (prizes, coins) == best;
            let verdict = match (is_best, winners) {
                (true, 1) => Verdict::Won,
                (true, _) => Verdict::Drawn,
                (false, _) => Verdict::Lost,
            };
            let finals = Finals::default().with("prizes", prizes).with("coins", coins);
            Standing::new(&Self::INFO, seat, verdict, finals)
        };
        let mut standings: Vec<Standing> = state.seats().map(standing).collect();
        standings.sort_by_key(|standing| {
            (standing.verdict == Verdict::Lost, std::cmp::Reverse(state.score(standing.seat)))
        });
        Some(Outcome { standings, reason: "The votes are counted.".to_owned() })
    }

    fn observe(state: &State, viewer: Viewer) -> Seen {
        Seen::new(state, viewer)
    }

    fn reshuffle(state: &State, viewer: Viewer, rng: &mut fastrand::Rng) -> State {
        state.reshuffle(viewer, rng)
    }

    fn prompt(decision: &Decision) -> Prompt {
        let (question, noun, layout) = match decision.key {
            "stake" => ("What is the next prize worth?", "decision", Layout::Buttons),
            "vote" => ("Who bluffed best?", "vote", Layout::Buttons),
            _ => ("How many coins do you bid?", "bid", Layout::Pad(&COINS)),
        };
        // Nobody bids while one seat decides, so there is nothing to keep secret.
        let audience = if decision.key == "stake" { Audience::All } else { Audience::Seat(decision.seat) };
        Prompt { question, noun, example: None, layout, audience }
    }

    fn step(_seen: &Seen, action: &Action, n: usize, names: &Names) -> Option<Step> {
        match action {
            Action::Bid(bid) => {
                Action::coins(*bid).nth(n).map(|coin| Step::new("Coin", coin.key, coin.label))
            }
            Action::Vote(seat) if n == 0 => Some(Step::new("Vote for", seat.to_string(), names.get(*seat))),
            Action::Stake(worth) if n == 0 => {
                Some(Step::new("Worth", worth.to_string(), counted(*worth, "prize")))
            }
            Action::Vote(_) | Action::Stake(_) | Action::Resolve => None,
        }
    }

    fn confirms(action: &Action) -> bool {
        matches!(action, Action::Bid(_))
    }

    fn describe(action: &Action, names: &Names) -> String {
        match action {
            Action::Bid(bid) => counted(*bid, "coin"),
            Action::Vote(seat) => names.get(*seat).into_owned(),
            Action::Stake(worth) => counted(*worth, "prize"),
            Action::Resolve => action.to_string(),
        }
    }

    fn hint(state: &State, seat: Seat, draft: &[String]) -> Option<String> {
        let coins = state.purse(seat).filter(|_| state.phase == Stage::Round)?.coins;
        let bid: u8 = draft.iter().filter_map(|key| key.parse::<u8>().ok()).sum();
        Some(format!("{bid} of your {}. Larger coins come first.", counted(coins, "coin")))
    }

    fn narrate(event: &Event, names: &Names) -> Narration {
        let name = |seat| names.get(seat).into_owned();
        let text = match event {
            Event::RoundBegan(round) => format!("Round {round} begins: everyone bids in secret."),
            Event::Decides(seat) => {
                format!("{} decides what the next prize is worth.", names.get(*seat))
            }
            Event::Answered(seat, Action::Stake(worth)) => {
                format!("{}: the next prize counts as {}.", names.get(*seat), counted(*worth, "prize"))
            }
            Event::Answered(seat, action) => {
                let verb = if matches!(action, Action::Bid(_)) { "bids" } else { "votes for" };
                let text = format!("{} {verb} {}.", names.get(*seat), Self::describe(action, names));
                return Narration { audience: Audience::Seat(*seat), text };
            }
            Event::Closed(closed) => closed.sentence(name),
            Event::Bids(bids) => {
                return Narration { audience: Audience::Host, text: seen::bids(bids, name) };
            }
            Event::VoteBegan => "The vote begins: everyone votes in secret for the best bluffer.".to_owned(),
            Event::Favourite(Some(seat)) => format!("{} bluffed best and wins a prize.", names.get(*seat)),
            Event::Favourite(None) => "The vote is a tie, so nobody wins the last prize.".to_owned(),
        };
        Narration::public(text)
    }
}

/// The notation, and the coins of which a bid consists.
mod action {
    use std::fmt;
    use std::str::FromStr;

    use trigon::games::{PadKey, Seat};

    /// Something that a seat, the clock or the host does.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(crate) enum Action {
        Bid(u8),
        Vote(Seat),
        /// The number of prizes that the next one counts as.
        Stake(u8),
        Resolve,
    }

    /// What a prize can be worth.
    pub(super) const WORTHS: [u8; 3] = [1, 2, 3];

    /// The coins of the pad, in the order in which a bid consists of them.
    pub(super) static COINS: [PadKey; 3] = [
        PadKey { key: "10", label: "+10" },
        PadKey { key: "5", label: "+5" },
        PadKey { key: "1", label: "+1" },
    ];

    impl Action {
        /// Returns the coins of a bid, the largest first.
        pub(super) fn coins(bid: u8) -> impl Iterator<Item = &'static PadKey> {
            let [ten, five, one] = &COINS;
            let coins = [(ten, bid / 10), (five, bid % 10 / 5), (one, bid % 5)];
            coins.into_iter().flat_map(|(coin, n)| std::iter::repeat_n(coin, n.into()))
        }
    }

    impl fmt::Display for Action {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match self {
                Self::Bid(bid) => write!(f, "bid {bid}"),
                Self::Vote(seat) => write!(f, "vote {seat}"),
                Self::Stake(worth) => write!(f, "stake {worth}"),
                Self::Resolve => f.write_str("resolve"),
            }
        }
    }

    impl FromStr for Action {
        type Err = &'static str;

        fn from_str(text: &str) -> Result<Self, Self::Err> {
            let text = text.trim().to_ascii_lowercase();
            let (verb, rest) = text.split_once(' ').unwrap_or((&text, ""));
            let number = rest.trim().parse::<u8>();
            match (verb, number) {
                ("bid", Ok(bid)) => Ok(Self::Bid(bid)),
                ("vote", Ok(seat)) => Ok(Self::Vote(Seat::new(seat))),
                ("stake", Ok(worth)) => Ok(Self::Stake(worth)),
                ("resolve", _) if rest.is_empty() => Ok(Self::Resolve),
                _ => Err(
                    "Write `bid 12` to bid 12 coins, `stake 2` to double the next prize, or `vote 2` to vote for \
                          the player at seat 2.",
                ),
            }
        }
    }
}

/// What a viewer may know, in words and as a picture.
mod seen {
    use trigon::games::{Audience, Fact, Frame, Game, Names, Observation, Seat, Viewer};
    use trigon_render::Scene;

    use super::super::{counted, picture, shown_name};
    use super::Bids;
    use super::state::{Closed, Reveal, Stage, State};

    /// What a viewer may know.
    #[derive(Debug, Clone, PartialEq)]
    pub(crate) struct Seen {
        own: Option<Seat>,
        /// The state, with only those answers that the viewer may know.
        state: State,
    }

    /// Lists bids in a sentence.
    pub(super) fn bids(bids: &[(Seat, u8)], name: impl Fn(Seat) -> String) -> String {
        let bids: Vec<String> = bids.iter().map(|(seat, bid)| format!("{} {bid}", name(*seat))).collect();
        format!("Bids: {}.", bids.join(", "))
    }

    impl Closed {
        pub(super) fn sentence(&self, name: impl Fn(Seat) -> String) -> String {
            let bids: Vec<String> =
                self.bids.iter().map(|(seat, bid)| format!("{} {bid}", name(*seat))).collect();
            let bids =
                if bids.is_empty() { String::new() } else { format!(" The bids: {}.", bids.join(", ")) };
            let round = self.round;
            match self.won {
                Some((seat, price)) => {
                    format!("{} wins prize {round} for {}.{bids}", name(seat), counted(price, "coin"))
                }
                None => format!("Nobody wins prize {round}.{bids}"),
            }
        }
    }

    impl Seen {
        /// Returns what a viewer may know about a state.
        pub(super) fn new(state: &State, viewer: Viewer) -> Self {
            let mut seen = Self { own: viewer.seat(), state: state.clone() };
            for (seat, answer) in state.seats().zip(&mut seen.state.answers) {
                answer.take_if(|_| !Audience::Seat(seat).includes(viewer));
            }
            if state.reveal == Reveal::Winner && !viewer.sees_all() {
                for closed in &mut seen.state.history {
                    closed.bids.retain(|(seat, _)| Some(*seat) == seen.own);
                }
            }
            seen
        }

        /// Describes the position in lines: the phase, the players, the finished rounds.
        fn lines(&self, name: impl Fn(Seat) -> String) -> Vec<String> {
            let mut lines = vec![Bids::phase(&self.state).title];
            for seat in self.state.seats() {
                let (prizes, coins) = self.state.score(seat);
                let mut line =
                    format!("{}: {}, {}", name(seat), counted(coins, "coin"), counted(prizes, "prize"));
                if let Some(answer) = self.state.answer(seat) {
                    line += &format!(" ({answer})");
                }
                lines.push(line);
            }
            lines.extend(self.state.history.iter().map(|closed| closed.sentence(&name)));
            lines
        }
    }

    impl Observation for Seen {
        fn facts(&self, names: &Names) -> Vec<Fact> {
            let Some(seat) = self.own.filter(|seat| self.state.purse(*seat).is_some()) else {
                return Vec::new();
            };
            let (prizes, coins) = self.state.score(seat);
            let mut facts = vec![
                Fact { label: "Coins", value: coins.to_string() },
                Fact { label: "Prizes", value: prizes.to_string() },
            ];
            let answer = self.state.answer(seat);
            let answer = answer.map_or("none yet".to_owned(), |answer| Bids::describe(&answer, names));
            match self.state.phase {
                Stage::Round => facts.push(Fact { label: "Bid", value: answer }),
                Stage::Vote => facts.push(Fact { label: "Vote", value: answer }),
                Stage::Stake | Stage::Over => {}
            }
            facts
        }

        fn scene(&self, frame: &Frame<'_>) -> Scene {
            let lines = self.lines(|seat| shown_name(frame.names, seat));
            let text = self.lines(|seat| frame.names.get(seat).into_owned()).join(". ");
            picture(frame.title, &lines, format!("Bids, {text}."))
        }

        fn diagram(&self, names: &Names) -> String {
            self.lines(|seat| names.get(seat).into_owned()).join("\n")
        }

        fn data(&self) -> Option<String> {
            serde_json::to_string(&self.state).ok()
        }
    }
}

/// The state of a match, and how a phase ends.
mod state {
    use serde::{Deserialize, Serialize};
    use trigon::games::{Audience, Game, Refusal, Seat, Viewer};

    use super::super::counted;
    use super::Bids;
    use super::action::Action;

    /// What everyone learns about the bids of a finished round.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub(super) enum Reveal {
        All,
        Winner,
    }

    /// Who sets the worth of the prizes.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub(super) enum Stakes {
        Same,
        Winner,
    }

    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "lowercase")]
    pub(super) enum Stage {
        Round,
        Stake,
        Vote,
        Over,
    }

    /// What everyone knows about a player.
    #[derive(Debug, Clone, PartialEq, Serialize)]
    pub(super) struct Purse {
        pub(super) coins: u8,
        pub(super) prizes: u8,
        pub(super) retired: bool,
    }

    /// A finished round.
    #[derive(Debug, Clone, PartialEq, Serialize)]
    pub(crate) struct Closed {
        pub(super) round: u8,
        /// The winner and the price.
        pub(super) won: Option<(Seat, u8)>,
        /// All bids, in seat order; for viewers, those that they may know.
        pub(super) bids: Vec<(Seat, u8)>,
    }

    /// The state of a match. The answers are not part of the canonical state.
    #[derive(Debug, Clone, PartialEq, Serialize)]
    pub(crate) struct State {
        pub(super) phase: Stage,
        pub(super) round: u8,
        pub(super) rounds: u8,
        pub(super) reveal: Reveal,
        pub(super) stakes: Stakes,
        /// How many prizes the next one counts as.
        pub(super) worth: u8,
        /// Who decides on that now.
        pub(super) chooser: Option<Seat>,
        pub(super) players: Vec<Purse>,
        pub(super) history: Vec<Closed>,
        #[serde(skip)]
        pub(super) answers: Vec<Option<Action>>,
    }

    /// Something that happened.
    #[derive(Debug, Clone, PartialEq)]
    pub(crate) enum Event {
        RoundBegan(u8),
        Decides(Seat),
        Answered(Seat, Action),
        /// A round has ended, with the bids if everyone learns them.
        Closed(Closed),
        /// The bids of a round that stay secret.
        Bids(Vec<(Seat, u8)>),
        VoteBegan,
        Favourite(Option<Seat>),
    }

    impl State {
        pub(super) fn seats(&self) -> impl Iterator<Item = Seat> {
            Seat::all(self.players.len())
        }

        pub(super) fn purse(&self, seat: Seat) -> Option<&Purse> {
            self.players.get(seat.index(self.players.len())?)
        }

        pub(super) fn active(&self) -> impl Iterator<Item = Seat> {
            self.seats().filter(|seat| self.purse(*seat).is_some_and(|purse| !purse.retired))
        }

        /// Returns the seats that have something to decide.
        pub(super) fn asked(&self) -> impl Iterator<Item = Seat> {
            let is_asked = |seat: &Seat| self.phase != Stage::Stake || self.chooser == Some(*seat);
            self.active().filter(is_asked)
        }

        pub(super) fn answer(&self, seat: Seat) -> Option<Action> {
            self.answers.get(seat.index(self.answers.len())?).copied().flatten()
        }

        /// Returns the seat with the highest value above 0 that no other active seat has, with the value.
        fn unique_best(&self, value: impl Fn(Seat) -> u8) -> Option<(Seat, u8)> {
            let values: Vec<(Seat, u8)> = self.active().map(|seat| (seat, value(seat))).collect();
            let is_unique = |n: u8| values.iter().filter(|(_, other)| *other == n).count() == 1;
            values.iter().copied().filter(|(_, n)| *n > 0 && is_unique(*n)).max_by_key(|(_, n)| *n)
        }

        /// Ends the phase if everyone has answered.
        pub(super) fn settle(&mut self) -> Vec<Event> {
            if self.asked().all(|seat| self.answer(seat).is_some()) { self.close() } else { Vec::new() }
        }

        /// Ends the phase.
        pub(super) fn close(&mut self) -> Vec<Event> {
            let events = match self.phase {
                Stage::Round => self.close_round(),
                Stage::Stake => self.close_stake(),
                Stage::Vote => self.close_vote(),
                Stage::Over => Vec::new(),
            };
            self.answers.fill(None);
            events
        }

        fn close_round(&mut self) -> Vec<Event> {
            let bid = |seat| match self.answer(seat) {
                Some(Action::Bid(bid)) => bid,
                _ => 0,
            };
            let won = self.unique_best(bid);
            let bids = self.active().map(|seat| (seat, bid(seat))).collect();
            let closed = Closed { round: self.round, won, bids };
            if let Some((seat, price)) = won {
                let purse = &mut self.players[usize::from(seat.number()) - 1];
                purse.coins -= price;
                purse.prizes += self.worth;
            }
            self.worth = 1;
            self.history.push(closed.clone());
            let next = if self.round == self.rounds {
                self.phase = Stage::Vote;
                Event::VoteBegan
            } else {
                self.round += 1;
                match won.filter(|_| self.stakes == Stakes::Winner) {
                    Some((seat, _)) => {
                        (self.phase, self.chooser) = (Stage::Stake, Some(seat));
                        Event::Decides(seat)
                    }
                    None => Event::RoundBegan(self.round),
                }
            };
            match self.reveal {
                Reveal::All => vec![Event::Closed(closed), next],
                Reveal::Winner => {
                    let bids = Event::Bids(closed.bids);
                    vec![Event::Closed(Closed { bids: Vec::new(), ..closed }), bids, next]
                }
            }
        }

        /// Begins the next round. Its prize is worth what the winner of the last one has chosen, if anything.
        fn close_stake(&mut self) -> Vec<Event> {
            if let Some(Action::Stake(worth)) = self.chooser.and_then(|seat| self.answer(seat)) {
                self.worth = worth;
            }
            (self.phase, self.chooser) = (Stage::Round, None);
            vec![Event::RoundBegan(self.round)]
        }

        fn close_vote(&mut self) -> Vec<Event> {
            let votes =
                |seat| self.active().filter(|by| self.answer(*by) == Some(Action::Vote(seat))).count();
            let favourite = self.unique_best(|seat| votes(seat) as u8).map(|(seat, _)| seat);
            if let Some(seat) = favourite {
                self.players[usize::from(seat.number()) - 1].prizes += 1;
            }
            self.phase = Stage::Over;
            vec![Event::Favourite(favourite)]
        }

        /// Replaces what others have answered, and the losing bids that were not revealed.
        pub(super) fn reshuffle(&self, viewer: Viewer, rng: &mut fastrand::Rng) -> Self {
            let mut other = self.clone();
            let is_hidden = |seat: &Seat| !Audience::Seat(*seat).includes(viewer);
            let hidden: Vec<Seat> = self.asked().filter(is_hidden).collect();
            for seat in &hidden {
                let answer = rng.choice(Bids::legal(self, *seat)).filter(|_| rng.bool());
                other.answers[usize::from(seat.number()) - 1] = answer;
            }
            // With the last answer, the phase would have ended.
            if self.asked().all(|seat| other.answer(seat).is_some())
                && let Some(seat) = hidden.first()
            {
                other.answers[usize::from(seat.number()) - 1] = None;
            }
            let rounds = other.history.iter_mut().filter(|_| self.reveal == Reveal::Winner);
            for Closed { won, bids, .. } in rounds {
                let Some((winner, price)) = *won else { continue };
                let is_beaten = |(seat, bid): &(Seat, u8)| is_hidden(seat) || *bid <= price;
                if bids.iter().all(is_beaten) {
                    let losing = bids.iter_mut().filter(|(seat, _)| is_hidden(seat) && *seat != winner);
                    losing.for_each(|(_, bid)| *bid = rng.u8(..price));
                }
            }
            other
        }

        /// Returns why a seat cannot answer with this action.
        pub(super) fn refusal(&self, seat: Seat, action: Action) -> Refusal {
            match (self.phase, action) {
                (Stage::Over, _) => Refusal::over(),
                (_, Action::Resolve) => {
                    Refusal::not_yours("Only the clock and the host can end a round early.")
                }
                (Stage::Round, Action::Bid(_)) => {
                    let coins = self.purse(seat).map_or(0, |purse| purse.coins);
                    Refusal::illegal(format!("You have only {}.", counted(coins, "coin")))
                }
                (Stage::Stake, _) if self.chooser != Some(seat) => {
                    Refusal::not_yours("The winner of the last round decides now.")
                }
                (Stage::Stake, _) => Refusal::illegal("The next prize counts as 1, 2 or 3 prizes."),
                (_, Action::Stake(_)) => Refusal::illegal("Only the winner of a round decides, after it."),
                (Stage::Round, Action::Vote(_)) => Refusal::illegal("The vote comes after the last round."),
                (Stage::Vote, Action::Bid(_)) => Refusal::illegal("The rounds are over: it is time to vote."),
                (Stage::Vote, Action::Vote(_)) => {
                    Refusal::illegal("Vote for another player who has not resigned.")
                }
            }
        }

        pub(super) fn score(&self, seat: Seat) -> (u8, u8) {
            self.purse(seat).map_or((0, 0), |purse| (purse.prizes, purse.coins))
        }
    }
}

/// The rules for players.
const RULES: &str = r"# Bids

For 2 to 5 players, about 4 rounds. Everyone bids in secret at the same time.

**What it is about.** In each round there is one prize. You bid some of your coins for it without seeing what the others
bid. The highest bid that nobody else made wins the prize, and only the winner pays.

## The coins
Everyone begins with the same number of coins, which the host chooses. A player with a handicap begins with fewer: the
handicap is the number of coins that are missing. The coins of all players are public.

## A round
- Bid from 0 coins up to all that you have. You can change your bid until the round ends.
- The round ends when everyone has bid, or when the time is up. Without a bid you bid nothing.
- A bid that two players made does not count, and neither does a bid of 0. The highest bid that is left wins the prize,
  and its player pays that number of coins. If no bid is left, nobody wins the prize.
- Afterwards everyone learns all bids. The host can choose that only the winning bid is shown; then nobody ever learns
  what the others have bid.

Write `bid 12` or put coins on the table: tens first, then fives, then ones.

## The next prize
Whoever won a round decides alone, and before everyone’s eyes, whether the next prize counts as 1, 2 or 3 prizes. Without a
decision in time it counts as 1. The host can choose that all prizes count as 1.

Write `stake 2`, or press a button.

## The vote
After the last round everyone votes in secret for the player who bluffed best. That player wins one more prize. On a tie
nobody does. You cannot vote for yourself. Write `vote 2` for the player at seat 2.

## The end
The player with the most prizes wins. If several have as many, the one of them with the most coins wins. If that is equal
too, they share the victory.

You can resign. Your prizes and coins stay where they are, and votes for you no longer count.
";
