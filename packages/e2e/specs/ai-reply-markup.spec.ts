import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { writeChapter } from '../src/book-editor.ts';
import { editorText } from '../src/browser.ts';
import { TestApp } from '../src/test-app.ts';

const markup =
  '<img src=x onerror="window.hasRun=1"><script>window.hasRun=1</script> [here](javascript:window.hasRun=1)';
const prose = 'The lamp would not light. Ida tried it three times and it really hissed. The street was very quiet.';

/** Appends the markup to every text with a space in it, so that ids, dates and kinds stay valid. */
function withMarkup(value: unknown): unknown {
  if (typeof value === 'string') return value.trim().includes(' ') ? `${value} ${markup} ` : value;
  if (Array.isArray(value)) return value.map(withMarkup);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withMarkup(item)]));
}

/** A JSON reply, or a stream of events with JSON in their data. */
function replyWithMarkup(text: string, contentType: string): string {
  if (contentType.includes('json')) return JSON.stringify(withMarkup(JSON.parse(text)));
  return text.replaceAll(
    /^data: ?([{["].*)$/gm,
    (_line, data: string) => `data: ${JSON.stringify(withMarkup(JSON.parse(data)))}`,
  );
}

describe('markup in an AI reply', () => {
  const app = TestApp.shared();
  let page: Page;
  let problems: string[];

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const proposal = () => page.getByRole('region', { name: 'Proposal', exact: true });

  /** The place shows the markup as text, and nothing of it is an element or has run. */
  async function expectText(place: Locator): Promise<void> {
    await place.filter({ hasText: 'window.hasRun=1' }).first().waitFor({ timeout: 30_000 });
    expect(await place.first().textContent()).toContain('onerror=');
    expect(await page.evaluate('window.hasRun')).toBeUndefined();
    expect(await page.locator('img[src="x"], a[href^="javascript:"]').count()).toBe(0);
    // The policy of the page would stop what a rendered element runs, and says so.
    expect(problems).toEqual([]);
  }

  beforeAll(async () => {
    ({ page, problems } = await app.openBook('pro_monthly'));
    await page.route('**/api/ai/**', async (route) => {
      if (route.request().method() !== 'POST') return await route.continue();
      const response = await route.fetch();
      const contentType = response.headers()['content-type'] ?? '';
      await route.fulfill({ response, body: replyWithMarkup(await response.text(), contentType) });
    });
    await writeChapter(page, prose);
    await button('AI tools').click();
  }, 120_000);

  it('is text in a proposal, and in the chapter after it was accepted', async () => {
    await button(/^Polish/).click();
    await expectText(proposal());
    await proposal()
      .getByRole('button', { name: /^Accept/ })
      .click();
    expect(await editorText(page)).toContain('<script>');
    await expectText(page.locator('.cm-content'));
    await writeChapter(page, prose);
  }, 90_000);

  it('is text in the variations of a selection', async () => {
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+A');
    await button('Suspenseful').click();
    const dialog = page.getByRole('dialog', { name: 'Enhance Selection' });
    await expectText(dialog);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }, 90_000);

  it('is text in a whole chapter', async () => {
    await button(/^(Enhanced )?Generate/).click();
    await expectText(proposal());
    await proposal().getByRole('button', { name: 'Discard' }).click();
  }, 90_000);

  it('is text in the advice of the coach', async () => {
    await button('Writing coach').click();
    await page.getByLabel('Your question').fill('Is it clear why Ida stays silent?');
    await button('Ask the coach').click();
    await expectText(page.getByRole('article', { name: 'The coach’s answer' }));
  }, 90_000);

  it('is text in the outline of a book', async () => {
    await button('Outline').click();
    await button('Generate outline').click();
    await expectText(page.getByRole('region', { name: 'Outline text' }));
  }, 90_000);

  it('is text in titles', async () => {
    await page.goto('/tools?tool=title-generator');
    await page.getByLabel('What is your book about?').fill('a lighthouse keeper on Skye');
    await button('Generate titles').click();
    await page.getByRole('heading', { name: '6 titles' }).waitFor();
    await expectText(page.getByRole('tabpanel'));
  }, 90_000);
});
