//! `/host seat`, `/host unseat` and `/host start`: who plays.

use crate::ui::snowflakes::ToStored;
use poise::serenity_prelude::{ButtonStyle, CreateActionRow, User};
use trigon_engine::ids::UserId;

use super::declared::Declared;
use super::names::{nick, plain, usual_name};
use super::{names, texts};
use crate::ui::limits::NAME;
use crate::ui::lookup::{self, meant};
use crate::ui::{
    Answer, Bot, ComponentAction, Context, Failure, Prefix, Prose, Typed, UnknownId, button, moment, send,
};
use trigon_engine::matches::{
    Amendment, Command, Denied, Limits, Match, MatchError, Millis, Person, PlannedStart, RosterEntry, Status,
};

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
            Some(name) => plain(&name, NAME).ok_or_else(|| Failure::denied(texts::bad_name()))?,
            None => usual_name(&player, nick),
        };
        let fields = Declared::Seated.values(ctx, game.info())?;
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
            Status::Running => Some(names::reason(reason.as_deref(), texts::NO_REASON)?),
            _ => None,
        };
        let command = Command::Unseat { user: user_id, reason };
        let game = ctx.data().matches.ask(game.id, &person, command).await?.game;
        Ok(Answer::new(texts::unseated(&game, user_id)))
    })
    .await
}

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

/// Reads when a match is to start by itself, if it is.
pub(super) fn planned(text: Option<&Typed>, now: Millis) -> Result<Option<PlannedStart>, Failure> {
    let text = text.filter(|text| !text.eq_ignore_ascii_case(NONE));
    text.map(|text| PlannedStart::read(text, now).map_err(|error| moment::refused(&error))).transpose()
}

/// Stands for no planned start.
const NONE: &str = "none";

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
            let known = game.terms.starts;
            let start = match &at {
                Some(at) => planned(Some(at), matches.clock().now())?,
                None => known,
            };
            let weekly = weekly.unwrap_or(known.is_some_and(|known| known.weekly));
            let start = start.map(|start| PlannedStart { weekly, ..start });
            if start.is_none() && known.is_none() {
                return Err(Failure::denied(if at.is_some() {
                    texts::NOT_PLANNED
                } else {
                    texts::NOT_WEEKLY
                }));
            }
            let command = Command::Amend(vec![Amendment::Start(start)]);
            let game = matches.ask(game.id, &person, command).await?.game;
            return Ok(Answer::new(texts::start_planned(&game)));
        }
        let done = matches.ask(game.id, &person, Command::Start).await?;
        Ok(Answer::new(texts::started(&done.game)))
    })
    .await
}
