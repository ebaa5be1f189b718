import { type Mode, palettes } from '@inkbear/ui-kit/palette.ts';
import type { Appearance } from '@stripe/stripe-js';

/** Stripe's fields in the colours of the house. They live in a frame of Stripe's, so our fonts do not reach them. */
export function stripeLook(mode: Mode): Appearance {
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
