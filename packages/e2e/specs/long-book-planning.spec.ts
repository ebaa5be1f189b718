import { beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { Author } from '../src/author.ts';
import { editorText, waitUntilSaved } from '../src/browser.ts';
import { auditPageInAllViews } from '../src/page-audit.ts';
import { TestApp } from '../src/test-app.ts';

const chapterCount = 32;
const paragraph =
  'The lamp on the quay went out at nine, and nobody on Gull Street could say who had last carried the ladder. Ida counted the steps again. ';
/** A little over 2,800 words. */
const chapterText = Array.from({ length: 36 }, (_, at) => `${at + 1}. ${paragraph.repeat(3).trim()}`).join('\n\n');

describe('a book of 90,000 words', () => {
  const app = TestApp.shared();
  let page: Page;
  let author: Author;
  let problems: string[];
  let bookId = '';
  let chapterIds: string[] = [];
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const tool = async (name: string) => {
    if ((await button(name).getAttribute('aria-pressed')) !== 'true') await button(name).click();
    return page.getByRole('region', { name, exact: true });
  };
  const idsInOrder = async () =>
    ((await author.call('GET', `/api/books/${bookId}/chapters`)).body as unknown as { id: string }[]).map(
      ({ id }) => id,
    );
  /**
   * Prints the duration of the page's long tasks in ms; no assertion, because machines differ. Waits first, because the
   * browser reports long tasks with a delay.
   */
  const printLongTasks = async (action: string) => {
    const durations = await page.evaluate<number[]>(
      'new Promise((resolve) => setTimeout(() => resolve(window.longTasks), 500))',
    );
    process.stdout.write(
      `long tasks (${action}): ${
        durations
          .map(Math.round)
          .toSorted((a, b) => b - a)
          .slice(0, 5)
          .join(', ') || 'none'
      } ms\n`,
    );
  };
  const openEditor = async () => {
    await page.goto(`/book/${bookId}`);
    await page.locator('.cm-content').waitFor();
  };

  beforeAll(async () => {
    ({ page, problems } = await app.signIn('pro_monthly'));
    author = await app.author('pro_monthly');
    const chapters = Array.from({ length: chapterCount }, (_, at) => ({ number: at + 1, title: `Night ${at + 1}` }));
    bookId = (
      await author.call(
        'POST',
        '/api/books',
        { title: 'The Long Watch', genre: 'mystery', wordCount: 100_000, chapters },
        { 'idempotency-key': randomUUID() },
      )
    ).body['id'] as string;
    chapterIds = await idsInOrder();
    for (const id of chapterIds.slice(0, -1))
      expect((await author.call('PUT', `/api/chapters/${id}`, { content: chapterText })).status).toBe(200);
  });

  it('opens, scrolls, switches chapters and accepts typing', async () => {
    await page.addInitScript(
      `window.longTasks = []; new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) window.longTasks.push(duration); }).observe({ type: 'longtask', buffered: true });`,
    );
    await openEditor();
    expect((await author.call('GET', `/api/books/${bookId}`)).body['writtenWords']).toBeGreaterThan(85_000);
    for (let at = 2; at <= 6; at += 1) {
      await button('Next chapter').click();
      await page.getByRole('textbox', { name: `Night ${at}, text` }).waitFor();
      await page.mouse.move(720, 500);
      for (let turn = 0; turn < 5; turn += 1) await page.mouse.wheel(0, 1500);
    }
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Nobody slept that night.', { delay: 10 });
    await waitUntilSaved(page);
    await printLongTasks('open, scroll, switch chapters, type');
  });

  it('compares two texts of 90,000 characters incrementally', async () => {
    const words = (ending: string) =>
      Array.from(
        { length: 16_000 },
        (_, at) =>
          `${((at * 7919) % 9973).toString(36)}er${at % 4 === 0 ? ending : ''}${at % 100 === 0 ? '.\n\n' : ' '}`,
      )
        .join('')
        .slice(0, 90_000);
    const save = async (content: string) =>
      expect((await author.call('PUT', `/api/chapters/${chapterIds[9] ?? ''}`, { content })).status).toBe(200);
    for (const ending of ['a', 'b']) await save(words(ending));
    await openEditor();
    await page
      .getByRole('region', { name: 'Chapter list' })
      .getByRole('button', { name: /^10 ?Night 10/ })
      .click();
    const panel = await tool('History');
    await panel
      .getByRole('button', { name: /^Overwrote another version/ })
      .first()
      .click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('group', { name: 'What changed' }).or(sheet.getByText('Both texts are the same.')).waitFor();
    await page.evaluate('void (window.longTasks.length = 0)');
    await sheet.getByLabel('Before').selectOption({ value: '3' });
    await sheet.locator('[aria-label="What changed"][aria-busy="false"]').waitFor();
    expect(await sheet.locator('ins').count()).toBeGreaterThan(1000);
    await printLongTasks('compare');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
    await save(chapterText);
  });

  it('shows today’s words, pace and projected end, and accepts a target', async () => {
    const panel = await tool('Progress');
    await panel.getByText('1 day').waitFor();
    await panel.getByText(/At your current pace of about/).waitFor();
    await panel.getByRole('spinbutton', { name: 'Target words' }).fill('3000');
    await page.keyboard.press('Enter');
    await panel.getByText('of 3,000 words').waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
  });

  it('adds a template to a chapter plan without changing its text, and completes the checklist', async () => {
    const before = await editorText(page);
    const panel = await tool('Craft');
    await panel.getByRole('textbox', { name: 'Key points' }).fill('Ida finds the ladder');
    await panel.getByRole('button', { name: 'Save plan' }).click();
    await panel.getByText('The plan is saved.').waitFor();
    await panel.getByRole('button', { name: 'Add to this chapter’s plan' }).click();
    await page.getByText('Added to the chapter plan').waitFor();
    expect(await panel.getByRole('textbox', { name: 'Key points' }).inputValue()).toBe('Ida finds the ladder');
    const beats = await panel.getByRole('textbox', { name: /^Beat \d$/ }).all();
    const texts = await Promise.all(beats.map((beat) => beat.inputValue()));
    expect(texts.join('\n')).toMatch(/^The question: .*\nThe search: .*\nThe wrong turn: .*\nThe new light: .*$/);
    expect(await editorText(page)).toBe(before);
    const checklist = panel.getByRole('region', { name: 'Checklist' });
    for (const box of await checklist.getByRole('checkbox').all()) await box.check();
    await panel.getByText('Chapter Mastered').waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
  });

  it('compares every chapter with the voice of its author', async () => {
    const panel = await tool('Voice');
    await panel.getByText('Close to your voice').first().waitFor();
    // The chapter in which the tests above have typed may differ from the others, which are all the same.
    expect(await panel.getByText('Close to your voice').count()).toBeGreaterThanOrEqual(chapterCount - 2);
    expect(await panel.getByText('Too short to compare').count()).toBe(1);
    expect(await auditPageInAllViews(page)).toEqual([]);
  });

  it('shows where the words of the book come from, and keeps what its author declares', async () => {
    const panel = await tool('Origins');
    await panel.getByRole('table').waitFor();
    const first = (label: string) => panel.getByRole('row', { name: new RegExp(`^${label}`) });
    expect(await first('Typed by you').textContent()).toMatch(/Typed by you[\d,]+(99|100)%/);
    await panel.getByLabel('Pictures made with AI, including the cover').selectOption('none');
    await panel.getByLabel('Translations made with AI').selectOption('none');
    await panel.getByText('This is not final yet').waitFor({ state: 'hidden' });
    expect(await panel.getByRole('definition').allTextContents()).toEqual(['None', 'None', 'None']);
    expect(await auditPageInAllViews(page)).toEqual([]);
  });

  it('finds a contradiction between two chapters, goes to both places and remembers what is ignored', async () => {
    const eyes = ['Mara Venn had grey eyes.', 'Mara Venn had green eyes.'];
    const save = async (at: number, content: string) =>
      expect((await author.call('PUT', `/api/chapters/${chapterIds[at] ?? ''}`, { content })).status).toBe(200);
    for (const [index, at] of [11, 12].entries())
      await save(at, `${chapterText}\n\n${eyes[index] ?? ''} Nobody forgot Mara Venn.`);
    const panel = await tool('Checks');
    await panel.getByRole('button', { name: 'Check the book' }).click();
    const contradictions = panel.getByRole('region', { name: 'Contradictions' });
    await contradictions.waitFor();
    for (const [index, quote] of eyes.entries()) {
      await contradictions.getByRole('button', { name: new RegExp(`Night ${index + 12}.*${quote}`) }).click();
      await page.getByRole('textbox', { name: `Night ${index + 12}, text` }).waitFor();
      await page.waitForFunction(`getSelection()?.toString().includes(${JSON.stringify(quote.slice(10, -1))})`);
      await tool('Checks');
      await contradictions.waitFor();
    }
    // Only the parts of the editor scroll, not the page around them.
    expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0);
    expect(await auditPageInAllViews(page)).toEqual([]);
    await contradictions.getByRole('button', { name: 'It changed here' }).click();
    await page.getByText('Saved as a change').waitFor();
    await contradictions.waitFor({ state: 'hidden' });
    await button('Undo').click();
    await contradictions.getByRole('button', { name: 'Ignore' }).click();
    await contradictions.waitFor({ state: 'hidden' });
    await panel.getByRole('button', { name: 'Check the book' }).click();
    await panel.getByRole('button', { name: 'Show 1 ignored finding' }).waitFor();
    await contradictions.waitFor({ state: 'hidden' });
    for (const at of [11, 12]) await save(at, chapterText);
  });

  it('keeps a story bible whose changes can be undone', async () => {
    const panel = await tool('Story bible');
    const add = async (kind: string, name: string) => {
      await panel.getByLabel('Kind').selectOption(kind);
      await panel.getByLabel('Name').fill(name);
      await panel.getByRole('button', { name: 'Add entry' }).click();
      await panel.getByRole('form', { name }).waitFor();
    };
    await add('place', 'Gull Street');
    await panel.getByRole('button', { name: 'All entries' }).click();
    await add('character', 'Ida Marsh');
    await panel.getByLabel('Other names (optional)').fill('Ida, the lamplighter');
    await panel.getByRole('button', { name: 'Save entry' }).click();
    await page.getByText('Entry saved').waitFor();
    await panel.getByLabel('Fact', { exact: true }).fill('grey');
    await panel.getByRole('button', { name: 'Add fact' }).click();
    await panel.getByText('Eyes:').waitFor();
    await panel.getByLabel('How Ida Marsh is related').fill('lives in');
    await panel.getByLabel('To', { exact: true }).selectOption({ label: 'Gull Street' });
    await panel.getByRole('button', { name: 'Add relation' }).click();
    await panel.getByRole('button', { name: 'Open Gull Street' }).waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Delete entry' }).click();
    await panel.getByRole('button', { name: /^Gull Street/ }).waitFor();
    expect(await panel.getByRole('button', { name: /^Ida Marsh/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await panel.getByRole('button', { name: /^Ida Marsh/ }).click();
    await panel.getByText('Eyes:').waitFor();
    await panel.getByRole('button', { name: 'Open Gull Street' }).click();
    await panel.getByRole('form', { name: 'Gull Street' }).waitFor();
    await panel.getByRole('button', { name: 'All entries' }).click();
    expect(await auditPageInAllViews(page)).toEqual([]);
  });

  it('suggests facts from the chapters for the story bible, which the author accepts by keyboard', async () => {
    const rev = (await author.call('GET', `/api/chapters/${chapterIds[20]}`)).body['rev'] as number;
    const content = `Tomas Grell came in. Tomas Grell had brown eyes. “Late again,” said Tomas.\n\n${chapterText}`;
    await author.call('PUT', `/api/chapters/${chapterIds[20]}`, { content }, { 'if-match': `"${rev}"` });
    const panel = await tool('Story bible');
    await panel.getByText('Proposed', { exact: true }).click();
    const eyes = panel.getByRole('article', { name: 'Eyes: brown' });
    await eyes.waitFor({ timeout: 90_000 });
    expect(await auditPageInAllViews(page)).toEqual([]);
    await eyes.getByRole('button', { name: 'Accept' }).focus();
    await page.keyboard.press('a');
    await eyes.waitFor({ state: 'hidden' });
    await panel.getByText('Entries', { exact: true }).click();
    await panel.getByRole('button', { name: /^Tomas Grell/ }).click();
    await panel.getByText('Eyes:').waitFor();
    await panel.getByRole('button', { name: 'All entries' }).click();
  });

  it('marks the names of the story bible in the text, and shows a card of each, also by keyboard', async () => {
    const list = page.getByRole('region', { name: 'Chapter list' });
    await list
      .getByRole('button', { name: /^21 ?Night 21/ })
      .first()
      .click();
    const name = page.locator('.cm-mention').filter({ hasText: 'Tomas Grell' }).first();
    const card = page.getByRole('dialog', { name: 'Tomas Grell' });
    await name.hover();
    await card.getByText('Tomas Grell had brown eyes.').waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
    await page.mouse.move(0, 0);
    await card.waitFor({ state: 'hidden' });
    await name.click();
    await page.mouse.move(0, 0);
    await page.keyboard.press('Control+Shift+B');
    await card.waitFor();
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+Shift+B');
    await card.waitFor();
    const focused = () => page.evaluate<string>('document.activeElement?.textContent ?? ""');
    for (let tabs = 0; tabs < 5 && (await focused()) !== 'Open in the story bible'; tabs += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('form', { name: 'Tomas Grell' }).waitFor();
    await page.getByRole('button', { name: 'All entries' }).click();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Hide dotted lines under story bible names' }).click();
    await name.waitFor({ state: 'detached' });
  });

  it('suggests character names and a pen name', async () => {
    const panel = await tool('Names');
    await panel.getByRole('button', { name: 'Suggest six names' }).click();
    await panel
      .getByRole('button', { name: /^Copy / })
      .first()
      .click();
    await page.getByText('Copied!').waitFor();
    expect(await panel.getByRole('listitem').count()).toBe(6);
    expect(await auditPageInAllViews(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Find a pen name' }).click();
    const name = (await page.getByRole('dialog').getByRole('status').textContent()) ?? '';
    await page.getByRole('button', { name: 'Use this name' }).click();
    await panel.getByText(`This book appears under ${name}.`).waitFor();
    expect((await author.call('GET', `/api/books/${bookId}`)).body['penName']).toBe(name);
  });

  it('moves a chapter with the keyboard, deletes one, undoes it, and restores it from the trash', async () => {
    const list = page.getByRole('region', { name: 'Chapter list' });
    const row = (name: RegExp) => list.getByRole('button', { name }).first();
    await row(/^1 ?Night 1/).focus();
    await page.keyboard.press('Alt+ArrowDown');
    await row(/^2 ?Night 1/).waitFor();
    await page.keyboard.press('Alt+ArrowUp');
    await row(/^1 ?Night 1/).waitFor();
    const moveToTrash = async () => {
      await button('More for Night 3').click();
      await page.getByRole('menuitem', { name: 'Move to trash' }).click();
      await page.getByText('Moved to the trash').waitFor();
    };
    await moveToTrash();
    await button('Undo').click();
    await row(/^3 ?Night 3/).waitFor();
    await moveToTrash();
    await page.getByRole('link', { name: 'Trash', exact: true }).click();
    await page.getByText('30 days left').waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
    await button('Restore Night 3').click();
    await page.getByText('The trash is empty').waitFor();
    expect(await idsInOrder()).toEqual(chapterIds);
  });

  it('edits, cancels and saves a chapter on the full-chapter page', async () => {
    const first = chapterIds[0] ?? '';
    await page.goto(`/full-chapter?id=${first}&bookId=${bookId}`);
    await button('Edit').waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
    await button('Edit').click();
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('A line that goes again. ');
    const readContent = async () => (await author.call('GET', `/api/chapters/${first}`)).body['content'] as string;
    await button('Cancel').click();
    await page.getByText('Changes undone').waitFor();
    await button('Edit').click();
    expect(await editorText(page)).toBe(chapterText);
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('A line that stays. ');
    expect(await auditPageInAllViews(page)).toEqual([]);
    await button('Save').click();
    await page.getByText('Chapter saved successfully.').waitFor();
    expect(await readContent()).toBe(`A line that stays. ${chapterText}`);
    await page.getByRole('link', { name: /Night 2$|Night 2 ?[\d,]+$/ }).click();
    await page.getByRole('heading', { name: 'Night 2', level: 1 }).waitFor();
    await page.goto('/full-chapter?id=1');
    await page.getByText('Chapter ID or Book ID is missing.').waitFor();
  });

  it('generates an empty chapter once on the full-chapter page and saves it automatically', async () => {
    const last = chapterIds.at(-1) ?? '';
    await page.goto(`/full-chapter?id=${last}&bookId=${bookId}`);
    await page.getByText('0/1').waitFor();
    await button('Generate').click();
    await page.getByText('Chapter Generated!').waitFor();
    await button('Edit').waitFor();
    await page.getByText('1/1').waitFor();
    await expect(
      (async () => ((await author.call('GET', `/api/chapters/${last}`)).body['content'] as string).length)(),
    ).resolves.toBeGreaterThan(2000);
    expect(await button('Generate').count()).toBe(0);
  });

  it('marks the book complete, archives it and makes it active again', async () => {
    await page.goto(`/book/${bookId}?tab=settings`);
    const status = page.getByLabel('Status');
    const expectStoredStatus = async (value: string) =>
      expect((await author.call('GET', `/api/books/${bookId}`)).body['status']).toBe(value);
    for (const next of ['complete', 'archived', 'active']) {
      await status.selectOption(next);
      await status.and(page.locator(':enabled')).waitFor();
      await expectStoredStatus(next);
      if (next === 'archived') expect(await auditPageInAllViews(page)).toEqual([]);
    }
    await author.call('PUT', `/api/books/${bookId}`, { status: 'archived' });
    await status.selectOption('complete');
    await page.getByText('This book is archived. Make it active first, then it can become complete.').waitFor();
    await author.call('PUT', `/api/books/${bookId}`, { status: 'active' });
  });

  it('shows the streak on the dashboard and undoes the deletion of the book', async () => {
    await page.goto('/dashboard');
    await page.getByText('1 day', { exact: true }).waitFor();
    await button('More for The Long Watch').click();
    await page.getByRole('menuitem', { name: 'Move to trash' }).click();
    await page.getByText('Moved to the trash').waitFor();
    await expect(page.getByRole('link', { name: 'Continue Writing The Long Watch' }).count()).resolves.toBe(0);
    await button('Undo').click();
    await page.getByRole('link', { name: 'Continue Writing The Long Watch' }).waitFor();
    expect(problems).toEqual([]);
  });
});
