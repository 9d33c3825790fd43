//! `/season match` and `/season death-match`: matches that take along what their players have.

use poise::serenity_prelude as serenity;
use serenity::CreateAutocompleteResponse;

use super::texts;
use crate::lobby::game_options::GameCommand;
use crate::lobby::prepare_channel;
use crate::lobby::settings;
use crate::lobby::templates::{self, game_and_terms};
use crate::ui::snowflakes::ToStored;
use crate::ui::{Answer, Bot, Context, Failure, Typed};
use trigon_engine::ids::GuildId;
use trigon_engine::matches::{
    Actor, Command as MatchCommand, Match, Matches, NewMatch, Person, RosterEntry, Terms,
};
use trigon_engine::season::{
    EpisodeKind, Member, MemberNumber, PlayedAs, Season, SeasonCommand, SeasonDenied, SeasonPower, Stakes,
};
use trigon_rules::games::{Info, Seed, Values};

/// A match of a season that is to be created.
pub(super) struct MatchPlan<'a> {
    pub(super) info: &'static Info,
    /// The terms, of which the roster replaces those about players.
    pub(super) terms: Terms,
    /// The title of the match and of its episode. Without one, it is that of the game.
    pub(super) title: Option<String>,
    pub(super) kind: EpisodeKind,
    pub(super) stakes: Stakes,
    /// Who plays.
    pub(super) members: Vec<&'a Member>,
    /// Whether members may give each other something meanwhile.
    pub(super) gifts: bool,
}

impl MatchPlan<'_> {
    fn title(&self) -> String {
        self.title.clone().unwrap_or_else(|| self.info.title.to_owned())
    }

    /// Returns the terms of the match, with the members as its only players.
    fn terms(&self) -> Terms {
        let players = u8::try_from(self.members.len()).unwrap_or(u8::MAX);
        Terms { players, open_signup: false, ..self.terms.clone() }
    }

    /// Returns the roster. What the members have is filled in by the season.
    fn roster(&self) -> Vec<RosterEntry> {
        let entry = |member: &&Member| RosterEntry {
            user_id: member.user.unwrap_or_default(),
            name: member.name.clone(),
            renames: true,
            fields: Values::default(),
        };
        self.members.iter().map(entry).collect()
    }

    /// Checks before there is a match that the season and the game accept it.
    async fn check(&self, bot: &Bot, person: &Person, season: &Season) -> Result<(), Failure> {
        season.check_power(&Actor::Person(*person), SeasonPower::Keep)?;
        if !person.guild_host {
            return Err(Failure::denied(texts::MAY_NOT_CREATE_MATCHES));
        }
        if let Some(unknown) = self.members.iter().find(|member| member.user.is_none()) {
            return Err(Failure::denied(texts::has_no_user(&unknown.name)));
        }
        bot.matches.check(self.info.name, &self.terms())?;
        let numbers: Vec<MemberNumber> = self.members.iter().map(|member| member.number).collect();
        // The seed decides nothing but who of equals comes first.
        season.taken_along(self.info, &numbers, &Seed::from([0; 32]))?;
        let plan = SeasonCommand::Plan { title: self.title(), kind: self.kind, stakes: self.stakes };
        bot.seasons.preview(season.id, person, &plan).await?;
        Ok(())
    }
}

/// Creates a match of members, and has it take along what they have.
///
/// # Errors
/// If the person may not create it, or if the season or the game does not accept it. Then there is no open match.
pub(super) async fn create(
    ctx: Context<'_>,
    person: &Person,
    season: &Season,
    plan: MatchPlan<'_>,
) -> Result<Answer, Failure> {
    let bot = ctx.data();
    plan.check(bot, person, season).await?;
    let (info, title) = (plan.info, plan.title());
    // A game of turns has many posts.
    let channel =
        if info.is_hosted() { ctx.channel_id() } else { prepare_channel(ctx, None, &title).await? };
    let new = NewMatch {
        game: info.name.to_owned(),
        guild_id: season.guild_id,
        channel_id: channel.stored(),
        title: title.clone(),
        terms: plan.terms(),
    };
    let game = bot.matches.create(person, new).await?;
    // One request changes a match once, and this one does several things.
    let person = Person { request: None, ..*person };
    let played_as = PlayedAs::New { title, kind: plan.kind, stakes: plan.stakes };
    match bot.seasons.play(season.id, &person, &played_as, game.id, Some(&plan.roster()), plan.gifts).await {
        Ok(done) => {
            let game = bot.matches.load(game.id).await?;
            Ok(bound(&done.season, &game)?.rows(settings::open_button(&person, &game)))
        }
        Err(error) => {
            // The season refused, so the match must not stay open.
            if let Err(error) = bot.matches.ask(game.id, &person, MatchCommand::Cancel).await {
                Failure::from(error).log();
            }
            Err(error.into())
        }
    }
}

/// Has a match that has not begun take along what its players have now: for the first time, or again.
pub(super) async fn take_along(
    bot: &Bot,
    person: &Person,
    season: &Season,
    game: &Match,
    gifts: bool,
) -> Result<Answer, Failure> {
    let person = Person { request: None, ..*person };
    let (title, kind, stakes) = (game.title.clone(), EpisodeKind::Main, Stakes::Keep);
    let played_as = PlayedAs::New { title, kind, stakes };
    let done = bot.seasons.play(season.id, &person, &played_as, game.id, None, gifts).await?;
    bound(&done.season, &*bot.matches.load(game.id).await?)
}

/// Says as which episode a match is played.
fn bound(season: &Season, game: &Match) -> Result<Answer, Failure> {
    let episode = season.episode_of(game.id).ok_or(SeasonDenied::MatchNotInSeason(game.id))?;
    Ok(Answer::new(texts::bound(season, game, episode.number)))
}

/// Completes the name of a game that hosts run.
#[expect(clippy::unused_async, reason = "completions are asked for asynchronously")]
pub(super) async fn complete_game(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    GameCommand::HostCreate.complete_game(ctx, typed)
}

/// Returns the game of rounds that is meant, and the terms of the template, or the usual ones.
pub(super) async fn hosted_game(
    matches: &Matches,
    guild: GuildId,
    typed: Option<&str>,
    template: Option<&Typed>,
) -> Result<(&'static Info, Terms), Failure> {
    let template = templates::find_template(matches, guild, template).await?;
    game_and_terms(GameCommand::HostCreate, matches.games(), typed, template)
}

/// Completes the name of a game of turns for two or three.
#[expect(clippy::unused_async, reason = "completions are asked for asynchronously")]
pub(super) async fn complete_turn_game(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let games = ctx.data().matches.games();
    GameCommand::PlayNew.complete_among(games, typed, |info| info.players.iter().any(|players| *players <= 3))
}

/// Returns the game that is meant for a death match, with the usual terms. How many can play it, the match finds out.
pub(super) fn turn_game(matches: &Matches, typed: &str) -> Result<(&'static Info, Terms), Failure> {
    game_and_terms(GameCommand::PlayNew, matches.games(), Some(typed), None)
}
