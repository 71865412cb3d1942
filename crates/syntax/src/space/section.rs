//! Parses sections: `section white: 4x1 on rank 1, at d, may stand at a b c d, called III II I O`.
//!
//! The clause `section` begins a section; `at`, `may stand at` and `called` belong to the last one.
//! If a section moves along a rank, they name files; if it moves along a file (`on file a`), ranks.
//! A section without findings fits the lattice in all its places.

use super::lattice::{Clause, bad, numbers};
use crate::scalar::{Rule, Written};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, Report};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::side::Side;
use alfil_rules::space::{Lattice, Place};

/// A section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SectionText {
    /// The name of the section.
    pub name: Spanned<String>,
    /// The side that moves the section.
    pub owner: Side,
    /// The number of columns and rows.
    pub size: (u8, u8),
    /// The line along which the section moves.
    pub(crate) line: LineText,
    /// The first place of the section, given by its lower left cell.
    pub at: Option<Spanned<Place>>,
    /// The possible places of the section.
    pub stands: Vec<Spanned<Place>>,
    /// Names of these places in order; empty if they have none.
    pub called: Vec<Spanned<String>>,
    /// The span of the clause that begins the section.
    pub span: Span,
}

/// The line along which a section moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineText {
    /// A rank, from 0.
    Rank(u8),
    /// A file, from 0.
    File(u8),
}

/// Reads the first place or the possible places of the last section.
pub(super) fn places(
    clause: &Clause<'_>,
    lattice: &Lattice,
    section: Option<&mut SectionText>,
    found: &mut Report,
) {
    let name = clause.name;
    let Some(section) = section else {
        // If the section has a finding, a finding about its places would not help.
        if found.iter().any(|d| d.code == Code::BadSpace) {
            return;
        }
        found.push(
            bad(name, format!("`{}` before any section", name.text()), "of which section?")
                .help("type `section white: 4x1 on rank 1` first"),
        );
        return;
    };
    if name.text() == "called" {
        return called(clause, section, found);
    }
    let first = name.text() == "at";
    if clause.words.is_empty() || first && clause.words.len() > 1 {
        found.push(
            bad(name, "the places of a section are missing", "expected places")
                .help("type `at d`, then `may stand at a b c d`"),
        );
        return;
    }
    for (_, word) in &clause.words {
        let Some(place) = place(*word, section, lattice, found) else { continue };
        let place = Spanned::new(place, word.span());
        if first {
            section.at = Some(place);
        } else {
            section.stands.push(place);
        }
    }
}

/// Reads `called III II I O`.
fn called(clause: &Clause<'_>, section: &mut SectionText, found: &mut Report) {
    let (places, names) = (section.stands.len(), clause.words.len());
    if places != names || places == 0 {
        // If the section or its places have a finding, a finding about their names would not help.
        if found.iter().any(|d| matches!(d.code, Code::BadSpace | Code::BadSection)) {
            return;
        }
        let title = format!("{} for {}", counted(names, "name"), counted(places, "place"));
        found.push(
            bad(clause.name, title, "which name belongs to which place?")
                .help("write one name for each place of `may stand at`, in the same order"),
        );
        return;
    }
    for (_, word) in &clause.words {
        let name = word.text();
        let title = if !name.chars().all(char::is_alphanumeric) {
            format!("`{name}` cannot be the name of a place")
        } else if section.called.iter().any(|known| known.value == name) {
            format!("two places are called `{name}`")
        } else {
            section.called.push(Spanned::new(name.to_owned(), word.span()));
            continue;
        };
        found.push(
            bad(*word, title, "no name of its own")
                .help("give each place its own name of letters and digits, such as `III II I O`"),
        );
    }
}

fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// Reads `section white: 4x1 on rank 1`.
pub(super) fn read(
    clause: &Clause<'_>,
    lattice: &Lattice,
    before: &[SectionText],
    found: &mut Report,
) -> Option<SectionText> {
    let mut words = clause.words.iter().copied();
    let (Some(name), Some(size), Some(line)) = (words.next(), words.next(), words.next()) else {
        found.push(half(clause.name));
        return None;
    };
    let owner_name = name.1.text().trim_end_matches(':');
    let owner = match (name.0, owner_name.to_lowercase().as_str()) {
        (Rule::owner, name) if name.starts_with("white") => Side::White,
        (Rule::owner, _) => Side::Black,
        (_, right @ ("white" | "black")) => {
            let title = format!("the section `{owner_name}` has no owner");
            let help = Help::write(format!("{right}:"));
            found.push(bad(name.1, title, "which side moves it?").help(help));
            return None;
        }
        _ => {
            found.push(
                bad(name.1, format!("the section `{owner_name}` has no owner"), "which side moves it?")
                    .because("the name of a section begins with the colour of its owner; add another word if the owner has several")
                    .help("type `section white:`, `section black:` or `section white-left:`"),
            );
            return None;
        }
    };
    if before.iter().any(|s| s.name.value == owner_name) {
        let title = format!("two sections have the name `{owner_name}`");
        let help = Help::type_in(format!("section {owner_name}-left:"));
        found.push(bad(name.1, title, "again here").help(help));
        return None;
    }
    let sides: Option<Vec<u8>> =
        numbers(size).into_iter().map(|n| u8::try_from(n).ok().filter(|&n| n >= 1)).collect();
    let Some([width, height]) = sides.as_deref() else {
        let title = format!("`{}` is not a size of a section", size.1.text());
        found.push(bad(size.1, title, "expected columns x rows").help(Help::type_in("4x1")));
        return None;
    };
    let (kind, line) = line;
    let ends = line.words();
    let number = ends.last().copied().unwrap_or(line);
    let line = match (kind, ends.get(1).map(|word| word.text())) {
        (Rule::on_line, Some("rank")) => rank(number.text(), lattice).map(LineText::Rank),
        (Rule::on_line, _) => file(number.text(), lattice).map(LineText::File),
        _ => None,
    };
    let Some(line) = line else {
        found.push(
            bad(number, "the line of a section is not a line of the lattice", "not a rank or file")
                .help("type `on rank 1`, or `on file a`"),
        );
        return None;
    };
    if words.next().is_some() {
        found.push(half(clause.name));
        return None;
    }
    Some(SectionText {
        name: Spanned::new(owner_name.to_owned(), name.1.span()),
        owner,
        size: (*width, *height),
        line,
        at: None,
        stands: Vec::new(),
        called: Vec::new(),
        span: clause.name.span(),
    })
}

fn half(name: Written<'_>) -> Diagnostic {
    bad(name, "a section that is not complete", "incomplete")
        .help(Help::type_in("section white: 4x1 on rank 1"))
}

fn file(name: &str, lattice: &Lattice) -> Option<u8> {
    (0..lattice.files()).find(|&f| lattice.file_name(f).to_string() == name)
}

/// The row of a rank's number. Rows count from 0.
fn rank(number: &str, lattice: &Lattice) -> Option<u8> {
    let rank = number.parse::<u8>().ok().filter(|rank| (1..=lattice.ranks()).contains(rank))?;
    Some(rank - 1)
}

/// Reads `d` on a rank, or `4` on a file.
fn place(
    word: Written<'_>,
    section: &SectionText,
    lattice: &Lattice,
    found: &mut Report,
) -> Option<Place> {
    let place = match section.line {
        LineText::Rank(rank) => file(word.text(), lattice).map(|file| (file, rank)),
        LineText::File(file) => rank(word.text(), lattice).map(|rank| (file, rank)),
    };
    let (width, height) = section.size;
    let fits = |&(file, rank): &Place| {
        u32::from(file) + u32::from(width) <= u32::from(lattice.files())
            && u32::from(rank) + u32::from(height) <= u32::from(lattice.ranks())
    };
    let kept = place.filter(fits);
    if kept.is_none() {
        let name = &section.name.value;
        let title = format!("the section `{name}` cannot stand at `{}`", word.text());
        let help = match section.line {
            LineText::Rank(_) if width <= lattice.files() => {
                let last = lattice.file_name(lattice.files() - width);
                format!("it is {width} cells wide, so its first file is a to {last}")
            }
            LineText::File(_) if height <= lattice.ranks() => {
                format!(
                    "it is {height} cells high, so its first rank is 1 to {}",
                    lattice.ranks() - height + 1
                )
            }
            LineText::Rank(_) | LineText::File(_) => "make the section smaller".to_owned(),
        };
        found.at(Code::BadSection, word.span(), title, "it would reach over the edge").help(help);
    }
    kept
}
