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
        let author = match by {
            By::Seat(seat) => names.get(seat).into_owned(),
            By::Clock => "The clock".to_owned(),
            By::Host | By::Stranger => "The host".to_owned(),
        };
        let name = |seat: &Seat| names.get(*seat);
        let is_draw = offer == Some(OfferKind::Draw);
        match self {
            // The roster and the terms.
            Self::Start => format!("{author} starts the match."),
            Self::Begin => "Play begins.".to_owned(),
            Self::Roster { .. } => format!("{author} changes the roster."),
            Self::Limit => format!("{author} changes what hosts may do alone."),
            Self::Amend(_) => format!("{author} changes the terms of the match."),
            Self::Correct { what, reason, .. } => {
                format!("{author} corrects the roster: {what}. Reason: {}", sentence(reason))
            }

            // Play.
            Self::Resign => format!("{author} resigns."),
            Self::Claim(seat) => format!("{author} claims the seat of {}, whose time ran out.", name(seat)),
            Self::Offer(OfferKind::Draw) => format!("{author} offers a draw."),
            Self::Offer(OfferKind::Takeback) => format!("{author} asks to take back their last action."),
            Self::Accept if is_draw => format!("{author} accepts the draw."),
            Self::Accept => format!("{author} accepts the takeback."),
            Self::Decline if is_draw => format!("{author} declines the draw."),
            Self::Decline => format!("{author} declines the takeback."),
            Self::Undo(0) => "Everything so far is taken back.".to_owned(),
            // The number of an entry would tell how much else was done in secret.
            Self::Undo(_) => format!("What {author} did last is taken back, with everything after it."),
            Self::Rewind { phase, .. } => {
                let again = "everything since it began is taken back, and it is played again";
                format!("{author} undoes {phase}: {again}.")
            }
            Self::Nudge(seat) => format!("{author} nudges {}.", name(seat)),
            Self::Ready { ready: true, .. } => format!("{author} is ready."),
            Self::Ready { ready: false, .. } => format!("{author} is not ready any more."),
            // The content stays private.
            Self::Ahead { .. } => format!("{author} changes what is left in advance."),

            // The clock.
            Self::TimeOut(seat) => format!("{}’s time has run out.", name(seat)),
            Self::Pause(_) => format!("{author} stops the clock."),
            Self::Resume => format!("{author} starts the clock again."),
            Self::Extend(DeadlineMove { by, .. }) if *by < 0 => format!("{author} shortens the time."),
            Self::Extend(_) => format!("{author} extends the time."),
            Self::Remind => format!("{author} reminds those who have not answered."),
            Self::Missed { seats, .. } if seats.is_empty() => "Everyone has answered.".to_owned(),
            Self::Missed { seats, .. } => format!("No answer from {}.", all_of(seats, names)),
            Self::Grace { .. } => "The time is extended, because somebody is late.".to_owned(),
            Self::Absent { seats, .. } => {
                format!("The time is extended, and others can take over from {}.", all_of(seats, names))
            }
            Self::Early { at: Some(_), .. } => "Everyone is ready, so the time is cut short.".to_owned(),
            Self::Early { at: None, .. } => {
                "Not everyone is ready any more, so the time is not cut short.".to_owned()
            }
            Self::Banked { seat, left } => {
                format!("{} has {} h {} min left.", name(seat), left / HOUR, left % HOUR / 60_000)
            }
            Self::Away { .. } => format!("{author} will be away."),
            Self::Back => format!("{author} is back."),

            // Seats that pass on.
            Self::StandBy { name, place: Some(_), .. } => format!("{name} is an alternate again."),
            Self::StandBy { name, .. } => format!("{name} becomes an alternate."),
            Self::StandDown(_) => "An alternate is no longer one.".to_owned(),
            Self::Handover { .. } => self.request_words(names),
            Self::Agree(seat) => format!("{} agrees to hand over the seat.", name(seat)),
            Self::Willing(seat) => format!("The seat of {} would be taken over.", name(seat)),
            Self::Refuse(seat) => format!("The seat of {} is not handed over.", name(seat)),
            Self::Prolong { seat, .. } => {
                format!("There is more time to decide about the seat of {}.", name(seat))
            }
            Self::Take(tenure) => tenure.words(),
            Self::Vacate(seat) => format!("{} leaves the match.", name(seat)),
            Self::Vacant(seat) => format!("{} has left the match.", name(seat)),
            Self::TakeOut { seat, .. } => format!("{author} takes {} out of the match.", name(seat)),
            Self::TakenOut { seat, reason } => {
                format!("{author} has taken {} out of the match. {}", name(seat), because(reason.as_deref()))
            }

            // Proposals, and what hosts do besides.
            Self::Propose { what, correction, removal, .. } => {
                let asks = format!("{author} asks all players whether {}", what.words(names));
                match (correction, removal) {
                    (Some(Correction { what: values, reason, .. }), _) => {
                        format!("{asks}: {values}. Reason: {}", sentence(reason))
                    }
                    (None, Some(removal)) => format!("{asks}. {}", because(removal.reason.as_deref())),
                    (None, None) => format!("{asks}."),
                }
            }
            Self::Consent => format!("{author} agrees to the host’s proposal."),
            Self::Object if by == By::Host => format!("{author} withdraws the proposal."),
            Self::Object => format!("{author} does not agree to the host’s proposal."),
            Self::CoHost(_) => format!("{author} names a co-host."),
            Self::AgreedCoHost(_) => format!("{author} names a co-host, to which all players have agreed."),
            Self::NoCoHost(_) => "A co-host is no longer one.".to_owned(),
            Self::Channel { .. } => format!("{author} moves the match to another channel."),
            Self::Spectators(Some(_)) => {
                format!("{author} lets onlookers see everything in another channel.")
            }
            Self::Spectators(None) => format!("{author} no longer lets onlookers see everything."),
            Self::Look => format!("{author} looks at what the players keep secret."),
            Self::Cancel => format!("{author} cancels the match."),
            Self::Publish => format!("{author} publishes the match."),
        }
    }

    /// Describes a request to take over a seat.
    fn request_words(&self, names: &Names) -> String {
        let Self::Handover { seat, name, until, back, asked_until, reason, .. } = self else {
            return String::new();
        };
        let holder = names.get(*seat);
        if back.is_some() {
            return format!("{name} is asked to play for {holder} for a time.");
        }
        if until.is_some() {
            return format!("The seat of {holder} is offered to {name}.");
        }
        let asks = format!("The host asks {name} to take over the seat of {holder}.");
        if asked_until.is_some() { format!("{asks} {}", because(reason.as_deref())) } else { asks }
    }
}

impl Tenure {
    /// Says who takes a seat from whom.
    fn words(&self) -> String {
        let Self { name, before_name, back, returns, .. } = self;
        if back.is_some() {
            return format!("{name} plays for {before_name} for a time.");
        }
        if *returns {
            return format!("{name} is back and plays on after {before_name}.");
        }
        format!("{name} takes over the seat of {before_name}.")
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
