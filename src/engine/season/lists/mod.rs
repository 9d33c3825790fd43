//! Reading the results and the casts that people write: lines, CSV and JSON. What cannot be read is a [`ListProblem`].

pub(crate) mod problem;

use std::collections::BTreeMap;

use self::problem::ListProblem;
use super::command::{Newcomer, ResultLine};
use super::model::counter::Counter;
use super::model::{MAX_AMOUNT, Season};
use crate::season::checks::{MAX_NAME_CHARS, MAX_REASON_CHARS, checked_key, checked_text};
use crate::season::model::book::KNOWN_MARKS;
use crate::season::model::numbers::MemberNumber;
use trigon_rules::text::{Quoted, typed};

/// The largest number of problems that are named.
const MAX_PROBLEMS_NAMED: usize = 5;

/// How a list is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListFormat {
    /// A line for each member: `Ann: +3 garnets, token`.
    Lines,
    /// A table with a header: `name,garnets,marks,rank,reason`.
    Csv,
    /// A list of objects: `{"name": "Ann", "garnets": 3, "marks": ["token"]}`.
    Json,
}

impl ListFormat {
    /// Returns how a text is written, by how it begins.
    pub fn of(text: &str) -> Self {
        let first = text.trim_start_matches('\u{feff}').lines().find(|line| !line.trim().is_empty());
        let first = first.unwrap_or_default().trim();
        if first.starts_with(['[', '{']) {
            Self::Json
        } else if !first.contains(':') && header_columns(first).is_some() {
            Self::Csv
        } else {
            Self::Lines
        }
    }
}

/// Reads the results of an episode, one line for each member.
///
/// # Errors
/// Returns everything that is wrong, or its beginning if it is much. Then nothing was read.
pub fn read_results(
    season: &Season,
    list: &str,
    format: ListFormat,
) -> Result<Vec<ResultLine>, Vec<ListProblem>> {
    let list = list.trim_start_matches('\u{feff}');
    let mut problems = Vec::new();
    let raws = match format {
        ListFormat::Lines => read_lines(season, list, &mut problems),
        ListFormat::Csv => read_csv(season, list, &mut problems),
        ListFormat::Json => read_json(season, list, &mut problems),
    };
    let (mut lines, mut seen) = (Vec::new(), BTreeMap::<MemberNumber, usize>::new());
    let mut members = BTreeMap::new();
    for member in &season.cast {
        members.insert(trigon_rules::text::key(&member.name), member);
    }
    for raw in raws {
        let Some(member) = members.get(&trigon_rules::text::key(&raw.name)) else {
            problems.push(ListProblem::Unknown { line: raw.line, found: Quoted::new(&raw.name) });
            continue;
        };
        if let Some(first) = seen.insert(member.number, raw.line) {
            let (name, line) = (member.name.clone(), raw.line);
            problems.push(ListProblem::Twice { name, first, line });
            continue;
        }
        let RawLine { amounts, marks, rank, reason, .. } = raw;
        lines.push(ResultLine { member: member.number, deltas: amounts, marks, rank, reason });
    }
    if lines.is_empty() && problems.is_empty() {
        problems.push(ListProblem::Empty);
    }
    if problems.is_empty() { Ok(lines) } else { Err(shortened(problems)) }
}

/// Reads the names of a cast, one on each line. A line that ends with `(alternate)` is one. Who these people are, the list
/// does not say.
///
/// # Errors
/// Returns everything that is wrong, or its beginning if it is much. Then nothing was read.
pub fn read_cast(list: &str) -> Result<Vec<Newcomer>, Vec<ListProblem>> {
    let (mut newcomers, mut problems) = (Vec::new(), Vec::new());
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let lines = (1..).zip(list.trim_start_matches('\u{feff}').lines());
    for (line, content) in lines.filter(|(_, content)| !content.trim().is_empty()) {
        let plain = content.trim();
        let alternate = plain.strip_suffix("(alternate)").map(str::trim);
        match checked_text("A name", alternate.unwrap_or(plain), MAX_NAME_CHARS) {
            Ok(name) => {
                if let Some(first) = seen.insert(trigon_rules::text::key(&name), line) {
                    problems.push(ListProblem::Twice { name, first, line });
                    continue;
                }
                newcomers.push(Newcomer { user: None, name, is_alternate: alternate.is_some() });
            }
            Err(error) => problems.push(ListProblem::Text { line, sentence: error.to_string() }),
        }
    }
    if newcomers.is_empty() && problems.is_empty() {
        problems.push(ListProblem::Empty);
    }
    if problems.is_empty() { Ok(newcomers) } else { Err(shortened(problems)) }
}

impl Season {
    /// Returns a form for the results of an episode: a line for each member who plays, to be filled in.
    pub fn form(&self) -> String {
        self.players().map(|member| format!("{}: ", member.name)).collect::<Vec<_>>().join("\n")
    }
}

/// Returns the columns of a header, if there is one with names.
fn header_columns(header: &str) -> Option<Vec<String>> {
    let columns: Vec<String> = header.split([',', ';']).map(|it| typed(it).to_lowercase()).collect();
    columns.iter().any(|it| it == "name").then_some(columns)
}

/// Names only the first problems, and says how many more there are.
fn shortened(mut problems: Vec<ListProblem>) -> Vec<ListProblem> {
    let more = problems.len().saturating_sub(MAX_PROBLEMS_NAMED);
    problems.truncate(MAX_PROBLEMS_NAMED);
    problems.extend((more > 0).then_some(ListProblem::More(more)));
    problems
}

/// Returns the counter that people call by a name: its key, its label, or its label without the s of several.
fn counter_called<'a>(season: &'a Season, name: &str) -> Option<&'a Counter> {
    let name = trigon_rules::text::key(name);
    let is_it = |known: &&Counter| {
        let label = trigon_rules::text::key(&known.label);
        // One of something has no s at its end.
        known.key == name || label == name || label.strip_suffix('s') == Some(&name)
    };
    season.counters.iter().find(is_it)
}

/// Reads an amount: `+3`, `-2`, `3`, with the dashes of phones.
fn read_amount(text: &str) -> Option<i64> {
    let text = typed(text);
    let digits = text.strip_prefix('+').unwrap_or(&text);
    if text.starts_with('+') && digits.starts_with(['+', '-']) {
        return None;
    }
    digits.parse().ok().filter(|amount| (-MAX_AMOUNT..=MAX_AMOUNT).contains(amount))
}

/// Reads lines such as `Ann: +3 garnets, token (won it)`.
fn read_lines(season: &Season, list: &str, problems: &mut Vec<ListProblem>) -> Vec<RawLine> {
    let mut raws = Vec::new();
    for (line, content) in (1..).zip(list.lines()).filter(|(_, content)| !content.trim().is_empty()) {
        let Some((name, parts)) = content.split_once([':', '：']) else {
            problems.push(ListProblem::NoName(line));
            continue;
        };
        if name.trim().is_empty() {
            problems.push(ListProblem::NoName(line));
            continue;
        }
        let mut raw = RawLine { line, name: name.trim().to_owned(), ..RawLine::default() };
        // Whatever comes in brackets at the end is the reason.
        let (parts, reason) = match parts.trim().strip_suffix(')').and_then(|parts| parts.split_once('(')) {
            Some((parts, reason)) => (parts, Some(reason)),
            None => (parts, None),
        };
        raw.set_reason(reason, problems);
        for part in parts.split([',', ';']).map(str::trim).filter(|part| !matches!(*part, "" | "-" | "–")) {
            raw.add_part(season, part, problems);
        }
        raws.push(raw);
    }
    raws
}

/// A line before its name is looked up.
#[derive(Default)]
struct RawLine {
    line: usize,
    name: String,
    amounts: Vec<(String, i64)>,
    marks: Vec<String>,
    rank: Option<u32>,
    reason: Option<String>,
}

impl RawLine {
    /// Reads a part of a line: an amount with its counter, a rank, or a mark.
    fn add_part(&mut self, season: &Season, part: &str, problems: &mut Vec<ListProblem>) {
        let line = self.line;
        let plain = typed(part);
        let sign_end = plain.find(|c: char| !matches!(c, '+' | '-')).unwrap_or(plain.len());
        let digits_end = plain[sign_end..].find(|c: char| !c.is_ascii_digit()).map(|at| at + sign_end);
        let (number, word) = plain.split_at(digits_end.unwrap_or(plain.len()));
        if !number.is_empty() {
            match (read_amount(number), counter_called(season, word.trim())) {
                (None, _) => problems.push(ListProblem::Amount { line, found: Quoted::new(number) }),
                (_, None) => problems.push(unknown_part(season, line, part)),
                (Some(amount), Some(counter)) => self.add_amount(counter, amount, problems),
            }
            return;
        }
        let lower = plain.to_lowercase();
        if let Some(rank) = lower.strip_prefix("rank ").or(lower.strip_prefix("place ")) {
            self.set_rank(rank, problems);
        } else if let Some(mark) = lower.strip_prefix("mark ") {
            self.add_mark(mark, problems);
        } else if KNOWN_MARKS.contains(&lower.as_str()) {
            self.add_mark(&lower, problems);
        } else {
            problems.push(unknown_part(season, line, part));
        }
    }

    fn add_amount(&mut self, counter: &Counter, amount: i64, problems: &mut Vec<ListProblem>) {
        let (line, counter, label) = (self.line, counter.key.clone(), counter.label.clone());
        if self.amounts.iter().any(|(known, _)| *known == counter) {
            problems.push(ListProblem::CounterTwice { line, counter: label });
        } else if amount != 0 {
            self.amounts.push((counter, amount));
        }
    }

    fn add_mark(&mut self, mark: &str, problems: &mut Vec<ListProblem>) {
        match checked_key("A mark", &mark.trim().to_lowercase()) {
            Ok(mark) if self.marks.contains(&mark) => {}
            Ok(mark) => self.marks.push(mark),
            Err(error) => {
                problems.push(ListProblem::Text { line: self.line, sentence: error.to_string() });
            }
        }
    }

    fn set_rank(&mut self, text: &str, problems: &mut Vec<ListProblem>) {
        match typed(text).parse().ok().filter(|rank| *rank > 0) {
            Some(rank) => self.rank = Some(rank),
            None => problems.push(ListProblem::Rank { line: self.line, found: Quoted::new(text) }),
        }
    }

    fn set_reason(&mut self, reason: Option<&str>, problems: &mut Vec<ListProblem>) {
        let reason = reason.map(str::trim).filter(|reason| !reason.is_empty());
        match reason.map(|reason| checked_text("A reason", reason, MAX_REASON_CHARS)).transpose() {
            Ok(reason) => self.reason = reason,
            Err(error) => {
                problems.push(ListProblem::Text { line: self.line, sentence: error.to_string() });
            }
        }
    }

    /// Reads a cell of a table, or a value of an object.
    fn add_cell(&mut self, column: &Column, cell: &str, problems: &mut Vec<ListProblem>) {
        let cell = cell.trim();
        match column {
            _ if cell.is_empty() => {}
            Column::Name => cell.clone_into(&mut self.name),
            Column::Counter(counter) => match read_amount(cell) {
                Some(amount) => self.add_amount(counter, amount, problems),
                None => problems.push(ListProblem::Amount { line: self.line, found: Quoted::new(cell) }),
            },
            Column::Marks => {
                for mark in cell.split([' ', ',', ';']).filter(|mark| !mark.is_empty()) {
                    self.add_mark(mark, problems);
                }
            }
            Column::Rank => self.set_rank(cell, problems),
            Column::Reason => self.set_reason(Some(cell), problems),
        }
    }
}

/// Says that a part of a line is nothing that can be read, with a counter of the season as an example.
fn unknown_part(season: &Season, line: usize, part: &str) -> ListProblem {
    let counter = season.counters.first().map_or("garnets".to_owned(), |it| it.label.to_lowercase());
    ListProblem::Part { line, found: Quoted::new(part), counter }
}

/// What a column of a table, or a value of an object, is for.
enum Column {
    Name,
    Counter(Counter),
    Marks,
    Rank,
    Reason,
}

impl Column {
    fn of(season: &Season, name: &str) -> Result<Self, ListProblem> {
        match typed(name).to_lowercase().as_str() {
            "name" | "member" => Ok(Self::Name),
            "marks" | "mark" => Ok(Self::Marks),
            "rank" | "place" => Ok(Self::Rank),
            "reason" => Ok(Self::Reason),
            other => counter_called(season, other).cloned().map(Self::Counter).ok_or_else(|| {
                let counters = season.counters.iter().map(|it| it.key.clone());
                let known = std::iter::once("name".to_owned()).chain(counters);
                let known: Vec<String> =
                    known.chain(["marks", "rank", "reason"].map(str::to_owned)).collect();
                let known = trigon_rules::games::phrase::all_of(&known);
                ListProblem::Column { found: Quoted::new(name), known }
            }),
        }
    }
}

/// Reads a table whose first line names the columns.
fn read_csv(season: &Season, list: &str, problems: &mut Vec<ListProblem>) -> Vec<RawLine> {
    let header = list.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let delimiter = if header.contains(';') && !header.contains(',') { b';' } else { b',' };
    let mut reader =
        csv::ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(list.as_bytes());
    let columns = match reader.headers() {
        Ok(header) => header.iter().map(|name| Column::of(season, name)).collect::<Vec<_>>(),
        Err(error) => {
            problems.push(ListProblem::Unreadable(error.to_string()));
            return Vec::new();
        }
    };
    let columns: Vec<Column> =
        columns.into_iter().filter_map(|column| column.map_err(|it| problems.push(it)).ok()).collect();
    if !problems.is_empty() {
        return Vec::new();
    }
    let mut raws = Vec::new();
    for record in reader.records() {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                problems.push(ListProblem::Unreadable(error.to_string()));
                return Vec::new();
            }
        };
        let line = record.position().map_or(0, |at| at.line() as usize);
        let mut raw = RawLine { line, ..RawLine::default() };
        for (column, cell) in columns.iter().zip(&record) {
            raw.add_cell(column, cell, problems);
        }
        if raw.name.is_empty() {
            problems.push(ListProblem::NoName(line));
        } else {
            raws.push(raw);
        }
    }
    raws
}

/// Reads a list of objects whose keys are those of the columns of a table.
fn read_json(season: &Season, list: &str, problems: &mut Vec<ListProblem>) -> Vec<RawLine> {
    type Object = serde_json::Map<String, serde_json::Value>;
    let objects: Vec<Object> = match serde_json::from_str(list) {
        Ok(objects) => objects,
        Err(error) => {
            problems.push(ListProblem::Unreadable(error.to_string()));
            return Vec::new();
        }
    };
    let mut raws = Vec::new();
    for (line, object) in (1..).zip(objects) {
        let mut raw = RawLine { line, ..RawLine::default() };
        for (name, value) in object {
            let column = match Column::of(season, &name) {
                Ok(column) => column,
                Err(problem) => {
                    problems.push(problem);
                    continue;
                }
            };
            let cell = match value {
                serde_json::Value::Null => String::new(),
                serde_json::Value::String(cell) => cell,
                serde_json::Value::Array(cells) => {
                    let cells =
                        cells.iter().map(|cell| cell.as_str().map_or(cell.to_string(), str::to_owned));
                    cells.collect::<Vec<_>>().join(" ")
                }
                other => other.to_string(),
            };
            raw.add_cell(&column, &cell, problems);
        }
        if raw.name.is_empty() {
            problems.push(ListProblem::NoName(line));
        } else {
            raws.push(raw);
        }
    }
    raws
}
