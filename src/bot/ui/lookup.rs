//! Finding the match that is meant: the one with the given number, the only one, or the one in this channel; otherwise
//! the bot asks.

use crate::ui::snowflakes::ToStored;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;
use trigon_engine::ids::{ChannelId, MatchId, UserId};

use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse, Http};

use super::context::Context;
use super::escape;
use super::failure::Failure;
use super::limits::SUGGESTIONS;
use super::person::of_command;
use super::readers;
use super::words::{status, summary_title};
use trigon_engine::matches::{Match, Matches, Millis, Person, Power, Status, Summary};
use trigon_rules::text::key;

/// The result of a match lookup.
pub(crate) enum Lookup {
    /// This match.
    One(Arc<Match>),
    /// One of these matches; the person has to choose.
    Several(Vec<Summary>),
}

impl Lookup {
    /// Returns the only match, or asks for its number, after a sentence that says why that is needed.
    pub(crate) fn one(self, why: &str) -> Result<Arc<Match>, Failure> {
        match self {
            Self::One(game) => Ok(game),
            Self::Several(rows) => Err(Failure::denied(say_which(why, &rows))),
        }
    }
}

/// The number of a match as somebody has given it, with a client to find out whether they may know about that match.
#[derive(Clone, Copy)]
pub(crate) struct Numbered<'a> {
    number: MatchId,
    http: &'a Http,
}

impl<'a> Numbered<'a> {
    /// Returns the number of the match that a message is about to which somebody replies.
    pub(crate) fn referred(number: MatchId, http: &'a Http) -> Self {
        Self { number, http }
    }
}

/// Returns the number of a match as somebody has given it in a command, if they have.
pub(crate) fn numbered(ctx: Context<'_>, number: Option<i64>) -> Option<Numbered<'_>> {
    number.map(|number| Numbered { number: MatchId(number), http: ctx.http() })
}

/// Returns the match with a number, for somebody who may know about it: who plays in it or may come to, hosts it, or can read its
/// channel. To others, it does not exist. Those who ask in its channel can read that.
pub(crate) async fn known(
    http: &Http,
    matches: &Matches,
    person: &Person,
    number: MatchId,
    channel: ChannelId,
) -> Result<Arc<Match>, Failure> {
    if number == MatchId(MORE) {
        return Err(Failure::denied(TYPE_ON));
    }
    let game = matches.load(number).await?;
    if person.hosts(&game) || game.kept_out().contains(&person.user_id) {
        return Ok(game);
    }
    let is_here = person.guild_id == Some(game.guild_id);
    let can_read = || readers::can_read(http, game.guild_id, game.channel_id, person.user_id);
    if is_here && (channel == game.channel_id || can_read().await?) {
        return Ok(game);
    }
    Err(Failure::denied(no_match(number)))
}

/// Returns the only row, or the only one in this channel.
fn only(mut rows: Vec<Summary>, channel: ChannelId) -> Result<Summary, Vec<Summary>> {
    if rows.len() == 1 {
        return Ok(rows.remove(0));
    }
    let mut here = rows.iter().enumerate().filter(|(_, row)| row.channel_id == channel).map(|(i, _)| i);
    match (here.next(), here.next()) {
        (Some(i), None) => Ok(rows.remove(i)),
        _ => Err(rows),
    }
}

/// Returns the only match, the only one in this channel, or all of them, the most urgent for a person first.
pub(crate) async fn decide(
    matches: &Matches,
    person: &Person,
    rows: Vec<Summary>,
    channel: ChannelId,
) -> Result<Lookup, Failure> {
    match only(rows, channel) {
        Ok(row) => Ok(Lookup::One(matches.load_listed(&row).await?)),
        Err(mut rows) => {
            by_urgency(matches, person.user_id, &mut rows).await;
            Ok(Lookup::Several(rows))
        }
    }
}

/// Returns the match that a player means.
pub(crate) async fn played(
    matches: &Matches,
    person: &Person,
    number: Option<Numbered<'_>>,
    channel: ChannelId,
) -> Result<Lookup, Failure> {
    among_played(matches, person, number, channel, |_| true, no_seat).await
}

/// Returns the match that a player means, among those for which `fits` holds. If there is none, `none` is the refusal.
async fn among_played(
    matches: &Matches,
    person: &Person,
    number: Option<Numbered<'_>>,
    channel: ChannelId,
    fits: impl Fn(&Summary) -> bool,
    none: fn() -> String,
) -> Result<Lookup, Failure> {
    if let Some(Numbered { number, http }) = number {
        return Ok(Lookup::One(known(http, matches, person, number, channel).await?));
    }
    let mut rows = matches.played_by(person.user_id).await?;
    rows.retain(fits);
    if rows.is_empty() {
        return Err(Failure::denied(none()));
    }
    decide(matches, person, rows, channel).await
}

/// Returns the match in which a player means to act. Matches that ask nothing of that player only count if there are no
/// others.
pub(crate) async fn acted_in(
    matches: &Matches,
    person: &Person,
    number: Option<Numbered<'_>>,
    channel: ChannelId,
) -> Result<Lookup, Failure> {
    let rows = match played(matches, person, number, channel).await? {
        Lookup::Several(rows) => rows,
        one @ Lookup::One(_) => return Ok(one),
    };
    let mut asked = Vec::new();
    for row in &rows {
        let game = matches.load_listed(row).await?;
        if game.status == Status::Running && is_asked(&game, person.user_id) {
            asked.push(row.clone());
        }
    }
    decide(matches, person, if asked.is_empty() { rows } else { asked }, channel).await
}

/// Returns the match that a player means, among those that have not begun.
pub(crate) async fn not_begun(
    matches: &Matches,
    person: &Person,
    number: Option<Numbered<'_>>,
    channel: ChannelId,
) -> Result<Arc<Match>, Failure> {
    let fits = |row: &Summary| matches!(row.status, Status::Signup | Status::Pregame);
    let found = among_played(matches, person, number, channel, fits, no_signup_here).await?;
    found.one("You’re in several matches that have not begun")
}

/// Returns the running turn-based match that a player means.
pub(crate) async fn of_turns(
    matches: &Matches,
    person: &Person,
    number: Option<Numbered<'_>>,
    channel: ChannelId,
) -> Result<Lookup, Failure> {
    let fits = |row: &Summary| is_running_in_turns(matches, row);
    among_played(matches, person, number, channel, fits, no_turns_here).await
}

/// Returns the running match that a player means to resign from.
pub(crate) async fn resignable(
    matches: &Matches,
    person: &Person,
    number: Option<Numbered<'_>>,
    channel: ChannelId,
) -> Result<Lookup, Failure> {
    let fits = |row: &Summary| can_resign(matches, row);
    among_played(matches, person, number, channel, fits, nothing_to_resign_from).await
}

fn can_resign(matches: &Matches, row: &Summary) -> bool {
    let game = matches.games().get(&row.game);
    row.status == Status::Running && game.is_some_and(|game| game.info().can_resign)
}

fn is_running_in_turns(matches: &Matches, row: &Summary) -> bool {
    row.status == Status::Running && is_of_turns(matches, row)
}

fn is_of_turns(matches: &Matches, row: &Summary) -> bool {
    matches.games().get(&row.game).is_some_and(|game| !game.info().is_hosted())
}

/// The maximum number of finished matches in a channel to look through.
const LAST: usize = 50;

/// Returns the last finished match in a channel; with `played`, the last one that the person may play again: as one of
/// its players or, if it is hosted, as a host.
pub(crate) async fn ended(
    matches: &Matches,
    person: &Person,
    number: Option<Numbered<'_>>,
    channel: ChannelId,
    played: bool,
) -> Result<Arc<Match>, Failure> {
    if let Some(Numbered { number, http }) = number {
        return known(http, matches, person, number, channel).await;
    }
    let of_guild = match person.guild_id {
        Some(guild) => matches.in_guild(guild, true).await?,
        None => Vec::new(),
    };
    let here =
        of_guild.into_iter().rev().filter(|row| row.channel_id == channel && row.status == Status::Over);
    for row in here.take(LAST) {
        let game = matches.load_listed(&row).await?;
        let is_own = || {
            if game.info().is_hosted() {
                person.may(Power::Roster, &game).is_ok()
            } else {
                game.seat_of(person.user_id).is_some()
            }
        };
        if !played || is_own() {
            return Ok(game);
        }
    }
    Err(Failure::denied(if played { nothing_to_play_again() } else { no_match_here() }))
}

/// Returns the match of this channel that somebody wants to look back at: one that `fits`, or else the last one here that is over.
/// If there is neither, it is the match whose board they would see.
pub(crate) async fn looked_back_at(
    matches: &Matches,
    person: &Person,
    number: Option<Numbered<'_>>,
    channel: ChannelId,
    fits: fn(&Match) -> bool,
) -> Result<Lookup, Failure> {
    let found = seen(matches, person, number, channel).await;
    let is_it = |game: &Match| number.is_some() || game.channel_id == channel && fits(game);
    if matches!(&found, Ok(Lookup::One(game)) if is_it(game)) {
        return found;
    }
    match ended(matches, person, number, channel, false).await {
        Ok(game) => Ok(Lookup::One(game)),
        Err(Failure::Refused(_)) => found,
        Err(failure) => Err(failure),
    }
}

/// Returns whether a match is asking a user for something.
pub(crate) fn is_asked(game: &Match, user_id: UserId) -> bool {
    game.seat_of(user_id).is_some_and(|seat| game.decision(seat).is_some())
}

/// Returns the match whose board somebody wants to see: one in the channel, if only one that is over, or one that the person plays.
pub(crate) async fn seen(
    matches: &Matches,
    person: &Person,
    number: Option<Numbered<'_>>,
    channel: ChannelId,
) -> Result<Lookup, Failure> {
    if let Some(Numbered { number, http }) = number {
        return Ok(Lookup::One(known(http, matches, person, number, channel).await?));
    }
    let of_guild = match person.guild_id {
        Some(guild) => matches.in_guild(guild, false).await?,
        None => Vec::new(),
    };
    let here: Vec<Summary> = of_guild.into_iter().filter(|row| row.channel_id == channel).collect();
    if !here.is_empty() {
        return decide(matches, person, here, channel).await;
    }
    match ended(matches, person, None, channel, false).await {
        Ok(game) => return Ok(Lookup::One(game)),
        Err(Failure::Refused(_)) => {}
        Err(failure) => return Err(failure),
    }
    let played = matches.played_by(person.user_id).await?;
    if played.is_empty() {
        return Err(Failure::denied(no_match_here()));
    }
    decide(matches, person, played, channel).await
}

/// Returns the matches that a person hosts, as seen from a guild; with `ended`, including finished ones.
async fn hosted_rows(matches: &Matches, person: &Person, ended: bool) -> Result<Vec<Summary>, Failure> {
    let Some(guild) = person.guild_id else { return Ok(matches.hosted_by(person.user_id).await?) };
    let mut rows = matches.in_guild(guild, ended).await?;
    rows.retain(|row| person.hosts_summary(row));
    Ok(rows)
}

/// Returns the match that a host means. Whether the person may do what they ask is checked later, by the command.
pub(crate) async fn hosted(
    matches: &Matches,
    person: &Person,
    number: Option<Numbered<'_>>,
    channel: ChannelId,
) -> Result<Arc<Match>, Failure> {
    if let Some(Numbered { number, http }) = number {
        return known(http, matches, person, number, channel).await;
    }
    let rows = hosted_rows(matches, person, false).await?;
    if rows.is_empty() {
        return Err(Failure::denied(hosts_nothing()));
    }
    decide(matches, person, rows, channel).await?.one("You’re hosting several matches")
}

/// Returns the person using a host command, and the match that is meant.
pub(crate) async fn meant(ctx: Context<'_>, number: Option<i64>) -> Result<(Person, Arc<Match>), Failure> {
    let person = of_command(ctx).await?;
    let game = hosted(&ctx.data().matches, &person, numbered(ctx, number), ctx.channel_id().stored()).await?;
    Ok((person, game))
}

/// The most matches that are loaded to find out which are urgent; of those that go on, the newest.
const WEIGHED: usize = 100;

/// Sorts matches by how urgent they are for a person: those that wait for the person's answer, then the others, each by
/// their deadlines, and those without a deadline last, the newest first.
pub(crate) async fn by_urgency(matches: &Matches, user: UserId, rows: &mut [Summary]) {
    if rows.len() < 2 {
        return;
    }
    rows.sort_by_key(|row| (matches!(row.status, Status::Over | Status::Cancelled), Reverse(row.id)));
    let mut keys: HashMap<MatchId, (bool, Millis)> = HashMap::new();
    for row in rows.iter().take(WEIGHED) {
        // A match that cannot be loaded can be chosen all the same.
        if let Ok(game) = matches.load_listed(row).await {
            keys.insert(row.id, (!waits_for(&game, user), game.deadline.unwrap_or(Millis::MAX)));
        }
    }
    rows.sort_by_key(|row| keys.get(&row.id).copied().unwrap_or((true, Millis::MAX)));
}

/// Returns whether a match waits for an answer that a user has not given yet.
fn waits_for(game: &Match, user: UserId) -> bool {
    let decision = game.seat_of(user).and_then(|seat| game.decision(seat));
    game.playing().is_ok() && decision.is_some_and(|decision| !decision.answered)
}

/// The most matches in a list of those among which somebody has to choose.
const LISTED: usize = 20;

/// Lists the first matches, one to a line, and says how many more there are.
pub(crate) fn listed(rows: &[Summary]) -> String {
    let more = rows.len().saturating_sub(LISTED);
    let lines = rows.iter().take(LISTED).map(|row| format!("- {}", summary_title(row)));
    let more = (more > 0).then(|| format!("… and {more} more"));
    lines.chain(more).collect::<Vec<_>>().join("\n")
}

/// Leaves only the matches that fit what has been typed so far.
fn retain_fitting(rows: &mut Vec<Summary>, typed: &str) {
    let typed = key(typed);
    let typed = typed.trim_start_matches('#');
    rows.retain(|row| row.id.to_string().starts_with(typed) || key(&row.title).contains(typed));
}

/// Makes suggestions of matches, of which the most urgent come first.
fn choices(mut rows: Vec<Summary>, channel: ChannelId) -> CreateAutocompleteResponse {
    // Matches in this channel come first.
    rows.sort_by_key(|row| row.channel_id != channel);
    // One place is left to say that there are more.
    let shown = if rows.len() > SUGGESTIONS { SUGGESTIONS - 1 } else { rows.len() };
    let more = rows.len() - shown;
    let more = (more > 0).then(|| AutocompleteChoice::new(more_matches(more), MORE));
    let choices = rows[..shown].iter().map(|row| AutocompleteChoice::new(choice(row), row.id.0));
    CreateAutocompleteResponse::new().set_choices(choices.chain(more).collect())
}

/// Suggests matches while somebody types. If the list cannot be loaded, it is empty.
async fn complete(
    ctx: Context<'_>,
    typed: &str,
    rows: impl Future<Output = Result<Vec<Summary>, Failure>>,
) -> CreateAutocompleteResponse {
    let mut rows = rows.await.unwrap_or_else(|failure| {
        failure.log();
        Vec::new()
    });
    // Before they are loaded, which takes longer.
    retain_fitting(&mut rows, typed);
    by_urgency(&ctx.data().matches, ctx.author().id.stored(), &mut rows).await;
    choices(rows, ctx.channel_id().stored())
}

/// Completes with the matches that the user plays.
pub(crate) async fn complete_played(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let rows = async { Ok(ctx.data().matches.played_by(ctx.author().id.stored()).await?) };
    complete(ctx, typed, rows).await
}

/// Completes with the matches that the user plays and for which `fits` holds.
async fn complete_fitting(
    ctx: Context<'_>,
    typed: &str,
    fits: fn(&Matches, &Summary) -> bool,
) -> CreateAutocompleteResponse {
    let matches = &ctx.data().matches;
    let rows = async {
        let mut rows = matches.played_by(ctx.author().id.stored()).await?;
        rows.retain(|row| fits(matches, row));
        Ok(rows)
    };
    complete(ctx, typed, rows).await
}

/// Completes with the running turn-based matches that the user plays.
pub(crate) async fn complete_turns(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    complete_fitting(ctx, typed, is_running_in_turns).await
}

/// Completes with the running matches that the user plays and can resign from.
pub(crate) async fn complete_resignable(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    complete_fitting(ctx, typed, can_resign).await
}

/// Completes with the matches that the user plays or hosts and those of the channel, including finished ones.
pub(crate) async fn complete_seen(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let matches = &ctx.data().matches;
    let rows = async {
        let person = of_command(ctx).await?;
        let mut rows = hosted_rows(matches, &person, true).await?;
        rows.extend(matches.played_by(person.user_id).await?);
        if let Some(guild) = person.guild_id {
            let here = ctx.channel_id().stored();
            let of_guild = matches.in_guild(guild, true).await?.into_iter();
            rows.extend(of_guild.filter(|row| row.channel_id == here));
        }
        rows.sort_by_key(|row| row.id);
        rows.dedup_by_key(|row| row.id);
        Ok(rows)
    };
    complete(ctx, typed, rows).await
}

/// Completes with the matches that the user hosts.
pub(crate) async fn complete_hosted(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let rows = async { hosted_rows(&ctx.data().matches, &of_command(ctx).await?, false).await };
    complete(ctx, typed, rows).await
}

/// Completes with the matches that the user hosts or has hosted.
pub(crate) async fn complete_hosted_ever(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let rows = async { hosted_rows(&ctx.data().matches, &of_command(ctx).await?, true).await };
    complete(ctx, typed, rows).await
}

// Sentences

/// Formats a match for a list of choices: plain text, at most 100 characters.
pub(crate) fn choice(row: &Summary) -> String {
    format!("#{} {} ({})", row.id, escape::plain(&row.title, 60), status(row.status))
}

/// The number that is sent if somebody picks the line that says that there are more matches; no match has it.
const MORE: i64 = 0;

fn more_matches(more: usize) -> String {
    format!("… and {more} more: type a number or part of a title")
}

const TYPE_ON: &str = "That line only says that there are more matches, so nothing was done. Type a number or part of a title, and the \
     list shows those that fit.";

/// Says that there is no such match, whether or not there is one in another server.
fn no_match(number: MatchId) -> String {
    format!("There is no match {number}.")
}

fn no_match_here() -> String {
    "No match is going on here. Use the option `match` to choose one that has ended.".to_owned()
}

fn no_seat() -> String {
    "You’re not playing in a match right now.".to_owned()
}

fn hosts_nothing() -> String {
    "You’re not hosting a match here right now. Members with the host role or Manage Server create one with `/host create`.".to_owned()
}

fn say_which(why: &str, rows: &[Summary]) -> String {
    format!("{why}: say which one with the option `match`.\n{}", listed(rows))
}

fn no_signup_here() -> String {
    "You’re not in a match that has yet to begin.".to_owned()
}

fn no_turns_here() -> String {
    "You’re not playing a turn-based game right now. `/play new` creates a match.".to_owned()
}

fn nothing_to_resign_from() -> String {
    "You’re not playing in a match that you can resign from right now.".to_owned()
}

fn nothing_to_play_again() -> String {
    "You haven’t finished a match here. Use the option `match` to choose another one.".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use trigon_engine::ids::GuildId;

    fn row(id: MatchId, channel_id: ChannelId) -> Summary {
        Summary {
            id,
            version: 1,
            game: "chess".into(),
            guild_id: GuildId(1),
            channel_id,
            host_id: UserId(1),
            co_hosts: Vec::new(),
            title: format!("Match {id}"),
            status: Status::Running,
        }
    }

    #[test]
    fn the_only_one_or_the_one_of_the_channel_is_meant() {
        assert_eq!(only(vec![row(MatchId(1), ChannelId(10))], ChannelId(99)).unwrap().id, MatchId(1));
        assert_eq!(
            only(vec![row(MatchId(1), ChannelId(10)), row(MatchId(2), ChannelId(20))], ChannelId(20))
                .unwrap()
                .id,
            MatchId(2)
        );
        assert_eq!(
            only(vec![row(MatchId(1), ChannelId(10)), row(MatchId(2), ChannelId(20))], ChannelId(99))
                .unwrap_err()
                .len(),
            2
        );
        assert_eq!(
            only(
                vec![
                    row(MatchId(1), ChannelId(10)),
                    row(MatchId(2), ChannelId(10)),
                    row(MatchId(3), ChannelId(30))
                ],
                ChannelId(10)
            )
            .unwrap_err()
            .len(),
            3
        );
        assert!(only(Vec::new(), ChannelId(10)).unwrap_err().is_empty());
    }
}
