//! `/review`: looking back at a match that is over. A match played in turns is judged: who had which chances when, and what decided it.
//! A match of rounds is told: what each round brought. Buttons lead to the pictures of either.

use std::convert::Infallible;
use std::sync::Arc;

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, CreateActionRow, CreateButton};

use super::access::{disclosed_record, viewable_past};
use super::texts;
use super::walk::Pictures;
use crate::ui::limits::{BUTTONS, ROWS};
use crate::ui::picture::{self, Shelf};
use crate::ui::snowflakes::ToStored;
use crate::ui::{Answer, Bot, ComponentAction, Context, Failure, button, lookup, send_later, words};
use trigon_engine::ids::UserId;
use trigon_engine::matches::{Analysis, AnalysisError, Decisions, Match, Matches, Record};
use trigon_render::Scene;
use trigon_rules::games::{Frame, Move, Names, Phase, Viewer};

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
    review_with(bot, user, game, Some(share)).await
}

/// Returns the review of a match that a user shares with everyone.
///
/// # Errors
/// As for [`review_for`].
pub(crate) async fn review_for_everyone(bot: &Bot, user: UserId, game: &Match) -> Result<Answer, Failure> {
    review_with(bot, user, game, None).await.map(Answer::for_everyone)
}

/// Returns the review of a match. `share` is a button that shows it to everyone.
async fn review_with(
    bot: &Bot,
    user: UserId,
    game: &Match,
    share: Option<CreateButton>,
) -> Result<Answer, Failure> {
    let record = disclosed_record(game)?;
    if game.is_going_on() {
        return Err(Failure::denied(texts::not_over(game)));
    }
    match Decisions::of(&record) {
        Ok(decisions) => review_of_turns(bot, user, game, record, decisions, share).await,
        Err(AnalysisError::NotInTurns(_)) => review_of_rounds(game, record, share).await,
        Err(AnalysisError::Record(_)) => Err(Failure::denied(texts::nothing_to_walk(game))),
    }
}

/// Judges a match played in turns, and returns the chances of everyone as a picture, with the turning points and the luck in words.
async fn review_of_turns(
    bot: &Bot,
    user: UserId,
    game: &Match,
    record: Record,
    decisions: Decisions,
    share: Option<CreateButton>,
) -> Result<Answer, Failure> {
    let Some(_admission) = bot.replays.admit(user) else {
        return Err(Failure::denied(texts::already_thinking()));
    };
    let slot = REVIEWS.slot(record.file()?);
    let judgement = slot.drawn(async { Ok::<_, Infallible>(judge(&bot.matches, decisions).await) }).await;
    let Ok(Some(judgement)) = judgement else { return Err(Failure::denied(texts::no_foresight(game))) };
    let (analysis, names) = &**judgement;
    let title = record.title.as_deref().unwrap_or(game.info().title);
    let scene = analysis.curve().scene(&Frame { title, names });
    let picture = picture::studio().drawn(game.id, "chances", scene).await?;
    let mut points = analysis.turning_points();
    points.sort_by_key(|point| point.seq);
    let mut buttons = vec![walk_button(game)];
    // Two places are for walking through the pictures and for sharing.
    buttons.extend(points.iter().take(BUTTONS - 2).filter_map(|point| {
        let entry = u32::try_from(point.seq).ok()?;
        let label = texts::entry_button(entry);
        Some(button(game, ComponentAction::Entry(entry), &label, ButtonStyle::Secondary))
    }));
    buttons.extend(share);
    let text = texts::review(game, names, &points, &analysis.luck, LINES_PER_ACTION);
    Ok(Answer::new(text).rows(vec![CreateActionRow::Buttons(buttons)]).file(picture))
}

/// Returns the button that leads to the first picture of a match.
fn walk_button(game: &Match) -> CreateButton {
    button(game, ComponentAction::Entry(1), texts::WALK, ButtonStyle::Primary)
}

/// Judges all decisions of a match, each as a thought of its own, so that nobody else has to wait for all of them. Returns
/// `None` if computed players cannot look ahead in the game.
async fn judge(matches: &Matches, mut decisions: Decisions) -> Judgement {
    let names = decisions.names.clone();
    let list = std::mem::take(&mut decisions.list);
    let mut judged = Vec::with_capacity(list.len());
    for decision in list {
        judged.extend(matches.think(move || decision.judge(LINES_PER_ACTION, 0)).await.flatten());
    }
    if judged.is_empty() {
        return None;
    }
    Some(Arc::new((decisions.into_analysis(judged), names)))
}

/// What a phase of a match brought.
struct Chapter {
    phase: Phase<Move>,
    /// What people will talk about, unescaped.
    headline: String,
    /// The number of entries of the log at its end.
    entries: u32,
}

/// What the phases of a match brought, and its last picture.
struct Recap {
    chapters: Vec<Chapter>,
    last_picture: Scene,
}

/// Returns what the rounds of a match brought, with its last picture. `share` is a button that shows that to everyone.
///
/// # Errors
/// If the match cannot be replayed or drawn.
async fn review_of_rounds(
    game: &Match,
    record: Record,
    share: Option<CreateButton>,
) -> Result<Answer, Failure> {
    // A long match takes a while to replay.
    let found = tokio::task::spawn_blocking(move || chapters(&record)).await;
    let Recap { chapters, last_picture } =
        found.ok().flatten().ok_or_else(|| Failure::denied(texts::nothing_to_walk(game)))?;
    let picture = picture::studio().drawn(game.id, "end", last_picture).await?;
    let mut buttons = vec![walk_button(game)];
    buttons.extend(chapters.iter().map(|chapter| {
        // The picture before the next entry is the one at the end of the phase.
        let entry = ComponentAction::Entry(chapter.entries + 1);
        button(game, entry, &words::phase_name(&chapter.phase), ButtonStyle::Secondary)
    }));
    buttons.truncate(ROWS * BUTTONS - 1);
    buttons.extend(share);
    let rows = buttons.chunks(BUTTONS).map(|row| CreateActionRow::Buttons(row.to_vec())).collect();
    let text = texts::recap(game, chapters.iter().map(|chapter| (&chapter.phase, &chapter.headline[..])));
    Ok(Answer::new(text).rows(rows).file(picture))
}

/// Replays a match and tells what each of its phases brought. Returns `None` if the record does not replay.
fn chapters(record: &Record) -> Option<Recap> {
    let mut pictures = Pictures::of(record)?;
    let first = pictures.next()?;
    // The session at the beginning of the present phase, and the newest picture.
    let (mut phase_began, mut last_picture) = (first.session, first.scene);
    let mut chapters = Vec::new();
    for picture in pictures {
        let (phase, session) = (phase_began.phase(), picture.session);
        if phase.id != session.phase().id {
            let story = session.story(&*phase_began, Viewer::Public);
            chapters.extend(story.map(|story| Chapter {
                phase,
                headline: story.headline,
                entries: picture.entries,
            }));
            phase_began = session;
        }
        last_picture = picture.scene;
    }
    Some(Recap { chapters, last_picture })
}
