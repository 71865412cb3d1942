//! Writes a game as a section of `variants.ini`, for Fairy-Stockfish and its relatives.
//!
//! Everything comes from the compiled rules, never from the name of the game. A rule without an
//! equivalent becomes a [`Gap`], with its place in the definition. So a section without gaps has
//! the same moves and the same ends as the game.

mod effects;
mod element;
mod ends;
mod hand;
mod movement;
mod pieces;
mod promotion;
mod section;

pub use crate::fairy::export::section::section_name;

use crate::fairy::export::effects::Effects;
use crate::fairy::export::movement::{Kinds, Ways, ends as element_ends, ways};
use crate::fairy::export::pieces::Pieces;
use crate::fairy::export::section::{Gaps, Section};
use crate::remark::Gap;
use alfil_board::engine::program::BoardProgram;
use alfil_board::model::board_model::BoardModel;
use alfil_diagnostics::index::IndexVec;
use alfil_play::game::Game;
use alfil_resolve::resolution::Resolved;
use alfil_rules::ids::KindId;
use alfil_rules::side::ByColor;
use alfil_rules::sight::Sight;
use alfil_rules::space::{Gluing, Lattice};
use alfil_topology::site_set::AnySet;
use std::collections::BTreeMap;

/// Greatest numbers of files and ranks of the program's large build.
const MAX_FILES: u8 = 12;
const MAX_RANKS: u8 = 10;

/// A game as a section of `variants.ini`.
pub struct Export {
    section: Section,
    /// Everything that the section does not say, in the order of the definition.
    pub gaps: Vec<Gap>,
    /// The letters of the kinds: in Alfil's positions, and in the section.
    pub letters: Vec<(String, char)>,
}

impl Export {
    /// The section, with `comments` under its head.
    pub fn text(&self, name: &str, comments: &[String]) -> String {
        self.section.text(name, comments)
    }

    /// True if the section has the same rules as the game.
    pub fn is_exact(&self) -> bool {
        self.gaps.is_empty()
    }
}

/// Writes a game as a section. `None` on planes and on boards that are not of squares, with the
/// reason as the only gap.
pub fn export(resolved: &Resolved, game: &Game) -> Result<Export, Gap> {
    let space = &game.rules().space;
    let refuse = |rule: &str| Gap { span: Some(space.span), rule: rule.to_owned() };
    let Game::Board(program) = game else { return Err(refuse("a plane")) };
    let (files, ranks) = match space.lattice {
        Lattice::Grid { files, ranks, gluing: Gluing::Flat } => (files, ranks),
        Lattice::Grid { .. } => return Err(refuse("a board whose sides are joined")),
        Lattice::Layers { .. } => return Err(refuse("a board of several layers")),
        Lattice::Hexagon(_) => return Err(refuse("a board of hexagons")),
        Lattice::Net(_) => return Err(refuse("a board of linked cells")),
        Lattice::Plane { .. } | Lattice::Sphere { .. } => return Err(refuse("a plane")),
    };
    if files > MAX_FILES || ranks > MAX_RANKS {
        return Err(refuse("a board of more than 12 files or 10 ranks"));
    }
    if !space.sections.is_empty() {
        return Err(refuse("a board of sections that move"));
    }
    let mut gaps = Gaps::default();
    let (section, letters) = write(resolved, program, &mut gaps);
    let mut gaps = gaps.0;
    gaps.sort_by_key(|gap| gap.span);
    Ok(Export { section, gaps, letters })
}

fn write(
    resolved: &Resolved,
    program: &BoardProgram,
    gaps: &mut Gaps,
) -> (Section, Vec<(String, char)>) {
    let (model, start) = (program.arena(), program.start());
    let rules = &model.rules;
    let mut section = Section::default();
    let shy = effects::shy(rules);
    let kinds: Kinds =
        rules.kinds.enumerate().map(|(id, kind)| ways(model, id, &kind.moves, &shy)).collect();
    attacks(model, &kinds, gaps);
    let reach = movement::reach(model, &kinds);
    let effects = effects::effects(model, &kinds, gaps);
    let royals = pieces::royals(model, &kinds, &effects, gaps);
    let pieces = pieces::pieces(model, &kinds, &reach, &royals, &mut section, gaps);
    size(model, &mut section);
    let stuck = stuck(model, &kinds);
    let mut rest = Section::default();
    let restrictions = effects::restrictions(model, &shy, &mut rest, gaps);
    let promotions = promotion::promotions(
        model,
        &reach,
        &pieces,
        &stuck,
        restrictions.promoted,
        &mut rest,
        gaps,
    );
    promotion::castling(model, &pieces, &mut rest, gaps);
    let board = hand::Board {
        model,
        reach: &reach,
        pieces: &pieces,
        promotions: &promotions,
        stuck: &stuck,
        gated: &effects.gated,
        with_room: &restrictions.with_room,
    };
    hand::hand(&board, &mut rest, gaps);
    effects::duties(rules, |kind| pieces.set([kind]), &mut rest, gaps);
    effects::turn(rules, resolved.own.turn, &mut rest, gaps);
    walls(&effects, &pieces, &mut rest, gaps);
    let checks = ends::ends(resolved, model, &pieces, &royals, effects.checks, &mut rest, gaps);
    if rules.sight != Sight::Everything {
        gaps.whole(format!("`sight: {}`: the other program sees everything", rules.sight.word()));
    }
    if let Some(shuffle) = &rules.shuffle {
        gaps.at(shuffle.span, "a shuffled start; the section has only the setup".to_owned());
    }
    let fen = hand::setup(model, start, &pieces, &promotions, &effects, checks, gaps);
    section.set("startFen", fen);
    section.append(rest);
    let letter = |(id, letter): (KindId, &Option<char>)| {
        Some((rules.kinds[id].letter.to_string(), (*letter)?))
    };
    let letters = pieces.letters.enumerate().filter_map(letter).collect();
    (section, letters)
}

/// Attacks that differ from captures have no equivalent.
fn attacks(model: &BoardModel, kinds: &Kinds, gaps: &mut Gaps) {
    for (id, kind) in model.rules.kinds.enumerate() {
        let Some(attacks) = &kind.attacks else { continue };
        let attacks = ways(model, id, attacks, &BTreeMap::new());
        let same =
            attacks.unknown.is_empty() && attacks.elements.keys().eq(kinds[id].elements.keys());
        if !same {
            let cause = format!("attacks of the {} that differ from its captures", kind.name.value);
            gaps.at(kind.name.span, cause);
        }
    }
}

fn size(model: &BoardModel, section: &mut Section) {
    for (key, size) in [("maxRank", model.graph.ranks()), ("maxFile", model.graph.files())] {
        if size != 8 {
            section.set(key, size.to_string());
        }
    }
}

/// Cells from which pieces can never move.
fn stuck(model: &BoardModel, kinds: &Kinds) -> ByColor<IndexVec<KindId, AnySet>> {
    let all: AnySet = model.graph.sites().collect();
    ByColor::from_fn(|side| {
        let of = |ways: &Ways| {
            if ways.elements.is_empty() {
                return AnySet::EMPTY;
            }
            let moves = |from: &_| {
                ways.elements
                    .keys()
                    .any(|&element| !element_ends(model, element, side, *from).is_empty())
            };
            all.into_iter().filter(|from| !moves(from)).collect()
        };
        kinds.iter().map(of).collect()
    })
}

/// Writes walls and blasts.
fn walls(effects: &Effects, pieces: &Pieces, section: &mut Section, gaps: &mut Gaps) {
    if let Some(spared) = &effects.blast {
        section.set("blastOnCapture", "true");
        if !pieces.pawn().as_slice().eq(spared.as_slice()) {
            gaps.whole("blasts that spare other pieces than pawns".to_owned());
        }
    }
    if !effects.walls.is_empty() {
        section.set("wallingRule", if effects.arrow { "arrow" } else { "duck" });
    }
}
