//! [`Film`]: which positions of a replay are shown, and for how long.

use std::io::{Seek, Write};

use trigon_render::{Animation, Frame, RenderError, Scene};

use super::Resolved;

/// The default maximum number of frames in a replay: two per second.
pub const DEFAULT_MAX_FRAMES: usize = 120;

/// A position of a replay.
pub struct Position {
    /// Its name.
    pub name: String,
    /// Its picture.
    pub scene: Scene,
    /// What had been [resolved](super::Observation::resolved) by then.
    pub resolved: Resolved,
}

/// What has to be known about the positions of a replay before they are drawn. The positions themselves are rebuilt for
/// each showing, because the pictures of a long match take a lot of memory.
pub struct Film {
    resolved: Vec<Resolved>,
    /// The height of every frame: that of the tallest, because all frames of an animation have the same size.
    height: f32,
}

impl Film {
    /// Collects what a showing has to know about these positions.
    pub fn new(positions: impl IntoIterator<Item = Position>) -> Self {
        let mut film = Self { resolved: Vec::new(), height: 0.0 };
        for Position { scene, resolved, .. } in positions {
            film.height = film.height.max(scene.height);
            film.resolved.push(resolved);
        }
        film
    }

    /// Returns the number of positions.
    pub fn positions(&self) -> usize {
        self.resolved.len()
    }

    /// Returns the number of frames if at most `most` are shown.
    pub fn frames(&self, most: usize) -> usize {
        self.positions().min(most)
    }

    /// Adds frames to an animation until it exceeds `limit` bytes, and returns the number of frames added. The
    /// positions must be the ones passed to [`Film::new`]. If there are more than `most`, only the first, the last and
    /// an evenly spaced selection in between are shown.
    pub fn show<W: Write + Seek>(
        &self,
        positions: impl IntoIterator<Item = Position>,
        most: usize,
        limit: u64,
        animation: &mut Animation<W>,
    ) -> Result<usize, RenderError> {
        let count = self.positions();
        let shown = |i: &usize| is_shown(*i, count, most);
        let resolved: Vec<Resolved> = (0..count).filter(shown).map(|i| self.resolved[i]).collect();
        let positions = positions.into_iter().enumerate().filter(|(i, _)| shown(i));
        let mut frames = 0;
        for ((_, position), millis) in positions.zip(durations(&resolved)) {
            let scene = Scene { height: self.height, ..position.scene };
            animation.push(Frame { scene: &scene, millis })?;
            frames += 1;
            if animation.written() > limit {
                break;
            }
        }
        Ok(frames)
    }
}

/// Returns whether position `i` of `count` is shown if at most `most` are.
fn is_shown(i: usize, count: usize, most: usize) -> bool {
    if count <= most {
        return true;
    }
    let (gaps, last) = (most.saturating_sub(1), count - 1);
    if gaps == 0 {
        return i == last;
    }
    // The first position is shown, and after each of the equal gaps the next whole one: `i` is some multiple of
    // `last / gaps`, rounded up.
    i * gaps % last < gaps
}

/// How long positions are shown, in milliseconds: each position, extra for each thing resolved on the way to it, and
/// the last position.
const POSITION_MILLIS: u32 = 1_500;
const RESOLVED_MILLIS: u32 = 2_000;
const LAST_MILLIS: u32 = 7_000;
/// The maximum time for all positions together, and the minimum for each, in milliseconds. A program may treat a
/// shorter time as none at all.
const MAX_TOTAL_MILLIS: u32 = 60_000;
const MIN_MILLIS: u32 = 20;
/// The maximum number of resolved things that lengthen the time of a position.
const MAX_PAUSES: usize = 2;

/// Returns for how many milliseconds to show each position of a replay, given what had been
/// [resolved](super::Observation::resolved) by then. A replay pauses where something was resolved, and longest at the
/// end. A long replay is sped up so that it takes no more than a minute.
fn durations(resolved: &[Resolved]) -> Vec<u32> {
    let mut before = Resolved::default();
    let mut millis: Vec<u32> = Vec::with_capacity(resolved.len());
    for &now in resolved {
        let goes_on = now.number == before.number;
        let new = if goes_on { now.count.saturating_sub(before.count) } else { now.count };
        millis.push(POSITION_MILLIS + RESOLVED_MILLIS * new.min(MAX_PAUSES) as u32);
        before = now;
    }
    let Some((last, others)) = millis.split_last_mut() else { return millis };
    *last = LAST_MILLIS;
    let (whole, room) = (others.iter().sum::<u32>(), MAX_TOTAL_MILLIS - LAST_MILLIS);
    if whole > room {
        for one in others {
            *one = (*one * (room / 10) / (whole / 10)).max(MIN_MILLIS);
        }
    }
    millis
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use trigon_render::{Role, Theme};

    use super::*;

    fn positions(count: u8) -> impl Iterator<Item = Position> {
        (0..count).map(|n| {
            let name = n.to_string();
            let height = if n == 2 { 120.0 } else { 100.0 };
            let resolved = Resolved { number: n.into(), count: 0 };
            Position { name, scene: Scene::new(100.0, height, Role::Seat(n % 9)), resolved }
        })
    }

    fn show(count: u8, most: usize, limit: u64) -> (usize, Vec<u8>) {
        let mut animation = Animation::new(Cursor::new(Vec::new()), &Theme::dark(), 100, None);
        let frames = Film::new(positions(count)).show(positions(count), most, limit, &mut animation);
        (frames.unwrap(), animation.finish().unwrap().into_inner())
    }

    #[test]
    fn a_long_match_keeps_its_beginning_and_its_end() {
        for (count, most) in [(1, 120), (120, 120), (121, 120), (1_301, 120), (1_301, 2), (7, 3), (2, 2)] {
            let kept: Vec<usize> = (0..count).filter(|i| is_shown(*i, count, most)).collect();
            assert_eq!(kept.len(), count.min(most), "{most} of {count}");
            assert_eq!((kept[0], kept[kept.len() - 1]), (0, count - 1));
            let gaps: Vec<usize> = kept.windows(2).map(|pair| pair[1] - pair[0]).collect();
            let (least, most) = (gaps.iter().min(), gaps.iter().max());
            assert!(most.unwrap_or(&0) - least.unwrap_or(&0) <= 1, "evenly: {gaps:?}");
        }
        assert_eq!((0..9).filter(|i| is_shown(*i, 9, 1)).collect::<Vec<_>>(), [8]);
    }

    #[test]
    fn frames_have_the_height_of_the_highest_position_even_if_that_is_not_shown() {
        let (frames, bytes) = show(5, 3, u64::MAX);
        assert_eq!(frames, 3);
        assert_eq!(u16::from_le_bytes([bytes[8], bytes[9]]), 120);
    }

    #[test]
    fn a_showing_ends_when_the_file_is_too_long() {
        let (all, bytes) = show(20, 120, u64::MAX);
        assert_eq!(all, 20);
        let (some, _) = show(20, 120, bytes.len() as u64 / 2);
        assert!((2..20).contains(&some), "{some}");
    }

    #[test]
    fn an_animation_rests_where_something_was_resolved_and_longest_on_the_end() {
        // Nothing; one thing in turn 2, shown again; two more; one in turn 3; the end.
        let resolved = |(number, count)| Resolved { number, count };
        let turns = [(1, 0), (2, 1), (2, 1), (2, 3), (3, 1), (3, 1)].map(resolved);
        assert_eq!(durations(&turns), [1_500, 3_500, 1_500, 5_500, 3_500, 7_000]);
        assert_eq!(durations(&[]), [0; 0]);
        // Two minutes shrink to one, and positions where something was resolved are still shown longer.
        let many: Vec<Resolved> = (0..80).map(|n| resolved((n, usize::from(n == 40)))).collect();
        let long = durations(&many);
        assert!((59_000..=60_000).contains(&long.iter().sum::<u32>()), "{long:?}");
        assert!(long[40] > 2 * long[39] && long[79] == 7_000, "{long:?}");
    }
}
