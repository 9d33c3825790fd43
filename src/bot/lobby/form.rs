//! `/host roster`: the whole roster in a form, one player a line.

use poise::serenity_prelude as serenity;
use serenity::{
    ActionRowComponent, CreateActionRow, CreateInputText, CreateInteractionResponse, CreateModal, GuildId,
    Http, InputTextStyle, ModalInteraction, UserId,
};

use super::lines::{Line, Named, read};
use super::names::{plain, usual_name};
use super::{signup, texts};
use crate::ui::limits::NAME;
use crate::ui::lookup::{self, meant};
use crate::ui::person::id;
use crate::ui::{Answer, Context, Failure};
use trigon_engine::matches::{Command, Match, Matches, Person, Power, RosterEntry};

/// Write or paste the whole roster at once
#[poise::command(slash_command)]
pub(crate) async fn roster(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_hosted"]
    number: Option<i64>,
) -> Result<(), Failure> {
    let (person, game) = meant(ctx, number).await?;
    person.may(Power::Roster, &game)?;
    if let poise::Context::Application(ctx) = ctx {
        let response = CreateInteractionResponse::Modal(form(&game));
        ctx.interaction.create_response(&ctx.data().responder, response).await?;
        ctx.has_sent_initial_response.store(true, std::sync::atomic::Ordering::SeqCst);
    }
    Ok(())
}

/// The beginning of the identifiers of forms; the number of the match follows.
const FORM: &str = "t1-roster:";
const FIELD: &str = "lines";

fn form(game: &Match) -> CreateModal {
    let line = |player: &trigon_engine::matches::Player| {
        let mut parts = vec![player.name.clone(), format!("<@{}>", player.user_id)];
        let value = |key| player.fields.get(key).map_or_else(|| "-".to_owned(), ToString::to_string);
        parts.extend(game.info().fields.iter().map(|field| value(field.spec.key)));
        parts.join(", ")
    };
    let lines: Vec<String> = game.players.iter().map(line).collect();
    let mut input = CreateInputText::new(InputTextStyle::Paragraph, texts::form_label(game.info()), FIELD)
        .placeholder(texts::form_placeholder(game.info()));
    if !lines.is_empty() {
        input = input.value(lines.join("\n"));
    }
    CreateModal::new(format!("{FORM}{}", game.id), texts::form_title(game))
        .components(vec![CreateActionRow::InputText(input)])
}

/// Returns the match whose roster a submitted form is, if it is such a form.
pub(crate) fn form_of(custom_id: &str) -> Option<i64> {
    custom_id.strip_prefix(FORM)?.parse().ok()
}

/// Makes the lines of the form the roster: all of them, or none.
pub(crate) async fn submitted(
    http: &Http,
    matches: &Matches,
    person: &Person,
    guild: GuildId,
    match_id: i64,
    modal: &ModalInteraction,
) -> Result<Answer, Failure> {
    let game = lookup::known(matches, person, match_id).await?;
    person.may(Power::Roster, &game)?;
    let inputs = modal.data.components.iter().flat_map(|row| &row.components);
    let text = inputs.into_iter().find_map(|input| match input {
        ActionRowComponent::InputText(input) if input.custom_id == FIELD => input.value.as_deref(),
        _ => None,
    });
    let mut entries = Vec::new();
    for (number, line) in read(text.unwrap_or_default(), game.info()) {
        let problem = |what: &str| Failure::denied(texts::line_problem(number, what));
        let line = line.map_err(|what| problem(&what))?;
        let entry = entry(http, guild, line).await.map_err(|failure| match failure {
            Failure::Refused(what) => problem(&what),
            other => other,
        })?;
        entries.push(entry);
    }
    // The form shows the whole roster, so it overrules those who join or leave while it is open.
    let done = matches.ask(match_id, person, Command::Roster(entries)).await?;
    signup::refresh(http, matches, &done.game).await;
    Ok(Answer::new(texts::roster(&done.game)))
}

/// Returns a line of the form as an entry of the roster, after looking up its member.
async fn entry(http: &Http, guild: GuildId, line: Line) -> Result<RosterEntry, Failure> {
    let member = match &line.user {
        Named::Id(user) => match guild.member(http, UserId::new(*user)).await {
            Ok(member) => member,
            Err(error) if is_not_found(&error) => {
                return Err(Failure::denied(texts::not_a_member(*user)));
            }
            Err(error) => return Err(error.into()),
        },
        Named::Name(name) => {
            let found = guild.search_members(http, name, Some(100)).await?;
            let unknown = || Failure::denied(texts::unknown_user(name));
            found
                .into_iter()
                .find(|member| member.user.name.eq_ignore_ascii_case(name))
                .ok_or_else(unknown)?
        }
    };
    if member.user.bot {
        return Err(Failure::denied(texts::bots_do_not_play(member.user.id.get())));
    }
    let name = match line.name.as_str() {
        "" => usual_name(&member.user, member.nick.as_deref()),
        name => plain(name, NAME).ok_or_else(|| Failure::denied(texts::bad_name()))?,
    };
    Ok(RosterEntry { user_id: id(member.user.id.get()), name, renames: true, fields: line.fields })
}

fn is_not_found(error: &serenity::Error) -> bool {
    matches!(error, serenity::Error::Http(error) if error.status_code().is_some_and(|code| code.as_u16() == 404))
}
