//! The beginning of a match: it is created, shown, moved if its channel is gone, and joined.

use trigon::bot::ComponentAction;
use trigon::ids::MatchId;
use trigon::matches::Match;
use trigon::sandbox::{Id, Person};

use crate::players::{LOOK_TIMEOUT, POLL_INTERVAL, SeatedTable};

impl SeatedTable<'_> {
    /// Creates a match and returns its number, unless everything should come to an end.
    pub(crate) async fn create(&mut self, title: &str) -> Option<MatchId> {
        let rounds = self.table.rng.i64(2..5);
        let (bed, info) = (&self.table.bed, self.table.info);
        let players = self.table.people.len() as i64;
        while !bed.is_finishing() {
            if info.is_hosted() {
                let mut options = vec![
                    ("game", info.name.into()),
                    ("title", title.into()),
                    ("players", players.into()),
                    ("pregame_hours", 0.into()),
                    ("sign_up", true.into()),
                ];
                if info.options.iter().any(|spec| spec.key == "rounds") {
                    options.push(("rounds", rounds.into()));
                }
                self.slash(&bed.host, "host create", &options).await;
            } else {
                let options =
                    [("game", info.name.into()), ("title", title.into()), ("thread", self.in_thread.into())];
                self.slash(&self.table.people[0], "play new", &options).await;
            }
            if let Some((id, channel)) = self.created(title).await {
                self.channel = channel;
                self.show(id).await;
                return Some(id);
            }
        }
        None
    }

    /// Has the server show roles and an event for a match with a host.
    pub(crate) async fn show(&self, id: MatchId) {
        let Some(roles) = self.table.bed.roles.get(&self.table.guild.id()) else { return };
        if self.table.info.is_hosted() {
            let roles = [("in_play", roles.in_play.into()), ("out", roles.out.into())];
            let options = [&roles[..], &[("event", true.into()), ("match", id.0.into())]].concat();
            self.slash(&self.table.bed.host, "host spectators", &options).await;
        }
    }

    /// Returns the match with this title and where it is played, if it appears within a while.
    pub(crate) async fn created(&self, title: &str) -> Option<(MatchId, Id)> {
        let guild = self.table.guild.id().0.into();
        for _ in 0..LOOK_TIMEOUT.as_millis() / POLL_INTERVAL.as_millis() {
            if let Ok(matches) = self.table.bed.matches.in_guild(guild, true).await
                && let Some(found) = matches.into_iter().find(|found| found.title == title)
            {
                return Some((found.id, Id(found.channel_id.snowflake())));
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        None
    }

    /// Has a match moved if its channel was deleted. Returns whether that is necessary.
    pub(crate) async fn move_on(&mut self, game: &Match) -> bool {
        let guild = &self.table.guild;
        let has = |channel| guild.channels().iter().any(|(id, ..)| *id == channel);
        let stored = Id(game.channel_id.snowflake());
        if has(stored) {
            if self.channel != stored {
                self.channel = stored;
                self.table.bed.moved(game.id);
            }
            return false;
        }
        if !has(self.channel) {
            self.channel = guild.create_channel(&format!("again-{}", game.id));
        }
        let host = if game.info().is_hosted() { &self.table.bed.host } else { &self.table.people[0] };
        let options =
            [("channel", self.channel.into()), ("confirm", true.into()), ("match", game.id.0.into())];
        self.slash(host, "relocate", &options).await;
        tokio::time::sleep(POLL_INTERVAL).await;
        true
    }

    pub(crate) async fn sign_up(&mut self, game: &Match) {
        let rounds = game.info().is_hosted();
        let people = self.table.people.clone();
        let is_in = |person: &&Person| game.seat_of(person.id().0.into()).is_none();
        for person in people.iter().filter(is_in) {
            let join = |action: &ComponentAction| *action == ComponentAction::Join;
            if let Some((message, id)) = self.posted(game, person, &join).await
                && let Ok(handle) = person.click(message.id, &id)
            {
                self.table.bed.note(&handle);
                let _ = handle.response().await;
            } else if rounds {
                // The post may have been refused.
                let options = [("player", person.id().into()), ("match", game.id.0.into())];
                self.slash(&self.table.bed.host, "host seat", &options).await;
            }
        }
        if game.players.len() < people.len() {
            return;
        }
        if rounds {
            self.slash(&self.table.bed.host, "host start", &[("match", game.id.0.into())]).await;
        } else {
            let start = |action: &ComponentAction| *action == ComponentAction::Start;
            if let Some((message, id)) = self.posted(game, &people[0], &start).await
                && let Ok(handle) = people[0].click(message.id, &id)
            {
                let _ = handle.response().await;
            }
        }
        self.changed(game).await;
    }
}
