//! Compression of payloads: `zlib-stream` and `zstd-stream`, which have one context for a whole connection, and
//! `compress` of IDENTIFY, which compresses each large payload on its own.

use std::io::Write;

use axum::extract::ws::Message;
use flate2::{Compress, Compression, FlushCompress, write::ZlibEncoder};
use zstd::stream::raw::{Encoder, InBuffer, Operation, OutBuffer};

/// The size in bytes from which payloads are compressed on their own.
const MIN_COMPRESSED_BYTES: usize = 512;

/// The compression of a connection.
pub(crate) enum PayloadCompression {
    /// No compression, or that of IDENTIFY.
    Payload {
        /// Whether the client asked for it.
        is_wanted: bool,
    },
    Zlib(ZlibStream),
    Zstd(ZstdStream),
}

impl PayloadCompression {
    /// Returns the compression for the query parameter `compress`.
    pub(crate) fn of_query(name: &str) -> Self {
        match name {
            "zlib-stream" => Self::Zlib(ZlibStream::new()),
            "zstd-stream" => ZstdStream::new().map_or(Self::Payload { is_wanted: false }, Self::Zstd),
            _ => Self::Payload { is_wanted: false },
        }
    }

    /// Turns on the compression of IDENTIFY, which a transport compression disables.
    pub(crate) fn want_payload(&mut self) {
        if let Self::Payload { is_wanted } = self {
            *is_wanted = true;
        }
    }

    pub(crate) fn pack(&mut self, text: &str) -> Message {
        match self {
            Self::Zlib(zlib) => Message::Binary(zlib.pack(text.as_bytes()).into()),
            Self::Zstd(zstd) => Message::Binary(zstd.pack(text.as_bytes()).into()),
            Self::Payload { is_wanted: true } if text.len() >= MIN_COMPRESSED_BYTES => {
                match pack_alone(text.as_bytes()) {
                    Ok(packed) => Message::Binary(packed.into()),
                    Err(_) => Message::Text(text.into()),
                }
            }
            Self::Payload { .. } => Message::Text(text.into()),
        }
    }
}

fn pack_alone(payload: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(payload)?;
    encoder.finish()
}

/// The sending side of a zstd-stream.
pub(crate) struct ZstdStream(Encoder<'static>);

impl ZstdStream {
    pub(crate) fn new() -> Option<Self> {
        Encoder::new(1).ok().map(Self)
    }

    /// Compresses a payload and flushes it, without ending the frame.
    pub(crate) fn pack(&mut self, payload: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(payload.len() / 2 + 64);
        let mut input = InBuffer::around(payload);
        let mut buffer = [0; 4096];
        loop {
            let all_in = input.pos == payload.len();
            let mut output = OutBuffer::around(&mut buffer[..]);
            let result = if all_in { self.0.flush(&mut output) } else { self.0.run(&mut input, &mut output) };
            let Ok(left) = result else { return out };
            out.extend_from_slice(output.as_slice());
            // The result of a flush is the number of bytes that did not fit.
            if all_in && left == 0 {
                return out;
            }
        }
    }
}

/// The sending side of a zlib-stream.
pub(crate) struct ZlibStream(Compress);

impl ZlibStream {
    pub(crate) fn new() -> Self {
        Self(Compress::new(Compression::fast(), true))
    }

    /// Compresses a payload; the result ends in `00 00 FF FF`, which clients look for.
    pub(crate) fn pack(&mut self, payload: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(payload.len() / 2 + 64);
        let start = self.0.total_in();
        loop {
            let done = (self.0.total_in() - start) as usize;
            let rest = payload.get(done..).unwrap_or_default();
            if self.0.compress_vec(rest, &mut out, FlushCompress::Sync).is_err() {
                return out;
            }
            let all_in = (self.0.total_in() - start) as usize == payload.len();
            // If there is space left, the flush is complete.
            if all_in && out.len() < out.capacity() {
                return out;
            }
            out.reserve(out.capacity().max(64));
        }
    }
}

#[cfg(test)]
mod tests {
    use flate2::{Decompress, FlushDecompress};

    use super::*;

    #[test]
    fn payloads_come_out_one_by_one() {
        let (mut pack, mut unpack) = (ZlibStream::new(), Decompress::new(true));
        for size in [2, 30, 700, 50_000] {
            let payload: Vec<u8> = (0..size).map(|i: u32| (i * 7919 % 251) as u8).collect();
            let packed = pack.pack(&payload);
            assert!(packed.ends_with(&[0, 0, 0xFF, 0xFF]));
            let mut out = Vec::with_capacity(payload.len() + 100);
            unpack.decompress_vec(&packed, &mut out, FlushDecompress::Sync).unwrap();
            assert_eq!(out, payload);
        }
    }
}
