//! The modules of a crate and which file uses which, read with a parser.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use syn::visit::Visit;
use syn::{Attribute, Item, UseTree};

/// The most imports and exports that a path is followed through.
const MAX_DEPTH: usize = 8;

/// The number of a file.
pub(crate) type File = usize;

/// A path as it is written, with the name that a `use` gives it.
#[derive(Debug, Clone)]
struct Used {
    path: Vec<String>,
    alias: Option<String>,
}

/// A file, with the paths that occur in it.
#[derive(Debug)]
struct Source {
    name: String,
    module: Vec<String>,
    uses: Vec<Used>,
    /// Paths in code, outside of `use`.
    inline: Vec<Vec<String>>,
}

/// All files of a crate.
#[derive(Debug, Default)]
pub(crate) struct Modules {
    files: Vec<Source>,
    by_module: BTreeMap<Vec<String>, File>,
    edges: BTreeSet<(File, File)>,
    foreign: BTreeSet<(File, Vec<String>)>,
}

/// What a path leads to.
enum Target {
    File(File),
    Foreign(Vec<String>),
    Unknown,
}

impl Modules {
    /// Reads the files below the folder of a crate's root.
    pub(crate) fn read(folder: &Path) -> Self {
        let texts = texts(folder);
        let texts: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (&name[..], &text[..])).collect();
        assert!(!texts.is_empty(), "{} is there to be checked", folder.display());
        Self::from_texts(&texts)
    }

    /// Reads files from their names and texts.
    pub(crate) fn from_texts(texts: &[(&str, &str)]) -> Self {
        let mut modules = Self::default();
        for (name, text) in texts {
            let parsed = syn::parse_file(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            let mut collector = Collector::default();
            collector.visit_file(&parsed);
            let module = module_of(name);
            // Beside a library, a program is only its user.
            modules.by_module.entry(module.clone()).or_insert(modules.files.len());
            let Collector { uses, inline } = collector;
            modules.files.push(Source { name: (*name).to_owned(), module, uses, inline });
        }
        for file in 0..modules.files.len() {
            let source = &modules.files[file];
            let paths = source.uses.iter().map(|used| used.path.clone()).chain(source.inline.iter().cloned());
            for path in paths.collect::<Vec<_>>() {
                match modules.target(file, &path, 0) {
                    Target::File(to) if to != file => drop(modules.edges.insert((file, to))),
                    Target::Foreign(path) => drop(modules.foreign.insert((file, path))),
                    Target::File(_) | Target::Unknown => {}
                }
            }
        }
        modules
    }

    /// Returns the name of a file below its folder.
    pub(crate) fn name(&self, file: File) -> &str {
        &self.files[file].name
    }

    /// Returns whether a file is in a room: a folder, or a file without the extension.
    pub(crate) fn is_in(&self, file: File, room: &str) -> bool {
        let module = &self.files[file].module;
        room.split('/').enumerate().all(|(i, part)| module.get(i).is_some_and(|name| name == part))
    }

    /// Returns all files.
    pub(crate) fn files(&self) -> impl Iterator<Item = File> + use<> {
        0..self.files.len()
    }

    /// Returns which file uses which.
    pub(crate) fn edges(&self) -> impl Iterator<Item = (File, File)> + '_ {
        self.edges.iter().copied()
    }

    /// Returns the paths into other crates, with the file that uses each.
    pub(crate) fn foreign(&self) -> impl Iterator<Item = (File, &[String])> {
        self.foreign.iter().map(|(file, path)| (*file, &path[..]))
    }

    /// Returns the sets of files that use each other, directly or indirectly.
    pub(crate) fn circles(&self) -> Vec<Vec<File>> {
        let reach: Vec<BTreeSet<File>> = (0..self.files.len()).map(|file| self.reachable(file)).collect();
        let mut seen = BTreeSet::new();
        let mut circles = Vec::new();
        for file in 0..self.files.len() {
            if !reach[file].contains(&file) || seen.contains(&file) {
                continue;
            }
            let circle: Vec<File> =
                reach[file].iter().copied().filter(|other| reach[*other].contains(&file)).collect();
            seen.extend(circle.iter().copied());
            circles.push(circle);
        }
        circles
    }

    /// Returns the files that a file uses, directly or indirectly.
    fn reachable(&self, from: File) -> BTreeSet<File> {
        let mut found = BTreeSet::new();
        let mut open = vec![from];
        while let Some(file) = open.pop() {
            for (_, to) in self.edges.range((file, 0)..(file + 1, 0)) {
                if found.insert(*to) {
                    open.push(*to);
                }
            }
        }
        found
    }

    /// Follows a path that occurs in a file.
    fn target(&self, file: File, path: &[String], depth: usize) -> Target {
        let mut module = self.files[file].module.clone();
        let mut rest = path;
        let mut is_local = false;
        while let Some((first, others)) = rest.split_first() {
            match first.as_str() {
                "crate" => module.clear(),
                "self" => {}
                "super" => drop(module.pop()),
                _ => break,
            }
            (rest, is_local) = (others, true);
        }
        let Some(first) = rest.first() else {
            return self.by_module.get(&module).map_or(Target::Unknown, |file| Target::File(*file));
        };
        let child = [&module[..], std::slice::from_ref(first)].concat();
        if !is_local && !self.by_module.contains_key(&child) {
            // Another crate, unless it means something that was imported.
            let imported = self.files[file].uses.iter().find(|used| used.alias.as_ref() == Some(first));
            return match imported {
                Some(used) if rest.len() > 1 && depth < MAX_DEPTH => {
                    let whole = [&used.path[..], &rest[1..]].concat();
                    self.target(file, &whole, depth + 1)
                }
                _ if first.starts_with(char::is_lowercase) => Target::Foreign(path.to_vec()),
                _ => Target::Unknown,
            };
        }
        self.descend(module, rest, depth)
    }

    /// Follows a path from a module on, through the imports and exports of modules.
    fn descend(&self, mut module: Vec<String>, mut rest: &[String], depth: usize) -> Target {
        while let Some((first, others)) = rest.split_first() {
            let child = [&module[..], std::slice::from_ref(first)].concat();
            if self.by_module.contains_key(&child) {
                (module, rest) = (child, others);
                continue;
            }
            let Some(&file) = self.by_module.get(&module) else { return Target::Unknown };
            if depth < MAX_DEPTH {
                for used in &self.files[file].uses {
                    if used.alias.as_ref() == Some(first) {
                        return self.target(file, &used.path, depth + 1);
                    }
                }
            }
            return Target::File(file);
        }
        self.by_module.get(&module).map_or(Target::Unknown, |file| Target::File(*file))
    }
}

/// Returns the names and texts of the files below a folder.
pub(crate) fn texts(folder: &Path) -> Vec<(String, String)> {
    let mut texts = Vec::new();
    collect(folder, folder, &mut texts);
    texts
}

/// Collects the names and texts of the files below a folder, without tests and without other crates.
fn collect(root: &Path, folder: &Path, texts: &mut Vec<(String, String)>) {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        let is_tests =
            path.file_stem().is_some_and(|name| ["tests", "cases"].iter().any(|tests| name == *tests));
        if is_tests {
            continue;
        }
        if path.join("Cargo.toml").exists() {
            continue;
        }
        if path.is_dir() {
            collect(root, &path, texts);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
            texts.push((name, fs::read_to_string(&path).unwrap()));
        }
    }
}

/// Returns the module of a file: `a/b.rs` and `a/b/mod.rs` are `a::b`.
fn module_of(name: &str) -> Vec<String> {
    let mut module: Vec<String> = name.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if module.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
        module.pop();
    }
    module
}

/// Collects the paths of a file outside of its tests.
#[derive(Default)]
struct Collector {
    uses: Vec<Used>,
    inline: Vec<Vec<String>>,
}

/// Returns whether an item is only compiled for tests.
fn is_test(attributes: &[Attribute]) -> bool {
    let is_test = |attribute: &Attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|argument| argument == "test")
    };
    attributes.iter().any(is_test)
}

impl Collector {
    /// Collects the paths of a `use`, each with the name that it gives.
    fn tree(&mut self, before: &[String], tree: &UseTree) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.tree(&with(&path.ident), &path.tree),
            UseTree::Name(name) if name.ident == "self" => self.used(before.to_vec(), None),
            UseTree::Name(name) => self.used(with(&name.ident), None),
            UseTree::Rename(rename) => self.used(with(&rename.ident), Some(rename.rename.to_string())),
            UseTree::Glob(_) => self.uses.push(Used { path: before.to_vec(), alias: None }),
            UseTree::Group(group) => group.items.iter().for_each(|item| self.tree(before, item)),
        }
    }

    fn used(&mut self, path: Vec<String>, alias: Option<String>) {
        let alias = alias.or_else(|| path.last().cloned());
        self.uses.push(Used { path, alias });
    }
}

impl<'ast> Visit<'ast> for Collector {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Mod(item) => &item.attrs,
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            _ => return syn::visit::visit_item(self, item),
        };
        if is_test(attributes) {
            return;
        }
        match item {
            Item::Use(item) => self.tree(&[], &item.tree),
            _ => syn::visit::visit_item(self, item),
        }
    }

    // `pub(in crate::a)` says who may use an item, not what the item uses.
    fn visit_vis_restricted(&mut self, _: &'ast syn::VisRestricted) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if segments.len() > 1 && segments[0].starts_with(char::is_lowercase) {
            self.inline.push(segments);
        }
        syn::visit::visit_path(self, path);
    }
}
