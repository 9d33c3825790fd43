//! The buckets of routes.

use std::time::Duration;

use super::Quota;

/// The bucket of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bucket {
    /// The value of `X-RateLimit-Bucket`, which is the same for all channels, guilds and webhooks.
    pub(crate) name: String,
    /// The channel, guild or webhook for which requests are counted.
    pub(crate) major: String,
    pub(crate) quota: Quota,
}

const fn quota(count: u32, millis: u64) -> Quota {
    Quota::new(count, Duration::from_millis(millis))
}

/// The quota of all other routes.
const DEFAULT_QUOTA: Quota = quota(30, 10_000);

/// Methods, templates and quotas. Routes that share a bucket have the same template; `*` stands for any method.
const ROUTE_QUOTAS: [(&str, &str, Quota); 17] = [
    ("POST", "channels/messages", quota(5, 5_000)),
    ("PATCH", "channels/messages/:id", quota(5, 5_000)),
    ("DELETE", "channels/messages/:id", quota(5, 1_000)),
    ("GET", "channels/messages", quota(5, 1_000)),
    ("GET", "channels/messages/:id", quota(5, 1_000)),
    ("POST", "channels/messages/bulk-delete", quota(1, 1_000)),
    ("*", "channels/reactions", quota(1, 250)),
    ("*", "channels/pins", quota(5, 4_000)),
    ("POST", "channels/typing", quota(5, 5_000)),
    ("PATCH", "channels", quota(5, 15_000)),
    ("POST", "channels/threads", quota(50, 300_000)),
    ("POST", "users/@me/channels", quota(10, 10_000)),
    ("POST", "webhooks", quota(5, 2_000)),
    ("*", "webhooks/messages", quota(5, 2_000)),
    ("PUT", "applications/commands", quota(5, 20_000)),
    ("POST", "applications/commands", quota(5, 20_000)),
    ("GET", "gateway/bot", quota(2, 5_000)),
];

/// Returns the bucket of a request, or `None` for callbacks of interactions, which have no limit.
pub(crate) fn bucket(method: &str, path: &str) -> Option<Bucket> {
    let steps: Vec<&str> = path.trim_matches('/').split('/').collect();
    let (major, template) = match steps.as_slice() {
        ["interactions", ..] => return None,
        ["channels", id, rest @ ..] => (format!("channel {id}"), template("channels", rest)),
        // Two guilds of an application register their commands independently.
        ["applications", _, "guilds", id, rest @ ..] => {
            (format!("guild {id}"), template("applications", rest))
        }
        ["applications", _, rest @ ..] => (String::new(), template("applications", rest)),
        ["guilds", id, rest @ ..] => (format!("guild {id}"), template("guilds", rest)),
        ["webhooks", id, token, rest @ ..] => {
            (format!("webhook {id} {token}"), template("webhooks", &rest[..rest.len().min(1)]))
        }
        all => (String::new(), template("", all)),
    };
    let found = ROUTE_QUOTAS.iter().find(|(m, t, _)| (*m == "*" || *m == method) && *t == template);
    let (method, quota) = found.map_or((method, DEFAULT_QUOTA), |(method, _, quota)| (*method, *quota));
    Some(Bucket { name: hash(&format!("{method} {template}")), major, quota })
}

/// Returns the template of a path: its steps without the parts that vary from one request to the next.
fn template(root: &str, steps: &[&str]) -> String {
    let steps = match steps {
        // Every emoji of every message shares one bucket, and so do both addresses of pins.
        ["messages", _, "reactions", ..] => &["reactions"],
        ["pins", ..] | ["messages", "pins", ..] => &["pins"],
        ["messages", _, "threads"] => &["threads"],
        steps => steps,
    };
    let is_id = |step: &str| step.bytes().all(|b| b.is_ascii_digit());
    let steps = steps.iter().map(|step| if is_id(step) { ":id" } else { step });
    let all: Vec<&str> = std::iter::once(root).filter(|root| !root.is_empty()).chain(steps).collect();
    all.join("/")
}

/// Returns a stable hash: FNV-1a, though any other would do.
fn hash(text: &str) -> String {
    let hash =
        text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routes_share_a_bucket_per_major_parameter() {
        let post = bucket("POST", "/channels/1/messages").unwrap();
        let elsewhere = bucket("POST", "/channels/2/messages").unwrap();
        assert_eq!((&post.name, post.quota), (&elsewhere.name, elsewhere.quota));
        assert_ne!(post.major, elsewhere.major);
        assert_ne!(post.name, bucket("GET", "/channels/1/messages").unwrap().name);
        assert_eq!(bucket("PATCH", "/channels/1/messages/7"), bucket("PATCH", "/channels/1/messages/8"));
        assert_eq!(
            bucket("PUT", "/channels/1/messages/7/reactions/x/@me"),
            bucket("DELETE", "/channels/1/messages/8/reactions/y/5")
        );
        let hook = bucket("PATCH", "/webhooks/1/tok/messages/@original").unwrap();
        assert_eq!(hook, bucket("PATCH", "/webhooks/1/tok/messages/55").unwrap());
        assert_ne!(hook.major, bucket("PATCH", "/webhooks/1/other/messages/55").unwrap().major);
        assert_eq!(bucket("POST", "/interactions/1/tok/callback"), None);
    }
}
