import { ProblemError } from './problem.ts';

/** A revision as an ETag, `"12"`. */
export const etag = (rev: number): string => `"${rev}"`;

/** Reads `If-Match: "12"`; null without the header, 400 for anything else. A weak tag counts as strong: revisions are exact. */
export function parseIfMatch(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null;
  const digits = /^(?:W\/)?"(\d{1,12})"$/.exec(header.trim())?.[1];
  if (digits === undefined) throw new ProblemError('request.malformed', { message: 'The If-Match header must be one quoted revision.' });
  return Number(digits);
}
