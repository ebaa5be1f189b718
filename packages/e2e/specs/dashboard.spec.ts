import { describe, expect, it } from '@jest/globals';
import { Author } from '../src/author.ts';
import { expectCards, openDashboard } from '../src/dashboard.ts';
import { auditPageInAllViews } from '../src/page-audit.ts';
import { writeChapter } from '../src/book-editor.ts';
import { TestApp } from '../src/test-app.ts';

describe('the dashboard', () => {
  const app = TestApp.shared();

  it('redirects a visitor to sign in', async () => {
    const { page } = await app.openPage();
    await page.goto('/dashboard');
    await page.waitForURL('/auth?next=%2Fdashboard');
    await page.context().close();
  });

  it('offers a new author one action, with a dialog that keeps its draft', async () => {
    const { page, problems } = await app.openAs(await Author.register(app.stack.url));
    await openDashboard(page);
    await page.getByText('Your first book begins with a title').waitFor();
    await expectCards(page, 'Free', '0');
    expect(await auditPageInAllViews(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create your first book' }).click();
    await page.getByText('The Free plan includes 1 book in total, which you have not used yet.').waitFor();
    await page.getByLabel('Title').fill('The Salt Road');
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('button', { name: /Create a book/ }).click();
    expect(await page.getByLabel('Title').inputValue()).toBe('The Salt Road');
    await page.getByLabel('Genre').selectOption('fantasy');
    await page.getByRole('button', { name: 'Create book' }).click();
    await page.waitForURL(/\/book\//);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('shows a free author the last sentence, the daily goal and stories as a Pro feature', async () => {
    const { page, problems } = await app.openBook('free');
    await writeChapter(page, 'Ida lit the lamp. The harbour was quiet, and the tide was going out.');
    await openDashboard(page);
    await page.getByText('The harbour was quiet, and the tide was going out.', { exact: true }).waitFor();
    await page.getByText(/^Chapter 1: /).waitFor();
    await page
      .getByText(/words to go|the remaining/)
      .first()
      .waitFor();
    await expectCards(page, 'Free');
    expect(await page.getByRole('button', { name: 'Create a story Upgrade for Access' }).isDisabled()).toBe(true);
    expect(await page.getByRole('link', { name: /^Writing tools/ }).getAttribute('href')).toBe('/tools');
    await page.getByRole('button', { name: 'Set a daily goal' }).click();
    await page.getByLabel('Words a day').fill('1000');
    expect(await auditPageInAllViews(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.reload();
    await page.getByText(/^(?:1,000|986) of 1,000 words to go\./).waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
    await page.getByRole('link', { name: 'Continue writing', exact: true }).click();
    await page.locator('.cm-content').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('restores a deleted book for a monthly author and counts the items in the trash', async () => {
    const { page, problems } = await app.signIn('pro_monthly');
    await openDashboard(page);
    await expectCards(page, 'Pro');
    await page.getByText('Pro Monthly', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^More for/ }).click();
    await page.getByText('Move to trash').click();
    await page.getByText('1 item can be restored. 30 days left.').waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: /^Continue Writing/ }).waitFor();
    await page.getByText('what you deleted in the last 30 days.').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('shows working links to the books before the application has started', async () => {
    const { page, problems } = await app.signIn('free');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/main\.[0-9a-f]+\.js$/, async (route) => {
      await released;
      await route.continue();
    });
    const [continueLink, row] = [
      page.getByRole('link', { name: 'Continue writing', exact: true }),
      page.getByRole('link', { name: /^Continue Writing/ }),
    ];
    // On a busy machine the server may send the page without the books, so load it up to five times.
    for (let tries = 0; tries < 5 && !(await row.isVisible()); tries += 1) {
      await page.goto('/dashboard', { waitUntil: 'commit' });
      await row.waitFor({ timeout: 5000 }).catch(() => undefined);
    }
    await row.waitFor();
    const activeButtons = page.locator('button:not([inert], [inert] *)');
    expect(await activeButtons.count()).toBe(0);
    const readPositions = async () =>
      await Promise.all([continueLink, row].map(async (link) => (await link.boundingBox())?.x));
    const before = [await row.getAttribute('href'), await readPositions()];
    release();
    await activeButtons.and(page.getByRole('button', { name: /^More for/ })).waitFor();
    expect([await row.getAttribute('href'), await readPositions()]).toEqual(before);
    expect(requests).not.toContain('/api/books');
    expect(problems).toEqual([]);
    await page.reload({ waitUntil: 'commit' });
    await continueLink.click();
    await page.locator('.cm-content').waitFor();
    await page.context().close();
  });
});
