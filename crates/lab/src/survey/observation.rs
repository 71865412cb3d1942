//! The numbers of one game.

use crate::contest::Points;
use crate::survey::record::Finished;
use alfil_diagnostics::index::IndexVec;
use alfil_play::coordinates;
use alfil_play::position::{Legal, Move, Position};
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::{Owner, Ruleset};
use alfil_rules::side::{BySide, Side, Sides};
use std::collections::BTreeMap;

/// A side leads if its position is better by at least this many hundredths of a pawn.
const LEAD: i32 = 100;

/// Pieces of each kind. Kinds of the same name, such as a queen and a promoted pawn, count as one.
/// Neutral and unowned pieces are left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KindNames {
    /// The names in the order of the rules.
    pub names: Vec<String>,
    /// For each kind, the index of its name.
    rows: IndexVec<KindId, Option<usize>>,
    sides: Sides,
}

impl KindNames {
    /// The kinds of a game.
    pub fn of(rules: &Ruleset) -> KindNames {
        let mut names: Vec<String> = Vec::new();
        let rows = rules.kinds.iter().map(|kind| match kind.owner {
            Owner::Side => {
                let name = &kind.name.value;
                let known = names.iter().position(|known| known == name);
                Some(known.unwrap_or_else(|| {
                    names.push(name.clone());
                    names.len() - 1
                }))
            }
            Owner::Nobody | Owner::Both => None,
        });
        let rows = rows.collect();
        KindNames { names, rows, sides: rules.sides }
    }

    /// The index of the name of `kind`. `None` for neutral and unowned kinds.
    pub fn row(&self, kind: KindId) -> Option<usize> {
        self.rows[kind]
    }
}

/// The numbers of pieces of each kind in one position, by side.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Material {
    on_board: BySide<Vec<i32>>,
    in_hand: BySide<Vec<i32>>,
}

impl Material {
    fn of(position: &Position, kinds: &KindNames) -> Material {
        let none = || BySide::of(kinds.sides, |_| vec![0; kinds.names.len()]);
        let mut material = Material { on_board: none(), in_hand: none() };
        let add = |counts: &mut BySide<Vec<i32>>, side: Side, kind: KindId, count: i32| {
            if let Some(row) = kinds.row(kind) {
                counts[side][row] += count;
            }
        };
        match position {
            Position::Board(play) => {
                let board = play.board();
                for piece in board.squares.iter().flatten() {
                    add(&mut material.on_board, piece.side, piece.kind, 1);
                }
                for side in kinds.sides.each() {
                    for (kind, count) in board.hands.held(side) {
                        add(&mut material.in_hand, side, kind, count.into());
                    }
                }
            }
            Position::Plane(play) => {
                for piece in play.now().pieces.iter() {
                    add(&mut material.on_board, piece.side, piece.kind, 1);
                }
            }
        }
        material
    }

    fn count(&self, side: Side) -> i32 {
        self.on_board[side].iter().sum()
    }

    /// How many more pieces of a kind White has, on the board and in hand.
    fn difference(&self, row: usize) -> i32 {
        let all = |side: Side| self.on_board[side][row] + self.in_hand[side][row];
        all(Side::White) - all(Side::Black)
    }

    /// The kinds of the pieces of `side` that a move removed. Pieces that only changed their kind or
    /// their side do not count.
    fn removed(&self, after: &Material, side: Side) -> Vec<usize> {
        let other = side.other();
        let lost = self.count(side) - after.count(side);
        // More pieces of the other side on the board were dropped, or belonged to this side.
        let held = |material: &Material| material.in_hand[other].iter().sum::<i32>();
        let dropped = (held(self) - held(after)).max(0);
        let converted = (after.count(other) - self.count(other) - dropped).max(0);
        if lost <= converted {
            return Vec::new();
        }
        let rows = 0..self.on_board[side].len();
        let fewer = rows.flat_map(|row| {
            let fewer = self.on_board[side][row] - after.on_board[side][row];
            let gained = after.on_board[other][row] - self.on_board[other][row];
            let turned = if converted > 0 { gained.max(0) } else { 0 };
            std::iter::repeat_n(row, usize::try_from(fewer - turned).unwrap_or(0))
        });
        fewer.collect()
    }
}

/// A capture that was answered with a capture in the next move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Exchange {
    /// The row of the kind that was captured first, or of the other one if it is smaller.
    pub first: usize,
    /// The other row.
    pub second: usize,
}

/// How often something happened to the pieces of one kind in one game.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct KindCounts {
    /// Moves of the kind, including drops.
    pub moved: u32,
    /// Pieces of the kind that were captured or removed.
    pub captured: u32,
    /// The share of positions in which White has more pieces of the kind, less the share in which
    /// Black has more. 0 with more than two sides, like the next two.
    pub ahead: f64,
    /// The number of positions in which White has exactly one more.
    pub(crate) white_one_more: u32,
    /// The number of positions in which Black has exactly one more.
    pub(crate) black_one_more: u32,
}

/// The numbers of one game.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Observation {
    /// How the game ended.
    pub end: String,
    /// The shares of the sides.
    pub points: Points,
    /// The number of moves, including those of the opening.
    pub plies: usize,
    /// For each position that was played from, the number of legal moves. `None` if a position has
    /// infinitely many.
    pub moves: Option<Vec<usize>>,
    /// The number of pieces that were captured or removed. With more than two sides, only captured
    /// pieces: those of a side that is out leave the board without a capture.
    pub captures: u32,
    /// How often each pair of kinds was exchanged.
    pub exchanges: BTreeMap<Exchange, u32>,
    /// How often the lead went from one side to the other. `None` with more than two sides.
    pub lead_changes: Option<u32>,
    /// The counts of each kind.
    pub kinds: Vec<KindCounts>,
}

impl Observation {
    /// Follows a finished game. This costs about as much as generating its moves.
    pub(crate) fn of(game: &Finished, kinds: &KindNames) -> Observation {
        let line = coordinates::moves(&game.last);
        let mut now = game.last.clone();
        while now.take_back().is_some() {}
        let mut seen = Observation {
            end: game.record.end.clone(),
            points: game.record.points.clone(),
            plies: line.len(),
            moves: Some(Vec::with_capacity(line.len())),
            captures: 0,
            exchanges: BTreeMap::new(),
            lead_changes: kinds.sides.are_two().then(|| lead_changes(&game.record.scores)),
            kinds: vec![KindCounts::default(); kinds.names.len()],
        };
        let mut before = Material::of(&now, kinds);
        let mut taken_before: Vec<usize> = Vec::new();
        for mv in &line {
            let legal = now.legal();
            let count = match &legal {
                Legal::Board(_, moves) => Some(moves.len()),
                Legal::Plane(..) => legal.list().map(|moves| moves.len()),
            };
            seen.moves = seen.moves.take().zip(count).map(|(mut all, count)| {
                all.push(count);
                all
            });
            let side = now.side();
            if let Some(row) = now.mover(mv).and_then(|kind| kinds.row(kind)) {
                seen.kinds[row].moved += 1;
            }
            let captured = captured(&now, mv, kinds);
            now.play(mv);
            let after = Material::of(&now, kinds);
            let (taken, own) = if kinds.sides.are_two() {
                (before.removed(&after, side.other()), before.removed(&after, side))
            } else {
                (captured, Vec::new())
            };
            for &row in taken.iter().chain(&own) {
                seen.captures += 1;
                seen.kinds[row].captured += 1;
            }
            // A move of the same turn is no answer.
            let is_answer = now.side() != side;
            if let ([first], [second]) = (&taken_before[..], &taken[..]) {
                let (first, second) = (*first.min(second), *first.max(second));
                *seen.exchanges.entry(Exchange { first, second }).or_default() += 1;
                taken_before = Vec::new();
            } else {
                taken_before = if is_answer { taken } else { Vec::new() };
            }
            for (row, counts) in seen.kinds.iter_mut().enumerate() {
                let difference = if kinds.sides.are_two() { after.difference(row) } else { 0 };
                counts.ahead += f64::from(difference.signum());
                match difference {
                    1 => counts.white_one_more += 1,
                    -1 => counts.black_one_more += 1,
                    _ => {}
                }
            }
            before = after;
        }
        let plies = line.len().max(1) as f64;
        seen.kinds.iter_mut().for_each(|counts| counts.ahead /= plies);
        seen
    }
}

/// The kinds of the pieces that a move captures.
fn captured(now: &Position, mv: &Move, kinds: &KindNames) -> Vec<usize> {
    match (now, mv) {
        (Position::Board(play), Move::Board(mv)) => {
            let board = play.board();
            let taken = mv.captures.iter().filter_map(|&site| board.piece(site));
            taken.filter_map(|piece| kinds.row(piece.kind)).collect()
        }
        // Planes have two sides.
        (Position::Plane(_), _) | (Position::Board(_), Move::Plane(_)) => Vec::new(),
    }
}

/// How often the lead changes in a row of values for White. Values near 0 change nothing.
pub(crate) fn lead_changes(scores: &[i32]) -> u32 {
    let mut leader = None;
    let mut changes = 0;
    for &score in scores {
        let leads = match score {
            LEAD.. => Some(Side::White),
            score if score <= -LEAD => Some(Side::Black),
            _ => None,
        };
        if leads.is_some() {
            changes += u32::from(leader.is_some() && leader != leads);
            leader = leads;
        }
    }
    changes
}
