import type { Browser, Page } from 'playwright-core';
import type { Account } from './author.ts';

export interface View {
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
  deviceScaleFactor?: number;
}

/** Opens a page in a new context. `problems` collects uncaught errors and CSP violations; tests expect it to be empty. */
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
  page.setDefaultTimeout(120_000);
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
 * Waits until React has hydrated a prerendered page. It polls from outside, because the CSP forbids the eval that
 * Playwright's `waitForFunction` uses.
 */
export async function waitForHydration(page: Page): Promise<void> {
  const deadline = Date.now() + 15_000;
  while (
    !(await page.evaluate<boolean>(
      'Object.keys(document.getElementById("root").firstElementChild ?? {}).some((key) => key.startsWith("__reactFiber"))',
    ))
  ) {
    if (Date.now() > deadline) throw new Error('The page was not hydrated within 15 s.');
    await page.waitForTimeout(50);
  }
}

/** Waits until the save badge or button says that the server has acknowledged every change. */
export async function waitUntilSaved(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Saved', exact: true }).waitFor();
}

/** The editor's whole text, read from CodeMirror's state: the DOM contains only the lines in view. */
export const editorText = (page: Page): Promise<string> =>
  page.locator('.cm-content').evaluate((content) => {
    const { cmTile, cmView } = content as unknown as Record<
      'cmTile' | 'cmView',
      { view?: { state: { doc: unknown } } } | undefined
    >;
    const view = cmTile?.view ?? cmView?.view;
    if (!view) throw new Error('The editor was not found behind its content.');
    return String(view.state.doc);
  });
