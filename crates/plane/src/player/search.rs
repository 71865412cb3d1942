//! The computer player on planes: candidate moves among the infinitely many, and an estimate of
//! positions.
//!
//! Each interval of distances gives its ends and points between them, and each region up to four
//! points. So the search may miss the best move, but all its moves are legal.

use crate::model::position::{Path, PieceId, PlaneMove, PlanePosition};
use crate::model::program::PlaneProgram;
use crate::moves::families;
use crate::rules::question;
use alfil_diagnostics::index::{Id, IndexVec};
use alfil_rules::goal::Goal;
use alfil_rules::ids::KindId;
use alfil_rules::outcome::{Outcome, Standing};
use alfil_rules::side::Side;
use alfil_search::dice::Dice;
use alfil_search::search::{Found, Purpose, Request, search};
use alfil_search::searchable::{
    Candidate, Habits, Limits, NullMoves, Quiescence, Searchable, Stage,
};
use alfil_search::table::{Table, WideHasher};
use std::hash::{Hash, Hasher};

/// The points of an interval at which quiet moves are tried, as parts of its length.
const QUIET_PARTS: [f64; 4] = [0.0, 0.35, 0.7, 1.0];
/// The points of an interval at which captures are tried, as parts of its length.
const CAPTURE_PARTS: [f64; 3] = [0.0, 0.5, 1.0];

/// Maximum number of points of a region at which moves are tried.
const POINTS: usize = 4;

/// Number of random games from which the values of pieces are derived.
const GAMES: u64 = 6;
/// Maximum length of these games in plies.
const PLIES: usize = 30;

/// The value of the right to move, in hundredths of a pawn.
const TEMPO: i32 = 12;

/// The values of pieces on a plane, in hundredths of a pawn.
#[derive(Clone, Debug)]
pub struct PlaneEstimate {
    kinds: IndexVec<KindId, i32>,
}

/// How far the pieces of a kind can move, in all positions of the random games.
#[derive(Clone, Copy, Default)]
struct Freedom {
    /// Number of pieces of the kind that belong to the side to move, over all positions.
    seen: f64,
    /// Total length of the intervals of their legal moves, plus 1 for each face of a region and
    /// each capture without moving.
    length: f64,
}

impl PlaneEstimate {
    /// Derives the values from how far pieces can move in a few random games. Takes some tenths of
    /// a second.
    pub fn derive(program: &PlaneProgram) -> PlaneEstimate {
        let rules = program.rules();
        let mut freedom: Vec<Freedom> = vec![Freedom::default(); rules.kinds.len()];
        for seed in 0..GAMES {
            let mut dice = Dice::new(seed);
            let mut now = program.start().clone();
            for _ in 0..PLIES {
                for (_, piece) in now.of(now.side) {
                    freedom[piece.kind.index()].seen += 1.0;
                }
                let mut list = Vec::new();
                candidates(program, &now, Stage::All, &|_| 0, &mut list);
                for family in question::legal(program, &now) {
                    let kind = now.pieces[family.piece].kind;
                    let legs = family.legs.iter().map(|leg| leg.at.to - leg.at.from);
                    freedom[kind.index()].length +=
                        legs.sum::<f64>() + (family.faces.len() + family.shots.len()) as f64;
                }
                if list.is_empty() {
                    break;
                }
                let chosen = &list[dice.below(list.len())];
                now = question::advanced(program, &now, &chosen.mv);
            }
        }
        let value = |(kind, freedom): (KindId, &Freedom)| {
            let is_common = !rules.kinds[kind].royal.is_royal();
            if is_common {
                (100.0 + 60.0 * freedom.length / freedom.seen.max(1.0)) as i32
            } else {
                0
            }
        };
        PlaneEstimate { kinds: rules.kinds.ids().zip(&freedom).map(value).collect() }
    }

    /// The value of a piece of `kind`, in hundredths of a pawn; 0 for royal pieces.
    pub fn of_kind(&self, kind: KindId) -> i32 {
        self.kinds[kind]
    }

    /// The same estimate with other values for some kinds.
    #[must_use]
    pub fn with_values(&self, values: &[(KindId, i32)]) -> PlaneEstimate {
        let mut kinds = self.kinds.clone();
        values.iter().for_each(|&(kind, value)| kinds[kind] = value);
        PlaneEstimate { kinds }
    }
}

/// Appends the candidate moves in the position `now` to `list`. `gain` estimates the material that
/// a capture or promotion wins.
fn candidates(
    program: &PlaneProgram,
    now: &PlanePosition,
    stage: Stage,
    gain: &dyn Fn(&PlaneMove) -> i32,
    list: &mut Vec<Candidate<PlaneMove>>,
) {
    let mut add = |mv: PlaneMove| {
        let code = code(&mv);
        if mv.taken.is_empty() && mv.promotion.is_none() {
            if stage == Stage::All {
                list.push(Candidate::quiet(mv, code));
            }
        } else {
            let gain = gain(&mv);
            list.push(Candidate::tactical(mv, code, gain));
        }
    };
    for family in question::legal(program, now) {
        for leg in &family.legs {
            let parts: &[f64] = match leg.taken.is_empty() {
                _ if leg.at.is_point() => &[0.0],
                true => &QUIET_PARTS,
                false => &CAPTURE_PARTS,
            };
            for promotion in family.promotions(program, now, leg.promotes) {
                for &part in parts {
                    add(family.play(program, now, leg, leg.at.at(part), promotion));
                }
            }
        }
        for face in &family.faces {
            for promotion in family.promotions(program, now, face.verdict.promotes) {
                for &to in face.points.iter().take(POINTS) {
                    add(family.land(program, now, face.verdict, to, promotion));
                }
            }
        }
        for shot in &family.shots {
            for promotion in family.promotions(program, now, shot.promotes) {
                add(family.shoot(now, *shot, promotion));
            }
        }
    }
}

/// A hash that identifies a move during a search.
fn code(mv: &PlaneMove) -> u32 {
    let mut hasher = WideHasher::default();
    let places = [mv.to.x, mv.to.y, mv.to.z, mv.facing].map(f64::to_bits);
    (mv.piece.index(), places, mv.promotion).hash(&mut hasher);
    if mv.path == Path::Shot {
        // All shots of a piece end at the same place.
        mv.taken.hash(&mut hasher);
    }
    hasher.finish() as u32
}

/// A position in a search.
#[derive(Clone)]
struct PlaneNode<'g> {
    program: &'g PlaneProgram,
    estimate: &'g PlaneEstimate,
    now: PlanePosition,
    /// The earlier positions, the first one first.
    past: Vec<PlanePosition>,
    /// Number of positions in `past` that precede the search.
    before: usize,
    ends: Vec<Goal>,
}

impl PlaneNode<'_> {
    fn standing(&self, has_move: bool) -> Option<Outcome> {
        let (program, rules) = (self.program, self.program.rules());
        let standing = Standing {
            side: self.now.side,
            has_move,
            halfmoves: self.now.halfmoves,
            playing: Side::BOTH.len(),
            goal: question::met(program, &self.now, &rules.ends.goals),
            claim: question::met(program, &self.now, &rules.ends.claims),
        };
        let in_check = || question::in_check(program, &self.now, self.now.side);
        standing.outcome(self.ends.iter().copied(), in_check, || self.times())
    }

    /// How often the position has occurred since the last irreversible move. If it has occurred
    /// during the search before, it counts as repeated often enough.
    fn times(&self) -> usize {
        let mut times = 1;
        let mut is_reversible = self.now.halfmoves != 0;
        for (number, then) in self.past.iter().enumerate().rev() {
            if !is_reversible {
                break;
            }
            is_reversible = then.halfmoves != 0;
            if then.is_like(&self.now, self.program.surface()) {
                times += 1;
                if number >= self.before {
                    return usize::MAX;
                }
            }
        }
        times
    }

    /// The material that a capture or promotion wins, if the piece is not captured back.
    fn gain(&self, mv: &PlaneMove) -> i32 {
        let worth = |id: PieceId| self.estimate.of_kind(self.now.pieces[id].kind);
        let taken: i32 = mv
            .taken
            .iter()
            .map(
                |id| if self.now.pieces[id].side == self.now.side { -worth(id) } else { worth(id) },
            )
            .sum();
        let promoted = mv.promotion.map_or(0, |to| self.estimate.of_kind(to) - worth(mv.piece));
        taken + promoted
    }
}

impl Searchable for PlaneNode<'_> {
    type Move = PlaneMove;
    type Undo = PlanePosition;

    fn habits(&self) -> Habits {
        Habits { null_moves: NullMoves::Unsound, quiescence: Quiescence::Captures }
    }

    fn side(&self) -> Side {
        self.now.side
    }

    fn key(&self) -> u64 {
        // The order of pieces has no meaning, so their hashes are added.
        let piece = |piece: &crate::model::position::Piece| {
            let mut hasher = WideHasher::default();
            let places = [piece.at.x, piece.at.y, piece.at.z, piece.facing].map(f64::to_bits);
            (piece.side, piece.kind, piece.unmoved, places).hash(&mut hasher);
            hasher.finish()
        };
        let pieces = self.now.pieces.iter().map(piece).fold(0, u64::wrapping_add);
        let mut hasher = WideHasher::default();
        (pieces, self.now.side, self.now.counters).hash(&mut hasher);
        hasher.finish()
    }

    fn outcome(&mut self) -> Option<Outcome> {
        let outcome = self.standing(true)?;
        if outcome.reason.ends_moves() || families::has_move(self.program, &self.now) {
            Some(outcome)
        } else {
            self.standing(false)
        }
    }

    fn outcome_without_moves(&mut self) -> Option<Outcome> {
        self.standing(false)
    }

    fn in_check(&mut self) -> bool {
        question::in_check(self.program, &self.now, self.now.side)
    }

    fn moves(&mut self, stage: Stage, list: &mut Vec<Candidate<PlaneMove>>) {
        candidates(self.program, &self.now, stage, &|mv| self.gain(mv), list);
    }

    fn make(&mut self, mv: &PlaneMove) -> PlanePosition {
        let next = question::advanced(self.program, &self.now, mv);
        let before = std::mem::replace(&mut self.now, next);
        self.past.push(before.clone());
        before
    }

    fn unmake(&mut self, _: &PlaneMove, undo: PlanePosition) {
        self.now = undo;
        self.past.pop();
    }

    fn skip(&mut self) -> Option<PlanePosition> {
        None
    }

    fn unskip(&mut self, undo: PlanePosition) {
        self.now = undo;
    }

    fn evaluate(&mut self) -> i32 {
        let worth = |side: Side| {
            self.now.of(side).map(|(_, piece)| self.estimate.of_kind(piece.kind)).sum::<i32>()
        };
        TEMPO + worth(self.now.side) - worth(self.now.side.other())
    }
}

/// A search for the best candidate moves of a position.
pub struct PlaneTask<'t> {
    /// The game.
    pub program: &'t PlaneProgram,
    /// The values of the pieces in this game.
    pub estimate: &'t PlaneEstimate,
    /// The position to search.
    pub now: &'t PlanePosition,
    /// The earlier positions of the game, the first one first.
    pub past: Vec<PlanePosition>,
    /// Results of earlier searches in the same game. Tables of other games give wrong results.
    pub table: &'t Table,
    /// When the search ends.
    pub limits: &'t Limits,
    /// The number of best moves to report at each depth.
    pub lines: usize,
    /// The purpose of the search.
    pub purpose: Purpose,
}

impl PlaneTask<'_> {
    /// Searches the position and calls `on_depth` after each finished depth, once for each line.
    pub fn run(self, on_depth: &mut dyn FnMut(&Found<PlaneMove>)) -> Found<PlaneMove> {
        let before = self.past.len();
        let mut node = PlaneNode {
            program: self.program,
            estimate: self.estimate,
            now: self.now.clone(),
            past: self.past,
            before,
            ends: self.program.rules().ends.iter().collect(),
        };
        let request = Request {
            limits: self.limits,
            lines: self.lines,
            threads: 1,
            only: None,
            purpose: self.purpose,
        };
        search(&mut node, self.table, &request, on_depth)
    }
}
