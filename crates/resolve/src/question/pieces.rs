//! Gives pieces and cells of questions and actions their meaning, such as `own queens at K of end`.
//! [`Asker`] holds the state of one sentence; each of the other files in this folder translates
//! some nodes of its tree.

use crate::context::{Context, Moment, Parsed, Read, SentencePart, What, in_context};
use crate::draft::Draft;
use crate::movement;
use crate::names::{self, EVERY_PIECE};
use alfil_diagnostics::diagnostic::{Code, Help, Report, did_you_mean, has_errors};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::condition::{Area, Condition};
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Gait, Leg, Passage, Stride, Term};
use alfil_rules::question::{Anchor, Filter, Men, Pattern, Pieces, Subject, Test, Whose};
use alfil_syntax::notation::ast::{At, Formula, Named, Said, Spot, Word};
use alfil_syntax::notation::parse::{Names as ReaderNames, Place as ReaderPlace};
use alfil_syntax::notation::sentence::ast::{
    self, FilterKind, Line, Names, Place, Selector, Sentence,
};
use alfil_syntax::scalar::Scalar;
use alfil_syntax::value::Dialect;
use std::sync::Arc;

impl Asker<'_> {
    /// Reads pieces with filters. `whole` is the place of their words, with `one` before them.
    pub(super) fn pieces(&mut self, said: &ast::Pieces, whole: At) -> Option<Pieces> {
        self.find_ambiguous(said, whole);
        self.find_early(said);
        let men = match &said.subject {
            ast::Subject::Men(men) => Some(men),
            ast::Subject::Empty(_) | ast::Subject::Anchor(_) => None,
        };
        let what = match &said.subject {
            ast::Subject::Men(men) => Subject::Men(self.men(men)?),
            ast::Subject::Empty(_) => Subject::Empty,
            ast::Subject::Anchor(anchor) => Subject::Anchor(anchor.value),
        };
        let mut filters = Vec::new();
        for filter in &said.filters {
            filters.push((filter.at, self.filter(filter, men)?));
        }
        for (at, filter) in &filters {
            if what == Subject::Empty && filter.test == Test::Attacked(None) {
                let title = "an empty cell has no enemies";
                self.find(
                    Code::BadPieces,
                    *at,
                    title,
                    "write `attacked by enemy` or `attacked by own`",
                );
                return None;
            }
            let attacked = matches!(filter.test, Test::Attacked(Some(_)));
            if what == Subject::Empty && !attacked && !filter.test.is_of_place() {
                let title = "an empty cell has a place and nothing else";
                self.find(
                    Code::BadPieces,
                    *at,
                    title,
                    "write `empty in AREA`, or `empty at K of end`",
                );
                return None;
            }
        }
        for (at, filter) in &filters {
            let pieces = Pieces { what: what.clone(), filters: vec![filter.clone()] };
            self.note(*at, What::Filter(pieces));
        }
        let pieces =
            Pieces { what, filters: filters.into_iter().map(|(_, filter)| filter).collect() };
        self.note(whole, What::Pieces(pieces.clone()));
        Some(pieces)
    }

    /// Reports `end attacked` and `own king in end` before the move, when the mover does not stand there
    /// yet.
    fn find_early(&mut self, said: &ast::Pieces) {
        let end = match &said.subject {
            ast::Subject::Anchor(end) => end,
            ast::Subject::Men(men) => return self.find_early_men(men, said),
            ast::Subject::Empty(_) => return,
        };
        let attacked = |filter: &ast::Filter| {
            let (FilterKind::Is(test) | FilterKind::Not(_, test)) = &filter.kind else {
                return false;
            };
            matches!(test, ast::Test::Attacked(..))
        };
        if end.value != Anchor::End
            || self.moment != Moment::Here
            || !said.filters.iter().any(attacked)
        {
            return;
        }
        let filters = self.text(At { start: end.at.end, end: said.at.end });
        let help = Help::write(format!("leaving mover{filters}"));
        let title = "before the move, the mover does not stand on `end`";
        let label = "asks about the piece that is captured there";
        self.found.at(Code::AskedTooEarly, self.span(said.at), title, label).help(help);
    }

    fn find_early_men(&mut self, men: &ast::Men, said: &ast::Pieces) {
        let in_end = |filter: &ast::Filter| {
            let (FilterKind::Is(test) | FilterKind::Not(_, test)) = &filter.kind else {
                return false;
            };
            matches!(test, ast::Test::InCell(_, anchor) if anchor.value == Anchor::End)
        };
        let is_own = men.whose.as_ref().is_some_and(|whose| whose.value == Whose::Own);
        if is_own && self.moment == Moment::Here && said.filters.iter().any(in_end) {
            let help = Help::write(format!("leaving {}", self.text(said.at)));
            let title = "before the move, the mover does not stand on `end`";
            let label = "asks about a piece that already stands there";
            self.found.at(Code::AskedTooEarly, self.span(said.at), title, label).help(help);
        }
    }

    /// Reports two filters in a row if the second could belong to the piece that the first one
    /// names.
    fn find_ambiguous(&mut self, said: &ast::Pieces, whole: At) {
        for (first, next) in said.filters.iter().zip(said.filters.iter().skip(1)) {
            let Some(named) = named_last(first) else { continue };
            let text = |start, end| self.text(At { start, end });
            let (name, filter) = (self.text(named), self.text(next.at));
            let before = text(whole.start, named.start);
            let apart = format!("{before}({name}){}", text(named.end, whole.end));
            let inner = text(named.start, next.at.end);
            let joined = format!("{before}({inner}){}", text(next.at.end, whole.end));
            let subject = text(whole.start, said.filters[0].at.start).trim_end();
            let title = format!("`{filter}` could be said of `{subject}` or of `{name}`");
            let label = format!("read as: `{subject}` is so");
            let help = Help::write(apart).remark(format!(
                "to keep this reading. If it belongs to `{name}`, write `{joined}`"
            ));
            self.found.at(Code::AmbiguousFilter, self.span(whole), title, label).help(help);
            return;
        }
    }

    /// Reads `of mover` behind a group of pairs, which `men` name.
    fn paired(&mut self, anchor: Said<Anchor>, at: At, men: Option<&ast::Men>) -> Option<Test> {
        let kinds = men.and_then(|men| men.kinds.as_ref());
        let pairs =
            kinds.and_then(Names::only).and_then(|name| names::pairs(&name.text, self.draft));
        let Some(pairs) = pairs else {
            let title = format!("`{}` without a group of pairs", self.text(at));
            let help = "write pairs, such as `groups: {crown: {king: gold, queen: silver}}`, and ask `any crown of mover`";
            self.find(Code::BadPieces, at, title, help);
            return None;
        };
        if anchor.value == Anchor::Victim {
            let help = "write `of mover`, or `of end` before the move";
            self.find(Code::BadPieces, at, "the victim stands on no cell", help);
            return None;
        }
        let one = |kind| Men { kinds: Some(vec![kind]), ..Men::all() };
        Some(Test::Paired(anchor.value, pairs.iter().map(|pair| pair.map(one)).collect()))
    }

    pub(super) fn filter(
        &mut self,
        filter: &ast::Filter,
        men: Option<&ast::Men>,
    ) -> Option<Filter> {
        Some(match &filter.kind {
            FilterKind::Is(test) => Filter { holds: true, test: self.test(test, filter.at, men)? },
            FilterKind::Not(not, test) => {
                let at = At { start: self.behind(*not, filter.at), end: filter.at.end };
                Filter { holds: false, test: self.test(test, at, men)? }
            }
            FilterKind::But(_, anchor) => Filter { holds: false, test: Test::On(anchor.value) },
        })
    }

    /// The first byte of the word after `not`.
    fn behind(&self, not: At, whole: At) -> usize {
        let rest = self.text(At { start: not.end, end: whole.end });
        whole.end - rest.trim_start().len()
    }

    /// Reads a test of pieces. `at` is the place of its words.
    fn test(&mut self, test: &ast::Test, at: At, men: Option<&ast::Men>) -> Option<Test> {
        Some(match test {
            ast::Test::InHand(..) => Test::InHand,
            ast::Test::InCell(_, cell) => {
                let anchor = cell.value;
                if !anchor.is_cell() {
                    let title = format!("`{}` is a piece, and no cell", anchor.word());
                    let help = match anchor {
                        Anchor::LastMover => {
                            "write `previous start`, or `own piece at K of previous mover`"
                        }
                        _ => "write `start` or `end`",
                    };
                    self.find(Code::BadPieces, cell.at, title, help);
                    return None;
                }
                Test::On(anchor)
            }
            ast::Test::InArea(_, area) => Test::In(self.area(area)?),
            ast::Test::InRow { row, what, .. } => Test::InRow(row.value, self.source(what)?),
            ast::Test::Guarded(_) => Test::Guarded,
            ast::Test::Between(_, men) => Test::Between(self.men(men)?),
            ast::Test::At { pattern, what, .. } => {
                let pattern = self.pattern(pattern)?;
                Test::At(pattern, self.source(what)?)
            }
            ast::Test::Along { pattern: said, start, end, .. } => {
                let pattern = self.pattern(said)?;
                let (start, end) = (self.source(start)?, self.source(end)?);
                if passes_nothing(&pattern.terms) {
                    let title = format!("`{}` passes no cell", pattern.text);
                    let help = match &pattern.terms[..] {
                        [leap] if !is_a_step(leap) => {
                            format!("write `n{}`, which walks, or a rider", pattern.text)
                        }
                        [..] => "write a rider, such as `R`, `B` or `Q`".to_owned(),
                    };
                    let (span, label) = (self.span(said.text.at), "nothing lies along it");
                    self.found.at(Code::BadPieces, span, title, label).help(help);
                    return None;
                }
                Test::Along(pattern, start, end)
            }
            ast::Test::On(cell) => Test::On(cell.value),
            ast::Test::LikeMover(_) => Test::LikeMover,
            ast::Test::Of(_, anchor) => self.paired(*anchor, at, men)?,
            ast::Test::LikeDie(_, name) => Test::LikeDie(self.die(name)?),
            ast::Test::NeverMoved(_) => Test::NeverMoved,
            ast::Test::Attacked(_, by) => Test::Attacked(match by {
                Some((_, by)) => Some(self.source(by)?),
                None => None,
            }),
        })
    }

    pub(super) fn area(&mut self, place: &Place) -> Option<Area> {
        movement::area_of(place.area.as_ref()?, self.context, self.found)
    }

    pub(super) fn men(&mut self, said: &ast::Men) -> Option<Men> {
        let mut men = Men::all();
        men.whose = said.whose.map(|whose| whose.value);
        if let Some(kinds) = said.kinds.as_ref().filter(|kinds| !is_every_piece(kinds)) {
            men.kinds = Some(self.kinds(kinds)?);
        }
        if let Some((_, kinds)) = &said.but {
            men.but = self.kinds(kinds)?;
        }
        Some(men)
    }

    pub(super) fn kinds(&mut self, said: &Names) -> Option<Vec<KindId>> {
        let (mut kinds, mut unknown) = (Vec::new(), false);
        for name in said.names.parts() {
            let kind = names::kind(names::singular(&name.text, self.draft), self.draft);
            let group = || names::group(&name.text, self.draft);
            match kind.map(|kind| vec![kind]).or_else(group) {
                Some(more) => kinds.extend(more),
                None => {
                    unknown = true;
                    self.unknown_kind(name);
                }
            }
        }
        (!unknown).then_some(kinds)
    }

    fn unknown_kind(&mut self, name: &Word) {
        let name = Spanned::new(name.text.clone(), self.span(name.at));
        let mut finding = names::unknown_kind(&name, self.draft);
        let is_listed =
            finding.help.is_some() && names::unknown_kind_help(&name.value, self.draft).is_none();
        if is_listed && let Some(help) = self.counted(&name.value) {
            finding = finding.help(help);
        }
        self.found.push(finding);
    }

    /// A suggestion for an unknown piece whose name resembles a counter or another number of a
    /// side.
    fn counted(&self, name: &str) -> Option<Help> {
        if matches!(name, "points" | "value" | "material" | "score") {
            return Some("write `worth`, the sum of what the pieces are worth".into());
        }
        if let Some(near) = did_you_mean(name, self.draft.counters.iter().map(String::as_str)) {
            return Some(Help::did_you_mean(near));
        }
        let kinds = self.draft.live().map(|(_, piece)| piece.name.value.as_str());
        let kinds = kinds.collect::<Vec<_>>().join(", ");
        let help = match self.draft.counters.as_slice() {
            [] => format!(
                "the pieces are {kinds}; a line of `effects` may count: `when giving check then count {name}`"
            ),
            counters => format!("the pieces are {kinds}; the counters {}", counters.join(", ")),
        };
        Some(help.into())
    }

    /// Reads a movement string in a filter.
    fn pattern(&mut self, said: &ast::Pattern) -> Option<Pattern> {
        let terms = movement::lower_pattern(said, self.context, self.found)?.terms;
        let plain = terms.iter().all(|term| {
            let walks = matches!(&term.action, Action::Walk(walk) if !walk.first_move);
            walks && !term.relays() && term.when == Condition::Always
        });
        if !plain {
            let title = "this movement does not select cells around another cell";
            let help = "write leaps, rides and hops: `K`, `mQ`, `(mctdK)0`; no castling, drops, first moves";
            self.find(Code::BadPieces, said.text.at, title, help);
            return None;
        }
        Some(Pattern { kind: None, text: said.text.text.clone(), terms })
    }

    /// Reads the pieces after `of`, `from`, `to` or `by`.
    pub(super) fn source(&mut self, said: &Selector) -> Option<Box<Pieces>> {
        Some(Box::new(match said {
            Selector::Anchor(anchor) => Pieces::anchor(anchor.value),
            Selector::Men(men) => {
                Pieces { what: Subject::Men(self.men(men)?), filters: Vec::new() }
            }
            Selector::Cells(place) => cells_in(self.area(place)?),
            Selector::Group { pieces, .. } => self.pieces(pieces, pieces.at)?,
            Selector::Unknown(word) => {
                let called = |name: &str| names::is_called(&word.text, name);
                if self.context.zones.iter().any(|zone| called(&zone.name.value)) {
                    let named = (Named::Word(word.text.clone()), word.at);
                    let zone = Formula::one(Spot::Cells(vec![named]), word.at);
                    return Some(Box::new(cells_in(movement::area_of(
                        &zone,
                        self.context,
                        self.found,
                    )?)));
                }
                self.unknown_selector(word);
                return None;
            }
        }))
    }

    /// Reports a word that should name pieces or a cell, and does not.
    fn unknown_selector(&mut self, said: &Word) {
        let word = &said.text;
        let title = format!("`{word}` names neither pieces nor a cell of the move");
        let help = match names::kind(names::singular(word, self.draft), self.draft) {
            Some(_) => format!("write `own {word}`, or `enemy` or `any` for `own`"),
            None => "write `own king`, `enemy`, `mover`, `start` or `end`".to_owned(),
        };
        let span = self.span(said.at);
        self.found.at(Code::BadPieces, span, title, "whose, or which?").help(help);
    }
}

/// A selector for the cells of an area.
fn cells_in(area: Area) -> Pieces {
    let within = Filter { holds: true, test: Test::In(area) };
    Pieces { what: Subject::Cells, filters: vec![within] }
}

/// The place of the piece at the end of a filter, unless this piece has filters, too.
fn named_last(filter: &ast::Filter) -> Option<At> {
    let (FilterKind::Is(test) | FilterKind::Not(_, test)) = &filter.kind else { return None };
    let (ast::Test::InRow { what, .. }
    | ast::Test::At { what, .. }
    | ast::Test::Along { end: what, .. }
    | ast::Test::Attacked(_, Some((_, what)))) = test
    else {
        return None;
    };
    match what {
        Selector::Men(men) => Some(men.at),
        Selector::Anchor(anchor) if !anchor.value.is_cell() => Some(anchor.at),
        Selector::Anchor(_)
        | Selector::Cells(_)
        | Selector::Group { .. }
        | Selector::Unknown(_) => None,
    }
}

/// Returns true if all terms are single steps or leaps, which pass no cells.
fn passes_nothing(terms: &[Term]) -> bool {
    terms.iter().all(|term| match &term.action {
        Action::Walk(walk) => match &walk.legs[..] {
            [leg] => {
                let leaps = leg.range.max == Some(1) || leg.gait == Gait::Leaping;
                leaps && leg.passage == Passage::Free
            }
            [] | [..] => false,
        },
        Action::Castle(_) | Action::Drop(_) => false,
    })
}

/// Returns true if the first stride of a term leads to an adjacent cell.
fn is_a_step(term: &Term) -> bool {
    let step = |leg: &Leg| matches!(leg.stride, Stride::Radial { length: 1, .. });
    matches!(&term.action, Action::Walk(walk) if walk.legs.first().is_some_and(step))
}

/// Returns true for the word `piece` or `pieces`, which stands for all kinds.
fn is_every_piece(kinds: &Names) -> bool {
    kinds.only().is_some_and(|name| EVERY_PIECE.contains(&name.text.as_str()))
}

// Gives one sentence its meaning. `Asker` holds the state. Each of the other files in this folder
// translates some nodes of the tree.

/// A function that parses a sentence.
pub(super) type Parse<T> =
    fn(&str, &ReaderNames<'_>, &ReaderPlace<'_>, &mut Report) -> Option<Line<T>>;

/// Parses a text.
pub(super) fn parsed<T>(
    text: &Scalar,
    parse: Parse<T>,
    names: &ReaderNames<'_>,
) -> Parsed<Line<T>> {
    let mut found = Report::default();
    let tree = parse(text.text(), names, &|range| text.slice(range), &mut found);
    Parsed { tree, found }
}

/// Parses a text and gives it its meaning with `body`, which gets the sentence. `forms` lists the
/// valid forms of the text. Returns a value if there is no error.
pub(super) fn read<T: Clone, V>(
    text: &Scalar,
    parse: Parse<T>,
    forms: &str,
    draft: &Draft,
    found: &mut Report,
    body: impl FnOnce(&mut Asker<'_>, &T) -> Option<V>,
) -> Option<Read<V>>
where
    Sentence: From<Line<T>>,
{
    meant(text, parsed(text, parse, &names::of(draft)), forms, draft, found, body)
}

/// Gives a parsed text its meaning.
pub(super) fn meant<T: Clone, V>(
    text: &Scalar,
    parsed: Parsed<Line<T>>,
    forms: &str,
    draft: &Draft,
    found: &mut Report,
    body: impl FnOnce(&mut Asker<'_>, &T) -> Option<V>,
) -> Option<Read<V>>
where
    Sentence: From<Line<T>>,
{
    in_context(text, &draft.zones, Dialect::default(), |words, context| {
        let whole = At { start: 0, end: words.len() };
        let (value, parts) = meaning(words, whole, &parsed, forms, draft, context, found, body)?;
        let tree = Arc::new(Sentence::from(parsed.tree?));
        Some(Read { tree, value, parts, text: text.clone(), span: text.span() })
    })
}

/// The meaning of the sentence at `whole` in the text `words`, and the meaning of its parts.
#[expect(clippy::too_many_arguments, reason = "the parts of a text and of its surroundings")]
pub(super) fn meaning<T, V>(
    words: &str,
    whole: At,
    parsed: &Parsed<Line<T>>,
    forms: &str,
    draft: &Draft,
    context: Context<'_>,
    found: &mut Report,
    body: impl FnOnce(&mut Asker<'_>, &T) -> Option<V>,
) -> Option<(V, Arc<[SentencePart]>)> {
    let mut own = parsed.found.clone();
    let (parts, moment) = (Vec::new(), Moment::Here);
    let mut asker = Asker { words, whole, draft, context, found: &mut own, parts, moment };
    let value = parsed.tree.as_ref().and_then(|line| {
        let Some(sentence) = &line.sentence else {
            asker.no_sentence(forms);
            return None;
        };
        let value = body(&mut asker, sentence)?;
        if let Some(rest) = &line.rest {
            asker.not_continued(rest);
        }
        Some(value)
    });
    let parts = std::mem::take(&mut asker.parts);
    let failed = has_errors(&own);
    found.extend(own);
    value.filter(|_| !failed).map(|value| (value, parts.into()))
}

/// The state of giving one sentence its meaning.
pub(super) struct Asker<'a> {
    /// The text with the sentence.
    pub(super) words: &'a str,
    /// The place of the sentence in the text.
    pub(super) whole: At,
    pub(super) draft: &'a Draft,
    pub(super) context: Context<'a>,
    pub(super) found: &'a mut Report,
    /// The parts that have a meaning so far, with their places.
    pub(super) parts: Vec<SentencePart>,
    /// The board that the current words describe.
    pub(super) moment: Moment,
}

impl Asker<'_> {
    pub(super) fn span(&self, at: At) -> Span {
        (self.context.place)(at.bytes())
    }

    /// The text at a place.
    pub(super) fn text(&self, at: At) -> &str {
        self.words.get(at.bytes()).unwrap_or_default()
    }

    pub(super) fn find(
        &mut self,
        code: Code,
        at: At,
        title: impl Into<String>,
        help: impl Into<Help>,
    ) {
        self.found.at(code, self.span(at), title, "").help(help);
    }

    /// Records a part of the sentence.
    pub(super) fn note(&mut self, at: At, what: What) {
        self.parts.push(SentencePart { span: self.span(at), what, moment: self.moment });
    }

    /// Runs `read` while `Asker::moment` is `moment`.
    pub(super) fn at_moment<T>(
        &mut self,
        moment: Moment,
        read: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let before = std::mem::replace(&mut self.moment, moment);
        let value = read(self);
        self.moment = before;
        value
    }
}
