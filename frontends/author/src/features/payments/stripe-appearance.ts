import { type Mode, palettes } from '@inkbear/ui-kit/palette.ts';
import { radius, type sizes, type spaces } from '@inkbear/ui-kit/theme.ts';
import type { Appearance } from '@stripe/stripe-js';

const px = (size: (typeof sizes)[number] | (typeof spaces)[number] | typeof radius.control) => `${size}px`;

/** Styles Stripe's fields with our colours. They are in Stripe's iframe, so our fonts are not available. */
export function stripeAppearance(mode: Mode): Appearance {
  const { accent, surface, ink, muted, danger, edge } = palettes[mode];
  return {
    theme: mode === 'dark' ? 'night' : 'flat',
    variables: {
      colorPrimary: accent,
      colorBackground: surface,
      colorText: ink,
      colorTextSecondary: muted,
      colorTextPlaceholder: muted,
      colorDanger: danger,
      borderRadius: px(radius.control),
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: px(16),
      spacingUnit: px(4),
    },
    rules: {
      '.Input': { border: `1px solid ${edge}`, boxShadow: 'none' },
      '.Input:focus': { borderColor: accent, boxShadow: 'none', outline: `1px solid ${accent}` },
      '.Label': { fontSize: px(14), fontWeight: '500' },
    },
  };
}
