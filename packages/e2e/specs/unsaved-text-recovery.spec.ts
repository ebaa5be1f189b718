import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { signIn, editorText, waitUntilSaved } from '../src/browser.ts';
import { waitUntilDocumentsAreClosed } from '../src/browser-journal.ts';
import { TestApp } from '../src/test-app.ts';

const signedOutReply = {
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

describe('unsaved text', () => {
  const app = TestApp.shared();
  let page: Page;
  const write = async (text: string) => {
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(text);
  };
  /** Makes every save fail; reads still work. */
  const refuseSaves = (answer: 'abort' | typeof signedOutReply) =>
    page.route('**/api/chapters/*', (route) => {
      if (route.request().method() === 'GET') return route.continue();
      return answer === 'abort' ? route.abort() : route.fulfill(answer);
    });

  beforeEach(async () => {
    ({ page } = await app.openBook('pro_monthly'));
    page.on('dialog', (dialog) => void dialog.accept());
    await waitUntilSaved(page);
  });

  it.each([0, 40, 120, 300])('is restored when the page is reloaded %i ms after the last key', async (ms) => {
    const before = await editorText(page);
    await refuseSaves('abort');
    await write(`Typed just before a reload ${ms}.`);
    if (ms > 0) await page.waitForTimeout(ms);
    await page.reload();
    await page.locator('.cm-content').waitFor();
    expect(await editorText(page)).toBe(`${before}Typed just before a reload ${ms}.`);
    await page.unroute('**/api/chapters/*');
    await waitUntilSaved(page);
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes(':ahead:')))).toEqual([]);
  });

  it('is reported when no browser storage is available, blocks leaving the page, and is saved later', async () => {
    await page.addInitScript(
      'indexedDB.open = () => { throw new DOMException("The storage is blocked.", "SecurityError"); };',
    );
    await page.reload();
    await page.locator('.cm-content').waitFor();
    const address = page.url();
    const before = await editorText(page);
    await refuseSaves(signedOutReply);
    const refused = page.waitForResponse((response) => response.status() === 401);
    await write('Only on this page.');
    await refused;
    await page.getByText('Not saved anywhere').first().waitFor();
    await page
      .getByText(/They are only on this page/)
      .first()
      .waitFor();
    // A 401 would redirect after half a second. No event tells that it does not.
    await page.waitForTimeout(1000);
    expect(page.url()).toBe(address);
    await page.getByRole('link', { name: 'Back to the dashboard' }).click();
    await page.getByRole('button', { name: 'Stay on this page' }).click();
    expect([page.url(), await editorText(page)]).toEqual([address, `${before}Only on this page.`]);
    await page.unroute('**/api/chapters/*');
    await page.getByRole('button', { name: 'Try now' }).click();
    await waitUntilSaved(page);
    expect(await page.getByText('Not saved anywhere').count()).toBe(0);
  });

  it('is not required: a chapter that was opened offline loads once the network is back', async () => {
    const before = await editorText(page);
    await page.getByRole('link', { name: 'Back to the dashboard' }).click();
    await page
      .getByRole('link', { name: /Continue Writing/ })
      .first()
      .waitFor();
    await waitUntilDocumentsAreClosed(page);
    await page.context().setOffline(true);
    await page
      .getByRole('link', { name: /Continue Writing/ })
      .first()
      .click();
    await page.getByText('This chapter could not be opened').waitFor();
    await page.context().setOffline(false);
    await page.locator('.cm-content').waitFor();
    expect(await editorText(page)).toBe(before);
  });

  it('is saved when the author logs out within a second after typing', async () => {
    const address = page.url();
    const { account: credentials } = await app.author('pro_monthly');
    // A session of its own, because the logout ends it and the other tests share theirs.
    await page.context().clearCookies();
    await signIn(page, credentials);
    await page.goto(address);
    await waitUntilSaved(page);
    const before = await editorText(page);
    const account = page.getByRole('button', { name: /^Your account/ });
    await account.waitFor();
    // The save that runs when the author logs out needs longer than the logout would.
    await page.route('**/api/chapters/*', async (route) => {
      if (route.request().method() !== 'GET') await sleep(1000);
      await route.continue();
    });
    await write('Typed just before a logout.');
    await account.click();
    await page.getByRole('button', { name: 'Log out' }).first().click();
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    await signIn(page, credentials);
    await page.goto(address);
    await page.locator('.cm-content').waitFor();
    expect(await editorText(page)).toBe(`${before}Typed just before a logout.`);
  });

  it('of a form is deleted at logout', async () => {
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
    await signIn(page, (await app.author('free')).account);
    await page.goto('/dashboard');
    await page
      .getByRole('button', { name: /Create/ })
      .first()
      .click();
    expect(await page.getByRole('textbox', { name: /Title/ }).first().inputValue()).toBe('');
  });
});
