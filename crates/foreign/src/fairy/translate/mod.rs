//! From the settings of a variant to a definition.

mod ends;
mod movement;
mod play;
mod promotion;

pub(crate) use crate::fairy::case::Names;

use crate::fairy::case::{Areas, Board, Case, Cells, Draft, Form, Kind, Square};
use crate::fairy::table::Settings;
use crate::fairy::values::{Letters, PieceType, Side, Walling};
use crate::remark::{Remark, Weight};
use alfil_rules::condition::Area;
use alfil_syntax::definition::EDITION;
use alfil_syntax::value::Edition;
use alfil_syntax::write::{Map, Yaml};
use std::collections::BTreeSet;

/// A translated variant.
#[derive(Clone, Debug)]
pub(crate) struct Translation {
    pub(crate) draft: Draft,
    /// The kinds of pieces.
    pub(crate) kinds: Vec<Lettered>,
    /// The rules that are not carried over, and other remarks.
    pub(crate) remarks: Vec<Remark>,
}

/// A kind with its letter in positions and its type.
#[derive(Clone, Debug)]
pub(crate) struct Lettered {
    pub(crate) letter: String,
    pub(crate) piece: PieceType,
}

/// Translates the settings of a variant. `title` and `source` are for people.
/// Kinds in `names` have these names.
///
/// # Errors
/// The start position cannot be read, or no letter is left for walls.
pub(crate) fn translate(
    settings: &Settings,
    title: &str,
    source: &str,
    names: &Names,
) -> Result<Translation, String> {
    // A second letter counts unless another piece has it as its first.
    let second = settings.pieces.iter().filter_map(|(&piece, given)| Some((given.second?, piece)));
    let first = settings.pieces.iter().map(|(&piece, given)| (given.letter, piece));
    let letters: Letters = second.chain(first).collect();
    let board = Board::read(settings, &letters)?;
    let kinds = crate::fairy::case::kinds(settings, &board, names);
    if kinds.is_empty() {
        return Err("the start position has no piece".to_owned());
    }
    let has_walls = settings.walling != Walling::None || !settings.petrify.is_empty();
    let wall = if has_walls { Some(wall(settings, &kinds)?) } else { None };
    let areas = if has_walls {
        // Walls that come and go stand on cells.
        Areas::new(&without_walls(&board))
    } else {
        Areas::new(&board)
    };
    let mut case = Case { settings, board, kinds, areas, wall, remarks: Vec::new() };
    let draft = draft(&mut case, title, source);
    reverting(&mut case);
    let lettered = |kind: &Kind| Lettered { letter: kind.letter.clone(), piece: kind.piece };
    let kinds = case.kinds.iter().map(lettered).collect();
    Ok(Translation { draft, kinds, remarks: case.remarks })
}

/// Reports pieces of the start position that become others when they are captured.
fn reverting(case: &mut Case<'_>) {
    if !case.board.men().any(|man| man.form == Form::Reverts) {
        return;
    }
    let what = "`~` after a letter says that the piece was promoted";
    if movement::to_captor(case) && !case.settings.drop_loop {
        case.lose(
            "startFen",
            &format!("{what}, which is impossible for a piece of a start position"),
        );
    } else {
        case.remark(
            "startFen",
            Weight::Quiet,
            &format!("{what}, which has no meaning in this game"),
        );
    }
}

fn without_walls(board: &Board) -> Board {
    let mut board = board.clone();
    for square in &mut board.squares {
        if *square == Square::Wall {
            *square = Square::Empty;
        }
    }
    board
}

/// The piece that stands for walls.
fn wall(settings: &Settings, kinds: &[Kind]) -> Result<Kind, String> {
    let (name, wanted) = match settings.walling {
        Walling::Duck => ("duck", "DU"),
        Walling::Arrow => ("arrow", "A"),
        Walling::None | Walling::Edge | Walling::Past | Walling::Static => ("wall", "WX"),
    };
    let letter = crate::fairy::case::free_letter(kinds, wanted)
        .ok_or("every letter is in use, so there is none for walls")?;
    let piece = PieceType::Custom(0);
    Ok(Kind { name: name.to_owned(), letter: letter.to_string(), piece, base: None })
}

/// Puts the definition together.
fn draft(case: &mut Case<'_>, title: &str, source: &str) -> Draft {
    let castling = promotion::castling(case);
    let mut pieces = Map::default();
    let mut promoting = BTreeSet::new();
    let mut any_royal = false;
    let kinds = case.kinds.clone();
    for kind in &kinds {
        let mut clauses = movement::clauses(case, kind);
        let promotes = promotion::promotes(case, kind, &mut clauses);
        if let Some(term) = castling.term.as_ref().filter(|_| castling.kings.contains(&kind.piece))
        {
            clauses.add(term);
        }
        movement::drops(case, kind, &mut clauses);
        let mut entries = Map::default();
        entries.put("letter", &kind.letter);
        entries.put("moves", clauses.text());
        if let Some(royal) = ends::royal(case, kind) {
            any_royal = true;
            entries.put("royal", Yaml::bare(royal));
        }
        if let Some(rules) = promotes {
            promoting.insert(kind.name.clone());
            entries.put("promotes", rules);
        }
        pieces.put(kind.name.clone(), entries.in_braces());
    }
    if let Some(wall) = &case.wall {
        let entries = [("letter", wall.letter.as_str()), ("moves", "none"), ("owner", "nobody")];
        pieces.put(wall.name.clone(), Yaml::map(entries));
    }
    let every = play::every_move(case);
    let duties = play::duties(case);
    let effects = play::effects(case);
    let hand = movement::hand(case);
    let turn = play::turn(case);
    let ends = ends::ends(case, any_royal, &promoting);
    let mut keys = Map::default();
    keys.put(EDITION, Edition::default().number().to_string());
    keys.put("name", title);
    keys.put("about", [("source", source)].into_iter().collect::<Map>().in_lines());
    keys.put("space", space(case));
    if !case.areas.zones.is_empty() {
        keys.put("zones", zones(case));
    }
    if let Some(question) = every.question {
        keys.put("every move", question);
        if every.attacks_stay {
            keys.put("attacks", "^");
        }
    }
    keys.put("pieces", pieces.in_lines());
    for (key, value) in [("castling", castling.value), ("hand", hand), ("must", duties)] {
        keys.put_some(key, value);
    }
    if !effects.is_empty() {
        keys.put("effects", Yaml::list(effects));
    }
    keys.put_some("turn", turn);
    keys.put("setup", setup(case, &castling.field));
    keys.put("ends", ends);
    Draft { comments: Vec::new(), keys }
}

fn space(case: &Case<'_>) -> String {
    let lattice = match (case.settings.toroidal, case.settings.cylindrical) {
        (true, _) => "torus",
        (false, true) => "cylinder",
        (false, false) => "grid",
    };
    let mut text = format!("{lattice} {}x{}", case.board.files, case.board.ranks);
    if !case.has_walls() {
        let walls = case.board.cells().filter(|(_, _, square)| *square == Square::Wall);
        let walls: Cells = walls.map(|(file, rank, _)| (file, rank)).collect();
        if !walls.is_empty() {
            text.push_str(&format!(
                ", without {}",
                Area::list(&case.board.lattice(), &walls).words()
            ));
        }
    }
    text
}

fn zones(case: &Case<'_>) -> Yaml {
    let zones = case.areas.zones.iter();
    let zones = zones.map(|zone| (zone.name.clone(), case.areas.written(zone)));
    zones.collect::<Map>().in_lines()
}

/// The start position in this project's form.
fn setup(case: &Case<'_>, castling: &str) -> String {
    let board = &case.board;
    let letter = |piece: PieceType, form: Form| {
        let promoted = case.kinds.iter().find(|kind| kind.base == Some(piece));
        let plain = |piece: PieceType| {
            case.kinds.iter().find(|kind| kind.base.is_none() && kind.piece == piece)
        };
        let kind = match form {
            Form::Promoted => promoted.or_else(|| plain(*case.settings.promoted.get(&piece)?)),
            Form::Plain | Form::Reverts => plain(piece),
        };
        kind.map_or("?", |kind| kind.letter.as_str()).to_owned()
    };
    let cased = |side: Side, letter: String| match side {
        Side::White => letter,
        Side::Black => letter.to_lowercase(),
    };
    let mut rows = Vec::new();
    for rank in (0..board.ranks).rev() {
        let (mut row, mut empty) = (String::new(), 0);
        for file in 0..board.files {
            let sign = match board.at(file, rank) {
                Square::Empty => {
                    empty += 1;
                    continue;
                }
                Square::Wall => {
                    case.wall.as_ref().map_or("*".to_owned(), |wall| wall.letter.clone())
                }
                Square::Man(man) => cased(man.side, letter(man.piece, man.form)),
            };
            if empty > 0 {
                row.push_str(&std::mem::take(&mut empty).to_string());
            }
            row.push_str(&sign);
        }
        if empty > 0 {
            row.push_str(&empty.to_string());
        }
        rows.push(row);
    }
    let mut text = rows.join("/");
    if movement::has_hands(case) {
        let held = board.hand.iter().flatten();
        let held: String =
            held.map(|(side, piece)| cased(*side, letter(*piece, Form::Plain))).collect();
        text.push_str(&format!("[{held}]"));
    }
    let turn = if board.turn == Side::White { "w" } else { "b" };
    let [half, full] = board.clocks;
    format!("{text} {turn} {castling} - {half} {full}")
}
