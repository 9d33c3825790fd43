//! Who may look at a match, from where, and at how much of it.

use std::sync::Arc;

use super::texts;
use crate::ui::lookup::{self, Lookup};
use crate::ui::person::of_command;
use crate::ui::snowflakes::ToStored;
use crate::ui::{Context, Failure};
use trigon_engine::ids::ChannelId;
use trigon_engine::matches::{Match, Person, Record};

/// Returns the match that a user wants to look at: the one with the number, or one of this channel.
///
/// # Errors
/// If there is no such match or more than one, or if the user may not look at it from here.
pub(crate) async fn viewable(ctx: Context<'_>, number: Option<i64>) -> Result<Arc<Match>, Failure> {
    let person = of_command(ctx).await?;
    let (matches, channel) = (&ctx.data().matches, ctx.channel_id().stored());
    let found = lookup::seen(matches, &person, lookup::numbered(ctx, number), channel).await?;
    only_viewable(found, &person, channel)
}

/// Returns the match that a user wants to look back at: as [`viewable`] does, or the last one here that is over if there is
/// none that `fits`.
///
/// # Errors
/// As for [`viewable`].
pub(super) async fn viewable_past(
    ctx: Context<'_>,
    number: Option<i64>,
    fits: fn(&Match) -> bool,
) -> Result<Arc<Match>, Failure> {
    let person = of_command(ctx).await?;
    let (matches, channel) = (&ctx.data().matches, ctx.channel_id().stored());
    let number = lookup::numbered(ctx, number);
    let found = lookup::looked_back_at(matches, &person, number, channel, fits).await?;
    only_viewable(found, &person, channel)
}

fn only_viewable(found: Lookup, person: &Person, channel: ChannelId) -> Result<Arc<Match>, Failure> {
    match found {
        Lookup::One(game) => {
            require_viewable(person, &game, channel)?;
            Ok(game)
        }
        Lookup::Several(rows) => Err(Failure::denied(texts::say_which_of(&rows))),
    }
}

/// Checks that a person may look at a match from a channel. Its own channel may be hidden from others in the server; anyone
/// who writes in it can see it.
///
/// # Errors
/// If the person has no part in the match and asks elsewhere than in its channel.
pub(super) fn require_viewable(person: &Person, game: &Match, channel: ChannelId) -> Result<(), Failure> {
    if takes_part(person, game) || channel == game.channel_id {
        Ok(())
    } else {
        Err(Failure::denied(texts::board_elsewhere(game.id)))
    }
}

/// Returns whether a person plays in a match or hosts it.
pub(super) fn takes_part(person: &Person, game: &Match) -> bool {
    game.seat_of(person.user_id).is_some() || person.hosts(game)
}

/// Returns the record from which a match is drawn, with its seed, if everyone may see all of it.
///
/// # Errors
/// If the match has not begun, or something in it is still secret.
pub(super) fn disclosed_record(game: &Match) -> Result<Record, Failure> {
    if game.session.is_none() {
        return Err(Failure::denied(texts::not_begun(game)));
    }
    if !game.is_disclosed() {
        return Err(Failure::denied(texts::no_replay(game)));
    }
    let mut record = game.record()?;
    // This is only for drawing: everything in it is public.
    record.seed = Some(game.seed().clone());
    Ok(record)
}
