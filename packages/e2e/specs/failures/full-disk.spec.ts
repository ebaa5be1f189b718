import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import path from 'node:path';
import { type Answer, Author } from '../../src/author.ts';
import { editorText, waitUntilSaved } from '../../src/browser.ts';
import { saveUntilAcknowledged } from '../../src/save-until-acknowledged.ts';
import { SmallDisk } from '../../src/small-disk.ts';
import { TestApp } from '../../src/test-app.ts';

const disk = await SmallDisk.plan(900);
const line = 'Every word of this line is worth keeping. ';
const maxSaves = 400;

(disk ? describe : describe.skip)('a full disk', () => {
  beforeAll(async () => await disk?.mount());
  // Runs before the stack is removed, because its processes shut down gracefully only when the disk has space.
  afterAll(async () => await disk?.free(), 60_000);
  const app = TestApp.own({ dataDir: path.join(disk?.path ?? '', 'data') });
  let author: Author;
  let chapterId: string;
  beforeAll(async () => {
    author = await Author.register(app.stack.url);
    ({ chapterId } = await author.createBook());
  }, 60_000);
  afterAll(async () => await disk?.unmount(), 60_000);

  /** Fills the disk and saves until a save is refused; MongoDB first uses up the space that it has reserved. */
  async function saveUntilRefused(): Promise<{ rev: number; content: string; refusal: Answer }> {
    await disk?.fill();
    const lastSaved = { rev: 0, content: '' };
    for (let number = 1; number <= maxSaves; number += 1) {
      const content = `${number} ${line.repeat(30_000)}`;
      const answer = await author.call('PUT', `/api/chapters/${chapterId}`, { content });
      if (answer.status !== 200) return { ...lastSaved, refusal: answer };
      Object.assign(lastSaved, { rev: Number(answer.body['rev']), content });
    }
    throw new Error(`${maxSaves} saves were accepted on a full disk.`);
  }

  const freeAndRestart = async () => {
    await disk?.free();
    for (const name of ['mongod', 'books', 'auth']) await app.stack.processes[name]?.waitUntilReady();
  };

  it('refuses saves with a message, keeps every acknowledged word, and accepts saves again once there is space', async () => {
    const { rev, content, refusal } = await saveUntilRefused();
    await freeAndRestart();
    expect(refusal.body).toMatchObject({
      code: expect.stringMatching(/^server\./),
      message: expect.stringMatching(/.{20}/),
    });
    expect([502, 503]).toContain(refusal.status);
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
    const { body: now } = await author.call('GET', `/api/chapters/${chapterId}`);
    // The refused save may have been written before the process died.
    if (now['rev'] === rev) expect(now['content'] === content).toBe(true);
    else
      expect(
        (await author.call('GET', `/api/chapters/${chapterId}/revisions/${rev}`)).body['content'] === content,
      ).toBe(true);
    await saveUntilAcknowledged(
      author,
      chapterId,
      { rev: Number(now['rev']), length: String(now['content']).length },
      'and the last words',
    );
  }, 240_000);

  it('keeps text typed meanwhile in the browser, says so, and saves it later', async () => {
    const { page, problems } = await app.openBook('pro_monthly');
    await page.locator('.cm-content').click();
    await waitUntilSaved(page);
    const [before, typed, address, context] = [await editorText(page), line.repeat(100), page.url(), page.context()];
    await saveUntilRefused();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText(typed);
    await page.getByText('Everything you type is kept in this browser.').waitFor({ timeout: 60_000 });
    expect(await page.getByRole('button', { name: 'Saved', exact: true }).isVisible()).toBe(false);
    await page.close();
    await freeAndRestart();
    const later = await context.newPage();
    await later.goto(address);
    await waitUntilSaved(later);
    expect((await editorText(later)) === before + typed).toBe(true);
    expect(problems).toEqual([]);
    await context.close();
  }, 240_000);
});
