//! Writes a definition as text for `show --stage definition` and snapshots, one value per line.
//!
//! Each line is `line:column key = value`, in the order of the schema.

use crate::cases::{CaseText, Claim, Listing};
use crate::castling::{CastlingText, HomeText, PartnersText, WithText};
use crate::choices::{Choice, EarlyCheck};
use crate::definition::{AboutText, Definition, Role};
use crate::dice::{DieText, FaceText};
use crate::ends::EndText;
use crate::fields::NameList;
use crate::hand::HandText;
use crate::look::LookText;
use crate::mapping::OrNone;
use crate::named::{GroupText, QuestionText};
use crate::piece::{PictureText, PieceChange, PieceText};
use crate::promotion::PromotionText;
use crate::scalar::Scalar;
use crate::shuffle::{PlacedText, ShuffleText};
use crate::sides::SideText;
use crate::turn::{PassText, StepText, StepsText, TurnText};
use crate::zone::{ZoneAreas, ZoneText};
use alfil_diagnostics::source::{Sources, Span, Spanned};
use alfil_rules::castling::CastleFiles;
use alfil_rules::chance::PutBack;
use alfil_rules::goal::Verdict;
use alfil_rules::side::ByColor;
use std::fmt::Write;

/// The outline of a definition.
pub fn outline(definition: &Definition, sources: &Sources) -> String {
    let mut rows = Rows { sources, out: String::new() };
    let role = match definition.role() {
        Role::Game => "game",
        Role::Abstract => "abstract",
        Role::Modifier => "modifier",
    };
    let dialect = definition.dialect.word();
    let _ = writeln!(rows.out, "{role}, dialect {dialect}");
    rows.scalar("name", &definition.name);
    for AboutText { key, text } in &definition.about {
        rows.row(text.span(), &format!("about.{}", key.text()), text.text());
    }
    rows.scalar("extends", &definition.extends);
    for name in &definition.modifiers {
        rows.row(name.span, "modifiers", &name.value);
    }
    rows.scalar("space", &definition.space);
    rows.sides(definition);
    for ZoneText { name, areas } in &definition.zones {
        let key = format!("zones.{}", name.text());
        match areas {
            ZoneAreas::Same(area) => rows.row(area.span(), &key, area.text()),
            ZoneAreas::Colors { white, black } => {
                rows.row(white.span(), &format!("{key}.white"), white.text());
                rows.row(black.span(), &format!("{key}.black"), black.text());
            }
            ZoneAreas::Sides(sides) => {
                for (side, area) in sides {
                    rows.row(area.span(), &format!("{key}.{}", side.text()), area.text());
                }
            }
        }
    }
    for GroupText { name, kinds, of } in &definition.groups {
        if let Some(of) = of {
            rows.words(&format!("groups.{} of", name.text()), &of.words);
        }
        rows.words(&format!("groups.{}", name.text()), &kinds.words);
    }
    for QuestionText { name, text } in &definition.questions {
        rows.row(text.span(), &format!("questions.{}", name.text()), text.text());
    }
    match &definition.look {
        None => {}
        Some(OrNone::None(span)) => rows.row(*span, "look", "none"),
        Some(OrNone::Some(look, span)) => rows.look(look, *span),
    }
    definition.pieces.iter().for_each(|p| rows.piece(p));
    rows.scalar("every move", &definition.every_move);
    rows.scalar("attacks", &definition.attacks);
    match &definition.castling {
        None => {}
        Some(OrNone::None(span)) => rows.row(*span, "castling", "none"),
        Some(OrNone::Some(CastlingText { with, files, homes, when }, _)) => {
            rows.scalar("castling.only when", when);
            match with {
                None => {}
                Some(WithText::All(kinds)) => rows.words("castling.with", &kinds.words),
                Some(WithText::Each(each)) => {
                    each.iter().for_each(|PartnersText { end, kinds }| {
                        rows.words(&format!("castling.with.{}", end.value.atom()), &kinds.words);
                    })
                }
            }
            if let Some(Spanned { value: CastleFiles { first, last }, span }) = files {
                rows.row(*span, "castling.files", &format!("{first} {last}"));
            }
            homes.iter().flatten().for_each(|HomeText { kind, cells }| {
                rows.words(&format!("castling.where.{}", kind.value), cells);
            });
        }
    }
    rows.choice("en passant", definition.no_en_passant);
    let plane = &definition.plane;
    for (key, value) in [
        ("plane.radius", &plane.radius),
        ("plane.least distance", &plane.least),
        ("plane.quantum", &plane.quantum),
        ("plane.reach", &plane.reach),
        ("plane.least turn", &plane.least_turn),
    ] {
        rows.scalar(key, value);
    }
    if let Some(path) = plane.king_path {
        rows.row(path.span, "plane.king path", &format!("{:?}", path.value));
    }
    if let Some(friends) = plane.friends {
        rows.row(friends.span, "plane.friends", &format!("{:?}", friends.value));
    }
    if let Some(hand) = &definition.hand {
        rows.hand(hand);
    }
    for DieText { name, faces, lasts, put_back } in &definition.dice {
        let face = |face: &FaceText| format!("{} {}", face.word.value, face.weight);
        let faces: Vec<String> = faces.iter().map(face).collect();
        let put_back = match put_back {
            PutBack::Always => "",
            PutBack::Never => ", never put back",
        };
        let words = format!("{} for {}{put_back}", faces.join(", "), lasts.word());
        rows.row(name.span(), &format!("dice.{}", name.text()), &words);
    }
    if let Some(turn) = &definition.turn {
        rows.turn(turn);
    }
    if let Some(sight) = definition.sight {
        rows.row(sight.span, "sight", sight.value.word());
    }
    rows.scalar("setup", &definition.setup);
    match &definition.shuffle {
        None => {}
        Some(OrNone::None(span)) => rows.row(*span, "shuffle", "none"),
        Some(OrNone::Some(ShuffleText { cells, sides, when, order }, span)) => {
            rows.scalar("shuffle.cells", cells);
            rows.scalar("shuffle.only when", when);
            if let Some(sides) = sides {
                rows.row(*span, "shuffle.sides", sides.word());
            }
            for PlacedText { on, kinds } in order.iter().flatten() {
                for kind in &kinds.words {
                    rows.row(kind.span, "shuffle.order", &format!("{}{}", on.prefix(), kind.value));
                }
            }
        }
    }
    for EndText { event, verdict } in &definition.ends.verdicts {
        rows.row(verdict.span, &format!("ends.{}", event.key()), &Verdict::words(verdict.value));
    }
    for (key, lines) in [
        ("must", &definition.must),
        ("umpire tells", &definition.umpire_tells),
        ("effects", &definition.effects),
        ("ends.goals", &definition.ends.goals),
        ("ends.claims", &definition.ends.claims),
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

    fn names(&mut self, key: &str, names: &Option<NameList>) {
        self.words(key, names.as_ref().map_or(&[], |names| &names.words));
    }

    fn choice<T: Choice>(&mut self, key: &str, value: Option<Spanned<T>>) {
        if let Some(Spanned { value, span }) = value {
            self.row(span, key, value.word());
        }
    }

    fn sides(&mut self, definition: &Definition) {
        for SideText { name, body } in definition.sides.iter().flat_map(|sides| &sides.each) {
            self.row(name.span, "sides", &name.value);
            self.scalar(&format!("sides.{}.forward", name.value), &body.forward);
            self.scalar(&format!("sides.{}.letter", name.value), &body.letter);
            self.choice(&format!("sides.{}.colour", name.value), body.colour);
        }
        for team in definition.allies.iter().flat_map(|allies| &allies.0) {
            self.words("allies", team);
        }
        self.choice("eliminated", definition.eliminated);
        self.choice("teams lose", definition.teams_lose);
        self.choice("winner", definition.winner);
    }

    fn look(&mut self, look: &LookText, span: Span) {
        if let Some(board) = look.board {
            self.row(span, "look.board", board.word());
        }
        self.scalar("look.river", &look.river);
        self.names("look.river words", &look.river_words);
        self.scalar("look.diagonals", &look.diagonals);
        self.names("look.sides", &look.sides);
        self.names("look.colours", &look.colours);
        self.names("look.files", &look.files);
        self.names("look.ranks", &look.ranks);
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
        self.choice(&format!("{name}.figure"), body.figure);
        match &body.picture {
            None => {}
            Some(PictureText::None) => {
                self.row(piece.name.span(), &format!("{name}.picture"), "none");
            }
            Some(PictureText::Each(ByColor([white, black]))) if white.span() == black.span() => {
                self.row(white.span(), &format!("{name}.picture"), white.text());
            }
            Some(PictureText::Each(ByColor([white, black]))) => {
                self.row(white.span(), &format!("{name}.picture.white"), white.text());
                self.row(black.span(), &format!("{name}.picture.black"), black.text());
            }
        }
        self.scalar(&format!("{name}.worth"), &body.worth);
        self.choice(&format!("{name}.royal"), body.royal);
        self.choice(&format!("{name}.owner"), body.owner);
        self.choice(&format!("{name}.blocks"), body.blocks);
        self.choice(&format!("{name}.turns"), body.turns);
        match &body.promotes {
            None => {}
            Some(OrNone::None(_)) => {
                self.row(piece.name.span(), &format!("{name}.promotes"), "none");
            }
            Some(OrNone::Some(rules, _)) => {
                rules.iter().for_each(|rule| self.promotion(name, rule));
            }
        }
    }

    fn promotion(&mut self, name: &str, rule: &PromotionText) {
        let PromotionText { at, to, on, may, only, when, span } = rule;
        self.scalar(&format!("{name}.promotes.at"), at);
        self.names(&format!("{name}.promotes.to"), to);
        for occasion in on.iter().flat_map(|on| on.value.words()) {
            self.row(*span, &format!("{name}.promotes.on"), occasion);
        }
        if let Some(may) = may {
            self.row(*span, &format!("{name}.promotes.may"), may.word());
        }
        if only.is_some() {
            self.row(*span, &format!("{name}.promotes.only"), "lost");
        }
        self.scalar(&format!("{name}.promotes.when"), when);
    }

    fn hand(&mut self, hand: &OrNone<HandText>) {
        let (hand, span) = match hand {
            OrNone::None(span) => return self.row(*span, "hand", "none"),
            OrNone::Some(hand, span) => (hand, *span),
        };
        let HandText { captured, promoted, own, supply, immobile, dropped, when, no_mate } = hand;
        self.scalar("hand.only when", when);
        let captured = captured.map_or("as before".to_owned(), |c| format!("{c:?}"));
        self.row(span, "hand.captured", &captured);
        if let Some(promoted) = promoted {
            self.row(span, "hand.promoted", &format!("{promoted:?}"));
        }
        self.choice("hand.own captured", own.map(|own| Spanned::new(own, span)));
        self.names("hand.supply", supply);
        self.choice("hand.immobile", immobile.map(|immobile| Spanned::new(immobile, span)));
        self.choice("hand.dropped", *dropped);
        self.names("hand.no mate by", no_mate);
    }

    fn turn(&mut self, turn: &OrNone<TurnText>) {
        let (turn, span) = match turn {
            OrNone::None(span) => return self.row(*span, "turn", "none"),
            OrNone::Some(turn, span) => (turn, *span),
        };
        self.steps("turn.steps", turn.steps.as_ref());
        self.steps("turn.white", turn.white.as_ref().map(|white| &white.steps));
        self.steps("turn.black", turn.black.as_ref().map(|black| &black.steps));
        match &turn.first {
            None => {}
            Some(OrNone::None(_)) => self.row(span, "turn.first turn of the game", "none"),
            Some(OrNone::Some(first, _)) => {
                self.steps("turn.first turn of the game", Some(&first.steps));
            }
        }
        if let Some(parry) = &turn.parry {
            let value = parry.value().map_or("none".to_owned(), |p| {
                format!("parry also from {}, forfeits step {}", p.from.text(), p.forfeits.value)
            });
            self.row(span, "turn.in check", &value);
        }
        let early = turn.early_check.map(|check| check.value == EarlyCheck::Allowed);
        let choices = [
            ("castling", turn.castling.map(|v| format!("{v:?}"))),
            ("check ends the turn", turn.check_ends.map(|v| v.value.to_string())),
            ("check before the last step", early.map(|allowed| format!("allowed {allowed}"))),
            ("king safe", turn.safe.map(|v| format!("{:?}", v.value))),
            ("en passant", turn.passant.map(|v| format!("{v:?}"))),
            ("no move", turn.stuck.map(|v| format!("{v:?}"))),
        ];
        for (key, value) in choices {
            if let Some(value) = value {
                self.row(span, &format!("turn.{key}"), &value);
            }
        }
    }

    fn steps(&mut self, key: &str, steps: Option<&StepsText>) {
        match steps {
            None => {}
            Some(StepsText::Counted(text)) => self.row(text.span(), key, text.text()),
            Some(StepsText::Growing(span)) => self.row(*span, key, "one more each turn"),
            Some(StepsText::Some(steps, span)) => {
                steps.iter().for_each(|step| self.row(*span, key, &words(step)));
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
            Claim::Tries(list) => format!("tries {}", listing(list)),
            Claim::Sees(list) => {
                let by = list.by.map_or(String::new(), |b| format!("by {:?} ", b.value));
                format!("sees {by}{}", listing(list))
            }
            Claim::Attacks(list) => {
                let by = list.by.map_or(String::new(), |b| format!("by {:?} ", b.value));
                format!("attacks {by}{}", listing(list))
            }
            Claim::Game { moves, ends } => {
                let ends =
                    ends.as_ref().map_or(String::new(), |e| format!(", ends {}", e.value.key()));
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
    parts.extend(step.roll.as_ref().map(|die| format!("roll {}", die.text())));
    parts.extend(step.draw.as_ref().map(|bag| format!("draw {}", bag.text())));
    parts.extend(step.whose.map(|whose| format!("whose {}", whose.value.word())));
    parts.extend(step.turns_up.as_ref().map(|pieces| {
        let names: Vec<&str> = pieces.words.iter().map(|p| p.value.as_str()).collect();
        format!("turns up {}", names.join(" "))
    }));
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
    if let Some(including) = list.including.as_ref().filter(|list| !list.is_empty()) {
        let _ = write!(text, "including [{}]", words(including));
    }
    if let Some(excluding) = list.excluding.as_ref().filter(|list| !list.is_empty()) {
        let _ = write!(text, "excluding [{}]", words(excluding));
    }
    text
}
