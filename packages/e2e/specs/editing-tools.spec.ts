import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { signIn, editorText, waitUntilSaved } from '../src/browser.ts';
import { auditPage, auditPageInAllViews } from '../src/page-audit.ts';
import { openFirstBook, writeChapter } from '../src/book-editor.ts';
import { TestApp } from '../src/test-app.ts';

const prose = 'Teh lamp went out. “Lamps are very tired,” said Ida, and she could of wept.';

/** Replaces speech synthesis with a fake, because this browser has no voices; the test ends each utterance. */
const fakeSpeechScript = `
  window.said = [];
  Object.defineProperty(window, 'speechSynthesis', { value: { speak: (utterance) => said.push(utterance), cancel: () => undefined, getVoices: () => [] } });
  Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: function (text) { this.text = text; } });
`;

describe('editing tools', () => {
  const app = TestApp.shared();
  let page: Page;
  let problems: string[];
  beforeAll(async () => {
    ({ page, problems } = await app.openPage());
    await page.addInitScript(fakeSpeechScript);
    await signIn(page, (await app.author('pro_monthly')).account);
    await openFirstBook(page);
    await write(prose);
  });

  const write = (text: string) => writeChapter(page, text);
  const tool = (name: string) =>
    page.getByRole('complementary', { name: 'Tools' }).getByRole('button', { name, exact: true });
  const panel = (name: string) => page.getByRole('region', { name, exact: true });

  it('underlines grammar findings, applies or ignores them, and runs the deeper check only on request', async () => {
    await tool('Grammar and style').click();
    const findings = panel('Grammar and style').getByRole('list', { name: 'Suggestions' });
    await findings.getByText('could of').waitFor();
    expect(await page.locator('.cm-finding').allTextContents()).toEqual(['Teh', 'could of']);
    await findings.getByRole('button', { name: 'Apply: “Teh” to “The”' }).click();
    await waitUntilSaved(page);
    expect(await editorText(page)).toBe(prose.replace('Teh', 'The'));
    await findings.getByRole('button', { name: 'Always ignore “could of”' }).click();
    await panel('Grammar and style').getByText('Nothing to correct.').waitFor();
    await panel('Grammar and style').getByRole('button', { name: 'Run a deeper check' }).click();
    await panel('Grammar and style')
      .getByText(/The deeper check found/)
      .waitFor();
    await panel('Grammar and style').getByRole('button', { name: 'Show it again' }).click();
    expect(await auditPageInAllViews(page)).toEqual([]);
  });

  it('finds text in the book, replaces it in all chapters, and undoes the replacement', async () => {
    await page.getByRole('button', { name: 'Next chapter', exact: true }).click();
    await page.getByText('Chapter 2', { exact: true }).waitFor();
    await write('No lamp burned in the second house.');
    await page.getByRole('button', { name: 'Previous chapter', exact: true }).click();
    await page.getByText('Chapter 1', { exact: true }).waitFor();
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+F');
    const find = panel('Find and replace');
    await find.getByRole('textbox', { name: 'Find', exact: true }).fill('lamp');
    await find.getByText('2 matches.').waitFor();
    await page.keyboard.press('Enter');
    await find.getByText('1 of 2.').waitFor();
    await find.getByText('Whole book', { exact: true }).click();
    await find.getByText('3 matches in the book.').waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
    await find.getByRole('textbox', { name: 'Replace with' }).fill('lantern');
    await find.getByRole('button', { name: 'Replace all in the book' }).click();
    await page.getByText('3 matches in 2 chapters.').waitFor();
    expect(await editorText(page)).toBe(
      'The lantern went out. “Lanterns are very tired,” said Ida, and she could of wept.',
    );
    await page.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('The text is as it was before.').waitFor();
    expect(await editorText(page)).toBe(prose.replace('Teh', 'The'));
    await find.getByRole('button', { name: 'No lamp burned in the second house.' }).click();
    await page.getByText('Chapter 2', { exact: true }).waitFor();
    expect(await editorText(page)).toBe('No lamp burned in the second house.');
    expect(await page.evaluate('String(getSelection())')).toBe('lamp');
  });

  it('names a version, compares it, restores it, and undoes the restore', async () => {
    await tool('History').click();
    const history = panel('History');
    await history.getByRole('textbox', { name: 'Name the current text' }).fill('Before the fire');
    await history.getByRole('button', { name: 'Name version' }).click();
    await page.getByText('“Before the fire” stays in the history permanently.').waitFor();
    await write('No lantern burned. The house was ash.');
    await history
      .getByRole('button', { name: /Before the fire/ })
      .first()
      .click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('group', { name: 'What changed' }).waitFor();
    expect((await sheet.locator('del').allTextContents()).join(' ')).toContain('lamp');
    expect(await auditPage(page)).toEqual([]);
    await sheet.getByRole('button', { name: /^Restore the text of/ }).click();
    await page.getByText('The previous text is in the history.').waitFor();
    expect(await editorText(page)).toBe('No lamp burned in the second house.');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.locator('.cm-content', { hasText: 'ash' }).waitFor();
    expect(await editorText(page)).toBe('No lantern burned. The house was ash.');
    expect(await auditPageInAllViews(page)).toEqual([]);
  });

  it('reads aloud and highlights the spoken sentence in the editor and in the reading view', async () => {
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+Home');
    await tool('Read aloud').click();
    await panel('Read aloud').getByRole('button', { name: 'Read aloud', exact: true }).click();
    await page.getByText('Text-to-speech started').waitFor();
    expect(await page.locator('.cm-spoken').allTextContents()).toEqual(['No lantern burned.']);
    await page.evaluate('said.at(-1).onend()');
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    expect(await page.locator('article mark').allTextContents()).toEqual(['The house was ash.']);
    await panel('Read aloud').getByRole('button', { name: 'Pause' }).click();
    await panel('Read aloud').getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    expect(await page.locator('.cm-spoken').count()).toBe(0);
    expect(await auditPageInAllViews(page)).toEqual([]);
  });

  it('counts typed words towards the session goal, also after a reload', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Set a goal for this writing session' }).click();
    await page.getByRole('spinbutton', { name: 'Words for this writing session' }).fill('50');
    await page.keyboard.press('Enter');
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' and on'.repeat(24));
    const goal = page.getByRole('progressbar', { name: 'This writing session' });
    expect(await goal.getAttribute('aria-valuetext')).toBe('48 of 50 words');
    await waitUntilSaved(page);
    await page.reload();
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' to the end.');
    await page.getByText('That was your goal: 50 words. Well done.').waitFor();
    await waitUntilSaved(page);
    await page.getByRole('button', { name: 'End this goal' }).click();
    expect(await goal.count()).toBe(0);
  });

  it('lists the keyboard shortcuts, and offers editor commands in the palette only while the editor is open', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).focus();
    await page.keyboard.press('?');
    await page
      .getByRole('dialog', { name: 'Keyboard shortcuts' })
      .getByText('Find and replace, starting with the selected text')
      .waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+K');
    await page.keyboard.insertText('history');
    await page.getByRole('option', { name: 'History', exact: true }).click();
    await panel('History').waitFor();
    await page.goto('/dashboard');
    await page
      .getByRole('link', { name: /Continue Writing/ })
      .first()
      .waitFor();
    await page.keyboard.press('Control+K');
    await page.getByRole('option', { name: 'Your books' }).waitFor();
    expect(await page.getByRole('option', { name: 'Grammar and style' }).count()).toBe(0);
    expect(problems).toEqual([]);
  });
});
