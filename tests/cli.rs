//! The `trigon` program as people run it: arguments in, lines, files and exit codes out.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails may panic")]

#[path = "cli/analyse.rs"]
mod analyse;
#[path = "cli/commands.rs"]
mod commands;
#[path = "cli/copies.rs"]
mod copies;
mod database;
#[path = "cli/demo.rs"]
mod demo;
#[cfg(target_os = "linux")]
#[path = "cli/full.rs"]
mod full;
#[path = "cli/given.rs"]
mod given;
#[path = "openapi/mod.rs"]
mod openapi;
mod pages;
#[path = "cli/play.rs"]
mod play;
#[path = "cli/season.rs"]
mod season;
#[path = "cli/setup.rs"]
mod setup;
#[path = "cli/simulate.rs"]
mod simulate;
#[path = "cli/site.rs"]
mod site;
#[path = "cli/toys.rs"]
mod toy_games;
mod toys;
#[path = "cli/verify.rs"]
mod verify;
#[cfg(unix)]
#[path = "cli/watched.rs"]
mod watched;

use std::io::{BufRead as _, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use trigon::sandbox::{RateLimits, SandboxConfig};

/// Runs the program.
fn trigon(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_trigon")).args(args).output().unwrap()
}

/// Runs the program with some input.
fn trigon_reading(args: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_trigon"));
    let mut child = command
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that refuses its arguments reads nothing.
    let written = child.stdin.take().unwrap().write_all(input);
    assert!(written.is_ok() || written.is_err_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe));
    child.wait_with_output().unwrap()
}

/// Returns what the program printed, after checking that it succeeded.
fn stdout(output: &Output) -> &str {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    std::str::from_utf8(&output.stdout).unwrap()
}

/// Returns an empty folder of the test's own.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// Returns a record of a match of Triforce Building with this log.
fn record(log: &Value) -> Value {
    let players: Vec<Value> =
        (1..=7).map(|n| json!({"name": format!("P{n}"), "priority": n, "garnets": 1})).collect();
    json!({
        "format": "trigon-record/1",
        "game": "triforce-building",
        "seed": "07".repeat(32),
        "setup": {"board": "triangle:7", "rounds": 2, "players": players,
                  "placement": ["1-1", "2-1", "2-3", "3-1", "3-5", "4-1", "4-7"]},
        "log": log,
    })
}

#[test]
fn replay_prints_a_line_before_the_first_entry_and_one_for_each() {
    let log = json!([{"by": 1, "do": "move D"}, {"by": 99, "do": "move D"}, {"by": "bob", "do": "move D"}, {"by": "clock", "do": "resolve"}]);
    let output = trigon_reading(&["replay", "-"], record(&log).to_string().as_bytes());
    let lines: Vec<Value> = stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 5);
    for (seq, line) in lines.iter().enumerate() {
        assert_eq!(line["seq"], json!(seq));
        assert_eq!(line["ok"], json!(!(2..=3).contains(&seq)));
        assert_eq!(line["error"].is_string(), line["ok"] == json!(false));
        assert!(line.get("legal").is_none());
    }
    assert_eq!(lines[0]["state"]["players"][0]["cell"], "1-1");
    assert_eq!(lines[3]["state"], lines[0]["state"]);
    assert_eq!(lines[4]["state"]["players"][0]["cell"], "2-2");
    let keys: Vec<&String> = lines[0]["state"]["players"][0].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["seat", "letter", "cell", "powered", "priority", "garnets", "token", "removed_in"]);
    let keys: Vec<&String> = lines[0]["state"].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["phase", "round", "players", "triforces", "ec"]);
}

#[test]
fn replay_lists_legal_actions_sorted_by_bytes() {
    let output = trigon_reading(&["replay", "--legal", "-"], record(&json!([{"by": "clock", "do": "resolve"}, {"by": "clock", "do": "resolve"}, {"by": "host", "do": "ec 1"}])).to_string().as_bytes());
    let lines: Vec<Value> = stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let first = lines[0]["legal"]["1"].as_array().unwrap();
    assert_eq!(first[..3], [json!("move -"), json!("move D"), json!("move DL")]);
    assert_eq!(lines[0]["legal"].as_object().unwrap().len(), 7);
    assert_eq!(lines[2]["state"]["phase"], "vote");
    let candidates = ["vote 1", "vote 2", "vote 3", "vote 4"];
    assert_eq!(lines[2]["legal"], json!({"5": candidates, "6": candidates, "7": candidates}));
    assert_eq!(lines[3]["legal"], json!({}));
}

#[test]
fn replay_with_a_view_prints_only_what_that_viewer_may_know() {
    let log = json!([
        {"by": 2, "do": "move D"},
        {"by": 1, "do": "move DL"},
        {"by": 1, "do": "garnet"},
        {"by": 2, "do": "move XX"},
        {"by": 1, "do": "move YY"},
        {"by": 3, "do": "move -"},
        {"by": "clock", "do": "resolve"},
    ]);
    let replay = |log: &Value, more: &[&str]| -> Vec<Value> {
        let output = trigon_reading(&[&["replay", "-"], more].concat(), record(log).to_string().as_bytes());
        stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let everyone = replay(&log, &["--view", "public"]);
    // The beginning and the end of the round: no line tells that somebody has sent something.
    assert_eq!(everyone.len(), 2);
    assert_eq!((&everyone[1]["seq"], &everyone[1]["ok"]), (&json!(1), &json!(true)));
    let state = &everyone[1]["state"];
    assert_eq!((&state["phase"], &state["round"]), (&json!("round"), &json!(2)));
    for player in state["players"].as_array().unwrap() {
        for key in ["letter", "cell", "powered", "priority", "garnets"] {
            assert!(player[key].is_null(), "{key}: {player}");
        }
        assert_eq!((&player["token"], &player["removed_in"]), (&json!(false), &Value::Null));
    }
    let cells: Vec<&Value> = state["occupied"].as_array().unwrap().iter().map(|one| &one["cell"]).collect();
    assert_eq!(cells.len(), 7, "where somebody is, everyone sees: {cells:?}");
    assert!(
        state["occupied"][0]["letter"].is_null() && !everyone[0]["state"]["occupied"][0]["letter"].is_null()
    );

    let own = replay(&log, &["--view", "seat:1", "--legal"]);
    assert_eq!(own.len(), 5, "with the viewer’s own entries, of which two are refused");
    assert!(own.iter().enumerate().all(|(seq, line)| line["seq"] == json!(seq)));
    let errors: Vec<&str> = own.iter().filter_map(|line| line["error"].as_str()).collect();
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert!(errors.iter().all(|error| !error.contains("XX")), "{errors:?}");
    assert!(own.iter().all(|line| line["legal"].as_object().unwrap().keys().eq(["1"])));
    let player = &own[4]["state"]["players"][0];
    assert_eq!((&player["priority"], &player["garnets"]), (&json!(1), &json!(1)));
    assert!(player["cell"].is_string() && own[4]["state"]["players"][1]["cell"].is_null());
    // The state shows where the others are in no way: it is the same wherever they go.
    let elsewhere = json!([{"by": 1, "do": "move DL"}, {"by": "clock", "do": "resolve"}]);
    let (here, there) = (replay(&log, &["--view", "seat:5"]), replay(&elsewhere, &["--view", "seat:5"]));
    assert_eq!(here[0], there[0]);
    assert_eq!(here[1]["state"]["players"], there[1]["state"]["players"]);

    // Whoever may know everything sees the states as they are, as without a view.
    for all in [&["--view", "all"][..], &["--view", "host"], &[]] {
        let lines = replay(&log, all);
        assert_eq!(lines.len(), log.as_array().unwrap().len() + 1);
        assert_eq!(lines[7]["state"]["players"][1]["cell"], "3-2");
        assert!(lines[0]["state"].get("occupied").is_none());
    }
    let strict = ["replay", "--view", "seat:3", "--strict", "-"];
    let strict = trigon_reading(&strict, record(&log).to_string().as_bytes());
    let said = String::from_utf8_lossy(&strict.stderr);
    assert!(strict.status.code() == Some(2) && said.contains("this viewer does not see"), "{said}");
    assert!(!said.contains(" 2 of "), "{said}");
}

#[test]
fn broken_records_are_told_in_one_line_with_exit_code_2() {
    let good = record(&json!([]));
    let with = |change: &dyn Fn(&mut Value)| {
        let mut record = good.clone();
        change(&mut record);
        record.to_string()
    };
    let cases = [
        ("{".to_owned(), "not JSON"),
        (with(&|r| r["format"] = json!("trigon-record/9")), "format: \"trigon-record/9\""),
        (with(&|r| r["game"] = json!("che\nss")), "game: \"che\\nss\" is unknown"),
        (
            with(&|r| r["setup"]["players"][2]["priority"] = json!(1)),
            "setup: players[2].priority: 1 is given twice",
        ),
        (with(&|r| drop(r["setup"]["players"].as_array_mut().unwrap().pop())), "setup: players: there are 6"),
        (
            with(&|r| r["setup"]["placement"][1] = json!("3-3")),
            "setup: placement[1]: 3-3 is not a border cell",
        ),
        (with(&|r| r["setup"]["placement"][1] = json!("1-1")), "setup: placement[1]: 1-1 is given twice"),
        (with(&|r| r["setup"]["board"] = json!("triangle:2")), "setup: board: triangle:2 has 3 border cells"),
        (with(&|r| r["setup"]["board"] = json!("square:2")), "there is no board \"square:2\""),
        (with(&|r| r["setup"]["players"][0]["name"] = json!(7)), "setup: players[0].name"),
        (with(&|r| r["seed"] = json!("xyz")), "seed: a seed is 64 hexadecimal digits"),
        (
            with(&|r| drop(r.as_object_mut().unwrap().remove("seed"))),
            "needs a seed and has none: a record that `/host export` sends during a match cannot be replayed",
        ),
        (with(&|r| drop(r.as_object_mut().unwrap().remove("setup"))), "missing field `setup`"),
        (with(&|r| r["log"] = json!({})), "log: invalid type"),
    ];
    for (text, part) in cases {
        let commands =
            [&["replay", "-"][..], &["verify", "-"], &["explain", "--round", "1", "-"], &["analyse", "-"]];
        for command in commands {
            let output = trigon_reading(command, text.as_bytes());
            let error = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{error}");
            assert_eq!(error.lines().count(), 1, "{error}");
            assert!(error.contains(part), "{part}: {error}");
            assert!(output.stdout.is_empty());
        }
    }
    let missing = trigon(&["replay", "no-such-file.json"]);
    assert_eq!(missing.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&missing.stderr).lines().count(), 1);
}

#[test]
fn who_lets_others_reach_a_rehearsal_reads_that_it_is_no_place_for_a_real_match() {
    let output = trigon(&["rehearse", "--help"]);
    let help = stdout(&output);
    assert!(help.contains("not for a real match"), "{help}");
    let first = |listen: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_trigon"));
        command
            .args(["rehearse", "--no-bot", "--no-open", "--port", "0"])
            .args(listen)
            .stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let line = BufReader::new(child.stdout.take().unwrap()).lines().next().unwrap().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        line
    };
    let warned = first(&["--listen", "0.0.0.0"]);
    assert!(warned.contains("act as anyone and see all secrets"), "{warned}");
    assert!(first(&[]).starts_with("the page is at"));
}

/// A folder with the record of a simulated match.
struct Simulated {
    folder: PathBuf,
    /// The path of the record.
    record: String,
}

impl Simulated {
    /// Simulates matches and records the first one.
    fn new(name: &str) -> Self {
        let folder = folder(name);
        let record = folder.join("match.json").to_str().unwrap().to_owned();
        stdout(&trigon(&["simulate", "--matches", "20", "--seed", "test", "--record", &record]));
        Self { folder, record }
    }

    /// Returns the path of a file or a folder beside the record.
    fn beside(&self, name: &str) -> String {
        self.folder.join(name).to_str().unwrap().to_owned()
    }
}

#[test]
fn a_simulation_follows_from_its_seed() {
    let table = trigon(&["simulate", "--matches", "20", "--seed", "test"]);
    assert!(stdout(&table).starts_with("20 matches, 13 players of Triforce Building, board hexagon:3"));
    let again = trigon(&["simulate", "--matches", "20", "--seed", "test"]);
    assert_eq!(stdout(&table), stdout(&again), "one seed, one result");
}

#[test]
fn a_simulated_match_is_replayed_verified_and_explained() {
    let simulated = Simulated::new("simulated");
    let path = &*simulated.record;
    let replay = trigon(&["replay", path]);
    let last: Value = serde_json::from_str(stdout(&replay).lines().last().unwrap()).unwrap();
    assert_eq!(last["state"]["phase"], "over");
    assert!(stdout(&replay).lines().all(|line| line.contains("\"ok\":true")));

    let verified = trigon(&["verify", path]);
    assert!(!stdout(&verified).contains("MISMATCH"));
    assert_eq!(stdout(&verified).matches("ok  ").count(), 5, "{}", stdout(&verified));

    let explained = trigon(&["explain", "--round", "2", path]);
    for part in ["Priorities, highest first", "walks", "Round 3 begins. Every priority falls by 3;"] {
        assert!(stdout(&explained).contains(part), "{part}");
    }
    let too_late = trigon(&["explain", "--round", "50", path]);
    assert_eq!(too_late.status.code(), Some(2));
}

#[test]
fn a_match_is_drawn_as_png_svg_and_gif() {
    let simulated = Simulated::new("drawn");
    let (path, pictures, gif) =
        (&*simulated.record, simulated.beside("pictures"), simulated.beside("replay.gif"));
    let to = ["--pictures", &pictures, "--svg", &pictures, "--gif", &gif, "--width", "400"];
    let drawn = trigon(&[&["replay"], &to[..], &[path]].concat());
    for line in stdout(&drawn).lines() {
        let bytes = std::fs::read(line).unwrap();
        let magic: &[u8] = match Path::new(line).extension().unwrap().to_str().unwrap() {
            "png" => b"\x89PNG",
            "svg" => b"<svg",
            _ => b"GIF89a",
        };
        assert!(bytes.starts_with(magic), "{line}");
    }
    for file in [&format!("{pictures}/round-01.png"), &format!("{pictures}/end.png"), &gif] {
        assert!(Path::new(file).exists(), "{file}");
    }
    let wrong_seat = trigon(&["replay", "--pictures", &pictures, "--view", "seat:14", path]);
    assert_eq!(wrong_seat.status.code(), Some(2));

    // Fewer frames than rounds: the first, the last, and others in between.
    let short = simulated.beside("short.gif");
    let frames = |file: &str| std::fs::read(file).unwrap().windows(3).filter(|w| *w == b"!\xf9\x04").count();
    let thinned = trigon(&["replay", "--gif", &short, "--max-frames", "3", "--width", "400", path]);
    let all = frames(&gif);
    let told = String::from_utf8_lossy(&thinned.stderr);
    assert!(told.contains(&format!("3 of {all} positions; see --max-frames")), "{told}");
    assert!(frames(&short) == 3 && all > 3);
    let none = trigon(&["replay", "--gif", &short, "--max-frames", "1", path]);
    assert_eq!(none.status.code(), Some(2));
}

#[test]
fn pictures_are_drawn_for_colour_blind_eyes_and_all_on_one_sheet() {
    let simulated = Simulated::new("seen");
    let path = &*simulated.record;
    let [pictures, seen, sheet] = ["pictures", "protan", "sheet.png"].map(|name| simulated.beside(name));
    stdout(&trigon(&["replay", "--pictures", &pictures, "--width", "400", path]));
    let look = ["--vision", "protan", "--width", "400", path];
    stdout(&trigon(&[&["replay", "--sheet", &sheet, "--pictures", &seen], &look[..]].concat()));
    let width = |file: &str| u32::from_be_bytes(std::fs::read(file).unwrap()[16..20].try_into().unwrap());
    assert_eq!((width(&sheet), width(&format!("{seen}/end.png"))), (400, 400));
    let names = |folder: &str| {
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name());
        files.collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!(names(&seen), names(&pictures));
    let end = |folder: &str| std::fs::read(format!("{folder}/end.png")).unwrap();
    assert_ne!(end(&seen), end(&pictures));
    for wrong in [["--vision", "red", "--sheet"], ["--vision", "protan", "--svg"]] {
        assert_eq!(trigon(&[&["replay"], &wrong[..], &[&sheet, path]].concat()).status.code(), Some(2));
    }
}

#[test]
fn rules_and_help_are_shown() {
    assert!(stdout(&trigon(&["rules"])).contains("triforce-building"));
    assert!(stdout(&trigon(&["rules", "triforce-building"])).starts_with("# Triforce Building"));
    assert_eq!(trigon(&["rules", "chess"]).status.code(), Some(2));
    let help = trigon(&["--help"]);
    for command in ["replay", "verify", "explain", "analyse", "simulate", "rules", "play"] {
        assert!(stdout(&help).contains(command));
    }
}

/// Runs the program in a folder, with an environment of its own.
fn trigon_at(folder: &Path, env: Option<(&str, &str)>, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_trigon"))
        .args(args)
        .current_dir(folder)
        .env_clear()
        .envs(env)
        .output()
        .unwrap()
}

#[test]
fn check_says_in_one_line_each_what_is_missing_and_what_to_do() {
    let folder = folder("check");
    std::fs::write(folder.join("a file"), "").unwrap();
    std::fs::write(folder.join("broken.toml"), "log = \"info\"\ntoken = \"MTI.secret.part\"\n").unwrap();
    for (env, args, wanted) in [
        (None, vec!["check"], "FAIL token: no token: set TRIGON_TOKEN"),
        (Some(("TRIGON_TOKEN", "secret")), vec!["check"], "FAIL token: TRIGON_TOKEN holds no bot token"),
        (Some(("TRIGON_TOKEN_FILE", "gone.txt")), vec!["check"], "FAIL token: gone.txt: "),
        (Some(("TRIGON_DATABASE", "sqlite://a file/x.db")), vec!["check"], "FAIL database: the folder "),
        (
            None,
            vec!["check", "--config", "broken.toml"],
            "FAIL configuration: broken.toml: line 2: unknown field",
        ),
    ] {
        let output = trigon_at(&folder, env, &args);
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.lines().any(|line| line.starts_with(wanted)), "{said}");
        assert!(!said.contains("secret"), "{said}");
        assert_eq!((output.status.code(), output.stderr.len()), (Some(1), 0));
    }
}

#[test]
fn run_says_in_one_line_why_it_does_not() {
    let folder = folder("run");
    std::fs::write(folder.join("a file"), "").unwrap();
    std::fs::write(folder.join("broken.toml"), "log = [\n").unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let config = SandboxConfig { limits: RateLimits::off(), ..SandboxConfig::default() };
    let sandbox = runtime.block_on(trigon::sandbox::Sandbox::start(config)).unwrap();
    let (url, token) = (sandbox.url(), sandbox.token());
    let right = ("TRIGON_TOKEN", token.as_str());
    let wrong = ("TRIGON_TOKEN", "MTI.wrong.token");
    let here = ("TRIGON_API", url.as_str());
    for (env, args, wanted, code) in [
        (vec![], vec!["run"], "trigon: no token: set TRIGON_TOKEN", 2),
        (vec![wrong, here], vec!["run"], "trigon: Discord does not accept the token", 1),
        (
            vec![right, here, ("TRIGON_DATABASE", "sqlite://a file/x.db")],
            vec!["run"],
            "trigon: database: the folder ",
            1,
        ),
        (vec![right, here, ("TRIGON_DATABASE", "sqlite:///proc/x.db")], vec!["run"], "trigon: database: ", 1),
        (vec![right, here, ("TRIGON_LOG", "loud")], vec!["run"], "trigon: log: ", 2),
        (vec![], vec!["run", "--config", "broken.toml"], "trigon: broken.toml: line ", 2),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_trigon"));
        let output = command.args(args).current_dir(&folder).env_clear().envs(env).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.lines().last().unwrap_or_default().starts_with(wanted), "{said}");
        assert!(said.lines().count() == 1 && !said.contains("wrong"), "{said}");
        assert_eq!(output.status.code(), Some(code), "{said}");
    }
}

#[test]
fn faults_that_pass_delay_the_start_and_do_not_end_it() {
    let folder = folder("run-late");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let sandbox =
        runtime.block_on(trigon::sandbox::Sandbox::start(trigon::sandbox::SandboxConfig::default())).unwrap();
    sandbox.fail_next(None, "**", 1, trigon::sandbox::Fault::Status(503));
    let mut command = Command::new(env!("CARGO_BIN_EXE_trigon"));
    command.arg("run").current_dir(&folder).env_clear().stdout(Stdio::piped()).stderr(Stdio::piped());
    command.env("TRIGON_TOKEN", sandbox.token()).env("TRIGON_API", sandbox.url());
    let mut bot = command.spawn().unwrap();
    let mut said = String::new();
    std::io::BufReader::new(bot.stdout.take().unwrap()).read_line(&mut said).unwrap();
    bot.kill().unwrap();
    let logged = String::from_utf8(bot.wait_with_output().unwrap().stderr).unwrap();
    assert!(said.starts_with("connected;"), "{said}{logged}");
    assert!(logged.contains("trying again"), "{logged}");
}

#[test]
fn a_bot_runs_on_a_database_alone_and_not_on_one_that_is_gone() {
    let folder = folder("run-alone");
    let url = format!("sqlite://{}/trigon.db", folder.display());
    let refused = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_trigon"));
        command.arg("run").current_dir(&folder).env_clear();
        let env = [
            ("TRIGON_TOKEN", "MTI.any.token"),
            ("TRIGON_API", "http://127.0.0.1:9"),
            ("TRIGON_DATABASE", &url),
        ];
        let output = command.envs(env).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stderr).unwrap()
    };
    let lock = trigon::store::Store::lock(&url, "trigon run (process 7)");
    let first = tokio::runtime::Runtime::new().unwrap().block_on(lock).unwrap();
    std::fs::write(folder.join("trigon.db"), "").unwrap();
    let said = refused();
    assert!(said.starts_with("trigon: database: trigon run (process 7) already runs on"), "{said}");
    drop(first);
    std::fs::remove_file(folder.join("trigon.db")).unwrap();
    let said = refused();
    assert!(said.contains("is gone") && said.contains("--create"), "{said}");
    assert!(!folder.join("trigon.db").exists(), "no empty one takes its place");
}
