//! `/help`: what somebody can do next, in a few lines, and everything else by topic.

use std::sync::Arc;

use poise::serenity_prelude as serenity;
use serenity::{CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption};

use crate::ui::lookup;
use crate::ui::person::of_command;
use crate::ui::words::{relative, title};
use crate::ui::{Answer, Bot, ComponentAction, Context, CustomId, Failure, UnknownId, send};
use trigon_engine::ids::MatchId;
use trigon_engine::matches::{Match, Person, QuestionId};
use trigon_rules::games::{AnyGame, Info, Registry, phrase};

/// See what I can do
#[poise::command(slash_command)]
pub(crate) async fn help(ctx: Context<'_>) -> Result<(), Failure> {
    send(ctx, async { help_for(ctx.data(), &of_command(ctx).await?).await }).await
}

/// Returns what a person can do next. Below it is a select of the topics.
pub(crate) async fn help_for(bot: &Bot, person: &Person) -> Result<Answer, Failure> {
    let matches = &bot.matches;
    let mut played = matches.played_by(person.user_id).await?;
    lookup::sort_by_urgency(matches, person.user_id, &mut played).await;
    let game = match played.first() {
        Some(row) => Some(matches.load_listed(row).await?),
        None => None,
    };
    let hosts = !matches.hosted_by(person.user_id).await?.is_empty();
    let text = next_steps(matches.games(), game.as_ref(), person, hosts);
    Ok(Answer::new(text).rows(select(None)))
}

/// Returns the topic that was picked.
///
/// # Errors
/// If there is no such topic.
pub(crate) fn picked(games: &Registry, picked: Option<&str>) -> Result<Answer, Failure> {
    let topic = TOPICS.iter().find(|topic| Some(topic.label) == picked);
    let topic = topic.ok_or_else(|| Failure::denied(UnknownId::Component.to_string()))?;
    Ok(Answer::new((topic.text)(games)).rows(select(Some(topic.label))))
}

/// Returns a select of the topics, in which the one shown is selected.
fn select(shown: Option<&str>) -> Vec<CreateActionRow> {
    let option = |topic: &Topic| {
        CreateSelectMenuOption::new(topic.label, topic.label).default_selection(shown == Some(topic.label))
    };
    let options = TOPICS.iter().map(option).collect();
    let id = CustomId::new(MatchId(0), QuestionId::default(), ComponentAction::Help).to_string();
    let menu = CreateSelectMenu::new(id, CreateSelectMenuKind::String { options });
    vec![CreateActionRow::SelectMenu(menu.placeholder("More about …"))]
}

/// Says what somebody can do next. `game` is their most urgent match, if they play in any.
fn next_steps(games: &Registry, game: Option<&Arc<Match>>, person: &Person, hosts: bool) -> String {
    let mut lines = match game {
        Some(game) if lookup::is_asked(game, person.user_id) => asked(games, game),
        Some(game) => vec![
            format!("Nothing waits for you right now. You play {}.", title(game)),
            "- `/me` shows your position, `/board` the board, and `/history` what has happened.".to_owned(),
        ],
        None => vec![
            format!("I run matches of {}.", titles(games, |_| true)),
            "- To play, press **Join** below a sign-up, or create a match with `/play new` in a channel of a server, against the computer too.".to_owned(),
        ],
    };
    lines.push("- `/rules` explains the games; its topic *Fair play* says who sees what.".to_owned());
    if game.is_some() {
        lines.push("- Gone for a while? `/away` says so, `/ahead` plans your answers, and `/substitute` asks a friend.".to_owned());
        lines.push(
            "- `/matches` lists your matches and deadlines; `/settings` sets reminders and quiet hours."
                .to_owned(),
        );
    }
    if hosts {
        lines.push("- You host: `/host status` shows what is missing, `/host extend` gives more time, `/host replace` fills a seat.".to_owned());
    } else if person.guild_host {
        lines.push(format!("- To host {}, use `/host create`.", titles(games, Info::is_hosted)));
    }
    lines.join("\n")
}

/// Says how to answer in a match that waits for an answer.
fn asked(games: &Registry, game: &Match) -> Vec<String> {
    let until = game.deadline.map(|deadline| format!(", until {}", relative(deadline)));
    let example = games.get(game.info().name).and_then(|game| game.particulars().example);
    let example = example.map(|example| format!(" ({example})")).unwrap_or_default();
    vec![
        format!("{} waits for you{}.", title(game), until.unwrap_or_default()),
        format!(
            "- Press the button below its message, send me your answer in a direct message{example}, or use `/move`."
        ),
        if game.has_turns() {
            "- `/hint` says what I’d play, `/takeback` asks to take a turn back, and `/resign` gives up."
                .to_owned()
        } else {
            "- `/me` shows your position and what you’ve sent, `/board` the board.".to_owned()
        },
    ]
}

/// Lists the titles of the games that are meant.
fn titles(games: &Registry, is_meant: impl Fn(&Info) -> bool) -> String {
    let infos = games.iter().map(|game| game.info()).filter(|info| is_meant(info));
    phrase::all_of(&infos.map(|info| info.title).collect::<Vec<_>>())
}

/// Something that people want to know more about.
struct Topic {
    label: &'static str,
    text: fn(&Registry) -> String,
}

const TOPICS: [Topic; 3] = [
    Topic { label: "Answering when a match waits for you", text: playing },
    Topic { label: "Playing turn by turn", text: turns },
    Topic { label: "Hosting a match", text: hosting },
];

fn playing(games: &Registry) -> String {
    let example =
        |game: &Arc<dyn AnyGame>| Some(format!("{} in {}", game.particulars().example?, game.info().title));
    let examples: Vec<String> = games.iter().filter_map(example).collect();
    let example =
        if examples.is_empty() { String::new() } else { format!(", such as {}", phrase::one_of(&examples)) };
    let shortcuts: String =
        games.iter().filter_map(|game| game.particulars().help).flat_map(|help| ["- ", help, "\n"]).collect();
    format!(
        "**When a match waits for you**\n\
         - Press the button below its message, or send me your answer in a direct message{example}\n\
         - `/move` does the same in a server, and shows your choices\n\
         {shortcuts}\
         - `/ready` says that your answer is final, where rounds can end early\n\
         - `/ahead` plans your next answers, `/away` says you’ll be gone, `/settings` has quiet hours\n\
         - `/me` shows your position and your answer, `/board` the board, `/matches` your matches\n\
         - `/substitute` asks a friend to play for you for a time, and `/leave` is for good\n\
         - `/history` lists what has happened; after the end, `/replay` is an animation, `/review` goes through the match, and `/share` \
         sums it up"
    )
}

fn turns(games: &Registry) -> String {
    format!(
        "**Playing turn by turn in a channel** ({})\n\
         - `/play new` creates a match, against the computer (🤖) too; others press **Join**, then somebody presses **Start**\n\
         - A computed player has a level: beginners beat level 1, 3 is the usual one, and 6 is as strong as I can play\n\
         - Use the buttons below the board, or `/move`; `/hint`, `/whatif` and `/puzzle` help you learn\n\
         - `/takeback` works at once while it’s your turn and nothing was rolled, later if everyone agrees\n\
         - `/draw`, `/resign`, `/nudge`, and `/claim` when somebody’s time has run out; `/rematch` after the end",
        titles(games, |info| !info.is_hosted())
    )
}

fn hosting(games: &Registry) -> String {
    format!(
        "**Hosting a match** ({})\n\
         - `/host create`, then `/host seat` for each player or `/host roster` for all, then `/host start`, now or `at` a time\n\
         - `/host template save` keeps settings under a name, for `/host create` and `/play new`\n\
         - `/host status` shows who has answered and what doesn’t work\n\
         - `/host extend`, `pause` and `resume` move the clock; `/host resolve` ends a round, and `/host undo` plays it again\n\
         - `/host replace` gives a seat to somebody else; `/alternate` is for people who would take one\n\
         - `/host export` gives you the record, `/host publish` shows what was secret, `/host cancel` ends a match\n\
         - `/host spectators` shows a match to others; `/relocate` moves it to another channel\n\
         - `/season` keeps the book of a season: who has what, and why\n\
         - `/host role` chooses who can host besides members with Manage Server",
        titles(games, Info::is_hosted)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::limits::{MESSAGE, OPTION};
    use trigon_engine::ids::UserId;

    #[test]
    fn every_topic_fits_a_message_and_its_name_a_select() {
        for topic in &TOPICS {
            assert!((topic.text)(&Registry::standard()).chars().count() < MESSAGE, "{}", topic.label);
            assert!(topic.label.chars().count() <= OPTION, "{}", topic.label);
        }
    }

    #[test]
    fn an_example_of_an_answer_says_which_game_it_belongs_to() {
        let games = Registry::standard();
        for game in games.iter().filter(|game| game.particulars().example.is_some()) {
            let (example, title) = (game.particulars().example.unwrap_or_default(), game.info().title);
            assert!(playing(&games).contains(&format!("{example} in {title}")), "{title}");
        }
    }

    #[test]
    fn somebody_who_plays_nowhere_reads_how_to_begin_in_a_few_lines() {
        for (guild_host, hosts) in [(false, false), (true, false), (true, true)] {
            let person = Person { guild_host, ..Person::user(UserId(5)) };
            let help = next_steps(&Registry::standard(), None, &person, hosts);
            assert!(help.lines().count() <= 8 && help.contains("/play new"), "{help}");
            assert_eq!(help.contains("/host"), guild_host, "{help}");
        }
    }
}
