//! Checks the look of a board.

use crate::model::board_model::BoardModel;
use alfil_diagnostics::diagnostic::{Code, Report};
use alfil_rules::side::Side;

/// Reports diagonals that no picture would show, because no two of their cells are diagonal
/// neighbours.
pub(crate) fn check(model: &BoardModel, found: &mut Report) {
    let Some(area) = &model.rules.look.diagonals else { return };
    let cells = model.cells(&area.value, Side::White);
    let places: Vec<(u8, u8)> = cells.into_iter().map(|site| model.graph.file_rank(site)).collect();
    let near = |(a, b): (u8, u8), (c, d): (u8, u8)| a.abs_diff(c) == 1 && b.abs_diff(d) == 1;
    if !places.iter().any(|&one| places.iter().any(|&other| near(one, other))) {
        found
            .at(Code::IdleLook, area.span, "these cells have no diagonals", "no line is drawn")
            .because("lines join cells of the area that are diagonal neighbours")
            .help("name the corners and the middle, such as `d1 f1 e2 d3 f3`");
    }
}
