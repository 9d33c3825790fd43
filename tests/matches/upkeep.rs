//! Who is in play and who is out, as far as everyone knows, and what follows for the roles of a server.

use trigon::ids::{MatchId, RoleId, UserId};
use trigon::matches::{Involvement, RoleChange, Roles, UpkeepProblem, UpkeepState};

use super::*;

const BOTH: Roles = Roles { in_play: Some(RoleId(501)), out: Some(RoleId(502)) };

const NOBODY_ELSE: &[Arc<Match>] = &[];

impl Hall {
    /// Chooses roles for a match.
    async fn choose(&self, id: MatchId, roles: impl Into<Option<Roles>>) {
        self.matches.ask(id, &host(), Command::Roles(roles.into())).await.unwrap();
    }

    /// Returns the players who are in play, and those who are out.
    async fn involved(&self, id: MatchId) -> (Vec<UserId>, Vec<UserId>) {
        let involved = self.load(id).await.involved();
        let of = |wanted| involved.iter().filter(|(_, is)| **is == wanted).map(|(user, _)| *user).collect();
        (of(Involvement::InPlay), of(Involvement::Out))
    }
}

/// Does what is to be done about roles.
fn done(shown: &mut UpkeepState, changes: Vec<RoleChange>) {
    for RoleChange { user, after, .. } in changes {
        match after {
            Some(role) => drop(shown.people.insert(user, role)),
            None => drop(shown.people.remove(&user)),
        }
    }
}

#[tokio::test]
async fn who_holds_a_seat_is_in_play_and_whoever_leaves_is_so_until_everyone_knows() {
    let hall = Hall::new().await;
    let id = hall.seated(Terms { pregame_hours: 5, ..seven() }).await;
    assert_eq!(hall.involved(id).await, (vec![], vec![]), "nothing has begun");
    hall.matches.ask(id, &host(), Command::Start).await.unwrap();
    assert_eq!(hall.involved(id).await, (users(1..=7), vec![]));
    hall.at(5).await;
    hall.matches.ask(id, &person(UserId(103)), Command::Leave).await.unwrap();
    assert_eq!(hall.involved(id).await, (users(1..=7), vec![]), "the others learn of it when the round ends");
    hall.at(29).await;
    let left = users(1..=7).into_iter().filter(|user| *user != UserId(103)).collect();
    assert_eq!(hall.involved(id).await, (left, vec![UserId(103)]));
    // The free seat is taken.
    let name = "New".to_owned();
    let take = Command::Handover {
        player: UserId(103),
        user: UserId(201),
        name,
        back_in: None,
        has_left: true,
        since: None,
        reason: None,
    };
    hall.matches.ask(id, &host(), take).await.unwrap();
    let accept = accept_seat(Seat::new(3));
    hall.matches.ask(id, &person(UserId(201)), accept).await.unwrap();
    let (seated, out) = hall.involved(id).await;
    assert!(seated.contains(&UserId(201)) && seated.len() == 7 && out == [UserId(103)], "{seated:?} {out:?}");
    hall.matches.ask(id, &host(), Command::Cancel).await.unwrap();
    let (seated, out) = hall.involved(id).await;
    assert!(seated.is_empty() && out.len() == 8, "{seated:?} {out:?}");
}

#[tokio::test]
async fn who_has_lent_a_seat_stays_in_play_and_the_substitute_is_so_for_a_time() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let lend = Command::Lend { user: UserId(201), name: "New".to_owned(), time: 30 * HOUR, since: None };
    hall.matches.ask(id, &person(UserId(102)), lend).await.unwrap();
    let accept = accept_seat(Seat::new(2));
    hall.matches.ask(id, &person(UserId(201)), accept).await.unwrap();
    let (seated, out) = hall.involved(id).await;
    assert!(
        seated.contains(&UserId(201)) && seated.contains(&UserId(102)) && out.is_empty(),
        "{seated:?} {out:?}"
    );
    hall.matches.ask(id, &person(UserId(102)), Command::Return).await.unwrap();
    assert_eq!(hall.involved(id).await, (users(1..=7), vec![UserId(201)]));
}

#[tokio::test]
async fn a_match_of_which_nothing_was_played_leaves_no_trace() {
    let hall = Hall::new().await;
    let id = hall.seated(Terms { pregame_hours: 5, ..seven() }).await;
    hall.matches.ask(id, &host(), Command::Start).await.unwrap();
    hall.matches.ask(id, &host(), Command::Cancel).await.unwrap();
    assert_eq!(hall.involved(id).await, (vec![], vec![]));
}

#[tokio::test]
async fn roles_follow_from_what_was_given_before_whatever_happened_since() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let mut shown = UpkeepState::default();
    let changes = |game: &Match, shown: &UpkeepState| game.role_changes(shown, NOBODY_ELSE);
    assert!(changes(&*hall.load(id).await, &shown).is_empty(), "no roles are chosen");
    hall.choose(id, BOTH).await;
    let given = changes(&*hall.load(id).await, &shown);
    let first = RoleChange {
        user: UserId(101),
        give: Some(RoleId(501)),
        take: vec![RoleId(502)],
        after: Some(RoleId(501)),
    };
    assert!(given.len() == 7 && given[0] == first, "{given:?}");
    done(&mut shown, given);
    assert!(changes(&*hall.load(id).await, &shown).is_empty(), "once is enough");
    // Another role takes the place of the first one.
    hall.choose(id, Roles { in_play: Some(RoleId(503)), out: None }).await;
    let given = changes(&*hall.load(id).await, &shown);
    assert_eq!(
        given[0],
        RoleChange {
            user: UserId(101),
            give: Some(RoleId(503)),
            take: vec![RoleId(501)],
            after: Some(RoleId(503))
        }
    );
    done(&mut shown, given);
    hall.choose(id, None).await;
    let given = changes(&*hall.load(id).await, &shown);
    assert_eq!(given[6], RoleChange { user: UserId(107), give: None, take: vec![RoleId(503)], after: None });
    done(&mut shown, given);
    assert!(shown.people.is_empty());
    // What is gone for good is neither given nor taken.
    hall.choose(id, BOTH).await;
    shown.gone.insert(RoleId(501));
    assert!(changes(&*hall.load(id).await, &shown).is_empty());
    hall.matches.ask(id, &host(), Command::Cancel).await.unwrap();
    let out = changes(&*hall.load(id).await, &shown);
    assert_eq!(
        out[0],
        RoleChange { user: UserId(101), give: Some(RoleId(502)), take: vec![], after: Some(RoleId(502)) }
    );
    let refused = denied(hall.matches.ask(id, &host(), Command::Roles(None)).await.map(|_| ()));
    assert_eq!(refused, Err(Denied::Ended(id)));
}

#[tokio::test]
async fn whoever_is_in_play_in_another_match_keeps_the_role() {
    let hall = Hall::new().await;
    let (id, other) = (hall.running(seven()).await, hall.running(seven()).await);
    hall.choose(id, BOTH).await;
    hall.choose(other, BOTH).await;
    hall.matches.ask(id, &host(), Command::Cancel).await.unwrap();
    let shown = UpkeepState {
        people: users(1..=7).into_iter().map(|user| (user, RoleId(501))).collect(),
        ..UpkeepState::default()
    };
    let game = hall.load(id).await;
    let nothing = RoleChange { user: UserId(101), give: None, take: vec![], after: Some(RoleId(502)) };
    assert_eq!(game.role_changes(&shown, &[hall.load(other).await])[0], nothing);
    let out = RoleChange {
        user: UserId(101),
        give: Some(RoleId(502)),
        take: vec![RoleId(501)],
        after: Some(RoleId(502)),
    };
    assert_eq!(game.role_changes(&shown, NOBODY_ELSE)[0], out);
}

#[tokio::test]
async fn what_changes_is_looked_at_once_also_by_a_process_that_was_not_there() {
    let hall = Hall::new().await;
    let id = hall.running(seven()).await;
    let (taken, _) = hall.matches.take_upkeep(9).await.unwrap();
    assert!(taken.is_empty(), "no roles are chosen");
    hall.choose(id, BOTH).await;
    let other = hall.other_process().await;
    let (mut taken, in_hand) = other.take_upkeep(9).await.unwrap();
    assert!(taken.len() == 1 && taken[0].match_id() == id && other.is_delivering());
    assert!(hall.matches.take_upkeep(9).await.unwrap().0.is_empty(), "somebody has it");
    drop(in_hand);
    let game = hall.load(id).await;
    taken[0].shown.people.insert(UserId(101), RoleId(501));
    other.settle_upkeep(&taken[0], &game, None, false).await.unwrap();
    other.settle_upkeep(&taken[0], &game, None, false).await.unwrap();
    assert!(!hall.matches.store().has_upkeep(i64::MAX).await.unwrap(), "it is done");
    // Something is left to do later on, and is still known then.
    hall.matches.ask(id, &host(), Command::Pause).await.unwrap();
    let (taken, _) = hall.matches.take_upkeep(9).await.unwrap();
    assert_eq!(taken[0].shown.people.get(&UserId(101)), Some(&RoleId(501)));
    hall.matches.settle_upkeep(&taken[0], &*hall.load(id).await, Some(NOON + HOUR), true).await.unwrap();
    assert!(hall.matches.take_upkeep(9).await.unwrap().0.is_empty());
    assert_eq!(hall.matches.store().next_upkeep().await.unwrap(), Some(NOON + HOUR));
    hall.matches.hurry_upkeep(id).await.unwrap();
    let (stale, _) = hall.matches.take_upkeep(9).await.unwrap();
    hall.matches.store().release_upkeep().await.unwrap();
    let (taken, _) = other.take_upkeep(9).await.unwrap();
    assert_eq!((stale.len(), taken.len()), (1, 1));
    hall.matches.settle_upkeep(&stale[0], &*hall.load(id).await, None, false).await.unwrap_err();
    // A match that is over is done with.
    hall.matches.ask(id, &host(), Command::Cancel).await.unwrap();
    other.settle_upkeep(&taken[0], &*hall.load(id).await, None, false).await.unwrap();
    assert!(hall.matches.take_upkeep(9).await.unwrap().0.is_empty());
    assert_eq!(hall.matches.store().next_upkeep().await.unwrap(), None);
}

#[tokio::test]
async fn there_is_an_event_while_a_clock_runs_if_a_host_wants_one() {
    let hall = Hall::new().await;
    let id = hall.seated(Terms { pregame_hours: 5, ..seven() }).await;
    let event_at = async || hall.load(id).await.event_at();
    hall.matches.ask(id, &host(), Command::Event(true)).await.unwrap();
    assert_eq!(event_at().await, None, "nothing has begun");
    hall.matches.ask(id, &host(), Command::Start).await.unwrap();
    assert_eq!(event_at().await, Some(NOON + 5 * HOUR));
    hall.at(5).await;
    assert_eq!(event_at().await, Some(NOON + 29 * HOUR));
    hall.matches.ask(id, &host(), Command::Pause).await.unwrap();
    assert_eq!(event_at().await, None);
    hall.matches.ask(id, &host(), Command::Resume).await.unwrap();
    hall.matches.ask(id, &host(), Command::Extend(2)).await.unwrap();
    assert_eq!(event_at().await, Some(NOON + 31 * HOUR));
    let again = denied(hall.matches.ask(id, &host(), Command::Event(true)).await.map(|_| ()));
    assert_eq!(again, Err(Denied::AlreadyDone));
    hall.matches.ask(id, &host(), Command::Event(false)).await.unwrap();
    assert_eq!(event_at().await, None);
}

#[tokio::test]
async fn hosts_are_told_of_each_trouble_once() {
    let hall = Hall::new().await;
    let id = hall.running(Terms { co_hosts: vec![UserId(31)], ..seven() }).await;
    hall.told().await;
    let game = hall.load(id).await;
    for trouble in [
        UpkeepProblem::RoleGone(RoleId(501)),
        UpkeepProblem::RoleGone(RoleId(501)),
        UpkeepProblem::RoleRefused(RoleId(501)),
    ] {
        hall.matches.tell_trouble(&game, trouble).await.unwrap();
    }
    let (mut reached, in_channel) = hall.reached().await;
    reached.sort_unstable();
    assert_eq!((reached, in_channel), ([30, 30, 31, 31].map(UserId).to_vec(), 0));
}
