//! Random choices that depend on the seed of the demonstration.

/// Returns the source of all random choices apart from those of the match, which has its own seed.
pub(in crate::cli) fn chance(seed: &str) -> fastrand::Rng {
    // FNV-1a: any number that depends on every letter will do.
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    fastrand::Rng::with_seed(seed.bytes().fold(0xcbf2_9ce4_8422_2325, mix))
}
