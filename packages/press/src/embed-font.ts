import type { FontFile } from './fonts.ts';
import { type PdfFile, pdfNumber, pdfUnicode } from './pdf-objects.ts';
import type { Glyph } from './shape.ts';

/**
 * One font file in one document. Each pair of glyph and text has its own code. So two characters that share a glyph (the
 * box for missing characters) have different codes, and copying them from the PDF gives the original characters.
 */
export interface EmbeddedFont {
  /** Resource name in the PDF, e.g. `F1`. */
  name: string;
  id: number;
  /** Four hexadecimal digits for a content stream. */
  codeOf: (glyph: Glyph) => string;
  /** Writes the font's objects; call it once, after all pages are written. */
  finish: () => void;
}

/** `includeGlyph` returns the glyph's id in the subset, which the types of the library do not declare. */
interface NumberedSubset {
  includeGlyph: (id: number) => number;
}

interface Used {
  id: number;
  text: string;
  width: number;
}

const MAX_CODES = 65_000;

const toUnicode = (used: readonly Used[]): Uint8Array => {
  const lines = used
    .map(({ text }, index) => [index + 1, text] as const)
    .filter(([, text]) => text !== '')
    .map(([code, text]) => `<${code.toString(16).padStart(4, '0')}> ${pdfUnicode(text)}`);
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; at += 100) {
    const block = lines.slice(at, at + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return new TextEncoder().encode(`/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end
`);
};

/** Six letters before the name mark a subset; the same index gives the same letters. */
const subsetTag = (index: number): string =>
  Array.from({ length: 6 }, (_, at) =>
    String.fromCharCode(65 + (Math.floor(((index + 1) * 7919) / 26 ** at) % 26)),
  ).join('');

/** Reserves the font's object in the PDF. `index` is unique within the document. */
export const embedFont = (pdf: PdfFile, file: FontFile, index: number): EmbeddedFont => {
  const used: Used[] = [];
  const codes = new Map<number, Map<string, string>>();
  const id = pdf.reserve();
  const codeOf = (glyph: Glyph): string => {
    let texts = codes.get(glyph.id);
    if (!texts) codes.set(glyph.id, (texts = new Map()));
    let code = texts.get(glyph.text);
    if (code === undefined) {
      if (used.length >= MAX_CODES) return texts.values().next().value ?? '0000';
      code = used.push({ id: glyph.id, text: glyph.text, width: glyph.width }).toString(16).padStart(4, '0');
      texts.set(glyph.text, code);
    }
    return code;
  };
  const finish = (): void => {
    const { font, scale } = file;
    const subset = font.createSubset();
    const glyphIds = new Uint8Array((used.length + 1) * 2);
    used.forEach((entry, at) => {
      const subsetId = (subset as unknown as NumberedSubset).includeGlyph(entry.id);
      glyphIds.set([subsetId >> 8, subsetId & 255], (at + 1) * 2);
    });
    const name = `${subsetTag(index)}+${font.postscriptName.replace(/[^A-Za-z0-9-]/g, '')}`;
    const bytes = Uint8Array.from(subset.encode());
    const program = pdf.addStream(`/Length1 ${bytes.length}`, bytes);
    const scaled = (value: number): string => pdfNumber(value * scale);
    const box = font.bbox;
    const flags = 4 | (font.italicAngle === 0 ? 0 : 64);
    const descriptor = pdf.add(
      `<</Type/FontDescriptor/FontName/${name}/Flags ${flags}/FontBBox[${scaled(box.minX)} ${scaled(box.minY)} ${scaled(box.maxX)} ${scaled(box.maxY)}]/ItalicAngle ${pdfNumber(font.italicAngle)}/Ascent ${scaled(font.ascent)}/Descent ${scaled(font.descent)}/CapHeight ${scaled(font.capHeight)}/StemV 80/FontFile2 ${program} 0 R>>`,
    );
    const glyphIdMap = pdf.addStream('', glyphIds);
    const widths = used.map(({ width }) => pdfNumber(width)).join(' ');
    const descendant = pdf.add(
      `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ${descriptor} 0 R/DW 0/W[1[${widths}]]/CIDToGIDMap ${glyphIdMap} 0 R>>`,
    );
    const unicode = pdf.addStream('', toUnicode(used));
    pdf.add(
      `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/DescendantFonts[${descendant} 0 R]/ToUnicode ${unicode} 0 R>>`,
      id,
    );
  };
  return { name: `F${index + 1}`, id, codeOf, finish };
};
