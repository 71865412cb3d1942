//! Reads and writes `shuffle:`.

use crate::resolve::context::in_context;
use crate::resolve::draft::Draft;
use crate::resolve::draft::read::Read;
use crate::resolve::draft::shuffle::ShuffleDraft;
use crate::resolve::names::kinds;
use crate::resolve::renumbering::{Renumbering, renumber};
use crate::resolve::wording::Wording;
use crate::resolve::{movement, question};
use alfil_diagnostics::diagnostic::{Code, Report};
use alfil_rules::ids::KindId;
use alfil_rules::question::Question;
use alfil_rules::shuffle::{Arrays, Placed, Shade, Shuffle};
use alfil_syntax::choices::Dialect;
use alfil_syntax::mapping::OrNone;
use alfil_syntax::scalar::Scalar;
use alfil_syntax::shuffle::{PlacedText, ShuffleText};
use alfil_syntax::write::{Map, Yaml};

/// Lays `shuffle:` of a file over the draft.
pub(crate) fn apply(said: &OrNone<ShuffleText>, draft: &mut Draft, found: &mut Report) {
    let OrNone::Some(ShuffleText { cells, sides, when, order }, span) = said else {
        draft.shuffle = None;
        return;
    };
    let before = draft.shuffle.take();
    let read = cells.as_ref().map(|text| {
        let area = in_context(text, &draft.zones, Dialect::default(), |text, context| {
            movement::area(text, context, found)
        });
        area.map(|area| (area, text.text().trim().to_owned()))
    });
    let (area, words) = match (read, &before) {
        (Some(Some(read)), _) => read,
        (None, Some(before)) => (before.cells.clone(), before.cells_words.clone()),
        (None, None) => {
            found
                .at(Code::MissingKey, *span, "`shuffle` says no cells", "which pieces change?")
                .help("add `cells: rank 1`");
            return;
        }
        (Some(None), _) => return,
    };
    let order = match order {
        Some(order) => order.iter().flat_map(|placed| placed_kinds(placed, draft, found)).collect(),
        None => before.as_ref().map_or(Vec::new(), |before| before.order.clone()),
    };
    let when = match when {
        Some(text) => question(text, draft, found),
        None => before.as_ref().and_then(|before| before.when.clone()),
    };
    draft.shuffle = Some(ShuffleDraft {
        when,
        cells: area,
        cells_words: words,
        sides: sides.or(before.map(|before| before.sides)).unwrap_or(Arrays::Alike),
        order,
        span: *span,
    });
}

/// Reads the condition on a start position. It must not refer to a move.
fn question(text: &Scalar, draft: &Draft, found: &mut Report) -> Option<Read<Question>> {
    let question = question::duty(text, draft, found)?;
    let moves = |question: &Question| {
        matches!(question, Question::Move(_) | Question::Cells(_) | Question::Leaving(_))
    };
    if question.any(&moves) {
        found
            .at(Code::BadQuestion, text.span(), "a start is no move", "asks about a move")
            .help("ask what stands where: `own king between own rook`");
        return None;
    }
    Some(question)
}

fn placed_kinds(said: &PlacedText, draft: &Draft, found: &mut Report) -> Vec<(Shade, KindId)> {
    let shades = std::iter::once(said.on).chain(std::iter::repeat(Shade::Any));
    shades.zip(kinds(&said.kinds, draft, found)).collect()
}

/// Builds the rules of the shuffle.
pub(crate) fn finish(draft: &Draft, numbers: &Renumbering) -> Option<Shuffle> {
    let said = draft.shuffle.as_ref()?;
    let placed = |&(on, kind): &(Shade, KindId)| Some(Placed { on, kind: numbers[kind]? });
    let mut when = said.when.as_deref().cloned();
    if let Some(question) = &mut when {
        question.each_men(&mut |men| renumber(men, numbers));
    }
    Some(Shuffle {
        when,
        cells: said.cells.clone(),
        sides: said.sides,
        order: said.order.iter().filter_map(placed).collect(),
        span: said.span,
    })
}

/// The keys of `shuffle:`; none if the setup is not shuffled.
pub(crate) fn write(wording: Wording<'_>) -> Map {
    let (draft, mut keys) = (wording.draft, Map::default());
    let Some(said) = &draft.shuffle else { return keys };
    keys.put("cells", &said.cells_words);
    keys.put("sides", said.sides.word());
    keys.put_some("only when", said.when.as_ref().map(|question| wording.question(question)));
    if !said.order.is_empty() {
        let placed = |(on, kind): &(Shade, KindId)| {
            format!("{}{}", on.prefix(), draft.pieces[*kind].name.value)
        };
        keys.put("order", Yaml::list(said.order.iter().map(placed)));
    }
    keys
}
