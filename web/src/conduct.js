// Forms for what wins, what promotes, what moves do besides, and what a side must do. Each writes one sentence of the text.

import { $, h } from './api.js';

/** Zones that every board has. */
const ZONES = ['last rank', 'edge', 'corner'];
const OWN_WORDS = 'own words';

/** Several royal kinds as the language joins them; empty if there are none. */
const royals = (view) => view.kinds.filter((kind) => kind.royal !== 'false').map((kind) => kind.name).join(' or ');
const except = (view) => (royals(view) ? ` but ${royals(view)}` : '');
const notKings = (view) => (royals(view) ? ` and not moving ${royals(view)}` : '');

/**
 * What a form offers: words, the fields below them, and the sentence. Fields: `kind`, `other` (another kind), `any` (a kind or every
 * piece), `zone`, `number`.
 */
const GOALS = [
  ['its piece reaches a zone', ['any', 'zone'], ({ any, zone }) => `own ${any} in ${zone}`],
  ['it has several pieces in a zone', ['number', 'any', 'zone'], ({ any, zone, number }) => `at least ${number} own ${any} in ${zone}`],
  ['it has none left of a kind', ['kind'], ({ kind }) => `no own ${kind}`],
  ['the enemy has none left of a kind', ['kind'], ({ kind }) => `no enemy ${kind}`],
  ['the enemy has no pieces left', [], () => 'no enemy piece'],
  ['the enemy has only one kind left', ['kind'], ({ kind }) => `no enemy piece but ${kind}`],
  ['it captures a piece of a kind', ['kind'], ({ kind }) => `capturing ${kind}`],
  ['it gives check', [], () => 'giving check'],
  ['it promotes to a kind', ['kind'], ({ kind }) => `promoting to ${kind}`],
  ['it has no move', [], () => 'stuck'],
];
const CLAIMS = [
  ['the same position comes several times', ['number'], ({ number }) => `repeated ${number} times`],
  ['nothing is captured for some turns', ['number'], ({ number }) => `${number} turns without capturing`],
  ['only a few pieces are left', ['number'], ({ number }) => `at most ${number} any pieces`],
  ['none is left of a kind', ['kind'], ({ kind }) => `no any ${kind}`],
];
// Kings stay out of most effects, since a text with such an effect must say what happens without a king.
const EFFECTS = [
  ['a capture removes all pieces next to it', [], (_, view) => `when capturing then remove any${except(view)} at K of end`],
  ['a capture removes the capturing piece', [], (_, view) => `when capturing${notKings(view)} then remove mover`],
  ['a capturing piece becomes its prey', [], (_, view) => `when capturing${notKings(view)} then mover becomes victim`],
  ['a captured piece returns to its origin', [], () => 'when capturing then victim goes to origin'],
  ['a capturing piece stays in its place', [], () => 'when capturing then mover goes to start'],
  ['a piece removes enemies next to its end', ['kind'], ({ kind }, view) => `when moving ${kind} then remove enemy${except(view) || ' pieces'} at K of end`],
  ['a piece draws others towards it', ['kind'], ({ kind }, view) => `when moving ${kind} then any${except(view)} goes toward end`],
  ['a piece leaves another one behind', ['kind', 'other'], ({ kind, other }) => `when moving ${kind} then place ${other} on start`],
  ['a piece changes when it enters a zone', ['kind', 'zone', 'other'], ({ kind, other, zone }) => `when moving ${kind} and to ${zone} then mover becomes ${other}`],
];
const DUTIES = [
  ['capture', [], () => 'capturing'],
  ['capture a piece of a kind', ['kind'], ({ kind }) => `capturing ${kind}`],
  ['give check', [], () => 'giving check'],
  ['move a piece of a kind', ['kind'], ({ kind }) => `moving ${kind}`],
  ['promote', [], () => 'promoting'],
];

/** The parts of the text that consist of sentences. With `result`, a sentence begins with what happens to a side. */
const LISTS = [
  { list: 'goals', title: 'What wins', forms: GOALS, result: 'win', label: 'when', sample: 'win when own king in d4-e5', add: 'Add the goal' },
  { list: 'claims', title: 'What draws', forms: CLAIMS, result: 'draw', label: 'when', number: '3', sample: 'draw when 50 turns without capturing', add: 'Add the rule' },
  { list: 'effects', title: 'What a move does besides', forms: EFFECTS, label: 'Effect', sample: 'when capturing then remove mover', add: 'Add the effect' },
  { list: 'must', title: 'What a side must do if it can', forms: DUTIES, label: 'A side must', sample: 'capturing queen', add: 'Add the duty' },
];
const RESULTS = { win: 'A side wins', loss: 'A side loses', draw: 'The game is drawn' };

/** Fills a list of choices, and keeps the chosen one. */
function offer(select, choices) {
  const before = select.value;
  const values = choices.map(([value, words]) => `${value}\n${words}`).join('\n');
  if (select.dataset.values === values) return;
  select.dataset.values = values;
  select.replaceChildren(...choices.map(([value, words]) => h('option', { value }, words)));
  if (choices.some(([value]) => value === before)) select.value = before;
}

/** Creates the part for one list of sentences. */
function sentences({ list, title, forms, result, label, number = '2', sample, add }, { revise }) {
  let view = null;
  const id = (name) => `${list}-${name}`;
  const all = h('ul', { class: 'sentences', 'aria-label': title });
  const count = h('span', { class: 'quiet' });
  const results = h('select', { id: id('result'), 'aria-label': 'What happens', onchange: tell }, ...Object.entries(RESULTS).map(([value, words]) => h('option', { value, selected: value === result }, words)));
  const which = h('select', { id: id('which'), onchange: fields }, ...forms.map(([words], n) => h('option', { value: n }, words)), h('option', { value: OWN_WORDS }, OWN_WORDS));
  const inputs = {
    kind: h('select', { onchange: tell }), other: h('select', { onchange: tell }), any: h('select', { onchange: tell }), zone: h('select', { onchange: tell }),
    number: h('input', { class: 'letter', inputmode: 'numeric', value: number, oninput: tell }),
  };
  const words = { kind: 'Piece', other: 'Other piece', any: 'Piece', zone: 'Zone', number: 'Number' };
  for (const [name, input] of Object.entries(inputs)) input.id = id(name);
  const row = Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, h('span', { class: 'pair' }, h('label', { for: input.id }, words[name]), input)]));
  const typed = h('input', { id: id('typed'), autocomplete: 'off', spellcheck: 'false', placeholder: sample, oninput: tell });
  const typedRow = h('span', { class: 'pair long' }, h('label', { for: typed.id }, 'Sentence'), typed);
  const preview = h('code', { 'aria-live': 'polite' });
  const form = h('form', { class: 'sentence' },
    ...(result ? [results] : []), h('span', { class: 'pair long which' }, h('label', { for: which.id }, label), which), ...Object.values(row), typedRow,
    h('p', { class: 'preview' }, h('span', { class: 'hidden' }, 'The text gets: '), preview), h('button', {}, add));
  const part = h('details', { id: id('part') }, h('summary', {}, title, ' ', count), all, form);

  /** Shows the fields of the chosen form. */
  function fields() {
    const [, shown] = forms[which.value] ?? ['', []];
    for (const [name, element] of Object.entries(row)) element.hidden = !shown.includes(name);
    typedRow.hidden = which.value !== OWN_WORDS;
    results.hidden = which.value === OWN_WORDS;
    tell();
  }

  /** The sentence as the fields describe it. */
  function sentence() {
    if (which.value === OWN_WORDS) return typed.value.trim();
    if (!view) return '';
    const [, , write] = forms[which.value];
    const value = Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, input.value.trim()]));
    return `${result ? `${results.value} when ` : ''}${write(value, view)}`;
  }

  function tell() { preview.textContent = sentence(); }

  form.onsubmit = async (event) => {
    event.preventDefault();
    if (which.value === OWN_WORDS && !typed.value.trim()) { typed.focus(); return; }
    if (await revise({ do: 'add-line', list, sentence: sentence() })) typed.value = '';
    tell();
  };

  async function remove(n) {
    if (!(await revise({ do: 'remove-line', list, number: n }))) return;
    // With the keyboard, the focus goes to the next sentence.
    (all.querySelectorAll('button')[n] ?? all.querySelector('button:last-of-type') ?? which).focus();
  }

  fields();
  return {
    part,
    show(next) {
      view = next;
      const names = view.kinds.map((kind) => [kind.name, kind.name]);
      offer(inputs.kind, names);
      offer(inputs.other, names);
      offer(inputs.any, [...names, ['piece', 'any piece']]);
      offer(inputs.zone, zonesOf(view));
      const lines = view.sentences?.[list] ?? [];
      count.textContent = lines.length ? `(${lines.length})` : '';
      const one = (line, n) => h('li', {}, line === '^' ? h('span', {}, 'Those of the parent') : h('code', {}, line),
        h('button', { type: 'button', 'aria-label': `Remove “${line === '^' ? 'those of the parent' : line}”`, onclick: () => remove(n) }, 'Remove'));
      all.replaceChildren(...(lines.length ? lines.map(one) : [h('li', { class: 'quiet' }, 'This text has none of its own; those of a parent apply.')]));
      tell();
    },
  };
}

const zonesOf = (view) => [...view.zones.map((zone) => zone.name), ...ZONES].filter((name, n, all) => all.indexOf(name) === n).map((name) => [name, name]);

/** Creates the part for promotion. */
function promotion({ revise }) {
  const ELSEWHERE = 'elsewhere';
  let view = null;
  /** The sentences about promotion of the last game, by the name of the kind. */
  let said = new Map();
  /** What the fields were filled for. */
  let filled = null;
  const piece = h('select', { id: 'promote-piece', onchange: () => fill(true) });
  const area = h('select', { id: 'promote-area', onchange: () => { elsewhere.hidden = area.value !== ELSEWHERE; } });
  const cells = h('input', { id: 'promote-cells', autocomplete: 'off', spellcheck: 'false', placeholder: 'ranks 7-8' });
  const elsewhere = h('span', { class: 'pair long', hidden: true }, h('label', { for: 'promote-cells' }, 'Cells'), cells);
  const boxes = h('div', { class: 'boxes' });
  const now = h('p', { class: 'quiet', id: 'promote-now' });
  const none = h('button', { type: 'button', id: 'promote-none', onclick: () => write([]) }, 'It does not promote');
  const form = h('form', { class: 'sentence', id: 'promote-form' },
    h('span', { class: 'pair long' }, h('label', { for: 'promote-piece' }, 'Piece'), piece), now,
    h('span', { class: 'pair long' }, h('label', { for: 'promote-area' }, 'Where'), area), elsewhere,
    h('fieldset', {}, h('legend', {}, 'Into'), boxes), h('span', { class: 'strip' }, h('button', {}, 'Write it'), none));
  const part = h('details', { id: 'promote-part' }, h('summary', {}, 'What promotes'), form);

  const chosen = () => [...boxes.querySelectorAll(':checked')].map((box) => box.value);
  const write = (to) => revise({ do: 'promote', piece: piece.value, at: area.value === ELSEWHERE ? cells.value.trim() : area.value, to });

  /** Fills the fields with what the text says. What the author has not written yet stays, unless another piece is chosen. */
  function fill(isOther = false) {
    const kind = view.kinds.find((one) => one.name === piece.value);
    now.textContent = said.get(piece.value) ?? '';
    const key = JSON.stringify([kind?.name, kind?.promotes, view.kinds.map((one) => one.name)]);
    if (!kind || (key === filled && !isOther)) return;
    filled = key;
    const [at, to] = kind.promotes ?? ['last rank', []];
    const isListed = [...area.options].some((one) => one.value === at);
    area.value = isListed ? at : ELSEWHERE;
    elsewhere.hidden = isListed;
    cells.value = isListed ? '' : at;
    const box = (value, words) => h('label', {}, h('input', { type: 'checkbox', value, checked: to.includes(value) }), ` ${words}`);
    const others = view.kinds.filter((one) => one.name !== kind.name && one.sided && one.royal === 'false');
    const rest = to.filter((name) => name !== 'others' && !others.some((one) => one.name === name));
    boxes.replaceChildren(...[...others.map((one) => one.name), ...rest].map((name) => box(name, name)), box('others', 'all others'));
  }

  form.onsubmit = (event) => {
    event.preventDefault();
    if (chosen().length) write(chosen()); else boxes.querySelector('input')?.focus();
  };

  return {
    part,
    show(next) {
      view = next;
      const isNew = !piece.options.length;
      offer(piece, view.kinds.filter((kind) => kind.sided).map((kind) => [kind.name, kind.name]));
      // Most games have a pawn, and it is the piece that promotes.
      const usual = view.kinds.find((kind) => kind.promotes) ?? view.kinds.find((kind) => said.get(kind.name)) ?? view.kinds.find((kind) => kind.name === 'pawn');
      if (isNew && usual) piece.value = usual.name;
      offer(area, [...zonesOf(view), [ELSEWHERE, 'other cells…']]);
      fill();
    },
    /** Takes over what the game says about the promotion of its pieces. */
    played(pieces) {
      said = new Map(pieces.map((one) => [one.name.split(',')[0].toLowerCase(), one.promotes.join(' ')]));
      if (view) now.textContent = said.get(piece.value) ?? '';
    },
  };
}

/** Creates the forms in `#conduct-parts`. `revise` makes a change of the text. */
export function conduct({ revise }) {
  const promotes = promotion({ revise });
  const lists = LISTS.map((one) => sentences(one, { revise }));
  const [goals, ...rest] = lists;
  $('conduct-parts').replaceChildren(goals.part, promotes.part, ...rest.map((one) => one.part));
  goals.part.open = true;
  return {
    show(view) { for (const one of [...lists, promotes]) one.show(view); },
    played: promotes.played,
  };
}
