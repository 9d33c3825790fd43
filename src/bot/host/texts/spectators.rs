//! The sentences about what others see of a match: its channels, roles and event.

use crate::ui::words::title;
use trigon_engine::ids::ChannelId;
use trigon_engine::matches::{Match, Roles, UnknownReaders};

/// Says what others can be given to see, to a host who named nothing.
pub(in crate::host) const WHICH_CHANNEL: &str = "What should others see? Give the option `channel` (or set `stop` to True), name roles with `in_play` and `out`, or set \
     `event`.";

/// What it means that administrators can read the channel for onlookers, and that Discord does not say who they are.
const ADMINISTRATORS_READ: &str = "Administrators can read that channel, and Discord doesn’t tell me who they are. So once I’ve posted \
     there, nobody who is in this server now can take a seat, except those who are alternates by then: anybody who might want one should \
     use `/alternate` before this round ends. To avoid that, ask the person who runs me to turn on the Server Members Intent.";

/// What it means that a role lets people into that channel.
const MEMBERS_READ: &str = "A role lets people into that channel, and I can’t see who has it for a while. So once I’ve posted there, \
     nobody new can take a seat in this match, except computed players. To avoid that, give people access one by one.";

/// Says what onlookers get to see from now on, and what that means for seats. `others` are those who can read the channel without
/// being known.
pub(in crate::host) fn onlookers(game: &Match, others: UnknownReaders) -> String {
    match game.terms.spectators {
        Some(channel) => {
            let shown = format!(
                "After each round of {}, I post in <#{channel}> what everyone sent and where everyone is. Before each post, I check \
                 that nobody who plays, or may come to play, can read it; if somebody can, I don’t post, and tell you who and why. \
                 Nobody who can read a post, at any time, can take a seat.",
                title(game)
            );
            match others {
                UnknownReaders::Nobody => shown,
                UnknownReaders::Administrators => format!("{shown}\n⚠️ {ADMINISTRATORS_READ}"),
                UnknownReaders::Members => format!("{shown}\n⚠️ {MEMBERS_READ}"),
            }
        }
        None => format!("Onlookers of {} no longer see what players keep secret.", title(game)),
    }
}

/// Says why a channel cannot be for onlookers.
pub(in crate::host) fn read_by_players(channel: ChannelId, readers: &str) -> String {
    format!(
        "<#{channel}> would show what players keep secret, and {readers} can read it. Take that away from them, or choose another \
         channel."
    )
}

/// Says what players get from now on.
pub(in crate::host) fn roles(game: &Match, roles: Option<Roles>) -> String {
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

/// Refuses one role for two kinds of players.
pub(in crate::host) const SAME_ROLE: &str = "Those who hold a seat and those who held one need different roles: name another one. Nothing has changed.";

/// Refuses a role that everybody has.
pub(in crate::host) const ROLE_OF_EVERYONE: &str =
    "Everyone has @everyone: name a role that only players get. Nothing has changed.";

/// Refuses a role that the bot could never give.
pub(in crate::host) fn managed_role(role: u64) -> String {
    format!(
        "<@&{role}> belongs to a bot or a service, which alone can give it: name a role of your own. Nothing has changed."
    )
}

/// Says which permission the bot needs to give roles.
pub(in crate::host) const BOT_MANAGES_NO_ROLES: &str = "I’m missing a permission: give my role *Manage Roles* in Server Settings, Roles, and \
     try again. Nothing has changed.";

/// Says why the bot cannot give a role, and how to mend that.
pub(in crate::host) fn bot_stands_below(role: u64) -> String {
    format!(
        "Discord lets me give only roles that stand below mine: move my role above <@&{role}> in Server Settings, Roles, and try \
         again. Nothing has changed."
    )
}

/// Refuses a role to a host who could not give it without the bot.
pub(in crate::host) fn not_yours_to_give(role: u64) -> String {
    format!(
        "I would give <@&{role}> to players on your behalf, and you can’t give it yourself: that takes *Manage Roles* and a role \
         above it. Ask somebody who can, or name another role. Nothing has changed."
    )
}

/// Says whether the next deadline is an event of the server from now on.
pub(in crate::host) fn event(game: &Match, is_shown: bool) -> String {
    if is_shown {
        format!(
            "The next deadline of {} is an event of the server, which moves when the deadline does. While the clock stands still, and \
             when the match is over, there is none.",
            title(game)
        )
    } else {
        format!("The next deadline of {} no longer has a server event.", title(game))
    }
}

/// Says which permission the bot needs for events of the server.
pub(in crate::host) const BOT_CREATES_NO_EVENTS: &str = "I’m missing a permission: give my role *Create Events* in Server Settings, Roles, and \
     try again. Nothing has changed.";

/// Asks a host to confirm that more people may read a match.
pub(in crate::host) fn wider(from: ChannelId, to: ChannelId) -> String {
    format!(
        "People can read <#{to}> who can’t read <#{from}>, and they could then follow the match. If that is what you want, add the \
         option `confirm:True`. Nothing has changed."
    )
}

/// Says that a match has moved. `from_is_gone` means that the old channel does not exist any more.
pub(in crate::host) fn relocated(game: &Match, from: ChannelId, from_is_gone: bool) -> String {
    let (title, to) = (title(game), game.channel_id);
    let told = if from_is_gone {
        format!(
            "I can’t tell who could read <#{from}>: everyone who can read <#{to}> can follow the match now."
        )
    } else {
        format!("I’ve said so in <#{from}>, too.")
    };
    format!("{title} goes on in <#{to}>. What I had yet to post comes there, and so does the board. {told}")
}
