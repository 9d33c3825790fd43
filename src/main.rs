//! The `trigon` program.

fn main() -> std::process::ExitCode {
    trigon::cli::main(trigon::games::Registry::standard())
}
