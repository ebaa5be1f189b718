import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { textOf, waitUntilSaved } from '../src/browser.ts';
import { examineEverywhere } from '../src/examine.ts';
import { writeChapter } from '../src/room.ts';
import { Visit } from '../src/visit.ts';

const prose =
  'The lamp would not light. Ida tried it "three times" and it really hissed.\n\nShe climbed down. The street was very quiet.\n\nHer father said that a lamp knows who carries the ladder.';

describe('every AI tool', () => {
  const visit = Visit.sharedHouse();
  let page: Page;
  let problems: string[];

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const openTool = async (name: string) => {
    if ((await button(name).getAttribute('aria-pressed')) !== 'true') await button(name).click();
  };
  const proposal = () => page.getByRole('region', { name: 'Proposal', exact: true });
  const toast = (title: string) => page.getByText(title, { exact: true }).first().waitFor({ timeout: 30_000 });
  const openChapter = async (number: number) => {
    await page
      .getByRole('region', { name: 'Chapter list' })
      .getByRole('button')
      .filter({ hasText: new RegExp(`^${number}`) })
      .first()
      .click();
    await page.getByText(`${number} of `, { exact: false }).first().waitFor();
    await page.locator('.cm-content').waitFor();
  };
  const write = (text: string) => writeChapter(page, text);
  /** Selects the first paragraph from the keyboard. */
  const selectFirst = async () => {
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+Home');
    for (let words = 0; words < 5; words += 1) await page.keyboard.press('Control+Shift+ArrowRight');
  };

  beforeAll(async () => {
    ({ page, problems } = await visit.openBook('pro_monthly'));
    await write(prose);
    await openTool('AI tools');
  }, 240_000);

  it('says before the click what it takes and what is left', async () => {
    await page.getByText('1 of 1 generation left for this chapter.').waitFor();
    await page.getByText('2 of 2 whole-chapter edits left for this chapter.').waitFor();
    await page.getByText('80,000 of 80,000 AI words left for this book.').waitFor();
    await page.getByText('On the whole chapter', { exact: false }).waitFor();
    expect(await examineEverywhere(page)).toEqual([]);
  }, 90_000);

  it('polishes sentence by sentence: what is left out stays as it was, and one undo takes all back', async () => {
    await button(/^Polish/).click();
    await toast('Chapter Polished Successfully!');
    expect(await textOf(page)).toBe(prose);
    expect(await examineEverywhere(page)).toEqual([]);
    await proposal().getByRole('checkbox').filter({ hasText: 'hissed' }).press('Space');
    await proposal()
      .getByRole('button', { name: /^Accept 1 of 2 changes$/ })
      .click();
    expect(await textOf(page)).toBe(prose.replace('very quiet', 'quiet'));
    await waitUntilSaved(page);
    await page.keyboard.press('Control+Z');
    expect(await textOf(page)).toBe(prose);
  }, 90_000);

  it('keeps what the author types while it works, and the tries that came before', async () => {
    await button('Dialogue').click();
    await proposal().waitFor();
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText(' He smiled.');
    await toast('AI Enhanced');
    await proposal().getByRole('button', { name: 'Try again' }).click();
    await proposal().getByRole('button', { name: 'Try 2' }).waitFor({ timeout: 30_000 });
    await proposal().getByLabel('Show').selectOption({ label: 'Compared with try 1' });
    await proposal().getByRole('button', { name: 'Try 1' }).click();
    await proposal()
      .getByRole('button', { name: /^Accept/ })
      .click();
    const text = await textOf(page);
    expect(text).toContain(' He smiled.');
    expect(text.length).toBeGreaterThan(prose.length + 20);
    await write(prose);
  }, 90_000);

  it('rewrites a selection where it stands by then', async () => {
    await selectFirst();
    await page.getByText('On the selection', { exact: false }).waitFor();
    await button(/^Rewrite/).click();
    await proposal().waitFor();
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText('At dusk. ');
    await toast('AI Enhanced');
    await proposal().getByRole('button', { name: 'Insert below' }).click();
    expect(await textOf(page)).toContain('it really hissed.\n\nThe lamp would not light\n\nShe climbed down.');
    await write(prose);
  }, 90_000);

  it('offers three variations of a selection, and applies one to exactly that', async () => {
    await selectFirst();
    await button('Suspenseful').click();
    const dialog = page.getByRole('dialog', { name: 'Enhance Selection' });
    await dialog.getByRole('button', { name: 'Apply variation 3' }).waitFor({ timeout: 30_000 });
    expect(await dialog.getByRole('listitem').first().locator('del, ins').count()).toBeGreaterThan(0);
    expect(await examineEverywhere(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'The new text' }).click();
    const variation = await dialog.getByRole('listitem').first().locator('p').textContent();
    await dialog.getByRole('button', { name: 'Apply variation 1' }).click();
    await dialog.waitFor({ state: 'detached' });
    await toast('AI Enhanced');
    const text = await textOf(page);
    expect(text.startsWith(variation ?? 'nothing')).toBe(true);
    expect(text.endsWith('carries the ladder.')).toBe(true);
    await page.keyboard.press('Control+Z');
    expect(await textOf(page)).toBe(prose);
  }, 90_000);

  it('extends below the text, in words that are its own', async () => {
    await button(/^Extend/).click();
    await toast('Chapter Extended Successfully!');
    await proposal().getByRole('button', { name: 'Accept', exact: true }).click();
    const text = await textOf(page);
    expect(text.startsWith(`${prose}\n\n`)).toBe(true);
    expect(text.split(/\s+/).length).toBeGreaterThan(500);
    await page.getByText('0 of 2 whole-chapter edits left', { exact: false }).waitFor();
    expect(await button(/^Enhance chapter/).isDisabled()).toBe(true);
    await waitUntilSaved(page);
  }, 90_000);

  it('takes an accepted text back from another chapter, too', async () => {
    await write(prose);
    await button(/^Polish/).click();
    await toast('Chapter Polished Successfully!');
    await proposal()
      .getByRole('button', { name: /^Accept/ })
      .click();
    await openChapter(2);
    await page.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).click();
    await toast('Taken back');
    await openChapter(1);
    expect(await textOf(page)).toBe(prose);
  }, 90_000);

  it('asks for text before it works on it, and enhances what there is', async () => {
    await openChapter(2);
    await openTool('AI tools');
    await button(/^Enhance chapter/).click();
    await toast('No Content');
    await button('Enhance Selection Three variations of the words you select').click();
    await toast('Select Text First');
    await write(prose);
    await button(/^Enhance chapter/).click();
    await toast('Tone Adjusted');
    await openChapter(1);
    expect(await proposal().count()).toBe(0);
    await openChapter(2);
    await proposal()
      .getByRole('button', { name: /^Accept/ })
      .waitFor();
  }, 90_000);

  it('offers a finished result again after the tab was closed', async () => {
    await page.reload();
    await page.locator('.cm-content').waitFor();
    await page
      .getByRole('complementary', { name: 'A kept result' })
      .getByRole('button', { name: 'Look at it' })
      .click();
    await proposal()
      .getByRole('button', { name: /Accept/ })
      .waitFor();
    await proposal().getByRole('button', { name: 'Discard' }).click();
    await page.reload();
    await page.locator('.cm-content').waitFor();
    await page.getByText(/^Kept results/).click();
    expect(await page.getByRole('complementary', { name: 'A kept result' }).count()).toBe(0);
    await page.getByRole('button', { name: /^Change of tone/ }).click();
    await proposal().getByText('kept for 30 days', { exact: false }).waitFor();
    await proposal().getByRole('button', { name: 'Discard' }).click();
  }, 90_000);

  it('shows what AI sees, and sends no part that was left out', async () => {
    await openTool('What AI sees');
    const before = page.getByRole('button', { name: /^Pin Chapter 1/ });
    await before.click();
    await page.getByText('Pinned: in full').waitFor();
    await page.getByRole('checkbox', { name: 'Plan of this chapter' }).uncheck();
    expect(await examineEverywhere(page)).toEqual([]);
    await page.reload();
    await page.locator('.cm-content').waitFor();
    await openTool('What AI sees');
    await page.getByText('Pinned: in full').waitFor();
    await openTool('AI tools');
    const [request] = await Promise.all([page.waitForRequest(/polish-chapter/), button(/^Polish/).click()]);
    const { context } = request.postDataJSON() as { context: { exclude: string[]; pin: string[] } };
    expect([context.exclude, context.pin.length]).toEqual([['plan'], 1]);
    await toast('Chapter Polished Successfully!');
    await proposal().getByRole('button', { name: 'Discard' }).click();
  }, 90_000);

  it('coaches: a question, an answer in four parts, one question fewer', async () => {
    await openTool('Writing coach');
    await page.getByText('5 questions left this month', { exact: false }).waitFor();
    await page.getByLabel('Your question').fill('Is it clear why Ida stays silent?');
    await button('Ask the coach').click();
    const answer = page.getByRole('article', { name: 'The coach’s answer' }).first();
    await answer.getByRole('heading', { name: 'Suggestions' }).waitFor({ timeout: 30_000 });
    await page.getByText('4 questions left this month', { exact: false }).waitFor();
    expect(await examineEverywhere(page)).toEqual([]);
  }, 90_000);

  it('plans an outline into the book, and over one only when it is accepted', async () => {
    await openTool('Outline');
    await button('Generate outline').click();
    await toast('Outline Generated!');
    const outline = page.getByRole('region', { name: 'Outline text' });
    const first = await outline.textContent();
    expect(first).toContain('Chapter 1:');
    await page.getByText('Regenerate with your notes').click();
    await page.getByLabel('What should be different', { exact: false }).fill('Fewer lamps');
    await button('Regenerate outline').click();
    await button('Changes').click();
    // From the rail into the sheet and back: what is open stays.
    expect(await examineEverywhere(page)).toEqual([]);
    expect(await button('Changes').getAttribute('aria-pressed')).toBe('true');
    await openTool('AI tools');
    await openTool('Outline');
    expect(await outline.textContent()).toBe(first);
    await button('Accept outline').click();
    await toast('Outline Regenerated!');
    await outline.filter({ hasText: 'Fewer lamps' }).waitFor();
    expect(problems).toEqual([]);
  }, 90_000);

  it('tells a free author what it needs', async () => {
    const free = await visit.openBook('free');
    await free.page.getByRole('button', { name: 'AI tools', exact: true }).click();
    await free.page.getByText('AI Tools (Pro Required)').waitFor();
    await free.page.getByRole('button', { name: /^Polish/ }).click();
    await free.page.getByText('AI writing tools require a Pro subscription.', { exact: true }).waitFor();
    await free.page.getByRole('button', { name: 'Writing coach' }).click();
    await free.page.getByText('The writing coach requires a Pro subscription.', { exact: false }).waitFor();
    expect(await examineEverywhere(free.page)).toEqual([]);
  }, 90_000);
});
