import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage, signIn } from '../src/browser.ts';
import { type House, openHouse } from '../src/house.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const views = [
  { width: 1920, height: 1080, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
  { width: 1024, height: 768, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
  { width: 360, height: 740, colorScheme: 'light' },
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

/** The same page at every width, in both colour schemes. */
async function examineEverywhere(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const { width, height, colorScheme } of views) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    found.push(...(await examine(page)).map((finding) => `${width} px, ${colorScheme}: ${finding}`));
  }
  await page.setViewportSize(views[1]);
  return found;
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

  it.each(['/', '/auth', '/features', '/pricing', '/knowledge', '/help', '/about', '/contact', '/privacy-policy', '/cookie-policy', '/terms-of-service', '/admin/login', '/nowhere'])('%s has no barrier for a visitor', async (address) => {
    const { page } = await openPage(browser, house.url);
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await examineEverywhere(page)).toEqual([]);
    await page.context().close();
  }, 120_000);

  it('the dashboard, the new-book dialog, the editor and the paying pages have none for an author', async () => {
    const { page } = await openPage(browser, house.url);
    const account = house.demo?.accounts.find(({ plan }) => plan === 'free');
    if (!account) throw new Error('The demo has no free account.');
    await signIn(page, account);
    const found: Record<string, string[]> = {};
    await page.goto('/dashboard');
    await page.getByRole('link', { name: /Continue Writing/ }).first().waitFor();
    found['dashboard'] = await examineEverywhere(page);
    await page.getByRole('button', { name: /Create a book/ }).first().click();
    await page.getByRole('button', { name: 'Create book' }).waitFor();
    found['new book'] = await examineEverywhere(page);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: /Continue Writing/ }).first().click();
    await page.locator('.cm-content').waitFor();
    found['editor'] = await examineEverywhere(page);
    await page.goto(`${page.url().split('?')[0] ?? ''}?tab=settings`);
    await page.getByRole('textbox', { name: /Author name/i }).first().waitFor();
    found['settings'] = await examineEverywhere(page);
    for (const address of ['/subscribe', '/checkout']) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      found[address] = await examineEverywhere(page);
    }
    expect(found).toEqual({ dashboard: [], 'new book': [], editor: [], settings: [], '/subscribe': [], '/checkout': [] });
    await page.context().close();
  }, 240_000);
});
