//! The sentences about the standings.

use super::pieces::{MAX_MEMBERS_LISTED, episode_named, frozen, list, number, title};
use crate::ui::escape;
use crate::ui::words::small;
use trigon_engine::season::{Season, Standings, StandingsLine};

pub(in crate::season) fn standings(season: &Season, standings: &Standings) -> String {
    let mut text = format!("{} · standings {}", title(season), as_of(season, standings));
    if let Some(since) = &standings.frozen {
        text += &format!("\n{}", frozen(season, since));
    }
    if standings.lines.is_empty() {
        return format!("{text}\nNobody is in the cast yet: the hosts write it with `/season cast`.");
    }
    let labels: Vec<String> = standings.counters.iter().map(|it| escape::name(&it.label)).collect();
    text += &format!("\n{}", small(&labels.join(" · ")));
    let line = |line: &StandingsLine| {
        let amounts: Vec<String> = line.amounts.iter().map(|amount| number(*amount)).collect();
        let remark = line.remark();
        let remark = if remark.is_empty() { remark } else { format!(" – {}", escape::text(&remark)) };
        format!("**{}** {}{remark}", escape::name(&line.name), amounts.join(" · "))
    };
    let mut lines: Vec<String> = standings.lines.iter().take(MAX_MEMBERS_LISTED).map(line).collect();
    let more = standings.lines.len() - lines.len();
    if more > 0 {
        lines.push(small(&format!("and {more} more, all of them in `/season export`")));
    }
    format!("{text}\n{}", list(lines))
}

fn as_of(season: &Season, standings: &Standings) -> String {
    match (&standings.episode, &standings.frozen) {
        (_, Some(frozen)) => format!("before {}", episode_named(season, frozen.episode)),
        (Some((number, _)), None) => format!("after {}", episode_named(season, *number)),
        (None, None) => "before the first episode".to_owned(),
    }
}
