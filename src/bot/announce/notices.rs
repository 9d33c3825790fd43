//! [`announce`]: which words each kind of notice is put into. What takes more than a line is in the files beside this one.

use super::frame::{about, note, note_about, note_to, note_to_hosts};
use super::message::{heading, message, past};
use super::notice_context::NoticeContext;
use super::personal::{news_to, told_alone};
use super::posts::{handover, offered, pregame, proposal, roster_changed, timed_out};
use super::{end, texts};
use crate::lobby::signup;
use crate::play::drafts::Draft;
use crate::ui::announcement::{Announcement, Text, example, picture};
use crate::ui::words::seat_name;
use crate::ui::{Prefix, escape, words};
use trigon_engine::ids::UserId;
use trigon_engine::matches::{Match, MatchError, Matches, Millis, Notice, Pending, Summary, Target, Tenure};
use trigon_rules::games::{Seat, Viewer};

/// Returns the announcement for a notice, or `None` if there is nothing left to say. Delivery calls this right before it sends a
/// message of the outbox. `draft` is what the reader has drawn and not submitted.
pub(crate) async fn announce(
    matches: &Matches,
    pending: &Pending,
    notice: &Notice,
    now: &Match,
    draft: Option<&Draft>,
) -> Result<Option<Announcement>, MatchError> {
    let then = now.up_to(pending.seq)?;
    if then.stopped_by_rules().is_some() && !shows_no_state(notice) {
        // Under the changed rules, it would show something that did not happen.
        return Ok(None);
    }
    if let (Some(seat), Target::User(user)) = (private_seat(notice), pending.target)
        && !now.concerns(seat, user)
    {
        // The seat has passed to somebody else, whose affairs it shows by now.
        return Ok(None);
    }
    let context = NoticeContext::new(matches, pending, then, now, draft);
    context.announce(notice).await
}

impl NoticeContext<'_> {
    /// Puts a notice into words. The longer ones have functions of their own.
    async fn announce(mut self, notice: &Notice) -> Result<Option<Announcement>, MatchError> {
        let now = self.now;
        Ok(Some(match *notice {
            // Before the first round
            Notice::Created => {
                let files = example(self.matches.games(), now).await;
                Announcement { files, ..signup::announcement(now) }
            }
            Notice::Committed => committed(now),
            Notice::WordAdded { user, ref word, number } => {
                bare(words::small(&texts::word_added(now.id, user, word, number)))
            }
            Notice::RosterClosed { round, is_other } => {
                let head = vec![texts::roster_closed(now.id, round, is_other), texts::in_order(now)];
                Announcement::new(Text { head, bullets: texts::by_joining(now), ..Text::default() })
            }
            Notice::RosterStaysOpen { closes, round } => {
                note_to_hosts(now, texts::roster_stays_open(closes, round))
            }
            Notice::NotEnough { next } => note_to_hosts(now, texts::not_enough(now, next)),
            Notice::BeaconKnown { round, ref signature } => {
                bare(words::small(&texts::beacon_known(now.id, round, signature)))
            }
            Notice::BeaconLate { round } => {
                let hosts: Vec<UserId> = now.hosts().collect();
                note_to_hosts(now, texts::beacon_late(&hosts, round))
            }
            Notice::Pregame { begins } => {
                pregame(now, now.deadline.filter(|_| now.session.is_none()).unwrap_or(begins))
            }
            Notice::Roster { ref joined, ref left, ref changed, ref quiet } => {
                let mut told = roster_changed(now, joined, left, changed);
                told.pings.retain(|user| !quiet.contains(user));
                told
            }
            Notice::Reopened => reopened(now),

            // The match message
            Notice::News { .. } if self.then.result().is_some() => end::end(self.matches, &self.then).await?,
            // Already shown in the message that was pressed: only earlier versions stored such notices. The others are put into words
            // without a match.
            Notice::News { turned: false, pressed: Some(_), .. } | Notice::Post(_) | Notice::PostStuck(_) => {
                return Ok(None);
            }
            // The message about a later action of the turn covers this one too.
            Notice::News { turned: false, .. } if ends_with_action(&self.then) && !self.is_open => {
                return Ok(None);
            }
            Notice::News { deadline, ref unreachable, .. } => {
                if !self.is_open {
                    self.set_deadline(deadline);
                }
                self.news(unreachable).await
            }
            // The players who are asked have already been mentioned.
            Notice::Board => Announcement { pings: Vec::new(), ..self.news(&[]).await },
            Notice::Inside => inside(&self.then).await?,

            // To a player
            Notice::Personal { seat, ahead, .. } => self.personal(seat, ahead).await?,
            Notice::Told { seat } => news_to(&self.then, told_alone(&self.then, seat), seat),
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
            Notice::PlanDropped { seat } => {
                let asked = now.decision(seat).is_some() && now.is_going_on();
                let link = if asked { self.link().await? } else { None };
                about(now, texts::plan_dropped(asked, link.as_deref()))
            }
            Notice::Late { seat, deadline } => about(now, texts::late(deadline, self.then.graces_left(seat))),
            Notice::Absent { deadline, .. } => about(now, texts::absent(deadline)),
            Notice::DmClosed { user_id } => return Ok(self.dm_closed(user_id)),
            Notice::Unseen { user, channel, seq } => return Ok(self.unseen(user, channel, seq).await),
            Notice::Reply(ref reply) => Announcement::reply(reply),

            // The clock
            Notice::Paused { left, ends } => self.clock(texts::paused(self.acting_host(), left, ends)),
            Notice::Resumed { deadline } if self.is_by_clock() => {
                self.clock(texts::resumed_by_itself(deadline))
            }
            Notice::Resumed { deadline } => self.clock(texts::resumed(self.acting_host(), deadline)),
            Notice::Extended { deadline } if self.is_by_clock() => self.clock(texts::made_up(deadline)),
            Notice::Extended { deadline } => self.clock(texts::extended(now, self.acting_host(), deadline)),
            Notice::Grace { deadline } => self.clock(texts::grace(deadline)),
            Notice::EndsEarly { at } => self.clock(texts::ends_early(&self.phase_title(), at)),
            Notice::GoesOn { deadline } => self.clock(texts::goes_on(&self.phase_title(), deadline)),
            Notice::TimeOut { seat } => return Ok(timed_out(now, seat)),
            Notice::ClockStuck { planned } => clock_stuck(&now.summary(), planned),

            // Offers and proposals
            Notice::Offered { offer, seat } => return Ok(offered(now, offer, seat, self.pending.seq)),
            Notice::Answered { offer, seat, accepted, own } => {
                about(now, texts::answered(offer, &seat_name(now, seat), accepted, own))
            }
            Notice::Proposed { number } => {
                // If it has been settled in the meantime, that has its own notice.
                let Some(open) = now.proposal().filter(|open| open.number == number) else { return Ok(None) };
                proposal(now, open)
            }
            Notice::NotAgreed { what, seat } => {
                let by = seat.map(|seat| seat_name(now, seat));
                note(now, texts::not_agreed(now, what, by.as_deref()))
            }

            // What hosts have chosen
            Notice::Spectators { channel } => note(now, texts::spectators(channel)),
            Notice::Moved { from, to } => {
                let host = now.log.iter().find(|entry| entry.seq == self.pending.seq).and_then(|it| it.host);
                note(now, texts::moved(host, from, to))
            }
            Notice::Quiet { quiet } => note(now, texts::quiet(quiet)),
            Notice::Autopilot => note(now, texts::autopilot(now)),
            Notice::Roles { roles } => note(now, texts::roles(roles)),
            Notice::Event { is_shown } => note(now, texts::event(is_shown).to_owned()),
            Notice::Limits => note_to(players_except(now, None), now, texts::limits(now)),
            Notice::Amended { ref what, by } => {
                note_to(players_except(now, by), now, texts::amended(now, what, by))
            }
            Notice::CoHost { user, hosts } => {
                let plays = now.seems_seated(user).is_some();
                note_to(vec![user], now, texts::co_host(user, hosts, plays))
            }

            // Seats and absences
            Notice::Away { seat, from, to } => {
                let stops = now.stops_for_absence();
                note(now, texts::away(&seat_name(now, seat), from, to, stops))
            }
            Notice::Back { seat } => note(now, texts::back(&seat_name(now, seat))),
            Notice::Handover { seat, user, agreed, .. } => return Ok(handover(now, seat, user, agreed)),
            Notice::NotHandedOver { seat, user, declined } => {
                note(now, texts::not_handed_over(&seat_name(&self.then, seat), user, declined))
            }
            Notice::HasLeft { seat } => {
                let phase = words::uncapitalized(&self.phase_title());
                about(now, texts::left_in_secret(&seat_name(&self.then, seat), &phase))
            }
            Notice::SeatFree { seat } => {
                let hosts: Vec<UserId> = now.hosts().collect();
                note_to_hosts(now, texts::seat_free(&seat_name(&self.then, seat), &hosts))
            }
            Notice::TakenOut { host, ref reason } => self.taken_out(host, reason.as_deref()),
            Notice::Removed { ref name, host, ref reason } => {
                note(now, texts::removed(&escape::name(name), host, reason.as_deref()))
            }
            Notice::SeatLost { seat, host, ref reason } => {
                let Some(tenure) = self.then.tenure(seat) else { return Ok(None) };
                about(now, texts::seat_lost(tenure, host, reason.as_deref()))
            }
            Notice::MovedUp { user } => note_to(vec![user], now, texts::moved_up(user)),
            Notice::Tenure { seat } => {
                let Some(tenure) = self.then.tenure(seat) else { return Ok(None) };
                note_to(vec![tenure.user], now, texts::tenure(&self.then, tenure))
            }

            // The end
            Notice::Resigned { seat } => note(now, texts::resigned(&seat_name(now, seat))),
            Notice::Cancelled => {
                let keeps_secrets = now.has_secrets() && now.session.is_some();
                note(now, texts::cancelled(self.acting_host(), keeps_secrets))
            }
            Notice::Published => self.published().await?,

            // What is in the way, for hosts
            Notice::RulesChanged(ref rules) => {
                let hosts: Vec<UserId> = now.hosts().collect();
                let line = texts::rules_changed(&hosts, &now.rules_words(rules), rules.broken.is_some());
                note_to_hosts(now, line)
            }
            Notice::Trouble { ref trouble, .. } => about(now, texts::trouble(now, trouble.clone())),
            Notice::Unposted { player: Some(player), ref reason, .. } => {
                about(now, texts::unsent(player, reason))
            }
            Notice::Unposted { ref reason, .. } => about(now, texts::unposted(now.channel_id, reason)),
            Notice::GivenUp { host, ref what, ref reason, in_channel, .. } => {
                let text = texts::given_up(host, words::messages_of(what), reason, in_channel);
                let pings = if in_channel { vec![host] } else { Vec::new() };
                Announcement { pings, ..about(now, text) }
            }
        }))
    }

    /// Tells somebody that a host has taken them out.
    fn taken_out(&self, host: Option<UserId>, reason: Option<&str>) -> Announcement {
        let now = self.now;
        // Everyone learns at once that a substitute has gone, because the player is back.
        let is_of_reader = |tenure: &&Tenure| Target::User(tenure.before) == self.pending.target;
        let last_tenure = now.tenures().iter().rev().find(is_of_reader);
        let is_secret = !now.has_turns() && last_tenure.is_none_or(|tenure| !tenure.returns);
        about(now, texts::taken_out(host, reason, is_secret))
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

    /// Returns a line about the clock. In the channel it mentions the players asked in public; players asked in private
    /// get it as a direct message.
    fn clock(&self, line: String) -> Announcement {
        let in_channel = matches!(self.pending.target, Target::Channel(_));
        let asked = self.then.seems_asked().into_iter();
        let asked = asked.filter(|asked| self.then.is_asked_in_public(asked.seat));
        let players = asked.filter_map(|asked| self.now.player(asked.seat));
        let pings = players.filter(|_| in_channel && self.is_open).map(|player| player.user_id).collect();
        note_to(pings, self.now, line)
    }
}

/// Returns whether the last entry of a match is an action, and nothing that was done to the match.
fn ends_with_action(game: &Match) -> bool {
    game.log.last().is_some_and(|entry| entry.action().is_some())
}

/// Returns the players to mention: everyone except the person whose action is announced.
fn players_except(game: &Match, but: Option<UserId>) -> Vec<UserId> {
    game.players.iter().map(|player| player.user_id).filter(|user| Some(*user) != but).collect()
}

/// Returns the seat whose private affairs a notice tells its player, if it does.
fn private_seat(notice: &Notice) -> Option<Seat> {
    match *notice {
        Notice::Personal { seat, .. }
        | Notice::Reminder { seat, .. }
        | Notice::Nudged { seat, .. }
        | Notice::Late { seat, .. }
        | Notice::Absent { seat, .. }
        | Notice::Told { seat }
        | Notice::PlanDropped { seat } => Some(seat),
        _ => None,
    }
}

/// Returns whether a notice can be put into words without the state of the game, and so also in a match that changed rules have
/// stopped. Notices that are not listed here are then not told.
fn shows_no_state(notice: &Notice) -> bool {
    matches!(
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
    let note = note_about(game.id, &game.title, texts::clock_stuck(&hosts, planned));
    Announcement { pings: hosts, ..note }
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

/// Announces the hash of the seed, in a message that is never edited.
fn committed(game: &Match) -> Announcement {
    bare(texts::committed(game.id, &game.seed().commitment(), game.beacon.as_ref()))
}

/// Says that a match whose roster was not full has not begun, so that the roster is open again.
fn reopened(game: &Match) -> Announcement {
    let title = words::headline(&escape::title(&game.title), words::SIGN_UP);
    let head = vec![title, texts::roster_open_again(game)];
    let tail = vec![words::small(&words::match_number(game.id))];
    let pings = game.hosts().collect();
    Announcement { pings, ..Announcement::new(Text { head, tail, ..Text::default() }) }
}

/// Returns a line that itself says which match it is about.
fn bare(line: String) -> Announcement {
    Announcement::new(Text { head: vec![line], ..Text::default() })
}
