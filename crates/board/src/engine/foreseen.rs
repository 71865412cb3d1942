//! Moves behind which the enemy's turn of two moves surely takes no royal piece.
//!
//! Owns: [`out_of_reach`]. Takes a position in the last step of a turn, and batches of its moves. Invariant: whoever plays what it
//! names leaves his royal pieces as safe as they would be if he did nothing, which is safe.

use crate::engine::batch::{MoveKind, MoveSet, MoveSink};
use crate::engine::safety::{asked_from, checking_cells, in_check, royals};
use crate::engine::state::State;
use crate::engine::steps::threatened;
use crate::tables::foresight::Foresight;
use crate::tables::move_tables::Tables;
use crate::tables::turns::TurnTables;
use crate::topology::site_set::{Site, SiteSet};
use alfil_rules::ids::KindId;
use alfil_rules::side::Side;
use alfil_rules::turn::Times;
use smallvec::SmallVec;

/// Those of `batches` that touch no cell that matters in the enemy's turn, and the others.
pub fn out_of_reach<const W: usize>(
    tables: &Tables<W>,
    turn: &TurnTables<W>,
    state: &State<W>,
    batches: Vec<MoveSet<W>>,
) -> (Vec<MoveSet<W>>, Vec<MoveSet<W>>) {
    let Some(asked) = asked_in_turn(tables, turn, state) else { return (Vec::new(), batches) };
    let (mut free, mut others) = (Vec::with_capacity(batches.len()), Vec::new());
    for batch in batches {
        let touching = match batch.act {
            MoveKind::Displace if asked.has(batch.from) || batch.region.has(batch.from) => {
                batch.region
            }
            MoveKind::Displace => batch.region & asked,
            MoveKind::Shift(delta) => batch.region & (asked | asked.shifted(delta)),
            MoveKind::Push(number) => {
                let push = &tables.pushes[number as usize];
                let delta = push.shift.delta;
                let passed = push.trace().map(|passed| asked.shifted(delta - passed));
                let passed = passed.fold(SiteSet::EMPTY, |all, cells| all | cells);
                batch.region & (asked | asked.shifted(delta) | passed)
            }
            MoveKind::Jump { .. }
            | MoveKind::Rifle
            | MoveKind::Special(_)
            | MoveKind::Passant(_)
            | MoveKind::Castle(_)
            | MoveKind::Drop
            | MoveKind::Pass
            | MoveKind::Section(_) => batch.region,
        };
        free.add(MoveSet { region: batch.region.minus(touching), ..batch });
        others.add(MoveSet { region: touching, ..batch });
    }
    (free, others)
}

/// The cells that decide whether the enemy's next turn, one of two moves, takes a royal piece; nothing if it does that already, or
/// if more would have to be known.
fn asked_in_turn<const W: usize>(
    tables: &Tables<W>,
    turn: &TurnTables<W>,
    state: &State<W>,
) -> Option<SiteSet<W>> {
    let foresight = turn.foresight.as_ref()?;
    let (us, them) = (state.side, state.side.other());
    let next = state.info.fullmove.saturating_add(u32::from(us == Side::Black));
    let once = |step| turn.turn.step(them, next, step).times == Times::Once;
    let castles = tables.castles[them].iter().any(|c| state.info.rights & c.right != 0);
    let fits = turn.ends_after(state) && turn.length_of_next(state) == 2 && once(1) && once(2);
    // What an enemy captures in passing is told by who has passed, not by the way of the capture.
    let passer = |cell| state.ep_victim(cell).is_some_and(|passer| state.by_side[us].has(passer));
    if !fits || castles || state.info.passed.into_iter().any(passer) {
        return None;
    }
    if in_check(tables, state, us) {
        return None;
    }
    let checks = bearing(tables, state);
    let mut seen = Seen { tables, state, foresight, checks, asked: checks, from: SmallVec::new() };
    let mut nears = false;
    for from in state.by_side[them] {
        nears |= seen.looks_at(from);
    }
    (!nears || !threatened(tables, state, us)).then_some(seen.asked)
}

/// Where the royal pieces of the side to move stand, and all cells that attacks on them ask about.
fn bearing<const W: usize>(tables: &Tables<W>, state: &State<W>) -> SiteSet<W> {
    let (us, them) = (state.side, state.side.other());
    let slides = &tables.attacks[them].slides;
    let royals = royals(tables, state) & state.by_side[us];
    let lines = royals.into_iter().flat_map(|king| slides.at(king));
    lines.fold(royals, |cells, line| {
        let sources = line.sources & state.by_side[them] & state.by_class[line.class];
        sources.into_iter().fold(cells, |cells, source| cells | slides.want(line, source))
    })
}

/// What was seen of the enemy's turn.
struct Seen<'a, const W: usize> {
    tables: &'a Tables<W>,
    state: &'a State<W>,
    foresight: &'a Foresight<W>,
    /// What attacks as they stand ask about, and where the royal pieces are.
    checks: SiteSet<W>,
    /// All that is asked.
    asked: SiteSet<W>,
    /// From where pieces of some kinds attack a royal piece, if nothing is in their way.
    from: SmallVec<[(KindId, SiteSet<W>); 8]>,
}

impl<const W: usize> Seen<'_, W> {
    /// Looks at the moves of the enemy on `from`; whether one of them may make a check.
    fn looks_at(&mut self, from: Site) -> bool {
        let Seen { tables, state, foresight, .. } = *self;
        let (them, kind) = (state.side.other(), state.kind_at(from));
        let attacks = &tables.attacks[them];
        let kings = royals(tables, state) & state.by_side[state.side];
        let (opens, mut nears) = (self.checks.has(from), false);
        for way in foresight.ways(them, kind, from) {
            if opens || way.changed.meets(self.checks) {
                (self.asked, nears) = (self.asked | way.asked, true);
            }
            for face in foresight.faces(them, kind).iter().filter(|face| face.cells.has(way.to)) {
                if self.checks_from(face.kind).has(way.to) {
                    let asked = kings
                        .into_iter()
                        .map(|king| asked_from(attacks, &tables.classes, face.kind, way.to, king));
                    self.asked |= asked.fold(way.asked, |all, cells| all | cells);
                    nears = true;
                }
            }
        }
        nears
    }

    /// From where a piece of `kind` attacks a royal piece, if nothing is in its way.
    fn checks_from(&mut self, kind: KindId) -> SiteSet<W> {
        if let Some(&(_, known)) = self.from.iter().find(|(of, _)| *of == kind) {
            return known;
        }
        let Seen { tables, state, .. } = *self;
        let them = state.side.other();
        let kings = royals(tables, state) & state.by_side[state.side];
        let all = SiteSet([u64::MAX; W]);
        let found = kings.into_iter().fold(SiteSet::EMPTY, |found, king| {
            found | checking_cells(tables, (them, kind), king, all, SiteSet::EMPTY)
        });
        self.from.push((kind, found));
        found
    }
}
