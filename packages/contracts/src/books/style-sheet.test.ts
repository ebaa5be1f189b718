import { describe, expect, it } from '@jest/globals';
import { type DetectedStyle, effectiveStyle, saveStyleSheet, styleDefaults, styleLimits } from './style-sheet.ts';

const errorsOf = (body: unknown): string[] =>
  (saveStyleSheet.body.safeParse(body).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('a style sheet', () => {
  it('decides nothing until its author does, and accepts what a client has read', () => {
    expect(styleDefaults).toEqual({
      pov: null,
      povEntryId: null,
      tense: null,
      dialect: null,
      dialogueMarks: null,
      avoid: [],
      notes: '',
      voiceSamples: [],
    });
    expect(saveStyleSheet.body.parse({ rev: 2, detected: { pov: 'third' }, tense: 'past' })).toEqual({
      ...styleDefaults,
      tense: 'past',
    });
  });

  it('accepts each list and text at its limit, and refuses it beyond', () => {
    const { avoid, phrase, notes, voiceSamples, voiceSample } = styleLimits;
    const full = {
      avoid: Array.from({ length: avoid }, () => 'x'.repeat(phrase)),
      notes: 'x'.repeat(notes),
      voiceSamples: Array.from({ length: voiceSamples }, () => 'x'.repeat(voiceSample)),
    };
    expect(errorsOf(full)).toEqual([]);
    expect(
      errorsOf({
        avoid: [...full.avoid, 'x'],
        notes: `${full.notes}x`,
        voiceSamples: ['x'.repeat(voiceSample + 1)],
      }),
    ).toEqual([
      'avoid: Please list at most 100 words and phrases',
      'notes: Please use at most 2000 characters',
      'voiceSamples.0: Please use at most 2000 characters',
    ]);
  });

  it.each([
    { pov: 'fourth' },
    { tense: 'future' },
    { dialect: 'en-GB' },
    { avoid: [' '] },
    { voiceSamples: [''] },
    { more: 1 },
  ])('refuses %j', (body) => {
    expect(errorsOf(body)).toHaveLength(1);
  });
});

describe('effectiveStyle', () => {
  const detected: DetectedStyle = {
    pov: 'third',
    povEntryId: 'mara',
    tense: 'past',
    dialect: 'uk',
    dialogueMarks: 'double',
  };

  it('is what the author has decided, else what the text shows', () => {
    expect(effectiveStyle({ ...styleDefaults, tense: 'present', dialect: 'us' }, detected)).toEqual({
      ...detected,
      tense: 'present',
      dialect: 'us',
    });
  });

  it('does not combine another point of view with the character that was detected', () => {
    expect(effectiveStyle({ ...styleDefaults, pov: 'first' }, detected)).toMatchObject({
      pov: 'first',
      povEntryId: null,
    });
    expect(effectiveStyle({ ...styleDefaults, pov: 'third' }, detected).povEntryId).toBe('mara');
    expect(effectiveStyle({ ...styleDefaults, povEntryId: 'tom' }, detected).povEntryId).toBe('tom');
  });
});
