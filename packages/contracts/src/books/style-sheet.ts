import { z } from 'zod';
import { dialects } from '../ai/style.ts';
import { bibleLimits } from '../bible/entry.ts';
import { body, id, idParams, line, prose } from '../fields.ts';
import { defineRoute } from '../route.ts';

export const pointsOfView = ['first', 'second', 'third'] as const;
export const tenses = ['past', 'present'] as const;
/** How direct speech is marked: “…”, ‘…’, «…», or a dash at the beginning of the paragraph. */
export const dialogueMarks = ['double', 'single', 'guillemets', 'dash'] as const;

/** `avoid` in words or phrases, `phrase`, `notes` and `voiceSample` in UTF-16 units. */
export const styleLimits = { avoid: 100, phrase: 60, notes: 2000, voiceSamples: 3, voiceSample: 2000 } as const;

const conventions = {
  pov: z.enum(pointsOfView).nullable().default(null),
  /** The character whose thoughts are told; null when those of several are. */
  povEntryId: id.nullable().default(null),
  tense: z.enum(tenses).nullable().default(null),
  dialect: z.enum(dialects).nullable().default(null),
  dialogueMarks: z.enum(dialogueMarks).nullable().default(null),
};

const settings = {
  ...conventions,
  /** Words and phrases that AI must not use. */
  avoid: z
    .array(line(styleLimits.phrase).min(1, 'Please enter a word or a phrase'))
    .max(styleLimits.avoid, `Please list at most ${styleLimits.avoid} words and phrases`)
    .default([]),
  /** Anything else that AI must know about how the book is written. */
  notes: prose(styleLimits.notes).default(''),
  /** Passages that sound as the book should sound. */
  voiceSamples: z
    .array(prose(styleLimits.voiceSample).min(1, 'Please enter a passage'))
    .max(styleLimits.voiceSamples, `Please choose at most ${styleLimits.voiceSamples} passages`)
    .default([]),
};

export const styleSettings = z.strictObject(settings);
/** How a book is written. Null: not decided, so what was detected in the text is used. */
export type StyleSettings = z.infer<typeof styleSettings>;
/** The settings of a book whose author has decided nothing. */
export const styleDefaults: Readonly<StyleSettings> = styleSettings.parse({});

const detectedStyle = z.object(conventions);
/**
 * What the text of a book shows. Null: too little text, or no clear answer; point of view, tense and dialect only in
 * English.
 */
export type DetectedStyle = z.infer<typeof detectedStyle>;

/** What the author has decided; `rev` 0: nothing yet. */
export const savedStyle = z.object({ rev: z.int().min(0), ...settings });
export type SavedStyle = z.infer<typeof savedStyle>;
/** `detected` follows the text and has no revision. */
export const styleSheet = savedStyle.extend({ detected: detectedStyle });
export type StyleSheet = z.infer<typeof styleSheet>;

export const getStyleSheet = defineRoute({
  id: 'getStyleSheet',
  owner: 'books',
  method: 'GET',
  path: '/api/books/:id/style',
  summary: 'How the book is written, and what its text shows; the ETag is the revision of the settings',
  access: 'user',
  rate: 'read',
  params: idParams,
  responses: { 200: styleSheet },
  errors: ['books.not_found'],
});

export const saveStyleSheet = defineRoute({
  id: 'saveStyleSheet',
  owner: 'books',
  method: 'PUT',
  path: '/api/books/:id/style',
  summary: 'Replace the style sheet; a setting that is not sent is undecided. Also for read-only books',
  access: 'user',
  rate: 'save',
  ifMatch: { missing: 'books.if_match_required' },
  // All texts at their limits, with every character escaped, are 84 KB.
  bodyLimit: 'prose',
  params: idParams,
  // A client may send the object that it has read.
  body: body(settings, ['rev', 'detected']),
  responses: { 200: styleSheet },
  errors: ['books.not_found', 'books.stale_revision', 'books.if_match_required', 'books.quota_used'],
});

/** How a book is written, for checks and prompts. */
export const bookStyle = detectedStyle.omit({ povEntryId: true }).extend({
  /** The name and the aliases of the character whose thoughts are told; empty when those of several are. */
  povNames: z.array(z.string()).max(bibleLimits.aliases + 1),
  avoid: settings.avoid,
  notes: settings.notes,
  voiceSamples: settings.voiceSamples,
});
export type BookStyle = z.infer<typeof bookStyle>;
/** The style of a book of which nothing is known. */
export const unknownStyle: BookStyle = {
  pov: null,
  povNames: [],
  tense: null,
  dialect: null,
  dialogueMarks: null,
  avoid: [],
  notes: '',
  voiceSamples: [],
};

/** The conventions of a book: what its author has set, else what its text shows. */
export function effectiveStyle(saved: StyleSettings, detected: DetectedStyle): DetectedStyle {
  const pov = saved.pov ?? detected.pov;
  return {
    pov,
    // The point-of-view character was detected together with the point of view, and says nothing about another one.
    povEntryId: saved.povEntryId ?? (pov === detected.pov ? detected.povEntryId : null),
    tense: saved.tense ?? detected.tense,
    dialect: saved.dialect ?? detected.dialect,
    dialogueMarks: saved.dialogueMarks ?? detected.dialogueMarks,
  };
}
