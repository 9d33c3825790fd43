//! [`Desk`]: the parts of the page that are specific to Trigon.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};
use trigon_render::Theme;

use super::player::{Diligence, Incident};
use super::saved::{Reopening, SavedRehearsal, database};
use super::simulated_players::{FastForward, MAX_SIMULATED_PLAYERS, SimulatedPlayers};
use crate::games::{Frame, Viewer};
use crate::matches::Match;
use crate::sandbox::{Extension, ExtensionFuture};
use crate::store::back_up;

/// The width of pictures in pixels.
const PICTURE_WIDTH: u32 = 800;

/// The part of the page that knows Trigon.
pub(super) struct Desk {
    players: Arc<SimulatedPlayers>,
    /// The folder with the bot's database.
    folder: PathBuf,
    /// Counts the backups, each of which has a file of its own.
    backups: AtomicU32,
    /// Tells the program to go on with another rehearsal.
    reopening_sender: mpsc::Sender<Reopening>,
}

/// The fields of the action that lets something happen.
#[derive(Deserialize)]
struct IncidentFields {
    what: Incident,
}

/// The fields of the action that adds players.
#[derive(Deserialize)]
struct PlayerFields {
    count: usize,
    diligence: Diligence,
    #[serde(default)]
    last_seat: LastSeat,
}

/// Who gets the last seat of a match in which only simulated players have one.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Default)]
#[serde(rename_all = "snake_case")]
enum LastSeat {
    #[default]
    Free,
    Taken,
}

impl Desk {
    pub(super) fn new(
        players: Arc<SimulatedPlayers>,
        folder: PathBuf,
        reopening_sender: mpsc::Sender<Reopening>,
    ) -> Self {
        Self { players, folder, backups: AtomicU32::default(), reopening_sender }
    }

    /// Returns the matches and the simulated players as they are saved with the page.
    async fn save_matches(&self) -> Result<Value, String> {
        let sentence = |error: &dyn std::error::Error| format!("The matches cannot be saved: {error}.");
        let number = self.backups.fetch_add(1, Ordering::Relaxed);
        let file = self.folder.join(format!("backup-{number}.db"));
        let (url, into, runtime) = (database(&self.folder), file.clone(), Handle::current());
        // Its future borrows something that cannot move to another thread.
        let backup = move || runtime.block_on(back_up(&url, &into, &mut |_, _| {}));
        let copied = tokio::task::spawn_blocking(backup).await.map_err(|error| sentence(&error))?;
        copied.map_err(|error| sentence(&error))?;
        let database = std::fs::read(&file).map_err(|error| sentence(&error))?;
        // It is removed with the folder in any case.
        let _ = std::fs::remove_file(&file);
        let saved = SavedRehearsal { database, players: self.players.saved() };
        serde_json::to_value(saved).map_err(|error| sentence(&error))
    }

    /// Has the program go on with a saved rehearsal, or with an empty one, and waits until it does. `go_back` restores the embedded
    /// Discord in between.
    async fn reopen(&self, saved: Value, go_back: Box<dyn FnOnce() + Send>) -> Result<(), String> {
        let saved = if saved.is_null() {
            SavedRehearsal::default()
        } else {
            serde_json::from_value(saved)
                .map_err(|error| format!("This is not a saved rehearsal: {error}."))?
        };
        let (done, result) = oneshot::channel();
        let stopped = || "The rehearsal is ending.".to_owned();
        let order = Reopening { saved, go_back, done };
        self.reopening_sender.send(order).await.map_err(|_| stopped())?;
        result.await.map_err(|_| stopped())?
    }

    /// Adds simulated players, and says who they are.
    fn add_players(&self, fields: Value) -> Result<Value, String> {
        let PlayerFields { count, diligence, last_seat } = parse_fields(fields)?;
        self.players.take_all(last_seat == LastSeat::Taken);
        let names = self.players.add(count, diligence);
        if names.is_empty() {
            return Err(format!(
                "There are {MAX_SIMULATED_PLAYERS} simulated players already, which is the most."
            ));
        }
        let seats = match last_seat {
            LastSeat::Free => {
                "They take the seats of every match that is open, but leave the last one to you"
            }
            LastSeat::Taken => "They take all seats of every match that is open",
        };
        let text = format!("{} joined the server. {seats}.", names.join(", "));
        Ok(json!({ "text": text }))
    }

    /// Shows what is hidden in the matches that are being played.
    async fn show_secrets(&self) -> Result<Value, String> {
        let games = self.players.going_on().await?;
        let sections: Vec<Value> = games.iter().filter_map(|game| secrets_of(game)).collect();
        let text = if sections.is_empty() { "No match is being played." } else { "" };
        Ok(json!({ "text": text, "sections": sections }))
    }
}

/// Returns the text at the beginning of a channel, which contains the title of the main game.
fn welcome(game: &str) -> String {
    format!(
        "**Start a match:** type `/host create` here for {game} and send; or `/play new` for the other games.\n\
         **Find players:** the button *Rehearsal* at the top adds simulated ones, who join whatever is open and leave the last seat to you. *You are* (on a phone, behind ☰) \
         changes who you are, or opens a second tab as somebody else.\n\
         **Let time pass:** the buttons beside the clock move it on, and the rounds with it; so does *Play this round* under \
         *Rehearsal*."
    )
}

/// Reads the fields of an action.
fn parse_fields<T: DeserializeOwned>(fields: Value) -> Result<T, String> {
    serde_json::from_value(fields).map_err(|error| format!("This cannot be read: {error}."))
}

/// Returns everything about a match that is hidden from its players.
fn secrets_of(game: &Match) -> Option<Value> {
    let session = game.playing().ok()?;
    let mut lines = String::new();
    for (seat, player) in game.seated() {
        let facts = game.facts(seat).into_iter().map(|fact| format!("{} {}", fact.label, fact.value));
        let known: Vec<String> = facts.collect();
        let _ = writeln!(lines, "- {seat} **{}**: {}", player.name, known.join(", "));
    }
    let frame = Frame { title: &game.title, names: session.names() };
    let scene = session.observe(Viewer::Afterwards).scene(&frame);
    let picture = trigon_render::png(&scene, &Theme::dark(), PICTURE_WIDTH).ok();
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
            "welcome": welcome(self.players.matches.games().main().title),
            "actions": [
                {
                    "name": "players",
                    "label": "Add simulated players",
                    "fields": [
                        { "name": "count", "label": "How many players", "type": "number", "min": 1, "max": MAX_SIMULATED_PLAYERS, "value": 12 },
                        {
                            "name": "diligence",
                            "label": "They answer",
                            "type": "choice",
                            "choices": [
                                { "value": "always", "label": "always" },
                                { "value": "often", "label": "often" },
                                { "value": "forgetful", "label": "about half the time" },
                                { "value": "closed", "label": "always, with closed direct messages" },
                            ],
                        },
                        {
                            "name": "last_seat",
                            "label": "The last seat of a match",
                            "type": "choice",
                            "choices": [
                                { "value": "free", "label": "is left to me" },
                                { "value": "taken", "label": "is taken, too" },
                            ],
                        },
                    ],
                },
                {
                    "name": "round",
                    "label": "Play this round",
                    "hint": "Moves the clock on to the next round or turn, once the simulated players have answered.",
                },
                {
                    "name": "hurry",
                    "label": "Play to the end",
                    "hint": "Moves the clock on whenever the simulated players have nothing left to do.",
                },
                { "name": "halt", "label": "Stop playing on" },
                {
                    "name": "incident",
                    "label": "Let it happen",
                    "hint": "Simulated players agree to whatever they are asked: to take a seat, to a draw, to more time.",
                    "fields": [
                        {
                            "name": "what",
                            "label": "One of the simulated players",
                            "type": "choice",
                            "choices": [
                                { "value": "misses", "label": "misses a round" },
                                { "value": "travels", "label": "is away for two days" },
                                { "value": "leaves", "label": "leaves the match" },
                            ],
                        },
                    ],
                },
                {
                    "name": "secrets",
                    "label": "Show secrets",
                    "hint": "The true board, with everybody's position and submission.",
                    "spoils": true,
                },
            ],
        })
    }

    fn act(&self, action: &str, fields: Value) -> ExtensionFuture<'_> {
        let action = action.to_owned();
        Box::pin(async move {
            match action.as_str() {
                "players" => self.add_players(fields),
                "round" => {
                    self.players.set_fast_forward(FastForward::ToNextRound(None));
                    Ok(json!({ "text": "The clock moves on to the next round or turn." }))
                }
                "hurry" => {
                    self.players.set_fast_forward(FastForward::ToEnd);
                    Ok(json!({ "text": "The clock moves on until the match is over." }))
                }
                "halt" => {
                    self.players.set_fast_forward(FastForward::Off);
                    Ok(json!({ "text": "The clock runs by itself again." }))
                }
                "incident" => {
                    let IncidentFields { what } = parse_fields(fields)?;
                    Ok(json!({ "text": self.players.cause_incident(what).await? }))
                }
                "secrets" => self.show_secrets().await,
                _ => Err("There is no such action.".to_owned()),
            }
        })
    }

    fn due(&self) -> ExtensionFuture<'_, Option<Vec<i64>>> {
        Box::pin(async {
            let next = self.players.matches.store().next_due().await;
            next.map(|next| Some(next.into_iter().collect())).map_err(|error| error.to_string())
        })
    }

    fn save(&self) -> ExtensionFuture<'_> {
        Box::pin(self.save_matches())
    }

    fn open(&self, saved: Value, go_back: Box<dyn FnOnce() + Send>) -> ExtensionFuture<'_, ()> {
        Box::pin(self.reopen(saved, go_back))
    }
}
