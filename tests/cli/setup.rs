//! `trigon setup`, against an embedded Discord.

use std::io::Read as _;
use std::sync::Arc;

use tokio::runtime::Runtime;
use trigon::sandbox::{NewPerson, Sandbox};

use super::*;

/// An embedded Discord without servers, and an empty folder.
struct Bench {
    folder: PathBuf,
    sandbox: Arc<Sandbox>,
    /// It runs as long as this.
    _runtime: Runtime,
}

impl Bench {
    fn set(name: &str) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let config = SandboxConfig { limits: RateLimits::off(), ..SandboxConfig::default() };
        let sandbox = Arc::new(runtime.block_on(Sandbox::start(config)).unwrap());
        Self { folder: folder(name), sandbox, _runtime: runtime }
    }

    /// Creates a server with the bot in it.
    fn invite(&self) {
        let ada = self.sandbox.create_person(NewPerson::named("ada"));
        self.sandbox.create_guild("Table", &ada).create_channel("hall");
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_trigon"));
        command.args(args).current_dir(&self.folder).env_clear().env("TRIGON_API", self.sandbox.url());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs a command that reads some input, and returns its exit code and everything it printed.
    fn run(&self, command: &mut Command, input: &str) -> (Option<i32>, String) {
        let mut child = command.spawn().unwrap();
        // A program that refuses its arguments reads nothing.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
        assert!(!said.contains(&self.sandbox.token()), "{said}");
        (output.status.code(), said)
    }

    fn setup(&self, args: &[&str], input: &str) -> (Option<i32>, String) {
        let args: Vec<&str> = ["setup"].iter().chain(args).copied().collect();
        self.run(&mut self.command(&args), input)
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.join(name)).unwrap()
    }

    /// Returns the names of all files in the folder.
    fn files(&self) -> Vec<String> {
        let files = std::fs::read_dir(&self.folder).unwrap();
        let mut names: Vec<String> =
            files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        names.sort_unstable();
        names
    }

    /// Checks that the token was written, that only its owner can read it, and that the bot could run with it.
    fn assert_ready(&self) {
        assert_eq!(self.read("token.txt").trim(), self.sandbox.token());
        #[cfg(unix)]
        for name in ["token.txt", "config.toml"] {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = std::fs::metadata(self.folder.join(name)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "{name}");
        }
        let (code, said) = self.run(&mut self.command(&["check"]), "");
        assert_eq!(code, Some(0), "{said}");
        assert!(!self.sandbox.registered_commands(None).is_empty());
        assert!(self.files().iter().all(|name| !name.contains(".part")), "{:?}", self.files());
    }
}

#[test]
fn a_bot_is_set_up_from_nothing_and_a_second_run_changes_nothing() {
    let bench = Bench::set("setup");
    let mut child = bench.command(&["setup", "--qr", "yes"]).spawn().unwrap();
    let token = bench.sandbox.token();
    let answers = format!("my token\nMTI.wrong.token\n{token}\nperhaps\ny\n");
    child.stdin.take().unwrap().write_all(answers.as_bytes()).unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut said: Vec<String> = Vec::new();
    for line in lines.by_ref() {
        let is_waiting = line.starts_with("Waiting until the bot is in a server");
        said.push(line);
        if is_waiting {
            break;
        }
    }
    bench.invite();
    said.extend(lines);
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    let said = said.join("\n") + &errors;
    assert!(child.wait().unwrap().success(), "{said}");
    for part in [
        "three parts joined by dots",
        "does not accept that token",
        "Please answer with y or n",
        "https://discord.com/oauth2/authorize?client_id=",
        "▄",
        "The bot is in Table.",
        "The key is in keys.txt. Copy it to another place",
        "ok   key: secrets are sealed with the key ",
        "ok   server Table: all permissions are there",
        "trigon run`, and type",
        "/host create",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!said.contains(&token) && !said.contains(bench.read("keys.txt").trim()), "{said}");
    assert!(errors.is_empty(), "{errors}");
    bench.assert_ready();
    let example = include_str!("../../config.example.toml");
    let config = bench.read("config.toml");
    assert_eq!(config.lines().count(), example.lines().count(), "explained like the example");
    assert!(
        config.contains("\ntoken_file = \"token.txt\"\n") && config.contains("\nkey_file = \"keys.txt\"\n")
    );

    let before = (config, bench.read("keys.txt"), bench.files());
    let (code, said) = bench.setup(&[], "");
    assert_eq!(code, Some(0), "{said}");
    assert_eq!((bench.read("config.toml"), bench.read("keys.txt"), bench.files()), before);
    bench.assert_ready();
}

#[test]
fn everything_can_be_answered_in_advance() {
    let bench = Bench::set("setup-script");
    bench.invite();
    let mut command = bench.command(&["setup", "--config", "etc/trigon.toml", "--seal", "no", "--no-wait"]);
    command.args(["--database", "sqlite://here/matches.db"]).env("TRIGON_TOKEN", bench.sandbox.token());
    let (code, said) = bench.run(&mut command, "");
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("ok   key: none") && said.contains("trigon run --config etc/trigon.toml`"),
        "{said}"
    );
    assert!(!said.contains('\x1b'), "no picture without a terminal: {said}");
    assert!(bench.folder.join("here/matches.db").exists());
    // The bot finds the token wherever it is started.
    let (code, said) = bench.run(&mut bench.command(&["check", "--config", "etc/trigon.toml"]), "");
    assert_eq!(code, Some(0), "{said}");
    let config = bench.read("etc/trigon.toml");
    assert!(config.contains(&format!("token_file = \"{}\"", bench.folder.join("etc/token.txt").display())));

    // From a file, and from standard input.
    std::fs::write(bench.folder.join("given"), bench.sandbox.token()).unwrap();
    for (from, input) in [("given", String::new()), ("-", bench.sandbox.token())] {
        let other = Bench { folder: folder("setup-script-again"), ..Bench::set("setup-script-again") };
        let from = if from == "-" { from.to_owned() } else { bench.folder.join(from).display().to_string() };
        let mut command = other.command(&["setup", "--token-from", &from, "--seal", "yes", "--no-wait"]);
        let (code, said) = other.run(command.env("TRIGON_API", bench.sandbox.url()), &input);
        assert_eq!(code, Some(0), "{said}");
        assert_eq!(other.files(), ["config.toml", "data", "keys.txt", "token.txt"]);
    }
}

#[test]
fn a_second_run_repairs_what_is_wrong_and_keeps_the_rest() {
    let bench = Bench::set("setup-repair");
    bench.invite();
    let token = bench.sandbox.token();
    let own = "# My own lines.\nlog = \"warn\"\n";
    std::fs::write(bench.folder.join("config.toml"), own).unwrap();
    let (code, said) = bench.setup(&["--seal", "yes"], &format!("{token}\n"));
    assert_eq!(code, Some(0), "{said}");
    assert!(bench.read("config.toml").ends_with(own));
    let key = bench.read("keys.txt");

    // The token was reset.
    std::fs::write(bench.folder.join("token.txt"), "MTI.old.token").unwrap();
    let (code, said) = bench.setup(&[], &format!("{token}\n"));
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("token.txt holds another text than a valid token"), "{said}");
    // It is gone, or others can read it.
    std::fs::remove_file(bench.folder.join("token.txt")).unwrap();
    let (code, said) = bench.setup(&[], &format!("{token}\n"));
    assert_eq!(code, Some(0), "{said}");
    bench.assert_ready();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let open = std::fs::Permissions::from_mode(0o644);
        std::fs::set_permissions(bench.folder.join("token.txt"), open).unwrap();
        let (code, said) = bench.setup(&[], "");
        assert_eq!(code, Some(0), "{said}");
        bench.assert_ready();
    }
    // The configuration is gone, but not what it named.
    std::fs::remove_file(bench.folder.join("config.toml")).unwrap();
    let (code, said) = bench.setup(&[], "");
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(bench.read("keys.txt"), key, "a database may be sealed with it");
    bench.assert_ready();
}

#[test]
fn what_is_not_answered_or_not_accepted_writes_nothing() {
    let bench = Bench::set("setup-nothing");
    let token = bench.sandbox.token();
    let with = |name: &str, value: &str, args: &[&str]| {
        let args: Vec<&str> = ["setup"].iter().chain(args).copied().collect();
        bench.run(bench.command(&args).env(name, value), "")
    };
    for (what, (code, said), wanted, exit) in [
        ("no answer", bench.setup(&[], ""), "not all answered; nothing was written", 1),
        ("no second answer", bench.setup(&[], &format!("{token}\n")), "nothing was written", 1),
        ("a wrong token", with("TRIGON_TOKEN", "MTI.wrong.token", &[]), "TRIGON_TOKEN holds a token that", 2),
        ("no token", with("TRIGON_TOKEN", "hello", &[]), "TRIGON_TOKEN holds no bot token", 2),
        ("no file", bench.setup(&["--token-from", "none"], ""), "none: ", 2),
        ("no database", with("TRIGON_TOKEN", &token, &["--seal", "no", "--database", "x"]), "database: ", 2),
        (
            "nobody there",
            bench.run(
                bench.command(&["setup"]).env("TRIGON_API", "http://127.0.0.1:9").env("TRIGON_TOKEN", &token),
                "",
            ),
            "Discord cannot be reached",
            1,
        ),
    ] {
        assert_eq!(code, Some(exit), "{what}: {said}");
        assert!(said.lines().last().unwrap().contains(wanted), "{what}: {said}");
        assert!(!said.contains("wrong.token"), "{said}");
        assert!(bench.files().is_empty(), "{what}: {:?}", bench.files());
    }
    // A configuration that cannot be read stays as it is.
    std::fs::write(bench.folder.join("config.toml"), "log = [\n").unwrap();
    let (code, said) = with("TRIGON_TOKEN", &token, &[]);
    assert!(code == Some(2) && said.starts_with("trigon: config.toml: line "), "{said}");
    assert_eq!((bench.files().len(), bench.read("config.toml")), (1, "log = [\n".to_owned()));
}

#[cfg(target_os = "linux")]
#[test]
fn stopped_while_it_waits_everything_is_written_and_another_run_goes_on() {
    let bench = Bench::set("setup-stopped");
    let mut command = bench.command(&["setup", "--seal", "yes"]);
    let mut child = command.env("TRIGON_TOKEN", bench.sandbox.token()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(lines.any(|line| line.starts_with("Waiting until")));
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    let said: Vec<String> = lines.collect();
    assert_eq!(child.wait().unwrap().code(), Some(1), "{said:?}");
    assert!(said.last().unwrap().contains("run `trigon setup` again"), "{said:?}");
    assert_eq!(bench.files(), ["config.toml", "data", "keys.txt", "token.txt"]);
    bench.invite();
    let (code, said) = bench.setup(&[], "");
    assert_eq!(code, Some(0), "{said}");
    bench.assert_ready();
}

/// In a terminal, which would show what is typed.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_does_not_show_the_token() {
    if Command::new("script").arg("--version").output().is_err() {
        println!("skipped: `script`, which makes a terminal, is not installed");
        return;
    }
    for (name, keys) in [("setup-terminal", "\ny\n"), ("setup-terminal-stopped", "\x03")] {
        let bench = Bench::set(name);
        bench.invite();
        let token = bench.sandbox.token();
        let mut command = Command::new("script");
        let inner = format!("{} setup", env!("CARGO_BIN_EXE_trigon"));
        command.args(["--quiet", "--return", "--flush", "--command", &inner, "/dev/null"]);
        command.current_dir(&bench.folder).env_clear().env("TRIGON_API", bench.sandbox.url());
        command.env("TERM", "xterm").env("PATH", "/usr/bin:/bin");
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut screen = child.stdout.take().unwrap();
        let mut said = String::new();
        let mut bytes = [0; 4096];
        // The terminal shows stars once it is asked for the token; before, it would show what is typed.
        let mut until = |said: &mut String, part: &str| {
            while !said.contains(part) {
                let read = screen.read(&mut bytes).unwrap();
                assert!(read > 0, "{said}");
                said.push_str(&String::from_utf8_lossy(&bytes[..read]));
            }
        };
        let mut input = child.stdin.take().unwrap();
        until(&mut said, "Token (it does not show): ");
        input.write_all(token.as_bytes()).unwrap();
        until(&mut said, &"*".repeat(token.len()));
        let (first, rest) = keys.split_at(1);
        input.write_all(first.as_bytes()).unwrap();
        if !rest.is_empty() {
            until(&mut said, "[Y/n]");
            input.write_all(rest.as_bytes()).unwrap();
        }
        screen.read_to_string(&mut said).unwrap();
        let code = child.wait().unwrap().code();
        assert!(!said.contains(&token), "{said}");
        if rest.is_empty() {
            assert!(code == Some(1) && said.contains("nothing was written"), "{code:?} {said}");
            assert!(bench.files().is_empty(), "{:?}", bench.files());
        } else {
            assert_eq!(code, Some(0), "{said}");
            bench.assert_ready();
        }
    }
}
