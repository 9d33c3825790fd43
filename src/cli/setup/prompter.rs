//! Questions and their answers.

use std::io::{self, BufReader, Read as _, Stdin, Write};

use crate::cli::Error;
use crate::cli::lines::{Echo, LineSource as _, PipedLines, at_terminal, hidden};

/// Asks questions, in a terminal or of whatever is piped in.
#[derive(Default)]
pub(super) struct Prompter {
    /// Kept between questions, because it may have read more than one line.
    piped: Option<PipedLines<BufReader<Stdin>>>,
}

impl Prompter {
    /// Asks for something that must not show on the screen.
    pub(super) fn hidden(&mut self, out: &mut impl Write, question: &str) -> Result<String, Error> {
        out.flush()?;
        let answer = if at_terminal() { hidden(question)? } else { self.line(out, question)? };
        answer.ok_or(Error::Unanswered)
    }

    /// Asks a question that is answered with yes, which is usual, or no.
    pub(super) fn yes(&mut self, out: &mut impl Write, question: &str) -> Result<bool, Error> {
        loop {
            let answer = self.line(out, &format!("{question} [Y/n] "))?.ok_or(Error::Unanswered)?;
            match answer.to_lowercase().as_str() {
                "" | "y" | "yes" => return Ok(true),
                "n" | "no" => return Ok(false),
                _ => writeln!(out, "Please answer with y or n.")?,
            }
        }
    }

    fn line(&mut self, out: &mut impl Write, question: &str) -> Result<Option<String>, Error> {
        let piped = self.piped.get_or_insert_with(|| PipedLines::new(BufReader::new(io::stdin()), Echo::Off));
        piped.next(out, question, ())
    }
}

/// Reads standard input to its end.
pub(super) fn all_input() -> Result<String, Error> {
    let mut text = String::new();
    let read = io::stdin().read_to_string(&mut text);
    read.map(|_| text).map_err(|source| Error::Read { path: "standard input".to_owned(), source })
}
