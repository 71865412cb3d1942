//! From a diagram to the parts of a definition: names, moves and promotions of the kinds.

use crate::diagram::board::{self, Board, Castling, Morph, Row, Shuffle};
use crate::diagram::model::{Captured, Diagram, PieceId, Symmetry, Value};
use crate::diagram::movement::{self, Castle, Translator};
use crate::remark::{Remark, Weight, brief};
use alfil_resolve::names;
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
    let promotions = read(diagram, &royal, remarks);
    let names = self::names(diagram);
    let letters = self::letters(diagram, &promotions.forms, remarks);
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
    let rows = diagram.matrix.as_ref().map(|value| board::matrix(diagram, value, remarks));
    let parts = names.into_iter().zip(letters).zip(strings);
    let kinds = parts.zip(diagram.pieces()).map(|(((name, letter), terms), (number, piece))| {
        let morph = piece.morph.as_ref();
        let mut morph = morph.map_or_else(Morph::default, |value: &Value| {
            board::morph(diagram, number, value, remarks)
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
        let text = match (piece.moves.is_empty(), self::moves(&piece.name)) {
            (false, _) => piece.moves.as_str(),
            (true, Some(moves)) => {
                let what = format!("it has no movement string; its name means `{moves}`");
                remarks.push(Remark::new(Weight::Doubt, piece.place, piece.name.clone(), what));
                moves
            }
            (true, None) => {
                let what =
                    "it has no movement string, and its name has no usual moves, so it cannot move";
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
            let what = "left and right differ: Black's moves are rotated here, not mirrored";
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
            "the movements of {} have no drop; read as `{everywhere}`",
            brief(&without.join(", "))
        );
        let (key, weight) = ("holdingsType".to_owned(), Weight::Doubt);
        remarks.push(Remark { place, key, weight, what, help: None });
    }
    true
}

// Names and letters of the kinds of a definition.

/// The longest name of a kind in characters.
const LONGEST: usize = 40;

/// A name for each piece. It has only words, differs from the other names, and can stand in
/// sentences.
pub(super) fn names(diagram: &Diagram) -> Vec<String> {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let named = diagram.pieces().map(|(number, piece)| {
        let words = worded(&piece.name);
        let plain = if words.is_empty() { format!("kind-{}", number.0 + 1) } else { words };
        // Zones and sentences name the pieces, so a reserved word gets another one.
        let mut name = match names::refused(&plain, |_| false) {
            Some(_) => names::suggested(&plain, "piece"),
            None => plain,
        };
        let mut copies = 1;
        while taken.contains(&name) {
            copies += 1;
            name = format!(
                "{}-{copies}",
                name.trim_end_matches(|c: char| c == '-' || c.is_ascii_digit())
            );
        }
        taken.insert(name.clone());
        name
    });
    named.collect()
}

/// The words of a name in lower case, without other signs.
fn worded(name: &str) -> String {
    let word = |c: char| if c.is_alphanumeric() { c } else { ' ' };
    let words: String = name.chars().take(LONGEST).map(word).collect();
    let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    // A last word such as `2` or `B` could be a number or a movement.
    let joined = words.join(" ");
    let is_sure =
        |word: &String| word.chars().count() > 2 && word.ends_with(|c: char| c.is_alphabetic());
    match words.iter().any(is_sure) || words.is_empty() {
        true if words.iter().all(|word| word.chars().all(char::is_alphabetic)) => joined,
        true => words.join("-"),
        false => format!("{}-piece", words.join("-")),
    }
}

/// The letter of a kind in positions, with or without `+`.
pub(super) fn letters(
    diagram: &Diagram,
    forms: &BTreeMap<PieceId, PieceId>,
    remarks: &mut Vec<Remark>,
) -> Vec<String> {
    let mut letters: Vec<Option<String>> = vec![None; diagram.pieces.len()];
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut take = |number: PieceId, letter: String, letters: &mut Vec<Option<String>>| {
        let free = taken.insert(letter.clone());
        if free && let Some(place) = letters.get_mut(number.0) {
            *place = Some(letter);
        }
        free
    };
    // IDs that are letters come first, so that they stay.
    for (number, piece) in diagram.pieces() {
        let id = diagram.id(piece);
        let bare = id.strip_prefix('+');
        if let Some(capital) = single(bare.unwrap_or(&id)).filter(|_| !forms.contains_key(&number))
        {
            let plus = if bare.is_some() { "+" } else { "" };
            take(number, format!("{plus}{capital}"), &mut letters);
        }
    }
    for (number, piece) in diagram.pieces() {
        if letters.get(number.0).is_some_and(Option::is_some) || forms.contains_key(&number) {
            continue;
        }
        let own = piece.name.chars().chain(piece.id.chars()).filter_map(capital);
        let others = ('A'..='Z').chain('Α'..='Ω').chain('А'..='Я').filter(|c| c.is_alphabetic());
        for letter in own.chain(others) {
            if take(number, letter.to_string(), &mut letters) {
                break;
            }
        }
        let id = diagram.id(piece);
        let letter = letters.get(number.0).cloned().flatten().unwrap_or_default();
        if !id.is_empty() && id != letter {
            let what = format!("its ID `{}` becomes the letter `{letter}` here", brief(&id));
            remarks.push(Remark::new(Weight::Quiet, piece.place, piece.name.clone(), what));
        }
    }
    // A promoted form has the letter of its piece with `+`.
    for (&form, base) in forms {
        let base = letters.get(base.0).cloned().flatten().unwrap_or_default();
        let plus = format!("+{}", base.trim_start_matches('+'));
        if take(form, plus, &mut letters) {
            continue;
        }
        for letter in ('A'..='Z').chain('Α'..='Ω') {
            if take(form, letter.to_string(), &mut letters)
                || take(form, format!("+{letter}"), &mut letters)
            {
                break;
            }
        }
    }
    letters.into_iter().map(Option::unwrap_or_default).collect()
}

/// The capital, if the text is a single letter.
fn single(text: &str) -> Option<char> {
    let mut letters = text.chars();
    let letter = letters.next().and_then(capital)?;
    letters.next().is_none().then_some(letter)
}

/// The capital form of a letter, if both forms are single characters.
fn capital(letter: char) -> Option<char> {
    let one = |mut forms: Box<dyn Iterator<Item = char>>| {
        let form = forms.next()?;
        forms.next().is_none().then_some(form)
    };
    let capital = one(Box::new(letter.to_uppercase()))?;
    let small = one(Box::new(capital.to_lowercase()))?;
    (capital.is_alphabetic() && capital != small).then_some(capital)
}

// The moves of pieces that a diagram names without a string.

/// The usual names of pieces with their moves. Names with several meanings are not in the list.
const KNOWN: &[(&str, &str)] = &[
    ("pawn", "fmWfceFifmnD"),
    ("knight", "N"),
    ("horse", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("king", "K"),
    ("man", "K"),
    ("commoner", "K"),
    ("guard", "K"),
    ("mann", "K"),
    ("archbishop", "BN"),
    ("cardinal", "BN"),
    ("princess", "BN"),
    ("chancellor", "RN"),
    ("marshall", "RN"),
    ("marshal", "RN"),
    ("empress", "RN"),
    ("amazon", "QN"),
    ("centaur", "KN"),
    ("wazir", "W"),
    ("ferz", "F"),
    ("fers", "F"),
    ("dabbaba", "D"),
    ("alfil", "A"),
    ("camel", "C"),
    ("zebra", "Z"),
    ("nightrider", "NN"),
    ("camelrider", "CC"),
    ("zebrarider", "ZZ"),
    ("berolina", "fmFfceWifmnA"),
    ("cannon", "mRcpR"),
    ("vao", "mBcpB"),
    ("grasshopper", "gQ"),
    ("mao", "nN"),
    ("griffon", "[F?fsR]"),
    ("gryphon", "[F?fsR]"),
    ("manticore", "[W?fsB]"),
    ("gold", "WfF"),
    ("gold general", "WfF"),
    ("silver", "FfW"),
    ("silver general", "FfW"),
    ("lance", "fR"),
    ("dragon king", "RF"),
    ("dragon horse", "BW"),
    ("crowned rook", "RF"),
    ("crowned bishop", "BW"),
    ("rose", "qNN"),
    ("champion", "WAD"),
    ("wizard", "FC"),
    ("hawk", "BN"),
];

/// How a piece of this name moves if the diagram gives no string.
pub(super) fn moves(name: &str) -> Option<&'static str> {
    KNOWN.iter().find(|(known, _)| known.eq_ignore_ascii_case(name.trim())).map(|&(_, moves)| moves)
}

// The rules of promotion of a diagram.

/// The choices of a promotion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Targets {
    /// Every piece that is neither royal nor promotes.
    Others,
    Pieces(Vec<PieceId>),
}

/// Which moves promote.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Occasion {
    /// Moves that end in the zone.
    Arriving,
    /// Moves into, inside and out of the zone.
    Touching,
}

/// Whether the piece must promote.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Duty {
    Must,
    May,
}

/// Which pieces are there to become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Supply {
    Endless,
    Lost,
}

/// A rule of promotion in the last ranks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Rule {
    pub(super) occasion: Occasion,
    pub(super) duty: Duty,
    pub(super) supply: Supply,
    pub(super) to: Targets,
}

/// All rules, by piece.
#[derive(Default)]
pub(super) struct Promotions {
    pub(super) rules: BTreeMap<PieceId, Vec<Rule>>,
    /// Promoted forms that stand behind their pieces in the list.
    pub(super) forms: BTreeMap<PieceId, PieceId>,
}

/// A choice of `promoChoice`.
struct Choice {
    piece: PieceId,
    supply: Supply,
}

/// Reads the rules. `royal` are the royal pieces.
pub(super) fn read(
    diagram: &Diagram,
    royal: &BTreeSet<PieceId>,
    remarks: &mut Vec<Remark>,
) -> Promotions {
    let mut all = Promotions::default();
    let count = diagram.max_promote.unwrap_or(1).min(diagram.pieces.len());
    if diagram.promo_zone == 0 || count == 0 {
        return all;
    }
    let choices = choices(diagram, remarks);
    let by_offset = match (diagram.promo_offset, &diagram.promo_choice) {
        (Some((offset, _)), _) => Some(offset),
        (None, None) if count > 1 => Some(count),
        (None, _) => None,
    };
    for (number, piece) in diagram.pieces().take(count) {
        if royal.contains(&number) && by_offset.is_none() {
            continue;
        }
        let form = by_offset.map(|offset| PieceId(number.0.saturating_add(offset)));
        let rules = match form {
            Some(form) if form.0 < diagram.pieces.len() && form != number => {
                all.forms.entry(form).or_insert(number);
                vec![Rule {
                    occasion: Occasion::Touching,
                    duty: Duty::May,
                    supply: Supply::Endless,
                    to: Targets::Pieces(vec![form]),
                }]
            }
            Some(_) if choices.is_none() => {
                let what =
                    "there is no piece at the place in which `promoOffset` finds its promoted form";
                remarks.push(Remark::new(Weight::Lost, piece.place, piece.name.clone(), what));
                continue;
            }
            Some(_) | None => chosen(number, choices.as_deref()),
        };
        all.rules.insert(number, rules);
    }
    if by_offset.is_some() && diagram.promo_offset.is_none() {
        let place = diagram.pieces.first().map(|piece| piece.place);
        let what = format!(
            "{count} pieces promote without `promoChoice`; each becomes the piece {count} places \
             after it in the list"
        );
        let weight = Weight::Doubt;
        remarks.push(Remark { place, key: "maxPromote".to_owned(), weight, what, help: None });
    }
    all
}

/// The rules of a piece that chooses. A piece that may choose itself may stay as it is.
fn chosen(number: PieceId, choices: Option<&[Choice]>) -> Vec<Rule> {
    let rule = |duty: Duty, supply: Supply, to: Targets| Rule {
        occasion: Occasion::Arriving,
        duty,
        supply,
        to,
    };
    let Some(choices) = choices else {
        return vec![rule(Duty::Must, Supply::Endless, Targets::Others)];
    };
    let duty =
        if choices.iter().any(|choice| choice.piece == number) { Duty::May } else { Duty::Must };
    let with = |supply: Supply| {
        let fitting = choices.iter().filter(|choice| choice.supply == supply);
        let pieces: Vec<PieceId> =
            fitting.map(|choice| choice.piece).filter(|&piece| piece != number).collect();
        (!pieces.is_empty()).then(|| rule(duty, supply, Targets::Pieces(pieces)))
    };
    [Supply::Endless, Supply::Lost].into_iter().filter_map(with).collect()
}

/// The pieces of `promoChoice`. `None` if the diagram names none.
fn choices(diagram: &Diagram, remarks: &mut Vec<Remark>) -> Option<Vec<Choice>> {
    let value = diagram.promo_choice.as_ref()?;
    let mut lost = |what: String| {
        remarks.push(Remark::new(Weight::Lost, value.place, "promoChoice", what));
    };
    let mut choices: Vec<Choice> = Vec::new();
    let mut rest = value.text.as_str();
    let mut supply = Supply::Endless;
    let mut unknown = 0;
    while let Some(sign) = rest.chars().next() {
        if sign == ',' || sign.is_whitespace() {
            rest = &rest[sign.len_utf8()..];
            continue;
        }
        let found = diagram.piece_at(rest);
        if let Some((piece, length)) = found {
            rest = &rest[length..];
            if choices.iter().all(|choice| choice.piece != piece) {
                choices.push(Choice { piece, supply });
            }
            supply = Supply::Endless;
            continue;
        }
        rest = &rest[sign.len_utf8()..];
        match sign {
            '!' => supply = Supply::Lost,
            '*' => {
                lost("the mark `*` is left out: the choice applies in the whole zone".to_owned())
            }
            _ if unknown > 3 => {}
            _ => {
                unknown += 1;
                lost(format!("no piece has the ID `{}`", brief(&sign.to_string())));
            }
        }
    }
    (!choices.is_empty()).then_some(choices)
}
