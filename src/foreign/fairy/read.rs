//! How the values in a file of variants are read.

use crate::foreign::fairy::ini::brief;
use crate::foreign::fairy::values::{
    Ban, Bans, Captured, Chasing, Counting, Counts, Enclosing, EndCount, File, Lengths, Letters,
    MAX_SIZE, Pairs, PieceSet, PieceSquares, PieceType, Rank, Rights, Scorer, Squares, Verdict,
    Walling,
};

/// A type of values.
pub(crate) trait Value: Sized {
    /// What the value should be, for messages.
    const WHAT: &'static str;

    /// Reads a value. The error says what is wrong with it.
    fn read(text: &str, letters: &Letters) -> Result<Self, String>;

    /// Reads a value over the one of the parent. Pairs add up; other values replace each other.
    fn read_over(text: &str, letters: &Letters, _parent: &Self) -> Result<Self, String> {
        Self::read(text, letters)
    }
}

/// The letter of a piece, which has a type.
fn piece(letter: char, letters: &Letters) -> Result<PieceType, String> {
    let known = letters.get(&letter.to_ascii_lowercase());
    known.copied().ok_or_else(|| format!("no piece has the letter `{letter}`"))
}

impl Value for bool {
    const WHAT: &'static str = "true or false";

    fn read(text: &str, _: &Letters) -> Result<Self, String> {
        match text {
            "true" | "1" => Ok(true),
            "false" | "0" => Ok(false),
            _ => Err(String::new()),
        }
    }
}

impl Value for u32 {
    const WHAT: &'static str = "a number";

    fn read(text: &str, _: &Letters) -> Result<Self, String> {
        text.parse().map_err(|_| String::new())
    }
}

impl Value for i32 {
    const WHAT: &'static str = "a number";

    fn read(text: &str, _: &Letters) -> Result<Self, String> {
        text.parse().map_err(|_| String::new())
    }
}

impl Value for Lengths {
    const WHAT: &'static str = "at least two numbers of moves, such as `1 2 2`";

    fn read(text: &str, _: &Letters) -> Result<Self, String> {
        let numbers: Option<Vec<u32>> = text
            .split_whitespace()
            .map(|word| word.parse().ok().filter(|number| (1..=32).contains(number)))
            .collect();
        let numbers = numbers.filter(|numbers| numbers.len() >= 2);
        numbers.map(Lengths).ok_or_else(String::new)
    }
}

impl Value for Bans {
    const WHAT: &'static str = "attackers and what they do not capture, such as `q:k b:pn *:i`";

    fn read(text: &str, letters: &Letters) -> Result<Self, String> {
        let mut bans = Vec::new();
        for word in text.split_whitespace().take_while(|word| *word != "-") {
            let wrong = || format!("`{}` is no pair of attackers and targets", brief(word));
            let (attackers, targets) = word.split_once(':').ok_or_else(wrong)?;
            let set = |text: &str| PieceSet::read(text, letters);
            bans.push(Ban { attackers: set(attackers)?, targets: set(targets)? });
        }
        Ok(Bans(bans))
    }
}

impl Value for PieceSquares {
    const WHAT: &'static str = "squares of pieces, such as `P(e4,*1);Q(a1,b*)`, or `-`";

    fn read(text: &str, letters: &Letters) -> Result<Self, String> {
        let mut all = PieceSquares::new();
        let words = text.split(';').map(str::trim).filter(|word| !word.is_empty());
        for word in words.take_while(|word| *word != "-") {
            let wrong = || format!("`{}` is no piece with its squares", brief(word));
            let (name, squares) = word.split_once('(').ok_or_else(wrong)?;
            let squares = squares.strip_suffix(')').ok_or_else(wrong)?.replace(',', " ");
            let mut signs = name.trim().chars();
            let (Some(letter), None) = (signs.next(), signs.next()) else { return Err(wrong()) };
            all.insert(piece(letter, letters)?, Squares::read(&squares, letters)?);
        }
        Ok(all)
    }
}

impl Value for Rank {
    const WHAT: &'static str = "a rank from 1 to 16";

    fn read(text: &str, _: &Letters) -> Result<Self, String> {
        let rank = text.parse().ok().filter(|rank| (1..=MAX_SIZE).contains(rank));
        rank.map(Rank).ok_or_else(String::new)
    }
}

impl Value for File {
    const WHAT: &'static str = "a file: a letter from a to p, or its number";

    fn read(text: &str, _: &Letters) -> Result<Self, String> {
        let number = match text.as_bytes() {
            [letter] if letter.is_ascii_alphabetic() => {
                Some(letter.to_ascii_lowercase() - b'a' + 1)
            }
            _ => text.parse().ok(),
        };
        let file = number.filter(|file| (1..=MAX_SIZE).contains(file));
        file.map(File).ok_or_else(String::new)
    }
}

impl Value for Squares {
    const WHAT: &'static str = "squares such as `e4`, ranks such as `*8` or files such as `a*`";

    fn read(text: &str, _: &Letters) -> Result<Self, String> {
        let mut squares = Squares::default();
        for word in text.split_whitespace().take_while(|word| *word != "-") {
            let wrong = || format!("`{}` is no square, rank or file", brief(word));
            let mut letters = word.chars();
            let first = letters.next().ok_or_else(wrong)?.to_ascii_lowercase();
            let files = match first {
                '*' => 0..MAX_SIZE,
                'a'..='p' => (first as u8 - b'a')..(first as u8 - b'a' + 1),
                _ => return Err(wrong()),
            };
            let ranks = match letters.as_str() {
                "*" => 0..MAX_SIZE,
                number => {
                    let rank: u8 = number.parse().ok().ok_or_else(wrong)?;
                    if !(1..=MAX_SIZE).contains(&rank) {
                        return Err(wrong());
                    }
                    rank - 1..rank
                }
            };
            for file in files {
                ranks.clone().for_each(|rank| squares.insert(file, rank));
            }
        }
        Ok(squares)
    }
}

impl Value for PieceSet {
    const WHAT: &'static str = "letters of pieces, `*` or `-`";

    fn read(text: &str, letters: &Letters) -> Result<Self, String> {
        let mut set = PieceSet::default();
        let signs = text.chars().filter(|c| !c.is_whitespace());
        for letter in signs.take_while(|letter| *letter != '-') {
            match letter {
                '*' => set.all = true,
                letter => {
                    set.types.insert(piece(letter, letters)?);
                }
            }
        }
        Ok(set)
    }
}

impl Value for Option<PieceType> {
    const WHAT: &'static str = "the letter of a piece, or `-`";

    fn read(text: &str, letters: &Letters) -> Result<Self, String> {
        match text.chars().next() {
            None | Some('-' | '*') => Ok(None),
            Some(letter) => piece(letter, letters).map(Some),
        }
    }
}

impl Value for Pairs {
    const WHAT: &'static str = "pairs of letters such as `p:g s:g`, or `-`";

    fn read(text: &str, letters: &Letters) -> Result<Self, String> {
        Self::read_over(text, letters, &Pairs::new())
    }

    fn read_over(text: &str, letters: &Letters, parent: &Self) -> Result<Self, String> {
        let mut pairs = parent.clone();
        for word in text.split_whitespace().take_while(|word| *word != "-") {
            let signs: Vec<char> = word.chars().collect();
            match signs[..] {
                [from, ':', '-'] => {
                    pairs.remove(&piece(from, letters)?);
                }
                [from, ':', to] => {
                    pairs.insert(piece(from, letters)?, piece(to, letters)?);
                }
                _ => return Err(format!("`{}` is no pair", brief(word))),
            }
        }
        Ok(pairs)
    }
}

impl Value for Counts {
    const WHAT: &'static str = "letters with numbers such as `q:1 r:2`";

    fn read(text: &str, letters: &Letters) -> Result<Self, String> {
        Self::read_over(text, letters, &Counts::new())
    }

    fn read_over(text: &str, letters: &Letters, parent: &Self) -> Result<Self, String> {
        let mut counts = parent.clone();
        for word in text.split_whitespace().take_while(|word| *word != "-") {
            let wrong = || format!("`{}` is no letter with a number", brief(word));
            let (letter, number) = word.split_once(':').ok_or_else(wrong)?;
            let mut signs = letter.chars();
            let (Some(letter), None) = (signs.next(), signs.next()) else { return Err(wrong()) };
            counts.insert(piece(letter, letters)?, number.parse().map_err(|_| wrong())?);
        }
        Ok(counts)
    }
}

impl Value for String {
    const WHAT: &'static str = "a text";

    fn read(text: &str, _: &Letters) -> Result<Self, String> {
        Ok(text.to_owned())
    }
}

impl Value for Rights {
    const WHAT: &'static str = "some of `KQkq`, or `-`";

    fn read(text: &str, _: &Letters) -> Result<Self, String> {
        let letters: String = text.chars().filter(|c| !"- ".contains(*c)).collect();
        let known = letters.chars().all(|c| "KQkq".contains(c));
        if known { Ok(Rights(letters)) } else { Err(String::new()) }
    }
}

/// Reads an enum by the words of its variants.
macro_rules! words {
    ($type:ident: $($word:literal $value:ident),+) => {
        impl Value for $type {
            const WHAT: &'static str = concat!("one of", $(" `", $word, "`"),+);

            fn read(text: &str, _: &Letters) -> Result<Self, String> {
                match text {
                    $($word => Ok($type::$value),)+
                    _ => Err(String::new()),
                }
            }
        }
    };
}

words!(Verdict: "win" Win, "loss" Loss, "draw" Draw, "none" None);
words!(Walling: "none" None, "arrow" Arrow, "duck" Duck, "edge" Edge, "past" Past, "static" Static);
words!(
    Enclosing: "none" None, "reversi" Reversi, "ataxx" Ataxx, "quadwrangle" Quadwrangle, "snort" Snort,
    "anyside" Anyside, "top" Top
);
words!(
    Counting: "none" None, "janggi" Janggi, "unweighted" Unweighted, "whitedrawodds" WhiteDrawOdds,
    "blackdrawodds" BlackDrawOdds
);
words!(EndCount: "none" None, "makruk" Makruk, "cambodian" Cambodian, "asean" Asean);
words!(Chasing: "none" None, "axf" Axf);
words!(Scorer: "us" Us, "them" Them, "owner" Owner, "non-owner" NonOwner);
words!(Captured: "out" Out, "hand" Hand, "prison" Prison);
