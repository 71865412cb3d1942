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
        "The file is missing, cannot be read, is not text in UTF-8, or is a folder without definitions."
    UnknownDefinition "unknown-definition" Error
        "No shipped definition has this name, and it is not a path. A path contains a `/` or ends in `.yaml` or `.yml`; `alfil list` shows the names."
    TooLarge "too-large" Error
        "The text is too long, is nested too deeply, or contains too many values once its aliases are expanded. Alfil stops reading there, so that no file can use up time or memory."
    YamlSyntax "yaml-syntax" Error
        "The file is not well-formed YAML at this place: a bracket or quote is not closed, a line has the wrong indentation, or a key has no colon."
    NeedsQuotes "needs-quotes" Error
        "A text begins with a character that has a meaning of its own in YAML, or it contains a colon and a space. Put the text in quotes."
    TabIndentation "tab-indentation" Error
        "A line is indented with a tab. YAML allows only spaces there, because a tab has no fixed width."
    DuplicateKey "duplicate-key" Error
        "A mapping has the same key twice. Alfil does not choose one of them; keep one and delete the other."
    KeyNotText "key-not-text" Error
        "The key of a mapping is a list or a mapping. Keys must be plain text."
    YamlTag "yaml-tag" Error
        "A value has a YAML tag (`!name`). Tags have no meaning in definitions. Put a text that begins with `!` in quotes."
    UnknownAlias "unknown-alias" Error
        "`*name` is a YAML alias, but no anchor `&name` comes before it. Put a text that begins with `*`, such as a placement with a hole, in quotes."
    MergeKey "merge-key" Error
        "Some readers of YAML merge another mapping into this one at `<<`. Definitions do not allow this: write the keys where they belong. Put rules that several games share into a parent, and extend it."
    UnusedAnchor "unused-anchor" Warning
        "`&name` is a YAML anchor that no alias uses, so these characters have no effect. Put a text that begins with `&` in quotes."
    SeveralDocuments "several-documents" Error
        "A line `---` begins a second YAML document in the file. A file contains one definition."
    SmartQuotes "smart-quotes" Warning
        "A text is in typographic quotes, which YAML does not know. Alfil reads them as straight quotes around a text."
    // -- movement strings (syntax/, resolve/) --
    UnknownLetter "unknown-letter" Error
        "A letter of a movement string has no meaning. Alfil never skips unknown letters, because the piece would then not move as its author wrote."
    MissingAtom "missing-atom" Error
        "Lower-case letters of a movement string modify nothing. Modifiers come directly before their atom (`fmW`), and the only words between terms are `when`, `only when` and `leaping`."
    EmptyMovement "empty-movement" Error
        "A movement string, one of its clauses or a pair of brackets in it is empty. If a piece cannot move, write `moves: none`."
    UnclosedBracket "unclosed-bracket" Error
        "A clause of a movement string has a bracket that is not closed or not opened."
    AmbiguousBracket "ambiguous-bracket" Error
        "Two legs in square brackets have no sign between them, or one that does not join them. Write `[F?R]` if the piece may stop between its legs and `[W-F]` if it must go on."
    TooComplex "too-complex" Error
        "A movement string is too long or too deeply nested. Split it into clauses or into several pieces."
    BadNumber "bad-number" Error
        "A number is out of range: ranges go from 1 to 9999 with at most three decimals, ranks and shades from 1 to 255, and leaps reach at most 99 cells."
    DoubledRider "doubled-rider" Error
        "A doubled capital turns a leaper into a rider (`NN`). `R`, `B` and `Q` are riders already, and the rider of `K` is `Q`."
    LoneHalf "lone-half" Error
        "`h` means one half of another direction and needs that direction next to it: `fh` is the forward half of an oblique leap, `hl` and `hr` are its left-handed and right-handed halves."
    BareArea "bare-area" Error
        "A condition is only an area: `rank 2` alone does not say whether a move starts or ends there. Write `from rank 2` or `to rank 2`. Join areas after `in`, `from` and `to` in parentheses: `own king in (edge or corner)`."
    BareNumber "bare-number" Error
        "A plain number comes before pieces or counters. Write `at least 3`, `at most 3` or `exactly 3`."
    CountedWithSign "counted-with-sign" Warning
        "The number of some pieces is compared with a plain number. Words say that: `at least 3 own rooks`, `no enemy pawn`. Signs compare numbers that change: `own rooks > enemy rooks`, `own checks >= 3`."
    UnknownCondition "unknown-condition" Error
        "A condition or an area is missing, has no meaning, or is not joined to the one before it. Conditions are words (`strong`, `to palace`, `same shade`) joined by `and`, `or`, `not` and parentheses."
    NoSuchSentence "no-such-sentence" Error
        "The text has none of the forms of its list: `win when QUESTION`, `loss when QUESTION` and `draw when QUESTION` in `goals` and `claims`, `when QUESTION then DEEDS` and `always DEEDS` in `effects`."
    UnfinishedSentence "unfinished-sentence" Error
        "A question is missing where the sentence needs one, such as behind `and`, `not` or `when`."
    UnknownWord "unknown-word" Error
        "These words are no question. Questions are about sides (`in check`), pieces (`no own queen`) and the move (`capturing`), joined by `and`, `or`, `not` and parentheses."
    LeftoverWords "leftover-words" Error
        "A complete sentence ends before these words, and they do not continue it. Join questions by `and` or `or`, and deeds by `;`."
    NoSuchDeed "no-such-deed" Error
        "These words are no deed. Deeds are, among others, `remove PIECES`, `PIECES becomes KIND`, `place KIND on CELL` and `count NAME`."
    BadDeed "bad-deed" Error
        "The deed has a correct form, but it can never happen: its counter does not exist, its piece is already captured, or its target does not fit."
    BadPieces "bad-pieces" Error
        "The description of pieces or cells does not fit here: the owner is missing, a word names no piece or no cell of the board at this moment, or a filter does not fit the pieces."
    MisplacedQuestion "misplaced-question" Error
        "The question has a meaning, but not here. A goal sees the position after the move, a number of steps the position before the turn, and `repeated` belongs to `claims`."
    BadSign "bad-sign" Error
        "Numbers are compared by `=`, `!=`, `<`, `<=`, `>` and `>=`, with spaces around the sign."
    NeedlessWord "needless-word" Error
        "The word changes nothing. Alfil has one way to say this, without the word."
    AmbiguousFilter "ambiguous-filter" Warning
        "A filter comes after two pieces and could describe either of them: `own king attacked by enemy not guarded`. Alfil applies it to the first one. Use parentheses to show which one you mean: `attacked by (enemy) not guarded`, `attacked by (enemy not guarded)`."
    AmbiguousJoin "ambiguous-join" Warning
        "`and`, `or` or `not` joins words that people may read in two ways: `own knight and own bishop in hill`, `no own queen or own rook`. Use parentheses to show which one you mean."
    ExactCounter "exact-counter" Warning
        "A goal asks whether a counter is exactly this number, and a move can raise the counter by more than one. Then the counter may pass the number, and the goal never holds. Write `>=`."
    AmbiguousRanks "ambiguous-ranks" Warning
        "The area of Black in a zone counts ranks or layers. Alfil counts them from Black's side, as everywhere, but people may mean White's: `{white: ranks 7-8, black: ranks 1-2}`. Name the cells: `{white: a7-h8, black: a1-h2}`."
    AskedTooEarly "asked-too-early" Warning
        "Before the move, the mover is not on `end` yet, so `end attacked` is about the piece that is captured there. Write `leaving mover attacked` to ask about the mover after the move."
    BadEffect "bad-effect" Error
        "An effect has a consequence for which the game has no rule, or a piece with `owner: nobody` or `owner: both` is used as if it belonged to one side."
    UnknownZone "unknown-zone" Error
        "An area names neither a zone of the definition nor a cell."
    ReservedName "reserved-name" Error
        "The name of a zone or a piece has a meaning in areas, conditions or questions already, such as `edge`, `e4` or `own`, so no rule could refer to it. Choose another name."
    ConditionOnEnd "condition-on-end" Error
        "`TERMS when CONDITION` chooses between two ways of moving by the cell on which the piece starts, so the condition cannot be about the end of the move. Use `+ TERMS when CONDITION` or `only when CONDITION` for that."
    LameWithoutPath "lame-without-path" Error
        "A lame leap (`n`) or one that must jump (`j`) needs a path, but only straight leaps, the knight `N` and the zebra `Z` have an agreed path. Write the path of other leaps as a chain of legs (`afsW`)."
    ConflictingModifiers "conflicting-modifiers" Error
        "Two modifiers of one leg contradict each other about the pieces on its way: use only one of `p`, `g`, `j` and, on leaps, `n`."
    MeaninglessModifier "meaningless-modifier" Error
        "A modifier has no effect here, so the term would not do what it seems to say."
    DialectDiffers "dialect-differs" Warning
        "Directions before `K` and `Q` have two meanings: in classic notation they apply to each half (`fK` has three target cells), in XBetza they choose from eight directions (`fK` has one). Write the halves separately (`fWfF`), which means the same in both, or choose `dialect: xbetza`."
    BadCastling "bad-castling" Error
        "Castling is written like `isO2`: `i` for unmoved, `l`, `r` or `s` for the sides, one `j` for each file between the partner and the edge, and the number of cells that the royal piece moves, from 1."
    BadDrop "bad-drop" Error
        "A drop is written like `@8`: `@` and the number of ranks on which the piece may be dropped, counted from its side's back rank. `j` before it excludes the back rank. `f`, `s` and `b` forbid a second piece of the kind on the file, on that shade or on the board; doubled letters allow two."
    NotYetExecutable "not-yet-executable" Error
        "Alfil can read and print this, but it cannot execute it yet."
    // -- definitions (resolve/) --
    UnknownEdition "unknown-edition" Error
        "The file is written in an edition of the language that this version of Alfil does not know."
    MissingEdition "missing-edition" Note
        "The first line of a definition says in which edition of the language it is written: `alfil: 1`. Without it, Alfil reads the file as edition 1, but later versions cannot know which edition is meant. `alfil fmt --edition 1` adds the line and rewrites words from before edition 1."
    OldWord "old-word" Error
        "This key or word was renamed in edition 1."
    UnknownKey "unknown-key" Error
        "The definition has a key that has no meaning at this place. Alfil never ignores keys."
    WrongType "wrong-type" Error
        "The value has the wrong type: it is a text, a list or a mapping, but the key needs another of these. YAML gives unquoted brackets, braces and asterisks a meaning; put a text that begins with them in quotes."
    MissingKey "missing-key" Error
        "A definition, a piece or a test lacks a key that it needs."
    MissingValue "missing-value" Error
        "A key has no value after its colon."
    BadValue "bad-value" Error
        "The key does not accept this value."
    CyclicDefinition "cyclic-definition" Error
        "A definition extends itself, directly or through its parents and modifiers, or the chain of parents and modifiers is too long."
    NotAModifier "not-a-modifier" Error
        "Only a definition with `modifier: true` can be laid over a game. A game or a parent can only come first in a sum or after `extends`."
    BadSection "bad-section" Error
        "A section of the board that players move would lie over the edge, on other cells or on another section at one of its places, or its places are missing."
    BadSpace "bad-space" Error
        "A space is a lattice with its size, followed by clauses after commas: `grid 8x8, without a1 h8`."
    UnknownPiece "unknown-piece" Error
        "The game has no piece of this name."
    AbsentPiece "absent-piece" Warning
        "A modifier is about a piece that the game does not have, so it changes less than it seems to. If Alfil checks the modifier without a game, this means that chess has a piece with a similar name."
    Contradiction "contradiction" Error
        "A restriction on every move contradicts itself, or two modifiers contradict each other, so no move is legal."
    TooManyPieces "too-many-pieces" Error
        "A game has at most 64 kinds of pieces. Kinds of a parent that the game removes count, too."
    BadLetter "bad-letter" Error
        "The letter of a piece must be one upper-case letter. Positions write White's pieces with it and Black's with its lower case."
    DuplicateLetter "duplicate-letter" Error
        "Two pieces have the same letter, so positions could not tell them apart."
    BadRestriction "bad-restriction" Error
        "`every move` is a question about moves. `attacks` next to it is `^` (pieces attack as before) or such a question."
    BadPosition "bad-position" Error
        "A position is `placement side castling e.p. halfmoves fullmove`, then `step=K`. Fields at the end may be left out."
    BadPlacement "bad-placement" Error
        "A placement lists the ranks from the farthest one down, with slashes between them. A rank is written as letters of pieces, numbers of empty cells, and `*` for cells that do not exist; together these must be as many cells as the board has there."
    NothingToPromoteTo "nothing-to-promote-to" Error
        "A piece promotes, but the game has no piece that it could become."
    NoRoyal "missing-king" Error
        "Checkmate ends the game, but no piece is royal, so no side can ever be mated."
    RoyalNotInSetup "royal-not-in-setup" Error
        "A side has no royal piece in the start position."
    RoyalWithoutMate "royal-without-mate" Error
        "A piece is royal, but in this definition checkmate does not end the game."
    OverAtStart "over-at-start" Warning
        "The game is over before its first move: a goal is reached in the start position, or the first side has no legal move."
    UnusedZone "unused-zone" Warning
        "The definition has a zone that no rule uses."
    UnusedName "unused-name" Warning
        "A group of pieces or a question has a name that no rule uses, or effects change a counter that no rule reads."
    UnusedPiece "unused-piece" Warning
        "A piece is not in the start position, and no piece can promote to it."
    InheritedPromotion "inherited-promotion" Warning
        "A definition has its own pieces and setup. A piece of its parent still promotes to a kind of the parent that is missing in this setup. Often the author means a piece of the new game."
    RaisedLimit "raised-limit" Warning
        "Pieces can promote to a kind only if a piece of this kind was lost. The setup has more pieces of the kind than the setup of the parent, so this game allows more of them than the parent does."
    UnusedCastling "unused-castling" Warning
        "Castling names a partner, but no piece castles; or a piece castles, but no partner is named; or `where` names cells on which no castling piece starts; or the partner of a side is in the other direction."
    DroppedMoves "dropped-moves" Warning
        "A modifier replaces the moves that an earlier modifier gave a piece. With `+` or `^` in its text, the piece would have both."
    IdleModifier "idle-modifier" Warning
        "A modifier is only about pieces that the game does not have, so it changes nothing."
    MissingSource "missing-source" Warning
        "Counts are only as reliable as their source. Name the page or the command that gave them in `source`."
    MixedDialects "mixed-dialects" Error
        "The files of a game are in different dialects, and some of their movement strings would mean something else in the other dialect. Rewrite the directions before `K` and `Q` in one of the files, such as `fWfF` for `fK`."
    BadTest "bad-test" Error
        "A test makes exactly one claim, and has only keys that belong to this claim."
    NoSteps "turn-without-steps" Error
        "A turn has no step, so no side could ever move. `steps: [{}]` is one free move, as in chess."
    BadTurn "bad-turn" Error
        "The rules about turns contradict each other, or Alfil cannot calculate everything that they need."
    IdleTurn "idle-turn" Warning
        "Turns are single moves, so rules about checks within a turn or about its end change nothing."
    BadSides "bad-sides" Error
        "The rules about sides contradict each other: two sides have the same name or the same letter, a team has a side that does not play, or all sides are allies."
    TwoSidesOnly "two-sides-only" Error
        "A game with more than two sides has a rule that works only for White and Black."
    BadDie "bad-die" Error
        "A die has fewer than two values or too many, or questions could not read its name or one of its values, or a question compares it with a value that it never shows."
    BadSight "bad-sight" Error
        "A side does not see the whole board, but a rule makes its moves depend on cells that it does not see, so its list of legal moves would show what is there."
    UnknownDie "unknown-die" Error
        "A step rolls a die that the game does not have."
    IdleDie "idle-die" Warning
        "No step rolls the die, or no rule uses its value."
    DropWithoutHand "drop-without-hand" Warning
        "A movement has a drop (`@`), but the game has no hands to drop from."
    IdleHand "idle-hand" Warning
        "The game has hands, but no piece has a drop (`@`) in its movement, or captured pieces of one kind are never dropped and stay in hand."
    IdleQuestion "idle-question" Warning
        "A question or a part of it has the same answer in every position of the game, so it forbids nothing or allows nothing; or it is about a kind of move that the game does not have; or an earlier sentence of the list is true whenever this one is."
    IdleEffect "idle-effect" Warning
        "An effect never changes anything: no piece fits its description, it turns a piece into what the piece is already, or the cell where it places something is never empty."
    BadPicture "bad-picture" Error
        "The picture of a piece is an SVG of at most 65536 bytes. It may contain only shapes in plain colours: no scripts, no text, no references. It is part of the definition or a file next to it."
    IdleLook "idle-look" Warning
        "A part of `look` changes no picture: it draws diagonals between cells that are not diagonal neighbours, or it has words for a river that the board does not have."
    AmbiguousOrigin "ambiguous-origin" Error
        "A captured promoted piece turns back into its original kind, but several kinds promote to its kind, so positions could not show which one it was."
    // -- boards (board/) --
    NoHand "no-hand" Error
        "A position has pieces in hand (`[...]`), but the game has no hands."
    EmptyBoard "empty-board" Error
        "The space has no cell to play on."
    DanglingLink "dangling-link" Error
        "A link of a graph leads to a cell that the graph does not have, or it links nothing."
    OneWayLink "one-way-link" Error
        "A link of a graph has no way back, because the opposite heading leads to another cell. If you mean this, write `one-way`."
    PlaneOnly "plane-only" Error
        "A game on a board has a condition or a term that works only on a plane."
    UnknownCell "unknown-cell" Error
        "The board does not have this cell."
    UnknownRank "unknown-rank" Error
        "The board does not have this rank. Ranks are counted from the mover's side, from 1."
    UnknownFile "unknown-file" Error
        "The board does not have this file."
    UnknownShade "unknown-shade" Error
        "The board does not have this shade. Shades are numbered from the lightest, from 1."
    BadShuffle "bad-shuffle" Error
        "The cells of `shuffle` have no pieces that can change places, or the setup is not one of the starts that `shuffle` makes."
    BadCastlingField "bad-castling-field" Error
        "The castling field of a position has a right for which king and rook are not in place, or a letter without a meaning."
    BadEnPassantField "bad-en-passant-field" Error
        "The en-passant field of a position does not fit its placement: the passed cell must be empty, and an enemy piece must be just beyond it or be named in parentheses, as in `f3(g4)`."
    KingInPeril "king-in-peril" Error
        "The side that has just moved is in check. No legal move leads to such a position."
    DeadTerm "dead-term" Warning
        "A term of a movement can never give a move on this board: its conditions exclude each other, or the piece has no cell to go to from any start cell."
    ShadowedTerm "shadowed-term" Warning
        "The other terms of a movement already give all moves of this term on this board, so it changes nothing."
    ImmobilePiece "immobile-piece" Warning
        "A piece has moves, but none from the cells on which it starts, so it can never move."
    UnreachablePromotion "unreachable-promotion" Warning
        "A piece promotes, but no moves lead it from its start cells to the place of its promotion."
    OneShade "one-shade" Warning
        "A condition is about strong or weak cells, but all cells of the board have one shade, on which every piece is neutral."
    TooManyWays "too-many-ways" Error
        "Alfil calculates every way of a move over the board in advance, up to 4000 from one cell and 600000 in all, each with at most eight captures. This move has more."
    // -- planes (plane/) --
    BadNumberOnPlane "bad-number-on-plane" Error
        "A number of a plane is not a number, is infinite or is out of range: sizes and radii are above 0, and coordinates lie on the plane."
    BadBody "bad-body" Error
        "A body is `disc 0.25`, `capsule 1x0.2` (length and width), `triangle 0.2x1` (base and height), a convex `polygon X,Y X,Y X,Y`, or several of these joined by `+`. It must cover its centre and be smaller than the plane."
    NotOnAPlane "not-on-a-plane" Error
        "A term, condition or rule needs cells, but a plane has none: castling, drops, en passant, hoppers and most moves of several legs work only on boards. So do sentences that ask about cells, restrict moves or change the position. `castling: none` and `en passant: none` remove those terms."
    OffThePlane "off-the-plane" Error
        "A piece is outside the plane or in an obstacle, or a figure is outside the plane. Coordinates go from 0 to its width and height."
    OverlappingFriends "overlapping-friends" Error
        "A piece covers the centre of another piece of its side. No move can lead to this."
    IdlePlaneRule "idle-plane-rule" Warning
        "A rule of `plane` restricts no move: no piece turns, so no turn is too short; or every piece leaps, so no friend is in its way."
    // -- tests of definitions (suite/) --
    MisspeltTest "misspelt-test" Warning
        "A test names a move, a cell, a letter or a position that its game cannot have, so its claim fails or holds for the wrong reason. `alfil test` checks whether the moves are legal."
    IllegalMove "illegal-move" Error
        "A move is not legal in its position. `alfil moves` lists the legal moves."
    FailedTest "failed-test" Error
        "A test of a definition fails. Either the rules or the claim is wrong: play the position with `alfil moves NAME --position ...` to find out which."
    ChangedMoves "changed-moves" Error
        "A definition no longer generates the moves that are recorded next to it. If you meant the change, record them again with `alfil snapshot FILE --accept`."
    Untested "untested-rule" Warning
        "No test of a definition would fail without this rule. Add a test, record positions in which the rule matters with `alfil snapshot FILE --accept`, or say in the file why it has no test."
    NeverFired "never-fired" Warning
        "This rule made no difference in any game that `alfil test --alive` played: without the rule, the game had the same moves, results and positions. The rule may be impossible to apply, or it matters rarely."
    BadSnapshot "bad-snapshot" Error
        "A file of recorded moves cannot be read. `alfil snapshot FILE --accept` writes these files; do not edit them by hand."
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
