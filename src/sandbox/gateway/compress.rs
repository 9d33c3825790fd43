//! `compress=zlib-stream`: one zlib context for the whole connection, flushed after each payload.

use flate2::{Compress, Compression, FlushCompress};

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
