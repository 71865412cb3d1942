//! Reads and writes spaces.
//!
//! `without` names no cell twice. Reading the text of [`write()`] gives the same space again.

use crate::resolve::section;
use alfil_diagnostics::diagnostic::{Report, has_errors};
use alfil_diagnostics::source::Spanned;
use alfil_rules::space::{Border, Lattice, Net, Place, Shading, Space, Strand};
use alfil_syntax::space;
use alfil_syntax::written::Written;

/// The space that `text` describes. Returns `None` if the lattice is unknown or a section is
/// invalid.
pub(crate) fn read(text: Written<'_>, found: &mut Report) -> Option<Space> {
    let space::SpaceText { lattice, without, obstacles, sections, shades, span } =
        space::parse(text, found)?;
    let holes: Vec<Place> = without.iter().map(|c| c.value).collect();
    let before = found.len();
    let sections = section::read(&sections, &lattice, &holes, found);
    // Without its sections, the board has wrong cells. Findings about pieces would be misleading,
    // so there is no space.
    if has_errors(&found[before..]) {
        return None;
    }
    let mut seen = std::collections::BTreeSet::new();
    let name = |cell: &Spanned<Place>| {
        Spanned::new(lattice.cell_name(cell.value.0, cell.value.1), cell.span)
    };
    let without = without.iter().filter(|c| seen.insert(c.value)).map(name).collect();
    Some(Space { lattice, without, obstacles, sections, shades, span })
}

/// Writes the space as text that [`read`] understands.
pub(crate) fn write(space: &Space) -> String {
    let lattice = &space.lattice;
    if lattice.plane().is_some() {
        // A plane has no cells, so no other clauses apply.
        let mut text = lattice.head();
        if !space.obstacles.is_empty() {
            let all = space.obstacles.iter().map(|plot| format!(" {}", plot.value));
            text = text + ", without" + &all.collect::<String>();
        }
        return match &space.shades {
            Shading::Checkered => text + ", checkered",
            Shading::Plain | Shading::Rows(_) => text,
        };
    }
    let mut text = match lattice.net() {
        Some(links) => net(lattice, links),
        None => lattice.head(),
    };
    if !space.without.is_empty() {
        text += ", without";
        for cell in &space.without {
            text = text + " " + &cell.value;
        }
    }
    for section in &space.sections {
        text = text + ", " + &section::write(section, &space.lattice);
    }
    match &space.shades {
        Shading::Checkered => {}
        Shading::Plain => text += ", plain",
        Shading::Rows(rows) => {
            let shade = |&n: &u8| if n == 0 { "*".to_owned() } else { n.to_string() };
            let row = |r: &Vec<u8>| r.iter().map(shade).collect::<String>();
            text = text + ", shades " + &rows.iter().map(row).collect::<Vec<_>>().join("/");
        }
    }
    text
}

fn net(lattice: &Lattice, net: &Net) -> String {
    let name = |place: &Place| lattice.cell_name(place.0, place.1);
    let border = |border: &Border| {
        let cells = border.cells.iter().map(|cell| format!(" {}", name(&cell.value)));
        format!("{}{}", Border::HEADINGS[usize::from(border.heading)], cells.collect::<String>())
    };
    let strand = |strand: &Strand| match strand {
        Strand::Grid { low, high } => format!("grid {}-{}", name(&low.value), name(&high.value)),
        Strand::Line { line, back: true } => format!("line {}", border(line)),
        Strand::Line { line, back: false } => format!("one-way {}", border(line)),
        Strand::Seam { one, other } => format!("seam {} = {}", border(one), border(other)),
    };
    let cells = net.cells.iter().map(|cell| format!(" {}", name(cell)));
    let mut text = format!("{}{}", lattice.head(), cells.collect::<String>());
    for link in &net.strands {
        text = text + ", " + &strand(&link.value);
    }
    text
}
