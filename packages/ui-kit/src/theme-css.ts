import type { Mode } from './palette.ts';
import { cssVariables, fixedVariables } from './theme.ts';

const block = (selector: string, variables: Record<string, string>) =>
  `${selector}{${Object.entries(variables)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`;
const scheme = (mode: Mode) => ({ 'color-scheme': mode, ...cssVariables(mode) });

/** The variables of both modes as CSS. `data-theme` on the root decides; without it the system does. */
export const themeCss = (): string =>
  [
    block(':root', { ...fixedVariables, ...scheme('light') }),
    `@media (prefers-color-scheme: dark){${block(':root:not([data-theme])', scheme('dark'))}}`,
    block(":root[data-theme='dark']", scheme('dark')),
  ].join('\n');
