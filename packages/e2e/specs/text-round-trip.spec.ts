import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Author } from '../src/author.ts';
import { editorText, waitUntilSaved } from '../src/browser.ts';
import { TestApp } from '../src/test-app.ts';

const bear = '🐻'.codePointAt(0) ?? 0;
const loneSurrogate = String.fromCodePoint(bear).charAt(0);
const unusualText =
  'Emoji 👩‍👧‍👦 and 🐻, e\u0301 and é, \u202bשלום עולם\u202c, مرحبا, 漢字, a\u00a0b, \u200bzero, tab\there.';
const longLine = `${'The bear walked on. '.repeat(96_000)}End.`;

describe('text round trip', () => {
  const app = TestApp.shared();

  it.each([
    ['unusual characters', unusualText, unusualText],
    ['CRLF and CR, normalised to LF', 'one\r\ntwo\rthree\n', 'one\ntwo\nthree\n'],
    ['a lone surrogate, replaced by U+FFFD', `a${loneSurrogate}b`, 'a\ufffdb'],
    ['a line of 1.9 MB', longLine, longLine],
    ['an empty text', '', ''],
  ])('stores and returns text unchanged or normalised: %s', async (_name, sent, expected) => {
    const author = await Author.register(app.stack.url);
    const { chapterId } = await author.createBook();
    const saved = await author.call('PUT', `/api/chapters/${chapterId}`, { content: sent });
    expect([saved.status, saved.body['content'] === expected]).toEqual([200, true]);
    expect((await author.call('GET', `/api/chapters/${chapterId}`)).body['content'] === expected).toBe(true);
  });

  it('refuses text over 2 MB and keeps the stored text', async () => {
    const author = await Author.register(app.stack.url);
    const { chapterId } = await author.createBook();
    await author.call('PUT', `/api/chapters/${chapterId}`, { content: 'before' });
    expect(
      (await author.call('PUT', `/api/chapters/${chapterId}`, { content: 'x'.repeat(2 * 1024 * 1024 + 1) })).status,
    ).toBe(413);
    expect((await author.call('GET', `/api/chapters/${chapterId}`)).body['content']).toBe('before');
  });

  describe('in the browser', () => {
    let page: Page;
    beforeAll(async () => void ({ page } = await app.openBook('free')));

    async function paste(text: string): Promise<void> {
      await page.locator('.cm-content').click();
      await page.keyboard.press('Control+A');
      await page.evaluate(`
        const data = new DataTransfer();
        data.setData('text/plain', ${JSON.stringify(text)});
        document.querySelector('.cm-content').dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      `);
      await waitUntilSaved(page);
    }
    async function reload(): Promise<void> {
      await page.reload();
      await page.locator('.cm-content').waitFor();
    }

    it.each([
      [
        'unusual characters and line ends',
        `${unusualText}\r\n${unusualText}\rend`,
        `${unusualText}\n${unusualText}\nend`,
      ],
      ['a lone surrogate', `a${loneSurrogate}b🐻`, 'a\ufffdb🐻'],
    ])('keeps pasted text before and after a reload: %s', async (_name, pasted, expected) => {
      await paste(pasted);
      expect(await editorText(page)).toBe(expected);
      await reload();
      expect(await editorText(page)).toBe(expected);
    });

    it('opens and extends a line of 1.9 MB without loss', async () => {
      await paste(longLine);
      await reload();
      expect((await editorText(page)) === longLine).toBe(true);
      await page.locator('.cm-content').focus();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(' More.');
      await waitUntilSaved(page);
      await reload();
      expect((await editorText(page)) === `${longLine} More.`).toBe(true);
    });
  });
});
