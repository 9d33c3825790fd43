//! Completing `/move` in a match of Triluminary with many entries and many legal actions.
//!
//! Target: 2 ms in a match of any length.
#![allow(missing_docs, clippy::print_stderr)]

use std::error::Error;
use std::sync::Arc;

use divan::Bencher;
use trigon::bot::play::completions;
use trigon::games::triluminary::Triluminary;
use trigon::games::{By, Game};
use trigon::ids::{ChannelId, GuildId, MatchId, UserId};
use trigon::matches::{Command, Matches, NewMatch, Person, SystemClock, Terms};
use trigon::store::Store;

/// The number of random actions: three times as many as in most matches.
const PLAYED_ACTIONS: usize = 900;

fn main() {
    divan::main();
}

/// Plays [`PLAYED_ACTIONS`] random actions of a match, without those that would end it.
async fn play_long_match(store: &str) -> Result<Matches, Box<dyn Error>> {
    let matches = Matches::new(Store::open(store).await?, Arc::new(SystemClock));
    let info = matches.games().get(Triluminary::INFO.name).ok_or("no such game")?.info();
    let creator = Person { user_id: UserId(1), guild_id: Some(GuildId(1)), guild_host: true, request: None };
    let new = NewMatch {
        game: info.name.to_owned(),
        guild_id: GuildId(1),
        channel_id: ChannelId(1),
        title: "Bench".to_owned(),
        terms: Terms::usual(info),
    };
    matches.create_seated(&creator, "one", &[], new).await?;
    matches.ask(MatchId(1), &Person::user(UserId(2)), Command::Join("two".to_owned())).await?;
    matches.ask(MatchId(1), &creator, Command::Start).await?;
    let mut rng = fastrand::Rng::with_seed(7);
    for _ in 0..PLAYED_ACTIONS {
        let game = matches.load(MatchId(1)).await?;
        let Some(seat) = game.to_act().first().map(|decision| decision.seat) else { break };
        let legal = game.session.as_ref().map(|session| session.legal(seat)).unwrap_or_default();
        let user = game.player(seat).map(|player| player.user_id).unwrap_or_default();
        let action = &legal[rng.usize(..legal.len())];
        let ends_match = game.session.as_ref().is_some_and(|session| {
            let mut after = session.boxed();
            after.apply(By::Seat(seat), action).is_ok() && after.outcome().is_some()
        });
        if !ends_match {
            matches.act(MatchId(1), user, action).await?;
        }
    }
    Ok(matches)
}

#[divan::bench(args = ["", "S", "Sa1"])]
fn completing_move(bencher: Bencher<'_, '_>, typed: &str) {
    let Ok(runtime) = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()
    else {
        return;
    };
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let name = format!("completing-{}-{}.db", std::process::id(), typed.len());
    let url = format!("sqlite://{}", folder.join(&name).display());
    let matches = match runtime.block_on(play_long_match(&url)) {
        Ok(matches) => matches,
        Err(error) => return eprintln!("no match to complete in: {error}"),
    };
    bencher.bench_local(|| {
        runtime.block_on(async {
            let game = matches.load(MatchId(1)).await.ok()?;
            let seat = game.to_act().first()?.seat;
            Some(completions(&game, game.player(seat)?.user_id, typed))
        })
    });
    let _ = std::fs::remove_file(folder.join(name));
}
