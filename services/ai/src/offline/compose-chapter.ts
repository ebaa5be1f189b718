import { countWords } from '@inkbear/prose/word-count';
import { createEntryNameIndex, findNamedIds } from '../context/entry-name-index.ts';
import { findNames } from '../prompts/find-names.ts';
import { planOf } from '../prompts/plan-text.ts';
import { withoutFinalMarks } from '../prompts/sentences.ts';
import type { BookContext } from '../generations/task.ts';
import { SeededRandom } from './seeded-random.ts';
import { actions, beats, closings, dialogueLines, openings, senses, thoughts } from './phrases.ts';

interface ChapterRequest {
  context: BookContext;
  description: string;
  /** Absent when the whole chapter is written. */
  part?: { readonly plan: string; readonly isFirst: boolean; readonly isLast: boolean };
  targetWords: number;
  variant: number;
}

/**
 * The characters of the plan, then those of the story bible, then the names of the outline; `She` and `her brother`
 * stand in for missing ones.
 */
function mainCharacters(context: BookContext, description: string): [string, string] {
  const { book, entries } = context;
  const characters = entries.filter(({ kind }) => kind === 'character');
  const { index } = createEntryNameIndex(characters);
  const planned = findNamedIds(index, `${description}\n${planOf(context)}`);
  const names = new Set([
    ...characters.filter(({ id }) => planned.has(id)).map(({ name }) => name),
    ...findNames(`${description}\n\n${planOf(context)}`),
    ...characters.map(({ name }) => name),
    ...findNames(`${book.outline}\n\n${book.synopsis}`),
  ]);
  const [who = 'She', other = 'her brother'] = names;
  return [who, other];
}

/** The sentences of the description and the key points, in order, each without its final punctuation. */
export function pointsOf({ chapter }: BookContext, description: string): string[] {
  const keyPoints = chapter.keyPoints.map((point) => withoutFinalMarks(point.trim()));
  const points = [...statementsOf(description || chapter.description), ...keyPoints].filter(Boolean);
  return points.length > 0
    ? points
    : [`this was the part called “${chapter.title}”, and it could not be told any other way`];
}

/** The fewest words that are written for one point of the plan. */
const minWordsPerPoint = 60;

/**
 * Joins neighbouring points when there are more than fit into the length that was asked for. A plan of very many short
 * sentences would otherwise become a text of many times that length.
 */
function fitPoints(points: readonly string[], targetWords: number): string[] {
  const max = Math.max(1, Math.floor(targetWords / minWordsPerPoint));
  const size = Math.ceil(points.length / max);
  return Array.from({ length: Math.ceil(points.length / size) }, (_point, index) =>
    points.slice(index * size, (index + 1) * size).join('. '),
  );
}

const statementsOf = (text: string): string[] =>
  text.split(/(?<=[.!?])\s+/).map((sentence) => withoutFinalMarks(sentence.trim()));

/** Capitalises the beginning of every sentence. */
const capitaliseSentences = (text: string): string =>
  text.replaceAll(
    /(^|\n\n|[.!?]\s)(\p{Ll})/gu,
    (_all, before: string, letter: string) => before + letter.toUpperCase(),
  );
/** Lower-cases the first letter, except in “I” and in abbreviations. */
const uncapitalise = (text: string): string =>
  /^(I\b|\p{Lu}{2})/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);

/** Writes a draft from the book's plan, with every point in order. Deterministic for the same book and variant. */
export function composeChapter({ context, description, part, targetWords, variant }: ChapterRequest): string {
  const random = new SeededRandom(`${context.chapter.id}:${context.chapter.title}:${variant}`);
  const [who, other] = mainCharacters(context, description);
  const points = fitPoints(
    part ? statementsOf(part.plan).filter(Boolean) : pointsOf(context, description),
    targetWords,
  );
  const fill = (sentence: string, point = '') =>
    capitaliseSentences(
      sentence
        .replaceAll('{who}', who)
        .replaceAll('{other}', other)
        .replaceAll('{Point}', capitaliseSentences(point))
        .replaceAll('{point}', beginsWithName(point, who, other) ? point : uncapitalise(point)),
    );
  const opening = `${fill(random.pick(openings))} ${fill(random.pick(senses))}`;
  const paragraphs = part?.isFirst === false ? [] : [opening];
  const wordsEach = Math.max(minWordsPerPoint, targetWords / points.length);
  for (const point of points) {
    let words = 0;
    paragraphs.push(`${fill(random.pick(beats), point)} ${fill(random.pick(actions))}`);
    while (words < wordsEach) {
      const paragraph =
        random.nextInteger(4) === 0
          ? fill(random.pick(dialogueLines))
          : `${fill(random.pick([actions, senses, thoughts][random.nextInteger(3)] ?? actions))} ${fill(random.pick(thoughts))} ${fill(random.pick(senses))}`;
      paragraphs.push(paragraph);
      words += countWords(paragraph);
    }
  }
  if (part?.isLast !== false) paragraphs.push(fill(random.pick(closings)));
  return paragraphs.join('\n\n');
}

const beginsWithName = (point: string, ...names: string[]): boolean =>
  names.some((name) => point.startsWith(name.split(' ', 1)[0] ?? name)) || /^\p{Lu}[\p{L}’'-]+\s\p{Lu}/u.test(point);

/** Continues a text by about `words` words, with the same characters. */
export function continueText(context: BookContext, content: string, words: number, variant: number): string {
  const draft = composeChapter({ context, description: '', targetWords: words, variant: variant + content.length });
  const continuation: string[] = [];
  let writtenWords = 0;
  for (const paragraph of draft.split('\n\n')) {
    if (writtenWords >= words) break;
    continuation.push(paragraph);
    writtenWords += countWords(paragraph);
  }
  return continuation.join('\n\n');
}
