//! A bot made with poise, and its test on the embedded Discord: `cargo run --example greeter`.

use std::error::Error;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{ClientBuilder, GatewayIntents, HttpBuilder};
use trigon::sandbox::{NewPerson, Response, Sandbox, SandboxConfig};

type Failure = Box<dyn Error + Send + Sync>;

/// Greet somebody
#[poise::command(slash_command)]
async fn hello(ctx: poise::Context<'_, (), Failure>, whom: String) -> Result<(), Failure> {
    ctx.say(format!("Hello, {whom}!")).await?;
    Ok(())
}

/// Runs the bot at an address in place of Discord’s.
async fn run(discord: String, token: String) -> Result<(), Failure> {
    let options = poise::FrameworkOptions { commands: vec![hello()], ..Default::default() };
    let framework = poise::Framework::builder().options(options).setup(|ctx, _, framework| {
        Box::pin(
            async move { Ok(poise::builtins::register_globally(ctx, &framework.options().commands).await?) },
        )
    });
    // All that differs from a bot on Discord.
    let http = HttpBuilder::new(token).proxy(discord).ratelimiter_disabled(true).build();
    let client = ClientBuilder::new_with_http(http, GatewayIntents::non_privileged());
    client.framework(framework.build()).await?.start().await?;
    Ok(())
}

/// Tests the bot: somebody uses its command, and reads the answer.
#[tokio::main]
pub(crate) async fn main() -> Result<(), Failure> {
    let discord = Sandbox::start(SandboxConfig::default()).await?;
    let ada = discord.create_person(NewPerson::named("ada"));
    let hall = discord.create_guild("Table", &ada).create_channel("hall");
    let bot = tokio::spawn(run(discord.url(), discord.token()));
    let is_ready = || ada.commands(hall).contains(&"hello".to_owned());
    assert!(discord.wait_until(Duration::from_secs(10), is_ready).await, "the bot registers its command");

    let answer = ada.slash(hall, "hello", &[("whom", "world".into())])?.response().await?;
    assert!(matches!(answer, Response::Message(message) if message.content == "Hello, world!"));
    bot.abort();
    Ok(())
}
