import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { hostileSvg, MarkupWatch } from '../src/markup.ts';
import { openConsole } from '../src/open-console.ts';
import { StoredMarkup } from '../src/stored-markup.ts';
import { TestApp } from '../src/test-app.ts';

const bookFields = ['Book', 'Subgenre', 'Writer', 'Pen', 'House', 'Synopsis', 'Introduction', 'Dedication'];

describe('markup in stored texts', () => {
  const app = TestApp.own({ seed: false });
  let stored: StoredMarkup;
  let page: Page;
  let watch: MarkupWatch;
  const shownNames = new Set<string>();

  /** The page contains the texts that begin with these words, as text. */
  async function expectShown(names: readonly string[], from: MarkupWatch = watch): Promise<void> {
    for (const name of names) shownNames.add(name);
    await from.expectTexts(names.map((name) => stored.textOf(name)));
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const tool = (name: string) => page.getByRole('complementary', { name: 'Tools' }).getByRole('button', { name });
  const openChapter = async () => {
    await page.goto(`/book/${stored.bookId}?chapter=${stored.chapterId}`);
    await page.locator('.cm-content').waitFor();
  };

  beforeAll(async () => {
    stored = await StoredMarkup.create(app.stack);
    const opened = await app.openAs(stored.author);
    page = opened.page;
    watch = new MarkupWatch(opened);
  });

  it('is shown as plain text in the editor, in the reading view and in the command palette', async () => {
    await openChapter();
    await expectShown([...bookFields, 'Chapter', 'Second', 'Text']);
    await button('Read').click();
    await watch.expectText(page.getByRole('article'));
    await page.keyboard.press('Control+K');
    await page.getByRole('option', { name: /^Next chapter: Second/ }).waitFor();
    await watch.expectHarmless();
  });

  it.each([
    ['Outline', ['Outline']],
    ['What AI sees', ['Audience', 'Outline', 'Plan', 'Point']],
    ['Writing coach', ['Question']],
    ['History', ['Version']],
    ['Craft', ['Plan', 'Point', 'Beat']],
  ])('is shown as plain text in the tool “%s”', async (name, names) => {
    await openChapter();
    await tool(name).click();
    await expectShown(names);
  });

  it('is shown as plain text in the comparison of versions', async () => {
    await openChapter();
    if (!(await page.getByRole('region', { name: 'History' }).isVisible())) await tool('History').click();
    await button(/^Version/)
      .first()
      .click();
    await page.getByRole('dialog').getByRole('group', { name: 'What changed' }).waitFor();
    await page.getByRole('dialog').locator('del').filter({ hasText: 'Earlier' }).first().waitFor();
    shownNames.add('Earlier');
    await watch.expectHarmless();
  });

  it('is shown as plain text in the matches of a search, and after a replacement in the whole book', async () => {
    await openChapter();
    await tool('Find and replace').click();
    const find = page.getByRole('region', { name: 'Find and replace' });
    await find.getByRole('textbox', { name: 'Find', exact: true }).fill('Text');
    await find.getByText('Whole book', { exact: true }).click();
    await find.getByRole('button', { name: /^Text <img/ }).waitFor();
    await find.getByRole('textbox', { name: 'Replace with' }).fill('<script>window.hasRun=1</script>Text');
    await find.getByRole('button', { name: 'Replace all in the book' }).click();
    await page.getByText('Replaced', { exact: true }).waitFor();
    await watch.expectHarmless();
  });

  it.each([
    ['the dashboard', '/dashboard', ['Given', 'Book', 'Chapter', 'Story']],
    ['the account page', '/account', ['Given', 'Family']],
    ['the trash', '/trash', ['Removed', 'Gone']],
    ['the title generator', '/tools?tool=title-generator', ['Topic']],
    ['the outline generator', '/tools?tool=outline-generator', ['Idea']],
    ['Personal Stories', '/personal-stories', ['Story']],
    ['the settings of a book', '/book/:book?tab=settings', bookFields],
    [
      'the full-chapter page',
      '/full-chapter?id=:chapter&bookId=:book',
      ['Book', 'Chapter', 'Plan', 'Outline', 'Synopsis'],
    ],
  ])('is text on %s', async (_screen, address, names) => {
    await page.goto(address.replace(':book', stored.bookId).replace(':chapter', stored.chapterId));
    await expectShown(names);
  });

  it('is shown as plain text in a personal story, its information and its history', async () => {
    await page.goto(`/story/${stored.storyId}`);
    await page.locator('.cm-content').waitFor();
    await expectShown(['Story', 'Name', 'Characters', 'Past', 'Tale']);
    await button('Edit Story Info').click();
    await expectShown(['Teller', 'Press', 'Thanks', 'Gist', 'Opening']);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await tool('History').click();
    await expectShown(['Draft']);
  });

  it.each([
    ['Users', '/admin?tab=users', ['Given', 'Family']],
    ['Personal Stories', '/admin?tab=personal-stories', ['Given', 'Family', 'Story']],
    ['Promo Codes', '/admin?tab=promo-codes', ['Benefit']],
    ['Reviews', '/admin?tab=reviews', ['Review', 'Opinion', 'Work']],
  ])('is text on the tab %s of the admin console', async (_tab, address, names) => {
    const opened = await openConsole(app, address);
    const atConsole = new MarkupWatch(opened);
    const row = opened.page.getByRole('row', { name: /hasRun/ }).getByRole('button');
    await row.first().press('Enter');
    await opened.page.getByRole('dialog').first().waitFor();
    await expectShown(names, atConsole);
    await opened.page.context().close();
  });

  it('is shown as plain text in an approved review on the landing page', async () => {
    const { page: console } = await openConsole(app, '/admin?tab=reviews');
    await console.getByRole('button', { name: /^Approve Review/ }).click();
    await console.getByText('Review Approved', { exact: true }).waitFor();
    await console.context().close();
    const visitor = await app.openPage();
    const atLanding = new MarkupWatch(visitor);
    await visitor.page.goto('/#reviews');
    await visitor.page.getByRole('article').filter({ hasText: 'Opinion' }).waitFor();
    await expectShown(['Review', 'Opinion', 'Work'], atLanding);
    await visitor.page.context().close();
  });

  it('was checked on at least one screen for every text', () => {
    expect([...stored.texts.keys()].filter((name) => !shownNames.has(name))).toEqual([]);
  });
});

describe('a logo with scripts and remote files', () => {
  const app = TestApp.own({ seed: false });

  it('is served as pixels, shown on every page, and runs and requests nothing', async () => {
    const opened = await openConsole(app);
    const { page } = opened;
    const watch = new MarkupWatch(opened);
    await page.goto('/logo-upload');
    await page
      .getByLabel('Logo file')
      .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(hostileSvg) });
    await page.getByAltText('Preview of the new logo').waitFor();
    await watch.expectHarmless();
    await page.getByRole('button', { name: 'Upload Logo' }).click();
    await page.getByText('Success', { exact: true }).first().waitFor();
    for (const address of ['/admin', '/', '/features']) {
      await page.goto(address);
      // A public page loads its scripts on the first interaction.
      await page.mouse.move(20, 300);
      const logo = page.getByRole('banner').getByRole('img', { name: 'Inkbear' });
      await logo.waitFor();
      const src = (await logo.getAttribute('src')) ?? '';
      expect([address, src]).toEqual([address, expect.stringMatching(/^\/api\/site-logo\/[0-9a-f]{64}\.webp$/)]);
      await watch.expectHarmless();
    }
    const src = (await page.getByRole('banner').getByRole('img', { name: 'Inkbear' }).getAttribute('src')) ?? '';
    const file = await page.request.get(src);
    const bytes = await file.body();
    expect([file.headers()['content-type'], bytes.subarray(0, 4).toString(), bytes.includes('script')]).toEqual([
      'image/webp',
      'RIFF',
      false,
    ]);
  });
});
