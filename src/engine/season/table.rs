//! The standings of a season as a table, in columns of text and as CSV; and the entries of its book as CSV.

use std::fmt::Display;

use super::file::{FileEntry, SeasonFile};
use super::model::member::MemberStatus;
use super::model::numbers::EpisodeNumber;
use super::views::{Standings, StandingsLine};

impl Standings {
    /// Returns what the standings are as of: an episode, or the beginning.
    pub fn as_of(&self) -> String {
        match (&self.episode, &self.frozen) {
            (_, Some(frozen)) => format!("before episode {}: {}", frozen.episode, frozen.title),
            (Some((number, title)), None) => format!("after episode {number}: {title}"),
            (None, None) => "before the first episode".to_owned(),
        }
    }

    /// Returns the table: a header, then a row for each member, with the name, the amounts and the status.
    pub fn table(&self) -> Vec<Vec<String>> {
        let header = std::iter::once("Name".to_owned())
            .chain(self.counters.iter().map(|it| it.label.clone()))
            .chain(std::iter::once("Status".to_owned()));
        let row = |line: &StandingsLine| {
            let amounts = line.amounts.iter().map(i64::to_string);
            std::iter::once(line.name.clone()).chain(amounts).chain([line.remark()]).collect()
        };
        std::iter::once(header.collect()).chain(self.lines.iter().map(row)).collect()
    }

    /// Returns the standings in lines of text, in columns.
    pub fn text(&self) -> String {
        let table = self.table();
        let columns = table.first().map_or(0, Vec::len);
        let width = |column: usize| {
            table.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let mut text = format!("{}, {}\n\n", self.title, self.as_of());
        for row in &table {
            let cells = row.iter().zip(&widths).enumerate().map(|(i, (cell, &width))| {
                let space = " ".repeat(width.saturating_sub(cell.chars().count()));
                // Numbers are aligned at their end.
                if i == 0 || i + 1 == columns { format!("{cell}{space}") } else { format!("{space}{cell}") }
            });
            text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
            text.push('\n');
        }
        text
    }

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
            let first = [line.member.to_string(), line.name.clone(), status.to_owned(), cell(line.out_in)];
            first.into_iter().chain(line.amounts.iter().map(i64::to_string)).collect()
        };
        csv(std::iter::once(header.collect()).chain(self.lines.iter().map(row)))
    }
}

impl StandingsLine {
    /// Returns whether the member plays.
    pub fn is_in(&self) -> bool {
        self.status == MemberStatus::In
    }

    /// Returns what there is to say beside the name: the marks of the last episode, or that the member does not play.
    pub fn remark(&self) -> String {
        let out = |episode: Option<EpisodeNumber>| {
            episode.map_or("out".to_owned(), |episode| format!("out since episode {episode}"))
        };
        match self.status {
            MemberStatus::In => self.marks.join(", "),
            MemberStatus::Out => out(self.out_in),
            MemberStatus::Left => "has left".to_owned(),
            MemberStatus::Alternate => "alternate".to_owned(),
        }
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
                cell(name.map(|member| &member.name)),
                cell(it.counter.as_ref()),
                cell(it.delta),
                cell(it.mark.as_ref()),
                cell(it.reason.as_ref()),
                it.by.clone(),
                it.source.kind.to_string(),
                it.source.key.clone(),
                cell(it.episode),
                cell(it.reverses),
            ]
        };
        let header = header.map(str::to_owned).to_vec();
        csv(std::iter::once(header).chain(self.entries.iter().map(row)))
    }
}

/// Writes rows as CSV, with quotation marks where they are needed.
fn csv(rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
    for row in rows {
        // Nothing can go wrong in memory with rows of the same length.
        let _ = writer.write_record(&row);
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

/// Returns the text of a cell, which is empty without a value.
fn cell(value: Option<impl Display>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}
