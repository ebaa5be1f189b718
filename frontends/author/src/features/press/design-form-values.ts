import { type DesignSettings, designSettings, trimIds } from '@inkbear/contracts/books/design';
import { findDesignErrors, marginsOf, trimSizeOf } from '@inkbear/contracts/books/design-rules';

const ownTrim = 'own';
const yesOrNo = (value: boolean) => (value ? 'yes' : 'no');

/** The settings as the texts of a form, so that typed text is kept even while it is not a number. */
export function designFormValuesOf(design: DesignSettings) {
  const { widthIn, heightIn } = trimSizeOf(design);
  const margins = marginsOf(design);
  return {
    trim: typeof design.trim === 'string' ? design.trim : ownTrim,
    widthIn: String(widthIn),
    heightIn: String(heightIn),
    paper: design.paper,
    bleed: yesOrNo(design.bleed),
    face: design.face,
    size: String(design.size),
    leading: String(design.leading),
    hasOwnMargins: yesOrNo(design.margins !== null),
    insideIn: String(margins.insideIn),
    outsideIn: String(margins.outsideIn),
    topIn: String(margins.topIn),
    bottomIn: String(margins.bottomIn),
    indentEm: String(design.indentEm),
    chapterStart: design.chapterStart,
    chapterLabel: design.chapterLabel,
    drop: String(design.drop),
    opening: design.opening,
    sceneBreak: design.sceneBreak,
    heads: design.heads,
    headStyle: design.headStyle,
    folio: design.folio,
    shortTitle: design.shortTitle,
    contents: yesOrNo(design.contents),
    isbnPrint: design.isbnPrint,
    isbnEbook: design.isbnEbook,
    parts: JSON.stringify(design.parts),
    unnumbered: JSON.stringify(design.unnumbered),
  } satisfies Record<string, string>;
}

export type DesignField = keyof ReturnType<typeof designFormValuesOf>;
export type DesignFormValues = Readonly<Record<DesignField, string>>;
export type DesignErrors = Readonly<Partial<Record<DesignField, string>>>;

const toNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.replace(',', '.')));

const toSettings = (texts: DesignFormValues): unknown => ({
  trim: texts.trim === ownTrim ? { widthIn: toNumber(texts.widthIn), heightIn: toNumber(texts.heightIn) } : texts.trim,
  paper: texts.paper,
  bleed: texts.bleed === 'yes',
  face: texts.face,
  size: toNumber(texts.size),
  leading: toNumber(texts.leading),
  margins:
    texts.hasOwnMargins === 'yes'
      ? {
          insideIn: toNumber(texts.insideIn),
          outsideIn: toNumber(texts.outsideIn),
          topIn: toNumber(texts.topIn),
          bottomIn: toNumber(texts.bottomIn),
        }
      : null,
  indentEm: toNumber(texts.indentEm),
  chapterStart: texts.chapterStart,
  chapterLabel: texts.chapterLabel,
  drop: toNumber(texts.drop),
  opening: texts.opening,
  sceneBreak: texts.sceneBreak,
  heads: texts.heads,
  headStyle: texts.headStyle,
  folio: texts.folio,
  shortTitle: texts.shortTitle,
  contents: texts.contents === 'yes',
  isbnPrint: texts.isbnPrint,
  isbnEbook: texts.isbnEbook,
  parts: JSON.parse(texts.parts) as unknown,
  unnumbered: JSON.parse(texts.unnumbered) as unknown,
});

/** The field at which an error is shown: a part of a setting has a field of its own. */
const fieldOf = (path: readonly string[], texts: DesignFormValues): DesignField => {
  const known = path.findLast((part) => part in texts);
  if (known !== undefined) return known as DesignField;
  // An error about all margins is shown at the inside margin, or at the trim size if the margins are default.
  return texts.hasOwnMargins === 'yes' ? 'insideIn' : 'trim';
};

const toErrors = (
  found: readonly { path: readonly string[]; message: string }[],
  texts: DesignFormValues,
): DesignErrors => {
  const errors: Partial<Record<DesignField, string>> = {};
  for (const { path, message } of found) errors[fieldOf(path, texts)] ??= message;
  return errors;
};

/** The settings of a form, or the errors of its fields when they cannot be saved. */
export function readDesign(
  texts: DesignFormValues,
): { settings: DesignSettings; errors: DesignErrors } | { settings: null; errors: DesignErrors } {
  const { data, error } = designSettings.safeParse(toSettings(texts));
  if (error) {
    const found = error.issues.map(({ path, message }) => ({ path: path.map(String), message }));
    return { settings: null, errors: toErrors(found, texts) };
  }
  const found = findDesignErrors(data).map(({ path, message }) => ({ path: path.split('.'), message }));
  return found.length > 0 ? { settings: null, errors: toErrors(found, texts) } : { settings: data, errors: {} };
}

type Options = readonly (readonly [value: string, label: string])[];

/** The options of the select fields, with their labels. */
export const designChoices = {
  trim: [...trimIds.map((id) => [id, `${id.replace('x', ' × ')} in`] as const), [ownTrim, 'Custom size'] as const],
  paper: [
    ['cream', 'Cream'],
    ['white', 'White'],
    ['groundwood', 'Groundwood'],
  ],
  bleed: [
    ['no', 'No'],
    ['yes', 'Yes, 0.125 in'],
  ],
  face: [
    ['literata', 'Literata'],
    ['eb-garamond', 'EB Garamond'],
    ['source-serif-4', 'Source Serif 4'],
    ['alegreya', 'Alegreya'],
    ['vollkorn', 'Vollkorn'],
    ['gentium-book-plus', 'Gentium Book Plus'],
  ],
  hasOwnMargins: [
    ['no', 'Standard'],
    ['yes', 'Custom'],
  ],
  chapterStart: [
    ['right', 'On a right-hand page'],
    ['next', 'On the next page'],
  ],
  chapterLabel: [
    ['number', 'Chapter 7'],
    ['word', 'Chapter Seven'],
    ['none', 'Title only'],
  ],
  opening: [
    ['plain', 'Plain'],
    ['smallCaps', 'Four words in small capitals'],
    ['dropCap2', 'Drop cap, two lines'],
    ['dropCap3', 'Drop cap, three lines'],
  ],
  sceneBreak: [
    ['asterisks', '* * *'],
    ['blank', 'Blank line'],
    ['o1', 'Three dots'],
    ['o2', 'Rule with a diamond'],
    ['o3', 'Two leaves'],
    ['o4', 'Three stars'],
    ['o5', 'Wave'],
    ['o6', 'Three diamonds'],
    ['o7', 'One star'],
    ['o8', 'Rule'],
  ],
  heads: [
    ['author-title', 'Author and title'],
    ['title-chapter', 'Title and chapter'],
    ['none', 'None'],
  ],
  headStyle: [
    ['italic', 'Italics'],
    ['smallCaps', 'Small capitals'],
  ],
  folio: [
    ['foot', 'At the foot'],
    ['head', 'At the top'],
    ['none', 'None'],
  ],
  contents: [
    ['yes', 'Yes'],
    ['no', 'No'],
  ],
} as const satisfies Partial<Record<DesignField, Options>>;

/** The names of the fields, as the form and the list of changes show them. */
export const designLabels: Readonly<Record<DesignField, string>> = {
  trim: 'Trim size',
  widthIn: 'Width (in)',
  heightIn: 'Height (in)',
  paper: 'Paper',
  bleed: 'Bleed',
  face: 'Typeface',
  size: 'Size (pt)',
  leading: 'Line spacing',
  hasOwnMargins: 'Margins',
  insideIn: 'Inside (in)',
  outsideIn: 'Outside (in)',
  topIn: 'Top (in)',
  bottomIn: 'Bottom (in)',
  indentEm: 'Paragraph indent (em)',
  chapterStart: 'Chapters start',
  chapterLabel: 'Above the title',
  drop: 'White space above chapters',
  opening: 'First paragraph',
  sceneBreak: 'Scene breaks',
  heads: 'Running heads',
  headStyle: 'Style of running heads',
  folio: 'Page numbers',
  shortTitle: 'Short title for running heads',
  contents: 'Table of contents',
  isbnPrint: 'ISBN of the print edition',
  isbnEbook: 'ISBN of the e-book',
  parts: 'Parts',
  unnumbered: 'Chapters without a number',
};

/** A value as text, for the list of changes. */
export function describeValue(field: DesignField, text: string, titleOf: (chapterId: string) => string): string {
  if (field === 'parts') {
    const parts = JSON.parse(text) as DesignSettings['parts'];
    return parts.map(({ beforeChapterId, title }) => `“${title}” before “${titleOf(beforeChapterId)}”`).join(', ');
  }
  if (field === 'unnumbered') return (JSON.parse(text) as string[]).map((id) => `“${titleOf(id)}”`).join(', ');
  const choices: Options = (designChoices as Partial<Record<DesignField, Options>>)[field] ?? [];
  return choices.find(([value]) => value === text)?.[1] ?? text;
}

/** The fields in which two designs differ. */
export const changedDesignFields = (before: DesignFormValues, after: DesignFormValues): DesignField[] =>
  (Object.keys(before) as DesignField[]).filter((field) => before[field] !== after[field]);
