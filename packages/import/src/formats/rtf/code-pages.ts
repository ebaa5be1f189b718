import { TextDecoder } from 'node:util';

const byNumber: Readonly<Record<number, string>> = {
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
};
const defaultEncoding = 'windows-1252';

/** The encoding with the number of a Windows code page. */
export const encodingOfPage = (page: number): string =>
  byNumber[page] ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : defaultEncoding);

const byCharset: Readonly<Record<number, string>> = {
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};

/** The encoding of a font with this character set; undefined for that of the document. */
export const encodingOfCharset = (charset: number): string | undefined => byCharset[charset];

const decoders = new Map<string, TextDecoder>();

/** Decodes bytes; those that the encoding does not have become the sign for unknown characters. */
export function decodeBytes(bytes: readonly number[], encoding: string): string {
  let decoder = decoders.get(encoding);
  if (!decoder) {
    decoder = new TextDecoder(encoding);
    decoders.set(encoding, decoder);
  }
  return decoder.decode(Uint8Array.from(bytes));
}
