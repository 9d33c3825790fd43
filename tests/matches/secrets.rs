//! Games of turns with secrets: plans and takebacks say nothing about them.

use serde_json::Value as Json;
use trigon::ids::{MatchId, UserId};
use trigon::matches::OfferKind;

use super::toys::games;
use super::*;

const TAKEBACK: OfferKind = OfferKind::Takeback;

impl Hall {
    /// Begins a match of Hands with three players, whose seed is made of this byte.
    async fn hands(&self, seed: u8) -> (Matches, MatchId) {
        let seeds = Arc::new(move || Ok(Seed::from([seed; 32])));
        let store = Store::open(self.database.url()).await.unwrap();
        let matches = Matches::new(store, self.clock.clone()).with_games(games()).with_seeds(seeds);
        let terms = Terms { players: 3, ..Terms::usual(games().get("hands").unwrap().info()) };
        let new = NewMatch {
            game: "hands".to_owned(),
            guild_id: GUILD,
            channel_id: CHANNEL,
            title: "Friday".to_owned(),
            terms,
        };
        let id = matches.create_seated(&person(UserId(101)), "Player 1", &[], new).await.unwrap().id;
        for n in 2..=3 {
            matches.ask(id, &person(UserId(100 + n)), Command::Join(format!("Player {n}"))).await.unwrap();
        }
        matches.ask(id, &person(UserId(101)), Command::Start).await.unwrap();
        (matches, id)
    }
}

/// Returns the hands in seat order.
fn hands(game: &Match) -> Vec<Vec<u64>> {
    let state: Json = serde_json::from_str(&game.session.as_ref().unwrap().state_json()).unwrap();
    let hand =
        |player: &Json| player["hand"].as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).collect();
    state["players"].as_array().unwrap().iter().map(hand).collect()
}

/// Plays an action as the player of a seat.
async fn act(matches: &Matches, id: MatchId, seat: u8, action: &str) {
    let user = matches.load(id).await.unwrap().player(Seat::new(seat)).unwrap().user_id;
    matches.act(id, user, action).await.unwrap();
}

/// Plans actions as the player of a seat.
async fn plan(matches: &Matches, id: MatchId, seat: u8, actions: &[String]) -> Result<(), Denied> {
    let game = matches.load(id).await.unwrap();
    let parse = |text: &String| game.session.as_ref().unwrap().parse(text).unwrap();
    let actions: Vec<Move> = actions.iter().map(parse).collect();
    let user = game.player(Seat::new(seat)).unwrap().user_id;
    denied(matches.ask(id, &person(user), Command::Ahead(actions)).await.map(|_| ()))
}

#[tokio::test]
async fn a_plan_may_count_on_any_card_that_another_player_could_have() {
    let (mut held, mut own) = (0, 0);
    for seed in [3, 4] {
        let hall = Hall::new().await;
        let (matches, id) = hall.hands(seed).await;
        act(&matches, id, 1, "up").await;
        let game = matches.load(id).await.unwrap();
        let hands = hands(&game);
        for card in 1..=30 {
            // Seat 3 plans what seats 1 and 2 play first, without knowing what they hold.
            let actions = [format!("play {card}"), "draw".to_owned(), "draw".to_owned()];
            let planned = plan(&matches, id, 3, &actions).await;
            let is_own = hands[2].contains(&card);
            let wrong = Denied::PlanImpossible { place: 1, action: actions[0].clone() };
            assert_eq!(planned, if is_own { Err(wrong) } else { Ok(()) }, "{card} of {hands:?}");
            held += usize::from(hands[0].contains(&card));
            own += usize::from(is_own);
        }
        // What it holds itself, it can play.
        let game = matches.load(id).await.unwrap();
        let highest = hands[2].iter().max().unwrap();
        let lowest = (1..*highest).find(|card| !hands[2].contains(card)).unwrap();
        let actions = [format!("play {lowest}"), "draw".to_owned(), format!("play {highest}")];
        plan(&matches, id, 3, &actions).await.unwrap();
        let other = (1..=30).find(|card| !hands[2].contains(card) && card > highest);
        if let Some(other) = other {
            let actions = [format!("play {lowest}"), "draw".to_owned(), format!("play {other}")];
            let wrong = Denied::PlanImpossible { place: 3, action: actions[2].clone() };
            assert_eq!(plan(&matches, id, 3, &actions).await, Err(wrong));
        }
        let planned = matches.load(id).await.unwrap().planned_actions(Seat::new(3));
        let seats: Vec<Option<Seat>> = planned.into_iter().map(|planned| planned.seat).collect();
        assert_eq!(seats, [1, 2, 3].map(|seat| Some(Seat::new(seat))), "{game:?}");
    }
    assert_eq!((held, own), (10, 10));
}

#[tokio::test]
async fn what_a_player_has_learnt_in_secret_is_not_taken_back() {
    let hall = Hall::new().await;
    let (matches, id) = hall.hands(3).await;
    let ask = async |seat: u8| {
        let user = matches.load(id).await.unwrap().player(Seat::new(seat)).unwrap().user_id;
        denied(matches.ask(id, &person(user), Command::Offer(TAKEBACK)).await.map(|_| ()))
    };
    act(&matches, id, 1, "up").await;
    assert!(matches.load(id).await.unwrap().takes_back_freely(Seat::new(1)));
    ask(1).await.unwrap();
    act(&matches, id, 1, "down").await;
    act(&matches, id, 1, "draw").await;
    let before = hands(&matches.load(id).await.unwrap());
    assert_eq!(ask(1).await, Err(Denied::LearntSince));
    // It is the same for what came before, but not for what comes after.
    let lowest = |hands: &[Vec<u64>]| format!("play {}", hands[1][0]);
    act(&matches, id, 2, &lowest(&before)).await;
    assert_eq!(ask(1).await, Err(Denied::LearntSince));
    ask(2).await.unwrap();
    assert!(matches.load(id).await.unwrap().offer().is_some());
}

#[tokio::test]
async fn players_are_told_what_others_bring_about_for_them_alone() {
    let hall = Hall::new().await;
    let (matches, id) = hall.hands(3).await;
    let told = async || {
        let told = |(to, notice): (Target, Notice)| match (to, notice) {
            (Target::User(user), Notice::Told { seat }) => Some((user, seat.number())),
            _ => None,
        };
        let mut told: Vec<(UserId, u8)> = hall.told().await.into_iter().filter_map(told).collect();
        told.sort_unstable_by_key(|(_, seat)| *seat);
        told
    };
    let game = matches.load(id).await.unwrap();
    let user = |seat: u8| game.player(Seat::new(seat)).unwrap().user_id;
    assert_eq!(told().await, [1, 2, 3].map(|seat| (user(seat), seat)), "their hands");
    act(&matches, id, 1, "up").await;
    act(&matches, id, 1, "draw").await;
    assert_eq!(told().await, [], "the card stands in the reply");
    // What is played as planned has no reply.
    let lowest = format!("play {}", hands(&game)[1][0]);
    plan(&matches, id, 3, &[lowest.clone(), "draw".to_owned()]).await.unwrap();
    act(&matches, id, 2, &lowest).await;
    assert_eq!(told().await, [(user(3), 3)]);
}
