//! Reads moves as records of games write them: algebraic notation in the forms of all sites, and
//! the coordinates of UCI and USI.
//!
//! A text is compared with each legal move, so there is no grammar of texts. [`Notation`] has the
//! names of all pieces and cells of a game. Reading takes some microseconds.

use crate::board::state::BoardPlay;
use crate::terms::REMARKS;
use alfil_board::model::board_model::BoardModel;
use alfil_board::model::position::{Actor, Choice, Move, Move as CellMove};
use alfil_diagnostics::index::Id;
use alfil_rules::look::Form;
use alfil_rules::ruleset::{Kind, Ruleset};

/// Texts of a move that does nothing.
pub const PASSES: [&str; 6] = ["--", "0000", "@@@@", "Z0", "null", "pass"];

/// The signs between the cells of a move. The empty one comes last.
const SIGNS: [&str; 5] = ["x", "-", ":", "×", ""];

/// The figurines of White and Black, and the letters that they stand for.
const FIGURINES: [(&str, &str); 6] =
    [("♔♚", "K"), ("♕♛", "Q"), ("♖♜", "R"), ("♗♝", "B"), ("♘♞", "N"), ("♙♟", "P")];

/// The letter that algebraic notation leaves out.
pub(crate) const PAWN: char = 'P';

/// Letters of pieces, the beginnings of their names, and the letters of WXF for them.
const WXF: [(char, &str, char); 2] = [('N', "horse", 'H'), ('B', "elephant", 'E')];

/// The names of the pieces and cells of a game.
#[derive(Clone, Debug, Default)]
pub struct Notation {
    pub(crate) kinds: Vec<KindNames>,
    pub(crate) cells: Vec<CellNames>,
}

/// How records name a kind.
#[derive(Clone, Debug)]
pub(crate) struct KindNames {
    /// The capital letter, after `+` for the other side of a piece.
    pub(crate) letter: String,
    /// The letter of WXF, if it differs.
    pub(crate) wxf: Option<String>,
    pub(crate) form: Form,
    /// Returns true for the letter that may be left out.
    pub(crate) is_pawn: bool,
    /// The texts before the cells of a move.
    heads: Vec<String>,
    /// The texts after a move that promotes to this kind.
    tails: Vec<String>,
}

/// How records name a cell.
#[derive(Clone, Debug)]
pub(crate) struct CellNames {
    pub(crate) usual: CellName,
    /// The two digits of shogi, with files from the right and ranks from the top.
    pub(crate) digits: Option<CellName>,
    /// The digit and the letter of shogi: `7f`.
    pub(crate) mixed: Option<CellName>,
}

/// One name of a cell, with its parts.
#[derive(Clone, Debug)]
pub(crate) struct CellName {
    pub(crate) whole: String,
    pub(crate) file: String,
    pub(crate) rank: String,
}

/// How many legal moves a text fits.
enum Fitting<'m> {
    None,
    One(&'m CellMove),
    Several,
}

impl Notation {
    /// The names of a game on a board.
    pub(crate) fn of(arena: &BoardModel) -> Notation {
        let rules = &arena.rules;
        let others = wxf_letters(rules);
        let kinds = rules.kinds.iter().zip(others).map(|(kind, wxf)| {
            let form = kind.letter.form();
            let capital = kind.letter.capital();
            let letter = match form {
                Form::Plus => format!("+{capital}"),
                Form::Plain | Form::Reverting => capital.to_string(),
            };
            let wxf = wxf.map(String::from);
            let is_pawn = capital == PAWN && form != Form::Plus;
            let mut heads = vec![letter.clone()];
            heads.extend(wxf.clone());
            if form == Form::Reverting {
                heads.push(kind.letter.to_string());
            }
            let mut tails = Vec::new();
            for letter in &heads {
                let small = letter.to_lowercase();
                tails.extend(promotions(letter));
                tails.extend([format!("={small}"), small]);
            }
            KindNames { letter, wxf, form, is_pawn, heads, tails }
        });
        let graph = &arena.graph;
        let (files, ranks) = (graph.files(), graph.ranks());
        let cells = graph.sites().map(|site| {
            let usual = graph.name(site);
            let (file, rank) = graph.file_rank(site);
            let digits = (files <= 9 && ranks <= 9 && graph.lattice().plane().is_none())
                .then(|| CellName::of(format!("{}{}", files - file, ranks - rank), 1));
            let mixed = digits.is_some().then(|| {
                let row = char::from(b'a' + (ranks - 1 - rank));
                CellName::of(format!("{}{row}", files - file), 1)
            });
            let letters = parts(usual).0.len();
            CellNames { usual: CellName::of(usual.to_owned(), letters), digits, mixed }
        });
        Notation { kinds: kinds.collect(), cells: cells.collect() }
    }

    /// The legal move that `text` names. A text that fits several moves names none.
    pub fn read(&self, play: &BoardPlay, moves: &[CellMove], text: &str) -> Option<CellMove> {
        let plain = with_letters(text);
        let mut reading = plain.as_str();
        // `Ra7+` gives check, and `a1a7+` promotes. If only a promotion leads there, `Ra7+` means it
        // as well.
        if let Some(unsigned) = reading.strip_suffix('+').filter(|text| self.is_algebraic(text))
            && let Fitting::One(mv) = self.fitting(play, moves, unsigned)
        {
            return Some(mv.clone());
        }
        loop {
            match self.fitting(play, moves, reading) {
                Fitting::One(mv) => return Some(mv.clone()),
                Fitting::Several => return None,
                Fitting::None => {}
            }
            match reading.strip_suffix(REMARKS) {
                Some(shorter) => reading = shorter,
                None => break,
            }
        }
        self.pass(play, moves, reading)
    }

    /// Returns true for algebraic notation with the usual names of cells. Coordinates have two
    /// cells and no letter of a piece.
    fn is_algebraic(&self, text: &str) -> bool {
        let cell_behind = |text: &str| {
            let names = self.cells.iter().map(|cell| cell.usual.whole.as_str());
            let longest = names.filter(|cell| text.starts_with(cell)).map(str::len).max();
            longest.and_then(|length| text.get(length..).map(str::to_owned))
        };
        let has_usual = self.cells.iter().any(|cell| text.ends_with(cell.usual.whole.as_str()));
        let is_coordinates = || {
            let rest = cell_behind(text);
            rest.is_some_and(|rest| cell_behind(rest.trim_start_matches(['-', 'x', ':'])).is_some())
        };
        has_usual && !is_coordinates()
    }

    fn fitting<'m>(&self, play: &BoardPlay, moves: &'m [CellMove], text: &str) -> Fitting<'m> {
        let (mut step, mut castling) = (Fitting::None, Fitting::None);
        for mv in moves.iter().filter(|mv| self.fits(play, mv, text)) {
            let found = if mv.partner.is_some() { &mut castling } else { &mut step };
            *found = match found {
                Fitting::None => Fitting::One(mv),
                Fitting::One(_) | Fitting::Several => Fitting::Several,
            };
        }
        // A text that may mean a step or castling to the same cell means the step.
        match step {
            Fitting::None => castling,
            Fitting::One(_) | Fitting::Several => step,
        }
    }

    /// Returns true if `text` names only the move `mv` of `moves`.
    pub(crate) fn is_only(
        &self,
        play: &BoardPlay,
        moves: &[CellMove],
        text: &str,
        mv: &CellMove,
    ) -> bool {
        matches!(self.fitting(play, moves, text), Fitting::One(found) if found == mv)
    }

    /// Returns true if `text` may mean `mv`.
    fn fits(&self, play: &BoardPlay, mv: &CellMove, text: &str) -> bool {
        if let Some((wing, rest)) = Wing::read(text) {
            return wing_of(play.arena(), mv) == Some(wing) && self.choices(mv, &all(mv), rest);
        }
        let Some(to) = self.cells.get(mv.to.index()) else { return false };
        match mv.actor {
            Actor::Nobody => PASSES.contains(&text),
            Actor::Section(..) | Actor::Die(..) => false,
            Actor::Hand(kind) => {
                let Some(names) = self.kinds.get(kind.index()) else { return false };
                let drops = |head: &str| {
                    let rest = text.strip_prefix(head).and_then(|r| r.strip_prefix(['@', '*']));
                    rest.is_some_and(|rest| {
                        to.all().any(|cell| {
                            let rest = rest.strip_prefix(cell.whole.as_str());
                            rest.is_some_and(|rest| self.tail(mv, names, rest))
                        })
                    })
                };
                let turned = mv.promotion.and_then(|kind| self.kinds.get(kind.index()));
                // `+L@c3` drops a piece with its other side up.
                let is_turned = || {
                    turned.is_some_and(|turned| {
                        turned.heads.iter().any(|head| {
                            let rest = text.strip_prefix(head.as_str());
                            let rest = rest.and_then(|rest| rest.strip_prefix(['@', '*']));
                            rest.is_some_and(|rest| to.all().any(|cell| cell.whole == rest))
                        })
                    })
                };
                names.heads.iter().any(|head| drops(head))
                    || names.is_pawn && drops("")
                    || is_turned()
            }
            Actor::Piece => {
                let has_end = to.all().any(|to| text.contains(to.whole.as_str()));
                if !has_end && mv.partner.is_none() {
                    return false;
                }
                let Some(piece) = play.board().piece(mv.from) else { return false };
                let Some(names) = self.kinds.get(piece.kind.index()) else { return false };
                names.heads.iter().any(|head| {
                    text.strip_prefix(head.as_str())
                        .is_some_and(|rest| self.way(play, mv, names, rest))
                }) || self.way(play, mv, names, text)
                    && (names.is_pawn || self.begins_with_cell(mv, text))
            }
        }
    }

    /// Returns true if the cell on which `mv` begins is the first word of `text`.
    fn begins_with_cell(&self, mv: &CellMove, text: &str) -> bool {
        let rest = self
            .cells
            .get(mv.from.index())
            .and_then(|from| from.all().find_map(|from| text.strip_prefix(from.whole.as_str())));
        // The cell may also be the target of a pawn, which has no letter. Then no second cell
        // follows.
        rest.is_some_and(|rest| rest.bytes().any(|b| b.is_ascii_digit()))
    }

    /// Returns true if `text` is the way of `mv` from cell to cell and what follows.
    fn way(&self, play: &BoardPlay, mv: &CellMove, names: &KindNames, text: &str) -> bool {
        let Some(from) = self.cells.get(mv.from.index()) else { return false };
        // Castling may be written as a move to the partner.
        let partner = mv.partner.and_then(|(cell, _)| {
            wing_of(play.arena(), mv).and_then(|_| self.cells.get(cell.index()))
        });
        let ends = self.cells.get(mv.to.index()).into_iter().chain(partner);
        ends.flat_map(|to| to.all().zip(from.all())).any(|(to, from)| {
            text.contains(to.whole.as_str())
                && [from.whole.as_str(), &from.file, &from.rank, ""].into_iter().any(|hint| {
                    let Some(rest) = text.strip_prefix(hint) else { return false };
                    SIGNS.into_iter().any(|sign| {
                        let is_capture = matches!(sign, "x" | ":" | "×");
                        if is_capture && mv.captures.is_empty() {
                            return false;
                        }
                        let Some(rest) = rest.strip_prefix(sign) else { return false };
                        let arrives = |rest: &str| {
                            rest.strip_prefix(to.whole.as_str())
                                .is_some_and(|rest| self.tail(mv, names, rest))
                        };
                        // Long notation also names what is captured: `Bb5xNc6`.
                        arrives(rest)
                            || is_capture
                                && self.captured(play, mv).any(|head| {
                                    rest.strip_prefix(head.as_str()).is_some_and(arrives)
                                })
                    })
                })
        })
    }

    /// The letters of the pieces that `mv` captures.
    fn captured<'n>(
        &'n self,
        play: &'n BoardPlay,
        mv: &'n CellMove,
    ) -> impl Iterator<Item = &'n String> {
        let kinds = mv.captures.iter().filter_map(|&site| play.board().piece(site));
        kinds.filter_map(|piece| self.kinds.get(piece.kind.index())).flat_map(|kind| &kind.heads)
    }

    /// Returns true if `text` is the promotion and the choices of `mv`. `names` are those of the
    /// mover.
    fn tail(&self, mv: &CellMove, names: &KindNames, text: &str) -> bool {
        let choices = |rest: &str| self.choices(mv, &all(mv), rest);
        let Some(kind) = mv.promotion else {
            // In shogi, `=` declines a promotion.
            return choices(text) || text.strip_prefix('=').is_some_and(choices);
        };
        let Some(kind) = self.kinds.get(kind.index()) else { return false };
        let turns = match (names.form, kind.form) {
            (Form::Plain, Form::Plus) => Some("+"),
            (Form::Plus, Form::Plain) => Some("-"),
            (Form::Plain | Form::Plus | Form::Reverting, _) => None,
        };
        let mut tails = kind.tails.iter().map(String::as_str).chain(turns);
        tails.any(|tail| text.strip_prefix(tail).is_some_and(choices))
    }

    /// Returns true if `text` is the rest of the choices of `mv`.
    fn choices(&self, mv: &CellMove, choices: &[Choice], text: &str) -> bool {
        let Some((first, others)) = choices.split_first() else { return text.is_empty() };
        let (kind, site) = match *first {
            Choice::Declined => return self.choices(mv, others, text),
            Choice::Carried(count) => {
                let rest = text.strip_prefix(&format!(",{}", u32::from(count) + 1));
                return rest.is_some_and(|rest| self.choices(mv, others, rest));
            }
            Choice::Taken(kind, site) => (kind, site),
        };
        let mut cells = vec![""];
        if let Some(site) = site {
            let names = self.cells.get(site.index()).into_iter().flat_map(CellNames::all);
            cells = names.map(|name| name.whole.as_str()).collect();
        }
        let mut texts: Vec<String> = Vec::new();
        if let Some(kind) = kind.and_then(|kind| self.kinds.get(kind.index())) {
            for head in &kind.heads {
                for cell in &cells {
                    texts.push(format!("/{head}{cell}"));
                    texts.push(format!("{}{cell}", head.to_lowercase()));
                    texts.push(format!(",{head}@{cell}"));
                }
                if site == Some(mv.from) || site.is_none() {
                    texts.extend([format!("/{head}"), head.to_lowercase(), format!(",={head}")]);
                }
            }
        }
        if site.is_some() {
            // A cell may follow the cell that the mover has just reached: `e2e4,e4d5`.
            let to = self.cells.get(mv.to.index()).map_or("", |to| to.usual.whole.as_str());
            for cell in &cells {
                texts.extend(
                    [",@", &format!(",{to}"), ",", "@"].map(|sign| format!("{sign}{cell}")),
                );
            }
        } else if kind.is_none() {
            texts.push(",+".to_owned());
        }
        texts.iter().any(|tail| {
            let rest = text.strip_prefix(tail.as_str());
            rest.is_some_and(|rest| self.choices(mv, others, rest))
        })
    }

    /// The pass that `text` means as a move of a piece to its own cell.
    fn pass(&self, play: &BoardPlay, moves: &[CellMove], text: &str) -> Option<CellMove> {
        let pass = moves.iter().find(|mv| mv.actor == Actor::Nobody)?;
        let board = play.board();
        let stays = board.pieces(board.side).any(|(site, kind)| {
            let Some(cell) = self.cells.get(site.index()) else { return false };
            let cell = &cell.usual.whole;
            let letters = self.kinds.get(kind.index()).into_iter().flat_map(|kind| &kind.heads);
            let mut heads = letters.map(String::as_str).chain([cell.as_str()]);
            heads.any(|head| text.strip_prefix(head) == Some(cell))
        });
        stays.then(|| pass.clone())
    }
}

impl KindNames {
    /// Returns true if records call the kind so before the cells of a move.
    pub(crate) fn is_called(&self, letter: &str) -> bool {
        self.heads.iter().any(|head| head == letter)
    }
}

impl CellNames {
    /// All names of the cell.
    pub(crate) fn all(&self) -> impl Iterator<Item = &CellName> {
        [&self.usual].into_iter().chain(&self.digits).chain(&self.mixed)
    }
}

impl CellName {
    /// Splits a name into file and rank after `length` bytes.
    fn of(whole: String, length: usize) -> CellName {
        let (file, rank) = whole.split_at(length);
        let (file, rank) = (file.to_owned(), rank.to_owned());
        CellName { whole, file, rank }
    }
}

/// The text with letters in place of figurines.
pub(crate) fn with_letters(text: &str) -> String {
    let mut plain = text.to_owned();
    if !text.is_ascii() {
        for (figures, letter) in FIGURINES {
            plain = plain.replace(|c| figures.contains(c), letter);
        }
    }
    plain
}

/// The texts after a move that promotes to the kind with this letter.
pub(crate) fn promotions(letter: &str) -> [String; 4] {
    [format!("={letter}"), format!("({letter})"), format!("/{letter}"), letter.to_owned()]
}

/// Splits the usual name of a cell into file and rank.
pub(crate) fn parts(name: &str) -> (&str, &str) {
    let rank = name.trim_start_matches(|c: char| !c.is_ascii_digit());
    name.split_at(name.len() - rank.len())
}

/// The choices of a move.
fn all(mv: &CellMove) -> Vec<Choice> {
    mv.choices.iter().collect()
}

/// The letters of WXF for the kinds of a game. A horse with the letter `N` is also called `H`, and
/// an elephant with the letter `B` is called `E`, unless another kind has that letter.
fn wxf_letters(rules: &Ruleset) -> Vec<Option<char>> {
    let kinds = &rules.kinds;
    let is_free = |letter| kinds.iter().all(|kind| kind.letter.capital() != letter);
    let letter = |kind: &Kind| {
        if kind.letter.form() != Form::Plain {
            return None;
        }
        let (_, _, letter) = WXF.into_iter().find(|(own, first, _)| {
            kind.letter.capital() == *own && kind.name.value.starts_with(*first)
        })?;
        is_free(letter).then_some(letter)
    };
    kinds.iter().map(letter).collect()
}

// Castling in algebraic notation: `O-O` and `O-O-O`.

/// The direction of castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wing {
    /// The partner is on a later file: `O-O`.
    Short,
    /// The partner is on an earlier file: `O-O-O`.
    Long,
}

impl Wing {
    /// The usual text.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Wing::Short => "O-O",
            Wing::Long => "O-O-O",
        }
    }

    /// Reads castling with capital or small letters or zeros, and returns the text after it.
    pub(crate) fn read(text: &str) -> Option<(Wing, &str)> {
        let circle = |text: &str| text.starts_with(['O', '0', 'o']);
        if !circle(text) {
            return None;
        }
        let rest = text[1..].strip_prefix('-').filter(|rest| circle(rest))?;
        match rest[1..].strip_prefix('-').filter(|rest| circle(rest)) {
            Some(last) => Some((Wing::Long, &last[1..])),
            None => Some((Wing::Short, &rest[1..])),
        }
    }

    /// Reads a text that is castling and nothing else.
    pub(crate) fn read_whole(text: &str) -> Option<Wing> {
        Wing::read(text).filter(|(_, rest)| rest.is_empty()).map(|(wing, _)| wing)
    }
}

/// The direction of castling; `None` for other moves. With more than two sides, some sides castle
/// along a file, so castling with the nearest partner is the short one.
pub(crate) fn wing_of(arena: &BoardModel, mv: &Move) -> Option<Wing> {
    let partner = mv.partner?;
    let is_it = arena.castles.iter().any(|o| o.king == (mv.from, mv.to) && o.partner == partner);
    let file = |site| arena.graph.file_rank(site).0;
    let is_short = || {
        if arena.rules.sides.are_two() {
            file(partner.0) > file(mv.from)
        } else {
            let is_right = |bit: &usize| {
                let [(_, king), (_, other)] = arena.rights[*bit].pieces();
                (king, other) == (mv.from, partner.0)
            };
            (0..arena.rights.len()).find(is_right).is_some_and(|bit| arena.is_nearest(bit))
        }
    };
    is_it.then(|| if is_short() { Wing::Short } else { Wing::Long })
}
