//! Bots of other libraries, as people write them, on the page: discord.py and discord.js from their registries.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use super::browser::Driver;
use super::page::Page;
use super::rehearsal::Rehearsal;

/// The versions that are installed.
const PYTHON: &str = "discord.py==2.7.1";
const NODE: &str = "discord.js@14.28.1";

/// A bot in a process of its own, which is ended when dropped.
struct Bot(Child);

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Returns the folder for installed packages, which stays from one run to the next.
fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Returns the path of a file beside these tests.
fn here(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/page/foreign").join(file)
}

/// Runs a command, and returns whether it succeeded.
fn runs(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// Returns the command that runs the bot of discord.py, or `None` if that cannot be installed here.
fn python() -> Option<Command> {
    let folder = folder(PYTHON);
    let program = folder.join("bin/python");
    if !folder.join("done").exists() {
        let made = runs(Command::new("python3").args(["-m", "venv"]).arg(&folder))
            && runs(Command::new(&program).args([
                "-m",
                "pip",
                "install",
                "--quiet",
                "--timeout",
                "20",
                PYTHON,
            ]))
            && std::fs::write(folder.join("done"), "").is_ok();
        if !made {
            println!("skipped: {PYTHON} cannot be installed here");
            return None;
        }
    }
    let mut command = Command::new(program);
    command.arg(here("bot.py"));
    Some(command)
}

/// Returns the command that runs the bot of discord.js, or `None` if that cannot be installed here.
fn node() -> Option<Command> {
    let folder = folder(NODE);
    if !folder.join("done").exists() {
        let made = std::fs::create_dir_all(&folder).is_ok()
            && runs(
                Command::new("npm")
                    .args(["install", "--silent", "--no-audit", "--prefix"])
                    .arg(&folder)
                    .arg(NODE),
            )
            && std::fs::write(folder.join("done"), "").is_ok();
        if !made {
            println!("skipped: {NODE} cannot be installed here");
            return None;
        }
    }
    let mut command = Command::new("node");
    command.arg(here("bot.mjs")).current_dir(folder);
    Some(command)
}

/// Plays through everything that a bot answers on the page, and tests it with a script from the documentation.
async fn try_out(command: Option<Command>, interpreter: &str, script: &str) {
    let Some(mut command) = command else { return };
    let Some(driver) = Driver::start().await else { return };
    let rehearsal = Rehearsal::start_with(&["--people", "ada", "--no-bot"]);
    let token = rehearsal.get("").await["token"].as_str().unwrap().to_owned();
    command.env("SANDBOX", &rehearsal.url).env("TOKEN", token);
    let _bot = Bot(command.spawn().unwrap());
    let page = Page::open(&driver, &rehearsal, "ada").await;
    let ada = rehearsal.person("ada").await;
    let registered = format!("commands?as={ada}&channel={}", rehearsal.channel("ada").await);
    for _ in 0..300 {
        if rehearsal.get(&registered).await.as_array().is_some_and(|commands| !commands.is_empty()) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/sandbox/examples").join(script);
    let tested = Command::new(interpreter).arg(script).env("SANDBOX", &rehearsal.url).output().unwrap();
    assert!(tested.status.success(), "{}", String::from_utf8_lossy(&tested.stderr));
    assert_eq!(String::from_utf8_lossy(&tested.stdout).trim(), "the bot says hello");
    page.begin("/hello").await;
    page.option("whom", "world", false).await;
    page.send().await;
    page.reads("hello world").await;
    page.press("Press me").await;
    page.reads("pressed").await;
    page.press("A colour").await;
    page.tap("dialog.picker label", "Blue").await;
    page.tap("dialog.picker button", "Confirm").await;
    page.reads("picked: Blue").await;
    page.press("Fill in").await;
    page.find("dialog.form input").await.send_keys("Ada").await.unwrap();
    page.tap("dialog.form button", "Submit").await;
    page.reads("form: Ada").await;
    page.go_to("Trigon").await;
    page.say("psst").await;
    page.reads("heard: psst").await;
    page.is_clean().await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_of_discord_py_answers_on_the_page() {
    try_out(python(), "python3", "test.py").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_of_discord_js_answers_on_the_page() {
    try_out(node(), "node", "test.mjs").await;
}
