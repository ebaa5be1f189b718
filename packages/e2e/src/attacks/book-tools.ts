import { findingGroups } from '@inkbear/contracts/bible/finding';
import { isDeep } from '@inkbear/service-kit/testing/test-scale';
import type { Answer } from '../author.ts';
import { coverForm } from '../cover-form.ts';

const proseChapters = isDeep ? 6 : 1;
const proseLength = isDeep ? 900_000 : 200_000;
const requestsOfTool = isDeep ? 8 : 2;
const checks = isDeep ? 4 : 1;
/** The most chapters of this length that one request may check. */
const checkedChapters = 2;
const facts = isDeep ? 60 : 10;
const covers = isDeep ? 10 : 2;
/** An image that takes long to decode, within the limit of pixels. */
const coverSize = { width: 6000, height: 9000 };

type Send = (method: string, route: string, body?: unknown) => Promise<Answer>;

/**
 * The tools that read a whole book, write to its story bible, or draw for it, all at the same moment. They need no plan.
 */
export async function floodBookTools(send: Send, bookId: string): Promise<void> {
  const book = `/api/books/${bookId}`;
  const chapterIds = await writeProse(send, book);
  const { status, body } = await send('POST', `${book}/bible/entries`, { kind: 'character', name: 'Mara Venn' });
  if (status !== 201) throw new Error(`The entry was not created: ${status}.`);
  const entry = `${book}/bible/entries/${String(body['id'])}`;
  const repeat = (count: number, ...request: Parameters<Send>) => Array.from({ length: count }, () => send(...request));
  const form = await coverForm(coverSize);
  await Promise.all([
    ...repeat(requestsOfTool, 'GET', `${book}/voice`),
    ...repeat(requestsOfTool, 'GET', `${book}/provenance`),
    ...repeat(requestsOfTool, 'GET', `${book}/bible/mentions`),
    ...repeat(requestsOfTool, 'GET', `${book}/outline-analysis`),
    ...repeat(requestsOfTool, 'GET', `${book}/cover-guide?format=png&pages=828`),
    ...repeat(checks, 'POST', `${book}/checks`, {
      groups: findingGroups,
      chapterIds: chapterIds.slice(0, checkedChapters),
    }),
    ...repeat(covers, 'PUT', `${book}/cover`, form),
    writeFacts(send, entry),
  ]);
}

/** Chapters full of names and facts, which the extraction job reads after each save. Returns their ids. */
async function writeProse(send: Send, book: string): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < proseChapters; number += 1) {
    const { status, body } = await send('POST', `${book}/chapters`, { title: `Prose ${number}` });
    if (status !== 201) throw new Error(`The chapter was not created: ${status}.`);
    const paragraphs: string[] = [];
    for (let length = 0; length < proseLength; length += paragraphs.at(-1)?.length ?? 0)
      paragraphs.push(
        `Mara Venn met Tom Reed${paragraphs.length} at the mill of Harrow. “Your eyes were grey in ${paragraphs.length},” said Tom.`,
      );
    ids.push(String(body['id']));
    await send('PUT', `/api/chapters/${ids.at(-1)}`, { content: paragraphs.join('\n\n') });
  }
  return ids;
}

/** Each reply has all facts of the entry, so that a short request gets a long reply. */
async function writeFacts(send: Send, entry: string): Promise<void> {
  for (let number = 0; number < facts; number += 1)
    await send('POST', `${entry}/facts`, { attribute: 'other', value: `${number} ${'x'.repeat(290)}` });
}
