import { type Mode, palettes } from '@inkbear/ui-kit/palette.ts';
import type { Appearance } from '@stripe/stripe-js';

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
      borderRadius: '8px',
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '16px',
      spacingUnit: '4px',
    },
    rules: {
      '.Input': { border: `1px solid ${edge}`, boxShadow: 'none' },
      '.Input:focus': { borderColor: accent, boxShadow: 'none', outline: `1px solid ${accent}` },
      '.Label': { fontSize: '14px', fontWeight: '500' },
    },
  };
}
