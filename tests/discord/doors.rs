//! Matches in channels that not everyone can read: to others, they do not exist.

use trigon::sandbox::{Id, NewPerson, OptionValue, Permissions, Person, PersonError, SlashCommand};

use crate::scene::{Scene, press};

const VIEW: Permissions = Permissions::VIEW_CHANNEL;

impl Scene {
    /// Closes the hall to everybody but those who play and host in it, and opens another channel for everyone.
    fn close_hall(&self) -> Id {
        let yard = self.guild.create_channel("yard");
        self.guild.overwrite_role(self.hall, self.guild.id(), Permissions::NONE, VIEW);
        let inside = self.players.iter().map(Person::id).chain([self.sandbox.bot_id(), self.ada.id()]);
        for who in inside {
            self.guild.overwrite_member(self.hall, who, VIEW, Permissions::NONE);
        }
        yard
    }

    /// Returns the answer to a command in some channel, with something for each option that has to be given.
    async fn filled(&self, who: &Person, channel: Id, command: &SlashCommand, number: i64) -> String {
        let mut options = vec![("match", OptionValue::from(number))];
        loop {
            match who.slash(channel, &command.name, &options) {
                Ok(asked) => return asked.message().await.unwrap().content,
                Err(PersonError::Option { name, reason }) => {
                    let option = command.options.iter().find(|option| option.name == name);
                    let option = option.unwrap_or_else(|| panic!("{} {name}: {reason}", command.name));
                    let value: OptionValue = match (option.kind, option.choices.first()) {
                        (3, Some(choice)) => choice.value.as_str().unwrap().into(),
                        (3, None) => "x".into(),
                        (4, _) => 1.into(),
                        (5, _) => true.into(),
                        (6, _) => who.id().into(),
                        (7, _) => channel.into(),
                        (kind, _) => panic!("{} {name}: {reason} ({kind})", command.name),
                    };
                    assert!(options.iter().all(|(known, _)| *known != option.name), "{name}: {reason}");
                    options.push((&option.name, value));
                }
                Err(error) => panic!("{}: {error}", command.name),
            }
        }
    }

    /// Returns the number of requests with which the bot looked at channels, servers and members so far.
    fn looks(&self) -> usize {
        let looks = |path: &str| !path.contains("/messages") && !path.contains("/interactions");
        let all = self.sandbox.requests(0);
        all.iter().filter(|request| request.method == "GET" && looks(&request.path)).count()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_cannot_read_the_channel_of_a_match_read_that_there_is_none() {
    let scene = Scene::set().await;
    scene.begin("Hidden").await;
    let turns = scene.started("triangoli", 2, &[]).await;
    scene.settled().await;
    let yard = scene.close_hall();
    let vera = scene.sandbox.create_person(NewPerson::named("vera"));
    scene.guild.add_member(&vera);
    let (mut asked, mut is_none) = (0, 0);
    for command in vera.slash_commands(yard) {
        let Some(option) = command.options.iter().find(|option| option.name == "match") else { continue };
        let told = scene.filled(&vera, yard, &command, 99).await;
        // What else is wrong with a command may be said first, whatever the match is.
        is_none += usize::from(told == "There is no match 99.");
        for number in [1, turns.0] {
            let here = scene.filled(&vera, yard, &command, number).await;
            assert_eq!(here, told.replace("99", &number.to_string()), "{}", command.name);
        }
        assert!(option.autocomplete, "{}", command.name);
        let offered = vera.autocomplete(yard, &command.name, &[], "match", "").await.unwrap();
        assert!(offered.is_empty(), "{}: {offered:?}", command.name);
        asked += 1;
    }
    assert!(asked > 35 && is_none + 3 > asked, "{asked}, {is_none}");

    // Those who play or host may ask from anywhere, and nobody has to be looked up for that.
    let looks = scene.looks();
    let option = [("match", 1.into())];
    for who in [&scene.players[0], &scene.ada] {
        let history = who.slash(yard, "history", &option).unwrap().message().await.unwrap();
        assert!(history.content.contains("The match begins"), "{}", history.content);
    }
    assert_eq!(scene.looks(), looks);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_can_read_the_channel_may_ask_from_elsewhere_until_they_no_longer_can() {
    let scene = Scene::set().await;
    let turns = scene.won().await.id;
    scene.begin("Ajar").await;
    let running = turns.0 + 1;
    scene.settled().await;
    let yard = scene.close_hall();
    let vera = scene.sandbox.create_person(NewPerson::named("vera"));
    scene.guild.add_member(&vera);
    scene.guild.overwrite_member(scene.hall, vera.id(), VIEW, Permissions::NONE);
    let option = [("match", turns.0.into())];
    let looks = scene.looks();
    let history = vera.slash(scene.hall, "history", &option).unwrap().message().await.unwrap();
    assert!(history.content.contains("Triangoli"), "{}", history.content);
    assert_eq!(scene.looks(), looks, "a person who writes in the channel can read it");
    let elsewhere = vera.slash(yard, "history", &option).unwrap().message().await.unwrap();
    assert!(elsewhere.content.contains("in its own channel only"), "{}", elsewhere.content);
    let waits = vera.slash(yard, "alternate", &[("match", running.into())]).unwrap().message().await.unwrap();
    assert!(waits.content.contains("You’re an alternate"), "{}", waits.content);
    let puzzle = vera.slash(yard, "puzzle", &[]).unwrap().message().await.unwrap();
    assert!(puzzle.ephemeral, "{}", puzzle.content);

    // A button of an old reply shows no more than a command.
    scene.guild.overwrite_member(scene.hall, vera.id(), Permissions::NONE, VIEW);
    let pressed = vera.click(puzzle.id, &press(&puzzle, ":advice")).unwrap().message().await.unwrap();
    assert_eq!(pressed.content, format!("There is no match {turns}."));
    scene.end().await;
}
