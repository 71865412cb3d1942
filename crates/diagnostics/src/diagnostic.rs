//! Findings: errors and warnings about texts.
//!
//! A [`Diagnostic`] is one finding, a [`Report`] is a list of them, and [`Findings`] is a value
//! together with its findings. [`Code`] lists all codes; each has a kebab-case name and an
//! explanation. The package `alfil-render` draws findings.

pub use crate::source::Help;

use crate::source::Span;
use std::fmt;
use std::ops::{Deref, DerefMut};

/// The severity of a finding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The definition cannot be used.
    Error,
    /// The definition can be used, but probably means something else than the author wants.
    Warning,
    /// The definition can be used and means what its author wants. Something about it is worth
    /// knowing.
    Note,
}

impl Severity {
    /// `error`, `warning` or `note`, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}

/// A place in a text, with a short message about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The offending characters, and no others.
    pub span: Span,
    /// The message: a few words, or nothing.
    pub text: String,
}

/// A finding about a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The kind of finding.
    pub code: Code,
    /// The main message: one line, lower case, no full stop.
    pub title: String,
    /// The places, the main one first. Empty if there is no text to point at, such as for a missing
    /// file.
    pub labels: Vec<Label>,
    /// The reason for the finding, if the title does not give it.
    pub reason: Option<Box<str>>,
    /// A proposal for the author, such as a correction.
    pub help: Option<Help>,
    /// The replacement that the help proposes. `None` if the help proposes none, or if the finding
    /// has no place.
    pub edit: Option<Box<Edit>>,
    /// The text that says in the present edition what the main place says in edition 0. Only
    /// findings about words of edition 0 have it. The help may propose something else, if authors
    /// probably mean something else.
    pub rewritten: Option<Box<Edit>>,
}

/// The replacement of a span by another text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The characters to replace.
    pub span: Span,
    /// The new characters.
    pub text: String,
}

impl Diagnostic {
    /// A finding with a title and no place yet.
    pub fn new(code: Code, title: impl Into<String>) -> Self {
        Self {
            code,
            title: title.into(),
            labels: Vec::new(),
            reason: None,
            help: None,
            edit: None,
            rewritten: None,
        }
    }

    /// A finding at `span`, labelled with `text`.
    pub fn at(code: Code, span: Span, title: impl Into<String>, text: impl Into<String>) -> Self {
        Self::new(code, title).label(span, text)
    }

    /// Adds a label. If the help has a replacement but the finding has no edit yet, an edit at the
    /// first label is added.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        match self.help.take() {
            Some(help) if self.edit.is_none() => self.help(help),
            help => Self { help, ..self },
        }
    }

    /// Sets the reason.
    #[must_use]
    pub fn because(mut self, reason: impl Into<String>) -> Self {
        self.reason = Some(reason.into().into_boxed_str());
        self
    }

    /// Sets the help. If the help has a replacement and the finding has a label, also sets the
    /// edit: this text replaces the main place.
    #[must_use]
    pub fn help(mut self, help: impl Into<Help>) -> Self {
        let help = help.into();
        let edit = |(text, span): (&str, Span)| Edit { span, text: text.to_owned() };
        self.edit = help.replacement().zip(self.span()).map(|offer| Box::new(edit(offer)));
        self.help = Some(help);
        self
    }

    /// Sets what replaces the main place if the text is of edition 0, see
    /// [`Diagnostic::rewritten`]. Does nothing without a label.
    #[must_use]
    pub fn rewrite(mut self, text: impl Into<String>) -> Self {
        self.rewritten = self.span().map(|span| Box::new(Edit { span, text: text.into() }));
        self
    }

    /// The severity of the code.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }

    /// The main place, if there is a text.
    pub fn span(&self) -> Option<Span> {
        self.labels.first().map(|l| l.span)
    }
}

/// A list of findings in the order in which they were added.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Report(Vec<Diagnostic>);

impl Report {
    /// Adds a finding with a label at `span`.
    pub fn at(
        &mut self,
        code: Code,
        span: Span,
        title: impl Into<String>,
        text: impl Into<String>,
    ) -> Added<'_> {
        self.0.push(Diagnostic::at(code, span, title, text));
        Added(self)
    }

    /// Adds a finding.
    pub fn push(&mut self, finding: Diagnostic) {
        self.0.push(finding);
    }

    /// Keeps the first `len` findings.
    pub fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }

    /// Keeps the findings for which `keep` is true.
    pub fn retain(&mut self, keep: impl FnMut(&Diagnostic) -> bool) {
        self.0.retain(keep);
    }

    /// Removes and returns the findings from index `at` on.
    pub fn split_off(&mut self, at: usize) -> Vec<Diagnostic> {
        self.0.split_off(at)
    }
}

impl Deref for Report {
    type Target = [Diagnostic];
    fn deref(&self) -> &[Diagnostic] {
        &self.0
    }
}

impl DerefMut for Report {
    fn deref_mut(&mut self) -> &mut [Diagnostic] {
        &mut self.0
    }
}

impl Extend<Diagnostic> for Report {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, more: I) {
        self.0.extend(more);
    }
}

impl IntoIterator for Report {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl From<Report> for Vec<Diagnostic> {
    fn from(report: Report) -> Self {
        report.0
    }
}

/// The finding that was added last. The methods complete this finding.
pub struct Added<'r>(&'r mut Report);

impl Added<'_> {
    fn say(self, more: impl FnOnce(Diagnostic) -> Diagnostic) -> Self {
        let last = self.0.0.pop();
        self.0.0.extend(last.map(more));
        self
    }

    /// Adds a label.
    pub fn label(self, span: Span, text: impl Into<String>) -> Self {
        self.say(|finding| finding.label(span, text))
    }

    /// Sets the reason.
    pub fn because(self, reason: impl Into<String>) -> Self {
        self.say(|finding| finding.because(reason))
    }

    /// Sets the help, see [`Diagnostic::help`].
    pub fn help(self, help: impl Into<Help>) -> Self {
        self.say(|finding| finding.help(help))
    }

    /// Sets what replaces `span` if the text is of edition 0, see [`Diagnostic::rewritten`].
    pub fn rewrite_at(self, span: Span, text: impl Into<String>) -> Self {
        let edit = Box::new(Edit { span, text: text.into() });
        self.say(|finding| Diagnostic { rewritten: Some(edit), ..finding })
    }

    /// Sets the text for edition 0, see [`Diagnostic::rewrite`].
    pub fn rewrite(self, text: impl Into<String>) -> Self {
        self.say(|finding| finding.rewrite(text))
    }
}

/// A value with its findings. `value` is `None` only if a finding is an error.
#[derive(Clone, Debug)]
pub struct Findings<T> {
    /// The value, if a usable value exists.
    pub value: Option<T>,
    /// All findings in the order in which they were added.
    pub found: Vec<Diagnostic>,
}

impl<T> Findings<T> {
    /// A value and its findings.
    pub fn new(value: Option<T>, found: impl Into<Vec<Diagnostic>>) -> Self {
        Self { value, found: found.into() }
    }

    /// Converts the value.
    pub fn map<U>(self, made: impl FnOnce(T) -> U) -> Findings<U> {
        Findings { value: self.value.map(made), found: self.found }
    }

    /// Converts the value if no finding is an error. The result has the findings of both steps.
    pub fn and_then<U>(self, made: impl FnOnce(T) -> Findings<U>) -> Findings<U> {
        let Findings { value, mut found } = self;
        let Some(value) = value.filter(|_| !has_errors(&found)) else {
            return Findings::new(None, found);
        };
        let next = made(value);
        found.extend(next.found);
        Findings::new(next.value, found)
    }
}

/// True if one of `found` is an error.
pub fn has_errors(found: &[Diagnostic]) -> bool {
    found.iter().any(|d| d.severity() == Severity::Error)
}

/// Sorts findings: errors before warnings, then by text and place. Equal findings are merged.
pub fn order(found: &mut Vec<Diagnostic>) {
    found.sort_by_key(|d| (d.severity(), d.span().map(|s| (s.source, s.start, s.end))));
    found.dedup();
}

/// Returns the word of `known` that is most similar to `word`, or `None` if none is similar. The
/// measure is the Damerau-Levenshtein distance of the words in lower case.
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // The time to compute a distance is proportional to the product of both lengths. But the
    // distance is never less than the difference in length, so this cheap filter comes first.
    let length = word.chars().count();
    let is_as_long = |k: &&str| {
        let k = k.chars().count();
        let differ = length.abs_diff(k);
        differ <= 1 + k.max(length) / 4 && differ < k
    };
    known
        .into_iter()
        .filter(is_as_long)
        .map(|k| (strsim::damerau_levenshtein(&word.to_lowercase(), &k.to_lowercase()), k))
        .filter(|&(d, k)| {
            d <= 1 + k.chars().count().max(word.chars().count()) / 4 && d < k.chars().count()
        })
        .min_by_key(|&(d, _)| d)
        .map(|(_, k)| k)
}

macro_rules! codes {
    ($($variant:ident $name:literal $severity:ident $text:literal)*) => {
        /// Every kind of finding.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Code {
            $(#[doc = $text] $variant,)*
        }

        impl Code {
            /// All codes, in the order of the list below.
            pub const ALL: &[Code] = &[$(Code::$variant),*];

            /// The kebab-case name.
            pub fn name(self) -> &'static str {
                match self { $(Code::$variant => $name,)* }
            }

            /// The explanation for `alfil explain CODE`.
            pub fn explanation(self) -> &'static str {
                match self { $(Code::$variant => $text,)* }
            }

            /// The severity of findings with this code.
            pub fn severity(self) -> Severity {
                match self { $(Code::$variant => Severity::$severity,)* }
            }
        }
    };
}

// The codes are grouped by stage. Parentheses name the folders that report them.
codes! {
    // -- files and YAML (syntax/) --
    UnreadableFile "unreadable-file" Error
        "The file is missing, is a folder without definitions, may not be read, or is not text in UTF-8."
    UnknownDefinition "unknown-definition" Error
        "No shipped definition has this name, and it is not a path. A path holds a `/` or ends in `.yaml` or `.yml`; `alfil list` shows the names."
    TooLarge "too-large" Error
        "The text is larger, nests deeper or, with its aliases unfolded, holds more values than any definition needs. Reading stops there, so that no file can exhaust time or memory."
    YamlSyntax "yaml-syntax" Error
        "The file is not well-formed YAML at this place: a bracket or quote without its partner, a line indented like no other, a key without its colon."
    NeedsQuotes "needs-quotes" Error
        "A text begins with a character, or holds a colon and a space, to which YAML gives a meaning of its own. In quotes it is a text."
    TabIndentation "tab-indentation" Error
        "A line is indented by a tab. YAML wants spaces, because a tab has no width of its own."
    DuplicateKey "duplicate-key" Error
        "A key stands twice in one map. Neither place silently wins; keep one."
    KeyNotText "key-not-text" Error
        "A list or map stands where the key of a map was expected. Keys are plain texts."
    YamlTag "yaml-tag" Error
        "A YAML tag (`!name`) stands before a value. Tags have no meaning in definitions; a text that begins with `!` needs quotes."
    UnknownAlias "unknown-alias" Error
        "`*name` is a YAML alias, but no anchor `&name` stands before it. A text that begins with `*`, such as a placement with a hole, needs quotes."
    MergeKey "merge-key" Error
        "`<<` asks some readers of YAML to lay a mapping into the one where it stands. Nothing is merged in definitions: the keys are written where they belong, and what a whole game shares is a parent."
    UnusedAnchor "unused-anchor" Warning
        "`&name` is a YAML anchor that no alias uses, so these characters are lost. A text that begins with `&` needs quotes."
    SeveralDocuments "several-documents" Error
        "A line `---` begins a second YAML document in the file. A file holds one definition."
    SmartQuotes "smart-quotes" Warning
        "A text stands in typographic quotes, which YAML does not know. They are taken for straight ones, which surround a text."
    // -- movement strings (syntax/, resolve/) --
    UnknownLetter "unknown-letter" Error
        "A letter of a movement string has no meaning. Unknown letters are never skipped: a skipped letter would leave a piece that moves otherwise than its author wrote."
    MissingAtom "missing-atom" Error
        "Lower-case letters of a movement string modify nothing. Modifiers stand directly before their atom (`fmW`), and only the words `when`, `only when` and `leaping` stand between terms."
    EmptyMovement "empty-movement" Error
        "A movement string, a clause of one or a pair of brackets in one is empty. A piece that cannot move is written as no piece at all, or with `attacks` alone."
    UnclosedBracket "unclosed-bracket" Error
        "A bracket is opened and not closed, or closed and not opened, within one clause of a movement string."
    AmbiguousBracket "ambiguous-bracket" Error
        "Legs in square brackets stand side by side, or a sign between them joins nothing. Write `[F?R]` where the piece may stop between its legs and `[W-F]` where it must go on."
    TooComplex "too-complex" Error
        "A movement string is longer or more deeply nested than any that is read. Split it into clauses or into several pieces."
    BadNumber "bad-number" Error
        "A number is out of its range: ranges count from 1 to 9999 with at most three decimals, ranks and shades from 1 to 255, leaps reach at most 99 cells."
    DoubledRider "doubled-rider" Error
        "A doubled capital makes a rider of a leap (`NN`). `R`, `B` and `Q` are riders already, and the rider of `K` is `Q`."
    LoneHalf "lone-half" Error
        "`h` halves another direction and stands in a pair with it: `fh` is the forward half of an oblique leap, `hl` and `hr` its left-handed and right-handed half."
    BareArea "bare-area" Error
        "An area stands where a condition belongs: `rank 2` alone does not say whether a move starts or ends there. Write `from rank 2` or `to rank 2`; areas after `in`, `from` and `to` are joined in parentheses: `own king in (edge or corner)`."
    BareNumber "bare-number" Error
        "A number stands alone before pieces or counters. Write `at least 3`, `at most 3` or `exactly 3`."
    CountedWithSign "counted-with-sign" Warning
        "The number of some pieces is compared with a plain number. Words say that: `at least 3 own rooks`, `no enemy pawn`. Signs compare numbers that change: `own rooks > enemy rooks`, `own checks >= 3`."
    UnknownCondition "unknown-condition" Error
        "A condition or an area has no meaning, is missing, or is not joined to the one before it. Conditions are words (`strong`, `to palace`, `same shade`) joined by `and`, `or`, `not` and parentheses."
    BadQuestion "bad-question" Error
        "A sentence of `goals`, `claims`, `must`, `effects` or `every move` is not one, or what it asks has no meaning. Questions are about sides, pieces and the move, joined by `and`, `or`, `not` and parentheses."
    AmbiguousFilter "ambiguous-filter" Warning
        "A filter follows a piece that another filter names, and could be meant for either piece: `own king attacked by enemy not guarded`. It belongs to the first one. Parentheses say which is meant: `attacked by (enemy) not guarded`, `attacked by (enemy not guarded)`."
    AmbiguousJoin "ambiguous-join" Warning
        "`and`, `or` or `not` joins words that people may read in two ways: `own knight and own bishop in hill`, `no own queen or own rook`. Parentheses say which is meant."
    AskedTooEarly "asked-too-early" Warning
        "Before the move, the mover does not stand on `end` yet: `end attacked` asks about the piece that is captured there. Ask `leaving mover attacked` about the mover after the move."
    BadEffect "bad-effect" Error
        "An effect does what the rest of the game has no answer to, or a piece that is nobody's or both sides' is treated as one side's."
    UnknownZone "unknown-zone" Error
        "An area names a zone that the definition does not have, and that is no cell either."
    ReservedName "reserved-name" Error
        "A zone or a piece is called by a word that areas, conditions or questions read as their own, such as `edge`, `e4` or `own`, so nothing could name it."
    ConditionOnEnd "condition-on-end" Error
        "`TERMS when CONDITION` chooses between two ways of moving by the cell on which the piece starts, so the condition may not speak of the end of the move. `+ TERMS when CONDITION` and `only when CONDITION` may."
    LameWithoutPath "lame-without-path" Error
        "A lame leap (`n`) or one that must jump (`j`) needs a path, and only straight leaps, the knight `N` and the zebra `Z` have an agreed one. Write the path as a chain of legs instead (`afsW`)."
    ConflictingModifiers "conflicting-modifiers" Error
        "Two modifiers of one leg say how its way is crossed and contradict each other: of `p`, `g`, `j` and, on leaps, `n`, only one may stand there."
    MeaninglessModifier "meaningless-modifier" Error
        "A modifier has no effect where it stands, so the term would not do what it seems to say."
    DialectDiffers "dialect-differs" Warning
        "Directions before `K` and `Q` are read in two ways: classically on each half (`fK` is three cells) and eight-fold (`fK` is one). Write the halves apart (`fWfF`), which everyone reads alike, or choose `dialect: xbetza`."
    BadCastling "bad-castling" Error
        "Castling is written `isO2`: `i` for unmoved, `l`, `r` or `s` for the sides, a `j` for each file that the partner stands inward, and how many cells the royal piece moves, from 1."
    BadDrop "bad-drop" Error
        "A drop is written `@8`: `@` and how many ranks it reaches from the own back rank. `j` before it leaves the back rank out; `f`, `s` and `b` allow no other such piece on the file, on that shade, on the board, and doubled allow one."
    NotYetExecutable "not-yet-executable" Error
        "This is read and printed, but no arena can execute it yet."
    // -- definitions (resolve/) --
    UnknownEdition "unknown-edition" Error
        "The file is written in an edition of the language that this program does not know."
    MissingEdition "missing-edition" Note
        "The first line of a definition says in which edition of the language it is written: `alfil: 1`. Without it the file is read as edition 1, and later programs cannot tell. `alfil fmt --edition 1` adds the line, and rewrites what had another form before edition 1."
    OldWord "old-word" Error
        "A key or a word has another name since edition 1."
    UnknownKey "unknown-key" Error
        "A key of the definition has no meaning where it stands. Keys are never ignored."
    WrongType "wrong-type" Error
        "A text, a list or a mapping stands where another of them belongs. YAML reads unquoted brackets, braces and asterisks as its own; in quotes they are text."
    MissingKey "missing-key" Error
        "Something that a definition, a piece or a test cannot do without is not said."
    MissingValue "missing-value" Error
        "A key stands alone, without a value."
    BadValue "bad-value" Error
        "The value is none of those that its key may have."
    CyclicDefinition "cyclic-definition" Error
        "A definition extends itself, directly or through its parents and modifiers, or the chain is too long to be meant."
    NotAModifier "not-a-modifier" Error
        "Only a definition with `modifier: true` can be laid over a game; a game or a parent can only stand first in a sum or behind `extends`."
    BadSection "bad-section" Error
        "A section of the board that players move lies over the edge, on other cells or on another section at some place where it may stand, or it is not said where that is."
    BadSpace "bad-space" Error
        "A space is a lattice with its size, then clauses after commas: `grid 8x8, without a1 h8`."
    UnknownPiece "unknown-piece" Error
        "A piece is named that the game does not have."
    AbsentPiece "absent-piece" Warning
        "A modifier speaks of a piece that the game does not have, and so changes less than it says; or, checked by itself, of one that chess has by nearly that name."
    Contradiction "contradiction" Error
        "What restricts every move contradicts itself, or two modifiers contradict each other: no move is left."
    TooManyPieces "too-many-pieces" Error
        "A game has at most 64 kinds of pieces, those removed on the way included."
    BadLetter "bad-letter" Error
        "The letter of a piece is one upper-case letter: positions write White's pieces with it and Black's with its lower case."
    DuplicateLetter "duplicate-letter" Error
        "Two pieces have one letter, so positions could not tell them apart."
    BadRestriction "bad-restriction" Error
        "`every move` is a question about moves. `attacks` beside it is `^` (attack as before) or such a question."
    BadPosition "bad-position" Error
        "A position is `placement side castling e.p. halfmoves fullmove`, then `step=K`; trailing fields may be left out."
    BadPlacement "bad-placement" Error
        "A placement is rows from the farthest rank down with slashes between, one row a rank; a row is letters of pieces, numbers of empty cells, and `*` for cells that do not exist, together as many cells as the board has there."
    NothingToPromoteTo "nothing-to-promote-to" Error
        "A piece promotes, but there is no piece that it could become."
    NoRoyal "missing-king" Error
        "Checkmate ends the game, but no piece is royal, so nobody can ever be mated."
    RoyalNotInSetup "royal-not-in-setup" Error
        "A side has no royal piece in the start position."
    RoyalWithoutMate "royal-without-mate" Error
        "A piece is royal, but the definition says that checkmate does not end the game."
    OverAtStart "over-at-start" Warning
        "The game is over before its first move: a goal is reached in the start position, or the first side has no legal move."
    UnusedZone "unused-zone" Warning
        "A zone is named that no rule speaks of."
    UnusedName "unused-name" Warning
        "A group of pieces or a question has a name that no rule uses, or effects change a counter that no rule reads."
    UnusedPiece "unused-piece" Warning
        "A piece neither stands in the start position nor can be promoted to."
    InheritedPromotion "inherited-promotion" Warning
        "A definition has pieces and a setup of its own. A piece of its parent still promotes to a kind of the parent that this setup lacks. Often a piece of the new game is meant."
    RaisedLimit "raised-limit" Warning
        "A setup has more pieces of a kind than the game that it extends, and other pieces become of this kind only where one was lost. So it allows more of them than that game."
    UnusedCastling "unused-castling" Warning
        "Castling names a partner, but no piece has a castling move, a piece castles and no partner is named, `where` names cells on which none starts, or a side has its partner in the other direction."
    DroppedMoves "dropped-moves" Warning
        "A modifier replaces what an earlier modifier gave a piece. With `+` or `^` in its text both would count."
    IdleModifier "idle-modifier" Warning
        "A modifier speaks only of pieces that the game does not have, so it changes nothing."
    MissingSource "missing-source" Warning
        "Counts are worth what their origin is worth: say in `source` which page or command gave them."
    MixedDialects "mixed-dialects" Error
        "A game is made of files in different dialects, and some of their movement strings would mean something else in the other. Rewrite the directions before `K` and `Q` in one of them, such as `fWfF` for `fK`."
    BadTest "bad-test" Error
        "A test makes one claim, with what belongs to it."
    NoSteps "turn-without-steps" Error
        "A turn has no step, so nobody would ever move. `steps: [{}]` is one free move, as in chess."
    BadTurn "bad-turn" Error
        "What is said of turns contradicts itself, or asks for more than can be worked out."
    IdleTurn "idle-turn" Warning
        "Turns are single moves, so what is said of checks within a turn or of its end changes nothing."
    BadSides "bad-sides" Error
        "What is said of the sides contradicts itself: two sides have one name or one letter, a team has a side that does not play, or all sides are allies."
    TwoSidesOnly "two-sides-only" Error
        "A rule that only White and Black can have stands in a game with more sides."
    BadDie "bad-die" Error
        "A die has fewer than two values or too many, a value or a name that questions could not read, or a question compares it with a value that it never shows."
    BadSight "bad-sight" Error
        "A side does not see the whole board, but a rule makes its moves depend on cells that it does not see, so they would tell it what stands there."
    UnknownDie "unknown-die" Error
        "A step rolls a die that the game does not have."
    IdleDie "idle-die" Warning
        "No step rolls a die, or no rule looks at what it shows."
    DropWithoutHand "drop-without-hand" Warning
        "A movement has a drop (`@`), but the game has no hands to drop from."
    IdleHand "idle-hand" Warning
        "The game has hands, but no piece has a drop (`@`) in its movement, or captured pieces of one kind are never dropped and stay in hand for ever."
    IdleQuestion "idle-question" Warning
        "The answer to a question, or to a part of it, is the same in every position that the game can reach, so it restricts nothing or allows nothing; it asks for a kind of move that the game does not have; or a sentence before it in the list decides whenever it is true."
    IdleEffect "idle-effect" Warning
        "A deed never changes anything: no piece can be such as it takes, it makes of a piece what that is already, or the cell where it places something is never empty."
    BadPicture "bad-picture" Error
        "A picture of a piece is an SVG of at most 65536 bytes that has only shapes in plain colours: no script, no text, no reference. It stands in the definition or in a file beside it."
    IdleLook "idle-look" Warning
        "A part of `look` changes no picture: diagonals of cells of which none are diagonal neighbours, or words for a river that the board does not have."
    AmbiguousOrigin "ambiguous-origin" Error
        "A captured promoted piece becomes what it was, but several kinds promote to its kind, so positions could not tell what that is."
    // -- boards (board/) --
    NoHand "no-hand" Error
        "A position has pieces in hand (`[...]`), but the game has no hands."
    EmptyBoard "empty-board" Error
        "The space leaves no cell to play on."
    DanglingLink "dangling-link" Error
        "A link of a graph leads to a cell that the graph does not name, or links nothing at all."
    OneWayLink "one-way-link" Error
        "A link of a graph cannot be gone back, because the way back leads elsewhere. Where that is meant it is said with `one-way`."
    PlaneOnly "plane-only" Error
        "A condition or term that only a plane can carry stands in a game on a board."
    UnknownCell "unknown-cell" Error
        "A cell is named that the board does not have."
    UnknownRank "unknown-rank" Error
        "A rank is named that the board does not have. Ranks count from the mover's side, from 1."
    UnknownFile "unknown-file" Error
        "A file is named that the board does not have."
    UnknownShade "unknown-shade" Error
        "A shade is named that the board does not have. Shades count from the lightest, from 1."
    BadShuffle "bad-shuffle" Error
        "The cells of `shuffle` hold nothing that can change places, or the setup as written is none of the starts that it makes."
    BadCastlingField "bad-castling-field" Error
        "The castling field of a position names a right that king and rook do not support, or a letter that means nothing."
    BadEnPassantField "bad-en-passant-field" Error
        "The en-passant field of a position does not fit its placement: the passed cell must be empty and an enemy piece must stand beyond it, or be named in parentheses as in `f3(g4)`."
    KingInPeril "king-in-peril" Error
        "The side that has just moved stands in check: no legal move leads to such a position."
    DeadTerm "dead-term" Warning
        "A term of a movement can never give a move on this board: its conditions exclude each other, or no start cell has a cell to go to."
    ShadowedTerm "shadowed-term" Warning
        "All moves that a term of a movement gives on this board are given by the other terms too, so it changes nothing."
    ImmobilePiece "immobile-piece" Warning
        "A piece has moves, but none from the cells on which it starts, so it stands there for ever."
    UnreachablePromotion "unreachable-promotion" Warning
        "A piece promotes, but no move from where it starts ever brings it to the place."
    OneShade "one-shade" Warning
        "A condition speaks of strong or weak cells, but the board has one shade, on which every piece is neutral."
    TooManyWays "too-many-ways" Error
        "Every way of a move over the board is worked out in advance, up to 4000 from one cell and 600000 in all, each capturing at most eight pieces. This move has more."
    // -- planes (plane/) --
    BadNumberOnPlane "bad-number-on-plane" Error
        "A number of a plane is no number, infinite, or outside of what it may be: sizes and radii are above 0, coordinates lie on the plane."
    BadBody "bad-body" Error
        "A body is `disc 0.25`, `capsule 1x0.2` (length and width), `triangle 0.2x1` (base and height), a convex `polygon X,Y X,Y X,Y`, or several of these joined by `+`. It covers its centre and is smaller than the plane."
    NotOnAPlane "not-on-a-plane" Error
        "A term, condition or rule needs cells, and a plane has none: castling, drops, en passant, hoppers and most moves of several legs are things of boards, and so are sentences that ask of cells, bind moves or change what stands. `castling: none` and `en passant: none` take those terms away."
    OffThePlane "off-the-plane" Error
        "A piece stands outside of the plane or in an obstacle, or a figure lies outside. Coordinates run from 0 to its width and height."
    OverlappingFriends "overlapping-friends" Error
        "A piece covers the centre of a piece of its own side, which no move can bring about."
    IdlePlaneRule "idle-plane-rule" Warning
        "A rule of `plane` binds no move: no piece turns, so no turn is too short, or every piece leaps, so no friend stands in its way."
    // -- tests of definitions (suite/) --
    MisspeltTest "misspelt-test" Warning
        "A test names a move, a cell, a letter or a position that its game cannot have, so whatever it claims fails, or holds for no good reason. Whether moves are legal is left to `alfil test`."
    IllegalMove "illegal-move" Error
        "A move is named that is not legal in its position. `alfil moves` lists those that are."
    FailedTest "failed-test" Error
        "A test that a definition carries does not hold. Either the rules or the claim is wrong: play the position with `alfil moves NAME --position ...` to find out which."
    ChangedMoves "changed-moves" Error
        "A definition no longer generates the moves recorded beside it. If the change is meant, record them anew with `alfil snapshot FILE --accept`."
    Untested "untested-rule" Warning
        "No test that belongs to a definition would notice if this rule were gone. Test it, record positions that show it with `alfil snapshot FILE --accept`, or say in the file why not."
    NeverFired "never-fired" Warning
        "In all games that `alfil test --alive` played, this rule was never seen to make a difference: the game without it had the same moves, the same ends and the same positions. It may be impossible, or rare."
    BadSnapshot "bad-snapshot" Error
        "A file of recorded moves cannot be read. It is written by `alfil snapshot FILE --accept` and not meant to be edited."
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Code {
    type Err = ();
    fn from_str(s: &str) -> Result<Self, ()> {
        Code::ALL.iter().copied().find(|c| c.name() == s).ok_or(())
    }
}
