//! Opening pages in the browser.

use std::process::{Command, Stdio};

/// Opens a page in the user's browser. If there is none, nothing happens, because the address is printed as well.
pub(super) fn open(url: &str) {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut explorer = Command::new("cmd");
        explorer.args(["/C", "start", ""]);
        explorer
    } else {
        Command::new("xdg-open")
    };
    let _ = command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
