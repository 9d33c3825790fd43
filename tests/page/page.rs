//! [`Page`]: the page in a browser, as one person sees and uses it.

use std::time::Duration;

use fantoccini::actions::{InputSource as _, KeyAction, KeyActions};
use fantoccini::elements::Element;
use fantoccini::{Client, Locator};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::browser::Driver;
use crate::rehearsal::Rehearsal;

/// The longest wait for anything.
const WAIT_TIMEOUT: Duration = Duration::from_secs(30);

pub(crate) const ENTER: &str = "\u{e007}";
const TAB: char = '\u{e004}';
const SHIFT: char = '\u{e008}';

/// The maximum number of tab stops on the way to an element.
const STOPS: usize = 100;

/// The page, as one person sees it.
pub(crate) struct Page {
    pub(crate) client: Client,
}

impl Page {
    /// Opens the page as a person.
    pub(crate) async fn open(driver: &Driver, rehearsal: &Rehearsal, name: &str) -> Self {
        let client = driver.browser(1400, 900).await;
        let id = rehearsal.person(name).await;
        client.goto(&format!("{}/#as={id}", rehearsal.url)).await.unwrap();
        let page = Self { client };
        page.until("document.querySelector('#messages .beginning, #messages article') !== null").await;
        page
    }

    /// Runs a script on the page, and returns what it returns.
    pub(crate) async fn run(&self, script: &str, args: Vec<Value>) -> Value {
        self.client.execute(script, args).await.unwrap()
    }

    /// Waits until an expression is true on the page.
    pub(crate) async fn until(&self, condition: &str) {
        let begin = Instant::now();
        while self.run(&format!("return Boolean({condition})"), vec![]).await != json!(true) {
            let is_early = begin.elapsed() < WAIT_TIMEOUT;
            assert!(is_early, "never true: {condition}\n{}\n{}", self.log().await, self.text().await);
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Returns everything that is written on the page.
    pub(crate) async fn text(&self) -> String {
        self.run("return document.body.innerText", vec![]).await.as_str().unwrap_or_default().to_owned()
    }

    /// Returns the messages of the channel as text.
    pub(crate) async fn messages(&self) -> String {
        let text = self.run("return document.querySelector('#messages').textContent", vec![]).await;
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until a message contains a text.
    pub(crate) async fn reads(&self, text: &str) {
        self.reads_any(&[text]).await;
    }

    /// Waits until a message contains any of these texts.
    pub(crate) async fn reads_any(&self, texts: &[&str]) {
        let wanted = json!(texts);
        self.until(&format!(
            "{wanted}.some((text) => document.querySelector('#messages').textContent.includes(text))"
        ))
        .await;
    }

    /// Returns an element once it is there.
    pub(crate) async fn find(&self, css: &str) -> Element {
        match self.client.wait().at_most(WAIT_TIMEOUT).for_element(Locator::Css(css)).await {
            Ok(found) => found,
            Err(error) => panic!("{css}: {error}\n{}", self.text().await),
        }
    }

    /// Goes to a channel by its name in the sidebar.
    pub(crate) async fn go_to(&self, name: &str) {
        self.click(&format!("//nav//a[contains(normalize-space(.), '{name}')]")).await;
        let quoted = json!(name);
        self.until(&format!("document.querySelector('#place').textContent.includes({quoted})")).await;
        self.until("!document.querySelector('#messages').textContent.includes('Loading…')").await;
    }

    /// Writes a message.
    pub(crate) async fn say(&self, text: &str) {
        let field = self.find("#text").await;
        field.send_keys(text).await.unwrap();
        field.send_keys(ENTER).await.unwrap();
    }

    /// Begins a command by typing it and picking it from the list.
    pub(crate) async fn begin(&self, command: &str) {
        let field = self.find("#text").await;
        field.send_keys(command).await.unwrap();
        let quoted = json!(command);
        self.until(&format!(
            "document.querySelector('#commands [aria-selected=true] strong')?.textContent === {quoted}"
        ))
        .await;
        field.send_keys(ENTER).await.unwrap();
        self.find("form.command").await;
    }

    /// Fills in an option of the command that was begun: types it, and picks the first completion if there are any.
    pub(crate) async fn option(&self, name: &str, value: &str, completes: bool) {
        let id = format!("#option-{name}");
        self.run(
            "[...document.querySelectorAll('form.command .chip')].find((chip) => chip.textContent === `+ ${arguments[0]}`)?.click()",
            vec![json!(name)],
        )
        .await;
        let field = self.find(&id).await;
        if field.tag_name().await.unwrap() == "select" {
            field.select_by_label(value).await.unwrap();
            return;
        }
        field.send_keys(value).await.unwrap();
        if completes {
            let first = self.find(&format!("{id}-list li")).await;
            drop(first);
            field.send_keys("\u{e015}").await.unwrap();
            field.send_keys(ENTER).await.unwrap();
        }
    }

    /// Creates a match for seven and opens the form for its roster.
    pub(crate) async fn roster_form(&self) -> Element {
        self.begin("/host create").await;
        self.option("players", "7", false).await;
        self.send().await;
        self.reads("Only you can see this").await;
        self.begin("/host roster").await;
        self.send().await;
        self.find("dialog.form textarea").await
    }

    /// Sends the command that was begun.
    pub(crate) async fn send(&self) {
        self.find("form.command button[type=submit]").await.click().await.unwrap();
        self.until("document.querySelector('form.command') === null").await;
    }

    /// Presses the newest button with this text, once it can be pressed.
    pub(crate) async fn press(&self, label: &str) {
        let all = format!(
            "//*[@id='messages']//button[not(@disabled) and contains(normalize-space(.), '{label}')]"
        );
        self.click(&format!("({all})[last()]")).await;
    }

    /// Clicks on an element, even if it is just being replaced.
    async fn click(&self, path: &str) {
        let begin = Instant::now();
        loop {
            let found = self.client.wait().at_most(WAIT_TIMEOUT).for_element(Locator::XPath(path)).await;
            let Ok(found) = found else { panic!("{path} is missing\n{}", self.text().await) };
            match found.click().await {
                Ok(()) => return,
                Err(error) => assert!(begin.elapsed() < WAIT_TIMEOUT, "{path}: {error}"),
            }
        }
    }

    /// Presses a button outside of the messages.
    pub(crate) async fn tap(&self, css: &str, label: &str) {
        let found = self
            .run(
                "const found = [...document.querySelectorAll(arguments[0])].find((b) => b.textContent.includes(arguments[1]) && !b.hidden); \
                 found?.click(); return found !== undefined",
                vec![json!(css), json!(label)],
            )
            .await;
        assert_eq!(found, json!(true), "{css} {label}");
    }

    /// Presses the button that saves a file, and returns the file.
    pub(crate) async fn saved(&self, label: &str) -> String {
        self.run(
            "window.saved = null; \
             URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); return '#'; }",
            vec![],
        )
        .await;
        self.tap("#side .link", label).await;
        self.until("window.saved !== null").await;
        self.run("return window.saved", vec![]).await.as_str().unwrap().to_owned()
    }

    /// Types on the keyboard, wherever the focus is.
    pub(crate) async fn keys(&self, keys: &str) {
        let typed = keys.chars().fold(KeyActions::new("keyboard".to_owned()), |typed, value| {
            typed.then(KeyAction::Down { value }).then(KeyAction::Up { value })
        });
        self.client.perform_actions(typed).await.unwrap();
    }

    /// Goes from stop to stop, forwards or back, until one with this text has the focus.
    pub(crate) async fn tab(&self, text: &str, back: bool) {
        for _ in 0..STOPS {
            let here = self.run("return document.activeElement.textContent", vec![]).await;
            let here = here.as_str().unwrap_or_default();
            // The text of the whole page is longer.
            if here.contains(text) && here.len() < 80 {
                return;
            }
            let keys = KeyActions::new("keyboard".to_owned());
            let keys = if back { keys.then(KeyAction::Down { value: SHIFT }) } else { keys };
            let keys = keys.then(KeyAction::Down { value: TAB }).then(KeyAction::Up { value: TAB });
            let keys = if back { keys.then(KeyAction::Up { value: SHIFT }) } else { keys };
            self.client.perform_actions(keys).await.unwrap();
        }
        panic!("{text} cannot be reached\n{}", self.text().await);
    }

    /// Checks that the page's own policy refused nothing, and that no script failed.
    pub(crate) async fn is_clean(&self) {
        let log = self.log().await;
        let wrong: Vec<&Value> = log
            .as_array()
            .unwrap()
            .iter()
            .filter(|line| line["level"] == "SEVERE")
            // The page reports in words what the bot refuses.
            .filter(|line| !line["message"].as_str().unwrap_or_default().contains("/sandbox/"))
            .collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    }

    /// Checks that an element, given as an expression, is on the screen as a whole.
    pub(crate) async fn is_on_screen(&self, element: &str) {
        self.until(&format!("{element} != null")).await;
        let is_inside = format!(
            "(() => {{ const at = ({element}).getBoundingClientRect(); return at.height > 0 && at.top >= 0 && at.left >= 0 \
             && at.bottom <= window.innerHeight && at.right <= window.innerWidth; }})()"
        );
        self.until(&is_inside).await;
    }

    /// Sets the width and the height of the page in pixels, because a window cannot be as narrow as a phone.
    pub(crate) async fn resize(&self, width: u32, height: u32) {
        let mobile = width < 500;
        let params = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile });
        self.client.issue_cmd(Resize(params)).await.unwrap();
    }

    async fn log(&self) -> Value {
        self.client.issue_cmd(Log).await.unwrap()
    }

    /// Closes the window.
    pub(crate) async fn close(self) {
        self.client.close().await.unwrap();
    }
}

/// The size of the screen that the browser shows the page on.
#[derive(Debug)]
struct Resize(Value);

impl fantoccini::wd::WebDriverCompatibleCommand for Resize {
    fn endpoint(&self, base: &url::Url, session: Option<&str>) -> Result<reqwest::Url, url::ParseError> {
        base.join(&format!("session/{}/goog/cdp/execute", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        let command = json!({ "cmd": "Emulation.setDeviceMetricsOverride", "params": self.0 });
        (http::Method::POST, Some(command.to_string()))
    }
}

/// The browser's own log.
#[derive(Debug)]
struct Log;

impl fantoccini::wd::WebDriverCompatibleCommand for Log {
    fn endpoint(&self, base: &url::Url, session: Option<&str>) -> Result<reqwest::Url, url::ParseError> {
        base.join(&format!("session/{}/se/log", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(r#"{"type":"browser"}"#.to_owned()))
    }
}
