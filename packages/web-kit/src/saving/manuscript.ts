/**
 * A text that is written, saved and kept in a history as one: a chapter of a book or a Personal Story. Its kind is also
 * its name in sentences.
 */
export interface Manuscript {
  readonly kind: 'chapter' | 'story';
  readonly id: string;
}
export type ManuscriptKind = Manuscript['kind'];

/** Its name among the documents of this browser. */
export const documentIdOf = ({ kind, id }: Manuscript): string => `${kind}:${id}`;

/** Whose text a document is; null for one that is not known here. */
export function manuscriptOf(documentId: string): Manuscript | null {
  const kind = (['chapter', 'story'] as const).find((each) => documentId.startsWith(`${each}:`));
  return kind === undefined ? null : { kind, id: documentId.slice(kind.length + 1) };
}

/** Whose results and counters are asked for. */
export const scopeOf = ({ kind, id }: Manuscript): { chapterId: string } | { storyId: string } =>
  kind === 'chapter' ? { chapterId: id } : { storyId: id };
