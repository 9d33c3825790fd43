//! `/share`: a match in a few lines for people elsewhere: how it ended or stands, from what everyone may see.

use super::end::{is_by_rules, winners};
use super::{story, texts};
use crate::info::texts::not_begun;
use crate::ui::{Answer, Failure, escape, words};
use trigon_engine::matches::Match;
use trigon_rules::games::{Viewer, phrase};

/// The maximum number of characters in a line.
const MAX_LINE_LENGTH: usize = 300;

/// The maximum number of players that are named.
const MAX_NAMED_PLAYERS: usize = 4;

/// The maximum number of characters in a name.
const MAX_NAME_LENGTH: usize = 40;

/// Returns a text about a match that its reader can copy to any other place.
///
/// # Errors
/// If the match has not begun.
pub(crate) fn shared(game: &Match) -> Result<Answer, Failure> {
    let session = game.session.as_deref().ok_or_else(|| Failure::denied(not_begun(game)))?;
    let names = game.names();
    let seen = session.observe(Viewer::Public);
    let (played, info) = (seen.resolved().number, game.info());
    let players: Vec<String> = game.players.iter().map(|player| plain(&player.name)).collect();
    let who = if players.len() <= MAX_NAMED_PLAYERS {
        phrase::all_of(&players)
    } else {
        format!("{} players", phrase::number_word(players.len()))
    };
    let title = if game.title == info.title { String::new() } else { format!("{} · ", plain(&game.title)) };
    let head = format!("{title}{} · {who}{}", info.title, texts::how_long(game, played));
    let lines = std::iter::once(head).chain([headline(game)]).chain(seen.share(&names));
    let lines: Vec<String> =
        lines.map(|line| escape::plain(&line.replace('`', "’"), MAX_LINE_LENGTH)).collect();
    Ok(Answer::new(texts::shared(&lines.join("\n"), &words::title(game))).about(game.id))
}

/// Returns a name as plain text of limited length.
fn plain(name: &str) -> String {
    escape::plain(name, MAX_NAME_LENGTH)
}

/// Says in plain text how the match ended, or what is being played.
fn headline(game: &Match) -> String {
    if game.is_going_on() {
        return texts::goes_on_with(&crate::play::phase_title(game));
    }
    if let Some(told) = story::phase_story(game).filter(|_| is_by_rules(game)) {
        return told.headline;
    }
    let Some(result) = game.result() else { return texts::NO_RESULT.to_owned() };
    let names: Vec<String> = winners(game).iter().map(|seat| game.names().get(*seat).into_owned()).collect();
    texts::won(&names, &result.outcome.reason)
}
