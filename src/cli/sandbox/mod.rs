//! `trigon sandbox`: the embedded Discord on its own, for any bot to connect to, with people to play.
//!
//! | file | what |
//! |---|---|
//! | `world.rs` | the people, and what a line makes them do |
//! | `line.rs` | parsing of slash commands |
//! | `complete.rs` | completion with Tab |

mod complete;
mod line;
mod world;

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use rustyline::ExternalPrinter;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::Error;
use super::lines::{self, Echo, Keyboard, LineSource, PipedLines};
use crate::cli::tasks::runtime;
use crate::sandbox::SandboxConfig;
use complete::SandboxCompleter;
pub(super) use world::World;

use world::HELP;

/// Start an embedded Discord that any bot can connect to, and act as its people line by line
///
/// In a terminal, Tab completes people, commands, options and labels, and the arrow keys edit the line and
/// recall earlier ones.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The port on 127.0.0.1; 0 takes any free one
    #[arg(long, value_name = "PORT", default_value_t = 8080)]
    port: u16,
    /// The people; the first owns the server
    #[arg(
        long,
        value_name = "A,B,…",
        value_delimiter = ',',
        default_value = "ada,bob,cleo,dan,eve,finn,gus,hana"
    )]
    people: Vec<String>,
    /// Open the page in the browser, on which one can be any of them
    #[arg(long)]
    page: bool,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    runtime()?.block_on(serve(args, out))
}

async fn serve(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let world = Arc::new(
        World::start(SandboxConfig { port: args.port, ..SandboxConfig::default() }, &args.people).await?,
    );
    write!(out, "{}\n{HELP}\n\n", world.greeting())?;
    out.flush()?;
    if args.page {
        super::browser::open(&world.page());
    }

    let (mut lines, mut print) = converse(&world, out)?;
    let mut seen = 0;
    loop {
        let mut said = String::new();
        tokio::select! {
            line = lines.recv() => match line.transpose()? {
                None => break,
                Some(line) => match world.play(&line).await {
                    Ok(text) => said += &text,
                    Err(sentence) => said = format!("! {sentence}\n"),
                }
            },
            _ = world.sandbox.wait_until(Duration::from_mins(1), || !world.sandbox.journal(seen).is_empty()) => {}
        }
        let (text, next) = world.news(seen);
        seen = next;
        said += &text;
        if !said.is_empty() {
            print(said)?;
        }
    }
    Ok(())
}

/// Prints a text, above the line that somebody is typing.
type Printer<'a> = Box<dyn FnMut(String) -> Result<(), Error> + 'a>;

/// The lines at the keyboard, as they come.
type Lines = UnboundedReceiver<Result<String, Error>>;

/// Starts reading lines on a thread of its own, and returns them with a way to print while somebody types.
fn converse<'a>(world: &Arc<World>, out: &'a mut impl Write) -> Result<(Lines, Printer<'a>), Error> {
    let (sender, lines) = unbounded_channel();
    // Returns whether to go on reading. Once the receiver is gone, there is nothing left to do with a line.
    let send = move |line: Result<Option<String>, Error>| match line.transpose() {
        Some(Ok(line)) if line != "quit" => sender.send(Ok(line)).is_ok(),
        Some(Err(error)) => {
            let _ = sender.send(Err(error));
            false
        }
        _ => false,
    };
    let print: Printer<'a> = if lines::at_terminal() {
        let mut keyboard = Keyboard::new()?;
        let mut printer = keyboard.printer()?;
        let helper = SandboxCompleter::new(Arc::clone(world), tokio::runtime::Handle::current());
        std::thread::spawn(move || while send(keyboard.read("> ", helper.clone())) {});
        Box::new(move |text| printer.print(text).map_err(lines::broken))
    } else {
        let mut input = PipedLines::new(io::BufReader::new(io::stdin()), Echo::Off);
        std::thread::spawn(move || while send(input.next(&mut io::sink(), "", ())) {});
        Box::new(|text| {
            write!(out, "{text}")?;
            Ok(out.flush()?)
        })
    };
    Ok((lines, print))
}
