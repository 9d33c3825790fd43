//! The sentences about what the draws depend on, and how anybody can check that.
//!
//! What the hash proves is said when it is published, and again with the seed, so it stands here once.

use super::pieces::mention_all;
use crate::ui::escape;
use crate::ui::words::{capitalized, match_and_commitment, mention, round, small, when, with_mention};
use trigon_engine::ids::{MatchId, UserId};
use trigon_engine::matches::{Beacon, Match, Millis, Player, Quicknet, RecordedBeacon, Signature};
use trigon_rules::games::{Word, phrase};

/// Announces the hash in a message that is never edited.
pub(in crate::announce) fn committed(id: MatchId, hash: &str, beacon: Option<&Beacon>) -> String {
    let with = beacon.map(|beacon| format!(", to be mixed with {}", round(beacon.round)));
    small(&format!("🔒 {}{}", match_and_commitment(id, hash), with.unwrap_or_default()))
}

/// Says what the hash is for while the seed is secret, and what it does not prove.
pub(in crate::announce) fn hash_explained(hash: &str, beacon: Option<&Beacon>) -> String {
    let begins = format!(
        "**The draws.** I chose a secret seed for this match before anybody joined. Its hash is `{hash}`. I publish the seed at the \
         end, and I can’t change it before that without changing its hash."
    );
    let Some(beacon) = beacon else {
        return format!(
            "{begins} Every draw follows from it and from the words that players add before the match begins.\n{NOT_PROVEN} One \
             word that they couldn’t guess is enough to spoil their choice.\n{WHO_SEES}"
        );
    };
    format!(
        "{begins} Every draw follows from it, from the words that players add, and from {} (chain `{}`), published {}. The roster and \
         the words are final before that.\n{NOT_PROVEN_WITH_BEACON}\n{WHO_SEES}",
        round(beacon.round),
        Quicknet::HASH,
        when(beacon.published())
    )
}

/// Points to the rules about who sees and may change what.
const WHO_SEES: &str = "Who sees what, and who can change what, is in `/rules` under *Fair play*.";

/// What the hash does not prove.
const NOT_PROVEN: &str = "It doesn’t prove that the seed was random. The person who runs me could have tried many seeds \
                          before this, knows every draw, and can read every secret.";

/// What the hash does not prove if players have added words.
const NOT_PROVEN_WITH_WORDS: &str = "It doesn’t prove that nobody looked. Once the words were in, the person who runs me could \
                                     know every draw and read every secret.";

/// What the hash does not prove if a beacon goes into the draws.
const NOT_PROVEN_WITH_BEACON: &str = "It doesn’t prove that nobody looked. Once the round is published, the person who runs me \
                                      can work out every draw and read every secret.";

/// Tells everyone which word a player has added to the draws.
pub(in crate::announce) fn word_added(id: MatchId, user: UserId, word: &Word, number: usize) -> String {
    let word = escape::text(word.as_str());
    format!("Word {number} for the draws of match {id}, from {}: “{word}”", mention(user))
}

/// Announces that the roster is final before a round is published.
pub(in crate::announce) fn roster_closed(id: MatchId, number: u64, is_other: bool) -> String {
    let other = if is_other {
        " I couldn’t say so in time for the round that I had named, so I take a later one."
    } else {
        ""
    };
    format!(
        "The roster of match {id} is closed, and so are the words.{other} **Everything that is drawn now depends on {}**, which is \
         published {}: then the match starts. I never edit this message.",
        round(number),
        when(Quicknet::published(number))
    )
}

/// Introduces the list returned by [`by_joining`].
pub(in crate::announce) fn in_order(game: &Match) -> String {
    let words = match game.words.len() {
        0 => "No words were added.".to_owned(),
        words => format!("{} went in before.", capitalized(&phrase::counted(words as i64, "word"))),
    };
    format!("{words} The players, in order:")
}

/// Lists the players in the order of the roster, which decides what is drawn for whom.
pub(in crate::announce) fn by_joining(game: &Match) -> Vec<String> {
    let name = |player: &Player| format!("**{}**", escape::name(&player.name));
    let line = |player: &Player| with_mention(&name(player), player.user_id);
    (1..).zip(&game.players).map(|(place, player)| format!("`{place:>2}` {}", line(player))).collect()
}

/// Says that the roster closes later, because there are not enough players.
pub(in crate::announce) fn roster_stays_open(closes: Millis, number: u64) -> String {
    format!(
        "There aren’t enough players yet, so the roster stays open until {}. Then {}, which is published {}, goes into every draw \
         instead of the round that I named before.",
        when(closes),
        round(number),
        when(Quicknet::published(number))
    )
}

/// Tells everyone what has been added to the draws.
pub(in crate::announce) fn beacon_known(id: MatchId, number: u64, signature: &Signature) -> String {
    format!("{} for the draws of match {id}: `{signature}`", capitalized(&round(number)))
}

/// Says that the match waits for a round of the beacon, and how a host can end that.
pub(in crate::announce) fn beacon_late(hosts: &[UserId], number: u64) -> String {
    format!(
        "⚠️ {}: I can’t get {} at the moment, and I won’t start the match without it. I’ll try again every minute; \
         `/host cancel` calls the match off.",
        mention_all(hosts),
        round(number)
    )
}

/// Says who sits where, once a match has drawn or rotated its seats.
pub(in crate::announce) fn started(names: &[String], drawn: bool) -> String {
    let seats: Vec<String> = (1..).zip(names).map(|(seat, name)| format!("{seat} {name}")).collect();
    let how = if drawn { "drawn" } else { "passed on by one since the last match" };
    format!("🎲 **Seats, {how}:** {}.", seats.join(", "))
}

/// Says where moves can be typed: the bot does not get what people write in servers.
pub(in crate::announce) const UNREAD: &str =
    "I can’t read what you write here. Use the buttons, or send me your move in a direct message.";

pub(in crate::announce) fn phase_begins(phase: &str) -> String {
    format!("{phase} begins.")
}

pub(in crate::announce) fn goes_first(name: &str) -> String {
    format!("**{name} goes first.**")
}

/// Says where to find the seed.
pub(in crate::announce) fn seed_in_short(post: Option<&str>) -> String {
    let hash = post.map_or_else(|| "its hash".to_owned(), |post| format!("[its hash]({post})"));
    format!("🔒 The seed is public now: **Fair play** shows it, and how to check it against {hash}.")
}

/// Publishes the seed, and says how to check the draws with it and what that does not prove.
pub(in crate::announce) fn seed(
    seed: &str,
    post: Option<&str>,
    words: usize,
    beacon: Option<&RecordedBeacon>,
) -> String {
    let place = post.unwrap_or("in this channel");
    let mut mixed = String::new();
    let mut not_proven = NOT_PROVEN;
    if words > 0 {
        let count = phrase::counted(words as i64, "word");
        mixed += &format!(" {count} from players went into every draw with it.");
        not_proven = NOT_PROVEN_WITH_WORDS;
    }
    if let Some(beacon) = beacon {
        mixed += &format!(" {} went into every draw with it.", capitalized(&round(beacon.round)));
        // What a beacon leaves unproven holds with words as well.
        not_proven = NOT_PROVEN_WITH_BEACON;
    }
    format!(
        "The seed was `{seed}`, and its hash was posted before the match: {place}.{mixed} Save \
         record.json and run `trigon verify record.json --commitment HASH` with the hash from that post: it recomputes \
         every draw and state, which shows that no draw was changed afterwards. {not_proven} Nor does it prove that players sent these \
         moves, or who was told what."
    )
}
