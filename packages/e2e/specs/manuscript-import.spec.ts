import { describe, expect, it } from '@jest/globals';
import { Author } from '../src/author.ts';
import { auditPageInAllViews } from '../src/page-audit.ts';
import { TestApp } from '../src/test-app.ts';

const manuscript = [
  '# The Lantern Road',
  '## Dedication\n\nFor Ana.',
  '## Chapter 1: Snow\n\nThe snow fell over the harbour, and *nobody* saw it.\n\n* * *\n\nLater the lamps went out.',
  '## Chapter 2: Ice\n\nIce grew on the ropes.\n\n![map](map.png)',
  '## Chapter 3: Thaw\n\nShe came home.',
].join('\n\n');

describe('the import of a manuscript', () => {
  const app = TestApp.shared();

  it('shows a plan that the author corrects, and makes a book of it', async () => {
    const { page, problems } = await app.openAs(await Author.register(app.stack.url));
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Bring a manuscript' }).first().click();
    await page.getByRole('heading', { name: 'Bring your book' }).waitFor();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'lantern.md', mimeType: 'text/markdown', buffer: Buffer.from(manuscript) });
    await page.waitForURL(/\/import\/[\w-]+\/plan$/);
    await page.getByText('3 chapters · 1 page before or after them · 1 left out').waitFor();
    await page.getByText('Changed or left out: 1 image').click();
    await page.getByText('Images were left out.').waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);

    await page.getByRole('button', { name: /^Ice/ }).click();
    await page.getByText('Ice grew on the ropes.').waitFor();
    await page.getByRole('button', { name: 'Merge with the next' }).click();
    await page.getByText('2 chapters · 1 page before or after them · 1 left out').waitFor();
    await page.getByRole('button', { name: 'Make the book' }).click();
    await page.waitForURL(/\/book\/[\w-]+$/);
    await page.getByRole('heading', { name: 'Snow' }).waitFor();
    await page.getByText('Later the lamps went out.').waitFor();
    await page.getByRole('button', { name: 'Next chapter' }).click();
    await page.getByText('She came home.').waitFor();

    await page.goto('/import');
    await page.getByText('lantern.md').waitFor();
    expect(await auditPageInAllViews(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('says what is wrong with a file that is no manuscript', async () => {
    const { page, problems } = await app.openAs(await Author.register(app.stack.url));
    await page.goto('/import');
    await page.locator('input[type=file]').setInputFiles({
      name: 'photo.docx',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1]),
    });
    await page.getByText(/^Inkbear cannot read this kind of file\./).waitFor();
    expect(await page.getByRole('button', { name: 'Make the book' }).count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
