//! Who can read a channel, and why: for channels in which secrets are told to onlookers.
//!
//! | file | what |
//! |---|---|
//! | `permissions.rs` | what follows from permissions and roles: [`Keys`] |
//! | `fetch.rs` | asking Discord for channels and members |
//! | `check.rs` | who has read too much to take a seat |

mod check;
mod fetch;
mod permissions;

pub(crate) use self::check::{check, leaks, remember};
pub(crate) use self::fetch::{
    MAX_MEMBER_PAGES, MEMBERS_PER_PAGE, among, can_read, is_not_a_member, listed, of_channel,
};
pub(crate) use self::permissions::{Keys, is_wider, reads};
