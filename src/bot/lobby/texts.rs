//! The sentences for creating matches and filling their seats. Names passed as text are already escaped; those in a
//! match are not.

use crate::ui::escape;
use crate::ui::words::{
    first_line, heading, hours, match_and_commitment, mention, proposal, relative, round, small, title, when,
    with_mention,
};
use trigon_engine::ids::{MatchId, UserId};
use trigon_engine::matches::{
    Beacon, Calendar, Computed, Limits, Match, PlannedStart, Player, Proposal, Status, Tenure, Terms,
};
use trigon_rules::games::{Fact, Info, Level, Seat, TURN, Word, phrase};
use trigon_rules::text::is_visible;

/// Describes the terms of a match: the game with its time limits, and its options below.
pub(super) fn terms(game: &Match) -> String {
    let terms = &game.terms;
    let mut times = time_limits(game);
    if terms.pregame_hours > 0 {
        times.insert(0, format!("{} for the pregame", hours(terms.pregame_hours)));
    }
    let times = match &times[..] {
        [] if terms.calendar.is_some() => String::new(),
        [] => ", without a clock".to_owned(),
        times => format!(", with {}", phrase::all_of(times)),
    };
    let facts: Vec<String> = facts_of(game).iter().map(fact_line).collect();
    let has_clock = !terms.hours.is_empty() || terms.bank.is_some();
    let limits = has_clock.then(|| limits_of(terms));
    let times_apart = quiet_times(terms).chain(absences(game));
    let attended = attendance(terms, keeps_seat(terms));
    described(game, &times, facts.into_iter().chain(times_apart).chain(attended).chain(limits))
}

/// Describes the terms of a match in a few words: the game, its clock, and below them only what differs from the usual.
pub(super) fn terms_in_short(game: &Match) -> String {
    let (terms, usual) = (&game.terms, Terms::usual(game.info()));
    let times = time_limits(game).into_iter().next();
    let times = times.or_else(|| terms.calendar.is_none().then(|| "no clock".to_owned()));
    let times = times.map(|times| format!(", {times}")).unwrap_or_default();
    let known = usual.options.facts(game.info().options.iter());
    let is_unusual =
        |fact: &Fact| !known.iter().any(|known| known.value == fact.value && known.label == fact.label);
    let facts: Vec<String> = facts_of(game).iter().filter(|fact| is_unusual(fact)).map(fact_line).collect();
    let facts = (!facts.is_empty()).then(|| facts.join(" · "));
    let away = absences(game).filter(|_| terms.away_days != usual.away_days);
    let has_clock = !terms.hours.is_empty() || terms.bank.is_some();
    let limits = terms.limits_in_force();
    let limits = (has_clock && limits != Some(Limits::USUAL)).then(|| in_terms(&alone(terms)));
    let attended = attendance(terms, None);
    described(
        game,
        &times,
        facts.into_iter().chain(quiet_times(terms)).chain(away).chain(attended).chain(limits),
    )
}

/// Describes a match: the game with its time limits, when phases end, and below that the small print.
fn described(game: &Match, times: &str, small_print: impl Iterator<Item = String>) -> String {
    let terms = &game.terms;
    std::iter::once(format!("{}{times}.", game_and_players(game)))
        .chain(terms.calendar.map(|times| calendar(&times, terms.least_hours)))
        .chain(game.beacon.map(|beacon| closes(&beacon)))
        .chain(terms.starts.map(|start| planned(game, &start)))
        .chain(small_print.chain(terms.autopilot.map(autopilot)).map(|fact| small(&fact)))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Names the game of a match, and for how many players it is.
fn game_and_players(game: &Match) -> String {
    let (info, terms) = (game.info(), &game.terms);
    // If players start the match, it can begin with fewer of them.
    let players = if !info.is_hosted() && terms.invited.is_empty() {
        info.player_counts()
    } else {
        terms.players.to_string()
    };
    format!("**{}** for {players} players", info.title)
}

/// Returns the time limits of a match, the one that people meet most often first.
fn time_limits(game: &Match) -> Vec<String> {
    let terms = &game.terms;
    let limits = game.info().times.iter().filter_map(|time| Some((time.label, *terms.hours.get(time.key)?)));
    match (terms.calendar, terms.bank) {
        (Some(_), _) => Vec::new(),
        (None, Some(bank)) => vec![format!(
            "{} for all turns of a player, {} more after each turn, and never more than {}",
            hours(bank.hours),
            hours(bank.add),
            hours(bank.most)
        )],
        (None, None) => limits.map(|(label, limit)| format!("{} for {label}", hours(limit))).collect(),
    }
}

fn facts_of(game: &Match) -> Vec<Fact> {
    game.terms.options.facts(game.info().options.iter())
}

fn fact_line(fact: &Fact) -> String {
    format!("{}: {}", fact.label, fact.value)
}

/// Says when clocks stand still and messages make no sound.
fn quiet_times(terms: &Terms) -> impl Iterator<Item = String> {
    let quiet = terms.quiet.map(|quiet| format!("My posts and messages make no sound in {quiet}."));
    let weekends = terms.weekends.map(|zone| format!("On weekends ({zone}), clocks stand still."));
    [quiet, weekends].into_iter().flatten()
}

/// Says for how long the clock of a player who is away stands still.
fn absences(game: &Match) -> Option<String> {
    let days = Some(game.terms.away_days).filter(|days| game.stops_for_absence() && *days > 0)?;
    let days = phrase::counted(days, "day");
    Some(format!(
        "While a player is away, that player’s clock stands still, for up to {days} altogether: `/away`."
    ))
}

/// Says when the roster closes, and which round of the beacon goes into the draws.
fn closes(beacon: &Beacon) -> String {
    let tense = if beacon.closed { "closed" } else { "closes" };
    format!(
        "The roster {tense} {}. Nobody can know {} before it is published {}: it then goes into every draw, and the match starts \
         by itself.",
        when(beacon.closes),
        round(beacon.round),
        when(beacon.published())
    )
}

/// Says when a match starts by itself, what that takes, and what happens without it.
fn planned(game: &Match, start: &PlannedStart) -> String {
    let otherwise = if start.weekly {
        "Otherwise, the sign-up goes on for another week."
    } else {
        "Otherwise, the sign-up stays open, and the host decides."
    };
    let weekly = if start.weekly {
        " It is played every week: once it starts, a sign-up for the next one opens here."
    } else {
        ""
    };
    format!("It starts {}. {otherwise}{weekly}", starts(game, start))
}

/// Says when a match starts by itself, and what that takes.
pub(super) fn starts(game: &Match, start: &PlannedStart) -> String {
    let least = game.info().players.first().copied().unwrap_or_default();
    let enough = if !game.terms.invited.is_empty() {
        "if everyone has joined".to_owned()
    } else if game.info().is_hosted() {
        format!("if all {} seats are taken", game.terms.players)
    } else if game.info().players.len() == 1 {
        format!("if {least} players are there")
    } else {
        format!("if at least {least} players are there")
    };
    let then = match game.terms.pregame_hours {
        0 => String::new(),
        pregame => format!("; round 1 begins {} later", hours(pregame)),
    };
    format!("by itself {}, {enough}{then}", when(start.at))
}

/// Confirms when a match starts by itself.
pub(super) fn start_planned(game: &Match) -> String {
    match &game.terms.starts {
        Some(start) => format!(
            "{}: {} `/host start` starts it before, and `/host start {}` takes that back.",
            title(game),
            planned(game, start),
            if start.weekly { "weekly:False" } else { "at:none" }
        ),
        None => {
            format!("{} no longer starts by itself: use `/host start` when the roster is full.", title(game))
        }
    }
}

pub(super) const NOT_WEEKLY: &str =
    "Only a match that starts by itself can be played every week: choose when with `at`, too.";

pub(super) const NOT_PLANNED: &str = "The match doesn’t start by itself, so nothing has changed.";

fn calendar(times: &Calendar, least_hours: u32) -> String {
    format!("Rounds, and the vote, end {}; none is shorter than {}.", times.words(), hours(least_hours))
}

pub(super) const ENDS_OR_HOURS: &str = "Rounds end either at a time of day or after some hours: leave out `ends`, or the options with hours for rounds and votes.";

/// Says that late players keep their seats, as is usual.
fn keeps_seat(terms: &Terms) -> Option<String> {
    let keeps = terms.strikes == 0 && has_rounds(terms);
    keeps.then(|| "Missing a deadline never costs a seat, however often it happens.".to_owned())
}

/// Says what happens if players are late or ready. `stays` is what to say if they keep their seats.
fn attendance(terms: &Terms, stays: Option<String>) -> Vec<String> {
    let grace = (terms.graces > 0).then(|| {
        let times = match terms.graces {
            1 => "once".to_owned(),
            2 => "twice".to_owned(),
            times => format!("{times} times"),
        };
        let more = hours(terms.grace_hours);
        format!("A player who is late gives everyone {more} more, up to {times} each, and once a round.")
    });
    let strikes = (terms.strikes > 0).then(|| {
        let missed = match terms.strikes {
            1 => "a deadline".to_owned(),
            strikes => format!("{strikes} deadlines in a row"),
        };
        let more = hours(terms.grace_hours);
        format!(
            "A player who misses {missed} may lose their seat to somebody else. If anybody is waiting for a seat, that also goes for those who send nothing in the first round: it then lasts {more} longer."
        )
    });
    let early = terms.early.then(|| {
        format!(
            "A round ends early once everyone is ready: at least {} after it has begun, and {} after I have said so.",
            hours(terms.least_hours),
            phrase::counted(terms.early_minutes, "minute")
        )
    });
    [grace, stays, strikes, early].into_iter().flatten().collect()
}

fn has_rounds(terms: &Terms) -> bool {
    terms.hours.keys().any(|key| *key != TURN.key) || terms.calendar.is_some()
}

/// Says what hosts may do to the clock alone, and what follows from that.
pub(crate) fn limits_of(terms: &Terms) -> String {
    let days = (terms.pause_days > 0).then(|| phrase::counted(terms.pause_days, "day"));
    let alone = alone(terms);
    if terms.limits_in_force().is_none() {
        let pause =
            days.map(|days| format!(" If they stop the clock, it starts again by itself after {days}."));
        return format!("{alone}.{}", pause.unwrap_or_default());
    }
    let undone = if has_rounds(terms) { ", and so does an undone round" } else { "" };
    let day = terms.calendar.map(|_| " If it makes the next round end a day later, that day counts.");
    let day = day.unwrap_or_default();
    let days = days.map(|days| format!(", or after {days} if all have agreed")).unwrap_or_default();
    format!(
        "{alone}. The time of a stopped clock counts{undone}.{day} For more than that, all players have to agree. A host who \
         also plays needs everyone’s agreement for any of this. A stopped clock starts again by itself when that time is used up{days}."
    )
}

/// Says where the rest of what begins with a sentence can be read.
fn in_terms(sentence: &str) -> String {
    format!("{sentence}: **{TERMS}** has the rest.")
}

/// Says what hosts may do to the clock alone, without a full stop.
fn alone(terms: &Terms) -> String {
    let Some(Limits { phase_hours, match_hours, shorten }) = terms.limits_in_force() else {
        let even = if terms.playing_host {
            ", even if they play"
        } else {
            ". Those who play can only give more time and stop the clock"
        };
        return format!("Hosts move deadlines and end rounds as they see fit{even}");
    };
    let add = match (phase_hours, match_hours) {
        (0, _) | (_, 0) => "Hosts can’t extend the time alone".to_owned(),
        _ => format!(
            "Hosts can add up to {} to a deadline, and {} altogether",
            hours(phase_hours),
            hours(match_hours)
        ),
    };
    let shorten = if shorten { ", and shorten it" } else { ", but not shorten it" };
    format!("{add}{shorten}")
}

pub(super) fn limits_set(game: &Match) -> String {
    format!("{}: {}", title(game), limits_of(&game.terms))
}

pub(super) const CLOCK_OR_BANK: &str =
    "Turns have either a limit each or a bank for all of them: leave out `clock` or `bank`.";

pub(super) const NO_BANK: &str = "`bank_add` and `bank_most` belong to a bank: give `bank`, too.";

pub(super) const NO_CLOCK_ON_WEEKENDS: &str =
    "Without a clock, nothing can stand still on weekends: give `clock` or `bank`, too.";

pub(super) const CLOSED_SIGNUP: &str = "The host chooses the players.";

pub(super) const PLAYING_HOST: &str =
    "In this match, a host who plays can end phases early and shorten them.";

pub(super) const JOIN: &str = "Join";

pub(super) const STAND_BY: &str = "Join as alternate";

/// Lists the alternates, in order.
pub(super) fn alternates(game: &Match) -> Option<String> {
    let who: Vec<String> = game.alternates().iter().map(|known| mention(known.user)).collect();
    let next = format!(
        "If a seat becomes free, it goes to the first of them; once play has begun, I ask one after the other, for {} at most.",
        hours(game.terms.offer_hours())
    );
    (!who.is_empty()).then(|| small(&format!("Alternates: {}. {next}", who.join(", "))))
}

pub(super) fn is_alternate(game: &Match, user: UserId) -> String {
    let place = game.alternates().iter().position(|known| known.user == user).unwrap_or(0) + 1;
    let ahead = match place {
        1 => "You’re the first.".to_owned(),
        2 => "One person is ahead of you.".to_owned(),
        place => format!("{} people are before you.", place - 1),
    };
    format!(
        "You’re an alternate of {}. {ahead} When a seat becomes free, I’ll ask you in the channel, for {} at most. \
         `/alternate stop:True` takes it back.",
        title(game),
        hours(game.terms.offer_hours())
    )
}

pub(super) fn no_alternate_any_more(game: &Match) -> String {
    format!("You’re not an alternate of {} any more.", title(game))
}

pub(super) const HAD_A_SEAT: &str = "You have or had a seat in this match, and nobody takes a second one.";

pub(super) const HOSTS_IT: &str =
    "You host this match, so you may know what its players keep secret, and can’t take a seat in it.";

pub(super) const TOOK_OUT: &str =
    "You’ve taken a player out of this match as its host, so you can’t take a seat in it.";

pub(super) const HAS_LOOKED: &str =
    "You’ve looked at what the players of this match keep secret, so you can’t take a seat in it.";

pub(super) const HAS_READ: &str =
    "You could read what onlookers of this match were told, so you can’t take a seat in it.";

pub(super) const MAY_HAVE_READ: &str = "You may have read what onlookers of this match were told: Discord doesn’t tell me who could. So \
     you can’t take a seat in it.";

pub(super) const LEAVE: &str = "Leave";

pub(super) const RULES: &str = "Rules";

pub(super) const TERMS: &str = "Terms";

pub(crate) const FAIR_PLAY: &str = "Fair play";

/// Introduces the terms of a match.
pub(super) fn terms_of(game: &Match) -> String {
    format!("The terms of {}:", title(game))
}

pub(super) const JOIN_AS_HOST: &str = "Join all the same";

pub(super) const BACK: &str = "Back";

/// Says how players get the values that they are ranked by, if there are any.
pub(super) fn ranks(game: &Match) -> Option<String> {
    let field = game.info().fields.iter().find(|field| field.is_rank)?;
    let (label, highest) = (field.spec.label, game.terms.players);
    Some(small(&format!(
        "{label}: from {highest}, the highest, down to 1, in the order of joining, unless the host sets it."
    )))
}

/// Tells hosts what they lose by playing.
pub(super) fn join_as_host(game: &Match) -> String {
    let more = if game.terms.playing_host {
        ""
    } else {
        " You can’t end a round early, shorten it or decide for players either."
    };
    format!(
        "You host {}. If you play in it, I show you neither who has answered nor what players keep secret until it is over. The \
         record waits until then, too.{more} Until the start, you can still leave again.",
        title(game)
    )
}

pub(super) fn joined_as_host(game: &Match) -> String {
    format!("You’re in {}, as a host who plays.", title(game))
}

/// Tells the hosts what to do next.
pub(super) fn to_host(game: &Match, is_full: bool) -> String {
    let waits = game.beacon.is_some();
    let is_planned = game.terms.starts.is_some();
    let hosts: Vec<String> = game.hosts().map(mention).collect();
    let label = if hosts.len() == 1 { "Host" } else { "Hosts" };
    let next = if waits && is_full {
        "the roster is full, and you can change it until it closes."
    } else if waits {
        "fill the roster with `/host seat` or `/host roster` before it closes."
    } else if is_planned && is_full {
        "the roster is full. `/host start` starts the match before its time."
    } else if is_planned {
        "`/host seat` adds players, and `/host start` changes when the match starts."
    } else if is_full {
        "start the match with `/host start`."
    } else {
        "once the roster is full, `/host start` begins the match."
    };
    format!("{label} {}: {next}", phrase::all_of(&hosts))
}

/// Formats a game for a list of choices: plain text, at most 100 characters.
pub(super) fn game_choice(info: &Info) -> String {
    format!("{} ({} players)", info.title, info.player_counts())
}

pub(crate) fn no_game(typed: &str, titles: &[&str]) -> String {
    if !is_visible(typed) {
        return which_game(titles);
    }
    format!("I don’t know a game called “{}”. I know {}.", escape::name(typed), phrase::all_of(titles))
}

pub(super) fn which_game(titles: &[&str]) -> String {
    format!("Which game? Choose {} with the option `game`.", phrase::one_of(titles))
}

pub(super) const NO_COMPUTED: &str =
    "A level is for computed players: name me as an opponent, or say how many `computers` sit down.";

pub(super) fn too_many_computed(info: &Info, most: usize) -> String {
    let players = phrase::counted(most as i64, "computed player");
    format!("You have a seat in {}, so there can be at most {players}.", info.title)
}

pub(super) fn opponent_twice(user: u64) -> String {
    format!("You’ve named <@{user}> twice, or named yourself: you have a seat anyway.")
}

pub(super) fn thread_in_thread() -> String {
    "This is already a thread. Leave out the option `thread` to play right here.".to_owned()
}

pub(super) fn no_threads_here() -> String {
    "Discord has no threads in this channel. Leave out the option `thread` to play right here.".to_owned()
}

pub(super) fn no_messages_here() -> String {
    "Nothing can be posted in this channel itself, only in its threads. Use the command in a thread or in a text channel.".to_owned()
}

/// Says that Discord does not let the bot create a thread. `passes` means that it may later.
pub(super) fn thread_refused(passes: bool, code: Option<isize>) -> String {
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

pub(super) fn created(game: &Match) -> String {
    let how = if game.session.is_some() {
        "All seats are taken, so it has begun.".to_owned()
    } else if let Some(beacon) = &game.beacon {
        format!("Others can join with the button there. {}", closes(beacon))
    } else if let Some(start) = &game.terms.starts {
        format!("Others can join with the button there. {}", planned(game, start))
    } else if game.terms.invited.is_empty() {
        "Others can join with the button there, and then any player can start it.".to_owned()
    } else {
        "It starts by itself when everyone has joined.".to_owned()
    };
    format!("You’ve created {} in <#{}>, and you’re in. {how}", title(game), game.channel_id)
}

/// Says that a command has created a match, although Discord may have said that it failed.
pub(super) fn made_before(created: &str) -> String {
    format!(
        "This match exists already: I may have been stopped before I could say so. To create another one, use the command again.\n\
         {created}"
    )
}

// Computed players

pub(super) const ADD_COMPUTED: &str = "Add a computed player";

pub(super) const ADD_ONE: &str = "Add one …";

pub(super) const REMOVE_COMPUTED: &str = "Take one off the roster …";

pub(super) const AUTOPILOT: &str = "Who plays seats that nobody takes …";

pub(super) const NO_AUTOPILOT: &str = "Nobody: they stay where they are";

pub(super) fn fill(left: usize) -> String {
    format!("Fill all {left} seats …")
}

/// Describes a level of computed players.
pub(crate) fn level(level: Level) -> String {
    let words = match level.number() {
        1 => "for beginners to beat",
        2 => "easy",
        3 => "medium",
        4 => "good",
        5 => "strong",
        _ => "as strong as I can play",
    };
    format!("Level {}: {words}", level.number())
}

/// Explains what computed players are.
pub(super) fn computed(game: &Match, left: usize) -> String {
    let there: Vec<String> =
        game.players.iter().filter_map(Player::computed).map(Computed::name_and_level).collect();
    let there = if there.is_empty() { "none yet".to_owned() } else { there.join(", ") };
    let seats = match left {
        0 => "All seats are taken.".to_owned(),
        1 => "1 seat is left.".to_owned(),
        left => format!("{left} seats are left."),
    };
    let autopilot = game.terms.autopilot.map(|level| format!(" {}", autopilot(level))).unwrap_or_default();
    format!(
        "Computed players of {}: {there}. {seats}{autopilot}\n{}",
        title(game),
        small(
            "They know only what a player in their seat may know, and they accept takebacks, but never a draw. Messages mark them \
             with 🤖, and the roster says how strong they are."
        )
    )
}

pub(super) fn too_late_for_computed(game: &Match) -> String {
    if game.terms.invited.is_empty() {
        format!("The roster of {} is fixed, so no computed player can be added.", title(game))
    } else {
        format!(
            "All seats of {} are kept for certain people, so no computed player can be added.",
            title(game)
        )
    }
}

/// Says what becomes of seats that nobody takes.
pub(crate) fn autopilot(level: u8) -> String {
    format!("A seat that becomes free and that nobody takes is played by a computer of level {level}.")
}

// The sign-up

pub(super) const STARTED: &str = "started";

pub(super) const CALLED_OFF: &str = "called off";

pub(super) const START: &str = "Start";

pub(super) fn rematch_of(number: MatchId, rotates: bool) -> String {
    let seats =
        if rotates { "the seats rotate by one" } else { "the same settings, players and starting values" };
    format!("A rematch of match {number}: {seats}.")
}

/// Lists the players who have joined, in order of joining.
pub(super) fn who_is_in(game: &Match) -> String {
    let who: Vec<String> = game.players.iter().map(|player| mention(player.user_id)).collect();
    match who.len() {
        0 => "Nobody has joined yet.".to_owned(),
        count => format!("Players ({count} of {}): {}", game.terms.players, who.join(", ")),
    }
}

/// Names the invited players who have not joined yet.
pub(super) fn kept_for(users: &[UserId], starts: bool) -> String {
    let who: Vec<String> = users.iter().map(|user| mention(*user)).collect();
    let starts = if starts { " The match starts when everyone is in." } else { "" };
    format!("Waiting for {} to press **Join**.{starts}", phrase::all_of(&who))
}

pub(super) fn may_start() -> String {
    "There are enough players: any of them can press **Start**.".to_owned()
}

// Words for the draws

pub(super) const ADD_WORD: &str = "Add a word";
pub(super) const WORD_LABEL: &str = "Any nonsense; everyone will see it";
pub(super) const WORD_PLACEHOLDER: &str = "It helps to shuffle. Everyone will see it.";

pub(super) fn word_title(game: &Match) -> String {
    format!("A word for the draws of match {}", game.id)
}

/// Confirms a word, and says what it is good for.
pub(super) fn word_added(game: &Match, word: &Word) -> String {
    format!(
        "“{}” now goes into every draw of {}. Unless somebody could guess it in advance, nobody can have chosen the draws, not \
         even the person who runs me. You can check this with the record at the end.",
        escape::text(word.as_str()),
        title(game)
    )
}

/// Lists the words that players have added to the draws, as far as there is room: each was posted in full.
pub(crate) fn words_of(game: &Match) -> Option<String> {
    const ROOM: usize = 300;
    let mut room = ROOM;
    let shown: Vec<String> = game
        .words
        .iter()
        .map(|added| format!("“{}”", escape::text(added.word.as_str())))
        .take_while(|word| {
            let fits = room.checked_sub(word.chars().count());
            room = fits.unwrap_or(0);
            fits.is_some()
        })
        .collect();
    let more = game.words.len() - shown.len();
    let more = (more > 0).then(|| format!("{more} more"));
    let all: Vec<String> = shown.into_iter().chain(more).collect();
    (!all.is_empty()).then(|| small(&format!("Words from players in the draws: {}", phrase::all_of(&all))))
}

// Checking in

pub(super) const CHECK_IN: &str = "Check in";

/// Tells somebody who has joined what to do next.
pub(super) fn joined(game: &Match) -> String {
    format!(
        "You’re in {}. Press **Check in** once, so that we find out now whether my direct messages reach you: your moves are \
         secret, and I ask for them there.",
        title(game)
    )
}

/// Tells players who they are and when the first round begins.
pub(super) fn welcome(game: &Match, seat: Seat, player: &Player, is_reached: bool) -> String {
    let test = if is_reached {
        "You’ve checked in, and my direct messages reach you."
    } else {
        "To check you in, I’m sending you a direct message now. If Discord doesn’t let me, I’ll tell you here."
    };
    format!("{}\n{}\n{}\n{test}", title(game), who(game, seat, player), first_round(game))
}

fn who(game: &Match, seat: Seat, player: &Player) -> String {
    let fields = fields(game, player).into_iter();
    let fields = fields.map(|(label, value)| format!(", {} {value}", label.to_lowercase()));
    format!("You play as **{}**: seat {seat}{}.", escape::name(&player.name), fields.collect::<String>())
}

fn first_round(game: &Match) -> String {
    match game.deadline.filter(|_| game.status == Status::Pregame) {
        Some(begins) => format!("Round 1 begins {}.", when(begins)),
        None if game.beacon.is_some() => {
            "The match starts by itself after its roster has closed. I’ll then post in the channel."
                .to_owned()
        }
        None => {
            "The host has not started the match yet. When that happens, I’ll post in the channel.".to_owned()
        }
    }
}

/// Confirms in a direct message that direct messages reach the player.
pub(super) fn test_message(game: &Match, player: &Player) -> String {
    format!(
        "{}\nYou’ve checked in as **{}**. My direct messages reach you: I’ll ask for your moves here. {}\n{}",
        first_line(&escape::title(&game.title), "check-in"),
        escape::name(&player.name),
        first_round(game),
        small(&match_and_commitment(game.id, &game.seed().commitment()))
    )
}

pub(super) fn closed() -> String {
    "You’ve checked in, but Discord doesn’t let me send you direct messages. To get them, open the menu of this server, \
     allow direct messages under **Privacy Settings**, and press **Check in** again. You can also play without them, \
     with `/me` and `/move` in the server: only you can see my replies."
        .to_owned()
}

pub(super) fn not_tested() -> String {
    "I couldn’t send you a direct message just now, so you’re not checked in yet. Please press **Check in** again in a \
     minute."
        .to_owned()
}

pub(super) fn check_in_over(game: &Match) -> String {
    format!("{}: it’s too late to check in. `/matches` lists your matches.", heading(game))
}

// Hosts

pub(super) fn may_not_create() -> String {
    "Only members with this server’s host role or Manage Server can create matches.".to_owned()
}

pub(super) fn co_host_of_oneself() -> &'static str {
    "You host the match anyway. Name somebody else as co-host, or leave the option out."
}

pub(super) fn cannot_write(channel: u64, missing: &[&str]) -> String {
    format!("I can’t play in <#{channel}>. I’m missing these permissions there: {}.", phrase::all_of(missing))
}

pub(super) fn locked_thread(thread: u64) -> String {
    format!("<#{thread}> is locked, so nobody can play there. Unlock it, or choose another channel.")
}

pub(super) fn signup_opened(game: &Match) -> String {
    let title = title(game);
    if game.terms.open_signup {
        format!("Members can join {title} with the button in the channel.")
    } else {
        format!(
            "Members can no longer join {title} with the button. You fill its roster with `/host seat` or `/host roster`."
        )
    }
}

pub(super) const WHICH_ZONE: &str = "No match here has ended its rounds at a time of day yet, so I don’t know your time zone. Give `ends` a time with its zone, such \
     as `every day 19:00 Europe/Berlin`. Next time, I know it.";

pub(super) fn created_by_host(game: &Match) -> String {
    let next = if game.terms.open_signup {
        "Members can join with the button in the channel, and you can add players with `/host seat`."
    } else {
        "Fill the roster with `/host seat` or `/host roster`."
    };
    let start = if game.beacon.is_some() || game.terms.starts.is_some() {
        ""
    } else {
        " When the roster is full, use `/host start`."
    };
    format!("I’ve created {} in <#{}>. {next}{start}\n{}", title(game), game.channel_id, terms(game))
}

pub(super) fn started(game: &Match) -> String {
    match (game.status, game.deadline) {
        (Status::Pregame, Some(begins)) => {
            format!("{} is ready. Round 1 begins {}.", title(game), relative(begins))
        }
        _ => format!("{} begins. I’m sending everyone a direct message.", title(game)),
    }
}

pub(super) fn seated(game: &Match, user: UserId) -> String {
    let Some((seat, player)) = game.seated().find(|(_, player)| player.user_id == user) else {
        return roster(game);
    };
    let count = format!("{} of {} seats are taken.", game.players.len(), game.terms.players);
    format!("{}\n{count}", roster_line(game, seat, player))
}

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

/// Tells hosts how many players have checked in, and explains the marks.
fn checked_in(game: &Match) -> String {
    let people = || game.players.iter().filter(|player| player.computed().is_none());
    let count = people().filter(|player| player.checked_in).count();
    let all = people().count();
    format!("-# {count} of {all} have checked in (✅ my direct messages reach them, 📵 they don’t)")
}

pub(crate) const NO_REASON: &str =
    "Say in the option `reason` why the player is to go: everyone reads it, with your name.";

pub(super) fn unseated(game: &Match, user: UserId) -> String {
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

/// Formats the roster as a list.
pub(crate) fn roster(game: &Match) -> String {
    let mut lines = vec![format!("{}: {} of {} seats", title(game), game.players.len(), game.terms.players)];
    lines.extend(game.seated().map(|(seat, player)| roster_line(game, seat, player)));
    if game.info().is_hosted() && !game.players.is_empty() {
        lines.push(checked_in(game));
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

pub(super) const SWAP: &str = "Swap";

/// What somebody gets in a swap with a player who has no place yet.
pub(super) const AT_THE_START: &str = "one at the start";

/// Says who has a place that was given to another player. With `gets`, it offers to swap, and says what the holder would get.
pub(super) fn place_taken(
    (label, place): (&str, i64),
    user: UserId,
    holder: UserId,
    gets: Option<&str>,
) -> String {
    let (user, holder) = (mention(user), mention(holder));
    let swap = match gets {
        Some(gets) => format!(" Swap them? {user} gets {place}, and {holder} gets {gets}."),
        None => format!(" Give {user} another one, or none for now."),
    };
    format!("{label} {place} is {holder}’s, so nothing has changed.{swap}")
}

/// Says that a player gets no seat, because all are taken, and by whom.
pub(super) fn no_seat_for(game: &Match, user: UserId) -> String {
    format!(
        "All {} seats are taken, so {} has none, and nothing has changed. To free one, use `/host unseat`.\n{}",
        game.terms.players,
        mention(user),
        roster(game)
    )
}

pub(super) fn form_title(game: &Match) -> String {
    format!("Roster of match {}", game.id)
}

pub(super) fn line_problem(line: usize, problem: &str) -> String {
    format!("Line {line}: {problem}")
}

/// Tells what is wrong with the lines of a roster. A form cannot be opened again with what was typed, so that follows, to
/// be copied.
pub(super) fn lines_refused(problems: &[String], typed: &str) -> String {
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

pub(super) fn unknown_user(text: &str) -> String {
    format!("there is no member “{}” in this server.", escape::name(text))
}

pub(super) fn not_a_member(user: u64) -> String {
    format!("<@{user}> is not in this server.")
}

pub(crate) fn bots_do_not_play(user: u64) -> String {
    format!("<@{user}> is a bot, and bots cannot play.")
}

pub(super) fn bad_name() -> &'static str {
    "A name has 1 to 32 characters on one line."
}

pub(super) fn bad_title() -> &'static str {
    "A title has 1 to 60 characters on one line."
}

/// Returns the labels and values of a player's fields. Values that are drawn later are not set yet.
pub(crate) fn fields(game: &Match, player: &Player) -> Vec<(&'static str, String)> {
    let value = |key| player.fields.get(key).map_or_else(|| "not set yet".to_owned(), ToString::to_string);
    game.info().fields.iter().map(|field| (field.spec.label, value(field.spec.key))).collect()
}

pub(super) fn seats_left(left: usize, players_start: bool) -> String {
    match left {
        0 if players_start => "All seats are taken. Any player can press **Start**.".to_owned(),
        0 => "All seats are taken.".to_owned(),
        1 => "**1 seat left.** Press **Join** to take it.".to_owned(),
        left => format!("**{left} seats left.** Press **Join** to take one."),
    }
}

/// Names the columns of the roster: `name, @user, priority, garnets`.
fn columns(info: &Info) -> String {
    let fields = info.fields.iter().map(|field| field.spec.label.to_lowercase());
    ["name".to_owned(), "@user".to_owned()].into_iter().chain(fields).collect::<Vec<_>>().join(", ")
}

pub(super) fn form_label(info: &Info) -> String {
    escape::plain(&format!("{}: one per line", columns(info)), 45)
}

pub(super) fn form_placeholder(info: &Info) -> String {
    let line = |who: &str, first: usize| {
        let values = (first..first + info.fields.len()).map(|value| value.to_string());
        std::iter::once(who.to_owned()).chain(values).collect::<Vec<_>>().join(", ")
    };
    format!("{}\n{}", line("Ann, @ann", 1), line("Ben, 123456789012345678", 2))
}

pub(super) fn no_user_in_line(info: &Info) -> String {
    format!("write `{}`; the user as a mention, a user name or an ID.", columns(info))
}

pub(super) fn too_many_fields(info: &Info) -> String {
    format!("a line has no more than these columns: `{}`.", columns(info))
}
