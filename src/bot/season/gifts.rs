//! What members give each other: it is theirs once the other has accepted.

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, CreateActionRow};

use super::ids::{SeasonAction, SeasonCustomId};
use super::texts;
use crate::ui::{Answer, Bot, Failure};
use trigon_engine::matches::Person;
use trigon_engine::season::{
    Gift, GiftNumber, Member, MemberNumber, Season, SeasonCommand, SeasonDenied, SeasonEvent,
};

/// Offers a member something of one's own, and asks them.
pub(super) async fn give(
    bot: &Bot,
    person: &Person,
    season: &Season,
    to: &Member,
    counter: &str,
    amount: i64,
) -> Result<Answer, Failure> {
    let command = SeasonCommand::Give { to: to.number, counter: counter.to_owned(), amount };
    let done = bot.seasons.ask(season.id, person, &command).await?;
    let offered = done.events.iter().find_map(|event| match event {
        SeasonEvent::Offered(number) => done.season.gifts.iter().find(|gift| gift.number == *number),
        _ => None,
    });
    let gift = offered.ok_or(SeasonDenied::NoGift)?;
    let asked =
        Answer::new(texts::offered_to_you(&done.season, gift)).rows(vec![answer_buttons(&done.season, gift)]);
    let is_told = send_direct_message(bot, person, &done.season, gift.to, asked).await;
    Ok(Answer::new(texts::offered(&done.season, gift, is_told))
        .rows(vec![take_back_button(&done.season, gift)]))
}

/// Returns the buttons with which a member answers a gift.
pub(super) fn answer_buttons(season: &Season, gift: &Gift) -> CreateActionRow {
    let button = |action, label, style| SeasonCustomId { season: season.id, action }.button(label, style);
    CreateActionRow::Buttons(vec![
        button(SeasonAction::Accept(gift.number), &texts::accept(season, gift), ButtonStyle::Success),
        button(SeasonAction::Decline(gift.number), texts::DECLINE, ButtonStyle::Secondary),
    ])
}

/// Returns the button with which a gift is taken back.
pub(super) fn take_back_button(season: &Season, gift: &Gift) -> CreateActionRow {
    let id = SeasonCustomId { season: season.id, action: SeasonAction::Decline(gift.number) };
    CreateActionRow::Buttons(vec![id.button(&texts::take_back(season, gift), ButtonStyle::Secondary)])
}

/// Accepts a gift, and tells its giver.
pub(super) async fn accept(
    bot: &Bot,
    person: &Person,
    season: &Season,
    number: GiftNumber,
) -> Result<Answer, Failure> {
    answer(bot, person, season, number, GiftAnswer::Accept).await
}

/// Declines a gift, or takes back one's own, and tells the other.
pub(super) async fn decline(
    bot: &Bot,
    person: &Person,
    season: &Season,
    number: GiftNumber,
) -> Result<Answer, Failure> {
    answer(bot, person, season, number, GiftAnswer::Decline).await
}

/// What somebody presses below a gift.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum GiftAnswer {
    Accept,
    Decline,
}

/// Answers a gift, and tells the other of the two members what became of it.
async fn answer(
    bot: &Bot,
    person: &Person,
    season: &Season,
    number: GiftNumber,
    answer: GiftAnswer,
) -> Result<Answer, Failure> {
    let gift = season.gifts.iter().find(|gift| gift.number == number).cloned();
    let command = SeasonCommand::AnswerGift { gift: number, accept: answer == GiftAnswer::Accept };
    let done = bot.seasons.ask(season.id, person, &command).await?;
    let gift = gift.ok_or(SeasonDenied::NoGift)?;
    let is_own = done.season.member_of(person.user_id).is_some_and(|member| member.number == gift.from);
    let outcome = match answer {
        _ if is_own => texts::GiftOutcome::TakenBack,
        GiftAnswer::Accept => texts::GiftOutcome::Accepted,
        GiftAnswer::Decline => texts::GiftOutcome::Declined,
    };
    let other = if is_own { gift.to } else { gift.from };
    let news = texts::gift_news(&done.season, &gift, outcome);
    send_direct_message(bot, person, &done.season, other, Answer::new(news)).await;
    Ok(Answer::new(texts::gift_answered(&done.season, &gift, outcome)))
}

/// Sends a member a direct message, and returns whether it could be stored. It is sent as soon as Discord takes it.
async fn send_direct_message(
    bot: &Bot,
    sender: &Person,
    season: &Season,
    to: MemberNumber,
    answer: Answer,
) -> bool {
    let Some(user) = season.member(to).and_then(|member| member.user) else { return false };
    let stored = async {
        let request = sender.request.ok_or(SeasonDenied::NoGift)?;
        Ok::<bool, Failure>(bot.matches.reply(user, answer.into_reply(request)?).await?)
    };
    match stored.await {
        Ok(_) => true,
        Err(failure) => {
            failure.log();
            false
        }
    }
}
