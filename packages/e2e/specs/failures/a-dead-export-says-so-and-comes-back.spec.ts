import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Author } from '../../src/author.ts';
import { Visit } from '../../src/visit.ts';

const paragraph =
  'The harbour was quiet when Mara found the letter, tucked under the lamp where her father used to leave his keys. ';

describe('export, killed while it makes a book', () => {
  const visit = Visit.ownHouse();
  let author: Author;
  let bookId: string;
  let chapterId: string;
  beforeAll(async () => {
    author = await visit.author('pro_monthly');
    ({ bookId, chapterId } = await author.createBook());
    await author.call('PUT', `/api/chapters/${chapterId}`, { content: `${paragraph.repeat(8)}\n\n`.repeat(1500) });
  }, 180_000);
  const print = () => author.call('POST', `/api/books/${bookId}/export/pdf`, {});

  it('answers with a problem and a sentence, keeps the book, and makes it after a moment', async () => {
    const printing = print();
    await new Promise((resolve) => setTimeout(resolve, 150));
    visit.house.processes['export']?.kill('SIGKILL');
    const { status, body, headers } = await printing;
    expect([502, 503]).toContain(status);
    expect([
      headers.get('content-type')?.startsWith('application/problem+json'),
      String(body['message']).length > 20,
      headers.has('retry-after'),
    ]).toEqual([true, true, true]);
    await visit.house.processes['export']?.waitUntilReady();
    const again = await print();
    expect([again.status, String(again.body['text']).slice(0, 5)]).toEqual([200, '%PDF-']);
  }, 90_000);

  it('leaves writing alone while it is down', async () => {
    await visit.house.processes['export']?.stop();
    expect((await author.call('PUT', `/api/chapters/${chapterId}`, { content: 'still here' })).status).toBe(200);
    const refused = await print();
    expect([refused.status, refused.body['code']]).toEqual([503, 'server.unavailable']);
  }, 90_000);
});
