import { themeCss } from '@inkbear/ui-kit/theme-css.ts';

/** Prepends the CSS variables of ui-kit's design tokens to the stylesheet. */
export default function tokens(source: string): string {
  return `${themeCss()}\n${source}`;
}
