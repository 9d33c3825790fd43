//! The sentences about what people choose for themselves, and what is stored about them.

use crate::ui::escape;
use crate::ui::words::match_and_title;
use trigon_engine::ids::MatchId;
use trigon_engine::matches::{PersonSettings, Reminders};
use trigon_engine::people::Forgotten;
use trigon_rules::games::phrase;

/// Says what a person has chosen.
pub(in crate::info) fn settings(settings: &PersonSettings) -> String {
    let quiet = match &settings.quiet {
        Some(quiet) => format!(
            "My messages make no sound in {quiet}. They come all the same, so look at the deadlines before you sleep."
        ),
        None => "My messages make a sound at any time. `/settings quiet:23-8 Europe/Berlin` changes that."
            .to_owned(),
    };
    let reminders = match settings.reminders {
        Reminders::All => "You get all reminders before deadlines.".to_owned(),
        Reminders::Last => "You get only the last reminder before a deadline.".to_owned(),
        Reminders::None => "You get no reminders before deadlines, except when a host sends one.".to_owned(),
        Reminders::Before(hours) => format!(
            "You get one reminder, {} before a deadline. In a phase that is shorter, it comes later.",
            phrase::counted(hours, "hour")
        ),
    };
    let place = match (settings.in_channel, settings.reminders) {
        (_, Reminders::None) => "",
        (false, _) => {
            "\n- I remind you by direct message, unless you have answered already. `/settings in_channel:True` changes that."
        }
        (true, _) => {
            "\n- I remind you by a mention in the match’s channel. So that nobody learns who has not answered yet, you are mentioned \
             whether or not you have. `/settings in_channel:False` changes that."
        }
    };
    let stats = if settings.hides_stats {
        "Others can’t see your numbers. `/settings stats:True` changes that."
    } else {
        "Others can see with `/stats` how you did in matches that are over. `/settings stats:False` changes that."
    };
    format!("In all your matches:\n- {quiet}\n- {reminders}{place}\n- {stats}")
}

/// Comes with the file of what is stored about somebody.
pub(in crate::info) const EXPORTED: &str = "This is what I have stored about you: your settings, what you did in matches, and your books in \
     seasons. Some of it may be secret in a match that is still played, so keep it to yourself.";

/// Says what forgetting does and cannot do.
pub(in crate::info) const FORGET: &str = "**If you want to be forgotten**, I take your name and your account out of all matches and seasons in \
     which you had a part. Your seats become *Player 3* and the like; what was played and booked stays, because it belongs to the others, \
     too. I delete your settings and what I remember about our direct messages.\n\
     I can’t change messages that are in Discord already, what others wrote about you, titles, saved files or the operator’s backups. \
     You can’t come back to what was yours. If you write to me again, I know you from then on.\n\
     It works once your matches are over; the files of `/export` are a copy for you.\n\
     To go on: `/forget me confirm:True`. It can’t be undone.";

/// Names the matches for whose end somebody has to wait before they can be forgotten.
pub(in crate::info) fn still_plays(matches: &[(MatchId, String)]) -> String {
    const NAMED: usize = 10;
    let named: Vec<String> = matches
        .iter()
        .take(NAMED)
        .map(|(id, title)| format!("- {}", match_and_title(*id, &escape::title(title))))
        .collect();
    let more = match matches.len() - named.len() {
        0 => String::new(),
        more => format!("\n-# and {more} more"),
    };
    format!(
        "You have or had a part in matches that aren’t over, so nothing was changed. Ask again once they are.\n{}{more}",
        named.join("\n")
    )
}

/// Tells somebody what they were taken out of, as the last thing they read.
pub(in crate::info) fn forgotten(of: Forgotten) -> String {
    let matches = if of.matches == 1 { "1 match".to_owned() } else { format!("{} matches", of.matches) };
    format!(
        "I’ve taken you out of {matches} and {}, and deleted your settings. Farewell!",
        phrase::counted(i64::try_from(of.seasons).unwrap_or(i64::MAX), "season")
    )
}
