//! The sentences about what does not work, for those who can mend it. Reasons are in the words of the bot: they
//! never quote Discord or a person.

use super::pieces::{mention_all, mention_each};
use crate::ui::words::{self, capitalized, mention, when};
use std::collections::BTreeSet;
use trigon_engine::ids::{ChannelId, RoleId, UserId};
use trigon_engine::matches::{Match, Millis, RoleProblems, Roles, Stalled, UpkeepProblem};
use trigon_rules::games::phrase;

/// Tells players, in the match message, that direct messages do not reach them.
pub(in crate::announce) fn unreachable(user_ids: &[UserId]) -> String {
    format!(
        "{}: I can’t send you direct messages. Use `/me` and `/move` here; only you can see my replies.",
        mention_all(user_ids)
    )
}

/// Tells a player, in the channel, that direct messages do not get through, and what to do about it.
pub(in crate::announce) fn dm_closed(user_id: UserId) -> String {
    format!(
        "{}: Discord won’t let me send you direct messages. To play from here, use `/me` and `/move`: only you can \
         see my replies. To get my messages, allow direct messages in this server's privacy settings.",
        mention(user_id)
    )
}

/// Tells a player, in the channel, that it is their turn, because direct messages do not get through.
pub(in crate::announce) fn waits_here(user: UserId) -> String {
    format!(
        "{}, it’s your turn here. I wanted to send you a direct message, but Discord won’t let me.",
        mention(user)
    )
}

/// Tells a host that messages do not reach a player.
pub(in crate::announce) fn unsent(player: UserId, reason: &str) -> String {
    format!(
        "⚠️ My direct messages don’t reach {}: {reason}. I keep them and send them as soon as I can. Until then, the player can \
         play with `/me` and `/move`, and no deadline waits. `/host pause` stops the clock.",
        mention(player)
    )
}

/// Tells a host that Discord does not let the bot post in the channel.
pub(in crate::announce) fn unposted(channel: ChannelId, reason: &str) -> String {
    let advice = match reason {
        words::LOCKED => "Unlock the thread, and I post in it at once.",
        words::GONE => "`/relocate` moves the match to another channel.",
        words::REMOVED => "Invite me again, and I post at once.",
        _ => {
            "In the channel I need the permissions View Channel, Send Messages, Embed Links and Attach Files. If it is gone, \
             `/relocate` moves the match to another one."
        }
    };
    format!(
        "⚠️ I can’t post in <#{channel}>: {reason}. I keep the messages and post them as soon as I can. Until then, the \
         match goes on: players can still send me their moves, and no deadline waits. {advice} `/host pause` stops the clock."
    )
}

/// Tells a player that the channel of a match takes no messages.
pub(in crate::announce) fn lost(channel: ChannelId) -> String {
    format!(
        "⚠️ I can’t post in <#{channel}>, the channel of this match: it was deleted or locked, or I may not post there. The match goes on, \
         and I write to you here. A host can mend that, or move the match to another channel with `/relocate`."
    )
}

/// Tells a host that a message was given up.
pub(in crate::announce) fn given_up(host: UserId, what: &str, reason: &str, in_channel: bool) -> String {
    let to = if in_channel {
        format!("{}: Discord won’t let me send you direct messages, so I say it here. ", mention(host))
    } else {
        String::new()
    };
    format!(
        "⚠️ {to}I’ve given up a message of this match ({what}): {reason}. The match goes on, and nothing is lost in it: `/board` and \
         `/history` show where it stands, and players find what they are asked with `/me`. `/host status` lists what has not \
         arrived. If this happens again, the bot’s operator can find out more from its log."
    )
}

/// Tells hosts that something due could not be done.
pub(in crate::announce) fn clock_stuck(hosts: &[UserId], planned: Millis) -> String {
    format!(
        "⚠️ {}: the clock of this match is stuck. What was due {} could not be done. I’ll keep trying, and nothing \
         gets lost. `/host status` says more.",
        mention_all(hosts),
        when(planned)
    )
}

/// Tells hosts that the rules of the game have changed during a match.
pub(in crate::announce) fn rules_changed(hosts: &[UserId], words: &str, stopped: bool) -> String {
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
    format!("{sign} {}: {words} {what_now}", mention_all(hosts))
}

/// Tells a host what is in the way of what the server should show. A direct message cannot mention a role, so it is named by
/// the option with which it was chosen.
pub(in crate::announce) fn trouble(game: &Match, trouble: UpkeepProblem) -> String {
    let roles = game.terms.roles.unwrap_or_default();
    let named = |role: RoleId| role_by_option(roles, role);
    match trouble {
        UpkeepProblem::Roles(problems) => role_problems(roles, problems),
        UpkeepProblem::RoleRefused(role) => format!(
            "⚠️ Discord doesn’t let me give or take {}. In Server Settings, Roles, give my role *Manage Roles*, and move it above that \
             one. I try again every hour; `/host spectators` with the same roles makes me try at once.",
            named(role)
        ),
        UpkeepProblem::RoleGone(role) => format!(
            "⚠️ {} doesn’t exist any more, so nobody gets it. To name another one, use `/host spectators`.",
            capitalized(named(role))
        ),
        UpkeepProblem::EventRefused => "⚠️ Discord doesn’t let me make, move or remove the event for the next deadline. That takes *Create Events* \
             (Server Settings, Roles), and a server has 100 events at most. I try again every hour; `/host spectators event:True` makes me \
             try at once."
            .to_owned(),
        UpkeepProblem::EventGone => "⚠️ Somebody has deleted or ended the event for the next deadline, so I don’t make another one. If there should \
             be one, use `/host spectators event:True`."
            .to_owned(),
        UpkeepProblem::PicturesRefused => "⚠️ Discord doesn’t take my pictures here, so I post without them. Discord may have limited uploads in \
             this server, or in the channel I’m missing the permission *Attach Files*. The match goes on: `/board` may show the picture."
            .to_owned(),
        UpkeepProblem::RolesStalled(Stalled { reason, .. }) => stalled("give or take roles", &reason),
        UpkeepProblem::EventStalled(Stalled { reason, .. }) => {
            stalled("make, move or remove the event for the next deadline", &reason)
        }
        UpkeepProblem::MemberGone(user) => format!(
            "⚠️ {} isn’t in the server any more, and so can’t get a role. Once they are back, give it to them yourself.",
            mention(user)
        ),
    }
}

/// Names a role by the option with which a host chose it.
fn role_by_option(roles: Roles, role: RoleId) -> &'static str {
    match Some(role) {
        role if role == roles.in_play => "the role of those who hold a seat (`in_play`)",
        role if role == roles.out => "the role of those who held a seat (`out`)",
        _ => "a role that players had before",
    }
}

/// Tells a host which roles cannot be given or taken, and to whom.
fn role_problems(roles: Roles, problems: RoleProblems) -> String {
    let RoleProblems { refused, deleted, absent, .. } = problems;
    let all = |affected: &BTreeSet<RoleId>| {
        let names: Vec<String> =
            affected.iter().map(|role| role_by_option(roles, *role).to_owned()).collect();
        phrase::all_of(&names)
    };
    let mut told = Vec::new();
    if !refused.is_empty() {
        told.push(format!(
            "⚠️ Discord doesn’t let me give or take {}. In Server Settings, Roles, give my role *Manage Roles*, and move it above \
             the roles of players. I try again every hour; `/host spectators` with the same roles makes me try at once.",
            all(&refused)
        ));
    }
    if !deleted.is_empty() {
        let do_not = if deleted.len() == 1 { "doesn’t exist any more" } else { "don’t exist any more" };
        told.push(format!(
            "⚠️ {} {do_not}. Nobody gets what doesn’t exist. To name another role, use `/host spectators`.",
            capitalized(&all(&deleted))
        ));
    }
    if !absent.is_empty() {
        let people: Vec<UserId> = absent.into_iter().collect();
        let are_not = if people.len() == 1 { "isn’t" } else { "aren’t" };
        told.push(format!(
            "⚠️ {} {are_not} in the server any more, and so can’t get a role. If they come back, I give it to them when I next hear \
             from them, or within an hour.",
            phrase::all_of(&mention_each(&people))
        ));
    }
    told.join("\n")
}

/// Says that Discord has refused something for a while.
fn stalled(what: &str, reason: &str) -> String {
    format!(
        "⚠️ For ten minutes, I haven’t been able to {what}: {reason}. I keep trying, at least once an hour, and the match goes on."
    )
}
