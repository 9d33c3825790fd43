//! `/season`, and its commands for a season as a whole: `create`, `cast`, `channel`, `export`, `import` and `end`. Each command
//! checks for itself who may use it.

use poise::serenity_prelude as serenity;
use serenity::{Attachment, GuildChannel, Role};

use super::files::{self, FileKind};
use super::find::{complete_season, meant};
use super::{book_commands, cast as casts, episode_commands, episodes, texts};
use crate::ui::person::of_command;
use crate::ui::snowflakes::ToStored;
use crate::ui::{Answer, Context, Failure, Prose, guild_only, open_form, send, send_later};
use trigon_engine::season::{Counter, SeasonCommand, SeenBy};

/// The book of a season: what everyone has, and who got what in which episode
#[poise::command(
    slash_command,
    guild_only,
    subcommand_required,
    subcommands(
        "create",
        "cast",
        "book_commands::standings",
        "book_commands::book",
        "book_commands::history",
        "episode_commands::result",
        "episode_commands::match_",
        "episode_commands::death_match",
        "book_commands::give",
        "book_commands::correct",
        "book_commands::reverse",
        "episode_commands::close",
        "channel_",
        "export",
        "import",
        "end"
    )
)]
#[expect(clippy::unused_async, reason = "commands are async functions")]
pub(crate) async fn season(_ctx: Context<'_>) -> Result<(), Failure> {
    Ok(())
}

/// Create a season that you host
#[poise::command(slash_command)]
async fn create(
    ctx: Context<'_>,
    #[description = "What it is called"]
    #[max_length = 80]
    title: Prose,
    #[description = "What else is counted besides garnets and priority, such as: Opals, Black garnets"]
    #[max_length = 200]
    counters: Option<Prose>,
    #[description = "Where the results of each episode are posted (default: this channel)"]
    #[channel_types("Text")]
    channel: Option<GuildChannel>,
) -> Result<(), Failure> {
    send(ctx, async {
        let person = of_command(ctx).await?;
        let guild = person.guild_id.ok_or_else(|| Failure::denied(guild_only()))?;
        if !person.guild_host {
            return Err(Failure::denied(texts::MAY_NOT_CREATE));
        }
        let mut all = Counter::usual();
        for label in counters.iter().flat_map(|labels| labels.split([',', ';'])) {
            let label = label.trim();
            if !label.is_empty() {
                all.push(named_counter(label, all.len() + 1));
            }
        }
        let seasons = &ctx.data().seasons;
        let season = seasons.create(guild, &person, &title, &all).await?;
        let channel = channel.map_or(ctx.channel_id(), |channel| channel.id);
        let command = SeasonCommand::Channel(Some(channel.stored()));
        let season = seasons.ask(season.id, &person, &command).await?.season;
        Ok(Answer::new(texts::created(&season)))
    })
    .await
}

/// Write the cast: one line for each member
#[poise::command(slash_command)]
async fn cast(
    ctx: Context<'_>,
    #[description = "Which season"]
    #[rename = "season"]
    #[autocomplete = "complete_season"]
    number: Option<i64>,
    #[description = "Adds a line for everyone who has this role and is not in the cast"] role: Option<Role>,
) -> Result<(), Failure> {
    let (person, season) = meant(ctx, number).await?;
    open_form(ctx, casts::form(ctx.http(), &season, &person, role.as_ref()).await?).await
}

/// Choose where the news of the season are posted; without a channel, nowhere
#[poise::command(slash_command, rename = "channel")]
async fn channel_(
    ctx: Context<'_>,
    #[description = "Where the results of each episode are posted (default: nowhere)"]
    #[channel_types("Text")]
    channel: Option<GuildChannel>,
    #[description = "Which season"]
    #[rename = "season"]
    #[autocomplete = "complete_season"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, season) = meant(ctx, number).await?;
        let command = SeasonCommand::Channel(channel.map(|channel| channel.id.stored()));
        let season = ctx.data().seasons.ask(season.id, &person, &command).await?.season;
        Ok(Answer::new(texts::channel_chosen(&season)))
    })
    .await
}

/// Get the season as a file
#[poise::command(slash_command)]
async fn export(
    ctx: Context<'_>,
    #[description = "What is in it (default: everything, as JSON)"] kind: Option<FileKind>,
    #[description = "Which season"]
    #[rename = "season"]
    #[autocomplete = "complete_season"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send_later(ctx, async {
        let (person, season) = meant(ctx, number).await?;
        files::export(&season, &person, kind.unwrap_or(FileKind::Json))
    })
    .await
}

/// Read a season from its file into an empty one; you see what is in it first
#[poise::command(slash_command)]
async fn import(
    ctx: Context<'_>,
    #[description = "The file, as /season export sends it (JSON)"] file: Attachment,
    #[description = "Which season"]
    #[rename = "season"]
    #[autocomplete = "complete_season"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send_later(ctx, async {
        let (person, season) = meant(ctx, number).await?;
        files::preview_import(ctx.data(), &person, &season, &file).await
    })
    .await
}

/// End the season: its book no longer changes
#[poise::command(slash_command)]
async fn end(
    ctx: Context<'_>,
    #[description = "Which season"]
    #[rename = "season"]
    #[autocomplete = "complete_season"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, season) = meant(ctx, number).await?;
        episodes::ask_to_end(ctx.data(), &person, &season).await
    })
    .await
}

/// Returns a counter with a name that somebody has chosen. `number` is its place among all counters, from 1.
fn named_counter(label: &str, number: usize) -> Counter {
    let word = |word: &str| word.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
    let words: Vec<String> = label.split_whitespace().map(word).filter(|word| !word.is_empty()).collect();
    let key = words.join("-").to_ascii_lowercase();
    let is_key = key.starts_with(|c: char| c.is_ascii_lowercase()) && key.len() <= 24;
    Counter {
        key: if is_key { key } else { format!("counter-{number}") },
        label: label.to_owned(),
        sign: None,
        start: 0,
        seen_by: SeenBy::Everyone,
        floor: None,
        can_be_given: true,
        is_at_stake: true,
    }
}
