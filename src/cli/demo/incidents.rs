//! [`Incidents`]: what happens in ten days besides playing: people leave, travel, err and vanish.

use std::collections::BTreeSet;

use super::cast::Member;
use super::stage::DemoStage;
use crate::bot::ComponentAction;
use crate::matches::{HOUR, Match};
use crate::rehearsal::{Manner, Player, RehearsalError, Tap};
use crate::sandbox::{Id, NewPerson, Permissions};
use trigon_engine::ids::{MatchId, UserId};

/// The places of players in the order of joining.
const STEADY_PLAYER: usize = 0;
const LEAVING_PLAYER: usize = 1;
const TRAVELLING_PLAYER: usize = 6;
const FORGETFUL_PLAYER: usize = 3;
const LENDING_PLAYER: usize = 4;
const COHOST_PLAYER: usize = 5;
const VANISHING_PLAYER: usize = 11;

/// The level of the computed player that plays for somebody whose seat nobody takes.
const COMPUTED_LEVEL: &str = "3";

/// The people who are only there for incidents, and what has happened so far.
pub(super) struct Incidents {
    alternate: Player,
    substitute: Player,
    newcomer: Player,
    /// An onlooker, who alone can read the channel for onlookers.
    pub(super) fan: Player,
    /// The channel for onlookers.
    pub(super) lounge: Id,
    /// The number of the match.
    id: MatchId,
    /// The rounds and their parts that have begun: a round that begins again does not repeat what happened in it.
    done: BTreeSet<(u32, u32)>,
}

/// What becomes of the phase in which an incident happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PhaseFate {
    /// It goes on.
    GoesOn,
    /// It, or an earlier one, begins again.
    BeginsAgain,
}

impl Incidents {
    /// Creates the people and the channel.
    pub(super) fn new(stage: &DemoStage, id: MatchId) -> Self {
        let person = |name: &str| stage.player(NewPerson::named(name));
        let fan = person("Vera");
        let lounge = stage.guild.create_channel("lounge");
        let (view, none) = (Permissions::VIEW_CHANNEL, Permissions::NONE);
        // The role of everyone has the number of the server.
        stage.guild.overwrite_role(lounge, stage.guild.id(), none, view);
        for who in [fan.person.id(), stage.host.person.id(), stage.sandbox.bot_id()] {
            stage.guild.overwrite_member(lounge, who, view, none);
        }
        let (alternate, substitute, newcomer) = (person("Zoe"), person("Yann"), person("Nils"));
        Self { alternate, substitute, newcomer, fan, lounge, id, done: BTreeSet::new() }
    }

    /// Notes that a part of what happens in a round has begun, and returns whether it had not before.
    fn begin_part(&mut self, round: u32, part: u32) -> bool {
        self.done.insert((round, part))
    }

    /// Lets people do what they do before the start.
    pub(super) async fn before(&self, stage: &DemoStage, members: &[Member]) -> Result<(), RehearsalError> {
        let hall = stage.hall;
        self.alternate.ask(hall, "alternate", &[]).await?;
        let adds = |does: &ComponentAction| *does == ComponentAction::AddComputed;
        let panel = stage.host.press_newest(hall, self.id, adds).await?;
        // The last choice is what becomes of seats that nobody takes.
        let missing = || RehearsalError::Missing("there is nothing to choose".to_owned());
        let select = panel.custom_ids().last().ok_or_else(missing)?.to_string();
        stage.host.choose_in(&panel, &Tap::Pick(select, COMPUTED_LEVEL.to_owned())).await?;
        stage.host.ask(hall, "host spectators", &[("channel", self.lounge.into())]).await?;
        let hosts = members[COHOST_PLAYER % members.len()].player.person.id();
        stage.host.ask(hall, "host cohost", &[("user", hosts.into())]).await?;
        stage.settled().await
    }

    /// Lets something happen in a round, once everyone has answered who answers at once.
    pub(super) async fn within(
        &mut self,
        stage: &DemoStage,
        members: &mut Vec<Member>,
        game: &Match,
        round: u32,
    ) -> Result<PhaseFate, RehearsalError> {
        // Those who have played so far: some places are filled meanwhile.
        let people: Vec<Player> = members.iter().map(|member| member.player.clone()).collect();
        let fate = match round {
            1 if self.begin_part(1, 0) => self.correct_roster(stage, &people, game).await?,
            1 if self.begin_part(1, 1) => {
                let leaves = in_place(&people, LEAVING_PLAYER);
                leaves.ask(stage.hall, "leave", &[("confirm", true.into())]).await?;
                PhaseFate::GoesOn
            }
            2 if self.begin_part(2, 0) => {
                self.fill_seat_and_travel(stage, &people, members).await?;
                PhaseFate::GoesOn
            }
            3 if self.begin_part(3, 0) => {
                self.lend_seat(stage, &people, members).await?;
                self.pause_and_extend(stage, &people).await?;
                PhaseFate::GoesOn
            }
            5 if self.begin_part(5, 0) => {
                self.replace_and_undo(stage, &people, members).await?;
                PhaseFate::BeginsAgain
            }
            _ => PhaseFate::GoesOn,
        };
        stage.settled().await?;
        Ok(fate)
    }

    /// Has the host correct a number of a player, if players have one. The round begins again then.
    async fn correct_roster(
        &self,
        stage: &DemoStage,
        people: &[Player],
        game: &Match,
    ) -> Result<PhaseFate, RehearsalError> {
        let Some(field) = game.info().fields.iter().find(|field| !field.is_rank) else {
            return Ok(PhaseFate::GoesOn);
        };
        let who = in_place(people, STEADY_PLAYER).person.id();
        let user = i64::try_from(who.0).unwrap_or_default();
        let known = game.players.iter().find(|player| player.user_id == UserId(user));
        let value = known.and_then(|player| player.fields.number(field.spec.key)).unwrap_or(0);
        let options = [
            ("player", who.into()),
            ("reason", "I read the wrong line of last season’s list".into()),
            (field.spec.key, (value + 1).into()),
            ("confirm", true.into()),
        ];
        stage.host.ask(stage.hall, "host correct", &options).await?;
        Ok(PhaseFate::BeginsAgain)
    }

    /// Has the alternate take the seat of the player who has left, and another player travel.
    async fn fill_seat_and_travel(
        &self,
        stage: &DemoStage,
        people: &[Player],
        members: &mut Vec<Member>,
    ) -> Result<(), RehearsalError> {
        let takes = |does: &ComponentAction| matches!(does, ComponentAction::TakeSeat(_));
        self.alternate.press_newest(stage.hall, self.id, takes).await?;
        add_player(members, &self.alternate);
        let travels = in_place(people, TRAVELLING_PLAYER);
        travels.ask(stage.hall, "away", &[("days", 2.into())]).await?;
        travels.ask(stage.hall, "ahead", &[("answers", "-, -".into())]).await?;
        members[TRAVELLING_PLAYER % people.len()].away_rounds = Some(3..=4);
        Ok(())
    }

    /// Has a player leave, and another lend their seat.
    async fn lend_seat(
        &self,
        stage: &DemoStage,
        people: &[Player],
        members: &mut Vec<Member>,
    ) -> Result<(), RehearsalError> {
        let leaves = in_place(people, VANISHING_PLAYER);
        leaves.ask(stage.hall, "leave", &[("confirm", true.into())]).await?;
        let lends = in_place(people, LENDING_PLAYER);
        let with = [("with", self.substitute.person.id().into()), ("hours", 36.into())];
        lends.ask(stage.hall, "substitute", &with).await?;
        stage.settled().await?;
        let takes = |does: &ComponentAction| matches!(does, ComponentAction::TakeSeat(_));
        self.substitute.press_newest(stage.hall, self.id, takes).await?;
        add_player(members, &self.substitute);
        stage.settled().await
    }

    /// Has the host pause the match for some hours, and a co-host propose an extension, to which a player consents and
    /// another objects.
    async fn pause_and_extend(&self, stage: &DemoStage, people: &[Player]) -> Result<(), RehearsalError> {
        let (hall, id) = (stage.hall, self.id);
        stage.host.ask(hall, "host pause", &[]).await?;
        stage.settled().await?;
        stage.set_clock(stage.now() + 6 * HOUR);
        stage.host.ask(hall, "host resume", &[]).await?;
        stage.settled().await?;
        let hosts = in_place(people, COHOST_PLAYER);
        hosts.ask(hall, "host extend", &[("hours", 12.into())]).await?;
        hosts.press_newest(hall, id, |does| matches!(does, ComponentAction::Propose(_))).await?;
        stage.settled().await?;
        let steady = in_place(people, STEADY_PLAYER);
        steady.press_newest(hall, id, |does| matches!(does, ComponentAction::Consent(_))).await?;
        let travels = in_place(people, TRAVELLING_PLAYER);
        travels.press_newest(hall, id, |does| matches!(does, ComponentAction::Object(_))).await?;
        Ok(())
    }

    /// Has the host replace the player who forgets to answer, and undo the last round.
    async fn replace_and_undo(
        &self,
        stage: &DemoStage,
        people: &[Player],
        members: &mut Vec<Member>,
    ) -> Result<(), RehearsalError> {
        let (host, hall, id) = (&stage.host, stage.hall, self.id);
        let forgets = in_place(people, FORGETFUL_PLAYER);
        let options = [
            ("player", forgets.person.id().into()),
            ("new", self.newcomer.person.id().into()),
            ("reason", "Has sent nothing for two rounds.".into()),
        ];
        host.ask(hall, "host replace", &options).await?;
        stage.settled().await?;
        let takes = |does: &ComponentAction| matches!(does, ComponentAction::TakeSeat(_));
        self.newcomer.press_newest(hall, id, takes).await?;
        let agrees = |does: &ComponentAction| matches!(does, ComponentAction::HandOver(_));
        forgets.press_newest(hall, id, agrees).await?;
        add_player(members, &self.newcomer);
        stage.settled().await?;
        host.ask(hall, "host simulate", &[]).await?;
        host.ask(hall, "host undo", &[]).await?;
        host.press_newest(hall, id, |does| *does == ComponentAction::Undo).await?;
        Ok(())
    }
}

/// Returns the player in a place in the order of joining. With few players, some have several places.
fn in_place(people: &[Player], place: usize) -> &Player {
    &people[place % people.len()]
}

/// Adds somebody to those who play.
pub(super) fn add_player(members: &mut Vec<Member>, player: &Player) {
    members.push(Member {
        player: player.clone(),
        manner: Manner::Plain,
        is_forgetful: false,
        away_rounds: None,
    });
}
