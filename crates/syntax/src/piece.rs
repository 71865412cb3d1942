//! The mapping `pieces`.

use crate::fields::Reader;
use crate::mapping::{FromEntry, NONE, OrNone, mapping};
use crate::promotion::PromotionText;
use crate::scalar::Scalar;
use crate::value::Language::{Body, Kind, Letter, Movement, Number, Picture, Sign};
use crate::value::Naming;
use crate::value::Value::{self, Either, Named, Text};
use crate::yaml::{Entry, NodeKind};
use alfil_diagnostics::diagnostic::Code;
use alfil_diagnostics::source::Spanned;
use alfil_rules::figure::Figure;
use alfil_rules::ruleset::{Blocking, Owner, Royalty};
use alfil_rules::side::ByColor;

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
            "word", "another name from here on";
        letter: Option<Scalar> = "letter" [Text(Letter)],
            "X or +X", "its letter in positions, upper case";
        symbol: Option<Scalar> = "symbol" [Text(Sign)],
            "sign, or White's and Black's", "what it is in pictures";
        figure: Option<Spanned<Figure>> = "figure",
            "word", "its figure in pictures";
        picture: Option<PictureText> = "picture",
            "SVG, file, mapping or none", "an own drawing: a file beside this one, or `<svg ...>`";
        moves: Option<Scalar> = "moves" [Text(Movement)],
            "movement", "how it moves";
        attacks: Option<Scalar> = "attacks" [Text(Movement)],
            "movement", "what it attacks, where that differs";
        worth: Option<Scalar> = "worth" [Text(Number)],
            "a number", "its worth where a rule asks; 1 if not said";
        royal: Option<Spanned<Royalty>> = "royal",
            "true, false, all or last", "whether its side loses when it is mated";
        owner: Option<Spanned<Owner>> = "owner",
            "side, nobody, both", "whose it is";
        blocks: Option<Spanned<Blocking>> = "blocks",
            "true or false", "whether it stands in the way of what moves";
        body: Option<Scalar> = "body" [Text(Body)],
            "body", "what it covers on a plane: `disc 0.25`, `capsule 1x0.2`, `ellipse 1x0.2`";
        turns: Option<Spanned<bool>> = "turns",
            "true or false", "whether it may turn on its centre, on a plane";
        promotes: Option<OrNone<Vec<PromotionText>>> = "promotes",
            "mapping, list of them or none", "where and to what it promotes";
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
            let title = format!("`picture` does not say `{side}`");
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
