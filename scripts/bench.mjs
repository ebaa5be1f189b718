// `npm run bench -- <name>…`: runs benchmarks of packages/load/bench; without a name it lists them. They print figures
// and never fail on a slow result.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pinnedNode, root } from './install.mjs';

const folder = path.join(root, 'packages/load/bench');
const suffix = '.bench.ts';
const known = readdirSync(folder)
  .filter((file) => file.endsWith(suffix))
  .map((file) => file.slice(0, -suffix.length));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !known.includes(name));
if (wanted.length === 0 || unknown.length > 0) {
  console.error(
    `${unknown.length > 0 ? `There is no benchmark ${unknown.join(', ')}.\n` : ''}usage: npm run bench -- <name>…\nbenchmarks: ${known.join(', ')}`,
  );
  process.exit(2);
}
const results = wanted.map(
  (name) =>
    spawnSync(pinnedNode, ['--no-warnings', path.join(folder, `${name}${suffix}`)], { cwd: root, stdio: 'inherit' })
      .status,
);
process.exitCode = results.every((status) => status === 0) ? 0 : 1;
