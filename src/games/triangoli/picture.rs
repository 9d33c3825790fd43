//! The board as a scene.

use trigon_render::{Role, Scene};

use super::alt;
use super::state::State;
use crate::games::View;

/// The picture of a state for a viewer.
pub(super) fn scene(state: &State, view: &View<'_>) -> Scene {
    Scene {
        width: 1100.0,
        height: 1100.0,
        background: Role::Bg,
        title: view.title.to_owned(),
        description: alt::text(state, view.names),
        shapes: Vec::new(),
    }
}
