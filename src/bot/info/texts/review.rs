//! The sentences about what decided a match.

use crate::ui::escape;
use crate::ui::words::{bullet, phase_name, small, title};
use trigon_engine::matches::{JudgedDecision, Luck, Match};
use trigon_rules::games::{Move, Names, Phase};

/// Names the turning points of a match.
pub(in crate::info) fn review(
    game: &Match,
    names: &Names,
    points: &[&JudgedDecision],
    luck: &[Luck],
    tries: u32,
) -> String {
    let percent = |share: f32| format!("{:.0} %", 100.0 * share);
    let point = |judged: &&JudgedDecision| {
        bullet(&format!(
            "{}. **{}** went from {} to {} with `{}`; `{}` was better.",
            judged.seq,
            escape::name(&names.get(judged.seat)),
            percent(judged.before()),
            percent(judged.after()),
            judged.played.action,
            judged.best.action
        ))
    };
    let points: Vec<String> = points.iter().map(point).collect();
    let decided = if points.is_empty() {
        "No single action cost anybody 10 % or more.".to_owned()
    } else {
        format!("What cost most, with the chances to win before and after:\n{}", points.join("\n"))
    };
    let how = format!(
        "The chances are estimates: at each turn, I tried {tries} lines of play for what was played and for what I’d have done, \
         from what that player could see."
    );
    let mut lines = vec![format!("A look back at {}. {decided}", title(game))];
    lines.extend(luck_in_words(names, luck));
    lines.push(small(&how));
    lines.join("\n")
}

/// Says how the dice fell for everyone who rolled, and what that means.
fn luck_in_words(names: &Names, luck: &[Luck]) -> Option<String> {
    let one = |luck: &Luck| format!("**{}** {luck}", escape::name(&names.get(luck.seat)));
    let all: Vec<String> = luck.iter().map(one).collect();
    let how = "Luck is how much more somebody has rolled than the same dice show on average.";
    (!all.is_empty()).then(|| format!("Luck: {}.\n{}", all.join(", "), small(how)))
}

/// Looks back at a match of rounds: what each brought.
pub(in crate::info) fn recap<'a>(
    game: &Match,
    chapters: impl Iterator<Item = (&'a Phase<Move>, &'a str)>,
) -> String {
    let chapter = |(phase, headline): (&Phase<Move>, &str)| {
        let headline = escape::text(&escape::shortened(headline, HEADLINE));
        bullet(&format!("**{}:** {headline}", phase_name(phase)))
    };
    let told: Vec<String> = chapters.map(chapter).collect();
    let how = "The buttons show the board at the end of each.";
    format!("A look back at {}.\n{}\n{}", title(game), told.join("\n"), small(how))
}

/// The maximum number of characters of a headline when many are listed.
const HEADLINE: usize = 130;

/// Says that a match is looked back at only once it is over.
pub(in crate::info) fn not_over(game: &Match) -> String {
    format!("{} isn’t over yet. Until then, `/history` and `/replay` show what has happened.", title(game))
}

/// Labels the button that opens the pictures of a match.
pub(in crate::info) const WALK: &str = "Step through";

/// Labels the button that shows the board before an entry.
pub(in crate::info) fn entry_button(entry: u32) -> String {
    format!("Before {entry}")
}

/// Labels the button that posts a review in the channel.
pub(in crate::info) const SHARE: &str = "Show everyone";
