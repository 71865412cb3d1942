//! Suggestions for words of other vocabularies (`board` for `space`, `yes` for `true`), and for
//! values of the wrong shape. They appear in helps only; the reader never accepts them.

use crate::value::Schema;
use crate::write::in_quotes;
use crate::yaml::{Entry, Node, NodeKind};
use alfil_diagnostics::diagnostic::Help;

/// Words for keys in other programs and in plain English, each with the key that it means here.
const KEYS: &[(&str, &str)] = &[
    ("title", "name"),
    ("description", "about"),
    ("board", "space"),
    ("grid", "space"),
    ("base", "extends"),
    ("parent", "extends"),
    ("inherit", "extends"),
    ("inherits", "extends"),
    ("regions", "zones"),
    ("areas", "zones"),
    ("fen", "setup"),
    ("start", "setup"),
    ("startpos", "setup"),
    ("position", "setup"),
    ("end", "ends"),
    ("result", "ends"),
    ("author", "inventor"),
    ("link", "source"),
    ("url", "source"),
    ("sign", "symbol"),
    ("icon", "symbol"),
    ("char", "letter"),
    ("betza", "moves"),
    ("movement", "moves"),
    ("captures", "attacks"),
    ("promotion", "promotes"),
    ("zone", "at"),
    ("where", "at"),
    ("into", "to"),
    ("repetition", "threefold"),
    ("mate", "checkmated"),
    ("only", "exactly"),
    ("includes", "including"),
    ("date", "year"),
    ("units", "pieces"),
    ("all moves", "every move"),
    ("duties", "must"),
    ("ep", "en passant"),
    ("value", "worth"),
    ("points", "worth"),
    ("owned by", "owner"),
    ("shape", "body"),
    ("rotates", "turns"),
    ("before", "after"),
    ("count", "perft"),
    ("why", "because"),
    ("reason", "because"),
    ("words", "because"),
    ("message", "because"),
    ("goal", "sentence"),
    ("claim", "sentence"),
    ("rule", "sentence"),
    ("partner", "with"),
    ("from", "where"),
    ("first turn", "first turn of the game"),
    ("50 moves", "fifty moves"),
    ("fifty move rule", "fifty moves"),
    ("parry from", "parry also from"),
    ("on", "from"),
    ("if", "when"),
    ("only when", "when"),
    ("only if", "when"),
    ("who", "moves"),
    ("kinds", "moves"),
    ("moves", "steps"),
    ("minimum distance", "least distance"),
    ("w", "white"),
    ("b", "black"),
];

/// The help for rules that the language cannot express.
const NOT_EXPRESSIBLE: &str =
    "the language cannot express this yet: see *What cannot be said* in docs/reference/limits.md";

/// Rules that other programs and books name, but that are sentences or parts of other keys here.
/// Each entry has the start of the name and the help.
const RULES: &[(&str, &str)] = &[
    ("size", "use `space`: `space: grid 8x8`"),
    ("rank", "use `at`: `at: rank 8`"),
    ("extinction", "use a goal: `ends: {goals: [loss when no own king]}`"),
    ("bare", "use a goal: `ends: {goals: [win when no enemy piece but king]}`"),
    ("flag", "use a goal: `ends: {goals: [win when own king in last rank]}`"),
    ("goal", "it is a key of `ends`: `ends: {goals: [win when own king in last rank]}`"),
    ("reach", "use a goal: `ends: {goals: [win when own king in last rank]}`"),
    ("campmate", "use a goal: `ends: {goals: [win when own king in last rank]}`"),
    ("hill", "use a goal: `ends: {goals: [win when own king in (d4-e5)]}`"),
    (
        "counter",
        "a counter needs no key: a line of `effects` counts, such as `when capturing then count captures`, and a goal asks, such as `win when own captures >= 3`",
    ),
    (
        "check count",
        "count with an effect and ask in a goal: `when giving check then count checks`, `win when at least 3 own checks`",
    ),
    ("must capture", "use `must`: `must: capturing`"),
    ("forced capture", "use `must`: `must: capturing`"),
    ("promotion limit", "use `every move: leaving at most 1 own queen`, beside `attacks: ^`"),
    (
        "facing",
        "use the moves of the king: `+ fkR` captures a king along the file, and so gives check",
    ),
    (
        "gating",
        "use effects: `when mover never moved may place hawk from hand on start`, with `hand: {captured: gone}`",
    ),
    ("blast", "use effects: `when capturing then remove any but pawn at K of end; remove mover`"),
    ("explo", "use effects: `when capturing then remove any but pawn at K of end; remove mover`"),
    (
        "wall",
        "use a piece with `owner: nobody`, and effects: `always place arrow on one empty at mQ of end`",
    ),
    ("flip", "use effects: `always enemy along Q from end to own changes side`"),
    ("stack", "use effects: `always victim goes under mover; carry all`"),
    ("rebirth", "use effects: `when capturing then victim goes to origin`"),
    ("counting", NOT_EXPRESSIBLE),
    ("fivefold", "use a claim: `claims: [draw when repeated 5 times]`"),
    ("pass", "use a step: `turn: {steps: [{may pass: true}]}`"),
    ("chess960", "use a parent: `extends: chess960`"),
    ("promotion region", "use a key of the piece: `promotes: {at: last rank, to: others}`"),
    ("promotion zone", "use a key of the piece: `promotes: {at: last rank, to: others}`"),
    ("promotion piece", "use a key of the piece: `promotes: {at: last rank, to: others}`"),
    ("promoted piece", "use a key of the piece: `promotes: {at: last rank, to: queen}`"),
    ("demot", "use a key of the promoted piece: `promotes: {to: pawn}`"),
    (
        "drop promot",
        "use a key of the piece: `promotes: [..., {upon: drop, may: stay, to: queen}]`",
    ),
    ("drop", "use a key of the piece: `moves: + @8`, and the game `hand: {captured: to captor}`"),
    ("nifu", "use a drop: `f@9` forbids a file that has a piece of the same kind"),
    ("pocket", "type `hand: {captured: gone}`, and `moves: + @8` for the pieces that are dropped"),
    (
        "holdings",
        "type `hand: {captured: gone}`, and `moves: + @8` for the pieces that are dropped",
    ),
    ("double step", "use the movement: `ifmnD`, or `fmnnD when from rank 2` behind a `+`"),
    ("self capture", "use the movement: `d` before the atom, as in `dK`"),
    ("immobil", "type `hand: {immobile: true}` for drops"),
];

/// Words that begin a goal, and the help for each as a key.
const VERDICTS: [(&[&str], &str); 3] = [
    (&["win", "wins", "goal"], "a goal says it: `ends: {goals: [win when QUESTION]}`"),
    (&["loss", "lose", "loses"], "a goal says it: `ends: {goals: [loss when QUESTION]}`"),
    (&["draw", "draws", "tie"], "a goal says it: `ends: {goals: [draw when QUESTION]}`"),
];

/// Keys for a condition in other mappings.
const CONDITIONS: [&str; 3] = ["only when", "when", "if"];

/// True if a key means `under this condition`.
pub(crate) fn is_condition(word: &str) -> bool {
    CONDITIONS.contains(&word) || matches!(word, "only if" | "condition" | "where if")
}

/// The help for a key that begins like a name in `RULES`.
pub(crate) fn rule(word: &str) -> Option<&'static str> {
    if let Some((_, how)) = VERDICTS.iter().find(|(said, _)| said.contains(&word)) {
        return Some(how);
    }
    let mut plain = String::new();
    for c in word.chars() {
        // A capital within a word begins a new word: `promotionRegion` means `promotion region`.
        if c.is_uppercase() && !plain.is_empty() {
            plain.push(' ');
        }
        plain.extend(c.to_lowercase());
    }
    let plain = plain.replace(['_', '-'], " ");
    RULES.iter().find(|(said, _)| plain.starts_with(said)).map(|&(_, how)| how)
}

/// The key of `schema` that `word` probably means.
pub fn key(word: &str, schema: &Schema) -> Option<&'static str> {
    let word = word.to_lowercase().replace(['_', '-'], " ");
    let known = |name: &str| schema.key(name).map(|key| key.name);
    // Each mapping has its own key for a condition.
    let condition = CONDITIONS.into_iter().filter(|_| is_condition(&word)).find_map(known);
    let meant = KEYS.iter().filter(|(said, _)| *said == word).find_map(|&(_, name)| known(name));
    known(&word).or(meant).or(condition)
}

/// The name of the first of `schemas` that has the key `word`.
pub(crate) fn mapping_with(word: &str, schemas: &[Schema]) -> Option<&'static str> {
    schemas.iter().find(|schema| schema.key(word).is_some()).map(|schema| schema.what)
}

/// The choice that `word` probably means.
pub(crate) fn value<'c>(word: &str, choices: &[&'c str]) -> Option<&'c str> {
    let meant: &[&str] = match word.to_lowercase().as_str() {
        "yes" | "on" | "y" | "1" | "always" | "allow" | "allowed" | "permitted" | "legal" => {
            &["true", "draw", "stay", "any step"]
        }
        "true" => &["draw"],
        "no" | "off" | "n" | "0" | "none" | "false" | "removed" | "null" | "~" | "never"
        | "forbidden" | "illegal" => &["false", "none", "gone", "nobody"],
        "no one" | "nobody's" => &["nobody"],
        "neutral" | "shared" => &["both"],
        "both" => &["all"],
        "50" | "3" => &["draw"],
        "mate" => &["checkmate"],
        "fifty" => &["fifty moves"],
        "repetition" => &["threefold"],
        "any" => &["any step"],
        "turn" => &["end of turn"],
        "first move" => &["first step"],
        "captured" => &["lost"],
        "decline" | "optional" => &["stay"],
        "loose" => &["lenient"],
        "lose" | "loses" | "lost" => &["loss"],
        "wins" | "won" => &["win"],
        "tie" | "drawn" => &["draw"],
        "captor" => &["to captor"],
        "owner" => &["to owner"],
        _ => &[],
    };
    choices.iter().copied().find(|choice| meant.contains(choice))
}

/// The movement string of a piece with this name.
pub(crate) fn atom(word: &str) -> Option<&'static str> {
    Some(match word.to_lowercase().as_str() {
        "king" => "K",
        "queen" => "Q",
        "rook" => "R",
        "bishop" => "B",
        "knight" => "N",
        "pawn" => "fmW fceF ifmnD",
        "wazir" => "W",
        "ferz" | "fers" => "F",
        "camel" => "C",
        "zebra" => "Z",
        "grasshopper" => "gQ",
        "nightrider" => "NN",
        "forward" => "fW",
        "sideways" => "sW",
        "castling" | "castle" | "castles" => "isO2",
        _ => return None,
    })
}

/// The condition that `words` probably mean.
pub fn condition(words: &str) -> Option<String> {
    let words = words.to_lowercase();
    let bare = words.strip_prefix("on ").unwrap_or(&words).trim();
    let bare = bare.strip_prefix("a ").or_else(|| bare.strip_prefix("the ")).unwrap_or(bare);
    let cell = |shade: &str| {
        let rest = bare.strip_prefix(shade).map(str::trim);
        rest.is_some_and(|rest| {
            ["", "square", "squares", "cell", "cells", "field", "fields"].contains(&rest)
        })
    };
    if cell("white") || cell("light") {
        return Some("light".to_owned());
    }
    if cell("black") || cell("dark") {
        return Some("dark".to_owned());
    }
    let shade = bare.replace("colour", "shade").replace("color", "shade");
    if let Some(rank) = rank(bare) {
        return Some(format!("from {rank}"));
    }
    match shade.as_str() {
        "same column" => return Some("same file".to_owned()),
        "same row" => return Some("same rank".to_owned()),
        "same shade" | "other shade" => return Some(shade),
        "different shade" | "opposite shade" => return Some("other shade".to_owned()),
        "first move" => return Some("unmoved".to_owned()),
        _ => {}
    }
    let place = bare.starts_with("rank") || bare.starts_with("file") || bare == "last rank";
    (words.starts_with("on ") && place).then(|| format!("from {bare}"))
}

/// The rank or file that `words` probably mean: `8th rank`, `rank 8th`, `first rank`.
pub fn rank(words: &str) -> Option<String> {
    const ORDINALS: [&str; 10] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth",
    ];
    let words = words.strip_prefix("the ").unwrap_or(words);
    if words == "lastrank" {
        return Some("last rank".to_owned());
    }
    let word = words.strip_suffix(" rank").or_else(|| words.strip_prefix("rank "))?;
    let file = Some(word).filter(|w| w.len() == 1 && w.bytes().all(|b| b.is_ascii_lowercase()));
    if let Some(file) = file {
        return Some(format!("file {file}"));
    }
    let digits = word.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let ordinal = ORDINALS.iter().position(|&ordinal| ordinal == word).map(|i| i + 1);
    let number = digits.parse::<usize>().ok().filter(|_| digits.len() < word.len());
    Some(format!("rank {}", number.or(ordinal)?))
}

/// The number that `word` spells.
pub fn number(word: &str) -> Option<usize> {
    const NUMBERS: [&str; 10] =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    NUMBERS.iter().position(|&number| number == word).map(|i| i + 1)
}

/// The correct spelling of a leap that is written as `1,2`, `(1 2)` or `(1,-2)`.
pub(crate) fn leap(text: &str) -> Option<String> {
    let inner = text.trim().trim_matches(['(', ')', '[', ']', '"', ' ']);
    let parts = inner.split([',', ';', ' ']).filter(|part| !part.is_empty());
    let parts: Option<Vec<u8>> = parts.map(|n| n.trim_start_matches('-').parse().ok()).collect();
    let parts: Vec<String> = parts?.iter().map(u8::to_string).collect();
    ((2..=3).contains(&parts.len())).then(|| format!("({})", parts.join(",")))
}

/// The kind of space that `word` probably means.
pub(crate) fn space(word: &str) -> Option<&'static str> {
    Some(match word.to_lowercase().as_str() {
        "square" | "squares" | "board" | "rectangle" | "chessboard" => "grid",
        "hexagon" | "hexagonal" | "hexes" | "hexagons" => "hex",
        "round" | "circle" | "circular" => "ring",
        "cube" | "box" | "cuboid" => "layers",
        "globe" | "ball" => "sphere",
        "continuous" | "plain" | "euclidean" => "plane",
        _ => return None,
    })
}

/// The movement string for a text with several names of pieces: `bishop + knight`.
pub(crate) fn atoms(text: &str) -> Option<String> {
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, '+' | ',' | '/' | '&' | '|'));
    let words = words.filter(|word| !["", "and", "or", "plus"].contains(word));
    let atoms: Option<Vec<&str>> = words.map(atom).collect();
    atoms.filter(|atoms| atoms.len() > 1).map(|atoms| atoms.join(" "))
}

// Suggestions for values of the wrong shape. They appear in helps only; the reader never accepts
// them.

/// The help for a text that a comma cuts short.
pub(crate) fn uncut(key: &str, written: &str) -> Help {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let two = written.split_once(',').filter(|(a, b)| is_number(a.trim()) && is_number(b.trim()));
    let moves = matches!(key, "moves" | "attacks");
    if let Some(leap) = leap(written).filter(|_| moves) {
        return Help::write(in_quotes(&leap));
    }
    match two {
        Some((whole, part)) if !moves => Help::write(format!("{}.{}", whole.trim(), part.trim())),
        _ if moves && written.contains(" when ") => Help::write(in_clauses(written)),
        _ if moves && !written.contains('(') => Help::write(written.replace(',', "")),
        _ => Help::quote(in_quotes(written)),
    }
}

/// A movement with a comma in place of `;`, or between cells.
fn in_clauses(written: &str) -> String {
    let mut parts = written.split(',').map(str::trim);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let first = part.split_whitespace().next().unwrap_or_default();
        let is_clause = ["only", "not", "unless", "+", "none"].contains(&first)
            || first.contains(|c: char| c.is_ascii_uppercase());
        let negated = part.strip_prefix("not when ").or_else(|| part.strip_prefix("unless "));
        text += match (is_clause, negated) {
            (true, Some(_)) => "; only when not ",
            (true, None) => "; ",
            (false, _) => " ",
        };
        text += negated.unwrap_or(part);
    }
    text
}

/// The help if `node` stands in place of the mapping `what`. `written` is the text of the node.
pub(crate) fn mapping_help(what: &str, node: &Node, written: &str) -> Help {
    let said = match &node.kind {
        NodeKind::Scalar(s) => s.text(),
        NodeKind::Sequence(items) => {
            let mapping = |n: &Node| matches!(n.kind, NodeKind::Mapping(_));
            if !items.is_empty() && items.iter().all(mapping) {
                let inner = written.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
                return match inner {
                    Some(one) if one.starts_with('{') && items.len() == 1 => Help::write(one),
                    Some(keys) if !keys.contains('{') => Help::write(format!("{{{keys}}}")),
                    Some(_) | None => {
                        "remove the dashes: write `key: value` lines with the same indentation"
                            .into()
                    }
                };
            }
            ""
        }
        NodeKind::Mapping(_) => "",
    };
    let (none, yes) = (value(said, &["none"]).is_some(), value(said, &["true"]));
    let is_word = !said.is_empty() && !said.contains(' ') && yes.is_none() && said != "true";
    match what {
        "`castling`" | "`hand`" | "`shuffle`" | "`turn`" | "`promotes`" | "a piece" if none => {
            Help::type_in("none")
        }
        "`castling`" if said == "true" || yes.is_some() => {
            "leave the line out: pieces castle as their movements say, such as `king: {moves: K isO2}`".into()
        }
        "`castling`" if is_word => Help::type_in(format!("{{with: {said}}}")),
        "`castling`" => Help::type_in("{with: rook}"),
        "`shuffle`" => Help::type_in("{cells: rank 1}"),
        "`hand`" => Help::type_in("{captured: to captor}"),
        "`turn`" | "a turn" if said.parse::<u8>().is_ok() => {
            Help::type_in(format!("{{steps: {said}}}"))
        }
        "`promotes`" if is_word => Help::type_in(format!("{{at: last rank, to: {said}}}")),
        "`promotes`" if said.contains("rank") => {
            Help::type_in(format!("{{at: {said}, to: others}}"))
        }
        "`promotes`" => Help::type_in("{at: last rank, to: others}"),
        "a step" if matches!(said, "any" | "all" | "move") => Help::type_in("{}"),
        "a step" if is_word && said != "movers" => {
            Help::type_in(format!("{{moves: moving {said}}}"))
        }
        "a step" if !said.is_empty() => Help::type_in(format!("{{from: {said}}}")),
        "`about`" if !said.is_empty() && !said.contains([':', '#', ',', '{', '}', '\n']) => {
            Help::type_in(format!("{{rules: {said}}}"))
        }
        "a claim" if !said.is_empty() => Help::type_in(format!("{{exactly: {said}}}")),
        "a piece" if said.contains(|c: char| c.is_ascii_uppercase()) => {
            Help::type_in(format!("{{letter: ..., moves: {said}}}"))
        }
        _ => "type `key: value` lines, indented".into(),
    }
}

/// The text that a list or mapping probably means.
pub(crate) fn flat(key: &str, value: &Node) -> Option<String> {
    let text = |node: &Node| match &node.kind {
        NodeKind::Scalar(s) => Some(s.text().to_owned()),
        NodeKind::Sequence(_) | NodeKind::Mapping(_) => None,
    };
    let items = match &value.kind {
        NodeKind::Sequence(items) => items.iter().map(text).collect::<Option<Vec<_>>>()?,
        NodeKind::Mapping(entries) => {
            let values: Vec<_> = entries.iter().map(|e| text(&e.value)).collect::<Option<_>>()?;
            match key {
                "perft" => return Some(format!("[{}]", values.join(", "))),
                "space" if let Some(space) = sized(&values) => return Some(space),
                _ => {}
            }
            let joined = |(entry, value): (&Entry, &String)| {
                // YAML reads an item such as `contrast-modifier` in braces as a key, here with the
                // value `true`.
                let value = if value == "true" { "" } else { value };
                format!("{} {value}", entry.key.text()).trim_end().to_owned()
            };
            entries.iter().zip(&values).map(joined).collect()
        }
        NodeKind::Scalar(_) => return None,
    };
    // The entry `when capturing: count pieces` is a sentence without `then`.
    if let (NodeKind::Mapping(entries), "effects") = (&value.kind, key) {
        let first = entries.first()?;
        return Some(format!("{} then {}", first.key.text(), text(&first.value)?));
    }
    // The entry `when: rank 2` restricts the movement that the piece has anyway.
    if let (NodeKind::Mapping(entries), "moves" | "attacks") = (&value.kind, key)
        && let [entry] = &entries[..]
        && let "when" | "only when" = entry.key.text()
    {
        return Some(format!("only when {}", text(&entry.value)?));
    }
    let numbers = items.iter().all(|item| item.parse::<u8>().is_ok());
    match (key, items.as_slice()) {
        (_, []) => None,
        ("moves" | "attacks", [_, _] | [_, _, _]) if numbers => {
            Some(in_quotes(&format!("({})", items.join(","))))
        }
        ("moves" | "attacks", [_]) => None,
        ("moves" | "attacks", _) => Some(items.join(" ")),
        ("setup" | "position", _) => Some(items.join("/")),
        ("extends", _) => Some(items.join("+")),
        ("space", [_, _]) if numbers => Some(format!("grid {}", items.join("x"))),
        ("letter" | "name", [_, _, ..]) => None,
        (_, [item]) if item.is_empty() => None,
        _ => Some(items.join(" ")),
    }
}

/// The space that a mapping such as `{kind: torus, files: 8, ranks: 8}` means. Its keys may have
/// any names.
fn sized(values: &[String]) -> Option<String> {
    let is_size = |value: &&String| value.parse::<u8>().is_ok();
    let (sizes, words): (Vec<&String>, Vec<&String>) = values.iter().partition(is_size);
    let name = match (words.as_slice(), sizes.len()) {
        ([name], 1..) => name.as_str(),
        ([], 2) => "grid",
        ([], 3) => "layers",
        (_, _) => return None,
    };
    let sizes: Vec<&str> = sizes.into_iter().map(String::as_str).collect();
    Some(format!("{name} {}", sizes.join("x")))
}
