//! Goals, claims, and effects that count, on a plane, and a position of a plane as questions see
//! it.
//!
//! Questions are evaluated in positions of the game, never while moves are generated.

use crate::geometry::scalar::at_most;
use crate::model::position::{PieceId, PieceSet, PlaneMove, PlanePosition};
use crate::model::program::{Field, PlaneProgram};
use crate::moves::attack::attacked;
use crate::moves::families::{Family, families, has_move};
use crate::space::surface::area_line;
use crate::space::terrain::Terrain;
use alfil_diagnostics::index::Id;
use alfil_rules::chance::{DieId, Roll};
use alfil_rules::condition::{Area, Condition};
use alfil_rules::goal::Asked;
use alfil_rules::ids::KindId;
use alfil_rules::interpret::{self, Actor, Captured, CellSet, Facts, Piece, Replies, View};
use alfil_rules::outcome::turns_of;
use alfil_rules::question::{ClockId, CounterId, Pattern, Row};
use alfil_rules::side::{Side, SideSet, Sides};

/// Returns the index of the first of `ends` that holds, and the side for which it holds. Each is
/// evaluated for the side that moved, then for the other side.
pub fn met(
    program: &PlaneProgram,
    position: &PlanePosition,
    ends: &[Asked],
) -> Option<(usize, Side)> {
    let mover = position.side.other();
    let view = PlaneView { program, position };
    ends.iter().enumerate().find_map(|(n, asked)| {
        let holds = |&side: &Side| EvalContext::before(view, side).holds(&asked.question);
        [mover, mover.other()].into_iter().find(holds).map(|side| (n, side))
    })
}

/// Returns the legal moves. There are none if a goal is reached.
pub fn legal(program: &PlaneProgram, position: &PlanePosition) -> Vec<Family> {
    match met(program, position, &program.rules().ends.goals) {
        Some(_) => Vec::new(),
        None => families(program, position),
    }
}

/// Returns the position after a legal move, with counters.
pub fn advanced(program: &PlaneProgram, before: &PlanePosition, mv: &PlaneMove) -> PlanePosition {
    counted(program, before, mv, |_| {})
}

/// Returns for each line of effects whether the legal move `mv` triggers it.
pub fn happening(program: &PlaneProgram, before: &PlanePosition, mv: &PlaneMove) -> Vec<bool> {
    let mut happens = vec![false; program.rules().effects.len()];
    counted(program, before, mv, |line| happens[line] = true);
    happens
}

/// Returns the position after a legal move. Calls `each` with the index of each line of effects
/// that the move triggers.
fn counted(
    program: &PlaneProgram,
    before: &PlanePosition,
    mv: &PlaneMove,
    mut each: impl FnMut(usize),
) -> PlanePosition {
    let mut position = before.after(mv, program.kind(before.pieces[mv.piece].kind).lasting);
    let facts = facts_of(before, mv);
    for (line, effect) in program.rules().effects.iter().enumerate() {
        let view = PlaneView { program, position: &position };
        let made = Made { facts: &facts, after: view, stands: None, partner: None, mv: None };
        let context = EvalContext::of_move(view, made, None);
        if !effect.question.as_ref().is_none_or(|question| context.holds(question)) {
            continue;
        }
        each(line);
        for deed in &effect.deeds {
            deed.tally(Sides::TWO, before.side, &mut position.counters);
        }
    }
    position
}

/// Returns whether a royal piece of `side` is attacked.
pub fn in_check(program: &PlaneProgram, position: &PlanePosition, side: Side) -> bool {
    PlaneView { program, position }.in_check(side)
}

// A position of a plane as questions see it. Its cells are the pieces.
//
// A plane has no hands, dice, lines of cells or memory of moves. The compiler refuses questions
// about them (`compile.rs`), so they get the empty answer here.

/// A position with the program of its game.
#[derive(Clone, Copy)]
pub(crate) struct PlaneView<'a> {
    pub(crate) program: &'a PlaneProgram,
    pub(crate) position: &'a PlanePosition,
}

/// The position and the move for which a question is evaluated.
pub(crate) type EvalContext<'a> = interpret::Context<'a, PlaneView<'a>>;
/// The move for which a question is evaluated.
pub(crate) type Made<'a> = interpret::Made<'a, PlaneView<'a>>;

/// Returns the facts of a move that is made in `before`.
pub(crate) fn facts_of(before: &PlanePosition, mv: &PlaneMove) -> Facts<PieceId> {
    let mover = before.pieces[mv.piece];
    let mut captured = Captured::default();
    for piece in mv.taken.iter().map(|id| before.pieces[id]) {
        captured.insert(piece.side, piece.kind);
    }
    Facts {
        side: before.side,
        actor: Actor::Piece,
        kind: mover.kind,
        from: mv.piece,
        to: mv.piece,
        captured,
        promotion: mv.promotion,
        castles: false,
    }
}

impl CellSet for PieceSet {
    type Cell = PieceId;
    const EMPTY: Self = PieceSet::NONE;

    fn of(cell: PieceId) -> Self {
        PieceSet::one(cell)
    }

    fn has(&self, cell: PieceId) -> bool {
        PieceSet::has(*self, cell)
    }

    fn count(&self) -> u32 {
        PieceSet::count(*self) as u32
    }

    fn insert(&mut self, cell: PieceId) {
        *self = self.with(cell);
    }

    fn or(self, other: Self) -> Self {
        other.iter().fold(self, PieceSet::with)
    }

    fn and(self, other: Self) -> Self {
        CellSet::filter(self, |cell| other.has(cell))
    }

    fn minus(self, other: Self) -> Self {
        CellSet::filter(self, |cell| !other.has(cell))
    }

    fn cells(self) -> impl Iterator<Item = PieceId> {
        self.iter()
    }
}

impl PlaneView<'_> {
    /// Returns the pieces for which `is` is true.
    fn those(self, is: impl Fn(&crate::model::position::Piece) -> bool) -> PieceSet {
        let those = self.position.pieces.enumerate().filter(|(_, piece)| is(piece));
        those.fold(PieceSet::NONE, |all, (id, _)| all.with(id))
    }
}

impl<'a> View<'a> for PlaneView<'a> {
    type Area = Area;
    type Between = Condition;
    type Pattern = Pattern;
    type Cells = PieceSet;
    type Move = ();

    fn sides(self) -> Sides {
        Sides::TWO
    }

    fn all_are_owned(self) -> bool {
        true
    }

    fn is_neutral(self, _: KindId) -> bool {
        false
    }

    fn worth(self, kind: KindId) -> u32 {
        u32::from(self.program.rules().kinds[kind].worth)
    }

    fn board(self) -> PieceSet {
        self.occupied()
    }

    fn piece(self, cell: PieceId) -> Option<Piece> {
        let piece = self.position.pieces[cell];
        Some(Piece { side: piece.side, kind: piece.kind })
    }

    fn occupied(self) -> PieceSet {
        self.those(|_| true)
    }

    fn pieces(self, side: Side) -> PieceSet {
        self.those(|piece| piece.side == side)
    }

    fn of_kind(self, kind: KindId) -> PieceSet {
        self.those(|piece| piece.kind == kind)
    }

    fn unowned(self) -> PieceSet {
        PieceSet::NONE
    }

    fn neutrals(self) -> PieceSet {
        PieceSet::NONE
    }

    fn never_moved(self) -> PieceSet {
        PieceSet::NONE
    }

    fn held(self, _: Side) -> impl Iterator<Item = (KindId, u16)> {
        std::iter::empty()
    }

    fn lacks_a_kind(self, side: Side) -> bool {
        let mut began = self.program.start().of(side);
        began.any(|(_, was)| !self.position.of(side).any(|(_, piece)| piece.kind == was.kind))
    }

    fn area(self, area: &Area, side: Side) -> PieceSet {
        let (program, surface) = (self.program, *self.program.surface());
        let rules = program.rules();
        match area_line(area, rules, surface.size()) {
            // As for promotions, the front of the body must reach the zone.
            Some(line) => self.those(|piece| {
                let front = program.kind(piece.kind).front;
                at_most(line, program.forward(side, piece.at) + front)
            }),
            None => match (Terrain { rules, surface }.area(area, rules.space.span)) {
                Ok(patch) => self.those(|piece| patch[side].has(piece.at)),
                Err(_) => PieceSet::NONE,
            },
        }
    }

    fn row(self, _: Row, _: Side, _: PieceId) -> PieceSet {
        PieceSet::NONE
    }

    fn number_of(self, _: Row, _: Side, _: PieceId) -> u32 {
        0
    }

    fn beside(self, _: PieceId) -> [PieceSet; 2] {
        [PieceSet::NONE; 2]
    }

    fn between(self, _: PieceId, _: PieceId) -> PieceSet {
        PieceSet::NONE
    }

    fn line_ends(self, _: PieceId, _: PieceId) -> [Option<PieceId>; 2] {
        [None; 2]
    }

    fn upright(self, _: PieceId, _: Side) -> [Option<PieceId>; 2] {
        [None; 2]
    }

    fn fits(self, _: &Condition, _: KindId, _: &Facts<PieceId>) -> bool {
        false
    }

    /// `by` are all pieces of `side`, because the compiler refuses `attacked by`.
    fn can_capture(self, cell: PieceId, side: Side, _: &PieceSet) -> bool {
        let field = Field::new(self.program, self.position);
        attacked(&field, side.other(), self.position.pieces[cell].at, PieceSet::one(cell))
    }

    fn leads(self, _: &Pattern, _: PieceId, _: Side, _: &PieceSet) -> PieceSet {
        PieceSet::NONE
    }

    fn along(self, _: &Pattern, _: PieceId, _: Side, _: &PieceSet, _: &PieceSet) -> PieceSet {
        PieceSet::NONE
    }

    fn is_by(self, _: &Pattern, _: &Facts<PieceId>, _: Option<()>) -> bool {
        false
    }

    fn turn(self) -> Side {
        self.position.side
    }

    fn enemies(self, side: Side) -> SideSet {
        SideSet::of(side.other())
    }

    fn in_check(self, side: Side) -> bool {
        let field = Field::new(self.program, self.position);
        let mut royals = field.royals(side);
        royals.any(|id| attacked(&field, side, field.piece(id).at, PieceSet::one(id)))
    }

    fn can_reply(self, side: Side) -> bool {
        has_move(self.program, &PlanePosition { side, ..self.position.clone() })
    }

    fn can_parry(self, side: Side, _: u8) -> bool {
        self.can_reply(side)
    }

    fn replies(self, _: Side, _: Option<PieceSet>) -> Replies<PieceSet> {
        Replies { movers: PieceSet::NONE, dropped: Vec::new() }
    }

    fn last(self) -> Option<&'a Facts<PieceId>> {
        None
    }

    fn counter(self, side: Side, counter: CounterId) -> u32 {
        u32::from(self.position.counters[side][counter.index()])
    }

    fn turns_of(self, side: Side) -> u32 {
        turns_of(side, self.position.side, self.position.fullmove)
    }

    fn lasts(self, _: u32, _: ClockId) -> bool {
        false
    }

    fn rolled(self, _: DieId, _: Roll) -> bool {
        false
    }

    fn like_die(self, _: DieId) -> PieceSet {
        PieceSet::NONE
    }
}
