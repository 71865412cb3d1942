//! Builds a [`Ruleset`] from the finished `Draft`. Kinds that a file removed are left out.
//!
//! If the draft lacks a part, such as the setup, the ruleset gets a plain default for it. So the
//! compiler of boards or planes can still look for errors. `lints.rs` reports that the part is
//! missing.

use crate::context::Read;
use crate::draft::rules::{Renumbering, renumber};
use crate::draft::{Draft, Passing, Piece};
use crate::{castling, dice, hand, plane, promotion, shuffle, sides, turn, vocabulary};
use alfil_diagnostics::diagnostic::{Code, Report};
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::given;
use alfil_rules::goal::Goals;
use alfil_rules::ids::KindId;
use alfil_rules::look::{Dress, Figure, Leaving, Symbol};
use alfil_rules::movement::{Action, Mode, Movement, Term, Walk};
use alfil_rules::question::CLOCKS;
use alfil_rules::ruleset::{Kind, Ruleset};
use alfil_rules::setup::{Placement, Row, Setup, Square};
use alfil_rules::side::Sides;
use alfil_rules::sight::Sight;
use alfil_rules::space::Space;

/// The extent of errors in the rules. Some later checks make sense only without errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Confidence {
    /// Pieces, setup and space have no errors.
    Sound,
    /// Pieces, setup or space have errors. The ruleset gets no castling rights and no shuffle,
    /// because the compiler would report the same errors again.
    Shaken,
    /// Like `Shaken`. Moreover, the setup was written for another space, so its pieces would stand
    /// on wrong cells.
    Misplaced,
}

/// Builds the ruleset. Returns `None` if the draft has no space.
///
/// `span` is the place where the checked file names the game. Findings about missing parts point
/// there.
pub(crate) fn ruleset(
    draft: &Draft,
    numbers: &Renumbering,
    span: Span,
    trust: Confidence,
    found: &mut Report,
) -> Option<Ruleset> {
    let space = draft.space.clone()?;
    let mut kinds: IndexVec<KindId, Kind> =
        draft.live().map(|(_, piece)| kind(piece, draft, numbers)).collect();
    let mut setup = match &draft.setup {
        // Even a setup for another space is needed if the space has sections. The missing cells of
        // its rows (`*`) show where the sections stand.
        Some(setup) if trust != Confidence::Misplaced || !space.sections.is_empty() => {
            renumbered(setup, numbers)
        }
        Some(_) if space.span.source == span.source => empty(&space, space.span),
        Some(_) | None => empty(&space, span),
    };
    // A child inherits the setup of its parent. If the child removes castling or moves its start
    // cells, the castling rights of this setup no longer apply.
    let inherited = setup.span.source != span.source;
    let moved = castling::said_at(draft).is_some_and(|span| span.source != setup.span.source);
    if trust != Confidence::Sound || (inherited && (moved || !castles(&kinds))) {
        setup.castling = None;
    }
    // If a child inherits the setup but its game has no hands, the pieces in hand no longer apply.
    if inherited && draft.hand.is_none() {
        setup.hands = None;
    }
    // If the checked file replaces the space, but inherits the setup, findings about the setup
    // point at its space.
    let plane = space.lattice.plane().is_some();
    if inherited && space.span.source == span.source && !plane {
        setup = setup.at(space.span);
    }
    let said = draft.sentences.finish(numbers);
    let sight = draft.sight.map_or(Sight::Everything, |sight| sight.value);
    let hand = hand::finish(draft, numbers, &setup, &mut kinds, span.source, found);
    let dice = dice::finish(draft, &kinds);
    let mut rules = Ruleset {
        title: draft.title.clone(),
        sides: Sides::TWO,
        players: Vec::new(),
        leaving: Leaving::default(),
        kinds,
        zones: draft.zones.clone(),
        groups: vocabulary::groups(draft, numbers),
        named: vocabulary::questions(draft, numbers),
        every_move: draft.every_move.condition(),
        every_move_place: draft.every_move.place,
        every_attack: draft.every_attack.condition(),
        homes: castling::homes(draft, numbers),
        hand,
        plane: plane::finish(draft, numbers),
        turn: turn::finish(draft, numbers, found),
        setup,
        dice,
        shuffle: shuffle::finish(draft, numbers).filter(|_| trust == Confidence::Sound),
        ends: said.ends(Goals::new(|event| draft.verdict(event))),
        asked: said.of_moves(),
        every_asked: said.asked.iter().map(|asked| asked.span).collect(),
        attack_asked: said.attack,
        duties: said.duties.into_iter().map(Read::spanned).collect(),
        effects: said.effects.into_iter().map(|effect| effect.value).collect(),
        sight,
        told: match sight {
            Sight::Umpire => said.told.into_iter().map(|told| told.value).collect(),
            Sight::Everything | Sight::Own | Sight::Placing | Sight::Reach => Vec::new(),
        },
        look: draft.look.clone(),
        counters: draft.counters.clone(),
        clocks: Vec::new(),
        space,
    };
    sides::finish(draft, &mut rules, found);
    hand::include_reverting(&mut rules);
    let (moves, attacks) = given::restrictions(&rules.kinds);
    rules.asked.extend(moves);
    rules.attack_asked.extend(attacks);
    clocks(&mut rules, found);
    if !rules.remembers_who_moved() {
        // A castling field `-` only matters if some rule depends on which pieces have moved.
        // Otherwise it means the same as no field.
        rules.setup.castling = rules.setup.castling.take().filter(|field| field.value != "-");
    }
    Some(rules)
}

/// Numbers the clocks that questions read. Reports a finding if there are too many.
fn clocks(rules: &mut Ruleset, found: &mut Report) {
    let mut excess = None;
    let mut clocks = rules.number_clocks(Vec::new(), |clocks, span| {
        if clocks.len() > CLOCKS {
            excess.get_or_insert(span);
        }
    });
    if let Some(span) = excess {
        let title =
            format!("the game counts turns without more than {CLOCKS} different kinds of moves");
        found
            .at(Code::TooComplex, span, title, "one too many")
            .help("use one of the other counts again");
    }
    clocks.truncate(CLOCKS);
    rules.clocks = clocks;
}

fn kind(piece: &Piece, draft: &Draft, numbers: &Renumbering) -> Kind {
    let promotions = piece.promotes.iter().filter_map(|p| promotion::finish(p, draft, numbers));
    Kind {
        name: piece.name.clone(),
        letter: piece.letter.value,
        symbol: piece.symbol.clone().map(|symbol| Symbol { men: draft.men, ..symbol }),
        figure: piece.figure.unwrap_or_else(|| Figure::of(&piece.name.value)),
        dress: Dress { dyes: draft.look.dyes, owners: None, art: piece.art.clone() },
        royal: piece.royal,
        worth: piece.worth,
        owner: piece.owner.value,
        blocks: piece.blocks,
        moves: movement(&piece.moves.movement, draft, numbers),
        attacks: piece.attacks.as_ref().map(|a| movement(&a.movement, draft, numbers)),
        promotions: promotions.collect(),
        reverts_to: None,
    }
}

fn castles(kinds: &IndexVec<KindId, Kind>) -> bool {
    let mut castles = kinds.iter().flat_map(|k| &k.moves.terms).filter_map(Term::castle);
    castles.any(|castle| !castle.partners.is_empty())
}

fn movement(movement: &Movement, draft: &Draft, numbers: &Renumbering) -> Movement {
    let mut movement = movement.clone();
    castling::finish(&mut movement, draft, numbers);
    // Drop the questions that no term uses any more, and renumber the others.
    let asked = std::mem::take(&mut movement.asked);
    for (number, mut question) in asked.into_iter().enumerate() {
        let given = movement.terms.iter_mut().flat_map(|term| &mut term.given);
        let mut asking = given.filter(|given| given.number == number).peekable();
        if asking.peek().is_some() {
            asking.for_each(|given| given.number = movement.asked.len());
            question.value.each_men(&mut |men| renumber(men, numbers));
            movement.asked.push(question);
        }
    }
    if draft.passing == Passing::None {
        movement.terms.retain_mut(|term| match &mut term.action {
            Action::Walk(walk) => stays_without_passing(walk),
            Action::Castle(_) | Action::Drop(_) => true,
        });
    }
    movement
}

/// Removes en passant captures and traces from a walk. Returns false if some leg can then do
/// nothing at its end.
fn stays_without_passing(walk: &mut Walk) -> bool {
    for leg in &mut walk.legs {
        leg.leaves_trace = false;
        leg.mode.en_passant = false;
    }
    let ends = |m: &Mode| m.quiet || m.capture || m.own || m.hop;
    walk.legs.iter().all(|leg| ends(&leg.mode))
}

/// Renumbers the kinds of a setup. Cells of removed kinds become empty, and neighbouring empty
/// cells become one run. Removed kinds also leave the hands.
fn renumbered(setup: &Setup, numbers: &Renumbering) -> Setup {
    let mut setup = setup.clone();
    if let Some(hands) = &mut setup.hands {
        let left = hands.value.iter().filter_map(|&(side, kind)| Some((side, numbers[kind]?)));
        hands.value = left.collect();
    }
    setup.placement.points.retain_mut(|point| match numbers[point.value.kind] {
        Some(kind) => {
            point.value.kind = kind;
            true
        }
        None => false,
    });
    for row in &mut setup.placement.rows {
        let mut cells: Vec<Spanned<Square>> = Vec::new();
        for cell in row.cells.drain(..) {
            let square = match cell.value {
                Square::Piece(side, kind) => {
                    numbers[kind].map_or(Square::Empty(1), |kind| Square::Piece(side, kind))
                }
                Square::Covered(side, kind) => match numbers[kind] {
                    Some(kind) => Square::Covered(side, kind),
                    None => continue,
                },
                Square::Empty(n) => Square::Empty(n),
                Square::Missing => Square::Missing,
            };
            match (cells.last_mut(), square) {
                (Some(Spanned { value: Square::Empty(run), span }), Square::Empty(n)) => {
                    *run = run.saturating_add(n);
                    *span = span.to(cell.span);
                }
                (Some(_) | None, square) => cells.push(Spanned::new(square, cell.span)),
            }
        }
        row.cells = cells;
    }
    setup
}

fn empty(space: &Space, span: Span) -> Setup {
    let lattice = &space.lattice;
    let row = |rank| {
        let cell = |file| if space.has(file, rank) { Square::Empty(1) } else { Square::Missing };
        let cells = lattice.columns(rank).into_iter().map(|f| Spanned::new(cell(f), span));
        Row { cells: cells.collect(), span }
    };
    let rows = (0..lattice.ranks()).rev().map(row).collect();
    Setup::of(Placement { rows, points: Vec::new(), span }, span)
}
