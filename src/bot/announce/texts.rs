//! The sentences of announcements. Names passed as text are already escaped; those in a match are not.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::lobby::settings::texts::changed as setting_changed;
pub(super) use crate::lobby::texts::FAIR_PLAY;
use crate::lobby::texts::{autopilot as autopilot_of, limits_of};
use crate::play::texts::{AHEAD_GIVEN, AHEAD_ILLEGAL};
use crate::ui::words::{
    START_NOW, because, capitalized, duration, match_and_commitment, mention, mention_role, round, small,
    uncapitalized, when, with_mention,
};
use crate::ui::{escape, words};
use trigon_engine::ids::{ChannelId, MatchId, RoleId, UserId};
use trigon_engine::matches::{
    AheadOutcome, Amendment, Beacon, Computed, Correction, Match, Millis, OfferKind, OpenProposal, Player,
    Proposal, Quicknet, QuietHours, RecordedBeacon, Removal, RoleProblems, Roles, Signature, Stalled,
    UpkeepProblem,
};
use trigon_rules::games::{Field, Verdict, Word, phrase};

// Before the first round

pub(super) fn roster_fixed(game: &Match, begins: Millis) -> String {
    let may_be_earlier = game.terms.limits_in_force().is_some_and(|limits| !limits.shorten);
    let earlier = if may_be_earlier {
        " Once everyone has checked in, a host who does not play can begin it earlier."
    } else {
        ""
    };
    format!("The roster is complete. **Round 1 begins {}.**{earlier}", when(begins))
}

pub(super) const ROSTER_BEGUN: &str = "The roster is complete, and round 1 has begun.";

/// Says what a host has changed in the roster. Each user is in exactly one of the lists.
pub(super) fn roster_changed(joined: &[UserId], left: &[UserId], changed: &[UserId]) -> String {
    let parts = [("now plays", "now play", joined), ("no longer plays", "no longer play", left)];
    let mut parts: Vec<String> = parts
        .into_iter()
        .filter(|(.., users)| !users.is_empty())
        .map(|(one, several, users)| {
            format!("{} {}", phrase::all_of(&names(users)), if users.len() == 1 { one } else { several })
        })
        .collect();
    if !changed.is_empty() {
        let (line, has) = if changed.len() == 1 { ("line", "has") } else { ("lines", "have") };
        parts.push(format!("the {line} of {} {has} changed", phrase::all_of(&names(changed))));
    }
    format!("✏️ A host has changed the roster: {}.", parts.join("; "))
}

pub(super) fn names(user_ids: &[UserId]) -> Vec<String> {
    user_ids.iter().map(|id| mention(*id)).collect()
}

pub(super) fn still_begins(begins: Millis) -> String {
    format!("**Round 1 begins {}**, as before.", when(begins))
}

pub(super) fn begins_if_full(game: &Match, begins: Millis) -> String {
    format!(
        "{} of {} seats are taken. **Round 1 begins {}** if all of them are by then.",
        game.players.len(),
        game.terms.players,
        when(begins)
    )
}

pub(super) fn roster_open_again(game: &Match) -> String {
    let hosts: Vec<UserId> = game.hosts().collect();
    format!(
        "**Round 1 has not begun:** only {} of {} seats are taken, so the roster is open again. {}: start the match with \
         `/host start` when it is full.",
        game.players.len(),
        game.terms.players,
        mentions(&hosts)
    )
}

/// Says what a phase brought, at the top of what follows it.
pub(super) fn in_phase(phase: &str, headline: &str) -> String {
    format!("**{phase}: {headline}**")
}

pub(super) const CHECK_IN: &str =
    "Press **Check in** to see your seat and to find out whether my direct messages reach you.";

fn mentions(user_ids: &[UserId]) -> String {
    user_ids.iter().map(|id| mention(*id)).collect::<Vec<_>>().join(" ")
}

pub(super) fn unreachable(user_ids: &[UserId]) -> String {
    format!(
        "{}: I can’t send you direct messages. Use `/me` and `/move` here; only you can see my replies.",
        mentions(user_ids)
    )
}

/// Introduces the list returned by [`roster`].
pub(super) fn roster_heading(game: &Match) -> String {
    match game.info().fields.iter().find(|field| field.is_rank) {
        Some(field) => format!("The players by {}, highest first:", field.spec.label.to_lowercase()),
        None => "The players:".to_owned(),
    }
}

/// Returns the public roster, highest rank first.
pub(super) fn roster(game: &Match) -> Vec<String> {
    let rank = game.info().fields.iter().find(|field| field.is_rank).map(|field| field.spec.key);
    let place = |player: &Player| rank.and_then(|key| player.fields.number(key));
    let mut players: Vec<&Player> = game.players.iter().collect();
    players.sort_by_key(|player| Reverse(place(player)));
    let line = |player: &Player| {
        let place = place(player).map(|place| format!("`{place:>2}` ")).unwrap_or_default();
        let name = format!("**{}**", escape::name(&player.name));
        format!("{place}{}{}", with_mention(&name, player.user_id), brought(game, player))
    };
    players.into_iter().map(line).collect()
}

/// Says what a player has brought along from a season, as far as everyone may know it.
fn brought(game: &Match, player: &Player) -> String {
    let fields =
        game.info().fields.iter().filter(|field| game.terms.brought.iter().any(|key| key == field.spec.key));
    let value = |field: &Field| {
        let number = player.fields.number(field.spec.key)?;
        Some(format!(" · {} {number}", field.spec.label.to_lowercase()))
    };
    fields.filter_map(value).collect()
}

/// Says what a player's answer was when a phase ended.
pub(super) fn closed(phase: &str, noun: &str, answer: Option<&str>) -> String {
    let (mark, sent) = match answer {
        Some(answer) => ("✅", format!("Your {noun} was **{}**.", escape::text(answer))),
        None => ("⌛", format!("You sent no {noun}.")),
    };
    format!("{mark} **{}** {sent}", over_now(phase))
}

pub(super) fn over_now(phase: &str) -> String {
    format!("{} is over.", capitalized(phase))
}

pub(super) const CLOSED_BY_UNDOING: &str = "A host has taken this back. What I ask now is below.";

pub(super) const CLOSED_BY_CANCELLING: &str = "The match was cancelled.";

// The match message

/// Returns the first line: `**#3 Sunday** · Chess`, or `**#3 Chess**` for a match without its own name.
pub(super) fn heading(id: MatchId, title: &str, game: &str) -> String {
    if title == game { format!("**#{id} {title}**") } else { format!("**#{id} {title}** · {game}") }
}

/// Asks a player, with a mention.
pub(super) fn asked(question: &str, user: UserId, deadline: Option<Millis>) -> String {
    if Computed::of(user).is_some() {
        return format!("💭 {} is thinking.", mention(user));
    }
    let until = deadline.map(|at| format!(" You have until {}.", when(at))).unwrap_or_default();
    format!("➡️ {}, {}{until}", mention(user), uncapitalized(question))
}

/// Lists the banks of the players.
pub(super) fn banks(banks: &[String]) -> String {
    format!("Banks at the beginning of this turn: {}.", banks.join(", "))
}

pub(super) fn left_out(count: usize) -> String {
    format!("… and {count} more before that: see `/history`.")
}

pub(super) fn started(names: &[String], drawn: bool) -> String {
    let seats: Vec<String> = (1..).zip(names).map(|(seat, name)| format!("{seat} {name}")).collect();
    let how = if drawn { "drawn" } else { "passed on by one since the last match" };
    format!("🎲 **Seats, {how}:** {}.", seats.join(", "))
}

/// Announces the hash in a message that is never edited.
pub(super) fn committed(id: MatchId, hash: &str, beacon: Option<&Beacon>) -> String {
    let with = beacon.map(|beacon| format!(", to be mixed with {}", round(beacon.round)));
    small(&format!("🔒 {}{}", match_and_commitment(id, hash), with.unwrap_or_default()))
}

/// Points to the rules about who sees and may change what.
const WHO_SEES: &str = "Who sees what, and who can change what, is in `/rules` under *Fair play*.";

/// Says what the hash is for while the seed is secret, and what it does not prove.
pub(super) fn hash_explained(hash: &str, beacon: Option<&Beacon>) -> String {
    let begins = format!(
        "**The draws.** I chose a secret seed for this match before anybody joined. Its hash is `{hash}`. I publish the seed at the \
         end, and I can’t change it before that without changing its hash."
    );
    let Some(beacon) = beacon else {
        return format!(
            "{begins} Every draw follows from it and from the words that players add before the match begins.\n{NOT_PROVEN} One \
             word that they couldn’t guess is enough to spoil their choice.\n{WHO_SEES}"
        );
    };
    format!(
        "{begins} Every draw follows from it, from the words that players add, and from {} (chain `{}`), published {}. The roster and \
         the words are final before that.\n{NOT_PROVEN_WITH_BEACON}\n{WHO_SEES}",
        round(beacon.round),
        Quicknet::HASH,
        when(beacon.published())
    )
}

/// What the hash does not prove.
const NOT_PROVEN: &str = "It doesn’t prove that the seed was random. The person who runs me could have tried many seeds \
                          before this, knows every draw, and can read every secret.";

/// What the hash does not prove if players have added words.
const NOT_PROVEN_WITH_WORDS: &str = "It doesn’t prove that nobody looked. Once the words were in, the person who runs me could \
                                     know every draw and read every secret.";

/// What the hash does not prove if a beacon goes into the draws.
const NOT_PROVEN_WITH_BEACON: &str = "It doesn’t prove that nobody looked. Once the round is published, the person who runs me \
                                      can work out every draw and read every secret.";

/// Announces that the roster is final before a round is published.
pub(super) fn roster_closed(id: MatchId, number: u64, is_other: bool) -> String {
    let other = if is_other {
        " I couldn’t say so in time for the round that I had named, so I take a later one."
    } else {
        ""
    };
    format!(
        "The roster of match {id} is closed, and so are the words.{other} **Everything that is drawn now depends on {}**, which is \
         published {}: then the match starts. I never edit this message.",
        round(number),
        when(Quicknet::published(number))
    )
}

/// Introduces the list returned by [`by_joining`].
pub(super) fn in_order(game: &Match) -> String {
    let words = match game.words.len() {
        0 => "No words were added.".to_owned(),
        words => format!("{} went in before.", capitalized(&phrase::counted(words as i64, "word"))),
    };
    format!("{words} The players, in order:")
}

/// Lists the players in the order of the roster, which decides what is drawn for whom.
pub(super) fn by_joining(game: &Match) -> Vec<String> {
    let name = |player: &Player| format!("**{}**", escape::name(&player.name));
    let line = |player: &Player| with_mention(&name(player), player.user_id);
    (1..).zip(&game.players).map(|(place, player)| format!("`{place:>2}` {}", line(player))).collect()
}

/// Says that a match could not start at its time, and what comes next.
pub(super) fn not_enough(game: &Match, next: Option<Millis>) -> String {
    let there = format!(
        "There aren’t enough players to start: {} of {} seats are taken. Everyone who has joined stays in.",
        game.players.len(),
        game.terms.players
    );
    if let Some(next) = next {
        return format!("{there} The match now starts {}, if there are enough by then.", when(next));
    }
    let hosts: Vec<UserId> = game.hosts().collect();
    format!(
        "{there} {}: start the match with `/host start` once there are enough, or choose another time with `/host start at:…`.",
        mentions(&hosts)
    )
}

/// Says that the roster closes later, because there are not enough players.
pub(super) fn roster_stays_open(closes: Millis, number: u64) -> String {
    format!(
        "There aren’t enough players yet, so the roster stays open until {}. Then {}, which is published {}, goes into every draw \
         instead of the round that I named before.",
        when(closes),
        round(number),
        when(Quicknet::published(number))
    )
}

/// Tells everyone what has been added to the draws.
pub(super) fn beacon_known(id: MatchId, number: u64, signature: &Signature) -> String {
    format!("{} for the draws of match {id}: `{signature}`", capitalized(&round(number)))
}

pub(super) fn beacon_late(hosts: &[UserId], number: u64) -> String {
    format!(
        "⚠️ {}: I can’t get {} at the moment, and I won’t start the match without it. I’ll try again every minute; \
         `/host cancel` calls the match off.",
        mentions(hosts),
        round(number)
    )
}

pub(super) fn taken_back(name: &str) -> String {
    format!("{name} has taken back their last action, with whatever came after it.")
}

pub(super) fn resigned(name: &str) -> String {
    format!("🏳️ {name} resigns. The match goes on.")
}

pub(super) fn offered(kind: OfferKind, name: &str, dice: Option<String>, asked: &[UserId]) -> String {
    let asked: Vec<String> = asked.iter().map(|user| mention(*user)).collect();
    let what = match kind {
        OfferKind::Draw => "offers a draw",
        OfferKind::Takeback => "asks to undo their last action, with everything after it",
    };
    let whom = if asked.is_empty() { String::new() } else { format!(" {}, do you agree?", asked.join(" ")) };
    let dice = dice.map(|dice| format!("\n{dice}")).unwrap_or_default();
    format!("🤝 {name} {what}.{whom}{dice}")
}

/// The line below a settled question.
pub(super) const SETTLED: &str = "**This question is settled.**";

/// Says that play went on without an answer to an offer.
pub(super) fn lapsed(kind: OfferKind) -> String {
    let what = match kind {
        OfferKind::Draw => "draw offer",
        OfferKind::Takeback => "request to take an action back",
    };
    format!("The {what} has lapsed, because play went on.")
}

pub(super) const ACCEPT: &str = "Accept";
pub(super) const DECLINE: &str = "Decline";
pub(super) const CLAIM: &str = "Claim the seat";
pub(super) const REMATCH: &str = "Rematch";
pub(super) const REPLAY: &str = "Replay";
pub(super) const WALK: &str = "Step through";
pub(super) const REVIEW: &str = "Review";

pub(super) fn answered(kind: OfferKind, name: &str, accepted: bool, own: bool) -> String {
    match (kind, accepted, own) {
        (OfferKind::Draw, true, _) => format!("🤝 {name} agrees to a draw."),
        (OfferKind::Takeback, true, _) => format!("🤝 {name} agrees to take it back."),
        (OfferKind::Draw, false, true) => format!("{name} withdraws the draw offer."),
        (OfferKind::Takeback, false, true) => format!("{name} withdraws the request to take it back."),
        (OfferKind::Draw, false, false) => format!("{name} declines the draw: the match goes on."),
        (OfferKind::Takeback, false, false) => format!("{name} declines: nothing is taken back."),
    }
}

pub(super) fn nudged(by: &str, link: Option<&str>) -> String {
    let link = link.map(|link| format!(" {link}")).unwrap_or_default();
    format!("👋 {by} is waiting for you: it’s your turn.{link}")
}

/// Reminds the players who have chosen to be mentioned in the channel, whether or not they have answered.
pub(super) fn mention_reminder(users: &[UserId], phase: &str, deadline: Millis, has_turns: bool) -> String {
    let who = mentions(users);
    if has_turns {
        return format!("⏰ {who} It’s your turn, and your time runs out {}.", when(deadline));
    }
    format!(
        "⏰ {who} {} ends {}. You get this reminder here whether or not you have sent me something.",
        capitalized(phase),
        when(deadline)
    )
}

pub(super) fn reminder(deadline: Millis, link: Option<&str>) -> String {
    let link = link.map(|link| format!(" {link}")).unwrap_or_default();
    format!("⏰ It’s your turn, and your time runs out {}.{link}", when(deadline))
}

// Turns

/// Says what a player played in a turn that is over, in notation.
pub(super) fn played(name: &str, actions: &[String]) -> String {
    let actions: Vec<String> = actions.iter().map(|action| format!("`{action}`")).collect();
    format!("{name} played {}.", actions.join(" "))
}

pub(super) fn next_below() -> &'static str {
    "-# The match continues below."
}

/// What is below a post whose events were taken back by undoing a round.
pub(super) const TAKEN_BACK: &str = "↩️ This was taken back.";

pub(super) fn timed_out(user: UserId) -> String {
    format!(
        "⌛ {}, your time has run out. You can still act, but the others can now claim your seat, which ends the match \
         for you.",
        mention(user)
    )
}

/// Tells a player whose time has run out that the seat is offered to somebody else.
pub(super) fn timed_out_and_offered(user: UserId) -> String {
    format!(
        "⌛ {}, your time has run out. You can still act until somebody else takes your seat.",
        mention(user)
    )
}

/// Tells a player in the channel that direct messages do not get through.
pub(super) fn waits_here(user: UserId) -> String {
    format!(
        "{}, it’s your turn here. I wanted to send you a direct message, but Discord won’t let me.",
        mention(user)
    )
}

// The end

pub(super) fn over(reason: &str) -> String {
    format!("🏁 **The match is over.** {reason}")
}

pub(super) fn at_the_end(heading: &str) -> String {
    format!("{heading} · the end")
}

/// Says who has won, or that nobody has, and why.
pub(super) fn result(winners: &[String], is_drawn: bool, reason: &str) -> String {
    match winners {
        [] if is_drawn => format!("🤝 **It is a draw.** {reason}"),
        [] => over(reason),
        [winner] => format!("🏆 **{winner} wins!** {reason}"),
        _ => format!("🏆 **{} win!** {reason}", phrase::all_of(winners)),
    }
}

pub(super) const SHARE: &str = "Share";

/// Says how long a match has taken, after its players, if that is known.
pub(super) fn how_long(game: &Match, number: u32) -> String {
    let unit = if game.has_turns() { "turn" } else { "round" };
    if number == 0 { String::new() } else { format!(" · {}", phrase::counted(number, unit)) }
}

/// Says that a match goes on.
pub(super) fn goes_on_with(phase: &str) -> String {
    format!("⏳ Still being played: {}", uncapitalized(phase))
}

pub(super) const NO_RESULT: &str = "⏹️ It ended without a result.";

/// Says who has won, in plain text.
pub(super) fn won(winners: &[String], reason: &str) -> String {
    match winners {
        [] => format!("🤝 {reason}"),
        [winner] => format!("🏆 {winner} wins! {reason}"),
        _ => format!("🏆 {} win! {reason}", phrase::all_of(winners)),
    }
}

/// Shows a text for people elsewhere, to be copied.
pub(super) fn shared(text: &str, title: &str) -> String {
    format!(
        "```\n{text}\n```\n{}",
        small(&format!("{title}, to copy to wherever you like. It is safe to post anywhere."))
    )
}

/// Returns a line of the final standings.
pub(super) fn standing(mark: &str, name: &str, note: &str) -> String {
    let mark = if mark.is_empty() { String::new() } else { format!("{mark} ") };
    format!("{mark}**{name}** · {note}")
}

/// Tells a player their own result.
pub(super) fn own_standing(note: &str) -> String {
    format!("Your result: **{note}**. {IN_CHANNEL}")
}

/// Says where the final standings are, unless the channel takes no messages.
pub(super) const IN_CHANNEL: &str = "The final standings are in the channel.";

/// Says in both channels that a match has moved.
pub(super) fn moved(host: Option<UserId>, from: ChannelId, to: ChannelId) -> String {
    format!(
        "📦 {} has moved this match from <#{from}> to <#{to}>. Everyone who can read <#{to}> can now follow it.",
        by_host(host)
    )
}

/// Tells a player that the channel of a match takes no messages.
pub(super) fn lost(channel: ChannelId) -> String {
    format!(
        "⚠️ I can’t post in <#{channel}>, the channel of this match: it was deleted or locked, or I may not post there. The match goes on, \
         and I write to you here. A host can mend that, or move the match to another channel with `/relocate`."
    )
}

/// Tells a player why the end of a match comes by direct message.
pub(super) fn lost_at_the_end(id: MatchId) -> String {
    small(&format!("I can’t post in the channel of match {id}, so I tell you here."))
}

/// Marks a verdict.
pub(super) fn verdict(verdict: Verdict, has_winner: bool) -> &'static str {
    match verdict {
        Verdict::Won => "🏆",
        Verdict::Drawn if !has_winner => "🤝",
        Verdict::Drawn | Verdict::Lost => "▫️",
        Verdict::LostAs(_) => "🎯",
    }
}

pub(super) const STANDINGS: &str = "Final standings";

/// Says where to find the seed.
pub(super) fn seed_in_short(post: Option<&str>) -> String {
    let hash = post.map_or_else(|| "its hash".to_owned(), |post| format!("[its hash]({post})"));
    format!("🔒 The seed is public now: **Fair play** shows it, and how to check it against {hash}.")
}

pub(super) fn thanks(user_ids: &[UserId]) -> String {
    if user_ids.is_empty() {
        return "Thank you for playing!".to_owned();
    }
    format!("Thank you for playing, {}!", mentions(user_ids))
}

pub(super) fn seed(seed: &str, post: Option<&str>, words: usize, beacon: Option<&RecordedBeacon>) -> String {
    let place = post.unwrap_or("in this channel");
    let (mixed, not_proven) = match words {
        0 => (String::new(), NOT_PROVEN),
        words => {
            let count = phrase::counted(words as i64, "word");
            (format!(" {count} from players went into every draw with it."), NOT_PROVEN_WITH_WORDS)
        }
    };
    let (mixed, not_proven) = match beacon {
        None => (mixed, not_proven),
        Some(beacon) => {
            let also = capitalized(&round(beacon.round));
            (format!("{mixed} {also} went into every draw with it."), NOT_PROVEN_WITH_BEACON)
        }
    };
    format!(
        "The seed was `{seed}`, and its hash was posted before the match: {place}.{mixed} Save \
         record.json and run `trigon verify record.json --commitment HASH` with the hash from that post: it recomputes \
         every draw and state, which shows that no draw was changed afterwards. {not_proven} Nor does it prove that players sent these \
         moves, or who was told what."
    )
}

/// Tells everyone which word a player has added to the draws.
pub(super) fn word_added(id: MatchId, user: UserId, word: &Word, number: usize) -> String {
    let word = escape::text(word.as_str());
    format!("Word {number} for the draws of match {id}, from {}: “{word}”", mention(user))
}

// The clock and the host

pub(super) fn dm_closed(user_id: UserId) -> String {
    format!(
        "{}: Discord won’t let me send you direct messages. To play from here, use `/me` and `/move`: only you can \
         see my replies. To get my messages, allow direct messages in this server's privacy settings.",
        mention(user_id)
    )
}

pub(super) fn clock_stuck(hosts: &[UserId], planned: Millis) -> String {
    format!(
        "⚠️ {}: the clock of this match is stuck. What was due {} could not be done. I’ll keep trying, and nothing \
         gets lost. `/host status` says more.",
        mentions(hosts),
        when(planned)
    )
}

/// Names the host responsible; the mention pings nobody.
pub(super) fn by_host(host: Option<UserId>) -> String {
    host.map_or_else(|| "The host".to_owned(), |host| format!("The host {}", mention(host)))
}

/// Says which host ended a phase before its deadline.
pub(super) fn ended_by(host: UserId, phase: &str) -> String {
    format!("{} was ended early by the host {}.", capitalized(phase), mention(host))
}

pub(super) fn paused(host: Option<UserId>, left: Millis, ends: Option<Millis>) -> String {
    let left = duration(left);
    let ends = ends.map(|ends| format!(" It starts again by itself {} at the latest.", when(ends)));
    format!(
        "⏸️ {} has stopped the clock with {left} left. Answers are kept and can still be changed.{}",
        by_host(host),
        ends.unwrap_or_default()
    )
}

pub(super) fn resumed_by_itself(deadline: Millis) -> String {
    format!("▶️ The pause is over, and the clock runs again. The new deadline is {}.", when(deadline))
}

pub(super) fn resumed(host: Option<UserId>, deadline: Millis) -> String {
    format!("▶️ {} has started the clock again. The new deadline is {}.", by_host(host), when(deadline))
}

pub(super) fn extended(game: &Match, host: Option<UserId>, deadline: Millis) -> String {
    let later = match game.terms.calendar {
        Some(_) => " Later ones keep their time of day.",
        None if game.info().has_long_phases() => " Everything after it moves by the same amount.",
        None => "",
    };
    format!("⏱️ {} has moved the deadline. It is now {}.{later}", by_host(host), when(deadline))
}

pub(super) fn made_up(deadline: Millis) -> String {
    format!("⏱️ I was away for a while. That costs nobody time: the new deadline is {}.", when(deadline))
}

pub(super) fn ahead(ahead: AheadOutcome) -> &'static str {
    match ahead {
        AheadOutcome::Given => AHEAD_GIVEN,
        AheadOutcome::Illegal => AHEAD_ILLEGAL,
    }
}

/// Tells a player that a phase is played again.
pub(super) fn undone(phase: &str) -> String {
    format!(
        "↩️ The host has undone {}: everything since it began is taken back, also what you sent or left for later rounds. Please answer again.",
        uncapitalized(phase)
    )
}

/// Says that everyone has more time, but not because of whom.
pub(super) fn grace(deadline: Millis) -> String {
    format!("⏱️ Somebody is late, so everyone has more time. The new deadline is {}.", when(deadline))
}

pub(super) fn absent(deadline: Millis) -> String {
    format!(
        "⏱️ I have nothing from you yet, so everyone has more time, and your seat is offered to others. If you answer, you keep it, unless somebody takes it before the round ends. The new deadline is {}.",
        when(deadline)
    )
}

pub(super) fn late(deadline: Millis, left: u8) -> String {
    let again = match left {
        0 => "This can’t happen again for you in this match.".to_owned(),
        1 => "This can happen once more for you in this match.".to_owned(),
        left => format!("This can happen {left} more times for you in this match."),
    };
    format!(
        "⏱️ I have nothing from you yet, so everyone has more time: the new deadline is {}. The others learn that somebody is late, but not who. {again}",
        when(deadline)
    )
}

// What hosts may not do alone

pub(super) const CONSENT: &str = "Agree";
pub(super) const OBJECT: &str = "Don’t agree";

/// Asks all players to agree to a host's proposal, with those who have and those who have not yet.
pub(super) fn proposed(game: &Match, open: &OpenProposal, agreed: &[UserId], missing: &[UserId]) -> String {
    let deadline = game.deadline;
    let host = mention(open.host);
    let now = match (open.what, deadline) {
        (Proposal::Extend(time), Some(deadline)) => {
            format!(" The deadline is now {}; it would be {}.", when(deadline), when(deadline + time))
        }
        (Proposal::EndPhase | Proposal::Pause, Some(deadline)) => {
            format!(" The deadline is {}.", when(deadline))
        }
        _ => String::new(),
    };
    let values =
        open.correction.as_ref().map(correction).or(open.removal.as_ref().map(removal)).unwrap_or_default();
    let so_far = if agreed.is_empty() {
        String::new()
    } else {
        format!(" Agreed: {}.", phrase::all_of(&names(agreed)))
    };
    format!(
        "🗳️ {host} asks everyone **whether {}**.{now}{values} No host can do that alone: all players have to agree.{so_far} {}, do you agree?",
        words::proposal(game, open.what),
        phrase::all_of(&names(missing))
    )
}

/// Says what a host would like to correct, and why.
fn correction(correction: &Correction) -> String {
    let (what, reason) = (escape::text(&correction.what), escape::text(&correction.reason));
    format!(" It is about the {what}. Reason: “{reason}”")
}

/// Says who is to take a seat over, and why.
fn removal(removal: &Removal) -> String {
    let to = removal.to.as_ref().map(|to| format!(" {} would take it over.", mention(to.user)));
    format!("{} {}", to.unwrap_or_default(), because(removal.reason.as_deref()))
}

pub(super) fn proposal_over(game: &Match, open: &OpenProposal, agreed: bool) -> String {
    let outcome =
        if agreed { "All players have agreed." } else { "Not everyone agrees, so nothing has changed." };
    // Play may have begun because of it.
    let what = match open.what {
        Proposal::EndPhase if game.was_proposed_before_play(open.number) => format!("to {START_NOW} now"),
        what => words::proposal(game, what),
    };
    format!("🗳️ {} asked everyone whether {what}. {outcome}", mention(open.host))
}

/// Says that onlookers are told everything elsewhere.
pub(super) fn spectators(channel: Option<ChannelId>) -> String {
    match channel {
        Some(channel) => format!(
            "👀 After each round, <#{channel}> shows what everyone sent and where everyone is, to those who don’t play. Before each post, I \
             check that nobody who plays, or may come to play, can read it."
        ),
        None => "👀 Onlookers no longer see what players keep secret.".to_owned(),
    }
}

pub(super) const INSIDE: &str = "👀 For onlookers only: where everyone is now.";

/// Says what a player sent in a phase, to onlookers.
pub(super) fn sent(name: &str, answer: Option<&str>) -> String {
    match answer {
        Some(answer) => format!("{name} sent **{}**.", escape::text(answer)),
        None => format!("{name} sent nothing."),
    }
}

/// Says in which hours posts make no sound.
pub(super) fn quiet(quiet: Option<QuietHours>) -> String {
    match quiet {
        Some(quiet) => format!(
            "🔕 In {quiet}, my posts and messages about this match make no sound. Deadlines stay as they are."
        ),
        None => "🔔 My posts and messages about this match make a sound at any time.".to_owned(),
    }
}

/// Says which roles players get.
pub(super) fn roles(roles: Option<Roles>) -> String {
    let Some(roles) = roles else {
        return "🎭 This match no longer assigns server roles.".to_owned();
    };
    let named =
        |role: Option<RoleId>, who: &str| role.map(|role| format!("{who} get {}", mention_role(role)));
    let named =
        [named(roles.in_play, "Those who hold a seat"), named(roles.out, "those who held one")].into_iter();
    let sentence = named.flatten().collect::<Vec<_>>().join(", and ");
    format!("🎭 {}.", capitalized(&sentence))
}

/// Says whether the next deadline is an event of the server.
pub(super) fn event(is_one: bool) -> &'static str {
    if is_one {
        "📅 The next deadline of this match is an event of the server, which moves with it. Press *Interested* there to be told by Discord."
    } else {
        "📅 The next deadline of this match is no longer an event of the server."
    }
}

/// Tells a host what is in the way of what the server should show. A direct message cannot mention a role, so it is named by
/// the option with which it was chosen.
pub(super) fn trouble(game: &Match, trouble: UpkeepProblem) -> String {
    let roles = game.terms.roles.unwrap_or_default();
    let named = |role: RoleId| match Some(role) {
        role if role == roles.in_play => "the role of those who hold a seat (`in_play`)",
        role if role == roles.out => "the role of those who held a seat (`out`)",
        _ => "a role that players had before",
    };
    match trouble {
        UpkeepProblem::Roles(RoleProblems { refused, deleted, absent, .. }) => {
            let all = |roles: &BTreeSet<RoleId>| {
                let names: Vec<String> = roles.iter().map(|role| named(*role).to_owned()).collect();
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
                    phrase::all_of(&names(&people))
                ));
            }
            told.join("\n")
        }
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

/// Says that Discord has refused something for a while.
fn stalled(what: &str, reason: &str) -> String {
    format!(
        "⚠️ For ten minutes, I haven’t been able to {what}: {reason}. I keep trying, at least once an hour, and the match goes on."
    )
}

pub(super) const ALSO_WAITING: &str = "Also waiting for you:";

/// Says that a host has changed what becomes of seats that nobody takes.
pub(super) fn autopilot(game: &Match) -> String {
    match game.terms.autopilot {
        Some(level) => format!("✏️ A host has chosen who fills in: {}", uncapitalized(&autopilot_of(level))),
        None => "✏️ A host has chosen that seats which nobody takes stay empty.".to_owned(),
    }
}

/// Says that a host has changed what hosts may not do alone.
pub(super) fn limits(game: &Match) -> String {
    format!(
        "✏️ A host has changed what hosts may do alone. {}{}",
        limits_of(&game.terms),
        still_leave(game, None).map(|leave| format!(" {leave}")).unwrap_or_default()
    )
}

/// Says what a host has changed in the terms.
pub(super) fn amended(game: &Match, what: &[Amendment], by: Option<UserId>) -> String {
    let lines = what.iter().filter_map(|what| setting_changed(game, what)).map(|line| words::bullet(&line));
    std::iter::once("✏️ A host has changed the settings of the match:".to_owned())
        .chain(lines)
        .chain(still_leave(game, by))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Tells those who have joined under other terms that they can leave.
fn still_leave(game: &Match, but: Option<UserId>) -> Option<String> {
    let people = game.players.iter().filter(|player| player.computed().is_none());
    let people = people.filter(|player| Some(player.user_id) != but);
    let players: Vec<UserId> = people.map(|player| player.user_id).collect();
    let who = phrase::all_of(&names(&players));
    (!players.is_empty())
        .then(|| format!("{who}: if that isn’t what you signed up for, you can still leave."))
}

/// Says that nothing comes of a proposal.
pub(super) fn not_agreed(game: &Match, what: Proposal, by: Option<&str>) -> String {
    let what = words::proposal(game, what);
    match by {
        Some(name) => format!("🗳️ {name} does not agree {what}, so nothing has changed."),
        None => format!("🗳️ The host no longer asks whether {what}."),
    }
}

/// Tells a player that a host has corrected the roster.
pub(super) fn corrected(what: &str) -> String {
    format!(
        "A host has corrected the roster ({what}), so I’m asking everyone again: what you had sent or left for later rounds is taken back."
    )
}

// Players who are away

pub(super) fn away(name: &str, from: Millis, to: Millis, stops: bool) -> String {
    let clock = if stops { format!(" Meanwhile, {name}’s clock stands still.") } else { String::new() };
    format!("🧳 {name} is away from {} to {}.{clock}", when(from), when(to))
}

pub(super) fn back(name: &str) -> String {
    format!("🧳 {name} is back, so {name}’s clock no longer stands still.")
}

/// Tells a player that what they planned no longer fits.
pub(super) fn plan_dropped(asked: bool, link: Option<&str>) -> String {
    let link = link.map(|link| format!(" {link}")).unwrap_or_default();
    let turn = if asked { format!(" It’s your turn.{link}") } else { String::new() };
    format!(
        "📋 What you had planned with `/ahead` no longer fits what has been played, so I’ve dropped it.{turn}"
    )
}

pub(super) fn ends_early(phase: &str, at: Millis) -> String {
    format!(
        "⏩ Everyone is ready: **{} ends {}**. To keep it open, press **Not ready** by then, or change your answer.",
        capitalized(phase),
        when(at)
    )
}

pub(super) fn goes_on(phase: &str, deadline: Millis) -> String {
    format!(
        "⏱️ Not everyone is ready any more, so {} goes on. It ends {}.",
        uncapitalized(phase),
        when(deadline)
    )
}

/// Tells a player that they missed a phase, and what that leads to after `left` more in a row.
pub(super) fn missed(left: usize) -> String {
    let next = match left {
        0 => "Your seat is being offered to others. Until somebody takes it, you still play; if nobody has by the end of the round and \
             you have answered, you keep it."
                .to_owned(),
        1 => "If you miss the next deadline, too, your seat will be offered to others.".to_owned(),
        left => format!("If you miss {left} more deadlines in a row, your seat will be offered to others."),
    };
    format!("You sent nothing in time. {next} Any answer counts, even to stay.")
}

pub(super) fn cancelled(host: Option<UserId>, keeps_secrets: bool) -> String {
    let secrets = if keeps_secrets { " Its secrets stay secret unless the host publishes them." } else { "" };
    format!("⏹️ {} has ended this match without a result.{secrets}", by_host(host))
}

pub(super) const PUBLISHED: &str = "📖 The host has published this match, which ended without a result: here is everything that was secret in it. \
     `/board` and `/replay` show it too.";

pub(super) fn rules_changed(hosts: &[UserId], words: &str, stopped: bool) -> String {
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
    format!("{sign} {}: {words} {what_now}", mentions(hosts))
}

// Why a message was not sent, for hosts; never quotes Discord or a person

/// Tells a host that Discord does not let the bot post in the channel.
pub(super) fn unposted(channel: ChannelId, reason: &str) -> String {
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

/// Tells a host that messages do not reach a player.
pub(super) fn unsent(player: UserId, reason: &str) -> String {
    format!(
        "⚠️ My direct messages don’t reach {}: {reason}. I keep them and send them as soon as I can. Until then, the player can \
         play with `/me` and `/move`, and no deadline waits. `/host pause` stops the clock.",
        mention(player)
    )
}

/// Tells a host that a message was given up.
pub(super) fn given_up(host: UserId, what: &str, reason: &str, in_channel: bool) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_thanked_if_only_computed_players_were_there() {
        assert_eq!(thanks(&[]), "Thank you for playing!");
        assert_eq!(thanks(&[UserId(7)]), "Thank you for playing, <@7>!");
    }
}
