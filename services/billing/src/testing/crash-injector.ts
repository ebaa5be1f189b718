import type { Outbox, Transaction } from '@inkbear/service-kit/outbox';
import type { Platform } from '@inkbear/service-kit/platform';
import { SandboxProvider } from '../sandbox/sandbox-provider.ts';
import type { Random } from '@inkbear/service-kit/testing/random';

export class Crash extends Error {
  override name = 'Crash';
}

/**
 * Throws at random points of billing's handlers: before and after calls to the provider, and before, inside and after
 * transactions.
 */
export class CrashInjector {
  /** Probability of a crash at each point, from 0 to 1. */
  chance = 0;
  /** Crashes so far. */
  count = 0;
  readonly #random: Random;
  readonly #undo: (() => void)[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  install({ outbox }: Platform): void {
    const run = outbox.run.bind(outbox);
    outbox.run = (async (work: (transaction: Transaction) => Promise<unknown>) =>
      await this.#crashAround(() =>
        run(async (transaction) => await this.#crashAround(() => work(transaction))),
      )) as Outbox['run'];
    for (const name of ['findObject', 'cancelNow'] as const) this.#wrap(name);
  }

  restore(): void {
    for (const undo of this.#undo) undo();
  }

  #wrap(name: 'findObject' | 'cancelNow'): void {
    const prototype = SandboxProvider.prototype as unknown as Record<string, (id: string) => Promise<unknown>>;
    const original = prototype[name] as (id: string) => Promise<unknown>;
    const crashAround = (work: () => Promise<unknown>) => this.#crashAround(work);
    prototype[name] = async function crashing(this: unknown, id: string) {
      return await crashAround(() => original.call(this, id));
    };
    this.#undo.push(() => (prototype[name] = original));
  }

  async #crashAround<T>(work: () => Promise<T>): Promise<T> {
    this.#maybeCrash();
    const result = await work();
    this.#maybeCrash();
    return result;
  }

  #maybeCrash(): void {
    if (!this.#random.chance(this.chance)) return;
    this.count += 1;
    throw new Crash('Injected crash.');
  }
}
