//! Which clause of a movement makes a move.
//!
//! Owns: [`Look`] (a position with its legal moves as far as somebody looks at them, asked clause by
//! clause) and [`Clause`]. Takes a
//! position; follows each clause by the plain executor. Invariant: of clauses that make one move the
//! first is named, and a clause is said to make a move only if the move is legal.

use crate::board::game::arena::Arena;
use crate::board::game::castling;
use crate::board::game::position::{Actor, BoardPosition, Move};
use crate::board::judge::reference::{self, Path};
use crate::board::judge::turn::{self, Allowance};
use crate::board::space::site_set::{AnySet, Site};
use crate::board::walk::paths::lends;
use crate::play::position::Position;
use crate::rules::condition::Condition;
use crate::rules::movement::{Action, Term};
use crate::rules::ruleset::KindId;
use crate::source::{Sources, Span, Spanned};
use crate::syntax::cases::Listing;
use crate::text::moves;

/// A term of a kind's movement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clause {
    /// Whose.
    pub kind: KindId,
    /// Its number.
    pub term: usize,
}

/// A position, its legal moves, and which of them somebody looks at.
pub struct Look<'a> {
    /// The position.
    pub position: &'a Position,
    /// The legal moves that are looked at.
    pub seen: Vec<Move>,
    legal: Vec<Move>,
    /// Where what is missing would be noticed.
    watched: Watched,
}

/// Which moves would be noticed if they were legal.
enum Watched {
    /// All.
    All,
    /// Those from one cell.
    From(Site),
    /// Those of these texts.
    Texts(Vec<String>),
}

/// One way by a clause, whether or not a condition forbids it.
struct Way {
    from: Site,
    kind: KindId,
    path: Path,
}

impl<'a> Look<'a> {
    /// Looks at every move of `position`.
    pub fn new(position: &'a Position) -> Look<'a> {
        let legal = position.moves();
        Look { position, seen: legal.clone(), legal, watched: Watched::All }
    }

    /// Looks at one move that is played.
    pub fn played(position: &'a Position, mv: Move) -> Look<'a> {
        Look {
            position,
            seen: vec![mv.clone()],
            legal: vec![mv],
            watched: Watched::Texts(Vec::new()),
        }
    }

    /// Looks at what a claim lists.
    pub fn listed(position: &'a Position, listing: &Listing) -> Look<'a> {
        let mut look = Look::new(position);
        let arena = position.arena();
        let from = listing.from.as_ref().and_then(|cell| arena.graph.find(&cell.value));
        if listing.exactly.is_some() {
            if let Some(from) = from {
                look.seen.retain(|mv| mv.origin() == Some(from));
                look.watched = Watched::From(from);
            }
            return look;
        }
        let named = |text: &Spanned<String>| moves::find(arena, &text.value, &look.legal).cloned();
        look.seen = listing.including.iter().filter_map(named).collect();
        let excluded = listing.excluding.iter().map(|text| text.value.clone());
        look.watched = Watched::Texts(excluded.collect());
        look
    }

    /// Whether `mv`, which is not legal, would be noticed if it were.
    fn watches(&self, mv: &Move) -> bool {
        match &self.watched {
            Watched::All => true,
            Watched::From(from) => mv.origin() == Some(*from),
            Watched::Texts(texts) => {
                let text = || moves::write(self.arena(), mv, &self.legal);
                !texts.is_empty() && texts.contains(&text())
            }
        }
    }

    fn arena(&self) -> &'a Arena {
        self.position.arena()
    }

    fn board(&self) -> &'a BoardPosition {
        self.position.board()
    }

    fn term(&self, clause: Clause) -> &'a Term {
        &self.arena().rules.kinds[clause.kind].moves.terms[clause.term]
    }

    fn holds(&self, condition: &Condition, way: &Way) -> bool {
        let side = self.position.side();
        self.arena().holds(condition, side, way.kind, way.from, way.path.to)
    }

    /// Whether `clause` makes a legal move.
    pub fn makes_some(&self, clause: Clause) -> bool {
        self.seen.iter().any(|mv| self.makes(clause, mv))
    }

    /// Whether `clause` of an enemy forbids a move, since it would capture a royal piece behind it.
    pub fn is_feared(&self, clause: Clause) -> bool {
        let whole = self.position.program().board().arena();
        let side = self.position.side();
        let forbidden = reference::pseudo_moves(whole, self.board()).into_iter();
        let news = |mv: &Move| !self.legal.contains(mv) && self.watches(mv);
        forbidden.filter(news).any(|mv| {
            let next = self.board().applied(whole, &mv);
            let arena = whole.at(&next);
            let term = &arena.rules.kinds[clause.kind].moves.terms[clause.term];
            let royals: Vec<Site> = next.royals(arena, side).collect();
            let holds =
                |condition, from, to| arena.holds(condition, side.other(), clause.kind, from, to);
            let mut attackers = next.pieces(side.other()).filter(|&(_, k)| k == clause.kind);
            attackers.any(|(from, _)| {
                let ways = reference::walks(arena, &next, from, from, term);
                ways.iter().any(|way| {
                    way.captured.iter().any(|cell| royals.contains(cell))
                        && holds(&term.when, from, way.to)
                        && holds(&arena.rules.every_attack, from, way.to)
                })
            })
        })
    }

    /// Whether `clause` makes the legal move `mv`.
    pub fn makes(&self, clause: Clause, mv: &Move) -> bool {
        let (arena, term) = (self.arena(), self.term(clause));
        let kind = mv.kind(self.board());
        match (&term.action, mv.actor) {
            (Action::Walk(_), Actor::Piece) => {
                let lent = lends(term);
                (lent || kind == Some(clause.kind))
                    && self
                        .ways(clause, Some(mv.from))
                        .iter()
                        .any(|way| self.is_legal(way, mv) && self.holds(&term.when, way))
            }
            (Action::Castle(castle), Actor::Piece) => {
                let ends = castling::ends(arena, self.position.side(), castle, mv.from);
                kind == Some(clause.kind) && mv.partner.is_some() && ends.contains(&mv.to)
            }
            (Action::Drop(_), Actor::Hand(kind)) => {
                kind == clause.kind && self.drop_cells(clause).is_some_and(|c| c.has(mv.to))
            }
            (Action::Walk(_) | Action::Castle(_), Actor::Hand(_))
            | (Action::Drop(_), Actor::Piece)
            | (
                Action::Walk(_) | Action::Castle(_) | Action::Drop(_),
                Actor::Section(..) | Actor::Nobody,
            ) => false,
        }
    }

    /// Whether the condition of `clause` forbids a move that it would make.
    pub fn stops_some(&self, clause: Clause) -> bool {
        let rules = &self.arena().rules;
        let when = &self.term(clause).when;
        match self.term(clause).action {
            Action::Walk(_) => self.ways(clause, None).iter().any(|way| {
                !self.holds(when, way) && self.holds(&rules.every_move, way) && self.is_news(way)
            }),
            Action::Drop(_) => {
                let held = self.board().hands.count(self.position.side(), clause.kind) > 0;
                let lands = |site| {
                    let kind = clause.kind;
                    self.legal.iter().any(|mv| mv.actor == Actor::Hand(kind) && mv.to == site)
                        || !self.watches(&Move::drop(kind, site))
                };
                let free = |site: &Site| self.board().piece(*site).is_none();
                held && self.arena().graph.sites().filter(free).any(|site| !lands(site))
            }
            Action::Castle(_) => self.board().rights.0 != 0,
        }
    }

    /// Whether the restriction on every move forbids one of `clause`.
    pub fn is_restricted(&self, clause: Clause) -> bool {
        let (restriction, when) = (&self.arena().rules.every_move, &self.term(clause).when);
        let ways = self.ways(clause, None);
        ways.iter()
            .any(|way| self.holds(when, way) && !self.holds(restriction, way) && self.is_news(way))
    }

    /// The clause that makes `mv`; `None` for sections and steps left out.
    pub fn maker(&self, mv: &Move) -> Option<Clause> {
        let kinds = &self.arena().rules.kinds;
        let own = mv.kind(self.board())?;
        let of = |kind: KindId| {
            (0..kinds[kind].moves.terms.len()).map(move |term| Clause { kind, term })
        };
        let lent = kinds.ids().flat_map(of).filter(|c| lends(self.term(*c)));
        of(own).chain(lent).find(|clause| self.makes(*clause, mv))
    }

    /// Its characters.
    pub fn text<'s>(&self, clause: Clause, sources: &'s Sources) -> &'s str {
        sources.slice(self.term(clause).span)
    }

    /// Where it is written.
    pub fn span(&self, clause: Clause) -> Span {
        self.term(clause).span
    }

    fn is_legal(&self, way: &Way, mv: &Move) -> bool {
        let mut captured = way.path.captured.clone();
        captured.sort();
        (mv.from, mv.to, mv.partner) == (way.from, way.path.to, way.path.shifted)
            && mv.captures == captured
    }

    /// Whether the way would be a legal move that no other clause makes, and noticed.
    fn is_news(&self, way: &Way) -> bool {
        let (whole, board) = (self.position.program().board().arena(), self.board());
        let mut captures = way.path.captured.clone();
        captures.sort();
        let mv = Move {
            from: way.from,
            to: way.path.to,
            captures,
            partner: way.path.shifted,
            promotion: None,
            passed: Vec::new(),
            actor: Actor::Piece,
        };
        !self.legal.iter().any(|mv| self.is_legal(way, mv))
            && self.watches(&mv)
            && Allowance::of(whole, board).piece(way.kind, way.from)
            && turn::is_safe(whole, board, &mv)
    }

    fn ways(&self, clause: Clause, only: Option<Site>) -> Vec<Way> {
        let (arena, board, term) = (self.arena(), self.board(), self.term(clause));
        let pieces = || board.pieces(self.position.side());
        let mut ways = Vec::new();
        for (start, _) in pieces().filter(|&(_, kind)| kind == clause.kind) {
            let movers = pieces().filter(|&(from, _)| lends(term) != (from == start));
            for (from, kind) in movers.filter(|&(from, _)| only.is_none_or(|site| site == from)) {
                let paths = reference::walks(arena, board, from, start, term);
                ways.extend(paths.into_iter().map(|path| Way { from, kind, path }));
            }
        }
        ways
    }

    fn drop_cells(&self, clause: Clause) -> Option<AnySet> {
        let terms = &self.arena().rules.kinds[clause.kind].moves.terms[..clause.term];
        let before = terms.iter().filter(|t| matches!(t.action, Action::Drop(_))).count();
        let side = self.position.side();
        self.arena().drops[side][clause.kind].get(before).map(|option| option.cells)
    }
}
