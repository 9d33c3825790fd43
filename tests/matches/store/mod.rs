//! What the store owes to everyone, on every database: the same functions run over each backend.

mod copies;
mod files;
mod leases;
mod matches;
mod opening;
mod outbox;
mod races;
mod sealing;
#[cfg(unix)]
mod server;

use crate::database::{Database, folder};
pub(crate) use sealing::keys;
use sqlx::{AnyConnection, Connection};
use trigon::ids::{ChannelId, GuildId, MatchId, UserId};
use trigon::store::{
    About, Answers, Census, DeliveryOutcome, DueRow, EntryKind, GuildSettings, Keys, LogRow, MatchRow,
    MatchUpdate, NewMessage, NoticeKind, SeatRow, SentMessage, Status, Store, StoreError, Summary, Target,
};

/// A database of a test's own, initially empty.
trait Backend: Sized {
    /// Returns another database of the same kind, or `None` on a machine without one.
    async fn fresh() -> Option<Self>;

    fn database(&self) -> &Database;

    fn url(&self) -> String {
        self.database().url().to_owned()
    }

    /// Returns the keys with which secrets are sealed.
    fn keys(&self) -> Keys {
        Keys::none()
    }

    /// Opens it, which can be done several times.
    async fn store(&self) -> Store {
        Store::open_sealed(self.database().url(), self.keys()).await.unwrap()
    }

    /// Returns a connection that bypasses the store, as another program would have it.
    async fn raw(&self) -> AnyConnection {
        self.database().raw().await
    }
}

struct Sqlite(Database);

impl Backend for Sqlite {
    async fn fresh() -> Option<Self> {
        Some(Self(Database::sqlite()))
    }

    fn database(&self) -> &Database {
        &self.0
    }
}

struct Postgres(Database);

impl Backend for Postgres {
    async fn fresh() -> Option<Self> {
        Database::postgres().await.map(Self)
    }

    fn database(&self) -> &Database {
        &self.0
    }
}

/// A database of either kind in which secrets are sealed.
struct Sealed<B>(B);

impl<B: Backend> Backend for Sealed<B> {
    async fn fresh() -> Option<Self> {
        B::fresh().await.map(Self)
    }

    fn database(&self) -> &Database {
        self.0.database()
    }

    fn keys(&self) -> Keys {
        sealing::keys(&[1])
    }
}

/// Runs every function of the suite over a backend.
macro_rules! backend {
    ($name:ident, $backend:ty) => {
        backend!($name, $backend:
            matches::a_match_comes_back_as_it_was
            matches::every_kind_of_status_comes_back
            matches::unicode_and_the_largest_numbers_come_back
            matches::settings_come_back
            matches::what_there_is_to_do_is_counted
            matches::a_nul_character_is_refused_the_same_way
            matches::the_last_direct_message_is_remembered_and_no_older_one
            matches::seats_are_replaced_and_keep_what_delivery_learned
            matches::matches_are_found
            matches::what_is_due_comes_in_order
            matches::nothing_refers_to_what_is_not_there
            races::numbers_follow_each_other
            races::a_change_decided_on_an_old_version_is_refused
            races::of_like_messages_at_once_exactly_one_is_added
            races::of_changes_at_once_exactly_one_wins
            races::programs_that_number_messages_at_once_are_not_in_each_others_way
            races::check_ins_and_changes_at_once_are_all_stored
            races::what_is_locked_in_several_places_at_once_is_stored_everywhere
            races::an_entry_is_never_overwritten
            races::a_change_is_stored_whole_or_not_at_all
            races::a_writer_that_dies_leaves_nothing
            races::a_call_that_is_dropped_leaves_all_or_nothing
            races::a_snapshot_never_shows_half_a_change
            outbox::messages_to_a_target_keep_their_order
            outbox::a_retry_holds_back_its_target_only
            outbox::a_dead_message_no_longer_holds_back
            outbox::a_message_is_marked_once
            outbox::a_sent_message_is_found
            outbox::the_first_attempt_is_remembered
            outbox::what_is_no_longer_needed_is_neither_sent_nor_a_failure
            outbox::a_nonce_is_random_and_stays
            outbox::the_same_notice_is_enqueued_once_a_match
            leases::of_several_processes_each_takes_something_else
            leases::what_a_process_has_taken_is_taken_over_when_its_lease_ends
            leases::what_waits_for_a_retry_is_hastened_and_nothing_else
            leases::a_process_whose_lease_has_ended_stores_nothing
            leases::what_was_sent_together_is_settled_together_but_for_what_somebody_else_has
            leases::a_target_is_kept_until_everything_is_done_for_a_message
            leases::what_a_process_left_behind_is_given_back_at_its_next_start
            leases::what_can_be_sent_as_soon_as_it_is_taken_counts_as_begun
            leases::a_message_that_is_stored_while_another_is_settled_is_not_lost
            leases::a_clock_that_was_set_back_keeps_no_message_waiting
            leases::clocks_are_taken_by_one_process_at_a_time
            leases::the_clocks_of_a_dead_process_are_free_but_not_its_messages
            leases::processes_know_of_each_other_and_one_listens
            opening::reopening_keeps_everything
            opening::several_programs_may_open_at_once
            opening::a_newer_database_is_refused
            opening::a_newer_version_that_used_the_database_is_named
            opening::errors_tell_no_secrets
            sealing::nothing_secret_can_be_read_where_it_is_stored
            sealing::an_answer_is_gone_once_it_was_sent_or_given_up
            sealing::without_the_right_key_nothing_opens_and_nothing_changes
            sealing::keys_are_changed_without_losing_anything
            sealing::no_length_tells_a_secret_and_values_from_before_get_one_length_too
            sealing::a_value_that_was_moved_does_not_open
            sealing::copies_stay_sealed
        );
    };
    ($name:ident, $backend:ty: $($group:ident::$test:ident)*) => {
        mod $name {
            use super::Backend as _;
            $(
                #[tokio::test]
                async fn $test() {
                    if let Some(backend) = <$backend>::fresh().await {
                        super::$group::$test(&backend).await;
                    }
                }
            )*
        }
    };
}

backend!(sqlite, super::Sqlite);
backend!(postgres, super::Postgres);
backend!(sealed_sqlite, super::Sealed<super::Sqlite>);
backend!(sealed_postgres, super::Sealed<super::Postgres>);

/// Returns the row of a new match.
fn a_row() -> MatchRow {
    MatchRow {
        id: MatchId(0),
        version: 0,
        game: "triforce-building".into(),
        rules_version: 3,
        stopped_by_rules: None,
        guild_id: GuildId(10),
        channel_id: ChannelId(20),
        host_id: UserId(30),
        title: "Code Red".into(),
        status: Status::Signup,
        terms: r#"{"rounds":10}"#.into(),
        seed: "5eed".repeat(16),
        words: "[]".into(),
        beacon: None,
        onlookers: "{}".into(),
        setup: None,
        start_hash: None,
        rematch_id: None,
        created_at: 1_000,
        ended_at: None,
    }
}

/// Returns the row of a seat.
fn seat(seat: i64, user_id: UserId) -> SeatRow {
    SeatRow {
        vacant: false,
        seat,
        user_id,
        name: format!("P{seat}"),
        fields: "{}".into(),
        joined: seat,
        dm_closed: false,
        checked_in: false,
    }
}

/// Returns the row of an entry.
fn entry(seq: i64) -> LogRow {
    LogRow {
        seq,
        at: 1_000 + seq,
        actor: "1".into(),
        user_id: None,
        kind: EntryKind::Game,
        action: format!("move D{seq}"),
        draws: r#"["1d6=4"]"#.into(),
        state_hash: None,
        request: None,
    }
}

/// Returns a message to be sent.
fn message(target: Target, notice: &str) -> NewMessage {
    NewMessage { target, kind: NoticeKind::News, notice: notice.into(), seq: 1, answers: None }
}

/// Returns the row of something that falls due.
fn due(match_id: MatchId, kind: &str, at: i64) -> DueRow {
    DueRow { match_id, kind: kind.into(), at }
}

/// Returns a change that changes nothing but the version.
fn change(row: &MatchRow) -> MatchUpdate {
    MatchUpdate {
        row: row.clone(),
        seats: None,
        entries: vec![],
        due: None,
        messages: vec![],
        moved_from: None,
    }
}

/// Stores a new match.
async fn new_match(store: &Store) -> MatchRow {
    store.create_match(&a_row(), &[], &[], &[]).await.unwrap()
}

/// Returns the first match as it is stored.
async fn stored_row(store: &Store) -> MatchRow {
    row_of(store, MatchId(1)).await
}

/// Returns a match as it is stored.
async fn row_of(store: &Store, id: MatchId) -> MatchRow {
    store.load(id).await.unwrap().unwrap().row
}

/// Returns what may be sent now.
async fn notices(store: &Store, now: i64) -> Vec<String> {
    store.deliverable(now, 100).await.unwrap().into_iter().map(|row| row.notice).collect()
}

/// Returns whether a change was refused because another came first.
fn is_conflict<T>(result: &Result<T, StoreError>) -> bool {
    matches!(result, Err(StoreError::Conflict))
}

/// Returns whether the database failed.
fn is_fault<T>(result: &Result<T, StoreError>) -> bool {
    matches!(result, Err(StoreError::Database(_)))
}
