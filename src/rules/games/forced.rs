//! [`Forced`]: a win that a seat can bring about before anybody else acts, whatever is drawn.

use super::{By, Draws, Game, Seat, Seed};

/// A win within a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forced {
    /// The shortest actions that win, in notation.
    pub actions: Vec<String>,
    /// The number of first actions with which the seat wins as fast.
    pub winning: usize,
    /// The number of first actions that are legal.
    pub legal: usize,
}

/// The longest win that is looked for, in actions.
const MAX_ACTIONS: usize = 6;

/// Returns a win of the seat that is asked, if there is one before anybody else acts. Actions that draw are left out, because
/// they force nothing. After trying `most` actions, the search ends without a result.
pub(super) fn forced_win<G: Game>(state: &G::State, most: u32) -> Option<Forced> {
    let seat = asked::<G>(state)?;
    let mut budget = TryBudget { left: most };
    let first = G::legal(state, seat);
    for length in 1..=MAX_ACTIONS {
        let mut wins = Vec::new();
        for action in &first {
            wins.extend(budget.win_after::<G>(state, seat, action, length).ok()?);
        }
        if let Some(actions) = wins.first() {
            let actions = actions.iter().rev().map(G::Action::to_string).collect();
            return Some(Forced { actions, winning: wins.len(), legal: first.len() });
        }
    }
    None
}

fn asked<G: Game>(state: &G::State) -> Option<Seat> {
    match &G::to_act(state)[..] {
        [asked] if !asked.answered => Some(asked.seat),
        _ => None,
    }
}

/// How many actions may still be tried.
struct TryBudget {
    left: u32,
}

/// The search has taken too long.
struct BudgetSpent;

impl TryBudget {
    /// Returns a win that begins with an action and has at most some length, its last action first.
    fn win_after<G: Game>(
        &mut self,
        state: &G::State,
        seat: Seat,
        action: &G::Action,
        length: usize,
    ) -> Result<Option<Vec<G::Action>>, BudgetSpent> {
        self.left = self.left.checked_sub(1).ok_or(BudgetSpent)?;
        let Some(after) = applied::<G>(state, seat, action) else { return Ok(None) };
        if let Some(outcome) = G::outcome(&after) {
            return Ok(outcome.has_won(seat).then(|| vec![action.clone()]));
        }
        if length == 1 || asked::<G>(&after) != Some(seat) {
            return Ok(None);
        }
        for next in G::legal(&after, seat) {
            if let Some(mut win) = self.win_after::<G>(&after, seat, &next, length - 1)? {
                win.push(action.clone());
                return Ok(Some(win));
            }
        }
        Ok(None)
    }
}

/// Returns the state after an action, or `None` if the action draws or is refused.
fn applied<G: Game>(state: &G::State, seat: Seat, action: &G::Action) -> Option<G::State> {
    let (mut after, mut draws) = (state.clone(), Draws::new(&Seed::from([0; 32])));
    G::apply(&mut after, By::Seat(seat), action, &mut draws).ok()?;
    (draws.taken() == 0).then_some(after)
}
