//! Why a command for a match is refused: a sentence for each [`Denied`], by what it is about.

use trigon_engine::ids::MatchId;
use trigon_engine::matches::{Denied, OfferKind, Power, Role, Template, Terms};
use trigon_rules::games::phrase;

use super::escape;
use super::words::mention;

/// Returns the sentence for a refused command, which [`Failure`](super::Failure) carries to the person who asked.
pub(super) fn sentence(denied: &Denied) -> String {
    match denied {
        // What does not exist, and who may do what
        Denied::NoGame(name) => format!("There is no game {name}."),
        Denied::NoMatch(id) => format!("There is no match {id}."),
        Denied::NotAllowed { id, power, role } => not_allowed(*id, *power, *role),
        Denied::NoSeat(id) => format!("You have no seat in match {id}."),

        // How far a match is
        Denied::NotBegun(id) => format!("Match {id} has not begun yet."),
        Denied::NotStarted(id) => format!("Match {id} hasn’t been started yet: use `/host start`."),
        Denied::AlreadyStarted(id) => format!("Match {id} has already been started."),
        Denied::Over(id) => format!("Match {id} is over."),
        Denied::Ended(id) => format!("Match {id} has already ended."),
        Denied::StoppedByRules { id, title, rules } => {
            format!("{} Match {id} is stopped; ask its host.", rules.words(title))
        }
        Denied::GoesOn(id) => format!("Match {id} is still going on: it has to end, or be cancelled, first."),
        Denied::AlreadyDone => "It has already been done.".to_owned(),

        // Creating a match
        Denied::PlayerCount { title, possible, players } => {
            format!("{title} is for {possible} players, not {players}.")
        }
        Denied::Hours { label, hours, least } => {
            format!("The limit for {label} is {least} to {} hours, not {hours}.", Terms::MAX_HOURS)
        }
        Denied::Invited(count) => format!("Seats are kept for all {count} different players or for none."),
        Denied::NoOption { title, key } => format!("{title} has no option {key}."),
        Denied::Setup(error) => format!("That cannot be played: {error}."),
        Denied::NoLevel(count) => format!("A level is a number from 1 to 6, not {count}."),

        // Templates
        Denied::NoTemplate(name) => format!(
            "There is no template called **{}** in this server: `/host template list` shows all.",
            escape::name(name)
        ),
        Denied::TemplateName => {
            format!("The name of a template has 1 to {} characters on one line.", Template::MAX_NAME_CHARS)
        }
        Denied::UnreadableTemplate(name) => {
            format!(
                "The template {} cannot be read any more: save it again from a match.",
                escape::name(name)
            )
        }
        Denied::TooManyTemplates { most } => format!(
            "This server has {most} templates, and no more fit: `/host template delete` makes room, or save \
             it under a name that there is already."
        ),

        // How a match starts
        Denied::StartsByItself(id) => {
            format!("Match {id} starts by itself with the round of its beacon, once its roster has closed.")
        }
        Denied::StartsAsPlanned(id) => format!(
            "Match {id} starts by itself at the time that its host has chosen. Only a host can start it \
             before, with `/host start`."
        ),
        Denied::StartsWithBeacon => {
            "With a public beacon, a match starts when its roster has closed, and at no other time: leave \
             out one of the two."
                .to_owned()
        }
        Denied::StartsInThePast => "That time has passed.".to_owned(),
        Denied::NoBeacon => "No public beacon can be used here: create the match without one.".to_owned(),
        Denied::Players { id, needed, found } => {
            format!("Match {id} needs {needed} players and has {found}.")
        }

        // Signing up
        Denied::NoSignup(id) => format!("Match {id} has no open sign-up: its host picks the players."),
        Denied::AlreadySeated(id) => format!("You already have a seat in match {id}."),
        Denied::Full { id, players } => format!("All {players} seats of match {id} are taken."),
        Denied::KeptForOthers(id) => format!("The seats of match {id} are kept for others."),
        Denied::AlreadyAlternate(id) => format!("You’re already an alternate of match {id}."),
        Denied::NoAlternate(id) => format!("You’re not an alternate of match {id}."),
        Denied::SeatsLeft(id) => format!("Match {id} still has free seats: press Join below its sign-up."),
        Denied::TooLateForWords(id) => format!("Words can only be added to match {id} before it begins."),
        Denied::WordAdded(id) => {
            format!("You have already added a word to match {id}. It stays as it is, and one is enough.")
        }

        // The roster
        Denied::RosterFixed(id) => format!("The roster of match {id} can no longer be changed."),
        Denied::RosterClosed(id) => format!(
            "The roster of match {id} is closed: nothing that its draws depend on can change any more."
        ),
        Denied::RosterTooLong { id, players, found } => {
            format!("Match {id} has {players} seats, and this roster has {found} players.")
        }
        Denied::Twice(user) => format!("{} is on the roster twice.", mention(*user)),
        Denied::NotOnRoster(user) => format!("{} is not on the roster.", mention(*user)),
        Denied::PlaceTaken { label, place, users: [one, other], .. } => format!(
            "{label} {place} is given twice, to {} and to {}, so nothing has changed. Give one of them \
             another.",
            mention(*one),
            mention(*other)
        ),
        Denied::Place { label, place, players } => format!("{label} {place} is not from 1 to {players}."),

        // Who may take a seat
        Denied::HeldASeat(_) => {
            "That person has or had a seat in this match, and cannot take another one.".to_owned()
        }
        Denied::HostsIt(_) => {
            "That person hosts this match, and may know what players keep secret.".to_owned()
        }
        Denied::HasLooked(_) => "That person has looked at what the players keep secret.".to_owned(),
        Denied::TookOut(_) => {
            "That person has taken a player out of this match, and so cannot take a seat in it.".to_owned()
        }
        Denied::HasRead(_) => {
            "That person could read what onlookers of this match were told, and so cannot take a seat in \
             it."
            .to_owned()
        }
        Denied::MayHaveRead(_) => {
            "That person may have read what onlookers of this match were told, because Discord does not say \
             who could. So they cannot take a seat in it. A computed player can."
                .to_owned()
        }
        Denied::Unchecked(id) => format!(
            "Somebody may come to play in match {id} of whom it has not been checked what they can read."
        ),

        // Seats that change hands
        Denied::ResignInstead(id) => format!(
            "Nobody is waiting for a seat in match {id}, so yours would stay empty: resign with `/resign`, \
             or ask a host for `/host replace`."
        ),
        Denied::ReplaceInstead => {
            "Nobody is waiting for a seat in this match: say who is to have it with `/host replace`."
                .to_owned()
        }
        Denied::SeatIsOver(_) => "That player has resigned, so there is nothing to hand over.".to_owned(),
        Denied::MayBeLent(user) => format!(
            "{} has been asked to play this seat for a time. `/substitute stop:True` by its player, or \
             **No** under that question, takes that back; after that, its player can leave.",
            mention(*user)
        ),
        Denied::PlaysFor { substitute, owner } => format!(
            "{0} plays for {1}: `/host unseat` takes {0} out first, and after that {1}.",
            mention(*substitute),
            mention(*owner)
        ),
        Denied::KeepsSeat(user) => format!(
            "{} has said no, and keeps the seat: ask again once this round has ended.",
            mention(*user)
        ),
        Denied::Lent => "This seat is lent: only its player can pass it on, after coming back.".to_owned(),
        Denied::SeatIsLent(user) => format!(
            "{0} only plays this seat for a time: `/host unseat` takes {0} out, and the player is back.",
            mention(*user)
        ),
        Denied::SeatIsOffered(id) => format!(
            "Your seat in match {id} is offered to others, because you missed deadlines. Answer first: then \
             it stays yours."
        ),
        Denied::ComeBackFirst(id) => format!(
            "Somebody plays for you in match {id}: come back with `/substitute stop:True`, and leave then."
        ),
        Denied::NotLent(id) => format!("Nobody plays for you in match {id}."),
        Denied::LendingTime => {
            format!("A substitute plays for an hour at least and {} hours at most.", Terms::MAX_HOURS)
        }
        Denied::SeatRequested(_) => {
            "Somebody is already asked to take that seat. They have to answer first, or the player or a \
             host withdraws the request with the button No."
                .to_owned()
        }
        Denied::HandoverGone(id) => {
            format!("That request for a seat of match {id} is over, so nothing has changed.")
        }
        Denied::NotAsked(id) => format!("Somebody else is asked about that seat of match {id}."),

        // Answers
        Denied::Refused(refusal) => escape::text(&refusal.sentence),
        Denied::NothingAsked(id) => format!("You’re not asked anything in match {id} right now."),
        Denied::NotAnswered(id) => {
            format!("Answer first: you’re ready once match {id} has an answer of yours that is final.")
        }
        Denied::NoEarlyEnd(id) => format!(
            "Match {id} was created without early ends, so a round ends at its deadline, ready or not."
        ),
        Denied::DeadlinePassed => {
            "⌛ The deadline has just passed, so nothing was stored. `/me` shows what you can do now."
                .to_owned()
        }
        Denied::BeforeTurn => {
            "I read this message only after your next turn had begun, so I haven’t played it. Send it again \
             if you still want it."
                .to_owned()
        }
        Denied::BeforeRound => {
            "⌛ The round this was meant for had ended before I read it, so nothing was stored. `/me` shows \
             what you can do now."
                .to_owned()
        }
        Denied::EditedLate => {
            "You edited a message about something that is over, so nothing has changed. `/me` shows what \
             you can do now."
                .to_owned()
        }
        Denied::Stale => "The match has moved on since, so nothing was done.".to_owned(),
        Denied::OtherAnswer => {
            "You have stored another answer in the meantime, so nothing has changed. `/me` shows what is \
             stored."
                .to_owned()
        }
        Denied::Superseded => "You sent something else after this, and that counts.".to_owned(),

        // Answers and plans for later
        Denied::TakesNothingAhead(id) => format!(
            "Nothing can be left in advance in match {id}: only rounds with an answer that changes nothing \
             take that."
        ),
        Denied::TooFarAhead { most } => {
            format!("You can leave answers for the next {most} rounds, not for more.")
        }
        Denied::NothingAhead(id) => format!("You have left nothing for the next rounds of match {id}."),
        Denied::PlayFirst(id) => {
            format!("It is your turn in match {id}: play first. What comes after that can be planned.")
        }
        Denied::PlansNothing(id) => format!(
            "None of that would be played by you: add your own action after what you expect in match {id}."
        ),
        Denied::PlanImpossible { place, action } => {
            format!("Action {place} of your plan, {action}, is not possible there.")
        }

        // Resigning and claims
        Denied::NoTurns(id) => {
            format!("Everyone acts at the same time in match {id}, so that is not possible.")
        }
        Denied::Resigned(id) => format!("You have resigned from match {id}."),
        Denied::NobodyLate(id) => format!("Nobody’s time has run out in match {id}."),
        Denied::OfferedFirst => {
            "This seat is offered to somebody else first. If nobody takes it, a computed player does."
                .to_owned()
        }
        Denied::OwnTime => "It is your own time that has run out: act, and the match goes on.".to_owned(),

        // Draws and takebacks
        Denied::OfferPending { kind, by } => {
            format!("{} by {by} still waits for answers.", offer_title(*kind))
        }
        Denied::OfferGone(id) => format!("That offer is gone: nothing waits for your answer in match {id}."),
        Denied::OwnOffer => "It is your own offer: the others have to answer it.".to_owned(),
        Denied::AlreadyAccepted => "You have already accepted; the others still have to answer.".to_owned(),
        Denied::NothingToTakeBack => {
            "There is nothing of yours to take back, or somebody has resigned since.".to_owned()
        }
        Denied::LearntSince => {
            "Somebody has learnt something in secret since then, so it can’t be taken back.".to_owned()
        }

        // Nudges, reminders and messages to others
        Denied::WaitsForYou(id) => format!("Match {id} waits for nobody but you."),
        Denied::NudgedLately(name) => format!("{name} was nudged within the last hour; wait a while."),
        Denied::ComputedThinks(name) => {
            format!("{name} is a computer and already thinking, so there is nobody to nudge.")
        }
        Denied::NudgeInstead(id) => format!("In match {id}, players are reminded with /nudge."),
        Denied::RemindedLately(id) => {
            format!("The players of match {id} were reminded within the last hour; wait a while.")
        }
        Denied::TooOften { what, times } => {
            format!("{what} at most {times} times in 24 hours. Try again later.")
        }

        // Absences
        Denied::AwayTooLong { id, left } => {
            format!("Your clock can stand still for {} more in match {id}.", phrase::counted(*left, "hour"))
        }
        Denied::AwayTime => "You can be away for 1 hour to 60 days at a time.".to_owned(),
        Denied::AwayTooEarly => {
            "That begins too far ahead: you can announce it at most 60 days before.".to_owned()
        }
        Denied::AwayTooLate(id) => format!(
            "Your time in match {id} has already run out, so it is too late to stop your clock. You can \
             still act."
        ),
        Denied::AlreadyAway => {
            "You’ve said so before. To change it, be back first: `/away back:True`.".to_owned()
        }
        Denied::NotAway(id) => format!("You haven’t said that you will be away in match {id}."),

        // The clock
        Denied::Paused(id) => format!("The clock of match {id} is stopped: use `/host resume` first."),
        Denied::NotPaused(id) => format!("The clock of match {id} is not stopped."),
        Denied::NoClock(id) => format!("No clock is running for match {id}."),
        Denied::NothingMoved => {
            "0 hours move nothing: give the hours that it ends later, or earlier with a minus sign."
                .to_owned()
        }
        Denied::TooShort => {
            "That deadline would already have passed: use `/host resolve` to get there now.".to_owned()
        }
        Denied::NotTimed(id) => format!("Only the players’ answers end a turn of match {id}."),
        Denied::JustBegun { id, phase } => format!(
            "Match {id} has only just moved on to {phase}. To end that too, try again in a few seconds."
        ),

        // Undoing and correcting
        Denied::TakeBackInstead(id) => {
            format!("Players of match {id} take back their actions themselves, with /takeback.")
        }
        Denied::NothingToUndo(id) => {
            format!("No round of match {id} has ended yet, so there is nothing to undo.")
        }
        Denied::ResignedSince(id) => {
            format!("Somebody has resigned from match {id} since that round began, so it can’t be undone.")
        }
        Denied::TooLateToCorrect(id) => {
            format!("In match {id}, players take turns, so values can’t be corrected once it has begun.")
        }
        Denied::NothingCorrected => {
            "That changes nothing: give the value that is wrong as it should be.".to_owned()
        }

        // What takes the agreement of all players
        Denied::NeedsConsent(id) => {
            format!("In match {id}, no host can do that alone: it takes the agreement of all players.")
        }
        Denied::ProposalPending(id) => {
            format!("A proposal of a host of match {id} already waits for the players.")
        }
        Denied::ProposalGone(id) => {
            format!("That proposal is gone: nothing waits for your agreement in match {id}.")
        }

        // Hosts
        Denied::NotYoursToDismiss(id) => format!(
            "Only the creator of match {id} and members with the host role or Manage Server can dismiss \
             another co-host."
        ),
        Denied::Created(user) => format!("{} created this match and hosts it anyway.", mention(*user)),
        Denied::AlreadyCoHost(user) => format!("{} already hosts this match.", mention(*user)),
        Denied::NoCoHost(user) => format!("{} is not a co-host of this match.", mention(*user)),

        // Channels
        Denied::SameChannel(id) => {
            format!("Match {id} is played in that channel: choose another one for onlookers.")
        }
        Denied::PlayedThere(id) => {
            format!("Match {id} is played in that channel already, so nothing has changed.")
        }
        Denied::ForOnlookers(id) => format!(
            "In that channel, onlookers of match {id} read what players keep secret: choose another one. \
             Nothing has changed."
        ),

        // What becomes public, and playing again
        Denied::NothingSecret(id) => {
            format!("Nothing in match {id} is secret: `/replay` shows it to everyone.")
        }
        Denied::AlreadyPublic(id) => format!("Match {id} is over, so everything about it is already public."),
        Denied::NothingToPublish(id) => {
            format!("Match {id} was cancelled before it began, so there is nothing to publish.")
        }
        Denied::AlreadyPublished(id) => format!("Match {id} has already been published."),
        Denied::NoRematch(id) => format!("Match {id} cannot be played again: create a new one."),
        Denied::NothingToExport(id) => {
            format!("Match {id} has not begun yet, so there is nothing to export.")
        }
    }
}

/// Names an offer, to be followed by who makes it.
fn offer_title(kind: OfferKind) -> &'static str {
    match kind {
        OfferKind::Draw => "The draw offered",
        OfferKind::Takeback => "The takeback requested",
    }
}

/// Says who may do what this person may not.
fn not_allowed(id: MatchId, power: Power, role: Role) -> String {
    match (role, power) {
        (Role::PlayingHost, Power::Secrets) => {
            format!(
                "You play in match {id}, so you see what its players keep secret only when everyone may: at its end or, if \
                 it is cancelled, once it is published."
            )
        }
        (Role::FormerlyPlayingHost, Power::Secrets) => format!(
            "You have played in match {id}, so you see what its players keep secret only when everyone may: at its end or, if \
             it is cancelled, once it is published."
        ),
        (Role::Appointee, Power::Secrets) => format!(
            "A host who plays named you as a host of match {id}, and you see its secrets when everyone may."
        ),
        (Role::PlayingHost | Role::FormerlyPlayingHost | Role::Moderator, Power::Publish) => {
            format!("Only the host who created match {id} can publish it.")
        }
        (Role::PlayingHost, _) => format!(
            "You play in match {id}, so you cannot end a phase early or shorten it. Ask \
             a co-host, or someone with Manage Server, who does not play."
        ),
        (Role::FormerlyPlayingHost, _) => format!(
            "You have played in match {id}, so you cannot end a phase early or shorten it. Ask \
             a co-host, or someone with Manage Server, who has not played."
        ),
        (Role::Appointee, _) => format!(
            "A host who plays named you as a host of match {id}. Ask the players before you end a phase early or shorten it."
        ),
        (Role::Moderator, Power::Secrets) => {
            format!("Only the host who created match {id} can do that; you can run its clock.")
        }
        (Role::Stranger, Power::Start) => format!("You’re not in match {id}, so you can’t start it."),
        (Role::Elsewhere, Power::Play | Power::SignUp | Power::Watch) => {
            format!("Match {id} is played in another server. Go there, or send me a direct message.")
        }
        (Role::Elsewhere, _) => format!("Match {id} is played in another server. Host it from there."),
        _ => format!(
            "Only the host of match {id} and members with the host role or Manage Server can do that."
        ),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_refusal_is_one_line_without_gaps() {
        let source = include_str!("refusals.rs");
        let lines = source.split("mod tests").next().unwrap_or_default().lines().map(str::trim);
        let sentences: Vec<&str> = lines.filter(|line| line.contains('"')).collect();
        assert!(sentences.len() > 100);
        for sentence in sentences {
            assert!(!sentence.contains("  ") && !sentence.contains("\\n"), "{sentence}");
        }
    }
}
