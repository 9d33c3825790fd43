//! Rosters for matches between computed seats.

use trigon_rules::games::{AnyGame, Entrant, SetupError, Value, Values};

/// The names in the example of the original rules, and three more for 16 players.
const NAMES: [&str; 16] = [
    "Lasped", "Charlie", "Amaranth", "Elk", "Amey", "Wimp", "Chaotic", "Jatloe", "Scarlet", "Emik", "Whims",
    "Joker", "Tas", "Quill", "Rook", "Sable",
];

/// Returns names for players.
pub fn names(players: u8) -> Vec<String> {
    let name =
        |i: u8| NAMES.get(usize::from(i)).map_or_else(|| format!("Player {}", i + 1), ToString::to_string);
    (0..players).map(name).collect()
}

/// Returns the roster values of each player. The first player has the highest rank.
pub fn roster(game: &dyn AnyGame, players: u8) -> Vec<Values> {
    let specs = || game.info().fields.iter();
    let values = |i: u8| {
        let mut values = Values::defaults(specs().map(|field| &field.spec));
        values.extend(&game.practice());
        for field in specs().filter(|field| field.is_rank) {
            values.set(field.spec.key, Value::Number((players - i).into()));
        }
        values
    };
    (0..players).map(values).collect()
}

/// Returns the setup of a match with these options, in JSON. Options that are left out have their defaults.
///
/// # Errors
/// If the values do not fit together.
pub fn setup(
    game: &dyn AnyGame,
    options: &Values,
    names: &[String],
) -> Result<serde_json::Value, SetupError> {
    let mut all = Values::defaults(game.info().options.iter());
    all.extend(options);
    let roster = roster(game, names.len() as u8);
    let entrants: Vec<Entrant<'_>> =
        names.iter().zip(&roster).map(|(name, fields)| Entrant { name, fields }).collect();
    game.setup(&all, &entrants)
}
