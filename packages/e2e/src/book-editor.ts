import type { Page } from 'playwright-core';
import { waitUntilSaved } from './browser.ts';

export async function openFirstBook(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page
    .getByRole('link', { name: /Continue Writing/ })
    .first()
    .click();
  await page.locator('.cm-content').waitFor();
}

/** Replaces the open chapter's text from the keyboard and waits until it is saved. */
export async function writeChapter(page: Page, text: string): Promise<void> {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
  await waitUntilSaved(page);
}
