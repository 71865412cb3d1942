//! Reads terms, prefixes, atoms and ranges from the pairs that `grammar/movement.pest` produces. A
//! term with an error is reported and left out.

use super::ast::{Atom, Mode, Number, Suffix, *};
use super::reader::{Reader, at, short};
use crate::scalar::Rule;
use crate::suggest;
use alfil_diagnostics::diagnostic::{Code, Help, did_you_mean};
use alfil_rules::term::Toward;
use pest::iterators::{Pair, Pairs};

/// Reads the terms of a clause.
pub(super) fn terms(reader: &mut Reader, pairs: Pairs<'_, Rule>) -> Vec<Term> {
    let mut terms: Vec<Term> = Vec::new();
    let mut end = None;
    for pair in pairs {
        let place = at(&pair);
        match pair.as_rule() {
            Rule::term => {
                let gap = gap(end, place);
                if let Some(mut term) = term(reader, pair, gap) {
                    keep_apart(terms.last(), &mut term);
                    terms.push(term);
                }
            }
            Rule::stray => stray(reader, place),
            _ => continue,
        }
        end = Some(place.end);
    }
    if let Some(first) = terms.first_mut() {
        first.gap = Gap::Joined;
    }
    terms
}

fn gap(end: Option<usize>, place: At) -> Gap {
    match end {
        Some(end) if end < place.start => Gap::Spaced,
        Some(_) | None => Gap::Joined,
    }
}

/// Puts a space between two terms that would form a doubled atom without it. `JZ` is two zebras,
/// because `J` is read as `Z`; `ZZ` is a rider.
fn keep_apart(before: Option<&Term>, term: &mut Term) {
    if before.is_some_and(|before| before.glues(term)) {
        term.gap = Gap::Spaced;
    }
}

/// Reports a text that is a leap in another form. Returns false for any other text.
fn is_leap(reader: &mut Reader) -> bool {
    let Some(leap) = suggest::leap(reader.text) else { return false };
    reader.lost = true;
    let whole = At { start: 0, end: reader.text.len() };
    let title = format!("`{}` is no movement", short(reader.text));
    reader.find(Code::UnknownLetter, whole, title, Help::write(leap));
    true
}

fn stray(reader: &mut Reader, place: At) {
    if reader.lost {
        return;
    }
    let word = short(reader.slice(place));
    let whole = At { start: 0, end: reader.text.len() };
    if is_leap(reader) {
        return;
    }
    if word == "," && !reader.text.contains('(') && reader.text.matches(',').count() > 1 {
        reader.lost = true;
        let help = Help::write(reader.text.replace(',', ""));
        return reader.find(Code::UnknownLetter, whole, "terms are joined without a sign", help);
    }
    let help = match word.chars().next() {
        Some('+') => Help::take_out()
            .remark("terms are joined without a sign, as `WF`; `+` heads a clause: `; + ...`"),
        Some('-' | '?') => Help::from("`-` and `?` join legs in brackets: `[W-F]`"),
        Some('0'..='9') => Help::from("a range stands directly behind its atom: `R4`"),
        Some(',') => Help::take_out().remark(
            "terms are joined without a sign, as `WF`; coordinates need brackets, as `(4,1)`",
        ),
        Some(_) | None => Help::take_out(),
    };
    reader.find(Code::UnknownLetter, place, format!("`{word}` has no meaning here"), help);
}

fn term(reader: &mut Reader, pair: Pair<'_, Rule>, gap: Gap) -> Option<Term> {
    let place = at(&pair);
    let (mut leaping, mut arc, mut body) = (None, None, None);
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::leaping => leaping = Some(at(&part)),
            Rule::arc => arc = Some(self::arc(reader, part)?),
            Rule::before => body = before(reader, part),
            Rule::chain => body = chain(reader, part).map(Body::Chain),
            _ => {}
        }
    }
    Some(Term { gap, leaping, arc, body: body?, at: place })
}

/// Reads `arc 2`. The radius must be above 0.
fn arc(reader: &mut Reader, pair: Pair<'_, Rule>) -> Option<Arc> {
    let place = at(&pair);
    let help = "write the radius behind `arc`, such as `arc 2 R`";
    let Some(written) = pair.into_inner().next() else {
        reader.find(Code::BadNumber, place, "an arc without a radius", help);
        return None;
    };
    let radius = number(reader, written.as_str(), at(&written))?;
    if radius == Number(0) {
        reader.find(Code::BadNumber, at(&written), "a circle of radius 0", help);
        return None;
    }
    Some(Arc { radius, at: place })
}

fn before(reader: &mut Reader, pair: Pair<'_, Rule>) -> Option<Body> {
    let (mut recall, mut chosen) = (Recall::Same, None);
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::swap if part.as_str() == "m" => recall = Recall::Quiet,
            Rule::swap => recall = Recall::Capture,
            _ => chosen = Some(lone(reader, &part)?),
        }
    }
    Some(Body::Before(recall, chosen))
}

/// Reads an atom, single or doubled.
fn lone(reader: &mut Reader, pair: &Pair<'_, Rule>) -> Option<Lone> {
    let place = at(pair);
    let letter = pair.as_str().chars().next()?;
    let Some(atom) = Atom::from_letter(letter) else {
        unknown(reader, place, letter);
        return None;
    };
    let count = match pair.as_rule() {
        Rule::doubled => Count::Doubled,
        _ => Count::Single,
    };
    if count == Count::Doubled && atom.leap().is_none() {
        let rider = if atom == Atom::K { 'Q' } else { letter };
        let title = format!("`{}` is no rider", pair.as_str());
        reader.find(Code::DoubledRider, place, title, Help::write(rider));
        return None;
    }
    Some(Lone { atom, count, at: place })
}

fn unknown(reader: &mut Reader, place: At, letter: char) {
    let help = match letter {
        'X' | 'Y' => format!("`{letter}` lengthens the atom before it: `N{letter}`"),
        'w' => {
            let letters = Toward::ALL.iter().map(|toward| toward.letter());
            let letters = letters.chain(['a']).chain(Mode::ALL.iter().map(|mode| mode.letter()));
            let letters: Vec<String> = letters.map(String::from).collect();
            format!("`w` is no modifier; modifiers are `{}`", letters.join(" "))
        }
        _ => "atoms are `W F D H A G N C Z K R B Q O U @` and coordinates such as `(4,1)`"
            .to_string(),
    };
    reader.find(Code::UnknownLetter, place, format!("`{letter}` has no meaning"), help);
}

fn chain(reader: &mut Reader, pair: Pair<'_, Rule>) -> Option<Chain> {
    let (mut prefix_pair, mut core_pair, mut range_pair) = (None, None, None);
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::prefix => prefix_pair = Some(part),
            Rule::core => core_pair = Some(part),
            Rule::range => range_pair = Some(part),
            _ => {}
        }
    }
    let Some(core_pair) = core_pair else {
        report_missing_atom(reader, &prefix_pair?);
        return None;
    };
    let prefix = match prefix_pair {
        Some(prefix) => pieces(reader, prefix.into_inner()),
        None => Some(Vec::new()),
    };
    let end = at(&core_pair).end;
    let core = core(reader, core_pair, prefix.as_deref().unwrap_or_default());
    let (range, range_at) = match range_pair {
        Some(range_pair) => {
            let place = at(&range_pair);
            (range(reader, range_pair), place)
        }
        None => (Some(Range::Unwritten), At { start: end, end }),
    };
    Some(Chain { prefix: prefix?, core: core?, range: range?, range_at })
}

/// The capital letter of an atom that is written as a single lower-case letter.
fn lone_atom(word: &str) -> Option<char> {
    let mut letters = word.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else { return None };
    let capital = letter.to_ascii_uppercase();
    Atom::from_letter(capital).filter(|_| capital != letter).map(|_| capital)
}

/// Reports lower-case letters without an atom: modifiers without an atom, or a word.
fn report_missing_atom(reader: &mut Reader, prefix: &Pair<'_, Rule>) {
    let (word, place) = (prefix.as_str().to_string(), at(prefix));
    if reader.lost {
        return;
    }
    if let Some(string) = suggest::atoms(reader.text) {
        reader.lost = true;
        let title = format!("`{}` is no movement", short(reader.text));
        let whole = At { start: 0, end: reader.text.len() };
        let help = Help::write(string).remark("a movement is letters");
        return reader.find(Code::MissingAtom, whole, title, help);
    }
    if let Some((at, help)) = context_help(reader.text, place) {
        reader.lost = true;
        let title = format!("`{}` is no movement", short(&reader.text[at.bytes()]));
        return reader.find(Code::MissingAtom, at, title, help);
    }
    let near = did_you_mean(&word, ["when", "only", "leaping", "arc"]).filter(|_| word.len() > 2);
    let is_word = word.len() > 2 && word.chars().all(|c| c.is_ascii_lowercase());
    if let Some(help) = word_help(&word) {
        reader.lost = true;
        reader.find(Code::MissingAtom, place, format!("`{word}` is no movement"), help);
    } else if let Some(near) = near {
        reader.lost = true;
        let title = format!("`{}` is no movement", short(&word));
        let help = match near {
            _ if near == word => Help::from(format!("`{near}` cannot stand here")),
            _ => Help::did_you_mean(near),
        };
        reader.find(Code::MissingAtom, place, title, help);
    } else if let Some(w) = word.find('w').filter(|_| word.len() < 5) {
        unknown(reader, At { start: place.start + w, end: place.start + w + 1 }, 'w');
        reader.lost = true;
    } else if let Some(before) = term_before(&reader.text[..place.start]) {
        let title = format!("`{word}` stands behind its atom");
        let help = match lone_atom(&word) {
            Some(atom) => format!("write it before: `{word}{before}`; or did you mean `{atom}`?"),
            None => format!("write it before: `{word}{before}`"),
        };
        reader.find(Code::MissingAtom, place, title, help);
    } else if let Some(atom) = lone_atom(&word) {
        reader.lost = true;
        let title = format!("`{word}` modifies nothing");
        reader.find(Code::MissingAtom, place, title, Help::did_you_mean(atom));
    } else {
        reader.lost = word.len() > 3;
        let help = if is_word && (word.len() > 4 || !word.chars().all(is_modifier)) {
            "a movement is letters: `N` is a knight's, `fmW` one step ahead".to_string()
        } else {
            format!("write the atom directly behind it: `{}W`", short(&word))
        };
        let title = format!("`{}` modifies nothing", short(&word));
        reader.find(Code::MissingAtom, place, title, help);
    }
}

/// The place and the help for letters without an atom that may belong to the text around them.
fn context_help(text: &str, place: At) -> Option<(At, Help)> {
    let (before, word) = (&text[..place.start], &text[place.bytes()]);
    let behind = &text[place.end..];
    let digits = behind.bytes().take_while(u8::is_ascii_digit).count();
    let with_digits = place.end + digits;
    // In `Queen`, the capital was read as a term of its own. So it is added to the letters after
    // it.
    let start = before.len() - before.chars().next_back().map_or(0, char::len_utf8);
    if before[start..].starts_with(|c: char| c.is_ascii_uppercase()) {
        let string = suggest::atom(&text[start..place.end])?;
        return Some((
            At { start, end: place.end },
            Help::write(string).remark("a movement is letters"),
        ));
    }
    if word.ends_with(['s', 'l', 'r', 'i']) && behind.starts_with('0') && digits > 1 {
        let at = At { start: place.start, end: with_digits };
        return Some((at, Help::write(format!("{word}O{}", &behind[1..digits]))));
    }
    if before.ends_with('@') {
        let at = At { start: start.min(place.start), end: with_digits };
        return Some((
            at,
            match digits {
                0 => Help::from("a drop is such as `@8` (ranks 1 to 8) or `j@7` (ranks 2 to 7)"),
                _ => Help::write(format!("{word}@{}", &behind[..digits])),
            },
        ));
    }
    if word != "only" {
        return None;
    }
    // The word `only` must be followed by `when`, and both begin a clause. A word such as `if` is
    // replaced by `when`.
    let next = behind.split_whitespace().next();
    let said = match next {
        Some(next @ ("if" | "on" | "where" | "while")) => behind.find(next)? + next.len(),
        Some("when") => 0,
        Some(_) | None => usize::MAX,
    };
    let at = At { start: place.start, end: place.end + if said == usize::MAX { 0 } else { said } };
    let alone = before.trim_end().is_empty() || before.trim_end().ends_with(';');
    let words = if said == 0 { "only" } else { "only when" };
    Some((at, Help::did_you_mean(format!("{}{words}", if alone { "" } else { "; " }))))
}

/// The help for an English word.
fn word_help(word: &str) -> Option<Help> {
    if let Some(string) = suggest::atom(word) {
        return Some(Help::write(string).remark("a movement is letters"));
    }
    match word {
        "and" | "or" | "plus" | "also" => {
            Some(Help::take_out().remark("terms are joined without a word, as `W F`"))
        }
        "if" | "on" | "where" | "while" => Some(Help::did_you_mean("when")),
        "unless" | "except" => Some(Help::did_you_mean("when not")),
        "jumping" | "jumps" | "leaps" => Some(Help::did_you_mean("leaping")),
        "none" => Some("write `none` alone, or take it out".into()),
        "nothing" | "never" | "nowhere" => Some(Help::write("none").remark("it never moves")),
        "drop" | "drops" => Some(Help::write("@8").remark("a drop on any of 8 ranks")),
        _ => None,
    }
}

fn is_modifier(letter: char) -> bool {
    letter == 'a' || Toward::from_letter(letter).is_some() || Mode::from_letter(letter).is_some()
}

/// The term at the end of `text`, to which the letters after it belong: `mW` of `mWf`.
fn term_before(text: &str) -> Option<&str> {
    let bare = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let capital = bare.chars().next_back().filter(char::is_ascii_uppercase)?;
    let head = bare.trim_end_matches(capital);
    let start = head.trim_end_matches(|c: char| c.is_ascii_lowercase()).len();
    Some(&text[start..])
}

/// Reads the pieces of a prefix in normal form.
fn pieces(reader: &mut Reader, pairs: Pairs<'_, Rule>) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut letters: Vec<(Mark, At)> = Vec::new();
    let mut good = true;
    for pair in pairs {
        let place = at(&pair);
        if pair.as_rule() == Rule::letter {
            let letter = pair.as_str().chars().next().unwrap_or_default();
            let mark = Toward::from_letter(letter)
                .map(Mark::Toward)
                .or_else(|| Mode::from_letter(letter).map(Mark::Mode));
            match mark {
                Some(mark) => {
                    letters.push((mark, place));
                    continue;
                }
                None if letter == 'a' => {}
                None => {
                    unknown(reader, place, letter);
                    good = false;
                    continue;
                }
            }
        }
        if !letters.is_empty() {
            pieces.push(Piece::Marks(Marks::new(letters.drain(..))));
        }
        if pair.as_rule() == Rule::letter {
            pieces.push(Piece::Then(place));
        } else {
            match self::pieces(reader, pair.into_inner()) {
                Some(inner) => pieces.push(Piece::Repeat(inner, place)),
                None => good = false,
            }
        }
    }
    if !letters.is_empty() {
        pieces.push(Piece::Marks(Marks::new(letters)));
    }
    good.then_some(pieces)
}

fn core(reader: &mut Reader, pair: Pair<'_, Rule>, prefix: &[Piece]) -> Option<Core> {
    let place = at(&pair);
    let mut inner = pair.into_inner();
    let head = inner.next()?;
    match head.as_rule() {
        Rule::coordinates => coordinates(reader, head),
        Rule::bracket => {
            let joined = joined(reader, head, Enclosure::Bracket, prefix)?;
            Some(Core::Bracket(joined, place))
        }
        Rule::path => Some(Core::Path(joined(reader, head, Enclosure::Path, prefix)?, place)),
        _ => {
            let lone = lone(reader, &head)?;
            let Some(suffix_pair) = inner.next() else {
                return Some(Core::Lone(lone));
            };
            let suffix = if suffix_pair.as_str() == "X" { Suffix::X } else { Suffix::Y };
            if lone.atom.leap().is_none() {
                let title = format!("`{}` is no leap to lengthen", lone.atom.letter());
                let help = format!("take the `{}` out", suffix_pair.as_str());
                reader.find(Code::UnknownLetter, at(&suffix_pair), title, help);
                return None;
            }
            Some(Core::Suffixed(lone.atom, suffix, place))
        }
    }
}

fn coordinates(reader: &mut Reader, pair: Pair<'_, Rule>) -> Option<Core> {
    let place = at(&pair);
    let (mut values, mut written) = (Vec::new(), 0);
    for digits in pair.into_inner() {
        written += 1;
        match digits.as_str().parse::<u32>() {
            Ok(n) if n <= MAX_COORDINATE => values.push(n as u8),
            Ok(_) | Err(_) => {
                let title = format!("a leap reaches at most {MAX_COORDINATE} cells");
                reader.find(Code::BadNumber, at(&digits), title, "write a smaller number");
            }
        }
    }
    if values.len() < written {
        return None;
    }
    values.sort_unstable();
    match values[..] {
        // If one of three coordinates is 0, the leap stays within a layer, and the other two are
        // enough.
        [0, a, b] | [a, b] if (a, b) != (0, 0) => Some(Core::Coordinates(a, b, place)),
        [a, b, c] if a > 0 => Some(Core::Triple([a, b, c], place)),
        _ => {
            reader.find(
                Code::BadNumber,
                place,
                "a leap of nothing",
                "name how far it goes, as in `(4,1)`",
            );
            None
        }
    }
}

/// The brackets around terms.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Enclosure {
    Bracket,
    Path,
}

fn joined(
    reader: &mut Reader,
    pair: Pair<'_, Rule>,
    enclosure: Enclosure,
    prefix: &[Piece],
) -> Option<Joined> {
    let place = at(&pair);
    let before = reader.findings();
    let adjacency = enclosure == Enclosure::Path
        || prefix.iter().any(|p| p.count(Mode::Lame) + p.count(Mode::Tame) > 0);
    let mut first: Option<Term> = None;
    let mut rest: Vec<(Joint, Term)> = Vec::new();
    let mut joint: Option<(Joint, At)> = None;
    let mut end = None;
    for part in pair.into_inner() {
        let part_at = at(&part);
        match part.as_rule() {
            Rule::term => {
                let space = gap(end, part_at);
                let written = joint.take().map(|(j, _)| j);
                let read = term(reader, part, if written.is_none() { space } else { Gap::Joined });
                end = Some(part_at.end);
                let Some(mut term) = read else { continue };
                if first.is_none() {
                    term.gap = Gap::Joined;
                    first = Some(term);
                    continue;
                }
                if written.is_none() && !adjacency {
                    let here = At { start: part_at.start, end: part_at.start + 1 };
                    reader.find(
                        Code::AmbiguousBracket,
                        here,
                        "legs in brackets need `?` or `-` between them",
                        "write `[F?R]` where the piece may stop, `[W-F]` where it must go on",
                    );
                }
                let joint = written.unwrap_or(Joint::Adjacent);
                if joint == Joint::Adjacent {
                    keep_apart(rest.last().map(|(_, t)| t).or(first.as_ref()), &mut term);
                }
                rest.push((joint, term));
            }
            Rule::joint => {
                let kind = if part.as_str() == "?" { Joint::MayStop } else { Joint::GoOn };
                if joint.is_some() || first.is_none() {
                    dangling(reader, part_at);
                }
                joint = Some((kind, part_at));
                end = Some(part_at.end);
            }
            Rule::inner_stray => stray(reader, part_at),
            _ => {}
        }
    }
    if let Some((_, joint_at)) = joint {
        dangling(reader, joint_at);
    }
    if first.is_none() && reader.findings() == before {
        let title = "nothing between these brackets";
        reader.find(Code::EmptyMovement, place, title, "write legs: `[W-F]`");
    }
    Some(Joined { first: Box::new(first?), rest })
}

fn dangling(reader: &mut Reader, place: At) {
    if reader.lost || is_leap(reader) {
        return;
    }
    let title = format!("`{}` joins nothing", reader.slice(place));
    reader.find(Code::AmbiguousBracket, place, title, "write a leg on both sides of it");
}

fn range(reader: &mut Reader, pair: Pair<'_, Rule>) -> Option<Range> {
    let place = at(&pair);
    let parts: Vec<_> = pair.into_inner().collect();
    let first = parts.first()?;
    if first.as_rule() == Rule::flexible {
        return Some(Range::Flexible);
    }
    let text = first.as_str();
    let low = number(reader, text, at(first))?;
    let range = match parts.get(1) {
        Some(second) => match number(reader, second.as_str(), at(second))? {
            Number(0) => Range::Between(low, None),
            high => Range::Between(low, Some(high)),
        },
        None if text == "0" => Range::Endless,
        None if text.len() > 1 && text.starts_with('0') && !text.starts_with("0.") => {
            Range::Exactly(low)
        }
        None => Range::UpTo(low),
    };
    match range {
        Range::UpTo(Number(0)) | Range::Exactly(Number(0)) | Range::Between(Number(0), _) => {
            let help = "write `R4` (at most 4), `R0` (without end), `R03` (exactly 3) or `R2-5`";
            reader.find(Code::BadNumber, place, "a range of nothing", help);
            None
        }
        Range::Between(low, Some(high)) if low > high => {
            let title = "this range ends before it begins";
            let help = Help::write(format!("{}-{}", parts.get(1)?.as_str(), text));
            reader.find(Code::BadNumber, place, title, help);
            None
        }
        range => Some(range),
    }
}

/// A decimal number with at most three decimals.
pub(super) fn number(reader: &mut Reader, text: &str, place: At) -> Option<Number> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let whole = whole.trim_start_matches('0');
    let fraction = fraction.trim_end_matches('0');
    let value = if whole.len() > 4 || fraction.len() > 3 {
        None
    } else {
        format!("{whole}{fraction:0<3}").parse().ok().map(Number)
    };
    if value.is_none() {
        let title = format!("`{}` is too large or too fine a number", short(text));
        reader.find(
            Code::BadNumber,
            place,
            title,
            "numbers go up to 9999, with at most three decimals",
        );
    }
    value
}
