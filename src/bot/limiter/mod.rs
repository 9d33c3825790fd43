//! [`Limiter`]: applies Discord's rate limits to all requests of the bot, whichever client makes them.
//!
//! Delivery passes its requests to [`Limiter::send`]. serenity makes its own requests, and only their address can be
//! changed, so a [`Proxy`] on the loopback interface receives them and sends them the same way. serenity's own limiter
//! would not know about delivery's requests, and it ignores the address of a proxy. The limiter adds no token to a
//! request, so the proxy is useless to other programs on the machine.
//!
//! - **Routes.** Each route has a bucket, whose size is known from Discord's responses. Requests to the same bucket go
//!   one at a time.
//! - **All requests together** keep to an even rate ([`Rate`]). After a global refusal all of them wait, and then resume at
//!   a lower rate instead of all at once.
//! - **GET requests go first.** A deadline or a person waits for what is fetched; requests that post or change something stand in
//!   line.
//! - **Answers to interactions** never wait: Discord does not count them, and expects them within three seconds.
//! - **Never banned.** Discord bans an address that makes 10,000 invalid requests in ten minutes, that is, requests refused with 401,
//!   403 or 429. After 9,000, no more requests are made for some time.
//! - **Nothing is lost.** A refused request is retried here if the wait is short; otherwise the client gets the
//!   refusal.
//!
//! | file | what |
//! |---|---|
//! | `send.rs` | [`Limiter`]: sending a request |
//! | `user_agent.rs`, `response.rs` | the `User-Agent` of requests; the responses that clients get |
//! | `invalid_requests.rs` | how many invalid requests were made, and the pause before Discord bans the address |
//! | `unstated_waits.rs` | how long to wait after refusals that do not say how long |
//! | `gate.rs` | [`Rate`], and the gate that all requests pass |
//! | `proxy.rs` | the entrance for serenity's requests |
//! | `route.rs` | routes, and what responses say about their buckets |

mod gate;
mod invalid_requests;
mod proxy;
mod response;
mod route;
mod send;
mod unstated_waits;
mod user_agent;

pub use self::gate::Rate;
pub use self::proxy::Proxy;
pub use self::response::UNREACHABLE;
pub use self::send::Limiter;
pub use self::user_agent::user_agent;
