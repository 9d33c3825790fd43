//! [`Script`]: a match from its sign-up to its end, the same for every game, driven by what the game declares.

use std::io::Write;
use std::sync::Arc;

use indicatif::ProgressBar;

use super::cast::{Member, cast, in_seat};
use super::incidents::{Incidents, PhaseFate, add_player};
use super::stage::DemoStage;
use crate::bot::{ComponentAction, Failure};
use crate::cli::{Error, games, work};
use crate::games::{AnyGame, Field, OptionKind, Seat, Skill, Value, Values, Viewer};
use crate::matches::{HOUR, Match, Millis, Status};
use crate::rehearsal::{Player, RehearsalError};
use crate::sandbox::{Id, OptionValue, Person};
use crate::simulate::chance;
use trigon_engine::ids::MatchId;

/// The only match of a demonstration without a season, apart from its rematch.
pub(super) const MATCH_ID: MatchId = MatchId(1);

/// What a seat answers in a phase: several actions if it also decides on something else, or changes its mind.
struct SeatAnswers<'a> {
    seat: Seat,
    actions: Vec<&'a str>,
}

/// A match on a stage.
pub(super) struct Script<'a> {
    pub(super) stage: &'a DemoStage,
    /// The number of the match.
    pub(super) id: MatchId,
    pub(super) game: &'a dyn AnyGame,
    /// The options that are given when the match is created.
    pub(super) options: &'a Values,
    pub(super) members: Vec<Member>,
    pub(super) incidents: Option<Incidents>,
    pub(super) rng: fastrand::Rng,
    /// The last round that began. A phase after the rounds, such as a vote, belongs to the last one.
    pub(super) round: u32,
    /// How long each phase took from its deadline to the last message, in milliseconds.
    pub(super) phases: Vec<u128>,
    /// How long each action within a turn took, in milliseconds.
    pub(super) actions: Vec<u128>,
    /// The number of taps of each action within a turn.
    pub(super) taps: Vec<usize>,
}

impl<'a> Script<'a> {
    /// Returns the script of a match that its host or first player has yet to create.
    pub(super) fn new(
        stage: &'a DemoStage,
        game: &'a dyn AnyGame,
        players: u8,
        options: &'a Values,
        seed: &str,
    ) -> Self {
        let members = cast(stage, players, game.info().is_hosted());
        Self::of_match(stage, MATCH_ID, game, options, members, chance(seed))
    }

    /// Returns the script of a match that a season has created, with its members.
    pub(super) fn of_match(
        stage: &'a DemoStage,
        id: MatchId,
        game: &'a dyn AnyGame,
        options: &'a Values,
        members: Vec<Member>,
        rng: fastrand::Rng,
    ) -> Self {
        let (phases, actions, taps) = (Vec::new(), Vec::new(), Vec::new());
        Self { stage, id, game, options, members, incidents: None, rng, round: 0, phases, actions, taps }
    }

    /// Lets people do more than play.
    pub(super) fn add_incidents(&mut self) {
        self.incidents = Some(Incidents::new(self.stage, self.id));
    }

    /// Returns the channel for onlookers, and somebody who can read it.
    pub(super) fn lounge(&self) -> Option<(Person, Id)> {
        self.incidents.as_ref().map(|incidents| (incidents.fan.person.clone(), incidents.lounge))
    }

    /// Plays the match. Returns the animation that somebody asks for at its end, unless one is posted anyway.
    pub(super) async fn play(&mut self, out: &mut impl Write) -> Result<Option<Vec<u8>>, Error> {
        if self.game.info().is_hosted() {
            self.create_with_roster().await?;
        } else {
            self.create_by_sign_up().await?;
        }
        self.play_to_the_end(out).await?;
        if self.game.info().is_hosted() {
            self.stage.host.ask(self.stage.hall, "host export", &[("match", self.id.0.into())]).await?;
            return Ok(None);
        }
        Ok(Some(self.after_the_end().await?))
    }

    /// Plays a match that has begun.
    pub(super) async fn play_to_the_end(&mut self, out: &mut impl Write) -> Result<(), Error> {
        while self.play_next(out).await? {}
        Ok(())
    }

    /// Plays a phase or an action within a turn, unless the match is over.
    pub(super) async fn play_next(&mut self, out: &mut impl Write) -> Result<bool, Error> {
        let game = self.load().await?;
        let Ok(session) = game.playing() else { return Ok(false) };
        match game.deadline.filter(|_| session.phase().clock_action().is_some()) {
            Some(deadline) => self.play_phase(&game, deadline, out).await?,
            None => self.play_turn(&game, out).await?,
        }
        Ok(true)
    }

    /// Lets somebody else play, too.
    pub(super) fn add_player(&mut self, player: &Player) {
        add_player(&mut self.members, player);
    }

    pub(super) async fn load(&self) -> Result<Arc<Match>, RehearsalError> {
        self.stage.load(self.id).await
    }

    /// Returns the player at a place in the order of joining, from 0.
    pub(super) fn player(&self, place: usize) -> &Player {
        &self.members[place % self.members.len()].player
    }

    /// Returns the options of the command that creates the match.
    fn command_options(&self) -> Vec<(&'a str, OptionValue)> {
        let option = |key: &'a str| {
            Some(match self.options.get(key)? {
                Value::Number(number) => (key, (*number).into()),
                Value::Text(text) => (key, text.as_str().into()),
            })
        };
        self.options.keys().filter_map(option).collect()
    }

    /// Plays from the host’s first command to the beginning of the first phase.
    async fn create_with_roster(&mut self) -> Result<(), RehearsalError> {
        let (host, hall) = (&self.stage.host, self.stage.hall);
        let mut options = vec![("title", "Code Red".into()), ("players", (self.members.len() as i64).into())];
        options.extend(self.command_options());
        options.push(("sign_up", true.into()));
        if games::all().iter().filter(|game| game.info().is_hosted()).count() > 1 {
            options.insert(0, ("game", self.game.info().name.into()));
        }
        host.ask(hall, "host create", &options).await?;
        self.stage.settled().await?;
        for member in &self.members {
            member.player.press_newest(hall, self.id, |does| *does == ComponentAction::Join).await?;
        }
        // The list of a season with the values of each player, pasted as a whole.
        if !self.game.info().fields.is_empty() {
            let lines = self.roster_lines();
            let form = host.slash(hall, "host roster", &[])?;
            host.fill_in(hall, &form, "lines", &lines).await?;
        }
        self.begin().await
    }

    /// Has the host begin the match, and lets the pregame pass if there is one.
    pub(super) async fn begin(&self) -> Result<(), RehearsalError> {
        if let Some(incidents) = &self.incidents {
            incidents.before(self.stage, &self.members).await?;
        }
        self.stage.host.ask(self.stage.hall, "host start", &[("match", self.id.0.into())]).await?;
        self.stage.settled().await?;
        let game = self.load().await?;
        if game.status == Status::Pregame {
            self.stage
                .set_clock(game.deadline.ok_or_else(|| RehearsalError::Missing("no pregame".to_owned()))?);
            self.stage.settled().await?;
        }
        Ok(())
    }

    /// Returns the roster as a host pastes it: a line for each player.
    fn roster_lines(&mut self) -> String {
        let mut ranks: Vec<usize> = (1..=self.members.len()).collect();
        self.rng.shuffle(&mut ranks);
        let fields = self.game.info().fields;
        let (members, rng) = (&self.members, &mut self.rng);
        let line = |(member, rank): (&Member, usize)| {
            let mut value = |field: &Field| match &field.spec.kind {
                _ if field.is_rank => rank.to_string(),
                OptionKind::Number(bounds) => rng.i64(0..4).clamp(*bounds.start(), *bounds.end()).to_string(),
                _ => field.spec.default.unwrap_or_default().to_owned(),
            };
            let values: Vec<String> = fields.iter().map(&mut value).collect();
            let person = &member.player.person;
            format!("{}, {}, {}", person.name(), person.mention(), values.join(", "))
        };
        members.iter().zip(ranks).map(line).collect::<Vec<_>>().join("\n")
    }

    /// Plays from the first player’s command to the first turn.
    async fn create_by_sign_up(&self) -> Result<(), RehearsalError> {
        let (stage, hall) = (self.stage, self.stage.hall);
        let name = self.game.info().name;
        let mut options = vec![("game", name.into()), ("clock", 24.into()), ("thread", false.into())];
        options.extend(self.command_options());
        self.player(0).ask(hall, "play new", &options).await?;
        stage.settled().await?;
        for member in &self.members[1..] {
            member.player.press_newest(hall, self.id, |does| *does == ComponentAction::Join).await?;
        }
        self.player(1).press_newest(hall, self.id, |does| *does == ComponentAction::Start).await?;
        stage.settled().await
    }

    /// Plays a phase that the clock ends, unless its last answer does.
    async fn play_phase(
        &mut self,
        game: &Match,
        deadline: Millis,
        out: &mut impl Write,
    ) -> Result<(), Error> {
        let session =
            game.playing().map_err(|denied| RehearsalError::Missing(Failure::from(denied).to_string()))?;
        let answers = session.plan(Skill::USUAL, &mut self.rng);
        let phase = session.phase();
        self.round = phase.round().unwrap_or(self.round);
        let bar = bar(&phase.id, answers.len());
        let mut end = "ended by its last answer".to_owned();
        if let Some(late) = self.answer_at_once(game, &answers, &bar).await? {
            self.look_around().await?;
            if self.cause_incidents(game).await? == PhaseFate::BeginsAgain {
                bar.finish_and_clear();
                writeln!(out, "{:10} begins again, or the one before it", phase.id)?;
                return Ok(());
            }
            // The host may have moved it.
            let deadline = self.load().await?.deadline.unwrap_or(deadline);
            self.pass_reminders(deadline).await?;
            if !self.answer_late(game, &late, &bar).await? {
                let took = self.reach_deadline(deadline).await?;
                self.phases.push(took);
                end = format!("told in {took} ms");
            }
        }
        bar.finish_and_clear();
        self.report_phase(&phase.id, &end, out).await
    }

    /// Lets everyone answer who is neither away nor forgetful. Returns what the forgetful will answer, or `None` if the phase is
    /// over.
    async fn answer_at_once<'b>(
        &self,
        game: &Match,
        answers: &'b [(Seat, String)],
        bar: &ProgressBar,
    ) -> Result<Option<Vec<SeatAnswers<'b>>>, RehearsalError> {
        let mut late = Vec::new();
        for seat in Seat::all(game.players.len()) {
            let own = answers.iter().filter(|(of, _)| *of == seat);
            let actions: Vec<&str> = own.map(|(_, action)| action.as_str()).collect();
            let is_asked = game.decision(seat).is_some() && game.computed(seat).is_none();
            if actions.is_empty() || !is_asked {
                continue;
            }
            let member = in_seat(&self.members, game, seat)?;
            if member.away_rounds.as_ref().is_some_and(|rounds| rounds.contains(&self.round)) {
                continue;
            }
            if member.is_forgetful {
                late.push(SeatAnswers { seat, actions });
                continue;
            }
            let is_over = self.answer(game, seat, &actions).await?;
            bar.inc(actions.len() as u64);
            if is_over {
                return Ok(None);
            }
        }
        Ok(Some(late))
    }

    /// Lets those answer who do so only after the last reminder, and in every other round not at all. Returns whether the phase
    /// is over.
    async fn answer_late(
        &self,
        game: &Match,
        late: &[SeatAnswers<'_>],
        bar: &ProgressBar,
    ) -> Result<bool, RehearsalError> {
        let mut is_over = false;
        for SeatAnswers { seat, actions } in late {
            if self.round % 2 == 1 {
                is_over = self.answer(game, *seat, actions).await?;
            }
            bar.inc(actions.len() as u64);
        }
        Ok(is_over)
    }

    async fn cause_incidents(&mut self, game: &Match) -> Result<PhaseFate, RehearsalError> {
        match &mut self.incidents {
            Some(incidents) => incidents.within(self.stage, &mut self.members, game, self.round).await,
            None => Ok(PhaseFate::GoesOn),
        }
    }

    /// Lets time pass until an hour before the deadline, with the reminders on the way.
    async fn pass_reminders(&self, deadline: Millis) -> Result<(), RehearsalError> {
        for before in [6 * HOUR, HOUR] {
            self.stage.set_clock((deadline - before).max(self.stage.now()));
            self.stage.settled().await?;
        }
        Ok(())
    }

    /// Prints how a phase has ended, and how far the match has come.
    async fn report_phase(&self, id: &str, end: &str, out: &mut impl Write) -> Result<(), Error> {
        let game = self.load().await?;
        let Some(session) = game.session.as_ref() else { return Ok(()) };
        let progress = session.observe(Viewer::Public).progress().unwrap_or_else(|| session.phase().title);
        let last = if game.is_going_on() { "" } else { ", the end" };
        writeln!(out, "{id:10} {progress}; {end}{last}")?;
        Ok(out.flush()?)
    }

    /// Lets a player answer. Returns whether the match has moved on to another question.
    async fn answer(&self, game: &Match, seat: Seat, actions: &[&str]) -> Result<bool, RehearsalError> {
        let member = in_seat(&self.members, game, seat)?;
        for action in actions {
            let now = self.load().await?;
            member.player.hesitate(&now, seat, action, member.manner).await?;
            // Without waiting, what they sent first would sometimes be shown where they are asked, and sometimes not.
            self.stage.settled().await?;
            member.player.answer(&now, seat, action, member.manner).await?;
            // However busy the machine is, everybody has read about it before somebody else answers.
            self.stage.settled().await?;
            let now = self.load().await?;
            if (now.question, now.status) != (game.question, game.status) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Moves the clock to the deadline and waits until every message that follows is delivered. Returns how long that
    /// took in real time.
    async fn reach_deadline(&self, deadline: Millis) -> Result<u128, RehearsalError> {
        let began = real_time();
        self.stage.set_clock(deadline);
        self.stage.settled().await?;
        Ok(began.elapsed().as_millis())
    }

    /// Lets the player whose turn it is act.
    async fn play_turn(&mut self, game: &Match, out: &mut impl Write) -> Result<(), Error> {
        let nothing = || RehearsalError::Missing("nothing can be done".to_owned());
        let session =
            game.playing().map_err(|denied| RehearsalError::Missing(Failure::from(denied).to_string()))?;
        let (seat, action) =
            session.plan(Skill::USUAL, &mut self.rng).into_iter().next().ok_or_else(nothing)?;
        let member = in_seat(&self.members, game, seat)?;
        let began = real_time();
        let taps = member.player.answer(game, seat, &action, member.manner).await?;
        self.stage.settled().await?;
        if self.load().await?.seq() != game.seq() + 1 {
            return Err(RehearsalError::Missing(format!("{action} cannot be chosen")).into());
        }
        self.actions.push(began.elapsed().as_millis());
        self.taps.push(taps);
        self.look_around_in_turns().await?;
        if self.taps.len().is_multiple_of(50) {
            writeln!(out, "{} actions", self.taps.len())?;
            out.flush()?;
        }
        Ok(())
    }
}

/// Returns the real time.
#[expect(clippy::disallowed_methods, reason = "the bot's own speed is measured in real time")]
fn real_time() -> std::time::Instant {
    std::time::Instant::now()
}

fn bar(name: &str, answers: usize) -> ProgressBar {
    work::bar(answers as u64, "{msg:10} {bar:30} {pos}/{len}").with_message(name.to_owned())
}
