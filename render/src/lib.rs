//! Scenes of shapes by colour role, drawn as PNG, animated GIF and SVG.
