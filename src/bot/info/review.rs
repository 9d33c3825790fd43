//! `/review`: a match that is over, with the chances of everyone, its turning points, and a walk through its pictures.

use std::convert::Infallible;
use std::sync::Arc;

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, CreateActionRow, CreateButton};

use super::access::{disclosed_record, viewable_past};
use super::{rounds, texts};
use crate::ui::limits::BUTTONS;
use crate::ui::picture::{self, Shelf};
use crate::ui::snowflakes::ToStored;
use crate::ui::{Answer, Bot, ComponentAction, Context, Failure, button, lookup, send_later};
use trigon_engine::ids::UserId;
use trigon_engine::matches::{Analysis, AnalysisError, Decisions, Match, Matches};
use trigon_rules::games::{Frame, Names};

/// Look back at a match that is over: who had which chances when, and what decided it
#[poise::command(slash_command)]
pub(crate) async fn review(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_seen"]
    number: Option<i64>,
) -> Result<(), Failure> {
    let user = ctx.author().id.stored();
    send_later(ctx, async {
        let game = viewable_past(ctx, number, |game| !game.is_going_on()).await?;
        review_for(ctx.data(), user, &game).await
    })
    .await
}

/// How many lines of play are tried for each action that is compared.
const LINES_PER_ACTION: u32 = 300;

/// What decided a match, with the names of its players; `None` if computed players cannot look ahead in the game.
type Judgement = Option<Arc<(Analysis, Names)>>;

/// The reviews of this process, by the records of the matches: usually, several players ask for the same one.
static REVIEWS: Shelf<Vec<u8>, Judgement> = Shelf::new(32);

/// Returns the review of a match for a user, who can share it.
///
/// # Errors
/// If the match is not over, something in it is still secret, or the user is already waiting for something of the kind.
pub(crate) async fn review_for(bot: &Bot, user: UserId, game: &Match) -> Result<Answer, Failure> {
    let share = button(game, ComponentAction::Share, texts::SHARE, ButtonStyle::Secondary);
    reviewed(bot, user, game, Some(share)).await
}

/// Returns the review of a match that a user shares with everyone.
///
/// # Errors
/// As for [`review_for`].
pub(crate) async fn review_for_everyone(bot: &Bot, user: UserId, game: &Match) -> Result<Answer, Failure> {
    reviewed(bot, user, game, None).await.map(Answer::for_everyone)
}

async fn reviewed(
    bot: &Bot,
    user: UserId,
    game: &Match,
    share: Option<CreateButton>,
) -> Result<Answer, Failure> {
    let record = disclosed_record(game)?;
    if game.is_going_on() {
        return Err(Failure::denied(texts::not_over(game)));
    }
    let decisions = match Decisions::of(&record) {
        Ok(decisions) => decisions,
        Err(AnalysisError::NotInTurns(_)) => return rounds::recapped(game, record, share).await,
        Err(AnalysisError::Record(_)) => return Err(Failure::denied(texts::nothing_to_walk(game))),
    };
    let Some(_admission) = bot.replays.admit(user) else {
        return Err(Failure::denied(texts::already_thinking()));
    };
    let slot = REVIEWS.slot(record.file()?);
    let judged = slot.drawn(async { Ok::<_, Infallible>(judged(&bot.matches, decisions).await) }).await;
    let Ok(Some(judgement)) = judged else { return Err(Failure::denied(texts::no_foresight(game))) };
    let (analysis, names) = &**judgement;
    let title = record.title.as_deref().unwrap_or(game.info().title);
    let scene = analysis.curve().scene(&Frame { title, names });
    let picture = picture::studio().drawn(game.id, "chances", scene).await?;
    let mut points = analysis.turning_points();
    points.sort_by_key(|point| point.seq);
    let mut buttons = vec![button(game, ComponentAction::Entry(1), texts::WALK, ButtonStyle::Primary)];
    buttons.extend(points.iter().take(BUTTONS - 2).filter_map(|point| {
        let entry = u32::try_from(point.seq).ok()?;
        let label = texts::entry_button(entry);
        Some(button(game, ComponentAction::Entry(entry), &label, ButtonStyle::Secondary))
    }));
    buttons.extend(share);
    let text = texts::review(game, names, &points, &analysis.luck, LINES_PER_ACTION);
    Ok(Answer::new(text).rows(vec![CreateActionRow::Buttons(buttons)]).file(picture))
}

/// Judges all decisions of a match, each as a thought of its own, so that nobody else has to wait for all of them. Returns
/// `None` if computed players cannot look ahead in the game.
async fn judged(matches: &Matches, mut decisions: Decisions) -> Judgement {
    let names = decisions.names.clone();
    let list = std::mem::take(&mut decisions.list);
    let mut judged = Vec::with_capacity(list.len());
    for one in list {
        judged.extend(matches.think(move || one.judge(LINES_PER_ACTION, 0)).await.flatten());
    }
    if judged.is_empty() {
        return None;
    }
    Some(Arc::new((decisions.into_analysis(judged), names)))
}
