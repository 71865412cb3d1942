//! The mappings about pieces: `pieces`, `promotes`, `castling` and `hand`.

use crate::fields::{Fields, NameList, Reader, type_either};
use crate::mapping::{FromEntry, NONE, OrNone, mapping};
use crate::scalar::Scalar;
use crate::value::Language::{
    Area, Body, Cell, File, Kind, Letter, Movement, Number, Picture, Prose, Question, Sign,
};
use crate::value::Value::{self, Either, List, Named, OneOf, Text, Words};
use crate::value::{DroppedText, Naming, PromotedText};
use crate::yaml::{Entry, NodeKind};
use alfil_diagnostics::diagnostic::{Code, Help, did_you_mean};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::hand::{Captured, Immobile, OwnCaptured};
use alfil_rules::look::Figure;
use alfil_rules::ruleset::{Blocking, Duty, Occasions, Owner, Royalty, Supply};
use alfil_rules::side::ByColor;
use alfil_rules::term::{CastleEnd, CastleFiles};

// The mapping `pieces`.

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

mapping! {
    /// Properties of a piece.
    #[derive(Clone, PartialEq, Eq, Debug, Default)]
    pub struct PieceBody, "a piece" {
        rename: Option<Scalar> = "name" [Text(Kind)],
            "word", "the new name of a piece of the parent";
        letter: Option<Scalar> = "letter" [Text(Letter)],
            "X or +X", "its letter in positions, upper case";
        symbol: Option<Scalar> = "symbol" [Text(Sign)],
            "sign, or two for White and Black", "its sign in pictures";
        figure: Option<Spanned<Figure>> = "figure",
            "word", "its figure in pictures";
        picture: Option<PictureText> = "picture",
            "SVG, file, mapping or none", "its drawing: a file next to this one, or `<svg ...>`";
        moves: Option<Scalar> = "moves" [Text(Movement)],
            "movement", "how it moves";
        attacks: Option<Scalar> = "attacks" [Text(Movement)],
            "movement", "how it attacks, if not as it moves";
        worth: Option<Scalar> = "worth" [Text(Number)],
            "a number", "its worth for rules that count it; 1 if absent";
        royal: Option<Spanned<Royalty>> = "royal",
            "true, false, all or last", "whether its side loses if it is mated";
        owner: Option<Spanned<Owner>> = "owner",
            "side, nobody, both", "the side that owns it";
        blocks: Option<Spanned<Blocking>> = "blocks",
            "true or false", "whether other pieces cannot move over it";
        body: Option<Scalar> = "body" [Text(Body)],
            "body", "the area that it covers on a plane: `disc 0.25`, `capsule 1x0.2`, `ellipse 1x0.2`";
        turns: Option<Spanned<bool>> = "turns",
            "true or false", "whether it may turn on its centre, on a plane";
        promotes: Option<OrNone<Vec<PromotionText>>> = "promotes",
            "mapping, list of them or none", "where it promotes, and to which pieces";
    } plus |fields| {
        /// True if some value had a finding. Then no finding may say that properties are missing.
        broken: bool = false;
        /// True if the value of a misspelt key is probably the letter.
        lost_letter: bool = fields.misspelt.contains(&"letter");
    }
}

mapping! {
    /// The drawings of a piece that differ for the sides.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct PictureSides, "`picture`" {
        white: Option<Scalar> = "white" [Text(Picture)],
            "SVG or file", "White's drawing";
        black: Option<Scalar> = "black" [Text(Picture)],
            "SVG or file", "Black's drawing";
    }
}

/// The drawing of a piece for each side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PictureText {
    /// `none`: the piece has no drawing of its own.
    None,
    /// SVG texts, or paths of files.
    Each(ByColor<Scalar>),
}

impl FromEntry for PictureText {
    const VALUE: Value = Either(&[NONE, Text(Picture), PictureSides::VALUE]);

    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        if entry.is_none() {
            return Some(PictureText::None);
        }
        let NodeKind::Mapping(_) = entry.value.kind else {
            let both = r.scalar(entry)?;
            return Some(PictureText::Each(ByColor([both.clone(), both])));
        };
        let fields = r.fields(&entry.value, &PictureSides::SCHEMA)?;
        for side in ["white", "black"].into_iter().filter(|side| fields.lacks(side)) {
            let title = format!("`picture` has no value for `{side}`");
            r.at(Code::MissingKey, fields.span, title, "incomplete")
                .help("write `{white: a.svg, black: b.svg}`, or one picture for both sides");
        }
        let PictureSides { white, black } = PictureSides::from_fields(&fields, r)?;
        Some(PictureText::Each(ByColor([white?, black?])))
    }
}

impl FromEntry for Vec<PieceText> {
    const VALUE: Value = Named(Naming::Kinds, &Either(&[NONE, PieceBody::VALUE]));

    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        let pieces = r.mapping(&entry.value, "`pieces`")?;
        Some(pieces.iter().map(|entry| piece(entry, r)).collect())
    }
}

fn piece(entry: &Entry, r: &mut Reader<'_>) -> PieceText {
    let before = r.found.len();
    let change = if entry.is_none() {
        PieceChange::Remove
    } else {
        let body = PieceBody::read(entry, r).unwrap_or_default();
        PieceChange::Set(Box::new(PieceBody { broken: r.found.len() > before, ..body }))
    };
    PieceText { name: entry.key.clone(), change }
}

// The mapping `promotes`.

mapping! {
    /// One rule in the value of `promotes`.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct PromotionText, "`promotes`", read by checked {
        at: Option<Scalar> = "at" [Text(Area)],
            "area", "the zone: a move that ends there promotes; the whole board if absent";
        on: Option<Spanned<Occasions>> = "upon",
            "enter, move, leave, stay, drop",
            "moves into, within or out of the zone, promotion there without a move, or drops there";
        may: Option<Duty> = "may",
            "stay or wait",
            "`stay`: it need not promote unless it could never move again; `wait`: it stays in the zone until there is a kind to become";
        to: Option<NameList> = "to",
            "pieces, others or its GROUP",
            "the new kinds; `others` are all kinds that are not royal and do not promote, `its back` is the kind that belongs to this one in a group of pairs";
        only: Option<Supply> = "only",
            "lost", "only if the side has fewer pieces of the new kind than in the setup";
        when: Option<Scalar> = "when" [Text(Question)],
            "question", "a condition before the move, such as `capturing` or `white`";
    } plus |fields| {
        /// The span of the whole mapping.
        span: Span = fields.span;
    }
}

impl PromotionText {
    /// A rule without its zone, kinds or question would mean another promotion than the author
    /// wrote. So there is no value if one of them has a finding. [`to`](Self::to) is never `None`.
    fn checked(fields: &Fields<'_>, r: &mut Reader<'_>) -> Option<Self> {
        if fields.lacks("to") {
            r.at(Code::MissingKey, fields.span, "`promotes` has no `to`", "incomplete")
                .help("say what the piece becomes, such as `to: others`");
        }
        let rule = Self::from_fields(fields, r)?;
        if let Some(on) = rule.on.filter(|on| on.value.enter || on.value.leave)
            && fields.lacks("at")
        {
            let title = "without `at`, there is no zone to enter or leave";
            r.at(Code::MissingKey, on.span, title, "of which zone?")
                .help("add `at: last rank`, or type `upon: move`");
        }
        let is_read = |key, value: &Option<Scalar>| value.is_some() || fields.get(key).is_none();
        let complete = is_read("at", &rule.at) && is_read("when", &rule.when) && rule.to.is_some();
        complete.then_some(rule)
    }
}

impl FromEntry for Vec<PromotionText> {
    const VALUE: Value = Either(&[PromotionText::VALUE, List(&PromotionText::VALUE)]);

    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        let rules = match &entry.value.kind {
            NodeKind::Sequence(items) if !items.is_empty() => &items[..],
            NodeKind::Sequence(_) | NodeKind::Scalar(_) | NodeKind::Mapping(_) => {
                std::slice::from_ref(&entry.value)
            }
        };
        // A part of a list would mean other promotions than the author wrote. So one error drops
        // the list.
        let rules: Vec<_> = rules.iter().map(|rule| PromotionText::from_node(rule, r)).collect();
        rules.into_iter().collect()
    }
}

impl FromEntry for Spanned<Occasions> {
    const VALUE: Value =
        Either(&[OneOf(|| Occasions::WORDS.map(str::to_owned).into()), Words(Prose)]);

    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        let mut on = Occasions::default();
        for word in r.words(entry)? {
            let text = word.value.trim_end_matches(',');
            match on.flags().into_iter().find(|(name, _)| *name == text) {
                Some((_, flag)) => *flag = true,
                None => {
                    let names = || Occasions::WORDS.into_iter();
                    let help = match did_you_mean(text, names()) {
                        Some(near) => Help::did_you_mean(near),
                        None => type_either(names()),
                    };
                    r.at(
                        Code::BadValue,
                        word.span,
                        format!("`{text}` is not a value of `upon`"),
                        "unknown",
                    )
                    .help(help);
                    return None;
                }
            }
        }
        if on.words().next().is_none() {
            r.missing_value(entry.key.span(), "`on`");
            return None;
        }
        Some(Spanned::new(on, entry.value.span))
    }
}

// The mapping `castling`.

mapping! {
    /// The value of `castling`. Missing parts keep the parent's value.
    #[derive(Clone, PartialEq, Eq, Debug, Default)]
    pub struct CastlingText, "`castling`", read by checked {
        with: Option<WithText> = "with",
            "pieces, or mapping", "the kinds that may be the partner in castling";
        files: Option<Spanned<CastleFiles>> = "files",
            "two files", "where castling without a number (`isO`) ends";
        homes: Option<Vec<HomeText>> = "where",
            "mapping of cells", "the cells from which kinds castle, if not those of the setup";
        when: Option<Scalar> = "when" [Text(Question)],
            "question", "a further condition on castling";
    }
}

/// The value of the key `with`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WithText {
    /// The same kinds for every castling term.
    All(NameList),
    /// Kinds for each castling atom.
    Each(Vec<PartnersText>),
}

/// The partners of one castling atom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartnersText {
    /// The end of castling that the atom gives.
    pub end: Spanned<CastleEnd>,
    /// The kinds.
    pub kinds: NameList,
}

/// A kind and its cells in `where:`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HomeText {
    /// The kind.
    pub kind: Spanned<String>,
    /// The cells.
    pub cells: Vec<Spanned<String>>,
}

impl CastlingText {
    /// If all parts have findings, there is no value. An empty mapping without findings is a value
    /// that changes nothing.
    fn checked(fields: &Fields<'_>, r: &mut Reader<'_>) -> Option<Self> {
        let said = Self::from_fields(fields, r)?;
        (said != Self::default() || !fields.has_findings(r)).then_some(said)
    }
}

impl FromEntry for WithText {
    const VALUE: Value = Either(&[Words(Kind), Named(Naming::Castlings, &Words(Kind))]);

    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        let NodeKind::Mapping(each) = &entry.value.kind else {
            return Some(WithText::All(r.names(entry)?));
        };
        let mut partners = Vec::new();
        for entry in each {
            let key = &entry.key;
            let Some(end) = atom(key.text()) else {
                let title = format!("`{}` is not a castling move", key.text());
                r.at(Code::BadValue, key.span(), title, "unknown").help(
                    "write castling as in the movement, but without the letters before it: `O2: rook`",
                );
                continue;
            };
            let end = Spanned::new(end, key.span());
            partners.push(PartnersText { end, kinds: r.names(entry)? });
        }
        Some(WithText::Each(partners))
    }
}

/// The end of castling in an atom: `O2` ends two cells away, `O` on a named file.
fn atom(text: &str) -> Option<CastleEnd> {
    match text.strip_prefix('O')? {
        "" => Some(CastleEnd::Files(None)),
        cells => cells.parse().ok().filter(|cells| *cells > 0).map(CastleEnd::Cells),
    }
}

impl FromEntry for Spanned<CastleFiles> {
    const VALUE: Value = Words(File);

    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        let words = r.words(entry)?;
        let letter = |word: &Spanned<String>| {
            let mut letters = word.value.chars();
            letters.next().filter(|c| c.is_ascii_lowercase() && letters.next().is_none())
        };
        let letters: Option<Vec<char>> = words.iter().map(letter).collect();
        let span = words.iter().fold(words.first()?.span, |span, word| span.to(word.span));
        let help = match letters.as_deref() {
            Some(&[first, last]) if first < last => {
                return Some(Spanned::new(CastleFiles { first, last }, span));
            }
            Some(&[first, last]) if first > last => Help::write(format!("{last} {first}")),
            Some(_) | None => {
                let text: String = words.iter().map(|word| word.value.to_lowercase()).collect();
                let named: Vec<char> = text.chars().filter(char::is_ascii_lowercase).collect();
                match named.as_slice() {
                    [a, b] => Help::write(format!("{} {}", a.min(b), a.max(b))),
                    _ => Help::from("name two, such as `c g`"),
                }
            }
        };
        r.at(
            Code::BadValue,
            span,
            "castling needs two files where it can end",
            "these are not two files",
        )
        .because("the first file is for castling toward file a, the second for the other side")
        .help(help);
        None
    }
}

impl FromEntry for Vec<HomeText> {
    const VALUE: Value = Named(Naming::Kinds, &Words(Cell));

    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        let kinds = r.named(&entry.value, "`where`")?;
        let home = |entry: &&Entry| {
            let kind = Spanned::new(entry.key.text().to_owned(), entry.key.span());
            Some(HomeText { kind, cells: r.words(entry)? })
        };
        Some(kinds.iter().filter_map(home).collect())
    }
}

// The mapping `hand`.

mapping! {
    /// The value of `hand`. Missing parts keep the parent's value.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct HandText, "`hand`" {
        captured: Option<Captured> = "captured",
            "to captor, to owner or gone", "where captured pieces go";
        promoted: Option<PromotedText> = "promoted",
            "revert or stay", "whether captured promoted pieces turn back";
        own: Option<OwnCaptured> = "own captured",
            "to hand or gone", "where pieces go if their own side captures them";
        supply: Option<NameList> = "supply",
            "pieces", "kinds that can be dropped without end, from no hand";
        immobile: Option<Immobile> = "immobile",
            "true or false", "whether a piece may be dropped where it can never move";
        dropped: Option<Spanned<DroppedText>> = "dropped",
            "stays or moves on", "whether a dropped piece moves on in the same turn";
        when: Option<Scalar> = "when" [Text(Question)],
            "question", "a condition on each drop";
        no_mate: Option<NameList> = "no mate by",
            "pieces", "kinds whose drop may not give mate";
    }
}
