import { sandboxClockMoved } from '@inkbear/contracts/events';
import type { BusinessClock } from '@inkbear/service-kit/clock';
import type { Outbox, Transaction } from '@inkbear/service-kit/outbox';
import type { SandboxClockRepository } from './sandbox-clock.repository.ts';

export interface ClockDeps {
  readonly clockOffset: SandboxClockRepository;
  readonly outbox: Outbox;
  readonly businessClock: { readonly clock: BusinessClock };
}
interface ClockChange {
  readonly before: { readonly offsetMs: number };
  readonly after: { readonly offsetMs: number };
}

/**
 * Moves the business time of all services forward by a number of days, which may be fractional. Returns the new time and
 * its offset from real time.
 * @param inSameTransaction further writes of the transaction, such as the record in the audit trail
 */
export async function advanceSandboxClock(
  { clockOffset, outbox, businessClock: { clock } }: ClockDeps,
  days: number,
  inSameTransaction: (transaction: Transaction, change: ClockChange) => Promise<void>,
): Promise<{ now: string; offsetMs: number }> {
  const byMs = Math.round(days * 86_400_000);
  const offsetMs = await outbox.run(async (transaction) => {
    const total = await clockOffset.advance(byMs, transaction.session);
    await transaction.emit(sandboxClockMoved, 'clock', { offsetMs: total });
    await inSameTransaction(transaction, { before: { offsetMs: total - byMs }, after: { offsetMs: total } });
    return total;
  });
  clock.setOffset(offsetMs);
  return { now: clock.now().toISOString(), offsetMs };
}
