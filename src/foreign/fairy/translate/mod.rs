//! From the settings of a variant to a definition.

mod areas;
mod board;
mod case;
mod castling;
mod custody;
mod draws;
mod ends;
mod hand;
mod kinds;
mod movement;
mod play;
mod points;
mod promotion;
mod royalty;
mod turn;

use crate::foreign::fairy::draft::{Draft, Yaml};
use crate::foreign::fairy::table::Settings;
use crate::foreign::fairy::translate::areas::{Areas, Cells, rectangles};
use crate::foreign::fairy::translate::board::{Board, Form, Square};
use crate::foreign::fairy::translate::case::Case;
use crate::foreign::fairy::translate::kinds::Kind;
pub(crate) use crate::foreign::fairy::translate::kinds::Names;
use crate::foreign::fairy::values::{Letters, PieceType, Side, Walling};
use crate::foreign::remark::Remark;
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
    let letters: Letters =
        settings.pieces.iter().map(|(&piece, given)| (given.letter, piece)).collect();
    let board = Board::read(settings, &letters)?;
    let kinds = kinds::kinds(settings, &board, names);
    let has_walls = settings.walling != Walling::None || !settings.petrify.is_empty();
    let wall = match has_walls {
        true => Some(wall(settings, &kinds)?),
        false => None,
    };
    let areas = match has_walls {
        // Walls that come and go stand on cells.
        true => Areas::new(&without_walls(&board)),
        false => Areas::new(&board),
    };
    let mut case = Case { settings, board, kinds, areas, wall, remarks: Vec::new() };
    let draft = draft(&mut case, title, source);
    let lettered = |kind: &Kind| Lettered { letter: kind.letter.clone(), piece: kind.piece };
    let kinds = case.kinds.iter().map(lettered).collect();
    Ok(Translation { draft, kinds, remarks: case.remarks })
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
    let letter =
        kinds::free_letter(kinds, wanted).ok_or("every letter is in use, so walls have none")?;
    let piece = PieceType::Custom(0);
    Ok(Kind { name: name.to_owned(), letter: letter.to_string(), piece, base: None })
}

/// Puts the definition together.
fn draft(case: &mut Case<'_>, title: &str, source: &str) -> Draft {
    let castling = castling::castling(case);
    let mut pieces: Vec<(String, Yaml)> = Vec::new();
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
        hand::drops(case, kind, &mut clauses);
        let mut entries =
            vec![("letter", Yaml::text(&kind.letter)), ("moves", Yaml::text(clauses.text()))];
        if let Some(royal) = royalty::royal(case, kind) {
            any_royal = true;
            entries.push(("royal", Yaml::text(royal)));
        }
        if let Some(rules) = promotes {
            promoting.insert(kind.name.clone());
            entries.push(("promotes", rules));
        }
        pieces.push((kind.name.clone(), Yaml::map(entries)));
    }
    if let Some(wall) = &case.wall {
        let entries = vec![
            ("letter", Yaml::text(&wall.letter)),
            ("moves", Yaml::text("none")),
            ("owner", Yaml::text("nobody")),
        ];
        pieces.push((wall.name.clone(), Yaml::map(entries)));
    }
    let every = play::every_move(case);
    let duties = play::duties(case);
    let effects = play::effects(case);
    let hand = hand::hand(case);
    let turn = turn::turn(case);
    let ends = ends::ends(case, any_royal, &promoting);
    let mut draft = Draft::default();
    draft.push("name", Yaml::text(title));
    draft.push("about", Yaml::map(vec![("source", Yaml::text(source))]));
    draft.push("space", Yaml::text(space(case)));
    if !case.areas.zones.is_empty() {
        draft.push("zones", zones(case));
    }
    if let Some(question) = every.question {
        draft.push("every move", Yaml::text(format!("only when {question}")));
        if every.attacks_stay {
            draft.push("attacks", Yaml::text("^"));
        }
    }
    draft.push("pieces", Yaml::Map(pieces));
    for (key, value) in [("castling", castling.value), ("hand", hand), ("must", duties)] {
        if let Some(value) = value {
            draft.push(key, value);
        }
    }
    if !effects.is_empty() {
        draft.push("effects", Yaml::List(effects.into_iter().map(Yaml::Text).collect()));
    }
    if let Some(turn) = turn {
        draft.push("turn", turn);
    }
    draft.push("setup", Yaml::text(setup(case, &castling.field)));
    draft.push("ends", ends);
    draft
}

fn space(case: &Case<'_>) -> String {
    let mut text = format!("grid {}x{}", case.board.files, case.board.ranks);
    if !case.has_walls() {
        let walls = case.board.cells().filter(|(_, _, square)| *square == Square::Wall);
        let walls: Cells = walls.map(|(file, rank, _)| (file, rank)).collect();
        if !walls.is_empty() {
            text.push_str(&format!(", without {}", rectangles(&walls)));
        }
    }
    text
}

fn zones(case: &Case<'_>) -> Yaml {
    let areas = &case.areas;
    let zone = |zone: &areas::Zone| {
        let words = |cells: &Cells, side: Side| match cells.is_empty() {
            // A zone has cells for both sides.
            true => String::new(),
            false => areas.written(cells, side),
        };
        let value = match zone.white == zone.black {
            true => Yaml::text(rectangles(&zone.white)),
            false => Yaml::map(vec![
                ("white", Yaml::text(words(&zone.white, Side::White))),
                ("black", Yaml::text(words(&zone.black, Side::Black))),
            ]),
        };
        (zone.name.clone(), value)
    };
    Yaml::Map(areas.zones.iter().map(zone).collect())
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
                Square::Man(man) => {
                    let sign = cased(man.side, letter(man.piece, man.form));
                    if man.form == Form::Reverts { format!("{sign}~") } else { sign }
                }
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
    if hand::has_hands(case) {
        let held = board.hand.iter().flatten();
        let held: String =
            held.map(|(side, piece)| cased(*side, letter(*piece, Form::Plain))).collect();
        text.push_str(&format!("[{held}]"));
    }
    let turn = if board.turn == Side::White { "w" } else { "b" };
    let [half, full] = board.clocks;
    format!("{text} {turn} {castling} - {half} {full}")
}
