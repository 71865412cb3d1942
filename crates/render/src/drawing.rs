//! A picture of a board ([`scene`](crate::scene)) or of a plane ([`plane`]), which callers
//! need not distinguish.

use crate::geometry::Point;
use crate::mark::{Hue, Mark, Subject};
use crate::palette::{Colour, Theme};
use crate::plane::{self, Chart, Note};
use crate::scene::legend::Entry;
use crate::scene::{Arrow, Picture, Scene, Spot, Words};
use crate::{board, movement, svg, terminal};
use alfil_plane::model::position::Piece;
use alfil_plane::space::globe::Globe;
use alfil_plane::space::surface::Surface;
use alfil_play::board::BoardPlay;
use alfil_play::position::Position;
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::Owner;
use alfil_rules::side::Side;
use alfil_topology::site_set::Site;
use std::fmt;

/// Width in pixels of a PNG with one board of at most `USUAL` files.
const PANEL: u32 = 480;
/// Width in pixels of a PNG of a plane.
const PLANE: u32 = 720;
/// The number of files of a usual board. A PNG of a wider board is wider.
const USUAL: f64 = 10.0;

/// The greatest number of pixels of an animation. This is about 250 pictures of usual size.
pub const MAX_MOVING: u64 = 64 << 20;
/// Duration of a picture of an animation in milliseconds; the last one stays four times as long.
pub const PAUSE: u16 = 900;

/// A point names a piece if it is at most this far from the piece, in units of the plane.
const NEAR: f64 = 0.01;

/// The reason why a place that a user named cannot be drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Absent {
    /// There is no such cell or point.
    Place(String),
    /// No piece stands there.
    Piece(String),
    /// The piece there belongs to this side, which is not to move.
    Waits(String, Side),
    /// The piece there is unowned.
    Nobodys(String),
    /// The text does not name two places.
    Way(String),
    /// No kind has this letter.
    Letter(String),
    /// Pieces with this letter cannot be dropped now.
    Hand(String),
}

impl fmt::Display for Absent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Absent::Place(place) => write!(f, "there is no cell or point `{place}`"),
            Absent::Piece(place) => write!(f, "there is no piece on `{place}`"),
            Absent::Waits(place, side) => {
                write!(
                    f,
                    "the piece on `{place}` belongs to {}, but the other side is to move",
                    side.name()
                )
            }
            Absent::Nobodys(place) => {
                write!(f, "the piece on `{place}` belongs to no side, so it cannot be moved")
            }
            Absent::Letter(letter) => write!(f, "no piece has the letter `{letter}`"),
            Absent::Hand(name) => write!(f, "no {name} can be dropped in this position"),
            Absent::Way(way) => write!(
                f,
                "`{way}` is not two places one after the other, such as `e2e4`, or `1,1-2,3` on a plane"
            ),
        }
    }
}

impl std::error::Error for Absent {}

/// The board of a position; `None` in pictures of single pieces, whose cells are not those of the
/// board.
fn board_of(picture: &mut Picture) -> Option<&mut Scene> {
    match picture.panels.as_mut_slice() {
        [panel] if panel.scene.to_move.is_some() => Some(&mut panel.scene),
        _ => None,
    }
}

/// The cell of the board with this name. Places of pieces in hand have no outline.
fn spot(scene: &Scene, place: &str) -> Option<Spot> {
    scene.find(place).filter(|&spot| !scene.cells()[spot].outline.is_empty())
}

/// A point of a plane as positions write it, `4,1.5`, or of a box, `4,1.5,7`.
fn point(place: &str, surface: &Surface) -> Result<Point, Absent> {
    let size = surface.size();
    let numbers: Option<Vec<f64>> = place.split(',').map(|n| n.trim().parse().ok()).collect();
    let read = match numbers.as_deref() {
        Some(&[x, y]) if !surface.is_box() => Some(Point::new(x, y)),
        Some(&[x, y, z]) if surface.is_box() => Some(Point::in_space(x, y, z)),
        Some(_) | None => None,
    };
    let fits = |n: f64, end: f64| (0.0..=end).contains(&n);
    let within = |p: &Point| match surface.globe() {
        Some(_) => Globe::has(*p),
        None => fits(p.x, size.x) && fits(p.y, size.y) && fits(p.z, size.z),
    };
    read.filter(within).ok_or_else(|| Absent::Place(place.to_owned()))
}

/// The cell with this name.
fn site(play: &BoardPlay, place: &str) -> Result<Site, Absent> {
    let graph = &play.arena().graph;
    let found = graph.sites().find(|&site| graph.name(site) == place);
    found.ok_or_else(|| Absent::Place(place.to_owned()))
}

/// The scene of the position, with the legal moves of the piece on the cell `place`.
fn with_moves(play: &BoardPlay, place: &str) -> Result<Scene, Absent> {
    let (site, board) = (site(play, place)?, play.board());
    let piece = board.squares[site].ok_or_else(|| Absent::Piece(place.to_owned()))?;
    match play.arena().rules.kinds[piece.kind].owner {
        Owner::Side if piece.side != board.side => {
            return Err(Absent::Waits(place.to_owned(), piece.side));
        }
        Owner::Nobody => return Err(Absent::Nobodys(place.to_owned())),
        Owner::Side | Owner::Both => {}
    }
    let mut scene = board::scene(play);
    movement::legal::mark(&mut scene, play, site);
    Ok(scene)
}

/// The scene of the position, with the legal drops of the kind with this letter.
fn with_drops(play: &BoardPlay, letter: &str) -> Result<Scene, Absent> {
    let mut kinds = play.arena().rules.kinds.enumerate();
    let named = kinds.find(|(_, kind)| kind.letter.to_string() == letter);
    let (kind, rule) = named.ok_or_else(|| Absent::Letter(letter.to_owned()))?;
    let mut scene = board::scene(play);
    if !movement::drops::mark_drops(&mut scene, play, kind) {
        return Err(Absent::Hand(rule.name.value.clone()));
    }
    if let Some(spot) =
        scene.find(&board::name_in_hand(&play.arena().rules, rule, play.board().side))
    {
        scene.mark(spot, Mark::Origin);
    }
    Ok(scene)
}

/// A picture before it is rendered.
#[derive(Clone, Debug)]
pub enum Drawing {
    /// A picture of a board.
    Cells(Picture),
    /// A picture of a plane, with its title.
    Points(String, Box<Chart>),
}

impl Drawing {
    /// A picture of `position` with its last move marked.
    pub fn of(title: &str, position: &Position) -> Drawing {
        match position {
            Position::Board(play) => Drawing::Cells(Picture::of(title, board::scene(play))),
            Position::Plane(play) => {
                Drawing::Points(title.to_owned(), Box::new(plane::chart(play, None)))
            }
        }
    }

    /// Like [`of`](Self::of), but on a plane without the ways of the side to move and without the
    /// area that the opponent attacks.
    pub fn of_setting(title: &str, position: &Position) -> Drawing {
        match position {
            Position::Board(_) => Drawing::of(title, position),
            Position::Plane(play) => {
                Drawing::Points(title.to_owned(), Box::new(plane::setting(play)))
            }
        }
    }

    /// A picture of `position` as `side` sees it. On a plane a side sees everything.
    pub fn seen(title: &str, position: &Position, side: Side) -> Drawing {
        match position {
            Position::Board(play) => {
                Drawing::Cells(Picture::of(title, board::seen(&play.seen_by(side))))
            }
            Position::Plane(_) => Drawing::of(title, position),
        }
    }

    /// A picture of the moves of `kind`. On a board, the piece is alone. On a plane, its pieces
    /// stay where they are.
    pub fn of_kind(title: &str, position: &Position, kind: KindId) -> Drawing {
        match position {
            Position::Board(play) => {
                Drawing::Cells(movement::picture(play.program().arena(), kind, Side::White))
            }
            Position::Plane(play) => {
                Drawing::Points(title.to_owned(), Box::new(plane::chart(play, Some(kind))))
            }
        }
    }

    /// Like [`of_kind`](Self::of_kind), but on a board the picture also shows where the kind
    /// promotes.
    pub fn of_kind_wholly(title: &str, position: &Position, kind: KindId) -> Drawing {
        match position {
            Position::Board(play) => {
                let arena = play.program().arena();
                Drawing::Cells(movement::whole_picture(arena, kind, Side::White))
            }
            Position::Plane(_) => Drawing::of_kind(title, position, kind),
        }
    }

    /// A picture of the moves of `kind` from the cell `place`, with no other piece on the board.
    ///
    /// # Errors
    /// There is no such cell, or the game has no cells.
    pub fn of_kind_from(position: &Position, kind: KindId, place: &str) -> Result<Drawing, Absent> {
        let Position::Board(play) = position else {
            return Err(Absent::Place(place.to_owned()));
        };
        let arena = play.program().arena();
        let site = site(play, place)?;
        Ok(Drawing::Cells(movement::picture_from(arena, kind, Side::White, site)))
    }

    /// A picture of `position` with the legal moves of the piece at the cell or point `place`. With
    /// `P@`, the picture shows the drops of a piece in hand.
    ///
    /// # Errors
    /// No piece that may be moved is there or in hand.
    pub fn of_moves(title: &str, position: &Position, place: &str) -> Result<Drawing, Absent> {
        match position {
            Position::Board(play) => {
                let scene = if place.ends_with('@') {
                    with_drops(play, place.trim_end_matches('@'))?
                } else {
                    with_moves(play, place)?
                };
                let picture = Picture { subject: Subject::Moves, ..Picture::of(title, scene) };
                Ok(Drawing::Cells(picture))
            }
            Position::Plane(play) => {
                let surface = play.program().surface();
                // Positions and lists of moves write the letter of the piece before its place.
                let begin = place.find(|c: char| c.is_ascii_digit() || matches!(c, '-' | '.'));
                let begin = begin.unwrap_or(0);
                let (letter, coordinates) = place.split_at(begin);
                let at = point(coordinates.trim_end_matches('\''), surface)?;
                let kinds = &play.rules().kinds;
                let is_called = |piece: &Piece| {
                    letter.is_empty() || kinds[piece.kind].letter.of(piece.side) == letter
                };
                let pieces = &play.now().pieces;
                let found = pieces
                    .enumerate()
                    .find(|(_, piece)| surface.distance(piece.at, at) < NEAR && is_called(piece));
                let (id, piece) = found.ok_or_else(|| Absent::Piece(place.to_owned()))?;
                if piece.side != play.now().side {
                    return Err(Absent::Waits(place.to_owned(), piece.side));
                }
                let chart = plane::chart_of(play, |other| other == id);
                Ok(Drawing::Points(title.to_owned(), Box::new(chart)))
            }
        }
    }

    /// The same picture, seen from the other side of the board.
    #[must_use]
    pub fn turned(self) -> Self {
        match self {
            Drawing::Cells(picture) => Drawing::Cells(picture.turned()),
            Drawing::Points(title, mut chart) => {
                chart.seat = chart.seat.other();
                Drawing::Points(title, chart)
            }
        }
    }

    /// The picture in another theme. A terminal has its own colours.
    #[must_use]
    pub fn themed(mut self, theme: Theme) -> Self {
        match &mut self {
            Drawing::Cells(picture) => picture.theme = theme,
            Drawing::Points(_, chart) => chart.theme = theme,
        }
        self
    }

    /// The picture with silhouettes and letters instead of symbols.
    #[must_use]
    pub fn without_symbols(mut self) -> Self {
        match &mut self {
            Drawing::Cells(picture) => {
                picture.panels.iter_mut().for_each(|panel| panel.scene.without_symbols());
            }
            Drawing::Points(_, chart) => {
                for token in &mut chart.pieces {
                    token.man = token.man.clone().plain();
                }
            }
        }
        self
    }

    /// The picture with another title.
    #[must_use]
    pub fn titled(mut self, text: &str) -> Self {
        match &mut self {
            Drawing::Cells(picture) => picture.caption = text.to_owned(),
            Drawing::Points(title, _) => *title = text.to_owned(),
        }
        self
    }

    /// Marks the cell or the point `place`.
    ///
    /// # Errors
    /// There is no such place.
    pub fn note(&mut self, place: &str, hue: Hue) -> Result<(), Absent> {
        match self {
            Drawing::Cells(picture) => {
                let scene = board_of(picture).ok_or_else(|| Absent::Place(place.to_owned()))?;
                let spot = spot(scene, place).ok_or_else(|| Absent::Place(place.to_owned()))?;
                scene.mark(spot, Mark::Note(hue));
            }
            Drawing::Points(_, chart) => {
                chart.notes.push(Note { at: point(place, &chart.surface)?, hue });
            }
        }
        Ok(())
    }

    /// Draws an arrow between two places, which are written one after the other with or without a
    /// `-` between: `e2e4`.
    ///
    /// # Errors
    /// The text is not two places.
    pub fn arrow(&mut self, way: &str, hue: Hue) -> Result<(), Absent> {
        let absent = || Absent::Way(way.to_owned());
        let cuts = way.char_indices().map(|(at, _)| way.split_at(at));
        let mut cuts = cuts.map(|(from, to)| (from, to.strip_prefix('-').unwrap_or(to)));
        match self {
            Drawing::Cells(picture) => {
                let scene = board_of(picture).ok_or_else(absent)?;
                let ends = cuts.find_map(|(from, to)| Some((spot(scene, from)?, spot(scene, to)?)));
                let (from, to) = ends.ok_or_else(absent)?;
                scene.arrow(Arrow { from, to, hue });
            }
            Drawing::Points(_, chart) => {
                let read = |text| point(text, &chart.surface).ok();
                // A `-` may be a sign, too.
                let mut cuts = way.match_indices('-').map(|(at, _)| (&way[..at], &way[at + 1..]));
                let ends = cuts.find_map(|(from, to)| read(from).zip(read(to)));
                let (from, to) = ends.ok_or_else(absent)?;
                chart.arrows.push(plane::Arrow { from, to, hue });
            }
        }
        Ok(())
    }

    /// The picture without any words, for a small place: no title, coordinates, legend or sign of the
    /// side to move.
    #[must_use]
    pub fn wordless(self) -> Self {
        match self.uncaptioned() {
            Drawing::Cells(picture) => Drawing::Cells(picture.wordless()),
            Drawing::Points(title, mut chart) => {
                chart.words = Words::None;
                Drawing::Points(title, chart)
            }
        }
    }

    /// The picture without a title.
    #[must_use]
    pub fn uncaptioned(self) -> Self {
        self.titled("")
    }

    /// Returns true if nothing is marked.
    pub fn is_bare(&self) -> bool {
        match self {
            Drawing::Cells(picture) => {
                picture.legend().iter().all(|(entry, _)| !matches!(entry, Entry::Mark(_)))
            }
            Drawing::Points(_, chart) => chart.paths.is_empty() && chart.areas.is_empty(),
        }
    }

    /// The picture as an SVG document with a final line feed.
    pub fn svg(&self) -> String {
        match self {
            Drawing::Cells(picture) => svg::draw(picture),
            Drawing::Points(title, chart) => svg::plane::draw(title, chart),
        }
    }

    /// Pictures of one game as SVG documents of the same size, so that an animation does not jump.
    pub fn frames(drawings: &[Drawing]) -> Vec<String> {
        let sheets = drawings.iter().map(|drawing| match drawing {
            Drawing::Cells(picture) => Some(svg::Sheet::of(picture)),
            // Pictures of a plane always have the same size, so they need no common sheet.
            Drawing::Points(..) => None,
        });
        let sheets: Vec<Option<svg::Sheet>> = sheets.collect();
        let sizes = sheets.iter().flatten().map(|sheet| sheet.size);
        let room = sizes.fold(Point::default(), |room, size| {
            Point::new(room.x.max(size.x), room.y.max(size.y))
        });
        let document = |(drawing, sheet): (&Drawing, Option<svg::Sheet>)| match sheet {
            Some(sheet) => sheet.document(room),
            None => drawing.svg(),
        };
        drawings.iter().zip(sheets).map(document).collect()
    }

    /// The picture for a terminal of `width` characters. Each line ends with a line feed.
    pub fn text(&self, colour: Colour, width: usize) -> String {
        match self {
            Drawing::Cells(picture) => terminal::draw(picture, colour, width),
            Drawing::Points(title, chart) => terminal::plane::draw(title, chart, colour, width),
        }
    }

    /// The recommended width in pixels.
    pub fn pixels(&self) -> u32 {
        match self {
            Drawing::Cells(picture) => {
                let panels = picture.panels.iter();
                let widths = panels.map(|panel| (panel.scene.paper().x / USUAL).max(1.0));
                // Many boards side by side would make the picture too wide, so it is at most three
                // times as wide as one board.
                (f64::from(PANEL) * widths.sum::<f64>().clamp(1.0, 3.0)) as u32
            }
            Drawing::Points(..) => PLANE,
        }
    }
}
