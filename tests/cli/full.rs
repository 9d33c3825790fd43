//! Starting on a full disk, as the operator sees it.

use std::process::Output;

use super::*;

/// Runs a shell script on a small disk of its own, as the root of its own namespace. Returns `None` on a machine where
/// only the real root can mount anything.
fn on_a_small_disk(folder: &Path, script: &str) -> Option<Output> {
    let alone = ["--user", "--map-root-user", "--mount"];
    let may =
        Command::new("unshare").args(alone).args(["mount", "-t", "tmpfs", "none", "/mnt"]).output().ok()?;
    if !may.status.success() {
        return None;
    }
    let script = format!("mount -t tmpfs -o size=512k none '{}' && cd '{0}' && {script}", folder.display());
    let mut command = Command::new("unshare");
    command.args(alone).args(["sh", "-c", &script]).env_clear().env("PATH", std::env::var_os("PATH")?);
    command.env("TRIGON", env!("CARGO_BIN_EXE_trigon")).env("TRIGON_TOKEN", "MTI.token.x");
    command.env("TRIGON_API", "http://127.0.0.1:9").env("TRIGON_DATABASE", "sqlite://trigon.db");
    Some(command.output().unwrap())
}

#[test]
fn a_full_disk_is_named_at_the_start_with_what_to_do() {
    let folder = folder("full-disk");
    // There is no room for whatever is created first, second or third.
    for free in [0, 4, 8, 16, 32, 48, 64] {
        let fill =
            format!("head -c {} /dev/zero > filling; timeout 20 \"$TRIGON\" run", (512 - free) * 1_024);
        let Some(output) = on_a_small_disk(&folder, &fill) else { return };
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains("the disk is full: make room on it, then start again"), "{free} KiB: {error}");
        assert_ne!(output.status.code(), Some(0));
    }
}
