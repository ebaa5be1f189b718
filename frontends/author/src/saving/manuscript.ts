/** A text with its own saves and history: a chapter or a Personal Story. Messages to the user name it by `kind`. */
export interface Manuscript {
  readonly kind: 'chapter' | 'story';
  readonly id: string;
}
export type ManuscriptKind = Manuscript['kind'];

/** Its document id in the journal of this browser. */
export const documentIdOf = ({ kind, id }: Manuscript): string => `${kind}:${id}`;

/** The manuscript with this document id; null for other documents. */
export function manuscriptOf(documentId: string): Manuscript | null {
  const kind = (['chapter', 'story'] as const).find((each) => documentId.startsWith(`${each}:`));
  return kind === undefined ? null : { kind, id: documentId.slice(kind.length + 1) };
}

/** The query that selects its AI results and limits. */
export const scopeOf = ({ kind, id }: Manuscript): { chapterId: string } | { storyId: string } =>
  kind === 'chapter' ? { chapterId: id } : { storyId: id };
