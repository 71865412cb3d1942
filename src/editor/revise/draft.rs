//! A text that is edited step by step. All steps together become edits of the first text.

use crate::editor::page::{Change, Page};

/// The text after the steps so far.
pub(super) struct Draft {
    page: Page,
    /// The text before all steps.
    first: Page,
    /// The edits of the first text, sorted by place.
    changes: Vec<Change>,
}

impl Draft {
    pub(super) fn of(page: &Page) -> Draft {
        Draft { page: page.clone(), first: page.clone(), changes: Vec::new() }
    }

    /// The present text.
    pub(super) fn page(&self) -> &Page {
        &self.page
    }

    /// Edits the present text. A range outside it, or an edit without effect, changes nothing.
    pub(super) fn edit(&mut self, new: Change) {
        let text = self.page.text();
        if text.get(new.range.clone()).is_none_or(|old| old == new.text) {
            return;
        }
        let mut after = text.to_owned();
        after.replace_range(new.range.clone(), &new.text);
        self.merge(new);
        self.page = Page::read(&self.page.base, &self.page.address, &after);
    }

    /// Makes several edits of the present text, which must not overlap.
    pub(super) fn edit_all(&mut self, mut changes: Vec<Change>) {
        // From the end, so that the earlier ranges stay valid.
        changes.sort_by_key(|change| std::cmp::Reverse(change.range.start));
        for change in changes {
            self.edit(change);
        }
    }

    /// Takes an edit of the present text into the edits of the first one. It is joined with all
    /// edits that it touches.
    fn merge(&mut self, new: Change) {
        let text = self.page.text();
        let (mut before, mut touched, mut after) = (Vec::new(), Vec::new(), Vec::new());
        // The growth of the text by the edits before the new one, and by those that it touches.
        let (mut shift, mut grown, mut all) = (0isize, 0isize, 0isize);
        // The part of the present text that the joined edit covers.
        let mut covered = new.range.clone();
        for change in std::mem::take(&mut self.changes) {
            let from = change.range.start.saturating_add_signed(all);
            let to = from + change.text.len();
            let growth = change.text.len() as isize - change.range.len() as isize;
            all += growth;
            if to < new.range.start {
                shift += growth;
                before.push(change);
            } else if from > new.range.end {
                after.push(change);
            } else {
                grown += growth;
                covered = covered.start.min(from)..covered.end.max(to);
                touched.push(change);
            }
        }
        let start = covered.start.saturating_add_signed(-shift);
        let end = covered.end.saturating_add_signed(-shift - grown);
        let mut words = text[covered.start..new.range.start].to_owned();
        words += &new.text;
        words += &text[new.range.end..covered.end];
        self.changes = before;
        self.changes.push(Change { range: start..end, text: words });
        self.changes.extend(after);
    }

    /// The edits of the first text.
    ///
    /// # Errors
    /// The edited text is no YAML any more, so the change cannot be made in this style.
    pub(super) fn finish(self) -> Result<Vec<Change>, String> {
        if self.page.tree.is_none() && self.first.tree.is_some() {
            return Err("this part of the text has a form that only typing can change".to_owned());
        }
        let text = self.first.text();
        Ok(self.changes.into_iter().filter(|c| text[c.range.clone()] != c.text).collect())
    }
}
