//! Reading and refusing configurations.

use proptest::prelude::*;

use super::*;
use crate::store::Keys;

const NOTHING: Env<'static> = &|_| None;

fn named(name: &str, text: &str) -> ConfigFile {
    let path = std::env::temp_dir().join(format!("trigon-{}-{name}.toml", std::process::id()));
    std::fs::write(&path, text).unwrap();
    ConfigFile { config: Some(path) }
}

fn read(name: &str, text: &str, env: Env<'_>) -> Result<Config, String> {
    let file = named(name, text);
    let config = file.read_with(env).map_err(|error| error.to_string());
    std::fs::remove_file(file.config.unwrap()).unwrap();
    config
}

#[test]
fn the_example_names_every_key_with_its_default() {
    let example = include_str!("../../../config.example.toml");
    assert_eq!(parse(Path::new("config.example.toml"), example).unwrap(), Config::default());
    // The keys that are commented out have to be right as well.
    let all: String =
        example.lines().map(|line| line.strip_prefix("#= ").unwrap_or(line).to_owned() + "\n").collect();
    let all: toml::Table = toml::from_str(&all).unwrap();
    let mut keys: Vec<&str> = all.keys().map(String::as_str).collect();
    keys.sort_unstable();
    let wanted = [
        "api",
        "backup_before_upgrade",
        "clock",
        "database",
        "guilds",
        "key_file",
        "log",
        "metrics",
        "metrics_public",
        "shards",
        "token_file",
    ];
    assert_eq!(keys, wanted);
    assert!(all.try_into::<Config>().is_ok());
}

#[test]
fn a_broken_file_is_told_by_its_line() {
    for (name, text, wanted) in [
        ("key", "log = \"info\"\ntokn = 1\n", "line 2: unknown field `tokn`"),
        ("type", "guilds = 5\n", "line 1: invalid type"),
        ("syntax", "\n\nlog = \n", "line 3"),
        ("shards", "log = \"info\"\nshards = \"4/4\"\n", "line 2: of 4 shards the last one is 3"),
    ] {
        let error = read(name, text, NOTHING).unwrap_err();
        assert!(error.contains(wanted), "{error}");
    }
    let error = ConfigFile { config: Some("/nowhere/at all.toml".into()) }.read_with(NOTHING).unwrap_err();
    assert!(error.to_string().starts_with("/nowhere/at all.toml: "));
}

#[test]
fn the_environment_goes_before_the_file() {
    let env = |name: &str| {
        Some(match name {
            "TRIGON_DATABASE" => "sqlite://here.db".to_owned(),
            "TRIGON_GUILDS" => "1, 2".to_owned(),
            "TRIGON_SHARDS" => "2-3/4".to_owned(),
            _ => return None,
        })
    };
    let config = read("env", "database = \"sqlite://there.db\"\nlog = \"warn\"\n", &env).unwrap();
    assert_eq!((config.database.reveal(), config.log.as_str()), ("sqlite://here.db", "warn"));
    assert_eq!(config.guilds, [1, 2]);
    assert_eq!(config.shards, "2-3/4".parse().ok());
    let wrong = read("wrong", "", &|name| (name == "TRIGON_GUILDS").then(|| "x".to_owned()));
    assert!(wrong.unwrap_err().contains("TRIGON_GUILDS"));
}

#[test]
fn figures_are_for_this_machine_unless_it_is_said_that_others_may_see_them() {
    let config = |metrics: &str, metrics_public| Config {
        metrics: Some(metrics.to_owned()),
        metrics_public,
        ..Config::default()
    };
    let address =
        |metrics, public| config(metrics, public).status_address().map_err(|error| error.to_string());
    assert_eq!(Config::default().status_address().unwrap(), None);
    for own in ["127.0.0.1:9464", "[::1]:9464", "127.9.9.9:1"] {
        assert_eq!(address(own, false).unwrap().unwrap().to_string(), own);
    }
    for others in ["0.0.0.0:9464", "192.168.0.2:9464", "[::]:9464"] {
        let refused = address(others, false).unwrap_err();
        assert!(refused.contains("others can reach") && refused.contains("metrics_public"), "{refused}");
        assert!(address(others, true).unwrap().is_some());
    }
    for odd in ["9464", "localhost", ""] {
        assert!(address(odd, true).unwrap_err().contains("is not an address with a port"), "{odd}");
    }
}

#[test]
fn the_real_discord_is_never_told_another_time() {
    let told = Config { clock: Some("http://127.0.0.1:8080/sandbox/clock".to_owned()), ..Config::default() };
    assert!(told.clock().unwrap_err().to_string().contains("for rehearsals only"));
    let rehearsal = Config { api: Some("http://127.0.0.1:8080".to_owned()), ..told };
    assert_eq!(rehearsal.clock().unwrap(), Some("http://127.0.0.1:8080/sandbox/clock"));
    assert_eq!(Config::default().clock().unwrap(), None);
}

#[test]
fn no_part_of_a_token_is_ever_said() {
    let config = Config::default();
    assert!(config.token_with(NOTHING).unwrap_err().to_string().contains("TRIGON_TOKEN"));
    let wrong = |name: &str| (name == "TRIGON_TOKEN").then(|| "\"secret value\"".to_owned());
    let error = config.token_with(&wrong).unwrap_err().to_string();
    assert!(error.contains("TRIGON_TOKEN holds no bot token") && !error.contains("secret"), "{error}");
    let right = |name: &str| (name == "TRIGON_TOKEN").then(|| "MTI.abc.d-e_f\n".to_owned());
    let token = config.token_with(&right).unwrap();
    assert!(!format!("{token:?}").contains("abc"));
}

#[test]
fn keys_come_from_the_environment_or_a_file_and_no_part_of_them_is_ever_said() {
    let key = Keys::generate().unwrap();
    assert_eq!(Config::default().keys_with(NOTHING).unwrap().newest(), None);
    let wanted = Keys::parse(&key).unwrap();
    let env = |name: &str| (name == "TRIGON_KEY").then(|| format!("{key}\n"));
    let missing = Config { key_file: Some("/nowhere".into()), ..Config::default() };
    assert_eq!(missing.keys_with(&env).unwrap().newest(), wanted.newest());
    assert!(missing.keys_with(NOTHING).unwrap_err().to_string().starts_with("/nowhere: "));
    let wrong = |name: &str| (name == "TRIGON_KEY").then(|| "secret value".to_owned());
    let error = missing.keys_with(&wrong).unwrap_err().to_string();
    assert!(error.starts_with("TRIGON_KEY: key 1 is not a key") && !error.contains("secret"), "{error}");
}

proptest! {
    #[test]
    fn any_file_is_read_or_refused_in_one_line(
        key in "[a-z_]{0,12}|token_file|database|api|guilds|theme",
        value in "\\PC{0,20}|\"\\PC{0,20}\"|-?[0-9]{1,20}|\\[[0-9, \"]{0,20}\\]|true|\\{\\}",
        text in any::<String>(),
    ) {
        for text in [format!("{key} = {value}"), format!("database = \"a\"\n{key} = {value}"), text] {
            if let Err(error) = parse(Path::new("config.toml"), &text) {
                let error = error.to_string();
                prop_assert!(!error.is_empty() && !error.contains('\n'), "{error:?} of {text:?}");
            }
        }
    }
}
