//! From a game's state to its Ruleset.
//!
//! Takes the [`Draft`] after the last layer; gives a [`Ruleset`] without the kinds that were removed.
//! Best effort: what is missing has its plainest form, so that an arena can look for more findings in
//! the same run; the findings that say what is missing come from `lints.rs`.

use crate::resolve::draft::{Draft, Passing, Piece};
use crate::resolve::renumbering::{Renumbering, renumber};
use crate::resolve::{castling, hand, plane, promotion, shuffle, turn};
use alfil_diagnostics::diagnostic::{Code, Report};
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::figure::Figure;
use alfil_rules::given;
use alfil_rules::goal::Goals;
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Mode, Movement, Term, Walk};
use alfil_rules::question::CLOCKS;
use alfil_rules::ruleset::{Kind, Ruleset};
use alfil_rules::setup::{Placement, Row, Setup, Square};
use alfil_rules::space::Space;
use alfil_rules::symbol::Symbol;

/// How far the rules can be trusted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Confidence {
    /// They say what their author means.
    Sound,
    /// Pieces, setup or space have errors: rights of the position that hang on them are left out, or
    /// the arena would report each of them once more.
    Shaken,
    /// The same, and the setup was written for another space: what stands where cannot be judged.
    Misplaced,
}

/// The Ruleset. `None` without a space. `span` is where the game is written, in the file that is
/// checked, for what nobody wrote.
pub(crate) fn ruleset(
    state: &Draft,
    numbers: &Renumbering,
    span: Span,
    trust: Confidence,
    found: &mut Report,
) -> Option<Ruleset> {
    let space = state.space.clone()?;
    let mut kinds: IndexVec<KindId, Kind> =
        state.live().map(|(_, piece)| kind(piece, state, numbers)).collect();
    let mut setup = match &state.setup {
        // The stars of a placement with sections say where these are.
        Some(setup) if trust != Confidence::Misplaced || !space.sections.is_empty() => {
            renumbered(setup, numbers)
        }
        Some(_) if space.span.source == span.source => empty(&space, space.span),
        Some(_) | None => empty(&space, span),
    };
    // A parent's rights go with the castling that its child takes away, or that begins elsewhere in its child.
    let inherited = setup.span.source != span.source;
    let moved = castling::said_at(state).is_some_and(|span| span.source != setup.span.source);
    if trust != Confidence::Sound || (inherited && (moved || !castles(&kinds))) {
        setup.castling = None;
    }
    // And its hands with them.
    if inherited && state.hand.is_none() {
        setup.hands = None;
    }
    // A setup that does not suit the space of a child is no mistake of its parent.
    let plane = space.lattice.plane().is_some();
    if inherited && space.span.source == span.source && !plane {
        setup = setup.at(space.span);
    }
    let said = state.sentences.finish(numbers);
    let hand = hand::finish(state, numbers, &setup, &mut kinds, span.source, found);
    let mut rules = Ruleset {
        title: state.title.clone(),
        kinds,
        zones: state.zones.clone(),
        every_move: state.every_move.condition(),
        every_move_place: state.every_move.place,
        every_attack: state.every_attack.condition(),
        homes: castling::homes(state, numbers),
        hand,
        plane: plane::finish(state, numbers),
        turn: turn::finish(state, numbers, found),
        setup,
        shuffle: shuffle::finish(state, numbers).filter(|_| trust == Confidence::Sound),
        ends: said.ends(Goals::new(|event| state.verdict(event))),
        asked: said.of_moves(),
        every_asked: said.asked.iter().map(|asked| asked.span).collect(),
        attack_asked: said.attack,
        duties: said.duties,
        effects: said.effects,
        counters: state.counters.clone(),
        clocks: Vec::new(),
        space,
    };
    let (moves, attacks) = given::restrictions(&rules.kinds);
    rules.asked.extend(moves);
    rules.attack_asked.extend(attacks);
    clocks(&mut rules, found);
    if !rules.remembers_who_moved() {
        // Only where a rule asks which pieces have moved does a dash say more than no field at all.
        rules.setup.castling = rules.setup.castling.take().filter(|field| field.value != "-");
    }
    Some(rules)
}

/// Numbers what is told by clocks.
fn clocks(rules: &mut Ruleset, found: &mut Report) {
    let mut clocks = Vec::new();
    for (question, span) in rules.sentences_mut() {
        question.number_clocks(&mut clocks);
        if clocks.len() > CLOCKS {
            let title = format!("turns without more than {CLOCKS} different things");
            found
                .at(Code::TooComplex, span, title, "one too many")
                .help("ask for one of those that are asked for already");
            break;
        }
    }
    clocks.truncate(CLOCKS);
    rules.clocks = clocks;
}

fn kind(piece: &Piece, state: &Draft, numbers: &Renumbering) -> Kind {
    let promotions = piece.promotes.iter().filter_map(|p| promotion::finish(p, state, numbers));
    Kind {
        name: piece.name.clone(),
        letter: piece.letter.value,
        symbol: piece.symbol.clone().map(|symbol| Symbol { men: state.men, ..symbol }),
        figure: piece.figure.unwrap_or_else(|| Figure::of(&piece.name.value)),
        royal: piece.royal,
        worth: piece.worth,
        owner: piece.owner.value,
        blocks: piece.blocks,
        moves: movement(&piece.moves.movement, state, numbers),
        attacks: piece.attacks.as_ref().map(|a| movement(&a.movement, state, numbers)),
        promotions: promotions.collect(),
        reverts_to: None,
    }
}

fn castles(kinds: &IndexVec<KindId, Kind>) -> bool {
    let mut castles = kinds.iter().flat_map(|k| &k.moves.terms).filter_map(Term::castle);
    castles.any(|castle| !castle.partners.is_empty())
}

fn movement(movement: &Movement, state: &Draft, numbers: &Renumbering) -> Movement {
    let mut movement = movement.clone();
    castling::finish(&mut movement, state, numbers);
    // Questions that no term asks any more are gone, and the others are numbered anew.
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
    if state.passing == Passing::None {
        movement.terms.retain_mut(|term| match &mut term.action {
            Action::Walk(walk) => stays_without_passing(walk),
            Action::Castle(_) | Action::Drop(_) => true,
        });
    }
    movement
}

/// Takes capturing in passing out of a walk; whether anything is left of it.
fn stays_without_passing(walk: &mut Walk) -> bool {
    for leg in &mut walk.legs {
        leg.leaves_trace = false;
        leg.mode.en_passant = false;
    }
    let ends = |m: &Mode| m.quiet || m.capture || m.own || m.hop;
    walk.legs.iter().all(|leg| ends(&leg.mode))
}

/// Cells of removed kinds are empty; neighbouring empty cells are one run; hands hold none of them.
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
        let cell = |file| match space.has(file, rank) {
            true => Square::Empty(1),
            false => Square::Missing,
        };
        let cells = lattice.columns(rank).into_iter().map(|f| Spanned::new(cell(f), span));
        Row { cells: cells.collect(), span }
    };
    let rows = (0..lattice.ranks()).rev().map(row).collect();
    Setup::of(Placement { rows, points: Vec::new(), span }, span)
}
