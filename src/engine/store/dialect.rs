//! What the same statement says in different words to a server and to a file.

/// The time on the clock of the database, in milliseconds since 1970: the clocks of machines differ.
macro_rules! now_on_a_server {
    () => {
        "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
    };
}
pub(super) use now_on_a_server;

/// The same in a file.
macro_rules! now_in_a_file {
    () => {
        "CAST(unixepoch('subsec') * 1000 AS INTEGER)"
    };
}
pub(super) use now_in_a_file;

/// Chooses between a statement with the words of a server and the same one with those of a file: the present time, and
/// leaving out rows that others have locked.
macro_rules! dialect {
    ($store:expr, $statement:ident) => {
        if $store.is_on_a_server() {
            $statement!(crate::store::dialect::now_on_a_server!(), " FOR UPDATE SKIP LOCKED")
        } else {
            $statement!(crate::store::dialect::now_in_a_file!(), "")
        }
    };
}
pub(super) use dialect;
