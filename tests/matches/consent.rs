//! What hosts may not do alone, and what comes of asking the players.

use trigon::ids::{MatchId, UserId};
use trigon::matches::{Limits, Proposal};

use super::*;

/// Returns terms that bind hosts.
fn limited() -> Terms {
    Terms { limits: Some(Limits { phase_hours: 10, match_hours: 15, shorten: false }), ..seven() }
}

/// Checks that something was denied because players have to agree.
#[expect(clippy::needless_pass_by_value, reason = "called with what a command returns")]
fn needs_consent<T: std::fmt::Debug>(result: Result<T, Denied>) {
    assert!(matches!(result, Err(Denied::NeedsConsent(_))), "{result:?}");
}

impl Hall {
    /// Has everyone agree who has not yet.
    async fn all_agree(&self, id: MatchId) -> Arc<Match> {
        let open = self.load(id).await.proposal().unwrap().clone();
        let game = self.load(id).await;
        for seat in game.voters().into_iter().filter(|seat| !open.agreed.contains(seat)) {
            let user = game.player(seat).unwrap().user_id;
            self.ask(id, user, Command::Consent { number: open.number, agree: true }).await.unwrap();
        }
        self.load(id).await
    }
}

#[tokio::test]
async fn hosts_extend_alone_up_to_their_limits_and_further_with_everyone() {
    let hall = Hall::new().await;
    let id = hall.running(limited()).await;
    hall.ask(id, HOST, Command::Extend(6)).await.unwrap();
    needs_consent(hall.ask(id, HOST, Command::Extend(5)).await);
    let game = hall.ask(id, HOST, Command::Extend(4)).await.unwrap();
    assert_eq!(game.deadline, Some(NOON + 34 * HOUR));
    hall.at(34).await;
    // A phase has its own limit, and the match one for all of them.
    needs_consent(hall.ask(id, HOST, Command::Extend(6)).await);
    hall.ask(id, HOST, Command::Extend(5)).await.unwrap();
    needs_consent(hall.ask(id, HOST, Command::Extend(1)).await);

    hall.told().await;
    let game = hall.ask(id, HOST, Command::Propose(Proposal::Extend(48 * HOUR))).await.unwrap();
    let told = hall.told().await;
    assert_eq!(told, [(Target::Channel(CHANNEL), Notice::Proposed { number: 1 })]);
    let twice = hall.ask(id, HOST, Command::Propose(Proposal::Pause)).await;
    assert_eq!(twice.unwrap_err(), Denied::ProposalPending(id));
    let deadline = game.deadline.unwrap();
    let consent = Command::Consent { number: 1, agree: true };
    for seat in 1..=6 {
        let game = hall.ask(id, UserId(100 + seat), consent.clone()).await.unwrap();
        assert_eq!(game.deadline, Some(deadline), "until the last one agrees, nothing happens");
    }
    assert_eq!(hall.ask(id, UserId(103), consent.clone()).await.unwrap_err(), Denied::AlreadyAccepted);
    let game = hall.ask(id, UserId(107), consent.clone()).await.unwrap();
    assert_eq!(game.deadline, Some(deadline + 48 * HOUR));
    assert_eq!(hall.ask(id, UserId(107), consent).await.unwrap_err(), Denied::ProposalGone(id));
    let moved = game.log.iter().rev().find(|entry| matches!(entry.control(), Some(Control::Extend(_))));
    assert_eq!(moved.unwrap().host, Some(HOST), "it is the host’s doing, not the last player’s");
    let other = hall.other_process().await.load(id).await.unwrap();
    assert_eq!((other.deadline, other.proposal()), (game.deadline, None));
}

#[tokio::test]
async fn one_player_is_enough_to_refuse_and_a_proposal_lapses_with_its_round() {
    let hall = Hall::new().await;
    let id = hall.running(limited()).await;
    needs_consent(hall.ask(id, HOST, Command::Extend(-1)).await);
    hall.ask(id, HOST, Command::Propose(Proposal::Extend(-HOUR))).await.unwrap();
    hall.told().await;
    let game = hall.ask(id, UserId(104), Command::Consent { number: 1, agree: false }).await.unwrap();
    assert_eq!((game.proposal(), game.deadline), (None, Some(NOON + 24 * HOUR)));
    let what = Proposal::Extend(-HOUR);
    let refused = Notice::NotAgreed { what, seat: Some(Seat::new(4)) };
    assert_eq!(hall.told().await, [(Target::Channel(CHANNEL), refused)]);
    hall.ask(id, HOST, Command::Propose(Proposal::Pause)).await.unwrap();
    hall.ask(id, HOST, Command::Withdraw(2)).await.unwrap();
    assert_eq!(hall.load(id).await.proposal(), None);
    hall.ask(id, HOST, Command::Propose(Proposal::EndPhase)).await.unwrap();
    hall.ask(id, UserId(101), Command::Consent { number: 3, agree: true }).await.unwrap();
    hall.at(24).await;
    assert_eq!(hall.load(id).await.proposal(), None);
    let late = hall.ask(id, UserId(102), Command::Consent { number: 3, agree: true }).await;
    assert_eq!(late.unwrap_err(), Denied::ProposalGone(id));
    // Only players are asked, and only hosts ask.
    hall.ask(id, HOST, Command::Propose(Proposal::Pause)).await.unwrap();
    assert_eq!(
        hall.ask(id, UserId(98), Command::Consent { number: 4, agree: true }).await.unwrap_err(),
        Denied::NoSeat(id)
    );
    for user in [98, 101] {
        let refused = hall.ask(id, UserId(user), Command::Withdraw(4)).await;
        assert!(matches!(refused, Err(Denied::NotAllowed { .. })), "{refused:?}");
    }
}

#[tokio::test]
async fn a_round_ends_early_if_everyone_has_answered_or_agrees() {
    let hall = Hall::new().await;
    let id = hall.running(limited()).await;
    for seat in 1..=6 {
        hall.act(id, seat, "move -").await.unwrap();
    }
    needs_consent(hall.ask(id, HOST, Command::EndPhase).await);
    hall.act(id, 7, "move -").await.unwrap();
    hall.ask(id, HOST, Command::EndPhase).await.unwrap();
    assert_eq!(hall.round(id).await, 2);
    hall.ask(id, HOST, Command::Propose(Proposal::EndPhase)).await.unwrap();
    let game = hall.all_agree(id).await;
    assert_eq!(hall.round(id).await, 3);
    let ended = game.log.iter().rev().find(|entry| entry.action().is_some()).unwrap();
    assert_eq!((ended.by, ended.host), (By::Host, Some(HOST)));
}

#[tokio::test]
async fn a_host_who_plays_asks_the_others_for_everything_that_concerns_the_clock() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { co_hosts: vec![UserId(101)], ..limited() }).await;
    needs_consent(hall.ask(id, UserId(101), Command::Extend(1)).await);
    needs_consent(hall.ask(id, UserId(101), Command::Pause).await);
    hall.ask(id, UserId(101), Command::Propose(Proposal::Extend(HOUR))).await.unwrap();
    assert_eq!(hall.load(id).await.proposal().unwrap().agreed, [Seat::new(1)], "who asks agrees");
    assert_eq!(hall.all_agree(id).await.deadline, Some(NOON + 25 * HOUR));
    hall.at(25).await;
    let undo = Command::Rewind(hall.load(id).await.question);
    assert!(matches!(hall.ask(id, UserId(101), undo).await, Err(Denied::NotAllowed { .. })));
    hall.ask(id, UserId(101), Command::Propose(Proposal::Undo)).await.unwrap();
    let game = hall.all_agree(id).await;
    assert_eq!((hall.round(id).await, game.question.undos), (1, 1));
    hall.ask(id, UserId(101), Command::Propose(Proposal::Pause)).await.unwrap();
    assert!(hall.all_agree(id).await.paused().is_some());
    // What cannot be done is not even proposed.
    let undo = hall.ask(id, UserId(101), Command::Propose(Proposal::Undo)).await;
    assert_eq!(undo.unwrap_err(), Denied::NothingToUndo(id));
    assert_eq!(
        hall.ask(id, UserId(101), Command::Propose(Proposal::Pause)).await.unwrap_err(),
        Denied::Paused(id)
    );
}

#[tokio::test]
async fn who_has_left_in_secret_still_counts_until_everyone_knows() {
    let hall = Hall::new().await;
    let id = hall.running(limited()).await;
    hall.ask(id, UserId(105), Command::Leave).await.unwrap();
    hall.ask(id, HOST, Command::Propose(Proposal::Extend(20 * HOUR))).await.unwrap();
    let game = hall.load(id).await;
    assert_eq!(game.voters().len(), 7, "the number would tell that somebody has left");
    for seat in [1, 2, 3, 4, 6, 7] {
        hall.ask(id, UserId(100 + seat), Command::Consent { number: 1, agree: true }).await.unwrap();
    }
    assert_eq!(hall.load(id).await.deadline, Some(NOON + 24 * HOUR));
    hall.at(24).await;
    assert_eq!(hall.load(id).await.voters().len(), 6);
}

#[tokio::test]
async fn a_wrong_value_is_corrected_before_the_first_round_ends() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    hall.act(id, 2, "move -").await.unwrap();
    let correct = |user: UserId, key: &str, value: i64| {
        let mut fields = Values::default();
        fields.set(key, Value::Number(value));
        Command::Correct { user, fields, reason: "A slip.".to_owned() }
    };
    let nothing = hall.ask(id, HOST, correct(UserId(103), "priority", 3)).await;
    assert_eq!(nothing.unwrap_err(), Denied::NothingCorrected);
    let beyond = hall.ask(id, HOST, correct(UserId(103), "priority", 8)).await;
    assert!(matches!(beyond, Err(Denied::Place { .. })), "{beyond:?}");
    assert_eq!(
        hall.ask(id, HOST, correct(UserId(98), "priority", 1)).await.unwrap_err(),
        Denied::NotOnRoster(UserId(98))
    );
    hall.told().await;
    let game = hall.ask(id, HOST, correct(UserId(103), "priority", 7)).await.unwrap();
    let priority = |seat: u8| game.player(Seat::new(seat)).unwrap().fields.number("priority");
    assert_eq!((priority(3), priority(7)), (Some(7), Some(3)), "places are swapped");
    assert!(!game.decision(Seat::new(2)).unwrap().answered, "everyone is asked again");
    assert_eq!((game.question.undos, game.deadline), (1, Some(NOON + 24 * HOUR)));
    assert_eq!(hall.reached().await, (users(1..=7), 1));
    let words = game.history().pop().unwrap().words.join(" ");
    assert!(words.contains("priority of Player 3, swapped with Player 7. Reason: A slip."), "{words}");
    assert!(!words.contains("priority 7"), "values may be secret: {words}");
    let garnets = hall.ask(id, HOST, correct(UserId(105), "garnets", 4)).await.unwrap();
    assert_eq!(fact(&garnets, 5, "Garnets").as_deref(), Some("4"));
    // It is played and stored as corrected.
    hall.at(24).await;
    hall.ask(id, HOST, Command::Cancel).await.unwrap();
    let record = hall.load(id).await.record().unwrap();
    assert_eq!(trigon::matches::verify(&record, None).unwrap().mismatch(), None);
    assert_eq!(hall.other_process().await.load(id).await.unwrap().record().unwrap().setup, record.setup);
}

#[tokio::test]
async fn what_has_been_played_on_is_corrected_only_if_all_players_agree() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { co_hosts: vec![UserId(101)], ..seven() }).await;
    let mut fields = Values::default();
    fields.set("garnets", Value::Number(5));
    let correct = Command::Correct { user: UserId(101), fields, reason: "Mine.".to_owned() };
    hall.at(24).await;
    hall.told().await;
    // A host with a seat asks as well, and agrees by asking.
    let game = hall.ask(id, UserId(101), correct.clone()).await.unwrap();
    assert_eq!(game.proposal().unwrap().agreed, [Seat::new(1)]);
    assert_eq!(fact(&game, 1, "Garnets").as_deref(), Some("2"), "nothing has changed yet");
    assert_eq!(hall.ask(id, HOST, correct.clone()).await.unwrap_err(), Denied::ProposalPending(id));
    let agree = |number, agree| Command::Consent { number, agree };
    hall.ask(id, UserId(102), agree(1, false)).await.unwrap();
    assert_eq!(hall.load(id).await.proposal(), None, "one is enough to refuse it");

    hall.ask(id, HOST, correct).await.unwrap();
    for user in 101..=107 {
        hall.ask(id, UserId(user), agree(2, true)).await.unwrap();
    }
    let game = hall.load(id).await;
    assert_eq!(fact(&game, 1, "Garnets").as_deref(), Some("5"));
    assert_eq!(round(game.session.as_deref().unwrap()), Some(1), "it is played again from its beginning");
    let words = game.history().pop().unwrap().words.join(" ");
    assert!(words.contains("garnets of Player 1. Reason: Mine."), "{words}");
    assert_eq!(hall.other_process().await.load(id).await.unwrap().question, game.question);
    hall.at(48).await;
    hall.ask(id, HOST, Command::Cancel).await.unwrap();
    let record = hall.load(id).await.record().unwrap();
    assert_eq!(trigon::matches::verify(&record, None).unwrap().mismatch(), None);
}

#[tokio::test]
async fn a_pause_counts_as_added_time_and_ends_by_itself_when_no_more_may_be_added() {
    let hall = Hall::new().await;
    let id = hall.running(limited()).await;
    hall.at(4).await;
    let game = hall.ask(id, HOST, Command::Pause).await.unwrap();
    assert_eq!(game.pause_ends(), Some(NOON + 14 * HOUR), "ten hours are for each round");
    hall.at(10).await;
    let game = hall.ask(id, HOST, Command::Resume).await.unwrap();
    assert_eq!(game.deadline, Some(NOON + 30 * HOUR));
    needs_consent(hall.ask(id, HOST, Command::Extend(5)).await);
    hall.ask(id, HOST, Command::Extend(1)).await.unwrap();
    let game = hall.ask(id, HOST, Command::Pause).await.unwrap();
    assert_eq!(game.pause_ends(), Some(NOON + 13 * HOUR));
    hall.told().await;
    hall.at(13).await;
    let game = hall.load(id).await;
    assert_eq!((game.paused(), game.deadline), (None, Some(NOON + 34 * HOUR)));
    assert!(hall.told().await.iter().any(|(_, notice)| matches!(notice, Notice::Resumed { .. })));
    needs_consent(hall.ask(id, HOST, Command::Pause).await);
    // The next round has its own ten hours, but the match only five more.
    hall.at(34).await;
    let game = hall.ask(id, HOST, Command::Pause).await.unwrap();
    assert_eq!(game.pause_ends(), Some(NOON + 39 * HOUR));
    let other = hall.other_process().await.load(id).await.unwrap();
    assert_eq!(other.pause_ends(), game.pause_ends());
    hall.ask(id, HOST, Command::Resume).await.unwrap();
    // What all players agree to does not count, and lasts as long as a pause may.
    hall.ask(id, HOST, Command::Propose(Proposal::Pause)).await.unwrap();
    let game = hall.all_agree(id).await;
    assert_eq!(game.pause_ends(), Some(NOON + (34 + 168) * HOUR));
    hall.at(100).await;
    hall.ask(id, HOST, Command::Resume).await.unwrap();
    hall.ask(id, HOST, Command::Extend(5)).await.unwrap();
    needs_consent(hall.ask(id, HOST, Command::Extend(1)).await);
}

#[tokio::test]
async fn a_round_that_ends_while_its_clock_is_stopped_leaves_the_next_one_its_own_allowance() {
    let hall = Hall::new().await;
    let id = hall.running(limited()).await;
    for seat in 1..=7 {
        hall.act(id, seat, "move -").await.unwrap();
    }
    hall.ask(id, HOST, Command::Pause).await.unwrap();
    hall.at(8).await;
    let game = hall.ask(id, HOST, Command::EndPhase).await.unwrap();
    assert_eq!((game.paused(), game.pause_ends()), (Some(24 * HOUR), Some(NOON + 15 * HOUR)));
    hall.at(15).await;
    let game = hall.load(id).await;
    assert_eq!((game.paused(), game.deadline), (None, Some(NOON + 39 * HOUR)));
    needs_consent(hall.ask(id, HOST, Command::Extend(1)).await);
}

#[tokio::test]
async fn an_undone_round_counts_with_the_time_that_it_took() {
    let hall = Hall::new().await;
    let limits = Some(Limits { phase_hours: 30, match_hours: 60, shorten: false });
    let id = hall.running(Terms { limits, ..seven() }).await;
    let undo = async || {
        let question = hall.load(id).await.question;
        hall.ask(id, HOST, Command::Rewind(question)).await
    };
    hall.at(24).await;
    hall.clock.set(NOON + 26 * HOUR);
    assert_eq!(undo().await.unwrap().deadline, Some(NOON + 50 * HOUR), "a mistake can be undone");
    needs_consent(hall.ask(id, HOST, Command::Extend(7)).await);
    hall.ask(id, HOST, Command::Extend(6)).await.unwrap();
    hall.at(56).await;
    needs_consent(undo().await);
    assert_eq!(hall.load(id).await.check_may_undo(NOON + 56 * HOUR).unwrap_err(), Denied::NeedsConsent(id));
    // Round 2 has had two hours before, which count.
    needs_consent(hall.ask(id, HOST, Command::Extend(29)).await);
    hall.ask(id, HOST, Command::Extend(28)).await.unwrap();
    needs_consent(hall.ask(id, HOST, Command::Pause).await);
    hall.ask(id, HOST, Command::Propose(Proposal::Undo)).await.unwrap();
    let game = hall.all_agree(id).await;
    assert_eq!((hall.round(id).await, game.deadline), (1, Some(NOON + 80 * HOUR)));
    assert_eq!(hall.other_process().await.load(id).await.unwrap().check_may_undo(0), game.check_may_undo(0));
}

#[tokio::test]
async fn corrections_that_begin_the_first_round_again_count_as_well() {
    let hall = Hall::new().await;
    let id = hall.running(limited()).await;
    let correct = |garnets: i64| {
        let mut fields = Values::default();
        fields.set("garnets", Value::Number(garnets));
        Command::Correct { user: UserId(101), fields, reason: "A slip.".to_owned() }
    };
    hall.at(6).await;
    let game = hall.ask(id, HOST, correct(3)).await.unwrap();
    assert_eq!((game.proposal(), game.deadline), (None, Some(NOON + 30 * HOUR)));
    hall.at(11).await;
    let game = hall.ask(id, HOST, correct(4)).await.unwrap();
    assert!(game.proposal().is_some(), "all players are asked");
    assert_eq!(game.deadline, Some(NOON + 30 * HOUR));
    assert_eq!(hall.all_agree(id).await.deadline, Some(NOON + 35 * HOUR));
}

#[tokio::test]
async fn an_extension_right_after_the_consent_of_one_player_is_not_agreed_by_all() {
    let hall = Hall::new().await;
    let id = hall.running(limited()).await;
    for number in 1..=2 {
        hall.ask(id, HOST, Command::Propose(Proposal::Pause)).await.unwrap();
        hall.ask(id, UserId(101), Command::Consent { number, agree: true }).await.unwrap();
        if number == 1 {
            hall.ask(id, HOST, Command::Extend(10)).await.unwrap();
        } else {
            needs_consent(hall.ask(id, HOST, Command::Extend(1)).await);
        }
    }
}

#[tokio::test]
async fn a_host_who_stops_the_clock_for_a_moment_does_not_put_off_what_everyone_is_ready_for() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { early: true, least_hours: 1, ..limited() }).await;
    hall.clock.set(NOON + 2 * HOUR + 1_000);
    for seat in 1..=7 {
        hall.act(id, seat, "move -").await.unwrap();
        hall.ask(id, UserId(100 + seat), Command::Ready { ready: true, pad: None }).await.unwrap();
    }
    let quarter = NOON + 2 * HOUR + HOUR / 4;
    hall.clock.set(quarter - 1_000);
    hall.ask(id, HOST, Command::Pause).await.unwrap();
    hall.clock.set(quarter + 1_000);
    hall.ask(id, HOST, Command::Resume).await.unwrap();
    hall.matches.handle_due().await.unwrap();
    assert_eq!(hall.load(id).await.ends_early(), Some(NOON + 3 * HOUR), "they are told at once");
    hall.at(3).await;
    assert_eq!(hall.round(id).await, 2);
}

#[tokio::test]
async fn what_hosts_want_of_a_match_that_has_ended_is_refused_because_it_has() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { co_hosts: vec![UserId(101)], ..limited() }).await;
    hall.ask(id, HOST, Command::Cancel).await.unwrap();
    let question = hall.load(id).await.question;
    let mut fields = Values::default();
    fields.set("garnets", Value::Number(5));
    let open = Command::OpenSignup { open: true, offer_hours: None };
    let commands = [
        Command::Extend(100),
        Command::Extend(1),
        Command::Extend(-1),
        Command::Pause,
        Command::Resume,
        Command::EndPhase,
        Command::Rewind(question),
        Command::Propose(Proposal::Extend(HOUR)),
        Command::Remind,
        Command::Start,
        Command::Seat(seat(8)),
        Command::Unseat { user: UserId(101), reason: None },
        Command::Roster(Vec::new()),
        Command::Limit(None),
        Command::Correct { user: UserId(102), fields, reason: "A slip.".to_owned() },
        Command::Cancel,
        Command::Quiet(None),
        open,
    ];
    for command in commands {
        for user in [HOST, UserId(101)] {
            let refused = hall.ask(id, user, command.clone()).await.unwrap_err();
            let is_said = matches!(refused, Denied::Ended(_) | Denied::Over(_) | Denied::NotAllowed { .. });
            assert!(is_said, "{command:?}: {refused}");
            assert!(user != HOST || !matches!(refused, Denied::NotAllowed { .. }), "{command:?}: {refused}");
        }
    }
}
