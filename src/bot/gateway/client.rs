//! serenity’s client, with poise’s framework, which hands over commands, events and their errors.

use poise::serenity_prelude as serenity;
use serenity::{Client, ClientBuilder, GatewayIntents, Http};

use super::events;
use super::running::{ConnectionPhase, PhaseSender};
use crate::ui::{Bot, Context, Failure, Responder, guild_only, nobody, not_read, outdated, wrong};

/// Builds the client. Nothing is sent to Discord’s gateway before it is started.
pub(super) async fn build(
    http: Http,
    commands: Vec<poise::Command<Bot, Failure>>,
    bot: Bot,
    phase_sender: PhaseSender,
) -> Result<Client, serenity::Error> {
    let options = poise::FrameworkOptions {
        commands,
        on_error: |error| Box::pin(on_error(error)),
        command_check: Some(|ctx| Box::pin(async move { Ok(mark_as_handled(ctx).await) })),
        event_handler: |framework, event| Box::pin(events::on_event(framework, event)),
        allowed_mentions: Some(nobody()),
        ..poise::FrameworkOptions::default()
    };
    let framework = poise::Framework::builder()
        .options(options)
        .initialize_owners(false)
        .setup(move |_, _, _| {
            Box::pin(async move {
                // Only the first session gets here, so nothing may be started that a second one would start again.
                phase_sender.note(ConnectionPhase::Ready);
                Ok(bot)
            })
        })
        .build();
    ClientBuilder::new_with_http(http, intents()).framework(framework).await
}

/// Marks a command as handled, and returns whether it had not been delivered before.
async fn mark_as_handled(ctx: Context<'_>) -> bool {
    // poise runs this check once for the command and once for each of its groups.
    if ctx.invocation_data::<IsNew>().await.is_some() {
        return true;
    }
    ctx.set_invocation_data(IsNew).await;
    ctx.data().handled_requests.insert(ctx.id())
}

/// A marker for a command that is known to be new.
struct IsNew;

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

/// Returns the events to listen to: guilds for their roles and channels, their scheduled events, and direct messages. None is
/// privileged: direct messages to the bot include their text without `MESSAGE_CONTENT`.
fn intents() -> GatewayIntents {
    GatewayIntents::GUILDS | GatewayIntents::DIRECT_MESSAGES | GatewayIntents::GUILD_SCHEDULED_EVENTS
}
