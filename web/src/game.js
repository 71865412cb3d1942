// The game in play: a tree of moves, the board or plane with the current position, and its texts.

import { $, OVERTAKEN, ask, drop, h } from './api.js';
import { board } from './board.js';
import * as choice from './choice.js';
import { clock } from './clock.js';
import { lost, rolled, tile } from './dice.js';
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
import { beside, size, watch } from './wrap.js';

/** The time of a search for a hint in seconds. */
const HINT_SECONDS = 1.5;

const capital = (words) => words[0].toUpperCase() + words.slice(1);
const small = (words) => words[0].toLowerCase() + words.slice(1);
/** Joins sentences. Only the last one may be without its end. */
const sentences = (list) => list.reduce((all, one) => (/[.?!]$/.test(all) ? `${all} ${one}` : `${all}. ${one}`));
const listed = (words) => (words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : words[0]);
/** A question with more letters is a rule, and stands below the board. */
const BRIEF = 60;

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
  /** The number of the start on the board, if it is one of the numbered ones. */
  let startNumber = null;
  /** The question of the present part of a move. */
  let asked = null;
  /** The words that bring back the game before a new one, until a person moves. */
  let offer = null;
  /** The first sentence of the rules about a turn, and the names of the pictures of kinds, without the letter of a side. */
  let turnRule = null;
  let pictures = new Map();
  /** Whether the next position that is shown begins a game against the computer. */
  let isChallenged = false;
  const root = emptyTree();
  let here = root;

  const say = (words, place) => {
    $('word').replaceChildren(words ?? '', ...(place ? [' ', h('button', { class: 'link', onclick: () => show(place) }, 'Show the rule')] : []));
  };
  const line = (node = here) => wayTo(node);
  const about = (node, more = {}) => ({ text: text(), start, moves: line(node), as: looks.as(), ...more });
  const question = (more = {}) => about(here, more);

  const shaped = (wide) => { $('table').classList.toggle('wide', wide); size(); };
  /** Says something to screen readers only. */
  const tell = (words) => { $('part').textContent = words; };
  const near = (words, where) => beside($('bubble'), words, where);
  const asks = (words) => {
    const brief = words !== null && words.length <= BRIEF && words.endsWith('?');
    asked = brief ? words : null;
    if (words && !brief) say(words);
    if (view) headline();
  };
  const pieces = { refuse, say, tell, question, shaped, near, asks, name: (side) => (sides.areUsual() ? side : sides.name(side)), picked: () => { hands(); others(); buttons(); }, choose: choice.choose, unask: choice.close };
  const cellsRoot = h('div');
  const pointsRoot = h('div');
  const cells = board(cellsRoot, { ...pieces, play: step });
  const points = plane(pointsRoot, $('glide'), { ...pieces, play });
  const table = () => (view?.form === 'points' ? points : cells);

  const computer = players({
    view: () => view, question, say, isLast: () => !here.children.length,
    play: step,
    // Only a game with `sight` looks different to other players.
    changed: async () => {
      if (!view) return;
      if ((looks.wanted(view.side) ?? null) !== (view.looker ?? null)) await refresh();
      else kept();
    },
  });
  const looks = sight({ people: computer.people, name: sides.name, changed: () => { if (view) refresh(); }, opened: () => cellsRoot.querySelector('[tabindex="0"]')?.focus({ preventScroll: true }) });
  const bar = gauge({ here: () => here, question });
  const analysis = review({ line: whole, here: () => here, question: about, goto, advise, marked: () => list.draw() });
  const kept = () => { if (view) shown(view, here); };
  const list = moveList(root, { here: () => here, goto, say, kept });
  const clocks = clock({ view: () => view, fell: flag, kept });

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
    if (!view) return;
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
    advise(answer.best, `Hint: ${answer.best.san}.${worth}${answer.shown.length > 1 ? ` Expected: ${answer.shown.join(' ')}` : ''}`);
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
    // Until the position of another game arrives, there is no game.
    if (!view) return false;
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
    if (by === 'person') offer = null;
    say(answer.told ?? offer ?? ruleOf(answer));
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
    $('table').classList.remove('awaits');
    // The board leaves room for pieces in hand.
    $('boardside').classList.toggle('handed', Boolean(view.hands));
    $('table').removeAttribute('aria-busy');
    asked = null;
    headline();
    table().show(view, glyphs);
    if ($('lens').firstChild !== table().lens) $('lens').replaceChildren(table().lens);
    difference();
    hands();
    others();
    // What stands around the board decides how large it may be.
    size();
    list.draw();
    buttons();
    computer.show();
    looks.show(view);
    analysis.draw();
    if (document.activeElement !== $('pasted')) $('pasted').value = view.text;
    shown(view, here);
    if (isChallenged) playComputer();
  }

  /** Whose turn it is, or how the game has ended. */
  function toMove() {
    const side = sides.name(view.side);
    if (view.told) return capital(view.told);
    if (clocks.words()) return clocks.words();
    const turn = lost(view);
    const before = turn ? `${sides.name(turn.side)} rolled ${listed(turn.values)} and has no move; ` : '';
    if (view.roll) return `${before}${side} to roll the ${view.roll}`;
    const step = view.step > 1 && !view.dice ? `, step ${view.step} of the turn` : '';
    return `${before}${side} to move${step}${view.check ? ', in check' : ''}`;
  }

  /** What the rules say about the steps of a turn, for a later step of one. Dice say it themselves. */
  const ruleOf = ({ step, dice, told }) => (step > 1 && !dice && !told && turnRule ? turnRule : '');

  /** The line above the board: the side to move, the question of a part, and the dice. */
  function headline() {
    const dice = rolled(view);
    const mine = view.pieces.find?.((piece) => piece.side === view.side && piece.glyph)?.glyph[0] ?? 'w';
    const picture = (value) => view.pieces.find((piece) => piece.side === view.side && piece.kind === value)?.glyph ?? (pictures.has(value) ? mine + pictures.get(value) : null);
    $('dice').replaceChildren(...dice.map((one) => tile(one, glyphs, picture)));
    const more = [view.dice, view.announced, gone(view.out ?? [])].filter(Boolean);
    // The dice are there as tiles.
    const question = asked && !view.told && !clocks.words() ? `: ${small(asked)}` : '';
    const [line_, rest] = [toMove(), dice.length ? more.slice(1) : more];
    const after = rest.length ? `${question ? ' ' : '. '}${sentences(rest)}` : '';
    const heard = dice.length ? `. ${view.dice}` : '';
    // Screen readers announce the last move, if the player sees it.
    const last = here.san && (!view.looker || view.looker === here.side) ? `${{ computer: 'The computer plays ', dice: 'The dice show ' }[here.by] ?? ''}${here.san}. ` : '';
    if ($('turn').textContent !== last + line_ + question + after + heard) {
      $('turn').replaceChildren(h('span', { class: 'hidden' }, last), line_, ...(question ? [h('span', { class: 'asks' }, question)] : []), after, ...(heard ? [h('span', { class: 'hidden' }, heard)] : []));
    }
    $('turn').dataset.side = view.side;
    $('turn').style.setProperty('--sign', colours[view.side] ?? '');
    const counts = view.tally ?? [];
    $('counts').hidden = !counts.length;
    $('counts').replaceChildren(...counts.map(({ name, sides: values }) => h('span', {}, `${capital(name)}: ${Object.entries(values).map(([side, n]) => `${sides.name(side)} ${n}`).join(', ')}`)));
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
    return `${listed(out.map(sides.name))} ${out.length > 1 ? 'are' : 'is'} out`;
  }

  function hands() {
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
    $('hint').disabled = Boolean(!view || view.told || view.looker);
    $('analyse').disabled = !here.parent && !here.children.length;
    for (const button of $('record').querySelectorAll('button')) {
      const { what } = button.dataset;
      if (what === 'position') button.title = view?.form === 'points' ? 'Moves on a plane cannot be counted' : 'The number of legal moves';
      button.disabled = what === 'legal' ? !here.parent : what === 'illegal' ? !refused : what === 'end' ? !here.parent || start !== null : view?.form === 'points';
    }
  }

  async function goto(node) {
    if (!view) return false;
    offer = null;
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

  /** Begins with an empty tree of moves. `n` is the number of the start, if it is one of the numbered ones. */
  function anew(position, n = null) {
    halt();
    clocks.reset();
    $('startnumber').value = n ?? (position === null ? starts?.written ?? '' : '');
    start = position;
    startNumber = n;
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
    } else say(news || ruleOf(answer));
    news = '';
    if (answer.error) { say(answer.error); return false; }
    take(answer);
    bar.update(true);
    computer.revive();
    return true;
  }

  /** Begins again from the setup or the same numbered start, with the same players. The old game comes back on demand. */
  async function newGame() {
    if (!view) return;
    const before = { start, startNumber, source, children: root.children, here, clock: clocks.pack() };
    const had = before.children.length > 0;
    anew(startNumber === null ? null : start, startNumber);
    if (!(await refresh())) return;
    computer.answer();
    if (!had) return;
    offer = h('span', {}, 'A new game. ', h('button', { class: 'link', onclick: () => again(before) }, 'Undo'));
    say(offer);
  }

  /** Brings back the game before the new one. */
  async function again(old) {
    offer = null;
    anew(old.start, old.startNumber);
    source = old.source;
    root.children = old.children;
    here = old.here;
    clocks.unpack(old.clock);
    await refresh();
  }

  /** Lets the computer play against a person: the side that is not to move, or all others. Without a position, the next one counts. */
  async function playComputer() {
    isChallenged = !view;
    if (view) await computer.challenge(view.told ? sides.words()[0] : view.side);
  }

  async function record(what) {
    if (!view) return;
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
    if (!view) return;
    const answer = await ask('start', { text: text(), number });
    if (answer === OVERTAKEN) return;
    if (answer.error) { say(`${capital(answer.error)}.`); return; }
    anew(number === starts.written ? null : answer.start, number);
    news = `Start ${number} of ${starts.count}; the first has number 0.`;
    await refresh();
  }

  const read = async () => view && open(await ask('line', question({ pasted: $('pasted').value })));

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
  $('anew').onclick = newGame;
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
  // A plane has no layers, and is drawn once for all sizes.
  watch(pointsRoot, size);
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
      if (starts && (before === undefined || start === null)) $('startnumber').value = startNumber ?? (start === null ? starts.written ?? '' : '');
      turnRule = about_.rules.after.find(([head]) => head === 'Turn')?.[1].split(/(?<=\.)\s/)[0] ?? null;
      pictures = new Map(about_.pieces.map(({ name, glyph }) => [small(name.split(',')[0]), glyph?.slice(1)]));
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
    /** The game with its variations, comments, clocks and players, as plain data for a reload. */
    pack: () => ({ start, startNumber, source, ...pack(root, here), clock: clocks.pack(), players: computer.pack() }),
    /** Takes over such data, before the first position is drawn. */
    unpack({ start: position, startNumber: n, source: record, clock: times, players: seats, ...game_ }) {
      anew(position, n);
      source = record ?? null;
      here = unpack(root, game_);
      clocks.unpack(times);
      computer.unpack(seats);
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
    /** Covers the board until the position of another game has arrived. All sides are people's then. */
    forget() {
      anew(null);
      computer.clear();
      view = null;
      isChallenged = false;
      asked = null;
      near(null);
      say('');
      for (const id of ['turn', 'dice', 'hand-far', 'hand-near', 'others', 'differs', 'counts']) $(id).replaceChildren();
      $('glide').hidden = true;
      list.draw();
      buttons();
      $('table').classList.add('awaits');
      $('table').setAttribute('aria-busy', 'true');
    },
    /** Whether another game was begun whose position has not arrived. */
    isForgotten: () => $('table').classList.contains('awaits'),
    playComputer,
  };
}
