//! Everything that a table shows a viewer.

use trigon::games::{
    AnySession, Audience, By, Choices, Decision, Fact, Finals, Frame, Narration, Observation, Outcome,
    Prompt, Refusal, Seat, Viewer,
};
use trigon_render::{Scene, Theme};

/// The number of drafts that a viewer looks at.
const DRAFTS: usize = 6;

/// Entries that a viewer may try. Most of them are refused.
const TRIALS: &[&str] =
    &["", "move UUU", "move LLL", "garnet", "bid 30", "bid 12", "vote 1", "vote 9", "play 30", "pass", "fly"];

/// Everything that a table shows a viewer.
#[derive(Debug, PartialEq)]
pub(crate) struct Shown {
    observations: Vec<String>,
    /// The pictures, with their alt texts.
    pub(crate) scenes: Vec<Scene>,
    share: Vec<String>,
    diagram: String,
    /// What `trigon replay --view` prints.
    data: Vec<Option<String>>,
    phase: (String, String),
    outcome: Option<Outcome>,
    pub(crate) facts: Vec<Fact>,
    legal: Vec<String>,
    listed: Vec<String>,
    answer: Option<String>,
    neutral: Option<String>,
    /// What the viewer has of the roster fields, and has spent.
    held: Option<[Finals; 2]>,
    /// Whatever else observations say: how far everyone has come, and how it ended.
    progress: Vec<String>,
    /// What the viewer is asked, and who else is asked what. Whether others have answered is left out.
    asked: Vec<Decision>,
    /// The prompts that are put to the viewer.
    prompts: Vec<Prompt>,
    drafts: Vec<Draft>,
    refusals: Vec<Option<Refusal>>,
}

/// What follows some steps: the choices and the hint.
#[derive(Debug, PartialEq)]
struct Draft {
    keys: Vec<String>,
    choices: Option<Choices>,
    hint: Option<String>,
}

/// Returns what a table shows everyone, or a seat.
pub(crate) fn shown(table: &dyn AnySession, viewer: Option<Seat>) -> Shown {
    let names = table.names();
    let frame = Frame { title: "Sunday", names };
    let viewers: Vec<Viewer> = std::iter::once(Viewer::Public).chain(viewer.map(Viewer::Seat)).collect();
    let asked = table.to_act().into_iter().map(|decision| {
        let own = Some(decision.seat) == viewer;
        Decision { answered: own && decision.answered, ..decision }
    });
    let asked: Vec<Decision> = asked.collect();
    let prompts = asked.iter().map(|decision| table.prompt(decision));
    let is_put = |prompt: &Prompt| viewers.iter().any(|viewer| prompt.audience.includes(*viewer));
    Shown {
        observations: viewers.iter().map(|viewer| observation(table, *viewer)).collect(),
        scenes: viewers.iter().map(|viewer| table.observe(*viewer).scene(&frame)).collect(),
        data: viewers.iter().map(|viewer| table.seen_json(*viewer)).collect(),
        share: table.observe(Viewer::Public).share(names),
        diagram: table.observe(viewer.map_or(Viewer::Public, Viewer::Seat)).diagram(names),
        phase: (table.phase().id, table.phase().title),
        outcome: table.outcome(),
        facts: viewer.map(|seat| table.observe(Viewer::Seat(seat)).facts(names)).unwrap_or_default(),
        legal: viewer.map(|seat| table.legal(seat)).unwrap_or_default(),
        listed: viewer.map(|seat| table.listed(seat)).unwrap_or_default(),
        answer: viewer.and_then(|seat| table.answer(seat)).map(|answer| answer.to_string()),
        neutral: viewer.and_then(|seat| table.neutral(seat)).map(|answer| answer.to_string()),
        held: viewer.map(|seat| [table.held(seat), table.spent(seat)]),
        progress: viewers.iter().map(|viewer| progress(&*table.observe(*viewer), table)).collect(),
        prompts: prompts.filter(is_put).collect(),
        asked,
        drafts: viewer.map(|seat| drafts(table, seat)).unwrap_or_default(),
        refusals: viewer.map(|seat| refusals(table, seat)).unwrap_or_default(),
    }
}

/// Returns what is said about the progress of a match.
fn progress(seen: &dyn Observation, table: &dyn AnySession) -> String {
    let race = seen.race(table.names());
    format!("{race:?} {:?} {:?} {:?}", seen.groups(), seen.progress(), seen.resolved())
}

impl Shown {
    /// Names what differs from what another table shows the same viewer, if anything.
    pub(crate) fn difference(&self, other: &Self) -> Option<&'static str> {
        let parts = [
            ("what may be known", self.observations == other.observations),
            ("the picture or its alt text", self.scenes == other.scenes),
            ("the lines to share", self.share == other.share),
            ("the diagram", self.diagram == other.diagram),
            ("the data", self.data == other.data),
            ("the phase", self.phase == other.phase),
            ("the end", self.outcome == other.outcome),
            ("the facts", self.facts == other.facts),
            ("the legal actions", self.legal == other.legal && self.listed == other.listed),
            ("the stored answer", self.answer == other.answer && self.neutral == other.neutral),
            ("the roster fields", self.held == other.held),
            ("the progress", self.progress == other.progress),
            ("who is asked what", self.asked == other.asked && self.prompts == other.prompts),
            ("the steps or the hint", self.drafts == other.drafts),
            ("a refusal", self.refusals == other.refusals),
        ];
        let found = parts.into_iter().find(|(_, is_alike)| !is_alike).map(|(part, _)| part);
        found.or_else(|| (self != other).then_some("something"))
    }
}

/// Returns what follows each of some drafts.
fn drafts(table: &dyn AnySession, seat: Seat) -> Vec<Draft> {
    let mut open = vec![Vec::new()];
    let mut drafts = Vec::new();
    while let Some(keys) = open.pop().filter(|_| drafts.len() < DRAFTS) {
        let choices = table.choices(seat, &keys);
        let next = choices.iter().flat_map(|choices| &choices.next);
        open.extend(next.map(|next| [&keys[..], std::slice::from_ref(&next.step.key)].concat()));
        drafts.push(Draft { hint: table.hint(seat, &keys), choices, keys });
    }
    drafts
}

/// Returns what a seat reads that tries each of [`TRIALS`].
fn refusals(table: &dyn AnySession, seat: Seat) -> Vec<Option<Refusal>> {
    TRIALS.iter().map(|text| table.boxed().apply(By::Seat(seat), text).err()).collect()
}

/// Returns the observation of a viewer, which sessions without type parameters do not compare.
pub(crate) fn observation(table: &dyn AnySession, viewer: Viewer) -> String {
    format!("{:?}", table.observe(viewer))
}

/// Returns the sentences that a viewer may read.
pub(crate) fn told(narrations: &[Narration], viewer: Option<Seat>) -> Vec<&str> {
    let may_read = |audience| audience == Audience::All || viewer.map(Audience::Seat) == Some(audience);
    narrations.iter().filter(|told| may_read(told.audience)).map(|told| &told.text[..]).collect()
}

/// Draws a picture.
pub(crate) fn png(scene: &Scene) -> Vec<u8> {
    trigon_render::png(scene, &Theme::dark(), 300).unwrap()
}

/// Returns the viewers of a match with this many seats: everyone, and each seat.
pub(crate) fn viewers(seats: usize) -> impl Iterator<Item = Option<Seat>> {
    std::iter::once(None).chain(Seat::all(seats).map(Some))
}
