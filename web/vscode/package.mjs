// Builds the extension and packs it: `npm run package [-- FILE]` writes `alfil.vsix`. The same sources give the same bytes.
//
// A package is a ZIP archive with a manifest. The usual program for this needs two hundred packages, so it is written here.
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as zlib from 'node:zlib';
import './build.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ? resolve(process.argv[2]) : join(here, 'alfil.vsix');

// What only the build needs stays here.
const own = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
for (const key of ['private', 'type', 'scripts', 'devDependencies', 'overrides', '//overrides']) delete own[key];

const escape = (text) => text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]);
const property = (id, value) => `      <Property Id="Microsoft.VisualStudio.${id}" Value="${escape(value)}" />`;
const asset = (type, path) => `    <Asset Type="Microsoft.VisualStudio.${type}" Path="extension/${path}" Addressable="true" />`;
const manifest = `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011" xmlns:d="http://schemas.microsoft.com/developer/vsx-schema-design/2011">
  <Metadata>
    <Identity Language="en-US" Id="${own.name}" Version="${own.version}" Publisher="${own.publisher}" />
    <DisplayName>${escape(own.displayName)}</DisplayName>
    <Description xml:space="preserve">${escape(own.description)}</Description>
    <Tags>${escape(own.keywords.join(','))}</Tags>
    <Categories>${escape(own.categories.join(','))}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
${[
    property('Code.Engine', own.engines.vscode), property('Code.ExtensionDependencies', ''), property('Code.ExtensionPack', ''),
    property('Code.ExtensionKind', own.extensionKind.join(',')), property('Code.LocalizedLanguages', ''), property('Code.ExecutesCode', 'true'),
    property('Services.GitHubFlavoredMarkdown', 'true'), property('Services.Content.Pricing', 'Free'),
  ].join('\n')}
    </Properties>
    <Icon>extension/${own.icon}</Icon>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code" />
  </Installation>
  <Dependencies />
  <Assets>
${[asset('Code.Manifest', 'package.json'), asset('Services.Content.Details', 'README.md'), asset('Services.Icons.Default', own.icon)].join('\n')}
  </Assets>
</PackageManifest>
`;

const TYPES = {
  '.cjs': 'application/octet-stream', '.json': 'application/json', '.md': 'text/markdown', '.png': 'image/png', '.txt': 'text/plain', '.vsixmanifest': 'text/xml',
};
/** The files of the archive with their contents, in order. Links are followed. */
const files = [
  ['extension.vsixmanifest', Buffer.from(manifest)],
  ['extension/package.json', Buffer.from(`${JSON.stringify(own, null, 2)}\n`)],
  ...['README.md', 'LICENSE-APACHE', 'LICENSE-MIT', own.icon, ...readdirSync(join(here, 'dist')).sort().map((name) => `dist/${name}`)]
    .map((name) => [`extension/${name}`, readFileSync(join(here, name))]),
];
const types = [...new Set(files.map(([name]) => extname(name)).filter(Boolean))].sort();
const defaults = types.map((type) => `<Default Extension="${type}" ContentType="${TYPES[type]}"/>`).join('');
files.splice(1, 0, ['[Content_Types].xml', Buffer.from(
  `<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${defaults}</Types>\n`,
)]);

/** The checksum of ZIP. Older versions of Node.js have none. */
function crc32(bytes) {
  if (zlib.crc32) return zlib.crc32(bytes);
  let rest = ~0;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit += 1) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  }
  return ~rest >>> 0;
}

/** Numbers one after the other, each with its length in bytes. */
function numbers(...pairs) {
  return Buffer.concat(pairs.map(([length, value]) => {
    const bytes = Buffer.alloc(length);
    bytes.writeUIntLE(value, 0, length);
    return bytes;
  }));
}

// The first day that ZIP can name, so that the time of the build does not matter.
const DAY = (1 << 5) | 1;
const parts = [];
const index = [];
let at = 0;
for (const [path, bytes] of files) {
  const name = Buffer.from(path);
  const packed = zlib.deflateRawSync(bytes, { level: 9 });
  // Version 2.0, names in UTF-8, deflated.
  const common = numbers([2, 20], [2, 0x800], [2, 8], [2, 0], [2, DAY], [4, crc32(bytes)], [4, packed.length], [4, bytes.length], [2, name.length], [2, 0]);
  const local = Buffer.concat([numbers([4, 0x04034b50]), common, name, packed]);
  index.push(numbers([4, 0x02014b50], [2, 20]), common, numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, at]), name);
  parts.push(local);
  at += local.length;
}
const directory = Buffer.concat(index);
const end = numbers([4, 0x06054b50], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, directory.length], [4, at], [2, 0]);
writeFileSync(out, Buffer.concat([...parts, directory, end]));
console.log(`${out}: ${statSync(out).size}`);
