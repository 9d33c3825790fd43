//! What people write in options and forms, normalised before anything else sees it.
//!
//! No command has a `String`: an option is [`Typed`] if it is read, or [`Prose`] if others are to read it.

use std::ops::Deref;

use poise::serenity_prelude as serenity;
use poise::{SlashArgError, SlashArgument};
use serenity::{CommandInteraction, CommandOptionType, CreateCommandOption, ResolvedValue, async_trait};

use trigon_rules::text;

/// A text that is read: an action, a time, a name of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Typed(String);

/// A text for others to read: a name, a title, a reason, a word for the draws.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Prose(String);

/// What people can write in a field of a form.
pub(crate) trait Written {
    /// Returns a text as people meant it.
    fn of(text: &str) -> Self;
}

macro_rules! text {
    ($type:ident, $normalised:path) => {
        impl $type {
            /// Returns a text as people meant it.
            pub(crate) fn new(text: &str) -> Self {
                Self($normalised(text))
            }
        }

        impl Written for $type {
            fn of(text: &str) -> Self {
                Self::new(text)
            }
        }

        impl Deref for $type {
            type Target = str;

            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl From<$type> for String {
            fn from(text: $type) -> Self {
                text.0
            }
        }

        #[async_trait]
        impl SlashArgument for $type {
            async fn extract(
                _: &serenity::Context,
                _: &CommandInteraction,
                value: &ResolvedValue<'_>,
            ) -> Result<Self, SlashArgError> {
                match value {
                    ResolvedValue::String(text) => Ok(Self::new(text)),
                    _ => Err(SlashArgError::new_command_structure_mismatch("a text is expected")),
                }
            }

            fn create(builder: CreateCommandOption) -> CreateCommandOption {
                builder.kind(CommandOptionType::String)
            }
        }
    };
}

text!(Typed, text::typed);
text!(Prose, text::prose);

/// The options of commands whose values people also write as text.
const TEXT_OPTIONS: [&str; 4] = ["action", "answers", "game", "section"];

/// Returns a text without the name of the option for which it was meant: some people type commands as text, such as
/// `/move action:ULD`.
pub(crate) fn without_option(text: &str) -> String {
    let bare = |word: &str| -> String {
        let named = TEXT_OPTIONS.iter().find_map(|option| word.strip_prefix(option)?.strip_prefix(':'));
        named.unwrap_or(word).to_owned()
    };
    text.split(' ').map(bare).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
