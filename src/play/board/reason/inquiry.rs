//! The position that is examined for a reason, and the reason itself.

use crate::play::board::state::BoardPlay;
use alfil_board::model::board_model::BoardModel;
use alfil_board::model::position::{BoardPosition, Move};
use alfil_board::paths::terrain::Piece;
use alfil_diagnostics::source::Span;
use alfil_rules::condition::Condition;
use alfil_rules::ids::KindId;
use alfil_topology::site_set::Site;

/// The greatest length of a cell name such as `Baa10`, in bytes.
const LONGEST_CELL: usize = 8;

/// The reason why a move is not legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// The reason in words.
    pub why: String,
    /// Where the definition writes the rule. `None` if it is not written.
    pub(crate) place: Option<Span>,
    /// The fact that makes the move illegal.
    pub cause: Cause,
}

/// The fact on which a reason depends. Tests remove this fact and check that the reason changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// There is no such fact, for example because no rule allows such a move.
    Nothing,
    /// The pieces on these cells.
    Standing(Vec<Site>),
    /// The absence of this piece on the cell.
    Wanted(Site, Piece),
    /// The condition of a term, by kind and index of the term.
    Condition(KindId, usize),
    /// The restriction of a term to first moves.
    FirstMove(KindId, usize),
    /// The question of a term about the board.
    Given(KindId, usize),
    /// The condition on the cells of every move.
    EveryMove,
    /// The kinds and start cells that the step of the turn allows.
    Step,
    /// The question of the step about the moving piece.
    StepWho,
    /// The question of the step about the move.
    StepWhen,
    /// The rule about passing this step.
    StepPass,
    /// A question about every move, by its index in the ruleset.
    Asked(usize),
    /// A duty, by its index in the ruleset.
    Duty(usize),
    /// A line of effects, by its index in the ruleset.
    Effect(usize),
    /// The term with which pieces of a kind attack.
    Attack(KindId, usize),
    /// The royalty of a kind.
    Royal(KindId),
    /// The rule that only the last move of a turn may give check.
    Checks,
    /// The loss of a castling right, by its number.
    Right(usize),
    /// The promotion rules of a kind.
    Promotion(KindId),
    /// The absence of a kind in the hand.
    Hand(KindId),
    /// The limit of a drop term.
    Limit(KindId, usize),
    /// The rule against drops where a piece could never move.
    Immobile,
    /// The rule against drops of a kind that give checkmate.
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

/// Everything that is needed to examine an illegal move in one position.
pub(super) struct Inquiry<'a> {
    pub(super) whole: &'a BoardModel,
    /// The board model with the sections where they stand now.
    pub(super) arena: &'a BoardModel,
    pub(super) board: &'a BoardPosition,
    pub(super) legal: &'a [Move],
    pub(super) in_check: bool,
}

/// The span of a condition. `None` if its parts have no spans.
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

    /// Names a piece and its cell: `the rook on e1`.
    pub(super) fn piece(&self, board: &BoardPosition, site: Site) -> String {
        let name = board.piece(site).map_or("piece", |piece| self.name(piece.kind));
        format!("the {name} on {}", self.cell(site))
    }
}
