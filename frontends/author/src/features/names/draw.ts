import { penNames } from '@inkbear/contracts/craft/pen-names';

/** Returns a number in [0, 1). */
export type Random = () => number;

const pick = <T>(list: readonly T[], random: Random): T => {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined) throw new Error('The list of names is empty.');
  return found;
};

/** Distinct names in random order. Names in `before` are drawn again only when no others remain. */
export function drawNames(
  names: readonly string[],
  count: number,
  random: Random,
  before: readonly string[] = [],
): string[] {
  const fresh = names.filter((name) => !before.includes(name));
  const pool = fresh.length >= count ? fresh : [...names];
  const drawn: string[] = [];
  while (drawn.length < count && pool.length > 0) {
    const name = pick(pool, random);
    pool.splice(pool.indexOf(name), 1);
    drawn.push(name);
  }
  return drawn;
}

export const drawPenName = (random: Random): string => `${pick(penNames.first, random)} ${pick(penNames.last, random)}`;
