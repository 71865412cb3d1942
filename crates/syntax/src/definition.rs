//! The content of one file, with types.
//!
//! Movements, spaces, areas and positions remain texts with their spans. The package `alfil-resolve` reads
//! them when it knows the letters and zones of the game. Every text of the file becomes a part of
//! the [`Definition`] or a finding.

use crate::cases::{self, CaseText};
use crate::edition;
use crate::fields::{Fields, Reader};
use crate::mapping::{FromEntry, NONE, OrNone, mapping};
use crate::named::{GroupText, QuestionText, ShuffleText, ZoneSides, ZoneText};
use crate::piece::{CastlingText, HandText, PictureSides, PieceBody, PieceText, PromotionText};
use crate::scalar::Scalar;
use crate::sides::{self, AlliesText, EndsText, Lines, LookText, SideBody, SidesText};
use crate::space::PlaneText;
use crate::turn::{DieBody, DieText, ParryText, SeriesText, StepText, TurnText};
use crate::value::Language::{Effect, Modifier, Parent, Position, Prose, Question, Space};
use crate::value::Value::{self, Either, List, Mapping, Text, Words};
use crate::value::{Dialect, Edition, NoneWord, Schema, key};
use crate::yaml::{self, Entry, Node, NodeKind};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Edit, Findings};
use alfil_diagnostics::source::{SourceId, Span, Spanned};
use alfil_rules::look::{Estate, Men, TeamLoss, Winner};
use alfil_rules::sight::Sight;

mapping! {
    /// The content of one file.
    #[derive(Clone, PartialEq, Debug)]
    pub struct Definition, "a definition", read by checked {
        edition: Option<Spanned<Edition>> = "alfil",
            "1", "the edition of the language in which the file is written; the first key";
        name: Option<Scalar> = "name",
            "words", "the title of the game";
        about: Vec<AboutText> = "about",
            "mapping", "its inventor, source and rules, for people to read";
        is_abstract: Option<Spanned<bool>> = "abstract",
            "true or false", "whether this is only a parent and not played itself";
        is_modifier: Option<Spanned<bool>> = "modifier",
            "true or false", "whether this can be laid over games";
        extends: Option<Scalar> = "extends" [Text(Parent)],
            "NAME", "the parent: a shipped name, a path, or a sum of them";
        modifiers: Vec<Spanned<String>> = "modifiers" [Words(Modifier)],
            "list of NAME", "modifiers that are laid over this file, in order";
        dialect: Dialect = "dialect",
            "classic or xbetza", "how directions before K and Q are read in this file";
        space: Option<Scalar> = "space" [Text(Space)],
            "space", "the board, such as `grid 8x8`";
        sides: Option<SidesText> = "sides",
            "list or mapping of three or four names", "the sides, in the order of turns";
        allies: Option<AlliesText> = "allies",
            "list of teams", "sides that play together: `[[red, yellow], [blue, green]]`";
        eliminated: Option<Spanned<Estate>> = "eliminated",
            "removed, unowned or taken over", "what happens to the pieces of a side that loses";
        teams_lose: Option<Spanned<TeamLoss>> = "teams lose",
            "with its first side or with its last side", "when a team has lost";
        winner: Option<Spanned<Winner>> = "winner",
            "last side or most points", "which side wins when only one is left";
        zones: Vec<ZoneText> = "zones",
            "mapping of areas", "named sets of cells; `none` adds none";
        groups: Vec<GroupText> = "groups",
            "mapping of lists of pieces", "named sets of kinds of pieces; `none` adds none";
        questions: Vec<QuestionText> = "questions",
            "mapping of questions", "named questions; `none` adds none";
        pieces: Vec<PieceText> = "pieces",
            "mapping of pieces", "kinds of pieces by name; `none` removes one";
        men: Option<Men> = "men",
            "discs, wedges", "the shape under the symbols";
        look: Option<OrNone<LookText>> = "look",
            "mapping or none", "how the board and the sides look in pictures";
        every_move: Option<Scalar> = "every move" [Text(Question)],
            "question",
            "a condition on every move and on every piece that it displaces";
        attacks: Option<Scalar> = "attacks" [Text(Question)],
            "question or `^`",
            "the condition on attacks, if it differs from `every move`";
        must: Option<Lines> = "must" [Either(&[NONE, Text(Question), List(&Text(Question))])],
            "question or list of them",
            "moves that a side must choose if it has any";
        effects: Option<Lines> = "effects" [Either(&[NONE, Text(Effect), List(&Text(Effect))])],
            "list of sentences",
            "further effects of moves: `when giving check then count checks`";
        castling: Option<OrNone<CastlingText>> = "castling",
            "mapping or none", "which pieces castle";
        no_en_passant: Option<Spanned<NoneWord>> = "en passant",
            "none", "removes captures en passant";
        plane: PlaneText = "plane",
            "mapping", "settings of a plane: radius, least distance, ...";
        hand: Option<OrNone<HandText>> = "hand",
            "mapping or none", "pieces in hand, which can be dropped with `@`";
        dice: Vec<DieText> = "dice",
            "mapping of dice", "the dice that steps of a turn roll: `die: 1-6`";
        turn: Option<OrNone<TurnText>> = "turn",
            "mapping or none", "how many moves a side makes in a row, and which";
        sight: Option<Spanned<Sight>> = "sight",
            "everything, own, reach, own while placing or own with umpire", "the cells that each side sees";
        umpire_tells: Option<Lines> = "umpire tells"
            [Either(&[NONE, Text(Question), List(&Text(Question))])],
            "question or list of them", "what an umpire announces besides checks and captures";
        setup: Option<Scalar> = "setup" [Text(Position)],
            "position", "the start position";
        shuffle: Option<OrNone<ShuffleText>> = "shuffle",
            "mapping or none", "the cells of the setup whose pieces are shuffled";
        ends: EndsText = "ends",
            "mapping", "how games end";
        cases: Vec<CaseText> = "tests",
            "list of cases", "tests of this definition";
    } plus |fields| {
        /// The span of the key `pieces`, for findings about missing pieces.
        pieces_key: Option<Span> = fields.get("pieces").map(|entry| entry.key.span());
        /// Keys whose value could not be read, or that are probably misspelt. No finding may say
        /// that they are missing.
        broken: Vec<&'static str> = fields.misspelt.clone();
        /// The span of the whole file.
        span: Span = fields.span;
    }
}

/// The first key of a file.
pub const EDITION: &str = "alfil";

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

/// The keys of `about`.
const ABOUT: Schema = Schema {
    what: "`about`",
    keys: &[
        key("inventor", Text(Prose), "words", "who invented it"),
        key("year", Text(Prose), "words", "when"),
        key("source", Text(Prose), "words", "where its rules were published"),
        key("pitch", Text(Prose), "words", "one sentence for players: what is new in the game"),
        key(
            "tags",
            Text(Prose),
            "words",
            "words by which players search, with commas between them",
        ),
        key(
            "scene",
            Text(Prose),
            "moves",
            "moves from the start to the position in the picture of the game",
        ),
        key("rules", Text(Prose), "words", "the rules, for people"),
        key(
            "notes",
            Text(Prose),
            "words",
            "how the definition reads points that the published rules leave open",
        ),
    ],
};

/// A key of `about` and its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AboutText {
    /// The key.
    pub key: Scalar,
    /// The text.
    pub text: Scalar,
}

/// All mappings, for documentation and suggestions. The first one is the whole file.
pub const SCHEMAS: [Schema; 21] = [
    Definition::SCHEMA,
    ABOUT,
    SideBody::SCHEMA,
    ZoneSides::SCHEMA,
    PieceBody::SCHEMA,
    PictureSides::SCHEMA,
    PromotionText::SCHEMA,
    LookText::SCHEMA,
    CastlingText::SCHEMA,
    ShuffleText::SCHEMA,
    PlaneText::SCHEMA,
    HandText::SCHEMA,
    DieBody::SCHEMA,
    TurnText::SCHEMA,
    SeriesText::SCHEMA,
    StepText::SCHEMA,
    ParryText::SCHEMA,
    sides::ENDS,
    sides::EndLine::SCHEMA,
    cases::CASE,
    cases::Listing::SCHEMA,
];

/// A number for the state of the language: its grammars and its keys. Two programs with the same number
/// read the same definitions. Another number does not say which program is newer.
pub fn state() -> u32 {
    // FNV-1a, which never changes; the hashers of the standard library may.
    let mut hash = 0x811c_9dc5_u32;
    let mut add = |text: &str| {
        for byte in text.bytes().chain([0]) {
            hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
    };
    alfil_grammar::texts().for_each(&mut add);
    for schema in SCHEMAS {
        for key in schema.keys {
            add(key.name);
            add(key.form);
        }
    }
    hash
}

/// Parses the YAML text of a definition to a tree. A byte order mark and all kinds of line ends are
/// accepted. There is no value if parsing stops early.
pub fn tree(source: SourceId, text: &str) -> Findings<Node> {
    yaml::parse(source, text, |word| SCHEMAS.iter().any(|schema| schema.key(word).is_some()))
}

/// Reads a definition from the tree of a file; `text` is the whole file. Returns `None` only if the
/// file is not a mapping.
pub fn read(node: &Node, text: &str) -> Findings<Definition> {
    let mut reader = Reader::new(text, &SCHEMAS);
    let node = edition::renamed(node, &Definition::SCHEMA, &mut reader.found);
    let definition = Definition::from_node(&node, &mut reader);
    Findings::new(definition, reader.found)
}

impl Definition {
    /// Reads the file and notes the keys whose value could not be read.
    fn checked(fields: &Fields<'_>, r: &mut Reader<'_>) -> Option<Self> {
        let mut file = Self::from_fields(fields, r)?;
        let read = [
            ("name", file.name.is_some()),
            ("extends", file.extends.is_some()),
            ("space", file.space.is_some()),
            ("every move", file.every_move.is_some()),
            ("attacks", file.attacks.is_some()),
            ("castling", file.castling.is_some()),
            ("hand", file.hand.is_some()),
            ("setup", file.setup.is_some()),
        ];
        let unread = |&(key, is_read): &(_, bool)| !is_read && fields.get(key).is_some();
        file.broken.extend(read.into_iter().filter(unread).map(|(key, _)| key));
        // If the value of `pieces` is no mapping, there is a finding. A second finding about
        // missing pieces would not help.
        let refused = |entry: &Entry| r.found.iter().any(|d| d.span() == Some(entry.value.span));
        file.broken.extend(fields.get("pieces").filter(|entry| refused(entry)).map(|_| "pieces"));
        if let (Some(parent), Some(modifier)) =
            (is_true(file.is_abstract), is_true(file.is_modifier))
        {
            r.at(
                Code::BadValue,
                modifier,
                "a definition cannot be both abstract and a modifier",
                "a modifier can be laid over games",
            )
            .label(parent, "an abstract definition can only be extended");
        }
        Some(file)
    }

    /// The role of the file. A file that is abstract and a modifier has a finding and counts as a
    /// modifier.
    pub fn role(&self) -> Role {
        match (is_true(self.is_abstract), is_true(self.is_modifier)) {
            (_, Some(_)) => Role::Modifier,
            (Some(_), None) => Role::Abstract,
            (None, None) => Role::Game,
        }
    }
}

/// The note that a file does not begin with its edition; `text` is the whole file. `None` if it does,
/// or if it cannot be read.
pub fn edition_note(source: SourceId, text: &str) -> Option<Diagnostic> {
    let node = tree(source, text).value?;
    let NodeKind::Mapping(entries) = &node.kind else { return None };
    let start = entries.first()?.key.span();
    match entries.iter().find(|entry| entry.key.text() == EDITION) {
        Some(entry) if entry.key.span() == start => None,
        Some(entry) => {
            let title = format!("`{EDITION}` must be the first key");
            let place = entry.key.span();
            let finding = Diagnostic::at(Code::MissingEdition, place, title, "");
            Some(finding.help("move this line to the top"))
        }
        None => {
            let title = "the file does not name the edition of the language in which it is written";
            let place = Span { end: start.start, ..start };
            let line = format!("{EDITION}: {}", Edition::One.number());
            let help = format!("write `{line}` as the first line");
            let finding = Diagnostic::at(Code::MissingEdition, place, title, "").help(help);
            // In braces, commas separate entries.
            let behind = text.get(node.span.start as usize..).unwrap_or_default();
            let edit = Edit { span: place, text: line + "\n" };
            let edit = Some(Box::new(edit)).filter(|_| !behind.starts_with('{'));
            Some(Diagnostic { edit, ..finding })
        }
    }
}

/// The place of the value `true`. `None` for `false` or a missing value.
fn is_true(said: Option<Spanned<bool>>) -> Option<Span> {
    said.filter(|said| said.value).map(|said| said.span)
}

impl FromEntry for Vec<AboutText> {
    const VALUE: Value = Mapping(&ABOUT);

    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        let fields = r.fields(&entry.value, &ABOUT)?;
        let text =
            |entry: &&Entry| Some(AboutText { key: entry.key.clone(), text: r.scalar(entry)? });
        Some(fields.all().iter().filter_map(text).collect())
    }
}
