//! A game in progress on a packed position, and its move tables, for boards of any width. Moves are
//! made and taken back in place. Repetitions of positions are counted.
//!
//! After every move, steps without a legal move are skipped, as `Reference::after` does. The
//! reference executor is not used.

use crate::engine::perft::{self, Workspace};
use crate::engine::state::{PackedMove, State};
use crate::engine::steps::Past;
use crate::model::board_model::BoardModel;
use crate::model::position::{Actor, BoardPosition, History, Move};
use crate::paths::budget::Meter;
use crate::tables::move_tables::Tables;
use alfil_clock::meter::{self, Limit};
use alfil_diagnostics::index::Id;
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::{BySide, MOST_SIDES, Side, SideSet};
use alfil_topology::site_set::{SiteSet, Width as BoardWidth};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A position in play, with the moves that led to it.
#[derive(Clone, Debug)]
pub struct Play(Width);

#[derive(Clone, Debug)]
pub(super) enum Width {
    One(Box<Line<1>>),
    Two(Box<Line<2>>),
    Four(Box<Line<4>>),
}

/// Evaluates an expression with the `Line` of any board width.
macro_rules! with_line {
    ($width:expr, $line:ident => $body:expr) => {
        match $width {
            Width::One($line) => $body,
            Width::Two($line) => $body,
            Width::Four($line) => $body,
        }
    };
}

impl Play {
    /// Begins a game at `position`, which must belong to the board model `arena`.
    pub(super) fn new(
        arena: &Arc<BoardModel>,
        tables: &AnyTables,
        position: &BoardPosition,
    ) -> Play {
        Play(match tables {
            AnyTables::One(tables) => Width::One(Box::new(Line::new(arena, tables, position))),
            AnyTables::Two(tables) => Width::Two(Box::new(Line::new(arena, tables, position))),
            AnyTables::Four(tables) => Width::Four(Box::new(Line::new(arena, tables, position))),
        })
    }

    pub(super) fn width(&self) -> &Width {
        &self.0
    }

    /// The legal moves, sorted. Each effect occurs once.
    pub fn moves(&self) -> Vec<Move> {
        with_line!(&self.0, line => line.moves())
    }

    /// The sides that are out of the game.
    pub fn out(&self) -> SideSet {
        with_line!(&self.0, line => line.state.info.out)
    }

    /// True if there is a legal move.
    pub fn has_move(&self) -> bool {
        with_line!(&self.0, line => line.state.has_step(&line.tables))
    }

    /// True if the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.is_threatened(self.side())
    }

    /// True if the opponent of `side` could capture a royal piece with its next move. Depending on
    /// the rules, the rest of its turn or its whole next turn counts.
    pub fn is_threatened(&self, side: Side) -> bool {
        with_line!(&self.0, line => line.state.threatened(&line.tables, side))
    }

    /// The index of the first goal that holds, and the side for which it holds.
    pub fn goal(&self) -> Option<(usize, Side)> {
        with_line!(&self.0, line => line.state.goal(&line.tables))
    }

    /// The index of the first claim that may be made, and the side for which it counts.
    pub fn claim(&self, history: History) -> Option<(usize, Side)> {
        with_line!(&self.0, line => line.state.claim(&line.tables, history))
    }

    /// Plays one of [`Play::moves`].
    pub fn play(&mut self, mv: &Move) {
        with_line!(&mut self.0, line => line.play(mv));
    }

    /// Takes the last move back and returns it; `None` if there is none.
    pub fn take_back(&mut self) -> Option<Move> {
        with_line!(&mut self.0, line => line.take_back())
    }

    /// The last move.
    pub fn last(&self) -> Option<Move> {
        with_line!(&self.0, line => line.made.last().map(|(step, ..)| unpack(step)))
    }

    /// The number of moves played.
    pub fn plies(&self) -> usize {
        with_line!(&self.0, line => line.made.len())
    }

    /// The position, unpacked.
    pub fn position(&self) -> BoardPosition {
        with_line!(&self.0, line => line.state.position(&line.arena))
    }

    /// The side to move.
    pub fn side(&self) -> Side {
        with_line!(&self.0, line => line.state.side)
    }

    /// The side that made the last move. If no move is remembered, it is the side to move if a
    /// player may move in an earlier step of the turn, and the opponent otherwise.
    pub fn last_side(&self) -> Side {
        with_line!(&self.0, line => line.state.last_side(&line.tables))
    }

    /// The number of turns without progress, as in [`BoardPosition`].
    pub fn halfmoves(&self) -> u32 {
        with_line!(&self.0, line => line.state.info.halfmoves)
    }

    /// A Zobrist key that is the same for equal positions. It ignores the clocks, and en passant
    /// squares where no legal move captures.
    pub fn key(&self) -> u64 {
        with_line!(&self.0, line => line.key())
    }

    /// The number of legal sequences of `depth` moves, or `u64::MAX` if there are more.
    pub fn perft(&self, depth: u32, effort: Effort) -> u64 {
        with_line!(&self.0, line => line.perft(depth, effort))
    }

    /// Like [`perft`](Self::perft), in one thread. `None` if counting would exceed `limit`.
    pub fn perft_within(&self, depth: u32, limit: Limit) -> Option<u64> {
        with_line!(&self.0, line => line.perft_within(depth, limit))
    }
}

/// A packed position, and the moves that led to it with the data to take them back.
#[derive(Clone, Debug)]
pub(super) struct Line<const W: usize> {
    arena: Arc<BoardModel>,
    tables: Arc<Tables<W>>,
    state: State<W>,
    /// The moves. If sides lost after a move, also the position before they left the game.
    made: Vec<(PackedMove<W>, Past<W>, Option<Box<State<W>>>)>,
}

impl<const W: usize> Line<W> {
    fn new(arena: &Arc<BoardModel>, tables: &Arc<Tables<W>>, position: &BoardPosition) -> Line<W> {
        let state = State::new(tables, position);
        Line { arena: arena.clone(), tables: tables.clone(), state, made: Vec::new() }
    }

    /// The board model, the tables and the position.
    pub(super) fn parts(&self) -> (&BoardModel, &Tables<W>, &State<W>) {
        (&self.arena, &self.tables, &self.state)
    }

    fn moves(&self) -> Vec<Move> {
        let mut moves: Vec<Move> = self.steps().iter().map(unpack).collect();
        moves.sort();
        meter::spend(meter::LISTED * moves.len() as u64);
        moves
    }

    fn steps(&self) -> Vec<PackedMove<W>> {
        self.state.legal_moves(&self.tables).each(&self.tables, &self.state).collect()
    }

    fn play(&mut self, mv: &Move) {
        let step = pack(&self.state, mv);
        let past = self.state.advance(&self.tables, &step);
        let under_way = self.state.side == past.side();
        self.state.normalize_turn(&self.tables, under_way, None);
        let losses = self.state.settle(&self.tables, past.side());
        self.made.push((step, past, losses));
    }

    fn take_back(&mut self) -> Option<Move> {
        let (step, past, losses) = self.made.pop()?;
        if let Some(losses) = losses {
            self.state = *losses;
        }
        self.state.take_back(&self.tables, &step, past);
        Some(unpack(&step))
    }

    fn key(&self) -> u64 {
        let (info, key) = (&self.state.info, self.state.key(self.tables.turn_length(&self.state)));
        let is_en_passant = |step: &PackedMove<W>| self.state.takes_in_passing(step);
        if info.passed.is_empty() || self.steps().iter().any(is_en_passant) {
            return key;
        }
        key ^ self.state.passed_key()
    }

    fn perft_within(&self, depth: u32, limit: Limit) -> Option<u64> {
        let mut state = self.state.clone();
        let count = perft::perft(&self.tables, &mut state, depth, &mut Workspace::within(limit));
        (!limit.is_over()).then_some(count)
    }

    fn perft(&self, depth: u32, effort: Effort) -> u64 {
        let tables = &*self.tables;
        let mut state = self.state.clone();
        if effort.threads <= 1 || depth < 3 {
            return perft::perft(tables, &mut state, depth, &mut Workspace::new(effort.cache));
        }
        let child = |step: &PackedMove<W>| {
            let mut child = state.clone();
            let mover = child.side;
            child.advance(tables, step);
            child.settle(tables, mover);
            child
        };
        let roots: Vec<State<W>> = self.steps().iter().map(child).collect();
        let next = AtomicUsize::new(0);
        let worker = || {
            let mut workspace = Workspace::new(effort.cache / effort.threads);
            let mut total = 0;
            while let Some(root) = roots.get(next.fetch_add(1, Ordering::Relaxed)) {
                let below = perft::perft(tables, &mut root.clone(), depth - 1, &mut workspace);
                total = u64::saturating_add(total, below);
            }
            total
        };
        std::thread::scope(|scope| {
            // If the system refuses to start a thread, the other threads do the work.
            let start = |_| std::thread::Builder::new().spawn_scoped(scope, worker).ok();
            let helpers: Vec<_> = (1..effort.threads).filter_map(start).collect();
            let own = worker();
            // A worker panics only if the generator panics. The panic is passed on to the caller.
            let join = |h: std::thread::ScopedJoinHandle<'_, u64>| {
                h.join().unwrap_or_else(|e| std::panic::resume_unwind(e))
            };
            helpers.into_iter().map(join).fold(own, u64::saturating_add)
        })
    }
}

pub(super) fn unpack<const W: usize>(step: &PackedMove<W>) -> Move {
    let sites = |set: SiteSet<W>| set.into_iter().collect();
    Move {
        from: step.from,
        to: step.to,
        captures: sites(step.captured),
        partner: step.partner,
        promotion: step.promotion,
        passed: sites(step.ep_squares),
        actor: step.actor,
        choices: step.choices,
    }
}

/// Packs `mv`, a move of `state`.
fn pack<const W: usize>(state: &State<W>, mv: &Move) -> PackedMove<W> {
    let kind = match mv.actor {
        Actor::Hand(kind) => kind,
        Actor::Piece => {
            let mover = state.piece(mv.from).filter(|piece| piece.side == state.side);
            debug_assert!(mover.is_some(), "a move of a piece that is not there");
            mover.map_or(KindId::from_index(0), |piece| piece.kind)
        }
        // No piece moves, so the kind is not used.
        Actor::Section(..) | Actor::Die(..) | Actor::Nobody => KindId::from_index(0),
    };
    PackedMove {
        kind,
        from: mv.from,
        to: mv.to,
        captured: mv.captures.iter().copied().collect(),
        partner: mv.partner,
        promotion: mv.promotion,
        ep_squares: mv.passed.iter().copied().collect(),
        actor: mv.actor,
        choices: mv.choices,
    }
}

// The move tables of a game, in the bitboard width that its board needs.

#[derive(Debug)]
pub(super) enum AnyTables {
    One(Arc<Tables<1>>),
    Two(Arc<Tables<2>>),
    Four(Arc<Tables<4>>),
}

impl AnyTables {
    /// Compiles the tables of a game. If `meter` has run out afterwards, they are incomplete and
    /// must not be used.
    pub(super) fn new(arena: &Arc<BoardModel>, meter: Option<&Meter>) -> AnyTables {
        match BoardWidth::of(arena.graph.len()) {
            BoardWidth::One => AnyTables::One(Arc::new(Tables::metered(arena, meter))),
            BoardWidth::Two => AnyTables::Two(Arc::new(Tables::metered(arena, meter))),
            BoardWidth::Four => AnyTables::Four(Arc::new(Tables::metered(arena, meter))),
        }
    }
}

// The threads and the memory for counting moves.

/// Threads and memory that a count may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Number of threads, at least 1.
    pub threads: usize,
    /// Bytes for caches of counts, all threads together; 0 for no cache.
    pub cache: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Self { threads: 1, cache: 0 }
    }
}

// Counts how often a position has occurred in a game.

/// The positions of a game, recorded to recognize repetitions.
#[derive(Clone, Default, Debug)]
pub struct Repetitions {
    stood: Vec<Stood>,
}

/// The data of one position for recognizing repetitions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stood {
    /// Hash key; equal positions have equal keys.
    pub(crate) key: u64,
    /// True after an irreversible move. No earlier position can occur again.
    pub(crate) since: bool,
    /// The side that gave check with the last move. Always `None` if the rules do not depend on it.
    pub(crate) checker: Option<Side>,
    /// The side that made the last move.
    pub(crate) mover: Side,
}

impl Repetitions {
    /// Records the present position of `play`. Does nothing if the rules do not count repetitions.
    pub fn remember(&mut self, play: &Play, rules: &Ruleset) {
        if rules.ends.count_repetitions() {
            // With hands, captured pieces can return, so no move is irreversible.
            let since = play.halfmoves() == 0 && rules.hand.is_none();
            let mover = play.last_side();
            let checks = rules.ends.ask_of_repeated_checks() && play.is_threatened(mover.other());
            let checker = checks.then_some(mover);
            self.push(Stood { key: play.key(), since, checker, mover });
        }
    }

    /// Adds a position.
    pub(crate) fn push(&mut self, stood: Stood) {
        self.stood.push(stood);
    }

    /// Removes the last position, if there is one.
    pub fn forget(&mut self) {
        self.stood.pop();
    }

    /// The number of recorded positions.
    pub(crate) fn len(&self) -> usize {
        self.stood.len()
    }

    /// How often the last position has occurred since the last irreversible move.
    pub fn history(&self) -> History {
        let Some(now) = self.stood.last() else { return History::default() };
        let mut history = History::default();
        let mut checking = BySide([true; MOST_SIDES]);
        for pair in self.stood.windows(2).rev() {
            let [before, after] = pair else { break };
            if after.since {
                break;
            }
            checking[after.mover] &= after.checker == Some(after.mover);
            if before.key == now.key {
                history.times += 1;
                for side in Side::ALL {
                    history.by_checks[side] += u32::from(checking[side]);
                }
            }
        }
        history
    }

    /// True if the last position has occurred before, and the earlier occurrence has at least the
    /// number `first`, counted from 0.
    pub(crate) fn recurs_since(&self, first: usize) -> bool {
        let Some((now, earlier)) = self.stood.split_last() else { return false };
        let mut after = now;
        for before in earlier.iter().skip(first).rev() {
            if after.since {
                return false;
            }
            if before.key == now.key {
                return true;
            }
            after = before;
        }
        false
    }
}
