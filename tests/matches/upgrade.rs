//! A stored match under different rules from those it began with: it goes on only if everything stored still follows.

use trigon::games::Registry;
use trigon::ids::{MatchId, UserId};

use super::*;

impl Hall {
    /// Changes the store as no part of Trigon does, as if its contents came from a program with other rules.
    async fn tamper(&self, sql: &str) {
        assert!(self.database.run(sql).await > 0, "{sql}");
        // Every program that changes a match does this, so that others read it again.
        self.database.run("UPDATE matches SET version = version + 1").await;
    }

    /// Returns what the messages about changed rules in the channel say.
    async fn rules_notices(&self) -> Vec<RulesNotice> {
        let notices = self.told().await.into_iter().filter_map(|(target, notice)| {
            let notice = serde_json::to_value(notice).unwrap();
            let is_it = notice["notice"] == "rules-changed";
            assert!(!is_it || target == Target::Channel(CHANNEL));
            let is_stopped = notice["broken"].is_object();
            is_it.then_some(if is_stopped { RulesNotice::Stopped } else { RulesNotice::GoesOn })
        });
        notices.collect()
    }

    /// Makes the state after an entry another one than the rules lead to.
    async fn break_state(&self, seq: i64) {
        let sql = format!("UPDATE match_log SET state_hash = '0123456789abcdef' WHERE seq = {seq}");
        self.tamper(&sql).await;
    }

    /// Plays up to round 2 of a match of seven: two answers, and the entry of the clock that ends round 1, [`CLOCK_ENTRY`].
    async fn second_round(&self) -> MatchId {
        let id = self.running(seven()).await;
        self.act(id, 1, "move -").await.unwrap();
        self.act(id, 2, "move -").await.unwrap();
        self.at(24).await;
        assert_eq!((self.round(id).await, actions(&*self.load(id).await)), (2, 3));
        self.told().await;
        id
    }
}

/// The entry with which the clock ends round 1 in [`Hall::second_round`].
const CLOCK_ENTRY: i64 = 6;

/// What a message about changed rules says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RulesNotice {
    /// The match is stopped, because it does not follow from them.
    Stopped,
    /// The match goes on under them.
    GoesOn,
}

/// Makes the rules that matches were written under others than those of this program.
const OTHER_RULES: &str = "UPDATE matches SET rules_version = 0";

#[tokio::test]
async fn a_match_whose_states_no_longer_follow_is_stopped_and_its_host_told_once() {
    let hall = Hall::new().await;
    let id = hall.second_round().await;
    hall.tamper(OTHER_RULES).await;
    hall.break_state(CLOCK_ENTRY).await;

    // No deadline is processed, however often it is checked.
    hall.at(48).await;
    hall.at(72).await;
    let game = hall.load(id).await;
    assert_eq!((actions(&game), game.status, game.deadline), (3, Status::Running, None));
    assert_eq!(hall.rules_notices().await, [RulesNotice::Stopped]);

    // Nothing is accepted, from anybody.
    let version = format!("(version 0 → {})", game.info().version);
    let refused = [
        sentence(hall.act(id, 1, "move -").await),
        sentence(hall.matches.ask(id, &host(), Command::EndPhase).await),
        sentence(hall.matches.ask(id, &host(), Command::Extend(5)).await),
        sentence(hall.matches.ask(id, &host(), Command::Resume).await),
        sentence(game.playing().map(|_| ())),
    ];
    for refused in refused {
        assert!(refused.contains(&version) && refused.contains("stopped"), "{refused}");
        // The number of entries would reveal how many have answered.
        assert!(
            refused.contains("round 1 of 10 no longer follows") && !refused.contains("entry"),
            "{refused}"
        );
    }
    assert!(hall.rules_notices().await.is_empty(), "it has been said");
    assert_eq!(actions(&*hall.load(id).await), 3);

    // The host can still get what is stored, and end the match.
    let record = hall.load(id).await.record().unwrap();
    assert_eq!(record.log.len(), 3);
    hall.matches.ask(id, &host(), Command::Cancel).await.unwrap();
    let game = hall.load(id).await;
    assert_eq!(game.status, Status::Cancelled);
    let record = game.record().unwrap();
    assert_eq!((record.log.len(), record.start.is_none()), (3, true), "no start is made up by other rules");
    assert!(record.seed.is_some());
}

#[tokio::test]
async fn a_match_that_still_follows_goes_on_and_its_host_is_told_once() {
    let hall = Hall::new().await;
    let id = hall.second_round().await;
    let before = hall.load(id).await;
    hall.tamper(OTHER_RULES).await;
    hall.act(id, 1, "move -").await.unwrap();
    hall.at(48).await;
    assert_eq!(hall.round(id).await, 3);
    let after = hall.load(id).await;
    assert_eq!(after.rules_version, before.rules_version, "all of it follows the new rules");
    assert_eq!(hall.rules_notices().await, [RulesNotice::GoesOn]);
    hall.at(72).await;
    assert!(hall.rules_notices().await.is_empty());
    hall.tamper(OTHER_RULES).await;
    assert_eq!(hall.round(id).await, 4, "what was played after the change follows, too");
}

#[tokio::test]
async fn draws_refusals_and_missing_states_stop_a_match_of_turns_and_the_action_is_named() {
    let changes = [
        "UPDATE match_log SET draws = '[1, 1, 1]' WHERE seq = 3",
        "UPDATE match_log SET action = 'end' WHERE seq = 3",
        "UPDATE match_log SET state_hash = NULL WHERE seq = 3",
    ];
    for change in changes {
        let hall = Hall::new().await;
        let id = hall.turns("trice", 3).await;
        assert_eq!(hall.play(id, 0).await, "roll");
        hall.play(id, 0).await;
        let user = hall.user(id, hall.asked(id).await.number()).await;
        hall.told().await;
        hall.tamper(OTHER_RULES).await;
        hall.tamper(change).await;
        let refused = sentence(hall.matches.act(id, user, "end").await);
        assert!(
            refused.contains("Trice have changed") && refused.contains("action 1 no longer follows"),
            "{refused}"
        );
        assert!(
            sentence(hall.matches.ask(id, &Person::user(user), Command::Resign).await).contains("stopped")
        );
        assert!(
            sentence(hall.matches.ask(id, &Person::user(user), Command::Offer(OfferKind::Draw)).await)
                .contains("stopped")
        );
        assert_eq!(hall.rules_notices().await, [RulesNotice::Stopped], "{change}");
        assert_eq!(actions(&*hall.load(id).await), 2);
    }
}

#[tokio::test]
async fn another_start_stops_a_match_before_its_first_entry() {
    for pregame_hours in [0, 24] {
        let hall = Hall::new().await;
        let id = hall.seated(Terms { pregame_hours, ..seven() }).await;
        hall.matches.ask(id, &host(), Command::Start).await.unwrap();
        hall.told().await;
        hall.tamper(OTHER_RULES).await;
        hall.tamper("UPDATE matches SET start_hash = '0123456789abcdef'").await;
        hall.at(24).await;
        let game = hall.load(id).await;
        assert!(game.session.is_none() && actions(&game) == 0);
        assert_eq!(hall.rules_notices().await, [RulesNotice::Stopped]);
        let refused = sentence(hall.matches.ask(id, &host(), Command::EndPhase).await);
        assert!(refused.contains("its start no longer follows"), "{refused}");
    }
}

#[tokio::test]
async fn what_has_been_taken_back_need_not_follow() {
    let hall = Hall::new().await;
    let id = hall.turns("triangoli", 2).await;
    let (first, second) = (hall.user(id, 1).await, hall.user(id, 2).await);
    hall.play(id, 0).await;
    hall.matches.ask(id, &Person::user(first), Command::Offer(OfferKind::Takeback)).await.unwrap();
    hall.matches.answer(id, second, OfferKind::Takeback, true, None).await.unwrap();
    hall.play(id, 1).await;
    hall.tamper(OTHER_RULES).await;
    hall.break_state(3).await;
    hall.play(id, 0).await;
    assert_eq!(hall.rules_notices().await, [RulesNotice::GoesOn]);
}

#[tokio::test]
async fn a_new_version_looks_at_every_unfinished_match_once_when_it_starts() {
    let hall = Hall::new().await;
    // Without a clock nothing would ever look at it.
    let stopped = hall.turns("triangoli", 2).await;
    let open = hall.create(seven()).await;
    let sound = hall.running(seven()).await;
    hall.play(stopped, 0).await;
    hall.told().await;
    hall.tamper(OTHER_RULES).await;
    hall.tamper("UPDATE match_log SET state_hash = '0123456789abcdef' WHERE match_id = 1").await;
    assert_eq!(stopped, MatchId(1));
    hall.other_process().await.check_rules().await.unwrap();
    assert_eq!(hall.rules_notices().await, [RulesNotice::Stopped, RulesNotice::GoesOn]);
    hall.other_process().await.check_rules().await.unwrap();
    hall.matches.check_rules().await.unwrap();
    assert!(hall.rules_notices().await.is_empty());
    // An open roster has nothing that would have to follow: it begins under the present rules.
    assert!(hall.load(open).await.rules.is_none());
    assert_eq!(hall.round(sound).await, 1);
}

#[tokio::test]
async fn a_sign_up_begins_under_the_rules_of_the_day() {
    let hall = Hall::new().await;
    let id = hall
        .joined("triangoli", 2, Terms::usual(Registry::standard().get("triangoli").unwrap().info()))
        .await;
    let version = hall.load(id).await.rules_version;
    hall.tamper(OTHER_RULES).await;
    hall.matches.ask(id, &person(UserId(101)), Command::Start).await.unwrap();
    assert_eq!(hall.load(id).await.rules_version, version);
}

#[tokio::test]
async fn with_the_earlier_rules_again_a_stopped_match_goes_on_where_it_was() {
    let hall = Hall::new().await;
    let id = hall.second_round().await;
    hall.tamper(OTHER_RULES).await;
    let otherwise =
        format!("UPDATE match_log SET state_hash = 'another' || state_hash WHERE seq = {CLOCK_ENTRY}");
    hall.tamper(&otherwise).await;
    hall.at(36).await;
    assert!(hall.matches.act(id, UserId(101), "move -").await.is_err());
    // The previous program knows these rules. Under its own version a match is not compared, so the wrong hash no longer matters.
    let version = Registry::standard().get("triforce-building").unwrap().info().version;
    hall.tamper(&format!("UPDATE matches SET rules_version = {version}")).await;
    hall.matches.ask(id, &host(), Command::Resume).await.unwrap();
    assert_eq!(hall.load(id).await.deadline, Some(NOON + 48 * HOUR), "the time that was left");
    hall.act(id, 1, "move -").await.unwrap();
    hall.at(48).await;
    assert_eq!(hall.round(id).await, 3);
    assert!(hall.load(id).await.stopped_by_rules().is_none());
}

#[tokio::test]
async fn a_match_that_is_over_is_not_stopped_any_more() {
    let hall = Hall::new().await;
    let id = hall.turns("triangoli", 2).await;
    hall.play(id, 0).await;
    let user = hall.user(id, 1).await;
    hall.matches.ask(id, &Person::user(user), Command::Resign).await.unwrap();
    hall.told().await;
    hall.tamper(OTHER_RULES).await;
    hall.break_state(3).await;
    hall.matches.check_rules().await.unwrap();
    assert!(sentence(hall.matches.act(id, user, "end").await).contains("is over"));
    assert!(hall.rules_notices().await.is_empty());
    hall.matches.rematch(id, &Person::user(user)).await.unwrap();
}

#[tokio::test]
async fn a_match_that_began_under_a_version_that_is_still_known_goes_on_as_it_was_built() {
    let hall = Hall::new().await;
    let id = hall.second_round().await;
    hall.tamper("UPDATE matches SET rules_version = 1").await;
    hall.act(id, 1, "move -").await.unwrap();
    hall.at(48).await;
    hall.matches.check_rules().await.unwrap();
    let game = hall.load(id).await;
    assert_eq!((game.rules_version, hall.round(id).await), (1, 3));
    assert!(hall.rules_notices().await.is_empty(), "nothing changes for anybody");
    assert_eq!(game.record().unwrap().extras.rules_version, Some(1));
}
