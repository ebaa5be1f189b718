import { penNames } from '@inkbear/contracts/craft/pen-names';

/** A number from 0 up to, but not including, 1. */
export type Random = () => number;

const pick = <T>(list: readonly T[], random: Random): T => {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined) throw new Error('There is nothing to draw from.');
  return found;
};

/** So many different names in random order; none of `before` while there are others. */
export function drawNames(
  names: readonly string[],
  count: number,
  random: Random,
  before: readonly string[] = [],
): string[] {
  const fresh = names.filter((name) => !before.includes(name));
  const left = fresh.length >= count ? fresh : [...names];
  const drawn: string[] = [];
  while (drawn.length < count && left.length > 0) {
    const name = pick(left, random);
    left.splice(left.indexOf(name), 1);
    drawn.push(name);
  }
  return drawn;
}

export const drawPenName = (random: Random): string => `${pick(penNames.first, random)} ${pick(penNames.last, random)}`;
