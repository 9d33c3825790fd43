//! [`Announcement`]: a message that the bot sends without being asked.

use super::snowflakes::ToDiscord;
use std::collections::BTreeSet;
use trigon_engine::ids::UserId;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use poise::serenity_prelude as serenity;
use serde_json::Value;
use serenity::{
    CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateEmbed, CreateMessage, MessageFlags,
};

use crate::ui::limits::MESSAGE;
use crate::ui::{escape, picture};
use trigon_engine::matches::{Match, Reminded, Reply, ReplyFile};
use trigon_rules::games::{Registry, Viewer};

/// A message ready to be sent.
#[derive(Debug, Default)]
pub(crate) struct Announcement {
    pub(crate) text: String,
    /// The embed below the text.
    pub(crate) embed: Option<CreateEmbed>,
    /// The components.
    pub(crate) rows: Vec<CreateActionRow>,
    /// The components of a stored answer, in Discord's format.
    pub(crate) components: Option<Value>,
    /// Pictures and other files.
    pub(crate) files: Vec<CreateAttachment>,
    /// The users to ping. Nobody else is pinged, whatever the text says.
    pub(crate) pings: Vec<UserId>,
    /// Whom it reminds of the deadlines of which matches.
    pub(crate) reminds: Vec<Reminded>,
    /// Whether it makes no sound. Those who are pinged still find their mention later.
    pub(crate) silent: bool,
}

impl Announcement {
    /// Returns a message with this text.
    pub(crate) fn new(text: Text) -> Self {
        Self { text: text.fitted(), ..Self::default() }
    }

    /// Returns the message with more lines below it, as far as there is room.
    pub(crate) fn with_lines(mut self, lines: &[String]) -> Self {
        for line in lines {
            if self.text.chars().count() + 1 + line.chars().count() <= MESSAGE {
                self.text = format!("{}\n{line}", self.text);
            }
        }
        self
    }

    /// Returns a stored answer as a message.
    pub(crate) fn reply(reply: &Reply) -> Self {
        // A file that cannot be decoded was never written by this program.
        let file = |file: &ReplyFile| {
            let new = CreateAttachment::bytes(BASE64.decode(&file.data).ok()?, file.name.clone());
            Some(match &file.alt {
                Some(alt) => new.description(alt),
                None => new,
            })
        };
        Self {
            text: reply.text.clone(),
            components: Some(reply.components.clone()).filter(|components| !components.is_null()),
            files: reply.files.iter().filter_map(file).collect(),
            ..Self::default()
        }
    }

    /// Returns the message without its files.
    pub(crate) fn message(&self) -> CreateMessage {
        // Discord refuses a list that names somebody twice.
        let pings: BTreeSet<UserId> = self.pings.iter().copied().filter(|id| id.0 > 0).collect();
        let pings = pings.into_iter().map(ToDiscord::discord);
        let mentions = CreateAllowedMentions::new().users(pings);
        let message = CreateMessage::new().content(&self.text).allowed_mentions(mentions);
        let message = message.embeds(self.embed.iter().cloned().collect());
        let quiet = MessageFlags::SUPPRESS_NOTIFICATIONS;
        let message = if self.silent { message.flags(quiet) } else { message };
        if self.rows.is_empty() { message } else { message.components(self.rows.clone()) }
    }
}

/// The lines of a message. If it is too long, bullets are left out, longest first.
#[derive(Default)]
pub(crate) struct Text {
    /// The lines before the bullets.
    pub(crate) head: Vec<String>,
    /// The bullets.
    pub(crate) bullets: Vec<String>,
    /// The lines after the bullets.
    pub(crate) tail: Vec<String>,
}

impl Text {
    /// Returns the number of characters in all lines, with a line break after each.
    pub(crate) fn length(&self) -> usize {
        let lines = self.head.iter().chain(&self.bullets).chain(&self.tail);
        lines.map(|line| line.chars().count() + 1).sum()
    }

    /// Returns the text, which fits into a message.
    pub(crate) fn fitted(mut self) -> String {
        loop {
            let lines = self.head.iter().chain(&self.bullets).chain(&self.tail);
            let text = lines.filter(|line| !line.is_empty()).cloned().collect::<Vec<_>>().join("\n");
            let longest = (0..self.bullets.len()).max_by_key(|i| self.bullets[*i].len());
            match longest {
                _ if text.chars().count() <= MESSAGE => return text,
                Some(longest) => drop(self.bullets.remove(longest)),
                // The lines around the bullets are never that long.
                None => return escape::beginning(&text, MESSAGE).to_owned(),
            }
        }
    }
}

/// Returns the users who play a match as far as everyone knows, with those for whom substitutes play.
pub(crate) fn everybody(game: &Match) -> Vec<UserId> {
    let players = game.seated().filter(|(seat, _)| !game.has_left(*seat)).map(|(_, player)| player.user_id);
    players.chain(game.loan_owners()).collect()
}

/// Returns the picture of a match, or nothing if it cannot be drawn; the message is then sent without it.
pub(crate) async fn picture(game: &Match, viewer: Viewer) -> Vec<CreateAttachment> {
    match picture::studio().attachment(game, viewer, picture::Urgency::Round).await {
        Ok(picture) => vec![picture],
        Err(error) => {
            tracing::error!(%error, "a message is sent without its picture");
            Vec::new()
        }
    }
}

/// Returns the picture of an example match on the same terms, or nothing if it cannot be drawn.
pub(crate) async fn example(games: &Registry, game: &Match) -> Vec<CreateAttachment> {
    match picture::example(games, game.info(), &game.terms).await {
        Ok(picture) => picture.into_iter().collect(),
        Err(error) => {
            tracing::error!(%error, "a message is sent without its picture");
            Vec::new()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_bullets_are_left_out_the_longest_first() {
        let text = Text {
            head: vec!["head".to_owned()],
            bullets: vec!["a".repeat(1_000), "b".repeat(1_200), "c".to_owned()],
            tail: vec!["tail".to_owned()],
        };
        assert_eq!(text.fitted(), format!("head\n{}\nc\ntail", "a".repeat(1_000)));
    }

    #[test]
    fn nobody_is_pinged_unless_named() {
        let message = |pings| Announcement { text: "<@1> <@2>".to_owned(), pings, ..Announcement::default() };
        let json = serde_json::to_value(message(vec![UserId(2), UserId(2)]).message()).unwrap();
        assert_eq!(json["allowed_mentions"]["users"], serde_json::json!(["2"]));
        assert_eq!(json["allowed_mentions"]["parse"], serde_json::json!([]));
        let json = serde_json::to_value(message(Vec::new()).message()).unwrap();
        assert_eq!(json["allowed_mentions"]["parse"], serde_json::json!([]));
        assert!(json["allowed_mentions"]["users"].as_array().is_none_or(Vec::is_empty));
    }
}
