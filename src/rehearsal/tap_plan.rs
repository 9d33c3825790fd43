//! [`TapPlan`]: the taps by which a player chooses an action.
//!
//! [`TapPlan::next`] is asked for a tap on each message that the player sees, until it returns none. It tries, in this order: to
//! show the question, to play the action, to take the next step, to go back from a draft that leads elsewhere.

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
    /// The action in its notation.
    action: String,
    question: (MatchId, QuestionId),
    /// The keys of the steps of the action.
    keys: Vec<String>,
    /// The steps that have been tapped.
    chosen: Prefix,
    /// The keys of the pad, if the player is asked with one.
    pad: Option<&'static [PadKey]>,
    /// The text that can be typed instead of the whole action.
    path: Option<String>,
    progress: Progress,
}

/// The progress on an action, in the order in which it is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Progress {
    /// Nothing has been tapped.
    New,
    /// The choices have been shown.
    Shown,
    /// A draft that does not lead to the action has been taken back.
    Cleared,
    /// A step has been tapped.
    Begun,
    /// The action has been played.
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

    /// Returns whether every step is a key of the pad, so that the whole action can be typed.
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

    /// Returns the next tap on what is shown now, or `None` once the action is played.
    ///
    /// # Errors
    /// Returns an error if nothing on the message leads to the action.
    pub fn next(&mut self, shown: &SeenMessage) -> Result<Option<Tap>, RehearsalError> {
        if self.is_done() {
            return Ok(None);
        }
        let forward =
            self.show_question(shown).or_else(|| self.play(shown)).or_else(|| self.take_step(shown));
        if forward.is_some() {
            return Ok(forward);
        }
        if self.is_played_by_its_last_step() {
            self.progress = Progress::Done;
            return Ok(None);
        }
        if let Some(back) = self.go_back(shown) {
            return Ok(Some(back));
        }
        if self.has_begun() && self.chosen.keys().len() == self.keys.len() {
            // Every step was tapped, and no button sends them: there is no further tap.
            self.progress = Progress::Done;
        }
        Err(RehearsalError::Missing(format!("nothing leads to {}", self.action)))
    }

    /// Returns the tap that shows the question, on a message that only has a button for that: a reminder, or the message of a
    /// match.
    fn show_question(&mut self, shown: &SeenMessage) -> Option<Tap> {
        if self.progress != Progress::New {
            return None;
        }
        let id = self.find_component(shown, |does| *does == ComponentAction::Show)?;
        self.progress = Progress::Shown;
        Some(Tap::Press(id))
    }

    /// Returns the tap that plays the whole action: one that sends the steps chosen so far, or the last step if that also
    /// plays.
    fn play(&mut self, shown: &SeenMessage) -> Option<Tap> {
        let longer = self.longer_prefix();
        let is_path = self.is_path();
        let plays = |does: &ComponentAction| match (does, &longer) {
            // A path is sent with a button of its own, and not with its last step.
            (ComponentAction::Confirm(steps), Some(longer)) => steps == longer && !is_path,
            (ComponentAction::Also(step, _), Some(longer)) => step == longer,
            (ComponentAction::Confirm(steps), None) => *steps == self.chosen,
            _ => false,
        };
        let id = self.find_component(shown, plays)?;
        self.progress = Progress::Done;
        Some(Tap::Press(id))
    }

    /// Returns the tap that chooses the next step, on a button or in a select.
    fn take_step(&mut self, shown: &SeenMessage) -> Option<Tap> {
        let longer = self.longer_prefix()?;
        let tap = self.step_tap(shown, &longer)?;
        (self.chosen, self.progress) = (longer, Progress::Begun);
        Some(tap)
    }

    /// Returns whether the last step was tapped and has played the action, as steps do that need no confirmation.
    fn is_played_by_its_last_step(&self) -> bool {
        self.has_begun() && !self.is_path() && self.longer_prefix().is_none()
    }

    /// Returns the tap that goes back to the longest prefix of the action, once: a stored answer is shown as a draft, from which
    /// this action may not be within reach.
    fn go_back(&mut self, shown: &SeenMessage) -> Option<Tap> {
        if self.progress >= Progress::Cleared {
            return None;
        }
        let ways = self.components_of_question(shown).filter_map(|(id, does)| match does {
            ComponentAction::Choose(steps) if self.keys.starts_with(steps.keys()) => {
                Some((id.to_owned(), steps))
            }
            _ => None,
        });
        let (id, steps) = ways.max_by_key(|(_, steps)| steps.keys().len())?;
        (self.chosen, self.progress) = (steps, Progress::Cleared);
        Some(Tap::Press(id))
    }

    /// Returns the steps chosen so far and the next one, or `None` if all are chosen.
    fn longer_prefix(&self) -> Option<Prefix> {
        self.chosen.then(self.next_key()?)
    }

    fn next_key(&self) -> Option<&String> {
        self.keys.get(self.chosen.keys().len())
    }

    /// Returns the tap that chooses the next key, which makes the chosen prefix a `longer` one.
    fn step_tap(&self, shown: &SeenMessage, longer: &Prefix) -> Option<Tap> {
        let leads =
            |does: &ComponentAction| matches!(does, ComponentAction::Choose(steps) if steps == longer);
        if let Some(id) = self.find_component(shown, leads) {
            return Some(Tap::Press(id));
        }
        let key = self.next_key()?;
        let offers_key = |id: &str| {
            let options = shown.component(id).and_then(|part| part["options"].as_array());
            options.is_some_and(|options| options.iter().any(|option| option["value"] == **key))
        };
        let mut selects = self.components_of_question(shown).filter_map(|(id, does)| match does {
            ComponentAction::Select(_, steps) if steps == self.chosen => Some(id),
            _ => None,
        });
        let select = selects.find(|id| offers_key(id))?;
        Some(Tap::Pick(select.to_owned(), key.clone()))
    }

    /// Returns the id of a component of the question that does a certain thing.
    fn find_component(
        &self,
        shown: &SeenMessage,
        is_wanted: impl Fn(&ComponentAction) -> bool,
    ) -> Option<String> {
        let mut components = self.components_of_question(shown);
        components.find(|(_, does)| is_wanted(does)).map(|(id, _)| id.to_owned())
    }

    /// Returns the enabled components of a message that belong to the question, with what they do.
    fn components_of_question<'a>(
        &self,
        shown: &'a SeenMessage,
    ) -> impl Iterator<Item = (&'a str, ComponentAction)> + use<'a> {
        let question = self.question;
        let of_question = components(shown).filter(move |(_, id)| (id.match_id, id.question) == question);
        of_question.map(|(id, custom_id)| (id, custom_id.action))
    }
}
