import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { recordAntdScripts } from '../src/antd-scripts.ts';
import { waitForHydration, signIn } from '../src/browser.ts';
import { TestApp } from '../src/test-app.ts';

/** The paths of the marketing remote's manifest, which the build prerenders. */
const prerenderedPaths = [
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

/** Collects all errors and warnings of the console, including replies of 401 and CSP violations that were caught. */
async function collectConsoleMessages(page: Page): Promise<string[]> {
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

describe('prerendered public pages', () => {
  const app = TestApp.shared();

  it('have content, navigation and metadata without JavaScript', async () => {
    const { page: other } = await app.openPage();
    const context = await other.context().browser()?.newContext({ baseURL: app.stack.url, javaScriptEnabled: false });
    if (!context) throw new Error('The browser is gone.');
    const page = await context.newPage();
    const metadata: string[] = [];
    for (const address of prerenderedPaths) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect(await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents()).toEqual([
        'Home',
        'Features',
        'Publishing Guide',
        'Pricing',
        'Knowledge',
      ]);
      expect(await page.getByRole('link', { name: 'Sign In' }).first().isVisible()).toBe(true);
      expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(`${app.stack.url}${address}`);
      expect(await page.locator('meta[property="og:title"]').getAttribute('content')).toBe(await page.title());
      const card = (await page.locator('meta[property="og:image"]').getAttribute('content')) ?? '';
      expect(card).toMatch(new RegExp(`^${app.stack.url}/`));
      if (address === '/') expect((await page.request.get(card)).headers()['content-type']).toBe('image/png');
      metadata.push(await page.title(), (await page.locator('meta[name=description]').getAttribute('content')) ?? '');
    }
    expect(new Set(metadata).size).toBe(2 * prerenderedPaths.length);
    expect(metadata.every((text) => text.length > 10)).toBe(true);
    await context.close();
    await other.context().close();
  });

  it.each(prerenderedPaths)('%s hydrates without replacing its content', async (address) => {
    const { page, problems } = await app.openPage();
    const complaints = await collectConsoleMessages(page);
    await page.goto(address);
    const heading = await page.getByRole('heading', { level: 1 }).first().elementHandle();
    await page.mouse.move(20, 300);
    await waitForHydration(page);
    await page.getByRole('button', { name: /^Search and commands/ }).click();
    await page.getByRole('dialog').waitFor();
    expect(await heading?.evaluate((node) => (node as unknown as { isConnected: boolean }).isConnected)).toBe(true);
    expect(await page.locator('head title').count()).toBe(1);
    expect([problems, complaints]).toEqual([[], []]);
    await page.context().close();
  });

  it('hydrate by themselves after a delay, without requesting the user', async () => {
    const { page } = await app.openPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const firstAnswer = page.waitForResponse('**/api/site-logo');
    await page.goto('/pricing', { waitUntil: 'load' });
    const opened = Date.now();
    await waitForHydration(page);
    expect(Date.now() - opened).toBeGreaterThan(3000);
    await firstAnswer;
    expect(requests).not.toContain('/api/user');
    await page.context().close();
  });

  it('replay the command palette shortcut pressed before hydration', async () => {
    const { page } = await app.openPage();
    await page.goto('/pricing');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.context().close();
  });

  it('update their navigation when the user signs in in another tab', async () => {
    const { page } = await app.openPage();
    await page.goto('/pricing');
    await page.mouse.move(20, 300);
    await waitForHydration(page);
    const other = await page.context().newPage();
    await signIn(other, (await app.author('free')).account);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).waitFor();
    await page.context().close();
  });

  it('replay a click made before hydration', async () => {
    const { page, problems } = await app.openPage({ width: 390, height: 844 });
    const antdScripts = recordAntdScripts(page);
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
    expect(await antdScripts()).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('show a retry notice when page code fails to load, and recover on retry', async () => {
    const { page } = await app.openPage();
    const blockedScript = /\/mfe\/marketing\/remoteEntry/;
    await page.route(blockedScript, async (route) => await route.abort());
    await page.goto('/features');
    const heading = page.getByRole('heading', { level: 1 });
    const title = await heading.innerText();
    await page.mouse.move(20, 300);
    const retry = page.getByRole('button', { name: 'Retry' });
    await retry.waitFor();
    expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(true);
    await page.unroute(blockedScript);
    await retry.click().catch(() => undefined);
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    await page.context().close();
  });

  it('replace content that another release has prerendered, once hydrated', async () => {
    const { page } = await app.openPage();
    let title = '';
    await page.route('**/features', async (route) => {
      const answer = await route.fetch();
      const body = await answer.text();
      title = /<h1[^<>]*>([^<]+)<\/h1>/.exec(body)?.[1] ?? '';
      await route.fulfill({ response: answer, body: body.replace(`>${title}</h1>`, '>What it said before</h1>') });
    });
    await page.goto('/features');
    await page.getByRole('heading', { level: 1, name: 'What it said before' }).waitFor();
    await page.mouse.move(20, 300);
    await waitForHydration(page);
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    expect(title.length).toBeGreaterThan(5);
    await page.context().close();
  });

  it('never show visitor content to a signed-in user', async () => {
    const { page, problems } = await app.signIn('free');
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByRole('link', { name: 'Sign In' }).first().isVisible()).toBe(false);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
