//! Disturbances that the driver orders: the next requests of a kind fail in a chosen way.

/// What happens to a request instead of, or after, being done.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Fault {
    /// 429 with this many seconds of `retry_after`; the request is not done.
    RateLimited {
        /// Seconds to wait.
        retry_after: f64,
        /// Whether it is the bot's global limit.
        global: bool,
    },
    /// This status with no Discord error in it (500, 502, 503); the request is not done.
    Status(u16),
    /// The connection breaks before the request is done.
    DropBefore,
    /// The request is done, then the connection breaks before the answer.
    DropAfter,
    /// The request is not done, and no answer ever comes.
    StallBefore,
    /// The request is done, and no answer ever comes.
    StallAfter,
}

#[derive(Debug)]
struct Order {
    method: Option<String>,
    pattern: String,
    left: u32,
    fault: Fault,
}

/// The orders not used up yet.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    orders: Vec<Order>,
}

impl Faults {
    pub(crate) fn order(&mut self, method: Option<&str>, pattern: &str, times: u32, fault: Fault) {
        if times == 0 {
            return;
        }
        let (method, pattern) = (method.map(str::to_uppercase), pattern.to_owned());
        self.orders.push(Order { method, pattern, left: times, fault });
    }

    pub(crate) fn clear(&mut self) {
        self.orders.clear();
    }

    /// Whether some orders have not struck yet.
    pub(crate) fn pending(&self) -> u32 {
        self.orders.iter().map(|order| order.left).sum()
    }

    /// The fault for this request, if one was ordered; the oldest order first.
    pub(crate) fn strike(&mut self, method: &str, path: &str) -> Option<Fault> {
        let order = self.orders.iter_mut().find(|order| {
            order.method.as_deref().is_none_or(|m| m == method) && matches_pattern(&order.pattern, path)
        })?;
        order.left -= 1;
        let fault = order.fault;
        self.orders.retain(|order| order.left > 0);
        Some(fault)
    }
}

/// Whether a path such as `/channels/1/messages` fits a pattern such as `/channels/*/messages`: `*` stands
/// for one step, a final `**` for any rest.
fn matches_pattern(pattern: &str, path: &str) -> bool {
    let mut steps = path.trim_matches('/').split('/');
    for want in pattern.trim_matches('/').split('/') {
        match (want, steps.next()) {
            ("**", _) => return true,
            ("*", Some(_)) => {}
            (want, Some(step)) if want == step => {}
            _ => return false,
        }
    }
    steps.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit_step_by_step() {
        assert!(matches_pattern("/channels/*/messages", "/channels/12/messages"));
        assert!(!matches_pattern("/channels/*/messages", "/channels/12/messages/13"));
        assert!(matches_pattern("/channels/**", "/channels/12/messages/13"));
        assert!(matches_pattern("**", "/gateway"));
        assert!(!matches_pattern("/channels/*", "/channels"));
    }

    #[test]
    fn an_order_strikes_so_often_and_no_more() {
        let mut faults = Faults::default();
        faults.order(Some("post"), "/a", 1, Fault::Status(500));
        assert_eq!(faults.strike("GET", "/a"), None);
        assert_eq!(faults.strike("POST", "/a"), Some(Fault::Status(500)));
        assert_eq!(faults.strike("POST", "/a"), None);
    }
}
