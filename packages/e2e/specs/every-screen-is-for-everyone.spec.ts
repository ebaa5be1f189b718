import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage, signIn } from '../src/browser.ts';
import { type House, openHouse } from '../src/house.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const views = [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const;

interface Finding {
  id: string;
  nodes: { target: string[] }[];
}

/** What axe finds on the page as it stands, and whether the page is wider than the window. */
async function examine(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const findings = await page.evaluate<Finding[]>(`axe.run(document, { runOnly: ${JSON.stringify(rules)} }).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target }) => ({ target })) })))`);
  const overflow = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth + 1');
  return [...findings.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`), ...(overflow ? ['the page is wider than its window'] : [])];
}

describe('every screen', () => {
  let house: House;
  let browser: Browser;
  beforeAll(async () => {
    house = await openHouse();
    browser = await openBrowser();
  }, 240_000);
  afterAll(async () => {
    await browser.close();
    await house.leave();
  }, 60_000);

  describe.each(views)('at $width px, $colorScheme', (view) => {
    it.each(['/', '/auth', '/features', '/pricing', '/knowledge', '/help', '/about', '/contact', '/privacy-policy', '/cookie-policy', '/terms-of-service', '/admin/login', '/nowhere'])('%s has no barrier for a visitor', async (address) => {
      const { page } = await openPage(browser, house.url, view);
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect(await examine(page)).toEqual([]);
      await page.context().close();
    }, 60_000);

    it('the dashboard, the new-book dialog, the editor and the paying pages have none for an author', async () => {
      const { page } = await openPage(browser, house.url, view);
      const account = house.demo?.accounts.find(({ plan }) => plan === 'free');
      if (!account) throw new Error('The demo has no free account.');
      await signIn(page, account);
      const found: Record<string, string[]> = {};
      await page.goto('/dashboard');
      await page.getByRole('link', { name: /Continue Writing/ }).first().waitFor();
      found['dashboard'] = await examine(page);
      await page.getByRole('button', { name: /Create a book/ }).first().click();
      await page.getByRole('button', { name: 'Create book' }).waitFor();
      found['new book'] = await examine(page);
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: /Continue Writing/ }).first().click();
      await page.locator('.cm-content').waitFor();
      found['editor'] = await examine(page);
      await page.goto(`${page.url().split('?')[0] ?? ''}?tab=settings`);
      await page.getByRole('textbox', { name: /Author name/i }).first().waitFor();
      found['settings'] = await examine(page);
      for (const address of ['/subscribe', '/checkout']) {
        await page.goto(address);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        found[address] = await examine(page);
      }
      expect(found).toEqual({ dashboard: [], 'new book': [], editor: [], settings: [], '/subscribe': [], '/checkout': [] });
      await page.context().close();
    }, 120_000);
  });
});
