//! Writes values on one line, quoted if necessary. The result reads back as the same value in its
//! place.

use super::shape::{Form, Shape};
use crate::write::{Place, is_whole, quoted, stays_plain};

/// Number of columns of `text`.
pub(super) fn width(text: &str) -> usize {
    text.chars().count()
}

/// Writes `shape` on one line, for a place in a block or in brackets.
pub(super) fn one_line(text: &str, shape: &Shape, place: Place) -> String {
    let raw = &text[shape.at.clone()];
    let inside = |shape: &Shape| one_line(text, shape, Place::Brackets);
    let written = match &shape.form {
        Form::Empty => String::new(),
        // An author who puts a number in quotes wants other readers to read a text.
        Form::Quoted(value) if stays_plain(value, place) && !is_whole(value) => value.clone(),
        Form::Plain(_) | Form::Quoted(_) | Form::Alias if !raw.contains('\n') => raw.to_owned(),
        Form::Plain(value) | Form::Quoted(value) => quoted(value, place),
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
