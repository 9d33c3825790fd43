//! The sentences for people who look at a match, its rules or the help.

use std::collections::BTreeMap;

use crate::lobby::texts::fields;
use crate::play::texts::possible;
use crate::ui::escape;
use crate::ui::lookup::listed;
use crate::ui::picture::Replayed;
use crate::ui::words::{
    bullet, dice_again, duration, heading, holders, match_and_title, mention, newest, phase_name, seat_name,
    small, title, uncapitalized, undrawn, when,
};
use trigon_engine::ids::{MatchId, UserId};
use trigon_engine::matches::{
    Absence, Deeds, EntryContent, HOUR, HistoryLine, Judged, Loan, Luck, Match, Millis, OfferKind,
    PersonSettings, Player, Reminders, Status, Summary,
};
use trigon_engine::people::Forgotten;
use trigon_rules::games::{By, Fact, FinalKind, Info, Move, Names, Phase, RatedAction, Seat, phrase};
use trigon_rules::text::is_visible;

// --- Which match

/// Asks which match is meant, if `more` do not fit into the list, and says that nothing has changed yet if anything is to.
/// `example` shows how to say it at once: the number of a match, and what was written.
pub(crate) fn which_match(more: usize, changes: bool, example: Option<(MatchId, &str)>) -> String {
    let more = match more {
        0 => String::new(),
        more => format!(
            " The list shows the most urgent; there are {more} more, which you can choose with the option `match`."
        ),
    };
    let yet = if changes { " **Nothing is stored yet.**" } else { "" };
    let at_once = example.map(|(number, text)| {
        let text = if text.chars().count() > 20 { "…".to_owned() } else { text.replace('`', "") };
        format!("\n-# To say it at once, begin with its number: `#{number} {text}`. Or reply to one of its messages.")
    });
    format!(
        "You’re playing in several matches. Which one do you mean?{yet}{more}{}",
        at_once.unwrap_or_default()
    )
}

/// Says how many matches a list leaves out.
pub(super) fn more_listed(more: usize) -> String {
    format!("-# … and {more} more. `/matches calendar:True` sends the deadlines of all of them.")
}

pub(crate) fn pick_placeholder() -> &'static str {
    "Pick the match"
}

/// Says why there is no board to show.
pub(crate) fn not_begun(game: &Match) -> String {
    if let Some(rules) = game.stopped() {
        let words = game.rules_words(rules);
        return format!("{}: {words} That’s why there is no board to show.", title(game));
    }
    format!("{} hasn’t begun yet, so there is no board to show.", title(game))
}

pub(crate) fn board_elsewhere(number: MatchId) -> String {
    format!("You can see the board of match {number} in its own channel only.")
}

// --- Players

/// Lists what players may know about their own position, and what they have been told so far, one line per phase.
pub(crate) fn me(heading: String, facts: &[Fact], told: &[String]) -> String {
    let facts = facts.iter().map(|fact| format!("{}: **{}**", fact.label, escape::text(&fact.value)));
    let mut lines: Vec<(&str, String)> = Vec::new();
    for told in told {
        let (phase, what) = told.split_once(": ").unwrap_or(("", told));
        match lines.last_mut() {
            Some((last, line)) if *last == phase && !phase.is_empty() => {
                *line = format!("{}; {what}", line.trim_end_matches('.'));
            }
            _ => lines.push((phase, told.clone())),
        }
    }
    let told = lines.iter().map(|(_, line)| small(&escape::text(line)));
    std::iter::once(heading).chain(facts).chain(told).collect::<Vec<_>>().join("\n")
}

/// Tells a substitute for whom and for how long they play.
pub(crate) fn lent(lent: &Loan) -> String {
    format!("You play for **{}** until {}.", escape::name(&lent.name), when(lent.back))
}

/// Does the same before round 1.
pub(crate) fn me_before(game: &Match, seat: Seat, player: &Player) -> String {
    let mut lines = vec![heading(game), format!("Seat: **{seat}**")];
    lines.extend(fields(game, player).into_iter().map(|(label, value)| format!("{label}: **{value}**")));
    lines.join("\n")
}

pub(crate) fn board(game: &Match) -> String {
    let undrawn = undrawn(game).map(|line| format!("\n{line}"));
    heading(game) + &undrawn.unwrap_or_default()
}

pub(crate) fn no_matches() -> String {
    "You’re not playing or hosting a match right now.".to_owned()
}

pub(crate) fn match_line(game: &Match, seat: Option<Seat>, hosts: bool) -> String {
    let line = format!("- {} · <#{}>", heading(game), game.channel_id);
    let asked = match seat.and_then(|seat| game.decision(seat)) {
        Some(_) if game.has_turns() => " · **it’s your turn**",
        Some(decision) if game.playing().is_ok() => {
            if decision.answered {
                " · your answer is stored"
            } else {
                " · **you haven’t submitted yet**"
            }
        }
        _ => "",
    };
    line + asked + if hosts { " (you host it)" } else { "" }
}

pub(crate) fn unknown_text() -> String {
    "I didn’t understand that. If a match is waiting for you, send me your action as you would with `/move`, or `move` to \
     see your choices. I also know `me`, `board`, `matches`, `rules` and `help`; other commands need a `/`."
        .to_owned()
}

/// Answers a command of servers that somebody has written as a text.
pub(crate) fn slash_text(command: &str) -> String {
    format!(
        "`/{command}` works in a channel of the server: type it there, and pick it from the list that appears. Here I know `me`, `board`, \
         `matches`, `rules` and `help`, and your answers when a match waits for you."
    )
}

/// Says that a text was not understood, with a few actions as its author could write them now, as far as they may be listed.
pub(crate) fn unknown_here(game: &Match, seat: Seat) -> Option<String> {
    const EXAMPLES: usize = 3;
    let (session, decision) = (game.playing().ok()?, game.decision(seat)?);
    let mut listed = session.listed(seat);
    let step = listed.len().div_ceil(EXAMPLES).max(1);
    listed = listed.into_iter().step_by(step).collect();
    let usual = session.prompt(&decision).example.map(|usual| possible(game, seat, usual));
    let examples: Vec<String> =
        usual.into_iter().chain(listed).take(EXAMPLES).map(|action| format!("`{action}`")).collect();
    (!examples.is_empty()).then(|| {
        format!(
            "I didn’t understand that. In {} you could write {}, for example; `move` shows all your choices. I also know `me`, \
             `board`, `matches`, `rules` and `help`.",
            title(game),
            phrase::one_of(&examples)
        )
    })
}

/// Refuses an answer that was sent before the current question was asked and could not be read until now.
pub(crate) fn too_late() -> String {
    "⌛ I couldn’t read this message before what it was meant for had ended, so nothing was stored. `me` shows what you can do now."
        .to_owned()
}

// --- Rules

pub(crate) fn no_section(text: &str) -> String {
    if !is_visible(text) {
        return "Name a section of the rules, or leave the option out to see what there is.".to_owned();
    }
    format!("There is no section “{}” in the rules.", escape::name(text))
}

/// Introduces the picture that explains the marks.
pub(crate) fn legend(game: &Match) -> String {
    let marks = game.game.particulars().legend.iter().map(|line| bullet(line));
    let marks: String = marks.flat_map(|line| [line, "\n".to_owned()]).collect();
    format!(
        "What the marks mean, on the board as the match began.\n{marks}{}\n{}",
        small(BUTTONS),
        small(&title(game))
    )
}

/// Says what the colours of buttons mean, which are the same for every game.
const BUTTONS: &str = "Among your choices, a blue button plays at once, a grey one leads on, and a green one plays what is shown.";

/// Names what ends at the deadline of a match, in plain text.
pub(super) fn deadline_of(game: &Match) -> String {
    let what = match &game.session {
        None => "round 1 begins".to_owned(),
        Some(_) if !game.info().has_long_phases() => "the turn ends".to_owned(),
        Some(session) => format!("{} ends", uncapitalized(&session.phase().title)),
    };
    format!("{}: {what}", game.title)
}

/// Says what a person has chosen.
pub(super) fn settings(settings: &PersonSettings) -> String {
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

// What is stored about people

pub(super) const EXPORTED: &str = "This is what I have stored about you: your settings, what you did in matches, and your books in \
     seasons. Some of it may be secret in a match that is still played, so keep it to yourself.";

/// Says what forgetting does and cannot do.
pub(super) const FORGET: &str = "**If you want to be forgotten**, I take your name and your account out of all matches and seasons in \
     which you had a part. Your seats become *Player 3* and the like; what was played and booked stays, because it belongs to the others, \
     too. I delete your settings and what I remember about our direct messages.\n\
     I can’t change messages that are in Discord already, what others wrote about you, titles, saved files or the operator’s backups. \
     You can’t come back to what was yours. If you write to me again, I know you from then on.\n\
     It works once your matches are over; the files of `/export` are a copy for you.\n\
     To go on: `/forget me confirm:True`. It can’t be undone.";

/// Names the matches for whose end somebody has to wait before they can be forgotten.
pub(super) fn still_plays(matches: &[(MatchId, String)]) -> String {
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

pub(super) fn forgotten(of: Forgotten) -> String {
    let matches = if of.matches == 1 { "1 match".to_owned() } else { format!("{} matches", of.matches) };
    format!(
        "I’ve taken you out of {matches} and {}, and deleted your settings. Farewell!",
        phrase::counted(i64::try_from(of.seasons).unwrap_or(i64::MAX), "season")
    )
}

// What people did, in numbers

pub(super) fn stats_hidden(whose: UserId) -> String {
    format!("{} doesn’t show their numbers to others.", mention(whose))
}

/// Shows what somebody did in matches that are over, game by game: in all of them, or in the newest ones. Deadlines and times are for that person alone: in rounds, nobody else
/// learns who has not answered.
pub(super) fn stats(whose: UserId, is_own: bool, games: &[(&Info, Deeds)], newest: Option<usize>) -> String {
    let which = match newest {
        Some(newest) => format!("of the newest {newest} here that are over"),
        None => "here that are over".to_owned(),
    };
    let whose = if is_own { "You".to_owned() } else { mention(whose) };
    if games.is_empty() {
        let has = if is_own { "have" } else { "has" };
        let seen = if is_own { "" } else { " that you can see" };
        return format!("{whose} {has} played in no matches {which}{seen}.");
    }
    let blocks: Vec<String> = games.iter().map(|it| numbers(it, is_own)).collect();
    let alone =
        if is_own { "\n-# Only you see how many deadlines you missed and how long you took." } else { "" };
    format!("{whose} · matches {which}\n{}{alone}", blocks.join("\n"))
}

/// Shows what somebody did in the matches of a game.
fn numbers((info, deeds): &(&Info, Deeds), is_own: bool) -> String {
    let results = [(deeds.won, "won"), (deeds.drawn, "drawn"), (deeds.lost, "lost")];
    let results = results.into_iter().filter(|(number, _)| *number > 0);
    let results: Vec<String> = results.map(|(number, how)| format!("{number} {how}")).collect();
    let results = if results.is_empty() { String::new() } else { format!(": {}", results.join(", ")) };
    let matches = if deeds.matches == 1 { "match" } else { "matches" };
    let mut lines = vec![format!("**{}** · {} {matches}{results}", info.title, deeds.matches)];
    for last in info.finals {
        let label = uncapitalized(last.label);
        match last.kind {
            FinalKind::Field => {
                let of = |sums: &BTreeMap<&str, i64>| sums.get(last.key).copied().unwrap_or_default();
                let (earned, spent) = (of(&deeds.earned), of(&deeds.spent));
                let parts = [(earned, "earned"), (-earned, "lost"), (spent, "spent")];
                let parts = parts.into_iter().filter(|(amount, _)| *amount > 0);
                let parts: Vec<String> = parts.map(|(amount, how)| format!("{amount} {how}")).collect();
                if !parts.is_empty() {
                    lines.push(bullet(&format!("{label}: {}", parts.join(", "))));
                }
            }
            FinalKind::Mark => {
                if let Some(times) = deeds.marks.get(last.key) {
                    lines.push(bullet(&format!("{label}: {}", phrase::counted(*times, "time"))));
                }
            }
            FinalKind::Number | FinalKind::Partial => {}
        }
    }
    if is_own {
        if deeds.missed > 0 {
            lines.push(bullet(&format!("{} missed", phrase::counted(deeds.missed, "deadline"))));
        }
        if let Some(time) = deeds.usual_time() {
            lines.push(bullet(&format!("half of your answers came within {}", within(time))));
        }
    }
    lines.join("\n")
}

/// Formats the time within which something came.
fn within(time: Millis) -> String {
    if time < HOUR / 60 { "a minute".to_owned() } else { duration(time) }
}

/// Confirms to a player when they will be away, or that they are back.
pub(crate) fn away(game: &Match, seat: Seat, away: Option<&Absence>) -> String {
    let Some(away) = away else {
        return format!("You’re back in {}.", title(game));
    };
    let when = own_absence(away);
    let more = if !game.has_turns() {
        "Only hosts who don’t play see it. No round waits for you: leave paths with `/ahead`, or have somebody play for you with \
         `/substitute`."
            .to_owned()
    } else if game.stops_for_absence() {
        format!(
            "Your clock stands still meanwhile, and I’ve said so in the channel. In this match, it can do so for {} more.",
            phrase::counted(game.away_left(seat) / HOUR, "hour")
        )
    } else {
        "This match has no clock, so nobody can claim your seat. I’ve said so in the channel.".to_owned()
    };
    format!("{}: {when}\n{more} `/away back:True` takes it back.", title(game))
}

/// Says when a player will be away.
pub(crate) fn own_absence(away: &Absence) -> String {
    format!("🧳 You’re away from {} to {}.", when(away.from), when(away.to))
}

pub(crate) const FULL_RULES: &str = "The full rules are attached.";

pub(crate) const SECTIONS: &str = "Read a section";

// The course of a match

pub(crate) fn nothing_yet(game: &Match) -> String {
    format!("Nothing has happened yet in {}.", title(game))
}

pub(crate) fn history_heading(game: &Match, left_out: usize) -> String {
    match left_out {
        0 => title(game),
        n => format!("{}\n-# The first {n} entries are in the file only.", title(game)),
    }
}

/// Says that nothing was public of a match when a message was sent.
pub(super) fn nothing_by_then(game: &Match) -> String {
    format!("{}\nNothing had happened by this message.", title(game))
}

/// Lists the entries that led to a message, and says how many have followed.
pub(super) fn happened_by_then(game: &Match, lines: &[String], since: usize) -> String {
    let since = match since {
        0 => "Nothing has happened since then.".to_owned(),
        1 => "One more entry has followed: `/history` has everything.".to_owned(),
        since => format!("{since} more entries have followed: `/history` has everything."),
    };
    format!("{}, up to this message:\n{}\n{}", title(game), lines.join("\n"), small(&since))
}

/// Says what a person is in a match, as far as everyone knows.
pub(super) fn who_is(game: &Match, user: UserId) -> String {
    let who = mention(user);
    let mut parts = Vec::new();
    if let Some(seat) = game.seems_seated(user) {
        parts.push(format!("plays as **{}**", holders(game, seat)));
    } else if let Some(tenure) = game.tenures().iter().rev().find(|tenure| tenure.before == user) {
        parts.push(format!("had the seat of **{}**", holders(game, tenure.seat)));
    }
    if game.hosts().any(|host| host == user) {
        parts.push(if game.info().is_hosted() { "hosts it" } else { "has created it" }.to_owned());
    }
    if game.alternates().iter().any(|alternate| alternate.user == user) {
        parts.push("is an alternate".to_owned());
    }
    let said = if parts.is_empty() { "has no seat in it".to_owned() } else { phrase::all_of(&parts) };
    format!("{}\n{who} {said}.", title(game))
}

/// Says that the bot runs a match.
pub(super) fn i_am(game: &Match) -> String {
    format!("{}\nI run it, and have no seat in it.", title(game))
}

/// Formats an entry of the log on one line, with its action if nothing in the match is secret.
pub(crate) fn history_line(number: usize, line: &HistoryLine, who: &str, is_open: bool) -> String {
    let words = escape::text(&line.words.join(" "));
    format!("{number}. {}", entry(line, &words, who, is_open, "`"))
}

/// Does the same for a plain-text file.
pub(crate) fn history_plain(number: usize, line: &HistoryLine, who: &str, is_open: bool) -> String {
    format!("{number}. {}", entry(line, &line.words.join(" "), who, is_open, ""))
}

/// Describes an entry by what it brought about, and puts its action between marks.
fn entry(line: &HistoryLine, words: &str, who: &str, is_open: bool, mark: &str) -> String {
    let back = taken_back(line);
    match &line.what {
        EntryContent::Game(action) if is_open && matches!(line.by, By::Seat(_)) => {
            let what = if words.is_empty() { who } else { words };
            format!("{what} ({mark}{action}{mark}){back}")
        }
        // It was taken back, and what it had brought about is no longer known.
        EntryContent::Game(_) if words.is_empty() => format!("A round or vote ended.{back}"),
        _ => format!("{words}{back}"),
    }
}

fn taken_back(line: &HistoryLine) -> &'static str {
    if line.taken_back { " (taken back)" } else { "" }
}

pub(crate) const THE_CLOCK: &str = "the clock";

pub(crate) const THE_HOST: &str = "the host";

pub(crate) fn replay(game: &Match, replay: &Replayed) -> String {
    let until = if game.is_going_on() { " until now" } else { "" };
    let heading = format!("{}, from the beginning{until}", title(game));
    match replay.left_out() {
        Some(left_out) => format!("{heading}\n{left_out}"),
        None => heading,
    }
}

/// Describes a picture of a match, with its one-based number and what happened before it.
pub(super) fn page(game: &Match, number: u32, count: u32, moment: &str, happened: &[String]) -> String {
    let mut lines = vec![format!("{} · {moment} · picture {number} of {count}", title(game))];
    lines.extend(newest(happened.iter().map(|line| bullet(line)), MAX_PAGE_LINES_LENGTH));
    lines.join("\n")
}

/// The maximum number of characters about what happened before a picture.
const MAX_PAGE_LINES_LENGTH: usize = 1_500;

pub(super) fn nothing_to_walk(game: &Match) -> String {
    format!("{} cannot be played again from its record.", title(game))
}

// --- Hints and reviews

/// A kind of help to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HelpKind {
    Hints,
    Boards,
}

/// Says why nobody gets help of some kind in a match.
pub(super) fn no_help(game: &Match, kind: HelpKind) -> String {
    let what = match kind {
        HelpKind::Hints => "hints",
        HelpKind::Boards => "what-if boards",
    };
    format!("There are no {what} in {}: they are for games of turns without secrets.", game.info().title)
}

pub(super) fn already_thinking() -> String {
    "I’m still busy with what you asked for before. Ask again once it’s here.".to_owned()
}

pub(super) fn no_foresight(game: &Match) -> String {
    format!("I can’t look ahead in {}.", title(game))
}

/// Says what a computed player would do, the best action first, with the descriptions of the actions.
pub(super) fn hint(game: &Match, seat: Seat, lines: &[(RatedAction, String)]) -> String {
    format!(
        "{}: this is what I’d do in your place, the best first, with your chances to win after it.\n{}\n{}",
        title(game),
        candidates(seat, lines),
        small("I looked at nothing that you can’t see, and nobody else learns that you asked.")
    )
}

/// Lists actions with what they are worth to a seat.
fn candidates(seat: Seat, lines: &[(RatedAction, String)]) -> String {
    let share = |line: &RatedAction| seat.index(line.shares.len()).map_or(0.0, |i| 100.0 * line.shares[i]);
    let line = |(number, (line, words)): (u32, &(RatedAction, String))| {
        let words = if *words == line.action { String::new() } else { format!(" ({})", escape::text(words)) };
        let worth = if line.is_proven {
            format!("{:.0} %, which is certain", share(line))
        } else {
            format!("about {:.0} %", share(line))
        };
        format!("{number}. `{}`{words}: {worth}", line.action)
    };
    (1..).zip(lines).map(line).collect::<Vec<_>>().join("\n")
}

/// Labels the button that plays an action from the numbered list of a hint.
pub(super) fn play_hint(number: u32) -> String {
    format!("Play {number}")
}

pub(super) const WHAT_IF: &str = "What if …";

/// What is below the picture of a what-if board.
pub(super) const WHAT_IF_STRIP: &str = "What if: not the match itself";

pub(super) const BACK: &str = "Back";

pub(super) const AGAIN: &str = "Start again";

pub(super) const ADVICE: &str = "What would the computer do?";

pub(super) const LINE_IS_FULL: &str =
    "This board has no room for more actions, so nothing was added. **Back** takes the last one back.";

/// What a what-if board shows besides its picture. Everything is escaped.
pub(super) struct BoardCaption {
    /// What was played, a line for each turn.
    pub(super) line: Vec<String>,
    /// What the last action brought about.
    pub(super) happened: Vec<String>,
    /// Whose turn it is, and the question.
    pub(super) asked: Option<(String, &'static str)>,
    /// What has been chosen of the next action.
    pub(super) chosen: Option<String>,
    /// How the match would end.
    pub(super) outcome: Option<String>,
    /// What a computed player would do for a seat.
    pub(super) advice: Option<(Seat, Vec<(RatedAction, String)>)>,
    /// Why what was pressed was not done.
    pub(super) note: Option<String>,
    /// Whether something may be drawn.
    pub(super) draws: bool,
    /// Whether the match has gone on since the board was opened.
    pub(super) is_old: bool,
}

/// Describes a what-if board. What was played comes first, because the next press reads it again.
pub(super) fn what_if(game: &Match, caption: &BoardCaption) -> String {
    let mut lines = vec![format!("{} · what if …", title(game))];
    lines.extend(caption.line.iter().cloned());
    lines.extend(newest(caption.happened.iter().map(|line| bullet(line)), MAX_CAPTION_LINES_LENGTH));
    lines.extend(caption.note.clone());
    if let Some((seat, advice)) = &caption.advice {
        lines.push(format!(
            "As **{}**, I’d do this, the best first, with the chances to win after it:\n{}",
            seat_name(game, *seat),
            candidates(*seat, advice)
        ));
    }
    if let Some((name, question)) = &caption.asked {
        lines.push(format!("➡️ **{name}**, {}", uncapitalized(question)));
    }
    lines.extend(caption.chosen.clone().filter(|chosen| !chosen.is_empty()));
    lines.extend(caption.outcome.as_ref().map(|reason| format!("The match would be over: {reason}")));
    if caption.is_old {
        lines.push(
            "The match has gone on since this board was opened. `/whatif` opens a new one while it’s your turn.".to_owned(),
        );
    }
    lines.push(small("Only you see this board, and nothing on it counts."));
    if caption.draws {
        lines.push(small(
            "What is drawn or rolled here is made up: it says nothing about what the match will draw.",
        ));
    }
    lines.join("\n")
}

/// How far a puzzle is solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PuzzleProgress {
    /// The seat can still act.
    Open,
    /// The seat has won.
    Solved,
    /// The seat has won as the person was told.
    Told,
    /// What was played depends on what is drawn.
    Luck,
    /// Somebody else acts, or the match is over without a win.
    Failed,
}

pub(super) const PUZZLE_STRIP: &str = "A puzzle: find the win";

pub(super) const SOLUTION: &str = "Show the solution";

pub(super) const ANOTHER: &str = "Another puzzle";

/// Describes the board of a puzzle. What was played comes first, because the next press reads it again.
pub(super) fn puzzle(game: &Match, name: &str, caption: &BoardCaption, progress: PuzzleProgress) -> String {
    let mut lines = vec![format!("🧩 {} · find the win", title(game))];
    lines.extend(caption.line.iter().cloned());
    lines.extend(newest(caption.happened.iter().map(|line| bullet(line)), MAX_CAPTION_LINES_LENGTH));
    lines.extend(caption.note.clone());
    let reason = caption.outcome.as_deref().unwrap_or_default();
    lines.push(match progress {
        PuzzleProgress::Open if caption.line.is_empty() => {
            format!("It’s **{name}**’s turn, and **{name}** can win before anybody else acts. How?")
        }
        PuzzleProgress::Open => format!("**{name}** can still act."),
        PuzzleProgress::Solved => format!("✅ **Solved.** {reason}"),
        PuzzleProgress::Told => format!("💡 That’s how. {reason}"),
        PuzzleProgress::Luck => {
            format!("❌ That depends on what is drawn, but **{name}** can win without luck.")
        }
        PuzzleProgress::Failed if caption.outcome.is_some() => {
            format!("❌ The match would be over, but **{name}** would not have won: {reason}")
        }
        PuzzleProgress::Failed => format!("❌ **{name}**’s turn is over, and **{name}** has not won."),
    });
    if let Some((name, question)) = &caption.asked {
        lines.push(format!("➡️ **{name}**, {}", uncapitalized(question)));
    }
    lines.extend(caption.chosen.clone().filter(|chosen| !chosen.is_empty()));
    lines.push(small("Only you see this board. The position is from a match that is over."));
    lines.join("\n")
}

/// Says that no puzzle was found.
pub(super) fn no_puzzle(game: Option<&str>) -> String {
    let of = game.map(|game| format!(" of {game}")).unwrap_or_default();
    format!(
        "I’ve found no puzzle in the matches{of} that are over on this server and that you can see. Every match of a turn-based game \
         that is played to the end may bring some."
    )
}

/// The maximum number of characters about what an action brought about on a what-if board.
const MAX_CAPTION_LINES_LENGTH: usize = 300;

pub(super) const WALK: &str = "Step through";

pub(super) fn entry_button(entry: u32) -> String {
    format!("Before {entry}")
}

pub(super) fn not_over(game: &Match) -> String {
    format!("{} isn’t over yet. Until then, `/history` and `/replay` show what has happened.", title(game))
}

pub(super) const SHARE: &str = "Show everyone";

/// Names the turning points of a match.
pub(super) fn review(game: &Match, names: &Names, points: &[&Judged], luck: &[Luck], tries: u32) -> String {
    let percent = |share: f32| format!("{:.0} %", 100.0 * share);
    let point = |judged: &&Judged| {
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
    lines.extend(self::luck(names, luck));
    lines.push(small(&how));
    lines.join("\n")
}

/// Looks back at a match of rounds: what each brought.
pub(super) fn recap<'a>(game: &Match, chapters: impl Iterator<Item = (&'a Phase<Move>, &'a str)>) -> String {
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

/// Says how the dice fell for everyone who rolled, and what that means.
fn luck(names: &Names, luck: &[Luck]) -> Option<String> {
    let one = |luck: &Luck| format!("**{}** {luck}", escape::name(&names.get(luck.seat)));
    let all: Vec<String> = luck.iter().map(one).collect();
    let how = "Luck is how much more somebody has rolled than the same dice show on average.";
    (!all.is_empty()).then(|| format!("Luck: {}.\n{}", all.join(", "), small(how)))
}

pub(crate) fn replay_is_coming() -> String {
    "I’m still drawing the last replay you asked for. Ask for the next one once it’s here.".to_owned()
}

pub(crate) fn no_replay(game: &Match) -> String {
    if game.is_going_on() {
        return format!("You can watch {} as an animation once it’s over.", title(game));
    }
    format!(
        "{} was cancelled, so what was secret in it stays secret unless its host publishes it.",
        title(game)
    )
}

pub(crate) fn board_again(game: &Match) -> String {
    format!("I’ve reposted the board of {} below.", title(game))
}

pub(crate) fn say_which_of(rows: &[Summary]) -> String {
    format!("There are several matches: say which one with the option `match`.\n{}", listed(rows))
}

/// Tells a player whose turn it is and which offers are open.
pub(crate) fn turn(game: &Match, seat: Seat) -> String {
    let asked: Vec<Seat> = game.to_act().iter().map(|decision| decision.seat).collect();
    let turn = match asked.first() {
        _ if game.status == Status::Signup => "You’re in. The match hasn’t begun yet.".to_owned(),
        _ if game.resigned(seat) => "You’ve resigned.".to_owned(),
        _ if asked.contains(&seat) => "**It’s your turn.** `/move` shows your choices.".to_owned(),
        Some(other) => format!("Waiting for **{}**.", seat_name(game, *other)),
        None => "Nobody has to do anything right now.".to_owned(),
    };
    let mut lines = vec![heading(game)];
    if game.session.is_some() {
        lines.push(format!("Seat: **{seat}**"));
    }
    lines.push(turn);
    if let Some(offer) = game.offer() {
        let who = if offer.by == seat { "You".to_owned() } else { seat_name(game, offer.by) };
        let answer = if game.unanswered().contains(&seat) { ", and you haven’t answered yet" } else { "" };
        let what = match offer.kind {
            OfferKind::Draw => "a draw",
            OfferKind::Takeback => "a takeback",
        };
        let asks = if offer.by == seat { "have asked" } else { "has asked" };
        lines.push(format!("{who} {asks} for {what}{answer}."));
        lines.extend(dice_again(game));
    }
    lines.join("\n")
}

pub(crate) fn say_which(is_direct: bool) -> String {
    let how = if is_direct {
        "begin with the number of the one you mean, such as `#3`, or reply to one of its messages"
    } else {
        "say which one with the option `match`"
    };
    format!("You’re playing in several matches, so nothing has changed yet: {how}.")
}
