//! `trigon rehearse`, as a person starts it.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use serde_json::Value;

/// A running rehearsal, which is ended when dropped.
pub(crate) struct Rehearsal {
    child: Child,
    /// The address of the page, without a trailing slash.
    pub(crate) url: String,
    /// The token in the link, if it has one.
    pub(crate) token: Option<String>,
    http: reqwest::Client,
}

impl Drop for Rehearsal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Rehearsal {
    /// Starts a rehearsal with these people.
    pub(crate) fn start(people: &str) -> Self {
        Self::start_with(&["--people", people, "--seed", "page"])
    }

    /// Starts a rehearsal with these arguments.
    pub(crate) fn start_with(args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_trigon"))
            .args(["rehearse", "--port", "0", "--no-open"])
            .args(args)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let link = lines.find_map(|line| {
            let line = line.ok()?;
            let (_, rest) = line.split_once("the page is at ")?;
            Some(rest.split(' ').next()?.to_owned())
        });
        let link = link.expect("a link");
        let (url, token) = match link.split_once("/?token=") {
            Some((url, token)) => (url.to_owned(), Some(token.to_owned())),
            None => (link.trim_end_matches('/').to_owned(), None),
        };
        std::thread::spawn(move || lines.for_each(drop));
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        Self { child, url, token, http }
    }

    /// Asks the server of the rehearsal.
    pub(crate) async fn get(&self, what: &str) -> Value {
        self.http.get(format!("{}/sandbox/{what}", self.url)).send().await.unwrap().json().await.unwrap()
    }

    /// Sends an order, and returns the status and the answer.
    pub(crate) async fn post(&self, what: &str, body: &Value) -> (u16, Value) {
        let sent = self.http.post(format!("{}/sandbox/{what}", self.url)).body(body.to_string()).send().await;
        let sent = sent.unwrap();
        (sent.status().as_u16(), sent.json().await.unwrap())
    }

    /// Returns the id of the first channel of the server that a person sees.
    pub(crate) async fn channel(&self, name: &str) -> String {
        let view = self.get(&format!("view?as={}", self.person(name).await)).await;
        let channels = view["channels"].as_array().unwrap();
        channels.iter().find(|channel| channel["type"] == 0).unwrap()["id"].as_str().unwrap().to_owned()
    }

    /// Returns the newest message about a match with a button that does this, and the button, once there is one.
    pub(crate) async fn offered(&self, channel: &str, number: usize, what: &str) -> (Value, String) {
        let path = format!("messages?as={}&channel={channel}", self.person("ada").await);
        let begins = format!("t2:{number}:");
        loop {
            let messages = self.get(&path).await;
            let offers = |message: &Value| {
                let rows = message["components"].as_array()?.iter();
                let mut parts = rows.filter_map(|row| row["components"].as_array()).flatten();
                let id = parts.find_map(|part| {
                    part["custom_id"].as_str().filter(|id| id.starts_with(&begins) && id.contains(what))
                })?;
                Some((message.clone(), id.to_owned()))
            };
            if let Some(found) = messages.as_array().unwrap().iter().rev().find_map(offers) {
                return found;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    }

    /// Has somebody press a button of a match.
    pub(crate) async fn press(&self, who: &str, channel: &str, number: usize, what: &str) {
        let (message, custom_id) = self.offered(channel, number, what).await;
        let user = self.person(who).await;
        let body = serde_json::json!({ "user": user, "message": message["id"], "custom_id": custom_id });
        let (status, answer) = self.post("click", &body).await;
        assert_eq!(status, 200, "{answer}");
    }

    /// Returns the id of a person.
    pub(crate) async fn person(&self, name: &str) -> String {
        let people = self.get("people").await;
        let found = people.as_array().unwrap().iter().find(|person| person["name"] == name);
        found.unwrap()["id"].as_str().unwrap().to_owned()
    }
}
