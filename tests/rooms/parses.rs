//! Tests of the trees of sentences: each text is parsed once, every word has its place, a printed
//! tree parses to the same tree, and a changed tree gives edits of the text.

use alfil_definitions::shipped;
use alfil_diagnostics::diagnostic::Report;
use alfil_diagnostics::source::{SourceId, Sources, Span};
use alfil_resolve::resolution::resolve;
use alfil_rules::ruleset::Ruleset;
use alfil_syntax::definition::{self, Definition};
use alfil_syntax::log;
use alfil_syntax::mapping::OrNone;
use alfil_syntax::notation::parse::{self, Names, Place};
use alfil_syntax::notation::sentence::ast::{Line, Sentence};
use alfil_syntax::notation::sentence::changes;
use alfil_syntax::notation::sentence::print::{Sort, Words};
use alfil_syntax::piece::PieceChange;
use alfil_syntax::scalar::Scalar;
use alfil_syntax::turn::{PassText, StepsText};
use std::collections::BTreeMap;

/// In the check of a definition, the grammar reads each text of the definition and its parents once.
#[test]
fn each_text_is_parsed_once() {
    let (mut texts, mut more) = (0, Vec::new());
    for shipped in shipped() {
        let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
        let (_, runs) = log::record(|| resolve(shipped.name, &mut library, &mut sources));
        let mut counts: BTreeMap<_, usize> = BTreeMap::new();
        for (span, text) in runs {
            *counts.entry((span.source, span.start, text)).or_default() += 1;
        }
        texts += counts.len();
        let often = counts.into_iter().filter(|(_, count)| *count > 1);
        more.extend(often.map(|((.., text), count)| (shipped.name, text, count)));
    }
    assert!(texts > 1000, "only {texts} texts");
    assert_eq!(more, []);
}

/// A form of sentences, by its parser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Goal,
    Question,
    Number,
    Effect,
}

impl Form {
    fn parse(self, text: &str, names: &Names<'_>) -> Option<Sentence> {
        fn read<T>(
            parse: fn(&str, &Names<'_>, &Place<'_>, &mut Report) -> Option<Line<T>>,
            text: &str,
            names: &Names<'_>,
        ) -> Option<Sentence>
        where
            Sentence: From<Line<T>>,
        {
            let place =
                |range: std::ops::Range<usize>| Span::new(SourceId::only(), range.start, range.end);
            let mut found = Report::default();
            let line = parse(text, names, &place, &mut found)?;
            assert_eq!(*found, [], "{text}");
            Some(Sentence::from(line))
        }
        match self {
            Form::Goal => read(parse::goal, text, names),
            Form::Question => read(parse::question, text, names),
            Form::Number => read(parse::number, text, names),
            Form::Effect => read(parse::effect, text, names),
        }
    }
}

/// All sentences of a file, with their forms.
fn sentences(file: &Definition) -> Vec<(Form, &Scalar)> {
    let mut all = Vec::new();
    let lists = [
        (Form::Question, &file.must),
        (Form::Question, &file.umpire_tells),
        (Form::Effect, &file.effects),
    ];
    let ends = [&file.ends.goals, &file.ends.claims].into_iter().flatten();
    let ends = ends.flat_map(|list| &list.lines).map(|line| &line.sentence);
    all.extend(ends.filter(|line| line.text().trim() != "^").map(|line| (Form::Goal, line)));
    for (form, list) in lists {
        let lines = list.iter().flat_map(|list| &list.lines);
        all.extend(lines.filter(|line| line.text().trim() != "^").map(|line| (form, line)));
    }
    all.extend(file.questions.iter().map(|named| (Form::Question, &named.text)));
    let restrictions = [&file.every_move, &file.attacks].into_iter().flatten();
    let asks = |text: &&Scalar| text.text().trim() != "^";
    all.extend(restrictions.filter(asks).map(|text| (Form::Question, text)));
    if let Some(castling) = file.castling.as_ref().and_then(OrNone::value) {
        all.extend(castling.when.iter().map(|text| (Form::Question, text)));
    }
    if let Some(hand) = file.hand.as_ref().and_then(OrNone::value) {
        all.extend(hand.when.iter().map(|text| (Form::Question, text)));
    }
    if let Some(shuffle) = file.shuffle.as_ref().and_then(OrNone::value) {
        all.extend(shuffle.when.iter().map(|text| (Form::Question, text)));
    }
    if let Some(turn) = file.turn.as_ref().and_then(OrNone::value) {
        let first = turn.first.iter().filter_map(OrNone::value);
        let series = turn.white.iter().chain(&turn.black).chain(first).map(|series| &series.steps);
        for steps in turn.steps.iter().chain(series) {
            match steps {
                StepsText::Growing(_) => {}
                StepsText::Counted(text) => all.push((Form::Number, text)),
                StepsText::Some(steps, _) => {
                    for step in steps {
                        all.extend(step.given.iter().map(|text| (Form::Question, text)));
                        all.extend(step.moves.iter().map(|text| (Form::Question, text)));
                        all.extend(step.pass_in_check.iter().map(|text| (Form::Question, text)));
                        if let PassText::When(text) = &step.may_pass {
                            all.push((Form::Question, text));
                        }
                    }
                }
            }
        }
    }
    for entry in &file.pieces {
        if let PieceChange::Set(body) = &entry.change {
            let rules = body.promotes.iter().filter_map(OrNone::value).flatten();
            all.extend(rules.filter_map(|rule| Some((Form::Question, rule.when.as_ref()?))));
        }
    }
    all
}

/// Calls `body` with every sentence of every shipped definition, and with the names of the game.
fn each_sentence(mut body: impl FnMut(Form, &str, &Names<'_>, &str)) {
    for shipped in shipped() {
        let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
        let resolved = resolve(shipped.name, &mut library, &mut sources).value;
        let Some(Ruleset { kinds, zones, groups, named, .. }) = resolved.map(|r| r.ruleset) else {
            continue;
        };
        let zones = zones.iter().map(|zone| zone.name.value.as_str());
        let others: Vec<&str> = zones.chain(named.iter().map(|n| n.name.value.as_str())).collect();
        let kinds = kinds.iter().map(|kind| kind.name.value.as_str());
        let kinds: Vec<&str> = kinds.chain(groups.iter().map(|g| g.name.value.as_str())).collect();
        let names = Names::new(&others, &kinds);
        let source = sources.add(shipped.name, shipped.text);
        let tree = definition::tree(source, shipped.text).value.expect("shipped files are YAML");
        let file = definition::read(&tree, shipped.text).value.expect("shipped files are valid");
        for (form, text) in sentences(&file) {
            body(form, text.text(), &names, shipped.name);
        }
    }
}

/// A text without blanks at its ends, and with one space for each run of blanks.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_printed_sentence_has_the_same_tree() {
    let mut count = 0;
    each_sentence(|form, text, names, game| {
        let tree = form.parse(text, names).unwrap_or_else(|| panic!("{game}: {text}"));
        let printed = tree.to_string();
        let again = form.parse(&printed, names);
        assert_eq!(again.as_ref(), Some(&tree), "{game}: {text}");
        count += 1;
    });
    assert!(count > 150, "only {count} sentences");
}

/// Every word of a text is a word of the tree, with its place.
#[test]
fn every_word_has_its_place() {
    each_sentence(|form, text, names, game| {
        let tree = form.parse(text, names).unwrap_or_else(|| panic!("{game}: {text}"));
        let mut end = 0;
        for word in tree.words() {
            let said = format!("{game}: {text}: {word:?}");
            let between = &text[end..word.at.start];
            assert_eq!(between.trim(), "", "{said}");
            if word.sort != Sort::Tree {
                // `1 turns` is printed as `1 turn`.
                let written = plain(&text[word.at.bytes()]);
                assert!(
                    written == word.text || written.strip_suffix('s') == Some(&word.text),
                    "{said}"
                );
            }
            end = word.at.end;
        }
        assert_eq!(text[end..].trim(), "", "{game}: {text}");
    });
}

/// The text after some edits.
fn edited(text: &str, old: &Sentence, new: &Sentence) -> String {
    let mut edited = text.to_owned();
    for change in changes(old, new).into_iter().rev() {
        edited.replace_range(change.range, &change.text);
    }
    edited
}

/// The edits for another tree give a text with that tree, whatever changes.
#[test]
fn a_changed_tree_gives_edits() {
    let mut last: BTreeMap<(String, usize), (String, Sentence)> = BTreeMap::new();
    each_sentence(|form, text, names, game| {
        let tree = form.parse(text, names).unwrap_or_else(|| panic!("{game}: {text}"));
        let wide = text.replace(' ', "  ");
        let spread = form.parse(&wide, names).unwrap_or_else(|| panic!("{game}: {wide}"));
        let key = (game.to_owned(), form as usize);
        if let Some((_, other)) = last.get(&key) {
            let edited = edited(&wide, &spread, other);
            let again = form.parse(&edited, names);
            assert_eq!(again.as_ref(), Some(other), "{game}: {text} -> {edited}");
        }
        last.insert(key, (text.to_owned(), tree));
    });
}

#[test]
fn edits_keep_the_rest_of_the_line() {
    let names = Names::NONE;
    let rows = [
        (
            "when capturing  own pawn\n  then remove mover",
            "when capturing own queen then remove mover",
            "when capturing  own queen\n  then remove mover",
        ),
        ("always remove  end; count  takes", "always remove end", "always remove  end"),
        ("always  remove end", "always remove end; count takes", "always  remove end; count takes"),
        (
            "when (capturing or  passing) then king  safe",
            "when (not capturing or passing) then king safe",
            "when (not capturing or  passing) then king  safe",
        ),
    ];
    for (text, new, wanted) in rows {
        let old = Form::Effect.parse(text, names).expect("a sentence");
        let new = Form::Effect.parse(new, names).expect("a sentence");
        assert_eq!(edited(text, &old, &new), wanted);
    }
}

/// Findings about effects mark the action or question that they are about, and not the whole line.
#[test]
fn findings_of_effects_mark_the_word() {
    let rows = [
        ("- always count takes; place queen from hand on start", "place queen from hand on start"),
        ("- when capturing then count takes; victim goes to own hand", "victim goes to own hand"),
        ("- when capturing then count takes; remove any at K of end", "remove any at K of end"),
        ("- when capturing enemy queen or rook then count takes; count losses", "losses"),
        ("- when capturing then count takes; count pawn", "pawn"),
        ("- when moving pawn and dropping then count takes", "dropping"),
        ("- when passing or capturing then count takes", "passing"),
        ("- when moving pawn and after capturing then count takes", "after capturing"),
        ("- when capturing or repeated 3 times then count takes", "repeated 3 times"),
        (
            "- always victim goes under mover; count takes\n  - when capturing then count takes; carry all",
            "carry all",
        ),
        ("- when capturing then count takes; count a; count b; count c; count d", "d"),
    ];
    for (lines, marked) in rows {
        let ends = "ends: {goals: [draw when own takes = 3]}";
        let text = format!("extends: chess\neffects:\n  {lines}\n{ends}\n");
        let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
        library.add(&mut sources, "written", &text);
        let found = resolve("written", &mut library, &mut sources).found;
        let place = found.first().and_then(|finding| finding.span());
        let span = place.unwrap_or_else(|| panic!("{lines} has no finding"));
        assert_eq!(&text[span.start as usize..span.end as usize], marked, "{lines}: {found:?}");
    }
}
