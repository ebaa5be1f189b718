import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { isDeep } from '@inkbear/service-kit/testing/test-scale';
import type { Author } from '../../src/author.ts';
import { RecordedChapter } from '../../src/recorded-chapter.ts';
import { TestApp } from '../../src/test-app.ts';
import { WriteHistory } from '../../src/write-history.ts';

const paragraph =
  'The harbour was quiet when Mara found the letter, tucked under the lamp where her father used to leave his keys. ';

describe('export, killed during a PDF export', () => {
  const app = TestApp.own();
  let author: Author;
  let bookId: string;
  let chapter: RecordedChapter;
  const history = new WriteHistory();
  beforeAll(async () => {
    author = await app.author('pro_monthly');
    const book = await author.createBook();
    bookId = book.bookId;
    chapter = await RecordedChapter.open(author, book.chapterId, history);
    expect((await chapter.replace(`${paragraph.repeat(8)}\n\n`.repeat(1500))).status).toBe(200);
  });
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
  });

  // Another process makes a file of a killed one when its lease of a minute has ended.
  (isDeep ? it : it.skip)(
    'finishes the files of an edition that it was making, each once',
    async () => {
      const request = { profiles: ['print', 'markdown'], docx: {} };
      const created = await author.call('POST', `/api/books/${bookId}/editions`, request);
      expect(created.status).toBe(201);
      const path = `/api/editions/${created.body['id']}`;
      const statesOf = async () => {
        const { body } = await author.call('GET', path);
        return (body['files'] as { profile: string; state: string }[]).map(
          ({ profile, state }) => `${profile} ${state}`,
        );
      };
      await eventually(statesOf, (files) => files.includes('print running'));
      app.stack.processes['export']?.kill('SIGKILL');
      await app.stack.processes['export']?.waitUntilReady();
      const ready = ['print ready', 'markdown ready'];
      await eventually(statesOf, (files) => files.every((file) => ready.includes(file)), 300_000);
      const { body } = await author.call('GET', path);
      const [print] = body['files'] as { id: string; bytes: number }[];
      const file = await author.send('GET', `${path}/files/${print?.id}/content`);
      expect([(await file.arrayBuffer()).byteLength, await statesOf()]).toEqual([print?.bytes, ready]);
    },
    400_000,
  );

  it('does not affect saves while it is down', async () => {
    await app.stack.processes['export']?.stop();
    expect((await chapter.replace('still here')).status).toBe(200);
    const refused = await exportPdf();
    expect([refused.status, refused.body['code']]).toEqual([503, 'server.unavailable']);
    expect([history.size, await history.findDifferences()]).toEqual([2, []]);
  });
});
