//! Work on whole databases, while no bot runs on them.
//!
//! | file | contents |
//! |---|---|
//! | `backup.rs` | [`back_up`](backup::back_up), [`restore`](backup::restore), [`transfer`](backup::transfer) |
//! | `copy.rs` | copying everything from one database into another of either kind |
//! | `reseal.rs` | [`reseal`](reseal::reseal): sealing everything again with the newest key |

pub(super) mod backup;
pub(super) mod copy;
pub(super) mod reseal;
