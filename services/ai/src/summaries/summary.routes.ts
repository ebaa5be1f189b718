import * as contract from '@inkbear/contracts/ai/summary';
import { readChapterForOwner } from '@inkbear/contracts/books/internal';
import type { Clock } from '@inkbear/service-kit/clock';
import { etag } from '@inkbear/service-kit/etag';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { JobOptions } from '@inkbear/service-kit/worker-pool';
import { decodeFingerprint, encodeFingerprint } from '@inkbear/story-analysis/provenance/fingerprint';
import type { GenerationWorker } from '../generations/generation-worker.ts';
import type { SummaryRepository, SummaryRow } from './summary.repository.ts';

interface SummaryDeps {
  readonly peers: Peers;
  readonly summaries: SummaryRepository;
  readonly worker: GenerationWorker;
  readonly clock: Clock;
}

/** Summaries are outdated when more than this share of the chapter has changed since the author saved them. */
const outdatedShare = 0.2;

/** The summaries of a chapter. Another user's chapter gives the same 404 as a missing one. */
export function summaryRoutes({ peers, summaries, worker, clock }: SummaryDeps): ServedRoute[] {
  const readChapter = (userId: string, chapterId: string) =>
    peers.call(readChapterForOwner, { params: { id: chapterId }, query: { userId } });

  const present = async (row: SummaryRow | null, text: string, job: JobOptions): Promise<contract.ChapterSummaries> => {
    const before = row && hasTexts(row) ? decodeFingerprint(row.fingerprint) : null;
    const { summaries: automatic, changedShare } = await worker.summarise({ text, before }, job);
    return {
      rev: row?.rev ?? 0,
      ...(row?.texts ?? { line: '', short: '', long: '' }),
      automatic,
      isOutdated: changedShare > outdatedShare,
    };
  };

  return [
    serve(contract.getSummaries, async ({ query: { chapterId }, identity: { userId }, signal }) => {
      const { content } = await readChapter(userId, chapterId);
      const found = await present(await summaries.find(chapterId), content, { share: userId, signal });

      return reply(200, found, { ETag: etag(found.rev) });
    }),
    serve(contract.saveSummaries, async ({ query: { chapterId }, body, identity: { userId }, ifMatch, signal }) => {
      const job = { share: userId, signal };
      const { bookId, content } = await readChapter(userId, chapterId);
      await requireFittingTexts(worker, body, job);
      if (!(await summaries.find(chapterId))) await summaries.requireRoom(userId);
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
      const saved = await present(row, content, job);

      return reply(200, saved, { ETag: etag(saved.rev) });
    }),
  ];
}

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
