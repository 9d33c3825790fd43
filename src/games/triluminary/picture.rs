//! The board as a scene.

use trigon_render::{Role, Scene};

use super::alt;
use super::state::State;
use crate::games::View;
use crate::games::frame::{WIDTH, shown};

/// The picture of a state.
pub(super) fn scene(state: &State, view: &View<'_>) -> Scene {
    Scene {
        width: WIDTH,
        height: WIDTH,
        background: Role::Bg,
        title: shown(view.title, "Triluminary"),
        description: alt::text(state, view),
        shapes: Vec::new(),
    }
}
