//! Writes a planned definition.

use crate::foreign::diagram::cells::{self, Cell};
use crate::foreign::diagram::model::{Captured, Diagram, PieceId, Verdict};
use crate::foreign::diagram::movement::needs_dialect;
use crate::foreign::diagram::plan::{Kind, Plan};
use crate::foreign::diagram::promotion::{Duty, Occasion, Rule, Supply, Targets};
use crate::foreign::diagram::zones::{becoming, light, shut, waiting, winning, zones};
use alfil_rules::side::{Color, Side};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The longest line of a piece.
const WIDTH: usize = 100;

/// The text of the definition, without comments.
pub(super) fn definition(plan: &Plan, title: &str) -> String {
    let diagram = plan.diagram;
    let mut text = String::new();
    let _ = writeln!(text, "name: {}", quoted(title));
    let mut terms = plan.kinds.iter().flat_map(|kind| &kind.terms);
    if terms.any(|term| needs_dialect(term)) {
        text += "dialect: xbetza\n";
    }
    let _ = writeln!(text, "space: {}", space(diagram));
    let zones = zones(plan);
    if !zones.is_empty() {
        text += "zones:\n";
        zones.iter().for_each(|zone| {
            let _ =
                writeln!(text, "  {}: {{white: {}, black: {}}}", zone.name, zone.white, zone.black);
        });
    }
    text += "pieces:\n";
    for (number, kind) in plan.kinds() {
        piece(&mut text, plan, number, kind);
    }
    let limits = limits(plan);
    if !limits.is_empty() {
        let _ = writeln!(text, "every move: only when {}", limits.join(" and "));
    }
    if !plan.castling.terms.is_empty() {
        castling(&mut text, plan);
    }
    if plan.hands {
        let captured = match diagram.captured {
            Captured::Gone => "gone",
            Captured::ToCaptor => "to captor",
            Captured::ToOwner => "to owner",
        };
        let promoted = if plan.stays_promoted { ", promoted: stay" } else { "" };
        let _ = writeln!(text, "hand: {{captured: {captured}{promoted}}}");
    }
    if diagram.pass {
        text += "turn: {steps: [{may pass: true}]}\n";
    }
    let _ = writeln!(text, "setup: {}", quoted(&setup(plan)));
    shuffle(&mut text, plan);
    ends(&mut text, plan);
    text
}

/// A text in quotes.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for sign in text.chars() {
        match sign {
            '"' | '\\' => quoted.extend(['\\', sign]),
            sign if sign.is_control() => quoted.push(' '),
            sign => quoted.push(sign),
        }
    }
    quoted.push('"');
    quoted
}

fn space(diagram: &Diagram) -> String {
    let grid = format!("grid {}x{}", diagram.size.files, diagram.size.ranks);
    let holes: BTreeSet<Cell> = diagram.holes.iter().copied().collect();
    match holes.is_empty() {
        true => grid,
        false => format!("{grid}, without {}", cells::area(&holes)),
    }
}

fn piece(text: &mut String, plan: &Plan, number: PieceId, kind: &Kind) {
    let castles = plan.castling.terms.get(&number);
    let terms: Vec<&str> =
        kind.terms.iter().chain(castles.into_iter().flatten()).map(String::as_str).collect();
    let mut moves = match terms.is_empty() {
        true => "none".to_owned(),
        false => terms.join(" "),
    };
    if !kind.morph.shut.is_empty() && !terms.is_empty() {
        let _ = write!(moves, "; only when not to {}", shut(&kind.name));
    }
    let (letter, moves) = (quoted(&kind.letter), quoted(&moves));
    let royal = if kind.royal { ", royal: true" } else { "" };
    let rules = rules(plan, number, kind);
    let short = format!("  {}: {{letter: {letter}, moves: {moves}{royal}}}", kind.name);
    if rules.is_empty() && short.chars().count() <= WIDTH {
        let _ = writeln!(text, "{short}");
        return;
    }
    let _ = writeln!(text, "  {}:", kind.name);
    let _ = writeln!(text, "    letter: {letter}");
    let _ = writeln!(text, "    moves: {moves}");
    if kind.royal {
        text.push_str("    royal: true\n");
    }
    match rules.as_slice() {
        [] => {}
        [rule] => {
            let _ = writeln!(text, "    promotes: {rule}");
        }
        rules => {
            text.push_str("    promotes:\n");
            for rule in rules {
                let _ = writeln!(text, "      - {rule}");
            }
        }
    }
}

/// The rules of promotion of a kind, as mappings.
fn rules(plan: &Plan, number: PieceId, kind: &Kind) -> Vec<String> {
    let diagram = plan.diagram;
    let changing = kind.morph.changing();
    let at = match diagram.promo_zone {
        1 => "last rank".to_owned(),
        zone => format!("ranks {}-{}", diagram.size.ranks + 1 - zone, diagram.size.ranks),
    };
    // Where the morph board says something, it alone decides.
    let zones = kind.morph.becomes.keys().map(|&to| becoming(&kind.name, plan.name(to)));
    let zones: Vec<String> = zones.collect();
    let at = match changing.is_empty() {
        true => at,
        false => format!("{at} and not ({})", zones.join(" ")),
    };
    let own = plan.promotions.rules.get(&number).into_iter().flatten();
    let own = own.filter_map(|rule| written(plan, rule, &at));
    let morphs = kind.morph.becomes.keys().map(|&to| {
        let to = plan.name(to);
        format!("{{at: {}, to: [{to}]}}", becoming(&kind.name, to))
    });
    let row = plan.rows.get(&number).into_iter().flat_map(|row| &row.becomes);
    let captures = row.map(|(&to, victims)| {
        let except = match zones.is_empty() {
            true => String::new(),
            false => format!("at: not ({}), ", zones.join(" ")),
        };
        format!("{{{except}to: [{}], when: capturing {}}}", plan.name(to), list(plan, victims))
    });
    own.chain(morphs).chain(captures).collect()
}

fn written(plan: &Plan, rule: &Rule, at: &str) -> Option<String> {
    let to = match &rule.to {
        Targets::Others => {
            let mut others =
                plan.kinds().filter(|(number, kind)| !kind.royal && !promotes(plan, *number, kind));
            others.next()?;
            "others".to_owned()
        }
        Targets::Pieces(pieces) => {
            let names: Vec<&str> = pieces.iter().map(|&piece| plan.name(piece)).collect();
            format!("[{}]", names.join(", "))
        }
    };
    let on = match rule.occasion {
        Occasion::Arriving => "",
        Occasion::Touching => ", on: enter move leave",
    };
    let may = match rule.duty {
        Duty::Must => "",
        Duty::May => ", may: stay",
    };
    let only = match rule.supply {
        Supply::Endless => "",
        Supply::Lost => ", only: lost",
    };
    Some(format!("{{at: {at}{on}{may}, to: {to}{only}}}"))
}

/// True if the kind has a rule of promotion of any sort.
fn promotes(plan: &Plan, number: PieceId, kind: &Kind) -> bool {
    let captures = plan.rows.get(&number).is_some_and(|row| !row.becomes.is_empty());
    plan.promotions.rules.contains_key(&number) || captures || !kind.morph.becomes.is_empty()
}

/// Kinds as sentences name several of them.
fn list(plan: &Plan, pieces: &BTreeSet<PieceId>) -> String {
    pieces.iter().map(|&piece| plan.name(piece)).collect::<Vec<_>>().join(" or ")
}

/// The captures that the matrix forbids. Kinds that spare the same pieces share a sentence.
fn limits(plan: &Plan) -> Vec<String> {
    let mut shared: BTreeMap<&BTreeSet<PieceId>, BTreeSet<PieceId>> = BTreeMap::new();
    for (&number, row) in plan.rows.iter().filter(|(_, row)| !row.spares.is_empty()) {
        shared.entry(&row.spares).or_default().insert(number);
    }
    let sentences = shared.into_iter().map(|(spared, movers)| {
        format!("not (moving {} and capturing {})", list(plan, &movers), list(plan, spared))
    });
    sentences.collect()
}

fn castling(text: &mut String, plan: &Plan) {
    let partners: Vec<&str> =
        plan.castling.partners.iter().map(|&piece| plan.name(piece)).collect();
    let file = |file: u8| char::from(b'a' + file);
    let files = match plan.castling.files {
        Some([left, right]) => format!(", files: {} {}", file(left), file(right)),
        None => String::new(),
    };
    let _ = writeln!(text, "castling: {{with: [{}]{files}}}", partners.join(", "));
}

fn setup(plan: &Plan) -> String {
    let diagram = plan.diagram;
    let letter = |piece: PieceId, side: Side| {
        let letter = plan.kinds.get(piece.0).map_or("", |kind| kind.letter.as_str());
        match side.color() {
            Color::White => letter.to_owned(),
            Color::Black => letter.to_lowercase(),
        }
    };
    let row = |rank: u8| {
        let (mut row, mut empty) = (String::new(), 0u8);
        for file in 0..diagram.size.files {
            let cell = Cell { rank, file };
            let sign = match plan.board.get(&cell) {
                _ if diagram.holes.contains(&cell) => "*".to_owned(),
                Some(man) => letter(man.piece, man.side),
                None => {
                    empty += 1;
                    continue;
                }
            };
            if empty > 0 {
                row.push_str(&empty.to_string());
                empty = 0;
            }
            row.push_str(&sign);
        }
        if empty > 0 {
            row.push_str(&empty.to_string());
        }
        row
    };
    let rows: Vec<String> = (0..diagram.size.ranks).rev().map(row).collect();
    let mut text = rows.join("/");
    if plan.hands {
        let held = |side: Side| {
            let pieces = diagram.pieces().map(move |(number, piece)| {
                let held = match side.color() {
                    Color::White => piece.held[0],
                    Color::Black => piece.held[1],
                };
                letter(number, side).repeat(usize::from(held))
            });
            pieces.collect::<String>()
        };
        let _ = write!(text, "[{}{}]", held(Side::White), held(Side::Black));
    }
    let castling = match plan.castling.field.is_empty() {
        true => "-",
        false => plan.castling.field.as_str(),
    };
    let _ = write!(text, " w {castling} - 0 1");
    text
}

fn shuffle(text: &mut String, plan: &Plan) {
    let Some(shuffle) = &plan.shuffle else { return };
    let spread = shuffle.light.iter().map(|(&piece, &light_pieces)| {
        let name = plan.name(piece);
        let number = if light_pieces == 0 { "no".to_owned() } else { light_pieces.to_string() };
        format!("{number} own {name} in {}", light(name))
    });
    let mut questions: Vec<String> = spread.collect();
    for (&king, _) in plan.castling.terms.iter().filter(|(king, _)| shuffle.pieces.contains(king)) {
        let partners: BTreeSet<PieceId> = plan.castling.partners.clone();
        questions.push(format!("own {} between own {}", plan.name(king), list(plan, &partners)));
    }
    let _ = write!(text, "shuffle: {{cells: {}", cells::area(&shuffle.cells));
    if !questions.is_empty() {
        let _ = write!(text, ", only when: {}", questions.join(" and "));
    }
    text.push_str("}\n");
}

/// A verdict for the side that suffers what another side brought about.
fn suffered(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win => "loss",
        Verdict::Loss => "win",
        Verdict::Draw => "draw",
    }
}

/// A verdict for the side that did it.
fn done(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win => "win",
        Verdict::Loss => "loss",
        Verdict::Draw => "draw",
    }
}

fn ends(text: &mut String, plan: &Plan) {
    let diagram = plan.diagram;
    let royal: BTreeSet<PieceId> =
        plan.kinds().filter(|(_, kind)| kind.royal).map(|(number, _)| number).collect();
    let mate = if royal.is_empty() { "none" } else { "loss" };
    let mut plain = format!("checkmate: {mate}, stalemate: {}", suffered(diagram.stalemate));
    match diagram.repeat {
        Some((4.., Verdict::Draw)) => plain += ", fourfold: draw",
        Some((_, Verdict::Draw)) => plain += ", threefold: draw",
        Some((_, Verdict::Win | Verdict::Loss)) | None => {}
    }
    let mut goals: Vec<String> = Vec::new();
    for kind in &plan.kinds {
        if !kind.morph.wins.is_empty() {
            goals.push(format!("win when own {} in {}", kind.name, winning(&kind.name)));
        }
        if !kind.morph.wins_later.is_empty() {
            let zone = waiting(&kind.name);
            goals.push(format!("win when own {} in {zone} and on move", kind.name));
        }
    }
    if let Some(verdict) = diagram.baring
        && !royal.is_empty()
    {
        let verdict = suffered(verdict);
        goals.push(format!("{verdict} when no own piece but {}", list(plan, &royal)));
    }
    let mut claims: Vec<String> = Vec::new();
    if let Some(verdict) = diagram.perpetual {
        claims.push(format!("{} when repeated 3 times by checks", done(verdict)));
    }
    if let Some((times, verdict @ (Verdict::Win | Verdict::Loss))) = diagram.repeat {
        claims.push(format!("{} when repeated {times} times", done(verdict)));
    }
    if goals.is_empty() && claims.is_empty() {
        let _ = writeln!(text, "ends: {{{plain}}}");
        return;
    }
    text.push_str("ends:\n");
    for line in plain.split(", ") {
        let _ = writeln!(text, "  {line}");
    }
    for (key, lines) in [("goals", goals), ("claims", claims)] {
        if !lines.is_empty() {
            let _ = writeln!(text, "  {key}:");
            for line in lines {
                let _ = writeln!(text, "    - {}", quoted(&line));
            }
        }
    }
}
