import { z } from 'zod';
import { body, idParams, isoTime, line, prose } from '../fields.ts';
import { defineRoute } from '../route.ts';
import { revisionNumber } from './revision.ts';

/** Kinds of pieces before the text, in the order in which they are printed. */
export const frontMatterKinds = [
  'front-also-by',
  'copyright',
  'epigraph',
  'foreword',
  'preface',
  'front-acknowledgements',
] as const;
/** Kinds of pieces after the text, in the order in which they are printed. */
export const backMatterKinds = [
  'afterword',
  'notes',
  'back-acknowledgements',
  'about-author',
  'back-also-by',
  'excerpt',
] as const;
export const matterKind = z.enum([...frontMatterKinds, ...backMatterKinds]);
export type MatterKind = z.infer<typeof matterKind>;

/** The titles of sections without a title of their own. */
export const matterTitles: Readonly<Record<MatterKind, string>> = {
  'front-also-by': 'Also by the author',
  copyright: 'Copyright',
  epigraph: 'Epigraph',
  foreword: 'Foreword',
  preface: 'Preface',
  'front-acknowledgements': 'Acknowledgements',
  afterword: 'Afterword',
  notes: 'Notes',
  'back-acknowledgements': 'Acknowledgements',
  'about-author': 'About the author',
  'back-also-by': 'Also by the author',
  excerpt: 'Excerpt',
};

export const matterLimits = { pieces: 20, title: 200, text: 50_000, revisions: 20 } as const;

/** Sections of the same kind are printed in the order of the list, whose wire name is `pieces`. */
export const matterSection = z.strictObject({
  kind: matterKind,
  /** '' for the title in `matterTitles`. */
  title: line(matterLimits.title).default(''),
  text: prose(matterLimits.text).default(''),
});
/** A section of front or back matter. Dedication and introduction are fields of the book. */
export type MatterSection = z.infer<typeof matterSection>;

const pieces = z.array(matterSection).max(matterLimits.pieces, `A book can have ${matterLimits.pieces} such pages`);

/** `rev` 0: none has been saved. */
export const matter = z.object({ rev: z.int().min(0), pieces });
export type Matter = z.infer<typeof matter>;

/** An item of the list of revisions. */
export const matterRevision = z.object({
  rev: z.int().min(1),
  at: isoTime,
  pieceCount: z.int(),
  wordCount: z.int(),
});
export type MatterRevision = z.infer<typeof matterRevision>;
export const matterRevisionWithPieces = matterRevision.extend({ pieces });
export type MatterRevisionWithPieces = z.infer<typeof matterRevisionWithPieces>;

export const getMatter = defineRoute({
  id: 'getMatter',
  owner: 'books',
  method: 'GET',
  path: '/api/books/:id/matter',
  summary: 'Front and back matter; its ETag is the revision, and "0" means that none was saved',
  access: 'user',
  rate: 'read',
  params: idParams,
  responses: { 200: matter },
  errors: ['books.not_found'],
});
export const saveMatter = defineRoute({
  id: 'saveMatter',
  owner: 'books',
  method: 'PUT',
  path: '/api/books/:id/matter',
  summary: 'Replace front and back matter; the last 20 versions can be read',
  access: 'user',
  rate: 'save',
  bodyLimit: 'prose',
  ifMatch: { missing: 'books.if_match_required' },
  params: idParams,
  // A client may send the object that it has read, with its revision.
  body: body({ pieces }, ['rev']),
  responses: { 200: matter },
  errors: ['books.not_found', 'books.stale_revision', 'books.if_match_required', 'books.quota_used', 'plan.read_only'],
});
export const listMatterRevisions = defineRoute({
  id: 'listMatterRevisions',
  owner: 'books',
  method: 'GET',
  path: '/api/books/:id/matter/revisions',
  summary:
    'The last 20 versions of front and back matter without texts, newest first; with `rev` that one with its texts',
  access: 'user',
  rate: 'read',
  params: idParams,
  query: z.object({ rev: revisionNumber.optional() }),
  responses: { 200: z.union([z.array(matterRevision).max(matterLimits.revisions), matterRevisionWithPieces]) },
  errors: ['books.not_found', 'books.revision_not_found'],
});
