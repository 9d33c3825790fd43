//! [`TapPlan`]: the taps by which a player chooses an action.

use trigon_bot::{ComponentAction, Prefix};
use trigon_engine::ids::MatchId;
use trigon_engine::matches::{Match, QuestionId};
use trigon_rules::games::{Layout, PadKey, Seat};
use trigon_sandbox::SeenMessage;

use crate::error::RehearsalError;
use crate::tap::{Tap, components};

/// The way to an action that somebody is about to choose, tap by tap.
#[derive(Debug, Clone)]
pub struct TapPlan {
    action: String,
    question: (MatchId, QuestionId),
    /// The keys of its steps, and those already chosen.
    keys: Vec<String>,
    chosen: Prefix,
    pad: Option<&'static [PadKey]>,
    /// The text that can be typed instead of the whole action.
    path: Option<String>,
    progress: Progress,
}

/// The progress on an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Progress {
    New,
    /// The choices have been shown.
    Shown,
    /// A draft that does not lead to the action has been taken back.
    Cleared,
    /// A step has been tapped.
    Begun,
    Done,
}

impl TapPlan {
    /// Plans an action of a seat.
    ///
    /// # Errors
    /// Returns an error if the seat cannot choose it now.
    pub fn new(game: &Match, seat: Seat, action: &str) -> Result<Self, RehearsalError> {
        Self::find(game, seat, action)
            .ok_or_else(|| RehearsalError::Missing(format!("{action} cannot be chosen")))
    }

    fn find(game: &Match, seat: Seat, action: &str) -> Option<Self> {
        let session = game.playing().ok()?;
        let pad = match session.prompt(&game.decision(seat)?).layout {
            Layout::Pad(pad) => Some(pad),
            Layout::Buttons => None,
        };
        let parsed = session.parse(action).ok()?;
        let means_the_action =
            |path: &&str| session.read(seat, path).is_some_and(|read| read.as_ref() == Ok(&parsed));
        let path = action.split_once(' ').map(|(_, path)| path).filter(means_the_action);
        Some(Self {
            action: action.to_owned(),
            question: (game.id, game.question),
            keys: session.keys(seat, &parsed)?,
            chosen: Prefix::default(),
            pad,
            path: path.map(str::to_owned),
            progress: Progress::New,
        })
    }

    /// Returns the keys of the pad, if the player is asked with one.
    pub fn pad(&self) -> Option<&'static [PadKey]> {
        self.pad
    }

    /// Returns the text that can be typed if every step is a key of the pad, without the verb if the game accepts that.
    pub fn path(&self) -> Option<&str> {
        self.is_path().then(|| self.path.as_deref().unwrap_or(&self.action))
    }

    fn is_path(&self) -> bool {
        let is_key_of = |pad: &[PadKey], key: &String| pad.iter().any(|on_pad| on_pad.key == key);
        self.pad.is_some_and(|pad| self.keys.iter().all(|key| is_key_of(pad, key)))
    }

    /// Returns whether the last tap was the one that plays the action.
    pub fn is_done(&self) -> bool {
        self.progress == Progress::Done
    }

    /// Returns whether the last tap was a step of the action, rather than one that shows or clears the choices.
    pub fn has_begun(&self) -> bool {
        self.progress >= Progress::Begun
    }

    /// Returns the next tap on what is shown now, or `None` once the action is played. It tries, in this order: showing the
    /// question, playing the action, the next step, going back.
    ///
    /// # Errors
    /// Returns an error if nothing on the message leads to the action.
    pub fn next(&mut self, shown: &SeenMessage) -> Result<Option<Tap>, RehearsalError> {
        if self.is_done() {
            return Ok(None);
        }
        // A reminder and the message of a match only have a button that shows the question.
        if self.progress == Progress::New
            && let Some(id) = self.find_component(shown, |does| *does == ComponentAction::Show)
        {
            self.progress = Progress::Shown;
            return Ok(Some(Tap::Press(id)));
        }
        let is_path = self.is_path();
        let next = self.keys.get(self.chosen.keys().len());
        let further = next.and_then(|key| self.chosen.then(key));
        let plays = |does: &ComponentAction| match (does, &further) {
            // A path is sent with a button of its own.
            (ComponentAction::Confirm(to), Some(further)) => to == further && !is_path,
            (ComponentAction::Also(step, _), Some(further)) => step == further,
            (ComponentAction::Confirm(to), None) => *to == self.chosen,
            _ => false,
        };
        if let Some(id) = self.find_component(shown, plays) {
            self.progress = Progress::Done;
            return Ok(Some(Tap::Press(id)));
        }
        if let (Some(key), Some(further)) = (next, further) {
            let tap = self.step_tap(shown, key, &further);
            if tap.is_some() {
                (self.chosen, self.progress) = (further, Progress::Begun);
                return Ok(tap);
            }
        } else if !is_path && self.has_begun() {
            // The last step played it.
            self.progress = Progress::Done;
            return Ok(None);
        }
        // A stored answer is shown as a draft: go back to a point from which this one can be reached.
        if self.progress < Progress::Cleared
            && let Some((id, to)) = self.way_back(shown)
        {
            (self.chosen, self.progress) = (to, Progress::Cleared);
            return Ok(Some(Tap::Press(id)));
        }
        // Every step was tapped, and nothing plays it any more: there is no further tap.
        if self.chosen.keys().len() == self.keys.len() && self.has_begun() {
            self.progress = Progress::Done;
        }
        Err(RehearsalError::Missing(format!("nothing leads to {}", self.action)))
    }

    /// Returns the id of a component for the question that does a certain thing.
    fn find_component(&self, shown: &SeenMessage, does: impl Fn(&ComponentAction) -> bool) -> Option<String> {
        let mut of_question = components(shown).filter(|(_, id)| (id.match_id, id.question) == self.question);
        of_question.find(|(_, id)| does(&id.action)).map(|(id, _)| id.to_owned())
    }

    /// Returns the tap that chooses the next key and so leads to a longer prefix: on a button or in a select.
    fn step_tap(&self, shown: &SeenMessage, key: &str, further: &Prefix) -> Option<Tap> {
        let leads = |does: &ComponentAction| matches!(does, ComponentAction::Choose(to) if to == further);
        if let Some(id) = self.find_component(shown, leads) {
            return Some(Tap::Press(id));
        }
        let selects = |id: &str, does: &ComponentAction| {
            let options = shown.component(id).and_then(|part| part["options"].as_array());
            matches!(does, ComponentAction::Select(_, from) if *from == self.chosen)
                && options.is_some_and(|options| options.iter().any(|option| option["value"] == *key))
        };
        let (id, _) = components(shown).find(|(id, part)| selects(id, &part.action))?;
        Some(Tap::Pick(id.to_owned(), key.to_owned()))
    }

    /// Returns the button that goes back to the longest prefix of the action, and that prefix.
    fn way_back(&self, shown: &SeenMessage) -> Option<(String, Prefix)> {
        let back = components(shown).filter_map(|(id, part)| match part.action {
            ComponentAction::Choose(to) if self.keys.starts_with(to.keys()) => Some((id, to)),
            _ => None,
        });
        back.max_by_key(|(_, to)| to.keys().len()).map(|(id, to)| (id.to_owned(), to))
    }
}
