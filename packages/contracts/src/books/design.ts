import { z } from 'zod';
import { body, id, idParams, line } from '../fields.ts';
import { defineRoute } from '../route.ts';
import { isbn } from './isbn.ts';

/** Width and height of a page after trimming, in inches. */
export interface TrimSize {
  readonly widthIn: number;
  readonly heightIn: number;
}

/** The standard trim sizes, smallest first. */
export const trimSizes = {
  '5x8': { widthIn: 5, heightIn: 8 },
  '5.25x8': { widthIn: 5.25, heightIn: 8 },
  '5.5x8.5': { widthIn: 5.5, heightIn: 8.5 },
  '6x9': { widthIn: 6, heightIn: 9 },
  '7x10': { widthIn: 7, heightIn: 10 },
  '8x10': { widthIn: 8, heightIn: 10 },
} as const satisfies Record<string, TrimSize>;
export const trimIds = Object.keys(trimSizes) as (keyof typeof trimSizes)[];
/** Bounds of a custom trim size, in inches. */
export const customTrim = { width: { min: 4, max: 8 }, height: { min: 6, max: 10 } } as const;

export const papers = ['white', 'cream', 'groundwood'] as const;
export const faces = [
  'literata',
  'eb-garamond',
  'source-serif-4',
  'alegreya',
  'vollkorn',
  'gentium-book-plus',
] as const;

/** The margins of a design that sets none, in inches. Mirrored on left-hand pages. */
export const standardMargins = { insideIn: 0.8, outsideIn: 0.6, topIn: 0.75, bottomIn: 0.8 } as const;

/** Maximum parts and unnumbered chapters of a book, so that a design fits the body limit. */
export const designLimits = { parts: 50, partTitle: 200, unnumbered: 500, shortTitle: 60 } as const;

const inches = (min: number, max: number) =>
  z
    .number('Please enter a number')
    .min(min, `Please enter at least ${min} in`)
    .max(max, `Please enter at most ${max} in`);
const between = (min: number, max: number) =>
  z.number('Please enter a number').min(min, `Please enter at least ${min}`).max(max, `Please enter at most ${max}`);

const { width, height } = customTrim;
const trim = z.union(
  [
    z.enum(trimIds),
    z.strictObject({ widthIn: inches(width.min, width.max), heightIn: inches(height.min, height.max) }),
  ],
  `Please choose a trim size, or enter one of ${width.min}–${width.max} × ${height.min}–${height.max} in`,
);
/** Each margin keeps the 0.25 in that printers require at every edge. */
const margin = inches(0.25, 3);
const margins = z.strictObject({ insideIn: margin, outsideIn: margin, topIn: margin, bottomIn: margin });

const settings = {
  trim: trim.default('6x9'),
  paper: z.enum(papers).default('cream'),
  /** Whether the page is enlarged, so that ink may run over its edge. */
  bleed: z.boolean().default(false),
  face: z.enum(faces).default('literata'),
  /** Font size of the text in points. */
  size: between(9, 14).default(11),
  /** Distance between baselines as a multiple of `size`. */
  leading: between(1.15, 1.6).default(1.36),
  /** Null: `standardMargins`. The inside margin grows with the page count where the printer requires it. */
  margins: margins.nullable().default(null),
  /** Indent of a paragraph's first line in em. */
  indentEm: between(0, 3).default(1.5),
  /** Whether a chapter starts on a right-hand page or on the next one. */
  chapterStart: z.enum(['right', 'next']).default('right'),
  /** The label above a chapter's title: "Chapter 7", "Chapter Seven" or nothing. */
  chapterLabel: z.enum(['number', 'word', 'none']).default('number'),
  /** The sinkage: how far down the type area a chapter starts, as a fraction of its height. */
  drop: between(0.2, 0.4).default(0.3),
  /** How the first paragraph of a chapter begins. */
  opening: z.enum(['plain', 'smallCaps', 'dropCap2', 'dropCap3']).default('plain'),
  /** `o1` to `o8` are ornaments: see `packages/press/src/ornaments.ts` for what each looks like. */
  sceneBreak: z.enum(['blank', 'asterisks', 'o1', 'o2', 'o3', 'o4', 'o5', 'o6', 'o7', 'o8']).default('asterisks'),
  /** The running heads on left-hand and right-hand pages. */
  heads: z.enum(['author-title', 'title-chapter', 'none']).default('author-title'),
  headStyle: z.enum(['italic', 'smallCaps']).default('italic'),
  /** Where the page number is printed. */
  folio: z.enum(['foot', 'head', 'none']).default('foot'),
  /** The book's title in running heads; '' for the title itself. */
  shortTitle: line(designLimits.shortTitle).default(''),
  /** Whether the book has a table of contents. */
  contents: z.boolean().default(true),
  /** '' for none. */
  isbnPrint: isbn.default(''),
  isbnEbook: isbn.default(''),
  /** Each part begins before a chapter. Chapters that are no longer in the book are ignored. */
  parts: z
    .array(z.strictObject({ beforeChapterId: id, title: line(designLimits.partTitle).min(1, 'Title is required') }))
    .max(designLimits.parts, `A book can have ${designLimits.parts} parts`)
    .default([]),
  /** Ids of chapters without a number, such as a prologue. Chapters that are no longer in the book are ignored. */
  unnumbered: z
    .array(id)
    .max(designLimits.unnumbered, `At most ${designLimits.unnumbered} chapters can be unnumbered`)
    .default([]),
};

export const designSettings = z.strictObject(settings);
/** How a book is laid out, in print and as an e-book. */
export type DesignSettings = z.infer<typeof designSettings>;
/** The settings of a book that nobody has designed yet. */
export const designDefaults: Readonly<DesignSettings> = designSettings.parse({});

/** `rev` 0: the defaults, because no design has been saved. */
export const design = z.object({ rev: z.int().min(0), ...settings });
export type Design = z.infer<typeof design>;

export const getDesign = defineRoute({
  id: 'getDesign',
  owner: 'books',
  method: 'GET',
  path: '/api/books/:id/design',
  summary: 'How the book is laid out; its ETag is the revision, and "0" means the defaults',
  access: 'user',
  rate: 'read',
  params: idParams,
  responses: { 200: design },
  errors: ['books.not_found'],
});
export const saveDesign = defineRoute({
  id: 'saveDesign',
  owner: 'books',
  method: 'PUT',
  path: '/api/books/:id/design',
  summary: 'Replace the design; a setting that is not sent gets its default. Also for read-only books',
  access: 'user',
  rate: 'save',
  ifMatch: { missing: 'books.if_match_required' },
  params: idParams,
  // A client may send the object that it has read, with its revision.
  body: body(settings, ['rev']),
  responses: { 200: design },
  errors: [
    'books.not_found',
    'books.design_invalid',
    'books.stale_revision',
    'books.if_match_required',
    'books.quota_used',
  ],
});
