//! The start position as the program writes it.

use crate::foreign::fairy::export::effects::Effects;
use crate::foreign::fairy::export::element::Travel;
use crate::foreign::fairy::export::gaps::Gaps;
use crate::foreign::fairy::export::pieces::Pieces;
use crate::foreign::fairy::export::promotion::Promotions;
use alfil_board::model::board_model::BoardModel;
use alfil_board::model::castling::option::CastleOption;
use alfil_board::model::position::BoardPosition;
use alfil_rules::ids::KindId;
use alfil_rules::letter::Form;
use alfil_rules::setup::Square;
use alfil_rules::side::{Color, Side};
use alfil_topology::site_set::Site;
use std::fmt::Write as _;

/// Writes the start position. `checks` is the number of checks that wins.
pub(super) fn setup(
    model: &BoardModel,
    start: &BoardPosition,
    pieces: &Pieces,
    promotions: &Promotions,
    effects: &Effects,
    checks: Option<u32>,
    gaps: &mut Gaps,
) -> String {
    let setup = &model.rules.setup;
    let piece = |side: Side, kind: KindId| letter(model, pieces, promotions, side, kind);
    let mut rows = Vec::new();
    let mut holes = false;
    for row in &setup.placement.rows {
        let mut text = String::new();
        for cell in &row.cells {
            match cell.value {
                Square::Empty(count) => drop(write!(text, "{count}")),
                Square::Missing => {
                    holes = true;
                    text.push('*');
                }
                // Effects that make stacks are reported by themselves.
                Square::Covered(..) => {}
                Square::Piece(_, kind) if effects.walls.contains(&kind) => text.push('*'),
                Square::Piece(side, kind) => text += &piece(side, kind),
            }
        }
        rows.push(text);
    }
    let hops = |travel: Travel| matches!(travel, Travel::Hop | Travel::Land);
    if holes && pieces.elements.values().flatten().any(|element| hops(element.travel)) {
        let cause = "holes, over which the hoppers of that program hop";
        gaps.at(model.rules.space.span, cause.to_owned());
    }
    let mut text = rows.join("/");
    if model.rules.hand.is_some() {
        let held = setup.hands.iter().flat_map(|hands| &hands.value);
        let held: String = held.map(|&(side, kind)| piece(side, kind)).collect();
        text += &format!("[{held}]");
    }
    let castling = castling(model, start, effects);
    let castling = if castling.is_empty() { "-".to_owned() } else { castling };
    let passant = setup.en_passant.as_ref().map_or("-", |field| field.value.as_str());
    let side = setup.side.letter();
    text += &format!(" {side} {castling} {passant}");
    if let Some(checks) = checks {
        text += &format!(" {checks}+{checks}");
    }
    text += &format!(" {} {}", setup.halfmoves, setup.fullmove);
    let more = !setup.counters.is_empty()
        || setup.quiet.is_some()
        || setup.last.is_some()
        || setup.moved.is_some()
        || setup.step > 1;
    if more {
        gaps.at(setup.span, "further fields of the start position".to_owned());
    }
    text
}

/// The castling rights of the start position, and the gates that they do not imply.
fn castling(model: &BoardModel, start: &BoardPosition, effects: &Effects) -> String {
    let file = |site| model.graph.file_rank(site).0;
    let mut letters = Vec::new();
    let rights = model.rights_in(start);
    let lives = |castle: &&CastleOption| rights.contains(&model.rights[castle.right]);
    for castle in model.castles.iter().filter(lives) {
        let right = file(castle.partner.0) > file(castle.king.0);
        let letter = if right { 'k' } else { 'q' };
        let letter = match castle.side.color() {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter,
        };
        if !letters.contains(&letter) {
            letters.push(letter);
        }
    }
    let rights = |side: Side| {
        let all = match side.color() {
            Color::White => ['K', 'Q'],
            Color::Black => ['k', 'q'],
        };
        all.into_iter().filter(|letter| letters.contains(letter)).collect::<String>()
    };
    let gates = |side: Side| {
        let castles = model.castles.iter().filter(lives).filter(|castle| castle.side == side);
        let implied: Vec<Site> = castles.flat_map(|c| [c.king.0, c.partner.0]).collect();
        let kinds = model.rules.kinds.ids().filter(|kind| !effects.gateless.contains(kind));
        let cells = kinds.flat_map(|kind| model.start_cells[side][kind]);
        let mut files: Vec<char> = cells
            .filter(|site| !effects.gated.is_empty() && !implied.contains(site))
            .map(|site| model.graph.file_name(file(site)))
            .collect();
        files.sort_unstable();
        let files: String = files.into_iter().collect();
        match side.color() {
            Color::White => files.to_ascii_uppercase(),
            Color::Black => files,
        }
    };
    Side::BOTH.into_iter().map(|side| rights(side) + &gates(side)).collect()
}

/// The letter of a piece. Promoted pieces have the mark of the program.
fn letter(
    model: &BoardModel,
    pieces: &Pieces,
    promotions: &Promotions,
    side: Side,
    kind: KindId,
) -> String {
    let of = |kind: KindId| {
        let letter = pieces.letters[kind].unwrap_or('?');
        match side.color() {
            Color::White => letter,
            Color::Black => letter.to_ascii_lowercase(),
        }
    };
    let form = model.rules.kinds[kind].letter.form();
    let base = promotions.forms.iter().find(|&(_, &to)| to == kind).map(|(&from, _)| from);
    match (form, base) {
        (Form::Reverting, _) => format!("{}~", of(model.rules.counts_as(kind))),
        (Form::Plus, Some(base)) => format!("+{}", of(base)),
        (Form::Plain | Form::Plus, _) => of(kind).to_string(),
    }
}
