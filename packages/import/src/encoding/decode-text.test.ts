import { describe, expect, it } from '@jest/globals';
import { decodeText, decodeXml } from './decode-text.ts';

const text = '“Naïve,” she said — œuvre.';
const utf16 = (order: 'le' | 'be', withMark: boolean, content = text): Uint8Array => {
  const bytes = Buffer.from((withMark ? '\ufeff' : '') + content, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
};
const windows1252 = Uint8Array.from([0x93, 0x4e, 0x61, 0xef, 0x76, 0x65, 0x2c, 0x94, 0x20, 0x97, 0x20, 0x9c]);

describe('a text', () => {
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 LE with a mark', utf16('le', true)],
    ['UTF-16 BE with a mark', utf16('be', true)],
    ['UTF-16 LE without a mark', utf16('le', false)],
    ['UTF-16 BE without a mark', utf16('be', false)],
  ])('is recognised as %s', (_name, bytes) => {
    expect(decodeText(bytes)).toBe(text);
  });

  it('is Windows-1252 when it is neither', () => {
    expect(decodeText(windows1252)).toBe('“Naïve,” — œ');
  });

  it('may declare its encoding, but a mark wins', () => {
    expect(decodeText(Buffer.from([0xe9, 0xbf]), 'iso-8859-2')).toBe('éż');
    expect(decodeText(utf16('be', true), 'iso-8859-2')).toBe(text);
    expect(() => decodeText(Buffer.from('a'), 'x-none')).toThrow(expect.objectContaining({ code: 'imports.damaged' }));
  });
});

const decodeParts = async (bytes: Uint8Array, size: number): Promise<string> => {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  let decoded = '';
  for await (const part of decodeXml(chunks())) decoded += part;
  return decoded;
};

describe('an XML file', () => {
  it.each([200, 61, 50])('is decoded in pieces of %d bytes, which may divide characters', async (size) => {
    const xml = `<?xml version="1.0" encoding="UTF-8"?><a>${text.repeat(20)}</a>`;
    expect(await decodeParts(Buffer.from(xml), size)).toBe(xml);
    expect(await decodeParts(utf16('le', true, xml), size)).toBe(xml);
  });

  it('is decoded in the encoding that it declares', async () => {
    const head = '<?xml version="1.0" encoding="windows-1250"?><a>';
    expect(await decodeParts(Buffer.concat([Buffer.from(head), Buffer.from([0xb9])]), 100)).toBe(`${head}ą`);
  });

  it('is damaged when its bytes are not in its encoding', async () => {
    await expect(decodeParts(Buffer.concat([Buffer.from('<a>'), windows1252]), 100)).rejects.toMatchObject({
      code: 'imports.damaged',
    });
    await expect(
      decodeParts(Buffer.concat([Buffer.from('<a>'), Buffer.from([0xe2, 0x80])]), 100),
    ).rejects.toMatchObject({
      code: 'imports.damaged',
    });
  });
});
