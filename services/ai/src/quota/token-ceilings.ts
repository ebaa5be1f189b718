import type { Clock } from '@inkbear/service-kit/clock';
import type { Batch } from '@inkbear/service-kit/batches';
import type { EraseRows } from '@inkbear/service-kit/erasure';
import type { AiRefusalReason } from '@inkbear/service-kit/metrics/attribute-values';
import { AiRefusal } from './ai-refusal.ts';
import { dayOf, startOfNextDay } from './limit-rules.ts';
import type { TokenCounterRepository, TokenReservationRow } from './token-counter.repository.ts';

/** The most that one provider call may spend: the estimated tokens of its prompt and its output limit. */
interface TokenEstimate {
  /** Id of the reservation, unique for each provider call. */
  readonly id: string;
  readonly userId: string;
  readonly amount: number;
  /** The prompt's part of `amount`. */
  readonly promptTokens: number;
  /** Whether the call is automatic, not requested by the author: see `automaticShare`. */
  readonly isAutomatic?: boolean;
}

/** The share of a user's daily tokens that automatic calls may spend. */
export const automaticShare = 0.3;
/** An open reservation of this age belongs to a crashed process and is released. */
export const abandonedAfterMs = 10 * 60_000;
/** Most calls end within this time and release the tokens that they did not spend. */
const busyRetrySeconds = 30;

const keyOfUser = (userId: string, day: string): string => `user:${userId}:tokens:${day}`;
const keyOfAutomatic = (userId: string, day: string): string => `user:${userId}:automatic-tokens:${day}`;
const keyOfAll = (day: string): string => `all:tokens:${day}`;

/**
 * The daily token ceilings of each user, of all users together and of the automatic calls for a user. A call reserves
 * its estimate on each counter before the provider is called, by one conditional update. Afterwards it corrects the
 * counters to the tokens spent. So parallel calls on all replicas exceed a ceiling at most by the error of their
 * estimates. There is no transaction, because all concurrent calls would conflict on the counter of all users.
 */
export class TokenCeilings {
  readonly #counters: TokenCounterRepository;
  readonly #clock: Clock;
  readonly #ceilings: { readonly user: number; readonly global: number };

  constructor(counters: TokenCounterRepository, clock: Clock, ceilings: { user: number; global: number }) {
    this.#counters = counters;
    this.#clock = clock;
    this.#ceilings = ceilings;
  }

  /** How many tokens automatic calls may spend for one user in a day. */
  get automaticTokens(): number {
    return Math.floor(this.#ceilings.user * automaticShare);
  }

  /**
   * Reserves the estimate on each counter. When a ceiling is reached, it reserves nothing and throws 429
   * `ai.fair_use` with `Retry-After`.
   */
  async reserve({ id, userId, amount, promptTokens, isAutomatic = false }: TokenEstimate): Promise<void> {
    const today = dayOf(this.#clock.now());
    const { user, global } = this.#ceilings;
    const automatic = {
      key: keyOfAutomatic(userId, today),
      max: this.automaticTokens,
      owner: { userId },
      reason: 'tokens.automatic',
    } as const;
    const counters = [
      ...(isAutomatic ? [automatic] : []),
      { key: keyOfUser(userId, today), max: user, owner: { userId }, reason: 'tokens.user' },
      { key: keyOfAll(today), max: global, owner: {}, reason: 'tokens.all' },
    ] as const;
    const isTooLong = counters.some(({ max }) => amount > max);
    if (isTooLong)
      throw new AiRefusal('ai.fair_use', 'tokens.request', {
        message: 'This is more text than a day’s fair use of AI allows. Please choose a shorter passage.',
      });

    await this.#counters.insertReservation({
      _id: id,
      userId,
      keys: counters.map(({ key }) => key),
      amount,
      promptTokens,
      createdAt: new Date(),
    });
    for (const counter of counters) {
      if (await this.#counters.reserve(id, amount, counter)) continue;
      await this.correct({ id, userId }, 0);
      throw await this.#ceilingReached(counter, amount);
    }
  }

  /**
   * Replaces the reserved tokens with the tokens spent; 0 only releases the reservation. When the job has released the
   * reservation as abandoned in the meantime, the tokens spent are still counted.
   */
  async correct(
    { id, userId, isAutomatic = false }: Pick<TokenEstimate, 'id' | 'userId' | 'isAutomatic'>,
    spent: number,
  ): Promise<void> {
    const reservation = await this.#counters.findReservation(id);
    if (reservation) return await this.#counters.release(reservation, spent);
    if (spent === 0) return;
    const today = dayOf(this.#clock.now());
    const ofUser = [keyOfUser(userId, today), ...(isAutomatic ? [keyOfAutomatic(userId, today)] : [])];
    await this.#counters.addSpent({ ofUser, ofAll: keyOfAll(today) }, spent);
  }

  /** Releases the reservations of crashed processes. Their prompts count as spent, because they were probably sent. */
  readonly releaseAbandoned: Batch<TokenReservationRow> = {
    name: 'release-abandoned-tokens',
    list: (limit) => this.#counters.listReservationsBefore(new Date(Date.now() - abandonedAfterMs), limit),
    idOf: ({ _id }) => _id,
    work: (reservation) => this.#counters.release(reservation, reservation.spent ?? reservation.promptTokens ?? 0),
  };

  /** Releases an erased user's reservations. Otherwise the counter of all users would still include them. */
  readonly erase: EraseRows = async (userId, limit) => {
    const reservations = await this.#counters.listReservationsOf(userId, limit);
    for (const reservation of reservations) await this.#counters.release(reservation, 0);
    return reservations.length;
  };

  /**
   * The refusal at a reached ceiling. `Retry-After` is the next midnight (UTC), or 30 s when the ceiling is reached
   * only because of the reservations of running calls.
   */
  async #ceilingReached(
    { key, max, reason }: { key: string; max: number; reason: AiRefusalReason },
    amount: number,
  ): Promise<AiRefusal> {
    const spent = await this.#counters.countSpent(key);
    if (spent + amount <= max)
      return new AiRefusal('ai.fair_use', reason, {
        message: 'Other AI requests are still running. Please try again in a moment.',
        retryAfterSeconds: busyRetrySeconds,
      });
    const now = this.#clock.now();
    return new AiRefusal('ai.fair_use', reason, {
      retryAfterSeconds: (startOfNextDay(now).getTime() - now.getTime()) / 1000,
    });
  }
}
