// Compares a production build of all four frontends, and a build after one edit, with webpack's defaults. 7 runs of each
// take 15 to 30 minutes.
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { root } from '@inkbear/web-build/frontends';
import webpack from 'webpack';
import { copyForBuild, deleteBuildOutput } from './build-copy.ts';
import { buildDefault, runNode } from './build-run.ts';
import { compare, type Figures } from './harness.ts';

/** CPU time of all descendants that have exited, in seconds (Linux). */
function cpuOfChildren(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

async function measured(name: string, work: () => Promise<void>): Promise<Figures> {
  const [startedAt, cpu] = [performance.now(), cpuOfChildren()];
  await work();
  const figures = { time: (performance.now() - startedAt) / 1000, processor: cpuOfChildren() - cpu };
  console.log(`  ${name}: ${figures.time.toFixed(1)} s, ${figures.processor.toFixed(1)} s of processor`);
  return figures;
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'inkbear-bench-'));
const [cold, warm] = [path.join(folder, 'cold'), path.join(folder, 'warm')];
const buildOurs = (copy: string) => runNode(copy, 'packages/web-build/src/build.ts');
const edited = path.join(warm, 'frontends/author/src/pages/dashboard/dashboard-top.tsx');
const heading = /Your Writing Dashboard[ \d]*/;
let edits = 0;

async function edit(): Promise<void> {
  const source = await readFile(edited, 'utf8');
  if (!heading.test(source)) throw new Error(`${edited} has no heading to edit.`);
  await writeFile(edited, source.replace(heading, `Your Writing Dashboard ${(edits += 1)}`));
}

try {
  for (const copy of [cold, warm]) await copyForBuild(root, copy);
  // The second build fills the cache.
  for (let build = 0; build < 2; build += 1) await buildOurs(warm);
  await compare({
    title: 'Production build of all four frontends',
    candidates: [
      {
        name: 'webpack + terser, one after the other',
        run: () => measured('default', () => buildDefault(cold, path.join(folder, 'default'))),
      },
      {
        name: 'ours, cold',
        run: async () => (await deleteBuildOutput(cold), await measured('cold', () => buildOurs(cold))),
      },
      {
        name: 'ours, after one edit',
        run: async () => (await edit(), await measured('one edit', () => buildOurs(warm))),
      },
    ],
    figures: { time: { unit: 's', decimals: 1 }, processor: { unit: 's', decimals: 1 } },
    targets: { time: 0.1 },
    versions: { webpack: webpack.version, node: process.versions.node },
    runs: 7,
    warmUps: 0,
  });
  console.log('target of the cold build: ≤ 0.25× time');
} finally {
  await rm(folder, { recursive: true, force: true });
}
