//! Reads and writes `look:`.

use crate::context::in_context;
use crate::draft::Draft;
use crate::movement;
use alfil_diagnostics::diagnostic::{Code, Help, Report, did_you_mean};
use alfil_diagnostics::source::{Span, Spanned, is_seen};
use alfil_rules::look::{Dye, Look, River, Surface};
use alfil_rules::side::{BySide, Color};
use alfil_rules::space::{Gluing, Lattice};
use alfil_syntax::fields::NameList;
use alfil_syntax::mapping::OrNone;
use alfil_syntax::scalar::Scalar;
use alfil_syntax::sides::LookText;
use alfil_syntax::value::Dialect;
use alfil_syntax::write::{Map, Yaml};

/// The greatest number of letters of a name of a side, a file or a rank, and of a word in a river.
const MAX_LETTERS: usize = 20;

/// Removes the parts that belong to the former space. A file that sets another space calls this.
pub(crate) fn leave(draft: &mut Draft) {
    let Look { surface, sides, dyes, .. } = std::mem::take(&mut draft.look);
    draft.look = Look { surface, sides, dyes, ..Look::default() };
    draft.diagonals_words = String::new();
}

/// Lays `look:` of a file over the draft.
pub(crate) fn apply(said: &OrNone<LookText>, draft: &mut Draft, found: &mut Report) {
    let OrNone::Some(text, span) = said else {
        draft.look = Look::default();
        draft.diagonals_words = String::new();
        return;
    };
    draft.look.surface = text.board.unwrap_or(draft.look.surface);
    if let Some(list) = &text.sides {
        draft.look.sides = sides(list, found).or(draft.look.sides.take());
    }
    if let Some(list) = &text.colours {
        draft.look.dyes = dyes(list, found).or(draft.look.dyes);
    }
    let Some(lattice) = draft.space.as_ref().map(|space| &space.lattice) else { return };
    if lattice.plane().is_some() {
        let of_cells = [&text.river, &text.diagonals].into_iter().flatten().map(Scalar::span);
        let of_lists = [&text.river_words, &text.files, &text.ranks].into_iter().flatten();
        let places = of_cells.chain(of_lists.filter_map(place));
        if let Some(place) = places.min_by_key(|place| place.start).or(text.board.map(|_| *span)) {
            found
                .at(Code::BadValue, place, "a plane has neither cells nor ranks", "only for boards")
                .help("remove it; on a plane, `look` has only `sides` and `colours`");
        }
        return;
    }
    if let Some(text) = &text.river {
        draft.look.river = river(text, lattice, found).or(draft.look.river);
    }
    if let Some(list) = &text.files {
        let count = usize::from(lattice.files());
        draft.look.files = names(list, count, "file", found).unwrap_or_default();
    }
    if let Some(list) = &text.ranks {
        let count = usize::from(lattice.ranks_of_layer());
        draft.look.ranks = names(list, count, "rank", found).unwrap_or_default();
    }
    if let Some(list) = &text.river_words {
        draft.look.river_words = readable(&list.words, found).unwrap_or_default();
    }
    if let Some(text) = &text.diagonals {
        let area = in_context(text, &draft.zones, Dialect::default(), |text, context| {
            movement::area(text, context, found)
        });
        if let Some(area) = area {
            draft.look.diagonals = Some(Spanned::new(area, text.span()));
            draft.diagonals_words = text.text().trim().to_owned();
        }
    }
    let Look { surface, river, river_words, .. } = &draft.look;
    if let (Some(words), Some(said), Some(first)) =
        (river_words.first(), &text.river_words, place_of(river_words))
        && said.words.first().is_some_and(|word| word.span == words.span)
    {
        let missing = match (river, surface) {
            (None, _) => Some(("the board has no river for these words", "add `river: 5-6`")),
            (Some(_), Surface::Cells) => Some((
                "there is room for words only if pieces are on points",
                "add `board: points`",
            )),
            (Some(_), Surface::Points) => None,
        };
        if let Some((title, help)) = missing {
            found.at(Code::IdleLook, first, title, "never drawn").help(help);
        }
    }
}

/// The place of all items of a list.
fn place(list: &NameList) -> Option<Span> {
    place_of(&list.words)
}

fn place_of(words: &[Spanned<String>]) -> Option<Span> {
    Some(words.first()?.span.to(words.last()?.span))
}

/// Reads two neighbouring ranks, such as `5-6`.
fn river(text: &Scalar, lattice: &Lattice, found: &mut Report) -> Option<Spanned<River>> {
    let Lattice::Grid { ranks, gluing, .. } = lattice else {
        found
            .at(Code::BadValue, text.span(), "only a grid has a river", "between which ranks?")
            .help("remove `river`");
        return None;
    };
    if *gluing == Gluing::Ring || *ranks < 2 {
        let title = "this board has no room for a river";
        found
            .at(Code::BadValue, text.span(), title, "there is no river here")
            .help("remove `river`");
        return None;
    }
    let words = text.text().trim();
    let ends = words.split_once('-').and_then(|(low, high)| {
        Some((low.trim().parse::<u8>().ok()?, high.trim().parse::<u8>().ok()?))
    });
    let (title, below) = match ends {
        Some((low, high)) if low >= 1 && high <= *ranks && high == low + 1 => {
            return Some(Spanned::new(River { below: low }, text.span()));
        }
        Some((low, high)) if low < high && high <= *ranks && low >= 1 => {
            (format!("ranks {low} and {high} are not neighbours"), low)
        }
        Some((low, high)) => {
            let title = format!("this board has no ranks {low} and {high}");
            (title, low.clamp(1, *ranks - 1))
        }
        None => (format!("`{words}` does not name two ranks"), *ranks / 2),
    };
    found
        .at(Code::BadValue, text.span(), title, "expected two neighbouring ranks")
        .because(format!("the ranks of this board are 1 to {ranks}"))
        .help(Help::type_in(format!("{below}-{}", below + 1)));
    None
}

fn sides(list: &NameList, found: &mut Report) -> Option<BySide<String>> {
    let words = readable(&list.words, found)?;
    let [white, black] = words.as_slice() else {
        if let Some(place) = place(list) {
            let title = format!("{} for two sides", counted(words.len(), "name"));
            found
                .at(Code::BadValue, place, title, "expected White's name and Black's")
                .help("write two names, such as `[Red, Black]`");
        }
        return None;
    };
    if white.value == black.value {
        let title = format!("both sides are called {}", white.value);
        found
            .at(Code::BadValue, black.span, title, "the same name")
            .help("write two names, such as `[Red, Black]`");
        return None;
    }
    Some(BySide::two(white.value.clone(), black.value.clone()))
}

fn dyes(list: &NameList, found: &mut Report) -> Option<BySide<Dye>> {
    let known = || Dye::ALL.iter().map(|dye| dye.word());
    let mut read = Vec::new();
    for word in &list.words {
        let Some(dye) = Dye::from_word(word.value.as_str()) else {
            let label = format!("expected {}", known().collect::<Vec<_>>().join(", "));
            let help = match did_you_mean(&word.value, known()) {
                Some(near) => Help::did_you_mean(near),
                None => Help::from("take one of these colours"),
            };
            let title = format!("`{}` is not a colour of a side", word.value);
            found.at(Code::BadValue, word.span, title, label).help(help);
            return None;
        };
        read.push(dye);
    }
    match *read {
        [white, black] if white != black => Some(BySide::from_fn(|side| match side.color() {
            Color::White => white,
            Color::Black => black,
        })),
        _ => {
            if let Some(place) = place(list) {
                let title = match *read {
                    [_, _] => "both sides have the same colour".to_owned(),
                    _ => format!("{} for two sides", counted(read.len(), "colour")),
                };
                found
                    .at(Code::BadValue, place, title, "expected White's colour and Black's")
                    .help("write two colours, such as `[red, black]`");
            }
            None
        }
    }
}

/// Reads the names of all files or ranks.
fn names(
    list: &NameList,
    count: usize,
    what: &str,
    found: &mut Report,
) -> Option<Vec<Spanned<String>>> {
    let words = readable(&list.words, found)?;
    if words.len() != count {
        if let Some(place) = place(list) {
            let title = format!("{} for {}", counted(words.len(), "name"), counted(count, what));
            let help = format!("write one name for each {what} of the board, from the first on");
            found.at(Code::BadValue, place, title, "the number of names is wrong").help(help);
        }
        return None;
    }
    Some(words)
}

/// The words, if a picture can show all of them.
fn readable(words: &[Spanned<String>], found: &mut Report) -> Option<Vec<Spanned<String>>> {
    for word in words {
        let letters = word.value.chars().count();
        let (title, help) = match word.value.chars().find(|&c| !is_seen(c)) {
            Some(hidden) => {
                let title =
                    format!("a name contains U+{:04X}, which is invisible", u32::from(hidden));
                (title, "write it without this character".to_owned())
            }
            None if letters > MAX_LETTERS => {
                let title = format!("a name of {letters} letters");
                (title, format!("write at most {MAX_LETTERS} letters"))
            }
            None => continue,
        };
        found.at(Code::BadValue, word.span, title, "pictures cannot show it").help(help);
        return None;
    }
    Some(words.to_vec())
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// The keys of `look:`; none if the game looks as usual.
pub(crate) fn write(draft: &Draft) -> Map {
    let Look { surface, river, river_words, diagonals, sides, dyes, files, ranks } = &draft.look;
    let mut keys = Map::default();
    if *surface != Surface::default() {
        keys.put("board", surface.word());
    }
    let river = river.map(|river| river.value);
    keys.put_some("river", river.map(|River { below }| format!("{below}-{}", below + 1)));
    if diagonals.is_some() {
        keys.put("diagonals", &draft.diagonals_words);
    }
    let texts = |words: &[Spanned<String>]| -> Vec<String> {
        words.iter().map(|word| word.value.clone()).collect()
    };
    let sides = sides.iter().flat_map(|sides| sides.both().map(Clone::clone)).collect();
    let dyes = dyes.iter().flat_map(|dyes| dyes.both().map(|dye| dye.word().to_owned())).collect();
    let lists = [
        ("river words", texts(river_words)),
        ("sides", sides),
        ("colours", dyes),
        ("files", texts(files)),
        ("ranks", texts(ranks)),
    ];
    for (key, words) in lists {
        if !words.is_empty() {
            keys.put(key, Yaml::list(words));
        }
    }
    keys
}
