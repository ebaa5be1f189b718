import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  filePattern,
  hostileInputs,
  mayRetry,
  namedLists,
  noRetryPaths,
  patternsFor,
  promiseTests,
  timingSensitiveFiles,
} from '../../../scripts/test-lists/index.mjs';

const root = path.resolve(import.meta.dirname, '../../..');
const isFile = (file: string): boolean => existsSync(path.join(root, file));
const testFiles = globSync(
  ['{packages,services,frontends}/*/{src,test,specs}/**/*.{test,spec}.{ts,tsx}', 'gateway/src/**/*.test.ts'],
  { cwd: root, exclude: (name) => name === 'node_modules' || name === 'dist' },
);

/** The test files that a name in the table stands for: a file, the end of its path, a browser spec or a folder. */
function filesNamed(name: string): string[] {
  if (/\.(?:test|spec)\.tsx?$/.test(name)) {
    const found = testFiles.filter((file) => file === name || file.endsWith(`/${name}`));
    return found.length === 0 ? [`no file ends with ${name}`] : found;
  }
  const spec = `packages/e2e/specs/${name}.spec.ts`;
  return testFiles.filter((file) => file === spec || file.startsWith(`${name.replace(/\/$/, '')}/`));
}

/** The test files in each row of the table of promises, without those that need a cluster. */
function readTable(markdown: string): { promise: number; files: string[] }[] {
  return markdown.split('\n').flatMap((line) => {
    const [number = '', , tests = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    if (!/^\d+$/.test(number)) return [];
    const names = [...tests.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    const files = names.flatMap(filesNamed).filter((file) => !file.startsWith('packages/cluster/'));
    return [{ promise: Number(number), files: [...new Set(files)].toSorted() }];
  });
}

describe('the files that `npm run test:deep -- failures` runs', () => {
  it('are those that the table of promises in docs/reliability.md names', () => {
    const table = readTable(readFileSync(path.join(root, 'docs/reliability.md'), 'utf8'));
    expect(table.length).toBeGreaterThan(15);
    expect(promiseTests.map(({ promise, files }) => ({ promise, files: [...files].toSorted() }))).toEqual(table);
  });

  it('include every spec that kills, fills up or overloads a part', () => {
    const specs = testFiles.filter((file) => file.startsWith('packages/e2e/specs/failures/'));
    expect(specs.length).toBeGreaterThan(10);
    expect(specs.filter((file) => !namedLists.failures.includes(file))).toEqual([]);
  });

  it.each([
    ['`failures/tab-crash`: 3 × 2 crashes', ['packages/e2e/specs/failures/tab-crash.spec.ts']],
    ['`byte-quota.int.test.ts`', ['packages/service-kit/src/byte-quota.int.test.ts']],
    ['`no-such.test.ts`', ['no file ends with no-such.test.ts']],
    ['logo tests of `services/admin/src/logo`', ['image-kind.test.ts', 'logo.int.test.ts']],
    ['`packages/cluster/specs/network.spec.ts`, `Retry-After`', []],
  ])('are read from a cell: %s', (cell, files) => {
    const [row] = readTable(`| 1 | A promise | ${cell} | none | nothing |`);
    expect(row?.files).toEqual(files.map((file) => expect.stringMatching(new RegExp(`${file}$`))));
  });
});

describe('the hostile inputs that `npm run test:hostile` replays', () => {
  it.each(hostileInputs.map(({ input, tests }) => [input, tests] as const))('%s: have their tests', (_input, tests) => {
    expect(tests.length).toBeGreaterThan(0);
    const wrong = tests.flatMap(([file, ...titles]) => {
      if (!testFiles.includes(file)) return [`${file} is not a test`];
      const source = readFileSync(path.join(root, file), 'utf8');
      if (titles.length === 0) return [`${file} has no title`];
      return titles.filter((title) => !source.includes(title)).map((title) => `${file} lacks “${title}”`);
    });
    expect(wrong).toEqual([]);
  });
});

describe('a word for `npm run test:deep`', () => {
  const selects = (word: string, file: string) =>
    patternsFor(word).some((pattern) => new RegExp(pattern).test(path.join(root, file)));

  it('selects the files of its list', () => {
    expect(selects('failures', 'services/billing/src/journeys.int.test.ts')).toBe(true);
    expect(selects('failures', 'services/billing/src/plans.int.test.ts')).toBe(false);
    expect(selects('hostile-inputs', 'packages/e2e/specs/unauthorized-access.spec.ts')).toBe(true);
  });

  it('selects the files whose path contains it, if it has no list', () => {
    expect(selects('billing', 'services/billing/src/plans.int.test.ts')).toBe(true);
    expect(selects('constructor', 'services/billing/src/plans.int.test.ts')).toBe(false);
  });

  it('selects one file by its pattern', () => {
    const pattern = new RegExp(filePattern('gateway/src/env.test.ts'));
    expect(
      ['/inkbear/gateway/src/env.test.ts', '/inkbear/gateway/src/envXtest.ts'].map((file) => pattern.test(file)),
    ).toEqual([true, false]);
  });
});

describe('a file that measures times in deep runs', () => {
  /** Asserts a recovery within 30 s, and recovers within one. */
  const withGenerousBounds = ['packages/e2e/specs/failures/process-kill-during-saves.spec.ts'];

  it('is in the list of those beside which nothing runs', () => {
    expect(timingSensitiveFiles.filter((file) => !testFiles.includes(file))).toEqual([]);
    const asserting = testFiles.filter((file) =>
      /^ *if \(isDeep\) expect\(.*(?:toBeLess|Ms\))/m.test(readFileSync(path.join(root, file), 'utf8')),
    );
    expect(asserting.length).toBeGreaterThan(10);
    expect(asserting.filter((file) => !timingSensitiveFiles.includes(file)).toSorted()).toEqual(withGenerousBounds);
  });
});

describe('a failed test file', () => {
  it('is not retried where words or money may be lost', () => {
    expect(noRetryPaths.filter((each) => !isFile(each))).toEqual([]);
    for (const file of [
      'packages/e2e/specs/failures/tab-crash.spec.ts',
      'packages/manuscript-store/src/history.int.test.ts',
      'frontends/author/src/saving/save-queue.model.test.ts',
      'services/billing/src/journeys.int.test.ts',
      'packages/service-kit/src/crashes.int.test.ts',
      'packages/service-kit/src/outbox.int.test.ts',
      'packages/service-kit/src/resilience.int.test.ts',
    ])
      expect([file, mayRetry(file)]).toEqual([file, false]);
  });

  it('is retried elsewhere', () => {
    expect(mayRetry('packages/e2e/specs/dashboard.spec.ts')).toBe(true);
    expect(mayRetry('services/billing/src/plans.int.test.ts')).toBe(true);
  });
});
