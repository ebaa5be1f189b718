import { chapterProgressed, creditBalanceChanged, referralsChanged } from '@inkbear/contracts/events';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import type { UserProjectionRepository } from './users/user-projections.repository.ts';
import type { WritingDays } from './writing-days/writing-days.repository.ts';

interface ConsumerDeps {
  readonly projections: UserProjectionRepository;
  readonly writingDays: WritingDays;
}

export const consumers = ({ projections, writingDays }: ConsumerDeps): Subscription[] => [
  on(creditBalanceChanged, ({ data: { userId, balance }, seq }, { session }) =>
    projections.setCreditBalance(userId, { balance, seq }, session),
  ),

  on(referralsChanged, ({ data: { userId, recentReferrals }, seq }, { session }) =>
    projections.setReferrals(userId, { recentReferrals, seq }, session),
  ),

  on(chapterProgressed, ({ data: { userId, localDate, typedWords, otherWords } }, { session }) =>
    writingDays.add(userId, localDate, { typedWords, otherWords }, session),
  ),
];
