import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(path.join(os.tmpdir(), 'type-rules-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const examples = {
  'await-thenable': 'export const run = async (): Promise<void> => {\n  await 5;\n};\n',
  'no-floating-promises': 'export const run = (): void => {\n  Promise.resolve();\n};\n',
  'no-misused-promises': 'export const kept = [1].filter(async () => await Promise.resolve(true));\n',
  'no-unnecessary-type-assertion': "const text: string = 'a';\nexport const same = text as string;\n",
  'switch-exhaustiveness-check':
    "export function run(kind: 'a' | 'b'): void {\n  switch (kind) {\n    case 'a':\n  }\n}\n",
};

it('the rules that need types are enabled', () => {
  const compilerOptions = { strict: true, target: 'es2024', module: 'esnext', lib: ['es2024'] };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  for (const [rule, text] of Object.entries(examples)) writeFileSync(path.join(folder, `${rule}.ts`), text);
  const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint');
  const args = [oxlint, '--type-aware', '--format=json', '-c', path.join(root, '.oxlintrc.json'), folder];
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
  const found = diagnostics.map(({ code, filename }) => `${path.basename(filename, '.ts')}: ${code}`);
  const expected = Object.keys(examples).map((rule) => `${rule}: typescript(${rule})`);
  expect(found.toSorted()).toEqual(expected);
});
