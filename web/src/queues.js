// The queues of questions, like those of the server.

/** The queue of each question, if it is not `game`. */
export const QUEUES = {
  glance: 'text', complete: 'text', format: 'text', shipped: 'text', draft: 'text', 'unpack-file': 'text', 'pack-file': 'text',
  gallery: 'tests', file: 'tests', tests: 'tests', perft: 'tests', coverage: 'tests', alive: 'tests', 'alive-test': 'tests',
  reply: 'thinking', analyze: 'thinking', review: 'thinking',
};

/** The time limits of answers in seconds, three times those of the server, because WebAssembly on a phone is slower. */
export const LIMITS = { text: 30, game: 60, tests: 360, thinking: 90 };
