//! The board: its lattice and size. The rows of the setup follow, so that the text stays a game.

use crate::editor::page::{Change, Page, bytes};
use crate::editor::revise::draft::Draft;
use crate::editor::revise::setup::{self, Rows, SETUP, Square, mend_rights, own_scalar, rules};
use crate::editor::revise::value::text_of;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::space::Space;
use alfil_syntax::write::{Place, quoted};

/// The key of the board.
const SPACE: &str = "space";

/// Sets the lattice and its size, such as `torus 8x10`. Other clauses of the board stay.
pub(super) fn set(draft: &mut Draft, lattice: &str) -> Result<(), String> {
    let lattice = lattice.trim();
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == ' ';
    if lattice.is_empty() || !lattice.chars().all(plain) {
        return Err(format!("`{lattice}` is no lattice: write such as `grid 8x8`"));
    }
    let page = draft.page();
    let before = rules(page)?.clone();
    if before.space.lattice.plane().is_some() || lattice.starts_with("plane") {
        return Err("a plane can only be typed".to_owned());
    }
    let change = match page.top(SPACE) {
        Some(entry) => {
            let text = text_of(&entry.value).filter(|_| page.is_here(entry));
            let text = text.ok_or("the board is an alias, so it can only be typed")?;
            let end = head(text.text());
            Change { range: bytes(text.slice(0..end)), text: lattice.to_owned() }
        }
        None => page.insert_top(SPACE, &quoted(&inherited(page, &before, lattice), Place::Line))?,
    };
    draft.edit(change);
    let after = draft.page().rules().map(|rules| rules.space.clone());
    let Some(space) = after else {
        let errors = draft.page().found().iter();
        let why = errors.map(|found| found.title.clone()).next();
        return Err(why.unwrap_or_else(|| format!("`{lattice}` is no lattice")));
    };
    fit(draft, &space, &before)?;
    mend_rights(draft);
    Ok(())
}

/// The end of the first clause.
fn head(text: &str) -> usize {
    text.find([',', '\n']).map_or(text.trim_end().len(), |end| text[..end].trim_end().len())
}

/// The new lattice with the clauses of a parent that do not depend on its size.
fn inherited(page: &Page, rules: &Ruleset, lattice: &str) -> String {
    let text = page.characters(rules.space.span);
    let clauses = text[head(text)..].split([',', '\n']).map(str::trim);
    let kept = clauses.filter(|clause| ["plain", "checkered"].contains(clause));
    std::iter::once(lattice).chain(kept).collect::<Vec<_>>().join(", ")
}

/// Makes the rows of the setup as long and as many as those of the board. Ranks go and come in the
/// middle, where boards are empty, and files at the right. A parent's setup, which `before` has, is
/// copied only if it does not fit.
fn fit(draft: &mut Draft, space: &Space, before: &Ruleset) -> Result<(), String> {
    let lattice = &space.lattice;
    let all = usize::from(lattice.ranks());
    let is_own = draft.page().top(SETUP).is_some();
    let text = if is_own {
        own_scalar(draft.page())?.text().to_owned()
    } else {
        setup::line(&before.setup, before)
    };
    let rows = Rows::read(&text)?;
    let (form, hole) = (rows.form, rows.form.hole());
    let fits = |rows: &[(std::ops::Range<usize>, Vec<Square>)]| {
        rows.len() == all
            && rows.iter().zip((0..lattice.ranks()).rev()).all(|((_, row), rank)| {
                let columns = lattice.columns(rank);
                let cell = |(file, square): (&u8, &Square)| match square {
                    Square::Piece(_) => space.has(*file, rank),
                    Square::Missing => !space.has(*file, rank),
                    Square::Empty => space.has(*file, rank) || hole == Square::Empty,
                };
                columns.len() == row.len() && columns.iter().zip(row).all(cell)
            })
    };
    if fits(&rows.rows) || !space.sections.is_empty() {
        return Ok(());
    }
    let mut squares: Vec<Vec<Square>> = rows.rows.into_iter().map(|(_, row)| row).collect();
    while squares.len() > all {
        squares.remove(squares.len() / 2);
    }
    while squares.len() < all {
        squares.insert(squares.len().div_ceil(2), Vec::new());
    }
    for (row, rank) in squares.iter_mut().zip((0..lattice.ranks()).rev()) {
        let columns = lattice.columns(rank);
        row.resize(columns.len(), Square::Empty);
        for (square, file) in row.iter_mut().zip(columns) {
            match (space.has(file, rank), &*square) {
                (false, _) => *square = hole.clone(),
                (true, Square::Missing) => *square = Square::Empty,
                (true, Square::Empty | Square::Piece(_)) => {}
            }
        }
    }
    let placed: Vec<String> = squares.iter().map(|row| form.row(row)).collect();
    let placed = placed.join("/");
    let change = if is_own {
        let scalar = own_scalar(draft.page())?;
        Change { range: bytes(scalar.slice(rows.placement)), text: placed }
    } else {
        let mut text = text;
        text.replace_range(rows.placement, &placed);
        draft.page().insert_top(SETUP, &quoted(&text, Place::Line))?
    };
    draft.edit(change);
    Ok(())
}
