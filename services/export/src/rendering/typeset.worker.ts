import type { FontBytes } from '@inkbear/press/fonts';
import type { Edition } from '@inkbear/press/geometry';
import type { Manuscript } from '@inkbear/press/manuscript';
import { readFonts } from '@inkbear/press/node-fonts';
import type { SimpleDocument } from '@inkbear/press/lay-out-document';
import { typeset, typesetChapter, typesetOutline, typesetStory, type TypesetResult } from '@inkbear/press/typeset';

export type TypesetTask = { date: number; fontsDir: string | null } & (
  | { kind: 'book'; manuscript: Manuscript; edition: Edition }
  | { kind: 'chapter'; manuscript: Manuscript; chapterNumber: number }
  | { kind: 'story'; manuscript: Manuscript }
  | { kind: 'outline'; outline: SimpleDocument }
);

/** Read once per thread, because the typesetter caches opened fonts and shaped words by the identity of this object. */
let fonts: Promise<FontBytes> | null = null;

/** Typesets one document, in a worker thread of `Press`. */
export default async function typesetDocument(task: TypesetTask): Promise<TypesetResult> {
  fonts ??= task.fontsDir === null ? readFonts() : readFonts(task.fontsDir);
  const options = { fonts: await fonts, date: task.date };
  switch (task.kind) {
    case 'book':
      return typeset(task.manuscript, { ...options, edition: task.edition });
    case 'chapter':
      return typesetChapter(task.manuscript, task.chapterNumber, options);
    case 'story':
      return typesetStory(task.manuscript, options);
    case 'outline':
      return typesetOutline(task.outline, options);
  }
}
