import type { Browser, Page } from 'playwright-core';
import type { Account } from './author.ts';

export interface View {
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
  deviceScaleFactor?: number;
}

/**
 * A window of its own, with nothing remembered. Whatever the page's scripts throw fails the test through `problems`.
 */
export async function openPage(
  browser: Browser,
  url: string,
  { width = 1440, height = 900, colorScheme = 'light', deviceScaleFactor = 1 }: View = {},
): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    colorScheme,
    deviceScaleFactor,
    reducedMotion: 'reduce',
    timezoneId: 'Europe/London',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|Uncaught/.test(message.text())) problems.push(message.text());
  });
  return { page, problems };
}

export async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.goto('/auth');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('/');
}

/**
 * Resolves once React has taken over a page that was drawn when it was built; the policy lets nobody wait for that
 * inside the page.
 */
export async function alive(page: Page): Promise<void> {
  const deadline = Date.now() + 15_000;
  while (
    !(await page.evaluate<boolean>(
      'Object.keys(document.getElementById("root").firstElementChild ?? {}).some((key) => key.startsWith("__reactFiber"))',
    ))
  ) {
    if (Date.now() > deadline) throw new Error('The page has not come alive within 15 s.');
    await page.waitForTimeout(50);
  }
}

/** Waits until the badge or the button says that every word has been acknowledged. */
export async function waitUntilSaved(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Saved', exact: true }).waitFor();
}

/** The chapter's whole text as the editor holds it; the page itself shows only the lines in view. */
export const textOf = (page: Page): Promise<string> =>
  page.locator('.cm-content').evaluate((content) => {
    const { cmTile, cmView } = content as unknown as Record<
      'cmTile' | 'cmView',
      { view?: { state: { doc: unknown } } } | undefined
    >;
    const view = cmTile?.view ?? cmView?.view;
    if (!view) throw new Error('The editor was not found behind its content.');
    return String(view.state.doc);
  });
