//! Snapshots of drawings: small boards and diagrams as SVG, and boards in a terminal.

mod samples;

use alfil_play::board::Actor;
use alfil_play::dice::Dice;
use alfil_play::game::Game;
use alfil_play::position::Position;
use alfil_render::drawing::Drawing;
use alfil_render::glyph::Man;
use alfil_render::mark::{Allows, Approach, Hue, Mark};
use alfil_render::palette::{Colour, Theme};
use alfil_render::scene::{Arrow, Course, Keeps, Line, Picture, Point, Scene, Tip};
use alfil_render::{svg, terminal};
use alfil_rules::side::Side;
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};
use std::collections::{BTreeMap, BTreeSet};

const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
const CAPABLANCA: &str = "rnabqkbcnr/pppppppppp/91/91/91/91/PPPPPPPPPP/RNABQKBCNR";

#[test]
fn svg_of_a_small_board() {
    let picture = samples::board("Kings & a wizard", 3, 3, "1kx/3/XK1");
    insta::assert_snapshot!(svg::draw(&picture));
}

#[test]
fn svg_of_a_diagram() {
    insta::assert_snapshot!(svg::draw(&samples::contrast_queen()));
}

#[test]
fn svg_of_every_mark() {
    insta::assert_snapshot!(svg::draw(&samples::every_mark()));
}

#[test]
fn svg_of_lines() {
    let mut scene = samples::checkered(3, 2);
    let spots: Vec<_> = ["a1", "c2", "b2"].iter().filter_map(|name| scene.find(name)).collect();
    for (course, tip) in [(Course::Arc, Tip::Arrow), (Course::Straight, Tip::Arrow)] {
        scene.line(Line { path: spots.clone(), course, tip, allows: Allows::Quiet });
    }
    // A line without an end or a direction is not drawn.
    for path in [vec![], spots[..1].to_vec()] {
        let (course, tip) = (Course::Straight, Tip::Plain);
        scene.line(Line { path, course, tip, allows: Allows::Both });
    }
    insta::assert_snapshot!(svg::draw(&Picture::of("", scene)));
}

/// Each cell of a picture, and the piece on it, has the name of the cell as an attribute.
#[test]
fn cells_and_men_have_names() {
    let mut cells = 0;
    for shipped in alfil_definitions::shipped() {
        let variant = alfil::load(shipped.name).expect("shipped");
        let svg = alfil::Drawing::of("", &variant.start()).svg();
        let Game::Board(program) = variant.game() else {
            assert!(svg.contains("data-body=") && svg.contains("data-man="), "{}", shipped.name);
            continue;
        };
        let graph = &program.arena().graph;
        let places: Vec<&str> = graph.sites().map(|site| graph.name(site)).collect();
        for place in &places {
            let sign = format!("<path data-cell=\"{place}\" ");
            assert_eq!(svg.matches(&sign).count(), 1, "{}: {place}", shipped.name);
        }
        assert_eq!(svg.matches("data-cell=").count(), places.len(), "{}", shipped.name);
        let men = svg.matches("<g data-man=").count();
        // Pieces in the legend have no cell.
        assert_eq!(men, svg.matches("</title><use href=\"#").count(), "{}", shipped.name);
        assert!(men > 1, "{}", shipped.name);
        cells += places.len();
    }
    assert!(cells > 5000, "{cells}");
}

#[test]
fn boards_in_a_terminal() {
    for (name, picture) in [
        ("chess", samples::board("Chess", 8, 8, CHESS)),
        ("capablanca", samples::board("Capablanca", 10, 8, CAPABLANCA)),
        ("king", samples::contrast_king()),
        ("queen", samples::contrast_queen()),
        ("bishop", samples::contrast_bishop()),
        ("every-mark", samples::every_mark()),
    ] {
        insta::assert_snapshot!(
            format!("plain-{name}"),
            terminal::draw(&picture, Colour::None, 80)
        );
    }
}

#[test]
fn colours_in_a_terminal() {
    let board = samples::board("", 3, 3, "1kx/3/XK1");
    for (name, colour) in [("256", Colour::Ansi256), ("true", Colour::True)] {
        let text = terminal::draw(&board, colour, 80).replace('\u{1b}', "ESC");
        insta::assert_snapshot!(format!("colour-{name}"), text);
    }
    let marks = terminal::draw(&samples::every_mark(), Colour::Ansi256, 80);
    insta::assert_snapshot!("colour-marks", marks.replace('\u{1b}', "ESC"));
}

#[test]
fn panels_that_do_not_fit_are_below() {
    let narrow = terminal::draw(&samples::contrast_king(), Colour::None, 30);
    let wide = terminal::draw(&samples::contrast_king(), Colour::None, 80);
    assert!(narrow.lines().all(|line| line.len() <= 30), "{narrow}");
    assert!(narrow.lines().count() > wide.lines().count());
}

#[test]
fn without_colours_the_output_is_ascii() {
    for picture in [samples::every_mark(), samples::board("Chess", 8, 8, CHESS)] {
        assert!(terminal::draw(&picture, Colour::None, 80).is_ascii());
    }
}

#[test]
fn markup_in_names_is_escaped() {
    let mut scene = Scene::grid(1, 1, |_, _| Some(0));
    let a1 = scene.find("a1").expect("the only cell");
    scene.piece(a1, Side::Black, Man::new("<script>\u{1b}[2J\u{0}", '\u{1b}'));
    scene.label(Point::new(-1.0, -1.0), Keeps::Nothing, "\u{202e}&\"");
    scene.mark(a1, Mark::Check);
    let picture = Picture::of("a\u{7}<b>", scene);
    let drawn = svg::draw(&picture);
    assert!(drawn.contains("&lt;script&gt;") && !drawn.contains("<script"), "{drawn}");
    assert!(drawn.chars().all(|c| c == '\n' || !c.is_control()));
    for colour in [Colour::None, Colour::Ansi256] {
        let text = terminal::draw(&picture, colour, 80);
        assert!(!text.contains("\u{1b}[2J") && !text.contains(['\u{7}', '\u{0}', '\u{202e}']));
    }
}

#[test]
fn the_largest_and_the_emptiest() {
    let large = Picture::of("", samples::checkered(255, 255));
    // There are 65,025 cells, each with a path of its own.
    assert!(svg::draw(&large).len() < 7 << 20);
    assert!(terminal::draw(&large, Colour::None, 80).lines().count() == 256);
    for empty in [Picture::default(), Picture::of("none", Scene::grid(2, 2, |_, _| None))] {
        assert!(svg::draw(&empty).ends_with("</svg>\n"));
        assert!(!terminal::draw(&empty, Colour::True, 0).contains('\u{1b}'));
    }
}

/// Two half turns of a board give the same picture. One half turn puts Black at the bottom and
/// keeps the names of cells.
#[test]
fn boards_turn() {
    for shipped in alfil_definitions::shipped() {
        let variant = alfil::load(shipped.name).expect("shipped");
        let drawing = alfil::Drawing::of("", &variant.start());
        let (straight, turned) = (drawing.svg(), drawing.clone().turned().svg());
        assert_eq!(straight, drawing.turned().turned().svg(), "{}", shipped.name);
        assert_ne!(straight, turned, "{}", shipped.name);
        let names = |svg: &str| {
            let mut names: Vec<String> = svg
                .split(" data-")
                .skip(1)
                .filter_map(|s| s.split_once("\" "))
                .map(|s| s.0.to_owned())
                .collect();
            names.sort();
            names
        };
        assert_eq!(names(&straight).len(), names(&turned).len(), "{}", shipped.name);
    }
}

/// The marked cells are the targets of the legal moves, in each position of a game.
#[test]
fn moves_from_a_cell_are_the_legal_ones() {
    let mut seen = 0;
    for shipped in alfil_definitions::shipped() {
        let variant = alfil::load(shipped.name).expect("shipped");
        let mut position = variant.start();
        let mut dice = Dice::new(7);
        for _ in 0..16 {
            let Some(mv) = position.legal().random(&mut dice) else { break };
            position.play(&mv);
        }
        let Position::Board(play) = &position else { continue };
        let graph = &play.arena().graph;
        let legal = play.legal();
        for site in graph.sites() {
            let place = graph.name(site);
            let Ok(Drawing::Cells(picture)) = Drawing::of_moves("", &position, place) else {
                assert!(
                    legal.iter().all(|mv| mv.from != site || mv.actor != Actor::Piece),
                    "{} {place}",
                    shipped.name
                );
                continue;
            };
            let scene = &picture.panels[0].scene;
            let ends = |mark: &Mark| matches!(mark, Mark::To(..));
            let drawn = scene
                .cells()
                .enumerate()
                .filter(|(spot, _)| scene.marks_on(*spot).iter().any(ends));
            let drawn: BTreeSet<&str> = drawn.map(|(_, cell)| cell.name.as_str()).collect();
            let made = legal
                .iter()
                .filter(|mv| mv.actor == Actor::Piece && mv.from == site && mv.to != site);
            let made: BTreeSet<&str> = made.map(|mv| graph.name(mv.to)).collect();
            assert_eq!(drawn, made, "{} {place} {}", shipped.name, position.text());
            seen += made.len();
        }
    }
    assert!(seen > 2000, "{seen}");
}

/// Pictures also show changes on other cells than the target: the rook in castling, the victim of
/// en passant, a promotion.
#[test]
fn moves_show_what_else_they_change() {
    let drawn = |game: &str, position: &str, place: &str| {
        let position = alfil::load(game).expect("shipped").position(position).expect("sound");
        let Ok(Drawing::Cells(picture)) = Drawing::of_moves("", &position, place) else {
            panic!("nothing is drawn")
        };
        let scene = &picture.panels[0].scene;
        let marks = scene.cells().enumerate().flat_map(|(spot, cell)| {
            scene.marks_on(spot).into_iter().map(|mark| (cell.name.clone(), mark))
        });
        marks.collect::<BTreeSet<(String, Mark)>>()
    };
    let at = |place: &str, mark| (place.to_owned(), mark);
    let king = drawn("chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1");
    assert!(
        king.contains(&at("f1", Mark::Moved)) && king.contains(&at("d1", Mark::Moved)),
        "{king:?}"
    );
    let pawn = drawn("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5");
    assert!(pawn.contains(&at("d5", Mark::Taken)), "{pawn:?}");
    assert!(pawn.contains(&at("d6", Mark::To(Approach::Slide, Allows::Capture))), "{pawn:?}");
    let last = drawn("chess", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7");
    assert!(last.contains(&at("a8", Mark::Promotes)), "{last:?}");
}

/// The cells that are marked for drops are the targets of the legal drops.
#[test]
fn the_last_move_ends_where_its_piece_stands() {
    let mut position = alfil::load("alice").expect("it has no error").start();
    position.play_text("Ae2Ae4").expect("a legal move");
    let Position::Board(play) = &position else { panic!("a board") };
    let scene = alfil_render::board::scene(play);
    let is_last = |cell: &&str| {
        let spot = scene.find(cell).expect("a cell");
        scene.marks_on(spot).into_iter().any(|mark| mark == Mark::LastMove)
    };
    let marked: Vec<&str> = ["Ae2", "Ae4", "Be4"].into_iter().filter(is_last).collect();
    assert_eq!(marked, ["Ae2", "Be4"]);
}

#[test]
fn drops_drawn_are_drops_that_are_legal() {
    let variant = alfil::load("shogi").expect("shipped");
    for text in ["4k4/9/4G4/9/9/9/1P7/9/4K4[PGN] w", "4k4/9/9/9/9/9/9/9/R3K4[NL] w"] {
        let position = variant.position(text).expect("sound");
        let Position::Board(play) = &position else { panic!("a board") };
        let (arena, legal) = (play.arena(), play.legal());
        for (id, kind) in arena.rules.kinds.enumerate() {
            let drops = legal.iter().filter(|mv| mv.actor == Actor::Hand(id));
            let drops: BTreeSet<&str> = drops.map(|mv| arena.graph.name(mv.to)).collect();
            let drawn = Drawing::of_moves("", &position, &format!("{}@", kind.letter));
            let Ok(Drawing::Cells(picture)) = drawn else {
                assert!(drops.is_empty(), "{} in {text}", kind.letter);
                continue;
            };
            let scene = &picture.panels[0].scene;
            let marked = scene.cells().enumerate();
            let marked = marked.filter(|(spot, _)| scene.marks_on(*spot).contains(&Mark::Drop));
            let marked: BTreeSet<&str> = marked.map(|(_, cell)| cell.name.as_str()).collect();
            assert_eq!(marked, drops, "{} in {text}", kind.letter);
        }
    }
}

#[test]
fn every_theme_matches_its_snapshot() {
    let board = samples::board("Themes", 4, 4, "k1qr/1n2/2P1/KR2");
    for theme in Theme::ALL {
        let mut picture = board.clone();
        picture.theme = theme;
        let scene = &mut picture.panels[0].scene;
        scene.moves(Side::Black);
        let spots: Vec<_> = ["a1", "b2", "b3"].iter().filter_map(|name| scene.find(name)).collect();
        scene.mark(spots[0], Mark::LastMove);
        scene.mark(spots[1], Mark::Note(Hue::Red));
        scene.arrow(Arrow { from: spots[0], to: spots[2], hue: Hue::Blue });
        insta::assert_snapshot!(format!("theme-{}", theme.name()), svg::draw(&picture));
    }
}

/// Returns the legend entries for the moves of one kind.
fn legend_of(game: &str, kind: &str) -> Vec<String> {
    let variant = alfil::load(game).expect("shipped");
    let Game::Board(board) = variant.game() else { panic!("{game} has no board") };
    let arena = board.arena();
    let (id, _) =
        arena.rules.kinds.enumerate().find(|(_, found)| found.name.value == kind).expect("a kind");
    let picture = alfil_render::movement::picture(arena, id, Side::White);
    picture.legend().into_iter().map(|(_, told)| told).collect()
}

/// A straight leap over a piece is not described as a turn, and a conditional move is described as
/// conditional.
#[test]
fn legends_describe_moves() {
    assert_eq!(
        legend_of("draughts", "man"),
        ["steps or slides, no capture", "hops, capture only", "captured on the way"]
    );
    assert_eq!(
        legend_of("ultima", "leaper"),
        ["steps or slides, no capture", "hops, capture only", "captured on the way"]
    );
    // A griffon may stop before it turns, so the legend lists the first steps, too.
    assert_eq!(legend_of("griffon", "griffon"), ["steps or slides", "turns on the way"]);
    assert_eq!(legend_of("neutron", "soldier"), ["steps or slides, no capture: under a condition"]);
    // Both panels contain the mark, and the legend explains it once.
    assert_eq!(legend_of("janggi", "cannon"), ["hops: under a condition"]);
}

/// `crates/render/fonts/sizes.tsv` has the sizes of all letters of the fonts, in ems. The first font that has a
/// letter counts. `DOCS_UPDATE=1` writes the table.
#[test]
fn the_sizes_of_letters_are_those_of_the_fonts() {
    let mut letters: BTreeMap<u32, String> = BTreeMap::new();
    for name in ["text.ttf", "signs.ttf", "han.otf"] {
        let file = std::fs::read(format!("crates/render/fonts/{name}")).expect("the font");
        let font = FontRef::new(&file).expect("a font");
        let (size, place) = (Size::unscaled(), LocationRef::default());
        let em = f64::from(font.metrics(size, place).units_per_em);
        let metrics = font.glyph_metrics(size, place);
        for (letter, glyph) in font.charmap().mappings() {
            letters.entry(letter).or_insert_with(|| {
                let width = f64::from(metrics.advance_width(glyph).expect("a width")) / em;
                let mut row = format!("{letter:x}\t{width}");
                if let Some(bounds) = metrics.bounds(glyph) {
                    let [low, high] = [bounds.y_min, bounds.y_max].map(|y| f64::from(y) / em);
                    row += &format!("\t{low}\t{high}");
                }
                row + "\n"
            });
        }
    }
    let table: String = letters.into_values().collect();
    if std::env::var_os("DOCS_UPDATE").is_some() {
        std::fs::write("crates/render/fonts/sizes.tsv", &table).expect("the table");
    }
    assert!(std::fs::read_to_string("crates/render/fonts/sizes.tsv").expect("the table") == table);
}
