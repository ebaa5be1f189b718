import type { ContextPart } from '@inkbear/contracts/ai/context';
import { countWords } from '@inkbear/prose/word-count';
import type { BookContext } from '../generations/task.ts';
import { styleText, voiceText } from '../prompts/style-text.ts';
import { fixedTokens, layerShares } from './budgets.ts';
import { digestChapter } from './chapter-digest.ts';
import { contentWords } from './content-words.ts';
import type { CountTokens } from './count-tokens.ts';
import { quoteEntry } from './entry-quotes.ts';
import { type RequestFocus, type ScoredEntry, scoreEntries } from './entry-scores.ts';
import { type EntryLevel, entryText } from './entry-text.ts';
import { createNamedIndex, type NamedIndex } from './named-index.ts';
import { findPassages } from './passages.ts';
import { type EarlierChapter, tellStorySoFar } from './story-so-far.ts';

export interface ContextRequest {
  readonly context: BookContext;
  readonly focus: RequestFocus;
  /** Tokens of all parts together, except chapters that the author pinned. */
  readonly budget: number;
  readonly countTokens: CountTokens;
}

export interface BuiltContext {
  /** In the order of the prompt. Those of the book and of the story so far are equal for all requests about a chapter. */
  readonly parts: readonly ContextPart[];
  /** Tokens of the parts. */
  readonly used: number;
}

/** Chooses what a prompt says about the book: the same input gives the same parts. */
export function buildContext({ context, focus, budget, countTokens }: ContextRequest): BuiltContext {
  const total = Math.max(0, budget - fixedTokens);
  const layer = new PartMaker(countTokens);
  const chapters = context.earlierChapters.map((chapter) => ({ ...chapter, digest: digestChapter(chapter.content) }));
  const named = createNamedIndex(context.entries);

  const book = fitBook(bookParts(context, layer), total * layerShares.book, layer);
  const story = storyParts(context, chapters, total * layerShares.storySoFar, layer);
  const left = total * (layerShares.book + layerShares.storySoFar) - tokensOf([...book, ...story.counted]);
  const scored = scoreEntries(context.entries, named.index, focus, {
    povNames: context.style.povNames,
    pinned: context.pinnedEntries,
  });
  const plan = planPart(context, layer);
  const chosenLimit = total * layerShares.chosen + left - tokensOf(plan);
  const entries = entryParts({ scored, chapters, named, focus, limit: chosenLimit }, layer);
  const nearbyLimit = total * layerShares.nearby + chosenLimit - tokensOf(entries);
  const passages = context.withoutPassages ? [] : passageParts({ chapters, focus, limit: nearbyLimit }, layer);
  const parts = [...book, ...story.parts, ...plan, ...entries, ...passages];
  return { parts, used: tokensOf(parts) };
}

type Draft = Pick<ContextPart, 'id' | 'label' | 'text'> & Partial<ContextPart>;

/** Makes parts with their lengths. */
class PartMaker {
  readonly countTokens: CountTokens;

  constructor(countTokens: CountTokens) {
    this.countTokens = countTokens;
  }

  make(layer: ContextPart['layer'], { text, ...draft }: Draft): ContextPart[] {
    const trimmed = text.trim();
    if (trimmed === '') return [];
    return [
      {
        canExclude: true,
        canPin: false,
        level: 'full',
        reason: '',
        ...draft,
        text: trimmed,
        layer,
        words: countWords(trimmed),
        tokens: this.countTokens(trimmed),
      },
    ];
  }
}

const tokensOf = (parts: readonly ContextPart[]): number => parts.reduce((sum, { tokens }) => sum + tokens, 0);

function bookParts({ book, style }: BookContext, layer: PartMaker): ContextPart[] {
  const facts =
    `Title: ${book.title}\nGenre: ${book.genre} ${book.subgenre}`.trimEnd() + `\nReaders: ${book.targetAudience}`;
  return [
    ...layer.make('book', { id: 'book', label: 'The book', text: facts, canExclude: false }),
    ...layer.make('book', { id: 'style', label: 'How the book is written', text: styleText(style) }),
    ...layer.make('book', { id: 'voice', label: 'Passages in your voice', text: voiceText(style) }),
    ...layer.make('book', { id: 'synopsis', label: 'Synopsis', text: book.synopsis }),
    ...layer.make('book', { id: 'outline', label: 'Outline', text: book.outline }),
  ];
}

/** The parts in order, as far as they fit; the last one that does not is cut at the end of a line or sentence. */
function fitBook(parts: readonly ContextPart[], limit: number, layer: PartMaker): ContextPart[] {
  let left = limit;
  return parts.flatMap((part) => {
    if (part.tokens <= left) {
      left -= part.tokens;
      return [part];
    }
    const cut = cutText(part.text, left, layer.countTokens);
    left -= layer.countTokens(cut);
    return layer.make('book', { ...part, text: cut, level: 'short', reason: 'Cut, because it is long' });
  });
}

/** The beginning of a text in whole lines, or sentences where a line is long, of at most so many tokens. */
function cutText(text: string, limit: number, countTokens: CountTokens): string {
  let [cut, tokens] = ['', 0];
  for (const piece of text.match(/[^.!?…\n]*[.!?…\n]?\s*/g) ?? []) {
    const length = countTokens(piece);
    if (tokens + length > limit) break;
    cut += piece;
    tokens += length;
  }
  return cut;
}

/** The story so far; chapters that the author has pinned are added in full, and do not count. */
function storyParts(
  context: BookContext,
  chapters: readonly (EarlierChapter & { readonly content: string })[],
  limit: number,
  layer: PartMaker,
): { parts: ContextPart[]; counted: ContextPart[] } {
  const told = tellStorySoFar(
    chapters.filter(({ id }) => !context.inFull.has(id)),
    limit,
    layer.countTokens,
  );
  const counted = told.flatMap(({ id, label, text, level }) =>
    layer.make('story', {
      id,
      label,
      text,
      level: level === 'long' ? 'full' : 'short',
      canExclude: id.startsWith('chapter:'),
      canPin: id.startsWith('chapter:'),
    }),
  );
  const inFull = chapters
    .filter(({ id }) => context.inFull.has(id))
    .flatMap(({ id, chapterNumber, title, content }) =>
      layer.make('story', {
        id: `chapter:${id}`,
        label: `Chapter ${chapterNumber}: ${title}`,
        text: content,
        reason: 'Pinned',
        canPin: true,
      }),
    );
  const order = new Map(chapters.map(({ id }, index) => [id, index]));
  const placeOf = ({ id }: ContextPart): number => order.get(id.slice(id.indexOf(':') + 1)) ?? 0;
  return { counted, parts: [...counted, ...inFull].sort((a, b) => placeOf(a) - placeOf(b)) };
}

const planPart = ({ chapter }: BookContext, layer: PartMaker): ContextPart[] =>
  layer.make('chosen', {
    id: 'plan',
    label: 'Plan of this chapter',
    text: [
      `Chapter ${chapter.chapterNumber}: ${chapter.title}`,
      chapter.description,
      ...chapter.keyPoints.map((point) => `- ${point}`),
    ].join('\n'),
  });

interface EntryChoice {
  readonly scored: readonly ScoredEntry[];
  readonly chapters: readonly EarlierChapter[];
  readonly named: NamedIndex;
  readonly focus: RequestFocus;
  readonly limit: number;
}

/** An entry with a score of at least this has all its facts, and sentences of the book. */
const fullScore = 20;
const shortScore = 8;

/** Entries by score: as much of each as fits. Those that only the request needs come last. */
function entryParts({ scored, chapters, named, focus, limit }: EntryChoice, layer: PartMaker): ContextPart[] {
  const digests = chapters.map(({ digest }) => digest);
  const wanted = new Set(contentWords(focus.plan));
  const quotable = scored.filter(({ score }) => score >= fullScore).length;
  let left = limit;
  const parts = scored.map((one): { one: ScoredEntry; part: ContextPart[] } => {
    const quotes = one.score >= fullScore ? quoteEntry(digests, named, one.entry.id, wanted) : [];
    // The best entries share what is there for sentences.
    const share = Math.min(left, limit / Math.max(1, quotable));
    const part = fitEntry(one, quotes, { left, share }, layer);
    left -= tokensOf(part);
    return { one, part };
  });
  const common = parts.filter(({ one }) => !one.isFromRequest).flatMap(({ part }) => part);
  return [...common, ...parts.filter(({ one }) => one.isFromRequest).flatMap(({ part }) => part)];
}

/** The fullest version of an entry that fits, with as many sentences of the book as fit its share. */
function fitEntry(
  { entry, score, reason }: ScoredEntry,
  quotes: readonly string[],
  { left, share }: { readonly left: number; readonly share: number },
  layer: PartMaker,
): ContextPart[] {
  const levels: EntryLevel[] =
    score >= fullScore ? ['full', 'short', 'name'] : score >= shortScore ? ['short', 'name'] : ['name'];
  for (const level of levels) {
    let tokens = layer.countTokens(entryText(entry, level));
    if (tokens > left) continue;
    const shown: string[] = [];
    for (const quote of level === 'full' ? quotes : []) {
      const length = layer.countTokens(quote) + 3;
      if (tokens + length > share) break;
      tokens += length;
      shown.push(quote);
    }
    return layer.make('chosen', {
      id: `entry:${entry.id}`,
      label: entry.name,
      text: entryText(entry, level, shown),
      level,
      reason,
      canPin: true,
    });
  }
  return [];
}

const maxPassages = 3;

interface PassageChoice {
  readonly chapters: readonly EarlierChapter[];
  readonly focus: RequestFocus;
  readonly limit: number;
}

function passageParts({ chapters, focus, limit }: PassageChoice, layer: PartMaker): ContextPart[] {
  const found = findPassages(
    chapters.map(({ digest }) => digest),
    `${focus.plan}\n${focus.request}`,
    maxPassages,
  );
  const texts: string[] = [];
  let left = limit;
  for (const { chapter, text } of found) {
    const shown = `Chapter ${chapters[chapter]?.chapterNumber ?? 0}: ${text}`;
    left -= layer.countTokens(shown) + 1;
    if (left >= 0) texts.push(shown);
  }
  return layer.make('nearby', {
    id: 'passages',
    label: 'Passages of earlier chapters',
    text: texts.join('\n\n'),
    reason: 'They share words with the plan',
  });
}
