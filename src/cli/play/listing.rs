//! Lists of legal actions on a screen: short ones in full, long ones grouped by their beginnings.

/// The width of a line in characters.
const LINE_WIDTH: usize = 96;

/// Neighbours in a sorted list that begin alike, as a group.
#[derive(Clone, Copy)]
pub(super) struct Group<'a>(&'a [String]);

impl<'a> Group<'a> {
    /// Returns the longest common beginning.
    pub(super) fn prefix(self) -> &'a str {
        let (Some(first), Some(last)) = (self.0.first(), self.0.last()) else { return "" };
        // The list is sorted, so all share what the first and the last have in common.
        let alike = first.char_indices().zip(last.chars()).take_while(|((_, a), b)| a == b);
        let length = alike.last().map_or(0, |((at, c), _)| at + c.len_utf8());
        &first[..length]
    }

    /// Splits the group by the first character after the common beginning.
    fn split(self) -> Vec<Self> {
        let length = self.prefix().len();
        let next = |action: &String| action[length..].chars().next();
        self.0.chunk_by(|a, b| next(a) == next(b)).map(Self).collect()
    }

    /// Returns the only action, or the common beginning with the number of actions.
    pub(super) fn text(self) -> String {
        match self.0 {
            [action] => action.clone(),
            actions => format!("{}… ({})", self.prefix(), actions.len()),
        }
    }
}

/// Divides a sorted list of actions into at most `limit` groups, as many as possible of them single actions.
pub(super) fn groups(actions: &[String], limit: usize) -> Vec<Group<'_>> {
    if actions.is_empty() {
        return Vec::new();
    }
    let mut groups = vec![Group(actions)];
    loop {
        let fits = |&(_, group): &(usize, &Group<'_>)| {
            group.0.len() > 1 && groups.len() - 1 + group.split().len() <= limit
        };
        let Some((at, _)) = groups.iter().enumerate().filter(fits).max_by_key(|(_, group)| group.0.len())
        else {
            return groups;
        };
        let parts = groups[at].split();
        groups.splice(at..=at, parts);
    }
}

/// Returns the texts of the groups.
fn items(actions: &[String], limit: usize) -> Vec<String> {
    groups(actions, limit).into_iter().map(Group::text).collect()
}

/// Lays a sorted list of actions out in columns, as at most `limit` items.
pub(super) fn lines(actions: &[String], limit: usize) -> Vec<String> {
    let items = items(actions, limit);
    let widest = items.iter().map(|item| item.chars().count()).max().unwrap_or(0) + 2;
    let columns = (LINE_WIDTH / widest).max(1);
    let line = |items: &[String]| {
        let padded: Vec<String> = items.iter().map(|item| format!("{item:widest$}")).collect();
        padded.concat().trim_end().to_owned()
    };
    items.chunks(columns).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(texts: &[&str]) -> Vec<String> {
        texts.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn short_lists_are_shown_in_full() {
        let actions = list(&["+S", "2-1>2-2", "end", "free S"]);
        assert_eq!(items(&actions, 10), actions);
        assert_eq!(lines(&actions, 10), ["+S       2-1>2-2  end      free S"]);
        assert!(lines(&[], 10).is_empty());
    }

    #[test]
    fn long_lists_are_grouped_by_how_they_begin() {
        let actions = list(&["end", "nuke 1-1", "nuke 2-1", "nuke 2-1 3-5", "nuke 2-3", "roll"]);
        assert_eq!(items(&actions, 3), ["end", "nuke … (4)", "roll"]);
        assert_eq!(items(&actions, 4), ["end", "nuke 1-1", "nuke 2-… (3)", "roll"]);
        assert_eq!(items(&actions, 1), ["… (6)"]);
        assert_eq!(items(&list(&["é1", "é2"]), 1), ["é… (2)"]);
    }

    #[test]
    fn groups_lose_nothing() {
        let mut actions: Vec<String> =
            (0..500).map(|n| format!("{}x{}", ["S", "Md", "L"][n % 3], n * 7919 % 1000)).collect();
        actions.sort_unstable();
        actions.dedup();
        for limit in [1, 5, 40, 1000] {
            let shown = items(&actions, limit);
            let count: usize = shown
                .iter()
                .map(|item| match item.split_once("… (") {
                    Some((_, rest)) => rest.trim_end_matches(')').parse().unwrap(),
                    None => 1,
                })
                .sum();
            assert!(shown.len() <= limit);
            assert_eq!(count, actions.len());
        }
    }
}
