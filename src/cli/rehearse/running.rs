//! [`Rehearsal`]: the bot with its matches, and the simulated players; restoring saved ones.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::sync::mpsc;

use super::desk::Desk;
use super::saved::{Reopening, SavedPlayer, database};
use super::simulated_players::SimulatedPlayers;
use crate::bot::Running;
use crate::cli::Error;
use crate::cli::games;
use crate::cli::sandbox::World;
use crate::cli::tasks::{owner, repeatable_seeds};
use crate::matches::Matches;
use crate::rehearsal;
use crate::store::{Store, restore};

/// The bot with its matches, and the simulated players.
pub(super) struct Rehearsal {
    pub(super) bot: Running,
    pub(super) players: Arc<SimulatedPlayers>,
    setup: RehearsalSetup,
    /// Which rehearsal since the program began it is, from 0. Each has a folder of its own.
    number: u32,
    /// The folder with the database.
    folder: PathBuf,
}

/// What stays when another rehearsal is opened.
#[derive(Clone)]
pub(super) struct RehearsalSetup {
    pub(super) world: Arc<World>,
    /// The seed of the matches and of the simulated players.
    pub(super) seed: Option<String>,
    pub(super) reopening_sender: mpsc::Sender<Reopening>,
}

impl Rehearsal {
    /// Starts the bot without any match.
    pub(super) async fn start_empty(setup: RehearsalSetup) -> Result<Self, Error> {
        Self::start(setup, 0, folder(0), &[]).await
    }

    async fn start(
        setup: RehearsalSetup,
        number: u32,
        folder: PathBuf,
        players: &[SavedPlayer],
    ) -> Result<Self, Error> {
        let RehearsalSetup { world, seed, reopening_sender } = &setup;
        let store = Store::open(&database(&folder)).await.map_err(Error::Store)?;
        let mut matches = Matches::new(store, world.clock.clone()).with_games(games::all().clone());
        if let Some(seed) = seed {
            matches = matches.with_seeds(repeatable_seeds(seed));
        }
        let bot = rehearsal::connect(&world.sandbox, &matches).await?;
        let players = Arc::new(SimulatedPlayers::new(world.clone(), matches, seed.as_deref(), players));
        world.sandbox.extend(Arc::new(Desk::new(players.clone(), folder.clone(), reopening_sender.clone())));
        Ok(Self { bot, players, setup, number, folder })
    }

    /// Restores what was saved, with a new bot and a copy of the saved matches. If they cannot be read, nothing
    /// changes.
    pub(super) async fn reopen(self, order: Reopening) -> Result<Self, Error> {
        let Reopening { saved, go_back, done } = order;
        let (number, setup) = (self.number + 1, self.setup.clone());
        let folder = folder(number);
        if let Err(reason) = unpack(&saved.database, &folder).await {
            remove(&folder);
            // The caller may be gone.
            let _ = done.send(Err(reason));
            return Ok(self);
        }
        self.stop().await;
        go_back();
        let rehearsal = Self::start(setup, number, folder, &saved.players).await?;
        let _ = done.send(Ok(()));
        Ok(rehearsal)
    }

    /// Stops everything and deletes the database.
    pub(super) async fn stop(self) {
        self.bot.stop().await;
        self.players.matches.store().close().await;
        remove(&self.folder);
    }
}

/// Returns the folder of the n-th database of a rehearsal.
fn folder(number: u32) -> PathBuf {
    std::env::temp_dir().join(format!("trigon-rehearsal-{}-{number}", std::process::id()))
}

/// Turns a backup, which is empty if there were no matches, into a database.
async fn unpack(backup: &[u8], folder: &Path) -> Result<(), String> {
    if backup.is_empty() {
        return Ok(());
    }
    let sentence = |error: &dyn std::error::Error| format!("The saved matches cannot be read: {error}.");
    let file = folder.join("saved.db");
    let write = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&file, backup));
    write.map_err(|error| sentence(&error))?;
    restore(&file, &database(folder), &owner("rehearse"), &mut |_, _| {})
        .await
        .map_err(|error| sentence(&error))?;
    Ok(())
}

/// Removes a temporary folder. It does no harm if it remains.
fn remove(folder: &Path) {
    let _ = std::fs::remove_dir_all(folder);
}
