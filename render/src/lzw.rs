//! LZW, the compression of GIF, for frames in which many pixels can be stored in two ways.
//!
//! A pixel that has not changed since the previous frame is stored either as transparent or in its colour, whichever
//! continues the longest run in the dictionary. This makes files up to a tenth smaller than if such pixels were always
//! transparent.

/// The maximum number of entries in a dictionary.
const MOST: u16 = 1 << LONGEST;

/// The longest code in bits.
const LONGEST: u32 = 12;

/// The index of a pixel that stays as it was.
const SAME: u8 = 0;

/// A pixel: its index, and whether it may be stored as unchanged.
pub(crate) type Pixel = (u8, bool);

/// A run of pixels in the dictionary.
#[derive(Clone, Copy)]
struct Run {
    code: u16,
    /// The index of its first pixel.
    first: u8,
}

/// Compresses the pixels of a frame. The first byte of the result is the size of an index in bits, as in the data of a
/// GIF.
pub(crate) fn compressed(pixels: &[Pixel]) -> Vec<u8> {
    let largest = pixels.iter().filter(|(_, same)| !same).map(|(index, _)| *index).max().unwrap_or(SAME);
    let bits = (u32::from(largest) + 1).max(4).next_power_of_two().trailing_zeros();
    let mut coder = Coder::new(bits);
    let (mut runs, mut longer) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < pixels.len() {
        runs.clear();
        runs.extend(choices(pixels[at], bits).map(|index| Run { code: index.into(), first: index }));
        at += 1;
        while let Some(&pixel) = pixels.get(at) {
            longer.clear();
            for &run in &runs {
                let codes = choices(pixel, bits).filter_map(|index| coder.longer(run, index));
                longer.extend(codes.map(|code| Run { code, ..run }));
            }
            if longer.is_empty() {
                break;
            }
            std::mem::swap(&mut runs, &mut longer);
            at += 1;
        }
        coder.write(runs[0], at == pixels.len());
    }
    coder.end()
}

/// Returns the indices that a pixel may be stored as, at least one. An index that would make all codes longer is not
/// worth it.
fn choices((index, same): Pixel, bits: u32) -> impl Iterator<Item = u8> {
    let again = !same || index != SAME && u32::from(index) < 1 << bits;
    same.then_some(SAME).into_iter().chain(again.then_some(index))
}

/// The codes written so far, and the dictionary built from them.
struct Coder {
    bytes: Vec<u8>,
    /// The bits that do not fill a byte yet, and their number.
    rest: (u32, u32),
    bits: u32,
    /// The size of a code, in bits.
    size: u32,
    /// The code of each run extended by one pixel, by the code of the run and the pixel; 0 if there is none.
    table: Vec<u16>,
    /// The code of the next entry.
    next: u16,
    /// The last run, which forms an entry together with the first pixel of the next one.
    last: Option<u16>,
}

impl Coder {
    fn new(bits: u32) -> Self {
        let table = vec![0; usize::from(MOST) << bits];
        let bytes = vec![bits as u8];
        let mut new = Self { bytes, rest: (0, 0), bits, size: 0, table, next: 0, last: None };
        new.forget();
        new.put(1 << bits);
        new
    }

    /// Empties the dictionary.
    fn forget(&mut self) {
        self.table.fill(0);
        (self.size, self.next, self.last) = (self.bits + 1, (1 << self.bits) + 2, None);
    }

    fn place(&self, code: u16, index: u8) -> usize {
        usize::from(code) << self.bits | usize::from(index)
    }

    /// Returns the code of a run extended by one pixel, if there is one.
    fn longer(&self, run: Run, index: u8) -> Option<u16> {
        match self.table[self.place(run.code, index)] {
            // The entry being made may already be used if this run makes it.
            0 if self.last == Some(run.code) && index == run.first && self.next < MOST => Some(self.next),
            0 => None,
            code => Some(code),
        }
    }

    /// Writes a run.
    fn write(&mut self, run: Run, is_last: bool) {
        if let Some(last) = self.last
            && self.next < MOST
        {
            let place = self.place(last, run.first);
            // A run that is already known, because it could also be stored in another way, uses up a second code.
            if self.table[place] == 0 {
                self.table[place] = self.next;
            }
            self.next += 1;
        }
        self.put(run.code);
        self.last = Some(run.code);
        if u32::from(self.next) >= 1 << self.size && self.size < LONGEST {
            self.size += 1;
        }
        if self.next == MOST && !is_last {
            self.put(1 << self.bits);
            self.forget();
        }
    }

    fn put(&mut self, code: u16) {
        let (mut rest, mut count) = (self.rest.0 | u32::from(code) << self.rest.1, self.rest.1 + self.size);
        while count >= 8 {
            self.bytes.push(rest as u8);
            (rest, count) = (rest >> 8, count - 8);
        }
        self.rest = (rest, count);
    }

    fn end(mut self) -> Vec<u8> {
        self.put((1 << self.bits) + 1);
        if self.rest.1 > 0 {
            self.bytes.push(self.rest.0 as u8);
        }
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a deterministic generator of numbers below a given one.
    fn dice() -> impl FnMut(u32) -> u32 {
        let mut state = 7u32;
        move |most| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % most
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
        let mut draw = dice();
        for (count, colours, change) in
            [(1, 1, 2), (40, 3, 2), (60_000, 2, 50), (60_000, 40, 9), (60_000, 255, 2)]
        {
            let mut pixel = (0, false);
            let pixels: Vec<Pixel> = (0..count)
                .map(|_| {
                    if draw(change) == 0 {
                        pixel = (draw(colours) as u8 + 1, draw(3) > 0);
                    }
                    pixel
                })
                .collect();
            let shown = read(&compressed(&pixels), count);
            assert_eq!(shown.len(), count);
            let fits = |(shown, (index, same)): (&u8, &Pixel)| shown == index || *same && *shown == SAME;
            assert!(shown.iter().zip(&pixels).all(fits), "{count} pixels of {colours} colours");
        }
    }

    #[test]
    fn pixels_that_have_not_changed_are_stored_again_where_that_is_shorter() {
        // Every other pixel has changed, and all have the same colour.
        let mut draw = dice();
        let pixels: Vec<Pixel> = (0..10_000).map(|_| (1, draw(2) == 0)).collect();
        let only: Vec<Pixel> =
            pixels.iter().map(|(index, same)| (if *same { SAME } else { *index }, false)).collect();
        let (free, bound) = (compressed(&pixels).len(), compressed(&only).len());
        assert!(free * 2 < bound, "{free} and {bound} bytes");
    }
}
