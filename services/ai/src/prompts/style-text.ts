import type { BookStyle } from '@inkbear/contracts/books/style-sheet';

const persons = { first: 'first person', second: 'second person', third: 'third person' } as const;
const spellings = { uk: 'British', us: 'American' } as const;
const speech = {
  double: '“double quotation marks”',
  single: '‘single quotation marks’',
  guillemets: '«guillemets»',
  dash: '— a dash at the beginning of the paragraph',
} as const;

/** The conventions of a book, one on each line; empty when none is known. */
export function styleText({ pov, povNames, tense, dialect, dialogueMarks, avoid, notes }: BookStyle): string {
  const [name] = povNames;
  return [
    pov && `Point of view: ${persons[pov]}`,
    name !== undefined &&
      (pov === 'first' ? `Narrator: ${name}` : `Point-of-view character: ${name}, nobody else’s thoughts are told`),
    tense && `Tense: ${tense}`,
    dialect && `Spelling: ${spellings[dialect]}`,
    dialogueMarks && `Direct speech: ${speech[dialogueMarks]}`,
    avoid.length > 0 && `Words to avoid: ${avoid.join('; ')}`,
    notes.trim(),
  ]
    .filter((line) => line !== null && line !== false && line !== '')
    .join('\n');
}

/** Passages that sound as the book should sound, with a line between them. */
export const voiceText = ({ voiceSamples }: BookStyle): string => voiceSamples.join('\n\n***\n\n');
