import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ContextPart } from '@inkbear/contracts/ai/context';
import type { Page } from 'playwright-core';
import { editorText, waitUntilSaved } from '../src/browser.ts';
import { auditPageInAllViews } from '../src/page-audit.ts';
import { writeChapter } from '../src/book-editor.ts';
import { TestApp } from '../src/test-app.ts';

const prose =
  'The lamp would not light. Ida tried it "three times" and it really hissed.\n\nShe climbed down. The street was very quiet.\n\nHer father said that a lamp knows who carries the ladder.';

describe('AI tools', () => {
  const app = TestApp.shared();
  let page: Page;
  let problems: string[];

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const openTool = async (name: string) => {
    if ((await button(name).getAttribute('aria-pressed')) !== 'true') await button(name).click();
  };
  const proposal = () => page.getByRole('region', { name: 'Proposal', exact: true });
  const toast = (title: string) => page.getByText(title, { exact: true }).first().waitFor();
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
  const selectFirstSentence = async () => {
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+Home');
    for (let words = 0; words < 5; words += 1) await page.keyboard.press('Control+Shift+ArrowRight');
  };

  beforeAll(async () => {
    ({ page, problems } = await app.openBook('pro_monthly'));
    await write(prose);
    await openTool('AI tools');
  });

  it('show the cost and the remaining quota beforehand', async () => {
    await page.getByText('1 of 1 generation left for this chapter.').waitFor();
    await page.getByText('2 of 2 whole-chapter edits left for this chapter.').waitFor();
    await page.getByText('80,000 of 80,000 AI words left for this book.').waitFor();
    await page.getByText('On the whole chapter', { exact: false }).waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
  });

  it('polish by sentence: skip unchecked changes, and undo the accepted ones in one step', async () => {
    await button(/^Polish/).click();
    await toast('Chapter Polished Successfully!');
    expect(await editorText(page)).toBe(prose);
    expect(await auditPageInAllViews(page)).toEqual([]);
    await proposal().getByRole('checkbox').filter({ hasText: 'hissed' }).press('Space');
    await proposal()
      .getByRole('button', { name: /^Accept 1 of 2 changes$/ })
      .click();
    expect(await editorText(page)).toBe(prose.replace('very quiet', 'quiet'));
    await waitUntilSaved(page);
    await page.keyboard.press('Control+Z');
    expect(await editorText(page)).toBe(prose);
  });

  it('keep text typed meanwhile, and earlier variations of the proposal', async () => {
    await button('Dialogue').click();
    await proposal().waitFor();
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText(' He smiled.');
    await toast('AI Enhanced');
    await proposal().getByRole('button', { name: 'Try again' }).click();
    await proposal().getByRole('button', { name: 'Variation 2' }).waitFor();
    await proposal().getByLabel('Show').selectOption({ label: 'Compared with variation 1' });
    await proposal().getByRole('button', { name: 'Variation 1' }).click();
    await proposal()
      .getByRole('button', { name: /^Accept/ })
      .click();
    const text = await editorText(page);
    expect(text).toContain(' He smiled.');
    expect(text.length).toBeGreaterThan(prose.length + 20);
    await write(prose);
  });

  it('apply a rewrite to the selection although it has moved', async () => {
    await selectFirstSentence();
    await page.getByText('On the selection', { exact: false }).waitFor();
    await button(/^Rewrite/).click();
    await proposal().waitFor();
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText('At dusk. ');
    await toast('AI Enhanced');
    await proposal().getByRole('button', { name: 'Insert below' }).click();
    expect(await editorText(page)).toContain('it really hissed.\n\nThe lamp would not light\n\nShe climbed down.');
    await write(prose);
  });

  it('offer three variations of a selection and replace exactly the selection', async () => {
    await selectFirstSentence();
    await button('Suspenseful').click();
    const dialog = page.getByRole('dialog', { name: 'Enhance Selection' });
    await dialog.getByRole('button', { name: 'Apply variation 3' }).waitFor();
    expect(await dialog.getByRole('listitem').first().locator('del, ins').count()).toBeGreaterThan(0);
    expect(await auditPageInAllViews(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'The new text' }).click();
    const variation = await dialog.getByRole('listitem').first().locator('p').textContent();
    await dialog.getByRole('button', { name: 'Apply variation 1' }).click();
    await dialog.waitFor({ state: 'detached' });
    await toast('AI Enhanced');
    const text = await editorText(page);
    expect(text.startsWith(variation ?? 'nothing')).toBe(true);
    expect(text.endsWith('carries the ladder.')).toBe(true);
    await page.keyboard.press('Control+Z');
    expect(await editorText(page)).toBe(prose);
  });

  it('extend a chapter below its text and count the edit', async () => {
    await button(/^Extend/).click();
    await toast('Chapter Extended Successfully!');
    await proposal().getByRole('button', { name: 'Accept', exact: true }).click();
    const text = await editorText(page);
    expect(text.startsWith(`${prose}\n\n`)).toBe(true);
    expect(text.split(/\s+/).length).toBeGreaterThan(500);
    await page.getByText('0 of 2 whole-chapter edits left', { exact: false }).waitFor();
    expect(await button(/^Enhance chapter/).isDisabled()).toBe(true);
    await waitUntilSaved(page);
  });

  it('undo an accepted proposal from another chapter', async () => {
    await write(prose);
    await button(/^Polish/).click();
    await toast('Chapter Polished Successfully!');
    await proposal()
      .getByRole('button', { name: /^Accept/ })
      .click();
    await openChapter(2);
    await page.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).click();
    await toast('Undone');
    await openChapter(1);
    expect(await editorText(page)).toBe(prose);
  });

  it('refuse an empty chapter or selection, and keep the proposal with its chapter', async () => {
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
  });

  it('offer a stored result again after a reload', async () => {
    await page.reload();
    await page.locator('.cm-content').waitFor();
    await page.getByRole('complementary', { name: 'A saved result' }).getByRole('button', { name: 'Open it' }).click();
    await proposal()
      .getByRole('button', { name: /Accept/ })
      .waitFor();
    await proposal().getByRole('button', { name: 'Discard' }).click();
    await page.reload();
    await page.locator('.cm-content').waitFor();
    await page.getByText(/^Saved results/).click();
    expect(await page.getByRole('complementary', { name: 'A saved result' }).count()).toBe(0);
    await page.getByRole('button', { name: /^Change of tone/ }).click();
    await proposal().getByText('kept for 30 days', { exact: false }).waitFor();
    await proposal().getByRole('button', { name: 'Discard' }).click();
  });

  it('show what AI sees, and save with the book what the author excludes and pins', async () => {
    const saved = () =>
      page.waitForResponse((reply) => reply.request().method() === 'PUT' && reply.url().includes('context-choice'));
    const plan = page.getByRole('checkbox', { name: 'Plan of this chapter' });
    await openTool('What AI sees');
    const [save] = await Promise.all([saved(), page.getByRole('button', { name: /^Pin Chapter 1/ }).click()]);
    await page.getByText('Pinned: sent in full').waitFor();
    await Promise.all([saved(), plan.uncheck()]);
    expect(await auditPageInAllViews(page)).toEqual([]);
    await page.reload();
    await page.locator('.cm-content').waitFor();
    await openTool('What AI sees');
    await page.getByText('Pinned: sent in full').waitFor();
    expect(await plan.isChecked()).toBe(false);
    await openTool('AI tools');
    const [request] = await Promise.all([page.waitForRequest(/polish-chapter/), button(/^Polish/).click()]);
    const choice = { exclude: ['plan'], pin: [expect.stringMatching(/^chapter:/)] };
    const { chapterId, context } = request.postDataJSON() as { chapterId: string; context: object };
    expect(context).toEqual(choice);
    await toast('Chapter Polished Successfully!');
    const author = await app.author('pro_monthly');
    const stored = await author.call('GET', `/api/ai/context-choice${new URL(save.url()).search}`);
    expect(stored.body).toMatchObject(choice);
    const shown = await author.call('GET', `/api/ai/context?chapterId=${chapterId}`);
    const parts = shown.body['parts'] as ContextPart[];
    expect(parts.filter(({ isExcluded }) => isExcluded).map(({ id }) => id)).toEqual(['plan']);
    await proposal().getByRole('button', { name: 'Discard' }).click();
  });

  it('answer a coaching question in four parts and count it', async () => {
    await openTool('Writing coach');
    await page.getByText('5 questions left this month', { exact: false }).waitFor();
    await page.getByLabel('Your question').fill('Is it clear why Ida stays silent?');
    await button('Ask the coach').click();
    const answer = page.getByRole('article', { name: 'The coach’s answer' }).first();
    await answer.getByRole('heading', { name: 'Suggestions' }).waitFor();
    await page.getByText('4 questions left this month', { exact: false }).waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
  });

  it('generate an outline, and replace an existing one only on acceptance', async () => {
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
    // Resizing moves the tool from the sidebar into a drawer and back; it must stay open.
    expect(await auditPageInAllViews(page)).toEqual([]);
    expect(await button('Changes').getAttribute('aria-pressed')).toBe('true');
    await openTool('AI tools');
    await openTool('Outline');
    expect(await outline.textContent()).toBe(first);
    await button('Accept outline').click();
    await toast('Outline Regenerated!');
    await outline.filter({ hasText: 'Fewer lamps' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('tell a free author that they need Pro', async () => {
    const free = await app.openBook('free');
    await free.page.getByRole('button', { name: 'AI tools', exact: true }).click();
    await free.page.getByText('AI Tools (Pro Required)').waitFor();
    await free.page.getByRole('button', { name: /^Polish/ }).click();
    await free.page.getByText('AI writing tools require a Pro subscription.', { exact: true }).waitFor();
    await free.page.getByRole('button', { name: 'Writing coach' }).click();
    await free.page.getByText('The writing coach requires a Pro subscription.', { exact: false }).waitFor();
    expect(await auditPageInAllViews(free.page)).toEqual([]);
  });
});
