//! Names of sections. The program ignores a section whose name it knows already.

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
