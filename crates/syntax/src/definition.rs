//! The content of one file, with types.
//!
//! Movements, spaces, areas and positions remain texts with their spans. The crate `alfil` reads
//! them when it knows the letters and zones of the game. Every text of the file becomes a part of
//! the [`Definition`] or a finding.

use crate::cases::{self, CaseText};
use crate::castling::{self, CastlingText};
use crate::choices::{DIALECTS, Dialect};
use crate::fields::Reader;
use crate::hand::{self, HandText};
use crate::plane::{self, PlaneText};
use crate::promotion::{self, PromotesText};
use crate::scalar::Scalar;
use crate::shuffle::{self, ShuffleText};
use crate::turn::{self, TurnText};
use crate::yaml::{Entry, Node, NodeKind};
use crate::{schema, suggest};
use alfil_diagnostics::diagnostic::{Code, Findings};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::figure::Figure;
use alfil_rules::goal::{Event, Verdict};
use alfil_rules::ruleset::{Blocking, Owner, Royalty};
use alfil_rules::side::BySide;
use alfil_rules::symbol::Men;

/// The content of one file.
#[derive(Clone, PartialEq, Debug)]
pub struct Definition {
    /// The name for people.
    pub name: Option<Scalar>,
    /// Origin of the game: keys and texts in the order of the file.
    pub about: Vec<(Scalar, Scalar)>,
    /// The role of the file.
    pub role: Role,
    /// The shape of the tokens under symbols in pictures.
    pub men: Option<Men>,
    /// The parent: a name, a path or a sum.
    pub extends: Option<Scalar>,
    /// Modifiers that are applied on top of the file, in order.
    pub modifiers: Vec<Spanned<String>>,
    /// How direction letters before K and Q are read.
    pub dialect: Dialect,
    /// The board or plane.
    pub space: Option<Scalar>,
    /// Named sets of cells, with an area for each side.
    pub zones: Vec<(Scalar, BySide<Scalar>)>,
    /// Kinds of pieces in the order of the file.
    pub pieces: Vec<PieceText>,
    /// The span of the key `pieces`, for findings about missing pieces.
    pub pieces_key: Option<Span>,
    /// The restriction of every move.
    pub every_move: Option<Scalar>,
    /// The part of that restriction that applies to attacks.
    pub attacks: Option<Scalar>,
    /// Duties.
    pub must: Option<Lines>,
    /// Effects of moves.
    pub effects: Option<Lines>,
    /// Castling.
    pub castling: Option<CastlingText>,
    /// The span of `en passant: none`.
    pub no_en_passant: Option<Span>,
    /// Rules for planes.
    pub plane: PlaneText,
    /// Hands.
    pub hand: Option<HandText>,
    /// Turns.
    pub turn: Option<TurnText>,
    /// The start position.
    pub setup: Option<Scalar>,
    /// How the start position is shuffled.
    pub shuffle: Option<ShuffleText>,
    /// Verdicts of events. Missing events keep the parent's verdict.
    pub ends: Vec<EndText>,
    /// Goals.
    pub goals: Option<Lines>,
    /// Claims.
    pub claims: Option<Lines>,
    /// Tests.
    pub cases: Vec<CaseText>,
    /// Keys that could not be read or are probably misspelt. They must not be reported as missing.
    pub broken: Vec<&'static str>,
    /// The span of the whole file.
    pub span: Span,
}

/// The role of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// A game.
    Game,
    /// A parent that is not played itself.
    Abstract,
    /// Changes that are applied to other games.
    Modifier,
}

/// One entry of `pieces`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceText {
    /// The name of a piece of the parent, or of a new piece.
    pub name: Scalar,
    /// The change of the piece.
    pub change: PieceChange,
}

/// A change of a piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PieceChange {
    /// `none`: the piece is removed.
    Remove,
    /// These properties are set; others keep the parent's value.
    Set(Box<PieceBody>),
}

/// Properties of a piece.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PieceBody {
    /// A new name.
    pub rename: Option<Scalar>,
    /// Its letter.
    pub letter: Option<Scalar>,
    /// The symbol in pictures.
    pub symbol: Option<Scalar>,
    /// The figure in pictures without symbols.
    pub figure: Option<Spanned<Figure>>,
    /// The moves.
    pub moves: Option<Scalar>,
    /// The attacks.
    pub attacks: Option<Scalar>,
    /// Whether it is royal.
    pub royal: Option<Spanned<Royalty>>,
    /// Its value.
    pub worth: Option<Scalar>,
    /// Its owner.
    pub owner: Option<Spanned<Owner>>,
    /// Whether it blocks others.
    pub blocks: Option<Spanned<Blocking>>,
    /// Its body on a plane.
    pub body: Option<Scalar>,
    /// Whether it turns on a plane.
    pub turns: Option<Spanned<bool>>,
    /// The rules of promotion.
    pub promotes: Option<PromotesText>,
    /// True if a value had a finding. Missing properties must not be reported then.
    pub broken: bool,
    /// True if the letter is under a misspelt key.
    pub lost_letter: bool,
}

/// An event of `ends:` and its verdict; `None` if the event does not end the game.
pub type EndText = (Event, Spanned<Option<Verdict>>);

/// A list of sentences.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lines {
    /// In order. `^` stands for the sentences of the parent.
    pub lines: Vec<Scalar>,
    /// The span of the whole list.
    pub span: Span,
}

/// Reads a definition from the tree of a file; `text` is the whole file. Returns `None` only if the
/// file is not a mapping.
pub fn read(node: &Node, text: &str) -> Findings<Definition> {
    let mut reader = Reader::new(text);
    let definition = definition(node, &mut reader);
    Findings::new(definition, reader.found)
}

fn definition(node: &Node, r: &mut Reader<'_>) -> Option<Definition> {
    let top = r.fields(node, &schema::DEFINITION)?;
    let mut broken = top.misspelt.clone();
    let mut text = |name| {
        let value = top.get(name).map(|e| r.scalar(e));
        broken.extend(value.as_ref().is_some_and(Option::is_none).then_some(name));
        value.flatten()
    };
    let (name, extends, space) = (text("name"), text("extends"), text("space"));
    let (every_move, attacks, setup) = (text("every move"), text("attacks"), text("setup"));
    let dialect = top.choice("dialect", &DIALECTS, r);
    let about = match top.get("about") {
        Some(e) => r.fields(&e.value, &schema::ABOUT).map_or_else(Vec::new, |f| texts(f.all(), r)),
        None => Vec::new(),
    };
    let zones = match top
        .get("zones")
        // `zones: none` has no effect: the zones of a parent remain, because its rules name them.
        .filter(|e| !e.is_none())
        .and_then(|e| r.named(&e.value, "`zones`"))
    {
        Some(entries) => entries.iter().filter_map(|e| zone(e, r)).collect(),
        None => Vec::new(),
    };
    let before = r.found.len();
    let pieces: Vec<PieceText> =
        match top.get("pieces").and_then(|e| r.mapping(&e.value, "`pieces`")) {
            Some(entries) => entries.iter().filter_map(|e| piece(e, r)).collect(),
            None => Vec::new(),
        };
    // If some pieces could not be read, missing pieces are not reported as well.
    broken.extend((pieces.is_empty() && r.found.len() > before).then_some("pieces"));
    let modifiers = top.words("modifiers", r).unwrap_or_default();
    let said = |name, value: bool| (top.get(name).is_some() && !value).then_some(name);
    let castling = top.get("castling").and_then(|e| castling::read(e, r));
    let hand = top.get("hand").and_then(|e| hand::read(e, r));
    broken.extend(
        said("castling", castling.is_some()).into_iter().chain(said("hand", hand.is_some())),
    );
    let ends = top.get("ends").map_or_else(Default::default, |e| ends(e, r));
    Some(Definition {
        name,
        about,
        role: role(top.get("abstract"), top.get("modifier"), r),
        men: top.variant("men", &Men::ALL, Men::word, r).map(|men| men.value),
        extends,
        modifiers,
        dialect: dialect.map(|d| d.value).unwrap_or_default(),
        space,
        zones,
        pieces,
        pieces_key: top.get("pieces").map(|e| e.key.span()),
        every_move,
        attacks,
        must: top.get("must").and_then(|e| lines(e, r)),
        effects: top.get("effects").and_then(|e| lines(e, r)),
        castling,
        no_en_passant: top.choice("en passant", &[("none", ())], r).map(|none| none.span),
        plane: top.get("plane").map_or_else(PlaneText::default, |e| plane::read(e, r)),
        hand,
        turn: top.get("turn").and_then(|e| turn::read(e, r)),
        setup,
        shuffle: top.get("shuffle").and_then(|e| shuffle::read(e, r)),
        ends: ends.0,
        goals: ends.1,
        claims: ends.2,
        cases: top.get("tests").map_or_else(Vec::new, |e| cases::read(e, r)),
        broken,
        span: node.span,
    })
}

fn texts(entries: &[&Entry], r: &mut Reader<'_>) -> Vec<(Scalar, Scalar)> {
    entries.iter().filter_map(|e| Some((e.key.clone(), r.scalar(e)?))).collect()
}

/// An area for both sides, or one for each: `{white: a1-c2, black: f7-h8}`.
fn zone(entry: &Entry, r: &mut Reader<'_>) -> Option<(Scalar, BySide<Scalar>)> {
    if !matches!(entry.value.kind, NodeKind::Mapping(_)) {
        let area = r.scalar(entry)?;
        return Some((entry.key.clone(), BySide([area.clone(), area])));
    }
    let NodeKind::Mapping(sides) = &entry.value.kind else { return None };
    if sides.iter().all(|side| suggest::key(side.key.text(), &schema::ZONE).is_none()) {
        let area = r.scalar(entry)?;
        return Some((entry.key.clone(), BySide([area.clone(), area])));
    }
    let fields = r.fields(&entry.value, &schema::ZONE)?;
    let areas = ["white", "black"].map(|side| match fields.get(side) {
        Some(entry) => r.scalar(entry),
        None => {
            if !fields.misspelt.contains(&side) {
                let title = format!("the zone `{}` does not say `{side}`", entry.key.text());
                let help = "type `{white: a1-c2, black: f7-h8}`, or one area for both sides";
                r.at(Code::MissingKey, fields.span, title, "incomplete").help(help);
            }
            None
        }
    });
    // If only one area could be read, both sides get it. Otherwise conditions that name the zone
    // would cause a second finding.
    let [white, black] = areas;
    let one = white.clone().or_else(|| black.clone())?;
    Some((
        entry.key.clone(),
        BySide([white, black].map(|area| area.unwrap_or_else(|| one.clone()))),
    ))
}

fn role(parent: Option<&Entry>, modifier: Option<&Entry>, r: &mut Reader<'_>) -> Role {
    let mut said = |e: Option<&Entry>| e.and_then(|e| r.truth(e)).filter(|v| v.value);
    match (said(parent), said(modifier)) {
        (Some(parent), Some(modifier)) => {
            r.at(
                Code::BadValue,
                modifier.span,
                "a definition cannot be both abstract and a modifier",
                "a modifier is laid over games",
            )
            .label(parent.span, "a parent is extended by them");
            Role::Modifier
        }
        (None, Some(_)) => Role::Modifier,
        (Some(_), None) => Role::Abstract,
        (None, None) => Role::Game,
    }
}

fn piece(entry: &Entry, r: &mut Reader<'_>) -> Option<PieceText> {
    let name = entry.key.clone();
    if entry.is_none() {
        return Some(PieceText { name, change: PieceChange::Remove });
    }
    let before = r.found.len();
    let mut body = PieceBody::default();
    if let Some(fields) = r.fields(&entry.value, &schema::PIECE) {
        body.lost_letter = fields.misspelt.contains(&"letter");
        let mut text = |name| fields.scalar(name, r);
        body.rename = text("name");
        body.letter = text("letter");
        body.symbol = text("symbol");
        body.moves = text("moves");
        body.attacks = text("attacks");
        body.body = text("body");
        body.worth = text("worth");
        body.turns = fields.truth("turns", r);
        body.royal = fields.variant("royal", Royalty::ALL, Royalty::word, r);
        body.figure = fields.variant("figure", Figure::ALL, Figure::word, r);
        body.owner = fields.variant("owner", Owner::ALL, Owner::word, r);
        body.blocks = fields.variant("blocks", Blocking::ALL, Blocking::word, r);
        body.promotes = fields.get("promotes").and_then(|e| promotion::read(e, r));
    }
    body.broken = r.found.len() > before;
    Some(PieceText { name, change: PieceChange::Set(Box::new(body)) })
}

/// A list of sentences, one sentence, or `none`.
fn lines(entry: &Entry, r: &mut Reader<'_>) -> Option<Lines> {
    let span = entry.value.span;
    if entry.is_none() {
        return Some(Lines { lines: Vec::new(), span });
    }
    let NodeKind::Sequence(items) = &entry.value.kind else {
        return Some(Lines { lines: vec![r.scalar(entry)?], span });
    };
    let line = |item| r.scalar(&Entry { key: entry.key.clone(), value: Node::clone(item) });
    Some(Lines { lines: items.iter().filter_map(line).collect(), span })
}

/// Reads a verdict with a part of the point: `loss 1/4`.
fn shared(entry: &Entry, word: &str, verdict: Option<Verdict>) -> Option<Spanned<Option<Verdict>>> {
    let NodeKind::Scalar(scalar) = &entry.value.kind else { return None };
    let share = scalar.text().trim().strip_prefix(word)?;
    Some(Spanned::new(Some(verdict?.with_share(share)?), entry.value.span))
}

fn ends(entry: &Entry, r: &mut Reader<'_>) -> (Vec<EndText>, Option<Lines>, Option<Lines>) {
    let Some(fields) = r.fields(&entry.value, &schema::ENDS) else { return Default::default() };
    let mut said = |event: Event| {
        let entry = fields.get(event.key())?;
        let words: Vec<_> = event.verdicts().iter().map(|&v| (Verdict::words(v), v)).collect();
        if let Some(verdict) =
            words.iter().find_map(|(word, verdict)| shared(entry, word, *verdict))
        {
            return Some((event, verdict));
        }
        let choices: Vec<_> =
            words.iter().map(|(word, verdict)| (word.as_str(), *verdict)).collect();
        Some((event, r.choice(entry, &choices)?))
    };
    let plain = Event::ALL.into_iter().filter_map(&mut said).collect();
    let mut asked = |name| fields.get(name).and_then(|e| lines(e, r));
    (plain, asked("goals"), asked("claims"))
}
