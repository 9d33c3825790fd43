//! Hands: cards are dealt face down, and the seats play them in turn onto a pile whose numbers go one way only. The
//! rules are in `rules.md`.

use serde::{Deserialize, Serialize};
use trigon::games::{
    Audience, By, Decision, Draws, Entrant, Final, FinalKind, Finals, Game, Info, Information, Layout, Names,
    Narration, OptionKind, Outcome, Pace, Phase, Prompt, Refusal, Seat, SetupError, Spec, Standing, Step,
    TURN, Values, Verdict, Viewer, number,
};

use super::counted;
pub(crate) use action::Action;
pub(crate) use seen::Seen;
use state::Stage;
pub(crate) use state::{Event, State};

/// The game.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hands;

/// The setup of a match.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Setup {
    players: u8,
    /// The number of cards in a hand.
    hand: u8,
    /// The cards, of which the last one is dealt first. If they are left out, they are shuffled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    deck: Option<Vec<u8>>,
}

impl Setup {
    fn check(&self) -> Result<(), SetupError> {
        if !(2..=4).contains(&self.players) || !(2..=6).contains(&self.hand) {
            return Err(SetupError::new("it takes 2 to 4 players with 2 to 6 cards"));
        }
        let Some(mut deck) = self.deck.clone() else { return Ok(()) };
        deck.sort_unstable();
        let is_whole = deck.into_iter().eq(1..=State::CARDS);
        if is_whole { Ok(()) } else { Err(SetupError::new("deck: it has each card from 1 to 30 once")) }
    }
}

impl Game for Hands {
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Observation = Seen;

    const INFO: Info = Info {
        name: "hands",
        title: "Hands",
        summary: "Play cards from a secret hand onto a pile that goes only up, or only down.",
        players: &[2, 3, 4],
        usual_players: 3,
        version: 1,
        oldest: 1,
        rules: RULES,
        pace: Pace::Turns,
        information: Information::Hidden,
        can_resign: true,
        options: &[Spec {
            key: "hand",
            label: "Cards in a hand",
            help: "The number of cards that everyone is dealt",
            kind: OptionKind::Number(2..=6),
            default: Some("5"),
        }],
        fields: &[],
        finals: &[Final { key: "points", label: "Points", kind: FinalKind::Number }],
        note: |finals| counted(finals.number("points").unwrap_or_default(), "point"),
        times: &[TURN],
    };

    fn setup(options: &Values, roster: &[Entrant<'_>]) -> Result<Setup, SetupError> {
        Ok(Setup { players: roster.len() as u8, hand: number(options, "hand")?, deck: None })
    }

    fn seats(setup: &Setup) -> usize {
        setup.players.into()
    }

    fn needs_seed(setup: &Setup) -> bool {
        setup.deck.is_none()
    }

    fn begin(setup: &Setup, draws: &mut Draws) -> Result<(State, Vec<Event>), SetupError> {
        setup.check()?;
        let deck = setup.deck.clone().unwrap_or_else(|| {
            let mut deck: Vec<u8> = (1..=State::CARDS).collect();
            draws.shuffle(&mut deck);
            deck
        });
        let state = State::deal(setup.players.into(), setup.hand.into(), deck);
        let hands = Seat::all(state.players.len()).zip(&state.players);
        let events = hands.map(|(seat, player)| Event::Dealt(seat, player.hand.clone())).collect();
        Ok((state, events))
    }

    fn phase(state: &State) -> Phase<Action> {
        Phase::turn(state.turns, &Self::to_act(state))
    }

    fn to_act(state: &State) -> Vec<Decision> {
        let key = match state.phase {
            Stage::Direction => "direction",
            Stage::Turn => "card",
            Stage::Over => return Vec::new(),
        };
        vec![Decision { seat: state.turn, key, answered: false }]
    }

    fn legal(state: &State, seat: Seat) -> Vec<Action> {
        state.legal(seat)
    }

    fn apply(state: &mut State, by: By, action: &Action, _draws: &mut Draws) -> Result<Vec<Event>, Refusal> {
        let By::Seat(seat) = by else { return Err(Refusal::not_yours("Only a player can do this.")) };
        state.apply(seat, *action)
    }

    fn resign(state: &mut State, seat: Seat, _draws: &mut Draws) -> Result<Vec<Event>, Refusal> {
        Ok(state.retire(seat))
    }

    fn outcome(state: &State) -> Option<Outcome> {
        if state.phase != Stage::Over {
            return None;
        }
        let is_active = |seat| state.player(seat).is_some_and(|player| !player.retired);
        let best = state.seats().filter(|seat| is_active(*seat)).map(|seat| state.score(seat)).max()?;
        let is_best = |seat| is_active(seat) && state.score(seat) == best;
        let winners = state.seats().filter(|seat| is_best(*seat)).count();
        let standing = |seat| {
            let verdict = match (is_best(seat), winners) {
                (true, 1) => Verdict::Won,
                (true, _) => Verdict::Drawn,
                (false, _) => Verdict::Lost,
            };
            let finals = Finals::default().with("points", state.score(seat));
            Standing::new(&Self::INFO, seat, verdict, finals)
        };
        let mut standings: Vec<Standing> = state.seats().map(standing).collect();
        standings.sort_by_key(|standing| (!is_best(standing.seat), -state.score(standing.seat)));
        Some(Outcome { standings, reason: "A player has played their last card.".to_owned() })
    }

    fn observe(state: &State, viewer: Viewer) -> Seen {
        Seen::new(state, viewer)
    }

    fn reshuffle(state: &State, viewer: Viewer, rng: &mut fastrand::Rng) -> State {
        state.reshuffle(viewer, rng)
    }

    fn prompt(decision: &Decision) -> Prompt {
        match decision.key {
            "direction" => Prompt::public("choose the direction of the pile."),
            _ => Prompt {
                question: "it is your turn: play a card or draw one.",
                noun: "card",
                example: None,
                layout: Layout::Buttons,
                audience: Audience::Seat(decision.seat),
            },
        }
    }

    fn step(_seen: &Seen, action: &Action, n: usize, _names: &Names) -> Option<Step> {
        let step = match action {
            Action::Choose(direction) => Step::new("Direction", direction.to_string(), direction.to_string()),
            Action::Play(card) => Step::new("Card", format!("{card:02}"), card.to_string()),
            Action::Draw => Step::new("Card", "draw", "Draw a card"),
            Action::Pass => Step::new("Card", "pass", "Pass"),
        };
        (n == 0).then_some(step)
    }

    fn confirms(action: &Action) -> bool {
        matches!(action, Action::Play(_))
    }

    fn narrate(event: &Event, names: &Names) -> Narration {
        let name = |seat: &Seat| names.get(*seat).into_owned();
        let private = |seat: &Seat, text| Narration { audience: Audience::Seat(*seat), text };
        Narration::public(match event {
            Event::Dealt(seat, hand) => {
                return private(seat, format!("{}, your hand is {}.", name(seat), seen::listed(hand)));
            }
            Event::Got(seat, card) => return private(seat, format!("{}, you drew {card}.", name(seat))),
            Event::Chosen(seat, direction) => format!("{} chooses: the pile goes {direction}.", name(seat)),
            Event::Played(seat, card) => format!("{} plays {card}.", name(seat)),
            Event::Drew(seat) => format!("{} draws a card.", name(seat)),
            Event::Passed(seat) => format!("{} passes.", name(seat)),
            Event::Took(seat, count) => {
                format!("{} takes the pile: {}.", name(seat), counted(*count, "card"))
            }
            Event::WentOut(seat) => format!("{} has played the last card of their hand.", name(seat)),
        })
    }
}

/// The notation.
mod action {
    use std::fmt;
    use std::str::FromStr;

    use serde::Serialize;

    /// The direction of the numbers on the pile.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "lowercase")]
    pub(crate) enum Direction {
        Up,
        Down,
    }

    /// Something that a seat does.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(crate) enum Action {
        Choose(Direction),
        Play(u8),
        Draw,
        Pass,
    }

    impl fmt::Display for Direction {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(match self {
                Self::Up => "up",
                Self::Down => "down",
            })
        }
    }

    impl fmt::Display for Action {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match self {
                Self::Choose(direction) => direction.fmt(f),
                Self::Play(card) => write!(f, "play {card}"),
                Self::Draw => f.write_str("draw"),
                Self::Pass => f.write_str("pass"),
            }
        }
    }

    impl FromStr for Action {
        type Err = &'static str;

        fn from_str(text: &str) -> Result<Self, Self::Err> {
            let text = text.trim().to_ascii_lowercase();
            match (&text[..], text.strip_prefix("play ").map(|card| card.trim().parse())) {
                ("up", _) => Ok(Self::Choose(Direction::Up)),
                ("down", _) => Ok(Self::Choose(Direction::Down)),
                ("draw", _) => Ok(Self::Draw),
                ("pass", _) => Ok(Self::Pass),
                (_, Some(Ok(card))) => Ok(Self::Play(card)),
                _ => Err("Write `play 17`, `draw` or `pass`; at the beginning `up` or `down`."),
            }
        }
    }
}

/// What a viewer may know, in words and as a picture.
mod seen {
    use serde_json::{Value, json};
    use trigon::games::{Audience, Fact, Frame, Names, Observation, Seat, Viewer};
    use trigon_render::Scene;

    use super::super::{counted, picture, shown_name};
    use super::action::Direction;
    use super::state::{Stage, State};

    /// What a viewer may know.
    #[derive(Debug, Clone, PartialEq)]
    pub(crate) struct Seen {
        own: Option<Seat>,
        stage: Stage,
        direction: Option<Direction>,
        /// Everyone's part, in seat order.
        players: Vec<Part>,
        turn: Seat,
        turns: u32,
        leader: Option<Seat>,
        /// Everyone has seen these cards played.
        pile: Vec<u8>,
        deck: usize,
    }

    /// A player's part in what a viewer may know.
    #[derive(Debug, Clone, PartialEq)]
    struct Part {
        seat: Seat,
        cards: usize,
        taken: u8,
        retired: bool,
        /// The cards, if the viewer may know them.
        hand: Option<Vec<u8>>,
    }

    impl Seen {
        /// Returns what a viewer may know about a state.
        pub(super) fn new(state: &State, viewer: Viewer) -> Self {
            let part = |seat: Seat| {
                let player = state.player(seat)?;
                let may_know = Audience::Seat(seat).includes(viewer);
                Some(Part {
                    seat,
                    cards: player.hand.len(),
                    taken: player.taken,
                    retired: player.retired,
                    hand: may_know.then(|| player.hand.clone()),
                })
            };
            Self {
                own: viewer.seat(),
                stage: state.phase,
                direction: state.direction,
                players: state.seats().filter_map(part).collect(),
                turn: state.turn,
                turns: state.turns,
                leader: state.leader,
                pile: state.pile.clone(),
                deck: state.deck.len(),
            }
        }

        /// Describes the position in lines.
        fn lines(&self, name: impl Fn(Seat) -> String) -> Vec<String> {
            let waiting = match self.stage {
                Stage::Direction => format!("{} chooses the direction", name(self.turn)),
                Stage::Turn => format!("It is the turn of {}", name(self.turn)),
                Stage::Over => "The match is over".to_owned(),
            };
            let way = self.direction.map_or("?".to_owned(), |direction| direction.to_string());
            let top = self.pile.last().map_or("empty".to_owned(), |top| format!("{top} on top"));
            let mut lines = vec![
                waiting,
                format!("Direction: {way}. Pile: {}, {top}", counted(self.pile.len() as i64, "card")),
                format!("Deck: {}", counted(self.deck as i64, "card")),
            ];
            lines.extend(self.players.iter().map(|part| {
                let hand = part.hand.as_ref().filter(|hand| !hand.is_empty());
                let hand = hand.map_or(String::new(), |hand| format!(" ({})", listed(hand)));
                let cards = if part.retired {
                    "resigned".to_owned()
                } else {
                    format!("{} in hand{hand}", counted(part.cards as i64, "card"))
                };
                format!("{}: {cards}, {} taken", name(part.seat), part.taken)
            }));
            lines
        }
    }

    /// Lists cards: `3, 7, 12`.
    pub(super) fn listed(cards: &[u8]) -> String {
        cards.iter().map(u8::to_string).collect::<Vec<_>>().join(", ")
    }

    impl Observation for Seen {
        fn facts(&self, _names: &Names) -> Vec<Fact> {
            let own = self.players.iter().find(|part| Some(part.seat) == self.own);
            let facts = own.map(|part| {
                let hand = part.hand.as_deref().filter(|hand| !hand.is_empty());
                vec![
                    Fact { label: "Hand", value: hand.map_or("no cards".to_owned(), listed) },
                    Fact { label: "Cards taken", value: part.taken.to_string() },
                ]
            });
            facts.unwrap_or_default()
        }

        fn scene(&self, frame: &Frame<'_>) -> Scene {
            let lines = self.lines(|seat| shown_name(frame.names, seat));
            let text = self.lines(|seat| frame.names.get(seat).into_owned()).join(". ");
            picture(frame.title, &lines, format!("Hands. {text}."))
        }

        fn diagram(&self, names: &Names) -> String {
            self.lines(|seat| names.get(seat).into_owned()).join("\n")
        }

        fn data(&self) -> Option<String> {
            let Self { stage, direction, turn, turns, pile, leader, deck, .. } = self;
            let player = |part: &Part| json!({ "hand": part.hand, "cards": part.cards, "taken": part.taken, "retired": part.retired });
            let players: Vec<Value> = self.players.iter().map(player).collect();
            let data = json!({
                "phase": stage, "direction": direction, "players": players, "pile": pile, "leader": leader, "turn": turn,
                "turns": turns, "deck": deck,
            });
            Some(data.to_string())
        }
    }
}

/// The state of a match, and the rules.
mod state {
    use serde::{Serialize, Serializer};
    use trigon::games::{Audience, Refusal, Seat, Viewer};

    use super::action::{Action, Direction};

    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "lowercase")]
    pub(super) enum Stage {
        Direction,
        Turn,
        Over,
    }

    /// A player.
    #[derive(Debug, Clone, PartialEq, Serialize)]
    pub(super) struct Player {
        /// The cards, ascending.
        pub(super) hand: Vec<u8>,
        /// The number of cards taken.
        pub(super) taken: u8,
        pub(super) retired: bool,
    }

    /// The state of a match.
    #[derive(Debug, Clone, PartialEq, Serialize)]
    pub(crate) struct State {
        pub(super) phase: Stage,
        pub(super) direction: Option<Direction>,
        pub(super) players: Vec<Player>,
        pub(super) pile: Vec<u8>,
        /// The seat whose card is on top of the pile.
        pub(super) leader: Option<Seat>,
        pub(super) turn: Seat,
        /// The number of turns so far, from 1.
        pub(super) turns: u32,
        /// The cards that are left to draw, the next one last. The canonical state has only their number.
        #[serde(serialize_with = "count")]
        pub(super) deck: Vec<u8>,
        /// The hands of players who have resigned, which nobody else has seen.
        #[serde(skip)]
        aside: Vec<(Seat, Vec<u8>)>,
    }

    #[expect(clippy::ptr_arg, reason = "the type of the field")]
    fn count<S: Serializer>(deck: &Vec<u8>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(deck.len() as u64)
    }

    /// Something that happened.
    #[derive(Debug, Clone, PartialEq)]
    pub(crate) enum Event {
        Dealt(Seat, Vec<u8>),
        Chosen(Seat, Direction),
        Played(Seat, u8),
        /// A card was drawn. Only its player learns which.
        Drew(Seat),
        Got(Seat, u8),
        Passed(Seat),
        Took(Seat, u8),
        WentOut(Seat),
    }

    impl State {
        pub(super) const CARDS: u8 = 30;

        /// Deals from a deck, from its end.
        pub(super) fn deal(seats: usize, hand: usize, mut deck: Vec<u8>) -> Self {
            let mut player = || {
                let mut hand = deck.split_off(deck.len().saturating_sub(hand));
                hand.sort_unstable();
                Player { hand, taken: 0, retired: false }
            };
            Self {
                players: (0..seats).map(|_| player()).collect(),
                phase: Stage::Direction,
                direction: None,
                pile: Vec::new(),
                leader: None,
                turn: Seat::at(0),
                turns: 1,
                deck,
                aside: Vec::new(),
            }
        }

        /// Deals the cards that a viewer has not seen anew.
        pub(super) fn reshuffle(&self, viewer: Viewer, rng: &mut fastrand::Rng) -> Self {
            let mut other = self.clone();
            let hands = Seat::all(self.players.len()).zip(other.players.iter_mut().map(|it| &mut it.hand));
            let aside = other.aside.iter_mut().map(|(seat, hand)| (*seat, hand));
            let hidden = hands.chain(aside).filter(|(seat, _)| !Audience::Seat(*seat).includes(viewer));
            let mut places: Vec<&mut Vec<u8>> = hidden.map(|(_, hand)| hand).collect();
            places.push(&mut other.deck);
            let mut cards: Vec<u8> = places.iter().flat_map(|place| place.iter().copied()).collect();
            cards.sort_unstable();
            rng.shuffle(&mut cards);
            let mut cards = cards.into_iter();
            for place in places {
                place.iter_mut().zip(&mut cards).for_each(|(to, card)| *to = card);
            }
            other.players.iter_mut().for_each(|player| player.hand.sort_unstable());
            other
        }

        pub(super) fn seats(&self) -> impl Iterator<Item = Seat> {
            Seat::all(self.players.len())
        }

        pub(super) fn player(&self, seat: Seat) -> Option<&Player> {
            self.players.get(seat.index(self.players.len())?)
        }

        fn player_mut(&mut self, seat: Seat) -> Option<&mut Player> {
            let seats = self.players.len();
            self.players.get_mut(seat.index(seats)?)
        }

        pub(super) fn score(&self, seat: Seat) -> i64 {
            self.player(seat).map_or(0, |player| i64::from(player.taken) - player.hand.len() as i64)
        }

        fn continues(&self, card: u8) -> bool {
            self.pile.last().is_none_or(|top| match self.direction {
                Some(Direction::Down) => card < *top,
                _ => card > *top,
            })
        }

        pub(super) fn legal(&self, seat: Seat) -> Vec<Action> {
            let Some(player) = self.player(seat).filter(|_| seat == self.turn) else { return Vec::new() };
            match self.phase {
                Stage::Direction => [Direction::Up, Direction::Down].map(Action::Choose).to_vec(),
                Stage::Turn => {
                    let cards = player.hand.iter().copied().filter(|card| self.continues(*card));
                    let other = match (&self.deck[..], &self.pile[..]) {
                        ([_, ..], _) => Some(Action::Draw),
                        ([], [_, ..]) => Some(Action::Pass),
                        ([], []) => None,
                    };
                    cards.map(Action::Play).chain(other).collect()
                }
                Stage::Over => Vec::new(),
            }
        }

        pub(super) fn apply(&mut self, seat: Seat, action: Action) -> Result<Vec<Event>, Refusal> {
            if !self.legal(seat).contains(&action) {
                return Err(self.refusal(seat, action));
            }
            let mut events = Vec::new();
            match action {
                Action::Choose(direction) => {
                    self.direction = Some(direction);
                    self.phase = Stage::Turn;
                    // The same turn continues with another question.
                    return Ok(vec![Event::Chosen(seat, direction)]);
                }
                Action::Play(card) => {
                    self.pile.push(card);
                    self.leader = Some(seat);
                    events.push(Event::Played(seat, card));
                    let player = self.player_mut(seat);
                    let left = player.map_or(0, |player| {
                        player.hand.retain(|held| *held != card);
                        player.hand.len()
                    });
                    if left == 0 {
                        events.extend(self.take_pile());
                        events.push(Event::WentOut(seat));
                        self.phase = Stage::Over;
                        return Ok(events);
                    }
                }
                Action::Draw => {
                    if let Some(card) = self.deck.pop() {
                        if let Some(player) = self.player_mut(seat) {
                            player.hand.push(card);
                            player.hand.sort_unstable();
                        }
                        events.extend([Event::Drew(seat), Event::Got(seat, card)]);
                    }
                }
                Action::Pass => events.push(Event::Passed(seat)),
            }
            events.extend(self.pass_turn());
            Ok(events)
        }

        /// Returns why a seat cannot do this now. It reveals no more than the seat knows.
        fn refusal(&self, seat: Seat, action: Action) -> Refusal {
            match action {
                _ if self.phase == Stage::Over => Refusal::over(),
                _ if seat != self.turn => Refusal::not_yours("It is not your turn."),
                _ if self.phase == Stage::Direction => {
                    Refusal::illegal("Choose the direction first: up or down.")
                }
                Action::Choose(_) => Refusal::illegal("The direction has been chosen already."),
                Action::Play(card) if self.player(seat).is_some_and(|player| player.hand.contains(&card)) => {
                    Refusal::illegal(format!("{card} does not continue the pile."))
                }
                Action::Play(card) => Refusal::illegal(format!("You do not have {card}.")),
                Action::Draw => Refusal::illegal("The deck is empty."),
                Action::Pass => {
                    Refusal::illegal("You can pass only if the deck is empty and the pile is not.")
                }
            }
        }

        fn take_pile(&mut self) -> Option<Event> {
            let leader = self.leader.take()?;
            let count = std::mem::take(&mut self.pile).len() as u8;
            self.player_mut(leader)?.taken += count;
            Some(Event::Took(leader, count))
        }

        /// Gives the turn to the next seat that still plays. If the top card is its own, it takes the pile.
        fn pass_turn(&mut self) -> Option<Event> {
            let seats = self.players.len();
            let mut after = (0..seats).map(|n| Seat::at((usize::from(self.turn.number()) + n) % seats));
            self.turn = after.find(|seat| self.player(*seat).is_some_and(|player| !player.retired))?;
            self.turns += 1;
            if self.leader == Some(self.turn) { self.take_pile() } else { None }
        }

        pub(super) fn retire(&mut self, seat: Seat) -> Vec<Event> {
            if let Some(player) = self.player_mut(seat) {
                player.retired = true;
                let hand = std::mem::take(&mut player.hand);
                self.aside.push((seat, hand));
            }
            if self.leader == Some(seat) {
                self.leader = None;
                self.pile.clear();
            }
            if self.turn == seat { self.pass_turn().into_iter().collect() } else { Vec::new() }
        }
    }
}

/// The rules for players.
const RULES: &str = r"# Hands

For 2 to 4 players, about 40 turns. Only you see your hand.

**What it is about.** The cards have the numbers 1 to 30. You play them onto a pile on which the numbers go only up, or
only down. The last player who could still play takes the pile. Every card that you take is worth a point.

## The deal
The cards are shuffled, and everyone gets as many as the host has chosen. The others are the deck, face down. Everyone
sees how many cards you hold, but not which.

## The direction
The player at seat 1 looks at their hand and chooses in public whether the numbers go up or down. The choice holds for the
whole match. Write `up` or `down`.

## A turn
In your turn you do one of these:
- Play a card that continues the pile. Any card can begin an empty pile. Write `play 17`.
- Draw a card from the deck. Only you learn which. Write `draw`.
- Pass, if the deck is empty and the pile is not. Write `pass`.

When the turn comes back to the player whose card is on top of the pile, nobody has continued it: this player takes the
pile and begins a new one.

## The end
The match is over when a player has played their last card. This player takes the pile too. Every card you have taken is
worth one point, and every card left in your hand costs one. The most points win; players with equally many share the
victory.

You can resign. Your hand is put aside unseen, and so is the pile if its top card was yours.
";
