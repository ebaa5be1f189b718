import { describe, expect, it } from '@jest/globals';
import { designDefaults, designLimits, type DesignSettings, designSettings, saveDesign, trimIds } from './design.ts';
import { findDesignErrors } from './design-rules.ts';

/** Paths and messages of the validation errors of a body. */
const errorsOf = (body: unknown): string[] =>
  (saveDesign.body.safeParse(body).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
const pathsOf = (settings: Partial<DesignSettings>): string[] =>
  findDesignErrors({ ...designDefaults, ...settings }).map(({ path }) => path);

describe('a design', () => {
  it('has a default for every setting', () => {
    expect(designDefaults).toEqual({
      trim: '6x9',
      paper: 'cream',
      bleed: false,
      face: 'literata',
      size: 11,
      leading: 1.36,
      margins: null,
      indentEm: 1.5,
      chapterStart: 'right',
      chapterLabel: 'number',
      drop: 0.3,
      opening: 'plain',
      sceneBreak: 'asterisks',
      heads: 'author-title',
      headStyle: 'italic',
      folio: 'foot',
      shortTitle: '',
      contents: true,
      isbnPrint: '',
      isbnEbook: '',
      parts: [],
      unnumbered: [],
    });
    expect(saveDesign.body.parse({ paper: 'white', rev: 3 })).toEqual({ ...designDefaults, paper: 'white' });
  });

  it.each([
    { trim: { widthIn: 4, heightIn: 6 } },
    { trim: { widthIn: 8, heightIn: 10 } },
    { size: 9 },
    { size: 14 },
    { leading: 1.15 },
    { leading: 1.6 },
    { drop: 0.2 },
    { drop: 0.4 },
    { indentEm: 0 },
    { margins: { insideIn: 0.25, outsideIn: 0.25, topIn: 3, bottomIn: 3 } },
    { shortTitle: 'x'.repeat(60) },
    { parts: Array.from({ length: designLimits.parts }, (_one, at) => ({ beforeChapterId: `c${at}`, title: 'One' })) },
    { unnumbered: Array.from({ length: designLimits.unnumbered }, (_one, at) => `c${at}`) },
  ])('accepts a setting at its bound: %j', (body) => {
    expect(errorsOf(body)).toEqual([]);
  });

  it.each<[unknown, string]>([
    [{ trim: '6x10' }, 'trim: Please choose a trim size, or enter one of 4–8 × 6–10 in'],
    [{ trim: { widthIn: 3.99, heightIn: 9 } }, 'trim.widthIn: Please enter at least 4 in'],
    [{ trim: { widthIn: 6, heightIn: 10.01 } }, 'trim.heightIn: Please enter at most 10 in'],
    [{ size: 8.9 }, 'size: Please enter at least 9'],
    [{ size: 14.1 }, 'size: Please enter at most 14'],
    [{ size: '11' }, 'size: Please enter a number'],
    [{ leading: 1.14 }, 'leading: Please enter at least 1.15'],
    [{ leading: 1.61 }, 'leading: Please enter at most 1.6'],
    [{ drop: 0.1 }, 'drop: Please enter at least 0.2'],
    [{ indentEm: -1 }, 'indentEm: Please enter at least 0'],
    [
      { margins: { insideIn: 0.2, outsideIn: 1, topIn: 1, bottomIn: 1 } },
      'margins.insideIn: Please enter at least 0.25 in',
    ],
    [{ shortTitle: 'x'.repeat(61) }, 'shortTitle: Please use at most 60 characters'],
    [{ parts: [{ beforeChapterId: 'c', title: ' ' }] }, 'parts.0.title: Title is required'],
    [{ parts: Array(51).fill({ beforeChapterId: 'c', title: 'One' }) }, 'parts: A book can have 50 parts'],
    [{ unnumbered: Array(501).fill('c') }, 'unnumbered: At most 500 chapters can be unnumbered'],
  ])('refuses a setting beyond its bound: %j', (body, error) => {
    expect(errorsOf(body)).toEqual([error]);
  });

  it.each([{ paper: 'blue' }, { face: 'comic' }, { sceneBreak: 'o9' }, { bleed: 'yes' }, { colour: 'red' }])(
    'refuses an unknown value or field: %j',
    (body) => {
      expect(errorsOf(body)).toHaveLength(1);
    },
  );

  it.each([
    ['978-0-306-40615-7', '978-0-306-40615-7'],
    [' 9780306406157 ', '9780306406157'],
    ['978 0 306 40615 7', '978-0-306-40615-7'],
    ['979–10–90636–07–1', '979-10-90636-07-1'],
    ['', ''],
  ])('accepts the ISBN %j as %j', (typed, stored) => {
    expect(designSettings.parse({ isbnPrint: typed }).isbnPrint).toBe(stored);
  });

  it.each([
    '978-0-306-40615-8',
    '978-0-306-40651-7',
    '0-306-40615-2',
    '977-0-306-40615-0',
    '978--0-306-40615-7',
    '978-0-306-40615-',
    'x'.repeat(100),
  ])('refuses %j, which is not an ISBN', (typed) => {
    expect(errorsOf({ isbnEbook: typed })).toEqual([
      'isbnEbook: Please enter the 13 digits of an ISBN, such as 978-0-306-40615-7',
    ]);
  });
});

describe('findDesignErrors', () => {
  const margins = { insideIn: 0.8, outsideIn: 0.6, topIn: 0.75, bottomIn: 0.8 };

  it.each([...trimIds, { widthIn: 4, heightIn: 6 }])('finds none in the defaults on %j, in any font size', (trim) => {
    for (const size of [9, 14]) expect(pathsOf({ trim, size, leading: 1.6 })).toEqual([]);
  });

  it.each<[string, Partial<DesignSettings>, string[]]>([
    ['an inside margin that leaves no line', { margins: { ...margins, insideIn: 3, outsideIn: 1.01 } }, ['margins']],
    [
      'an inside margin that leaves no line once the book is long',
      { trim: { widthIn: 4, heightIn: 6 }, margins: { ...margins, insideIn: 0.25, outsideIn: 1.2 } },
      ['margins'],
    ],
    ['too few lines', { size: 14, leading: 1.6, margins: { ...margins, topIn: 3, bottomIn: 3 } }, []],
    [
      'too few lines on a small page',
      { trim: '5x8', size: 14, leading: 1.6, margins: { ...margins, topIn: 3, bottomIn: 3 } },
      ['margins'],
    ],
    ['a running head without room', { margins: { ...margins, topIn: 0.4 } }, ['margins.topIn']],
    [
      'a page number above the text without room',
      { heads: 'none', folio: 'head', margins: { ...margins, topIn: 0.4 } },
      ['margins.topIn'],
    ],
    ['no running head', { heads: 'none', margins: { ...margins, topIn: 0.4 } }, []],
    ['a page number without room', { margins: { ...margins, bottomIn: 0.4 } }, ['margins.bottomIn']],
    ['no page number', { folio: 'none', margins: { ...margins, bottomIn: 0.4 } }, []],
    ['just enough room', { margins: { ...margins, topIn: 0.5, bottomIn: 0.5 } }, []],
    [
      'more room needed by bleed',
      { bleed: true, margins: { ...margins, topIn: 0.5, bottomIn: 0.5 } },
      ['margins.topIn', 'margins.bottomIn'],
    ],
    ['one ISBN for both formats', { isbnPrint: '978-0-306-40615-7', isbnEbook: '9780306406157' }, ['isbnEbook']],
    ['two ISBNs', { isbnPrint: '978-0-306-40615-7', isbnEbook: '9791090636071' }, []],
    [
      'two parts before one chapter',
      { parts: ['a', 'b', 'a'].map((beforeChapterId) => ({ beforeChapterId, title: 'One' })) },
      ['parts.2.beforeChapterId'],
    ],
  ])('checks %s', (_name, settings, paths) => {
    expect(pathsOf(settings)).toEqual(paths);
  });
});
