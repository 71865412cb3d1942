// The game in play: a tree of moves, the board or plane with the current position, and its texts.

import { $, OVERTAKEN, ask, drop, h } from './api.js';
import { board } from './board.js';
import * as choice from './choice.js';
import { clock } from './clock.js';
import { gauge } from './gauge.js';
import { keys } from './keys.js';
import * as motion from './motion.js';
import { add, graft, line as wayTo, moveList, number, pack, root as emptyTree, unpack } from './moves.js';
import { plane } from './plane.js';
import { players } from './players.js';
import { review } from './review.js';
import * as sides from './sides.js';
import { sight } from './sight.js';
import * as sound from './sound.js';
import { lacks } from './symbols.js';

/** The time of a search for a hint in seconds. */
const HINT_SECONDS = 1.5;

const capital = (words) => words[0].toUpperCase() + words.slice(1);

/** Creates the game. `text()` returns the definition, `edit` applies an edit to the text, `show` selects letters, `shown(view, node)` is called after each change of the position, the tree or the clocks. */
export function game({ text, edit, show, shown }) {
  let glyphs = {};
  /** The pictures of the pieces by the name of their set. */
  let sets = {};
  /** The colours of the sides. */
  let colours = {};
  /** By how many degrees the board turns for each side; null with two sides. */
  let turns = null;
  let view = null;
  let start = null;
  let refused = null;
  /** The difference between a failed test and the position at the root. */
  let differs = null;
  /** The text to which the values of the nodes belong. */
  let valued = null;
  /** The number of the side that sits at the bottom. */
  let seat = 0;
  /** The numbered starts of a shuffled game: their number, and the number of the written setup. */
  let starts = null;
  /** The tags and the result of the record on the board, with the moves of its main line. */
  let source = null;
  /** What the next drawing of the same position says. */
  let news = '';
  const root = emptyTree();
  let here = root;

  const say = (words, place) => {
    $('word').replaceChildren(words ?? '', ...(place ? [' ', h('button', { class: 'link', onclick: () => show(place) }, 'Show the rule')] : []));
  };
  const line = (node = here) => wayTo(node);
  const about = (node, more = {}) => ({ text: text(), start, moves: line(node), as: looks.as(), ...more });
  const question = (more = {}) => about(here, more);

  const shaped = (wide) => $('table').classList.toggle('wide', wide);
  /** Says something to screen readers only. */
  const tell = (words) => { $('part').textContent = words; };
  const pieces = { refuse, say, tell, question, shaped, name: (side) => (sides.areUsual() ? side : sides.name(side)), picked: () => { hands(); others(); buttons(); }, choose: choice.choose, unask: choice.close };
  const cellsRoot = h('div');
  const pointsRoot = h('div');
  const cells = board(cellsRoot, { ...pieces, play: step });
  const points = plane(pointsRoot, $('glide'), { ...pieces, play });
  const table = () => (view?.form === 'points' ? points : cells);

  const computer = players({
    view: () => view, question, say, isLast: () => !here.children.length,
    play: step,
    // Only a game with `sight` looks different to other players.
    changed: async () => { if (view && (looks.wanted(view.side) ?? null) !== (view.looker ?? null)) await refresh(); },
  });
  const looks = sight({ people: computer.people, name: sides.name, changed: () => refresh(), opened: () => cellsRoot.querySelector('[tabindex="0"]')?.focus({ preventScroll: true }) });
  const bar = gauge({ here: () => here, question });
  const analysis = review({ line: whole, here: () => here, question: about, goto, advise, marked: () => list.draw() });
  const list = moveList(root, { here: () => here, goto, say, kept: () => shown(view, here) });
  const clocks = clock({ view: () => view, fell: flag, kept: () => shown(view, here) });

  /** Returns the nodes of the game from its start, through a node to the end. */
  function whole(through = here) {
    const nodes = [];
    for (let node = through; node; node = node.parent) nodes.unshift(node);
    while (nodes.at(-1).children.length) nodes.push(nodes.at(-1).children[0]);
    return nodes;
  }

  /** Draws a move that the computer recommends. */
  function advise(move, words) {
    table().advise(move);
    say(words);
  }

  async function hint() {
    say('The computer looks for a good move…');
    const node = here;
    const answer = await ask('analyze', question({ seconds: HINT_SECONDS }), 'hint');
    if (answer === OVERTAKEN || node !== here) return;
    if (answer.error) { say(`There is no hint: ${answer.error}.`); return; }
    // A hint searches longer than the bar.
    node.value = answer.value ?? node.value;
    bar.update(false);
    if (!answer.best) { say('The game is over.'); return; }
    const worth = answer.value ? ` ${capital(answer.value.words)} (${answer.value.text}).` : '';
    advise(answer.best, `Hint: ${answer.best.san}.${worth}${answer.line.length > 1 ? ` Expected: ${answer.line.join(' ')}` : ''}`);
  }

  /** Ends all searches of the computer. */
  function halt() {
    computer.stop();
    drop('hint');
    drop('value');
  }

  /** Plays one of several moves of a body, which differ in the promotion. */
  async function play(moves) {
    const options = moves.map(({ text, promotion }) => (promotion ? { words: promotion.kind, ...promotion } : { words: text }));
    const n = moves.length > 1 ? await choice.choose({ title: 'Promote to', options, glyphs }) : 0;
    if (n === null) { points.clear(); return; }
    await step(moves[n].text);
  }

  /** Plays a move. Returns false if it was not played. */
  async function step(wanted, by = 'person') {
    if (by === 'person' && computer.isThinking()) {
      table().clear();
      say('The computer is thinking; Stop lets you move for it.');
      return false;
    }
    if (clocks.words()) {
      table().clear();
      say(`${clocks.words()}. Set the clocks again, or remove them, to play on.`);
      return false;
    }
    if (by === 'person' && looks.isCovered()) return false;
    drop('hint');
    const answer = await ask('board', question({ moves: [...line(), wanted] }));
    if (answer === OVERTAKEN) return false;
    if (answer.error) { await refuse(wanted); return false; }
    const before = view;
    const last = answer.played.at(-1);
    // The next side to look is not told the move.
    here = add(here, { ...last, text: last.text ?? wanted, san: last.san ?? wanted });
    here.by = by;
    refused = null;
    take(answer);
    say(answer.told ? answer.told : '');
    sound.play(sound.between(before, answer));
    clocks.moved(before.side);
    computer.answer();
    bar.update(!computer.isThinking());
    return true;
  }

  /** Plays one or several typed moves, up to the first one that is not legal. */
  async function typed(words) {
    for (const [n, word] of words.entries()) {
      if (!(await step(word))) { $('move').value = words.slice(n).join(' '); return; }
    }
    $('move').value = '';
  }

  /** Takes the set of pictures that the user has chosen. */
  function dress() { glyphs = sets[$('set').value] ?? sets.symbols; }

  async function refuse(wanted) {
    const answer = await ask('why', question({ move: wanted }));
    if (answer === OVERTAKEN) return;
    if (answer.legal) { say(''); return; }
    refused = wanted;
    const why = answer.error ?? answer.why ?? 'It is not a legal move';
    const told = `${why[0].toUpperCase()}${why.slice(1)}${answer.help ? `; ${answer.help}` : ''}.`;
    say(`${wanted}: ${told}`, answer.place);
    buttons();
  }

  function take(answer) {
    view = answer;
    // At the end of a game, the moves are told that a side did not see.
    for (let node = here, n = view.played.length - 1; node.parent && n >= 0; node = node.parent, n -= 1) {
      const { text, san } = view.played[n];
      if (text !== null) Object.assign(node, { text, san });
    }
    const home = view.form === 'points' ? pointsRoot : cellsRoot;
    if (home.parentNode !== $('board')) { $('board').replaceChildren(home); shaped(false); }
    table().show(view, glyphs);
    difference();
    hands();
    others();
    list.draw();
    buttons();
    computer.show();
    looks.show(view);
    analysis.draw();
    const side = sides.name(view.side);
    const step = view.step > 1 ? `, step ${view.step} of the turn` : '';
    const told = view.told ? capital(view.told) : clocks.words() ?? (view.roll ? `${side} to roll the ${view.roll}` : `${side} to move${step}${view.check ? ', in check' : ''}`) + (view.dice ? `. ${view.dice}` : '') + (view.announced ? `. ${view.announced}` : '') + gone(view.out ?? []);
    // Screen readers announce the last move, if the player sees it.
    $('turn').replaceChildren(h('span', { class: 'hidden' }, here.san && (!view.looker || view.looker === here.side) ? `${{ computer: 'The computer plays ', dice: 'The dice show ' }[here.by] ?? ''}${here.san}. ` : ''), told);
    $('turn').dataset.side = view.side;
    $('turn').style.setProperty('--sign', colours[view.side] ?? '');
    if (document.activeElement !== $('pasted')) $('pasted').value = view.text;
    shown(view, here);
  }

  /** Shows the missing, the unwanted and the new moves of a failed test in this position. */
  function difference() {
    const here_ = here === root ? differs : null;
    cells.differ(here_);
    const list = (word, all, cls) => (all?.length ? h('p', { class: cls }, h('strong', {}, `${word} `), all.map((one) => one.text).join(' ')) : null);
    const why = here_?.failures.map((failure) => h('p', {}, failure.title)) ?? [];
    $('differs').replaceChildren(...[...why, list('Missing:', here_?.missing, 'missing'), list('Not wanted:', here_?.unwanted, 'unwanted'),
      list('New against the parent:', here_?.new, 'new'), list('Gone against the parent:', here_?.gone, 'missing')].filter(Boolean));
  }

  /** By how many degrees the board is turned for the side at the bottom. */
  const angle = () => (turns ? turns[sides.words()[seat]] : seat * 180);

  /** Turns the board so that the side with this number sits at the bottom. */
  function sit(next) {
    if (next === seat) return;
    seat = next;
    cells.spin(angle());
    if (sides.areTwo()) points.flip();
    bar.flip(sides.areTwo() && seat === 1);
  }

  /** Names the sides that are out. */
  function gone(out) {
    if (!out.length || view.told) return '';
    const all = out.map(sides.name);
    const last = all.pop();
    return `. ${all.length ? `${all.join(', ')} and ${last} are` : `${last} is`} out`;
  }

  function hands() {
    // The board leaves room for them.
    $('boardside').classList.toggle('handed', Boolean(view?.hands));
    if (!view?.hands) { $('hand-far').replaceChildren(); $('hand-near').replaceChildren(); return; }
    const of = cells.hands();
    const near = sides.words()[seat];
    $('hand-far').replaceChildren(...sides.words().filter((side) => side !== near).flatMap(of));
    $('hand-near').replaceChildren(...of(near));
  }

  for (const id of ['hand-far', 'hand-near']) {
    let held = null;
    $(id).addEventListener('pointerdown', (event) => {
      const button = event.target.closest('[data-letter]');
      if (!button || button.dataset.side !== view.side) return;
      held = { letter: button.dataset.letter, x: event.clientX, y: event.clientY, ghost: null, picture: button.querySelector('svg') };
      $(id).setPointerCapture(event.pointerId);
    });
    $(id).addEventListener('pointermove', (event) => {
      if (!held) return;
      if (!held.ghost && Math.hypot(event.clientX - held.x, event.clientY - held.y) > 5) {
        held.ghost = held.picture.cloneNode(true);
        held.ghost.classList.add('flying');
        document.body.append(held.ghost);
      }
      if (held.ghost) Object.assign(held.ghost.style, { left: `${event.clientX - 24}px`, top: `${event.clientY - 24}px` });
    });
    $(id).addEventListener('pointerup', (event) => {
      if (!held) return;
      const { letter, ghost } = held;
      held = null;
      ghost?.remove();
      if (ghost) cells.dropAt(event, letter);
      else cells.drop(letter);
    });
    $(id).addEventListener('keydown', (event) => {
      const button = event.target.closest('[data-letter]');
      if (!button || button.dataset.side !== view.side || (event.key !== 'Enter' && event.key !== ' ')) return;
      event.preventDefault();
      cells.drop(button.dataset.letter);
      cellsRoot.querySelector('[tabindex="0"]')?.focus();
    });
  }

  /** What is no cell: a roll, a passed step, a section that slides, a choice beside those of cells. */
  function others() {
    const list = view?.form === 'cells' ? cells.actions() : [];
    if (view?.roll && !view.told) list.push({ words: `Roll the ${view.roll}`, run: () => computer.answer() });
    $('others').replaceChildren(...list.map(({ words, run }) => h('button', { onclick: run }, words)));
  }

  function buttons() {
    $('back').disabled = !here.parent && !cells.isBegun();
    $('forth').disabled = !here.children.length;
    // The computer would look at the whole position.
    $('hint').disabled = Boolean(view?.told || view?.looker);
    $('analyse').disabled = !here.parent && !here.children.length;
    for (const button of $('record').querySelectorAll('button')) {
      const { what } = button.dataset;
      if (what === 'position') button.title = view?.form === 'points' ? 'Moves on a plane cannot be counted' : 'The number of legal moves';
      button.disabled = what === 'legal' ? !here.parent : what === 'illegal' ? !refused : what === 'end' ? !here.parent || start !== null : view?.form === 'points';
    }
  }

  async function goto(node) {
    halt();
    clocks.pause();
    here = node;
    refused = null;
    return refresh();
  }

  /** Ends the game because the time of a side is over. */
  function flag() {
    halt();
    take(view);
    say(`${clocks.words()}.`);
    sound.play('end');
  }

  /** Takes back the last move. Between a person and the computer, also the answer of the computer. */
  async function back() {
    let shown = await goto(here.parent);
    while (shown && here.parent && computer.isAnswer()) shown = await goto(here.parent);
  }

  /** Forgets all that the computer has found. */
  function forgetValues() {
    const clear = (node) => { node.value = null; node.review = null; node.children.forEach(clear); };
    clear(root);
    analysis.forget();
  }

  /** Begins with an empty tree of moves. */
  function anew(position) {
    halt();
    clocks.reset();
    $('startnumber').value = position === null ? starts?.written ?? '' : '';
    start = position;
    refused = null;
    source = null;
    root.children = [];
    here = root;
    differs = null;
    forgetValues();
  }

  /**
   * Requests the position again, after the text has changed or another move was chosen. Returns false if a newer request
   * replaced this one, or if there is no position.
   */
  async function refresh() {
    let answer = await ask('board', question());
    if (answer === OVERTAKEN) return false;
    if (answer.error && !answer.gone && (here.parent || start)) {
      const why = answer.error;
      anew(null);
      answer = await ask('board', question());
      if (answer === OVERTAKEN) return false;
      say(`The game starts again: ${why}.`);
    } else say(news);
    news = '';
    if (answer.error) { say(answer.error); return false; }
    take(answer);
    bar.update(true);
    return true;
  }

  async function record(what) {
    const more = { what };
    if (what === 'legal') Object.assign(more, { moves: line(here.parent), move: here.text });
    if (what === 'illegal') more.move = refused;
    const answer = await ask('record', question(more));
    if (answer === OVERTAKEN) return;
    if (answer.error) { say(answer.error); return; }
    // The change of the text draws the position again.
    news = 'Added to the tests.';
    say(news);
    edit(answer.edit);
  }

  /** Sets up the start of a shuffled game with this number. */
  async function begin(number) {
    const answer = await ask('start', { text: text(), number });
    if (answer === OVERTAKEN) return;
    if (answer.error) { say(`${capital(answer.error)}.`); return; }
    anew(number === starts.written ? null : answer.start);
    $('startnumber').value = number;
    news = `Start ${number} of ${starts.count}; the first has number 0.`;
    await refresh();
  }

  const read = async () => open(await ask('line', question({ pasted: $('pasted').value })));

  /** Shows a game that the server has read. */
  async function open(answer) {
    if (answer === OVERTAKEN) return;
    if (answer.error) { say(answer.error); return; }
    fill(answer);
    if (answer.lost) news = `${capital(answer.lost)}.`;
    await refresh();
  }

  /** Takes over a game that was read, before it is drawn: its `tree`, or the moves `played`. */
  function fill({ start: position, played, tree, tags, result }) {
    anew(position);
    if (tree) here = graft(root, tree);
    else for (const move of played) here = add(here, move);
    if (tags?.length) source = { tags, result, moves: line() };
  }

  /** The texts of the moves of the main line. */
  const main = () => wayTo(whole(root).at(-1));

  $('back').onclick = () => { if (!cells.back() && here.parent) back(); };
  $('forth').onclick = () => here.children.length && goto(here.children[0]);
  $('restart').onclick = () => goto(root);
  $('flip').onclick = () => { sit((seat + 1) % sides.words().length); hands(); };
  $('set').onchange = () => { localStorage.setItem('set', $('set').value); dress(); if (view) { table().show(view, glyphs); hands(); } };
  $('hint').onclick = hint;
  $('read').onclick = read;
  $('typed').onsubmit = (event) => {
    event.preventDefault();
    typed($('move').value.trim().split(/\s+/).filter(Boolean));
  };
  $('starts').onsubmit = (event) => {
    event.preventDefault();
    const written = $('startnumber').value.trim();
    if (/^\d+$/.test(written)) begin(Number(written));
    else say('The number of a start must be a whole number.');
  };
  $('another').onclick = () => begin(Math.floor(Math.random() * starts.count));
  for (const button of $('record').querySelectorAll('button')) button.onclick = () => record(button.dataset.what);
  keys({
    back: () => $('back').click(), on: () => $('forth').click(), start: () => $('restart').click(), end: list.end,
    before: () => list.turn(-1), after: () => list.turn(1), flip: () => $('flip').click(), hint: () => $('hint').click(), value: () => $('value').click(),
    comment: () => { if (here.parent) { $('annotate').open = true; $('comment').focus(); } }, type: () => $('move').focus(),
  });
  for (const [id, part] of [['sound', sound], ['motion', motion]]) {
    $(id).checked = part.isOn();
    $(id).onchange = () => part.set($(id).checked);
  }

  return {
    question,
    refresh,
    /** Takes over another definition: its pictures, and the position by its rules. */
    async change(about_) {
      const before = starts?.written;
      starts = about_.starts;
      $('starts').hidden = !starts;
      if (starts && (before === undefined || start === null)) $('startnumber').value = start === null ? starts.written ?? '' : '';
      sets = { symbols: about_.glyphs, figures: about_.figures };
      if (sides.words().join() !== Object.keys(about_.sides).join()) sit(0);
      const isOther = sides.change(about_.sides);
      ({ colours, turns = null } = about_);
      cells.spin(angle());
      computer.change(isOther, colours);
      for (const side of ['white', 'black']) $('turn').style.setProperty(`--${side}`, colours[side] ?? '');
      $('turn').classList.toggle('many', !sides.areTwo());
      $('only-two').hidden = sides.areTwo();
      $('analyse').hidden = !sides.areTwo();
      bar.allow(sides.areTwo());
      clocks.change(isOther, colours);
      looks.change(about_.sight);
      $('sets').hidden = !about_.figures;
      $('set').value = localStorage.getItem('set') ?? (about_.figures && lacks(Object.values(about_.glyphs)) ? 'figures' : 'symbols');
      dress();
      // The text is the same after it was saved.
      if (text() !== valued) forgetValues();
      valued = text();
      await refresh();
      computer.resume();
    },
    /** The pictures of the pieces, of the chosen set. */
    glyphs: () => glyphs,
    /** The position on the board. */
    view: () => view,
    /** What people call a side. */
    nameOf: sides.name,
    /** The tree of moves as a list, for a PGN: each move names the one before it, from 1; 0 is the start. */
    tree() {
      const list = [];
      const put = (nodes, after) => nodes.forEach((node) => {
        list.push({ move: node.text, comment: node.comment ?? '', before: node.before, glyphs: node.glyphs, after });
        put(node.children, list.length);
      });
      put(root.children, 0);
      return list;
    },
    /** The tags of the record from which the game came. Its result counts as long as the main line is the same. */
    tags() {
      const isSame = source && main().join(' ') === source.moves.join(' ');
      const others = source?.tags.filter(([name]) => name.toLowerCase() !== 'result') ?? [];
      return isSame && source.result ? [...others, ['Result', source.result]] : others;
    },
    /** Takes over a game that was read, before the first position is drawn. */
    fill,
    /** The game with its variations, comments and clocks, as plain data for a reload. */
    pack: () => ({ start, source, ...pack(root, here), clock: clocks.pack() }),
    /** Takes over such data, before the first position is drawn. */
    unpack({ start: position, source: record, clock: times, ...game_ }) {
      anew(position);
      source = record ?? null;
      here = unpack(root, game_);
      clocks.unpack(times);
    },
    /** Ends all searches, because the text is changing. */
    interrupt() {
      clocks.pause();
      computer.interrupt();
      drop('hint');
      drop('value');
      analysis.stop();
    },
    /** Begins with a position, such as that of a test. */
    async begin(position, test) { anew(position); differs = test?.failures.length ? test : null; await refresh(); },
    /** Shows the end of a game: moves from a position, or from the start. */
    async follow(position, moves) { await open(moves.length ? await ask('line', { ...question({}), start: position, pasted: moves.join(' ') }) : { start: position, played: [] }); },
    forget() { anew(null); },
  };
}
