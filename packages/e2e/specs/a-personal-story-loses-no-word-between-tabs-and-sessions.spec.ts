import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { signIn, textOf, waitUntilSaved } from '../src/browser.ts';
import { Visit } from '../src/visit.ts';

describe('a Personal Story', () => {
  const visit = Visit.sharedHouse();
  const formData = { 'Family Name': 'Vell', 'Main Characters': 'Mara', 'Family History': 'Lamps.' };

  const open = async (content: string) => {
    const author = await visit.author('pro_monthly');
    const { body } = await author.call(
      'POST',
      '/api/personal-stories',
      { title: 'Tides', storyType: 'family-legacy', formData },
      { 'idempotency-key': randomUUID() },
    );
    const id = String(body['id']);
    await author.call('PUT', `/api/personal-stories/${id}`, { content });
    const { page, problems } = await visit.openAs(author);
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

  it('that is open in two tabs keeps what is written in both', async () => {
    const { page, problems, stored } = await open('Mara came home.');
    const second = await page.context().newPage();
    await second.goto(page.url());
    await second.locator('.cm-content').waitFor();
    await write(page, 'Home', 'At dusk. ');
    await waitUntilSaved(page);
    await write(second, 'End', ' It rained.');
    await waitUntilSaved(second);
    const both = 'At dusk. Mara came home. It rained.';
    expect([await textOf(second), await stored(), problems]).toEqual([both, both, []]);
  }, 90_000);

  it('is there to the last word when its author was signed out while typing, and signs in again', async () => {
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
    expect([await textOf(page), await stored()]).toEqual([whole, whole]);
  }, 90_000);
});
