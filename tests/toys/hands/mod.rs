//! Hands: cards are dealt face down, and the seats play them in turn onto a pile whose numbers go one way only. The
//! rules are in `rules.md`.

mod action;
mod seen;
mod state;

use serde::{Deserialize, Serialize};
use trigon::games::{
    Audience, By, Decision, Draws, Entrant, Game, Info, Information, Kind, Layout, Names, Narration, Outcome,
    Pace, Phase, Prompt, Refusal, Seat, SetupError, Spec, Standing, Step, TURN, Values, Verdict, Viewer,
    number,
};

use super::counted;
pub(crate) use action::Action;
pub(crate) use seen::Seen;
use state::Stage;
pub(crate) use state::{Event, State};

/// The game.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hands;

/// What a match begins with.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Setup {
    players: u8,
    /// The number of cards in a hand.
    hand: u8,
    /// The cards, of which the last one is dealt first; shuffled if they are left out.
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
        rules: include_str!("rules.md"),
        pace: Pace::Turns,
        information: Information::Hidden,
        can_resign: true,
        options: &[Spec {
            key: "hand",
            label: "Cards in a hand",
            help: "The number of cards that everyone is dealt",
            kind: Kind::Number(2..=6),
            default: Some("5"),
        }],
        fields: &[],
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
            Standing { seat, verdict, note: counted(state.score(seat), "point") }
        };
        let mut standings: Vec<Standing> = state.seats().map(standing).collect();
        standings.sort_by_key(|standing| (!is_best(standing.seat), -state.score(standing.seat)));
        Some(Outcome { standings, reason: "A player has played their last card.".to_owned() })
    }

    fn observe(state: &State, viewer: Viewer) -> Seen {
        Seen::new(state, viewer)
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

    fn step(_state: &State, action: &Action, n: usize, _names: &Names) -> Option<Step> {
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
