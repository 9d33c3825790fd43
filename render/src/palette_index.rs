//! [`PaletteIndex`]: how a canvas stores a colour.

/// A palette index as a canvas stores it.
pub(crate) trait PaletteIndex: Copy {
    /// The number of indices before each row. A PNG wants one there: 0, the index of the ground, says that the row has no
    /// filter.
    const ROW_PREFIX: usize;
    fn new(id: u16) -> Self;
    fn id(self) -> u16;
}

impl PaletteIndex for u16 {
    const ROW_PREFIX: usize = 0;

    fn new(id: u16) -> Self {
        id
    }

    fn id(self) -> u16 {
        self
    }
}

/// For pictures with at most 256 colours: they take half the memory, and are a PNG's rows as they are.
impl PaletteIndex for u8 {
    const ROW_PREFIX: usize = 1;

    fn new(id: u16) -> Self {
        id as u8
    }

    fn id(self) -> u16 {
        self.into()
    }
}
