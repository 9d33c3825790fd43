//! A season of four episodes: a match, an episode from elsewhere, a match in which somebody leaves and a round is taken back, and
//! a death match.

use std::io::Write;
use std::time::Duration;

use super::args::Args;
use super::cast::{Member, cast};
use super::script::Script;
use super::stage::Stage;
use super::transcript;
use crate::bot::ComponentAction;
use crate::cli::Error;
use crate::cli::files::write_file;
use crate::cli::games;
use crate::games::{AnyGame, Values, Verdict};
use crate::rehearsal::{Tap, Trouble, channel};
use crate::sandbox::{Id, NewPerson, OptionValue, Person, SeenMessage};
use crate::season::SeasonFile;
use crate::simulate::chance;
use trigon_engine::ids::{MatchId, UserId};

/// The number of members who play.
const PLAYERS: u8 = 7;

/// The game of the death match.
const DUEL: &str = "triangoli";

/// The options of `/season export` for a table of the entries, and for one of the standings.
const ENTRIES: i64 = 1;
const STANDINGS: i64 = 2;

/// What becomes of what the loser of the death match has: the winner gets it.
const TO_THE_WINNER: i64 = 1;

/// How long the bot may take to book a match that is over.
const PATIENCE: Duration = Duration::from_secs(20);

pub(super) async fn play(args: &Args, game: &dyn AnyGame, out: &mut impl Write) -> Result<(), Error> {
    let stage = Stage::set(&args.seed, "season").await.map_err(Error::Demo)?;
    let mut course =
        Course { stage: &stage, members: cast(&stage, PLAYERS, true), args, threads: Vec::new() };
    let played = Box::pin(course.play(game, out)).await;
    let threads = std::mem::take(&mut course.threads);
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
struct Course<'a> {
    stage: &'a Stage,
    members: Vec<Member>,
    args: &'a Args,
    /// The threads in which matches were played.
    threads: Vec<(&'static str, Person, Id)>,
}

impl Course<'_> {
    async fn play(&mut self, game: &dyn AnyGame, out: &mut impl Write) -> Result<(), Error> {
        self.begin().await?;
        self.says(out, "episode 1, a match").await?;
        self.host("season match", &[("title", "The first evening".into())]).await?;
        self.played(MatchId(1), game, false, out).await?;
        self.says(out, "episode 2, from elsewhere").await?;
        self.elsewhere().await?;
        self.says(out, "episode 3, a match with incidents").await?;
        self.host("season match", &[("title", "The second evening".into())]).await?;
        self.played(MatchId(2), game, true, out).await?;
        self.says(out, "episode 4, a death match").await?;
        self.death_match(out).await?;
        self.looked_at().await?;
        self.exported(out).await
    }

    async fn says(&self, out: &mut impl Write, what: &str) -> Result<(), Error> {
        self.stage.settled().await?;
        writeln!(out, "{what}")?;
        Ok(out.flush()?)
    }

    async fn host(&self, command: &str, options: &[(&str, OptionValue)]) -> Result<SeenMessage, Trouble> {
        let answer = self.stage.host.ask(self.stage.hall, command, options).await?;
        self.stage.settled().await?;
        Ok(answer)
    }

    /// Presses the button of a message that does a certain thing.
    async fn press(&self, message: &SeenMessage, does: &str) -> Result<SeenMessage, Trouble> {
        let button = message.custom_ids().into_iter().find(|id| id.contains(does)).map(str::to_owned);
        let button = button
            .ok_or_else(|| Trouble::Missing(format!("there is no {does} below: {}", message.content)))?;
        let answer = self.stage.host.choose_in(message, &Tap::Press(button)).await?;
        self.stage.settled().await?;
        Ok(answer)
    }

    fn name(&self, place: usize) -> String {
        self.members[place].player.person.name()
    }

    async fn begin(&self) -> Result<(), Trouble> {
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
    async fn played(
        &mut self,
        id: MatchId,
        game: &dyn AnyGame,
        has_incidents: bool,
        out: &mut impl Write,
    ) -> Result<(), Error> {
        let options = Values::default();
        let rng = chance(&format!("{} {id}", self.args.seed));
        let mut script = Script::of(self.stage, id, game, &options, self.members.clone(), rng);
        script.begin().await?;
        if has_incidents {
            // Somebody leaves, somebody else plays on for them, and the host takes a round back.
            let (stage, hall) = (self.stage, self.stage.hall);
            let (leaves, newcomer) = (&self.members[1].player, stage.player(NewPerson::named("Zoe")));
            leaves.ask(hall, "leave", &[("match", id.0.into()), ("confirm", true.into())]).await?;
            stage.settled().await?;
            let [player, new] = [leaves, &newcomer].map(|player| OptionValue::from(player.person.id()));
            let why = OptionValue::from("They had to leave.");
            self.host("host replace", &[("player", player), ("new", new), ("reason", why)]).await?;
            newcomer.press_newest(hall, id, |does| matches!(does, ComponentAction::TakeSeat(_))).await?;
            stage.settled().await?;
            script.joins(&newcomer);
            Box::pin(script.goes_on(out)).await?;
            self.host("host undo", &[("match", id.0.into())]).await?;
            stage.host.press_newest(hall, id, |does| *does == ComponentAction::Undo).await?;
            stage.settled().await?;
        }
        Box::pin(script.play_to_the_end(out)).await?;
        self.published(id).await
    }

    /// Waits until a match is booked, and publishes it.
    async fn published(&self, id: MatchId) -> Result<(), Error> {
        let is_booked = |message: &SeenMessage| message.content.starts_with("📖 The match of");
        let booked = async {
            while self.stage.host.person.dms().iter().filter(|dm| is_booked(dm)).count() < id.0 as usize {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let in_time = tokio::time::timeout(PATIENCE, booked).await;
        in_time.map_err(|_| Trouble::Missing(format!("match {id} is not booked")))?;
        let asked = self.host("season close", &[]).await?;
        self.press(&asked, ":close:").await?;
        Ok(())
    }

    /// Books what everyone got in an episode that was played elsewhere, and corrects it.
    async fn elsewhere(&self) -> Result<(), Trouble> {
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
        let last = self.stage.load(MatchId(2)).await?;
        let standings = last.result().map(|result| result.outcome.standings).unwrap_or_default();
        let lost =
            standings.iter().find(|standing| matches!(standing.verdict, Verdict::Lost | Verdict::LostAs(_)));
        let user = lost.and_then(|standing| last.player(standing.seat)).map(|player| player.user_id);
        let is_user = |member: &&Member| Some(UserId::from(member.player.person.id().0)) == user;
        let candidate = self.members.iter().find(is_user).unwrap_or(&self.members[0]).clone();
        let is_other = |member: &&Member| member.player.person.id() != candidate.player.person.id();
        let opponent = self.members.iter().find(is_other).unwrap_or(&self.members[1]).clone();
        let [a, b] =
            [&candidate, &opponent].map(|member| OptionValue::from(member.player.person.name().as_str()));
        let options = [("a", a), ("b", b), ("game", DUEL.into()), ("stakes", TO_THE_WINNER.into())];
        self.host("season death-match", &options).await?;
        let game = games::all().get(DUEL).ok_or_else(|| Trouble::Missing(format!("there is no {DUEL}")))?;
        let options = Values::default();
        let rng = chance(&format!("{} 3", self.args.seed));
        let tapping = |member: Member| Member { manner: crate::rehearsal::Manner::Tapping, ..member };
        let members = vec![tapping(candidate), tapping(opponent)];
        let mut script = Script::of(self.stage, MatchId(3), &*game, &options, members, rng);
        script.begin().await?;
        let thread = channel(&*self.stage.load(MatchId(3)).await?);
        self.threads.push(("The thread of the death match", self.stage.watcher.person.clone(), thread));
        Box::pin(script.play_to_the_end(out)).await?;
        self.published(MatchId(3)).await
    }

    /// Lets people look at the season.
    async fn looked_at(&self) -> Result<(), Trouble> {
        let (stage, hall) = (self.stage, self.stage.hall);
        stage.watcher.ask(hall, "season standings", &[]).await?;
        stage.watcher.ask(hall, "season history", &[]).await?;
        let member = &self.members[2].player;
        member.ask(hall, "season book", &[]).await?;
        member.ask(hall, "stats", &[]).await?;
        stage.settled().await
    }

    /// Writes the files of the season, and checks that it adds up.
    async fn exported(&self, out: &mut impl Write) -> Result<(), Error> {
        let folder = &self.args.out;
        for (kind, name) in [(0, "season.json"), (ENTRIES, "entries.csv"), (STANDINGS, "standings.csv")] {
            let answer = self.host("season export", &[("kind", kind.into())]).await?;
            let file = answer.files.first().ok_or_else(|| Trouble::Missing(format!("there is no {name}")))?;
            write_file(&folder.join(name), &file.bytes)?;
            if name == "season.json" {
                let season = SeasonFile::read(&file.bytes)
                    .map_err(|error| Error::Demo(Trouble::Missing(error.to_string())))?;
                match season.problems().first() {
                    Some(problem) => writeln!(out, "\nthe season does not add up: {problem}")?,
                    None => writeln!(out, "\nthe season adds up: {} entries", season.entries.len())?,
                }
            }
        }
        Ok(())
    }
}
