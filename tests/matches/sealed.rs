//! With a key, nothing that is secret during a match can be read where it is stored.

use std::collections::BTreeSet;

use trigon::ids::UserId;
use trigon::store::Keys;

use super::*;

/// Plays a match of two rounds and a vote to its end, with everybody acting whenever possible.
async fn play(hall: &Hall) -> Arc<Match> {
    let id = hall.running(seven().with("rounds", Value::Number(2)).limited("vote", 10)).await;
    // What is left for later is as secret as what is sent now.
    let later = vec![hall.read(id, "move DDD").await];
    hall.matches.ask(id, &Person::user(UserId(103)), Command::Ahead(later)).await.unwrap();
    while hall.load(id).await.is_going_on() {
        let game = hall.load(id).await;
        let session = game.session.as_ref().unwrap();
        for number in 1..=7 {
            let legal = session.legal(Seat::new(number as u8));
            // A player who changes their mind has had a draft.
            let longest = legal.iter().max_by_key(|action| action.len());
            for action in legal.first().into_iter().chain(longest) {
                let done = hall.act(id, number, action).await;
                assert!(done.is_ok() || !hall.load(id).await.is_going_on(), "{done:?}");
            }
        }
        if let Some(deadline) = hall.load(id).await.deadline {
            hall.clock.set(deadline);
            hall.matches.handle_due().await.unwrap();
        }
    }
    hall.load(id).await
}

#[tokio::test]
async fn no_path_seed_or_vote_of_a_whole_match_can_be_read_where_it_is_stored() {
    let key = Keys::parse(&Keys::generate().unwrap()).unwrap();
    for keys in [Keys::none(), key] {
        let is_sealed = keys.newest().is_some();
        let (database, clock) = (Database::chosen().await, Arc::new(HandClock::new(NOON)));
        let store = Store::open_sealed(database.url(), keys).await.unwrap();
        let seeds = Arc::new(|| Ok(Seed::from([0x5e; 32])));
        let hall = Hall { matches: Matches::new(store, clock.clone()).with_seeds(seeds), database, clock };
        let game = play(&hall).await;

        let row = hall.matches.store().load(game.id).await.unwrap().unwrap().row;
        let mut secrets = BTreeSet::from([row.seed]);
        for entry in &game.log {
            // The clock's actions occur in the definitions of the tables, which SQLite keeps with their comments.
            let is_players = matches!(entry.by, By::Seat(_));
            secrets.extend(entry.action().filter(|_| is_players).map(str::to_owned));
            if let Some(Control::Ahead { answers, .. }) = entry.control() {
                secrets.extend(answers.iter().map(|answer| format!("\"{answer}\"")));
            }
            secrets.extend(entry.state_hash.clone());
            secrets.extend(entry.draws.iter().map(|draw| serde_json::to_string(draw).unwrap()));
        }
        assert!(secrets.iter().any(|secret| secret.starts_with("vote ")), "{secrets:?}");
        assert!(secrets.iter().filter(|secret| secret.starts_with("move ")).count() > 3, "{secrets:?}");
        secrets.insert("\"personal\",\"seat\"".to_owned());
        secrets.retain(|secret| secret.len() > 5);
        let stored = hall.database.everything().await;
        let is_written = |text: &str| {
            let written = [text.to_owned(), text.replace('"', "\\\""), text.replace('"', "\"\"")];
            let is_there = |text: &String| stored.windows(text.len()).any(|found| found == text.as_bytes());
            written.iter().any(is_there)
        };
        // What the operator's guide says of what remains: the roster with its values, and who did something when.
        for open in ["\"garnets\":", "\"priority\":", "Player 3"] {
            assert!(is_written(open), "{open}");
        }
        let acted = "UPDATE match_log SET at = at WHERE actor = '3' AND kind = 'game' AND at > 0";
        assert!(hall.database.run(acted).await > 3);
        if is_sealed {
            let told = "UPDATE match_log SET at = at WHERE kind = 'game' AND LENGTH(action) <> 151";
            assert_eq!(hall.database.run(told).await, 0, "no length tells a path or a vote");
        }
        let readable: Vec<&String> = secrets.iter().filter(|secret| is_written(secret)).collect();
        assert_eq!(readable.len(), if is_sealed { 0 } else { secrets.len() }, "{is_sealed}: {readable:?}");
    }
}
