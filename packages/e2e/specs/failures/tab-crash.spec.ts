import { describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@inkbear/service-kit/testing/random';
import { isDeep, testSeed as seed } from '@inkbear/service-kit/testing/test-scale';
import type { BrowserContext, Page } from 'playwright-core';
import { Author } from '../../src/author.ts';
import { editorText, waitUntilSaved } from '../../src/browser.ts';
import { recordBrowserSaves } from '../../src/record-browser-saves.ts';
import { RecordedChapter } from '../../src/recorded-chapter.ts';
import { TestApp } from '../../src/test-app.ts';
import { WriteHistory } from '../../src/write-history.ts';

/** Authors that type and lose their tabs at the same time. */
const authorsAtOnce = isDeep ? 3 : 1;
/** The number of crashes of each author. */
const crashes = isDeep ? 23 : 2;
/** Milliseconds of typing that a crash may lose. Runs that are not deep may share a busy machine, so they allow more. */
const riskMs = isDeep ? 1000 : 3000;
/** Range of typing time before each crash, in ms. */
const [minTypingMs, maxTypingMs] = isDeep ? [300, 4300] : [2000, 6000];
/** Tabs that edit the same text at the same place would get a conflict, so each has its own paragraph. */
const firstText = 'The first tab.\n\nBetween them.\n\nThe second tab.';
const placeKeys = [['Control+Home', 'End'], ['Control+End']] as const;

interface TypedWord {
  readonly word: string;
  readonly at: number;
}

const wordsOf = (text: string) => new Set(text.split(/\s+/).filter((word) => /^w\d+w$/.test(word)));

/** Crashes the page's process. */
async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  const session = await page.context().newCDPSession(page);
  void session.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
}

/** Runs in the page, after it has drawn its latest state. As text, because the tests are compiled without the DOM. */
const saysSaved = `(async () => {
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  const badge = document.querySelector('[data-testid=save-badge]').dataset.state;
  const isButtonDone = [...document.querySelectorAll('button')].some(({ textContent }) => textContent === 'Saved');
  return isButtonDone || ['saved', 'just-saved'].includes(badge);
})()`;

/** An author with one chapter in one or two tabs, which crash while they type. */
class CrashingAuthor {
  readonly falseClaims: string[] = [];
  /** How often a page said that everything is saved. */
  claims = 0;
  readonly #author: Author;
  readonly #chapter: { readonly bookId: string; readonly chapterId: string };
  readonly #context: BrowserContext;
  readonly #history: WriteHistory;
  readonly #random: Random;
  readonly #pages: Page[] = [];
  #typed: TypedWord[] = [];
  #count = 0;

  constructor(
    author: Author,
    chapter: { bookId: string; chapterId: string },
    { context, history, random }: { context: BrowserContext; history: WriteHistory; random: Random },
  ) {
    this.#author = author;
    this.#chapter = chapter;
    this.#context = context;
    this.#history = history;
    this.#random = random;
  }

  async openTabs(count: number): Promise<void> {
    for (let tab = 0; tab < count; tab += 1) this.#pages[tab] = await this.#openChapter();
  }

  /**
   * Types in all tabs, crashes one of them and opens the chapter again. Returns the lost words that are older than
   * `riskMs`.
   */
  async typeAndCrash(isFlapping: boolean): Promise<string[]> {
    const crashAt = Date.now() + this.#random.between(minTypingMs, maxTypingMs);
    const flapping = isFlapping ? this.#flap(crashAt) : Promise.resolve();
    while (Date.now() < crashAt) for (const [tab, page] of this.#pages.entries()) await this.#typeWord(page, tab);
    await flapping;
    const victim = this.#random.between(0, this.#pages.length - 1);
    const crashedAt = Date.now();
    await crash(this.#pages[victim] as Page);
    await this.#context.setOffline(false);
    const page = await this.#openChapter();
    this.#pages[victim] = page;
    for (const each of this.#pages) {
      await waitUntilSaved(each);
      await this.#checkClaim(each);
    }
    const restored = wordsOf(await this.#readServer());
    const lost = this.#typed.filter(({ word, at }) => at < crashedAt - riskMs && !restored.has(word));
    // This crash was allowed to lose the newest words, so they are not expected after the next crash either.
    this.#typed = this.#typed.filter(({ word }) => restored.has(word));
    return lost.map(({ word }) => word);
  }

  /** Types a last word, whose acknowledgement no crash hides. */
  async finish(): Promise<number> {
    const [page] = this.#pages;
    if (page === undefined) throw new Error('No tab is open.');
    await this.#typeWord(page, 0);
    await waitUntilSaved(page);
    await this.#checkClaim(page);
    return this.#count;
  }

  /** Interrupts and restores the network until `until`, and leaves it as it is then. */
  async #flap(until: number): Promise<void> {
    for (let isOffline = true; Date.now() < until; isOffline = !isOffline) {
      await this.#context.setOffline(isOffline);
      await sleep(this.#random.between(100, 900));
    }
  }

  async #typeWord(page: Page, tab: number): Promise<void> {
    const word = `w${this.#count}w`;
    this.#count += 1;
    for (const key of placeKeys[tab] ?? []) await page.keyboard.press(key);
    // The last restored word may lack the space after it.
    await page.keyboard.type(` ${word} `);
    this.#typed.push({ word, at: Date.now() });
    // Sometimes long enough for a save, so that the page says something about it.
    if (this.#random.chance(0.2)) await sleep(this.#random.between(200, 1200));
    await this.#checkClaim(page);
  }

  /** If the page says that everything is saved, the server must have every word that the page has. */
  async #checkClaim(page: Page): Promise<void> {
    if (!(await page.evaluate<boolean>(saysSaved))) return;
    this.claims += 1;
    const text = await editorText(page);
    const stored = wordsOf(await this.#readServer());
    this.falseClaims.push(...[...wordsOf(text)].filter((shown) => !stored.has(shown)));
  }

  async #openChapter(): Promise<Page> {
    const page = await this.#context.newPage();
    await page.goto(`/book/${this.#chapter.bookId}`);
    await page.locator('.cm-content').click();
    return page;
  }

  async #readServer(): Promise<string> {
    return (await this.#history.read(this.#author, this.#chapter.chapterId)).text;
  }
}

describe('a tab crash', () => {
  const app = TestApp.shared();

  async function crashRepeatedly(
    { tabs, isFlapping }: { tabs: number; isFlapping: boolean },
    random: Random,
  ): Promise<void> {
    const author = await Author.register(app.stack.url);
    const chapter = await author.createBook();
    const history = new WriteHistory();
    const { status } = await (await RecordedChapter.open(author, chapter.chapterId, history)).replace(firstText);
    expect(status).toBe(200);
    const savesBefore = history.size;
    const { page } = await app.openAs(author);
    const context = page.context();
    await page.close();
    const waitUntilRecorded = await recordBrowserSaves(context, { author, chapterId: chapter.chapterId, history });
    const crashing = new CrashingAuthor(author, chapter, { context, history, random });
    await crashing.openTabs(tabs);
    for (let number = 0; number < crashes; number += 1) expect(await crashing.typeAndCrash(isFlapping)).toEqual([]);
    const words = await crashing.finish();
    await waitUntilRecorded();
    const acknowledged = history.size - savesBefore;
    process.stdout.write(
      `${tabs} tabs, ${crashes} crashes, ${words} words: ${acknowledged} saves acknowledged, said Saved ${crashing.claims} times\n`,
    );
    expect(crashing.claims).toBeGreaterThan(crashes);
    expect(crashing.falseClaims).toEqual([]);
    expect(acknowledged).toBeGreaterThan(crashes);
    expect(await history.findDifferences()).toEqual([]);
    await context.close();
  }

  it.each([
    { when: 'while the network works', tabs: 1, isFlapping: false },
    { when: 'while the network comes and goes', tabs: 1, isFlapping: true },
    { when: 'with another tab of the same chapter', tabs: 2, isFlapping: false },
  ])(
    `loses no word that is older than ${riskMs / 1000} s, and nothing that was shown as saved, $when (TEST_SEED=${seed})`,
    async (mode) => {
      await Promise.all(
        Array.from({ length: authorsAtOnce }, (_author, index) => crashRepeatedly(mode, new Random(seed + index))),
      );
    },
    crashes * 60_000 + 60_000,
  );
});
