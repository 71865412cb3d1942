//! Reads pieces and cells of questions and actions, such as `own queens at K of end`.

use super::asker::Asker;
use super::part::What;
use crate::resolve::context::Context;
use crate::resolve::draft::Draft;
use crate::resolve::movement;
use crate::resolve::names::{self, EVERY_PIECE};
use alfil_diagnostics::diagnostic::{Code, Help, did_you_mean};
use alfil_diagnostics::source::Spanned;
use alfil_rules::condition::{Area, Condition};
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Gait, Leg, Movement, Passage, Stride, Term};
use alfil_rules::question::{Anchor, Filter, Men, Pattern, Pieces, Row, Subject, Test, Whose};
use alfil_syntax::grammar::{Rule, Tree};

impl Asker<'_> {
    pub(super) fn pieces(&mut self, pair: Tree<'_>) -> Option<Pieces> {
        let whole = self.span(&pair);
        self.find_ambiguous(&pair);
        let (mut what, mut filters) = (None, Vec::new());
        let men = pair.clone().into_inner().find(|part| part.as_rule() == Rule::men);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::men => what = Some(Subject::Men(self.men(part)?)),
                Rule::empty_word => what = Some(Subject::Empty),
                Rule::anchor => what = Some(Subject::Anchor(anchor(&part)?)),
                Rule::one_word | Rule::every_ => {}
                _ => filters.push((self.span(&part), self.filter(part, men.as_ref())?)),
            }
        }
        let what = what?;
        for (span, filter) in &filters {
            if what == Subject::Empty && !filter.test.is_of_place() {
                let title = "only where it is can be asked of an empty cell";
                self.find(*span, title, "write `empty in AREA`, or `empty at K of end`");
                return None;
            }
        }
        for (span, filter) in &filters {
            let pieces = Pieces { what: what.clone(), filters: vec![filter.clone()] };
            self.note(*span, What::Filter(pieces));
        }
        let pieces =
            Pieces { what, filters: filters.into_iter().map(|(_, filter)| filter).collect() };
        self.note(whole, What::Pieces(pieces.clone()));
        Some(pieces)
    }

    /// Reports two filters in a row if the second could belong to the piece that the first one
    /// names.
    fn find_ambiguous(&mut self, pair: &Tree<'_>) {
        let start = pair.as_span().start();
        let filters: Vec<_> =
            pair.clone().into_inner().filter(|part| part.as_rule() == Rule::filter).collect();
        for (first, next) in filters.iter().zip(filters.iter().skip(1)) {
            let Some(named) = named_last(first) else { continue };
            let whole = pair.as_str().trim_end();
            let (from, to) = (named.as_span().start() - start, named.as_span().end() - start);
            let (name, filter) = (named.as_str().trim_end(), next.as_str().trim_end());
            let to = to.min(from + name.len());
            let end = next.as_span().start() - start + filter.len();
            let apart = format!("{}({name}){}", &whole[..from], &whole[to..]);
            let joined = format!("{}({}){}", &whole[..from], &whole[from..end], &whole[end..]);
            let subject = whole[..filters[0].as_span().start() - start].trim_end();
            let title = format!("`{filter}` could be said of `{subject}` or of `{name}`");
            let help = Help::write(apart)
                .remark(format!("so it is read. If it belongs to `{name}`, write `{joined}`"));
            self.found
                .at(
                    Code::AmbiguousFilter,
                    self.span(pair),
                    title,
                    format!("read as: `{subject}` is so"),
                )
                .help(help);
            return;
        }
    }

    /// Reads `of mover` behind a group of pairs, which `men` name.
    fn paired(&mut self, of: &Tree<'_>, men: Option<&Tree<'_>>) -> Option<Test> {
        let span = self.span(of);
        let anchor = anchor(&of.clone().into_inner().find(|p| p.as_rule() == Rule::anchor)?)?;
        let kinds =
            men.and_then(|men| men.clone().into_inner().find(|p| p.as_rule() == Rule::kinds));
        let names = kinds.into_iter().flat_map(|kinds| kinds.into_inner());
        let names: Vec<_> = names.filter(|part| part.as_rule() == Rule::q_name).collect();
        let pairs = match names.as_slice() {
            [name] => names::pairs(name.as_str(), self.draft),
            [] | [..] => None,
        };
        let Some(pairs) = pairs else {
            let title = format!("`{}` without a group of pairs", of.as_str().trim());
            let help = "write pairs, such as `groups: {crown: {king: gold, queen: silver}}`, and ask `any crown of mover`";
            self.find(span, title, help);
            return None;
        };
        if anchor == Anchor::Victim {
            self.find(
                span,
                "the victim stands on no cell",
                "write `of mover`, or `of end` before the move",
            );
            return None;
        }
        let one = |kind| Men { kinds: Some(vec![kind]), ..Men::all() };
        Some(Test::Paired(anchor, pairs.iter().map(|pair| pair.map(one)).collect()))
    }

    fn filter(&mut self, pair: Tree<'_>, men: Option<&Tree<'_>>) -> Option<Filter> {
        let mut holds = true;
        for part in pair.into_inner() {
            let test = match part.as_rule() {
                Rule::not_word => {
                    holds = !holds;
                    continue;
                }
                Rule::in_hand => Test::InHand,
                Rule::in_cell => {
                    let cell = part.into_inner().last()?;
                    match anchor(&cell)? {
                        anchor if anchor.is_cell() => Test::On(anchor),
                        anchor => {
                            let title = format!("`{}` is a piece, and no cell", anchor.word());
                            let help = match anchor {
                                Anchor::LastMover => {
                                    "write `last start`, or `own piece at K of last mover`"
                                }
                                _ => "write `start` or `end`",
                            };
                            self.find(self.span(&cell), title, help);
                            return None;
                        }
                    }
                }
                Rule::in_area => {
                    Test::In(self.area(&part.into_inner().find(|p| p.as_rule() == Rule::spot)?)?)
                }
                Rule::in_row => {
                    let (mut row, mut of) = (None, None);
                    for word in part.into_inner() {
                        match word.as_rule() {
                            Rule::row_word => row = Row::from_word(word.as_str()),
                            Rule::x => of = self.source(word),
                            _ => {}
                        }
                    }
                    Test::InRow(row?, of?)
                }
                Rule::guarded => Test::Guarded,
                Rule::between => {
                    Test::Between(self.men(part.into_inner().find(|p| p.as_rule() == Rule::men)?)?)
                }
                Rule::at_filter => {
                    let (string, mut sources) = self.pattern(part)?;
                    Test::At(string, sources.next()?)
                }
                Rule::along => {
                    let string = part.clone().into_inner().find(|p| p.as_rule() == Rule::string);
                    let span = string.map(|string| self.span(&string));
                    let (string, mut sources) = self.pattern(part)?;
                    if let Some(span) = span.filter(|_| passes_nothing(&string.terms)) {
                        let title = format!("`{}` passes no cell", string.text);
                        let help = match &string.terms[..] {
                            [leap] if !is_a_step(leap) => {
                                format!("write `n{}`, which walks, or a rider", string.text)
                            }
                            [..] => "write a rider, such as `R`, `B` or `Q`".to_owned(),
                        };
                        self.found
                            .at(Code::BadQuestion, span, title, "nothing lies along it")
                            .help(help);
                        return None;
                    }
                    Test::Along(string, sources.next()?, sources.next()?)
                }
                Rule::line_cell => Test::On(anchor(&part)?),
                Rule::but_anchor => {
                    holds = false;
                    Test::On(anchor(&part.into_inner().find(|p| p.as_rule() == Rule::anchor)?)?)
                }
                Rule::like_mover => Test::LikeMover,
                Rule::of_anchor => self.paired(&part, men)?,
                Rule::like_die => {
                    let name = part.into_inner().find(|p| p.as_rule() == Rule::q_name)?;
                    Test::LikeDie(self.die(&name)?)
                }
                Rule::never_moved => Test::NeverMoved,
                _ => Test::Attacked(match part.into_inner().find(|p| p.as_rule() == Rule::x) {
                    Some(by) => Some(self.source(by)?),
                    None => None,
                }),
            };
            return Some(Filter { holds, test });
        }
        None
    }

    pub(super) fn area(&mut self, spot: &Tree<'_>) -> Option<Area> {
        self.part(spot, movement::area)
    }

    pub(super) fn men(&mut self, pair: Tree<'_>) -> Option<Men> {
        let mut men = Men::all();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::whose => men.whose = Whose::from_word(part.as_str()),
                Rule::but => {
                    men.but = self.kinds(part.into_inner().find(|p| p.as_rule() == Rule::kinds)?)?
                }
                _ if is_every_piece(&part) => {}
                _ => men.kinds = Some(self.kinds(part)?),
            }
        }
        Some(men)
    }

    pub(super) fn kinds(&mut self, pair: Tree<'_>) -> Option<Vec<KindId>> {
        let names: Vec<_> = pair.into_inner().filter(|p| p.as_rule() == Rule::q_name).collect();
        let (mut kinds, mut unknown) = (Vec::new(), false);
        for name in &names {
            let kind = names::kind(singular(name.as_str(), self.draft), self.draft);
            let group = || names::group(name.as_str(), self.draft);
            match kind.map(|kind| vec![kind]).or_else(group) {
                Some(more) => kinds.extend(more),
                None => {
                    unknown = true;
                    let name = Spanned::new(names::unveil(name.as_str()), self.span(name));
                    let mut finding = names::unknown_kind(&name, self.draft);
                    let is_listed = finding.help.is_some()
                        && names::unknown_kind_help(&name.value, self.draft).is_none();
                    if is_listed && let Some(help) = self.counted(&name.value) {
                        finding = finding.help(help);
                    }
                    self.found.push(finding);
                }
            }
        }
        (!unknown).then_some(kinds)
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

    /// Reads a movement string in a filter, and the pieces after it.
    fn pattern(
        &mut self,
        filter: Tree<'_>,
    ) -> Option<(Pattern, impl Iterator<Item = Box<Pieces>> + use<>)> {
        let (mut pattern, mut sources) = (None, Vec::new());
        for part in filter.into_inner() {
            match part.as_rule() {
                Rule::string => pattern = Some(self.string(&part)?),
                Rule::x => sources.push(self.source(part)?),
                _ => {}
            }
        }
        Some((pattern?, sources.into_iter()))
    }

    fn string(&mut self, pair: &Tree<'_>) -> Option<Pattern> {
        let lower = |text: &str, context: Context<'_>, found: &mut _| {
            movement::lower(text, &Movement::default(), context, found)
        };
        let terms = self.part(pair, lower)?.terms;
        let plain = terms.iter().all(|term| {
            let walks = matches!(&term.action, Action::Walk(walk) if !walk.first_move);
            walks && !term.relays() && term.when == Condition::Always
        });
        if !plain {
            let title = "such a movement tells no cells from a cell";
            self.found.at(Code::BadQuestion, self.span(pair), title, "").help(
                "write leaps, rides and hops: `K`, `mQ`, `(mctdK)0`; no castling, drops, first moves",
            );
            return None;
        }
        Some(Pattern { kind: None, text: pair.as_str().trim().to_owned(), terms })
    }

    /// Reads the pieces after `of`, `from`, `to` or `by`.
    pub(super) fn source(&mut self, x: Tree<'_>) -> Option<Box<Pieces>> {
        let part = x.into_inner().next()?;
        Some(Box::new(match part.as_rule() {
            Rule::anchor | Rule::line_cell => Pieces::anchor(anchor(&part)?),
            Rule::men => Pieces { what: Subject::Men(self.men(part)?), filters: Vec::new() },
            Rule::x_cells => self.cells_named(&part)?,
            Rule::x_else if self.context.zones.iter().any(|z| z.name.value == part.as_str()) => {
                self.cells_named(&part)?
            }
            Rule::x_else => {
                let word = part.as_str();
                let title = format!("`{word}` names neither pieces nor a cell of the move");
                let help = match names::kind(singular(word, self.draft), self.draft) {
                    Some(_) => format!("write `own {word}`, or `enemy` or `any` for `own`"),
                    None => "write `own king`, `enemy`, `mover`, `start` or `end`".to_owned(),
                };
                let span = self.span(&part);
                self.found.at(Code::BadQuestion, span, title, "whose, or which?").help(help);
                return None;
            }
            _ => self.pieces(part)?,
        }))
    }
}

impl Asker<'_> {
    /// A selector for the cells of an area.
    fn cells_named(&mut self, area: &Tree<'_>) -> Option<Pieces> {
        let within = Filter { holds: true, test: Test::In(self.area(area)?) };
        Some(Pieces { what: Subject::Cells, filters: vec![within] })
    }
}

/// The piece at the end of a filter, unless this piece has filters, too.
fn named_last<'t>(filter: &Tree<'t>) -> Option<Tree<'t>> {
    let test = filter.clone().into_inner().last()?;
    let x = test.into_inner().last().filter(|part| part.as_rule() == Rule::x)?;
    let named = x.into_inner().next()?;
    match named.as_rule() {
        Rule::men => Some(named),
        Rule::anchor => anchor(&named).filter(|anchor| !anchor.is_cell()).map(|_| named),
        _ => None,
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

/// The piece or cell of the move that these words name.
pub(super) fn anchor(pair: &Tree<'_>) -> Option<Anchor> {
    let words = pair.as_str().split_whitespace().collect::<Vec<_>>().join(" ");
    Anchor::from_word(words.as_str())
}

/// Removes a plural `s` from the name of a kind.
pub(super) fn singular<'a>(name: &'a str, draft: &Draft) -> &'a str {
    match name.strip_suffix('s') {
        Some(one) if names::kind(name, draft).is_none() => one,
        Some(_) | None => name,
    }
}

/// Returns true for the word `piece` or `pieces`, which stands for all kinds.
fn is_every_piece(kinds: &Tree<'_>) -> bool {
    EVERY_PIECE.contains(&kinds.as_str().trim())
}
