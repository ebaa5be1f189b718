import { inflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { fontProgramOf, removeLayoutTables } from './font-program.ts';
import { faceNames, type Family, openFamily } from './fonts.ts';
import { readAssets } from './node-assets.ts';

let family: Family;
beforeAll(async () => {
  family = openFamily((await readAssets()).family);
});

const tablesOf = (bytes: Uint8Array): Map<string, Uint8Array> => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return new Map(
    Array.from({ length: view.getUint16(4) }, (_, index) => {
      const at = 12 + index * 16;
      const start = view.getUint32(at + 8);
      return [
        String.fromCharCode(...bytes.subarray(at, at + 4)),
        bytes.subarray(start, start + view.getUint32(at + 12)),
      ];
    }),
  );
};

describe.each(faceNames)('the font program of %s', (name) => {
  it('has every table of the font but those of its layout', () => {
    const face = family[name];
    const file = new Uint8Array(inflateSync(fontProgramOf(face).file));
    const [before, after] = [tablesOf(face.bytes), tablesOf(file)];
    expect([...before.keys()].filter((tag) => !after.has(tag)).toSorted()).toEqual(['GDEF', 'GPOS', 'GSUB', 'STAT']);
    for (const [tag, table] of after) {
      // The checksum of the whole file is in bytes 8 to 11 of `head`.
      const skip = tag === 'head' ? 12 : 0;
      expect(Buffer.compare(table.subarray(skip), before.get(tag)?.subarray(skip) ?? new Uint8Array())).toBe(0);
    }
    const view = new DataView(file.buffer);
    let sum = 0;
    for (let at = 0; at < file.length; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
    expect(sum).toBe(0xb1b0afba);
  });

  it('gives each glyph its text', () => {
    const { font } = family[name];
    const { texts } = fontProgramOf(family[name]);
    for (const text of ['A', 'ß', 'Я', 'λ', 'ffi', 'fl', ' ', '—'])
      expect(font.layout(text).glyphs.map(({ id }) => texts[id])).toEqual([text]);
    expect(texts.filter((text) => text === '\ufffd').length).toBeLessThan(10);
    expect(texts.some((text) => text === '' || text === '\u0000' || text.includes('\ufeff'))).toBe(false);
  });
});

it('keeps a file without layout tables as it is, but for its checksum', () => {
  const stripped = removeLayoutTables(family.regular.bytes);
  expect(Buffer.compare(removeLayoutTables(stripped), stripped)).toBe(0);
});
