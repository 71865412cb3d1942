//! The examined position, and the reasons why a move is not legal.

use crate::play::board::state::BoardPlay;
use alfil_board::model::board_model::BoardModel;
use alfil_board::model::position::{BoardPosition, Move};
use alfil_board::paths::terrain::Piece;
use alfil_board::topology::site_set::Site;
use alfil_diagnostics::source::Span;
use alfil_rules::condition::Condition;
use alfil_rules::ids::KindId;

/// Most bytes of a cell's name, such as `Baa10`.
const LONGEST_CELL: usize = 8;

/// The reason why a move is not legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// The reason in words.
    pub why: String,
    /// The rule, where the definition writes it.
    pub(crate) place: Option<Span>,
    /// The fact to remove so that this reason no longer holds.
    pub cause: Cause,
}

/// The fact on which a reason depends. Tests remove it and examine the move again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// No single fact: no rule gives such a move.
    Nothing,
    /// Pieces stand on these cells.
    Standing(Vec<Site>),
    /// Such a piece is missing on the cell.
    Wanted(Site, Piece),
    /// The condition of a term.
    Condition(KindId, usize),
    /// The term is for first moves only.
    FirstMove(KindId, usize),
    /// The question of a term about the board.
    Given(KindId, usize),
    /// The restriction on every move.
    EveryMove,
    /// The kinds and start cells of the step.
    Step,
    /// The question of the step about the piece.
    StepWho,
    /// The question of the step about its moves.
    StepWhen,
    /// The rule that says when the step may be passed.
    StepPass,
    /// A question about every move, by its index.
    Asked(usize),
    /// A duty, by its index.
    Duty(usize),
    /// A line of effects, by its index.
    Effect(usize),
    /// The term with which pieces of the kind attack.
    Attack(KindId, usize),
    /// Pieces of the kind are royal.
    Royal(KindId),
    /// Only the last move of a turn may give check.
    Checks,
    /// A lost castling right, by its number.
    Right(usize),
    /// The promotion rules of the kind.
    Promotion(KindId),
    /// No piece of the kind is in hand.
    Hand(KindId),
    /// The limit of a term that drops the kind.
    Limit(KindId, usize),
    /// Pieces may not be dropped where they could never move.
    Immobile,
    /// Drops of the kind may not give mate.
    Mate(KindId),
}

impl Reason {
    pub(super) fn new(why: impl Into<String>, place: Option<Span>, cause: Cause) -> Option<Reason> {
        Some(Reason { why: why.into(), place, cause })
    }

    pub(super) fn bare(why: impl Into<String>) -> Option<Reason> {
        Reason::new(why, None, Cause::Nothing)
    }
}

/// A position in which an illegal move is examined.
pub(super) struct Inquiry<'a> {
    pub(super) whole: &'a BoardModel,
    /// The board model with the sections in their present places.
    pub(super) arena: &'a BoardModel,
    pub(super) board: &'a BoardPosition,
    pub(super) legal: &'a [Move],
    pub(super) in_check: bool,
}

/// The place of a condition, if its parts have places.
pub(super) fn span(condition: &Condition) -> Option<Span> {
    match condition {
        Condition::Start(place) | Condition::End(place) => Some(place.span),
        Condition::Every(distance) => Some(distance.span),
        Condition::All(parts) | Condition::Any(parts) => {
            parts.iter().filter_map(span).reduce(Span::to)
        }
        Condition::Not(inner) => span(inner),
        Condition::Always | Condition::Relative(_) => None,
    }
}

impl<'a> Inquiry<'a> {
    pub(super) fn new(position: &'a BoardPlay, legal: &'a [Move]) -> Self {
        let (whole, board) = (position.program().arena(), position.board());
        Self { whole, arena: whole.at(board), board, legal, in_check: position.in_check() }
    }

    /// The longest cell name at the beginning of `text`, and the rest of the text.
    pub(super) fn first_cell<'t>(&self, text: &'t str) -> Option<(Site, &'t str)> {
        let ends = (1..=text.len().min(LONGEST_CELL)).rev();
        let mut cells =
            ends.filter_map(|end| Some((self.arena.graph.find(text.get(..end)?)?, &text[end..])));
        cells.next()
    }

    pub(super) fn name(&self, kind: KindId) -> &'a str {
        &self.arena.rules.kinds[kind].name.value
    }

    pub(super) fn cell(&self, site: Site) -> &'a str {
        self.arena.graph.name(site)
    }

    /// `the rook on e1`.
    pub(super) fn piece(&self, board: &BoardPosition, site: Site) -> String {
        let name = board.piece(site).map_or("piece", |piece| self.name(piece.kind));
        format!("the {name} on {}", self.cell(site))
    }
}
