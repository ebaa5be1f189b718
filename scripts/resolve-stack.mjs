// Copies standard input to standard output and replaces positions in an image's bundles by positions in the sources, for
// example in log lines: `kubectl logs deployment/inkbear-books | node scripts/resolve-stack.mjs <folder of maps>`.
// `scripts/pack.mjs` writes the maps; they must be those of the image that wrote the log.
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';

const [folder = ''] = process.argv.slice(2);
if (!existsSync(folder)) {
  console.error('usage: node scripts/resolve-stack.mjs <folder of maps> < <log>');
  process.exit(2);
}

const position = /file:\/\/(\/[\w./-]+):(\d+):(\d+)/g;
const maps = new Map();

/** The source map of a bundle, or null for any other file, such as one of a package. */
function findMap(bundle) {
  if (!maps.has(bundle)) {
    const file = path.join(folder, `${bundle}.map`);
    maps.set(bundle, existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : null);
  }
  return maps.get(bundle);
}

function resolve(found, file, line, column) {
  const [, ...afterDist] = file.split('/dist/');
  const bundle = afterDist.at(-1);
  const origin =
    found.includes('/node_modules/') || !bundle?.endsWith('.js')
      ? undefined
      : findMap(bundle)?.findOrigin(Number(line), Number(column));
  return origin?.fileName ? `${origin.fileName}:${origin.lineNumber}:${origin.columnNumber}` : found;
}

for await (const line of createInterface({ input: process.stdin })) console.log(line.replaceAll(position, resolve));
