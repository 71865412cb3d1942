//! A game in play on a board.
//!
//! Owns: [`BoardPlay`]: what stands now and the moves that led there. Invariant: it was reached from a
//! sound position by legal moves only.

mod clause;
pub(in crate::play) mod evidence;
mod hint;
mod listing;
pub mod notation;
pub(in crate::play) mod outline;
pub mod reason;
pub mod san;
pub(in crate::play) mod spelling;
pub mod starts;
pub mod text;

use crate::play::arena::{Effort, Play, Refusal, Turn};
use crate::play::group::Group;
use crate::play::outcome::{Outcome, Standing};
use crate::play::remarks::{readings, without_remarks};
use crate::play::resources::available;
use crate::play::rng::Dice;
use alfil_board::engine::play::Play as Line;
use alfil_board::engine::program::BoardProgram;
use alfil_board::model::board_model::BoardModel;
use alfil_board::model::memory::History;
pub use alfil_board::model::position::{Actor, BoardPosition, Move};
use alfil_board::reference::legal;
use alfil_board::topology::site_set::Site;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Findings, has_errors};
use alfil_diagnostics::source::{Sources, Spanned};
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::setup::Setup;
use alfil_rules::side::{BySide, Side};
use std::sync::Arc;
use std::sync::OnceLock;

/// A game in play on a board.
#[derive(Clone, Debug)]
pub struct BoardPlay {
    program: Arc<BoardProgram>,
    line: Line,
    /// What stands now, once somebody looks.
    now: OnceLock<BoardPosition>,
    /// Every position so far, this one last; empty where repetition ends no game.
    stood: Vec<Stood>,
}

/// A position that may come again.
#[derive(Clone, Copy, Debug)]
struct Stood {
    /// Equal positions share it.
    key: u64,
    /// Whether none before it can come again.
    since: bool,
    /// Who has just given check, where that is asked.
    checker: Option<Side>,
    /// Who made the last move.
    mover: Side,
}

impl BoardPlay {
    /// The start of a game.
    pub fn start(program: &Arc<BoardProgram>) -> BoardPlay {
        Self::begin(program, program.start().clone())
    }

    /// The game that begins with `setup`, or what is wrong with it.
    pub fn at(program: &Arc<BoardProgram>, setup: &Setup) -> Findings<BoardPlay> {
        let rights = program.arena().rights_of(setup);
        let program = &rights.map_or(program.clone(), |rights| program.with_rights(&rights));
        let arena = program.arena();
        let Findings { value, mut found } = program.position(setup);
        let mates = arena.rules.ends.need_royals();
        let royal = || arena.rules.kinds.iter().filter(|k| k.royal.is_royal());
        if let (Some(position), Some(kind), true) = (&value, royal().next(), mates) {
            let in_hand = |side| {
                let mut held = position.hands.held(side);
                held.any(|(kind, _)| arena.rules.kinds[kind].royal.is_royal())
            };
            let bare =
                |side: &Side| position.royals(arena, *side).next().is_none() && !in_hand(*side);
            for side in Side::BOTH.into_iter().filter(|s| bare(s)) {
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

    /// The game that begins with `position`, which is one of the program's.
    pub fn begin(program: &Arc<BoardProgram>, position: BoardPosition) -> BoardPlay {
        let line = program.play(&position);
        let mut play = BoardPlay {
            program: program.clone(),
            line,
            now: OnceLock::from(position),
            stood: Vec::new(),
        };
        play.remember();
        play
    }

    /// Keeps the position, if it may come again.
    fn remember(&mut self) {
        let rules = &self.program.arena().rules;
        if rules.ends.count_repetitions() {
            // Where captured pieces come back, no move is for ever.
            let since = self.line.halfmoves() == 0 && rules.hand.is_none();
            let mover = self.line.last_side();
            let checks =
                rules.ends.ask_of_repeated_checks() && self.line.is_threatened(mover.other());
            let checker = checks.then_some(mover);
            self.stood.push(Stood { key: self.line.key(), since, checker, mover });
        }
    }

    /// What is played.
    pub fn program(&self) -> &Arc<BoardProgram> {
        &self.program
    }

    /// The board as it is arranged now.
    pub fn arena(&self) -> &BoardModel {
        self.program.arena().at(self.board())
    }

    /// What stands where.
    pub fn board(&self) -> &BoardPosition {
        self.now.get_or_init(|| self.line.position())
    }

    /// The last move.
    pub fn last(&self) -> Option<Move> {
        self.line.last()
    }

    /// The term that makes a legal move, by its kind and number, if no other one could.
    pub(crate) fn sole_term(&self, mv: &Move) -> Option<(KindId, usize)> {
        let clause = clause::Makers::new(self).sole(mv)?;
        Some((clause.kind, clause.term))
    }

    /// The site of a cell, if the board has it.
    fn site(&self, cell: &Spanned<String>) -> Result<Site, Diagnostic> {
        self.arena().graph.site_named(&cell.value, cell.span)
    }

    /// How often this position has stood since the last move that cannot be undone.
    fn history(&self) -> History {
        let Some(now) = self.stood.last() else { return History::default() };
        let mut history = History::default();
        let mut checking = BySide([true; 2]);
        for pair in self.stood.windows(2).rev() {
            let [before, after] = pair else { break };
            if after.since {
                break;
            }
            checking[after.mover] &= after.checker == Some(after.mover);
            if before.key == now.key {
                history.times += 1;
                for side in Side::BOTH {
                    history.by_checks[side] += u32::from(checking[side]);
                }
            }
        }
        history
    }
}

impl Play for BoardPlay {
    type Move = Move;
    type Legal = Vec<Move>;

    fn rules(&self) -> &Ruleset {
        &self.program.arena().rules
    }

    fn turn(&self) -> Turn {
        let BoardPosition { side, step, fullmove, .. } = *self.board();
        Turn { side, step, fullmove }
    }

    fn text(&self) -> String {
        text::write(self.arena(), self.board())
    }

    fn legal(&self) -> Vec<Move> {
        self.line.moves()
    }

    fn find(&self, legal: &Vec<Move>, text: &str) -> Option<Move> {
        let read = |text: &str| {
            let found = readings(text).find_map(|text| notation::find(self.arena(), text, legal));
            found.or_else(|| san::read(self.arena(), self.board(), text, legal)).cloned()
        };
        read(text).or_else(|| read(&notation::of_side(text, self.board().side)?))
    }

    fn refusal(&self, legal: &Vec<Move>, text: &str) -> Refusal {
        hint::hint(self, text, legal)
    }

    fn write(&self, legal: &Vec<Move>, mv: &Move) -> String {
        notation::write(self.arena(), mv, legal)
    }

    fn san(&self, legal: &Vec<Move>, mv: &Move) -> String {
        san::write(self.arena(), self.board(), mv, legal)
    }

    fn texts(&self, legal: &Vec<Move>) -> Option<Vec<String>> {
        Some(notation::write_all(self.arena(), legal))
    }

    fn list(&self, legal: &Vec<Move>) -> Option<Vec<Move>> {
        Some(legal.clone())
    }

    fn random(&self, legal: &Vec<Move>, dice: &mut Dice) -> Option<Move> {
        legal.get(dice.below(legal.len())).cloned()
    }

    fn play(&mut self, mv: &Move) {
        self.line.play(mv);
        self.now.take();
        self.remember();
    }

    fn take_back(&mut self) -> Option<Move> {
        let mv = self.line.take_back()?;
        self.now.take();
        self.stood.pop();
        Some(mv)
    }

    fn plies(&self) -> usize {
        self.line.plies()
    }

    fn in_check(&self) -> bool {
        self.line.in_check()
    }

    fn outcome(&self) -> Option<Outcome> {
        Standing {
            turn: self.turn(),
            has_move: self.line.has_move(),
            halfmoves: self.line.halfmoves(),
            goal: self.line.goal(),
            claim: self.line.claim(self.history()),
        }
        .outcome(&self.rules().ends, || self.in_check(), || self.history().times as usize)
    }

    fn perft(&self, depth: u32, effort: Effort) -> Option<u128> {
        let effort = if effort == Effort::default() { effort } else { available(effort) };
        Some(match self.line.perft(depth, effort) {
            // Counting stops there.
            u64::MAX => u128::MAX,
            counted => counted.into(),
        })
    }

    fn by_kind(&self, legal: &Vec<Move>) -> Vec<Group> {
        listing::by_kind(self, legal)
    }

    fn by_clause(&self, sources: Option<&Sources>) -> Vec<Group> {
        match sources {
            Some(sources) => listing::by_clause(self, sources),
            None => listing::by_kind(self, &self.legal()),
        }
    }

    fn places(&self) -> Option<Vec<String>> {
        let graph = &self.arena().graph;
        Some(graph.sites().map(|site| graph.name(site).to_owned()).collect())
    }

    fn attacked(
        &self,
        place: &Spanned<String>,
        from: Option<&Spanned<String>>,
        by: Side,
    ) -> Result<bool, Diagnostic> {
        let (arena, board) = (self.arena(), self.board());
        let cell = self.site(place)?;
        Ok(match from.map(|from| self.site(from)).transpose()? {
            Some(from) => {
                board.is_side(from, by) && legal::attacked_from(arena, board, cell, from, by)
            }
            None => legal::attacked(arena, board, cell, by),
        })
    }

    fn place(&self, place: &Spanned<String>) -> Result<(), Diagnostic> {
        self.site(place).map(|_| ())
    }

    fn is_place(&self, word: &str) -> bool {
        self.arena().graph.find(word).is_some()
    }

    fn starts(&self, mv: &Move, place: &str) -> bool {
        mv.origin().is_some_and(|site| self.arena().graph.name(site) == place)
    }

    fn spelt(&self, text: &str, place: Option<&str>) -> Result<(), String> {
        let plain = without_remarks(text);
        let base = plain.split(',').next().unwrap_or(plain);
        // A step left out and the move of a section begin nowhere.
        let is_section = || {
            let called = notation::section_called(self.arena(), self.board().side, base);
            base.contains(':') || called.is_some()
        };
        if place.is_none() && (base == notation::PASS || is_section()) {
            return Ok(());
        }
        let graph = &self.arena().graph;
        let cell = hint::first_cell(base);
        // The notations of books leave out where a piece starts.
        let is_in_books = || spelling::Spelling::new(self.arena()).is_in_books(base);
        match (cell.and_then(|cell| graph.find(cell)), place) {
            (None, _) if is_in_books() => Ok(()),
            (None, _) => Err(format!("`{text}` begins with no cell of this board")),
            (Some(site), Some(place)) if graph.name(site) != place => {
                Err(format!("`{text}` does not begin on {place}"))
            }
            (Some(_), _) => Ok(()),
        }
    }

    fn noun(&self) -> [&'static str; 2] {
        ["move", "moves"]
    }

    fn spelling(&self) -> &'static str {
        "e2e4, e7e8q, P@e4   a move, or several with spaces between; Nf3, exd5, e8=Q, O-O, e2-e4 as well"
    }
}
