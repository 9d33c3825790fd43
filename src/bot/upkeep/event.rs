//! The event of the server for the next deadline of a match.
//!
//! There is one at most, and it moves with the deadline. Discord does not move an event that has begun, so that is replaced by
//! another one. While a clock stands still there is no deadline, and so no event.

use poise::serenity_prelude::Timestamp;
use reqwest::Method;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Halt, Keeper, LONGEST_WAIT, refusal, texts};
use crate::codes::{Kind, verdict};
use crate::delivery::client::refused;
use trigon_engine::ids::EventId;
use trigon_engine::matches::{DeadlineEvent, Match, Millis, Upkeep, UpkeepProblem};

/// Discord’s codes for an event that is gone, or over.
const GONE: [i64; 2] = [10_070, 180_000];

/// How long an event lasts. The deadline is its beginning.
const LASTS: Millis = 1_800_000;

/// How far ahead a deadline has to be for an event. What is due by then is about to change anyway.
const AHEAD: Millis = 5_000;

/// How often an event moves, at most.
const APART: Millis = 60_000;

/// The kind of an event that takes place outside of Discord’s voice channels.
const EXTERNAL: u8 = 3;

/// Events are for the members of the server alone, which is all that Discord offers.
const GUILD_ONLY: u8 = 2;

/// An event of a server, as far as it matters here.
#[derive(Debug, Deserialize)]
struct Found {
    id: String,
    creator_id: Option<String>,
    description: Option<String>,
    scheduled_start_time: Timestamp,
}

impl Keeper {
    /// Makes, moves or removes the event of a match. Returns when to look again if something is left to do.
    pub(super) async fn show_event(&self, game: &Match, upkeep: &mut Upkeep) -> Result<Option<Millis>, Halt> {
        let now = self.matches.clock().now();
        let shown = &mut upkeep.shown;
        if !game.terms.event {
            // Whoever chooses it anew is asking for it.
            shown.event_gone = false;
        }
        // A time further ahead than any wait was set before the clock was set back.
        shown.event_refused =
            shown.event_refused.filter(|until| (now + 1..=now + LONGEST_WAIT).contains(until));
        let deadline = game.event_at();
        if deadline.is_some_and(|at| at <= now + AHEAD) {
            return Ok(None);
        }
        if shown.event_gone && game.terms.event {
            // The hosts hear of it only once.
            self.matches.tell_trouble(game, UpkeepProblem::EventGone).await?;
        }
        let wanted = deadline.filter(|_| !shown.event_gone);
        if shown.event.map(|event| event.at) == wanted && shown.event.is_none_or(|event| event.id.is_some()) {
            return Ok(None);
        }
        if let Some(until) = shown.event_refused {
            return Ok(Some(until));
        }
        if let Some(event) = shown.event
            && wanted.is_some()
            && event.id.is_some()
            && (event.moved_at..event.moved_at + APART).contains(&now)
        {
            return Ok(Some(event.moved_at + APART));
        }
        let done = self.set_event(game, upkeep, wanted, now).await?;
        let Err(code) = done else { return Ok(None) };
        let verdict = verdict(Kind::Event, refused(code));
        tracing::info!(id = game.id.0, code, ?verdict, "Discord refuses an event");
        upkeep.shown.event_refused = Some(now + LONGEST_WAIT);
        self.matches.tell_trouble(game, UpkeepProblem::EventRefused).await?;
        Ok(upkeep.shown.event_refused)
    }

    /// Has the event begin at `wanted`, or removes it. Returns Discord’s code if it refuses that.
    async fn set_event(
        &self,
        game: &Match,
        upkeep: &mut Upkeep,
        wanted: Option<Millis>,
        now: Millis,
    ) -> Result<Result<(), i64>, Halt> {
        // It may have been made, although that is not known.
        if let Some(event) = upkeep.shown.event.filter(|event| event.id.is_none()) {
            match self.find_event(game).await? {
                Ok(found) => {
                    upkeep.shown.event = found.map(|(id, at)| DeadlineEvent { id: Some(id), at, ..event });
                }
                Err(code) => return Ok(Err(code)),
            }
        }
        let shown = &mut upkeep.shown;
        let path = format!("/guilds/{}/scheduled-events", game.guild_id);
        if let Some((event, id)) = shown.event.and_then(|event| Some((event, event.id?))) {
            let path = format!("{path}/{id}");
            if let Some(at) = wanted.filter(|_| event.at > now) {
                if event.at == at {
                    return Ok(Ok(()));
                }
                let request = self.client.request(Method::PATCH, &path).json(&body(game, at));
                return Ok(match refusal(self.client.done_silently(request).await)? {
                    Ok(_) => {
                        shown.event = Some(DeadlineEvent { at, moved_at: now, ..event });
                        Ok(())
                    }
                    Err(code) if GONE.contains(&code) => {
                        // Somebody does not want it.
                        (shown.event, shown.event_gone) = (None, true);
                        self.matches.tell_trouble(game, UpkeepProblem::EventGone).await?;
                        Ok(())
                    }
                    Err(code) => Err(code),
                });
            }
            // Stored before it is removed, because Discord tells of that as if somebody else had done it.
            shown.event = Some(DeadlineEvent { is_leaving: true, ..event });
            self.matches.keep_upkeep(upkeep).await?;
            let shown = &mut upkeep.shown;
            let request = self.client.request(Method::DELETE, &path);
            match refusal(self.client.done_silently(request).await)? {
                Ok(_) => {}
                Err(code) if GONE.contains(&code) => {
                    // Nor does somebody want it if it is gone before it can have ended by itself, unless an earlier attempt
                    // removed it and Discord did not say so.
                    if wanted.is_some() && !event.is_leaving && now < event.at + LASTS {
                        (shown.event, shown.event_gone) = (None, true);
                        self.matches.tell_trouble(game, UpkeepProblem::EventGone).await?;
                        return Ok(Ok(()));
                    }
                }
                Err(code) => return Ok(Err(code)),
            }
            upkeep.shown.event = None;
        }
        let Some(at) = wanted else { return Ok(Ok(())) };
        // Stored before it is made: if the answer is lost, it is looked for before another one is made.
        upkeep.shown.event = Some(DeadlineEvent { id: None, at, moved_at: now, is_leaving: false });
        self.matches.keep_upkeep(upkeep).await?;
        let request = self.client.request(Method::POST, &path).json(&body(game, at));
        Ok(match refusal(self.client.done::<Found>(request).await)? {
            Ok((made, _)) => {
                let id = made.id.parse().ok();
                upkeep.shown.event = Some(DeadlineEvent { id, at, moved_at: now, is_leaving: false });
                Ok(())
            }
            Err(code) => {
                upkeep.shown.event = None;
                Err(code)
            }
        })
    }

    /// Looks for an event of a match that has not begun, and returns its number and its time.
    async fn find_event(&self, game: &Match) -> Result<Result<Option<(EventId, Millis)>, i64>, Halt> {
        let me = match refusal(self.client.me().await)? {
            Ok(me) => me.to_owned(),
            Err(code) => return Ok(Err(code)),
        };
        let path = format!("/guilds/{}/scheduled-events", game.guild_id);
        let listed = self.client.done::<Vec<Found>>(self.client.request(Method::GET, &path)).await;
        let events = match refusal(listed)? {
            Ok((events, _)) => events,
            Err(code) => return Ok(Err(code)),
        };
        let is_meant = |event: &&Found| {
            event.creator_id.as_ref() == Some(&me)
                && event.description.as_deref().is_some_and(|text| text.starts_with(&texts::mark(game)))
        };
        let found = events.iter().find(is_meant);
        let read =
            |event: &Found| Some((event.id.parse().ok()?, event.scheduled_start_time.timestamp_millis()));
        Ok(Ok(found.and_then(read)))
    }
}

/// Returns the event of a match for a deadline, as Discord takes it.
fn body(game: &Match, at: Millis) -> Value {
    let time = |at: Millis| Timestamp::from_millis(at).map(|time| time.to_string()).unwrap_or_default();
    json!({
        "name": texts::name(game),
        "description": texts::description(game),
        "scheduled_start_time": time(at),
        "scheduled_end_time": time(at + LASTS),
        "privacy_level": GUILD_ONLY,
        "entity_type": EXTERNAL,
        "entity_metadata": { "location": texts::location(game) },
    })
}
