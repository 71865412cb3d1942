//! From a diagram to the parts of a definition.

use crate::foreign::diagram::board::{self, Board, Castling, Shuffle};
use crate::foreign::diagram::boards::{self, Morph, Row};
use crate::foreign::diagram::cells::Symmetry;
use crate::foreign::diagram::known;
use crate::foreign::diagram::model::{Captured, Diagram, PieceId, Value};
use crate::foreign::diagram::movement::{self, Castle, Translator};
use crate::foreign::diagram::naming;
use crate::foreign::diagram::promotion::{self, Promotions, Targets};
use crate::foreign::remark::{Remark, Weight, brief};
use alfil_rules::side::Side;
use std::collections::{BTreeMap, BTreeSet};

/// A kind of the definition.
pub(super) struct Kind {
    pub(super) name: String,
    pub(super) letter: String,
    /// Terms without castling.
    pub(super) terms: Vec<String>,
    pub(super) royal: bool,
    pub(super) morph: Morph,
}

/// Everything that the definition says.
pub(super) struct Plan<'d> {
    pub(super) diagram: &'d Diagram,
    pub(super) kinds: Vec<Kind>,
    pub(super) promotions: Promotions,
    pub(super) rows: BTreeMap<PieceId, Row>,
    pub(super) board: Board,
    pub(super) castling: Castling,
    pub(super) shuffle: Option<Shuffle>,
    /// True if the game has hands.
    pub(super) hands: bool,
    /// True if captured promoted pieces stay as they are, because several kinds become them.
    pub(super) stays_promoted: bool,
}

impl Plan<'_> {
    pub(super) fn name(&self, piece: PieceId) -> &str {
        self.kinds.get(piece.0).map_or("", |kind| kind.name.as_str())
    }

    /// The pieces with their kinds.
    pub(super) fn kinds(&self) -> impl Iterator<Item = (PieceId, &Kind)> {
        self.kinds.iter().enumerate().map(|(number, kind)| (PieceId(number), kind))
    }
}

/// Plans the definition of a diagram.
pub(super) fn plan<'d>(diagram: &'d Diagram, remarks: &mut Vec<Remark>) -> Plan<'d> {
    let board = board::board(diagram, remarks);
    let royal = royals(diagram, &board, remarks);
    let promotions = promotion::read(diagram, &royal, remarks);
    let names = naming::names(diagram);
    let letters = naming::letters(diagram, &promotions.forms, remarks);
    let (mut strings, castles) = strings(diagram, &board, remarks);
    let hands = hands(diagram, &royal, &promotions, &mut strings, remarks);
    let shuffle =
        diagram.shuffle.as_ref().and_then(|value| board::shuffle(diagram, &board, value, remarks));
    let shuffled = shuffle.as_ref().map_or_else(BTreeSet::new, |shuffle| shuffle.pieces.clone());
    let castling = if diagram.castles {
        board::castling(diagram, &board, &castles, &shuffled, remarks)
    } else {
        Castling::default()
    };
    let rows = diagram.matrix.as_ref().map(|value| boards::matrix(diagram, value, remarks));
    let parts = names.into_iter().zip(letters).zip(strings);
    let kinds = parts.zip(diagram.pieces()).map(|(((name, letter), terms), (number, piece))| {
        let morph = piece.morph.as_ref();
        let mut morph = morph.map_or_else(Morph::default, |value: &Value| {
            boards::morph(diagram, number, value, remarks)
        });
        let into_royal = morph.becomes.keys().filter(|piece| royal.contains(piece)).count();
        if into_royal > 0 && !royal.contains(&number) {
            morph.becomes.retain(|piece, _| !royal.contains(piece));
            let what = "it cannot become a royal piece";
            remarks.push(Remark::new(Weight::Lost, piece.place, "morph", what));
        }
        Kind { name, letter, terms, royal: royal.contains(&number), morph }
    });
    let kinds: Vec<Kind> = kinds.collect();
    let mut plan = Plan {
        diagram,
        kinds,
        promotions,
        rows: rows.unwrap_or_default(),
        board,
        castling,
        shuffle,
        hands,
        stays_promoted: false,
    };
    plan.stays_promoted = hands && is_ambiguous(&plan);
    if plan.stays_promoted {
        let place = diagram.pieces.first().map(|piece| piece.place);
        let what = "several kinds become one kind, so a captured promoted piece stays what it is";
        let (key, weight) = ("holdingsType".to_owned(), Weight::Lost);
        remarks.push(Remark { place, key, weight, what: what.to_owned(), help: None });
    }
    plan
}

/// True if several kinds become one kind. Then a captured piece does not show its origin.
fn is_ambiguous(plan: &Plan) -> bool {
    let mut origins: BTreeMap<PieceId, BTreeSet<PieceId>> = BTreeMap::new();
    for (number, kind) in plan.kinds() {
        let rules = plan.promotions.rules.get(&number);
        for rule in rules.into_iter().flatten() {
            match &rule.to {
                Targets::Pieces(pieces) => {
                    for &to in pieces {
                        origins.entry(to).or_default().insert(number);
                    }
                }
                Targets::Others => {
                    let others = plan.kinds().filter(|(other, kind)| {
                        !kind.royal && !plan.promotions.rules.contains_key(other)
                    });
                    for (to, _) in others {
                        origins.entry(to).or_default().insert(number);
                    }
                }
            }
        }
        let row = plan.rows.get(&number).into_iter().flat_map(|row| row.becomes.keys());
        for &to in kind.morph.becomes.keys().chain(row) {
            origins.entry(to).or_default().insert(number);
        }
    }
    origins.values().any(|from| from.len() > 1)
}

/// The royal pieces: those of `royal=`, or the last piece of the list.
fn royals(diagram: &Diagram, board: &Board, remarks: &mut Vec<Remark>) -> BTreeSet<PieceId> {
    let mut royal = BTreeSet::new();
    if diagram.royal.is_empty() {
        royal.extend(diagram.pieces.len().checked_sub(1).map(PieceId));
    }
    for value in &diagram.royal {
        for word in value.text.split([',', ' ']).filter(|word| !word.is_empty()) {
            match word.parse::<usize>() {
                Ok(0) => {}
                Ok(number) if number <= diagram.pieces.len() => {
                    royal.insert(PieceId(number - 1));
                }
                Ok(_) => {
                    let what = format!("there is no piece {}", brief(word));
                    remarks.push(Remark::new(Weight::Lost, value.place, "royal", what));
                }
                Err(_) => royal.extend(by_ids(diagram, word, value, remarks)),
            }
        }
    }
    for side in Side::BOTH {
        let stands = board.values().any(|man| man.side == side && royal.contains(&man.piece));
        if !royal.is_empty() && !stands {
            let place = diagram.royal.first().map(|value| value.place);
            let place = place.or(diagram.pieces.last().map(|piece| piece.place));
            let what = format!(
                "{} has no royal piece on the board, so no piece is royal and there is no checkmate",
                side.name()
            );
            let (key, weight) = ("royal".to_owned(), Weight::Lost);
            remarks.push(Remark { place, key, weight, what, help: None });
            return BTreeSet::new();
        }
    }
    royal
}

/// The pieces whose IDs follow each other in `word`.
fn by_ids(diagram: &Diagram, word: &str, value: &Value, remarks: &mut Vec<Remark>) -> Vec<PieceId> {
    let (mut rest, mut pieces) = (word, Vec::new());
    while !rest.is_empty() {
        let Some((piece, length)) = diagram.piece_at(rest) else {
            let what = format!("no piece has the ID `{}`", brief(rest));
            remarks.push(Remark::new(Weight::Lost, value.place, "royal", what));
            break;
        };
        pieces.push(piece);
        rest = &rest[length..];
    }
    pieces
}

/// The terms of each piece without castling, and the castling terms.
fn strings(
    diagram: &Diagram,
    board: &Board,
    remarks: &mut Vec<Remark>,
) -> (Vec<Vec<String>>, BTreeMap<PieceId, Vec<Castle>>) {
    let mut translator = Translator::new(diagram.size);
    let mut castles = BTreeMap::new();
    let mut all = Vec::new();
    for (number, piece) in diagram.pieces() {
        let text = match (piece.moves.is_empty(), known::moves(&piece.name)) {
            (false, _) => piece.moves.as_str(),
            (true, Some(moves)) => {
                let what = format!("no string; by its name it moves as `{moves}`");
                remarks.push(Remark::new(Weight::Doubt, piece.place, piece.name.clone(), what));
                moves
            }
            (true, None) => {
                let what = "no string, and no usual moves for this name, so it does not move";
                remarks.push(Remark::new(Weight::Lost, piece.place, piece.name.clone(), what));
                ""
            }
        };
        let moves = translator.translate(text);
        for refused in &moves.refused {
            let before = u32::try_from(refused.at).unwrap_or(u32::MAX);
            let mut place = piece.moves_place;
            place.column = place.column.saturating_add(before);
            let what = format!("the term `{}` is left out: {}", brief(&refused.term), refused.why);
            remarks.push(Remark::new(Weight::Lost, place, piece.name.clone(), what));
        }
        let is_blacks = board.values().any(|man| man.piece == number && man.side == Side::Black);
        if is_blacks
            && diagram.symmetry != Symmetry::Rotate
            && !movement::is_symmetric(&moves.terms)
        {
            let what = "left and right differ: Black's moves are turned here, not mirrored";
            remarks.push(Remark::new(Weight::Lost, piece.moves_place, piece.name.clone(), what));
        }
        if !moves.castles.is_empty() {
            castles.insert(number, moves.castles);
        }
        all.push(moves.terms.into_iter().chain(moves.drops).collect());
    }
    (all, castles)
}

/// Returns true if the game has hands. Pieces without a drop of their own get one.
fn hands(
    diagram: &Diagram,
    royal: &BTreeSet<PieceId>,
    promotions: &Promotions,
    strings: &mut [Vec<String>],
    remarks: &mut Vec<Remark>,
) -> bool {
    let drops = |terms: &Vec<String>| terms.iter().any(|term| term.contains('@'));
    let holds = diagram.pieces.iter().any(|piece| piece.held != [0, 0]);
    let hands = holds || diagram.captured != Captured::Gone || strings.iter().any(drops);
    if !hands {
        return false;
    }
    let everywhere = format!("@{}", diagram.size.ranks);
    let mut without: Vec<&str> = Vec::new();
    for ((number, piece), terms) in diagram.pieces().zip(strings.iter_mut()) {
        let is_held = piece.held != [0, 0];
        let comes_back = diagram.captured != Captured::Gone && !royal.contains(&number);
        let is_form = promotions.forms.contains_key(&number);
        if !drops(terms) && !is_form && (is_held || comes_back) {
            terms.push(everywhere.clone());
            without.push(&piece.name);
        }
    }
    if !without.is_empty() {
        let place = diagram.pieces.first().map(|piece| piece.place);
        let what = format!(
            "no drop in the strings of {}; read as `{everywhere}`",
            brief(&without.join(", "))
        );
        let (key, weight) = ("holdingsType".to_owned(), Weight::Doubt);
        remarks.push(Remark { place, key, weight, what, help: None });
    }
    true
}
