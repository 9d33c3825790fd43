//! Fulfilling a player's request, or asking first which match is meant.

use poise::serenity_prelude as serenity;
use serenity::{CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption};

use super::request::{Ask, Picked};
use crate::agree::perform;
use crate::info::{mine, texts};
use crate::play::texts::no_question;
use crate::play::typed::{self, ParsedMove, require_seat};
use crate::play::{ahead, show_panel};
use crate::ui::limits::{OPTION, OPTIONS};
use crate::ui::lookup::{self, Lookup, choice, numbered};
use crate::ui::person::of_command;
use crate::ui::snowflakes::ToStored;
use crate::ui::{Answer, ComponentAction, Context, CustomId, Failure};
use trigon_engine::ids::{ChannelId, MatchId};
use trigon_engine::matches::{Match, Matches, Person, QuestionId, Summary};

/// Asks which of several matches is meant.
pub(crate) async fn pick(
    matches: &Matches,
    person: &Person,
    rows: &[Summary],
    ask: &Ask,
) -> Result<Answer, Failure> {
    let is_direct = person.writes_directly();
    let mut options = Vec::new();
    for row in rows.iter().take(OPTIONS) {
        let game = matches.load_listed(row).await?;
        let value = Picked { match_id: row.id, question: game.question, ask: ask.clone() }.to_string();
        if value.chars().count() > OPTION {
            return Err(Failure::denied(texts::say_which(is_direct)));
        }
        options.push(CreateSelectMenuOption::new(choice(row), value));
    }
    let id = CustomId::new(MatchId(0), QuestionId::default(), ComponentAction::Pick).to_string();
    let select = CreateSelectMenu::new(id, CreateSelectMenuKind::String { options });
    let row = CreateActionRow::SelectMenu(select.placeholder(texts::pick_placeholder()));
    let example = match ask {
        Ask::Typed(text) => text,
        _ => "me",
    };
    let example = rows.first().filter(|_| is_direct).map(|row| (row.id, example));
    let more = rows.len().saturating_sub(OPTIONS);
    Ok(Answer::new(texts::which_match(more, ask.may_change_something(), example)).rows(vec![row]))
}

/// Fulfils a player's request about a match, in a channel.
pub(crate) async fn fulfil(
    matches: &Matches,
    person: &Person,
    channel: ChannelId,
    game: &Match,
    ask: &Ask,
    read: Option<ParsedMove>,
) -> Result<Answer, Failure> {
    match ask {
        Ask::Typed(text) => typed::play_typed(matches, person, game, text, read).await,
        Ask::Player(command) => perform(*command, matches, person, game).await,
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

/// Fulfils a player's request, or asks which match is meant.
pub(crate) async fn ask(ctx: Context<'_>, number: Option<i64>, ask: Ask) -> Result<Answer, Failure> {
    let person = of_command(ctx).await?;
    let (matches, channel) = (&ctx.data().matches, ctx.channel_id().stored());
    let number = numbered(ctx, number);
    let (found, read) = match ask.which(matches, &person, number, channel).await? {
        Some(found) => found,
        // That match's game explains what is wrong with the text.
        None => (lookup::acted_in(matches, &person, number, channel).await?, None),
    };
    match found {
        Lookup::One(game) => fulfil(matches, &person, channel, &game, &ask, read).await,
        Lookup::Several(rows) => pick(matches, &person, &rows, &ask).await,
    }
}
