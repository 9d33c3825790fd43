//! What each viewer may know of a season.
//!
//! Nothing of an episode is public before it is closed. While a match of the season is played, nothing that was booked
//! since it took along what everyone has is public either: otherwise, the book would tell what the match hides.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::balances::{Balances, HeldMark};
use super::model::Season;
use super::model::book::{BookEntry, EntryEffect};
use super::model::counter::{Counter, SeenBy};
use super::model::episode::Episode;
use super::model::member::{Member, MemberStatus};
use super::model::numbers::{EntryNumber, EpisodeNumber, MemberNumber};
use trigon_clock::Millis;

/// Who looks at a season.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeasonViewer {
    /// Everyone.
    Public,
    /// A member, who also sees their own book.
    Member(MemberNumber),
    /// The hosts, unless they play.
    Hosts,
}

/// Since when what is public of a season stands still.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frozen {
    /// The episode that is played.
    pub episode: EpisodeNumber,
    /// Its title.
    pub title: String,
    /// Since when.
    pub since: Millis,
}

/// A line of the standings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StandingsLine {
    /// The member.
    pub member: MemberNumber,
    /// The name.
    pub name: String,
    /// Whether the member plays.
    pub status: MemberStatus,
    /// The episode in which the member was eliminated.
    pub out_in: Option<EpisodeNumber>,
    /// How much the member has, in the order of the counters.
    pub amounts: Vec<i64>,
    /// The marks of the last episode with results that the viewer may know.
    pub marks: Vec<String>,
}

/// The standings of a season as a viewer may know them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standings {
    /// The title of the season.
    pub title: String,
    /// The last episode whose results are in it.
    pub episode: Option<(EpisodeNumber, String)>,
    /// Since when they stand still, if they do.
    pub frozen: Option<Frozen>,
    /// The counters: their keys, labels and signs.
    pub counters: Vec<Counter>,
    /// The members: those who play first, then by what they have.
    pub lines: Vec<StandingsLine>,
}

impl Season {
    /// Returns since when what is public stands still, if it does.
    pub fn frozen(&self) -> Option<Frozen> {
        let first = self.running().min_by_key(|(_, game)| (game.after, game.since))?;
        let (episode, game) = first;
        Some(Frozen { episode: episode.number, title: episode.title.clone(), since: game.since })
    }

    /// Returns the last entry that can be public: what was booked since a match took along what everyone has is not, while it is
    /// played.
    fn last_public_entry(&self) -> EntryNumber {
        self.running().map(|(_, game)| game.after).min().unwrap_or(EntryNumber::MAX)
    }

    /// Returns the episodes whose results are public: those that were closed before any match that is played now took something along.
    fn public_episodes(&self) -> BTreeSet<EpisodeNumber> {
        let first_hidden = self.running().map(|(_, game)| game.change).min().unwrap_or(u64::MAX);
        let is_public = |it: &&Episode| it.is_closed() && it.closed_by.is_none_or(|by| by < first_hidden);
        self.episodes.iter().filter(is_public).map(|it| it.number).collect()
    }

    /// Returns whether a viewer may see what a member has of a counter.
    pub fn shows(&self, viewer: SeasonViewer, member: MemberNumber, counter: &Counter) -> bool {
        match (viewer, counter.seen_by) {
            (SeasonViewer::Hosts, _) | (_, SeenBy::Everyone) => true,
            (SeasonViewer::Member(own), SeenBy::Owner) => own == member,
            _ => false,
        }
    }

    /// Returns the entries that a viewer may know, in order.
    pub fn visible(&self, viewer: SeasonViewer) -> Vec<&BookEntry> {
        let (closed, last) = (self.public_episodes(), self.last_public_entry());
        let is_visible = |entry: &&BookEntry| {
            let is_own = viewer == SeasonViewer::Member(entry.member);
            let is_public =
                entry.number <= last && entry.episode.is_none_or(|number| closed.contains(&number));
            let shows_counter = match &entry.what {
                EntryEffect::Delta { counter, .. } => {
                    self.counter(counter).is_some_and(|it| self.shows(viewer, entry.member, it))
                }
                EntryEffect::Mark(_) => true,
            };
            shows_counter && (viewer == SeasonViewer::Hosts || is_own || is_public)
        };
        self.entries.iter().filter(is_visible).collect()
    }

    /// Returns the cast as a viewer may know it.
    pub fn shown_cast(&self, viewer: SeasonViewer) -> Vec<Member> {
        let balances = Balances::of(self.visible(viewer));
        let shown = |member: &Member| {
            let (status, out_in) = balances.status(member);
            Member { status, out_in, ..member.clone() }
        };
        self.cast.iter().map(shown).collect()
    }

    /// Returns the counters of which a viewer may see everybody’s.
    pub fn shown_counters(&self, viewer: SeasonViewer) -> Vec<&Counter> {
        let is_shown = |it: &&Counter| viewer == SeasonViewer::Hosts || it.seen_by == SeenBy::Everyone;
        self.counters.iter().filter(is_shown).collect()
    }

    /// Returns the standings as a viewer may know them. Members see the same as everyone: what is their own is in their
    /// [`own book`](Self::own_book).
    pub fn standings(&self, viewer: SeasonViewer) -> Standings {
        let viewer = if viewer == SeasonViewer::Hosts { viewer } else { SeasonViewer::Public };
        let entries = self.visible(viewer);
        let balances = Balances::of(entries.iter().copied());
        let counters: Vec<Counter> = self.shown_counters(viewer).into_iter().cloned().collect();
        let public = self.public_episodes();
        let with_results = |it: &&Episode| {
            let has_some = !it.results.is_empty() || it.game.as_ref().is_some_and(|game| game.booked);
            public.contains(&it.number) || viewer == SeasonViewer::Hosts && (it.is_closed() || has_some)
        };
        let last = self.episodes.iter().rfind(with_results);
        let line = |member: &Member| {
            let amount = |it: &Counter| self.balance(&balances, member.number, &it.key).unwrap_or_default();
            let is_of_last =
                |it: &&HeldMark| it.episode.is_some() && it.episode == last.map(|last| last.number);
            let marks = balances.marks(member.number).iter().filter(is_of_last);
            StandingsLine {
                member: member.number,
                name: member.name.clone(),
                status: member.status,
                out_in: member.out_in,
                amounts: counters.iter().map(amount).collect(),
                marks: marks.map(|it| it.mark.clone()).collect(),
            }
        };
        let mut lines: Vec<StandingsLine> = self.shown_cast(viewer).iter().map(line).collect();
        let amounts = |line: &StandingsLine| std::cmp::Reverse(line.amounts.clone());
        lines.sort_by_cached_key(|line| {
            // Of those who are out, the one who stayed longest comes first.
            let out = line.out_in.map_or(0, |out| u32::MAX - out);
            (order_of(line.status), out, amounts(line), line.member)
        });
        let episode = last.map(|last| (last.number, last.title.clone()));
        Standings { title: self.title.clone(), episode, frozen: self.frozen(), counters, lines }
    }

    /// Returns what a member has, by counter, as a viewer may know it. What may not be known is left out.
    pub fn own_book(&self, viewer: SeasonViewer, member: MemberNumber) -> Vec<(&Counter, i64)> {
        let balances = Balances::of(self.visible(viewer));
        let shown = self.counters.iter().filter(|it| self.shows(viewer, member, it));
        shown.filter_map(|it| Some((it, self.balance(&balances, member, &it.key)?))).collect()
    }

    /// Returns the entries that concern a member, or all of them, as a viewer may know them, oldest first.
    pub fn history(&self, viewer: SeasonViewer, member: Option<MemberNumber>) -> Vec<&BookEntry> {
        let is_meant = |entry: &&BookEntry| member.is_none_or(|member| entry.member == member);
        self.visible(viewer).into_iter().filter(is_meant).collect()
    }
}

/// Returns where the standings have members of a status: those who play come first.
const fn order_of(status: MemberStatus) -> u8 {
    match status {
        MemberStatus::In => 0,
        MemberStatus::Alternate => 1,
        MemberStatus::Out => 2,
        MemberStatus::Left => 3,
    }
}
