//! Creating matches: `/host create` for games played in rounds, which a host runs; `/play new` for turn-based games,
//! which anyone or only invited players may join. Both check whether the bot can play in the channel: finding out at
//! once is better than silence.

use crate::ui::snowflakes::{ToStored, time};
use std::sync::Arc;
use trigon_engine::ids::UserId;

use poise::serenity_prelude as serenity;
use serenity::{
    AutoArchiveDuration, AutocompleteChoice, ChannelType, CreateAutocompleteResponse, CreateThread, Guild,
    GuildChannel, Permissions, User,
};

use super::declared::Declared;
use super::names::{nick, usual_name};
use super::presets::Preset;
use super::templates::{
    self, complete_hosted as complete_saved_hosted, complete_played as complete_saved, game_and_terms,
};
use super::words::word;
use super::{declared, names, roster, settings, texts};
use crate::codes::{Reaction, RequestKind, reaction};
use crate::ui::limits::SUGGESTIONS;
use crate::ui::person::{member, of_command};
use crate::ui::{
    Answer, Context, Failure, Prose, Typed, code, describe, guild_only, moment, refusal_class, send,
};
use trigon_engine::matches::{Bank, Calendar, Computed, Match, Millis, NewMatch, Person, Terms, zones};
use trigon_rules::games::Info;

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
    #[autocomplete = "complete_saved_hosted"]
    template: Option<Typed>,
) -> Result<(), Failure> {
    send(ctx, async {
        let person = of_command(ctx).await?;
        let guild_id = person.guild_id.ok_or_else(|| Failure::denied(guild_only()))?;
        if !person.guild_host {
            return Err(Failure::denied(texts::may_not_create()));
        }
        if let Some(user) = &co_host {
            if user.bot {
                return Err(Failure::denied(texts::bots_do_not_play(user.id.get())));
            }
            if user.id.stored() == person.user_id {
                return Err(Failure::denied(texts::co_host_of_oneself()));
            }
        }
        let games = ctx.data().matches.games();
        let template = templates::named(&ctx.data().matches, guild_id, template.as_ref()).await?;
        let (info, usual) = game_and_terms(Declared::Hosted, games, game.as_deref(), template)?;
        let preset = ends.as_deref().and_then(Preset::named);
        let usual = preset.map_or_else(|| usual.clone(), |preset| preset.over(usual.clone(), info));
        let starts = roster::planned(starts.as_ref(), ctx.data().matches.clock().now())?;
        let ends = match (preset, ends) {
            (Some(preset), _) => preset.calendar(&ctx.data().matches, guild_id).await?,
            (None, ends) => ends.map(|ends| calendar(&ends)).transpose()?,
        };
        let mut terms = Terms {
            players: players.unwrap_or(usual.players),
            pregame_hours: pregame_hours.unwrap_or(usual.pregame_hours),
            open_signup: sign_up.unwrap_or(usual.open_signup),
            co_hosts: co_host.iter().map(|user| user.id.stored()).collect(),
            strikes: strikes.unwrap_or(usual.strikes),
            graces: grace.unwrap_or(usual.graces),
            grace_hours: grace_hours.unwrap_or(usual.grace_hours),
            early: early.unwrap_or(usual.early),
            early_minutes: early_minutes.unwrap_or(usual.early_minutes),
            least_hours: least_hours.unwrap_or(usual.least_hours),
            calendar: ends.or(usual.calendar.filter(|_| preset.is_none() && !declared::has_limits(ctx))),
            beacon_hours: beacon_hours.or(usual.beacon_hours.filter(|_| starts.is_none())),
            starts,
            ..usual
        };
        if terms.calendar.is_some() && declared::has_limits(ctx) {
            return Err(Failure::denied(texts::ENDS_OR_HOURS));
        }
        terms = declared::limits(ctx, info, terms)?;
        terms.options.extend(&Declared::Hosted.values(ctx, info)?);
        let title = names::title(title.as_deref(), info.title)?;
        let channel_id = channel.as_ref().map_or(ctx.channel_id(), |channel| channel.id);
        check(ctx, channel.as_ref())?;
        let new =
            NewMatch { game: info.name.to_owned(), guild_id, channel_id: channel_id.stored(), title, terms };
        if let Some(made) = made_before(ctx, &person, &new).await? {
            let told = texts::made_before(&texts::created_by_host(&made));
            return Ok(Answer::new(told).rows(settings::opener(&person, &made)));
        }
        let game = ctx.data().matches.create(&person, new).await?;
        ctx.data().created.is_new(game.id.0.unsigned_abs());
        Ok(Answer::new(texts::created_by_host(&game)).rows(settings::opener(&person, &game)))
    })
    .await
}

#[expect(clippy::unused_async, reason = "completions are asked for asynchronously")]
async fn complete_game(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    Declared::Hosted.complete_game(ctx, typed)
}

/// Reads the times at which rounds end.
fn calendar(text: &str) -> Result<Calendar, Failure> {
    text.parse().map_err(|error| moment::refused(&error))
}

#[expect(clippy::unused_async, reason = "completions are asked for asynchronously")]
async fn complete_zone(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let choices = zones(&Typed::new(typed), SUGGESTIONS).into_iter().map(AutocompleteChoice::from);
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

#[expect(clippy::unused_async, reason = "completions are asked for asynchronously")]
async fn complete_ends(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let typed = Typed::new(typed);
    let times = Calendar::completions(&typed, SUGGESTIONS).into_iter().map(AutocompleteChoice::from);
    let choices = Preset::suggestions(&typed).chain(times).take(SUGGESTIONS);
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

/// Play a game turn by turn
#[poise::command(slash_command, guild_only, subcommand_required, subcommands("new", "word"))]
#[expect(clippy::unused_async, reason = "commands are async functions")]
pub(crate) async fn play(_ctx: Context<'_>) -> Result<(), Failure> {
    Ok(())
}

#[expect(clippy::unused_async, reason = "completions are asked for asynchronously")]
async fn complete_played(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    Declared::Played.complete_game(ctx, typed)
}

/// Create a match to which others can sign up
#[poise::command(slash_command)]
#[expect(clippy::too_many_arguments, reason = "one for each option of the command")]
async fn new(
    ctx: Context<'_>,
    #[description = "Which game"]
    #[autocomplete = "complete_played"]
    game: Typed,
    #[description = "Keep a seat for somebody, or for me; with all seats kept the match starts by itself"]
    opponent: Option<User>,
    #[description = "And for somebody else"] opponent2: Option<User>,
    #[description = "And for somebody else"] opponent3: Option<User>,
    #[description = "And for somebody else"] opponent4: Option<User>,
    #[description = "And for somebody else"] opponent5: Option<User>,
    #[description = "How many computed players sit down at once (default: none)"]
    #[min = 1]
    #[max = 5]
    computers: Option<u8>,
    #[description = "How strong computed players are, from 1, which beginners beat, to 6 (default 3)"]
    #[min = 1]
    #[max = 6]
    level: Option<u8>,
    #[description = "Hours for each turn; afterwards the others may claim the seat (default: no clock)"]
    #[min = 1]
    #[max = 672]
    clock: Option<u32>,
    #[description = "Instead: hours that each player has for all turns, such as 72; each turn adds to it"]
    #[min = 1]
    #[max = 672]
    bank: Option<u32>,
    #[description = "Hours that each turn adds to the bank (default 24)"]
    #[min = 0]
    #[max = 672]
    bank_add: Option<u32>,
    #[description = "Hours to which the bank can grow (default 120)"]
    #[min = 1]
    #[max = 672]
    bank_most: Option<u32>,
    #[description = "Clocks stand still on weekends in this time zone, such as Europe/Berlin (default: they run)"]
    #[max_length = 60]
    #[autocomplete = "complete_zone"]
    weekends: Option<Typed>,
    #[description = "Level of the computed player who takes over when someone leaves or runs out of time (default: none)"]
    #[min = 1]
    #[max = 6]
    autopilot: Option<u8>,
    #[description = "Hours until the roster closes and a public beacon goes into the draws (default: no beacon)"]
    #[min = 1]
    #[max = 672]
    beacon_hours: Option<u32>,
    #[description = "Play in a thread of its own (default: yes, where I can create one)"] thread: Option<
        bool,
    >,
    #[description = "What it is called (default: the game’s name)"]
    #[max_length = 60]
    title: Option<Prose>,
    #[description = "When it starts by itself, such as fri 18:00 Europe/Berlin (default: when a player starts it)"]
    #[max_length = 80]
    #[autocomplete = "moment::complete"]
    starts: Option<Typed>,
    #[description = "Saved settings to begin with; what you choose here counts more"]
    #[max_length = 100]
    #[autocomplete = "complete_saved"]
    template: Option<Typed>,
) -> Result<(), Failure> {
    let opponents: Vec<User> =
        [opponent, opponent2, opponent3, opponent4, opponent5].into_iter().flatten().collect();
    send(ctx, async {
        let person = of_command(ctx).await?;
        let guild_id = person.guild_id.ok_or_else(|| Failure::denied(guild_only()))?;
        let games = ctx.data().matches.games();
        let template = templates::named(&ctx.data().matches, guild_id, template.as_ref()).await?;
        let (info, mut terms) = game_and_terms(Declared::Played, games, Some(&game), template)?;
        let (opponents, me): (Vec<User>, Vec<User>) =
            opponents.into_iter().partition(|user| user.id != ctx.framework().bot_id());
        let count = me.len() + usize::from(computers.unwrap_or(0));
        let computed = computed(count, level, info)?;
        let mut invited = invited(ctx, person.user_id, &opponents)?;
        if !me.is_empty() && invited.is_empty() {
            invited.push(person.user_id);
        }
        if !invited.is_empty() {
            invited.extend(computed.iter().map(|computed| computed.user_id()));
        }
        if !invited.is_empty() {
            (terms.players, terms.invited) = (invited.len() as u8, invited);
        }
        if clock.is_some() && bank.is_some() {
            return Err(Failure::denied(texts::CLOCK_OR_BANK));
        }
        // A clock stands instead of a bank, and the other way round.
        let saved = terms.bank.filter(|_| clock.is_none());
        terms.bank = match (bank, saved) {
            (None, None) if bank_add.is_some() || bank_most.is_some() => {
                return Err(Failure::denied(texts::NO_BANK));
            }
            (None, None) => None,
            (hours, saved) => {
                let hours = hours.or(saved.map(|saved| saved.hours)).unwrap_or(Bank::USUAL.hours);
                let Bank { add, most, .. } = saved.unwrap_or(Bank::USUAL);
                let (add, most) = (bank_add.unwrap_or(add), bank_most.unwrap_or(most.max(hours)));
                Some(Bank { hours, add, most })
            }
        };
        if let Some(time) = info.times.first() {
            if let Some(hours) = clock {
                terms = terms.limited(time.key, hours);
            } else if bank.is_some() {
                terms.hours.remove(time.key);
            }
        }
        if terms.bank.is_none() && terms.hours.is_empty() && weekends.is_some() {
            return Err(Failure::denied(texts::NO_CLOCK_ON_WEEKENDS));
        }
        let weekends = weekends.map(|zone| zone.parse().map_err(|error| moment::refused(&error)));
        terms.weekends = weekends.transpose()?.or(terms.weekends);
        terms.autopilot = autopilot.or(terms.autopilot);
        terms.starts = roster::planned(starts.as_ref(), ctx.data().matches.clock().now())?;
        let saved = terms.beacon_hours.filter(|_| terms.starts.is_none());
        terms.beacon_hours = beacon_hours.or(saved);
        terms.options.extend(&Declared::Played.values(ctx, info)?);
        let title = names::title(title.as_deref(), info.title)?;
        // Checked before a thread is created for it.
        let matches = &ctx.data().matches;
        matches.check(info.name, &terms)?;
        let here = ctx.channel_id().stored();
        let new = NewMatch { game: info.name.to_owned(), guild_id, channel_id: here, title, terms };
        if let Some(made) = made_before(ctx, &person, &new).await? {
            let made = matches.begin_if_full(&person, made).await?;
            let told = texts::made_before(&texts::created(&made));
            return Ok(Answer::new(told).rows(settings::opener(&person, &made)));
        }
        let channel_id = place(ctx, thread, &new.title).await?.stored();
        let new = NewMatch { channel_id, ..new };
        let nick = member(ctx).and_then(|member| member.nick.as_deref());
        let name = usual_name(ctx.author(), nick);
        let made = matches.create_seated(&person, &name, &computed, new).await?;
        ctx.data().created.is_new(made.id.0.unsigned_abs());
        Ok(Answer::new(texts::created(&made)).rows(settings::opener(&person, &made)))
    })
    .await
}

/// How long ago a match was created at most for the same command to be taken for another attempt to create it.
const LATELY: Millis = 15 * 60_000;

/// Returns a match that this command has already created, if this program has not told its creator so: the bot was stopped in
/// between, so Discord said that the command had failed.
async fn made_before(
    ctx: Context<'_>,
    person: &Person,
    new: &NewMatch,
) -> Result<Option<Arc<Match>>, Failure> {
    let (matches, told) = (&ctx.data().matches, &ctx.data().created);
    let since = matches.clock().now() - LATELY;
    // A thread that is not known is taken for one of this channel.
    let is_elsewhere = |game: &Match| {
        let is_other = |channel: &GuildChannel| {
            let parent = channel.parent_id.filter(|_| channel.thread_metadata.is_some());
            channel.id.stored() == game.channel_id
                && parent.is_none_or(|parent| parent.stored() != new.channel_id)
        };
        game.channel_id != new.channel_id
            && ctx.guild().is_some_and(|guild| guild.channels.values().chain(&guild.threads).any(is_other))
    };
    let alike = matches.created_alike(person.user_id, new, since).await?;
    Ok(alike.into_iter().find(|game| !is_elsewhere(game) && told.is_new(game.id.0.unsigned_abs())))
}

/// Returns the computed players that sit down at once.
///
/// # Errors
/// If there would be nobody else, or if the level does not exist or is for nobody.
fn computed(count: usize, level: Option<u8>, info: &Info) -> Result<Vec<Computed>, Failure> {
    if count == 0 && level.is_some() {
        return Err(Failure::denied(texts::NO_COMPUTED));
    }
    let most = usize::from(info.players.last().copied().unwrap_or_default());
    if count > 0 && count >= most {
        return Err(Failure::denied(texts::too_many_computed(info, most - 1)));
    }
    let level = super::computed::level(level)?;
    let mut users = Vec::new();
    let mut next = || {
        let computed = Computed::beside(&users, level);
        users.push(computed.user_id());
        computed
    };
    Ok((0..count).map(|_| next()).collect())
}

/// Returns the users with reserved seats, the creator first; empty if no opponent is named.
fn invited(ctx: Context<'_>, creator: UserId, opponents: &[User]) -> Result<Vec<UserId>, Failure> {
    if opponents.is_empty() {
        return Ok(Vec::new());
    }
    let mut invited = vec![creator];
    for user in opponents {
        if user.bot {
            return Err(Failure::denied(texts::bots_do_not_play(user.id.get())));
        }
        nick(ctx, user.id)?;
        if invited.contains(&user.id.stored()) {
            return Err(Failure::denied(texts::opponent_twice(user.id.get())));
        }
        invited.push(user.id.stored());
    }
    Ok(invited)
}

/// Returns the channel for the match: a new thread, or the current channel if a thread is impossible or not wanted.
///
/// # Errors
/// If the bot cannot play there, or a thread is requested but impossible.
pub(crate) async fn place(
    ctx: Context<'_>,
    wanted: Option<bool>,
    title: &str,
) -> Result<serenity::ChannelId, Failure> {
    let poise::Context::Application(app) = ctx else { return Ok(ctx.channel_id()) };
    let kind = app.interaction.channel.as_ref().map(|channel| channel.kind);
    let is_thread = matches!(
        kind,
        Some(ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread)
    );
    if is_thread && wanted == Some(true) {
        return Err(Failure::denied(texts::thread_in_thread()));
    }
    // If the permissions are unknown, delivery will find out.
    let lacking = |thread: bool| {
        let mut needed = HELD.to_vec();
        if thread || is_thread {
            needed.retain(|(permission, _)| *permission != Permissions::SEND_MESSAGES);
            needed.push((Permissions::SEND_MESSAGES_IN_THREADS, "Send Messages in Threads"));
        }
        if thread {
            needed.push((Permissions::CREATE_PUBLIC_THREADS, "Create Public Threads"));
        }
        app.interaction.app_permissions.map(|held| missing(held, &needed)).unwrap_or_default()
    };
    if kind.is_some_and(|kind| !takes_messages(kind)) {
        return Err(Failure::denied(texts::no_messages_here()));
    }
    // Discord has no threads in the chats of voice and stage channels.
    let has_threads = kind.is_none_or(|kind| matches!(kind, ChannelType::Text | ChannelType::News));
    if !is_thread && !has_threads && wanted == Some(true) {
        return Err(Failure::denied(texts::no_threads_here()));
    }
    let thread = wanted.unwrap_or_else(|| has_threads && lacking(true).is_empty());
    let needed = lacking(thread);
    if !needed.is_empty() {
        return Err(Failure::denied(texts::cannot_write(ctx.channel_id().get(), &needed)));
    }
    if !thread {
        return Ok(ctx.channel_id());
    }
    if let Some(left) = left_behind(ctx, title).await? {
        return Ok(left);
    }
    let kind =
        if kind == Some(ChannelType::News) { ChannelType::NewsThread } else { ChannelType::PublicThread };
    let builder = CreateThread::new(title).kind(kind).auto_archive_duration(AutoArchiveDuration::OneWeek);
    let created = ctx.channel_id().create_thread(ctx.http(), builder).await;
    let error = match created {
        Ok(thread) => return Ok(thread.id),
        Err(error) => error,
    };
    tracing::info!(reason = describe(&error), "a thread could not be created");
    let passes =
        refusal_class(&error).is_none_or(|class| reaction(RequestKind::Thread, class) == Reaction::Retry);
    if wanted != Some(true) && lacking(false).is_empty() {
        return Ok(ctx.channel_id());
    }
    Err(Failure::denied(texts::thread_refused(passes, code(&error))))
}

/// How old an empty thread is for certain if the bot was stopped before it could create the match for it.
const LEFT: Millis = 15_000;

/// Returns an empty thread with this title that the bot has made here and in which no match is played: it was stopped in between,
/// and the person who had no answer asks again.
async fn left_behind(ctx: Context<'_>, title: &str) -> Result<Option<serenity::ChannelId>, Failure> {
    let (here, me, matches) = (ctx.channel_id(), ctx.framework().bot_id(), &ctx.data().matches);
    let before = matches.clock().now() - LEFT;
    let is_left = |thread: &&GuildChannel| {
        (thread.parent_id, thread.owner_id) == (Some(here), Some(me))
            && thread.name == title
            && thread.last_message_id.is_none()
            && time(thread.id.stored().0) < before
    };
    let left =
        |guild: &Guild| guild.threads.iter().find(is_left).map(|thread| (guild.id.stored(), thread.id));
    let Some((guild, thread)) = ctx.guild().and_then(|guild| left(&guild)) else { return Ok(None) };
    let taken = matches.in_guild(guild, true).await?;
    Ok(Some(thread).filter(|thread| taken.iter().all(|game| game.channel_id != thread.stored())))
}

/// Returns whether messages can be posted in a channel of this kind, and not only in its threads.
fn takes_messages(kind: ChannelType) -> bool {
    // Media channels, which serenity does not know, are like forums.
    !matches!(
        kind,
        ChannelType::Forum | ChannelType::Category | ChannelType::Directory | ChannelType::Unknown(16)
    )
}

/// The permissions that the bot needs in a channel, with their names in Discord.
const HELD: &[(Permissions, &str)] = &[
    (Permissions::VIEW_CHANNEL, "View Channel"),
    (Permissions::SEND_MESSAGES, "Send Messages"),
    (Permissions::EMBED_LINKS, "Embed Links"),
    (Permissions::ATTACH_FILES, "Attach Files"),
];

/// Returns the names of the missing permissions.
fn missing<'a>(held: Permissions, needed: &[(Permissions, &'a str)]) -> Vec<&'a str> {
    let lacks = |needed: &&(Permissions, &str)| !held.administrator() && !held.contains(needed.0);
    needed.iter().filter(lacks).map(|(_, name)| *name).collect()
}

/// Checks that a match can be played in a channel or thread.
pub(crate) fn may_play_in(ctx: Context<'_>, channel: &GuildChannel) -> Result<(), Failure> {
    let thread = channel.thread_metadata.as_ref();
    if thread.is_some_and(|thread| thread.locked) {
        return Err(Failure::denied(texts::locked_thread(channel.id.get())));
    }
    let parent = channel.parent_id.filter(|_| thread.is_some());
    let parent = parent.and_then(|parent| ctx.guild()?.channels.get(&parent).cloned());
    check(ctx, Some(parent.as_ref().unwrap_or(channel)))
}

/// Checks that everything public can be posted in a channel; `None` means the channel of the command.
fn check(ctx: Context<'_>, channel: Option<&GuildChannel>) -> Result<(), Failure> {
    let here = ctx.channel_id();
    let kind = match (channel, ctx) {
        (Some(channel), _) => Some(channel.kind),
        (None, poise::Context::Application(ctx)) => {
            ctx.interaction.channel.as_ref().map(|channel| channel.kind)
        }
        (None, poise::Context::Prefix(_)) => None,
    };
    if kind.is_some_and(|kind| !takes_messages(kind)) {
        return Err(Failure::denied(texts::no_messages_here()));
    }
    let permissions = match channel.filter(|channel| channel.id != here) {
        None => match ctx {
            poise::Context::Application(ctx) => ctx.interaction.app_permissions,
            poise::Context::Prefix(_) => None,
        },
        Some(channel) => ctx.guild().and_then(|guild| {
            let bot = guild.members.get(&ctx.framework().bot_id())?;
            Some(guild.user_permissions_in(channel, bot))
        }),
    };
    // If the permissions are unknown, delivery will find out.
    let missing = permissions.map(|held| missing(held, HELD)).unwrap_or_default();
    if missing.is_empty() {
        return Ok(());
    }
    let channel = channel.map_or(here, |channel| channel.id);
    Err(Failure::denied(texts::cannot_write(channel.get(), &missing)))
}
