//! [`CarryOvers`]: what a match takes along, which is the fields of its game that the season counts.

use std::collections::BTreeMap;

use super::error::SeasonDenied;
use super::model::Season;
use super::model::episode::CarryOver;
use super::model::member::Member;
use super::model::numbers::MemberNumber;
use trigon_rules::games::{Draws, Info, Seed, Value, Values};

/// What a match takes along, and what was drawn for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CarryOvers {
    /// By member, in the order of the list.
    pub taken: Vec<CarryOver>,
    /// The members whose places were drawn, because they have the same amount and no result tells them apart.
    pub drawn: Vec<MemberNumber>,
}

impl CarryOver {
    /// Returns the values for a roster.
    pub fn values(&self) -> Values {
        let mut values = Values::default();
        for (key, number) in &self.fields {
            values.set(key, Value::Number(*number));
        }
        values
    }
}

impl Season {
    /// Returns what members take along into a match: each field of the game that has the key of a counter. A field with
    /// places in a ranking is the order of the amounts, the largest at the highest place. Equal ones are in the order of
    /// the last closed episode that says one, the best first; whatever is still equal is drawn.
    ///
    /// # Errors
    /// Fails if there is no such member, or if the game does not take an amount.
    pub fn taken_along(
        &self,
        info: &Info,
        members: &[MemberNumber],
        seed: &Seed,
    ) -> Result<CarryOvers, SeasonDenied> {
        let balances = self.balances();
        let find = |number: &MemberNumber| self.member(*number).ok_or(SeasonDenied::NoMember(*number));
        let members: Vec<&Member> = members.iter().map(find).collect::<Result<_, _>>()?;
        let mut fields: Vec<BTreeMap<String, i64>> = vec![BTreeMap::new(); members.len()];
        let mut drawn = Vec::new();
        for field in info.fields {
            let Some(counter) = self.counter(field.spec.key) else { continue };
            let amount =
                |member: &&Member| self.balance(&balances, member.number, &counter.key).unwrap_or_default();
            let amounts: Vec<i64> = members.iter().map(amount).collect();
            let numbers = if field.is_rank {
                let ranking = self.ranking(&members, &amounts, &seed.derive(field.spec.key));
                drawn.extend(ranking.drawn);
                ranking.places
            } else {
                amounts
            };
            for ((member, number), fields) in members.iter().zip(numbers).zip(&mut fields) {
                field.spec.read(&number.to_string()).map_err(|problem| SeasonDenied::Unfit {
                    name: member.name.clone(),
                    label: counter.label.clone(),
                    problem,
                })?;
                fields.insert(field.spec.key.to_owned(), number);
            }
        }
        drawn.sort_unstable();
        drawn.dedup();
        let taken = members.iter().zip(fields);
        let taken = taken.map(|(member, fields)| CarryOver { member: member.number, fields }).collect();
        Ok(CarryOvers { taken, drawn })
    }

    /// Ranks members by amounts. Equal ones are ranked by the last closed episode that says how, or drawn.
    fn ranking(&self, members: &[&Member], amounts: &[i64], seed: &Seed) -> Ranking {
        let last = self.episodes.iter().rev().find(|it| it.is_closed() && !it.ranks.is_empty());
        let rank = |i: usize| {
            let rank = last.and_then(|last| last.ranks.get(&members[i].number)).copied();
            rank.unwrap_or(u32::MAX)
        };
        let mut order: Vec<usize> = (0..members.len()).collect();
        Draws::new(seed).shuffle(&mut order);
        // Lowest place first: the smallest amount, then the worst rank. Sorting keeps what was drawn.
        let key = |i: &usize| (amounts[*i], std::cmp::Reverse(rank(*i)));
        order.sort_by_key(key);
        let mut places = vec![0; members.len()];
        for (place, i) in (1..).zip(&order) {
            places[*i] = place;
        }
        let equal = order.chunk_by(|i, next| key(i) == key(next)).filter(|chunk| chunk.len() > 1);
        let drawn = equal.flatten().map(|i| members[*i].number).collect();
        Ranking { places, drawn }
    }
}

/// The places of members in a ranking.
struct Ranking {
    /// The place of each member, in the order in which they were given: from 1, the largest amount at the highest place.
    places: Vec<i64>,
    /// The members whose places were drawn.
    drawn: Vec<MemberNumber>,
}
