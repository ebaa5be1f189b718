import type { BookContext } from '../generations/task.ts';
import { SeededRandom } from './seeded-random.ts';
import { dialogueLines, senses, thoughts } from './phrases.ts';

const fillers = /\b(?:really|actually|basically|literally|very|just|quite)\s+/gi;

/** Drops a word that repeats the previous one ("and and") when only white space separates them. */
function withoutDoubledWords(text: string): string {
  const pieces = text.split(/([\p{L}\p{M}\p{N}_'’]+)/u);
  const result: string[] = [];
  let previous = '';
  for (let index = 0; index < pieces.length; index += 2) {
    const [gap = '', word = ''] = pieces.slice(index, index + 2);
    const isRepeated =
      word !== '' && gap !== '' && gap.trim() === '' && word.toLowerCase() === previous && /^\p{L}+$/u.test(word);
    if (!isRepeated) result.push(gap, word);
    previous = word.toLowerCase();
  }
  return result.join('');
}

/** Repairs spaces, quotes and dashes, and removes filler words and doubled words. */
export function polish(text: string): string {
  const repaired = text
    .replaceAll(/[ \t]{2,}/g, ' ')
    .replaceAll(/(\s+)([,.;:!?])?/g, (_all, gap: string, mark: string | undefined) => mark ?? gap)
    .replaceAll(/(^|[\s([])"/gm, '$1“')
    .replaceAll('"', '”')
    .replaceAll(/(\w)'(\w)/g, '$1’$2')
    .replaceAll(/\s--\s/g, ' – ');
  return withoutDoubledWords(repaired)
    .replaceAll(fillers, '')
    .replaceAll(/(^|[.!?…]\s+)(\p{Ll})/gu, (_all, before: string, letter: string) => before + letter.toUpperCase());
}

const additions: Readonly<Record<string, readonly string[]>> = {
  add_dialogue: dialogueLines,
  more_casual: dialogueLines,
  add_emotion: thoughts,
  more_emotional: thoughts,
  more_dramatic: thoughts,
  more_suspenseful: senses,
  add_description: senses,
  add_action: senses,
};

/** Polishes the text and adds a sentence of the requested kind to every second paragraph, beginning with the first. */
export function enrich(text: string, option: string | null, context: BookContext, variant: number): string {
  const random = new SeededRandom(`${context.chapter.id}:${option ?? ''}:${variant}`);
  const list = additions[option ?? ''] ?? senses;
  const paragraphs = polish(text).split(/\n{2,}/);
  return paragraphs
    .map((paragraph, index) => (index % 2 === 0 ? join(paragraph, random.pick(list)) : paragraph))
    .join('\n\n');
}

const join = (paragraph: string, sentence: string): string =>
  `${paragraph}${sentence.includes('\n') ? '\n\n' : ' '}${sentence.replaceAll('{who}', 'she').replaceAll('{other}', 'he')}`.replaceAll(
    /(^|[.!?…]\s+|\n)(she|he)\b/g,
    (_all, before: string, word: string) => before + word.charAt(0).toUpperCase() + word.slice(1),
  );
