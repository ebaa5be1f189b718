import { sentencesOf } from './sentences.ts';

const common = new Set([
  'The',
  'A',
  'An',
  'And',
  'But',
  'He',
  'She',
  'They',
  'It',
  'We',
  'You',
  'I',
  'In',
  'On',
  'At',
  'When',
  'Then',
  'There',
  'This',
  'That',
  'His',
  'Her',
  'Their',
  'What',
  'Why',
  'How',
  'Who',
  'Chapter',
  'Part',
  'Not',
  'No',
  'Yes',
  'If',
  'As',
  'So',
  'For',
  'With',
  'From',
  'To',
  'Of',
  'My',
  'Our',
  'Your',
  'Its',
  'Every',
  'After',
  'Before',
  'Now',
  'Once',
]);
const properName = /(?<![.!?…:“"]\s|^|\n)\b\p{Lu}[\p{L}’'-]{2,}(?:\s\p{Lu}[\p{L}’'-]{1,}){0,2}/gu;

/** Names that a text uses in the middle of a sentence, the most frequent first; at most 20. */
export function namesIn(text: string): string[] {
  const counts = new Map<string, number>();
  for (const [name] of text.matchAll(properName))
    if (!common.has(name.split(' ')[0] ?? '')) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .toSorted(([a, x], [b, y]) => y - x || a.localeCompare(b))
    .slice(0, 20)
    .map(([name]) => name);
}

const firstAndLast = 2;
const summaryCharacters = 600;

/** The first and last sentences of a chapter: enough to keep the thread, always the same for the same text. */
export function summarise(text: string): string {
  const sentences = sentencesOf(text);
  const kept =
    sentences.length <= firstAndLast * 2
      ? sentences
      : [...sentences.slice(0, firstAndLast), '…', ...sentences.slice(-firstAndLast)];
  return kept.join(' ').slice(0, summaryCharacters);
}
