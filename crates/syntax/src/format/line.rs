//! Writes values on one line, quoted if necessary. The result reads back as the same value in its
//! place.

use super::shape::{Form, Layout, Shape};

/// Number of columns of `text`.
pub(super) fn width(text: &str) -> usize {
    text.chars().count()
}

/// Writes `shape` on one line, for a place in a block or in brackets.
pub(super) fn one_line(text: &str, shape: &Shape, place: Layout) -> String {
    let raw = &text[shape.at.clone()];
    let inside = |shape: &Shape| one_line(text, shape, Layout::Brackets);
    let written = match &shape.form {
        Form::Empty => String::new(),
        Form::Quoted(value) if plain_will_do(value, place) => value.clone(),
        Form::Plain(_) | Form::Quoted(_) | Form::Alias if !raw.contains('\n') => raw.to_owned(),
        Form::Plain(value) if plain_will_do(value, place) => value.clone(),
        Form::Plain(value) | Form::Quoted(value) => escaped(value),
        // An alias is always on one line, so only block texts are left. They do not fit on one line
        // and do not occur in brackets.
        Form::Block | Form::Alias => raw.to_owned(),
        Form::Sequence(_, items) => {
            format!("[{}]", items.iter().map(inside).collect::<Vec<_>>().join(", "))
        }
        Form::Mapping(_, entries) => {
            let entry = |(key, value): &(Shape, Shape)| match &value.form {
                // In brackets, a word without a colon may stand in place of a key. It gets no colon
                // here either.
                Form::Empty if !text[key.at.end..].trim_start().starts_with(':') => inside(key),
                Form::Empty => format!("{}:", inside(key)),
                Form::Plain(_)
                | Form::Quoted(_)
                | Form::Block
                | Form::Alias
                | Form::Sequence(..)
                | Form::Mapping(..) => format!("{}: {}", inside(key), inside(value)),
            };
            format!("{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
    };
    match &shape.anchor {
        Some(anchor) => format!("{} {written}", &text[anchor.clone()]),
        None => written,
    }
}

/// True if every YAML reader reads the same text if `value` is written without quotes.
fn plain_will_do(value: &str, place: Layout) -> bool {
    const WORDS: [&str; 7] = ["true", "false", "null", "yes", "no", "on", "off"];
    let starts = value.starts_with(|c: char| c.is_ascii_alphabetic() || c == '+');
    let ends = !value.ends_with([' ', ':']);
    let brackets = place == Layout::Brackets && value.contains(['[', ']', '{', '}', ',']);
    let steers = value.contains(": ") || value.contains(" #") || value.contains(char::is_control);
    let typed =
        WORDS.contains(&value.to_ascii_lowercase().as_str()) || value.parse::<f64>().is_ok();
    starts && ends && !brackets && !steers && !typed
}

/// `value` in double quotes, with escapes for invisible characters.
fn escaped(value: &str) -> String {
    let mut out = String::from("\"");
    for c in value.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => out.push_str(&format!("\\U{:08X}", c as u32)),
            c => out.push(c),
        }
    }
    out + "\""
}
