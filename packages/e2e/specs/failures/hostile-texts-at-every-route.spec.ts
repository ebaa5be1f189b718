import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { buildOpenApi } from '@inkbear/contracts/openapi';
import { publicRoutes } from '@inkbear/contracts/routes';
import { serviceNames } from '@inkbear/contracts/services';
import { isDeep } from '@inkbear/service-kit/testing/test-scale';
import { hostileKinds, type HostileRequest, hostileRequests } from '../../src/attacks/hostile-requests.ts';
import { Author } from '../../src/author.ts';
import { LoopDelays } from '../../src/loop-delays.ts';
import { newAuthor } from '../../src/new-author.ts';
import { Visit } from '../../src/visit.ts';

/** UTF-16 units; each route's own limit is lower or this. */
const longest = isDeep ? Infinity : 150_000;
const kinds = isDeep ? hostileKinds : ['blanks inside a heading', 'one-letter paragraphs'];
const longestDelayMs = 100;
/** A text of fewer units cannot hold anybody up. */
const longText = 1000;
/**
 * Passwords are cut to 72 bytes before anything looks at them, and their routes are throttled; `seen` is compared and
 * not read.
 */
const passwordRoutes = new Set([
  'login',
  'register',
  'adminLogin',
  'adminResetPassword',
  'adminCreateUser',
  'deleteUser',
]);

interface Schema {
  readonly type?: string;
  readonly enum?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
}

function takesLongText({
  type,
  maxLength = Infinity,
  properties = {},
  items,
  anyOf = [],
  additionalProperties,
  ...rest
}: Schema): boolean {
  if (type === 'string') return !rest.enum && !rest.format && !rest.pattern && maxLength >= longText;
  const parts = [
    ...Object.values(properties),
    ...anyOf,
    ...(items ? [items] : []),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ];
  return parts.some(takesLongText);
}

function textRoutes(): string[] {
  const document = (route: (typeof publicRoutes)[number]) =>
    buildOpenApi([route], 'http://localhost') as {
      paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;
    };
  const bodyOf = (route: (typeof publicRoutes)[number]): Schema => {
    const [operation] = Object.values(Object.values(document(route).paths)[0] ?? {});
    return Object.values(operation?.requestBody?.content ?? {})[0]?.schema ?? {};
  };
  return publicRoutes.filter((route) => takesLongText(bodyOf(route))).map(({ id }) => id);
}

const delays = new LoopDelays([...serviceNames, 'gateway']);

describe('the longest hostile texts', () => {
  const visit = Visit.ownHouse({
    seed: false,
    env: {
      ...delays.env,
      ai: {
        ...delays.env['ai'],
        OFFLINE_PACE_MS: '0',
        USER_DAILY_TOKENS: '1000000000',
        GLOBAL_DAILY_TOKENS: '1000000000',
      },
    },
  });
  afterAll(() => delays.close());
  const pids = () => Object.fromEntries(Object.entries(visit.house.processes).map(([name, { pid }]) => [name, pid]));

  async function targetsOf(author: Author) {
    const { body: books } = await author.call('GET', '/api/books');
    const bookId = String(books[0].id);
    const { body: chapters } = await author.call('GET', `/api/books/${bookId}/chapters`);
    const story = await author.call('POST', '/api/personal-stories', {
      title: 'Short',
      storyType: 'family-legacy',
      formData: { 'Family Name': 'Vell', 'Main Characters': 'Mara', 'Family History': 'From Skye.' },
    });
    return { bookId, chapterId: String(chapters[0].id), storyId: String(story.body['id']) };
  }

  /** Sends one request and answers its status with the delays of every process meanwhile. */
  async function send(author: Author, { method, path, body }: HostileRequest) {
    const headers =
      method === 'PATCH'
        ? { 'if-match': (await author.call('GET', path)).headers.get('etag') ?? '' }
        : { 'idempotency-key': randomUUID() };
    await delays.read();
    const { status, headers: answered } = await author.call(method, path, body, headers);
    const isProper = (status >= 200 && status < 500) || (status === 503 && Number(answered.get('retry-after')) > 0);
    return { status, isProper, delays: await delays.read() };
  }

  it('are sent to every route that takes a long text', () => {
    const sent = new Set(
      hostileRequests(kinds[0] ?? '', { bookId: 'b', chapterId: 'c', storyId: 's' }, 100).map(({ id }) => id),
    );
    expect(textRoutes().filter((id) => !sent.has(id) && !passwordRoutes.has(id))).toEqual([]);
  });

  it.each(kinds)(
    'of %s are answered by every route, and hold up no process',
    async (kind) => {
      const { url } = visit.house;
      const author = await Author.signIn(url, (await newAuthor(url, 'pro_monthly')).account, { timeoutMs: 90_000 });
      const requests = hostileRequests(kind, await targetsOf(author), longest);
      const before = pids();
      const improper: string[] = [];
      const slow: { ms: number; where: string }[] = [];
      const statuses: Record<string, number> = {};
      for (const request of requests) {
        const answer = await send(author, request);
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        if (!answer.isProper) improper.push(`${request.id} ${answer.status}`);
        for (const [name, ms] of Object.entries(answer.delays))
          slow.push({ ms: Math.round(ms), where: `${request.id} at ${name}` });
      }
      const slowest = slow.toSorted((a, b) => b.ms - a.ms).slice(0, 3);
      process.stdout.write(
        `${kind}: ${requests.length} requests, statuses ${JSON.stringify(statuses)}; longest loop delays (p99 of the time that a request runs): ${slowest.map(({ ms, where }) => `${ms} ms ${where}`).join(', ')}\n`,
      );
      expect(improper).toEqual([]);
      expect(pids()).toEqual(before);
      // Blank texts are refused by AI; whatever else is refused, most requests must get as far as the work.
      expect((statuses[200] ?? 0) + (statuses[201] ?? 0)).toBeGreaterThan(requests.length / 2);
      if (isDeep) expect(slow.filter(({ ms }) => ms > longestDelayMs)).toEqual([]);
    },
    300_000,
  );
});
