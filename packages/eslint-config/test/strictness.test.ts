import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ESLint, type Linter } from 'eslint';

const root = path.resolve(import.meta.dirname, '../../..');
const workspaces = globSync(['{packages,services,frontends}/*/tsconfig.json', 'gateway/tsconfig.json'], {
  cwd: root,
}).map((file) => path.dirname(file));
const readOptions = (file: string): Record<string, unknown> =>
  (JSON.parse(readFileSync(path.join(root, file), 'utf8')) as { compilerOptions?: Record<string, unknown> })
    .compilerOptions ?? {};
const strictOptions = [
  'strict',
  'noUncheckedIndexedAccess',
  'exactOptionalPropertyTypes',
  'useUnknownInCatchVariables',
];

describe('TypeScript', () => {
  it('is strict', () => {
    const options = readOptions('tsconfig.base.json');
    expect(strictOptions.filter((option) => options[option] !== true)).toEqual([]);
  });

  it('is not made less strict by any workspace', () => {
    expect(workspaces.length).toBeGreaterThan(25);
    const files = ['tsconfig.json', 'tsconfig.web.json', 'tsconfig.frontends.json'].concat(
      workspaces.map((workspace) => `${workspace}/tsconfig.json`),
    );
    const weaker = files.flatMap((file) =>
      Object.entries(readOptions(file))
        .filter(([option, value]) => /^(?:strict|no[A-Z]|exact|useUnknown)/.test(option) && value === false)
        .map(([option]) => `${file}: ${option}`),
    );
    expect(weaker).toEqual([]);
  });
});

describe('the lint rules for exact comparisons, and for logs that go only to the logger', () => {
  it.each(['services/books', 'services/auth', 'packages/service-kit', 'gateway'])(
    'are enabled in %s',
    async (workspace) => {
      const config = (await new ESLint({ cwd: root }).calculateConfigForFile(
        path.join(root, workspace, 'src/example.ts'),
      )) as Linter.Config;
      expect(['eqeqeq', 'no-console'].map((rule) => [config.rules?.[rule]].flat()[0])).toEqual([2, 2]);
    },
  );
});
