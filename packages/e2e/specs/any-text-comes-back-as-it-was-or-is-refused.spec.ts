import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Author } from '../src/author.ts';
import { textOf, waitUntilSaved } from '../src/browser.ts';
import { Visit } from '../src/visit.ts';

const bear = '🐻'.codePointAt(0) ?? 0;
const half = String.fromCodePoint(bear).charAt(0);
const odd = 'Emoji 👩‍👧‍👦 and 🐻, e\u0301 and é, \u202bשלום עולם\u202c, مرحبا, 漢字, a\u00a0b, \u200bzero, tab\there.';
const longLine = `${'The bear walked on. '.repeat(96_000)}End.`;

describe('any text', () => {
  const visit = Visit.sharedHouse();

  it.each([
    ['odd characters', odd, odd],
    ['line ends of Windows and of old Macs, as new lines', 'one\r\ntwo\rthree\n', 'one\ntwo\nthree\n'],
    ['half of a character, as U+FFFD', `a${half}b`, 'a\ufffdb'],
    ['a line of 1.9 MB', longLine, longLine],
    ['nothing', '', ''],
  ])(
    'through the server: %s',
    async (_name, sent, expected) => {
      const author = await Author.register(visit.house.url);
      const { chapterId } = await author.createBook();
      const saved = await author.call('PUT', `/api/chapters/${chapterId}`, { content: sent });
      expect([saved.status, saved.body['content'] === expected]).toEqual([200, true]);
      expect((await author.call('GET', `/api/chapters/${chapterId}`)).body['content'] === expected).toBe(true);
    },
    60_000,
  );

  it('over 2 MB is refused, and the text from before stays', async () => {
    const author = await Author.register(visit.house.url);
    const { chapterId } = await author.createBook();
    await author.call('PUT', `/api/chapters/${chapterId}`, { content: 'before' });
    expect(
      (await author.call('PUT', `/api/chapters/${chapterId}`, { content: 'x'.repeat(2 * 1024 * 1024 + 1) })).status,
    ).toBe(413);
    expect((await author.call('GET', `/api/chapters/${chapterId}`)).body['content']).toBe('before');
  }, 60_000);

  describe('in the browser', () => {
    let page: Page;
    beforeAll(async () => void ({ page } = await visit.openBook('free')), 60_000);

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
      ['odd characters and line ends', `${odd}\r\n${odd}\rend`, `${odd}\n${odd}\nend`],
      ['half of a character', `a${half}b🐻`, 'a\ufffdb🐻'],
    ])(
      'what is pasted is there before and after a reload: %s',
      async (_name, pasted, expected) => {
        await paste(pasted);
        expect(await textOf(page)).toBe(expected);
        await reload();
        expect(await textOf(page)).toBe(expected);
      },
      60_000,
    );

    it('a line of 1.9 MB opens, takes a word more, and is whole', async () => {
      await paste(longLine);
      await reload();
      expect((await textOf(page)) === longLine).toBe(true);
      await page.locator('.cm-content').focus();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(' More.');
      await waitUntilSaved(page);
      await reload();
      expect((await textOf(page)) === `${longLine} More.`).toBe(true);
    }, 120_000);
  });
});
