import type { ContextPart } from '@inkbear/contracts/ai/context';
import type { BookContext } from '../generations/task.ts';
import { styleText, voiceText } from '../prompts/style-text.ts';
import { fixedTokens, layerShares } from './budgets.ts';
import { parseChapter } from './parsed-chapter.ts';
import type { CountTokens } from './count-tokens.ts';
import { entryParts } from './entry-parts.ts';
import { type RequestFocus, scoreEntries } from './entry-scores.ts';
import { createEntryNameIndex } from './entry-name-index.ts';
import { ContextPartBuilder, tokensOf } from './context-part-builder.ts';
import { findPassages } from './passages.ts';
import { type EarlierChapter, labelOf, summariseStorySoFar } from './story-so-far.ts';

export interface ContextRequest {
  readonly context: BookContext;
  readonly focus: RequestFocus;
  /** Tokens of all parts together, except chapters that the author pinned. */
  readonly budget: number;
  readonly countTokens: CountTokens;
}

export interface BuiltContext {
  /**
   * In the order of the prompt. The parts of the layers `book` and `story` are the same for all requests with the same
   * budget about a chapter, so that providers can cache this prefix.
   */
  readonly parts: readonly ContextPart[];
  /** Tokens of the parts, except chapters that the author pinned. */
  readonly used: number;
}

/** Chooses the parts of the book for a prompt. It is deterministic: the same input gives the same parts. */
export function buildContext({ context, focus, budget, countTokens }: ContextRequest): BuiltContext {
  const total = Math.max(0, budget - fixedTokens);
  const builder = new ContextPartBuilder(countTokens);
  const chapters = context.earlierChapters.map((chapter) => ({ ...chapter, parsed: parseChapter(chapter.content) }));
  const named = createEntryNameIndex(context.entries);

  const book = builder.fit(bookParts(context, builder), total * layerShares.book);
  const withoutPinnedTexts = chapters.map((chapter) =>
    context.fullTextChapterIds.has(chapter.id) ? withoutText(chapter) : chapter,
  );
  const summaries = storyParts(withoutPinnedTexts, total * layerShares.storySoFar, builder);
  const unused = total * (layerShares.book + layerShares.storySoFar) - tokensOf([...book, ...summaries]);
  const scored = scoreEntries(context.entries, named.index, focus, {
    povNames: context.style.povNames,
    pinned: context.pinnedEntries,
  });
  const planAndEntriesTokens = total * layerShares.planAndEntries + unused;
  const plan = context.isPlanExcluded ? [] : builder.fit(planPart(context, builder), planAndEntriesTokens);
  const entries = entryParts(
    {
      scored,
      chapters: chapters.map(({ parsed }) => parsed),
      named,
      plan: focus.plan,
      limit: planAndEntriesTokens - tokensOf(plan),
    },
    builder,
  );
  const relatedPassagesTokens =
    total * layerShares.relatedPassages + planAndEntriesTokens - tokensOf([...plan, ...entries]);
  const passages = context.arePassagesExcluded
    ? []
    : passagesPart({ chapters: withoutPinnedTexts, focus, limit: relatedPassagesTokens }, builder);
  const counted = [...book, ...summaries, ...plan, ...entries, ...passages];
  const story = inOrder([...summaries, ...pinnedParts(context, chapters, builder)], chapters);
  return { parts: [...book, ...story, ...plan, ...entries, ...passages], used: tokensOf(counted) };
}

function bookParts({ book, style }: BookContext, builder: ContextPartBuilder): ContextPart[] {
  const facts =
    `Title: ${book.title}\nGenre: ${book.genre} ${book.subgenre}`.trimEnd() + `\nReaders: ${book.targetAudience}`;
  return [
    ...builder.make('book', { id: 'book', label: 'The book', text: facts, canExclude: false }),
    ...builder.make('book', { id: 'style', label: 'How the book is written', text: styleText(style) }),
    ...builder.make('book', { id: 'voice', label: 'Passages in your voice', text: voiceText(style) }),
    ...builder.make('book', { id: 'synopsis', label: 'Synopsis', text: book.synopsis }),
    ...builder.make('book', { id: 'outline', label: 'Outline', text: book.outline }),
  ];
}

/**
 * A pinned chapter is sent in full, so it is not summarised too. It keeps its place among the chapters, so that the
 * grouping of the others does not change.
 */
const withoutText = <C extends EarlierChapter>(chapter: C): C => ({
  ...chapter,
  parsed: parseChapter(''),
  ownSummaries: undefined,
  providerSummary: undefined,
});

const summaryReasons = { author: 'Your summary', provider: 'Summary by AI' } as const;

/** The story so far. */
const storyParts = (chapters: readonly EarlierChapter[], limit: number, builder: ContextPartBuilder): ContextPart[] =>
  summariseStorySoFar(chapters, limit, builder.countTokens).flatMap(
    ({ id, label, text, level, writtenBy, chapters: shared }) =>
      builder.make('story', {
        id,
        label,
        text: `${label}\n${text}`,
        level: level === 'long' ? 'full' : 'short',
        reason: writtenBy === null ? '' : summaryReasons[writtenBy],
        canExclude: shared.length === 0,
        canPin: shared.length === 0,
        chapters: shared,
      }),
  );

const pinnedParts = (
  { fullTextChapterIds }: BookContext,
  chapters: readonly (EarlierChapter & { readonly content: string })[],
  builder: ContextPartBuilder,
): ContextPart[] =>
  chapters
    .filter(({ id }) => fullTextChapterIds.has(id))
    .flatMap((chapter) =>
      builder.make('story', {
        id: `chapter:${chapter.id}`,
        label: labelOf(chapter),
        text: `${labelOf(chapter)}\n${chapter.content}`,
        reason: 'Pinned',
        canPin: true,
      }),
    );

/** Parts of chapters in reading order. */
function inOrder(parts: readonly ContextPart[], chapters: readonly EarlierChapter[]): ContextPart[] {
  const order = new Map(chapters.map(({ id }, index) => [id, index]));
  const placeOf = ({ id }: ContextPart): number => order.get(id.slice(id.indexOf(':') + 1)) ?? 0;
  return parts.toSorted((a, b) => placeOf(a) - placeOf(b));
}

const planPart = ({ chapter }: BookContext, builder: ContextPartBuilder): ContextPart[] =>
  builder.make('chosen', {
    id: 'plan',
    label: 'Plan of this chapter',
    text: [
      `Chapter ${chapter.chapterNumber}: ${chapter.title}`,
      chapter.description,
      ...[...chapter.keyPoints, ...chapter.beats.map(({ text }) => text)].map((point) => `- ${point}`),
    ].join('\n'),
  });

const maxPassages = 3;

interface PassageChoice {
  readonly chapters: readonly EarlierChapter[];
  readonly focus: RequestFocus;
  readonly limit: number;
}

function passagesPart({ chapters, focus, limit }: PassageChoice, builder: ContextPartBuilder): ContextPart[] {
  const found = findPassages(
    chapters.map(({ parsed }) => parsed),
    `${focus.plan}\n${focus.request}`,
    maxPassages,
  );
  const texts: string[] = [];
  let remaining = limit;
  for (const { chapter, text } of found) {
    const shown = `Chapter ${chapters[chapter]?.chapterNumber ?? 0}: ${text}`;
    const length = builder.countTokens(shown) + 1;
    if (length > remaining) continue;
    remaining -= length;
    texts.push(shown);
  }
  return builder.make('nearby', {
    id: 'passages',
    label: 'Passages of earlier chapters',
    text: texts.join('\n\n'),
    reason: 'They share words with the plan or the request',
  });
}
