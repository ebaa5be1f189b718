import type { Profile } from '@inkbear/press/geometry';
import type { SimpleDocument } from '@inkbear/press/lay-out-document';
import type { Manuscript } from '@inkbear/press/manuscript';
import { type PressAssets, readAssets } from '@inkbear/press/node-assets';
import { typeset, typesetChapter, typesetOutline, typesetStory, type TypesetResult } from '@inkbear/press/typeset';

export type TypesetTask = { date: number; assetsDir: string | null } & (
  | { kind: 'book'; manuscript: Manuscript; profile: Profile }
  | { kind: 'chapter'; manuscript: Manuscript; chapterNumber: number }
  | { kind: 'story'; manuscript: Manuscript }
  | { kind: 'outline'; outline: SimpleDocument }
);

/** Read once per thread, because the typesetter caches fonts, words and chapters by the identity of this object. */
let assets: Promise<PressAssets> | null = null;

/** Typesets one document, in a worker thread of `Press`. */
export default async function typesetDocument(task: TypesetTask): Promise<TypesetResult> {
  assets ??= readAssets(task.assetsDir ?? undefined);
  const options = { assets: await assets, date: task.date };
  switch (task.kind) {
    case 'book':
      return typeset(task.manuscript, { ...options, profile: task.profile });
    case 'chapter':
      return typesetChapter(task.manuscript, task.chapterNumber, options);
    case 'story':
      return typesetStory(task.manuscript, options);
    case 'outline':
      return typesetOutline(task.outline, options);
  }
}
