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
  /** The side whose cells are painted; both sides have the same ones under `both`. */
  const side = () => $('zone-side').value;
  const shown = () => (side() === 'black' ? 'black' : 'white');
  const cells = (of) => new Set(zone()?.[of] ?? []);

  function has(cell) {
    if (!on) return false;
    const newest = [...pending, stroke].findLast((one) => one?.cells.has(cell));
    return newest ? newest.adds : cells(shown()).has(cell);
  }

  function show() {
    const { zones: all } = view();
    $('zone-names').replaceChildren(...all.map((one) => h('option', { value: one.name })));
    $('zone-remove').disabled = !zone()?.own;
    $('zone-paint').setAttribute('aria-pressed', String(on));
  }

  /** Writes a stroke into the text. */
  async function write({ cells: changed, adds, zone: target, side: whose }) {
    const known = view()?.zones.find((one) => one.name === target);
    const after = (of) => {
      const all = new Set(known?.[of] ?? []);
      for (const cell of changed) if (adds) all.add(cell); else all.delete(cell);
      return [...all];
    };
    const painted = whose === 'black' ? 'black' : 'white';
    const sides = ['white', 'black'].map((of) => (whose === 'both' ? after(painted) : of === whose || !known ? after(of) : known[of]));
    await revise({ do: 'zone', name: target, white: sides[0], black: sides[1] });
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
