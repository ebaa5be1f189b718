import { describe, expect, it } from '@jest/globals';
import { recordAntdScripts } from '../src/antd-scripts.ts';
import { editorText, waitUntilSaved } from '../src/browser.ts';
import { writeChapter } from '../src/book-editor.ts';
import { TestApp } from '../src/test-app.ts';

describe('menus, drawers and dialogs of the editor', () => {
  const app = TestApp.shared();

  it('load antd with the click that opens the first of them, not with the page', async () => {
    const { page, problems } = await app.openBook('pro_monthly');
    const antdScripts = recordAntdScripts(page);
    await page.reload({ waitUntil: 'networkidle' });
    await page.locator('.cm-content').waitFor();
    expect(await antdScripts()).toEqual([]);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await antdScripts()).toHaveLength(1);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('keep the page when they fail to load, and open on Retry', async () => {
    const { page } = await app.openBook('pro_monthly');
    await writeChapter(page, 'The lamp burned low.');
    const sharedScript = /\/mfe\/shell\/[^/]+\.js/;
    await page.route(sharedScript, (route) => route.abort());
    await page.getByRole('button', { name: 'More', exact: true }).click();
    const failure = page.getByRole('dialog', { name: 'This could not be opened' });
    await failure.getByRole('button', { name: 'Close' }).click();
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText(' Nobody came.');
    await waitUntilSaved(page);
    expect(await editorText(page)).toBe('The lamp burned low. Nobody came.');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await failure.waitFor();
    await page.unroute(sharedScript);
    await failure.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await editorText(page)).toBe('The lamp burned low. Nobody came.');
    await page.context().close();
  });
});
