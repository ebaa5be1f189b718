import { countWords } from '@inkbear/prose/word-count';
import { namesIn } from '../prompts/facts.ts';
import { withoutFinalMarks } from '../prompts/sentences.ts';
import type { BookContext } from '../generations/task.ts';
import { Deck } from './deck.ts';
import { actions, beats, closings, dialogueLines, openings, senses, thoughts } from './phrases.ts';

interface ChapterRequest {
  context: BookContext;
  description: string;
  targetWords: number;
  variant: number;
}

/** Character names of the book, or pronouns if it has none. */
function castOf({ book, chapter, before }: BookContext, description: string): [string, string] {
  const names = namesIn(
    [
      description,
      chapter.description,
      ...chapter.keyPoints,
      book.outline,
      book.synopsis,
      ...before.map(({ content }) => content),
    ]
      .map((text) => `. ${text}`)
      .join('\n'),
  );
  return [names[0] ?? 'She', names[1] ?? 'her brother'];
}

/** The points of the plan in order, each without its final punctuation. */
function pointsOf({ chapter }: BookContext, description: string): string[] {
  const described = (description || chapter.description)
    .split(/(?<=[.!?])\s+/)
    .map((sentence) => withoutFinalMarks(sentence.trim()));
  const points = [...described, ...chapter.keyPoints.map((point) => withoutFinalMarks(point.trim()))].filter(Boolean);
  return points.length > 0
    ? points
    : [`this was the part called “${chapter.title}”, and it could not be told any other way`];
}

/** Capitalises the beginning of every sentence. */
const upper = (text: string): string =>
  text.replaceAll(
    /(^|\n\n|[.!?]\s)(\p{Ll})/gu,
    (_all, before: string, letter: string) => before + letter.toUpperCase(),
  );
const lower = (text: string): string =>
  /^(I\b|\p{Lu}{2})/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);

/** A draft from the book's plan, with every point in order. Deterministic for the same book and variant. */
export function composeChapter({ context, description, targetWords, variant }: ChapterRequest): string {
  const deck = new Deck(`${context.chapter.id}:${context.chapter.title}:${variant}`);
  const [who, other] = castOf(context, description);
  const points = pointsOf(context, description);
  const fill = (sentence: string, point = '') =>
    upper(
      sentence
        .replaceAll('{who}', who)
        .replaceAll('{other}', other)
        .replaceAll('{Point}', upper(point))
        .replaceAll('{point}', point === '' ? '' : keepsCapital(point, who, other) ? point : lower(point)),
    );
  const paragraphs = [`${fill(deck.draw(openings))} ${fill(deck.draw(senses))}`];
  const wordsEach = Math.max(60, targetWords / points.length);
  for (const point of points) {
    let words = 0;
    paragraphs.push(`${fill(deck.draw(beats), point)} ${fill(deck.draw(actions))}`);
    while (words < wordsEach) {
      const paragraph =
        deck.number(4) === 0
          ? fill(deck.draw(dialogueLines))
          : `${fill(deck.draw([actions, senses, thoughts][deck.number(3)] ?? actions))} ${fill(deck.draw(thoughts))} ${fill(deck.draw(senses))}`;
      paragraphs.push(paragraph);
      words += countWords(paragraph);
    }
  }
  paragraphs.push(fill(deck.draw(closings)));
  return paragraphs.join('\n\n');
}

const keepsCapital = (point: string, ...names: string[]): boolean =>
  names.some((name) => point.startsWith(name)) || /^\p{Lu}[\p{L}’'-]+\s\p{Lu}/u.test(point);

/** Continues a text by about `words` words, with the same characters. */
export function continueText(context: BookContext, content: string, words: number, variant: number): string {
  const whole = composeChapter({ context, description: '', targetWords: words, variant: variant + content.length });
  const paragraphs = whole.split('\n\n');
  let count = 0;
  const kept = paragraphs.filter((paragraph) => {
    const fits = count < words;
    count += countWords(paragraph);
    return fits;
  });
  return kept.join('\n\n');
}
