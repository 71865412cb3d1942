//! Reads and writes spaces and their sections.
//!
//! `without` names no cell twice. Reading the text of [`write()`] gives the same space again.

use alfil_diagnostics::diagnostic::{Code, Report, has_errors};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::space::{Border, Lattice, Net, Place, Shading, Space, Strand};
use alfil_rules::space::{MAX_ARRANGEMENTS, Section};
use alfil_syntax::scalar::Written;
use alfil_syntax::space;
use alfil_syntax::space::section::SectionText;

/// The space that `text` describes. Returns `None` if the lattice is unknown or a section is
/// invalid.
pub(crate) fn read(text: Written<'_>, found: &mut Report) -> Option<Space> {
    let space::SpaceText { lattice, without, obstacles, sections, shades, span } =
        space::parse(text, found)?;
    let holes: Vec<Place> = without.iter().map(|c| c.value).collect();
    let before = found.len();
    let sections = read_section(&sections, &lattice, &holes, found);
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
        text = text + ", " + &write_section(section, &space.lattice);
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

// Reads and writes sections. Wherever sections stand, they cover only holes of the lattice and
// never each other.

/// Reads the sections of a space. Invalid ones are reported and left out.
pub(crate) fn read_section(
    written: &[SectionText],
    lattice: &Lattice,
    without: &[Place],
    found: &mut Report,
) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for text in written {
        let Some((section, spans)) = section(text, found) else { continue };
        let mut stands = true;
        for (stand, span) in spans.iter().enumerate() {
            let mut cells = section.cells(stand);
            if let Some(cell) = cells.find(|cell| !without.contains(cell)) {
                blocked(&section, *span, lattice, cell, "the board has a cell there", found);
                stands = false;
            }
            let other = sections.iter().find_map(|other| {
                let all =
                    |s: &Section| (0..s.stands.len()).flat_map(|n| s.cells(n)).collect::<Vec<_>>();
                let theirs = all(other);
                section.cells(stand).find(|cell| theirs.contains(cell)).map(|cell| (other, cell))
            });
            if let Some((other, cell)) = other {
                let reason = format!("the section `{}` can be there", other.name.value);
                blocked(&section, *span, lattice, cell, &reason, found);
                stands = false;
            }
        }
        if stands {
            sections.push(section);
        }
    }
    let ways: usize = sections.iter().map(|s| s.stands.len()).product();
    if ways > MAX_ARRANGEMENTS
        && let Some(last) = sections.last()
    {
        let title = format!("the sections have {ways} arrangements");
        found
            .at(Code::BadSection, last.span, title, "too many")
            .because(format!(
                "each arrangement needs its own tables, and at most {MAX_ARRANGEMENTS} are possible"
            ))
            .help("give the sections fewer places");
        sections.clear();
    }
    sections
}

fn blocked(
    section: &Section,
    span: Span,
    lattice: &Lattice,
    cell: Place,
    reason: &str,
    found: &mut Report,
) {
    let name = &section.name.value;
    let cell = lattice.cell_name(cell.0, cell.1);
    let title = format!("the section `{name}` cannot be here: {cell} is occupied");
    found
        .at(Code::BadSection, span, title, "it would overlap")
        .because(reason)
        .help(format!("remove {cell} from the board (`without {cell}`), or name another place"));
}

/// Reads one section, and the place in the text of each of its positions.
fn section(text: &SectionText, found: &mut Report) -> Option<(Section, Vec<Span>)> {
    let mut stands: Vec<Spanned<Place>> = Vec::new();
    for stand in text.stands.iter().chain(&text.at) {
        if stands.iter().all(|s| s.value != stand.value) {
            stands.push(*stand);
        }
    }
    let name = &text.name.value;
    let Some(at) = &text.at else {
        let title = format!("the first place of the section `{name}` is missing");
        found
            .at(Code::BadSection, text.span, title, "incomplete")
            .help("add `at d`, its leftmost cell's file");
        return None;
    };
    if !text.stands.is_empty() && text.stands.iter().all(|s| s.value != at.value) {
        let title = format!("the first place of the section `{name}` is not one of its places");
        found
            .at(Code::BadSection, at.span, title, "not in `may stand at`")
            .help("add this place to `may stand at`");
        return None;
    }
    stands.sort_by_key(|s| s.value);
    let name = |stand: &Spanned<Place>| {
        let named = text.stands.iter().zip(&text.called);
        named.clone().find(|(place, _)| place.value == stand.value).map(|(_, name)| &name.value)
    };
    let called = stands.iter().filter_map(name).cloned().collect();
    let first = stands.iter().position(|s| s.value == at.value)?;
    let section = Section {
        name: text.name.clone(),
        owner: text.owner,
        width: text.size.0,
        height: text.size.1,
        stands: stands.iter().map(|s| s.value).collect(),
        called,
        first,
        span: text.span,
    };
    Some((section, stands.iter().map(|s| s.span).collect()))
}

/// Writes a section as text that [`read_section`] understands.
pub(crate) fn write_section(section: &Section, lattice: &Lattice) -> String {
    let (file, rank) = section.stands[section.first];
    let along_file = section.stands.iter().any(|s| s.1 != rank);
    let name = |&(file, rank): &Place| {
        if along_file { (rank + 1).to_string() } else { lattice.file_name(file).to_string() }
    };
    let line = if along_file {
        format!("file {}", lattice.file_name(file))
    } else {
        format!("rank {}", rank + 1)
    };
    let places: Vec<String> = section.stands.iter().map(name).collect();
    let called = match section.called.join(" ") {
        names if names.is_empty() => names,
        names => format!(", called {names}"),
    };
    format!(
        "section {}: {}x{} on {line}, at {}, may stand at {}{called}",
        section.name.value,
        section.width,
        section.height,
        name(&section.stands[section.first]),
        places.join(" ")
    )
}
