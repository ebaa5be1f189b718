import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { serviceNames } from '@inkbear/contracts/services';
import { skeletonFiles } from '../../../scripts/service-skeleton.mjs';

const root = path.resolve(import.meta.dirname, '../../..');
/** Optional files that the skeleton does not have: a service's own operator commands. */
const optional = ['ops.ts'];

/** Files of the skeleton that do not apply to a server that owns no events, and those that only it has. */
const onlyServices = ['src/migrations/index.ts'];
const onlyGateway = ['gateway.ts'];

describe('gateway', () => {
  const folder = path.join(root, 'gateway');
  const files = skeletonFiles('gateway');
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  const sources = Object.keys(files).filter(
    (file) => file.startsWith('src/') && !file.endsWith('.test.ts') && !onlyServices.includes(file),
  );

  it('has the files of a service, and no other at the top of src', () => {
    const found = readdirSync(path.join(folder, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
      .map((entry) => entry.name);
    const expected = [...sources.map((file) => path.basename(file)), ...onlyGateway];
    expect(found.toSorted()).toEqual(expected.toSorted());
  });

  it('declares its consumers, jobs and settings under the same names as a service', () => {
    for (const [file, name] of [
      ['src/definition.ts', 'definition'],
      ['src/consumers.ts', 'consumers'],
      ['src/jobs.ts', 'jobs'],
      ['src/env.ts', 'readEnv'],
    ] as const)
      expect(read(file)).toMatch(new RegExp(`^export const ${name}\\b`, 'm'));
    expect(read('src/main.ts')).toBe(
      (files['src/main.ts'] ?? '').replaceAll('Service', 'Server').replaceAll('run-service', 'run-server'),
    );
  });
});

describe.each(serviceNames)('services/%s', (name) => {
  const folder = path.join(root, 'services', name);
  const files = skeletonFiles(name);
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  const withoutTests = Object.keys(files).filter((file) => !file.endsWith('.test.ts'));

  it('has every file of the skeleton', () => {
    expect(withoutTests.filter((file) => !existsSync(path.join(folder, file)))).toEqual([]);
  });

  it('has no other file at the top of src', () => {
    const expected = withoutTests.map((file) => /^src\/([^/]+)$/.exec(file)?.[1]);
    const found = readdirSync(path.join(folder, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
      .map((entry) => entry.name);
    expect(found.filter((file) => !expected.includes(file) && !optional.includes(file))).toEqual([]);
  });

  it('has the skeleton’s main.ts, tsconfig.json and npm scripts', () => {
    expect(read('src/main.ts')).toBe(files['src/main.ts']);
    expect(JSON.parse(read('tsconfig.json'))).toEqual(JSON.parse(files['tsconfig.json'] ?? ''));
    expect(JSON.parse(read('package.json')).scripts).toEqual(JSON.parse(files['package.json'] ?? '').scripts);
  });

  it('exports the same names from the same files', () => {
    const exported = (text: string) =>
      [...text.matchAll(/^export (?:async )?(?:const|function) (\w+)/gm)].map(([, id]) => id);
    for (const file of [
      'src/definition.ts',
      'src/deps.ts',
      'src/consumers.ts',
      'src/jobs.ts',
      'src/migrations/index.ts',
    ])
      expect({ file, names: exported(read(file)) }).toEqual({ file, names: exported(files[file] ?? '') });
    expect(exported(read('src/env.ts'))).toContain('readEnv');
  });

  it('has the README’s headings in the same order, in at most 60 lines', () => {
    const headings = (text: string) =>
      [...text.matchAll(/^(?:\*\*(\w+)\.\*\*|## (Failure modes))/gm)].map(([, bold, title]) => bold ?? title);
    expect(headings(read('README.md'))).toEqual(headings(files['README.md'] ?? ''));
    expect(read('README.md').split('\n').length).toBeLessThanOrEqual(61);
  });
});
