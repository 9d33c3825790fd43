//! The small parts of messages: lines, times, mentions, titles, and what Discord does not take. Text from people is passed in
//! escaped unless it is part of a match.

use super::escape;
use trigon_engine::ids::{ChannelId, GuildId, MatchId, MessageId, RoleId, UserId};
use trigon_engine::matches::{
    Absence, Computed, Match, Millis, Proposal, Quicknet, Status, Summary, Tenure, is_forgotten,
};
use trigon_rules::games::{Move, Phase, Seat, is_numbered, phrase};

// Lines

/// Returns the first line of a post that opens something: a round, the sign-up, the pregame.
pub(crate) fn headline(title: &str, moment: &str) -> String {
    format!("## {title} · {moment}")
}

/// Returns the first line of a message to one player.
pub(crate) fn first_line(title: &str, moment: &str) -> String {
    format!("**{title}** · {moment}")
}

/// Returns an item of a list.
pub(crate) fn bullet(line: &str) -> String {
    format!("- {line}")
}

/// Returns a line in small print.
pub(crate) fn small(line: &str) -> String {
    format!("-# {line}")
}

/// Returns the last of some lines: as many as have at most this many characters together, counting their line breaks.
/// Earlier ones are not even made.
pub(crate) fn newest(lines: impl DoubleEndedIterator<Item = String>, most: usize) -> Vec<String> {
    let mut length = 0;
    let fits = |line: &String| {
        length += line.chars().count() + 1;
        length <= most
    };
    let mut newest: Vec<String> = lines.rev().take_while(fits).collect();
    newest.reverse();
    newest
}

/// Returns a text with its first letter capitalized.
pub(crate) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Returns a question in the form in which it follows a name, with its first letter in lower case.
pub(crate) fn uncapitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
}

// Times and amounts

/// Formats a time, which Discord shows in the reader's time zone, followed by how far away it is.
pub(crate) fn when(at: Millis) -> String {
    let seconds = at.div_euclid(1_000);
    format!("<t:{seconds}:f> (<t:{seconds}:R>)")
}

/// Formats how far away a time is: `<t:…:R>`.
pub(crate) fn relative(at: Millis) -> String {
    format!("<t:{}:R>", at.div_euclid(1_000))
}

/// Formats a number of hours: `1 hour`, `24 hours`.
pub(crate) fn hours(hours: u32) -> String {
    if hours == 1 { "1 hour".to_owned() } else { format!("{hours} hours") }
}

/// Formats a length of time in hours and minutes.
pub(crate) fn duration(length: Millis) -> String {
    let minutes = length / 60_000;
    match (minutes / 60, minutes % 60) {
        (0, minutes) => format!("{minutes} min"),
        (hours, 0) => format!("{hours} h"),
        (hours, minutes) => format!("{hours} h {minutes} min"),
    }
}

/// Names a round of the public beacon.
pub(crate) fn round(round: u64) -> String {
    format!("round {round} of drand’s beacon {}", Quicknet::NAME)
}

// People and seats

/// Formats a mention of a user, whom the message may ping; or the name of a computed player, whom nobody can.
pub(crate) fn mention(user_id: UserId) -> String {
    match Computed::of(user_id) {
        Some(computed) => format!("{COMPUTED} {}", computed.name()),
        None if is_forgotten(user_id) => FORGOTTEN.to_owned(),
        None => format!("<@{user_id}>"),
    }
}

/// How people are mentioned who asked to be forgotten.
const FORGOTTEN: &str = "(somebody who is forgotten)";

/// The mark of computed players.
pub(crate) const COMPUTED: &str = "🤖";

/// Formats the name of a player, already escaped and perhaps emphasised, with a mention.
pub(crate) fn with_mention(name: &str, user_id: UserId) -> String {
    match Computed::of(user_id) {
        Some(computed) => format!("{COMPUTED} {name} (level {})", computed.level.number()),
        None if is_forgotten(user_id) => name.to_owned(),
        None => format!("{name} <@{user_id}>"),
    }
}

/// Formats a mention of a role.
pub(crate) fn mention_role(role_id: RoleId) -> String {
    format!("<@&{role_id}>")
}

/// Names the player in a seat, escaped.
pub(crate) fn seat_name(game: &Match, seat: Seat) -> String {
    escape::name(&game.names().get(seat))
}

/// Names everyone who has held a seat: `Ben (Ann until round 4 of 10)`, `Ann (Ben from round 4 of 10 until round 6 of 10)`.
pub(crate) fn holders(game: &Match, seat: Seat) -> String {
    let tenures: Vec<&Tenure> = game.tenures().iter().filter(|tenure| tenure.seat == seat).collect();
    let mut parts = Vec::new();
    for (i, tenure) in tenures.iter().enumerate() {
        let (phase, before) = (escape::text(&tenure.phase), escape::name(&tenure.before_name));
        let lent =
            i.checked_sub(1).map(|previous| tenures[previous]).filter(|previous| previous.back.is_some());
        let is_last = i + 1 == tenures.len();
        parts.push(match lent {
            Some(lent) if tenure.returns => {
                format!("{before} from {} until {phase}", escape::text(&lent.phase))
            }
            // The seat was lent, and the tenure after this one says from when until when.
            _ if tenure.back.is_some() && !is_last => continue,
            _ if tenure.back.is_some() => format!("for {before}, from {phase}"),
            _ => format!("{before} until {phase}"),
        });
    }
    let name = seat_name(game, seat);
    if parts.is_empty() { name } else { format!("{name} ({})", parts.join("; ")) }
}

/// Says when a player is away, to follow a name.
pub(crate) fn away(away: &Absence, now: Millis) -> String {
    if away.from <= now {
        format!(" (away; back {})", relative(away.to))
    } else {
        format!(" (away from {} until {})", when(away.from), when(away.to))
    }
}

/// Says which seat is whose, where pictures can show nothing of a name.
pub(crate) fn undrawn(game: &Match) -> Option<String> {
    let names = game.names();
    let seats = Seat::all(game.players.len()).filter(|seat| is_numbered(&names, *seat));
    let list: Vec<String> = seats.map(|seat| format!("seat {seat} is {}", seat_name(game, seat))).collect();
    (!list.is_empty()).then(|| small(&format!("In pictures, {}.", phrase::all_of(&list))))
}

// Matches

/// Formats the number and title of a match: `**#3 Code Red**`.
pub(crate) fn title(game: &Match) -> String {
    numbered(game.id, &game.title)
}

/// Formats the number and title of a match that is not loaded.
pub(crate) fn summary_title(summary: &Summary) -> String {
    numbered(summary.id, &summary.title)
}

fn numbered(id: MatchId, title: &str) -> String {
    format!("**#{id} {}**", escape::title(title))
}

/// Describes a match in one line: `**#3 Code Red**, round 4, ends in 5 hours`.
pub(crate) fn heading(game: &Match) -> String {
    let mut text = format!("{}, {}", title(game), moment(game));
    if let Some(left) = time_left(game) {
        text += &format!(", {left}");
    }
    text
}

/// Describes the time left, such as `ends in 5 hours`, or says that the clock is stopped.
fn time_left(game: &Match) -> Option<String> {
    match (game.paused(), game.deadline) {
        (Some(_), _) => Some("the clock is stopped".to_owned()),
        _ if game.status == Status::Signup => {
            let weekly = |is_weekly| if is_weekly { ", every week" } else { "" };
            game.terms.starts.map(|start| format!("starts {}{}", relative(start.at), weekly(start.weekly)))
        }
        (_, Some(deadline)) if game.status == Status::Pregame => {
            Some(format!("round 1 begins {}", relative(deadline)))
        }
        (_, Some(deadline)) if !game.info().has_long_phases() => {
            Some(format!("the turn ends {}", relative(deadline)))
        }
        (_, Some(deadline)) => Some(format!("ends {}", relative(deadline))),
        _ => None,
    }
}

/// Names the phase or the status of a match: `round 4`, `the vote`, `running`.
fn moment(game: &Match) -> String {
    if game.is_going_on() && game.stopped_by_rules().is_some() {
        return "stopped by a change of the rules".to_owned();
    }
    if game.status == Status::Signup && game.is_roster_closed() {
        return ROSTER_CLOSED.to_owned();
    }
    let Some(session) = game.session.as_ref().filter(|_| game.status == Status::Running) else {
        return status(game.status).to_owned();
    };
    if game.info().has_long_phases() { session.phase().title } else { status(game.status).to_owned() }
}

/// Names the status of a match, as lists show it.
pub(crate) fn status(status: Status) -> &'static str {
    match status {
        Status::Signup => "roster open",
        Status::Pregame => PREGAME,
        Status::Running => "running",
        Status::Over => "over",
        Status::Cancelled => "cancelled",
    }
}

/// How headlines and statuses name the stages before play.
pub(crate) const SIGN_UP: &str = "sign-up";
pub(crate) const PREGAME: &str = "pregame";
pub(crate) const ROSTER_CLOSED: &str = "roster closed";

/// Names a phase: `Round 3`.
pub(crate) fn phase_name(phase: &Phase<Move>) -> String {
    match phase.round() {
        Some(round) => format!("Round {round}"),
        None => capitalized(&phase.title),
    }
}

/// Names a match by its number alone.
pub(crate) fn match_number(id: MatchId) -> String {
    format!("Match {id}")
}

/// Names a match by its number, with an escaped title.
pub(crate) fn match_and_title(id: MatchId, title: &str) -> String {
    format!("Match {id} · {title}")
}

/// Names a match with the hash of its seed.
pub(crate) fn match_and_commitment(id: MatchId, commitment: &str) -> String {
    format!("Match {id} · hash of the secret seed: `{commitment}`")
}

// Proposals and offers

/// Describes a proposal, to follow “whether”.
pub(crate) fn proposal(game: &Match, what: Proposal) -> String {
    match what {
        Proposal::CoHost(user) if game.has_secrets() => {
            format!("to let {} host the match, too, and see what players keep secret", mention(user))
        }
        Proposal::CoHost(user) => format!("to let {} host the match, too", mention(user)),
        Proposal::EndPhase if game.status == Status::Pregame => format!("to {START_NOW} now"),
        _ => escape::text(&what.words(&game.names())),
    }
}

/// What ending the pregame means.
pub(crate) const START_NOW: &str = "start round 1";

/// Says for what reason a host does something to a seat.
pub(crate) fn because(reason: Option<&str>) -> String {
    match reason {
        Some(reason) => format!("Reason: “{}”", escape::text(reason)),
        None => "No reason was given.".to_owned(),
    }
}

/// Says how the dice fall again after the pending takeback, if it takes any back.
pub(crate) fn dice_again(game: &Match) -> Option<String> {
    let dice: Vec<String> = game.dice_to_fall_again().iter().map(u64::to_string).collect();
    let known = "If it’s taken back, the same dice fall the same way again";
    (!dice.is_empty()).then(|| format!("🎲 {known}: {}.", dice.join(", ")))
}

// Channels

/// Formats a link to a channel.
pub(crate) fn channel(channel_id: ChannelId) -> String {
    format!("<#{channel_id}>")
}

/// Returns the link to a channel.
pub(crate) fn channel_link(guild: GuildId, channel: ChannelId) -> String {
    format!("https://discord.com/channels/{guild}/{channel}")
}

/// Returns the link to a message.
pub(crate) fn link(guild: GuildId, channel: ChannelId, message: MessageId) -> String {
    format!("https://discord.com/channels/{guild}/{channel}/{message}")
}

// What Discord does not take

/// Describes the messages with a kind of notice, as the outbox stores it, for a host who reads that one has not arrived.
pub(crate) fn messages_of(kind: &str) -> &'static str {
    match kind {
        "created" => "the sign-up post",
        "committed" => "the hash of the seed",
        "pregame" => "the roster",
        "news" => "what happened and who is asked now",
        "personal" => "what a player is asked",
        "dm-closed" => "a note about closed direct messages",
        "trouble" | "unposted" | "given-up" | "clock-stuck" | "rules-changed" => "a warning for the host",
        "paused" | "resumed" | "extended" | "grace" | "late" | "ends-early" | "goes-on" => {
            "a change of the clock"
        }
        "cancelled" => "the end of the match",
        "published" => "what was secret in the match",
        "board" => "the board",
        "offered" | "answered" => "an offer or its answer",
        "co-host" => "a change of the hosts",
        "roster" | "reopened" => "a change of the roster",
        "resigned" => "that a player has resigned",
        "time-out" => "that somebody’s time has run out",
        "nudged" => "a nudge",
        "proposed" | "not-agreed" | "limits" | "autopilot" => "a proposal of a host",
        "spectators" => "that onlookers see everything",
        "moved" => "that the match has moved",
        "unseen" => "what a player would have read in the channel",
        "inside" => "what onlookers see",
        "roster-closed" | "roster-stays-open" => "when the roster closes",
        "beacon-known" | "beacon-late" => "the public beacon",
        "event" => "that the next deadline is an event",
        "roles" => "which roles players get",
        "quiet" => "when posts make no sound",
        "away" | "back" => "that a player is away",
        "handover" | "not-handed-over" | "tenure" | "seat-free" | "moved-up" => "a seat that changes hands",
        _ => "a message",
    }
}

/// The reason why nothing can be posted in a thread that is locked.
pub(crate) const LOCKED: &str = "a moderator has locked the thread";

/// The reason why nothing can be posted in a channel that was deleted.
pub(crate) const GONE: &str = "the channel is gone";

/// The reason why nothing can be posted in a server that the bot is not in.
pub(crate) const REMOVED: &str = "the bot is not in the server";

/// Lists the permissions that the bot needs in a channel, if one of those may be what is missing. The sentence follows others.
pub(crate) fn needed(reason: &str) -> &'static str {
    if ["permission", "cannot see", "not in the server"].iter().any(|lack| reason.contains(lack)) {
        " In the channel I need the permissions View Channel, Send Messages, Embed Links and Attach Files."
    } else {
        ""
    }
}

/// The beginning of an answer that was meant for everyone.
pub(crate) const ONLY_YOU: &str = "-# Discord lets me post nothing here, so only you see this.";

/// The end of a message that is sent without its files.
pub(crate) const WITHOUT_FILES: &str =
    "\n-# Discord didn’t take the picture or file that belongs here. `/board` and `/replay` may show it.";
