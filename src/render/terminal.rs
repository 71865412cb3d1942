//! Draws boards and planes as text for a terminal.
//!
//! Everything that a colour says is said by a sign if there are no colours.

mod board;
pub mod plane;

pub use board::draw;

use crate::render::canvas::Canvas;

/// Characters between entries of a legend.
const GAP: usize = 3;

/// Pastes the entries of a legend one after another, in lines of `width` characters from `top` and `left`. Returns the
/// row below them.
fn legend(
    page: &mut Canvas,
    entries: impl IntoIterator<Item = Canvas>,
    top: usize,
    left: usize,
    width: usize,
) -> usize {
    let (mut row, mut column) = (top, 0);
    for entry in entries {
        if column > 0 && column + entry.width() > width {
            (row, column) = (row + 1, 0);
        }
        page.paste(row, left + column, &entry);
        column += entry.width() + GAP;
    }
    if column > 0 { row + 1 } else { row }
}
