// A worker with one engine. The first message contains the compiled module and the question that opens the text. Each
// other message is a question. An error ends the worker. A worker may instead unpack a module, and do nothing else.

import { decompress } from 'lzma1';
import { engine } from './engine.js';

let ask = null;

onmessage = ({ data }) => {
  if (data.packed) {
    const unpacked = decompress(data.packed);
    postMessage({ unpacked }, [unpacked.buffer]);
    return;
  }
  if (ask) { postMessage(ask(data)); return; }
  ask = engine(data.module);
  ask(data.open);
};
