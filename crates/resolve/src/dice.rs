//! Reads and writes `dice:`. A die keeps its id when a later file gives it other values.

use crate::draft::{Draft, Piece};
use crate::names;
use alfil_diagnostics::diagnostic::{Code, Help, Report, did_you_mean};
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::Spanned;
use alfil_rules::chance::{BAG_VALUES, DICE, Die, DieId, Face, Lasts, MAX_IN_BAG, PutBack};
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::{Kind, Ruleset};
use alfil_rules::side::{Side, Whose};
use alfil_rules::turn::Step;
use alfil_syntax::notation::parse;
use alfil_syntax::scalar::Scalar;
use alfil_syntax::turn::{DieText, FaceText};
use alfil_syntax::value::Choice;
use alfil_syntax::write::{Map, Yaml};

/// Lays the dice of a file over the draft.
pub(crate) fn apply(said: &[DieText], draft: &mut Draft, found: &mut Report) {
    for die in said {
        apply_one(die, draft, found);
    }
}

fn apply_one(said: &DieText, draft: &mut Draft, found: &mut Report) {
    let (name, span) = (said.name.text(), said.name.span());
    let too_many = |face: &&FaceText| said.put_back == PutBack::Never && face.weight > MAX_IN_BAG;
    if let Some(face) = said.faces.iter().find(too_many) {
        let title = format!("a bag has {} times `{}`", face.weight, face.word.value);
        let label = format!("a bag can have at most {MAX_IN_BAG} values");
        found
            .at(Code::BadDie, face.word.span, title, label)
            .because(
                "if values are not put back, the weight of a value is the number of times that the bag has it",
            )
            .help("use smaller numbers");
        return;
    }
    let faces = said.faces.iter().map(|face| Face {
        word: face.word.value.clone(),
        weight: face.weight,
        kind: None,
        side: None,
    });
    let faces: Vec<Face> = faces.collect();
    let known = draft.dice.enumerate().find(|(_, die)| die.name.value == name).map(|(id, _)| id);
    if let Some(id) = known {
        draft.dice[id].faces = faces;
        draft.dice[id].lasts = said.lasts;
        draft.dice[id].put_back = said.put_back;
        return;
    }
    if !parse::is_name(name) {
        found
            .at(Code::BadDie, span, format!("`{name}` cannot be the name of a die"), "no name")
            .because("the name of a die must be one word without another meaning in questions")
            .help(format!("call it `{}`", names::suggested(name, "die")));
        return;
    }
    let is_piece = draft.find(name).is_some();
    let is_zone = draft.zones.iter().any(|zone| zone.name.value == name);
    if is_piece || is_zone || draft.counters.iter().any(|counter| counter == name) {
        let other = if is_piece { "a piece" } else { "something else" };
        found
            .at(Code::BadDie, span, format!("`{name}` is already the name of {other}"), "twice")
            .help(format!("call it `{name}-die`"));
        return;
    }
    if draft.dice.len() == DICE {
        let title = format!("more than {DICE} dice");
        found
            .at(Code::TooComplex, span, title, "one too many")
            .help("a die may be rolled several times in a turn");
        return;
    }
    let name = Spanned::new(name.to_owned(), span);
    draft.dice.push(Die { name, faces, lasts: said.lasts, put_back: said.put_back });
}

/// The die with the name `name`. Reports an unknown name.
pub(crate) fn find(name: &Spanned<String>, draft: &Draft, found: &mut Report) -> Option<DieId> {
    let dice = draft.dice.enumerate();
    let known = dice.into_iter().find(|(_, die)| die.name.value == name.value).map(|(id, _)| id);
    if known.is_none() {
        let title = format!("there is no die called `{}`", name.value);
        let names = || draft.dice.iter().map(|die| die.name.value.as_str());
        let help = match (did_you_mean(&name.value, names()), draft.dice.is_empty()) {
            (Some(near), _) => Help::did_you_mean(near),
            (None, true) => format!("define its values: `dice: {{{}: 1-6}}`", name.value).into(),
            (None, false) => {
                format!("the dice are {}", names().collect::<Vec<_>>().join(", ")).into()
            }
        };
        found.at(Code::UnknownDie, name.span, title, "unknown die").help(help);
    }
    known
}

/// The die that a step rolls, or the bag from which it draws. Reports one in the place of the other.
pub(crate) fn thrown(
    text: &Scalar,
    wanted: PutBack,
    draft: &Draft,
    found: &mut Report,
) -> Option<DieId> {
    let name = Spanned::new(text.text().trim().to_owned(), text.span());
    let id = find(&name, draft, found)?;
    if draft.dice[id].put_back == wanted {
        return Some(id);
    }
    let name = &name.value;
    let (title, label, help) = match wanted {
        PutBack::Always => (
            format!("`{name}` is rolled, but its values are not put back"),
            "a bag",
            format!("draw from it: `draw: {name}`"),
        ),
        PutBack::Never => (
            format!("`{name}` is drawn from, but its values are put back"),
            "a die",
            format!("roll it with `roll: {name}`, or add `put back: false` to its definition"),
        ),
    };
    found.at(Code::BadTurn, text.span(), title, label).help(help);
    None
}

/// Builds the dice of the game.
pub(crate) fn finish(draft: &Draft, kinds: &IndexVec<KindId, Kind>) -> IndexVec<DieId, Die> {
    let kind = |word: &str| kinds.ids().find(|&kind| kinds[kind].name.value == word);
    let owned = |word: &str| {
        Side::BOTH.into_iter().find_map(|side| {
            let kind = kind(word.strip_prefix(Choice::word(side))?.strip_prefix('-')?)?;
            Some((Some(side), Some(kind)))
        })
    };
    let face = |die: &Die, face: &Face| {
        let plain = (None, kind(&face.word));
        let (side, kind) = match (die.put_back, plain) {
            (PutBack::Never, (_, None)) => owned(&face.word).unwrap_or(plain),
            (PutBack::Never | PutBack::Always, _) => plain,
        };
        Face { kind, side, ..face.clone() }
    };
    let die = |die: &Die| Die {
        faces: die.faces.iter().map(|value| face(die, value)).collect(),
        ..die.clone()
    };
    draft.dice.iter().map(die).collect()
}

/// Reports dice that change nothing. A plane has other findings about dice.
pub(crate) fn lint(rules: &Ruleset, found: &mut Report) {
    if rules.space.lattice.plane().is_some() {
        return;
    }
    lint_bags(rules, found);
    for (id, die) in rules.dice.enumerate() {
        let name = &die.name;
        let shown = &name.value;
        let (title, help) = match (rules.rolls(id), rules.looks_at(id) || rules.turns_up(id)) {
            (true, true) => continue,
            (false, _) if die.is_bag() => (
                format!("no step draws from the bag `{shown}`"),
                format!("draw from it: `turn: {{steps: [{{draw: {shown}}}, {{}}]}}`"),
            ),
            (true, false) if die.is_bag() => (
                format!("no rule uses the value that is drawn from `{shown}`"),
                format!(
                    "turn up a piece with it: `turns up: KIND`, or ask for the value: `moves: {shown} = {}`",
                    die.faces[0].word
                ),
            ),
            (false, _) => (
                format!("no step rolls the die `{shown}`"),
                format!("roll it: `turn: {{steps: [{{roll: {shown}}}, {{}}]}}`"),
            ),
            (true, false) => (
                format!("no rule uses the value of the die `{shown}`"),
                format!("ask for the value: `moves: {shown} = {}`", die.faces[0].word),
            ),
        };
        found.at(Code::IdleDie, name.span, title, "changes nothing").help(help);
    }
}

/// Reports bags that hold too much, and draws of values that are no pieces.
fn lint_bags(rules: &Ruleset, found: &mut Report) {
    let bags = || rules.dice.iter().filter(|die| die.is_bag());
    let values: usize = bags().map(|bag| bag.faces.len()).sum();
    if let (true, Some(last)) = (values > BAG_VALUES, bags().next_back()) {
        let title = format!("the bags have {values} different values");
        let label = format!("all bags together can have at most {BAG_VALUES}");
        found.at(Code::BadDie, last.name.span, title, label).help("remove some");
        return;
    }
    for (id, bag) in rules.dice.enumerate() {
        let by_side =
            rules.turn.steps().any(|step| step.roll == Some(id) && step.draw.whose != Whose::Any);
        let turns_up = rules.turns_up(id);
        let wants =
            |face: &&Face| turns_up && face.kind.is_none() || by_side && face.side.is_none();
        let Some(face) = bag.faces.iter().find(wants) else { continue };
        let (bag, word) = (&bag.name, &face.word);
        let title = match face.kind {
            None => format!("`{word}`, which is drawn from `{}`, is not a piece", bag.value),
            Some(_) => format!("`{word}`, which is drawn from `{}`, names no side", bag.value),
        };
        let why = if turns_up && face.kind.is_none() {
            "a step turns a piece up, and the piece becomes the drawn one"
        } else {
            "a step draws only the values of one side"
        };
        let kind = face.kind.or(rules.kinds.ids().next());
        let kind = kind.map_or("", |kind| rules.kinds[kind].name.value.as_str());
        found
            .at(Code::BadDie, bag.span, title, "a value of this bag")
            .because(why)
            .help(format!("name a piece of a side, such as `white-{kind}`"));
    }
}

/// True if a step may turn a piece up that becomes this piece of `side`.
pub(crate) fn may_turn_up(draft: &Draft, side: Side, piece: &Piece) -> bool {
    let name = &piece.name.value;
    let own = format!("{}-{name}", Choice::word(side));
    draft.dice.enumerate().any(|(id, die)| {
        let turns = |step: &Step| step.roll == Some(id) && !step.draw.turns_up.is_empty();
        die.faces.iter().any(|face| face.word == *name || face.word == own)
            && draft.turn.turn.steps().any(turns)
    })
}

/// The dice by name.
pub(crate) fn write(draft: &Draft) -> Map {
    let value = |die: &Die| {
        if (die.lasts, die.put_back) == (Lasts::Turn, PutBack::Always) {
            return values(die);
        }
        let mut keys = Map::default();
        keys.put("values", values(die));
        if die.lasts == Lasts::Game {
            keys.put("lasts", die.lasts.word());
        }
        if die.put_back == PutBack::Never {
            keys.put("put back", die.put_back.word());
        }
        keys.in_braces()
    };
    draft.dice.iter().map(|die| (die.name.value.clone(), value(die))).collect()
}

/// The values of a die as a definition writes them.
fn values(die: &Die) -> Yaml {
    if die.faces.iter().any(|face| face.weight != 1) {
        let face = |face: &Face| (face.word.clone(), Yaml::bare(face.weight));
        return die.faces.iter().map(face).collect::<Map>().in_braces();
    }
    let words = || die.faces.iter().map(|face| face.word.as_str());
    let numbers: Option<Vec<u32>> = words().map(|word| word.parse().ok()).collect();
    match numbers.as_deref() {
        Some([first, .., last]) if numbers.iter().flatten().copied().eq(*first..=*last) => {
            format!("{first}-{last}").into()
        }
        Some(_) | None => Yaml::list(words()),
    }
}
