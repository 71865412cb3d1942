//! The form of patterns of natural sentences.

/// Where a sentence stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// A goal or a claim.
    Goal,
    /// A line of effects.
    Effect,
    /// A restriction of moves: a question.
    Only,
    /// A question alone, such as a duty.
    Question,
    /// A movement with conditions.
    Movement,
}

/// A pattern: the roles in which it applies, the words, and what they mean.
pub(super) type Pattern = (&'static [Role], &'static str, &'static [Meaning]);

/// The meaning of a pattern. `$` begins the name of a part that the pattern matched.
pub(super) enum Meaning {
    /// A text of the language.
    Write(&'static str),
    /// A sentence that explains what to do.
    Say(&'static str),
    /// A text that is made of several parts.
    Joined(fn(&Bound) -> Option<String>),
}

/// The parts that a pattern matched, with their names.
#[derive(Clone, Default)]
pub(super) struct Bound(pub(super) Vec<(&'static str, String)>);

impl Bound {
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, text)| text.as_str())
    }

    pub(super) fn number(&self, name: &str) -> Option<u16> {
        self.get(name)?.parse().ok()
    }

    /// Fills parts into a text. `$N+1` is the number after `$N`, and `!$Q` is the `contrary` of `$Q`.
    pub(super) fn fill(&self, text: &str, contrary: &dyn Fn(&str) -> String) -> Option<String> {
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('$') {
            out += &rest[..at];
            let negated = out.ends_with('!');
            if negated {
                out.pop();
            }
            let behind = &rest[at + 1..];
            let end = behind.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(behind.len());
            let (name, tail) = behind.split_at(end);
            let shift = [("+1", 1_i32), ("-1", -1)].into_iter().find(|(s, _)| tail.starts_with(s));
            match shift {
                Some((sign, by)) => {
                    let number = i32::from(self.number(name)?) + by;
                    out += &u16::try_from(number).ok()?.to_string();
                    rest = &tail[sign.len()..];
                }
                None => {
                    let part = self.get(name)?;
                    out += &if negated { contrary(part) } else { part.to_owned() };
                    rest = tail;
                }
            }
        }
        out += rest;
        Some(out.split_whitespace().collect::<Vec<_>>().join(" "))
    }
}
