import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Author } from '../../src/author.ts';
import { TestApp } from '../../src/test-app.ts';
import { WriteHistory } from '../../src/write-history.ts';

const paragraph =
  'The harbour was quiet when Mara found the letter, tucked under the lamp where her father used to leave his keys. ';

describe('export, killed during a PDF export', () => {
  const app = TestApp.own();
  let author: Author;
  let bookId: string;
  let chapterId: string;
  const history = new WriteHistory();
  const save = async (text: string) => {
    const { status, body } = await author.call('PUT', `/api/chapters/${chapterId}`, { content: text });
    expect(status).toBe(200);
    history.record({ author, chapterId, rev: Number(body['rev']), text });
  };
  beforeAll(async () => {
    author = await app.author('pro_monthly');
    ({ bookId, chapterId } = await author.createBook());
    await save(`${paragraph.repeat(8)}\n\n`.repeat(1500));
  }, 180_000);
  const exportPdf = () => author.call('POST', `/api/books/${bookId}/export/pdf`, {});

  it('replies with a problem document, keeps the book, and exports it after its restart', async () => {
    const pendingExport = exportPdf();
    await new Promise((resolve) => setTimeout(resolve, 150));
    app.stack.processes['export']?.kill('SIGKILL');
    const { status, body, headers } = await pendingExport;
    expect([502, 503]).toContain(status);
    expect([
      headers.get('content-type')?.startsWith('application/problem+json'),
      String(body['message']).length > 20,
      headers.has('retry-after'),
    ]).toEqual([true, true, true]);
    await app.stack.processes['export']?.waitUntilReady();
    const again = await exportPdf();
    expect([again.status, String(again.body['text']).slice(0, 5)]).toEqual([200, '%PDF-']);
  }, 90_000);

  it('does not affect saves while it is down', async () => {
    await app.stack.processes['export']?.stop();
    await save('still here');
    const refused = await exportPdf();
    expect([refused.status, refused.body['code']]).toEqual([503, 'server.unavailable']);
    expect([history.size, await history.findDifferences()]).toEqual([2, []]);
  }, 90_000);
});
