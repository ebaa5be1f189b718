// Runs one kind of tests: `node scripts/jest.mjs unit|int|e2e [folder] [jest arguments]`.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import path from 'node:path';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const [kind, folder, ...rest] = process.argv.slice(2);
const kinds = { unit: ['unit', 'web'], int: ['int'], e2e: ['e2e'] };
if (!kinds[kind]) {
  console.error('usage: node scripts/jest.mjs unit|int|e2e [folder] [jest arguments]');
  process.exit(2);
}
const isFolder = folder !== undefined && !folder.startsWith('-');
const args = ['--experimental-vm-modules', '--no-warnings', path.join(root, 'node_modules/jest/bin/jest.js'), '-c', path.join(root, 'jest.config.js'), '--selectProjects', ...kinds[kind]];
if (kind !== 'unit') args.push('--runInBand');
if (isFolder) args.push('--testPathPatterns', `${path.resolve(folder)}/`, '--passWithNoTests');
args.push(...(isFolder ? rest : [folder, ...rest].filter((value) => value !== undefined)));
const node = path.join(root, 'node_modules/node/bin/node');
process.exit(spawnSync(node, args, { stdio: 'inherit', cwd: root }).status ?? 1);
