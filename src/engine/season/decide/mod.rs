//! Deciding what a command changes: one file for each family of commands.
//!
//! | file | contents |
//! |---|---|
//! | `draft.rs` | a change while it is decided: entries are booked in it |
//! | `cast.rs`, `settings.rs` | the members; the title, the counters and the hosts |
//! | `episodes.rs` | planning episodes, tying matches to them, closing them, ending the season |
//! | `results.rs`, `match_results.rs` | booking what was played elsewhere, and what a match has left everyone with |
//! | `book.rs`, `gifts.rs` | what hosts book by hand, and what members give each other |

mod book;
mod cast;
mod draft;
mod episodes;
mod gifts;
mod match_results;
mod results;
mod settings;

use super::change::{SeasonChange, SeasonEvent};
use super::command::SeasonCommand;
use super::error::SeasonDenied;
use super::file::SeasonFile;
use super::model::Season;
use crate::ids::{GuildId, UserId};
use crate::matches::Actor;
use crate::season::checks::{MAX_TITLE_CHARS, checked_text};
use crate::season::model::counter::Counter;
use draft::SeasonDraft;
use trigon_clock::Millis;

/// Decides what a command changes. Nothing changes if it is denied.
///
/// # Errors
/// Fails if the actor may not give the command, or if it makes no sense now.
pub(crate) fn decide(
    season: &Season,
    actor: &Actor,
    command: &SeasonCommand,
    now: Millis,
) -> Result<SeasonChange, SeasonDenied> {
    season.check_power(actor, command.power())?;
    if season.ended_at.is_some() {
        return Err(SeasonDenied::Ended);
    }
    let draft = SeasonDraft::new(season, actor, now);
    match command {
        SeasonCommand::Cast(newcomers) => cast::cast(draft, newcomers),
        SeasonCommand::Rename { member, name } => cast::rename(draft, *member, name),
        SeasonCommand::Status { member, status } => cast::status(draft, *member, *status),
        SeasonCommand::TakeOver { member, user, name } => cast::take_over(draft, *member, *user, name),
        SeasonCommand::Counter(counter) => settings::counter(draft, counter),
        SeasonCommand::Title(title) => settings::title(draft, title),
        SeasonCommand::Channel(channel) => settings::channel(draft, *channel),
        SeasonCommand::WriteBack(write_back) => settings::write_back(draft, *write_back),
        SeasonCommand::CoHost { user, hosts } => settings::co_host(draft, *user, *hosts),
        SeasonCommand::Plan { title, kind, stakes } => episodes::plan(draft, title, *kind, *stakes),
        SeasonCommand::Result { target, lines, close } => {
            let (mut draft, number) = results::book_results(draft, target, lines)?;
            if *close {
                episodes::close_episode(&mut draft, number)?;
            }
            Ok(draft.finish())
        }
        SeasonCommand::Close(episode) => episodes::close(draft, *episode),
        SeasonCommand::Give { to, counter, amount } => gifts::give(draft, *to, counter, *amount),
        SeasonCommand::AnswerGift { gift, accept } => gifts::answer(draft, *gift, *accept),
        SeasonCommand::Correct { member, counter, delta, reason, episode } => {
            book::correct(draft, *member, counter, *delta, reason, *episode)
        }
        SeasonCommand::Mark { member, mark, reason, episode } => {
            book::mark(draft, *member, mark, reason.as_deref(), *episode)
        }
        SeasonCommand::Reverse { entry, reason } => book::reverse(draft, *entry, reason),
        SeasonCommand::End => episodes::end(draft),
        SeasonCommand::Import(file) => import(season, file),
        SeasonCommand::Bind { episode, match_id, taken, gifts } => {
            episodes::bind(draft, *episode, *match_id, taken, *gifts)
        }
        SeasonCommand::Book { settled, record } => match_results::book(draft, settled, record.as_deref()),
        SeasonCommand::Unbind(match_id) => episodes::unbind(draft, *match_id),
    }
}

/// Fills an empty season from a file in which everything follows.
fn import(before: &Season, file: &SeasonFile) -> Result<SeasonChange, SeasonDenied> {
    if !(before.cast.is_empty() && before.entries.is_empty() && before.episodes.is_empty()) {
        return Err(SeasonDenied::NotEmpty);
    }
    if let Some(problem) = file.problems().into_iter().next().or_else(|| file.too_large()) {
        return Err(SeasonDenied::UnreadableFile(problem.to_string()));
    }
    let after = file.fill(before);
    let entries = after.entries.len();
    Ok(SeasonChange { after, entries, events: vec![SeasonEvent::Changed] })
}

/// Returns a new season, which the store will number.
///
/// # Errors
/// Fails if the title is empty or too long, or if a counter is not one.
pub(crate) fn create(
    guild_id: GuildId,
    host_id: UserId,
    title: &str,
    counters: &[Counter],
    now: Millis,
) -> Result<Season, SeasonDenied> {
    let empty = Season::new(guild_id, host_id, checked_text("A title", title, MAX_TITLE_CHARS)?, now);
    counters.iter().try_fold(empty, |season, counter| {
        let host = Actor::Person(crate::matches::Person::user(host_id));
        let draft = SeasonDraft::new(&season, &host, now);
        settings::counter(draft, counter).map(|change| change.after)
    })
}
