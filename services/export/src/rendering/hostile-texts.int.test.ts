import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exportOutlinePdf } from '@inkbear/contracts/export/export';
import { buildPath } from '@inkbear/contracts/route';
import { hostileTexts } from '@inkbear/prose/testing/hostile-texts';
import { identityHeader } from '@inkbear/service-kit/identity';
import { FakePeer } from '@inkbear/service-kit/testing/fake-peer';
import { loopDelayP99 } from '@inkbear/service-kit/testing/loop-delay';
import { isDeep } from '@inkbear/service-kit/testing/test-scale';
import { testUser, TestService } from '@inkbear/service-kit/testing/test-service';
import { definition } from '../definition.ts';
import { testBook } from '../testing/test-book.ts';

const maxLength = 500_000;
/** These texts once took quadratic time, so they have the maximum length in every run. */
const fullLengthTexts = new Set(['blanks inside a heading', 'one letter with very many accents']);
const texts = Object.entries(hostileTexts(maxLength)).map(
  ([name, text]) => [name, isDeep || fullLengthTexts.has(name) ? text : text.slice(0, 50_000)] as const,
);

describe('typesetting long texts', () => {
  let books: FakePeer;
  let stories: FakePeer;
  let service: TestService;
  beforeAll(async () => {
    books = await FakePeer.start((path) => {
      const id = decodeURIComponent(new URL(path, 'http://books').pathname.split('/').at(-1) ?? '');
      const outline = texts.find(([name]) => name === id)?.[1] ?? 'Snow falls.';
      return { book: { ...testBook, id, outline: `Begin\n\n${outline}\n\nEnd` }, chapters: [] };
    });
    stories = await FakePeer.start(() => FakePeer.problem('stories.not_found'));
    service = await TestService.start(definition, {
      BOOKS_URL: books.url,
      STORIES_URL: stories.url,
      PRESS_PROCESSES: 1,
      PRESS_HEAP_MB: 512,
      PRESS_QUEUE: 8,
    });
  });
  afterAll(async () => {
    await service.stop();
    await Promise.all([books.stop(), stories.stop()]);
  });
  /** Reads the file piece by piece: a client that decodes 20 MB at once would block the event loop that is measured. */
  async function exportOutline(id: string): Promise<{ status: number; start: string }> {
    const response = await fetch(new URL(buildPath(exportOutlinePdf, { id }), service.url), {
      method: exportOutlinePdf.method,
      headers: { [identityHeader]: service.sign(testUser()) },
    });
    let start = '';
    for await (const piece of response.body ?? [])
      if (start === '') start = Buffer.from(piece).toString('latin1', 0, 5);
    return { status: response.status, start };
  }

  it.each(texts)('exports %s, and then the outline of another author', async (name) => {
    const p99 = await loopDelayP99(async () => {
      const [long, other] = await Promise.all([exportOutline(name), exportOutline('short')]);
      expect([long.status, long.start, other.status]).toEqual([200, '%PDF-', 200]);
    });
    if (isDeep) expect(p99).toBeLessThanOrEqual(100);
  });
});
