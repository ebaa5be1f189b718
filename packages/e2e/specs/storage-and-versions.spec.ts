import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { quotaPercent, quotas } from '@inkbear/contracts/plans';
import type { Page } from 'playwright-core';
import type { Author } from '../src/author.ts';
import { editorText } from '../src/browser.ts';
import { openConsole } from '../src/open-console.ts';
import { auditPageInAllViews } from '../src/page-audit.ts';
import { TestApp } from '../src/test-app.ts';
import { withDatabase } from '../src/with-database.ts';

const megabyte = 1024 * 1024;
const formData = {
  'Family Name': 'Vell',
  'Main Characters': 'Mara',
  'Family History': 'They kept the lamps of the harbour.',
};
const phone = { width: 390, height: 844 };

interface Text {
  /** The page with its editor. */
  readonly address: string;
  /** Its API path. */
  readonly route: string;
}

describe('storage and versions', () => {
  // Needs its own stack: it writes into the database, because filling a quota takes gigabytes, and signs in as admin.
  const app = TestApp.own();
  let author: Author;
  let userId: string;
  let chapter: Text;
  let story: Text;

  const save = async ({ route }: Text, content: string) =>
    expect((await author.call('PUT', route, { content })).status).toBe(200);
  const countVersions = async ({ route }: Text, query = '') =>
    (await author.call('GET', `${route}/revisions${query}`)).body['length'] as number;

  beforeAll(async () => {
    author = await app.author('pro_monthly');
    userId = String((await author.call('GET', '/api/user')).body['id']);
    const bookId = String((await author.call('GET', '/api/books')).body[0].id);
    const chapterId = String((await author.call('GET', `/api/books/${bookId}/chapters`)).body[0].id);
    chapter = { address: `/book/${bookId}?chapter=${chapterId}`, route: `/api/chapters/${chapterId}` };
    const answers = { title: 'Tides', storyType: 'family-legacy', formData };
    const storyId = String(
      (await author.call('POST', '/api/personal-stories', answers, { 'idempotency-key': randomUUID() })).body['id'],
    );
    story = { address: `/story/${storyId}`, route: `/api/personal-stories/${storyId}` };
    for (const text of [chapter, story])
      for (const words of ['One.', 'One. Two.', 'One. Two. Three.']) await save(text, words);
  });

  /** Sets the stored size of the author's books in the database and has the service recount it. */
  async function setStoredBytes(storedBytes: number): Promise<void> {
    await withDatabase(app.stack, 'books', async (connection) => {
      const chapters = connection.collection<{ _id: string; userId: string }>('chapters');
      await chapters.updateOne({ _id: chapter.route.split('/').at(-1) ?? '', userId }, { $set: { storedBytes } });
    });
    expect((await author.call('GET', '/api/books/storage')).status).toBe(200);
  }

  async function openHistory(page: Page, text: Text): Promise<void> {
    await page.goto(text.address);
    await page.locator('.cm-content').waitFor();
    if ((page.viewportSize()?.width ?? 0) > phone.width)
      await page.getByRole('button', { name: 'History', exact: true }).click();
    else {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'History', exact: true }).click();
    }
    await page.getByRole('button', { name: 'Delete versions…' }).waitFor();
  }

  /** Presses Tab until the button with this name has the focus. */
  async function tabTo(page: Page, name: string): Promise<void> {
    const focused = () => page.evaluate<string>('document.activeElement?.textContent ?? ""');
    for (let presses = 0; presses < 40 && (await focused()) !== name; presses += 1) await page.keyboard.press('Tab');
    expect(await focused()).toBe(name);
  }

  it('shows on the account page how much of each quota is used', async () => {
    const { page, problems } = await app.openAs(author);
    await page.goto('/account');
    const area = (name: string) => page.getByRole('group', { name, exact: true });
    for (const [name, allowed] of [
      ['Books', '2 GB'],
      ['Personal stories', '200 MB'],
      ['Finished files and covers', '2 GB'],
      ['AI results', '50 MB'],
    ] as const) {
      await area(name)
        .getByText(new RegExp(`^[\\d.,]+ (?:bytes|KB|MB) of ${allowed}$`))
        .waitFor();
      expect(await area(name).getByRole('meter').getAttribute('aria-valuetext')).toMatch(new RegExp(`of ${allowed}$`));
    }
    expect(await page.getByText(/full\./i).count()).toBe(0);
    expect([await auditPageInAllViews(page), problems]).toEqual([[], []]);
    await page.context().close();
  });

  it('explains on the account page how to free space when books are nearly full, and what still works when they are full', async () => {
    const { page, problems } = await app.openAs(author);
    for (const [bytes, words] of [
      [0.95 * quotas.books.pro, 'Nearly full.'],
      [quotas.books.pro, 'Full.'],
    ] as const) {
      await setStoredBytes(Math.ceil(bytes));
      await page.goto('/account');
      const advice = page
        .getByRole('group', { name: 'Books', exact: true })
        .getByText('To make room, delete old versions in a chapter’s history');
      await advice.getByText(words, { exact: true }).waitFor();
      expect(await auditPageInAllViews(page)).toEqual([]);
    }
    await page.getByText('You can still edit until you reach 2.5 GB.').waitFor();
    await page.getByRole('link', { name: 'Go to your dashboard' }).click();
    await page.waitForURL('/dashboard');
    await setStoredBytes(3 * megabyte);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it.each(['chapter', 'story'] as const)('deletes and recovers a version of a %s with the keyboard', async (kind) => {
    const text = kind === 'chapter' ? chapter : story;
    const before = await countVersions(text);
    const { page, problems } = await app.openAs(author);
    await openHistory(page, text);
    await page.getByRole('button', { name: 'Delete versions…' }).focus();
    await page.keyboard.press('Enter');
    const newest = page.getByRole('form', { name: 'Versions to delete' }).getByRole('checkbox').first();
    await tabTo(page, 'Select all');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    expect(await newest.isChecked()).toBe(true);
    expect(await auditPageInAllViews(page)).toEqual([]);
    await tabTo(page, 'Delete 1 version');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('You can recover deleted versions for 30 days.').waitFor();
    await page.keyboard.press('Escape');
    await tabTo(page, 'Delete 1 version');
    expect(await countVersions(text)).toBe(before);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Yes, delete 1 version' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('1 version can be recovered for 30 days.').waitFor();
    await page.getByRole('button', { name: 'Delete versions…' }).and(page.locator(':focus')).waitFor();
    expect([await countVersions(text), await countVersions(text, '?deleted=true')]).toEqual([before - 1, 1]);

    await tabTo(page, 'Show deleted');
    await page.keyboard.press('Enter');
    const deleted = page.getByRole('form', { name: 'Deleted versions' });
    await deleted.getByRole('checkbox', { name: /2 words · kept until \d+ \w+$/ }).waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
    await tabTo(page, 'Select all');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Recover 1 version');
    await page.keyboard.press('Enter');
    await page.getByText('1 version can be compared and restored again.').waitFor();
    expect([await countVersions(text), await countVersions(text, '?deleted=true')]).toEqual([before, 0]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('deletes and recovers all older versions on a phone, where no button is covered and Escape keeps the sheet open', async () => {
    // Enough versions for a list that is longer than the sheet.
    for (const words of [
      'Ida.',
      'Ida came.',
      'Ida came home.',
      'Ida came home late.',
      'Ida came home late, in the rain.',
    ])
      await save(chapter, words);
    const older = (await countVersions(chapter)) - 1;
    const { page, problems } = await app.openAs(author, phone);
    await openHistory(page, chapter);
    const press = async (name: string) => await page.getByRole('button', { name, exact: true }).click();
    await press('Delete versions…');
    await press('Select all');
    await press(`Delete ${older} versions`);
    await page.keyboard.press('Escape');
    await page.getByRole('alert').waitFor({ state: 'hidden' });
    await page.getByRole('dialog', { name: 'History' }).waitFor();
    await press(`Delete ${older} versions`);
    await press(`Yes, delete ${older} versions`);
    await page.getByRole('button', { name: 'Undo', exact: true }).waitFor();
    await press('Show deleted');
    await press('Select all');
    await press(`Recover ${older} versions`);
    await page.getByText(`${older} versions can be compared and restored again.`).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('keeps text that the quota refuses in the editor, and saves it after a large version was deleted', async () => {
    for (const ending of ['', ' Low water.']) await save(chapter, `${randomBytes(40_000).toString('hex')}${ending}`);
    await save(chapter, 'Ida waited.');
    await setStoredBytes((quotas.books.pro * quotaPercent.edit) / 100);
    const { page, problems } = await app.openAs(author);
    await openHistory(page, chapter);
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Nobody came.');
    const notice = page.getByRole('status').filter({ hasText: 'Your books have used up the storage of your plan.' });
    await notice.getByText('Your changes will be saved as soon as your plan has free storage.').waitFor();
    expect(await page.getByRole('button', { name: 'Saved', exact: true }).count()).toBe(0);
    expect(await auditPageInAllViews(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete versions…' }).click();
    await page.getByRole('checkbox').first().waitFor();
    for (const box of (await page.getByRole('checkbox').all()).slice(0, 2)) await box.check();
    await page.getByRole('button', { name: 'Delete 2 versions' }).click();
    await page.getByRole('button', { name: 'Yes, delete 2 versions' }).click();
    await page.getByRole('button', { name: 'Saved', exact: true }).waitFor();
    await notice.waitFor({ state: 'hidden' });
    const words = 'Ida waited. Nobody came.';
    expect([await editorText(page), (await author.call('GET', chapter.route)).body['content']]).toEqual([words, words]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('shows the admin a user’s storage and full quotas', async () => {
    await setStoredBytes(quotas.books.pro);
    const { page, problems } = await openConsole(app, `/admin?tab=users&q=${encodeURIComponent(author.account.email)}`);
    await page
      .getByRole('row', { name: new RegExp(author.account.email) })
      .getByRole('button')
      .press('Enter');
    const drawer = page.getByRole('dialog');
    await drawer.getByText('2 GB of 2 GB', { exact: true }).waitFor();
    await drawer.getByText('Full', { exact: true }).waitFor();
    await drawer.getByText(/^[\d.]+ KB deleted, not counted$/).waitFor();
    for (const name of ['Books', 'Personal stories', 'Finished files', 'AI results'])
      await drawer.getByRole('meter', { name: `Storage used by ${name}` }).waitFor();
    expect([await auditPageInAllViews(page), problems]).toEqual([[], []]);
    await page.context().close();
  });
});
