import { chapterProgressed, creditBalanceChanged, referralsSummaryChanged } from '@inkbear/contracts/events';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import type { UserProjectionRepository } from './users/user-projection.repository.ts';
import type { WritingDayRepository } from './writing-days/writing-day.repository.ts';

interface ConsumerDeps {
  readonly projections: UserProjectionRepository;
  readonly writingDays: WritingDayRepository;
}

export const consumers = ({ projections, writingDays }: ConsumerDeps): Subscription[] => [
  on(creditBalanceChanged, ({ data: { userId, balance }, seq }, { session }) =>
    projections.upsertCreditBalanceIfNewer(userId, { balance, seq }, session),
  ),

  on(referralsSummaryChanged, ({ data: { userId, recentReferrals }, seq }, { session }) =>
    projections.upsertReferralsIfNewer(userId, { recentReferrals, seq }, session),
  ),

  on(chapterProgressed, ({ data: { userId, localDate, typedWords, otherWords } }, { session }) =>
    writingDays.addWords(userId, localDate, { typedWords, otherWords }, session),
  ),
];
