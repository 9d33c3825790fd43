//! Correcting the roster of a match that is being played, which then begins again.

use super::change::Change;
use super::draft::Draft;
use super::propose::Details;
use crate::ids::UserId;
use crate::matches::model::control::{BeforeCorrection, Control};
use crate::matches::model::denied::Denied;
use crate::matches::model::game_match::{Match, Player};
use crate::matches::model::proposal::{Correction, Proposal};
use trigon_rules::games::{Field, Value, Values, phrase};

/// Corrects values of a player's line, or asks all players whether to, once a phase has ended, if the host plays, or if the
/// first phase would last longer than hosts may let it. As the values may change what everyone was asked on, all answers are
/// asked for again.
pub(super) fn correct(
    mut draft: Draft<'_>,
    user: UserId,
    fields: &Values,
    reason: &str,
) -> Result<Change, Denied> {
    let before = draft.before;
    before.playing()?;
    if before.has_turns() {
        return Err(Denied::TooLateToCorrect(before.id));
    }
    before.check_may_begin_again(draft.now)?;
    let is_in_first_phase = before.question.number == 0;
    let taken = before.taken_by_beginning_again(draft.now);
    if is_in_first_phase && !draft.role.has_a_stake() && before.check_may_take_back(&taken, draft.now).is_ok()
    {
        draft.correct(user, fields, reason)?;
        return Ok(draft.finish());
    }
    let what = Draft::new_like(&draft).set_values(user, fields)?;
    let correction = Correction { user, fields: fields.clone(), what, reason: reason.to_owned() };
    draft.ask_all(Proposal::Correct, Details { correction: Some(&correction), removal: None })
}

impl Draft<'_> {
    /// Corrects values of a player's line, and begins the match again.
    pub(super) fn correct(&mut self, user: UserId, fields: &Values, reason: &str) -> Result<(), Denied> {
        let seat = self.before.seated().find(|(_, player)| player.user_id == user).map(|(seat, _)| seat);
        let seat = seat.ok_or(Denied::NotOnRoster(user))?;
        let what = self.set_values(user, fields)?;
        self.set_up()?;
        let took = if self.agreed { Vec::new() } else { self.before.taken_by_beginning_again(self.now) };
        let (reason, was) = (reason.to_owned(), before_correction(self.before));
        self.note_as_host(Control::Correct { seat, what, reason, took, was })?;
        self.begin_again(0)
    }

    /// Sets values of a player's line, and says which, in words for everyone.
    fn set_values(&mut self, user: UserId, fields: &Values) -> Result<String, Denied> {
        self.after.terms.brought.clear();
        let place = self.before.players.iter().position(|player| player.user_id == user);
        let place = place.ok_or(Denied::NotOnRoster(user))?;
        let mut changes = Vec::new();
        for field in self.before.info().fields {
            let Some(wanted) = fields.get(field.spec.key) else { continue };
            if self.after.players[place].fields.get(field.spec.key) != Some(wanted) {
                changes.push(self.set_value(place, field, wanted)?);
            }
        }
        if changes.is_empty() { Err(Denied::NothingCorrected) } else { Ok(phrase::all_of(&changes)) }
    }

    /// Sets a value of the player at an index, and says what has changed. A place in a ranking is swapped with its holder.
    fn set_value(&mut self, place: usize, field: &Field, wanted: &Value) -> Result<String, Denied> {
        let (before, key) = (self.before, field.spec.key);
        let players = &mut self.after.players;
        let known = players[place].fields.get(key).cloned();
        let holds_wanted = |player: &Player| field.is_rank && player.fields.get(key) == Some(wanted);
        let holder = players.iter().position(holds_wanted);
        players[place].fields.set(key, wanted.clone());
        let mut change = format!("{} of {}", field.spec.label.to_lowercase(), before.players[place].name);
        if let Some((holder, known)) = holder.zip(known) {
            players[holder].fields.set(key, known);
            change = format!("{change}, swapped with {}", before.players[holder].name);
        }
        let rank = players[place].fields.number(key).unwrap_or(0);
        if field.is_rank && !(1..=players.len() as i64).contains(&rank) {
            let (label, players) = (field.spec.label, before.terms.players);
            return Err(Denied::Place { label, place: rank, players });
        }
        Ok(change)
    }
}

/// Returns what a correction of the roster changes, as it is before.
fn before_correction(game: &Match) -> Option<Box<BeforeCorrection>> {
    let (setup, start_hash) = (game.setup.clone()?, game.start_hash.clone());
    let fields = game.players.iter().map(|player| player.fields.clone()).collect();
    Some(Box::new(BeforeCorrection { setup, start_hash, fields }))
}
