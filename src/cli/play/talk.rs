//! What is read from the keyboard, and what is told.

use std::io::{BufRead, Write};

use super::listing;
use super::session::{Next, Session};
use crate::cli::{Error, one_line};
use crate::games::{Audience, By, Decision, Narration, Seat, Verdict, Viewer};

/// How many items a list of actions has at most.
const LISTED: usize = 48;

const HELP: &str = "\
Write an action in the game's notation, or
  ?              what you can do; ? 3-1 what begins with 3-1
  undo           take back the last entry made at this keyboard, and what followed it
  board          the board again
  rules          the rules of the game
  quit           stop here (the end of the input does the same)
  as WHO ACTION  an entry by another seat, the host or the clock, such as: as host resolve
In games with deadlines
  an empty line  leave your decision as it stands
  resolve        let the deadline come now";

/// Whether the talk goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    On,
    Quit,
}

/// A talk about a match with those at the keyboard.
pub(super) struct Talk<'a, R, W> {
    session: Session,
    input: R,
    out: &'a mut W,
    /// Whether people look at a screen, from which secrets have to vanish.
    terminal: bool,
    /// What is for one seat's eyes and waits until that seat is asked.
    inbox: Vec<(Seat, String)>,
    /// The board and the seat that were shown last.
    board: String,
    asked: Option<Seat>,
}

impl<'a, R: BufRead, W: Write> Talk<'a, R, W> {
    pub(super) fn new(session: Session, input: R, out: &'a mut W, terminal: bool) -> Self {
        Self { session, input, out, terminal, inbox: Vec::new(), board: String::new(), asked: None }
    }

    /// Plays the match to its end, to the limit or to the end of the input.
    pub(super) fn run(mut self) -> Result<(), Error> {
        self.introduce()?;
        loop {
            match self.session.next() {
                Next::Ask(decision) => {
                    if self.ask(decision)? == Flow::Quit {
                        break;
                    }
                }
                Next::Compute(decision) => self.compute(decision.seat)?,
                Next::Deadline(action) => {
                    self.veil()?;
                    self.enter(By::Clock, &action, false)?;
                }
                Next::Nothing => break,
            }
        }
        self.close()
    }

    fn introduce(&mut self) -> Result<(), Error> {
        let table = self.session.table();
        let seats: Vec<String> = Seat::all(table.seats())
            .map(|seat| {
                let computed = if self.session.is_human(seat) { "" } else { " (random)" };
                format!("{seat} {}{computed}", table.names().get(seat))
            })
            .collect();
        writeln!(self.out, "{}: {}", table.info().title, seats.join(", "))?;
        if self.session.humans() > 0 {
            writeln!(self.out, "? lists what you can do, help tells the rest.")?;
        }
        let began = self.session.began();
        self.tell(&began, None)
    }

    /// Whether seats decide in secret and simultaneously.
    fn secret(&self) -> bool {
        self.session.clock_action().is_some() && self.session.humans() > 0
    }

    /// Clears the screen before somebody else looks at it.
    fn veil(&mut self) -> Result<(), Error> {
        if self.terminal && self.secret() && self.session.humans() > 1 && self.asked.is_some() {
            self.asked = None;
            self.board.clear();
            write!(self.out, "\x1b[2J\x1b[3J\x1b[H")?;
        }
        Ok(())
    }

    fn name(&self, seat: Seat) -> String {
        one_line(&self.session.table().names().get(seat))
    }

    /// Says what happened, as far as it is for these eyes; the rest waits for the seat it is for.
    fn tell(&mut self, narrations: &[Narration], eyes: Option<Seat>) -> Result<(), Error> {
        let open = self.session.humans() == 0;
        for Narration { audience, text } in narrations {
            let text = one_line(text);
            match *audience {
                Audience::Seat(seat) if !open && eyes != Some(seat) => self.inbox.push((seat, text)),
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

    /// Makes an entry and says what came of it; whether it was accepted.
    fn enter(&mut self, by: By, action: &str, typed: bool) -> Result<bool, Error> {
        let eyes = if typed { self.asked } else { None };
        match self.session.enter(by, action, typed) {
            Ok(narrations) => self.tell(&narrations, eyes).map(|()| true),
            Err(refusal) => {
                writeln!(self.out, "{}", one_line(&refusal.to_string()))?;
                Ok(false)
            }
        }
    }

    fn compute(&mut self, seat: Seat) -> Result<(), Error> {
        let Some(action) = self.session.choose(seat) else {
            self.session.pass(seat);
            return Ok(());
        };
        if !self.secret() {
            writeln!(self.out, "{}: {action}", self.name(seat))?;
        }
        if !self.enter(By::Seat(seat), &action, false)? {
            self.session.pass(seat);
        }
        Ok(())
    }

    /// Asks somebody until something is decided.
    fn ask(&mut self, decision: Decision) -> Result<Flow, Error> {
        // Whatever happens at the keyboard, the record has everything up to here.
        self.session.keep()?;
        let seat = decision.seat;
        let name = self.name(seat);
        if self.asked != Some(seat) {
            self.veil()?;
            if self.terminal && self.secret() && self.session.humans() > 1 {
                write!(self.out, "{name}, press Enter when nobody else looks. ")?;
                self.out.flush()?;
                if self.line()?.is_none() {
                    return Ok(Flow::Quit);
                }
            }
        }
        if self.asked != Some(seat) || self.board != self.session.diagram() {
            if self.board != self.session.diagram() {
                self.show_board()?;
            }
            self.asked = Some(seat);
            self.brief(seat)?;
        }
        loop {
            write!(self.out, "{name}, {}> ", decision.key)?;
            self.out.flush()?;
            let Some(line) = self.line()? else {
                writeln!(self.out)?;
                return Ok(Flow::Quit);
            };
            if !self.terminal {
                // What is piped in does not show by itself.
                writeln!(self.out, "{line}")?;
            }
            if let Some(flow) = self.answer(seat, &line)? {
                return Ok(flow);
            }
        }
    }

    /// Says what waits for a seat's eyes, and what it knows of its own position.
    fn brief(&mut self, seat: Seat) -> Result<(), Error> {
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

    /// Does what a line says; `None` when the same question is to be asked again.
    fn answer(&mut self, seat: Seat, line: &str) -> Result<Option<Flow>, Error> {
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
                self.brief(seat)?;
            }
            ("undo", "") => match self.session.undo() {
                None => writeln!(self.out, "There is nothing to take back: no entry was made here yet.")?,
                Some(entry) => {
                    writeln!(self.out, "Taken back: {} by {}.", one_line(&entry.action), entry.by)?;
                    return Ok(Some(Flow::On));
                }
            },
            (word, "") if clock.as_deref() == Some(word) => {
                return Ok(self.enter(By::Clock, word, true)?.then_some(Flow::On));
            }
            ("as", rest) => {
                let (who, action) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                let by = match who {
                    "clock" => By::Clock,
                    "host" => By::Host,
                    _ => who.parse().map_or(By::Stranger, By::seat),
                };
                return Ok(self.enter(by, action, true)?.then_some(Flow::On));
            }
            _ => match line.strip_prefix('?') {
                Some(prefix) => self.list(seat, prefix.trim())?,
                None => return Ok(self.enter(By::Seat(seat), line, true)?.then_some(Flow::On)),
            },
        }
        Ok(None)
    }

    /// Lists what a seat can do, or as much of it as begins in some way.
    fn list(&mut self, seat: Seat, prefix: &str) -> Result<(), Error> {
        let wanted = prefix.to_lowercase();
        let mut legal = self.session.table().legal(seat);
        legal.retain(|action| action.to_lowercase().starts_with(&wanted));
        if legal.is_empty() {
            writeln!(self.out, "Nothing you can do now begins with “{}”.", one_line(prefix))?;
        }
        for line in listing::lines(&legal, LISTED) {
            writeln!(self.out, "  {line}")?;
        }
        if legal.len() > LISTED {
            writeln!(self.out, "  {} in all: ? with the beginning of some lists those.", legal.len())?;
        }
        Ok(())
    }

    /// The next line without spaces around it; `None` at the end of the input.
    fn line(&mut self) -> Result<Option<String>, Error> {
        let mut bytes = Vec::new();
        let read = self.input.read_until(b'\n', &mut bytes);
        let read = read.map_err(|source| Error::Read { path: "standard input".to_owned(), source })?;
        Ok((read > 0).then(|| one_line(&String::from_utf8_lossy(&bytes)).trim().to_owned()))
    }

    fn close(mut self) -> Result<(), Error> {
        self.session.keep()?;
        self.veil()?;
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
                        Verdict::EliminationCandidate => "elimination candidate",
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

#[cfg(test)]
mod tests {
    use super::super::options::{self, Chair};
    use super::*;
    use crate::games::Registry;

    fn said(name: &str, humans: &[usize], terminal: bool, input: &str) -> String {
        let game = Registry::standard().get(name).unwrap();
        let setup = options::setup(game.info(), None, &[], &[]).unwrap();
        let mut session = Session::begin(game, setup, options::seed(Some("x")).unwrap()).unwrap();
        session.chairs = vec![Chair::Random; session.table().seats()];
        for &human in humans {
            session.chairs[human - 1] = Chair::Human;
        }
        let mut out = Vec::new();
        Talk::new(session, input.as_bytes(), &mut out, terminal).run().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn secrets_vanish_before_somebody_else_looks() {
        let text = said("triforce-building", &[2, 5], true, "\nmove -\n\nmove -\n");
        let screens: Vec<&str> = text.split("\x1b[2J\x1b[3J\x1b[H").collect();
        assert_eq!(screens.len(), 3, "{text}");
        assert!(screens[0].contains("Charlie, press Enter") && screens[1].starts_with("Amey, press Enter"));
        for (screen, other) in [(0, "Amey’s path"), (1, "Charlie’s path"), (2, "’s path")] {
            assert!(!screens[screen].contains(other), "{}", screens[screen]);
        }
        assert!(screens[2].contains("Round 2 begins."));
        assert!(screens[0].contains("the letter") && screens[1].contains("the letter"));
    }

    #[test]
    fn one_player_and_turn_games_need_no_clearing() {
        assert!(!said("triforce-building", &[2], true, "move -\nmove -\n").contains('\x1b'));
        assert!(!said("trice", &[1, 2, 3], true, "roll\nend\nroll\n").contains('\x1b'));
    }

    #[test]
    fn undo_takes_computed_seats_back_with_it() {
        let text = said("triluminary", &[1], false, "Sa1N1^N\nundo\nundo\nSa1N1^N\n");
        assert!(text.contains("Taken back: Sa1N1^N by 1."), "{text}");
        assert!(text.contains("There is nothing to take back"));
        assert!(text.contains("Stopped after 2 entries"));
    }
}
