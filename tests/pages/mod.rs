//! README and the pages of the book, taken apart.
#![allow(dead_code, reason = "no test program needs everything")]

use std::fs;
use std::path::{Path, PathBuf};

/// A page in Markdown.
pub(crate) struct Page {
    /// Its path within the project.
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

/// The folder of the project.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the paths of all files below a folder, within the project.
pub(crate) fn files(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root().join(&folder)).unwrap() {
            let path = folder.join(entry.unwrap().file_name());
            if root().join(&path).is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}

/// Returns README, the guide for contributors, and every page of the book.
pub(crate) fn all() -> Vec<Page> {
    let is_page = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "md");
    let first = ["README.md", ".github/CONTRIBUTING.md"].map(PathBuf::from);
    let paths = first.into_iter().chain(files("docs").into_iter().filter(is_page));
    paths.map(|path| Page { text: fs::read_to_string(root().join(&path)).unwrap(), path }).collect()
}

impl Page {
    /// Returns the folder of the page within the project.
    pub(crate) fn folder(&self) -> &Path {
        self.path.parent().unwrap()
    }

    /// Returns the lines outside of blocks of code, and those inside with the language of their block.
    fn split(&self) -> (Vec<&str>, Vec<(&str, &str)>) {
        let (mut prose, mut code, mut within) = (Vec::new(), Vec::new(), None);
        for line in self.text.lines() {
            match (line.trim_start().strip_prefix("```"), within) {
                (Some(language), None) => within = Some(language),
                (Some(_), Some(_)) => within = None,
                (None, Some(language)) => code.push((language, line)),
                (None, None) => prose.push(line),
            }
        }
        (prose, code)
    }

    /// Returns everything but the blocks of code.
    pub(crate) fn prose(&self) -> String {
        self.split().0.join("\n")
    }

    /// Returns what stands between backticks in a line.
    pub(crate) fn spans(&self) -> Vec<String> {
        let prose = self.prose();
        let in_line = |line: &str| line.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
        prose.lines().flat_map(in_line).collect()
    }

    /// Returns the command lines in blocks, without comments, and each as one line.
    pub(crate) fn commands(&self) -> Vec<String> {
        let shells = ["sh", "powershell"];
        let mut commands: Vec<String> = Vec::new();
        let mut goes_on = false;
        for (_, line) in self.split().1.into_iter().filter(|(language, _)| shells.contains(language)) {
            let line = line.split(" # ").next().unwrap();
            let words: Vec<&str> = line.trim_end_matches('\\').split_whitespace().collect();
            let words = words.join(" ");
            match commands.last_mut() {
                Some(last) if goes_on => *last += &format!(" {words}"),
                _ => commands.push(words),
            }
            goes_on = line.ends_with('\\');
        }
        commands.retain(|command| !command.is_empty());
        commands
    }

    /// Returns the targets of links and pictures.
    pub(crate) fn links(&self) -> Vec<String> {
        let prose = self.prose();
        // A link that is shown as code is none.
        let outside: Vec<String> =
            prose.lines().map(|line| line.split('`').step_by(2).collect::<Vec<_>>().join("`")).collect();
        let outside = outside.join("\n");
        let targets = outside.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        targets.map(str::to_owned).collect()
    }

    /// Returns the anchors of the headings, as GitHub and mdBook make them.
    pub(crate) fn anchors(&self) -> Vec<String> {
        let prose = self.prose();
        let headings = prose.lines().filter(|line| line.starts_with('#'));
        headings.map(|line| anchor(line.trim_start_matches('#').trim())).collect()
    }
}

fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}
