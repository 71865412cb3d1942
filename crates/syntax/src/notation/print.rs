//! Writes movement strings in canonical form: modifiers in XBoard's order, one space where there
//! were spaces, everything else unchanged.
//!
//! The text parses back to the same tree.

use super::ast::{Mode, Number, Suffix, *};
use std::fmt::{Display, Formatter, Result, Write};

impl<Q: Display> Display for Movement<Q> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        list(f, &self.clauses, "; ")
    }
}

fn list<T: Display>(f: &mut Formatter<'_>, items: &[T], between: &str) -> Result {
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            f.write_str(between)?;
        }
        item.fmt(f)?;
    }
    Ok(())
}

impl<Q: Display> Display for Clause<Q> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match &self.kind {
            ClauseKind::Replace { terms, when } => clause(f, terms, when.as_ref()),
            ClauseKind::Add { terms, when } => {
                f.write_str("+ ")?;
                clause(f, terms, when.as_ref())
            }
            ClauseKind::Only(condition) => write!(f, "only when {condition}"),
        }
    }
}

impl<Q: Display> Display for When<Q> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            When::Cells(condition) => condition.fmt(f),
            When::Asked(question, _) => question.fmt(f),
        }
    }
}

impl Display for Word {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&self.text)
    }
}

fn clause<Q: Display>(f: &mut Formatter<'_>, terms: &[Term], when: Option<&When<Q>>) -> Result {
    if terms.is_empty() {
        f.write_str("none")?;
    }
    for term in terms {
        spaced(f, term)?;
    }
    match when {
        Some(condition) => write!(f, " when {condition}"),
        None => Ok(()),
    }
}

fn spaced(f: &mut Formatter<'_>, term: &Term) -> Result {
    if term.gap == Gap::Spaced {
        f.write_char(' ')?;
    }
    term.fmt(f)
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        if self.leaping.is_some() {
            f.write_str("leaping ")?;
        }
        if let Some(arc) = self.arc {
            write!(f, "arc {} ", arc.radius)?;
        }
        match &self.body {
            Body::Before(recall, lone) => {
                f.write_str(match recall {
                    Recall::Same => "^",
                    Recall::Quiet => "m^",
                    Recall::Capture => "c^",
                })?;
                lone.map_or(Ok(()), |lone| lone.fmt(f))
            }
            Body::Chain(chain) => chain.fmt(f),
        }
    }
}

impl Display for Lone {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_char(self.atom.letter())?;
        match self.count {
            Count::Single => Ok(()),
            Count::Doubled => f.write_char(self.atom.letter()),
        }
    }
}

impl Display for Chain {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        list(f, &self.prefix, "")?;
        match &self.core {
            Core::Lone(lone) => lone.fmt(f)?,
            Core::Suffixed(atom, Suffix::X, _) => write!(f, "{}X", atom.letter())?,
            Core::Suffixed(atom, Suffix::Y, _) => write!(f, "{}Y", atom.letter())?,
            Core::Coordinates(a, b, _) => write!(f, "({a},{b})")?,
            Core::Triple([a, b, c], _) => write!(f, "({a},{b},{c})")?,
            Core::Bracket(joined, _) => write!(f, "[{joined}]")?,
            Core::Path(joined, _) => write!(f, "({joined})")?,
        }
        self.range.fmt(f)
    }
}

impl Display for Joined {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.first.fmt(f)?;
        for (joint, term) in &self.rest {
            f.write_str(match joint {
                Joint::MayStop => "?",
                Joint::GoOn => "-",
                Joint::Adjacent => "",
            })?;
            spaced(f, term)?;
        }
        Ok(())
    }
}

impl Display for Piece {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Piece::Marks(marks) => marks.fmt(f),
            Piece::Then(_) => f.write_char('a'),
            Piece::Repeat(pieces, _) => {
                f.write_char('(')?;
                list(f, pieces, "")?;
                f.write_char(')')
            }
        }
    }
}

impl Display for Marks {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let (mut leading, mut modes): (Vec<Mode>, Vec<Mode>) =
            self.modes.iter().map(|&(mode, _)| mode).partition(|&mode| mode == Mode::Initial);
        // Direction letters form pairs within a run, so a mode between two runs keeps them apart:
        // `fms` is not `fsm`.
        let breaks = self.runs.len().saturating_sub(1);
        while modes.len() < breaks {
            match leading.pop() {
                Some(mode) => modes.push(mode),
                None => break,
            }
        }
        for mode in leading {
            f.write_char(mode.letter())?;
        }
        let mut modes = modes.into_iter();
        for (i, run) in self.runs.iter().enumerate() {
            if i > 0
                && let Some(mode) = modes.next()
            {
                f.write_char(mode.letter())?;
            }
            for &(toward, _) in run {
                f.write_char(toward.letter())?;
            }
        }
        modes.try_for_each(|mode| f.write_char(mode.letter()))
    }
}

impl Display for Number {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let (whole, rest) = (self.0 / 1000, self.0 % 1000);
        match rest {
            0 => write!(f, "{whole}"),
            _ => f.write_str(format!("{whole}.{rest:03}").trim_end_matches('0')),
        }
    }
}

impl Display for Range {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Range::Unwritten => Ok(()),
            Range::Endless => f.write_char('0'),
            Range::UpTo(n) => n.fmt(f),
            // A leading zero means `exactly`. `0.5` starts with one zero, so exactly 0.5 is `00.5`.
            Range::Exactly(n) => write!(f, "0{n}"),
            Range::Between(low, Some(high)) => write!(f, "{low}-{high}"),
            Range::Between(low, None) => write!(f, "{low}-0"),
            Range::Flexible => f.write_char('*'),
        }
    }
}

impl<T: Display> Display for Formula<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match &self.kind {
            FormulaKind::One(truth) => truth.fmt(f),
            FormulaKind::Not(inner) => match inner.kind {
                FormulaKind::And(_) | FormulaKind::Or(_) => write!(f, "not ({inner})"),
                FormulaKind::One(_) | FormulaKind::Not(_) => write!(f, "not {inner}"),
            },
            FormulaKind::And(parts) => {
                for (i, part) in parts.iter().enumerate() {
                    f.write_str(if i > 0 { " and " } else { "" })?;
                    match part.kind {
                        FormulaKind::Or(_) => write!(f, "({part})")?,
                        FormulaKind::One(_) | FormulaKind::Not(_) | FormulaKind::And(_) => {
                            part.fmt(f)?;
                        }
                    }
                }
                Ok(())
            }
            FormulaKind::Or(parts) => list(f, parts, " or "),
        }
    }
}

impl Display for Fact {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Fact::Shade(word) => f.write_str(word.word()),
            Fact::ShadeNumber(n) => write!(f, "shade {n}"),
            Fact::Unmoved => f.write_str("unmoved"),
            Fact::Relative(relation) => f.write_str(relation.words()),
            Fact::Every(n) => write!(f, "every {n}"),
            Fact::From(area) => {
                f.write_str("from ")?;
                place(f, area)
            }
            Fact::To(area) => {
                f.write_str("to ")?;
                place(f, area)
            }
        }
    }
}

/// An area after a word, in parentheses if it has several parts.
fn place(f: &mut Formatter<'_>, area: &Area) -> Result {
    match &area.kind {
        FormulaKind::One(spot) => spot.fmt(f),
        FormulaKind::Not(_) | FormulaKind::And(_) | FormulaKind::Or(_) => write!(f, "({area})"),
    }
}

impl Display for Spot {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Spot::LastRank => f.write_str("last rank"),
            Spot::Layers(first, last) if first == last => write!(f, "layer {first}"),
            Spot::Layers(first, last) => write!(f, "layers {first}-{last}"),
            Spot::Ranks(first, last) if first == last => write!(f, "rank {first}"),
            Spot::Ranks(first, last) => write!(f, "ranks {first}-{last}"),
            Spot::Files(first, last) if first == last => write!(f, "file {first}"),
            Spot::Files(first, last) => write!(f, "files {first}-{last}"),
            Spot::Edge => f.write_str("edge"),
            Spot::Corner => f.write_str("corner"),
            Spot::Plot(plot) => plot.fmt(f),
            Spot::Cells(cells) => {
                for (i, (named, _)) in cells.iter().enumerate() {
                    f.write_str(if i > 0 { " " } else { "" })?;
                    match named {
                        Named::Cell(name) | Named::Word(name) => f.write_str(name)?,
                        Named::Rectangle(a, b) => write!(f, "{a}-{b}")?,
                    }
                }
                Ok(())
            }
            Spot::Enemys(area) => {
                f.write_str("enemy ")?;
                place(f, area)
            }
        }
    }
}
