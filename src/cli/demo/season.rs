//! A season of four episodes: a match, an episode from elsewhere, a match in which somebody leaves and a round is taken back, and
//! a death match.

use std::io::Write;
use std::time::Duration;

use super::args::Args;
use super::cast::{Member, cast};
use super::script::Script;
use super::stage::DemoStage;
use super::transcript;
use crate::bot::ComponentAction;
use crate::cli::Error;
use crate::cli::files::write_file;
use crate::cli::games;
use crate::games::{AnyGame, Values, Verdict};
use crate::rehearsal::{Manner, RehearsalError, Tap, channel};
use crate::sandbox::{Id, NewPerson, OptionValue, Person, SeenMessage};
use crate::season::SeasonFile;
use crate::simulate::chance;
use trigon_engine::ids::{MatchId, UserId};

/// The number of members who play.
const CAST_SIZE: u8 = 7;

/// The game of the death match.
const DEATH_MATCH_GAME: &str = "triangoli";

/// The options of `/season export` for a table of the entries, and for one of the standings.
const EXPORT_ENTRIES: i64 = 1;
const EXPORT_STANDINGS: i64 = 2;

/// What becomes of what the loser of the death match has: the winner gets it.
const WINNER_TAKES_STAKES: i64 = 1;

/// How long the bot may take to book a match that is over.
const BOOKING_TIMEOUT: Duration = Duration::from_secs(20);

/// Plays the season, and writes the transcript and the files.
pub(super) async fn play(args: &Args, game: &dyn AnyGame, out: &mut impl Write) -> Result<(), Error> {
    let stage = DemoStage::set(&args.seed, "season").await.map_err(Error::Demo)?;
    let mut season =
        SeasonScript { stage: &stage, members: cast(&stage, CAST_SIZE, true), args, threads: Vec::new() };
    let played = Box::pin(season.play(game, out)).await;
    let threads = std::mem::take(&mut season.threads);
    let transcript = transcript::transcript(&stage, "season of four episodes", &threads);
    // Even if it broke off, what was said before that is worth reading.
    let written = transcript::write(&args.out, &stage.posted_files(), &transcript);
    stage.strike().await;
    played?;
    let pictures = written?;
    writeln!(
        out,
        "written into {}: {pictures} pictures, season.json, entries.csv, standings.csv, and transcript.md with what each person saw",
        args.out.display()
    )?;
    Ok(())
}

/// A season on a stage.
struct SeasonScript<'a> {
    stage: &'a DemoStage,
    members: Vec<Member>,
    args: &'a Args,
    /// The threads in which matches were played.
    threads: Vec<(&'static str, Person, Id)>,
}

impl SeasonScript<'_> {
    async fn play(&mut self, game: &dyn AnyGame, out: &mut impl Write) -> Result<(), Error> {
        self.begin().await?;
        self.announce(out, "episode 1, a match").await?;
        self.host("season match", &[("title", "The first evening".into())]).await?;
        self.play_match(MatchId(1), game, out).await?;
        self.announce(out, "episode 2, from elsewhere").await?;
        self.book_result().await?;
        self.announce(out, "episode 3, a match with incidents").await?;
        self.host("season match", &[("title", "The second evening".into())]).await?;
        self.play_match_with_incidents(MatchId(2), game, out).await?;
        self.announce(out, "episode 4, a death match").await?;
        self.death_match(out).await?;
        self.look_at_season().await?;
        self.export(out).await
    }

    /// Prints which episode is played next.
    async fn announce(&self, out: &mut impl Write, what: &str) -> Result<(), Error> {
        self.stage.settled().await?;
        writeln!(out, "{what}")?;
        Ok(out.flush()?)
    }

    /// Has the host use a command, and returns the answer.
    async fn host(
        &self,
        command: &str,
        options: &[(&str, OptionValue)],
    ) -> Result<SeenMessage, RehearsalError> {
        let answer = self.stage.host.ask(self.stage.hall, command, options).await?;
        self.stage.settled().await?;
        Ok(answer)
    }

    /// Presses the button of a message that does a certain thing.
    async fn press(&self, message: &SeenMessage, does: &str) -> Result<SeenMessage, RehearsalError> {
        let button = message.custom_ids().into_iter().find(|id| id.contains(does)).map(str::to_owned);
        let button = button.ok_or_else(|| {
            RehearsalError::Missing(format!("there is no {does} below: {}", message.content))
        })?;
        let answer = self.stage.host.choose_in(message, &Tap::Press(button)).await?;
        self.stage.settled().await?;
        Ok(answer)
    }

    fn name(&self, place: usize) -> String {
        self.members[place].player.person.name()
    }

    /// Creates the season, and writes its cast.
    async fn begin(&self) -> Result<(), RehearsalError> {
        let (host, hall) = (&self.stage.host, self.stage.hall);
        self.host("season create", &[("title", "Genius".into()), ("counters", "Opals".into())]).await?;
        let form = host.slash(hall, "season cast", &[])?;
        let line =
            |member: &Member| format!("{}, {}", member.player.person.name(), member.player.person.mention());
        let lines: Vec<String> = self.members.iter().map(line).collect();
        host.fill_in(hall, &form, "lines", &lines.join("\n")).await?;
        self.stage.settled().await
    }

    /// Plays a match of the whole cast, and publishes what came of it.
    async fn play_match(
        &mut self,
        id: MatchId,
        game: &dyn AnyGame,
        out: &mut impl Write,
    ) -> Result<(), Error> {
        let options = Values::default();
        let mut script = self.script(id, game, &options);
        script.begin().await?;
        Box::pin(script.play_to_the_end(out)).await?;
        self.publish(id).await
    }

    /// Plays a match of the whole cast in which somebody leaves, somebody else plays on for them, and the host takes a round
    /// back; and publishes what came of it.
    async fn play_match_with_incidents(
        &mut self,
        id: MatchId,
        game: &dyn AnyGame,
        out: &mut impl Write,
    ) -> Result<(), Error> {
        let options = Values::default();
        let mut script = self.script(id, game, &options);
        script.begin().await?;
        let (stage, hall) = (self.stage, self.stage.hall);
        let (leaves, newcomer) = (&self.members[1].player, stage.player(NewPerson::named("Zoe")));
        leaves.ask(hall, "leave", &[("match", id.0.into()), ("confirm", true.into())]).await?;
        stage.settled().await?;
        let [player, new] = [leaves, &newcomer].map(|player| OptionValue::from(player.person.id()));
        let why = OptionValue::from("They had to leave.");
        self.host("host replace", &[("player", player), ("new", new), ("reason", why)]).await?;
        newcomer.press_newest(hall, id, |does| matches!(does, ComponentAction::TakeSeat(_))).await?;
        stage.settled().await?;
        script.add_player(&newcomer);
        Box::pin(script.play_next(out)).await?;
        self.host("host undo", &[("match", id.0.into())]).await?;
        stage.host.press_newest(hall, id, |does| *does == ComponentAction::Undo).await?;
        stage.settled().await?;
        Box::pin(script.play_to_the_end(out)).await?;
        self.publish(id).await
    }

    /// Returns the script of a match of the whole cast.
    fn script<'a>(&'a self, id: MatchId, game: &'a dyn AnyGame, options: &'a Values) -> Script<'a> {
        Script::of_match(self.stage, id, game, options, self.members.clone(), self.rng(id))
    }

    /// Returns what the random choices in a match follow from.
    fn rng(&self, id: MatchId) -> fastrand::Rng {
        chance(&format!("{} {id}", self.args.seed))
    }

    /// Waits until a match is booked, and publishes it.
    async fn publish(&self, id: MatchId) -> Result<(), Error> {
        let is_booked = |message: &SeenMessage| message.content.starts_with("📖 The match of");
        let booked = async {
            while self.stage.host.person.dms().iter().filter(|dm| is_booked(dm)).count() < id.0 as usize {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let in_time = tokio::time::timeout(BOOKING_TIMEOUT, booked).await;
        in_time.map_err(|_| RehearsalError::Missing(format!("match {id} is not booked")))?;
        let asked = self.host("season close", &[]).await?;
        self.press(&asked, ":close:").await?;
        Ok(())
    }

    /// Books what everyone got in an episode that was played elsewhere, and corrects it.
    async fn book_result(&self) -> Result<(), RehearsalError> {
        let (host, hall) = (&self.stage.host, self.stage.hall);
        let form = host.slash(hall, "season result", &[("title", "The market".into())])?;
        let lines = format!(
            "{}: +3 garnets, token (sold everything)\n{}: +1 garnet, +2 opals\n{}: -1 garnet (bought a map)",
            self.name(2),
            self.name(5),
            self.name(0)
        );
        let preview = host.fill_in(hall, &form, "lines", &lines).await?;
        self.press(&preview, ":book-and-close:").await?;
        let options = [
            ("member", OptionValue::from(self.name(5).as_str())),
            ("counter", "garnets".into()),
            ("amount", 1.into()),
            ("reason", "I had miscounted.".into()),
            ("episode", 2.into()),
        ];
        self.host("season correct", &options).await?;
        Ok(())
    }

    /// Lets the elimination candidate play for their place against somebody else.
    async fn death_match(&mut self, out: &mut impl Write) -> Result<(), Error> {
        const MATCH: MatchId = MatchId(3);
        let candidate = self.elimination_candidate().await?;
        let is_other = |member: &&Member| member.player.person.id() != candidate.player.person.id();
        let opponent = self.members.iter().find(is_other).unwrap_or(&self.members[1]).clone();
        let [a, b] =
            [&candidate, &opponent].map(|member| OptionValue::from(member.player.person.name().as_str()));
        let options =
            [("a", a), ("b", b), ("game", DEATH_MATCH_GAME.into()), ("stakes", WINNER_TAKES_STAKES.into())];
        self.host("season death-match", &options).await?;
        let game = games::all()
            .get(DEATH_MATCH_GAME)
            .ok_or_else(|| RehearsalError::Missing(format!("there is no {DEATH_MATCH_GAME}")))?;
        let members =
            [candidate, opponent].map(|member| Member { manner: Manner::Tapping, ..member }).to_vec();
        let (options, rng) = (Values::default(), self.rng(MATCH));
        let mut script = Script::of_match(self.stage, MATCH, &*game, &options, members, rng);
        script.begin().await?;
        let thread = channel(&*self.stage.load(MATCH).await?);
        self.threads.push(("The thread of the death match", self.stage.watcher.person.clone(), thread));
        Box::pin(script.play_to_the_end(out)).await?;
        self.publish(MATCH).await
    }

    /// Returns the member who has lost the second match.
    async fn elimination_candidate(&self) -> Result<Member, RehearsalError> {
        let last = self.stage.load(MatchId(2)).await?;
        let standings = last.result().map(|result| result.outcome.standings).unwrap_or_default();
        let lost =
            standings.iter().find(|standing| matches!(standing.verdict, Verdict::Lost | Verdict::LostAs(_)));
        let user = lost.and_then(|standing| last.player(standing.seat)).map(|player| player.user_id);
        let is_user = |member: &&Member| Some(UserId::from(member.player.person.id().0)) == user;
        Ok(self.members.iter().find(is_user).unwrap_or(&self.members[0]).clone())
    }

    /// Lets people look at the season.
    async fn look_at_season(&self) -> Result<(), RehearsalError> {
        let (stage, hall) = (self.stage, self.stage.hall);
        stage.watcher.ask(hall, "season standings", &[]).await?;
        stage.watcher.ask(hall, "season history", &[]).await?;
        let member = &self.members[2].player;
        member.ask(hall, "season book", &[]).await?;
        member.ask(hall, "stats", &[]).await?;
        stage.settled().await
    }

    /// Writes the files of the season, and checks that it adds up.
    async fn export(&self, out: &mut impl Write) -> Result<(), Error> {
        let folder = &self.args.out;
        for (kind, name) in
            [(0, "season.json"), (EXPORT_ENTRIES, "entries.csv"), (EXPORT_STANDINGS, "standings.csv")]
        {
            let answer = self.host("season export", &[("kind", kind.into())]).await?;
            let file =
                answer.files.first().ok_or_else(|| RehearsalError::Missing(format!("there is no {name}")))?;
            write_file(&folder.join(name), &file.bytes)?;
            if name == "season.json" {
                let season = SeasonFile::read(&file.bytes)
                    .map_err(|error| Error::Demo(RehearsalError::Missing(error.to_string())))?;
                match season.problems().first() {
                    Some(problem) => writeln!(out, "\nthe season does not add up: {problem}")?,
                    None => writeln!(out, "\nthe season adds up: {} entries", season.entries.len())?,
                }
            }
        }
        Ok(())
    }
}
