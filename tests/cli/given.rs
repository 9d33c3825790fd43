//! What people give the program: files as editors save them, addresses, names and numbers.

use super::*;
use trigon::ids::GuildId;

/// Something that has the form of a bot's token.
const TOKEN: &str = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcDe.abcdefghijklmnopqrstuvwxyz0123456789AB";

fn trigon_in(folder: &Path, env: &[(&str, &str)], args: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_trigon"));
    let output = command.args(args).current_dir(folder).envs(env.iter().copied()).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    (output.status.code(), said)
}

/// Returns a text in all the ways in which editors save it.
fn saved(text: &str) -> [Vec<u8>; 4] {
    let marked = format!("\u{feff}{text}");
    let utf16 = |number: fn(u16) -> [u8; 2]| marked.encode_utf16().flat_map(number).collect();
    [text.as_bytes().to_vec(), marked.clone().into_bytes(), utf16(u16::to_le_bytes), utf16(u16::to_be_bytes)]
}

#[test]
fn files_are_read_as_editors_save_them_or_named_as_what_they_are() {
    let folder = folder("encodings");
    let key = trigon(&["keys", "new"]);
    let log = json!([{"by": "clock", "do": "resolve"}]);
    let [key, record] = [stdout(&key).to_owned(), record(&log).to_string()];
    let check = [("TRIGON_API", "http://127.0.0.1:9"), ("TRIGON_DATABASE", "sqlite://x.db")];
    for (n, config) in
        saved("log = \"info\"\ntoken_file = \"token\"\nkey_file = \"key\"\n").iter().enumerate()
    {
        std::fs::write(folder.join("config.toml"), config).unwrap();
        std::fs::write(folder.join("token"), &saved(TOKEN)[n]).unwrap();
        std::fs::write(folder.join("key"), &saved(&key)[n]).unwrap();
        let (_, said) = trigon_in(&folder, &check, &["check"]);
        assert!(said.contains("configuration: read") && !said.contains("FAIL key"), "{n}: {said}");
        assert!(!said.contains("holds no bot token"), "{n}: {said}");
        std::fs::write(folder.join("record.json"), &saved(&record)[n]).unwrap();
        let (code, said) = trigon_in(&folder, &[], &["replay", "record.json"]);
        assert_eq!((code, said.lines().count()), (Some(0), 2), "{n}: {said}");
    }
    let bare: Vec<u8> = record.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for bytes in [bare, b"\"caf\xe9\"".to_vec()] {
        for name in ["record.json", "config.toml"] {
            std::fs::write(folder.join(name), &bytes).unwrap();
        }
        for args in [["replay", "record.json"], ["keys", "reseal"]] {
            let (code, said) = trigon_in(&folder, &[], &args);
            assert!(code == Some(2) && said.contains("save it as UTF-8"), "{said}");
        }
    }
}

#[test]
fn what_no_bot_could_run_with_ends_with_2() {
    let folder = folder("impossible");
    let env = |database| {
        [("TRIGON_DATABASE", database), ("TRIGON_TOKEN", TOKEN), ("TRIGON_API", "http://127.0.0.1:9")]
    };
    for address in ["mysql://me:geheim@host/x", "/plain/path.db", "sqlite://:memory:", ":memory:", "x.db"] {
        let migrate = ["migrate", address, "sqlite://x.db"];
        for args in [&["run"][..], &["backup", "b.db"], &["restore", "b.db"], &migrate] {
            let (code, said) = trigon_in(&folder, &env(address), args);
            assert_eq!(code, Some(2), "{args:?} on {address}: {said}");
            assert!(
                said.contains("database") && !said.contains("geheim") && said.lines().count() == 1,
                "{said}"
            );
        }
    }
    let (code, said) = trigon_in(&folder, &env("sqlite://x.db"), &["run", "--shards", "0-1/4"]);
    assert!(code == Some(2) && said.contains("one PostgreSQL server"), "{said}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "nothing was made");
}

#[test]
fn games_are_found_in_any_case_and_by_their_titles() {
    for name in ["Trice", "TRICE", " trice ", "trice"] {
        assert!(stdout(&trigon(&["rules", name])).starts_with("# Trice"), "{name}");
    }
    let one = ["simulate", "--matches", "1", "--random", "--game"];
    stdout(&trigon(&[&one[..], &["Triforce Building"]].concat()));
    stdout(&trigon(&["play", "TRICE", "--all", "random", "--limit", "3"]));
}

#[test]
fn nothing_is_written_to_a_file_called_dash_and_folders_are_made() {
    let folder = folder("written");
    let log = json!([{"by": "clock", "do": "resolve"}]);
    std::fs::write(folder.join("r.json"), record(&log).to_string()).unwrap();
    let write = |to: &str| {
        let inside = format!("{to}/x");
        let file = if to == "-" { to } else { &inside };
        let owned = |args: &[&str]| args.iter().map(ToString::to_string).collect::<Vec<_>>();
        [
            owned(&["replay", "--width", "100", "--gif", file, "r.json"]),
            owned(&["replay", "--width", "100", "--sheet", file, "r.json"]),
            owned(&["replay", "--width", "100", "--pictures", to, "r.json"]),
            owned(&["replay", "--svg", to, "r.json"]),
            owned(&["simulate", "--matches", "1", "--random", "--record", file]),
            owned(&["play", "trice", "--all", "random", "--limit", "1", "--record", file]),
            owned(&["backup", file]),
        ]
    };
    let run = |args: &[String]| {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        trigon_in(&folder, &[("TRIGON_DATABASE", "sqlite://trigon.db")], &args)
    };
    for args in write("-") {
        let (code, said) = run(&args);
        assert!(code == Some(2) && said.contains("name a file"), "{args:?}: {said}");
    }
    assert!(!folder.join("-").exists());
    std::fs::write(folder.join("config.toml"), "").unwrap();
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let url = format!("sqlite://{}/trigon.db", folder.display());
        trigon::store::Store::open(&url).await.unwrap().close().await;
    });
    for (n, args) in write("N").into_iter().enumerate() {
        let args: Vec<String> =
            args.into_iter().map(|arg| arg.replace('N', &format!("new{n}/deep"))).collect();
        let (code, said) = run(&args);
        assert_eq!(code, Some(0), "{args:?}: {said}");
        assert!(folder.join(format!("new{n}/deep")).is_dir(), "{args:?}");
    }
}

#[test]
fn what_is_given_twice_or_is_no_number_is_refused_in_a_sentence() {
    for args in [
        &["simulate", "--set", "rounds=3", "--rounds", "4"][..],
        &["simulate", "--set", "board=hexagon:3", "--board", "hexagon:3"],
        &["simulate", "--set", "rounds=3", "--set", "rounds=3"],
        &["play", "trice", "--dice", "3d4", "--set", "dice=2d6"],
        &["play", "trice", "--set", "first=1", "--set", "first=2"],
    ] {
        let output = trigon(args);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains("is set twice"), "{args:?}: {said}");
    }
    for args in [
        &["play", "trice", "--players", "x"][..],
        &["simulate", "--matches", "ten"],
        &["play", "trice", "--players", ""],
        &["play", "trice", "--players", "300"],
        &["play", "triangoli", "--set", "x=1"],
    ] {
        let output = trigon(args);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        for raw in ["invalid digit", "empty string", "no fields", "target type"] {
            assert!(!said.contains(raw), "{args:?}: {said}");
        }
    }
}

/// Runs the program as somebody who is not root.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_may_not_be_written_is_refused_at_the_start_and_the_right_one_is_named() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    use std::os::unix::process::CommandExt as _;
    let folder = std::env::temp_dir().join(format!("trigon-unwritable-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let is_root = std::fs::metadata(&folder).unwrap().uid() == 0;
    let mode = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    mode(&folder, 0o777);
    let url = format!("sqlite://{}/x.db", folder.display());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    // Open while the program runs, so that the files beside it are there.
    let store = runtime.block_on(trigon::store::Store::open(&url)).unwrap();
    runtime.block_on(store.guild_settings(GuildId(1))).unwrap();
    let check = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_trigon"));
        command
            .arg("check")
            .current_dir(&folder)
            .env("TRIGON_DATABASE", &url)
            .env("TRIGON_API", "http://127.0.0.1:9");
        if is_root {
            command.uid(65_534).gid(65_534);
        }
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    for closed in ["x.db", "x.db-shm", "x.db-wal"] {
        for file in ["x.db", "x.db-shm", "x.db-wal"] {
            mode(&folder.join(file), if file == closed { 0o444 } else { 0o666 });
        }
        let said = check();
        assert!(said.contains(&format!("{closed} may not be written by this user")), "{closed}: {said}");
    }
    mode(&folder.join("x.db-wal"), 0o666);
    let said = check();
    assert!(said.contains("can be read and written"), "{said}");
    runtime.block_on(store.close());
    std::fs::remove_dir_all(folder).unwrap();
}
