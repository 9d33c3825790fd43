//! Trigon with two games that only the tests know: whatever works with them works with a game that nobody has seen.
//! `cargo run --example toys -- demo --game bids`.

#[path = "../../tests/toys/mod.rs"]
mod toys;

fn main() -> std::process::ExitCode {
    trigon::cli::main(toys::games())
}
