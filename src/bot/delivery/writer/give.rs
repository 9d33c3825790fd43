//! Giving Discord what one message is to show.

use super::schedule::{STRAY_LIFETIME, UNKNOWN_KEY, Unsure, Writer};
use crate::announce::face::{Content, Difference, Picture};
use crate::announce::face_key::content_hash;
use crate::codes::UNKNOWN_CHANNEL;
use crate::delivery::request_error::{RequestError, may_pass_with_less};
use crate::ui::{Announcement, FilesUpdate, MessageUpdate, PressResponse, code, describe, picture};
use trigon_engine::ids::OutboxId;
use trigon_engine::matches::{LiveMessage, Match, Millis};
use trigon_rules::games::Viewer;

/// Discord's error code for a message that does not exist.
const UNKNOWN_MESSAGE: i64 = 10_008;

/// Why a message was not brought up to date.
pub(super) enum GiveError {
    /// Discord does not accept the update now; after the wait, if it is known, it may.
    NotNow(Option<Millis>),
    /// The channel is gone.
    NoChannel,
}

/// How an update of a message was sent.
struct SentUpdate {
    result: Result<(), RequestError>,
    /// Whether it is certain that no request takes effect later, because Discord has answered all of them.
    is_sure: bool,
}

/// Returns the key of what a message says when it is sent, by which it is compared later.
pub(in crate::delivery) fn content_key(message: &Announcement) -> String {
    content_hash(&message.text, &message.rows)
}

impl Writer {
    /// Gives Discord what a message is to show, as the response to a press on it if there is one. If the message is gone, that counts
    /// as done.
    ///
    /// # Errors
    /// If Discord does not accept it.
    pub(super) async fn give(
        &self,
        game: &Match,
        difference: &Difference<'_>,
        press: Option<&dyn PressResponse>,
    ) -> Result<(), GiveError> {
        let (face, wanted) = (difference.face, &difference.wanted);
        let Some(content) = &wanted.content else { return Ok(()) };
        let update = with_picture(game, content).await;
        let SentUpdate { result, is_sure } = self.send_update(game, face, update, press).await;
        match result {
            Ok(()) => {
                self.note_given(face.row, wanted.key.clone(), wanted.is_final, is_sure);
                Ok(())
            }
            Err(RequestError::Refused(UNKNOWN_MESSAGE)) => {
                self.lock().given.insert(face.row, None);
                Ok(())
            }
            Err(failure) => {
                tracing::info!(match_id = game.id.0, ?failure, "a message stays out of date for now");
                self.note_not_given(face.row, is_sure);
                Err(match failure {
                    RequestError::Refused(UNKNOWN_CHANNEL) => GiveError::NoChannel,
                    RequestError::Limited { wait, .. } => {
                        GiveError::NotNow(Millis::try_from(wait.as_millis()).ok())
                    }
                    _ => GiveError::NotNow(None),
                })
            }
        }
    }

    /// Responds to the press with an update, or edits the message if there is no press or the response fails.
    async fn send_update(
        &self,
        game: &Match,
        face: &LiveMessage,
        mut update: MessageUpdate,
        press: Option<&dyn PressResponse>,
    ) -> SentUpdate {
        let mut is_sure = true;
        if let Some(press) = press {
            match press.update(&update).await {
                Ok(is_sure) => return SentUpdate { result: Ok(()), is_sure },
                Err(error) => {
                    tracing::info!(
                        match_id = game.id.0,
                        reason = describe(&error),
                        "a pressed message is edited"
                    );
                    // Without an answer from Discord, the response may still take effect.
                    is_sure = code(&error).is_some();
                }
            }
        }
        let mut edited = self.client.update(face.channel, face.message, &update).await;
        is_sure &= edited.is_sure;
        if matches!(edited.rest, Err(RequestError::Refused(code)) if may_pass_with_less(code))
            && matches!(update.files, FilesUpdate::New(_))
        {
            update.files = FilesUpdate::Keep;
            edited = self.client.update(face.channel, face.message, &update).await;
            is_sure &= edited.is_sure;
        }
        SentUpdate { result: edited.rest.map(drop), is_sure }
    }

    /// Notes what Discord was given of a message, for comparison with what the message is to show later.
    fn note_given(&self, row: OutboxId, key: String, is_final: bool, is_sure: bool) {
        let mut state = self.lock();
        state.sent.remove(&row);
        let unsure_until = state.unsure.get(&row).map(|unsure| unsure.until);
        if is_sure && unsure_until.is_none() {
            state.given.insert(row, (!is_final).then_some(key));
            return;
        }
        // An earlier request, or this one, may take effect later. When it cannot any more, the same is given once again.
        let stray_until = self.matches.clock().now() + STRAY_LIFETIME;
        let until = unsure_until.filter(|_| is_sure).unwrap_or(stray_until);
        state.unsure.insert(row, Unsure { until, given: key });
        state.given.insert(row, Some(UNKNOWN_KEY.to_owned()));
    }

    /// Notes that it is not known what a message shows now and, unless `is_sure`, that the request may still take effect.
    fn note_not_given(&self, row: OutboxId, is_sure: bool) {
        let mut state = self.lock();
        state.sent.remove(&row);
        state.given.insert(row, Some(UNKNOWN_KEY.to_owned()));
        if !is_sure {
            let until = self.matches.clock().now() + STRAY_LIFETIME;
            state.unsure.insert(row, Unsure { until, given: UNKNOWN_KEY.to_owned() });
        }
    }
}

/// Returns what a message is to show, with its picture.
async fn with_picture(game: &Match, content: &Content) -> MessageUpdate {
    let files = match content.picture {
        Picture::Keep => FilesUpdate::Keep,
        Picture::Drop => FilesUpdate::Drop,
        Picture::Now => {
            match picture::studio().attachment(game, Viewer::Public, picture::Urgency::Answer).await {
                Ok(picture) => FilesUpdate::New(Box::new(picture)),
                Err(error) => {
                    tracing::error!(%error, "a message is brought up to date without its picture");
                    FilesUpdate::Keep
                }
            }
        }
    };
    MessageUpdate { text: content.text.clone(), rows: content.rows.clone(), files }
}
