//! Lays the pieces of a file over the draft.
//!
//! A game adds pieces and changes inherited ones. A modifier changes existing pieces. It adds a
//! piece only if it gives both letter and moves and does not rename the piece. Strings are read
//! even if the piece does not exist, so that errors in a modifier are always reported.

use crate::art::{self, Refusal};
use crate::context::in_context;
use crate::draft::{Draft, MAX_KINDS, MovementString, Piece, Presence, Ways};
use crate::inheritance::{Layer, Standing};
use crate::movement::{self, Asking, Lowered};
use crate::names::{self, EVERY_PIECE, near, unknown_kind};
use crate::question::natural::{Stand, helped};
use crate::{plane, promotion, question, vocabulary};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, Report, has_errors};
use alfil_diagnostics::source::{Span, Spanned, is_seen};
use alfil_rules::ids::KindId;
use alfil_rules::look::{Art, Form, Letter, NoSymbol, Symbol};
use alfil_rules::movement::Movement;
use alfil_rules::question::Question;
use alfil_rules::side::ByColor;
use alfil_syntax::definition::Definition;
use alfil_syntax::definition::Role;
use alfil_syntax::notation::ast::At;
use alfil_syntax::notation::sentence::natural;
use alfil_syntax::piece::{PictureText, PieceBody, PieceChange, PieceText};
use alfil_syntax::scalar::Scalar;
use alfil_syntax::value::Dialect;
use std::sync::Arc;

/// The name that stands for all pieces that a file does not name.
const OTHERS: &str = "others";

/// Applies all entries of `pieces`, except for their promotions. Returns the kinds that the entries
/// changed.
pub(crate) fn apply_all<'l>(
    layer: &'l Layer,
    draft: &mut Draft,
    found: &mut Report,
) -> Vec<(KindId, &'l PieceText)> {
    let mut touched = Vec::new();
    let file = &*layer.definition;
    // `others: none` removes inherited pieces, so it comes before the entries that add pieces.
    for entry in file.pieces.iter().filter(|entry| entry.name.text() == OTHERS) {
        touched.extend(others(entry, file, draft, found).map(|kind| (kind, entry)));
    }
    let first = found.len();
    for entry in file.pieces.iter().filter(|entry| entry.name.text() != OTHERS) {
        if let Some(members) = vocabulary::members(entry, file, draft) {
            let kinds = each(entry, &members, layer, draft, found);
            touched.extend(kinds.into_iter().map(|kind| (kind, entry)));
            continue;
        }
        let kind = match &entry.change {
            PieceChange::Remove => remove(entry, layer, draft, found),
            PieceChange::Set(body) => set(entry, body, layer, draft, found),
        };
        touched.extend(kind.map(|kind| (kind, entry)));
    }
    vocabulary::apply_groups(file, draft, found);
    vocabulary::mark_entries(file, draft);
    once(found, first);
    if let (Role::Modifier, [], Some(first)) =
        (file.role(), touched.as_slice(), file.pieces.first())
        && layer.standing == Standing::Asked
    {
        let at = layer.named.unwrap_or_else(|| first.name.span());
        found
            .at(
                Code::IdleModifier,
                at,
                format!("`{}` changes nothing here", layer.name),
                "the game has none of its pieces",
            )
            .help("remove it");
    }
    if let (Role::Modifier, Standing::Asked, false) =
        (file.role(), layer.standing, touched.is_empty())
    {
        let missing = |entry: &&PieceText| {
            let is_added = matches!(&entry.change, PieceChange::Set(b) if b.letter.is_some());
            let is_known = touched.iter().any(|(_, t)| t.name.span() == entry.name.span());
            !is_known && !is_added
        };
        found.extend(file.pieces.iter().filter(missing).map(|entry| {
            let name = entry.name.text();
            Diagnostic::at(
                Code::AbsentPiece,
                layer.named.unwrap_or_else(|| entry.name.span()),
                format!("`{}` changes the `{name}`, but the game has no such piece", layer.name),
                "a modifier ignores pieces that the game does not have",
            )
            .help("write your own modifier for this game")
        }));
    }
    touched
}

/// Reads the promotions of the pieces that the entries of a file changed. They come after the named
/// questions, and may name pieces of later entries.
pub(crate) fn promote(touched: &[(KindId, &PieceText)], draft: &mut Draft, found: &mut Report) {
    let first = found.len();
    for &(kind, entry) in touched {
        if let PieceChange::Set(body) = &entry.change
            && let Some(said) = &body.promotes
        {
            promotion::read(kind, said, draft, found);
        }
    }
    once(found, first);
}

/// Applies an entry for a group to each of its pieces. All of them must be in the draft.
fn each(
    entry: &PieceText,
    members: &[Spanned<String>],
    layer: &Layer,
    draft: &mut Draft,
    found: &mut Report,
) -> Vec<KindId> {
    if let PieceChange::Set(body) = &entry.change {
        for (key, said) in [("letter", &body.letter), ("name", &body.rename)] {
            if let Some(said) = said {
                let title = format!("the pieces of a group cannot share a {key}");
                let help = "write it under each piece of the group";
                found.at(Code::BadValue, said.span(), title, "used for several pieces").help(help);
                return Vec::new();
            }
        }
    }
    let mut kinds = Vec::new();
    let strings = match &entry.change {
        PieceChange::Remove => Strings::default(),
        PieceChange::Set(body) => strings(body, layer, draft),
    };
    for member in members {
        let Some(kind) = draft.find(&member.value) else {
            let entries = || layer.definition.pieces.iter();
            let is_it = |other: &&PieceText| other.name.text() == member.value;
            // An unknown piece has a finding at the group.
            if let Some(later) = entries().find(is_it) {
                let title = format!("`{}` comes after its group", member.value);
                let help = format!("move `{}` below its pieces", entry.name.text());
                found
                    .at(
                        Code::BadValue,
                        entry.name.span(),
                        title,
                        "used before the piece is defined",
                    )
                    .label(later.name.span(), "the piece")
                    .help(help);
            }
            continue;
        };
        match &entry.change {
            PieceChange::Remove => draft.pieces[kind].presence = Presence::Gone,
            PieceChange::Set(body) => {
                let piece = draft.pieces[kind].clone();
                draft.pieces[kind] = changed(piece, body, &strings, layer, draft, found);
            }
        }
        kinds.push(kind);
    }
    kinds
}

/// Leaves out findings from `first` on that are there already. Texts of a group are read for each
/// of its pieces.
fn once(found: &mut Report, first: usize) {
    let new = found.split_off(first);
    for finding in new {
        if !found[first..].contains(&finding) {
            found.push(finding);
        }
    }
}

/// How texts are read that helps propose for movements.
const MOVEMENT: Stand = Stand { role: natural::Role::Movement, reads: question::reads_question };

/// Reads the questions of movements. They come last, because they may name counters and pieces of
/// later entries.
pub(crate) fn ask(draft: &mut Draft, found: &mut Report) {
    let first = found.len();
    let mut read = |mut ways: Ways, draft: &Draft| {
        for (text, asked) in std::mem::take(&mut ways.unread) {
            let meaning = helped(&text, MOVEMENT, draft, found, |found| {
                in_context(&text, &draft.zones, Dialect::default(), |words, context| {
                    question::given(words, &asked, draft, context, found)
                })
            });
            // A question with an error still gets a number, because terms refer to questions by
            // number.
            let (question, parts) = meaning.unwrap_or((Question::All(Vec::new()), [].into()));
            let span = text.slice(asked.words.at.bytes());
            ways.movement.asked.push(Spanned::new(question, span));
            if let Some(string) = ways.strings.iter_mut().find(|s| s.span == text.span()) {
                string.parts.push(parts);
            }
        }
        ways
    };
    for kind in draft.pieces.ids() {
        let moves = std::mem::take(&mut draft.pieces[kind].moves);
        draft.pieces[kind].moves = read(moves, draft);
        let attacks = draft.pieces[kind].attacks.take();
        draft.pieces[kind].attacks = attacks.map(|attacks| read(attacks, draft));
    }
    once(found, first);
}

/// Removes every piece that `file` does not name, and returns one of them.
fn others(
    entry: &PieceText,
    file: &Definition,
    draft: &mut Draft,
    found: &mut Report,
) -> Option<KindId> {
    let others: Vec<KindId> = draft
        .live()
        .filter(|(_, piece)| file.pieces.iter().all(|e| e.name.text() != piece.name.value))
        .map(|(kind, _)| kind)
        .collect();
    let title = match (&entry.change, others.is_empty()) {
        (PieceChange::Remove, false) => {
            others.iter().for_each(|&kind| draft.pieces[kind].presence = Presence::Gone);
            return others.first().copied();
        }
        (PieceChange::Remove, true) => "there are no other pieces to remove",
        (PieceChange::Set(_), _) => "`others` are all the pieces that this file does not name",
    };
    let help = match &entry.change {
        PieceChange::Remove => "remove `others`",
        PieceChange::Set(_) => "type `others: none`, or give the piece another name",
    };
    found.at(Code::BadValue, entry.name.span(), title, "no piece").help(help);
    None
}

fn remove(
    entry: &PieceText,
    layer: &Layer,
    draft: &mut Draft,
    found: &mut Report,
) -> Option<KindId> {
    let kind = draft.find(entry.name.text());
    match kind {
        Some(kind) => draft.pieces[kind].presence = Presence::Gone,
        None => absent(entry, layer, draft, found),
    }
    kind
}

fn set(
    entry: &PieceText,
    body: &PieceBody,
    layer: &Layer,
    draft: &mut Draft,
    found: &mut Report,
) -> Option<KindId> {
    let lettered = body.letter.is_some() || body.lost_letter;
    let strings = strings(body, layer, draft);
    if let Some(kind) = draft.find(entry.name.text()) {
        let piece = draft.pieces[kind].clone();
        let (old, errors) = (piece.letter, found.len());
        draft.pieces[kind] = changed(piece, body, &strings, layer, draft, found);
        let same = draft.pieces[kind].letter == old;
        draft.broken.letters |= lettered && same && (body.broken || has_errors(&found[errors..]));
        rename(kind, body, draft, found);
        return Some(kind);
    }
    let name = Spanned::new(entry.name.text().to_owned(), entry.name.span());
    let fresh = Piece { suspect: body.broken, ..Piece::named(name) };
    let piece = changed(fresh, body, &strings, layer, draft, found);
    let is_moved = body.moves.is_some()
        || vocabulary::gives_moves(&layer.definition, draft, entry.name.text());
    let complete = body.letter.is_some() && is_moved;
    match layer.definition.role() {
        Role::Modifier if !complete || body.rename.is_some() => {
            absent(entry, layer, draft, found);
            return None;
        }
        Role::Game | Role::Abstract if !complete && !body.broken => {
            if let Some(finding) = misnamed(entry, body, draft) {
                found.push(finding);
                return None;
            }
            found.push(incomplete(entry, body, draft));
        }
        Role::Game | Role::Abstract | Role::Modifier => {}
    }
    refuse_reserved(entry.name.text(), entry.name.span(), draft, found);
    if draft.pieces.len() >= MAX_KINDS {
        found.at(
            Code::TooManyPieces,
            entry.name.span(),
            format!("more than {MAX_KINDS} kinds of pieces"),
            "one too many",
        );
        return None;
    }
    draft.broken.pieces |= piece.suspect || !complete;
    draft.broken.letters |= piece.letter.value.capital() == '?';
    let kind = draft.pieces.push(piece);
    rename(kind, body, draft, found);
    Some(kind)
}

/// Reads a value such as `worth: 9`.
fn worth(text: &Scalar, found: &mut Report) -> Option<u16> {
    let worth = text.text().trim().parse().ok().filter(|worth| *worth <= 1000);
    if worth.is_none() {
        let title = format!("`{}` is not a number of points", text.text().trim());
        found
            .at(Code::BadValue, text.span(), title, "expected a whole number")
            .help("write a whole number from 0 to 1000, such as `9`");
    }
    worth
}

/// Reads a value such as `symbol: 玉 王`, or `none`.
fn symbol(text: &Scalar, found: &mut Report) -> Option<Option<Symbol>> {
    let words = text.text().trim();
    if words == "none" {
        return Some(None);
    }
    let wrong = match Symbol::read(words) {
        Ok(symbol) => return Some(Some(symbol)),
        Err(wrong) => wrong,
    };
    let first = words.chars().find(|&c| is_seen(c) && !c.is_whitespace());
    let shorter = || first.map_or("remove `symbol`".into(), Help::type_in);
    let (title, help) = match wrong {
        NoSymbol::Count(0) => ("a symbol has no sign".to_owned(), shorter()),
        NoSymbol::Count(_) => {
            let two: Vec<&str> = words.split_whitespace().take(2).collect();
            let title = format!("`{words}` has more than one sign for each side");
            (title, Help::type_in(two.join(" ")))
        }
        NoSymbol::Length => (format!("`{words}` is not a sign of one or two letters"), shorter()),
        NoSymbol::Hidden(c) => {
            (format!("a symbol contains U+{:04X}, which is invisible", u32::from(c)), shorter())
        }
    };
    let label = "expected a letter or sign, or White's and Black's";
    found.at(Code::BadValue, text.span(), title, label).help(help);
    None
}

/// Reads the drawings of both sides.
fn pictures(
    ByColor([white, black]): &ByColor<Scalar>,
    layer: &Layer,
    found: &mut Report,
) -> Option<ByColor<Art>> {
    let mut read = |text: &Scalar| {
        let words = text.text();
        let drawn = if art::is_path(words) {
            // The finding about a file that cannot be read is there already.
            layer.pictures.get(words.trim())?
        } else {
            words
        };
        match art::read(drawn) {
            Ok(art) => Some(art),
            Err(Refusal { title, line, help }) => {
                let finding = found.at(Code::BadPicture, text.span(), title, "not drawn");
                let finding = match line {
                    Some(line) => finding.because(format!("it is in line {line} of the picture")),
                    None => finding,
                };
                finding.help(help);
                None
            }
        }
    };
    let first = read(white)?;
    let second = if white.span() == black.span() { first.clone() } else { read(black)? };
    Some(ByColor([first, second]))
}

fn changed(
    mut piece: Piece,
    body: &PieceBody,
    strings: &Strings,
    layer: &Layer,
    draft: &Draft,
    found: &mut Report,
) -> Piece {
    let errors = found.len();
    let suspect = piece.suspect;
    piece.suspect |= body.broken;
    if let Some(text) = &body.letter {
        piece.letter = letter(text, &piece.name.value, draft, found).unwrap_or(piece.letter);
    }
    if let Some(text) = &body.symbol {
        piece.symbol = symbol(text, found).unwrap_or(piece.symbol);
    }
    match &body.picture {
        None => {}
        Some(PictureText::None) => piece.art = None,
        Some(PictureText::Each(sides)) => {
            piece.art = pictures(sides, layer, found).or(piece.art);
        }
    }
    piece.figure = body.figure.map_or(piece.figure, |f| Some(f.value));
    piece.royal = body.royal.map_or(piece.royal, |r| r.value);
    if let Some(text) = &body.worth {
        piece.worth = worth(text, found).unwrap_or(piece.worth);
    }
    piece.owner = body.owner.unwrap_or(piece.owner);
    piece.blocks = body.blocks.unwrap_or(piece.blocks);
    piece.turns = body.turns.map_or(piece.turns, |t| t.value);
    if let Some(text) = &body.body {
        piece.body = Some(plane::body(text, found));
    }
    let attacked = piece.attacks.clone().unwrap_or_else(|| piece.moves.clone());
    if let (Some(text), Some(string)) = (&body.moves, &strings.moves) {
        let before = std::mem::take(&mut piece.moves);
        piece.moves = ways(text, string, layer, before.clone(), draft, found);
        if suspect {
            // An earlier part of the movement has an error, which may be the reason that `^` keeps
            // nothing. So findings about an empty movement are removed.
            let mut index = 0;
            found.retain(|d| {
                index += 1;
                index <= errors || d.code != Code::EmptyMovement
            });
        }
        if layer.definition.role() == Role::Modifier {
            dropped(&piece, &before.movement, text, layer, found);
            piece.modified = Some(text.span());
        }
    }
    if let (Some(text), Some(string)) = (&body.attacks, &strings.attacks) {
        piece.attacks = Some(ways(text, string, layer, attacked, draft, found));
    }
    piece.suspect |= has_errors(&found[errors..]);
    piece
}

/// The movement strings of an entry after the grammar. An entry for a group has them for all of its
/// pieces.
#[derive(Default)]
struct Strings {
    moves: Option<Asking>,
    attacks: Option<Asking>,
}

/// Parses the movement strings of an entry.
fn strings(body: &PieceBody, layer: &Layer, draft: &Draft) -> Strings {
    let file = &layer.definition;
    let names = names::of_file(draft, file);
    let said = file.questions.iter().map(|question| question.name.text());
    let named: Vec<&str> = said.chain(draft.vocabulary.question_names()).collect();
    let parse = |text: &Scalar| {
        movement::parse_asking(text.text(), &names, &named, &|range| text.slice(range))
    };
    Strings { moves: body.moves.as_ref().map(parse), attacks: body.attacks.as_ref().map(parse) }
}

/// Gives a movement string that follows `before` its meaning. Returns `before` if the string has an
/// error.
fn ways(
    text: &Scalar,
    string: &Asking,
    layer: &Layer,
    before: Ways,
    draft: &Draft,
    found: &mut Report,
) -> Ways {
    let dialect = layer.definition.dialect;
    let first = before.movement.asked.len() + before.unread.len();
    let lowered = helped(text, MOVEMENT, draft, found, |found| {
        in_context(text, &draft.zones, dialect, |text, context| {
            let whole = At { start: 0, end: text.len() };
            movement::lower_tree(string, whole, &before.movement, first, context, found)
        })
    });
    let (Some(Lowered { movement, is_dialectal }), Some(tree)) = (lowered, &string.tree) else {
        return before;
    };
    let asked = tree.asked().map(|(asked, _)| (text.clone(), asked.clone()));
    let unread = before.unread.into_iter().chain(asked).collect();
    let mut strings = if tree.starts_afresh() { Vec::new() } else { before.strings };
    let dialect = is_dialectal.then_some(dialect);
    let (tree, span, text) = (Arc::new(tree.clone()), text.span(), text.text().trim().to_owned());
    strings.push(MovementString { text, tree, dialect, parts: Vec::new(), span });
    Ways { movement, strings, unread }
}

/// Warns of a modifier that removes the moves that an earlier modifier added.
fn dropped(piece: &Piece, before: &Movement, text: &Scalar, layer: &Layer, found: &mut Report) {
    let Some(earlier) = piece.modified else { return };
    let kept = before.terms.is_empty()
        || before.terms.iter().any(|b| piece.moves.movement.terms.iter().any(|t| t.span == b.span));
    if kept {
        return;
    }
    let name = &piece.name.value;
    found
        .at(
            Code::DroppedMoves,
            layer.named.unwrap_or_else(|| text.span()),
            format!("`{}` removes the moves that an earlier modifier gave the {name}", layer.name),
            "replaces them",
        )
        .label(earlier, "said here")
        .because(format!(
            "its movement `{}` has neither `+` nor `^`, so it replaces all moves",
            text.text().trim()
        ))
        .help("change the order of the modifiers, or remove one of them");
}

/// Reports a name that sentences read as a keyword.
fn refuse_reserved(name: &str, span: Span, draft: &Draft, found: &mut Report) {
    let is_kind = |word: &str| draft.find(word).is_some();
    let every = EVERY_PIECE.into_iter().find(|word| *word == name);
    if let Some(word) = every.or_else(|| names::refused(name, is_kind)) {
        let title = format!("`{word}` already has a meaning in questions");
        found
            .at(Code::ReservedName, span, title, "cannot name a piece")
            .because("a question or an effect could never name this piece")
            .help(format!("call it `{}`", names::suggested(name, "piece")));
    }
}

fn rename(kind: KindId, body: &PieceBody, draft: &mut Draft, found: &mut Report) {
    let Some(text) = &body.rename else { return };
    refuse_reserved(text.text(), text.span(), draft, found);
    match draft.find(text.text()) {
        Some(other) if other != kind => found.push(
            Diagnostic::at(
                Code::BadValue,
                text.span(),
                format!("there is already a piece called `{}`", text.text()),
                "taken",
            )
            .label(draft.pieces[other].name.span, "defined here"),
        ),
        Some(_) | None => {
            draft.pieces[kind].name = Spanned::new(text.text().to_owned(), text.span());
        }
    }
}

fn letter(text: &Scalar, name: &str, draft: &Draft, found: &mut Report) -> Option<Spanned<Letter>> {
    let (form, bare) = match text.text().strip_prefix('+') {
        Some(rest) => (Form::Plus, rest),
        None => (Form::Plain, text.text()),
    };
    let mut chars = bare.chars();
    let first = chars.next();
    let paired = |first: &char| {
        let mut lower = first.to_lowercase();
        first.is_uppercase() && lower.next().is_some_and(|l| l != *first) && lower.next().is_none()
    };
    if let (Some(first), None) = (first.filter(paired), chars.next()) {
        return Some(Spanned::new(Letter::new(first, form), text.span()));
    }
    let mut finding = Diagnostic::at(
        Code::BadLetter,
        text.span(),
        format!("`{}` cannot be the letter of a piece", text.text()),
        "expected one upper-case letter, with or without `+` before it",
    );
    if let Some(first) = first.filter(|c| c.is_alphabetic()) {
        let upper: String = first.to_uppercase().collect();
        let plus = if form == Form::Plus { "+" } else { "" };
        finding = finding.help(Help::type_in(format!("{plus}{upper}")));
    } else if let Some(free) = draft.free_letter(name) {
        finding = finding.help(Help::type_in(free));
    }
    found.push(finding);
    None
}

/// Reports a piece that the game lacks. This is an error in a game. In a modifier that is checked
/// by itself, it is a warning, and only if the name resembles a piece of the base game.
fn absent(entry: &PieceText, layer: &Layer, draft: &Draft, found: &mut Report) {
    let name = Spanned::new(entry.name.text().to_owned(), entry.name.span());
    match (layer.definition.role(), layer.standing) {
        (Role::Game | Role::Abstract, _) => found.push(unknown_kind(&name, draft)),
        (Role::Modifier, Standing::Tried) => {
            if let Some(near) = near(&name.value, draft) {
                found
                    .at(
                        Code::AbsentPiece,
                        name.span,
                        format!("chess has no piece called `{}`", name.value),
                        "a modifier ignores pieces that the game does not have",
                    )
                    .help(Help::did_you_mean(near));
            }
        }
        (Role::Modifier, Standing::Asked) => {}
    }
}

/// The finding for a misspelt name of an inherited piece, which would otherwise look like a new
/// piece without a letter.
fn misnamed(entry: &PieceText, body: &PieceBody, draft: &Draft) -> Option<Diagnostic> {
    let name = entry.name.text();
    near(name, draft).filter(|_| body.letter.is_none())?;
    Some(unknown_kind(&Spanned::new(name.to_owned(), entry.name.span()), draft))
}

fn incomplete(entry: &PieceText, body: &PieceBody, draft: &Draft) -> Diagnostic {
    let name = entry.name.text();
    let free = draft.free_letter(name).unwrap_or('X');
    let (lacks, example) = match (&body.letter, &body.moves) {
        (None, None) => ("letter and moves", format!("letter: {free}, moves: W")),
        (None, Some(_)) => ("a letter", format!("letter: {free}")),
        (Some(_), None) | (Some(_), Some(_)) => ("moves", "moves: W".to_owned()),
    };
    Diagnostic::at(
        Code::MissingKey,
        entry.name.span(),
        format!("the new piece `{name}` has no {lacks}"),
        "no parent has this piece",
    )
    .help(format!("add `{example}`"))
}
