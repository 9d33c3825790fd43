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
                let holder = users.into_iter().find(|other| *other != user_id).unwrap_or(user_id);
                Ok(offer_swap(&now, &TakenPlace { label, key, place, user: user_id, holder }))
            }
            Err(error) => Err(error.into()),
        }
    })
    .await
}

/// A place in a ranking that a host has given to one player while another one has it.
struct TakenPlace {
    /// The label of the ranking.
    label: &'static str,
    /// The key of the ranking.
    key: &'static str,
    place: i64,
    /// The player to whom the host has given it.
    user: UserId,
    /// The player who has it.
    holder: UserId,
}

/// Says who has a place that a host has given to another player, and offers to swap their places.
fn offer_swap(game: &Match, taken: &TakenPlace) -> Answer {
    let TakenPlace { label, key, place, user, holder } = *taken;
    let Some(player) = game.players.iter().find(|player| player.user_id == user) else {
        // Somebody who has no seat yet has no place to give.
        return Answer::new(texts::place_taken((label, place), user, holder, None));
    };
    let own_place = player.fields.number(key);
    let holder_gets = own_place.map_or_else(|| texts::AT_THE_START.to_owned(), |own| own.to_string());
    let text = texts::place_taken((label, place), user, holder, Some(&holder_gets));
    let Some(keys) = Prefix::new(vec![user.to_string(), key.to_owned(), place.to_string()]) else {
        return Answer::new(text);
    };
    let swap = button(game, ComponentAction::Swap(keys), texts::SWAP, ButtonStyle::Primary);
    let back = button(game, ComponentAction::Back, texts::BACK, ButtonStyle::Secondary);
    Answer::new(text).rows(vec![CreateActionRow::Buttons(vec![swap, back])])
}

/// Swaps two players’ places in a ranking, as [`offer_swap`] offers it with a button.
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
