//! The sentences for hosts.

use crate::announce::story::of_phase_in_lines;
use crate::lobby::texts::roster;
use crate::play::moment;
use crate::ui::words::{
    START_NOW, bullet, capitalized, heading, mention, needed, newest, relative, seat_name, status,
    summary_title, title, uncapitalized, when, with_mention,
};
use crate::ui::{HostAsk, escape, words};
use trigon_engine::ids::{ChannelId, RoleId, UserId};
use trigon_engine::matches::{
    Computed, Difference, FullView, Match, Millis, Player, Proposal, RewindPreview, Roles, RulesChange,
    Status, StuckClock, Summary, Target, Undelivered,
};
use trigon_rules::games::{Audience, Narration, phrase};

/// Returns what a button below the status says.
pub(super) fn host_button(game: &Match, ask: HostAsk) -> String {
    match ask {
        HostAsk::Remind => "Remind".to_owned(),
        HostAsk::Pause => "Stop the clock".to_owned(),
        HostAsk::Resume => "Let the clock run".to_owned(),
        // It only asks: what it would bring is said first.
        HostAsk::End if game.status == Status::Pregame => "Begin now …".to_owned(),
        HostAsk::End => "End now …".to_owned(),
        HostAsk::Undo => "Undo …".to_owned(),
    }
}

/// Lists who has answered, for a host who does not play.
pub(super) fn host_status(look: &FullView, now: Millis, troubles: &Troubles) -> String {
    let game = look.game();
    let mut lines = vec![heading(game)];
    let to_act = look.asked();
    for (seat, player) in game.seated() {
        let decision = to_act.iter().find(|decision| decision.seat == seat);
        let mark = match decision.map(|decision| decision.answered) {
            Some(true) => "✅",
            Some(false) => "⌛",
            None => "▫️",
        };
        let away = game.away(seat, now).map(|away| words::away(&away, now)).unwrap_or_default();
        lines.push(format!("{mark} {}{away}", player_line(player, player.vacant)));
    }
    let answered = to_act.iter().filter(|decision| decision.answered).count();
    lines.push(format!(
        "-# {answered} of {} have answered (✅ answered, ⌛ not yet, ▫️ not asked)",
        to_act.len()
    ));
    lines.extend(troubles.lines());
    lines.join("\n")
}

fn player_line(player: &Player, has_left: bool) -> String {
    let closed = match (has_left, player.dm_closed) {
        (true, _) => " (has left)",
        (false, true) => " (DMs closed)",
        (false, false) => "",
    };
    format!("{}{closed}", with_mention(&escape::name(&player.name), player.user_id))
}

/// The problems of a match.
pub(super) struct Troubles {
    /// The messages that were given up, and those waiting after a failed attempt.
    pub(super) undelivered: Vec<Undelivered>,
    /// The number of messages waiting because the channel refuses them, and the reason.
    pub(super) unposted: Option<(i64, String)>,
    /// Why the clock is stuck, if it is.
    pub(super) stuck: Option<StuckClock>,
    /// Why nothing can be stored, if nothing can.
    pub(super) unsaved: Option<&'static str>,
}

impl Troubles {
    fn lines(&self) -> Vec<String> {
        let unsaved = self.unsaved.map(|reason| {
            format!("⚠️ **I can’t save anything right now** ({reason}). I keep the direct messages of players until that’s mended, and \
                 refuse buttons and commands.")
        });
        let unposted = self.unposted.iter().map(|(count, reason)| cannot_post(*count, reason));
        let lines = unsaved.into_iter().chain(unposted).chain(self.stuck.iter().map(stuck));
        lines.chain(self.undelivered()).collect()
    }

    /// Lists the messages that have not arrived, grouped by kind.
    fn undelivered(&self) -> Vec<String> {
        let given_up = self.undelivered.iter().filter(|message| message.is_given_up).count();
        let head = match given_up {
            0 => None,
            1 => Some("-# 1 message could not be delivered.".to_owned()),
            many => Some(format!("-# {many} messages could not be delivered.")),
        };
        let mut groups: Vec<Vec<&Undelivered>> = Vec::new();
        for message in &self.undelivered {
            let alike = |group: &&mut Vec<&Undelivered>| {
                let first = group[0];
                let key = |of: &Undelivered| (words::messages_of(&of.what), of.is_given_up);
                key(first) == key(message) && first.reason == message.reason
            };
            match groups.iter_mut().find(alike) {
                Some(group) => group.push(message),
                None => groups.push(vec![message]),
            }
        }
        let more = groups.len().saturating_sub(MAX_LISTED);
        let more = (more > 0)
            .then(|| format!("-# … and {} of messages.", phrase::counted(more as i64, "more kind")));
        // The last ones are the most recent.
        let listed = groups.iter().rev().take(MAX_LISTED).rev().map(|group| group_line(group));
        head.into_iter().chain(listed).chain(more).collect()
    }
}

/// The maximum number of kinds of messages listed, and of recipients for each.
const MAX_LISTED: usize = 5;

/// Describes messages of one kind that have not arrived.
fn group_line(group: &[&Undelivered]) -> String {
    let first = group[0];
    let mut to: Vec<String> = Vec::new();
    for message in group {
        let name = match message.to {
            Target::Channel(_) => "the channel".to_owned(),
            Target::User(user) => words::mention(user),
        };
        if !to.contains(&name) {
            to.push(name);
        }
    }
    let others = to.len().saturating_sub(MAX_LISTED);
    to.truncate(MAX_LISTED);
    if others > 0 {
        to.push(format!("{others} more"));
    }
    let since = group.iter().map(|message| message.since).min().unwrap_or(first.since);
    let state = if first.is_given_up { "Given up" } else { "Waiting and tried again" };
    let (what, to, since) = (words::messages_of(&first.what), to.join(", "), relative(since));
    format!("-# {state}, from {since}: {what}, to {to}. Reason: {}.", first.reason)
}

/// Says that messages are waiting because the channel refuses them, and what to do.
pub(super) fn cannot_post(count: i64, reason: &str) -> String {
    let messages = if count == 1 { "1 message waits" } else { &format!("{count} messages wait") };
    format!("⚠️ **I can’t post in the channel:** {reason}. {messages} until I can.{}", needed(reason))
}

fn stuck(stuck: &StuckClock) -> String {
    let attempts = match stuck.attempts {
        1 => "one attempt has failed".to_owned(),
        many => format!("{many} attempts have failed"),
    };
    format!(
        "⚠️ **The clock is stuck.** What was due {} could not be done: {attempts}, the last one because of this: {}. \
         The next attempt is {}.",
        relative(stuck.planned),
        stuck.reason,
        relative(stuck.next_attempt)
    )
}

/// Tells the host why a match has stopped.
pub(super) fn stopped(
    game: &Match,
    rules: &RulesChange,
    look: Option<&FullView>,
    troubles: &Troubles,
) -> String {
    let mut lines = vec![heading(game), format!("⛔ {}", game.rules_words(rules))];
    // The number of entries would tell others how often players have answered.
    if let Some((game, broken)) = look.map(FullView::game).zip(rules.broken.as_ref()) {
        let what = match (broken.entry, broken.action) {
            (0, _) => "The start".to_owned(),
            (_, Some(action)) => format!("Action {action}"),
            (entry, None) => format!("Entry {entry} of {}", game.seq()),
        };
        lines.push(match broken.difference {
            Difference::Refused => format!("{what} is not allowed by the new rules."),
            Difference::Draws => format!("The draws for {} are different now.", lower(&what)),
            Difference::State => format!("{what} leads to a different state now."),
        });
    }
    lines.push(
        "Nobody can act, and no deadline passes. `/host export` sends the record so far to a host who does \
         not play, and `/host cancel` ends the match. An earlier version of me, which knows the old rules, can go on \
         with it, after `/host resume` if it has a clock."
            .to_owned(),
    );
    lines.extend(troubles.lines());
    lines.join("\n")
}

/// Lowercases the first letter, so that the text can be used within a sentence.
fn lower(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_lowercase().chain(chars).collect())
}

/// Describes a match whose roster is still open.
pub(super) fn status_before(game: &Match, troubles: &Troubles) -> String {
    let lines = [heading(game), roster(game)].into_iter().chain(troubles.lines());
    lines.collect::<Vec<_>>().join("\n")
}

/// Describes a match to a host who may not see who has answered.
pub(super) fn status_without_secrets(game: &Match, troubles: &Troubles) -> String {
    let players =
        game.seated().map(|(seat, player)| format!("▫️ {}", player_line(player, game.has_left(seat))));
    let note = if game.is_going_on() {
        "-# Who has answered and what players keep secret is only for the match’s creator and co-hosts, if they have never played in it."
    } else {
        "-# What was secret in it is only for the match’s creator and co-hosts, if they didn’t play, until it is published."
    };
    let lines =
        std::iter::once(heading(game)).chain(players).chain([note.to_owned()]).chain(troubles.lines());
    lines.collect::<Vec<_>>().join("\n")
}

/// Describes a match that cannot be read.
pub(super) fn status_unreadable(row: &Summary, troubles: &Troubles) -> String {
    let cannot = format!(
        "I can’t read {}: part of its stored data is broken. The bot’s log says which part; its operator can \
         help.",
        summary_title(row)
    );
    std::iter::once(cannot).chain(troubles.lines()).collect::<Vec<_>>().join("\n")
}

/// Asks whether to end the current phase now, and names those who have not answered to somebody who may know.
pub(super) fn end_now(game: &Match, look: Option<&FullView>) -> String {
    let waits = match game.status {
        Status::Pregame => {
            let missing = game.players.iter().filter(|player| !player.checked_in);
            let missing: Vec<String> = missing.map(|player| escape::name(&player.name)).collect();
            waits("Not checked in", "Everyone has checked in.", &missing)
        }
        _ => look.map_or_else(String::new, |look| {
            let missing = look.asked().into_iter().filter(|decision| !decision.answered);
            let missing: Vec<String> = missing.map(|decision| seat_name(game, decision.seat)).collect();
            waits("Not answered", "Everyone has answered.", &missing)
        }),
    };
    format!("{} in {} now? {waits}", capitalized(&ending(game)), title(game))
}

pub(super) const ASK_ALL: &str = "Ask the players";

/// Says that something takes the agreement of all players.
pub(super) fn ask_all(game: &Match, what: Proposal) -> String {
    let why = match what {
        Proposal::EndPhase if game.status != Status::Pregame => {
            " Time that players were promised is theirs; `/host limits` can change that only before they join."
        }
        _ => "",
    };
    format!(
        "In {}, no host can decide alone {}: all players have to agree.{why} Shall I ask them in the channel? One player who doesn’t \
         agree is enough to refuse it, and it lapses when {} ends.",
        title(game),
        words::proposal(game, what),
        phase(game)
    )
}

pub(super) fn asked_all(game: &Match, what: Proposal) -> String {
    format!(
        "I’m asking the players of {} in the channel whether {}. Once all of them have agreed, it is done. You can withdraw it \
         there with **Don’t agree**.",
        title(game),
        words::proposal(game, what)
    )
}

pub(super) const NO_REASON: &str =
    "Say in the option `reason` why the value is corrected: everyone reads it.";

/// Confirms a corrected roster.
pub(super) fn corrected(game: &Match) -> String {
    format!(
        "Corrected: {}. Everyone is told, with the reason, and is asked again: what they had answered no longer counts.",
        heading(game)
    )
}

/// Refuses a correction that would take answers back, until the host says that it shall.
pub(super) fn correct_anyway(game: &Match) -> String {
    format!(
        "A correction takes back what players have sent for {} of {}, and asks them again. So nothing has changed yet. To correct it \
         all the same, use the command again with `confirm` set to True.",
        uncapitalized(&moment(game)),
        title(game)
    )
}

fn waits(missing: &str, nobody: &str, names: &[String]) -> String {
    if names.is_empty() { nobody.to_owned() } else { format!("{missing}: {}.", names.join(", ")) }
}

pub(super) fn end_button(game: &Match) -> String {
    capitalized(&ending(game))
}

/// Says what ending the present phase means: `start round 1`, `end round 3 of 10`, `end the vote`.
fn ending(game: &Match) -> String {
    if game.status == Status::Pregame { START_NOW.to_owned() } else { format!("end {}", moment(game)) }
}

/// Names the phase within a sentence: `round 3 of 10`, `the vote`.
fn phase(game: &Match) -> String {
    if game.status == Status::Pregame { format!("the {}", moment(game)) } else { moment(game) }
}

/// Describes what would happen if a phase ended now, to a host who may see everything.
pub(super) fn simulated(look: &FullView, happened: &[Narration]) -> String {
    let game = look.game();
    let may_read = |told: &&Narration| matches!(told.audience, Audience::All | Audience::Host);
    let told = happened.iter().filter(may_read).map(|told| bullet(&escape::text(&told.text)));
    let mut lines = vec![format!("If {} of {} ended now:", uncapitalized(&moment(game)), title(game))];
    lines.extend(newest(told, MAX_TOLD_LENGTH));
    lines.push(words::small("Nothing has changed. The match’s log notes that you have looked."));
    lines.join("\n")
}

/// The maximum number of characters about what would happen or be taken back.
const MAX_TOLD_LENGTH: usize = 1_200;

/// Asks whether to undo a phase, and lists what everyone was told since it began.
pub(super) fn undo_now(game: &Match, rewound: &RewindPreview) -> String {
    let RewindPreview { phase, told, asked, .. } = rewound;
    let asked = phrase::counted(*asked as i64, "player");
    let mut lines = vec![format!(
        "Undo {} in {}? {} would be asked again, with the full time, and everybody is told. Nothing is deleted: `/history` \
         says so, and players know what they have learned from it.",
        uncapitalized(phase),
        title(game),
        asked
    )];
    let told = told.iter().map(|line| bullet(&escape::text(line)));
    let story = of_phase_in_lines(game).into_iter().map(|line| bullet(&line));
    let told = newest(story.chain(told), MAX_TOLD_LENGTH);
    if !told.is_empty() {
        lines.push("This would be taken back:".to_owned());
        lines.extend(told);
    }
    lines.join("\n")
}

pub(super) fn undo_button(rewound: &RewindPreview) -> String {
    format!("Undo {}", uncapitalized(&rewound.phase))
}

pub(super) fn hosts_changed(game: &Match) -> String {
    if let Some(open) = game.proposal().filter(|open| matches!(open.what, Proposal::CoHost(_))) {
        return asked_all(game, open.what);
    }
    let hosts: Vec<String> = game.hosts().map(|host| format!("<@{host}>")).collect();
    format!("Done. Hosts of {}: {}.", title(game), phrase::all_of(&hosts))
}

pub(super) const WHICH_CHANNEL: &str = "What should others see? Give the option `channel` (or set `stop` to True), name roles with `in_play` and `out`, or set \
     `event`.";

/// Says why a channel cannot be for onlookers.
pub(super) fn read_by_players(channel: ChannelId, readers: &str) -> String {
    format!(
        "<#{channel}> would show what players keep secret, and {readers} can read it. Take that away from them, or choose another \
         channel."
    )
}

/// Asks a host to confirm that more people may read a match.
pub(super) fn wider(from: ChannelId, to: ChannelId) -> String {
    format!(
        "People can read <#{to}> who can’t read <#{from}>, and they could then follow the match. If that is what you want, add the \
         option `confirm:True`. Nothing has changed."
    )
}

/// Says that a match has moved.
pub(super) fn relocated(game: &Match, from: ChannelId, is_gone: bool) -> String {
    let (title, to) = (title(game), game.channel_id);
    let told = if is_gone {
        format!(
            "I can’t tell who could read <#{from}>: everyone who can read <#{to}> can follow the match now."
        )
    } else {
        format!("I’ve said so in <#{from}>, too.")
    };
    format!("{title} goes on in <#{to}>. What I had yet to post comes there, and so does the board. {told}")
}

pub(super) const SAME_ROLE: &str = "Those who hold a seat and those who held one need different roles: name another one. Nothing has changed.";

pub(super) const ROLE_OF_EVERYONE: &str =
    "Everyone has @everyone: name a role that only players get. Nothing has changed.";

pub(super) fn managed_role(role: u64) -> String {
    format!(
        "<@&{role}> belongs to a bot or a service, which alone can give it: name a role of your own. Nothing has changed."
    )
}

pub(super) const BOT_MANAGES_NO_ROLES: &str = "I’m missing a permission: give my role *Manage Roles* in Server Settings, Roles, and \
     try again. Nothing has changed.";

pub(super) fn bot_stands_below(role: u64) -> String {
    format!(
        "Discord lets me give only roles that stand below mine: move my role above <@&{role}> in Server Settings, Roles, and try \
         again. Nothing has changed."
    )
}

pub(super) fn not_yours_to_give(role: u64) -> String {
    format!(
        "I would give <@&{role}> to players on your behalf, and you can’t give it yourself: that takes *Manage Roles* and a role \
         above it. Ask somebody who can, or name another role. Nothing has changed."
    )
}

pub(super) const BOT_CREATES_NO_EVENTS: &str = "I’m missing a permission: give my role *Create Events* in Server Settings, Roles, and \
     try again. Nothing has changed.";

/// Says what becomes of the next deadline.
pub(super) fn event(game: &Match, is_one: bool) -> String {
    if is_one {
        format!(
            "The next deadline of {} is an event of the server, which moves when the deadline does. While the clock stands still, and \
             when the match is over, there is none.",
            title(game)
        )
    } else {
        format!("The next deadline of {} no longer has a server event.", title(game))
    }
}

/// Says what players get from now on.
pub(super) fn roles(game: &Match, roles: Option<Roles>) -> String {
    let Some(roles) = roles else {
        return format!(
            "Nobody gets a role any more because of {}. I take away those I’ve given.",
            title(game)
        );
    };
    let mut sentences = Vec::new();
    if let Some(role) = roles.in_play {
        sentences.push(format!("From its start, those who hold a seat in {} have <@&{role}>.", title(game)));
    }
    if let Some(role) = roles.out {
        let whose = if roles.in_play.is_some() { String::new() } else { format!(" of {}", title(game)) };
        sentences.push(format!(
            "Players{whose} who have left, were replaced or have resigned, and all of them once it is over, have <@&{role}>."
        ));
    }
    sentences.push("I keep that up to date, and tell you if Discord doesn’t let me.".to_owned());
    sentences.join(" ")
}

pub(super) fn quiet(game: &Match) -> String {
    match game.terms.quiet {
        Some(quiet) => format!("Done: my posts and messages about {} make no sound in {quiet}.", title(game)),
        None => format!("Done: my posts and messages about {} make a sound at any time.", title(game)),
    }
}

/// Confirms reminders, without saying whether there were any.
pub(super) fn reminded(game: &Match) -> String {
    format!(
        "{}: everyone who hasn’t answered gets a reminder, each in private. Nobody learns who.",
        heading(game)
    )
}

pub(super) fn unchanged(game: &Match) -> String {
    format!("Nothing has changed: {}.", heading(game))
}

pub(super) fn no_longer(game: &Match) -> String {
    format!("That was over already, so nothing has changed. Now: {}.", heading(game))
}

pub(super) fn resolved(game: &Match) -> String {
    format!("Done. Now: {}. What happened is being posted in the channel.", heading(game))
}

pub(super) fn resumed(game: &Match) -> String {
    format!("Done: {}.", heading(game))
}

pub(super) fn extended(game: &Match) -> String {
    let later = match game.terms.calendar {
        Some(_) => " Later ones keep their time of day.",
        None if game.info().has_long_phases() => " Everything after it moves by the same amount.",
        None => "",
    };
    format!("Done: {}.{later}", heading(game))
}

pub(super) fn paused(game: &Match) -> String {
    let ends = game.pause_ends().map(|ends| format!(", and it starts by itself {}", when(ends)));
    format!(
        "I’ve stopped the clock of {}. `/host resume` starts it again{}.",
        title(game),
        ends.unwrap_or_default()
    )
}

pub(super) fn cancelled(game: &Match) -> String {
    let secrets = if game.has_secrets() && game.session.is_some() {
        format!(
            " What was secret in it stays secret; `/host publish match:{}` shows it to everyone.",
            game.id
        )
    } else {
        String::new()
    };
    format!("{} is cancelled. That is being posted in the channel.{secrets}", title(game))
}

pub(super) const CANCEL: &str = "Cancel the match";

/// Asks whether to end a match without a result.
pub(super) fn cancel_now(game: &Match) -> String {
    let told = if game.session.is_some() {
        "Everyone is told. There is no result, and nobody can bring the match back."
    } else {
        "Everyone is told, and nobody can bring the match back."
    };
    format!("Cancel {} for good? It is {}. {told}", title(game), status(game.status))
}

pub(super) fn published(game: &Match) -> String {
    format!(
        "{} is published. The record, the replay and the picture are being posted in the channel.",
        title(game)
    )
}

pub(super) fn not_published(game: &Match) -> String {
    format!("To show everyone what was secret in {}, set `confirm` to True.", title(game))
}

pub(super) fn exported(look: &FullView) -> String {
    let game = look.game();
    let note = if game.is_going_on() {
        "The record so far: who did what and when, for you to read or to keep. It contains everybody’s secrets, so keep it to \
         yourself. The seed is left out while the match goes on, so `trigon replay`, `explain` and `verify` can’t read the file: \
         export it again when the match has ended."
    } else if game.is_disclosed() {
        "The whole record with the seed. `trigon verify --commitment HASH` checks it against the hash that was posted before the match."
    } else {
        "The whole record with the seed and everybody’s secrets, for you alone. `/host publish` shows it to everyone."
    };
    format!("{}\n{note}", title(game))
}

pub(super) fn role_is(role: Option<RoleId>) -> String {
    match role {
        Some(role) => format!("Members with <@&{role}> can host here, as well as those with Manage Server."),
        None => "Only members with Manage Server can host here.".to_owned(),
    }
}

pub(super) fn role_needs_manage() -> String {
    "Only members with Manage Server can choose the host role.".to_owned()
}

pub(super) fn role_everyone() -> String {
    "@everyone cannot be the host role: pick a role that only hosts have.".to_owned()
}

// Seats that change hands

pub(super) fn asked_to_take_over(game: &Match, player: UserId, user: UserId) -> String {
    if let Some(open) = game.proposal().filter(|open| matches!(open.what, Proposal::HandOver(_))) {
        return asked_all(game, open.what);
    }
    let seat = game.seated().find(|(_, known)| known.user_id == player).map(|(seat, _)| seat);
    let agreed = seat.and_then(|seat| game.handover(seat)).is_some_and(|handover| handover.agreed);
    let consent = if agreed { "" } else { ", and the player to agree" };
    if Computed::of(user).is_some() {
        let what = if game.seat_of(user).is_some() {
            format!("{} plays for <@{player}> from now on", mention(user))
        } else {
            format!("I’ve asked <@{player}> in the channel whether {} may take over the seat", mention(user))
        };
        return format!("{}: {what}.", heading(game));
    }
    format!(
        "{}: I’ve asked <@{user}> in the channel to take over the seat of <@{player}>{consent}.",
        heading(game)
    )
}

pub(super) const WITH_WHOM: &str =
    "Say who plays for you with the option `with`, or come back with `stop:True` if somebody does.";

pub(super) const HOURS_OR_UNTIL: &str =
    "A substitute plays either for some hours or until some time: leave out `hours` or `until`.";

pub(super) fn asked_to_substitute(game: &Match, user: UserId) -> String {
    let left = if game.has_turns() { "what you have planned" } else { "what you left for later rounds" };
    format!(
        "{}: I’ve asked <@{user}> in the channel to play for you. Until they accept, you play on as before. After that, {left} is dropped, and they see \
         what you know, and you’re asked nothing until you come back: by itself when the time is over, or before that with \
         `/substitute stop:True`.",
        heading(game)
    )
}

pub(super) fn took_over(game: &Match) -> String {
    format!("You play in {} now. This is what you know:", title(game))
}

pub(super) fn nobody_is_asked(game: &Match) -> String {
    format!("{}: nobody is asked to play for you any longer.", heading(game))
}

pub(super) fn handed_over(game: &Match) -> String {
    format!("You’ve handed over your seat in {}. Thank you for playing.", title(game))
}

pub(super) fn waits_for_the_other(game: &Match) -> String {
    format!("{}: noted. The seat changes hands as soon as the other has agreed, too.", heading(game))
}

pub(super) fn not_taken_over(game: &Match) -> String {
    format!("{}: the seat stays as it is.", heading(game))
}

pub(super) fn not_left(game: &Match) -> String {
    format!("You’re still in {}. To leave it for good, set `confirm` to True.", title(game))
}

/// Confirms that a player has left. If somebody was waiting for the seat, or in games of turns, everyone knows by now.
pub(super) fn left(game: &Match, user: UserId) -> String {
    let has_passed = game.tenures().iter().any(|tenure| tenure.before == user);
    if game.session.is_none() || has_passed || game.has_turns() {
        return format!("You’re no longer in {}.", title(game));
    }
    format!(
        "You’ve left {}, and I won’t ask you for anything in it any more. The others learn of it when the current phase ends.",
        title(game)
    )
}
