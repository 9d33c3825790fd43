//! [`World`]: a sandbox with a guild and people, for all tests here; [`Scene`]: the same with a small bot of serenity and poise, which
//! uses what a real one would.

use std::{sync::Arc, time::Duration};

use poise::serenity_prelude as serenity;
use serenity::{
    AutocompleteChoice, ChannelId, CreateActionRow, CreateAttachment, CreateAutocompleteResponse,
    CreateButton, CreateInputText, CreateInteractionResponse, CreateInteractionResponseMessage,
    CreateMessage, CreateModal, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption, CreateThread,
    FullEvent, GatewayIntents, Http, HttpBuilder, InputTextStyle, Interaction, Nonce, ShardManager,
};
use tokio::sync::Mutex;
use trigon::sandbox::{GuildHandle, Id, NewPerson, Person, RateLimits, Sandbox, SandboxConfig};

pub(crate) type Error = Box<dyn std::error::Error + Send + Sync>;
type Context<'a> = poise::Context<'a, Data, Error>;

/// What the bot has heard, for tests to look at.
#[derive(Default)]
pub(crate) struct Data {
    pub(crate) heard: Arc<Mutex<Vec<String>>>,
}

/// Says pong.
#[poise::command(slash_command)]
async fn ping(ctx: Context<'_>) -> Result<(), Error> {
    ctx.say("pong").await?;
    Ok(())
}

/// Thinks, then draws.
#[poise::command(slash_command)]
async fn draw(ctx: Context<'_>, #[description = "for me only"] private: bool) -> Result<(), Error> {
    if private {
        ctx.defer_ephemeral().await?;
    } else {
        ctx.defer().await?;
    }
    let picture = CreateAttachment::bytes(vec![7; 3000], "a board.png");
    ctx.send(poise::CreateReply::default().content("drawn").attachment(picture)).await?;
    ctx.send(poise::CreateReply::default().content("and more").ephemeral(true)).await?;
    Ok(())
}

/// Shows buttons and a select.
#[poise::command(slash_command)]
async fn panel(ctx: Context<'_>) -> Result<(), Error> {
    let buttons = CreateActionRow::Buttons(vec![
        CreateButton::new("go").label("Go"),
        CreateButton::new("quiet").label("Quiet"),
        CreateButton::new("form").label("Form"),
        CreateButton::new("off").label("Off").disabled(true),
    ]);
    let options = ["red", "blue"].map(|c| CreateSelectMenuOption::new(c, c)).to_vec();
    let select = CreateSelectMenu::new("colour", CreateSelectMenuKind::String { options });
    let users =
        CreateSelectMenu::new("who", CreateSelectMenuKind::User { default_users: None }).max_values(3);
    let rows = vec![buttons, CreateActionRow::SelectMenu(select), CreateActionRow::SelectMenu(users)];
    ctx.send(poise::CreateReply::default().content("panel").components(rows)).await?;
    Ok(())
}

/// Suggests names that begin with what was typed.
async fn complete(_ctx: Context<'_>, partial: &str) -> CreateAutocompleteResponse {
    let fitting = ["alpha", "beta", "gamma"].into_iter().filter(|name| name.starts_with(partial));
    CreateAutocompleteResponse::new().set_choices(fitting.map(AutocompleteChoice::from).collect())
}

/// A command with subcommands.
#[poise::command(slash_command, subcommands("create"))]
async fn host(_ctx: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// Creates something.
#[poise::command(slash_command)]
async fn create(
    ctx: Context<'_>,
    #[description = "which"]
    #[autocomplete = "complete"]
    game: String,
    #[description = "seats"]
    #[min = 2]
    #[max = 6]
    seats: i64,
    #[description = "whom"] guest: Option<serenity::User>,
) -> Result<(), Error> {
    let guest = guest.map(|guest| guest.name).unwrap_or_default();
    ctx.say(format!("{game} for {seats} with {guest}")).await?;
    Ok(())
}

/// Writes to the person directly, and says how it went.
#[poise::command(slash_command)]
async fn whisper(ctx: Context<'_>) -> Result<(), Error> {
    let sent = ctx.author().direct_message(ctx.http(), CreateMessage::new().content("psst")).await;
    ctx.say(match sent {
        Ok(_) => "whispered".to_owned(),
        Err(error) => code(&error).to_string(),
    })
    .await?;
    Ok(())
}

/// Opens a thread.
#[poise::command(slash_command)]
async fn table(ctx: Context<'_>) -> Result<(), Error> {
    ctx.say("setting up").await?;
    let thread = ctx
        .channel_id()
        .create_thread(ctx.http(), CreateThread::new("Table 1").kind(serenity::ChannelType::PublicThread))
        .await?;
    thread.say(ctx.http(), "sit down").await?;
    Ok(())
}

/// Returns Discord's code in an error of serenity.
pub(crate) fn code(error: &serenity::Error) -> isize {
    match error {
        serenity::Error::Http(serenity::HttpError::UnsuccessfulRequest(answer)) => answer.error.code,
        _ => 0,
    }
}

/// Notes what the bot hears, and answers presses and forms.
async fn on_event(
    framework: poise::FrameworkContext<'_, Data, Error>,
    event: &FullEvent,
) -> Result<(), Error> {
    let (ctx, data) = (framework.serenity_context, framework.user_data);
    match event {
        FullEvent::Message { new_message } if !new_message.author.bot => {
            data.heard.lock().await.push(new_message.content.clone());
            if new_message.guild_id.is_none() {
                new_message.channel_id.say(&ctx.http, format!("heard {}", new_message.content)).await?;
            }
        }
        FullEvent::Resume { .. } => data.heard.lock().await.push("[resumed]".to_owned()),
        FullEvent::Ready { .. } => data.heard.lock().await.push("[ready]".to_owned()),
        FullEvent::InteractionCreate { interaction: Interaction::Component(click) } => {
            let answer = CreateInteractionResponseMessage::new();
            let response = match click.data.custom_id.as_str() {
                "go" => CreateInteractionResponse::UpdateMessage(answer.content("gone").components(vec![])),
                "quiet" => CreateInteractionResponse::Acknowledge,
                "form" => {
                    let name = CreateInputText::new(InputTextStyle::Short, "Name", "name").max_length(10);
                    let rows = vec![CreateActionRow::InputText(name)];
                    CreateInteractionResponse::Modal(CreateModal::new("m1", "Who are you?").components(rows))
                }
                _ => {
                    let picked = format!("{:?}", click.data.kind);
                    CreateInteractionResponse::Message(answer.content(picked).ephemeral(true))
                }
            };
            click.create_response(&ctx.http, response).await?;
        }
        FullEvent::InteractionCreate { interaction: Interaction::Modal(modal) } => {
            let serenity::ActionRowComponent::InputText(text) = &modal.data.components[0].components[0]
            else {
                return Ok(());
            };
            let answer = CreateInteractionResponseMessage::new();
            let hello = format!("hello {}", text.value.clone().unwrap_or_default());
            modal
                .create_response(&ctx.http, CreateInteractionResponse::Message(answer.content(hello)))
                .await?;
        }
        _ => {}
    }
    Ok(())
}

/// A sandbox with a guild, two people and the bot connected.
pub(crate) struct Scene {
    pub(crate) sandbox: Sandbox,
    pub(crate) guild: GuildHandle,
    pub(crate) hall: Id,
    pub(crate) ada: Person,
    pub(crate) bob: Person,
    pub(crate) http: Arc<Http>,
    pub(crate) heard: Arc<Mutex<Vec<String>>>,
    shards: Arc<ShardManager>,
}

/// How long a test waits for something that the bot does in the background.
pub(crate) const WAIT_TIMEOUT: Duration = Duration::from_secs(10);

/// Returns a configuration without Discord's rate limits, for tests of other things that make many requests in a short
/// time.
pub(crate) fn unlimited() -> SandboxConfig {
    SandboxConfig { limits: RateLimits::off(), ..SandboxConfig::default() }
}

/// A sandbox with a guild and two people.
pub(crate) struct World {
    pub(crate) sandbox: Sandbox,
    pub(crate) guild: GuildHandle,
    /// The channel of the guild.
    pub(crate) hall: Id,
    /// The owner of the guild.
    pub(crate) ada: Person,
    /// A member.
    pub(crate) bob: Person,
}

/// Starts a sandbox with a guild and two people.
pub(crate) async fn world(config: SandboxConfig) -> World {
    let sandbox = Sandbox::start(config).await.unwrap();
    let ada = sandbox.create_person(NewPerson::named("ada"));
    let bob = sandbox.create_person(NewPerson::named("bob"));
    let guild = sandbox.create_guild("Table", &ada);
    guild.add_member(&bob);
    let hall = guild.create_channel("hall");
    World { sandbox, guild, hall, ada, bob }
}

/// Returns serenity's HTTP client for the sandbox.
pub(crate) fn http(sandbox: &Sandbox) -> Http {
    HttpBuilder::new(sandbox.token()).proxy(sandbox.url()).ratelimiter_disabled(true).build()
}

impl Scene {
    /// Starts a sandbox without rate limits, and the bot.
    pub(crate) async fn set() -> Self {
        Self::with(unlimited()).await
    }

    /// Starts a sandbox with this configuration, and the bot, and waits until its commands are registered.
    pub(crate) async fn with(config: SandboxConfig) -> Self {
        let World { sandbox, guild, hall, ada, bob } = world(config).await;
        let heard = Arc::new(Mutex::new(Vec::new()));
        let data = Data { heard: heard.clone() };
        let commands = vec![ping(), draw(), panel(), host(), whisper(), table()];
        let here = serenity::GuildId::new(guild.id().0);
        let framework = poise::Framework::builder()
            .options(poise::FrameworkOptions {
                commands,
                event_handler: |framework, event| Box::pin(on_event(framework, event)),
                ..Default::default()
            })
            .setup(move |ctx, _, framework| {
                Box::pin(async move {
                    poise::builtins::register_in_guild(ctx, &framework.options().commands, here).await?;
                    Ok(data)
                })
            })
            .build();
        let mut client =
            serenity::ClientBuilder::new_with_http(http(&sandbox), GatewayIntents::non_privileged())
                .framework(framework)
                .await
                .unwrap();
        let (http, shards) = (client.http.clone(), client.shard_manager.clone());
        tokio::spawn(async move { client.start().await });
        let id = guild.id();
        let registered = || !sandbox.registered_commands(Some(id)).is_empty();
        assert!(sandbox.wait_until(WAIT_TIMEOUT, registered).await);
        Self { sandbox, guild, hall, ada, bob, http, heard, shards }
    }

    /// Returns the channel as serenity names it.
    pub(crate) fn hall(&self) -> ChannelId {
        ChannelId::new(self.hall.0)
    }

    /// Waits until the bot has heard something this many times.
    pub(crate) async fn hears(&self, text: &str, times: usize) -> bool {
        for _ in 0..500 {
            if self.heard.lock().await.iter().filter(|heard| *heard == text).count() >= times {
                return true;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        false
    }

    /// Ends the bot.
    pub(crate) async fn end(self) {
        self.shards.shutdown_all().await;
    }
}

/// Returns a message with a nonce that must stay unique.
pub(crate) fn once(text: &str, nonce: &str) -> CreateMessage {
    CreateMessage::new().content(text).nonce(Nonce::String(nonce.to_owned())).enforce_nonce(true)
}
