//! LZW, the compression of GIF, for frames in which many pixels can be stored in two ways.
//!
//! A pixel that has not changed since the previous frame is stored either as transparent or in its colour, whichever
//! continues the longest run in the dictionary. This makes files up to a tenth smaller than if such pixels were always
//! transparent.

/// The maximum number of entries in a dictionary.
const MAX_ENTRIES: u16 = 1 << MAX_CODE_BITS;

/// The longest code in bits.
const MAX_CODE_BITS: u32 = 12;

/// The index of a pixel that stays as it was.
const UNCHANGED: u8 = 0;

/// A pixel of a frame.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pixel {
    /// The index of its colour.
    pub(crate) index: u8,
    /// Whether it has the same colour as in the previous frame, and so may be stored as unchanged.
    pub(crate) may_stay: bool,
}

/// A run of pixels in the dictionary.
#[derive(Clone, Copy)]
struct DictionaryRun {
    code: u16,
    /// The index of its first pixel.
    first: u8,
}

/// Compresses the pixels of a frame. The first byte of the result is the size of an index in bits, as in the data of a
/// GIF.
pub(crate) fn compress(pixels: &[Pixel]) -> Vec<u8> {
    let changed = pixels.iter().filter(|pixel| !pixel.may_stay);
    let largest = changed.map(|pixel| pixel.index).max().unwrap_or(UNCHANGED);
    let bits = (u32::from(largest) + 1).max(4).next_power_of_two().trailing_zeros();
    let mut coder = Coder::new(bits);
    // All runs of the dictionary that the pixels since the last code may be stored as, and those that are one pixel longer.
    let (mut runs, mut longer) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < pixels.len() {
        runs.clear();
        runs.extend(
            choices(pixels[at], bits).map(|index| DictionaryRun { code: index.into(), first: index }),
        );
        at += 1;
        while let Some(&pixel) = pixels.get(at) {
            longer.clear();
            for &run in &runs {
                let codes = choices(pixel, bits).filter_map(|index| coder.extended(run, index));
                longer.extend(codes.map(|code| DictionaryRun { code, ..run }));
            }
            if longer.is_empty() {
                break;
            }
            std::mem::swap(&mut runs, &mut longer);
            at += 1;
        }
        coder.write(runs[0], if at == pixels.len() { Position::Last } else { Position::Middle });
    }
    coder.finish()
}

/// Returns the indices that a pixel may be stored as, at least one. An index that would make all codes longer is not
/// worth it.
fn choices(Pixel { index, may_stay }: Pixel, bits: u32) -> impl Iterator<Item = u8> {
    let may_be_colour = !may_stay || index != UNCHANGED && u32::from(index) < 1 << bits;
    may_stay.then_some(UNCHANGED).into_iter().chain(may_be_colour.then_some(index))
}

/// Whether a run is the last of a frame.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Position {
    Middle,
    Last,
}

/// The codes written so far, and the dictionary built from them.
struct Coder {
    bytes: Vec<u8>,
    /// The bits that do not fill a byte yet, and their number.
    pending: (u32, u32),
    /// The size of an index, in bits.
    index_bits: u32,
    /// The size of a code, in bits.
    code_bits: u32,
    /// The code of each run extended by one pixel, by the code of the run and the pixel; 0 if there is none.
    table: Vec<u16>,
    /// The code of the next entry.
    next: u16,
    /// The last run, which forms an entry together with the first pixel of the next one.
    last: Option<u16>,
}

impl Coder {
    fn new(bits: u32) -> Self {
        let table = vec![0; usize::from(MAX_ENTRIES) << bits];
        let bytes = vec![bits as u8];
        let mut new =
            Self { bytes, pending: (0, 0), index_bits: bits, code_bits: 0, table, next: 0, last: None };
        new.clear_dictionary();
        new.write_code(1 << bits);
        new
    }

    /// Empties the dictionary.
    fn clear_dictionary(&mut self) {
        self.table.fill(0);
        (self.code_bits, self.next, self.last) = (self.index_bits + 1, (1 << self.index_bits) + 2, None);
    }

    /// Returns the place in the table of a run extended by one pixel.
    fn table_index(&self, code: u16, index: u8) -> usize {
        usize::from(code) << self.index_bits | usize::from(index)
    }

    /// Returns the code of a run extended by one pixel, if there is one.
    fn extended(&self, run: DictionaryRun, index: u8) -> Option<u16> {
        match self.table[self.table_index(run.code, index)] {
            // The entry being made may already be used if this run makes it.
            0 if self.last == Some(run.code) && index == run.first && self.next < MAX_ENTRIES => {
                Some(self.next)
            }
            0 => None,
            code => Some(code),
        }
    }

    /// Writes a run.
    fn write(&mut self, run: DictionaryRun, position: Position) {
        if let Some(last) = self.last
            && self.next < MAX_ENTRIES
        {
            let place = self.table_index(last, run.first);
            // A run that is already known, because it could also be stored in another way, uses up a second code.
            if self.table[place] == 0 {
                self.table[place] = self.next;
            }
            self.next += 1;
        }
        self.write_code(run.code);
        self.last = Some(run.code);
        if u32::from(self.next) >= 1 << self.code_bits && self.code_bits < MAX_CODE_BITS {
            self.code_bits += 1;
        }
        if self.next == MAX_ENTRIES && position == Position::Middle {
            self.write_code(1 << self.index_bits);
            self.clear_dictionary();
        }
    }

    /// Writes a code.
    fn write_code(&mut self, code: u16) {
        let (mut rest, mut count) =
            (self.pending.0 | u32::from(code) << self.pending.1, self.pending.1 + self.code_bits);
        while count >= 8 {
            self.bytes.push(rest as u8);
            (rest, count) = (rest >> 8, count - 8);
        }
        self.pending = (rest, count);
    }

    /// Writes the end of the data, and returns all of it.
    fn finish(mut self) -> Vec<u8> {
        self.write_code((1 << self.index_bits) + 1);
        if self.pending.1 > 0 {
            self.bytes.push(self.pending.0 as u8);
        }
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a deterministic generator of numbers below a given one.
    fn generator() -> impl FnMut(u32) -> u32 {
        let mut state = 7u32;
        move |limit| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % limit
        }
    }

    /// Returns the indices in compressed data, as decoded by the `gif` crate.
    fn read(data: &[u8], pixels: usize) -> Vec<u8> {
        let mut file = Vec::new();
        {
            let mut encoder = gif::Encoder::new(&mut file, pixels as u16, 1, &[0; 3 * 256]).unwrap();
            let frame =
                gif::Frame { width: pixels as u16, height: 1, buffer: data.into(), ..gif::Frame::default() };
            encoder.write_lzw_pre_encoded_frame(&frame).unwrap();
        }
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::Indexed);
        let mut decoder = options.read_info(&file[..]).unwrap();
        decoder.read_next_frame().unwrap().unwrap().buffer.to_vec()
    }

    #[test]
    fn every_pixel_is_read_as_it_is_or_as_it_was() {
        let mut draw = generator();
        for (count, colours, change) in
            [(1, 1, 2), (40, 3, 2), (60_000, 2, 50), (60_000, 40, 9), (60_000, 255, 2)]
        {
            let mut pixel = Pixel { index: 0, may_stay: false };
            let pixels: Vec<Pixel> = (0..count)
                .map(|_| {
                    if draw(change) == 0 {
                        pixel = Pixel { index: draw(colours) as u8 + 1, may_stay: draw(3) > 0 };
                    }
                    pixel
                })
                .collect();
            let shown = read(&compress(&pixels), count);
            assert_eq!(shown.len(), count);
            let fits =
                |(&shown, pixel): (&u8, &Pixel)| shown == pixel.index || pixel.may_stay && shown == UNCHANGED;
            assert!(shown.iter().zip(&pixels).all(fits), "{count} pixels of {colours} colours");
        }
    }

    #[test]
    fn pixels_that_have_not_changed_are_stored_again_where_that_is_shorter() {
        // Every other pixel has changed, and all have the same colour.
        let mut draw = generator();
        let pixels: Vec<Pixel> = (0..10_000).map(|_| Pixel { index: 1, may_stay: draw(2) == 0 }).collect();
        let bound_to_stay = |pixel: &Pixel| {
            let index = if pixel.may_stay { UNCHANGED } else { pixel.index };
            Pixel { index, may_stay: false }
        };
        let only: Vec<Pixel> = pixels.iter().map(bound_to_stay).collect();
        let (free, bound) = (compress(&pixels).len(), compress(&only).len());
        assert!(free * 2 < bound, "{free} and {bound} bytes");
    }
}
