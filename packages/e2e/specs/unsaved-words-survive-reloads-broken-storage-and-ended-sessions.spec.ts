import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { signIn, textOf, waitUntilSaved } from '../src/browser.ts';
import { Visit } from '../src/visit.ts';

const signedOut = {
  status: 401,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    type: 'about:blank',
    title: '',
    status: 401,
    code: 'auth.signed_out',
    detail: '',
    requestId: 'e2e',
    message: 'You are logged out.',
  }),
};

describe('unsaved words', () => {
  const visit = Visit.sharedHouse();
  let page: Page;
  const write = async (text: string) => {
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(text);
  };
  /** Nothing reaches the server any more; reads still work. */
  const refuseSaves = (answer: 'abort' | typeof signedOut) =>
    page.route('**/api/chapters/*', (route) => {
      if (route.request().method() === 'GET') return route.continue();
      return answer === 'abort' ? route.abort() : route.fulfill(answer);
    });

  beforeEach(async () => {
    ({ page } = await visit.openBook('pro_monthly'));
    page.on('dialog', (dialog) => void dialog.accept());
    await waitUntilSaved(page);
  }, 60_000);

  it.each([0, 40, 120, 300])(
    'are there again when the page is reloaded %i ms after the last key',
    async (ms) => {
      const before = await textOf(page);
      await refuseSaves('abort');
      await write(`Typed just before a reload ${ms}.`);
      if (ms > 0) await page.waitForTimeout(ms);
      await page.reload();
      await page.locator('.cm-content').waitFor();
      expect(await textOf(page)).toBe(`${before}Typed just before a reload ${ms}.`);
      await page.unroute('**/api/chapters/*');
      await waitUntilSaved(page);
      expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes(':ahead:')))).toEqual([]);
    },
    60_000,
  );

  it('that no storage takes are called so, keep the page open after the session has ended, and are saved later', async () => {
    await page.addInitScript(
      'indexedDB.open = () => { throw new DOMException("The storage is blocked.", "SecurityError"); };',
    );
    await page.reload();
    await page.locator('.cm-content').waitFor();
    const address = page.url();
    const before = await textOf(page);
    await refuseSaves(signedOut);
    await write('Only on this page.');
    await page.getByText('Not saved anywhere').first().waitFor();
    await page
      .getByText(/They are only on this page/)
      .first()
      .waitFor();
    await page.waitForTimeout(3000);
    expect(page.url()).toBe(address);
    await page.getByRole('link', { name: 'Back to the dashboard' }).click();
    await page.getByRole('button', { name: 'Stay on this page' }).click();
    expect([page.url(), await textOf(page)]).toEqual([address, `${before}Only on this page.`]);
    await page.unroute('**/api/chapters/*');
    await page.getByRole('button', { name: 'Try now' }).click();
    await waitUntilSaved(page);
    expect(await page.getByText('Not saved anywhere').count()).toBe(0);
  }, 60_000);

  it('can be gone on with by themselves: a chapter opened without a network opens when it is back', async () => {
    const before = await textOf(page);
    await page.getByRole('link', { name: 'Back to the dashboard' }).click();
    await page
      .getByRole('link', { name: /Continue Writing/ })
      .first()
      .waitFor();
    await page.waitForTimeout(1500);
    await page.context().setOffline(true);
    await page
      .getByRole('link', { name: /Continue Writing/ })
      .first()
      .click();
    await page.getByText('This chapter could not be opened').waitFor();
    await page.context().setOffline(false);
    await page.locator('.cm-content').waitFor();
    expect(await textOf(page)).toBe(before);
  }, 60_000);

  it('of a form go with the session: the next person in this tab sees nothing of them', async () => {
    await page.goto('/dashboard');
    await page
      .getByRole('button', { name: /Create/ })
      .first()
      .click();
    await page.getByRole('textbox', { name: /Title/ }).first().fill('A secret title');
    await page.reload();
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).toContain('A secret title');
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('button', { name: 'Log out' }).first().click();
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    expect(
      await page.evaluate(() => JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)])),
    ).not.toContain('A secret title');
    await signIn(page, (await visit.author('free')).account);
    await page.goto('/dashboard');
    await page
      .getByRole('button', { name: /Create/ })
      .first()
      .click();
    expect(await page.getByRole('textbox', { name: /Title/ }).first().inputValue()).toBe('');
  }, 60_000);
});
