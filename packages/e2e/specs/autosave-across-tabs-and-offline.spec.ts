import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { signIn, editorText, waitUntilSaved } from '../src/browser.ts';
import { waitForJournal } from '../src/browser-journal.ts';
import { TestApp } from '../src/test-app.ts';

describe('autosave', () => {
  const app = TestApp.shared();
  let page: Page;
  const write = async (where: Page, text: string) => {
    await where.locator('.cm-content').click();
    await where.keyboard.press('Control+End');
    await where.keyboard.type(text, { delay: 1 });
  };
  beforeEach(async () => void ({ page } = await app.openBook('pro_monthly')));

  it('saves text typed offline once the network is back', async () => {
    await write(page, 'Before the storm. ');
    await waitUntilSaved(page);
    const before = await editorText(page);
    await page.context().setOffline(true);
    await write(page, 'Written in the dark. ');
    await page.getByText('Offline').first().waitFor();
    await page.context().setOffline(false);
    await waitUntilSaved(page);
    await page.reload();
    await page.locator('.cm-content').waitFor();
    expect(await editorText(page)).toBe(`${before}Written in the dark. `);
  });

  it('restores unsaved text after the tab is closed', async () => {
    await waitUntilSaved(page);
    const before = await editorText(page);
    await page.route('**/api/chapters/*', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort(),
    );
    await write(page, 'Only the journal knows this. ');
    await waitForJournal(page, 'Only the journal knows this. ');
    const context = page.context();
    const address = page.url();
    await page.close({ runBeforeUnload: false });
    const again = await context.newPage();
    await again.goto(address);
    await again.locator('.cm-content').waitFor();
    await again.getByRole('button', { name: 'Saved', exact: true }).waitFor();
    expect(await editorText(again)).toBe(`${before}Only the journal knows this. `);
    page = again;
  });

  it('keeps both texts when two browsers edit one chapter', async () => {
    const other = (await app.openPage()).page;
    await signIn(other, (await app.author('pro_monthly')).account);
    await other.goto(page.url());
    await other.locator('.cm-content').waitFor();
    await write(page, 'Mine from the first browser. ');
    await waitUntilSaved(page);
    await write(other, 'Theirs from the second browser. ');
    const conflict = other.getByRole('heading', { name: /changed elsewhere too/ });
    const saved = other.getByRole('button', { name: 'Saved', exact: true });
    await conflict.or(saved).waitFor();
    if (await conflict.isVisible()) await other.getByRole('button', { name: /Keep both/i }).click();
    await waitUntilSaved(other);
    const both = await editorText(other);
    expect(both).toContain('Mine from the first browser.');
    expect(both).toContain('Theirs from the second browser.');
  });
});
