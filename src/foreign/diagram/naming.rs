//! Names and letters of the kinds of a definition.

use crate::foreign::diagram::model::{Diagram, PieceId};
use crate::foreign::remark::{Remark, Weight, brief};
use crate::resolve::names;
use std::collections::{BTreeMap, BTreeSet};

/// The longest name of a kind in characters.
const LONGEST: usize = 40;

/// A name for each piece. It has only words, differs from the other names, and can stand in
/// sentences.
pub(super) fn names(diagram: &Diagram) -> Vec<String> {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let named = diagram.pieces().map(|(number, piece)| {
        let words = worded(&piece.name);
        let plain = if words.is_empty() { format!("kind-{}", number.0 + 1) } else { words };
        // Zones and sentences name the pieces, so a reserved word gets another one.
        let mut name = match names::refused(&plain, |_| false) {
            Some(_) => names::suggested(&plain, "piece"),
            None => plain,
        };
        let mut copies = 1;
        while taken.contains(&name) {
            copies += 1;
            name = format!(
                "{}-{copies}",
                name.trim_end_matches(|c: char| c == '-' || c.is_ascii_digit())
            );
        }
        taken.insert(name.clone());
        name
    });
    named.collect()
}

/// The words of a name in lower case, without other signs.
fn worded(name: &str) -> String {
    let word = |c: char| if c.is_alphanumeric() { c } else { ' ' };
    let words: String = name.chars().take(LONGEST).map(word).collect();
    let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    // A last word such as `2` or `B` could be a number or a movement.
    let joined = words.join(" ");
    let is_sure =
        |word: &String| word.chars().count() > 2 && word.ends_with(|c: char| c.is_alphabetic());
    match words.iter().any(is_sure) || words.is_empty() {
        true if words.iter().all(|word| word.chars().all(char::is_alphabetic)) => joined,
        true => words.join("-"),
        false => format!("{}-piece", words.join("-")),
    }
}

/// The letter of a kind in positions, with or without `+`.
pub(super) fn letters(
    diagram: &Diagram,
    forms: &BTreeMap<PieceId, PieceId>,
    remarks: &mut Vec<Remark>,
) -> Vec<String> {
    let mut letters: Vec<Option<String>> = vec![None; diagram.pieces.len()];
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut take = |number: PieceId, letter: String, letters: &mut Vec<Option<String>>| {
        let free = taken.insert(letter.clone());
        if free && let Some(place) = letters.get_mut(number.0) {
            *place = Some(letter);
        }
        free
    };
    // IDs that are letters come first, so that they stay.
    for (number, piece) in diagram.pieces() {
        let id = diagram.id(piece);
        let bare = id.strip_prefix('+');
        if let Some(capital) = single(bare.unwrap_or(&id)).filter(|_| !forms.contains_key(&number))
        {
            let plus = if bare.is_some() { "+" } else { "" };
            take(number, format!("{plus}{capital}"), &mut letters);
        }
    }
    for (number, piece) in diagram.pieces() {
        if letters.get(number.0).is_some_and(Option::is_some) || forms.contains_key(&number) {
            continue;
        }
        let own = piece.name.chars().chain(piece.id.chars()).filter_map(capital);
        let others = ('A'..='Z').chain('Α'..='Ω').chain('А'..='Я').filter(|c| c.is_alphabetic());
        for letter in own.chain(others) {
            if take(number, letter.to_string(), &mut letters) {
                break;
            }
        }
        let id = diagram.id(piece);
        let letter = letters.get(number.0).cloned().flatten().unwrap_or_default();
        if !id.is_empty() && id != letter {
            let what = format!("its ID `{}` is the letter `{letter}` here", brief(&id));
            remarks.push(Remark::new(Weight::Quiet, piece.place, piece.name.clone(), what));
        }
    }
    // A promoted form has the letter of its piece with `+`.
    for (&form, base) in forms {
        let base = letters.get(base.0).cloned().flatten().unwrap_or_default();
        let plus = format!("+{}", base.trim_start_matches('+'));
        if take(form, plus, &mut letters) {
            continue;
        }
        for letter in ('A'..='Z').chain('Α'..='Ω') {
            if take(form, letter.to_string(), &mut letters)
                || take(form, format!("+{letter}"), &mut letters)
            {
                break;
            }
        }
    }
    letters.into_iter().map(Option::unwrap_or_default).collect()
}

/// The capital, if the text is a single letter.
fn single(text: &str) -> Option<char> {
    let mut letters = text.chars();
    let letter = letters.next().and_then(capital)?;
    letters.next().is_none().then_some(letter)
}

/// The capital form of a letter, if both forms are single characters.
fn capital(letter: char) -> Option<char> {
    let one = |mut forms: Box<dyn Iterator<Item = char>>| {
        let form = forms.next()?;
        forms.next().is_none().then_some(form)
    };
    let capital = one(Box::new(letter.to_uppercase()))?;
    let small = one(Box::new(capital.to_lowercase()))?;
    (capital.is_alphabetic() && capital != small).then_some(capital)
}
