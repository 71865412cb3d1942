// Zones on the board of the setup: cells are painted, and the text says which.

import { $, h } from './api.js';

/** Creates the controls of zones. `rest` ends what other tools do, and `redraw` draws the board again. */
export function zones({ revise, view, redraw, rest }) {
  let on = false;
  /** The cells of a stroke, and whether it adds or removes them. */
  let stroke = null;
  /** Strokes that the text does not have yet, the oldest first. */
  const pending = [];
  /** Strokes wait for each other, because each adds to the zone after the one before. */
  let last = Promise.resolve();

  const name = () => $('zone').value.trim();
  const zone = () => view()?.zones.find((one) => one.name === name());
  const words = () => Object.keys(view().sides);
  /** The side whose cells are painted; all sides have the same ones under `all`. */
  const side = () => $('zone-side').value;
  /** The side whose cells are shown. */
  const shown = (chosen) => (words().includes(chosen) ? chosen : words()[0]);
  const cells = (of) => new Set(zone()?.cells[of] ?? []);

  function has(cell) {
    if (!on) return false;
    const newest = [...pending, stroke].findLast((one) => one?.cells.has(cell));
    return newest ? newest.adds : cells(shown(side())).has(cell);
  }

  /** Offers the sides of the game. */
  function sides() {
    const { sides: names } = view();
    const all = [['all', words().length === 2 ? 'for both sides' : 'for all sides'], ...words().map((word) => [word, `for ${names[word]}`])];
    if (all.flat().join() === [...$('zone-side').options].flatMap((one) => [one.value, one.text]).join()) return;
    const chosen = side();
    $('zone-side').replaceChildren(...all.map(([value, text]) => h('option', { value }, text)));
    if (all.some(([value]) => value === chosen)) $('zone-side').value = chosen;
  }

  function show() {
    const { zones: all } = view();
    sides();
    $('zone-names').replaceChildren(...all.map((one) => h('option', { value: one.name })));
    $('zone-remove').disabled = !zone()?.own;
    $('zone-paint').setAttribute('aria-pressed', String(on));
  }

  /** Writes a stroke into the text. */
  async function write({ cells: changed, adds, zone: target, side: whose }) {
    const known = view()?.zones.find((one) => one.name === target);
    const after = (of) => {
      const all = new Set(known?.cells[of] ?? []);
      for (const cell of changed) if (adds) all.add(cell); else all.delete(cell);
      return [...all];
    };
    const painted = shown(whose);
    const of = (word) => (whose === 'all' ? after(painted) : word === whose || !known ? after(word) : known.cells[word]);
    await revise({ do: 'zone', name: target, cells: Object.fromEntries(words().map((word) => [word, of(word)])) });
  }

  function finish() {
    const mine = { ...stroke, zone: name(), side: side() };
    pending.push(mine);
    stroke = null;
    last = last.then(() => write(mine)).catch(() => {}).then(() => {
      pending.splice(pending.indexOf(mine), 1);
      if (view()) { show(); redraw(); }
    });
  }

  function begin(cell) {
    stroke = { cells: new Set([cell]), adds: !has(cell) };
    redraw();
  }

  function stop() {
    on = false;
    show();
    redraw();
  }

  $('zone-paint').onclick = () => {
    if (on) { stop(); return; }
    if (!name()) { $('zone').focus(); return; }
    rest();
    on = true;
    show();
    redraw();
  };
  $('zone').oninput = () => { show(); redraw(); };
  $('zone-side').onchange = () => redraw();
  $('zone-remove').onclick = () => revise({ do: 'remove-zone', name: name() });

  return {
    isOn: () => on,
    has, name, show, begin,
    stop: () => { if (on) stop(); },
    /** Takes a cell into the stroke. */
    over(cell) { if (stroke && !stroke.cells.has(cell)) { stroke.cells.add(cell); redraw(); } },
    end: () => { if (stroke) finish(); },
    toggle(cell) { begin(cell); finish(); },
  };
}
