import { expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cssVariables, fixedVariables } from './theme.ts';

const root = join(import.meta.dirname, '../../..');
const filesOf = (endings: string) =>
  globSync(
    ['frontends/*/src/**/*', 'packages/ui-kit/src/**/*'].map((files) => `${files}.${endings}`),
    { cwd: root },
  );
const sheets = filesOf('css');
const sources = filesOf('{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file));
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

it('defines every CSS variable that a stylesheet or component uses without a fallback', () => {
  const defined = new Set([...Object.keys(cssVariables('light')), ...Object.keys(fixedVariables)]);
  const used: { file: string; name: string }[] = [];
  for (const file of [...sheets, ...sources]) {
    const text = textOf(file);
    for (const [, name = ''] of text.matchAll(/(?<![\w-])(--[\w-]+)['"]?\]?\s*:/g)) defined.add(name);
    for (const [, name = ''] of text.matchAll(/var\(\s*(--[\w-]+)\s*\)/g)) used.push({ file, name });
  }
  const unknown = used.filter(({ name }) => !defined.has(name)).map(({ file, name }) => `${file}: ${name}`);
  expect([sheets.length > 50, used.some(({ file }) => file.endsWith('.ts')), unknown]).toEqual([true, true, []]);
});
