//! The commands. Each checks for itself who may use it.

use poise::serenity_prelude as serenity;
use serenity::{Attachment, GuildChannel, Role};

use super::book::{self, FileKind};
use super::find::{
    self, complete_counter, complete_episode, complete_member, complete_season, counter as counter_of,
    episode as episode_of, meant, member as member_of,
};
use super::{cast as casts, episodes, gifts, imports, matches, news, results, texts};
use crate::lobby::templates::complete_hosted;
use crate::ui::person::of_command;
use crate::ui::snowflakes::ToStored;
use crate::ui::{Answer, Context, Failure, Prose, Typed, guild_only, lookup, open_form, send, send_later};
use trigon_engine::season::{Command, Counter, EpisodeKind, EpisodeNumber, Season, SeenBy, Stakes};

/// The book of a season: what everyone has, and who got what in which episode
#[poise::command(
    slash_command,
    guild_only,
    subcommand_required,
    subcommands(
        "create",
        "cast",
        "standings",
        "book",
        "history",
        "result",
        "match_",
        "death_match",
        "give",
        "correct",
        "reverse",
        "close",
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
        let command = Command::Channel(Some(channel.stored()));
        let season = seasons.ask(season.id, &person, &command).await?.season;
        Ok(Answer::new(texts::created(&season)))
    })
    .await
}

/// Returns a counter with a name that somebody has chosen.
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

/// See what everyone has
#[poise::command(slash_command)]
async fn standings(
    ctx: Context<'_>,
    #[description = "Which season"]
    #[rename = "season"]
    #[autocomplete = "complete_season"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send_later(ctx, async {
        let (_, season) = meant(ctx, number).await?;
        book::with_standings(&season, "").await
    })
    .await
}

/// See who got what in which episode
#[poise::command(slash_command)]
async fn history(
    ctx: Context<'_>,
    #[description = "Only one episode"]
    #[autocomplete = "complete_episode"]
    episode: Option<i64>,
    #[description = "Which season"]
    #[rename = "season"]
    #[autocomplete = "complete_season"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, season) = meant(ctx, number).await?;
        let episode = planned(&season, episode)?;
        book::history(&season, &person, episode)
    })
    .await
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
        let command = Command::Channel(channel.map(|channel| channel.id.stored()));
        let season = ctx.data().seasons.ask(season.id, &person, &command).await?.season;
        Ok(Answer::new(texts::channel_chosen(&season)))
    })
    .await
}

/// See what you have and where it came from, with the gifts that wait for you
#[poise::command(slash_command, rename = "book")]
async fn book(
    ctx: Context<'_>,
    #[description = "Whose book, for hosts (default: yours)"]
    #[max_length = 40]
    #[autocomplete = "complete_member"]
    member: Option<Prose>,
    #[description = "Which season"]
    #[rename = "season"]
    #[autocomplete = "complete_season"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, season) = meant(ctx, number).await?;
        let member = member.map(|name| member_of(&season, &name)).transpose()?;
        book::book(&season, &person, member)
    })
    .await
}

/// The kind of an episode.
#[derive(Debug, Clone, Copy, poise::ChoiceParameter)]
enum Kind {
    #[name = "main match"]
    Main,
    #[name = "death match"]
    Death,
    #[name = "something else"]
    Other,
}

impl Kind {
    const fn kind(self) -> EpisodeKind {
        match self {
            Self::Main => EpisodeKind::Main,
            Self::Death => EpisodeKind::Death,
            Self::Other => EpisodeKind::Other,
        }
    }
}

/// Returns the planned episode that is meant, if one is.
fn planned(season: &Season, number: Option<i64>) -> Result<Option<EpisodeNumber>, Failure> {
    number.map(|number| Ok(episode_of(season, number)?.number)).transpose()
}

/// Book the results of an episode: in a form, or from a file; you see what changes first
#[poise::command(slash_command)]
async fn result(
    ctx: Context<'_>,
    #[description = "What the episode is called"]
    #[max_length = 80]
    title: Option<Prose>,
    #[description = "A CSV or JSON file, instead of the form"] file: Option<Attachment>,
    #[description = "What kind of episode it is (default: a main match)"] kind: Option<Kind>,
    #[description = "An episode that already exists (default: a new one)"]
    #[autocomplete = "complete_episode"]
    episode: Option<i64>,
    #[description = "Which season"]
    #[rename = "season"]
    #[autocomplete = "complete_season"]
    number: Option<i64>,
) -> Result<(), Failure> {
    let kind = kind.map_or(EpisodeKind::Main, Kind::kind);
    if let Some(file) = file {
        let shown = async {
            let (person, season) = meant(ctx, number).await?;
            let of = (planned(&season, episode)?, kind);
            results::from_file(ctx.data(), &person, &season, of, title.map(String::from), &file).await
        };
        return send(ctx, shown).await;
    }
    let (person, season) = meant(ctx, number).await?;
    let of = (planned(&season, episode)?, kind);
    open_form(ctx, results::form(&season, &person, of, title.as_deref())?).await
}

/// Play an episode here: a match of the cast that takes along what everyone has
#[poise::command(slash_command, rename = "match")]
async fn match_(
    ctx: Context<'_>,
    #[description = "Which game"]
    #[autocomplete = "matches::complete_game"]
    game: Option<Typed>,
    #[description = "What the episode is called (default: the game’s name)"]
    #[max_length = 60]
    title: Option<Prose>,
    #[description = "Whether members can give each other something while it is played (default: no)"]
    gifts: Option<bool>,
    #[description = "A match that has not begun, instead of a new one: it takes along what everyone has now"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_hosted"]
    existing: Option<i64>,
    #[description = "Saved settings of a new match (default: the usual ones)"]
    #[max_length = 100]
    #[autocomplete = "complete_hosted"]
    template: Option<Typed>,
    #[description = "Which season"]
    #[rename = "season"]
    #[autocomplete = "complete_season"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, season) = meant(ctx, number).await?;
        let gifts = gifts == Some(true);
        if let Some(existing) = existing {
            let (_, game) = lookup::meant(ctx, Some(existing)).await?;
            return matches::take_along(ctx.data(), &person, &season, &game, gifts).await;
        }
        let (all, guild) = (&ctx.data().matches, season.guild_id);
        let (info, terms) = matches::hosted_game(all, guild, game.as_deref(), template.as_ref()).await?;
        let wanted = matches::Wanted {
            info,
            terms,
            title: title.map(String::from),
            kind: EpisodeKind::Main,
            stakes: Stakes::Keep,
            members: season.players().collect(),
            gifts,
        };
        matches::create(ctx, &person, &season, wanted).await
    })
    .await
}

/// What becomes of what the loser of a death match has.
#[derive(Debug, Clone, Copy, poise::ChoiceParameter)]
enum LosersGoods {
    #[name = "the loser keeps it"]
    Keep,
    #[name = "the winner gets it"]
    Winner,
    #[name = "it vanishes"]
    Vanish,
}

impl LosersGoods {
    const fn stakes(self) -> Stakes {
        match self {
            Self::Keep => Stakes::Keep,
            Self::Winner => Stakes::Winner,
            Self::Vanish => Stakes::Vanish,
        }
    }
}

/// Play a death match: a game of turns between members, whose loser is out
#[poise::command(slash_command, rename = "death-match")]
#[expect(clippy::too_many_arguments, reason = "one for each option of the command")]
async fn death_match(
    ctx: Context<'_>,
    #[description = "Who plays"]
    #[max_length = 40]
    #[autocomplete = "complete_member"]
    a: Prose,
    #[description = "Against whom"]
    #[max_length = 40]
    #[autocomplete = "complete_member"]
    b: Prose,
    #[description = "Which game"]
    #[autocomplete = "matches::complete_turn_game"]
    game: Typed,
    #[description = "A third player, in a game for three"]
    #[max_length = 40]
    #[autocomplete = "complete_member"]
    c: Option<Prose>,
    #[description = "What becomes of what the loser has (default: the loser keeps it)"] stakes: Option<
        LosersGoods,
    >,
    #[description = "What the episode is called (default: Death match)"]
    #[max_length = 60]
    title: Option<Prose>,
    #[description = "Which season"]
    #[rename = "season"]
    #[autocomplete = "complete_season"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, season) = meant(ctx, number).await?;
        let names = [Some(a), Some(b), c].into_iter().flatten();
        let members = names.map(|name| member_of(&season, &name)).collect::<Result<Vec<_>, _>>()?;
        let mut rest = &members[..];
        while let [first, more @ ..] = rest {
            if more.iter().any(|other| other.number == first.number) {
                return Err(Failure::denied(texts::against_oneself(&first.name)));
            }
            rest = more;
        }
        let (info, terms) = matches::turn_game(&ctx.data().matches, &game)?;
        let wanted = matches::Wanted {
            info,
            terms,
            title: Some(title.map_or_else(|| texts::DEATH_MATCH.to_owned(), String::from)),
            kind: EpisodeKind::Death,
            stakes: stakes.map_or(Stakes::Keep, LosersGoods::stakes),
            members,
            gifts: false,
        };
        matches::create(ctx, &person, &season, wanted).await
    })
    .await
}

/// Give somebody something of yours, once they have accepted it
#[poise::command(slash_command)]
async fn give(
    ctx: Context<'_>,
    #[description = "Who gets it"]
    #[max_length = 40]
    #[autocomplete = "complete_member"]
    to: Prose,
    #[description = "How much"]
    #[min = 1]
    amount: i64,
    #[description = "Of what (default: garnets)"]
    #[max_length = 40]
    #[autocomplete = "complete_counter"]
    counter: Option<Prose>,
    #[description = "Which season"]
    #[rename = "season"]
    #[autocomplete = "complete_season"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, season) = meant(ctx, number).await?;
        let to = member_of(&season, &to)?;
        let counter = match counter {
            Some(name) => counter_of(&season, &name)?,
            None => {
                let first = season.counters.iter().find(|counter| counter.can_be_given);
                first.ok_or_else(|| Failure::denied(texts::NOTHING_TO_GIVE))?
            }
        };
        gifts::give(ctx.data(), &person, &season, to, &counter.key, amount).await
    })
    .await
}

/// Change what a member has, with a reason
#[poise::command(slash_command)]
async fn correct(
    ctx: Context<'_>,
    #[description = "Whose book"]
    #[max_length = 40]
    #[autocomplete = "complete_member"]
    member: Prose,
    #[description = "Of what"]
    #[max_length = 40]
    #[autocomplete = "complete_counter"]
    counter: Prose,
    #[description = "How much more; below zero for less"] amount: i64,
    #[description = "Why, for everyone to read"]
    #[max_length = 200]
    reason: Prose,
    #[description = "The episode that it belongs to, if any"]
    #[autocomplete = "complete_episode"]
    episode: Option<i64>,
    #[description = "Which season"]
    #[rename = "season"]
    #[autocomplete = "complete_season"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (_, season) = meant(ctx, number).await?;
        let command = Command::Correct {
            member: member_of(&season, &member)?.number,
            counter: counter_of(&season, &counter)?.key.clone(),
            delta: amount,
            reason: reason.into(),
            episode: planned(&season, episode)?,
        };
        changed(ctx, &season, command).await
    })
    .await
}

/// Take an entry of the book back, with a reason
#[poise::command(slash_command)]
async fn reverse(
    ctx: Context<'_>,
    #[description = "Its number, as in /season book"]
    #[min = 1]
    entry: i64,
    #[description = "Why, for everyone to read"]
    #[max_length = 200]
    reason: Prose,
    #[description = "Which season"]
    #[rename = "season"]
    #[autocomplete = "complete_season"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (_, season) = meant(ctx, number).await?;
        changed(ctx, &season, Command::Reverse { entry, reason: reason.into() }).await
    })
    .await
}

/// Changes the book.
async fn changed(ctx: Context<'_>, season: &Season, command: Command) -> Result<Answer, Failure> {
    let person = of_command(ctx).await?;
    let done = ctx.data().seasons.ask(season.id, &person, &command).await?;
    let viewer = find::viewer(&done.season, &person);
    let is_told = news::is_told(&done.season, &done.events);
    Ok(Answer::new(texts::corrected(&done.season, viewer, done.entries, is_told)))
}

/// Make the results of an episode final and public
#[poise::command(slash_command)]
async fn close(
    ctx: Context<'_>,
    #[description = "Which episode (default: the one that is open)"]
    #[autocomplete = "complete_episode"]
    episode: Option<i64>,
    #[description = "Which season"]
    #[rename = "season"]
    #[autocomplete = "complete_season"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, season) = meant(ctx, number).await?;
        let episode = match episode {
            Some(number) => episode_of(&season, number)?,
            None => find::to_close(&season)?,
        };
        episodes::ask_to_close(ctx.data(), &person, &season, episode).await
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
        book::export(&season, &person, kind.unwrap_or(FileKind::Json))
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
        imports::from_file(ctx.data(), &person, &season, &file).await
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
