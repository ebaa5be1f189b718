import { randomUUID } from 'node:crypto';
import type { Answer, Author } from './author.ts';

type Gate = () => Promise<Answer>;

/** One thing of each service that a paid plan opens, on a book that was made under it. */
export async function plannedGates(author: Author): Promise<Record<'books' | 'ai' | 'stories' | 'export', Gate>> {
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

const askEveryMs = 200;

/** With which code each gate is refused, or what it answers still when the time is over; milliseconds. */
export async function refusals(
  gates: Readonly<Record<string, Gate>>,
  withinMs: number,
): Promise<Record<string, unknown>> {
  const end = Date.now() + withinMs;
  const untilRefused = async (gate: Gate) => {
    for (;;) {
      const isLast = Date.now() >= end - askEveryMs;
      const { status, body } = await gate();
      if (status === 403) return Date.now() <= end ? body['code'] : `refused ${Date.now() - end} ms too late`;
      if (isLast) return `still ${status}`;
      await new Promise((resolve) => {
        setTimeout(resolve, askEveryMs);
      });
    }
  };
  return Object.fromEntries(
    await Promise.all(Object.entries(gates).map(async ([name, gate]) => [name, await untilRefused(gate)] as const)),
  );
}
