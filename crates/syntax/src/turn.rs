//! The mappings `turn` and `dice`.

use crate::fields::{Fields, NameList, Reader};
use crate::mapping::{FromEntry, NONE, OrNone, mapping};
use crate::scalar::Scalar;
use crate::suggest;
use crate::value::Language::{Amount, Condition, Count, Dice, Kind, Question, Step};
use crate::value::Value::{self, Either, List, Named, OneOf, Text, Words};
use crate::value::{EarlyCheck, GROWING, Naming};
use crate::yaml::{Entry, NodeKind};
use alfil_diagnostics::diagnostic::{Code, Help, did_you_mean};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::chance::{FACES, Lasts, MAX_WEIGHT, PutBack, ROLLED};
use alfil_rules::question::SideFact;
use alfil_rules::side::Color;
use alfil_rules::side::Whose;
use alfil_rules::turn::{Castling, EnPassant, KingSafety, Stuck};

/// Maximum number of steps of a turn.
const MAX_STEPS: usize = 32;

mapping! {
    /// The value of `turn`. Missing parts keep the parent's value. If `steps`, `white` and `black`
    /// are all present, there is a finding.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct TurnText, "`turn`", read by checked {
        steps: Option<StepsText> = "steps",
            "list of steps", "the moves of a turn; a number, or `one more each turn`";
        white: Option<SeriesText> = "white",
            "mapping", "White's steps, if they differ";
        black: Option<SeriesText> = "black",
            "mapping", "Black's steps, if they differ";
        first: Option<OrNone<SeriesText>> = "first turn of the game",
            "mapping or none", "White's steps in the first turn";
        castling: Option<Castling> = "castling",
            "any step or as other moves", "whether castling is possible in every step, or only as the step allows";
        check_ends: Option<Spanned<bool>> = "check ends the turn",
            "true or false", "whether a check ends the turn at once";
        early_check: Option<Spanned<EarlyCheck>> = "check before the last step",
            "true or false", "whether a step before the last may give check";
        parry: Option<OrNone<ParryText>> = "in check",
            "mapping or none", "another way out of check";
        safe: Option<Spanned<KingSafety>> = "king safe",
            "each step or end of turn",
            "when the king must be safe: after each step, or at the end of the turn";
        passant: Option<EnPassant> = "en passant",
            "any step, first step or first steps", "the steps of a turn that may capture en passant";
        stuck: Option<Stuck> = "no move",
            "skips the step or ends the game", "the result of a step without a legal move, if the side is not in check";
    }
}

impl TurnText {
    /// Reads the mapping. There is a finding if both sides have steps of their own, because then no
    /// side uses `steps`.
    fn checked(fields: &Fields<'_>, r: &mut Reader<'_>) -> Option<Self> {
        let turn = Self::from_fields(fields, r)?;
        if let (Some(steps), Some(_), Some(_)) = (fields.get("steps"), &turn.white, &turn.black) {
            let label = "never looked at";
            let title = "`white` and `black` already give the steps of both sides";
            r.at(Code::BadTurn, steps.key.span(), title, label)
                .help("remove `steps`, or one of the other two");
        }
        Some(turn)
    }
}

mapping! {
    /// The steps of one side, or of the first turn.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct SeriesText, "a turn", read by checked {
        steps: StepsText = required "steps",
            "list of steps", "the moves of a turn";
    }
}

impl SeriesText {
    fn checked(fields: &Fields<'_>, r: &mut Reader<'_>) -> Option<Self> {
        if fields.get("steps").is_none() {
            without_steps(fields.span, r);
        }
        Self::from_fields(fields, r)
    }
}

/// The steps of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepsText {
    /// A list of steps, never empty.
    Some(Vec<StepText>, Span),
    /// The text `one more each turn`.
    Growing(Span),
    /// A number of the position, such as `rank of own king`.
    Counted(Scalar),
}

impl FromEntry for StepsText {
    const VALUE: Value =
        Either(&[List(&StepText::VALUE), Text(Amount), OneOf(|| vec![GROWING.to_owned()])]);

    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        let span = entry.value.span;
        let count = match &entry.value.kind {
            NodeKind::Sequence(nodes) => {
                if (1..=MAX_STEPS).contains(&nodes.len()) {
                    let steps: Vec<StepText> =
                        nodes.iter().filter_map(|n| StepText::from_node(n, r)).collect();
                    return (steps.len() == nodes.len()).then_some(StepsText::Some(steps, span));
                }
                nodes.len()
            }
            NodeKind::Scalar(text) if text.text() == GROWING => {
                return Some(StepsText::Growing(span));
            }
            NodeKind::Scalar(text) if is_number(text.text()) => {
                return Some(StepsText::Counted(text.clone()));
            }
            NodeKind::Scalar(text) => match text.text().parse::<usize>() {
                Ok(count @ 1..=MAX_STEPS) => {
                    return Some(StepsText::Some(vec![StepText::default(); count], span));
                }
                Ok(count) => count,
                Err(_) => {
                    let title = format!("`{}` is not a list of steps", text.text());
                    let near = did_you_mean(text.text(), [GROWING]).map(str::to_owned);
                    let meant = suggest::number(text.text()).map(|n| n.to_string()).or(near);
                    r.at(Code::BadValue, span, title, "expected steps").help(match meant {
                        Some(meant) => Help::did_you_mean(meant),
                        None => Help::from(format!(
                            "type `[{{}}, {{}}]`, `2`, `{GROWING}` or `rank of own king`"
                        )),
                    });
                    return None;
                }
            },
            NodeKind::Mapping(_) => {
                let help = Help::type_in(format!("[{}]", r.written(span)));
                r.at(Code::WrongType, span, "`steps` must be a list", "this is a mapping")
                    .help(help);
                return None;
            }
        };
        if count == 0 {
            without_steps(span, r);
        } else {
            let title = format!("a turn has {count} steps, and at most {MAX_STEPS} are possible");
            r.at(Code::TooComplex, span, title, "too many")
                .help(format!("write fewer steps, or `{GROWING}`"));
        }
        None
    }
}

/// True for a text that begins like a number of the position.
fn is_number(text: &str) -> bool {
    let mut words = text.split_whitespace();
    matches!(
        (words.next(), words.next()),
        (Some("own" | "enemy" | "ally" | "any"), Some(_))
            | (Some("rank" | "file" | "layer" | "number"), Some("of"))
            | (Some(_), Some("mod" | "modulo" | "+" | "-"))
    )
}

fn without_steps(span: Span, r: &mut Reader<'_>) {
    r.at(Code::NoSteps, span, "a turn without steps", "no side could ever move")
        .help("write `steps: [{}]` for one free move");
}

mapping! {
    /// One step.
    #[derive(Clone, PartialEq, Eq, Debug, Default)]
    pub struct StepText, "a step", read by checked {
        roll: Option<Scalar> = "roll" [Text(Dice)],
            "die", "the dice that are rolled; in this step, no player moves";
        draw: Option<Scalar> = "draw" [Text(Dice)],
            "bag", "the bags from which a value is drawn; in this step, no player moves";
        whose: Option<Spanned<Whose>> = "whose",
            "own, enemy or any", "the owner of the pieces that are drawn from the bag and turned up";
        turns_up: Option<NameList> = "turns up",
            "pieces", "the first piece of these kinds becomes the drawn piece";
        given: Option<Scalar> = "when" [Text(Question)],
            "question",
            "a condition on the last move; if it is false, the step is skipped";
        moves: Option<Scalar> = "moves" [Text(Question)],
            "question", "a condition on each move of the step, such as `moving king` or `from light`";
        repeats: Option<Spanned<bool>> = "repeats",
            "true or false", "whether the step is repeated after each move";
        may_pass: PassText = "may pass",
            "true, false or question", "whether the player may pass in this step";
        pass_in_check: Option<Scalar> = "may pass in check" [Text(Question)],
            "question", "when the player may pass in check";
    }
}

impl StepText {
    /// The die that the step rolls, or the bag from which it draws.
    pub fn chance(&self) -> Option<&Scalar> {
        self.roll.as_ref().or(self.draw.as_ref())
    }

    /// Reports keys of draws that contradict each other or that nothing draws.
    fn draws(fields: &Fields<'_>, r: &mut Reader<'_>) -> bool {
        if let (Some(roll), Some(draw)) = (fields.get("roll"), fields.get("draw")) {
            let title = "a step that rolls and draws";
            r.at(Code::BadTurn, draw.key.span(), title, "each of these needs a step of its own")
                .label(roll.key.span(), "this needs a step of its own")
                .help("make it two steps: `[{roll: die}, {draw: bag}, {}]`");
            return false;
        }
        let idle = ["whose", "turns up"].into_iter().find_map(|key| fields.get(key));
        if let (None, Some(idle)) = (fields.get("draw").or(fields.get("roll")), idle) {
            let title = format!("`{}` in a step that does not draw", idle.key.text());
            r.at(Code::BadTurn, idle.key.span(), title, "changes nothing")
                .help("name the bag: `draw: tiles`");
            return false;
        }
        if let Some(entry) = fields.get("turns up")
            && entry.is_none()
        {
            r.at(Code::BadValue, entry.value.span, "a draw that cannot turn up a piece", "no kind")
                .help("name the kinds that lie face down, or remove `turns up`");
            return false;
        }
        true
    }

    fn checked(fields: &Fields<'_>, r: &mut Reader<'_>) -> Option<Self> {
        let step = Self::from_fields(fields, r)?;
        if !Self::draws(fields, r) {
            return None;
        }
        let of_draw = fields.get("draw").is_some();
        let other = fields.all().iter().find(|entry| match entry.key.text() {
            "roll" | "draw" | "when" => false,
            "repeats" | "whose" | "turns up" => !of_draw,
            _ => true,
        });
        let chance = fields.get("roll").or(fields.get("draw"));
        if let (Some(roll), Some(other)) = (chance, other) {
            let title = format!("`{}` in a step that rolls or draws", other.key.text());
            r.at(Code::BadTurn, other.key.span(), title, "restricts no move")
                .label(roll.key.span(), "no side moves in a step that rolls or draws")
                .help("add a step for the move after it: `steps: [{roll: die}, {}]`");
            return None;
        }
        Some(step)
    }
}

/// The value of the key `may pass`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum PassText {
    /// The step may not be skipped.
    #[default]
    No,
    /// The step may be skipped.
    Yes,
    /// The step may be skipped if this question is true.
    When(Scalar),
}

impl FromEntry for PassText {
    const VALUE: Value = Either(&[bool::VALUE, Text(Question)]);

    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        match &entry.value.kind {
            // A single word means yes or no, even if it is misspelt, unless it is a question by
            // itself.
            NodeKind::Scalar(text)
                if text.text().trim().contains(' ')
                    || SideFact::from_words(text.text().trim()).is_some()
                    || Color::from_word(text.text().trim()).is_some() =>
            {
                Some(PassText::When(r.scalar(entry)?))
            }
            NodeKind::Scalar(_) | NodeKind::Sequence(_) | NodeKind::Mapping(_) => {
                Some(if bool::read(entry, r)? { PassText::Yes } else { PassText::No })
            }
        }
    }
}

mapping! {
    /// The value of the key `in check`.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct ParryText, "`in check`", read by checked {
        from: Scalar = required "parry also from" [Text(Condition)],
            "condition", "where else the parrying piece may be";
        forfeits: Spanned<u16> = required "forfeits",
            "step N", "the parry costs the steps up to this one";
    }
}

impl ParryText {
    fn checked(fields: &Fields<'_>, r: &mut Reader<'_>) -> Option<Self> {
        if ["parry also from", "forfeits"].iter().all(|key| fields.get(key).is_some()) {
            return Self::from_fields(fields, r);
        }
        if fields.misspelt.is_empty() {
            r.at(Code::MissingKey, fields.span, "`in check` needs both of its keys", "incomplete")
                .help(Help::type_in("{parry also from: dark, forfeits: step 1}"));
        }
        None
    }
}

/// The number of a step, from 1: `step 1`.
impl FromEntry for Spanned<u16> {
    const VALUE: Value = Text(Step);

    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        let text = r.scalar(entry)?;
        let number = text.text().strip_prefix("step ").and_then(|n| n.trim().parse::<u16>().ok());
        let Some(number) = number.filter(|&n| n >= 1) else {
            let title = format!("`{}` is not a step", text.text());
            r.at(Code::BadValue, text.span(), title, "expected `step 1`")
                .help(Help::type_in("step 1"));
            return None;
        };
        Some(Spanned::new(number, text.span()))
    }
}

/// A die of a definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DieText {
    /// The name.
    pub name: Scalar,
    /// The values in order, 2 to [`FACES`], each with a different word.
    pub faces: Vec<FaceText>,
    /// How long it shows its value.
    pub lasts: Lasts,
    /// Whether values are put back.
    pub put_back: PutBack,
}

/// A value of a die.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FaceText {
    /// The word for the value.
    pub word: Spanned<String>,
    /// How often it occurs, compared with the others: 1 to [`MAX_WEIGHT`].
    pub weight: u16,
}

/// The values of a die. Words may be kinds of pieces.
const VALUES: Value = Either(&[Words(Kind), Named(Naming::Faces, &Text(Count))]);

mapping! {
    /// A die whose values are not all that is written.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct DieBody, "a die" {
        values: Vec<FaceText> = required "values",
            "1-6, list of words, or mapping of words and weights", "what it shows";
        lasts: Lasts = "lasts",
            "this turn or until rolled again", "how long it shows that";
        put_back: PutBack = "put back",
            "true or false", "whether a value can come again; `false` makes it a bag, in which each weight is the number of pieces";
    }
}

impl FromEntry for Vec<DieText> {
    const VALUE: Value = Either(&[
        NONE,
        Named(
            Naming::Dice,
            &Either(&[
                Words(Kind),
                Named(Naming::Faces, &Text(Count)),
                Value::Mapping(&DieBody::SCHEMA),
            ]),
        ),
    ]);

    /// `dice: none` has no effect: the dice of a parent remain, because its rules name them.
    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        if entry.is_none() {
            return Some(Vec::new());
        }
        let dice = r.named(&entry.value, "`dice`")?;
        Some(dice.iter().filter_map(|entry| die(entry, r)).collect())
    }
}

fn die(entry: &Entry, r: &mut Reader<'_>) -> Option<DieText> {
    let name = entry.key.clone();
    let is_body = |entries: &[Entry]| {
        entries.iter().any(|entry| DieBody::SCHEMA.key(entry.key.text()).is_some())
    };
    match &entry.value.kind {
        NodeKind::Mapping(entries) if is_body(entries) => {
            let DieBody { values, lasts, put_back } = DieBody::from_node(&entry.value, r)?;
            Some(DieText { name, faces: values, lasts, put_back })
        }
        NodeKind::Mapping(_) | NodeKind::Sequence(_) | NodeKind::Scalar(_) => {
            let faces = Vec::<FaceText>::read(entry, r)?;
            let (lasts, put_back) = (Lasts::default(), PutBack::default());
            Some(DieText { name, faces, lasts, put_back })
        }
    }
}

impl FromEntry for Vec<FaceText> {
    const VALUE: Value = VALUES;

    /// Reads `1-6`, `[heads, tails]` or `{sun: 3, rain: 1}`.
    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        let before = r.found.len();
        let faces = match &entry.value.kind {
            NodeKind::Scalar(text) if text.text().contains('-') => range(text, r)?,
            NodeKind::Scalar(_) | NodeKind::Sequence(_) => {
                let words = r.words(entry)?;
                words.into_iter().map(|word| FaceText { word, weight: 1 }).collect()
            }
            NodeKind::Mapping(_) => {
                let weights = r.named(&entry.value, "the values of a die")?;
                weights.iter().filter_map(|entry| weighted(entry, r)).collect()
            }
        };
        if r.found.len() > before {
            return None;
        }
        checked(faces, entry.value.span, r)
    }
}

/// Reads a range of numbers: `1-6`.
fn range(text: &Scalar, r: &mut Reader<'_>) -> Option<Vec<FaceText>> {
    let number = |part: &str| part.trim().parse::<u32>().ok().filter(|n| *n <= 1000);
    let ends = text.text().split_once('-').map(|(low, high)| (number(low), number(high)));
    let Some((Some(low), Some(high))) = ends else {
        let title = format!("`{}` is not a range of numbers", text.text());
        r.at(Code::BadDie, text.span(), title, "expected `1-6`")
            .because(
                "a die has a range of numbers up to 1000, a list of words, or words with weights",
            )
            .help("write `1-6`, `[heads, tails]` or `{sun: 3, rain: 1}`");
        return None;
    };
    if high < low {
        let title = format!("the range `{}` is empty", text.text());
        r.at(Code::BadDie, text.span(), title, "counts down")
            .help(Help::type_in(format!("{high}-{low}")));
        return None;
    }
    let face = |n: u32| FaceText { word: Spanned::new(n.to_string(), text.span()), weight: 1 };
    // A range that is too long is reported by its length.
    Some((low..=high).take(FACES + 1).map(face).collect())
}

/// Reads a value with its weight: `rain: 1`.
fn weighted(entry: &Entry, r: &mut Reader<'_>) -> Option<FaceText> {
    let text = r.scalar(entry)?;
    let weight = text.text().parse::<u16>().ok().filter(|n| (1..=MAX_WEIGHT).contains(n));
    let Some(weight) = weight else {
        let title = format!("`{}` is not a weight", text.text());
        r.at(Code::BadDie, text.span(), title, format!("expected a number from 1 to {MAX_WEIGHT}"))
            .because("a value of weight 3 is three times as frequent as a value of weight 1")
            .help(Help::type_in("1"));
        return None;
    };
    let word = Spanned::new(entry.key.text().to_owned(), entry.key.span());
    Some(FaceText { word, weight })
}

/// Reports too few, too many, unreadable or repeated values.
fn checked(faces: Vec<FaceText>, span: Span, r: &mut Reader<'_>) -> Option<Vec<FaceText>> {
    if faces.len() < 2 || faces.len() > FACES {
        let count = match faces.len() {
            0 => "without values".to_owned(),
            1 => "with one value".to_owned(),
            n if n > FACES => format!("with more than {FACES} values"),
            n => format!("with {n} values"),
        };
        r.at(Code::BadDie, span, format!("a die {count}"), format!("2 to {FACES} can be rolled"))
            .help("write `1-6`, `[heads, tails]` or `{sun: 3, rain: 1}`");
        return None;
    }
    for (index, face) in faces.iter().enumerate() {
        let word = face.word.value.as_str();
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        if word == ROLLED {
            r.at(Code::BadDie, face.word.span, "`rolled` cannot be a value of a die", "taken")
                .because("`die is rolled` already means that the die shows any value")
                .help("choose another word");
            return None;
        }
        if word.is_empty() || !word.chars().all(is_word) {
            let title = format!("`{word}` cannot be a value of a die");
            r.at(Code::BadDie, face.word.span, title, "not a single word")
                .because("questions, moves and positions contain the value, as in `die=3`")
                .help("use only letters, digits and `-`");
            return None;
        }
        if faces[..index].iter().any(|other| other.word.value == word) {
            let title = format!("the value `{word}` appears twice");
            r.at(Code::BadDie, face.word.span, title, "again")
                .help(format!("give it a weight instead: `{{{word}: 2, ...}}`"));
            return None;
        }
    }
    Some(faces)
}
