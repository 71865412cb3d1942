// Draws `icon.png` from the icon of Studio with Chromium: `npm run icon`. Needed only when the icon changes.
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFileSync } from 'node:fs';

const here = dirname(fileURLToPath(import.meta.url));
const svg = readFileSync(join(here, '../src/icon.svg'), 'utf8').replace('<svg ', '<svg width="128" height="128" ');
const page = `<!doctype html><style>body{margin:0;background:transparent}svg{display:block}</style>${svg}`;
execFileSync(process.env.CHROMIUM ?? '/usr/bin/chromium', [
  '--headless', '--no-sandbox', '--hide-scrollbars', '--default-background-color=00000000', '--window-size=128,128',
  `--screenshot=${join(here, 'icon.png')}`, `data:text/html;base64,${Buffer.from(page).toString('base64')}`,
], { stdio: 'inherit' });
