// Questions of the page. The server answers them, or the engine in the page.

import { browser } from './browser.js';
import { server } from './server.js';

/** What a page without a server begins with. The page of the server has no such element. */
const alone = document.getElementById('alfil');

/** The back end: see `browser` and `server`. */
export const backend = alone ? browser(JSON.parse(alone.textContent)) : server();

const asked = new Map();

/** The result of a request that a newer one replaced. */
export const OVERTAKEN = Symbol('overtaken');

/**
 * Sends a request. A newer request in the same `lane` cancels an older one, in the back end as well; the older one then
 * returns OVERTAKEN. `{error}` says why there is no answer.
 */
export async function ask(name, question = {}, lane = name) {
  asked.get(lane)?.abort();
  const control = new AbortController();
  asked.set(lane, control);
  try {
    return await backend.ask(name, question, control.signal);
  } catch (error) {
    return control.signal.aborted ? OVERTAKEN : backend.failed(error);
  } finally {
    if (asked.get(lane) === control) asked.delete(lane);
  }
}

/** Cancels the request of a lane, if there is one. */
export const drop = (lane) => asked.get(lane)?.abort();

/** Creates an element with attributes and children. */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Creates an SVG element. */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Returns the element with this id. */
export const $ = (id) => document.getElementById(id);

/** Parsed pictures by their text, because parsing takes longer than copying. */
const drawn = new Map();
/** The number of parsed pictures that are kept. */
const MAX_DRAWN = 512;

/** Creates a piece as the server draws it, in a box of 100 by 100. */
export function man(glyphs, glyph, badge) {
  const words = glyphs[glyph] ?? '';
  if (!drawn.has(words)) {
    const read = s('g', { 'stroke-linejoin': 'round', 'stroke-linecap': 'round' });
    read.innerHTML = words;
    if (drawn.size === MAX_DRAWN) drawn.clear();
    drawn.set(words, read);
  }
  const group = drawn.get(words).cloneNode(true);
  if (badge) {
    group.append(
      s('circle', { cx: 82, cy: 20, r: 13, class: 'badge' }),
      s('text', { x: 82, y: 27, class: 'badgetext' }, badge),
    );
  }
  return group;
}

/** Creates a piece as a separate picture. */
export function portrait(glyphs, glyph, badge) {
  return s('svg', { viewBox: '0 0 100 100', class: 'portrait', 'aria-hidden': 'true' }, man(glyphs, glyph, badge));
}

/** The value of the first side, of values by side. */
export const first = (bySide) => Object.values(bySide)[0];
