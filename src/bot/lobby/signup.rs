//! The sign-up post: one message that always shows who is in, and its buttons.

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, ComponentInteraction, CreateActionRow, CreateButton, Http};

use super::alternates::stand_by;
use super::names::display_name;
use super::{check_in, settings, texts};
use crate::ui::snowflakes::ToStored;
use crate::ui::{
    Announcement, Answer, Bot, ComponentAction, Failure, PressAnswer, Pressed, UnknownId, button, escape,
    words,
};
use trigon_engine::ids::UserId;
use trigon_engine::matches::{Command, Match, Person, Status};

/// Returns the post, with mentions of the users with reserved seats who have not joined.
pub(crate) fn announcement(game: &Match) -> Announcement {
    Announcement {
        text: post_text(game),
        rows: rows(game),
        pings: not_joined(game),
        ..Announcement::default()
    }
}

/// Returns all terms of a match, for the button *Terms* of the post. Those who can change them get a button for it.
pub(crate) fn terms(person: &Person, game: &Match) -> Answer {
    let lines = [texts::terms_of(game), texts::terms(game)].into_iter().chain(texts::ranks(game));
    Answer::new(lines.collect::<Vec<_>>().join("\n")).rows(settings::open_button(person, game))
}

/// Does what a button of the post is for. Shows the updated post, unless a host is asked first what they would give up.
pub(crate) async fn press(
    http: &Http,
    bot: &Bot,
    person: &Person,
    game: &Match,
    click: &ComponentInteraction,
    action: &ComponentAction,
) -> Result<PressAnswer, Failure> {
    let (matches, id) = (&bot.matches, game.id);
    let name = || {
        let nick = click.member.as_ref().and_then(|member| member.nick.as_deref());
        display_name(&click.user, nick)
    };
    let mut follow_up = None;
    match action {
        ComponentAction::Join if would_lose_sight(person, game) => {
            return Ok(PressAnswer::Apart(ask_to_join_as_host(game)));
        }
        ComponentAction::JoinAsHost => {
            let game = matches.ask(id, person, Command::Join(name())).await?.game;
            return Ok(PressAnswer::InPlace(Answer::new(texts::joined_as_host(&game))));
        }
        ComponentAction::Join => {
            let game = matches.ask(id, person, Command::Join(name())).await?.game;
            follow_up = lead_to_check_in(person, &game);
        }
        ComponentAction::StandBy => {
            stand_by(http, matches, person, game, name()).await?;
        }
        ComponentAction::Leave => {
            let is_alternate = game.alternates().iter().any(|known| known.user == person.user_id);
            let leave = if is_alternate { Command::StandDown } else { Command::Leave };
            matches.ask(id, person, leave).await?;
        }
        ComponentAction::Start => {
            matches.ask(id, person, Command::Start).await?;
        }
        _ => return Err(Failure::denied(UnknownId::Component.to_string())),
    }
    let message_id = click.message.id.stored();
    Ok(PressAnswer::Shared(Pressed { match_id: id, message_id, draft: None }, follow_up))
}

/// Tells a host what they lose by playing, and asks whether they join all the same.
fn ask_to_join_as_host(game: &Match) -> Answer {
    let join = button(game, ComponentAction::JoinAsHost, texts::JOIN_AS_HOST, ButtonStyle::Danger);
    let back = button(game, ComponentAction::Back, texts::BACK, ButtonStyle::Secondary);
    Answer::new(texts::join_as_host(game)).rows(vec![CreateActionRow::Buttons(vec![join, back])])
}

/// Returns the answer that leads somebody who has joined to checking in, if that is still to be done.
fn lead_to_check_in(person: &Person, game: &Match) -> Option<Answer> {
    if !game.info().is_hosted() || !check_in::needs_test_message(game, person.user_id) {
        return None;
    }
    let row = CreateActionRow::Buttons(vec![check_in::check_in_button(game)]);
    Some(Answer::new(texts::joined(game)).rows(vec![row]))
}

/// Returns whether a person would see less of a match if they joined it: hosts see its secrets only if they do not play.
fn would_lose_sight(person: &Person, game: &Match) -> bool {
    let is_named_host = game.hosts().any(|host| host == person.user_id);
    is_named_host && game.info().is_hosted() && game.has_secrets() && game.seat_of(person.user_id).is_none()
}

/// Returns whether computed players can be added to a match, or taken off its roster.
pub(super) fn takes_computed(game: &Match) -> bool {
    is_open(game) && game.terms.invited.is_empty()
}

/// Returns the text of the post.
fn post_text(game: &Match) -> String {
    let is_open = is_open(game);
    let state = match game.status {
        Status::Signup if !is_open => words::ROSTER_CLOSED,
        Status::Signup => words::SIGN_UP,
        Status::Cancelled if game.session.is_none() => texts::CALLED_OFF,
        _ => texts::STARTED,
    };
    let terms = &game.terms;
    let headline = words::headline(&escape::title(&game.title), state);
    let mut lines = vec![headline, game.info().summary.to_owned(), texts::terms_in_short(game)];
    lines.extend(terms.rematch_of.map(|number| texts::rematch_of(number, !game.info().is_hosted())));
    lines.extend(texts::who_is_in(game));
    if is_open {
        let left = usize::from(terms.players).saturating_sub(game.players.len());
        let missing = not_joined(game);
        lines.push(match (terms.open_signup, missing.is_empty()) {
            (false, _) => texts::CLOSED_SIGNUP.to_owned(),
            (true, true) if game.players.is_empty() => texts::all_seats_left(left),
            (true, true) => texts::seats_left(left, players_start(game)),
            (true, false) => texts::kept_for(&missing, begins_at_once(game)),
        });
        if left > 0 && is_enough(game) && players_start(game) {
            lines.push(texts::enough_players());
        }
    }
    lines.extend(texts::alternates(game).filter(|_| game.session.is_none()));
    if terms.playing_host {
        lines.push(texts::PLAYING_HOST.to_owned());
    }
    lines.extend(texts::words_of(game));
    let number = words::match_number(game.id);
    let small_print = if is_open && game.info().is_hosted() {
        format!("{number} · {}", texts::to_host(game, is_full(game)))
    } else {
        number
    };
    lines.push(words::small(&small_print));
    lines.join("\n")
}

/// The number of short buttons that fit side by side on a phone.
const ROW_ON_A_PHONE: usize = 4;

/// Returns the buttons below the post: first those that change the roster, then those with which people read or add something.
fn rows(game: &Match) -> Vec<CreateActionRow> {
    if !is_open(game) {
        // The message that announces the pregame has it, too.
        let word = word_button(game);
        return word.map(|word| CreateActionRow::Buttons(vec![word])).into_iter().collect();
    }
    let mut buttons = roster_buttons(game);
    buttons.extend(other_buttons(game));
    buttons.chunks(ROW_ON_A_PHONE).map(|row| CreateActionRow::Buttons(row.to_vec())).collect()
}

/// Returns the buttons for joining, leaving, starting and checking in.
fn roster_buttons(game: &Match) -> Vec<CreateButton> {
    let mut buttons = Vec::new();
    if game.terms.open_signup {
        let join = if is_full(game) && game.terms.invited.is_empty() {
            button(game, ComponentAction::StandBy, texts::STAND_BY, ButtonStyle::Primary)
        } else {
            button(game, ComponentAction::Join, texts::JOIN, ButtonStyle::Success).disabled(is_full(game))
        };
        let leave = button(game, ComponentAction::Leave, texts::LEAVE, ButtonStyle::Secondary);
        buttons.extend([join, leave.disabled(game.players.is_empty())]);
        // In hosted matches, only hosts can start.
        if players_start(game) {
            let start = button(game, ComponentAction::Start, texts::START, ButtonStyle::Primary);
            buttons.push(start.disabled(!is_enough(game)));
        }
    }
    if game.info().is_hosted() && !game.players.is_empty() {
        buttons.push(check_in::check_in_button(game));
    }
    buttons
}

/// Returns the buttons for reading the rules, what is fair and the terms, and for adding a word or a computed player.
fn other_buttons(game: &Match) -> Vec<CreateButton> {
    let grey = |action, label| button(game, action, label, ButtonStyle::Secondary);
    let add_computed = takes_computed(game).then(|| grey(ComponentAction::AddComputed, texts::ADD_COMPUTED));
    let to_read = [
        grey(ComponentAction::ReadRules, texts::RULES),
        grey(ComponentAction::FairPlay, texts::FAIR_PLAY),
        grey(ComponentAction::ReadTerms, texts::TERMS),
    ];
    to_read.into_iter().chain(word_button(game)).chain(add_computed).collect()
}

/// Returns the button that opens the form for a word, or `None` once the draws are fixed.
pub(crate) fn word_button(game: &Match) -> Option<CreateButton> {
    let button = || button(game, ComponentAction::AddWord, texts::ADD_WORD, ButtonStyle::Secondary);
    game.takes_words().then(button)
}

/// Returns the users with reserved seats who have not joined.
fn not_joined(game: &Match) -> Vec<UserId> {
    let invited = game.terms.invited.iter().copied();
    invited.filter(|user| game.seat_of(*user).is_none()).collect()
}

/// Returns whether the match could begin with the players who have joined.
fn is_enough(game: &Match) -> bool {
    let count = game.players.len();
    count <= usize::from(game.terms.players)
        && game.info().players.iter().any(|players| usize::from(*players) == count)
}

fn is_full(game: &Match) -> bool {
    game.players.len() >= usize::from(game.terms.players)
}

/// Returns whether people can still join and leave.
fn is_open(game: &Match) -> bool {
    game.status == Status::Signup && !game.is_roster_closed()
}

/// Returns whether the match begins as soon as its players are there, rather than at a planned time or with a beacon.
fn begins_at_once(game: &Match) -> bool {
    game.beacon.is_none() && game.terms.starts.is_none()
}

/// Returns whether any player can start the match.
fn players_start(game: &Match) -> bool {
    !game.info().is_hosted() && begins_at_once(game)
}
