//! The form with the cast: one line for each member.

use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{
    CreateActionRow, CreateInputText, CreateModal, Http, InputTextStyle, Member as GuildMember,
    ModalInteraction, Role,
};
use tokio::time::timeout;

use super::ids::SeasonForm;
use super::{find, texts};
use crate::lobby::names::{display_name, one_line};
use crate::lobby::roster_form::{UserRef, fetch_member};
use crate::ui::limits::{FORM_TEXT, NAME};
use crate::ui::snowflakes::{ToDiscord, ToStored};
use crate::ui::{Answer, Bot, Failure, Prose, code, field, readers};
use trigon_engine::ids::UserId;
use trigon_engine::matches::{Actor, Person};
use trigon_engine::season::{
    ListProblem, Member, MemberNumber, MemberStatus, Newcomer, Season, SeasonCommand, SeasonDenied,
    SeasonPower, read_cast,
};

/// How long listing the members of a server may take: Discord waits three seconds for a form.
const LIST_TIMEOUT: Duration = Duration::from_secs(2);

/// The field of the form.
const FIELD: &str = "lines";

/// What a line of the form ends with, if its member plays only when somebody else cannot.
const ALTERNATE_SUFFIX: &str = "(alternate)";

/// Returns the form with the members who play, and the alternates, followed by everyone who has a role and is not in the cast. If
/// they are too many for a form, it is empty, and names only those who are to be added.
///
/// # Errors
/// If the person does not host the season, or if it cannot be found out who has the role.
pub(super) async fn form(
    http: &Http,
    season: &Season,
    person: &Person,
    role: Option<&Role>,
) -> Result<CreateModal, Failure> {
    season.check_power(&Actor::Person(*person), SeasonPower::Keep)?;
    let cast = season.shown_cast(find::viewer(season, person));
    let mut lines: Vec<String> = cast.iter().filter(|member| is_listed(member)).map(write_line).collect();
    if let Some(role) = role {
        let new = timeout(LIST_TIMEOUT, fetch_newcomers(http, season, role)).await;
        lines.extend(new.unwrap_or_else(|_| Err(Failure::denied(texts::ROLE_TAKES_TOO_LONG)))?);
        let length: usize = lines.iter().map(|line| line.chars().count() + 1).sum();
        if length > FORM_TEXT {
            return Err(Failure::denied(texts::ROLE_TOO_LARGE));
        }
    }
    let text = lines.join("\n");
    let mut input = CreateInputText::new(InputTextStyle::Paragraph, texts::CAST_LABEL, FIELD)
        .placeholder(texts::CAST_PLACEHOLDER);
    let fits = text.chars().count() <= FORM_TEXT;
    let last = cast.last().filter(|_| fits).map_or(0, |member| member.number);
    if fits && !text.is_empty() {
        input = input.value(text);
    }
    let form = SeasonForm::Cast { season: season.id, last };
    Ok(CreateModal::new(form.to_string(), texts::cast_title(season))
        .components(vec![CreateActionRow::InputText(input)]))
}

/// Returns the lines of those who have a role and are not in the cast, without bots.
async fn fetch_newcomers(http: &Http, season: &Season, role: &Role) -> Result<Vec<String>, Failure> {
    let (mut lines, mut after) = (Vec::new(), None);
    for _ in 0..readers::MAX_MEMBER_PAGES {
        let page = http.get_guild_members(role.guild_id, Some(readers::MEMBERS_PER_PAGE as u64), after).await;
        let members = match page {
            Ok(members) => members,
            // The operator has not turned on the list of members.
            Err(error) if code(&error).is_some() => return Err(Failure::denied(texts::NO_LIST_OF_MEMBERS)),
            Err(error) => return Err(error.into()),
        };
        let has_role = |member: &&GuildMember| member.roles.contains(&role.id) && !member.user.bot;
        let is_new = |member: &&GuildMember| season.member_of(member.user.id.stored()).is_none();
        let new = members.iter().filter(has_role).filter(is_new);
        lines.extend(new.map(|member| {
            format!("{}, <@{}>", display_name(&member.user, member.nick.as_deref()), member.user.id)
        }));
        if members.len() < readers::MEMBERS_PER_PAGE {
            break;
        }
        after = members.iter().map(|member| member.user.id.get()).max();
    }
    if lines.is_empty() {
        return Err(Failure::denied(texts::NOBODY_NEW_HAS_THE_ROLE));
    }
    Ok(lines)
}

/// Returns whether the form lists a member: those who play, and the alternates.
fn is_listed(member: &Member) -> bool {
    matches!(member.status, MemberStatus::In | MemberStatus::Alternate)
}

/// Returns the line of a member, as [`read_line`] reads it.
fn write_line(member: &Member) -> String {
    let user = member.user.map(|user| format!(", <@{user}>")).unwrap_or_default();
    let alternate = match member.status {
        MemberStatus::Alternate => format!(" {ALTERNATE_SUFFIX}"),
        _ => String::new(),
    };
    format!("{}{user}{alternate}", member.name)
}

/// A line of the form: a name, who that is, and whether they are an alternate.
struct CastLine {
    name: String,
    user: Option<UserId>,
    is_alternate: bool,
}

/// Changes the cast to what the form says.
pub(super) async fn submitted(
    http: &Http,
    bot: &Bot,
    person: &Person,
    season: &Season,
    last: MemberNumber,
    modal: &ModalInteraction,
) -> Result<Answer, Failure> {
    season.check_power(&Actor::Person(*person), SeasonPower::Keep)?;
    let text: &str = &field::<Prose>(modal, FIELD);
    let guild = season.guild_id.discord();
    let (mut lines, mut problems) = (Vec::new(), Vec::new());
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        match read_line(http, season, guild, line).await {
            Ok(line) => lines.push(line),
            Err(Failure::Refused(what)) => problems.push(texts::line_problem(number, &what)),
            Err(other) => return Err(other),
        }
    }
    if lines.is_empty() && problems.is_empty() {
        problems.push(texts::list_problem(&ListProblem::Empty));
    }
    if !problems.is_empty() {
        return Err(Failure::denied(texts::lines_refused(&problems, text, "/season cast")));
    }
    let commands = changes(season, person, &lines, last)?;
    // All that can be refused is refused before anything changes.
    for command in &commands {
        bot.seasons.preview(season.id, person, command).await?;
    }
    for command in &commands {
        bot.seasons.ask(season.id, person, command).await?;
    }
    let season = bot.seasons.load(season.id).await?;
    Ok(Answer::new(texts::cast(&season, find::viewer(&season, person), commands.is_empty())))
}

/// Reads a line, and finds out who is meant.
async fn read_line(
    http: &Http,
    season: &Season,
    guild: serenity::GuildId,
    line: &str,
) -> Result<CastLine, Failure> {
    let line = line.replace('\t', ",");
    let line = line.trim();
    let before_suffix = line.strip_suffix(ALTERNATE_SUFFIX).map(str::trim_end);
    let (text, is_alternate) = (before_suffix.unwrap_or(line), before_suffix.is_some());
    let parts: Vec<&str> = text.split(',').collect();
    let named = (0..parts.len()).rev().find_map(|at| Some((at, UserRef::read(parts[at].trim())?)));
    let Some((at, named)) = named else {
        let name = read_unknown_name(text)?;
        return Ok(CastLine { name, user: None, is_alternate });
    };
    let given_name = parts[..at].join(",");
    let given_name = given_name.trim();
    // Members of the cast stay in it even if they have left the server.
    let known = match named {
        UserRef::Id(user) => Some(UserId::from(user)).filter(|user| season.member_of(*user).is_some()),
        UserRef::Name(_) => None,
    };
    if let Some(user) = known.filter(|_| !given_name.is_empty()) {
        return Ok(CastLine { name: checked_name(given_name)?, user: Some(user), is_alternate });
    }
    let member = fetch_member(http, guild, &named).await?;
    let name = match given_name {
        "" => display_name(&member.user, member.nick.as_deref()),
        name => checked_name(name)?,
    };
    Ok(CastLine { name, user: Some(member.user.id.stored()), is_alternate })
}

fn checked_name(name: &str) -> Result<String, Failure> {
    one_line(name, NAME).ok_or_else(|| Failure::denied(texts::BAD_NAME))
}

/// Reads a line that is a name alone: somebody of whom it is not known who they are on Discord.
fn read_unknown_name(text: &str) -> Result<String, Failure> {
    let read = read_cast(text)
        .map_err(|problems| Failure::denied(problems.first().map(texts::list_problem).unwrap_or_default()))?;
    Ok(read.into_iter().next().map(|newcomer| newcomer.name).unwrap_or_default())
}

/// Returns the commands that change the cast to what the lines say: who is new, has another name, is another person, plays
/// again, or is gone. Members after the `last` one were not in the form, and stay.
fn changes(
    season: &Season,
    person: &Person,
    lines: &[CastLine],
    last: MemberNumber,
) -> Result<Vec<SeasonCommand>, Failure> {
    let cast = season.shown_cast(find::viewer(season, person));
    let (mut commands, mut newcomers) = (Vec::new(), Vec::new());
    let mut seen: Vec<MemberNumber> = Vec::new();
    for line in lines {
        let (user, name) = (line.user, line.name.clone());
        let by_user = user.and_then(|user| season.member_of(user));
        let Some(member) = by_user.or_else(|| season.named(&name)) else {
            newcomers.push(Newcomer { user, name, is_alternate: line.is_alternate });
            continue;
        };
        let number = member.number;
        if seen.contains(&number) {
            return Err(SeasonDenied::Twice(member.name.clone()).into());
        }
        seen.push(number);
        match user.filter(|user| member.user != Some(*user)) {
            Some(user) => commands.push(SeasonCommand::TakeOver { member: number, user, name }),
            None if member.name != name => commands.push(SeasonCommand::Rename { member: number, name }),
            None => {}
        }
        let status = if line.is_alternate { MemberStatus::Alternate } else { MemberStatus::In };
        let before = cast.iter().find(|known| known.number == number).map(|known| known.status);
        if before.is_some_and(|before| before != status) {
            commands.push(SeasonCommand::Status { member: number, status });
        }
    }
    let is_gone = |it: &&Member| is_listed(it) && it.number <= last && !seen.contains(&it.number);
    let gone = cast.iter().filter(is_gone).map(|it| it.number);
    commands.extend(gone.map(|member| SeasonCommand::Status { member, status: MemberStatus::Left }));
    if !newcomers.is_empty() {
        commands.push(SeasonCommand::Cast(newcomers));
    }
    Ok(commands)
}
