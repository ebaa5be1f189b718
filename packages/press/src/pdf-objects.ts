import { zlibSync } from 'fflate';

/** Collects the numbered objects of a PDF file, then writes the cross-reference table. */
export interface PdfFile {
  /** Reserves a number for an object that is written later. */
  reserve: () => number;
  /** Writes an object under the reserved number `id`, or under a new number. Returns the number. */
  add: (body: string, id?: number) => number;
  /** Writes a stream, compressed by default. Returns its number. */
  addStream: (dictionary: string, data: Uint8Array, compress?: boolean) => number;
  /** Returns the bytes of the file. `root` and `info` are the numbers of its catalogue and its metadata. */
  finish: (root: number, info: number) => Uint8Array;
}

const encoder = new TextEncoder();

/** A hash (after FNV-1a) in 32 hexadecimal digits: a file identifier that depends on the content alone. */
const digest = (chunks: readonly Uint8Array[]): string => {
  let [a, b] = [0x811c9dc5, 0x01234567];
  for (const chunk of chunks) {
    for (const byte of chunk) {
      a = Math.imul(a ^ byte, 0x01000193);
      b = Math.imul(b ^ byte, 0x01000193) + 1;
    }
  }
  const hex = (value: number): string => (value >>> 0).toString(16).padStart(8, '0');
  return `${hex(a)}${hex(b)}${hex(a ^ b)}${hex(Math.imul(a, 31) + b)}`;
};

export const createPdfFile = (): PdfFile => {
  const chunks: Uint8Array[] = [];
  const offsets: number[] = [0];
  let length = 0;
  const write = (bytes: Uint8Array): void => {
    chunks.push(bytes);
    length += bytes.length;
  };
  const writeText = (value: string): void => write(encoder.encode(value));
  // The second line has bytes above 127, so that transfer programs treat the file as binary.
  write(Uint8Array.from([...encoder.encode('%PDF-1.7\n%'), 0xe2, 0xe3, 0xcf, 0xd3, 0x0a]));
  const reserve = (): number => offsets.push(0) - 1;
  const begin = (id: number): number => {
    offsets[id] = length;
    return id;
  };
  return {
    reserve,
    add: (body, id = reserve()) => {
      begin(id);
      writeText(`${id} 0 obj\n${body}\nendobj\n`);
      return id;
    },
    addStream: (dictionary, data, compress = true) => {
      const id = begin(reserve());
      const bytes = compress ? zlibSync(data, { level: 6 }) : data;
      writeText(
        `${id} 0 obj\n<<${dictionary}${compress ? '/Filter/FlateDecode' : ''}/Length ${bytes.length}>>\nstream\n`,
      );
      write(bytes);
      writeText('\nendstream\nendobj\n');
      return id;
    },
    finish: (root, info) => {
      const id = digest(chunks);
      const start = length;
      const table = offsets
        .map((offset, index) =>
          index === 0 ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`,
        )
        .join('');
      writeText(
        `xref\n0 ${offsets.length}\n${table}trailer\n<</Size ${offsets.length}/Root ${root} 0 R/Info ${info} 0 R/ID[<${id}><${id}>]>>\nstartxref\n${start}\n%%EOF\n`,
      );
      const file = new Uint8Array(length);
      let at = 0;
      for (const chunk of chunks) {
        file.set(chunk, at);
        at += chunk.length;
      }
      return file;
    },
  };
};

const utf16Hex = (text: string): string => {
  let hex = '';
  for (let at = 0; at < text.length; at += 1) hex += text.charCodeAt(at).toString(16).padStart(4, '0');
  return hex.toUpperCase();
};

/** A text as UTF-16 in hexadecimal without a byte order mark, as ToUnicode maps require. */
export const pdfUnicode = (text: string): string => `<${utf16Hex(text)}>`;

/** A PDF text string in UTF-16, such as a title or a name. */
export const pdfText = (text: string): string => `<FEFF${utf16Hex(text)}>`;

/** A number in the shortest form, rounded to a thousandth. */
export const pdfNumber = (value: number): string => {
  const rounded = Math.round(value * 1000) / 1000;
  return Object.is(rounded, -0) ? '0' : String(rounded);
};

/** A PDF date: `(D:20260102030405Z)`. @param date milliseconds since the epoch */
export const pdfDate = (date: number): string => `(D:${new Date(date).toISOString().replace(/\D/g, '').slice(0, 14)}Z)`;
