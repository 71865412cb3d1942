//! Sections that players move: `section white: 4x1 on rank 1, at d, may stand at a b c d`.
//!
//! Owns: [`is_clause`], [`clause`]. `section` begins one, `at` and `may stand at` speak of the last
//! begun; on a rank they name files, on a file (`on file a`) ranks. Invariant: a section that was
//! understood fits the lattice wherever it may stand.

use super::bad;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::side::Side;
use crate::rules::space::{Lattice, Place};
use crate::source::{Span, Spanned};
use crate::syntax::written::Written;

/// First words of clauses about sections.
pub const CLAUSES: [&str; 3] = ["section", "at", "may"];

/// A section as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SectionText {
    /// Its name.
    pub name: Spanned<String>,
    /// Who moves it.
    pub owner: Side,
    /// Columns and rows.
    pub size: (u8, u8),
    /// The line it moves along.
    pub line: LineText,
    /// Where it stands at first: its lower left cell.
    pub at: Option<Spanned<Place>>,
    /// Where it may stand.
    pub stands: Vec<Spanned<Place>>,
    /// The clause that begins it.
    pub span: Span,
}

/// The line that a section moves along.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineText {
    /// A rank, from 0.
    Rank(u8),
    /// A file, from 0.
    File(u8),
}

/// Whether a clause that begins with `word` is about a section.
pub fn is_clause(word: &str) -> bool {
    CLAUSES.contains(&word)
}

/// Reads a clause.
pub fn clause(
    name: Written<'_>,
    rest: &[Written<'_>],
    lattice: &Lattice,
    sections: &mut Vec<SectionText>,
    found: &mut Vec<Diagnostic>,
) {
    if name.text() == "section" {
        sections.extend(section(name, rest, lattice, sections, found));
        return;
    }
    let Some(section) = sections.last_mut() else {
        found.push(
            bad(name, format!("`{}` before any section", name.text()), "of which section?")
                .help("type `section white: 4x1 on rank 1` first"),
        );
        return;
    };
    let places = match (name.text(), rest) {
        ("at", [_]) => rest,
        ("may", [stand, at, places @ ..])
            if stand.text() == "stand" && at.text() == "at" && !places.is_empty() =>
        {
            places
        }
        _ => {
            found.push(
                bad(name, "where a section stands is not said", "expected places")
                    .help("type `at d`, then `may stand at a b c d`"),
            );
            return;
        }
    };
    for word in places {
        let Some(place) = place(*word, section, lattice, found) else { continue };
        let place = Spanned::new(place, word.span());
        if name.text() == "at" {
            section.at = Some(place);
        } else {
            section.stands.push(place);
        }
    }
}

/// `white: 4x1 on rank 1`
fn section(
    clause: Written<'_>,
    rest: &[Written<'_>],
    lattice: &Lattice,
    before: &[SectionText],
    found: &mut Vec<Diagnostic>,
) -> Option<SectionText> {
    let [name, size, on, line, number] = rest else {
        found.push(
            bad(clause, "a section that says half of it", "incomplete")
                .help("type `section white: 4x1 on rank 1`"),
        );
        return None;
    };
    let owner_name = name.text().trim_end_matches(':');
    let owner = match owner_name.split('-').next() {
        Some("white") => Side::White,
        Some("black") => Side::Black,
        Some(_) | None => {
            found.push(
                bad(*name, format!("nobody moves the section `{owner_name}`"), "whose is it?")
                    .because("a section is called by its owner's colour, and another word if there are several")
                    .help("type `section white:`, `section black:` or `section white-left:`"),
            );
            return None;
        }
    };
    if before.iter().any(|s| s.name.value == owner_name) {
        let title = format!("two sections are called `{owner_name}`");
        found.push(
            bad(*name, title, "again here").help(format!("type `section {owner_name}-left:`")),
        );
        return None;
    }
    let number_of = |text: &str| text.parse::<u8>().ok().filter(|&n| n >= 1);
    let wh = size.text().split_once('x').and_then(|(w, h)| Some((number_of(w)?, number_of(h)?)));
    let Some(wh) = wh else {
        let title = format!("`{}` is no size of a section", size.text());
        found.push(bad(*size, title, "expected columns x rows").help("type `4x1`"));
        return None;
    };
    let line = match (on.text(), line.text()) {
        ("on", "rank") => number_of(number.text())
            .filter(|&rank| rank <= lattice.ranks())
            .map(|rank| LineText::Rank(rank - 1)),
        ("on", "file") => file(number.text(), lattice).map(LineText::File),
        _ => None,
    };
    let Some(line) = line else {
        found.push(
            bad(*number, "a section on no line of the lattice", "no such line")
                .help("type `on rank 1`, or `on file a`"),
        );
        return None;
    };
    Some(SectionText {
        name: Spanned::new(owner_name.to_owned(), name.span()),
        owner,
        size: wh,
        line,
        at: None,
        stands: Vec::new(),
        span: clause.span(),
    })
}

fn file(name: &str, lattice: &Lattice) -> Option<u8> {
    (0..lattice.files()).find(|&f| lattice.file_name(f).to_string() == name)
}

/// `d` on a rank, `4` on a file.
fn place(
    word: Written<'_>,
    section: &SectionText,
    lattice: &Lattice,
    found: &mut Vec<Diagnostic>,
) -> Option<Place> {
    let place = match section.line {
        LineText::Rank(rank) => file(word.text(), lattice).map(|file| (file, rank)),
        LineText::File(file) => {
            let rank = word.text().parse::<u8>().ok().filter(|r| (1..=lattice.ranks()).contains(r));
            rank.map(|rank| (file, rank - 1))
        }
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
                format!("{width} cells wide, it stands at files a to {last}")
            }
            LineText::File(_) if height <= lattice.ranks() => {
                format!(
                    "{height} cells high, it stands at ranks 1 to {}",
                    lattice.ranks() - height + 1
                )
            }
            LineText::Rank(_) | LineText::File(_) => "make the section smaller".to_owned(),
        };
        found.push(
            Diagnostic::at(Code::BadSection, word.span(), title, "it would reach over the edge")
                .help(help),
        );
    }
    kept
}
