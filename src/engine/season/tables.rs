//! Standings and entries as tables in CSV.

use std::fmt::Display;

use super::file::{FileEntry, SeasonFile};
use super::model::member::MemberStatus;
use super::views::{Standings, StandingsLine};

/// Writes rows, with quotation marks where they are needed.
fn csv(rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
    for row in rows {
        // Nothing can go wrong in memory with rows of the same length.
        let _ = writer.write_record(&row);
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

fn some(value: Option<impl Display>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

impl Standings {
    /// Returns the standings as CSV: a header with the keys of the counters, then a line for each member.
    pub fn csv(&self) -> String {
        let keys = self.counters.iter().map(|it| it.key.clone());
        let header = ["member", "name", "status", "out_in"].map(str::to_owned).into_iter().chain(keys);
        let row = |line: &StandingsLine| {
            let status = match line.status {
                MemberStatus::In => "in",
                MemberStatus::Out => "out",
                MemberStatus::Left => "left",
                MemberStatus::Alternate => "alternate",
            };
            let first = [line.member.to_string(), line.name.clone(), status.to_owned(), some(line.out_in)];
            first.into_iter().chain(line.amounts.iter().map(i64::to_string)).collect()
        };
        csv(std::iter::once(header.collect()).chain(self.lines.iter().map(row)))
    }
}

impl SeasonFile {
    /// Returns the entries as CSV: a header, then a line for each entry.
    pub fn entries_csv(&self) -> String {
        let header = [
            "seq", "at", "member", "name", "counter", "delta", "mark", "reason", "by", "source", "key",
            "episode", "reverses",
        ];
        let row = |it: &FileEntry| {
            let name = self.cast.iter().find(|member| member.member == it.member);
            vec![
                it.seq.to_string(),
                it.at.to_rfc3339_opts(chrono::SecondsFormat::AutoSi, true),
                it.member.to_string(),
                some(name.map(|member| &member.name)),
                some(it.counter.as_ref()),
                some(it.delta),
                some(it.mark.as_ref()),
                some(it.reason.as_ref()),
                it.by.clone(),
                it.source.kind.to_string(),
                it.source.key.clone(),
                some(it.episode),
                some(it.reverses),
            ]
        };
        let header = header.map(str::to_owned).to_vec();
        csv(std::iter::once(header).chain(self.entries.iter().map(row)))
    }
}
