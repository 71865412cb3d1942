// Questions to the engine. Every question contains the whole definition and all moves, so an engine that has failed is
// replaced by a new one and nothing is lost.

import { AlfilError, CODES } from './error.js';
import { conversation, engine, imports } from './engine.js';

/** The name of games that other programs call by another one. */
const STANDARD = 'chess';

export class Desk {
  #module;
  /** Asks the engine; null after it has failed. */
  #ask;
  /** The texts of loaded definitions by name. */
  #own = new Map();
  /** Definitions by name, with the facts about each. */
  #known = new Map();

  /** Starts the engine. Browsers allow large modules in the main thread only if they start in this way. */
  static async start(module) {
    const desk = new Desk();
    desk.#module = module;
    desk.#ask = conversation(await WebAssembly.instantiate(module, imports));
    return desk;
  }

  /** The compiled module, which other workers may use. */
  get module() { return this.#module; }

  /** The answer to a question. */
  ask(name, question = {}) {
    const { error, ...answer } = this.#answer({ ...question, ask: name });
    if (error !== undefined) throw new AlfilError(CODES.refused, error);
    return answer;
  }

  #answer(question) {
    if (!this.#ask) {
      this.#ask = engine(this.#module);
      this.#open();
    }
    try {
      return JSON.parse(this.#ask(JSON.stringify(question)));
    } catch (error) {
      this.#ask = null;
      throw new AlfilError(CODES.engine, `the engine has failed at the question \`${question.ask}\`: ${error.message}`);
    }
  }

  #open() { this.#answer({ ask: 'open', definitions: Object.fromEntries(this.#own) }); }

  /** The definition with this name: `{name, text, facts}`. With `shuffled`, the one with shuffled starts, if there is one. */
  find(name, shuffled = false) {
    const wanted = !name || name.toLowerCase() === 'standard' ? STANDARD : String(name);
    const key = `${shuffled ? '960 ' : ''}${wanted}`;
    if (!this.#known.has(key)) this.#known.set(key, this.#found(wanted, shuffled));
    return this.#known.get(key);
  }

  #found(name, shuffled) {
    const own = this.#own.get(name);
    const { findings, ...found } = own === undefined ? this.ask('variant', { name, shuffled }) : { name, text: own };
    if (findings) throw AlfilError.of(findings);
    return { ...found, facts: this.ask('facts', { text: found.text }) };
  }

  /** The name of the loaded definition with this title, or else undefined. */
  titled(title) {
    const wanted = title.toLowerCase();
    return [...this.#own.keys()].find((name) => name.toLowerCase() === wanted || this.find(name).facts.title.toLowerCase() === wanted);
  }

  names() { return [...new Set([...this.ask('variants').names, ...this.#own.keys()])].sort(); }

  /** Adds a definition. Its name is the title in small letters, with hyphens, unless `name` is another. */
  load(text, name) {
    const { findings, playable } = this.ask('check', { text });
    if (!playable) throw AlfilError.of(findings);
    const { title } = this.ask('facts', { text });
    const own = name ?? (title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'untitled');
    this.#own.set(own, text);
    this.#known.clear();
    this.#open();
    return own;
  }

  /** The variants of a `variants.ini`, each as a definition. */
  imported(ini) {
    // The question is about the file only, but every question has a text.
    const file = (more) => this.ask('file', { text: 'extends: chess\n', name: 'variants.ini', content: ini, ...more });
    const { kind, sections } = file({});
    if (kind !== 'variants') throw new AlfilError(CODES.refused, 'this is no variants.ini: it has no section such as `[mine:chess]`');
    return sections.map((_, section) => {
      const { name, definition, extent, remarks } = file({ section });
      return { name, definition, extent, remarks };
    });
  }
}
