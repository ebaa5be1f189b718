import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { sampleBook } from '@inkbear/local/sample-book';
import type { Page } from 'playwright-core';
import { editorText, waitForHydration, waitUntilSaved } from '../src/browser.ts';
import { KeyboardUser } from '../src/keyboard-user.ts';
import { TestApp } from '../src/test-app.ts';

const account = { email: `${randomUUID()}@example.com`, password: 'violet-otter-9' };

/** One author from the registration to the logout. Each test begins where the one before it has left the focus. */
describe('the keyboard alone', () => {
  const app = TestApp.shared();
  let page: Page;
  let problems: string[];
  let keyboard: KeyboardUser;
  beforeAll(async () => {
    ({ page, problems } = await app.openPage());
    keyboard = new KeyboardUser(page);
    await page.goto('/');
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const link = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });
  const tool = (name: string) =>
    page.getByRole('complementary', { name: 'Tools' }).getByRole('button', { name, exact: true });
  const panel = (name: string) => page.getByRole('region', { name, exact: true });

  it('registers an author', async () => {
    // A public page starts at the first interaction; until then a link loads a new document, which has no focus.
    await page.keyboard.press('Tab');
    await waitForHydration(page);
    await keyboard.use(link('Sign In'));
    await page.waitForURL('/auth');
    await keyboard.expectFocus();
    await keyboard.use(button('Create an account'));
    await keyboard.expectFocus();
    await keyboard.tabTo(page.getByRole('textbox', { name: 'First name' }), { isBackward: true });
    await page.keyboard.type('Ada');
    await keyboard.fill(page.getByRole('textbox', { name: 'Last name' }), 'Byron');
    await keyboard.fill(page.getByRole('textbox', { name: 'Email' }), account.email);
    await keyboard.fill(page.getByLabel('Password'), account.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('/');
    await keyboard.expectFocus();
  });

  it('buys a plan', async () => {
    await keyboard.use(link('Pricing'), { isBackward: true });
    await page.waitForURL('/pricing');
    await keyboard.expectFocus();
    await keyboard.use(button('Choose Pro Monthly'));
    await page.waitForURL('/subscribe');
    await keyboard.expectFocus();
    await keyboard.use(button('4242 4242 4242 4242'));
    await keyboard.use(button('Pay £12'), { isBackward: true });
    await page.waitForURL('/dashboard');
    await keyboard.expectFocus();
  });

  it('creates a book in a dialog that begins at its first field and returns the focus', async () => {
    const create = button('Create your first book');
    const title = page.getByRole('textbox', { name: 'Title' });
    const genre = page.getByRole('combobox', { name: 'Genre', exact: true });
    await keyboard.use(create);
    await title.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await create.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await title.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('The Salt Road');
    await keyboard.fill(genre, 'Myst');
    expect(await genre.inputValue()).toBe('mystery');
    await keyboard.use(button('Create book'));
    await page.waitForURL(/\/book\//);
    await page.locator('.cm-content').waitFor();
    await keyboard.expectFocus();
  });

  it('writes in the editor, and leaves the text with Tab in both directions', async () => {
    const text = page.locator('.cm-content');
    await keyboard.fill(text, 'The lamp would not light. It really hissed, and the street was very quiet.');
    await waitUntilSaved(page);
    await page.keyboard.press('Tab');
    await keyboard.expectFocus();
    expect(await keyboard.hasFocus(text)).toBe(false);
    await keyboard.tabTo(text, { isBackward: true, maxPresses: 2 });
    await page.keyboard.press('Shift+Tab');
    expect(await keyboard.hasFocus(text)).toBe(false);
  });

  it('uses an AI tool and accepts its proposal', async () => {
    const before = await editorText(page);
    await keyboard.use(tool('AI tools'));
    await keyboard.expectFocus();
    await keyboard.use(panel('AI tools').getByRole('button', { name: /^Polish/ }), { isBackward: true });
    const accept = panel('Proposal').getByRole('button', { name: /^Accept/ });
    await accept.first().waitFor();
    await keyboard.expectFocus();
    await keyboard.use(accept);
    await page.locator('.cm-content:focus').waitFor();
    expect(await editorText(page)).not.toBe(before);
    await waitUntilSaved(page);
  });

  it('compares a version in a drawer that returns the focus', async () => {
    await keyboard.use(tool('History'));
    const version = panel('History').getByRole('button', { name: /^Accepted from AI/ });
    await keyboard.use(version, { isBackward: true });
    await page.getByRole('dialog').getByText('Both texts are the same.').waitFor();
    await keyboard.expectFocus();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await version.and(page.locator(':focus')).waitFor();
  });

  it('exports the book as a PDF', async () => {
    await keyboard.use(tool('Export'));
    const download = page.waitForEvent('download');
    await keyboard.use(button('Ebook PDF'), { isBackward: true });
    expect((await download).suggestedFilename()).toBe('The Salt Road.pdf');
    await button('Ebook PDF').and(page.locator(':enabled')).waitFor();
    await keyboard.expectFocus();
  });

  it('opens the account page, and logs out', async () => {
    const menu = button(/^Your account/);
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Your books');
    await page.getByRole('option', { name: 'Your books', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('/dashboard');
    await keyboard.expectFocus();
    await keyboard.use(menu, { isBackward: true });
    await keyboard.use(link('Account'));
    await page.waitForURL('/account');
    await keyboard.expectFocus();
    await keyboard.use(menu, { isBackward: true });
    await keyboard.use(button('Log out'));
    await page.waitForURL('/auth');
    await keyboard.expectFocus();
    expect(problems).toEqual([]);
  });
});

/** An author on Pro Monthly with a sample book. Each test begins where the one before it has left the focus. */
describe('the keyboard alone, outside the editor of a book', () => {
  const app = TestApp.shared();
  let page: Page;
  let problems: string[];
  let keyboard: KeyboardUser;
  beforeAll(async () => {
    ({ page, problems } = await app.signIn('pro_monthly'));
    keyboard = new KeyboardUser(page);
    await page.goto('/dashboard');
    await button(`More for ${sampleBook.title}`).waitFor();
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const field = (name: string) => page.getByRole('textbox', { name });
  const toast = (title: string) => page.getByText(title, { exact: true }).first().waitFor();

  /** Opens a page with the command palette. */
  async function open(command: string, path: string): Promise<void> {
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox', { name: 'Search and commands' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type(command);
    await page.getByRole('option', { name: command, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(path);
    await keyboard.expectFocus();
  }

  it('answers the genre quiz, and takes it again', async () => {
    await open('Writing tools', '/tools');
    await keyboard.tabTo(page.getByRole('tab', { name: /^Title generator/ }));
    await page.keyboard.press('ArrowDown');
    await page.waitForURL('/tools?tool=genre-quiz');
    await page
      .getByRole('tab', { name: /^Genre/, selected: true })
      .and(page.locator(':focus'))
      .waitFor();
    for (const choice of ['History', 'Life itself', 'Keep family memories']) {
      await keyboard.use(page.getByLabel(choice, { exact: true }), { key: 'Space' });
      await keyboard.use(button('Next'));
      await keyboard.expectFocus();
    }
    await keyboard.use(page.getByRole('radio').first(), { key: 'Space' });
    await keyboard.use(button('See my genre'));
    await page.getByRole('heading', { name: 'Memoir' }).waitFor();
    await keyboard.expectFocus();
    await keyboard.use(button('Take Quiz Again'));
    await page.getByText('Step 1 of 4').waitFor();
    await keyboard.expectFocus();
  });

  it('finds a title and an outline, and creates the book', async () => {
    await keyboard.tabTo(page.getByRole('tab', { name: /^Genre/ }), { isBackward: true });
    await page.keyboard.press('ArrowUp');
    await keyboard.fill(field('What is your book about?'), 'a lighthouse keeper on Skye');
    await keyboard.fill(page.getByRole('combobox', { name: 'Genre' }), 'Myst');
    await keyboard.use(button('Generate titles'));
    await page.getByRole('heading', { name: '6 titles' }).waitFor();
    await keyboard.expectFocus();
    await keyboard.use(page.getByRole('link', { name: /^Plan an outline for / }));
    await page.waitForURL('/tools?tool=outline-generator');
    await keyboard.expectFocus();
    await keyboard.use(button('Generate outline'));
    await toast('Outline Generated!');
    await keyboard.expectFocus();
    await keyboard.use(button('Create this book'));
    await page.waitForURL(/\/book\//);
    await page.locator('.cm-content').waitFor();
    await keyboard.expectFocus();
  });

  it('creates a personal story, generates and changes its text, and downloads it', async () => {
    await open('Personal Stories', '/personal-stories');
    await keyboard.use(button('Create Story: Family Legacy'));
    await keyboard.expectFocus();
    await keyboard.use(button('Create Personal Story'));
    await field('Family Name').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Vell');
    await keyboard.fill(field('Main Characters'), 'Mara');
    await keyboard.fill(field('Family History'), 'They kept the lamps of the harbour.');
    await keyboard.use(button('Create Personal Story'));
    await toast('Story Created!');
    await keyboard.expectFocus();
    await keyboard.use(page.getByRole('link', { name: 'Edit & Enhance: Family Legacy' }));
    await page.waitForURL(/\/story\//);
    await page.locator('.cm-content').waitFor();
    await keyboard.expectFocus();
    await keyboard.use(button('Generate Story'));
    await toast('Story Generated!');
    await keyboard.expectFocus();
    await waitUntilSaved(page);
    const before = await editorText(page);
    await keyboard.use(button('Change Tone'), { isBackward: true });
    await keyboard.use(page.getByRole('dialog').getByRole('button', { name: /^Reflective/ }));
    await toast('Tone Changed');
    await keyboard.expectFocus();
    await keyboard.use(
      page.getByRole('region', { name: 'Proposal', exact: true }).getByRole('button', { name: /^Accept/ }),
    );
    await page.locator('.cm-content:focus').waitFor();
    expect(await editorText(page)).not.toBe(before);
    await waitUntilSaved(page);
    const download = page.waitForEvent('download');
    await keyboard.use(button('Text'));
    expect((await download).suggestedFilename()).toBe('Family Legacy.txt');
    await keyboard.expectFocus();
  });

  it('deletes a story, undoes that, and deletes it again', async () => {
    const link = page.getByRole('link', { name: 'Edit & Enhance: Family Legacy' });
    await keyboard.use(page.getByRole('link', { name: 'Back to Stories' }), { isBackward: true });
    await page.waitForURL('/personal-stories');
    await keyboard.expectFocus();
    await keyboard.use(button('Delete Family Legacy'));
    await toast('Moved to the trash');
    await link.waitFor({ state: 'hidden' });
    await keyboard.expectFocus();
    await keyboard.use(button('Undo'), { maxPresses: 60 });
    await link.waitFor();
    await keyboard.expectFocus();
    await keyboard.use(button('Delete Family Legacy'), { isBackward: true });
    await link.waitFor({ state: 'hidden' });
    await keyboard.expectFocus();
  });

  it('deletes a book, and restores book and story from the trash', async () => {
    await open('Your books', '/dashboard');
    await keyboard.use(button(`More for ${sampleBook.title}`));
    await keyboard.use(page.getByRole('menuitem', { name: 'Book Settings' }), { key: 'ArrowDown' });
    await page.getByRole('menuitem', { name: 'Move to trash' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await toast('Moved to the trash');
    await keyboard.expectFocus();
    await keyboard.use(page.getByRole('link', { name: 'Trash', exact: true }));
    await page.waitForURL('/trash');
    await keyboard.expectFocus();
    await keyboard.use(button(`Restore ${sampleBook.title}`));
    await button('Restore Family Legacy').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('The trash is empty').waitFor();
    await keyboard.expectFocus();
    await keyboard.use(page.getByRole('link', { name: 'Back to your books' }));
    await page.waitForURL('/dashboard');
    await button(`More for ${sampleBook.title}`).waitFor();
    await keyboard.expectFocus();
    expect(problems).toEqual([]);
  });
});
