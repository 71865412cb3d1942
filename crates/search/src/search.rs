//! Principal variation search with iterative deepening.
//!
//! A position is searched with a window, which is a range of values that matter. The first move
//! gets the whole window. The others are only tested against the best value so far (Marsland and
//! Campbell, 1982). Unlikely moves are searched less deeply, and searched again if the result is
//! good. The side to move may stay the same after a move, so values are negated only if it changes.
//! Where chance moves, all outcomes are searched and the value is their mean (Michie, 1966).

use crate::searchable::{
    Candidate, Limits, MAX_PLY, NullMoves, Outcomes, Quiescence, Score, Searchable, Stage, Stop,
    Watch,
};
use crate::table::{self, Before, Bound, Entry, Ordering, Table, bring_best};
use alfil_rules::side::Side;
use std::thread;
use std::time::Duration;

/// The first window extends this far around the value of the previous depth, in hundredths of a
/// pawn.
const WINDOW: i32 = 30;

/// The stack of a helping thread. The search calls itself once for each ply.
const STACK: usize = 16 << 20;

/// The greatest depth of an iteration.
const MAX_DEPTH: u32 = 100;

/// A capture is left out if even this much more than the gained material cannot raise the estimate
/// above the window's lower bound. In hundredths of a pawn.
const CAPTURE_MARGIN: i32 = 150;

/// The number of captures that are tried in a less deep search to prove that a position is good.
const CAPTURES_TRIED: usize = 3;

/// At the end of a line, captures that win nothing are searched down to this depth.
const EVEN_EXCHANGES: i32 = -8;

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Found<M> {
    /// The deepest finished iteration; 0 if there was no time for one.
    pub depth: u32,
    /// The value of the best move for the side to move.
    pub score: Score,
    /// The best moves of both sides in order, beginning with the best move. Empty if there is no
    /// legal move.
    pub line: Vec<M>,
    /// The number of positions that were searched.
    pub nodes: u64,
    /// The time that the search took so far.
    pub time: Duration,
}

/// A search in progress.
struct Search<'s, P: Searchable> {
    position: &'s mut P,
    table: &'s Table,
    watch: Watch<'s>,
    ordering: Ordering,
    nodes: u64,
    /// One list of moves per ply, whose memory is reused.
    lists: Vec<Vec<Candidate<P::Move>>>,
    /// The estimate at each ply of the present line. `None` in check.
    estimates: Vec<Option<Score>>,
    /// The best line from each ply on.
    lines: Vec<Vec<P::Move>>,
    /// The codes of moves that are not searched at the root, because they already have lines of
    /// their own.
    excluded: Vec<u32>,
    /// The code of the best move at the root.
    root_best: u32,
    quiescence: Quiescence,
    null_moves: NullMoves,
    /// True if no move may be left out.
    is_exact: bool,
    /// The side to move at the root.
    root_side: Side,
}

/// The bounds between which a value matters.
#[derive(Clone, Copy)]
struct Window {
    alpha: Score,
    beta: Score,
}

impl Window {
    const ALL: Window = Window { alpha: Score::LEAST, beta: Score::GREATEST };

    /// Returns a window that only shows whether a value is greater than `alpha`.
    fn test(alpha: Score) -> Window {
        Window { alpha, beta: alpha.plus(1) }
    }

    /// True if the window only shows whether a value is greater than its lower bound.
    fn is_test(self) -> bool {
        self.beta <= self.alpha.plus(1)
    }

    fn reversed(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// The place of a node in the tree.
#[derive(Clone, Copy)]
struct Node {
    depth: i32,
    ply: usize,
    /// The codes of the last two moves, which history counters use. 0 after a skipped turn and
    /// before the root.
    before: Before,
    expected: Expected,
}

/// The value that is expected in a node, compared with the window.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expected {
    /// Nothing is known.
    Any,
    /// At most the lower bound.
    Low,
    /// At least the upper bound. One good move shows it, so the late moves matter least here.
    High,
}

impl Expected {
    fn reversed(self) -> Expected {
        match self {
            Expected::Any => Expected::Any,
            Expected::Low => Expected::High,
            Expected::High => Expected::Low,
        }
    }
}

impl Node {
    fn root(depth: u32) -> Node {
        let before = Before::default();
        Node { depth: depth as i32, ply: 0, before, expected: Expected::Any }
    }

    fn below(self, code: u32) -> Node {
        let before = Before { last: code, earlier: self.before.last };
        Node { depth: self.depth - 1, ply: self.ply + 1, before, ..self }
    }

    fn expecting(self, expected: Expected) -> Node {
        Node { expected, ..self }
    }

    fn reversed(self) -> Node {
        self.expecting(self.expected.reversed())
    }

    fn at_depth(self, depth: i32) -> Node {
        Node { depth, ..self }
    }
}

/// The purpose of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// To find a good move. Moves that seem hopeless are left out, so a forced win may be found
    /// late.
    GoodMove,
    /// To find out whether the side to move can force a win within this number of plies. No move
    /// is left out, so the answer is exact. The table must contain only searches for wins.
    Win(u32),
}

/// What to search, and when to end.
pub struct Request<'r, M> {
    /// When the search ends.
    pub limits: &'r Limits,
    /// The number of best moves to report at each depth. 0 counts as 1.
    pub lines: usize,
    /// The number of threads, which share the table. 0 counts as 1. With more than one thread, the
    /// result may differ from run to run.
    pub threads: usize,
    /// Tells which moves of the position to search. `None`: all moves.
    pub only: Option<&'r (dyn Fn(&M) -> bool + Sync)>,
    /// The purpose of the search.
    pub purpose: Purpose,
}

/// Searches `position` until a limit is reached, and calls `on_depth` after each finished depth,
/// once for each of the requested lines. The result has the depth and the score of the deepest
/// finished iteration, and its best move, or a better one that the next iteration found before it
/// was ended. If no iteration finished, it still has a legal move, if there is one.
/// A search for a win ends with the shortest win, and has no line if there is none. It reports one
/// line for each move that wins in the same time, up to the requested number.
///
/// More threads search the same position at the same time. They help through the table only: the
/// result, and the limit of nodes, are those of the first thread.
pub fn search<P: Searchable + Clone + Send>(
    position: &mut P,
    table: &Table,
    request: &Request<'_, P::Move>,
    on_depth: &mut dyn FnMut(&Found<P::Move>),
) -> Found<P::Move> {
    table.begin();
    // Without memory for more threads, the search is only slower.
    let threads = if request.threads > 1 { table::threads(request.threads) } else { 1 };
    if threads <= 1 {
        return Search::continuing(position, table, request.limits).finish(request, on_depth);
    }
    let limits = Limits { stop: Stop::default(), ..Limits::default() };
    let mut others = vec![position.clone(); threads - 1];
    thread::scope(|scope| {
        for (number, other) in others.iter_mut().enumerate() {
            let (limits, request) = (&limits, Request { threads: 1, ..*request });
            let help = move || {
                let request = Request { limits, ..request };
                // Every second thread begins one ply deeper, so that not all do the same.
                let first = 1 + number as u32 % 2;
                Search::new(other, table, limits).deepen(&request, first, &mut |_| ());
            };
            // Without another thread, the search is only slower.
            let _ = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, help);
        }
        let first = Search::continuing(position, table, request.limits);
        let found = first.finish(request, on_depth);
        limits.stop.stop();
        found
    })
}

impl<'s, P: Searchable> Search<'s, P> {
    fn new(position: &'s mut P, table: &'s Table, limits: &'s Limits) -> Search<'s, P> {
        let (habits, root_side) = (position.habits(), position.side());
        Search {
            position,
            table,
            watch: Watch::new(limits),
            ordering: Ordering::new(),
            nodes: 0,
            lists: (0..=MAX_PLY + 1).map(|_| Vec::new()).collect(),
            estimates: vec![None; MAX_PLY + 2],
            lines: (0..=MAX_PLY + 1).map(|_| Vec::new()).collect(),
            excluded: Vec::new(),
            root_best: 0,
            quiescence: habits.quiescence,
            null_moves: habits.null_moves,
            is_exact: false,
            root_side,
        }
    }

    /// A search that orders moves by the experience of earlier searches with the table.
    fn continuing(position: &'s mut P, table: &'s Table, limits: &'s Limits) -> Search<'s, P> {
        let mut search = Search::new(position, table, limits);
        if let Some(mut ordering) = table.take_ordering() {
            ordering.begin();
            search.ordering = ordering;
        }
        search
    }

    /// Runs the search, and keeps its experience with the order of moves for the next one.
    fn finish(
        mut self,
        request: &Request<'_, P::Move>,
        on_depth: &mut dyn FnMut(&Found<P::Move>),
    ) -> Found<P::Move> {
        let found = self.deepen(request, 1, on_depth);
        self.table.keep_ordering(self.ordering);
        found
    }

    fn deepen(
        &mut self,
        request: &Request<'_, P::Move>,
        first_depth: u32,
        on_depth: &mut dyn FnMut(&Found<P::Move>),
    ) -> Found<P::Move> {
        let (mut legal, mut unwanted) = (Vec::new(), Vec::new());
        self.position.moves(Stage::All, &mut legal);
        if let Some(only) = request.only {
            let rest = legal.extract_if(.., |candidate| !only(&candidate.mv));
            unwanted.extend(rest.map(|candidate| candidate.code));
        }
        let first = legal.first().map(|candidate| candidate.mv.clone());
        let mut best = Found {
            depth: 0,
            score: Score::DRAW,
            line: first.into_iter().collect(),
            nodes: 0,
            time: Duration::ZERO,
        };
        if legal.is_empty() {
            return best;
        }
        let mut lines = request.lines.max(1);
        if self.position.is_chance() {
            // No side has a move to choose. Only the value is of interest.
            best.line.clear();
            lines = 1;
        }
        if let Purpose::Win(plies) = request.purpose {
            self.is_exact = true;
            best.line.clear();
            return self.find_win(plies, (lines.min(legal.len()), &unwanted), best, on_depth);
        }
        for depth in first_depth..=MAX_DEPTH {
            if !self.watch.may_begin(depth) {
                break;
            }
            self.excluded.clone_from(&unwanted);
            let mut first_line = None;
            for _ in 0..lines.min(legal.len()) {
                let Some(score) = self.aspire(depth, best.score) else { break };
                let line = self.lines[0].clone();
                let (nodes, time) = (self.nodes, self.watch.elapsed());
                let found = Found { depth, score, line, nodes, time };
                on_depth(&found);
                self.excluded.push(self.root_best);
                first_line.get_or_insert(found);
            }
            let Some(found) = first_line else {
                // The best move of the depth before was searched first. So a move that is better so
                // far is better at this depth.
                if lines == 1 && !self.lines[0].is_empty() {
                    best.line.clone_from(&self.lines[0]);
                }
                break;
            };
            best = found;
            // In a timed game, the search ends early if there is only one move, or if it has found
            // a forced win or loss.
            let plies = best.score.plies_to_win().map(i32::unsigned_abs);
            let is_settled = legal.len() == 1 || plies.is_some_and(|plies| plies <= depth);
            if is_settled && lines == 1 && self.watch.has_clock() {
                break;
            }
        }
        Found { nodes: self.nodes, time: self.watch.elapsed(), ..best }
    }

    /// Searches deeper and deeper for a win, up to `plies`. `found` is the result if there is none.
    fn find_win(
        &mut self,
        plies: u32,
        (lines, unwanted): (usize, &[u32]),
        mut found: Found<P::Move>,
        on_depth: &mut dyn FnMut(&Found<P::Move>),
    ) -> Found<P::Move> {
        let window = Window { alpha: Score::WORST_WIN, beta: Score::GREATEST };
        for depth in 1..=plies {
            self.excluded.clear();
            self.excluded.extend_from_slice(unwanted);
            for _ in 0..lines {
                let root = Node::root(depth);
                let score = self.node(window, root).filter(|score| *score > window.alpha);
                let Some(score) = score else { break };
                let (nodes, time) = (self.nodes, self.watch.elapsed());
                let win = Found { depth, score, line: self.lines[0].clone(), nodes, time };
                on_depth(&win);
                self.excluded.push(self.root_best);
                if found.line.is_empty() {
                    found = win;
                }
            }
            if self.watch.is_over(self.nodes) {
                break;
            }
            found.depth = depth;
            if !found.line.is_empty() {
                break;
            }
        }
        Found { nodes: self.nodes, time: self.watch.elapsed(), ..found }
    }

    /// The value at the end of a line in a search for a win: only the end of the game counts.
    fn settled(&mut self, ply: usize) -> Score {
        let mut list = std::mem::take(&mut self.lists[ply]);
        list.clear();
        self.position.moves(Stage::All, &mut list);
        let has_move = !list.is_empty();
        self.lists[ply] = list;
        let side = self.position.side();
        let end = if has_move { None } else { self.position.outcome_without_moves() };
        end.map_or(Score::DRAW, |end| Score::of_outcome(&end, side, ply))
    }
}

impl<P: Searchable> Search<'_, P> {
    /// Searches the root with a narrow window around `guess`, and widens it if the value is
    /// outside. `None` if a limit was reached.
    fn aspire(&mut self, depth: u32, guess: Score) -> Option<Score> {
        let root = Node::root(depth);
        if depth < 4 || guess.is_decided() {
            return self.node(Window::ALL, root);
        }
        let mut width = WINDOW;
        let mut window = Window { alpha: guess.plus(-width), beta: guess.plus(width) };
        loop {
            let score = self.node(window, root)?;
            width *= 4;
            if score <= window.alpha && window.alpha > Score::LEAST {
                window.alpha = score.plus(-width);
            } else if score >= window.beta && window.beta < Score::GREATEST {
                window.beta = score.plus(width);
            } else {
                return Some(score);
            }
            if width > 1_000 {
                window = Window::ALL;
            }
        }
    }

    /// The value of the position after a move, from the view of `us`, the side that made the move.
    fn after(&mut self, us: Side, window: Window, node: Node) -> Option<Score> {
        if self.position.side() == us {
            self.node(window, node)
        } else {
            Some(-self.node(window.reversed(), node.reversed())?)
        }
    }

    /// The value of the position within `window`. `None` if a limit was reached.
    fn node(&mut self, window: Window, node: Node) -> Option<Score> {
        let Node { depth, ply, .. } = node;
        self.lines[ply].clear();
        if ply > 0 {
            if let Some(outcome) = self.position.outcome() {
                self.nodes += 1;
                return Some(Score::of_outcome(&outcome, self.position.side(), ply));
            }
            // A win with the next move is the best possible result here. If even this does not
            // exceed `alpha`, no search is needed.
            if window.alpha >= Score::win_at(ply + 1) {
                return Some(window.alpha);
            }
        }
        if self.position.is_chance() && ply < MAX_PLY && (depth > 0 || ply == 0) {
            return self.expect(window, node);
        }
        let is_halfway = self.position.is_halfway();
        let depth = if is_halfway { depth.max(1) } else { depth };
        if self.is_exact && depth <= 0 {
            self.nodes += 1;
            return Some(self.settled(ply));
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiesce(window, node);
        }
        self.nodes += 1;
        if self.watch.is_over(self.nodes) {
            return None;
        }
        let is_test = window.is_test();
        let key = self.position.key();
        let stored = self.table.get(key);
        if is_test
            && ply > 0
            && let Some(entry) = stored.filter(|entry| i32::from(entry.depth) >= depth)
            && let Some(score) = entry.decides(window.alpha, window.beta, ply)
        {
            return Some(score);
        }
        let in_check = self.position.in_check();
        let depth = depth + i32::from(in_check && !self.is_exact);
        // Without a stored best move, the order of moves is poor. A shallower search is cheaper,
        // and stores a best move for the next time.
        let is_unknown = stored.is_none() && depth >= 4 && ply > 0 && !self.is_exact;
        let depth = depth - i32::from(is_unknown);
        let raw = Score::estimate(self.position.evaluate());
        self.estimates[ply] = (!in_check).then_some(raw);
        let is_improving = ply >= 2 && self.estimates[ply - 2].is_none_or(|before| raw > before);
        // A stored value is better than an estimate, if its bound points in the right direction.
        let estimate = stored.map_or(raw, |entry| entry.refines(raw, ply));
        let view = View { estimate, in_check, is_improving };
        let may_prune = is_test
            && !self.is_exact
            && !in_check
            && !is_halfway
            && ply > 0
            && !window.beta.is_decided();
        if may_prune {
            let node = node.at_depth(depth);
            if let Some(score) = self.prune(window, node, view)? {
                return Some(score);
            }
            if let Some(score) = self.prune_by_capture(window, node, view)? {
                return Some(score);
            }
        }
        let first = stored.map_or(0, |entry| entry.code);
        let best = self.moves(window, node.at_depth(depth), first, view)?;
        if ply == 0 && !self.excluded.is_empty() {
            return Some(best.score);
        }
        let bound = match best.score {
            score if score >= window.beta => Bound::Lower,
            score if score <= window.alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        let code = if best.code == 0 { first } else { best.code };
        let (score, depth) = (best.score.at_node(ply), depth.clamp(0, 255) as u8);
        self.table.put(key, Entry { code, score, depth, bound });
        Some(best.score)
    }

    /// The value of a position in which chance moves: the mean of the values after all outcomes. In
    /// a search for a win, it is the worst value for the side that must win. `None` if a limit was
    /// reached.
    fn expect(&mut self, window: Window, node: Node) -> Option<Score> {
        let ply = node.ply;
        self.nodes += 1;
        if self.watch.is_over(self.nodes) {
            return None;
        }
        let us = self.position.side();
        let mut list = std::mem::take(&mut self.lists[ply]);
        list.clear();
        self.position.moves(Stage::All, &mut list);
        let mut outcomes = Outcomes::default();
        for candidate in &list {
            let weight = self.position.weight(&candidate.mv);
            let undo = self.position.make(&candidate.mv);
            // A mean needs the exact value of each outcome.
            let window = if self.is_exact { window } else { Window::ALL };
            let score = self.after(us, window, node.below(candidate.code));
            self.position.unmake(&candidate.mv, undo);
            match score {
                Some(score) => outcomes.add(score, weight),
                None => {
                    self.lists[ply] = list;
                    return None;
                }
            }
        }
        self.lists[ply] = list;
        self.lines[ply].clear();
        Some(match (self.is_exact, us == self.root_side) {
            (true, true) => outcomes.least,
            (true, false) => outcomes.greatest,
            (false, _) => outcomes.mean(),
        })
    }

    /// Returns a value without searching the moves if the position is far better than the window.
    /// The estimate alone may show this, or the value after a skipped turn. The inner option is
    /// `None` if neither does. The outer one is `None` if a limit was reached.
    fn prune(&mut self, window: Window, node: Node, view: View) -> Option<Option<Score>> {
        let Node { depth, ply, .. } = node;
        let (beta, estimate) = (window.beta, view.estimate);
        if depth <= 7 && estimate >= beta.plus(80 * (depth - i32::from(view.is_improving)).max(1)) {
            return Some(Some(estimate));
        }
        // The position is so bad that only captures can help.
        if depth <= 3 && estimate.plus(180 + 180 * depth) <= window.alpha {
            let score = self.quiesce(window, node.at_depth(0))?;
            if score <= window.alpha {
                return Some(Some(score));
            }
        }
        let tries_null = self.null_moves == NullMoves::Sound
            && depth >= 3
            && node.before.last != 0
            && estimate >= beta;
        if !tries_null {
            return Some(None);
        }
        let Some(undo) = self.position.skip() else { return Some(None) };
        let surplus = (estimate.centipawns() - beta.centipawns()) / 200;
        let reduced = depth - 3 - depth / 4 - surplus.min(3);
        let below = Node {
            depth: reduced,
            ply: ply + 1,
            before: Before::default(),
            expected: Expected::Low,
        };
        let score = self.node(Window::test(beta.plus(-1)).reversed(), below);
        self.position.unskip(undo);
        let score = -score?;
        if score < beta {
            return Some(None);
        }
        // A win after a skipped turn may not be a real win, so the value is limited.
        let score = if score.is_decided() { beta } else { score };
        if depth < 10 {
            return Some(Some(score));
        }
        // At great depth, an error by zugzwang is expensive. So the result must also hold in a
        // search that skips no turn here.
        let proof = Node { depth: reduced, before: Before::default(), ..node };
        let proven = self.node(Window::test(beta.plus(-1)), proof)? >= beta;
        Some(proven.then_some(score))
    }

    /// Returns a value above the window if a capture far exceeds it in a less deep search (Buro's
    /// ProbCut, 1995). Only the captures that seem best are tried. The inner option is `None` if
    /// none does. The outer one is `None` if a limit was reached.
    fn prune_by_capture(
        &mut self,
        window: Window,
        node: Node,
        view: View,
    ) -> Option<Option<Score>> {
        let Node { depth, ply, .. } = node;
        let target = window.beta.plus(if view.is_improving { 150 } else { 200 });
        if depth < 5 || target.is_decided() {
            return Some(None);
        }
        let us = self.position.side();
        let mut list = std::mem::take(&mut self.lists[ply]);
        list.clear();
        self.position.moves(Stage::Tactical, &mut list);
        list.retain(|candidate| {
            candidate.gain >= 0 && view.estimate.plus(candidate.gain) >= target
        });
        self.ordering.rank(&mut list, (0, node.before), us, ply);
        let mut found = Some(None);
        for next in 0..list.len().min(CAPTURES_TRIED) {
            bring_best(&mut list, next);
            let candidate = list[next].clone();
            let below = node.below(candidate.code).expecting(Expected::High);
            let test = Window::test(target.plus(-1));
            let undo = self.position.make(&candidate.mv);
            let mut score = self.after(us, test, below.at_depth(0));
            if score.is_some_and(|score| score >= target) {
                score = self.after(us, test, below.at_depth(depth - 4));
            }
            self.position.unmake(&candidate.mv, undo);
            let is_enough = score.map(|score| score >= target);
            if is_enough != Some(false) {
                found = score.map(Some);
                break;
            }
        }
        self.lists[ply] = list;
        found
    }
}

/// Facts about a position that are computed before its moves are searched.
#[derive(Clone, Copy)]
struct View {
    /// The estimate for the side to move.
    estimate: Score,
    in_check: bool,
    /// True if the estimate is higher than two plies ago.
    is_improving: bool,
}

/// The best move of a node and its value.
struct Best {
    score: Score,
    /// The code of the move. 0 if no move is better than the lower bound of the window.
    code: u32,
}

impl<P: Searchable> Search<'_, P> {
    /// Searches the moves of a position one after another. `None` if a limit was reached.
    fn moves(&mut self, window: Window, node: Node, first: u32, view: View) -> Option<Best> {
        let Node { depth, ply, before, .. } = node;
        let in_check = view.in_check;
        let us = self.position.side();
        let mut list = std::mem::take(&mut self.lists[ply]);
        list.clear();
        self.position.moves(Stage::All, &mut list);
        if list.is_empty() {
            self.lists[ply] = list;
            let outcome = self.position.outcome_without_moves();
            let score = outcome.map_or(Score::DRAW, |end| Score::of_outcome(&end, us, ply));
            return Some(Best { score, code: 0 });
        }
        self.ordering.rank(&mut list, (first, before), us, ply);
        let mut best = Best { score: Score::LEAST, code: 0 };
        let Window { mut alpha, beta } = window;
        let mut tried = Vec::new();
        let mut searched = 0;
        for next in 0..list.len() {
            bring_best(&mut list, next);
            let candidate = list[next].clone();
            if ply == 0 && self.excluded.contains(&candidate.code) {
                continue;
            }
            let history = if candidate.is_tactical {
                0
            } else {
                self.ordering.history(us, before, candidate.code)
            };
            let may_skip = ply > 0
                && !self.is_exact
                && !in_check
                && window.is_test()
                && searched > 0
                && best.score > Score::LEAST
                && !best.score.is_decided();
            let less = if !in_check && !self.is_exact {
                reduction(&candidate, node, (searched, history), (window, view))
            } else {
                0
            };
            let is_hopeless = may_skip
                && is_hopeless(
                    &candidate,
                    (depth, depth - 1 - less),
                    (searched, history),
                    view,
                    alpha,
                );
            let less = less.clamp(0, (depth - 2).max(0));
            let undo = self.position.make(&candidate.mv);
            // A check may win although the estimate is low, so checks are searched.
            if is_hopeless && !self.position.in_check() {
                self.position.unmake(&candidate.mv, undo);
                continue;
            }
            let below = node.at_depth(depth).below(candidate.code);
            let score = match searched {
                0 => self.after(us, Window { alpha, beta }, below),
                _ => self.tested(us, (alpha, beta), below, less),
            };
            self.position.unmake(&candidate.mv, undo);
            let Some(score) = score else {
                self.lists[ply] = list;
                return None;
            };
            searched += 1;
            if score > best.score {
                best.score = score;
                if score > alpha {
                    alpha = score;
                    best.code = candidate.code;
                    if ply == 0 {
                        self.root_best = candidate.code;
                    }
                    let rest = std::mem::take(&mut self.lines[ply + 1]);
                    self.lines[ply].clear();
                    self.lines[ply].push(candidate.mv.clone());
                    self.lines[ply].extend_from_slice(&rest);
                    self.lines[ply + 1] = rest;
                }
            }
            if score >= beta {
                if !candidate.is_tactical {
                    self.ordering.learn(us, (before, candidate.code), &tried, (depth, ply));
                }
                break;
            }
            if !candidate.is_tactical {
                tried.push(candidate.code);
            }
        }
        self.lists[ply] = list;
        Some(best)
    }

    /// The value of a move that is probably not better than `alpha`. A search that is `less`
    /// plies shallower tests this first. If the move is better, it is searched again. `None` if a
    /// limit was reached.
    fn tested(
        &mut self,
        us: Side,
        (alpha, beta): (Score, Score),
        below: Node,
        less: i32,
    ) -> Option<Score> {
        let reduced = below.at_depth(below.depth - less).expecting(Expected::Low);
        let mut score = self.after(us, Window::test(alpha), reduced)?;
        if score > alpha && less > 0 {
            let again = below.expecting(Expected::High);
            score = self.after(us, Window::test(alpha), again)?;
        }
        if score > alpha && score < beta {
            let again = below.expecting(Expected::Any);
            score = self.after(us, Window { alpha, beta }, again)?;
        }
        Some(score)
    }

    /// The value of a position at the end of a line. To avoid a wrong estimate in the middle of an
    /// exchange, captures and promotions are searched that could reach the window. `None` if a
    /// limit was reached.
    fn quiesce(&mut self, window: Window, node: Node) -> Option<Score> {
        let Node { depth, ply, .. } = node;
        self.nodes += 1;
        if self.watch.is_over(self.nodes) {
            return None;
        }
        let us = self.position.side();
        let key = self.position.key();
        let stored = self.table.get(key);
        if window.is_test()
            && ply > 0
            && let Some(entry) = stored
            && let Some(score) = entry.decides(window.alpha, window.beta, ply)
        {
            return Some(score);
        }
        let in_check = self.position.in_check();
        let mut list = std::mem::take(&mut self.lists[ply]);
        list.clear();
        // All replies to a check are searched, down to a limit.
        let is_forced = in_check && depth > -6;
        let stage = match self.quiescence {
            _ if is_forced => Stage::All,
            Quiescence::Captures => Stage::Tactical,
            Quiescence::ForcedCaptures | Quiescence::None => Stage::All,
        };
        // The estimate comes first, because it often makes the search of moves unnecessary.
        let raw = Score::estimate(self.position.evaluate());
        let mut best = stored.map_or(raw, |entry| entry.refines(raw, ply));
        let must_move = is_forced || self.quiescence == Quiescence::ForcedCaptures;
        if !must_move && stage == Stage::Tactical && best >= window.beta || ply >= MAX_PLY {
            self.lists[ply] = list;
            return Some(best);
        }
        self.position.moves(stage, &mut list);
        let has_none = list.is_empty() && stage == Stage::All;
        if has_none {
            self.lists[ply] = list;
            let outcome = self.position.outcome_without_moves();
            return Some(outcome.map_or(Score::DRAW, |end| Score::of_outcome(&end, us, ply)));
        }
        let captures_only = list.iter().all(|candidate| candidate.is_tactical);
        let is_forced = match self.quiescence {
            _ if is_forced => true,
            Quiescence::ForcedCaptures => captures_only && depth > -12,
            Quiescence::Captures | Quiescence::None => false,
        };
        if !is_forced && (self.quiescence == Quiescence::None || best >= window.beta) {
            self.lists[ply] = list;
            return Some(best);
        }
        let estimate = best;
        if is_forced {
            best = Score::LEAST;
        }
        let mut alpha = window.alpha.max(best);
        let mut code = 0;
        // With many pieces on both sides, even exchanges could follow each other for very long.
        let least_gain = if depth > EVEN_EXCHANGES { 0 } else { 1 };
        let first = stored.map_or(0, |entry| entry.code);
        self.ordering.rank(&mut list, (first, node.before), us, ply);
        for next in 0..list.len() {
            bring_best(&mut list, next);
            let candidate = list[next].clone();
            if !is_forced {
                let reaches = estimate.plus(candidate.gain + CAPTURE_MARGIN) > alpha;
                if !candidate.is_tactical || candidate.gain < least_gain || !reaches {
                    continue;
                }
            }
            let undo = self.position.make(&candidate.mv);
            let window = Window { alpha, beta: window.beta };
            let score = self.after(us, window, node.below(candidate.code));
            self.position.unmake(&candidate.mv, undo);
            let Some(score) = score else {
                self.lists[ply] = list;
                return None;
            };
            best = best.max(score);
            if score > alpha {
                (alpha, code) = (score, candidate.code);
            }
            if score >= window.beta {
                break;
            }
        }
        self.lists[ply] = list;
        let bound = if best >= window.beta { Bound::Lower } else { Bound::Upper };
        if stored.is_none_or(|entry| entry.depth == 0) && window.is_test() {
            let code = if code == 0 { first } else { code };
            self.table.put(key, Entry { code, score: best.at_node(ply), depth: 0, bound });
        }
        Some(best)
    }
}

/// True if a move is left out near the end of a line. Such a move comes late, loses material, did
/// badly before, or cannot make up for a low estimate. `left` is the depth after the move if
/// it is reduced.
fn is_hopeless<M>(
    candidate: &Candidate<M>,
    (depth, left): (i32, i32),
    (searched, history): (i32, i32),
    view: View,
    alpha: Score,
) -> bool {
    if candidate.is_tactical {
        return depth <= 6 && candidate.gain < -90 * depth;
    }
    let many = (5 + depth * depth) * if view.is_improving { 2 } else { 1 } / 2;
    let is_late = searched > many;
    let left = left.max(0);
    let is_far_behind = left <= 6 && view.estimate.plus(110 + 90 * left) <= alpha;
    let did_badly = left <= 4 && history < -3_000 * left;
    is_late || is_far_behind || did_badly
}

/// The number of plies by which a move is searched less deeply at first. It may exceed the depth.
fn reduction<M>(
    candidate: &Candidate<M>,
    node: Node,
    (searched, history): (i32, i32),
    (window, view): (Window, View),
) -> i32 {
    if searched < 2 || candidate.is_tactical && candidate.gain >= 0 {
        return 0;
    }
    let by_order = f64::from(node.depth).ln() * f64::from(searched).ln() / 2.2;
    let less = by_order as i32 - history / 8_000
        + i32::from(window.is_test())
        + i32::from(!view.is_improving)
        + i32::from(node.expected == Expected::High);
    less.max(0)
}
