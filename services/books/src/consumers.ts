import {
  aiCallSettled,
  aiCountersChanged,
  aiResultCreated,
  allowanceOverridden,
  exportFileFinished,
  billingCreditsAwarded,
  referralsCreditsAwarded,
  userRemoved,
} from '@inkbear/contracts/events';
import type { Clock } from '@inkbear/service-kit/clock';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import type { AllowanceRepository } from './allowance/allowance.repository.ts';
import { awardCredits, overrideCredits } from './allowance/change-allowance.ts';
import type { BookRepository } from './books/book.repository.ts';
import type { ChapterRepository } from './chapters/chapter.repository.ts';
import { generatesNewText, isTextAction } from './provenance/provenance.ts';
import type { ProvenanceRepository } from './provenance/provenance.repository.ts';

interface ConsumerDeps {
  readonly books: BookRepository;
  readonly chapters: ChapterRepository;
  readonly allowances: AllowanceRepository;
  readonly provenance: ProvenanceRepository;
  readonly clock: Clock;
}

export const consumers = ({ books, chapters, allowances, provenance, clock }: ConsumerDeps): Subscription[] => [
  // A closed account can be restored by signing in during the restore period, so nothing is hidden before the erasure.
  // Then all books become unreachable at once, and `erase-user.ts` deletes them in batches.
  on(userRemoved, async ({ data: { userId, stage } }, { session }) => {
    if (stage !== 'erased') return;
    await books.hideAllOfUser(userId, session);
    await chapters.hideAllOfUser(userId, session);
  }),

  // Copies the counters of a book or a chapter, which the ai service owns. Counters of stories go to the stories
  // service.
  on(aiCountersChanged, async ({ seq, data }, { session }) => {
    const { userId, bookId, chapterId, titleGenerationCount, outlineGenerationCount } = data;
    const { aiGeneratedCount, aiEditCount, polishCount } = data;
    if (chapterId !== null)
      await chapters.setAiCounters(chapterId, userId, seq, { aiGeneratedCount, aiEditCount, polishCount }, session);
    else if (bookId !== null)
      await books.setAiCounters(bookId, userId, seq, { titleGenerationCount, outlineGenerationCount }, session);
  }),

  on(aiResultCreated, ({ time, data: { resultId, bookId, userId, action, fingerprint } }, { session }) =>
    provenance.saveResult(
      { _id: resultId, bookId, userId, makesText: generatesNewText(action), fingerprint, createdAt: new Date(time) },
      session,
    ),
  ),

  // AI results of earlier releases, which did not publish `ai.result.created.v1`.
  on(aiCallSettled, async ({ time, data: { callId, bookId, chapterId, userId, action, outcome } }, { session }) => {
    if (bookId === null || chapterId === null || outcome !== 'finished' || !isTextAction(action)) return;
    const result = {
      bookId,
      userId,
      makesText: generatesNewText(action),
      fingerprint: null,
      createdAt: new Date(time),
    };
    await provenance.saveResult({ _id: callId, ...result }, session);
  }),

  on(exportFileFinished, ({ data: { bookId, userId } }, { session }) => books.setExported(bookId, userId, session)),

  on(allowanceOverridden, async ({ seq, data: { userId, adjustmentId, creditBalance } }, transaction) => {
    const key = `override:${adjustmentId}`;
    await overrideCredits(allowances, transaction, { userId, key, balance: creditBalance, seq, at: clock.now() });
  }),

  ...[billingCreditsAwarded, referralsCreditsAwarded].map((event) =>
    on(event, async ({ data: { userId, awardKey, credits } }, transaction) => {
      await awardCredits(allowances, transaction, { userId, key: `award:${awardKey}`, credits, at: clock.now() });
    }),
  ),
];
