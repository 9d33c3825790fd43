//! Doing a [`Deed`].

use super::deed::Deed;
use super::texts;
use crate::ui::{Answer, Failure};
use trigon_engine::matches::{Match, Matches, Person};
use trigon_rules::games::Narration;

/// Does something for a person, and says so.
pub(crate) async fn perform(
    deed: Deed,
    matches: &Matches,
    person: &Person,
    game: &Match,
) -> Result<Answer, Failure> {
    let late = game.timed_out();
    let asked = game.to_act().first().map(|decision| decision.seat);
    let own = game.offer().is_some_and(|offer| Some(offer.by) == game.seat_of(person.user_id));
    let words = |_: &Match, _: &Match, _: &[Narration]| match (deed, asked) {
        (Deed::Claim, _) => texts::claimed(game, late),
        (Deed::Nudge, Some(seat)) => texts::nudged(game, seat),
        _ => texts::done(game, deed, own),
    };
    let done = matches.ask_telling(game.id, person, deed.command(), &words).await?;
    Ok(Answer::told(words(game, &done.game, &done.narrations), &done))
}
