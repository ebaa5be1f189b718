import { afterAll, beforeAll } from '@jest/globals';
import type { StartOptions } from '@inkbear/local/start';
import type { Browser, Page } from 'playwright-core';
import { Author } from './author.ts';
import { openBrowser, openPage, signIn, type View } from './browser.ts';
import { type House, openHouse } from './house.ts';
import { openFirstBook } from './room.ts';

type Account = House['demo']['accounts'][number];
export interface OpenPage { page: Page; problems: string[] }

/** A house and a browser for all tests of one describe: opened before them, left after. */
export class Visit {
  #house: House | undefined;
  #browser: Browser | undefined;

  /** To be called in the describe itself. */
  static plan(options: StartOptions = {}): Visit {
    const visit = new Visit();
    beforeAll(async () => {
      visit.#house = await openHouse(options);
      visit.#browser = await openBrowser();
    }, 240_000);
    afterAll(async () => {
      await visit.#browser?.close();
      await visit.#house?.leave();
    }, 60_000);
    return visit;
  }

  get house(): House {
    if (!this.#house) throw new Error('The house is not open yet.');
    return this.#house;
  }

  /** A window of its own, with nothing remembered. */
  async openPage(view?: View): Promise<OpenPage> {
    if (!this.#browser) throw new Error('The browser is not open yet.');
    return await openPage(this.#browser, this.house.url, view);
  }

  /** The demo account of a plan. */
  account(plan: Account['plan']): Account {
    const account = this.house.demo.accounts.find((each) => each.plan === plan);
    if (!account) throw new Error(`The demo has no ${plan} account.`);
    return account;
  }

  /** The demo account of a plan without a screen. */
  author(plan: Account['plan']): Promise<Author> {
    return Author.signIn(this.house.url, this.account(plan));
  }

  /** A window in which the demo account of a plan is signed in. */
  async signIn(plan: Account['plan'], view?: View): Promise<OpenPage> {
    const opened = await this.openPage(view);
    await signIn(opened.page, this.account(plan));
    return opened;
  }

  /** A window in which an author without a screen is signed in, too. */
  async openAs(author: Author, view?: View): Promise<OpenPage> {
    const opened = await this.openPage(view);
    await opened.page.context().addCookies([{ name: 'inkbear_session', value: author.cookie('inkbear_session'), url: this.house.url }]);
    return opened;
  }

  /** A window in which the demo account of a plan is signed in, with its first book open to be written in. */
  async openBook(plan: Account['plan'], view?: View): Promise<OpenPage> {
    const opened = await this.signIn(plan, view);
    await openFirstBook(opened.page);
    return opened;
  }
}
