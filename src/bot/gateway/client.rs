//! serenity’s client, with poise’s framework for commands and events.

use poise::serenity_prelude as serenity;
use serenity::{Client, ClientBuilder, GatewayIntents, Http};

use super::running::{ConnectionPhase, PhaseSender};
use super::{command_errors, events, threads};
use crate::ui::{Bot, Context, Failure, nobody};

/// Builds the client. Nothing is sent to Discord’s gateway before it is started.
pub(super) async fn build(
    http: Http,
    commands: Vec<poise::Command<Bot, Failure>>,
    bot: Bot,
    phase_sender: PhaseSender,
) -> Result<Client, serenity::Error> {
    let options = poise::FrameworkOptions {
        commands,
        on_error: |error| Box::pin(command_errors::on_error(error)),
        command_check: Some(|ctx| Box::pin(async move { Ok(mark_as_handled(ctx).await) })),
        event_handler: |framework, event| {
            Box::pin(async move {
                let _work = framework.user_data.work.begin();
                let http = &framework.serenity_context.http;
                threads::reopen_archived_thread(http, framework.user_data, event).await;
                events::note_readers(framework, event).await;
                let compared = events::compare_with_server(framework, event);
                tokio::join!(events::on_event(framework, event), compared).0
            })
        },
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

/// Returns the events to listen to: guilds for their roles and channels, their scheduled events, and direct messages. None is
/// privileged: direct messages to the bot include their text without `MESSAGE_CONTENT`.
fn intents() -> GatewayIntents {
    GatewayIntents::GUILDS | GatewayIntents::DIRECT_MESSAGES | GatewayIntents::GUILD_SCHEDULED_EVENTS
}
