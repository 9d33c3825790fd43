//! [`Table`]: some people who play one match after another, in whatever way Discord's client allows.

use std::sync::Arc;
use std::time::Duration;

use trigon::bot::ComponentAction;
use trigon::games::{AnySession, Audience, By, Info, Seat, Skill};
use trigon::ids::{MatchId, UserId};
use trigon::matches::{Match, Status};
use trigon::rehearsal::{Tap, TapPlan, component};
use trigon::sandbox::{Clock, GuildHandle, Id, InteractionHandle, OptionValue, Person, SeenMessage};

use crate::action_request::{ActionRequest, AnswerKind, RequestMethod};
use crate::edits::RememberedMessage;
use crate::fault_history::Cause;
use crate::test_bed::TestBed;

/// How long people look for a message or a change before they try something else.
const LOOK_TIMEOUT: Duration = Duration::from_secs(3);

/// The interval at which they look.
const POLL_INTERVAL: Duration = Duration::from_millis(40);

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
    channel: Id,
    /// Whether a match of turns is created in a thread of its own.
    in_thread: bool,
}

/// Where a message with components is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MessagePlace {
    /// In the channel of the match.
    Channel,
    /// Where only the player sees it.
    Private,
}

/// Returns whether a seat decides in public.
fn is_public(game: &Match, session: &dyn AnySession, seat: Seat) -> bool {
    game.decision(seat).is_some_and(|asked| session.prompt(&asked).audience == Audience::All)
}

/// Describes an action as the bot does.
pub(crate) fn described(session: &dyn AnySession, action: &str) -> String {
    session.parse(action).map_or_else(|_| action.to_owned(), |action| session.describe(&action))
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
    async fn slash(
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

    /// Creates a match and returns its number, unless everything should come to an end.
    async fn create(&mut self, title: &str) -> Option<MatchId> {
        let rounds = self.table.rng.i64(2..5);
        let (bed, info) = (&self.table.bed, self.table.info);
        let players = self.table.people.len() as i64;
        while !bed.is_finishing() {
            if info.is_hosted() {
                let mut options = vec![
                    ("game", info.name.into()),
                    ("title", title.into()),
                    ("players", players.into()),
                    ("pregame_hours", 0.into()),
                    ("sign_up", true.into()),
                ];
                if info.options.iter().any(|spec| spec.key == "rounds") {
                    options.push(("rounds", rounds.into()));
                }
                self.slash(&bed.host, "host create", &options).await;
            } else {
                let options =
                    [("game", info.name.into()), ("title", title.into()), ("thread", self.in_thread.into())];
                self.slash(&self.table.people[0], "play new", &options).await;
            }
            if let Some((id, channel)) = self.created(title).await {
                self.channel = channel;
                self.show(id).await;
                return Some(id);
            }
        }
        None
    }

    /// Has the server show roles and an event for a match with a host.
    async fn show(&self, id: MatchId) {
        let Some(roles) = self.table.bed.roles.get(&self.table.guild.id()) else { return };
        if self.table.info.is_hosted() {
            let roles = [("in_play", roles.in_play.into()), ("out", roles.out.into())];
            let options = [&roles[..], &[("event", true.into()), ("match", id.0.into())]].concat();
            self.slash(&self.table.bed.host, "host spectators", &options).await;
        }
    }

    /// Returns the match with this title and where it is played, if it appears within a while.
    async fn created(&self, title: &str) -> Option<(MatchId, Id)> {
        let guild = self.table.guild.id().0.into();
        for _ in 0..LOOK_TIMEOUT.as_millis() / POLL_INTERVAL.as_millis() {
            if let Ok(matches) = self.table.bed.matches.in_guild(guild, true).await
                && let Some(found) = matches.into_iter().find(|found| found.title == title)
            {
                return Some((found.id, Id(found.channel_id.snowflake())));
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        None
    }

    /// Has a match moved if its channel was deleted. Returns whether that is necessary.
    async fn move_on(&mut self, game: &Match) -> bool {
        let guild = &self.table.guild;
        let has = |channel| guild.channels().iter().any(|(id, ..)| *id == channel);
        let stored = Id(game.channel_id.snowflake());
        if has(stored) {
            if self.channel != stored {
                self.channel = stored;
                self.table.bed.moved(game.id);
            }
            return false;
        }
        if !has(self.channel) {
            self.channel = guild.create_channel(&format!("again-{}", game.id));
        }
        let host = if game.info().is_hosted() { &self.table.bed.host } else { &self.table.people[0] };
        let options =
            [("channel", self.channel.into()), ("confirm", true.into()), ("match", game.id.0.into())];
        self.slash(host, "relocate", &options).await;
        tokio::time::sleep(POLL_INTERVAL).await;
        true
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

    async fn sign_up(&mut self, game: &Match) {
        let rounds = game.info().is_hosted();
        let people = self.table.people.clone();
        let is_in = |person: &&Person| game.seat_of(person.id().0.into()).is_none();
        for person in people.iter().filter(is_in) {
            let join = |action: &ComponentAction| *action == ComponentAction::Join;
            if let Some((message, id)) = self.posted(game, person, &join).await
                && let Ok(handle) = person.click(message.id, &id)
            {
                self.table.bed.note(&handle);
                let _ = handle.response().await;
            } else if rounds {
                // The post may have been refused.
                let options = [("player", person.id().into()), ("match", game.id.0.into())];
                self.slash(&self.table.bed.host, "host seat", &options).await;
            }
        }
        if game.players.len() < people.len() {
            return;
        }
        if rounds {
            self.slash(&self.table.bed.host, "host start", &[("match", game.id.0.into())]).await;
        } else {
            let start = |action: &ComponentAction| *action == ComponentAction::Start;
            if let Some((message, id)) = self.posted(game, &people[0], &start).await
                && let Ok(handle) = people[0].click(message.id, &id)
            {
                let _ = handle.response().await;
            }
        }
        self.changed(game).await;
    }

    /// Waits for a message in the channel with a component of the open question.
    async fn posted(
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
    async fn changed(&self, before: &Match) {
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
            if self.grant(game, session, &person, seat, &action).await {
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
                        self.ask(game, &person, handle.id(), &action, &described, method);
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

    pub(crate) fn ask(
        &self,
        game: &Match,
        person: &Person,
        request: Id,
        action: &str,
        described: &str,
        method: RequestMethod,
    ) {
        self.asks(game, person, request, action, described, method, self.closed(game));
    }

    #[expect(clippy::too_many_arguments, reason = "all that there is to know about a request")]
    pub(crate) fn asks(
        &self,
        game: &Match,
        person: &Person,
        request: Id,
        action: &str,
        described: &str,
        method: RequestMethod,
        closed: usize,
    ) {
        let (action, described) = (action.to_owned(), described.to_owned());
        let asked = ActionRequest {
            match_id: game.id,
            request,
            user: person.id(),
            action,
            described,
            closed,
            method,
        };
        self.table.bed.ask(asked);
    }

    /// Returns the number of questions that have been closed.
    pub(crate) fn closed(&self, game: &Match) -> usize {
        let acted = game.log.iter().filter(|entry| entry.action().is_some());
        if game.has_turns() {
            acted.count()
        } else if game.info().name == self.table.bed.matches.games().main().name {
            // Secret answers close nothing.
            acted.filter(|entry| matches!(entry.by, By::Clock | By::Host)).count()
        } else {
            game.question.number as usize
        }
    }

    /// Presses the components of an action, step by step.
    async fn press(
        &self,
        game: &Match,
        person: &Person,
        seat: Seat,
        action: &str,
        mut shown: SeenMessage,
        place: MessagePlace,
    ) -> Option<()> {
        let mut plan = TapPlan::new(game, seat, action).ok()?;
        let mut last = None;
        loop {
            let tap = match plan.next(&shown) {
                Ok(Some(tap)) => tap,
                // After the last step, what came of it is judged even if it cannot be confirmed.
                _ if plan.is_done() => break,
                _ => return None,
            };
            let handle = tap.by(person, shown.id).ok()?;
            if matches!(tap, Tap::Press(_)) {
                self.table.bed.note(&handle);
            }
            // The last step may play the action, even if its answer is lost.
            if plan.has_begun() {
                last = Some(handle.clone());
            }
            if plan.is_done() {
                break;
            }
            match handle.message().await {
                Ok(next) => shown = next,
                // It was answered, but not yet with a message: this was a step, and the next one cannot be seen.
                Err(_) if handle.response().await.is_ok() => return None,
                Err(_) => break,
            }
        }
        let handle = last?;
        let described = described(game.playing().ok()?, action);
        let method = match place {
            MessagePlace::Channel => RequestMethod::PublicPress(handle.clone(), shown.id),
            MessagePlace::Private => RequestMethod::Press(handle.clone()),
        };
        self.ask(game, person, handle.id(), action, &described, method);
        self.table.bed.watch(&handle).await;
        Some(())
    }

    /// Asks something that changes nothing.
    async fn look(&mut self, game: &Match, person: &Person) {
        if self.table.rng.bool() {
            let word = *self.table.rng.choice(&["me", "help", "board", "matches"]).unwrap_or(&"me");
            let _ = person.dm(word);
        } else {
            let command = *self.table.rng.choice(&["me", "board"]).unwrap_or(&"me");
            self.slash(person, command, &[("match", game.id.0.into())]).await;
        }
    }

    /// Writes an action to the bot, and waits a while for what it says about it. Returns the message.
    pub(crate) async fn write(
        &self,
        game: &Match,
        session: &dyn AnySession,
        person: &Person,
        text: &str,
        action: &str,
    ) -> Option<Id> {
        let sent = person.dm(text).ok()?;
        let described = described(session, action);
        self.ask(game, person, sent, action, &described, RequestMethod::Direct);
        self.is_told(person, sent, &described).await;
        Some(sent)
    }

    /// Waits a while for what the bot says about an action.
    pub(crate) async fn is_told(&self, person: &Person, sent: Id, described: &str) {
        let look = || {
            let later = person.dms().into_iter().filter(|message| message.id > sent);
            // A refusal may be the answer to an earlier message, so only a stored action counts.
            later
                .map(|message| AnswerKind::of(&message.content, described))
                .find(|told| *told == AnswerKind::Stored)
        };
        self.table.bed.sandbox.wait_for(LOOK_TIMEOUT, look).await;
    }

    /// Writes several actions at once, of which only the last is meant.
    pub(crate) async fn burst(
        &mut self,
        game: &Match,
        session: &dyn AnySession,
        person: &Person,
        seat: Seat,
        action: &str,
        count: usize,
    ) {
        let word = |action: &str| action.split(' ').next().unwrap_or_default().to_owned();
        let legal: Vec<String> =
            session.legal(seat).into_iter().filter(|other| word(other) == word(action)).collect();
        let bed = &self.table.bed;
        bed.fault_history.note(Cause::Burst(person.id(), count as i64), bed.now());
        for _ in 1..count {
            let Some(other) = self.table.rng.choice(&legal) else { return };
            let Ok(sent) = person.dm(other) else { return };
            self.ask(game, person, sent, other, &described(session, other), RequestMethod::Direct);
        }
        self.write(game, session, person, action, action).await;
    }
}
