//! Orders: `POST /sandbox/ORDER` with JSON, by the page and by scripts.
//!
//! The tables of orders are in the documentation of [`sandbox`](super::super). An order that cannot be read or carried
//! out changes nothing.
//!
//! | file | contents |
//! |---|---|
//! | `people.rs` | what people do with Discord's client |
//! | `options.rs` | the options of a slash command, from JSON |
//! | `disturbances.rs` | what disturbs a bot, and the clock |
//! | `find.rs` | the guilds, users and channels that orders name |

mod disturbances;
mod find;
mod options;
mod people;

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use self::{disturbances::Disturbance, people::PersonOrder};
use super::request::{JsonResult, Rejected, read};
use crate::state::Hub;

/// Carries out the order with a name, which is the end of the path. The fields of the order are the body.
pub(super) async fn carry_out(hub: &Arc<Hub>, name: &str, body: &[u8]) -> JsonResult {
    match read_order(name, body)? {
        PersonOrder::Unknown => {}
        order => return people::carry_out(hub, order).await,
    }
    match read_order(name, body)? {
        Disturbance::Unknown => Err(Rejected::unknown("order")),
        disturbance => disturbances::carry_out(hub, disturbance),
    }
}

/// Reads an order as one of a kind that is tagged with its name. Without fields, the body may be empty.
fn read_order<T: DeserializeOwned>(name: &str, body: &[u8]) -> Result<T, Rejected> {
    let mut fields: Map<String, Value> = if body.is_empty() { Map::new() } else { read(body)? };
    fields.insert("order".to_owned(), name.into());
    Ok(serde_json::from_value(fields.into())?)
}
