// Simulates authors who let AI rewrite a passage and read the reply as it arrives (server-sent events).
// `npm run load -- streaming` runs it.
import { check } from 'k6';
import http from 'k6/http';
import { baseUrl, constantRate, currentWriter, headersOf, type Reply, report } from './load-session.ts';

/**
 * A fifth of the objective `ai-first-token`, because the provider that replies without a model takes only 25 ms to its
 * first words.
 */
const firstEventP95Ms = 1000;
/** About half a second of stream. A book has room for 150 such replies. */
const passage = 'The lamp would not light. She shook it, and listened to the oil.\n\n'.repeat(40);

export const options = constantRate('streaming', ['stream'], {
  // The headers are sent with the first event, so this is the time until it arrives.
  'http_req_waiting{name:stream}': [`p(95)<${firstEventP95Ms}`],
  checks: ['rate==1'],
});

export default function rewritePassage(): void {
  const writer = currentWriter();
  const body = { content: passage, action: 'rewrite', chapterId: writer.chapterId, isSelection: true };
  const reply = http.post(`${baseUrl}/api/ai/enhance-content`, JSON.stringify(body), {
    headers: { ...headersOf(writer), accept: 'text/event-stream' },
    tags: { name: 'stream' },
  });
  report(reply);
  if (!check(reply, { 'the stream is complete': isComplete }))
    console.error(`A stream ended without its result: ${String(reply.body).slice(-300)}`);
}

/** Whether pieces of the text arrived, and after them the whole result. */
function isComplete({ body }: Reply): boolean {
  const events = String(body).trimEnd().split('\n\n');
  return (events[0] ?? '').startsWith('event: delta\n') && (events.at(-1) ?? '').startsWith('event: done\n');
}
