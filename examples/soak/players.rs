//! [`Table`]: some people who play one match after another, in whatever way Discord's client allows.

use std::sync::Arc;
use std::time::Duration;

use trigon::bot::ComponentAction;
use trigon::games::{AnySession, Audience, Info, Seat, Skill};
use trigon::ids::{MatchId, UserId};
use trigon::matches::{Match, Status};
use trigon::rehearsal::component;
use trigon::sandbox::{Clock, GuildHandle, Id, InteractionHandle, OptionValue, Person, SeenMessage};

use crate::action_request::RequestMethod;
use crate::asking::{MessagePlace, described};
use crate::edits::RememberedMessage;
use crate::test_bed::TestBed;

/// How long people look for a message or a change before they try something else.
pub(crate) const LOOK_TIMEOUT: Duration = Duration::from_secs(3);

/// The interval at which they look.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_millis(40);

/// The number of messages in a burst.
pub(crate) const BURST_MESSAGES: usize = 50;

/// The bot waits this long after a deadline for what was sent in time, in milliseconds.
const DEADLINE_GRACE_MILLIS: i64 = 3_100;

/// How long before a deadline the round is left alone, in milliseconds.
const DEADLINE_MARGIN_MILLIS: i64 = 1_500;

/// How long after a deadline the host still waits for the bot, in milliseconds.
const HOST_WAIT_MILLIS: i64 = 15_000;

/// People who play one match after another.
pub(crate) struct Table {
    pub(crate) bed: Arc<TestBed>,
    pub(crate) guild: GuildHandle,
    pub(crate) people: Vec<Person>,
    pub(crate) info: &'static Info,
    pub(crate) rng: fastrand::Rng,
    /// Whether deadlines are reached by moving time ahead.
    pub(crate) moves_time: bool,
    /// Whether direct messages are edited.
    pub(crate) edits_messages: bool,
    /// The last direct messages.
    pub(crate) written: Vec<RememberedMessage>,
}

/// A table, with the channel of its match.
pub(crate) struct SeatedTable<'a> {
    pub(crate) table: &'a mut Table,
    /// The channel or thread.
    pub(crate) channel: Id,
    /// Whether a match of turns is created in a thread of its own.
    pub(crate) in_thread: bool,
}

/// Returns whether a seat decides in public.
fn is_public(game: &Match, session: &dyn AnySession, seat: Seat) -> bool {
    game.decision(seat).is_some_and(|asked| session.prompt(&asked).audience == Audience::All)
}

impl Table {
    /// Plays matches until they should come to an end. Returns how many there were.
    pub(crate) async fn play(mut self, name: &str) -> u32 {
        let mut played = 0;
        while !self.bed.is_finishing() {
            played += 1;
            let title = format!("{name} {played}");
            let channel = self.guild.create_channel(&title.to_lowercase().replace(' ', "-"));
            let mut seated = SeatedTable { table: &mut self, channel, in_thread: played % 3 != 0 };
            let Some(id) = seated.create(&title).await else { break };
            while seated.go_on(id).await {
                tokio::time::sleep(Duration::from_millis(seated.table.rng.u64(10..150))).await;
            }
        }
        played
    }
}

impl SeatedTable<'_> {
    /// Uses a command, and waits until it is answered or will not be.
    pub(crate) async fn slash(
        &self,
        by: &Person,
        command: &str,
        options: &[(&str, OptionValue)],
    ) -> Option<InteractionHandle> {
        let handle = by.slash(self.channel, command, options).ok()?;
        self.table.bed.note(&handle);
        let _ = handle.response().await;
        Some(handle)
    }

    /// Presses the button with which a command asks for confirmation.
    async fn confirm(&self, by: &Person, asked: Option<InteractionHandle>) -> Option<()> {
        let shown = asked?.message().await.ok()?;
        let handle = by.click(shown.id, shown.custom_ids().first()?).ok()?;
        self.table.bed.note(&handle);
        let _ = handle.response().await;
        Some(())
    }

    /// Does what there is to do next. Returns whether the match goes on.
    async fn go_on(&mut self, id: MatchId) -> bool {
        let Some(game) = self.table.bed.load(id).await else { return true };
        match game.status {
            Status::Over | Status::Cancelled => return false,
            Status::Signup if self.table.bed.is_finishing() => return false,
            _ if self.move_on(&game).await => {}
            Status::Signup => self.sign_up(&game).await,
            Status::Pregame => {}
            Status::Running if game.playing().is_err() => return false,
            Status::Running if game.info().is_hosted() => self.round(&game).await,
            Status::Running => self.turn(&game).await,
        }
        true
    }

    /// Waits for a message in the channel with a component of the open question.
    pub(crate) async fn posted(
        &self,
        game: &Match,
        person: &Person,
        does: &(dyn Fn(&ComponentAction) -> bool + Sync),
    ) -> Option<(SeenMessage, String)> {
        let look = || {
            let mut messages = person.view(self.channel).into_iter().rev().take(8);
            messages.find_map(|message| component(game, &message, does).map(|id| (message, id)))
        };
        self.table.bed.sandbox.wait_for(LOOK_TIMEOUT, look).await
    }

    /// Waits until a match has changed, up to a limit.
    pub(crate) async fn changed(&self, before: &Match) {
        for _ in 0..LOOK_TIMEOUT.as_millis() / POLL_INTERVAL.as_millis() {
            let now = self.table.bed.load(before.id).await;
            if now.is_some_and(|now| now.question != before.question || now.status != before.status) {
                return;
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    fn person(&self, game: &Match, seat: Seat) -> Option<Person> {
        let user = game.player(seat)?.user_id;
        self.table.people.iter().find(|person| UserId::from(person.id().0) == user).cloned()
    }

    /// Lets the seat whose turn it is act.
    async fn turn(&mut self, game: &Match) {
        let Ok(session) = game.playing() else { return };
        let Some(decision) = game.to_act().first().copied() else { return };
        let Some(person) = self.person(game, decision.seat) else { return };
        if self.table.bed.is_finishing() {
            let options = [("confirm", true.into()), ("match", game.id.0.into())];
            self.slash(&person, "resign", &options).await;
            return self.changed(game).await;
        }
        let answers = session.plan(Skill::USUAL, &mut self.table.rng);
        let Some((_, action)) = answers.into_iter().find(|(seat, _)| *seat == decision.seat) else { return };
        let does = |action: &ComponentAction| {
            matches!(
                action,
                ComponentAction::Choose(_) | ComponentAction::Select(..) | ComponentAction::Confirm(_)
            )
        };
        if let Some((message, _)) = self.posted(game, &person, &does).await {
            self.press(game, &person, decision.seat, &action, message, MessagePlace::Channel).await;
        } else if self.table.rng.bool() {
            // Perhaps the message is late; the action can be written, too.
            self.write(game, session, &person, &action, &action).await;
        }
        self.changed(game).await;
    }

    /// Lets everyone answer who has not done so, and ends the round.
    async fn round(&mut self, game: &Match) {
        let Ok(session) = game.playing() else { return };
        let answers = session.plan(Skill::USUAL, &mut self.table.rng);
        for (seat, action) in answers {
            let Some(person) = self.person(game, seat) else { continue };
            if is_public(game, session, seat) {
                let asked = |action: &ComponentAction| matches!(action, ComponentAction::Choose(_));
                if let Some((message, _)) = self.posted(game, &person, &asked).await {
                    self.press(game, &person, seat, &action, message, MessagePlace::Channel).await;
                }
                continue;
            }
            if self.do_task(game, session, &person, seat, &action).await {
                continue;
            }
            let manner = self.table.rng.u8(0..10);
            let path = action.strip_prefix("move ");
            match (manner, path) {
                (0, _) => self.look(game, &person).await,
                (1..=2, Some(path)) => {
                    let options = [("action", path.into()), ("match", game.id.0.into())];
                    let described = described(session, &action);
                    if let Ok(handle) = person.slash(self.channel, "move", &options) {
                        self.table.bed.note(&handle);
                        let method = RequestMethod::Command(handle.clone());
                        self.record_request(game, &person, handle.id(), &action, &described, method);
                        self.table.bed.watch(&handle).await;
                    }
                }
                (3, _) => {
                    let count = self.table.rng.usize(2..6);
                    self.burst(game, session, &person, seat, &action, count).await;
                }
                (4, _) if self.table.edits_messages => {
                    if let Some(other) = self.other(session, seat, &action) {
                        self.write_and_edit(game, session, &person, &other, &action).await;
                    }
                }
                (4..=6, _) => {
                    let text = path.unwrap_or(&action);
                    if let Some(sent) = self.write(game, session, &person, text, &action).await {
                        self.remember(game, &person, sent);
                    }
                }
                _ => {
                    let asked = |message: &SeenMessage| component(game, message, |_| true).is_some();
                    if let Some(message) = person.dms().into_iter().rev().take(6).find(asked) {
                        self.press(game, &person, seat, &action, message, MessagePlace::Private).await;
                    }
                }
            }
        }
        self.end_round(game).await;
    }

    /// Ends the round by the clock, or by the host.
    async fn end_round(&mut self, game: &Match) {
        let Some(now) = self.table.bed.load(game.id).await else { return };
        if now.question != game.question {
            return;
        }
        let left = now.deadline.map(|at| at - self.table.bed.clock.now());
        match left {
            // It should end any moment.
            Some(left) if (-HOST_WAIT_MILLIS..DEADLINE_MARGIN_MILLIS).contains(&left) => {}
            Some(left) if left > 0 && self.table.moves_time && self.table.rng.bool() => {
                // In half of the cases, it stops just short of the deadline: the round must not end early.
                let grace =
                    if self.table.rng.bool() { DEADLINE_GRACE_MILLIS } else { -DEADLINE_MARGIN_MILLIS };
                self.table.bed.advance(Duration::from_millis((left + grace) as u64));
            }
            _ => {
                let host = &self.table.bed.host;
                let asked = self.slash(host, "host resolve", &[("match", game.id.0.into())]).await;
                self.confirm(host, asked).await;
            }
        }
        self.changed(game).await;
    }
}
