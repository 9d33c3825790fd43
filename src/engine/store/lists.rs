//! Rows that are read as one value: row by row, the driver for both databases takes twice as long.

use serde::de::DeserializeOwned;

use super::StoreError;

/// Builds a query for a list of rows as JSON, in the words of a server or of a file. A server returns nothing rather than
/// an empty list.
macro_rules! list {
    (server, $columns:expr, $order:expr, $($rest:expr),+) => {
        concat!(
            "SELECT CAST(json_agg(json_build_array(", $columns, ") ORDER BY ", $order, ") AS TEXT) FROM ",
            $($rest),+
        )
    };
    (file, $columns:expr, $order:expr, $($rest:expr),+) => {
        concat!(
            "SELECT CAST(json_group_array(json_array(", $columns, ") ORDER BY ", $order, ") AS TEXT) FROM ",
            $($rest),+
        )
    };
}
pub(super) use list;

/// Reads a list, each row as the tuple of its columns.
pub(super) fn read<T: DeserializeOwned>(json: Option<&str>) -> Result<Vec<T>, StoreError> {
    let rows = json.map(serde_json::from_str).transpose();
    Ok(rows.map_err(|error| sqlx::Error::Decode(error.into()))?.unwrap_or_default())
}
