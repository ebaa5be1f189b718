// Simulates authors who open the dashboard, a book and a chapter. `npm run load -- reading` runs it.
import { constantRate, currentWriter, get, headersOf } from './load-session.ts';

export const options = constantRate('reading', ['books', 'plan', 'book', 'chapters', 'chapter']);

export default function read(): void {
  const writer = currentWriter();
  const headers = headersOf(writer);
  get('/api/books', 'books', headers);
  get('/api/user/plan-status', 'plan', headers);
  get(`/api/books/${writer.bookId}`, 'book', headers);
  get(`/api/books/${writer.bookId}/chapters`, 'chapters', headers);
  get(`/api/chapters/${writer.chapterId}`, 'chapter', headers);
}
