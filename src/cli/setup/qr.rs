//! A link as a picture for the camera of a phone.

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

/// Returns the picture in lines of a terminal, or `None` if the text is too long for one.
pub(super) fn picture(text: &str) -> Option<String> {
    let code = QrCode::new(text).ok()?;
    let picture = code.render::<Dense1x2>().build();
    // Black on white, whatever the colours of the terminal: not every camera reads the opposite.
    let lines = picture.lines().map(|line| format!("\x1b[30;107m{line}\x1b[0m"));
    Some(lines.collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_becomes_as_many_lines_as_fit_on_a_screen() {
        let link = "https://discord.com/oauth2/authorize?client_id=1234567890123456789&scope=bot+applications.commands&permissions=274878024704";
        let lines: Vec<String> = picture(link).unwrap().lines().map(str::to_owned).collect();
        let width = |line: &String| line.chars().count() - "\x1b[30;107m\x1b[0m".chars().count();
        assert!(lines.len() <= 32 && width(&lines[0]) <= 64, "{} × {}", lines.len(), width(&lines[0]));
        assert!(lines.iter().all(|line| width(line) == width(&lines[0])));
        assert_eq!(picture(&"x".repeat(3_000)), None);
    }
}
