//! [`Deeds`]: what people did in matches that are over, in numbers.

use std::collections::{BTreeMap, BTreeSet};

use super::settled::{Holder, Settled, taken};
use crate::ids::UserId;
use crate::matches::model::computed::Computed;
use crate::matches::model::control::{Control, Seq};
use crate::matches::model::error::InternalError;
use crate::matches::model::fold::play;
use crate::matches::model::game_match::Match;
use crate::matches::model::log::LogEntry;
use trigon_clock::Millis;
use trigon_rules::games::{AnySession, By, Seat, Verdict};

/// What a person did in one match, or in several matches of a game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Deeds {
    /// The number of matches in which they had a seat, also for somebody else.
    pub matches: u32,
    /// The number of matches that they won.
    pub won: u32,
    /// The number of matches that they neither won nor lost.
    pub drawn: u32,
    /// The number of matches that they lost.
    pub lost: u32,
    /// What they earned, without what they lost and did not spend, by the key of the roster field.
    pub earned: BTreeMap<&'static str, i64>,
    /// What they spent, by the key of the roster field.
    pub spent: BTreeMap<&'static str, i64>,
    /// The marks that they got, such as tokens.
    pub marks: BTreeMap<&'static str, u32>,
    /// The number of deadlines that they missed.
    pub missed: u32,
    /// How long each first answer to a question took, without the time in which the clock stood still. What was left ahead is no
    /// such answer.
    pub answers: Vec<Millis>,
}

impl Deeds {
    /// Adds what the person did in other matches of the game.
    pub fn add(&mut self, other: &Self) {
        self.matches += other.matches;
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
        for (sums, amounts) in [(&mut self.earned, &other.earned), (&mut self.spent, &other.spent)] {
            for (key, amount) in amounts {
                grow(sums, key, *amount);
            }
        }
        for (mark, times) in &other.marks {
            *self.marks.entry(mark).or_default() += times;
        }
        self.missed += other.missed;
        self.answers.extend(&other.answers);
    }

    /// Returns the median of the times that answers took, or `None` without any. Of an even number, it is the longer one of
    /// the two in the middle.
    pub fn usual_time(&self) -> Option<Millis> {
        let mut times = self.answers.clone();
        times.sort_unstable();
        times.get(times.len() / 2).copied()
    }
}

fn grow(sums: &mut BTreeMap<&'static str, i64>, key: &'static str, amount: i64) {
    let sum = sums.entry(key).or_default();
    *sum = sum.saturating_add(amount);
}

/// What everyone did, while the log is read.
struct Tally {
    all: BTreeMap<UserId, Deeds>,
    /// Who plays each seat: nobody if it is a computed player, or vacant.
    users: Vec<Option<UserId>>,
    /// Who has had a seat.
    seated: BTreeSet<UserId>,
    /// Who missed a deadline, and at which entry.
    missed: Vec<(Seq, UserId)>,
    /// When the present phase began, moved on by the time in which the clock stood still.
    began: Millis,
    /// Since when the clock stands still.
    paused: Option<Millis>,
    /// The seats that have answered in the phase.
    answered: BTreeSet<Seat>,
}

impl Tally {
    fn new(seats: usize) -> Self {
        Self {
            all: BTreeMap::new(),
            users: vec![None; seats],
            seated: BTreeSet::new(),
            missed: Vec::new(),
            began: 0,
            paused: None,
            answered: BTreeSet::new(),
        }
    }

    fn of(&mut self, user: UserId) -> &mut Deeds {
        self.all.entry(user).or_default()
    }

    fn user(&self, seat: Seat) -> Option<UserId> {
        seat.index(self.users.len()).and_then(|i| self.users[i])
    }

    fn seat(&mut self, seat: Seat, user: Option<UserId>) {
        let Some(i) = seat.index(self.users.len()) else { return };
        self.users[i] = user.filter(|user| Computed::of(*user).is_none());
        self.seated.extend(self.users[i]);
    }

    fn begin(&mut self, at: Millis) {
        self.began = at;
        self.answered.clear();
        self.paused = self.paused.map(|_| at);
    }

    /// Reads what happened besides playing.
    fn count(&mut self, entry: &LogEntry) {
        if let Some(seat) = entry.vacates() {
            self.seat(seat, None);
        }
        match entry.control() {
            Some(Control::Begin) => self.begin(entry.at),
            Some(Control::Undo(to) | Control::Rewind { to, .. }) => self.take_back(*to, entry.at),
            Some(Control::Correct { .. }) => self.take_back(0, entry.at),
            Some(Control::Take(tenure)) => self.seat(tenure.seat, Some(tenure.user)),
            Some(Control::Pause(_)) => self.paused = Some(entry.at),
            Some(Control::Resume) => {
                if let Some(paused) = self.paused.take() {
                    self.began += entry.at - paused;
                }
            }
            Some(Control::Missed { seats, .. }) => self.miss(entry.seq, seats),
            Some(Control::TimeOut(seat)) => self.miss(entry.seq, &[*seat]),
            _ => {}
        }
    }

    fn miss(&mut self, seq: Seq, seats: &[Seat]) {
        for user in seats.iter().filter_map(|seat| self.user(*seat)).collect::<Vec<_>>() {
            self.missed.push((seq, user));
        }
    }

    /// What was missed after an entry no longer counts, and the question is asked again.
    fn take_back(&mut self, to: Seq, at: Millis) {
        self.missed.retain(|(seq, _)| *seq <= to);
        self.begin(at);
    }

    fn answer(&mut self, by: By, at: Millis) {
        let By::Seat(seat) = by else { return };
        let took = self.paused.unwrap_or(at) - self.began;
        if self.answered.insert(seat)
            && took > 0
            && let Some(user) = self.user(seat)
        {
            self.of(user).answers.push(took);
        }
    }

    /// Adds what the match has left everyone with.
    fn settle(&mut self, settled: &Settled) {
        for seat in &settled.seats {
            for share in &seat.shares {
                for (key, gain) in share.gains.iter().filter(|(key, _)| !settled.ranked.contains(key)) {
                    grow(&mut self.of(share.holder.user).earned, key, *gain);
                }
            }
            let Some(holder) = &seat.holder else { continue };
            self.seated.insert(holder.user);
            let deeds = self.of(holder.user);
            match seat.verdict {
                Verdict::Won => deeds.won += 1,
                Verdict::Drawn => deeds.drawn += 1,
                Verdict::Lost | Verdict::LostAs(_) => deeds.lost += 1,
            }
            for mark in seat.finals.marks() {
                *deeds.marks.entry(mark).or_default() += 1;
            }
        }
    }

    /// Adds what was spent by an entry, by whose the seats are.
    fn spend(&mut self, holders: &[Option<Holder>], session: &dyn AnySession, spent: &mut [Spent]) {
        for ((seat, holder), before) in Seat::all(holders.len()).zip(holders).zip(spent) {
            for (key, amount) in session.spent(seat).amounts() {
                let more = amount.after - before.insert(key, amount.after).unwrap_or_default();
                if let Some(holder) = holder.as_ref().filter(|_| more != 0) {
                    let deeds = self.of(holder.user);
                    grow(&mut deeds.spent, key, more);
                    grow(&mut deeds.earned, key, more);
                }
            }
        }
    }

    fn counted(mut self) -> BTreeMap<UserId, Deeds> {
        for (_, user) in std::mem::take(&mut self.missed) {
            self.of(user).missed += 1;
        }
        for user in std::mem::take(&mut self.seated) {
            self.of(user).matches += 1;
        }
        self.all
    }
}

/// What a seat has spent so far, by the key of the roster field.
type Spent = BTreeMap<&'static str, i64>;

impl Match {
    /// Returns what each person did in the match, once it is over: nobody, before that, and if it was cancelled.
    ///
    /// What is earned and spent is as in [`settled`](Self::settled), and so is the result. Missed deadlines and answer times count for
    /// the person who plays.
    ///
    /// # Errors
    /// Fails if the stored match no longer follows from its rules.
    pub fn deeds(&self) -> Result<BTreeMap<UserId, Deeds>, InternalError> {
        let Some(settled) = self.settled()? else { return Ok(BTreeMap::new()) };
        let mut tally = Tally::new(self.players.len());
        let mut holders = self.first_holders();
        for (seat, holder) in Seat::all(holders.len()).zip(&holders) {
            tally.seat(seat, holder.as_ref().map(|holder| holder.user));
        }
        let setup = self.setup.clone().unwrap_or_default();
        let begun = self.game.begin(&setup, Some(self.drawn_from()), Some(self.first_names()));
        let (mut session, _) = begun.map_err(|_| self.unreadable("setup"))?;
        session.follow(Some(self.rules_version));
        let mut spent = vec![Spent::new(); holders.len()];
        let mut counted = self.effective.counted.iter().copied().peekable();
        for (place, entry) in self.log.iter().enumerate() {
            tally.count(entry);
            if let Some(Control::Take(tenure)) = entry.control()
                && let Some(i) = tenure.seat.index(holders.len())
            {
                holders[i] = taken(holders[i].as_ref(), tenure);
            }
            if counted.next_if_eq(&place).is_none() {
                continue;
            }
            if entry.action().is_some() {
                tally.answer(entry.by, entry.at);
            }
            let phase = session.phase().id;
            play(&mut *session, entry).map_err(|_| self.unreadable("log"))?;
            tally.spend(&holders, &*session, &mut spent);
            if session.phase().id != phase {
                tally.begin(entry.at);
            }
        }
        tally.settle(&settled);
        Ok(tally.counted())
    }
}
