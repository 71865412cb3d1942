// The text editor. The server provides findings, completions and help for the text under the pointer.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory, redo, undo } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { forEachDiagnostic, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration, EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars,
  hoverTooltip, keymap, lineNumbers,
} from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { OVERTAKEN, ask, h } from './api.js';

/** The number of colours for clauses. */
export const COLOURS = 6;

/** Marks that are replaced together and move with the text. */
function layer() {
  const set = StateEffect.define();
  const field = StateField.define({
    create: () => Decoration.none,
    update(marks, change) {
      let now = marks.map(change.changes);
      for (const effect of change.effects) {
        if (effect.is(set)) now = Decoration.set(effect.value, true);
      }
      return now;
    },
    provide: (own) => EditorView.decorations.from(own),
  });
  return { set, field };
}

const clauses = layer();
const gaps = layer();
const fresh = layer();

async function complete(context) {
  const text = context.state.doc.toString();
  const answer = await ask('complete', { text, at: context.pos });
  if (answer === OVERTAKEN || !answer.items?.length) return null;
  const from = Math.min(...answer.items.map((item) => item.from));
  const typed = text.slice(from, context.pos);
  if (!context.explicit && !typed.trim()) return null;
  const option = (item, n) => ({
    label: item.label, detail: item.detail, type: item.type, boost: -n / 100,
    apply: (view) => view.dispatch({
      changes: { from: item.from, to: Math.max(item.to, context.pos), insert: item.text },
      selection: { anchor: item.from + item.text.length },
    }),
  });
  return { from, options: answer.items.map(option) };
}

const hover = hoverTooltip(async (view, at) => {
  const answer = await ask('hover', { text: view.state.doc.toString(), at });
  if (answer === OVERTAKEN || !answer.title) return null;
  const create = () => {
    const picture = answer.svg && h('img', { alt: '', src: `data:image/svg+xml;utf8,${encodeURIComponent(answer.svg)}` });
    const lines = answer.lines.map((line) => h('p', {}, line));
    return { dom: h('div', { class: 'hover' }, h('strong', {}, answer.title), ...lines, picture || null) };
  };
  return { pos: answer.from, end: answer.to, above: true, create };
}, { hoverTime: 350 });

/**
 * Creates an editor in `parent`. `coming` receives the text of each change before it is shown, and `changed` is called
 * afterwards. `keys` are further keys.
 */
export function editor(parent, { nonce, coming, changed, keys, moved }) {
  const view = new EditorView({
    parent,
    // Showing a letter takes longer than the server's first check, so both run at the same time.
    dispatchTransactions: (transactions, shown) => {
      if (transactions.some((one) => one.docChanged)) coming(transactions.at(-1).newDoc.toString());
      shown.update(transactions);
    },
    state: EditorState.create({
      doc: '',
      extensions: [
        EditorView.cspNonce.of(nonce),
        keymap.of(keys),
        lineNumbers(), foldGutter(), codeFolding(), highlightSpecialChars(), history(), drawSelection(),
        indentOnInput(), bracketMatching(), closeBrackets(), highlightActiveLine(), highlightActiveLineGutter(),
        highlightSelectionMatches(), search({ top: true }), yaml(), syntaxHighlighting(classHighlighter),
        autocompletion({ override: [complete] }), hover, clauses.field, gaps.field, fresh.field,
        keymap.of([
          ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap,
          ...completionKeymap, ...lintKeymap, indentWithTab,
        ]),
        EditorView.contentAttributes.of({ 'aria-label': 'Definition. Escape, then Tab, leaves it.' }),
        EditorView.lineWrapping,
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed();
          if (update.selectionSet && !update.docChanged) moved(update.state.selection.main.head);
        }),
      ],
    }),
  });
  view.scrollDOM.tabIndex = 0;
  const length = () => view.state.doc.length;
  const within = ({ from, to }) => ({ from: Math.min(from, length()), to: Math.min(to, length()) });
  return {
    view,
    text: () => view.state.doc.toString(),
    focus: () => view.focus(),
    undo: () => undo(view),
    redo: () => redo(view),
    /** Replaces the text; undo restores the old one. */
    replace(text) {
      if (text !== view.state.doc.toString()) view.dispatch({ changes: { from: 0, to: length(), insert: text } });
    },
    /** Applies an edit of the server. */
    apply(edit) {
      view.dispatch({
        changes: { from: edit.from, to: edit.to, insert: edit.text },
        selection: { anchor: edit.from + edit.text.length },
        scrollIntoView: true,
      });
    },
    /** Applies several edits as one step of undo, and marks the lines of `places` in the new text. */
    applyAll(edits, places) {
      view.dispatch({
        changes: edits.map(({ from, to, text }) => ({ from, to, insert: text })),
        annotations: isolateHistory.of('full'),
      });
      const { doc } = view.state;
      const lines = new Set(places.map(within).flatMap(({ from, to }) => {
        const [first, last] = [doc.lineAt(from).number, doc.lineAt(to).number];
        return Array.from({ length: last - first + 1 }, (_, n) => doc.line(first + n).from);
      }));
      const marks = [...lines].map((from) => Decoration.line({ class: 'fresh' }).range(from));
      const at = places.length ? [EditorView.scrollIntoView(within(places[0]).from, { y: 'nearest', yMargin: 60 })] : [];
      view.dispatch({ effects: [fresh.set.of(marks), ...at] });
    },
    /** Selects a range and scrolls to it. */
    select(place) {
      const { from, to } = within(place);
      view.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
      view.focus();
    },
    /** Shows findings at their letters. */
    findings(found) {
      const mark = (finding) => ({
        ...within(finding),
        severity: finding.severity,
        message: [finding.title, finding.reason, finding.help && `help: ${finding.help}`].filter(Boolean).join('\n'),
        finding,
        actions: finding.edit && !finding.again ? [{ name: finding.help ?? 'Mend', apply: () => this.apply(finding.edit) }] : [],
      });
      view.dispatch(setDiagnostics(view.state, found.map(mark)));
    },
    /** Returns the shown findings at the current places of their letters. */
    found() {
      const all = [];
      forEachDiagnostic(view.state, ({ finding }, from, to) => all.push({ ...finding, from, to, line: view.state.doc.lineAt(from).number }));
      return all;
    },
    /** Colours clauses; each piece has a list of ranges. */
    clauses(pieces) {
      const marks = pieces.flatMap((list) => list.map((place, n) => {
        // Clauses of a parent have no letters here.
        if (place.from === undefined) return null;
        const { from, to } = within(place);
        return from < to ? Decoration.mark({ class: `clause clause-${n % COLOURS}` }).range(from, to) : null;
      }));
      view.dispatch({ effects: clauses.set.of(marks.filter(Boolean)) });
    },
    /** Marks the rules that no test exercises. */
    untested(places) {
      const mark = (place) => Decoration.mark({ class: 'untested', attributes: { title: 'No test would miss this' } }).range(place.from, place.to);
      view.dispatch({ effects: gaps.set.of(places.map(within).filter(({ from, to }) => from < to).map(mark)) });
    },
  };
}
