import { describe, expect, it } from '@jest/globals';
import { Random } from '@inkbear/service-kit/testing/random';
import { isDeep, testSeed as seed } from '@inkbear/service-kit/testing/test-scale';
import type { BrowserContext, Page } from 'playwright-core';
import { Author } from '../../src/author.ts';
import { editorText, waitUntilSaved } from '../../src/browser.ts';
import { TestApp } from '../../src/test-app.ts';

/** Tabs of different authors that type and crash at the same time. */
const tabs = isDeep ? 2 : 1;
const killsOfTab = isDeep ? 100 : 5;
/** Milliseconds of typing that a crash may lose. */
const riskMs = 1000;

describe('a tab crash', () => {
  const app = TestApp.shared();

  /** Crashes the page's process. */
  async function crash(page: Page): Promise<void> {
    const crashed = page.waitForEvent('crash');
    const session = await page.context().newCDPSession(page);
    void session.send('Page.crash').catch(() => undefined);
    await crashed;
    await page.close();
  }

  async function openChapter(context: BrowserContext, address: string): Promise<Page> {
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(address);
    await page.locator('.cm-content').click();
    return page;
  }

  /**
   * Repeatedly types into a chapter and crashes its tab. After each crash the restored chapter must have the typed
   * words.
   */
  async function typeAndCrash(author: Author, bookId: string, random: Random): Promise<void> {
    const { page: first } = await app.openAs(author);
    const address = `/book/${bookId}`;
    const context = first.context();
    await first.close();
    const typed: { word: string; at: number }[] = [];
    let page = await openChapter(context, address);
    for (let number = 0; number < killsOfTab; number += 1) {
      const crashAt = Date.now() + random.between(300, 4300);
      await page.keyboard.press('Control+End');
      // The last restored word may lack the space after it.
      await page.keyboard.type(' ');
      while (Date.now() < crashAt) {
        const word = `w${typed.length}w`;
        await page.keyboard.type(`${word} `);
        typed.push({ word, at: Date.now() });
      }
      const crashedAt = Date.now();
      await crash(page);
      page = await openChapter(context, address);
      await waitUntilSaved(page);
      const restored = new Set((await editorText(page)).split(/\s+/));
      expect(typed.filter(({ word, at }) => at < crashedAt - riskMs && !restored.has(word))).toEqual([]);
      // This crash was allowed to lose the newest words, so they are not expected after the next crash either.
      typed.splice(
        0,
        typed.length,
        ...typed.map((each) => (restored.has(each.word) ? each : { ...each, at: Infinity })),
      );
    }
    expect(typed.length).toBeGreaterThan(killsOfTab);
    await context.close();
  }

  it(
    `loses no word that is older than a second (TEST_SEED=${seed})`,
    async () => {
      const authors = await Promise.all(Array.from({ length: tabs }, () => Author.register(app.stack.url)));
      await Promise.all(
        authors.map(async (author, tab) => {
          const { bookId } = await author.createBook();
          await typeAndCrash(author, bookId, new Random(seed + tab));
        }),
      );
    },
    killsOfTab * 30_000 + 60_000,
  );
});
