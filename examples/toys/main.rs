//! Trigon with two games that only the tests know. What works with them works with any unknown game:
//! `cargo run --example toys -- demo --game bids`.

#[path = "../../tests/toys/mod.rs"]
mod toys;

fn main() -> std::process::ExitCode {
    trigon::cli::main(toys::games())
}
