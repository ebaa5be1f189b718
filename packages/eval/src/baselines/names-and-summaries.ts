import { sentencesOf } from '@inkbear/ai/src/prompts/sentences.ts';

// Context of the first prompts: names found by a regular expression, and each chapter's first and last sentences.
// Kept as a baseline.

const commonWords = new Set([
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

/** Up to 20 names that occur in the middle of a sentence, most frequent first. */
export function namesIn(text: string): string[] {
  const counts = new Map<string, number>();
  for (const [name] of text.matchAll(properName))
    if (!commonWords.has(name.split(' ')[0] ?? '')) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .toSorted(([a, x], [b, y]) => y - x || a.localeCompare(b))
    .slice(0, 20)
    .map(([name]) => name);
}

const sentencesPerEnd = 2;
const maxSummaryCharacters = 600;

/**
 * The first and last two sentences of a chapter, at most 600 characters. Deterministic, so that prompts can be cached.
 */
export function summarise(text: string): string {
  const sentences = sentencesOf(text);
  const summary =
    sentences.length <= sentencesPerEnd * 2
      ? sentences
      : [...sentences.slice(0, sentencesPerEnd), '…', ...sentences.slice(-sentencesPerEnd)];
  return summary.join(' ').slice(0, maxSummaryCharacters);
}
