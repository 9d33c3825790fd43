//! Validation of requests, with Discord's error messages.
//!
//! A [`Form`] collects the errors of a request body by field. The result is error 50035 with the nested `errors` object
//! that client libraries flatten and print:
//!
//! ```json
//! {"code": 50035, "message": "Invalid Form Body",
//!  "errors": {"content": {"_errors": [{"code": "BASE_TYPE_MAX_LENGTH", "message": "Must be 2000 or fewer in length."}]}}}
//! ```
//!
//! Lengths count Unicode code points: Discord's API is written in Python 3 and measures with `len` (discord-api-docs
//! issue 1315).

mod command;
mod component;
mod embed;
mod form;
mod mentions;
mod message;
mod modal;
pub(crate) mod option_kind;

pub(crate) use command::{check_bulk, check_choices, check_command};

pub(crate) use form::{Form, checked, field_path};
pub(crate) use mentions::{AllowedMentions, ids_between};
pub(crate) use message::{AttachmentEntry, MessageDraft};
pub(crate) use modal::check_modal;
