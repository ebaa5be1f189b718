import { bibleLimits } from '@inkbear/contracts/bible/entry';
import {
  type ChapterContradictions,
  type ComparedFact,
  readComparedFacts,
  reportContradictions,
  reportedContradictionsMax,
} from '@inkbear/contracts/bible/internal';
import { readChapterForOwner } from '@inkbear/contracts/books/internal';
import { ProblemError } from '@inkbear/service-kit/problem';
import { z } from 'zod';
import type { NumberedFact } from '../generations/task.ts';
import { replySchemas } from '../prompts/reply-schemas.ts';
import { estimateTokens } from '../providers/provider.ts';
import { type AskedChapter, askProvider, type ReadingDeps } from './ask-provider.ts';
import { chunksOf } from './chunks-of.ts';
import { locateQuote, toLines } from './match-provider-results.ts';
import type { NumberedParagraph } from './windows.ts';

/** Without the arguments, which are only for the model itself. */
const verdictsSchema = z.object({ verdicts: z.array(z.object({ case: z.number(), contradicts: z.boolean() })) });

type Contradiction = ChapterContradictions['contradictions'][number];

/** UTF-16 units before and after a quote that the second call sees. */
const aroundUnits = 400;

/**
 * Compares a chapter with the confirmed facts of other chapters. What the provider finds counts when its quote is in
 * the text, and when a second call does not refute it. Returns how many are listed; null when the chapter was saved
 * meanwhile.
 */
export async function checkContinuity(deps: ReadingDeps, chapter: AskedChapter): Promise<number | null> {
  const { peers, worker, models } = deps;
  const { userId, bookId, chapterId, signal } = chapter;
  const { content: text, rev } = await peers.call(readChapterForOwner, {
    params: { id: chapterId },
    query: { userId },
    signal,
  });
  const { facts } = await peers.call(readComparedFacts, { params: { id: bookId }, query: { userId, chapterId } });
  const candidates: Contradiction[] = [];
  const factsOfCalls = chunksOf(facts, tokensOfFact, models.read.window * factShare);
  if (facts.length > 0)
    for (const { paragraphs: window } of await worker.windowsOf(text, [], { owner: userId, signal }))
      for (const factsOfCall of factsOfCalls)
        candidates.push(...(await findContradictions(deps, chapter, { window, facts: factsOfCall, text })));
  const contradictions = await dropRefuted(deps, chapter, { candidates, facts, text });
  try {
    const report = { userId, chapterId, rev, contradictions };
    return (await peers.call(reportContradictions, { params: { id: bookId }, body: report })).findings;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'books.stale_revision') return null;
    throw error;
  }
}

interface ComparedWindow {
  readonly window: readonly NumberedParagraph[];
  readonly facts: readonly ComparedFact[];
  /** The whole chapter. */
  readonly text: string;
}

async function findContradictions(
  deps: ReadingDeps,
  chapter: AskedChapter,
  { window, facts, text }: ComparedWindow,
): Promise<Contradiction[]> {
  const paragraphs = window.map(({ number, text: line }) => ({ number, text: line }));
  const task = { kind: 'find-contradictions' as const, paragraphs, facts: facts.map(toNumbered) };
  const { contradictions } = await askProvider(deps, chapter, { task, schema: replySchemas.contradictions });
  const lines = toLines(window);
  return contradictions.flatMap((found) => {
    const fact = facts[found.fact - 1];
    const value = found.value.trim();
    const place = locateQuote(found, lines);
    if (!fact || !place || value === '' || value.length > bibleLimits.value) return [];
    if (place.to - place.from > bibleLimits.quote) return [];
    return [{ factId: fact.id, value, ...place, quote: text.slice(place.from, place.to) }];
  });
}

const toNumbered = (fact: ComparedFact, index: number): NumberedFact => ({ number: index + 1, text: describe(fact) });
/** The share of the model's window that the facts in one call may fill. */
const factShare = 1 / 4;
/** The share that the cases in one call of the second kind may fill. */
const caseShare = 1 / 2;
const describe = ({ name, attribute, value }: ComparedFact): string => `${name}, ${attribute}: ${value}`;

const tokensOfFact = (fact: ComparedFact): number => estimateTokens(describe(fact));

interface Candidates {
  readonly candidates: readonly Contradiction[];
  readonly facts: readonly ComparedFact[];
  readonly text: string;
}

/** Those that a second call, which argues against each, still calls a contradiction. */
async function dropRefuted(
  deps: ReadingDeps,
  chapter: AskedChapter,
  { candidates, facts, text }: Candidates,
): Promise<Contradiction[]> {
  const unique = [...new Map(candidates.map((each) => [`${each.factId}:${each.from}`, each])).values()];
  const checked = unique.slice(0, reportedContradictionsMax);
  if (checked.length === 0) return [];
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  const cases = checked.map(({ factId, value, from, to }, index) => {
    const fact = byId.get(factId);
    return {
      number: index + 1,
      fact: fact ? describe(fact) : '',
      value,
      passage: text.slice(Math.max(0, from - aroundUnits), to + aroundUnits),
    };
  });
  const tokensOfCase = ({ fact, value, passage }: (typeof cases)[number]) => estimateTokens(fact + value + passage);
  const upheld = new Set<number>();
  for (const casesOfCall of chunksOf(cases, tokensOfCase, deps.models.read.window * caseShare)) {
    const task = { kind: 'argue-contradictions' as const, cases: casesOfCall };
    const { verdicts } = await askProvider(deps, chapter, { task, schema: verdictsSchema });
    const asked = new Set(casesOfCall.map(({ number }) => number));
    for (const { case: number, contradicts } of verdicts) if (contradicts && asked.has(number)) upheld.add(number);
  }
  return checked.filter((_one, index) => upheld.has(index + 1));
}
