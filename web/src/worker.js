// A worker with one engine. The first message contains the compiled module and the question that opens the text. Each
// other message is a question. An error ends the worker.

import { engine } from './engine.js';

let ask = null;

onmessage = ({ data }) => {
  if (ask) { postMessage(ask(data)); return; }
  ask = engine(data.module);
  ask(data.open);
};
