//! The sign-up of a game of turns: one message that always shows who is in.

use poise::serenity_prelude as serenity;
use serenity::{
    ButtonStyle, ChannelId, CreateActionRow, CreateAllowedMentions, CreateButton, EditMessage, Http,
    MessageId,
};

use crate::discord::announce::Announcement;
use crate::discord::answer::Answer;
use crate::discord::ids::{CustomId, Press};
use crate::discord::{Failure, escape, texts, texts_play as play};
use crate::games::Info;
use crate::matches::{Match, Matches};
use crate::matches::{Status, Target};

/// How the notice of the sign-up begins in the outbox.
const NOTICE: &str = r#"{"notice":"created""#;

/// For whom seats are kept who have not joined.
fn missing(game: &Match) -> Vec<i64> {
    let invited = game.terms.invited.iter().copied();
    invited.filter(|user| game.seat_of(*user).is_none()).collect()
}

/// Whether a match with so many players could begin.
fn is_enough(info: &Info, game: &Match) -> bool {
    let count = game.players.len();
    count <= usize::from(game.terms.players)
        && info.players.iter().any(|players| usize::from(*players) == count)
}

fn text(info: &Info, game: &Match) -> String {
    let open = game.status == Status::Signup;
    let moment = match game.status {
        Status::Signup => play::SIGN_UP,
        Status::Cancelled if game.session.is_none() => play::CALLED_OFF,
        _ => play::STARTED,
    };
    let mut lines = vec![texts::headline(&escape::title(&game.title), moment), play::terms(info, game)];
    lines.extend(game.terms.rematch_of.map(play::rematch_of));
    lines.push(play::who_is_in(game));
    if open {
        let left = usize::from(game.terms.players).saturating_sub(game.players.len());
        let missing = missing(game);
        lines.push(if missing.is_empty() { play::seats_left(left) } else { play::kept_for(&missing) });
        if left > 0 && is_enough(info, game) {
            lines.push(play::may_start());
        }
    }
    lines.push(texts::small(&texts::match_and_commitment(game.id, &game.seed().commitment())));
    lines.join("\n")
}

fn rows(info: &Info, game: &Match) -> Vec<CreateActionRow> {
    if game.status != Status::Signup {
        return Vec::new();
    }
    let button = |press, label, style| {
        let id = CustomId::new(game.id, game.question, press);
        CreateButton::new(id.to_string()).label(label).style(style)
    };
    let is_full = game.players.len() >= usize::from(game.terms.players);
    vec![CreateActionRow::Buttons(vec![
        button(Press::Join, texts::JOIN, ButtonStyle::Success).disabled(is_full),
        button(Press::Leave, texts::LEAVE, ButtonStyle::Secondary).disabled(game.players.is_empty()),
        button(Press::Start, play::START, ButtonStyle::Primary).disabled(!is_enough(info, game)),
    ])]
}

/// The message as it is posted: those for whom a seat is kept learn of it.
pub(in crate::discord) fn announcement(game: &Match) -> Announcement {
    let info = game.info();
    Announcement {
        text: text(info, game),
        rows: rows(info, game),
        pings: missing(game),
        ..Announcement::default()
    }
}

/// The message as it stands, in place of an earlier one.
pub(super) fn answer(game: &Match) -> Answer {
    let info = game.info();
    Answer::new(text(info, game)).rows(rows(info, game))
}

/// Brings the posted message up to date after a change that was not made by its buttons. It is only for looks, so a
/// failure is only noted.
pub(in crate::discord) async fn refresh(http: &Http, matches: &Matches, id: i64) {
    if let Err(failure) = refreshed(http, matches, id).await {
        failure.log();
    }
}

async fn refreshed(http: &Http, matches: &Matches, id: i64) -> Result<(), Failure> {
    let Some((Target::Channel(channel), message)) = matches.store().sent_message(id, NOTICE).await? else {
        return Ok(());
    };
    let (Ok(channel), Ok(message)) = (u64::try_from(channel), u64::try_from(message)) else { return Ok(()) };
    if channel == 0 || message == 0 {
        return Ok(());
    }
    let game = matches.load(id).await?;
    let info = game.info();
    let edit = EditMessage::new()
        .content(text(info, &game))
        .components(rows(info, &game))
        .allowed_mentions(CreateAllowedMentions::new());
    ChannelId::new(channel).edit_message(http, MessageId::new(message), edit).await?;
    Ok(())
}
