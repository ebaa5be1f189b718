import { parseBlocks } from '@inkbear/prose/marks/blocks';
import { countWords } from '@inkbear/prose/word-count';
import type { CoachTask } from '../generations/task.ts';
import { sentencesOf } from '../prompts/sentences.ts';

interface Measures {
  words: number;
  sentences: readonly string[];
  /** Average words per sentence. */
  average: number;
  longest: string;
  /** The share of paragraphs with dialogue, 0 to 1. */
  dialogue: number;
  fillers: readonly string[];
  /** A word that begins at least four sentences, and at least a fifth of all. */
  repeatedOpening: string | null;
  /** Key points of the plan that share no long word with the text. */
  missing: readonly string[];
}

const fillers = /\b(?:really|actually|basically|literally|very|suddenly|just)\b/gi;
const firstWord = /[\p{L}\p{N}][\p{L}\p{N}’'-]*/u;
/** The first eight words in quotation marks. */
const quote = (text: string): string =>
  `“${text.split(/\s+/).slice(0, 8).join(' ')}${countWords(text) > 8 ? ' …' : ''}”`;
/** Words of five letters or more. */
const longWordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}’']{5,}/gu) ?? [];

function measure({ content, context }: CoachTask): Measures {
  const sentences = sentencesOf(content);
  const paragraphs = parseBlocks(content)
    .filter(({ kind }) => kind === 'paragraph')
    .map(({ range }) => content.slice(range.from, range.to));
  const used = new Set(longWordsOf(content));
  const openings = new Map<string, number>();
  for (const sentence of sentences) {
    const [word] = firstWord.exec(sentence) ?? [];
    if (word !== undefined) openings.set(word, (openings.get(word) ?? 0) + 1);
  }
  const [opening, times] = [...openings].toSorted(([a, x], [b, y]) => y - x || a.localeCompare(b))[0] ?? ['', 0];
  return {
    words: countWords(content),
    sentences,
    average: sentences.length === 0 ? 0 : Math.round(countWords(content) / sentences.length),
    longest: sentences.toSorted((a, b) => countWords(b) - countWords(a))[0] ?? '',
    dialogue:
      paragraphs.length === 0 ? 0 : paragraphs.filter((paragraph) => /[“"]/.test(paragraph)).length / paragraphs.length,
    fillers: (content.match(fillers) ?? []).map((word) => word.toLowerCase()),
    repeatedOpening: times >= Math.max(4, sentences.length / 5) ? opening : null,
    missing: context.chapter.keyPoints.filter((point) => longWordsOf(point).every((word) => !used.has(word))),
  };
}

function strengthsOf(
  { average, dialogue, fillers: found, longest, missing }: Measures,
  { context }: CoachTask,
): string[] {
  return [
    ...(average >= 8 && average <= 20 ? [`Your sentences have ${average} words on average, which reads easily.`] : []),
    ...(dialogue >= 0.2 && dialogue <= 0.7 ? ['Dialogue and narration are in balance.'] : []),
    ...(found.length === 0 ? ['There are no filler words in the chapter.'] : []),
    ...(context.chapter.keyPoints.length > 0 && missing.length === 0
      ? ['The chapter covers every key point of your plan.']
      : []),
    ...(countWords(longest) <= 35 ? ['No sentence is so long that readers forget how it began.'] : []),
  ];
}

function improvementsOf({ average, longest, dialogue, fillers: found, repeatedOpening, words }: Measures): string[] {
  return [
    ...(countWords(longest) > 35
      ? [`One sentence has ${countWords(longest)} words: ${quote(longest)} Try splitting it in two.`]
      : []),
    ...(average > 20 ? [`${average} words a sentence is a lot. Follow a long sentence with a short one.`] : []),
    ...(average > 0 && average < 8
      ? [`${average} words a sentence is brisk. A longer one now and then lets the reader breathe.`]
      : []),
    ...(found.length > 0
      ? [
          `${found.length === 1 ? 'One filler word' : `${found.length} filler words`} could go: ${[...new Set(found)].join(', ')}.`,
        ]
      : []),
    ...(repeatedOpening === null ? [] : [`Many sentences begin with “${repeatedOpening}”. Rephrase a few of them.`]),
    ...(words > 300 && dialogue < 0.1
      ? ['There is hardly any dialogue. One exchange would let readers hear the characters.']
      : []),
  ];
}

function suggestionsOf({ missing, sentences }: Measures, { context, question }: CoachTask): string[] {
  const [first, last] = [sentences[0], sentences.at(-1)];
  return [
    ...missing.slice(0, 3).map((point) => `Your plan says “${point}”. The chapter does not mention it yet.`),
    ...(first ? [`Read your first sentence aloud: ${quote(first)} Does it make a reader want the next one?`] : []),
    ...(last && last !== first ? [`The chapter ends with ${quote(last)} Does it make a reader turn the page?`] : []),
    ...(sentences.length === 0
      ? [
          `Begin with the moment of “${context.chapter.title}” that you see most clearly. You can decide on the order later.`,
        ]
      : []),
    `Ask your question, “${question}”, of each scene in turn, and mark where the answer changes.`,
  ];
}

const noModelNote =
  'No AI model is connected here, so this does not answer your question: it only counts what is in the chapter.';

/** Gives feedback from what can be counted in the chapter. The reply says that no model was used. Deterministic. */
export function coachChapter(task: CoachTask): {
  feedback: string;
  strengths: string[];
  improvements: string[];
  suggestions: string[];
} {
  const measures = measure(task);
  const words = measures.words.toLocaleString('en-GB');
  const sentences = measures.sentences.length.toLocaleString('en-GB');
  const dialogue = `dialogue occurs in ${Math.round(measures.dialogue * 100)}% of its paragraphs`;
  const counted =
    measures.words === 0
      ? 'The chapter has no words yet.'
      : `“${task.context.chapter.title}” has ${words} words in ${sentences} sentences; ${dialogue}.`;
  return {
    feedback: `${noModelNote} ${counted}`,
    strengths: measures.words === 0 ? [] : strengthsOf(measures, task),
    improvements: measures.words === 0 ? [] : improvementsOf(measures),
    suggestions: suggestionsOf(measures, task),
  };
}
