import { injectionTexts } from '../injections/injection-texts.ts';
import type { Candidates } from '../registered-candidates.ts';
import { type Figure, measureAll } from './figure.ts';

/** Occurs in no instruction. */
const marker = 'zq17vx';

/** Counts the requests, of every kind with each text, that an injection gets out of the data of a prompt or breaks. */
export function measureInjections({ injections }: Candidates): Figure[] {
  return measureAll(injections, (target) => {
    const requests = injectionTexts.flatMap((text) => target.requestsWith(`${marker} ${text} ${marker}`));
    return {
      'injections-outside': requests.filter(({ instructions }) => instructions.includes(marker)).length,
      'injections-broken': requests.filter(({ isBroken }) => isBroken).length,
    };
  });
}
