//! Writes a resolved game as one file without parents.
//!
//! Movements are written as the clauses from which they were built, in order. Reading these clauses
//! one after another gives the same movement as laying the files over each other. Clauses that a
//! later one replaces are left out.

use crate::resolve::draft::{
    Draft, Piece, Presence, Promotes, Restriction, Targets, Ways, Words, ZoneWords,
};
use crate::resolve::resolution::Resolved;
use crate::resolve::sentences::{self, Written};
use crate::resolve::{
    art, castling, dice, look, plane, promotion, setup, shuffle, sides, space, turn,
};
use alfil_diagnostics::diagnostic::{Code, Diagnostic};
use alfil_diagnostics::source::is_seen;
use alfil_rules::goal::{Event, Verdict};
use alfil_rules::hand::Immobile;
use alfil_rules::ids::KindId;
use alfil_rules::named::{Group, NamedQuestion};
use alfil_rules::notation::Names;
use alfil_rules::question::Question;
use alfil_rules::ruleset::{Blocking, Duty, Owner, Supply};
use alfil_rules::side::ByColor;
use alfil_rules::sight::Sight;
use alfil_rules::symbol::Men;
use alfil_syntax::choices::{Choice, Dialect, DroppedText, PromotedText};
use std::fmt::Write;

/// Writes the whole definition without parents and without tests.
///
/// # Errors
/// `mixed-dialects` if some of its movement strings must be read in one dialect and some in
/// another.
pub fn to_yaml(resolved: &Resolved) -> Result<String, Diagnostic> {
    let draft = &resolved.draft;
    let mut out = String::new();
    line(&mut out, 0, "name", &resolved.title);
    if !resolved.about.is_empty() {
        out += "about:\n";
        resolved.about.iter().for_each(|(key, text)| line(&mut out, 1, key, text));
    }
    if dialect(draft)? == Dialect::XBetza {
        line(&mut out, 0, "dialect", "xbetza");
    }
    line(&mut out, 0, "space", &space::write(&resolved.ruleset.space));
    for (key, said) in sides::write(&resolved.ruleset, &draft.sides) {
        let _ = writeln!(out, "{key}: {said}");
    }
    if !draft.zones.is_empty() {
        out += "zones:\n";
        for (zone, words) in draft.zones.iter().zip(&draft.zone_words) {
            let name = &zone.name.value;
            match words {
                ZoneWords::Same(area) => line(&mut out, 1, name, area),
                ZoneWords::Each(areas) if areas.iter().all(|(_, area)| *area == areas[0].1) => {
                    line(&mut out, 1, name, &areas[0].1);
                }
                ZoneWords::Each(areas) => {
                    let _ = writeln!(out, "  {}:", quoted(name));
                    areas.iter().for_each(|(side, area)| line(&mut out, 2, side, area));
                }
            }
        }
    }
    if draft.men != Men::default() {
        line(&mut out, 0, "men", draft.men.word());
    }
    let looks = look::write(draft);
    if !looks.is_empty() {
        out += "look:\n";
        for (key, said) in looks {
            match said {
                look::Said::Text(text) => line(&mut out, 1, key, &text),
                look::Said::List(words) => {
                    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
                    let _ = writeln!(out, "  {key}: [{}]", words.join(", "));
                }
            }
        }
    }
    vocabulary(&mut out, resolved);
    out += "pieces:\n";
    draft.live().for_each(|(_, piece)| write_piece(&mut out, piece, draft));
    let kind = |kind: KindId| draft.pieces[kind].name.value.as_str();
    let named = draft.vocabulary.named();
    let (zones, counters) = (&draft.zones, &draft.counters);
    let names = Names { kind: &kind, zones, counters, dice: &draft.dice, named: &named };
    let said = sentences::written(&draft.sentences, names);
    restrictions(&mut out, draft, [&said.asked, &said.attack], names);
    lines(&mut out, 0, "must", &said.must);
    lines(&mut out, 0, "effects", &said.effects);
    castling(&mut out, draft, said.castling.as_deref());
    plane::write(&mut out, draft, line);
    hand(&mut out, draft, said.hand.as_deref());
    dice(&mut out, draft);
    turn(&mut out, draft, names);
    let start = &resolved.ruleset.setup;
    let mut text = setup::write(start, &resolved.ruleset);
    // A missing castling field is written as a dash. If a rule depends on which pieces have moved,
    // the dash says that castling pieces have moved, and `moved=-` takes that back.
    let says_less = start.castling.is_none() && start.moved.is_none();
    if says_less && resolved.ruleset.remembers_who_moved() {
        text += " moved=-";
    }
    match resolved.ruleset.sight {
        Sight::Everything => {}
        sight @ (Sight::Own | Sight::Reach | Sight::Umpire | Sight::Placing) => {
            line(&mut out, 0, "sight", sight.word())
        }
    }
    if resolved.ruleset.sight == Sight::Umpire {
        lines(&mut out, 0, "umpire tells", &said.told);
    }
    line(&mut out, 0, "setup", &text);
    shuffled(&mut out, draft, names);
    ends(&mut out, draft, &said);
    Ok(out)
}

/// Writes the named sets of kinds and the named questions, which movements and sentences name.
fn vocabulary(out: &mut String, resolved: &Resolved) {
    let rules = &resolved.ruleset;
    if !rules.groups.is_empty() {
        *out += "groups:\n";
    }
    for Group { name, kinds, of } in &rules.groups {
        let called = |kind: &KindId| quoted(&rules.kinds[*kind].name.value);
        let name = quoted(&name.value);
        let _ = if of.is_empty() {
            let kinds: Vec<String> = kinds.iter().map(called).collect();
            writeln!(out, "  {name}: [{}]", kinds.join(", "))
        } else {
            let pair = |(of, kind)| format!("{}: {}", called(of), called(kind));
            let pairs: Vec<String> = of.iter().zip(kinds).map(pair).collect();
            writeln!(out, "  {name}: {{{}}}", pairs.join(", "))
        };
    }
    if !rules.named.is_empty() {
        *out += "questions:\n";
    }
    for (number, NamedQuestion { name, question }) in rules.named.iter().enumerate() {
        line(out, 1, &name.value, &rules.sentence_of(question, &rules.named[..number]));
    }
}

/// The dialect in which all movement strings keep their meaning.
fn dialect(draft: &Draft) -> Result<Dialect, Diagnostic> {
    let ways = draft.live().flat_map(|(_, p)| [Some(&p.moves), p.attacks.as_ref()]);
    let words: Vec<&Words> = ways.flatten().flat_map(|w| &w.words).collect();
    let needing = |dialect| words.iter().find(|w| w.dialect == Some(dialect));
    match (needing(Dialect::Classic), needing(Dialect::XBetza)) {
        (_, None) => Ok(Dialect::Classic),
        (None, Some(_)) => Ok(Dialect::XBetza),
        (Some(classic), Some(xbetza)) => {
            let title = "strings of two dialects cannot be written as one file";
            Err(Diagnostic::new(Code::MixedDialects, title).because(format!(
                "`{}` is written for classic, `{}` for xbetza",
                classic.text, xbetza.text
            )))
        }
    }
}

fn write_piece(out: &mut String, piece: &Piece, draft: &Draft) {
    let _ = writeln!(out, "  {}:", quoted(&piece.name.value));
    line(out, 2, "letter", &piece.letter.value.to_string());
    if let Some(symbol) = &piece.symbol {
        line(out, 2, "symbol", &symbol.to_string());
    }
    if let Some(figure) = piece.figure {
        line(out, 2, "figure", figure.word());
    }
    match &piece.art {
        None => {}
        Some(ByColor([white, black])) if white == black => {
            line(out, 2, "picture", &art::document(white));
        }
        Some(ByColor([white, black])) => {
            *out += "    picture:\n";
            line(out, 3, "white", &art::document(white));
            line(out, 3, "black", &art::document(black));
        }
    }
    line(out, 2, "moves", &words(&piece.moves));
    if let Some(attacks) = &piece.attacks {
        line(out, 2, "attacks", &words(attacks));
    }
    if piece.royal.is_royal() {
        line(out, 2, "royal", piece.royal.word());
    }
    if piece.worth != 1 {
        line(out, 2, "worth", &piece.worth.to_string());
    }
    if piece.owner.value != Owner::Side {
        line(out, 2, "owner", piece.owner.value.word());
    }
    if piece.blocks.value == Blocking::Open {
        line(out, 2, "blocks", piece.blocks.value.word());
    }
    if let Some((_, words)) = &piece.body {
        line(out, 2, "body", &words.value);
    }
    if piece.turns {
        line(out, 2, "turns", "true");
    }
    if !piece.promotes.is_empty() {
        *out += "    promotes:\n";
    }
    for promotes in &piece.promotes {
        let mut keys = String::new();
        if let Some((_, words)) = &promotes.at {
            line(&mut keys, 0, "at", words);
        }
        if let Some(on) = promotion::occasion_words(promotes.on) {
            line(&mut keys, 0, "on", &on);
        }
        if promotes.duty != Duty::Must {
            line(&mut keys, 0, "may", promotes.duty.word());
        }
        let _ = writeln!(keys, "to: {}", targets(promotes, draft));
        if promotes.supply == Supply::Lost {
            line(&mut keys, 0, "only", "lost");
        }
        if let Some(question) = &promotes.when {
            let kind = |kind: KindId| draft.pieces[kind].name.value.as_str();
            let named = draft.vocabulary.named();
            let Draft { zones, counters, dice, .. } = draft;
            let names = Names { kind: &kind, zones, counters, dice, named: &named };
            line(&mut keys, 0, "when", &question.notation(names));
        }
        // Several rules are written as items of a list.
        let (first, more) = match piece.promotes.len() {
            1 => ("      ", "      "),
            _ => ("      - ", "        "),
        };
        for (number, key) in keys.lines().enumerate() {
            let _ = writeln!(out, "{}{key}", if number == 0 { first } else { more });
        }
    }
}

fn words(ways: &Ways) -> String {
    ways.words.iter().map(|w| w.text.as_str()).collect::<Vec<_>>().join("; ")
}

fn targets(promotes: &Promotes, draft: &Draft) -> String {
    match &promotes.to {
        Targets::Others => "others".to_owned(),
        Targets::Kinds(kinds) => names(kinds, draft),
    }
}

fn names(kinds: &[KindId], draft: &Draft) -> String {
    let here = kinds.iter().map(|&k| &draft.pieces[k]).filter(|p| p.presence == Presence::Here);
    format!("[{}]", here.map(|p| quoted(&p.name.value)).collect::<Vec<_>>().join(", "))
}

fn restrictions(
    out: &mut String,
    draft: &Draft,
    [asked, attacks_asked]: [&[String]; 2],
    names: Names<'_>,
) {
    let words = |r: &Restriction, asked: &[String]| match asked {
        [] => r.parts.iter().map(|(_, words)| words.as_str()).collect::<Vec<_>>().join("; "),
        asked => {
            let conditions = r.parts.iter().map(|(c, _)| c.clone());
            let conditions = conditions.map(|c| Question::Cells(c).notation(names));
            let all = conditions.chain(asked.iter().cloned());
            let parts: Vec<String> = all.map(|part| format!("({part})")).collect();
            format!("only when {}", parts.join(" and "))
        }
    };
    let every = words(&draft.every_move, asked);
    let attack = words(&draft.every_attack, attacks_asked);
    if !every.is_empty() {
        line(out, 0, "every move", &every);
    }
    if attack.is_empty() && !every.is_empty() {
        line(out, 0, "attacks", "^");
    } else if attack != every {
        line(out, 0, "attacks", &attack);
    }
}

fn castling(out: &mut String, draft: &Draft, when: Option<&str>) {
    if let Some(said) = castling::write(draft, |kinds| names(kinds, draft), when) {
        let _ = writeln!(out, "castling: {said}");
    }
}

fn hand(out: &mut String, draft: &Draft, when: Option<&str>) {
    let Some(hand) = &draft.hand else { return };
    *out += "hand:\n";
    line(out, 1, "captured", hand.captured.word());
    if hand.promoted == PromotedText::Stay {
        line(out, 1, "promoted", "stay");
    }
    if let Some(own) = &hand.own {
        line(out, 1, "own captured", own.word());
    }
    if !hand.supply.is_empty() {
        let _ = writeln!(out, "  supply: {}", names(&hand.supply, draft));
    }
    if let Some(when) = when {
        line(out, 1, "only when", when);
    }
    if hand.immobile == Immobile::Allowed {
        line(out, 1, "immobile", "allowed");
    }
    if let Some(dropped) = hand.dropped.filter(|said| said.value == DroppedText::MovesOn) {
        line(out, 1, "dropped", dropped.value.word());
    }
    if !hand.no_mate.is_empty() {
        let _ = writeln!(out, "  no mate by: {}", names(&hand.no_mate, draft));
    }
}

fn dice(out: &mut String, draft: &Draft) {
    let lines = dice::write(draft);
    if !lines.is_empty() {
        *out += "dice:\n";
    }
    for (name, value) in lines {
        let _ = writeln!(out, "  {}: {value}", quoted(&name));
    }
}

fn turn(out: &mut String, draft: &Draft, asks: Names<'_>) {
    let lines = turn::write(&draft.turn, |kinds| names(kinds, draft), asks);
    if !lines.is_empty() {
        *out += "turn:\n";
    }
    for (key, value) in lines {
        let _ = writeln!(out, "  {key}: {value}");
    }
}

fn shuffled(out: &mut String, draft: &Draft, names: Names<'_>) {
    let lines = shuffle::write(draft, names);
    if !lines.is_empty() {
        *out += "shuffle:\n";
    }
    for (key, value) in lines {
        let _ = writeln!(out, "  {key}: {value}");
    }
}

fn ends(out: &mut String, draft: &Draft, said: &Written) {
    *out += "ends:\n";
    lines(out, 1, "goals", &said.goals);
    lines(out, 1, "claims", &said.claims);
    for event in Event::ALL {
        let verdict = draft.verdict(event);
        if verdict.is_some() || event != Event::Repetition(4) {
            line(out, 1, event.key(), &Verdict::words(verdict));
        }
    }
}

/// Writes a list of sentences. Writes nothing if the list is empty.
fn lines(out: &mut String, depth: usize, key: &str, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    let indent = "  ".repeat(depth);
    let _ = writeln!(out, "{indent}{key}:");
    for line in lines {
        let _ = writeln!(out, "{indent}  - {}", quoted(line));
    }
}

fn line(out: &mut String, depth: usize, key: &str, text: &str) {
    let _ = writeln!(out, "{}{}: {}", "  ".repeat(depth), quoted(key), quoted(text));
}

/// Writes text as a YAML scalar. It stays plain if both block and flow style read it as text, and
/// is quoted otherwise.
fn quoted(text: &str) -> String {
    let plain_start = |c: char| c.is_alphanumeric() || matches!(c, '^' | '+' | '/' | '(' | '.');
    let plain = text.starts_with(plain_start)
        && text.trim_end() == text
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.ends_with(':')
        && text.chars().all(|c| is_seen(c) && !matches!(c, ',' | '[' | ']' | '{' | '}'));
    if plain {
        return text.to_owned();
    }
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' => out += "\\\"",
            '\\' => out += "\\\\",
            '\n' => out += "\\n",
            '\t' => out += "\\t",
            c if !is_seen(c) => {
                let _ = write!(out, "\\U{:08x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
