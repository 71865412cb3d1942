//! Lists of sentences: goals, claims, effects and duties. A new sentence becomes the last item, and
//! one of this text may be removed. If only a parent has the list, the new one begins with `^`, so
//! that the parent's sentences stay.

use crate::page::{Change, Page, bytes};
use crate::revise::setup::rules;
use crate::revise::value::{Draft, entry, text_of};
use alfil_rules::ruleset::Ruleset;
use alfil_syntax::sides::ENDS;
use alfil_syntax::write::{Place, quoted};
use alfil_syntax::yaml::{Entry, Node, NodeKind};

/// A list of sentences.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum List {
    Goals,
    Claims,
    Effects,
    Duties,
}

/// The key that contains goals and claims.
const END: &str = "ends";
/// The item that stands for the list of the parent.
const PARENTS: &str = "^";

impl List {
    pub const ALL: [List; 4] = [List::Goals, List::Claims, List::Effects, List::Duties];

    /// The key of the list as files write it.
    pub fn name(self) -> &'static str {
        match self {
            List::Goals => "goals",
            List::Claims => "claims",
            List::Effects => "effects",
            List::Duties => "must",
        }
    }

    pub fn named(name: &str) -> Option<List> {
        List::ALL.into_iter().find(|list| list.name() == name)
    }

    /// Whether the list is a key of `ends`.
    fn is_end(self) -> bool {
        match self {
            List::Goals | List::Claims => true,
            List::Effects | List::Duties => false,
        }
    }

    /// Returns true if the game has such sentences.
    fn is_used(self, rules: &Ruleset) -> bool {
        match self {
            List::Goals => !rules.ends.goals.is_empty(),
            List::Claims => !rules.ends.claims.is_empty(),
            List::Effects => !rules.effects.is_empty(),
            List::Duties => !rules.duties.is_empty(),
        }
    }
}

impl Page {
    /// The entry of the list in this text.
    fn list(&self, list: List) -> Option<&Entry> {
        if list.is_end() {
            entry(&self.top(END)?.value, list.name())
        } else {
            self.top(list.name())
        }
    }

    /// The sentences of this text, as they are written; `^` stands for those of the parent.
    pub fn lines_of(&self, list: List) -> Vec<String> {
        let Some(own) = self.list(list) else { return Vec::new() };
        let text = |node: &Node| {
            let said = text_of(node).or_else(|| text_of(&entry(node, "sentence")?.value))?;
            Some(said.text().to_owned())
        };
        match &own.value.kind {
            NodeKind::Scalar(_) => text(&own.value).into_iter().collect(),
            NodeKind::Sequence(items) => items.iter().filter_map(text).collect(),
            NodeKind::Mapping(_) => Vec::new(),
        }
    }

    /// The place behind the last character of a node.
    fn behind(&self, node: &Node) -> usize {
        bytes(node.span).end
    }
}

/// Adds a sentence.
pub(super) fn add(draft: &mut Draft, list: List, sentence: &str) -> Result<(), String> {
    let page = draft.page();
    let sentence = sentence.trim();
    if sentence.is_empty() || sentence.contains('\n') {
        return Err("the sentence is empty or has several lines".to_owned());
    }
    let written = quoted(sentence, Place::Brackets);
    let change = match page.list(list) {
        Some(own) => append(page, own, list, sentence)?,
        None => {
            let inherited = if list.is_used(rules(page)?) { "^, " } else { "" };
            let items = format!("[{inherited}{written}]");
            match (list.is_end(), page.top(END)) {
                (false, _) => page.insert_top(list.name(), &items)?,
                (true, None) => page.insert_top(END, &format!("\n  {}: {items}", list.name()))?,
                (true, Some(ends)) => {
                    if !page.is_here(ends) {
                        return Err(format!(
                            "`{END}` is a YAML alias, so you can change it only in the text"
                        ));
                    }
                    page.insert(&ends.value, Some(&ENDS), list.name(), &items)?
                }
            }
        }
    };
    draft.edit(change);
    Ok(())
}

/// The edit that adds a sentence to a list of this text.
fn append(page: &Page, own: &Entry, list: List, sentence: &str) -> Result<Change, String> {
    let only_typing = || format!("you can change `{}` only in the text", list.name());
    if !page.is_here(own) {
        return Err(only_typing());
    }
    let written = quoted(sentence, Place::Brackets);
    let items = match &own.value.kind {
        NodeKind::Sequence(items) => items,
        // A single sentence becomes the first item of a list.
        NodeKind::Scalar(only) => {
            let before = match only.text() {
                "" | "none" => String::new(),
                text => quoted(text, Place::Brackets) + ", ",
            };
            return page.replace(own, &format!("[{before}{written}]"));
        }
        NodeKind::Mapping(_) => return Err(only_typing()),
    };
    let start = bytes(own.value.span).start;
    let text = page.text();
    let Some(last) = items.last() else {
        return page.replace(own, &format!("[{written}]"));
    };
    if text[start..].starts_with('[') {
        return Ok(Change::insert(page.behind(last), format!(", {written}")));
    }
    // The dash of the last item has the indentation of the new one.
    let begins = bytes(last.span).start;
    let line = text[..begins].rfind('\n').map_or(0, |feed| feed + 1);
    let head = &text[line..begins];
    let indent = &head[..head.len() - head.trim_start_matches(' ').len()];
    if !head.trim_start().starts_with('-') {
        return Err(only_typing());
    }
    let end = page.behind(last);
    let end = text[..end].trim_end().len();
    let end = text[end..].find('\n').map_or(text.len(), |feed| end + feed);
    let item = quoted(sentence, Place::Line);
    Ok(Change::insert(end, format!("\n{indent}- {item}")))
}

/// Removes the sentence with this number of this text, from 0.
pub(super) fn remove(draft: &mut Draft, list: List, number: usize) -> Result<(), String> {
    let page = draft.page();
    let only_typing = || format!("you can change `{}` only in the text", list.name());
    let own = page.list(list).filter(|own| page.is_here(own)).ok_or_else(only_typing)?;
    let items = match &own.value.kind {
        NodeKind::Sequence(items) => items.as_slice(),
        NodeKind::Scalar(_) if number == 0 => &[],
        NodeKind::Scalar(_) | NodeKind::Mapping(_) => return Err(only_typing()),
    };
    if items.len() <= 1 {
        // The list goes with its last sentence.
        let change = match (list.is_end(), page.top(END)) {
            (true, Some(ends)) => match page.delete_key(ends, list.name()) {
                Some(change) => change,
                None => page.delete(END, list.name())?,
            },
            (true, None) | (false, _) => page.delete_top(list.name())?,
        };
        draft.edit(change);
        return Ok(());
    }
    let item = items.get(number).ok_or_else(|| format!("`{}` has no such line", list.name()))?;
    let text = page.text();
    let (start, end) = (bytes(item.span).start, page.behind(item));
    let is_flow = text[bytes(own.value.span).start..].starts_with('[');
    let range = match (is_flow, items.get(number + 1), number.checked_sub(1)) {
        (true, Some(next), _) => start..bytes(next.span).start,
        (true, None, Some(before)) => page.behind(&items[before])..end,
        (true, None, None) => start..end,
        (false, _, _) => {
            let line = text[..start].rfind('\n').map_or(0, |feed| feed + 1);
            let end = text[..end].trim_end().len();
            line..text[end..].find('\n').map_or(text.len(), |feed| end + feed + 1)
        }
    };
    draft.edit(Change { range, text: String::new() });
    Ok(())
}

/// Returns true for the item that stands for the sentences of the parent.
pub fn is_parents(sentence: &str) -> bool {
    sentence == PARENTS
}
