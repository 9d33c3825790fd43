//! What players would read in a channel that takes no messages: until that is mended or the match is moved, they get it by
//! direct message.

use super::matches::Matches;
use crate::ids::{ChannelId, MatchId, OutboxId};
use crate::matches::decide::change::Addressed;
use crate::matches::model::control::Seq;
use crate::matches::model::error::MatchError;
use crate::matches::model::notice::Notice;
use crate::store::{About, StoreError, Target};

impl Matches {
    /// Tells players by direct message what the messages say that a channel does not take, of those after the given one.
    /// Returns the number of the last one, or `None` if nothing is to be posted there. Each player hears of a message only once.
    pub async fn tell_unseen(
        &self,
        channel: ChannelId,
        after: OutboxId,
    ) -> Result<Option<OutboxId>, MatchError> {
        let rows = self.store().unposted_in(channel, after).await?;
        let last = rows.last().map(|row| row.id);
        for row in rows {
            let is_news = matches!(Notice::read(&row.notice), Some(Notice::News { .. }));
            if let Some(id) = row.match_id.filter(|_| is_news) {
                self.tell_unseen_news(id, channel, row.seq).await?;
            }
        }
        match last {
            Some(last) => Ok(Some(last)),
            None => Ok(Some(after).filter(|_| after > OutboxId(0))),
        }
    }

    async fn tell_unseen_news(&self, id: MatchId, channel: ChannelId, seq: Seq) -> Result<(), MatchError> {
        let game = self.load(id).await?;
        if game.channel_id != channel {
            return Ok(());
        }
        let then = game.up_to(seq)?;
        let is_over = then.result().is_some();
        let in_private = then.seems_asked_in_private();
        for (seat, player) in then.seated().filter(|(_, player)| player.computed().is_none()) {
            // Those who are asked in private are asked by direct message anyway.
            let seq = match () {
                () if is_over => seq,
                () if in_private.contains(&seat) => 0,
                () if then.seems_to_act(seat) => seq,
                () => continue,
            };
            let notice = Notice::Unseen { user: player.user_id, channel, seq };
            let told = Addressed { to: Target::User(player.user_id), notice, seq: then.seq() };
            self.tell_once(About::Match(id), &told).await?;
        }
        Ok(())
    }

    /// Tries again at once to post in the channels that have not taken a message so far.
    pub async fn hasten_channels(&self) -> Result<(), StoreError> {
        let channels = self.store().refusing_channels().await?;
        self.hasten(&channels).await
    }
}
