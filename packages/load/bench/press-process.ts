// Typesets the files of the press benchmark with the bundled typesetting process of export, and prints its figures as JSON.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Manuscript } from '@inkbear/press/manuscript';
import { median } from './harness.ts';
import type { PressPlan } from './press-plan.ts';

interface Task {
  readonly kind: 'book';
  readonly manuscript: Manuscript;
  readonly profile: string;
  readonly date: number;
  readonly assetsDir: string;
}
interface TypesettingModule {
  readonly default: (task: Task, reportProgress: () => void) => Promise<unknown>;
}

const [folder = '', dist = '', profile = 'print'] = process.argv.slice(2);
const read = async <T>(name: string): Promise<T> =>
  JSON.parse(await readFile(path.join(folder, `${name}.json`), 'utf8')) as T;
const plan = await read<PressPlan>('plan');
const typesetting = (await import(
  pathToFileURL(path.join(dist, 'rendering/typeset.process.js')).href
)) as TypesettingModule;

async function measure(names: readonly string[]): Promise<number> {
  const times: number[] = [];
  for (const name of names) {
    const manuscript = await read<Manuscript>(name);
    const startedAt = performance.now();
    const task: Task = { kind: 'book', manuscript, profile, date: 0, assetsDir: path.join(dist, 'assets') };
    await typesetting.default(task, () => undefined);
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

const cold = await measure(plan.cold);
const fresh = await measure(plan.fresh);
await measure(plan.cold);
const edit = await measure(plan.edits);
await measure(plan.repeats);
const peak = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ cold, 'new text': fresh, 'one edit': edit, 'peak RSS': peak }));
