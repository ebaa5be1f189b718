// Simulates authors who write: each iteration saves one word as the editor does, and reads the list of chapters.
// `npm run load` runs it.
import { SharedArray } from 'k6/data';
import exec from 'k6/execution';
import http, { type RefinedResponse, type ResponseType } from 'k6/http';
import type { Options } from 'k6/options';
import type { Writer } from '../src/writers.ts';

const baseUrl = __ENV['BASE_URL'] ?? '';
const requestsPerSecond = Number(__ENV['REQUESTS_PER_SECOND']);
const durationSeconds = Number(__ENV['DURATION_SECONDS']);
const requestsPerIteration = 2;
/** Beyond it the load was less than it says: k6 drops an iteration when no virtual user is free. */
const maxDroppedShare = 0.02;
const maxDropped = Math.floor((maxDroppedShare * requestsPerSecond * durationSeconds) / requestsPerIteration);
const writers = new SharedArray<Writer>('writers', () => JSON.parse(open(__ENV['WRITERS_FILE'] ?? '')) as Writer[]);

export const options: Options = {
  scenarios: {
    writing: {
      executor: 'constant-arrival-rate',
      rate: requestsPerSecond,
      timeUnit: `${requestsPerIteration}s`,
      duration: `${durationSeconds}s`,
      preAllocatedVUs: writers.length,
      maxVUs: writers.length,
      gracefulStop: '30s',
    },
  },
  thresholds: {
    http_req_failed: ['rate==0'],
    dropped_iterations: [`count<=${maxDropped}`],
    'http_req_duration{name:save}': [`p(99)<${__ENV['SAVE_P99_MS']}`],
    'http_req_duration{name:list}': [`p(99)<${__ENV['SAVE_P99_MS']}`],
  },
};

type Headers = Record<string, string>;

interface Chapter {
  readonly rev: number;
  readonly length: number;
}

/** The chapter that this virtual user writes; null before the first request and after a failed one. */
let chapter: Chapter | null = null;

export default function write(): void {
  const writer = writers[(exec.vu.idInTest - 1) % writers.length];
  if (!writer) throw new Error('There are no writers.');
  const headers = { cookie: writer.cookie, origin: baseUrl, 'content-type': 'application/json' };
  chapter ??= readChapter(writer, headers);
  if (chapter) chapter = save(writer, headers, chapter);
  report(http.get(`${baseUrl}/api/books/${writer.bookId}/chapters`, { headers, tags: { name: 'list' } }));
}

/** Prints a failed request to standard error; status 0 means that there was no reply. */
function report({ status, request, error, body }: RefinedResponse<ResponseType | undefined>): void {
  if (status === 0 || status >= 400)
    console.error(`${request.method} ${request.url}: ${status} ${status === 0 ? error : String(body).slice(0, 300)}`);
}

function readChapter(writer: Writer, headers: Headers): Chapter | null {
  const reply = http.get(`${baseUrl}/api/chapters/${writer.chapterId}`, { headers, tags: { name: 'open' } });
  report(reply);
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
