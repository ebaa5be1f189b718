import { afterAll, beforeAll } from '@jest/globals';
import type { PlanName } from '@inkbear/contracts/plans';
import type { StartOptions } from '@inkbear/local/start';
import type { BrowserContext, Page } from 'playwright-core';
import type { Author } from './author.ts';
import { openPage, type View } from './browser.ts';
import type { House } from './house.ts';
import { warningsSince } from './house-log.ts';
import { type Lodging, ownLodging, sharedLodging } from './lodging.ts';
import { openFirstBook } from './room.ts';
import type { SharedHouse } from './run.ts';
import { specScope } from './spec-scope.ts';

export interface OpenPage {
  page: Page;
  problems: string[];
}

/**
 * A house and windows on it for all tests of one describe: there before them, gone after. Made in the describe itself;
 * the README says which house is for what.
 */
export class Visit<H extends SharedHouse = SharedHouse> {
  readonly #lodging: Lodging<H>;
  readonly #authors = new Map<PlanName, Promise<Author>>();
  readonly #contexts: BrowserContext[] = [];
  #house: H | undefined;

  private constructor(lodging: Lodging<H>) {
    this.#lodging = lodging;
    beforeAll(async () => void (this.#house = await lodging.enter()), 240_000);
    afterAll(async () => await this.#end(), 60_000);
  }

  /** For whoever moves the clock, stops a process, changes what all see or needs options of its own. */
  static ownHouse(options: StartOptions = {}): Visit<House> {
    return new Visit(ownLodging(options));
  }

  /** For whoever needs only authors of their own. */
  static sharedHouse(): Visit {
    return new Visit(sharedLodging);
  }

  get house(): H {
    if (!this.#house) throw new Error('The house is not open yet.');
    return this.#house;
  }

  /** A window of its own, with nothing remembered. */
  async openPage(view?: View): Promise<OpenPage> {
    const opened = await openPage(await specScope().run.browser(), this.house.url, view);
    this.#contexts.push(opened.page.context());
    return opened;
  }

  /** This visit's author on a plan, the same one whenever asked. */
  author(plan: PlanName): Promise<Author> {
    const met = this.#authors.get(plan) ?? this.#lodging.meet(this.house, plan);
    this.#authors.set(plan, met);
    return met;
  }

  /** A window in which this visit's author on a plan is signed in. */
  async signIn(plan: PlanName, view?: View): Promise<OpenPage> {
    return await this.openAs(await this.author(plan), view);
  }

  /** A window in which an author without a screen is signed in, too. */
  async openAs(author: Author, view?: View): Promise<OpenPage> {
    const opened = await this.openPage(view);
    await opened.page
      .context()
      .addCookies([{ name: 'inkbear_session', value: author.cookie('inkbear_session'), url: this.house.url }]);
    return opened;
  }

  /** The same with their first book open to be written in. */
  async openBook(plan: PlanName, view?: View): Promise<OpenPage> {
    const opened = await this.signIn(plan, view);
    await openFirstBook(opened.page);
    return opened;
  }

  async #end(): Promise<void> {
    try {
      for (const context of this.#contexts) await context.close();
      await this.#tellOfFailure();
    } finally {
      if (this.#house) await this.#lodging.leave(this.#house);
    }
  }

  async #tellOfFailure(): Promise<void> {
    const { hasFailed, startedAt } = specScope();
    if (!this.#house || !hasFailed()) return;
    const { dataDir } = this.#house;
    process.stderr.write(
      [
        `The logs of this house are in ${dataDir}/logs; it warned of:`,
        ...(await warningsSince(dataDir, startedAt)),
        '',
      ].join('\n'),
    );
  }
}
