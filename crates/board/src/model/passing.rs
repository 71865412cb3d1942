//! Reads the en passant field of a position. A field with two possible meanings is a finding.

use crate::model::board_model::BoardModel;
use crate::model::position::{BoardPosition, EpSquare};
use alfil_diagnostics::diagnostic::{Added, Code, Report};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::effect::Deed;
use alfil_rules::ids::KindId;
use alfil_rules::movement::Action;
use alfil_rules::side::{Side, SideSet};
use alfil_topology::graph::Graph;
use alfil_topology::site_set::Site;

/// Returns the site of the piece that passed `cell`, if the field does not name it. The piece
/// stands one step beyond the cell, in the forward direction of its side. It belongs to the
/// opponent or, after the first step of a turn, to the side to move.
pub fn presumed_victim(model: &BoardModel, position: &BoardPosition, cell: Site) -> Option<Site> {
    let graph = &model.graph;
    let beyond = |side: Side| {
        let node = graph.step(graph.node(cell), graph.absolute(side, 0))?;
        graph.site(node).filter(|&site| position.is_side(site, side))
    };
    let own = || if position.step > 1 { beyond(position.side) } else { None };
    let others = SideSet::of(position.side);
    let mut others = model.rules.sides.all().minus(others).into_iter();
    others.find_map(beyond).or_else(own)
}

/// Returns whether the piece on `site` can have moved in the last turn or in this one.
fn has_moved(position: &BoardPosition, site: Site) -> bool {
    let own = position.step > 1 && position.is_side(site, position.side);
    own || position
        .piece(site)
        .is_some_and(|piece| piece.side != position.side || position.neutrals.contains(&piece.kind))
}

/// Returns whether a piece of `kind` can have passed a cell with its last move: the kind has a move
/// that allows en passant, or an effect can have made a piece of this kind of the one that passed.
fn can_have_passed(model: &BoardModel, kind: KindId) -> bool {
    let traces = model.rules.kinds[kind].moves.terms.iter().any(|term| match &term.action {
        Action::Walk(walk) => walk.legs.iter().any(|leg| leg.leaves_trace),
        Action::Castle(_) | Action::Drop(_) => false,
    });
    let mut deeds = model.rules.effects.iter().flat_map(|effect| &effect.deeds);
    traces || deeds.any(|deed| matches!(deed, Deed::Becomes(_, to) if to.may_make(kind)))
}

/// Returns the neighbours of `cell` with pieces that can have passed it.
fn candidates(model: &BoardModel, position: &BoardPosition, cell: Site) -> Vec<Site> {
    let graph = &model.graph;
    let beside = graph.neighbours(graph.node(cell)).filter_map(|node| graph.site(node));
    let passes = |site: &Site| {
        has_moved(position, *site)
            && position.piece(*site).is_some_and(|piece| can_have_passed(model, piece.kind))
    };
    let mut found: Vec<Site> = beside.filter(passes).collect();
    found.sort();
    found.dedup();
    found
}

/// A passed cell as written in the field. The cell of its victim may follow in parentheses.
struct Named {
    cell: Site,
    victim: Option<Site>,
    /// The span of the passed cell.
    span: Span,
    /// The span of both cells.
    whole: Span,
}

/// Returns the end of the cell name that begins at `from`. If no cell of the board has this name,
/// the result is a guess: the place where the next name seems to begin.
fn end_of_cell(graph: &Graph, text: &str, from: usize) -> usize {
    let tail = &text[from..];
    let named = graph.sites().map(|site| graph.name(site)).filter(|name| tail.starts_with(*name));
    if let Some(length) = named.map(str::len).max() {
        return from + length;
    }
    let layer = tail.chars().take_while(char::is_ascii_uppercase).take(1).count();
    let next = tail.char_indices().skip(layer + 1).find(|(_, c)| !c.is_ascii_digit());
    next.map_or(text.len(), |(i, _)| from + i)
}

/// Reads the cells of a field. Returns `None` after a finding.
fn named(graph: &Graph, field: &Spanned<String>, found: &mut Report) -> Option<Vec<Named>> {
    let text = &field.value;
    let span = |from: usize, to: usize| Span {
        start: field.span.start + from as u32,
        end: field.span.start + to as u32,
        ..field.span
    };
    let (mut all, mut at) = (Vec::new(), 0);
    let mut is_whole = true;
    while at < text.len() {
        let end = end_of_cell(graph, text, at);
        let (mut victim, mut next) = (None, end);
        if text[end..].starts_with('(') {
            let Some(close) = text[end..].find(')').map(|i| end + i) else {
                let (title, label) = ("unclosed parenthesis", "opened here");
                found
                    .at(Code::BadEnPassantField, span(end, end + 1), title, label)
                    .help("write the passed cell and the pawn's cell as in `f3(g4)`");
                return None;
            };
            victim = Some(graph.site_named(&text[end + 1..close], span(end + 1, close)));
            next = close + 1;
        }
        match (graph.site_named(&text[at..end], span(at, end)), victim.transpose()) {
            (Ok(cell), Ok(victim)) => {
                all.push(Named { cell, victim, span: span(at, end), whole: span(at, next) });
            }
            (Err(bad), _) | (_, Err(bad)) => {
                found.push(bad);
                is_whole = false;
            }
        }
        at = next;
    }
    is_whole.then_some(all)
}

/// Reads the en passant field into `position`, which already has its pieces. Forms are `e3`, `c3f3`
/// and `f3(g4)`. Other programs write the last one as `f3g4`.
pub(crate) fn passed_field(
    model: &BoardModel,
    position: &mut BoardPosition,
    field: &Spanned<String>,
    found: &mut Report,
) {
    if field.value == "-" {
        return;
    }
    let Some(mut all) = named(&model.graph, field, found) else { return };
    // Passed cells are empty. So an occupied cell after a passed cell is the cell of its victim.
    let mut index = 1;
    while index < all.len() {
        let Named { cell, victim, .. } = all[index];
        let before = &all[index - 1];
        let takes = before.victim.is_none() && position.piece(before.cell).is_none();
        if victim.is_none() && takes && has_moved(position, cell) {
            let behind = all.remove(index);
            all[index - 1].victim = Some(cell);
            all[index - 1].whole = all[index - 1].span.to(behind.span);
        } else {
            index += 1;
        }
    }
    for named in all {
        passed(model, position, &named, found);
    }
    position.ep_squares.sort();
}

/// Adds one passed cell to `position`.
fn passed(model: &BoardModel, position: &mut BoardPosition, named: &Named, found: &mut Report) {
    let Named { cell, victim, span, whole } = *named;
    let name = model.graph.name(cell);
    if position.ep_squares.iter().any(|p: &EpSquare| p.cell == cell) {
        let title = format!("the passed cell {name} is named twice");
        bad(found, span, title, "again here").help("name each passed cell once");
        return;
    }
    if position.piece(cell).is_some() {
        let title = format!("the passed cell {name} is occupied");
        bad(found, span, title, "a piece stands here")
            .help("name an empty cell that the last move passed, or write `-`");
        return;
    }
    let beside = || candidates(model, position, cell);
    let presumed = || presumed_victim(model, position, cell);
    let meant = victim.or_else(presumed).filter(|&site| has_moved(position, site));
    let victim = match (meant, victim) {
        (Some(site), _) => site,
        (None, Some(_)) => return nothing(found, whole, name),
        (None, None) => match beside().as_slice() {
            [] => return nothing(found, whole, name),
            [one] => *one,
            several => {
                let forms: Vec<String> =
                    several.iter().map(|&s| format!("`{name}({})`", model.graph.name(s))).collect();
                let title = format!("{} pieces may have passed {name}", several.len());
                bad(found, whole, title, "passed by which piece?")
                    .help(format!("write {}", forms.join(" or ")));
                return;
            }
        },
    };
    position.ep_squares.push(EpSquare { cell, victim });
}

fn nothing(found: &mut Report, span: Span, name: &str) {
    let title = format!("nothing to capture en passant beyond {name}");
    bad(found, span, title, "no enemy piece has passed this cell")
        .help(format!("name the piece's cell as in `{name}(g4)`, or write `-`"));
}

fn bad<'f>(found: &'f mut Report, span: Span, title: String, label: &str) -> Added<'f> {
    found.at(Code::BadEnPassantField, span, title, label)
}
