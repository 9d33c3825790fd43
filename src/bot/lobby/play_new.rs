//! `/play new`: creating a match of a turn-based game, which anyone or only invited players may join; and `/play`, to
//! which it belongs.

use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse, User};

use super::channel::prepare_channel;
use super::draw_words::word;
use super::game_options::GameCommand;
use super::names::{display_name, nick};
use super::retries::{created_before, note_created};
use super::start::planned_start;
use super::templates::{self, game_and_terms};
use super::{names, settings, texts};
use crate::ui::limits::SUGGESTIONS;
use crate::ui::person::{member, of_command};
use crate::ui::snowflakes::ToStored;
use crate::ui::{Answer, Context, Failure, Prose, Typed, guild_only, moment, send};
use trigon_engine::ids::UserId;
use trigon_engine::matches::{Bank, Computed, NewMatch, Terms, zones};
use trigon_rules::games::Info;

/// Play a game turn by turn
#[poise::command(slash_command, guild_only, subcommand_required, subcommands("new", "word"))]
#[expect(clippy::unused_async, reason = "commands are async functions")]
pub(crate) async fn play(_ctx: Context<'_>) -> Result<(), Failure> {
    Ok(())
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
    #[autocomplete = "templates::complete_played"]
    template: Option<Typed>,
) -> Result<(), Failure> {
    let opponents: Vec<User> =
        [opponent, opponent2, opponent3, opponent4, opponent5].into_iter().flatten().collect();
    send(ctx, async {
        let person = of_command(ctx).await?;
        let guild_id = person.guild_id.ok_or_else(|| Failure::denied(guild_only()))?;
        let matches = &ctx.data().matches;
        let saved = templates::find_template(matches, guild_id, template.as_ref()).await?;
        let (info, mut terms) = game_and_terms(GameCommand::PlayNew, matches.games(), Some(&game), saved)?;
        let bot_id = ctx.framework().bot_id();
        // Somebody who names the bot as an opponent wants to play against a computed player.
        let (people, named_bot): (Vec<User>, Vec<User>) =
            opponents.into_iter().partition(|user| user.id != bot_id);
        let computed_count = named_bot.len() + usize::from(computers.unwrap_or(0));
        let computed = computed_players(computed_count, level, info)?;
        let mut invited = invited_users(ctx, person.user_id, &people)?;
        if !named_bot.is_empty() && invited.is_empty() {
            invited.push(person.user_id);
        }
        if !invited.is_empty() {
            invited.extend(computed.iter().map(|computed| computed.user_id()));
            (terms.players, terms.invited) = (invited.len() as u8, invited);
        }
        let clock_options = ClockOptions { clock, bank, bank_add, bank_most, weekends: weekends.as_deref() };
        terms = clock_options.apply_to(terms, info)?;
        terms.autopilot = autopilot.or(terms.autopilot);
        terms.starts = planned_start(starts.as_ref(), matches.clock().now())?;
        let saved_beacon_hours = terms.beacon_hours.filter(|_| terms.starts.is_none());
        terms.beacon_hours = beacon_hours.or(saved_beacon_hours);
        terms.options.extend(&GameCommand::PlayNew.values(ctx, info)?);
        let title = names::read_title(title.as_deref(), info.title)?;
        // This is checked before a thread is created for the match.
        matches.check(info.name, &terms)?;
        let here = ctx.channel_id().stored();
        let new = NewMatch { game: info.name.to_owned(), guild_id, channel_id: here, title, terms };
        if let Some(game) = created_before(ctx, &person, &new).await? {
            let game = matches.begin_if_full(&person, game).await?;
            let text = texts::made_before(&texts::created(&game));
            return Ok(Answer::new(text).rows(settings::open_button(&person, &game)));
        }
        let channel_id = prepare_channel(ctx, thread, &new.title).await?.stored();
        let new = NewMatch { channel_id, ..new };
        let nick = member(ctx).and_then(|member| member.nick.as_deref());
        let name = display_name(ctx.author(), nick);
        let game = matches.create_seated(&person, &name, &computed, new).await?;
        note_created(ctx, &game);
        Ok(Answer::new(texts::created(&game)).rows(settings::open_button(&person, &game)))
    })
    .await
}

/// Returns the computed players that sit down at once.
///
/// # Errors
/// If there would be nobody else, or if the level does not exist or is for nobody.
fn computed_players(count: usize, level: Option<u8>, info: &Info) -> Result<Vec<Computed>, Failure> {
    if count == 0 && level.is_some() {
        return Err(Failure::denied(texts::NO_COMPUTED));
    }
    let max_players = usize::from(info.players.last().copied().unwrap_or_default());
    if count > 0 && count >= max_players {
        return Err(Failure::denied(texts::too_many_computed(info, max_players - 1)));
    }
    let level = super::computed::level_or_usual(level)?;
    let (mut players, mut users) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let player = Computed::beside(&users, level);
        users.push(player.user_id());
        players.push(player);
    }
    Ok(players)
}

/// Returns the users with reserved seats, the creator first, or nobody if no opponent is named.
///
/// # Errors
/// If an opponent is a bot, is not in the server, is named twice or is the creator.
fn invited_users(ctx: Context<'_>, creator: UserId, opponents: &[User]) -> Result<Vec<UserId>, Failure> {
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

/// What somebody has chosen about the clock. Times are in hours.
struct ClockOptions<'a> {
    clock: Option<u32>,
    bank: Option<u32>,
    bank_add: Option<u32>,
    bank_most: Option<u32>,
    /// The time zone in which clocks stand still on weekends.
    weekends: Option<&'a str>,
}

impl ClockOptions<'_> {
    /// Returns terms, such as those of a template, with the chosen clock or bank.
    ///
    /// # Errors
    /// If the options contradict each other, or if the time zone does not exist.
    fn apply_to(&self, mut terms: Terms, info: &Info) -> Result<Terms, Failure> {
        if self.clock.is_some() && self.bank.is_some() {
            return Err(Failure::denied(texts::CLOCK_OR_BANK));
        }
        // Terms have either a bank or a limit for each turn: the chosen one replaces the other.
        terms.bank = self.bank_instead_of(terms.bank.filter(|_| self.clock.is_none()))?;
        if let Some(time) = info.times.first() {
            if let Some(hours) = self.clock {
                terms = terms.limited(time.key, hours);
            } else if self.bank.is_some() {
                terms.hours.remove(time.key);
            }
        }
        if terms.bank.is_none() && terms.hours.is_empty() && self.weekends.is_some() {
            return Err(Failure::denied(texts::NO_CLOCK_ON_WEEKENDS));
        }
        let weekends = self.weekends.map(|zone| zone.parse().map_err(|error| moment::refused(&error)));
        terms.weekends = weekends.transpose()?.or(terms.weekends);
        Ok(terms)
    }

    /// Returns the chosen bank, with the values of the `saved` one for what is left out, if there is a bank.
    fn bank_instead_of(&self, saved: Option<Bank>) -> Result<Option<Bank>, Failure> {
        if self.bank.is_none() && saved.is_none() {
            let lacks_bank = self.bank_add.is_some() || self.bank_most.is_some();
            return if lacks_bank { Err(Failure::denied(texts::NO_BANK)) } else { Ok(None) };
        }
        let base = saved.unwrap_or(Bank::USUAL);
        let hours = self.bank.unwrap_or(base.hours);
        let add = self.bank_add.unwrap_or(base.add);
        let most = self.bank_most.unwrap_or(base.most.max(hours));
        Ok(Some(Bank { hours, add, most }))
    }
}

#[expect(clippy::unused_async, reason = "completions are asked for asynchronously")]
async fn complete_played(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    GameCommand::PlayNew.complete_game(ctx, typed)
}

#[expect(clippy::unused_async, reason = "completions are asked for asynchronously")]
async fn complete_zone(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let choices = zones(&Typed::new(typed), SUGGESTIONS).into_iter().map(AutocompleteChoice::from);
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}
