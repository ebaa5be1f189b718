import { describe, expect, it } from '@jest/globals';
import { isDeep, testSeed as seed } from '@inkbear/service-kit/testing/test-scale';
import type { BrowserContext, Page } from 'playwright-core';
import { seeded } from '../../src/attacks/fuzz.ts';
import { textOf, waitUntilSaved } from '../../src/browser.ts';
import { Visit } from '../../src/visit.ts';

const kills = isDeep ? 200 : 5;
/** Milliseconds of typing that may be lost with a tab. */
const atRisk = 1000;

describe('a tab that dies', () => {
  const visit = Visit.sharedHouse();

  /** Ends the page's process without asking it. */
  async function kill(page: Page): Promise<void> {
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

  it(
    `leaves every word that is older than a second (TEST_SEED=${seed})`,
    async () => {
      const next = seeded(seed);
      const { page: first } = await visit.signIn('free');
      const author = await visit.author('free');
      const { body: books } = await author.call('GET', '/api/books');
      const address = `/book/${String(books[0].id)}`;
      const context = first.context();
      await first.close();
      const typed: { word: string; at: number }[] = [];
      let page = await openChapter(context, address);
      for (let number = 0; number < kills; number += 1) {
        const dieAt = Date.now() + 300 + next() * 4000;
        await page.keyboard.press('Control+End');
        // The last word may have come back without the space that followed it.
        await page.keyboard.type(' ');
        while (Date.now() < dieAt) {
          const word = `w${typed.length}w`;
          await page.keyboard.type(`${word} `);
          typed.push({ word, at: Date.now() });
        }
        const died = Date.now();
        await kill(page);
        page = await openChapter(context, address);
        await waitUntilSaved(page);
        const found = new Set((await textOf(page)).split(/\s+/));
        expect(typed.filter(({ word, at }) => at < died - atRisk && !found.has(word))).toEqual([]);
        // What went with the tab was allowed to; it is not looked for again.
        typed.splice(
          0,
          typed.length,
          ...typed.map((each) => (found.has(each.word) ? each : { ...each, at: Infinity })),
        );
      }
      expect(typed.length).toBeGreaterThan(kills);
      await context.close();
    },
    kills * 30_000 + 60_000,
  );
});
