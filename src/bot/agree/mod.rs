//! What players of a match of turns agree on: resigning, draws, takebacks, claims, rematches; and nudging.
//!
//! | file | what |
//! |---|---|
//! | `deed.rs`, `perform.rs` | [`Deed`](deed::Deed): what can be done, and doing it |
//! | `commands.rs` | the commands |
//! | `press.rs` | the buttons of offers and claims |
//! | `texts.rs` | the sentences of these |

pub(super) mod commands;
pub(super) mod deed;
pub(super) mod perform;
pub(super) mod press;
pub(super) mod texts;
