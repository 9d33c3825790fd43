//! Pressing buttons and picking from lists until an action is complete.

use trigon::bot::{ComponentAction, Prefix};
use trigon::games::{AnySession, Layout, Seat};
use trigon::matches::Match;
use trigon::sandbox::{Person, SeenMessage};

use crate::asked::Way;
use crate::hall::component;
use crate::players::{Seated, described};

impl Seated<'_> {
    /// Presses what makes an action, step by step. `public` if that is in the channel.
    #[expect(clippy::too_many_arguments, reason = "who presses what, where")]
    pub(crate) async fn press(
        &self,
        game: &Match,
        session: &dyn AnySession,
        person: &Person,
        seat: Seat,
        action: &str,
        mut shown: SeenMessage,
        public: bool,
    ) -> Option<()> {
        let click = |message: &SeenMessage, id: &str| {
            let handle = person.click(message.id, id).ok()?;
            self.table.hall.note(&handle);
            Some(handle)
        };
        if let Some(id) = component(game, &shown, |action| *action == ComponentAction::Show) {
            shown = click(&shown, &id)?.message().await.ok()?;
        }
        let keys = session.keys(seat, &session.parse(action).ok()?)?;
        let decision = game.decision(seat)?;
        let on_pad = |key: &String, pad: &[trigon::games::PadKey]| pad.iter().any(|on_pad| on_pad.key == key);
        let is_path = match session.prompt(&decision).layout {
            Layout::Pad(pad) => keys.iter().all(|key| on_pad(key, pad)),
            Layout::Buttons => false,
        };
        let mut prefix = Prefix::default();
        let (mut last, mut is_answered) = (None, true);
        for key in &keys {
            let further = prefix.then(key)?;
            let done = |action: &ComponentAction| match action {
                ComponentAction::Confirm(to) => *to == further && !is_path,
                ComponentAction::Also(step, _) => *step == further,
                _ => false,
            };
            let leads = |action: &ComponentAction| *action == ComponentAction::Choose(further.clone());
            if let Some(id) = component(game, &shown, done) {
                last = Some(click(&shown, &id)?);
                break;
            }
            let handle = if let Some(id) = component(game, &shown, leads) {
                click(&shown, &id)?
            } else {
                let has = |id: &str| {
                    let options = shown.component(id).and_then(|part| part["options"].as_array());
                    options.is_some_and(|options| options.iter().any(|option| option["value"] == **key))
                };
                let ids = shown.custom_ids();
                let from = |id: &&&str| {
                    let parsed = id.parse::<trigon::bot::CustomId>();
                    parsed.is_ok_and(
                        |id| matches!(id.action, ComponentAction::Select(_, from) if from == prefix),
                    ) && has(id)
                };
                person.select(shown.id, ids.iter().find(from)?, &[key]).ok()?
            };
            // A step that is the last one may do it all.
            last = Some(handle.clone());
            let Ok(next) = handle.message().await else {
                is_answered = false;
                break;
            };
            shown = next;
            prefix = further;
        }
        let confirm = |action: &ComponentAction| *action == ComponentAction::Confirm(prefix.clone());
        if is_answered && let Some(id) = component(game, &shown, confirm) {
            last = Some(click(&shown, &id)?);
        }
        let handle = last?;
        let described = described(session, action);
        let way = if public { Way::PublicPress(handle.clone()) } else { Way::Press(handle.clone()) };
        self.ask(game, person, handle.id(), action, &described, way);
        self.table.hall.watch(&handle).await;
        Some(())
    }
}
