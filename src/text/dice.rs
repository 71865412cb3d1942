//! Dice in English: [`sentences`] describes what they show, `shown` a comparison.

use crate::text::lexicon::Foes;
use crate::text::phrase::{and, number, or, plural};
use alfil_diagnostics::index::IndexVec;
use alfil_rules::bag::Draw;
use alfil_rules::chance::{Die, DieId, Face, Faces, Lasts, Roll, Shown};
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::Whose;

/// The sentences about dice, one or more for each die.
pub fn sentences(rules: &Ruleset) -> Vec<String> {
    rules.dice.iter().flat_map(|die| of_die(rules, die)).collect()
}

fn of_die(rules: &Ruleset, die: &Die) -> Vec<String> {
    let name = &die.name.value;
    if die.is_bag() {
        return of_bag(rules, die);
    }
    let mut said = vec![if die.is_fair() {
        format!("The {name} shows {}, each equally often.", values(die, die.ids().collect()))
    } else {
        let total = die.total();
        let face =
            |face: &Face| format!("{} with a chance of {} in {total}", face.word, face.weight);
        let faces: Vec<String> = die.faces.iter().map(face).collect();
        format!("The {name} shows {}.", or(&faces))
    }];
    match die.lasts {
        Lasts::Turn => {}
        Lasts::Game => said.push(format!("The {name} shows its value until it is rolled again.")),
    }
    said
}

/// What is in a bag: `At the start, the bag of tiles holds one Red general, two Red advisors ...`
fn of_bag(rules: &Ruleset, bag: &Die) -> Vec<String> {
    let name = &bag.name.value;
    let noun = |face: &Face| match face.kind {
        None => face.word.clone(),
        Some(kind) => {
            let side = face.side.map(|side| format!("{} ", rules.name_of(side)));
            let name = &rules.kinds[kind].name.value;
            let noun = if face.weight == 1 { name.clone() } else { plural(name) };
            format!("{}{noun}", side.unwrap_or_default())
        }
    };
    let value = |face: &Face| format!("{} {}", number(face.weight.into()), noun(face));
    let values: Vec<String> = bag.faces.iter().map(value).collect();
    let mut said = vec![
        format!("At the start, the bag of {name} holds {}.", and(&values)),
        "What is drawn is not put back, and everything in the bag is drawn equally often."
            .to_owned(),
    ];
    match bag.lasts {
        Lasts::Turn => {}
        Lasts::Game => said.push("What was drawn counts until the next draw.".to_owned()),
    }
    said
}

/// What a step draws: `a white or black piece is drawn from the tiles and replaces the first tile`.
pub(super) fn draw(rules: &Ruleset, die: DieId, draw: &Draw) -> String {
    let name = name(&rules.dice, die);
    let foe = Foes::of(rules).who;
    let what = match draw.whose {
        Whose::Any => "a piece",
        Whose::Own => "a piece of the player",
        Whose::Enemy => &format!("a piece of {foe}"),
        Whose::Ally => "a piece of an ally",
    };
    let what = if draw.turns_up.is_empty() { "something" } else { what };
    let mut text = format!("{what} is drawn from {name}");
    if !draw.turns_up.is_empty() {
        let kind = |kind: &KindId| rules.kinds[*kind].name.value.clone();
        let kinds: Vec<String> = draw.turns_up.iter().map(kind).collect();
        let whose = match draw.whose {
            Whose::Any => "",
            Whose::Own => "of the player ",
            Whose::Enemy => &format!("of {foe} "),
            Whose::Ally => "of an ally ",
        };
        text += &format!(" and takes the place of the first {} {whose}on the board", or(&kinds));
    }
    text.trim_end().to_owned()
}

/// The name of a die with its article: `the die`.
pub(super) fn name(dice: &IndexVec<DieId, Die>, id: DieId) -> String {
    format!("the {}", dice[id].name.value)
}

/// What the dice show now: `The first shows knight, the second pawn.` `None` if they show nothing.
pub fn now(rules: &Ruleset, shown: Shown) -> Option<String> {
    let value = |(id, die): (DieId, &Die)| {
        let word = die.word(shown.of(id)?);
        Some((die.name.value.clone(), word.to_owned()))
    };
    let mut values = rules.dice.enumerate().filter_map(value);
    let (name, word) = values.next()?;
    let rest: String = values.map(|(name, word)| format!(", the {name} {word}")).collect();
    Some(format!("The {name} shows {word}{rest}."))
}

/// True if a comparison holds for every value.
pub(super) fn is_any(dice: &IndexVec<DieId, Die>, id: DieId, roll: Roll) -> bool {
    match roll {
        Roll::Among(faces) => dice[id].ids().all(|face| faces.has(face)),
        Roll::Like(_) => false,
    }
}

/// The value that a comparison requires, after the verb `shows`: `3 or more`.
pub(super) fn shown(dice: &IndexVec<DieId, Die>, id: DieId, roll: Roll) -> String {
    match roll {
        Roll::Among(faces) => values(&dice[id], faces),
        Roll::Like(other) => format!("the same as {}", name(dice, other)),
    }
}

/// The values as words: `3 or 4`, `5 or more`, `1 to 6`.
fn values(die: &Die, faces: Faces) -> String {
    let all: Vec<_> = die.ids().filter(|&face| faces.has(face)).collect();
    let words: Vec<String> = all.iter().map(|&face| die.word(face).to_owned()).collect();
    let numbers: Option<Vec<u32>> = words.iter().map(|word| word.parse().ok()).collect();
    let (least, most) = match numbers.as_deref() {
        Some([first, .., last]) if numbers.iter().flatten().copied().eq(*first..=*last) => {
            (*first, *last)
        }
        Some(_) | None => return or(&words),
    };
    if all.len() == die.faces.len() {
        format!("a number from {least} to {most}")
    } else if all.last() == die.ids().last().as_ref() {
        format!("{least} or more")
    } else if all.first() == die.ids().next().as_ref() {
        format!("{most} or less")
    } else {
        or(&words)
    }
}
