//! A section of `variants.ini` and its name, and rules that a section cannot express.

use crate::remark::Gap;
use alfil_board::model::board_model::BoardModel;
use alfil_diagnostics::source::Span;
use alfil_topology::site_set::AnySet;

// A section of `variants.ini`: keys with values, in the order in which they were set.

/// A section of `variants.ini`. Keys that have the program's default are never set.
#[derive(Clone, Debug, Default)]
pub(super) struct Section {
    keys: Vec<(String, String)>,
    /// The keys that are pieces.
    pieces: Vec<String>,
}

/// The pieces of the program's own `chess`, by key.
const CHESS: [(&str, &str); 6] =
    [("pawn", "p"), ("knight", "n"), ("bishop", "b"), ("rook", "r"), ("queen", "q"), ("king", "k")];

impl Section {
    /// Sets the letter of a piece.
    pub(super) fn piece(&mut self, key: &str, value: String) {
        self.pieces.push(key.to_owned());
        self.set(key, value);
    }

    /// Sets a key, which has no value yet.
    pub(super) fn set(&mut self, key: impl Into<String>, value: impl Into<String>) {
        self.keys.push((key.into(), value.into()));
    }

    /// Sets a key to `true` or `false`, unless that is the default.
    pub(super) fn flag(&mut self, key: &str, value: bool, default: bool) {
        if value != default {
            self.set(key, value.to_string());
        }
    }

    /// Adds all keys of another section.
    pub(super) fn append(&mut self, other: Section) {
        self.keys.extend(other.keys);
    }

    /// True if a key has a value.
    pub(super) fn has(&self, key: &str) -> bool {
        self.keys.iter().any(|(known, _)| known == key)
    }

    /// The section as text. It inherits from `chess` if that needs fewer lines.
    pub(super) fn text(&self, name: &str, comments: &[String]) -> String {
        let is_chess =
            |(key, value): &&(String, String)| CHESS.contains(&(key.as_str(), value.as_str()));
        let shared = self.keys.iter().filter(is_chess).count();
        let removed = CHESS.iter().filter(|(key, _)| !self.has(key));
        let inherits = shared > removed.clone().count();
        let head = if inherits { format!("[{name}:chess]\n") } else { format!("[{name}]\n") };
        // Nothing of a comment may begin a line of its own.
        let one_line = |c: char| if c.is_control() { ' ' } else { c };
        let comments = comments
            .iter()
            .map(|comment| format!("# {}\n", comment.chars().map(one_line).collect::<String>()));
        // The table of the parent is for its own pieces.
        let differs = self.pieces.iter().any(|piece| !CHESS.iter().any(|(key, _)| key == piece));
        let table = inherits && (differs || removed.clone().count() > 0);
        let table = table.then(|| "pieceToCharTable = -\n".to_owned());
        let removed = removed.filter(|_| inherits).map(|(key, _)| format!("{key} = -\n"));
        let kept = self.keys.iter().filter(|key| !inherits || !is_chess(key));
        let keys = kept.map(|(key, value)| format!("{key} = {value}\n"));
        std::iter::once(head).chain(comments).chain(table).chain(removed).chain(keys).collect()
    }
}

/// Cells as the program lists them: `*4` for a whole rank, and `-` for none.
pub(super) fn cells(model: &BoardModel, cells: AnySet) -> String {
    let graph = &model.graph;
    let mut words = Vec::new();
    for rank in 0..graph.ranks() {
        let row: Vec<_> = graph.sites().filter(|&site| graph.file_rank(site).1 == rank).collect();
        if !row.is_empty() && row.iter().all(|&site| cells.has(site)) {
            words.push(format!("*{}", rank + 1));
        } else {
            let here = row.into_iter().filter(|&site| cells.has(site));
            words.extend(here.map(|site| graph.name(site).to_owned()));
        }
    }
    if words.is_empty() { "-".to_owned() } else { words.join(" ") }
}

// Rules that a section cannot express.

/// Gaps while a section is written.
#[derive(Default)]
pub(super) struct Gaps(pub(super) Vec<Gap>);

impl Gaps {
    pub(super) fn at(&mut self, span: Span, rule: String) {
        self.maybe(Some(span), rule);
    }

    /// A gap of the whole game.
    pub(super) fn whole(&mut self, rule: String) {
        self.maybe(None, rule);
    }

    pub(super) fn maybe(&mut self, span: Option<Span>, rule: String) {
        let gap = Gap { span, rule };
        if !self.0.contains(&gap) {
            self.0.push(gap);
        }
    }
}

// Names of sections. The program ignores a section whose name it knows already.

/// The variants that the program has without a file: those of version 11.1 and of pyffish 0.0.90.
#[rustfmt::skip]
const BUILT_IN: &[&str] = &[
    "3check", "5check", "ai-wok", "almost", "amazon", "amazons", "antichess", "armageddon",
    "asean", "ataxx", "atomar", "atomic", "berolina", "breakthrough", "bughouse", "cambodian",
    "capablanca", "capahouse", "caparandom", "centaur", "chancellor", "chaturanga", "checkshogi", "chess",
    "chessgi", "chigorin", "clobber", "clobber10", "codrus", "coregal", "courier", "crazyhouse",
    "dobutsu", "dragon", "duck", "embassy", "euroshogi", "extinction", "fairy", "fischerandom",
    "flipello", "flipello10", "flipersi", "fox-and-hounds", "gardner", "georgian", "giveaway", "gorogoro",
    "gothic", "grand", "grasshopper", "gustav3", "hoppelpoppel", "horde", "isolation", "isolation7x7",
    "janggi", "janggicasual", "janggimodern", "janggitraditional", "janus", "jesonmor", "joust", "judkins",
    "karouk", "kinglet", "kingofthehill", "knightmate", "koedem", "kyotoshogi", "legan", "loop",
    "losalamos", "losers", "makpong", "makruk", "manchu", "micro", "mini", "minishogi",
    "minixiangqi", "misere", "modern", "newzealand", "nightrider", "nocastle", "nocheckatomic", "normal",
    "okisakishogi", "omicron", "opulent", "paradigm", "pawnback", "pawnsideways", "perfect", "petrified",
    "placement", "pocketknight", "raazuvaa", "racingkings", "seirawan", "shako", "shatar", "shatranj",
    "shogi", "shoshogi", "shouse", "sittuyin", "snailtrail", "sortofalmost", "spartan", "suicide",
    "supply", "tencubed", "threekings", "torishogi", "torpedo", "troitzky", "wolf", "xiangqi",
    "yarishogi",
];

/// The name of a section for a game that a command calls `request`. The program reads letters,
/// digits and `-`.
pub fn section_name(request: &str) -> String {
    let file = request.rsplit(['/', '\\']).next().unwrap_or(request);
    let stem = file.strip_suffix(".yaml").or_else(|| file.strip_suffix(".yml")).unwrap_or(file);
    let word = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let name: String = stem.chars().map(word).collect();
    let name = name.trim_matches('-').to_owned();
    match name.as_str() {
        "" => "game".to_owned(),
        known if BUILT_IN.contains(&known) => format!("{known}-alfil"),
        _ => name,
    }
}
