// Simulates authors who export a chapter as PDF; an export that finds no free thread waits in the queue.
// `npm run load -- exporting` runs it.
import http from 'k6/http';
import { baseUrl, constantRate, currentWriter, headersOf, report } from './load-session.ts';

export const options = constantRate('exporting', ['export']);

export default function exportChapter(): void {
  const writer = currentWriter();
  const body = JSON.stringify({ chapterOnly: true, subFormat: 'ebook', chapterId: writer.chapterId });
  report(
    http.post(`${baseUrl}/api/books/${writer.bookId}/export/pdf`, body, {
      headers: headersOf(writer),
      tags: { name: 'export' },
    }),
  );
}
