/**
 * Texts of a given length on which careless code takes quadratic time or overflows the stack: long runs of characters
 * that patterns skip, a single very long word, marks that are never closed, very many very short paragraphs.
 */
export function hostileTexts(length: number): Record<string, string> {
  const fill = (unit: string): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
  return {
    'line breaks': fill('\n'),
    'blanks inside a heading': `# a${fill(' ').slice(4)}b`,
    'heading marks': fill('#'),
    'emphasis marks': fill('*a **b '),
    'straight quotes': fill('"'),
    'lone surrogates': fill('\ud83d'),
    'one very long word': fill('a'),
    'a word of two alphabets': fill('aж'),
    'one letter with very many accents': `e${fill('\u0301').slice(1)}`,
    'one-letter paragraphs': fill('a\n\n'),
    'one-letter lines': `${fill('a\n').slice(3)}\n\nb`,
    'one-letter sentences': fill('. a'),
    'headings without a number': fill('chapter   \n'),
  };
}
