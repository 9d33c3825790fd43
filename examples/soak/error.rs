//! [`Error`]: why a soak could not be carried out.

/// Why a soak could not be carried out, or what went wrong in it.
pub(crate) type Error = Box<dyn std::error::Error + Send + Sync>;
