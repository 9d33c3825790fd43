//! Drift: roles of members and scheduled events of a server that differ from what upkeep has left there.
//!
//! Without a privileged intent, Discord does not report members who join again, and who have lost their roles. But each press and
//! each command in a server comes with the roles of its author, and for authors of direct messages the bot asks Discord. Upkeep
//! then mends what differs.

use poise::serenity_prelude as serenity;
use serenity::{FullEvent, Http, Interaction, Member, ScheduledEventStatus};

use crate::ui::snowflakes::{ToDiscord, ToStored};
use crate::ui::{Bot, Failure, describe, readers};
use trigon_engine::ids::{RoleId, UserId};

/// Compares roles and scheduled events with what they should be, as far as an event shows them. A failure is logged.
pub(super) async fn compare_with_server(http: &Http, bot: &Bot, event: &FullEvent) {
    if let Err(failure) = compare(http, bot, event).await {
        failure.log();
    }
}

async fn compare(http: &Http, bot: &Bot, event: &FullEvent) -> Result<(), Failure> {
    match event {
        FullEvent::InteractionCreate { interaction } => {
            let (user, member) = match interaction {
                Interaction::Command(command) => (&command.user, command.member.as_deref()),
                Interaction::Component(click) => (&click.user, click.member.as_ref()),
                Interaction::Modal(form) => (&form.user, form.member.as_ref()),
                _ => return Ok(()),
            };
            match member {
                Some(member) => compare_roles(bot, member.guild_id, member).await?,
                None => fetch_and_compare_roles(http, bot, user.id.stored()).await?,
            }
        }
        FullEvent::Message { new_message } if new_message.guild_id.is_none() && !new_message.author.bot => {
            fetch_and_compare_roles(http, bot, new_message.author.id.stored()).await?;
        }
        // Discord reports these two only if the operator has turned the intent for members on.
        FullEvent::GuildMemberAddition { new_member } => {
            compare_roles(bot, new_member.guild_id, new_member).await?;
        }
        FullEvent::GuildMemberUpdate { new: Some(member), event, .. } => {
            compare_roles(bot, event.guild_id, member).await?;
        }
        FullEvent::GuildScheduledEventDelete { event } => {
            bot.matches.note_event_end(event.guild_id.stored(), event.id.stored()).await?;
        }
        FullEvent::GuildScheduledEventUpdate { event } if event.status == ScheduledEventStatus::Canceled => {
            bot.matches.note_event_end(event.guild_id.stored(), event.id.stored()).await?;
        }
        _ => {}
    }
    Ok(())
}

/// Compares the roles of a member with what they should be.
async fn compare_roles(bot: &Bot, guild: serenity::GuildId, member: &Member) -> Result<(), Failure> {
    let roles: Vec<RoleId> = member.roles.iter().map(|role| role.stored()).collect();
    Ok(bot.matches.note_member_roles(guild.stored(), member.user.id.stored(), &roles).await?)
}

/// Asks Discord for the roles of somebody who has written, in each server in which a match gives them roles, and compares them.
async fn fetch_and_compare_roles(http: &Http, bot: &Bot, user: UserId) -> Result<(), Failure> {
    for guild in bot.matches.servers_with_roles(user).await? {
        match http.get_member(guild.discord(), user.discord()).await {
            Ok(member) => compare_roles(bot, member.guild_id, &member).await?,
            // Somebody who is not in the server may join again later, and is compared then.
            Err(error) if readers::is_not_a_member(&error) => {}
            Err(error) => {
                tracing::warn!(
                    reason = describe(&error),
                    "the roles of somebody who has written cannot be read"
                );
            }
        }
    }
    Ok(())
}
