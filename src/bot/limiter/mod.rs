//! [`Limiter`]: keeps Discord's rate limits for all requests of the bot, whichever client makes them.
//!
//! Delivery hands its requests to [`Limiter::send`]. serenity makes its own, and only their address can be changed, so a
//! [`Proxy`] on the loopback interface takes them and sends them in the same way. serenity's own limiter would know nothing
//! of delivery's requests, and it ignores the address of a proxy. The limiter adds no token to a request, so the proxy is of
//! no use to other programs on the machine.
//!
//! - **Routes.** Each route has a bucket. Discord's responses tell how much it holds; requests to one bucket go one after
//!   the other.
//! - **Everything together** keeps an even rate, in small groups ([`Rate`]). After a global refusal all requests wait, and then
//!   they go at that rate again, not all at once.
//! - **Answers to interactions** never wait: Discord does not count them, and wants them within three seconds.
//! - **Nothing is lost.** A refused request is repeated here if the wait is short. If not, the client gets the refusal.
//!
//! | file | what |
//! |---|---|
//! | `send.rs` | [`Limiter`]: a request on its way |
//! | `gate.rs` | [`Rate`], and the gate that all requests pass |
//! | `proxy.rs` | the way in for serenity's requests |
//! | `route.rs` | routes, and what responses tell of their buckets |

mod gate;
mod proxy;
mod route;
mod send;

pub use self::gate::Rate;
pub use self::proxy::Proxy;
pub use self::send::{Limiter, UNREACHABLE, agent};
