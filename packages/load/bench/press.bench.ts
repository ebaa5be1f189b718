// Compares the press with Typst and with pdfkit's own text layout, on a novel of 81,000 words.
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { type Candidate, compare, type Figures } from './harness.ts';
import { writePlan } from './press-plan.ts';

const python = process.env['PYTHON'] ?? 'python3';
const typst = spawnSync(python, ['-c', 'import importlib.metadata as m; print(m.version("typst"))'], {
  encoding: 'utf8',
});
const fonts = path.dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/literata/package.json'));
const inRoot = (file: string): string => fileURLToPath(new URL(`../../../${file}`, import.meta.url));
const exportDist = inRoot('services/export/dist');
const fileOf = (name: string): string => path.join(import.meta.dirname, name);
const figures = {
  cold: { unit: 'ms', decimals: 0 },
  'new text': { unit: 'ms', decimals: 0 },
  'one edit': { unit: 'ms', decimals: 0 },
  'peak RSS': { unit: 'MB', decimals: 0 },
};

/** Runs one process, which prints its figures. */
const candidate = (name: string, command: string, ...args: string[]): Candidate => ({
  name,
  run: async () => JSON.parse((await promisify(execFile)(command, args)).stdout) as Figures,
});

const node = (name: string, file: string, ...args: string[]): Candidate =>
  candidate(name, process.execPath, '--no-warnings', file, ...args);

/** Bundles the typesetting process of export as in the image, and the script that measures it. Returns the script. */
async function bundlePress(to: string): Promise<string> {
  execFileSync(process.execPath, [inRoot('scripts/bundle.mjs'), inRoot('services/export')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const outfile = path.join(to, 'press-process.mjs');
  await build({ entryPoints: [fileOf('press-process.ts')], outfile, bundle: true, platform: 'node', format: 'esm' });
  return outfile;
}

if (typst.status !== 0) {
  console.error('The baseline needs Typst: install the package typst with pip, and name the interpreter in PYTHON.');
  process.exit(2);
}
const folder = await mkdtemp(path.join(os.tmpdir(), 'inkbear-press-'));
try {
  await writePlan(folder);
  const script = await bundlePress(folder);
  const press = (name: string, profile: string) => node(name, script, folder, exportDist, profile);
  const versions = { node: process.version, typst: typst.stdout.trim() };
  await compare({
    title: 'A novel of 81,000 words as a PDF for print; peak memory after 50 more documents',
    candidates: [
      candidate('typst', python, fileOf('press-typst.py'), folder, fonts),
      node('pdfkit, plain', fileOf('press-plain-pdfkit.ts'), folder),
      press('press', 'print'),
    ],
    figures,
    targets: { cold: 0.6, 'new text': 0.35, 'one edit': 0.5, 'peak RSS': 0.6 },
    versions,
    runs: 7,
    warmUps: 1,
  });
  await compare({
    title: 'The same novel for the screen, tagged',
    candidates: [press('print', 'print'), press('screen', 'screen')],
    figures,
    targets: { cold: 2, 'new text': 2, 'one edit': 2 },
    versions,
    runs: 7,
    warmUps: 1,
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}
