//! The comparison of [`worlds`](super::worlds) notices leaks, wherever they are.

use trigon::games::{
    AnyGame, By, Decision, Draws, Entrant, Game, Info, Names, Narration, Outcome, Phase, Prompt, Refusal,
    Registry, Seat, SetupError, Step, Values, Viewer,
};

use super::worlds::check;
use crate::toys::Hands;

/// What is wrong with [`Leaky`]: what shows the next card, or what its reshuffled states have wrong. These are numbers, because the
/// parameter of a type cannot be an enum.
const NOTHING: u8 = 0;
const OBSERVATION: u8 = 1;
const NARRATION: u8 = 2;
const REFUSAL: u8 = 3;
const LEGAL: u8 = 4;
const HINT: u8 = 5;
const PHASE: u8 = 6;
const QUESTION: u8 = 7;
/// The reshuffled state is the true one.
const SAME: u8 = 8;
/// Hands stay as they are.
const HALF: u8 = 9;
/// The random numbers decide whether the state is the true one.
const SHIFTED: u8 = 10;
/// The viewer’s own hand is dealt anew as well.
const OWN: u8 = 11;

/// [`Hands`], with a mistake.
struct Leaky<const MISTAKE: u8>;

type State = <Hands as Game>::State;
type Action = <Hands as Game>::Action;
type Event = <Hands as Game>::Event;

/// Returns the card that will be drawn next, which nobody knows, or 0 if none can be drawn.
fn secret(state: &State) -> u8 {
    let mut after = state.clone();
    let Some(Decision { seat, .. }) = Hands::to_act(state).pop() else { return 0 };
    let draw = "draw".parse().unwrap();
    let drawn = Hands::apply(&mut after, By::Seat(seat), &draw, &mut Draws::new(&[0; 32].into()));
    let told = drawn.into_iter().flatten().map(|event| Hands::narrate(&event, &Names::default()).text);
    let number = |text: &str| text.split("drew ").nth(1)?.trim_end_matches('.').parse().ok();
    told.filter_map(|text| number(&text)).next_back().unwrap_or_default()
}

impl<const MISTAKE: u8> Game for Leaky<MISTAKE> {
    type Setup = <Hands as Game>::Setup;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Observation = <Hands as Game>::Observation;

    const INFO: Info = Hands::INFO;

    fn setup(options: &Values, roster: &[Entrant<'_>]) -> Result<Self::Setup, SetupError> {
        Hands::setup(options, roster)
    }

    fn seats(setup: &Self::Setup) -> usize {
        Hands::seats(setup)
    }

    fn needs_seed(setup: &Self::Setup) -> bool {
        Hands::needs_seed(setup)
    }

    fn begin(setup: &Self::Setup, draws: &mut Draws) -> Result<(State, Vec<Event>), SetupError> {
        Hands::begin(setup, draws)
    }

    fn phase(state: &State) -> Phase<Action> {
        let mut phase = Hands::phase(state);
        if MISTAKE == PHASE {
            phase.title += &format!(" ({})", secret(state));
        }
        phase
    }

    fn to_act(state: &State) -> Vec<Decision> {
        let mut asked = Hands::to_act(state);
        if MISTAKE == QUESTION && secret(state) > 15 {
            for decision in &mut asked {
                decision.key = "high";
            }
        }
        asked
    }

    fn legal(state: &State, seat: Seat) -> Vec<Action> {
        let mut legal = Hands::legal(state, seat);
        if MISTAKE == LEGAL && secret(state) > 15 && legal.len() > 1 {
            legal.retain(|action| action.to_string() != "draw");
        }
        legal
    }

    fn apply(state: &mut State, by: By, action: &Action, draws: &mut Draws) -> Result<Vec<Event>, Refusal> {
        let top = secret(state);
        let applied = Hands::apply(state, by, action, draws);
        match applied {
            Err(refusal) if MISTAKE == REFUSAL => {
                Err(Refusal::illegal(format!("{} The next card is {top}.", refusal.sentence)))
            }
            applied => applied,
        }
    }

    fn resign(state: &mut State, seat: Seat, draws: &mut Draws) -> Result<Vec<Event>, Refusal> {
        Hands::resign(state, seat, draws)
    }

    fn outcome(state: &State) -> Option<Outcome> {
        Hands::outcome(state)
    }

    fn observe(state: &State, viewer: Viewer) -> Self::Observation {
        Hands::observe(state, if MISTAKE == OBSERVATION { Viewer::Host } else { viewer })
    }

    fn reshuffle(state: &State, viewer: Viewer, rng: &mut fastrand::Rng) -> State {
        match MISTAKE {
            SAME => state.clone(),
            // Only the deck is dealt anew.
            HALF => Hands::reshuffle(state, Viewer::Host, rng),
            // Whoever knows the random numbers knows the cards.
            SHIFTED if rng.bool() => state.clone(),
            OWN => Hands::reshuffle(state, Viewer::Public, rng),
            _ => Hands::reshuffle(state, viewer, rng),
        }
    }

    fn prompt(decision: &Decision) -> Prompt {
        Hands::prompt(decision)
    }

    fn step(seen: &Self::Observation, action: &Action, n: usize, names: &Names) -> Option<Step> {
        Hands::step(seen, action, n, names)
    }

    fn confirms(action: &Action) -> bool {
        Hands::confirms(action)
    }

    fn hint(state: &State, _seat: Seat, _draft: &[String]) -> Option<String> {
        (MISTAKE == HINT).then(|| format!("The next card is {}.", secret(state)))
    }

    fn narrate(event: &Event, names: &Names) -> Narration {
        let told = Hands::narrate(event, names);
        if MISTAKE == NARRATION { Narration::public(told.text) } else { told }
    }
}

/// Returns what the comparison says about a mistake.
fn verdict<const MISTAKE: u8>() -> String {
    let registry = Registry::default().with::<Leaky<MISTAKE>>();
    let game: &dyn AnyGame = &**registry.iter().next().unwrap();
    check(game).err().unwrap_or_default()
}

#[test]
fn a_game_that_shows_what_is_secret_is_noticed() {
    for (verdict, part) in [
        (verdict::<NOTHING>(), ""),
        (verdict::<OBSERVATION>(), "what may be known shows something secret"),
        (verdict::<NARRATION>(), "a sentence tells something secret"),
        (verdict::<REFUSAL>(), "a refusal shows something secret"),
        (verdict::<LEGAL>(), "the legal actions shows something secret"),
        (verdict::<HINT>(), "the steps or the hint shows something secret"),
        (verdict::<PHASE>(), "the phase shows something secret"),
        (verdict::<QUESTION>(), "who is asked what shows something secret"),
    ] {
        assert!(verdict.ends_with(part) && verdict.is_empty() == part.is_empty(), "{part}: {verdict}");
    }
}

#[test]
fn a_game_that_does_not_say_what_is_secret_is_noticed() {
    for (verdict, part) in [
        (verdict::<SAME>(), "only 0 were another"),
        (verdict::<HALF>(), "/players/*/hand is secret, but the same in all states that are imagined"),
        (verdict::<SHIFTED>(), "the states that are imagined depend on the true one"),
        (verdict::<OWN>(), "what may be known shows something secret"),
    ] {
        assert!(verdict.ends_with(part), "{part}: {verdict}");
    }
}
