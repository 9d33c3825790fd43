//! [`Deeds`]: what people did in matches that are over, in numbers.

use std::collections::{BTreeMap, BTreeSet};

use super::playback::{Holder, Playback, PlayedEntry};
use super::settled::Settled;
use crate::ids::UserId;
use crate::matches::model::computed::Computed;
use crate::matches::model::control::{Control, Seq};
use crate::matches::model::error::InternalError;
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
        let mut playback = Playback::begin(self)?;
        let mut tally = Tally::new(&playback.holders);
        let mut phase = playback.session.phase().id;
        while let Some(PlayedEntry { entry, counts }) = playback.step()? {
            tally.count_event(entry);
            if !counts {
                continue;
            }
            if entry.action().is_some() {
                tally.count_answer(entry.by, entry.at);
            }
            tally.count_spending(&playback.holders, &*playback.session);
            let now = playback.session.phase().id;
            if now != phase {
                tally.begin_phase(entry.at);
                phase = now;
            }
        }
        tally.add_results(&settled);
        Ok(tally.into_deeds())
    }
}

/// Adds an amount to the sum under a key.
fn grow(sums: &mut BTreeMap<&'static str, i64>, key: &'static str, amount: i64) {
    let sum = sums.entry(key).or_default();
    *sum = sum.saturating_add(amount);
}

/// What everyone did, while the match is played again.
struct Tally {
    deeds: BTreeMap<UserId, Deeds>,
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
    /// What each seat has spent so far, by the key of the roster field.
    spent: Vec<BTreeMap<&'static str, i64>>,
}

impl Tally {
    /// Begins with the first holders of the seats.
    fn new(holders: &[Option<Holder>]) -> Self {
        let users: Vec<Option<UserId>> =
            holders.iter().map(|holder| holder.as_ref().map(|it| it.user)).collect();
        Self {
            deeds: BTreeMap::new(),
            seated: users.iter().copied().flatten().collect(),
            users,
            missed: Vec::new(),
            began: 0,
            paused: None,
            answered: BTreeSet::new(),
            spent: vec![BTreeMap::new(); holders.len()],
        }
    }

    fn of(&mut self, user: UserId) -> &mut Deeds {
        self.deeds.entry(user).or_default()
    }

    fn user_in(&self, seat: Seat) -> Option<UserId> {
        seat.index(self.users.len()).and_then(|place| self.users[place])
    }

    /// Notes who plays a seat from now on.
    fn set_user(&mut self, seat: Seat, user: Option<UserId>) {
        let Some(place) = seat.index(self.users.len()) else { return };
        self.users[place] = user.filter(|user| Computed::of(*user).is_none());
        self.seated.extend(self.users[place]);
    }

    /// Notes that a phase begins, or is begun again.
    fn begin_phase(&mut self, at: Millis) {
        self.began = at;
        self.answered.clear();
        self.paused = self.paused.map(|_| at);
    }

    /// Counts what happened besides playing.
    fn count_event(&mut self, entry: &LogEntry) {
        if let Some(seat) = entry.vacates() {
            self.set_user(seat, None);
        }
        match entry.control() {
            Some(Control::Begin) => self.begin_phase(entry.at),
            Some(Control::Undo(to) | Control::Rewind { to, .. }) => self.take_back(*to, entry.at),
            Some(Control::Correct { .. }) => self.take_back(0, entry.at),
            Some(Control::Take(tenure)) => self.set_user(tenure.seat, Some(tenure.user)),
            Some(Control::Pause(_)) => self.paused = Some(entry.at),
            Some(Control::Resume) => {
                if let Some(paused) = self.paused.take() {
                    self.began += entry.at - paused;
                }
            }
            Some(Control::Missed { seats, .. }) => self.add_missed(entry.seq, seats),
            Some(Control::TimeOut(seat)) => self.add_missed(entry.seq, &[*seat]),
            _ => {}
        }
    }

    fn add_missed(&mut self, seq: Seq, seats: &[Seat]) {
        let users: Vec<UserId> = seats.iter().filter_map(|seat| self.user_in(*seat)).collect();
        self.missed.extend(users.into_iter().map(|user| (seq, user)));
    }

    /// Takes back what was missed after an entry: the question is asked again.
    fn take_back(&mut self, to: Seq, at: Millis) {
        self.missed.retain(|(seq, _)| *seq <= to);
        self.begin_phase(at);
    }

    /// Counts how long an answer took, if it is the first of its seat in the phase and was not left ahead.
    fn count_answer(&mut self, by: By, at: Millis) {
        let By::Seat(seat) = by else { return };
        let took = self.paused.unwrap_or(at) - self.began;
        if self.answered.insert(seat)
            && took > 0
            && let Some(user) = self.user_in(seat)
        {
            self.of(user).answers.push(took);
        }
    }

    /// Adds what the match has left everyone with.
    fn add_results(&mut self, settled: &Settled) {
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

    /// Counts what was spent by an entry, by whose the seats are. It was earned before, so it counts there, too: what a seat gains in
    /// the end is what it has earned without what it has spent.
    fn count_spending(&mut self, holders: &[Option<Holder>], session: &dyn AnySession) {
        for ((seat, holder), spent) in Seat::all(holders.len()).zip(holders).zip(&mut self.spent) {
            for (key, amount) in session.spent(seat).amounts() {
                let more = amount.after - spent.insert(key, amount.after).unwrap_or_default();
                if let Some(holder) = holder.as_ref().filter(|_| more != 0) {
                    let deeds = self.deeds.entry(holder.user).or_default();
                    grow(&mut deeds.spent, key, more);
                    grow(&mut deeds.earned, key, more);
                }
            }
        }
    }

    /// Returns what each person did.
    fn into_deeds(mut self) -> BTreeMap<UserId, Deeds> {
        for (_, user) in std::mem::take(&mut self.missed) {
            self.of(user).missed += 1;
        }
        for user in std::mem::take(&mut self.seated) {
            self.of(user).matches += 1;
        }
        self.deeds
    }
}
