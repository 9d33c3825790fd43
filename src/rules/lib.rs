//! The pure core of Trigon: rules and boards, without clocks, storage or Discord.
//!
//! | module | contents |
//! |---|---|
//! | [`games`] | pure rules behind one interface, with notation, words and pictures |
//! | [`grid`] | boards of triangles, without rules |
//! | [`text`] | text from people, normalised |

pub mod games;
pub mod grid;
pub mod text;
