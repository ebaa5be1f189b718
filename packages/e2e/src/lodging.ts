import type { PlanName } from '@inkbear/contracts/plans';
import type { StartOptions } from '@inkbear/local/start';
import { Author } from './author.ts';
import type { House } from './house.ts';
import { newAuthor } from './new-author.ts';
import type { SharedHouse } from './run.ts';
import { specScope } from './spec-scope.ts';

/** How a spec comes into a house, finds authors there, and goes. */
export interface Lodging<H extends SharedHouse> {
  readonly enter: () => Promise<H>;
  /** An author on this plan who has the sample book. */
  readonly meet: (house: H, plan: PlanName) => Promise<Author>;
  readonly leave: (house: H) => Promise<void>;
}

/** A house that nobody else comes into, with the demo's accounts. */
export const ownLodging = (options: StartOptions): Lodging<House> => ({
  enter: () => specScope().run.openHouse(options),
  meet: ({ url, demo }, plan) => {
    const account = demo.accounts.find((each) => each.plan === plan);
    if (!account) throw new Error(`The demo has no ${plan} account.`);
    return Author.signIn(url, account);
  },
  leave: (house) => house.leave({ keepLogs: specScope().hasFailed() }),
});

/**
 * The house of the whole run: whoever is met there was made for this spec alone, and nobody else’s words are touched.
 */
export const sharedLodging: Lodging<SharedHouse> = {
  enter: () => specScope().run.sharedHouse(),
  meet: ({ url }, plan) => newAuthor(url, plan),
  leave: () => {
    const { run, hasFailed } = specScope();
    run.keepLogs ||= hasFailed();
    return Promise.resolve();
  },
};
