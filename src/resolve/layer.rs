//! Lays one file over the draft of the game.
//!
//! Zones are read first, then pieces, then everything that refers to them. A part with an error
//! leaves the draft as it was, so that the other parts of the file can still be read.

use crate::resolve::context::{Context, in_context, written};
use crate::resolve::contradiction::is_impossible;
use crate::resolve::draft::{Draft, Part, Passing, ZoneWords};
use crate::resolve::inheritance::Layer;
use crate::resolve::setup::{self, Alphabet};
use crate::resolve::{
    castling, dice, hand, look, movement, names, piece, plane, question, sentences, shuffle, sides,
    space, turn, vocabulary,
};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, Report, has_errors};
use alfil_diagnostics::index::Id;
use alfil_diagnostics::source::Spanned;
use alfil_rules::condition::{Area, Condition, Zone};
use alfil_rules::ids::ZoneId;
use alfil_rules::notation::Names;
use alfil_rules::question::Lookahead;
use alfil_rules::question::Question;
use alfil_rules::side::{BySide, Color};
use alfil_syntax::choices::Dialect;
use alfil_syntax::definition::Role;
use alfil_syntax::notation::parse;
use alfil_syntax::scalar::Scalar;
use alfil_syntax::written::Written;
use alfil_syntax::zone::{ZoneAreas, ZoneText};
use std::path::Path;

pub(crate) fn apply(layer: &Layer, draft: &mut Draft, found: &mut Report) {
    let file = &*layer.definition;
    head(layer, draft);
    if let Some(text) = &file.space {
        let before = found.len();
        let read = written(text, |w| space::read(w, found));
        draft.broken.space = has_errors(&found[before..]);
        draft.space = read.or(draft.space.take());
        look::leave(draft);
    }
    sides::apply(file, draft, found);
    for (index, said) in file.zones.iter().enumerate() {
        let before = found.len();
        zone(said, draft, found);
        for finding in &mut found[before..] {
            forward(finding, &said.areas.all(), &file.zones[index..]);
        }
    }
    let touched = piece::apply_all(layer, draft, found);
    turn::reserve(file, draft, found);
    sentences::apply_counters(file, draft, found);
    dice::apply(&file.dice, draft, found);
    vocabulary::apply_questions(file, draft, found);
    piece::promote(&touched, draft, found);
    piece::ask(draft, found);
    restrictions(layer, draft, found);
    if let Some(said) = &file.castling {
        castling::apply(said, draft, found);
    }
    if file.no_en_passant.is_some() {
        draft.passing = Passing::None;
    }
    plane::apply(&file.plane, draft, found);
    if let Some(said) = &file.hand {
        hand::apply(said, draft, found);
    }
    if let Some(said) = &file.turn {
        turn::apply(said, draft, found);
    }
    if let Some(said) = &file.shuffle {
        shuffle::apply(said, draft, found);
    }
    if let Some(text) = &file.setup {
        let before = found.len();
        let alphabet = draft.alphabet();
        let read = written(text, |w| setup::read(w, &draft.alphabet_table(), alphabet, found));
        draft.broken.setup = has_errors(&found[before..]) || alphabet == Alphabet::Gappy;
        draft.setup = read.or(draft.setup.take());
    }
    draft.sight = file.sight.or(draft.sight);
    draft.men = file.men.unwrap_or(draft.men);
    if let Some(said) = &file.look {
        look::apply(said, draft, found);
    }
    draft.ends.extend(&file.ends.verdicts);
    sentences::apply(file, draft, found);
    draft.broken.space |= file.broken.contains(&"space");
    draft.broken.setup |= file.broken.contains(&"setup");
    draft.broken.hand |= file.broken.contains(&"hand");
    draft.broken.castling |= file.broken.contains(&"castling");
    draft.broken.pieces |= file.broken.contains(&"pieces") || file.broken.contains(&"extends");
}

fn head(layer: &Layer, draft: &mut Draft) {
    let file = &*layer.definition;
    let stem = Path::new(&layer.name).file_stem().and_then(|s| s.to_str()).unwrap_or(&layer.name);
    let name = file.name.as_ref().map_or(stem, |n| n.text());
    let about = file.about.iter().map(|said| (said.key.text().into(), said.text.text().into()));
    let part = Part { title: name.to_owned(), about: about.collect() };
    match file.role() {
        Role::Modifier if !draft.title.is_empty() => {
            draft.title = format!("{} + {name}", draft.title);
        }
        Role::Modifier | Role::Game | Role::Abstract => {
            draft.title = name.to_owned();
            draft.about = part.about.clone();
            draft.parts.clear();
        }
    }
    draft.parts.push(part);
}

/// Reads a zone. It may refer only to zones above it, so no zone contains itself.
fn zone(ZoneText { name, areas }: &ZoneText, draft: &mut Draft, found: &mut Report) {
    if !parse::is_zone_name(name.text()) {
        let title = format!("areas read `{}` otherwise", name.text());
        found
            .at(Code::ReservedName, name.span(), title, "no name of a zone")
            .because("a zone is called by words, none of which areas or conditions use")
            .help(format!("call it `{}-zone`", slug(name.text())));
        return;
    }
    let is_known = |word: &str| draft.zones.iter().any(|zone| zone.name.value == word);
    if let Some(word) = names::refused(name.text(), is_known) {
        let title = format!("questions read `{word}` as a word of their own");
        found
            .at(Code::ReservedName, name.span(), title, "no name of a zone")
            .because("a question or an effect could never name this zone")
            .help(format!("call it `{}`", names::suggested(name.text(), "zone")));
        return;
    }
    let id = draft.zones.iter().position(|z| z.name.value == name.text());
    // The zones are moved out and back, because a copy for each zone would take quadratic time.
    let mut known = std::mem::take(&mut draft.zones);
    let later = known.split_off(id.unwrap_or(known.len()));
    let numbers = match areas {
        ZoneAreas::Same(_) | ZoneAreas::Colors { .. } => Vec::new(),
        ZoneAreas::Sides(said) => draft.sides.each_in(said, name, found),
    };
    let mut read = |area: &Scalar| {
        let area_in = |text: &str, context: Context<'_>| movement::area(text, context, found);
        // A zone with an error still counts as a zone, so that conditions with its name cause no
        // second finding.
        in_context(area, &known, Dialect::default(), area_in).unwrap_or(Area::LastRank)
    };
    let area = match areas {
        ZoneAreas::Same(area) => BySide::same(read(area)),
        ZoneAreas::Colors { white, black } => {
            let [white, black] = [white, black].map(&mut read);
            BySide::from_fn(|side| match side.color() {
                Color::White => white.clone(),
                Color::Black => black.clone(),
            })
        }
        ZoneAreas::Sides(said) => {
            let read: Vec<Area> = said.iter().map(|(_, area)| read(area)).collect();
            BySide::from_fn(|side| {
                let at = numbers.get(side as usize).copied().flatten().unwrap_or_default();
                read.get(at).cloned().unwrap_or(Area::LastRank)
            })
        }
    };
    if let (ZoneAreas::Colors { .. }, Some(help)) = (areas, draft.sides.as_keys("a1-c2")) {
        let title = format!("the zone `{}` is White's and Black's", name.text());
        found.at(Code::BadSides, name.span(), title, "the sides have other names").help(help);
    }
    known.extend(later);
    draft.zones = known;
    let plain = |area: &Scalar| area.text().trim().to_owned();
    let words = match areas {
        ZoneAreas::Same(area) => ZoneWords::Same(plain(area)),
        ZoneAreas::Colors { white, black } => ZoneWords::Each(vec![
            ("white".to_owned(), plain(white)),
            ("black".to_owned(), plain(black)),
        ]),
        ZoneAreas::Sides(said) => ZoneWords::Each(
            said.iter().map(|(side, area)| (side.text().to_owned(), plain(area))).collect(),
        ),
    };
    let zone = Zone { name: Spanned::new(name.text().to_owned(), name.span()), area };
    match id {
        Some(index) => {
            draft.zones[ZoneId::from_index(index)] = zone;
            draft.zone_words[index] = words;
        }
        None if draft.zones.len() < usize::from(u16::MAX) => {
            draft.zones.push(zone);
            draft.zone_words.push(words);
        }
        None => {}
    }
}

/// Replaces everything except letters and digits by hyphens.
fn slug(text: &str) -> String {
    text.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect()
}

/// Explains in a finding that the unknown zone is this zone itself or is defined later.
fn forward(finding: &mut Diagnostic, areas: &[&Scalar], later: &[ZoneText]) {
    let here = |w: &Written<'_>| Some(w.span()) == finding.span();
    let is_end = |c: char| c.is_whitespace() || matches!(c, '(' | ')');
    let word_of = |area| {
        written(area, |w| w.split(is_end).into_iter().find(here).map(|w| w.text().to_owned()))
    };
    let word = areas.iter().copied().find_map(word_of);
    let Some(word) = word.filter(|_| finding.code == Code::UnknownZone) else { return };
    let Some(index) = later.iter().position(|zone| zone.name.text() == word) else { return };
    finding.reason = Some("a zone may use only the zones above it".to_owned());
    let (title, help) = match index {
        0 => (
            format!("the zone `{word}` is made of itself"),
            "write cells (`g4 g5`), ranks or files".to_owned(),
        ),
        _ => (
            format!("the zone `{word}` stands further down"),
            format!("move `{word}` above `{}`, or write its cells here", later[0].name.text()),
        ),
    };
    finding.title = title;
    finding.help = Some(Help::from(help));
}

fn restrictions(layer: &Layer, draft: &mut Draft, found: &mut Report) {
    let file = &*layer.definition;
    let zones = &draft.zones;
    let mut read = |text: &Scalar| {
        if !text.text().trim_start().starts_with("only") {
            found.push(no_restriction(text));
            return None;
        }
        let restriction =
            |text: &str, context: Context<'_>| movement::restriction(text, context, found);
        let condition = in_context(text, zones, file.dialect, restriction)?;
        Some((condition, text.text().trim().to_owned()))
    };
    let asks = |text: &&Scalar| question::is_question(text.text(), draft);
    let asked_attacks = file.attacks.as_ref().filter(asks);
    let (asked, every) = match file.every_move.as_ref() {
        Some(text) if asks(&text) => (Some(text), None),
        text => (None, text.and_then(&mut read)),
    };
    let attack = match &file.attacks {
        None => every.clone(),
        Some(text) if text.text().trim() == "^" || asked_attacks.is_some() => None,
        Some(text) => read(text),
    };
    if let Some((condition, words)) = every {
        let before = draft.every_move.condition();
        let alone = is_impossible(&condition);
        draft.every_move.add(condition, words);
        draft.every_move.place = file.every_move.as_ref().map(Scalar::span);
        if (alone || !is_impossible(&before)) && is_impossible(&draft.every_move.condition()) {
            found.extend(file.every_move.as_ref().map(|said| contradiction(layer, said, alone)));
        }
    }
    if let Some((condition, words)) = attack {
        draft.every_attack.add(condition, words);
    }
    if let Some(text) = asked {
        ask(text, file.attacks.as_ref(), draft, found);
    }
    if let Some(text) = asked_attacks {
        ask_attacks(text, draft, found);
    }
    if let (Some(text), None) = (&file.attacks, &file.every_move)
        && text.text().trim() == "^"
        && !file.broken.contains(&"every move")
    {
        found
            .at(
                Code::BadRestriction,
                text.span(),
                "`attacks: ^` without `every move`",
                "attack is already as before",
            )
            .because("at the head of a file it keeps attack free of that file's `every move`")
            .help("remove it, or say `attacks` of a piece");
    }
}

/// Reads an `every move` condition that depends on more than the start and end cells of a move.
fn ask(text: &Scalar, attacks: Option<&Scalar>, draft: &mut Draft, found: &mut Report) {
    let Some(question) = question::restriction(text, draft, found) else { return };
    let (condition, asked) = question::split(question);
    if condition != Condition::Always {
        let words = restriction_words(&condition, draft);
        draft.every_move.add(condition.clone(), words.clone());
        draft.every_move.place = Some(text.span());
        if attacks.is_none() {
            draft.every_attack.add(condition, words);
        }
    }
    sentences::restrict(asked, text.span(), attacks.is_some(), draft);
}

/// Reads an `attacks` condition that depends on more than the start and end cells of a capture.
fn ask_attacks(text: &Scalar, draft: &mut Draft, found: &mut Report) {
    let Some(question) = question::restriction(text, draft, found) else { return };
    let (condition, asked) = question::split(question);
    if condition != Condition::Always {
        let words = restriction_words(&condition, draft);
        draft.every_attack.add(condition, words);
    }
    for question in asked {
        if question.level() >= Lookahead::Attack {
            found
                .at(
                    Code::BadQuestion,
                    text.span(),
                    "an attack that asks about attacks",
                    "asks itself",
                )
                .because(
                    "while attacks are asked for, what asks about attacks or replies is left out",
                )
                .help("leave it to `every move`, and write `attacks: ^`");
        } else {
            draft.sentences.attack.push(Spanned::new(question, text.span()));
        }
    }
}

/// Writes a condition in the definition language: `only when same shade`.
fn restriction_words(condition: &Condition, draft: &Draft) -> String {
    let names = |kind| draft.pieces[kind].name.value.as_str();
    let (zones, counters, dice) = (&draft.zones, &draft.counters, &draft.dice);
    let names = Names { kind: &names, zones, counters, dice, named: &[] };
    format!("only when {}", Question::Cells(condition.clone()).notation(names))
}

/// The finding for a restriction that leaves no legal move. `alone` is true if it contradicts
/// itself.
fn contradiction(layer: &Layer, said: &Scalar, alone: bool) -> Diagnostic {
    let at = layer.named.unwrap_or_else(|| said.span());
    if alone {
        let title = "a restriction that no move fulfils";
        return Diagnostic::at(Code::Contradiction, at, title, "it contradicts itself")
            .help("join what may hold instead with `or`");
    }
    let title = format!("`{}` contradicts what restricts moves already", layer.name);
    Diagnostic::at(Code::Contradiction, at, title, "together they leave no move")
        .because(format!("every move would have to be one `{}` as well", said.text().trim()))
        .help("take one of them away")
}

fn no_restriction(text: &Scalar) -> Diagnostic {
    let asked = format!("only when {}", text.text().trim());
    let help = if question::is_question(&asked, &Draft::default()) {
        Help::write(asked)
    } else {
        Help::from("a restriction is such as `only when same shade`")
    };
    Diagnostic::at(
        Code::BadRestriction,
        text.span(),
        format!("`{}` restricts nothing", text.text().trim()),
        "expected `only when CONDITION`",
    )
    .help(help)
}
