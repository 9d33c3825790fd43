//! Members and events of servers: what is noticed of them in passing is compared with what should be.
//!
//! Without a privileged intent, Discord tells nothing of members who come back. But whatever they press or type shows their roles,
//! and for those who write a direct message they are asked for.

use poise::serenity_prelude as serenity;
use serenity::{FullEvent, GuildId, Http, Interaction, Member, ScheduledEventStatus, UserId};

use crate::ui::person::id;
use crate::ui::readers::number;
use crate::ui::{Bot, Failure};

/// Compares what an event tells with what should be.
pub(super) async fn notice(http: &Http, bot: &Bot, event: &FullEvent) -> Result<(), Failure> {
    match event {
        FullEvent::InteractionCreate { interaction } => {
            let (user, member) = match interaction {
                Interaction::Command(command) => (&command.user, command.member.as_deref()),
                Interaction::Component(click) => (&click.user, click.member.as_ref()),
                Interaction::Modal(form) => (&form.user, form.member.as_ref()),
                _ => return Ok(()),
            };
            match member {
                Some(member) => seen(bot, member.guild_id, member).await?,
                None => heard(http, bot, id(user.id.get())).await?,
            }
        }
        FullEvent::Message { new_message } if new_message.guild_id.is_none() && !new_message.author.bot => {
            heard(http, bot, id(new_message.author.id.get())).await?;
        }
        // These come only if the operator has turned them on.
        FullEvent::GuildMemberAddition { new_member } => seen(bot, new_member.guild_id, new_member).await?,
        FullEvent::GuildMemberUpdate { new: Some(member), event, .. } => {
            seen(bot, event.guild_id, member).await?;
        }
        FullEvent::GuildScheduledEventDelete { event } => {
            bot.matches.saw_event_end(id(event.guild_id.get()), id(event.id.get())).await?;
        }
        FullEvent::GuildScheduledEventUpdate { event } if event.status == ScheduledEventStatus::Canceled => {
            bot.matches.saw_event_end(id(event.guild_id.get()), id(event.id.get())).await?;
        }
        _ => {}
    }
    Ok(())
}

/// Compares the roles of a member with what they should be.
async fn seen(bot: &Bot, guild: GuildId, member: &Member) -> Result<(), Failure> {
    let roles: Vec<i64> = member.roles.iter().map(|role| id(role.get())).collect();
    Ok(bot.matches.saw_roles(id(guild.get()), id(member.user.id.get()), &roles).await?)
}

/// Asks Discord for the roles of somebody who has written, where they should have any.
async fn heard(http: &Http, bot: &Bot, user: i64) -> Result<(), Failure> {
    for guild in bot.matches.servers_with_roles(user).await? {
        // Who is not in the server may come back later.
        if let Ok(member) = http.get_member(GuildId::new(number(guild)), UserId::new(number(user))).await {
            seen(bot, member.guild_id, &member).await?;
        }
    }
    Ok(())
}
