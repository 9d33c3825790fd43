//! Discord's client as a page in the browser, at `/`: plain files that talk to the sandbox as any script would.

use axum::{
    extract::Request,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};

use super::state::Hub;

/// The page may load only what is served here, and nothing that comes with a message can run in it.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

/// The files of the page, with their media types.
const PAGE_FILES: &[(&str, &str, &str)] = &[
    ("/", "text/html; charset=utf-8", include_str!("index.html")),
    ("/page/style.css", "text/css; charset=utf-8", include_str!("style.css")),
    ("/page/app.js", SCRIPT_TYPE, include_str!("app.js")),
    ("/page/api.js", SCRIPT_TYPE, include_str!("api.js")),
    ("/page/stream.js", SCRIPT_TYPE, include_str!("stream.js")),
    ("/page/dom.js", SCRIPT_TYPE, include_str!("dom.js")),
    ("/page/markdown.js", SCRIPT_TYPE, include_str!("markdown.js")),
    ("/page/messages.js", SCRIPT_TYPE, include_str!("messages.js")),
    ("/page/components.js", SCRIPT_TYPE, include_str!("components.js")),
    ("/page/menu.js", SCRIPT_TYPE, include_str!("menu.js")),
    ("/page/composer.js", SCRIPT_TYPE, include_str!("composer.js")),
    ("/page/slash.js", SCRIPT_TYPE, include_str!("slash.js")),
    ("/page/sidebar.js", SCRIPT_TYPE, include_str!("sidebar.js")),
    ("/page/bot.js", SCRIPT_TYPE, include_str!("bot.js")),
    ("/page/desk.js", SCRIPT_TYPE, include_str!("desk.js")),
    ("/page/transcript.js", SCRIPT_TYPE, include_str!("transcript.js")),
    ("/page/time.js", SCRIPT_TYPE, include_str!("time.js")),
];

const SCRIPT_TYPE: &str = "text/javascript; charset=utf-8";

/// Returns a file of the page.
pub(crate) fn answer(path: &str) -> Option<Response> {
    let (_, kind, text) = PAGE_FILES.iter().find(|(name, ..)| *name == path)?;
    let headers = [
        (header::CONTENT_TYPE, *kind),
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    Some((headers, *text).into_response())
}

/// The cookie with the key.
const KEY_COOKIE: &str = "sandbox";

/// Refuses requests that come neither from a program on this machine nor from somebody with the key.
pub(crate) fn refusal(hub: &Hub, request: &Request) -> Option<Response> {
    match &hub.config.page_key {
        None => refusal_on_loopback(hub, request),
        Some(key) => refusal_without(key, request),
    }
}

/// Refuses requests that another web page makes a browser send here.
fn refusal_on_loopback(hub: &Hub, request: &Request) -> Option<Response> {
    let port = hub.read(|s| s.url.rsplit(':').next().map(str::to_owned)).unwrap_or_default();
    let hosts = ["127.0.0.1", "localhost", "[::1]"].map(|host| format!("{host}:{port}"));
    // Somebody else's domain name may resolve to this machine.
    let strange_host =
        header(request, &header::HOST).is_some_and(|host| !hosts.iter().any(|known| known == host));
    let is_own = |origin: &str| hosts.iter().any(|host| is_origin(origin, host));
    let strange_origin = header(request, &header::ORIGIN).is_some_and(|origin| !is_own(origin));
    let reason = match (strange_host, strange_origin) {
        (true, _) => "This address is served only under its own name, 127.0.0.1.",
        (_, true) => FOREIGN_ORIGIN_REFUSAL,
        _ => return None,
    };
    Some((StatusCode::FORBIDDEN, reason).into_response())
}

/// Refuses requests without the key. The link with the key stores it in the browser.
fn refusal_without(key: &str, request: &Request) -> Option<Response> {
    let query = request.uri().query().unwrap_or_default();
    let mut pairs = form_urlencoded::parse(query.as_bytes());
    if pairs.any(|(name, value)| name == "token" && value == key) {
        let cookie = format!("{KEY_COOKIE}={key}; Path=/; HttpOnly; SameSite=Strict");
        let headers = [(header::SET_COOKIE, cookie), (header::LOCATION, "/".to_owned())];
        return Some((StatusCode::SEE_OTHER, headers).into_response());
    }
    let bearer = header(request, &header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
    let mut cookies = header(request, &header::COOKIE).unwrap_or_default().split(';');
    let has_cookie = cookies.any(|cookie| cookie.trim().split_once('=') == Some((KEY_COOKIE, key)));
    if bearer != Some(key) && !has_cookie {
        let reason = "Open the link with the token that was printed when this was started.";
        return Some((StatusCode::UNAUTHORIZED, reason).into_response());
    }
    let host = header(request, &header::HOST).unwrap_or_default();
    let origin = header(request, &header::ORIGIN);
    let is_strange = origin.is_some_and(|origin| !is_origin(origin, host));
    is_strange.then(|| (StatusCode::FORBIDDEN, FOREIGN_ORIGIN_REFUSAL).into_response())
}

const FOREIGN_ORIGIN_REFUSAL: &str = "Other web pages may not use this.";

/// Returns whether an origin belongs to a host.
fn is_origin(origin: &str, host: &str) -> bool {
    origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://")) == Some(host)
}

fn header<'a>(request: &'a Request, name: &header::HeaderName) -> Option<&'a str> {
    // A value that is not text matches no host or origin.
    request.headers().get(name).map(|value| value.to_str().unwrap_or_default())
}
