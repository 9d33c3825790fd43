//! Random sign-ups of matches that wait for the round of a public beacon.

use super::*;
use crate::ids::UserId;
use crate::matches::model::beacon::{Pulse, Quicknet};

/// Round 1000 of quicknet as recorded.
const ROUND: u64 = 1_000;
const SIGNATURE: &str =
    "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39";

/// How often something happened in sign-ups.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    /// The match started with its round.
    started: usize,
    /// The roster stayed open for longer.
    stayed_open: usize,
    /// The roster was closed.
    closed: usize,
}

/// Plays random sign-ups of matches with a beacon.
fn play_sign_ups(game: &str) -> Counts {
    let all = RefCell::new(Counts::default());
    let config = Config { cases: 100, failure_persistence: None, ..Config::default() };
    let steps = prop::collection::vec(any::<Step>(), 10..60);
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let played = TestRunner::new_with_rng(config, rng).run(&steps, |steps| {
        let pulse = Pulse::new(ROUND, SIGNATURE).unwrap();
        let terms = Terms { beacon_hours: Some(24), open_signup: true, ..terms(game, 0) };
        let opened = Quicknet::published(ROUND) - HOUR * 24 - Beacon::CLOSING_LEAD;
        let mut table = Table::announce(game, terms, opened);
        for (what, who, detail) in steps {
            let before = table.game.clone();
            let user = 101 + i64::from(who % 9);
            let _ = match what % 10 {
                0..=3 => table.give(UserId(user), Command::Join(format!("Player {user}"))),
                4 => table.give(UserId(user), Command::AddWord(format!("word {detail}").parse().unwrap())),
                5 if detail % 2 == 0 => table.give(UserId(user), Command::Leave),
                5 => table.give(HOST, Command::Unseat { user: UserId(user), reason: None }),
                6 => table.give(HOST, Command::Start),
                7 => table.give_as(&Actor::Clock, &Command::Beacon(pulse)),
                _ => {
                    table.wait(HOUR / 12 * Millis::from(detail % 120));
                    Ok(())
                }
            };
            let (known, now) = (before.beacon.unwrap(), &table.game);
            let beacon = now.beacon.unwrap();
            let mut counts = all.borrow_mut();
            counts.stayed_open += usize::from(known.round != beacon.round);
            counts.closed += usize::from(!known.closed && beacon.closed);
            if known.closed {
                assert_eq!(users(&before), users(now), "nobody comes or goes");
                assert_eq!((before.words.len(), known.round), (now.words.len(), beacon.round));
            }
            assert_eq!(
                beacon.signature.is_some(),
                now.status != Status::Signup,
                "it starts with the round only"
            );
            if now.status != Status::Signup {
                assert!(known.closed && table.now >= beacon.closes);
                counts.started += 1;
                break;
            }
        }
        table.read_again();
        Ok(())
    });
    if let Err(error) = played {
        panic!("{error}");
    }
    all.into_inner()
}

fn users(game: &Match) -> BTreeSet<UserId> {
    game.players.iter().map(|player| player.user_id).collect()
}

#[test]
fn random_sign_ups_start_with_the_round_of_their_beacon_and_with_nothing_that_was_added_later() {
    for game in ["triforce-building", "triangoli"] {
        let counts = play_sign_ups(game);
        let Counts { started, stayed_open, closed } = counts;
        assert!(started > 0 && stayed_open > 0 && closed > 0, "{game}: {counts:?}");
    }
}
