//! Helpers shared by the tests of several games: positions to play from, matches to play out, and checks that hold in every game.

use std::collections::BTreeSet;
use std::fmt;

use trigon_render::{Point, Scene, Shape};

use super::steps::choices;
use super::{
    AnySession, Audience, By, Choices, Draws, Frame, Game, Names, Observation, Refusal, RefusalKind, Seat,
    Seed, Session, Story, Viewer,
};

/// Returns draws from a seed of equal bytes.
pub(super) fn draws(seed: u8) -> Draws {
    Draws::new(&Seed::from([seed; 32]))
}

/// Returns names for this many seats: Ann, Ben, Cleo and so on.
pub(super) fn names(count: usize) -> Names {
    let names = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn"];
    Names::new(names[..count].iter().map(|name| (*name).to_owned()).collect())
}

/// Returns the sentences of a story that people would tell, or none.
pub(super) fn told(story: Option<Story>) -> Vec<String> {
    story.map(|story| std::iter::once(story.headline).chain(story.more).collect()).unwrap_or_default()
}

/// Returns the seat that is asked to act, in a game that only ever asks one at a time.
pub(super) fn asked<G: Game>(state: &G::State) -> Option<Seat> {
    G::to_act(state).first().map(|decision| decision.seat)
}

/// Returns the legal actions of the seat that is asked, sorted.
pub(super) fn legal<G: Game>(state: &G::State) -> Vec<String> {
    let seat = asked::<G>(state);
    let mut legal: Vec<String> =
        seat.iter().flat_map(|seat| G::legal(state, *seat)).map(|action| action.to_string()).collect();
    legal.sort_unstable();
    legal
}

/// Returns the canonical state.
pub(super) fn json<G: Game>(state: &G::State) -> serde_json::Value {
    serde_json::to_value(state).unwrap()
}

/// Plays an entry as the seat that is asked.
pub(super) fn play<G: Game>(
    state: &mut G::State,
    action: &str,
    draws: &mut Draws,
) -> Result<Vec<G::Event>, Refusal> {
    let by = asked::<G>(state).map_or(By::Host, By::Seat);
    let Ok(action) = action.parse() else { panic!("{action} is not an action") };
    G::apply(state, by, &action, draws)
}

/// Returns the sentence of a refusal, after checking that the refusal leaves the state unchanged.
pub(super) fn refused<G: Game>(state: &G::State, action: &str) -> String {
    let mut after = state.clone();
    let refusal = play::<G>(&mut after, action, &mut draws(1)).unwrap_err();
    assert_eq!((&after, refusal.kind), (state, RefusalKind::Illegal), "{action}");
    refusal.sentence
}

/// Plays a match to its end, or for at most this many entries, and calls `look` after each of them.
pub(super) fn playout<G: Game>(
    (mut state, mut draws): (G::State, Draws),
    entries: usize,
    mut choose: impl FnMut(&G::State, Seat) -> G::Action,
    mut look: impl FnMut(&G::State, &G::Action, &[G::Event], &Draws),
) -> G::State {
    for _ in 0..entries {
        let Some(seat) = asked::<G>(&state) else { break };
        let action = choose(&state, seat);
        let events = G::apply(&mut state, By::Seat(seat), &action, &mut draws).unwrap();
        look(&state, &action, &events, &draws);
    }
    state
}

/// Returns a player who takes a random legal action.
pub(super) fn any_action<G: Game>(seed: u64) -> impl FnMut(&G::State, Seat) -> G::Action {
    let mut chance = fastrand::Rng::with_seed(seed);
    move |state, seat| {
        let legal = G::legal(state, seat);
        chance.choice(legal).expect("a seat that is asked has a legal action")
    }
}

/// Checks that, of these actions, exactly the listed ones are accepted, and that the others change nothing.
pub(super) fn assert_listed<G: Game>(state: &G::State, seat: Seat, draws: &Draws, written: &[G::Action]) {
    let legal = G::legal(state, seat);
    for action in written {
        let mut after = state.clone();
        let applied = G::apply(&mut after, By::Seat(seat), action, &mut draws.clone());
        let listed = legal.iter().filter(|listed| *listed == action).count();
        assert_eq!(usize::from(applied.is_ok()), listed, "{action} by {seat} on {state:?}");
        if let Err(refusal) = applied {
            assert_eq!(&after, state, "a refused entry changes nothing");
            assert!(refusal.sentence.ends_with('.') && refusal.kind != RefusalKind::Unreadable);
        }
    }
}

/// Checks that a match is the fold of its log, regardless of what was refused in between.
pub(super) fn assert_folds<G: Game>(
    setup: &G::Setup,
    seed: Option<&Seed>,
    log: &[(String, Vec<G::Event>)],
    wrong: &[&str],
    end: &G::State,
) {
    let mut session = Session::<G>::begin(setup, seed).unwrap().0;
    for (action, events) in log {
        let by = By::Seat(asked::<G>(session.state()).unwrap());
        let before = session.state().clone();
        let others = [(By::Host, &action[..]), (By::seat(9), action)];
        for (by, action) in wrong.iter().map(|wrong| (by, *wrong)).chain(others) {
            assert!(AnySession::apply(&mut session, by, action).is_err(), "{action}");
            assert_eq!(*session.state(), before);
        }
        let Ok(action) = action.parse() else { panic!("{action} is not an action") };
        assert_eq!(session.play(by, &action).unwrap(), *events);
    }
    assert_eq!(session.state(), end);
}

/// Checks that each event is narrated in a sentence with names, and collects its kind.
pub(super) fn assert_told<G: Game>(events: &[G::Event], names: &Names, kinds: &mut BTreeSet<String>) {
    for event in events {
        let told = G::narrate(event, names);
        assert!(told.text.ends_with('.') && !told.text.contains("Seat"), "{}", told.text);
        assert_eq!(told.audience, Audience::All);
        kinds.insert(format!("{event:?}").split([' ', '{', '(']).next().unwrap().to_owned());
    }
}

/// Returns the number of sequences of this many actions. The draws determine the dice in each.
pub(super) fn count_sequences<G: Game>(state: &G::State, draws: &Draws, length: u32) -> usize {
    let Some(seat) = asked::<G>(state).filter(|_| length > 0) else { return usize::from(length == 0) };
    let legal = G::legal(state, seat);
    if length == 1 {
        return legal.len();
    }
    let after = |action: &G::Action| {
        let (mut state, mut draws) = (state.clone(), draws.clone());
        G::apply(&mut state, By::Seat(seat), action, &mut draws).unwrap();
        count_sequences::<G>(&state, &draws, length - 1)
    };
    legal.iter().map(after).sum()
}

/// Returns the first choices of the seat that is asked.
pub(super) fn first_choices<G: Game>(state: &G::State) -> Choices {
    choices::<G>(state, asked::<G>(state).unwrap(), &[], &Names::default()).unwrap()
}

/// Returns the picture that everyone sees.
pub(super) fn picture<G: Game>(state: &G::State, names: &Names) -> Scene {
    G::observe(state, Viewer::Public).scene(&Frame { title: "A match", names })
}

/// Returns the number of texts in a picture that equal this one.
pub(super) fn texts(scene: &Scene, wanted: &str) -> usize {
    let is_wanted = |shape: &&Shape| matches!(shape, Shape::Text { text, .. } if text == wanted);
    scene.shapes.iter().filter(is_wanted).count()
}

/// Checks that everything is drawn within the picture.
pub(super) fn assert_on_card(scene: &Scene) {
    let on_card = |(x, y): Point| (0.0..=scene.width).contains(&x) && (0.0..=scene.height).contains(&y);
    assert!(!scene.description.is_empty() && !scene.title.is_empty());
    for shape in &scene.shapes {
        let inside = match shape {
            Shape::Polygon { points, .. } => points.iter().all(|&point| on_card(point)),
            Shape::Line { from, to, .. } => on_card(*from) && on_card(*to),
            Shape::Circle { center: at, .. } | Shape::Ellipse { center: at, .. } | Shape::Text { at, .. } => {
                on_card(*at)
            }
            Shape::RoundRect { x, y, width, height, .. } => {
                on_card((*x, *y)) && on_card((x + width, y + height))
            }
        };
        assert!(inside, "{shape:?}");
    }
}

/// Checks that text after each of these beginnings is either refused in one sentence, or parsed as an action that
/// survives printing and parsing.
pub(super) fn assert_read<A>(text: &str, bytes: &[u8], beginnings: &[&str])
where
    A: std::str::FromStr<Err: fmt::Display> + fmt::Display + PartialEq + fmt::Debug,
{
    for text in [text, &String::from_utf8_lossy(bytes)] {
        for beginning in ["", "+"].iter().chain(beginnings) {
            match format!("{beginning}{text}").parse::<A>() {
                Ok(action) => assert_eq!(action.to_string().parse::<A>().ok(), Some(action)),
                Err(error) => assert!(error.to_string().ends_with('.'), "{error}"),
            }
        }
    }
}
