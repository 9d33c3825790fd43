//! `/host role`: whose members may host.

use poise::serenity_prelude::Role;

use super::texts;
use crate::ui::person::{id, manages, member, of_command};
use crate::ui::{Answer, Context, Failure, guild_only, send};

/// Choose the role whose members may host, besides those with Manage Server
#[poise::command(slash_command)]
pub(super) async fn role(
    ctx: Context<'_>,
    #[description = "The role; left out, I say which one it is"] role: Option<Role>,
    #[description = "Have no host role any more"] remove: Option<bool>,
) -> Result<(), Failure> {
    send(ctx, async {
        let person = of_command(ctx).await?;
        let guild_id = person.guild_id.ok_or_else(|| Failure::denied(guild_only()))?;
        if !member(ctx).is_some_and(manages) {
            return Err(Failure::denied(texts::role_needs_manage()));
        }
        let store = ctx.data().matches.store();
        let mut settings = store.guild_settings(guild_id).await?;
        let wanted = match (role, remove) {
            (_, Some(true)) => Some(None),
            (Some(role), _) if id(role.id.get()) == guild_id => {
                return Err(Failure::denied(texts::role_everyone()));
            }
            (Some(role), _) => Some(Some(id(role.id.get()))),
            (None, _) => None,
        };
        if let Some(wanted) = wanted {
            settings.host_role_id = wanted;
            store.set_guild_settings(&settings).await?;
        }
        Ok(Answer::new(texts::role_is(settings.host_role_id)))
    })
    .await
}
