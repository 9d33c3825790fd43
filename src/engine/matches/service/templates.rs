//! Templates: terms that hosts have saved under a name.

use super::matches::Matches;
use crate::ids::{GuildId, UserId};
use crate::matches::model::denied::Denied;
use crate::matches::model::error::{InternalError, MatchError, json};
use crate::matches::model::game_match::Match;
use crate::matches::model::template::Template;
use crate::matches::model::terms::Terms;
use crate::store::TemplateRow;
use trigon_rules::text::{is_visible, key, prose};

impl Matches {
    /// Returns the templates of a server, sorted by name. One that cannot be read is left out.
    pub async fn templates(&self, guild_id: GuildId) -> Result<Vec<Template>, MatchError> {
        let rows = self.store().templates(guild_id).await?;
        Ok(rows.into_iter().filter_map(|row| read(row).ok()).collect())
    }

    /// Returns the template of a server with a name.
    ///
    /// # Errors
    /// Fails if there is none, or if it cannot be read.
    pub async fn template(&self, guild_id: GuildId, name: &str) -> Result<Template, MatchError> {
        let folded = folded(name);
        let rows = self.store().templates(guild_id).await?;
        let found = rows.into_iter().find(|row| row.folded == folded);
        Ok(read(found.ok_or_else(|| Denied::NoTemplate(name.to_owned()))?)?)
    }

    /// Saves the terms of a match under a name for its server, and returns the template, with the one that it replaces, if it
    /// replaces one.
    ///
    /// # Errors
    /// Fails if that is not a name, or if the server has no room for another one.
    pub async fn save_template(
        &self,
        user: UserId,
        name: &str,
        game: &Match,
    ) -> Result<(Template, Option<Template>), MatchError> {
        let name = prose(name).split_whitespace().collect::<Vec<_>>().join(" ");
        if !is_visible(&name) || name.chars().count() > Template::MAX_NAME_CHARS {
            return Err(Denied::TemplateName.into());
        }
        let mut terms = game.terms.reusable();
        if !game.info().is_hosted() {
            // Those who were invited say how many play, and nobody else does.
            terms.players = Terms::usual(game.info()).players;
        }
        let row = TemplateRow {
            guild_id: game.guild_id,
            folded: folded(&name),
            name,
            game: game.info().name.to_owned(),
            terms: json("terms", &terms)?,
            saved_by: Some(user),
            saved_at: self.clock().now(),
        };
        let before = self.store().templates(game.guild_id).await?;
        let replaced = before.into_iter().find(|known| known.folded == row.folded);
        let most = Template::MAX_PER_SERVER;
        if !self.store().save_template(&row, i64::try_from(most).unwrap_or(i64::MAX)).await? {
            return Err(Denied::TooManyTemplates { most }.into());
        }
        Ok((read(row)?, replaced.and_then(|known| read(known).ok())))
    }

    /// Deletes a template of a server.
    ///
    /// # Errors
    /// Fails if there is none of this name.
    pub async fn delete_template(&self, guild_id: GuildId, name: &str) -> Result<(), MatchError> {
        if self.store().delete_template(guild_id, &folded(name)).await.map_err(InternalError::from)? {
            return Ok(());
        }
        Err(Denied::NoTemplate(name.to_owned()).into())
    }
}

/// Returns what two names of one template have in common.
fn folded(name: &str) -> String {
    let folded = key(name);
    if folded.is_empty() { name.to_lowercase() } else { folded }
}

fn read(row: TemplateRow) -> Result<Template, Denied> {
    let TemplateRow { name, game, terms, saved_by, .. } = row;
    match serde_json::from_str(&terms) {
        Ok(terms) => Ok(Template { name, game, terms, saved_by }),
        Err(_) => Err(Denied::UnreadableTemplate(name)),
    }
}
