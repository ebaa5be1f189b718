import { expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cssVariables, fixedVariables } from './theme.ts';

const root = join(import.meta.dirname, '../../..');
const sheets = globSync(['frontends/*/src/**/*.css', 'packages/ui-kit/src/**/*.css'], { cwd: root });
const sources = globSync(['frontends/*/src/**/*.tsx', 'packages/ui-kit/src/**/*.tsx'], { cwd: root });
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

it('defines every CSS variable that a stylesheet uses without a fallback', () => {
  const defined = new Set([...Object.keys(cssVariables('light')), ...Object.keys(fixedVariables)]);
  for (const file of [...sheets, ...sources]) {
    for (const [, name] of textOf(file).matchAll(/(?<![\w-])(--[\w-]+)['"]?\]?\s*:/g))
      if (name !== undefined) defined.add(name);
  }
  const unknown = sheets.flatMap((file) =>
    [...textOf(file).matchAll(/var\((--[\w-]+)\)/g)].flatMap(([, name]) =>
      name === undefined || defined.has(name) ? [] : [`${file}: ${name}`],
    ),
  );
  expect([sheets.length > 50, unknown]).toEqual([true, []]);
});
