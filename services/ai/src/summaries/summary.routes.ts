import * as contract from '@inkbear/contracts/ai/summary';
import { readReadingScope } from '@inkbear/contracts/bible/internal';
import { readChapterForOwner } from '@inkbear/contracts/books/internal';
import type { Clock } from '@inkbear/service-kit/clock';
import { etag } from '@inkbear/service-kit/etag';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { JobOptions } from '@inkbear/service-kit/worker-pool';
import { decodeFingerprint, encodeFingerprint } from '@inkbear/story-analysis/provenance/fingerprint';
import type { GenerationWorker } from '../generations/generation-worker.ts';
import { outdatedShare } from './changed-share.ts';
import type { ProviderSummaryRepository } from './provider-summary.repository.ts';
import type { SummaryRepository, SummaryRow } from './summary.repository.ts';

interface SummaryDeps {
  readonly peers: Peers;
  readonly summaries: SummaryRepository;
  readonly providerSummaries: ProviderSummaryRepository;
  readonly worker: GenerationWorker;
  readonly clock: Clock;
}

/** The summaries of a chapter. Another user's chapter gives the same 404 as a missing one. */
export function summaryRoutes({ peers, summaries, providerSummaries, worker, clock }: SummaryDeps): ServedRoute[] {
  const present = summaryPresenter({ peers, providerSummaries, worker });
  const readChapter = (userId: string, chapterId: string) =>
    peers.call(readChapterForOwner, { params: { id: chapterId }, query: { userId } });

  return [
    serve(contract.getSummaries, async ({ query: { chapterId }, identity: { userId }, signal }) => {
      const { content } = await readChapter(userId, chapterId);
      const found = await present({ chapterId, text: content }, await summaries.find(chapterId), {
        owner: userId,
        signal,
      });

      return reply(200, found, { ETag: etag(found.rev) });
    }),
    serve(contract.saveSummaries, async ({ query: { chapterId }, body, identity: { userId }, ifMatch, signal }) => {
      const job = { owner: userId, signal };
      const { bookId, content } = await readChapter(userId, chapterId);
      await requireFittingTexts(worker, body, job);
      if (!(await summaries.find(chapterId))) await summaries.requireSummaryCapacity(userId);
      const fingerprint = encodeFingerprint(await worker.fingerprintOf(content, job));
      const row = await summaries.save({
        _id: chapterId,
        bookId,
        userId,
        rev: ifMatch + 1,
        texts: wellFormed(body),
        fingerprint,
        updatedAt: clock.now(),
      });
      const saved = await present({ chapterId, text: content }, row, job);

      return reply(200, saved, { ETag: etag(saved.rev) });
    }),
  ];
}

/** Presents the summaries of a chapter, with the automatic ones where the author has written none. */
function summaryPresenter({
  peers,
  providerSummaries,
  worker,
}: Pick<SummaryDeps, 'peers' | 'providerSummaries' | 'worker'>) {
  const present = async (
    { chapterId, text }: { readonly chapterId: string; readonly text: string },
    row: SummaryRow | null,
    job: JobOptions,
  ): Promise<contract.ChapterSummaries> => {
    const before = row && hasTexts(row) ? decodeFingerprint(row.fingerprint) : null;
    const { summaries: sentences, changedShare } = await worker.summarise({ text, before }, job);
    const written = await findCurrent(chapterId, text, job);
    return {
      rev: row?.rev ?? 0,
      ...(row?.texts ?? { line: '', short: '', long: '' }),
      automatic: written ? withFallback(written, sentences) : sentences,
      automaticBy: written ? 'provider' : 'rules',
      isOutdated: changedShare > outdatedShare,
    };
  };
  const isReadingAllowed = async ({ bookId, userId }: Pick<SummaryRow, 'bookId' | 'userId'>): Promise<boolean> => {
    const scope = await peers.call(readReadingScope, { params: { id: bookId }, query: { userId } });
    return scope.providerReading !== 'off';
  };
  /** What a provider wrote; null without it, when the author no longer allows it, and when the text has changed much. */
  const findCurrent = async (
    chapterId: string,
    text: string,
    job: JobOptions,
  ): Promise<contract.SummaryTexts | null> => {
    const found = await providerSummaries.find(chapterId);
    if (found === null || !(await isReadingAllowed(found))) return null;
    const { changedShare } = await worker.summarise({ text, before: decodeFingerprint(found.fingerprint) }, job);
    return changedShare > outdatedShare ? null : found.texts;
  };
  return present;
}

const withFallback = (texts: contract.SummaryTexts, others: contract.SummaryTexts): contract.SummaryTexts => ({
  line: texts.line || others.line,
  short: texts.short || others.short,
  long: texts.long || others.long,
});

const hasTexts = ({ texts }: SummaryRow): boolean => contract.summaryLevels.some((level) => texts[level].trim() !== '');

const wellFormed = ({ line, short, long }: contract.SummaryTexts): contract.SummaryTexts => ({
  line: line.toWellFormed(),
  short: short.toWellFormed(),
  long: long.toWellFormed(),
});

/** Throws 400 when a text has too many tokens. Authors do not know tokens, so the message says how much to cut. */
async function requireFittingTexts(
  worker: GenerationWorker,
  texts: contract.SummaryTexts,
  job: JobOptions,
): Promise<void> {
  const { summaryLevels, summaryTokens } = contract;
  const tokens = await worker.countTokens(
    summaryLevels.map((level) => texts[level]),
    job,
  );
  const errors = summaryLevels.flatMap((level, index) => {
    const share = (tokens[index] ?? 0) / summaryTokens[level];
    if (share <= 1) return [];
    const message = `Please shorten it by about ${Math.ceil((1 - 1 / share) * 100)} %: AI gets only a short text here.`;
    return [{ path: level, message }];
  });
  const [first] = errors;
  if (first) throw new ProblemError('request.invalid', { message: first.message, errors });
}
