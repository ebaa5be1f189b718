/** From the system time `at` on, business time is system time plus `offsetMs`. */
export interface ClockMove {
  readonly at: Date;
  readonly offsetMs: number;
}

/** The system time at which business time reached `business`. Needed because many events have only a system time. */
export function toSystemTime(moves: readonly ClockMove[], business: Date): Date {
  const spans = [{ at: new Date(0), offsetMs: 0 }, ...moves];
  for (const [index, { at, offsetMs }] of spans.entries()) {
    const reached = Math.max(at.getTime(), business.getTime() - offsetMs);
    if (reached < (spans[index + 1]?.at.getTime() ?? Infinity)) return new Date(reached);
  }
  return business;
}

/** The business time at a system time. */
export const toBusinessTime = (moves: readonly ClockMove[], system: Date): Date =>
  new Date(system.getTime() + (moves.findLast(({ at }) => at <= system)?.offsetMs ?? 0));
