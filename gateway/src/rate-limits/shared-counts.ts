import { rateCountsSubject as subject } from '@inkbear/contracts/messaging';
import { rateClasses } from '@inkbear/contracts/rate-classes';
import type { RateClass } from '@inkbear/contracts/route';
import { z } from 'zod';
import type { Broker } from '@inkbear/service-kit/broker';
import type { RateLimits } from './rate-limits.ts';

/** Keeps a message far below the broker's limit of a megabyte. */
const countsInMessage = 4000;
const names = Object.keys(rateClasses) as [RateClass, ...RateClass[]];
const message = z.object({
  from: z.string(),
  counts: z.array(z.object({ rate: z.enum(names), key: z.string(), points: z.int().min(1) })),
});

/** Tells the other gateways every second what was counted here. Without the broker each counts for itself. */
export class SharedCounts {
  readonly #limits: RateLimits;
  readonly #broker: Broker;
  readonly #self: string;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: { limits: RateLimits; broker: Broker; self: string; onError: (error: unknown) => void }) {
    this.#limits = options.limits;
    this.#broker = options.broker;
    this.#self = options.self;
    this.#broker.subscribe(subject, (data) => void this.#receive(data).catch(options.onError));
  }

  start(everyMs = 1000): void {
    this.#timer = setInterval(() => this.share(), everyMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  share(): void {
    const counts = this.#limits.takeFresh();
    for (let at = 0; at < counts.length; at += countsInMessage)
      this.#broker.publishEphemeral(
        subject,
        JSON.stringify({ from: this.#self, counts: counts.slice(at, at + countsInMessage) }),
      );
  }

  async #receive(data: string): Promise<void> {
    const { from, counts } = message.parse(JSON.parse(data));
    if (from !== this.#self) await this.#limits.merge(counts);
  }
}
