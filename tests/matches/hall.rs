//! [`Hall`]: matches in a database of a test's own, with a clock that is moved by hand, and what most tests do with them.
//!
//! Files about one topic add what only they need.

use super::*;

/// A database of a test's own with everything around it, which is gone when this is dropped.
pub(crate) struct Hall {
    pub(crate) database: Database,
    pub(crate) clock: Arc<HandClock>,
    pub(crate) matches: Matches,
}

impl Hall {
    /// Opens an empty database, at noon.
    pub(crate) async fn new() -> Self {
        Self::opened_at(NOON).await
    }

    /// Like [`Self::new`], at another time.
    pub(crate) async fn opened_at(now: Millis) -> Self {
        let database = Database::chosen().await;
        let clock = Arc::new(HandClock::new(now));
        let matches = open(&database, &clock).await;
        Self { database, clock, matches }
    }

    /// Returns another process over the same store.
    pub(crate) async fn other_process(&self) -> Matches {
        open(&self.database, &self.clock).await
    }

    /// Creates a match with these terms.
    pub(crate) async fn create(&self, options: Terms) -> MatchId {
        let new = NewMatch {
            game: "triforce-building".to_owned(),
            guild_id: GUILD,
            channel_id: CHANNEL,
            title: "Friday".to_owned(),
            terms: options,
        };
        self.matches.create(&host(), new).await.unwrap().id
    }

    /// Creates a match with a whole roster: seat n is user 100 + n with priority n and two garnets.
    pub(crate) async fn seated(&self, options: Terms) -> MatchId {
        let players = options.players;
        let id = self.create(options).await;
        let all: Vec<RosterEntry> = (1..=i64::from(players)).map(seat).collect();
        self.matches.ask(id, &host(), Command::Roster(all)).await.unwrap();
        id
    }

    /// Creates a match, and begins round 1.
    pub(crate) async fn running(&self, options: Terms) -> MatchId {
        let id = self.seated(Terms { pregame_hours: 0, ..options }).await;
        self.matches.ask(id, &host(), Command::Start).await.unwrap();
        id
    }

    /// Returns a match as it is stored.
    pub(crate) async fn load(&self, id: MatchId) -> Arc<Match> {
        self.matches.load(id).await.unwrap()
    }

    pub(crate) async fn round(&self, id: MatchId) -> u32 {
        round(self.load(id).await.session.as_deref().unwrap()).unwrap()
    }

    /// Moves the clock to this many hours after noon, and does what is due then.
    pub(crate) async fn at(&self, hours: i64) {
        self.until(NOON + hours * HOUR).await;
    }

    /// Returns everything to be sent that has not been looked at yet, in order.
    pub(crate) async fn told(&self) -> Vec<(Target, Notice)> {
        let mut told = Vec::new();
        loop {
            let rows = self.matches.store().deliverable(i64::MAX, 100).await.unwrap();
            if rows.is_empty() {
                return told;
            }
            for OutboxRow { id, target, notice, .. } in rows {
                self.matches.store().mark(id, NOON, &DeliveryOutcome::Sent(MessageId(1))).await.unwrap();
                told.push((target, serde_json::from_str(&notice).unwrap()));
            }
        }
    }

    /// Returns the users who were told directly, and how often the channel was.
    pub(crate) async fn reached(&self) -> (Vec<UserId>, usize) {
        let told = self.told().await;
        let user = |(target, _): &(Target, Notice)| match target {
            Target::User(id) => Some(*id),
            Target::Channel(_) => None,
        };
        let mut users: Vec<UserId> = told.iter().filter_map(user).collect();
        users.sort_unstable();
        let channel = told.len() - users.len();
        (users, channel)
    }

    /// Parses an action in a match.
    pub(crate) async fn read(&self, id: MatchId, action: &str) -> Move {
        self.load(id).await.playing().unwrap().parse(action).unwrap()
    }

    /// Returns the command for an action that is typed in a match.
    pub(crate) async fn typed(&self, id: MatchId, action: &str) -> Command {
        Command::Act(Act::new(self.read(id, action).await))
    }

    /// Plays an action as the player of a seat.
    pub(crate) async fn act(&self, id: MatchId, seat: i64, action: &str) -> Result<(), Denied> {
        denied(self.matches.act(id, UserId(100 + seat), action).await.map(|_| ()))
    }

    /// Asks something of a match as a user.
    pub(crate) async fn ask(
        &self,
        id: MatchId,
        user: UserId,
        command: Command,
    ) -> Result<Arc<Match>, Denied> {
        self.ask_as(id, &person(user), command).await
    }

    /// Asks something of a match as somebody with rights in the server.
    pub(crate) async fn ask_as(
        &self,
        id: MatchId,
        who: &Person,
        command: Command,
    ) -> Result<Arc<Match>, Denied> {
        denied(self.matches.ask(id, who, command).await.map(|done| done.game))
    }

    /// Lets all seven players answer that they stay.
    pub(crate) async fn answer_all(&self, id: MatchId) {
        for seat in 1..=7 {
            self.act(id, seat, "move -").await.unwrap();
        }
    }

    /// Lets all seven players but one answer that they stay.
    pub(crate) async fn answer_all_but(&self, id: MatchId, silent: i64) {
        for seat in (1..=7).filter(|seat| *seat != silent) {
            self.act(id, seat, "move -").await.unwrap();
        }
    }

    /// Moves the clock to a time, and does what is due then.
    pub(crate) async fn until(&self, at: Millis) {
        self.clock.set(at);
        self.matches.handle_due().await.unwrap();
    }

    /// Returns what was told in the channel since the last call.
    pub(crate) async fn in_channel(&self) -> Vec<Notice> {
        let told = self.told().await.into_iter();
        told.filter(|(to, _)| matches!(to, Target::Channel(_))).map(|(_, notice)| notice).collect()
    }
}

/// Opens matches in a database with a clock.
pub(crate) async fn open(database: &Database, clock: &Arc<HandClock>) -> Matches {
    let store = Store::open(database.url()).await.unwrap();
    Matches::new(store, clock.clone()).with_seeds(Arc::new(|| Ok(Seed::from([7; 32]))))
}
