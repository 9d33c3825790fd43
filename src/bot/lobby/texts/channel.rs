//! The sentences about channels and threads in which nobody can play.

use trigon_rules::games::phrase;

pub(in crate::lobby) fn cannot_write(channel: u64, missing: &[&str]) -> String {
    format!("I can’t play in <#{channel}>. I’m missing these permissions there: {}.", phrase::all_of(missing))
}

pub(in crate::lobby) fn locked_thread(thread: u64) -> String {
    format!("<#{thread}> is locked, so nobody can play there. Unlock it, or choose another channel.")
}

pub(in crate::lobby) fn thread_in_thread() -> String {
    "This is already a thread. Leave out the option `thread` to play right here.".to_owned()
}

pub(in crate::lobby) fn no_threads_here() -> String {
    "Discord has no threads in this channel. Leave out the option `thread` to play right here.".to_owned()
}

pub(in crate::lobby) fn no_messages_here() -> String {
    "Nothing can be posted in this channel itself, only in its threads. Use the command in a thread or in a text channel.".to_owned()
}

/// Says that Discord does not let the bot create a thread. `passes` means that it may later.
pub(in crate::lobby) fn thread_refused(passes: bool, code: Option<isize>) -> String {
    let why = match code {
        Some(160_006 | 160_007) => " because the server has as many active threads as it can have",
        Some(50_001 | 50_013) => " because I’m missing a permission here",
        _ if passes => " at the moment",
        _ => "",
    };
    format!(
        "Discord won’t let me create a thread here{why}, so nothing has changed. Leave out the option `thread` to play right here."
    )
}
