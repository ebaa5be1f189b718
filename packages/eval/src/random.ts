/** Choices that depend on a seed only, so that a book can be generated again. */
export interface Random {
  /** A number from 0 to below 1. */
  next(): number;
  /** A whole number from `from` to `to`, both included. */
  int(from: number, to: number): number;
  chance(probability: number): boolean;
  /** @throws when the list is empty */
  pick<T>(list: readonly T[]): T;
  shuffle<T>(list: readonly T[]): T[];
  /** Independent choices, so that one part of a book does not change when another part is generated differently. */
  fork(name: string): Random;
}

const hashOf = (text: string, seed: number): number => {
  let hash = seed ^ 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
};

/** mulberry32 */
export function createRandom(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const random: Random = {
    next,
    int: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (probability) => next() < probability,
    pick: (list) => {
      if (list.length === 0) throw new Error('There is nothing to choose from.');
      return list[Math.floor(next() * list.length)] as (typeof list)[number];
    },
    shuffle: (list) => {
      const copy = [...list];
      for (let at = copy.length - 1; at > 0; at -= 1) {
        const other = Math.floor(next() * (at + 1));
        [copy[at], copy[other]] = [copy[other], copy[at]] as [(typeof copy)[number], (typeof copy)[number]];
      }
      return copy;
    },
    fork: (name) => createRandom(hashOf(name, seed)),
  };
  return random;
}
