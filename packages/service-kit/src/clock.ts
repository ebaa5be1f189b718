/**
 * Business time, used for plans, trash, limits and referrals. The payment sandbox can move it. Token expiry and rate
 * limits use the system time instead.
 */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** System time plus an offset in milliseconds, which an operator of the payment sandbox sets. */
export class BusinessClock implements Clock {
  #offsetMs = 0;
  now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }
  setOffset(offsetMs: number): void {
    this.#offsetMs = offsetMs;
  }
}
