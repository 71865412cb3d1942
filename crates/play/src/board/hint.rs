//! Explains why a text is not a legal move, and suggests what was probably meant.
//!
//! A reason is given only if it is certain. All suggested moves are legal.

use crate::board::names;
use crate::board::names::Wing;
use crate::board::notation::{self, first_cell};
use crate::board::reason::{self, Cause, Reason};
use crate::board::state::BoardPlay;
use crate::terms::{Refusal, without_remarks};
use alfil_board::model::board_model::BoardModel;
use alfil_board::model::position::{Actor, Move};
use alfil_diagnostics::diagnostic::{Help, did_you_mean};
use alfil_reference::turn::StepFilter;
use alfil_rules::chance::DieId;
use alfil_rules::side::Side;
use alfil_text::turn;
use alfil_topology::site_set::Site;

/// A suggestion names at most this many moves and only counts the others.
const MAX_NAMED: usize = 12;

/// Explains why `text` does not name one of the legal moves `legal`.
pub(crate) fn hint(position: &BoardPlay, text: &str, legal: &[Move]) -> Refusal {
    if let Some(outcome) = position.outcome().filter(|_| legal.is_empty()) {
        let why = Some(format!("the game is over: {}", outcome.words(position.rules())));
        return Refusal { why, ..Refusal::default() };
    }
    let text = without_remarks(text);
    if let Some(refusal) = of_rolls(position, text, legal) {
        return refusal;
    }
    let passes = |mv: &Move| mv.actor == Actor::Nobody;
    if names::PASSES.contains(&text) && !legal.iter().any(passes) {
        let name = position.arena().rules.called(position.board().side);
        let why = format!("{name} cannot pass here");
        return Refusal { why: Some(why), ..Refusal::default() };
    }
    let section = notation::section_called(position.arena(), position.board().side, text);
    let text = section.as_deref().unwrap_or(text);
    let search = Search { position, arena: position.arena(), text, legal };
    let spelt = || search.respelt().or_else(|| search.layered());
    let meant = || spelt().or_else(|| search.castling()).or_else(|| search.choice());
    let forbidden = || search.forbidden().or_else(|| search.lettered());
    meant().or_else(forbidden).unwrap_or_else(|| match search.origin() {
        Some(from) => search.at_cell(from),
        None => search.at_no_cell(),
    })
}

/// Refuses a move where a die is rolled, and a roll where none is due.
fn of_rolls(position: &BoardPlay, text: &str, legal: &[Move]) -> Option<Refusal> {
    let (arena, side) = (position.arena(), position.board().side);
    let name = arena.rules.name_of(side);
    let typed = notation::rolled(arena, text);
    let due = legal.first().and_then(|mv| match mv.actor {
        Actor::Die(die, _) => Some(die),
        Actor::Piece | Actor::Hand(_) | Actor::Section(..) | Actor::Nobody => None,
    });
    let shown = |die: DieId| &arena.rules.dice[die].name.value;
    let why = match (due, typed) {
        (None, None) => return None,
        (Some(due), Some((die, None))) if due == die => {
            if arena.rules.dice[die].is_bag() {
                format!("the {} has no such value", shown(die))
            } else {
                format!("the {} never shows this value", shown(die))
            }
        }
        (Some(due), Some(_) | None) if arena.rules.dice[due].is_bag() => {
            format!("{name} must draw from the {} before", shown(due))
        }
        (Some(due), Some(_) | None) => format!("{name} must roll the {} before", shown(due)),
        (None, Some((die, _))) if arena.rules.dice[die].is_bag() => {
            format!("nothing is drawn from the {} now", shown(die))
        }
        (None, Some((die, _))) => format!("the {} is not rolled now", shown(die)),
    };
    let rolls = notation::write_all(arena, legal);
    let help = due.and_then(|_| match typed {
        Some(_) => did_you_mean(text, rolls.iter().map(String::as_str)).map(Help::did_you_mean),
        None => rolls.first().map(|roll| format!("write a roll as `{roll}`").into()),
    });
    Some(Refusal { why: Some(why), help, place: None })
}

struct Search<'a> {
    position: &'a BoardPlay,
    arena: &'a BoardModel,
    text: &'a str,
    legal: &'a [Move],
}

impl Search<'_> {
    /// Refuses a legal move that is written in upper case or with signs of other notations.
    fn respelt(&self) -> Option<Refusal> {
        let lower = self.text.to_lowercase();
        let bare: String = lower.chars().filter(|c| !"-x:=+#!?".contains(*c)).collect();
        let upper = notation::of_side(self.text, Side::Black).unwrap_or_default();
        let spellings = [
            (lower, "write cells in lower case"),
            (bare, "write the move without signs"),
            (upper, "write the letter of a white piece in upper case"),
        ];
        spellings.into_iter().find_map(|(spelling, why)| {
            notation::find(self.arena, &spelling, self.legal)?;
            let help = Help::did_you_mean(spelling);
            Some(self.said(why, Some(help)))
        })
    }

    /// Refuses a legal move whose cells lack the letters of their layers: `e2e4`, `Nf3`.
    fn layered(&self) -> Option<Refusal> {
        if self.arena.graph.find(first_cell(self.text)?).is_some() {
            return None;
        }
        let bare = |text: String, mv: &Move| {
            let sites = mv.origin().into_iter().chain(mv.target());
            sites.map(|site| self.arena.graph.name(site)).fold(text, |text, name| {
                let plain = name.trim_start_matches(|c: char| c.is_ascii_uppercase());
                text.replace(name, plain)
            })
        };
        let texts = notation::write_all(self.arena, self.legal);
        let sans = self.position.sans(self.legal, self.legal);
        let fits = |((mv, text), san): &((&Move, String), String)| {
            bare(text.clone(), mv) == self.text || bare(san.clone(), mv) == self.text
        };
        let all = self.legal.iter().zip(texts).zip(sans);
        let meant = all.filter(fits).map(|((_, text), _)| text);
        let help = named("did you mean: ", &meant.collect::<Vec<_>>())?;
        Some(self.said("a cell of this board begins with the letter of its layer", Some(help)))
    }

    /// Refuses `O-O` or `O-O-O`, also with zeros or lower case.
    fn castling(&self) -> Option<Refusal> {
        let wing = Wing::read_whole(self.text.trim_end_matches(['+', '#']))?;
        let castles = self.written(|mv| mv.partner.is_some());
        if !castles.is_empty() {
            let why = "write castling as the move of the king";
            return Some(self.said(why, named("castling: ", &castles)));
        }
        let reason = reason::castling(self.position, self.legal, wing);
        let (why, place) = match reason {
            Some(Reason { why, place, .. }) => (why, place),
            None => ("castling is not legal here".to_owned(), None),
        };
        Some(Refusal { why: Some(why), help: None, place })
    }

    /// Refuses a completely described move with the rule that forbids it.
    fn forbidden(&self) -> Option<Refusal> {
        let begun = self.written(|_| true).iter().any(|text| text.starts_with(self.text));
        let Reason { why, place, cause } =
            reason::reason(self.position, self.text, self.legal).filter(|_| !begun)?;
        // Instead of the piece, a piece of a hand may go there.
        let to = self.end(self.text);
        let is_drop = |mv: &Move| mv.origin().is_none() && to.is_some() && mv.target() == to;
        let drops = if cause == Cause::Nothing { self.written(is_drop) } else { Vec::new() };
        let cell = to.map_or("", |site| self.arena.graph.name(site));
        let Refusal { why, help, .. } = self.because(why);
        Some(Refusal { why, help: named(&format!("to {cell}: "), &drops).or(help), place })
    }

    /// Refuses a move in algebraic notation, such as the letter of a piece and its target cell.
    fn lettered(&self) -> Option<Refusal> {
        let own = |site| self.position.board().is_side(site, self.position.board().side);
        // A text that is only the cell of an own piece stands for the moves of that piece.
        let alone = self.arena.graph.find(self.text).is_some_and(own);
        let told = || reason::by_letter(self.position, self.text, self.legal);
        let (Reason { why, place, .. }, from) = if alone { None } else { told() }?;
        let here = self.written(|mv| from.is_some() && mv.origin() == from);
        let cell = from.map_or("", |site| self.arena.graph.name(site));
        Some(Refusal { place, ..self.said(why, named(&format!("from {cell}: "), &here)) })
    }

    fn said(&self, why: impl Into<String>, help: Option<Help>) -> Refusal {
        Refusal { why: Some(why.into()), help, place: None }
    }

    /// Refuses a move that lacks a choice of its player, or has a wrong one.
    fn choice(&self) -> Option<Refusal> {
        let (base, chosen) = match self.text.split_once(',') {
            Some((base, chosen)) => (base, Some(chosen)),
            None => (self.text, None),
        };
        let texts = self.written(|mv| !mv.choices.is_empty());
        let behind = |text: &String| text.strip_prefix(base)?.strip_prefix(',').map(str::to_owned);
        let choices: Vec<String> = texts.iter().filter_map(behind).collect();
        if choices.is_empty() {
            return None;
        }
        let why = match chosen {
            Some(chosen) => format!("`{base}` does not have the choice `{chosen}`"),
            None => format!("`{base}` leaves a choice, which must be part of the move"),
        };
        let help = named(&format!("behind `{base},`: "), &choices);
        Some(self.said(why, help))
    }

    fn at_cell(&self, from: Site) -> Refusal {
        let (arena, board) = (self.arena, self.position.board());
        let cell = arena.graph.name(from);
        let here = self.written(|mv| mv.origin() == Some(from));
        let alone = self.text.eq_ignore_ascii_case(cell);
        let begun: Vec<String> =
            here.iter().filter(|t| t.starts_with(self.text)).cloned().collect();
        if !begun.is_empty() && !alone {
            let why = "the move does not say what the piece becomes, or what it captures";
            return self.said(why, named("", &begun));
        }
        let side = self.position.board().side;
        let Some(piece) = board.piece(from) else {
            let to = self.written(|mv| mv.target() == Some(from));
            let help = if alone { named(&format!("to {cell}: "), &to) } else { None };
            // In books, a cell alone is a move of a pawn.
            let pawn = arena
                .rules
                .kinds
                .iter()
                .find(|kind| kind.letter.to_string().chars().eq([names::PAWN]));
            let pawn = pawn.filter(|_| alone && to.is_empty()).map_or(String::new(), |pawn| {
                format!(
                    ", and no {} of {}'s can go there",
                    pawn.name.value,
                    arena.rules.called(side)
                )
            });
            let why = format!("{cell} is empty{pawn}");
            return self.said(why, help.or_else(|| self.near()));
        };
        let name = &arena.rules.kinds[piece.kind].name.value;
        let allowed = StepFilter::of(self.position.program().arena(), board);
        let (fullmove, step) = (board.fullmove, board.step);
        let rule = turn::step(arena.rules.turn.step(side, fullmove, step), &arena.rules);
        let why = if piece.side != side {
            format!("it is {}'s turn", arena.rules.called(side))
        } else if let Some(rule) = rule.filter(|_| !allowed.piece(piece.kind, from)) {
            format!("only {rule} may make step {step} of this turn")
        } else if here.is_empty() {
            if self.position.in_check() {
                format!(
                    "{} is in check, and no move from {cell} parries it",
                    arena.rules.called(side)
                )
            } else {
                format!("the {name} on {cell} cannot move")
            }
        } else if alone {
            "a move is its start and end cells".to_owned()
        } else {
            format!("the {name} on {cell} has no such move")
        };
        self.said(why, named(&format!("from {cell}: "), &here))
    }

    /// Refuses a text that begins with no cell. It may be the letter of a piece and a target cell.
    fn at_no_cell(&self) -> Refusal {
        let text = self.text.trim_end_matches(['+', '#', '!', '?']);
        let to = self.end(text);
        let letter = text.chars().next().filter(char::is_ascii_uppercase);
        let fits = |mv: &Move| {
            let kind = mv.kind(self.position.board()).map(|k| &self.arena.rules.kinds[k]);
            let named =
                kind.is_some_and(|k| Some(k.letter.to_string()) == letter.map(String::from));
            mv.target() == to && named
        };
        let meant = to.map_or(Vec::new(), |_| self.written(fits));
        let moves = match self.legal.len() {
            1 => "1 move".to_owned(),
            n => format!("{n} moves"),
        };
        let side = self.arena.rules.called(self.position.board().side);
        let is_usual = ["e2", "e4"].iter().all(|cell| self.arena.graph.find(cell).is_some());
        let texts = self.written(|_| true);
        let usual = match (self.legal.first().map(Move::origin), texts.first()) {
            (Some(None), Some(text)) => format!("write a move like this one: `{text}`"),
            (Some(Some(_)), Some(text)) if !is_usual => {
                format!("write a move as its start and end cells, such as `{text}`")
            }
            (Some(_) | None, _) => {
                "write a move as its start and end cells, such as `e2e4` or `e7e8q`".to_owned()
            }
        };
        let help = named("did you mean: ", &meant).or_else(|| self.near());
        let why = format!("it does not begin with a cell of this board; {side} has {moves}");
        self.said(why, help.or_else(|| Some(usual.into())))
    }

    fn origin(&self) -> Option<Site> {
        let lower = self.text.to_lowercase();
        first_cell(&lower).and_then(|cell| self.arena.graph.find(cell))
    }

    fn because(&self, why: String) -> Refusal {
        let from = self.origin();
        let here = self.written(|mv| from.is_some() && mv.origin() == from);
        let cell = from.map_or(String::new(), |site| self.arena.graph.name(site).to_owned());
        self.said(why, named(&format!("from {cell}: "), &here))
    }

    /// Suggests a legal move with similar text and the same target cell.
    fn near(&self) -> Option<Help> {
        let to = self.end(&self.text.to_lowercase())?;
        let begun = self.text.len() > self.arena.graph.name(to).len();
        let texts = self.written(|mv| begun && mv.target() == Some(to));
        let near = did_you_mean(self.text, texts.iter().map(String::as_str))?;
        Some(Help::did_you_mean(near))
    }

    /// The cell at the end of `text`.
    fn end(&self, text: &str) -> Option<Site> {
        text.char_indices().find_map(|(i, _)| self.arena.graph.find(text.get(i..)?))
    }

    /// The texts of the legal moves for which `wanted` holds.
    fn written(&self, wanted: impl Fn(&Move) -> bool) -> Vec<String> {
        let texts = notation::write_all(self.arena, self.legal);
        self.legal.iter().zip(texts).filter(|(mv, _)| wanted(mv)).map(|(_, text)| text).collect()
    }
}

fn named(head: &str, texts: &[String]) -> Option<Help> {
    let help = match texts.len() {
        0 => return None,
        n if n <= MAX_NAMED => format!("{head}{}", texts.join(" ")),
        n => format!("{head}{} and {} more", texts[..MAX_NAMED].join(" "), n - MAX_NAMED),
    };
    Some(help.into())
}
