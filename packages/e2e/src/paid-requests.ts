import { randomUUID } from 'node:crypto';
import type { Answer, Author } from './author.ts';

type PaidRequest = () => Promise<Answer>;

/** One request for each service that needs an active paid plan, about a book created under it. */
export async function paidRequests(
  author: Author,
): Promise<Record<'books' | 'ai' | 'stories' | 'export', PaidRequest>> {
  const { bookId, chapterId } = await author.createBook();
  const content = 'The harbour was quiet when Mara found the letter.';
  return {
    books: () => author.call('PUT', `/api/chapters/${chapterId}`, { content }),
    ai: () =>
      author.call('POST', '/api/ai/enhance-content', { content, action: 'rewrite', chapterId, isSelection: true }),
    stories: () =>
      author.call(
        'POST',
        '/api/personal-stories',
        {
          title: 'A story',
          storyType: 'family-legacy',
          formData: { 'Family Name': 'Vell', 'Main Characters': 'Mara', 'Family History': 'Lamps.' },
        },
        { 'idempotency-key': randomUUID() },
      ),
    export: () => author.call('POST', `/api/books/${bookId}/export/pdf`, { chapterOnly: true, chapterId }),
  };
}

const pollIntervalMs = 200;

/**
 * Repeats each request until it gets 403; returns the error code of each, or a sentence when it is not refused in time.
 * @param withinMs deadline for the last request to be refused
 */
export async function waitForRefusals(
  gates: Readonly<Record<string, PaidRequest>>,
  withinMs: number,
): Promise<Record<string, unknown>> {
  const end = Date.now() + withinMs;
  const untilRefused = async (gate: PaidRequest) => {
    for (;;) {
      const isLast = Date.now() >= end - pollIntervalMs;
      const { status, body } = await gate();
      if (status === 403) return Date.now() <= end ? body['code'] : `refused ${Date.now() - end} ms too late`;
      if (isLast) return `still ${status}`;
      await new Promise((resolve) => {
        setTimeout(resolve, pollIntervalMs);
      });
    }
  };
  return Object.fromEntries(
    await Promise.all(Object.entries(gates).map(async ([name, gate]) => [name, await untilRefused(gate)] as const)),
  );
}
