//! [`Conversation`]: asking the people at the keyboard, and carrying out what they type.

use std::io::Write;

use super::complete::Candidates;
use super::listing;
use super::options::Chair;
use super::session::{EntryOrigin, NextStep, Session};
use crate::cli::Error;
use crate::cli::lines::LineSource;
use crate::cli::text::one_line;
use crate::games::{AnySession, Audience, By, Decision, Move, Narration, Seat, Verdict, Viewer};
use crate::text::{Quoted, typed};

/// The maximum number of items in a list of actions.
const MAX_LISTED_ACTIONS: usize = 48;

const HELP: &str = "\
Write an action in the game's notation, or one of these:
  ?              lists what you can do; ? 3-1 lists what begins with 3-1
  undo           takes back the last entry made at this keyboard, and everything after it
  board          shows the board again
  rules          shows the rules of the game
  quit           stops the match, as the end of the input does
  as WHO ACTION  acts for another seat, the host or the clock: as host resolve
In games with deadlines:
  an empty line  keeps your decision as it is
  resolve        ends the round now
In a terminal, Tab completes actions and commands.";

/// The commands that can be completed, in games without and with deadlines.
const COMMANDS: [&[&str]; 2] = [
    &["as ", "board", "help", "quit", "rules", "undo"],
    &["as ", "board", "help", "quit", "resolve", "rules", "undo"],
];

/// Whether the conversation goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    On,
    Quit,
}

/// Whether people look at a screen from which secrets have to be cleared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Screen {
    Terminal,
    /// The output goes to a file or another program.
    None,
}

/// A conversation about a match.
pub(super) struct Conversation<'a, L, W> {
    session: Session,
    input: L,
    out: &'a mut W,
    screen: Screen,
    /// Messages for single seats that wait until the seat is asked.
    inbox: Vec<(Seat, String)>,
    /// The board that was shown last.
    board: String,
    /// The seat that was asked last.
    asked: Option<Seat>,
}

impl<'a, L: LineSource<Candidates>, W: Write> Conversation<'a, L, W> {
    pub(super) fn new(session: Session, input: L, out: &'a mut W, screen: Screen) -> Self {
        Self { session, input, out, screen, inbox: Vec::new(), board: String::new(), asked: None }
    }

    /// Plays until the match, its limit of entries or the input ends.
    pub(super) fn run(mut self) -> Result<(), Error> {
        self.introduce()?;
        loop {
            match self.session.next() {
                NextStep::Ask(decision) => {
                    if self.ask(decision)? == Flow::Quit {
                        break;
                    }
                }
                NextStep::Compute(decision) => self.compute(decision.seat)?,
                NextStep::Deadline(action) => {
                    self.clear_screen()?;
                    self.enter(By::Clock, action.text(), EntryOrigin::Automatic)?;
                }
                NextStep::End => break,
            }
        }
        self.close()
    }

    /// Says who plays, and what happened before the first entry.
    fn introduce(&mut self) -> Result<(), Error> {
        let table = self.session.table();
        let seats: Vec<String> = Seat::all(table.seats())
            .map(|seat| {
                let name = table.names().get(seat);
                match self.session.chair(seat) {
                    Some(Chair::Computed(player)) => format!("{seat} {name} ({player})"),
                    _ => format!("{seat} {name}"),
                }
            })
            .collect();
        writeln!(self.out, "{}: {}", table.info().title, seats.join(", "))?;
        if self.session.humans() > 0 {
            writeln!(self.out, "? lists what you can do, and help explains the rest.")?;
        }
        let began = self.session.began();
        self.print_narrations(&began, None)
    }

    /// Returns whether seats decide secretly and simultaneously.
    fn is_secret(&self) -> bool {
        self.session.clock_action().is_some() && self.session.humans() > 0
    }

    /// Returns whether people take turns at a screen on which others must not see what they decide.
    fn is_shared_in_secret(&self) -> bool {
        self.screen == Screen::Terminal && self.is_secret() && self.session.humans() > 1
    }

    /// Clears the screen before another person looks at it.
    fn clear_screen(&mut self) -> Result<(), Error> {
        if self.is_shared_in_secret() && self.asked.is_some() {
            self.asked = None;
            self.board.clear();
            self.input.forget()?;
            write!(self.out, "\x1b[2J\x1b[3J\x1b[H")?;
        }
        Ok(())
    }

    fn name(&self, seat: Seat) -> String {
        one_line(&self.session.table().names().get(seat))
    }

    /// Prints what happened, as far as `reader` may see it, and keeps the rest for the seats that may.
    fn print_narrations(&mut self, narrations: &[Narration], reader: Option<Seat>) -> Result<(), Error> {
        let open = self.session.humans() == 0;
        for Narration { audience, text } in narrations {
            let text = one_line(text);
            match *audience {
                Audience::Seat(seat) if !open && reader != Some(seat) => self.inbox.push((seat, text)),
                Audience::Host if !open => {}
                Audience::Seat(seat) if open => writeln!(self.out, "  ({}) {text}", self.name(seat))?,
                _ => writeln!(self.out, "  {text}")?,
            }
        }
        Ok(())
    }

    fn show_board(&mut self) -> Result<(), Error> {
        self.board = self.session.diagram();
        Ok(writeln!(self.out, "\n{}", self.board.trim_end_matches('\n'))?)
    }

    /// Makes an entry and prints its result. Returns whether it was accepted.
    fn enter(&mut self, by: By, action: &str, origin: EntryOrigin) -> Result<bool, Error> {
        let reader = self.asked.filter(|_| origin == EntryOrigin::Keyboard);
        match self.session.enter(by, action, origin) {
            Ok(narrations) => self.print_narrations(&narrations, reader).map(|()| true),
            Err(refusal) => {
                writeln!(self.out, "{}", one_line(&refusal.to_string()))?;
                Ok(false)
            }
        }
    }

    /// Lets a computed seat decide.
    fn compute(&mut self, seat: Seat) -> Result<(), Error> {
        let Some(action) = self.session.choose(seat) else {
            self.session.pass(seat);
            return Ok(());
        };
        if !self.is_secret() {
            writeln!(self.out, "{}: {action}", self.name(seat))?;
        }
        if !self.enter(By::Seat(seat), &action, EntryOrigin::Automatic)? {
            self.session.pass(seat);
        }
        Ok(())
    }

    /// Asks a seat until it has decided.
    fn ask(&mut self, decision: Decision) -> Result<Flow, Error> {
        // Whatever happens at the keyboard, the record contains everything up to this point.
        self.session.keep()?;
        let seat = decision.seat;
        let name = self.name(seat);
        if self.asked != Some(seat) {
            self.clear_screen()?;
            if self.is_shared_in_secret() {
                let prompt = format!("{name}, press Enter when nobody else is looking. ");
                if self.input.next(self.out, &prompt, Candidates::default())?.is_none() {
                    return Ok(Flow::Quit);
                }
            }
        }
        if self.asked != Some(seat) || self.board != self.session.diagram() {
            if self.board != self.session.diagram() {
                self.show_board()?;
            }
            self.asked = Some(seat);
            self.print_position(seat)?;
        }
        loop {
            let prompt = format!("{name}, {}> ", decision.key);
            let table = self.session.table();
            let commands = COMMANDS[usize::from(table.phase().clock_action().is_some())];
            let candidates = Candidates { actions: table.listed(seat), commands };
            let Some(line) = self.input.next(self.out, &prompt, candidates)? else { return Ok(Flow::Quit) };
            if let Some(flow) = self.answer(seat, &line)? {
                return Ok(flow);
            }
        }
    }

    /// Prints the messages for a seat, and what it knows about its own position.
    fn print_position(&mut self, seat: Seat) -> Result<(), Error> {
        let (own, others) = std::mem::take(&mut self.inbox).into_iter().partition(|(of, _)| *of == seat);
        self.inbox = others;
        for (_, text) in own {
            writeln!(self.out, "  {text}")?;
        }
        let facts = self.session.table().observe(Viewer::Seat(seat)).facts(self.session.table().names());
        let facts: Vec<String> =
            facts.iter().map(|fact| format!("{}: {}", fact.label, one_line(&fact.value))).collect();
        if !facts.is_empty() {
            writeln!(self.out, "{}", facts.join(" · "))?;
        }
        Ok(())
    }

    /// Carries out a line. Returns `None` if the same question has to be asked again.
    fn answer(&mut self, seat: Seat, line: &str) -> Result<Option<Flow>, Error> {
        let line = &typed(line)[..];
        let clock = self.session.clock_action();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word.to_lowercase().as_str(), rest) {
            ("", _) if clock.is_some() => {
                self.session.pass(seat);
                return Ok(Some(Flow::On));
            }
            ("", _) => {}
            ("quit" | "exit", "") => return Ok(Some(Flow::Quit)),
            ("help", "") => writeln!(self.out, "{HELP}")?,
            ("rules", "") => writeln!(self.out, "{}", self.session.table().info().rules.trim_end())?,
            ("board", "") => {
                self.show_board()?;
                self.print_position(seat)?;
            }
            ("undo", "") => match self.session.undo() {
                None => {
                    writeln!(self.out, "There is nothing to take back: no entry has been made here yet.")?;
                }
                Some(entry) => {
                    writeln!(self.out, "Taken back: {} by {}.", one_line(&entry.action), entry.by)?;
                    return Ok(Some(Flow::On));
                }
            },
            (word, "") if clock.as_ref().map(Move::text) == Some(word) => {
                return Ok(self.enter(By::Clock, word, EntryOrigin::Keyboard)?.then_some(Flow::On));
            }
            ("as", rest) => {
                let (who, action) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                let by = match who {
                    "clock" => By::Clock,
                    "host" => By::Host,
                    _ => who.parse().map_or(By::Stranger, By::seat),
                };
                return Ok(self.enter(by, action, EntryOrigin::Keyboard)?.then_some(Flow::On));
            }
            _ => match line.strip_prefix('?') {
                Some(prefix) => self.list(seat, prefix.trim())?,
                None => {
                    return Ok(self.enter(By::Seat(seat), line, EntryOrigin::Keyboard)?.then_some(Flow::On));
                }
            },
        }
        Ok(None)
    }

    /// Lists the legal actions of a seat that begin with a prefix, except those that the player has to find by trying.
    fn list(&mut self, seat: Seat, prefix: &str) -> Result<(), Error> {
        let wanted = prefix.to_lowercase();
        let table = self.session.table();
        let mut legal = table.listed(seat);
        let has_unlisted = legal.len() < table.legal(seat).len();
        legal.retain(|action| action.to_lowercase().starts_with(&wanted));
        if has_unlisted {
            // The same for every prefix, so as not to reveal which of them lead anywhere.
            let example = example(table, seat).unwrap_or_default();
            let hint = table.hint(seat, &[]).unwrap_or_default();
            writeln!(self.out, "  {example}{hint}")?;
        } else if legal.is_empty() {
            match prefix {
                "" => writeln!(self.out, "There is nothing you can do now.")?,
                prefix => {
                    writeln!(self.out, "Nothing you can do now begins with {}.", Quoted::new(prefix))?;
                }
            }
        }
        for line in listing::lines(&legal, MAX_LISTED_ACTIONS) {
            writeln!(self.out, "  {line}")?;
        }
        if legal.len() > MAX_LISTED_ACTIONS {
            writeln!(self.out, "  {} in all; add a beginning after ? to list only those.", legal.len())?;
        }
        Ok(())
    }

    /// Prints how the match has ended, or that it was stopped.
    fn close(mut self) -> Result<(), Error> {
        self.session.keep()?;
        self.clear_screen()?;
        if self.board != self.session.diagram() {
            self.show_board()?;
        }
        let entries = self.session.record().log.len();
        let unit = if entries == 1 { "entry" } else { "entries" };
        match self.session.table().outcome() {
            None => writeln!(self.out, "Stopped after {entries} {unit}; the match is not over.")?,
            Some(outcome) => {
                writeln!(self.out, "The match is over after {entries} {unit}. {}", outcome.reason)?;
                for standing in outcome.standings {
                    let verdict = match standing.verdict {
                        Verdict::Won => "won",
                        Verdict::Drawn => "drawn",
                        Verdict::Lost => "lost",
                        Verdict::LostAs(name) => name,
                    };
                    writeln!(self.out, "  {:20} {verdict:22} {}", self.name(standing.seat), standing.note)?;
                }
            }
        }
        if let Some(seed) = &self.session.record().seed {
            writeln!(self.out, "Seed: {}", seed.reveal())?;
        }
        if let Some(file) = &self.session.file {
            writeln!(self.out, "Record: {}", file.display())?;
        }
        Ok(())
    }
}

/// Returns an example of what a seat is asked for, in its notation, whether or not it can be done now.
fn example(table: &dyn AnySession, seat: Seat) -> Option<String> {
    let decision = table.to_act().into_iter().find(|decision| decision.seat == seat)?;
    let prompt = table.prompt(&decision);
    let action = table.read(seat, prompt.example?)?.ok()?;
    Some(format!("Write a {} like this: {action}. ", prompt.noun))
}

#[cfg(test)]
mod tests;
