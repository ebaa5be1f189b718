import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import type { Page } from 'playwright-core';
import { waitUntilSaved } from '../src/browser.ts';
import { KeyboardUser } from '../src/keyboard-user.ts';
import { auditPageInAllViews } from '../src/page-audit.ts';
import { readDownload } from '../src/read-download.ts';
import { TestApp } from '../src/test-app.ts';

const paragraph =
  'The lamp would not light, and the street was quiet. Ida counted the steps to the harbour, as she had done every evening since the ship had left, and she waited for the bell. ';
const text = Array.from({ length: 120 }, (_, index) => `${index + 1}. ${paragraph.repeat(3)}`).join('\n\n');
const settleMs = 30_000;

describe('the press page', () => {
  const app = TestApp.shared();
  let page: Page;
  let problems: string[];
  beforeAll(async () => {
    ({ page, problems } = await app.openBook('pro_monthly'));
    await page.locator('.cm-content').click();
    await page.keyboard.insertText(text);
    await waitUntilSaved(page);
  });

  const canvas = () => page.getByRole('img', { name: /^Pages? \d+/ });
  const name = async () => String(await canvas().getAttribute('aria-label'));
  const pageCount = async () => Number(/of (\d+)$/.exec(await name())?.[1]);
  const saved = () =>
    page
      .getByRole('status')
      .filter({ hasText: /^Saved$/ })
      .first();

  it('opens from the Export tool and shows the pages of the book', async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('link', { name: 'Open Print & e-book' }).click();
    await page.waitForURL(/\/book\/[\w-]+\/press$/);
    await canvas().waitFor({ timeout: settleMs });
    expect(await name()).toMatch(/^Page 1 of \d+$/);
    expect(await auditPageInAllViews(page)).toEqual([]);
  });

  it('lays the book out again for another trim size, which a reload keeps', async () => {
    const before = await pageCount();
    await page.getByLabel('Trim size').selectOption('5x8');
    const after = await eventually(pageCount, (count) => count > before, settleMs);
    await saved().waitFor();
    await page.reload();
    await canvas().waitFor({ timeout: settleMs });
    expect(await pageCount()).toBe(after);
    expect(await page.getByLabel('Trim size').inputValue()).toBe('5x8');
  });

  it('makes all files of one revision, and downloads the print PDF with as many pages as the preview', async () => {
    await page.getByRole('button', { name: 'Files', exact: true }).click();
    await page.getByRole('button', { name: 'Make all from this revision' }).click();
    const files = ['Print PDF', 'Screen PDF', 'EPUB', 'Manuscript DOCX', 'Designed DOCX', 'Markdown'];
    for (const file of files)
      await page.getByRole('button', { name: `Download: ${file}` }).waitFor({ timeout: 120_000 });
    await page.getByText(/^Checked against \d+ rules of KDP print, last compared with guides on /).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download: Print PDF' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/ - print 5x8\.pdf$/);
    const file = (await readDownload(download)).toString('latin1');
    expect(file.slice(0, 8)).toBe('%PDF-1.3');
    expect(file.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(await pageCount());
  }, 300_000);

  it('shows the place of a finding', async () => {
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByRole('list', { name: 'Findings' }).getByRole('listitem').first().waitFor();
    expect(problems).toEqual([]);
  });
});

describe('the press page by keyboard', () => {
  const app = TestApp.shared();
  let page: Page;
  let problems: string[];
  let keyboard: KeyboardUser;
  beforeAll(async () => {
    ({ page, problems } = await app.openBook('pro_oneoff'));
    await page.locator('.cm-content').click();
    await page.keyboard.insertText(text);
    await waitUntilSaved(page);
    await page.goto(`${new URL(page.url()).pathname}/press`);
    keyboard = new KeyboardUser(page);
  });

  const canvas = (name: RegExp) => page.getByRole('img', { name });

  it('turns pages, goes to a page and opens its chapter', async () => {
    await canvas(/^Page 1 of \d+$/).waitFor({ timeout: settleMs });
    await page.keyboard.press('ArrowRight');
    await canvas(/^Pages 2 and 3 of /).waitFor();
    await page.keyboard.press('End');
    await canvas(/^Page (\d+) of \1$/).waitFor();
    await page.keyboard.press('Home');
    await canvas(/^Page 1 of /).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.type('8');
    await page.keyboard.press('Enter');
    await canvas(/^Pages 8 and 9 of /).waitFor();
    await keyboard.expectFocus();
    await keyboard.use(page.getByRole('link', { name: /^Page 9: open / }), { isBackward: true });
    await page.waitForURL(/\?chapter=/);
    await page.locator('.cm-content').waitFor();
    await page.goBack();
    await canvas(/^Page 1 of /).waitFor({ timeout: settleMs });
  });

  it('changes a setting and makes the files', async () => {
    const trim = page.getByLabel('Trim size');
    await keyboard.tabTo(trim);
    await page.keyboard.press('ArrowUp');
    await page
      .getByRole('status')
      .filter({ hasText: /^Saved$/ })
      .first()
      .waitFor();
    expect(await trim.inputValue()).toBe('5.5x8.5');
    await keyboard.use(page.getByRole('button', { name: 'Files', exact: true }));
    await keyboard.use(page.getByRole('button', { name: 'Make all from this revision' }));
    await page.getByRole('button', { name: 'Download: Print PDF' }).waitFor({ timeout: 120_000 });
    await keyboard.expectFocus();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      keyboard.use(page.getByRole('button', { name: 'Download: Print PDF' })),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
    expect(problems).toEqual([]);
  });
});
