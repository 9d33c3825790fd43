//! `trigon backup`, `trigon restore` and `trigon migrate`.

use trigon::ids::{GuildId, RoleId};
use trigon::store::{GuildSettings, Store};

use super::*;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Runs something asynchronous to its end.
fn settled<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Runtime::new().unwrap().block_on(work)
}

/// Stores something, so that a database is not empty.
fn fill(url: &str) {
    settled(async {
        let store = Store::open(url).await.unwrap();
        let settings = GuildSettings { guild_id: GuildId(10), host_role_id: Some(RoleId(7)) };
        store.set_guild_settings(&settings).await.unwrap();
        store.close().await;
    });
}

fn role(url: &str) -> Option<RoleId> {
    settled(async { Store::open(url).await.unwrap().guild_settings(GuildId(10)).await.unwrap().host_role_id })
}

#[test]
fn what_is_stored_is_backed_up_restored_and_moved() {
    let folder = folder("copies");
    let url = |name: &str| format!("sqlite://{}/{name}", folder.display());
    let run = |database: &str, args: &[&str]| {
        let output = trigon_at(&folder, Some(("TRIGON_DATABASE", database)), args);
        let said = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
        (output.status.code(), said)
    };
    fill(&url("trigon.db"));
    let (code, said) = run(&url("trigon.db"), &["backup", "safe/backup.db"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("safe/backup.db: 1 rows (") && said.contains("guild_settings 1"), "{said}");
    let checksum = said.lines().last().unwrap().to_owned();
    let (code, said) = run(&url("trigon.db"), &["backup", "safe/backup.db"]);
    assert!(code == Some(1) && said.contains("exists already") && said.lines().count() == 1, "{said}");

    let (code, said) = run(&url("new.db"), &["restore", "safe/backup.db"]);
    assert!(code == Some(0) && said.ends_with(&format!("{checksum}\n")), "{said}");
    assert_eq!(role(&url("new.db")), Some(RoleId(7)));
    let (code, said) = run(&url("new.db"), &["restore", "safe/backup.db"]);
    assert!(code == Some(1) && said.contains("is not empty"), "{said}");
    let (code, said) = run(&url("other.db"), &["restore", "config.toml"]);
    assert!(code == Some(1) && said.contains("there is no database"), "{said}");

    let (code, said) = run("", &["migrate", &url("new.db"), &url("moved.db")]);
    assert!(
        code == Some(0) && said.contains(&checksum) && said.contains("no bot must run on the old one"),
        "{said}"
    );
    assert_eq!(role(&url("moved.db")), Some(RoleId(7)));
    let (code, said) = run("", &["migrate", &url("none.db"), &url("never.db")]);
    assert!(code == Some(1) && said.contains("there is no database"), "{said}");
    assert!(!folder.join("never.db").exists() && !folder.join("none.db.lock").exists());
    let secret = "postgres://trigon:hunter2@%2Fnowhere/trigon";
    for (from, to, ends) in
        [(secret, &*url("moved.db"), 1), (&url("moved.db"), secret, 1), ("mysql://a:hunter2@b", secret, 2)]
    {
        let (code, said) = run("", &["migrate", from, to]);
        assert!(code == Some(ends) && said.lines().count() == 1 && !said.contains("hunter2"), "{said}");
    }
}

#[test]
fn an_older_database_is_copied_before_it_is_brought_up_to_date_unless_told_not_to() {
    for (name, env, args) in [
        ("older", ("TRIGON_LOG", "info"), &["check"][..]),
        ("older-argument", ("TRIGON_LOG", "info"), &["check", "--no-backup"]),
        ("older-variable", ("TRIGON_BACKUP_BEFORE_UPGRADE", "false"), &["check"]),
    ] {
        let database = database::Database::sqlite();
        settled(database.fill(include_str!("../database/before-people.sql"), ""));
        let folder = folder(name);
        let config = format!("database = \"{}\"\n", database.url());
        std::fs::write(folder.join("config.toml"), config).unwrap();
        let said = String::from_utf8(trigon_at(&folder, Some(env), args).stdout).unwrap();
        assert!(said.contains("ok   database: "), "{said}");
        assert_eq!(said.contains("what it was before the upgrade is in "), name == "older", "{said}");
        let copy = format!("{}.before-{}", database.url().trim_start_matches("sqlite://"), VERSION);
        assert_eq!(std::fs::exists(copy).unwrap(), name == "older");
    }
    let folder = folder("older-mistaken");
    let output = trigon_at(&folder, Some(("TRIGON_BACKUP_BEFORE_UPGRADE", "perhaps")), &["run"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said, "trigon: TRIGON_BACKUP_BEFORE_UPGRADE is true or false\n");
}

#[test]
fn the_version_says_what_it_was_built_from() {
    let output = trigon(&["--version"]);
    let said = stdout(&output).trim();
    let origin = said.strip_prefix(&format!("trigon {VERSION} (")).and_then(|rest| rest.strip_suffix(')'));
    // Tests are built for development; `.ci/release` compares what a release says.
    assert_eq!(origin, Some("development build"), "{said}");
}

#[test]
fn a_database_on_a_server_is_checked_and_moved_without_its_password() {
    let Some(database) = settled(database::Database::postgres()) else { return };
    let folder = folder("copies-server");
    let url = database.url().replace("trigon@", "trigon:hunter2@");
    let output = trigon_at(&folder, Some(("TRIGON_DATABASE", &*url)), &["check"]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("ok   database: postgres://trigon@") && !said.contains("hunter2"), "{said}");
    let file = format!("sqlite://{}/trigon.db", folder.display());
    fill(&file);
    let output = trigon_at(&folder, None, &["migrate", &file, &url]);
    let said = stdout(&output);
    assert!(said.contains("to postgres://trigon@") && !said.contains("hunter2"), "{said}");
    assert_eq!(role(&url), Some(RoleId(7)));
    let output = trigon_at(&folder, Some(("TRIGON_DATABASE", &*url)), &["backup", "of-server.db"]);
    assert!(stdout(&output).contains("guild_settings 1"));
    assert_eq!(role(&format!("sqlite://{}/of-server.db", folder.display())), Some(RoleId(7)));
}

#[test]
fn a_second_bot_on_the_same_server_is_refused_with_the_name_of_the_first() {
    let Some(database) = settled(database::Database::postgres()) else { return };
    let folder = folder("second-on-server");
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let _lock = runtime.block_on(Store::lock(database.url(), "trigon run (process 7)")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_trigon"));
    command.arg("run").current_dir(&folder).env_clear();
    let env = [
        ("TRIGON_TOKEN", "MTI.any.token"),
        ("TRIGON_API", "http://127.0.0.1:9"),
        ("TRIGON_DATABASE", database.url()),
    ];
    let output = command.envs(env).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.starts_with("trigon: database: trigon run (process 7) already runs on the database postgres://"),
        "{said}"
    );
}

#[cfg(unix)]
#[test]
fn a_bot_waits_for_a_database_that_is_down_but_not_for_one_that_refuses_it() {
    use trigon::sandbox::{Sandbox, SandboxConfig};

    let Some(database) = settled(database::Database::postgres()) else { return };
    let folder = folder("run-database-down");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let sandbox = runtime.block_on(Sandbox::start(SandboxConfig::default())).unwrap();
    let bot = |url: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_trigon"));
        command.arg("run").current_dir(&folder).env_clear().stdout(Stdio::piped()).stderr(Stdio::piped());
        command.env("TRIGON_TOKEN", sandbox.token()).env("TRIGON_API", sandbox.url());
        command.env("TRIGON_DATABASE", url);
        command
    };
    for (from, to, reason) in [
        ("/postgres?", "/nowhere?", "there is no such database on the server"),
        ("trigon@", "stranger:hunter2@", "the server does not let this user in"),
    ] {
        let output = bot(&database.url().replace(from, to)).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), said.lines().count()), (Some(1), 1), "{said}");
        assert!(said.starts_with("trigon: database: ") && said.contains(reason), "{said}");
        assert!(!said.contains("hunter2"), "{said}");
    }

    // A path to the server that does not exist yet. The name of a socket may have at most 107 characters.
    let way = Path::new("/tmp").join(format!("trigon-down-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&way);
    std::fs::create_dir(&way).unwrap();
    let real = database.url().split(['@', '/']).nth(3).unwrap();
    let url = database.url().replace(real, &way.to_str().unwrap().replace('/', "%2F"));
    let mut bot = bot(&url).spawn().unwrap();
    let mut logged = std::io::BufReader::new(bot.stderr.take().unwrap());
    let mut line = String::new();
    logged.read_line(&mut line).unwrap();
    assert!(line.contains("the database cannot be used yet; trying again"), "{line}");
    assert!(line.contains("the server cannot be reached"), "{line}");
    let socket = ".s.PGSQL.5432";
    std::os::unix::fs::symlink(Path::new(&real.replace("%2F", "/")).join(socket), way.join(socket)).unwrap();
    let mut said = String::new();
    std::io::BufReader::new(bot.stdout.take().unwrap()).read_line(&mut said).unwrap();
    bot.kill().unwrap();
    bot.wait().unwrap();
    std::fs::remove_dir_all(way).unwrap();
    assert!(said.starts_with("connected;"), "{said}");
}

#[test]
fn keys_are_made_and_changed_and_a_sealed_database_needs_them() {
    let folder = folder("keys");
    let url = format!("sqlite://{}/trigon.db", folder.display());
    let run = |env: &[(&str, &str)], args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_trigon"));
        command.args(args).current_dir(&folder).env_clear().env("TRIGON_DATABASE", &url);
        let output = command.envs(env.iter().copied()).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
        (output.status.code(), said)
    };
    let (code, first) = run(&[], &["keys", "new"]);
    assert_eq!((code, first.len()), (Some(0), 44));
    let (_, second) = run(&[], &["keys", "new"]);
    assert_ne!(first, second);
    let both = format!("{second}{first}");
    std::fs::write(folder.join("keys.txt"), &first).unwrap();
    std::fs::write(folder.join("config.toml"), "key_file = \"keys.txt\"\n").unwrap();
    fill(&url);
    std::fs::rename(folder.join("keys.txt"), folder.join("away.txt")).unwrap();
    let (code, said) = run(&[], &["keys", "reseal"]);
    assert!(code == Some(2) && said.starts_with("trigon: keys.txt: "), "{said}");
    std::fs::rename(folder.join("away.txt"), folder.join("keys.txt")).unwrap();
    let (code, said) = run(&[], &["keys", "reseal"]);
    assert!(code == Some(0) && said.contains("0 values were sealed with the key "), "{said}");
    let (_, said) = run(&[("TRIGON_KEY", &both)], &["check"]);
    assert!(
        said.contains("ok   key: secrets are sealed with the key ") && said.contains("ok   database"),
        "{said}"
    );
    let (_, said) = run(&[("TRIGON_KEY", &second)], &["check"]);
    assert!(said.contains("FAIL database: ") && said.contains("add the missing key after them"), "{said}");
    let (code, _) = run(&[("TRIGON_KEY", &both)], &["keys", "reseal"]);
    assert_eq!(code, Some(0));
    let bot = [("TRIGON_TOKEN", "MTI.any.token"), ("TRIGON_API", "http://127.0.0.1:9")];
    let (code, said) = run(&bot, &["run"]);
    assert!(code == Some(1) && said.contains("add the missing key after them"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    std::fs::remove_file(folder.join("config.toml")).unwrap();
    let (code, said) = run(&bot, &["run"]);
    assert!(code == Some(1) && said.contains("is sealed: set TRIGON_KEY or key_file"), "{said}");
    let (code, said) = run(&[], &["keys", "reseal"]);
    assert!(code == Some(2) && said.contains("there is no key to seal with"), "{said}");
    let (code, said) = run(&[("TRIGON_KEY", "hunter2")], &["keys", "reseal"]);
    assert!(code == Some(2) && said.contains("key 1 is not a key") && !said.contains("hunter2"), "{said}");
}
