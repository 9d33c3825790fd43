//! Context menu commands: what can be asked about a message (`board_of`, `what_happened`) or a person (`who_is`), by a long
//! press or a right click.

use std::sync::Arc;

use poise::serenity_prelude::{Message, User};

use super::access::viewable;
use super::history::lines_until;
use super::mine::own_board;
use super::texts;
use crate::ui::lookup::{self, Lookup, Numbered};
use crate::ui::person::of_command;
use crate::ui::snowflakes::{ToStored, time};
use crate::ui::{Context, Failure, send};
use trigon_engine::matches::{Match, Person, Seq};
use trigon_engine::store::Target;

/// See the board of the match that a message is about
#[poise::command(context_menu_command = "Board")]
pub(crate) async fn board_of(ctx: Context<'_>, message: Message) -> Result<(), Failure> {
    send(ctx, async {
        let person = of_command(ctx).await?;
        let (game, _) = match_of_message(ctx, &person, &message).await?;
        own_board(&person, &game).await
    })
    .await
}

/// Read what had happened in a match when a message was sent
#[poise::command(context_menu_command = "What happened here?")]
pub(crate) async fn what_happened(ctx: Context<'_>, message: Message) -> Result<(), Failure> {
    send(ctx, async {
        let person = of_command(ctx).await?;
        let (game, seq) = match_of_message(ctx, &person, &message).await?;
        Ok(lines_until(&game, seq))
    })
    .await
}

/// See which seat somebody has in the match of this channel
#[poise::command(context_menu_command = "Who is this in the match?")]
pub(crate) async fn who_is(ctx: Context<'_>, user: User) -> Result<(), Failure> {
    send(ctx, async {
        let game = viewable(ctx, None).await?;
        let is_me = user.id == ctx.framework().bot_id();
        Ok(if is_me { texts::i_am(&game) } else { texts::who_is(&game, user.id.stored()) }.into())
    })
    .await
}

/// Returns the match that a message is about, and the last entry of its log that the message shows. For other messages, and
/// if the person may not see that match, it is the match of the channel as it was when the message was sent.
async fn match_of_message(
    ctx: Context<'_>,
    person: &Person,
    message: &Message,
) -> Result<(Arc<Match>, Seq), Failure> {
    let channel = ctx.channel_id().stored();
    let place = person.guild_id.map_or(Target::User(person.user_id), |_| Target::Channel(channel));
    let matches = &ctx.data().matches;
    if let Some(referred) = matches.referred_to(place, message.id.stored()).await? {
        let number = Some(Numbered::referred(referred.match_id, ctx.http()));
        // What a message in its channel is about may have moved to another channel since.
        if let Lookup::One(game) = lookup::seen(matches, person, number, channel).await? {
            return Ok((game, referred.seq));
        }
    }
    let game = viewable(ctx, None).await?;
    let sent_at = time(message.id.stored().0);
    let seq = game.log.iter().rev().find(|entry| entry.at <= sent_at).map_or(0, |entry| entry.seq);
    Ok((game, seq))
}
