import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { chapterTextMax } from '@inkbear/contracts/books/chapter';
import { buildOpenApi } from '@inkbear/contracts/openapi';
import { bodyLimits, type Route } from '@inkbear/contracts/route';
import { publicRoutes } from '@inkbear/contracts/routes';
import { serviceNames } from '@inkbear/contracts/services';
import { isDeep } from '@inkbear/service-kit/testing/test-scale';
import type { HostileRequest } from '../../src/attacks/hostile-request.ts';
import { hostileKinds, hostileRequests } from '../../src/attacks/hostile-requests.ts';
import { processIds } from '../../src/app-stack.ts';
import { Author } from '../../src/author.ts';
import { isAcceptable } from '../../src/busy-replies.ts';
import { LoopDelays } from '../../src/loop-delays.ts';
import { createAuthor } from '../../src/create-author.ts';
import { TestApp } from '../../src/test-app.ts';

/** In UTF-16 units; a route's own limit applies when it is lower. */
const maxUnits = isDeep ? Infinity : 4000;
const kinds = isDeep ? hostileKinds : ['blanks inside a heading', 'one-letter paragraphs'];
const longestDelayMs = 100;
/** In UTF-16 units; shorter texts cannot block an event loop. */
const longText = 1000;
/** Routes whose long text is a password, which is cut to 72 bytes before it is processed. */
const passwordRoutes = new Set([
  'login',
  'register',
  'adminLogin',
  'adminResetPassword',
  'adminCreateUser',
  'changePassword',
  'changeEmail',
  'deleteUser',
]);

/** Routes that accept the text of a whole chapter or story. */
const wholeTextRoutes = [
  'saveChapter',
  'patchChapter',
  'saveStory',
  'patchStory',
  'polishStory',
  'changeStoryTone',
  'adjustStoryLength',
  'enhanceStory',
  'adjustChapterTone',
  'enhanceContent',
  'extendChapter',
  'generateEnhancementOptions',
  'polishChapter',
];
/** Of unknown resources, for tests that send nothing. */
const noTargets = { bookId: 'b', chapterId: 'c', laterChapterId: 'd', storyId: 's' };

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly prefixItems?: readonly Schema[];
  readonly maxItems?: number;
  readonly additionalProperties?: Schema | boolean;
}

const partsOf = ({
  properties = {},
  additionalProperties,
  prefixItems = [],
  anyOf = [],
  oneOf = [],
  allOf = [],
}: Schema) => [
  ...Object.values(properties),
  ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ...prefixItems,
  ...anyOf,
  ...oneOf,
  ...allOf,
];

/** Whether the texts that a value of the schema may hold add up to a long one. */
function acceptsLongText(schema: Schema, copies = 1): boolean {
  const { type, maxLength = Infinity, enum: values, format, pattern, items, maxItems = Infinity } = schema;
  if ([type].flat().includes('string'))
    return values === undefined && !format && !pattern && maxLength * copies >= longText;
  if (items && acceptsLongText(items, copies * maxItems)) return true;
  return partsOf(schema).some((part) => acceptsLongText(part, copies));
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
  return publicRoutes.filter((route) => acceptsLongText(bodyOf(route))).map(({ id }) => id);
}

const delays = new LoopDelays([...serviceNames, 'gateway']);

describe('the longest hostile texts', () => {
  const app = TestApp.own({
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

  async function createTargets(author: Author) {
    const { body: books } = await author.call('GET', '/api/books');
    const bookId = String(books[0].id);
    const { body: chapters } = await author.call('GET', `/api/books/${bookId}/chapters`);
    const story = await author.call('POST', '/api/personal-stories', {
      title: 'Short',
      storyType: 'family-legacy',
      formData: { 'Family Name': 'Vell', 'Main Characters': 'Mara', 'Family History': 'From Skye.' },
    });
    const added = await author.call('POST', `/api/books/${bookId}/chapters`, { title: 'Later' });
    return {
      bookId,
      chapterId: String(chapters[0].id),
      laterChapterId: String(added.body['id']),
      storyId: String(story.body['id']),
    };
  }

  /**
   * Sends one request, and once more when a loop delay was too long: of the few samples of a short request the 99th
   * percentile is the longest one, which may be a pause of the garbage collector or of the machine. A text that blocks an
   * event loop does so each time. A delay stands when the second reply differs, because it may have skipped the work.
   */
  async function send(author: Author, request: HostileRequest): Promise<Awaited<ReturnType<typeof sendOnce>>> {
    const first = await sendOnce(author, request);
    if (Object.values(first.delays).every((ms) => ms <= longestDelayMs)) return first;
    const second = await sendOnce(author, request);
    if (second.status !== first.status) return first;
    const shorter = Object.entries(first.delays).map(([name, ms]) => [name, Math.min(ms, second.delays[name] ?? ms)]);
    return { ...second, delays: Object.fromEntries(shorter) as Record<string, number> };
  }

  /** Sends one request; returns its status and the loop delays of every process meanwhile. */
  async function sendOnce(author: Author, { method, path, body, isConditional = method === 'PATCH' }: HostileRequest) {
    const headers = isConditional
      ? { 'if-match': (await author.call('GET', path)).headers.get('etag') ?? '' }
      : { 'idempotency-key': randomUUID() };
    await delays.read();
    const { status, headers: answered } = await author.call(method, path, body, headers);
    return {
      status,
      isAcceptable: isAcceptable({ status, retryAfter: answered.get('retry-after') }),
      delays: await delays.read(),
    };
  }

  it('cover every route that accepts a long text', () => {
    const sent = new Set(hostileRequests(kinds[0] ?? '', noTargets, 100).map(({ id }) => id));
    expect(textRoutes().filter((id) => !sent.has(id) && !passwordRoutes.has(id))).toEqual([]);
  });

  it.each(hostileKinds)('of %s fit the body of each route, and fill it or are as long as a text may be', (kind) => {
    const bodies = hostileRequests(kind, noTargets, Infinity).map(({ id, body = {} }) => {
      const { bodyLimit = 'small' } = publicRoutes.find((route) => route.id === id) as Route;
      const isLongest = Object.values(body).some((text) => typeof text === 'string' && text.length === chapterTextMax);
      return { id, share: Buffer.byteLength(JSON.stringify(body)) / bodyLimits[bodyLimit], isLongest };
    });
    expect(bodies.filter(({ share }) => share > 1)).toEqual([]);
    const full = new Set(bodies.filter(({ share, isLongest }) => isLongest || share > 0.85).map(({ id }) => id));
    expect(wholeTextRoutes.filter((id) => !full.has(id))).toEqual([]);
  });

  it.each(kinds)(
    'of %s get acceptable replies from every route and block no event loop',
    async (kind) => {
      const { url } = app.stack;
      const author = await Author.signIn(url, (await createAuthor(url, 'pro_monthly')).account, { timeoutMs: 90_000 });
      const requests = hostileRequests(kind, await createTargets(author), maxUnits);
      const before = processIds(app.stack);
      const unacceptable: string[] = [];
      const slow: { ms: number; where: string }[] = [];
      const statuses: Record<string, number> = {};
      for (const request of requests) {
        const answer = await send(author, request);
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        if (!answer.isAcceptable) unacceptable.push(`${request.id} ${answer.status}`);
        for (const [name, ms] of Object.entries(answer.delays))
          slow.push({ ms: Math.round(ms), where: `${request.id} at ${name}` });
      }
      const slowest = slow.toSorted((a, b) => b.ms - a.ms).slice(0, 3);
      process.stdout.write(
        `${kind}: ${requests.length} requests, statuses ${JSON.stringify(statuses)}; longest loop delays (p99 of the time that a request runs): ${slowest.map(({ ms, where }) => `${ms} ms ${where}`).join(', ')}\n`,
      );
      expect(unacceptable).toEqual([]);
      expect(processIds(app.stack)).toEqual(before);
      // The AI routes refuse blank texts, so some refusals are expected; most requests must reach the code that
      // processes the text.
      expect((statuses[200] ?? 0) + (statuses[201] ?? 0)).toBeGreaterThan(requests.length / 2);
      if (isDeep) expect(slow.filter(({ ms }) => ms > longestDelayMs)).toEqual([]);
    },
    300_000,
  );
});
