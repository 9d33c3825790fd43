//! Lines from the keyboard: edited, with history and completion, in a terminal; plain otherwise.

use std::borrow::Cow;
use std::io::{self, BufRead, IsTerminal, Write};

use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{ColorMode, CompletionType, Config, Context, Editor, Helper};

use super::Error;
use super::text::one_line;

/// Returns whether a person at a terminal types the input and sees the output.
pub(super) fn at_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// A way to complete what has been typed.
pub(super) trait Complete {
    /// Returns the byte index at which the text to be replaced begins, and the possible replacements.
    fn complete(&self, typed: &str) -> (usize, Vec<Pair>);
}

/// A source of lines.
pub(super) trait LineSource<C> {
    /// Shows a prompt and returns the next line without surrounding spaces, or `None` at the end of the input.
    fn next(&mut self, out: &mut dyn Write, prompt: &str, complete: C) -> Result<Option<String>, Error>;

    /// Forgets all lines so far, so that the next person at the keyboard cannot recall them.
    fn forget(&mut self) -> Result<(), Error>;
}

/// Lines as they come, for input that is piped in.
pub(super) struct PipedLines<R> {
    input: R,
    echo: Echo,
}

/// Whether lines are repeated in the output, where they would not show otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Echo {
    On,
    Off,
}

impl<R: BufRead> PipedLines<R> {
    pub(super) fn new(input: R, echo: Echo) -> Self {
        Self { input, echo }
    }
}

impl<R: BufRead, C> LineSource<C> for PipedLines<R> {
    fn next(&mut self, out: &mut dyn Write, prompt: &str, _: C) -> Result<Option<String>, Error> {
        write!(out, "{prompt}")?;
        out.flush()?;
        let mut bytes = Vec::new();
        let read = self.input.read_until(b'\n', &mut bytes).map_err(unreadable)?;
        let line = (read > 0).then(|| clean(&String::from_utf8_lossy(&bytes)));
        match &line {
            None => writeln!(out)?,
            Some(line) if self.echo == Echo::On => writeln!(out, "{line}")?,
            Some(_) => {}
        }
        Ok(line)
    }

    fn forget(&mut self) -> Result<(), Error> {
        Ok(())
    }
}

/// Lines edited in a terminal.
pub(super) struct Keyboard<C: Complete>(Editor<LineHelper<C>, MemHistory>);

impl<C: Complete> Keyboard<C> {
    /// Takes over the terminal. Returns an error if standard input is not a terminal.
    pub(super) fn new() -> Result<Self, Error> {
        let config =
            Config::builder().completion_type(CompletionType::List).completion_show_all_if_ambiguous(true);
        let config = config.auto_add_history(true).build();
        let history = MemHistory::with_config(&config);
        Ok(Self(Editor::with_history(config, history).map_err(broken)?))
    }

    /// Shows a prompt and returns the next line, or `None` after Ctrl-C or Ctrl-D.
    pub(super) fn read(&mut self, prompt: &str, complete: C) -> Result<Option<String>, Error> {
        self.0.set_helper(Some(LineHelper(complete)));
        match self.0.readline(prompt) {
            Ok(line) => Ok(Some(clean(&line))),
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(error) => Err(broken(error)),
        }
    }

    /// Returns a printer that writes above the line being edited, or an error if the terminal does not allow that.
    pub(super) fn printer(&mut self) -> Result<impl rustyline::ExternalPrinter + use<C>, Error> {
        self.0.create_external_printer().map_err(broken)
    }
}

impl<C: Complete> LineSource<C> for Keyboard<C> {
    fn next(&mut self, out: &mut dyn Write, prompt: &str, complete: C) -> Result<Option<String>, Error> {
        out.flush()?;
        self.read(prompt, complete)
    }

    fn forget(&mut self) -> Result<(), Error> {
        // Besides the history, the editor keeps deleted text to be pasted again.
        *self = Self::new()?;
        Ok(())
    }
}

/// Asks at a terminal for something that must not show on it. Returns `None` after Ctrl-C or Ctrl-D.
pub(super) fn hidden(prompt: &str) -> Result<Option<String>, Error> {
    if std::env::var("TERM").is_ok_and(|term| ["dumb", "cons25", "emacs"].contains(&&*term)) {
        return Err(Error::Usage(
            "this terminal would show what you type: use a variable or a file instead".to_owned(),
        ));
    }
    // What is typed is masked by the colours, which must not depend on the terminal.
    let config = Config::builder().color_mode(ColorMode::Forced).auto_add_history(false).build();
    let history = MemHistory::with_config(&config);
    let mut editor: Editor<MaskedInput, MemHistory> =
        Editor::with_history(config, history).map_err(broken)?;
    editor.set_helper(Some(MaskedInput));
    match editor.readline(prompt) {
        Ok(line) => Ok(Some(clean(&line))),
        Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
        Err(error) => Err(broken(error)),
    }
}

/// Shows stars in place of what is typed.
struct MaskedInput;

impl Highlighter for MaskedInput {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        Cow::Owned("*".repeat(line.chars().count()))
    }

    fn highlight_char(&self, _: &str, _: usize, _: CmdKind) -> bool {
        true
    }
}

impl Completer for MaskedInput {
    type Candidate = Pair;
}

impl Hinter for MaskedInput {
    type Hint = String;
}

impl Validator for MaskedInput {}
impl Helper for MaskedInput {}

/// The helper that rustyline calls while a line is edited.
struct LineHelper<C>(C);

impl<C: Complete> Completer for LineHelper<C> {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        Ok(self.0.complete(&line[..at]))
    }
}

impl<C> Hinter for LineHelper<C> {
    type Hint = String;
}

impl<C> Highlighter for LineHelper<C> {}
impl<C> Validator for LineHelper<C> {}
impl<C: Complete> Helper for LineHelper<C> {}

/// Returns a line without line breaks, other control characters or surrounding spaces.
fn clean(line: &str) -> String {
    one_line(line).trim().to_owned()
}

fn unreadable(source: io::Error) -> Error {
    Error::Read { path: "standard input".to_owned(), source }
}

/// Turns an error of the terminal into one of the command.
pub(super) fn broken(error: ReadlineError) -> Error {
    unreadable(match error {
        ReadlineError::Io(error) => error,
        other => io::Error::other(other),
    })
}
