import type { DesignSettings } from '@inkbear/contracts/books/design';
import { marginsOf, trimSizeOf } from '@inkbear/contracts/books/design-rules';
import type { Design } from '@inkbear/press/design';

/** A book's design as the press needs it. It is part of the cache key of chapters, so it
 * contains only what changes their layout. */
export const toPressDesign = (settings: DesignSettings): Design => ({
  trim: trimSizeOf(settings),
  paper: settings.paper,
  margins: marginsOf(settings),
  bleed: settings.bleed,
  size: settings.size,
  leading: settings.leading,
  indentEm: settings.indentEm,
  chapterStart: settings.chapterStart,
  chapterLabel: settings.chapterLabel,
  drop: settings.drop,
  opening: settings.opening,
  sceneBreak: settings.sceneBreak,
  heads: settings.heads,
  headStyle: settings.headStyle,
  folio: settings.folio,
  shortTitle: settings.shortTitle,
  contents: settings.contents,
});
