import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { Author } from '../src/author.ts';
import { KeyboardUser } from '../src/keyboard-user.ts';
import { auditPageInAllViews } from '../src/page-audit.ts';
import { TestApp } from '../src/test-app.ts';

const storm = 'The storm came over the harbour before noon.';
const late = 'It was late when Ida heard the bell.';
const fog = 'Fog lay on the water in the morning.';

/** A book with the chapters “One”, which has two scenes, and “Two”, which has one. */
async function createBook(author: Author): Promise<{ bookId: string; one: string; two: string }> {
  const { bookId, chapterId: one } = await author.createBook();
  const two = await author.createChapter(bookId);
  const write = async (id: string, title: string, content: string) => {
    const { status } = await author.call('PUT', `/api/chapters/${id}`, { title, content });
    expect(status).toBe(200);
  };
  await write(one, 'One', `${storm}\n\n***\n\n${late}`);
  await write(two, 'Two', fog);
  return { bookId, one, two };
}

const contentOf = async (author: Author, id: string): Promise<string> =>
  String((await author.call('GET', `/api/chapters/${id}`)).body['content']);

/** The cards of a chapter. */
const cards = (page: Page, title: string): Locator =>
  page.getByRole('list', { name: `Scenes of ${title}`, exact: true }).getByRole('listitem');
const lastChange = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

describe('the corkboard', () => {
  const app = TestApp.shared();
  let author: Author;
  let page: Page;
  let problems: string[];
  let book: Awaited<ReturnType<typeof createBook>>;
  beforeAll(async () => {
    author = await app.author('pro_monthly');
    book = await createBook(author);
    ({ page, problems } = await app.signIn('pro_monthly'));
  });

  it('opens from the list of chapters and shows the scenes as cards', async () => {
    await page.goto(`/book/${book.bookId}`);
    await page.locator('.cm-content').waitFor();
    await page.getByRole('link', { name: 'Corkboard: chapters and scenes' }).click();
    await page.waitForURL(/\/corkboard$/);
    await cards(page, 'One').filter({ hasText: late }).waitFor();
    expect(await cards(page, 'One').count()).toBe(2);
    await cards(page, 'Two').filter({ hasText: fog }).waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
  });

  it('keeps a synopsis, also after its scene has moved by drag and drop', async () => {
    await page.getByRole('button', { name: 'Add a synopsis: scene 2 of One' }).click();
    await page.getByRole('textbox', { name: 'Synopsis of scene 2 of One' }).fill('Ida waits for the ship.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Edit the synopsis: scene 2 of One' }).waitFor();
    await cards(page, 'One').nth(1).dragTo(cards(page, 'Two').first());
    await lastChange(page, 'Scene 2 of “One” is now scene 1 of “Two”.');
    await cards(page, 'Two').first().filter({ hasText: 'Ida waits for the ship.' }).waitFor();
    expect(await contentOf(author, book.one)).toBe(storm);
    expect(await contentOf(author, book.two)).toBe(`${late}\n\n***\n\n${fog}`);
    await page.reload();
    await cards(page, 'Two').first().filter({ hasText: 'Ida waits for the ship.' }).waitFor();
  });

  it('merges two chapters, and Undo brings the second one back', async () => {
    await page.getByRole('button', { name: 'More for One', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Merge with “Two”' }).click();
    await lastChange(page, '“Two” is now part of “One”.');
    await cards(page, 'Two').first().waitFor({ state: 'detached' });
    expect(await contentOf(author, book.one)).toBe(`${storm}\n\n${late}\n\n***\n\n${fog}`);
    await page.getByRole('button', { name: 'Undo' }).click();
    await lastChange(page, 'The last change was undone.');
    await cards(page, 'Two').nth(1).waitFor();
    expect(await contentOf(author, book.one)).toBe(storm);
    expect(problems).toEqual([]);
  });
});

describe('the corkboard by keyboard', () => {
  const app = TestApp.shared();
  let author: Author;
  let page: Page;
  let problems: string[];
  let keyboard: KeyboardUser;
  let book: Awaited<ReturnType<typeof createBook>>;
  beforeAll(async () => {
    author = await app.author('pro_monthly');
    book = await createBook(author);
    ({ page, problems } = await app.signIn('pro_monthly'));
    await page.goto(`/book/${book.bookId}/corkboard`);
    keyboard = new KeyboardUser(page);
  });

  it('moves a scene within its chapter, and the focus moves along', async () => {
    await cards(page, 'One').nth(1).waitFor();
    await keyboard.use(page.getByRole('button', { name: 'Move down: scene 1 of One' }));
    await lastChange(page, 'Scene 1 is now scene 2 of “One”.');
    await cards(page, 'One').nth(1).filter({ hasText: storm }).waitFor();
    await cards(page, 'One').nth(1).locator(':focus').waitFor();
    await keyboard.expectFocus();
    expect(await contentOf(author, book.one)).toBe(`${late}\n\n***\n\n${storm}`);
  });

  it('moves a scene to the chapter that was chosen', async () => {
    await keyboard.use(page.getByRole('button', { name: 'More for scene 2 of One' }));
    await keyboard.use(page.getByRole('menuitem', { name: 'Move to chapter…' }));
    await keyboard.use(page.getByRole('dialog').getByRole('button', { name: 'Move the scene' }));
    await lastChange(page, 'Scene 2 of “One” is now the last scene of “Two”.');
    await cards(page, 'Two').nth(1).locator(':focus').waitFor();
    await keyboard.expectFocus();
    expect(await contentOf(author, book.two)).toBe(`${fog}\n\n***\n\n${storm}`);
  });

  it('says so when a text was changed elsewhere, and shows it as it is', async () => {
    const changed = `${fog}\n\n***\n\n${storm}\n\n***\n\nThe ship is in.`;
    await author.call('PUT', `/api/chapters/${book.two}`, { content: changed });
    await keyboard.use(page.getByRole('button', { name: 'Move up: scene 2 of Two' }), { isBackward: true });
    await page.getByText('The scene was not moved').first().waitFor();
    await cards(page, 'Two').nth(2).waitFor();
    expect(await contentOf(author, book.two)).toBe(changed);
    expect(problems).toEqual([]);
  });
});
