//! Bids: everyone bids for a prize in secret, the highest bid that nobody else made wins it. After the last round
//! everyone votes in secret for one more prize. The rules are in `rules.md`.

mod action;
mod seen;
mod state;

use serde::{Deserialize, Serialize};
use trigon::games::{
    Audience, By, Decision, Draws, Ends, Entrant, Field, Game, Info, Information, Kind, Layout, Names,
    Narration, Outcome, Pace, Phase, Prompt, Refusal, Seat, SetupError, Spec, Standing, Step, TimeLimit,
    Values, Verdict, Viewer, number,
};

use super::counted;
pub(crate) use action::Action;
use action::COINS;
pub(crate) use seen::Seen;
pub(crate) use state::{Event, State};
use state::{Purse, Reveal, Stage};

/// The game.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bids;

/// What a match begins with.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Setup {
    coins: u8,
    rounds: u8,
    reveal: Reveal,
    players: Vec<Player>,
}

/// A line of the roster.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Player {
    name: String,
    handicap: u8,
}

impl Game for Bids {
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Observation = Seen;

    const INFO: Info = Info {
        name: "bids",
        title: "Bids",
        summary: "Everyone bids for a prize in secret; the highest bid that nobody else made wins.",
        players: &[2, 3, 4],
        usual_players: 3,
        version: 1,
        rules: include_str!("rules.md"),
        pace: Pace::Rounds,
        information: Information::Hidden,
        can_resign: true,
        options: &[
            Spec {
                key: "coins",
                label: "Coins",
                help: "The number of coins with which everyone begins",
                kind: Kind::Number(10..=50),
                default: Some("20"),
            },
            Spec {
                key: "rounds",
                label: "Rounds",
                help: "The number of rounds before the vote",
                kind: Kind::Number(1..=5),
                default: Some("3"),
            },
            Spec {
                key: "reveal",
                label: "Revealed bids",
                help: "The bids that everyone learns after a round",
                kind: Kind::Choice(&[("all", "all bids"), ("winner", "the winning bid")]),
                default: Some("all"),
            },
        ],
        fields: &[Field {
            spec: Spec {
                key: "handicap",
                label: "Handicap",
                help: "The number of coins that the player begins without",
                kind: Kind::Number(0..=9),
                default: Some("0"),
            },
            is_rank: false,
        }],
        times: &[
            TimeLimit { key: "round", label: "a round", default: Some(24) },
            TimeLimit { key: "vote", label: "the vote", default: Some(12) },
        ],
    };

    fn setup(options: &Values, roster: &[Entrant<'_>]) -> Result<Setup, SetupError> {
        let player = |entrant: &Entrant<'_>| {
            Ok(Player { name: entrant.name.to_owned(), handicap: number(entrant.fields, "handicap")? })
        };
        Ok(Setup {
            coins: number(options, "coins")?,
            rounds: number(options, "rounds")?,
            reveal: if options.text("reveal") == Some("winner") { Reveal::Winner } else { Reveal::All },
            players: roster.iter().map(player).collect::<Result<_, SetupError>>()?,
        })
    }

    fn seats(setup: &Setup) -> usize {
        setup.players.len()
    }

    fn names(setup: &Setup) -> Names {
        Names::new(setup.players.iter().map(|player| player.name.clone()).collect())
    }

    fn needs_seed(_setup: &Setup) -> bool {
        false
    }

    fn begin(setup: &Setup, _draws: &mut Draws) -> Result<(State, Vec<Event>), SetupError> {
        let seats = setup.players.len();
        if !(2..=4).contains(&seats) || !(1..=5).contains(&setup.rounds) || setup.coins > 50 {
            return Err(SetupError::new("it takes 2 to 4 players, 1 to 5 rounds and at most 50 coins"));
        }
        let purse = |player: &Player| {
            let coins = setup.coins.checked_sub(player.handicap).filter(|coins| *coins > 0);
            let coins = coins.ok_or_else(|| SetupError::new("handicap: a player would have no coins"))?;
            Ok(Purse { coins, prizes: 0, retired: false })
        };
        let state = State {
            phase: Stage::Round,
            round: 1,
            rounds: setup.rounds,
            reveal: setup.reveal,
            players: setup.players.iter().map(purse).collect::<Result<_, SetupError>>()?,
            history: Vec::new(),
            answers: vec![None; seats],
        };
        Ok((state, vec![Event::RoundBegan(1)]))
    }

    fn phase(state: &State) -> Phase<Action> {
        let (id, title, ends) = match state.phase {
            Stage::Round => (
                format!("round-{}", state.round),
                format!("round {} of {}", state.round, state.rounds),
                Ends::Clock("round", Action::Resolve),
            ),
            Stage::Vote => ("vote".to_owned(), "the vote".to_owned(), Ends::Clock("vote", Action::Resolve)),
            Stage::Over => ("end".to_owned(), "the end".to_owned(), Ends::Over),
        };
        Phase { id, title, ends }
    }

    fn to_act(state: &State) -> Vec<Decision> {
        let key = match state.phase {
            Stage::Round => "bid",
            Stage::Vote => "vote",
            Stage::Over => return Vec::new(),
        };
        let decision = |seat| Decision { seat, key, answered: state.answer(seat).is_some() };
        state.active().map(decision).collect()
    }

    fn legal(state: &State, seat: Seat) -> Vec<Action> {
        let Some(purse) = state.purse(seat).filter(|purse| !purse.retired) else { return Vec::new() };
        match state.phase {
            Stage::Round => (0..=purse.coins).map(Action::Bid).collect(),
            Stage::Vote => state.active().filter(|other| *other != seat).map(Action::Vote).collect(),
            Stage::Over => Vec::new(),
        }
    }

    fn apply(state: &mut State, by: By, action: &Action, _draws: &mut Draws) -> Result<Vec<Event>, Refusal> {
        let seat = match by {
            By::Clock | By::Host if state.phase == Stage::Over => return Err(Refusal::over()),
            By::Clock | By::Host if *action == Action::Resolve => return Ok(state.close()),
            By::Seat(seat) => seat,
            _ => return Err(Refusal::not_yours("Only a player can bid or vote.")),
        };
        if state.purse(seat).is_none_or(|purse| purse.retired) {
            return Err(Refusal::not_yours("You no longer play."));
        }
        if !Self::legal(state, seat).contains(action) {
            return Err(state.refusal(seat, *action));
        }
        state.answers[usize::from(seat.number()) - 1] = Some(*action);
        let mut events = vec![Event::Answered(seat, *action)];
        events.extend(state.settle());
        Ok(events)
    }

    fn answer(state: &State, seat: Seat) -> Option<Action> {
        state.answer(seat)
    }

    fn resign(state: &mut State, seat: Seat, _draws: &mut Draws) -> Result<Vec<Event>, Refusal> {
        let Some(i) = seat.index(state.players.len()) else {
            return Err(Refusal::not_yours("No such seat."));
        };
        state.players[i].retired = true;
        state.answers[i] = None;
        for answer in &mut state.answers {
            // Nobody can vote for a player who has resigned, so these voters are asked again.
            answer.take_if(|answer| *answer == Action::Vote(seat));
        }
        Ok(state.settle())
    }

    fn outcome(state: &State) -> Option<Outcome> {
        if state.phase != Stage::Over {
            return None;
        }
        let best = state.active().map(|seat| state.score(seat)).max()?;
        let winners = state.active().filter(|seat| state.score(*seat) == best).count();
        let standing = |seat| {
            let (prizes, coins) = state.score(seat);
            let is_best = state.active().any(|active| active == seat) && (prizes, coins) == best;
            let verdict = match (is_best, winners) {
                (true, 1) => Verdict::Won,
                (true, _) => Verdict::Drawn,
                (false, _) => Verdict::Lost,
            };
            let note = format!("{}, {}", counted(prizes, "prize"), counted(coins, "coin"));
            Standing { seat, verdict, note }
        };
        let mut standings: Vec<Standing> = state.seats().map(standing).collect();
        standings.sort_by_key(|standing| {
            (standing.verdict == Verdict::Lost, std::cmp::Reverse(state.score(standing.seat)))
        });
        Some(Outcome { standings, reason: "The votes are counted.".to_owned() })
    }

    fn observe(state: &State, viewer: Viewer) -> Seen {
        Seen::new(state, viewer)
    }

    fn prompt(decision: &Decision) -> Prompt {
        let (question, noun, layout) = match decision.key {
            "vote" => ("Who bluffed best?", "vote", Layout::Buttons),
            _ => ("How many coins do you bid?", "bid", Layout::Pad(&COINS)),
        };
        Prompt { question, noun, example: None, layout, audience: Audience::Seat(decision.seat) }
    }

    fn step(_state: &State, action: &Action, n: usize, names: &Names) -> Option<Step> {
        match action {
            Action::Bid(bid) => {
                Action::coins(*bid).nth(n).map(|coin| Step::new("Coin", coin.key, coin.label))
            }
            Action::Vote(seat) if n == 0 => Some(Step::new("Vote for", seat.to_string(), names.get(*seat))),
            Action::Vote(_) | Action::Resolve => None,
        }
    }

    fn confirms(action: &Action) -> bool {
        matches!(action, Action::Bid(_))
    }

    fn describe(action: &Action, names: &Names) -> String {
        match action {
            Action::Bid(bid) => counted(*bid, "coin"),
            Action::Vote(seat) => names.get(*seat).into_owned(),
            Action::Resolve => action.to_string(),
        }
    }

    fn hint(state: &State, seat: Seat, draft: &[String]) -> Option<String> {
        let coins = state.purse(seat).filter(|_| state.phase == Stage::Round)?.coins;
        let bid: u8 = draft.iter().filter_map(|key| key.parse::<u8>().ok()).sum();
        Some(format!("{bid} of your {}. Larger coins come first.", counted(coins, "coin")))
    }

    fn narrate(event: &Event, names: &Names) -> Narration {
        let name = |seat| names.get(seat).into_owned();
        let text = match event {
            Event::RoundBegan(round) => format!("Round {round} begins: everyone bids in secret."),
            Event::Answered(seat, action) => {
                let verb = if matches!(action, Action::Bid(_)) { "bids" } else { "votes for" };
                let text = format!("{} {verb} {}.", names.get(*seat), Self::describe(action, names));
                return Narration { audience: Audience::Seat(*seat), text };
            }
            Event::Closed(closed) => closed.sentence(name),
            Event::Bids(bids) => {
                return Narration { audience: Audience::Host, text: seen::bids(bids, name) };
            }
            Event::VoteBegan => "The vote begins: everyone votes in secret for the best bluffer.".to_owned(),
            Event::Favourite(Some(seat)) => format!("{} bluffed best and wins a prize.", names.get(*seat)),
            Event::Favourite(None) => "The vote is a tie, so nobody wins the last prize.".to_owned(),
        };
        Narration::public(text)
    }
}
