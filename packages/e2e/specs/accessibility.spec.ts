import { describe, expect, it } from '@jest/globals';
import { auditPageInAllViews } from '../src/page-audit.ts';
import { TestApp } from '../src/test-app.ts';

describe('accessibility', () => {
  const app = TestApp.shared();

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
  ])('%s has no violations for a visitor', async (address) => {
    const { page } = await app.openPage();
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
    await page.context().close();
  });

  it('new-book dialog, editor, export, settings and payment pages have no violations for an author', async () => {
    const { page } = await app.signIn('free');
    const violations: Record<string, string[]> = {};
    await page.goto('/dashboard');
    await page
      .getByRole('link', { name: /Continue Writing/ })
      .first()
      .waitFor();
    await page
      .getByRole('button', { name: /Create a book/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Create book' }).waitFor();
    violations['new book'] = await auditPageInAllViews(page);
    await page.keyboard.press('Escape');
    await page
      .getByRole('link', { name: /Continue Writing/ })
      .first()
      .click();
    await page.locator('.cm-content').waitFor();
    violations['editor'] = await auditPageInAllViews(page);
    await page.getByRole('complementary', { name: 'Tools' }).getByRole('button', { name: 'Export' }).click();
    await page
      .getByRole('region', { name: 'Export' })
      .getByText(/is part of Pro/)
      .waitFor();
    violations['export'] = await auditPageInAllViews(page);
    await page.goto(`${page.url().split('?')[0] ?? ''}?tab=settings`);
    await page
      .getByRole('textbox', { name: /Author name/i })
      .first()
      .waitFor();
    violations['settings'] = await auditPageInAllViews(page);
    for (const address of ['/subscribe', '/checkout']) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      violations[address] = await auditPageInAllViews(page);
    }
    expect(violations).toEqual({
      'new book': [],
      editor: [],
      export: [],
      settings: [],
      '/subscribe': [],
      '/checkout': [],
    });
    await page.context().close();
  });
});
