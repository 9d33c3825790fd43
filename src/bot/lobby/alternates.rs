//! Alternates: people who take a seat when one becomes free. They say so below a full sign-up, or later with `/alternate`.

use std::sync::Arc;

use poise::serenity_prelude::Http;

use super::names::display_name;
use super::texts;
use crate::ui::person::{member, of_command};
use crate::ui::snowflakes::ToStored;
use crate::ui::{Answer, Context, Failure, send};
use crate::ui::{lookup, readers};
use trigon_engine::matches::{Command, Denied, Match, MatchError, Matches, Person};

/// Take a seat in a match when one becomes free
#[poise::command(slash_command)]
pub(crate) async fn alternate(
    ctx: Context<'_>,
    #[description = "No longer be an alternate"] stop: Option<bool>,
    #[description = "Which match (default: the one in this channel)"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_seen"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let person = of_command(ctx).await?;
        let (matches, channel) = (&ctx.data().matches, ctx.channel_id().stored());
        let game = lookup::seen(matches, &person, lookup::numbered(ctx, number), channel)
            .await?
            .one("There are several matches")?;
        if stop == Some(true) {
            let game = matches.ask(game.id, &person, Command::StandDown).await?.game;
            return Ok(Answer::new(texts::no_alternate_any_more(&game)));
        }
        let nick = member(ctx).and_then(|member| member.nick.as_deref());
        let game = stand_by(ctx.http(), matches, &person, &game, display_name(ctx.author(), nick)).await?;
        Ok(Answer::new(texts::alternate_now(&game, person.user_id)))
    })
    .await
}

/// Makes a person an alternate of a match.
///
/// # Errors
/// If they have or had a seat in it, or may know what its players keep secret.
pub(super) async fn stand_by(
    http: &Http,
    matches: &Matches,
    person: &Person,
    game: &Match,
    name: String,
) -> Result<Arc<Match>, Failure> {
    let since = readers::check(http, matches, game, person.user_id).await?;
    let done = matches.ask(game.id, person, Command::StandBy { name, since }).await;
    match done {
        Ok(done) => Ok(done.game),
        Err(MatchError::Denied(denied)) => Err(alternate_refused(denied)),
        Err(fault) => Err(fault.into()),
    }
}

/// Words a refusal to become an alternate for the person whom it is about.
fn alternate_refused(denied: Denied) -> Failure {
    match denied {
        Denied::HeldASeat(_) => Failure::denied(texts::HAD_A_SEAT),
        Denied::HostsIt(_) => Failure::denied(texts::HOSTS_IT),
        Denied::HasLooked(_) => Failure::denied(texts::HAS_LOOKED),
        Denied::TookOut(_) => Failure::denied(texts::TOOK_OUT),
        Denied::HasRead(_) => Failure::denied(texts::HAS_READ),
        Denied::MayHaveRead(_) => Failure::denied(texts::MAY_HAVE_READ),
        other => other.into(),
    }
}
