import { chaptersPerPart, type ContextPart } from '@inkbear/contracts/ai/context';
import { type SummaryLevel, summaryTokens, type SummaryTexts } from '@inkbear/contracts/ai/summary';
import type { ProviderSummary } from '../generations/task.ts';
import { changedShare, outdatedShare } from '../summaries/changed-share.ts';
import { decodeFingerprint } from '@inkbear/story-analysis/provenance/fingerprint';
import type { ParsedChapter } from './parsed-chapter.ts';
import type { CountTokens } from './count-tokens.ts';
import { tagTokens } from './context-part-builder.ts';
import { summariseChapter } from './summarise-chapter.ts';

export interface EarlierChapter {
  readonly id: string;
  readonly chapterNumber: number;
  readonly title: string;
  readonly content: string;
  readonly parsed: ParsedChapter;
  /** What the author wrote. An empty text stands for the automatic summary. */
  readonly ownSummaries?: SummaryTexts | undefined;
  /** Used while the text has not changed much since. */
  readonly providerSummary?: ProviderSummary | undefined;
}

/** A summary of one chapter, or of several that are far back. */
export interface ChapterSummary {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  readonly tokens: number;
  readonly level: SummaryLevel;
  /** Who has written a summary of one chapter; null for sentences of the text, and for a shared summary. */
  readonly writtenBy: 'author' | 'provider' | null;
  /** The chapters that may share this summary; empty when it is that of one chapter. */
  readonly chapters: ContextPart['chapters'];
}

/**
 * The last 2 chapters have a long summary each, the others of the last 6 a short one, the others of the last 30 a line.
 * The chapters before them share lines.
 */
const [longUpTo, shortUpTo, lineUpTo] = [2, 6, 30];

/**
 * Summarises the chapters before a chapter, in order, in at most `limit` tokens. The chapters that are farthest back
 * are left out first. Chapters without a text and a summary of the author are always left out.
 */
export function summariseStorySoFar(
  chapters: readonly EarlierChapter[],
  limit: number,
  countTokens: CountTokens,
): ChapterSummary[] {
  const summaries: ChapterSummary[] = [];
  let tokens = 0;
  for (const group of groupsOf(chapters).toReversed()) {
    const level = levelOf(chapters.length - chapters.indexOf(group[0] as EarlierChapter));
    const item = summariseGroup(group, level, countTokens);
    const fitting =
      tokens + item.tokens <= limit || level === 'line' ? item : summariseGroup(group, 'line', countTokens);
    if (fitting.text === '') continue;
    if (tokens + fitting.tokens > limit) break;
    summaries.push(fitting);
    tokens += fitting.tokens;
  }
  return summaries.toReversed();
}

/**
 * Groups the chapters that are far back; each other chapter is a group of its own. The groups begin at fixed places, so
 * that a new chapter changes only one of them.
 */
function groupsOf(chapters: readonly EarlierChapter[]): (readonly EarlierChapter[])[] {
  const far = Math.max(0, chapters.length - lineUpTo);
  const grouped = far - (far % chaptersPerPart);
  const groups: (readonly EarlierChapter[])[] = [];
  for (let at = 0; at < grouped; at += chaptersPerPart) groups.push(chapters.slice(at, at + chaptersPerPart));
  return [...groups, ...chapters.slice(grouped).map((chapter) => [chapter])];
}

/** @param back 1 for the last chapter */
const levelOf = (back: number): SummaryLevel => (back <= longUpTo ? 'long' : back <= shortUpTo ? 'short' : 'line');

function summariseGroup(
  group: readonly EarlierChapter[],
  level: SummaryLevel,
  countTokens: CountTokens,
): ChapterSummary {
  const [first] = group;
  const last = group.at(-1);
  if (!first || !last) throw new Error('A group of chapters is empty.');
  const texts = group.map((chapter) => summaryOf(chapter, level, countTokens)).filter((text) => text !== '');
  const text = group.length === 1 ? (texts[0] ?? '') : fit(texts, countTokens);
  const label = group.length === 1 ? labelOf(first) : `Chapters ${first.chapterNumber}–${last.chapterNumber}`;
  return {
    id: group.length === 1 ? `chapter:${first.id}` : `chapters:${first.id}`,
    label,
    text,
    tokens: countTokens(`${label}\n${text}`) + tagTokens,
    level,
    writtenBy: group.length === 1 ? authorOf(first, level) : null,
    chapters:
      group.length === 1 ? [] : group.map((chapter) => ({ id: `chapter:${chapter.id}`, label: labelOf(chapter) })),
  };
}

/** The author's summary of a chapter, else that of a provider, else sentences of the text. */
const summaryOf = (chapter: EarlierChapter, level: SummaryLevel, countTokens: CountTokens): string =>
  ownSummary(chapter, level) || currentSummary(chapter, level) || summariseChapter(chapter.parsed, level, countTokens);
const authorOf = (chapter: EarlierChapter, level: SummaryLevel): ChapterSummary['writtenBy'] => {
  if (ownSummary(chapter, level) !== '') return 'author';
  return currentSummary(chapter, level) === '' ? null : 'provider';
};
const ownSummary = ({ ownSummaries }: EarlierChapter, level: SummaryLevel): string =>
  (ownSummaries?.[level] ?? '').trim();

const changedShares = new WeakMap<ParsedChapter, { readonly of: ProviderSummary; readonly share: number }>();

/** A provider's summary; empty when the text has changed much since. */
function currentSummary({ parsed, providerSummary, content }: EarlierChapter, level: SummaryLevel): string {
  if (!providerSummary || providerSummary.texts[level] === '') return '';
  const known = changedShares.get(parsed);
  const isKnown = known?.of.fingerprint.hashes === providerSummary.fingerprint.hashes;
  const share = isKnown ? known.share : changedShare(decodeFingerprint(providerSummary.fingerprint), content);
  if (!isKnown) changedShares.set(parsed, { of: providerSummary, share });
  return share > outdatedShare ? '' : providerSummary.texts[level];
}

/** The heading of a chapter in a prompt. */
export const labelOf = ({ chapterNumber, title }: EarlierChapter): string => `Chapter ${chapterNumber}: ${title}`;

/** The summaries of chapters that share a line, as many as fit. */
function fit(texts: readonly string[], countTokens: CountTokens): string {
  let shared = '';
  for (const text of texts) {
    const longer = shared === '' ? text : `${shared} ${text}`;
    if (countTokens(longer) <= summaryTokens.line * 2) shared = longer;
  }
  return shared;
}
