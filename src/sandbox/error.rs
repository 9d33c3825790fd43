//! Discord's error responses.

use serde_json::{Value, json};

/// An error response: the HTTP status, Discord's own code, a message, and for invalid forms the errors by field.
#[derive(Debug, Clone)]
pub(crate) struct ApiError {
    pub(crate) status: u16,
    pub(crate) code: u32,
    pub(crate) message: String,
    pub(crate) errors: Option<Value>,
    /// The milliseconds to wait, for errors that are rate limits.
    pub(crate) retry_after: Option<i64>,
}

// Refusals without a code of their own share code 0, so the same pattern occurs more than once.
macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident = $status:literal $code:literal $message:literal),* $(,)?) => {
        $($(#[$doc])* pub(crate) fn $name() -> Self { Self::new($status, $code, $message) })*

        /// Returns Discord's message for a code.
        pub(crate) fn message_of(code: u32) -> &'static str {
            #[allow(unreachable_patterns, reason = "see above")]
            match code {
                0 => "Internal Server Error",
                50035 => "Invalid Form Body",
                $($code => $message,)*
                _ => "Unknown error",
            }
        }
    };
}

impl ApiError {
    pub(crate) fn new(status: u16, code: u32, message: &str) -> Self {
        Self { status, code, message: message.to_owned(), errors: None, retry_after: None }
    }

    refusals! {
        unauthorized = 401 0 "401: Unauthorized",
        blocked_agent = 403 40333 "internal network error",
        unknown_version = 400 50041 "Invalid API version",
        wrong_method = 405 0 "405: Method Not Allowed",
        not_a_text_channel = 400 50008 "Cannot send messages in a non-text channel",
        forum_channel = 400 40058 "Cannot send a message in a forum channel",
        not_found = 404 0 "404: Not Found",
        unknown_application = 404 10002 "Unknown Application",
        unknown_channel = 404 10003 "Unknown Channel",
        unknown_guild = 404 10004 "Unknown Guild",
        unknown_member = 404 10007 "Unknown Member",
        unknown_message = 404 10008 "Unknown Message",
        unknown_role = 404 10011 "Unknown Role",
        unknown_user = 404 10013 "Unknown User",
        unknown_emoji = 404 10014 "Unknown Emoji",
        unknown_webhook = 404 10015 "Unknown Webhook",
        unknown_interaction = 404 10062 "Unknown interaction",
        unknown_command = 404 10063 "Unknown application command",
        unknown_event = 404 10070 "Unknown Guild Scheduled Event",
        too_many_events = 400 30038 "Maximum number of uncompleted guild scheduled events reached (100)",
        finished_event = 400 180_000 "Cannot update a finished event",
        too_many_commands = 400 30032 "Maximum number of application commands reached (100).",
        too_many_pins = 400 30003 "Maximum number of pins reached for the channel (250)",
        too_many_command_creates = 429 30034 "Max number of daily application command creates has been reached (200)",
        too_many_old_edits = 429 30046 "Maximum number of edits to messages older than 1 hour reached. Try again later",
        opening_too_fast = 400 40003 "You are opening direct messages too fast",
        too_large = 413 40005 "Request entity too large",
        already_acknowledged = 400 40060 "Interaction has already been acknowledged.",
        missing_access = 403 50001 "Missing Access",
        wrong_channel_type = 400 50024 "Cannot execute action on this channel type",
        other_author = 403 50005 "Cannot edit a message authored by another user",
        empty_message = 400 50006 "Cannot send an empty message",
        cannot_dm = 403 50007 "Cannot send messages to this user",
        missing_permissions = 403 50013 "Missing Permissions",
        bulk_delete_count = 400 50016 "Provided too few or too many messages to delete. Must provide at least 2 and fewer than 100 messages to delete.",
        invalid_webhook_token = 401 50027 "Invalid Webhook Token",
        bulk_delete_too_old = 400 50034 "A message provided was too old to bulk delete",
        thread_archived = 400 50083 "Thread is archived",
        /// What answers get in a locked thread, archived or not.
        thread_takes_no_answers = 403 50083 "Thread is archived",
        invalid_json = 400 50109 "The request body contains invalid JSON.",
        no_mutual_guilds = 403 50278 "Cannot send messages to this user due to having no mutual guilds",
        message_blocked = 400 200_000 "Message was blocked by automatic moderation",
        title_blocked = 400 200_001 "Title was blocked by automatic moderation",
        thread_locked = 403 160_005 "Thread is locked",
        too_many_threads = 400 160_006 "Maximum number of active threads reached",
        thread_exists = 400 160_004 "A thread has already been created for this message",
    }

    /// Returns error 50035 with the errors of a form.
    pub(crate) fn form(errors: Value) -> Self {
        Self { errors: Some(errors), ..Self::new(400, 50035, "Invalid Form Body") }
    }

    /// Returns the error with the time to wait.
    pub(crate) fn after(self, millis: i64) -> Self {
        Self { retry_after: Some(millis), ..self }
    }

    pub(crate) fn body(&self) -> Value {
        let mut body = json!({ "message": self.message, "code": self.code });
        if let Some(errors) = &self.errors {
            body["errors"] = errors.clone();
        }
        if let Some(millis) = self.retry_after {
            body["retry_after"] = json!(millis as f64 / 1000.0);
            body["global"] = json!(false);
        }
        body
    }
}

/// The result of a request handler.
pub(crate) type ApiResult<T> = Result<T, ApiError>;
