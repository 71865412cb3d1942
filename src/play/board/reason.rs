//! Why a move is not legal: the very rule that forbids it, and where that is written.
//!
//! Owns: [`Reason`] and [`reason`]. Takes a position and a text that names none of its legal moves, but tells what
//! is meant to move where. A rule is found by taking it away: what is given forbids the move, and where it is not
//! said otherwise the move would be there without it. `reason/walk.rs` does so for how pieces move. Invariant: what
//! is given is true of the position; where nothing is known for sure, nothing is given.

mod drop;
mod section;
mod walk;

use crate::board::game::arena::Arena;
use crate::board::game::castling::CastleOption;
use crate::board::game::position::{Actor, BoardPosition, Move};
use crate::board::judge::turn::{self, Allowance};
use crate::board::judge::{question, reference, walker};
use crate::board::space::site_set::Site;
use crate::board::walk::terrain::Piece;
use crate::play::arena::Play;
use crate::play::board::BoardPlay;
use crate::play::board::notation;
use crate::rules::given;
use crate::rules::question::Question;
use crate::rules::ruleset::KindId;
use crate::rules::side::Side;
use crate::rules::turn::{Checks, KingSafety};
use crate::source::{Span, Spanned};

/// Most bytes of a cell's name, such as `Baa10`.
const LONGEST_CELL: usize = 8;

/// What forbids a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// In words.
    pub why: String,
    /// The rule, where the definition writes it.
    pub place: Option<Span>,
}

impl Reason {
    fn new(why: impl Into<String>, place: Option<Span>) -> Option<Reason> {
        Some(Reason { why: why.into(), place })
    }
}

/// What forbids the move that `text` tells; `legal` are the legal ones. Nothing where the text tells no move of a
/// piece that may be moved now, or leaves open what the piece becomes.
pub fn reason(position: &BoardPlay, text: &str, legal: &[Move]) -> Option<Reason> {
    let inquiry = Inquiry::new(position, legal);
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let plain = text.split(',').next().unwrap_or(text);
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

/// On which side of the piece that castles its partner stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wing {
    /// Nearer to the first file: `O-O-O`.
    First,
    /// Nearer to the last file: `O-O`.
    Last,
}

/// What forbids castling on one wing.
pub fn castling(position: &BoardPlay, legal: &[Move], wing: Wing) -> Option<Reason> {
    let inquiry = Inquiry::new(position, legal);
    let file = |site| inquiry.arena.graph.file_rank(site).0;
    let side = inquiry.board.side;
    let mut options = inquiry.arena.castles.iter().filter(|option| option.side == side);
    let there = options.find(|option| {
        let first = file(option.partner.0) < file(option.king.0);
        first == (wing == Wing::First)
    });
    match there {
        Some(option) => inquiry.castle(option),
        None if inquiry.arena.castles.is_empty() => Reason::new("nothing castles here", None),
        None => Reason::new(format!("{} has nothing to castle with there", side.name()), None),
    }
}

struct Inquiry<'a> {
    whole: &'a Arena,
    /// The same as the sections stand now.
    arena: &'a Arena,
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
        let piece = self.board.piece(from).filter(|piece| piece.side == self.board.side)?;
        let allowed = Allowance::of(self.whole, self.board);
        let meant = |option: &&CastleOption| {
            option.side == piece.side
                && option.king.0 == from
                && (option.king.1 == to || option.partner.0 == to)
        };
        let castling = self.arena.castles.iter().find(meant);
        if !allowed.piece(piece.kind, from) && castling.is_none() {
            return None;
        }
        let pseudo = reference::pseudo_moves(self.whole, self.board);
        if let Some(mv) = notation::find(self.whole, text, &pseudo) {
            return self.refused(mv);
        }
        let same = |mv: &&Move| mv.actor == Actor::Piece && (mv.from, mv.to) == (from, to);
        let there: Vec<&Move> = pseudo.iter().filter(same).collect();
        if !there.is_empty() {
            return self.becomes(piece.kind, to, &there, rest);
        }
        let castle = castling.and_then(|option| self.castle(option));
        castle.or_else(|| self.walk(from, to, piece))
    }

    /// What forbids a piece that may go to `to` in the ways `there` to become what `rest` says.
    fn becomes(&self, kind: KindId, to: Site, there: &[&Move], rest: &str) -> Option<Reason> {
        if rest.is_empty() {
            return None;
        }
        let place = self.arena.rules.kinds[kind].promotions.first().map(|rule| rule.span);
        let named = |mv: &&Move| mv.promotion.map(|kind| self.name(kind));
        let kinds: Vec<&str> = there.iter().filter_map(named).collect();
        let (name, cell) = (self.name(kind), self.cell(to));
        Reason::new(
            match kinds.is_empty() {
                true => format!("a {name} becomes nothing else on {cell}"),
                false => format!("on {cell} a {name} becomes {} only", either(&kinds)),
            },
            place,
        )
    }

    /// What forbids a move that the pieces and the step allow.
    fn refused(&self, mv: &Move) -> Option<Reason> {
        let (rules, board) = (&self.arena.rules, self.board);
        let royal = |site: &Site| {
            let kind = board.piece(*site)?.kind;
            rules.kinds[kind].royal.is_royal().then_some(kind)
        };
        if let Some(kind) = mv.captures.iter().find_map(royal) {
            return Reason::new(format!("nobody captures a {}", self.name(kind)), None);
        }
        if !turn::is_safe(self.whole, board, mv, None) {
            return self.danger(mv);
        }
        if reference::is_forbidden_mate(self.whole, board, mv) {
            let name = mv.kind(board).map_or("piece", |kind| self.name(kind));
            let place = rules.hand.as_ref().map(|hand| hand.span);
            return Reason::new(format!("a drop of a {name} may not mate"), place);
        }
        let holds = |asked: &Question| question::of_move(self.whole, board, mv, asked);
        let step = rules.turn.step(board.side, board.fullmove, board.step);
        let passes = mv.actor == Actor::Nobody;
        if let Some(who) = step.who.as_ref().filter(|who| !passes && !holds(&who.value)) {
            let why = format!("this step is made by {}", rules.sentence(&who.value));
            return Reason::new(why, Some(who.span));
        }
        let of_step = if passes { &step.pass_when } else { &step.when };
        let asked = rules.asked.iter().chain(of_step);
        if let Some(asked) = asked.into_iter().find(|asked| !holds(&asked.value)) {
            let words = match asked.value.of_terms() {
                Some(kind) => given::told(&rules.kinds[kind].moves),
                None => rules.sentence(&asked.value),
            };
            return Reason::new(format!("it is legal only when {words}"), Some(asked.span));
        }
        let fits = |mv: &Move, duty: &Question| question::of_move(self.whole, board, mv, duty);
        let due = |duty: &&Spanned<Question>| self.legal.iter().any(|mv| fits(mv, &duty.value));
        let duty = rules.duties.iter().find(due).filter(|duty| !holds(&duty.value))?;
        let words = rules.sentence(&duty.value);
        Reason::new(format!("a move must be {words} while there is one"), Some(duty.span))
    }

    /// What a move leaves in danger, or endangers too early.
    fn danger(&self, mv: &Move) -> Option<Reason> {
        let (board, rules) = (self.board, &self.arena.rules);
        let side = board.side;
        let next = board.applied(self.whole, mv);
        let own = board.royals(self.arena, side).next().and_then(|site| board.piece(site));
        let king = own.map_or("king", |piece| self.name(piece.kind));
        let still = if self.in_check { "still be" } else { "stand" };
        let early = board.step < rules.turn.length(side, board.fullmove);
        let attacked = |side| reference::attacked_royal(self.whole, &next, side);
        if rules.turn.checks == Checks::Forbidden && early && attacked(side.other()) {
            return Reason::new("only the last move of a turn may give check", None);
        }
        let name = side.name();
        match rules.turn.safety {
            KingSafety::EachStep if attacked(side) => {
                let arena = self.whole.at(&next);
                let attacker = self.attackers(arena, &next, side).into_iter().next();
                let by = attacker.map(|(site, _)| format!(" from {}", self.piece(&next, site)));
                let by = by.unwrap_or_default();
                let why = format!("{name}'s {king} would {still} in check{by}");
                Reason::new(why, attacker.and_then(|(_, place)| place))
            }
            KingSafety::EachStep => {
                Reason::new(format!("it would cost {name} what it may not lose"), None)
            }
            KingSafety::EndOfTurn => {
                let why = format!("{name}'s {king} would {still} in check when the turn ends");
                Reason::new(why, None)
            }
        }
    }

    /// The pieces that attack a royal piece of `side`, each with the clause by which it does.
    fn attackers(
        &self,
        arena: &Arena,
        board: &BoardPosition,
        side: Side,
    ) -> Vec<(Site, Option<Span>)> {
        let mut all = Vec::new();
        for royal in board.royals(arena, side) {
            all.extend(self.attackers_of(arena, board, royal, side.other()));
        }
        all
    }

    /// The pieces of `by` that attack a cell.
    fn attackers_of(
        &self,
        arena: &Arena,
        board: &BoardPosition,
        cell: Site,
        by: Side,
    ) -> Vec<(Site, Option<Span>)> {
        let attacks = |&(site, _): &(Site, KindId)| {
            reference::attacked_from(self.whole, board, cell, site, by)
        };
        let clause = |site: Site, kind: KindId| {
            let terms = arena.attacks(kind).terms.iter();
            let mut takes = terms.filter(|term| {
                let paths = walker::walks(arena, board, site, site, term);
                let holds = arena.holds(&term.when, by, kind, site, cell);
                holds && paths.iter().any(|path| path.captured.contains(&cell))
            });
            takes.next().map(|term| term.span)
        };
        let pieces = board.pieces(by).filter(attacks);
        pieces.map(|(site, kind)| (site, clause(site, kind))).collect()
    }

    /// What forbids a way of castling.
    fn castle(&self, option: &CastleOption) -> Option<Reason> {
        let board = self.board;
        let place = Some(self.arena.rules.kinds[option.kind].moves.terms[option.term].span);
        let king = self.name(option.kind);
        if board.rights.0 >> option.right & 1 == 0 {
            let pieces = self.arena.rights[option.right].pieces();
            let away = pieces.iter().find(|(piece, site)| board.piece(*site) != Some(*piece));
            return Reason::new(
                match away {
                    Some((Piece { kind, .. }, site)) => {
                        format!("no {} stands on {} to castle", self.name(*kind), self.cell(*site))
                    }
                    None => {
                        let [(_, _), (partner, _)] = pieces;
                        let partner = self.name(partner.kind);
                        format!("the {king} or the {partner} has moved, so they castle no more")
                    }
                },
                place,
            );
        }
        let blocker = option.empty.into_iter().find(|&site| board.piece(site).is_some());
        if let Some(site) = blocker {
            return Reason::new(format!("{} stands in the way", self.piece(board, site)), place);
        }
        let mut walking = board.clone();
        walking.squares[option.king.0] = None;
        let attacked = option.safe.iter().find_map(|&cell| {
            let by = option.side.other();
            let mut there = walking.clone();
            let attacked = reference::attacked(self.arena, &walking, cell, by);
            there.squares[cell] = Some(Piece { side: option.side, kind: option.kind });
            attacked.then(|| (cell, self.attackers_of(self.arena, &there, cell, by)))
        });
        if let Some((cell, by)) = attacked {
            let by = by.first().map(|(site, _)| self.piece(board, *site));
            let by = by.unwrap_or_else(|| "the enemy".to_owned());
            return Reason::new(
                match cell == option.king.0 {
                    true => {
                        format!("the {king} is in check from {by}, and castles only out of none")
                    }
                    false => {
                        format!("{by} attacks {}, over which the {king} would go", self.cell(cell))
                    }
                },
                place,
            );
        }
        let castles =
            |mv: &&Move| (mv.from, mv.to) == option.king && mv.partner == Some(option.partner);
        let pseudo = reference::pseudo_moves(self.whole, board);
        pseudo
            .iter()
            .find(castles)
            .filter(|mv| !self.legal.contains(mv))
            .and_then(|mv| self.refused(mv))
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
