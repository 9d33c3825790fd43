//! A browser driven by tests.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

use fantoccini::{Client, ClientBuilder};
use serde_json::json;
use tokio::sync::{Semaphore, SemaphorePermit};

/// Limits the number of browsers at the same time, because each one keeps a processor busy.
static BROWSERS: Semaphore = Semaphore::const_new(2);

/// A running driver, which is stopped when dropped.
pub(crate) struct Driver {
    child: Child,
    address: String,
    _permit: SemaphorePermit<'static>,
}

impl Drop for Driver {
    fn drop(&mut self) {
        // It ends its browsers, too.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns whether Chromium and its driver are installed.
fn is_installed() -> bool {
    static FOUND: OnceLock<bool> = OnceLock::new();
    *FOUND.get_or_init(|| {
        let runs = |program: &str, args: &[&str]| {
            let mut command = Command::new(program);
            command.args(args).stdout(Stdio::null()).stderr(Stdio::null());
            command.status().is_ok_and(|status| status.success())
        };
        // An installed browser does not run everywhere, such as in some containers.
        let empty = ["--headless=new", "--no-sandbox", "--disable-gpu", "--dump-dom", "about:blank"];
        let found = runs("chromedriver", &["--version"]) && runs("chromium", &empty);
        let is_required = std::env::var("TRIGON_BROWSER").is_ok_and(|value| value == "required");
        assert!(found || !is_required, "chromium and chromedriver are required but not installed");
        if !found {
            println!(
                "skipped: chromium and chromedriver are not installed (apt-get install chromium-driver)"
            );
        }
        found
    })
}

/// Returns the path of a program, because the driver does not look it up.
fn program(name: &str) -> String {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file());
    found.map_or_else(|| name.to_owned(), |file| file.display().to_string())
}

impl Driver {
    /// Starts a driver, or returns `None` if none is installed.
    pub(crate) async fn start() -> Option<Self> {
        if !is_installed() {
            return None;
        }
        let permit = BROWSERS.acquire().await.unwrap();
        let mut child = Command::new("chromedriver").arg("--port=0").stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let port = lines.find_map(|line| {
            let line = line.ok()?;
            let (_, port) = line.split_once("started successfully on port ")?;
            port.trim_end_matches('.').parse::<u16>().ok()
        });
        // Its later output must not fill the pipe.
        std::thread::spawn(move || lines.for_each(drop));
        let address = format!("http://127.0.0.1:{}", port.expect("the driver names its port"));
        Some(Self { child, address, _permit: permit })
    }

    /// Opens a browser with a window of this size.
    pub(crate) async fn browser(&self, width: u32, height: u32) -> Client {
        let options = json!({
            "goog:chromeOptions": {
                "binary": program("chromium"),
                "args": [
                    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                    format!("--window-size={width},{height}"),
                ],
            },
            "goog:loggingPrefs": { "browser": "ALL" },
        });
        let mut builder = ClientBuilder::new(hyper_util::client::legacy::connect::HttpConnector::new());
        builder.capabilities(options.as_object().unwrap().clone());
        let client = builder.connect(&self.address).await.expect("a browser");
        client.set_window_size(width, height).await.unwrap();
        client
    }
}
