//! Errors that can occur while drawing a picture.

/// The maximum width and height of a picture, in pixels.
pub const MAX_PIXELS: u32 = 4096;

/// An error while drawing a picture.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The scene has no usable size.
    #[error("a scene needs a width and a height above 0, not {width} × {height}")]
    SceneSize {
        /// Its width.
        width: f32,
        /// Its height.
        height: f32,
    },
    /// The picture would be empty or too large.
    #[error("a picture is 1 to {MAX_PIXELS} pixels wide and high, not {width} × {height}")]
    PictureSize {
        /// The requested width.
        width: u32,
        /// The resulting height.
        height: f32,
    },
    /// An animation without frames, or a sheet without tiles.
    #[error("an animation needs at least one frame, and a sheet one picture")]
    NoFrames,
    /// Frames of different sizes.
    #[error("frame {0} differs in size from the first")]
    FrameSize(usize),
    /// The PNG encoder failed.
    #[error("PNG: {0}")]
    Png(#[from] ::png::EncodingError),
    /// The encoder for true-colour PNGs failed.
    #[error("PNG: {0}")]
    Image(#[from] image::ImageError),
    /// The GIF encoder failed.
    #[error("GIF: {0}")]
    Gif(::gif::EncodingError),
    /// An animation could not be written.
    #[error("GIF: {0}")]
    Write(#[from] std::io::Error),
}

impl From<::gif::EncodingError> for RenderError {
    fn from(error: ::gif::EncodingError) -> Self {
        match error {
            ::gif::EncodingError::Io(error) => Self::Write(error),
            error => Self::Gif(error),
        }
    }
}
