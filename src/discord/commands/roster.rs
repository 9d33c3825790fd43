//! `/host seat`, `/host unseat` and `/host roster` with its form: who plays.

use poise::serenity_prelude as serenity;
use serenity::{
    ActionRowComponent, CreateActionRow, CreateInputText, CreateInteractionResponse, CreateModal, GuildId,
    Http, InputTextStyle, ModalInteraction, ResolvedValue, User, UserId,
};

use super::host::meant;
use crate::discord::answer::{Answer, send};
use crate::discord::person::id;
use crate::discord::roster_lines::{Line, Named, read};
use crate::discord::{Context, Failure, texts_host as texts, which};
use crate::games::{Value, Values};
use crate::matches::{Command, Match, Matches, Person, Power, RosterEntry};

/// The longest name: Discord's own limit.
const NAME: usize = 32;
/// The most garnets either way.
const GARNETS: i64 = 9_999;

/// A name or title on one line without control characters; `None` if nothing or too much is left of it.
pub(in crate::discord) fn plain(text: &str, most: usize) -> Option<String> {
    let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || c.is_control()).collect();
    let text = words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    (1..=most).contains(&text.chars().count()).then_some(text)
}

/// What a user is called where nothing else was said: as in the server, cut to what a name may be.
pub(in crate::discord) fn usual_name(user: &User, nick: Option<&str>) -> String {
    let name: String = nick.unwrap_or(user.display_name()).chars().take(NAME).collect();
    plain(&name, NAME).unwrap_or_else(|| user.name.clone())
}

/// Give a player a seat, or change the player’s line of the roster
#[poise::command(slash_command)]
pub(super) async fn seat(
    ctx: Context<'_>,
    #[description = "Who"] player: User,
    #[description = "What the player is called (default: the name in this server)"]
    #[max_length = 32]
    name: Option<String>,
    #[description = "The place on the priority list, highest number first"]
    #[min = 1]
    #[max = 16]
    priority: Option<i64>,
    #[description = "The balance of garnets (default 0)"]
    #[min = -9999]
    #[max = 9999]
    garnets: Option<i64>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "which::complete_hosted"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, game) = meant(ctx, number).await?;
        let user_id = id(player.id.get());
        if player.bot {
            return Err(Failure::denied(texts::bots_do_not_play(player.id.get())));
        }
        let name = match name {
            Some(name) => {
                Some(plain(&name, NAME).ok_or_else(|| Failure::denied(texts::capital(texts::bad_name())))?)
            }
            None => None,
        };
        let nick = nick(ctx, player.id)?;
        let mut fields = Values::default();
        for (key, value) in [("priority", priority), ("garnets", garnets)] {
            if let Some(number) = value {
                fields.set(key, Value::Number(number));
            }
        }
        let renames = name.is_some();
        let name = name.unwrap_or_else(|| usual_name(&player, nick));
        let matches = &ctx.data().matches;
        let command = Command::Seat(RosterEntry { user_id, name, renames, fields });
        let done = matches.ask(game.id, &person, command).await?;
        Ok(texts::seated(&done.game, user_id).into())
    })
    .await
}

/// The nickname of a member that came with the command.
pub(super) fn nick(ctx: Context<'_>, user: UserId) -> Result<Option<&str>, Failure> {
    let poise::Context::Application(ctx) = ctx else { return Ok(None) };
    let found = ctx.args.iter().find_map(|option| match option.value {
        ResolvedValue::User(found, member) if found.id == user => Some(member),
        _ => None,
    });
    match found.flatten() {
        Some(member) => Ok(member.nick.as_deref()),
        None => Err(Failure::denied(texts::not_a_member(user.get()))),
    }
}

/// Take a player off the roster
#[poise::command(slash_command)]
pub(super) async fn unseat(
    ctx: Context<'_>,
    #[description = "Who"] player: User,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "which::complete_hosted"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, game) = meant(ctx, number).await?;
        let user_id = id(player.id.get());
        let matches = &ctx.data().matches;
        let done = matches.ask(game.id, &person, Command::Unseat(user_id)).await?;
        Ok(texts::unseated(&done.game, user_id).into())
    })
    .await
}

/// Write or paste the whole roster at once
#[poise::command(slash_command)]
pub(super) async fn roster(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "which::complete_hosted"]
    number: Option<i64>,
) -> Result<(), Failure> {
    let (person, game) = meant(ctx, number).await?;
    person.may(Power::Roster, &game)?;
    if let poise::Context::Application(ctx) = ctx {
        let response = CreateInteractionResponse::Modal(form(&game));
        ctx.interaction.create_response(ctx.http(), response).await?;
        ctx.has_sent_initial_response.store(true, std::sync::atomic::Ordering::SeqCst);
    }
    Ok(())
}

/// How ids of the form begin; the number of the match follows.
const FORM: &str = "t1-roster:";
const FIELD: &str = "lines";

fn form(game: &Match) -> CreateModal {
    let lines: Vec<String> = game
        .players
        .iter()
        .map(|player| {
            let number = |key| player.fields.number(key).unwrap_or_default();
            format!("{}, <@{}>, {}, {}", player.name, player.user_id, number("priority"), number("garnets"))
        })
        .collect();
    let mut input = CreateInputText::new(InputTextStyle::Paragraph, texts::form_label(), FIELD)
        .placeholder(texts::form_placeholder());
    if !lines.is_empty() {
        input = input.value(lines.join("\n"));
    }
    CreateModal::new(format!("{FORM}{}", game.id), texts::form_title(game))
        .components(vec![CreateActionRow::InputText(input)])
}

/// The match whose roster a submitted form is, if it is such a form.
pub(in crate::discord) fn form_of(custom_id: &str) -> Option<i64> {
    custom_id.strip_prefix(FORM)?.parse().ok()
}

/// Makes what was written in the form the roster: all of it, or nothing.
pub(in crate::discord) async fn submitted(
    http: &Http,
    matches: &Matches,
    person: &Person,
    guild: GuildId,
    match_id: i64,
    modal: &ModalInteraction,
) -> Result<Answer, Failure> {
    let game = which::known(matches, person, match_id).await?;
    person.may(Power::Roster, &game)?;
    let inputs = modal.data.components.iter().flat_map(|row| &row.components);
    let text = inputs.into_iter().find_map(|input| match input {
        ActionRowComponent::InputText(input) if input.custom_id == FIELD => input.value.as_deref(),
        _ => None,
    });
    let mut seats = Vec::new();
    for (number, line) in read(text.unwrap_or_default()) {
        let problem = |what: &str| Failure::denied(texts::line_problem(number, what));
        let line = line.map_err(|what| problem(&what))?;
        let seat = entrant(http, guild, line).await.map_err(|failure| match failure {
            Failure::Refused(what) => problem(&what),
            other => other,
        })?;
        seats.push(seat);
    }
    // Who joins or leaves while the form is open is overruled: the form shows the whole roster.
    let done = matches.ask(match_id, person, Command::Roster(seats)).await?;
    Ok(texts::roster(&done.game).into())
}

/// A line of the form as a seat, after looking its member up.
async fn entrant(http: &Http, guild: GuildId, line: Line) -> Result<RosterEntry, Failure> {
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
    if line.garnets.abs() > GARNETS {
        return Err(Failure::denied(texts::bad_garnets()));
    }
    let mut fields = Values::default();
    if line.priority != 0 {
        fields.set("priority", Value::Number(line.priority));
    }
    fields.set("garnets", Value::Number(line.garnets));
    Ok(RosterEntry { user_id: id(member.user.id.get()), name, renames: true, fields })
}

fn is_not_found(error: &serenity::Error) -> bool {
    matches!(error, serenity::Error::Http(error) if error.status_code().is_some_and(|code| code.as_u16() == 404))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_on_one_line() {
        assert_eq!(plain("  Ann\n the\tGreat ", 32).as_deref(), Some("Ann the Great"));
        assert_eq!(plain("\u{7}\n", 32), None);
        assert_eq!(plain(&"é".repeat(32), 32).map(|name| name.chars().count()), Some(32));
        assert_eq!(plain(&"é".repeat(33), 32), None);
    }
}
