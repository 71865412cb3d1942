//! Writes and reads moves as text. Each text names exactly one legal move of a position.
//!
//! A move is written as its cells and its promotion: `e2e4`, `e7e8q`, `e1g1`. Castling is written
//! as the cells of its two pieces (`f1h1`) if the castling piece stays, or if another move has the
//! same cells. If two moves still have the same text, the less common one adds its other changes:
//! `e5d6xd5`, `e1g1,h1f1`. A capture without moving always names the captured piece: `d4d4xd5`.
//!
//! A drop is `P@e4`. A promotion to a kind with the letter `+P` is `e6e7+p`, or `e7e7+p` if the
//! piece stays, or `P@e7+p` for a dropped piece. A pass is `pass`. Choices of the player follow
//! after a comma: `d1d7,A@g4` places a piece, `e2e4,@d5` chooses a cell, `e2e4,=Q` chooses a kind,
//! and `e2e4,+` accepts an optional effect. `e2e4,3` moves three pieces of a stack, the mover and two
//! beneath it.

use alfil_board::model::board_model::BoardModel;
use alfil_board::model::castling::CastleOption;
use alfil_board::model::position::{Actor, Choice, Move};
use alfil_rules::chance::{DieId, FaceId};
use alfil_rules::ids::KindId;
use alfil_rules::side::Side;
use alfil_topology::sections::SectionId;
use std::collections::HashMap;

/// The text of a pass.
pub(crate) const PASS: &str = "pass";

/// The texts of `moves`, which must be all legal moves of one position.
pub fn write_all(arena: &BoardModel, moves: &[Move]) -> Vec<String> {
    let plain: Vec<String> = moves.iter().map(|mv| base(arena, mv)).collect();
    let pairs: Vec<Option<String>> = moves.iter().map(|mv| pair(arena, mv)).collect();
    let mut count = HashMap::new();
    for text in plain.iter().chain(pairs.iter().flatten()) {
        *count.entry(text.as_str()).or_insert(0) += 1;
    }
    let alone = |text: &String| count[text.as_str()] == 1;
    let full = |((mv, text), pair): ((&Move, &String), &Option<String>)| match pair {
        _ if alone(text) && mv.from != mv.to => text.clone(),
        Some(pair) if alone(pair) => pair.clone(),
        Some(_) | None => text.clone() + &extras(arena, mv),
    };
    moves.iter().zip(&plain).zip(&pairs).map(full).collect()
}

/// The text of `mv`. `moves` must be all legal moves of the position.
pub(crate) fn write(arena: &BoardModel, mv: &Move, moves: &[Move]) -> String {
    let all = || moves.iter().flat_map(|mv| [Some(base(arena, mv)), pair(arena, mv)]).flatten();
    let alone = |text: &String| all().filter(|other| other == text).count() == 1;
    let text = base(arena, mv);
    if mv.from != mv.to && alone(&text) {
        return text;
    }
    pair(arena, mv).filter(alone).unwrap_or_else(|| text + &extras(arena, mv))
}

/// Corrects a drop of Black with a letter in lower case, as positions write it: `q@d8` becomes
/// `Q@d8`. `None` for White, or if nothing changes.
pub(crate) fn of_side(text: &str, side: Side) -> Option<String> {
    let spelt = |part: &str| match part.split_once('@') {
        Some((letter, rest)) => format!("{}@{rest}", letter.to_uppercase()),
        None => part.to_owned(),
    };
    let spelt = text.split(',').map(spelt).collect::<Vec<_>>().join(",");
    (side == Side::Black && spelt != text).then_some(spelt)
}

/// The move among `moves` that `text` names. The text may also contain parts that `write_all`
/// leaves out.
pub fn find<'a>(arena: &BoardModel, text: &str, moves: &'a [Move]) -> Option<&'a Move> {
    let texts = write_all(arena, moves);
    let exact = texts.iter().position(|t| t == text);
    let spelt_out = || moves.iter().position(|mv| base(arena, mv) + &extras(arena, mv) == text);
    let paired = || {
        let mut paired =
            (0..moves.len()).filter(|&i| pair(arena, &moves[i]).as_deref() == Some(text));
        paired.next().filter(|_| paired.next().is_none())
    };
    exact.or_else(spelt_out).or_else(paired).map(|i| &moves[i])
}

/// Finds the place with the name `text` of some section of `side`. Returns the move of that section
/// to that place in the form `section:cell`. For example, `I` becomes `white:c1`.
pub(crate) fn section_called(arena: &BoardModel, side: Side, text: &str) -> Option<String> {
    let calls = |id: SectionId| {
        let section = arena.sections.get(id);
        let named = |stand: &usize| {
            section.names(*stand).is_some_and(|names| names.iter().any(|name| name == text))
        };
        let stand = (0..section.stands.len()).find(named)?;
        Some(base(arena, &Move::slide(id, stand)))
    };
    arena.sections.of(side).find_map(calls)
}

/// Castling as the cells of the piece and its partner. `None` for other moves, or if the usual text
/// is the same.
pub(crate) fn pair(arena: &BoardModel, mv: &Move) -> Option<String> {
    let (partner, _) = mv.partner?;
    let same = |o: &CastleOption| (o.king, Some(o.partner)) == ((mv.from, mv.to), mv.partner);
    let castles = partner != mv.to && arena.castles.iter().any(same);
    castles.then(|| {
        let name = |site| arena.graph.name(site);
        format!("{}{}{}", name(mv.from), name(partner), choices(arena, mv))
    })
}

/// The choices of the player in order, without declined ones.
fn choices(arena: &BoardModel, mv: &Move) -> String {
    let letter = |kind: KindId| arena.rules.kinds[kind].letter;
    let text = |choice| match choice {
        Choice::Declined => String::new(),
        Choice::Taken(Some(kind), Some(site)) => {
            format!(",{}@{}", letter(kind), arena.graph.name(site))
        }
        Choice::Taken(None, Some(site)) => format!(",@{}", arena.graph.name(site)),
        Choice::Taken(Some(kind), None) => format!(",={}", letter(kind)),
        Choice::Taken(None, None) => ",+".to_owned(),
        Choice::Carried(count) => format!(",{}", u32::from(count) + 1),
    };
    mv.choices.iter().map(text).collect()
}

/// The text of `mv` up to the cell of its choice with this number, from 0. Together with the name
/// of a cell, it is the usual text of a move with this choice.
pub fn before_choice(arena: &BoardModel, mv: &Move, number: usize) -> String {
    let text = base(arena, &Move { choices: mv.choices.first(number), ..mv.clone() });
    match mv.choices.iter().nth(number) {
        Some(Choice::Taken(Some(kind), Some(_))) => {
            format!("{text},{}@", arena.rules.kinds[kind].letter)
        }
        Some(Choice::Taken(None, Some(_))) => text + ",@",
        Some(Choice::Taken(_, None) | Choice::Carried(_) | Choice::Declined) | None => text,
    }
}

fn base(arena: &BoardModel, mv: &Move) -> String {
    let letter = |kind| arena.rules.kinds[kind].letter;
    let to = arena.graph.name(mv.to);
    let promotion = || mv.promotion.map(|kind| letter(kind).in_moves()).unwrap_or_default();
    match mv.actor {
        Actor::Piece => {}
        Actor::Hand(kind) => {
            return format!("{}@{to}{}{}", letter(kind), promotion(), choices(arena, mv));
        }
        Actor::Section(section, stand) => {
            let section = arena.sections.get(section);
            let (file, rank) = section.stands[usize::from(stand)];
            let to = arena.graph.cell_name(file, rank);
            return format!("{}:{to}{}", section.name.value, choices(arena, mv));
        }
        Actor::Die(die, face) => return roll(arena, die, face),
        Actor::Nobody => return PASS.to_owned() + &choices(arena, mv),
    }
    format!("{}{to}{}{}", arena.graph.name(mv.from), promotion(), choices(arena, mv))
}

/// The text of the roll of a die, as in `die=3`.
pub(crate) fn roll(arena: &BoardModel, die: DieId, face: FaceId) -> String {
    let die = &arena.rules.dice[die];
    format!("{}={}", die.name.value, die.word(face))
}

/// The die whose roll `text` is, with the outcome. The outcome is missing if the die never shows
/// it.
pub(crate) fn rolled(arena: &BoardModel, text: &str) -> Option<(DieId, Option<FaceId>)> {
    let (name, word) = text.split_once('=')?;
    let (id, die) = arena.rules.dice.enumerate().find(|(_, die)| die.name.value == name)?;
    Some((id, die.face(word)))
}

fn extras(arena: &BoardModel, mv: &Move) -> String {
    let name = |site| arena.graph.name(site);
    let mut text: String =
        mv.captures.iter().filter(|&&c| c != mv.to).map(|&c| format!("x{}", name(c))).collect();
    if let Some((from, to)) = mv.partner {
        text.push_str(&format!(",{}{}", name(from), name(to)));
    }
    text
}

/// The cell at the beginning of a move's text, or the only cell of a drop. It consists of letters
/// and digits, after one capital for the layer if the board has layers. The board may lack this
/// cell.
pub(crate) fn first_cell(text: &str) -> Option<&str> {
    let text = text.split_once(',').map_or(text, |(base, _)| base);
    let text = text.split_once('@').map_or(text, |(_, cell)| cell);
    let layer = text.bytes().take_while(u8::is_ascii_uppercase).take(1).count();
    let letters = layer + text.bytes().skip(layer).take_while(u8::is_ascii_lowercase).count();
    let digits = text.bytes().skip(letters).take_while(u8::is_ascii_digit).count();
    (letters > layer && digits > 0).then(|| &text[..letters + digits])
}
