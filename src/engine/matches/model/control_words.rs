//! Control events in sentences, which contain no secrets of the game.

use super::calendar::HOUR;
use super::clock_change::DeadlineMove;
use super::control::{Control, Tenure};
use super::proposal::{Correction, OfferKind, Proposal};
use trigon_clock::Millis;
use trigon_rules::games::{By, Names, Seat, phrase};

impl Control {
    /// Describes the event in a sentence, which contains no secrets of the game. `offer` is the kind of offer that was
    /// open before the event.
    pub fn words(&self, by: By, offer: Option<OfferKind>, names: &Names) -> String {
        let who = match by {
            By::Seat(seat) => names.get(seat).into_owned(),
            By::Clock => "The clock".to_owned(),
            By::Host | By::Stranger => "The host".to_owned(),
        };
        let is_draw = offer == Some(OfferKind::Draw);
        match self {
            Self::Start => format!("{who} starts the match."),
            Self::Begin => "Play begins.".to_owned(),
            Self::Resign => format!("{who} resigns."),
            Self::Claim(seat) => {
                format!("{who} claims the seat of {}, whose time ran out.", names.get(*seat))
            }
            Self::Offer(OfferKind::Draw) => format!("{who} offers a draw."),
            Self::Offer(OfferKind::Takeback) => format!("{who} asks to take back their last action."),
            Self::Accept if is_draw => format!("{who} accepts the draw."),
            Self::Accept => format!("{who} accepts the takeback."),
            Self::Decline if is_draw => format!("{who} declines the draw."),
            Self::Decline => format!("{who} declines the takeback."),
            Self::TimeOut(seat) => format!("{}’s time has run out.", names.get(*seat)),
            Self::Undo(0) => "Everything so far is taken back.".to_owned(),
            // The number of an entry would tell how much else was done in secret.
            Self::Undo(_) => format!("What {who} did last is taken back, with everything after it."),
            Self::Rewind { phase, .. } => {
                format!(
                    "{who} undoes {phase}: everything since it began is taken back, and it is played again."
                )
            }
            Self::Nudge(seat) => format!("{who} nudges {}.", names.get(*seat)),
            Self::Pause(_) => format!("{who} stops the clock."),
            Self::Resume => format!("{who} starts the clock again."),
            Self::Extend(DeadlineMove { by, .. }) if *by < 0 => format!("{who} shortens the time."),
            Self::Extend(_) => format!("{who} extends the time."),
            Self::CoHost(_) => format!("{who} names a co-host."),
            Self::AgreedCoHost(_) => format!("{who} names a co-host, to which all players have agreed."),
            Self::NoCoHost(_) => "A co-host is no longer one.".to_owned(),
            Self::Channel { .. } => format!("{who} moves the match to another channel."),
            Self::Spectators(Some(_)) => format!("{who} lets onlookers see everything in another channel."),
            Self::Spectators(None) => format!("{who} no longer lets onlookers see everything."),
            Self::Remind => format!("{who} reminds those who have not answered."),
            Self::Limit => format!("{who} changes what hosts may do alone."),
            Self::Amend(_) => format!("{who} changes the terms of the match."),
            Self::Roster { .. } => format!("{who} changes the roster."),
            Self::Look => format!("{who} looks at what the players keep secret."),
            Self::StandBy { name, place: Some(_), .. } => format!("{name} is an alternate again."),
            Self::StandBy { name, .. } => format!("{name} becomes an alternate."),
            Self::StandDown(_) => "An alternate is no longer one.".to_owned(),
            Self::Handover { seat, name, back: Some(_), .. } => {
                format!("{name} is asked to play for {} for a time.", names.get(*seat))
            }
            Self::Handover { seat, name, until: Some(_), .. } => {
                format!("The seat of {} is offered to {name}.", names.get(*seat))
            }
            Self::Handover { seat, name, reason, asked_until: Some(_), .. } => {
                let why = because(reason.as_deref());
                format!("The host asks {name} to take over the seat of {}. {why}", names.get(*seat))
            }
            Self::Handover { seat, name, .. } => {
                format!("The host asks {name} to take over the seat of {}.", names.get(*seat))
            }
            Self::Agree(seat) => format!("{} agrees to hand over the seat.", names.get(*seat)),
            Self::Willing(seat) => format!("The seat of {} would be taken over.", names.get(*seat)),
            Self::Refuse(seat) => format!("The seat of {} is not handed over.", names.get(*seat)),
            Self::Prolong { seat, .. } => {
                format!("There is more time to decide about the seat of {}.", names.get(*seat))
            }
            Self::Take(Tenure { name, before_name, back: Some(_), .. }) => {
                format!("{name} plays for {before_name} for a time.")
            }
            Self::Take(Tenure { name, before_name, returns: true, .. }) => {
                format!("{name} is back and plays on after {before_name}.")
            }
            Self::Take(Tenure { name, before_name, .. }) => {
                format!("{name} takes over the seat of {before_name}.")
            }
            Self::Vacate(seat) => format!("{} leaves the match.", names.get(*seat)),
            Self::Vacant(seat) => format!("{} has left the match.", names.get(*seat)),
            Self::TakeOut { seat, .. } => format!("{who} takes {} out of the match.", names.get(*seat)),
            Self::TakenOut { seat, reason } => {
                format!(
                    "{who} has taken {} out of the match. {}",
                    names.get(*seat),
                    because(reason.as_deref())
                )
            }
            Self::Missed { seats, .. } if seats.is_empty() => "Everyone has answered.".to_owned(),
            Self::Missed { seats, .. } => format!("No answer from {}.", all_of(seats, names)),
            Self::Grace { .. } => "The time is extended, because somebody is late.".to_owned(),
            Self::Absent { seats, .. } => {
                format!("The time is extended, and others can take over from {}.", all_of(seats, names))
            }
            Self::Ready { ready: true, .. } => format!("{who} is ready."),
            Self::Ready { ready: false, .. } => format!("{who} is not ready any more."),
            // The content stays private.
            Self::Ahead { .. } => format!("{who} changes what is left in advance."),
            Self::Early { at: Some(_), .. } => "Everyone is ready, so the time is cut short.".to_owned(),
            Self::Early { at: None, .. } => {
                "Not everyone is ready any more, so the time is not cut short.".to_owned()
            }
            Self::Propose { what, correction: Some(correction), .. } => {
                let Correction { what: values, reason, .. } = correction;
                format!(
                    "{who} asks all players whether {}: {values}. Reason: {}",
                    what.words(names),
                    sentence(reason)
                )
            }
            Self::Propose { what, removal: Some(removal), .. } => {
                format!(
                    "{who} asks all players whether {}. {}",
                    what.words(names),
                    because(removal.reason.as_deref())
                )
            }
            Self::Propose { what, .. } => format!("{who} asks all players whether {}.", what.words(names)),
            Self::Consent => format!("{who} agrees to the host’s proposal."),
            Self::Object if by == By::Host => format!("{who} withdraws the proposal."),
            Self::Object => format!("{who} does not agree to the host’s proposal."),
            Self::Correct { what, reason, .. } => {
                format!("{who} corrects the roster: {what}. Reason: {}", sentence(reason))
            }
            Self::Banked { seat, left } => {
                format!("{} has {} h {} min left.", names.get(*seat), left / HOUR, left % HOUR / 60_000)
            }
            Self::Away { .. } => format!("{who} will be away."),
            Self::Back => format!("{who} is back."),
            Self::Cancel => format!("{who} cancels the match."),
            Self::Publish => format!("{who} publishes the match."),
        }
    }
}

impl Proposal {
    /// Describes the proposal, to follow “whether”.
    pub fn words(self, names: &Names) -> String {
        match self {
            Self::Extend(time) if time < 0 => format!("to end this {} earlier", hours(-time)),
            Self::Extend(time) => format!("to give {} more", hours(time)),
            Self::EndPhase => "to end this now".to_owned(),
            Self::Pause => "to stop the clock".to_owned(),
            Self::Undo => "to undo the last round".to_owned(),
            Self::Correct => "to correct the roster and play the match again from its beginning".to_owned(),
            Self::CoHost(_) => "to let somebody else host the match, too".to_owned(),
            Self::TakeOut(seat) => format!("to take {} out of the match", names.get(seat)),
            Self::HandOver(seat) => {
                format!("to ask somebody else to take over the seat of {}", names.get(seat))
            }
        }
    }
}

/// Says for what reason a host does something to a seat.
fn because(reason: Option<&str>) -> String {
    reason.map_or_else(|| "No reason was given.".to_owned(), |reason| format!("Reason: {}", sentence(reason)))
}

/// Returns a text that ends as a sentence does.
fn sentence(text: &str) -> String {
    let ends = text.ends_with(['.', '!', '?', '…']);
    if ends { text.to_owned() } else { format!("{text}.") }
}

fn hours(time: Millis) -> String {
    phrase::counted(time / HOUR, "hour")
}

/// Lists the names of seats.
fn all_of(seats: &[Seat], names: &Names) -> String {
    let names: Vec<String> = seats.iter().map(|seat| names.get(*seat).into_owned()).collect();
    phrase::all_of(&names)
}
