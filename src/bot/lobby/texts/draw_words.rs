//! The sentences about the words that players add to the draws.

use crate::ui::escape;
use crate::ui::words::{small, title};
use trigon_engine::matches::Match;
use trigon_rules::games::{Word, phrase};

pub(in crate::lobby) const ADD_WORD: &str = "Add a word";

pub(in crate::lobby) fn word_title(game: &Match) -> String {
    format!("A word for the draws of match {}", game.id)
}

pub(in crate::lobby) const WORD_LABEL: &str = "Any nonsense; everyone will see it";

pub(in crate::lobby) const WORD_PLACEHOLDER: &str = "It helps to shuffle. Everyone will see it.";

/// Confirms a word, and says what it is good for.
pub(in crate::lobby) fn word_added(game: &Match, word: &Word) -> String {
    format!(
        "“{}” now goes into every draw of {}. Unless somebody could guess it in advance, nobody can have chosen the draws, not \
         even the person who runs me. You can check this with the record at the end.",
        escape::text(word.as_str()),
        title(game)
    )
}

/// Lists the words that players have added to the draws, as far as there is room: each was posted in full.
pub(crate) fn words_of(game: &Match) -> Option<String> {
    const ROOM: usize = 300;
    let mut room = ROOM;
    let shown: Vec<String> = game
        .words
        .iter()
        .map(|added| format!("“{}”", escape::text(added.word.as_str())))
        .take_while(|word| {
            let fits = room.checked_sub(word.chars().count());
            room = fits.unwrap_or(0);
            fits.is_some()
        })
        .collect();
    let more = game.words.len() - shown.len();
    let more = (more > 0).then(|| format!("{more} more"));
    let all: Vec<String> = shown.into_iter().chain(more).collect();
    (!all.is_empty()).then(|| small(&format!("Words from players in the draws: {}", phrase::all_of(&all))))
}
