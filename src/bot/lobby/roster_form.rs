//! `/host roster`: the whole roster in a form, ready for pasting: name, user and the game's fields, one player per
//! line. How people refer to users there ([`UserRef`], [`fetch_member`]) goes for the casts of seasons, too.

use poise::serenity_prelude as serenity;
use serenity::{
    CreateActionRow, CreateInputText, CreateModal, Http, InputTextStyle, Member, ModalInteraction,
};

use super::names::{display_name, one_line};
use super::texts;
use crate::ui::limits::NAME;
use crate::ui::lookup::meant;
use crate::ui::snowflakes::ToStored;
use crate::ui::{Answer, Context, Failure, Prose, field, lookup, open_form};
use trigon_engine::ids::{MatchId, UserId};
use trigon_engine::matches::{Command, Match, Matches, Person, Player, Power, RosterEntry};
use trigon_rules::games::{Info, Value, Values};
use trigon_rules::text::typed;

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
    person.check_power(Power::Roster, &game)?;
    open_form(ctx, form(&game)).await
}

/// The prefix of the identifiers of forms, followed by the match number.
const FORM_PREFIX: &str = "t1-roster:";
const FIELD: &str = "lines";

/// Returns the form, with the lines of the present roster.
fn form(game: &Match) -> CreateModal {
    let line = |player: &Player| write_line(&player.name, player.user_id, &player.fields, game.info());
    let lines: Vec<String> = game.players.iter().map(line).collect();
    let mut input = CreateInputText::new(InputTextStyle::Paragraph, texts::form_label(game.info()), FIELD)
        .placeholder(texts::form_placeholder(game.info()));
    if !lines.is_empty() {
        input = input.value(lines.join("\n"));
    }
    CreateModal::new(format!("{FORM_PREFIX}{}", game.id), texts::form_title(game))
        .components(vec![CreateActionRow::InputText(input)])
}

/// Returns the line for a player, from which [`read_line`] reads the same player.
fn write_line(name: &str, user: UserId, fields: &Values, info: &Info) -> String {
    let mut parts = vec![name.to_owned(), format!("<@{user}>")];
    let value = |key| fields.get(key).map_or_else(|| "-".to_owned(), ToString::to_string);
    parts.extend(info.fields.iter().map(|field| value(field.spec.key)));
    parts.join(", ")
}

/// Returns the match of a submitted roster form, or `None` if it is another form.
pub(crate) fn form_of(custom_id: &str) -> Option<MatchId> {
    custom_id.strip_prefix(FORM_PREFIX)?.parse().ok()
}

/// Replaces the roster with the lines of the form: all of them, or none.
pub(crate) async fn submitted(
    http: &Http,
    matches: &Matches,
    person: &Person,
    guild: serenity::GuildId,
    match_id: MatchId,
    modal: &ModalInteraction,
) -> Result<Answer, Failure> {
    let game = lookup::known(http, matches, person, match_id, modal.channel_id.stored()).await?;
    person.check_power(Power::Roster, &game)?;
    let text: &str = &field::<Prose>(modal, FIELD);
    let (mut entries, mut problems) = (Vec::new(), Vec::new());
    for (number, line) in read_lines(text, game.info()) {
        let entry = match line {
            Ok(line) => roster_entry(http, guild, line).await,
            Err(problem) => Err(Failure::Refused(problem)),
        };
        match entry {
            Ok(entry) => entries.push(entry),
            Err(Failure::Refused(problem)) => problems.push(texts::line_problem(number, &problem)),
            Err(fault) => return Err(fault),
        }
    }
    if !problems.is_empty() {
        return Err(Failure::denied(texts::lines_refused(&problems, text)));
    }
    // The form shows the whole roster, so it overrides anyone joining or leaving while it is open.
    let game = matches.ask(match_id, person, Command::Roster(entries)).await?.game;
    Ok(Answer::new(texts::roster(&game)))
}

/// Finds a member of a server who is not a bot.
///
/// # Errors
/// If there is no such member.
pub(crate) async fn fetch_member(
    http: &Http,
    guild: serenity::GuildId,
    user: &UserRef,
) -> Result<Member, Failure> {
    let member = match user {
        UserRef::Id(user_id) => match guild.member(http, serenity::UserId::new(*user_id)).await {
            Ok(member) => member,
            Err(error) if is_not_found(&error) => {
                return Err(Failure::denied(texts::not_a_member(*user_id)));
            }
            Err(error) => return Err(error.into()),
        },
        UserRef::Name(name) => {
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
    Ok(member)
}

/// Converts a line of the form into a roster entry, after looking up the member.
async fn roster_entry(
    http: &Http,
    guild: serenity::GuildId,
    line: RosterLine,
) -> Result<RosterEntry, Failure> {
    let member = fetch_member(http, guild, &line.user).await?;
    let name = match line.name.as_str() {
        "" => display_name(&member.user, member.nick.as_deref()),
        name => one_line(name, NAME).ok_or_else(|| Failure::denied(texts::bad_name()))?,
    };
    Ok(RosterEntry { user_id: member.user.id.stored(), name, renames: true, fields: line.fields })
}

fn is_not_found(error: &serenity::Error) -> bool {
    matches!(error, serenity::Error::Http(error) if error.status_code().is_some_and(|code| code.as_u16() == 404))
}

/// A line of the roster form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RosterLine {
    /// The name; empty for the user's own name.
    pub(super) name: String,
    pub(super) user: UserRef,
    /// The values of the game's fields that are filled in.
    pub(super) fields: Values,
}

/// How somebody refers to a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum UserRef {
    /// By a mention or an ID.
    Id(u64),
    /// By a user name, without the @.
    Name(String),
}

impl UserRef {
    /// Reads a mention, an ID or a user name after an @.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let mention = text.strip_prefix("<@").and_then(|rest| rest.strip_suffix('>'));
        let digits = mention.map(|rest| rest.trim_start_matches('!'));
        // A short number is the value of a field: IDs have at least 15 digits.
        let digits = digits.or_else(|| Some(text).filter(|text| text.len() >= 15));
        let number = digits.filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()));
        if let Some(id) = number.and_then(|digits| digits.parse().ok()).filter(|id| *id != 0) {
            return Some(Self::Id(id));
        }
        text.strip_prefix('@').filter(|name| !name.is_empty()).map(|name| Self::Name(name.to_owned()))
    }
}

/// Reads the lines that are not empty, with their line numbers, counted from 1. Tabs are separators too, because
/// spreadsheets copy them.
pub(super) fn read_lines<'a>(
    text: &'a str,
    info: &'static Info,
) -> impl Iterator<Item = (usize, Result<RosterLine, String>)> + 'a {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    lines.map(move |(number, line)| (number, read_line(line, info)))
}

/// Reads a line: the name, the user and the values of the game's fields. The error is a sentence.
fn read_line(line: &str, info: &'static Info) -> Result<RosterLine, String> {
    let line = line.replace('\t', ",");
    let parts: Vec<&str> = line.split(',').collect();
    let user_at = |i: usize| Some((i, UserRef::read(parts[i].trim())?));
    // A name may contain commas, and even look like a user: it is everything before the last user.
    let last_user = (0..parts.len()).rev().find_map(user_at);
    let (index, user) = last_user.ok_or_else(|| texts::no_user_in_line(info))?;
    let name = parts[..index].join(",").trim().to_owned();
    let values = &parts[index + 1..];
    if values.len() > info.fields.len() {
        return Err(texts::too_many_fields(info));
    }
    let mut fields = Values::default();
    for (field, text) in info.fields.iter().zip(values) {
        let text = typed(text);
        let is_empty = matches!(&text[..], "" | "-") || field.is_rank && text == "0";
        if !is_empty {
            let value: Value = field.spec.read(&text)?;
            fields.set(field.spec.key, value);
        }
    }
    Ok(RosterLine { name, user, fields })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use trigon_rules::games::Registry;

    fn info() -> &'static Info {
        Registry::standard().main()
    }

    fn line(name: &str, user: UserRef, values: &[i64]) -> RosterLine {
        let mut fields = Values::default();
        for (field, value) in info().fields.iter().zip(values) {
            if !(field.is_rank && *value == 0) {
                fields.set(field.spec.key, Value::Number(*value));
            }
        }
        RosterLine { name: name.to_owned(), user, fields }
    }

    #[test]
    fn lines_are_read_in_every_usual_writing() {
        let id = UserRef::Id(123_456_789_012_345_678);
        for (text, read) in [
            ("Ann, <@123456789012345678>, 13, 4", line("Ann", id.clone(), &[13, 4])),
            ("Ann,<@!123456789012345678>,13,-4", line("Ann", id.clone(), &[13, -4])),
            ("Ann\t123456789012345678\t13\t−4", line("Ann", id.clone(), &[13, -4])),
            ("Ann, the Great, 123456789012345678, 7", line("Ann, the Great", id.clone(), &[7])),
            ("<@123456789012345678>", line("", id, &[])),
            ("Ann, @ann.b, -, 2", line("Ann", UserRef::Name("ann.b".to_owned()), &[0, 2])),
        ] {
            assert_eq!(read_line(text, info()), Ok(read), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_the_number_of_the_line() {
        let all: Vec<_> =
            read_lines("Ann, @ann, 1, 2\n\nBen\nCleo, @cleo, x\nDan, @dan, 1, 2, 3", info()).collect();
        assert_eq!(
            all.iter().map(|(number, line)| (*number, line.is_ok())).collect::<Vec<_>>(),
            [(1, true), (3, false), (4, false), (5, false)]
        );
    }

    proptest! {
        #[test]
        fn a_roster_that_was_written_is_read_back_whatever_people_are_called(
            raw in any::<String>(), signs in "[@,<>!0-9x*|\\- ]{1,32}", user in 1_i64.., rank in 1_i64..=13, garnets in -99_i64..=99
        ) {
            let mut fields = Values::default();
            for (field, value) in info().fields.iter().zip([rank, garnets]) {
                fields.set(field.spec.key, Value::Number(value));
            }
            for raw in [&raw[..], &signs, "@home", "x,@y", "<@123>", "a,", ",", "<@!123456789012345678>, 3, 4"] {
                let Some(name) = one_line(raw, NAME) else { continue };
                let line = write_line(&name, UserId(user), &fields, info());
                let form = Prose::new(&line);
                let [(1, Ok(line))] = &read_lines(&form, info()).collect::<Vec<_>>()[..] else {
                    panic!("{name:?}: {line:?} is not read")
                };
                prop_assert_eq!(one_line(&line.name, NAME), Some(name));
                prop_assert_eq!((&line.user, &line.fields), (&UserRef::Id(user as u64), &fields));
            }
        }

        #[test]
        fn any_text_is_read_or_refused(text in any::<String>()) {
            for (_, line) in read_lines(&text, info()) {
                let _ = line;
            }
        }
    }
}
