//! Why a move is not legal: the very rule that forbids it, and where that is written.
//!
//! Owns: [`Reason`], [`Cause`], [`reason()`]. Takes a position and a text that names none of its legal moves, but tells what
//! is meant to move where. The questions are asked in the order in which legality asks them: whose step it is, how pieces
//! move (`reason/walk.rs`, `castle.rs`, `drop.rs`, `section.rs`), what effects need, king safety (`danger.rs`), and what
//! restrictions and duties ask (`rule.rs`). Invariant: a reason is true of the position, and where its [`Cause`] is taken
//! away the move is legal, or another reason is the first.

mod castle;
mod danger;
mod drop;
mod letter;
mod rule;
mod section;
mod walk;

pub use castle::{Wing, castling};
pub use letter::by_letter;

use crate::play::arena::Play;
use crate::play::board::BoardPlay;
use crate::play::board::notation;
use crate::text::turn;
use alfil_board::model::board_model::BoardModel;
use alfil_board::model::position::{Actor, BoardPosition, Move};
use alfil_board::paths::terrain::Piece;
use alfil_board::reference::effect;
use alfil_board::reference::legal;
use alfil_board::reference::turn::StepFilter;
use alfil_board::topology::site_set::Site;
use alfil_diagnostics::source::Span;
use alfil_rules::ids::KindId;
use alfil_rules::turn::Pass;

/// Most bytes of a cell's name, such as `Baa10`.
const LONGEST_CELL: usize = 8;

/// What forbids a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// In words.
    pub why: String,
    /// The rule, where the definition writes it.
    pub place: Option<Span>,
    /// What to take away, so that this reason is none any more.
    pub cause: Cause,
}

/// What a reason hangs on. Tests take it away and ask again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// Nothing that could be taken away: no rule gives such a move.
    Nothing,
    /// Pieces stand on these cells.
    Standing(Vec<Site>),
    /// Such a piece would have to stand on the cell.
    Wanted(Site, Piece),
    /// The condition of a term.
    Condition(KindId, usize),
    /// A term is for first moves only.
    FirstMove(KindId, usize),
    /// The question of a term about the board.
    Given(KindId, usize),
    /// The condition on every move.
    EveryMove,
    /// The kinds and the start cells of the step.
    Step,
    /// The condition of the step on the piece.
    StepWho,
    /// The condition of the step on its moves.
    StepWhen,
    /// The rule that says when the step may be left out.
    StepPass,
    /// The question of every move of this number.
    Asked(usize),
    /// The duty of this number.
    Duty(usize),
    /// The line of effects of this number.
    Effect(usize),
    /// The term by which pieces of the kind attack.
    Attack(KindId, usize),
    /// Pieces of the kind are royal.
    Royal(KindId),
    /// Only the last move of a turn may give check.
    Checks,
    /// The right to castle of this number is gone.
    Right(usize),
    /// What the kind becomes.
    Promotion(KindId),
    /// No piece of the kind is in hand.
    Hand(KindId),
    /// A limit of a term that drops the kind.
    Limit(KindId, usize),
    /// Pieces are not dropped where they could never move.
    Immobile,
    /// Drops of the kind may not mate.
    Mate(KindId),
}

impl Reason {
    fn new(why: impl Into<String>, place: Option<Span>, cause: Cause) -> Option<Reason> {
        Some(Reason { why: why.into(), place, cause })
    }

    fn bare(why: impl Into<String>) -> Option<Reason> {
        Reason::new(why, None, Cause::Nothing)
    }
}

/// What forbids the move that `text` tells; `legal` are the legal ones. Nothing where the text tells no move of a
/// piece of the side to move.
pub fn reason(position: &BoardPlay, text: &str, legal: &[Move]) -> Option<Reason> {
    let inquiry = Inquiry::new(position, legal);
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let plain = text.split(',').next().unwrap_or(text);
    if plain == notation::PASS {
        return inquiry.pass(text);
    }
    if let Some((letter, rest)) = plain.split_once('@') {
        return inquiry.drop(text, letter, rest);
    }
    let section = plain.split_once(':').and_then(|(name, place)| inquiry.section(name, place));
    if section.is_some() {
        return section;
    }
    let (from, rest) = inquiry.first_cell(plain)?;
    let (to, rest) = inquiry.first_cell(rest)?;
    inquiry.step(text, from, to, rest)
}

struct Inquiry<'a> {
    whole: &'a BoardModel,
    /// The same as the sections stand now.
    arena: &'a BoardModel,
    board: &'a BoardPosition,
    legal: &'a [Move],
    in_check: bool,
}

impl<'a> Inquiry<'a> {
    fn new(position: &'a BoardPlay, legal: &'a [Move]) -> Self {
        let (whole, board) = (position.program().arena(), position.board());
        Self { whole, arena: whole.at(board), board, legal, in_check: position.in_check() }
    }

    /// The cell whose name begins `text`, the longest of them, and what is behind it.
    fn first_cell<'t>(&self, text: &'t str) -> Option<(Site, &'t str)> {
        let ends = (1..=text.len().min(LONGEST_CELL)).rev();
        let mut cells =
            ends.filter_map(|end| Some((self.arena.graph.find(text.get(..end)?)?, &text[end..])));
        cells.next()
    }

    fn name(&self, kind: KindId) -> &'a str {
        &self.arena.rules.kinds[kind].name.value
    }

    fn cell(&self, site: Site) -> &'a str {
        self.arena.graph.name(site)
    }

    /// `the rook on e1`.
    fn piece(&self, board: &BoardPosition, site: Site) -> String {
        let name = board.piece(site).map_or("piece", |piece| self.name(piece.kind));
        format!("the {name} on {}", self.cell(site))
    }

    /// What forbids a piece to go from one cell to another, and to become what `rest` says.
    fn step(&self, text: &str, from: Site, to: Site, rest: &str) -> Option<Reason> {
        let board = self.board;
        let piece = board.piece(from).filter(|_| board.is_side(from, board.side))?;
        let piece = Piece { side: board.side, ..piece };
        let castling = self.castling_to(from, to);
        let allowed = StepFilter::of(self.whole, board).piece(piece.kind, from);
        if !allowed && castling.is_none() {
            return self.of_step();
        }
        let plain = legal::plain_moves(self.whole, board);
        let same = |mv: &&Move| mv.actor == Actor::Piece && (mv.from, mv.to) == (from, to);
        let there: Vec<Move> = plain.iter().filter(same).cloned().collect();
        let base = text.split(',').next().unwrap_or(text);
        // Castling shares its cells with other moves, and is written behind a comma then.
        let meant = [text, base].into_iter().find_map(|text| {
            notation::find(self.arena, text, &plain).or(notation::find(self.arena, text, &there))
        });
        if let Some(mv) = meant {
            return self.of_plain(text, mv);
        }
        if !there.is_empty() {
            return self.becomes(text, piece.kind, to, &there, rest);
        }
        let castle = castling.and_then(|castling| self.castle(&castling));
        castle.or_else(|| self.walk(from, to, piece))
    }

    /// What forbids leaving out a step.
    fn pass(&self, text: &str) -> Option<Reason> {
        let board = self.board;
        let step = self.arena.rules.turn.step(board.side, board.fullmove, board.step);
        match step.pass {
            Pass::Never => Reason::new("no step may be left out here", None, Cause::StepPass),
            Pass::May => self.of_plain(text, &Move::pass()),
        }
    }

    /// What of the step forbids a piece to move, beside questions.
    fn of_step(&self) -> Option<Reason> {
        let (rules, board) = (&self.arena.rules, self.board);
        let step = rules.turn.step(board.side, board.fullmove, board.step);
        let rule = turn::step(step, rules)?;
        let why = format!("step {} of this turn is made by {rule}", board.step);
        Reason::new(why, walk::span(&step.from), Cause::Step)
    }

    /// What forbids a piece that may go to `to` in the ways `there` to become what `rest` says.
    fn becomes(
        &self,
        text: &str,
        kind: KindId,
        to: Site,
        there: &[Move],
        rest: &str,
    ) -> Option<Reason> {
        let place = self.arena.rules.kinds[kind].promotions.first().map(|rule| rule.span);
        if rest.is_empty() {
            // What it becomes is left open: if nothing else forbids the move, that is the reason.
            let refused = || there.iter().find_map(|mv| self.of_plain(text, mv));
            return if self.is_open(there) { None } else { refused() };
        }
        let named = |mv: &Move| mv.promotion.map(|kind| self.name(kind));
        let mut kinds: Vec<&str> = Vec::new();
        for name in there.iter().filter_map(named) {
            if !kinds.contains(&name) {
                kinds.push(name);
            }
        }
        let (name, cell) = (self.name(kind), self.cell(to));
        match kinds.is_empty() {
            true => Reason::new(
                format!("a {name} becomes nothing else on {cell}"),
                place,
                Cause::Nothing,
            ),
            false => {
                let why = format!("on {cell} a {name} becomes {} only", either(&kinds));
                Reason::new(why, place, Cause::Promotion(kind))
            }
        }
    }

    /// Whether one of `there` is legal, whatever its player chooses besides.
    fn is_open(&self, there: &[Move]) -> bool {
        let plain = |mv: &Move| Move { choices: Default::default(), ..mv.clone() };
        self.legal.iter().any(|mv| there.contains(&plain(mv)))
    }

    /// What forbids a move that pieces and steps allow, effects apart.
    fn of_plain(&self, text: &str, mv: &Move) -> Option<Reason> {
        let chosen = effect::chosen(self.whole, self.board, mv, None);
        if chosen.is_empty() {
            return self.stopped(mv);
        }
        let meant = notation::find(self.arena, text, &chosen);
        if let Some(mv) = meant {
            return self.refused(mv);
        }
        if let Some((_, choice)) = text.split_once(',').filter(|_| !mv.choices.is_empty()) {
            return Reason::bare(format!("`{choice}` is no choice that this move leaves"));
        }
        // Whatever is chosen, the move is illegal.
        let legal = |mv: &Move| self.legal.contains(mv);
        chosen.iter().filter(|mv| !legal(mv)).find_map(|mv| self.refused(mv))
    }
}

/// `a, b or c`.
fn either(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}
