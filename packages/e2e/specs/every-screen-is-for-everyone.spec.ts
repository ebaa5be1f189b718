import { describe, expect, it } from '@jest/globals';
import { examineEverywhere } from '../src/examine.ts';
import { Visit } from '../src/visit.ts';

describe('every screen', () => {
  const visit = Visit.sharedHouse();

  it.each([
    '/',
    '/auth',
    '/features',
    '/pricing',
    '/knowledge',
    '/help',
    '/about',
    '/contact',
    '/privacy-policy',
    '/cookie-policy',
    '/terms-of-service',
    '/admin/login',
    '/nowhere',
  ])(
    '%s has no barrier for a visitor',
    async (address) => {
      const { page } = await visit.openPage();
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect(await examineEverywhere(page)).toEqual([]);
      await page.context().close();
    },
    120_000,
  );

  it('the dashboard, the new-book dialog, the editor and the paying pages have none for an author', async () => {
    const { page } = await visit.signIn('free');
    const found: Record<string, string[]> = {};
    await page.goto('/dashboard');
    await page
      .getByRole('link', { name: /Continue Writing/ })
      .first()
      .waitFor();
    found['dashboard'] = await examineEverywhere(page);
    await page
      .getByRole('button', { name: /Create a book/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Create book' }).waitFor();
    found['new book'] = await examineEverywhere(page);
    await page.keyboard.press('Escape');
    await page
      .getByRole('link', { name: /Continue Writing/ })
      .first()
      .click();
    await page.locator('.cm-content').waitFor();
    found['editor'] = await examineEverywhere(page);
    await page.goto(`${page.url().split('?')[0] ?? ''}?tab=settings`);
    await page
      .getByRole('textbox', { name: /Author name/i })
      .first()
      .waitFor();
    found['settings'] = await examineEverywhere(page);
    for (const address of ['/subscribe', '/checkout']) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      found[address] = await examineEverywhere(page);
    }
    expect(found).toEqual({
      dashboard: [],
      'new book': [],
      editor: [],
      settings: [],
      '/subscribe': [],
      '/checkout': [],
    });
    await page.context().close();
  }, 240_000);
});
