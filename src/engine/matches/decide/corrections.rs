//! Correcting the roster of a match that is being played, which then begins again.

use super::change::Change;
use super::draft::Draft;
use super::propose::Details;
use crate::ids::UserId;
use crate::matches::model::control::{BeforeCorrection, Control};
use crate::matches::model::denied::Denied;
use crate::matches::model::game_match::{Match, Player};
use crate::matches::model::proposal::{Correction, Proposal};
use trigon_rules::games::{Values, phrase};

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
    let may_alone =
        || before.check_may_take_back(&before.taken_by_beginning_again(draft.now), draft.now).is_ok();
    if before.question.number == 0 && !draft.role.has_a_stake() && may_alone() {
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

    /// Sets values of a player's line, and says which.
    fn set_values(&mut self, user: UserId, fields: &Values) -> Result<String, Denied> {
        let before = self.before;
        self.after.terms.brought.clear();
        let at = before.players.iter().position(|player| player.user_id == user);
        let at = at.ok_or(Denied::NotOnRoster(user))?;
        let players = &mut self.after.players;
        let mut what = Vec::new();
        for field in before.info().fields {
            let (key, label) = (field.spec.key, field.spec.label.to_lowercase());
            let Some(wanted) = fields.get(key) else { continue };
            let known = players[at].fields.get(key).cloned();
            if known.as_ref() == Some(wanted) {
                continue;
            }
            let holds = |player: &Player| field.is_rank && player.fields.get(key) == Some(wanted);
            let holder = players.iter().position(holds);
            players[at].fields.set(key, wanted.clone());
            // A place in a ranking is swapped with its holder.
            let mut line = format!("{label} of {}", before.players[at].name);
            if let Some((holder, known)) = holder.zip(known) {
                players[holder].fields.set(key, known);
                line = format!("{line}, swapped with {}", before.players[holder].name);
            }
            if field.is_rank {
                let places = players.len() as i64;
                let place = players[at].fields.number(key).unwrap_or(0);
                if !(1..=places).contains(&place) {
                    return Err(Denied::Place {
                        label: field.spec.label,
                        place,
                        players: before.terms.players,
                    });
                }
            }
            what.push(line);
        }
        if what.is_empty() { Err(Denied::NothingCorrected) } else { Ok(phrase::all_of(&what)) }
    }
}

/// Returns what a correction of the roster changes, as it is before.
fn before_correction(game: &Match) -> Option<Box<BeforeCorrection>> {
    let (setup, start_hash) = (game.setup.clone()?, game.start_hash.clone());
    let fields = game.players.iter().map(|player| player.fields.clone()).collect();
    Some(Box::new(BeforeCorrection { setup, start_hash, fields }))
}
