//! Backdrops that are drawn once.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::canvas::Canvas;
use crate::colours::Colours;
use crate::{RenderError, Role, Scene, Shape, Theme, still};

/// Drawn backdrops, the least recently used first.
///
/// Most of a picture of a board is the empty board. A picture takes half the time if its backdrop is kept from the last
/// one.
pub struct Backdrops {
    drawn: Mutex<VecDeque<Arc<DrawnBackdrop>>>,
    /// The maximum number of backdrops that are kept.
    capacity: usize,
    /// The canvases of pictures that are done, as many as were drawn at a time. New memory of this size takes time, because
    /// the system provides it page by page, and letters would be worked out anew.
    spare_canvases: Mutex<Vec<Canvas<u8>>>,
}

/// A backdrop, with everything that it depends on.
struct DrawnBackdrop {
    size: (f32, f32),
    background: Role,
    shapes: Vec<Shape>,
    theme: Theme,
    canvas: Canvas<u8>,
    colours: Colours,
}

impl DrawnBackdrop {
    fn new(scene: &Scene, theme: &Theme, width: u32) -> Result<Self, RenderError> {
        let (mut canvas, mut colours) = (Canvas::default(), Colours::for_still());
        canvas.draw_backdrop(scene, theme, width, &mut colours)?;
        Ok(Self {
            size: (scene.width, scene.height),
            background: scene.background,
            shapes: scene.layers().0.to_vec(),
            theme: theme.clone(),
            canvas,
            colours,
        })
    }

    /// Returns whether a scene has this backdrop.
    fn matches(&self, scene: &Scene, theme: &Theme, width: u32) -> bool {
        self.canvas.width == width
            && self.size == (scene.width, scene.height)
            && self.background == scene.background
            && self.theme == *theme
            && self.shapes == scene.layers().0
    }
}

impl Backdrops {
    /// Creates a place for `capacity` backdrops, each of which takes a byte a pixel.
    pub const fn new(capacity: usize) -> Self {
        Self { drawn: Mutex::new(VecDeque::new()), capacity, spare_canvases: Mutex::new(Vec::new()) }
    }

    /// Draws a scene as [`png`](crate::png()) does, byte for byte.
    ///
    /// # Errors
    /// Returns an error if the scene or the picture has no usable size.
    pub fn png(&self, scene: &Scene, theme: &Theme, width: u32) -> Result<Vec<u8>, RenderError> {
        if scene.layers().0.is_empty() {
            return still::png(scene, theme, width);
        }
        let drawn = match self.find(scene, theme, width) {
            Some(drawn) => drawn,
            None => self.keep(Arc::new(DrawnBackdrop::new(scene, theme, width)?)),
        };
        let mut canvas = lock(&self.spare_canvases).pop().unwrap_or_default();
        canvas.copy_from(&drawn.canvas);
        let mut colours = drawn.colours.clone();
        canvas.draw_foreground(scene, theme, &mut colours);
        let file = still::encode_canvas(&canvas, &colours);
        lock(&self.spare_canvases).push(canvas);
        file
    }

    /// Finds the backdrop of a scene, which becomes the most recently used.
    fn find(&self, scene: &Scene, theme: &Theme, width: u32) -> Option<Arc<DrawnBackdrop>> {
        let mut drawn = lock(&self.drawn);
        let index = drawn.iter().rposition(|drawn| drawn.matches(scene, theme, width))?;
        let backdrop = drawn.remove(index)?;
        drawn.push_back(backdrop.clone());
        Some(backdrop)
    }

    /// Keeps a new backdrop, and drops the least recently used if there are too many.
    fn keep(&self, new: Arc<DrawnBackdrop>) -> Arc<DrawnBackdrop> {
        let mut drawn = lock(&self.drawn);
        drawn.push_back(new.clone());
        if drawn.len() > self.capacity {
            drawn.pop_front();
        }
        new
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
