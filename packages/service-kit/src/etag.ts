import { ProblemError } from './problem.ts';

/** A revision as an ETag, `"12"`. */
export const etag = (rev: number): string => `"${rev}"`;

/** No stored text has this revision, so comparing with it is always 412. */
export const unknownRevision = 0;

const entityTag = String.raw`(?:W/)?"[!#-~\x80-\xff]*"`;
const entityTags = new RegExp(`^${entityTag}(?:[ \t]*,[ \t]*${entityTag})*$`);

/**
 * Reads `If-Match: "12"`; null without the header or with `*`. Entity tags that no revision has are `unknownRevision`; what is no
 * entity tag is 400. A weak tag counts as strong: revisions are exact.
 */
export function parseIfMatch(header: string | undefined): number | null {
  const value = header?.trim();
  if (value === undefined || value === '*') return null;
  const digits = /^(?:W\/)?"(\d{1,12})"$/.exec(value)?.[1];
  if (digits !== undefined) return Number(digits);
  if (entityTags.test(value)) return unknownRevision;
  throw new ProblemError('request.malformed', { message: 'The If-Match header must be one quoted revision.' });
}
