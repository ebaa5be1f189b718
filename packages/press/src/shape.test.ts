import { beforeAll, describe, expect, it } from '@jest/globals';
import * as harfbuzz from 'harfbuzzjs';
import { faceNames, type FamilyBytes, openFamily } from './fonts.ts';
import { type FamilyName, familyNames, readAssets } from './node-assets.ts';
import { createShaper } from './shape.ts';
import { goldenBook, goldenTexts } from './testing/golden-book.ts';

/** Ligatures, kerning pairs, letters with marks, digits and punctuation, besides the words of texts in four languages. */
const hardWords = [
  ...[
    'office',
    'fjord',
    'waffle',
    'shuffling',
    'AVATAR',
    'To',
    'Ty.',
    'WAVE',
    'L’Yonne',
    '“Yes,”',
    'r.',
    'f’',
    'fi',
    'ffl',
  ],
  ...[
    'q\u0307x\u0304',
    'e\u0301\u0323',
    'Ελλάδα',
    'Москва',
    'Łódź',
    'İstanbul',
    'ﬂ',
    '1911–1914',
    '3½',
    'A—B',
    '…',
    '***',
  ],
];
const words = [
  ...new Set([
    ...hardWords,
    ...[...Object.values(goldenTexts), ...goldenBook.chapters.map(({ text }) => text)].join(' ').split(/\s+/),
  ]),
]
  .filter((word) => word !== '')
  // Manuscripts are normalised before they are shaped.
  .map((word) => word.normalize('NFC'));

interface Shaped {
  readonly ids: readonly number[];
  readonly advances: readonly number[];
}

/** Shapes as HarfBuzz does with its standard features. */
function createPeer(bytes: Uint8Array): (text: string, smallCaps: boolean) => Shaped {
  const face = new harfbuzz.Face(new harfbuzz.Blob(bytes));
  const font = new harfbuzz.Font(face);
  const scale = 1000 / face.upem;
  return (text, smallCaps) => {
    const buffer = new harfbuzz.Buffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    harfbuzz.shape(font, buffer, smallCaps ? [new harfbuzz.Feature('smcp', 1)] : []);
    return {
      ids: buffer.getGlyphInfos().map(({ codepoint }) => codepoint),
      advances: buffer.getGlyphPositions().map(({ xAdvance }) => Math.round(xAdvance * scale)),
    };
  };
}

describe('a shaper', () => {
  const families = new Map<FamilyName, FamilyBytes>();
  beforeAll(async () => {
    for (const family of familyNames) families.set(family, (await readAssets({ family })).family);
  });

  it.each(familyNames.flatMap((family) => faceNames.map((face) => [family, face] as const)))(
    'gives the glyphs and advances of HarfBuzz in %s %s',
    (family, face) => {
      const bytes = families.get(family);
      if (!bytes) throw new Error(`${family} was not read.`);
      const { shape } = createShaper(openFamily(bytes));
      const peer = createPeer(bytes[face]);
      let compared = 0;
      for (const smallCaps of [false, true])
        for (const word of words) {
          const { glyphs, missing } = shape(face, word, smallCaps);
          if (missing.length > 0) continue;
          const shaped: Shaped = {
            ids: glyphs.map(({ id }) => id),
            advances: glyphs.map(({ advance }) => Math.round(advance)),
          };
          expect({ word, smallCaps, ...shaped }).toEqual({ word, smallCaps, ...peer(word, smallCaps) });
          compared += 1;
        }
      // Some fonts lack Greek or Cyrillic letters.
      expect(compared).toBeGreaterThan(words.length * 1.9);
    },
  );
});
