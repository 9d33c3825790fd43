//! The command lines in README and in the pages of the book do what stands beside them, and the pictures are what commands draw.

use std::collections::BTreeSet;

use super::*;
use crate::pages::{self, files, root};

/// What becomes of a command line.
enum Tried {
    /// It ends at once in an empty folder with this code, and prints these words.
    Ends(i32, &'static str),
    /// It goes on until it is stopped. With these arguments more, it disturbs nothing, and prints these words.
    Starts(&'static [&'static str], &'static str),
    /// A test with this name runs it, in this file.
    By(&'static str, &'static str),
    /// No test runs it, for this reason.
    Not(&'static str),
}

use Tried::{By, Ends, Not, Starts};

/// The command lines in blocks, by their beginning.
const LINES: &[(&str, Tried)] = &[
    ("trigon demo --incidents", By("tests/cli/demo.rs", "a_demonstration_shows_what_else_happens")),
    ("trigon demo --season", By("tests/cli/demo.rs", "a_season_is_played_and_its_book_adds_up")),
    ("trigon demo --game triangoli", By(".ci/release", "demo --game triangoli")),
    ("trigon demo", By("tests/cli/site.rs", "the_pictures_in_the_pages_are_what_commands_draw")),
    ("trigon rehearse", Starts(&["--no-open", "--port", "0"], "the page is at http")),
    ("trigon sandbox", Starts(&["--port", "0"], "an embedded Discord listens at http")),
    ("trigon setup", By("tests/cli/setup.rs", "a_bot_is_set_up_from_nothing")),
    ("trigon run", By("tests/cli.rs", "faults_that_pass_delay_the_start")),
    ("trigon play trice", Ends(0, "the match is not over")),
    ("trigon verify", By("tests/cli/commands.rs", "verify FILE")),
    ("trigon season", By("tests/cli/commands.rs", "season verify FILE")),
    ("trigon explain", By("tests/cli/commands.rs", "explain FILE")),
    ("trigon replay", By("tests/cli/commands.rs", "replay --pictures")),
    ("trigon play my-game", Not("the game is not written yet")),
    ("trigon demo --game my-game", Not("the game is not written yet")),
    ("mkdir -p ~/trigon", Not("it changes the system")),
    ("mkdir old", Not("it changes the system")),
    ("trigon restore", By("tests/install/story", "trigon restore")),
    ("curl -X POST http://127.0.0.1:8080/sandbox/clock", By("tests/install/story", "advance")),
    ("as_trigon trigon backup", By("tests/cli/copies.rs", "what_is_stored_is_backed_up")),
    (
        "as_trigon env TRIGON_DATABASE=sqlite://restored.db trigon restore",
        By("tests/install/story", "trigon restore"),
    ),
    (
        "as_trigon env TRIGON_DATABASE=sqlite://restored.db trigon check",
        By("tests/cli/copies.rs", "ok   database: "),
    ),
    ("as_trigon trigon migrate", By("tests/cli/copies.rs", "what_is_stored_is_backed_up")),
    ("as_trigon", Not("it is a function for the lines after it")),
    ("(cd /var/lib/trigon", Not("it is that function")),
    ("}", Not("it is that function")),
    ("(umask 077; trigon keys new", By("tests/cli/copies.rs", "keys_are_made_and_changed")),
    ("TRIGON_TOKEN_FILE=/etc/trigon/token", By("tests/cli.rs", "check_says_")),
    ("install ", Not("it changes the system")),
    ("useradd ", Not("it changes the system")),
    ("systemctl ", Not("it changes the system")),
    ("runuser ", Not("it changes the system")),
    ("rm ", Not("it changes the system")),
    ("docker ", Not("it needs an engine for containers; .ci/image tries the image without one")),
    ("sh install.sh", By(".ci/release", "install.sh")),
    ("powershell ", Not("it needs Windows; the workflow of releases runs it there")),
    ("curl ", By("tests/sandbox/script.rs", "a_script_finds_out_what_there_is")),
    ("cargo ", Not("it builds or tests; tests/layers looks for what it names")),
    ("TRIGON_WRITE=1 cargo ", Not("it writes what other tests compare")),
    (".ci/", By(".github/workflows/ci.yml", ".ci/run")),
];

/// Returns the words of a command line, and leaves out how the program is called.
fn of_trigon(line: &str) -> Option<Vec<String>> {
    let words = shlex::split(line)?;
    let is_name = |word: &String| word == "trigon";
    let from_sources = words.starts_with(&["cargo".to_owned(), "run".to_owned()])
        && !words.iter().any(|word| word == "--example");
    let at = if from_sources {
        words.iter().position(|word| word == "--")?
    } else {
        // What stands before the name gives it an environment.
        let at = words.iter().position(is_name)?;
        let is_before = |word: &String| ["as_trigon", "env"].contains(&&word[..]) || word.contains('=');
        words[..at].iter().all(is_before).then_some(at)?
    };
    let words = words[at + 1..].iter().take_while(|word| !["|", ">"].contains(&&word[..]));
    Some(words.cloned().collect())
}

/// Returns whether a word stands for something that the reader puts in its place.
fn is_placeholder(word: &str) -> bool {
    word.contains('…')
        || word.contains("my-game")
        || word.chars().all(|c| !c.is_lowercase() && !c.is_ascii_digit() && c != '-')
}

#[test]
fn every_command_line_in_the_pages_is_one_that_the_program_takes() {
    let mut lines = BTreeSet::new();
    for page in pages::all() {
        lines.extend(page.commands());
        lines.extend(page.spans());
    }
    let mut tried = 0;
    for line in &lines {
        let Some(words) = of_trigon(line) else { continue };
        let Some(last) = words.iter().rposition(|word| !is_placeholder(word)) else { continue };
        // A value that somebody chooses takes its option with it.
        let kept = words[..=last].iter().enumerate().filter(|(i, word)| {
            let is_left_out = words.get(i + 1).is_some_and(|next| is_placeholder(next)) && *i > 0;
            let is_option = word.starts_with("--");
            !(is_placeholder(word) || is_option && is_left_out)
        });
        let mut args: Vec<&str> = kept.map(|(_, word)| &word[..]).collect();
        if args.first() != Some(&"--version") {
            args.push("--help");
        }
        let output = trigon(&args);
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        // The option of a value is there, too.
        let help = String::from_utf8_lossy(&output.stdout);
        for option in words.iter().filter(|word| word.starts_with("--")) {
            let is_there = help.split([' ', ',', '\n', '=']).any(|word| word == option);
            assert!(is_there || ["--help", "--version"].contains(&&option[..]), "{line}: {option}\n{help}");
        }
        tried += 1;
    }
    assert!(tried > 40, "{tried} command lines of {}", lines.len());
}

/// Runs a command line in an empty folder until it ends or has printed some words.
fn run(words: &[String], more: &[&str], wanted: &str) -> (Option<i32>, String) {
    let folder = folder("site-line");
    let mut command = Command::new(env!("CARGO_BIN_EXE_trigon"));
    command.args(words).args(more).current_dir(&folder);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut said = String::new();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for line in lines.map_while(Result::ok) {
        said += &format!("{line}\n");
        if !wanted.is_empty() && line.contains(wanted) {
            let _ = child.kill();
            break;
        }
        // The program reads no answer.
        drop(child.stdin.take());
    }
    (child.wait().unwrap().code(), said)
}

#[test]
fn every_command_line_in_a_block_does_what_stands_beside_it_or_says_why_no_test_tries_it() {
    let mut unused: BTreeSet<&str> = LINES.iter().map(|(line, _)| *line).collect();
    let mut lines = BTreeSet::new();
    for page in pages::all() {
        lines.extend(page.commands().into_iter().map(|line| (line, page.path.display().to_string())));
    }
    let mut done = BTreeSet::new();
    for (line, page) in &lines {
        let known = line.replace("cargo run --release -- ", "trigon ");
        // The most exact beginning counts.
        let found = LINES
            .iter()
            .filter(|(begins, _)| known.starts_with(begins))
            .max_by_key(|(begins, _)| begins.len());
        let Some((begins, tried)) = found else {
            panic!("{page}: say in tests/cli/site.rs what `{line}` does, or why no test can try it")
        };
        unused.remove(begins);
        if !done.insert(known.clone()) {
            continue;
        }
        match tried {
            Ends(code, wanted) => {
                let (ended, said) = run(&of_trigon(line).unwrap(), &[], "");
                assert_eq!(ended, Some(*code), "{line}: {said}");
                assert!(said.contains(wanted), "{line}: {said}");
            }
            Starts(more, wanted) => {
                let (_, said) = run(&of_trigon(line).unwrap(), more, wanted);
                assert!(said.contains(wanted), "{line}: {said}");
            }
            By(file, wanted) => {
                let text = std::fs::read_to_string(root().join(file)).unwrap();
                assert!(text.contains(wanted), "{line}: {file} has no {wanted}");
            }
            Not(reason) => assert!(!reason.is_empty(), "{line}"),
        }
    }
    assert!(unused.is_empty(), "no page has these lines: {unused:?}");
}

/// The command that writes the pictures anew.
const WRITE: &str = "TRIGON_WRITE=1 cargo test --locked --test cli -- pictures";

/// Compares a picture of the pages with one that a command has drawn, or writes it anew.
pub(crate) fn assert_picture(name: &str, drawn: &Path) {
    let drawn = std::fs::read(drawn).unwrap();
    let file = root().join("docs").join(name);
    if std::env::var_os("TRIGON_WRITE").is_some() {
        std::fs::write(&file, &drawn).unwrap();
    }
    let shown = std::fs::read(&file).unwrap_or_default();
    assert!(shown == drawn, "docs/{name} is not what the program draws now: look at both, then {WRITE}");
}

/// The pictures from the demonstration, each with the file that it writes.
const DEMONSTRATED: [(&str, &str); 3] =
    [("replay.gif", "replay.gif"), ("round-1.png", "round-01.png"), ("round-2.png", "round-02.png")];

/// The pictures of games of turns: a match of computed players up to an entry.
const PLAYED: [(&str, &str); 4] =
    [("triforce", "90"), ("triangoli", "16"), ("trice", "40"), ("triluminary", "110")];

/// Pictures that are compared elsewhere, or made by a command and looked at.
const OTHERS: [(&str, &str, &str); 3] = [
    ("undone.png", "tests/cli/demo.rs", "undone.png"),
    ("pictures.png", "docs/development.md", "cargo run -p trigon-rules --example pictures"),
    (
        "rehearsal.png",
        "docs/development.md",
        "TRIGON_WRITE=1 cargo test --locked --test page -- picture_of_the_page",
    ),
];

#[test]
fn the_pictures_in_the_pages_are_what_commands_draw() {
    let folder = folder("pictures");
    stdout(&trigon_at(&folder, None, &["demo"]));
    for (name, drawn) in DEMONSTRATED {
        assert_picture(name, &folder.join("demo").join(drawn));
    }
    for (game, last) in PLAYED {
        let record = format!("{game}.json");
        let mut play = vec!["play", game, "--all", "level:2", "--seed", "pictures", "--limit", last];
        if game == "triforce" {
            play.extend(["--players", "4"]);
        }
        play.extend(["--record", &record]);
        stdout(&trigon_at(&folder, None, &play));
        stdout(&trigon_at(&folder, None, &["replay", "--pictures", game, &record]));
        assert_picture(&format!("{game}.png"), &folder.join(game).join(format!("{last:0>3}.png")));
    }
}

#[test]
fn every_picture_is_shown_and_made_by_a_command() {
    let made: BTreeSet<String> = DEMONSTRATED
        .iter()
        .map(|(name, _)| (*name).to_owned())
        .chain(PLAYED.iter().map(|(game, ..)| format!("{game}.png")))
        .chain(OTHERS.iter().map(|(name, ..)| (*name).to_owned()))
        .collect();
    let is_picture = |path: &PathBuf| {
        path.extension().is_some_and(|it| ["png", "gif", "svg"].iter().any(|end| it == *end))
    };
    let there: BTreeSet<String> = files("docs")
        .into_iter()
        .filter(is_picture)
        .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    assert_eq!(there, made, "the pictures in docs, and those that commands make");
    for (name, file, wanted) in OTHERS {
        assert!(std::fs::read_to_string(root().join(file)).unwrap().contains(wanted), "{name}: {file}");
    }
    for name in &there {
        let is_shown = pages::all().iter().any(|page| {
            page.links().iter().any(|link| Path::new(link).file_name().is_some_and(|it| it == &name[..]))
        });
        assert!(is_shown, "no page shows {name}");
    }
}
