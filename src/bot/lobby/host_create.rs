//! `/host create`: creating a match of a game played in rounds, which a host runs.

use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse, GuildChannel, User};

use super::channel::require_playable_in;
use super::game_options::GameCommand;
use super::presets::Preset;
use super::retries::{created_before, note_created};
use super::start::planned_start;
use super::templates::{self, game_and_terms};
use super::{game_options, names, settings, texts};
use crate::ui::limits::SUGGESTIONS;
use crate::ui::person::of_command;
use crate::ui::snowflakes::ToStored;
use crate::ui::{Answer, Context, Failure, Prose, Typed, guild_only, moment, send};
use trigon_engine::matches::{Calendar, NewMatch, Person, Terms};

/// Create a match that you host
#[poise::command(slash_command)]
#[expect(clippy::too_many_arguments, reason = "one for each option of the command")]
pub(crate) async fn create(
    ctx: Context<'_>,
    #[description = "Which game"]
    #[autocomplete = "complete_game"]
    game: Option<Typed>,
    #[description = "What it is called (default: the game’s name)"]
    #[max_length = 60]
    title: Option<Prose>,
    #[description = "How many players"] players: Option<u8>,
    #[description = "Hours before play begins; with 0 it begins at once (default 24)"]
    #[min = 0]
    #[max = 672]
    pregame_hours: Option<u32>,
    #[description = "Where it is played (default: this channel)"]
    #[channel_types("Text")]
    channel: Option<GuildChannel>,
    #[description = "Whether members can join with a button (default: yes)"] sign_up: Option<bool>,
    #[description = "Someone who hosts the match with you and sees what you see"] co_host: Option<User>,
    #[description = "After how many deadlines missed in a row a seat is offered to others (default: never)"]
    #[min = 1]
    #[max = 10]
    strikes: Option<u8>,
    #[description = "How often each player who is late gives everyone more time (default: never)"]
    #[min = 1]
    #[max = 5]
    grace: Option<u8>,
    #[description = "Hours more when somebody is late (default 12)"]
    #[min = 1]
    #[max = 72]
    grace_hours: Option<u32>,
    #[description = "Whether rounds end early once everyone is ready (default: no)"] early: Option<bool>,
    #[description = "Minutes from saying that everyone is ready to the early end (default 30)"]
    #[min = 15]
    #[max = 1440]
    early_minutes: Option<u32>,
    #[description = "Hours that a round lasts at least before it can end early (default 12)"]
    #[min = 0]
    #[max = 672]
    least_hours: Option<u32>,
    #[description = "When rounds end: relaxed, evenings or quick, or times such as mon-fri 19:00 UTC (default: by hours)"]
    #[max_length = 80]
    #[autocomplete = "complete_ends"]
    ends: Option<Typed>,
    #[description = "Hours until the roster closes and a public beacon goes into the draws (default: no beacon)"]
    #[min = 1]
    #[max = 672]
    beacon_hours: Option<u32>,
    #[description = "When it starts by itself, such as fri 18:00 Europe/Berlin (default: when a host starts it)"]
    #[max_length = 80]
    #[autocomplete = "moment::complete"]
    starts: Option<Typed>,
    #[description = "Saved settings to begin with; what you choose here counts more"]
    #[max_length = 100]
    #[autocomplete = "templates::complete_hosted"]
    template: Option<Typed>,
) -> Result<(), Failure> {
    send(ctx, async {
        let person = of_command(ctx).await?;
        let guild_id = person.guild_id.ok_or_else(|| Failure::denied(guild_only()))?;
        if !person.guild_host {
            return Err(Failure::denied(texts::may_not_create()));
        }
        if let Some(user) = &co_host {
            require_co_host(&person, user)?;
        }
        let matches = &ctx.data().matches;
        let saved = templates::find_template(matches, guild_id, template.as_ref()).await?;
        let (info, base) = game_and_terms(GameCommand::HostCreate, matches.games(), game.as_deref(), saved)?;
        let preset = ends.as_deref().and_then(Preset::from_name);
        let base = match preset {
            Some(preset) => preset.applied_to(base, info),
            None => base,
        };
        let planned_start = planned_start(starts.as_ref(), matches.clock().now())?;
        let chosen_calendar = match (preset, ends) {
            (Some(preset), _) => preset.calendar(matches, guild_id).await?,
            (None, ends) => ends.map(|ends| read_calendar(&ends)).transpose()?,
        };
        let has_limits = game_options::has_filled_in_limits(ctx);
        // What is chosen here about the end of rounds, or about the start, replaces what the template says of it.
        let saved_calendar = base.calendar.filter(|_| preset.is_none() && !has_limits);
        let saved_beacon_hours = base.beacon_hours.filter(|_| planned_start.is_none());
        let mut terms = Terms {
            players: players.unwrap_or(base.players),
            pregame_hours: pregame_hours.unwrap_or(base.pregame_hours),
            open_signup: sign_up.unwrap_or(base.open_signup),
            co_hosts: co_host.iter().map(|user| user.id.stored()).collect(),
            strikes: strikes.unwrap_or(base.strikes),
            graces: grace.unwrap_or(base.graces),
            grace_hours: grace_hours.unwrap_or(base.grace_hours),
            early: early.unwrap_or(base.early),
            early_minutes: early_minutes.unwrap_or(base.early_minutes),
            least_hours: least_hours.unwrap_or(base.least_hours),
            calendar: chosen_calendar.or(saved_calendar),
            beacon_hours: beacon_hours.or(saved_beacon_hours),
            starts: planned_start,
            ..base
        };
        if terms.calendar.is_some() && has_limits {
            return Err(Failure::denied(texts::ENDS_OR_HOURS));
        }
        terms = game_options::with_limits(ctx, info, terms)?;
        terms.options.extend(&GameCommand::HostCreate.values(ctx, info)?);
        let title = names::read_title(title.as_deref(), info.title)?;
        let channel_id = channel.as_ref().map_or(ctx.channel_id(), |channel| channel.id);
        require_playable_in(ctx, channel.as_ref())?;
        let new =
            NewMatch { game: info.name.to_owned(), guild_id, channel_id: channel_id.stored(), title, terms };
        if let Some(game) = created_before(ctx, &person, &new).await? {
            let text = texts::made_before(&texts::created_by_host(&game));
            return Ok(Answer::new(text).rows(settings::open_button(&person, &game)));
        }
        let game = matches.create(&person, new).await?;
        note_created(ctx, &game);
        Ok(Answer::new(texts::created_by_host(&game)).rows(settings::open_button(&person, &game)))
    })
    .await
}

/// Checks that a person can name a user as another host.
fn require_co_host(person: &Person, user: &User) -> Result<(), Failure> {
    if user.bot {
        return Err(Failure::denied(texts::bots_do_not_play(user.id.get())));
    }
    if user.id.stored() == person.user_id {
        return Err(Failure::denied(texts::co_host_of_oneself()));
    }
    Ok(())
}

/// Reads the times at which rounds end.
fn read_calendar(text: &str) -> Result<Calendar, Failure> {
    text.parse().map_err(|error| moment::refused(&error))
}

#[expect(clippy::unused_async, reason = "completions are asked for asynchronously")]
async fn complete_game(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    GameCommand::HostCreate.complete_game(ctx, typed)
}

#[expect(clippy::unused_async, reason = "completions are asked for asynchronously")]
async fn complete_ends(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let typed = Typed::new(typed);
    let times = Calendar::completions(&typed, SUGGESTIONS).into_iter().map(AutocompleteChoice::from);
    let choices = Preset::suggestions(&typed).chain(times).take(SUGGESTIONS);
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}
