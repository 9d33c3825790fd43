//! The answers of commands.

use std::sync::atomic::Ordering;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::futures::future::BoxFuture;
use serenity::{CreateInteractionResponse, CreateModal};

use super::responder::{DEFER_AFTER, Responder};
use crate::ui::answer::Answer;
use crate::ui::context::Context;
use crate::ui::failure::Failure;

/// Answers a command so that only its user sees it.
pub(crate) fn send<'a>(
    ctx: Context<'a>,
    work: impl Future<Output = Result<Answer, Failure>> + Send + 'a,
) -> BoxFuture<'a, Result<(), Failure>> {
    respond(ctx, DEFER_AFTER, work)
}

/// Answers a command like [`send`], but defers at once: for answers with pictures, because uploading takes time too.
pub(crate) fn send_later<'a>(
    ctx: Context<'a>,
    work: impl Future<Output = Result<Answer, Failure>> + Send + 'a,
) -> BoxFuture<'a, Result<(), Failure>> {
    respond(ctx, Duration::ZERO, work)
}

fn respond<'a>(
    ctx: Context<'a>,
    defer_after: Duration,
    work: impl Future<Output = Result<Answer, Failure>> + Send + 'a,
) -> BoxFuture<'a, Result<(), Failure>> {
    Box::pin(async move {
        let _work = ctx.data().work.begin();
        // There are no other kinds of commands here.
        if let poise::Context::Application(app) = ctx {
            let responder = Responder::to_command(ctx.http(), app.data(), app.interaction);
            responder.respond_or_defer(defer_after, work).await;
        }
        Ok(())
    })
}

/// Opens a form in response to a command.
///
/// # Errors
/// If Discord does not accept it.
pub(crate) async fn open_form(ctx: Context<'_>, form: CreateModal) -> Result<(), Failure> {
    if let poise::Context::Application(ctx) = ctx {
        let response = CreateInteractionResponse::Modal(form);
        ctx.interaction.create_response(&ctx.data().responder, response).await?;
        ctx.has_sent_initial_response.store(true, Ordering::SeqCst);
    }
    Ok(())
}
