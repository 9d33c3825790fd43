//! `trigon setup`: everything that the bot needs before it runs.
//!
//! | file | what |
//! |---|---|
//! | `prompter.rs` | [`Prompter`]: questions and their answers, in a terminal or from a pipe |
//! | `written.rs` | the configuration, the token and the key as files, each written whole or not at all |
//! | `qr.rs` | a link as a picture for the camera of a phone |

mod prompter;
mod qr;
mod written;

use std::io::{IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::config::{Config, ConfigFile, DEFAULT_FILE, DatabaseUrl, env};
use super::files::read_text;
use super::tasks::runtime;
use super::{Error, check, games};
use crate::bot::{Account, Api, BotError, Token};
use crate::store::{Keys, Store};
use prompter::Prompter;
use written::{ConfigDraft, SecretFile, write_secret};

/// How often Discord is asked whether the bot has been invited.
const INVITE_POLL_INTERVAL: Duration = Duration::from_secs(2);

/// Set the bot up: ask for the token, write the configuration, invite the bot, register its commands, check everything
///
/// Nothing is written before Discord has accepted the token. Run it again at any time: it keeps what works and adds what is
/// missing. Scripts can answer in advance: the token in `TRIGON_TOKEN` or with `--token-from`, everything else with options.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    config: ConfigFile,

    /// A file with the token (`-` reads standard input); it does not belong in an argument, which others can see
    #[arg(long, value_name = "FILE")]
    token_from: Option<PathBuf>,

    /// Whether a new key seals moves and seeds before they are stored
    #[arg(long, value_name = "YES|NO", env = "TRIGON_SEAL")]
    seal: Option<YesNo>,

    #[arg(
        long,
        value_name = "ADDRESS",
        help = "Where matches are stored: sqlite://PATH or postgres://USER@HOST/NAME"
    )]
    database: Option<DatabaseUrl>,

    /// Do not wait until the bot is in a server
    #[arg(long)]
    no_wait: bool,

    /// Show the link also as a picture for a camera (usual in a terminal)
    #[arg(long, value_name = "YES|NO")]
    qr: Option<YesNo>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum YesNo {
    Yes,
    No,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let path = args.config.path();
    let mut draft = ConfigDraft::of(path)?;
    // With the variables that the bot reads, too.
    let before = args.config.read_or_default()?;
    let runtime = runtime()?;
    let mut prompter = Prompter::default();

    let token_file = draft.name_file(SecretFile::Token)?;
    let given_token = given_token(args)?;
    let (token, account) =
        runtime.block_on(accepted_token(given_token, &token_file, &before, &mut prompter, out))?;
    writeln!(out, "Discord knows the bot as {}.", account.name())?;
    let new_key = new_key(args, &before, &mut draft, &mut prompter, out)?;
    if let Some(database) = &args.database {
        database.check()?;
        draft.set("database", database.reveal())?;
    }

    // The configuration names the others, so it comes last.
    write_secret(&token_file, token.reveal())?;
    writeln!(out, "The token is in {}.", token_file.display())?;
    if let Some((file, new_key)) = new_key {
        write_secret(&file, &new_key)?;
        writeln!(
            out,
            "The key is in {}. Copy it to another place, but not to the backups: without it, nobody can read the database.",
            file.display()
        )?;
    }
    draft.write()?;
    writeln!(out, "The configuration is in {}.\n", path.display())?;

    let config = args.config.read()?;
    config.validate()?;
    let keys = config.keys()?;
    let is_in_a_server = runtime.block_on(async {
        let is_in_a_server = wait_for_invitation(args, &account, out).await?;
        let store = Store::open_with(config.database.reveal(), keys, config.before_upgrade()).await;
        let store = store.map_err(Error::Store)?;
        let done = account.register(&store, games::all(), &config.commands()).await;
        store.close().await;
        done?;
        Ok::<_, Error>(is_in_a_server)
    })?;
    writeln!(out, "The commands are registered. This is what `trigon check` finds:\n")?;
    let checked = check::report(&config, out);
    let options =
        if path == Path::new(DEFAULT_FILE) { String::new() } else { format!(" --config {}", path.display()) };
    if !is_in_a_server {
        writeln!(out, "\nInvite the bot with the link above, then run `trigon setup{options}` again.")?;
    }
    checked?;
    // An address that is not Discord’s comes from the environment.
    let elsewhere = env("TRIGON_API").map(|api| format!("TRIGON_API={api} ")).unwrap_or_default();
    writeln!(
        out,
        "\nEverything is ready. Start the bot with `{elsewhere}trigon run{options}`, and type in a channel of your server:\n\
         /host create    a match of {}\n\
         /play new       a game of turns\n\
         /help           what else there is",
        games::main().title
    )?;
    Ok(())
}

/// A text that is to be a token, and where it was found.
struct GivenToken {
    text: String,
    origin: String,
}

/// Returns the token that was given in advance, if one was.
fn given_token(args: &Args) -> Result<Option<GivenToken>, Error> {
    let Some(path) = &args.token_from else {
        return Ok(env("TRIGON_TOKEN").map(|text| GivenToken { text, origin: "TRIGON_TOKEN".to_owned() }));
    };
    Ok(Some(if path == Path::new("-") {
        GivenToken { text: prompter::all_input()?, origin: "standard input".to_owned() }
    } else {
        GivenToken { text: read_text(path)?, origin: path.display().to_string() }
    }))
}

/// Returns a token that Discord accepts: the one that was given, the one that is stored, or what is typed until one is right.
async fn accepted_token(
    given: Option<GivenToken>,
    stored: &Path,
    config: &Config,
    prompter: &mut Prompter,
    out: &mut impl Write,
) -> Result<(Token, Account), Error> {
    let api = config.api();
    if let Some(GivenToken { text, origin }) = given {
        let wrong = |what: &str| Error::Usage(format!("{origin} {what}; nothing was written"));
        return match check_token(&text, &api).await? {
            Ok(accepted) => Ok(accepted),
            Err(TokenProblem::NotAToken) => Err(wrong("holds no bot token")),
            Err(TokenProblem::Refused) => Err(wrong("holds a token that Discord does not accept")),
        };
    }
    if stored.exists() {
        match check_token(&read_text(stored)?, &api).await? {
            Ok(accepted) => return Ok(accepted),
            Err(problem) => {
                writeln!(out, "{} holds another text than a valid token.", stored.display())?;
                writeln!(out, "{}", problem.sentence())?;
            }
        }
    } else {
        writeln!(
            out,
            "Trigon needs a bot account. At https://discord.com/developers/applications, choose New Application and give it \
             a name. Then choose Bot and Reset Token, and copy the token."
        )?;
    }
    loop {
        let typed = prompter.hidden(out, "Token (it does not show): ")?;
        match check_token(&typed, &api).await? {
            Ok(accepted) => return Ok(accepted),
            Err(problem) => writeln!(out, "{}", problem.sentence())?,
        }
    }
}

/// Why a text cannot be used as the token.
#[derive(Debug, Clone, Copy)]
enum TokenProblem {
    NotAToken,
    /// Discord does not accept it.
    Refused,
}

impl TokenProblem {
    fn sentence(self) -> &'static str {
        match self {
            Self::NotAToken => {
                "That isn’t a bot token, which is three parts joined by dots, without spaces or quotes."
            }
            Self::Refused => "Discord does not accept that token. Copy it again, or reset it first.",
        }
    }
}

/// Returns the token that a text is and the account to which it belongs, or why it cannot be used.
async fn check_token(text: &str, api: &Api) -> Result<Result<(Token, Account), TokenProblem>, Error> {
    let Ok(token) = text.parse::<Token>() else { return Ok(Err(TokenProblem::NotAToken)) };
    match Account::of(&token, api).await {
        Ok(account) => Ok(Ok((token, account))),
        Err(BotError::Token) => Ok(Err(TokenProblem::Refused)),
        Err(error) => Err(error.into()),
    }
}

/// Returns a new key and its file, if secrets are to be sealed and there is no key yet.
fn new_key(
    args: &Args,
    before: &Config,
    draft: &mut ConfigDraft,
    prompter: &mut Prompter,
    out: &mut impl Write,
) -> Result<Option<(PathBuf, String)>, Error> {
    let file = draft.file(SecretFile::Keys)?;
    // A configured key whose file is gone is not replaced: a database may be sealed with it.
    if before.key_file.is_some() || env("TRIGON_KEY").is_some() {
        before.keys()?;
        return Ok(None);
    }
    if file.exists() {
        // Left by a run that was interrupted.
        Keys::parse(&read_text(&file)?)
            .map_err(|error| Error::Usage(format!("{}: {error}", file.display())))?;
        draft.name_file(SecretFile::Keys)?;
        return Ok(None);
    }
    let seals = match args.seal {
        Some(answer) => answer == YesNo::Yes,
        None => prompter.yes(
            out,
            "Shall a key seal moves and seeds, so that nobody can read them in the database or in a backup?",
        )?,
    };
    if !seals {
        return Ok(None);
    }
    draft.name_file(SecretFile::Keys)?;
    Ok(Some((file, Keys::generate().map_err(Error::Store)?)))
}

/// Shows the link that invites the bot, and waits until the bot is in a server. Returns whether it is.
async fn wait_for_invitation(args: &Args, account: &Account, out: &mut impl Write) -> Result<bool, Error> {
    let servers = account.servers().await?;
    if !servers.is_empty() {
        writeln!(out, "The bot is in {}.", servers.join(", "))?;
        return Ok(true);
    }
    let link = account.invite_link();
    writeln!(out, "Invite the bot to your server:\n{link}")?;
    let shows_picture = args.qr.map_or_else(|| std::io::stdout().is_terminal(), |qr| qr == YesNo::Yes);
    if let Some(picture) = shows_picture.then(|| qr::picture(&link)).flatten() {
        writeln!(out, "{picture}")?;
    }
    if args.no_wait {
        return Ok(false);
    }
    let stopped = tokio::signal::ctrl_c();
    tokio::pin!(stopped);
    // From its first poll on, Ctrl-C no longer ends the program at once.
    tokio::select! {
        biased;
        _ = stopped.as_mut() => return Ok(false),
        () = std::future::ready(()) => {}
    }
    writeln!(out, "Waiting until the bot is in a server; Ctrl-C stops waiting.")?;
    out.flush()?;
    loop {
        tokio::select! {
            () = tokio::time::sleep(INVITE_POLL_INTERVAL) => {}
            _ = stopped.as_mut() => return Ok(false),
        }
        match account.servers().await {
            Ok(servers) if servers.is_empty() => {}
            Ok(servers) => {
                writeln!(out, "The bot is in {}.", servers.join(", "))?;
                return Ok(true);
            }
            // The next attempt may reach Discord.
            Err(BotError::Network(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
}
