//! The sentences about the roster: changing one seat of it, and the form in which a host writes all of it.

use crate::ui::escape;
use crate::ui::words::{mention, proposal, title, with_mention};
use trigon_engine::ids::UserId;
use trigon_engine::matches::{Match, Player, Proposal, Tenure};
use trigon_rules::games::{Info, Seat, phrase};

/// Formats the roster as a list.
pub(crate) fn roster(game: &Match) -> String {
    let mut lines = vec![format!("{}: {} of {} seats", title(game), game.players.len(), game.terms.players)];
    lines.extend(game.seated().map(|(seat, player)| roster_line(game, seat, player)));
    if game.info().is_hosted() && !game.players.is_empty() {
        lines.push(count_of_checked_in(game));
    }
    let ranks = game.info().fields.iter().filter(|field| field.is_rank);
    for field in ranks {
        if game.players.iter().any(|player| player.fields.get(field.spec.key).is_none()) {
            let label = field.spec.label.to_lowercase();
            lines.push(format!(
                "-# Players without a {label} get the highest ones that are left when the match starts."
            ));
        }
    }
    lines.join("\n")
}

/// Shows a player on the roster, with the values of their fields and a mark for checking in.
fn roster_line(game: &Match, seat: Seat, player: &Player) -> String {
    let fields =
        fields(game, player).into_iter().map(|(label, value)| format!(", {} {value}", label.to_lowercase()));
    let mark = match (player.checked_in, player.dm_closed) {
        _ if player.computed().is_some() => "",
        (_, true) => " 📵",
        (true, false) => " ✅",
        (false, false) => "",
    };
    format!(
        "{seat}. {}{}{mark}",
        with_mention(&escape::name(&player.name), player.user_id),
        fields.collect::<String>()
    )
}

/// Returns the labels and values of a player's fields. Values that are drawn later are not set yet.
pub(crate) fn fields(game: &Match, player: &Player) -> Vec<(&'static str, String)> {
    let value = |key| player.fields.get(key).map_or_else(|| "not set yet".to_owned(), ToString::to_string);
    game.info().fields.iter().map(|field| (field.spec.label, value(field.spec.key))).collect()
}

/// Says how many players have checked in, and explains the marks.
fn count_of_checked_in(game: &Match) -> String {
    let people = || game.players.iter().filter(|player| player.computed().is_none());
    let count = people().filter(|player| player.checked_in).count();
    let all = people().count();
    format!("-# {count} of {all} have checked in (✅ my direct messages reach them, 📵 they don’t)")
}

/// Shows a host the line of somebody who has been given a seat.
pub(in crate::lobby) fn seated(game: &Match, user: UserId) -> String {
    let Some((seat, player)) = game.seated().find(|(_, player)| player.user_id == user) else {
        return roster(game);
    };
    let count = format!("{} of {} seats are taken.", game.players.len(), game.terms.players);
    format!("{}\n{count}", roster_line(game, seat, player))
}

/// Tells a host what has become of somebody who was to be taken out.
pub(in crate::lobby) fn unseated(game: &Match, user: UserId) -> String {
    if let Some(open) = game.proposal().filter(|open| matches!(open.what, Proposal::TakeOut(_))) {
        return format!(
            "I’m asking the players of {} in the channel whether {}. Once all of them have agreed, it is done.",
            title(game),
            proposal(game, open.what)
        );
    }
    let is_back = |tenure: &Tenure| tenure.before == user && tenure.returns;
    if game.tenures().last().is_some_and(is_back) {
        return format!("<@{user}> is out of {}, and the player for whom they played is back.", title(game));
    }
    if game.session.is_some() {
        return format!(
            "<@{user}> is out of {}. The others learn of it when the current phase ends; `/host replace` finds somebody for \
             the seat.",
            title(game)
        );
    }
    format!(
        "<@{user}> is off the roster of {}: {} of {} seats are taken.",
        title(game),
        game.players.len(),
        game.terms.players
    )
}

pub(crate) const NO_REASON: &str =
    "Say in the option `reason` why the player is to go: everyone reads it, with your name.";

/// Says that a player gets no seat, because all are taken, and by whom.
pub(in crate::lobby) fn no_seat_for(game: &Match, user: UserId) -> String {
    format!(
        "All {} seats are taken, so {} has none, and nothing has changed. To free one, use `/host unseat`.\n{}",
        game.terms.players,
        mention(user),
        roster(game)
    )
}

/// Says who has a place that was given to another player. With `holder_gets`, the place that the holder would get, it offers to swap.
pub(in crate::lobby) fn place_taken(
    (label, place): (&str, i64),
    user: UserId,
    holder: UserId,
    holder_gets: Option<&str>,
) -> String {
    let (user, holder) = (mention(user), mention(holder));
    let swap = match holder_gets {
        Some(holder_gets) => format!(" Swap them? {user} gets {place}, and {holder} gets {holder_gets}."),
        None => format!(" Give {user} another one, or none for now."),
    };
    format!("{label} {place} is {holder}’s, so nothing has changed.{swap}")
}

pub(in crate::lobby) const SWAP: &str = "Swap";

/// What somebody gets in a swap with a player who has no place yet.
pub(in crate::lobby) const AT_THE_START: &str = "one at the start";

pub(in crate::lobby) fn bad_name() -> &'static str {
    "A name has 1 to 32 characters on one line."
}

pub(in crate::lobby) fn not_a_member(user: u64) -> String {
    format!("<@{user}> is not in this server.")
}

pub(crate) fn bots_do_not_play(user: u64) -> String {
    format!("<@{user}> is a bot, and bots cannot play.")
}

// The form for the whole roster.

pub(in crate::lobby) fn form_title(game: &Match) -> String {
    format!("Roster of match {}", game.id)
}

pub(in crate::lobby) fn form_label(info: &Info) -> String {
    escape::plain(&format!("{}: one per line", columns(info)), 45)
}

pub(in crate::lobby) fn form_placeholder(info: &Info) -> String {
    let line = |who: &str, first: usize| {
        let values = (first..first + info.fields.len()).map(|value| value.to_string());
        std::iter::once(who.to_owned()).chain(values).collect::<Vec<_>>().join(", ")
    };
    format!("{}\n{}", line("Ann, @ann", 1), line("Ben, 123456789012345678", 2))
}

/// Names the columns of the roster: `name, @user, priority, garnets`.
fn columns(info: &Info) -> String {
    let fields = info.fields.iter().map(|field| field.spec.label.to_lowercase());
    ["name".to_owned(), "@user".to_owned()].into_iter().chain(fields).collect::<Vec<_>>().join(", ")
}

/// Tells what is wrong with the lines of a roster. A form cannot be opened again with what was typed, so that follows, to
/// be copied.
pub(in crate::lobby) fn lines_refused(problems: &[String], typed: &str) -> String {
    const SHOWN: usize = 5;
    let more = problems.len().saturating_sub(SHOWN);
    let more = (more > 0).then(|| format!("And {}.", phrase::counted(more as i64, "more line")));
    let shown: Vec<String> = problems.iter().take(SHOWN).cloned().chain(more).collect();
    let typed = typed.replace("```", "");
    format!(
        "{}\nNothing was changed. Here is what you typed, to copy into `/host roster`:\n```\n{}\n```",
        shown.join("\n"),
        escape::beginning(typed.trim_end(), 1_200)
    )
}

pub(in crate::lobby) fn line_problem(line: usize, problem: &str) -> String {
    format!("Line {line}: {problem}")
}

pub(in crate::lobby) fn no_user_in_line(info: &Info) -> String {
    format!("write `{}`; the user as a mention, a user name or an ID.", columns(info))
}

pub(in crate::lobby) fn too_many_fields(info: &Info) -> String {
    format!("a line has no more than these columns: `{}`.", columns(info))
}

pub(in crate::lobby) fn unknown_user(text: &str) -> String {
    format!("there is no member “{}” in this server.", escape::name(text))
}
