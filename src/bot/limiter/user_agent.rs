//! The `User-Agent` of all requests, by which Discord can tell whose bot makes them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;

/// Returns the `User-Agent` for a bot with this token, in Discord's form: `DiscordBot (address, version)`. The address
/// is the bot's own profile, from which Discord can tell whose bot it is; each copy of the program is run by somebody
/// else.
pub fn user_agent(token: &str) -> String {
    let address = match user_id(token) {
        Some(id) => format!("https://discord.com/users/{id}"),
        None => "https://discord.com/developers/applications".to_owned(),
    };
    format!("DiscordBot ({address}, {}) Trigon", env!("CARGO_PKG_VERSION"))
}

/// Returns the bot's user ID, which is not secret: the first part of a token is the ID in Base64.
fn user_id(token: &str) -> Option<u64> {
    let token = token.strip_prefix("Bot ").unwrap_or(token);
    let id = STANDARD_NO_PAD.decode(token.split('.').next()?).ok()?;
    std::str::from_utf8(&id).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_says_where_the_bot_is_found_and_nothing_secret() {
        let version = env!("CARGO_PKG_VERSION");
        let wanted = format!("DiscordBot (https://discord.com/users/123456789, {version}) Trigon");
        assert_eq!(user_agent("MTIzNDU2Nzg5.secret.secret"), wanted);
        assert_eq!(user_agent("Bot MTIzNDU2Nzg5.secret.secret"), wanted);
        for token in ["", "secret", "c2VjcmV0.x.y"] {
            assert!(
                user_agent(token).starts_with("DiscordBot (https://discord.com/developers/applications, ")
            );
        }
    }
}
