//! `/host seat` and `/host unseat`: who plays, one player at a time.

use poise::serenity_prelude::{ButtonStyle, CreateActionRow, User};

use super::game_options::GameCommand;
use super::names::{display_name, nick, one_line};
use super::{names, texts};
use crate::ui::limits::NAME;
use crate::ui::lookup::{self, meant};
use crate::ui::snowflakes::ToStored;
use crate::ui::{Answer, Bot, ComponentAction, Context, Failure, Prefix, Prose, UnknownId, button, send};
use trigon_engine::ids::UserId;
use trigon_engine::matches::{Command, Denied, Match, MatchError, Person, RosterEntry, Status};

/// Give a player a seat, or change the player’s line of the roster
#[poise::command(slash_command)]
pub(crate) async fn seat(
    ctx: Context<'_>,
    #[description = "Who"] player: User,
    #[description = "What the player is called (default: the name in this server)"]
    #[max_length = 32]
    name: Option<Prose>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_hosted"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, game) = meant(ctx, number).await?;
        let user_id = player.id.stored();
        if player.bot {
            return Err(Failure::denied(texts::bots_do_not_play(player.id.get())));
        }
        let nick = nick(ctx, player.id)?;
        let renames = name.is_some();
        let name = match name {
            Some(name) => one_line(&name, NAME).ok_or_else(|| Failure::denied(texts::bad_name()))?,
            None => display_name(&player, nick),
        };
        let fields = GameCommand::HostSeat.values(ctx, game.info())?;
        let command = Command::Seat(RosterEntry { user_id, name, renames, fields });
        match ctx.data().matches.ask(game.id, &person, command).await {
            Ok(done) => Ok(Answer::new(texts::seated(&done.game, user_id))),
            Err(MatchError::Denied(Denied::RosterTooLong { .. })) => {
                let now = ctx.data().matches.load(game.id).await?;
                Err(Failure::denied(texts::no_seat_for(&now, user_id)))
            }
            Err(MatchError::Denied(Denied::PlaceTaken { label, key, place, users })) => {
                let now = ctx.data().matches.load(game.id).await?;
                Ok(swap_offered(&now, user_id, (label, key, place), users))
            }
            Err(error) => Err(error.into()),
        }
    })
    .await
}

/// Says who has a place that a host has given to another player, and offers to swap.
fn swap_offered(
    game: &Match,
    user: UserId,
    (label, key, place): (&str, &str, i64),
    users: [UserId; 2],
) -> Answer {
    let holder = users.into_iter().find(|other| *other != user).unwrap_or(user);
    let among = |user: UserId| game.players.iter().find(|player| player.user_id == user);
    // Somebody who has no seat yet has no place to give.
    let keys =
        among(user).and_then(|_| Prefix::new(vec![user.to_string(), key.to_owned(), place.to_string()]));
    let swap = keys.map(|keys| {
        let swap = button(game, ComponentAction::Swap(keys), texts::SWAP, ButtonStyle::Primary);
        let back = button(game, ComponentAction::Back, texts::BACK, ButtonStyle::Secondary);
        CreateActionRow::Buttons(vec![swap, back])
    });
    let gets = among(user).map(|player| {
        let before = player.fields.number(key);
        before.map_or_else(|| texts::AT_THE_START.to_owned(), |before| before.to_string())
    });
    let text = texts::place_taken((label, place), user, holder, gets.as_deref());
    Answer::new(text).rows(swap.into_iter().collect())
}

/// Swaps two players’ places in a ranking.
pub(crate) async fn swap(bot: &Bot, person: &Person, game: &Match, keys: &Prefix) -> Result<Answer, Failure> {
    let unknown = || Failure::denied(UnknownId::Component.to_string());
    let [user, key, place] = keys.keys() else { return Err(unknown()) };
    let user = user.parse().map_err(|_| unknown())?;
    let place = place.parse().map_err(|_| unknown())?;
    let command = Command::Swap { user, key: key.clone(), place };
    let game = bot.matches.ask(game.id, person, command).await?.game;
    Ok(Answer::new(texts::roster(&game)))
}

/// Take a player off the roster
#[poise::command(slash_command)]
pub(crate) async fn unseat(
    ctx: Context<'_>,
    #[description = "Who"] player: User,
    #[description = "Why, for everyone to read, once the match is being played"]
    #[max_length = 200]
    reason: Option<Prose>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_hosted"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, game) = meant(ctx, number).await?;
        let user_id = player.id.stored();
        let reason = match game.status {
            Status::Running => Some(names::read_reason(reason.as_deref(), texts::NO_REASON)?),
            _ => None,
        };
        let command = Command::Unseat { user: user_id, reason };
        let game = ctx.data().matches.ask(game.id, &person, command).await?.game;
        Ok(Answer::new(texts::unseated(&game, user_id)))
    })
    .await
}
