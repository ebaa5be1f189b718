import type { Entitlement } from '@inkbear/contracts/plans';
import type { Entitlements } from '@inkbear/service-kit/entitlements';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { FundingSource } from '../allowance/allowance.ts';

/** A book created under a one-off plan can only be edited while a plan is active; every other book always can. */
export const canEdit = (madeUnder: FundingSource, entitlement: Pick<Entitlement, 'isActive'>): boolean =>
  madeUnder !== 'pro_oneoff' || entitlement.isActive;

export class BookPolicy {
  readonly #entitlements: Entitlements;

  constructor(entitlements: Entitlements) {
    this.#entitlements = entitlements;
  }

  /** Throws 403 `plan.read_only`. The entitlement is only read for books that can become read-only. */
  async requireEditable({ madeUnder, userId }: { madeUnder: FundingSource; userId: string }): Promise<void> {
    if (madeUnder !== 'pro_oneoff') return;
    await this.#entitlements.require(
      userId,
      (entitlement) => canEdit(madeUnder, entitlement),
      new ProblemError('plan.read_only'),
    );
  }

  /** For presenters: uses the local copy of the entitlement, without asking billing. */
  async loadCanEdit(
    userId: string,
    books: readonly { madeUnder: FundingSource }[],
  ): Promise<(book: { madeUnder: FundingSource }) => boolean> {
    if (books.every(({ madeUnder }) => madeUnder !== 'pro_oneoff')) return () => true;
    const entitlement = await this.#entitlements.find(userId);
    return ({ madeUnder }) => canEdit(madeUnder, entitlement);
  }
}
