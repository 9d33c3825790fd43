//! What people do besides playing: they read the rules, look at the board, offer a draw.

use super::cast::in_seat;
use super::script::Script;
use crate::bot::ComponentAction;
use crate::matches::HOUR;
use crate::rehearsal::{RehearsalError, channel};

impl Script<'_> {
    /// Lets people look at things besides playing.
    pub(super) async fn look_around(&self) -> Result<(), RehearsalError> {
        let (stage, hall) = (self.stage, self.stage.hall);
        match self.round {
            1 => {
                stage.watcher.ask(hall, "rules", &[]).await?;
                self.player(0).ask(self.player(0).person.dm_channel(), "help", &[]).await?;
                self.player(2).ask(hall, "me", &[]).await?;
                self.player(3).ask(hall, "host status", &[]).await?;
            }
            2 => {
                stage.host.ask(hall, "host status", &[]).await?;
                stage.watcher.ask(hall, "board", &[]).await?;
                let shortcuts = self.game.particulars().shortcuts;
                if let Some(shortcut) = shortcuts.iter().find(|shortcut| shortcut.action.is_some()) {
                    self.player(0).ask(self.player(0).person.dm_channel(), shortcut.name, &[]).await?;
                }
            }
            3 => {
                stage.host.ask(hall, "host extend", &[("hours", 2.into())]).await?;
                // All players get a message. Without waiting, the next command could come before it or after it.
                stage.settled().await?;
                self.player(4).ask(self.player(4).person.dm_channel(), "me", &[]).await?;
                self.player(self.members.len() - 1).ask(hall, "matches", &[]).await?;
            }
            _ => {}
        }
        stage.settled().await
    }

    /// Lets people do things besides playing, in games of turns.
    pub(super) async fn look_around_in_turns(&self) -> Result<(), RehearsalError> {
        let (stage, hall) = (self.stage, self.stage.hall);
        let game = self.load().await?;
        // A match of a season has a thread of its own, in which people just play.
        if channel(&game) != hall {
            return stage.settled().await;
        }
        let Some(decision) = game.to_act().first().copied() else { return Ok(()) };
        let asked = &in_seat(&self.members, &game, decision.seat)?.player;
        let others = self.members.iter().map(|member| &member.player);
        let mut others = others.filter(|player| player.person.id() != asked.person.id());
        let other =
            others.next().ok_or_else(|| RehearsalError::Missing("there is only one player".to_owned()))?;
        match self.taps.len() {
            1 => {
                stage.watcher.ask(hall, "rules", &[]).await?;
                other.ask(hall, "me", &[]).await?;
            }
            2 => {
                other.ask(hall, "draw", &[]).await?;
                stage.settled().await?;
                let declines = |does: &ComponentAction| matches!(does, ComponentAction::Decline(..));
                asked.press_newest(hall, self.id, declines).await?;
            }
            4 => {
                stage.watcher.ask(hall, "history", &[]).await?;
                stage.watcher.ask(hall, "board", &[]).await?;
            }
            6 => {
                stage.set_clock(stage.now() + 2 * HOUR);
                other.ask(hall, "nudge", &[]).await?;
            }
            8 => {
                asked.ask(hall, "matches", &[]).await?;
            }
            _ => {}
        }
        stage.settled().await
    }

    pub(super) async fn after_the_end(&self) -> Result<Vec<u8>, RehearsalError> {
        let (stage, hall, player) = (self.stage, self.stage.hall, self.player(0));
        let replay = stage.watcher.press_for_more(hall, self.id, ComponentAction::Replay).await?;
        player.ask(hall, "history", &[]).await?;
        player.press_newest(hall, self.id, |does| *does == ComponentAction::Rematch).await?;
        stage.settled().await?;
        let picture = replay.files.first().map(|file| file.bytes.to_vec());
        picture.ok_or_else(|| RehearsalError::Missing("there is no replay".to_owned()))
    }
}
