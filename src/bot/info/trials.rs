//! `/whatif` and `/puzzle`: opening a [`Board`] on which somebody tries out actions in private, with the present position of their match
//! or with one of a match that is over, in which somebody could win within their turn.

use std::convert::Infallible;
use std::sync::Arc;

use poise::serenity_prelude as serenity;
use serenity::{CreateAutocompleteResponse, Http};

use super::access::disclosed_record;
use super::board::{Board, Remarks};
use super::hint::{acting_match, require_own_turn};
use super::texts::{self, HelpKind};
use crate::lobby::game_options::GameCommand;
use crate::ui::person::of_command;
use crate::ui::picture::Shelf;
use crate::ui::{Answer, Bot, Context, Failure, Prefix, Typed, guild_only, lookup, readers, send_later};
use trigon_engine::ids::MatchId;
use trigon_engine::matches::{Match, Person, Puzzle, Status};
use trigon_rules::games::{Draws, Info, Information, Seed};

/// Try out in private what could be played from here; nobody else sees it, and nothing counts
#[poise::command(slash_command)]
pub(crate) async fn whatif(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_played"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send_later(ctx, async {
        let (person, game) = acting_match(ctx, number).await?;
        what_if_board(&person, &game).await
    })
    .await
}

/// Returns a new board with the present position of a match.
///
/// # Errors
/// If the person cannot be helped: see [`require_own_turn`].
pub(crate) async fn what_if_board(person: &Person, game: &Match) -> Result<Answer, Failure> {
    let (seat, _) = require_own_turn(person, game, HelpKind::Boards)?;
    Board::what_if(game, seat, game.question)?.message(&Prefix::default(), Remarks::default()).await
}

/// Find the win: a position of a match that is over, in which somebody could win within their turn
#[poise::command(slash_command)]
pub(crate) async fn puzzle(
    ctx: Context<'_>,
    #[description = "Which game (default: any that is played in turns)"]
    #[autocomplete = "complete_game"]
    game: Option<Typed>,
) -> Result<(), Failure> {
    send_later(ctx, async {
        let person = of_command(ctx).await?;
        let games = ctx.data().matches.games();
        let info = game.map(|typed| GameCommand::PlayNew.find_game(games, &typed)).transpose()?;
        pose(ctx.http(), ctx.data(), &person, info, ctx.id(), None).await
    })
    .await
}

#[expect(clippy::unused_async, reason = "completions are asked for asynchronously")]
async fn complete_game(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    GameCommand::PlayNew.complete_game(ctx, typed)
}

/// Poses another puzzle of the same game, instead of the one with the position after this many actions. `luck` chooses it.
///
/// # Errors
/// If there is none.
pub(crate) async fn another(
    http: &Http,
    bot: &Bot,
    person: &Person,
    game: &Match,
    actions: u32,
    luck: u64,
) -> Result<Answer, Failure> {
    pose(http, bot, person, Some(game.info()), luck, Some((game.id, actions))).await
}

/// The maximum number of matches in which a puzzle is looked for.
const MAX_MATCHES_SEARCHED: usize = 30;

/// The puzzles of matches that are over, by the records of the matches.
static PUZZLES: Shelf<Vec<u8>, Arc<[Puzzle]>> = Shelf::new(64);

/// Poses a puzzle of a match that the person can see, of one game or of any. The puzzle with the position after so many actions of the
/// match in `excluded` is not posed again.
async fn pose(
    http: &Http,
    bot: &Bot,
    person: &Person,
    wanted: Option<&'static Info>,
    luck: u64,
    excluded: Option<(MatchId, u32)>,
) -> Result<Answer, Failure> {
    let guild = person.guild_id.ok_or_else(|| Failure::denied(guild_only()))?;
    let Some(_admission) = bot.replays.admit(person.user_id) else {
        return Err(Failure::denied(texts::already_thinking()));
    };
    let game_names: Vec<&str> = GameCommand::PlayNew
        .games(bot.matches.games())
        .into_iter()
        .filter(|info| {
            info.information == Information::Open && wanted.is_none_or(|wanted| wanted.name == info.name)
        })
        .map(|info| info.name)
        .collect();
    let mut rows = bot.matches.in_guild(guild, true).await?;
    rows.retain(|row| row.status == Status::Over && game_names.contains(&row.game.as_str()));
    let mut draws = Draws::new(&Seed::from([0; 32]).derive(&format!("puzzle {luck}")));
    draws.shuffle(&mut rows);
    for row in rows.iter().take(MAX_MATCHES_SEARCHED) {
        let game = bot.matches.load_listed(row).await?;
        let mut puzzles = puzzles_of(bot, &game).await?;
        puzzles.retain(|puzzle| excluded != Some((game.id, puzzle.actions)));
        draws.shuffle(&mut puzzles);
        let Some(puzzle) = puzzles.first() else { continue };
        if can_see(http, person, &game).await? {
            return Board::puzzle(&game, puzzle.actions)?
                .message(&Prefix::default(), Remarks::default())
                .await;
        }
    }
    Err(Failure::denied(texts::no_puzzle(wanted.map(|info| info.title))))
}

/// Returns the puzzles of a match.
async fn puzzles_of(bot: &Bot, game: &Arc<Match>) -> Result<Vec<Puzzle>, Failure> {
    let slot = PUZZLES.slot(disclosed_record(game)?.file()?);
    let find = async {
        let game = Arc::clone(game);
        Ok::<_, Infallible>(bot.matches.think(move || game.puzzles()).await.unwrap_or_default().into())
    };
    let Ok(found) = slot.drawn(find).await;
    Ok(found.to_vec())
}

/// Returns whether a person may see a match: they played in it or hosted it, or can read its channel.
async fn can_see(http: &Http, person: &Person, game: &Match) -> Result<bool, Failure> {
    if game.has_part(person.user_id) || person.hosts(game) {
        return Ok(true);
    }
    readers::can_read(http, game.guild_id, game.channel_id, person.user_id).await
}
