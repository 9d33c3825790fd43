//! The standings, what a member has, and who got what in which episode.

use poise::serenity_prelude as serenity;
use serenity::{CreateActionRow, CreateAttachment};

use super::{find, gifts, texts};
use crate::ui::limits::ROWS;
use crate::ui::{Answer, Failure, picture};
use trigon_engine::ids::MatchId;
use trigon_engine::matches::{Actor, Person};
use trigon_engine::season::{EpisodeNumber, Member, Season, SeasonPower, SeasonViewer, Standings};

/// Returns the picture of some standings.
pub(super) async fn picture(standings: &Standings) -> Result<CreateAttachment, Failure> {
    Ok(picture::studio().drawn(MatchId(0), "standings", standings.scene()).await?)
}

/// Returns the standings that everyone may see, below a text.
pub(super) async fn with_standings(season: &Season, above: &str) -> Result<Answer, Failure> {
    let standings = season.standings(SeasonViewer::Public);
    let text = texts::standings(season, &standings);
    let text = if above.is_empty() { text } else { format!("{above}\n{text}") };
    let answer = Answer::new(text);
    if season.cast.is_empty() {
        return Ok(answer);
    }
    Ok(answer.file(picture(&standings).await?))
}

/// Shows what a member has, with the gifts that wait for an answer.
pub(super) fn book(season: &Season, person: &Person, member: Option<&Member>) -> Result<Answer, Failure> {
    let actor = Actor::Person(*person);
    let own = season.member_of(person.user_id);
    let member = match (member, own) {
        (Some(member), _) => member,
        (None, Some(own)) => own,
        (None, None) if season.check_power(&actor, SeasonPower::Books).is_ok() => {
            return Err(Failure::denied(texts::WHOSE_BOOK));
        }
        (None, None) => {
            season.check_power(&actor, SeasonPower::Own)?;
            return Err(Failure::denied(texts::WHOSE_BOOK));
        }
    };
    let is_own = own.is_some_and(|own| own.number == member.number);
    season.check_power(&actor, if is_own { SeasonPower::Own } else { SeasonPower::Books })?;
    let answer = Answer::new(texts::book(season, find::viewer(season, person), member, is_own));
    if !is_own {
        return Ok(answer);
    }
    let to_answer = season.gifts.iter().filter(|gift| gift.to == member.number);
    let offered = season.gifts.iter().filter(|gift| gift.from == member.number);
    let rows = to_answer.map(|gift| gifts::answer_buttons(season, gift));
    let rows: Vec<CreateActionRow> =
        rows.chain(offered.map(|gift| gifts::take_back_button(season, gift))).take(ROWS).collect();
    Ok(answer.rows(rows))
}

/// Shows who got what, episode by episode: to hosts all of it, to others what is public.
pub(super) fn history(
    season: &Season,
    person: &Person,
    episode: Option<EpisodeNumber>,
) -> Result<Answer, Failure> {
    season.check_power(&Actor::Person(*person), SeasonPower::Look)?;
    let viewer = match find::viewer(season, person) {
        SeasonViewer::Hosts => SeasonViewer::Hosts,
        SeasonViewer::Member(_) | SeasonViewer::Public => SeasonViewer::Public,
    };
    Ok(Answer::new(texts::history(season, viewer, episode)))
}
