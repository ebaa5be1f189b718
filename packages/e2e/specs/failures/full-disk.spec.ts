import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import path from 'node:path';
import { type Answer, Author } from '../../src/author.ts';
import { editorText, waitUntilSaved } from '../../src/browser.ts';
import { RecordedChapter } from '../../src/recorded-chapter.ts';
import { SmallDisk } from '../../src/small-disk.ts';
import { TestApp } from '../../src/test-app.ts';
import { WriteHistory } from '../../src/write-history.ts';

const disk = await SmallDisk.plan(900);
const line = 'Every word of this line is worth keeping. ';
const maxSaves = 400;

(disk ? describe : describe.skip)('a full disk', () => {
  beforeAll(async () => await disk?.mount());
  // Runs before the stack is removed, because its processes shut down gracefully only when the disk has space.
  afterAll(async () => await disk?.free());
  const app = TestApp.own({ dataDir: path.join(disk?.path ?? '', 'data') });
  let author: Author;
  let chapterId: string;
  beforeAll(async () => {
    author = await Author.register(app.stack.url);
    ({ chapterId } = await author.createBook());
  });
  afterAll(async () => await disk?.unmount());

  /**
   * Saves once, fills the disk and saves until a save is refused; MongoDB first uses up the space that it has reserved.
   */
  async function saveUntilRefused(history: WriteHistory): Promise<Answer> {
    const chapter = await RecordedChapter.open(author, chapterId, history);
    expect((await chapter.replace(line)).status).toBe(200);
    await disk?.fill();
    for (let number = 1; number <= maxSaves; number += 1) {
      const answer = await chapter.replace(`${number} ${line.repeat(30_000)}`);
      if (answer.status !== 200) return answer;
    }
    throw new Error(`${maxSaves} saves were accepted on a full disk.`);
  }

  const freeAndRestart = async () => {
    await disk?.free();
    for (const name of ['mongod', 'books', 'auth']) await app.stack.processes[name]?.waitUntilReady();
  };

  it('refuses saves with a message, keeps every acknowledged word, and accepts saves again once there is space', async () => {
    const history = new WriteHistory();
    const refusal = await saveUntilRefused(history);
    await freeAndRestart();
    expect(refusal.body).toMatchObject({
      code: expect.stringMatching(/^server\./),
      message: expect.stringMatching(/.{20}/),
    });
    expect([502, 503]).toContain(refusal.status);
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await history.findDifferences()).toEqual([]);
    const chapter = await RecordedChapter.open(author, chapterId, history);
    await chapter.append('and the last words');
    expect(await history.findDifferences()).toEqual([]);
  });

  it('keeps text typed meanwhile in the browser, says so, and saves it later', async () => {
    const { page, problems } = await app.openBook('pro_monthly');
    await page.locator('.cm-content').click();
    await waitUntilSaved(page);
    const [before, typed, address, context] = [await editorText(page), line.repeat(100), page.url(), page.context()];
    const history = new WriteHistory();
    await saveUntilRefused(history);
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText(typed);
    await page.getByText('Everything you type is kept in this browser.').waitFor();
    expect(await page.getByRole('button', { name: 'Saved', exact: true }).isVisible()).toBe(false);
    await page.close();
    await freeAndRestart();
    expect(await history.findDifferences()).toEqual([]);
    const later = await context.newPage();
    await later.goto(address);
    await waitUntilSaved(later);
    expect((await editorText(later)) === before + typed).toBe(true);
    expect(problems).toEqual([]);
    await context.close();
  });
});
