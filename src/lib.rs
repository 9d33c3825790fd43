//! Trigon: a Discord game master for games on triangles.

pub mod sandbox;
