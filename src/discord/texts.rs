//! What the bot says by itself, but for what is asked of players (see `play/texts.rs`). What people typed comes in
//! escaped, see `escape.rs`.

use crate::matches::{Match, Millis};

// Times and amounts

/// A time in the reader's own zone, with how far away it is.
pub(super) fn when(at: Millis) -> String {
    let seconds = at.div_euclid(1_000);
    format!("<t:{seconds}:f> (<t:{seconds}:R>)")
}

/// Hours as people say them.
fn hours(hours: u32) -> String {
    if hours == 1 { "1 hour".to_owned() } else { format!("{hours} hours") }
}

/// A length of time, in hours and minutes.
pub(super) fn duration(length: Millis) -> String {
    let minutes = length / 60_000;
    match (minutes / 60, minutes % 60) {
        (0, minutes) => format!("{minutes} min"),
        (hours, 0) => format!("{hours} h"),
        (hours, minutes) => format!("{hours} h {minutes} min"),
    }
}

/// Somebody, as Discord shows and perhaps pings them.
pub(super) fn mention(user_id: i64) -> String {
    format!("<@{user_id}>")
}

/// A channel, as a link to it.
pub(super) fn channel(channel_id: i64) -> String {
    format!("<#{channel_id}>")
}

// The parts of every message

pub(super) fn headline(title: &str, moment: &str) -> String {
    format!("## {title} · {moment}")
}

/// The first line of a message to one player.
pub(super) fn title(title: &str, moment: &str) -> String {
    format!("**{title}** · {moment}")
}

pub(super) fn bullet(line: &str) -> String {
    format!("- {line}")
}

pub(super) fn small(line: &str) -> String {
    format!("-# {line}")
}

pub(super) fn match_number(id: i64) -> String {
    format!("Match {id}")
}

pub(super) fn match_and_title(id: i64, title: &str) -> String {
    format!("Match {id} · {title}")
}

pub(super) fn match_and_commitment(id: i64, commitment: &str) -> String {
    format!("Match {id} · hash of the secret seed: `{commitment}`")
}

pub(super) const PREGAME: &str = "pregame";
pub(super) const NEW_MATCH: &str = "a new match";

// A match is made

/// What a match is like, in a few words each.
pub(super) fn terms(game: &Match) -> String {
    let (info, terms) = (game.info(), &game.terms);
    let mut text = format!("**{}** for {} players", info.title, terms.players);
    let limits = info.times.iter().filter_map(|time| Some((time.label, *terms.hours.get(time.key)?)));
    let mut times: Vec<String> =
        limits.map(|(label, limit)| format!("{} for {label}", hours(limit))).collect();
    if terms.pregame_hours > 0 {
        times.insert(0, format!("{} for the pregame", hours(terms.pregame_hours)));
    }
    if !times.is_empty() {
        text += &format!(", with {}", times.join(", "));
    }
    let facts = terms.options.facts(info.options.iter()).into_iter();
    let facts: Vec<String> = facts.map(|fact| format!("{}: {}", fact.label, fact.value)).collect();
    std::iter::once(format!("{text}."))
        .chain(facts.into_iter().map(|fact| small(&fact)))
        .collect::<Vec<_>>()
        .join("\n")
}

pub(super) const OPEN_SIGNUP: &str =
    "Sign-up is open: press **Join** to take a seat, **Leave** to give it up.";
pub(super) const CLOSED_SIGNUP: &str = "The host picks the players.";
pub(super) const PLAYING_HOST: &str =
    "A host who plays may end rounds early, shorten them and name the elimination candidate in this match.";
pub(super) const JOIN: &str = "Join";
pub(super) const LEAVE: &str = "Leave";

pub(super) fn to_host(host_id: i64, co_hosts: &[i64]) -> String {
    let hosts: Vec<String> = std::iter::once(&host_id).chain(co_hosts).map(|host| mention(*host)).collect();
    let label = if co_hosts.is_empty() { "Host" } else { "Hosts" };
    format!(
        "{label} {}: fill the roster with /host seat or /host roster, then begin with /host start.",
        hosts.join(" and ")
    )
}

pub(super) fn roster_fixed(begins: Millis) -> String {
    format!("The roster is fixed. **Round 1 begins {}.**", when(begins))
}

pub(super) const PRIORITIES: &str = "Priorities for rounds 1 and 2:";

pub(super) fn roster_line(priority: i64, name: &str, user_id: i64) -> String {
    format!("`{priority:>2}` **{name}** {}", mention(user_id))
}

// A round, the vote, the end

pub(super) const LETTERS: &str =
    "The picture shows everyone’s starting letters. You get yours by direct message or with /me.";

pub(super) fn unreachable(user_ids: &[i64]) -> String {
    let mentions: Vec<String> = user_ids.iter().map(|id| mention(*id)).collect();
    format!(
        "{}: I can’t send you direct messages. Use /me and /move here; only you see the answers.",
        mentions.join(" ")
    )
}

pub(super) const STANDINGS: &str = "Final standings";

pub(super) fn standing_line(place: usize, name: &str, note: &str) -> String {
    format!("{place}\\. **{name}**: {note}")
}

pub(super) fn thanks(user_ids: &[i64]) -> String {
    let mentions: Vec<String> = user_ids.iter().map(|id| mention(*id)).collect();
    format!("Thank you for playing, {}!", mentions.join(" "))
}

pub(super) fn seed(seed: &str, post: Option<&str>) -> String {
    let place = post.unwrap_or("in this channel");
    format!(
        "**Check the draws:** the seed was `{seed}`, and its hash was posted before the match: {place}. Save \
         record.json and run `trigon verify record.json --commitment HASH` with the hash from that post: it recomputes \
         every draw and state. It cannot prove that the moves are those that were sent, or who was told what."
    )
}

// To one player

// The clock and the host

pub(super) fn dm_closed(user_id: i64) -> String {
    format!(
        "{}: Discord does not let me send you direct messages. To play from here, use **/me** and **/move**: only you \
         see the answers. To get my messages, allow direct messages in this server's privacy settings.",
        mention(user_id)
    )
}

pub(super) fn clock_stuck(host: i64, planned: Millis) -> String {
    format!(
        "⚠️ {}: the clock of this match is stuck. What was due {} could not be done. I keep trying, and nothing that is \
         stored gets lost. **/host status** says more.",
        mention(host),
        when(planned)
    )
}

/// The host who does something, as a mention that pings nobody.
fn by_host(host: Option<i64>) -> String {
    host.map_or_else(|| "The host".to_owned(), |host| format!("The host {}", mention(host)))
}

/// Which host ended a phase before its deadline.
pub(super) fn ended_by(host: i64) -> String {
    format!("Ended early by the host {}.", mention(host))
}

pub(super) fn paused(host: Option<i64>, left: Millis) -> String {
    let left = duration(left);
    format!(
        "⏸️ {} has stopped the clock with {left} left. Answers are kept and can still be changed.",
        by_host(host)
    )
}

pub(super) fn resumed(host: Option<i64>, deadline: Millis) -> String {
    format!("▶️ {} has started the clock again. The new deadline is {}.", by_host(host), when(deadline))
}

pub(super) fn extended(host: Option<i64>, deadline: Millis) -> String {
    format!("⏱️ {} has moved the deadline. It is now {}.", by_host(host), when(deadline))
}

pub(super) fn cancelled(host: Option<i64>, keeps_secrets: bool) -> String {
    let secrets = if keeps_secrets { " Its secrets stay secret unless the host publishes them." } else { "" };
    format!("⏹️ {} has ended this match without a result.{secrets}", by_host(host))
}

pub(super) const PUBLISHED: &str = "📖 The host has published this match, which ended without a result: here is everything that was secret in it. \
     `/board` and `/replay` show it, too.";

pub(super) fn rules_changed(host_id: i64, words: &str, stopped: bool) -> String {
    let (sign, what_now) = if stopped {
        (
            "⛔",
            "**The match is stopped:** nobody can act, and no deadline passes. `/host status` says more, and \
             `/host cancel` ends it. An earlier version of me, which knows the old rules, can go on with it, after \
             `/host resume` if it has a clock.",
        )
    } else {
        ("📜", "The match goes on under the new rules. `/rules` shows them.")
    };
    format!("{sign} {}: {words} {what_now}", mention(host_id))
}

// Why a message was not sent, for hosts; without anything that Discord or a person wrote

pub(super) const UNREADABLE: &str = "a fault of the bot, see its log";
pub(super) const NO_ANSWER: &str = "Discord did not answer";
pub(super) const ODD_ANSWER: &str = "Discord's answer could not be read";

pub(super) fn gave_up(reason: &str) -> String {
    format!("given up after many tries: {reason}")
}

pub(super) fn discord_status(status: u16) -> String {
    format!("Discord answered {status}")
}

pub(super) fn discord_code(code: i64) -> String {
    let meaning = match code {
        10_003 => "the channel is gone",
        10_004 => "the bot is not in the server",
        10_013 | 50_033 => "there is no such user",
        50_001 => "the bot cannot see the channel",
        50_007 | 50_278 => "the player takes no direct messages",
        50_013 => "the bot lacks a permission in the channel",
        50_035 => "a message of the bot was malformed",
        _ => return format!("Discord refused with code {code}"),
    };
    format!("{meaning} (code {code})")
}
