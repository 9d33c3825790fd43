//! What is stored comes back as it was, and is found again.

use super::*;
use trigon::ids::{ChannelId, GuildId, MatchId, MessageId, OutboxId, RoleId, UserId};

pub(crate) async fn a_match_comes_back_as_it_was(backend: &impl Backend) {
    let store = backend.store().await;
    assert_eq!(store.load(MatchId(1)).await.unwrap(), None);
    assert_eq!(store.summary(MatchId(1)).await.unwrap(), None);
    let row = store
        .create_match(&a_row(), &[], &[], &[message(Target::Channel(ChannelId(20)), "hello")])
        .await
        .unwrap();
    assert_eq!(row, MatchRow { id: MatchId(1), version: 1, ..a_row() });
    let stored = store.load(MatchId(1)).await.unwrap().unwrap();
    assert_eq!((stored.row, stored.seats, stored.log), (row.clone(), vec![], vec![]));
    assert_eq!(notices(&store, 999).await, [""; 0]);
    assert_eq!(notices(&store, 1_000).await, ["hello"], "from the creation of the match on");

    let row = MatchRow {
        game: "trice".into(),
        rules_version: 4,
        guild_id: GuildId(11),
        channel_id: ChannelId(21),
        host_id: UserId(31),
        title: "Code Blue".into(),
        status: Status::Running,
        terms: "{}".into(),
        seed: "00".into(),
        setup: Some("[]".into()),
        start_hash: Some("0123456789abcdef".into()),
        stopped_by_rules: Some(5),
        rematch_id: Some(MatchId(5)),
        created_at: 6,
        ended_at: Some(7),
        ..row
    };
    let seats = vec![SeatRow { dm_closed: true, ..seat(1, UserId(100)) }, seat(2, UserId(101))];
    let changed = MatchUpdate {
        // In any order: the store returns them in its own.
        seats: Some(vec![seats[1].clone(), seats[0].clone()]),
        entries: vec![entry(2), entry(1), entry(3)],
        due: Some(vec![due(MatchId(1), "deadline", 9_000)]),
        messages: vec![message(Target::User(UserId(100)), "sealed")],
        ..change(&row)
    };
    store.commit(&changed, 1_004).await.unwrap();
    let stored = store.load(MatchId(1)).await.unwrap().unwrap();
    let expected = MatchRow { version: 2, ..row };
    let MatchRow { id, version, game, guild_id, channel_id, host_id, title, status, .. } = expected.clone();
    let summary =
        Summary { id, version, game, guild_id, channel_id, host_id, co_hosts: Vec::new(), title, status };
    assert_eq!(store.summary(MatchId(1)).await.unwrap(), Some(summary));
    assert_eq!((stored.row, stored.seats), (expected, seats));
    assert_eq!(stored.log, [entry(1), entry(2), entry(3)]);
    assert_eq!(store.log_after(MatchId(1), 1).await.unwrap(), [entry(2), entry(3)]);
    assert_eq!(store.log_after(MatchId(1), 3).await.unwrap(), []);
    assert_eq!(store.due_before(9_000).await.unwrap(), [due(MatchId(1), "deadline", 9_000)]);
    let sealed = store.deliverable(1_004, 9).await.unwrap().remove(1);
    assert_eq!((sealed.id, sealed.match_id, sealed.attempts), (OutboxId(2), Some(MatchId(1)), 0));
    let times = (sealed.enqueued_at, sealed.not_before, sealed.first_attempt_at);
    assert_eq!(times, (1_004, 1_004, None), "the time of the change");
    assert_eq!((sealed.target, &sealed.notice[..]), (Target::User(UserId(100)), "sealed"));
    assert_eq!(sealed.last_error, None);
}

pub(crate) async fn every_kind_of_status_comes_back(backend: &impl Backend) {
    let store = backend.store().await;
    for status in [Status::Signup, Status::Pregame, Status::Running, Status::Over, Status::Cancelled] {
        let row = store.create_match(&MatchRow { status, ..a_row() }, &[], &[], &[]).await.unwrap();
        assert_eq!(row_of(&store, row.id).await.status, status);
    }
}

pub(crate) async fn unicode_and_the_largest_numbers_come_back(backend: &impl Backend) {
    let store = backend.store().await;
    let text = "△ Zoë 'quoted\" \\ \u{202e}👩‍🚀 $1 ? % \n\t;--";
    let row = MatchRow {
        game: text.into(),
        title: text.into(),
        terms: String::new(),
        setup: Some(String::new()),
        rules_version: i64::MAX,
        stopped_by_rules: Some(i64::MIN),
        start_hash: Some(text.into()),
        guild_id: GuildId(i64::MIN),
        channel_id: ChannelId(i64::MAX),
        host_id: UserId(-1),
        created_at: i64::MIN,
        rematch_id: Some(MatchId(i64::MIN)),
        ended_at: Some(i64::MAX),
        ..a_row()
    };
    let row = store.create_match(&row, &[], &[], &[]).await.unwrap();
    let seat = SeatRow {
        name: text.into(),
        fields: text.into(),
        joined: i64::MAX,
        ..seat(i64::MIN, UserId(i64::MAX))
    };
    let text_of = || String::from(text);
    let entry = |n| LogRow {
        seq: n,
        at: n,
        actor: text_of(),
        user_id: Some(UserId(i64::MIN)),
        kind: EntryKind::Control,
        action: text_of(),
        draws: text_of(),
        state_hash: Some(text_of()),
        request: None,
    };
    let log = [i64::MIN, 0, i64::MAX].map(entry);
    let notice = NewMessage { seq: i64::MAX, ..message(Target::User(UserId(i64::MIN)), text) };
    let changed = MatchUpdate {
        row: row.clone(),
        seats: Some(vec![seat.clone()]),
        entries: log.to_vec(),
        due: Some(vec![due(row.id, text, i64::MIN), due(row.id, "late", i64::MAX)]),
        messages: vec![notice.clone()],
        moved_from: None,
    };
    store.commit(&changed, 0).await.unwrap();
    let stored = store.load(row.id).await.unwrap().unwrap();
    assert_eq!(stored.row, MatchRow { version: 2, ..row.clone() });
    assert_eq!((stored.seats, stored.log), (vec![seat], log.to_vec()));
    assert_eq!(store.next_due().await.unwrap(), Some(i64::MIN));
    assert_eq!(store.due_before(i64::MAX).await.unwrap(), changed.due.unwrap());
    let sent = store.deliverable(0, u32::MAX).await.unwrap().remove(0);
    let stored = (sent.target, &sent.kind, &sent.notice, sent.seq);
    assert_eq!(stored, (notice.target, &notice.kind, &notice.notice, notice.seq));
    store.mark(sent.id, i64::MIN, &DeliveryOutcome::Retry(i64::MIN, text.into())).await.unwrap();
    assert_eq!(store.deliverable(i64::MIN, 1).await.unwrap()[0].last_error.as_deref(), Some(text));
    store.mark(sent.id, i64::MAX, &DeliveryOutcome::Sent(MessageId(i64::MAX))).await.unwrap();
    let found = store.sent_messages(row.id, None, 9).await.unwrap();
    let (target, notice) = (Target::User(UserId(i64::MIN)), text.to_owned());
    let sent = SentMessage { target, message_id: MessageId(i64::MAX), seq: sent.seq, notice };
    assert_eq!(found, [sent]);
}

pub(crate) async fn settings_come_back(backend: &impl Backend) {
    let store = backend.store().await;
    assert_eq!(
        store.guild_settings(GuildId(7)).await.unwrap(),
        GuildSettings { guild_id: GuildId(7), host_role_id: None }
    );
    for host_role_id in [Some(RoleId(8)), Some(RoleId(9)), None] {
        let settings = GuildSettings { guild_id: GuildId(7), host_role_id };
        store.set_guild_settings(&settings).await.unwrap();
        assert_eq!(store.guild_settings(GuildId(7)).await.unwrap(), settings);
        assert_eq!(store.guild_settings(GuildId(8)).await.unwrap().host_role_id, None);
    }
}

pub(crate) async fn the_last_direct_message_is_remembered_and_no_older_one(backend: &impl Backend) {
    let store = backend.store().await;
    assert_eq!(store.direct_channel(UserId(7)).await.unwrap(), None);
    for (channel, message, last) in [(70, 5, (70, 5)), (70, 9, (70, 9)), (70, 6, (70, 9)), (71, 12, (71, 12))]
    {
        store.set_direct_channel(UserId(7), ChannelId(channel), MessageId(message)).await.unwrap();
        let last = (ChannelId(last.0), MessageId(last.1));
        assert_eq!(store.direct_channel(UserId(7)).await.unwrap(), Some(last));
    }
    assert_eq!(store.direct_channel(UserId(8)).await.unwrap(), None);
    // A channel that was opened is known before anything was answered there.
    store.note_direct_channel(UserId(8), ChannelId(80)).await.unwrap();
    assert_eq!(store.direct_channel(UserId(8)).await.unwrap(), Some((ChannelId(80), MessageId(0))));
    store.set_direct_channel(UserId(8), ChannelId(80), MessageId(3)).await.unwrap();
    store.note_direct_channel(UserId(8), ChannelId(81)).await.unwrap();
    assert_eq!(
        store.direct_channel(UserId(8)).await.unwrap(),
        Some((ChannelId(81), MessageId(3))),
        "the last message stays the same"
    );
    store.forget_direct_channel(UserId(8)).await.unwrap();
    assert_eq!(store.direct_channel(UserId(8)).await.unwrap(), None);
}

pub(crate) async fn seats_are_replaced_and_keep_what_delivery_learned(backend: &impl Backend) {
    let store = backend.store().await;
    let row = new_match(&store).await;
    let first = vec![seat(1, UserId(100)), seat(2, UserId(101))];
    store.commit(&MatchUpdate { seats: Some(first), ..change(&row) }, 0).await.unwrap();
    let before = store.load(MatchId(1)).await.unwrap().unwrap();
    store.set_dm_closed(MatchId(1), UserId(101), true).await.unwrap();
    let stored = store.load(MatchId(1)).await.unwrap().unwrap();
    assert!(stored.seats[1].dm_closed);
    let newer = MatchRow { version: before.row.version + 1, ..before.row.clone() };
    assert_eq!(stored.row, newer, "others read it anew");

    // 101 moves up, 102 comes, 100 goes.
    let next = vec![seat(1, UserId(101)), SeatRow { dm_closed: true, ..seat(2, UserId(102)) }];
    let old = MatchUpdate { seats: Some(next.clone()), ..change(&before.row) };
    assert!(
        matches!(store.commit(&old, 0).await, Err(StoreError::Conflict)),
        "decided on what was not known"
    );
    store.commit(&MatchUpdate { seats: Some(next), ..change(&stored.row) }, 0).await.unwrap();
    let closed = |n, user| SeatRow { dm_closed: true, ..seat(n, user) };
    assert_eq!(
        store.load(MatchId(1)).await.unwrap().unwrap().seats,
        [closed(1, UserId(101)), closed(2, UserId(102))]
    );
    store.set_dm_closed(MatchId(1), UserId(101), false).await.unwrap();
    store.commit(&change(&stored_row(&store).await), 0).await.unwrap();
    assert_eq!(
        store.load(MatchId(1)).await.unwrap().unwrap().seats,
        [seat(1, UserId(101)), closed(2, UserId(102))]
    );
    // Both check in, and one of them turns out not to receive messages. A change of the roster does not undo that.
    store.check_in(MatchId(1), UserId(101), true).await.unwrap();
    store.check_in(MatchId(1), UserId(102), false).await.unwrap();
    let seats = Some(vec![seat(1, UserId(102)), seat(2, UserId(101))]);
    store.commit(&MatchUpdate { seats, ..change(&stored_row(&store).await) }, 0).await.unwrap();
    let checked_in = |n, user| SeatRow { checked_in: true, ..seat(n, user) };
    let seats = [checked_in(1, UserId(102)), SeatRow { dm_closed: true, ..checked_in(2, UserId(101)) }];
    assert_eq!(store.load(MatchId(1)).await.unwrap().unwrap().seats, seats);
}

pub(crate) async fn matches_are_found(backend: &impl Backend) {
    let store = backend.store().await;
    let places = [
        (Status::Signup, 10, 30),
        (Status::Pregame, 10, 31),
        (Status::Running, 11, 30),
        (Status::Over, 10, 30),
        (Status::Cancelled, 11, 30),
    ];
    for (status, guild_id, host_id) in places {
        let row = MatchRow { guild_id: GuildId(guild_id), host_id: UserId(host_id), ..a_row() };
        let row = store.create_match(&row, &[], &[], &[]).await.unwrap();
        let ended_at = matches!(status, Status::Over | Status::Cancelled).then_some(5_000);
        let row = MatchRow { status, ended_at, ..row };
        let seats = Some(vec![seat(1, UserId(100)), seat(2, UserId(200 + row.id.0))]);
        store.commit(&MatchUpdate { seats, ..change(&row) }, 0).await.unwrap();
    }
    let ids = |rows: Vec<Summary>| rows.into_iter().map(|row| row.id).collect::<Vec<_>>();
    assert_eq!(store.unfinished().await.unwrap(), [1, 2, 3].map(MatchId));
    let (game, rules) = (a_row().game, a_row().rules_version);
    assert_eq!(store.unfinished_under(&game, rules).await.unwrap(), [1, 2, 3].map(MatchId));
    assert!(store.unfinished_under(&game, rules + 1).await.unwrap().is_empty());
    assert_eq!(store.rules_in_use().await.unwrap(), [(game, rules)]);
    assert_eq!(ids(store.matches_of(UserId(100)).await.unwrap()), [1, 2, 3].map(MatchId));
    assert_eq!(ids(store.matches_of(UserId(202)).await.unwrap()), [2].map(MatchId));
    assert_eq!(ids(store.matches_of(UserId(204)).await.unwrap()), []);
    for (user, at, has_played) in
        [(202, 9_000, true), (204, 5_000, true), (204, 5_001, false), (299, 0, false)]
    {
        assert_eq!(
            !store.played_since(at, Some(UserId(user))).await.unwrap().is_empty(),
            has_played,
            "{user} since {at}"
        );
    }
    assert_eq!(ids(store.hosted_by(UserId(30)).await.unwrap()), [1, 3].map(MatchId));
    assert_eq!(ids(store.matches_in(GuildId(10), false).await.unwrap()), [1, 2].map(MatchId));
    assert_eq!(ids(store.matches_in(GuildId(10), true).await.unwrap()), [1, 2, 4].map(MatchId));
    assert_eq!(ids(store.matches_in(GuildId(12), true).await.unwrap()), []);
}

pub(crate) async fn what_is_due_comes_in_order(backend: &impl Backend) {
    let store = backend.store().await;
    assert_eq!(store.next_due().await.unwrap(), None);
    let (one, two) = (new_match(&store).await, new_match(&store).await);
    let rows = vec![due(MatchId(2), "reminder", 50), due(MatchId(2), "deadline", 70)];
    store.commit(&MatchUpdate { due: Some(rows), ..change(&two) }, 0).await.unwrap();
    // Whatever match the rows name, they belong to the one being changed.
    let rows =
        vec![due(MatchId(1), "reminder", 50), due(MatchId(9), "deadline", 50), due(MatchId(1), "late", 90)];
    store.commit(&MatchUpdate { due: Some(rows), ..change(&one) }, 0).await.unwrap();
    assert_eq!(store.due_before(49).await.unwrap(), []);
    let early =
        [due(MatchId(1), "deadline", 50), due(MatchId(1), "reminder", 50), due(MatchId(2), "reminder", 50)];
    assert_eq!(store.due_before(50).await.unwrap(), early);
    assert_eq!(store.due_before(i64::MAX).await.unwrap().len(), 5);
    assert_eq!(store.next_due().await.unwrap(), Some(50));
    let after = async |now| store.next_due_after(now).await.unwrap();
    assert_eq!((after(49).await, after(50).await, after(90).await), (Some(50), Some(70), None));

    // Without a list they stay; an empty list removes them.
    store.commit(&change(&stored_row(&store).await), 0).await.unwrap();
    assert_eq!(store.due_before(50).await.unwrap(), early);
    store.commit(&MatchUpdate { due: Some(vec![]), ..change(&stored_row(&store).await) }, 0).await.unwrap();
    assert_eq!(store.due_before(50).await.unwrap(), [due(MatchId(2), "reminder", 50)]);
}

pub(crate) async fn nothing_refers_to_what_is_not_there(backend: &impl Backend) {
    let store = backend.store().await;
    assert!(is_fault(&store.enqueue(MatchId(1), &[message(Target::User(UserId(1)), "x")], 0).await));
    let row = new_match(&store).await;
    store.commit(&MatchUpdate { seats: Some(vec![seat(1, UserId(100))]), ..change(&row) }, 0).await.unwrap();
    store.enqueue(MatchId(1), &[], 0).await.unwrap();
    store.set_dm_closed(MatchId(1), UserId(999), true).await.unwrap();
    assert_eq!(store.pending_count(MatchId(1)).await.unwrap(), 0);
    let mut raw = backend.raw().await;
    assert!(sqlx::query("DELETE FROM matches").execute(&mut raw).await.is_err());
}

pub(crate) async fn a_nul_character_is_refused_the_same_way(backend: &impl Backend) {
    let store = backend.store().await;
    let told = |error: StoreError| {
        assert!(error.trouble().is_none() && !error.to_string().contains('\0'), "{error:?}");
        error.to_string()
    };
    let wanted = "the database failed: a text contains a character that cannot be stored";
    let titled = MatchRow { title: "Code\0Red".into(), ..a_row() };
    assert_eq!(told(store.create_match(&titled, &[], &[], &[]).await.unwrap_err()), wanted);
    let row = new_match(&store).await;
    let named = SeatRow { name: "A\0nn".into(), ..seat(1, UserId(1)) };
    let seated = store.create_match(&a_row(), std::slice::from_ref(&named), &[], &[]).await;
    assert_eq!(told(seated.unwrap_err()), wanted);
    let changed = store.commit(&MatchUpdate { seats: Some(vec![named]), ..change(&row) }, 0).await;
    assert_eq!(told(changed.unwrap_err()), wanted);
    let changed = store.commit(&change(&MatchRow { title: "\0".into(), ..row.clone() }), 0).await;
    assert_eq!(told(changed.unwrap_err()), wanted);
    // Nothing of it is stored.
    assert_eq!(
        (store.unfinished().await.unwrap(), store.load(MatchId(2)).await.unwrap()),
        (vec![row.id], None)
    );
}

pub(crate) async fn what_there_is_to_do_is_counted(backend: &impl Backend) {
    let store = backend.store().await;
    assert_eq!(store.census().await.unwrap(), Census::default());
    for status in [Status::Signup, Status::Running, Status::Running, Status::Over] {
        store.create_match(&MatchRow { status, ..a_row() }, &[], &[], &[]).await.unwrap();
    }
    let due = Some(vec![due(MatchId(2), "deadline", 90), due(MatchId(2), "reminder-60", 70)]);
    let messages = vec![message(Target::User(UserId(1)), "a"), message(Target::User(UserId(2)), "b")];
    store
        .commit(&MatchUpdate { due, messages, ..change(&row_of(&store, MatchId(2)).await) }, 50)
        .await
        .unwrap();
    store.enqueue(MatchId(1), &[message(Target::Channel(ChannelId(1)), "c")], 40).await.unwrap();
    store.mark(OutboxId(1), 60, &DeliveryOutcome::Sent(MessageId(1))).await.unwrap();
    let census =
        Census { signup: 1, pregame: 0, running: 2, next_due: Some(70), waiting: 2, oldest: Some(40) };
    assert_eq!(store.census().await.unwrap(), census);
}
