//! Reads and writes `dice:`. A die keeps its id when a later file gives it other values.

use crate::resolve::draft::Draft;
use crate::resolve::names;
use alfil_diagnostics::diagnostic::{Code, Help, Report, did_you_mean};
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::Spanned;
use alfil_rules::chance::{DICE, Die, DieId, Face, Lasts};
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::{Kind, Ruleset};
use alfil_syntax::dice::DieText;
use alfil_syntax::notation::parse;

/// Lays the dice of a file over the draft.
pub(crate) fn apply(said: &[DieText], draft: &mut Draft, found: &mut Report) {
    for die in said {
        apply_one(die, draft, found);
    }
}

fn apply_one(said: &DieText, draft: &mut Draft, found: &mut Report) {
    let (name, span) = (said.name.text(), said.name.span());
    let faces = said.faces.iter().map(|face| Face {
        word: face.word.value.clone(),
        weight: face.weight,
        kind: None,
    });
    let faces: Vec<Face> = faces.collect();
    let known = draft.dice.enumerate().find(|(_, die)| die.name.value == name).map(|(id, _)| id);
    if let Some(id) = known {
        draft.dice[id].faces = faces;
        draft.dice[id].lasts = said.lasts;
        return;
    }
    if !parse::is_name(name) {
        found
            .at(Code::BadDie, span, format!("`{name}` cannot be the name of a die"), "no name")
            .because("questions and positions name a die by one word that has no other meaning")
            .help(format!("call it `{}`", names::suggested(name, "die")));
        return;
    }
    let is_piece = draft.find(name).is_some();
    let is_zone = draft.zones.iter().any(|zone| zone.name.value == name);
    if is_piece || is_zone || draft.counters.iter().any(|counter| counter == name) {
        let other = if is_piece { "a piece" } else { "something else" };
        found
            .at(Code::BadDie, span, format!("`{name}` is the name of {other} already"), "twice")
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
    draft.dice.push(Die { name, faces, lasts: said.lasts });
}

/// The die with the name `name`. Reports an unknown name.
pub(crate) fn find(name: &Spanned<String>, draft: &Draft, found: &mut Report) -> Option<DieId> {
    let dice = draft.dice.enumerate();
    let known = dice.into_iter().find(|(_, die)| die.name.value == name.value).map(|(id, _)| id);
    if known.is_none() {
        let title = format!("no die is called `{}`", name.value);
        let names = || draft.dice.iter().map(|die| die.name.value.as_str());
        let help = match (did_you_mean(&name.value, names()), draft.dice.is_empty()) {
            (Some(near), _) => Help::did_you_mean(near),
            (None, true) => format!("say what it shows: `dice: {{{}: 1-6}}`", name.value).into(),
            (None, false) => {
                format!("the dice are {}", names().collect::<Vec<_>>().join(", ")).into()
            }
        };
        found.at(Code::UnknownDie, name.span, title, "unknown die").help(help);
    }
    known
}

/// Builds the dice of the game.
pub(crate) fn finish(draft: &Draft, kinds: &IndexVec<KindId, Kind>) -> IndexVec<DieId, Die> {
    let kind = |word: &str| kinds.ids().find(|&kind| kinds[kind].name.value == word);
    let face = |face: &Face| Face { kind: kind(&face.word), ..face.clone() };
    let die = |die: &Die| Die { faces: die.faces.iter().map(face).collect(), ..die.clone() };
    draft.dice.iter().map(die).collect()
}

/// Reports dice that change nothing. A plane has other findings about dice.
pub(crate) fn lint(rules: &Ruleset, found: &mut Report) {
    if rules.space.lattice.plane().is_some() {
        return;
    }
    for (id, die) in rules.dice.enumerate() {
        let name = &die.name;
        let shown = &name.value;
        let (title, help) = match (rules.rolls(id), rules.looks_at(id)) {
            (true, true) => continue,
            (false, _) => (
                format!("no step rolls the die `{shown}`"),
                format!("roll it: `turn: {{steps: [{{roll: {shown}}}, {{}}]}}`"),
            ),
            (true, false) => (
                format!("no rule looks at the die `{shown}`"),
                format!("ask what it shows: `only when {shown} is {}`", die.faces[0].word),
            ),
        };
        found.at(Code::IdleDie, name.span, title, "changes nothing").help(help);
    }
}

/// The lines under `dice:` as name and value.
pub(crate) fn write(draft: &Draft) -> Vec<(String, String)> {
    let line = |die: &Die| {
        let values = values(die);
        let value = match die.lasts {
            Lasts::Turn => values,
            Lasts::Game => format!("{{values: {values}, lasts: {}}}", die.lasts.word()),
        };
        (die.name.value.clone(), value)
    };
    draft.dice.iter().map(line).collect()
}

/// The values of a die as a definition writes them.
fn values(die: &Die) -> String {
    let words: Vec<&str> = die.faces.iter().map(|face| face.word.as_str()).collect();
    if die.faces.iter().any(|face| face.weight != 1) {
        let face = |face: &Face| format!("\"{}\": {}", face.word, face.weight);
        let faces: Vec<String> = die.faces.iter().map(face).collect();
        return format!("{{{}}}", faces.join(", "));
    }
    let numbers: Option<Vec<u32>> = words.iter().map(|word| word.parse().ok()).collect();
    match numbers.as_deref() {
        Some([first, .., last]) if numbers.iter().flatten().copied().eq(*first..=*last) => {
            format!("{first}-{last}")
        }
        Some(_) | None => {
            let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
            format!("[{}]", quoted.join(", "))
        }
    }
}
