//! `/hint`: what a computed player would do in one's place.

use super::texts;
use crate::play::typed::seat;
use crate::ui::lookup;
use crate::ui::person::{id, of_command};
use crate::ui::{Answer, Bot, Context, Failure, send_later};
use trigon_engine::matches::{Denied, Match, Person};
use trigon_rules::games::Level;

/// Ask what a computed player would do in your place
#[poise::command(slash_command)]
pub(crate) async fn hint(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_played"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send_later(ctx, async {
        let person = of_command(ctx).await?;
        let (matches, channel) = (&ctx.data().matches, id(ctx.channel_id().get()));
        let found = lookup::acted_in(matches, &person, number, channel).await?;
        advice(ctx.data(), &person, &*found.one("You’re playing in several matches")?).await
    })
    .await
}

/// Returns what a computed player of the highest level would do in a person’s place.
///
/// # Errors
/// If it is not that person’s turn, if there are secrets that others must not help with, or if the person is already waiting for
/// something of the kind.
async fn advice(bot: &Bot, person: &Person, game: &Match) -> Result<Answer, Failure> {
    let seat = seat(person, game)?;
    if game.has_secrets() || !game.has_turns() {
        return Err(Failure::denied(texts::no_hints(game)));
    }
    let session = game.playing()?;
    game.decision(seat).ok_or(Denied::NothingAsked(game.id))?;
    let sight = session.sight(seat).ok_or(Denied::NothingAsked(game.id))?;
    let Some(_admission) = bot.replays.admit(person.user_id) else {
        return Err(Failure::denied(texts::already_thinking()));
    };
    // The same position gives the same advice, however often somebody asks.
    let seed = game.seq().unsigned_abs();
    let best = Level::ALL[Level::ALL.len() - 1];
    let thought = bot.matches.think(move || sight.think(best, seed)).await.flatten();
    let lines = thought.map(|thought| thought.lines).unwrap_or_default();
    if lines.is_empty() {
        return Err(Failure::denied(texts::no_foresight(game)));
    }
    let described = |action: &str| session.parse(action).map_or(String::new(), |it| session.describe(&it));
    let lines: Vec<_> = lines.iter().take(SHOWN).map(|line| (line, described(&line.action))).collect();
    Ok(Answer::new(texts::hint(game, seat, &lines)))
}

/// The number of actions that are shown.
const SHOWN: usize = 3;
