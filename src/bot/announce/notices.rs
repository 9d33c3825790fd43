//! The text of each kind of notice.

use std::borrow::Cow;

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, CreateActionRow};

use super::message::{heading, message, past};
use super::personal::{PlayerNews, news, news_to, question_to, reminder_to, told_alone};
use super::{end, posted, seats, texts};
use crate::lobby::texts::words_of;
use crate::lobby::{check_in, signup};
use crate::play;
use crate::play::drafts::Draft;
use crate::ui::announcement::{Announcement, Text, everybody, example, picture};
use crate::ui::words::{dice_again, seat_name};
use crate::ui::{ComponentAction, Prefix, SeatRequest, button, escape, words};
use trigon_engine::ids::{ChannelId, MatchId, UserId};
use trigon_engine::matches::{
    Computed, InternalError, Match, MatchError, Matches, Millis, Notice, OfferKind, Pending, PersonSettings,
    Proposed, Reminded, Status, Summary, Target, Tenure,
};
use trigon_rules::games::{Audience, By, Seat, Viewer};

/// The maximum number of other matches in a reminder.
const MAX_OTHER_MATCHES: usize = 5;

/// A match at the time of a notice, and as it is now.
struct Moments<'a> {
    matches: &'a Matches,
    pending: &'a Pending,
    then: Cow<'a, Match>,
    now: &'a Match,
    /// Whether the question asked then is still open.
    is_open: bool,
    /// What the reader has drawn and not submitted, in answer to the question that is open or has just been closed.
    draft: Option<&'a Draft>,
}

/// Returns the announcement for a notice, or `None` if there is nothing left to say. `draft` is what its reader has drawn and not
/// submitted.
pub(crate) async fn announce(
    matches: &Matches,
    pending: &Pending,
    notice: &Notice,
    now: &Match,
    draft: Option<&Draft>,
) -> Result<Option<Announcement>, MatchError> {
    let then = now.up_to(pending.seq)?;
    if then.stopped().is_some() && tells_state(notice) {
        // Under the changed rules, it would show something that did not happen.
        return Ok(None);
    }
    if let (
        Notice::Personal { seat, .. }
        | Notice::Reminder { seat, .. }
        | Notice::Nudged { seat, .. }
        | Notice::Late { seat, .. }
        | Notice::Absent { seat, .. }
        | Notice::Told { seat }
        | Notice::PlanDropped { seat },
        Target::User(user),
    ) = (notice, pending.target)
        && !now.concerns(*seat, user)
    {
        // The seat has passed to somebody else, whose affairs it shows by now.
        return Ok(None);
    }
    let is_open = same_question(&then, now);
    let mut moments = Moments { matches, pending, then, now, is_open, draft };
    if is_open && !moments.then.shows_clock_of(now) {
        moments.then.to_mut().show_clock_of(now);
    }
    moments.announce(notice).await
}

impl Moments<'_> {
    /// Sets the displayed deadline. Copies the match only if its own deadline differs.
    fn set_deadline(&mut self, deadline: Option<Millis>) {
        if self.then.deadline != deadline {
            self.then.to_mut().deadline = deadline;
        }
    }

    async fn announce(mut self, notice: &Notice) -> Result<Option<Announcement>, MatchError> {
        let now = self.now;
        Ok(Some(match *notice {
            Notice::Created => {
                let files = example(self.matches.games(), now).await;
                Announcement { files, ..signup::announcement(now) }
            }
            Notice::Committed => committed(now),
            Notice::Pregame { begins } => {
                pregame(now, now.deadline.filter(|_| now.session.is_none()).unwrap_or(begins))
            }
            Notice::News { .. } if self.then.result().is_some() => end::end(self.matches, &self.then).await?,
            // Already shown in the message that was pressed: only earlier versions stored such notices. The others are put into words
            // without a match.
            Notice::News { turned: false, pressed: Some(_), .. } | Notice::Post(_) | Notice::PostStuck(_) => {
                return Ok(None);
            }
            // The message about a later action of the turn covers this one too.
            Notice::News { turned: false, .. } if is_action(&self.then) && !self.is_open => return Ok(None),
            Notice::News { deadline, ref unreachable, .. } => {
                if !self.is_open {
                    self.set_deadline(deadline);
                }
                self.news(unreachable).await
            }
            // The players who are asked have already been mentioned.
            Notice::Board => Announcement { pings: Vec::new(), ..self.news(&[]).await },
            Notice::Personal { seat, ahead, .. } => {
                let mut news = news(&self.then, seat);
                let drafted = self.draft.map(|draft| play::texts::never_submitted(&draft.text));
                news.lines.extend(drafted);
                news.lines.extend(ahead.map(|ahead| words::bullet(texts::ahead(ahead))));
                // The question may be closed by now, but the player is still entitled to the news.
                if self.is_open && now.is_going_on() {
                    question_to(&self.then, now, news, seat).await
                } else {
                    let mut told = news_to(&self.then, news, seat);
                    let is_over = self.then.result().is_some();
                    if is_over && self.matches.unposted(now.id).await.map_err(InternalError::from)?.is_some()
                    {
                        told.text = told
                            .text
                            .replace(texts::IN_CHANNEL, &format!("\n{}", end::standings(&self.then)));
                    }
                    told
                }
            }
            Notice::Reminder { seat, deadline, .. } => return self.reminder(seat, deadline).await,
            Notice::MentionReminder { deadline, chosen } => {
                return self.mention_reminder(deadline, chosen).await;
            }
            Notice::Nudged { seat, by } => {
                if now.decision(seat).is_none() {
                    return Ok(None);
                }
                let link = self.link().await?;
                about(now, texts::nudged(&seat_name(now, by), link.as_deref()))
            }
            Notice::DmClosed { user_id } => return Ok(self.dm_closed(user_id)),
            Notice::Paused { left, ends } => self.clock(texts::paused(self.host(), left, ends)),
            Notice::Resumed { deadline } if self.then.log.last().is_some_and(|last| last.by == By::Clock) => {
                self.clock(texts::resumed_by_itself(deadline))
            }
            Notice::Resumed { deadline } => self.clock(texts::resumed(self.host(), deadline)),
            Notice::Extended { deadline }
                if self.then.log.last().is_some_and(|last| last.by == By::Clock) =>
            {
                self.clock(texts::made_up(deadline))
            }
            Notice::Extended { deadline } => self.clock(texts::extended(now, self.host(), deadline)),
            Notice::Grace { deadline } => self.clock(texts::grace(deadline)),
            Notice::Late { seat, deadline } => about(now, texts::late(deadline, self.then.graces_left(seat))),
            Notice::Absent { deadline, .. } => about(now, texts::absent(deadline)),
            Notice::EndsEarly { at } => self.clock(texts::ends_early(&self.phase(), at)),
            Notice::GoesOn { deadline } => self.clock(texts::goes_on(&self.phase(), deadline)),
            Notice::Offered { offer, seat } => return Ok(offered(now, offer, seat, self.pending.seq)),
            Notice::Answered { offer, seat, accepted, own } => {
                about(now, texts::answered(offer, &seat_name(now, seat), accepted, own))
            }
            Notice::Proposed { number } => {
                // If it has been settled in the meantime, that has its own notice.
                let Some(open) = now.proposal().filter(|open| open.number == number) else { return Ok(None) };
                proposal(now, open)
            }
            Notice::Spectators { channel } => Announcement::new(note(now, texts::spectators(channel))),
            Notice::Moved { from, to } => {
                let host = now.log.iter().find(|entry| entry.seq == self.pending.seq).and_then(|it| it.host);
                Announcement::new(note(now, texts::moved(host, from, to)))
            }
            Notice::Unseen { user, channel, seq } => return Ok(self.unseen(user, channel, seq).await),
            Notice::Inside => inside(&self.then).await?,
            Notice::Quiet { quiet } => Announcement::new(note(now, texts::quiet(quiet))),
            Notice::Autopilot => Announcement::new(note(now, texts::autopilot(now))),
            Notice::Roles { roles } => Announcement::new(note(now, texts::roles(roles))),
            Notice::Event { is_one } => Announcement::new(note(now, texts::event(is_one).to_owned())),
            Notice::Trouble { ref trouble, .. } => about(now, texts::trouble(now, trouble.clone())),
            Notice::Limits => {
                let pings = players_but(now, None);
                Announcement { pings, ..Announcement::new(note(now, texts::limits(now))) }
            }
            Notice::Amended { ref what, by } => {
                let pings = players_but(now, by);
                Announcement { pings, ..Announcement::new(note(now, texts::amended(now, what, by))) }
            }
            Notice::NotAgreed { what, seat } => {
                let by = seat.map(|seat| seat_name(now, seat));
                Announcement::new(note(now, texts::not_agreed(now, what, by.as_deref())))
            }
            Notice::Away { seat, from, to } => {
                let stops = now.stops_for_absence();
                Announcement::new(note(now, texts::away(&seat_name(now, seat), from, to, stops)))
            }
            Notice::Back { seat } => Announcement::new(note(now, texts::back(&seat_name(now, seat)))),
            Notice::Told { seat } => news_to(&self.then, told_alone(&self.then, seat), seat),
            Notice::PlanDropped { seat } => {
                let asked = now.decision(seat).is_some() && now.is_going_on();
                let link = if asked { self.link().await? } else { None };
                about(now, texts::plan_dropped(asked, link.as_deref()))
            }
            Notice::Roster { ref joined, ref left, ref changed, ref quiet } => {
                let mut told = roster_changed(now, joined, left, changed);
                told.pings.retain(|user| !quiet.contains(user));
                told
            }
            Notice::Handover { seat, user, agreed, .. } => return Ok(handover(now, seat, user, agreed)),
            Notice::NotHandedOver { seat, user, declined } => {
                let text = seats::not_handed_over(&seat_name(&self.then, seat), user, declined);
                Announcement::new(note(now, text))
            }
            Notice::HasLeft { seat } => {
                let phase = words::uncapitalized(&self.phase());
                about(now, seats::left_in_secret(&seat_name(&self.then, seat), &phase))
            }
            Notice::SeatFree { seat } => {
                let hosts: Vec<UserId> = now.hosts().collect();
                let text = note(now, seats::seat_free(&seat_name(&self.then, seat), &hosts));
                Announcement { pings: hosts, ..Announcement::new(text) }
            }
            Notice::CoHost { user, hosts } => Announcement {
                pings: vec![user],
                ..Announcement::new(note(now, seats::co_host(user, hosts, now.seems_seated(user).is_some())))
            },
            Notice::TakenOut { host, ref reason } => {
                // Everyone learns at once that a substitute has gone, because the player is back.
                let of = |tenure: &&Tenure| Target::User(tenure.before) == self.pending.target;
                let last = now.tenures().iter().rev().find(of);
                let is_secret = !now.has_turns() && last.is_none_or(|tenure| !tenure.returns);
                about(now, seats::taken_out(host, reason.as_deref(), is_secret))
            }
            Notice::Removed { ref name, host, ref reason } => {
                let text = seats::removed(&escape::name(name), host, reason.as_deref());
                Announcement::new(note(now, text))
            }
            Notice::SeatLost { seat, host, ref reason } => {
                let Some(tenure) = self.then.tenure(seat) else { return Ok(None) };
                about(now, seats::seat_lost(tenure, host, reason.as_deref()))
            }
            Notice::MovedUp { user } => {
                Announcement { pings: vec![user], ..Announcement::new(note(now, seats::moved_up(user))) }
            }
            Notice::Tenure { seat } => {
                let Some(tenure) = self.then.tenure(seat) else { return Ok(None) };
                Announcement {
                    pings: vec![tenure.user],
                    ..Announcement::new(note(now, seats::tenure(&self.then, tenure)))
                }
            }
            Notice::WordAdded { user, ref word, number } => {
                let line = words::small(&texts::word_added(now.id, user, word, number));
                Announcement::new(Text { head: vec![line], ..Text::default() })
            }
            Notice::RosterClosed { round, is_other } => {
                let head = vec![texts::roster_closed(now.id, round, is_other), texts::in_order(now)];
                Announcement::new(Text { head, bullets: texts::by_joining(now), ..Text::default() })
            }
            Notice::RosterStaysOpen { closes, round } => {
                let hosts = now.hosts().collect();
                let text = note(now, texts::roster_stays_open(closes, round));
                Announcement { pings: hosts, ..Announcement::new(text) }
            }
            Notice::NotEnough { next } => {
                let text = note(now, texts::not_enough(now, next));
                Announcement { pings: now.hosts().collect(), ..Announcement::new(text) }
            }
            Notice::BeaconKnown { round, ref signature } => {
                let line = words::small(&texts::beacon_known(now.id, round, signature));
                Announcement::new(Text { head: vec![line], ..Text::default() })
            }
            Notice::BeaconLate { round } => {
                let hosts: Vec<UserId> = now.hosts().collect();
                let text = note(now, texts::beacon_late(&hosts, round));
                Announcement { pings: hosts, ..Announcement::new(text) }
            }
            Notice::Reopened => {
                let title = words::headline(&escape::title(&now.title), words::SIGN_UP);
                let head = vec![title, texts::roster_open_again(now)];
                let tail = vec![words::small(&words::match_number(now.id))];
                let pings = now.hosts().collect();
                Announcement { pings, ..Announcement::new(Text { head, tail, ..Text::default() }) }
            }
            Notice::Resigned { seat } => Announcement::new(note(now, texts::resigned(&seat_name(now, seat)))),
            Notice::TimeOut { seat } => return Ok(timed_out(now, seat)),
            Notice::Cancelled => {
                let keeps_secrets = now.has_secrets() && now.session.is_some();
                Announcement::new(note(now, texts::cancelled(self.host(), keeps_secrets)))
            }
            Notice::Published => {
                let mut text = note(now, texts::PUBLISHED.to_owned());
                let end::Disclosed { files, left_out, proof } = end::disclosed(self.matches, now).await?;
                text.tail.extend(left_out.into_iter().chain(proof.map(|proof| proof.in_full())));
                Announcement { files, ..Announcement::new(text) }
            }
            Notice::RulesChanged(ref rules) => {
                let hosts: Vec<UserId> = now.hosts().collect();
                let line = texts::rules_changed(&hosts, &now.rules_words(rules), rules.broken.is_some());
                Announcement { pings: hosts, ..Announcement::new(note(now, line)) }
            }
            Notice::Unposted { player: Some(player), ref reason, .. } => {
                about(now, texts::unsent(player, reason))
            }
            Notice::Unposted { ref reason, .. } => about(now, texts::unposted(now.channel_id, reason)),
            Notice::GivenUp { host, ref what, ref reason, in_channel, .. } => {
                let text = texts::given_up(host, words::messages_of(what), reason, in_channel);
                let pings = if in_channel { vec![host] } else { Vec::new() };
                Announcement { pings, ..about(now, text) }
            }
            Notice::ClockStuck { planned } => clock_stuck(&now.summary(), planned),
            Notice::Reply(ref reply) => Announcement::reply(reply),
        }))
    }

    /// Returns the match message, including its question only while that is open.
    async fn news(&self, unreachable: &[UserId]) -> Announcement {
        let then = &self.then;
        let is_open = self.is_open && self.now.is_going_on();
        // Each round has its own picture. A turn that is over shows in the next one's picture.
        let has_picture = is_open || then.info().has_long_phases();
        let files = if has_picture { picture(then, Viewer::Public).await } else { Vec::new() };
        let shown = if is_open { message(then, &Prefix::default(), unreachable) } else { None };
        let shown = shown.unwrap_or_else(|| past(then));
        Announcement {
            text: shown.text,
            rows: shown.rows,
            pings: shown.pings,
            files,
            ..Announcement::default()
        }
    }

    /// Returns what a player would have read in a channel that takes no messages, unless the match has moved since.
    async fn unseen(&self, user: UserId, channel: ChannelId, seq: i64) -> Option<Announcement> {
        let (then, now) = (&self.then, self.now);
        if now.channel_id != channel {
            return None;
        }
        if then.result().is_some() {
            return Some(end::in_private(then));
        }
        let lost = texts::lost(channel);
        if seq == 0 {
            return Some(about(now, lost));
        }
        let seat = now.seat_of(user).filter(|seat| self.is_open && now.decision(*seat).is_some())?;
        Some(question_to(now, now, PlayerNews::of(words::bullet(&lost)), seat).await)
    }

    async fn reminder(&self, seat: Seat, deadline: Millis) -> Result<Option<Announcement>, MatchError> {
        let now = self.now;
        let is_silent = now.decision(seat).is_some_and(|decision| !decision.answered);
        let deadline = self.to_come(deadline).filter(|_| is_silent);
        let (Some(deadline), Target::User(user)) = (deadline, self.pending.target) else { return Ok(None) };
        let reminder = if is_asked_in_public(now, seat) {
            let link = self.link().await?;
            Some(about(now, texts::reminder(deadline, link.as_deref())))
        } else {
            reminder_to(now, seat, deadline, self.draft)
        };
        let Some(reminder) = reminder else { return Ok(None) };
        let (others, mut reminds) = self.others_waiting(user).await?;
        reminds.push(self.reminded(user, now, deadline));
        if self.pending.settings().in_channel {
            // A host’s reminder went only to those who are silent, so it must not change who is mentioned.
            reminds.clear();
        }
        Ok(Some(Announcement { reminds, ..reminder.with_lines(&others) }))
    }

    /// Reminds the players who want to be mentioned, those who have answered like those who have not.
    async fn mention_reminder(
        &self,
        deadline: Millis,
        chosen: Option<u32>,
    ) -> Result<Option<Announcement>, MatchError> {
        let (now, at) = (self.now, self.matches.clock().now());
        let Some(deadline) = self.to_come(deadline) else { return Ok(None) };
        let wanting = self.matches.to_mention(now, chosen).await.map_err(InternalError::from)?;
        if wanting.is_empty() {
            return Ok(None);
        }
        let users: Vec<UserId> = wanting.iter().map(|(user, _)| *user).collect();
        let sleeps = |settings: &PersonSettings| settings.quiet.is_some_and(|quiet| quiet.contains(at));
        let awake = wanting.iter().filter(|(_, settings)| !sleeps(settings));
        let pings = awake.map(|(user, _)| *user).collect();
        let reminds = users.iter().map(|user| self.reminded(*user, now, deadline)).collect();
        let text = note(now, texts::mention_reminder(&users, &self.phase(), deadline, now.has_turns()));
        Ok(Some(Announcement { pings, reminds, ..Announcement::new(text) }))
    }

    /// Returns the deadline of which people are to be reminded, as it is by now, if that still helps.
    fn to_come(&self, deadline: Millis) -> Option<Millis> {
        let deadline = self.now.deadline.unwrap_or(deadline);
        let is_in_time = self.matches.clock().now() < deadline;
        (self.is_open && self.now.is_going_on() && is_in_time).then_some(deadline)
    }

    /// Returns the note that somebody is reminded of a match.
    fn reminded(&self, user_id: UserId, game: &Match, deadline: Millis) -> Reminded {
        let at = self.matches.clock().now();
        Reminded { user_id, match_id: game.id, question: game.question, deadline, at }
    }

    /// Lists the other matches that wait for a person, with their deadlines.
    async fn others_waiting(&self, user: UserId) -> Result<(Vec<String>, Vec<Reminded>), MatchError> {
        let (mut lines, mut reminds) = (Vec::new(), Vec::new());
        for row in self.matches.played_by(user).await?.iter().filter(|row| row.id != self.now.id) {
            let game = self.matches.load_listed(row).await?;
            let asked = game.seat_of(user).and_then(|seat| game.decision(seat));
            if let Some(deadline) = game.deadline
                && asked.is_some_and(|asked| !asked.answered)
                && lines.len() < MAX_OTHER_MATCHES
            {
                lines.push(words::bullet(&words::heading(&game)));
                reminds.push(self.reminded(user, &game, deadline));
            }
        }
        if !lines.is_empty() {
            lines.insert(0, texts::ALSO_WAITING.to_owned());
        }
        Ok((lines, reminds))
    }

    fn dm_closed(&self, user_id: UserId) -> Option<Announcement> {
        let now = self.now;
        if now.has_secrets() {
            let text = note(now, texts::dm_closed(user_id));
            return Some(Announcement { pings: vec![user_id], ..Announcement::new(text) });
        }
        now.seat_of(user_id).and_then(|seat| now.decision(seat))?;
        Some(Announcement { pings: vec![user_id], ..about(now, texts::waits_here(user_id)) })
    }

    /// Returns a line about the clock. In the channel it mentions the players asked in public; players asked in private
    /// get it as a direct message.
    fn clock(&self, line: String) -> Announcement {
        let in_channel = matches!(self.pending.target, Target::Channel(_));
        let asked = self.then.seems_asked();
        let asked = asked.into_iter().filter(|asked| is_asked_in_public(&self.then, asked.seat));
        let players = asked.filter_map(|asked| self.now.player(asked.seat));
        let pings = players.filter(|_| in_channel && self.is_open).map(|player| player.user_id).collect();
        Announcement { pings, ..Announcement::new(note(self.now, line)) }
    }

    fn phase(&self) -> String {
        self.then.session.as_ref().map_or_else(String::new, |session| session.phase().title)
    }

    fn host(&self) -> Option<UserId> {
        self.then.log.last().and_then(|entry| entry.host)
    }

    async fn link(&self) -> Result<Option<String>, InternalError> {
        let newest = posted::newest(self.matches, self.now).await?;
        Ok(newest.map(|newest| newest.link(self.now)))
    }
}

fn is_action(game: &Match) -> bool {
    game.log.last().is_some_and(|entry| entry.action().is_some())
}

fn is_asked_in_public(game: &Match, seat: Seat) -> bool {
    let asked = game.seems_asked().into_iter().find(|asked| asked.seat == seat);
    let prompt = asked.zip(game.session.as_ref()).map(|(asked, session)| session.prompt(&asked));
    prompt.is_some_and(|prompt| prompt.audience == Audience::All)
}

/// Returns whether the question asked then is still open.
fn same_question(then: &Match, now: &Match) -> bool {
    match (&then.session, &now.session) {
        (Some(a), Some(b)) => a.phase().id == b.phase().id && then.question == now.question,
        (None, None) => true,
        _ => false,
    }
}

/// Returns the players, but for one.
fn players_but(game: &Match, but: Option<UserId>) -> Vec<UserId> {
    game.players.iter().map(|player| player.user_id).filter(|user| Some(*user) != but).collect()
}

/// Returns whether a notice shows the state of the match, which requires the match's own rules.
fn tells_state(notice: &Notice) -> bool {
    !matches!(
        notice,
        Notice::Created
            | Notice::Committed
            | Notice::Pregame { .. }
            | Notice::Roster { .. }
            | Notice::WordAdded { .. }
            | Notice::RosterClosed { .. }
            | Notice::RosterStaysOpen { .. }
            | Notice::NotEnough { .. }
            | Notice::BeaconKnown { .. }
            | Notice::BeaconLate { .. }
            | Notice::Handover { .. }
            | Notice::NotHandedOver { .. }
            | Notice::Tenure { .. }
            | Notice::SeatFree { .. }
            | Notice::HasLeft { .. }
            | Notice::TakenOut { .. }
            | Notice::Removed { .. }
            | Notice::SeatLost { .. }
            | Notice::CoHost { .. }
            | Notice::NotAgreed { .. }
            | Notice::Autopilot
            | Notice::Limits
            | Notice::Amended { .. }
            | Notice::Quiet { .. }
            | Notice::Roles { .. }
            | Notice::Event { .. }
            | Notice::Trouble { .. }
            | Notice::Spectators { .. }
            | Notice::Moved { .. }
            | Notice::Away { .. }
            | Notice::Back { .. }
            | Notice::MovedUp { .. }
            | Notice::Reopened
            | Notice::DmClosed { .. }
            | Notice::Unposted { .. }
            | Notice::GivenUp { .. }
            | Notice::Paused { .. }
            | Notice::Resumed { .. }
            | Notice::Extended { .. }
            | Notice::Grace { .. }
            | Notice::Late { .. }
            | Notice::Absent { .. }
            | Notice::Cancelled
            | Notice::RulesChanged(_)
    )
}

/// Returns the message to the hosts of a match with a stuck clock. The match itself may be unreadable.
pub(crate) fn clock_stuck(game: &Summary, planned: Millis) -> Announcement {
    let hosts: Vec<UserId> = game.hosts().collect();
    let text = note_about(game.id, &game.title, texts::clock_stuck(&hosts, planned));
    Announcement { pings: hosts, ..Announcement::new(text) }
}

/// Returns what onlookers are told when a phase has ended: what each player sent in it, and where everyone is.
async fn inside(game: &Match) -> Result<Announcement, MatchError> {
    let before = game.up_to(game.seq() - 1)?;
    let answers =
        before.session.as_deref().filter(|_| game.log.last().is_some_and(|last| last.action().is_some()));
    let mut bullets = Vec::new();
    if let Some(session) = answers {
        for asked in before.to_act() {
            let answer = session.answer(asked.seat).map(|answer| session.describe(&answer));
            bullets.push(words::bullet(&texts::sent(&seat_name(&before, asked.seat), answer.as_deref())));
        }
    }
    let head = vec![heading(game), texts::INSIDE.to_owned()];
    let tail = vec![words::small(&words::match_number(game.id))];
    let files = picture(game, Viewer::Host).await;
    Ok(Announcement { files, ..Announcement::new(Text { head, bullets, tail }) })
}

/// Asks a person to take over a seat, and its player to agree.
pub(super) fn handover(game: &Match, seat: Seat, user: UserId, agreed: bool) -> Option<Announcement> {
    let asked = game.handover(seat).filter(|handover| handover.user == user)?;
    let player = game.player(seat)?;
    let request = SeatRequest { seat: seat.number().into(), number: Some(asked.number) };
    let take = button(game, ComponentAction::TakeSeat(request), seats::TAKE_SEAT, ButtonStyle::Success);
    let agree = button(game, ComponentAction::HandOver(request), seats::HAND_OVER, ButtonStyle::Primary);
    let keep = button(game, ComponentAction::KeepSeat(request), seats::KEEP_SEAT, ButtonStyle::Secondary);
    // A computed player is always willing.
    let take = Some(take).filter(|_| Computed::of(user).is_none());
    let buttons = [take, (!agreed).then_some(agree), Some(keep)].into_iter().flatten().collect();
    let name = seat_name(game, seat);
    let mut asked = asked.clone();
    asked.agreed = agreed;
    let asked = &asked;
    let text = match (asked.until, asked.back) {
        (Some(until), _) => seats::offered_seat(game, &name, user, until),
        (None, Some(back)) => seats::lent(game, &name, player.user_id, asked, back),
        (None, None) => seats::handover(game, &name, player.user_id, asked),
    };
    let asked = [Some(user), (!agreed).then_some(player.user_id)];
    Some(Announcement {
        rows: vec![CreateActionRow::Buttons(buttons)],
        pings: asked.into_iter().flatten().collect(),
        ..Announcement::new(note(game, text))
    })
}

/// Returns a proposal of a host, with who has agreed so far and the buttons for it.
pub(crate) fn proposal(game: &Match, open: &Proposed) -> Announcement {
    let voters = game.voters();
    let users = |agreed: bool| -> Vec<UserId> {
        let seats = voters.iter().filter(|seat| open.agreed.contains(seat) == agreed);
        seats.filter_map(|seat| game.player(*seat)).map(|player| player.user_id).collect()
    };
    let (agreed, missing) = (users(true), users(false));
    let rows = vec![CreateActionRow::Buttons(vec![
        button(game, ComponentAction::Consent(open.number), texts::CONSENT, ButtonStyle::Success),
        button(game, ComponentAction::Object(open.number), texts::OBJECT, ButtonStyle::Secondary),
    ])];
    let line = texts::proposed(game, open, &agreed, &missing);
    Announcement { rows, pings: missing, ..Announcement::new(note(game, line)) }
}

/// Returns what remains of the message with a proposal that is settled.
pub(crate) fn proposal_over(game: &Match, open: &Proposed, agreed: bool) -> Announcement {
    Announcement::new(note(game, texts::proposal_over(game, open, agreed)))
}

fn committed(game: &Match) -> Announcement {
    let line = texts::committed(game.id, &game.seed().commitment(), game.beacon.as_ref());
    Announcement::new(Text { head: vec![line], ..Text::default() })
}

pub(super) fn pregame(game: &Match, begins: Millis) -> Announcement {
    let buttons = [check_in::check_in_button(game)].into_iter().chain(signup::word_button(game));
    let rows = vec![CreateActionRow::Buttons(buttons.collect())];
    let checking_in = Some(texts::CHECK_IN.to_owned());
    let text = roster_post(game, texts::roster_fixed(game, begins), checking_in);
    Announcement { rows, pings: everybody(game), ..Announcement::new(text) }
}

/// Returns what remains of the announcement of the pregame once play has begun.
pub(crate) fn begun(game: &Match) -> Announcement {
    Announcement::new(roster_post(game, texts::ROSTER_BEGUN.to_owned(), None))
}

fn roster_post(game: &Match, fixed: String, checking_in: Option<String>) -> Text {
    let title = words::headline(&escape::title(&game.title), words::PREGAME);
    Text {
        head: vec![title, fixed, texts::roster_heading(game)],
        bullets: texts::roster(game),
        tail: [checking_in, words_of(game), Some(words::small(&words::match_number(game.id)))]
            .into_iter()
            .flatten()
            .collect(),
    }
}

/// Announces a host's changes to a roster that was final, and what happens next.
pub(super) fn roster_changed(
    game: &Match,
    joined: &[UserId],
    left: &[UserId],
    changed: &[UserId],
) -> Announcement {
    // It is about the pregame, even if the clock is stopped or play has begun by the time it is sent.
    let title = words::headline(&escape::title(&game.title), words::PREGAME);
    let mut head = vec![title, texts::roster_changed(joined, left, changed)];
    let mut bullets = Vec::new();
    let begins = game.deadline.filter(|_| game.status == Status::Pregame);
    match begins {
        Some(begins) if !game.is_set_up() => head.push(texts::begins_if_full(game, begins)),
        Some(begins) => {
            head.extend([texts::still_begins(begins), texts::roster_heading(game)]);
            bullets = texts::roster(game);
        }
        None => {}
    }
    let text = Text { head, bullets, tail: vec![words::small(&words::match_number(game.id))] };
    let rows = begins.map(|_| CreateActionRow::Buttons(vec![check_in::check_in_button(game)]));
    let pings = [joined, left, changed].concat();
    Announcement { rows: rows.into_iter().collect(), pings, ..Announcement::new(text) }
}

/// Returns a line below the heading of the match.
fn about(game: &Match, line: String) -> Announcement {
    Announcement::new(Text { head: vec![heading(game), line], ..Text::default() })
}

/// Returns a line above the name of the match.
fn note(game: &Match, line: String) -> Text {
    note_about(game.id, &game.title, line)
}

fn note_about(id: MatchId, title: &str, line: String) -> Text {
    let number = words::small(&words::match_and_title(id, &escape::title(title)));
    Text { head: vec![line, number], ..Text::default() }
}

pub(super) fn offered(game: &Match, kind: OfferKind, seat: Seat, seq: i64) -> Option<Announcement> {
    // If the offer has been answered in the meantime, that answer has its own notice.
    let number = game.offer().filter(|offer| offer.seq == seq)?.number;
    let missing = game.unanswered().into_iter().filter_map(|seat| game.player(seat));
    let pings: Vec<UserId> = missing.map(|player| player.user_id).collect();
    let rows = vec![CreateActionRow::Buttons(vec![
        button(game, ComponentAction::Accept(kind, number), texts::ACCEPT, ButtonStyle::Success),
        button(game, ComponentAction::Decline(kind, number), texts::DECLINE, ButtonStyle::Secondary),
    ])];
    let said = about(game, texts::offered(kind, &seat_name(game, seat), dice_again(game), &pings));
    Some(Announcement { rows, pings, ..said })
}

pub(super) fn timed_out(game: &Match, seat: Seat) -> Option<Announcement> {
    let user = game.player(seat).filter(|_| game.timed_out() == Some(seat))?.user_id;
    if game.is_free(seat) {
        return Some(Announcement { pings: vec![user], ..about(game, texts::timed_out_and_offered(user)) });
    }
    let claim = button(game, ComponentAction::Claim, texts::CLAIM, ButtonStyle::Danger);
    let rows = vec![CreateActionRow::Buttons(vec![claim])];
    Some(Announcement { rows, pings: vec![user], ..about(game, texts::timed_out(user)) })
}
