//! [`Desk`]: what the page offers for Trigon.

use std::fmt::Write as _;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::{Value, json};
use trigon_render::Theme;

use super::company::{Company, LARGEST};
use super::player::Diligence;
use crate::games::{Frame, Viewer};
use crate::matches::{Match, MatchError};
use crate::sandbox::{Done, Extension};

/// The width of pictures in pixels.
const WIDTH: u32 = 800;

/// What the page says at the beginning of a channel.
const WELCOME: &str = "\
**Start a match:** type `/play new` here, choose a game and send; or `/host create` with `sign_up: True` for Triforce Building.
**Find players:** the button *Rehearsal* at the top adds computed ones, who join whatever is open. At the top left you can \
change who you are, or open a second tab as somebody else.
**Let time pass:** the buttons beside the clock move it on, and the rounds with it.";

/// The part of the page that knows Trigon.
pub(super) struct Desk {
    company: Arc<Company>,
}

#[derive(Deserialize)]
struct Players {
    count: usize,
    diligence: Diligence,
}

impl Desk {
    pub(super) fn new(company: Arc<Company>) -> Self {
        Self { company }
    }

    fn add(&self, fields: Value) -> Result<Value, String> {
        let Players { count, diligence } =
            serde_json::from_value(fields).map_err(|error| format!("This cannot be read: {error}."))?;
        let names = self.company.add(count, diligence);
        if names.is_empty() {
            return Err(format!("There are {LARGEST} computed players already, which is the most."));
        }
        let text =
            format!("{} joined the server. They take a seat in every match that is open.", names.join(", "));
        Ok(json!({ "text": text }))
    }

    async fn secrets(&self) -> Result<Value, String> {
        let matches = &self.company.matches;
        let said = |error: &dyn std::error::Error| format!("The matches cannot be read: {error}.");
        let mut sections = Vec::new();
        for id in matches.going_on().await.map_err(|error| said(&error))? {
            let game = matches.load(id).await.map_err(|error: MatchError| said(&error))?;
            sections.extend(secrets(&game));
        }
        let text = if sections.is_empty() { "No match is being played." } else { "" };
        Ok(json!({ "text": text, "sections": sections }))
    }
}

/// Returns everything about a match that is hidden from its players.
fn secrets(game: &Match) -> Option<Value> {
    let session = game.playing().ok()?;
    let mut lines = String::new();
    for (seat, player) in game.seated() {
        let facts = game.facts(seat).into_iter().map(|fact| format!("{} {}", fact.label, fact.value));
        let known: Vec<String> = facts.collect();
        let _ = writeln!(lines, "- {seat} **{}**: {}", player.name, known.join(", "));
    }
    let frame = Frame { title: &game.title, deadline: None, names: session.names() };
    let scene = session.observe(Viewer::Afterwards).scene(&frame);
    let picture = trigon_render::png(&scene, &Theme::dark(), WIDTH).ok();
    let picture = picture.map(|png| format!("data:image/png;base64,{}", STANDARD.encode(png)));
    Some(json!({
        "title": format!("{} (match {})", game.title, game.id),
        "text": lines,
        "picture": picture,
        "description": "The board with everything that is hidden",
    }))
}

impl Extension for Desk {
    fn describe(&self) -> Value {
        json!({
            "title": "Rehearsal",
            "welcome": WELCOME,
            "actions": [
                {
                    "name": "players",
                    "label": "Add computed players",
                    "fields": [
                        { "name": "count", "label": "How many", "type": "number", "min": 1, "max": LARGEST, "value": 12 },
                        {
                            "name": "diligence",
                            "label": "They act",
                            "type": "choice",
                            "choices": [
                                { "value": "always", "label": "always" },
                                { "value": "often", "label": "often" },
                                { "value": "forgetful", "label": "forgetfully" },
                                { "value": "closed", "label": "always, with closed direct messages" },
                            ],
                        },
                    ],
                },
                {
                    "name": "hurry",
                    "label": "Play to the end",
                    "hint": "Moves the clock on whenever the computed players have nothing left to do.",
                },
                { "name": "halt", "label": "Stop playing on" },
                {
                    "name": "secrets",
                    "label": "Show secrets",
                    "hint": "The true board, with everybody's position and submission.",
                    "spoils": true,
                },
            ],
        })
    }

    fn act(&self, action: &str, fields: Value) -> Done<'_> {
        let action = action.to_owned();
        Box::pin(async move {
            match action.as_str() {
                "players" => self.add(fields),
                "hurry" => {
                    self.company.hurry(true);
                    Ok(json!({ "text": "The match goes on until its end." }))
                }
                "halt" => {
                    self.company.hurry(false);
                    Ok(json!({ "text": "The clock runs by itself again." }))
                }
                "secrets" => self.secrets().await,
                _ => Err("There is no such action.".to_owned()),
            }
        })
    }
}
