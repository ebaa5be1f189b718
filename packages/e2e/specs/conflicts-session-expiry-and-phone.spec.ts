import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { signIn, editorText, waitUntilSaved } from '../src/browser.ts';
import { waitForJournal } from '../src/browser-journal.ts';
import { writeChapter } from '../src/book-editor.ts';
import { TestApp } from '../src/test-app.ts';

describe('the editor', () => {
  const app = TestApp.shared();
  const write = async (page: Page, keys: string, text: string) => {
    await page.locator('.cm-content').click();
    await page.keyboard.press(keys);
    await page.keyboard.type(text, { delay: 1 });
  };
  const firstChapterId = async (page: Page): Promise<string> => {
    const author = await app.author('pro_monthly');
    const bookId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const chapters = (await author.call('GET', `/api/books/${bookId}/chapters`)).body as unknown as { id: string }[];
    return chapters[0]?.id ?? '';
  };

  it.each([
    ['Keep your version', 'Mine stood here first. Then it rained.', null],
    ['Use the saved version', 'Theirs stood here first. Then it rained.', null],
    ['Keep both', 'Mine', 'Theirs'],
  ])('%s: shows both texts of a conflict and keeps both in the history', async (choice, expected, alsoExpected) => {
    const { page } = await app.openBook('pro_monthly');
    await writeChapter(page, 'It stood here first. Then it rained.');
    const chapterId = await firstChapterId(page);
    const otherClient = await app.author('pro_monthly');
    await page.context().setOffline(true);
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Control+Shift+ArrowRight');
    await page.keyboard.type('Mine');
    await otherClient.call('PUT', `/api/chapters/${chapterId}`, {
      content: 'Theirs stood here first. Then it rained.',
    });
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'This chapter was changed elsewhere too' }).waitFor();
    expect(await page.getByRole('article', { name: 'Your version' }).textContent()).toContain('Mine stood here first.');
    expect(await page.getByRole('article', { name: 'Saved version' }).textContent()).toContain(
      'Theirs stood here first.',
    );
    await page.getByRole('button', { name: choice }).click();
    await waitUntilSaved(page);
    const text = await editorText(page);
    if (alsoExpected === null) expect(text).toBe(expected);
    else for (const part of [expected, alsoExpected]) expect(text).toContain(part);
    const revisions = (await otherClient.call('GET', `/api/chapters/${chapterId}/revisions`)).body as unknown as {
      rev: number;
    }[];
    const texts = await Promise.all(
      revisions
        .slice(0, 5)
        .map(async ({ rev }) =>
          String((await otherClient.call('GET', `/api/chapters/${chapterId}/revisions/${rev}`)).body['content']),
        ),
    );
    expect(texts).toEqual(
      expect.arrayContaining(['Mine stood here first. Then it rained.', 'Theirs stood here first. Then it rained.']),
    );
  });

  it('saves text typed after the session ended, once the author has signed in again', async () => {
    const { page } = await app.openBook('pro_monthly');
    await writeChapter(page, 'Before the session ended.');
    const address = page.url();
    await page.context().clearCookies({ name: 'inkbear_session' });
    await write(page, 'Control+End', ' Typed after it.');
    await page.waitForURL(/\/auth/);
    await signIn(page, (await app.author('pro_monthly')).account);
    await page.goto(address);
    await page.locator('.cm-content').waitFor();
    await waitUntilSaved(page);
    expect(await editorText(page)).toBe('Before the session ended. Typed after it.');
  });

  it('leads to the sign-in page when only the load of a chapter finds the session ended', async () => {
    const { page } = await app.openBook('pro_monthly');
    await writeChapter(page, 'Before the session ended.');
    const address = page.url();
    await page.getByRole('link', { name: 'Back to the dashboard' }).first().click();
    const back = page.getByRole('link', { name: /Continue Writing/ }).first();
    await back.waitFor();
    await page.context().clearCookies({ name: 'inkbear_session' });
    // Book and chapter list are cached. The other reads of the editor must not find it first.
    await page.route('**/api/**', (route) =>
      /\/api\/(chapters\/[^/]+|user)$/.test(new URL(route.request().url()).pathname) ? route.continue() : route.abort(),
    );
    await back.click();
    await page.waitForURL(/\/auth\?next=%2Fbook%2F/);
    await page.unrouteAll();
    await signIn(page, (await app.author('pro_monthly')).account);
    await page.goto(address);
    await page.locator('.cm-content').waitFor();
    expect(await editorText(page)).toBe('Before the session ended.');
  });

  it('saves text left by a closed window, without the chapter being opened again', async () => {
    const { page } = await app.openBook('pro_monthly');
    await writeChapter(page, 'What was saved.');
    const chapterId = await firstChapterId(page);
    await page.route('**/api/chapters/*', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort(),
    );
    await write(page, 'Control+End', ' What was left behind.');
    await waitForJournal(page, ' What was left behind.');
    const context = page.context();
    await page.close({ runBeforeUnload: false });
    const later = await context.newPage();
    await later.goto('/dashboard');
    const author = await app.author('pro_monthly');
    await eventually(
      async () => (await author.call('GET', `/api/chapters/${chapterId}`)).body['content'],
      (content) => content === 'What was saved. What was left behind.',
    );
  });

  it('hides both sidebars with Ctrl+Shift+F and shows them again on Escape', async () => {
    const { page } = await app.openBook('pro_monthly');
    const sidebar = page.getByRole('complementary', { name: 'Book and chapters' });
    await sidebar.waitFor();
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+Shift+F');
    await sidebar.waitFor({ state: 'hidden' });
    expect(await page.getByRole('button', { name: 'Focus mode' }).getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.type('Quiet. ');
    await page.keyboard.press('Escape');
    await sidebar.waitFor();
    await waitUntilSaved(page);
    expect(await editorText(page)).toContain('Quiet.');
  });

  it('shows chapters and tools as sheets on a phone', async () => {
    const { page, problems } = await app.openBook('pro_monthly', { width: 390, height: 844 });
    await page.getByRole('button', { name: 'Book and chapters' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText('Low Water').click();
    await sheet.waitFor({ state: 'hidden' });
    await page.getByRole('heading', { name: 'Low Water' }).waitFor();
    await page.locator('.cm-content').click();
    await page.keyboard.insertText('The tide was out, and the the boats lay still.');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Grammar and style', exact: true }).click();
    const tool = page.getByRole('dialog');
    await tool.getByText('Grammar and style').first().waitFor();
    await tool.getByRole('button', { name: 'Close' }).click();
    await tool.waitFor({ state: 'hidden' });
    expect(await editorText(page)).toContain('boats lay still');
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    expect(problems).toEqual([]);
  });
});
