import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { signIn, editorText, waitUntilSaved } from '../src/browser.ts';
import { TestApp } from '../src/test-app.ts';

describe('autosave of a Personal Story', () => {
  const app = TestApp.shared();
  const formData = { 'Family Name': 'Vell', 'Main Characters': 'Mara', 'Family History': 'Lamps.' };

  const open = async (content: string) => {
    const author = await app.author('pro_monthly');
    const { body } = await author.call(
      'POST',
      '/api/personal-stories',
      { title: 'Tides', storyType: 'family-legacy', formData },
      { 'idempotency-key': randomUUID() },
    );
    const id = String(body['id']);
    await author.call('PUT', `/api/personal-stories/${id}`, { content });
    const { page, problems } = await app.openAs(author);
    await page.goto(`/story/${id}`);
    await page.locator('.cm-content').waitFor();
    const stored = async () => (await author.call('GET', `/api/personal-stories/${id}`)).body['content'] as string;
    return { page, problems, author, stored };
  };
  const write = async (page: Page, where: 'Home' | 'End', text: string) => {
    await page.locator('.cm-content').click();
    await page.keyboard.press(`Control+${where}`);
    await page.keyboard.type(text, { delay: 1 });
  };

  it('merges edits from two tabs', async () => {
    const { page, problems, stored } = await open('Mara came home.');
    const second = await page.context().newPage();
    await second.goto(page.url());
    await second.locator('.cm-content').waitFor();
    await write(page, 'Home', 'At dusk. ');
    await waitUntilSaved(page);
    await write(second, 'End', ' It rained.');
    await waitUntilSaved(second);
    const both = 'At dusk. Mara came home. It rained.';
    expect([await editorText(second), await stored(), problems]).toEqual([both, both, []]);
  });

  it('saves text typed after the session ended, once the author has signed in again', async () => {
    const { page, author, stored } = await open('Before the session ended.');
    const address = page.url();
    await page.context().clearCookies({ name: 'inkbear_session' });
    await write(page, 'End', ' Typed after it.');
    await page.waitForURL(/\/auth/);
    await signIn(page, author.account);
    await page.goto(address);
    await page.locator('.cm-content').waitFor();
    await waitUntilSaved(page);
    const whole = 'Before the session ended. Typed after it.';
    expect([await editorText(page), await stored()]).toEqual([whole, whole]);
  });
});
