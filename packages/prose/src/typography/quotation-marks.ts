/** The outer and inner quotation marks of a language, with the space that stands inside them. */
export interface QuotationMarks {
  readonly double: readonly [open: string, close: string];
  readonly single: readonly [open: string, close: string];
}

export const apostrophe = '’';
const nonBreakingSpace = '\u00a0';

const english: QuotationMarks = { double: ['“', '”'], single: ['‘', '’'] };
/** The usual marks of novels, by the first part of a language tag. */
const marksOfLanguages: Readonly<Record<string, QuotationMarks>> = {
  en: english,
  de: { double: ['„', '“'], single: ['‚', '‘'] },
  es: { double: ['«', '»'], single: ['“', '”'] },
  fr: { double: [`«${nonBreakingSpace}`, `${nonBreakingSpace}»`], single: ['“', '”'] },
  it: { double: ['«', '»'], single: ['“', '”'] },
  nl: english,
  pl: { double: ['„', '”'], single: ['«', '»'] },
  pt: english,
  sv: { double: ['”', '”'], single: ['’', '’'] },
};

/**
 * The quotation marks of a language; English ones for an unknown language.
 * @param language a BCP 47 tag in any case
 */
export const quotationMarksOf = (language: string): QuotationMarks =>
  marksOfLanguages[language.toLowerCase().split(/[-_]/, 1)[0] ?? ''] ?? english;
