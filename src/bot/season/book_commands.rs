//! The commands for the book of a season: `/season standings`, `history`, `book`, `give`, `correct` and `reverse`.

use super::book;
use super::find::{
    self, complete_counter, complete_episode, complete_member, complete_season, existing_episode,
    find_counter, find_member, meant,
};
use super::{gifts, news, texts};
use crate::ui::person::of_command;
use crate::ui::{Answer, Context, Failure, Prose, send, send_later};
use trigon_engine::season::{Season, SeasonCommand};

/// See what everyone has
#[poise::command(slash_command)]
pub(super) async fn standings(
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
pub(super) async fn history(
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
        let episode = existing_episode(&season, episode)?;
        book::history(&season, &person, episode)
    })
    .await
}

/// See what you have and where it came from, with the gifts that wait for you
#[poise::command(slash_command, rename = "book")]
pub(super) async fn book(
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
        let member = member.map(|name| find_member(&season, &name)).transpose()?;
        book::book(&season, &person, member)
    })
    .await
}

/// Give somebody something of yours, once they have accepted it
#[poise::command(slash_command)]
pub(super) async fn give(
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
        let to = find_member(&season, &to)?;
        let counter = match counter {
            Some(name) => find_counter(&season, &name)?,
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
pub(super) async fn correct(
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
        let command = SeasonCommand::Correct {
            member: find_member(&season, &member)?.number,
            counter: find_counter(&season, &counter)?.key.clone(),
            delta: amount,
            reason: reason.into(),
            episode: existing_episode(&season, episode)?,
        };
        changed(ctx, &season, command).await
    })
    .await
}

/// Take an entry of the book back, with a reason
#[poise::command(slash_command)]
pub(super) async fn reverse(
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
        changed(ctx, &season, SeasonCommand::Reverse { entry, reason: reason.into() }).await
    })
    .await
}

/// Changes the book.
async fn changed(ctx: Context<'_>, season: &Season, command: SeasonCommand) -> Result<Answer, Failure> {
    let person = of_command(ctx).await?;
    let done = ctx.data().seasons.ask(season.id, &person, &command).await?;
    let viewer = find::viewer(&done.season, &person);
    let is_told = news::is_told(&done.season, &done.events);
    Ok(Answer::new(texts::corrected(&done.season, viewer, done.entries, is_told)))
}
