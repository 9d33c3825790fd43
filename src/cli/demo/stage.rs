//! [`DemoStage`]: the stage of a demonstration, on which one clock is moved by hand.

use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use serde_json::json;

use crate::cli::games;
use crate::cli::tasks::repeatable_seeds;
use crate::matches::{Clock, Commitment, HandClock, Match, Matches, Millis};
use crate::rehearsal::{self, Diary, Player, RehearsalError, Server};
use crate::sandbox::{Id, NewPerson, RateLimits, SandboxConfig, SeenRequest};
use crate::store::Store;
use trigon_engine::ids::MatchId;

/// The start of the demonstration: a Friday evening.
const START_TIME: Millis = 1_767_985_200_000;

/// Counts the stages of this process, each of which has a folder of its own.
static STAGE_COUNT: AtomicU32 = AtomicU32::new(0);

/// The maximum real time for anything before the demonstration gives up.
const SETTLING_TIMEOUT: Duration = Duration::from_secs(20);

/// The embedded Discord, the bot, and everyone there.
pub(super) struct DemoStage {
    inner: rehearsal::Stage,
    pub(super) host: Player,
    pub(super) watcher: Player,
    pub(super) diary: Arc<Diary>,
    clock: Arc<HandClock>,
    folder: PathBuf,
}

/// A file that was posted.
pub(super) struct PostedFile {
    /// Its name on Discord.
    posted_as: String,
    /// Its name in the folder.
    pub(super) name: String,
    pub(super) bytes: Arc<[u8]>,
}

impl PostedFile {
    /// Returns its names: on Discord, and in the folder.
    pub(super) fn names(&self) -> [&str; 2] {
        [&self.posted_as, &self.name]
    }
}

impl Deref for DemoStage {
    type Target = Server;

    fn deref(&self) -> &Server {
        &self.inner.server
    }
}

impl DemoStage {
    /// Starts everything. The seeds of matches follow from `seed`.
    pub(super) async fn set(seed: &str, channel: &str) -> Result<Self, RehearsalError> {
        let clock = Arc::new(HandClock::new(START_TIME));
        let config = SandboxConfig {
            clock: clock.clone(),
            bot_id: Some(Id(1_234_567_890_123_456)),
            bot_name: "Trigon".to_owned(),
            // A demo plays days in seconds: at Discord's limits it would take minutes.
            limits: RateLimits::off(),
            ..SandboxConfig::default()
        };
        let server = Server::open(config, ["Code Red", channel], &["Marshal", "Onlooker"]).await?;
        let (program, number) = (std::process::id(), STAGE_COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(format!("trigon-demo-{program}-{number}"));
        let store = Store::open(&format!("sqlite://{}/trigon.db", folder.display())).await?;
        // Each match has its own seed, because the seed of a finished match is public.
        let matches = Matches::new(store, clock.clone())
            .with_games(games::all().clone())
            .with_seeds(repeatable_seeds(seed));
        let diary = Diary::new(server.sandbox.clone());
        let [host, watcher] = [0, 1].map(|index| Player::with_diary(server.people[index].clone(), &diary));
        let inner = rehearsal::Stage::start(server, matches).await?;
        Ok(Self { inner, host, watcher, diary, clock, folder })
    }

    /// Creates a member of the server who plays.
    pub(super) fn player(&self, new: NewPerson) -> Player {
        Player::with_diary(self.welcome(new), &self.diary)
    }

    /// Returns the requests of the bot, one JSON object per line.
    pub(super) fn requests(&self) -> String {
        let requests = self.sandbox.requests(0).into_iter();
        let lines = requests.map(|request| {
            let SeenRequest { method, path, body, .. } = request;
            format!("{}\n", json!({ "method": method, "path": path, "body": body }))
        });
        lines.collect()
    }

    /// Stops everything and deletes the database.
    pub(super) async fn strike(self) {
        self.inner.stop().await;
        // It does no harm if the temporary folder remains.
        let _ = std::fs::remove_dir_all(&self.folder);
    }

    #[cfg(test)]
    pub(super) fn matches(&self) -> &Matches {
        &self.inner.matches
    }

    pub(super) fn set_clock(&self, at: Millis) {
        self.clock.set(at);
    }

    pub(super) fn now(&self) -> Millis {
        self.clock.now()
    }

    pub(super) async fn load(&self, id: MatchId) -> Result<Arc<Match>, RehearsalError> {
        Ok(self.inner.matches.load(id).await?)
    }

    /// Waits until no timer is due and everything has been delivered.
    pub(super) async fn settled(&self) -> Result<(), RehearsalError> {
        let in_time = tokio::time::timeout(SETTLING_TIMEOUT, rehearsal::settled(&self.inner.matches)).await;
        let late = |_| RehearsalError::Missing("not everything was delivered in time".to_owned());
        Ok(in_time.map_err(late)??)
    }

    /// Returns the files that were posted in the channel, in order. Pictures whose names are only numbers are
    /// renumbered without gaps.
    pub(super) fn posted_files(&self) -> Vec<PostedFile> {
        let messages = self.watcher.person.view(self.hall);
        let public = messages.into_iter().filter(|message| !message.ephemeral);
        let mut files: Vec<PostedFile> = Vec::new();
        let mut pictures = 0;
        for file in public.flat_map(|message| message.files) {
            let (posted_as, bytes) = (file.filename, file.bytes);
            let of_same_name = || files.iter().filter(|known| known.posted_as == posted_as);
            // A board that is shown again is the same picture, unless it is marked as taken back.
            if of_same_name().any(|known| known.bytes == bytes) {
                continue;
            }
            let name = match (posted_as.rsplit_once('.'), of_same_name().count()) {
                _ if is_numbered_picture(&posted_as) => {
                    pictures += 1;
                    format!("{pictures:03}.png")
                }
                (Some((stem, kind)), before @ 1..) => format!("{stem}-{}.{kind}", before + 1),
                _ => posted_as.clone(),
            };
            files.push(PostedFile { posted_as, name, bytes });
        }
        files
    }

    /// Returns the hash of the seed from the first public message that contains one.
    pub(super) fn posted_hash(&self) -> Option<Commitment> {
        let messages = self.watcher.person.view(self.hall);
        let mut words = messages.iter().flat_map(|message| message.content.split('`'));
        words.find_map(|word| word.parse().ok())
    }
}

/// Returns whether the name of a file is only a number, such as `003.png` or `003-1.png`, as in games of turns.
fn is_numbered_picture(name: &str) -> bool {
    let stem = name.strip_suffix(".png");
    stem.is_some_and(|stem| stem.chars().all(|c| c.is_ascii_digit() || c == '-'))
}
