import { afterAll, beforeAll } from '@jest/globals';
import type { PlanName } from '@inkbear/contracts/plans';
import type { StartOptions } from '@inkbear/local/start';
import type { BrowserContext, Page } from 'playwright-core';
import type { Author } from './author.ts';
import { openPage, type View } from './browser.ts';
import type { AppStack } from './app-stack.ts';
import { warningsSince } from './service-warnings.ts';
import { type SpecEnvironment, ownEnvironment, sharedEnvironment } from './spec-environment.ts';
import { openFirstBook } from './book-editor.ts';
import type { SharedAppStack } from './shared-resources-client.ts';
import { specScope } from './spec-scope.ts';

export interface OpenPage {
  page: Page;
  problems: string[];
}

/**
 * A running stack with browser windows for the tests of one `describe`: started before them, released after. Construct
 * it in the `describe` callback; the README says when to use which stack.
 */
export class TestApp<Stack extends SharedAppStack = SharedAppStack> {
  readonly #environment: SpecEnvironment<Stack>;
  readonly #authors = new Map<PlanName, Promise<Author>>();
  readonly #contexts: BrowserContext[] = [];
  #stack: Stack | undefined;

  private constructor(environment: SpecEnvironment<Stack>) {
    this.#environment = environment;
    beforeAll(async () => void (this.#stack = await environment.acquire()), 240_000);
    afterAll(async () => await this.#end(), 60_000);
  }

  /** For specs that move the clock, stop a process, change what every user sees or need start options. */
  static own(options: StartOptions = {}): TestApp<AppStack> {
    return new TestApp(ownEnvironment(options));
  }

  /** For specs that touch only their own authors. */
  static shared(): TestApp {
    return new TestApp(sharedEnvironment);
  }

  get stack(): Stack {
    if (!this.#stack) throw new Error('The stack is not running yet.');
    return this.#stack;
  }

  /** A new browser context, closed after the `describe`. */
  async openPage(view?: View): Promise<OpenPage> {
    const opened = await openPage(await specScope().browser(), this.stack.url, view);
    this.#contexts.push(opened.page.context());
    return opened;
  }

  /** This spec's author on a plan; every call returns the same one. */
  author(plan: PlanName): Promise<Author> {
    const author = this.#authors.get(plan) ?? this.#environment.findAuthor(this.stack, plan);
    this.#authors.set(plan, author);
    return author;
  }

  /** A window in which this spec's author on a plan is signed in. */
  async signIn(plan: PlanName, view?: View): Promise<OpenPage> {
    return await this.openAs(await this.author(plan), view);
  }

  /** A window with the session cookie of this author. */
  async openAs(author: Author, view?: View): Promise<OpenPage> {
    const opened = await this.openPage(view);
    await opened.page
      .context()
      .addCookies([{ name: 'inkbear_session', value: author.cookie('inkbear_session'), url: this.stack.url }]);
    return opened;
  }

  /** Signs in and opens the author's first book in the editor. */
  async openBook(plan: PlanName, view?: View): Promise<OpenPage> {
    const opened = await this.signIn(plan, view);
    await openFirstBook(opened.page);
    return opened;
  }

  async #end(): Promise<void> {
    try {
      for (const context of this.#contexts) await context.close();
      await this.#reportWarnings();
    } finally {
      if (this.#stack) await this.#environment.release(this.#stack);
    }
  }

  async #reportWarnings(): Promise<void> {
    const { hasFailed, startedAt } = specScope();
    if (!this.#stack || !hasFailed()) return;
    const { dataDir } = this.#stack;
    // Not to stderr: Jest kills a process whose stderr mentions an out-of-memory heap, and the log of a worker thread
    // may contain that text.
    process.stdout.write(
      [
        `The logs of this stack are in ${dataDir}/logs. Its last warnings:`,
        ...(await warningsSince(dataDir, startedAt)),
        '',
      ].join('\n'),
    );
  }
}
