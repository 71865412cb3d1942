//! The numbered start positions of a game with a shuffled setup, from 0. The written setup is one
//! of them.
//!
//! Groups of pieces are placed in the order of the rules; all other kinds follow. Each group takes
//! some of the free cells, counted from the first file. The place of the first group changes
//! fastest. With `[light bishop, dark bishop, queen, knight]` this is Scharnagl's numbering of
//! Chess960.

use crate::board::state::BoardPlay;
use crate::position::Position;
use alfil_board::engine::program::BoardProgram;
use alfil_board::model::board_model::{BoardModel, Shuffled, Squares};
use alfil_board::model::position::BoardPosition;
use alfil_board::model::rights;
use alfil_board::paths::terrain::Piece;
use alfil_diagnostics::diagnostic::{Code, Diagnostic};
use alfil_reference::executor::Reference;
use alfil_rules::ids::KindId;
use alfil_rules::setup::{Arrays, Placed, Shade, Shuffle};
use alfil_rules::side::{ByColor, Color, Side};
use alfil_topology::site_set::Site;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The pieces of one side on the shuffled cells, in the order of the cells.
type Array = Vec<Option<KindId>>;

/// All start positions of a shuffled game.
#[derive(Clone, Debug)]
pub struct Starts {
    program: Arc<BoardProgram>,
    /// The arrays of each side by number. The list of Black is empty if Black copies the array of
    /// White.
    arrays: ByColor<Vec<Array>>,
    sides: Arrays,
}

impl Starts {
    /// The start positions of `program`. `None` if its setup is not shuffled.
    pub(crate) fn new(program: &Arc<BoardProgram>) -> Option<Starts> {
        let arena = program.arena();
        let (shuffle, shuffled) = (arena.rules.shuffle.as_ref()?, arena.shuffled.as_ref()?);
        let list = Listing { arena, shuffle, shuffled, start: program.start() };
        let arrays = ByColor::from_fn(|side| match (shuffle.sides, side.color()) {
            (Arrays::Alike, Color::Black) => Vec::new(),
            (Arrays::Alike | Arrays::Apart, _) => list.arrays(side),
        });
        Some(Starts { program: program.clone(), arrays, sides: shuffle.sides })
    }

    /// The number of start positions of `program`, counted up to `most`; 1 if nothing is shuffled.
    pub(crate) fn counted(program: &BoardProgram, most: u64) -> u64 {
        let arena = program.arena();
        let shuffled = arena.rules.shuffle.as_ref().zip(arena.shuffled.as_ref());
        let Some((shuffle, shuffled)) = shuffled else { return most.min(1) };
        let list = Listing { arena, shuffle, shuffled, start: program.start() };
        let white = list.counted(Side::White, most);
        match shuffle.sides {
            Arrays::Alike => white,
            Arrays::Apart => white.saturating_mul(list.counted(Side::Black, most)).min(most),
        }
    }

    /// The finding that the written setup is not one of the start positions. `None` if it is.
    pub(crate) fn misfit(program: &BoardProgram) -> Option<Diagnostic> {
        let arena = program.arena();
        let (shuffle, shuffled) = (arena.rules.shuffle.as_ref()?, arena.shuffled.as_ref()?);
        let list = Listing { arena, shuffle, shuffled, start: program.start() };
        let squares = &program.start().squares;
        let holds =
            |side| list.holds(&shuffled.array(squares, side), side, &mut program.start().clone());
        if holds(Side::White) && (shuffle.sides == Arrays::Alike || holds(Side::Black)) {
            return None;
        }
        let title = "the setup is not one of the starts";
        let label = "it does not fulfil `when`";
        let help = "change the setup or `when`";
        Some(Diagnostic::at(Code::BadShuffle, shuffle.span, title, label).help(help))
    }

    /// The number of start positions.
    pub fn count(&self) -> u64 {
        let count = |side| self.arrays[side].len() as u64;
        match self.sides {
            Arrays::Alike => count(Side::White),
            Arrays::Apart => count(Side::White) * count(Side::Black),
        }
    }

    /// The number of the written setup.
    pub fn written(&self) -> Option<u64> {
        let arena = self.program.arena();
        let shuffled = arena.shuffled.as_ref()?;
        let number = |side| {
            let array = shuffled.array(&self.program.start().squares, side);
            self.arrays[side].iter().position(|other| *other == array).map(|n| n as u64)
        };
        match self.sides {
            Arrays::Alike => number(Side::White),
            Arrays::Apart => {
                let black = self.arrays[Side::Black].len() as u64;
                Some(number(Side::White)? * black + number(Side::Black)?)
            }
        }
    }

    /// The start position with this number. `None` if the number is too large.
    pub fn start(&self, number: u64) -> Option<Position> {
        let program = &self.program;
        let (arena, written) = (program.arena(), program.start());
        let shuffled = arena.shuffled.as_ref()?;
        let black = self.arrays[Side::Black].len() as u64;
        let array = |side: Side| {
            let number = match (self.sides, side.color()) {
                (Arrays::Alike, Color::White | Color::Black) => {
                    return self.arrays[Side::White].get(number as usize);
                }
                (Arrays::Apart, Color::White) => number / black,
                (Arrays::Apart, Color::Black) => number % black,
            };
            self.arrays[side].get(number as usize)
        };
        let mut squares = written.squares.clone();
        for side in Side::BOTH {
            put(&mut squares, shuffled, side, array(side)?);
        }
        let before = arena.rights_in(written);
        let castles = |side: &Side| before.iter().any(|right| right.side == *side);
        let sides: Vec<Side> = Side::BOTH.into_iter().filter(castles).collect();
        let rights = rights::of_start(arena, &squares, &sides);
        let program = program.with_rights(&rights);
        let rights = program.arena().living(&rights);
        let position = BoardPosition { squares, rights, ..written.clone() };
        Some(Position::Board(BoardPlay::begin(&program, position)))
    }
}

fn put(squares: &mut Squares, shuffled: &Shuffled, side: Side, array: &Array) {
    for (&site, &kind) in shuffled.cells(side).iter().zip(array) {
        squares[site] = kind.map(|kind| Piece { side, kind });
    }
}

/// The data from which arrays are generated.
struct Listing<'a> {
    arena: &'a BoardModel,
    shuffle: &'a Shuffle,
    shuffled: &'a Shuffled,
    start: &'a BoardPosition,
}

impl Listing<'_> {
    /// All arrays of `side`, in the order of their numbers.
    fn arrays(&self, side: Side) -> Vec<Array> {
        let mut all = Vec::new();
        self.each(side, &mut |array| {
            all.push(array.clone());
            ControlFlow::Continue(())
        });
        all.sort_by_cached_key(|array| self.key(array, side));
        all
    }

    /// The number of arrays of `side`, counted up to `most`.
    fn counted(&self, side: Side, most: u64) -> u64 {
        let mut count = 0;
        self.each(side, &mut |_| {
            count += 1;
            if count < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        count.min(most)
    }

    /// Calls `see` with the arrays of `side`, until `see` breaks.
    fn each(&self, side: Side, see: &mut dyn FnMut(&Array) -> ControlFlow<()>) {
        let mut left = self.shuffled.array(&self.start.squares, side);
        left.sort();
        let mut position = self.start.clone();
        let mut fitting = |array: &Array| {
            if self.holds(array, side, &mut position) {
                see(array)
            } else {
                ControlFlow::Continue(())
            }
        };
        let _ = fill(&mut Vec::new(), &mut left, &mut fitting);
    }

    /// Returns true if the start with this array of `side` fulfils the condition of the shuffle.
    /// `position` is scratch space: only its shuffled cells may differ from the start.
    fn holds(&self, array: &Array, side: Side, position: &mut BoardPosition) -> bool {
        let Some(when) = &self.shuffle.when else { return true };
        put(&mut position.squares, self.shuffled, side, array);
        if self.shuffle.sides == Arrays::Alike {
            put(&mut position.squares, self.shuffled, side.other(), array);
        }
        Reference::of(self.arena).question_holds(position, side, when)
    }

    /// The sort key of an array. For each group of pieces, it lists the indices of its cells among
    /// the free cells. The last group comes first.
    fn key(&self, array: &Array, side: Side) -> Vec<Vec<u8>> {
        let kinds = self.arena.rules.kinds.ids().map(|kind| Placed { on: Shade::Any, kind });
        let groups = self.shuffle.order.iter().copied().chain(kinds);
        let mut free: Vec<usize> = (0..array.len()).collect();
        let mut key: Vec<Vec<u8>> = groups
            .map(|group| {
                let cells = self.shuffled.cells(side);
                let taken =
                    |&at: &usize| array[at] == Some(group.kind) && self.is_on(group.on, cells[at]);
                let places = (0..free.len()).filter(|&place| taken(&free[place]));
                let places: Vec<u8> = places.map(|place| place as u8).collect();
                free.retain(|at| !taken(at));
                places
            })
            .collect();
        key.reverse();
        key
    }

    fn is_on(&self, shade: Shade, site: Site) -> bool {
        let graph = &self.arena.graph;
        match shade {
            Shade::Any => true,
            Shade::Light => graph.shade(site) == 1,
            Shade::Dark => graph.shade(site) == graph.shades(),
        }
    }
}

/// Calls `see` with every array that begins with `begun` and continues with a permutation of
/// `left`, which must be sorted.
fn fill(
    begun: &mut Array,
    left: &mut Array,
    see: &mut dyn FnMut(&Array) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if left.is_empty() {
        return see(begun);
    }
    for at in 0..left.len() {
        if at > 0 && left[at] == left[at - 1] {
            continue;
        }
        let next = left.remove(at);
        begun.push(next);
        let flow = fill(begun, left, see);
        begun.pop();
        left.insert(at, next);
        flow?;
    }
    ControlFlow::Continue(())
}
