//! Every warning and every error in the log of a running bot is explained in `docs/operations.md`.

use std::collections::BTreeSet;
use std::path::Path;

use syn::visit::Visit;

/// The crates whose log an operator reads.
const CRATES: [&str; 3] = ["cli", "bot", "engine"];

/// Collects the messages of `tracing::warn!` and `tracing::error!`.
#[derive(Default)]
struct Messages(BTreeSet<String>);

impl<'ast> Visit<'ast> for Messages {
    fn visit_macro(&mut self, found: &'ast syn::Macro) {
        let path: Vec<String> = found.path.segments.iter().map(|part| part.ident.to_string()).collect();
        if path == ["tracing", "warn"] || path == ["tracing", "error"] {
            // The message is the last literal; fields come before it.
            let words = found.tokens.clone().into_iter().map(|token| token.to_string());
            let message = words.filter(|word| word.starts_with('"')).last().expect("a message without words");
            self.0.insert(message.trim_matches('"').to_owned());
        }
    }

    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if module.ident != "tests" {
            syn::visit::visit_item_mod(self, module);
        }
    }
}

fn read(path: &Path, messages: &mut Messages) {
    if path.is_dir() {
        for entry in std::fs::read_dir(path).unwrap() {
            read(&entry.unwrap().path(), messages);
        }
    } else if path.extension().is_some_and(|ending| ending == "rs") {
        messages.visit_file(&syn::parse_file(&std::fs::read_to_string(path).unwrap()).unwrap());
    }
}

#[test]
fn every_warning_and_every_error_is_explained_to_operators() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut messages = Messages::default();
    for name in CRATES {
        read(&root.join("src").join(name), &mut messages);
    }
    assert!(messages.0.len() > 30, "{:?}", messages.0);
    let guide = std::fs::read_to_string(root.join("docs/operations.md")).unwrap();
    let missing: Vec<&String> =
        messages.0.iter().filter(|line| !guide.contains(&format!("`{line}`"))).collect();
    assert!(missing.is_empty(), "not in docs/operations.md: {missing:#?}");
    // Nor is anything explained that is never logged.
    let lines = guide.split("\n## The log\n").nth(1).unwrap().split("\n## ").next().unwrap();
    let rows =
        lines.lines().filter(|line| line.starts_with("| `")).map(|line| line.split(" | ").next().unwrap());
    let explained = rows.flat_map(|row| row.split('`').skip(1).step_by(2)).map(str::to_owned);
    let gone: Vec<String> = explained.filter(|line| !messages.0.contains(line)).collect();
    assert!(gone.is_empty(), "never logged: {gone:?}");
}
