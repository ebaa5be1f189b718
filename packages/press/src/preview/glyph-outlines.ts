import { type FontAssets, familyOf } from '../typeset-context.ts';
import type { GlyphOutlines } from './draw-page.ts';

/** The outlines of opened fonts. */
export const glyphOutlinesOf = (assets: FontAssets): GlyphOutlines => {
  const family = familyOf(assets);
  return {
    svg: (face, id) => family[face].font.getGlyph(id).path.toSVG(),
    scale: (face) => family[face].scale / 1000,
  };
};
