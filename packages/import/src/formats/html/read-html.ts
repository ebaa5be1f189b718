import type { DocumentBuilder } from '../../document/document-builder.ts';
import { decodeText } from '../../encoding/decode-text.ts';
import { StyleRules } from './css.ts';
import { readHtmlText } from './html-reader.ts';
import { NoteRegistry } from './note-registry.ts';

const encodingName = /^["']?([\w-]{1,40})/;
/** The encoding is named near the beginning, such as `<meta charset="utf-8">`. */
const maxBytes = 2048;
const attribute = 'charset=';

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const beginning = Buffer.from(bytes.subarray(0, maxBytes)).toString('latin1').toLowerCase();
  const at = beginning.indexOf(attribute);
  return at < 0 ? undefined : encodingName.exec(beginning.slice(at + attribute.length))?.[1];
}

/** Reads one HTML file. */
export function readHtml(bytes: Uint8Array, builder: DocumentBuilder): void {
  const html = decodeText(bytes, declaredEncoding(bytes));
  const notes = new NoteRegistry(builder);
  readHtmlText(html, { builder, notes, rules: new StyleRules(), path: '', isXhtml: html.startsWith('<?xml') });
  notes.finish();
}
