import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { editorText, waitUntilSaved } from '../src/browser.ts';
import { readDownload } from '../src/read-download.ts';
import { TestApp } from '../src/test-app.ts';

describe('chapter generation and export', () => {
  const app = TestApp.shared();
  let page: Page;
  let problems: string[];
  beforeAll(async () => void ({ page, problems } = await app.openBook('pro_monthly')));

  it('streams a chapter into a proposal without touching the text, and stops on request', async () => {
    await page.locator('.cm-content').click();
    await page.keyboard.type('My own first line.');
    await waitUntilSaved(page);
    await page.getByRole('button', { name: 'AI tools', exact: true }).click();
    await page
      .getByText(/offline/i)
      .first()
      .waitFor();
    await page.getByRole('button', { name: /^(Enhanced )?Generate/ }).click();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    expect(await editorText(page)).toBe('My own first line.');
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: /Discard/i }).click();
    expect(await editorText(page)).toBe('My own first line.');
  });

  it('inserts a generated text below the author’s, undoes and redoes it', async () => {
    await page.getByRole('button', { name: /^(Enhanced )?Generate/ }).click();
    await page.getByRole('button', { name: 'Insert below' }).click();
    await waitUntilSaved(page);
    const accepted = await editorText(page);
    expect(accepted.startsWith('My own first line.\n\n')).toBe(true);
    expect(accepted.split(/\s+/).length).toBeGreaterThan(500);
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+Z');
    expect(await editorText(page)).toBe('My own first line.');
    await page.keyboard.press('Control+Y');
    await waitUntilSaved(page);
    await page.reload();
    await page.locator('.cm-content').waitFor();
    await page.getByText('Ida', { exact: false }).first().waitFor();
  });

  it('downloads the whole book as a PDF with embedded fonts', async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /ebook/i }).first().click(),
    ]);
    expect(download.suggestedFilename()).toBe('The Lamplighter of Gull Street.pdf');
    const file = await readDownload(download);
    expect([file.subarray(0, 5).toString(), file.includes('/FontFile')]).toEqual(['%PDF-', true]);
    await page.getByText('PDF Export Complete!').waitFor();
    expect(problems).toEqual([]);
  });
});
