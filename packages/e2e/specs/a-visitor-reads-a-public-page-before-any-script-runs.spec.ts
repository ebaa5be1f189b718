import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { alive, signIn } from '../src/browser.ts';
import { Visit } from '../src/visit.ts';

const addresses = [
  '/',
  '/features',
  '/pricing',
  '/knowledge',
  '/help',
  '/about',
  '/contact',
  '/privacy-policy',
  '/cookie-policy',
  '/terms-of-service',
];

/**
 * What the browser complains about, whoever caused it: an answer of 401 counts, too, and an eval that was refused and
 * caught.
 */
async function complaintsOf(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  await page.addInitScript(
    "addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile }) => console.error(violatedDirective, sourceFile))",
  );
  page.on(
    'console',
    (message) => void (['error', 'warning'].includes(message.type()) && complaints.push(message.text())),
  );
  return complaints;
}

describe('a visitor opens a public page', () => {
  const visit = Visit.sharedHouse();

  it('and reads it, finds around and is told what it is, without any script', async () => {
    const { page: other } = await visit.openPage();
    const context = await other.context().browser()?.newContext({ baseURL: visit.house.url, javaScriptEnabled: false });
    if (!context) throw new Error('The browser is gone.');
    const page = await context.newPage();
    const told: string[] = [];
    for (const address of addresses) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 5000 });
      expect(await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents()).toEqual([
        'Home',
        'Features',
        'Publishing Guide',
        'Pricing',
        'Knowledge',
      ]);
      expect(await page.getByRole('link', { name: 'Sign In' }).first().isVisible()).toBe(true);
      expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(`${visit.house.url}${address}`);
      expect(await page.locator('meta[property="og:title"]').getAttribute('content')).toBe(await page.title());
      const card = (await page.locator('meta[property="og:image"]').getAttribute('content')) ?? '';
      expect(card).toMatch(new RegExp(`^${visit.house.url}/`));
      if (address === '/') expect((await page.request.get(card)).headers()['content-type']).toBe('image/png');
      told.push(await page.title(), (await page.locator('meta[name=description]').getAttribute('content')) ?? '');
    }
    expect(new Set(told).size).toBe(2 * addresses.length);
    expect(told.every((text) => text.length > 10)).toBe(true);
    await context.close();
    await other.context().close();
  }, 60_000);

  it.each(addresses)(
    '%s comes alive as it stands',
    async (address) => {
      const { page, problems } = await visit.openPage();
      const complaints = await complaintsOf(page);
      await page.goto(address);
      const heading = await page.getByRole('heading', { level: 1 }).first().elementHandle();
      await page.mouse.move(20, 300);
      await alive(page);
      await page.getByRole('button', { name: /^Search and commands/ }).click();
      await page.getByRole('dialog').waitFor();
      expect(await heading?.evaluate((node) => (node as unknown as { isConnected: boolean }).isConnected)).toBe(true);
      expect(await page.locator('head title').count()).toBe(1);
      expect([problems, complaints]).toEqual([[], []]);
      await page.context().close();
    },
    60_000,
  );

  it('and only reads: nothing runs for a while, then the page comes alive by itself and asks nobody who is there', async () => {
    const { page } = await visit.openPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const firstAnswer = page.waitForResponse('**/api/site-logo');
    await page.goto('/pricing', { waitUntil: 'load' });
    const opened = Date.now();
    await alive(page);
    expect(Date.now() - opened).toBeGreaterThan(3000);
    await firstAnswer;
    expect(asked).not.toContain('/api/user');
    await page.context().close();
  }, 60_000);

  it('and presses the keys of the palette before there is anybody to hear them', async () => {
    const { page } = await visit.openPage();
    await page.goto('/pricing');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.context().close();
  }, 60_000);

  it('and signs in: another open page of this browser hears of it', async () => {
    const { page } = await visit.openPage();
    await page.goto('/pricing');
    await page.mouse.move(20, 300);
    await alive(page);
    const other = await page.context().newPage();
    await signIn(other, (await visit.author('free')).account);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).waitFor();
    await page.context().close();
  }, 60_000);

  it('and presses a button before there is anybody to hear it', async () => {
    const { page, problems } = await visit.openPage({ width: 390, height: 844 });
    const scripts: string[] = [];
    page.on(
      'request',
      (request) => void (request.resourceType() === 'script' && scripts.push(new URL(request.url()).pathname)),
    );
    await page.goto('/');
    expect(scripts.filter((path) => path.includes('/main.'))).toEqual([]);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Pricing' }).click();
    await page.waitForURL('/pricing');
    await page.getByRole('heading', { level: 1, name: 'Pricing' }).waitFor();
    expect(scripts.filter((path) => path.includes('/antd'))).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('whose code cannot be fetched is told so as it would come alive, and has the page back with Retry', async () => {
    const { page } = await visit.openPage();
    const dead = /\/mfe\/marketing\/remoteEntry/;
    await page.route(dead, async (route) => await route.abort());
    await page.goto('/features');
    const heading = page.getByRole('heading', { level: 1 });
    const title = await heading.innerText();
    await page.mouse.move(20, 300);
    const retry = page.getByRole('button', { name: 'Retry' });
    await retry.waitFor();
    expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(true);
    await page.unroute(dead);
    await retry.click().catch(() => undefined);
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    await page.context().close();
  }, 60_000);

  it('that another release has drawn sees what this one says once it is alive', async () => {
    const { page } = await visit.openPage();
    let title = '';
    await page.route('**/features', async (route) => {
      const answer = await route.fetch();
      const body = await answer.text();
      title = /<h1[^>]*>([^<]+)<\/h1>/.exec(body)?.[1] ?? '';
      await route.fulfill({ response: answer, body: body.replace(`>${title}</h1>`, '>What it said before</h1>') });
    });
    await page.goto('/features');
    await page.getByRole('heading', { level: 1, name: 'What it said before' }).waitFor();
    await page.mouse.move(20, 300);
    await alive(page);
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    expect(title.length).toBeGreaterThan(5);
    await page.context().close();
  }, 60_000);

  it('who is signed in never sees the visitor’s part', async () => {
    const { page, problems } = await visit.signIn('free');
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByRole('link', { name: 'Sign In' }).first().isVisible()).toBe(false);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  }, 60_000);
});
