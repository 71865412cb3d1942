//! Lays one file over the draft of the game.
//!
//! Zones are read first, then pieces, then everything that refers to them. A part with an error
//! leaves the draft as it was, so that the other parts of the file can still be read.

use crate::context::{Context, Key, Read, in_context, written};
use crate::contradiction::is_impossible;
use crate::draft::{Draft, Part, Passing, ZoneWords};
use crate::inheritance::Layer;
use crate::question::natural::{Stand, Trial, helped};
use crate::setup::{self, Alphabet};
use crate::{
    castling, dice, hand, look, movement, names, piece, plane, question, sentences, shuffle, sides,
    space, turn, vocabulary,
};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, Report, has_errors};
use alfil_diagnostics::index::Id;
use alfil_diagnostics::source::{Span, Spanned, is_seen};
use alfil_rules::condition::{Area, Condition, Zone};
use alfil_rules::ids::ZoneId;
use alfil_rules::notation::Names;
use alfil_rules::question::Lookahead;
use alfil_rules::question::Question;
use alfil_rules::side::{BySide, Color, Side};
use alfil_rules::space::{Lattice, Space};
use alfil_syntax::definition::Role;
use alfil_syntax::edition;
use alfil_syntax::named::{ZoneAreas, ZoneText};
use alfil_syntax::notation::parse;
use alfil_syntax::notation::sentence::ast::{self, Line};
use alfil_syntax::notation::sentence::natural::{self, Form};
use alfil_syntax::piece::PieceChange;
use alfil_syntax::scalar::{Scalar, Written};
use alfil_syntax::value::Dialect;
use std::path::Path;

pub(crate) fn apply(layer: &Layer, draft: &mut Draft, found: &mut Report) {
    let file = &*layer.definition;
    head(layer, draft, found);
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
    let effects = sentences::parse_effects(file, draft);
    turn::reserve(file, &effects, draft, found);
    sentences::apply_counters(file, &effects, draft, found);
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
    draft.replaced_setup = None;
    if let Some(text) = &file.setup {
        let before = found.len();
        let alphabet = draft.alphabet();
        let read = written(text, |w| setup::read(w, &draft.alphabet_table(), alphabet, found));
        draft.broken.setup = has_errors(&found[before..]) || alphabet == Alphabet::Gappy;
        if let Some(setup) = read {
            draft.replaced_setup = draft.setup.replace(setup);
        }
    }
    draft.sight = file.sight.or(draft.sight);
    draft.men = file.men.unwrap_or(draft.men);
    if let Some(said) = &file.look {
        look::apply(said, draft, found);
    }
    draft.ends.extend(&file.ends.verdicts);
    sentences::apply(file, effects, draft, found);
    draft.broken.space |= file.broken.contains(&"space");
    draft.broken.setup |= file.broken.contains(&"setup");
    draft.broken.hand |= file.broken.contains(&"hand");
    draft.broken.castling |= file.broken.contains(&"castling");
    draft.broken.pieces |= file.broken.contains(&"pieces") || file.broken.contains(&"extends");
}

/// The characters that end a line of text.
const LINE_BREAKS: [char; 7] = ['\n', '\u{b}', '\u{c}', '\r', '\u{85}', '\u{2028}', '\u{2029}'];

/// The words of a text in one line.
fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The finding for a name with line breaks. Lists, pages, records of games and files of other programs
/// have a name in one line.
fn several_lines(span: Span, help: String, found: &mut Report) {
    let title = "the name has several lines";
    found.at(Code::BadValue, span, title, "a name has no line breaks").help(help);
}

fn head(layer: &Layer, draft: &mut Draft, found: &mut Report) {
    let file = &*layer.definition;
    let stem = Path::new(&layer.name).file_stem().and_then(|s| s.to_str()).unwrap_or(&layer.name);
    let said = file.name.as_ref().map_or(stem, |n| n.text().trim_end());
    // Titles stand in lists, on pages and in files, where an invisible character could show another text.
    let seen = |c: char| if is_seen(c) { c } else { char::REPLACEMENT_CHARACTER };
    let name: String = in_one_line(said).chars().map(seen).collect();
    if let Some(text) = file.name.as_ref().filter(|_| said.contains(LINE_BREAKS)) {
        several_lines(text.span(), format!("type `name: {name}`"), found);
    }
    let pieces = file.pieces.iter().flat_map(|piece| {
        let renamed = match &piece.change {
            PieceChange::Remove => None,
            PieceChange::Set(body) => body.rename.as_ref(),
        };
        std::iter::once(&piece.name).chain(renamed)
    });
    let names = pieces
        .chain(file.zones.iter().map(|zone| &zone.name))
        .chain(file.groups.iter().map(|group| &group.name))
        .chain(file.questions.iter().map(|question| &question.name))
        .chain(file.dice.iter().map(|die| &die.name));
    for name in names.filter(|name| name.text().contains(LINE_BREAKS)) {
        several_lines(name.span(), format!("type `{}`", in_one_line(name.text())), found);
    }
    let about = file.about.iter().map(|said| (said.key.text().into(), said.text.text().into()));
    let part = Part { title: name.clone(), about: about.collect() };
    match file.role() {
        Role::Modifier if !draft.title.is_empty() => {
            draft.title = format!("{} + {name}", draft.title);
        }
        Role::Modifier | Role::Game | Role::Abstract => {
            draft.title = name;
            draft.about = part.about.clone();
            draft.parts.clear();
        }
    }
    draft.parts.push(part);
}

/// Reads a zone. It may refer only to zones above it, so no zone contains itself.
fn zone(ZoneText { name, areas }: &ZoneText, draft: &mut Draft, found: &mut Report) {
    if !parse::is_zone_name(name.text()) {
        let title = format!("`{}` already has a meaning in areas", name.text());
        found
            .at(Code::ReservedName, name.span(), title, "cannot name a zone")
            .because("the name of a zone has words that have no meaning in areas and conditions")
            .help(format!("call it `{}-zone`", slug(name.text())));
        return;
    }
    let is_known = |word: &str| draft.zones.iter().any(|zone| zone.name.value == word);
    if let Some(word) = names::refused(name.text(), is_known) {
        let title = format!("`{word}` already has a meaning in questions");
        found
            .at(Code::ReservedName, name.span(), title, "cannot name a zone")
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
        let title = format!("the zone `{}` has areas for White and Black", name.text());
        found
            .at(Code::BadSides, name.span(), title, "the sides of this game have other names")
            .help(help);
    }
    if let ZoneAreas::Colors { black, .. } = areas {
        count_for_black(black, &area[Side::Black], draft.space.as_ref(), found);
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

/// Reports an area of Black that counts ranks, because people count them from White's side as often as
/// from Black's.
fn count_for_black(text: &Scalar, area: &Area, space: Option<&Space>, found: &mut Report) {
    if !area.counts_ranks() {
        return;
    }
    let lattice = space.map(|space| &space.lattice);
    let help = match (area, lattice) {
        (&Area::Ranks { first, last }, Some(grid @ Lattice::Grid { files, ranks, .. }))
            if last <= *ranks =>
        {
            let file = grid.file_name(files - 1);
            let [own, whites] = [(ranks + 1 - last, ranks + 1 - first), (first, last)]
                .map(|(from, to)| format!("a{from}-{file}{to}"));
            format!("name the cells: `{own}` as Alfil reads it, or `{whites}`")
        }
        _ => "name the cells, such as `a7-h8`".to_owned(),
    };
    let title = "are these ranks counted from Black's side or from White's?";
    found
        .at(Code::AmbiguousRanks, text.span(), title, "Alfil counts them from Black's side")
        .help(help);
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
    finding.reason = Some("a zone may use only the zones above it".into());
    let (title, help) = match index {
        0 => (
            format!("the zone `{word}` contains itself"),
            "name cells (`g4 g5`), ranks or files".to_owned(),
        ),
        _ => (
            format!("the zone `{word}` comes later in the file"),
            format!("move `{word}` above `{}`, or write its cells here", later[0].name.text()),
        ),
    };
    finding.title = title;
    finding.help = Some(Help::from(help));
}

/// A restriction after the grammar.
enum Restricts {
    /// A condition on the start and end cells of a move, with its words.
    Cells(Condition, String),
    /// A question about more than these cells.
    Asks(Read<Question>),
}

/// Reads a question that restricts moves, such as `same shade`. Returns `None` after an error.
fn restricts(text: &Scalar, draft: &Draft, found: &mut Report) -> Option<Restricts> {
    let text = &edition::question(text, found);
    let stand = Stand { role: natural::Role::Only, reads: reads_restriction };
    helped(text, stand, draft, found, |found| restricts_read(text, draft, found))
}

/// Reads a text that a help may propose.
fn reads_restriction(trial: Trial<'_>, form: Form, text: &str) -> bool {
    match form {
        Form::Whole | Form::Question => {
            let mut found = Report::default();
            let read = restricts_read(&trial.said(text), trial.draft, &mut found);
            read.is_some() && found.is_empty()
        }
        Form::Deeds => false,
    }
}

fn restricts_read(text: &Scalar, draft: &Draft, found: &mut Report) -> Option<Restricts> {
    let names = names::of(draft);
    let named: Vec<&str> = draft.vocabulary.question_names().collect();
    let parsed = question::question_line(text, &names);
    let asks =
        |line: &Line<ast::Question>| line.asks() || named.iter().any(|name| line.mentions(name));
    let condition = parsed.tree.as_ref().filter(|line| !asks(line)).and_then(Line::condition);
    match condition {
        Some(condition) if parsed.found.is_empty() => {
            in_context(text, &draft.zones, Dialect::default(), |words, context| {
                let condition = movement::condition_of(&condition, context, found)?;
                Some(Restricts::Cells(condition, words.trim().to_owned()))
            })
        }
        Some(_) | None => question::asked(text, parsed, draft, found).map(Restricts::Asks),
    }
}

fn restrictions(layer: &Layer, draft: &mut Draft, found: &mut Report) {
    let file = &*layer.definition;
    let is_kept = |text: &&Scalar| text.text().trim() == "^";
    let every = file.every_move.as_ref().map(|text| (text, restricts(text, draft, found)));
    let attacks = file.attacks.as_ref().filter(|text| !is_kept(text));
    let attacks = attacks.map(|text| (text, restricts(text, draft, found)));
    let of_attacks = match (&file.attacks, &every) {
        (None, Some((_, Some(Restricts::Cells(condition, words))))) => {
            Some((condition.clone(), words.clone()))
        }
        (None | Some(_), _) => None,
    };
    match every {
        Some((text, Some(Restricts::Cells(condition, words)))) => {
            let before = draft.every_move.condition();
            let alone = is_impossible(&condition);
            draft.every_move.add(condition, words);
            draft.every_move.place = Some(text.span());
            let impossible = is_impossible(&draft.every_move.condition());
            if (alone || !is_impossible(&before)) && impossible {
                found.push(contradiction(layer, text, alone));
            }
        }
        Some((text, Some(Restricts::Asks(read)))) => ask(text, read, file.attacks.as_ref(), draft),
        Some((_, None)) | None => {}
    }
    if let Some((condition, words)) = of_attacks {
        draft.every_attack.add(condition, words);
    }
    match attacks {
        Some((_, Some(Restricts::Cells(condition, words)))) => {
            draft.every_attack.add(condition, words);
        }
        Some((text, Some(Restricts::Asks(read)))) => ask_attacks(text, read, draft, found),
        Some((_, None)) | None => {}
    }
    if let (Some(text), None) = (&file.attacks, &file.every_move)
        && is_kept(&text)
        && !file.broken.contains(&"every move")
    {
        found
            .at(
                Code::BadRestriction,
                text.span(),
                "`attacks: ^` without `every move`",
                "attacks are already as before",
            )
            .because("it only excepts attacks from the `every move` of the same file")
            .help("remove it, or write `attacks` under a piece");
    }
}

/// Applies an `every move` condition that depends on more than the start and end cells of a move.
fn ask(text: &Scalar, read: Read<Question>, attacks: Option<&Scalar>, draft: &mut Draft) {
    draft.sentences.keyed.push((Key::EveryMove, read.tree()));
    let (condition, asked) = question::split(read.value);
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

/// Applies an `attacks` condition that depends on more than the start and end cells of a capture.
fn ask_attacks(text: &Scalar, read: Read<Question>, draft: &mut Draft, found: &mut Report) {
    draft.sentences.keyed.push((Key::Attacks, read.tree()));
    let (condition, asked) = question::split(read.value);
    if condition != Condition::Always {
        let words = restriction_words(&condition, draft);
        draft.every_attack.add(condition, words);
    }
    for question in asked {
        if question.level() >= Lookahead::Attack {
            found
                .at(
                    Code::MisplacedQuestion,
                    text.span(),
                    "a condition on attacks that depends on attacks",
                    "depends on itself",
                )
                .because(
                    "questions about attacks or replies cannot be part of the definition of an attack",
                )
                .help("keep it in `every move` only, and write `attacks: ^`");
        } else {
            draft.sentences.attack.push(Spanned::new(question, text.span()));
        }
    }
}

/// Writes a condition in the definition language: `same shade`.
fn restriction_words(condition: &Condition, draft: &Draft) -> String {
    let names = |kind| draft.pieces[kind].name.value.as_str();
    let (zones, counters, dice) = (&draft.zones, &draft.counters, &draft.dice);
    let names = Names { kind: &names, zones, counters, dice, named: &[] };
    Question::Cells(condition.clone()).notation(names)
}

/// The finding for a restriction that leaves no legal move. `alone` is true if it contradicts
/// itself.
fn contradiction(layer: &Layer, said: &Scalar, alone: bool) -> Diagnostic {
    let at = layer.named.unwrap_or_else(|| said.span());
    if alone {
        let title = "no move fulfils this restriction";
        return Diagnostic::at(Code::Contradiction, at, title, "it contradicts itself")
            .help("if one of its parts is enough, join them with `or`");
    }
    let title = format!("`{}` contradicts an earlier restriction on moves", layer.name);
    Diagnostic::at(Code::Contradiction, at, title, "together they allow no move")
        .because(format!("every move would have to fulfil `{}` as well", said.text().trim()))
        .help("remove one of them")
}
