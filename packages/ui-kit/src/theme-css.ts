import type { Mode } from './palette.ts';
import { cssVariables, fixedVariables } from './theme.ts';

const block = (selector: string, variables: Record<string, string>) =>
  `${selector}{${Object.entries(variables)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`;
const scheme = (mode: Mode) => ({ 'color-scheme': mode, ...cssVariables(mode) });

/** The CSS variables of both modes. `data-theme` on the root element selects one; without it the system setting does. */
export const themeCss = (): string =>
  [
    block(':root', { ...fixedVariables, ...scheme('light') }),
    `@media (prefers-color-scheme: dark){${block(':root:not([data-theme])', scheme('dark'))}}`,
    block(":root[data-theme='dark']", scheme('dark')),
  ].join('\n');
