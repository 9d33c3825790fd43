//! Errors of commands and event handlers.

use crate::ui::{Bot, Failure, Responder, guild_only, not_read, outdated, wrong};

/// Tells the person who asked, and logs the error without any text that could contain a secret.
pub(super) async fn on_error(error: poise::FrameworkError<'_, Bot, Failure>) {
    use poise::FrameworkError as E;
    let (ctx, text) = match error {
        E::Command { error, ctx, .. } => (ctx, error.report()),
        E::CommandPanic { ctx, .. } => {
            tracing::error!(command = ctx.command().qualified_name.as_ref(), "a command panicked");
            (ctx, wrong())
        }
        E::ArgumentParse { ctx, input, .. } => (ctx, not_read(input.as_deref())),
        E::GuildOnly { ctx, .. } => (ctx, guild_only()),
        E::CommandStructureMismatch { ctx, description, .. } => {
            tracing::warn!(description, "a command as it was registered before");
            (poise::Context::Application(ctx), outdated())
        }
        E::EventHandler { error, .. } => return error.log(),
        E::UnknownInteraction { interaction, .. } => {
            tracing::warn!(command = interaction.data.name, "an unknown command");
            return;
        }
        // A failed check means a repeated command, which is ignored. Cooldowns and prefix commands are not used.
        _ => return,
    };
    if let poise::Context::Application(app) = ctx {
        Responder::to_command(ctx.http(), app.data(), app.interaction).respond(text.into()).await;
    }
}
