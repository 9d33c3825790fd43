//! The arrow pad and the vote.

use poise::serenity_prelude::CreateActionRow;
use serde_json::Value;
use trigon::discord::pad::{Pad, pad, vote_select};
use trigon::discord::{CustomId, Press};
use trigon::games::Seat;
use trigon::games::triforce_building::Path;
use trigon::matches::Options;

use crate::stage::{Stage, seven, state};

fn parts(rows: &[CreateActionRow]) -> Vec<Value> {
    let rows = serde_json::to_value(rows).unwrap();
    let parts = rows.as_array().unwrap().iter().flat_map(|row| row["components"].as_array().unwrap().clone());
    parts.collect()
}

fn is_off(pad: &Pad, label: &str) -> bool {
    let parts = parts(&pad.rows);
    let part = parts.iter().find(|part| part["label"] == label);
    part.unwrap_or_else(|| panic!("no {label} in {parts:#?}"))["disabled"] == true
}

fn path(text: &str) -> Path {
    text.parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn only_steps_that_exist_can_be_pressed() {
    let stage = Stage::set().await;
    let id = stage.begun(seven()).await;
    let game = stage.load(id).await;
    for seat in Seat::all(7) {
        let legal = game.table.as_ref().unwrap().legal(seat);
        let prefixes = legal.iter().filter_map(|action| action.strip_prefix("move ")).map(path);
        for draft in prefixes {
            let pad = pad(&game, seat, Some(draft));
            for (label, letter) in [("← L", 'L'), ("↑ U", 'U'), ("↓ D", 'D'), ("→ R", 'R')] {
                let onward = draft.steps().len() < Path::MAX && {
                    let onward =
                        if draft == Path::STAY { letter.to_string() } else { format!("{draft}{letter}") };
                    legal.contains(&format!("move {onward}"))
                };
                assert_eq!(is_off(&pad, label), !onward, "{draft} then {letter}");
            }
            let parts = parts(&pad.rows);
            let mut ids: Vec<&str> = parts.iter().map(|part| part["custom_id"].as_str().unwrap()).collect();
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), parts.len(), "ids are unique");
            for part in parts.iter().filter(|part| part["disabled"] != true) {
                let id: CustomId = part["custom_id"].as_str().unwrap().parse().unwrap();
                assert_eq!((id.match_id, id.since), (game.row.id, 0));
            }
        }
    }
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_pad_shows_what_is_stored_and_what_is_drawn() {
    let stage = Stage::set().await;
    let id = stage.begun(seven()).await;
    let seat = Seat::new(1);
    let fresh = pad(&stage.load(id).await, seat, None);
    assert!(fresh.text.contains("none yet") && fresh.text.contains("Letter"), "{}", fresh.text);
    assert!(is_off(&fresh, "Undo") && is_off(&fresh, "Clear") && !is_off(&fresh, "Submit: stay"));

    let legal = stage.load(id).await.table.unwrap().legal(seat);
    let longest = legal.iter().filter_map(|action| action.strip_prefix("move ")).find(|path| path.len() == 3);
    let longest = path(longest.unwrap());
    let drawn = pad(&stage.load(id).await, seat, Some(longest));
    assert!(drawn.text.contains(&format!("**{longest}**")) && drawn.text.contains("not submitted"));
    assert!(!is_off(&drawn, &format!("Submit {longest}")) && !is_off(&drawn, "Undo"));

    let user = stage.players[0].id().0 as i64;
    stage.matches.act(id, user, &format!("move {longest}")).await.unwrap();
    let stored = pad(&stage.load(id).await, seat, None);
    assert!(stored.text.contains("✅") && !stored.text.contains("not submitted"), "{}", stored.text);
    assert!(is_off(&stored, &format!("Submit {longest}")));
    let cleared = pad(&stage.load(id).await, seat, Some(Path::STAY));
    assert!(cleared.text.contains("not submitted") && !is_off(&cleared, "Submit: stay"));
    assert!(stored.text.chars().count() < 600, "fits on a phone");
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_garnet_can_be_spent_from_round_3_on() {
    let stage = Stage::set().await;
    let id = stage.begun(seven()).await;
    let (seat, user) = (Seat::new(1), stage.players[0].id().0 as i64);
    let garnet = |pad: &Pad| {
        let parts = parts(&pad.rows);
        let part =
            parts.iter().find(|part| part["label"].as_str().is_some_and(|label| label.contains("garnet")))?;
        let id: CustomId = part["custom_id"].as_str()?.parse().ok()?;
        Some(id.press)
    };
    assert_eq!(garnet(&pad(&stage.load(id).await, seat, None)), None);
    for _ in 0..2 {
        stage.matches.resolve(id, &stage.host()).await.unwrap();
    }
    assert_eq!(garnet(&pad(&stage.load(id).await, seat, None)), Some(Press::Garnet(true, Path::STAY)));
    stage.matches.act(id, user, "garnet").await.unwrap();
    let spending = pad(&stage.load(id).await, seat, None);
    assert_eq!(garnet(&spending), Some(Press::Garnet(false, Path::STAY)));
    assert!(spending.text.contains("You spend a garnet"));
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn token_holders_vote_from_a_list() {
    let stage = Stage::set().await;
    let id = stage.begun(Options { rounds: 1, ..seven() }).await;
    stage.matches.resolve(id, &stage.host()).await.unwrap();
    let game = stage.load(id).await;
    let voter = state(&game).seated().find(|(_, player)| player.token).unwrap().0;
    let candidates: Vec<String> = state(&game).candidates().map(|seat| seat.to_string()).collect();
    let menu = &parts(&vote_select(&game, voter))[0];
    let values: Vec<&str> =
        menu["options"].as_array().unwrap().iter().map(|option| option["value"].as_str().unwrap()).collect();
    assert_eq!(values, candidates);
    let asked = pad(&game, voter, None);
    assert!(asked.text.contains("elimination candidate") && asked.text.contains("none yet"));
    let user = game.seat_row(voter).unwrap().user_id;
    stage.matches.act(id, user, &format!("vote {}", candidates[1])).await.unwrap();
    let game = stage.load(id).await;
    assert!(pad(&game, voter, None).text.contains("✅ Your vote"));
    let menu = &parts(&vote_select(&game, voter))[0];
    assert_eq!(menu["options"][1]["default"], true);
    // Who holds no token is asked nothing.
    let other = state(&game).candidates().next().unwrap();
    assert!(pad(&game, other, None).rows.is_empty() && vote_select(&game, other).is_empty());
    stage.end().await;
}
