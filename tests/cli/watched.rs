//! A running bot as seen by those who watch it: over HTTP, and as a service of systemd.

use std::io::{BufReader, Lines};
use std::os::unix::net::UnixDatagram;
use std::process::{Child, ChildStderr};
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Runtime;
use trigon::games::Value as GameValue;
use trigon::matches::{Command as MatchCommand, Matches, Terms};
use trigon::rehearsal::{Server, member, seat};
use trigon::sandbox::{Cut, NewPerson, Sandbox, SystemClock};
use trigon::store::Store;

use super::*;

/// How long anything may take.
const WAIT_TIMEOUT: Duration = Duration::from_secs(30);

/// Returns a runtime for requests.
fn runtime() -> Runtime {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap()
}

/// Starts an embedded Discord.
fn sandbox(runtime: &Runtime) -> Sandbox {
    let config = SandboxConfig { limits: RateLimits::off(), ..SandboxConfig::default() };
    runtime.block_on(Sandbox::start(config)).unwrap()
}

/// A running bot, which is killed when this is dropped.
struct Bot {
    child: Child,
    log: Lines<BufReader<ChildStderr>>,
}

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Bot {
    fn start(folder: &Path, sandbox: &Sandbox, env: &[(&str, &str)]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_trigon"));
        command.arg("run").current_dir(folder).env_clear().stdout(Stdio::null()).stderr(Stdio::piped());
        command.env("TRIGON_TOKEN", sandbox.token()).env("TRIGON_API", sandbox.url());
        let mut child = command.envs(env.iter().copied()).spawn().unwrap();
        let log = BufReader::new(child.stderr.take().unwrap()).lines();
        Self { child, log }
    }

    /// Returns the next line of the log that contains a text.
    fn logged(&mut self, wanted: &str) -> String {
        self.log.by_ref().map(Result::unwrap).find(|line| line.contains(wanted)).unwrap()
    }

    /// Returns the address of its figures.
    fn status(&mut self) -> String {
        let line = self.logged("health and figures can be asked for");
        format!("http://{}", line.split("address=").nth(1).unwrap().trim())
    }

    /// Asks it to stop, as a service manager does.
    fn terminate(&self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    }
}

/// Requests a page, and returns its status and its text.
fn get(runtime: &Runtime, url: &str) -> (u16, String) {
    runtime.block_on(async {
        let answer = reqwest::Client::builder().no_proxy().build().unwrap().get(url).send().await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    })
}

/// Requests an address until the response is as wanted.
fn until(runtime: &Runtime, url: &str, wanted: impl Fn(u16, &str) -> bool) -> String {
    let begin = tokio::time::Instant::now();
    loop {
        let (status, text) = get(runtime, url);
        if wanted(status, &text) {
            return text;
        }
        assert!(begin.elapsed() < WAIT_TIMEOUT, "{status}: {text}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn health_says_in_words_what_is_wrong_and_figures_name_nobody() {
    let (runtime, folder) = (runtime(), folder("watched"));
    let sandbox = sandbox(&runtime);
    let mut bot = Bot::start(&folder, &sandbox, &[("TRIGON_METRICS", "127.0.0.1:0")]);
    let status = bot.status();
    let health = format!("{status}/healthz");
    let good = until(&runtime, &health, |status, _| status == 200);
    assert_eq!(good, "Discord: connected\ndatabase: works\nclock: this machine agrees with Discord\n");
    assert_eq!(get(&runtime, &status).0, 404);
    let address = status.strip_prefix("http://").unwrap();
    let asked = |address| trigon_at(&folder, Some(("TRIGON_METRICS", address)), &["health"]);
    assert_eq!(stdout(&asked(address)), good);
    for (address, code, wanted) in
        [("127.0.0.1:9", 1, "no bot answers at 127.0.0.1:9"), ("", 2, "metrics is not set")]
    {
        let output = asked(address);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(code) && said.contains(wanted), "{said}");
    }

    let ada = sandbox.create_person(NewPerson::named("ada"));
    let guild = sandbox.create_guild("Table", &ada);
    let hall = guild.create_channel("hall");
    let answered = async {
        let options = [("title", "Code Red".into())];
        let made = ada.slash(hall, "host create", &options).unwrap().message().await.unwrap();
        assert!(made.content.contains("Code Red"), "{}", made.content);
        ada.dm("help").unwrap();
        let answer = || ada.dms().into_iter().find(|message| message.author == sandbox.bot_id());
        sandbox.wait_for(WAIT_TIMEOUT, answer).await.unwrap();
    };
    runtime.block_on(answered);
    let metrics = format!("{status}/metrics");
    let figures = until(&runtime, &metrics, |_, text| {
        text.contains("trigon_direct_messages_answered_total 1\n")
            && text.contains("trigon_deliveries_total{outcome=\"sent\"} 2\n")
            && text.contains("trigon_messages_waiting 0.0\n")
    });
    for line in [
        "trigon_connected 1.0",
        "trigon_store_works 1.0",
        "trigon_matches{status=\"signup\"} 1",
        "trigon_matches{status=\"running\"} 0",
        "trigon_messages_waiting 0.0",
        "trigon_oldest_message_seconds NaN",
        "trigon_next_deadline_seconds NaN",
        "trigon_stuck_matches 0.0",
        "trigon_interactions_total{kind=\"command\"} 1",
        "trigon_first_answer_seconds_count 1",
        "trigon_discord_sessions_total{began=\"new\"} 1",
    ] {
        assert!(figures.lines().any(|found| found == line), "{line}:\n{figures}");
    }
    assert!(
        figures.contains("\ntrigon_clock_ahead_seconds ") && !figures.contains("clock_ahead_seconds NaN")
    );
    assert!(figures.contains("route=\"POST channels/:id/messages\",status=\"200\""), "{figures}");
    // No figure or label contains the id of a person, a server, a channel or a match.
    for id in [ada.id(), guild.id(), hall, sandbox.bot_id()] {
        assert!(!figures.contains(&id.to_string()), "{id}:\n{figures}");
    }
    assert!(!figures.contains("Code Red") && !figures.contains("ada"), "{figures}");

    // Discord goes away.
    drop(sandbox);
    let bad = until(&runtime, &health, |status, _| status == 503);
    let wanted =
        "Discord: the connection is interrupted\ndatabase: works\nclock: this machine agrees with Discord\n";
    assert_eq!(bad, wanted);
    let ill = asked(address);
    assert_eq!((ill.status.code(), String::from_utf8(ill.stdout).unwrap()), (Some(1), wanted.to_owned()));
    assert!(ill.stderr.is_empty());
    let figures = get(&runtime, &metrics).1;
    assert!(figures.contains("trigon_connected 0.0\n"), "{figures}");
}

#[test]
fn health_is_bad_while_the_bot_waits_for_its_database() {
    let (runtime, folder) = (runtime(), folder("watched-early"));
    let sandbox = sandbox(&runtime);
    let env = [
        ("TRIGON_METRICS", "127.0.0.1:0"),
        ("TRIGON_DATABASE", "postgres://trigon:hunter2@127.0.0.1:9/trigon"),
    ];
    let mut bot = Bot::start(&folder, &sandbox, &env);
    let status = bot.status();
    let wanted =
        "Discord: not connected yet\ndatabase: not open yet\nclock: Discord has not told its time yet\n";
    assert_eq!(get(&runtime, &format!("{status}/healthz")), (503, wanted.to_owned()));
    let figures = get(&runtime, &format!("{status}/metrics")).1;
    assert!(figures.contains("trigon_store_works 0.0\n") && !figures.contains("hunter2"), "{figures}");
    // A port that is taken ends the program with a sentence.
    let taken = status.strip_prefix("http://").unwrap();
    let mut second = Bot::start(&folder, &sandbox, &[("TRIGON_METRICS", taken)]);
    assert!(second.logged("trigon: ").starts_with("trigon: metrics: nothing can listen at 127.0.0.1:"));
    assert_eq!(second.child.wait().unwrap().code(), Some(1));
}

/// A notification socket like that of systemd.
struct Manager {
    socket: UnixDatagram,
    path: PathBuf,
}

impl Drop for Manager {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

impl Manager {
    fn new(name: &str) -> Self {
        // The name of a socket may have at most 107 characters.
        let path = Path::new("/tmp").join(format!("trigon-{name}-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let socket = UnixDatagram::bind(&path).unwrap();
        socket.set_read_timeout(Some(WAIT_TIMEOUT)).unwrap();
        Self { socket, path }
    }

    fn env(&self) -> [(&str, &str); 2] {
        [("NOTIFY_SOCKET", self.path.to_str().unwrap()), ("WATCHDOG_USEC", "2000000")]
    }

    /// Returns what the bot reports next.
    fn hears(&self) -> String {
        let mut text = [0; 1_024];
        let length = self.socket.recv(&mut text).unwrap();
        String::from_utf8(text[..length].to_vec()).unwrap()
    }

    /// Listens until the bot reports something.
    fn until(&self, wanted: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            heard.push(self.hears());
            if heard.last().unwrap().lines().any(|line| line == wanted) {
                return heard;
            }
        }
    }
}

#[test]
fn systemd_learns_when_the_bot_is_ready_alive_and_stopping() {
    let (runtime, folder, manager) = (runtime(), folder("service"), Manager::new("service"));
    let sandbox = sandbox(&runtime);
    let mut bot = Bot::start(&folder, &sandbox, &manager.env());
    let before = manager.until("READY=1").join("");
    assert!(before.contains("STATUS=waiting for the database\n"), "{before}");
    assert!(before.contains("STATUS=waiting for Discord\n") && !before.contains("STOPPING"), "{before}");
    manager.until("WATCHDOG=1");
    manager.until("STATUS=connected; 0 matches running, 0 messages waiting");
    bot.terminate();
    manager.until("STOPPING=1");
    assert_eq!(bot.child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_bot_whose_connection_is_closed_for_good_says_why_in_one_line_and_ends() {
    let (runtime, folder) = (runtime(), folder("closed"));
    for code in [4004, 4010, 4011, 4012, 4013, 4014] {
        let sandbox = sandbox(&runtime);
        let mut bot = Bot::start(&folder, &sandbox, &[("TRIGON_LOG", "error")]);
        assert!(runtime.block_on(sandbox.wait_connected(WAIT_TIMEOUT)));
        sandbox.cut_gateway(Cut::Close(code));
        let lines: Vec<String> = bot.log.by_ref().map(Result::unwrap).collect();
        let [line] = &lines[..] else { panic!("{code}: {lines:#?}") };
        let wanted =
            if code == 4004 { "does not accept the token".to_owned() } else { format!("(code {code})") };
        assert!(line.starts_with("trigon: ") && line.contains(&wanted), "{line}");
        assert_eq!(bot.child.wait().unwrap().code(), Some(1));
        assert!(!sandbox.is_connected());
    }
}

/// Returns the number of messages in all channels.
fn posted(server: &Server) -> usize {
    let channels = server.guild.channels();
    channels.iter().map(|(channel, ..)| server.people[0].view(*channel).len()).sum()
}

#[test]
fn a_bot_that_is_told_to_stop_in_the_middle_of_its_work_complains_of_nothing() {
    let (runtime, folder) = (runtime(), folder("stopped"));
    let server = runtime.block_on(async {
        let config = SandboxConfig { limits: RateLimits::off(), ..SandboxConfig::default() };
        let names = ["ada", "bob", "cleo", "dan", "eve", "finn", "gus", "hana"];
        let server = Server::open(config, ["Table", "hall"], &names).await.unwrap();
        let database = format!("sqlite://{}", folder.join("trigon.db").display());
        let matches = Matches::new(Store::open(&database).await.unwrap(), Arc::new(SystemClock));
        let host = member(&server.people[0], &server.guild, true);
        let main = matches.games().main();
        let terms = Terms { players: 7, pregame_hours: 0, ..Terms::usual(main) };
        let terms = terms.with("board", GameValue::Text("triangle:5".to_owned()));
        for n in 0..20 {
            let (title, people) = (format!("Match {n}"), &server.people[1..]);
            let hall = server.guild.create_channel(&format!("hall-{n}"));
            let id = seat(&matches, &host, hall, &title, terms.clone(), people).await.unwrap();
            matches.ask(id, &host, MatchCommand::Start).await.unwrap();
        }
        matches.store().close().await;
        server
    });
    let env = [("TRIGON_DATABASE", "sqlite://trigon.db"), ("TRIGON_LOG", "warn")];
    let mut bot = Bot::start(&folder, &server.sandbox, &env);
    // It is in the middle of delivering messages, and of looking for what it has missed.
    let is_busy = || posted(&server) > 20;
    assert!(runtime.block_on(server.sandbox.wait_until(WAIT_TIMEOUT, is_busy)));
    bot.terminate();
    let lines: Vec<String> = bot.log.by_ref().map(Result::unwrap).collect();
    assert_eq!(bot.child.wait().unwrap().code(), Some(0));
    assert!(lines.is_empty(), "{lines:#?}");
}

#[test]
fn a_bot_whose_clock_does_not_come_round_is_not_called_alive() {
    let (runtime, folder, manager) = (runtime(), folder("service-stuck"), Manager::new("stuck"));
    let Some(database) = runtime.block_on(database::Database::postgres()) else { return };
    let sandbox = sandbox(&runtime);
    let env = [manager.env().as_slice(), &[("TRIGON_DATABASE", database.url())]].concat();
    let mut bot = Bot::start(&folder, &sandbox, &env);
    manager.until("READY=1");
    manager.until("WATCHDOG=1");
    // Nobody can read what is due.
    let lock = runtime.block_on(async {
        let mut raw = database.raw().await;
        sqlx::raw_sql("BEGIN; LOCK TABLE due IN ACCESS EXCLUSIVE MODE").execute(&mut raw).await.unwrap();
        raw
    });
    // When this is logged, the watchdog was not fed. Earlier reports are read first.
    bot.logged("do not make progress");
    manager.socket.set_nonblocking(true).unwrap();
    while manager.socket.recv(&mut [0; 1_024]).is_ok() {}
    manager.socket.set_nonblocking(false).unwrap();
    drop(lock);
    manager.until("WATCHDOG=1");
}
