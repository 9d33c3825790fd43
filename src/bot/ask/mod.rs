//! What a player asks of one match, by command, by direct message or by picking the match.
//!
//! Somebody who asks without a number may play in several matches. First, [`find_match`] finds the one that is meant; if there are
//! several, [`ask_which_match`] shows a select of them. Then [`fulfil`] does what was asked.
//!
//! | file | what |
//! |---|---|
//! | `request.rs` | [`Ask`]: the request, and how the choice of a match carries it |
//! | `find.rs` | the match that is meant by a request |
//! | `commands.rs` | the commands, such as `/move` and `/me` |
//! | `seats.rs` | `/substitute`, `/leave` and answers to requests to take over a seat |
//! | `texts.rs` | the sentences about seats that change hands |

pub(crate) mod commands;
mod find;
mod request;
pub(crate) mod seats;
mod texts;

pub(crate) use find::{ReplaceableAnswer, ask_which_match, find_match, replaceable_answer};
pub(crate) use request::{Ask, Picked};

use crate::agree::perform;
use crate::info::mine;
use crate::play::texts::no_question;
use crate::play::typed::{self, ParsedMove, require_seat};
use crate::play::{ahead, show_panel};
use crate::ui::lookup::{self, Lookup, numbered};
use crate::ui::person::of_command;
use crate::ui::snowflakes::ToStored;
use crate::ui::{Answer, Context, Failure};
use trigon_engine::ids::ChannelId;
use trigon_engine::matches::{Match, Matches, Person};

/// Fulfils a request that was made by command, or asks which match is meant.
pub(crate) async fn ask(ctx: Context<'_>, number: Option<i64>, ask: Ask) -> Result<Answer, Failure> {
    let person = of_command(ctx).await?;
    let (matches, channel) = (&ctx.data().matches, ctx.channel_id().stored());
    let number = numbered(ctx, number);
    let found = match find_match(matches, &person, number, channel, &ask).await? {
        Some(found) => found,
        // No game reads the text. The one of the match that is meant explains what is wrong with it.
        None => lookup::acted_in(matches, &person, number, channel).await?.into(),
    };
    match found.lookup {
        Lookup::One(game) => fulfil(matches, &person, channel, &game, &ask, found.parsed).await,
        Lookup::Several(rows) => ask_which_match(matches, &person, &rows, &ask).await,
    }
}

/// Fulfils a player's request about a match, in a channel. `parsed` is the typed text as the game reads it, if it was read already.
pub(crate) async fn fulfil(
    matches: &Matches,
    person: &Person,
    channel: ChannelId,
    game: &Match,
    ask: &Ask,
    parsed: Option<ParsedMove>,
) -> Result<Answer, Failure> {
    match ask {
        Ask::Typed(text) => typed::play_typed(matches, person, game, text, parsed).await,
        Ask::Perform(command) => perform(*command, matches, person, game).await,
        Ask::Ahead(text) => ahead::leave_ahead(matches, person, game, text).await,
        Ask::Away(from, to) => mine::away(matches, person, game, *from, *to).await,
        Ask::Back => mine::back(matches, person, game).await,
        Ask::Show => show_panel(game, require_seat(person, game)?),
        Ask::Question(key) => {
            let seat = require_seat(person, game)?;
            match game.decision(seat) {
                Some(decision) if decision.key != key => Err(Failure::denied(no_question(game, key))),
                _ => show_panel(game, seat),
            }
        }
        Ask::Me => mine::me(matches.clock().now(), person, game).await,
        Ask::Board => mine::board(matches, person, channel, game).await,
    }
}
