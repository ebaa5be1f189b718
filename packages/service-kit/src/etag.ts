import { ProblemError } from './problem.ts';

/** A revision as an ETag, `"12"`. */
export const etag = (rev: number): string => `"${rev}"`;

/** No stored text has this revision, so comparing with it is always 412. */
export const unknownRevision = 0;

/** An entity tag of RFC 9110, weak or strong. */
const entityTag = /^(?:W\/)?"[!#-~\u0080-\u00ff]*"$/;

/** Tags may hold commas, but ours do not, and a list that cannot be read is refused. */
const areEntityTags = (value: string): boolean => value.split(',').every((tag) => entityTag.test(tag.trim()));

/**
 * Reads `If-Match: "12"`; null without the header or with `*`. Entity tags that no revision has are `unknownRevision`; what is no
 * entity tag is 400. A weak tag counts as strong: revisions are exact.
 */
export function parseIfMatch(header: string | undefined): number | null {
  const value = header?.trim();
  if (value === undefined || value === '*') return null;
  const digits = /^(?:W\/)?"(\d{1,12})"$/.exec(value)?.[1];
  if (digits !== undefined) return Number(digits);
  if (areEntityTags(value)) return unknownRevision;
  throw new ProblemError('request.malformed', { message: 'The If-Match header must be one quoted revision.' });
}
