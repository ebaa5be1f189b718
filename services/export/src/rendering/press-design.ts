import type { DesignSettings } from '@inkbear/contracts/books/design';
import { pressDesignOf } from '@inkbear/contracts/books/manuscript';
import type { Design } from '@inkbear/press/design';

/** A book's design as the press needs it. */
export const toPressDesign = (settings: DesignSettings): Design => pressDesignOf(settings);
