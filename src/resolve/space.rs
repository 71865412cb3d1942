//! Spaces, from words to meaning.
//!
//! Takes a space string; gives a [`Space`] whose cells are named. Invariant: `without` names no cell
//! twice.

use crate::diagnostic::Diagnostic;
use crate::rules::plane::Real;
use crate::rules::ruleset::{Lattice, Shading, Space};
use crate::source::Spanned;
use crate::syntax::plane;
use crate::syntax::space::{self, ShadesText};
use crate::syntax::written::Written;

/// The space that `text` describes, if a size can be made out.
pub fn read(text: Written<'_>, found: &mut Vec<Diagnostic>) -> Option<Space> {
    if let Some(size) = plane::space(text, found) {
        let (width, height) = size?;
        return Some(Space {
            lattice: Lattice::Plane { width: Real::new(width)?, height: Real::new(height)? },
            without: Vec::new(),
            shades: Shading::Plain,
            span: text.trim().span(),
        });
    }
    let written = space::parse(text, found)?;
    let mut seen = std::collections::BTreeSet::new();
    let without = written.without.iter().filter(|c| seen.insert(c.value)).map(|c| {
        let (file, rank) = c.value;
        Spanned::new(format!("{}{}", char::from(b'a' + file), rank + 1), c.span)
    });
    Some(Space {
        lattice: Lattice::Grid { files: written.files, ranks: written.ranks },
        without: without.collect(),
        shades: match written.shades {
            ShadesText::Checkered => Shading::Checkered,
            ShadesText::Plain => Shading::Plain,
            ShadesText::Rows(rows) => Shading::Rows(rows),
        },
        span: written.span,
    })
}

/// The space as text that [`read`] understands.
pub fn write(space: &Space) -> String {
    let mut text = match space.lattice {
        Lattice::Grid { files, ranks } => format!("grid {files}x{ranks}"),
        // It has no cells, so no clause speaks of any.
        Lattice::Plane { width, height } => return format!("plane {width}x{height}"),
    };
    if !space.without.is_empty() {
        text += ", without";
        for cell in &space.without {
            text = text + " " + &cell.value;
        }
    }
    match &space.shades {
        Shading::Checkered => {}
        Shading::Plain => text += ", plain",
        Shading::Rows(rows) => {
            let row = |r: &Vec<u8>| r.iter().map(u8::to_string).collect::<String>();
            text = text + ", shades " + &rows.iter().map(row).collect::<Vec<_>>().join("/");
        }
    }
    text
}
