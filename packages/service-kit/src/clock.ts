/**
 * Business time: plans, trash, limits and referrals go by it. The payment sandbox can move it, token expiry and rate limits never follow.
 */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** The system's time plus an offset in milliseconds that an operator of the sandbox sets. */
export class BusinessClock implements Clock {
  #offsetMs = 0;
  now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }
  move(offsetMs: number): void {
    this.#offsetMs = offsetMs;
  }
}
