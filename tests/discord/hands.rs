//! Games that ask in ways that none of the standard games uses: a game of turns in which each player sees only their
//! own hand, and one in which several players are asked at once.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use trigon::games::{
    Audience, By, Decision, Draws, Ends, Entrant, Fact, Final, FinalKind, Finals, Frame, Game, Info,
    Information, Layout, Names, Narration, Observation, Outcome, Pace, Phase, Prompt, Refusal, Registry,
    Seat, SetupError, Standing, Step, TimeLimit, Values, Verdict, Viewer,
};
use trigon::matches::{Match, Terms};
use trigon::rehearsal;
use trigon::sandbox::{self, SeenMessage};

use crate::scene::{Scene, press};

/// Each player plays a card face down, and the highest card wins: in turn, with hands that nobody else sees, or all
/// `TOGETHER`, with hands that everyone sees.
struct Cards<const TOGETHER: bool>;

const SEATS: usize = 2;

#[derive(Clone, PartialEq, Debug, Serialize)]
struct Table {
    #[serde(skip)]
    hands: Vec<Vec<u8>>,
    #[serde(skip)]
    played: Vec<Option<u8>>,
}

#[derive(Clone, Serialize, Deserialize)]
struct Setup {}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Card(u8);

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "card {}", self.0)
    }
}

impl FromStr for Card {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = text.strip_prefix("card ").and_then(|number| number.parse().ok());
        number.map(Self).ok_or_else(|| format!("“{text}” is no card."))
    }
}

#[derive(Clone, PartialEq, Debug)]
struct Played(Seat, u8, Audience);

#[derive(PartialEq, Debug)]
struct Hand(Option<Vec<u8>>);

impl Observation for Hand {
    fn facts(&self, _: &Names) -> Vec<Fact> {
        let hand = self.0.iter().map(|hand| format!("{hand:?}"));
        hand.map(|value| Fact { label: "Hand", value }).collect()
    }

    fn scene(&self, _: &Frame<'_>) -> trigon_render::Scene {
        trigon_render::Scene::new(100.0, 100.0, trigon_render::Role::Panel)
    }

    fn diagram(&self, _: &Names) -> String {
        String::new()
    }
}

impl<const TOGETHER: bool> Game for Cards<TOGETHER> {
    type Setup = Setup;
    type State = Table;
    type Action = Card;
    type Event = Played;
    type Observation = Hand;

    const INFO: Info = Info {
        name: if TOGETHER { "together" } else { "hands" },
        title: "Cards",
        summary: "The highest card wins.",
        players: &[SEATS as u8],
        usual_players: SEATS as u8,
        version: 1,
        oldest: 1,
        rules: "# Cards\n\nThe highest card wins.\n",
        pace: Pace::Turns,
        information: if TOGETHER { Information::Open } else { Information::Hidden },
        can_resign: true,
        options: &[],
        fields: &[],
        finals: &[Final { key: "card", label: "Card", kind: FinalKind::Number }],
        note: |finals| format!("played {}", finals.number("card").unwrap_or_default()),
        times: &[TimeLimit { key: "turn", label: "a turn", default: None }],
    };

    fn setup(_: &Values, _: &[Entrant<'_>]) -> Result<Setup, SetupError> {
        Ok(Setup {})
    }

    fn seats(_: &Setup) -> usize {
        SEATS
    }

    fn needs_seed(_: &Setup) -> bool {
        false
    }

    fn begin(_: &Setup, _: &mut Draws) -> Result<(Table, Vec<Played>), SetupError> {
        // Everyone is told their best card.
        let dealt = Seat::all(SEATS).zip([14, 13]);
        let dealt = dealt.map(|(seat, best)| Played(seat, best, Audience::Seat(seat)));
        Ok((Table { hands: vec![vec![11, 14], vec![12, 13]], played: vec![None; SEATS] }, dealt.collect()))
    }

    fn phase(table: &Table) -> Phase<Card> {
        let played = table.played.iter().flatten().count();
        let ends = if played == SEATS { Ends::Over } else { Ends::Answered("turn") };
        Phase { id: format!("turn-{played}"), title: format!("turn {}", played + 1), ends }
    }

    fn to_act(table: &Table) -> Vec<Decision> {
        let missing = Seat::all(SEATS).filter(|seat| table.played[seat.index(SEATS).unwrap()].is_none());
        let asked = missing.map(|seat| Decision { seat, key: "card", answered: false });
        asked.take(if TOGETHER { SEATS } else { 1 }).collect()
    }

    fn legal(table: &Table, seat: Seat) -> Vec<Card> {
        let is_asked = Self::to_act(table).iter().any(|decision| decision.seat == seat);
        let hand = table.hands[seat.index(SEATS).unwrap()].iter().copied();
        hand.filter(|_| is_asked).map(Card).collect()
    }

    fn apply(table: &mut Table, by: By, action: &Card, _: &mut Draws) -> Result<Vec<Played>, Refusal> {
        let By::Seat(seat) = by else { return Err(Refusal::not_yours("Only players play.")) };
        if !Self::legal(table, seat).contains(action) {
            return Err(Refusal::illegal("You cannot play that now."));
        }
        table.played[seat.index(SEATS).unwrap()] = Some(action.0);
        Ok([Audience::All, Audience::Seat(seat)].map(|audience| Played(seat, action.0, audience)).to_vec())
    }

    fn outcome(table: &Table) -> Option<Outcome> {
        let cards: Option<Vec<u8>> = table.played.iter().copied().collect();
        let best = *cards.as_ref()?.iter().max()?;
        let standing = |(seat, card): (Seat, u8)| {
            let verdict = if card == best { Verdict::Won } else { Verdict::Lost };
            Standing::new(&Self::INFO, seat, verdict, Finals::default().with("card", card))
        };
        let standings = Seat::all(SEATS).zip(cards?).map(standing).collect();
        Some(Outcome { standings, reason: "The highest card wins.".to_owned() })
    }

    fn observe(table: &Table, viewer: Viewer) -> Hand {
        Hand(viewer.seat().map(|seat| table.hands[seat.index(SEATS).unwrap()].clone()))
    }

    fn reshuffle(table: &Table, viewer: Viewer, rng: &mut fastrand::Rng) -> Table {
        let mut other = table.clone();
        let own = viewer.seat().and_then(|seat| seat.index(SEATS));
        let hands = other.hands.iter_mut().enumerate().filter(|(i, _)| !TOGETHER && Some(*i) != own);
        let places: Vec<&mut u8> = hands.flat_map(|(_, hand)| hand).collect();
        let mut cards: Vec<u8> = places.iter().map(|card| **card).collect();
        cards.sort_unstable();
        rng.shuffle(&mut cards);
        places.into_iter().zip(cards).for_each(|(to, card)| *to = card);
        other
    }

    fn prompt(decision: &Decision) -> Prompt {
        Prompt {
            question: "play a card face down.",
            noun: "card",
            example: Some("card 7"),
            layout: Layout::Buttons,
            audience: if TOGETHER { Audience::All } else { Audience::Seat(decision.seat) },
        }
    }

    fn step(_: &Hand, action: &Card, n: usize, _: &Names) -> Option<Step> {
        (n == 0).then(|| Step::new("Card", format!("c{}", action.0), format!("the {}", action.0)))
    }

    fn confirms(_: &Card) -> bool {
        false
    }

    fn narrate(Played(seat, card, audience): &Played, names: &Names) -> Narration {
        let text = match audience {
            Audience::All => format!("{} has played a card.", names.get(*seat)),
            _ => format!("You know of the {card}."),
        };
        Narration { audience: *audience, text }
    }
}

/// Begins a match of two. Returns it with its players in the order of their seats.
async fn begun(scene: &Scene, game: &str) -> (Arc<Match>, [sandbox::Person; SEATS]) {
    let terms = Terms::usual(scene.matches.games().get(game).unwrap().info());
    let (place, players) = ((&scene.guild, scene.hall), &scene.players[..SEATS]);
    let id = rehearsal::begin(&scene.matches, place, ["Sunday", game], terms, players).await.unwrap();
    scene.settled().await;
    let game = scene.matches.load(id).await.unwrap();
    let seated = Seat::all(SEATS).map(|seat| scene.in_seat(&game, seat).clone());
    let seated: Vec<_> = seated.collect();
    (game, seated.try_into().unwrap())
}

async fn set(game: &str) -> (Scene, Arc<Match>, [sandbox::Person; SEATS]) {
    let scene = Scene::with_games(Registry::default().with::<Cards<false>>().with::<Cards<true>>()).await;
    let (game, players) = begun(&scene, game).await;
    (scene, game, players)
}

/// Presses a button, and returns the answer, which is not the message that was pressed.
async fn shown(who: &sandbox::Person, message: &SeenMessage) -> SeenMessage {
    let shown = who.click(message.id, &press(message, ":show")).unwrap().message().await.unwrap();
    assert!(shown.ephemeral && shown.id != message.id, "{}", shown.content);
    shown
}

fn labels(message: &SeenMessage) -> Vec<&str> {
    message.parts().filter_map(|part| part["label"].as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hidden_hand_is_shown_to_its_owner_alone() {
    let (scene, game, [one, two]) = set("hands").await;
    let public = scene.newest();
    assert!(public.content.contains(&one.mention()) && public.content.contains("play a card"));
    assert!(!public.content.contains("the 14"), "{}", public.content);
    assert_eq!(
        (labels(&public), public.pings.clone()),
        (vec!["Show my choices", "Legend", "Rules"], vec![one.id()])
    );

    // Only the one who is asked gets the choices, separately.
    let refused = shown(&two, &public).await;
    assert!(
        refused.content.contains("It’s not your turn") && refused.components.is_empty(),
        "{}",
        refused.content
    );
    let stranger = shown(&scene.players[4], &public).await;
    assert!(stranger.content.contains("no seat in match"), "{}", stranger.content);
    let panel = shown(&one, &public).await;
    assert_eq!(labels(&panel), ["the 11", "the 14"]);
    assert!(panel.content.contains("Hand **") && panel.content.contains("card 7"), "{}", panel.content);
    assert_eq!(labels(&scene.ask(&one, "move", &[]).await), ["the 11", "the 14"]);
    assert_eq!(labels(&scene.dm(&one, "move").await), ["the 11", "the 14"]);
    // A component that was made up for the public message shows nothing.
    assert!(one.click(public.id, &press(&panel, ":do:")).is_err());

    let done = scene.press(&one, &panel, ":do:c14").await;
    assert!(done.id == panel.id && done.components.is_empty(), "{}", done.content);
    assert!(done.content.contains("You know of the 14"), "{}", done.content);
    scene.settled().await;
    assert!(scene.ada.message(public.id).unwrap().components.is_empty());
    let next = scene.newest();
    assert!(next.content.contains("has played a card") && next.content.contains(&two.mention()));
    for message in scene.ada.view(scene.hall) {
        assert!(!message.content.contains("the 14"), "{}", message.content);
    }

    let history = scene.ask(&two, "history", &[("match", game.id.0.into())]).await;
    assert!(history.content.contains("has played a card"), "{}", history.content);
    let file = String::from_utf8(history.files[0].bytes.to_vec()).unwrap();
    assert!(!history.content.contains("14") && !file.contains("14"), "{file}");

    // The other one types.
    let unknown = scene.dm(&two, "hello").await;
    assert!(unknown.content.contains("didn’t understand"), "{}", unknown.content);
    let wrong = scene.dm(&two, "card fourteen").await;
    assert!(wrong.content.contains("is no card"), "{}", wrong.content);
    let told = scene.dm(&two, "card 13").await;
    assert!(told.content.contains("You know of the 13"), "{}", told.content);
    assert!(!scene.matches.load(game.id).await.unwrap().is_going_on());
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn several_who_are_asked_at_once_get_their_choices_each() {
    let (scene, game, [one, two]) = set("together").await;
    let public = scene.newest();
    for player in [&one, &two] {
        assert!(public.content.contains(&player.mention()), "{}", public.content);
    }
    assert_eq!((labels(&public), public.pings.len()), (vec!["Show my choices", "Legend", "Rules"], SEATS));
    assert_eq!(labels(&shown(&one, &public).await), ["the 11", "the 14"]);
    let panel = shown(&two, &public).await;
    assert_eq!(labels(&panel), ["the 12", "the 13"]);
    scene.press(&two, &panel, ":do:c12").await;
    scene.settled().await;
    // One is left, and everyone may see the choices: they are in the message.
    let last = scene.newest();
    assert_eq!(labels(&last), ["the 11", "the 14", "Legend", "Rules"]);
    let refused = scene.press(&two, &last, ":do:c11").await;
    assert!(refused.ephemeral && refused.content.contains("It’s not your turn"), "{}", refused.content);
    scene.press(&one, &last, ":do:c11").await;
    assert!(!scene.matches.load(game.id).await.unwrap().is_going_on());
    scene.end().await;
}
