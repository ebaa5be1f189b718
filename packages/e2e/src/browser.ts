import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';

const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const names = ['chromium', 'chromium-browser', 'google-chrome'];

/** `CHROMIUM_PATH`, else the first Chromium on PATH. */
function findChromium(): string {
  const onPath = (process.env['PATH'] ?? '').split(':').flatMap((folder) => names.map((name) => path.join(folder, name)));
  const found = [process.env['CHROMIUM_PATH'] ?? '', ...onPath].find((file) => file !== '' && existsSync(file));
  if (!found) throw new Error('The browser tests need Chromium on PATH or in CHROMIUM_PATH; it is not here.');
  return found;
}

/** @param more flags of Chromium beyond the usual ones */
export const openBrowser = (...more: string[]): Promise<Browser> => chromium.launch({ executablePath: findChromium(), args: [...flags, ...more] });

export interface View {
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
  deviceScaleFactor?: number;
}

/** A window of its own, with nothing remembered. Whatever the page's scripts throw fails the test through `problems`. */
export async function openPage(browser: Browser, url: string, { width = 1440, height = 900, colorScheme = 'light', deviceScaleFactor = 1 }: View = {}): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({ baseURL: url, viewport: { width, height }, colorScheme, deviceScaleFactor, reducedMotion: 'reduce', timezoneId: 'Europe/London', permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|Uncaught/.test(message.text())) problems.push(message.text());
  });
  return { page, problems };
}

export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/auth');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('/');
}

/** Waits until the badge or the button says that every word has been acknowledged. */
export async function waitUntilSaved(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Saved', exact: true }).waitFor();
}

/** The chapter's whole text as the editor holds it; the page itself shows only the lines in view. */
export const textOf = (page: Page): Promise<string> =>
  page.locator('.cm-content').evaluate((content) => {
    const { cmTile, cmView } = content as unknown as Record<'cmTile' | 'cmView', { view?: { state: { doc: unknown } } } | undefined>;
    const view = cmTile?.view ?? cmView?.view;
    if (!view) throw new Error('The editor was not found behind its content.');
    return String(view.state.doc);
  });
