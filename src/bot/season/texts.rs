//! The sentences about seasons. Amounts come only from what the reader may know.

use crate::ui::escape;
use crate::ui::limits::{BUTTON_LABEL, MESSAGE, NAME, OPTION};
use crate::ui::words::{self, channel, newest, relative, small, uncapitalized, when};
use trigon_engine::ids::{ChannelId, UserId};
use trigon_engine::matches::Match;
use trigon_engine::season::{
    Balances, Change, Counter, Cut, Entry, Episode, EpisodeKind, EpisodeNumber, EpisodeState, Event, Frozen,
    Gift, ListProblem, Member, MemberNumber, MemberStatus, ResultLine, Season, SeasonFile, Standings,
    StandingsLine, Viewer, What,
};
use trigon_engine::store::SeasonSummary;
use trigon_rules::games::phrase;

/// The room for lists in a message, which also has other sentences.
const LISTS: usize = MESSAGE - 700;

/// The room for the headings of lists, so that one that is as long as can be fits with its heading.
const HEADS: usize = 300;

/// The most members whose amounts are written below each other; the picture has more.
const SHOWN: usize = 25;

// What is meant

pub(super) const NO_SEASON: &str = "This server has no season. Members with the host role or Manage Server create one with `/season create`.";

pub(super) fn say_which(seasons: &[&SeasonSummary]) -> String {
    let lines: Vec<String> =
        seasons.iter().map(|it| format!("{}: {}", it.id, escape::title(&it.title))).collect();
    format!("There are several seasons here: say which one with the option `season`.\n{}", lines.join("\n"))
}

pub(super) fn nobody_called(text: &str) -> String {
    format!(
        "Nobody in the cast is called “{}”. Pick one of the names suggested as you type.",
        escape::name(text)
    )
}

pub(super) fn no_counter(season: &Season, text: &str) -> String {
    let known: Vec<String> = season.counters.iter().map(|it| escape::name(&it.label)).collect();
    format!("The season doesn’t count “{}”. It counts {}.", escape::name(text), phrase::all_of(&known))
}

pub(super) fn no_episode(number: i64) -> String {
    format!("There is no episode {number}.")
}

pub(super) const SAY_WHICH_EPISODE: &str =
    "Several episodes are open: say which one with the option `episode`.";
pub(super) const NOTHING_TO_CLOSE: &str =
    "No episode is open. `/season result` books the results of a new one.";
pub(super) const WHOSE_BOOK: &str =
    "You’re not in the cast. Say whose book you want to see with the option `member`.";

/// Formats a season for a list of choices.
pub(super) fn season_choice(season: &SeasonSummary) -> String {
    let ended = if season.ended_at.is_some() { " (ended)" } else { "" };
    format!("{}{ended}", escape::plain(&season.title, OPTION - 10))
}

/// Formats an episode for a list of choices.
pub(super) fn episode_choice(episode: &Episode) -> String {
    let state = match episode.state {
        EpisodeState::Planned => "planned",
        EpisodeState::Running => "open",
        EpisodeState::Closed => "closed",
    };
    format!("{}: {} ({state})", episode.number, escape::plain(&episode.title, OPTION - 25))
}

// Parts of sentences

fn title(season: &Season) -> String {
    format!("**{}**", escape::title(&season.title))
}

/// The usual title of an episode.
pub(super) fn episode_number(number: EpisodeNumber) -> String {
    format!("Episode {number}")
}

/// Names an episode: `episode 3, **Death Island**`, or `episode 3` if that is its title.
fn episode_named(season: &Season, number: EpisodeNumber) -> String {
    match season.episode(number).map(|it| &it.title) {
        Some(title) if *title != episode_number(number) => {
            format!("episode {number}, **{}**", escape::title(title))
        }
        _ => format!("episode {number}"),
    }
}

fn name_of(season: &Season, member: MemberNumber) -> String {
    season.member(member).map_or_else(|| "?".to_owned(), |member| escape::name(&member.name))
}

/// Formats an amount: `3 garnets`, `1 garnet`.
fn amount(season: &Season, counter: &str, amount: i64) -> String {
    let label = season.counter(counter).map_or(counter, |it| &it.label);
    let one = label.strip_suffix('s').filter(|one| !one.ends_with('s') && amount.abs() == 1);
    let label = uncapitalized(one.unwrap_or(label));
    format!("{} {}", number(amount), escape::name(&label))
}

/// Formats a number with a minus sign that no reader takes for a list.
fn number(amount: i64) -> String {
    amount.to_string().replace('-', "−")
}

/// Formats a change: `+3 garnets`.
fn change(season: &Season, counter: &str, delta: i64) -> String {
    let sign = if delta > 0 { "+" } else { "" };
    format!("{sign}{}", amount(season, counter, delta))
}

/// Says what an entry changes.
fn what(season: &Season, entry: &Entry) -> String {
    match &entry.what {
        What::Delta { counter, delta } => change(season, counter, *delta),
        What::Mark(mark) if entry.reverses.is_some() => format!("no longer {}", escape::name(mark)),
        What::Mark(mark) => escape::name(mark),
    }
}

fn frozen(season: &Season, frozen: &Frozen) -> String {
    small(&format!(
        "❄️ Unchanged since {}, because {} is being played.",
        when(frozen.since),
        episode_named(season, frozen.episode)
    ))
}

/// Returns as many lines as there is room for, and says how many more there are.
fn list(lines: Vec<String>) -> String {
    let mut length = 0;
    let all = lines.len();
    let fits = |line: &String| {
        length += line.chars().count() + 1;
        length <= LISTS
    };
    let mut shown: Vec<String> = lines.into_iter().take_while(fits).collect();
    let more = all - shown.len();
    if more > 0 {
        shown.push(small(&format!("and {more} more")));
    }
    shown.join("\n")
}

/// Names the channel that gets the news, if the season has one.
fn told(season: &Season) -> String {
    season
        .channel_id
        .map(|at| format!("\n{}", small(&format!("{} gets the news.", channel(at)))))
        .unwrap_or_default()
}

// Creating, the cast

pub(super) const MAY_NOT_CREATE: &str =
    "Only members with the host role or Manage Server can create a season. `/host role` chooses that role.";

pub(super) fn created(season: &Season) -> String {
    let counters: Vec<String> =
        season.counters.iter().map(|it| escape::name(&uncapitalized(&it.label))).collect();
    let news = season.channel_id.map(|at| format!(" The news go to {}.", channel(at))).unwrap_or_default();
    format!(
        "I’ve created {}. It counts {}.{news}\nNext, write the cast with `/season cast`.",
        title(season),
        phrase::all_of(&counters)
    )
}

pub(super) const CAST_LABEL: &str = "Name, @user – one line each";
pub(super) const CAST_PLACEHOLDER: &str = "Ann, @ann\nBen, @ben (alternate)\nCleo";
pub(super) const BAD_NAME: &str = "A name has 1 to 32 characters on one line.";

pub(super) fn cast_title(season: &Season) -> String {
    form_title("Cast", season)
}

fn form_title(what: &str, season: &Season) -> String {
    /// The longest title of a form.
    const LONGEST: usize = 45;
    escape::plain(&format!("{what} of {}", season.title), LONGEST)
}

pub(super) fn line_problem(line: usize, problem: &str) -> String {
    format!("Line {line}: {problem}")
}

pub(super) fn list_problem(problem: &ListProblem) -> String {
    escape::text(&problem.to_string())
}

/// Tells what is wrong with the lines of a form. It cannot be opened again with what was typed, so that follows, to be copied.
pub(super) fn lines_refused(problems: &[String], typed: &str, command: &str) -> String {
    const NAMED: usize = 6;
    let shown: Vec<&str> = problems.iter().take(NAMED).map(String::as_str).collect();
    let typed = typed.replace("```", "");
    format!(
        "{}\nNothing was changed. Here is what you typed, to copy into `{command}`:\n```\n{}\n```",
        escape::beginning(&shown.join("\n"), 900),
        escape::beginning(typed.trim_end(), 900)
    )
}

pub(super) fn cast(season: &Season, viewer: Viewer, is_unchanged: bool) -> String {
    let all = season.shown_cast(viewer);
    let line = |it: &Member| {
        let user = it.user.map(|user| format!(" <@{user}>")).unwrap_or_default();
        let status = match it.status {
            MemberStatus::In => "",
            MemberStatus::Alternate => " – alternate",
            MemberStatus::Out => " – out",
            MemberStatus::Left => " – has left",
        };
        format!("{}{user}{status}", escape::name(&it.name))
    };
    let play = all.iter().filter(|it| it.status == MemberStatus::In).count();
    let unchanged = if is_unchanged { "Nothing has changed. " } else { "" };
    let unknown = all.iter().any(|it| it.user.is_none());
    let unknown =
        if unknown { "\n-# Those without a user can’t see their book or give anything." } else { "" };
    format!(
        "{unchanged}{}: {} in the game.\n{}{unknown}",
        title(season),
        phrase::counted(play as i64, "member"),
        list(all.iter().map(line).collect())
    )
}

// The standings and books

pub(super) fn standings(season: &Season, standings: &Standings) -> String {
    let mut text = format!("{} · standings {}", title(season), as_of(season, standings));
    if let Some(since) = &standings.frozen {
        text += &format!("\n{}", frozen(season, since));
    }
    if standings.lines.is_empty() {
        return format!("{text}\nNobody is in the cast yet: the hosts write it with `/season cast`.");
    }
    let labels: Vec<String> = standings.counters.iter().map(|it| escape::name(&it.label)).collect();
    text += &format!("\n{}", small(&labels.join(" · ")));
    let line = |line: &StandingsLine| {
        let amounts: Vec<String> = line.amounts.iter().map(|amount| number(*amount)).collect();
        let remark = line.remark();
        let remark = if remark.is_empty() { remark } else { format!(" – {}", escape::text(&remark)) };
        format!("**{}** {}{remark}", escape::name(&line.name), amounts.join(" · "))
    };
    let mut lines: Vec<String> = standings.lines.iter().take(SHOWN).map(line).collect();
    let more = standings.lines.len() - lines.len();
    if more > 0 {
        lines.push(small(&format!("and {more} more, all of them in `/season export`")));
    }
    format!("{text}\n{}", list(lines))
}

fn as_of(season: &Season, standings: &Standings) -> String {
    match (&standings.episode, &standings.frozen) {
        (_, Some(frozen)) => format!("before {}", episode_named(season, frozen.episode)),
        (Some((number, _)), None) => format!("after {}", episode_named(season, *number)),
        (None, None) => "before the first episode".to_owned(),
    }
}

/// Shows what a member has, and the newest entries. Only hosts read the numbers of entries: others could count in them.
pub(super) fn book(season: &Season, viewer: Viewer, member: &Member, is_own: bool) -> String {
    let whose =
        if is_own { "your book".to_owned() } else { format!("the book of {}", escape::name(&member.name)) };
    let has = |(counter, amount): &(&Counter, i64)| {
        format!("{} **{}**", escape::name(&counter.label), number(*amount))
    };
    let has: Vec<String> = season.own_book(viewer, member.number).iter().map(has).collect();
    let history = season.history(viewer, Some(member.number));
    let lines = newest(history.iter().map(|entry| entry_line(season, viewer, entry)), LISTS);
    let more = history.len() - lines.len();
    let mut text = format!("{} · {whose}\n{}", title(season), has.join(" · "));
    if lines.is_empty() {
        text += "\nNothing has been booked yet.";
    }
    for line in lines.iter().rev() {
        text += &format!("\n{line}");
    }
    if more > 0 {
        text += &format!("\n{}", small(&format!("and {more} earlier, all of them in `/season export`")));
    }
    text
}

fn entry_line(season: &Season, viewer: Viewer, entry: &Entry) -> String {
    let number = if viewer == Viewer::Hosts { format!("#{}: ", entry.number) } else { String::new() };
    let mut parts = vec![what(season, entry)];
    parts.extend(entry.episode.map(|number| format!("episode {number}")));
    if let Some(taken_back) = entry.reverses {
        let which = if viewer == Viewer::Hosts { format!(" #{taken_back}") } else { " an entry".to_owned() };
        parts.push(format!("takes{which} back"));
    }
    parts.extend(entry.reason.as_deref().map(|reason| format!("“{}”", escape::text(reason))));
    format!("- {number}{} ({})", parts.join(", "), relative(entry.at))
}

/// Shows who got what: the newest episodes that there is room for, each with what came of it, or all of one episode.
pub(super) fn history(season: &Season, viewer: Viewer, only: Option<EpisodeNumber>) -> String {
    let entries = season.visible(viewer);
    let mut order: Vec<Option<EpisodeNumber>> = Vec::new();
    for entry in entries.iter().filter(|entry| only.is_none() || entry.episode == only) {
        if !order.contains(&entry.episode) {
            order.push(entry.episode);
        }
    }
    let block = |number: &Option<EpisodeNumber>| {
        let of: Vec<&Entry> = entries.iter().copied().filter(|entry| entry.episode == *number).collect();
        let head = match number.and_then(|number| season.episode(number)) {
            Some(episode) => {
                let kind = match episode.kind {
                    EpisodeKind::Death => ", a death match",
                    EpisodeKind::Main | EpisodeKind::Other => "",
                };
                let open = if episode.is_closed() { "" } else { ", not published" };
                format!("__{}__{kind}{open}", phrase::sentence(&episode_named(season, episode.number)))
            }
            None => "__Without an episode__".to_owned(),
        };
        let at = of.last().map(|entry| format!(" ({})", relative(entry.at))).unwrap_or_default();
        format!("{head}{at}\n{}", by_member(season, &of))
    };
    let blocks = newest(order.iter().map(block), LISTS + HEADS);
    let frozen = season.frozen().map(|since| format!("\n{}", frozen(season, &since))).unwrap_or_default();
    let head = format!("{} · who got what{frozen}", title(season));
    if order.is_empty() {
        return format!("{head}\nNothing is public yet.");
    }
    let left_out = match order.len() - blocks.len() {
        0 => String::new(),
        _ => format!(
            "\n{}",
            small("Earlier episodes: say which one with `episode`. All are in `/season export`.")
        ),
    };
    format!("{head}{left_out}\n{}", blocks.join("\n"))
}

pub(super) fn channel_chosen(season: &Season) -> String {
    match season.channel_id {
        Some(at) => format!("The news of {} go to {} from now on.", title(season), channel(at)),
        None => format!("The news of {} are posted nowhere from now on.", title(season)),
    }
}

pub(super) fn exported(season: &Season, is_host: bool) -> String {
    let whose = if is_host {
        "as its hosts see it. Some of it may not be public, so keep it to yourself."
    } else {
        "as everyone may know it."
    };
    format!("Here is {}, {whose}", title(season))
}

// Results

pub(super) const NO_CAST: &str = "Nobody is in the cast yet. Write it with `/season cast` first.";
pub(super) const TITLE_LABEL: &str = "What the episode is called";
pub(super) const RESULTS_LABEL: &str = "What everyone got – one line each";
pub(super) const RESULTS_PLACEHOLDER: &str = "Ann: +3 garnets, token (won the vote)\nBen: -1 garnet, out";
pub(super) const NO_RESULTS: &str =
    "Nobody got anything, so there is nothing to book. Write for example `Ann: +3 garnets, token`.";
pub(super) const FILE_TOO_LARGE: &str = "That file is too large: results have at most 256 KiB.";
pub(super) const FILE_LATE: &str =
    "Discord hasn’t handed me that file, so nothing has changed. Please try again.";
pub(super) const FILE_NO_TEXT: &str =
    "That file is not UTF-8 text. Save it as CSV or JSON, and send it again.";
pub(super) const PREVIEW_GONE: &str =
    "I no longer have these results, so nothing was booked. Send them again with `/season result`.";
pub(super) const LOOK_AGAIN: &str =
    "Another episode was added since you saw this, so nothing is booked yet. Look again:";
pub(super) const BOOK_AND_CLOSE: &str = "Book, and publish";
pub(super) const BOOK: &str = "Book only";
pub(super) const BACK: &str = "Back";
pub(super) const UNCHANGED: &str = "Nothing was changed.";

pub(super) fn results_title(season: &Season) -> String {
    form_title("Results", season)
}

pub(super) fn file_refused(problems: &[String]) -> String {
    format!("{}\nNothing was changed.", problems.join("\n"))
}

/// Shows what results would change, member by member.
pub(super) fn preview(
    season: &Season,
    viewer: Viewer,
    change: &Change,
    lines: &[ResultLine],
    episode: Option<EpisodeNumber>,
) -> String {
    let after = &change.after;
    let number = episode.unwrap_or_default();
    let mut order: Vec<MemberNumber> = lines.iter().map(|line| line.member).collect();
    for entry in change.new_entries() {
        if !order.contains(&entry.member) {
            order.push(entry.member);
        }
    }
    let entries: Vec<&Entry> = change.new_entries().iter().collect();
    let of = |member: &MemberNumber| {
        let rank = lines.iter().find(|line| line.member == *member).and_then(|line| line.rank);
        let mut parts = parts(after, &entries, *member, |counter, delta| {
            // Hosts who play do not know what others have now.
            let before = season.own_book(viewer, *member).into_iter().find(|(known, _)| known.key == counter);
            before
                .filter(|_| viewer == Viewer::Hosts)
                .map(|(_, before)| {
                    format!(" ({} → {})", self::number(before), self::number(before.saturating_add(delta)))
                })
                .unwrap_or_default()
        });
        parts.extend(rank.map(|rank| format!("place {rank}")));
        format!("**{}**: {}", name_of(after, *member), parts.join(", "))
    };
    let nothing =
        season.players().filter(|it| !order.contains(&it.number)).map(|it| escape::plain(&it.name, NAME));
    let nothing: Vec<String> = nothing.take(SHOWN).map(|name| escape::text(&name)).collect();
    let nothing = if nothing.is_empty() {
        String::new()
    } else {
        format!("\n{}", small(&format!("Nothing for {}.", phrase::all_of(&nothing))))
    };
    let is_named = |it: &&Episode| {
        Some(it.number) != episode && after.episode(number).is_some_and(|new| new.title == it.title)
    };
    let twice = season
        .episodes
        .iter()
        .find(is_named)
        .map(|it| format!("\n⚠️ Episode {} has the same title. Are these its results?", it.number));
    format!(
        "{} · {}: nothing is booked yet.\n{}{}{nothing}",
        title(season),
        episode_named(after, number),
        list(order.iter().map(of).collect()),
        twice.unwrap_or_default()
    )
}

/// Says what a member gets by some entries. `more` follows each change of a counter.
fn parts(
    season: &Season,
    entries: &[&Entry],
    member: MemberNumber,
    more: impl Fn(&str, i64) -> String,
) -> Vec<String> {
    let of = entries.iter().filter(|entry| entry.member == member);
    let part = |entry: &&&Entry| {
        let more = match &entry.what {
            What::Delta { counter, delta } => more(counter, *delta),
            What::Mark(_) => String::new(),
        };
        format!("{}{more}", what(season, entry))
    };
    of.clone().map(|entry| part(&entry)).chain(reasons(of.copied())).collect()
}

/// Returns the reasons of some entries, each once.
fn reasons<'a>(entries: impl Iterator<Item = &'a Entry>) -> Vec<String> {
    let mut reasons: Vec<&str> = Vec::new();
    for reason in entries.filter_map(|entry| entry.reason.as_deref()) {
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    reasons.iter().map(|reason| format!("“{}”", escape::text(reason))).collect()
}

pub(super) fn booked(season: &Season, number: EpisodeNumber) -> String {
    format!(
        "I’ve booked {} of {}. Only hosts see it until `/season close` publishes it.",
        episode_named(season, number),
        title(season)
    )
}

pub(super) fn booked_and_closed(season: &Season, number: EpisodeNumber) -> String {
    format!("I’ve booked {}, and everyone may see it.{}", episode_named(season, number), told(season))
}

// Files

pub(super) const IMPORT: &str = "Read it in";
pub(super) const SEASON_TOO_LARGE: &str = "That file is too large: the file of a season has at most 8 MiB.";
pub(super) const FILE_GONE: &str =
    "I no longer have that file, so nothing was read in. Send it again with `/season import`.";

fn contents(members: usize, episodes: usize, entries: usize) -> String {
    let count = |number: usize, unit: &str| phrase::counted(i64::try_from(number).unwrap_or(i64::MAX), unit);
    let entries = if entries == 1 { "1 entry".to_owned() } else { format!("{entries} entries") };
    format!("{}, {} and {entries}", count(members, "member"), count(episodes, "episode"))
}

/// Says what is in a file that is read into a season.
pub(super) fn import(season: &Season, file: &SeasonFile) -> String {
    let contents = contents(file.cast.len(), file.episodes.len(), file.entries.len());
    format!(
        "{} is empty, and this file adds up: it has **{}** with {contents}.\n\
         The season gets the title and the counters of the file. Nothing is read in yet.",
        title(season),
        escape::title(&file.title)
    )
}

pub(super) fn imported(season: &Season) -> String {
    format!(
        "I’ve read {} from the file: {}. `/season cast` says who is who.",
        title(season),
        contents(season.cast.len(), season.episodes.len(), season.entries.len())
    )
}

// Matches

/// The usual title of a death match.
pub(super) const DEATH_MATCH: &str = "Death match";

pub(super) fn against_oneself(name: &str) -> String {
    format!("{} can’t play against themselves: name different members.", escape::name(name))
}

pub(super) const MAY_NOT_CREATE_MATCHES: &str =
    "Only members with this server’s host role or Manage Server can create matches.";

pub(super) fn has_no_user(name: &str) -> String {
    format!(
        "I don’t know who {} is, so they can’t play here. `/season cast` says who somebody is.",
        escape::name(name)
    )
}

pub(super) fn bound(season: &Season, game: &Match, number: EpisodeNumber) -> String {
    let labels = game.info().fields.iter().filter_map(|field| season.counter(field.spec.key));
    let labels: Vec<String> = labels.map(|it| escape::name(&uncapitalized(&it.label))).collect();
    let along = if labels.is_empty() {
        "It takes nothing along.".to_owned()
    } else {
        format!("It takes along everyone’s {}.", phrase::all_of(&labels))
    };
    format!(
        "{} is episode {number} of {}. {along} Until it is over, the standings stay as they are now.\n\
         `/host start` begins it. If the book changes before, use `/season match match:{}` again.",
        words::title(game),
        title(season),
        game.id
    )
}

/// Tells a host that a match is booked. What that is, is said only to hosts who do not play in another one.
pub(super) fn match_booked(season: &Season, episode: &Episode, host: UserId, events: &[Event]) -> String {
    let mut text = format!(
        "📖 The match of {} is over, and its results are in the book of {}. `/season close` shows them and publishes them.",
        episode_named(season, episode.number),
        title(season)
    );
    let plays = season.member_of(host).is_some_and(|member| season.is_playing(member.number));
    for event in events.iter().filter(|_| !plays) {
        if let Event::Booked { outsiders, cut, .. } = event {
            for cut in cut {
                text += &format!("\n⚠️ {}", limited(season, cut));
            }
            text += &not_in_cast(outsiders);
        }
    }
    text
}

/// Says what a limit has cut.
fn limited(season: &Season, cut: &Cut) -> String {
    let name = name_of(season, cut.member);
    let wanted = change(season, &cut.counter, cut.wanted);
    let limit = if cut.wanted < 0 { "least" } else { "largest" };
    let booked = match cut.booked {
        0 => "nothing".to_owned(),
        booked => change(season, &cut.counter, booked),
    };
    format!("{name} would get {wanted}, but that passes the {limit} amount, so {booked} is booked.")
}

/// Says for whom nothing is booked.
fn not_in_cast(outsiders: &[String]) -> String {
    let names: Vec<String> = outsiders.iter().map(|name| escape::name(name)).collect();
    match names.len() {
        0 => String::new(),
        1 => format!("\n⚠️ {} is not in the cast, so nothing is booked for them.", names[0]),
        _ => format!("\n⚠️ {} are not in the cast, so nothing is booked for them.", phrase::all_of(&names)),
    }
}

// Closing and ending

pub(super) const CLOSE: &str = "Publish the results";
pub(super) const END: &str = "End the season";

/// Tells a host that the channel of a season does not take a post.
pub(super) fn stuck(at: ChannelId, reason: &str, is_given_up: bool) -> String {
    let what = format!("⚠️ I can’t post the news of a season in {}: {reason}.", channel(at));
    if is_given_up {
        return format!("{what} I’ve given that post up; `/season standings` shows what everyone has.");
    }
    format!("{what} I’ll post it as soon as that works; posts after it wait, too.")
}

/// Shows the entries of an episode by member, as far as a viewer may know them.
fn of_episode(season: &Season, viewer: Viewer, number: EpisodeNumber) -> Option<String> {
    let entries: Vec<&Entry> =
        season.visible(viewer).into_iter().filter(|entry| entry.episode == Some(number)).collect();
    (!entries.is_empty()).then(|| by_member(season, &entries))
}

/// Lists what each member got by some entries, a line for each.
fn by_member(season: &Season, entries: &[&Entry]) -> String {
    let mut order: Vec<MemberNumber> = Vec::new();
    for entry in entries {
        if !order.contains(&entry.member) {
            order.push(entry.member);
        }
    }
    let of = |member: &MemberNumber| {
        let parts = parts(season, entries, *member, |_, _| String::new());
        format!("**{}**: {}", name_of(season, *member), parts.join(", "))
    };
    list(order.iter().map(of).collect())
}

/// Tells in sentences what an episode has made of whom, as far as everyone may know it.
fn story(season: &Season, number: EpisodeNumber) -> String {
    let balances = Balances::of(season.visible(Viewer::Public));
    let with = |mark: &str| -> Vec<String> {
        let got = |it: &&Member| {
            let mut marks = balances.marks(it.number).iter();
            marks.any(|got| got.mark == mark && got.episode == Some(number))
        };
        season.cast.iter().filter(got).map(|it| format!("**{}**", escape::name(&it.name))).collect()
    };
    let told = [
        ("winner", "🏆", "wins", "win"),
        ("token", "🔺", "has a token", "have a token each"),
        ("candidate", "⚠️", "is the elimination candidate", "are the elimination candidates"),
        ("opponent", "⚔️", "is the opponent", "are the opponents"),
        ("out", "🚪", "is out", "are out"),
    ];
    let line = |(mark, sign, one, several): (&str, &str, &str, &str)| {
        let names = with(mark);
        let verb = if names.len() == 1 { one } else { several };
        (!names.is_empty()).then(|| format!("{sign} {} {verb}.\n", phrase::all_of(&names)))
    };
    told.into_iter().filter_map(line).collect()
}

pub(super) fn close_now(season: &Season, viewer: Viewer, episode: &Episode) -> String {
    // Others know only part of it.
    let lines = Some(viewer).filter(|viewer| *viewer == Viewer::Hosts);
    let lines = lines.and_then(|viewer| of_episode(season, viewer, episode.number));
    let lines = lines.map(|lines| format!("\n{lines}")).unwrap_or_default();
    format!(
        "{} · {}. Once you publish it, it is final, and everyone may see it:{lines}",
        title(season),
        episode_named(season, episode.number)
    )
}

pub(super) fn closed(season: &Season, number: EpisodeNumber) -> String {
    format!("Everyone may see {} now.{}", episode_named(season, number), told(season))
}

pub(super) fn closed_news(season: &Season, number: EpisodeNumber) -> String {
    let head = format!("📖 {} · {} is over", title(season), episode_named(season, number));
    match of_episode(season, Viewer::Public, number) {
        Some(lines) => format!("{head}\n{}{lines}", story(season, number)),
        None if season.frozen().is_some() => {
            format!("{head}. Its results appear once the match that is being played is over.")
        }
        None => format!("{head}. Nobody got anything."),
    }
}

pub(super) fn end_now(season: &Season) -> String {
    format!("Do you want to end {}? Its book can then be read, and no longer changes.", title(season))
}

pub(super) fn ended(season: &Season) -> String {
    format!(
        "{} has ended. `/season standings` and `/season export` still work.{}",
        title(season),
        told(season)
    )
}

pub(super) fn ended_news(season: &Season) -> String {
    format!("🏁 {} has ended. `/season standings` shows what everyone has.", title(season))
}

// Corrections

/// Says what was booked by hand. Hosts who play read no numbers: they could count in them.
pub(super) fn corrected(season: &Season, viewer: Viewer, entries: usize, is_told: bool) -> String {
    let new = &season.entries[season.entries.len().saturating_sub(entries)..];
    let line = |entry: &Entry| {
        let number = if viewer == Viewer::Hosts { format!(" as #{}", entry.number) } else { String::new() };
        format!("I’ve booked{number} for {}: {}.", name_of(season, entry.member), what(season, entry))
    };
    let lines: Vec<String> = new.iter().map(line).collect();
    let told = if is_told { told(season) } else { String::new() };
    format!("{}{told}", lines.join("\n"))
}

pub(super) fn corrected_news(season: &Season, entries: &[&Entry]) -> String {
    let line = |entry: &&Entry| {
        let reason = entry.reason.as_deref().map(|reason| format!(" Reason: “{}”", escape::text(reason)));
        let of = entry.episode.map(|number| format!("{} · ", episode_named(season, number)));
        let done = if entry.reverses.is_some() { "taken back" } else { "corrected" };
        format!(
            "✏️ {} · {}{done} by a host: **{}** {}.{}",
            title(season),
            of.unwrap_or_default(),
            name_of(season, entry.member),
            what(season, entry),
            reason.unwrap_or_default()
        )
    };
    list(entries.iter().map(line).collect())
}

// Gifts

pub(super) const NOTHING_TO_GIVE: &str = "Nothing in this season can be given.";
pub(super) const DECLINE: &str = "Decline";

fn gift_of(season: &Season, gift: &Gift) -> String {
    amount(season, &gift.counter, gift.amount)
}

fn label(text: &str) -> String {
    escape::plain(text, BUTTON_LABEL)
}

pub(super) fn accept(season: &Season, gift: &Gift) -> String {
    let counter = season.counter(&gift.counter).map_or(&*gift.counter, |it| &it.label);
    label(&format!("Accept {} {}", gift.amount, uncapitalized(counter)))
}

pub(super) fn take_back(season: &Season, gift: &Gift) -> String {
    let to = season.member(gift.to).map_or("", |member| &member.name);
    label(&format!("Take back the offer to {to}"))
}

pub(super) fn offered(season: &Season, gift: &Gift, is_told: bool) -> String {
    let to = name_of(season, gift.to);
    let asked =
        if is_told { "I’ve asked them in a direct message." } else { "`/season book` shows it to them." };
    format!("You offer {to} {}. It is theirs once they accept. {asked}", gift_of(season, gift))
}

pub(super) fn offered_to_you(season: &Season, gift: &Gift) -> String {
    format!("🎁 {} offers you {} in {}.", name_of(season, gift.from), gift_of(season, gift), title(season))
}

pub(super) fn gift_answered(season: &Season, gift: &Gift, accept: bool, is_own: bool) -> String {
    let (what, from, to) = (gift_of(season, gift), name_of(season, gift.from), name_of(season, gift.to));
    match (is_own, accept) {
        (true, _) => format!("You’ve taken back your offer of {what} to {to}."),
        (false, true) => format!("You’ve accepted {what} from {from}."),
        (false, false) => format!("You’ve declined {what} from {from}."),
    }
}

pub(super) fn gift_news(season: &Season, gift: &Gift, accept: bool, is_own: bool) -> String {
    let (what, from, to) = (gift_of(season, gift), name_of(season, gift.from), name_of(season, gift.to));
    let season = title(season);
    match (is_own, accept) {
        (true, _) => format!("{from} has taken back the offer of {what} in {season}."),
        (false, true) => format!("🎁 {to} has accepted your {what} in {season}."),
        (false, false) => format!("{to} has declined your {what} in {season}."),
    }
}
