//! The commands for the episodes of a season: `/season result`, `match`, `death-match` and `close`.

use poise::serenity_prelude as serenity;
use serenity::Attachment;

use super::find::{
    self, complete_episode, complete_member, complete_season, existing_episode, find_episode, find_member,
    meant,
};
use super::results::{self, ResultsEpisode};
use super::{episodes, matches, texts};
use crate::lobby::templates::complete_hosted;
use crate::ui::{Context, Failure, Prose, Typed, lookup, open_form, send};
use trigon_engine::season::{EpisodeKind, Member, Stakes};

/// Book the results of an episode: in a form, or from a file; you see what changes first
#[poise::command(slash_command)]
pub(super) async fn result(
    ctx: Context<'_>,
    #[description = "What the episode is called"]
    #[max_length = 80]
    title: Option<Prose>,
    #[description = "A CSV or JSON file, instead of the form"] file: Option<Attachment>,
    #[description = "What kind of episode it is (default: a main match)"] kind: Option<EpisodeKindChoice>,
    #[description = "An episode that already exists (default: a new one)"]
    #[autocomplete = "complete_episode"]
    episode: Option<i64>,
    #[description = "Which season"]
    #[rename = "season"]
    #[autocomplete = "complete_season"]
    number: Option<i64>,
) -> Result<(), Failure> {
    let kind = kind.map_or(EpisodeKind::Main, EpisodeKindChoice::kind);
    if let Some(file) = file {
        let shown = async {
            let (person, season) = meant(ctx, number).await?;
            let episode = ResultsEpisode { existing: existing_episode(&season, episode)?, kind };
            results::from_file(ctx.data(), &person, &season, episode, title.map(String::from), &file).await
        };
        return send(ctx, shown).await;
    }
    let (person, season) = meant(ctx, number).await?;
    let episode = ResultsEpisode { existing: existing_episode(&season, episode)?, kind };
    open_form(ctx, results::form(&season, &person, episode, title.as_deref())?).await
}

/// Play an episode here: a match of the cast that takes along what everyone has
#[poise::command(slash_command, rename = "match")]
pub(super) async fn match_(
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
        let plan = matches::MatchPlan {
            info,
            terms,
            title: title.map(String::from),
            kind: EpisodeKind::Main,
            stakes: Stakes::Keep,
            members: season.players().collect(),
            gifts,
        };
        matches::create(ctx, &person, &season, plan).await
    })
    .await
}

/// Play a death match: a game of turns between members, whose loser is out
#[poise::command(slash_command, rename = "death-match")]
#[expect(clippy::too_many_arguments, reason = "one for each option of the command")]
pub(super) async fn death_match(
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
        StakesChoice,
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
        let members = names.map(|name| find_member(&season, &name)).collect::<Result<Vec<_>, _>>()?;
        require_different(&members)?;
        let (info, terms) = matches::turn_game(&ctx.data().matches, &game)?;
        let plan = matches::MatchPlan {
            info,
            terms,
            title: Some(title.map_or_else(|| texts::DEATH_MATCH.to_owned(), String::from)),
            kind: EpisodeKind::Death,
            stakes: stakes.map_or(Stakes::Keep, StakesChoice::stakes),
            members,
            gifts: false,
        };
        matches::create(ctx, &person, &season, plan).await
    })
    .await
}

/// Checks that nobody plays against themselves.
fn require_different(members: &[&Member]) -> Result<(), Failure> {
    for (i, member) in members.iter().enumerate() {
        if members[..i].iter().any(|other| other.number == member.number) {
            return Err(Failure::denied(texts::against_oneself(&member.name)));
        }
    }
    Ok(())
}

/// Make the results of an episode final and public
#[poise::command(slash_command)]
pub(super) async fn close(
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
            Some(number) => find_episode(&season, number)?,
            None => find::only_open_episode(&season)?,
        };
        episodes::ask_to_close(ctx.data(), &person, &season, episode).await
    })
    .await
}

/// The kind of an episode.
#[derive(Debug, Clone, Copy, poise::ChoiceParameter)]
enum EpisodeKindChoice {
    #[name = "main match"]
    Main,
    #[name = "death match"]
    Death,
    #[name = "something else"]
    Other,
}

impl EpisodeKindChoice {
    const fn kind(self) -> EpisodeKind {
        match self {
            Self::Main => EpisodeKind::Main,
            Self::Death => EpisodeKind::Death,
            Self::Other => EpisodeKind::Other,
        }
    }
}

/// What becomes of what the loser of a death match has.
#[derive(Debug, Clone, Copy, poise::ChoiceParameter)]
enum StakesChoice {
    #[name = "the loser keeps it"]
    Keep,
    #[name = "the winner gets it"]
    Winner,
    #[name = "it vanishes"]
    Vanish,
}

impl StakesChoice {
    const fn stakes(self) -> Stakes {
        match self {
            Self::Keep => Stakes::Keep,
            Self::Winner => Stakes::Winner,
            Self::Vanish => Stakes::Vanish,
        }
    }
}
