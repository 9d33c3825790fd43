//! Values of any column, and [`Checksum`]: what the rows of two databases have in common if they are equal.

use std::fmt;

use sha2::{Digest, Sha256};
use sqlx::Row;
use sqlx::any::AnyRow;

/// A value of a column.
#[derive(Debug)]
pub(super) enum Value {
    Number(Option<i64>),
    Text(Option<String>),
}

/// A column, and whether it holds numbers.
pub(super) struct Column {
    pub(super) name: String,
    pub(super) is_number: bool,
}

pub(super) fn values(row: &AnyRow, columns: &[Column]) -> Result<Vec<Value>, sqlx::Error> {
    let value = |(index, column): (usize, &Column)| {
        Ok(if column.is_number {
            Value::Number(row.try_get(index)?)
        } else {
            Value::Text(row.try_get(index)?)
        })
    };
    columns.iter().enumerate().map(value).collect()
}

/// A sum over rows that does not depend on their order, because databases sort text differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Checksum(u128);

impl Checksum {
    pub(super) fn add(&mut self, table: &str, row: &[Value]) {
        let mut hash = Sha256::new();
        hash.update(table);
        for value in row {
            match value {
                Value::Number(None) | Value::Text(None) => hash.update([0]),
                Value::Number(Some(number)) => {
                    hash.update([1]);
                    hash.update(number.to_le_bytes());
                }
                Value::Text(Some(text)) => {
                    hash.update([2]);
                    hash.update((text.len() as u64).to_le_bytes());
                    hash.update(text);
                }
            }
        }
        let half = hash.finalize().iter().take(16).fold(0, |sum, byte| sum << 8 | u128::from(*byte));
        self.0 = self.0.wrapping_add(half);
    }
}

impl fmt::Display for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}
