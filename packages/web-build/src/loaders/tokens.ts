import { themeCss } from '@inkbear/ui-kit/theme-css.ts';

/** Appends the CSS variables of the ui-kit's tokens to the stylesheet that asks for them. */
export default function tokens(source: string): string {
  return `${themeCss()}\n${source}`;
}
