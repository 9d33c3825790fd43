//! What people write in options is normalised before a command sees it: no command takes a plain `String`.

use syn::{Item, ItemFn};

use super::{modules, root};

fn is_command(function: &ItemFn) -> bool {
    let is_poise = |attr: &syn::Attribute| {
        let path: Vec<String> =
            attr.path().segments.iter().map(|segment| segment.ident.to_string()).collect();
        path == ["poise", "command"]
    };
    function.attrs.iter().any(is_poise)
}

/// Returns whether a type is, or contains, one with this name.
fn contains(found: &syn::Type, name: &str) -> bool {
    let syn::Type::Path(path) = found else { return false };
    path.path.segments.iter().any(|segment| {
        let inner = match &segment.arguments {
            syn::PathArguments::AngleBracketed(inner) => inner.args.iter().collect(),
            _ => Vec::new(),
        };
        segment.ident == name
            || inner
                .iter()
                .any(|arg| matches!(arg, syn::GenericArgument::Type(inner) if contains(inner, name)))
    })
}

#[test]
fn no_command_takes_text_that_has_not_been_normalised() {
    let (mut commands, mut texts, mut wrong) = (0, 0, Vec::new());
    for (name, text) in modules::texts(&root().join("src/bot")) {
        let file = syn::parse_file(&text).unwrap();
        for item in file.items {
            let Item::Fn(function) = item else { continue };
            if !is_command(&function) {
                continue;
            }
            commands += 1;
            for input in &function.sig.inputs {
                let syn::FnArg::Typed(input) = input else { continue };
                texts += usize::from(contains(&input.ty, "Typed") || contains(&input.ty, "Prose"));
                if contains(&input.ty, "String") {
                    wrong.push(format!("{name}: {}", function.sig.ident));
                }
            }
        }
    }
    assert!(commands > 40 && texts > 10, "{commands} commands with {texts} texts have been found");
    assert!(wrong.is_empty(), "options that are read as they were typed:\n{}", wrong.join("\n"));
}
