//! The state of a game on a board: the position and the moves that led to it. Also lists legal
//! moves, by the clause that makes each of them.

use crate::board::notation;
use crate::terms::Group;
use alfil_board::engine::play::Play;
use alfil_board::engine::play::Repetitions;
use alfil_board::engine::program::BoardProgram;
use alfil_board::model::board_model::BoardModel;
use alfil_board::model::castling::CastleOption;
use alfil_board::model::position::History;
use alfil_board::model::position::{Actor, BoardPosition, Move};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Findings, has_errors};
use alfil_diagnostics::index::Id;
use alfil_diagnostics::source::{Sources, Span, Spanned};
use alfil_reference::walker::{self, Path};
use alfil_rules::chance::Slots;
use alfil_rules::condition::Condition;
use alfil_rules::ids::KindId;
use alfil_rules::look::Form;
use alfil_rules::movement::{Action, Term};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::setup::Setup;
use alfil_rules::side::Side;
use alfil_topology::site_set::{AnySet, Site};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// A game in play on a board.
#[derive(Clone, Debug)]
pub struct BoardPlay {
    pub(super) program: Arc<BoardProgram>,
    pub(super) engine: Play,
    /// The present position, computed on demand.
    pub(super) now: OnceLock<Box<BoardPosition>>,
    /// All positions of the game, including the present one. Empty if the rules do not count
    /// repetitions.
    pub(super) stood: Repetitions,
}

impl BoardPlay {
    /// Starts a game from the start position.
    pub(crate) fn start(program: &Arc<BoardProgram>) -> BoardPlay {
        Self::begin(program, program.start().clone())
    }

    /// Starts a game from `setup`, or returns findings about it.
    pub(crate) fn at(program: &Arc<BoardProgram>, setup: &Setup) -> Findings<BoardPlay> {
        let rights = program.arena().rights_of(setup);
        let program = &rights.map_or(program.clone(), |rights| program.with_rights(&rights));
        let arena = program.arena();
        let Findings { value, mut found } = program.position(setup);
        // With more than two sides, a royal piece can be captured while its side waits.
        let mates = arena.rules.ends.need_royals() && arena.rules.sides.are_two();
        let royal = || arena.rules.kinds.iter().filter(|k| k.royal.is_royal());
        if let (Some(position), Some(kind), true) = (&value, royal().next(), mates) {
            let in_hand = |side| {
                let mut held = position.hands.held(side);
                held.any(|(kind, _)| arena.rules.kinds[kind].royal.is_royal())
            };
            let bare = |side: &Side| {
                position.royals(arena, *side).next().is_none()
                    && !in_hand(*side)
                    && !draws_royal(&arena.rules, position, *side)
            };
            for side in Side::BOTH.into_iter().filter(bare) {
                let (side, name) = (side.name(), &kind.name.value);
                let title = format!("{side} has no {name} in this position");
                found.push(
                    Diagnostic::at(Code::RoyalNotInSetup, setup.placement.span, title, "")
                        .help(format!("place a {name} for {side}")),
                );
            }
        }
        let value = value.filter(|_| !has_errors(&found));
        Findings::new(value.map(|position| Self::begin(program, position)), found)
    }

    /// Starts a game from `position`, which must belong to `program`.
    pub fn begin(program: &Arc<BoardProgram>, position: BoardPosition) -> BoardPlay {
        let engine = program.play(&position);
        let mut play = BoardPlay {
            program: program.clone(),
            engine,
            now: OnceLock::from(Box::new(position)),
            stood: Repetitions::default(),
        };
        play.remember();
        play
    }

    /// Records the position, if the rules count repetitions.
    pub(super) fn remember(&mut self) {
        self.stood.remember(&self.engine, &self.program.arena().rules);
    }

    /// The compiled game.
    pub fn program(&self) -> &Arc<BoardProgram> {
        &self.program
    }

    /// The position in the engine.
    pub(crate) fn engine(&self) -> &Play {
        &self.engine
    }

    /// The positions of the game that decide whether a position is a repetition.
    pub(crate) fn repetitions(&self) -> &Repetitions {
        &self.stood
    }

    /// The board model with the sections where they stand now.
    pub fn arena(&self) -> &BoardModel {
        self.program.arena().at(self.board())
    }

    /// The present position.
    pub fn board(&self) -> &BoardPosition {
        self.now.get_or_init(|| Box::new(self.engine.position()))
    }

    /// The last move.
    pub fn last(&self) -> Option<Move> {
        self.engine.last()
    }

    /// The site of a cell, or the finding that the board has no such cell.
    pub(super) fn site(&self, cell: &Spanned<String>) -> Result<Site, Diagnostic> {
        self.arena().graph.site_named(&cell.value, cell.span)
    }

    /// How often this position has occurred since the last irreversible move.
    pub(super) fn history(&self) -> History {
        self.stood.history()
    }
}

/// True if a royal piece of `side` is left in a bag from which pieces are turned up.
fn draws_royal(rules: &Ruleset, position: &BoardPosition, side: Side) -> bool {
    let slots = Slots::of(&rules.dice);
    rules.dice.enumerate().filter(|&(id, _)| rules.turns_up(id)).any(|(id, die)| {
        die.ids().any(|face| {
            let value = &die.faces[face.index()];
            value.kind.is_some_and(|kind| rules.kinds[kind].royal.is_royal())
                && value.side.is_none_or(|owner| owner == side)
                && position.drawn.left(slots, (id, die), face) > 0
        })
    })
}

// Finds the clause of a movement string that makes a move.
//
// It tries the clauses with the reference executor. If several clauses make the same move, the
// first one is returned.

/// One term of the movement of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Clause {
    pub(crate) kind: KindId,
    /// The index of the term.
    pub(crate) term: usize,
}

/// Searches for the clauses that make the moves of one position.
pub(crate) struct Makers<'a> {
    arena: &'a BoardModel,
    board: &'a BoardPosition,
}

impl<'a> Makers<'a> {
    pub(crate) fn new(position: &'a BoardPlay) -> Makers<'a> {
        Makers { arena: position.arena(), board: position.board() }
    }

    /// The first clause that makes the legal move `mv`; `None` for moves of sections and for
    /// passes.
    pub(crate) fn of(&self, mv: &Move) -> Option<Clause> {
        self.all(mv).next()
    }

    /// The clause that makes the legal move `mv`, if all clauses that make it have the same span.
    /// `None` for castling, for pieces that promote without moving, and for moves that share their
    /// cells with castling.
    pub(crate) fn sole(&self, mv: &Move) -> Option<Clause> {
        let castles = |option: &CastleOption| option.king == (mv.from, mv.to);
        let rests = mv.origin().is_some() && mv.from == mv.to;
        if rests || mv.partner.is_some() || self.arena.castles.iter().any(castles) {
            return None;
        }
        let mut all = self.all(mv);
        let first = all.next()?;
        let same = |other: Clause| other.kind == first.kind && self.span(other) == self.span(first);
        all.all(same).then_some(first)
    }

    /// All clauses that make the legal move `mv`.
    fn all<'m>(&'m self, mv: &'m Move) -> impl Iterator<Item = Clause> + 'm {
        let kinds = &self.arena.rules.kinds;
        let of = |kind: KindId| {
            (0..kinds[kind].moves.terms.len()).map(move |term| Clause { kind, term })
        };
        let own = mv.kind(self.board);
        let lent = kinds.ids().flat_map(of).filter(|c| self.term(*c).relays());
        let all = own.into_iter().flat_map(of).chain(lent.filter(move |_| own.is_some()));
        all.filter(|clause| self.makes(*clause, mv))
    }

    /// The text of a clause.
    pub(crate) fn text<'s>(&self, clause: Clause, sources: &'s Sources) -> &'s str {
        sources.slice(self.span(clause))
    }

    pub(crate) fn span(&self, clause: Clause) -> Span {
        self.term(clause).span
    }

    fn term(&self, clause: Clause) -> &'a Term {
        &self.arena.rules.kinds[clause.kind].moves.terms[clause.term]
    }

    /// Returns true if `clause` makes the legal move `mv`.
    pub(crate) fn makes(&self, clause: Clause, mv: &Move) -> bool {
        let (arena, term) = (self.arena, self.term(clause));
        let kind = mv.kind(self.board);
        match (&term.action, mv.actor) {
            (Action::Walk(_), Actor::Piece) => self.walks(clause, term, mv),
            (Action::Castle(_), Actor::Piece) => arena.castles.iter().any(|option| {
                let made = (option.king, Some(option.partner)) == ((mv.from, mv.to), mv.partner);
                made && (Some(option.kind), option.term) == (kind, clause.term)
            }),
            (Action::Drop(_), Actor::Hand(kind)) => {
                kind == clause.kind && self.drop_cells(clause).is_some_and(|c| c.has(mv.to))
            }
            (Action::Walk(_) | Action::Castle(_), Actor::Hand(_))
            | (Action::Drop(_), Actor::Piece)
            | (
                Action::Walk(_) | Action::Castle(_) | Action::Drop(_),
                Actor::Section(..) | Actor::Die(..) | Actor::Nobody,
            ) => false,
        }
    }

    fn walks(&self, clause: Clause, term: &Term, mv: &Move) -> bool {
        let Some(mover) = self.board.piece(mv.from) else { return false };
        let (arena, board, side) = (self.arena, self.board, self.board.side);
        let made = |path: &Path| {
            let mut captured = path.captured.clone();
            captured.sort();
            (mv.to, mv.partner) == (path.to, path.shifted) && mv.captures == captured
        };
        let allowed = |when: &Condition, to| arena.holds(when, side, mover.kind, mv.from, to);
        // A relayed movement is followed from the borrower's cell, but its directions are those of
        // the lender's cell.
        let starts = board
            .pieces(side)
            .filter(|&(start, kind)| kind == clause.kind && term.relays() != (mv.from == start));
        let mut paths =
            starts.flat_map(|(start, _)| walker::walks(arena, board, mv.from, start, term));
        paths.any(|path| made(&path) && allowed(&term.when, path.to))
    }

    fn drop_cells(&self, clause: Clause) -> Option<AnySet> {
        let terms = &self.arena.rules.kinds[clause.kind].moves.terms[..clause.term];
        let before = terms.iter().filter(|t| matches!(t.action, Action::Drop(_))).count();
        let option = self.arena.drops[self.board.side][clause.kind].get(before);
        option.map(|option| option.cells)
    }
}

impl BoardPlay {
    /// The kind and the index of the term that makes a legal move, if only one term can make it.
    pub(crate) fn sole_term(&self, mv: &Move) -> Option<(KindId, usize)> {
        let clause = Makers::new(self).sole(mv)?;
        Some((clause.kind, clause.term))
    }
}

// Groups the legal moves of a position by the kind and the clause that make them.
//
// Kinds are in the order of the definition, and clauses in the order of the movement. Moves of
// sections and passes come last. Every legal move is in exactly one group.

/// The moves of `position` by kind and clause. `sources` contains the text of its rules.
pub(crate) fn by_clause(position: &BoardPlay, sources: &Sources) -> Vec<Group> {
    let (makers, legal) = (Makers::new(position), position.legal());
    let (arena, board) = (position.arena(), position.board());
    let kinds = &arena.rules.kinds;
    let texts = notation::write_all(arena, &legal);
    let mut groups: BTreeMap<(usize, usize, String), Group> = BTreeMap::new();
    for (mv, text) in legal.iter().zip(texts) {
        let (kind, clause) = (mv.kind(board), makers.of(mv));
        let name = match (kind, mv.actor) {
            (Some(kind), _) => kinds[kind].name.value.clone(),
            (None, Actor::Section(..)) => "section".to_owned(),
            (None, Actor::Die(die, _)) => arena.rules.dice[die].name.value.clone(),
            (None, Actor::Nobody | Actor::Piece | Actor::Hand(_)) => notation::PASS.to_owned(),
        };
        // A promoted piece that reverts has a kind of its own with the same name, so both kinds
        // share a group.
        let first = kinds.iter().position(|k| k.name.value == name).filter(|_| kind.is_some());
        let words = clause.map(|clause| makers.text(clause, sources).to_owned());
        // Terms with the same span, such as the two terms of `K`, are one clause in the text.
        let alike = |clause: Clause| {
            let mut terms = (0..clause.term).map(|term| Clause { term, ..clause });
            terms.find(|c| makers.span(*c) == makers.span(clause)).unwrap_or(clause).term
        };
        let key = (
            first.unwrap_or(kinds.len()),
            clause.map_or(0, alike),
            words.clone().unwrap_or(name.clone()),
        );
        let empty = || Group { kind: name, clause: words, moves: Vec::new() };
        groups.entry(key).or_insert_with(empty).moves.push(text);
    }
    groups.into_values().collect()
}

/// The legal moves of `position` by kind. Kinds without moves are left out.
pub(crate) fn by_kind(position: &BoardPlay, legal: &[Move]) -> Vec<Group> {
    let arena = position.arena();
    let texts = notation::write_all(arena, legal);
    let name = |kind: KindId| &arena.rules.kinds[kind].name.value;
    let group = |id: KindId| {
        let of_kind = |mv: &Move| mv.kind(position.board()).is_some_and(|k| name(k) == name(id));
        let mine = legal.iter().zip(&texts).filter(|(mv, _)| of_kind(mv));
        let moves: Vec<String> = mine.map(|(_, text)| text.clone()).collect();
        (!moves.is_empty()).then(|| Group { kind: name(id).clone(), clause: None, moves })
    };
    // A promoted piece that reverts has a kind of its own. Its moves are already in the group of
    // the kind with the same name.
    let reverts = |id: &KindId| arena.rules.kinds[*id].letter.form() == Form::Reverting;
    let kinds = arena.rules.kinds.ids().filter(|id| !reverts(id)).filter_map(group);
    let without_piece = |kind: &str, fits: fn(Actor) -> bool| {
        let mine = legal.iter().zip(&texts).filter(|(mv, _)| fits(mv.actor));
        let moves: Vec<String> = mine.map(|(_, text)| text.clone()).collect();
        (!moves.is_empty()).then(|| Group { kind: kind.to_owned(), clause: None, moves })
    };
    let sections = without_piece("section", |actor| matches!(actor, Actor::Section(..)));
    let passes = without_piece(notation::PASS, |actor| actor == Actor::Nobody);
    let rolls = without_piece("roll", |actor| matches!(actor, Actor::Die(..)));
    kinds.chain(sections).chain(rolls).chain(passes).collect()
}
