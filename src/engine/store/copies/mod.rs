//! Work on whole databases, while no bot runs on them.
//!
//! | file | contents |
//! |---|---|
//! | `backup.rs` | [`back_up`](backup::back_up), [`restore`](backup::restore), [`transfer`](backup::transfer) |
//! | `copy.rs` | copying everything from one database into another of either kind |
//! | `direct.rs`, `values.rs` | a database on a connection of its own; values of any column, and their checksum |
//! | `reseal.rs` | [`reseal`](reseal::reseal): sealing everything again with the newest key |

pub(super) mod backup;
pub(super) mod copy;
mod direct;
pub(super) mod reseal;
pub(super) mod values;
