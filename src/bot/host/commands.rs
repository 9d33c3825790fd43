//! `/host`, and those of its commands that have no file of their own: `replace`, `cohost`, `correct`, `quiet`, `cancel`, `publish` and
//! `role`.
//!
//! There are no `default_member_permissions`: they would hide the command from members with the host role and from
//! creators. Each command checks for itself who may use it.

use poise::serenity_prelude as serenity;
use serenity::{Role, User};

use super::confirm::{self, done_with_warning};
use super::spectators::spectators;
use super::status::{export, simulate, status};
use super::{clock_commands, texts};
use crate::ask::seats::user_and_name;
use crate::info::settings;
use crate::lobby::game_options::GameCommand;
use crate::lobby::names::{nick, read_reason};
use crate::lobby::roster_form::roster;
use crate::lobby::templates::template;
use crate::lobby::texts::bots_do_not_play;
use crate::lobby::{self, computed, create, limits, open_signup, seat, start, unseat};
use crate::ui::lookup::meant;
use crate::ui::person::{manages, member, of_command};
use crate::ui::snowflakes::ToStored;
use crate::ui::{Answer, Context, Failure, Prose, Typed, guild_only, lookup, readers, send};
use trigon_engine::matches::{Command, HOUR, Match, Millis, Person, Power};

/// Host matches
#[poise::command(
    slash_command,
    guild_only,
    subcommand_required,
    subcommands(
        "create",
        "seat",
        "unseat",
        "replace",
        "roster",
        "open_signup",
        "limits",
        "start",
        "template",
        "status",
        "simulate",
        "clock_commands::extend",
        "cohost",
        "clock_commands::remind",
        "spectators",
        "quiet",
        "clock_commands::pause",
        "clock_commands::resume",
        "correct",
        "clock_commands::undo",
        "clock_commands::resolve",
        "export",
        "cancel",
        "publish",
        "role"
    )
)]
#[expect(clippy::unused_async, reason = "commands are async functions")]
pub(crate) async fn host(_ctx: Context<'_>) -> Result<(), Failure> {
    Ok(())
}

/// Have another member take over the seat of a player, for good or for a time
#[poise::command(slash_command)]
async fn replace(
    ctx: Context<'_>,
    #[description = "The player whose seat it is"] player: User,
    #[description = "The member who is to take it over; or me, for a computed player"]
    #[rename = "new"]
    user: User,
    #[description = "Why, for everyone to read"]
    #[max_length = 200]
    reason: Prose,
    #[description = "For how many hours, if the player comes back (default: for good)"]
    #[min = 1]
    #[max = 672]
    hours: Option<u32>,
    #[description = "How strong the computed player is, from 1, which beginners beat, to 6 (default 3)"]
    #[min = 1]
    #[max = 6]
    level: Option<u8>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_hosted"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, game) = meant(ctx, number).await?;
        let has_left = nick(ctx, player.id).is_err();
        let player = player.id.stored();
        let (user, name, since) = if user.id == ctx.framework().bot_id() {
            let computed = game.another_computed(computed::level_or_usual(level)?);
            (computed.user_id(), computed.name(), None)
        } else {
            let (user, name) = user_and_name(ctx, &user)?;
            (user, name, readers::check(ctx.http(), &ctx.data().matches, &game, user).await?)
        };
        let back_in = hours.map(|hours| Millis::from(hours) * HOUR);
        let reason = Some(read_reason(Some(&reason), lobby::texts::NO_REASON)?);
        let command = Command::Handover { player, user, name, back_in, has_left, since, reason };
        let done = ctx.data().matches.ask(game.id, &person, command).await?;
        Ok(Answer::new(texts::asked_to_take_over(&done.game, player, user)))
    })
    .await
}

/// Name somebody who hosts the match with you, or no longer
#[poise::command(slash_command)]
async fn cohost(
    ctx: Context<'_>,
    #[description = "Who"] user: User,
    #[description = "True: no longer"] stop: Option<bool>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_hosted"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, game) = meant(ctx, number).await?;
        if user.bot {
            return Err(Failure::denied(bots_do_not_play(user.id.get())));
        }
        let (user, hosts) = (user.id.stored(), stop != Some(true));
        let command = Command::CoHost { user, hosts };
        let game = ctx.data().matches.ask(game.id, &person, command).await?.game;
        Ok(done_with_warning(ctx.data(), &game, texts::hosts_changed(&game)).await)
    })
    .await
}

/// Correct a wrong value in the roster; once a round has ended, only if all players agree
#[poise::command(slash_command)]
async fn correct(
    ctx: Context<'_>,
    #[description = "Whose line is wrong"] player: User,
    #[description = "Why, for everyone to read"]
    #[max_length = 200]
    reason: Prose,
    #[description = "True: although players then have to send again what they have sent for this round"]
    confirm: Option<bool>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_hosted"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, game) = meant(ctx, number).await?;
        let fields = GameCommand::HostCorrect.values(ctx, game.info())?;
        let reason = read_reason(Some(&reason), texts::NO_REASON)?;
        if confirm != Some(true) && would_take_answers_back(&person, &game) {
            return Err(Failure::denied(texts::correct_anyway(&game)));
        }
        let command = Command::Correct { user: player.id.stored(), fields, reason };
        let done = ctx.data().matches.ask(game.id, &person, command).await?;
        let text = match done.game.proposal() {
            Some(open) => texts::players_asked(&done.game, open.what),
            None => texts::corrected(&done.game),
        };
        Ok(done_with_warning(ctx.data(), &done.game, text).await)
    })
    .await
}

/// Set hours in which posts and messages about the match make no sound
#[poise::command(slash_command)]
async fn quiet(
    ctx: Context<'_>,
    #[description = "Such as 23-8 Europe/Berlin; none for never"]
    #[max_length = 60]
    #[autocomplete = "settings::complete_quiet"]
    hours: Typed,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_hosted"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, game) = meant(ctx, number).await?;
        let command = Command::Quiet(settings::read_quiet_hours(&hours)?);
        let game = ctx.data().matches.ask(game.id, &person, command).await?.game;
        Ok(done_with_warning(ctx.data(), &game, texts::quiet(&game)).await)
    })
    .await
}

/// End a match without a result
#[poise::command(slash_command)]
async fn cancel(
    ctx: Context<'_>,
    #[description = "True: end it for good, without being asked"] confirm: Option<bool>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_hosted"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, game) = meant(ctx, number).await?;
        if confirm != Some(true) {
            return confirm::ask_to_cancel(&person, &game);
        }
        confirm::cancel(ctx.data(), &person, &game).await
    })
    .await
}

/// Show everyone a cancelled match with all that was secret in it
#[poise::command(slash_command)]
async fn publish(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_hosted_ever"]
    number: i64,
    #[description = "Yes, show everything to everyone"] confirm: bool,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, game) = meant(ctx, Some(number)).await?;
        person.check_power(Power::Publish, &game)?;
        if !confirm {
            return Ok(texts::not_published(&game).into());
        }
        ctx.data().matches.ask(game.id, &person, Command::Publish).await?;
        Ok(done_with_warning(ctx.data(), &game, texts::published(&game)).await)
    })
    .await
}

/// Choose the role whose members may host, besides those with Manage Server
#[poise::command(slash_command)]
pub(super) async fn role(
    ctx: Context<'_>,
    #[description = "The role; left out, I say which one it is"] role: Option<Role>,
    #[description = "Have no host role any more"] remove: Option<bool>,
) -> Result<(), Failure> {
    send(ctx, async {
        let person = of_command(ctx).await?;
        let guild_id = person.guild_id.ok_or_else(|| Failure::denied(guild_only()))?;
        if !member(ctx).is_some_and(manages) {
            return Err(Failure::denied(texts::role_needs_manage()));
        }
        let store = ctx.data().matches.store();
        let mut settings = store.guild_settings(guild_id).await?;
        if remove == Some(true) {
            settings.host_role_id = None;
            store.set_guild_settings(&settings).await?;
        } else if let Some(role) = role {
            if role.id.get() == guild_id.snowflake() {
                return Err(Failure::denied(texts::role_everyone()));
            }
            settings.host_role_id = Some(role.id.stored());
            store.set_guild_settings(&settings).await?;
        }
        Ok(Answer::new(texts::role_is(settings.host_role_id)))
    })
    .await
}

/// Returns whether a correction by this person takes effect at once, so that everyone is asked again. Whether anybody has sent
/// anything is none of the host’s business.
fn would_take_answers_back(person: &Person, game: &Match) -> bool {
    let is_alone = person.check_power(Power::Roster, game).is_ok() && !person.role(game).has_a_stake();
    is_alone && game.playing().is_ok() && !game.has_turns() && game.question.number == 0
}
