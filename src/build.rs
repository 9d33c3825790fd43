//! Tells the program which version it is: in a release, with the commit that it was built from and its date.
#![allow(clippy::print_stdout, reason = "this is how a build script talks to Cargo")]

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=src/build.rs");
    println!("cargo::rerun-if-env-changed=TRIGON_COMMIT");
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let origin = match env::var("PROFILE").as_deref() {
        Ok("release") => commit(),
        // After each commit, everything that depends on this would be built again.
        _ => Some("development build".to_owned()),
    };
    let origin = origin.map(|origin| format!(" ({origin})")).unwrap_or_default();
    println!("cargo::rustc-env=TRIGON_VERSION={version}{origin}");
}

/// Returns the commit and its date, or `None` if they are not known. Sources without a repository of their own have them from
/// the environment, if at all.
fn commit() -> Option<String> {
    if let Ok(given) = env::var("TRIGON_COMMIT") {
        return Some(given).filter(|given| !given.trim().is_empty());
    }
    let root = env::var("CARGO_MANIFEST_DIR").ok()?;
    // The repository around the sources could be somebody else's.
    if Path::new(&git(&["rev-parse", "--show-toplevel"])?).canonicalize().ok()?
        != Path::new(&root).canonicalize().ok()?
    {
        return None;
    }
    // What changes when another commit is checked out.
    let branch = git(&["symbolic-ref", "--quiet", "HEAD"]);
    for name in ["HEAD", "packed-refs"].into_iter().chain(branch.as_deref()) {
        if let Some(path) = git(&["rev-parse", "--git-path", name]).filter(|path| Path::new(path).exists()) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    git(&["log", "-1", "--format=%h, %cs"])
}

/// Returns what git says, or `None` if it fails or is not there.
fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned()).filter(|text| !text.is_empty())
}
