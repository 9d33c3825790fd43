//! The `trigon` command.

fn main() {}
