//! A compiled variant, on a board or on a plane, and checks of the tests of its definition.

use crate::board::names::Notation;
use crate::board::spelling::{Spelling, Wrong};
use crate::board::starts::Starts;
use crate::board::{self, BoardPlay};
use crate::plane::{self, PlanePlay};
use crate::position::Position;
use alfil_board::engine::program::BoardProgram;
use alfil_board::paths::terrain;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Findings, Report, Severity};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_plane::geometry::scalar::{Extent, Step};
use alfil_plane::model::motion::motions;
use alfil_plane::model::program::PlaneProgram;
use alfil_plane::space::terrain::Terrain;
use alfil_resolve::setup::{Case, read_position};
use alfil_rules::goal::Event;
use alfil_rules::movement::{Leg, Movement, Stride};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::setup::Setup;
use alfil_syntax::cases::{Claim, Listing};
use alfil_syntax::scalar::Scalar;
use alfil_text::conditions;
use alfil_topology::bearing::Bearing;
use alfil_topology::compass::{self, Compass};
use std::sync::Arc;

// A compiled variant, on a board or on a plane. It is immutable and cheap to clone.

/// A compiled variant.
#[derive(Clone, Debug)]
pub enum Game {
    /// A variant on the cells of a board.
    Board(Arc<BoardProgram>),
    /// A variant on the points of a plane.
    Plane(PlaneProgram),
}

impl Game {
    /// The approximate size of the move tables in bytes; 0 on planes.
    pub fn table_bytes(&self) -> usize {
        match self {
            Game::Board(board) => board.table_bytes(),
            Game::Plane(_) => 0,
        }
    }

    /// The approximate work of compiling the game, in steps of the search for all paths over the
    /// board. The paths count on boards only, the size of the rules everywhere.
    pub fn steps(&self) -> usize {
        /// Bytes of rules that take as long to copy and to check as one step.
        const BYTES: usize = 64;
        let paths = match self {
            Game::Board(board) => board.traced_steps(),
            Game::Plane(_) => 0,
        };
        paths + self.rules().bytes() / BYTES
    }

    /// Compiles `rules` and reports all findings that need the board or plane. There is no game if
    /// one of them is an error.
    pub fn compile(rules: Ruleset) -> Findings<Game> {
        match rules.space.lattice.plane() {
            Some(_) => PlaneProgram::new(rules, reading).map(Game::Plane),
            None => BoardProgram::new(rules).map(|board| Game::Board(Arc::new(board))),
        }
    }

    /// Compiles a part of the rules of a compiled game, without findings. `None` if the part is not
    /// a valid game.
    pub fn compile_part(rules: Ruleset) -> Option<Game> {
        match rules.space.lattice.plane() {
            Some(_) => Game::compile(rules).value,
            None => BoardProgram::of_part(rules).map(|board| Game::Board(Arc::new(board))),
        }
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Ruleset {
        match self {
            Game::Board(program) => &program.arena().rules,
            Game::Plane(program) => program.rules(),
        }
    }

    /// The names of pieces and cells in records. Empty on planes.
    pub fn notation(&self) -> Notation {
        match self {
            Game::Board(program) => Notation::of(program.arena()),
            Game::Plane(_) => Notation::default(),
        }
    }

    /// The compiled form as text.
    pub fn outline(&self) -> String {
        match self {
            Game::Board(program) => board::text::outline(program),
            Game::Plane(program) => plane::text::outline(program),
        }
    }

    /// Describes a movement on a plane with its distances, one sentence for each kind of motion.
    /// `None` on boards.
    pub fn told(&self, movement: &Movement) -> Option<Vec<String>> {
        match self {
            Game::Board(_) => None,
            Game::Plane(program) => {
                let rules = program.rules();
                let quantum = rules.plane.quantum.map(|quantum| quantum.get());
                let found = &mut Report::default();
                let terrain = Terrain { rules, surface: *program.surface() };
                let motions =
                    motions(movement, &rules.every_move, quantum, &terrain, reading, found);
                let extent = program.surface().extent();
                Some(motions.sentences(extent, |when| conditions::on_plane(when, &rules.zones)))
            }
        }
    }

    /// Starts a game from the start position.
    pub fn start(&self) -> Position {
        match self {
            Game::Board(program) => Position::Board(BoardPlay::start(program)),
            Game::Plane(program) => Position::Plane(PlanePlay::start(program)),
        }
    }

    /// All start positions, if the setup is shuffled.
    pub fn starts(&self) -> Option<Starts> {
        match self {
            Game::Board(program) => Starts::new(program),
            Game::Plane(_) => None,
        }
    }

    /// The number of start positions, counted up to `most`. A complete count may take as long as
    /// compiling.
    pub fn counted_starts(&self, most: u64) -> u64 {
        match self {
            Game::Board(program) => Starts::counted(program, most),
            Game::Plane(_) => most.min(1),
        }
    }

    /// The finding that the written setup is not one of the start positions of a shuffled game.
    pub fn misfit(&self) -> Option<Diagnostic> {
        match self {
            Game::Board(program) => Starts::misfit(program),
            Game::Plane(_) => None,
        }
    }

    /// The finding that the game is over in the start position, if it is.
    pub fn over_at_start(&self) -> Option<Diagnostic> {
        let (rules, start) = (self.rules(), self.start());
        let title = format!("the game is over before its first move: {}", start.end()?);
        let asked = match start.outcome().map(|outcome| outcome.reason) {
            Some(Event::Goal(goal)) => rules.ends.goals.get(usize::from(goal)),
            Some(Event::Claim(claim)) => rules.ends.claims.get(usize::from(claim)),
            Some(
                Event::Checkmate
                | Event::Stalemate
                | Event::MoveLimit(_)
                | Event::Repetition(_)
                | Event::LastSide,
            )
            | None => None,
        };
        let (span, label, help) = match asked {
            Some(asked) => (
                asked.span,
                "true at the start",
                "change this, or the setup, so that the game can begin",
            ),
            None => (
                rules.setup.span,
                "no move is possible from here",
                "`alfil why FILE MOVE` explains why a move is not legal",
            ),
        };
        Some(Diagnostic::at(Code::OverAtStart, span, title, label).help(help))
    }

    /// Starts a game from `setup`, or returns findings about it.
    pub fn at(&self, setup: &Setup) -> Findings<Position> {
        match self {
            Game::Board(program) => BoardPlay::at(program, setup).map(Position::Board),
            Game::Plane(program) => PlanePlay::at(program, setup).map(Position::Plane),
        }
    }

    /// Starts a game from the position in `text`. All findings point into the text.
    pub fn read(&self, text: &Scalar) -> Findings<Position> {
        read_position(text, self.rules()).and_then(|setup| self.at(&setup))
    }
}

/// Reads directions as on a square grid. Planes use the same directions, and boxes those of boards with
/// layers.
fn reading(legs: &[Leg], extent: Extent) -> Vec<Vec<Step>> {
    if let ([leg], Extent::Box) = (legs, extent) {
        let each = |stride: Stride| steps(&[Leg { stride, ..leg.clone() }]);
        return terrain::strides_of(leg).into_iter().flat_map(each).collect();
    }
    steps(legs)
}

fn steps(legs: &[Leg]) -> Vec<Vec<Step>> {
    let mut routes = vec![(Bearing::new(Compass::Square), Vec::new())];
    for leg in legs {
        let further = |(bearing, steps): &(Bearing, Vec<Step>)| {
            let (bearing, steps) = (*bearing, steps.clone());
            let sectors: Vec<u8> = bearing.sectors(0, leg).iter().collect();
            sectors.into_iter().map(move |sector| {
                let (right, forward) = compass::vector(leg.stride, sector);
                let up = match leg.stride {
                    Stride::Rising { layers, .. } => i32::from(layers),
                    Stride::Radial { .. } | Stride::Oblique { .. } | Stride::Universal => 0,
                };
                let steps = [steps.as_slice(), &[Step { right, forward, up }]].concat();
                (bearing.along(leg.stride, sector, 1), steps)
            })
        };
        routes = routes.iter().flat_map(further).collect();
    }
    routes.into_iter().map(|(_, steps)| steps).collect()
}

// Checks the tests of a definition against its game: every move, cell, letter and position must
// exist there. No move is played, so legality and the claims themselves are checked when the tests
// run.

impl Game {
    /// The findings for moves, cells and start numbers in `cases` that no position of this game can
    /// have.
    pub fn unplayable_claims(&self, cases: &[Case]) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        let words = Words::of(self);
        // Starts are counted only up to the greatest number in the tests, because a full count is
        // slow.
        let numbers = || cases.iter().filter_map(|case| case.number);
        let most = numbers().map(|number| number.value.saturating_add(1)).max();
        let starts = most.map_or(0, |most| self.counted_starts(most));
        for case in cases {
            found.extend(case.number.and_then(|number| of_number(starts, number)));
            found.extend(case.after.iter().filter_map(|text| words.of_move(text)));
            match &case.claim {
                Claim::Moves(listing) | Claim::Tries(listing) => {
                    found.extend(listing.from.iter().filter_map(|place| words.of_place(place)));
                    found.extend(all(listing).filter_map(|text| words.of_move(text)));
                }
                Claim::Attacks(cells) | Claim::Sees(cells) => {
                    let places = cells.from.iter().chain(all(cells));
                    found.extend(places.filter_map(|place| words.of_place(place)));
                }
                Claim::Game { moves, .. } => {
                    found.extend(moves.iter().filter_map(|mv| words.of_move(&mv.text)));
                }
                Claim::Perft(_) | Claim::Starts(_) | Claim::Untested { .. } => {}
            }
        }
        found
    }

    /// The texts of the moves of `scene`, from the start of the game on. `None` if one of them is not legal,
    /// as after a change of the rules.
    pub fn scene(&self, scene: &str) -> Option<Vec<String>> {
        let mut position = self.start();
        let mut texts = Vec::new();
        for word in scene.split_whitespace() {
            let legal = position.legal();
            let mv = legal.read(word)?;
            texts.push(legal.write(&mv));
            drop(legal);
            position.play(&mv);
        }
        Some(texts)
    }

    /// The findings for positions in `cases` that are invalid in this game.
    pub fn strange_positions(&self, cases: &[Case]) -> Vec<Diagnostic> {
        let setups = cases.iter().filter_map(|case| case.position.as_ref());
        let found = setups.flat_map(|setup| self.at(setup).found);
        found.filter(|finding| finding.severity() == Severity::Error).map(of_test).collect()
    }
}

fn all(listing: &Listing) -> impl Iterator<Item = &Spanned<String>> {
    listing.wanted().chain(listing.unwanted())
}

/// The finding for a start number that is too large. `count` is the number of start positions.
fn of_number(count: u64, number: Spanned<u64>) -> Option<Diagnostic> {
    (number.value >= count).then(|| {
        let title = format!("there is no start with the number {}", number.value);
        Diagnostic::at(Code::MisspeltTest, number.span, title, "no such start")
            .help(format!("numbers are 0 to {}", count.saturating_sub(1)))
    })
}

/// Turns a finding about a position into a finding about its test.
fn of_test(finding: Diagnostic) -> Diagnostic {
    Diagnostic { code: Code::MisspeltTest, ..finding }
}

/// The notation of moves of a game.
enum Words<'g> {
    Board(Box<Spelling<'g>>),
    Plane,
}

impl<'g> Words<'g> {
    fn of(game: &'g Game) -> Words<'g> {
        match game {
            Game::Board(program) => Words::Board(Box::new(Spelling::new(program.arena()))),
            Game::Plane(_) => Words::Plane,
        }
    }

    fn of_move(&self, text: &Spanned<String>) -> Option<Diagnostic> {
        let spelling = match self {
            Words::Board(spelling) => spelling,
            Words::Plane => {
                let form = plane::notation::misspelt(&text.value)?;
                let title = format!("`{}` is not a move", text.value);
                let finding =
                    Diagnostic::at(Code::MisspeltTest, text.span, title, "cannot be read");
                return Some(finding.help(form));
            }
        };
        let slip = spelling.slip(&text.value)?;
        let part = &text.value[slip.range.clone()];
        let span = if text.span.len() >= text.value.len() {
            let start = text.span.start as usize;
            let (from, to) = (start + slip.range.start, start + slip.range.end);
            Span::new(text.span.source, from, to)
        } else {
            // The text contains escapes, so its characters do not match the bytes of the span. The
            // finding marks the whole text.
            text.span
        };
        let at = |title: String, label| Diagnostic::at(Code::MisspeltTest, span, title, label);
        Some(match slip.wrong {
            Wrong::Cell => of_test(spelling.unknown_cell(part, span)),
            Wrong::Letter => {
                let finding = at(format!("no piece has the letter `{part}`"), "no such letter");
                finding.help(format!("the letters are {}", spelling.letters().join(", ")))
            }
            Wrong::Section => {
                let finding = at(format!("there is no section `{part}`"), "no such section");
                finding.help(format!("the sections are {}", spelling.sections().join(", ")))
            }
            Wrong::Face => at(format!("no die shows `{part}` here"), "no such value")
                .help(format!("write one of {}", spelling.rolls(&text.value).join(", "))),
            Wrong::Form => {
                at(format!("`{part}` does not have the form of a move"), "cannot be read")
                    .help("write a move as its start and end cells, such as `e2e4` or `e7e8q`")
            }
        })
    }

    fn of_place(&self, place: &Spanned<String>) -> Option<Diagnostic> {
        match self {
            Words::Board(spelling) if spelling.is_cell(&place.value) => None,
            Words::Board(spelling) => {
                Some(of_test(spelling.unknown_cell(&place.value, place.span)))
            }
            Words::Plane => None,
        }
    }
}
