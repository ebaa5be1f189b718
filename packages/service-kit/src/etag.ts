import { ProblemError } from './problem.ts';

/** A revision as an ETag, `"12"`. */
export const etag = (rev: number): string => `"${rev}"`;

/** Nothing has this revision, so the comparison always fails with 412. 0 is the revision of what was never saved. */
export const unknownRevision = -1;

/** An entity tag of RFC 9110, weak or strong. */
const entityTag = /^(?:W\/)?"[!#-~\u0080-\u00ff]*"$/;

/** Entity tags may contain commas, but ours never do; a list that does not parse is rejected. */
const areEntityTags = (value: string): boolean => value.split(',').every((tag) => entityTag.test(tag.trim()));

/**
 * Parses `If-Match: "12"`; null without the header or with `*`. Entity tags that are not a revision number become
 * `unknownRevision`; anything that is not an entity tag is 400. Weak tags are compared like strong ones: revisions are exact.
 */
export function parseIfMatch(header: string | undefined): number | null {
  const value = header?.trim();
  if (value === undefined || value === '*') return null;
  const digits = /^(?:W\/)?"(\d{1,12})"$/.exec(value)?.[1];
  if (digits !== undefined) return Number(digits);
  if (areEntityTags(value)) return unknownRevision;
  throw new ProblemError('request.malformed', { message: 'The If-Match header must be one quoted revision.' });
}
