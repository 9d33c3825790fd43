//! `/host signup`, `/host limits` and `/host start`: what a host settles before play begins, and the start.

use super::texts;
use crate::ui::lookup::{self, meant};
use crate::ui::{Answer, Context, Failure, Typed, moment, send};
use trigon_engine::matches::{Amendment, Command, Limits, Match, Matches, Millis, Person, PlannedStart};

/// Open or close the sign-up: whether members can join with a button
#[poise::command(slash_command, rename = "signup")]
pub(crate) async fn open_signup(
    ctx: Context<'_>,
    #[description = "Whether members can join with a button"] open: bool,
    #[description = "For how many hours a free seat is offered to each alternate later (default 12)"]
    #[min = 1]
    #[max = 72]
    offer_hours: Option<u32>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_hosted"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, game) = meant(ctx, number).await?;
        let command = Command::OpenSignup { open, offer_hours };
        let game = ctx.data().matches.ask(game.id, &person, command).await?.game;
        Ok(Answer::new(texts::signup_opened(&game)))
    })
    .await
}

/// Set what hosts may do to the clock without asking the players, until the start
#[poise::command(slash_command)]
pub(crate) async fn limits(
    ctx: Context<'_>,
    #[description = "Hours that hosts can add to a round (default 48)"]
    #[min = 0]
    #[max = 672]
    extend_hours: Option<u32>,
    #[description = "Hours that hosts can add to all rounds together (default 120)"]
    #[min = 0]
    #[max = 6720]
    extend_total: Option<u32>,
    #[description = "Whether hosts can end rounds early and shorten them (default: no)"] shorten: Option<
        bool,
    >,
    #[description = "Whether there are no limits at all (default: no)"] none: Option<bool>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_hosted"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, game) = meant(ctx, number).await?;
        let known = game.terms.limits.unwrap_or(Limits::USUAL);
        let limits = Limits {
            phase_hours: extend_hours.unwrap_or(known.phase_hours),
            match_hours: extend_total.unwrap_or(known.match_hours),
            shorten: shorten.unwrap_or(known.shorten),
        };
        let command = Command::Limit(Some(limits).filter(|_| none != Some(true)));
        let game = ctx.data().matches.ask(game.id, &person, command).await?.game;
        Ok(Answer::new(texts::limits_set(&game)))
    })
    .await
}

/// Fix the roster and begin, now or at a time
#[poise::command(slash_command)]
pub(crate) async fn start(
    ctx: Context<'_>,
    #[description = "When it starts by itself, such as fri 18:00 Europe/Berlin; none for not by itself (default: now)"]
    #[max_length = 80]
    #[autocomplete = "moment::complete"]
    at: Option<Typed>,
    #[description = "Whether a sign-up for a week later opens then, every week until you stop it (default: no)"]
    weekly: Option<bool>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_hosted"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, game) = meant(ctx, number).await?;
        let matches = &ctx.data().matches;
        if at.is_some() || weekly.is_some() {
            return plan_start(matches, &person, &game, at.as_ref(), weekly).await;
        }
        let done = matches.ask(game.id, &person, Command::Start).await?;
        Ok(Answer::new(texts::started(&done.game)))
    })
    .await
}

/// Changes when a match starts by itself, and whether it does so every week. What is left out stays as it is.
async fn plan_start(
    matches: &Matches,
    person: &Person,
    game: &Match,
    at: Option<&Typed>,
    weekly: Option<bool>,
) -> Result<Answer, Failure> {
    let before = game.terms.starts;
    let start = if at.is_some() { planned_start(at, matches.clock().now())? } else { before };
    let weekly = weekly.unwrap_or(before.is_some_and(|before| before.weekly));
    let start = start.map(|start| PlannedStart { weekly, ..start });
    if start.is_none() && before.is_none() {
        let nothing = if at.is_some() { texts::NOT_PLANNED } else { texts::NOT_WEEKLY };
        return Err(Failure::denied(nothing));
    }
    let command = Command::Amend(vec![Amendment::Start(start)]);
    let game = matches.ask(game.id, person, command).await?.game;
    Ok(Answer::new(texts::start_planned(&game)))
}

/// Reads when a match is to start by itself, if it is.
///
/// # Errors
/// If the text is no time.
pub(super) fn planned_start(text: Option<&Typed>, now: Millis) -> Result<Option<PlannedStart>, Failure> {
    let text = text.filter(|text| !text.eq_ignore_ascii_case(NONE));
    text.map(|text| PlannedStart::read(text, now).map_err(|error| moment::refused(&error))).transpose()
}

/// What somebody writes for no planned start.
const NONE: &str = "none";
