//! [`Session`]: a match in progress.

use std::any::Any;
use std::fmt::Debug;

use super::computed::Skill;
use super::forced::{Forced, forced_win};
use super::steps::{Choices, Move, choices, keys};
use super::thinking::{AnySight, Sight, plan};
use super::{
    AnySession, Aside, By, Decision, Draws, Ends, Finals, Game, Info, Information, Names, Narration,
    Observation, Outcome, Particulars, Phase, Prompt, Refusal, Rolled, Seat, Seed, SetupError, Standing,
    Story, Verdict, Viewer,
};

/// A match in progress: its state, and the draws still to come. Most callers use it as an [`AnySession`].
#[derive(Debug)]
pub struct Session<G: Game> {
    state: G::State,
    draws: Draws,
    seats: usize,
    names: Names,
    needs_seed: bool,
    /// The seats that have resigned, in order of resignation.
    resigned: Vec<Seat>,
    /// What seats rolled in the last entry.
    rolled: Vec<Rolled>,
}

// A derived implementation would require `G: Clone`, although no value of `G` exists.
impl<G: Game> Clone for Session<G> {
    fn clone(&self) -> Self {
        let Self { state, draws, seats, names, needs_seed, resigned, rolled } = self;
        let (state, draws) = (state.clone(), draws.clone());
        let (names, resigned, rolled) = (names.clone(), resigned.clone(), rolled.clone());
        Self { state, draws, seats: *seats, names, needs_seed: *needs_seed, resigned, rolled }
    }
}

impl<G: Game> Session<G> {
    /// Begins a match.
    ///
    /// # Errors
    /// Returns an error if the setup cannot be played, or if it needs a seed and there is none.
    pub fn begin(setup: &G::Setup, seed: Option<&Seed>) -> Result<(Self, Vec<G::Event>), SetupError> {
        let needs_seed = G::needs_seed(setup);
        if seed.is_none() && needs_seed {
            return Err(SetupError::new(format!("{} draws lots, so it needs a seed", G::INFO.title)));
        }
        // A game without draws never uses them.
        let mut draws = Draws::new(seed.unwrap_or(&Seed::from([0; 32])));
        let (state, events) = G::begin(setup, &mut draws)?;
        let (seats, names) = (G::seats(setup), G::names(setup));
        let (resigned, rolled) = (Vec::new(), Vec::new());
        Ok((Self { state, draws, seats, names, needs_seed, resigned, rolled }, events))
    }

    /// Returns the state.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// Plays one entry.
    ///
    /// # Errors
    /// Returns an error, and leaves the session unchanged, if the rules do not allow the entry.
    pub fn play(&mut self, by: By, action: &G::Action) -> Result<Vec<G::Event>, Refusal> {
        self.check_seat(by)?;
        let taken = self.draws.taken();
        let events = G::apply(&mut self.state, by, action, &mut self.draws)
            .inspect_err(|_| self.draws.rewind(taken))?;
        self.note_rolls(&events);
        Ok(events)
    }

    /// Keeps what seats rolled in these events, in place of what they rolled before.
    fn note_rolls(&mut self, events: &[G::Event]) {
        self.rolled.clear();
        self.rolled.extend(events.iter().flat_map(|event| G::rolled(&self.state, event)));
    }

    /// Checks that an entry is by a seat of the match, the clock or the host.
    fn check_seat(&self, by: By) -> Result<(), Refusal> {
        match by {
            By::Seat(seat) if seat.index(self.seats).is_none() => Err(Refusal::not_yours(format!(
                "There is no seat {seat}: the seats are 1 to {}.",
                self.seats
            ))),
            By::Stranger => Err(Refusal::not_yours(format!(
                "An entry is made by a seat from 1 to {}, by \"clock\" or by \"host\".",
                self.seats
            ))),
            _ => Ok(()),
        }
    }

    /// Returns the seat that has won because all the others have resigned.
    fn last_left(&self) -> Option<Seat> {
        let mut left = Seat::all(self.seats).filter(|seat| !self.resigned.contains(seat));
        left.next().filter(|_| !self.resigned.is_empty() && left.next().is_none())
    }

    /// Returns how the match ended by resignations, if it did.
    fn outcome_by_resignation(&self) -> Option<Outcome> {
        let winner = self.last_left()?;
        let left = Standing::aside(winner, Verdict::Won, Aside::Left);
        // The seat that stayed longest comes first.
        let resigned = self.resigned.iter().rev();
        let lost = resigned.map(|&seat| Standing::aside(seat, Verdict::Lost, Aside::Resigned));
        let reason = match self.resigned[..] {
            [loser] => format!("{} has resigned.", self.names.get(loser)),
            _ => "Everyone else has resigned.".to_owned(),
        };
        Some(Outcome { standings: std::iter::once(left).chain(lost).collect(), reason })
    }

    /// Describes events in sentences.
    pub(super) fn narrate(&self, events: &[G::Event]) -> Vec<Narration> {
        events.iter().map(|event| G::narrate(event, &self.names)).collect()
    }
}

impl<G: Game> AnySession for Session<G> {
    // The match

    fn info(&self) -> &'static Info {
        const { &G::INFO }
    }

    fn particulars(&self) -> &'static Particulars {
        const { &G::PARTICULARS }
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn rename(&mut self, names: Names) {
        self.names = names;
    }

    fn needs_seed(&self) -> bool {
        self.needs_seed
    }

    fn follow(&mut self, version: Option<i64>) {
        let known = version.and_then(|version| u32::try_from(version).ok());
        if known.is_none_or(|known| (G::INFO.oldest..=G::INFO.version).contains(&known)) {
            G::follow(&mut self.state, known);
        }
    }

    // Playing

    fn parse(&self, action: &str) -> Result<Move, Refusal> {
        parse::<G>(action).map(Move::new)
    }

    fn read(&self, seat: Seat, text: &str) -> Option<Result<Move, Refusal>> {
        if let Some(typed) = G::typed(text) {
            return Some(typed.map(Move::new));
        }
        // Text that begins with a word of the notation was meant as an action.
        let word = |text: &str| text.split_whitespace().next().unwrap_or_default().to_lowercase();
        let typed = word(text);
        let is_word = !typed.is_empty() && typed.chars().all(char::is_alphabetic);
        let is_meant = is_word && self.legal(seat).iter().any(|action| word(action) == typed);
        is_meant.then(|| self.parse(text))
    }

    fn unsure(&self, text: &str) -> Option<Move> {
        G::unsure(text).map(Move::new)
    }

    fn make(&mut self, by: By, action: &Move) -> Result<Vec<Narration>, Refusal> {
        if self.outcome().is_some() {
            return Err(Refusal::over());
        }
        let foreign = || Refusal::unreadable(format!("That is not an action in {}.", G::INFO.title));
        let events = self.play(by, action.action().ok_or_else(foreign)?)?;
        Ok(self.narrate(&events))
    }

    fn apply(&mut self, by: By, action: &str) -> Result<Vec<Narration>, Refusal> {
        if self.outcome().is_some() {
            return Err(Refusal::over());
        }
        self.check_seat(by)?;
        if let Some(seat) = parse_resignation(action).filter(|_| G::INFO.can_resign && by == By::Host) {
            return self.resign(seat);
        }
        self.make(by, &self.parse(action)?)
    }

    fn resign(&mut self, seat: Seat) -> Result<Vec<Narration>, Refusal> {
        if self.outcome().is_some() {
            return Err(Refusal::over());
        }
        self.check_seat(By::Seat(seat))?;
        if !G::INFO.can_resign {
            return Err(Refusal::illegal(format!("Nobody can resign from {}.", G::INFO.title)));
        }
        if self.resigned.contains(&seat) {
            return Err(Refusal::illegal(format!("{} has resigned already.", self.names.get(seat))));
        }
        let mut narrations = vec![Narration::public(format!("{} resigns.", self.names.get(seat)))];
        self.rolled.clear();
        // With two left, the other one wins, and the game need not go on.
        if self.seats - self.resigned.len() > 2 {
            let taken = self.draws.taken();
            let events = G::resign(&mut self.state, seat, &mut self.draws)
                .inspect_err(|_| self.draws.rewind(taken))?;
            self.note_rolls(&events);
            narrations.extend(self.narrate(&events));
        }
        self.resigned.push(seat);
        if let Some(winner) = self.last_left() {
            narrations.push(Narration::public(format!("{} wins.", self.names.get(winner))));
        }
        Ok(narrations)
    }

    fn has_resigned(&self, seat: Seat) -> bool {
        self.resigned.contains(&seat)
    }

    fn take_draws(&mut self) -> Vec<u64> {
        self.draws.take_recorded()
    }

    fn rolled(&self) -> &[Rolled] {
        &self.rolled
    }

    // What the match is waiting for

    fn phase(&self) -> Phase<Move> {
        let Phase { id, title, ends } = G::phase(&self.state);
        let ends = match ends {
            _ if self.last_left().is_some() => Ends::Over,
            Ends::Answered(time) => Ends::Answered(time),
            Ends::Clock(time, action) => Ends::Clock(time, Move::new(action)),
            Ends::Over => Ends::Over,
        };
        Phase { id, title, ends }
    }

    fn to_act(&self) -> Vec<Decision> {
        if self.last_left().is_some() { Vec::new() } else { G::to_act(&self.state) }
    }

    fn prompt(&self, decision: &Decision) -> Prompt {
        G::prompt(decision)
    }

    fn legal(&self, seat: Seat) -> Vec<String> {
        if self.last_left().is_some() {
            return Vec::new();
        }
        let mut actions: Vec<String> = G::legal(&self.state, seat).iter().map(G::Action::to_string).collect();
        actions.sort_unstable();
        actions
    }

    fn listed(&self, seat: Seat) -> Vec<String> {
        let blind: Vec<String> = G::blind(&self.state, seat).iter().map(G::Action::to_string).collect();
        let mut actions = self.legal(seat);
        actions.retain(|action| !blind.contains(action));
        actions
    }

    fn choices(&self, seat: Seat, keys: &[String]) -> Option<Choices> {
        if self.last_left().is_some() {
            return None;
        }
        choices::<G>(&self.state, seat, keys, &self.names)
    }

    fn keys(&self, seat: Seat, action: &Move) -> Option<Vec<String>> {
        keys::<G>(&self.state, seat, action.action()?, &self.names)
    }

    fn answer(&self, seat: Seat) -> Option<Move> {
        G::answer(&self.state, seat).map(Move::new)
    }

    fn neutral(&self, seat: Seat) -> Option<Move> {
        G::neutral(&self.state, seat).map(Move::new)
    }

    fn describe(&self, action: &Move) -> String {
        action.action().map_or_else(|| action.to_string(), |action| G::describe(action, &self.names))
    }

    fn hint(&self, seat: Seat, draft: &[String]) -> Option<String> {
        G::hint(&self.state, seat, draft)
    }

    // What has come of it

    fn held(&self, seat: Seat) -> Finals {
        G::held(&self.state, seat)
    }

    fn spent(&self, seat: Seat) -> Finals {
        G::spent(&self.state, seat)
    }

    fn outcome(&self) -> Option<Outcome> {
        G::outcome(&self.state).or_else(|| self.outcome_by_resignation())
    }

    fn state_json(&self) -> String {
        // States consist of numbers, text and lists, so writing them as JSON cannot fail.
        serde_json::to_string(&self.state).unwrap_or_default()
    }

    fn seen_json(&self, viewer: Viewer) -> Option<String> {
        let sees_all = viewer.sees_all() || G::INFO.information == Information::Open;
        if sees_all { Some(self.state_json()) } else { self.observe(viewer).data() }
    }

    fn observe(&self, viewer: Viewer) -> Box<dyn Observation> {
        Box::new(G::observe(&self.state, viewer))
    }

    fn story(&self, before: &dyn AnySession, viewer: Viewer) -> Option<Story> {
        let before = before.as_any().downcast_ref::<Self>()?;
        G::story(&G::observe(&before.state, viewer), &G::observe(&self.state, viewer), &self.names)
    }

    fn chronicle(&self, positions: &[Box<dyn AnySession>]) -> Vec<String> {
        let positions = positions.iter().filter_map(|position| position.as_any().downcast_ref::<Self>());
        let seen: Vec<_> =
            positions.map(|position| G::observe(&position.state, Viewer::Afterwards)).collect();
        G::chronicle(&seen, &self.names)
    }

    // Thinking ahead

    fn sight(&self, seat: Seat) -> Option<Box<dyn AnySight>> {
        let is_asked = self.to_act().iter().any(|decision| decision.seat == seat);
        is_asked.then(|| Box::new(Sight::<G>::of(&self.state, seat)) as Box<dyn AnySight>)
    }

    fn plan(&self, skill: Skill, rng: &mut fastrand::Rng) -> Vec<(Seat, String)> {
        if self.last_left().is_some() {
            return Vec::new();
        }
        let plan = plan::<G>(&self.state, skill, rng).into_iter();
        plan.map(|(seat, action)| (seat, action.to_string())).collect()
    }

    fn forced_win(&self, most: u32) -> Option<Forced> {
        let is_open = G::INFO.information == Information::Open;
        if is_open && self.outcome().is_none() { forced_win::<G>(&self.state, most) } else { None }
    }

    fn supposed(&self, seed: &Seed) -> Box<dyn AnySession> {
        Box::new(Self { draws: Draws::new(seed), ..self.clone() })
    }

    fn reshuffled(&self, viewer: Viewer, seed: u64) -> Box<dyn AnySession> {
        let mut rng = fastrand::Rng::with_seed(seed);
        // Once a match is over, everything is known.
        let is_over = self.outcome().is_some();
        let state = if is_over { self.state.clone() } else { G::reshuffle(&self.state, viewer, &mut rng) };
        let draws = self.draws.reseeded(&Seed::from(std::array::from_fn(|_| rng.u8(..))));
        Box::new(Self { state, draws, ..self.clone() })
    }

    fn boxed(&self) -> Box<dyn AnySession> {
        Box::new(self.clone())
    }

    fn is_same_as(&self, other: &dyn AnySession) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| {
            let alike = self.state == other.state && self.resigned == other.resigned;
            alike && self.draws.taken() == other.draws.taken()
        })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Returns the seat in `resign 2`, which must be written exactly like this.
fn parse_resignation(action: &str) -> Option<Seat> {
    let number = action.strip_prefix("resign ")?;
    let seat = Seat::new(number.parse().ok()?);
    (seat.to_string() == number).then_some(seat)
}

fn parse<G: Game>(action: &str) -> Result<G::Action, Refusal> {
    action.parse().map_err(|e: <G::Action as std::str::FromStr>::Err| Refusal::unreadable(e.to_string()))
}
