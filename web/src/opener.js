// The dialog that opens files: definitions, variants and diagrams of other programs, games and positions. A file is
// chosen, dropped on the page or pasted as text. The engine says what it is.

import { $, OVERTAKEN, ask, drop, h } from './api.js';

/** The largest file in bytes, as in the engine. */
const MOST = 4 * 1_048_576;
/** The number of sections whose outcome is asked for at a time. */
const SECTIONS = 8;
/** The number of rows that are shown. The filter finds the others. */
const ROWS = 200;
/** The length from which a pasted text is opened at once, in characters. */
const LONG = 50_000;
/** The name of a pasted text. */
const PASTED = 'pasted text';

const capital = (words) => (words ? words[0].toUpperCase() + words.slice(1) : '');
const count = (n, one, more) => `${n} ${n === 1 ? one : more}`;

/** The content of a file for the engine: a text, or bytes in base 64 if it is no text in UTF-8. */
async function content(file) {
  if (file.size > MOST) throw new Error(`It has ${file.size} bytes, but Studio opens files of at most ${MOST}.`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    return { content: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    let letters = '';
    for (let at = 0; at < bytes.length; at += 8192) letters += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return { base64: btoa(letters) };
  }
}

/**
 * Connects the dialog. `pick` lets the user choose a file, `text()` is the definition on the page, and `danger(answer)` says
 * what unsaved work an answer would replace, or returns null. `save` saves it. `definition`, `variant` and `record` show what was
 * opened, `copy(name)` opens a shipped game, and `values` takes a file of learned values.
 */
export function opener({ pick, text, danger, save, definition, variant, record, copy, values }) {
  /** The file: its name, its content for the engine, and perhaps the handle with which the page may write it. */
  let file = null;
  /** The list on show: its rows, and what they are. */
  let rows = [];
  /** Goes on with the outcomes of the sections on show, if there are any. */
  let examine = () => {};
  /** Changes when another file is opened, so that late answers do not count. */
  let age = 0;

  const dialog = $('opener');
  const ask_ = (more, lane = 'file') => ask('file', { text: text(), name: file.name, content: file.content, base64: file.base64, ...more }, lane);
  const say = (words) => { $('opener-word').textContent = words; };

  /** Shows one of the steps: `ask`, `list` or `found`. */
  function step(name) {
    for (const one of ['ask', 'list', 'found']) $(`opener-${one}`).hidden = one !== name;
    $('opener-back').hidden = name === 'ask';
    $('opener-again').hidden = name !== 'found' || !rows.length;
    if (!dialog.open) dialog.showModal();
  }

  function begin() {
    age += 1;
    drop('outcomes');
    file = null;
    rows = [];
    $('opener-title').textContent = 'Open';
    say('');
    step('ask');
    $('opener-text').focus();
  }

  function close() {
    age += 1;
    drop('outcomes');
    drop('file');
    rows = [];
    $('opener-text').value = '';
    dialog.close();
  }

  /** Returns to the list, after one of its parts could not be opened. */
  function again() {
    age += 1;
    say('');
    step('list');
    draw();
    $('opener-filter').focus();
    examine();
  }

  /** Opens a file that was chosen, dropped or pasted. */
  async function take(one, handle = null) {
    age += 1;
    const mine = age;
    drop('outcomes');
    rows = [];
    if (one.name.endsWith('.values')) {
      try { await values(one); close(); } catch (error) { refuse(one.name, error.message); }
      return;
    }
    $('opener-title').textContent = one.name;
    step('found');
    $('opener-found').replaceChildren();
    say('Reading…');
    try {
      const read = await content(one);
      if (mine !== age) return;
      file = { name: one.name, handle, ...read };
    } catch (error) { refuse(one.name, error.message); return; }
    const answer = await ask_({});
    if (answer === OVERTAKEN || mine !== age) return;
    if (answer.error) { refuse(one.name, `${capital(answer.error)}.`); return; }
    say('');
    if (answer.kind === 'variants') sections(answer);
    else if (answer.kind === 'records') records(answer);
    else await arrive(answer);
  }

  /** Says why a file is not opened. */
  function refuse(name, why, ...buttons) {
    $('opener-title').textContent = name;
    step('found');
    say('');
    $('opener-found').replaceChildren(h('p', { role: 'alert' }, why), buttons.length ? h('p', { class: 'strip' }, ...buttons) : '');
    (buttons[0] ?? (rows.length ? $('opener-again') : $('opener-back'))).focus();
  }

  /** Shows what was opened, after the user has agreed to lose unsaved work. */
  async function arrive(answer) {
    if (answer.kind === 'advice') {
      const near = answer.nearest && h('button', { class: 'main', onclick: () => { close(); copy(answer.nearest); } }, `Open a copy of ${answer.nearest}`);
      refuse(file.name, `${capital(answer.advice)}.`, ...(near ? [near] : []));
      return;
    }
    if (answer.kind === 'import' && answer.definition === null) { nothing(answer); return; }
    const mine = age;
    const lost = await danger(answer);
    if (mine !== age) return;
    const source = { ...file };
    const run = () => {
      close();
      const show = { definition, import: variant, record }[answer.kind];
      show(answer, source);
    };
    if (!lost) { run(); return; }
    refuse(source.name, lost, h('button', { onclick: run }, 'Open it all the same'), h('button', { onclick: () => { close(); save(); } }, 'Save the text first'));
  }

  /** A variant of which no definition could be made. */
  function nothing(answer) {
    const one = (remark) => h('li', {}, remark.line ? h('strong', {}, `Line ${remark.line}: `) : null, remark.message, remark.help ? h('em', {}, ` ${remark.help}`) : null);
    refuse(file.name, `“${answer.name}” cannot be imported.`);
    $('opener-found').append(h('ul', { class: 'remarks' }, ...answer.remarks.filter((remark) => remark.weight !== 'note').map(one), ...answer.findings.map((words) => h('li', {}, words))));
  }

  // ---- lists

  /** Shows rows, each with `title`, `about`, `kind`, and `open()`. `kinds` are the choices beside the filter. */
  function list(words, all, kinds) {
    rows = all;
    examine = () => {};
    $('opener-about').textContent = words;
    $('opener-filter').value = '';
    const before = $('opener-kind').value;
    $('opener-kind').replaceChildren(h('option', { value: '' }, 'all'), ...kinds.map((kind) => h('option', {}, kind)));
    $('opener-kind').value = kinds.includes(before) ? before : '';
    $('opener-kind').hidden = kinds.length < 2;
    step('list');
    draw();
    $('opener-filter').focus();
  }

  const fits = (row) => {
    const words = $('opener-filter').value.toLowerCase().split(/\s+/).filter(Boolean);
    const there = `${row.title} ${row.about}`.toLowerCase();
    return words.every((word) => there.includes(word)) && (!$('opener-kind').value || row.kind === $('opener-kind').value);
  };

  const describe = (row) => [h('strong', {}, row.title), h('span', { class: row.kind === 'not at all' || row.kind === 'unreadable' ? 'bad' : 'quiet' }, row.about)];

  function draw() {
    const shown = rows.filter(fits);
    const one = (row) => {
      row.button = h('button', { class: 'row', onclick: () => row.open() }, ...describe(row));
      return h('li', {}, row.button);
    };
    for (const row of rows) row.button = null;
    $('opener-rows').replaceChildren(...shown.slice(0, ROWS).map(one));
    $('opener-count').textContent = `${shown.length === rows.length ? '' : `${shown.length} of `}${rows.length}${shown.length > ROWS ? `; the first ${ROWS} are shown` : ''}`;
  }

  /** Opens a part of the file. */
  async function part(more) {
    drop('outcomes');
    age += 1;
    const mine = age;
    say('Reading…');
    const answer = await ask_(more);
    if (answer === OVERTAKEN || mine !== age) return;
    say('');
    if (!answer.error) { await arrive(answer); return; }
    const here = more.item !== undefined && !more.here && h('button', { onclick: () => part({ ...more, here: true }) }, 'Read it with the rules on the page');
    refuse(file.name, `${capital(answer.error)}.`, ...(here ? [here] : []));
  }

  /** The sections of a file of variants. Their outcomes follow. */
  async function sections({ sections: heads, remarks }) {
    if (!heads.length) { refuse(file.name, 'It has no section; a section begins with a line such as “[name:parent]”.'); return; }
    if (heads.length === 1) { await part({ section: 0 }); return; }
    const all = heads.map(({ name, parent, line }, n) => ({
      head: [`line ${line}`, parent ? `like ${parent}` : ''].filter(Boolean).join(', '),
      title: name, about: `line ${line}${parent ? `, like ${parent}` : ''}`, kind: '', open: () => part({ section: n }),
    }));
    const stray = remarks.length ? ` ${count(remarks.length, 'line belongs', 'lines belong')} to no section.` : '';
    const words = () => {
      const of = (kind) => all.filter((row) => row.kind === kind).length;
      const known = all.filter((row) => row.kind).length;
      return `${count(all.length, 'section', 'sections')}: ${of('complete')} complete, ${of('partly')} partly, ${of('not at all')} not at all${known < all.length ? `; ${all.length - known} not yet examined` : ''}.${stray}`;
    };
    list(words(), all, ['complete', 'partly', 'not at all']);
    let at = 0;
    examine = async () => {
      const mine = age;
      while (at < all.length) {
        const answer = await ask_({ outcomes: [at, SECTIONS] }, 'outcomes');
        if (answer === OVERTAKEN || mine !== age) return;
        if (answer.error) { say(`The results are not known: ${answer.error}.`); return; }
        for (const [n, { extent, lost, first }] of answer.outcomes.entries()) {
          const row = all[at + n];
          row.kind = extent;
          const why = lost > 1 ? `${lost} rules are lost: ${first}, …` : first ?? '';
          row.about = [extent, row.head, why].filter(Boolean).join(' · ');
          row.button?.replaceChildren(...describe(row));
        }
        at += SECTIONS;
        $('opener-about').textContent = words();
        if ($('opener-kind').value) draw();
      }
    };
    examine();
  }

  /** The games or positions of a file. */
  async function records({ items, content: sort, left }) {
    if (!items.length) { refuse(file.name, 'It has no game.'); return; }
    if (items.length === 1 && items[0].error) { refuse(file.name, `${capital(items[0].error)}.`); return; }
    if (items.length === 1) { await part({ item: items[0].number }); return; }
    const noun = sort === 'games' ? ['game', 'games'] : ['position', 'positions'];
    const row = (item) => {
      if (item.error) return { title: `${capital(noun[0])} ${item.number}`, about: item.error, kind: 'unreadable', open: () => refuse(file.name, `${capital(item.error)}.`) };
      const players = item.white || item.black ? `${item.white ?? '?'} – ${item.black ?? '?'}` : '';
      const title = players || item.operations || item.position || `${capital(noun[0])} ${item.number}`;
      const about = [item.here ? `${item.game}, on the page` : item.game ?? item.unknown ?? '', item.result === '*' ? null : item.result, sort === 'games' ? count(item.plies, 'move', 'moves') : null,
        item.event, item.date, `line ${item.line}`];
      return { title, about: about.filter(Boolean).join(' · '), kind: item.game ?? 'unknown', open: () => part({ item: item.number }) };
    };
    const all = items.map(row);
    const rest = left ? ` ${left} more are not listed.` : '';
    list(`${count(all.length, ...noun)}.${rest}`, all, [...new Set(all.map((one) => one.kind))].sort());
  }

  // ---- input

  $('opener-pick').onclick = async () => {
    try {
      const chosen = await pick();
      if (chosen) await take(chosen.file, chosen.handle);
    } catch (error) { say(`Not opened: ${error.message}.`); }
  };
  $('opener-form').onsubmit = (event) => {
    event.preventDefault();
    const pasted = $('opener-text').value;
    if (pasted.trim()) take(new File([pasted], PASTED)); else say('There is no text yet.');
  };
  // A copied file is pasted as a file. So is a long text, because the field would show it slowly.
  dialog.addEventListener('paste', (event) => {
    const words = event.clipboardData.getData('text');
    const pasted = event.clipboardData.files[0] ?? (words.length > LONG ? new File([words], PASTED) : null);
    if (!pasted) return;
    event.preventDefault();
    take(pasted);
  });
  for (const id of ['opener-filter', 'opener-kind']) $(id).addEventListener('input', draw);
  $('opener-filter').addEventListener('keydown', (event) => {
    const first = $('opener-rows').querySelector('button');
    if (!first || (event.key !== 'ArrowDown' && event.key !== 'Enter')) return;
    event.preventDefault();
    if (event.key === 'ArrowDown') first.focus(); else if ($('opener-rows').children.length === 1) first.click();
  });
  $('opener-rows').addEventListener('keydown', (event) => {
    const buttons = [...$('opener-rows').querySelectorAll('button')];
    const at = buttons.indexOf(event.target);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    (buttons[to] ?? (to < 0 ? $('opener-filter') : buttons[at])).focus();
  });
  $('opener-back').onclick = begin;
  $('opener-again').onclick = again;
  $('opener-close').onclick = close;
  dialog.addEventListener('cancel', (event) => { event.preventDefault(); close(); });

  // The editor would insert the text of a dropped file, so the page takes the event before it.
  const isFile = (event) => event.dataTransfer?.types.includes('Files');
  for (const name of ['dragenter', 'dragover']) {
    addEventListener(name, (event) => {
      if (!isFile(event)) return;
      event.preventDefault();
      event.stopPropagation();
      event.dataTransfer.dropEffect = 'copy';
      document.body.dataset.drop = '';
    }, true);
  }
  addEventListener('dragleave', (event) => { if (!event.relatedTarget) delete document.body.dataset.drop; }, true);
  addEventListener('drop', (event) => {
    delete document.body.dataset.drop;
    if (!isFile(event)) return;
    event.preventDefault();
    event.stopPropagation();
    const [dropped] = event.dataTransfer.files;
    if (dropped) take(dropped);
  }, true);

  return { begin };
}
