//! Files attached to messages.

use std::sync::Arc;

use base64::{Engine, engine::general_purpose::STANDARD};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, json};

use crate::id::Id;

/// A file in a request, before it belongs to a message.
#[derive(Debug, Clone)]
pub(crate) struct Upload {
    /// The n of `files[n]`.
    pub(crate) index: u64,
    pub(crate) filename: String,
    pub(crate) content_type: Option<String>,
    pub(crate) bytes: Vec<u8>,
}

/// A stored file.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Attachment {
    pub(crate) id: Id,
    pub(crate) channel: Id,
    pub(crate) filename: String,
    pub(crate) description: Option<String>,
    pub(crate) content_type: String,
    #[serde(serialize_with = "as_base64", deserialize_with = "from_base64")]
    pub(crate) bytes: Arc<[u8]>,
    pub(crate) ephemeral: bool,
}

impl Attachment {
    /// Returns a file that a person attaches.
    pub(crate) fn new(id: Id, channel: Id, filename: &str, bytes: &[u8]) -> Self {
        let filename = clean_filename(filename);
        let content_type = content_type(&filename).to_owned();
        Self { id, channel, filename, description: None, content_type, bytes: bytes.into(), ephemeral: true }
    }

    pub(crate) fn url(&self, base: &str) -> String {
        format!("{base}/attachments/{}/{}/{}", self.channel, self.id, self.filename)
    }

    pub(crate) fn to_json(&self, base: &str) -> Value {
        let url = self.url(base);
        let mut file = json!({
            "id": self.id,
            "filename": self.filename,
            "size": self.bytes.len(),
            "url": url,
            "proxy_url": url,
            "content_type": self.content_type,
        });
        if let Some(description) = &self.description {
            file["description"] = json!(description);
        }
        if let Some((width, height)) = picture_size(&self.bytes) {
            file["width"] = json!(width);
            file["height"] = json!(height);
        }
        if self.ephemeral {
            file["ephemeral"] = json!(true);
        }
        file
    }
}

fn as_base64<S: Serializer>(bytes: &Arc<[u8]>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&STANDARD.encode(bytes))
}

fn from_base64<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<[u8]>, D::Error> {
    let text = String::deserialize(deserializer)?;
    STANDARD.decode(text).map(Arc::from).map_err(serde::de::Error::custom)
}

/// Returns a file name as Discord stores it: with underscores for spaces, and without special characters.
pub(crate) fn clean_filename(name: &str) -> String {
    let clean: String = name
        .chars()
        .map(|c| if c == ' ' { '_' } else { c })
        .filter(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-'))
        .collect();
    if clean.is_empty() { "unknown".to_owned() } else { clean }
}

/// Returns the media type for a file extension, as Discord guesses it if the client sends none.
pub(crate) fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase().as_str() {
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "svg" => "image/svg+xml",
        "txt" => "text/plain; charset=utf-8",
        "json" => "application/json; charset=utf-8",
        "zip" => "application/zip",
        _ => "application/octet-stream",
    }
}

/// Returns the width and height of a PNG or GIF, which are at fixed positions in the file.
pub(crate) fn picture_size(bytes: &[u8]) -> Option<(u32, u32)> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        let number = |at: usize| bytes.get(at..at + 4)?.try_into().ok().map(u32::from_be_bytes);
        return Some((number(16)?, number(20)?));
    }
    if bytes.starts_with(b"GIF8") {
        let number = |at: usize| bytes.get(at..at + 2)?.try_into().ok().map(u16::from_le_bytes);
        return Some((u32::from(number(6)?), u32::from(number(8)?)));
    }
    None
}
