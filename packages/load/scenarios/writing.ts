// Simulates authors who write: each iteration saves one word as the editor does, and reads the list of chapters.
// `npm run load` runs it.
import exec from 'k6/execution';
import http from 'k6/http';
import type { Writer } from '../src/writers.ts';
import { baseUrl, constantRate, currentWriter, get, type Headers, headersOf, report } from './load-session.ts';

export const options = constantRate('writing', ['save', 'list']);

interface Chapter {
  readonly rev: number;
  readonly length: number;
}

/** The chapter that this virtual user writes; null before the first request and after a failed one. */
let chapter: Chapter | null = null;

export default function write(): void {
  const writer = currentWriter();
  const headers = headersOf(writer);
  chapter ??= readChapter(writer, headers);
  if (chapter) chapter = save(writer, headers, chapter);
  get(`/api/books/${writer.bookId}/chapters`, 'list', headers);
}

function readChapter(writer: Writer, headers: Headers): Chapter | null {
  const reply = get(`/api/chapters/${writer.chapterId}`, 'open', headers);
  if (reply.status !== 200) return null;
  const { rev, content } = reply.json() as unknown as { rev: number; content: string };
  return { rev, length: content.length };
}

function save(writer: Writer, headers: Headers, { rev, length }: Chapter): Chapter | null {
  const word = `word${exec.vu.iterationInScenario} `;
  const body = {
    changeId: crypto.randomUUID(),
    changes: length === 0 ? [[0, word]] : [length, [0, word]],
    origins: [],
  };
  const reply = http.patch(`${baseUrl}/api/chapters/${writer.chapterId}`, JSON.stringify(body), {
    headers: { ...headers, 'if-match': `"${rev}"` },
    tags: { name: 'save' },
  });
  report(reply);
  if (reply.status !== 200) return null;
  return { rev: (reply.json() as unknown as { rev: number }).rev, length: length + word.length };
}
