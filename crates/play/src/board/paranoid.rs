//! Search and proofs for games with more than two sides.

use crate::board::BoardPlay;
use alfil_board::model::position::Move;
use alfil_rules::ids::KindId;
use alfil_rules::side::{Side, SideSet};
use alfil_search::search::Found;
use alfil_search::searchable::{Limits, Score, Watch};

// Search for games with more than two sides.
//
// The side to move and its allies choose what is best for them, and all other sides what is worst
// for them. This is the paranoid search of Sturtevant and Korf (On Pruning Techniques for
// Multi-Player Games, AAAI 2000), which allows alpha-beta pruning. The value of a roll is the mean
// of its outcomes. A position is estimated by the pieces of the team less those of the strongest
// other team. Where the most points win, a point counts as a pawn.

/// The greatest depth without another limit.
const DEPTH: u32 = 64;

/// The value of a won game. Each ply until then costs one.
const WON: i32 = 30_000;

/// The value of a point, in hundredths of a pawn.
const POINT: i32 = 100;

/// The purpose of a search.
pub(crate) struct Task<'a> {
    /// The values of kinds in hundredths of a pawn.
    pub(crate) value: &'a dyn Fn(KindId) -> i32,
    /// When to stop.
    pub(crate) limits: &'a Limits,
    /// The number of best moves to find.
    pub(crate) lines: usize,
    /// The moves that are searched; empty for all.
    pub(crate) only: &'a [Move],
}

struct Search<'a> {
    play: BoardPlay,
    task: &'a Task<'a>,
    /// The sides that want a high value.
    team: SideSet,
    watch: Watch<'a>,
    nodes: u64,
}

/// Searches `play`, one depth after the other. Calls `on_depth` with the best moves of each depth.
pub(crate) fn search(
    play: &BoardPlay,
    task: &Task<'_>,
    on_depth: &mut dyn FnMut(&Found<Move>),
) -> Found<Move> {
    let side = play.turn().side;
    let team = play.rules().sides.team(side);
    let watch = Watch::new(task.limits);
    let mut search = Search { play: play.clone(), task, team, watch, nodes: 0 };
    let mut moves = search.ordered();
    if !task.only.is_empty() {
        moves.retain(|mv| task.only.contains(mv));
    }
    let rolls = play.tickets(&moves).is_some();
    let first = moves.first().filter(|_| !rolls);
    let mut best = search.found(0, 0, first.cloned().into_iter().collect());
    for depth in 1..=DEPTH {
        // At least one depth is searched, so that the best capture is found.
        if depth > 1 && !search.watch.may_begin(depth) {
            break;
        }
        if rolls {
            let score = search.value(depth, 0, (-WON - 1, WON + 1), &mut Vec::new());
            if search.is_over() {
                break;
            }
            best = search.found(depth, score, Vec::new());
            on_depth(&best);
            continue;
        }
        let mut scored: Vec<(i32, Move, Vec<Move>)> = Vec::new();
        for mv in &moves {
            let least = match scored.get(task.lines.saturating_sub(1)) {
                Some((least, ..)) => *least,
                None => -WON - 1,
            };
            let mut line = Vec::new();
            search.play.play(mv);
            let score = search.value(depth - 1, 1, (least, WON + 1), &mut line);
            search.play.take_back();
            if search.is_over() {
                break;
            }
            let at = scored.partition_point(|(better, ..)| *better >= score);
            scored.insert(at, (score, mv.clone(), line));
        }
        if search.is_over() || scored.is_empty() {
            break;
        }
        for (score, mv, line) in scored.iter().take(task.lines.max(1)).rev() {
            let line = std::iter::once(mv.clone()).chain(line.iter().cloned()).collect();
            let found = search.found(depth, *score, line);
            on_depth(&found);
            best = found;
        }
        let decided = scored[0].0.abs() > WON - DEPTH as i32;
        moves = scored.into_iter().map(|(_, mv, _)| mv).collect();
        if decided || moves.len() == 1 && task.limits.depth.is_none() {
            break;
        }
    }
    best
}

impl Search<'_> {
    fn found(&self, depth: u32, score: i32, line: Vec<Move>) -> Found<Move> {
        let time = self.watch.elapsed();
        Found { depth, score: Score::estimate(score), line, nodes: self.nodes, time }
    }

    /// The value of the position for the team. `line` gets the best moves.
    fn value(
        &mut self,
        depth: u32,
        ply: i32,
        (mut least, mut most): (i32, i32),
        line: &mut Vec<Move>,
    ) -> i32 {
        self.nodes += 1;
        if self.is_over() {
            return 0;
        }
        if let Some(outcome) = self.play.outcome() {
            return match outcome.winner {
                None => 0,
                Some(winner) if self.team.has(winner) => WON - ply,
                Some(_) => ply - WON,
            };
        }
        if depth == 0 {
            return self.estimate(ply);
        }
        let moves = self.ordered();
        if let Some(tickets) = self.play.tickets(&moves) {
            return self.mean(depth, ply, &moves, &tickets);
        }
        let ours = self.team.has(self.play.turn().side);
        let mut best = if ours { -WON - 1 } else { WON + 1 };
        for mv in moves {
            let mut rest = Vec::new();
            self.play.play(&mv);
            let value = self.value(depth - 1, ply + 1, (least, most), &mut rest);
            self.play.take_back();
            if self.is_over() {
                return 0;
            }
            if ours && value > best || !ours && value < best {
                best = value;
                rest.insert(0, mv);
                *line = rest;
            }
            if ours {
                least = least.max(best)
            } else {
                most = most.min(best)
            }
            if least >= most {
                break;
            }
        }
        best
    }

    /// The mean value of the outcomes of a roll, by their weights.
    fn mean(&mut self, depth: u32, ply: i32, outcomes: &[Move], tickets: &[u32]) -> i32 {
        let (mut sum, mut total) = (0, 0);
        for (outcome, &tickets) in outcomes.iter().zip(tickets) {
            self.play.play(outcome);
            let window = (-WON - 1, WON + 1);
            let value = self.value(depth - 1, ply + 1, window, &mut Vec::new());
            self.play.take_back();
            if self.is_over() {
                return 0;
            }
            sum += i64::from(value) * i64::from(tickets);
            total += i64::from(tickets);
        }
        (sum / total.max(1)) as i32
    }

    fn is_over(&mut self) -> bool {
        self.watch.is_over(self.nodes)
    }

    /// The legal moves, captures of dear pieces first.
    fn ordered(&self) -> Vec<Move> {
        let board = self.play.board();
        let gain = |mv: &Move| -> i32 {
            let taken = mv.captures.iter().filter_map(|&site| board.piece(site));
            taken.map(|piece| (self.task.value)(piece.kind).max(1)).sum()
        };
        let mut moves = self.play.legal();
        moves.sort_by_key(|mv| -gain(mv));
        moves
    }

    /// The pieces of the team less those of the strongest other team. A team without a side in play
    /// has lost.
    fn estimate(&self, ply: i32) -> i32 {
        let (board, sides) = (self.play.board(), self.play.rules().sides);
        let worth = |side: Side| -> i32 {
            let held = board.hands.held(side).map(|(kind, count)| (kind, i32::from(count)));
            let standing = board.pieces(side).map(|(_, kind)| (kind, 1));
            let pieces = held.chain(standing).map(|(kind, count)| (self.task.value)(kind) * count);
            pieces.sum::<i32>() + self.play.points(side) as i32 * POINT
        };
        let alive = sides.all().minus(board.out);
        let sum =
            |team: SideSet| alive.into_iter().filter(|&s| team.has(s)).map(worth).sum::<i32>();
        if self.team.within(board.out) {
            return ply - WON;
        }
        let others = alive.minus(self.team).into_iter().map(|side| sum(sides.team(side)));
        sum(self.team) - others.max().unwrap_or_default()
    }
}

// Proofs that a side can take an enemy out of the game, in games with more than two sides.
//
// The side to move and its allies choose the moves of the proof. All other sides try everything
// against it, even moves that harm themselves, and so do dice. So the proof holds whatever they do.

/// What to prove.
pub(crate) struct ProofTask<'a> {
    /// The number of moves of all sides together, within which an enemy must be out.
    pub(crate) plies: u32,
    /// When to stop.
    pub(crate) limits: &'a Limits,
    /// The greatest number of first moves to report.
    pub(crate) lines: usize,
}

struct Proof<'a> {
    play: BoardPlay,
    /// The side that proves.
    side: Side,
    /// The sides that choose moves of the proof.
    team: SideSet,
    /// The enemies that are in play at the begin.
    enemies: SideSet,
    watch: Watch<'a>,
    nodes: u64,
}

/// Finds the fewest plies within which the side to move can force an enemy out of the game, and
/// calls `on_win` for each first move that does it. The depth of the result is the number of plies
/// that were searched completely. It is less than asked for if a limit was reached, or a proof found.
pub(crate) fn prove(
    play: &BoardPlay,
    task: &ProofTask<'_>,
    on_win: &mut dyn FnMut(&Found<Move>),
) -> Found<Move> {
    let (side, sides) = (play.turn().side, play.rules().sides);
    let team = sides.team(side);
    let enemies = sides.all().minus(play.board().out).minus(team);
    let watch = Watch::new(task.limits);
    let mut proof = Proof { play: play.clone(), side, team, enemies, watch, nodes: 0 };
    let mut best = proof.found(0, Vec::new());
    for depth in 1..=task.plies {
        let mut wins = Vec::new();
        if play.tickets(&play.legal()).is_some() {
            wins.extend(proof.line(depth));
        } else {
            for mv in play.legal() {
                proof.play.play(&mv);
                let line = proof.line(depth - 1);
                proof.play.take_back();
                wins.extend(line.map(|line| std::iter::once(mv).chain(line).collect()));
            }
        }
        if proof.is_over() {
            break;
        }
        best = proof.found(depth, wins.first().cloned().unwrap_or_default());
        let is_proved = !wins.is_empty();
        for line in wins.into_iter().take(task.lines) {
            on_win(&proof.found(depth, line));
        }
        if is_proved {
            break;
        }
    }
    best
}

impl Proof<'_> {
    fn found(&self, depth: u32, line: Vec<Move>) -> Found<Move> {
        let time = self.watch.elapsed();
        Found { depth, score: Score::DRAW, line, nodes: self.nodes, time }
    }

    fn is_over(&mut self) -> bool {
        self.watch.is_over(self.nodes)
    }

    /// The moves until an enemy is out, with the longest defence. `None` if this cannot be forced
    /// within `depth` plies, or a limit was reached.
    fn line(&mut self, depth: u32) -> Option<Vec<Move>> {
        self.nodes += 1;
        if self.is_over() {
            return None;
        }
        let out = self.play.board().out;
        if out.has(self.side) {
            return None;
        }
        if self.enemies.minus(out) != self.enemies {
            return Some(Vec::new());
        }
        if let Some(outcome) = self.play.outcome() {
            let is_won = outcome.winner.is_some_and(|winner| self.team.has(winner));
            return is_won.then(Vec::new);
        }
        if depth == 0 {
            return None;
        }
        let moves = self.play.legal();
        let chooses = self.team.has(self.play.turn().side) && self.play.tickets(&moves).is_none();
        let mut longest: Option<Vec<Move>> = None;
        for mv in moves {
            self.play.play(&mv);
            let line = self.line(depth - 1);
            self.play.take_back();
            let line = line.map(|line| std::iter::once(mv).chain(line).collect::<Vec<Move>>());
            match (chooses, line) {
                (true, Some(line)) => return Some(line),
                (true, None) => {}
                (false, None) => return None,
                (false, Some(line)) => {
                    if longest.as_ref().is_none_or(|longest| longest.len() < line.len()) {
                        longest = Some(line);
                    }
                }
            }
        }
        longest
    }
}
