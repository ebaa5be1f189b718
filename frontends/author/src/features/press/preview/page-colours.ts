import type { DesignSettings } from '@inkbear/contracts/books/design';

/** The colours of print and of paper. The preview shows paper, so they are the same in both modes. */
export const pageInk = '#221c16';
export const paperColours: Readonly<Record<DesignSettings['paper'], string>> = {
  white: '#ffffff',
  cream: '#f7f1e1',
  groundwood: '#ece5d6',
};
