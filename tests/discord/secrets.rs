//! What others do in secret shows nowhere: matches that differ only in that look the same to everyone else, byte by
//! byte, in the channel, in direct messages, in answers, completions and the identifiers of components.

use std::time::Duration;

use serde_json::Value;
use trigon::games::Seat;
use trigon::ids::MatchId;
use trigon::matches::{Command, HOUR, Match};
use trigon::sandbox::{NewPerson, OptionValue, Permissions, Person};

use crate::diary::{Diary, MODERATOR, Shown, circle, differences, read, sweep};
use crate::scene::{Scene, why};

/// Who does something in secret, apart from seat 7, which does the same in all matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Secretly {
    /// Nobody.
    Nobody,
    /// Seats 1 to 3, who hold the tokens in the end: they walk in circles and vote, and seat 1 spends a garnet, which
    /// changes no other priorities than those of seats 2 and 3.
    Holders,
    /// Seats 4 to 6, who change their minds about everything, so that nothing comes of it.
    Others,
    /// Seat 1, who walks in circles and votes.
    One,
    /// Nobody; like the following, in a match that can end early, that onlookers follow, and in which somebody else plays
    /// for seat 2.
    NobodyLater,
    /// Seats 1 to 3, who leave paths in advance, and change them again and again.
    Ahead,
    /// Seats 1 to 3, who say that they are ready, and that they are not, again and again.
    Ready,
    /// Seat 2, which the substitute plays.
    Substitute,
    /// Seats 2 and 3, who choose when they are reminded, and when nothing makes a sound.
    Settings,
    /// Seats 1 and 3, who say that they are away, and that they are back.
    Absence,
    /// Nobody; everyone else uses every command there is.
    NobodyAsked,
    /// Seats 1 to 3, who do all of this; everyone else uses every command there is.
    Everything,
}

/// A thing that somebody does in secret.
enum Deed {
    Act(String),
    Ahead(Vec<String>),
    Ready(bool),
    Settings,
    Away,
    Back,
}

impl Secretly {
    fn seats(self) -> &'static [u8] {
        match self {
            Self::Nobody | Self::NobodyLater | Self::NobodyAsked => &[],
            Self::Substitute => &[2],
            Self::Settings => &[2, 3],
            Self::Absence => &[1, 3],
            Self::Holders | Self::Ahead | Self::Ready | Self::Everything => &[1, 2, 3],
            Self::Others => &[4, 5, 6],
            Self::One => &[1],
        }
    }

    /// Returns the seats that must not notice any of it.
    fn unaware(self) -> Vec<u8> {
        (1..=7).filter(|seat| !self.seats().contains(seat)).collect()
    }

    /// Returns whether the match is one with people who look on or play for others.
    fn is_later(self) -> bool {
        !matches!(self, Self::Nobody | Self::Holders | Self::Others | Self::One)
    }

    /// Returns whether every command there is is used meanwhile.
    fn is_asked(self) -> bool {
        matches!(self, Self::NobodyAsked | Self::Everything)
    }

    /// Returns what is done in a round, or in the vote, which comes after round 3.
    fn deeds(self, game: &Match, stage: u32) -> Vec<(u8, Deed)> {
        let seats = || self.seats().iter().copied();
        let each = |deeds: fn(String) -> Vec<Deed>| {
            let of = |seat| deeds(circle(game, seat)).into_iter().map(move |deed| (seat, deed));
            // Each seat does it a different number of times, so that a count would show whose it is.
            seats().flat_map(|seat| (0..seat).flat_map(move |_| of(seat))).collect()
        };
        match self {
            Self::Ahead if stage < 3 => each(|circle| {
                let stays = vec!["move -".to_owned(); 2];
                vec![Deed::Ahead(stays), Deed::Ahead(Vec::new()), Deed::Ahead(vec![circle])]
            }),
            Self::Ready | Self::Substitute if stage < 4 => each(|circle| {
                vec![Deed::Act(circle), Deed::Ready(true), Deed::Ready(false), Deed::Ready(true)]
            }),
            Self::Settings => seats().map(|seat| (seat, Deed::Settings)).collect(),
            Self::Absence if stage < 4 => each(|_| vec![Deed::Away, Deed::Back]),
            Self::Ahead
            | Self::Ready
            | Self::Substitute
            | Self::NobodyLater
            | Self::NobodyAsked
            | Self::Absence => Vec::new(),
            Self::Everything => {
                let mut deeds = Self::Settings.deeds(game, stage);
                let actions = self.actions(game, stage).into_iter();
                deeds.extend(actions.map(|(seat, action)| (seat, Deed::Act(action))));
                let others = [Self::Absence, Self::Ahead, Self::Ready];
                deeds.extend(others.into_iter().flat_map(|it| it.deeds(game, stage)));
                deeds
            }
            _ => {
                let actions = self.actions(game, stage).into_iter();
                actions.map(|(seat, action)| (seat, Deed::Act(action))).collect()
            }
        }
    }

    fn actions(self, game: &Match, stage: u32) -> Vec<(u8, String)> {
        let mut all = Vec::new();
        for &seat in self.seats() {
            let mut act = |action: &str| all.push((seat, action.to_owned()));
            if stage == 4 {
                if game.decision(Seat::new(seat)).is_some() {
                    let legal = game.playing().unwrap().legal(Seat::new(seat));
                    legal.iter().rev().take(2).for_each(|vote| act(vote));
                }
                continue;
            }
            act(&circle(game, seat));
            act("move -");
            // Each seat does it a different number of times, so that a count would show whose it is.
            for _ in 0..seat {
                act(&circle(game, seat));
            }
            if stage == 3 {
                act("garnet");
                if !(self == Self::Holders && seat == 1) {
                    act("ungarnet");
                }
            }
        }
        // With the last vote, the match would be over.
        if let Some((last, _)) = all.last().cloned().filter(|_| stage == 4) {
            all.retain(|(seat, _)| *seat != last);
        }
        all
    }
}

/// Looks at everything that somebody can ask for, and at what came unasked.
async fn look(scene: &Scene, diary: &mut Diary, seat: u8, who: &Person) {
    let pages = diary.entry(seat).or_default();
    let number = || ("match", 1.into());
    let mut commands = vec![("me", vec![]), ("board", vec![number()]), ("matches", vec![])];
    commands.extend([("vote", vec![]), ("garnet", vec![("take_back", true.into())])]);
    commands.extend([("history", vec![number()]), ("replay", vec![number()]), ("move", vec![])]);
    if seat == 7 {
        // A host who plays.
        commands.extend([("host status", vec![number()]), ("host pause", vec![]), ("host resume", vec![])]);
    }
    for (command, options) in commands {
        let answer = scene.ask(who, command, &options).await;
        pages.push(Shown::new(command, &answer));
        // A press on the pad, and on one that is older than the round.
        if command == "move" {
            let step = answer.parts().find(|part| part["disabled"] != true);
            if let Some(id) =
                step.and_then(|part| part["custom_id"].as_str()).filter(|id| id.contains(":go:"))
            {
                let drawn = who.click(answer.id, id).unwrap().message().await.unwrap();
                pages.push(Shown::new("a step", &drawn));
            }
        }
    }
    if let Some(first) = who.dms().first().filter(|first| !first.custom_ids().is_empty()) {
        let steps: Vec<&str> = first.custom_ids().into_iter().filter(|id| id.contains(":go:")).collect();
        let pressed = who.click(first.id, steps[0]);
        // Some of them do not exist on the board.
        if let Ok(pressed) = pressed {
            pages.push(Shown::new("the first pad", &pressed.message().await.unwrap()));
        }
    }
    for (command, option) in [("move", "action"), ("move", "match"), ("board", "match"), ("me", "match")] {
        let choices = who.autocomplete(scene.hall, command, &[], option, "").await.unwrap();
        pages.push(Shown::text(&format!("{command} {option}"), &format!("{choices:?}")));
    }
}

/// Makes seat 7 a host of the server, and returns two members without a seat, of whom the second is a host of it, too.
async fn with_hosts_and_a_guest(scene: &Scene) -> [Person; 2] {
    let role = scene.guild.create_role("hosts", Permissions::NONE);
    scene.ask(&scene.ada, "host role", &[("role", role.into())]).await;
    scene.guild.give_role(&scene.players[6], role);
    let [zoe, mia] = ["zoe", "mia"].map(|name| scene.sandbox.create_person(NewPerson::named(name)));
    for member in [&zoe, &mia] {
        scene.guild.add_member(member);
    }
    scene.guild.give_role(&mia, role);
    [zoe, mia]
}

/// Has onlookers follow the match, a computed player take seat 4, and somebody else play for seat 2, who is returned.
async fn with_others(scene: &Scene) -> Person {
    let (lounge, _) = scene.lounge();
    let done = scene.ask(&scene.ada, "host spectators", &[("channel", lounge.into())]).await;
    assert!(done.content.contains("I post in <#"), "{}", done.content);
    let friend = scene.sandbox.create_person(NewPerson::named("yan"));
    scene.guild.add_member(&friend);
    let lent = [("with", friend.id().into()), ("hours", 300.into())];
    scene.ask(&scene.players[1], "substitute", &lent).await;
    scene.quiet().await;
    let taken = scene.press(&friend, &scene.newest(), ":take-seat:").await;
    assert!(taken.content.contains("You play for"), "{}", taken.content);
    let four = &scene.players[3];
    let computed =
        [("player", four.id().into()), ("new", scene.sandbox.bot_id().into()), why(), ("level", 1.into())];
    scene.ask(&scene.ada, "host replace", &computed).await;
    scene.quiet().await;
    let agreed = scene.press(four, &scene.newest(), ":hand-over:").await;
    assert!(agreed.content.contains("handed"), "{}", agreed.content);
    assert!(scene.matches.load(MatchId(1)).await.unwrap().computed(Seat::new(4)).is_some());
    friend
}

/// Waits until the computed players have answered, which takes as long as it takes.
async fn thought(scene: &Scene) {
    let is_open = |game: &Match| {
        let asked = game.to_act();
        asked.iter().any(|asked| game.computed(asked.seat).is_some() && !asked.answered)
    };
    let mut tries = 0;
    while is_open(&scene.matches.load(MatchId(1)).await.unwrap()) {
        tries += 1;
        assert!(tries < 2_000, "no answer");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn do_in_secret(scene: &Scene, who: &Person, deed: Deed) {
    let user = who.id().0.into();
    let author = trigon::matches::Person { user_id: user, guild_id: None, guild_host: false, request: None };
    match deed {
        Deed::Act(action) => drop(scene.matches.act(MatchId(1), user, &action).await.unwrap()),
        Deed::Ahead(actions) => {
            let game = scene.matches.load(MatchId(1)).await.unwrap();
            let parse = |action: &String| game.playing().unwrap().parse(action).unwrap();
            let command = Command::Ahead(actions.iter().map(parse).collect());
            scene.matches.ask(MatchId(1), &author, command).await.unwrap();
        }
        Deed::Ready(ready) => {
            scene.matches.ask(MatchId(1), &author, Command::Ready { ready, pad: None }).await.unwrap();
        }
        Deed::Settings => {
            let chosen = [("reminders", 2.into()), ("quiet", "22-8 Europe/Berlin".into())];
            let answer = scene.ask(who, "settings", &chosen).await;
            assert!(answer.ephemeral && answer.content.contains("Berlin"), "{}", answer.content);
        }
        Deed::Away => {
            let away = Command::Away { after: 0, time: 24 * HOUR };
            drop(scene.matches.ask(MatchId(1), &author, away).await.unwrap());
        }
        Deed::Back => drop(scene.matches.ask(MatchId(1), &author, Command::Back).await.unwrap()),
    }
}

/// The parts of a match, by what is done in them: three rounds and the vote. The first round is asked again because of a
/// correction, and the second one because a host undoes it.
const PARTS: [u32; 6] = [1, 1, 2, 2, 3, 4];

/// Plays a match in which something is done in secret, and notes what everyone else is shown.
async fn diary(secretly: Secretly) -> Diary {
    let scene = Scene::set().await;
    let mut options = vec![("rounds", 3.into()), ("reveal", "own".into()), ("strikes", 4.into())];
    if secretly.is_later() {
        options.extend([("early", true.into()), ("least_hours", 1.into())]);
    }
    let number = scene.seated_with("Code Red", &options).await;
    // What people look at includes the books of a season in which the match is played.
    scene.in_a_season(number).await;
    scene.start(number).await;
    let [zoe, mia] = with_hosts_and_a_guest(&scene).await;
    // Everyone sees that they are mentioned, but not whether they have answered.
    for of_seat in [&scene.players[0], &scene.players[4]] {
        scene.ask(of_seat, "settings", &[("in_channel", true.into())]).await;
    }
    let substitute = if secretly.is_later() { Some(with_others(&scene).await) } else { None };
    let mut viewers = vec![(0, zoe), (MODERATOR, mia)];
    viewers.extend(
        secretly.unaware().into_iter().map(|seat| (seat, scene.players[usize::from(seat) - 1].clone())),
    );
    let mut diary = Diary::new();
    for (part, stage) in PARTS.into_iter().enumerate() {
        match part {
            1 => correct(&scene).await,
            3 => drop(undo(&scene).await),
            _ => {}
        }
        scene.quiet().await;
        let game = scene.matches.load(MatchId(1)).await.unwrap();
        assert_eq!(game.session.as_ref().unwrap().phase().id == "vote", stage == 4);
        for (seat, deed) in secretly.deeds(&game, stage) {
            let of_seat = &scene.players[usize::from(seat) - 1];
            let who = substitute.as_ref().filter(|_| seat == 2).unwrap_or(of_seat);
            do_in_secret(&scene, who, deed).await;
        }
        if stage < 4 {
            let user = scene.players[6].id().0.into();
            scene.matches.act(MatchId(1), user, &circle(&game, 7)).await.unwrap();
        }
        if part == 2 {
            // Those who have not answered are reminded.
            scene.clock.advance(Duration::from_hours(18));
            scene.quiet().await;
        } else if part == 3 || part == 5 {
            for (seat, who) in &viewers {
                look(&scene, &mut diary, *seat, who).await;
            }
            // The playing host's changes to the clock are written into messages, which takes a moment.
            scene.quiet().await;
        }
        if part == 3 && secretly.is_asked() {
            // Every command there is, by a player, a host who plays, a host of the server and somebody else.
            for (seat, who) in viewers.iter().filter(|(seat, _)| [0, 6, 7, MODERATOR].contains(seat)) {
                sweep(&scene, diary.entry(*seat).or_default(), who, |_| secretly.is_asked()).await;
                scene.quiet().await;
            }
        }
        // Later, the messages that asked have no buttons any more.
        for (seat, who) in &viewers {
            let asked = who.dms();
            let asked = asked.iter().map(|message| Shown::new("a direct message", message));
            diary.entry(*seat).or_default().extend(asked);
        }
        if secretly.is_later() && stage < 4 {
            // Computed players answer some minutes after a round has begun.
            scene.clock.advance(Duration::from_mins(15));
            thought(&scene).await;
        }
        match part {
            0 | 5 => {}
            4 if secretly.is_later() => end_early(&scene, substitute.as_ref()).await,
            _ => drop(scene.resolve().await),
        }
    }
    scene.ask(&scene.ada, "host cancel", &[("confirm", true.into())]).await;
    scene.quiet().await;
    for (seat, who) in &viewers {
        let pages = diary.entry(*seat).or_default();
        for command in ["board", "me", "replay", "history"] {
            let answer = scene.ask(who, command, &[("match", 1.into())]).await;
            pages.push(Shown::new(&format!("{command} of the cancelled match"), &answer));
        }
        read(&scene, pages, who);
    }
    scene.end().await;
    diary
}

/// Corrects a value in the roster, so that everyone is asked again.
async fn correct(scene: &Scene) {
    let five = OptionValue::from(scene.players[4].id());
    let options =
        [("player", five), ("garnets", 4.into()), ("reason", "a typo".into()), ("confirm", true.into())];
    let corrected = scene.ask(&scene.ada, "host correct", &options).await;
    assert!(corrected.content.contains("Corrected"), "{}", corrected.content);
}

/// Undoes the last round, so that everyone is asked again. Returns what that would do, as the host reads it.
async fn undo(scene: &Scene) -> String {
    let asked = scene.ask(&scene.ada, "host undo", &[]).await;
    let undone = scene.press(&scene.ada, &asked, ":undo").await;
    assert!(undone.content.contains("Done"), "{}", undone.content);
    asked.content
}

/// Ends a round because everyone is ready.
async fn end_early(scene: &Scene, substitute: Option<&Person>) {
    for seat in (1..=7).filter(|seat| *seat != 4) {
        let of_seat = &scene.players[usize::from(seat) - 1];
        let who = substitute.filter(|_| seat == 2).unwrap_or(of_seat);
        let game = scene.matches.load(MatchId(1)).await.unwrap();
        if !game.decision(Seat::new(seat)).unwrap().answered {
            do_in_secret(scene, who, Deed::Act("move -".to_owned())).await;
        }
        if !game.is_ready(Seat::new(seat)) {
            do_in_secret(scene, who, Deed::Ready(true)).await;
        }
    }
    // That is announced first.
    for _ in 0..12 {
        scene.clock.advance(Duration::from_mins(15));
        scene.quiet().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_others_do_in_secret_changes_nothing_that_anyone_is_shown() {
    assert_unnoticed([Secretly::Nobody, Secretly::Holders, Secretly::Others, Secretly::One]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_others_leave_in_advance_or_have_done_for_them_changes_nothing_that_anyone_is_shown() {
    assert_unnoticed([
        Secretly::NobodyLater,
        Secretly::Ahead,
        Secretly::Ready,
        Secretly::Substitute,
        Secretly::Settings,
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_command_shows_what_others_do_in_secret() {
    assert_unnoticed([Secretly::NobodyAsked, Secretly::Everything]).await;
}

/// Checks that all matches look the same as the first one to everyone who is not concerned.
async fn assert_unnoticed<const N: usize>(all: [Secretly; N]) {
    let mut diaries = all.map(|secretly| tokio::spawn(diary(secretly))).into_iter();
    let quiet = diaries.next().unwrap();
    let quiet = quiet.await.unwrap();
    let mut leaks: Vec<String> = Vec::new();
    for (secretly, other) in all[1..].iter().zip(diaries) {
        let other = other.await.unwrap();
        let seats: Vec<u8> = std::iter::once(0).chain(secretly.unaware()).chain([MODERATOR]).collect();
        assert_eq!(other.keys().copied().collect::<Vec<_>>(), seats);
        for (seat, pages) in &other {
            leaks.extend(differences(&format!("{secretly:?}, seat {seat}"), &quiet[seat], pages));
        }
        // Many things were looked at: text, buttons, pictures and mentions.
        let pages = || other.values().flatten();
        assert!(pages().any(|page| page.pings == 2 && page.text.contains("whether or not")));
        assert!(pages().filter(|page| !page.components.is_empty()).count() > 30);
        assert!(pages().filter(|page| !page.files.is_empty()).count() > 30);
    }
    assert!(leaks.is_empty(), "{} leaks, such as\n{}", leaks.len(), leaks.join("\n"));
}

/// Plays half of round 2, in which seat 2 may use a command in secret. Then a host undoes round 1 and corrects the roster.
/// Notes what everyone else is shown before the round ends.
async fn half_a_round(secretly: Option<&'static str>) -> Diary {
    let scene = Scene::set().await;
    scene.begin_with("Code Red", &[("strikes", 3.into())]).await;
    let [zoe, mia] = with_hosts_and_a_guest(&scene).await;
    let (two, seven) = (&scene.players[1], &scene.players[6]);
    scene.ask(two, "settings", &[("in_channel", true.into())]).await;
    scene.quiet().await;
    scene.resolve().await;
    match secretly {
        Some("leave") => {
            let left = scene.ask(two, "leave", &[("confirm", true.into())]).await;
            assert!(left.content.contains("You’ve left"), "{}", left.content);
        }
        Some(away) => {
            let away = scene.ask(two, away, &[("days", 3.into())]).await;
            assert!(away.content.contains("Only hosts who don’t play see it"), "{}", away.content);
        }
        None => {}
    }
    scene.quiet().await;
    // Those who have not answered are reminded.
    scene.clock.advance(Duration::from_hours(18));
    scene.quiet().await;
    let mut diary = Diary::new();
    // As long as nobody knows that they have left, they are asked like anybody else. The newcomer says no.
    let replace = [("player", two.id().into()), ("new", zoe.id().into()), why()];
    for hours in [None, Some(30)] {
        let hours = hours.map(|hours: i64| ("hours", hours.into()));
        let options: Vec<_> = replace.iter().cloned().chain(hours).collect();
        let asked = scene.ask(&scene.ada, "host replace", &options).await;
        diary.entry(7).or_default().push(Shown::new("who is to be replaced", &asked));
        scene.quiet().await;
        scene.press(&zoe, &scene.newest(), ":keep-seat:").await;
        scene.quiet().await;
    }
    // A host of the server has to ask all players whether to take them out.
    let asked = scene.ask(&mia, "host unseat", &[("player", two.id().into()), why()]).await;
    assert!(asked.content.contains("I’m asking the players"), "{}", asked.content);
    diary.entry(MODERATOR).or_default().push(Shown::new("who is to be taken out", &asked));
    scene.quiet().await;
    scene.press(&scene.players[2], &scene.newest(), ":object:").await;
    scene.quiet().await;
    let preview = undo(&scene).await;
    diary.entry(MODERATOR).or_default().push(Shown::text("what would be undone", &preview));
    scene.quiet().await;
    correct(&scene).await;
    scene.quiet().await;
    // Somebody else is to take the seat, which looks as if its player were asked.
    let asked = scene.ask(&scene.ada, "host replace", &replace).await;
    assert!(asked.content.contains("and the player to agree"), "{}", asked.content);
    scene.quiet().await;
    let others = (1..=7).filter(|seat| *seat != 2).map(|seat| (seat, &scene.players[usize::from(seat) - 1]));
    for (seat, who) in others.chain([(0, &zoe), (MODERATOR, &mia)]) {
        look(&scene, &mut diary, seat, who).await;
        let pages = diary.entry(seat).or_default();
        if matches!(seat, 0 | 7 | MODERATOR) {
            sweep(&scene, pages, who, |name| name.starts_with("host ")).await;
            scene.quiet().await;
        }
        read(&scene, pages, who);
    }
    // A host names the player a co-host, and takes them out of the match.
    for (command, options) in [
        ("host cohost", vec![("user", two.id().into())]),
        ("host unseat", vec![("player", two.id().into()), why()]),
    ] {
        let answer = scene.ask(&scene.ada, command, &options).await;
        diary.entry(7).or_default().push(Shown::new(command, &answer));
        scene.quiet().await;
    }
    read(&scene, diary.entry(7).or_default(), seven);
    scene.end().await;
    diary
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_notices_that_somebody_has_left_or_is_away_before_the_round_ends() {
    let [stays, leaves, travels] =
        [None, Some("leave"), Some("away")].map(|it| tokio::spawn(half_a_round(it)));
    let stays = stays.await.unwrap();
    let is_mentioned = |page: &Shown| page.text.contains("whether or not") && page.pings == 1;
    assert!(stays[&7].iter().any(is_mentioned));
    let asks_all = |page: &Shown| page.text.contains("** Send me your path in a direct message");
    assert!(stays[&7].iter().filter(|page| asks_all(page)).count() > 1);
    assert!(stays[&MODERATOR].iter().any(|page| page.text.contains("7 players would be asked again")));
    let mut leaks = Vec::new();
    for (name, other) in [("leave", leaves), ("away", travels)] {
        for (seat, pages) in other.await.unwrap() {
            leaks.extend(differences(&format!("{name}, seat {seat}"), &stays[&seat], &pages));
        }
    }
    assert!(leaks.is_empty(), "{} leaks, such as\n{}", leaks.len(), leaks.join("\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_match_is_shown_to_everyone_only_when_its_host_publishes_it() {
    let scene = Scene::set().await;
    scene.begin("Code Red").await;
    let (ada, bob) = (&scene.ada, &scene.players[0]);
    let user = bob.id().0.into();
    let path = circle(&scene.matches.load(MatchId(1)).await.unwrap(), 1);
    scene.matches.act(MatchId(1), user, &path).await.unwrap();
    scene.resolve().await;
    let number = || ("match", 1.into());
    let publish = [number(), ("confirm", true.into())];
    let early = scene.ask(ada, "host publish", &publish).await;
    assert!(early.content.contains("going on"), "{}", early.content);
    let cancelled = scene.ask(ada, "host cancel", &[("confirm", true.into())]).await;
    assert!(cancelled.content.contains("/host publish match:1"), "{}", cancelled.content);
    scene.settled().await;
    let told = ada.view(scene.hall).into_iter().rfind(|message| !message.ephemeral).unwrap();
    assert!(told.content.contains("stay secret unless the host publishes them"), "{}", told.content);
    let before = scene.ask(bob, "board", &[number()]).await;
    let refused = scene.ask(bob, "replay", &[number()]).await;
    assert!(refused.content.contains("unless its host publishes it") && refused.files.is_empty());
    for command in ["host export", "host status"] {
        let refused = scene.ask(bob, command, &[number()]).await;
        assert!(refused.content.contains("Only the host") && refused.files.is_empty(), "{command}");
    }
    let refused = scene.ask(bob, "host publish", &publish).await;
    assert!(refused.content.contains("Only the host"), "{}", refused.content);
    // What only the host gets shows nothing to anybody else.
    assert_eq!(scene.ask(ada, "host export", &[number()]).await.files.len(), 1);
    let asked = scene.ask(ada, "host publish", &[number(), ("confirm", false.into())]).await;
    assert!(asked.content.contains("set `confirm` to True"), "{}", asked.content);
    assert_eq!(scene.ask(bob, "board", &[number()]).await.files[0].bytes, before.files[0].bytes);

    scene.ask(ada, "host publish", &publish).await;
    scene.settled().await;
    let told = bob.view(scene.hall).into_iter().rfind(|message| !message.ephemeral).unwrap();
    let files: Vec<&str> = told.files.iter().map(|file| file.filename.as_str()).collect();
    assert_eq!(files, ["round-02.png", "record.json", "replay.gif"]);
    let record: Value = serde_json::from_slice(&told.files[1].bytes).unwrap();
    assert_eq!(record["log"][0]["do"], path);
    assert!(told.content.contains(record["seed"].as_str().unwrap()), "{}", told.content);
    assert_eq!(scene.ask(bob, "replay", &[number()]).await.files.len(), 1);
    let after = scene.ask(bob, "board", &[number()]).await;
    assert!(after.files[0].description.as_deref().unwrap().contains("On the board: bob"));
    let twice = scene.ask(ada, "host publish", &publish).await;
    assert!(twice.content.contains("already"), "{}", twice.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_is_cancelled_in_its_pregame_shows_no_board() {
    let scene = Scene::set().await;
    scene.begin_with("Code Red", &[("pregame_hours", 24.into())]).await;
    scene.ask(&scene.ada, "host cancel", &[("confirm", true.into())]).await;
    let bob = &scene.players[0];
    for command in ["board", "me", "replay"] {
        let answer = scene.ask(bob, command, &[("match", 1.into())]).await;
        assert!(
            answer.files.is_empty() && !answer.content.contains("Letter"),
            "{command}: {}",
            answer.content
        );
    }
    let publish = [("match", 1.into()), ("confirm", true.into())];
    let refused = scene.ask(&scene.ada, "host publish", &publish).await;
    assert!(refused.content.contains("before it began"), "{}", refused.content);
    scene.end().await;
}
