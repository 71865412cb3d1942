//! Writes a definition as text for `show --stage definition` and snapshots, one value per line.
//!
//! Each line is `line:column key = value`, in the order of the schema.

use crate::cases::{CaseText, Claim, Listing};
use crate::castling::{CastlingText, WithText};
use crate::choices::{DIALECTS, IMMOBILE, MAY, OWN_CAPTURED};
use crate::definition::{Definition, PieceChange, PieceText, Role};
use crate::fields::word;
use crate::hand::HandText;
use crate::promotion::{PromotesText, PromotionText};
use crate::scalar::Scalar;
use crate::shuffle::ShuffleText;
use crate::turn::{PassText, StepText, StepsText, TurnText};
use alfil_diagnostics::source::{Sources, Span, Spanned};
use alfil_rules::castling::CastleFiles;
use alfil_rules::figure::Figure;
use alfil_rules::goal::Verdict;
use alfil_rules::ruleset::{Blocking, Owner, Royalty};
use std::fmt::Write;

/// The outline of a definition.
pub fn outline(definition: &Definition, sources: &Sources) -> String {
    let mut rows = Rows { sources, out: String::new() };
    let role = match definition.role {
        Role::Game => "game",
        Role::Abstract => "abstract",
        Role::Modifier => "modifier",
    };
    let dialect = word(&DIALECTS, &definition.dialect);
    let _ = writeln!(rows.out, "{role}, dialect {dialect}");
    rows.scalar("name", &definition.name);
    for (key, text) in &definition.about {
        rows.row(text.span(), &format!("about.{}", key.text()), text.text());
    }
    rows.scalar("extends", &definition.extends);
    for name in &definition.modifiers {
        rows.row(name.span, "modifiers", &name.value);
    }
    rows.scalar("space", &definition.space);
    for (name, area) in &definition.zones {
        let key = format!("zones.{}", name.text());
        let [white, black] = &area.0;
        if white.span() == black.span() {
            rows.row(white.span(), &key, white.text());
        } else {
            rows.row(white.span(), &format!("{key}.white"), white.text());
            rows.row(black.span(), &format!("{key}.black"), black.text());
        }
    }
    definition.pieces.iter().for_each(|p| rows.piece(p));
    rows.scalar("every move", &definition.every_move);
    rows.scalar("attacks", &definition.attacks);
    match &definition.castling {
        None => {}
        Some(CastlingText::None(span)) => rows.row(*span, "castling", "none"),
        Some(CastlingText::Some { with, files, homes, when }) => {
            rows.scalar("castling.only when", when);
            match with {
                None => {}
                Some(WithText::All(kinds)) => rows.words("castling.with", &kinds.words),
                Some(WithText::Each(each)) => each.iter().for_each(|(end, kinds)| {
                    rows.words(&format!("castling.with.{}", end.value.atom()), &kinds.words);
                }),
            }
            if let Some(Spanned { value: CastleFiles { first, last }, span }) = files {
                rows.row(*span, "castling.files", &format!("{first} {last}"));
            }
            homes.iter().flatten().for_each(|(kind, cells)| {
                rows.words(&format!("castling.where.{}", kind.value), cells);
            });
        }
    }
    if let Some(span) = definition.no_en_passant {
        rows.row(span, "en passant", "none");
    }
    let plane = &definition.plane;
    for (key, value) in [
        ("plane.radius", &plane.radius),
        ("plane.least distance", &plane.least),
        ("plane.quantum", &plane.quantum),
        ("plane.reach", &plane.reach),
    ] {
        rows.scalar(key, value);
    }
    if let Some(path) = plane.king_path {
        rows.row(path.span, "plane.king path", &format!("{:?}", path.value));
    }
    if let Some(hand) = &definition.hand {
        rows.hand(hand);
    }
    if let Some(turn) = &definition.turn {
        rows.turn(turn);
    }
    rows.scalar("setup", &definition.setup);
    match &definition.shuffle {
        None => {}
        Some(ShuffleText::None(span)) => rows.row(*span, "shuffle", "none"),
        Some(ShuffleText::Some { cells, sides, when, order, span }) => {
            rows.scalar("shuffle.cells", cells);
            rows.scalar("shuffle.only when", when);
            if let Some(sides) = sides {
                rows.row(*span, "shuffle.sides", sides.word());
            }
            for (on, kinds) in order.iter().flatten() {
                for kind in &kinds.words {
                    rows.row(kind.span, "shuffle.order", &format!("{}{}", on.prefix(), kind.value));
                }
            }
        }
    }
    for (event, verdict) in &definition.ends {
        rows.row(verdict.span, &format!("ends.{}", event.key()), &Verdict::words(verdict.value));
    }
    for (key, lines) in [
        ("must", &definition.must),
        ("effects", &definition.effects),
        ("ends.goals", &definition.goals),
        ("ends.claims", &definition.claims),
    ] {
        for line in lines.iter().flat_map(|lines| &lines.lines) {
            rows.row(line.span(), key, line.text());
        }
    }
    definition.cases.iter().for_each(|c| rows.case(c));
    rows.out
}

struct Rows<'a> {
    sources: &'a Sources,
    out: String,
}

impl Rows<'_> {
    fn row(&mut self, span: Span, key: &str, value: &str) {
        let at = self.sources.locate(span.source, span.start);
        let _ = writeln!(self.out, "{}:{} {key} = {value}", at.line, at.column);
    }

    fn words(&mut self, key: &str, words: &[Spanned<String>]) {
        words.iter().for_each(|word| self.row(word.span, key, &word.value));
    }

    fn scalar(&mut self, key: &str, scalar: &Option<Scalar>) {
        if let Some(scalar) = scalar {
            self.row(scalar.span(), key, scalar.text());
        }
    }

    fn variant<T>(&mut self, key: &str, value: Option<Spanned<T>>, word: fn(T) -> &'static str) {
        if let Some(Spanned { value, span }) = value {
            self.row(span, key, word(value));
        }
    }

    fn piece(&mut self, piece: &PieceText) {
        let name = piece.name.text();
        let PieceChange::Set(body) = &piece.change else {
            return self.row(piece.name.span(), name, "none");
        };
        let parts = [
            ("name", &body.rename),
            ("letter", &body.letter),
            ("symbol", &body.symbol),
            ("moves", &body.moves),
            ("attacks", &body.attacks),
            ("body", &body.body),
        ];
        for (key, value) in parts {
            self.scalar(&format!("{name}.{key}"), value);
        }
        self.variant(&format!("{name}.figure"), body.figure, Figure::word);
        self.scalar(&format!("{name}.worth"), &body.worth);
        self.variant(&format!("{name}.royal"), body.royal, Royalty::word);
        self.variant(&format!("{name}.owner"), body.owner, Owner::word);
        self.variant(&format!("{name}.blocks"), body.blocks, Blocking::word);
        if let Some(turns) = body.turns {
            self.row(turns.span, &format!("{name}.turns"), &turns.value.to_string());
        }
        match &body.promotes {
            None => {}
            Some(PromotesText::None) => {
                self.row(piece.name.span(), &format!("{name}.promotes"), "none");
            }
            Some(PromotesText::Rules(rules)) => {
                rules.iter().for_each(|rule| self.promotion(name, rule));
            }
        }
    }

    fn promotion(&mut self, name: &str, rule: &PromotionText) {
        let PromotionText { at, to, on, may, only, when, span } = rule;
        self.scalar(&format!("{name}.promotes.at"), at);
        for kind in &to.words {
            self.row(kind.span, &format!("{name}.promotes.to"), &kind.value);
        }
        for occasion in on.iter().flat_map(|on| on.value.words()) {
            self.row(*span, &format!("{name}.promotes.on"), occasion);
        }
        if let Some(may) = may {
            self.row(*span, &format!("{name}.promotes.may"), word(&MAY, may));
        }
        if only.is_some() {
            self.row(*span, &format!("{name}.promotes.only"), "lost");
        }
        self.scalar(&format!("{name}.promotes.when"), when);
    }

    fn hand(&mut self, hand: &HandText) {
        match hand {
            HandText::None(span) => self.row(*span, "hand", "none"),
            HandText::Some { captured, promoted, own, supply, immobile, no_mate, when, span } => {
                self.scalar("hand.only when", when);
                let captured = captured.map_or("as before".to_owned(), |c| format!("{c:?}"));
                self.row(*span, "hand.captured", &captured);
                if let Some(promoted) = promoted {
                    self.row(*span, "hand.promoted", &format!("{promoted:?}"));
                }
                if let Some(own) = own {
                    self.row(*span, "hand.own captured", word(&OWN_CAPTURED, own));
                }
                for kind in supply.iter().flat_map(|names| &names.words) {
                    self.row(kind.span, "hand.supply", &kind.value);
                }
                if let Some(immobile) = immobile {
                    self.row(*span, "hand.immobile", word(&IMMOBILE, immobile));
                }
                for kind in no_mate.iter().flat_map(|names| &names.words) {
                    self.row(kind.span, "hand.no mate by", &kind.value);
                }
            }
        }
    }

    fn turn(&mut self, turn: &TurnText) {
        let body = match turn {
            TurnText::None(span) => return self.row(*span, "turn", "none"),
            TurnText::Some(body) => body,
        };
        let first = body.first.as_ref().map(Option::as_ref);
        let series = [
            ("steps", body.steps.as_ref().map(Some)),
            ("white", body.white.as_ref().map(Some)),
            ("black", body.black.as_ref().map(Some)),
            ("first turn of the game", first),
        ];
        for (key, steps) in series {
            match steps {
                None => {}
                Some(None) => self.row(body.span, &format!("turn.{key}"), "none"),
                Some(Some(StepsText::Growing(span))) => {
                    self.row(*span, &format!("turn.{key}"), "one more each turn");
                }
                Some(Some(StepsText::Some(steps, span))) => {
                    for step in steps {
                        self.row(*span, &format!("turn.{key}"), &words(step));
                    }
                }
            }
        }
        if let Some(parry) = &body.parry {
            let value = parry.as_ref().map_or("none".to_owned(), |p| {
                format!("parry also from {}, forfeits step {}", p.from.text(), p.forfeits.value)
            });
            self.row(body.span, "turn.in check", &value);
        }
        let choices = [
            ("castling", body.castling.map(|v| format!("{v:?}"))),
            ("check ends the turn", body.check_ends.map(|v| v.value.to_string())),
            (
                "check before the last step",
                body.early_check.map(|v| format!("allowed {}", v.value)),
            ),
            ("king safe", body.safe.map(|v| format!("{:?}", v.value))),
            ("en passant", body.passant.map(|v| format!("{v:?}"))),
            ("no move", body.stuck.map(|v| format!("{v:?}"))),
        ];
        for (key, value) in choices {
            if let Some(value) = value {
                self.row(body.span, &format!("turn.{key}"), &value);
            }
        }
    }

    fn case(&mut self, case: &CaseText) {
        let claim = match &case.claim {
            Claim::Perft(counts) => {
                let counts: Vec<String> = counts.iter().map(|c| c.value.to_string()).collect();
                format!("perft {}", counts.join(" "))
            }
            Claim::Moves(list) => format!("moves {}", listing(list)),
            Claim::Attacks { by, cells } => {
                let by = by.map_or(String::new(), |b| format!("by {:?} ", b.value));
                format!("attacks {by}{}", listing(cells))
            }
            Claim::Game { moves, ends } => {
                let ends = ends.map_or(String::new(), |e| format!(", ends {}", e.value.key()));
                format!("game of {} moves{ends}", moves.len())
            }
            Claim::Starts(count) => format!("starts {}", count.value),
            Claim::Untested { rule, because } => format!("untested {}: {because}", rule.value),
        };
        self.row(case.span, "test", &claim);
        self.scalar("test.position", &case.position);
        if let Some(number) = case.number {
            self.row(number.span, "test.number", &number.value.to_string());
        }
        for after in &case.after {
            self.row(after.span, "test.after", &after.value);
        }
        self.scalar("test.source", &case.source);
    }
}

fn words(step: &StepText) -> String {
    let mut parts = Vec::new();
    parts.extend(step.from.as_ref().map(|from| format!("from {}", from.text())));
    parts.extend(step.pieces.as_ref().map(|pieces| {
        let names: Vec<&str> = pieces.words.iter().map(|p| p.value.as_str()).collect();
        names.join(" ")
    }));
    parts.extend(step.when.as_ref().map(|when| format!("only when {}", when.text())));
    parts.extend(match &step.may_pass {
        PassText::No => None,
        PassText::Yes => Some("may pass".to_owned()),
        PassText::When(text) => Some(format!("may pass: {}", text.text())),
    });
    let in_check = step.pass_in_check.as_ref();
    parts.extend(in_check.map(|when| format!("may pass in check: {}", when.text())));
    if parts.is_empty() { "any move".to_owned() } else { parts.join(", ") }
}

fn listing(list: &Listing) -> String {
    let words = |list: &[Spanned<String>]| {
        list.iter().map(|w| w.value.as_str()).collect::<Vec<_>>().join(" ")
    };
    let mut text = String::new();
    if let Some(from) = &list.from {
        let _ = write!(text, "from {}: ", from.value);
    }
    if let Some(exactly) = &list.exactly {
        let _ = write!(text, "exactly [{}]", words(exactly));
    }
    if !list.including.is_empty() {
        let _ = write!(text, "including [{}]", words(&list.including));
    }
    if !list.excluding.is_empty() {
        let _ = write!(text, "excluding [{}]", words(&list.excluding));
    }
    text
}
