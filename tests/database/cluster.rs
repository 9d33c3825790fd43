//! A PostgreSQL server of a test program's own, which is created when first needed and ends with the program.

use std::io::Write;
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

/// The user `nobody`. PostgreSQL refuses to run as root.
const NOBODY: u32 = 65534;

/// How long to wait between two looks at a server that starts or stops.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// The number of looks before giving up.
const MAX_POLLS: u32 = 12_000;

/// A running server.
pub(crate) struct Cluster {
    folder: PathBuf,
    /// The shell around the server. It stops the server and removes its files as soon as nobody can write to it any
    /// more, even if this program is killed.
    shell: Child,
}

impl Cluster {
    /// Returns the address of a schema of the cluster.
    pub(crate) fn url(&self, schema: &str) -> String {
        let host: String = self.folder.to_str().unwrap().replace('/', "%2F");
        format!("postgres://trigon@{host}/postgres?options=-csearch_path%3D{schema}")
    }

    /// Returns the folder with its socket.
    #[allow(dead_code, reason = "few need another way to it")]
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the socket on which the server listens.
    #[allow(dead_code, reason = "only the soak forwards to it")]
    pub(crate) fn socket(&self) -> PathBuf {
        self.folder.join(".s.PGSQL.5432")
    }

    /// Stops the server at once, as if it had crashed, and starts it again after `meanwhile`.
    #[allow(dead_code, reason = "the tests leave it alone")]
    pub(crate) fn restart(&self, meanwhile: impl FnOnce()) {
        self.order("stop");
        wait_until("stop", &self.folder, || !self.folder.join("data/postmaster.pid").exists());
        meanwhile();
        self.order("start");
        wait_until("start", &self.folder, || is_ready(&self.folder));
    }

    /// Writes everything stored to a file, as statements.
    #[allow(dead_code, reason = "only the soak keeps what it has found")]
    pub(crate) fn dump(&self, file: &Path) -> std::io::Result<()> {
        let programs = programs().ok_or(std::io::ErrorKind::NotFound)?;
        // What stands in the path may be a link to the server alone.
        let server = programs.join("postgres").canonicalize()?;
        let programs = server.parent().unwrap_or(&programs);
        let folder = self.folder.to_str().unwrap_or_default();
        let mut dump = Command::new(programs.join("pg_dump"));
        dump.args(["-h", folder, "-U", "trigon", "postgres"]).stdout(std::fs::File::create(file)?);
        if dump.status()?.success() { Ok(()) } else { Err(std::io::Error::other("pg_dump failed")) }
    }

    /// Sends a line to the shell that runs the server.
    fn order(&self, order: &str) {
        writeln!(self.shell.stdin.as_ref().unwrap(), "{order}").unwrap();
    }
}

/// Waits until the server has done what it was told.
fn wait_until(what: &str, folder: &Path, done: impl Fn() -> bool) {
    let mut polls = 0;
    while !done() {
        let log = || std::fs::read_to_string(folder.join("log")).unwrap_or_default();
        polls += 1;
        assert!(polls < MAX_POLLS, "PostgreSQL does not {what}: {}", log());
        std::thread::sleep(POLL_INTERVAL);
    }
}

/// Returns whether the server has written the last line of its file, which `pg_ctl` checks, too.
fn is_ready(folder: &Path) -> bool {
    std::fs::read_to_string(folder.join("data/postmaster.pid"))
        .is_ok_and(|lines| lines.lines().nth(7).is_some_and(|line| line.trim() == "ready"))
}

/// Returns the cluster of this program, or `None`, after printing a line about it, on a machine without PostgreSQL.
pub(crate) fn cluster() -> Option<&'static Cluster> {
    static CLUSTER: OnceLock<Option<Cluster>> = OnceLock::new();
    let start = || {
        let Some(programs) = programs() else {
            // Not `eprintln!`, whose output is captured if the test passes.
            let _ = writeln!(
                std::io::stderr(),
                "no PostgreSQL on this machine (apt-get install postgresql): what needs it is skipped"
            );
            return None;
        };
        Some(start(&programs))
    };
    CLUSTER.get_or_init(start).as_ref()
}

/// Returns the folder with the newest `initdb` and `postgres`.
fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<_> = versions.map(|version| version.path()).collect();
    versions.sort_by_key(|path| path.file_name().and_then(|name| name.to_str()?.parse::<u32>().ok()));
    let versions = versions.into_iter().rev().map(|version| version.join("bin"));
    std::env::split_paths(&path).chain(versions).find(|folder| folder.join("initdb").exists())
}

/// Creates a server and starts it.
fn start(programs: &Path) -> Cluster {
    // In memory if possible. The name is short, because that of a socket may have at most 107 characters.
    let memory = Path::new("/dev/shm");
    let base = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    let folder = base.join(format!("trigon-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir(&folder).unwrap();
    let root = std::fs::metadata(&folder).unwrap().uid() == 0;
    if root {
        chown(&folder, Some(NOBODY), Some(NOBODY)).unwrap();
    }
    let run = |program: &str| {
        let mut command = Command::new(program);
        command.current_dir(&folder).env("LC_ALL", "C").env("FOLDER", &folder).env("PROGRAMS", programs);
        if root {
            command.uid(NOBODY).gid(NOBODY);
        }
        command
    };
    let made = run(programs.join("initdb").to_str().unwrap())
        .args(["-N", "-A", "trust", "-U", "trigon", "-E", "UTF8", "--locale=C", "-D", "data"])
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    // Nothing is flushed to the disk, but whatever is committed survives a server that is told to stop.
    let script = r#"
        start() {
            "$PROGRAMS/postgres" -D data -k "$FOLDER" -c listen_addresses= -c max_connections=400 -c fsync=off \
                -c full_page_writes=off -c autovacuum=off -c log_min_messages=fatal -c shared_buffers=32MB \
                -c dynamic_shared_memory_type=mmap >> log 2>&1 &
            server=$!
        }
        stop() {
            kill -QUIT $server
            wait $server
        }
        start
        while read -r order; do $order; done
        stop
        cd / && rm -rf "$FOLDER""#;
    let shell = run("sh").args(["-c", script]).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    wait_until("start", &folder, || is_ready(&folder));
    Cluster { folder, shell }
}
