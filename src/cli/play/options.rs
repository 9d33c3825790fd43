//! The arguments of a match: its setup, its seed and who plays which seat.

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::cli::games::setting;
use crate::games::{AnyGame, Info, Names, Pace, Seat, Seed, Skill, Values};
use crate::simulate;
use crate::text::{is_visible, prose, typed};

/// Who plays a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Chair {
    /// A person at the keyboard.
    Human,
    /// A computed player.
    Computed(Skill),
}

/// Reads who plays a seat: `human`, `random` or `level:4`.
pub(super) fn parse_chair(text: &str) -> Result<Chair, String> {
    if text == "human" {
        return Ok(Chair::Human);
    }
    text.parse().map(Chair::Computed).map_err(|_| format!("write human, {}", Skill::WRITTEN))
}

/// Reads `2=random` or `2=level:4`.
pub(super) fn parse_seat(text: &str) -> Result<(Seat, Chair), String> {
    let wrong = || "write a seat and who plays it, such as 2=random".to_owned();
    let (seat, chair) = text.split_once('=').ok_or_else(wrong)?;
    let seat = seat.trim().parse().map_err(|_| wrong())?;
    Ok((Seat::new(seat), parse_chair(chair.trim())?))
}

/// Reads `key=value`. A value that is not JSON is taken as text.
pub(super) fn parse_setting(text: &str) -> Result<(String, Value), String> {
    let (key, value) = setting(text)?;
    Ok((key, serde_json::from_str(&value).unwrap_or_else(|_| value.into())))
}

/// Returns the setup: the players in the form that the game expects, and the options set by hand.
pub(super) fn setup(
    game: &dyn AnyGame,
    players: Option<u8>,
    names: &[String],
    set: &[(String, Value)],
) -> Result<Value, String> {
    let info = game.info();
    if let Some(players) = players.filter(|players| !info.players.contains(players)) {
        let list: Vec<String> = info.players.iter().map(ToString::to_string).collect();
        return Err(format!("--players {players}: {} takes {}", info.title, list.join(", ")));
    }
    let fewest = info.players.first().copied().unwrap_or(0);
    let players = players.unwrap_or(fewest);
    // Options that the game declares are read as they are on Discord. The others are for records, and taken as they
    // are.
    let (mut options, mut others) = (Values::default(), Vec::new());
    for (key, value) in set {
        match info.options.iter().find(|spec| spec.key == key) {
            _ if options.get(key).is_some() || others.iter().any(|(other, _)| other == key) => {
                return Err(format!("{key} is set twice: give it one value"));
            }
            Some(spec) => options.set(key, spec.read(&typed(&text(value)))?),
            None => others.push((key.clone(), value.clone())),
        }
    }
    let mut setup =
        simulate::setup(game, &options, &player_names(players, names)).map_err(|e| e.to_string())?;
    if let Some(setup) = setup.as_object_mut() {
        setup.extend(others);
    }
    Ok(setup)
}

/// Returns a value as it was typed.
fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Returns names for the players: the given ones, and default ones for the rest.
fn player_names(players: u8, given: &[String]) -> Vec<String> {
    let mut names = simulate::names(players);
    for (name, given) in names.iter_mut().zip(given) {
        let given = prose(given);
        if is_visible(&given) {
            *name = given;
        }
    }
    names
}

/// Returns the names of all seats: the given ones, or those of the game.
pub(super) fn seat_names(given: &[String], known: &Names, seats: usize) -> Names {
    let name = |i| {
        let given = given.get(i).map(|given: &String| prose(given)).filter(|given| is_visible(given));
        given.unwrap_or_else(|| known.get(Seat::at(i)).into_owned())
    };
    Names::new((0..seats).map(name).collect())
}

/// Returns who plays each seat of a game.
pub(super) fn chairs(
    info: &Info,
    seats: usize,
    all: Option<Chair>,
    single: &[(Seat, Chair)],
) -> Result<Vec<Chair>, String> {
    let mut chairs = vec![all.unwrap_or(Chair::Human); seats];
    for (seat, chair) in single {
        let Some(i) = seat.index(seats) else {
            return Err(format!("--seat {seat}: the seats are 1 to {seats}"));
        };
        chairs[i] = *chair;
    }
    let looks_ahead = |chair: &Chair| matches!(chair, Chair::Computed(player) if *player != Skill::Random);
    match chairs.iter().copied().find(looks_ahead) {
        Some(Chair::Computed(player)) if info.pace != Pace::Turns => Err(format!(
            "{player}: {} is not played in turns, and levels and tries are for games of turns; here, its seats are \
             human or random",
            info.title
        )),
        _ => Ok(chairs),
    }
}

/// Returns the seed: 64 hexadecimal digits as they are, the hash of any other text, or a random one without a
/// text.
pub(super) fn seed(text: Option<&str>) -> std::io::Result<Seed> {
    let Some(text) = text else {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
        return Ok(Seed::from(bytes));
    };
    Ok(text.parse().unwrap_or_else(|_| Seed::from(<[u8; 32]>::from(Sha256::digest(text)))))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::games::Registry;

    #[test]
    fn every_game_begins_with_each_number_of_players() {
        for game in &Registry::standard() {
            for &players in game.info().players {
                let setup = setup(&**game, Some(players), &["Ann".to_owned()], &[]).unwrap();
                let (table, _) = game.begin(&setup, Some(seed(Some("x")).unwrap()), None).unwrap();
                assert_eq!(table.seats(), usize::from(players));
            }
            let unplayable = setup(&**game, Some(99), &[], &[]).unwrap_err();
            assert!(unplayable.starts_with("--players 99: "), "{unplayable}");
        }
    }

    #[test]
    fn settings_are_json_or_text() {
        assert_eq!(parse_setting("first=2"), Ok(("first".to_owned(), json!(2))));
        assert_eq!(parse_setting("dice=2d6"), Ok(("dice".to_owned(), json!("2d6"))));
        assert_eq!(parse_setting("board=triangle:8"), Ok(("board".to_owned(), json!("triangle:8"))));
        assert!(parse_setting("dice").is_err());
        let games = Registry::standard();
        let game = games.iter().find(|game| game.info().players.len() == 1).unwrap();
        let set = [parse_setting("first=2").unwrap()];
        assert_eq!(setup(&**game, None, &[], &set), Ok(json!({"first": 2})));
    }

    #[test]
    fn chairs_are_set_all_and_one_by_one() {
        let single = [parse_seat("2=human").unwrap()];
        let games = Registry::standard();
        let chairs = |pace, seats, all, single: &[(Seat, Chair)]| {
            let game = games.iter().find(|game| game.info().pace == pace).unwrap();
            chairs(game.info(), seats, all, single)
        };
        let all = Some(parse_chair("random").unwrap());
        let [random, clever] = ["random", "level:4"].map(|text| Chair::Computed(text.parse().unwrap()));
        for pace in [Pace::Turns, Pace::Rounds] {
            assert_eq!(chairs(pace, 3, all, &single), Ok(vec![random, Chair::Human, random]));
        }
        assert_eq!(chairs(Pace::Turns, 1, None, &single), Err("--seat 2: the seats are 1 to 1".to_owned()));
        let single = [single[0], parse_seat("3=level:4").unwrap()];
        assert_eq!(chairs(Pace::Turns, 3, all, &single), Ok(vec![random, Chair::Human, clever]));
        assert!(chairs(Pace::Rounds, 3, all, &single).unwrap_err().starts_with("level:4: "));
        assert_eq!(
            parse_seat("2=level:7"),
            Err("write human, random, level:1 to level:6, or tries:N".to_owned())
        );
        for wrong in ["", "2", "x=random", "2=clever", "300=random", "-1=random", "2=level:0", "2=tries:0"] {
            assert!(parse_seat(wrong).is_err(), "{wrong}");
        }
        let names = seat_names(&["Ann".to_owned()], &Names::default(), 2);
        assert_eq!(names, Names::new(vec!["Ann".to_owned(), "Seat 2".to_owned()]));
    }

    #[test]
    fn seeds_are_digits_or_the_hash_of_a_text() {
        let digits = "0f".repeat(32);
        assert_eq!(seed(Some(&digits)).unwrap().reveal(), digits);
        assert_eq!(seed(Some("a")).unwrap(), seed(Some("a")).unwrap());
        assert_ne!(seed(Some("a")).unwrap(), seed(Some("b")).unwrap());
        assert_ne!(seed(None).unwrap(), seed(None).unwrap());
    }
}
